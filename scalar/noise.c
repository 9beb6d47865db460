/* SPDX-License-Identifier: MIT */
/*
 * The noise bases of libnoise at one point (noisegen.cpp, interp.h, misc.h), compiled once per
 * precision. Every expression rounds in the order that its parentheses give.
 */
#include "reference.h"

#include "gradient_table.h"

#define ref(name) WN_NAME(wn_ref_##name)

/* The int conversion, defined for all values: INT32_MIN where x is NaN or out of range. */
int32_t ref(to_int)(real x)
{
    return x >= R(-2147483648.0) && x < R(2147483648.0) ? (int32_t)x : INT32_MIN;
}

/* Towards zero. Values from 2^(mantissa bits) on, infinities and NaN have no fraction. */
static real toward_zero(real x)
{
    const real whole = R(WN_REAL == 64 ? 0x1p52 : 0x1p23);
    return x > -whole && x < whole ? (real)(int64_t)x : x;
}

/* The floor; of -0 it is 0, for a compiler may use an instruction for toward_zero() that keeps the
 * sign, or two that do not. */
real ref(floor)(real x)
{
    const real t = toward_zero(x);
    return (t > x ? t - 1 : t) + 0;
}

/* libnoise's rule for the lattice cell: floor, but one lower at zero and negative integers. */
real ref(lattice_floor)(real x)
{
    return x > 0 ? toward_zero(x) : toward_zero(x) - 1;
}

/* fmod(n, 2^30), exact, for |n| >= 2^30; NaN for infinities. */
static real fmod_int_range(real n)
{
    return n - toward_zero(n * R(1 / WN_INT_RANGE)) * R(WN_INT_RANGE);
}

/* MakeInt32Range: brings any finite coordinate into (-2^30, 2^30). The doubling is libnoise's. */
real ref(int_range)(real n)
{
    if (n >= R(WN_INT_RANGE))
        return (2 * fmod_int_range(n)) - R(WN_INT_RANGE);
    if (n <= R(-WN_INT_RANGE))
        return (2 * fmod_int_range(n)) + R(WN_INT_RANGE);
    return n;
}

/* For bases that libnoise does not reduce: the same, but only where int would overflow. */
real ref(int_limit)(real n)
{
    return n >= R(WN_INT_LIMIT) || n <= R(-WN_INT_LIMIT) ? ref(int_range)(n) : n;
}

real ref(lerp)(real n0, real n1, real a)
{
    return ((1 - a) * n0) + (a * n1);
}

real ref(scurve3)(real a)
{
    return (a * a) * (3 - (2 * a));
}

real ref(scurve5)(real a)
{
    const real a3 = (a * a) * a, a4 = a3 * a, a5 = a4 * a;
    return ((6 * a5) - (15 * a4)) + (10 * a3);
}

real ref(cubic)(real n0, real n1, real n2, real n3, real a)
{
    const real p = (n3 - n2) - (n0 - n1);
    const real q = (n0 - n1) - p;
    const real r = n2 - n0;
    return ((((p * a) * a) * a + ((q * a) * a)) + (r * a)) + n1;
}

static real fade(real a, int32_t quality)
{
    switch (quality) {
    case WN_QUALITY_FAST:
        return a;
    case WN_QUALITY_STD:
        return ref(scurve3)(a);
    default:
        return ref(scurve5)(a);
    }
}

/* The linear part of the lattice hash. */
static uint32_t lattice_hash(uint32_t x, uint32_t y, uint32_t z, uint32_t seed)
{
    return WN_HASH_X * x + WN_HASH_Y * y + WN_HASH_Z * z + WN_HASH_SEED * seed;
}

/* IntValueNoise3D: 0 to 2^31 - 1. */
uint32_t ref(int_value)(uint32_t x, uint32_t y, uint32_t z, uint32_t seed)
{
    uint32_t n = lattice_hash(x, y, z, seed) & 0x7fffffffu;
    n = (n >> 13) ^ n;
    return (n * (n * n * 60493u + 19990303u) + 1376312589u) & 0x7fffffffu;
}

/* ValueNoise3D: (-1, 1] at a lattice point. */
real ref(lattice_value)(uint32_t x, uint32_t y, uint32_t z, uint32_t seed)
{
    return 1 - (real)(int32_t)ref(int_value)(x, y, z, seed) * R(1 / WN_INT_RANGE);
}

/* The gradient of the lattice point with hash h, dotted with the way from there. */
static real gradient(real dx, real dy, real dz, uint32_t h)
{
    const real *g = &WN_NAME(wn_gradient_table)[4 * ((h ^ (h >> 8)) & 255u)];
    return ((g[0] * dx + g[1] * dy) + g[2] * dz) * R(WN_GRADIENT_SCALE);
}

/* GradientNoise3D: (x, y, z) are integers. */
real ref(gradient)(real fx, real fy, real fz, real x, real y, real z, uint32_t seed)
{
    const uint32_t h = lattice_hash((uint32_t)ref(to_int)(x), (uint32_t)ref(to_int)(y),
                                    (uint32_t)ref(to_int)(z), seed);
    return gradient(fx - x, fy - y, fz - z, h);
}

/* GradientCoherentNoise3D: trilinear interpolation of the eight corners' gradients. */
real ref(gradient_coherent)(real x, real y, real z, uint32_t seed, int32_t quality)
{
    const real x0 = ref(lattice_floor)(x), y0 = ref(lattice_floor)(y), z0 = ref(lattice_floor)(z);
    const real dx0 = x - x0, dx1 = x - (x0 + 1);
    const real dy0 = y - y0, dy1 = y - (y0 + 1);
    const real dz0 = z - z0, dz1 = z - (z0 + 1);
    const uint32_t h00 = lattice_hash((uint32_t)ref(to_int)(x0), (uint32_t)ref(to_int)(y0),
                                      (uint32_t)ref(to_int)(z0), seed);
    const uint32_t h10 = h00 + WN_HASH_Y, h01 = h00 + WN_HASH_Z, h11 = h10 + WN_HASH_Z;
    const real xs = fade(dx0, quality), ys = fade(dy0, quality), zs = fade(dz0, quality);
    const real a = ref(lerp)(gradient(dx0, dy0, dz0, h00), gradient(dx1, dy0, dz0, h00 + WN_HASH_X),
                             xs);
    const real b = ref(lerp)(gradient(dx0, dy1, dz0, h10), gradient(dx1, dy1, dz0, h10 + WN_HASH_X),
                             xs);
    const real c = ref(lerp)(gradient(dx0, dy0, dz1, h01), gradient(dx1, dy0, dz1, h01 + WN_HASH_X),
                             xs);
    const real d = ref(lerp)(gradient(dx0, dy1, dz1, h11), gradient(dx1, dy1, dz1, h11 + WN_HASH_X),
                             xs);
    return ref(lerp)(ref(lerp)(a, b, ys), ref(lerp)(c, d, ys), zs);
}

/* ValueCoherentNoise3D: trilinear interpolation of the eight corners' values. */
real ref(value_coherent)(real x, real y, real z, uint32_t seed, int32_t quality)
{
    const real fx = ref(lattice_floor)(x), fy = ref(lattice_floor)(y), fz = ref(lattice_floor)(z);
    const real xs = fade(x - fx, quality), ys = fade(y - fy, quality), zs = fade(z - fz, quality);
    const uint32_t x0 = (uint32_t)ref(to_int)(fx), x1 = x0 + 1;
    const uint32_t y0 = (uint32_t)ref(to_int)(fy), y1 = y0 + 1;
    const uint32_t z0 = (uint32_t)ref(to_int)(fz), z1 = z0 + 1;
    const real a = ref(lerp)(ref(lattice_value)(x0, y0, z0, seed),
                             ref(lattice_value)(x1, y0, z0, seed), xs);
    const real b = ref(lerp)(ref(lattice_value)(x0, y1, z0, seed),
                             ref(lattice_value)(x1, y1, z0, seed), xs);
    const real c = ref(lerp)(ref(lattice_value)(x0, y0, z1, seed),
                             ref(lattice_value)(x1, y0, z1, seed), xs);
    const real d = ref(lerp)(ref(lattice_value)(x0, y1, z1, seed),
                             ref(lattice_value)(x1, y1, z1, seed), xs);
    return ref(lerp)(ref(lerp)(a, b, ys), ref(lerp)(c, d, ys), zs);
}
