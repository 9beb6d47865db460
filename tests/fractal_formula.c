/* SPDX-License-Identifier: MIT */
/*
 * The formulas of fractals at noise that no primitive gives: scalar/native_fractal.c over octaves
 * that this test makes up, -1 and 1 among them. So it is seen whether ranges hold to the last bit,
 * and whether they are reached.
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64 part.
 */
#include "../scalar/real.h"

/* A second copy beside the library's, under names of its own. */
#undef WN_NAME
#if WN_REAL == 64
#define WN_NAME(name) WN_PASTE(formula_##name, _f64)
#else
#define WN_NAME(name) WN_PASTE(formula_##name, _f32)
#endif
#include "../scalar/native_fractal.c"

#include "check.h"

#include <math.h>

int fractal_formula_f32(void);
int fractal_formula_f64(void);

#define PREP struct WN_PREP(noise_fractal)
#define ULP  (WN_REAL == 64 ? 0x1p-52 : 0x1p-23)

static uint64_t state = 19940607;
static PREP prep;
static real noise[WN_MAX_OCTAVES];

/* What the copy takes from other sources. */
real ref(octave)(const struct WN_NAME(wn_basis) * basis, const struct WN_NAME(wn_octave) * octave,
                 const real *point)
{
    (void)basis, (void)point;
    return noise[octave - prep.octave];
}
struct WN_NAME(wn_position) ref(locate)(const struct WN_NAME(wn_octave) * octave, int k, real c)
{
    (void)octave, (void)k;
    return (struct WN_NAME(wn_position)) { 0, c };
}
real ref(floor)(real x)
{
    return (real)floor((double)x);
}
static void set(int32_t fractal, int32_t octaves, double gain, double weighted, double strength,
                int32_t bounding)
{
    memset(&prep, 0, sizeof prep);
    prep.basis.dimensions = 1;
    prep.fractal = fractal;
    prep.octaves = octaves;
    prep.bounding = bounding;
    prep.weighted_strength = (real)weighted;
    prep.ping_pong_strength = (real)strength;
    WN_NAME(wn_fractal_amplitudes)(&prep, gain);
}

static real value(void)
{
    return ref(fractal1)(&prep, 0);
}

static double uniform(double lower, double upper)
{
    return check_uniform(&state, lower, upper);
}

static uint32_t below(uint32_t n)
{
    return (uint32_t)((check_random(&state) >> 32) * n >> 32);
}

static double any_gain(void)
{
    static const double edges[] = { 0,  1,    -1,    0.5,  2,    -2,    1.0000001, 0.9999999,
                                    30, 1e10, -1e10, 1e38, 3e38, 1e-30, -3e38,     1e-300 };
    return below(2) ? edges[below(sizeof edges / sizeof *edges)]
        : below(2)  ? uniform(0, 1.2)
                    : uniform(-1.5, 1.5);
}

/* -1 and 1, which the extremes are made of; or 0, where billow and ridged have theirs; or any. */
static real any_noise(uint32_t kind)
{
    switch (kind ? kind : below(6)) {
    case 1:
        return 1;
    case 2:
        return -1;
    case 3:
        return 0;
    case 4:
        return below(2) ? 1 : -1;
    default:
        return (real)uniform(-1, 1);
    }
}

static void test_ranges(void)
{
    for (int round = 0; round < 40000; round++) {
        const int32_t fractal = (int32_t)below(WN_FRACTAL_HYBRID_MULTI + 1);
        const int32_t octaves = below(3) ? 1 + (int32_t)below(6) : 1 + (int32_t)below(30);
        const double gain = any_gain(), weighted = below(2) ? below(2) : uniform(0, 1);
        const double strength = below(3) ? uniform(-3, 3) : ldexp(uniform(-1, 1), (int)below(126));
        const int32_t bounding = below(2) ? WN_BOUNDING_NONE : WN_BOUNDING_AMPLITUDE;
        set(fractal, octaves, gain, weighted, strength, bounding);
        double lower = 77, upper = -77;
        WN_NAME(wn_fractal_range)(&prep, &lower, &upper);
        CHECK(lower <= upper && upper - lower <= (WN_REAL == 64 ? DBL_MAX : FLT_MAX),
              "fractal %d gain %g: %g to %g", fractal, gain, lower, upper);
        if (bounding == WN_BOUNDING_AMPLITUDE)
            CHECK(lower >= -1 && upper <= 1, "fractal %d octaves %d gain %g: %a to %a", fractal,
                  octaves, gain, lower, upper);
        for (uint32_t kind = 0; kind < 12; kind++) {
            for (int k = 0; k < octaves; k++)
                noise[k] = any_noise(kind);
            const double v = (double)value();
            CHECK(
                v >= lower && v <= upper,
                "fractal %d octaves %d gain %a weighted %a strength %a bounding %d: %a, not %a to "
                "%a",
                fractal, octaves, gain, weighted, strength, bounding, v, lower, upper);
        }
    }
}

/* All combinations of the noises at which an octave is extreme: the range is reached. */
static void test_tightness(void)
{
    for (int round = 0; round < 1500; round++) {
        const int32_t fractal = (int32_t)below(WN_FRACTAL_HYBRID_MULTI + 1);
        const int32_t octaves = 1 + (int32_t)below(6);
        const int sum = fractal < WN_FRACTAL_MULTI;
        const double gain = sum ? any_gain() : uniform(0, 1.3), strength = uniform(0, 2);
        const double weighted = below(2) ? 0 : uniform(0, 1);
        const int32_t bounding = below(2) ? WN_BOUNDING_NONE : WN_BOUNDING_AMPLITUDE;
        if (fractal == WN_FRACTAL_MULTI && weighted > 0 && gain > 1)
            continue; /* rigorous, but not reached */
        set(fractal, octaves, gain, weighted, strength, bounding);
        double lower, upper, least = INFINITY, most = -INFINITY;
        WN_NAME(wn_fractal_range)(&prep, &lower, &upper);
        for (int c = 0; c < 1 << octaves; c++) {
            for (int k = 0; k < octaves; k++) {
                const int high = c >> k & 1;
                const double top = strength < 0.5 ? 1 : 1 / strength - 1; /* the first fold */
                noise[k] = fractal == WN_FRACTAL_BILLOW ? R(high)
                    : fractal == WN_FRACTAL_RIDGED      ? R(!high)
                    : fractal == WN_FRACTAL_PING_PONG   ? (high ? (real)top : -1)
                    : high                              ? R(1)
                                                        : R(-1);
            }
            const double v = (double)value();
            least = v < least ? v : least;
            most = v > most ? v : most;
        }
        double close = 600 * ULP * (fabs(lower) + fabs(upper));
        for (int k = 0; k < octaves; k++)
            close += 600 * ULP * fabs((double)prep.amplitude[k]);
        CHECK(least <= lower + close && most >= upper - close,
              "fractal %d octaves %d gain %g weighted %g strength %g bounding %d: %.9g to %.9g of "
              "%.9g to %.9g",
              fractal, octaves, gain, weighted, strength, bounding, least, most, lower, upper);
    }
}

/* Bounding divides sums by the sum of amplitudes, and maps the others' range linearly. */
static void test_bounding(void)
{
    for (int round = 0; round < 4000; round++) {
        const int32_t fractal = (int32_t)below(WN_FRACTAL_HYBRID_MULTI + 1);
        const int32_t octaves = 1 + (int32_t)below(10);
        const double gain = uniform(0, 1.1), weighted = below(2) ? 0 : uniform(0, 1);
        for (int k = 0; k < octaves; k++)
            noise[k] = (real)uniform(-1, 1);
        double lower, upper, sum = 0;
        for (int k = 0; k < octaves; k++)
            sum += pow(gain, k);
        set(fractal, octaves, gain, weighted, 2, WN_BOUNDING_NONE);
        const double plain = (double)value();
        WN_NAME(wn_fractal_range)(&prep, &lower, &upper);
        if (fractal < WN_FRACTAL_MULTI)
            lower = -sum, upper = sum;
        set(fractal, octaves, gain, weighted, 2, WN_BOUNDING_AMPLITUDE);
        const double bounded = (double)value();
        const double mapped = (plain - lower) / (upper - lower) * 2 - 1;
        CHECK(fabs(bounded - mapped) < 600 * ULP, "fractal %d octaves %d gain %g: %.9g, not %.9g",
              fractal, octaves, gain, bounded, mapped);
    }
}

/* One octave is the noise itself, to the sign of zero; no weights are weights of 1. */
static void test_plain(void)
{
    static const double gains[] = { 0.5, 0, 1, -7, 1e30 };
    for (int round = 0; round < 500; round++) {
        const double gain = gains[below(5)];
        set(WN_FRACTAL_FBM, 1, gain, below(2), 2, (int32_t)below(2));
        noise[0] = round == 0 ? 0 : round == 1 ? R(-0.0) : any_noise(0);
        const real v = value();
        CHECK(!memcmp(&v, noise, sizeof v), "%a, not %a", (double)v, (double)noise[0]);
    }
    set(WN_FRACTAL_MULTI, 1, 1, 0, 2, WN_BOUNDING_NONE);
    noise[0] = R(0.25);
    CHECK(value() == R(1.25), "multi: %g", (double)value());
    set(WN_FRACTAL_HYBRID_MULTI, 2, 0.5, 0, 2, WN_BOUNDING_NONE);
    noise[0] = R(-0.5), noise[1] = R(0.5); /* 0.5 + 0.5 * (1.5 * 0.5) */
    CHECK(value() == R(0.875), "hybrid_multi: %g", (double)value());
}

/* The folds of ping_pong, exact for any number. */
static void test_fold(void)
{
    for (int round = 0; round < 20000; round++) {
        const double t = round < 400
            ? (round - 200) / 16.0
            : ldexp(uniform(-1, 1), (int)below(WN_REAL == 64 ? 1000 : 126));
        const real r = (real)t;
        const double rest = fmod(fabs((double)r), 2), folded = rest < 1 ? rest : 2 - rest;
        CHECK((double)fold(r) == folded, "fold(%a): %a, not %a", (double)r, (double)fold(r),
              folded);
    }
}

#if WN_REAL == 64
#define ALL fractal_formula_f64
#else
#define ALL fractal_formula_f32
#endif

int ALL(void)
{
    check_passed = check_failed = 0;
    test_ranges();
    test_tightness();
    test_bounding();
    test_plain();
    test_fold();
    return check_done(WN_REAL == 64 ? "fractal_formula/f64" : "fractal_formula/f32");
}

#if WN_REAL == 64
int main(void)
{
    const int f32 = fractal_formula_f32(), f64 = fractal_formula_f64();
    return f32 | f64;
}
#endif
