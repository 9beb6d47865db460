/* SPDX-License-Identifier: MIT */
/* Direct evaluation over the caller's arrays, in the precision being compiled. */
#include "arrays.h"
#include "internal.h"

wn_status WN_NAME(wn_prepare)(const struct wn_entry *entry, const void *params,
                              struct wn_prepared *prep)
{
    _Alignas(max_align_t) char complete[WN_PARAMS_MAX];
    const char *what, *why;
    wn_status status = wn_params_check(entry, params, complete, &what, &why);
    if (status)
        return status;
    prep->axes = wn_axes_read(entry, complete);
#if WN_REAL == 64
    wn_params_prepare_f64(entry, complete, prep->bytes);
    return WN_OK;
#else
    return wn_params_prepare_f32(entry, complete, prep->bytes, &what, &why);
#endif
}

wn_status WN_NAME(wn_apply)(wn_type type, const void *params, size_t n, const real *const *in,
                            real *const *out)
{
    const struct wn_entry *entry = wn_entry_find(type);
    if (!entry)
        return WN_ERROR_ARGUMENT;
    struct wn_prepared prep;
    wn_status status = WN_NAME(wn_prepare)(entry, params, &prep);
    if (!status && n)
        status = wn_check_arrays(n, in, entry->inputs, out, entry->outputs);
    if (status || !n)
        return status;
    wn_tier_active()->WN_PASTE(f, WN_REAL)->kernel[entry - wn_entries](prep.bytes, n, in, out);
    return WN_OK;
}

#define GENERATOR(name, TYPE, shape)                                                         \
    wn_status WN_NAME(wn_##name)(const wn_##shape##_params *params, size_t n, const real *x, \
                                 const real *y, const real *z, real *out)                    \
    {                                                                                        \
        const real *const in[3] = { x, y, z };                                               \
        return WN_NAME(wn_apply)(TYPE, params, n, in, &out);                                 \
    }
GENERATOR(gradient3, WN_GRADIENT3, lattice)
GENERATOR(value3, WN_VALUE3, lattice)
GENERATOR(perlin, WN_PERLIN, fractal)
GENERATOR(billow, WN_BILLOW, fractal)
GENERATOR(ridged_multi, WN_RIDGED_MULTI, ridged_multi)
GENERATOR(voronoi, WN_VORONOI, voronoi)

/* Native noise: by the number of coordinates. */
#define ARGUMENTS_1 const real *x
#define ARGUMENTS_2 const real *x, const real *y
#define ARGUMENTS_3 const real *x, const real *y, const real *z
#define ARGUMENTS_4 const real *x, const real *y, const real *z, const real *w
#define INPUTS_1 \
    {            \
        x        \
    }
#define INPUTS_2 \
    {            \
        x, y     \
    }
#define INPUTS_3 \
    {            \
        x, y, z  \
    }
#define INPUTS_4   \
    {              \
        x, y, z, w \
    }
#define NATIVE(name, TYPE, shape, dimensions)                                             \
    wn_status WN_NAME(wn_##name##dimensions)(const wn_##shape##_params *params, size_t n, \
                                             ARGUMENTS_##dimensions, real *out)           \
    {                                                                                     \
        const real *const in[] = INPUTS_##dimensions;                                     \
        return WN_NAME(wn_apply)(TYPE##dimensions, params, n, in, &out);                  \
    }
NATIVE(noise, WN_NOISE, noise, 1)
NATIVE(noise, WN_NOISE, noise, 2)
NATIVE(noise, WN_NOISE, noise, 3)
NATIVE(noise, WN_NOISE, noise, 4)
NATIVE(fractal, WN_FRACTAL, noise_fractal, 1)
NATIVE(fractal, WN_FRACTAL, noise_fractal, 2)
NATIVE(fractal, WN_FRACTAL, noise_fractal, 3)
NATIVE(fractal, WN_FRACTAL, noise_fractal, 4)

wn_status WN_NAME(wn_warp2)(const wn_warp_params *params, size_t n, const real *x, const real *y,
                            real *out_x, real *out_y)
{
    const real *const in[] = { x, y };
    real *const out[] = { out_x, out_y };
    return WN_NAME(wn_apply)(WN_WARP2, params, n, in, out);
}

wn_status WN_NAME(wn_warp3)(const wn_warp_params *params, size_t n, const real *x, const real *y,
                            const real *z, real *out_x, real *out_y, real *out_z)
{
    const real *const in[] = { x, y, z };
    real *const out[] = { out_x, out_y, out_z };
    return WN_NAME(wn_apply)(WN_WARP3, params, n, in, out);
}

wn_status WN_NAME(wn_pow)(size_t n, const real *base, const real *exponent, real *out)
{
    const real *const in[2] = { base, exponent };
    return WN_NAME(wn_apply)(WN_POW, NULL, n, in, &out);
}

wn_status WN_NAME(wn_sin)(size_t n, const real *radians, real *out)
{
    return WN_NAME(wn_apply)(WN_SIN, NULL, n, &radians, &out);
}

wn_status WN_NAME(wn_cos)(size_t n, const real *radians, real *out)
{
    return WN_NAME(wn_apply)(WN_COS, NULL, n, &radians, &out);
}
