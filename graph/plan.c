/* SPDX-License-Identifier: MIT */
/* Compiling a graph to a plan, workspaces, and profiles. */
#include "internal.h"

#include <stdlib.h>
#include <string.h>

wn_status wn_plan_options_init(wn_plan_options *options, size_t size)
{
    if (!options || size != sizeof *options)
        return WN_ERROR_ARGUMENT;
    *options = (wn_plan_options) { size, WN_F64, WN_ISA_AUTO };
    return WN_OK;
}

/* ---- Compilation ---- */

/* Bytes that the values of a block may take. */
#define BLOCK_ROOM 131072

/* A hash map from 64-bit keys to slots + 1, by open addressing. */
struct map {
    struct map_line {
        uint64_t key;
        uint32_t slot; /* + 1; 0: free */
    } * lines;
    size_t capacity, count;
};

static uint64_t mix(uint64_t h)
{
    h = (h ^ (h >> 30)) * 0xbf58476d1ce4e5b9u;
    h = (h ^ (h >> 27)) * 0x94d049bb133111ebu;
    return h ^ (h >> 31);
}

static wn_status map_insert(struct map *m, uint64_t key, uint32_t slot)
{
    if (2 * m->count >= m->capacity) {
        struct map larger = { NULL, m->capacity ? 2 * m->capacity : 256, 0 };
        larger.lines = calloc(larger.capacity, sizeof *larger.lines);
        if (!larger.lines)
            return WN_ERROR_MEMORY;
        for (size_t i = 0; i < m->capacity; i++) {
            if (m->lines[i].slot)
                map_insert(&larger, m->lines[i].key, m->lines[i].slot - 1);
        }
        free(m->lines);
        *m = larger;
    }
    size_t i = mix(key) & (m->capacity - 1);
    while (m->lines[i].slot)
        i = (i + 1) & (m->capacity - 1);
    m->lines[i] = (struct map_line) { key, slot + 1 };
    m->count++;
    return WN_OK;
}

struct compile {
    wn_plan *plan;
    const wn_graph *graph;
    const void **module_prep; /* plan's copy of a module's prepared parameters, NULL until used */
    struct map by_module;     /* (module, space) -> slot */
    struct map
        by_content;  /* hash of a slot's content -> slot; lines with equal keys are compared */
    uint16_t *depth; /* of each slot's evaluation */
    int too_deep;    /* one of them was */
    size_t slot_capacity, space_capacity;
    char *message;
    size_t message_size;
};

static size_t prep_size(const wn_plan *plan, const struct wn_entry *entry)
{
    if (entry->kind == WN_KIND_USER)
        return sizeof(wn_user_params);
    return plan->precision == WN_F64 ? wn_references_f64[entry - wn_entries].prep_size
                                     : wn_references_f32[entry - wn_entries].prep_size;
}

/* 1 if a user module cannot be evaluated in the plan's precision. */
static int lacks_callback(const wn_plan *plan, const wn_user_params *user)
{
    return plan->precision == WN_F64 ? !user->batch_f64 && !user->point_f64
                                     : !user->batch_f32 && !user->point_f32;
}

/* The plan's copy of a module's prepared parameters. */
static wn_status copy_prep(struct compile *c, wn_module module, const void **prep)
{
    if (!c->module_prep[module - 1]) {
        const struct wn_node *node = &c->graph->nodes[module - 1];
        const int user = node->entry->kind == WN_KIND_USER;
        const void *from = user            ? node->params
            : c->plan->precision == WN_F64 ? node->prep_f64
                                           : node->prep_f32;
        if (!from || (user && lacks_callback(c->plan, from))) {
            wn_message(
                c->message, c->message_size, "module %lu%s%s (%s): %s", (unsigned long)module,
                node->name ? " " : "", wn_graph_name(c->graph, module), node->entry->name,
                user ? "it has no callback for the precision" : "a parameter is too large for f32");
            return WN_ERROR_PARAMETER;
        }
        const size_t size = prep_size(c->plan, node->entry);
        void *copy = malloc(size);
        if (!copy)
            return WN_ERROR_MEMORY;
        memcpy(copy, from, size);
        c->plan->preps[c->plan->prep_count++] = copy;
        c->module_prep[module - 1] = copy;
    }
    *prep = c->module_prep[module - 1];
    return WN_OK;
}

static int same_slot(const wn_plan *plan, const struct wn_slot *a, const struct wn_slot *b)
{
    if (a->entry->kind == WN_KIND_USER && a->module != b->module)
        return 0; /* they may count, or answer by turns */
    return a->entry == b->entry && a->space == b->space && a->kept == b->kept &&
        !memcmp(a->source, b->source, sizeof a->source) &&
        !memcmp(a->prep, b->prep, prep_size(plan, a->entry));
}

/*
 * Finds or makes the slot with some content; depth: of its evaluation. That goes on from a slot to
 * its sources, and to the slot of its coordinates, from which it may go down once more through what
 * displaces them. So it can be deeper than any chain of the graph, and the limit must hold for it
 * too, for the stack's sake.
 */
static wn_status intern(struct compile *c, struct wn_slot wanted, unsigned depth, uint32_t *slot)
{
    wn_plan *plan = c->plan;
    uint64_t key = mix((uint64_t)wanted.entry->type) ^ wanted.space;
    for (size_t i = 0; i < WN_MAX_SOURCES; i++)
        key = mix(key) ^ wanted.source[i];
    const unsigned char *bytes = wanted.prep;
    for (size_t i = 0; i < prep_size(plan, wanted.entry); i++)
        key = (key ^ bytes[i]) * 0x100000001b3u; /* FNV-1a */
    const struct map *m = &c->by_content;
    for (size_t i = mix(key) & (m->capacity - 1); m->capacity && m->lines[i].slot;
         i = (i + 1) & (m->capacity - 1)) {
        *slot = m->lines[i].slot - 1;
        if (m->lines[i].key == key && same_slot(plan, &plan->slots[*slot], &wanted))
            return WN_OK;
    }
    c->too_deep = depth > WN_MAX_DEPTH;
    if (c->too_deep || plan->slot_count == WN_MAX_SLOTS)
        return WN_ERROR_LIMIT;
    if (plan->slot_count == c->slot_capacity) {
        const size_t capacity = c->slot_capacity ? 2 * c->slot_capacity : 64;
        struct wn_slot *slots = realloc(plan->slots, capacity * sizeof *slots);
        if (!slots)
            return WN_ERROR_MEMORY;
        plan->slots = slots;
        uint16_t *depths = realloc(c->depth, capacity * sizeof *depths);
        if (!depths)
            return WN_ERROR_MEMORY;
        c->depth = depths;
        c->slot_capacity = capacity;
    }
    wanted.value = plan->value_count;
    plan->value_count += wanted.entry->outputs;
    *slot = plan->slot_count++;
    plan->slots[*slot] = wanted;
    c->depth[*slot] = (uint16_t)depth;
    if (plan->depth < depth)
        plan->depth = depth;
    return map_insert(&c->by_content, key, *slot);
}

/* The caller's coordinates that a slot's value depends on, but for those of its sources. */
static uint32_t axes_of(const struct wn_plan *plan, const struct wn_slot *slot, const void *params)
{
    const enum wn_kind kind = slot->entry->kind;
    if (kind == WN_KIND_USER) /* who knows */
        return WN_AXIS_X | WN_AXIS_Y | WN_AXIS_Z;
    if (kind != WN_KIND_GENERATOR && kind != WN_KIND_TRANSFORMER)
        return 0;
    const uint32_t read = wn_axes_read(slot->entry, params);
    uint32_t axes = 0;
    for (int k = 0; k < 3; k++)
        axes |= read >> k & 1 ? plan->spaces[slot->space].axes[k] : 0;
    return axes;
}

/* How much cheaper a generator's grid is than its points, on the safe side: rather too few points
 * make it compute a whole block than that it costs more. */
static uint32_t grid_gain(const struct wn_slot *slot, const void *params)
{
    int32_t primitive = WN_PRIMITIVE_PERLIN;
    switch (slot->entry->type) {
    case WN_NOISE:
        primitive = ((const wn_noise_params *)params)->primitive;
        break;
    case WN_FRACTAL:
        primitive = ((const wn_noise_fractal_params *)params)->primitive;
        break;
    case WN_PERLIN:
    case WN_BILLOW:
    case WN_RIDGED_MULTI:
        return 2;
    default:
        return 1;
    }
    switch (primitive) {
    case WN_PRIMITIVE_VALUE:
    case WN_PRIMITIVE_VALUE_CUBIC:
    case WN_PRIMITIVE_PERLIN:
        return 3;
    case WN_PRIMITIVE_CELLULAR:
        return 2;
    default:
        return 1;
    }
}

/* What a point costs: a rough figure, by which the order of evaluation is chosen and no value. */
static double point_cost(const struct wn_slot *slot, const void *params)
{
    const double noise = 16;
    switch (slot->entry->type) {
    case WN_FRACTAL:
        return noise * ((const wn_noise_fractal_params *)params)->octaves;
    case WN_PERLIN:
    case WN_BILLOW:
        return noise * ((const wn_fractal_params *)params)->octaves;
    case WN_RIDGED_MULTI:
        return noise * ((const wn_ridged_multi_params *)params)->octaves;
    case WN_TURBULENCE:
        return noise * 3 * ((const wn_turbulence_params *)params)->roughness;
    case WN_VORONOI:
        return noise * 5;
    default:
        return slot->entry->kind == WN_KIND_POINTWISE || slot->entry->kind == WN_KIND_SELECTOR
            ? 1
            : noise;
    }
}

/* What each coordinate that a transformer's slot makes depends on. */
static void space_axes(const struct wn_plan *plan, const struct wn_slot *slot, const void *params,
                       uint32_t axes[3])
{
    const uint32_t *const from = plan->spaces[slot->space].axes;
    uint32_t mixed = WN_AXIS_X | WN_AXIS_Y | WN_AXIS_Z; /* coordinates that read each other */
    if (slot->entry->type == WN_SCALE_POINT || slot->entry->type == WN_TRANSLATE_POINT ||
        slot->entry->type == WN_DISPLACE)
        mixed = 0;
    else if (slot->entry->type == WN_WARP)
        mixed = (uint32_t)((const wn_warp_params *)params)->axes;
    uint32_t together = 0;
    for (int k = 0; k < 3; k++)
        together |= mixed >> k & 1 ? from[k] : 0;
    for (int k = 0; k < 3; k++) {
        axes[k] = mixed >> k & 1 ? together : from[k];
        if (slot->entry->type == WN_DISPLACE)
            axes[k] |= plan->slots[slot->source[k]].axes;
    }
}

/* Finds or makes the coordinate space of a transformer's slot. */
static wn_status open_space(struct compile *c, uint32_t slot, uint32_t *space)
{
    wn_plan *plan = c->plan;
    *space = plan->slots[slot].opens;
    if (*space)
        return WN_OK;
    if (plan->space_count == c->space_capacity) {
        const size_t capacity = 2 * c->space_capacity;
        struct wn_space *spaces = realloc(plan->spaces, capacity * sizeof *spaces);
        if (!spaces)
            return WN_ERROR_MEMORY;
        plan->spaces = spaces;
        c->space_capacity = capacity;
    }
    *space = plan->space_count++;
    struct wn_space *const opened = &plan->spaces[*space];
    *opened = (struct wn_space) { .slot = slot,
                                  .value = plan->slots[slot].value,
                                  .unsteady = plan->slots[slot].unsteady };
    space_axes(plan, &plan->slots[slot], c->graph->nodes[plan->slots[slot].module - 1].params,
               opened->axes);
    plan->slots[slot].opens = *space;
    return WN_OK;
}

/* Finds or makes the slot of a module's value in a space. The graph has been checked. */
static wn_status compile_module(struct compile *c, wn_module module, uint32_t space, uint32_t *slot)
{
    const uint64_t key = (uint64_t)module << 32 | space;
    const struct map *m = &c->by_module;
    for (size_t i = mix(key) & (m->capacity - 1); m->capacity && m->lines[i].slot;
         i = (i + 1) & (m->capacity - 1)) {
        if (m->lines[i].key == key) {
            *slot = m->lines[i].slot - 1;
            return WN_OK;
        }
    }
    const struct wn_node *node = &c->graph->nodes[module - 1];
    const struct wn_entry *const entry = node->entry;
    struct wn_slot wanted = { .entry = entry, .inputs = entry->inputs, .module = module };
    wn_status status = copy_prep(c, module, &wanted.prep);
    if (entry->kind == WN_KIND_TRANSFORMER || entry->kind == WN_KIND_USER ||
        (entry->kind == WN_KIND_GENERATOR && entry->type != WN_CONSTANT))
        wanted.space = space;
    wanted.unsteady = entry->kind == WN_KIND_USER || c->plan->spaces[wanted.space].unsteady;
    wanted.kept = entry->type == WN_CACHE && !c->plan->spaces[space].unsteady;
    wanted.axes = axes_of(c->plan, &wanted, node->params);
    wanted.grid_gain = grid_gain(&wanted, node->params);
    const double cost = point_cost(&wanted, node->params);
    wanted.cost = cost > 1 ? cost : 1; /* octaves may be negative */
    unsigned depth = wanted.space ? c->depth[c->plan->spaces[wanted.space].slot] : 0;
    /* a transformer's source 0 is asked elsewhere; what displaces it is asked here */
    const uint32_t first = entry->kind == WN_KIND_TRANSFORMER;
    for (uint32_t i = first; i < node->sources && !status; i++) {
        uint32_t *const source = &wanted.source[i - first];
        status = compile_module(c, node->source[i], space, source);
        if (status)
            break;
        wanted.unsteady |= c->plan->slots[*source].unsteady;
        wanted.axes |= c->plan->slots[*source].axes;
        if (depth < c->depth[*source])
            depth = c->depth[*source];
    }
    if (entry->kind == WN_KIND_USER)
        wanted.inputs += node->sources;
    if (!status)
        status = intern(c, wanted, depth + 1, slot);
    if (!status && entry->kind == WN_KIND_TRANSFORMER) {
        /* the module's value is its source's, in the space that its coordinates open */
        uint32_t inner;
        status = open_space(c, *slot, &inner);
        if (!status)
            status = compile_module(c, node->source[0], inner, slot);
    }
    if (!status && c->by_module.count == WN_MAX_SLOTS)
        status = WN_ERROR_LIMIT;
    return status ? status : map_insert(&c->by_module, key, *slot);
}

static wn_status compile_plan(struct compile *c, const wn_module *outputs, size_t count)
{
    wn_plan *plan = c->plan;
    const size_t modules = c->graph->count;
    plan->module_count = modules;
    plan->module_types = malloc(modules * sizeof *plan->module_types);
    plan->preps = calloc(modules, sizeof *plan->preps);
    plan->outputs = calloc(count, sizeof *plan->outputs);
    c->module_prep = calloc(modules, sizeof *c->module_prep);
    c->space_capacity = 8;
    plan->spaces = calloc(c->space_capacity, sizeof *plan->spaces);
    if (!plan->module_types || !plan->preps || !plan->outputs || !c->module_prep || !plan->spaces)
        return WN_ERROR_MEMORY;
    plan->space_count = 1; /* the caller's coordinates: arrays 0 to 2 */
    for (uint32_t k = 0; k < 3; k++)
        plan->spaces[0].axes[k] = 1u << k;
    plan->value_count = 3;
    for (size_t i = 0; i < modules; i++)
        plan->module_types[i] = c->graph->nodes[i].entry->type;
    plan->output_count = count;
    for (size_t i = 0; i < count; i++) {
        const wn_status status = compile_module(c, outputs[i], 0, &plan->outputs[i]);
        if (status == WN_ERROR_LIMIT && c->too_deep)
            wn_message(c->message, c->message_size,
                       "output %lu: displaced coordinates are nested more than %d modules deep",
                       (unsigned long)i, WN_MAX_DEPTH);
        else if (status == WN_ERROR_LIMIT)
            wn_message(c->message, c->message_size,
                       "output %lu needs more than %d modules times coordinate spaces",
                       (unsigned long)i, WN_MAX_SLOTS);
        if (status)
            return status;
    }
    return WN_OK;
}

/* Blocks as long as their arrays stay in the second-level cache: on grids their length saves most of
 * what generators prepare for each. */
static size_t choose_block(const wn_plan *plan)
{
    const size_t room = BLOCK_ROOM / (plan->value_count * (size_t)(plan->precision / 8));
    size_t block = WN_MIN_BLOCK;
    while (2 * block <= WN_MAX_BLOCK && 2 * block <= room)
        block *= 2;
    return block;
}

wn_status wn_plan_create(wn_plan **plan, const wn_graph *graph, const wn_module *outputs,
                         size_t count, const wn_plan_options *options, char *message,
                         size_t message_size)
{
    wn_message(message, message_size, "%s", "");
    if (plan)
        *plan = NULL;
    wn_plan_options o;
    wn_plan_options_init(&o, sizeof o);
    if (options && options->size == sizeof o)
        o = *options;
    if (!plan || !graph || !outputs || !count || (options && options->size != sizeof o) ||
        (o.precision != WN_F32 && o.precision != WN_F64)) {
        wn_message(message, message_size, "wn_plan_create: %s",
                   wn_status_string(WN_ERROR_ARGUMENT));
        return WN_ERROR_ARGUMENT;
    }
    if (count > WN_MAX_SLOTS) {
        wn_message(message, message_size, "more than %d outputs", WN_MAX_SLOTS);
        return WN_ERROR_LIMIT;
    }
    wn_status status = wn_graph_check(graph, outputs, count, message, message_size);
    if (status)
        return status;
    const struct wn_tier *tier = wn_tier_get((wn_isa)o.isa);
    if (!tier) {
        wn_message(message, message_size, "tier %s is not available", wn_isa_name((wn_isa)o.isa));
        return WN_ERROR_ISA;
    }
    struct compile c = { .plan = calloc(1, sizeof(wn_plan)),
                         .graph = graph,
                         .message = message,
                         .message_size = message_size };
    if (!c.plan) {
        wn_message(message, message_size, "%s", wn_status_string(WN_ERROR_MEMORY));
        return WN_ERROR_MEMORY;
    }
    c.plan->precision = (wn_precision)o.precision;
    c.plan->tier = tier;
    status = compile_plan(&c, outputs, count);
    if (!status)
        c.plan->block = choose_block(c.plan);
    free(c.module_prep);
    free(c.depth);
    free(c.by_module.lines);
    free(c.by_content.lines);
    if (status) {
        if (status == WN_ERROR_MEMORY)
            wn_message(message, message_size, "%s", wn_status_string(status));
        wn_plan_destroy(c.plan);
        return status;
    }
    *plan = c.plan;
    return WN_OK;
}

void wn_plan_destroy(wn_plan *plan)
{
    if (!plan)
        return;
    for (size_t i = 0; i < plan->prep_count; i++)
        free(plan->preps[i]);
    free(plan->preps);
    free(plan->slots);
    free(plan->spaces);
    free(plan->outputs);
    free(plan->module_types);
    free(plan);
}

wn_precision wn_plan_precision(const wn_plan *plan)
{
    return plan ? plan->precision : (wn_precision)0;
}

wn_isa wn_plan_isa(const wn_plan *plan)
{
    return plan ? plan->tier->isa : WN_ISA_AUTO;
}

size_t wn_plan_outputs(const wn_plan *plan)
{
    return plan ? plan->output_count : 0;
}

size_t wn_plan_slots(const wn_plan *plan)
{
    return plan ? plan->slot_count : 0;
}

size_t wn_plan_block(const wn_plan *plan)
{
    return plan ? plan->block : 0;
}

/* ---- Workspace ---- */

/* Zeroed memory aligned to a cache line (C11's aligned_alloc wants a multiple of it). */
static void *allocate_lines(size_t size)
{
    void *p = aligned_alloc(64, (size + 63) / 64 * 64);
    if (p)
        memset(p, 0, size);
    return p;
}

wn_status wn_workspace_create(wn_workspace **workspace, const wn_plan *plan)
{
    if (workspace)
        *workspace = NULL;
    if (!workspace || !plan)
        return WN_ERROR_ARGUMENT;
    const size_t array = plan->block * (size_t)(plan->precision / 8);
    const size_t mask = plan->block / 8;
    wn_workspace *w = calloc(1, sizeof *w);
    if (!w)
        return WN_ERROR_MEMORY;
    w->plan = plan;
    w->values = allocate_lines(plan->value_count * array);
    w->scratch = allocate_lines(WN_SCRATCH_ARRAYS * array);
    w->valid = calloc(plan->slot_count, mask);
    w->masks = calloc(1 + WN_LEVEL_MASKS * plan->depth, mask);
    w->points = calloc(plan->block, sizeof *w->points);
    w->work = calloc(plan->slot_count, sizeof *w->work);
    if (!w->values || !w->scratch || !w->valid || !w->masks || !w->points || !w->work) {
        wn_workspace_destroy(w);
        return WN_ERROR_MEMORY;
    }
    *workspace = w;
    return WN_OK;
}

void wn_workspace_destroy(wn_workspace *workspace)
{
    if (!workspace)
        return;
    free(workspace->values);
    free(workspace->scratch);
    free(workspace->valid);
    free(workspace->masks);
    free(workspace->points);
    free(workspace->work);
    free(workspace);
}

/* ---- Profile ---- */

wn_status wn_workspace_profile_start(wn_workspace *workspace, int32_t timed)
{
    if (!workspace)
        return WN_ERROR_ARGUMENT;
    memset(workspace->work, 0, workspace->plan->slot_count * sizeof *workspace->work);
    workspace->timed = timed != 0;
    return WN_OK;
}

wn_status wn_plan_profile(const wn_plan *plan, const wn_workspace *workspace, wn_profile *entries,
                          size_t capacity, size_t *count)
{
    if (!plan || !workspace || !count || (capacity && !entries))
        return WN_ERROR_ARGUMENT;
    if (workspace->plan != plan)
        return WN_ERROR_WORKSPACE;
    wn_profile *sums = calloc(plan->module_count, sizeof *sums);
    if (!sums)
        return WN_ERROR_MEMORY;
    for (uint32_t s = 0; s < plan->slot_count; s++) {
        wn_profile *sum = &sums[plan->slots[s].module - 1];
        sum->module = plan->slots[s].module;
        sum->type = plan->module_types[sum->module - 1];
        sum->spaces++;
        sum->points += workspace->work[s].points;
        sum->nanoseconds += workspace->work[s].nanoseconds;
    }
    *count = 0;
    for (size_t m = 0; m < plan->module_count; m++) {
        if (!sums[m].module)
            continue;
        if (*count < capacity)
            entries[*count] = sums[m];
        ++*count;
    }
    free(sums);
    return WN_OK;
}
