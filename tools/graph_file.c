/* SPDX-License-Identifier: MIT */
/* Reading graph files. */
#include "graph_file.h"
#include "args.h"
#include "json_lines.h"
#include "parameters.h"

#include <jansson.h>

#include <errno.h>
#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#if JANSSON_VERSION_HEX < 0x020b00
#error "Jansson 2.11 or newer is needed"
#endif

enum { MAX_STEPS = 4 }; /* modules, NAME, sources, 1 */

struct reader {
    const char *label; /* the file's name in messages */
    char *text;
    size_t size;
    json_t *root;
    json_t *exact;   /* the same with integers, if it was needed: exact_number() */
    json_t *numbers; /* name -> number of the module */
    struct graph_file *out;
    struct json_step path[MAX_STEPS]; /* to what is being read */
    size_t depth;
    const char *type; /* of the module that is being read, NULL if not known yet */
    char *message;
    size_t message_size;
};

/* ---- Messages ---- */

#define QUOTED 72

/* A name from the file in quotes, cut if it is long. */
static const char *quote_to(char *to, const char *name)
{
    size_t length = strlen(name), most = QUOTED - 6;
    const char *end = length > most ? "...\"" : "\"";
    if (length > most)
        for (length = most; length > 0 && ((unsigned char)name[length] & 0xc0) == 0x80;)
            length--;
    to[0] = '"';
    memcpy(to + 1, name, length);
    strcpy(to + 1 + length, end);
    return to;
}
#define QUOTE(name) quote_to((char[QUOTED]) { 0 }, name)

/* Appends to the message, whatever there is room for. */
static void append(struct reader *r, const char *format, ...) ARGS_PRINTF(2, 3);
static void append_list(struct reader *r, const char *format, va_list arguments)
{
    size_t used = strlen(r->message);
    vsnprintf(r->message + used, r->message_size - used, format, arguments);
}
static void append(struct reader *r, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    append_list(r, format, arguments);
    va_end(arguments);
}

/* Names in a file may hold anything; a message is one line. */
static void make_printable(char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || *text == 0x7f)
            *text = '?';
}

static void begin_message(struct reader *r, size_t line)
{
    const char *label = r->label;
    size_t length = strlen(label), most = 200;
    r->message[0] = '\0';
    append(r, "%s%s:", length > most ? "..." : "", length > most ? label + length - most : label);
    if (line > 0)
        append(r, "%zu:", line);
    append(r, " ");
}

/* Says what the path leads to: module "base" (perlin): parameter "octaves": ... */
static void append_context(struct reader *r)
{
    const struct json_step *path = r->path;
    bool module = r->depth >= 2 && path[0].key && strcmp(path[0].key, "modules") == 0;
    if (module && path[1].key) {
        append(r, "module %s", QUOTE(path[1].key));
        if (r->type)
            append(r, " (%s)", r->type);
        append(r, ": ");
    } else {
        for (size_t i = 0; i < 2 && i < r->depth && path[i].key; i++)
            append(r, "%s: ", QUOTE(path[i].key));
        return;
    }
    if (r->depth < 3 || !path[2].key)
        return;
    const char *key = path[2].key;
    wn_type type = wn_type_from_name(r->type);
    bool structure = strcmp(key, "module") == 0 || strcmp(key, "comment") == 0;
    for (size_t i = 0; graph_file_sources(type, i); i++)
        structure = structure || strcmp(graph_file_sources(type, i)->key, key) == 0;
    append(r, "%s%s: ", structure ? "" : "parameter ", QUOTE(key));
}

/* Explains what is wrong where the path leads to; returns false. */
static bool fail(struct reader *r, const char *format, ...) ARGS_PRINTF(2, 3);
static bool fail(struct reader *r, const char *format, ...)
{
    va_list arguments;
    begin_message(r, r->text ? json_line(r->text, r->size, r->path, r->depth) : 0);
    append_context(r);
    va_start(arguments, format);
    append_list(r, format, arguments);
    va_end(arguments);
    make_printable(r->message);
    return false;
}

static bool fail_memory(struct reader *r)
{
    return fail(r, "not enough memory");
}

static const char *kind_of(const json_t *value)
{
    switch (json_typeof(value)) {
    case JSON_OBJECT:
        return "an object";
    case JSON_ARRAY:
        return "an array";
    case JSON_STRING:
        return "a string";
    case JSON_NULL:
        return "null";
    case JSON_TRUE:
        return "true";
    case JSON_FALSE:
        return "false";
    default:
        return "a number";
    }
}

/* For the path is what fail() tells of, the walk through the file goes by enter() and leave(). */
static void enter(struct reader *r, const char *key)
{
    r->path[r->depth++] = (struct json_step) { key, 0 };
}
static void enter_element(struct reader *r, size_t index)
{
    r->path[r->depth++] = (struct json_step) { NULL, index };
}
static void leave(struct reader *r)
{
    r->depth--;
}

/* ---- Text ---- */

/* The whole file, up to the limit. */
static bool read_text(struct reader *r, FILE *file)
{
    size_t capacity = 0;
    char *text = NULL;
    for (;;) {
        if (r->size == capacity) {
            capacity = capacity ? 2 * capacity : (size_t)64 << 10;
            char *larger = realloc(text, capacity);
            if (!larger) {
                free(text);
                return fail_memory(r);
            }
            text = larger;
        }
        size_t count = fread(text + r->size, 1, capacity - r->size, file);
        r->size += count;
        if (count == 0 || r->size > GRAPH_FILE_MAX_BYTES)
            break;
    }
    if (r->size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0)
        memset(text, ' ', 3); /* a byte order mark, as some editors write it */
    bool valid = !ferror(file) && r->size <= GRAPH_FILE_MAX_BYTES;
    if (ferror(file))
        fail(r, "%s", strerror(errno));
    else if (!valid)
        fail(r, "the file is larger than %zu MiB", GRAPH_FILE_MAX_BYTES >> 20);
    r->text = text;
    return valid;
}

static bool open_and_read(struct reader *r, const char *path)
{
    if (strcmp(path, "-") == 0)
        return read_text(r, stdin);
    FILE *file = fopen(path, "rb");
    if (!file)
        return fail(r, "%s", strerror(errno));
    bool valid = read_text(r, file);
    fclose(file);
    return valid;
}

/* Every number is taken for a real: JSON has one kind only, and -0 keeps its sign. */
static bool parse(struct reader *r)
{
    json_error_t error;
    r->root = json_loadb(r->text, r->size, JSON_REJECT_DUPLICATES | JSON_DECODE_INT_AS_REAL,
                         &error);
    if (r->root)
        return true;
    struct json_step steps[JSON_LINES_DEPTH];
    size_t position = error.position < 0 ? 0 : (size_t)error.position;
    size_t depth = json_path_at_end(r->text, position < r->size ? position : r->size, steps);
    r->depth = depth < MAX_STEPS ? depth : MAX_STEPS;
    memcpy(r->path, steps, r->depth * sizeof *steps);
    begin_message(r, error.line > 0 ? (size_t)error.line : 1);
    append_context(r);
    bool twice = json_error_code(&error) == json_error_duplicate_key;
    append(r, "%s", twice ? "given twice" : error.text);
    make_printable(r->message);
    r->depth = 0;
    while (depth > 0)
        free((char *)(uintptr_t)steps[--depth].key);
    return false;
}

/* ---- Values ---- */

static bool expect_string(struct reader *r, const json_t *value)
{
    return json_is_string(value) || fail(r, "must be a string, not %s", kind_of(value));
}

static bool expect_object(struct reader *r, const json_t *value)
{
    if (!json_is_object(value))
        return fail(r, "must be an object, not %s", kind_of(value));
    return json_object_size(value) > 0 || fail(r, "is empty");
}

static bool fail_range(struct reader *r, double value, const wn_param *param)
{
    char text[3][GRAPH_FILE_REAL];
    return fail(r, "%s is out of range (%s to %s)", graph_file_real(value, text[0]),
                graph_file_real(param->minimum, text[1]), graph_file_real(param->maximum, text[2]));
}

static bool read_real(struct reader *r, const json_t *json, const wn_param *param, double *value)
{
    bool open = isinf(param->minimum) || isinf(param->maximum);
    const char *string = json_string_value(json);
    if (string && open && (strcmp(string, "inf") == 0 || strcmp(string, "-inf") == 0))
        *value = *string == '-' ? -INFINITY : INFINITY;
    else if (json_is_real(json))
        *value = json_real_value(json);
    else
        return fail(r, "must be a number%s, not %s", open ? ", \"inf\" or \"-inf\"" : "",
                    kind_of(json));
    return (*value >= param->minimum && *value <= param->maximum) || fail_range(r, *value, param);
}

static bool read_integer(struct reader *r, const json_t *json, const wn_param *param,
                         int32_t *value)
{
    bool has_names = parameter_has_names(param), flag = parameter_is_switch(param);
    if (flag && json_is_boolean(json)) {
        *value = json_is_true(json);
        return true;
    }
    if (has_names && json_is_string(json)) {
        char names[PARAMETER_NAMES];
        const char *name = json_string_value(json);
        return parameter_named_value(param, name, value) ||
            fail(r, "%s: must be %s", QUOTE(name),
                 parameter_names(param, "\"", " or ", names, sizeof names));
    }
    if (!json_is_real(json))
        return fail(r, "must be %s, not %s",
                    flag            ? "true or false"
                        : has_names ? "a name or a whole number"
                                    : "a whole number",
                    kind_of(json));
    double number = json_real_value(json);
    char text[GRAPH_FILE_REAL];
    if (number != floor(number))
        return fail(r, "%s: must be a whole number", graph_file_real(number, text));
    if (!(number >= param->minimum && number <= param->maximum))
        return fail_range(r, number, param);
    *value = (int32_t)number;
    return true;
}

/* The number where the path leads to, in 64 bits instead of a double's 53; NULL if the file cannot
 * be read so, because of whole numbers that need more. Few files have such seeds, so that the text
 * is parsed again only if one is met. */
static const json_t *exact_number(struct reader *r)
{
    if (!r->exact)
        r->exact = json_loadb(r->text, r->size, 0, NULL);
    const json_t *at = r->exact;
    for (size_t i = 0; i < r->depth; i++)
        at = json_object_get(at, r->path[i].key);
    return at;
}

static bool read_seed(struct reader *r, const json_t *json, uint64_t *value)
{
    const char *string = json_string_value(json);
    if (string)
        return parameter_seed(string, value) ||
            fail(r, "%s: must be %s", QUOTE(string), PARAMETER_SEED_FORM);
    if (!json_is_real(json))
        return fail(r, "must be a whole number or a string with one, not %s", kind_of(json));
    double number = json_real_value(json);
    char text[GRAPH_FILE_REAL];
    if (number != floor(number))
        return fail(r, "%s: must be a whole number", graph_file_real(number, text));
    if (fabs(number) < 0x1p53) {
        *value = (uint64_t)(int64_t)number;
        return true;
    }
    const json_t *exact = fabs(number) <= 0x1p63 ? exact_number(r) : NULL;
    if (json_is_integer(exact))
        *value = (uint64_t)json_integer_value(exact);
    else if (json_is_real(exact) && number >= -0x1p63 && number < 0x1p63) /* 1e17 */
        *value = (uint64_t)(int64_t)number;
    else
        return fail(r, "such a number must be a string here, \"0xfedcba9876543210\"");
    return true;
}

/* An array of count numbers. */
static bool read_numbers(struct reader *r, const json_t *json, size_t count, double *values)
{
    for (size_t i = 0; i < count; i++) {
        const json_t *value = json_array_get(json, i);
        if (!json_is_real(value))
            return fail(r, "must be a number, not %s", kind_of(value));
        values[i] = json_real_value(value);
    }
    return true;
}

/* Control points, where there is room for WN_MAX_POINTS. */
static bool read_points(struct reader *r, const json_t *json, const wn_param *param, double *values,
                        size_t *count)
{
    size_t width = param->kind == WN_PARAM_POINTS ? 2 : 1;
    const char *what = width == 2 ? "pairs [input, output]" : "numbers";
    if (!json_is_array(json))
        return fail(r, "must be an array of %s, not %s", what, kind_of(json));
    *count = json_array_size(json);
    if ((double)*count < param->minimum || (double)*count > param->maximum)
        return fail(r, "%zu %s; there must be %g to %g", *count, what, param->minimum,
                    param->maximum);
    for (size_t i = 0; i < *count; i++) {
        const json_t *point = json_array_get(json, i);
        enter_element(r, i);
        if (width == 1 && !json_is_real(point))
            return fail(r, "element %zu must be a number, not %s", i + 1, kind_of(point));
        if (width == 2 && (!json_is_array(point) || json_array_size(point) != 2))
            return fail(r, "element %zu must be a pair [input, output]", i + 1);
        if (width == 1)
            values[i] = json_real_value(point);
        else if (!read_numbers(r, point, 2, values + 2 * i))
            return false;
        for (size_t k = 0; k < i; k++)
            if (values[width * k] == values[width * i])
                return fail(r, "element %zu: the same input as element %zu", i + 1, k + 1);
        leave(r);
    }
    return true;
}

/* ---- Modules ---- */

static const struct graph_file_sources source_keys[] = {
    { "source", 0, 1 }, { "sources", 0, 2 }, { "control", 2, 1 }, { "displacement", 1, 3 }
};

const struct graph_file_sources *graph_file_sources(wn_type type, size_t index)
{
    enum { ONE, TWO, CONTROL, DISPLACEMENT };
    /* values of wn_type come in groups of 32: primitives, generators, modifiers, ... */
    switch (type / 32) {
    case WN_SCALE_BIAS / 32:
        return index == 0 ? &source_keys[ONE] : NULL;
    case WN_ADD / 32:
        return index == 0 ? &source_keys[TWO] : NULL;
    case WN_BLEND / 32:
        return index == 0 ? &source_keys[TWO] : index == 1 ? &source_keys[CONTROL] : NULL;
    case WN_TURBULENCE / 32:
        if (index == 1 && type == WN_DISPLACE)
            return &source_keys[DISPLACEMENT];
        return index == 0 ? &source_keys[ONE] : NULL;
    default:
        return NULL;
    }
}

static bool is_source_key(wn_type type, const char *key)
{
    const struct graph_file_sources *sources;
    for (size_t i = 0; (sources = graph_file_sources(type, i)) != NULL; i++)
        if (strcmp(sources->key, key) == 0)
            return true;
    return false;
}

static bool fail_key(struct reader *r, wn_type type)
{
    const struct graph_file_sources *sources;
    const wn_param *param;
    fail(r, "no such key; there are: module, comment");
    for (size_t i = 0; (sources = graph_file_sources(type, i)) != NULL; i++)
        append(r, ", %s", sources->key);
    for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++)
        append(r, ", %s", param->name);
    return false;
}

/* What a module's parameters are read into. */
struct parameters {
    _Alignas(max_align_t) char bytes[256];
    double values[2 * WN_MAX_POINTS];
};

static bool read_parameter(struct reader *r, const json_t *json, const wn_param *param,
                           struct parameters *to)
{
    char *field = to->bytes + param->offset;
    double real = 0;
    int32_t integer = 0;
    uint64_t seed = 0;
    size_t count = 0;
    switch (param->kind) {
    case WN_PARAM_REAL:
        if (!read_real(r, json, param, &real))
            return false;
        memcpy(field, &real, sizeof real);
        return true;
    case WN_PARAM_INT:
        if (!read_integer(r, json, param, &integer))
            return false;
        memcpy(field, &integer, sizeof integer);
        return true;
    case WN_PARAM_SEED:
        if (!read_seed(r, json, &seed))
            return false;
        memcpy(field, &seed, sizeof seed);
        return true;
    default:
        break;
    }
    /* The two pointer types differ, but both lead to doubles; the count follows. */
    const void *values = to->values;
    if (!read_points(r, json, param, to->values, &count))
        return false;
    memcpy(field, &values, sizeof values);
    memcpy(field + sizeof values, &count, sizeof count);
    return true;
}

static bool read_type(struct reader *r, const json_t *module, wn_type *type)
{
    const json_t *json = json_object_get(module, "module");
    if (!json)
        return fail(r, "\"module\" is missing: the module's type");
    enter(r, "module");
    if (!expect_string(r, json))
        return false;
    const char *name = json_string_value(json);
    *type = wn_type_from_name(name);
    if (strcmp(name, "user") == 0)
        return fail(r, "\"user\" modules consist of code, which a file cannot hold");
    if (*type == WN_NONE)
        return fail(r, "%s: no such type; `widenoise list` has them", QUOTE(name));
    if (!wn_type_is_module(*type))
        return fail(r, "%s is a primitive, not a module", QUOTE(name));
    leave(r);
    r->type = wn_type_name(*type);
    return true;
}

static bool read_parameters(struct reader *r, json_t *module, wn_type type, struct parameters *to)
{
    const char *key;
    json_t *value;
    const wn_param *param;
    size_t size = wn_type_params_size(type);
    if (size > sizeof to->bytes || (size > 0 && wn_params_init(type, to->bytes, size) != WN_OK))
        return fail(r, "internal error: parameters of %zu bytes", size);
    json_object_foreach(module, key, value)
    {
        enter(r, key);
        if (strcmp(key, "comment") == 0) {
            if (!expect_string(r, value))
                return false;
        } else if ((param = parameter_find(type, key)) != NULL) {
            if (!read_parameter(r, value, param, to))
                return false;
        } else if (strcmp(key, "module") != 0 && !is_source_key(type, key)) {
            return fail_key(r, type);
        }
        leave(r);
    }
    for (size_t i = 0; (param = wn_type_param(type, i)) != NULL; i++)
        if (parameter_is_points(param) && !json_object_get(module, param->name))
            return fail(r, "parameter \"%s\" is missing: it has no default", param->name);
    return true;
}

/* What the library found, after its "module N (type): parameter NAME: ". */
static bool fail_add(struct reader *r, wn_type type)
{
    const char *message = wn_graph_message(r->out->graph), *why = message;
    const wn_param *param = parameter_of_message(type, message, &why);
    if (param)
        enter(r, param->name);
    return fail(r, "%s", why);
}

static bool add_module(struct reader *r, const char *name, json_t *json)
{
    wn_type type = WN_NONE;
    struct parameters parameters;
    enter(r, name);
    if (!*name)
        return fail(r, "the name is empty");
    if (!expect_object(r, json) || !read_type(r, json, &type) ||
        !read_parameters(r, json, type, &parameters))
        return false;
    void *params = wn_type_params_size(type) ? parameters.bytes : NULL;
    wn_module module = wn_graph_add(r->out->graph, type, params, NULL, 0);
    if (module == WN_MODULE_NONE)
        return fail_add(r, type);
    if (wn_graph_set_name(r->out->graph, module, name) != WN_OK ||
        json_object_set_new(r->numbers, name, json_integer(module)) != 0)
        return fail_memory(r);
    r->type = NULL;
    leave(r);
    return true;
}

/* ---- Connections ---- */

/* The module that is named by a value. */
static bool resolve(struct reader *r, const json_t *json, wn_module *module)
{
    if (!expect_string(r, json))
        return false;
    const char *name = json_string_value(json);
    *module = (wn_module)json_integer_value(json_object_get(r->numbers, name));
    return *module != WN_MODULE_NONE || fail(r, "there is no module %s", QUOTE(name));
}

static bool connect_key(struct reader *r, wn_module module, const json_t *object,
                        const struct graph_file_sources *sources)
{
    const json_t *json = json_object_get(object, sources->key);
    wn_module source;
    if (!json)
        return fail(r, "\"%s\" is missing: the name%s of %s", sources->key,
                    sources->count == 1 ? "" : "s",
                    sources->count == 1       ? "a module"
                        : sources->count == 2 ? "two modules"
                                              : "three modules");
    enter(r, sources->key);
    if (sources->count > 1 && (!json_is_array(json) || json_array_size(json) != sources->count))
        return fail(r, "must be an array of %zu names of modules", sources->count);
    for (size_t i = 0; i < sources->count; i++) {
        if (sources->count > 1)
            enter_element(r, i);
        if (!resolve(r, sources->count > 1 ? json_array_get(json, i) : json, &source))
            return false;
        if (wn_graph_connect(r->out->graph, module, sources->first + i, source) != WN_OK)
            return fail(r, "%s", wn_graph_message(r->out->graph));
        if (sources->count > 1)
            leave(r);
    }
    leave(r);
    return true;
}

static bool connect_module(struct reader *r, wn_module module, const char *name,
                           const json_t *object)
{
    const struct graph_file_sources *sources;
    wn_type type = wn_graph_type(r->out->graph, module);
    r->type = wn_type_name(type);
    enter(r, name);
    for (size_t i = 0; (sources = graph_file_sources(type, i)) != NULL; i++)
        if (!connect_key(r, module, object, sources))
            return false;
    leave(r);
    r->type = NULL;
    return true;
}

/* ---- Cycles and depth, over all modules and without recursion ---- */

struct order {
    const wn_graph *graph;
    size_t count;
    uint32_t *waiting;                 /* sources of a module that are not in the order yet */
    uint32_t *height;                  /* the longest chain that ends in the module */
    wn_module *first_user, *next_user; /* for each source slot, lists of who uses a module */
    wn_module *queue;
};
enum { SLOTS = 4 };

static bool fail_at_module(struct reader *r, wn_module module, const char *text)
{
    enter(r, wn_graph_name(r->out->graph, module));
    r->type = wn_type_name(wn_graph_type(r->out->graph, module));
    return fail(r, "%s", text);
}

/* A source that waits of a module that waits. */
static wn_module waiting_source(const struct order *o, wn_module module)
{
    size_t slot = 0;
    while (o->waiting[wn_graph_source(o->graph, module, slot) - 1] == 0)
        slot++;
    return wn_graph_source(o->graph, module, slot);
}

/* From any module that waits, sources that wait lead into a cycle. */
static bool fail_cycle(struct reader *r, const struct order *o)
{
    wn_module module = 1;
    while (o->waiting[module - 1] == 0)
        module++;
    for (size_t i = 0; i < o->count; i++)
        module = waiting_source(o, module);
    wn_module start = module; /* the first in the file */
    for (wn_module m = waiting_source(o, module); m != module; m = waiting_source(o, m))
        start = m < start ? m : start;
    module = waiting_source(o, start);
    fail_at_module(r, start, module == start ? "it is its own source" : "it is a source of itself");
    if (module != start)
        append(r, ", through");
    for (int i = 0; module != start && i < 4; i++, module = waiting_source(o, module))
        append(r, "%s %s", i > 0 ? "," : "", QUOTE(wn_graph_name(o->graph, module)));
    append(r, "%s", module != start ? ", ..." : "");
    make_printable(r->message);
    return false;
}

static bool visit(struct reader *r, struct order *o)
{
    size_t head = 0, tail = 0;
    char text[64];
    for (size_t i = 0; i < o->count; i++) {
        size_t slots = wn_graph_source_count(o->graph, (wn_module)(i + 1));
        o->waiting[i] = (uint32_t)slots;
        o->height[i] = 1;
        if (slots == 0)
            o->queue[tail++] = (wn_module)(i + 1);
        for (size_t k = 0; k < slots; k++) {
            wn_module source = wn_graph_source(o->graph, (wn_module)(i + 1), k);
            o->next_user[SLOTS * i + k] = o->first_user[source - 1];
            o->first_user[source - 1] = (wn_module)(SLOTS * i + k + 1);
        }
    }
    while (head < tail) {
        wn_module source = o->queue[head++];
        if (o->height[source - 1] > WN_MAX_DEPTH) {
            snprintf(text, sizeof text, "it ends a chain of more than %d modules", WN_MAX_DEPTH);
            return fail_at_module(r, source, text);
        }
        wn_module link = o->first_user[source - 1];
        for (; link; link = o->next_user[link - 1]) {
            size_t user = (link - 1) / SLOTS;
            if (o->height[user] < o->height[source - 1] + 1)
                o->height[user] = o->height[source - 1] + 1;
            if (--o->waiting[user] == 0)
                o->queue[tail++] = (wn_module)(user + 1);
        }
    }
    return tail == o->count || fail_cycle(r, o);
}

static bool check_order(struct reader *r)
{
    const size_t count = wn_graph_count(r->out->graph);
    struct order o = { .graph = r->out->graph, .count = count };
    uint32_t *memory = calloc(count, (4 + SLOTS) * sizeof *memory);
    if (!memory)
        return fail_memory(r);
    o.waiting = memory;
    o.height = memory + count;
    o.queue = memory + 2 * count;
    o.first_user = memory + 3 * count;
    o.next_user = memory + 4 * count;
    bool valid = visit(r, &o);
    free(memory);
    return valid;
}

/* ---- Outputs ---- */

static bool add_output(struct reader *r, const char *name, wn_module module)
{
    struct graph_file *out = r->out;
    char *copy = malloc(strlen(name) + 1);
    if (!copy)
        return fail_memory(r);
    strcpy(copy, name);
    out->output_names[out->output_count] = copy;
    out->outputs[out->output_count++] = module;
    return true;
}

static bool allocate_outputs(struct reader *r, size_t count)
{
    r->out->output_names = calloc(count, sizeof *r->out->output_names);
    r->out->outputs = calloc(count, sizeof *r->out->outputs);
    return (r->out->output_names && r->out->outputs) || fail_memory(r);
}

static bool read_outputs(struct reader *r, json_t *outputs)
{
    const char *name;
    json_t *value;
    wn_module module;
    enter(r, "outputs");
    if (!expect_object(r, outputs) || !allocate_outputs(r, json_object_size(outputs)))
        return false;
    json_object_foreach(outputs, name, value)
    {
        enter(r, name);
        if (!*name)
            return fail(r, "the name is empty");
        if (!resolve(r, value, &module) || !add_output(r, name, module))
            return false;
        leave(r);
    }
    leave(r);
    return true;
}

/* Without "outputs": the modules that nothing uses. As there is no cycle, there are some. */
static bool find_outputs(struct reader *r)
{
    const wn_graph *graph = r->out->graph;
    const size_t count = wn_graph_count(graph);
    bool *used = calloc(count, sizeof *used);
    bool valid = used && allocate_outputs(r, count);
    for (wn_module m = 1; valid && m <= count; m++)
        for (size_t k = 0; k < wn_graph_source_count(graph, m); k++)
            used[wn_graph_source(graph, m, k) - 1] = true;
    for (wn_module m = 1; valid && m <= count; m++)
        valid = used[m - 1] || add_output(r, wn_graph_name(graph, m), m);
    free(used);
    return valid || fail_memory(r);
}

/* ---- File ---- */

static bool check_version(struct reader *r)
{
    const json_t *json = json_object_get(r->root, "widenoise");
    char text[GRAPH_FILE_REAL];
    if (!json)
        return fail(r, "\"widenoise\" is missing: the version of the format, %d",
                    GRAPH_FILE_VERSION);
    enter(r, "widenoise");
    double version = json_real_value(json);
    if (!json_is_real(json) || version != floor(version) || version < 1)
        return fail(r, "must be the version of the format, %d", GRAPH_FILE_VERSION);
    if (version > GRAPH_FILE_VERSION)
        return fail(r,
                    "the file has version %s of the format, this program reads version %d: it "
                    "needs a newer version of widenoise",
                    graph_file_real(version, text), GRAPH_FILE_VERSION);
    leave(r);
    return true;
}

static bool check_keys(struct reader *r)
{
    static const char *const keys[] = { "widenoise", "title", "comment", "modules", "outputs" };
    const char *key;
    json_t *value;
    json_object_foreach(r->root, key, value)
    {
        size_t i = 0;
        enter(r, key);
        while (i < sizeof keys / sizeof keys[0] && strcmp(key, keys[i]) != 0)
            i++;
        if (i == sizeof keys / sizeof keys[0])
            return fail(r, "no such key; there are: widenoise, title, comment, modules, outputs");
        if ((i == 1 || i == 2) && !expect_string(r, value))
            return false;
        leave(r);
    }
    return true;
}

static bool read_title(struct reader *r)
{
    const char *title = json_string_value(json_object_get(r->root, "title"));
    r->out->title = title ? malloc(strlen(title) + 1) : NULL;
    if (r->out->title)
        strcpy(r->out->title, title);
    return !title || r->out->title || fail_memory(r);
}

static bool read_modules(struct reader *r)
{
    const char *name;
    json_t *object, *modules = json_object_get(r->root, "modules");
    wn_module module = 1;
    if (!modules)
        return fail(r, "\"modules\" is missing");
    enter(r, "modules");
    if (!expect_object(r, modules))
        return false;
    if (json_object_size(modules) > GRAPH_FILE_MAX_MODULES)
        return fail(r, "there are more than %d modules", GRAPH_FILE_MAX_MODULES);
    r->numbers = json_object();
    if (!r->numbers || wn_graph_create(&r->out->graph) != WN_OK)
        return fail_memory(r);
    json_object_foreach(modules, name, object)
    {
        if (!add_module(r, name, object))
            return false;
    }
    json_object_foreach(modules, name, object)
    {
        if (!connect_module(r, module++, name, object))
            return false;
    }
    if (!check_order(r))
        return false;
    leave(r);
    return true;
}

static bool read_root(struct reader *r)
{
    if (!json_is_object(r->root))
        return fail(r, "must be an object, not %s", kind_of(r->root));
    if (!check_version(r) || !check_keys(r) || !read_title(r) || !read_modules(r))
        return false;
    json_t *outputs = json_object_get(r->root, "outputs");
    return outputs ? read_outputs(r, outputs) : find_outputs(r);
}

int graph_file_read(const char *path, struct graph_file *out, char *message, size_t message_size)
{
    struct reader r = { .label = strcmp(path, "-") == 0 ? "standard input" : path,
                        .out = out,
                        .message = message,
                        .message_size = message_size };
    memset(out, 0, sizeof *out);
    message[0] = '\0';
    bool valid = open_and_read(&r, path) && parse(&r) && read_root(&r);
    if (!valid)
        graph_file_free(out);
    json_decref(r.numbers);
    json_decref(r.exact);
    json_decref(r.root);
    free(r.text);
    return valid ? 0 : -1;
}

void graph_file_free(struct graph_file *file)
{
    for (size_t i = 0; i < file->output_count; i++)
        free(file->output_names[i]);
    free(file->output_names);
    free(file->outputs);
    free(file->title);
    wn_graph_destroy(file->graph);
    memset(file, 0, sizeof *file);
}

wn_module graph_file_output(const struct graph_file *file, const char *name, char *message,
                            size_t message_size)
{
    if (!name && file->output_count == 1)
        return file->outputs[0];
    for (size_t i = 0; name && i < file->output_count; i++)
        if (strcmp(file->output_names[i], name) == 0)
            return file->outputs[i];
    wn_module module = name ? wn_graph_find(file->graph, name) : WN_MODULE_NONE;
    if (module != WN_MODULE_NONE)
        return module;
    if (name)
        snprintf(message, message_size,
                 "the graph has no output or module %s; outputs:", QUOTE(name));
    else
        snprintf(message, message_size, "the graph has several outputs, one must be chosen:");
    for (size_t i = 0; i < file->output_count; i++) {
        size_t used = strlen(message);
        snprintf(message + used, message_size - used, " %s", QUOTE(file->output_names[i]));
    }
    make_printable(message);
    return WN_MODULE_NONE;
}
