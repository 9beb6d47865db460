/* SPDX-License-Identifier: MIT */
/*
 * Native noise never leaves its bounds: random points and seeds, points near the places of a cell
 * where the bounds are reached, and a climb from the best of them. Prints how much of its range
 * each setting reached.
 *
 *     native_range [--total SAMPLES]
 */
#include <widenoise/widenoise.h>

#include "check.h"

#include <math.h>

enum { BATCH = 4096 };

static uint64_t state = 20020810;

struct setting {
    const char *name;
    int fractal, n;
    wn_noise_params noise;
    wn_noise_fractal_params octaves;
    double lower, upper;
};

static struct setting settings[2000];
static size_t setting_count;

static const char *const primitive_names[] = { "value",         "value_cubic", "perlin", "simplex",
                                               "super_simplex", "cellular",    "white" };

/* Adds a setting for each dimension that it has. */
static void add(const char *name, int fractal, const wn_noise_params *noise,
                const wn_noise_fractal_params *octaves)
{
    for (int32_t n = 1; n <= 4; n++) {
        struct setting s = { .name = name, .fractal = fractal, .n = n };
        wn_status status;
        if (fractal) {
            s.octaves = *octaves;
            status = wn_fractal_bounds(&s.octaves, n, &s.lower, &s.upper);
        } else {
            s.noise = *noise;
            status = wn_noise_bounds(&s.noise, n, &s.lower, &s.upper);
        }
        if (status)
            continue;
        CHECK(setting_count < sizeof settings / sizeof *settings, "too many settings");
        CHECK(s.lower <= s.upper, "%s: bounds %g, %g", name, s.lower, s.upper);
        settings[setting_count++] = s;
    }
}

static void add_all(void)
{
    wn_noise_params noise;
    wn_noise_fractal_params octaves;
    wn_params_init(WN_NOISE3, &noise, sizeof noise);
    for (int32_t p = 0; p <= WN_PRIMITIVE_WHITE; p++) {
        noise.primitive = p;
        for (int32_t metric = 0; metric <= (p == WN_PRIMITIVE_CELLULAR ? WN_CELLULAR_HYBRID : 0);
             metric++) {
            for (int32_t r = 0; r <= (p == WN_PRIMITIVE_CELLULAR ? WN_CELLULAR_EDGE : 0); r++) {
                if (p == WN_PRIMITIVE_CELLULAR && r >= WN_CELLULAR_ID && r <= WN_CELLULAR_Z)
                    continue;
                for (int k = 0; k < (p == WN_PRIMITIVE_CELLULAR ? 4 : 1); k++) {
                    noise.metric = metric, noise.returns = r;
                    noise.raw = k & 1, noise.jitter = k & 2 ? 0.4 : 1;
                    add(primitive_names[p], 0, &noise, NULL);
                }
            }
        }
    }
    wn_params_init(WN_FRACTAL3, &octaves, sizeof octaves);
    /* ranges that are narrow, or below 0, or too large for float */
    octaves.fractal = WN_FRACTAL_PING_PONG;
    octaves.bounding = WN_BOUNDING_NONE;
    for (int k = 0; k < 12; k++) {
        static const double strengths[] = { 0, 0x1p-54, 0.2 }, gains[] = { 0.7, 1e15, 1e20, -3 };
        octaves.ping_pong_strength = strengths[k % 3];
        octaves.gain = gains[k / 3];
        octaves.octaves = 4;
        add("ping_pong", 1, NULL, &octaves);
    }
    wn_params_init(WN_FRACTAL3, &octaves, sizeof octaves);
    for (int32_t fractal = 0; fractal <= WN_FRACTAL_HYBRID_MULTI; fractal++) {
        static const char *const names[] = { "fbm",       "billow", "ridged",
                                             "ping_pong", "multi",  "hybrid_multi" };
        for (int k = 0; k < 16; k++) {
            octaves.fractal = fractal;
            octaves.primitive = k & 1 ? WN_PRIMITIVE_PERLIN : WN_PRIMITIVE_WHITE;
            octaves.octaves = k & 2 ? 3 : 1;
            octaves.weighted_strength = k & 4 ? 0.7 : 0;
            octaves.bounding = k >> 3 & 1;
            octaves.gain = k % 5 ? 0.5 : -0.9;
            octaves.lacunarity = k % 3 ? 2 : 1;
            add(names[fractal], 1, NULL, &octaves);
        }
    }
}

/* Evaluates n points of a setting in both precisions; keeps the extremes. */
struct extremes {
    double lower, upper, at_lower[4], at_upper[4];
};

static void evaluate(struct setting *s, uint64_t seed, size_t n, double (*c)[BATCH],
                     struct extremes *e)
{
    static double out64[BATCH];
    static float c32[4][BATCH], out32[BATCH];
    const void *params = s->fractal ? (const void *)&s->octaves : &s->noise;
    s->noise.seed = s->octaves.seed = seed;
    const wn_type type = (wn_type)((s->fractal ? WN_FRACTAL1 : WN_NOISE1) + s->n - 1);
    const double *const in64[4] = { c[0], c[1], c[2], c[3] };
    const float *const in32[4] = { c32[0], c32[1], c32[2], c32[3] };
    double *const to64 = out64;
    float *const to32 = out32;
    for (int k = 0; k < s->n; k++) {
        for (size_t i = 0; i < n; i++)
            c32[k][i] = (float)c[k][i];
    }
    const wn_status status64 = wn_apply_f64(type, params, n, in64, &to64);
    const wn_status status32 = wn_apply_f32(type, params, n, in32, &to32);
    CHECK(!status64 && !status32, "%s: %s", s->name, wn_status_string(status64));
    size_t outside = 0;
    for (size_t i = 0; i < n; i++) {
        const double v[2] = { out64[i], (double)out32[i] };
        for (int p = 0; p < 2; p++) {
            outside += !(v[p] >= s->lower && v[p] <= s->upper);
            if (v[p] < e->lower) {
                e->lower = v[p];
                for (int k = 0; k < s->n; k++)
                    e->at_lower[k] = c[k][i];
            }
            if (v[p] > e->upper) {
                e->upper = v[p];
                for (int k = 0; k < s->n; k++)
                    e->at_upper[k] = c[k][i];
            }
        }
    }
    CHECK(!outside,
          "%s %dD (metric %d, returns %d, raw %d, jitter %g, octaves %d, seed %" PRIu64
          "): %zu values outside of %.17g to %.17g: %.17g to %.17g",
          s->name, s->n, (int)s->noise.metric, (int)s->noise.returns, (int)s->noise.raw,
          s->noise.jitter, (int)s->octaves.octaves, seed, outside, s->lower, s->upper, e->lower,
          e->upper);
}

/* Points about the origin and far from it; half of them near quarters of a cell, since that is
 * where the bounds are reached. */
static void random_points(int n, size_t count, double (*c)[BATCH])
{
    for (int k = 0; k < n; k++) {
        for (size_t i = 0; i < count; i++) {
            const double whole = floor(check_uniform(&state, -500, 500));
            const double t = i % 2
                ? check_uniform(&state, 0, 1)
                : 0.125 * floor(check_uniform(&state, 0, 9)) + check_uniform(&state, -0.03, 0.03);
            c[k][i] = whole + t;
        }
    }
}

/* Steps from the extremes to better ones, smaller and smaller. */
static void climb(struct setting *s, uint64_t seed, struct extremes *e)
{
    static double c[4][BATCH];
    double step = 0.05;
    for (int round = 0; round < 8; round++, step /= 3) {
        for (int k = 0; k < s->n; k++) {
            for (size_t i = 0; i < 256; i++)
                c[k][i] = (i % 2 ? e->at_lower[k] : e->at_upper[k]) +
                    check_uniform(&state, -step, step);
        }
        evaluate(s, seed, 256, c, e);
    }
}

int main(int argc, char **argv)
{
    static double c[4][BATCH];
    double total = 2e7;
    if (argc == 3 && !strcmp(argv[1], "--total"))
        total = atof(argv[2]);
    else if (argc != 1) {
        fprintf(stderr, "%s [--total SAMPLES]\n", argv[0]);
        return 2;
    }
    add_all();
    const size_t batches = (size_t)(total / (2.0 * BATCH * (double)setting_count)) + 1;
    for (size_t j = 0; j < setting_count; j++) {
        struct setting *const s = &settings[j];
        struct extremes all = { INFINITY, -INFINITY, { 0 }, { 0 } };
        for (size_t b = 0; b < batches; b++) {
            const uint64_t seed = check_random(&state);
            struct extremes e = { INFINITY, -INFINITY, { 0 }, { 0 } };
            random_points(s->n, BATCH, c);
            evaluate(s, seed, BATCH, c, &e);
            climb(s, seed, &e);
            all.lower = fmin(all.lower, e.lower);
            all.upper = fmax(all.upper, e.upper);
        }
        const double reached = (all.upper - all.lower) / (s->upper - s->lower);
        if (!s->fractal && s->noise.raw == 0 && s->noise.jitter == 1)
            printf("%s %dD metric %d returns %d: %.4f to %.4f of %.4f to %.4f (%.0f %%)\n", s->name,
                   s->n, (int)s->noise.metric, (int)s->noise.returns, all.lower, all.upper,
                   s->lower, s->upper, 100 * reached);
        CHECK(reached > 0.1 || (s->fractal && s->octaves.ping_pong_strength < 0.25),
              "%s %dD: only %.4f to %.4f of %.4f to %.4f reached", s->name, s->n, all.lower,
              all.upper, s->lower, s->upper);
    }
    printf("%zu settings, %.3g samples\n", setting_count,
           2.0 * (double)setting_count * (double)batches * (BATCH + 8 * 256));
    return check_done("native_range");
}
