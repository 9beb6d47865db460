/* SPDX-License-Identifier: MIT */
/*
 * The functions of sm.noise, the game Scrap Mechanic's Lua library, at one point or for one element
 * of a stream, compiled once per precision. docs/sm_noise.md says which of them have the game's
 * numbers and which are our own, and why each is as it is.
 */
#include "sm_noise.h"

#include "math.h"
#include "permutation.h"
#include "square_root.h"

#include <string.h>

#define ref(name) WN_NAME(wn_ref_##name)

/* ---- Lattice noise ---- */

/* The floor, never -0: of -0 a compiler may make either zero, for (real)(int64_t)v is trunc(v) to
 * gcc on AArch64. */
static real floor_of(real v)
{
    return ref(floor)(v) + 0;
}

/* The hash of a lattice point as a number: exact in f64, [-1, 1 - 2^-30]; in f32 up to 1. */
static real lattice(uint32_t x, uint32_t y, uint32_t seed)
{
    return (real)(int32_t)wn_sm_hash(x, y, seed) * R(1 / WN_INT_RANGE) - 1;
}

static real float_noise(real x, real y, uint32_t seed)
{
    x = ref(int_limit)(x), y = ref(int_limit)(y);
    const real fx = floor_of(x), fy = floor_of(y);
    const uint32_t x0 = (uint32_t)ref(to_int)(fx), x1 = x0 + 1;
    const uint32_t y0 = (uint32_t)ref(to_int)(fy), y1 = y0 + 1;
    const real xs = ref(scurve3)(x - fx), ys = ref(scurve3)(y - fy);
    const real a = ref(lerp)(lattice(x0, y0, seed), lattice(x1, y0, seed), xs);
    const real b = ref(lerp)(lattice(x0, y1, seed), lattice(x1, y1, seed), xs);
    return ref(lerp)(a, b, ys);
}

real ref(sm_float2)(const struct WN_PREP(sm_seed) * p, real x, real y)
{
    return float_noise(x, y, p->seed);
}

/* The documented loop, quirks and all: an octave has half the frequency and twice the weight of the
 * one before; no octaves are 0 / 0. */
real ref(sm_octave2)(const struct WN_PREP(sm_octave) * p, real x, real y)
{
    real multiplier = 1, total = 0;
    for (int32_t o = 0; o < p->octaves; o++) {
        const real inverse = 1 / multiplier;
        real noise = float_noise(inverse * x, inverse * y, wn_sm_octave_seed(o) + p->seed);
        noise *= multiplier;
        multiplier += multiplier;
        total += noise;
    }
    return total / (multiplier - 1);
}

/* The gradient of a lattice point, dotted with the way from there. */
static real gradient(uint32_t x, uint32_t y, uint32_t seed, real dx, real dy)
{
    const uint32_t h = wn_sm_hash(x, y, seed) & 15;
    return (wn_sm_gradient[0][h] * dx) + (wn_sm_gradient[1][h] * dy);
}

real ref(sm_perlin2)(const struct WN_PREP(sm_seed) * p, real x, real y)
{
    x = ref(int_limit)(x), y = ref(int_limit)(y);
    const real fx = floor_of(x), fy = floor_of(y);
    const uint32_t x0 = (uint32_t)ref(to_int)(fx), x1 = x0 + 1;
    const uint32_t y0 = (uint32_t)ref(to_int)(fy), y1 = y0 + 1;
    const real dx0 = x - fx, dx1 = dx0 - 1, dy0 = y - fy, dy1 = dy0 - 1;
    const real xs = ref(scurve5)(dx0), ys = ref(scurve5)(dy0);
    const real a = ref(lerp)(gradient(x0, y0, p->seed, dx0, dy0),
                             gradient(x1, y0, p->seed, dx1, dy0), xs);
    const real b = ref(lerp)(gradient(x0, y1, p->seed, dx0, dy1),
                             gradient(x1, y1, p->seed, dx1, dy1), xs);
    return ref(lerp)(a, b, ys);
}

/* ---- Simplex noise: float in both precisions ---- */

#if WN_REAL == 32

/* After S. Rombauts' SimplexNoise (MIT), whose operations are kept in their order. */
static float grad1(uint32_t hash, float x)
{
    float g = 1.0f + (float)(int32_t)(hash & 7);
    if (hash & 8)
        g = -g;
    return g * x;
}

static float corner1(uint32_t i, float x)
{
    float t = 1.0f - x * x;
    t = t * t;
    return (t * t) * grad1(wn_permute(i), x);
}

float wn_ref_sm_simplex1_f32(float x)
{
    const float floor = floor_of(x), x0 = x - floor, x1 = x0 - 1.0f;
    /* out of the range of int a float is a multiple of 256, as what it becomes is */
    const uint32_t i = (uint32_t)wn_ref_to_int_f32(floor);
    const float n0 = corner1(i, x0), n1 = corner1(i + 1, x1);
    return WN_SM_SIMPLEX_1 * (n0 + n1);
}

static float grad2(uint32_t hash, float x, float y)
{
    const uint32_t h = hash & 63;
    const float u = h < 4 ? x : y, v = h < 4 ? y : x;
    return (h & 1 ? -u : u) + (h & 2 ? -(2.0f * v) : 2.0f * v);
}

static float corner2(uint32_t i, uint32_t j, float x, float y)
{
    float t = (0.5f - x * x) - y * y;
    if (t < 0)
        return 0;
    t = t * t;
    return (t * t) * grad2(wn_permute(i + wn_permute(j)), x, y);
}

float wn_ref_sm_simplex2_f32(const struct wn_prep_sm_simplex_f32 *p, float x, float y)
{
    x = wn_ref_int_limit_f32(x), y = wn_ref_int_limit_f32(y);
    const float s = (x + y) * WN_SM_SKEW;
    const float ir = floor_of(x + s), jr = floor_of(y + s);
    const float t = (ir + jr) * WN_SM_UNSKEW; /* float(i + j), without overflow */
    const float x0 = x - (ir - t), y0 = y - (jr - t);
    const int i1 = x0 > y0, j1 = !i1;
    const float x1 = (x0 - (float)i1) + WN_SM_UNSKEW, y1 = (y0 - (float)j1) + WN_SM_UNSKEW;
    float x2 = x0 - WN_SM_LAST, y2 = y0 - WN_SM_LAST;
    if (p->variant == WN_SM_SIMPLEX_PUBLISHED) {
        x2 = (x0 - 1.0f) + 2.0f * WN_SM_UNSKEW;
        y2 = (y0 - 1.0f) + 2.0f * WN_SM_UNSKEW;
    }
    const uint32_t i = (uint32_t)wn_ref_to_int_f32(ir), j = (uint32_t)wn_ref_to_int_f32(jr);
    const float n0 = corner2(i, j, x0, y0);
    const float n1 = corner2(i + (uint32_t)i1, j + (uint32_t)j1, x1, y1);
    const float n2 = corner2(i + 1, j + 1, x2, y2);
    return WN_SM_SIMPLEX_2 * ((n0 + n1) + n2);
}

#else

struct wn_prep_sm_simplex_f32 {
    int32_t variant;
};
float wn_ref_sm_simplex1_f32(float x);
float wn_ref_sm_simplex2_f32(const struct wn_prep_sm_simplex_f32 *p, float x, float y);

double wn_ref_sm_simplex1_f64(double x)
{
    return wn_ref_sm_simplex1_f32((float)x);
}

double wn_ref_sm_simplex2_f64(const struct wn_prep_sm_simplex_f64 *p, double x, double y)
{
    const struct wn_prep_sm_simplex_f32 prep = { p->variant };
    return wn_ref_sm_simplex2_f32(&prep, (float)x, (float)y);
}

#endif

/* ---- Random numbers ---- */

/* The documented formula; its constant takes 32767 a little beyond max, where it is held back. */
real ref(sm_range)(uint32_t random, real min, real max)
{
    const real v = (((real)(int32_t)random * (max - min)) * R(WN_SM_RANGE_UNIT)) + min;
    return v > max ? max : v;
}

real ref(sm_random_range)(const struct wn_sm_stream *s, uint64_t index, real min, real max)
{
    uint32_t w[4];
    wn_philox_block(s->seed, s->stream, wn_sm_block(WN_SM_RANGE, index), w);
    return ref(sm_range)(w[index & 3] >> 17, min, max);
}

real ref(sm_random_normal)(const struct wn_sm_stream *s, uint64_t index, real mean, real deviation)
{
    return (deviation * (real)wn_ref_sm_standard_normal(s, index)) + mean;
}

#if WN_REAL == 64

static double polynomial(const double *c, double x)
{
    double v = c[0];
    for (int k = 1; k < 8; k++)
        v = v * x + c[k];
    return v;
}

/* AS 241: what a standard normal variable is below with probability p, 2^-53 <= p <= 1 - 2^-53. */
double wn_ref_sm_normal_quantile(double p)
{
    const double q = p - 0.5;
    if (q >= -WN_SM_CENTRAL && q <= WN_SM_CENTRAL) {
        const double r = WN_SM_CENTRAL_2 - q * q;
        return (polynomial(wn_sm_quantile[0][0], r) * q) / polynomial(wn_sm_quantile[0][1], r);
    }
    const double tail = q < 0 ? p : 1 - p;
    const double root = wn_square_root(wn_ref_log2_f64(tail) * WN_SM_MINUS_LN2);
    const int far = root > WN_SM_NEAR;
    const double r = root - (far ? WN_SM_NEAR : WN_SM_NEAR_MID);
    const double v = polynomial(wn_sm_quantile[1 + far][0], r) /
        polynomial(wn_sm_quantile[1 + far][1], r);
    return q < 0 ? -v : v;
}

/* k 2^-52 of two words, [0, 1) */
static double unit(uint32_t low, uint32_t high)
{
    const uint64_t bits = wn_sm_unit_bits(low, high);
    double v;
    memcpy(&v, &bits, sizeof v);
    return v - 1;
}

double wn_ref_sm_standard_normal(const struct wn_sm_stream *s, uint64_t index)
{
    uint32_t w[4];
    wn_philox_block(s->seed, s->stream, wn_sm_block(WN_SM_NORMAL, index), w);
    const uint32_t *const pair = w + 2 * (index & 1);
    return wn_ref_sm_normal_quantile(unit(pair[0], pair[1]) + 0x1p-53);
}

static double magnitude(double v)
{
    return v < 0 ? -v : v;
}

/* The direction, turned by an angle away from itself, towards any side. */
void wn_ref_sm_gun_spread_f64(const struct wn_sm_stream *s, uint64_t index, double limit,
                              const double *direction, double *spread)
{
    uint32_t w[4];
    wn_philox_block(s->seed, s->stream, wn_sm_block(WN_SM_SPREAD, index), w);
    const double p = 0.5 + unit(w[0], w[1]) * WN_SM_SPREAD_HALF;
    const double far = (limit / 3) * wn_ref_sm_normal_quantile(p);
    const double angle = far < limit ? far : limit;
    const double around = unit(w[2], w[3]) * WN_SM_TWO_PI;

    const double ax = magnitude(direction[0]), ay = magnitude(direction[1]);
    const double az = magnitude(direction[2]), axy = ax > ay ? ax : ay, a = axy > az ? axy : az;
    const double scale = a > WN_SM_LONG ? WN_SM_SHRINK : a < WN_SM_SHORT ? WN_SM_STRETCH : 1;
    const double dx = direction[0] * scale, dy = direction[1] * scale, dz = direction[2] * scale;
    const double length = wn_square_root(((dx * dx) + (dy * dy)) + (dz * dz));
    const double x = dx / length, y = dy / length, z = dz / length;

    /* two vectors at right angles to it: T. Duff et al., "Building an orthonormal basis,
     * revisited", JCGT 6, 2017 */
    const double sign = z < 0 ? -1 : 1;
    const double f = -1 / (sign + z), xy = (x * y) * f;
    const double tx = 1 + ((sign * x) * x) * f, ty = sign * xy, tz = -(sign * x);
    const double bx = xy, by = sign + (y * y) * f, bz = -y;

    const double along = wn_ref_cos_f64(angle), aside = wn_ref_sin_f64(angle);
    const double t = aside * wn_ref_cos_f64(around), b = aside * wn_ref_sin_f64(around);
    const double v[3] = {
        ((x * along) + (tx * t)) + (bx * b),
        ((y * along) + (ty * t)) + (by * b),
        ((z * along) + (tz * t)) + (bz * b),
    };
    const double none = length - length; /* 0, or NaN where a component is no number */
    for (int axis = 0; axis < 3; axis++)
        spread[axis] = length == 0 ? 0 : v[axis] + none;
}

#else

void wn_ref_sm_gun_spread_f64(const struct wn_sm_stream *s, uint64_t index, double limit,
                              const double *direction, double *spread);

void wn_ref_sm_gun_spread_f32(const struct wn_sm_stream *s, uint64_t index, double limit,
                              const float *direction, float *spread)
{
    const double wide[3] = { direction[0], direction[1], direction[2] };
    double v[3];
    wn_ref_sm_gun_spread_f64(s, index, limit, wide, v);
    for (int axis = 0; axis < 3; axis++)
        spread[axis] = (float)v[axis];
}

#endif

/* ---- The scalar tier ---- */

static void loop_range(const struct wn_sm_stream *s, size_t n, real min, real max, real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = ref(sm_random_range)(s, s->first + i, min, max);
}

static void loop_normal(const struct wn_sm_stream *s, size_t n, real mean, real deviation,
                        real *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = ref(sm_random_normal)(s, s->first + i, mean, deviation);
}

static void loop_spread(const struct wn_sm_stream *s, size_t n, double limit, const real *const *in,
                        real *const *out)
{
    for (size_t i = 0; i < n; i++) {
        const real direction[3] = { in[0][i], in[1][i], in[2][i] };
        real spread[3];
        ref(sm_gun_spread)(s, s->first + i, limit, direction, spread);
        for (int axis = 0; axis < 3; axis++)
            out[axis][i] = spread[axis];
    }
}

#if WN_REAL == 32
static void loop_int_noise2(uint32_t seed, size_t n, const int32_t *x, const int32_t *y,
                            int32_t *out)
{
    for (size_t i = 0; i < n; i++)
        out[i] = (int32_t)wn_sm_hash((uint32_t)x[i], (uint32_t)y[i], seed);
}

static void loop_philox(uint64_t seed, uint64_t stream, uint64_t block, size_t blocks,
                        uint32_t *out)
{
    for (size_t i = 0; i < blocks; i++)
        wn_philox_block(seed, stream, block + i, out + 4 * i);
}
#endif

const struct WN_NAME(wn_sm_table) WN_PASTE(WN_NAME(wn_sm_table), _scalar) = {
    loop_range,      loop_normal, loop_spread,
#if WN_REAL == 32
    loop_int_noise2, loop_philox,
#endif
};
