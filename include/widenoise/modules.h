/* SPDX-License-Identifier: MIT */
/**
 * @file modules.h
 * Primitives and modules: their types, their parameters, and direct evaluation over arrays.
 *
 * The numbers of libnoise's modules are libnoise 1.0.0's (with integers that wrap), bit for bit in
 * double precision; SharpNoise's, sm.noise's (sm_noise.h) and native noise (noise.h) have their own; what
 * needs a power, sine or cosine uses this library's own, within 1 ulp of the exact function. The
 * f32 versions are the same formulas evaluated in float throughout.
 *
 * Every parameter struct begins with its size: fill it with wn_params_init(), then change what you
 * need. (wn_user_params has no defaults: set its size by hand.) Defaults and ranges are libnoise's.
 * NaN is never a valid parameter.
 *
 * Direct calls work on the caller's arrays: any n (0 included), any alignment (that of the element
 * type), nothing allocated. An output may be exactly one of the inputs; a partial overlap is
 * WN_ERROR_OVERLAP.
 */
#ifndef WIDENOISE_MODULES_H
#define WIDENOISE_MODULES_H

#include "core.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Every primitive and module. Values are pinned. */
typedef enum wn_type {
    WN_NONE = 0,
    /* primitives */
    WN_GRADIENT3 = 1, /**< gradient-coherent noise (x, y, z): wn_lattice_params */
    WN_VALUE3 = 2,    /**< value-coherent noise (x, y, z): wn_lattice_params */
    WN_POW = 3,       /**< pow(a, b); no parameters */
    WN_SIN = 4,       /**< sine of radians; no parameters */
    WN_COS = 5,       /**< cosine of radians; no parameters */
    /* primitives of noise.h: coordinates -> value, or displaced coordinates */
    WN_NOISE1 = 6,    /**< (x): wn_noise_params */
    WN_NOISE2 = 7,    /**< (x, y) */
    WN_NOISE3 = 8,    /**< (x, y, z) */
    WN_NOISE4 = 9,    /**< (x, y, z, w) */
    WN_FRACTAL1 = 10, /**< (x): wn_noise_fractal_params */
    WN_FRACTAL2 = 11, /**< (x, y) */
    WN_FRACTAL3 = 12, /**< (x, y, z) */
    WN_FRACTAL4 = 13, /**< (x, y, z, w) */
    WN_WARP2 = 14,    /**< (x, y): wn_warp_params */
    WN_WARP3 = 15,    /**< (x, y, z) */
    /* primitives of sm_noise.h: (x, y) -> value */
    WN_SM_FLOAT2 = 16,   /**< wn_sm_seed_params */
    WN_SM_OCTAVE2 = 17,  /**< wn_sm_octave_params */
    WN_SM_PERLIN2 = 18,  /**< wn_sm_seed_params */
    WN_SM_SIMPLEX1 = 19, /**< (x) -> value; no parameters */
    WN_SM_SIMPLEX2 = 20, /**< wn_sm_simplex_params */
    /* generators: (x, y, z) -> value */
    WN_CONSTANT = 32,     /**< wn_constant_params */
    WN_PERLIN = 33,       /**< wn_fractal_params */
    WN_BILLOW = 34,       /**< wn_fractal_params */
    WN_RIDGED_MULTI = 35, /**< wn_ridged_multi_params */
    WN_VORONOI = 36,      /**< wn_voronoi_params */
    WN_CHECKERBOARD = 37, /**< wn_checkerboard_params */
    WN_CYLINDERS = 38,    /**< wn_radial_params */
    WN_SPHERES = 39,      /**< wn_radial_params */
    WN_CELL = 40,         /**< wn_cell_params; from SharpNoise */
    WN_SIMPLEX = 41,      /**< wn_simplex_params; from SharpNoise */
    WN_WHITE = 42,        /**< wn_white_params; from SharpNoise */
    WN_NOISE = 43,        /**< wn_noise_params (noise.h) */
    WN_FRACTAL = 44,      /**< wn_noise_fractal_params (noise.h) */
    /* modifiers: one source value -> value */
    WN_SCALE_BIAS = 64, /**< wn_scale_bias_params */
    WN_CLAMP = 65,      /**< wn_clamp_params */
    WN_CURVE = 66,      /**< wn_curve_params */
    WN_TERRACE = 67,    /**< wn_terrace_params */
    WN_EXPONENT = 68,   /**< wn_exponent_params */
    WN_CACHE = 69,      /**< no parameters; see graph.h */
    WN_ABS = 70,        /**< no parameters */
    WN_INVERT = 71,     /**< no parameters */
    /* combiners: two source values -> value; no parameters */
    WN_ADD = 96,
    WN_MULTIPLY = 97,
    WN_MAX = 98,
    WN_MIN = 99,
    WN_POWER = 100, /**< source 0 to the power of source 1 */
    /* selectors: source 0, source 1, control -> value */
    WN_BLEND = 128,  /**< no parameters */
    WN_SELECT = 129, /**< wn_select_params */
    /* transformers: change the coordinates at which their source is asked */
    WN_TURBULENCE = 160,      /**< wn_turbulence_params */
    WN_DISPLACE = 161,        /**< source 0 at the point moved by the values of sources 1, 2, 3 */
    WN_ROTATE_POINT = 162,    /**< wn_rotate_point_params */
    WN_SCALE_POINT = 163,     /**< wn_scale_point_params */
    WN_TRANSLATE_POINT = 164, /**< wn_translate_point_params */
    WN_WARP = 165,            /**< wn_warp_params (noise.h) */
    /* yours */
    WN_USER = 192, /**< wn_user_params (graph.h); modules of a graph only */
} wn_type;

/** How the fraction within a lattice cell is mapped before interpolation. */
typedef enum wn_quality {
    WN_QUALITY_FAST = 0, /**< linear */
    WN_QUALITY_STD = 1,  /**< cubic 3a^2 - 2a^3 */
    WN_QUALITY_BEST = 2, /**< quintic 6a^5 - 15a^4 + 10a^3 */
} wn_quality;

/** gradient3, value3. Defaults: standard quality, seed 0. */
typedef struct wn_lattice_params {
    size_t size;     /**< sizeof this struct */
    int32_t quality; /**< wn_quality */
    int32_t seed;    /**< any 32-bit pattern */
} wn_lattice_params;

/** sm_float2, sm_perlin2. */
typedef struct wn_sm_seed_params {
    size_t size;
    int32_t seed; /**< default 0 */
} wn_sm_seed_params;

/** sm_octave2. */
typedef struct wn_sm_octave_params {
    size_t size;
    int32_t octaves; /**< at most 64; 0 and less are valid and give NaN everywhere; default 1 */
    int32_t seed;    /**< added to the seed of each octave, wrapping; default 0 */
} wn_sm_octave_params;

/** Which simplexNoise2d: they differ by 6e-7 at most, and rarely. */
typedef enum wn_sm_simplex_variant {
    WN_SM_SIMPLEX_REPORTED = 0,  /**< as the game's is reported: 1 - 2 G2 is one constant */
    WN_SM_SIMPLEX_PUBLISHED = 1, /**< as in S. Rombauts' SimplexNoise: two steps */
} wn_sm_simplex_variant;

/** sm_simplex2. */
typedef struct wn_sm_simplex_params {
    size_t size;
    int32_t variant; /**< wn_sm_simplex_variant; default reported */
} wn_sm_simplex_params;

/** constant. Default 0. */
typedef struct wn_constant_params {
    size_t size;
    double value; /**< finite */
} wn_constant_params;

/** perlin, billow: octaves of libnoise's gradient noise. (fractal takes wn_noise_fractal_params.) */
typedef struct wn_fractal_params {
    size_t size;
    double frequency;        /**< lattice cells per unit in the first octave; default 1 */
    double lacunarity;       /**< frequency ratio of successive octaves; default 2 */
    double persistence;      /**< amplitude ratio of successive octaves; default 0.5 */
    int32_t octaves;         /**< 1 to 30; default 6 */
    int32_t quality;         /**< wn_quality; default standard */
    int32_t seed;            /**< octave i uses seed + i; default 0 */
    int32_t range_reduction; /**< 1: libnoise's MakeInt32Range from |c| = 2^30 on; 0: none, as in
                              SharpNoise, but from 2^31 - 4 on, where int overflows; default 1 */
} wn_fractal_params;

/** ridged_multi. */
typedef struct wn_ridged_multi_params {
    size_t size;
    double frequency;  /**< default 1 */
    double lacunarity; /**< octave i has the spectral weight 1 / lacunarity^i; default 2 */
    int32_t octaves;   /**< at most 30; 0 and less are valid and give -1 everywhere; default 6 */
    int32_t quality;   /**< wn_quality; default standard */
    int32_t seed;      /**< octave i uses seed + i; default 0 */
    int32_t range_reduction; /**< 1: libnoise's MakeInt32Range from |c| = 2^30 on; 0: none, as in
                              SharpNoise, but from 2^31 - 4 on, where int overflows; default 1 */
} wn_ridged_multi_params;

/** voronoi. */
typedef struct wn_voronoi_params {
    size_t size;
    double frequency;    /**< default 1 */
    double displacement; /**< scale of the random value of the nearest cell; default 1 */
    int32_t seed;        /**< default 0; bit 31 has no effect */
    int32_t distance;    /**< 1: add the distance to the nearest seed point; default 0 */
} wn_voronoi_params;

/** scale_bias: (value * scale) + bias, two roundings. */
typedef struct wn_scale_bias_params {
    size_t size;
    double scale; /**< default 1 */
    double bias;  /**< default 0 */
} wn_scale_bias_params;

/** clamp: lower < upper; infinite bounds are valid. */
typedef struct wn_clamp_params {
    size_t size;
    double lower; /**< default -1 */
    double upper; /**< default 1 */
} wn_clamp_params;

/** A control point of a curve. */
typedef struct wn_control_point {
    double input;
    double output;
} wn_control_point;

/** The most control points that a curve or terrace takes. */
#define WN_MAX_POINTS 256

/** curve: a cubic spline through control points, constant beyond the first and the last. */
typedef struct wn_curve_params {
    size_t size;
    const wn_control_point *points; /**< copied and sorted by input; inputs must differ */
    size_t count;                   /**< 4 to WN_MAX_POINTS; there is no default */
} wn_curve_params;

/** terrace: parabolic steps between control points, constant beyond the first and the last. */
typedef struct wn_terrace_params {
    size_t size;
    const double *points; /**< copied and sorted; must differ */
    size_t count;         /**< 2 to WN_MAX_POINTS; there is no default */
    int32_t inverted;     /**< 1: the parabolas open the other way; default 0 */
} wn_terrace_params;

/** exponent: 2 * pow(|(value + 1) / 2|, exponent) - 1. */
typedef struct wn_exponent_params {
    size_t size;
    double exponent; /**< default 1 */
} wn_exponent_params;

/** select: source 1 where the control is within [lower, upper], source 0 elsewhere. */
typedef struct wn_select_params {
    size_t size;
    double lower;   /**< < upper; may be -infinity; default -1 */
    double upper;   /**< may be +infinity; default 1 */
    double falloff; /**< half-width of the blend at each bound; limited to (upper - lower) / 2 as
                         libnoise limits it; 0 and less: a hard edge; default 0 */
} wn_select_params;

/** turbulence: displaces each coordinate by its own perlin noise. */
typedef struct wn_turbulence_params {
    size_t size;
    double frequency;        /**< default 1 */
    double power;            /**< scale of the displacement; default 1 */
    int32_t roughness;       /**< octaves of the displacement, 1 to 30; default 3 */
    int32_t seed;            /**< the axes use seed, seed + 1, seed + 2; default 0 */
    int32_t range_reduction; /**< 1: libnoise's MakeInt32Range from |c| = 2^30 on; 0: none, as in
                              SharpNoise, but from 2^31 - 4 on, where int overflows; default 1 */
} wn_turbulence_params;

/** checkerboard: +1 and -1 in unit cubes. */
typedef struct wn_checkerboard_params {
    size_t size;
    int32_t range_reduction; /**< as in wn_fractal_params */
} wn_checkerboard_params;

/** cylinders (around the y axis), spheres: +1 at integer radii, -1 half way between. */
typedef struct wn_radial_params {
    size_t size;
    double frequency; /**< shells per unit; default 1 */
} wn_radial_params;

/** By which distance cell chooses the nearest seed point; d = (dx, dy, dz). */
typedef enum wn_metric {
    WN_METRIC_EUCLIDEAN = 0, /**< dx^2 + dy^2 + dz^2: voronoi's */
    WN_METRIC_QUADRATIC = 1, /**< dx^2 + dy^2 + dz^2 + dx dy + dx dz + dy dz */
    WN_METRIC_MANHATTAN = 2, /**< |dx| + |dy| + |dz| */
    WN_METRIC_CHEBYSHEV = 3, /**< max(|dx|, |dy|, |dz|) */
    WN_METRIC_MINKOWSKI = 4, /**< (|dx|^c + |dy|^c + |dz|^c)^(1 / c) */
} wn_metric;

/** cell: voronoi with a choice of metrics. */
typedef struct wn_cell_params {
    size_t size;
    double frequency;        /**< default 1 */
    double displacement;     /**< default 1 */
    int32_t seed;            /**< default 0 */
    int32_t distance;        /**< 1: add the distance to the nearest seed point; default 0 */
    int32_t metric;          /**< wn_metric; default Euclidean */
    int32_t minkowski;       /**< c, 1 to 64; default 4 */
    int32_t metric_distance; /**< 1: the distance added is the metric's (its root where the metric
                                  is a square); 0: always Euclidean, as in SharpNoise; default 0 */
} wn_cell_params;

/** simplex: octaves of S. Gustavson's simplex noise. It has no seed. */
typedef struct wn_simplex_params {
    size_t size;
    double frequency;   /**< default 1 */
    double lacunarity;  /**< default 2 */
    double persistence; /**< default 0.5 */
    int32_t octaves;    /**< 1 to 30; default 6 */
} wn_simplex_params;

/** white: an independent value in each cube of side 1 / scale, cut towards zero. */
typedef struct wn_white_params {
    size_t size;
    int32_t scale; /**< default 256 */
    int32_t seed;  /**< default 0 */
} wn_white_params;

/** rotate_point: rotates the point around the x, y and z axes before asking the source. */
typedef struct wn_rotate_point_params {
    size_t size;
    double x, y, z; /**< degrees; default 0 */
} wn_rotate_point_params;

/** scale_point */
typedef struct wn_scale_point_params {
    size_t size;
    double x, y, z; /**< factors; default 1 */
} wn_scale_point_params;

/** translate_point */
typedef struct wn_translate_point_params {
    size_t size;
    double x, y, z; /**< added; default 0 */
} wn_translate_point_params;

/**
 * Fills a parameter struct with the type's defaults and stores its size.
 * @param size  sizeof the struct as the caller was compiled
 * @return WN_ERROR_ARGUMENT if the type has no parameters, params is NULL or the size is not one
 *         that this library knows
 */
WN_API wn_status wn_params_init(wn_type type, void *params, size_t size);

/** The registry name of a type ("perlin", "scale_bias", ...), NULL for unknown types. */
WN_API const char *wn_type_name(wn_type type);

/** The type with a registry name, WN_NONE if there is none. */
WN_API wn_type wn_type_from_name(const char *name);

/** What a parameter is. */
typedef enum wn_param_kind {
    WN_PARAM_REAL = 0,   /**< double */
    WN_PARAM_INT = 1,    /**< int32_t */
    WN_PARAM_POINTS = 2, /**< const wn_control_point *, then size_t count */
    WN_PARAM_VALUES = 3, /**< const double *, then size_t count */
    WN_PARAM_SEED = 4,   /**< uint64_t; all values are valid, minimum and maximum are 0 */
} wn_param_kind;

/** A parameter's description, for command lines, files and user interfaces. */
typedef struct wn_param {
    const char *name; /**< as in the struct */
    wn_param_kind kind;
    size_t offset;           /**< in the struct */
    double initial;          /**< default; none for control points */
    double minimum, maximum; /**< ends included; of control points: of their number */
    const char *doc;
} wn_param;

/** Parameter number index of a type, in the struct's order; NULL beyond the last. */
WN_API const wn_param *wn_type_param(wn_type type, size_t index);

/** sizeof the type's parameter struct; 0 if it has no parameters or is unknown. */
WN_API size_t wn_type_params_size(wn_type type);

/** One line about a type; NULL if unknown. */
WN_API const char *wn_type_doc(wn_type type);

/** Type number index of the registry, primitives and modules; WN_NONE beyond the last. */
WN_API wn_type wn_type_at(size_t index);

/** 1 if the type is a module of graphs, 0 if it is a primitive or unknown. */
WN_API int32_t wn_type_is_module(wn_type type);

/** Number of input and output arrays that wn_apply_f64() takes for the type; 0 if unknown. */
WN_API size_t wn_type_inputs(wn_type type);
WN_API size_t wn_type_outputs(wn_type type);

/**
 * Evaluates any primitive or module over arrays with the active tier.
 *
 * in[] holds wn_type_inputs() arrays of n values: the coordinates x, y, z of a primitive or
 * generator; the source values of a modifier or combiner; source 0, source 1 and control of a
 * selector; the coordinates of a transformer, whose outputs are the displaced coordinates.
 * out[] holds wn_type_outputs() arrays of n values.
 *
 * @param params  the type's parameter struct, or NULL for the defaults
 * @return WN_OK; WN_ERROR_ARGUMENT, WN_ERROR_PARAMETER, WN_ERROR_LIMIT or WN_ERROR_OVERLAP, and
 * then nothing was written
 */
WN_API wn_status wn_apply_f64(wn_type type, const void *params, size_t n, const double *const *in,
                              double *const *out);
WN_API wn_status wn_apply_f32(wn_type type, const void *params, size_t n, const float *const *in,
                              float *const *out);

/*
 * The generators by name: out[i] = noise(x[i], y[i], z[i]). params may be NULL for the defaults.
 *
 * Coordinates: any. Perlin, billow and ridged multi reduce a coordinate c (after frequency and
 * lacunarity) with |c| >= 2^30 as libnoise's MakeInt32Range does; gradient3, value3 and voronoi do
 * so from 2^31 - 4 on, where libnoise's conversion to int would be undefined. Infinite or NaN
 * coordinates (also after multiplication by the frequency) give NaN, except voronoi without
 * distance: displacement * value(0, 0, 0) of seed 0, as when no cell is found; and ridged multi
 * without octaves, which is -1 everywhere.
 *
 * Value range: gradient noise stays within about +-1.53 (measured), perlin accordingly; billow and
 * ridged multi are not limited to +-1 either; value3 lies in (-1, 1]. (So in f64, and in
 * f32 for |c| < 2^23; beyond, the cells of f32 have no inside any more: docs/precision.md.)
 *
 * Source: libnoise 1.0.0, noisegen.cpp and module/{perlin,billow,ridgedmulti,voronoi}.cpp; gradient
 * noise is K. Perlin, "Improving Noise", 2002, over a table of 256 random unit vectors.
 */
WN_API wn_status wn_gradient3_f64(const wn_lattice_params *params, size_t n, const double *x,
                                  const double *y, const double *z, double *out);
WN_API wn_status wn_gradient3_f32(const wn_lattice_params *params, size_t n, const float *x,
                                  const float *y, const float *z, float *out);
WN_API wn_status wn_value3_f64(const wn_lattice_params *params, size_t n, const double *x,
                               const double *y, const double *z, double *out);
WN_API wn_status wn_value3_f32(const wn_lattice_params *params, size_t n, const float *x,
                               const float *y, const float *z, float *out);
WN_API wn_status wn_perlin_f64(const wn_fractal_params *params, size_t n, const double *x,
                               const double *y, const double *z, double *out);
WN_API wn_status wn_perlin_f32(const wn_fractal_params *params, size_t n, const float *x,
                               const float *y, const float *z, float *out);
WN_API wn_status wn_billow_f64(const wn_fractal_params *params, size_t n, const double *x,
                               const double *y, const double *z, double *out);
WN_API wn_status wn_billow_f32(const wn_fractal_params *params, size_t n, const float *x,
                               const float *y, const float *z, float *out);
WN_API wn_status wn_ridged_multi_f64(const wn_ridged_multi_params *params, size_t n,
                                     const double *x, const double *y, const double *z,
                                     double *out);
WN_API wn_status wn_ridged_multi_f32(const wn_ridged_multi_params *params, size_t n, const float *x,
                                     const float *y, const float *z, float *out);
WN_API wn_status wn_voronoi_f64(const wn_voronoi_params *params, size_t n, const double *x,
                                const double *y, const double *z, double *out);
WN_API wn_status wn_voronoi_f32(const wn_voronoi_params *params, size_t n, const float *x,
                                const float *y, const float *z, float *out);

/*
 * pow, sine and cosine over arrays. Special values follow C99 Annex F. f64: at most 1 ulp from the
 * exact result over all finite arguments; f32: correctly rounded or 1 ulp.
 */
WN_API wn_status wn_pow_f64(size_t n, const double *base, const double *exponent, double *out);
WN_API wn_status wn_pow_f32(size_t n, const float *base, const float *exponent, float *out);
WN_API wn_status wn_sin_f64(size_t n, const double *radians, double *out);
WN_API wn_status wn_sin_f32(size_t n, const float *radians, float *out);
WN_API wn_status wn_cos_f64(size_t n, const double *radians, double *out);
WN_API wn_status wn_cos_f32(size_t n, const float *radians, float *out);

#ifdef __cplusplus
}
#endif
#endif
