/* SPDX-License-Identifier: MIT */
/*
 * pow, sin and cos of + - * /, comparisons, bit operations and integers alone: no libm, no fused
 * operation, no table in the fast paths. kernels/math_tmpl.h repeats pow_log2, pow_scale,
 * pow_exp2, trig_reduce and trig_kernel line by line on lanes; a change here is a change there.
 *
 * Error-free building blocks (Dekker 1971; Knuth TAOCP 2, 4.2.2):
 *   - a double cut to its upper 26 bits: the product of two such is exact;
 *   - rounding to n fractional bits by adding and subtracting a big constant;
 *   - s = a + b, e = b - (s - a) with |a| >= |b|: a + b = s + e exactly (Fast2Sum), and TwoSum,
 *     which does not need |a| >= |b|.
 * u below is 2^-53, half an ulp of 1.
 *
 * pow(x, y) = 2^(y log2 x). |y log2 x| < 1075 for a finite result, so log2 x is needed to a
 * relative 2^-67 to lose little more than the final rounding.
 *
 *   log2 x: x = 2^k m, m in about [2^-1/4, 2^3/4), centre c = 1 or 1.4140625 (so that x near 1 has
 *   k = 0 and c = 1: no cancellation). s = (m - c) / (m + c), |s| < 0.0866, as sh + sl to about
 *   2^-77: sh is the quotient cut to 26 bits, sl the exact remainder (m - c) - sh (m + c), divided.
 *   log2 x = k + log2 c + 2 / (3 ln 2) s * (3 + s^2 + r), where r is a polynomial in z = s^2
 *   below 2^-14.9, so its roundings are below 2^-68 of 3. The products are made of 26-bit halves (a
 *   scheme of K. C. Ng's in fdlibm's e_pow.c, 1993; the constant is multiplied in first here, while
 *   the polynomial is on its way). Result h + l, h cut to 26 bits; relative error < 2^-67, most of
 *   it from r and its polynomial.
 *
 *   2^(y (h + l)): y (h + l) = eh + el from halves, to about 2^-75. The nearest integer n and the
 *   nearest t = n + (12 fractional bits) are taken from the rounded product e, which is not far
 * from the sum and there earlier. a = (t - n) LN2_H then has 25 fractional bits, so that 1 + a +
 * a^2 / 2 is exact; b < 2^-12 is what is missing of (eh + el - n) ln 2: e^(a+b) = 1 + a + a^2/2 +
 * (b (1 + a + b/2) + w^3 p(w)), w = a + b. The bracket is < 2^-7, so its roundings are below 0.03
 * ulp.
 *
 *   Sum: 0.5 ulp for the last addition, 0.03 for the bracket, 1075 * 2^-67 * ln 2 / u = 0.05 for
 *   log2 x at the ends of the range: < 0.6 ulp. Denormal results are rounded once, from the
 *   unrounded sum, with the same bound in units of 2^-1074.
 *
 * sin(x), cos(x) = kernel(r), r = |x| - k pi / 2, k the nearest integer to |x| 2 / pi.
 *
 *   |x| < 2^20: k < 2^20, so k P1, k P2, k P3 are exact (33 + 20 bits), |x| - k P1 is too, and two
 *   TwoSums keep the rest; r = rh + rl with an absolute error of 2^-131 + 2^-105 |r|. No double
 *   is nearer than 2^-61 to a nonzero multiple of pi / 2 (Muller, Elementary Functions, 11), so
 *   this is < 2^-70 |r|.
 *   Otherwise: Payne and Hanek (1983) in integers. x = m 2^e; 192 bits of 2 / pi * 2^e, from
 *   the weight 2 downwards (higher ones contribute multiples of 4 quadrants), times m: two bits
 *   of quadrant and 190 of fraction with an error of 2^-137, hence 2^-75 |r| or less.
 *
 *   kernel: a is r cut to 16 bits, b the rest (< 2^-15 a). z = r^2 = a^2 + b (a + r), a^2 exact.
 *   cos r = (1 - a^2 / 2) + (z^2 c(z) - b (a + r) / 2): the first bracket is exact by Fast2Sum; the
 *   second is < 2^-6 where the result has the ulp u, with 3 roundings: < 0.56 ulp.
 *   sin r = a + (-21/128 a^3 + (b + ...)): the product is exact (5 + 48 bits), the third term has
 *   all that is left, r^3 - a^3 = b (z + a (a + r)) included, and is < 2^-9: 0.5 ulp for the last
 *   sum, 0.0625 for the inner one (below 1/8 where the result has the ulp u), 0.03 for the
 *   polynomial: < 0.62 ulp.
 */
#ifndef WN_REAL
#define WN_REAL 64
#endif
#include "math.h"
#include "math_table.h"
#include "real.h"
#include <string.h>

static inline uint64_t to_bits(double a)
{
    uint64_t b;
    memcpy(&b, &a, sizeof b);
    return b;
}

static inline double from_bits(uint64_t b)
{
    double a;
    memcpy(&a, &b, sizeof a);
    return a;
}

#define SIGN     UINT64_C(0x8000000000000000)
#define INF_BITS UINT64_C(0x7ff0000000000000)

static inline double cut(double a)
{
    return from_bits(to_bits(a) & WN_MATH_CUT);
}
static inline double cut_16(double a)
{
    return from_bits(to_bits(a) & WN_MATH_CUT_16);
}
static inline double magnitude(double a)
{
    return from_bits(to_bits(a) & ~SIGN);
}

/* 2^n for a normal result */
static inline double power_of_two(int n)
{
    return from_bits((uint64_t)(n + 1023) << 52);
}

/* ---------------------------------------------------------------------------------- pow */

/* log2(x * 2^-scaled) = *h + *l, h with 26 bits, about *sum; x positive, normal and finite. */
static inline void pow_log2(double x, double scaled, double *sum, double *h, double *l)
{
    const uint64_t shifted = to_bits(x) + WN_POW_FROM_OFFSET;
    const double biased = from_bits((shifted >> 52) | WN_POW_TWO52_BITS);
    const double k = (biased - WN_POW_TWO52_BIAS) - scaled;
    const double m = from_bits((shifted & WN_POW_MANTISSA_BITS) + WN_POW_OFFSET_BITS);
    const int low = m < WN_POW_SPLIT;
    const double c = low ? 1.0 : WN_POW_C1;
    const double kc = k + (low ? 0.0 : WN_POW_LOG2_C1_H); /* exact, 35 bits */
    const double kc_l = low ? 0.0 : WN_POW_LOG2_C1_L;

    /* s = (m - c) / (m + c) = sh + sl */
    const double f = m - c;
    const double g = m + c;
    const double v = 1.0 / g;
    const double s = f * v;
    const double sh = cut(s);
    const double gh = cut(g);
    const double gl = m - (gh - c);
    const double sl = v * ((f - sh * gh) - sh * gl);

    /* 2 / (3 ln 2) s = sch + scl */
    const double u = WN_POW_CP_H * sh;
    const double w = WN_POW_CP_L * sh + WN_POW_CP * sl;
    const double sc = u + w;
    const double sch = cut(sc);
    const double scl = w - (sch - u);

    /* 3 + s^2 + r = th + tl */
    const double z = s * s;
    const double z2 = z * z;
    const double z4 = z2 * z2;
    const double l01 = WN_POW_L0 + WN_POW_L1 * z;
    const double l23 = WN_POW_L2 + WN_POW_L3 * z;
    const double l45 = WN_POW_L4 + WN_POW_L5 * z;
    const double r = z2 * (l01 + (z2 * l23 + z4 * l45)) + sl * (sh + s);
    const double sh2 = sh * sh;
    const double th = cut((3.0 + sh2) + r);
    const double tl = r - ((th - 3.0) - sh2);

    /* their product is log2(m / c) = qh + ql */
    const double qh = sch * th;
    const double ql = (scl * th + kc_l) + sc * tl;

    *sum = (qh + ql) + kc;
    *h = cut(*sum);
    *l = ql - ((*h - kc) - qh);
}

/* y (h + l), y times their sum, as *eh + *el, about *e */
static inline void pow_scale(double y, double sum, double h, double l, double *e, double *eh,
                             double *el)
{
    const double yh = cut(y);
    *e = y * sum;
    *eh = yh * h;
    *el = (y - yh) * h + y * l;
}

/* 2^(h + l) = 2^*n * (*sum + *rest), where h + l is about e, |e| < 1100; *n is an integer. */
static inline void pow_exp2(double e, double h, double l, double *n, double *sum, double *rest)
{
    const double grid = (e + WN_MATH_TO_12) - WN_MATH_TO_12;
    *n = (e + WN_MATH_TO_0) - WN_MATH_TO_0;
    const double t = grid - *n;
    const double tl = (h - grid) + l;
    const double a = t * WN_POW_LN2_H;
    const double b = tl * WN_POW_LN2 + t * WN_POW_LN2_L;
    const double w = a + b;
    const double w2 = w * w;
    const double w4 = w2 * w2;
    const double e01 = WN_POW_E0 + WN_POW_E1 * w;
    const double e23 = WN_POW_E2 + WN_POW_E3 * w;
    const double e45 = WN_POW_E4 + WN_POW_E5 * w;
    const double e67 = WN_POW_E6 + WN_POW_E7 * w;
    const double e89 = WN_POW_E8 + WN_POW_E9 * w;
    const double p = (e01 + w2 * e23) + w4 * ((e45 + w2 * e67) + w4 * e89);
    *sum = (1.0 + a) + (0.5 * a) * a;
    *rest = b * (1.0 + 0.5 * (a + w)) + (w * w2) * p;
}

/* 2^n (sum + rest), 0.7 < sum + rest < 1.42, rounded once; n an integer, |n| < 1100 */
static double pow_assemble(double n, double sum, double rest)
{
    const double r = sum + rest;
    const int e = (int)n;
    if (e > 1000)
        return (r * 0x1p1000) * power_of_two(e - 1000);
    if (e > -1022)
        return r * power_of_two(e);
    const double least = power_of_two(-1022 - e); /* this times 2^n is the least normal */
    if (r >= least)
        return (r * 0x1p-1000) * power_of_two(e + 1000);
    /* least + r has the ulp of a denormal: add it exactly, round, take it away */
    const double rounded = least + sum;
    const double error = sum - (rounded - least);
    const double denormal = (rounded + (error + rest)) - least;
    return (denormal * 0x1p-1000) * power_of_two(e + 1000);
}

/* 0: not an integer, 1: odd, 2: even. y finite */
static int integer_parity(double y)
{
    const uint64_t b = to_bits(y) & ~SIGN;
    const int e = (int)(b >> 52) - 1023;
    if (b == 0 || e > 52)
        return 2;
    if (e < 0)
        return 0;
    const uint64_t m = (b & WN_POW_MANTISSA_BITS) | (UINT64_C(1) << 52);
    const uint64_t one = UINT64_C(1) << (52 - e);
    if (m & (one - 1))
        return 0;
    return m & one ? 1 : 2;
}

/* Everything that the fast path leaves: C99 F.9.4.4, and results near or beyond the range */
static double pow_special(double x, double y)
{
    if (y == 0.0 || x == 1.0)
        return 1.0;
    if (x != x || y != y)
        return x + y;
    const double inf = from_bits(INF_BITS);
    double ax = magnitude(x);
    const double ay = magnitude(y);
    if (ay == inf) {
        if (ax == 1.0)
            return 1.0;
        return (ax > 1.0) == (y > 0.0) ? inf : 0.0;
    }
    const int parity = integer_parity(y);
    const uint64_t negative = parity == 1 ? to_bits(x) & SIGN : 0;
    if (ax == 0.0 || ax == inf)
        return from_bits(((ax == 0.0) == (y > 0.0) ? 0 : INF_BITS) | negative);
    if (x < 0.0 && parity == 0)
        return (x - x) / (x - x);

    double scaled = 0.0;
    if (ax < WN_MATH_MIN_NORMAL) {
        ax = ax * 0x1p54;
        scaled = 54.0;
    }
    double sum, h, l, e, eh, el, n, rest;
    pow_log2(ax, scaled, &sum, &h, &l);
    pow_scale(y, sum, h, l, &e, &eh, &el);
    if (!(e < 1025.0)) /* e may be infinite */
        return from_bits(INF_BITS | negative);
    if (e < -1080.0)
        return from_bits(negative);
    pow_exp2(e, eh, el, &n, &sum, &rest);
    return from_bits(to_bits(pow_assemble(n, sum, rest)) | negative);
}

double wn_ref_pow_f64(double x, double y)
{
    if (x >= WN_MATH_MIN_NORMAL && x <= WN_MATH_MAX_FINITE) {
        double sum, h, l, e, eh, el, n, rest;
        pow_log2(x, 0.0, &sum, &h, &l);
        pow_scale(y, sum, h, l, &e, &eh, &el);
        if (magnitude(e) < WN_POW_FAST) {
            pow_exp2(e, eh, el, &n, &sum, &rest);
            return (sum + rest) * power_of_two((int)n);
        }
    }
    return pow_special(x, y);
}

/* The sum of pow_log2 alone; its rounding is nearly all of the error. */
double wn_ref_log2_f64(double x)
{
    double sum, h, l;
    pow_log2(x, 0.0, &sum, &h, &l);
    return sum;
}

/* ------------------------------------------------------------------------------ sin, cos */

/* x = *quadrant pi / 2 + *rh + *rl, 0 <= x < WN_TRIG_FAST; of the quadrant the two low bits count
 */
static inline void trig_reduce(double x, uint64_t *quadrant, double *rh, double *rl)
{
    const double shifted = x * WN_TRIG_2_PI + WN_MATH_TO_0;
    const double k = shifted - WN_MATH_TO_0;
    const double r1 = x - k * WN_TRIG_P1;
    const double t2 = k * WN_TRIG_P2;
    const double r2 = r1 - t2;
    const double b2 = r2 - r1;
    const double e2 = (r1 - (r2 - b2)) - (t2 + b2);
    const double t3 = k * WN_TRIG_P3;
    const double r3 = r2 - t3;
    const double b3 = r3 - r2;
    const double e3 = (r2 - (r3 - b3)) - (t3 + b3);
    const double tail = (e2 + e3) - k * WN_TRIG_P4;
    *quadrant = to_bits(shifted);
    *rh = r3 + tail;
    *rl = (r3 - *rh) + tail;
}

/* a b = *high 2^64 + the result */
static uint64_t multiply(uint64_t a, uint64_t b, uint64_t *high)
{
    const uint64_t low = UINT64_C(0xffffffff);
    const uint64_t ll = (a & low) * (b & low);
    const uint64_t lh = (a & low) * (b >> 32);
    const uint64_t hl = (a >> 32) * (b & low);
    const uint64_t middle = (ll >> 32) + (lh & low) + (hl & low);
    *high = (a >> 32) * (b >> 32) + (lh >> 32) + (hl >> 32) + (middle >> 32);
    return (middle << 32) | (ll & low);
}

/* The same for WN_TRIG_FAST <= x, finite */
static void trig_reduce_huge(double x, uint64_t *quadrant, double *rh, double *rl)
{
    const uint64_t bits = to_bits(x);
    const uint64_t m = (bits & WN_POW_MANTISSA_BITS) | (UINT64_C(1) << 52);
    const int first = (int)(bits >> 52) - 1075 + 62; /* the bit of weight 2^(1-e), e of x = m 2^e */
    const uint64_t *word = wn_trig_two_over_pi + first / 64;
    const int shift = first % 64;
    uint64_t w[3];
    for (int i = 0; i < 3; i++) /* a shift by 64 in two steps, for shift may be 0 */
        w[i] = (word[i] << shift) | ((word[i + 1] >> 1) >> (63 - shift));

    /* the low 192 bits of m w */
    uint64_t h1, h2;
    const uint64_t l2 = multiply(m, w[2], &h2);
    const uint64_t l1 = multiply(m, w[1], &h1);
    const uint64_t p1 = l1 + h2;
    const uint64_t p0 = m * w[0] + h1 + (p1 < l1);

    /* two bits of quadrant, and a fraction from -1/2 to 1/2 as sign and magnitude */
    uint64_t f0 = (p0 << 2) | (p1 >> 62);
    uint64_t f1 = (p1 << 2) | (l2 >> 62);
    uint64_t f2 = l2 << 2;
    const uint64_t negative = f0 >> 63;
    *quadrant = (p0 >> 62) + negative;
    if (negative) {
        f0 = ~f0;
        f1 = ~f1;
        f2 = ~f2;
    }
    int zeros = 0;
    for (; !(f0 >> 63) && zeros < 128; zeros++) {
        f0 = (f0 << 1) | (f1 >> 63);
        f1 = (f1 << 1) | (f2 >> 63);
        f2 = f2 << 1;
    }

    /* the first and the next 53 bits, times pi / 2 */
    const double scale = power_of_two(-zeros - 53);
    const double fh = (double)(int64_t)(f0 >> 11) * scale;
    const double fl = (double)(int64_t)(((f0 & 0x7ff) << 42) | (f1 >> 22)) * (scale * 0x1p-53);
    const double fhh = cut(fh);
    const double fhl = fh - fhh;
    const double p = fh * WN_TRIG_PI_2;
    const double error = ((fhh * WN_TRIG_PI_2_H - p) + fhh * WN_TRIG_PI_2_L +
                          fhl * WN_TRIG_PI_2_H) +
        fhl * WN_TRIG_PI_2_L;
    const double tail = error + (fh * WN_TRIG_PI_2_LL + fl * WN_TRIG_PI_2);
    const double h = p + tail;
    const double l = (p - h) + tail;
    *rh = negative ? -h : h;
    *rl = negative ? -l : l;
}

/* sin(rh + rl), or cos if odd */
static inline double trig_kernel(int odd, double rh, double rl)
{
    const double a = cut_16(rh);
    const double b = (rh - a) + rl;
    const double ar = a + rh;
    const double d = b * ar;
    const double a2 = a * a;
    const double z = a2 + d;
    const double z2 = z * z;
    const double z4 = z2 * z2;
    if (odd) {
        const double c01 = WN_TRIG_C0 + WN_TRIG_C1 * z;
        const double c23 = WN_TRIG_C2 + WN_TRIG_C3 * z;
        const double c45 = WN_TRIG_C4 + WN_TRIG_C5 * z;
        const double c = c01 + (z2 * c23 + z4 * c45);
        const double half = 0.5 * a2;
        const double head = 1.0 - half;
        const double error = (1.0 - head) - half;
        return head + ((z2 * c - 0.5 * d) + error);
    }
    const double s01 = WN_TRIG_S0 + WN_TRIG_S1 * z;
    const double s23 = WN_TRIG_S2 + WN_TRIG_S3 * z;
    const double s45 = WN_TRIG_S4 + WN_TRIG_S5 * z;
    const double s = s01 + (z2 * s23 + z4 * s45);
    const double cube = (WN_TRIG_S0_H * a2) * a;
    const double rest = b * (WN_TRIG_S0_H * (z + a * ar)) + (rh * z) * s;
    return a + (cube + (b + rest));
}

/* sin(ax + first pi / 2), its sign flipped if sign is SIGN; ax >= 0 or NaN */
static double trig(double ax, uint64_t first, uint64_t sign)
{
    uint64_t quadrant;
    double rh, rl;
    if (ax < WN_TRIG_FAST)
        trig_reduce(ax, &quadrant, &rh, &rl);
    else if (ax <= WN_MATH_MAX_FINITE)
        trig_reduce_huge(ax, &quadrant, &rh, &rl);
    else
        return ax - ax;
    quadrant += first;
    const double r = trig_kernel(quadrant & 1, rh, rl);
    return from_bits(to_bits(r) ^ ((quadrant << 62) & SIGN) ^ sign);
}

double wn_ref_sin_f64(double x)
{
    return trig(magnitude(x), 0, to_bits(x) & SIGN);
}
double wn_ref_cos_f64(double x)
{
    return trig(magnitude(x), 1, 0);
}

/* ---------------------------------------------------------------------------------- f32 */

float wn_ref_pow_f32(float x, float y)
{
    return (float)wn_ref_pow_f64(x, y);
}
float wn_ref_sin_f32(float x)
{
    return (float)wn_ref_sin_f64(x);
}
float wn_ref_cos_f32(float x)
{
    return (float)wn_ref_cos_f64(x);
}
