/* SPDX-License-Identifier: MIT */
/*
 * The constants of pow, sin and cos, shared by scalar/math.c and kernels/math_tmpl.h. There are no
 * tables to look up in the fast paths: gathers are slow or scalar on most instruction sets, and
 * all lanes can do the same arithmetic. The one table, 2 / pi, serves the scalar slow path.
 *
 * All polynomials are own fits: Lawson's iteratively reweighted least squares (Lawson 1961) on
 * Chebyshev nodes in 300-bit arithmetic, which tends to the minimax polynomial; then one
 * coefficient after the other, from the lowest, is rounded to double and the rest fitted again.
 * tests/test_math.c recomputes every split constant with MPFR, every word of the table, and the
 * approximation error of every polynomial against the bound given here.
 */
#ifndef WN_SCALAR_MATH_TABLE_H
#define WN_SCALAR_MATH_TABLE_H

#include <stdint.h>

/* Keeps the upper 26, or 16, of the 53 bits of a double, so that products of these are exact. */
#define WN_MATH_CUT    UINT64_C(0xfffffffff8000000)
#define WN_MATH_CUT_16 UINT64_C(0xffffffe000000000)

/* Adding and subtracting 1.5 * 2^(52 - n) rounds |a| < 2^(51 - n) to n fractional bits. */
#define WN_MATH_TO_0  0x1.8p52
#define WN_MATH_TO_12 0x1.8p40

/* The smallest normal double and the largest finite one */
#define WN_MATH_MIN_NORMAL 0x1p-1022
#define WN_MATH_MAX_FINITE 0x1.fffffffffffffp1023

/* ---------------------------------------------------------------------------------- pow */

/* x = 2^k m with m in [OFFSET, 2 OFFSET), OFFSET about 2^-1/4; and the bits of 1.0 - OFFSET. */
#define WN_POW_OFFSET_BITS   UINT64_C(0x3feae8a000000000)
#define WN_POW_FROM_OFFSET   UINT64_C(0x0005176000000000)
#define WN_POW_MANTISSA_BITS UINT64_C(0x000fffffffffffff)
/* Bits of 2^52; or-ing in a small integer i makes 2^52 + i. 2^52 + 1023 takes off the bias too. */
#define WN_POW_TWO52_BITS UINT64_C(0x4330000000000000)
#define WN_POW_TWO52_BIAS 0x1.00000000003ffp52

/* The centre c is 1 for m < SPLIT (about 2^1/4), else C1, about 2^1/2; log2(C1) = H + L. */
#define WN_POW_SPLIT     0x1.307p+0
#define WN_POW_C1        0x1.6ap+0
#define WN_POW_LOG2_C1_H 0x1.ffd798p-2
#define WN_POW_LOG2_C1_L 0x1.a83ff9ab9cc7fp-26

/* 3 atanh(s) / s = 3 + z + z^2 (L0 + ... + L5 z^5), z = s^2 <= 0.00750; error < 3 * 2^-74.5 */
#define WN_POW_L0 0x1.333333333332cp-1
#define WN_POW_L1 0x1.b6db6db6e1d7fp-2
#define WN_POW_L2 0x1.5555554454daep-2
#define WN_POW_L3 0x1.1745e785e3f6ep-2
#define WN_POW_L4 0x1.d87f66fc6171ep-3
#define WN_POW_L5 0x1.a3fb19c43af82p-3

/* 2 / (3 ln 2) rounded, and as the exact sum H + L with 26 bits in H */
#define WN_POW_CP   0x1.ec709dc3a03fdp-1
#define WN_POW_CP_H 0x1.ec709ep-1
#define WN_POW_CP_L (-0x1.e2fe0145b01f5p-28)

/* ln 2 rounded, and as H + L with 13 bits in H */
#define WN_POW_LN2   0x1.62e42fefa39efp-1
#define WN_POW_LN2_H 0x1.62ep-1
#define WN_POW_LN2_L 0x1.0bfbe8e7bcd5ep-15

/* e^w = 1 + w + w^2 / 2 + w^3 (E0 + ... + E9 w^9), |w| < 0.34675 (> ln(2) / 2); error < 2^-63.5 */
#define WN_POW_E0 0x1.555555555555bp-3
#define WN_POW_E1 0x1.555555555555ap-5
#define WN_POW_E2 0x1.111111110ed95p-7
#define WN_POW_E3 0x1.6c16c16c141ddp-10
#define WN_POW_E4 0x1.a01a01b323ac5p-13
#define WN_POW_E5 0x1.a01a01b1dababp-16
#define WN_POW_E6 0x1.71ddf0d376177p-19
#define WN_POW_E7 0x1.27e4c2ffe57e3p-22
#define WN_POW_E8 0x1.af6ae8bc762cep-26
#define WN_POW_E9 0x1.1f996c2eb8e91p-29

/* Below this |y log2 x| a result is normal and finite: what the fast path handles. */
#define WN_POW_FAST 1021.0

/* ------------------------------------------------------------------------------ sin, cos */

/* Below this |x| the reduction is Cody and Waite's. */
#define WN_TRIG_FAST 0x1p20

#define WN_TRIG_2_PI 0x1.45f306dc9c883p-1
/* pi / 2 = P1 + P2 + P3 + P4, cut to 33 bits each, P4 rounded to 53: an error of 2^-158 */
#define WN_TRIG_P1 0x1.921fb544p+0
#define WN_TRIG_P2 0x1.0b4611a6p-34
#define WN_TRIG_P3 0x1.3198a2ep-69
#define WN_TRIG_P4 0x1.b839a252049c1p-104
/* pi / 2 as a rounded double, its upper 26 bits and the rest of it, and what it lacks */
#define WN_TRIG_PI_2    0x1.921fb54442d18p+0
#define WN_TRIG_PI_2_H  0x1.921fb5p+0
#define WN_TRIG_PI_2_L  0x1.110b46p-26
#define WN_TRIG_PI_2_LL 0x1.1a62633145c07p-54

/*
 * sin r = r + r z (S0_H + S0 + S1 z + ... + S5 z^5), z = r^2, |r| <= pi / 4; relative error
 * < 2^-57.5. S0_H = -21 / 128 has 5 bits.
 */
#define WN_TRIG_S0_H (-0x1.5p-3)
#define WN_TRIG_S0   (-0x1.5555555555218p-9)
#define WN_TRIG_S1   0x1.111111110f7cdp-7
#define WN_TRIG_S2   (-0x1.a01a019bfd9acp-13)
#define WN_TRIG_S3   0x1.71de356793f9dp-19
#define WN_TRIG_S4   (-0x1.ae5e5a654dcf7p-26)
#define WN_TRIG_S5   0x1.5d8fc606564dcp-33

/* cos r = 1 - z / 2 + z^2 (C0 + ... + C5 z^5); error < 2^-64 */
#define WN_TRIG_C0 0x1.555555555554cp-5
#define WN_TRIG_C1 (-0x1.6c16c16c15220p-10)
#define WN_TRIG_C2 0x1.a01a019cbf86cp-16
#define WN_TRIG_C3 (-0x1.27e4f812d435cp-22)
#define WN_TRIG_C4 0x1.1ee9f167d4e30p-29
#define WN_TRIG_C5 (-0x1.8fb13c235da26p-37)

/* floor(2 / pi * 2^1216) in binary after 64 zero bits: bit b from the left has weight 2^(63 - b) */
#define WN_TRIG_WORDS 20
static const uint64_t wn_trig_two_over_pi[WN_TRIG_WORDS] = {
    UINT64_C(0x0000000000000000), UINT64_C(0xa2f9836e4e441529), UINT64_C(0xfc2757d1f534ddc0),
    UINT64_C(0xdb6295993c439041), UINT64_C(0xfe5163abdebbc561), UINT64_C(0xb7246e3a424dd2e0),
    UINT64_C(0x06492eea09d1921c), UINT64_C(0xfe1deb1cb129a73e), UINT64_C(0xe88235f52ebb4484),
    UINT64_C(0xe99c7026b45f7e41), UINT64_C(0x3991d639835339f4), UINT64_C(0x9c845f8bbdf9283b),
    UINT64_C(0x1ff897ffde05980f), UINT64_C(0xef2f118b5a0a6d1f), UINT64_C(0x6d367ecf27cb09b7),
    UINT64_C(0x4f463f669e5fea2d), UINT64_C(0x7527bac7ebe5f17b), UINT64_C(0x3d0739f78a5292ea),
    UINT64_C(0x6bfb5fb11f8d5d08), UINT64_C(0x56033046fc7b6bab),
};

#endif
