/* SPDX-License-Identifier: MIT */
/*
 * pow, sin and cos of scalar/math.c against MPFR: constants, approximation errors, accuracy over
 * all finite arguments, C99 Annex F special cases, and what must be exact.
 *
 *   test_math [--seed N] [--count N] [--full]
 *
 * --count: random arguments per class of arguments (default 20000). --full: sin and cos of all
 * 2^32 floats instead of every 256th (minutes).
 *
 * Errors are in ulps of the binade of the exact result, measured at 200 bits; a double infinity
 * counts as 2^1024. Links MPFR and libm (as a quick second opinion on floats, where MPFR decides
 * whenever the two differ or the case is close).
 */
#include "../scalar/math.h"
#include "../scalar/math_table.h"
#include "check.h"
#include <float.h>
#include <math.h>
#include <mpfr.h>

static uint64_t state;
static unsigned long count = 20000;

static double from_bits(uint64_t b)
{
    double a;
    memcpy(&a, &b, sizeof a);
    return a;
}
static uint64_t to_bits(double a)
{
    uint64_t b;
    memcpy(&b, &a, sizeof b);
    return b;
}
static float from_bits32(uint32_t b)
{
    float a;
    memcpy(&a, &b, sizeof a);
    return a;
}

/* A random finite double, every exponent as likely as any other */
static double random_finite(void)
{
    double a;
    do
        a = from_bits(check_random(&state));
    while (a - a != 0);
    return a;
}
static float random_finite32(void)
{
    float a;
    do
        a = from_bits32((uint32_t)check_random(&state));
    while (a - a != 0);
    return a;
}
static double random_sign(double a)
{
    return check_random(&state) & 1 ? -a : a;
}

/* The double n steps away, towards infinity for a positive one */
static double step(double a, int n)
{
    return from_bits(to_bits(a) + (uint64_t)(int64_t)n);
}

/* ------------------------------------------------------------------------------ measuring */

typedef struct {
    const char *name;
    unsigned long n, wrong; /* wrong: not correctly rounded */
    double worst, x, y;
} record;

static mpfr_t exact, other, scratch;

/* |got - exact| in ulps of a format with `digits` bits and least exponent (as frexp) `least` */
static double ulps(double got, int digits, mpfr_exp_t least, mpfr_exp_t most)
{
    if (mpfr_nan_p(exact) || got != got)
        return mpfr_nan_p(exact) && got != got ? 0 : HUGE_VAL;
    mpfr_set_ui_2exp(other, 1, most, MPFR_RNDN); /* what an infinity counts as */
    if (mpfr_cmpabs(exact, other) > 0)
        mpfr_copysign(exact, other, exact, MPFR_RNDN);
    if (got - got != 0)
        mpfr_setsign(other, other, got < 0, MPFR_RNDN);
    else
        mpfr_set_d(other, got, MPFR_RNDN);
    mpfr_exp_t e = mpfr_zero_p(exact) ? least : mpfr_get_exp(exact);
    if (e < least)
        e = least;
    if (e > most)
        e = most;
    mpfr_sub(scratch, other, exact, MPFR_RNDN);
    mpfr_mul_2si(scratch, scratch, digits - e, MPFR_RNDN);
    return fabs(mpfr_get_d(scratch, MPFR_RNDA));
}
static double ulps64(double got)
{
    return ulps(got, 53, -1021, 1024);
}
static double ulps32(float got)
{
    return ulps(got, 24, -125, 128);
}

static void note(record *r, double error, double x, double y)
{
    r->n++;
    r->wrong += error > 0.5;
    if (!(error <= r->worst) || r->n == 1) {
        r->worst = error;
        r->x = x;
        r->y = y;
    }
}

/* The promise is an error below 1; limit is what the analysis in math.c says. */
static void report(const record *r, double limit)
{
    printf("%-30s %10lu  max %.5f ulp at (%a, %a), %lu not correctly rounded\n", r->name, r->n,
           r->worst, r->x, r->y, r->wrong);
    CHECK(r->worst < 1.0, "%s: %g ulp at (%a, %a)", r->name, r->worst, r->x, r->y);
    CHECK(r->worst < limit, "%s: %g ulp at (%a, %a)", r->name, r->worst, r->x, r->y);
}

static void try_sin(record *r, double x)
{
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_sin(exact, exact, MPFR_RNDN);
    note(r, ulps64(wn_ref_sin_f64(x)), x, 0);
}
static void try_cos(record *r, double x)
{
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_cos(exact, exact, MPFR_RNDN);
    note(r, ulps64(wn_ref_cos_f64(x)), x, 0);
}
static void try_pow(record *r, double x, double y)
{
    mpfr_t p;
    mpfr_init2(p, 53);
    mpfr_set_d(exact, x, MPFR_RNDN);
    mpfr_set_d(p, y, MPFR_RNDN);
    mpfr_pow(exact, exact, p, MPFR_RNDN);
    mpfr_clear(p);
    note(r, ulps64(wn_ref_pow_f64(x, y)), x, y);
}

/* ------------------------------------------------------------------------------ constants */

/* value, an MPFR number of many bits, must be the sum of the parts but for 2^error */
static void check_sum(const char *name, mpfr_t value, int error, int n, const double *parts)
{
    mpfr_t rest;
    mpfr_init2(rest, 2000);
    mpfr_set(rest, value, MPFR_RNDN);
    for (int i = 0; i < n; i++)
        mpfr_sub_d(rest, rest, parts[i], MPFR_RNDN);
    CHECK(mpfr_cmpabs_ui(rest, 0) > 0 && mpfr_get_exp(rest) <= error, "%s: 2^%ld", name,
          (long)mpfr_get_exp(rest));
    mpfr_clear(rest);
}

static void check_bits_used(const char *name, double a, int bits)
{
    int e;
    const double m = ldexp(frexp(a, &e), bits);
    CHECK(m == floor(m), "%s has more than %d bits", name, bits);
}

static void test_constants(void)
{
    mpfr_t v, w;
    mpfr_init2(v, 2000);
    mpfr_init2(w, 2000);

    mpfr_const_log2(v, MPFR_RNDN);
    check_sum("ln 2", v, -54, 1, (double[]) { WN_POW_LN2 });
    check_sum("ln 2 = H + L", v, -68, 2, (double[]) { WN_POW_LN2_H, WN_POW_LN2_L });
    check_bits_used("LN2_H", WN_POW_LN2_H, 13);
    mpfr_mul_ui(w, v, 3, MPFR_RNDN);
    mpfr_ui_div(w, 2, w, MPFR_RNDN);
    check_sum("2 / (3 ln 2)", w, -54, 1, (double[]) { WN_POW_CP });
    check_sum("2 / (3 ln 2) = H + L", w, -81, 2, (double[]) { WN_POW_CP_H, WN_POW_CP_L });
    check_bits_used("CP_H", WN_POW_CP_H, 26);
    mpfr_set_d(w, WN_POW_C1, MPFR_RNDN);
    mpfr_log2(w, w, MPFR_RNDN);
    check_sum("log2 C1", w, -79, 2, (double[]) { WN_POW_LOG2_C1_H, WN_POW_LOG2_C1_L });
    check_bits_used("C1", WN_POW_C1, 8);
    check_bits_used("LOG2_C1_H", WN_POW_LOG2_C1_H, 26);
    CHECK(WN_POW_OFFSET_BITS + WN_POW_FROM_OFFSET == to_bits(1.0), "offset");
    CHECK(fabs(from_bits(WN_POW_OFFSET_BITS) - pow(2, -0.25)) < 1e-4, "offset");
    CHECK(fabs(WN_POW_SPLIT - pow(2, 0.25)) < 1e-4, "split");

    mpfr_const_pi(v, MPFR_RNDN);
    mpfr_div_2ui(v, v, 1, MPFR_RNDN);
    check_sum("pi / 2 in parts", v, -157, 4,
              (double[]) { WN_TRIG_P1, WN_TRIG_P2, WN_TRIG_P3, WN_TRIG_P4 });
    check_bits_used("P1", WN_TRIG_P1, 33);
    check_bits_used("P2", WN_TRIG_P2, 33);
    check_bits_used("P3", WN_TRIG_P3, 33);
    check_sum("pi / 2", v, -53, 1, (double[]) { WN_TRIG_PI_2 });
    check_sum("pi / 2 and the rest", v, -107, 2, (double[]) { WN_TRIG_PI_2, WN_TRIG_PI_2_LL });
    CHECK(WN_TRIG_PI_2_H + WN_TRIG_PI_2_L == WN_TRIG_PI_2, "halves of pi / 2");
    check_bits_used("PI_2_H", WN_TRIG_PI_2_H, 26);
    check_bits_used("PI_2_L", WN_TRIG_PI_2_L, 27);
    mpfr_ui_div(v, 1, v, MPFR_RNDN);
    check_sum("2 / pi", v, -54, 1, (double[]) { WN_TRIG_2_PI });
    for (int i = 0; i < WN_TRIG_WORDS; i++) {
        mpfr_mul_2si(w, v, 64 * i, MPFR_RNDN); /* word i is floor(2/pi * 2^(64 i)) mod 2^64 */
        mpfr_floor(w, w);
        uint64_t word = 0;
        for (int bit = 0; bit < 64; bit++) {
            mpfr_div_2ui(w, w, 1, MPFR_RNDN);
            if (!mpfr_integer_p(w))
                word |= UINT64_C(1) << bit;
            mpfr_floor(w, w);
        }
        CHECK(word == wn_trig_two_over_pi[i], "2/pi word %d: %016" PRIx64, i, word);
    }
    mpfr_clear(v);
    mpfr_clear(w);
}

/* The error of polynomials, exactly evaluated */

enum which { ATANH, EXP, SIN, COS };

static double approximation_error(enum which which, double at)
{
    static const double poly[][10] = {
        { WN_POW_L0, WN_POW_L1, WN_POW_L2, WN_POW_L3, WN_POW_L4, WN_POW_L5 },
        { WN_POW_E0, WN_POW_E1, WN_POW_E2, WN_POW_E3, WN_POW_E4, WN_POW_E5, WN_POW_E6, WN_POW_E7,
          WN_POW_E8, WN_POW_E9 },
        { WN_TRIG_S0, WN_TRIG_S1, WN_TRIG_S2, WN_TRIG_S3, WN_TRIG_S4, WN_TRIG_S5 },
        { WN_TRIG_C0, WN_TRIG_C1, WN_TRIG_C2, WN_TRIG_C3, WN_TRIG_C4, WN_TRIG_C5 },
    };
    mpfr_t x, z, p, f;
    mpfr_inits2(400, x, z, p, f, (mpfr_ptr)0);
    mpfr_set_d(x, at, MPFR_RNDN);
    mpfr_mul(z, x, x, MPFR_RNDN);
    mpfr_set_zero(p, 1);
    for (int i = which == EXP ? 9 : 5; i >= 0; i--) {
        mpfr_mul(p, p, which == EXP ? x : z, MPFR_RNDN);
        mpfr_add_d(p, p, poly[which][i], MPFR_RNDN);
    }
    if (which == SIN)
        mpfr_add_d(p, p, WN_TRIG_S0_H, MPFR_RNDN);
    mpfr_mul(p, p, z, MPFR_RNDN);
    switch (which) {
    case ATANH: /* (3 + z + z z p) / (3 atanh(s) / s) - 1 */
        mpfr_mul(p, p, z, MPFR_RNDN);
        mpfr_add(p, p, z, MPFR_RNDN);
        mpfr_add_ui(p, p, 3, MPFR_RNDN);
        mpfr_atanh(f, x, MPFR_RNDN);
        mpfr_div(f, f, x, MPFR_RNDN);
        mpfr_mul_ui(f, f, 3, MPFR_RNDN);
        mpfr_div(p, p, f, MPFR_RNDN);
        mpfr_sub_ui(p, p, 1, MPFR_RNDN);
        break;
    case EXP: /* 1 + w + z/2 + w z p - e^w */
        mpfr_mul(p, p, x, MPFR_RNDN);
        mpfr_div_2ui(z, z, 1, MPFR_RNDN);
        mpfr_add(p, p, z, MPFR_RNDN);
        mpfr_add(p, p, x, MPFR_RNDN);
        mpfr_expm1(f, x, MPFR_RNDN);
        mpfr_sub(p, p, f, MPFR_RNDN);
        break;
    case SIN: /* (x + x z p) / sin x - 1 */
        mpfr_mul(p, p, x, MPFR_RNDN);
        mpfr_add(p, p, x, MPFR_RNDN);
        mpfr_sin(f, x, MPFR_RNDN);
        mpfr_div(p, p, f, MPFR_RNDN);
        mpfr_sub_ui(p, p, 1, MPFR_RNDN);
        break;
    case COS: /* 1 - z/2 + z z p - cos x */
        mpfr_mul(p, p, z, MPFR_RNDN);
        mpfr_div_2ui(z, z, 1, MPFR_RNDN);
        mpfr_sub(p, p, z, MPFR_RNDN);
        mpfr_add_ui(p, p, 1, MPFR_RNDN);
        mpfr_cos(f, x, MPFR_RNDN);
        mpfr_sub(p, p, f, MPFR_RNDN);
        break;
    }
    const double error = fabs(mpfr_get_d(p, MPFR_RNDA));
    mpfr_clears(x, z, p, f, (mpfr_ptr)0);
    return error;
}

static void test_approximations(void)
{
    static const struct {
        enum which which;
        const char *name;
        double lower, upper, bound; /* bound: as in math_table.h */
    } fits[] = {
        { ATANH, "atanh", 0x1p-20, 0.08660, 0x1p-74 * 0.70710678 },
        { EXP, "exp", -0.34675, 0.34675, 0x1p-63 * 0.70710678 },
        { SIN, "sin", 0x1p-20, 0.785399, 0x1p-57 * 0.70710678 },
        { COS, "cos", 0, 0.785399, 0x1p-64 },
    };
    for (size_t i = 0; i < sizeof fits / sizeof *fits; i++) {
        double worst = 0;
        for (int k = 0; k <= 2000; k++) {
            const double at = fits[i].lower + (fits[i].upper - fits[i].lower) * (k / 2000.0);
            worst = fmax(worst, approximation_error(fits[i].which, at));
        }
        printf("polynomial of %-5s error 2^%.2f\n", fits[i].name, log2(worst));
        CHECK(worst < fits[i].bound, "%s: %g", fits[i].name, worst);
    }
    /* the ranges of s = (m - c) / (m + c) at their ends */
    const double offset = from_bits(WN_POW_OFFSET_BITS);
    const double ends[][2] = {
        { offset, 1 }, { WN_POW_SPLIT, 1 }, { WN_POW_SPLIT, WN_POW_C1 }, { 2 * offset, WN_POW_C1 }
    };
    for (int i = 0; i < 4; i++)
        CHECK(fabs((ends[i][0] - ends[i][1]) / (ends[i][0] + ends[i][1])) < 0.08660, "end %d", i);
}

/* -------------------------------------------------------------------------------- sin, cos */

static void try_trig(record *s, record *c, double x)
{
    try_sin(s, x);
    try_cos(c, x);
}

/* For every exponent the significands nearest to multiples of pi / 2, by continued fractions */
static void trig_nearest(record *s, record *c)
{
    mpfr_t alpha, a, rest, r, least;
    mpfr_inits2(1400, alpha, a, rest, r, least, (mpfr_ptr)0);
    mpfr_set_ui(least, 1, MPFR_RNDN);
    for (int e = -52; e <= 971; e++) {
        mpfr_const_pi(alpha, MPFR_RNDN);
        mpfr_ui_div(alpha, 2, alpha, MPFR_RNDN);
        mpfr_mul_2si(alpha, alpha, e, MPFR_RNDN);
        mpfr_frac(rest, alpha, MPFR_RNDN);
        /* denominators q of the convergents p / q of frac(alpha): |q alpha - p| is small */
        uint64_t q0 = 0, q1 = 1;
        for (;;) {
            mpfr_ui_div(rest, 1, rest, MPFR_RNDN);
            mpfr_floor(a, rest);
            mpfr_sub(rest, rest, a, MPFR_RNDN);
            const double quotient = mpfr_get_d(a, MPFR_RNDN);
            if (quotient * (double)q1 + (double)q0 >= 0x1p53)
                break;
            const uint64_t q2 = (uint64_t)quotient * q1 + q0;
            q0 = q1;
            q1 = q2;
        }
        /* the last below 2^53, a multiple of it, or an intermediate fraction, has 53 bits */
        const uint64_t top = UINT64_C(1) << 52;
        const uint64_t candidates[] = { q1 * ((top - 1) / q1 + 1),
                                        q1 * ((2 * top - 1 - q0) / q1) + q0,
                                        UINT64_C(0x1921fb54442d18) };
        for (int i = 0; i < 3; i++) {
            if (candidates[i] < top || candidates[i] >= 2 * top)
                continue;
            for (int n = -1; n <= 1; n++)
                try_trig(s, c, ldexp((double)(candidates[i] + (uint64_t)(int64_t)n), e));
            mpfr_mul_d(r, alpha, (double)candidates[i], MPFR_RNDN);
            mpfr_rint(a, r, MPFR_RNDN);
            mpfr_sub(r, r, a, MPFR_RNDN);
            if (mpfr_cmpabs(r, least) < 0)
                mpfr_abs(least, r, MPFR_RNDN);
        }
    }
    const double distance = mpfr_get_d(least, MPFR_RNDN);
    printf("nearest double to a multiple of pi/2: 2^%.2f quadrants away\n", log2(distance));
    CHECK(distance > 0x1p-62 && distance < 0x1p-60, "%g", distance);
    mpfr_clears(alpha, a, rest, r, least, (mpfr_ptr)0);
}

static void test_trig(void)
{
    record s = { .name = "sin, all exponents" }, c = { .name = "cos, all exponents" };
    for (unsigned long i = 0; i < count; i++)
        try_trig(&s, &c, random_finite());
    report(&s, 0.63), report(&c, 0.63);

    s = (record) { .name = "sin, |x| < pi" }, c = (record) { .name = "cos, |x| < pi" };
    for (unsigned long i = 0; i < 4 * count; i++)
        try_trig(&s, &c, check_uniform(&state, -3.15, 3.15));
    report(&s, 0.63), report(&c, 0.63);

    s = (record) { .name = "sin, 2^-40 to 2^40" }, c = (record) { .name = "cos, 2^-40 to 2^40" };
    for (unsigned long i = 0; i < count; i++)
        try_trig(
            &s, &c,
            random_sign(ldexp(check_uniform(&state, 1, 2), (int)(check_random(&state) % 81) - 40)));
    report(&s, 0.63), report(&c, 0.63);

    s = (record) { .name = "sin, near k pi/4" }, c = (record) { .name = "cos, near k pi/4" };
    mpfr_t pi;
    mpfr_init2(pi, 300);
    mpfr_const_pi(pi, MPFR_RNDN);
    for (unsigned long i = 0; i < count; i++) {
        uint64_t k = check_random(&state) >> (11 + check_random(&state) % 52);
        mpfr_mul_d(scratch, pi, (double)k * 0.25, MPFR_RNDN);
        try_trig(&s, &c,
                 random_sign(step(mpfr_get_d(scratch, MPFR_RNDN),
                                  k ? (int)(check_random(&state) % 5) - 2 : 0)));
    }
    mpfr_clear(pi);
    report(&s, 0.63), report(&c, 0.63);

    s = (record) { .name = "sin, nearest to k pi/2" };
    c = (record) { .name = "cos, nearest to k pi/2" };
    trig_nearest(&s, &c);
    report(&s, 0.63), report(&c, 0.63);

    s = (record) { .name = "sin, edges" }, c = (record) { .name = "cos, edges" };
    static const double edges[] = { 0x1.6ac5b262ca1ffp849 /* 6381956970095103 * 2^797 */,
                                    1e300,
                                    1e22,
                                    DBL_MAX,
                                    DBL_MIN,
                                    DBL_TRUE_MIN,
                                    0x1p-27,
                                    0x1p-26,
                                    0x1p-54,
                                    0x1p20,
                                    0x1p19,
                                    0x1.921fb54442d18p0,
                                    0x1.921fb54442d18p-1,
                                    0x1.921fb54442d18p1,
                                    0x1.2d97c7f3321d2p2,
                                    0x1p1023,
                                    0x1p970,
                                    0x1p971,
                                    0x1p52,
                                    0x1p53,
                                    0x1p63,
                                    0x1p64 };
    CHECK(ldexp(6381956970095103.0, 797) == edges[0], "the known worst argument");
    for (size_t i = 0; i < sizeof edges / sizeof *edges; i++)
        for (int n = -20; n <= 20; n++) {
            const double x = step(edges[i], n);
            if (x - x == 0) {
                try_trig(&s, &c, x);
                try_trig(&s, &c, -x);
            }
        }
    for (unsigned long i = 0; i < count / 4; i++) /* denormals, and the threshold of huge */
        try_trig(&s, &c, random_sign(from_bits(check_random(&state) >> 12))),
            try_trig(&s, &c, 0x1p20 + check_uniform(&state, -3, 3));
    report(&s, 0.63), report(&c, 0.63);
}

/* Floats: rounded right if libm agrees and its value is no near-tie; else MPFR decides. */
static void trig_float(record *s, record *c, uint32_t bits)
{
    const float x = from_bits32(bits);
    if (x - x != 0)
        return;
    for (int cosine = 0; cosine < 2; cosine++) {
        record *const r = cosine ? c : s;
        const float got = cosine ? wn_ref_cos_f32(x) : wn_ref_sin_f32(x);
        const double libm = cosine ? cos(x) : sin(x);
        const uint64_t low = to_bits(libm) & 0x1fffffff; /* what a float of normal range drops */
        const int sure = fabs(libm) > 1e-30 && (low < 0x0ffffff0 || low > 0x10000010);
        r->n++;
        if (sure && got == (float)libm && bits & 0xffff)
            continue;
        mpfr_set_flt(exact, x, MPFR_RNDN);
        if (cosine)
            mpfr_cos(exact, exact, MPFR_RNDN);
        else
            mpfr_sin(exact, exact, MPFR_RNDN);
        r->n--;
        note(r, ulps32(got), x, 0);
    }
}

static void test_floats(int full)
{
    record s = { .name = "sin f32" }, c = { .name = "cos f32" };
    const uint32_t phase = full ? 0 : (uint32_t)check_random(&state) & 0xff;
    for (uint64_t bits = phase; bits < UINT64_C(1) << 32; bits += full ? 1 : 256)
        trig_float(&s, &c, (uint32_t)bits);
    for (uint64_t bits = 0; bits < UINT64_C(1) << 32; bits += 65536)
        trig_float(&s, &c, (uint32_t)bits);
    report(&s, 0.51), report(&c, 0.51);

    record p = { .name = "pow f32" };
    mpfr_t y;
    mpfr_init2(y, 24);
    for (unsigned long i = 0; i < 2 * count; i++) {
        float b = random_finite32(), e = random_finite32();
        if (i % 4 == 1)
            b = (float)check_uniform(&state, 0, 2), e = i & 4 ? 1.25f : 1.375f;
        if (i % 4 == 2) {
            b = fabsf(b);
            e = (float)(check_uniform(&state, -155, 132) / log2(b));
        }
        if (i % 4 == 3)
            e = (float)((int)(check_random(&state) % 41) - 20);
        if (b == 0 || e - e != 0)
            continue;
        mpfr_set_flt(exact, b, MPFR_RNDN);
        mpfr_set_flt(y, e, MPFR_RNDN);
        mpfr_pow(exact, exact, y, MPFR_RNDN);
        note(&p, ulps32(wn_ref_pow_f32(b, e)), b, e);
    }
    mpfr_clear(y);
    report(&p, 0.51);
}

/* ------------------------------------------------------------------------------------- pow */

/* y with y log2(x) about e */
static double exponent_for(double x, double e)
{
    return e / log2(x);
}

static double random_positive(void)
{
    double x;
    do
        x = fabs(random_finite());
    while (x == 0);
    return x;
}

static void test_pow(void)
{
    record r = { .name = "pow, all exponents" };
    for (unsigned long i = 0; i < count; i++)
        try_pow(&r, fabs(random_finite()), random_finite());
    report(&r, 0.6);

    r = (record) { .name = "pow, results of all exponents" };
    for (unsigned long i = 0; i < 4 * count; i++) {
        const double x = random_positive();
        try_pow(&r, x, exponent_for(x, check_uniform(&state, -1080, 1026)));
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, 0..2 to 1.25, 1.375" };
    for (unsigned long i = 0; i < 2 * count; i++)
        try_pow(&r, check_uniform(&state, 0, 2), i & 1 ? 1.25 : 1.375);
    report(&r, 0.6);

    r = (record) { .name = "pow, 0..2 to -10..10" };
    for (unsigned long i = 0; i < 2 * count; i++)
        try_pow(&r, check_uniform(&state, 0, 2), check_uniform(&state, -10, 10));
    report(&r, 0.6);

    r = (record) { .name = "pow, near overflow" };
    for (unsigned long i = 0; i < count; i++) {
        const double x = i & 1 ? random_positive() : check_uniform(&state, 0.2, 5);
        try_pow(&r, x, exponent_for(x, check_uniform(&state, i & 2 ? 1023.999999 : 1019, 1024.1)));
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, denormal results" };
    for (unsigned long i = 0; i < 2 * count; i++) {
        const double x = i & 1 ? random_positive() : check_uniform(&state, 0.2, 5);
        try_pow(&r, x, exponent_for(x, check_uniform(&state, -1077, -1019)));
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, x near 1" };
    for (unsigned long i = 0; i < 2 * count; i++) {
        const double d = ldexp(check_uniform(&state, 1, 2), -(int)(check_random(&state) % 53));
        const double x = i & 1 ? 1 + d : 1 - d / 2;
        if (x != 1 && x != 0)
            try_pow(&r, x, exponent_for(x, check_uniform(&state, -1080, 1026)));
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, x at the centres' edges" };
    for (unsigned long i = 0; i < 2 * count; i++) {
        const double ends[] = { from_bits(WN_POW_OFFSET_BITS), WN_POW_SPLIT, WN_POW_C1, 1, 2 };
        const double x = ldexp(ends[check_random(&state) % 5] *
                                   (1 + random_sign(check_uniform(&state, 0, 0.01))),
                               i & 1 ? 0 : (int)(check_random(&state) % 201) - 100);
        if (x != 1)
            try_pow(&r, x, exponent_for(x, check_uniform(&state, -1080, 1026)));
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, denormal x" };
    for (unsigned long i = 0; i < count; i++) {
        const double x = from_bits(1 + (check_random(&state) >> (12 + check_random(&state) % 52)));
        try_pow(&r, x, exponent_for(x, check_uniform(&state, -1080, 1026)));
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, tiny y" };
    for (unsigned long i = 0; i < count; i++)
        try_pow(
            &r, random_positive(),
            random_sign(ldexp(check_uniform(&state, 1, 2), -(int)(check_random(&state) % 1080))));
    report(&r, 0.6);

    r = (record) { .name = "pow, negative x, integer y" };
    for (unsigned long i = 0; i < count; i++) {
        double x = -check_uniform(&state, 0.5, 2), y;
        if (i % 3 == 0) {
            y = (double)((int)(check_random(&state) % 601) - 300);
            x = -exp2(check_uniform(&state, -1080, 1025) / (y ? fabs(y) : 1));
        } else { /* huge y, even and odd, x near -1 */
            y = random_sign((double)(check_random(&state) >> (11 + check_random(&state) % 30)));
            x = -exp2(check_uniform(&state, -1080, 1025) / y);
        }
        if (x - x == 0 && x != 0)
            try_pow(&r, x, y);
    }
    report(&r, 0.6);

    r = (record) { .name = "pow, random bits" };
    for (unsigned long i = 0; i < count; i++) {
        const double x = random_finite(), y = random_finite();
        if (x != 0)
            try_pow(&r, x, i & 1 ? y : floor(fmod(y, 0x1p54)));
    }
    report(&r, 0.6);
}

/* ---------------------------------------------------------------------------------- specials */

#define NAN_ from_bits(UINT64_C(0x7ff8000000000000))
#define INF_ from_bits(UINT64_C(0x7ff0000000000000))

static void special(double x, double y, double expected)
{
    const double got = wn_ref_pow_f64(x, y);
    CHECK(check_bits64(got) == check_bits64(expected), "pow(%a, %a) = %a, not %a", x, y, got,
          expected);
    const float got32 = wn_ref_pow_f32((float)x, (float)y);
    if ((x != x || (float)x == x) && (y != y || (float)y == y))
        CHECK(check_bits32(got32) == check_bits32((float)expected), "powf(%a, %a) = %a, not %a", x,
              y, got32, expected);
}

static void test_specials(void)
{
    const double inf = INF_, nan = NAN_;
    const double low_nan = from_bits(UINT64_C(0x7ff0000000000001)); /* a payload in the low bits */
    const double odd[] = { 1, 3, 5, 101, 0x1.fffffffffffffp52, 0x1.0000000000001p52, 8388607 };
    const double even[] = { 2, 4, 100, 0x1p53, 0x1.fffffffffffffp53, 1e300, DBL_MAX };
    const double broken[] = {
        0.5,    1.5, 2.5, 1e-300, DBL_TRUE_MIN, 0x1.fffffffffffffp51, 1.25, 0x1.0000000000001p51,
        DBL_MIN
    };
    const double magnitudes[] = {
        DBL_TRUE_MIN, DBL_MIN, 0.3, 0.5, 0x1.fffffffffffffp-1, 0x1.0000000000001p0, 1.5, 2, 3,
        1e300,        DBL_MAX
    };
    const size_t n_odd = sizeof odd / sizeof *odd, n_even = sizeof even / sizeof *even;
    const size_t n_broken = sizeof broken / sizeof *broken;
    const size_t n_magnitudes = sizeof magnitudes / sizeof *magnitudes;

    /* C99 F.9.4.4, in its order */
    for (size_t i = 0; i < n_odd; i++) {
        special(0.0, -odd[i], inf);
        special(-0.0, -odd[i], -inf);
        special(0.0, odd[i], 0.0);
        special(-0.0, odd[i], -0.0);
        special(-inf, -odd[i], -0.0);
        special(-inf, odd[i], -inf);
        special(-1.0, odd[i], -1.0);
        special(-1.0, -odd[i], -1.0);
    }
    for (size_t i = 0; i < n_even + n_broken; i++) { /* y not an odd integer */
        const double y = i < n_even ? even[i] : broken[i - n_even];
        special(0.0, -y, inf);
        special(-0.0, -y, inf);
        special(0.0, y, 0.0);
        special(-0.0, y, 0.0);
        special(-inf, -y, 0.0);
        special(-inf, y, inf);
        if (i < n_even) {
            special(-1.0, y, 1.0);
            special(-1.0, -y, 1.0);
        }
    }
    special(-0.0, inf, 0.0), special(0.0, inf, 0.0);
    special(-0.0, -inf, inf), special(0.0, -inf, inf);
    special(-1.0, inf, 1.0), special(-1.0, -inf, 1.0);
    const double any[] = { 0.0,          -0.0, 1,    -1,  0.5,  -2,      1e300,   -1e300,
                           DBL_TRUE_MIN, inf,  -inf, nan, -nan, low_nan, -low_nan };
    for (size_t i = 0; i < sizeof any / sizeof *any; i++) {
        special(1.0, any[i], 1.0); /* even NaN */
        special(any[i], 0.0, 1.0);
        special(any[i], -0.0, 1.0);
        if (any[i] != 1.0)
            special(any[i], nan, nan), special(any[i], low_nan, nan);
        if (any[i] != 0.0)
            special(nan, any[i], nan), special(low_nan, any[i], nan), special(-nan, any[i], nan);
    }
    for (size_t i = 0; i < n_magnitudes; i++) {
        const double x = magnitudes[i];
        for (size_t k = 0; k < n_broken; k++)
            special(-x, broken[k], nan), special(-x, -broken[k], nan);
        for (int sign = -1; sign <= 1; sign += 2) {
            special(sign * x, -inf, x < 1 ? inf : 0.0);
            special(sign * x, inf, x < 1 ? 0.0 : inf);
        }
        special(inf, -x, 0.0);
        special(inf, x, inf);
        special(x, 1.0, x), special(-x, 1.0, -x);
    }
    special(inf, inf, inf), special(inf, -inf, 0.0);
    special(-inf, inf, inf), special(-inf, -inf, 0.0);

    /* ends of the range */
    special(2, 1024, inf), special(-2, 1025, -inf), special(2, -1075, 0.0);
    special(-2, -1075, -0.0), special(-2, -1076, 0.0), special(2, 1e308, inf);
    special(2, -1e308, 0.0), special(0.5, DBL_MAX, 0.0), special(0.5, -DBL_MAX, inf);
    special(DBL_MAX, DBL_MAX, inf), special(DBL_MAX, -DBL_MAX, 0.0);
    special(-DBL_MAX, DBL_MAX, inf), special(DBL_TRUE_MIN, DBL_MAX, 0.0);
    special(DBL_MAX, DBL_TRUE_MIN, 1.0), special(DBL_TRUE_MIN, -DBL_TRUE_MIN, 1.0);
    special(0x1.fffffffffffffp-1, 0x1p1000, 0.0), special(0x1.0000000000001p0, 0x1p1000, inf);
    for (int n = -1074; n <= 1023; n++) {
        special(2, n, ldexp(1, n));
        special(-2, n, n & 1 ? -ldexp(1, n) : ldexp(1, n));
        special(0.5, -n, ldexp(1, n));
        if (n % 2 == 0)
            special(ldexp(1, n), 0.5, ldexp(1, n / 2));
    }

    /* F.9.1.5, F.9.1.6 */
    const struct {
        double x, s, c;
    } trig[] = { { 0.0, 0.0, 1 },   { -0.0, -0.0, 1 },  { inf, nan, nan },    { -inf, nan, nan },
                 { nan, nan, nan }, { -nan, nan, nan }, { low_nan, nan, nan } };
    for (size_t i = 0; i < sizeof trig / sizeof *trig; i++) {
        CHECK(check_bits64(wn_ref_sin_f64(trig[i].x)) == check_bits64(trig[i].s), "%zu", i);
        CHECK(check_bits64(wn_ref_cos_f64(trig[i].x)) == check_bits64(trig[i].c), "%zu", i);
        const float x = (float)trig[i].x;
        CHECK(check_bits32(wn_ref_sin_f32(x)) == check_bits32((float)trig[i].s), "%zu", i);
        CHECK(check_bits32(wn_ref_cos_f32(x)) == check_bits32((float)trig[i].c), "%zu", i);
    }
}

/* ------------------------------------------------------------------------------- exactness */

static void test_exactness(void)
{
    unsigned long down = 0, pairs = 0;
    for (unsigned long i = 0; i < 4 * count; i++) {
        const double x = random_finite();
        CHECK(check_bits64(wn_ref_pow_f64(x, 1)) == check_bits64(x), "pow(%a, 1)", x);
        CHECK(check_bits64(wn_ref_sin_f64(-x)) == check_bits64(-wn_ref_sin_f64(x)), "sin(-%a)", x);
        CHECK(check_bits64(wn_ref_cos_f64(-x)) == check_bits64(wn_ref_cos_f64(x)), "cos(-%a)", x);
        CHECK(fabs(wn_ref_sin_f64(x)) <= 1 && fabs(wn_ref_cos_f64(x)) <= 1, "%a: above 1", x);
        const double tiny = random_sign(
            ldexp(check_uniform(&state, 1, 2), -30 - (int)(check_random(&state) % 1050)));
        CHECK(wn_ref_sin_f64(tiny) == tiny && wn_ref_cos_f64(tiny) == 1, "%a", tiny);

        /* powers of integers that fit in 53 bits */
        const uint64_t base = 2 + check_random(&state) % (i & 1 ? 50 : 90000000);
        uint64_t power = 1;
        for (int n = 0; n <= 53; n++) {
            CHECK(wn_ref_pow_f64((double)base, n) == (double)power, "%" PRIu64 "^%d", base, n);
            CHECK(wn_ref_pow_f64(-(double)base, n) == (n & 1 ? -(double)power : (double)power),
                  "-%" PRIu64 "^%d", base, n);
            if (n == 2)
                CHECK(wn_ref_pow_f64((double)power, 0.5) == (double)base, "root of %" PRIu64,
                      power);
            if (n == 4)
                CHECK(wn_ref_pow_f64((double)power, 1.25) == (double)power * (double)base ||
                          base * power > UINT64_C(1) << 53,
                      "%" PRIu64 "^1.25", power);
            if (power > (UINT64_C(1) << 53) / base)
                break;
            power *= base;
        }
        /* x^2 of 26 bits is exact */
        const double half = random_sign(
            ldexp((double)(check_random(&state) >> 38), (int)(check_random(&state) % 900) - 475));
        CHECK(wn_ref_pow_f64(half, 2) == half * half, "%a^2", half);

        /* neighbours: not out of order by more than an ulp */
        const double b = check_uniform(&state, 0, 2), y = check_uniform(&state, 0, 4);
        const double p = wn_ref_pow_f64(b, y), q = wn_ref_pow_f64(step(b, 1), y);
        pairs++;
        down += q < p;
        CHECK(q >= p || check_ulps64(p, q) <= 1, "pow(%a, %a) falls", b, y);
    }
    printf("pow of neighbours in order but for %lu of %lu (by 1 ulp)\n", down, pairs);
}

int main(int argc, char **argv)
{
    uint64_t seed = 20240601;
    int full = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc) {
            seed = strtoull(argv[++i], 0, 0);
        } else if (!strcmp(argv[i], "--count") && i + 1 < argc) {
            count = strtoul(argv[++i], 0, 0);
        } else if (!strcmp(argv[i], "--full")) {
            full = 1;
        } else {
            printf("usage: test_math [--seed N] [--count N] [--full]\n");
            return 2;
        }
    }
    if (count < 8)
        count = 8;
    printf("test_math --seed %" PRIu64 " --count %lu%s\n", seed, count, full ? " --full" : "");
    state = seed;
    mpfr_set_emin(mpfr_get_emin_min());
    mpfr_set_emax(mpfr_get_emax_max());
    mpfr_inits2(200, exact, other, scratch, (mpfr_ptr)0);
    test_constants();
    test_approximations();
    test_specials();
    test_exactness();
    test_pow();
    test_trig();
    test_floats(full);
    mpfr_clears(exact, other, scratch, (mpfr_ptr)0);
    mpfr_free_cache();
    return check_done("test_math");
}
