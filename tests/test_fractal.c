/* SPDX-License-Identifier: MIT */
/*
 * Fractals over native noise and domain warp, through the public calls: against
 * sums of octaves that are put together in double and the plainest way, and
 * against what the header promises. The formulas at extreme noise:
 * fractal_formula.c; lanes against the reference: check_kernels.c.
 *
 *   test_fractal [--isa NAME] [--seed N] [--repeat N] [--quick]
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64
 * part.
 */
#include "../scalar/native.h"
#include "options.h"
#include "random_points.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>

int test_fractal_f32(const struct check_options *o);
int test_fractal_f64(const struct check_options *o);

#define ULP   (WN_REAL == 64 ? 0x1p-52 : 0x1p-23)
#define apply WN_NAME(wn_apply)

enum { MOST = 600 }; /* points of a call: several chunks and a rest */

static uint64_t state;
static const struct wn_tier *tier;

static uint32_t below(uint32_t n)
{
    return random_below(&state, n);
}

static double uniform(double lower, double upper)
{
    return check_uniform(&state, lower, upper);
}

static int same(real a, real b)
{
    return !memcmp(&a, &b, sizeof a);
}

/* Bits, but for NaN. */
static int equal(real a, real b)
{
    return same(a, b) || (a != a && b != b);
}

static size_t entry_of(wn_type type)
{
    return (size_t)(wn_entry_find(type) - wn_entries);
}

static wn_noise_fractal_params fractal_params(void)
{
    wn_noise_fractal_params p;
    wn_params_init(WN_FRACTAL3, &p, sizeof p);
    p.seed = check_random(&state);
    p.fractal = (int32_t)below(WN_FRACTAL_HYBRID_MULTI + 1);
    p.octaves = 1 + (int32_t)below(8);
    p.frequency = uniform(0.1, 3);
    p.lacunarity = uniform(1.5, 2.5);
    p.gain = below(4) ? uniform(0.1, 1) : uniform(-2, 2);
    p.weighted_strength = below(2) ? 0 : uniform(0, 1);
    p.ping_pong_strength = uniform(-3, 3);
    p.bounding = (int32_t)below(2);
    p.offset_x = uniform(-100, 100);
    p.offset_z = uniform(-1e6, 1e6);
    return p;
}

static void any_points(int n, size_t count, real c[][MOST])
{
    for (int k = 0; k < n; k++) {
        for (size_t i = 0; i < count; i++)
            c[k][i] = (real)uniform(-30, 30);
    }
}

/* The noise of octave i alone: octave 0 of a noise whose seed has the octave's number in it, on a
 * lattice that lies that number of steps aside. */
static wn_noise_params octave_params(const wn_noise_fractal_params *p, int32_t i)
{
    wn_noise_params q;
    wn_params_init(WN_NOISE3, &q, sizeof q);
    q.seed = (uint32_t)(wn_seed_fold(p->seed) + 0x9e3779b9u * (uint32_t)i);
    q.frequency = p->frequency;
    for (int32_t k = 0; k < i; k++)
        q.frequency *= p->lacunarity;
    const double step = i / q.frequency;
    q.offset_x = p->offset_x + step * 0.85667488385450297;
    q.offset_y = p->offset_y + step * 0.73389185662712602;
    q.offset_z = p->offset_z + step * 0.62870672103780874;
    q.offset_w = p->offset_w + step * 0.53859725722361008;
    q.primitive = p->primitive;
    q.metric = p->metric, q.returns = p->returns, q.jitter = p->jitter;
    q.axes = p->axes, q.w = p->w;
    return q;
}

/* ---- Fractals by hand ---- */

static double folded(double t)
{
    const double rest = fmod(fabs(t), 2);
    return rest < 1 ? rest : 2 - rest;
}

/* The fractal before bounding, of octaves n[0], n[1], ... */
static double by_hand(const wn_noise_fractal_params *p, const double *n)
{
    double sum = 0, product = 1, weight = 1;
    for (int i = 0; i < p->octaves; i++) {
        const double a = pow(p->gain, i), ws = p->weighted_strength;
        switch (p->fractal) {
        case WN_FRACTAL_FBM:
            sum += a * weight * n[i];
            weight *= (1 - ws) + ws * (n[i] + 1) / 2;
            break;
        case WN_FRACTAL_BILLOW:
            sum += a * weight * (2 * fabs(n[i]) - 1);
            weight *= (1 - ws) + ws * fabs(n[i]);
            break;
        case WN_FRACTAL_RIDGED:
            sum += a * weight * (1 - 2 * fabs(n[i]));
            weight *= (1 - ws) + ws * (1 - fabs(n[i]));
            break;
        case WN_FRACTAL_PING_PONG: {
            const double f = folded((n[i] + 1) * p->ping_pong_strength);
            sum += a * weight * (2 * f - 1);
            weight *= (1 - ws) + ws * f;
            break;
        }
        case WN_FRACTAL_MULTI:
            product *= 1 + a * weight * n[i];
            weight *= (1 - ws) + ws * (n[i] + 1) / 2;
            break;
        default: { /* Musgrave's, with an offset of 1 */
            const double signal = a * (n[i] + 1);
            sum += weight * signal;
            weight = fmin(1, weight * fabs(signal));
        }
        }
    }
    return p->fractal == WN_FRACTAL_MULTI ? product : sum;
}

/* What bounding maps to -1 and 1. */
static void bounds_by_hand(const wn_noise_fractal_params *p, double *lower, double *upper)
{
    double sum = 0, most = 1, least = 1, positive = 0, negative = 0, weight = 1;
    for (int i = 0; i < p->octaves; i++) {
        const double a = pow(p->gain, i);
        sum += fabs(a);
        most *= 1 + fabs(a);
        least = fmin(least, (1 - fabs(a)) / (1 + fabs(a)));
        *(a < 0 ? &negative : &positive) += weight * 2 * a;
        weight = fmin(1, weight * 2 * fabs(a));
    }
    *lower = p->fractal == WN_FRACTAL_MULTI ? fmin(0, least) * most
        : p->fractal < WN_FRACTAL_MULTI     ? -sum
                                            : negative;
    *upper = p->fractal == WN_FRACTAL_MULTI ? most : p->fractal < WN_FRACTAL_MULTI ? sum : positive;
}

static void test_by_hand(int rounds)
{
    static real c[4][MOST], octave[30][MOST], got[MOST];
    for (int round = 0; round < rounds; round++) {
        const int n = 1 + (int)below(4);
        const size_t count = 1 + below(MOST);
        wn_noise_fractal_params p = fractal_params();
        p.offset_x = p.offset_z = 0; /* for the sake of octave_params' accuracy */
        p.primitive = (int32_t)below(WN_PRIMITIVE_WHITE + 1);
        p.returns = (int32_t)below(WN_CELLULAR_VALUE + 1);
        p.metric = (int32_t)below(WN_CELLULAR_HYBRID + 1);
        fit_params(entry_of((wn_type)(WN_FRACTAL1 + n - 1)), &p);
        any_points(n, count, c);
        const real *const in[4] = { c[0], c[1], c[2], c[3] };
        real *out = got;
        CHECK(!apply((wn_type)(WN_FRACTAL1 + n - 1), &p, count, in, &out), "fractal%d", n);
        for (int32_t k = 0; k < p.octaves; k++) {
            const wn_noise_params q = octave_params(&p, k);
            out = octave[k];
            CHECK(!apply((wn_type)(WN_NOISE1 + n - 1), &q, count, in, &out), "noise%d", n);
        }
        double lower, upper;
        bounds_by_hand(&p, &lower, &upper);
        /* strong folds magnify the rounding of their argument */
        const double tolerance = 1200 * ULP * fmax(1, p.bounding ? 1 : upper - lower) *
            (1 + fabs(p.ping_pong_strength));
        for (size_t i = 0; i < count; i++) {
            double v[30];
            for (int32_t k = 0; k < p.octaves; k++)
                v[k] = (double)octave[k][i];
            double expected = by_hand(&p, v);
            if (p.bounding)
                expected = (expected - lower) / (upper - lower) * 2 - 1;
            CHECK(fabs((double)got[i] - expected) <= tolerance,
                  "fractal%d kind %d primitive %d octaves %d gain %g weighted %g "
                  "bounding %d: %.9g, "
                  "not %.9g",
                  n, p.fractal, p.primitive, p.octaves, p.gain, p.weighted_strength, p.bounding,
                  (double)got[i], expected);
        }
    }
}

/* An offset is the same as other coordinates. */
static void test_offset(int rounds)
{
    static real c[4][MOST], moved[4][MOST], here[MOST], there[MOST];
    for (int round = 0; round < rounds; round++) {
        wn_noise_fractal_params p = fractal_params(), q;
        p.primitive = (int32_t)below(WN_PRIMITIVE_CELLULAR); /* smooth, and in 3D */
        p.ping_pong_strength = 1;
        p.offset_x = (double)below(64) / 8, p.offset_y = 0, p.offset_z = -(double)below(64) / 8;
        q = p;
        q.offset_x = q.offset_z = 0;
        any_points(3, MOST, c);
        for (size_t i = 0; i < MOST; i++) {
            moved[0][i] = c[0][i] + (real)p.offset_x;
            moved[1][i] = c[1][i];
            moved[2][i] = c[2][i] + (real)p.offset_z;
        }
        const real *const in[3] = { c[0], c[1], c[2] };
        const real *const in_moved[3] = { moved[0], moved[1], moved[2] };
        real *out = here, *out_moved = there;
        CHECK(!apply(WN_FRACTAL3, &p, MOST, in, &out) &&
                  !apply(WN_FRACTAL3, &q, MOST, in_moved, &out_moved),
              "fractal3");
        double lower, upper;
        bounds_by_hand(&q, &lower, &upper);
        /* coordinates of the last octave are rounded at up to 30 * 3 * 2.5^7 cells */
        const double tolerance = 1e6 * ULP * fmax(1, p.bounding ? 1 : upper - lower);
        for (size_t i = 0; i < MOST; i++) {
            const double off = fabs((double)here[i] - (double)there[i]);
            CHECK(off <= tolerance, "primitive %d kind %d octaves %d: off by %g", p.primitive,
                  p.fractal, p.octaves, off);
        }
    }
}

/* One octave of fBm is the noise, whatever the rest. */
static void test_one_octave(int rounds)
{
    static real c[4][MOST], noise[MOST], got[MOST];
    for (int round = 0; round < rounds; round++) {
        const int n = 1 + (int)below(4);
        wn_noise_fractal_params p = fractal_params();
        p.fractal = WN_FRACTAL_FBM;
        p.octaves = 1;
        p.primitive = (int32_t)below(WN_PRIMITIVE_WHITE + 1);
        fit_params(entry_of((wn_type)(WN_FRACTAL1 + n - 1)), &p);
        const wn_noise_params q = octave_params(&p, 0);
        const struct any_params mild = { .frequency = p.frequency };
        for (size_t i = 0; i < MOST; i++) {
            real point[4];
            random_point(&state, &mild, point, (uint32_t)n);
            for (int k = 0; k < n; k++)
                c[k][i] = point[k];
        }
        const real *const in[4] = { c[0], c[1], c[2], c[3] };
        real *out = got;
        apply((wn_type)(WN_FRACTAL1 + n - 1), &p, MOST, in, &out);
        out = noise;
        apply((wn_type)(WN_NOISE1 + n - 1), &q, MOST, in, &out);
        for (size_t i = 0; i < MOST; i++)
            CHECK(equal(got[i], noise[i]), "fractal%d primitive %d: %a, not %a", n, p.primitive,
                  (double)got[i], (double)noise[i]);
    }
}

/* Any parameters at any finite point: a finite number within the range. */
static void test_range(int rounds)
{
    static real c[3][MOST], got[MOST];
    const size_t entry = entry_of(WN_FRACTAL);
    struct random_source source = { &state, VALUE_MAX, 30, 0 };
    for (int round = 0; round < rounds; round++) {
        struct any_params params;
        source.tame = round % 3 == 0;
        random_params(entry, &source, &params);
        wn_noise_fractal_params *const p = (wn_noise_fractal_params *)(void *)params.bytes;
        struct WN_PREP(noise_fractal) prep;
        double lower = 77, upper = -77;
        WN_NAME(wn_references)[entry].prepare(p, &prep);
        WN_NAME(wn_fractal_range)(&prep, &lower, &upper);
        for (size_t i = 0; i < MOST; i++) {
            real point[3];
            do
                random_point(&state, &params, point, 3);
            while (!isfinite(point[0]) || !isfinite(point[1]) || !isfinite(point[2]));
            for (int k = 0; k < 3; k++)
                c[k][i] = point[k];
        }
        const real *const in[3] = { c[0], c[1], c[2] };
        real *out = got;
        if (apply(WN_FRACTAL, p, MOST, in, &out))
            continue; /* a parameter that f32 does not hold */
        for (size_t i = 0; i < MOST; i++) {
            const double v = (double)got[i];
            if (v >= lower && v <= upper && (!p->bounding || (v >= -1 && v <= 1))) {
                check_passed++;
                continue;
            }
            CHECK(0, "%a, not %a to %a, at %a %a %a", v, lower, upper, (double)c[0][i],
                  (double)c[1][i], (double)c[2][i]);
            if (check_failed <= 20)
                print_params(entry, &params);
        }
    }
}

/* Octaves do not know of each other, even on the same lattice. */
static void test_independence(void)
{
    static real c[3][MOST], one[MOST], two[MOST];
    double sum = 0, square[2] = { 0 };
    const int calls = 60;
    for (int round = 0; round < calls; round++) {
        wn_noise_fractal_params p = fractal_params();
        p.fractal = WN_FRACTAL_FBM;
        p.lacunarity = p.gain = p.frequency = 1;
        p.bounding = WN_BOUNDING_NONE;
        p.weighted_strength = 0;
        for (int k = 0; k < 3; k++) {
            for (size_t i = 0; i < MOST; i++)
                c[k][i] = (real)uniform(-1e4, 1e4);
        }
        const real *const in[3] = { c[0], c[1], c[2] };
        real *out = one;
        p.octaves = 1;
        apply(WN_FRACTAL3, &p, MOST, in, &out);
        out = two;
        p.octaves = 2;
        apply(WN_FRACTAL3, &p, MOST, in, &out);
        for (size_t i = 0; i < MOST; i++) {
            const double a = (double)one[i], b = (double)two[i] - a;
            sum += a * b, square[0] += a * a, square[1] += b * b;
        }
    }
    const double correlation = sum / sqrt(square[0] * square[1]);
    CHECK(fabs(correlation) < 4.5 / sqrt(MOST * (double)calls), "octaves: correlation %g",
          correlation);
    CHECK(fabs(square[0] / square[1] - 1) < 0.05, "octaves: variances %g, %g", square[0],
          square[1]);
}

/* ---- Fractals over grids ---- */

static void test_grid(int rounds)
{
    enum { ROOM = 9000 };
    static real axis[4][400], flat[4][ROOM], expected[ROOM], got[4 * ROOM];
    for (int round = 0; round < rounds; round++) {
        const wn_type type = below(2) ? WN_FRACTAL : (wn_type)(WN_FRACTAL1 + below(4));
        const size_t entry = entry_of(type);
        if (!tier->WN_PASTE(f, WN_REAL)->grid[entry])
            return;
        wn_noise_fractal_params p = fractal_params();
        p.primitive = (int32_t)below(WN_PRIMITIVE_WHITE + 1);
        p.axes = 1 + (int32_t)below(15);
        p.w = uniform(-3, 3);
        fit_params(entry, &p);
        const int n = (int)wn_entries[entry].inputs;
        struct WN_NAME(wn_box) box = { { 1, 1, 1, 1 }, { NULL }, { 0 } };
        size_t total = 1, space = 1 + below(2);
        for (int k = 0; k < n; k++) {
            const int read = type != WN_FRACTAL || p.axes >> k & 1;
            const size_t room = ROOM / total;
            const size_t most = room < 400 ? room : 400;
            box.count[k] = read ? 1 +
                    below((uint32_t)(below(2)        ? most
                                         : most < 20 ? most
                                                     : 20))
                                : 1;
            total *= box.count[k];
            box.axis[k] = axis[k];
            box.stride[k] = k ? space : 1;
            space = k ? space * box.count[k] : box.count[0] + below(3);
            for (size_t i = 0; i < box.count[k]; i++)
                axis[k][i] = (real)(below(2) ? (double)i * 0.07 : uniform(-9, 9));
        }
        if (space > 4 * (size_t)ROOM)
            continue;
        _Alignas(64) char prep[WN_PREP_MAX];
        WN_NAME(wn_references)[entry].prepare(&p, prep);
        real *out = got;
        for (size_t i = 0; i < space; i++)
            got[i] = 77;
        tier->WN_PASTE(f, WN_REAL)->grid[entry](prep, &box, &out);
        for (size_t i = 0; i < total; i++) {
            size_t rest = i;
            for (int k = 0; k < n; k++) {
                flat[k][i] = axis[k][rest % box.count[k]];
                rest /= box.count[k];
            }
        }
        const real *const in[4] = { flat[0], flat[1], flat[2], flat[3] };
        out = expected;
        tier->WN_PASTE(f, WN_REAL)->kernel[entry](prep, total, in, &out);
        size_t written = 0;
        for (size_t i = 0; i < space; i++)
            written += got[i] != 77;
        CHECK(written == total, "grid of %s: %zu written, not %zu", wn_entries[entry].name, written,
              total);
        for (size_t i = 0; i < total; i++) {
            size_t rest = i, at = 0;
            for (int k = 0; k < n; k++) {
                at += rest % box.count[k] * box.stride[k];
                rest /= box.count[k];
            }
            CHECK(equal(got[at], expected[i]), "grid of %s, kind %d primitive %d: %a, not %a",
                  wn_entries[entry].name, p.fractal, p.primitive, (double)got[at],
                  (double)expected[i]);
        }
    }
}

/* ---- Warp ---- */

static wn_warp_params warp_params(void)
{
    static const int32_t primitives[] = { WN_PRIMITIVE_VALUE,         WN_PRIMITIVE_VALUE_CUBIC,
                                          WN_PRIMITIVE_PERLIN,        WN_PRIMITIVE_SIMPLEX,
                                          WN_PRIMITIVE_SUPER_SIMPLEX, WN_PRIMITIVE_WHITE };
    wn_warp_params p;
    wn_params_init(WN_WARP3, &p, sizeof p);
    p.seed = check_random(&state);
    p.frequency = uniform(0.1, 3);
    p.amplitude = uniform(-3, 3);
    p.warp = (int32_t)below(2);
    p.primitive = primitives[below(6)];
    p.mode = (int32_t)below(2);
    p.octaves = 1 + (int32_t)below(5);
    p.lacunarity = uniform(1.5, 2.5);
    p.gain = uniform(-1, 1);
    p.offset_y = uniform(-100, 100);
    return p;
}

static void warp(wn_type type, const wn_warp_params *p, size_t count, real c[][MOST],
                 real d[][MOST])
{
    const real *const in[3] = { c[0], c[1], c[2] };
    real *const out[3] = { d[0], d[1], d[2] };
    const wn_status status = apply(type, p, count, in, out);
    CHECK(!status, "%s: %s", wn_type_name(type), wn_status_string(status));
}

/* Octave i alone. */
static wn_warp_params warp_octave(const wn_warp_params *p, int32_t i)
{
    wn_warp_params q = *p;
    q.seed = (uint32_t)(wn_seed_fold(p->seed) + 0x9e3779b9u * (uint32_t)i);
    q.octaves = 1;
    for (int32_t k = 0; k < i; k++) {
        q.frequency *= p->lacunarity;
        q.amplitude *= p->gain;
    }
    return q;
}

static void check_same(const char *what, int n, size_t count, real a[][MOST], real b[][MOST])
{
    for (int k = 0; k < n; k++) {
        for (size_t i = 0; i < count; i++)
            CHECK(equal(a[k][i], b[k][i]), "%s: axis %d: %a, not %a", what, k, (double)a[k][i],
                  (double)b[k][i]);
    }
}

static void test_warp_octaves(int rounds)
{
    static real c[3][MOST], got[3][MOST], step[3][MOST], sum[3][MOST];
    for (int round = 0; round < rounds; round++) {
        const int n = 2 + (int)below(2);
        const wn_type type = n == 2 ? WN_WARP2 : WN_WARP3;
        const size_t count = 1 + below(MOST);
        wn_warp_params p = warp_params();
        any_points(n, count, c);

        /* progressive: single warps one after the other */
        p.mode = WN_WARP_PROGRESSIVE;
        warp(type, &p, count, c, got);
        memcpy(step, c, sizeof step);
        for (int32_t i = 0; i < p.octaves; i++) {
            const wn_warp_params q = warp_octave(&p, i);
            warp(type, &q, count, step, step); /* in place */
        }
        check_same("progressive", n, count, got, step);

        /* independent: their displacements, each from the point itself */
        p.mode = WN_WARP_INDEPENDENT;
        warp(type, &p, count, c, got);
        memcpy(sum, c, sizeof sum);
        double most = fabs(p.amplitude);
        for (int32_t i = 0; i < p.octaves; i++) {
            const wn_warp_params q = warp_octave(&p, i);
            warp(type, &q, count, c, step);
            for (int k = 0; k < n; k++) {
                for (size_t j = 0; j < count; j++)
                    sum[k][j] = (real)((double)sum[k][j] + (double)step[k][j] - (double)c[k][j]);
            }
        }
        for (int k = 0; k < n; k++) {
            for (size_t j = 0; j < count; j++)
                CHECK(fabs((double)got[k][j] - (double)sum[k][j]) < 300 * ULP * (1 + most),
                      "independent: %.9g, not %.9g", (double)got[k][j], (double)sum[k][j]);
        }

        p.octaves = 1;
        warp(type, &p, count, c, got);
        p.mode = WN_WARP_PROGRESSIVE;
        warp(type, &p, count, c, step);
        check_same("one octave", n, count, got, step);

        /* noise: that of the axis' seed, times the amplitude */
        if (p.warp == WN_WARP_GRADIENT)
            continue;
        for (int k = 0; k < n; k++) {
            wn_noise_params q;
            wn_params_init(WN_NOISE3, &q, sizeof q);
            q.seed = (uint32_t)(wn_seed_fold(p.seed) + 0x7f4a7c15u * (uint32_t)(k + 1));
            q.frequency = p.frequency;
            q.offset_y = p.offset_y;
            q.primitive = p.primitive;
            const real *const in[3] = { c[0], c[1], c[2] };
            real *out = sum[k];
            apply(n == 2 ? WN_NOISE2 : WN_NOISE3, &q, count, in, &out);
            for (size_t j = 0; j < count; j++) {
                const real moved = (real)p.amplitude * sum[k][j];
                sum[k][j] = c[k][j] + moved;
            }
        }
        check_same("noise", n, count, got, sum);
    }
}

/* The gradient warp once more, in double: all corners, all weights, one sum. */
static void test_warp_formula(int rounds)
{
    static const uint32_t factor[3] = { 0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du };
    static real c[3][MOST], got[3][MOST];
    for (int round = 0; round < rounds; round++) {
        const int n = 2 + (int)below(2);
        wn_warp_params p = warp_params();
        p.warp = WN_WARP_GRADIENT;
        p.octaves = 1;
        p.amplitude = 1;
        p.frequency = 0.5; /* so that f32 finds the same place in the cell */
        p.offset_y = 24;
        any_points(n, MOST, c);
        warp(n == 2 ? WN_WARP2 : WN_WARP3, &p, MOST, c, got);
        const uint32_t seed = wn_mix32(wn_seed_fold(p.seed) + 0x9e3779b9u);
        for (size_t i = 0; i < MOST; i++) {
            double d[3] = { 0 };
            for (int corner = 0; corner < 1 << n; corner++) {
                uint32_t a = seed;
                double weight = 1;
                for (int k = 0; k < n; k++) {
                    const double x = ((double)c[k][i] + (k == 1 ? 24 : 0)) * 0.5, t = x - floor(x);
                    const double u = t * t * t * (t * (t * 6 - 15) + 10);
                    const int up = corner >> k & 1;
                    a ^= ((uint32_t)(int64_t)floor(x) + (uint32_t)up) * factor[k];
                    weight *= up ? u : 1 - u;
                }
                uint32_t h = (a ^ a >> 15) * 0x27d4eb2fu;
                h = (h ^ h >> 15) * 0x2c1b3c6du;
                for (int k = 0; k < n; k++) { /* fields of 16, or 11, 11 and 10 bits */
                    const int from = k * (n == 2 ? 16 : 11);
                    const uint32_t field = h << from | (from ? 1u << (from - 1) : 1);
                    d[k] += weight * (double)(int32_t)field / 0x1p31;
                }
            }
            for (int k = 0; k < n; k++)
                CHECK(fabs((double)got[k][i] - (double)c[k][i] - d[k]) < 200 * ULP,
                      "warp%d axis %d: %.9g, not %.9g", n, k, (double)got[k][i] - (double)c[k][i],
                      d[k]);
        }
    }
}

/* Displacements of the origin under any offset: never beyond the amplitude,
 * which they come near to, zero on average, and of one axis independent of
 * another's. */
static void test_warp_amplitude(int rounds)
{
    static real c[3][1], got[3][1];
    double most = 0, sum[3] = { 0 }, product[3] = { 0 }, square = 0;
    for (int round = 0; round < rounds; round++) {
        wn_warp_params p = warp_params();
        p.warp = WN_WARP_GRADIENT;
        p.octaves = 1;
        p.amplitude = 2.5;
        p.frequency = 1;
        p.offset_x = uniform(-1e6, 1e6), p.offset_y = floor(uniform(-1e6, 1e6)), p.offset_z = 0.5;
        const real *const in[3] = { c[0], c[1], c[2] };
        real *const out[3] = { got[0], got[1], got[2] };
        apply(WN_WARP3, &p, 1, in, out);
        double d[3];
        for (int k = 0; k < 3; k++) {
            d[k] = (double)got[k][0] / 2.5;
            CHECK(fabs(d[k]) <= 1, "displacement %g", d[k]);
            most = fabs(d[k]) > most ? fabs(d[k]) : most;
            sum[k] += d[k];
            square += d[k] * d[k] / 3;
        }
        for (int k = 0; k < 3; k++)
            product[k] += d[k] * d[(k + 1) % 3];
    }
    const double limit = 4.5 / sqrt((double)rounds), deviation = sqrt(square / rounds);
    for (int k = 0; k < 3; k++) {
        CHECK(fabs(sum[k] / rounds) < limit * deviation, "axis %d: mean %g", k, sum[k] / rounds);
        CHECK(fabs(product[k] / square) < limit, "axis %d: correlation %g", k, product[k] / square);
    }
    CHECK(most > 0.8, "the greatest displacement is %g", most);
}

/* An offset moves the displacement along: what is at c + offset without it is
 * at c with it. */
static void test_warp_offset(int rounds)
{
    static real a[3][MOST], b[3][MOST], got[3][MOST], moved[3][MOST];
    for (int round = 0; round < rounds; round++) {
        wn_warp_params p = warp_params();
        p.frequency = 0.25;
        p.lacunarity = 2;
        p.amplitude = 1;
        p.mode = WN_WARP_INDEPENDENT;
        p.octaves = 1 + (int32_t)below(3);
        if (p.primitive == WN_PRIMITIVE_SIMPLEX || p.primitive == WN_PRIMITIVE_SUPER_SIMPLEX)
            p.primitive = WN_PRIMITIVE_PERLIN; /* skewed lattices round otherwise */
        p.offset_x = 12, p.offset_y = -40, p.offset_z = 8;
        const double offset[3] = { 12, -40, 8 };
        for (int k = 0; k < 3; k++) {
            for (size_t i = 0; i < MOST; i++) {
                a[k][i] = (real)((int32_t)below(640) - 320) / 64;
                b[k][i] = a[k][i] + (real)offset[k];
            }
        }
        warp(WN_WARP3, &p, MOST, a, got);
        p.offset_x = p.offset_y = p.offset_z = 0;
        warp(WN_WARP3, &p, MOST, b, moved);
        for (int k = 0; k < 3; k++) {
            for (size_t i = 0; i < MOST; i++) {
                const double d = (double)got[k][i] - (double)a[k][i];
                const double e = (double)moved[k][i] - (double)b[k][i];
                CHECK(fabs(d - e) < 100 * ULP, "offset: %.9g, not %.9g", d, e);
            }
        }
    }
}

/* Axes that are not read pass, whatever they hold; the others are displaced as
 * by warp2. In place, and with outputs in other places than their inputs. */
static void test_warp_axes(int rounds)
{
    static real c[3][MOST], got[3][MOST], pair[2][MOST], two[2][MOST];
    for (int round = 0; round < rounds; round++) {
        wn_warp_params p = warp_params();
        const size_t count = 1 + below(MOST);
        const int left = (int)below(3);
        any_points(3, count, c);
        c[left][below((uint32_t)count)] = (real)NAN;
        p.axes = 7 ^ 1 << left;
        warp(WN_WARP, &p, count, c, got);
        CHECK(!memcmp(got[left], c[left], count * sizeof(real)), "axis %d does not pass", left);
        wn_warp_params q = p;
        q.offset_x = left == 0 ? p.offset_y : p.offset_x;
        q.offset_y = left == 2 ? p.offset_y : p.offset_z;
        for (int k = 0, to = 0; k < 3; k++) {
            if (k != left)
                memcpy(pair[to++], c[k], sizeof *c);
        }
        warp(WN_WARP2, &q, count, pair, two);
        for (int k = 0, to = 0; k < 3; k++) {
            if (k != left)
                CHECK(!memcmp(got[k], two[to++], count * sizeof(real)), "axis %d, not as warp2", k);
        }
        /* kernels may be given arrays that change places */
        const size_t entry = entry_of(WN_WARP);
        const real *const in[3] = { c[0], c[1], c[2] };
        real *const out[3] = { c[1], c[2], c[0] };
        _Alignas(64) char prep[WN_PREP_MAX];
        WN_NAME(wn_references)[entry].prepare(&p, prep);
        tier->WN_PASTE(f, WN_REAL)->kernel[entry](prep, count, in, out);
        for (int k = 0; k < 3; k++)
            CHECK(!memcmp(got[k], c[(k + 1) % 3], count * sizeof(real)), "places changed: axis %d",
                  k);
    }
}

/* A NaN in a coordinate that is read: on all axes. Finite points stay finite,
 * whatever the parameters. */
static void test_warp_numbers(int rounds)
{
    static real c[3][MOST], got[3][MOST];
    struct random_source source = { &state, VALUE_MAX, 30, 0 };
    const size_t entry = entry_of(WN_WARP3);
    for (int round = 0; round < rounds; round++) {
        struct any_params params;
        random_params(entry, &source, &params);
        for (size_t i = 0; i < MOST; i++) {
            real point[3];
            random_point(&state, &params, point, 3);
            for (int k = 0; k < 3; k++)
                c[k][i] = point[k];
        }
        const real *const in[3] = { c[0], c[1], c[2] };
        real *const out[3] = { got[0], got[1], got[2] };
        if (apply(WN_WARP3, params.bytes, MOST, in, out))
            continue;
        for (size_t i = 0; i < MOST; i++) {
            const int read = c[0][i] != c[0][i] || c[1][i] != c[1][i] || c[2][i] != c[2][i];
            const int inf = isinf(c[0][i]) || isinf(c[1][i]) || isinf(c[2][i]);
            for (int k = 0; k < 3; k++) {
                const int written = got[k][i] != got[k][i];
                if (inf ? read && !written : read != written || (!read && !isfinite(got[k][i]))) {
                    CHECK(0, "%g at %a %a %a", (double)got[k][i], (double)c[0][i], (double)c[1][i],
                          (double)c[2][i]);
                    if (check_failed <= 20)
                        print_params(entry, &params);
                } else {
                    check_passed++;
                }
            }
        }
    }
}

/* ---- All of it ---- */

int WN_NAME(test_fractal)(const struct check_options *o)
{
    const int rounds = o->quick ? 30 : 300;
    int result = 0;
    state = o->seed;
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(o, isa))
            continue;
        tier = wn_tier_get(isa);
        check_passed = check_failed = 0;
        CHECK(wn_isa_set(isa) == WN_OK, "wn_isa_set");
        for (unsigned long k = 0; k < o->repeat; k++) {
            test_by_hand(rounds);
            test_offset(rounds);
            test_one_octave(rounds);
            test_range(rounds);
            test_grid(rounds);
            test_warp_octaves(rounds);
            test_warp_formula(rounds / 5);
            test_warp_offset(rounds / 5);
            test_warp_axes(rounds);
            test_warp_numbers(rounds);
            test_warp_amplitude(20000);
        }
        test_independence();
        wn_isa_set(WN_ISA_AUTO);
        char name[64];
        snprintf(name, sizeof name, "fractal/%s/f%d", wn_isa_name(isa), WN_REAL);
        result |= check_done(name);
    }
    return result;
}

#if WN_REAL == 64
int main(int argc, char **argv)
{
    struct check_options o;
    int code;
    if (check_options(argc, argv, &o, &code))
        return code;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int f32 = test_fractal_f32(&o), f64 = test_fractal_f64(&o);
    return f32 | f64;
}
#endif
