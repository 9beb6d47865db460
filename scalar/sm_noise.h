/* SPDX-License-Identifier: MIT */
/*
 * What sm.noise is made of, for scalar/sm_noise.c and kernels/sm_noise_tmpl.h: the integer hash,
 * the Philox generator, constants, and the references that are not of the registry's shape.
 */
#ifndef WN_SCALAR_SM_NOISE_H
#define WN_SCALAR_SM_NOISE_H

#include "../kernels/table.h"
#include "reference.h"

/* ---- Integers ---- */

/* An arithmetic shift to the right, in C's terms. */
static inline uint32_t wn_sm_shift(uint32_t k, int count)
{
    return k >> 31 ? ~(~k >> count) : k >> count;
}

/* T. Wang's 32-bit mix, with signed shifts; the last one always clears the sign. */
static inline uint32_t wn_sm_mix(uint32_t k)
{
    k = ~k + (k << 15);
    k ^= wn_sm_shift(k, 12);
    k *= 5;
    k ^= wn_sm_shift(k, 4);
    k *= 2057;
    return k ^ wn_sm_shift(k, 16);
}

/* intNoise2d: 0 to 2^31 - 1. */
static inline uint32_t wn_sm_hash(uint32_t x, uint32_t y, uint32_t seed)
{
    return wn_sm_mix(wn_sm_mix(wn_sm_mix(y) + x) + seed);
}

/* octaveNoise2d: more octaves are not taken, for the multiplier overflows from 128 on in f32. */
#define WN_SM_MAX_OCTAVES 64

/* octaveNoise2d's seeds; the last serves all further octaves. */
enum { WN_SM_SEEDS = 16 };
static const uint32_t wn_sm_seeds[WN_SM_SEEDS] = {
    0xd3491,   0x1b313c4f, 0x8713e4,   0x90a4c2,   0x20c9d74d, 0x112480,   0x1046a, 0xf182b8c,
    0x4e34d62, 0x33030409, 0x3186919e, 0x32c98386, 0x37aae6eb, 0x2cdc7201, 0x942a2, 0x1561cbb1,
};

static inline uint32_t wn_sm_octave_seed(int32_t octave)
{
    return wn_sm_seeds[octave < WN_SM_SEEDS ? octave : WN_SM_SEEDS - 1];
}

/* perlinNoise2d's 16 gradients, at (k + 1/2) pi / 8, of length sqrt 2: with unit gradients no value
 * is beyond sqrt(1/2). Cosine and sine of pi / 16 and of 3 pi / 16, times sqrt 2: */
#define WN_SM_A 0x1.63150b15e8536p+0
#define WN_SM_B 0x1.1a855dec071b5p-2
#define WN_SM_C 0x1.2d062ef88e319p+0
#define WN_SM_D 0x1.92469c0dcf32dp-1
static const real wn_sm_gradient[2][16] = {
    { R(WN_SM_A), R(WN_SM_C), R(WN_SM_D), R(WN_SM_B), R(-WN_SM_B), R(-WN_SM_D), R(-WN_SM_C),
      R(-WN_SM_A), R(-WN_SM_A), R(-WN_SM_C), R(-WN_SM_D), R(-WN_SM_B), R(WN_SM_B), R(WN_SM_D),
      R(WN_SM_C), R(WN_SM_A) },
    { R(WN_SM_B), R(WN_SM_D), R(WN_SM_C), R(WN_SM_A), R(WN_SM_A), R(WN_SM_C), R(WN_SM_D),
      R(WN_SM_B), R(-WN_SM_B), R(-WN_SM_D), R(-WN_SM_C), R(-WN_SM_A), R(-WN_SM_A), R(-WN_SM_C),
      R(-WN_SM_D), R(-WN_SM_B) },
};

/* simplexNoise: the game's constants, floats in both precisions. */
#define WN_SM_SKEW      0.366025403f
#define WN_SM_UNSKEW    0.211324865f
#define WN_SM_LAST      0.5773502588f /* 1 - 2 UNSKEW as the game has it, one rounding away */
#define WN_SM_SIMPLEX_1 0.395f
#define WN_SM_SIMPLEX_2 45.23065f

/* ---- Random numbers ---- */

/*
 * Philox4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, "Parallel random numbers: as
 * easy as 1, 2, 3", SC'11. Counter words 0 and 1: number of the block (low word first), 2 and 3:
 * stream; key: seed.
 */
#define WN_PHILOX_M0     0xd2511f53u
#define WN_PHILOX_M1     0xcd9e8d57u
#define WN_PHILOX_W0     0x9e3779b9u
#define WN_PHILOX_W1     0xbb67ae85u
#define WN_PHILOX_ROUNDS 10

static inline void wn_philox_block(uint64_t seed, uint64_t stream, uint64_t block, uint32_t w[4])
{
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    uint32_t c0 = (uint32_t)block, c1 = (uint32_t)(block >> 32);
    uint32_t c2 = (uint32_t)stream, c3 = (uint32_t)(stream >> 32);
    for (int round = 0; round < WN_PHILOX_ROUNDS; round++) {
        const uint64_t p0 = (uint64_t)WN_PHILOX_M0 * c0, p1 = (uint64_t)WN_PHILOX_M1 * c2;
        c0 = (uint32_t)(p1 >> 32) ^ c1 ^ k0;
        c1 = (uint32_t)p1;
        c2 = (uint32_t)(p0 >> 32) ^ c3 ^ k1;
        c3 = (uint32_t)p0;
        k0 += WN_PHILOX_W0;
        k1 += WN_PHILOX_W1;
    }
    w[0] = c0, w[1] = c1, w[2] = c2, w[3] = c3;
}

/*
 * The block of element `index`, of which a block has 4 (a word each), 2 (two words each) or 1. The
 * two upper bits are the purpose, so that functions do not share blocks.
 */
#define WN_SM_INDEX_BITS 62
enum wn_sm_purpose { WN_SM_RANGE = 0, WN_SM_NORMAL = 1, WN_SM_SPREAD = 2 };

static inline uint64_t wn_sm_block(enum wn_sm_purpose purpose, uint64_t index)
{
    static const unsigned char shift[3] = { 2, 1, 0 };
    return (index >> shift[purpose]) | (uint64_t)purpose << WN_SM_INDEX_BITS;
}

/* The bits of 1 + k 2^-52, where k is the upper 52 of the 64 bits of two words. */
static inline uint64_t wn_sm_unit_bits(uint32_t low, uint32_t high)
{
    return ((uint64_t)high << 32 | low) >> 12 | UINT64_C(0x3ff0000000000000);
}

/* randomRange's constant: about 1 / 32767, in double a little more. */
#define WN_SM_RANGE_UNIT 3.051851e-05

/* The normal law's quantile in (0.075, 0.925) and beyond, in the roots of logarithms up to 5 and
 * beyond: numerators and denominators of M. J. Wichura's AS 241 (PPND16), Applied Statistics 37,
 * 1988, from the highest power down. */
static const double wn_sm_quantile[3][2][8] = {
    { { 2.5090809287301226727e+3, 3.3430575583588128105e+4, 6.7265770927008700853e+4,
        4.5921953931549871457e+4, 1.3731693765509461125e+4, 1.9715909503065514427e+3,
        1.3314166789178437745e+2, 3.3871328727963666080e+0 },
      { 5.2264952788528545610e+3, 2.8729085735721942674e+4, 3.9307895800092710610e+4,
        2.1213794301586595867e+4, 5.3941960214247511077e+3, 6.8718700749205790830e+2,
        4.2313330701600911252e+1, 1.0 } },
    { { 7.74545014278341407640e-4, 2.27238449892691845833e-2, 2.41780725177450611770e-1,
        1.27045825245236838258e+0, 3.64784832476320460504e+0, 5.76949722146069140550e+0,
        4.63033784615654529590e+0, 1.42343711074968357734e+0 },
      { 1.05075007164441684324e-9, 5.47593808499534494600e-4, 1.51986665636164571966e-2,
        1.48103976427480074590e-1, 6.89767334985100004550e-1, 1.67638483018380384940e+0,
        2.05319162663775882187e+0, 1.0 } },
    { { 2.01033439929228813265e-7, 2.71155556874348757815e-5, 1.24266094738807843860e-3,
        2.65321895265761230930e-2, 2.96560571828504891230e-1, 1.78482653991729133580e+0,
        5.46378491116411436990e+0, 6.65790464350110377720e+0 },
      { 2.04426310338993978564e-15, 1.42151175831644588870e-7, 1.84631831751005468180e-5,
        7.86869131145613259100e-4, 1.48753612908506148525e-2, 1.36929880922735805310e-1,
        5.99832206555887937690e-1, 1.0 } },
};
#define WN_SM_CENTRAL   0.425
#define WN_SM_CENTRAL_2 0.180625 /* its square */
#define WN_SM_NEAR      5.0
#define WN_SM_NEAR_MID  1.6
#define WN_SM_MINUS_LN2 (-0x1.62e42fefa39efp-1)

/* gunSpread: the standard deviation is a third of the greatest angle, and the law is cut there. The
 * probability between 0 and 3 standard deviations: */
#define WN_SM_SPREAD_HALF 0x1.fe9e21e067a4ap-2
#define WN_SM_TWO_PI      0x1.921fb54442d18p+2

/* Directions that long, or that short, are scaled before they are squared. */
#define WN_SM_LONG       0x1p500
#define WN_SM_SHORT      0x1p-500
#define WN_SM_SHRINK     0x1p-600
#define WN_SM_STRETCH    0x1p600
#define WN_SM_MAX_FINITE 0x1.fffffffffffffp1023

/* ---- References (scalar/sm_noise.c), an element each ---- */

real WN_NAME(wn_ref_sm_range)(uint32_t random, real min, real max); /* random: 0 to 32767 */
real WN_NAME(wn_ref_sm_random_range)(const struct wn_sm_stream *s, uint64_t index, real min,
                                     real max);
real WN_NAME(wn_ref_sm_random_normal)(const struct wn_sm_stream *s, uint64_t index, real mean,
                                      real deviation);
/* limit: the greatest angle in radians */
void WN_NAME(wn_ref_sm_gun_spread)(const struct wn_sm_stream *s, uint64_t index, double limit,
                                   const real *direction, real *spread);
double wn_ref_sm_normal_quantile(double p);
double wn_ref_sm_standard_normal(const struct wn_sm_stream *s, uint64_t index);

/* Loops over them, the scalar tier's kernels */
extern const struct WN_NAME(wn_sm_table) WN_PASTE(WN_NAME(wn_sm_table), _scalar);

#endif
