/* SPDX-License-Identifier: MIT */
/* Building and checking graphs. */
#include "internal.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void wn_message(char *message, size_t size, const char *format, ...)
{
    if (!message || !size)
        return;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(message, size, format, arguments);
    va_end(arguments);
}

wn_status wn_graph_create(wn_graph **graph)
{
    if (!graph)
        return WN_ERROR_ARGUMENT;
    *graph = calloc(1, sizeof **graph);
    return *graph ? WN_OK : WN_ERROR_MEMORY;
}

void wn_graph_destroy(wn_graph *graph)
{
    if (!graph)
        return;
    for (size_t i = 0; i < graph->count; i++) {
        free(graph->nodes[i].name);
        free(graph->nodes[i].params);
        free(graph->nodes[i].points);
        free(graph->nodes[i].prep_f64);
        free(graph->nodes[i].prep_f32);
    }
    free(graph->nodes);
    free(graph);
}

/* Records the graph's first error. */
static wn_status fail(wn_graph *graph, wn_status status, const char *message)
{
    if (!graph->status) {
        graph->status = status;
        wn_message(graph->message, sizeof graph->message, "%s", message);
    }
    return status;
}

/* Room for one module more. */
static wn_status grow(wn_graph *graph)
{
    if (graph->count < graph->capacity)
        return WN_OK;
    if (graph->count >= UINT32_MAX / 2)
        return WN_ERROR_LIMIT;
    const size_t capacity = graph->capacity ? 2 * graph->capacity : 16;
    struct wn_node *nodes = realloc(graph->nodes, capacity * sizeof *nodes);
    if (!nodes)
        return WN_ERROR_MEMORY;
    graph->nodes = nodes;
    graph->capacity = capacity;
    return WN_OK;
}

/* Copies control points, to which a pointer in params leads, into the graph. */
static wn_status own_points(struct wn_node *node)
{
    for (uint32_t i = 0; i < node->entry->param_count; i++) {
        const wn_param *p = &node->entry->params[i];
        if (p->kind != WN_PARAM_POINTS && p->kind != WN_PARAM_VALUES)
            continue;
        char *field = (char *)node->params + p->offset;
        const void *points;
        size_t count;
        memcpy(&points, field, sizeof points);
        memcpy(&count, field + sizeof points, sizeof count);
        const size_t size = count *
            (p->kind == WN_PARAM_POINTS ? sizeof(wn_control_point) : sizeof(double));
        node->points = malloc(size);
        if (!node->points)
            return WN_ERROR_MEMORY;
        memcpy(node->points, points, size);
        memcpy(field, &node->points, sizeof node->points);
    }
    return WN_OK;
}

/* Keeps parameters, and prepares them for both precisions. */
static wn_status prepare(struct wn_node *node, const void *complete)
{
    node->params = malloc(node->entry->params_size);
    if (!node->params)
        return WN_ERROR_MEMORY;
    memcpy(node->params, complete, node->entry->params_size);
    if (node->entry->kind == WN_KIND_USER)
        return WN_OK;
    const size_t index = (size_t)(node->entry - wn_entries);
    node->prep_f64 = calloc(1, wn_references_f64[index].prep_size);
    node->prep_f32 = calloc(1, wn_references_f32[index].prep_size);
    if (!node->prep_f64 || !node->prep_f32 || own_points(node)) {
        free(node->params);
        free(node->prep_f64);
        free(node->prep_f32);
        return WN_ERROR_MEMORY;
    }
    const char *what, *why;
    wn_params_prepare_f64(node->entry, complete, node->prep_f64);
    if (wn_params_prepare_f32(node->entry, complete, node->prep_f32, &what, &why)) {
        free(node->prep_f32);
        node->prep_f32 = NULL;
    }
    return WN_OK;
}

/* Checks the parameters of any module; the registry knows nothing of user modules'. */
static wn_status check_params(const struct wn_entry *entry, const void *params, void *complete,
                              const char **what, const char **why)
{
    if (entry->kind != WN_KIND_USER)
        return wn_params_check(entry, params, complete, what, why);
    *what = "size";
    *why = "it is not the size of the parameter struct";
    if (!params || *(const size_t *)params != sizeof(wn_user_params))
        return WN_ERROR_ARGUMENT;
    const wn_user_params *user = params;
    memcpy(complete, user, sizeof *user);
    *what = "source_count";
    *why = "there may be at most 4 sources";
    if (user->source_count > WN_MAX_USER_SOURCES)
        return WN_ERROR_PARAMETER;
    *what = "batch_f64";
    *why = "there is no callback at all";
    return user->batch_f64 || user->batch_f32 || user->point_f64 || user->point_f32
        ? WN_OK
        : WN_ERROR_PARAMETER;
}

/* Fails with a message about the module that is being added. */
#define FAIL_ADD(graph, status, ...)                \
    do {                                            \
        char text[sizeof(graph)->message];          \
        wn_message(text, sizeof text, __VA_ARGS__); \
        fail(graph, status, text);                  \
        return WN_MODULE_NONE;                      \
    } while (0)

wn_module wn_graph_add(wn_graph *graph, wn_type type, const void *params, const wn_module *sources,
                       size_t count)
{
    if (!graph)
        return WN_MODULE_NONE;
    const unsigned long number = (unsigned long)graph->count + 1;
    struct wn_node node = { .entry = type == WN_USER ? &wn_user_entry : wn_entry_find(type) };
    if (!node.entry || node.entry->kind == WN_KIND_PRIMITIVE)
        FAIL_ADD(graph, WN_ERROR_ARGUMENT, "module %lu: type %d is not a module", number,
                 (int)type);
    const char *const name = node.entry->name;
    _Alignas(max_align_t) char complete[WN_PARAMS_MAX];
    const char *what, *why;
    wn_status status = check_params(node.entry, params, complete, &what, &why);
    if (status) {
        const wn_param *p = node.entry->params;
        while (p->name && strcmp(p->name, what))
            p++;
        if (p->name && p->kind <= WN_PARAM_INT && status == WN_ERROR_PARAMETER &&
            !strcmp(why, "it is out of range"))
            FAIL_ADD(graph, status, "module %lu (%s): parameter %s: %s (%.9g to %.9g)", number,
                     name, what, why, p->minimum, p->maximum);
        FAIL_ADD(graph, status, "module %lu (%s): parameter %s: %s", number, name, what, why);
    }
    node.sources = node.entry->sources;
    if (type == WN_USER)
        node.sources = (uint32_t)((const wn_user_params *)(const void *)complete)->source_count;
    if (count && (count != node.sources || !sources))
        FAIL_ADD(graph, WN_ERROR_ARGUMENT, "module %lu (%s): %lu sources given, it has %lu", number,
                 name, (unsigned long)count, (unsigned long)node.sources);
    for (size_t i = 0; i < count; i++) {
        if (sources[i] > graph->count)
            FAIL_ADD(graph, WN_ERROR_ARGUMENT, "module %lu (%s): source %lu is not in the graph",
                     number, name, (unsigned long)i);
        node.source[i] = sources[i];
    }
    status = grow(graph);
    if (!status)
        status = prepare(&node, complete);
    if (status)
        FAIL_ADD(graph, status, "module %lu (%s): %s", number, name, wn_status_string(status));
    if (type == WN_CACHE)
        node.cache = graph->caches++;
    graph->nodes[graph->count++] = node;
    return (wn_module)graph->count;
}

wn_status wn_graph_connect(wn_graph *graph, wn_module module, size_t slot, wn_module source)
{
    if (!graph)
        return WN_ERROR_ARGUMENT;
    const struct wn_node *node = wn_graph_node(graph, module);
    if (!node || slot >= node->sources || source > graph->count)
        return fail(graph, WN_ERROR_ARGUMENT, "wn_graph_connect: no such module or slot");
    graph->nodes[module - 1].source[slot] = source;
    return WN_OK;
}

wn_status wn_graph_set_name(wn_graph *graph, wn_module module, const char *name)
{
    if (!graph)
        return WN_ERROR_ARGUMENT;
    if (!wn_graph_node(graph, module) || !name || !*name)
        return fail(graph, WN_ERROR_ARGUMENT, "wn_graph_set_name: no such module, or no name");
    const wn_module other = wn_graph_find(graph, name);
    if (other == module)
        return WN_OK;
    if (other)
        return fail(graph, WN_ERROR_ARGUMENT, "wn_graph_set_name: the name is taken");
    const size_t size = strlen(name) + 1;
    char *copy = malloc(size);
    if (!copy)
        return fail(graph, WN_ERROR_MEMORY, "wn_graph_set_name: out of memory");
    memcpy(copy, name, size);
    free(graph->nodes[module - 1].name);
    graph->nodes[module - 1].name = copy;
    return WN_OK;
}

const char *wn_graph_name(const wn_graph *graph, wn_module module)
{
    const struct wn_node *node = graph ? wn_graph_node(graph, module) : NULL;
    return node && node->name ? node->name : "";
}

wn_module wn_graph_find(const wn_graph *graph, const char *name)
{
    for (size_t i = 0; graph && name && i < graph->count; i++) {
        if (graph->nodes[i].name && !strcmp(graph->nodes[i].name, name))
            return (wn_module)(i + 1);
    }
    return WN_MODULE_NONE;
}

size_t wn_graph_count(const wn_graph *graph)
{
    return graph ? graph->count : 0;
}

wn_type wn_graph_type(const wn_graph *graph, wn_module module)
{
    const struct wn_node *node = graph ? wn_graph_node(graph, module) : NULL;
    return node ? node->entry->type : WN_NONE;
}

size_t wn_graph_source_count(const wn_graph *graph, wn_module module)
{
    const struct wn_node *node = graph ? wn_graph_node(graph, module) : NULL;
    return node ? node->sources : 0;
}

wn_module wn_graph_source(const wn_graph *graph, wn_module module, size_t slot)
{
    const struct wn_node *node = graph ? wn_graph_node(graph, module) : NULL;
    return node && slot < node->sources ? node->source[slot] : WN_MODULE_NONE;
}

wn_status wn_graph_status(const wn_graph *graph)
{
    return graph ? graph->status : WN_ERROR_ARGUMENT;
}

const char *wn_graph_message(const wn_graph *graph)
{
    return graph ? graph->message : "no graph";
}

wn_status wn_graph_params(const wn_graph *graph, wn_module module, void *params, size_t size)
{
    const struct wn_node *node = graph ? wn_graph_node(graph, module) : NULL;
    if (!node || !params || size != node->entry->params_size ||
        (!node->entry->param_count && node->entry->kind != WN_KIND_USER))
        return WN_ERROR_ARGUMENT;
    memcpy(params, node->params, size);
    return WN_OK;
}

/* ---- Checking ---- */

struct check {
    const wn_graph *graph;
    uint16_t *height; /* longest chain down from a module; 0 not yet seen, ENTERED on the way */
    char *message;
    size_t message_size;
};
enum { ENTERED = UINT16_MAX };

static wn_status check_module(const struct check *c, wn_module module, unsigned depth)
{
    const struct wn_node *node = &c->graph->nodes[module - 1];
    const char *quote = node->name ? "'" : "", *name = node->name ? node->name : "";
    if (c->height[module - 1] == ENTERED) {
        wn_message(c->message, c->message_size, "module %lu %s%s%s(%s) is a source of itself",
                   (unsigned long)module, quote, name, node->name ? "' " : "", node->entry->name);
        return WN_ERROR_CYCLE;
    }
    /* the limit holds for chains of both parts: down to here, and from here on (the module itself
     * is in both, if it has been seen) */
    const unsigned below = c->height[module - 1] ? c->height[module - 1] - 1u : 0;
    if (depth + below > WN_MAX_DEPTH) {
        wn_message(c->message, c->message_size,
                   "module %lu %s%s%s(%s) is in a chain of more than %d modules",
                   (unsigned long)module, quote, name, node->name ? "' " : "", node->entry->name,
                   WN_MAX_DEPTH);
        return WN_ERROR_LIMIT;
    }
    if (c->height[module - 1])
        return WN_OK;
    c->height[module - 1] = ENTERED;
    unsigned height = 0;
    for (uint32_t i = 0; i < node->sources; i++) {
        if (!node->source[i]) {
            wn_message(c->message, c->message_size,
                       "module %lu %s%s%s(%s): source %lu is not connected", (unsigned long)module,
                       quote, name, node->name ? "' " : "", node->entry->name, (unsigned long)i);
            return WN_ERROR_UNCONNECTED;
        }
        const wn_status status = check_module(c, node->source[i], depth + 1);
        if (status)
            return status;
        if (height < c->height[node->source[i] - 1])
            height = c->height[node->source[i] - 1];
    }
    c->height[module - 1] = (uint16_t)(height + 1);
    return WN_OK;
}

wn_status wn_graph_check(const wn_graph *graph, const wn_module *modules, size_t count,
                         char *message, size_t message_size)
{
    if (graph->status) {
        wn_message(message, message_size, "%s", graph->message);
        return graph->status;
    }
    const struct check c = { graph, calloc(graph->count + 1, sizeof(uint16_t)), message,
                             message_size };
    if (!c.height) {
        wn_message(message, message_size, "%s", wn_status_string(WN_ERROR_MEMORY));
        return WN_ERROR_MEMORY;
    }
    wn_status status = WN_OK;
    for (size_t i = 0; i < count && !status; i++) {
        if (wn_graph_node(graph, modules[i])) {
            status = check_module(&c, modules[i], 1);
        } else {
            wn_message(message, message_size, "output %lu: there is no module %lu",
                       (unsigned long)i, (unsigned long)modules[i]);
            status = WN_ERROR_ARGUMENT;
        }
    }
    free(c.height);
    return status;
}
