/* SPDX-License-Identifier: MIT */
/*
 * Seeded random graphs in the precision being compiled, with user modules among theirs, and short
 * ways to build and compile graphs.
 */
#ifndef WN_TESTS_RANDOM_GRAPH_H
#define WN_TESTS_RANDOM_GRAPH_H

#include "../graph/internal.h"
#include "random_points.h"

#include <widenoise/widenoise.h>

enum { POINTS = 600, MAX_OUTPUTS = 3, MAX_MODULES = 64 };

/* Sanitizers are slow. (gcc does not tell of its UndefinedBehaviorSanitizer.) */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || \
    __has_feature(undefined_behavior_sanitizer)
#define SLOWED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SLOWED 1
#endif
#ifndef SLOWED
#define SLOWED 0
#endif

static uint64_t state;
static wn_isa tier; /* of all plans */

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
    return random_below(&state, n);
}

/* ---- Short ways to build and compile ---- */

static inline wn_module add(wn_graph *g, wn_type type, const void *params, wn_module a, wn_module b,
                            wn_module c)
{
    const wn_module sources[3] = { a, b, c };
    return wn_graph_add(g, type, params, sources, wn_entry_find(type)->sources);
}

static inline wn_module add_displace(wn_graph *g, wn_module source, wn_module dx, wn_module dy,
                                     wn_module dz)
{
    const wn_module sources[4] = { source, dx, dy, dz };
    return wn_graph_add(g, WN_DISPLACE, NULL, sources, 4);
}

static inline wn_module add_perlin(wn_graph *g, int32_t seed)
{
    wn_fractal_params p;
    wn_params_init(WN_PERLIN, &p, sizeof p);
    p.seed = seed;
    p.octaves = 2;
    return add(g, WN_PERLIN, &p, 0, 0, 0);
}

static inline wn_module add_turbulence(wn_graph *g, int32_t seed, wn_module source)
{
    wn_turbulence_params p;
    wn_params_init(WN_TURBULENCE, &p, sizeof p);
    p.seed = seed;
    p.power = 0.25;
    return add(g, WN_TURBULENCE, &p, source, 0, 0);
}

static inline wn_module add_constant(wn_graph *g, double value)
{
    return add(g, WN_CONSTANT, &(wn_constant_params) { sizeof(wn_constant_params), value }, 0, 0,
               0);
}

static inline wn_plan_options options_for(wn_precision precision)
{
    wn_plan_options options;
    wn_plan_options_init(&options, sizeof options);
    options.precision = precision;
    options.isa = tier;
    return options;
}

/* A plan with its workspace. */
struct compiled {
    wn_plan *plan;
    wn_workspace *workspace;
};

/* Points per block of the plans to be compiled, a multiple of 64; 0: as each plan chooses. */
static size_t plan_block;

static inline struct compiled compile(const wn_graph *g, const wn_module *outputs, size_t count)
{
    struct compiled c = { NULL, NULL };
    char message[256];
    const wn_plan_options options = options_for((wn_precision)WN_REAL);
    CHECK(!wn_plan_create(&c.plan, g, outputs, count, &options, message, sizeof message), "%s",
          message);
    CHECK(!*message && c.plan, "a message without an error: %s", message);
    if (plan_block)
        c.plan->block = plan_block;
    CHECK(!wn_workspace_create(&c.workspace, c.plan), "no workspace");
    return c;
}

static inline void discard(struct compiled *c)
{
    wn_workspace_destroy(c->workspace);
    wn_plan_destroy(c->plan);
}

static inline wn_status evaluate(const struct compiled *c, size_t n, const real *x, const real *y,
                                 const real *z, real *const *out)
{
    return WN_NAME(wn_plan_eval)(c->plan, c->workspace, n, x, y, z, out);
}

/* Points evaluated for a module since wn_workspace_profile_start(). */
static uint64_t points_of(const struct compiled *c, wn_module module)
{
    static wn_profile lines[4096];
    size_t count;
    CHECK(!wn_plan_profile(c->plan, c->workspace, lines, 4096, &count), "profile");
    for (size_t i = 0; i < count && i < 4096; i++) {
        if (lines[i].module == module)
            return lines[i].points;
    }
    return 0;
}

/* ---- User modules ---- */

/* What a user module is given as data. Its value depends on the seed and its arguments alone. */
struct user {
    double seed;
    size_t sources;
    uint64_t points, batches, singles; /* points asked for, and by how many calls of each kind */
    int wrong;                         /* a call that must not be */
    size_t seen;                       /* coordinates that were asked for */
    real at[3][POINTS];
};

/* Of the magnitude of noise, whatever the arguments. */
static inline real user_value(const struct user *user, real px, real py, real pz,
                              const real *sources)
{
    real v = (R(user->seed) + (px * R(0.25) - py)) + pz * R(0.125);
    for (size_t k = 0; k < user->sources; k++)
        v = v * R(0.5) + sources[k];
    return v > 2 || v < -2 ? 1 / v : v;
}

static inline void user_sees(struct user *user, real px, real py, real pz)
{
    user->points++;
    if (user->seen < POINTS) {
        user->at[0][user->seen] = px;
        user->at[1][user->seen] = py;
        user->at[2][user->seen++] = pz;
    }
}

static inline void user_batch(void *data, size_t n, const real *px, const real *py, const real *pz,
                              const real *const *sources, real *out)
{
    struct user *const user = data;
    user->batches++;
    user->wrong |= n < 1 || n > WN_MAX_BLOCK;
    for (size_t i = 0; i < n; i++) {
        real values[WN_MAX_USER_SOURCES] = { 0 };
        for (size_t k = 0; k < user->sources; k++)
            values[k] = sources[k][i];
        user_sees(user, px[i], py[i], pz[i]);
        out[i] = user_value(user, px[i], py[i], pz[i], values);
    }
}

static inline real user_point(void *data, real px, real py, real pz, const real *sources)
{
    struct user *const user = data;
    user->singles++;
    user_sees(user, px, py, pz);
    return user_value(user, px, py, pz, sources);
}

enum { BATCH = 1, POINT = 2 };

/* Parameters with callbacks of this precision. */
static inline wn_user_params user_params(void *data, size_t sources, int callbacks)
{
    wn_user_params p = { .size = sizeof p, .data = data, .source_count = sources };
    if (callbacks & BATCH)
        p.WN_NAME(batch) = user_batch;
    if (callbacks & POINT)
        p.WN_NAME(point) = user_point;
    return p;
}

static inline wn_module add_user(wn_graph *g, struct user *user, int callbacks,
                                 const wn_module *sources)
{
    const wn_user_params p = user_params(user, user->sources, callbacks);
    return wn_graph_add(g, WN_USER, &p, sources, user->sources);
}

/* ---- Random graphs ---- */

struct random_graph {
    wn_graph *graph;
    uint32_t depth[MAX_MODULES], cost[MAX_MODULES]; /* of the recursion */
    wn_module outputs[MAX_OUTPUTS];
    struct user *users; /* by module */
    size_t count, output_count;
    int with_caches, caches, transformers;
};

static inline wn_module random_source_module(const struct random_graph *r)
{
    const uint32_t count = (uint32_t)r->count, recent = count < 4 ? count : 4;
    return below(3) ? count - below(recent) : 1 + below(count);
}

/* Any type, but once there are a few generators mostly those that join modules. */
static inline const struct wn_entry *random_entry(const struct random_graph *r)
{
    static const size_t joints[] = { WN_ENTRY_select,   WN_ENTRY_select, WN_ENTRY_turbulence,
                                     WN_ENTRY_displace, WN_ENTRY_blend,  WN_ENTRY_cache,
                                     WN_ENTRY_add,      WN_ENTRY_max,    WN_ENTRY_rotate_point };
    if (!below(10))
        return &wn_user_entry;
    if (r->count > 3 && below(2))
        return &wn_entries[joints[below(sizeof joints / sizeof *joints)]];
    size_t entry;
    do
        entry = below(WN_ENTRY_COUNT);
    while (wn_entries[entry].kind == WN_KIND_PRIMITIVE || (!r->count && wn_entries[entry].sources));
    return &wn_entries[entry];
}

/* What a module costs the recursion, in perlins. */
static uint32_t cost_of(const struct wn_entry *entry)
{
    return entry->kind == WN_KIND_TRANSFORMER ? 5
        : entry->type == WN_CELL              ? 20
        : entry->type == WN_VORONOI           ? 5
                                              : 1;
}

/* Adds a module of any type over those that are there, unless the recursion would take too long. */
static inline void random_module(struct random_graph *r, const struct random_source *source)
{
    static struct any_params params;
    const struct wn_entry *const e = random_entry(r);
    if (e->type == WN_CACHE && !r->with_caches)
        return;
    struct user *const user = &r->users[r->count];
    const void *given = params.bytes;
    wn_user_params of_user;
    uint32_t source_count = e->sources;
    if (e->kind == WN_KIND_USER) {
        source_count = r->count ? below(WN_MAX_USER_SOURCES + 1) : 0;
        memset(user, 0, sizeof *user);
        user->seed = check_uniform(&state, -1, 1);
        user->sources = source_count;
        of_user = user_params(user, source_count, 1 + (int)below(3));
        given = &of_user;
    } else {
        random_params((size_t)(e - wn_entries), source, &params);
    }
    wn_module sources[WN_MAX_SOURCES] = { 0 };
    uint32_t depth = 0, cost = cost_of(e);
    for (uint32_t k = 0; k < source_count; k++) {
        sources[k] = random_source_module(r);
        cost += r->cost[sources[k] - 1];
        if (depth < r->depth[sources[k] - 1])
            depth = r->depth[sources[k] - 1];
    }
    if (depth == 12 || cost > 300)
        return;
    /* equal modules are merged */
    const int twice = e->kind != WN_KIND_USER && !below(8) && r->count + 1 < MAX_MODULES;
    for (int copy = 0; copy <= twice; copy++) {
        const int later = source_count && !below(4);
        const wn_module module = wn_graph_add(r->graph, e->type, given, sources,
                                              later ? 0 : source_count);
        for (uint32_t k = 0; later && k < source_count; k++)
            wn_graph_connect(r->graph, module, k, sources[k]);
        r->depth[r->count] = depth + 1;
        r->cost[r->count++] = cost;
        r->caches += e->type == WN_CACHE;
        r->transformers += e->kind == WN_KIND_TRANSFORMER;
        CHECK(module == r->count, "%s", wn_graph_message(r->graph));
    }
}

static inline struct random_graph make_random_graph(int tame)
{
    const struct random_source source = { &state, FLT_MAX, tame ? 3 : 4, tame };
    static struct user users[MAX_MODULES];
    struct random_graph r = { .users = users, .with_caches = (int)below(2) };
    wn_graph_create(&r.graph);
    const uint32_t tries = 2 + below(MAX_MODULES / 2 - 2);
    for (uint32_t i = 0; i < tries || !r.count; i++)
        random_module(&r, &source);
    r.output_count = 1 + below(MAX_OUTPUTS);
    for (size_t k = 0; k < r.output_count; k++)
        r.outputs[k] = random_source_module(&r);
    for (wn_module m = 1; m <= r.count; m++) { /* the largest of them */
        if (r.cost[m - 1] >= r.cost[r.outputs[0] - 1])
            r.outputs[0] = m;
    }
    return r;
}

/* Prints a graph so that it can be built again. */
static inline void print_graph(const wn_graph *g)
{
    for (size_t m = 1; m <= g->count; m++) {
        const struct wn_node *const node = &g->nodes[m - 1];
        printf("  %zu %s", m, node->entry->name);
        for (uint32_t k = 0; k < node->sources; k++)
            printf(" %" PRIu32, node->source[k]);
        printf("\n");
    }
}

#endif
