/* SPDX-License-Identifier: MIT */
/* Parameters by their descriptions: what their values are called, and values out of text. */
#include "parameters.h"
#include "args.h"
#include "graph_file.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

_Static_assert(PARAMETER_DEFAULT >= GRAPH_FILE_REAL, "a default is no longer than a number");

const wn_param *parameter_find(wn_type type, const char *name)
{
    const wn_param *param;
    for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++)
        if (strcmp(param->name, name) == 0)
            return param;
    return NULL;
}

bool parameter_is_points(const wn_param *param)
{
    return param->kind == WN_PARAM_POINTS || param->kind == WN_PARAM_VALUES;
}

bool parameter_is_switch(const wn_param *param)
{
    return param->kind == WN_PARAM_INT && param->minimum == 0 && param->maximum == 1 &&
        !parameter_has_names(param);
}

/* ---- Names of values ---- */

/* The first line that fits a parameter counts. Names are those of its minimum and what follows;
 * NULL among them is a value without a name. */
static const struct naming {
    const char *parameter;
    wn_type type; /* of which type the parameter is; WN_NONE: of any */
    const char *names[16];
} namings[] = {
    { "quality", WN_NONE, { "fast", "standard", "best" } },
    { "metric", WN_CELL, { "euclidean", "quadratic", "manhattan", "chebyshev", "minkowski" } },
    { "metric", WN_NONE, { "euclidean", "euclidean_squared", "manhattan", "chebyshev", "hybrid" } },
    { "primitive",
      WN_NONE,
      { "value", "value_cubic", "perlin", "simplex", "super_simplex", "cellular", "white" } },
    { "returns",
      WN_NONE,
      { "f1", "f2", "f3", "f4", "f2_minus_f1", "f1_plus_f2", "f1_times_f2", "f1_over_f2", "value",
        "id", "x", "y", "z", "edge" } },
    { "fractal", WN_NONE, { "fbm", "billow", "ridged", "ping_pong", "multi", "hybrid_multi" } },
    { "bounding", WN_NONE, { "none", "amplitude" } },
    { "warp", WN_NONE, { "gradient", "noise" } },
    { "mode", WN_NONE, { "independent", "progressive" } },
    { "axes", WN_WARP, { "xy", NULL, "xz", "yz", "xyz" } },
    { "axes",
      WN_NONE,
      { "x", "y", "xy", "z", "xz", "yz", "xyz", "w", "xw", "yw", "xyw", "zw", "xzw", "yzw",
        "xyzw" } },
};

/* Types with the same struct share its descriptions, so that an address tells the struct: warp2 and
 * warp3 have warp's axes, noise3 has noise's. */
static const struct naming *naming_of(const wn_param *param)
{
    for (size_t i = 0; i < sizeof namings / sizeof namings[0]; i++) {
        const struct naming *n = &namings[i];
        if (param->kind == WN_PARAM_INT && strcmp(param->name, n->parameter) == 0 &&
            (n->type == WN_NONE || parameter_find(n->type, n->parameter) == param))
            return n;
    }
    return NULL;
}

bool parameter_has_names(const wn_param *param)
{
    return naming_of(param) != NULL;
}

const char *parameter_value_name(const wn_param *param, int32_t value)
{
    const struct naming *n = naming_of(param);
    if (!n || value < param->minimum || value > param->maximum)
        return NULL;
    return n->names[value - (int32_t)param->minimum];
}

bool parameter_named_value(const wn_param *param, const char *name, int32_t *value)
{
    for (int32_t i = (int32_t)param->minimum; parameter_has_names(param) && i <= param->maximum;
         i++) {
        const char *other = parameter_value_name(param, i);
        if (other && strcmp(name, other) == 0) {
            *value = i;
            return true;
        }
    }
    return false;
}

const char *parameter_names(const wn_param *param, const char *quote, const char *last, char *text,
                            size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (int32_t i = (int32_t)param->minimum; i <= param->maximum && used < size; i++) {
        const char *name = parameter_value_name(param, i);
        const char *separator = used == 0 ? "" : i == param->maximum ? last : ", ";
        if (name)
            used += (size_t)snprintf(text + used, size - used, "%s%s%s%s", separator, quote, name,
                                     quote);
    }
    return text;
}

const char *parameter_default(const wn_param *param, char text[PARAMETER_DEFAULT])
{
    if (parameter_is_points(param))
        return "none";
    if (parameter_has_names(param))
        return parameter_value_name(param, (int32_t)param->initial);
    if (parameter_is_switch(param))
        return param->initial != 0 ? "true" : "false";
    return graph_file_real(param->initial, text);
}

/* ---- Values out of text ---- */

bool parameter_seed(const char *text, uint64_t *seed)
{
    int64_t number;
    if (args_integer(text, INT64_MIN, INT64_MAX, &number)) {
        *seed = (uint64_t)number;
        return true;
    }
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    if (!isxdigit((unsigned char)text[hexadecimal ? 2 : 0]))
        return false; /* strtoull() would take white space and signs */
    char *end;
    errno = 0;
    *seed = strtoull(text, &end, hexadecimal ? 16 : 10);
    return *end == '\0' && errno == 0;
}

static const char *out_of_range(const wn_param *param)
{
    static char why[96];
    char text[2][GRAPH_FILE_REAL];
    snprintf(why, sizeof why, "is out of range (%s to %s)",
             graph_file_real(param->minimum, text[0]), graph_file_real(param->maximum, text[1]));
    return why;
}

static const char *parse_integer(const wn_param *param, const char *text, int32_t *value)
{
    static char why[PARAMETER_NAMES + 16];
    char names[PARAMETER_NAMES];
    int64_t number;
    bool valid = args_integer(text, INT64_MIN, INT64_MAX, &number);
    if (valid && (number < param->minimum || number > param->maximum))
        return out_of_range(param);
    *value = valid ? (int32_t)number : 0;
    if (valid || parameter_named_value(param, text, value))
        return NULL;
    if (parameter_is_switch(param)) {
        *value = strcmp(text, "true") == 0;
        return *value || strcmp(text, "false") == 0 ? NULL : "must be true or false";
    }
    if (!parameter_has_names(param))
        return "must be a whole number";
    snprintf(why, sizeof why, "must be %s",
             parameter_names(param, "", " or ", names, sizeof names));
    return why;
}

const char *parameter_parse(const wn_param *param, const char *text, void *params)
{
    char *field = (char *)params + param->offset;
    const char *why = NULL;
    double real;
    int32_t integer;
    uint64_t seed;
    switch (param->kind) {
    case WN_PARAM_REAL:
        if (!args_real(text, &real) || isnan(real))
            return "must be a number";
        if (real < param->minimum || real > param->maximum)
            return out_of_range(param);
        memcpy(field, &real, sizeof real);
        break;
    case WN_PARAM_INT:
        why = parse_integer(param, text, &integer);
        if (!why)
            memcpy(field, &integer, sizeof integer);
        break;
    case WN_PARAM_SEED:
        if (!parameter_seed(text, &seed))
            return "must be " PARAMETER_SEED_FORM;
        memcpy(field, &seed, sizeof seed);
        break;
    default:
        return "control points are no number";
    }
    return why;
}

const wn_param *parameter_of_message(wn_type type, const char *message, const char **why)
{
    static const char before[] = ": parameter ";
    const wn_param *param;
    const char *found = strstr(message, before);
    for (size_t i = 0; found && (param = wn_type_param(type, i)) != NULL; i++) {
        const char *name = found + strlen(before);
        size_t length = strlen(param->name);
        if (strncmp(name, param->name, length) != 0 || name[length] != ':')
            continue;
        *why = name + length + 2;
        return param;
    }
    return NULL;
}
