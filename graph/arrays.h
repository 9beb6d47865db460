/* SPDX-License-Identifier: MIT */
/* Checks of the caller's arrays, in the precision being compiled. */
#ifndef WN_GRAPH_ARRAYS_H
#define WN_GRAPH_ARRAYS_H

#include "../include/widenoise/core.h"
#include "../scalar/real.h"

/* 1 if two arrays of n values share some but not all of their memory. */
static inline int wn_partial_overlap(const real *a, const real *b, size_t n)
{
    const uintptr_t p = (uintptr_t)a, q = (uintptr_t)b;
    return p != q && (p < q ? q - p : p - q) < n * sizeof(real);
}

/* Arrays of n > 0 values: all there; an output is an input or apart from it, and apart from the
 * other outputs. */
static inline wn_status wn_check_arrays(size_t n, const real *const *in, size_t in_count,
                                        real *const *out, size_t out_count)
{
    if (n > SIZE_MAX / sizeof(real) || !in || !out)
        return WN_ERROR_ARGUMENT;
    for (size_t j = 0; j < in_count; j++) {
        if (!in[j])
            return WN_ERROR_ARGUMENT;
    }
    for (size_t k = 0; k < out_count; k++) {
        if (!out[k])
            return WN_ERROR_ARGUMENT;
    }
    for (size_t k = 0; k < out_count; k++) {
        for (size_t j = 0; j < in_count; j++) {
            if (wn_partial_overlap(out[k], in[j], n))
                return WN_ERROR_OVERLAP;
        }
        for (size_t j = 0; j < k; j++) {
            if (out[k] == out[j] || wn_partial_overlap(out[k], out[j], n))
                return WN_ERROR_OVERLAP;
        }
    }
    return WN_OK;
}

#endif
