/* SPDX-License-Identifier: MIT */
/* widenoise list: the primitives and modules with their parameters, out of the registry. */
#include "args.h"
#include "commands.h"
#include "graph_file.h"

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
        "and meaning. --json prints the same for programs.\n",
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

static bool is_flag(const wn_param *param)
{
    return param->kind == WN_PARAM_INT && param->minimum == 0 && param->maximum == 1;
}

static const char *default_text(const wn_param *param, char text[GRAPH_FILE_REAL])
{
    const char *const *names = graph_file_value_names(param);
    if (param->kind == WN_PARAM_POINTS || param->kind == WN_PARAM_VALUES)
        return "none";
    if (names)
        return names[(size_t)param->initial];
    if (is_flag(param))
        return param->initial != 0 ? "true" : "false";
    return graph_file_real(param->initial, text);
}

static void print_range(const wn_param *param, char *text, size_t size)
{
    char minimum[GRAPH_FILE_REAL], maximum[GRAPH_FILE_REAL];
    const char *const *names = graph_file_value_names(param);
    graph_file_real(param->minimum, minimum);
    graph_file_real(param->maximum, maximum);
    text[0] = '\0';
    if (names)
        for (size_t used = 0; *names && used < size; names++)
            used += (size_t)snprintf(text + used, size - used, "%s%s", *names,
                                     names[1] ? ", " : "");
    else if (is_flag(param))
        snprintf(text, size, "true, false");
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
    char initial[GRAPH_FILE_REAL], range[128];
    printf("%-16s %-12s %s\n", wn_type_name(type), kind_of(type), wn_type_doc(type));
    for (size_t i = 0; (sources = graph_file_sources(type, i)) != NULL; i++)
        printf("    %-16s %zu module%s\n", sources->key, sources->count,
               sources->count > 1 ? "s" : "");
    for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++) {
        print_range(param, range, sizeof range);
        printf("    %-16s %-9s %-25s  %s\n", param->name, default_text(param, initial), range,
               param->doc);
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

static json_t *describe_param(const wn_param *param)
{
    static const char *const kinds[] = { "real", "integer", "points", "values" };
    const char *const *names = graph_file_value_names(param);
    json_t *json = json_pack("{s:s, s:s, s:o, s:o, s:s}", "name", param->name, "kind",
                             kinds[param->kind], "minimum", json_number(param->minimum), "maximum",
                             json_number(param->maximum), "doc", param->doc);
    if (param->kind == WN_PARAM_REAL || param->kind == WN_PARAM_INT)
        json_object_set_new(json, "default", json_number(param->initial));
    if (names) {
        json_t *list = json_array();
        for (; *names; names++)
            json_array_append_new(list, json_string(*names));
        json_object_set_new(json, "names", list);
    }
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
