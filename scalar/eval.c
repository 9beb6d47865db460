/* SPDX-License-Identifier: MIT */
/*
 * A graph at one point, by recursion, in the precision being compiled: what libnoise's GetValue
 * does. Select asks its control first and then only the sources that it needs; a cache remembers
 * the last point for which it asked its source.
 */
#include "../graph/internal.h"
#include "../graph/user.h"
#include "reference.h"

#include <stdlib.h>
#include <string.h>

/* What a cache module remembers. Coordinates are compared by their bits, so that -0 is not 0 and
 * the answer never depends on what was asked before. */
struct memory {
    int32_t filled;
    real point[3], value;
};

struct recursion {
    const wn_graph *graph;
    struct memory *caches;
    uint64_t *evaluations;
};

static wn_status evaluate(const struct recursion *r, wn_module module, unsigned depth,
                          const real *point, real *value);

static wn_status ask_user(const struct recursion *r, const struct wn_node *node, unsigned depth,
                          const real *point, real *value)
{
    const wn_user_params *user = node->params;
    if (!user->WN_NAME(batch) && !user->WN_NAME(point))
        return WN_ERROR_PARAMETER;
    real sources[WN_MAX_USER_SOURCES] = { 0 };
    const real *in[WN_MAX_INPUTS] = { &point[0], &point[1], &point[2] };
    for (uint32_t k = 0; k < node->sources; k++) {
        const wn_status status = evaluate(r, node->source[k], depth + 1, point, &sources[k]);
        if (status)
            return status;
        in[3 + k] = &sources[k];
    }
    wn_call_user(user, 1, 1, in, value);
    return WN_OK;
}

static wn_status evaluate(const struct recursion *r, wn_module module, unsigned depth,
                          const real *point, real *value)
{
    if (!module)
        return WN_ERROR_UNCONNECTED;
    if (depth > WN_MAX_DEPTH)
        return WN_ERROR_LIMIT;
    const struct wn_node *node = &r->graph->nodes[module - 1];
    const struct wn_entry *entry = node->entry;
    if (r->evaluations)
        r->evaluations[module - 1]++;
    if (entry->kind == WN_KIND_USER)
        return ask_user(r, node, depth, point, value);
    WN_NAME(wn_point) *const function = WN_NAME(wn_references)[entry - wn_entries].point;
    const void *prep = node->WN_NAME(prep);
    if (!prep)
        return WN_ERROR_PARAMETER;
    real in[6] = { 0 };
    wn_status status = WN_OK;
    if (entry->type == WN_CACHE) {
        struct memory *kept = &r->caches[node->cache];
        if (!kept->filled || memcmp(kept->point, point, sizeof kept->point)) {
            status = evaluate(r, node->source[0], depth + 1, point, &kept->value);
            memcpy(kept->point, point, sizeof kept->point);
            kept->filled = !status;
        }
        *value = kept->value;
        return status;
    }
    switch (entry->kind) {
    case WN_KIND_GENERATOR:
        function(prep, point, value);
        return WN_OK;
    case WN_KIND_TRANSFORMER:
        memcpy(in, point, 3 * sizeof(real));
        for (uint32_t k = 1; k < entry->sources && !status; k++)
            status = evaluate(r, node->source[k], depth + 1, point, &in[2 + k]);
        if (status)
            return status;
        function(prep, in, in);
        return evaluate(r, node->source[0], depth + 1, in, value);
    case WN_KIND_SELECTOR:
        status = evaluate(r, node->source[2], depth + 1, point, &in[2]);
        const unsigned needs = WN_NAME(wn_select_needs)(prep, in[2]);
        for (uint32_t k = 0; k < 2 && !status; k++) {
            if (needs >> k & 1)
                status = evaluate(r, node->source[k], depth + 1, point, &in[k]);
        }
        break;
    default:
        for (uint32_t k = 0; k < entry->sources && !status; k++)
            status = evaluate(r, node->source[k], depth + 1, point, &in[k]);
    }
    if (!status)
        function(prep, in, value);
    return status;
}

wn_status WN_NAME(wn_graph_point)(const wn_graph *graph, wn_module module, real x, real y, real z,
                                  real *value, uint64_t *evaluations)
{
    if (!graph || !value || !wn_graph_node(graph, module))
        return WN_ERROR_ARGUMENT;
    if (graph->status)
        return graph->status;
    struct memory few[32];
    const struct recursion r = { graph,
                                 graph->caches <= 32 ? few : calloc(graph->caches, sizeof few[0]),
                                 evaluations };
    if (!r.caches)
        return WN_ERROR_MEMORY;
    if (r.caches == few)
        memset(few, 0, sizeof few);
    const real point[3] = { x, y, z };
    real v = 0;
    wn_status status = evaluate(&r, module, 1, point, &v);
    if (r.caches != few)
        free(r.caches);
    if (status == WN_ERROR_LIMIT) /* too deep: a cycle, or a long chain */
        status = wn_graph_check(graph, &module, 1, NULL, 0);
    if (!status)
        *value = v;
    return status;
}
