/* SPDX-License-Identifier: MIT */
/* Writing graph files. */
#include "graph_file.h"
#include "parameters.h"

#include <jansson.h>

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 100

struct writer {
    FILE *file;
    const wn_graph *graph;
    char **names; /* of the modules, as JSON strings */
    char *message;
    size_t message_size;
};

/* ---- Values ---- */

const char *graph_file_real(double value, char text[GRAPH_FILE_REAL])
{
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, GRAPH_FILE_REAL, "%.*g", digits, value);
        if (strtod(text, NULL) == value)
            break;
    }
    /* -0 would be an integer to most readers of JSON, and these have no sign of 0 */
    return value == 0 && signbit(value) ? strcpy(text, "-0.0") : text;
}

static void put_real(FILE *to, double value)
{
    char text[GRAPH_FILE_REAL];
    fprintf(to, isinf(value) ? "\"%s\"" : "%s", graph_file_real(value, text));
}

static void put_integer(FILE *to, const wn_param *param, int32_t value)
{
    const char *name = parameter_value_name(param, value);
    if (name)
        fprintf(to, "\"%s\"", name);
    else if (parameter_is_switch(param))
        fputs(value ? "true" : "false", to);
    else
        fprintf(to, "%d", (int)value);
}

/* JSON's integers have 64 bits with a sign, for those who read more than doubles. */
static void put_seed(FILE *to, uint64_t value)
{
    fprintf(to, value <= INT64_MAX ? "%" PRIu64 : "\"0x%" PRIx64 "\"", value);
}

/* On lines of their own if they are many. */
static void put_points(FILE *to, const wn_param *param, const double *values, size_t count)
{
    size_t width = param->kind == WN_PARAM_POINTS ? 2 : 1;
    const char *separator = count * width > 12 ? "\n        " : " ";
    fputs("[", to);
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            fputs(",", to);
        if (i > 0 || *separator == '\n')
            fputs(separator, to);
        fputs(width == 2 ? "[" : "", to);
        put_real(to, values[width * i]);
        if (width == 2) {
            fputs(", ", to);
            put_real(to, values[2 * i + 1]);
        }
        fputs(width == 2 ? "]" : "", to);
    }
    fputs(*separator == '\n' ? "\n      ]" : "]", to);
}

/* A parameter that is not at its default; those that are can be left out. */
static void put_parameter(FILE *to, const wn_param *param, const char *params)
{
    const char *field = params + param->offset;
    double real;
    int32_t integer;
    uint64_t seed;
    const double *values;
    size_t count;
    switch (param->kind) {
    case WN_PARAM_REAL:
        memcpy(&real, field, sizeof real);
        if (memcmp(&real, &param->initial, sizeof real) == 0)
            return;
        fprintf(to, "%c\"%s\": ", '\0', param->name);
        put_real(to, real);
        break;
    case WN_PARAM_INT:
        memcpy(&integer, field, sizeof integer);
        if (integer == (int32_t)param->initial)
            return;
        fprintf(to, "%c\"%s\": ", '\0', param->name);
        put_integer(to, param, integer);
        break;
    case WN_PARAM_SEED:
        memcpy(&seed, field, sizeof seed);
        if (seed == 0)
            return;
        fprintf(to, "%c\"%s\": ", '\0', param->name);
        put_seed(to, seed);
        break;
    default:
        memcpy(&values, field, sizeof values);
        memcpy(&count, field + sizeof values, sizeof count);
        fprintf(to, "%c\"%s\": ", '\0', param->name);
        put_points(to, param, values, count);
    }
}

static void put_sources(FILE *to, const struct writer *w, wn_module module,
                        const struct graph_file_sources *sources)
{
    fprintf(to, "%c\"%s\": %s", '\0', sources->key, sources->count > 1 ? "[" : "");
    for (size_t i = 0; i < sources->count; i++) {
        wn_module source = wn_graph_source(w->graph, module, sources->first + i);
        fprintf(to, "%s%s", i > 0 ? ", " : "", w->names[source - 1]);
    }
    fputs(sources->count > 1 ? "]" : "", to);
}

/* ---- Modules ---- */

/* Writes members, which begin with a 0 each, on one line if they fit. */
static void put_members(const struct writer *w, const char *name, const char *members, size_t size)
{
    size_t length = strlen(name) + size + strlen("    : {  },");
    for (size_t i = 1; i < size; i++)
        length += members[i] == '\0';
    bool one_line = length <= COLUMNS && !memchr(members, '\n', size);
    fprintf(w->file, "    %s: {%s", name, one_line ? " " : "\n      ");
    for (size_t i = 1; i < size; i++) {
        if (members[i] != '\0')
            fputc(members[i], w->file);
        else
            fputs(one_line ? ", " : ",\n      ", w->file);
    }
    fputs(one_line ? " }" : "\n    }", w->file);
}

static bool put_module(const struct writer *w, wn_module module)
{
    wn_type type = wn_graph_type(w->graph, module);
    _Alignas(max_align_t) char params[256];
    const size_t params_size = wn_type_params_size(type);
    const struct graph_file_sources *sources;
    const wn_param *param;
    char *members = NULL;
    size_t size = 0;
    FILE *to = open_memstream(&members, &size);
    if (!to)
        return false;
    fprintf(to, "%c\"module\": \"%s\"", '\0', wn_type_name(type));
    for (size_t i = 0; (sources = graph_file_sources(type, i)) != NULL; i++)
        put_sources(to, w, module, sources);
    if (params_size > 0 && params_size <= sizeof params &&
        wn_graph_params(w->graph, module, params, params_size) == WN_OK)
        for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++)
            put_parameter(to, param, params);
    bool complete = !ferror(to);
    complete = fclose(to) == 0 && complete;
    if (complete)
        put_members(w, w->names[module - 1], members, size);
    free(members);
    return complete;
}

/* ---- Names ---- */

/* A string as JSON, to be freed; NULL if it is not UTF-8, or without memory. */
static char *quoted(const char *text)
{
    json_t *string = json_string(text);
    char *dump = string ? json_dumps(string, JSON_ENCODE_ANY) : NULL;
    json_decref(string);
    return dump;
}

/* The module's name or, if it has none, a new one: "perlin_7". */
static char *name_of(const wn_graph *graph, wn_module module)
{
    const char *name = wn_graph_name(graph, module);
    char made[96];
    if (*name)
        return quoted(name);
    snprintf(made, sizeof made, "%s_%lu", wn_type_name(wn_graph_type(graph, module)),
             (unsigned long)module);
    while (wn_graph_find(graph, made) != WN_MODULE_NONE && strlen(made) + 1 < sizeof made)
        strcat(made, "_");
    return quoted(made);
}

static bool fail(const struct writer *w, wn_module module, const char *why)
{
    const char *name = wn_graph_name(w->graph, module);
    const char *type = wn_type_name(wn_graph_type(w->graph, module));
    snprintf(w->message, w->message_size, "module %lu%s%.64s%s (%s): %s", (unsigned long)module,
             *name ? " \"" : "", name, *name ? "\"" : "", type, why);
    return false;
}

static bool check_module(struct writer *w, wn_module module)
{
    if (wn_graph_type(w->graph, module) == WN_USER)
        return fail(w, module, "user modules consist of code, which a file cannot hold");
    for (size_t k = 0; k < wn_graph_source_count(w->graph, module); k++)
        if (wn_graph_source(w->graph, module, k) == WN_MODULE_NONE)
            return fail(w, module, "a source is not connected");
    w->names[module - 1] = name_of(w->graph, module);
    return w->names[module - 1] || fail(w, module, "the name is not UTF-8, or memory is short");
}

/* ---- File ---- */

static bool put_outputs(const struct writer *w, size_t count, const wn_module *outputs,
                        const char *const *names)
{
    fputs(",\n  \"outputs\": {", w->file);
    for (size_t i = 0; i < count; i++) {
        char *name = names ? quoted(names[i]) : NULL;
        if (names && !name)
            return fail(w, outputs[i], "the output's name is not UTF-8, or memory is short");
        const char *module = w->names[outputs[i] - 1];
        fprintf(w->file, "%s\n    %s: %s", i > 0 ? "," : "", name ? name : module, module);
        free(name);
    }
    fputs("\n  }", w->file);
    return true;
}

static bool write_all(struct writer *w, const char *title, size_t count, const wn_module *outputs,
                      const char *const *names)
{
    const size_t modules = wn_graph_count(w->graph);
    char *quoted_title = title ? quoted(title) : NULL;
    if (title && !quoted_title) {
        snprintf(w->message, w->message_size, "the title is not UTF-8, or memory is short");
        return false;
    }
    fprintf(w->file, "{\n  \"widenoise\": %d,\n", GRAPH_FILE_VERSION);
    if (quoted_title)
        fprintf(w->file, "  \"title\": %s,\n", quoted_title);
    free(quoted_title);
    fputs("  \"modules\": {", w->file);
    for (wn_module m = 1; m <= modules; m++) {
        fputs(m > 1 ? ",\n" : "\n", w->file);
        if (!put_module(w, m))
            return fail(w, m, "not enough memory");
    }
    fputs("\n  }", w->file);
    if (count > 0 && !put_outputs(w, count, outputs, names))
        return false;
    fputs("\n}\n", w->file);
    return true;
}

int graph_file_write(FILE *file, const wn_graph *graph, const char *title, size_t count,
                     const wn_module *outputs, const char *const *names, char *message,
                     size_t message_size)
{
    const size_t modules = wn_graph_count(graph);
    struct writer w = { file, graph, calloc(modules + 1, sizeof(char *)), message, message_size };
    bool valid = w.names && wn_graph_status(graph) == WN_OK && modules > 0;
    if (!valid)
        snprintf(message, message_size, "%s",
                 !w.names          ? "not enough memory"
                     : modules > 0 ? wn_graph_message(graph)
                                   : "the graph is empty");
    for (size_t i = 0; valid && i < count; i++)
        if (outputs[i] == WN_MODULE_NONE || outputs[i] > modules) {
            snprintf(message, message_size, "output %zu is no module of the graph", i);
            valid = false;
        }
    for (wn_module m = 1; valid && m <= modules; m++)
        valid = check_module(&w, m);
    valid = valid && write_all(&w, title, count, outputs, names);
    for (size_t i = 0; w.names && i < modules; i++)
        free(w.names[i]);
    free(w.names);
    return valid ? 0 : -1;
}
