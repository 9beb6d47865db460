/* SPDX-License-Identifier: MIT */
/* What evaluation over the caller's arrays and grids shares, in the precision being compiled. */
#ifndef WN_GRAPH_ARRAYS_H
#define WN_GRAPH_ARRAYS_H

#include "../include/widenoise/grid.h"
#include "../kernels/table.h"
#include "../scalar/real.h"

#include <string.h>

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

/*
 * Checks a grid of so many axes and its outputs, and makes a box of it: strides that were left out
 * are there, and axes beyond have one coordinate. Where nothing is to be done, box->count[0] is 0
 * and the rest was not looked at.
 */
wn_status WN_NAME(wn_grid_box)(const WN_NAME(wn_grid) * grid, uint32_t axes, real *const *out,
                               size_t out_count, struct WN_NAME(wn_box) * box);

/* The coordinates of rows of points: those of one axis along each row, ... */
static inline void wn_fill_across(real *to, const real *axis, size_t width, size_t rows)
{
    for (size_t j = 0; j < rows; j++)
        memcpy(to + j * width, axis, width * sizeof(real));
}

/* ... and one of another axis for each row. */
static inline void wn_fill_down(real *to, const real *axis, size_t width, size_t rows)
{
    for (size_t j = 0; j < rows; j++) {
        for (size_t i = 0; i < width; i++)
            to[j * width + i] = axis[j];
    }
}

/* Checked and prepared parameters, on the stack. */
struct wn_prepared {
    _Alignas(64) char bytes[WN_PREP_MAX];
    uint32_t axes; /* wn_axes_read() */
};

wn_status WN_NAME(wn_prepare)(const struct wn_entry *entry, const void *params,
                              struct wn_prepared *prep);

#endif
