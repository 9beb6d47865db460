/* SPDX-License-Identifier: MIT */
/*
 * The scalar reference in the precision being compiled (WN_REAL): prepared parameters, the noise
 * bases, and one function per primitive and module at one point. This is the specification: batch
 * kernels must return the same bits.
 *
 * Integers of the lattice are uint32_t so that they wrap, as libnoise's int does in practice.
 */
#ifndef WN_SCALAR_REFERENCE_H
#define WN_SCALAR_REFERENCE_H

#include "../include/widenoise/modules.h"
#include "native.h"
#include "real.h"

struct WN_PREP(no) {
    int32_t unused;
};
struct WN_PREP(lattice) {
    int32_t quality;
    uint32_t seed;
};
struct WN_PREP(constant) {
    real value;
};
struct WN_PREP(fractal) {
    real frequency, lacunarity, persistence;
    int32_t octaves, quality, range_reduction;
    uint32_t seed;
};
struct WN_PREP(ridged_multi) {
    real frequency, lacunarity;
    int32_t octaves, quality, range_reduction;
    uint32_t seed;
    real weight[30]; /* spectral weights */
};
struct WN_PREP(voronoi) {
    real frequency, displacement;
    uint32_t seed;
    int32_t distance;
};
struct WN_PREP(scale_bias) {
    real scale, bias;
};
struct WN_PREP(clamp) {
    real lower, upper;
};
struct WN_PREP(curve) {
    int32_t count;
    real input[WN_MAX_POINTS], output[WN_MAX_POINTS];
};
struct WN_PREP(terrace) {
    int32_t count, inverted;
    real value[WN_MAX_POINTS];
};
struct WN_PREP(exponent) {
    real exponent;
};
struct WN_PREP(select) {
    real lower, upper;       /* hard edges */
    int32_t soft;            /* falloff > 0 */
    real rise_from, rise_to; /* soft edges: lower -+ falloff */
    real fall_from, fall_to; /* upper -+ falloff */
};
struct WN_PREP(turbulence) {
    struct WN_PREP(fractal) perlin; /* seed is that of the x axis */
    real power;
};

struct WN_PREP(checkerboard) {
    int32_t range_reduction;
};
struct WN_PREP(radial) {
    real frequency;
};
struct WN_PREP(cell) {
    struct WN_PREP(voronoi) voronoi;
    int32_t metric, metric_distance;
    real minkowski, minkowski_root; /* c and 1 / c */
};
struct WN_PREP(simplex) {
    real frequency, lacunarity, persistence;
    int32_t octaves;
};
struct WN_PREP(white) {
    real scale;
    uint32_t seed;
};
struct WN_PREP(sm_seed) {
    uint32_t seed;
};
struct WN_PREP(sm_octave) {
    int32_t octaves;
    uint32_t seed;
};
struct WN_PREP(sm_simplex) {
    int32_t variant;
};
struct WN_PREP(rotate_point) {
    real m[3][3];
};
struct WN_PREP(scale_point) {
    real x, y, z;
};
struct WN_PREP(translate_point) {
    real x, y, z;
};

/* Turbulence samples its three perlin noises at offsets, k / 65536, because gradient noise is zero
 * at lattice points: [axis of the displacement][axis of the coordinate]. */
static const double wn_turbulence_offset[3][3] = {
    { 12414.0 / 65536, 65124.0 / 65536, 31337.0 / 65536 },
    { 26519.0 / 65536, 18128.0 / 65536, 60493.0 / 65536 },
    { 53820.0 / 65536, 11213.0 / 65536, 44845.0 / 65536 },
};

/* Constants of the lattice hash (libnoise's version 2) and of the bases. */
#define WN_HASH_X         1619u
#define WN_HASH_Y         31337u
#define WN_HASH_Z         6971u
#define WN_HASH_SEED      1013u
#define WN_GRADIENT_SCALE 2.12
#define WN_INT_RANGE      1073741824.0 /* 2^30, MakeInt32Range's limit */
#define WN_INT_LIMIT      2147483644.0 /* from here on an integer window of +-2 would overflow */
#define WN_SQRT3          0x1.bb67ae8584caap+0

/* ---- noise.c: the noise bases ---- */
uint32_t WN_NAME(wn_ref_int_value)(uint32_t x, uint32_t y, uint32_t z, uint32_t seed);
real WN_NAME(wn_ref_lattice_value)(uint32_t x, uint32_t y, uint32_t z, uint32_t seed);
real WN_NAME(wn_ref_gradient)(real fx, real fy, real fz, real x, real y, real z, uint32_t seed);
real WN_NAME(wn_ref_gradient_coherent)(real x, real y, real z, uint32_t seed, int32_t quality);
real WN_NAME(wn_ref_value_coherent)(real x, real y, real z, uint32_t seed, int32_t quality);
real WN_NAME(wn_ref_int_range)(real n);
real WN_NAME(wn_ref_int_limit)(real n);
real WN_NAME(wn_ref_lattice_floor)(real x);
real WN_NAME(wn_ref_floor)(real x);
int32_t WN_NAME(wn_ref_to_int)(real x);
real WN_NAME(wn_ref_lerp)(real n0, real n1, real a);
real WN_NAME(wn_ref_scurve3)(real a);
real WN_NAME(wn_ref_scurve5)(real a);
real WN_NAME(wn_ref_cubic)(real n0, real n1, real n2, real n3, real a);

/* ---- modules.c: modules that are asked at a point, or for a value of their sources ---- */
real WN_NAME(wn_ref_gradient3)(const struct WN_PREP(lattice) * p, real x, real y, real z);
real WN_NAME(wn_ref_value3)(const struct WN_PREP(lattice) * p, real x, real y, real z);
real WN_NAME(wn_ref_constant)(const struct WN_PREP(constant) * p, real x, real y, real z);
real WN_NAME(wn_ref_perlin)(const struct WN_PREP(fractal) * p, real x, real y, real z);
real WN_NAME(wn_ref_billow)(const struct WN_PREP(fractal) * p, real x, real y, real z);
real WN_NAME(wn_ref_ridged_multi)(const struct WN_PREP(ridged_multi) * p, real x, real y, real z);
real WN_NAME(wn_ref_voronoi)(const struct WN_PREP(voronoi) * p, real x, real y, real z);
real WN_NAME(wn_ref_scale_bias)(const struct WN_PREP(scale_bias) * p, real v);
real WN_NAME(wn_ref_clamp)(const struct WN_PREP(clamp) * p, real v);
real WN_NAME(wn_ref_curve)(const struct WN_PREP(curve) * p, real v);
real WN_NAME(wn_ref_terrace)(const struct WN_PREP(terrace) * p, real v);
real WN_NAME(wn_ref_exponent)(const struct WN_PREP(exponent) * p, real v);
real WN_NAME(wn_ref_cache)(real v);
real WN_NAME(wn_ref_add)(real a, real b);
real WN_NAME(wn_ref_multiply)(real a, real b);
real WN_NAME(wn_ref_max)(real a, real b);
real WN_NAME(wn_ref_min)(real a, real b);
real WN_NAME(wn_ref_blend)(real v0, real v1, real control);
real WN_NAME(wn_ref_select)(const struct WN_PREP(select) * p, real v0, real v1, real control);
void WN_NAME(wn_ref_turbulence)(const struct WN_PREP(turbulence) * p, real x, real y, real z,
                                real *displaced);

real WN_NAME(wn_ref_checkerboard)(const struct WN_PREP(checkerboard) * p, real x, real y, real z);
real WN_NAME(wn_ref_cylinders)(const struct WN_PREP(radial) * p, real x, real y, real z);
real WN_NAME(wn_ref_spheres)(const struct WN_PREP(radial) * p, real x, real y, real z);
real WN_NAME(wn_ref_cell)(const struct WN_PREP(cell) * p, real x, real y, real z);
real WN_NAME(wn_ref_simplex)(const struct WN_PREP(simplex) * p, real x, real y, real z);
real WN_NAME(wn_ref_white)(const struct WN_PREP(white) * p, real x, real y, real z);
real WN_NAME(wn_ref_abs)(real v);
real WN_NAME(wn_ref_invert)(real v);
real WN_NAME(wn_ref_power)(real a, real b);
void WN_NAME(wn_ref_displace)(real x, real y, real z, real dx, real dy, real dz, real *displaced);
void WN_NAME(wn_ref_rotate_point)(const struct WN_PREP(rotate_point) * p, real x, real y, real z,
                                  real *moved);
void WN_NAME(wn_ref_scale_point)(const struct WN_PREP(scale_point) * p, real x, real y, real z,
                                 real *moved);
void WN_NAME(wn_ref_translate_point)(const struct WN_PREP(translate_point) * p, real x, real y,
                                     real z, real *moved);

/* ---- sm_noise.c: sm.noise in the registry's shape (the others: sm_noise.h) ---- */
real WN_NAME(wn_ref_sm_float2)(const struct WN_PREP(sm_seed) * p, real x, real y);
real WN_NAME(wn_ref_sm_octave2)(const struct WN_PREP(sm_octave) * p, real x, real y);
real WN_NAME(wn_ref_sm_perlin2)(const struct WN_PREP(sm_seed) * p, real x, real y);
real WN_NAME(wn_ref_sm_simplex1)(real x);
real WN_NAME(wn_ref_sm_simplex2)(const struct WN_PREP(sm_simplex) * p, real x, real y);

/* Which sources a select needs for a control value: bit 0 source 0, bit 1 source 1. */
static inline unsigned WN_NAME(wn_select_needs)(const struct WN_PREP(select) * p, real control)
{
    if (p->soft) {
        unsigned need0 = control < p->rise_to || !(control < p->fall_from);
        unsigned need1 = !(control < p->rise_from) && control < p->fall_to;
        return need0 | need1 << 1;
    }
    return control < p->lower || control > p->upper ? 1u : 2u;
}

#endif
