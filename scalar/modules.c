/* SPDX-License-Identifier: MIT */
/*
 * Every primitive and module at one point, compiled once per precision: read here what a module
 * is. Generators take a point; the others take the values of their sources. After libnoise 1.0.0,
 * module/<name>.cpp, whose order of operations is kept.
 */
#include "reference.h"

#include "math.h"

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <math.h>
#endif

#define ref(name) WN_NAME(wn_ref_##name)

/* The sign bit alone, so that NaN stays NaN and -0 becomes 0. */
static real absolute(real v)
{
    return v < 0 ? -v : v == 0 ? 0 : v;
}

real ref(gradient3)(const struct WN_PREP(lattice) * p, real x, real y, real z)
{
    return ref(gradient_coherent)(ref(int_limit)(x), ref(int_limit)(y), ref(int_limit)(z), p->seed,
                                  p->quality);
}

real ref(value3)(const struct WN_PREP(lattice) * p, real x, real y, real z)
{
    return ref(value_coherent)(ref(int_limit)(x), ref(int_limit)(y), ref(int_limit)(z), p->seed,
                               p->quality);
}

real ref(constant)(const struct WN_PREP(constant) * p, real x, real y, real z)
{
    (void)x, (void)y, (void)z;
    return p->value;
}

/* One octave of the fractals. The coordinate itself is not reduced from octave to octave. */
static real octave(real x, real y, real z, uint32_t seed, int32_t quality)
{
    return ref(gradient_coherent)(ref(int_range)(x), ref(int_range)(y), ref(int_range)(z), seed,
                                  quality);
}

real ref(perlin)(const struct WN_PREP(fractal) * p, real x, real y, real z)
{
    real value = 0, amplitude = 1;
    x *= p->frequency, y *= p->frequency, z *= p->frequency;
    for (int32_t o = 0; o < p->octaves; o++) {
        const real signal = octave(x, y, z, p->seed + (uint32_t)o, p->quality);
        value += signal * amplitude;
        x *= p->lacunarity, y *= p->lacunarity, z *= p->lacunarity;
        amplitude *= p->persistence;
    }
    return value;
}

real ref(billow)(const struct WN_PREP(fractal) * p, real x, real y, real z)
{
    real value = 0, amplitude = 1;
    x *= p->frequency, y *= p->frequency, z *= p->frequency;
    for (int32_t o = 0; o < p->octaves; o++) {
        const real signal = octave(x, y, z, p->seed + (uint32_t)o, p->quality);
        value += ((2 * absolute(signal)) - 1) * amplitude;
        x *= p->lacunarity, y *= p->lacunarity, z *= p->lacunarity;
        amplitude *= p->persistence;
    }
    return value + R(0.5);
}

/* Musgrave's ridged multifractal as libnoise has it: offset 1, gain 2; the weighted signal feeds
 * the next weight. */
real ref(ridged_multi)(const struct WN_PREP(ridged_multi) * p, real x, real y, real z)
{
    real value = 0, weight = 1;
    x *= p->frequency, y *= p->frequency, z *= p->frequency;
    for (int32_t o = 0; o < p->octaves; o++) {
        real signal = 1 - absolute(octave(x, y, z, p->seed + (uint32_t)o, p->quality));
        signal = signal * signal;
        signal = signal * weight;
        weight = signal * 2;
        if (weight > 1)
            weight = 1;
        if (weight < 0)
            weight = 0;
        value += signal * p->weight[o];
        x *= p->lacunarity, y *= p->lacunarity, z *= p->lacunarity;
    }
    return (value * R(1.25)) - 1;
}

/* The true floor of a coordinate within int range, as an integer of the lattice. */
static uint32_t floor_int(real v)
{
    const int32_t i = ref(to_int)(v);
    return (uint32_t)i - (v < (real)i);
}

/* The instruction where there is one: sqrt is exact anywhere, but needs libm without optimisation.
 */
static real square_root(real v)
{
#if defined(__SSE2__)
    const __m128d a = _mm_set_sd((double)v);
    return (real)_mm_cvtsd_f64(_mm_sqrt_sd(a, a));
#elif defined(__aarch64__)
    return (real)vget_lane_f64(vsqrt_f64(vdup_n_f64((double)v)), 0);
#else
    return (real)sqrt((double)v);
#endif
}

/* The nearest of the seed points of 5 x 5 x 5 cells, first come first kept; the cells are counted,
 * not compared, so that the search ends at any coordinate. */
real ref(voronoi)(const struct WN_PREP(voronoi) * p, real x, real y, real z)
{
    x = ref(int_limit)(x * p->frequency);
    y = ref(int_limit)(y * p->frequency);
    z = ref(int_limit)(z * p->frequency);
    const uint32_t xi = (uint32_t)ref(to_int)(ref(lattice_floor)(x));
    const uint32_t yi = (uint32_t)ref(to_int)(ref(lattice_floor)(y));
    const uint32_t zi = (uint32_t)ref(to_int)(ref(lattice_floor)(z));
    real nearest = R(2147483647.0), cx = 0, cy = 0, cz = 0;
    for (uint32_t k = zi - 2; k != zi + 3; k++) {
        for (uint32_t j = yi - 2; j != yi + 3; j++) {
            for (uint32_t i = xi - 2; i != xi + 3; i++) {
                const real px = (real)(int32_t)i + ref(lattice_value)(i, j, k, p->seed);
                const real py = (real)(int32_t)j + ref(lattice_value)(i, j, k, p->seed + 1);
                const real pz = (real)(int32_t)k + ref(lattice_value)(i, j, k, p->seed + 2);
                const real dx = px - x, dy = py - y, dz = pz - z;
                const real distance = (dx * dx + dy * dy) + dz * dz;
                if (distance < nearest) {
                    nearest = distance;
                    cx = px, cy = py, cz = pz;
                }
            }
        }
    }
    real value = 0;
    if (p->distance) {
        const real dx = cx - x, dy = cy - y, dz = cz - z;
        value = (square_root((dx * dx + dy * dy) + dz * dz) * R(WN_SQRT3)) - 1;
    }
    /* libnoise hashes the winning point's own cell, always with seed 0 */
    return value +
        (p->displacement * ref(lattice_value)(floor_int(cx), floor_int(cy), floor_int(cz), 0));
}

real ref(scale_bias)(const struct WN_PREP(scale_bias) * p, real v)
{
    return (v * p->scale) + p->bias;
}

real ref(clamp)(const struct WN_PREP(clamp) * p, real v)
{
    return v < p->lower ? p->lower : v > p->upper ? p->upper : v;
}

/* Index of the first of count sorted values that is greater than v; count if none (NaN too). */
static int32_t first_above(const real *sorted, int32_t count, real v)
{
    int32_t m = 0;
    while (m < count && !(v < sorted[m]))
        m++;
    return m;
}

static int32_t limited(int32_t i, int32_t count)
{
    return i < 0 ? 0 : i >= count ? count - 1 : i;
}

real ref(curve)(const struct WN_PREP(curve) * p, real v)
{
    const int32_t m = first_above(p->input, p->count, v);
    const int32_t i0 = limited(m - 2, p->count), i1 = limited(m - 1, p->count);
    const int32_t i2 = limited(m, p->count), i3 = limited(m + 1, p->count);
    if (i1 == i2) /* before the first or behind the last point */
        return p->output[i1];
    const real a = (v - p->input[i1]) / (p->input[i2] - p->input[i1]);
    return ref(cubic)(p->output[i0], p->output[i1], p->output[i2], p->output[i3], a);
}

real ref(terrace)(const struct WN_PREP(terrace) * p, real v)
{
    const int32_t m = first_above(p->value, p->count, v);
    const int32_t i0 = limited(m - 1, p->count), i1 = limited(m, p->count);
    if (i0 == i1)
        return p->value[i1];
    real v0 = p->value[i0], v1 = p->value[i1];
    real a = (v - v0) / (v1 - v0);
    if (p->inverted) {
        const real swap = v0;
        a = 1 - a;
        v0 = v1;
        v1 = swap;
    }
    a = a * a;
    return ref(lerp)(v0, v1, a);
}

real ref(exponent)(const struct WN_PREP(exponent) * p, real v)
{
    return (ref(pow)(absolute((v + 1) / 2), p->exponent) * 2) - 1;
}

real ref(cache)(real v)
{
    return v;
}

real ref(add)(real a, real b)
{
    return a + b;
}

real ref(multiply)(real a, real b)
{
    return a * b;
}

/* libnoise's GetMax: the second where either is NaN or both are equal. */
real ref(max)(real a, real b)
{
    return a > b ? a : b;
}

real ref(min)(real a, real b)
{
    return a < b ? a : b;
}

real ref(blend)(real v0, real v1, real control)
{
    return ref(lerp)(v0, v1, (control + 1) / 2);
}

real ref(select)(const struct WN_PREP(select) * p, real v0, real v1, real control)
{
    if (!p->soft)
        return control < p->lower || control > p->upper ? v0 : v1;
    if (control < p->rise_from)
        return v0;
    if (control < p->rise_to)
        return ref(lerp)(v0, v1,
                         ref(scurve3)((control - p->rise_from) / (p->rise_to - p->rise_from)));
    if (control < p->fall_from)
        return v1;
    if (control < p->fall_to)
        return ref(lerp)(v1, v0,
                         ref(scurve3)((control - p->fall_from) / (p->fall_to - p->fall_from)));
    return v0; /* NaN too */
}

void ref(turbulence)(const struct WN_PREP(turbulence) * p, real x, real y, real z, real *displaced)
{
    const real point[3] = { x, y, z };
    for (int axis = 0; axis < 3; axis++) {
        struct WN_PREP(fractal) perlin = p->perlin;
        perlin.seed += (uint32_t)axis;
        const real displacement = ref(perlin)(&perlin, x + R(wn_turbulence_offset[axis][0]),
                                              y + R(wn_turbulence_offset[axis][1]),
                                              z + R(wn_turbulence_offset[axis][2]));
        displaced[axis] = point[axis] + (displacement * p->power);
    }
}
