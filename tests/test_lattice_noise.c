/* SPDX-License-Identifier: MIT */
/*
 * Native noise on cubic lattices (value, value cubic, Perlin, white) against the formulas of
 * docs/noise.md written down once more, in double and the plainest way: all corners, all weights,
 * one sum. And what these noises promise: 0 at lattice points, smoothness across cells, zero mean,
 * no correlation of axes, seeds and octaves, offsets that lose nothing.
 */
#include <widenoise/widenoise.h>

#include "check.h"

#include <float.h>
#include <math.h>

static uint64_t state = 20020810;

static wn_noise_params params_of(int32_t primitive, uint64_t seed)
{
    wn_noise_params p;
    wn_params_init(WN_NOISE3, &p, sizeof p);
    p.primitive = primitive;
    p.seed = seed;
    return p;
}

/* The library's noise at one point; active tier. */
static double noise64(const wn_noise_params *p, int n, const double *c)
{
    double v = 77;
    const double *in[4] = { &c[0], &c[1], &c[2], &c[3] };
    double *out = &v;
    const wn_status status = wn_apply_f64((wn_type)(WN_NOISE1 + n - 1), p, 1, in, &out);
    CHECK(status == WN_OK, "noise%d: %s", n, wn_status_string(status));
    return v;
}

static float noise32(const wn_noise_params *p, int n, const double *c)
{
    float v = 77, f[4] = { (float)c[0], (float)c[1], (float)c[2], (float)c[3] };
    const float *in[4] = { &f[0], &f[1], &f[2], &f[3] };
    float *out = &v;
    wn_apply_f32((wn_type)(WN_NOISE1 + n - 1), p, 1, in, &out);
    return v;
}

/* ---- The formulas once more ---- */

static uint32_t mix32(uint32_t h)
{
    h ^= h >> 16;
    h *= 0x85ebca6bu;
    h ^= h >> 13;
    h *= 0xc2b2ae35u;
    return h ^ h >> 16;
}

static uint32_t lattice_hash(uint64_t seed, int n, const int64_t *cell)
{
    static const uint32_t factor[4] = { 0x9e3779b1u, 0x85ebca77u, 0xc2b2ae3du, 0x165667b1u };
    const uint32_t folded = (uint32_t)seed ^ mix32((uint32_t)(seed >> 32));
    uint32_t a = mix32(folded + 0x9e3779b9u);
    for (int k = 0; k < n; k++)
        a ^= (uint32_t)cell[k] * factor[k];
    return (a ^ a >> 15) * 0x27d4eb2fu;
}

static double lattice_value(uint32_t h)
{
    return (double)(int32_t)(h | 1) / 0x1p31;
}

static void lattice_gradient(uint32_t h, int n, double *g)
{
    static const double edges[12][3] = {
        { 1, 1, 0 },  { 0, 1, 1 },   { 1, 0, 1 },   { -1, -1, 0 }, { 0, -1, 1 }, { 1, 0, -1 },
        { 1, -1, 0 }, { 0, -1, -1 }, { -1, 0, -1 }, { -1, 1, 0 },  { 0, 1, -1 }, { -1, 0, 1 },
    };
    const double pi = 3.14159265358979323846;
    if (n == 1) {
        g[0] = lattice_value(h);
    } else if (n == 2) {
        const double a = (h >> 29 & 1 ? 67.5 : 22.5) * pi / 180;
        g[0] = cos(a) * (h >> 31 & 1 ? -1 : 1);
        g[1] = sin(a) * (h >> 30 & 1 ? -1 : 1);
    } else if (n == 3) {
        for (int k = 0; k < 3; k++)
            g[k] = edges[(h >> 16) * 12 / 65536][k];
    } else {
        for (uint32_t k = 0; k < 4; k++)
            g[k] = (h >> 26) % 4 == k ? 0 : h >> (31 - k) & 1 ? -1 : 1;
    }
}

static double quintic(double t)
{
    return t * t * t * (t * (t * 6 - 15) + 10);
}

static double catmull_rom(int plane, double t) /* plane -1 to 2 */
{
    const double s = fabs(t - plane);
    return s < 1 ? 1.5 * s * s * s - 2.5 * s * s + 1
        : s < 2  ? -0.5 * s * s * s + 2.5 * s * s - 4 * s + 2
                 : 0;
}

static double textbook(const wn_noise_params *p, int n, const double *c)
{
    static const double bound[4] = { 0.5, 0.66081645401863310, 1.0363538112118031,
                                     1.5365823340468203 };
    const int cubic = p->primitive == WN_PRIMITIVE_VALUE_CUBIC;
    const int white = p->primitive == WN_PRIMITIVE_WHITE;
    const double offset[4] = { p->offset_x, p->offset_y, p->offset_z, p->offset_w };
    const int planes = white ? 1 : cubic ? 4 : 2;
    int64_t cell[4];
    double t[4], sum = 0;
    int corners = 1;
    for (int k = 0; k < n; k++) {
        const double x = (c[k] + offset[k]) * p->frequency;
        cell[k] = (int64_t)floor(x);
        t[k] = x - floor(x);
        corners *= planes;
    }
    for (int i = 0; i < corners; i++) {
        int64_t at[4];
        double weight = 1, dot = 0, g[4], d[4];
        for (int k = 0, rest = i; k < n; k++, rest /= planes) {
            const int plane = rest % planes - (cubic ? 1 : 0);
            at[k] = cell[k] + plane;
            d[k] = t[k] - plane;
            if (!white)
                weight *= cubic ? catmull_rom(plane, t[k]) / 1.25
                    : plane     ? quintic(t[k])
                                : 1 - quintic(t[k]);
        }
        const uint32_t h = lattice_hash(p->seed, n, at);
        if (p->primitive == WN_PRIMITIVE_PERLIN) {
            lattice_gradient(h, n, g);
            for (int k = 0; k < n; k++)
                dot += g[k] * d[k];
            sum += weight * dot / bound[n - 1];
        } else {
            sum += weight * lattice_value(h);
        }
    }
    return sum;
}

static const int32_t primitives[] = { WN_PRIMITIVE_VALUE, WN_PRIMITIVE_VALUE_CUBIC,
                                      WN_PRIMITIVE_PERLIN, WN_PRIMITIVE_WHITE };
enum { PRIMITIVES = sizeof primitives / sizeof *primitives };

static void test_formulas(void)
{
    for (size_t i = 0; i < PRIMITIVES; i++) {
        for (int n = 1; n <= 4; n++) {
            double worst64 = 0, worst32 = 0;
            for (int r = 0; r < 3000; r++) {
                wn_noise_params p = params_of(primitives[i], check_random(&state) >> (r % 64));
                double c[4];
                p.frequency = check_uniform(&state, -2, 2);
                p.offset_x = check_uniform(&state, -9, 9);
                p.offset_w = check_uniform(&state, -9, 9);
                /* both sides of the origin, and lattice points */
                for (int k = 0; k < 4; k++)
                    c[k] = (double)(float)check_uniform(&state, -20, 20);
                if (r % 8 == 0) {
                    p.frequency = 1, p.offset_x = 3, p.offset_w = -2;
                    for (int k = 0; k < 4; k++)
                        c[k] = floor(c[k]) + (r % 16 && k % 2 ? 0.5 : 0);
                }
                const double wanted = textbook(&p, n, c);
                worst64 = fmax(worst64, fabs(noise64(&p, n, c) - wanted));
                if (r % 8 == 0) /* in float other points may fall into the next cell */
                    worst32 = fmax(worst32, fabs((double)noise32(&p, n, c) - wanted));
            }
            CHECK(worst64 < 1e-12, "primitive %d, %dD: off by %g", (int)primitives[i], n, worst64);
            CHECK(worst32 < 1e-5, "primitive %d, %dD, f32: off by %g", (int)primitives[i], n,
                  worst32);
        }
    }
}

/* Perlin noise is exactly 0 at lattice points; on both sides of the origin. */
static void test_lattice_points(void)
{
    for (int n = 1; n <= 4; n++) {
        for (int r = 0; r < 2000; r++) {
            const wn_noise_params p = params_of(WN_PRIMITIVE_PERLIN, check_random(&state));
            double c[4];
            for (int k = 0; k < 4; k++)
                c[k] = floor(check_uniform(&state, -1000, 1000));
            CHECK(noise64(&p, n, c) == 0 && noise32(&p, n, c) == 0, "%dD at %g %g %g %g", n, c[0],
                  c[1], c[2], c[3]);
        }
    }
}

/* Derivatives on both sides of a lattice plane, by differences: the first and, where the noise is
 * C2, the second. */
static void test_continuity(void)
{
    const double h = 1e-3;
    for (size_t i = 0; i < 3; i++) {
        for (int n = 1; n <= 4; n++) {
            double first = 0, second = 0, largest = 0; /* steps of slope, of curvature; slope */
            for (int r = 0; r < 500; r++) {
                const wn_noise_params p = params_of(primitives[i], check_random(&state));
                const int axis = r % n;
                double c[4], f[5];
                for (int k = 0; k < 4; k++)
                    c[k] = check_uniform(&state, -5, 5);
                const double plane = floor(c[axis]);
                for (int j = 0; j < 5; j++) {
                    c[axis] = plane + (j - 2) * h;
                    f[j] = noise64(&p, n, c);
                }
                first = fmax(first, fabs(f[3] - 2 * f[2] + f[1]) / h);
                const double left = (f[2] - 2 * f[1] + f[0]) / (h * h);
                const double right = (f[4] - 2 * f[3] + f[2]) / (h * h);
                second = fmax(second, fabs(right - left));
                c[axis] = plane + 0.5;
                const double half = noise64(&p, n, c);
                c[axis] += h;
                largest = fmax(largest, fabs(noise64(&p, n, c) - half) / h);
            }
            /* a kink would show as a step of the order of the slope, which is not small */
            CHECK(first < 0.05 && largest > 0.2, "primitive %d, %dD: slopes differ by %g, are %g",
                  (int)primitives[i], n, first, largest);
            /* of the order of h times the third derivative, which is up to 60 times a value */
            if (primitives[i] != WN_PRIMITIVE_VALUE_CUBIC)
                CHECK(second < 0.5, "primitive %d, %dD: curvatures differ by %g",
                      (int)primitives[i], n, second);
        }
    }
}

/* An offset of whole and broken cells is the same as other coordinates, but exact: in f32 it keeps
 * what the coordinates themselves would lose. */
static void test_offset(void)
{
    for (size_t i = 0; i < PRIMITIVES; i++) {
        double lost = 0;
        for (int r = 0; r < 1000; r++) {
            wn_noise_params here = params_of(primitives[i], 5), there = here;
            double c[4], far[4];
            there.offset_x = 24000000.25, there.offset_y = -7e8, there.offset_z = 0x1p31 + 0.5;
            there.frequency = here.frequency = r % 2 ? 1 : 0.125;
            for (int k = 0; k < 4; k++)
                c[k] = floor(check_uniform(&state, -64, 64)) + 0.0625; /* exact in all cases */
            far[0] = c[0] + there.offset_x, far[1] = c[1] + there.offset_y;
            far[2] = c[2] + there.offset_z, far[3] = c[3];
            const double wanted = noise64(&here, 3, far);
            CHECK(noise64(&there, 3, c) == wanted, "primitive %d: offset in f64",
                  (int)primitives[i]);
            CHECK(fabs((double)noise32(&there, 3, c) - wanted) < 1e-5,
                  "primitive %d: offset in f32", (int)primitives[i]);
            lost = fmax(lost, fabs((double)noise32(&here, 3, far) - wanted));
        }
        CHECK(lost > 0.1, "far coordinates in f32 were expected to be lost");
    }
}

/* Mean at fixed places of a cell, over many cells; variance to measure it by. */
static void test_mean(void)
{
    enum { CELLS = 40000 };
    static double in[4][CELLS], out[CELLS];
    for (size_t i = 0; i < PRIMITIVES; i++) {
        for (int n = 1; n <= 4; n++) {
            for (int place = 0; place < 8; place++) {
                const wn_noise_params p = params_of(primitives[i], (uint64_t)place);
                const double *arrays[4] = { in[0], in[1], in[2], in[3] };
                double *to = out, sum = 0, square = 0;
                for (int k = 0; k < 4; k++) {
                    const double t = 0.125 + 0.75 * (place >> k % 3 & 1) - 0.1 * (k == 3);
                    for (size_t r = 0; r < CELLS; r++)
                        in[k][r] = floor(check_uniform(&state, -1e6, 1e6)) + t;
                }
                wn_apply_f64((wn_type)(WN_NOISE1 + n - 1), &p, CELLS, arrays, &to);
                for (size_t r = 0; r < CELLS; r++)
                    sum += out[r], square += out[r] * out[r];
                const double deviation = sqrt(square) / CELLS; /* of the mean */
                CHECK(fabs(sum / CELLS) < 5 * deviation && square > 0,
                      "primitive %d, %dD, place %d: mean %g, %g expected at most",
                      (int)primitives[i], n, place, sum / CELLS, 5 * deviation);
            }
        }
    }
}

/* The same points with axes exchanged or mirrored, other seeds, other octaves: unrelated values. */
static void test_correlation(void)
{
    enum { POINTS = 40000 };
    static double x[POINTS], y[POINTS], z[POINTS], minus[POINTS], a[POINTS], b[POINTS];
    for (size_t r = 0; r < POINTS; r++) {
        x[r] = check_uniform(&state, -1000, 1000);
        y[r] = check_uniform(&state, -1000, 1000);
        z[r] = check_uniform(&state, -1000, 1000);
        minus[r] = -x[r];
    }
    for (size_t i = 0; i < PRIMITIVES; i++) {
        for (int with = 0; with < 6; with++) {
            wn_noise_params p = params_of(primitives[i], 3), q = p;
            const double *second[3] = { x, y, z };
            static const char *const names[] = { "x and y exchanged", "x and z exchanged",
                                                 "x mirrored",        "the next seed",
                                                 "seed + 2^32",       "seed with another sign" };
            if (with < 2)
                second[0] = second[with + 1], second[with + 1] = x;
            else if (with == 2)
                second[0] = minus;
            else
                q.seed = with == 3 ? 4 : with == 4 ? (UINT64_C(1) << 32) + 3 : 0x80000003u;
            wn_noise3_f64(&p, POINTS, x, y, z, a);
            wn_noise3_f64(&q, POINTS, second[0], second[1], second[2], b);
            double ab = 0, aa = 0, bb = 0;
            for (size_t r = 0; r < POINTS; r++)
                ab += a[r] * b[r], aa += a[r] * a[r], bb += b[r] * b[r];
            CHECK(fabs(ab / sqrt(aa * bb)) < 5 / sqrt(POINTS), "primitive %d, %s: correlation %g",
                  (int)primitives[i], names[with], ab / sqrt(aa * bb));
        }
    }
}

/* NaN gives NaN, all else a number within the bounds. */
static void test_edges(void)
{
    static const double edges[] = { 0,        -0.0,      0x1p31,  -0x1p31, 0x1p32,
                                    0x1p53,   -0x1p100,  1.65e12, DBL_MAX, -DBL_MAX,
                                    INFINITY, -INFINITY, DBL_MIN };
    for (size_t i = 0; i < PRIMITIVES; i++) {
        for (int n = 1; n <= 4; n++) {
            for (int axis = 0; axis < n; axis++) {
                const wn_noise_params p = params_of(primitives[i], 9);
                double c[4] = { 0.3, 0.6, -0.7, 1.2 };
                for (size_t e = 0; e < sizeof edges / sizeof *edges; e++) {
                    c[axis] = edges[e];
                    CHECK(fabs(noise64(&p, n, c)) <= 1 && fabsf(noise32(&p, n, c)) <= 1,
                          "primitive %d, %dD at %g", (int)primitives[i], n, edges[e]);
                }
                c[axis] = NAN;
                CHECK(isnan(noise64(&p, n, c)) && isnan(noise32(&p, n, c)),
                      "primitive %d, %dD at NaN", (int)primitives[i], n);
            }
        }
    }
    /* cells are numbered modulo 2^32 */
    const wn_noise_params p = params_of(WN_PRIMITIVE_PERLIN, 9);
    for (int r = 0; r < 1000; r++) {
        const double c[4] = { floor(check_uniform(&state, -1e9, 1e9)) + 0.25, 0.5, 0.75, 0 };
        const double turned[4] = { c[0] + 0x1p32, c[1] - 0x1p33, c[2] + 5 * 0x1p32, 0 };
        CHECK(noise64(&p, 3, c) == noise64(&p, 3, turned), "a turn of 2^32 cells from %g", c[0]);
    }
}

/* A module's feature points have the names of the caller's coordinates: z of (x, z) is the second. */
static void test_axes(void)
{
    wn_noise_params p = params_of(WN_PRIMITIVE_CELLULAR, 11);
    p.axes = WN_AXIS_X | WN_AXIS_Z;
    for (int r = 0; r < 200; r++) {
        const double x = check_uniform(&state, -9, 9), y = check_uniform(&state, -9, 9);
        const double z = check_uniform(&state, -9, 9), *in[3] = { &x, &y, &z };
        double of_module = 77, of_points = 78, *out = &of_module;
        p.returns = WN_CELLULAR_Z;
        CHECK(!wn_apply_f64(WN_NOISE, &p, 1, in, &out), "z of x and z");
        p.returns = WN_CELLULAR_Y;
        CHECK(wn_apply_f64(WN_NOISE, &p, 1, in, &out) == WN_ERROR_PARAMETER, "y of x and z");
        CHECK(!wn_noise2_f64(&p, 1, &x, &z, &of_points) && of_module == of_points &&
                  fabs(of_points - z) < 2,
              "z: %g, not %g", of_module, of_points);
    }
}

int main(void)
{
    test_formulas();
    test_lattice_points();
    test_continuity();
    test_offset();
    test_mean();
    test_correlation();
    test_edges();
    test_axes();
    return check_done("lattice_noise");
}
