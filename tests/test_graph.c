/* SPDX-License-Identifier: MIT */
/*
 * Graphs and plans: what building and compiling refuse, and that plans return the bits of the
 * scalar recursion with no more work than it does, whatever the graph, the points, the size, the
 * split into calls and the number of threads.
 *
 *   test_graph [--isa NAME] [--seed N] [--repeat N] [--quick]
 *
 * Compiled once per precision (WN_REAL) into one program; what does not depend on the precision,
 * and main(), are in the f64 part.
 */
#define _DEFAULT_SOURCE /* pthread_barrier_t */
#include "options.h"
#include "random_graph.h"
#if WN_REAL == 64
#include "allocations.h"
#endif

#include <pthread.h>

int test_graph_f32(const struct check_options *o, wn_isa isa);
int test_graph_f64(const struct check_options *o, wn_isa isa);

/* ---- Coordinates ---- */

static real x[POINTS], y[POINTS], z[POINTS];

static void random_coordinates(int tame)
{
    struct any_params none;
    default_params(WN_ENTRY_cache, &none);
    for (size_t i = 0; i < POINTS; i++) {
        real point[3];
        random_point(&state, &none, point, 3);
        x[i] = tame ? (real)check_uniform(&state, -9, 9) : point[0];
        y[i] = tame ? (real)check_uniform(&state, -9, 9) : point[1];
        z[i] = tame ? (real)check_uniform(&state, -9, 9) : point[2];
    }
}

static size_t random_size(void)
{
    static const size_t sizes[] = { 1, 2, 255, 256, 257, 511, 512, 513, 600 };
    switch (below(10)) {
    case 0:
        return sizes[below(sizeof sizes / sizeof *sizes)];
    case 1:
        return 1 + below(POINTS);
    default:
        return 1 + below(40);
    }
}

/* Modules that a plan may merge have the class of the first of them: the same type and parameters.
 * (Which of them have equal sources depends on the coordinates under which they are asked.) */
static void find_classes(const wn_graph *g, uint32_t *class)
{
    for (uint32_t m = 0; m < g->count; m++) {
        const struct wn_node *const node = &g->nodes[m];
        class[m] = m;
        if (node->entry->kind == WN_KIND_USER)
            continue;
        const size_t size = WN_NAME(wn_references)[node->entry - wn_entries].prep_size;
        for (class[m] = 0; class[m] < m; class[m]++) {
            const struct wn_node *const other = &g->nodes[class[m]];
            if (other->entry == node->entry &&
                !memcmp(node->WN_NAME(prep), other->WN_NAME(prep), size))
                break;
        }
    }
}

static void compare(const wn_graph *g, const char *what, size_t k, size_t n, const real *got,
                    const real *expected)
{
    for (size_t i = 0; i < n; i++) {
        if (bits_of(got[i]) == bits_of(expected[i]))
            continue;
        CHECK(0, "f%d %s: output %zu, point %zu of %zu: %a, not %a", WN_REAL, what, k, i, n,
              (double)got[i], (double)expected[i]);
        if (check_failed < 4)
            print_graph(g);
        return;
    }
    check_passed++;
}

static real expected[MAX_OUTPUTS][POINTS], got[MAX_OUTPUTS][POINTS];

/* The recursion's values and, summed over the points, its evaluations of each class. */
static void recur(const wn_graph *g, const wn_module *outputs, size_t count, size_t n,
                  uint64_t *evaluations)
{
    for (size_t k = 0; k < count; k++) {
        for (size_t i = 0; i < n; i++) {
            const wn_status status = WN_NAME(wn_graph_point)(g, outputs[k], x[i], y[i], z[i],
                                                             &expected[k][i], evaluations);
            CHECK(!status, "recursion: %s", wn_status_string(status));
        }
    }
}

/* No module may be evaluated more often than the recursion does. */
static void check_laziness(const wn_graph *g, const struct compiled *c, const uint64_t *evaluations)
{
    static uint32_t class[4096];
    static uint64_t points[4096], limit[4096];
    find_classes(g, class);
    memset(points, 0, sizeof points);
    memset(limit, 0, sizeof limit);
    for (wn_module m = 1; m <= g->count; m++) {
        points[class[m - 1]] += points_of(c, m);
        limit[class[m - 1]] += evaluations[m - 1];
    }
    int lazy = 1;
    for (size_t m = 0; m < g->count; m++) {
        CHECK(points[m] <= limit[m], "f%d: %s %zu: %" PRIu64 " points, the recursion asks %" PRIu64,
              WN_REAL, g->nodes[m].entry->name, m + 1, points[m], limit[m]);
        lazy = lazy && points[m] <= limit[m];
    }
    if (!lazy && check_failed < 4)
        print_graph(g);
}

static void check_random_graph(void)
{
    const int tame = below(3) != 0;
    struct random_graph r = make_random_graph(tame);
    const size_t n = random_size();
    random_coordinates(tame && below(2));
    plan_block = below(2) ? 64u << below(3) : 0; /* more blocks than the plan needs */
    struct compiled c = compile(r.graph, r.outputs, r.output_count);
    plan_block = 0;
    uint64_t evaluations[MAX_MODULES] = { 0 };
    recur(r.graph, r.outputs, r.output_count, n, evaluations);
    for (size_t m = 0; m < r.count; m++)
        r.users[m].points = r.users[m].seen = 0;
    real *out[MAX_OUTPUTS];
    for (size_t k = 0; k < MAX_OUTPUTS; k++)
        out[k] = got[k];
    wn_workspace_profile_start(c.workspace, (int32_t)below(2));
    CHECK(!evaluate(&c, n, x, y, z, out), "evaluation");
    for (size_t k = 0; k < r.output_count; k++)
        compare(r.graph, "random graph", k, n, got[k], expected[k]);
    /* A cache of the recursion also hits where a transformer happens not to move the point, which
     * for a plan is another space. */
    if (!r.caches || !r.transformers)
        check_laziness(r.graph, &c, evaluations);
    for (wn_module m = 1; m <= r.count; m++) {
        if (wn_graph_type(r.graph, m) == WN_USER)
            CHECK(!r.users[m - 1].wrong && r.users[m - 1].points == points_of(&c, m),
                  "a user module's own count");
    }

    /* in other pieces, with the same workspace */
    memset(got, 0, sizeof got);
    for (size_t i = 0, step; i < n; i += step) {
        step = 1 + below((uint32_t)(n - i));
        for (size_t k = 0; k < MAX_OUTPUTS; k++)
            out[k] = got[k] + i;
        CHECK(!evaluate(&c, step, x + i, y + i, z + i, out), "evaluation of a piece");
    }
    for (size_t k = 0; k < r.output_count; k++)
        compare(r.graph, "in pieces", k, n, got[k], expected[k]);

    /* the outputs where the coordinates are */
    static const unsigned char orders[6][3] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                                { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    real *const coordinates[3] = { x, y, z };
    const unsigned char *const order = orders[below(6)];
    for (size_t k = 0; k < MAX_OUTPUTS; k++)
        out[k] = coordinates[order[k]];
    CHECK(!evaluate(&c, n, x, y, z, out), "evaluation in place");
    for (size_t k = 0; k < r.output_count; k++)
        compare(r.graph, "in place", k, n, out[k], expected[k]);
    discard(&c);
    wn_graph_destroy(r.graph);
}

/* ---- Graphs with known values ---- */

/* The recursion is checked against direct calls, so that both cannot share an error. */
static void test_known_values(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module perlin = add_perlin(g, 7), inner = add_turbulence(g, 1, perlin);
    const wn_module outer = add_turbulence(g, 2, inner),
                    sum = add(g, WN_ADD, NULL, outer, perlin, 0);
    const wn_module outputs[3] = { sum, perlin, sum };
    struct compiled c = compile(g, outputs, 3);
    CHECK(wn_plan_outputs(c.plan) == 3 && wn_plan_precision(c.plan) == WN_REAL &&
              wn_plan_isa(c.plan) == tier && wn_plan_block(c.plan) > 0,
          "what the plan was made with");
    /* perlin in spaces 0 and 2, coordinates of 1 and 2, the sum */
    CHECK(wn_plan_slots(c.plan) == 5, "%zu slots", wn_plan_slots(c.plan));
    random_coordinates(0);
    recur(g, outputs, 3, POINTS, NULL);
    real *const out[3] = { got[0], got[1], got[2] };
    CHECK(!evaluate(&c, POINTS, x, y, z, out), "evaluation");
    for (size_t k = 0; k < 3; k++)
        compare(g, "known values", k, POINTS, got[k], expected[k]);

    static real a[3][POINTS], b[3][POINTS], noise[POINTS], direct[POINTS];
    wn_turbulence_params p;
    wn_fractal_params q;
    wn_params_init(WN_TURBULENCE, &p, sizeof p);
    wn_params_init(WN_PERLIN, &q, sizeof q);
    p.power = 0.25, q.seed = 7, q.octaves = 2;
    const real *const start[3] = { x, y, z }, *const first[3] = { a[0], a[1], a[2] };
    real *const to_first[3] = { a[0], a[1], a[2] }, *const to_second[3] = { b[0], b[1], b[2] };
    p.seed = 2; /* the outer one moves the point first */
    WN_NAME(wn_apply)(WN_TURBULENCE, &p, POINTS, start, to_first);
    p.seed = 1;
    WN_NAME(wn_apply)(WN_TURBULENCE, &p, POINTS, first, to_second);
    WN_NAME(wn_perlin)(&q, POINTS, b[0], b[1], b[2], direct);
    WN_NAME(wn_perlin)(&q, POINTS, x, y, z, noise);
    for (size_t i = 0; i < POINTS; i++)
        direct[i] += noise[i];
    compare(g, "direct calls", 0, POINTS, expected[0], direct);
    compare(g, "direct calls", 1, POINTS, expected[1], noise);
    wn_graph_destroy(g);
    compare(g = NULL, "after the graph's end", 0, 0, NULL, NULL);
    CHECK(!evaluate(&c, POINTS, x, y, z, out), "the plan needs its graph");
    compare(NULL, "after the graph's end", 0, POINTS, got[0], direct);
    discard(&c);
}

static size_t slots_of(const wn_graph *g, wn_module output)
{
    struct compiled c = compile(g, &output, 1);
    const size_t slots = wn_plan_slots(c.plan);
    discard(&c);
    return slots;
}

static void test_merging(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p1 = add_perlin(g, 1), p1_again = add_perlin(g, 1), p2 = add_perlin(g, 2);
    CHECK(slots_of(g, add(g, WN_ADD, NULL, p1, p1_again, 0)) == 2, "equal generators");
    CHECK(slots_of(g, add(g, WN_ADD, NULL, p1, p2, 0)) == 3, "different generators");
    const wn_module a = add(g, WN_ADD, NULL, p1, p2, 0),
                    a_again = add(g, WN_ADD, NULL, p1_again, p2, 0);
    CHECK(slots_of(g, add(g, WN_MAX, NULL, a, a_again, 0)) == 4,
          "equal modules over equal modules");
    CHECK(slots_of(g, add(g, WN_MAX, NULL, a, add(g, WN_ADD, NULL, p2, p1, 0), 0)) == 5,
          "sources in another order are not equal");
    CHECK(slots_of(g, add(g, WN_ADD, NULL, p1, add_turbulence(g, 1, p1), 0)) == 4,
          "two spaces: two perlins, the coordinates, the sum");
    CHECK(slots_of(g,
                   add(g, WN_ADD, NULL, add_turbulence(g, 1, p1), add_turbulence(g, 1, p1_again),
                       0)) == 3,
          "equal turbulences");
    CHECK(slots_of(
              g, add(g, WN_ADD, NULL, add_turbulence(g, 1, p1), add_turbulence(g, 1, p2), 0)) == 4,
          "equal turbulences over different sources share the space");
    const wn_module five = add_constant(g, 5);
    CHECK(slots_of(g, add(g, WN_ADD, NULL, five, add_constant(g, 5), 0)) == 2, "equal constants");
    CHECK(slots_of(g, add(g, WN_ADD, NULL, add_constant(g, 0), add_constant(g, -0.0), 0)) == 3,
          "0 and -0");
    CHECK(slots_of(g, add(g, WN_CACHE, NULL, add(g, WN_ADD, NULL, p1, p1, 0), 0, 0)) == 3,
          "caches");
    const wn_module both[2] = { p1, p1_again };
    struct compiled c = compile(g, both, 2);
    CHECK(wn_plan_slots(c.plan) == 1, "equal outputs");
    discard(&c);
    /* what is not reached is not compiled */
    CHECK(slots_of(g, p1) == 1, "one generator of many");
    wn_graph_destroy(g);
}

/* ---- Laziness ---- */

static void test_branches(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p1 = add_perlin(g, 1), p2 = add_perlin(g, 2);
    wn_select_params s;
    wn_params_init(WN_SELECT, &s, sizeof s);
    random_coordinates(1);
    real *const out[2] = { got[0], got[1] };
    /* control, falloff, and which sources are needed there */
    static const double ways[][4] = {
        { 3, 0, 1, 0 },      { 3, 0.5, 1, 0 },     { -3, 0, 1, 0 },    { -3, 0.5, 1, 0 },
        { 0.25, 0, 0, 1 },   { 0.25, 0.5, 0, 1 },  { 1, 0, 0, 1 },     { -1, 0, 0, 1 },
        { 0.75, 0.5, 1, 1 }, { -1.25, 0.5, 1, 1 }, { 1.5, 0.5, 1, 0 }, { 0.5, 0.5, 1, 1 },
    };
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        s.falloff = ways[i][1];
        const wn_module sel = add(g, WN_SELECT, &s, p1, p2, add_constant(g, ways[i][0]));
        struct compiled c = compile(g, &sel, 1);
        uint64_t evaluations[64] = { 0 };
        const uint64_t needed[2] = { (uint64_t)ways[i][2] * POINTS, (uint64_t)ways[i][3] * POINTS };
        recur(g, &sel, 1, POINTS, evaluations);
        CHECK(!evaluate(&c, POINTS, x, y, z, out), "select");
        compare(g, "select", 0, POINTS, got[0], expected[0]);
        CHECK(evaluations[p1 - 1] == needed[0] && evaluations[p2 - 1] == needed[1],
              "select %zu: the recursion asks for %" PRIu64 " and %" PRIu64 " points", i,
              evaluations[p1 - 1], evaluations[p2 - 1]);
        CHECK(points_of(&c, p1) == needed[0] && points_of(&c, p2) == needed[1],
              "select %zu: %" PRIu64 " and %" PRIu64 " points", i, points_of(&c, p1),
              points_of(&c, p2));
        discard(&c);
    }
    /* an untaken turbulence: neither its coordinates nor its source */
    const wn_module t = add_turbulence(g, 3, p2), one = add_constant(g, 0);
    const wn_module sel = add(g, WN_SELECT, NULL, t, p1, one);
    struct compiled c = compile(g, &sel, 1);
    CHECK(!evaluate(&c, POINTS, x, y, z, out), "select");
    CHECK(points_of(&c, t) == 0 && points_of(&c, p2) == 0 && points_of(&c, p1) == POINTS,
          "untaken turbulence");
    /* the profile as a whole */
    wn_profile lines[8];
    size_t count = 0;
    CHECK(!wn_plan_profile(c.plan, c.workspace, NULL, 0, &count) && count == 5, "%zu lines", count);
    CHECK(!wn_plan_profile(c.plan, c.workspace, lines, 2, &count) && count == 5, "capacity 2");
    CHECK(!wn_plan_profile(c.plan, c.workspace, lines, 8, &count) && count == 5, "capacity 8");
    for (size_t i = 0; i < 5; i++) {
        CHECK(lines[i].type == wn_graph_type(g, lines[i].module) && lines[i].spaces == 1 &&
                  !lines[i].nanoseconds && (!i || lines[i].module > lines[i - 1].module),
              "line %zu", i);
    }
    CHECK(wn_plan_profile(NULL, c.workspace, lines, 8, &count) == WN_ERROR_ARGUMENT &&
              wn_plan_profile(c.plan, NULL, lines, 8, &count) == WN_ERROR_ARGUMENT &&
              wn_plan_profile(c.plan, c.workspace, NULL, 8, &count) == WN_ERROR_ARGUMENT &&
              wn_plan_profile(c.plan, c.workspace, lines, 8, NULL) == WN_ERROR_ARGUMENT &&
              wn_workspace_profile_start(NULL, 0) == WN_ERROR_ARGUMENT,
          "profile's arguments");
    struct compiled other = compile(g, &sel, 1);
    CHECK(wn_plan_profile(c.plan, other.workspace, lines, 8, &count) == WN_ERROR_WORKSPACE,
          "other workspace");
    discard(&other);
    CHECK(!wn_workspace_profile_start(c.workspace, 1), "timed");
    CHECK(points_of(&c, p1) == 0, "counters start at 0");
    CHECK(!evaluate(&c, POINTS, x, y, z, out), "select");
    wn_plan_profile(c.plan, c.workspace, lines, 8, &count);
    CHECK(lines[0].module == p1 && lines[0].nanoseconds > 0 && lines[0].points == POINTS,
          "timed profile");
    discard(&c);
    wn_graph_destroy(g);
}

/* The planet: shared groups, caches, nested turbulences, selects. */
static void test_planet_laziness(size_t n)
{
    wn_graph *g;
    char message[256];
    wn_graph_create(&g);
    CHECK(!wn_planet_build(g, NULL, message, sizeof message), "%s", message);
    const wn_module outputs[3] = { wn_graph_find(g, "finalPlanet"),
                                   wn_graph_find(g, "baseContinentDef"),
                                   wn_graph_find(g, "scaledHillyTerrain") };
    for (size_t i = 0; i < n; i++) {
        double p[3], square = 0;
        for (int k = 0; k < 3; k++) {
            p[k] = check_uniform(&state, -1, 1);
            square += p[k] * p[k];
        }
        x[i] = (real)(p[0] / sqrt(square)), y[i] = (real)(p[1] / sqrt(square));
        z[i] = (real)(p[2] / sqrt(square));
    }
    const size_t count = outputs[2] ? 3 : 1;
    struct compiled c = compile(g, outputs, count);
    static uint64_t evaluations[4096];
    memset(evaluations, 0, sizeof evaluations);
    recur(g, outputs, count, n, evaluations);
    real *const out[3] = { got[0], got[1], got[2] };
    CHECK(!evaluate(&c, n, x, y, z, out), "planet");
    for (size_t k = 0; k < count; k++)
        compare(g, "planet", k, n, got[k], expected[k]);
    check_laziness(g, &c, evaluations);
    discard(&c);
    wn_graph_destroy(g);
}

/* ---- Caches between calls ---- */

static void test_caches(void)
{
    enum { N = 200 };
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p1 = add_perlin(g, 1), p2 = add_perlin(g, 2),
                    cached = add(g, WN_CACHE, NULL, p1, 0, 0);
    const wn_module sum = add(g, WN_ADD, NULL, cached, p2, 0);
    plan_block = 256; /* several to POINTS */
    struct compiled c = compile(g, &sum, 1);
    plan_block = 0;
    real *const out[1] = { got[0] };
    random_coordinates(1);
    uint64_t asked = 0, rest = 0;
#define EVALUATE(n, grows, why)                                                                \
    do {                                                                                       \
        recur(g, &sum, 1, n, NULL);                                                            \
        memset(got[0], 0, sizeof got[0]);                                                      \
        CHECK(!evaluate(&c, n, x, y, z, out), "cache: " why);                                  \
        compare(g, "cache: " why, 0, n, got[0], expected[0]);                                  \
        asked += grows, rest += n;                                                             \
        CHECK(points_of(&c, p1) == asked, "cache: " why ": %" PRIu64 " points, not %" PRIu64,  \
              points_of(&c, p1), asked);                                                       \
        CHECK(points_of(&c, p2) == rest, "cache: " why ": what is not cached is asked again"); \
    } while (0)
    EVALUATE(N, N, "first block");
    EVALUATE(N, 0, "the same block");
    EVALUATE(N, 0, "the same block once more");
    x[0] = 0;
    EVALUATE(N, N, "another first point");
    x[0] = R(-0.0);
    EVALUATE(N, N, "-0 is not 0");
    EVALUATE(N, 0, "the same -0");
    z[N - 1] += 1;
    EVALUATE(N, N, "another last point");
    EVALUATE(N - 1, N - 1, "one point less");
    EVALUATE(N, N, "one point more");
    EVALUATE(N, 0, "the same block again");
    y[3] = (real)NAN;
    EVALUATE(N, N, "NaN");
    EVALUATE(N, 0, "the same NaN");
    EVALUATE(POINTS, POINTS, "several blocks");
    EVALUATE(POINTS, POINTS, "only the last block is remembered");
    /* the last block of the several is what is remembered */
    const size_t block = wn_plan_block(c.plan), last = (POINTS - 1) / block * block;
    CHECK(!evaluate(&c, POINTS - last, x + last, y + last, z + last, out), "the last block");
    CHECK(points_of(&c, p1) == asked, "the last block is remembered");
    compare(g, "the last block", 0, POINTS - last, got[0], expected[0] + last);
    /* counters start again, memory stays; another workspace has its own */
    CHECK(!wn_workspace_profile_start(c.workspace, 0), "profile");
    CHECK(!evaluate(&c, POINTS - last, x + last, y + last, z + last, out), "the last block");
    CHECK(points_of(&c, p1) == 0, "counters do not touch the memory");
    struct compiled other = { c.plan, NULL };
    CHECK(!wn_workspace_create(&other.workspace, c.plan), "another workspace");
    CHECK(!evaluate(&other, POINTS - last, x + last, y + last, z + last, out), "another workspace");
    CHECK(points_of(&other, p1) == POINTS - last, "another workspace remembers nothing");
    wn_workspace_destroy(other.workspace);
#undef EVALUATE
    /* written over in place: the next call has other coordinates */
    recur(g, &sum, 1, N, NULL);
    real *const in_place[1] = { x };
    CHECK(!evaluate(&c, N, x, y, z, in_place), "in place");
    compare(g, "cache in place", 0, N, x, expected[0]);
    recur(g, &sum, 1, N, NULL);
    CHECK(!evaluate(&c, N, x, y, z, in_place), "in place");
    compare(g, "cache in place again", 0, N, x, expected[0]);
    discard(&c);

    /* in another space, and where only some points are asked */
    const wn_module moved = add_turbulence(g, 5, cached);
    const wn_module chosen = add(g, WN_SELECT, NULL, p2, moved,
                                 add(g, WN_SCALE_BIAS, NULL, p2, 0, 0));
    random_coordinates(1);
    const wn_module outputs[2] = { chosen, moved };
    for (size_t count = 1; count <= 2; count++) {
        c = compile(g, outputs, count);
        real *const both[2] = { got[0], got[1] };
        recur(g, outputs, count, N, NULL);
        for (int call = 0; call < 3; call++) {
            wn_workspace_profile_start(c.workspace, 0);
            CHECK(!evaluate(&c, N, x, y, z, both), "cache in a branch");
            for (size_t k = 0; k < count; k++)
                compare(g, "cache in a branch", k, N, got[k], expected[k]);
            CHECK(call ? points_of(&c, p1) == 0 && points_of(&c, moved) == 0
                       : points_of(&c, p1) <= N,
                  "cache in a branch: %" PRIu64 " points, %" PRIu64 " coordinates",
                  points_of(&c, p1), points_of(&c, moved));
        }
        discard(&c);
    }
    wn_graph_destroy(g);
}

/* The recursion's caches too compare bits: a transformer that makes -0 of 0 moves the point. */
static void test_recursive_cache(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    wn_turbulence_params still;
    wn_params_init(WN_TURBULENCE, &still, sizeof still);
    still.power = 0;
    const wn_module p = add_perlin(g, 1), cached = add(g, WN_CACHE, NULL, p, 0, 0);
    const wn_module moved = add(g, WN_TURBULENCE, &still, cached, 0, 0);
    const wn_module sum = add(g, WN_ADD, NULL, cached, moved, 0);
    const real points[][3] = {
        { 1, 2, R(0.5) }, { 0, 1, 2 }, { R(-0.0), 1, 2 }, { 1, R(-0.0), R(-0.0) }
    };
    for (size_t i = 0; i < sizeof points / sizeof *points; i++) {
        real displaced[3], value;
        int same = 1;
        const real *const in[3] = { &points[i][0], &points[i][1], &points[i][2] };
        real *const out[3] = { &displaced[0], &displaced[1], &displaced[2] };
        WN_NAME(wn_apply)(WN_TURBULENCE, &still, 1, in, out);
        for (int k = 0; k < 3; k++)
            same = same && bits_of(displaced[k]) == bits_of(points[i][k]);
        uint64_t evaluations[4] = { 0 };
        CHECK(!WN_NAME(wn_graph_point)(g, sum, *in[0], *in[1], *in[2], &value, evaluations),
              "a point");
        CHECK(evaluations[cached - 1] == 2 && evaluations[p - 1] == (same ? 1 : 2),
              "point %zu, %s: %" PRIu64 " evaluations", i, same ? "not moved" : "moved",
              evaluations[p - 1]);
    }
    wn_graph_destroy(g);
}

/* ---- Evaluation: errors ---- */

static void test_evaluation_errors(void)
{
    enum { N = 40 };
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module outputs[2] = { add_perlin(g, 1), add_perlin(g, 2) };
    struct compiled c = compile(g, outputs, 2), other = compile(g, outputs, 2);
    random_coordinates(1);
    static real field[6 * POINTS], kept[6 * POINTS];
    for (size_t i = 0; i < 6 * POINTS; i++)
        field[i] = (real)check_uniform(&state, -9, 9);
    memcpy(kept, field, sizeof field);
    real *const a = field, *const b = field + POINTS, *const d = field + 2 * POINTS;
    real *const o1 = field + 3 * POINTS, *const o2 = field + 4 * POINTS;
#define REFUSE(wanted, plan, workspace, n, px, py, pz, ...)                                    \
    do {                                                                                       \
        real *const outs[] = { __VA_ARGS__ };                                                  \
        const wn_status status = WN_NAME(wn_plan_eval)(plan, workspace, n, px, py, pz, outs);  \
        CHECK(status == wanted, "line %d: %s", __LINE__, wn_status_string(status));            \
        CHECK(!memcmp(field, kept, sizeof field), "line %d: something was written", __LINE__); \
    } while (0)
    REFUSE(WN_ERROR_ARGUMENT, NULL, c.workspace, N, a, b, d, o1, o2);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, NULL, N, a, b, d, o1, o2);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, c.workspace, N, NULL, b, d, o1, o2);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, c.workspace, N, a, NULL, d, o1, o2);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, c.workspace, N, a, b, NULL, o1, o2);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, c.workspace, N, a, b, d, NULL, o2);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, c.workspace, N, a, b, d, o1, NULL);
    REFUSE(WN_ERROR_ARGUMENT, c.plan, c.workspace, SIZE_MAX / sizeof(real) + 1, a, b, d, o1, o2);
    CHECK(WN_NAME(wn_plan_eval)(c.plan, c.workspace, N, a, b, d, NULL) == WN_ERROR_ARGUMENT,
          "out is NULL");
    REFUSE(WN_ERROR_WORKSPACE, c.plan, other.workspace, N, a, b, d, o1, o2);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, N, a, b, d, o1, o1);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, N, a, b, d, a, a);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, N, a, b, d, o1, o1 + 1);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, N, a, b, d, o1 + N - 1, o1);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, N, a, b, d, a + 1, o2);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, N, a, b, d + N - 1, o1, d);
    REFUSE(WN_ERROR_OVERLAP, c.plan, c.workspace, POINTS, a, b + 7, d, b, o2); /* another block */
    real *const outs[2] = { o1, o2 };
    CHECK(!evaluate(&c, 0, NULL, NULL, NULL, outs), "n = 0");
    CHECK(!memcmp(field, kept, sizeof field), "n = 0: something was written");
    /* the other precision */
#if WN_REAL == 64
    const float single = 0;
    float result = 0, *const single_out[2] = { &result, &result };
    CHECK(wn_plan_eval_f32(c.plan, c.workspace, 1, &single, &single, &single, single_out) ==
              WN_ERROR_PRECISION,
          "f32 on an f64 plan");
#else
    const double twofold = 0;
    double result = 0, *const double_out[2] = { &result, &result };
    CHECK(wn_plan_eval_f64(c.plan, c.workspace, 1, &twofold, &twofold, &twofold, double_out) ==
              WN_ERROR_PRECISION,
          "f64 on an f32 plan");
#endif
    /* neighbours are not overlaps, equal coordinates are no error, and n is kept to */
    real *const close[2] = { a + N, a + 2 * N };
    CHECK(!evaluate(&c, N, a, a, a, close), "neighbouring arrays");
    for (size_t i = 0; i < 6 * POINTS; i++) {
        if (i < N || i >= 3 * N)
            CHECK(bits_of(field[i]) == bits_of(kept[i]), "written at %zu", i);
    }
    for (size_t i = 0; i < N; i++) {
        real value;
        WN_NAME(wn_graph_point)(g, outputs[1], a[i], a[i], a[i], &value, NULL);
        CHECK(bits_of(value) == bits_of(field[2 * N + i]), "equal coordinates: point %zu", i);
    }
    discard(&c);
    discard(&other);
    wn_graph_destroy(g);
#undef REFUSE
}

/* ---- Threads ---- */

enum { THREADS = 4, MOST_THREADS = 100, SHARED_POINTS = 3000 };

static struct {
    const wn_plan *plan;
    real *in[3], *out[2];
    wn_status status[MOST_THREADS];
} shared;

/* Every fourth piece of the arrays, whose borders are anywhere. */
static void *work(void *argument)
{
    const size_t number = *(const size_t *)argument, step = 97;
    wn_workspace *workspace;
    wn_status status = wn_workspace_create(&workspace, shared.plan);
    for (size_t i = number * step; i < SHARED_POINTS && !status; i += THREADS * step) {
        const size_t n = SHARED_POINTS - i < step ? SHARED_POINTS - i : step;
        real *const out[2] = { shared.out[0] + i, shared.out[1] + i };
        status = WN_NAME(wn_plan_eval)(shared.plan, workspace, n, shared.in[0] + i,
                                       shared.in[1] + i, shared.in[2] + i, out);
    }
    wn_workspace_destroy(workspace);
    shared.status[number] = status;
    return NULL;
}

static void run_threads(size_t count, void *(*function)(void *))
{
    static pthread_t threads[MOST_THREADS];
    static size_t numbers[MOST_THREADS];
    for (size_t t = 0; t < count; t++) {
        numbers[t] = t;
        if (pthread_create(&threads[t], NULL, function, &numbers[t])) {
            printf("no threads for the tests\n");
            exit(1);
        }
    }
    for (size_t t = 0; t < count; t++)
        pthread_join(threads[t], NULL);
}

static void test_shared_plan(void)
{
    static real in[3][SHARED_POINTS], together[2][SHARED_POINTS], alone[2][SHARED_POINTS];
    wn_graph *g;
    wn_graph_create(&g);
    CHECK(!wn_planet_build(g, NULL, NULL, 0), "planet");
    const wn_module planet = wn_graph_find(g, "finalPlanet");
    const wn_module outputs[2] = {
        planet, add_turbulence(g, 3, add(g, WN_CACHE, NULL, add_perlin(g, 1), 0, 0))
    };
    struct compiled c = compile(g, outputs, 2);
    for (size_t i = 0; i < SHARED_POINTS; i++) {
        for (size_t k = 0; k < 3; k++)
            in[k][i] = (real)check_uniform(&state, -1, 1);
    }
    shared.plan = c.plan;
    for (size_t k = 0; k < 3; k++)
        shared.in[k] = in[k];
    for (size_t k = 0; k < 2; k++)
        shared.out[k] = together[k];
    run_threads(THREADS, work);
    for (size_t t = 0; t < THREADS; t++)
        CHECK(!shared.status[t], "thread %zu: %s", t, wn_status_string(shared.status[t]));
    real *const out[2] = { alone[0], alone[1] };
    CHECK(!evaluate(&c, SHARED_POINTS, in[0], in[1], in[2], out), "alone");
    for (size_t k = 0; k < 2; k++)
        compare(g, "threads", k, SHARED_POINTS, together[k], alone[k]);
    discard(&c);
    wn_graph_destroy(g);
}

/* Each thread builds, compiles, evaluates and destroys its own. */
static real made[THREADS][64];

static void *make_and_destroy(void *argument)
{
    const size_t number = *(const size_t *)argument;
    shared.status[number] = WN_OK;
    for (int round = 0; round < 8; round++) {
        wn_graph *g;
        wn_plan *plan;
        wn_workspace *w;
        wn_graph_create(&g);
        const wn_module output = add_turbulence(g, 1,
                                                add(g, WN_CACHE, NULL, add_perlin(g, 4), 0, 0));
        const wn_plan_options options = options_for((wn_precision)WN_REAL);
        wn_status status = wn_plan_create(&plan, g, &output, 1, &options, NULL, 0);
        wn_graph_destroy(g);
        if (!status)
            status = wn_workspace_create(&w, plan);
        if (!status) {
            real *const out = made[number];
            status = WN_NAME(wn_plan_eval)(plan, w, 64, shared.in[0], shared.in[1], shared.in[2],
                                           &out);
            wn_workspace_destroy(w);
        }
        wn_plan_destroy(plan);
        if (status)
            shared.status[number] = status;
    }
    return NULL;
}

static void test_separate_plans(void)
{
    random_coordinates(1);
    shared.in[0] = x, shared.in[1] = y, shared.in[2] = z;
    run_threads(THREADS, make_and_destroy);
    for (size_t t = 0; t < THREADS; t++) {
        CHECK(!shared.status[t], "thread %zu: %s", t, wn_status_string(shared.status[t]));
        compare(NULL, "plans of threads", t, 64, made[t], made[0]);
    }
}

/* ---- User modules: what they are asked ---- */

/* Each number of sources, each kind of callback: the values, and how the callbacks are called. */
static void test_user_calls(void)
{
    enum { N = 300 };
    static struct user user;
    random_coordinates(0);
    real *const out = got[0];
    for (size_t sources = 0; sources <= WN_MAX_USER_SOURCES; sources++) {
        for (int callbacks = BATCH; callbacks <= (BATCH | POINT); callbacks++) {
            wn_graph *g;
            wn_graph_create(&g);
            memset(&user, 0, sizeof user);
            user.seed = 0.75, user.sources = sources;
            wn_module noise[WN_MAX_USER_SOURCES];
            for (size_t k = 0; k < WN_MAX_USER_SOURCES; k++)
                noise[k] = add_perlin(g, (int32_t)k);
            const wn_module m = add_user(g, &user, callbacks, noise);
            CHECK(m && wn_graph_type(g, m) == WN_USER && wn_graph_source_count(g, m) == sources,
                  "%s", wn_graph_message(g));
            wn_user_params back = { .size = 0 };
            CHECK(!wn_graph_params(g, m, &back, sizeof back) && back.size == sizeof back &&
                      back.data == &user && back.source_count == sources &&
                      !back.WN_NAME(batch) == !(callbacks & BATCH),
                  "parameters of a user module");
            recur(g, &m, 1, N, NULL);
            CHECK(user.points == N && !user.wrong &&
                      (callbacks & POINT ? user.singles : user.batches) == N,
                  "the recursion asks for points");
            for (size_t i = 0; i < N; i++) { /* the same by hand */
                real values[WN_MAX_USER_SOURCES];
                for (size_t k = 0; k < sources; k++)
                    WN_NAME(wn_graph_point)(g, noise[k], x[i], y[i], z[i], &values[k], NULL);
                out[i] = user_value(&user, x[i], y[i], z[i], values);
            }
            compare(g, "user module by hand", 0, N, out, expected[0]);

            user.points = user.batches = user.singles = user.seen = 0;
            struct compiled c = compile(g, &m, 1);
            CHECK(wn_plan_slots(c.plan) == 1 + sources, "slots");
            wn_graph_destroy(g); /* data is still there */
            CHECK(!evaluate(&c, N, x, y, z, &out), "user module");
            compare(NULL, "user module", 0, N, out, expected[0]);
            const size_t block = wn_plan_block(c.plan), blocks = (N + block - 1) / block;
            CHECK(user.points == N && !user.wrong &&
                      (callbacks & BATCH ? user.batches == blocks && !user.singles
                                         : user.singles == N && !user.batches),
                  "the plan asks for batches");
            for (size_t i = 0; i < N; i++) {
                CHECK(bits_of(user.at[0][i]) == bits_of(x[i]) &&
                          bits_of(user.at[1][i]) == bits_of(y[i]) &&
                          bits_of(user.at[2][i]) == bits_of(z[i]),
                      "point %zu", i);
            }
            user.batches = user.singles = 0;
            CHECK(!evaluate(&c, 1, x, y, z, &out) &&
                      (callbacks & BATCH ? user.batches : user.singles) == 1,
                  "a plan of one point");
            discard(&c);
        }
    }
}

/* Below a select a user module is asked for exactly the points that need it, each once. */
static void test_user_demand(void)
{
    static struct user left, right, control;
    static wn_module modules[3];
    memset(&left, 0, sizeof left), memset(&right, 0, sizeof right);
    memset(&control, 0, sizeof control);
    wn_graph *g;
    wn_graph_create(&g);
    modules[0] = add_user(g, &left, BATCH, NULL), modules[1] = add_user(g, &right, POINT, NULL);
    modules[2] = add_user(g, &control, BATCH | POINT, NULL);
    wn_select_params p;
    wn_params_init(WN_SELECT, &p, sizeof p);
    p.lower = -0.5, p.upper = 0.5, p.falloff = 0.25;
    const wn_module sel = wn_graph_add(g, WN_SELECT, &p, modules, 3);
    const wn_module sum = add(g, WN_ADD, NULL, sel, add(g, WN_INVERT, NULL, sel, 0, 0), 0);
    struct compiled c = compile(g, &sum, 1);
    random_coordinates(1);
    uint64_t evaluations[8] = { 0 };
    real *const out = got[0];
    enum { N = 250 };
    recur(g, &sel, 1, N, evaluations);
    left.seen = right.seen = control.seen = 0;
    CHECK(!evaluate(&c, N, x, y, z, &out), "select of user modules");
    size_t next[2] = { 0, 0 };
    for (size_t i = 0; i < N; i++) {
        const real v = user_value(&control, x[i], y[i], z[i], NULL);
        const int needs[2] = { v < R(-0.25) || !(v < R(0.25)), !(v < R(-0.75)) && v < R(0.75) };
        const struct user *const sides[2] = { &left, &right };
        for (size_t k = 0; k < 2; k++) {
            if (needs[k] && next[k] < sides[k]->seen) {
                CHECK(bits_of(sides[k]->at[0][next[k]]) == bits_of(x[i]) &&
                          bits_of(sides[k]->at[2][next[k]]) == bits_of(z[i]),
                      "side %zu, point %zu", k, i);
                next[k]++;
            } else {
                CHECK(!needs[k], "side %zu, point %zu is missing", k, i);
            }
        }
    }
    CHECK(control.seen == N && next[0] == left.seen && next[1] == right.seen &&
              left.seen == evaluations[0] && right.seen == evaluations[1] && left.seen > 9 &&
              right.seen > 9,
          "%zu, %zu and %zu points", control.seen, left.seen, right.seen);
    discard(&c);
    wn_graph_destroy(g);
}

/* Two user modules are two, whatever they look like; one is asked once per point and space. */
static void test_user_merging(void)
{
    static struct user user;
    memset(&user, 0, sizeof user);
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module a = add_user(g, &user, BATCH, NULL), b = add_user(g, &user, BATCH, NULL);
    real *const out = got[0];
    enum { N = 100 };
    random_coordinates(1);
    const struct {
        wn_module top;
        size_t slots;
        uint64_t points;
    } cases[] = {
        { add(g, WN_ADD, NULL, a, b, 0), 3, 2 * N },
        { add(g, WN_ADD, NULL, a, a, 0), 2, N },
        { add(g, WN_MAX, NULL, add(g, WN_ABS, NULL, a, 0, 0), add(g, WN_ABS, NULL, a, 0, 0), 0), 3,
          N },
        { add(g, WN_MAX, NULL, add(g, WN_ABS, NULL, a, 0, 0), add(g, WN_ABS, NULL, b, 0, 0), 0), 5,
          2 * N },
        { add(g, WN_ADD, NULL, a, add_turbulence(g, 1, a), 0), 4, 2 * N },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compiled c = compile(g, &cases[i].top, 1);
        CHECK(wn_plan_slots(c.plan) == cases[i].slots, "case %zu: %zu slots", i,
              wn_plan_slots(c.plan));
        recur(g, &cases[i].top, 1, N, NULL);
        user.points = 0;
        CHECK(!evaluate(&c, N, x, y, z, &out) && user.points == cases[i].points, "case %zu", i);
        compare(g, "user modules twice", 0, N, out, expected[0]);
        discard(&c);
    }
    wn_graph_destroy(g);
}

/* As source of everything, and in every place of a displace. */
static void test_user_places(void)
{
    enum { USERS = 5, N = 280 };
    static struct user users[USERS];
    memset(users, 0, sizeof users);
    wn_graph *g;
    wn_graph_create(&g);
    wn_module u[USERS];
    for (size_t k = 0; k < USERS; k++) {
        users[k].seed = 0.3 * (double)k - 0.5;
        users[k].sources = k == 4;
        u[k] = add_user(g, &users[k], 1 + (int)k % 3, k == 4 ? &u[0] : NULL);
    }
    const wn_module moved = add_displace(g, u[4], u[1], add_turbulence(g, 9, u[2]), u[3]);
    const wn_module outputs[3] = { moved, add_turbulence(g, 2, moved),
                                   add_displace(g, moved, moved, u[0], add_perlin(g, 1)) };
    struct compiled c = compile(g, outputs, 3);
    random_coordinates(1);
    uint64_t evaluations[16] = { 0 };
    recur(g, outputs, 3, N, evaluations);
    for (size_t k = 0; k < USERS; k++)
        users[k].points = 0;
    real *const out[3] = { got[0], got[1], got[2] };
    CHECK(!evaluate(&c, N, x, y, z, out), "user modules that displace");
    for (size_t k = 0; k < 3; k++)
        compare(g, "user modules that displace", k, N, got[k], expected[k]);
    for (size_t k = 0; k < USERS; k++)
        CHECK(users[k].points <= evaluations[u[k] - 1] && users[k].points == points_of(&c, u[k]),
              "user module %zu: %" PRIu64 " points, %" PRIu64 " of the recursion", k,
              users[k].points, evaluations[u[k] - 1]);
    discard(&c);

    /* by hand: source at the displaced point */
    for (size_t i = 0; i < N; i++) {
        real d[3];
        const wn_module by[3] = { u[1], add_turbulence(g, 9, u[2]), u[3] };
        for (size_t k = 0; k < 3; k++)
            WN_NAME(wn_graph_point)(g, by[k], x[i], y[i], z[i], &d[k], NULL);
        WN_NAME(wn_graph_point)(g, u[4], x[i] + d[0], y[i] + d[1], z[i] + d[2], &got[0][i], NULL);
    }
    compare(g, "displace by hand", 0, N, got[0], expected[0]);
    wn_graph_destroy(g);
}

/* ---- Caches over user modules: what SharpNoise's tests of its cache ask for ---- */

/* How many points it has been asked for: another value each time. */
static real count_up(void *data, real px, real py, real pz, const real *sources)
{
    uint64_t *const counter = data;
    (void)px, (void)py, (void)pz, (void)sources;
    return (real)++ * counter;
}

static wn_module add_counter(wn_graph *g, uint64_t *counter)
{
    const wn_user_params p = { .size = sizeof p, .data = counter, .WN_NAME(point) = count_up };
    return wn_graph_add(g, WN_USER, &p, NULL, 0);
}

/* TestGetValueCalledOnce: three requests for a position reach the source once. */
static void test_called_once(void)
{
    static const real positions[3][3] = { { 0, 0, 0 }, { 1, -1, 2 }, { -10000, 100, 100 } };
    uint64_t counter = 0;
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module counted = add_counter(g, &counter);
    const wn_module cached = add(g, WN_CACHE, NULL, counted, 0, 0);
    struct compiled c = compile(g, &cached, 1);
    for (size_t i = 0; i < 3; i++) {
        for (int request = 0; request < 3; request++) {
            real value = 0, *const out = &value;
            CHECK(!evaluate(&c, 1, &positions[i][0], &positions[i][1], &positions[i][2], &out) &&
                      value == (real)(i + 1) && counter == i + 1,
                  "position %zu, request %d: %g", i, request, (double)value);
        }
    }
    /* another workspace knows nothing, and changes nothing */
    struct compiled other = { c.plan, NULL };
    CHECK(!wn_workspace_create(&other.workspace, c.plan), "another workspace");
    real value = 0, *const out = &value;
    const real *const last = positions[2];
    CHECK(!evaluate(&other, 1, &last[0], &last[1], &last[2], &out) && value == 4, "another");
    CHECK(!evaluate(&c, 1, &last[0], &last[1], &last[2], &out) && value == 3, "the first");
    wn_workspace_destroy(other.workspace);
    discard(&c);

    /* the recursion remembers for one point only: within a call */
    const wn_module twice = add(g, WN_ADD, NULL, cached, cached, 0);
    counter = 0;
    for (int request = 1; request <= 3; request++)
        CHECK(!WN_NAME(wn_graph_point)(g, twice, 0, 0, 0, &value, NULL) &&
                  value == (real)(2 * request),
              "recursion, request %d: %g", request, (double)value);
    wn_graph_destroy(g);
}

/* A cache below coordinates that a user module moves is asked anew: they may be others now. */
static void test_unsteady_space(void)
{
    enum { N = 20 };
    uint64_t counter = 0, moves = 0;
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module counted = add_counter(g, &counter), move = add_counter(g, &moves);
    const wn_module cached = add(g, WN_CACHE, NULL, counted, 0, 0), zero = add_constant(g, 0);
    const wn_module moved = add_displace(g, cached, zero, move, zero);
    const wn_module deeper = add_displace(g, add_turbulence(g, 1, cached), zero, zero,
                                          add(g, WN_ABS, NULL, move, 0, 0));
    const wn_module steady = add_displace(g, cached, zero, zero, add_perlin(g, 1));
    const struct {
        wn_module top;
        uint64_t again;
    } cases[] = { { moved, N }, { deeper, N }, { steady, 0 }, { cached, 0 } };
    random_coordinates(1);
    real *const out = got[0];
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct compiled c = compile(g, &cases[i].top, 1);
        counter = 0;
        CHECK(!evaluate(&c, N, x, y, z, &out) && counter == N, "case %zu", i);
        CHECK(!evaluate(&c, N, x, y, z, &out) && counter == N + cases[i].again,
              "case %zu again: %" PRIu64 " points", i, counter);
        CHECK(got[0][0] == (real)(cases[i].again ? N + 1 : 1), "case %zu: %g", i,
              (double)got[0][0]);
        discard(&c);
    }
    wn_graph_destroy(g);
}

/* 1 at the first block's even points, then everywhere. */
static real open_gate(void *data, real px, real py, real pz, const real *sources)
{
    uint64_t *const calls = data;
    (void)px, (void)py, (void)pz, (void)sources;
    return (*calls)++ % 2 == 0 || *calls > 20 ? 1 : 0;
}

/* What a cache remembers of some points stays when others come to it. */
static void test_partial_cache(void)
{
    enum { N = 20 };
    uint64_t counter = 0, calls = 0;
    wn_graph *g;
    wn_graph_create(&g);
    const wn_user_params gate = { .size = sizeof gate,
                                  .data = &calls,
                                  .WN_NAME(point) = open_gate };
    const wn_module counted = add_counter(g, &counter), none = add_constant(g, -5);
    const wn_module cached = add(g, WN_CACHE, NULL, counted, 0, 0);
    wn_select_params p;
    wn_params_init(WN_SELECT, &p, sizeof p);
    p.lower = 0.5, p.upper = 1.5;
    const wn_module control = wn_graph_add(g, WN_USER, &gate, NULL, 0);
    const wn_module outputs[2] = { counted, add(g, WN_SELECT, &p, none, cached, control) };
    struct compiled c = compile(g, outputs, 2);
    real *const out[2] = { got[0], got[1] };
    random_coordinates(1);
    CHECK(!evaluate(&c, N, x, y, z, out), "half of the points");
    for (size_t i = 0; i < N; i++)
        CHECK(got[0][i] == (real)(i + 1) && got[1][i] == (i % 2 ? -5 : (real)(i + 1)),
              "point %zu: %g and %g", i, (double)got[0][i], (double)got[1][i]);
    CHECK(!evaluate(&c, N, x, y, z, out), "all points");
    for (size_t i = 0; i < N; i++)
        CHECK(got[0][i] == (real)(N + i + 1) && got[1][i] == (real)(i % 2 ? N + i + 1 : i + 1),
              "point %zu again: %g and %g", i, (double)got[0][i], (double)got[1][i]);
    discard(&c);
    wn_graph_destroy(g);
}

/* ---- Caches and threads ---- */

static _Thread_local int this_thread;

static real thread_number(void *data, real px, real py, real pz, const real *sources)
{
    (void)data, (void)px, (void)py, (void)pz, (void)sources;
    return (real)this_thread;
}

static struct {
    const wn_plan *direct, *cached;
    pthread_barrier_t start;
    int agree[MOST_THREADS];
} threaded;

static void *ask_thrice(void *argument)
{
    const size_t number = *(const size_t *)argument;
    wn_workspace *direct, *cached;
    const real zero = 0;
    int agree = !wn_workspace_create(&direct, threaded.direct);
    agree = !wn_workspace_create(&cached, threaded.cached) && agree;
    this_thread = (int)number + 1;
    pthread_barrier_wait(&threaded.start);
    for (int round = 0; round < 500 && agree; round++) {
        real values[3] = { 0, 0, 0 };
        for (int k = 0; k < 3; k++) {
            real *const out = &values[k];
            agree = agree &&
                !WN_NAME(wn_plan_eval)(k ? threaded.cached : threaded.direct, k ? cached : direct,
                                       1, &zero, &zero, &zero, &out) &&
                values[k] == (real)(number + 1);
        }
    }
    wn_workspace_destroy(direct);
    wn_workspace_destroy(cached);
    threaded.agree[number] = agree;
    return NULL;
}

/* TestMultithreaded: threads that share a cache over a source with a value for each thread. */
static void test_threads_and_cache(void)
{
    static const size_t counts[] = { 2, 20, 100 };
    wn_graph *g;
    wn_graph_create(&g);
    const wn_user_params p = { .size = sizeof p, .WN_NAME(point) = thread_number };
    const wn_module source = wn_graph_add(g, WN_USER, &p, NULL, 0);
    const wn_module cached = add(g, WN_CACHE, NULL, source, 0, 0);
    struct compiled direct = compile(g, &source, 1), remembered = compile(g, &cached, 1);
    threaded.direct = direct.plan, threaded.cached = remembered.plan;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        pthread_barrier_init(&threaded.start, NULL, (unsigned)counts[i]);
        memset(threaded.agree, 0, sizeof threaded.agree);
        run_threads(counts[i], ask_thrice);
        for (size_t t = 0; t < counts[i]; t++)
            CHECK(threaded.agree[t], "thread %zu of %zu", t, counts[i]);
        pthread_barrier_destroy(&threaded.start);
    }
    discard(&direct);
    discard(&remembered);
    wn_graph_destroy(g);
}

/* ---- Many threads that make, share and destroy ---- */

enum { MAKERS = 64, MAKER_POINTS = 40 };

static struct {
    pthread_barrier_t all;
    wn_graph *graph[MAKERS];
    wn_module output[MAKERS];
    wn_plan *plan[MAKERS];
    struct user user[MAKERS]; /* each asked by several threads: read only */
    int fine[MAKERS];
} makers;

static real maker_value(void *data, real px, real py, real pz, const real *sources)
{
    return user_value(data, px, py, pz, sources);
}

static wn_module build_shared(wn_graph *g, struct user *user)
{
    const wn_user_params p = {
        .size = sizeof p, .data = user, .source_count = 1, .WN_NAME(point) = maker_value
    };
    const wn_module noise = add_perlin(g, (int32_t)(user->seed * 64));
    const wn_module own = wn_graph_add(g, WN_USER, &p, &noise, 1);
    const wn_module cached = add(g, WN_CACHE, NULL, own, 0, 0);
    return add_displace(g, add_turbulence(g, 1, cached), own, noise, cached);
}

/* A plan's values in a workspace of its own, and the recursion's. */
static int same_values(size_t number)
{
    wn_workspace *w;
    real a[MAKER_POINTS], *const out = a;
    if (wn_workspace_create(&w, makers.plan[number]))
        return 0;
    int fine = !WN_NAME(wn_plan_eval)(makers.plan[number], w, MAKER_POINTS, x, y, z, &out);
    for (size_t i = 0; i < MAKER_POINTS && fine; i++) {
        real value;
        fine = !WN_NAME(wn_graph_point)(makers.graph[number], makers.output[number], x[i], y[i],
                                        z[i], &value, NULL) &&
            bits_of(value) == bits_of(a[i]);
    }
    wn_workspace_destroy(w);
    return fine;
}

static void *make_and_share(void *argument)
{
    const size_t number = *(const size_t *)argument;
    int fine = 1;
    for (int round = 0; round < 3; round++) {
        wn_graph *g;
        const wn_plan_options options = options_for((wn_precision)WN_REAL);
        fine = !wn_graph_create(&g) && fine;
        makers.graph[number] = g;
        makers.user[number].seed = (double)number / 64;
        makers.user[number].sources = 1;
        makers.output[number] = build_shared(g, &makers.user[number]);
        fine = !wn_plan_create(&makers.plan[number], g, &makers.output[number], 1, &options, NULL,
                               0) &&
            fine;
        pthread_barrier_wait(&makers.all); /* all are made */
        fine = same_values(number) && fine;
        fine = same_values((number + 1 + (size_t)round) % MAKERS) && fine;
        fine = same_values(0) && fine;     /* all threads at once */
        pthread_barrier_wait(&makers.all); /* none is used any more */
        wn_plan_destroy(makers.plan[number]);
        wn_graph_destroy(g);
    }
    makers.fine[number] = fine;
    return NULL;
}

static void test_many_threads(void)
{
    random_coordinates(1);
    pthread_barrier_init(&makers.all, NULL, MAKERS);
    run_threads(MAKERS, make_and_share);
    for (size_t t = 0; t < MAKERS; t++)
        CHECK(makers.fine[t], "thread %zu", t);
    pthread_barrier_destroy(&makers.all);
}

/* ---- This precision ---- */

int WN_NAME(test_graph)(const struct check_options *o, wn_isa isa)
{
    char name[64];
    check_passed = check_failed = 0;
    tier = isa;
    for (unsigned long round = 0; round < o->repeat; round++) {
        state = o->seed + round;
        test_known_values();
        test_merging();
        test_branches();
        test_planet_laziness(o->quick ? 100 : POINTS);
        test_caches();
        test_recursive_cache();
        test_evaluation_errors();
        test_user_calls();
        test_user_demand();
        test_user_merging();
        test_user_places();
        test_called_once();
        test_unsteady_space();
        test_partial_cache();
        test_shared_plan();
        test_separate_plans();
        test_threads_and_cache();
        test_many_threads();
        for (int i = 0; i < (o->quick || SLOWED ? 150 : 2000); i++)
            check_random_graph();
    }
    snprintf(name, sizeof name, "graph/%s/f%d", wn_isa_name(isa), WN_REAL);
    return check_done(name);
}

/* ---- What does not depend on the precision ---- */

#if WN_REAL == 64

/* A plan must not come about; the message names what is wrong. */
static void refuse_plan(const wn_graph *g, const wn_module *outputs, size_t count,
                        wn_precision precision, wn_status wanted, const char *const *words)
{
    char message[256] = "?";
    wn_plan *plan = (wn_plan *)(void *)message;
    const wn_plan_options options = options_for(precision);
    const wn_status status = wn_plan_create(&plan, g, outputs, count, &options, message,
                                            sizeof message);
    CHECK(status == wanted, "%s, not %s", wn_status_string(status), wn_status_string(wanted));
    CHECK(!plan, "a plan in spite of %s", wn_status_string(status));
    for (; words && *words; words++)
        CHECK(strstr(message, *words), "no '%s' in: %s", *words, message);
    CHECK(*message && strcmp(message, "?"), "no message for %s", wn_status_string(status));
    /* without a message, and with one that is too short */
    plan = (wn_plan *)(void *)message;
    CHECK(wn_plan_create(&plan, g, outputs, count, &options, NULL, 0) == wanted && !plan,
          "no message");
    char tiny[4] = "???";
    CHECK(wn_plan_create(&plan, g, outputs, count, &options, tiny, 2) == wanted, "short message");
    CHECK(!tiny[1] && tiny[2] == '?', "a message of two bytes");
}
#define WORDS(...) ((const char *const[]) { __VA_ARGS__, NULL })

static void test_unconnected(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p = add_perlin(g, 1), a = wn_graph_add(g, WN_ADD, NULL, NULL, 0);
    const wn_module top = add(g, WN_SCALE_BIAS, NULL, a, 0, 0);
    wn_graph_connect(g, a, 0, p);
    wn_graph_set_name(g, a, "hills");
    refuse_plan(g, &top, 1, WN_F64, WN_ERROR_UNCONNECTED,
                WORDS("module 2", "hills", "add", "source 1"));
    double value = 5;
    CHECK(wn_graph_point_f64(g, top, 0, 0, 0, &value, NULL) == WN_ERROR_UNCONNECTED && value == 5,
          "a point");
    CHECK(!wn_graph_status(g), "it can still be connected");
    const wn_module fine = p; /* what is not reached does no harm */
    CHECK(slots_of(g, fine) == 1, "not reached");
    wn_graph_connect(g, a, 1, p);
    CHECK(slots_of(g, top) == 3, "connected");
    wn_graph_connect(g, a, 1, WN_MODULE_NONE);
    refuse_plan(g, &top, 1, WN_F64, WN_ERROR_UNCONNECTED, WORDS("module 2"));
    wn_graph_destroy(g);
}

static void test_cycles(void)
{
    static const size_t lengths[] = { 1, 2, 5, 1000, 2000 };
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        wn_graph *g;
        wn_graph_create(&g);
        const wn_module first = wn_graph_add(g, WN_ADD, NULL, NULL, 0), p = add_perlin(g, 1);
        wn_module last = first;
        for (size_t k = 1; k < lengths[i]; k++)
            last = k % 3 ? add(g, WN_SCALE_BIAS, NULL, last, 0, 0) : add_turbulence(g, 1, last);
        wn_graph_connect(g, first, 0, p);
        wn_graph_connect(g, first, 1, last);
        wn_graph_set_name(g, first, "round");
        const wn_module top = add(g, WN_CACHE, NULL, last, 0, 0);
        if (lengths[i] <= 1000) {
            refuse_plan(g, &top, 1, WN_F64, WN_ERROR_CYCLE, WORDS("module "));
            refuse_plan(g, &first, 1, WN_F64, WN_ERROR_CYCLE, WORDS("module 1", "round", "add"));
        }
        double value = 5;
        const wn_status status = wn_graph_point_f64(g, top, 0.5, 0.5, 0.5, &value, NULL);
        CHECK(lengths[i] <= 1000 ? status == WN_ERROR_CYCLE : status, "a point: %s",
              wn_status_string(status));
        CHECK(value == 5, "written in spite of a cycle");
        char message[64];
        wn_plan *plan;
        CHECK(wn_plan_create(&plan, g, &top, 1, NULL, message, sizeof message) && !plan,
              "a long cycle");
        CHECK(slots_of(g, p) == 1, "a cycle that is not reached");
        wn_graph_connect(g, first, 1, p);
        CHECK(wn_plan_create(&plan, g, &first, 1, NULL, message, sizeof message) == WN_OK, "%s",
              message);
        wn_plan_destroy(plan);
        wn_graph_destroy(g);
    }
}

/* A chain of modules over a constant; returns the last one. */
static wn_module add_chain(wn_graph *g, wn_module source, size_t length)
{
    wn_scale_bias_params p = { sizeof p, 0.5, 0 };
    for (size_t k = 0; k < length; k++) {
        p.bias = (double)k; /* no two are equal */
        source = k % 64 == 7 ? add_turbulence(g, (int32_t)k, source)
            : k % 16 == 3    ? add(g, WN_CACHE, NULL, source, 0, 0)
            : k % 16 == 9    ? add(g, WN_MAX, NULL, source, source, 0)
                             : add(g, WN_SCALE_BIAS, &p, source, 0, 0);
    }
    return source;
}

/* What graph.h says of the stack is for optimised builds; sanitizers and -O0 take more. */
#if defined(__OPTIMIZE__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define STACK ((size_t)512 * 1024)
#else
#define STACK ((size_t)8 * 1024 * 1024)
#endif

/* Returns its argument if all is well; it checks nothing itself, for checks are counted by one
 * thread. */
static void *evaluate_deep(void *argument)
{
    struct compiled *const c = argument;
    real *const out = got[0];
    return evaluate(c, 20, x, y, z, &out) ? NULL : argument;
}

static void test_depth(void)
{
    wn_graph *g;
    real *const out = got[0];
    wn_graph_create(&g);
    const wn_module bottom = add_perlin(g, 1), longest = add_chain(g, bottom, WN_MAX_DEPTH - 1);
    const wn_module longer = add(g, WN_SCALE_BIAS, NULL, longest, 0, 0);
    struct compiled c = compile(g, &longest, 1);
    random_coordinates(1);
    pthread_attr_t small;
    pthread_t thread;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, STACK);
    const int refused = pthread_create(&thread, &small, evaluate_deep, &c);
    pthread_attr_destroy(&small);
    void *answer = NULL;
    if (!refused)
        pthread_join(thread, &answer);
    CHECK(answer == &c, "the longest chain, on a small stack");
    discard(&c);
    refuse_plan(g, &longer, 1, WN_F64, WN_ERROR_LIMIT, WORDS("module ", "1024"));
    double value = 5;
    CHECK(wn_graph_point_f64(g, longer, 0.5, 0.5, 0.5, &value, NULL) == WN_ERROR_LIMIT &&
              value == 5,
          "a point");
    wn_graph_destroy(g);

    /* without what doubles the recursion's work: the same values */
    wn_graph_create(&g);
    wn_scale_bias_params p = { sizeof p, 0.5, 0.25 };
    wn_module m = add_perlin(g, 1);
    for (size_t k = 1; k < WN_MAX_DEPTH; k++)
        m = k % 20 == 7 ? add_turbulence(g, (int32_t)k, m)
            : k % 3     ? add(g, WN_CACHE, NULL, m, 0, 0)
                        : add(g, WN_SCALE_BIAS, &p, m, 0, 0);
    c = compile(g, &m, 1);
    recur(g, &m, 1, 10, NULL);
    CHECK(!evaluate(&c, 10, x, y, z, &out), "a long chain");
    compare(g, "a long chain", 0, 10, got[0], expected[0]);
    discard(&c);
    wn_graph_destroy(g);

    /* reached on a second way, longer than the first */
    for (size_t above = 23; above <= 25; above++) {
        wn_graph_create(&g);
        const wn_module middle = add_chain(g, add_perlin(g, 1), 999); /* 1000 with the perlin */
        const wn_module outputs[2] = { middle, add_chain(g, middle, above) };
        wn_plan *plan;
        const wn_status status = wn_plan_create(&plan, g, outputs, 2, NULL, NULL, 0);
        CHECK(above <= 24 ? status == WN_OK : status == WN_ERROR_LIMIT, "%zu above 1000: %s", above,
              wn_status_string(status));
        wn_plan_destroy(plan);
        wn_graph_destroy(g);
    }
}

/* Each level doubles the spaces of the one below. */
static wn_module add_doubling(wn_graph *g, wn_module source, int levels)
{
    for (int k = 0; k < levels; k++)
        source = add(g, WN_ADD, NULL, add_turbulence(g, 2 * k, source),
                     add_turbulence(g, 2 * k + 1, source), 0);
    return source;
}

static void test_slots(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module perlin = add_perlin(g, 1);
    /* 2^k - 1 sums, 2^k perlins, 2^(k + 1) - 2 coordinates */
    CHECK(slots_of(g, add_doubling(g, perlin, 5)) == 31 + 32 + 62, "five levels");
    CHECK(slots_of(g, add_doubling(g, perlin, 12)) == 4 * 4096 - 3, "twelve levels");
    const wn_module outputs[2] = { perlin, add_doubling(g, perlin, 15) };
    CHECK(slots_of(g, add_doubling(g, perlin, 14)) == 4 * 16384 - 3, "fourteen levels");
    refuse_plan(g, outputs, 2, WN_F64, WN_ERROR_LIMIT, WORDS("output 1", "65536"));
    /* shared without turbulence there is nothing to double */
    wn_module sum = perlin;
    for (int k = 0; k < 1000; k++)
        sum = add(g, WN_ADD, NULL, sum, sum, 0);
    CHECK(slots_of(g, sum) == 1001, "a thousand doublings");
    wn_graph_destroy(g);
}

static void test_f32_parameters(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p = add_perlin(g, 1);
    const wn_scale_bias_params large = { sizeof large, 1e39, 0 };
    const wn_module s = add(g, WN_SCALE_BIAS, &large, p, 0, 0),
                    top = add(g, WN_CACHE, NULL, s, 0, 0);
    wn_graph_set_name(g, s, "mountains");
    CHECK(!wn_graph_status(g), "%s", wn_graph_message(g));
    CHECK(slots_of(g, top) == 3, "in f64");
    refuse_plan(g, &top, 1, WN_F32, WN_ERROR_PARAMETER,
                WORDS("module 2", "mountains", "scale_bias", "f32"));
    float value = 5;
    CHECK(wn_graph_point_f32(g, top, 0, 0, 0, &value, NULL) == WN_ERROR_PARAMETER && value == 5,
          "a point in f32");
    CHECK(!wn_graph_point_f32(g, p, 0, 0, 0, &value, NULL), "what is not reached does no harm");
    wn_graph_destroy(g);
}

/* Displaced coordinates within displacements: deeper to evaluate than any chain of the graph. */
static void test_nested_displacements(void)
{
    enum { CHAIN = 400 };
    for (size_t levels = 1; levels <= 8; levels++) {
        wn_graph *g;
        wn_graph_create(&g);
        wn_module m = add_perlin(g, 1), zero = add_constant(g, 0);
        for (size_t k = 0; k < levels; k++) {
            wn_module source = add_perlin(g, (int32_t)k);
            for (size_t i = 0; i < CHAIN; i++) {
                const wn_scale_bias_params p = { sizeof p, 0.5, (double)i };
                source = add(g, WN_SCALE_BIAS, &p, source, 0, 0);
            }
            m = add_displace(g, source, zero, m, zero);
        }
        double value = 0, by_plan = 1, *const out = &by_plan;
        CHECK(!wn_graph_point_f64(g, m, 0.5, 0.25, 0.75, &value, NULL), "%zu levels", levels);
        if (levels * CHAIN < WN_MAX_DEPTH - 40) {
            struct compiled c = compile(g, &m, 1);
            const double point[3] = { 0.5, 0.25, 0.75 };
            CHECK(
                !wn_plan_eval_f64(c.plan, c.workspace, 1, &point[0], &point[1], &point[2], &out) &&
                    bits_of(by_plan) == bits_of(value),
                "%zu levels", levels);
            discard(&c);
        } else {
            refuse_plan(g, &m, 1, WN_F64, WN_ERROR_LIMIT, WORDS("output 0", "1024"));
        }
        wn_graph_destroy(g);
    }
}

static void batch_of_f64(void *data, size_t n, const double *px, const double *py, const double *pz,
                         const double *const *sources, double *out)
{
    (void)data, (void)px, (void)py, (void)pz, (void)sources;
    memset(out, 0, n * sizeof *out);
}

static float point_of_f32(void *data, float px, float py, float pz, const float *sources)
{
    (void)data, (void)px, (void)py, (void)pz, (void)sources;
    return 0;
}

static void test_user_errors(void)
{
    const wn_user_params fine = { .size = sizeof fine, .batch_f64 = batch_of_f64 };
    wn_user_params p[4] = { fine, fine, fine, fine };
    p[0].size--;
    p[1].size = 0;
    p[2].source_count = WN_MAX_USER_SOURCES + 1;
    p[3].batch_f64 = NULL;
    static const struct {
        wn_status status;
        const char *word;
    } wanted[5] = { { WN_ERROR_ARGUMENT, "size" },
                    { WN_ERROR_ARGUMENT, "size" },
                    { WN_ERROR_PARAMETER, "source_count" },
                    { WN_ERROR_PARAMETER, "callback" },
                    { WN_ERROR_ARGUMENT, "size" } };
    for (size_t i = 0; i < 5; i++) {
        wn_graph *g;
        wn_graph_create(&g);
        CHECK(!wn_graph_add(g, WN_USER, i < 4 ? &p[i] : NULL, NULL, 0) && !wn_graph_count(g) &&
                  wn_graph_status(g) == wanted[i].status &&
                  strstr(wn_graph_message(g), wanted[i].word) &&
                  strstr(wn_graph_message(g), "user"),
              "case %zu: %s", i, wn_graph_message(g));
        wn_graph_destroy(g);
    }
    /* another number of sources than the parameters say */
    for (size_t said = 0; said <= WN_MAX_USER_SOURCES; said++) {
        for (size_t given = 1; given <= WN_MAX_USER_SOURCES + 1; given++) {
            wn_graph *g;
            wn_graph_create(&g);
            const wn_module q = add_perlin(g, 1);
            const wn_module sources[WN_MAX_USER_SOURCES + 1] = { q, q, q, q, q };
            wn_user_params user = fine;
            user.source_count = said;
            const wn_module m = wn_graph_add(g, WN_USER, &user, sources, given);
            CHECK(said == given ? m == 2 : !m && wn_graph_status(g) == WN_ERROR_ARGUMENT,
                  "%zu sources instead of %zu", given, said);
            CHECK(said != given ||
                      (wn_graph_source(g, m, said - 1) == q && !wn_graph_source(g, m, said)),
                  "%zu sources", said);
            wn_graph_destroy(g);
        }
    }
    /* none for the precision; unconnected */
    wn_graph *g;
    wn_graph_create(&g);
    wn_user_params user = fine;
    const wn_module in_f64 = wn_graph_add(g, WN_USER, &user, NULL, 0);
    user.batch_f64 = NULL, user.point_f32 = point_of_f32, user.source_count = 2;
    const wn_module in_f32 = wn_graph_add(g, WN_USER, &user, NULL, 0);
    wn_graph_set_name(g, in_f64, "ours");
    refuse_plan(g, &in_f64, 1, WN_F32, WN_ERROR_PARAMETER, WORDS("module 1", "ours", "callback"));
    refuse_plan(g, &in_f32, 1, WN_F32, WN_ERROR_UNCONNECTED, WORDS("module 2", "source 0"));
    CHECK(!wn_graph_connect(g, in_f32, 0, in_f64) && !wn_graph_connect(g, in_f32, 1, in_f64),
          "connected");
    CHECK(slots_of(g, in_f64) == 1, "in f64");
    refuse_plan(g, &in_f32, 1, WN_F64, WN_ERROR_PARAMETER, WORDS("module 2", "user", "callback"));
    refuse_plan(g, &in_f32, 1, WN_F32, WN_ERROR_PARAMETER, WORDS("module 1", "ours", "callback"));
    double value = 5;
    float single = 5;
    CHECK(wn_graph_point_f32(g, in_f64, 0, 0, 0, &single, NULL) == WN_ERROR_PARAMETER &&
              wn_graph_point_f64(g, in_f32, 0, 0, 0, &value, NULL) == WN_ERROR_PARAMETER &&
              value == 5 && single == 5,
          "a point");
    CHECK(!wn_graph_point_f64(g, in_f64, 0, 0, 0, &value, NULL) && value == 0, "a point in f64");
    CHECK(!wn_graph_status(g), "%s", wn_graph_message(g));
    wn_graph_connect(g, in_f32, 1, in_f32);
    refuse_plan(g, &in_f32, 1, WN_F32, WN_ERROR_CYCLE, WORDS("module 2"));
    CHECK(wn_graph_connect(g, in_f32, 2, in_f64) == WN_ERROR_ARGUMENT, "a third slot");
    wn_graph_destroy(g);
    CHECK(!strcmp(wn_type_name(WN_USER), "user") && wn_type_is_module(WN_USER) == 1 &&
              wn_type_from_name("user") == WN_NONE && !wn_type_params_size(WN_USER) &&
              wn_params_init(WN_USER, &user, sizeof user) == WN_ERROR_ARGUMENT,
          "user modules are not in the registry");
}

/* What a graph and the registry tell of parameters. */
static void test_descriptions(void)
{
    static struct any_params params, back;
    const struct random_source source = { &state, DBL_MAX, 8, 0 };
    size_t types = 0;
    for (; wn_type_at(types); types++) {
        const wn_type type = wn_type_at(types);
        const struct wn_entry *const e = wn_entry_find(type);
        CHECK(wn_type_from_name(wn_type_name(type)) == type && *wn_type_doc(type), "%d", (int)type);
        CHECK(wn_type_is_module(type) == (e->kind != WN_KIND_PRIMITIVE), "%s", e->name);
        size_t count = 0;
        while (wn_type_param(type, count))
            count++;
        CHECK(count == e->param_count && !wn_type_param(type, SIZE_MAX) &&
                  wn_type_params_size(type) == (count ? e->params_size : 0),
              "%s: %zu parameters", e->name, count);
        for (size_t k = 0; k < count; k++) {
            const wn_param *const p = wn_type_param(type, k);
            CHECK(*p->name && *p->doc && p->minimum <= p->maximum && p->offset < e->params_size &&
                      (p->kind > WN_PARAM_INT ||
                       (p->initial >= p->minimum && p->initial <= p->maximum)) &&
                      (!k || p->offset > wn_type_param(type, k - 1)->offset),
                  "%s.%s", e->name, p->name);
        }
        if (e->kind == WN_KIND_PRIMITIVE)
            continue;
        wn_graph *g;
        wn_graph_create(&g);
        random_params(types, &source, &params);
        const wn_module m = wn_graph_add(g, type, params.bytes, NULL, 0);
        memset(back.bytes, 1, sizeof back.bytes);
        const wn_status status = wn_graph_params(g, m, back.bytes, e->params_size);
        CHECK(count ? !status : status == WN_ERROR_ARGUMENT, "%s: %s", e->name,
              wn_status_string(status));
        CHECK(wn_graph_params(g, m, back.bytes, e->params_size - 1) == WN_ERROR_ARGUMENT &&
                  wn_graph_params(g, m, NULL, e->params_size) == WN_ERROR_ARGUMENT &&
                  wn_graph_params(g, m + 1, back.bytes, e->params_size) == WN_ERROR_ARGUMENT &&
                  wn_graph_params(NULL, m, back.bytes, e->params_size) == WN_ERROR_ARGUMENT,
              "%s: arguments", e->name);
        /* control points are the graph's, and have the same bits */
        for (size_t k = 0; k < count && !status; k++) {
            const wn_param *const p = wn_type_param(type, k);
            char *const given = params.bytes + p->offset, *const kept = back.bytes + p->offset;
            if (p->kind != WN_PARAM_POINTS && p->kind != WN_PARAM_VALUES) {
                const size_t size = p->kind == WN_PARAM_REAL ? sizeof(double)
                    : p->kind == WN_PARAM_SEED               ? sizeof(uint64_t)
                                                             : sizeof(int32_t);
                CHECK(!memcmp(given, kept, size), "%s.%s", e->name, p->name);
                continue;
            }
            const void *points[2];
            size_t number[2];
            memcpy(&points[0], given, sizeof points[0]);
            memcpy(&points[1], kept, sizeof points[1]);
            memcpy(&number[0], given + sizeof points[0], sizeof number[0]);
            memcpy(&number[1], kept + sizeof points[1], sizeof number[1]);
            const size_t width = p->kind == WN_PARAM_POINTS ? sizeof(wn_control_point)
                                                            : sizeof(double);
            CHECK(points[0] != points[1] && number[0] == number[1] &&
                      !memcmp(points[0], points[1], number[0] * width),
                  "%s.%s", e->name, p->name);
        }
        wn_graph_destroy(g);
    }
    CHECK(types == WN_ENTRY_COUNT && !wn_type_at(SIZE_MAX), "%zu types", types);
    CHECK(!wn_type_name((wn_type)9999) && !wn_type_doc((wn_type)9999) &&
              !wn_type_param((wn_type)9999, 0) && !wn_type_params_size((wn_type)9999) &&
              !wn_type_is_module((wn_type)9999) && !wn_type_is_module(WN_NONE),
          "an unknown type");
}

/* Each parameter of each module outside of its range: the message names module and parameter. */
static void test_parameters(void)
{
    static struct any_params params;
    const struct random_source source = { &state, DBL_MAX, 4, 1 };
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        const struct wn_entry *const e = &wn_entries[entry];
        if (e->kind == WN_KIND_PRIMITIVE)
            continue;
        for (const wn_param *p = e->params; p->name; p++) {
            if (p->kind == WN_PARAM_SEED)
                continue; /* any seed is valid */
            wn_graph *g;
            wn_graph_create(&g);
            add_perlin(g, 1);
            random_params(entry, &source, &params);
            if (p->kind == WN_PARAM_REAL) {
                const double nan = NAN;
                memcpy(params.bytes + p->offset, &nan, sizeof nan);
            } else if (p->kind == WN_PARAM_INT) {
                if (p->minimum <= INT32_MIN && p->maximum >= INT32_MAX) {
                    wn_graph_destroy(g);
                    continue; /* any integer is valid */
                }
                const int32_t beyond = (int32_t)p->maximum + 1;
                memcpy(params.bytes + p->offset, &beyond, sizeof beyond);
            } else {
                const size_t few = 1;
                memcpy(params.bytes + p->offset + sizeof(void *), &few, sizeof few);
            }
            const wn_module m = wn_graph_add(g, e->type, params.bytes, NULL, 0);
            CHECK(m == WN_MODULE_NONE && wn_graph_status(g) == WN_ERROR_PARAMETER &&
                      wn_graph_count(g) == 1,
                  "%s.%s", e->name, p->name);
            const char *const message = wn_graph_message(g);
            CHECK(strstr(message, "module 2") && strstr(message, e->name) &&
                      strstr(message, p->name),
                  "%s.%s: %s", e->name, p->name, message);
            wn_graph_destroy(g);
        }
    }
}

/* The first error stays, and all that follows fails with it. */
static void test_sticky_errors(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    CHECK(!wn_graph_status(g) && !*wn_graph_message(g), "a new graph");
    const wn_module p = add_perlin(g, 1);
    const wn_fractal_params bad = { sizeof bad, 1, 2, 0.5, 31, 1, 0, 1 };
    const wn_module q = wn_graph_add(g, WN_PERLIN, &bad, NULL, 0);
    CHECK(!q && wn_graph_status(g) == WN_ERROR_PARAMETER && strstr(wn_graph_message(g), "octaves"),
          "%s", wn_graph_message(g));
    char first[256];
    snprintf(first, sizeof first, "%s", wn_graph_message(g));
    const wn_module chained = wn_graph_add(g, WN_CACHE, NULL, &q, 1); /* as in a chain of calls */
    CHECK(wn_graph_add(g, WN_SIN, NULL, NULL, 0) == WN_MODULE_NONE, "a primitive");
    CHECK(wn_graph_connect(g, 99, 0, p) == WN_ERROR_ARGUMENT, "no such module");
    CHECK(wn_graph_status(g) == WN_ERROR_PARAMETER && !strcmp(first, wn_graph_message(g)),
          "the first error stays");
    refuse_plan(g, &p, 1, WN_F64, WN_ERROR_PARAMETER, WORDS("octaves", "module 2"));
    const wn_module top = chained ? chained : p;
    refuse_plan(g, &top, 1, WN_F64, WN_ERROR_PARAMETER, WORDS("octaves"));
    double value = 5;
    CHECK(wn_graph_point_f64(g, p, 0, 0, 0, &value, NULL) == WN_ERROR_PARAMETER && value == 5,
          "a point");
    wn_graph_destroy(g);

    /* each other way to make one */
    static const struct {
        wn_type type;
        size_t count;
        wn_module source;
        wn_status status;
    } adds[] = {
        { WN_SIN, 0, 0, WN_ERROR_ARGUMENT },      { WN_GRADIENT3, 0, 0, WN_ERROR_ARGUMENT },
        { WN_NONE, 0, 0, WN_ERROR_ARGUMENT },     { (wn_type)999, 0, 0, WN_ERROR_ARGUMENT },
        { WN_ADD, 1, 1, WN_ERROR_ARGUMENT },      { WN_ADD, 3, 1, WN_ERROR_ARGUMENT },
        { WN_PERLIN, 1, 1, WN_ERROR_ARGUMENT },   { WN_CACHE, 1, 2, WN_ERROR_ARGUMENT },
        { WN_CURVE, 1, 1, WN_ERROR_PARAMETER },   { WN_CACHE, 1, UINT32_MAX, WN_ERROR_ARGUMENT },
        { WN_TERRACE, 0, 0, WN_ERROR_PARAMETER }, { WN_SELECT, 2, 1, WN_ERROR_ARGUMENT },
    };
    for (size_t i = 0; i < sizeof adds / sizeof *adds; i++) {
        wn_graph_create(&g);
        add_perlin(g, 1);
        const wn_module sources[3] = { adds[i].source, adds[i].source, adds[i].source };
        CHECK(!wn_graph_add(g, adds[i].type, NULL, sources, adds[i].count), "add %zu", i);
        CHECK(wn_graph_status(g) == adds[i].status && strstr(wn_graph_message(g), "module 2"),
              "add %zu: %s", i, wn_graph_message(g));
        CHECK(wn_graph_count(g) == 1, "add %zu", i);
        wn_graph_destroy(g);
    }
    wn_graph_create(&g);
    CHECK(!wn_graph_add(g, WN_ADD, NULL, NULL, 2) && wn_graph_status(g) == WN_ERROR_ARGUMENT,
          "no sources");
    wn_graph_destroy(g);
    wn_graph_create(&g);
    const size_t wrong = 3;
    struct any_params params;
    default_params(WN_ENTRY_perlin, &params);
    memcpy(params.bytes, &wrong, sizeof wrong);
    CHECK(!wn_graph_add(g, WN_PERLIN, params.bytes, NULL, 0) &&
              wn_graph_status(g) == WN_ERROR_ARGUMENT,
          "a wrong size");
    wn_graph_destroy(g);
    static const struct {
        wn_module module;
        size_t slot;
        wn_module source;
    } connections[] = { { 0, 0, 1 }, { 3, 0, 1 },        { 1, 0, 1 },
                        { 2, 2, 1 }, { 2, SIZE_MAX, 1 }, { 2, 0, 3 } };
    for (size_t i = 0; i < sizeof connections / sizeof *connections; i++) {
        wn_graph_create(&g);
        add_perlin(g, 1);
        wn_graph_add(g, WN_ADD, NULL, NULL, 0);
        CHECK(wn_graph_connect(g, connections[i].module, connections[i].slot,
                               connections[i].source) == WN_ERROR_ARGUMENT &&
                  wn_graph_status(g) == WN_ERROR_ARGUMENT,
              "connection %zu", i);
        wn_graph_destroy(g);
    }
}

static void test_names(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p = add_perlin(g, 1), q = add_perlin(g, 2),
                    s = add(g, WN_SELECT, NULL, p, q, p);
    char name[] = "plains";
    CHECK(!wn_graph_set_name(g, p, name), "a name");
    name[0] = '?'; /* it was copied */
    CHECK(!strcmp(wn_graph_name(g, p), "plains") && wn_graph_find(g, "plains") == p, "the name");
    CHECK(!wn_graph_set_name(g, p, "plains"), "the same name again");
    CHECK(!wn_graph_set_name(g, p, "hills") && !wn_graph_find(g, "plains"), "another name");
    CHECK(!*wn_graph_name(g, q) && !*wn_graph_name(g, 0) && !*wn_graph_name(g, 99) &&
              !*wn_graph_name(NULL, 1),
          "no name");
    CHECK(!wn_graph_find(g, "") && !wn_graph_find(g, NULL) && !wn_graph_find(NULL, "hills"),
          "nothing found");
    CHECK(wn_graph_count(g) == 3 && wn_graph_count(NULL) == 0, "count");
    CHECK(wn_graph_type(g, s) == WN_SELECT && wn_graph_type(g, 0) == WN_NONE &&
              wn_graph_type(g, 4) == WN_NONE && wn_graph_type(NULL, 1) == WN_NONE,
          "type");
    CHECK(wn_graph_source_count(g, s) == 3 && wn_graph_source_count(g, p) == 0 &&
              wn_graph_source_count(NULL, 1) == 0,
          "source count");
    CHECK(wn_graph_source(g, s, 0) == p && wn_graph_source(g, s, 1) == q &&
              wn_graph_source(g, s, 2) == p && !wn_graph_source(g, s, 3) &&
              !wn_graph_source(g, 9, 0) && !wn_graph_source(NULL, s, 0),
          "sources");
    CHECK(!wn_graph_status(g), "%s", wn_graph_message(g));
    CHECK(wn_graph_set_name(g, q, "hills") == WN_ERROR_ARGUMENT &&
              wn_graph_status(g) == WN_ERROR_ARGUMENT,
          "a name that is taken");
    CHECK(!*wn_graph_name(g, q), "it has no name");
    wn_graph_destroy(g);
    static const char *const bad[] = { "", NULL };
    for (size_t i = 0; i < 2; i++) {
        wn_graph_create(&g);
        CHECK(wn_graph_set_name(g, add_perlin(g, 1), bad[i]) == WN_ERROR_ARGUMENT, "no name");
        wn_graph_destroy(g);
    }
}

static void test_arguments(void)
{
    CHECK(wn_graph_create(NULL) == WN_ERROR_ARGUMENT, "wn_graph_create");
    CHECK(!wn_graph_add(NULL, WN_PERLIN, NULL, NULL, 0), "wn_graph_add");
    CHECK(wn_graph_connect(NULL, 1, 0, 1) == WN_ERROR_ARGUMENT, "wn_graph_connect");
    CHECK(wn_graph_set_name(NULL, 1, "a") == WN_ERROR_ARGUMENT, "wn_graph_set_name");
    CHECK(wn_graph_status(NULL) && *wn_graph_message(NULL), "status without a graph");
    wn_graph_destroy(NULL);
    wn_plan_destroy(NULL);
    wn_workspace_destroy(NULL);
    CHECK(!wn_plan_outputs(NULL) && !wn_plan_slots(NULL) && !wn_plan_block(NULL), "no plan");
    wn_workspace *w = (wn_workspace *)(void *)&w;
    CHECK(wn_workspace_create(&w, NULL) == WN_ERROR_ARGUMENT && !w, "wn_workspace_create");

    wn_graph *g;
    wn_graph_create(&g);
    const wn_module p = add_perlin(g, 1);
    wn_plan *plan;
    wn_plan_options o;
    CHECK(wn_plan_options_init(&o, sizeof o - 1) == WN_ERROR_ARGUMENT &&
              wn_plan_options_init(NULL, sizeof o) == WN_ERROR_ARGUMENT,
          "wn_plan_options_init");
    CHECK(!wn_plan_options_init(&o, sizeof o) && o.size == sizeof o && o.precision == WN_F64 &&
              o.isa == WN_ISA_AUTO,
          "defaults");
#define REFUSED(status, ...)         \
    plan = (wn_plan *)(void *)&plan; \
    CHECK(wn_plan_create(&plan, __VA_ARGS__, NULL, 0) == status && !plan, "line %d", __LINE__)
    REFUSED(WN_ERROR_ARGUMENT, NULL, &p, 1, NULL);
    REFUSED(WN_ERROR_ARGUMENT, g, NULL, 1, NULL);
    REFUSED(WN_ERROR_ARGUMENT, g, &p, 0, NULL);
    REFUSED(WN_ERROR_ARGUMENT, g, &(wn_module) { 0 }, 1, NULL);
    REFUSED(WN_ERROR_ARGUMENT, g, &(wn_module) { 2 }, 1, NULL);
    REFUSED(WN_ERROR_ARGUMENT, g, ((wn_module[]) { p, UINT32_MAX }), 2, NULL);
    o.size--;
    REFUSED(WN_ERROR_ARGUMENT, g, &p, 1, &o);
    o.size++;
    o.precision = 16;
    REFUSED(WN_ERROR_ARGUMENT, g, &p, 1, &o);
    o.precision = WN_F32;
    for (int32_t isa = -2; isa < 20; isa++) {
        if (isa == WN_ISA_AUTO || (isa > 0 && isa < WN_ISA_COUNT && wn_isa_available((wn_isa)isa)))
            continue;
        o.isa = isa;
        REFUSED(WN_ERROR_ISA, g, &p, 1, &o);
        CHECK(wn_isa_set((wn_isa)isa) == WN_ERROR_ISA, "wn_isa_set(%d)", (int)isa);
        CHECK(!wn_isa_lanes((wn_isa)isa, WN_F64) || wn_isa_compiled((wn_isa)isa), "lanes of %d",
              (int)isa);
    }
    CHECK(wn_plan_create(NULL, g, &p, 1, NULL, NULL, 0) == WN_ERROR_ARGUMENT, "nowhere to put it");
    double value = 5;
    CHECK(wn_graph_point_f64(NULL, p, 0, 0, 0, &value, NULL) == WN_ERROR_ARGUMENT &&
              wn_graph_point_f64(g, 0, 0, 0, 0, &value, NULL) == WN_ERROR_ARGUMENT &&
              wn_graph_point_f64(g, 2, 0, 0, 0, &value, NULL) == WN_ERROR_ARGUMENT &&
              wn_graph_point_f64(g, p, 0, 0, 0, NULL, NULL) == WN_ERROR_ARGUMENT && value == 5,
          "wn_graph_point");
    wn_graph_destroy(g);
#undef REFUSED
    CHECK(WN_ISA_COUNT == 6 && !wn_isa_lanes(WN_ISA_AUTO, WN_F64) &&
              !wn_isa_lanes(WN_ISA_SCALAR, (wn_precision)7),
          "lanes of nothing");
    for (int32_t i = -3; i < 20; i++) {
        CHECK(wn_isa_name((wn_isa)i) && *wn_isa_name((wn_isa)i), "tier %d has no name", (int)i);
        CHECK(wn_status_string((wn_status)i) && *wn_status_string((wn_status)i),
              "status %d has no text", (int)i);
        if (i >= 0 && i < WN_ISA_COUNT)
            CHECK(wn_isa_from_name(wn_isa_name((wn_isa)i)) == i, "tier %d", (int)i);
    }
    CHECK(wn_isa_from_name(NULL) == -1 && wn_isa_from_name("") == -1 &&
              wn_isa_from_name("AVX2") == -1,
          "no tier");
    CHECK(wn_version() == WN_VERSION, "version");
}

/* Parameters are copied, control points too. */
static void test_copies(void)
{
    wn_graph *g;
    wn_graph_create(&g);
    wn_control_point points[4] = { { 1, 1 }, { -1, -1 }, { 0, 0.25 }, { 0.5, 0.75 } };
    wn_curve_params p = { sizeof p, points, 4 };
    const wn_module c = add(g, WN_CURVE, &p, add_constant(g, 0.25), 0, 0);
    double before, after;
    CHECK(!wn_graph_point_f64(g, c, 0, 0, 0, &before, NULL), "%s", wn_graph_message(g));
    struct compiled plan = compile(g, &c, 1);
    memset(points, 0, sizeof points);
    memset(&p, 0, sizeof p);
    CHECK(!wn_graph_point_f64(g, c, 0, 0, 0, &after, NULL) && bits_of(before) == bits_of(after),
          "the graph's copy");
    wn_graph_destroy(g);
    double *const out = &after;
    after = 0;
    CHECK(!evaluate(&plan, 1, x, y, z, &out) && bits_of(before) == bits_of(after),
          "the plan's copy");
    discard(&plan);
}

/* ---- Memory ---- */

/* Builds, compiles and evaluates with so many allocations; the status of the first failure. */
static wn_status with_allocations(long count)
{
    wn_graph *g = (wn_graph *)(void *)&g;
    wn_plan *plan = (wn_plan *)(void *)&g;
    wn_workspace *w = (wn_workspace *)(void *)&g;
    wn_profile line;
    size_t lines;
    char message[128];
    double v = 0.5, *const out = &v;
    allowed = count;
    wn_status status = wn_graph_create(&g);
    CHECK(status ? !g : g != NULL, "wn_graph_create");
    if (status) {
        allowed = -1;
        return status;
    }
    wn_module m = add_perlin(g, 1);
    for (int32_t k = 0; k < 40; k++) /* more than the recursion has room for on the stack */
        m = k % 8 ? add(g, WN_CACHE, NULL, m, 0, 0) : add_turbulence(g, k, m);
    static const wn_control_point points[4] = { { 0, 0 }, { 1, 2 }, { 2, 0 }, { 3, -1 } };
    static struct user user;
    memset(&user, 0, sizeof user);
    user.sources = 1;
    m = add(g, WN_CURVE, &(wn_curve_params) { sizeof(wn_curve_params), points, 4 }, m, 0, 0);
    m = add_displace(g, m, m, add_user(g, &user, BATCH, &m), m);
    wn_graph_set_name(g, m, "top");
    wn_module top = wn_graph_find(g, "top");
    status = wn_graph_status(g);
    CHECK(!status == !*wn_graph_message(g), "a message: %s", wn_graph_message(g));
    if (!status) {
        status = wn_graph_point_f64(g, top, v, v, v, &v, NULL);
        if (!status)
            status = wn_plan_create(&plan, g, &top, 1, NULL, message, sizeof message);
        else
            plan = NULL;
        CHECK(status ? !plan : plan != NULL, "wn_plan_create");
    } else {
        CHECK(wn_plan_create(&plan, g, &m, 1, NULL, message, sizeof message) && !plan, "a plan");
    }
    if (!status) {
        status = wn_workspace_create(&w, plan);
        CHECK(status ? !w : w != NULL, "wn_workspace_create");
    } else {
        w = NULL;
    }
    if (!status)
        status = wn_plan_profile(plan, w, &line, 1, &lines);
    allowed = -1;
    if (!status)
        CHECK(!wn_plan_eval_f64(plan, w, 1, &v, &v, &v, &out), "evaluation");
    wn_workspace_destroy(w);
    wn_plan_destroy(plan);
    wn_graph_destroy(g);
    return status;
}

static void test_memory(void)
{
    long count = 0;
    for (wn_status status = WN_ERROR_MEMORY; status && count < 10000; count++) {
        status = with_allocations(count);
        CHECK(!status || status == WN_ERROR_MEMORY, "after %ld allocations: %s", count,
              wn_status_string(status));
    }
    CHECK(count > 100 && count < 10000, "%ld allocations", count);

    /* evaluation allocates nothing, whatever the entry and the size */
    static struct any_params params;
    struct random_source source = { &state, FLT_MAX, 2, 1 };
    const double *const in[MAX_IN] = { x, y, z, y, z, x };
    double *const out[3] = { got[0], got[1], got[2] };
    random_coordinates(0);
    wn_isa_set(tier);
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        for (int i = 0; i < 20; i++) { /* among them most control points */
            random_params(entry, &source, &params);
            allocations = 0;
            CHECK(!wn_apply_f64(wn_entries[entry].type, params.bytes, POINTS, in, out), "%s",
                  wn_entries[entry].name);
            CHECK(!allocations, "%s: %lu allocations", wn_entries[entry].name, allocations);
        }
    }
    wn_graph *g;
    wn_graph_create(&g);
    CHECK(!wn_planet_build(g, NULL, NULL, 0), "planet");
    const wn_module planet = wn_graph_find(g, "finalPlanet");
    struct compiled c = compile(g, &planet, 1);
    allocations = 0;
    CHECK(!evaluate(&c, POINTS, x, y, z, out), "planet");
    wn_workspace_profile_start(c.workspace, 1);
    CHECK(!evaluate(&c, POINTS, x, y, z, out), "planet, timed");
    CHECK(!wn_selftest(NULL, 0), "self-test");
    CHECK(!allocations, "%lu allocations", allocations);
    discard(&c);
    wn_graph_destroy(g);
    wn_isa_set(WN_ISA_AUTO);
}

/* ---- The first calls of a process ---- */

static pthread_barrier_t start;
static double first_values[THREADS];
static wn_isa first_tiers[THREADS];

static void *first_call(void *argument)
{
    const size_t number = *(const size_t *)argument;
    const double where = 0.3;
    pthread_barrier_wait(&start);
    wn_perlin_f64(NULL, 1, &where, &where, &where, &first_values[number]);
    first_tiers[number] = wn_isa_active();
    return NULL;
}

/* Setting the tier while others evaluate changes no result. */
static void *setting_call(void *argument)
{
    const size_t number = *(const size_t *)argument;
    const double where = 0.3;
    pthread_barrier_wait(&start);
    for (int i = 0; i < 200; i++) {
        if (number == 0)
            wn_isa_set(i % 2 ? WN_ISA_SCALAR : WN_ISA_AUTO);
        wn_perlin_f64(NULL, 1, &where, &where, &where, &first_values[number]);
    }
    return NULL;
}

static void test_dispatch(void)
{
    pthread_barrier_init(&start, NULL, THREADS);
    run_threads(THREADS, first_call);
    for (size_t t = 1; t < THREADS; t++) {
        CHECK(first_tiers[t] == first_tiers[0], "tier of thread %zu", t);
        CHECK(bits_of(first_values[t]) == bits_of(first_values[0]), "value of thread %zu", t);
    }
    const double value = first_values[0];
    run_threads(THREADS, setting_call);
    for (size_t t = 0; t < THREADS; t++)
        CHECK(bits_of(first_values[t]) == bits_of(value), "value of thread %zu", t);
    wn_isa_set(WN_ISA_AUTO);
    CHECK(wn_isa_active() == first_tiers[0] && wn_isa_available(wn_isa_active()),
          "the widest tier");
    pthread_barrier_destroy(&start);
}

int main(int argc, char **argv)
{
    struct check_options o;
    int code, result = 0;
    test_dispatch(); /* before anything has been resolved */
    if (check_options(argc, argv, &o, &code))
        return code;
    setvbuf(stdout, NULL, _IOLBF, 0);
    state = o.seed;
    for (tier = WN_ISA_SCALAR; tier < WN_ISA_COUNT && !check_wants(&o, tier); tier++)
        continue;
    test_unconnected();
    test_cycles();
    test_depth();
    test_slots();
    test_f32_parameters();
    test_nested_displacements();
    test_user_errors();
    test_descriptions();
    test_parameters();
    test_sticky_errors();
    test_names();
    test_arguments();
    test_copies();
    test_memory();
    result |= check_done("graph");
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (check_wants(&o, isa)) {
            CHECK(!wn_isa_set(isa), "wn_isa_set(%s)", wn_isa_name(isa));
            result |= test_graph_f32(&o, isa) | test_graph_f64(&o, isa);
        }
    }
    return result;
}
#endif
