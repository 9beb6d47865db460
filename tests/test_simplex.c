/* SPDX-License-Identifier: MIT */
/*
 * Native simplex and super simplex noise through the public calls: against a plain sum in double
 * over all lattice points of a wide window; continuity; coordinates and offsets far away, infinite
 * and none; seeds; mean and range.
 *
 *   test_simplex [--isa NAME] [--seed N] [--repeat N] [--quick]
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64 part.
 */
#include "../scalar/native.h"
#include "options.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>

int test_simplex_f32(const struct check_options *o);
int test_simplex_f64(const struct check_options *o);

enum { MOST = 4096 };

static const struct kind {
    const char *name;
    int32_t primitive, n;
    double radius2, bound;
} kinds[] = {
    { "simplex1", WN_PRIMITIVE_SIMPLEX, 1, 1, WN_BOUND_SIMPLEX1 },
    { "simplex2", WN_PRIMITIVE_SIMPLEX, 2, 0.5, WN_BOUND_SIMPLEX2 },
    { "simplex3", WN_PRIMITIVE_SIMPLEX, 3, 0.5, 2 * WN_BOUND_SIMPLEX3 },
    { "simplex4", WN_PRIMITIVE_SIMPLEX, 4, 0.5, WN_BOUND_SIMPLEX4 },
    { "super_simplex2", WN_PRIMITIVE_SUPER_SIMPLEX, 2, 2.0 / 3, WN_BOUND_SUPER_SIMPLEX2 },
    { "super_simplex3", WN_PRIMITIVE_SUPER_SIMPLEX, 3, 0.75, 2 * WN_BOUND_SUPER_SIMPLEX3 },
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static uint64_t state;
static real coordinate[4][MOST], result[MOST];

static wn_noise_params params_of(const struct kind *kind)
{
    return (wn_noise_params) { .size = sizeof(wn_noise_params),
                               .frequency = 1,
                               .primitive = kind->primitive,
                               .jitter = 1,
                               .axes = 7 };
}

/* The noise of the first `count` points of coordinate[]. */
static void evaluate(const struct kind *kind, const wn_noise_params *p, size_t count)
{
    const real *const x = coordinate[0], *const y = coordinate[1];
    const real *const z = coordinate[2], *const w = coordinate[3];
    const wn_status status = kind->n == 1 ? WN_NAME(wn_noise1)(p, count, x, result)
        : kind->n == 2                    ? WN_NAME(wn_noise2)(p, count, x, y, result)
        : kind->n == 3                    ? WN_NAME(wn_noise3)(p, count, x, y, z, result)
                                          : WN_NAME(wn_noise4)(p, count, x, y, z, w, result);
    CHECK(status == WN_OK, "%s: status %d", kind->name, (int)status);
}

static real noise_at(const struct kind *kind, const wn_noise_params *p, const double *at)
{
    for (int k = 0; k < kind->n; k++)
        coordinate[k][0] = (real)at[k];
    evaluate(kind, p, 1);
    return result[0];
}

/* ---- Lattices, by their definitions ---- */

static int is_turned(const struct kind *kind)
{
    return kind->primitive == WN_PRIMITIVE_SUPER_SIMPLEX && kind->n == 3;
}

/* From real space to where the lattice is a cubic one, and back. */
static void to_lattice(const struct kind *kind, const double *x, double *s)
{
    double sum = 0;
    for (int k = 0; k < kind->n; k++)
        sum += x[k];
    for (int k = 0; k < kind->n; k++)
        s[k] = is_turned(kind) ? sum * 2 / 3 - x[k]
            : kind->n == 1     ? x[k]
                               : x[k] + sum * (sqrt(kind->n + 1) - 1) / kind->n;
}

static void from_lattice(const struct kind *kind, const double *s, double *x)
{
    double sum = 0;
    for (int k = 0; k < kind->n; k++)
        sum += s[k];
    for (int k = 0; k < kind->n; k++)
        x[k] = is_turned(kind) ? sum * 2 / 3 - s[k]
            : kind->n == 1     ? s[k]
                               : s[k] - sum * (1 - 1 / sqrt(kind->n + 1)) / kind->n;
}

static void gradient_of(uint32_t h, int n, double *g)
{
    if (n == 1) {
        g[0] = (double)(int32_t)(h | 1) / 0x1p31;
    } else if (n == 2) {
        /* 0 or 30 degrees; mirrored at the diagonal, the y axis, the x axis */
        const double angle = (h & 0x1fffffff) < 0x15555555 ? acos(-1.0) / 6 : 0;
        g[0] = h >> 29 & 1 ? sin(angle) : cos(angle);
        g[1] = h >> 29 & 1 ? cos(angle) : sin(angle);
        g[0] *= h >> 31 & 1 ? -1 : 1;
        g[1] *= h >> 30 & 1 ? -1 : 1;
    } else if (n == 3) {
        for (int k = 0; k < 3; k++)
            g[k] = wn_gradient3[(h >> 16) * 12 / 65536][k];
    } else {
        for (unsigned k = 0; k < 4; k++)
            g[k] = (h >> 26) % 4 == k ? 0 : h << k >> 31 ? -1 : 1;
    }
}

/* The noise at a place in lattice units: the sum over all points within three cells. */
static double expected_at(const struct kind *kind, uint64_t seed, const double *place)
{
    const int n = kind->n, window = n == 4 ? 3 : 4;
    double s[4], fraction[4], sum = 0;
    int64_t base[4];
    to_lattice(kind, place, s);
    for (int k = 0; k < n; k++) {
        base[k] = (int64_t)floor(s[k]);
        fraction[k] = s[k] - floor(s[k]);
    }
    int count = 1;
    for (int k = 0; k < n; k++)
        count *= 2 * window;
    for (int second = 0; second <= is_turned(kind); second++) {
        for (int i = 0; i < count; i++) {
            uint32_t a = wn_octave_seed(wn_seed_fold(seed), 0, 0) ^ (second ? WN_CELL_W : 0);
            double way[4], d[4], g[4], r2 = 0, dot = 0;
            for (int k = 0, rest = i; k < n; k++, rest /= 2 * window) {
                const int step = rest % (2 * window) - window + 1;
                a ^= (uint32_t)(base[k] + step) * wn_cell_factor[k];
                way[k] = fraction[k] - step - (second ? 0.5 : 0);
            }
            if (is_turned(kind)) /* gradients are of the turned coordinates */
                memcpy(d, way, sizeof d);
            else
                from_lattice(kind, way, d);
            gradient_of(wn_cell_hash(a), n, g);
            for (int k = 0; k < n; k++) {
                r2 += d[k] * d[k];
                dot += g[k] * d[k];
            }
            if (r2 < kind->radius2)
                sum += pow(kind->radius2 - r2, 4) * dot;
        }
    }
    return sum / kind->bound;
}

/* ---- Values ---- */

/* Anything; on borders of simplices; at lattice points and on axes. */
static void random_place(const struct kind *kind, double scale, double *x)
{
    double s[4] = { 0 };
    const uint64_t how = check_random(&state) % 6;
    for (int k = 0; k < kind->n; k++)
        s[k] = check_uniform(&state, -scale, scale);
    if (how == 0) {
        for (int k = 0; k < kind->n; k++)
            s[k] = floor(s[k]);
    } else if (how == 1) { /* on a plane between two lattice planes */
        s[0] = floor(s[0]);
    } else if (how == 2) { /* where fractions are equal */
        for (int k = 1; k < kind->n; k++)
            s[k] = floor(s[k]) + (s[0] - floor(s[0]));
    } else if (how == 3) { /* the half lattice of super simplex noise */
        for (int k = 0; k < kind->n; k++)
            s[k] = floor(s[k] * 2) / 2;
    }
    from_lattice(kind, s, x);
    if (how == 4) { /* on the negative part of an axis */
        for (int k = 0; k < kind->n; k++)
            x[k] = 0;
        x[check_random(&state) % (uint64_t)kind->n] = check_uniform(&state, -scale, 0);
    }
}

static void check_values(const struct kind *kind, const struct check_options *o, uint64_t seed,
                         double frequency, const double *offset)
{
    const size_t count = o->quick ? 40 : 400;
    wn_noise_params p = params_of(kind);
    p.seed = seed, p.frequency = frequency;
    p.offset_x = offset[0], p.offset_y = offset[1], p.offset_z = offset[2], p.offset_w = offset[3];
    static double place[MOST][4], scale[MOST];
    for (size_t i = 0; i < count; i++) {
        scale[i] = check_random(&state) % 4 ? 4 : 100;
        random_place(kind, scale[i], place[i]);
        for (int k = 0; k < kind->n; k++) {
            coordinate[k][i] = (real)(place[i][k] / frequency);
            place[i][k] = ((double)coordinate[k][i] + offset[k]) * frequency;
        }
    }
    evaluate(kind, &p, count);
    double far = 0;
    for (int k = 0; k < kind->n; k++)
        far = fmax(far, fabs(offset[k] * frequency));
    for (size_t i = 0; i < count; i++) {
        const double expected = expected_at(kind, seed, place[i]);
        /* the kernel's rounding of coordinates, and the test's own of offsets */
        const double tolerance = 20 * (scale[i] + 1) *
                (WN_REAL == 64 ? DBL_EPSILON : (double)FLT_EPSILON) +
            100 * far * DBL_EPSILON;
        const double difference = fabs((double)result[i] - expected);
        CHECK(difference <= tolerance, "%s: %.17g at %.17g %.17g, not %.17g; seed %" PRIu64,
              kind->name, (double)result[i], place[i][0], place[i][1], expected, seed);
    }
}

static void check_all_values(const struct kind *kind, const struct check_options *o)
{
    static const double none[4], near[4] = { 3.25, -7.5, 0.3, -0.01 },
                                 far[4] = { 24e6, -24e6 + 0.3, 24e6 + 0.7, 24e6 },
                                 further[4] = { -3e9 + 0.1, 5e9, 1e10, -1e10 + 0.5 };
    static const uint64_t seeds[] = { 0,
                                      1,
                                      UINT64_C(0x80000000),
                                      UINT64_C(0xffffffff),
                                      UINT64_C(0xffffffff80000000),
                                      UINT64_C(0x8000000000000000),
                                      UINT64_C(0x100000000) };
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++)
        check_values(kind, o, seeds[i], 1, none);
    check_values(kind, o, 5, 0.37, near);
    check_values(kind, o, 5, -1.5, near);
    check_values(kind, o, 5, 1, far);
    check_values(kind, o, 5, 0.01, far);
    check_values(kind, o, 5, 1, further);

    /* seeds that only a few bits tell apart */
    double at[4] = { 0.3, 0.45, 0.6, 0.2 }, values[7];
    wn_noise_params p = params_of(kind);
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        p.seed = seeds[i];
        values[i] = (double)noise_at(kind, &p, at);
        for (size_t j = 0; j < i; j++)
            CHECK(values[i] != values[j], "%s: equal seeds %zu, %zu", kind->name, i, j);
    }
}

/* An offset is as good as adding it to the coordinates. */
static void check_offset(const struct kind *kind)
{
    for (int round = 0; round < 200; round++) {
        double at[4], moved[4], offset[4] = { 0 };
        wn_noise_params p = params_of(kind);
        p.frequency = check_uniform(&state, 0.1, 2);
        for (int k = 0; k < kind->n; k++) {
            offset[k] = check_uniform(&state, -20, 20);
            at[k] = (double)(real)check_uniform(&state, -20, 20);
            moved[k] = at[k] + offset[k];
        }
        const real expected = noise_at(kind, &p, moved);
        p.offset_x = offset[0], p.offset_y = offset[1], p.offset_z = offset[2];
        p.offset_w = offset[3];
        const real got = noise_at(kind, &p, at);
        const double tolerance = 2000 * (WN_REAL == 64 ? DBL_EPSILON : (double)FLT_EPSILON);
        CHECK(fabs((double)(got - expected)) <= tolerance, "%s: %g, not %g", kind->name,
              (double)got, (double)expected);
    }
}

/*
 * Along lines of two cells in 20000 steps: where a lattice point came late into the sum, or with a
 * jump of the slope, second differences would be of the order of a step and not of its square.
 */
static void check_smoothness(const struct kind *kind, const struct check_options *o)
{
    const double frequency = 1e-4;
    const double limit = 150 * frequency * frequency + (WN_REAL == 64 ? 1e-11 : 6e-6);
    wn_noise_params p = params_of(kind);
    p.frequency = frequency;
    for (int line = 0; line < (o->quick ? 4 : 24); line++) {
        double from[4], way[4] = { 0 }, length = 0;
        for (int k = 0; k < kind->n; k++) {
            from[k] = floor(check_uniform(&state, -1e4, 1e4));
            way[k] = line % 2 ? check_uniform(&state, -1, 1) : 0;
        }
        if (line % 2 == 0) { /* parallel to an axis, or on a plane of equal coordinates */
            way[line / 2 % kind->n] = 1;
            for (int k = 1; k < kind->n && line % 4; k++)
                from[k] = from[0];
        }
        for (int k = 0; k < kind->n; k++)
            length += way[k] * way[k];
        size_t wrong = 0;
        for (int start = 0; start < 20000; start += MOST - 2) {
            for (int i = 0; i < MOST; i++) {
                for (int k = 0; k < kind->n; k++)
                    coordinate[k][i] = (real)(from[k] + (start + i) * way[k] / sqrt(length));
            }
            evaluate(kind, &p, MOST);
            for (int i = 2; i < MOST; i++) {
                const double before = (double)result[i - 1] - (double)result[i - 2];
                const double after = (double)result[i] - (double)result[i - 1];
                wrong += !(fabs(after - before) <= limit);
            }
        }
        CHECK(!wrong, "%s: %zu second differences above %g", kind->name, wrong, limit);
    }
}

static void check_far(const struct kind *kind)
{
    wn_noise_params p = params_of(kind);
    const double origin[4] = { 0 };
    /* points at the distance R add what is left of the rounding of R^2 - r^2, to the 4th power */
    const double zero = (double)noise_at(kind, &p, origin);
    CHECK(fabs(zero) < 1e-20, "%s: %g at the origin", kind->name, zero);

    static const double far[] = { 0x1p24, 0x1p29, 0x1p30, 0x1p31, 0x1p32, 0x1p40, 1e30, 1e38 };
    const double most = WN_REAL == 64 ? DBL_MAX : FLT_MAX;
    for (size_t i = 0; i <= 2 * sizeof far / sizeof *far; i++) {
        for (int k = 0; k < kind->n; k++) {
            double at[4] = { 0.4, -0.3, 0.2, 0.1 };
            const double v = i / 2 < sizeof far / sizeof *far ? far[i / 2] + 0.4 : most;
            at[k] = i % 2 ? -v : v;
            const real one = noise_at(kind, &p, at);
            CHECK(one >= -1 && one <= 1, "%s: %g at %g", kind->name, (double)one, at[k]);
            for (int j = 0; j < kind->n; j++)
                at[j] = j % 2 ? v : -v;
            const real all = noise_at(kind, &p, at);
            CHECK(all >= -1 && all <= 1, "%s: %g at +-%g", kind->name, (double)all, v);
        }
    }
    for (int k = 0; k < kind->n; k++) {
        double at[4] = { 0.4, -0.3, 0.2, 0.1 };
        at[k] = 0;
        const real expected = noise_at(kind, &p, at);
        at[k] = (double)INFINITY;
        CHECK(noise_at(kind, &p, at) == expected, "%s: infinity is not 0", kind->name);
        at[k] = -(double)INFINITY;
        CHECK(noise_at(kind, &p, at) == expected, "%s: -infinity is not 0", kind->name);
        at[k] = (double)NAN;
        const real none = noise_at(kind, &p, at);
        CHECK(none != none, "%s: %g at NaN", kind->name, (double)none);
    }
    p.offset_x = 0x1p62 * 1.25, p.offset_y = -1e30, p.offset_z = 0x1p120;
    const double at[4] = { 0.4, -0.3, 0.2, 0.1 };
    const real v = noise_at(kind, &p, at);
    CHECK(v >= -1 && v <= 1, "%s: %g at an offset", kind->name, (double)v);
}

/* Mean and range of the same place in many cells. */
static void check_mean(const struct kind *kind, const struct check_options *o)
{
    const int count = o->quick ? 4 * MOST : 32 * MOST;
    wn_noise_params p = params_of(kind);
    for (int round = 0; round < 4; round++) {
        double place[4], sum = 0, squares = 0;
        for (int k = 0; k < kind->n; k++)
            place[k] = check_uniform(&state, 0, 1);
        for (int i = 0; i < count; i += MOST) {
            p.seed = check_random(&state);
            for (int j = 0; j < MOST; j++) {
                double s[4], x[4];
                for (int k = 0; k < kind->n; k++)
                    s[k] = place[k] + (double)(check_random(&state) % 2000) - 1000;
                from_lattice(kind, s, x);
                for (int k = 0; k < kind->n; k++)
                    coordinate[k][j] = (real)x[k];
            }
            evaluate(kind, &p, MOST);
            for (int j = 0; j < MOST; j++) {
                const double v = (double)result[j];
                sum += v, squares += v * v;
                CHECK(v >= -1 && v <= 1, "%s: %g", kind->name, v);
            }
        }
        const double deviation = sqrt(squares / count), mean = sum / count;
        CHECK(deviation > 0.01, "%s: standard deviation %g", kind->name, deviation);
        CHECK(fabs(mean) < 5 * deviation / sqrt(count), "%s: mean %g of standard deviation %g",
              kind->name, mean, deviation);
    }
}

int WN_NAME(test_simplex)(const struct check_options *o)
{
    state = o->seed;
    int code = 0;
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(o, isa) || wn_isa_set(isa))
            continue;
        check_passed = check_failed = 0;
        for (unsigned long round = 0; round < o->repeat; round++) {
            for (size_t i = 0; i < KINDS; i++) {
                check_all_values(&kinds[i], o);
                check_offset(&kinds[i]);
                check_smoothness(&kinds[i], o);
                check_far(&kinds[i]);
                check_mean(&kinds[i], o);
            }
        }
        char name[40];
        snprintf(name, sizeof name, "simplex/%s/f%d", wn_isa_name(isa), WN_REAL);
        code |= check_done(name);
    }
    wn_isa_set(WN_ISA_AUTO);
    return code;
}

#if WN_REAL == 64
int main(int argc, char **argv)
{
    struct check_options o;
    int code;
    if (check_options(argc, argv, &o, &code))
        return code;
    const int f32 = test_simplex_f32(&o), f64 = test_simplex_f64(&o);
    return f32 | f64;
}
#endif
