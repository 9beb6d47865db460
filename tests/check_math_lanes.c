/* SPDX-License-Identifier: MIT */
/*
 * The lanes' pow, sin and cos against the scalar's, bit for bit (any NaN is any NaN): special
 * values and random patterns, in mixed lanes, through v_pow etc., the batch kernels (all short
 * lengths, unaligned, in place) and wn_pow_chunk.
 *
 * Built once per instruction set and precision with that set's flags, plus scalar/math.c:
 *   WN_REAL=64: this file with -DWN_REAL=64 -DWN_UNIT_AVX2 -mavx2
 *   WN_REAL=32: this file with -DWN_REAL=32 and, for the f64 kernels, a unit with -DWN_REAL=64:
 *               kernels/unit.c, or this file again with -DWN_CHECK_KERNELS_ONLY
 *
 *   check_math_lanes [--seed N] [--count N]      --count: random vectors (default 300000)
 *   check_math_lanes --bench                     ns per element of the kernels (a rough number)
 */
#if defined(__linux__) && !defined(_POSIX_C_SOURCE)
#define _POSIX_C_SOURCE 199309L /* clock_gettime */
#endif
#define WN_MATH_LANES_ONLY
#include "../kernels/math_tmpl.h"

#if !defined(WN_CHECK_KERNELS_ONLY)
#include "check.h"
#include <time.h>

/* Why this CPU cannot run the test, or NULL */
static const char *missing(void)
{
#if defined(WN_UNIT_SSE41) && defined(__GNUC__)
    return __builtin_cpu_supports("sse4.1") ? 0 : "no SSE4.1";
#elif defined(WN_UNIT_AVX2) && defined(__GNUC__)
    return __builtin_cpu_supports("avx2") ? 0 : "no AVX2";
#elif defined(WN_UNIT_AVX512) && defined(__GNUC__)
    if (!__builtin_cpu_supports("avx512f") || !__builtin_cpu_supports("avx512dq"))
        return "no AVX-512 F and DQ";
    return __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        ? 0
        : "no AVX-512 BW and VL";
#else
    return 0;
#endif
}

#if WN_REAL == 64
#define BITS(a) check_bits64(a)
#else
#define BITS(a) check_bits32(a)
#endif

static uint64_t state;

static real from_bits(wn_bits b)
{
    real a;
    memcpy(&a, &b, sizeof a);
    return a;
}
static wn_bits to_bits(real a)
{
    wn_bits b;
    memcpy(&b, &a, sizeof b);
    return b;
}

#if WN_REAL == 64
#define INFINITE    from_bits(UINT64_C(0x7ff0000000000000))
#define QUIET       from_bits(UINT64_C(0x7ff8000000000000))
#define LOW_NAN     from_bits(UINT64_C(0x7ff0000000000001))
#define LARGEST     DBL_MAX
#define LEAST       DBL_MIN
#define LEAST_OF_IT DBL_TRUE_MIN
#define EPSILON     DBL_EPSILON
#else
#define INFINITE    from_bits(UINT32_C(0x7f800000))
#define QUIET       from_bits(UINT32_C(0x7fc00000))
#define LOW_NAN     from_bits(UINT32_C(0x7f800001))
#define LARGEST     FLT_MAX
#define LEAST       FLT_MIN
#define LEAST_OF_IT FLT_TRUE_MIN
#define EPSILON     FLT_EPSILON
#endif

/* Values at which one of the functions changes its path or has a special case; negatives follow */
static real specials[256];
static int special_count;

static void fill_specials(void)
{
    const real values[] = {
        0,
        1,
        2,
        3,
        4,
        0.5,
        1.5,
        2.5,
        1.25,
        1.375,
        0.25,
        0.1f,
        10,
        100,
        101,
        1 + EPSILON,
        1 - EPSILON / 2,
        1 + 2 * EPSILON,
        2 - EPSILON,
        LEAST,
        LEAST_OF_IT,
        LEAST - LEAST_OF_IT,
        LEAST / 2,
        LEAST + LEAST_OF_IT,
        LARGEST,
        LARGEST / 2,
        1 / LEAST,
        1 / LARGEST,
        INFINITE,
        QUIET,
        LOW_NAN,
        /* ends of the steps of pow */
        R(0x1.ae8ap-1),
        R(0x1.ae89fep-1),
        R(WN_POW_SPLIT),
        R(0x1.306ffep0),
        R(WN_POW_C1),
        R(0x1.ae8ap0),
        R(0x1.ae89fep0),
        1020,
        1021,
        1022,
        1023,
        1024,
        1025,
        1074,
        1075,
        1076,
        1080,
        126,
        127,
        128,
        149,
        150,
        151,
        R(1020.9999),
        R(1021.0001),
        R(1023.9999),
        /* odd and even integers at the end of all integers, and huge ones */
        8388607,
        8388608,
        16777215,
        16777216,
        16777218,
        R(0x1p51) + 1,
        R(0x1p52) + 1,
        R(0x1p53) - 1,
        R(0x1p53),
        R(0x1p54),
        R(1e30),
        R(1e38),
        /* sin and cos: multiples of pi / 4, the threshold, huge */
        R(0x1.921fb54442d18p-1),
        R(0x1.921fb54442d18p0),
        R(0x1.2d97c7f3321d2p1),
        R(0x1.921fb54442d18p1),
        R(0x1.2d97c7f3321d2p2),
        R(0x1.921fb54442d18p2),
        R(0x1p20),
        R(0x1p20) * (1 - EPSILON / 2),
        R(0x1p20) * (1 + EPSILON),
        R(0x1p19),
        R(0x1p-13),
        R(0x1p-27),
        R(1e22),
        R(0x1p63),
        R(0x1p64),
        R(0x1p100),
#if WN_REAL == 64
        0x1.6ac5b262ca1ffp849,
        1e300,
        1e-300,
        0x1p971,
        0x1p970,
        0x1p1023,
#endif
    };
    const int n = (int)(sizeof values / sizeof *values);
    for (int i = 0; i < n; i++) {
        specials[special_count++] = values[i];
        specials[special_count++] = from_bits(to_bits(values[i]) ^ ~((wn_bits)-1 >> 1));
    }
}

/* A random value of one of several kinds */
static real random_value(void)
{
    const uint64_t r = check_random(&state);
    switch (r % 8) {
    case 0:
        return specials[(r >> 8) % (uint64_t)special_count];
    case 1:
    case 2:
        return from_bits((wn_bits)check_random(&state));
    case 3:
        return (real)check_uniform(&state, -4, 4);
    case 4: /* a small integer */
        return (real)((int)(r >> 8 & 2047) - 1024);
    case 5: /* near 1 */
        return from_bits(to_bits(1) + (wn_bits)((r >> 8 & 0xffff) - 0x8000));
    case 6: { /* up to about 2^21, the threshold of sin and cos */
        const real small = (real)check_uniform(&state, -2200000, 2200000);
        return r >> 8 & 1 ? small : small * R(0.001);
    }
    default:
        return (real)check_uniform(&state, 0, 2);
    }
}

enum { POW, SIN, COS };
static const char *const names[] = { "pow", "sin", "cos" };

static real scalar(int which, real x, real y)
{
#if WN_REAL == 64
    return which == POW ? wn_ref_pow_f64(x, y)
        : which == SIN  ? wn_ref_sin_f64(x)
                        : wn_ref_cos_f64(x);
#else
    return which == POW ? wn_ref_pow_f32(x, y)
        : which == SIN  ? wn_ref_sin_f32(x)
                        : wn_ref_cos_f32(x);
#endif
}

static void kernel(int which, size_t n, const real *x, const real *y, real *out)
{
    const real *const in[] = { x, y };
    real *const to[] = { out };
    if (which == POW)
        WN_KERNEL(pow)(0, n, in, to);
    else if (which == SIN)
        WN_KERNEL(sin)(0, n, in, to);
    else
        WN_KERNEL(cos)(0, n, in, to);
}

static void compare(const char *what, int which, size_t n, const real *x, const real *y,
                    const real *got)
{
    for (size_t i = 0; i < n; i++) {
        const real expected = scalar(which, x[i], y[i]);
        CHECK(BITS(got[i]) == BITS(expected), "%s %s(%a, %a), lane %zu: %a, not %a", what,
              names[which], (double)x[i], (double)y[i], i, (double)got[i], (double)expected);
    }
}

/* Every function on a vector, by v_pow etc. (f64) or by the kernels (f32) */
static void vectors(const real *x, const real *y)
{
    real got[VL];
    for (int which = POW; which <= COS; which++) {
#if WN_REAL == 64
        const vreal vx = v_load(x), vy = v_load(y);
        v_store(got, which == POW ? v_pow(vx, vy) : which == SIN ? v_sin(vx) : v_cos(vx));
#else
        kernel(which, VL, x, y, got);
#endif
        compare("vector", which, VL, x, y, got);
    }
}

/* Batch kernels of every short length, at odd addresses, in place; nothing beyond is written */
static void batches(void)
{
    enum { MOST = 150 };
    static real x[MOST + 2], y[MOST + 2], out[MOST + 2], saved[MOST + 2];
    for (size_t n = 0; n <= MOST - 2; n++) {
        for (int which = POW; which <= COS; which++) {
            for (size_t i = 0; i < MOST + 2; i++) {
                x[i] = random_value();
                y[i] = random_value();
                out[i] = 77;
            }
            kernel(which, n, x + 1, y + 1, out + 1);
            compare("batch", which, n, x + 1, y + 1, out + 1);
            CHECK(out[0] == 77 && out[n + 1] == 77, "%s of %zu writes outside", names[which], n);
            memcpy(saved, x, sizeof x);
            kernel(which, n, x + 1, y + 1, x + 1);
            compare("in place", which, n, saved + 1, y + 1, x + 1);
            if (which == POW) {
                memcpy(x, saved, sizeof x);
                memcpy(saved, y, sizeof y);
                kernel(which, n, x + 1, y + 1, y + 1);
                compare("in place of y", which, n, x + 1, saved + 1, y + 1);
            }
        }
    }
}

static void chunks(void)
{
    static real x[WN_POW_CHUNK], y[WN_POW_CHUNK], out[WN_POW_CHUNK + 1];
    for (int round = 0; round < 2000; round++) {
        const size_t n = round & 1 ? WN_POW_CHUNK : check_random(&state) % (WN_POW_CHUNK + 1);
        const real exponent = round % 8 == 0 ? R(1.25) : round % 8 == 1 ? R(1.375) : random_value();
        for (size_t i = 0; i < WN_POW_CHUNK; i++) {
            x[i] = round & 2 ? random_value() : (real)check_uniform(&state, 0, 2);
            y[i] = exponent;
            out[i] = 77;
        }
        out[n] = 77;
        wn_pow_chunk(n, x, exponent, out);
        compare("chunk", POW, n, x, y, out);
        CHECK(out[n] == 77, "chunk of %zu writes outside", n);
    }
}

static double now(void)
{
#if defined(CLOCK_MONOTONIC)
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
#else
    return (double)clock() * (1e9 / CLOCKS_PER_SEC);
#endif
}

/* Called through volatile pointers, or the compiler sees that nobody reads the results. */
static void (*volatile bench_kernel)(int, size_t, const real *, const real *, real *) = kernel;
static void (*volatile bench_chunk)(size_t, const real *, real, real *) = wn_pow_chunk;

static void bench(void)
{
    enum { N = 1024 };
    static real x[N], y[N], out[N];
    for (int i = 0; i < N; i++) {
        x[i] = (real)check_uniform(&state, 0.001, 2);
        y[i] = R(1.25);
    }
    for (int which = POW; which <= COS; which++) {
        double least = 1e30, least_scalar = 1e30, least_chunk = 1e30;
        for (int round = 0; round < 400; round++) {
            double start = now();
            bench_kernel(which, N, x, y, out);
            double took = now() - start;
            least = took < least ? took : least;
            start = now();
            for (int i = 0; i < N; i++)
                out[i] = scalar(which, x[i], y[i]);
            took = now() - start;
            least_scalar = took < least_scalar ? took : least_scalar;
            start = now();
            for (int i = 0; i < N; i += WN_POW_CHUNK)
                bench_chunk(WN_POW_CHUNK, x + i, R(1.25), out + i);
            took = now() - start;
            least_chunk = took < least_chunk ? took : least_chunk;
        }
        printf("%s f%d: kernel %.2f ns, scalar %.2f ns per element", names[which], WN_REAL,
               least / N, least_scalar / N);
        if (which == POW)
            printf(", wn_pow_chunk %.2f ns", least_chunk / N);
        printf("\n");
    }
}

int main(int argc, char **argv)
{
    uint64_t seed = 20240601;
    unsigned long count = 300000;
    int benching = 0;
    for (int i = 1; i < argc; i++) {
        if (!strcmp(argv[i], "--seed") && i + 1 < argc) {
            seed = strtoull(argv[++i], 0, 0);
        } else if (!strcmp(argv[i], "--count") && i + 1 < argc) {
            count = strtoul(argv[++i], 0, 0);
        } else if (!strcmp(argv[i], "--bench")) {
            benching = 1;
        } else {
            printf("usage: check_math_lanes [--seed N] [--count N] [--bench]\n");
            return 2;
        }
    }
    const char *const reason = missing();
    if (reason) {
        printf("skipped: %s\n", reason);
        return CHECK_SKIPPED;
    }
    printf("check_math_lanes f%d, %d lanes, --seed %" PRIu64 " --count %lu\n", WN_REAL, VL, seed,
           count);
    state = seed;
    fill_specials();
    if (benching) {
        bench();
        return 0;
    }

    /* every pair of special values, in every lane in turn, between ordinary lanes and at random */
    real x[VL], y[VL];
    int lane = 0;
    for (int i = 0; i < special_count; i++)
        for (int k = 0; k < special_count; k++) {
            for (int j = 0; j < VL; j++) {
                x[j] = i & 1 ? random_value() : (real)check_uniform(&state, 0.1, 2);
                y[j] = i & 1 ? random_value() : (real)check_uniform(&state, -3, 3);
            }
            x[lane] = specials[i];
            y[lane] = specials[k];
            lane = (lane + 1) % VL;
            vectors(x, y);
        }
    for (unsigned long i = 0; i < count; i++) {
        const uint64_t kind = check_random(&state) % 4;
        for (int j = 0; j < VL; j++) {
            if (kind == 0) { /* any bits at all */
                x[j] = from_bits((wn_bits)check_random(&state));
                y[j] = from_bits((wn_bits)check_random(&state));
            } else if (kind == 1) { /* results of all sizes */
                x[j] = from_bits((wn_bits)check_random(&state) >> 1);
                y[j] = (real)check_uniform(&state, -2, 2);
            } else if (kind == 2) { /* fast lanes only */
                x[j] = (real)check_uniform(&state, 0.001, 1000);
                y[j] = (real)check_uniform(&state, -10, 10);
            } else {
                x[j] = random_value();
                y[j] = random_value();
            }
        }
        vectors(x, y);
    }
    batches();
    chunks();
    return check_done("check_math_lanes");
}
#endif
