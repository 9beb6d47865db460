/* SPDX-License-Identifier: MIT */
/* The ranges of native noise: those of both precisions together. */
#define WN_REAL 64
#include "../kernels/table.h"
#include "../scalar/native.h"

#include <math.h>

/* scalar/native_fractal.c in the other precision */
struct wn_prep_noise_fractal_f32;
void wn_fractal_range_f32(const struct wn_prep_noise_fractal_f32 *p, double *lower, double *upper);

/* Checks parameters as the entry of so many dimensions does. */
static wn_status check(const wn_type *types, const void *params, int32_t dimensions,
                       const double *lower, const double *upper, void *complete,
                       const struct wn_entry **entry)
{
    const char *what, *why;
    if (!params || !lower || !upper || dimensions < 0 || dimensions > 4)
        return WN_ERROR_ARGUMENT;
    *entry = wn_entry_find(types[dimensions]);
    return wn_params_check(*entry, params, complete, &what, &why);
}

wn_status wn_noise_bounds(const wn_noise_params *params, int32_t dimensions, double *lower,
                          double *upper)
{
    static const wn_type types[] = { WN_NOISE, WN_NOISE1, WN_NOISE2, WN_NOISE3, WN_NOISE4 };
    wn_noise_params p;
    const struct wn_entry *entry;
    const wn_status status = check(types, params, dimensions, lower, upper, &p, &entry);
    if (status)
        return status;
    *lower = -1;
    *upper = 1;
    if (p.primitive != WN_PRIMITIVE_CELLULAR || p.returns == WN_CELLULAR_VALUE)
        return WN_OK;
    if (p.returns == WN_CELLULAR_ID) {
        *lower = 0;
        *upper = 0x1p24 - 1;
    } else if (p.returns >= WN_CELLULAR_X && p.returns <= WN_CELLULAR_Z) {
        *lower = -INFINITY;
        *upper = INFINITY;
    } else if (p.raw) {
        const int32_t read = dimensions ? dimensions : wn_axes_count(p.axes);
        *lower = 0;
        *upper = wn_cellular_bound(read, p.metric, p.returns, p.jitter);
        if (p.returns != WN_CELLULAR_F1_OVER_F2)
            *upper *= 1 + 0x1p-18; /* roundings of float; see WN_SCALE_MARGIN */
    }
    return WN_OK;
}

wn_status wn_fractal_bounds(const wn_noise_fractal_params *params, int32_t dimensions,
                            double *lower, double *upper)
{
    static const wn_type types[] = { WN_FRACTAL, WN_FRACTAL1, WN_FRACTAL2, WN_FRACTAL3,
                                     WN_FRACTAL4 };
    wn_noise_fractal_params p;
    struct WN_PREP(noise_fractal) prep;
    const struct wn_entry *entry;
    const wn_status status = check(types, params, dimensions, lower, upper, &p, &entry);
    if (status)
        return status;
    *lower = -1;
    *upper = 1;
    if (p.bounding == WN_BOUNDING_NONE) {
        wn_params_prepare_f64(entry, &p, &prep);
        wn_fractal_range_f64(&prep, lower, upper);
        /* float rounds amplitudes and sums more, and scales down what it cannot hold */
        _Alignas(64) char prep32[WN_PREP_MAX];
        const char *what, *why;
        double lower32, upper32;
        if (wn_params_prepare_f32(entry, &p, prep32, &what, &why))
            return WN_OK; /* it refuses the parameters */
        wn_fractal_range_f32((const void *)prep32, &lower32, &upper32);
        *lower = lower32 < *lower ? lower32 : *lower;
        *upper = upper32 > *upper ? upper32 : *upper;
    }
    return WN_OK;
}
