/* SPDX-License-Identifier: MIT */
/* widenoise list: the primitives and modules with their parameters, out of the registry. */
#include "args.h"
#include "commands.h"
#include "graph_file.h"
#include "parameters.h"

#include <widenoise/widenoise.h>

#include <jansson.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "widenoise list"

static void print_help(void)
{
    fputs(
        "usage: widenoise list [NAME] [--json]\n"
        "\n"
        "Describes every primitive and module, or one: a line with its name, its kind and what it\n"
        "is, then the keys of its sources in graph files, then its parameters with default, range\n"
        "and meaning. --json prints the same for programs; names are those of the values from the\n"
        "minimum on.\n",
        stdout);
}

/* By the groups of wn_type. */
static const char *kind_of(wn_type type)
{
    static const char *const kinds[] = { "module",   "generator", "modifier",
                                         "combiner", "selector",  "transformer" };
    size_t group = (size_t)type / 32;
    if (!wn_type_is_module(type))
        return "primitive";
    return kinds[group < sizeof kinds / sizeof kinds[0] ? group : 0];
}

/* ---- For people ---- */

enum { RANGE_COLUMNS = 25 };

static void print_range(const wn_param *param, char *text, size_t size)
{
    char minimum[GRAPH_FILE_REAL], maximum[GRAPH_FILE_REAL];
    graph_file_real(param->minimum, minimum);
    graph_file_real(param->maximum, maximum);
    if (parameter_has_names(param))
        parameter_names(param, "", ", ", text, size);
    else if (parameter_is_switch(param))
        snprintf(text, size, "true, false");
    else if (param->kind == WN_PARAM_SEED)
        snprintf(text, size, "any 64 bits");
    else if (param->kind == WN_PARAM_POINTS)
        snprintf(text, size, "%s to %s pairs of numbers", minimum, maximum);
    else if (param->kind == WN_PARAM_VALUES)
        snprintf(text, size, "%s to %s numbers", minimum, maximum);
    else if (isinf(param->minimum))
        snprintf(text, size, "any number, -inf, inf");
    else if (param->minimum == -DBL_MAX)
        snprintf(text, size, "any number");
    else
        snprintf(text, size, "%s to %s", minimum, maximum);
}

static void print_type(wn_type type)
{
    const struct graph_file_sources *sources;
    const wn_param *param;
    char initial[PARAMETER_DEFAULT], range[PARAMETER_NAMES];
    printf("%-16s %-12s %s\n", wn_type_name(type), kind_of(type), wn_type_doc(type));
    for (size_t i = 0; (sources = graph_file_sources(type, i)) != NULL; i++)
        printf("    %-18s %zu module%s\n", sources->key, sources->count,
               sources->count > 1 ? "s" : "");
    for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++) {
        print_range(param, range, sizeof range);
        printf("    %-18s %-11s", param->name, parameter_default(param, initial));
        if (strlen(range) <= RANGE_COLUMNS) {
            printf(" %-*s  %s\n", RANGE_COLUMNS, range, param->doc);
            continue;
        }
        args_print_words(range, 34); /* many names: the meaning follows them */
        printf("%34s", "");
        args_print_words(param->doc, 34);
    }
}

/* ---- For programs ---- */

/* As in graph files; NULL for "none". */
static json_t *json_number(double value)
{
    char text[GRAPH_FILE_REAL];
    if (isinf(value))
        return json_string(graph_file_real(value, text));
    if (fabs(value) == DBL_MAX)
        return json_null();
    return value == floor(value) && fabs(value) < 0x1p53 ? json_integer((json_int_t)value)
                                                         : json_real(value);
}

/* The names of all values, null where there is none. */
static json_t *json_names(const wn_param *param)
{
    json_t *list = json_array();
    for (int32_t i = (int32_t)param->minimum; i <= param->maximum; i++) {
        const char *name = parameter_value_name(param, i);
        json_array_append_new(list, name ? json_string(name) : json_null());
    }
    return list;
}

static json_t *describe_param(const wn_param *param)
{
    static const char *const kinds[] = { "real", "integer", "points", "values", "seed" };
    bool seed = param->kind == WN_PARAM_SEED; /* its limits are beyond JSON's numbers */
    json_t *json = json_pack("{s:s, s:s, s:o, s:o, s:s}", "name", param->name, "kind",
                             kinds[param->kind], "minimum",
                             seed ? json_null() : json_number(param->minimum), "maximum",
                             seed ? json_null() : json_number(param->maximum), "doc", param->doc);
    if (!parameter_is_points(param))
        json_object_set_new(json, "default", json_number(param->initial));
    if (parameter_has_names(param))
        json_object_set_new(json, "names", json_names(param));
    return json;
}

static json_t *describe(wn_type type)
{
    json_t *sources = json_array(), *parameters = json_array();
    const struct graph_file_sources *key;
    const wn_param *param;
    for (size_t i = 0; (key = graph_file_sources(type, i)) != NULL; i++)
        json_array_append_new(sources,
                              json_pack("{s:s, s:i}", "key", key->key, "count", (int)key->count));
    for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++)
        json_array_append_new(parameters, describe_param(param));
    return json_pack("{s:s, s:s, s:s, s:o, s:o}", "name", wn_type_name(type), "kind", kind_of(type),
                     "doc", wn_type_doc(type), "sources", sources, "parameters", parameters);
}

/* ---- Command ---- */

/* One type, or all of them if it is WN_NONE. */
static int list(wn_type only, bool as_json)
{
    json_t *all = as_json ? json_array() : NULL;
    wn_type type;
    bool first = true;
    for (size_t i = 0; (type = wn_type_at(i)) != WN_NONE; i++) {
        if (only != WN_NONE && type != only)
            continue;
        if (as_json) {
            json_array_append_new(all, describe(type));
            continue;
        }
        if (!first)
            putchar('\n');
        first = false;
        print_type(type);
    }
    if (as_json) {
        if (!all || json_dumpf(all, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(17)) != 0) {
            args_complain(COMMAND, "not enough memory, or the standard output is closed");
            json_decref(all);
            return EXIT_FAILURE;
        }
        putchar('\n');
        json_decref(all);
    }
    return EXIT_SUCCESS;
}

int list_command(int count, char **arguments)
{
    static const struct args_option option = { "--json", false };
    struct args args = {
        .command = COMMAND, .count = count, .values = arguments, .flags = 1, .operands = 1
    };
    const char *value, *name = NULL;
    int found;
    while ((found = args_next(&args, &option, 1, &value)) >= 0 || found == ARGS_OPERAND)
        if (found == ARGS_OPERAND)
            name = value;
    if (found == ARGS_HELP) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (found == ARGS_ERROR)
        return EXIT_USAGE;
    if (name && wn_type_from_name(name) == WN_NONE) {
        args_complain(COMMAND, "%s: no such primitive or module; `widenoise list` has all", name);
        return EXIT_USAGE;
    }
    return list(wn_type_from_name(name), args.given != 0);
}
