/* SPDX-License-Identifier: MIT */
/*
 * Grids: that each entry returns the bits of its points, whatever the sizes, axes, strides and
 * places, and writes nothing else; that plans do, with no more work than at points, and evaluate
 * once what does not depend on an axis; and what both refuse.
 *
 *   test_grid [--isa NAME] [--function GLOB] [--seed N] [--repeat N] [--quick]
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64 part.
 */
#define _DEFAULT_SOURCE
#include "options.h"
#include "random_graph.h"
#if WN_REAL == 64
#include "allocations.h"
#endif

#include <fnmatch.h>
#include <pthread.h>

int test_grid_f32(const struct check_options *o, wn_isa isa);
int test_grid_f64(const struct check_options *o, wn_isa isa);

typedef WN_NAME(wn_grid) grid;

enum {
    AXES = 4,
    EVERY = 70,     /* all sizes up to this one */
    LONGEST = 1100, /* coordinates of an axis */
    MOST = 12000,   /* points of a grid */
    ROOM = 40000    /* elements that they lie among */
};

static const real canary = R(-12345.5);
static real axes[AXES][LONGEST];
static size_t counts[AXES];
static real points[AXES][MOST], point_values[MAX_OUT][MOST]; /* [w][z][y][x], dense */

/* ---- Axes ---- */

/* Ascending with many or few samples to a lattice cell, descending, in disorder, with equal
 * coordinates; and among them, for some, coordinates of every odd kind. */
static void random_axis(real *axis, size_t count, const struct any_params *p)
{
    const double cell = p->frequency != 0 && fabs(p->frequency) < 1e9 ? 1 / p->frequency : 1;
    const double start = check_uniform(&state, -9, 9);
    const uint32_t kind = below(6);
    const double step = cell * (kind % 2 ? check_uniform(&state, 0.2, 1.3) : 0.02);
    for (size_t i = 0; i < count; i++)
        axis[i] = (real)(start + step * (double)i);
    for (size_t i = 0; kind == 2 && i < count / 2; i++) {
        const real swap = axis[i];
        axis[i] = axis[count - 1 - i], axis[count - 1 - i] = swap;
    }
    for (size_t i = 1; kind == 3 && i < count; i++) {
        if (below(2))
            axis[i] = axis[i - 1];
    }
    for (size_t i = count; kind == 4 && i > 1; i--) {
        const size_t j = below((uint32_t)i);
        const real swap = axis[i - 1];
        axis[i - 1] = axis[j], axis[j] = swap;
    }
    if (below(3))
        return;
    for (size_t i = 0; i < count; i++) {
        if (below(4) == 0)
            random_point(&state, p, &axis[i], 1);
    }
}

static size_t point_count(void)
{
    return counts[0] * counts[1] * counts[2] * counts[3];
}

static void make_points(const struct any_params *p, uint32_t used)
{
    for (uint32_t k = 0; k < used; k++)
        random_axis(axes[k], counts[k], p);
    for (size_t n = 0; n < point_count(); n++) {
        size_t rest = n;
        for (uint32_t k = 0; k < used; k++) {
            points[k][n] = axes[k][rest % counts[k]];
            rest /= counts[k];
        }
    }
}

/* ---- One call ---- */

/* What is being evaluated: an entry, or else a plan. */
static struct {
    const struct wn_entry *entry;
    const struct any_params *params;
    const struct compiled *plan;
    uint32_t axes;
    size_t outputs;
} now;

static wn_status evaluate_grid(const grid *g, real *const *out)
{
    return now.plan ? WN_NAME(wn_plan_grid)(now.plan->plan, now.plan->workspace, g, out)
                    : WN_NAME(wn_apply_grid)(now.entry->type, now.params->bytes, g, out);
}

static void describe(const size_t *count, const size_t *stride)
{
    printf("  %s f%d: %zu x %zu x %zu x %zu, strides %zu %zu %zu %zu\n",
           now.plan ? "plan" : now.entry->name, WN_REAL, count[0], count[1], count[2], count[3],
           stride[0], stride[1], stride[2], stride[3]);
    if (now.entry)
        print_params((size_t)(now.entry - wn_entries), now.params);
}

/* Evaluates every step-th point of a box of the grid and compares it with those points. Strides and
 * alignments are random; around the box's elements nothing may change. */
static void check_box(const size_t *start, const size_t *count, size_t step)
{
    static real picked[AXES][LONGEST + 8], got[MAX_OUT][ROOM];
    grid g = { .size = sizeof g };
    size_t stride[AXES], extent = 1;
    const int dense = below(3) == 0;
    for (uint32_t k = 0; k < now.axes; k++) {
        real *const axis = picked[k] + below(8);
        for (size_t i = 0; i < count[k]; i++)
            axis[i] = axes[k][start[k] + i * step];
        g.axis[k] = axis;
        g.count[k] = count[k];
        stride[k] = k && !dense ? extent + below(2) * below(6) : extent;
        g.stride[k] = dense ? (k ? 0 : below(2)) : stride[k];
        extent += (count[k] - 1) * stride[k];
    }
    for (uint32_t k = now.axes; k < AXES; k++) { /* not looked at */
        stride[k] = extent;
        g.axis[k] = NULL, g.count[k] = SIZE_MAX, g.stride[k] = SIZE_MAX;
    }
    const size_t before = 8 + below(8), all = before + extent + 8;
    CHECK(all <= ROOM, "%zu elements", all);
    if (all > ROOM)
        return;
    real *out[MAX_OUT];
    for (size_t o = 0; o < now.outputs; o++) {
        for (size_t i = 0; i < all; i++)
            got[o][i] = canary;
        out[o] = got[o] + before;
    }
    const wn_status status = evaluate_grid(&g, out);
    CHECK(!status, "%s", wn_status_string(status));
    size_t at[AXES], wrong = 0, inside = 1;
    for (uint32_t k = 0; k < AXES; k++)
        inside *= k < now.axes ? count[k] : 1;
    for (size_t n = 0; n < inside; n++) {
        size_t rest = n, from = 0, to = before, size = 1;
        for (uint32_t k = 0; k < now.axes; k++) {
            at[k] = rest % count[k];
            rest /= count[k];
            from += (start[k] + at[k] * step) * size;
            to += at[k] * stride[k];
            size *= counts[k];
        }
        for (size_t o = 0; o < now.outputs; o++) {
            if (bits_of(got[o][to]) != bits_of(point_values[o][from]) && !wrong++) {
                CHECK(0, "output %zu at point %zu: %a, not %a", o, n, (double)got[o][to],
                      (double)point_values[o][from]);
                describe(count, stride);
            }
            got[o][to] = canary;
        }
    }
    for (size_t o = 0; o < now.outputs; o++) {
        for (size_t i = 0; i < all; i++) {
            if (bits_of(got[o][i]) != bits_of(canary) && !wrong++) {
                CHECK(0, "output %zu: written %zu elements after the first", o, i - before);
                describe(count, stride);
            }
        }
    }
    check_passed += !wrong;
}

/* The whole grid, a box of it, and every second or third point of that. */
static void check_boxes(void)
{
    static const size_t first[AXES] = { 0 };
    check_box(first, counts, 1);
    size_t start[AXES], count[AXES];
    for (size_t step = 1; step <= 3; step++) {
        for (uint32_t k = 0; k < now.axes; k++) {
            start[k] = below((uint32_t)counts[k]);
            count[k] = 1 + below((uint32_t)((counts[k] - start[k] - 1) / step + 1));
        }
        if (step != 2 || below(2))
            check_box(start, count, step);
    }
}

/* ---- Each entry ---- */

static void check_entry_grid(size_t entry)
{
    static struct any_params params;
    const struct random_source source = { &state, WN_REAL == 64 ? DBL_MAX : (double)FLT_MAX, 3,
                                          below(3) != 0 };
    const struct wn_entry *const e = &wn_entries[entry];
    random_params(entry, &source, &params);
    now.entry = e, now.params = &params, now.plan = NULL;
    now.axes = e->inputs, now.outputs = e->outputs;
    make_points(&params, e->inputs);
    const real *const in[AXES] = { points[0], points[1], points[2], points[3] };
    real *const out[MAX_OUT] = { point_values[0], point_values[1], point_values[2] };
    const wn_status status = WN_NAME(wn_apply)(e->type, params.bytes, point_count(), in, out);
    CHECK(!status, "%s: %s", e->name, wn_status_string(status));
    check_boxes();
}

/* A size along one axis, few coordinates along the others. */
static void set_counts(uint32_t used, uint32_t axis, size_t count)
{
    for (uint32_t k = 0; k < AXES; k++)
        counts[k] = k >= used ? 1
            : k == axis       ? count
                              : 1 + below(count > EVERY || used > 3 ? 2 : 4);
}

static void test_entry(size_t entry, const struct check_options *o)
{
    static const size_t larger[] = { 255, 256, 257, 511, 513, 1024, 1025 };
    const uint32_t used = wn_entries[entry].inputs;
    for (uint32_t axis = 0; axis < used; axis++) {
        for (size_t count = 1; count <= EVERY; count++) {
            if (o->quick && below(8))
                continue;
            set_counts(used, axis, count);
            check_entry_grid(entry);
        }
        for (size_t i = 0; i < sizeof larger / sizeof *larger; i++) {
            if (o->quick && below(8))
                continue;
            set_counts(used, axis, larger[i]);
            check_entry_grid(entry);
        }
    }
    for (int i = 0; i < (o->quick ? 2 : 10); i++) { /* and as a cube */
        for (uint32_t k = 0; k < AXES; k++)
            counts[k] = k < used ? 1 + below(used > 3 ? 10 : 22) : 1;
        check_entry_grid(entry);
    }
}

/* What is not read may be anything, and is evaluated once: NaN there does not matter either. */
static void test_axes_read(void)
{
    wn_noise_params noise;
    wn_noise_fractal_params fractal;
    wn_params_init(WN_NOISE, &noise, sizeof noise);
    wn_params_init(WN_FRACTAL, &fractal, sizeof fractal);
    for (int32_t a = 1; a <= 15; a++) {
        noise.axes = fractal.axes = a;
        CHECK(wn_axes_read(wn_entry_find(WN_NOISE), &noise) == (uint32_t)(a & 7) &&
                  wn_axes_read(wn_entry_find(WN_FRACTAL), &fractal) == (uint32_t)(a & 7),
              "axes %d", (int)a);
        CHECK(wn_axes_read(wn_entry_find(WN_NOISE2), &noise) == 3, "a primitive has no choice");
    }
    /* what an entry is said not to read changes no bit of its results */
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        const struct wn_entry *const e = &wn_entries[entry];
        static struct any_params params;
        const struct random_source source = { &state, FLT_MAX, 4, 1 };
        for (int i = 0; i < 20; i++) {
            random_params(entry, &source, &params);
            const uint32_t read = wn_axes_read(e, params.bytes);
            CHECK(!(read >> e->inputs), "%s reads what it does not have", e->name);
            real point[2][MAX_IN], value[2][MAX_OUT];
            for (uint32_t k = 0; k < e->inputs; k++) {
                point[0][k] = point[1][k] = (real)check_uniform(&state, -9, 9);
                if (!(read >> k & 1))
                    point[1][k] = below(2) ? (real)NAN : (real)INFINITY;
            }
            for (int way = 0; way < 2; way++) {
                const real *in[MAX_IN];
                real *out[MAX_OUT];
                for (int k = 0; k < MAX_IN; k++)
                    in[k] = &point[way][k];
                for (int k = 0; k < MAX_OUT; k++)
                    out[k] = &value[way][k];
                CHECK(!WN_NAME(wn_apply)(e->type, params.bytes, 1, in, out), "%s", e->name);
            }
            for (uint32_t k = 0; k < e->outputs; k++)
                CHECK(bits_of(value[0][k]) == bits_of(value[1][k]), "%s reads more", e->name);
        }
    }
}

/* ---- Errors ---- */

/* Checks every error of a grid, with three axes and two or three outputs, next to each other. */
static void refuse_grids(void)
{
    static real room[400], kept[400];
    for (size_t i = 0; i < 400; i++)
        room[i] = kept[i] = (real)i / 8;
    real *const a = room, *const b = a + 4, *const c = b + 3, *const o = room + 50;
#define REFUSE(wanted, change, second)                                                       \
    do {                                                                                     \
        grid g = { .size = sizeof g, .count = { 4, 3, 2 }, .axis = { a, b, c } };            \
        real *out[MAX_OUT] = { o, (second), o + 200 };                                       \
        change;                                                                              \
        const wn_status status = evaluate_grid(&g, out);                                     \
        CHECK(status == (wanted), "line %d: %s", __LINE__, wn_status_string(status));        \
        CHECK(!memcmp(room, kept, sizeof room), "line %d: something was written", __LINE__); \
    } while (0)
    REFUSE(WN_ERROR_ARGUMENT, g.size = 0, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, g.size--, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, out[0] = NULL, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, out[1] = NULL, o + 100);
    for (int k = 0; k < 3; k++) {
        REFUSE(WN_ERROR_ARGUMENT, g.axis[k] = NULL, o + 100);
        REFUSE(WN_ERROR_ARGUMENT, g.count[k] = SIZE_MAX, o + 100);
        REFUSE(WN_ERROR_ARGUMENT, g.count[k] = SIZE_MAX / sizeof(real) / 3, o + 100);
        REFUSE(WN_ERROR_ARGUMENT, g.stride[k] = SIZE_MAX, o + 100);
        REFUSE(WN_ERROR_ARGUMENT, g.stride[k] = SIZE_MAX / sizeof(real), o + 100);
        REFUSE(WN_OK, (g.count[k] = 0, memcpy(out, (real *[3]) { 0 }, sizeof out)), o);
        REFUSE(WN_OK, (g.count[k] = 0, g.stride[k] = SIZE_MAX, g.axis[k] = NULL), o);
        for (int j = 0; j < 3; j++)
            REFUSE(WN_OK, (g.count[k] = 0, g.count[j] = SIZE_MAX, g.count[k] = 0), o);
    }
    /* a stride that is never taken may be any: its product with a size may be 0, or small */
    for (size_t more = 0; more < 3; more++) {
        REFUSE(WN_ERROR_OVERLAP, (g.count[2] = 1, g.stride[2] = SIZE_MAX / sizeof(real) + 1 + more),
               o + 1);
        REFUSE(WN_ERROR_OVERLAP,
               (g.count[2] = g.count[1] = 1, g.stride[1] = SIZE_MAX / sizeof(real) + 1 + more),
               o + 1);
    }
    REFUSE(WN_ERROR_ARGUMENT, g.stride[0] = 2, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, g.stride[1] = 3, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, g.stride[1] = 1, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, g.stride[2] = 11, o + 100);
    REFUSE(WN_ERROR_ARGUMENT, (g.stride[1] = 5, g.stride[2] = 13), o + 100);
    /* the axes, also between the rows of an output */
    REFUSE(WN_ERROR_OVERLAP, out[0] = a, o + 100);
    REFUSE(WN_ERROR_OVERLAP, out[0] = a + 3, o + 100);
    REFUSE(WN_ERROR_OVERLAP, out[0] = c + 1, o + 100);
    REFUSE(WN_ERROR_OVERLAP, g.axis[1] = o + 23, o + 100);
    REFUSE(WN_ERROR_OVERLAP, g.axis[2] = o + 99, o + 100);
    REFUSE(WN_ERROR_OVERLAP, (g.axis[2] = o + 4, g.stride[1] = 8), o + 100);
    /* the outputs; their strides are 4 and 12 */
    REFUSE(WN_ERROR_OVERLAP, (void)0, o);
    REFUSE(WN_ERROR_OVERLAP, (void)0, o + 23);
    REFUSE(WN_ERROR_OVERLAP, (void)0, o - 23);
    REFUSE(WN_ERROR_OVERLAP, g.stride[1] = 8, o + 3);
    REFUSE(WN_ERROR_OVERLAP, g.stride[1] = 8, o + 5);
    REFUSE(WN_ERROR_OVERLAP, g.stride[1] = 8, o - 5);
    REFUSE(WN_ERROR_OVERLAP, (g.stride[1] = 8, g.stride[2] = 48), o + 48 - 16);
    REFUSE(WN_ERROR_OVERLAP, (g.stride[1] = 8, g.stride[2] = 48), o + 48 - 3);
    REFUSE(WN_ERROR_OVERLAP, (g.stride[1] = 8, g.stride[2] = 48), o + 48 + 19);
#undef REFUSE
    CHECK(evaluate_grid(NULL, (real *const[3]) { o, o + 100, o + 200 }) == WN_ERROR_ARGUMENT,
          "no grid");
    grid g = { .size = sizeof g, .count = { 4, 3, 2 }, .axis = { a, b, c } };
    CHECK(evaluate_grid(&g, NULL) == WN_ERROR_ARGUMENT, "no outputs");
    g.count[2] = 0;
    CHECK(evaluate_grid(&g, NULL) == WN_OK, "nothing to do");
    CHECK(!memcmp(room, kept, sizeof room), "something was written");
    /* side by side, or row between row, is no overlap */
    static const size_t beside[][3] = { { 0, 0, 24 }, { 8, 24, 4 }, { 8, 40, 20 }, { 8, 48, 24 } };
    for (size_t i = 0; i < sizeof beside / sizeof *beside; i++) {
        memcpy(room, kept, sizeof room);
        g = (grid) { .size = sizeof g, .count = { 4, 3, 2 }, .axis = { a, b, c } };
        g.stride[1] = beside[i][0], g.stride[2] = beside[i][1];
        real *const out[3] = { o, o + beside[i][2], o + 200 };
        CHECK(evaluate_grid(&g, out) == WN_OK, "outputs side by side: %zu", i);
    }
}

static void test_entry_errors(void)
{
    static struct any_params params;
    now.plan = NULL, now.params = &params;
    now.entry = wn_entry_find(WN_ROTATE_POINT); /* three outputs */
    default_params(WN_ENTRY_rotate_point, &params);
    refuse_grids();
    real axis[6] = { 0 }, value[3] = { 7, 7, 7 };
    real *const out[3] = { &value[0], &value[1], &value[2] };
    const grid one = { .size = sizeof one,
                       .count = { 1, 1, 1, 1 },
                       .axis = { axis, axis, axis, axis } };
    CHECK(WN_NAME(wn_apply_grid)(WN_DISPLACE, NULL, &one, out) == WN_ERROR_ARGUMENT, "displace");
    CHECK(WN_NAME(wn_apply_grid)(WN_NONE, NULL, &one, out) == WN_ERROR_ARGUMENT, "no type");
    CHECK(WN_NAME(wn_apply_grid)(WN_USER, NULL, &one, out) == WN_ERROR_ARGUMENT, "user");
    CHECK(WN_NAME(wn_apply_grid)((wn_type)12345, NULL, &one, out) == WN_ERROR_ARGUMENT, "type");
    CHECK(WN_NAME(wn_apply_grid)(WN_CURVE, NULL, &one, out) == WN_ERROR_PARAMETER, "no points");
    wn_fractal_params p;
    wn_params_init(WN_PERLIN, &p, sizeof p);
    p.octaves = 31;
    CHECK(WN_NAME(wn_apply_grid)(WN_PERLIN, &p, &one, out) == WN_ERROR_PARAMETER, "octaves");
    p.size--;
    CHECK(WN_NAME(wn_apply_grid)(WN_PERLIN, &p, &one, out) == WN_ERROR_ARGUMENT, "size");
    static double many[WN_MAX_POINTS + 1];
    for (size_t i = 0; i <= WN_MAX_POINTS; i++)
        many[i] = (double)i;
    const wn_terrace_params t = { sizeof t, many, WN_MAX_POINTS + 1, 0 };
    CHECK(WN_NAME(wn_apply_grid)(WN_TERRACE, &t, &one, out) == WN_ERROR_LIMIT, "points");
    CHECK(value[0] == 7 && value[1] == 7 && value[2] == 7, "written in spite of an error");
    CHECK(!WN_NAME(wn_apply_grid)(WN_PERLIN, NULL, &one, out) && value[0] != 7, "defaults");
}

/* ---- Plans ---- */

static void expand_plan(const struct compiled *c, size_t outputs)
{
    real *const out[MAX_OUT] = { point_values[0], point_values[1], point_values[2] };
    CHECK(!evaluate(c, point_count(), points[0], points[1], points[2], out), "at points");
    now.plan = c, now.entry = NULL;
    now.axes = 3, now.outputs = outputs;
}

static void check_random_plan(void)
{
    static struct any_params none;
    default_params(WN_ENTRY_cache, &none);
    struct random_graph r = make_random_graph(below(3) != 0);
    plan_block = below(2) ? 64u << below(3) : 0; /* more blocks than plans need */
    struct compiled at_points = compile(r.graph, r.outputs, r.output_count);
    plan_block = 0;
    struct compiled on_grid = { at_points.plan, NULL };
    CHECK(!wn_workspace_create(&on_grid.workspace, on_grid.plan), "no workspace");
    set_counts(3, below(3), 1 + below(below(8) ? 30 : 600));
    if (!below(4)) /* several rows to a block, and several blocks */
        counts[0] = 1 + below(90), counts[1] = 1 + below(10), counts[2] = 1 + below(4);
    make_points(&none, 3);
    expand_plan(&at_points, r.output_count);
    now.plan = &on_grid;
    for (size_t m = 0; m < r.count; m++)
        r.users[m].points = r.users[m].seen = 0;
    const unsigned long failed = check_failed;
    static const size_t first[AXES] = { 0 };
    wn_workspace_profile_start(on_grid.workspace, (int32_t)below(2));
    check_box(first, counts, 1);
    for (wn_module m = 1; m <= r.count; m++) {
        const uint64_t grid_points = points_of(&on_grid, m), all = points_of(&at_points, m);
        if (wn_graph_type(r.graph, m) == WN_USER)
            CHECK(!r.users[m - 1].wrong && r.users[m - 1].points == grid_points,
                  "a user module's own count");
        if (r.caches) /* they may remember a block of equal coordinates */
            continue;
        CHECK(grid_points <= all, "%s %u: %" PRIu64 " points of a grid, %" PRIu64 " of its points",
              wn_type_name(wn_graph_type(r.graph, m)), (unsigned)m, grid_points, all);
    }
    /* points and grids by turns, with one workspace */
    const size_t n = 1 + below((uint32_t)point_count());
    static real again[MAX_OUT][MOST];
    real *const out[MAX_OUT] = { again[0], again[1], again[2] };
    for (int turn = 0; turn < 2; turn++) {
        CHECK(!evaluate(&on_grid, n, points[0], points[1], points[2], out), "points in turn");
        for (size_t o = 0; o < r.output_count; o++) {
            size_t i = 0;
            while (i < n && bits_of(again[o][i]) == bits_of(point_values[o][i]))
                i++;
            CHECK(i == n, "after a grid: point %zu", i);
        }
        check_boxes();
    }
    if (check_failed != failed && check_failed < 4)
        print_graph(r.graph);
    wn_workspace_destroy(on_grid.workspace);
    discard(&at_points);
    wn_graph_destroy(r.graph);
}

static void test_plan_errors(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module outputs[2] = { add_perlin(g, 1), add_perlin(g, 2) };
    struct compiled c = compile(g, outputs, 2), other = compile(g, outputs, 2);
    now.plan = &c, now.entry = NULL;
    refuse_grids();
    const real axis = 0;
    real a = 7, b = 7, *const out[2] = { &a, &b };
    const grid one = { .size = sizeof one, .count = { 1, 1, 1 }, .axis = { &axis, &axis, &axis } };
    CHECK(WN_NAME(wn_plan_grid)(NULL, c.workspace, &one, out) == WN_ERROR_ARGUMENT, "no plan");
    CHECK(WN_NAME(wn_plan_grid)(c.plan, NULL, &one, out) == WN_ERROR_ARGUMENT, "no workspace");
    CHECK(WN_NAME(wn_plan_grid)(c.plan, other.workspace, &one, out) == WN_ERROR_WORKSPACE,
          "another plan's workspace");
#if WN_REAL == 64
    const wn_grid_f32 narrow = { .size = sizeof narrow };
    CHECK(wn_plan_grid_f32(c.plan, c.workspace, &narrow, NULL) == WN_ERROR_PRECISION, "f32");
#else
    const wn_grid_f64 wide = { .size = sizeof wide };
    CHECK(wn_plan_grid_f64(c.plan, c.workspace, &wide, NULL) == WN_ERROR_PRECISION, "f64");
#endif
    CHECK(a == 7 && b == 7, "written in spite of an error");
    discard(&c);
    discard(&other);
    wn_graph_destroy(g);
}

/* ---- What is evaluated how often ---- */

static wn_module add_noise(wn_graph *g, uint64_t seed, int32_t axes_read)
{
    wn_noise_params p;
    wn_params_init(WN_NOISE, &p, sizeof p);
    p.seed = seed;
    p.axes = axes_read;
    return add(g, WN_NOISE, &p, 0, 0, 0);
}

/* Evaluates a grid that fits no buffer of the others; counts the points of modules. */
static void check_counts(const wn_graph *g, wn_module output, size_t nx, size_t ny, size_t nz,
                         const wn_module *modules, const uint64_t *expected, size_t count)
{
    static real values[64 * 64 * 64], axis[LONGEST];
    for (size_t i = 0; i < LONGEST; i++)
        axis[i] = (real)i * R(0.0625);
    struct compiled c = compile(g, &output, 1);
    const grid size = { .size = sizeof size,
                        .count = { nx, ny, nz },
                        .axis = { axis, axis + 1, axis + 2 } };
    real *const out = values;
    for (int turn = 0; turn < 2; turn++) { /* the second time, nothing is remembered */
        CHECK(!wn_workspace_profile_start(c.workspace, 0), "profile");
        CHECK(!WN_NAME(wn_plan_grid)(c.plan, c.workspace, &size, &out), "grid");
        for (size_t i = 0; i < count; i++)
            CHECK(points_of(&c, modules[i]) == expected[i],
                  "%zu x %zu x %zu: module %zu, %s: %" PRIu64 " points, not %" PRIu64, nx, ny, nz,
                  i, wn_type_name(wn_graph_type(g, modules[i])), points_of(&c, modules[i]),
                  expected[i]);
    }
    discard(&c);
}

static void test_counts(void)
{
    enum { X = WN_AXIS_X, Y = WN_AXIS_Y, Z = WN_AXIS_Z };
    wn_graph *g;
    wn_graph_create(&g);
    static struct user user;
    user.sources = 0;
    wn_scale_point_params stretch;
    wn_params_init(WN_SCALE_POINT, &stretch, sizeof stretch);
    stretch.x = 2, stretch.y = 3;
    const wn_module xz = add_noise(g, 1, X | Z), z = add_noise(g, 2, Z), x = add_noise(g, 3, X),
                    xyz = add_noise(g, 4, X | Y | Z), yz = add_noise(g, 5, Y | Z),
                    xy = add_noise(g, 6, X | Y), y = add_noise(g, 7, Y),
                    w = add_noise(g, 8, WN_AXIS_W), five = add_constant(g, 5),
                    rings = add(g, WN_CYLINDERS, NULL, 0, 0, 0), perlin = add_perlin(g, 1),
                    asked = add_user(g, &user, BATCH, NULL);
    const wn_module height = add(g, WN_ADD, NULL, xz, rings, 0),
                    level = add(g, WN_SCALE_BIAS, NULL, z, 0, 0),
                    higher = add(g, WN_ADD, NULL, height, level, 0),
                    scaled = add(g, WN_SCALE_POINT, &stretch, rings, 0, 0),
                    aside = add_displace(g, rings, xz, y, z), mixed = add_turbulence(g, 1, xz),
                    cached = add(g, WN_CACHE, NULL, higher, 0, 0);
    const wn_module parts[] = { cached, scaled, aside, mixed, x,      xyz,  yz,
                                xy,     y,      w,     five,  perlin, asked };
    wn_module sum = parts[0];
    for (size_t i = 1; i < sizeof parts / sizeof *parts; i++)
        sum = add(g, WN_ADD, NULL, sum, parts[i], 0);
    const wn_module modules[] = { height, level, higher, cached, x,     xyz, yz,
                                  xy,     w,     five,   perlin, asked, sum, scaled };
    {
        enum { N = 64 };
        const uint64_t counted[] = { N * N,     N, N * N, N * N,     N,         N * N * N, N * N,
                                     N * N * 8, 1, 1,     N * N * N, N * N * N, N * N * N, N * N };
        plan_block = 8 * N; /* there is more that lacks y: what lacks z is computed 8 times */
        check_counts(g, sum, N, N, N, modules, counted, sizeof modules / sizeof *modules);
        plan_block = 0;
    }
    { /* two tiles along x, of different widths */
        enum { NX = 300, NY = 7, NZ = 5, ALL = NX * NY * NZ };
        const uint64_t counted[] = { NX * NZ, 2 * NZ, NX * NZ, NX * NZ, NX,  ALL, 2 * NY * NZ,
                                     ALL,     2,      2,       ALL,     ALL, ALL, NX * NZ };
        plan_block = 256;
        check_counts(g, sum, NX, NY, NZ, modules, counted, sizeof modules / sizeof *modules);
        plan_block = 0;
    }
    { /* a plane: rows follow each other along z */
        enum { NX = 40, NZ = 50, ALL = NX * NZ };
        const uint64_t counted[] = { ALL, NZ, ALL, ALL, NX, ALL, NZ, NX, 1, 1, ALL, ALL, ALL, ALL };
        check_counts(g, sum, NX, 1, NZ, modules, counted, sizeof modules / sizeof *modules);
    }
    /* rings three times, in spaces where they depend on x and z */
    {
        wn_module others[] = { rings, xz, mixed };
        const uint64_t counted[] = { 3 * 64 * 64, 64 * 64 + 64 * 64 * 64, 64 * 64 * 64 };
        check_counts(g, sum, 64, 64, 64, others, counted, 3);
    }
    /* a small plan has long blocks: one for a whole chunk */
    const wn_module terrain = add(g, WN_ADD, NULL, add(g, WN_ADD, NULL, xz, y, 0),
                                  add(g, WN_ADD, NULL, xy, xyz, 0), 0);
    {
        const wn_module others[] = { xz, y, xy, xyz };
        const uint64_t counted[] = { 256, 16, 256, 4096 };
        plan_block = 4096;
        check_counts(g, terrain, 16, 16, 16, others, counted, 4);
        plan_block = 0;
    }
    /* what counts is the cost, not the number of modules; the rest is computed for each block */
    {
        wn_noise_fractal_params p;
        wn_params_init(WN_FRACTAL, &p, sizeof p);
        p.axes = X | Y;
        const wn_module map = add(g, WN_FRACTAL, &p, 0, 0, 0);
        const wn_module both = add(g, WN_ADD, NULL, map,
                                   add(g, WN_ADD, NULL, xz, add(g, WN_ABS, NULL, z, 0, 0), 0), 0);
        const wn_module others[] = { map, xz, z, both };
        const uint64_t counted[] = { 64 * 64, 2 * 64 * 64, 2 * 64, 64 * 64 * 64 };
        plan_block = 2048;
        check_counts(g, both, 64, 64, 64, others, counted, 4);
        plan_block = 0;
    }
    /* where z is up, what lacks z stays */
    {
        const wn_module land = add(g, WN_ADD, NULL, add(g, WN_ADD, NULL, xy, z, 0), xyz, 0);
        const wn_module others[] = { xy, xyz };
        const uint64_t counted[] = { 64 * 64, 64 * 64 * 64 };
        check_counts(g, land, 64, 64, 64, others, counted, 2);
    }
    /* a choice by height: what is below is asked for whole columns, the caves point by point */
    const wn_module choice = add(g, WN_SELECT, NULL, xz, xyz, five);
    {
        wn_module others[] = { choice, five, xyz, xz };
        const uint64_t counted[] = { 64 * 64 * 64, 1, 0, 0 };
        check_counts(g, choice, 64, 64, 64, others, counted, 2);
    }
    wn_graph_destroy(g);
}

/* A column is evaluated where it is asked for: in the rows below, where the choice falls on it. So
 * coordinates are not made where nobody else asks for them. */
static void test_lower_rows(void)
{
    static const real rows[4] = { 0, 1, 2, 3 }, columns[4] = { 0, R(0.1), R(0.2), R(0.3) };
    static struct user user;
    real values[16], *const out = values;
    wn_graph *g;
    wn_graph_create(&g);
    wn_select_params s;
    wn_params_init(WN_SELECT, &s, sizeof s);
    s.lower = -3, s.upper = 0;
    user.seed = 1.5, user.sources = 0; /* 1.5, 0.5, -0.5, -1.5 in the four rows, and a little */
    const wn_module control = add_user(g, &user, BATCH, NULL),
                    rings = add(g, WN_CYLINDERS, NULL, 0, 0, 0), perlin = add_perlin(g, 1);
    const wn_module low = add(g, WN_SCALE_POINT, NULL, rings, 0, 0),
                    lower = add(g, WN_SCALE_POINT, NULL, perlin, 0, 0);
    const wn_module sum = add(g, WN_ADD, NULL, low, lower, 0),
                    choice = add(g, WN_SELECT, &s, add_constant(g, 7), sum, control);
    struct compiled c = compile(g, &choice, 1);
    const grid size = { .size = sizeof size,
                        .count = { 4, 4, 1 },
                        .axis = { columns, rows, columns } };
    CHECK(!WN_NAME(wn_plan_grid)(c.plan, c.workspace, &size, &out), "grid");
    CHECK(points_of(&c, control) == 16 && points_of(&c, perlin) == 8, "the lower rows");
    CHECK(points_of(&c, rings) == 4, "one of each column");
    CHECK(points_of(&c, low) == 8, "%" PRIu64 " coordinates", points_of(&c, low));
    discard(&c);
    wn_graph_destroy(g);
}

/* Caches remember neither a grid nor, after one, what was before it. */
static void test_caches(void)
{
    static const real row[4] = { 0, R(0.1), R(0.2), R(0.3) }, zeros[4] = { 0 };
    real values[4], *const out = values;
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module perlin = add_perlin(g, 1), cached = add(g, WN_CACHE, NULL, perlin, 0, 0);
    struct compiled c = compile(g, &cached, 1);
    const grid size = { .size = sizeof size, .count = { 4, 1, 1 }, .axis = { row, zeros, zeros } };
    for (uint64_t turn = 0; turn < 3; turn++) {
        CHECK(!evaluate(&c, 4, row, zeros, zeros, &out), "points");
        CHECK(points_of(&c, perlin) == 8 * turn + 4, "points after a grid");
        CHECK(!WN_NAME(wn_plan_grid)(c.plan, c.workspace, &size, &out), "grid");
        CHECK(points_of(&c, perlin) == 8 * turn + 8, "a grid after points");
    }
    discard(&c);
    wn_graph_destroy(g);
}

/* What grid.h says of the stack, and what a thread needs itself; sanitizers and -O0 take more. */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STACK ((size_t)(128 + 8) * 1024)
#else
#define STACK ((size_t)8 * 1024 * 1024)
#endif

struct grid_call {
    wn_type type;
    const void *params;
    const grid *g;
    real *const *out;
    wn_status status;
};

static void *call_grid(void *argument)
{
    struct grid_call *const call = argument;
    call->status = WN_NAME(wn_apply_grid)(call->type, call->params, call->g, call->out);
    return NULL;
}

/* A program that ends here has an entry that takes more. */
static void test_stack(void)
{
    static struct any_params params;
    for (size_t k = 0; k < AXES; k++)
        random_axis(axes[k], LONGEST, &params);
    const grid g = { .size = sizeof g,
                     .count = { 70, 5, 4, 3 },
                     .axis = { axes[0], axes[1], axes[2], axes[3] } };
    real *const out[MAX_OUT] = { point_values[0], point_values[1], point_values[2] };
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        for (int turn = 0; wn_entries[entry].inputs <= AXES && turn < 12; turn++) {
            const struct random_source source = { &state, WN_REAL == 64 ? DBL_MAX : FLT_MAX, 4, 1 };
            random_params(entry, &source, &params);
            struct grid_call call = { wn_entries[entry].type, params.bytes, &g, out,
                                      WN_ERROR_ARGUMENT };
            pthread_attr_t small;
            pthread_t thread;
            pthread_attr_init(&small);
            pthread_attr_setstacksize(&small, STACK);
            if (!pthread_create(&thread, &small, call_grid, &call))
                pthread_join(thread, NULL);
            pthread_attr_destroy(&small);
            CHECK(!call.status, "%s on a small stack", wn_entries[entry].name);
        }
    }
}

/* ---- This precision ---- */

int WN_NAME(test_grid)(const struct check_options *o, wn_isa isa)
{
    char name[64];
    check_passed = check_failed = 0;
    tier = isa;
    for (unsigned long round = 0; round < o->repeat; round++) {
        state = o->seed + round;
        test_axes_read();
        test_entry_errors();
        test_plan_errors();
        test_counts();
        test_lower_rows();
        test_caches();
        test_stack();
        for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
            if (wn_entries[entry].inputs <= AXES &&
                (!o->function || !fnmatch(o->function, wn_entries[entry].name, 0)))
                test_entry(entry, o);
        }
        for (int i = 0; i < (o->quick || SLOWED ? 100 : 1500); i++)
            check_random_plan();
    }
    snprintf(name, sizeof name, "grid/%s/f%d", wn_isa_name(isa), WN_REAL);
    return check_done(name);
}

/* ---- Memory, and main ---- */

#if WN_REAL == 64

/* Whatever the entry and the shape, nothing is allocated. */
static void test_memory(void)
{
    static const size_t shapes[][4] = { { 1, 1, 1, 1 }, { 5, 6, 7, 2 }, { 300, 3, 2, 1 } };
    static double out[MAX_OUT][2048];
    static float narrow[MAX_OUT][2048], narrow_axis[300];
    static struct any_params params;
    for (size_t i = 0; i < 300; i++) {
        axes[0][i] = 0.01 * (double)i;
        narrow_axis[i] = (float)axes[0][i];
    }
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        wn_grid_f64 g = { .size = sizeof g };
        wn_grid_f32 h = { .size = sizeof h };
        for (int k = 0; k < 4; k++) {
            g.count[k] = h.count[k] = shapes[i][k];
            g.axis[k] = axes[0], h.axis[k] = narrow_axis;
        }
        double *const to[MAX_OUT] = { out[0], out[1], out[2] };
        float *const narrow_to[MAX_OUT] = { narrow[0], narrow[1], narrow[2] };
        for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
            const struct random_source source = { &state, FLT_MAX, 4, 1 };
            random_params(entry, &source, &params);
            if (wn_entries[entry].inputs > AXES)
                continue;
            allocations = 0;
            CHECK(!wn_apply_grid_f64(wn_entries[entry].type, params.bytes, &g, to) &&
                      !wn_apply_grid_f32(wn_entries[entry].type, params.bytes, &h, narrow_to),
                  "%s", wn_entries[entry].name);
            CHECK(!allocations, "%s: %lu allocations", wn_entries[entry].name, allocations);
        }
        struct random_graph r = make_random_graph(1);
        struct compiled c = compile(r.graph, r.outputs, r.output_count);
        allocations = 0;
        CHECK(!wn_plan_grid_f64(c.plan, c.workspace, &g, to), "plan");
        CHECK(!allocations, "plan: %lu allocations", allocations);
        discard(&c);
        wn_graph_destroy(r.graph);
    }
}

int main(int argc, char **argv)
{
    struct check_options o;
    int code, result = 0;
    if (check_options(argc, argv, &o, &code))
        return code;
    setvbuf(stdout, NULL, _IOLBF, 0);
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (check_wants(&o, isa)) {
            CHECK(!wn_isa_set(isa), "wn_isa_set(%s)", wn_isa_name(isa));
            state = o.seed;
            tier = isa;
            check_passed = check_failed = 0;
            test_memory();
            result |= check_done("grid");
            result |= test_grid_f32(&o, isa) | test_grid_f64(&o, isa);
        }
    }
    return result;
}
#endif
