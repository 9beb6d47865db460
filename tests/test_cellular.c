/* SPDX-License-Identifier: MIT */
/*
 * Cellular noise: kernels of points and grids against a search of all cells of a large window, with
 * every metric and result; bounds against a numerical maximisation; edge distances against steps
 * across borders; statistics of the feature points.
 *
 *   test_cellular [--isa NAME] [--seed N] [--repeat N] [--quick]
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64 part.
 */
#include "../kernels/table.h"
#include "../scalar/reference.h"
#include "options.h"

#include <widenoise/widenoise.h>

#include <math.h>

int test_cellular_f32(const struct check_options *o);
int test_cellular_f64(const struct check_options *o);

#define TABLE(tier) ((tier)->WN_PASTE(f, WN_REAL))
#define MOST        (WN_REAL == 64 ? DBL_MAX : FLT_MAX)

enum { POINTS = 61 };

static uint64_t state;
static const struct wn_tier *tier;

static uint64_t bits_of(real v)
{
#if WN_REAL == 64
    return check_bits64(v);
#else
    return check_bits32(v);
#endif
}

static uint32_t below(uint32_t n)
{
    return (uint32_t)((check_random(&state) >> 32) * n >> 32);
}

/* ---- Settings ---- */

struct setting {
    wn_noise_params params;
    int n;
    size_t entry;
    struct WN_PREP(noise) prep;
};

static struct setting make_setting(int n, int32_t metric, int32_t returns, double jitter)
{
    struct setting s = { .n = n, .entry = n == 2 ? WN_ENTRY_noise2 : WN_ENTRY_noise3 };
    s.params = (wn_noise_params) { .size = sizeof s.params,
                                   .seed = check_random(&state) >> below(64),
                                   .frequency = 1,
                                   .primitive = WN_PRIMITIVE_CELLULAR,
                                   .metric = metric,
                                   .returns = returns,
                                   .raw = 1,
                                   .jitter = jitter,
                                   .axes = 7 };
    return s;
}

static void prepare(struct setting *s)
{
    _Alignas(max_align_t) char complete[WN_PARAMS_MAX];
    const char *what = "", *why = "";
    const struct wn_entry *const entry = &wn_entries[s->entry];
    CHECK(!wn_params_check(entry, &s->params, complete, &what, &why), "%s: %s", what, why);
    WN_NAME(wn_references)[s->entry].prepare(complete, &s->prep);
}

static void kernel(const struct setting *s, size_t n, const real *const *in, real *out)
{
    TABLE(tier)->kernel[s->entry](&s->prep, n, in, &out);
}

static real kernel_at(const struct setting *s, const real *point)
{
    const real *const in[3] = { &point[0], &point[1], &point[2] };
    real out;
    kernel(s, 1, in, &out);
    return out;
}

/* ---- All cells of a window ---- */

enum { RADIUS = 4 };

struct found {
    real d[4];
    int32_t cell[4][3];
    real relative[3];       /* the nearest point */
    real all[9 * 9 * 9][3]; /* all points */
    uint32_t hash;          /* of the nearest point's cell */
    real floor[3];
    size_t count;
};

/* The specification once more, with nothing left out. */
static void search_window(const struct setting *s, const real *point, struct found *f)
{
    const struct WN_NAME(wn_octave) *const o = &s->prep.octave;
    real t[3] = { 0 };
    uint32_t cell[3] = { 0 };
    for (int k = 0; k < s->n; k++) {
        const real x = WN_NAME(wn_ref_wrapped)(point[k] * o->frequency + o->shift[k]);
        f->floor[k] = WN_NAME(wn_ref_floor)(x);
        t[k] = x - f->floor[k];
        cell[k] = (uint32_t)(int64_t)f->floor[k] + o->cell[k];
    }
    for (int i = 0; i < 4; i++)
        f->d[i] = INFINITY;
    f->count = 0;
    const real jitter = s->prep.basis.jitter;
    const int32_t deep = s->n == 3 ? RADIUS : 0;
    for (int32_t z = -deep; z <= deep; z++) {
        for (int32_t y = -RADIUS; y <= RADIUS; y++) {
            for (int32_t x = -RADIUS; x <= RADIUS; x++) {
                const int32_t d[3] = { x, y, z };
                uint32_t a = o->seed;
                for (int k = 0; k < s->n; k++)
                    a ^= (cell[k] + (uint32_t)d[k]) * wn_cell_factor[k];
                const uint32_t h = wn_cell_hash(wn_cell_hash(a));
                real *const r = f->all[f->count++];
                r[2] = 0;
                for (int k = 0; k < s->n; k++) {
                    const int bits = s->n == 2 ? 16 : k == 2 ? 10 : 11;
                    const int from = s->n == 2 ? (k ? 0 : 16) : k == 0 ? 21 : k == 1 ? 10 : 0;
                    const int32_t field = (int32_t)((h >> from & ((1u << bits) - 1)) ^
                                                    1u << (bits - 1)) -
                        (1 << (bits - 1)); /* as a signed number of its own */
                    const real box = ((real)d[k] + (R(0.5) + jitter * (real)ldexp(1, -bits - 1))) -
                        t[k];
                    r[k] = box + (real)ldexp(field, 32 - bits) * (jitter * R(0x1p-32));
                }
                const real ax = r[0] < 0 ? -r[0] : r[0], ay = r[1] < 0 ? -r[1] : r[1];
                const real az = r[2] < 0 ? -r[2] : r[2];
                const real square = r[0] * r[0] + (r[1] * r[1] + r[2] * r[2]);
                real v = square;
                if (s->params.returns != WN_CELLULAR_EDGE) {
                    if (s->params.metric == WN_CELLULAR_MANHATTAN)
                        v = ax + (ay + az);
                    else if (s->params.metric == WN_CELLULAR_CHEBYSHEV)
                        v = ax > ay ? (ax > az ? ax : az) : ay > az ? ay : az;
                    else if (s->params.metric == WN_CELLULAR_HYBRID)
                        v = square + (ax + (ay + az));
                }
                int i = 4; /* after those that are equal: cells come in the order of ties */
                for (; i > 0 && v < f->d[i - 1]; i--) {
                    if (i < 4) {
                        f->d[i] = f->d[i - 1];
                        memcpy(f->cell[i], f->cell[i - 1], sizeof d);
                    }
                }
                if (i == 4)
                    continue;
                f->d[i] = v;
                memcpy(f->cell[i], d, sizeof d);
                if (i == 0) {
                    memcpy(f->relative, r, sizeof f->relative);
                    f->hash = h;
                }
            }
        }
    }
}

static real root(real v)
{
    return (real)sqrt((double)v);
}

/* What a setting returns, of the points in the window. */
static real expected_value(const struct setting *s, const real *point, struct found *f)
{
    search_window(s, point, f);
    const struct WN_NAME(wn_octave) *const o = &s->prep.octave;
    const int32_t returns = s->params.returns;
    const uint32_t h = wn_cell_hash(f->hash);
    real d[4], v = 0;
    for (int i = 0; i < 4; i++)
        d[i] = s->params.metric == WN_CELLULAR_EUCLIDEAN ? root(f->d[i]) : f->d[i];
    switch (returns) {
    case WN_CELLULAR_F1:
    case WN_CELLULAR_F2:
    case WN_CELLULAR_F3:
    case WN_CELLULAR_F4:
        v = d[returns];
        break;
    case WN_CELLULAR_F2_MINUS_F1:
        v = d[1] - d[0];
        break;
    case WN_CELLULAR_F1_PLUS_F2:
        v = d[0] + d[1];
        break;
    case WN_CELLULAR_F1_TIMES_F2:
        v = d[0] * d[1];
        break;
    case WN_CELLULAR_F1_OVER_F2:
        v = d[1] == 0 ? 1 : d[0] / d[1];
        break;
    case WN_CELLULAR_VALUE:
        return (real)(int32_t)(h | 1) * (R(WN_SCALE_MARGIN) * R(0x1p-31));
    case WN_CELLULAR_ID:
        return (real)(h >> 8);
    case WN_CELLULAR_EDGE: {
        real least = INFINITY;
        for (size_t i = 0; i < f->count; i++) {
            const real *const q = f->all[i], *const p = f->relative;
            if (q[0] == p[0] && q[1] == p[1] && q[2] == p[2])
                continue;
            const real x = q[0] - p[0], y = q[1] - p[1], z = q[2] - p[2];
            const real a = ((q[0] * q[0] + (q[1] * q[1] + q[2] * q[2])) - f->d[0]) * R(0.5);
            const real edge = (a * a) / (x * x + (y * y + z * z));
            least = edge < least ? edge : least;
        }
        v = root(least);
        break;
    }
    default: { /* X, Y, Z, of a cell that has the frequency to have them */
        const int k = returns - WN_CELLULAR_X;
        const int bits = s->n == 2 ? 16 : k == 2 ? 10 : 11;
        const int from = s->n == 2 ? (k ? 0 : 16) : k == 0 ? 21 : k == 1 ? 10 : 0;
        const real jitter = s->prep.basis.jitter;
        const double field = (double)(f->hash >> from & ((1u << bits) - 1));
        const real signed_field = (real)(field < ldexp(1, bits - 1) ? field
                                                                    : field - ldexp(1, bits));
        const real x = (f->floor[k] + (real)f->cell[0][k]) +
            ((R(0.5) + jitter * (real)ldexp(1, -bits - 1)) +
             signed_field * (real)ldexp(1, 32 - bits) * (jitter * R(0x1p-32)));
        return (x - o->shift[k]) / o->frequency + 0;
    }
    }
    return v * s->prep.basis.scale + s->prep.basis.bias;
}

/* Coordinates of all kinds that are finite and within the numbers of cells. */
static real coordinate(double frequency)
{
    double v;
    switch (below(8)) {
    case 0: /* lattice planes and centres of cells */
        v = (double)((int32_t)below(41) - 20) / 2 / frequency;
        break;
    case 1: /* beside them */
        v = ((int32_t)below(41) - 20) / frequency + check_uniform(&state, -1e-6, 1e-6);
        break;
    case 2:
        v = check_uniform(&state, -1e6, 1e6);
        break;
    case 3:
        v = check_uniform(&state, -1e-40, 1e-40);
        break;
    default:
        v = check_uniform(&state, -20, 20);
    }
    return (real)v;
}

static void compare(const struct setting *s, const real *point, real got, real expected,
                    const char *what)
{
    CHECK(bits_of(got) == bits_of(expected),
          "%s: %dD f%d metric %d returns %d raw %d jitter %g at %.9g %.9g %.9g: %.17g, not %.17g",
          what, s->n, WN_REAL, (int)s->params.metric, (int)s->params.returns, (int)s->params.raw,
          s->params.jitter, (double)point[0], (double)point[1], (double)point[2], (double)got,
          (double)expected);
}

static void check_points(struct setting *s, struct found *f)
{
    real in[3][POINTS], out[POINTS];
    double lower = 1, upper = -1;
    prepare(s);
    CHECK(wn_noise_bounds(&s->params, s->n, &lower, &upper) == WN_OK && lower < upper, "bounds");
    for (size_t i = 0; i < POINTS; i++) {
        for (int k = 0; k < 3; k++)
            in[k][i] = coordinate(s->params.frequency);
    }
    const real *const arrays[3] = { in[0], in[1], in[2] };
    kernel(s, POINTS, arrays, out);
    for (size_t i = 0; i < POINTS; i++) {
        const real point[3] = { in[0][i], in[1][i], in[2][i] };
        compare(s, point, out[i], expected_value(s, point, f), "all cells");
        CHECK((double)out[i] >= lower && (double)out[i] <= upper, "%g is not in %g to %g",
              (double)out[i], lower, upper);
    }
}

static const double jitters[] = { 0, 0.3, 1, 1 };

static void test_all_cells(int quick)
{
    static struct found f;
    for (int i = 0; i < (quick ? 1 : 4); i++) {
        for (int n = 2; n <= 3; n++) {
            for (int32_t metric = 0; metric <= WN_CELLULAR_HYBRID; metric++) {
                for (int32_t returns = 0; returns <= WN_CELLULAR_EDGE; returns++) {
                    if (n == 2 && returns == WN_CELLULAR_Z)
                        continue;
                    const double jitter = jitters[(size_t)(quick ? 2 : i)];
                    struct setting s = make_setting(n, metric, returns, jitter);
                    s.params.raw = (int32_t)below(2);
                    static const double frequencies[] = { 1, -1, 3, 0.37, 1 };
                    s.params.frequency = frequencies[below(5)];
                    if (below(2)) {
                        s.params.offset_x = check_uniform(&state, -1e9, 1e9);
                        s.params.offset_y = check_uniform(&state, -10, 10);
                        s.params.offset_z = check_uniform(&state, -1e14, 1e14);
                    }
                    check_points(&s, &f);
                }
            }
        }
    }
}

/* Samples of which the search must go beyond the cells around: found by trying. */
static void test_beyond(int quick)
{
    static struct found f;
    unsigned beyond[2][4][2] = { { { 0 } } };
    for (int i = 0; i < (quick ? 4000 : 60000); i++) {
        const int n = 2 + i % 2;
        const int32_t metric = i / 2 % 2 ? WN_CELLULAR_MANHATTAN : WN_CELLULAR_EUCLIDEAN;
        struct setting s = make_setting(n, metric, WN_CELLULAR_ID, 1);
        prepare(&s);
        /* near a corner of its cell, where the points around can be the farthest */
        real point[3];
        for (int k = 0; k < 3; k++)
            point[k] = (real)(below(100) + check_uniform(&state, -0.1, 0.1));
        const int keeps[] = { 0, 3 };
        const real id = expected_value(&s, point, &f);
        for (int j = 0; j < 2; j++) {
            int32_t steps = 0;
            for (int k = 0; k < n; k++) {
                const int32_t d = f.cell[keeps[j]][k];
                steps = d > steps ? d : -d > steps ? -d : steps;
            }
            beyond[n - 2][steps < 3 ? steps : 3][j] += 1;
            if (steps < 2)
                continue;
            s.params.returns = j ? WN_CELLULAR_F4 : WN_CELLULAR_F1;
            prepare(&s);
            compare(&s, point, kernel_at(&s, point), expected_value(&s, point, &f), "beyond");
            s.params.returns = WN_CELLULAR_ID;
            prepare(&s);
            compare(&s, point, kernel_at(&s, point), id, "beyond");
        }
    }
    for (int n = 0; n < 2; n++) {
        printf("%dD: F1 beyond the cells around %u times, F4 %u times and %u two further\n", n + 2,
               beyond[n][2][0], beyond[n][2][1], beyond[n][3][1]);
        CHECK(beyond[n][2][0] > 0 && beyond[n][2][1] > 0, "%dD: none is beyond", n + 2);
    }
}

/* ---- Grids ---- */

static void test_grid(struct setting *s, size_t most)
{
    static real axis[3][400], out[40000];
    prepare(s);
    size_t count[4] = { 1, 1, 1, 1 }, total = 1;
    static const double steps[] = { 0.02, 0.01, -0.015, 0.3, 2 };
    for (int k = 0; k < s->n; k++) {
        count[k] = k ? 1 + below(5) : 1 + below((uint32_t)most);
        total *= count[k];
        const double step = steps[below(5)], from = check_uniform(&state, -5, 5);
        const uint32_t kind = below(8);
        for (size_t i = 0; i < count[k]; i++) {
            axis[k][i] = kind == 0 ? coordinate(1)
                : kind == 1        ? (real)check_uniform(&state, 2.1, 2.9)
                                   : (real)(from + step * (double)i);
            if (kind == 2 && below(20) == 0)
                axis[k][i] = below(2) ? R(NAN) : R(INFINITY);
            if (kind == 3 && below(8) == 0)
                axis[k][i] = R(1e20);
        }
    }
    struct WN_NAME(wn_box)
        box = { { count[0], count[1], count[2], 1 }, { axis[0], axis[1], axis[2], NULL }, { 0 } };
    /* dense, in any order of axes */
    static const int orders[6][3] = { { 0, 1, 2 }, { 0, 1, 2 }, { 0, 2, 1 },
                                      { 1, 0, 2 }, { 2, 1, 0 }, { 1, 2, 0 } };
    size_t stride = 1;
    const int *const order = orders[below(6)];
    for (int k = 0; k < 3; k++) {
        box.stride[order[k]] = stride;
        stride *= count[order[k]];
    }
    real *const to = out;
    for (size_t i = 0; i < total + 8; i++)
        out[i] = R(-123.25);
    TABLE(tier)->grid[s->entry](&s->prep, &box, &to);
    for (size_t z = 0; z < count[2]; z++) {
        for (size_t y = 0; y < count[1]; y++) {
            for (size_t x = 0; x < count[0]; x++) {
                const real point[3] = { axis[0][x], axis[1][y], axis[2][z] };
                const size_t at = x * box.stride[0] + y * box.stride[1] + z * box.stride[2];
                real expected;
                WN_NAME(wn_references)[s->entry].point(&s->prep, point, &expected);
                compare(s, point, out[at], expected, "grid");
            }
        }
    }
    for (size_t i = total; i < total + 8; i++)
        CHECK(out[i] == R(-123.25), "a grid is written beyond its end");
}

static void test_grids(int quick)
{
    for (int i = 0; i < (quick ? 1 : 6); i++) {
        for (int n = 2; n <= 3; n++) {
            for (int32_t metric = 0; metric <= WN_CELLULAR_HYBRID; metric++) {
                for (int32_t returns = 0; returns <= WN_CELLULAR_EDGE; returns++) {
                    if (n == 2 && returns == WN_CELLULAR_Z)
                        continue;
                    struct setting s = make_setting(n, metric, returns, jitters[below(4)]);
                    s.params.raw = (int32_t)below(2);
                    s.params.frequency = below(2) ? 1 : check_uniform(&state, -2, 2);
                    s.params.offset_y = check_uniform(&state, -1e9, 1e9);
                    test_grid(&s, quick ? 60 : below(4) ? 200 : 400);
                }
            }
        }
    }
}

/* ---- No number, no lattice ---- */

static void test_limits(void)
{
    static const double far[] = { INFINITY, -INFINITY, 1e38, -3e38, 4294967296.0, 1e15 };
    for (int n = 2; n <= 3; n++) {
        for (int32_t metric = 0; metric <= WN_CELLULAR_HYBRID; metric++) {
            for (int32_t returns = 0; returns <= WN_CELLULAR_EDGE; returns++) {
                if (n == 2 && returns == WN_CELLULAR_Z)
                    continue;
                struct setting s = make_setting(n, metric, returns, jitters[below(4)]);
                prepare(&s);
                for (int k = 0; k < n; k++) {
                    real point[3] = { R(1.5), R(-2.25), R(0.125) };
                    point[k] = R(NAN);
                    const real none = kernel_at(&s, point);
                    CHECK(none != none, "a NaN gives %g", (double)none);
                    point[k] = (real)far[below(6)];
                    const real v = kernel_at(&s, point);
                    CHECK(v >= -R(MOST) && v <= R(MOST), "%g gives %g", (double)point[k],
                          (double)v);
                }
                static const double frequencies[] = { 0, -0.0, 0x1p-120, -0x1p-140, 1e38, -1e38 };
                for (int i = 0; i < 6; i++) {
                    s.params.frequency = frequencies[i];
                    s.params.offset_x = check_uniform(&state, -10, 10);
                    prepare(&s);
                    const real point[3] = { R(1.5), R(-2.25), R(0.125) };
                    const real v = kernel_at(&s, point);
                    CHECK(v >= -R(MOST) && v <= R(MOST), "frequency %g gives %g", frequencies[i],
                          (double)v);
                }
            }
        }
    }
}

/* An offset of many cells keeps the precision of small coordinates, and feature points are in the
 * caller's units: at them F1 is 0, and the whole cell agrees on them. */
static void test_offsets(void)
{
    for (int i = 0; i < 300; i++) {
        const int n = 2 + i % 2;
        struct setting s = make_setting(n, WN_CELLULAR_EUCLIDEAN, WN_CELLULAR_X, 1);
        s.params.frequency = check_uniform(&state, 0.1, 3);
        s.params.offset_x = check_uniform(&state, -1e12, 1e12);
        s.params.offset_y = check_uniform(&state, -1e12, 1e12);
        s.params.offset_z = check_uniform(&state, -1e12, 1e12);
        real point[3], feature[3] = { 0 };
        for (int k = 0; k < 3; k++)
            point[k] = (real)check_uniform(&state, -2, 2);
        for (int k = 0; k < n; k++) {
            s.params.returns = WN_CELLULAR_X + k;
            prepare(&s);
            feature[k] = kernel_at(&s, point);
        }
        for (int k = 0; k < n; k++) {
            s.params.returns = WN_CELLULAR_X + k;
            prepare(&s);
            const real same = kernel_at(&s, feature);
            CHECK(bits_of(same) == bits_of(feature[k]), "%.9g, and at the point itself %.9g",
                  (double)feature[k], (double)same);
        }
        s.params.returns = WN_CELLULAR_F1;
        prepare(&s);
        const double tolerance = WN_REAL == 64 ? 1e-13 : 1e-5;
        const real v = kernel_at(&s, feature), away = kernel_at(&s, point);
        CHECK((double)v <= tolerance, "F1 at a feature point is %g", (double)v);
        double square = 0;
        for (int k = 0; k < n; k++)
            square += pow(((double)feature[k] - (double)point[k]) * s.params.frequency, 2);
        CHECK(fabs(sqrt(square) - (double)away) <= tolerance, "F1 is %.9g, the way %.9g",
              (double)away, sqrt(square));
    }
}

/* ---- Bounds ---- */

#if WN_REAL == 64 /* once for both precisions */

/* The greatest k-th least distance to points that are at the far corners of their boxes. */
static double farthest(int n, int32_t metric, int32_t returns, double jitter, const double *t)
{
    double least[4] = { INFINITY, INFINITY, INFINITY, INFINITY }, rest[3] = { 0 };
    const int cells = n == 2 ? 49 : 343;
    for (int i = 0; i < cells; i++) {
        double away[3] = { 0 };
        for (int k = 0, left = i; k < n; k++, left /= 7)
            away[k] = fabs(left % 7 - 3 + 0.5 - t[k]) + jitter / 2;
        double v = wn_cellular_length(metric, away[0], away[1], away[2]);
        for (int k = 0; k < 4; k++) {
            const double greater = fmax(v, least[k]);
            least[k] = fmin(v, least[k]);
            v = greater;
        }
    }
    for (int k = 0; k < n; k++)
        rest[k] = fmax(0, fabs(0.5 - t[k]) - jitter / 2);
    switch (returns) {
    case WN_CELLULAR_F2_MINUS_F1:
        return least[1] - wn_cellular_length(metric, rest[0], rest[1], rest[2]);
    case WN_CELLULAR_F1_PLUS_F2:
        return least[0] + least[1];
    case WN_CELLULAR_F1_TIMES_F2:
        return least[0] * least[1];
    default:
        return least[returns];
    }
}

static void test_bound(int n, int32_t metric, int32_t returns, double jitter)
{
    double best = -1, at[3] = { 0 }, t[3] = { 0 };
    const int side = n == 2 ? 40 : 12; /* even, so that 0.25 is tried */
    for (int i = 0; i <= side; i++) {
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k <= (n == 3 ? j : 0); k++) {
                const double grid[3] = { 0.5 * i / side, 0.5 * j / side, 0.5 * k / side };
                const double v = farthest(n, metric, returns, jitter, grid);
                if (v > best) {
                    best = v;
                    memcpy(at, grid, sizeof at);
                }
            }
        }
    }
    int failures = 0;
    for (double step = 0.25 / side; step > 1e-12;) {
        for (int k = 0; k < n; k++)
            t[k] = fmin(0.5, fmax(0, at[k] + check_uniform(&state, -step, step)));
        for (int k = 1; k < n; k++) { /* along diagonals, where the ridges are */
            if (below(2))
                t[k] = t[0];
        }
        const double v = farthest(n, metric, returns, jitter, t);
        if (v > best) {
            best = v;
            memcpy(at, t, sizeof at);
        } else if (++failures % 16 == 0) {
            step *= 0.9;
        }
    }
    const double bound = wn_cellular_bound(n, metric, returns, jitter);
    CHECK(fabs(best - bound) <= 1e-9,
          "%dD metric %d returns %d jitter %g: found %.12g at %.9g %.9g %.9g, bound %.12g", n,
          (int)metric, (int)returns, jitter, best, at[0], at[1], at[2], bound);
}

static void test_bounds(int quick)
{
    static const double tried[] = { 1, 0, 0.5, 0.25, 0.8, 0.97 };
    for (int n = 2; n <= 3; n++) {
        for (int32_t metric = 0; metric <= WN_CELLULAR_HYBRID; metric++) {
            for (int32_t returns = 0; returns <= WN_CELLULAR_F1_TIMES_F2; returns++) {
                for (int i = 0; i < (quick ? 1 : 6); i++)
                    test_bound(n, metric, returns, tried[i]);
            }
        }
    }
    wn_noise_params p = { .size = sizeof p, .frequency = 1, .jitter = 1, .axes = 7 };
    double lower, upper;
    CHECK(wn_noise_bounds(NULL, 0, &lower, &upper) == WN_ERROR_ARGUMENT, "no parameters");
    CHECK(wn_noise_bounds(&p, 0, NULL, &upper) == WN_ERROR_ARGUMENT, "no lower");
    CHECK(wn_noise_bounds(&p, 0, &lower, NULL) == WN_ERROR_ARGUMENT, "no upper");
    CHECK(wn_noise_bounds(&p, 5, &lower, &upper) == WN_ERROR_ARGUMENT, "5 dimensions");
    p.primitive = WN_PRIMITIVE_CELLULAR;
    CHECK(wn_noise_bounds(&p, 1, &lower, &upper) == WN_ERROR_PARAMETER, "1D cellular");
    CHECK(!wn_noise_bounds(&p, 0, &lower, &upper) && lower == -1 && upper == 1, "F1");
    p.raw = 1, p.axes = WN_AXIS_X | WN_AXIS_W;
    CHECK(!wn_noise_bounds(&p, 0, &lower, &upper) && lower == 0 && upper >= sqrt(2) &&
              upper < 1.4143,
          "F1 of two axes: %g to %g", lower, upper);
    p.returns = WN_CELLULAR_ID;
    CHECK(!wn_noise_bounds(&p, 3, &lower, &upper) && lower == 0 && upper == 0xffffff, "id");
    p.returns = WN_CELLULAR_Z;
    CHECK(!wn_noise_bounds(&p, 3, &lower, &upper) && lower == -INFINITY && upper == INFINITY, "z");
    CHECK(wn_noise_bounds(&p, 2, &lower, &upper) == WN_ERROR_PARAMETER, "z in 2D");
}

#endif

/* ---- Edges, continuity ---- */

/* Walks from a sample in all directions until another cell begins. */
static void test_edges(int quick)
{
    for (int i = 0; i < (quick ? 4 : 40); i++) {
        const int n = 2 + i % 2;
        struct setting edge = make_setting(n, 0, WN_CELLULAR_EDGE, i % 3 ? 1 : 0.6);
        prepare(&edge);
        struct setting id = edge;
        id.params.returns = WN_CELLULAR_ID;
        prepare(&id);
        real point[3], to[3];
        for (int k = 0; k < 3; k++)
            point[k] = (real)check_uniform(&state, -5, 5);
        const double v = (double)kernel_at(&edge, point);
        const real own = kernel_at(&id, point);
        double least = INFINITY;
        const int directions = n == 2 ? 720 : 3000;
        for (int j = 0; j < directions; j++) {
            double u[3] = { cos(j * 6.283185307179586 / directions),
                            sin(j * 6.283185307179586 / directions), 0 };
            if (n == 3) { /* Fibonacci's spiral */
                const double z = 1 - (2 * j + 1.0) / directions, a = j * 2.399963229728653;
                u[0] = sqrt(1 - z * z) * cos(a), u[1] = sqrt(1 - z * z) * sin(a), u[2] = z;
            }
            double near = 0, far = fmin(least, v + 0.1) - 0.01;
            real there = own;
            while (there == own && far < least + 0.01 && far < v + 0.1) {
                far += 0.01;
                for (int k = 0; k < 3; k++)
                    to[k] = (real)((double)point[k] + far * u[k]);
                there = kernel_at(&id, to);
            }
            if (there == own)
                continue;
            for (int b = 0; b < 24; b++) {
                const double middle = (near + far) / 2;
                for (int k = 0; k < 3; k++)
                    to[k] = (real)((double)point[k] + middle * u[k]);
                if (kernel_at(&id, to) == own)
                    near = middle;
                else
                    far = middle;
            }
            least = fmin(least, far);
        }
        const double tolerance = 2e-5 + v * (n == 2 ? 2e-5 : 4e-3); /* between directions */
        CHECK(least >= v - 2e-5 && least <= v + tolerance, "%dD: edge %.9g, walked %.9g", n, v,
              least);
    }
}

/* Distances grow no faster than one walks. */
static void test_continuity(int quick)
{
    for (int i = 0; i < (quick ? 4 : 40); i++) {
        const int n = 2 + i % 2;
        struct setting s = make_setting(n, WN_CELLULAR_EUCLIDEAN, i / 2 % 4, 1);
        prepare(&s);
        real x[3][1000], out[1000];
        double u[3] = { 0 }, length = 0;
        for (int k = 0; k < n; k++) {
            u[k] = check_uniform(&state, -1, 1);
            length += u[k] * u[k];
        }
        const double step = 0.01 / sqrt(length);
        for (int j = 0; j < 1000; j++) {
            for (int k = 0; k < 3; k++)
                x[k][j] = (real)(u[k] * step * (j - 500));
        }
        const real *const in[3] = { x[0], x[1], x[2] };
        kernel(&s, 1000, in, out);
        for (int j = 1; j < 1000; j++)
            CHECK(fabs((double)(out[j] - out[j - 1])) <= 0.01 + 3e-6, "a step of %g",
                  (double)(out[j] - out[j - 1]));
    }
}

/* ---- Statistics ---- */

#if WN_REAL == 64

/* Chi-square of counts that should all be equal, in standard deviations from its mean. */
static double chi_square(const uint32_t *count, size_t bins, double samples)
{
    double sum = 0;
    const double mean = samples / (double)bins;
    for (size_t i = 0; i < bins; i++)
        sum += ((double)count[i] - mean) * ((double)count[i] - mean) / mean;
    return (sum - (double)(bins - 1)) / sqrt(2.0 * (double)(bins - 1));
}

/* Feature points of a block of cells: uniform along each axis and in each plane, and independent of
 * the next cell's. */
static void test_statistics(void)
{
    enum { SIDE = 1 << 9, BINS = 32 };
    for (int n = 2; n <= 3; n++) {
        for (int seed = 0; seed < 4; seed++) {
            static uint32_t axis[3][BINS * 8], plane[3][BINS * BINS], next[3][3][BINS * BINS];
            memset(axis, 0, sizeof axis);
            memset(plane, 0, sizeof plane);
            memset(next, 0, sizeof next);
            const uint32_t mixed = wn_octave_seed((uint32_t)seed, 0, 0);
            double samples = 0;
            const uint32_t wide = n == 2 ? SIDE : 64, deep = n == 2 ? 1 : 64;
            for (uint32_t z = 0; z < deep; z++) {
                for (uint32_t y = 0; y < wide; y++) {
                    for (uint32_t x = 0; x < wide; x++, samples++) {
                        uint32_t bin[4][3]; /* of the cell and the three next ones */
                        for (int m = 0; m <= n; m++) {
                            const uint32_t a = mixed ^ ((x + (m == 1)) * WN_CELL_X) ^
                                ((y + (m == 2)) * WN_CELL_Y) ^
                                (n == 3 ? (z + (m == 3)) * WN_CELL_Z : 0);
                            const uint32_t h = wn_cell_hash(wn_cell_hash(a));
                            bin[m][0] = h >> 24;
                            bin[m][1] = (n == 2 ? h >> 8 : h >> 13) & 255;
                            bin[m][2] = h >> 2 & 255;
                        }
                        for (int k = 0; k < n; k++) {
                            axis[k][bin[0][k]]++;
                            const int j = (k + 1) % n;
                            plane[k][(bin[0][k] >> 3) * BINS + (bin[0][j] >> 3)]++;
                            for (int m = 0; m < n; m++)
                                next[k][m][(bin[0][k] >> 3) * BINS + (bin[m + 1][k] >> 3)]++;
                        }
                    }
                }
            }
            for (int k = 0; k < n; k++) {
                const double a = chi_square(axis[k], BINS * 8, samples);
                const double p = chi_square(plane[k], BINS * BINS, samples);
                CHECK(fabs(a) < 5, "%dD axis %d: chi-square is off by %.1f deviations", n, k, a);
                CHECK(fabs(p) < 5, "%dD plane %d: chi-square is off by %.1f deviations", n, k, p);
                for (int m = 0; m < n; m++) {
                    const double d = chi_square(next[k][m], BINS * BINS, samples);
                    CHECK(fabs(d) < 5, "%dD axis %d, next cell along %d: %.1f deviations", n, k, m,
                          d);
                }
            }
        }
    }
}

#endif

int WN_NAME(test_cellular)(const struct check_options *o)
{
    int result = 0;
    state = o->seed;
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(o, isa))
            continue;
        tier = wn_tier_get(isa);
        check_passed = check_failed = 0;
        for (unsigned long k = 0; k < o->repeat; k++) {
            test_all_cells(o->quick);
            test_beyond(o->quick);
            if (isa != WN_ISA_SCALAR) /* which has no grids of its own */
                test_grids(o->quick);
            test_limits();
            test_offsets();
            test_edges(o->quick);
            test_continuity(o->quick);
        }
#if WN_REAL == 64
        if (isa == WN_ISA_SCALAR) { /* what has no lanes in it */
            test_bounds(o->quick);
            test_statistics();
        }
#endif
        char name[64];
        snprintf(name, sizeof name, "cellular/%s/f%d", wn_isa_name(isa), WN_REAL);
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
    const int f32 = test_cellular_f32(&o), f64 = test_cellular_f64(&o);
    return f32 | f64;
}
#endif
