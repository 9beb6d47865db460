/* SPDX-License-Identifier: MIT */
/*
 * Every primitive and module at one point, compiled once per precision: read here what a module
 * is. Generators take a point; the others take the values of their sources. After libnoise 1.0.0,
 * module/<name>.cpp, whose order of operations is kept.
 */
#include "reference.h"

#include "math.h"
#include "permutation.h"
#include "square_root.h"

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
static real octave(real x, real y, real z, uint32_t seed, int32_t quality, int32_t range_reduction)
{
    if (!range_reduction)
        return ref(gradient_coherent)(ref(int_limit)(x), ref(int_limit)(y), ref(int_limit)(z), seed,
                                      quality);
    return ref(gradient_coherent)(ref(int_range)(x), ref(int_range)(y), ref(int_range)(z), seed,
                                  quality);
}

real ref(perlin)(const struct WN_PREP(fractal) * p, real x, real y, real z)
{
    real value = 0, amplitude = 1;
    x *= p->frequency, y *= p->frequency, z *= p->frequency;
    for (int32_t o = 0; o < p->octaves; o++) {
        const real signal = octave(x, y, z, p->seed + (uint32_t)o, p->quality, p->range_reduction);
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
        const real signal = octave(x, y, z, p->seed + (uint32_t)o, p->quality, p->range_reduction);
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
        real signal = 1 -
            absolute(octave(x, y, z, p->seed + (uint32_t)o, p->quality, p->range_reduction));
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

/* The true floor, as an integer of the lattice. */
static uint32_t floor_int(real v)
{
    return (uint32_t)ref(to_int)(ref(floor)(v));
}

static real square_root(real v)
{
    return (real)wn_square_root((double)v); /* in f32 rounding twice does no harm to a root */
}

/* A seed point of voronoi or cell. */
struct seed_point {
    real x, y, z;
};

/* How far a seed point is by a metric, or the square of it: wn_metric. The metric is an argument
 * here and below, so that it is a constant in the loops of voronoi. */
static inline real metric_distance(const struct WN_PREP(cell) * p, int32_t metric, real dx, real dy,
                                   real dz)
{
    if (metric == WN_METRIC_EUCLIDEAN)
        return (dx * dx + dy * dy) + dz * dz;
    const real ax = absolute(dx), ay = absolute(dy), az = absolute(dz);
    const real c = p->minkowski;
    switch (metric) {
    case WN_METRIC_QUADRATIC:
        return ((((dx * dx + dy * dy) + dz * dz) + dx * dy) + dx * dz) + dy * dz;
    case WN_METRIC_MANHATTAN:
        return (ax + ay) + az;
    case WN_METRIC_CHEBYSHEV:
        return ref(max)(ax, ref(max)(ay, az));
    default:
        return ref(pow)((ref(pow)(ax, c) + ref(pow)(ay, c)) + ref(pow)(az, c), p->minkowski_root);
    }
}

/* The nearest of the seed points of 5 x 5 x 5 cells, first come first kept; the cells are counted,
 * not compared, so that the search ends at any coordinate. The origin if none is nearer than
 * `nearest`. */
static inline struct seed_point nearest_point(const struct WN_PREP(cell) * p, int32_t metric,
                                              real nearest, real x, real y, real z)
{
    const uint32_t xi = (uint32_t)ref(to_int)(ref(lattice_floor)(x));
    const uint32_t yi = (uint32_t)ref(to_int)(ref(lattice_floor)(y));
    const uint32_t zi = (uint32_t)ref(to_int)(ref(lattice_floor)(z));
    const uint32_t seed = p->voronoi.seed;
    struct seed_point found = { 0, 0, 0 };
    for (uint32_t k = zi - 2; k != zi + 3; k++) {
        for (uint32_t j = yi - 2; j != yi + 3; j++) {
            for (uint32_t i = xi - 2; i != xi + 3; i++) {
                const real px = (real)(int32_t)i + ref(lattice_value)(i, j, k, seed);
                const real py = (real)(int32_t)j + ref(lattice_value)(i, j, k, seed + 1);
                const real pz = (real)(int32_t)k + ref(lattice_value)(i, j, k, seed + 2);
                const real distance = metric_distance(p, metric, px - x, py - y, pz - z);
                if (distance < nearest) {
                    nearest = distance;
                    found = (struct seed_point) { px, py, pz };
                }
            }
        }
    }
    return found;
}

/* What voronoi and cell make of the nearest seed point. */
static inline real cell_value(const struct WN_PREP(cell) * p, int32_t metric, real nearest, real x,
                              real y, real z)
{
    x = ref(int_limit)(x * p->voronoi.frequency);
    y = ref(int_limit)(y * p->voronoi.frequency);
    z = ref(int_limit)(z * p->voronoi.frequency);
    if (metric == WN_METRIC_CHEBYSHEV) { /* max forgets a NaN that other metrics keep */
        const real sum = (x + y) + z, none = sum - sum;
        x += none, y += none, z += none;
    }
    const struct seed_point c = nearest_point(p, metric, nearest, x, y, z);
    real value = 0;
    if (p->voronoi.distance) {
        const real dx = c.x - x, dy = c.y - y, dz = c.z - z;
        real distance = (dx * dx + dy * dy) + dz * dz;
        if (p->metric_distance)
            distance = metric_distance(p, metric, dx, dy, dz);
        if (!p->metric_distance || metric <= WN_METRIC_QUADRATIC)
            distance = square_root(distance);
        value = (distance * R(WN_SQRT3)) - 1;
    }
    /* libnoise hashes the winning point's own cell, always with seed 0 */
    const real random = ref(lattice_value)(floor_int(c.x), floor_int(c.y), floor_int(c.z), 0);
    return value + (p->voronoi.displacement * random);
}

real ref(voronoi)(const struct WN_PREP(voronoi) * p, real x, real y, real z)
{
    const struct WN_PREP(cell) cell = { .voronoi = *p, .metric = WN_METRIC_EUCLIDEAN };
    return cell_value(&cell, WN_METRIC_EUCLIDEAN, R(2147483647.0), x, y, z);
}

/* SharpNoise's generalisation. */
real ref(cell)(const struct WN_PREP(cell) * p, real x, real y, real z)
{
    return cell_value(p, p->metric, R(WN_REAL == 64 ? DBL_MAX : FLT_MAX), x, y, z);
}

real ref(checkerboard)(const struct WN_PREP(checkerboard) * p, real x, real y, real z)
{
    const real c[3] = { x, y, z };
    uint32_t sum = 0;
    for (int axis = 0; axis < 3; axis++) {
        const real reduced = p->range_reduction ? ref(int_range)(c[axis]) : ref(int_limit)(c[axis]);
        sum ^= (uint32_t)ref(to_int)(ref(floor)(reduced)); /* NaN and infinities count as even */
    }
    return sum & 1 ? -1 : 1;
}

/* 1 on spheres of integer radius, -1 half way between. */
static real shells(real radius)
{
    const real inner = radius - ref(floor)(radius), outer = 1 - inner;
    return 1 - (ref(min)(inner, outer) * 4);
}

real ref(cylinders)(const struct WN_PREP(radial) * p, real x, real y, real z)
{
    (void)y;
    x *= p->frequency, z *= p->frequency;
    return shells(square_root((x * x) + (z * z)));
}

real ref(spheres)(const struct WN_PREP(radial) * p, real x, real y, real z)
{
    x *= p->frequency, y *= p->frequency, z *= p->frequency;
    return shells(square_root(((x * x) + (y * y)) + (z * z)));
}

/* A corner's share of simplex noise: the gradient's slope, faded out at a distance of sqrt(0.6). */
static real simplex_corner(real x, real y, real z, uint32_t i, uint32_t j, uint32_t k)
{
    const uint32_t h = (i + wn_permute(j + wn_permute(k))) & 255;
    const real gx = WN_NAME(wn_simplex_slope)[0][h], gy = WN_NAME(wn_simplex_slope)[1][h];
    const real gz = WN_NAME(wn_simplex_slope)[2][h];
    real t = ((R(0.6) - x * x) - y * y) - z * z;
    if (t < 0)
        return 0;
    t = t * t;
    return (t * t) * ((gx * x + gy * y) + gz * z);
}

/* S. Gustavson, "Simplex noise demystified", 2005, in three dimensions; coordinates of 2^30 and
 * more are reduced, so that the skewed ones are within int. */
static real simplex_noise(real x, real y, real z)
{
    const real skew = R(1.0 / 3), unskew = R(1.0 / 6);
    x = ref(int_range)(x), y = ref(int_range)(y), z = ref(int_range)(z);
    const real s = ((x + y) + z) * skew;
    const real ir = ref(floor)(x + s), jr = ref(floor)(y + s), kr = ref(floor)(z + s);
    const real t = ((ir + jr) + kr) * unskew;
    const real x0 = x - (ir - t), y0 = y - (jr - t), z0 = z - (kr - t);
    /* the corners between first and last: one step along the largest axis, then along the next */
    const int xy = x0 >= y0, yz = y0 >= z0, xz = x0 >= z0;
    const int i1 = xy && xz, j1 = !xy && yz, k1 = !xz && !yz;
    const int i2 = xy || xz, j2 = !xy || yz, k2 = !xz || !yz;
    const real x1 = (x0 - (real)i1) + unskew, y1 = (y0 - (real)j1) + unskew;
    const real z1 = (z0 - (real)k1) + unskew;
    const real x2 = (x0 - (real)i2) + 2 * unskew, y2 = (y0 - (real)j2) + 2 * unskew;
    const real z2 = (z0 - (real)k2) + 2 * unskew;
    const real x3 = (x0 - 1) + 3 * unskew, y3 = (y0 - 1) + 3 * unskew, z3 = (z0 - 1) + 3 * unskew;
    const uint32_t i = (uint32_t)ref(to_int)(ir), j = (uint32_t)ref(to_int)(jr);
    const uint32_t k = (uint32_t)ref(to_int)(kr);
    const real n0 = simplex_corner(x0, y0, z0, i, j, k);
    const real n1 = simplex_corner(x1, y1, z1, i + (uint32_t)i1, j + (uint32_t)j1,
                                   k + (uint32_t)k1);
    const real n2 = simplex_corner(x2, y2, z2, i + (uint32_t)i2, j + (uint32_t)j2,
                                   k + (uint32_t)k2);
    const real n3 = simplex_corner(x3, y3, z3, i + 1, j + 1, k + 1);
    return 32 * (((n0 + n1) + n2) + n3);
}

real ref(simplex)(const struct WN_PREP(simplex) * p, real x, real y, real z)
{
    real value = 0, amplitude = 1;
    x *= p->frequency, y *= p->frequency, z *= p->frequency;
    for (int32_t o = 0; o < p->octaves; o++) {
        value += simplex_noise(x, y, z) * amplitude;
        x *= p->lacunarity, y *= p->lacunarity, z *= p->lacunarity;
        amplitude *= p->persistence;
    }
    return value;
}

real ref(white)(const struct WN_PREP(white) * p, real x, real y, real z)
{
    return ref(lattice_value)((uint32_t)ref(to_int)(ref(int_limit)(x * p->scale)),
                              (uint32_t)ref(to_int)(ref(int_limit)(y * p->scale)),
                              (uint32_t)ref(to_int)(ref(int_limit)(z * p->scale)), p->seed);
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

real ref(abs)(real v)
{
    return absolute(v);
}

real ref(invert)(real v)
{
    return -v;
}

real ref(power)(real a, real b)
{
    return ref(pow)(a, b);
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

void ref(displace)(real x, real y, real z, real dx, real dy, real dz, real *displaced)
{
    displaced[0] = x + dx;
    displaced[1] = y + dy;
    displaced[2] = z + dz;
}

void ref(rotate_point)(const struct WN_PREP(rotate_point) * p, real x, real y, real z, real *moved)
{
    for (int axis = 0; axis < 3; axis++)
        moved[axis] = ((p->m[axis][0] * x) + (p->m[axis][1] * y)) + (p->m[axis][2] * z);
}

void ref(scale_point)(const struct WN_PREP(scale_point) * p, real x, real y, real z, real *moved)
{
    moved[0] = x * p->x;
    moved[1] = y * p->y;
    moved[2] = z * p->z;
}

void ref(translate_point)(const struct WN_PREP(translate_point) * p, real x, real y, real z,
                          real *moved)
{
    moved[0] = x + p->x;
    moved[1] = y + p->y;
    moved[2] = z + p->z;
}
