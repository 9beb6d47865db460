/* SPDX-License-Identifier: MIT */
/*
 * Seeded random parameters, valid by the registry, for each of its shapes: mostly ordinary ones,
 * often enough the limits. A shape without a generator here does not compile.
 */
#ifndef WN_TESTS_RANDOM_PARAMS_H
#define WN_TESTS_RANDOM_PARAMS_H

#include "../kernels/table.h"
#include "check.h"

#include <float.h>
#include <math.h>
#include <stddef.h>

enum {
    MAX_TURNS = 3 * WN_MAX_POINTS,
    /* the arrays that tests have; more do not compile */
    MAX_IN = 6,
    MAX_OUT = 3,
};
#define E(name, type, kind, inputs, outputs, ...) \
    _Static_assert(inputs <= MAX_IN && outputs <= MAX_OUT, "the tests have not as many arrays");
WN_REGISTRY(E)
#undef E

struct any_params {
    _Alignas(max_align_t) char bytes[WN_PARAMS_MAX];
    wn_control_point points[WN_MAX_POINTS]; /* what curves and terraces point to */
    double values[WN_MAX_POINTS];
    double turn[MAX_TURNS]; /* inputs where the formula changes */
    size_t turns;
    double frequency; /* factor of the coordinates, 1 if there is none */
};

struct random_source {
    uint64_t *state;
    double limit; /* the greatest magnitude of a parameter, DBL_MAX or FLT_MAX */
    int32_t most_octaves;
    int tame; /* no limits and no extremes, so that results are numbers */
};

static inline uint32_t random_below(uint64_t *state, uint32_t n)
{
    return (uint32_t)((check_random(state) >> 32) * n >> 32);
}

static inline int32_t random_seed(uint64_t *state)
{
    static const int32_t edges[] = { INT32_MIN, INT32_MAX, 0, -1, 65536, INT32_MIN + 1 };
    if (random_below(state, 4))
        return (int32_t)(uint32_t)check_random(state);
    return edges[random_below(state, sizeof edges / sizeof *edges)];
}

/* A frequency, lacunarity, persistence, scale: any finite number, mostly an ordinary one. */
static inline double random_factor(const struct random_source *r)
{
    static const double edges[] = { 0.0, -0.0, 1e-300, -1e-30, 1, -1, 2, 0.5, 3, 1e9, 1e15, 1e30 };
    switch (r->tame ? 7 : random_below(r->state, 8)) {
    case 0:
        return edges[random_below(r->state, sizeof edges / sizeof *edges)];
    case 1:
        return -check_uniform(r->state, 0, 4);
    case 2:
        return random_below(r->state, 8) ? check_uniform(r->state, 0, 100)
            : random_below(r->state, 2)  ? r->limit
                                         : -r->limit;
    default:
        return check_uniform(r->state, 0.05, 4);
    }
}

static inline int32_t random_octaves(const struct random_source *r)
{
    const uint32_t few = r->most_octaves < 6 ? (uint32_t)r->most_octaves : 6;
    return 1 +
        (int32_t)random_below(r->state,
                              random_below(r->state, 6) ? few : (uint32_t)r->most_octaves);
}

static inline int32_t random_quality(uint64_t *state)
{
    return (int32_t)random_below(state, 3);
}

/* On or off. */
static inline int32_t random_switch(uint64_t *state)
{
    return (int32_t)random_below(state, 2);
}

static inline void add_turn(struct any_params *to, double v)
{
    if (to->turns < MAX_TURNS)
        to->turn[to->turns++] = v;
}

/* Numbers among which equal ones are likely. */
static inline double random_level(const struct random_source *r)
{
    static const double edges[] = { 0, -0.0, 1e-300, 1e30, -1e30, DBL_MIN, -DBL_MIN };
    const double v = check_uniform(r->state, -2, 2);
    switch (r->tame ? 9 : random_below(r->state, 10)) {
    case 0:
        return edges[random_below(r->state, sizeof edges / sizeof *edges)];
    case 1:
    case 2:
        return floor(v * 8) / 8;
    case 3:
        return nextafter(floor(v * 8) / 8, 4);
    case 4:
        return random_below(r->state, 10) ? v * 1000 : v > 0 ? r->limit : -r->limit;
    default:
        return v;
    }
}

static inline void random_bounds(const struct random_source *r, double *lower, double *upper)
{
    do {
        *lower = r->tame || random_below(r->state, 8) ? random_level(r) : -INFINITY;
        *upper = r->tame || random_below(r->state, 8) ? random_level(r) : INFINITY;
        if (*lower > *upper) {
            const double swap = *lower;
            *lower = *upper, *upper = swap;
        }
    } while (!(*lower < *upper));
}

static inline size_t random_count(uint64_t *state, size_t least)
{
    switch (random_below(state, 8)) {
    case 0:
        return WN_MAX_POINTS;
    case 1:
        return least + random_below(state, (uint32_t)(WN_MAX_POINTS - least + 1));
    default:
        return least + random_below(state, (uint32_t)(21 - least));
    }
}

/* Different levels, in any order. */
static inline void random_levels(const struct random_source *r, double *levels, size_t count)
{
    for (size_t i = 0, j; i < count; i++) {
        do {
            levels[i] = random_level(r);
            for (j = 0; j < i && levels[j] != levels[i]; j++)
                continue;
        } while (j < i);
    }
}

/* Fills a parameter struct `p` that has the defaults. */
#define RANDOM_PARAMS(shape)                                                                \
    static inline void random_##shape(const struct random_source *r, struct any_params *to, \
                                      wn_##shape##_params *p)

RANDOM_PARAMS(no)
{
    (void)r, (void)to, (void)p;
}

RANDOM_PARAMS(lattice)
{
    (void)to;
    p->quality = random_quality(r->state);
    p->seed = random_seed(r->state);
}

RANDOM_PARAMS(constant)
{
    (void)to;
    p->value = random_level(r);
}

RANDOM_PARAMS(fractal)
{
    to->frequency = p->frequency = random_factor(r);
    p->lacunarity = random_factor(r);
    p->persistence = random_factor(r);
    p->octaves = random_octaves(r);
    p->quality = random_quality(r->state);
    p->seed = random_seed(r->state);
    p->range_reduction = random_switch(r->state);
}

RANDOM_PARAMS(ridged_multi)
{
    to->frequency = p->frequency = random_factor(r);
    p->lacunarity = random_factor(r);
    p->octaves = random_octaves(r);
    if (!random_below(r->state, 8))
        p->octaves = random_below(r->state, 2) ? -p->octaves
            : random_below(r->state, 2)        ? 0
                                               : INT32_MIN;
    p->quality = random_quality(r->state);
    p->seed = random_seed(r->state);
    p->range_reduction = random_switch(r->state);
}

RANDOM_PARAMS(voronoi)
{
    to->frequency = p->frequency = random_factor(r);
    p->displacement = random_factor(r);
    p->seed = random_seed(r->state);
    p->distance = random_switch(r->state);
}

RANDOM_PARAMS(scale_bias)
{
    (void)to;
    p->scale = random_factor(r);
    p->bias = random_level(r);
}

RANDOM_PARAMS(clamp)
{
    random_bounds(r, &p->lower, &p->upper);
    add_turn(to, p->lower), add_turn(to, p->upper);
}

RANDOM_PARAMS(curve)
{
    p->points = to->points;
    p->count = random_count(r->state, 4);
    double inputs[WN_MAX_POINTS];
    random_levels(r, inputs, p->count);
    for (size_t i = 0; i < p->count; i++) {
        to->points[i] = (wn_control_point) { inputs[i], random_level(r) };
        add_turn(to, inputs[i]);
    }
}

RANDOM_PARAMS(terrace)
{
    p->points = to->values;
    p->count = random_count(r->state, 2);
    p->inverted = random_switch(r->state);
    random_levels(r, to->values, p->count);
    for (size_t i = 0; i < p->count; i++)
        add_turn(to, to->values[i]);
}

RANDOM_PARAMS(exponent)
{
    p->exponent = random_below(r->state, 4) ? random_level(r) : random_factor(r);
    add_turn(to, -1), add_turn(to, 1);
}

RANDOM_PARAMS(select)
{
    random_bounds(r, &p->lower, &p->upper);
    switch (random_below(r->state, 8)) {
    case 0:
        break; /* hard edges */
    case 1:
        p->falloff = random_below(r->state, 2) ? -check_uniform(r->state, 0, 1) : -0.0;
        break;
    case 2:
        p->falloff = fabs(random_level(r)); /* often too wide: limited */
        break;
    default:
        p->falloff = check_uniform(r->state, 0, 0.6);
    }
    add_turn(to, p->lower), add_turn(to, p->upper);
    const double half = (p->upper - p->lower) / 2, falloff = p->falloff > half ? half : p->falloff;
    add_turn(to, p->lower - falloff), add_turn(to, p->lower + falloff);
    add_turn(to, p->upper - falloff), add_turn(to, p->upper + falloff);
}

RANDOM_PARAMS(turbulence)
{
    to->frequency = p->frequency = random_factor(r);
    p->power = random_factor(r);
    p->roughness = random_octaves(r);
    p->seed = random_seed(r->state);
    p->range_reduction = random_switch(r->state);
}

RANDOM_PARAMS(checkerboard)
{
    (void)to;
    p->range_reduction = random_switch(r->state);
}

RANDOM_PARAMS(radial)
{
    to->frequency = p->frequency = random_factor(r);
}

RANDOM_PARAMS(cell)
{
    to->frequency = p->frequency = random_factor(r);
    p->displacement = random_factor(r);
    p->seed = random_seed(r->state);
    p->distance = random_below(r->state, 4) != 0;
    p->metric = WN_METRIC_EUCLIDEAN +
        (int32_t)random_below(r->state, WN_METRIC_MINKOWSKI - WN_METRIC_EUCLIDEAN + 1);
    p->minkowski = 1 + (int32_t)random_below(r->state, random_below(r->state, 3) ? 5 : 64);
    p->metric_distance = random_switch(r->state);
}

RANDOM_PARAMS(simplex)
{
    to->frequency = p->frequency = random_factor(r);
    p->lacunarity = random_factor(r);
    p->persistence = random_factor(r);
    p->octaves = random_octaves(r);
}

RANDOM_PARAMS(white)
{
    static const int32_t edges[] = { 0, 1, -1, 2, 16777217, INT32_MAX, INT32_MIN };
    switch (r->tame ? 3 : random_below(r->state, 4)) {
    case 0:
        p->scale = edges[random_below(r->state, sizeof edges / sizeof *edges)];
        break;
    case 1:
        p->scale = (int32_t)(uint32_t)check_random(r->state);
        break;
    default:
        p->scale = (int32_t)random_below(r->state, 1001) - 500;
    }
    p->seed = random_seed(r->state);
    to->frequency = p->scale;
}

RANDOM_PARAMS(sm_seed)
{
    (void)to;
    p->seed = random_seed(r->state);
}

RANDOM_PARAMS(sm_octave)
{
    (void)to;
    p->octaves = random_octaves(r);
    if (!r->tame && !random_below(r->state, 8))
        p->octaves = (int32_t)random_below(r->state, 65);
    if (!r->tame && !random_below(r->state, 16))
        p->octaves = random_below(r->state, 2) ? -p->octaves : INT32_MIN;
    p->seed = random_seed(r->state);
}

RANDOM_PARAMS(sm_simplex)
{
    (void)to;
    p->variant = (int32_t)random_below(r->state, 2);
}

/* Degrees: around the quarters of a turn, and up to what no longer has a meaning as an angle. */
static inline double random_degrees(const struct random_source *r)
{
    switch (r->tame ? 3 : random_below(r->state, 5)) {
    case 0:
        return 90.0 * ((int32_t)random_below(r->state, 17) - 8);
    case 1:
        return random_level(r);
    case 2:
        return ldexp(check_uniform(r->state, -1, 1), (int)random_below(r->state, 127));
    default:
        return check_uniform(r->state, -720, 720);
    }
}

RANDOM_PARAMS(rotate_point)
{
    (void)to;
    p->x = random_degrees(r);
    p->y = random_degrees(r);
    p->z = random_degrees(r);
}

RANDOM_PARAMS(scale_point)
{
    (void)to;
    p->x = random_factor(r);
    p->y = random_factor(r);
    p->z = random_factor(r);
}

RANDOM_PARAMS(translate_point)
{
    (void)to;
    p->x = random_level(r);
    p->y = random_level(r);
    p->z = random_level(r);
}

/* Any 64 bits, often few of them. */
static inline uint64_t random_seed64(uint64_t *state)
{
    static const uint64_t edges[] = { 0, UINT64_MAX, UINT64_C(1) << 63, UINT32_MAX, 1, 1u << 31 };
    switch (random_below(state, 4)) {
    case 0:
        return edges[random_below(state, sizeof edges / sizeof *edges)];
    case 1:
        return check_random(state) >> 32;
    default:
        return check_random(state);
    }
}

/* An offset: mostly near, sometimes too far for fractions. */
static inline double random_offset(const struct random_source *r)
{
    switch (r->tame ? 3 : random_below(r->state, 8)) {
    case 0:
        return ldexp(check_uniform(r->state, -1, 1), (int)random_below(r->state, 120));
    case 1:
        return random_level(r);
    case 2:
        return check_uniform(r->state, -1e9, 1e9);
    default:
        return random_below(r->state, 2) ? 0 : check_uniform(r->state, -50, 50);
    }
}

/* The fields that noise and noise_fractal share. */
#define RANDOM_NOISE(p)                                                                      \
    do {                                                                                     \
        (p)->seed = random_seed64(r->state);                                                 \
        (p)->frequency = to->frequency = random_factor(r);                                   \
        (p)->offset_x = random_offset(r);                                                    \
        (p)->offset_y = random_offset(r);                                                    \
        (p)->offset_z = random_offset(r);                                                    \
        (p)->offset_w = random_offset(r);                                                    \
        (p)->primitive = (int32_t)random_below(r->state, WN_PRIMITIVE_WHITE + 1);            \
        (p)->metric = (int32_t)random_below(r->state, WN_CELLULAR_HYBRID + 1);               \
        (p)->returns = (int32_t)random_below(r->state, WN_CELLULAR_EDGE + 1);                \
        (p)->raw = random_switch(r->state);                                                  \
        (p)->jitter = random_below(r->state, 2) ? 1 : check_uniform(r->state, 0, 1);         \
        (p)->axes = random_below(r->state, 2) ? 7 : 1 + (int32_t)random_below(r->state, 15); \
        (p)->w = random_level(r);                                                            \
    } while (0)

RANDOM_PARAMS(noise)
{
    RANDOM_NOISE(p);
}

RANDOM_PARAMS(noise_fractal)
{
    RANDOM_NOISE(p);
    p->fractal = (int32_t)random_below(r->state, WN_FRACTAL_HYBRID_MULTI + 1);
    p->octaves = random_octaves(r);
    p->lacunarity = random_factor(r);
    p->gain = r->tame || random_below(r->state, 4) ? check_uniform(r->state, 0, 1)
                                                   : random_factor(r);
    p->weighted_strength = random_below(r->state, 2) ? 0 : check_uniform(r->state, 0, 1);
    p->ping_pong_strength = random_factor(r);
    p->bounding = random_switch(r->state);
}

RANDOM_PARAMS(warp)
{
    p->seed = random_seed64(r->state);
    p->frequency = to->frequency = random_factor(r);
    p->offset_x = random_offset(r);
    p->offset_y = random_offset(r);
    p->offset_z = random_offset(r);
    p->amplitude = random_factor(r);
    p->warp = random_switch(r->state);
    p->primitive = (int32_t)random_below(r->state, WN_PRIMITIVE_WHITE + 1);
    p->mode = random_switch(r->state);
    p->octaves = random_octaves(r);
    p->lacunarity = random_factor(r);
    p->gain = random_factor(r);
    p->axes = random_below(r->state, 2) ? 7 : 1 + (int32_t)random_below(r->state, 7);
}

/* Makes parameters valid for an entry of native noise, where that depends on several of them. */
static inline void fit_params(size_t entry, void *params)
{
    const struct wn_entry *const e = &wn_entries[entry];
    int32_t *primitive, *axes, *returns = NULL, *raw = NULL;
    if (e->type == WN_NOISE || (e->type >= WN_NOISE1 && e->type <= WN_NOISE4)) {
        wn_noise_params *const p = params;
        primitive = &p->primitive, axes = &p->axes, returns = &p->returns;
    } else if (e->type == WN_FRACTAL || (e->type >= WN_FRACTAL1 && e->type <= WN_FRACTAL4)) {
        wn_noise_fractal_params *const p = params;
        primitive = &p->primitive, axes = &p->axes, returns = &p->returns, raw = &p->raw;
    } else if (e->type == WN_WARP || e->type == WN_WARP2 || e->type == WN_WARP3) {
        wn_warp_params *const p = params;
        primitive = &p->primitive, axes = &p->axes;
        if (*primitive == WN_PRIMITIVE_CELLULAR)
            *primitive = WN_PRIMITIVE_SIMPLEX;
        if (!(*axes & (*axes - 1))) /* less than two */
            *axes = 7;
    } else {
        return;
    }
    const int32_t read = *axes;
    const uint32_t dimensions = e->kind == WN_KIND_PRIMITIVE ? e->inputs
                                                             : (uint32_t)wn_axes_count(read);
    if ((dimensions == 1 || dimensions == 4) &&
        (*primitive == WN_PRIMITIVE_SUPER_SIMPLEX || *primitive == WN_PRIMITIVE_CELLULAR))
        *primitive = WN_PRIMITIVE_PERLIN;
    const int32_t mask = e->kind == WN_KIND_PRIMITIVE ? (1 << dimensions) - 1 : read;
    if (returns && *returns >= WN_CELLULAR_X && *returns <= WN_CELLULAR_Z &&
        !(mask >> (*returns - WN_CELLULAR_X) & 1))
        *returns = mask & 1 ? WN_CELLULAR_X : mask & 2 ? WN_CELLULAR_Y : WN_CELLULAR_Z;
    if (raw) {
        *raw = 0;
        if (*returns >= WN_CELLULAR_ID && *returns <= WN_CELLULAR_Z)
            *returns = WN_CELLULAR_EDGE;
    }
}

/* The generator of each entry, by the registry. */
#define E(name, type, kind, inputs, outputs, sources, shape, doc)                              \
    static inline void random_any_##name(const struct random_source *r, struct any_params *to) \
    {                                                                                          \
        random_##shape(r, to, (wn_##shape##_params *)(void *)to->bytes);                       \
    }
WN_REGISTRY(E)
#undef E

/* Defaults; 0 if the entry has none. */
static inline int default_params(size_t entry, struct any_params *to)
{
    memset(to, 0, sizeof *to);
    to->frequency = 1;
    memcpy(to->bytes, &wn_entries[entry].params_size, sizeof(size_t));
    if (wn_entries[entry].param_count)
        wn_params_init(wn_entries[entry].type, to->bytes, wn_entries[entry].params_size);
    return wn_entries[entry].type != WN_CURVE && wn_entries[entry].type != WN_TERRACE;
}

static inline void random_params(size_t entry, const struct random_source *r, struct any_params *to)
{
    static void (*const generators[WN_ENTRY_COUNT])(const struct random_source *,
                                                    struct any_params *) = {
#define E(name, ...) random_any_##name,
        WN_REGISTRY(E)
#undef E
    };
    default_params(entry, to);
    generators[entry](r, to);
    fit_params(entry, to->bytes);
}

/* Prints parameters so that they can be typed in again. */
static inline void print_params(size_t entry, const struct any_params *params)
{
    for (const wn_param *p = wn_entries[entry].params; p->name; p++) {
        const char *const at = params->bytes + p->offset;
        if (p->kind == WN_PARAM_REAL) {
            double v;
            memcpy(&v, at, sizeof v);
            printf(" %s=%a", p->name, v);
        } else if (p->kind == WN_PARAM_INT) {
            int32_t v;
            memcpy(&v, at, sizeof v);
            printf(" %s=%" PRId32, p->name, v);
        } else if (p->kind == WN_PARAM_SEED) {
            uint64_t v;
            memcpy(&v, at, sizeof v);
            printf(" %s=%" PRIu64, p->name, v);
        } else {
            size_t count;
            memcpy(&count, at + sizeof(void *), sizeof count);
            printf(" %s=", p->name);
            for (size_t i = 0; i < count; i++) {
                if (p->kind == WN_PARAM_POINTS)
                    printf("(%a:%a)", params->points[i].input, params->points[i].output);
                else
                    printf("(%a)", params->values[i]);
            }
        }
    }
    printf("\n");
}

#endif
