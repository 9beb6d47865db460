/* SPDX-License-Identifier: MIT */
/* The calls of sm_noise.h, in the precision being compiled. */
#include "../include/widenoise/sm_noise.h"

#include "../scalar/math.h"
#include "../scalar/sm_noise.h"
#include "arrays.h"

#define ref(name)   WN_NAME(wn_ref_##name)
#define call(name)  WN_NAME(wn_sm_##name)
#define point(name) WN_NAME(wn_sm_##name##_point)

#define MOST R(WN_REAL == 64 ? DBL_MAX : FLT_MAX)

static real not_a_number(void)
{
    const real zero = 0;
    return zero / zero;
}

/* ---- Noise ---- */

#if WN_REAL == 32

/* Integers in arrays as float's, which are as large: only addresses are compared. */
wn_status wn_sm_int_noise2d_i32(int32_t seed, size_t n, const int32_t *x, const int32_t *y,
                                int32_t *out)
{
    _Static_assert(sizeof(int32_t) == sizeof(float), "float has 32 bits");
    const real *const in[2] = { (const void *)x, (const void *)y };
    real *const to[1] = { (void *)out };
    if (!n)
        return WN_OK;
    const wn_status status = wn_check_arrays(n, in, 2, to, 1);
    if (!status)
        wn_tier_active()->f32->sm->int_noise2((uint32_t)seed, n, x, y, out);
    return status;
}

int32_t wn_sm_int_noise2d_point_i32(int32_t x, int32_t y, int32_t seed)
{
    return (int32_t)wn_sm_hash((uint32_t)x, (uint32_t)y, (uint32_t)seed);
}

#endif

#define NOISE(name, TYPE, shape)                                                     \
    wn_status call(name)(const wn_##shape##_params *params, size_t n, const real *x, \
                         const real *y, real *out)                                   \
    {                                                                                \
        const real *const in[2] = { x, y };                                          \
        return WN_NAME(wn_apply)(TYPE, params, n, in, &out);                         \
    }
NOISE(float_noise2d, WN_SM_FLOAT2, sm_seed)
NOISE(octave_noise2d, WN_SM_OCTAVE2, sm_octave)
NOISE(perlin_noise2d, WN_SM_PERLIN2, sm_seed)
NOISE(simplex_noise2d, WN_SM_SIMPLEX2, sm_simplex)

wn_status call(simplex_noise1d)(size_t n, const real *x, real *out)
{
    return WN_NAME(wn_apply)(WN_SM_SIMPLEX1, NULL, n, &x, &out);
}

real point(float_noise2d)(real x, real y, int32_t seed)
{
    const struct WN_PREP(sm_seed) p = { (uint32_t)seed };
    return ref(sm_float2)(&p, x, y);
}

real point(octave_noise2d)(real x, real y, int32_t octaves, int32_t seed)
{
    const struct WN_PREP(sm_octave) p = { octaves, (uint32_t)seed };
    return octaves > WN_SM_MAX_OCTAVES ? not_a_number() : ref(sm_octave2)(&p, x, y);
}

real point(perlin_noise2d)(real x, real y, int32_t seed)
{
    const struct WN_PREP(sm_seed) p = { (uint32_t)seed };
    return ref(sm_perlin2)(&p, x, y);
}

real point(simplex_noise1d)(real x)
{
    return ref(sm_simplex1)(x);
}

real point(simplex_noise2d)(real x, real y, wn_sm_simplex_variant variant)
{
    const struct WN_PREP(sm_simplex) p = { (int32_t)variant };
    if (variant != WN_SM_SIMPLEX_REPORTED && variant != WN_SM_SIMPLEX_PUBLISHED)
        return not_a_number();
    return ref(sm_simplex2)(&p, x, y);
}

/* ---- Random numbers ---- */

/* n elements from `first` on are within a stream. */
static int within_stream(uint64_t first, size_t n)
{
    const uint64_t length = UINT64_C(1) << WN_SM_INDEX_BITS;
    return first <= length && n <= length - first;
}

static int finite(real v)
{
    return v >= -MOST && v <= MOST;
}

/* What all calls over n > 0 elements check after their parameters. */
static wn_status check(uint64_t first, size_t n, const real *const *in, size_t in_count,
                       real *const *out, size_t out_count)
{
    return within_stream(first, n) ? wn_check_arrays(n, in, in_count, out, out_count)
                                   : WN_ERROR_LIMIT;
}

static const real *const no_arrays[1];

static int valid_range(real min, real max)
{
    return min <= max && finite(32767 * (max - min));
}

wn_status call(random_range)(uint64_t seed, uint64_t stream, uint64_t first, size_t n, real min,
                             real max, real *out)
{
    const struct wn_sm_stream s = { seed, stream, first };
    if (!valid_range(min, max))
        return WN_ERROR_PARAMETER;
    const wn_status status = n ? check(first, n, no_arrays, 0, &out, 1) : WN_OK;
    if (!status && n)
        wn_tier_active()->WN_PASTE(f, WN_REAL)->sm->range(&s, n, min, max, out);
    return status;
}

real point(random_range)(uint64_t seed, uint64_t stream, uint64_t index, real min, real max)
{
    const struct wn_sm_stream s = { seed, stream, index };
    if (!valid_range(min, max) || !within_stream(index, 1))
        return not_a_number();
    return ref(sm_random_range)(&s, index, min, max);
}

wn_status call(random_normal_distribution)(uint64_t seed, uint64_t stream, uint64_t first, size_t n,
                                           real mean, real deviation, real *out)
{
    const struct wn_sm_stream s = { seed, stream, first };
    if (!finite(mean) || !finite(deviation))
        return WN_ERROR_PARAMETER;
    const wn_status status = n ? check(first, n, no_arrays, 0, &out, 1) : WN_OK;
    if (!status && n)
        wn_tier_active()->WN_PASTE(f, WN_REAL)->sm->normal(&s, n, mean, deviation, out);
    return status;
}

real point(random_normal_distribution)(uint64_t seed, uint64_t stream, uint64_t index, real mean,
                                       real deviation)
{
    const struct wn_sm_stream s = { seed, stream, index };
    if (!finite(mean) || !finite(deviation) || !within_stream(index, 1))
        return not_a_number();
    return ref(sm_random_normal)(&s, index, mean, deviation);
}

static int valid_angle(real angle)
{
    return angle >= 0 && angle <= 180;
}

wn_status call(gun_spread)(uint64_t seed, uint64_t stream, uint64_t first, size_t n, real angle,
                           const real *const *in, real *const *out)
{
    const struct wn_sm_stream s = { seed, stream, first };
    if (!valid_angle(angle))
        return WN_ERROR_PARAMETER;
    const wn_status status = n ? check(first, n, in, 3, out, 3) : WN_OK;
    if (!status && n)
        wn_tier_active()
            ->WN_PASTE(f, WN_REAL)
            ->sm->spread(&s, n, (double)angle * WN_DEG_TO_RAD, in, out);
    return status;
}

void point(gun_spread)(uint64_t seed, uint64_t stream, uint64_t index, real angle,
                       const real direction[3], real spread[3])
{
    const struct wn_sm_stream s = { seed, stream, index };
    if (!valid_angle(angle) || !within_stream(index, 1)) {
        spread[0] = spread[1] = spread[2] = not_a_number();
        return;
    }
    ref(sm_gun_spread)(&s, index, (double)angle * WN_DEG_TO_RAD, direction, spread);
}
