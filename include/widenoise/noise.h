/* SPDX-License-Identifier: MIT */
/**
 * @file noise.h
 * Native noise: value, value cubic, Perlin, simplex, super simplex, cellular and white noise in one
 * to four dimensions, fractals over any of them, and domain warp.
 *
 * These are this library's own definitions, made for lanes and for grids (grid.h); libnoise's are
 * in modules.h. docs/noise.md has the formulas, a picture of each and the derivation of the bounds.
 *
 * Lattice. A coordinate c counts (c + offset) * frequency lattice cells. The offset is split in
 * double precision into whole cells, which enter the hash, and a fraction, so that an f32 call with
 * small coordinates and a large offset keeps all its precision: X = c * frequency + fraction. (So bits
 * depend on the offset: chunks whose seams must be exact share one.) Cells
 * are numbered modulo 2^32. A coordinate that is NaN gives NaN; one that is infinite in cells
 * counts as 0 there (infinity times a frequency of 0 is NaN).
 *
 * Seeds. All 64 bits count: low ^ mix(high), where mix(0) = 0, so that seeds below 2^32 stand for
 * themselves. The seed enters the hash and nothing else. Octave i of a fractal has a seed derived
 * from (seed, i) and a lattice of its own place; octave 0 is the noise that wn_noise3_f32() gives.
 *
 * Range. Results are scaled to [-1, 1] by the proven bound of each primitive and never leave it;
 * wn_noise_bounds() and wn_fractal_bounds() tell the range of any setting.
 */
#ifndef WIDENOISE_NOISE_H
#define WIDENOISE_NOISE_H

#include "modules.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Native primitives. Values are pinned. */
typedef enum wn_primitive {
    WN_PRIMITIVE_VALUE = 0,         /**< 1D to 4D; lattice values, quintic interpolation (C2) */
    WN_PRIMITIVE_VALUE_CUBIC = 1,   /**< 1D to 4D; lattice values, Catmull-Rom splines (C1) */
    WN_PRIMITIVE_PERLIN = 2,        /**< 1D to 4D; lattice gradients, quintic interpolation (C2) */
    WN_PRIMITIVE_SIMPLEX = 3,       /**< 1D to 4D; gradients on a simplex lattice (C3) */
    WN_PRIMITIVE_SUPER_SIMPLEX = 4, /**< 2D and 3D; the same with wider kernels, smoother (C3) */
    WN_PRIMITIVE_CELLULAR = 5,      /**< 2D and 3D; Worley noise */
    WN_PRIMITIVE_WHITE = 6,         /**< 1D to 4D; an independent value in each lattice cell */
} wn_primitive;

/** By which distance cellular noise finds the nearest feature points; d = (dx, dy, dz). */
typedef enum wn_cellular_metric {
    WN_CELLULAR_EUCLIDEAN = 0,         /**< sqrt(dx^2 + dy^2 + dz^2) */
    WN_CELLULAR_EUCLIDEAN_SQUARED = 1, /**< dx^2 + dy^2 + dz^2 */
    WN_CELLULAR_MANHATTAN = 2,         /**< |dx| + |dy| + |dz| */
    WN_CELLULAR_CHEBYSHEV = 3,         /**< max(|dx|, |dy|, |dz|) */
    WN_CELLULAR_HYBRID = 4,            /**< squared Euclidean + Manhattan */
} wn_cellular_metric;

/** What cellular noise returns. Fk: distance to the k-th nearest feature point, in cells. */
typedef enum wn_cellular_return {
    WN_CELLULAR_F1 = 0,
    WN_CELLULAR_F2 = 1,
    WN_CELLULAR_F3 = 2,
    WN_CELLULAR_F4 = 3,
    WN_CELLULAR_F2_MINUS_F1 = 4,
    WN_CELLULAR_F1_PLUS_F2 = 5,
    WN_CELLULAR_F1_TIMES_F2 = 6,
    WN_CELLULAR_F1_OVER_F2 = 7, /**< 1 where both are 0 */
    WN_CELLULAR_VALUE = 8,      /**< random value of the nearest point's cell, -1 to 1 */
    WN_CELLULAR_ID = 9,         /**< random whole number of that cell, 0 to 2^24 - 1 */
    WN_CELLULAR_X = 10,         /**< the nearest point's coordinates, in the caller's units; of a
                                     module, one of those that it reads (axes) */
    WN_CELLULAR_Y = 11,
    WN_CELLULAR_Z = 12,    /**< array calls: in 3D */
    WN_CELLULAR_EDGE = 13, /**< Euclidean distance to the nearest border between cells */
} wn_cellular_return;

/** Which coordinates a module reads: a sum of these. */
typedef enum wn_axes {
    WN_AXIS_X = 1,
    WN_AXIS_Y = 2,
    WN_AXIS_Z = 4,
    WN_AXIS_W = 8, /**< the parameter w */
} wn_axes;

/** noise1 to noise4, and the module noise. */
typedef struct wn_noise_params {
    size_t size;
    uint64_t seed; /**< default 0 */
    double
        frequency;   /**< lattice cells per unit; default 1. Perlin noise is 0 at lattice points, so
                            whole coordinates want a frequency that is not whole, such as 0.02 */
    double offset_x; /**< added to x, exactly (see above); default 0. Offsets belong to the
                            coordinates of their name, also where a module does not read all; in
                            array calls x, y, z, w are the first to fourth array, whatever they
                            mean to the caller */
    double offset_y; /**< default 0 */
    double offset_z; /**< default 0 */
    double offset_w; /**< default 0 */
    int32_t primitive; /**< wn_primitive; default Perlin */
    int32_t metric;    /**< cellular: wn_cellular_metric; default Euclidean */
    int32_t returns;   /**< cellular: wn_cellular_return; default F1 */
    int32_t raw;       /**< cellular: 1: distances in cells, unscaled; default 0 */
    double jitter;     /**< cellular: 0 (points at cell centres) to 1 (anywhere); default 1 */
    int32_t axes;      /**< module: wn_axes that it reads, their number is the dimension; default
                            7 (x, y, z). Array calls read all of their arrays */
    double w;          /**< module: the fourth coordinate, where axes has it; default 0 */
} wn_noise_params;

/** How octaves are put together; n is an octave's noise, of which the amplitude is gain^i. */
typedef enum wn_fractal_kind {
    WN_FRACTAL_FBM = 0,          /**< sum of n */
    WN_FRACTAL_BILLOW = 1,       /**< sum of 2 |n| - 1 */
    WN_FRACTAL_RIDGED = 2,       /**< sum of 1 - 2 |n| */
    WN_FRACTAL_PING_PONG = 3,    /**< sum of n folded to and fro */
    WN_FRACTAL_MULTI = 4,        /**< Musgrave's multifractal: product of 1 + n */
    WN_FRACTAL_HYBRID_MULTI = 5, /**< Musgrave's hybrid multifractal: sum of 1 + n, each damped by
                                      the ones before (weighted_strength adds nothing to that) */
} wn_fractal_kind;

/** What becomes of the range of a fractal. */
typedef enum wn_fractal_bounding {
    WN_BOUNDING_NONE = 0,      /**< the plain sum; wn_fractal_bounds() tells its range. One that
                                    would overflow is scaled down */
    WN_BOUNDING_AMPLITUDE = 1, /**< mapped linearly from its bounds to [-1, 1]; for the sums this is
                                    the division by the sum of amplitudes */
} wn_fractal_bounding;

/** fractal1 to fractal4, and the module fractal: the fields of wn_noise_params, then octaves. */
typedef struct wn_noise_fractal_params {
    size_t size;
    uint64_t seed;
    double frequency; /**< of the first octave */
    double offset_x;
    double offset_y;
    double offset_z;
    double offset_w;
    int32_t primitive;
    int32_t metric;
    int32_t returns; /**< what has the range -1 to 1: not ID, X, Y, Z; and raw must be 0 */
    int32_t raw;
    double jitter;
    int32_t axes;
    double w;
    int32_t fractal;           /**< wn_fractal_kind; default fBm */
    int32_t octaves;           /**< 1 to 30; default 5 */
    double lacunarity;         /**< frequency ratio of successive octaves; default 2 */
    double gain;               /**< amplitude ratio of successive octaves; default 0.5 */
    double weighted_strength;  /**< 0 to 1: how much low values damp later octaves; default 0 */
    double ping_pong_strength; /**< ping-pong: number of folds; default 2 */
    int32_t bounding;          /**< wn_fractal_bounding; default amplitude */
} wn_noise_fractal_params;

/** What displaces coordinates. */
typedef enum wn_warp_kind {
    WN_WARP_GRADIENT = 0, /**< random vectors at lattice points, quintic interpolation */
    WN_WARP_NOISE = 1,    /**< a noise of its own for each axis */
} wn_warp_kind;

/** How the octaves of a warp follow each other. */
typedef enum wn_warp_mode {
    WN_WARP_INDEPENDENT = 0, /**< all octaves are taken at the same point; displacements add up */
    WN_WARP_PROGRESSIVE =
        1, /**< each octave is taken at the point that the ones before displaced */
} wn_warp_mode;

/** warp2, warp3, and the transformer warp. With one octave (the default) it is a single warp. */
typedef struct wn_warp_params {
    size_t size;
    uint64_t seed;
    double frequency; /**< of the warp's own lattice; default 1 */
    double offset_x;  /**< of the warp's own lattice */
    double offset_y;
    double offset_z;
    double amplitude;  /**< largest displacement of the first octave along an axis, in the caller's
                            units; default 1. Amplitudes are limited to 2^97 in f32, 2^964 in f64,
                            so that finite coordinates stay finite */
    int32_t warp;      /**< wn_warp_kind; default gradient */
    int32_t primitive; /**< wn_primitive of WN_WARP_NOISE, not cellular; default Perlin */
    int32_t mode;      /**< wn_warp_mode; default independent */
    int32_t octaves;   /**< 1 to 30; default 1 */
    double lacunarity; /**< default 2 */
    double gain;       /**< amplitude ratio of successive octaves; default 0.5 */
    int32_t axes;      /**< module: wn_axes that it reads and displaces, two or three of x, y, z;
                            default 7. Array calls displace all of their arrays */
} wn_warp_params;

/**
 * Noise at n points: out[i] = noise(x[i], y[i], ...).
 *
 * Any n, any alignment that the element type allows; out may be one of the inputs; nothing is
 * allocated; any number of threads. params NULL: the defaults. On an error nothing is written.
 * @return WN_OK; WN_ERROR_ARGUMENT, WN_ERROR_OVERLAP; WN_ERROR_PARAMETER also where the primitive
 *         does not exist in so many dimensions
 */
WN_API wn_status wn_noise1_f32(const wn_noise_params *params, size_t n, const float *x, float *out);
WN_API wn_status wn_noise2_f32(const wn_noise_params *params, size_t n, const float *x,
                               const float *y, float *out);
WN_API wn_status wn_noise3_f32(const wn_noise_params *params, size_t n, const float *x,
                               const float *y, const float *z, float *out);
WN_API wn_status wn_noise4_f32(const wn_noise_params *params, size_t n, const float *x,
                               const float *y, const float *z, const float *w, float *out);
WN_API wn_status wn_noise1_f64(const wn_noise_params *params, size_t n, const double *x,
                               double *out);
WN_API wn_status wn_noise2_f64(const wn_noise_params *params, size_t n, const double *x,
                               const double *y, double *out);
WN_API wn_status wn_noise3_f64(const wn_noise_params *params, size_t n, const double *x,
                               const double *y, const double *z, double *out);
WN_API wn_status wn_noise4_f64(const wn_noise_params *params, size_t n, const double *x,
                               const double *y, const double *z, const double *w, double *out);

/** Octaves of noise at n points, as above. */
WN_API wn_status wn_fractal1_f32(const wn_noise_fractal_params *params, size_t n, const float *x,
                                 float *out);
WN_API wn_status wn_fractal2_f32(const wn_noise_fractal_params *params, size_t n, const float *x,
                                 const float *y, float *out);
WN_API wn_status wn_fractal3_f32(const wn_noise_fractal_params *params, size_t n, const float *x,
                                 const float *y, const float *z, float *out);
WN_API wn_status wn_fractal4_f32(const wn_noise_fractal_params *params, size_t n, const float *x,
                                 const float *y, const float *z, const float *w, float *out);
WN_API wn_status wn_fractal1_f64(const wn_noise_fractal_params *params, size_t n, const double *x,
                                 double *out);
WN_API wn_status wn_fractal2_f64(const wn_noise_fractal_params *params, size_t n, const double *x,
                                 const double *y, double *out);
WN_API wn_status wn_fractal3_f64(const wn_noise_fractal_params *params, size_t n, const double *x,
                                 const double *y, const double *z, double *out);
WN_API wn_status wn_fractal4_f64(const wn_noise_fractal_params *params, size_t n, const double *x,
                                 const double *y, const double *z, const double *w, double *out);

/** Displaced coordinates of n points. Outputs may be the inputs of the same axes. */
WN_API wn_status wn_warp2_f32(const wn_warp_params *params, size_t n, const float *x,
                              const float *y, float *out_x, float *out_y);
WN_API wn_status wn_warp3_f32(const wn_warp_params *params, size_t n, const float *x,
                              const float *y, const float *z, float *out_x, float *out_y,
                              float *out_z);
WN_API wn_status wn_warp2_f64(const wn_warp_params *params, size_t n, const double *x,
                              const double *y, double *out_x, double *out_y);
WN_API wn_status wn_warp3_f64(const wn_warp_params *params, size_t n, const double *x,
                              const double *y, const double *z, double *out_x, double *out_y,
                              double *out_z);

/**
 * The range that results cannot leave: lower <= result <= upper, for finite coordinates.
 * @param dimensions  1 to 4; 0: by params->axes, as the module
 * @return WN_ERROR_ARGUMENT for a NULL pointer, WN_ERROR_PARAMETER as the evaluation. Feature point
 *         coordinates have no bounds: -infinity and infinity
 */
WN_API wn_status wn_noise_bounds(const wn_noise_params *params, int32_t dimensions, double *lower,
                                 double *upper);
WN_API wn_status wn_fractal_bounds(const wn_noise_fractal_params *params, int32_t dimensions,
                                   double *lower, double *upper);

#ifdef __cplusplus
}
#endif
#endif
