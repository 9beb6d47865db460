/* SPDX-License-Identifier: MIT */
/**
 * @file sm_noise.h
 * The functions of sm.noise, Scrap Mechanic's Lua library, at one point and over arrays.
 *
 * intNoise2d, simplexNoise2d and randomRange are the game's as far as they are known in public;
 * octaveNoise2d is the documented loop over our floatNoise2d; floatNoise2d, perlinNoise2d,
 * randomNormalDistribution and gunSpread are documented by their purpose alone and are our own.
 * docs/sm_noise.md has the table of what is whose.
 *
 * Calls over arrays: any n (0 included), any alignment (that of the element type), nothing
 * allocated, the active tier. An output may be exactly one of the inputs; a partial overlap is
 * WN_ERROR_OVERLAP. On any error nothing is written. Calls with `_point` in their name take one
 * point, arguments in the game's order, and return the same bits; what a call over arrays refuses
 * gives NaN there.
 *
 * The noises are primitives of the registry too (wn_apply_f64(), WN_SM_FLOAT2 and so on), with the
 * parameter structs of modules.h; params may be NULL for the defaults.
 */
#ifndef WIDENOISE_SM_NOISE_H
#define WIDENOISE_SM_NOISE_H

#include "core.h"
#include "modules.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * intNoise2d: a hash of two integers, 0 to 2^31 - 1, as two public sources report it: T. Wang's
 * 32-bit mix with signed shifts, chained over y, x and seed.
 */
WN_API wn_status wn_sm_int_noise2d_i32(int32_t seed, size_t n, const int32_t *x, const int32_t *y,
                                       int32_t *out);
WN_API int32_t wn_sm_int_noise2d_point_i32(int32_t x, int32_t y, int32_t seed);

/**
 * floatNoise2d: value noise, [-1, 1]. Our own: intNoise2d / 2^30 - 1 at integer points, between
 * them bilinear along the curve 3a^2 - 2a^3.
 *
 * Coordinates c with |c| >= 2^31 - 4 are reduced as wn_value3_f64() reduces them; NaN and
 * infinities give NaN.
 */
WN_API wn_status wn_sm_float_noise2d_f64(const wn_sm_seed_params *params, size_t n, const double *x,
                                         const double *y, double *out);
WN_API wn_status wn_sm_float_noise2d_f32(const wn_sm_seed_params *params, size_t n, const float *x,
                                         const float *y, float *out);
WN_API double wn_sm_float_noise2d_point_f64(double x, double y, int32_t seed);
WN_API float wn_sm_float_noise2d_point_f32(float x, float y, int32_t seed);

/**
 * octaveNoise2d: octaves of floatNoise2d, [-1, 1] but for rounding. The documented loop with the
 * index into its 16 seeds read from 0 (read literally, it fails for any octave). Its quirks are
 * kept: each octave has half the frequency and twice the weight of the one before; from the 16th
 * on the seed is the same; no octaves, or a negative number, give NaN. Seed and table are added
 * with wrapping.
 *
 * At most 64 octaves; more are WN_ERROR_PARAMETER. Coordinates as in floatNoise2d.
 */
WN_API wn_status wn_sm_octave_noise2d_f64(const wn_sm_octave_params *params, size_t n,
                                          const double *x, const double *y, double *out);
WN_API wn_status wn_sm_octave_noise2d_f32(const wn_sm_octave_params *params, size_t n,
                                          const float *x, const float *y, float *out);
WN_API double wn_sm_octave_noise2d_point_f64(double x, double y, int32_t octaves, int32_t seed);
WN_API float wn_sm_octave_noise2d_point_f32(float x, float y, int32_t octaves, int32_t seed);

/**
 * perlinNoise2d: gradient noise, [-1, 1], 0 at integer points. Our own: one of 16 gradients at
 * (k + 1/2) pi / 8, k the low 4 bits of intNoise2d, of length sqrt 2, so that the bound holds; the
 * fade is K. Perlin's 6a^5 - 15a^4 + 10a^3 of 2002.
 *
 * Coordinates as in floatNoise2d.
 */
WN_API wn_status wn_sm_perlin_noise2d_f64(const wn_sm_seed_params *params, size_t n,
                                          const double *x, const double *y, double *out);
WN_API wn_status wn_sm_perlin_noise2d_f32(const wn_sm_seed_params *params, size_t n, const float *x,
                                          const float *y, float *out);
WN_API double wn_sm_perlin_noise2d_point_f64(double x, double y, int32_t seed);
WN_API float wn_sm_perlin_noise2d_point_f32(float x, float y, int32_t seed);

/**
 * simplexNoise1d, simplexNoise2d: S. Rombauts' SimplexNoise (after S. Gustavson), [-1, 1] but for
 * rounding, without a seed. In both precisions coordinates are rounded to float and all is computed
 * in float, as the game is reported to. simplexNoise2d has two variants, see
 * wn_sm_simplex_variant; simplexNoise1d is by analogy and is 0 at integers.
 *
 * What becomes infinite in float, and NaN, gives NaN. 2D coordinates of 2^31 and more are reduced
 * as wn_value3_f32() reduces them; lattices repeat every 256 cells.
 */
WN_API wn_status wn_sm_simplex_noise1d_f64(size_t n, const double *x, double *out);
WN_API wn_status wn_sm_simplex_noise1d_f32(size_t n, const float *x, float *out);
WN_API double wn_sm_simplex_noise1d_point_f64(double x);
WN_API float wn_sm_simplex_noise1d_point_f32(float x);
WN_API wn_status wn_sm_simplex_noise2d_f64(const wn_sm_simplex_params *params, size_t n,
                                           const double *x, const double *y, double *out);
WN_API wn_status wn_sm_simplex_noise2d_f32(const wn_sm_simplex_params *params, size_t n,
                                           const float *x, const float *y, float *out);
WN_API double wn_sm_simplex_noise2d_point_f64(double x, double y, wn_sm_simplex_variant variant);
WN_API float wn_sm_simplex_noise2d_point_f32(float x, float y, wn_sm_simplex_variant variant);

/*
 * Random numbers are counter-based: element `index` of a stream depends on (seed, stream, index)
 * and the function alone, so that any part of a stream can be made alone, in any order, on any
 * thread, with the same bits: out[i] is element first + i. All seeds and streams are equally good,
 * neighbouring ones too; there are 2^64 of each, with 2^62 elements (WN_ERROR_LIMIT beyond). The
 * three functions share no random bits, even for the same seed, stream and index.
 *
 * The bits are those of Philox4x32-10 (J. K. Salmon et al., SC'11); docs/sm_noise.md says which
 * word serves which element.
 */

/**
 * randomRange: ((r * (max - min)) * 3.051851e-05) + min, r a random integer from 0 to 32767: the
 * documented formula, 32768 equally spaced values. Its constant is above 1 / 32767, so that in
 * double r = 32767 would exceed max by 2e-8 of the range; it is limited to max: min <= out <= max.
 *
 * @return WN_ERROR_PARAMETER unless min <= max and 32767 * (max - min) is finite
 */
WN_API wn_status wn_sm_random_range_f64(uint64_t seed, uint64_t stream, uint64_t first, size_t n,
                                        double min, double max, double *out);
WN_API wn_status wn_sm_random_range_f32(uint64_t seed, uint64_t stream, uint64_t first, size_t n,
                                        float min, float max, float *out);
WN_API double wn_sm_random_range_point_f64(uint64_t seed, uint64_t stream, uint64_t index,
                                           double min, double max);
WN_API float wn_sm_random_range_point_f32(uint64_t seed, uint64_t stream, uint64_t index, float min,
                                          float max);

/**
 * randomNormalDistribution: (deviation * z) + mean, z standard normal, |z| <= 8.21. Our own: z is
 * the normal quantile (M. J. Wichura, AS 241) of an odd multiple of 2^-53; f32 rounds z to float.
 *
 * @return WN_ERROR_PARAMETER unless mean and deviation are finite
 */
WN_API wn_status wn_sm_random_normal_distribution_f64(uint64_t seed, uint64_t stream,
                                                      uint64_t first, size_t n, double mean,
                                                      double deviation, double *out);
WN_API wn_status wn_sm_random_normal_distribution_f32(uint64_t seed, uint64_t stream,
                                                      uint64_t first, size_t n, float mean,
                                                      float deviation, float *out);
WN_API double wn_sm_random_normal_distribution_point_f64(uint64_t seed, uint64_t stream,
                                                         uint64_t index, double mean,
                                                         double deviation);
WN_API float wn_sm_random_normal_distribution_point_f32(uint64_t seed, uint64_t stream,
                                                        uint64_t index, float mean,
                                                        float deviation);

/**
 * gunSpread: directions scattered around directions, as unit vectors (to some ulps of 1). Our own:
 * the angle from the direction is normally distributed about 0 with a standard deviation of
 * angle / 3, the part beyond angle cut off; it is turned to any side with the same probability.
 * Never farther than angle, but for the rounding of the components. Computed in double in both
 * precisions.
 *
 * in: three arrays of n components, of any finite length; out: the same. An output may be exactly
 * one of the inputs. The zero vector has no direction and stays zero; an infinite or NaN component
 * makes all three NaN. With angle 0 the direction is normalized.
 *
 * @param angle  the greatest angle, in degrees
 * @return WN_ERROR_PARAMETER unless 0 <= angle <= 180
 */
WN_API wn_status wn_sm_gun_spread_f64(uint64_t seed, uint64_t stream, uint64_t first, size_t n,
                                      double angle, const double *const *in, double *const *out);
WN_API wn_status wn_sm_gun_spread_f32(uint64_t seed, uint64_t stream, uint64_t first, size_t n,
                                      float angle, const float *const *in, float *const *out);
WN_API void wn_sm_gun_spread_point_f64(uint64_t seed, uint64_t stream, uint64_t index, double angle,
                                       const double direction[3], double spread[3]);
WN_API void wn_sm_gun_spread_point_f32(uint64_t seed, uint64_t stream, uint64_t index, float angle,
                                       const float direction[3], float spread[3]);

#ifdef __cplusplus
}
#endif
#endif
