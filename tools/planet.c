/* SPDX-License-Identifier: MIT */
/* widenoise planet: a map of the complex planet, as a picture or as numbers. */
#include "args.h"
#include "commands.h"
#include "graph_file.h"
#include "options.h"
#include "output.h"
#include "picture.h"
#include "tiles.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "widenoise planet"

/* The light of libnoise falls on level ground with half its strength; see --help. */
#define BRIGHTNESS 2

enum format { FORMAT_PNG, FORMAT_NPY, FORMAT_RAW };

/* What the command line asks for. */
struct request {
    size_t size[2];   /* width, height */
    double bounds[4]; /* S,N,W,E */
    wn_planet_settings settings;
    const char *group;
    wn_precision precision;
    int threads;
    wn_isa isa;
    wn_axis axis;
    const char *path;
    enum format format;
    const char *graph_path; /* NULL, or where the graph goes instead of a map */
};

/* ---- Options ---- */

enum option {
    OPTION_SIZE,
    OPTION_BOUNDS,
    OPTION_SEED,
    OPTION_SET,
    OPTION_VARIANT,
    OPTION_GROUP,
    OPTION_PRECISION,
    OPTION_THREADS,
    OPTION_ISA,
    OPTION_AXIS,
    OPTION_OUTPUT,
    OPTION_GRAPH,
    OPTION_COUNT
};

static const struct args_option options[OPTION_COUNT] = {
    [OPTION_SIZE] = { "--size", false },
    [OPTION_BOUNDS] = { "--bounds", false },
    [OPTION_SEED] = { "--seed", false },
    [OPTION_SET] = { "--set", true },
    [OPTION_VARIANT] = { "--variant", false },
    [OPTION_GROUP] = { "--group", false },
    [OPTION_PRECISION] = { "--precision", false },
    [OPTION_THREADS] = { "--threads", false },
    [OPTION_ISA] = { "--isa", false },
    [OPTION_AXIS] = { "--axis", false },
    [OPTION_OUTPUT] = { "-o", false },
    [OPTION_GRAPH] = { "--graph", false },
};

/* A setting's own limits in words. */
static const char *limits_of(const wn_planet_setting *setting, char *text, size_t size)
{
    if (setting->minimum == -DBL_MAX)
        snprintf(text, size, "any number");
    else if (setting->maximum == DBL_MAX)
        snprintf(text, size, "%g or more", setting->minimum);
    else
        snprintf(text, size, "%.10g to %.10g", setting->minimum, setting->maximum);
    return text;
}

static void print_help(void)
{
    const char *name;
    char limits[64];
    const wn_planet_setting *setting;
    fputs("usage: widenoise planet [OPTION]...\n"
          "\n"
          "Computes a map of the complex planet, libnoise's example of that name.\n"
          "\n"
          "  --size WxH         points from west to east and from south to north [2048x1024]\n"
          "  --bounds S,N,W,E   degrees: south < north, west < east [-90,90,-180,180]\n"
          "  --seed N           same as --set seed=N [0]\n"
          "  --set NAME=VALUE   changes a setting, see below; may be repeated\n"
          "  --variant NAME     libnoise, or example: see docs/planet.md [libnoise]\n"
          "  --group NAME       the part of the planet to show, see below [finalPlanet]\n"
          "  --precision NAME   f64 or f32 [f64]\n"
          "  --threads N        [as many as there are processors]\n"
          "  --isa NAME         see widenoise info; the result is the same for all [auto]\n"
          "  --axis NAME        coordinates: accumulated, with libnoise's rounding errors, or\n"
          "                     even [accumulated]\n"
          "  -o FILE            .png, .npy or .raw [planet.png]\n"
          "  --graph FILE       no map: writes the planet as a graph file, for widenoise eval\n"
          "\n"
          "A .png shows finalPlanet in colours of elevation, lit from the north-west with\n"
          "libnoise's light at brightness 2 (with 1, level ground gets half of the light).\n"
          "Other groups are grey from -1 (black) to +1 (white), without light. North is on top.\n"
          "\n"
          ".npy (NumPy) and .raw (no header, little-endian) hold the values, for finalPlanet in\n"
          "metres: H rows of W numbers, of 8 bytes for f64 and 4 for f32. The first row is the\n"
          "northernmost.\n"
          "\n"
          "settings and their limits:\n",
          stdout);
    for (size_t i = 0; (setting = wn_planet_setting_at(i)) != NULL; i++)
        printf("  %-23s %s (%s)\n", setting->name, setting->doc,
               limits_of(setting, limits, sizeof limits));
    puts("\ngroups:");
    for (size_t i = 0; (name = wn_planet_group_at(i)) != NULL; i++)
        printf("  %s\n", name);
}

static bool complain(enum option option, const char *value, const char *why)
{
    args_complain(COMMAND, "%s %s: %s", options[option].name, value, why);
    return false;
}

static bool complain_if(enum option option, const char *value, const char *why)
{
    return !why || complain(option, value, why);
}

static bool parse_bounds(struct request *r, const char *value)
{
    static const char *const names[2][2] = { { "south", "north" }, { "west", "east" } };
    if (option_numbers(value, 4, r->bounds))
        return complain(OPTION_BOUNDS, value, "must be S,N,W,E, four numbers of degrees");
    return complain_if(OPTION_BOUNDS, value, option_bounds(r->bounds, 2, names));
}

/* Sets a setting that was given as text, and remembers in *given that it was. */
static bool set(struct request *r, uint64_t *given, enum option option, const char *argument,
                const char *name, const char *value)
{
    const wn_planet_setting *setting;
    char limits[64], why[96];
    double number;
    size_t i = 0;
    while ((setting = wn_planet_setting_at(i)) != NULL && strcmp(setting->name, name) != 0)
        i++;
    if (!setting)
        return complain(option, argument, "no such setting; --help lists them");
    if (*given >> i & 1)
        return complain(option, argument, "this setting was given before");
    *given |= UINT64_C(1) << i;
    if (!args_real(value, &number))
        return complain(option, argument, "the value is not a number");
    if (wn_planet_set(&r->settings, name, number) == WN_OK)
        return true;
    snprintf(why, sizeof why, "must be %s%s", limits_of(setting, limits, sizeof limits),
             strcmp(name, "seed") == 0 ? ", whole" : "");
    return complain(option, argument, why);
}

static bool parse_set(struct request *r, uint64_t *given, const char *argument)
{
    char name[64];
    const char *equals = strchr(argument, '=');
    size_t length = equals ? (size_t)(equals - argument) : 0;
    if (length == 0)
        return complain(OPTION_SET, argument, "must be NAME=VALUE");
    if (length >= sizeof name)
        return complain(OPTION_SET, argument, "no such setting; --help lists them");
    memcpy(name, argument, length);
    name[length] = '\0';
    return set(r, given, OPTION_SET, argument, name, equals + 1);
}

static bool parse_variant(struct request *r, const char *value)
{
    static const char *const names[] = { "libnoise", "example", NULL };
    int i = option_name(value, names);
    r->settings.variant = i == 1 ? WN_PLANET_EXAMPLE : WN_PLANET_LIBNOISE;
    return i >= 0 || complain(OPTION_VARIANT, value, "must be libnoise or example");
}

static bool parse_group(struct request *r, const char *value)
{
    const char *name;
    size_t i = 0;
    while ((name = wn_planet_group_at(i)) != NULL && strcmp(name, value) != 0)
        i++;
    r->group = name;
    return name || complain(OPTION_GROUP, value, "no such group; --help lists them");
}

static bool parse_output(struct request *r, const char *value)
{
    static const char *const extensions[] = { ".png", ".npy", ".raw", NULL };
    int format = option_extension(value, extensions);
    if (format < 0)
        return complain(OPTION_OUTPUT, value, "the name must end in .png, .npy or .raw");
    r->path = value;
    r->format = (enum format)format;
    return true;
}

static bool parse_option(struct request *r, uint64_t *given, enum option option, const char *value)
{
    switch (option) {
    case OPTION_SIZE:
        return complain_if(option, value, option_size(value, 2, r->size));
    case OPTION_BOUNDS:
        return parse_bounds(r, value);
    case OPTION_SEED:
        return set(r, given, OPTION_SEED, value, "seed", value);
    case OPTION_SET:
        return parse_set(r, given, value);
    case OPTION_VARIANT:
        return parse_variant(r, value);
    case OPTION_GROUP:
        return parse_group(r, value);
    case OPTION_PRECISION:
        return complain_if(option, value, option_precision(value, &r->precision));
    case OPTION_THREADS:
        return complain_if(option, value, option_threads(value, &r->threads));
    case OPTION_ISA:
        return complain_if(option, value, option_isa(value, &r->isa));
    case OPTION_AXIS:
        return complain_if(option, value, option_axis(value, &r->axis));
    case OPTION_OUTPUT:
        return parse_output(r, value);
    case OPTION_GRAPH:
        r->graph_path = value;
        return *value || complain(OPTION_GRAPH, value, "the name is empty");
    case OPTION_COUNT:
        break;
    }
    return false;
}

/* ---- File ---- */

struct picture {
    const struct tiles *map;
    wn_render_params params;
    wn_gradient_point gradient[16];
};

static void picture_of(const struct request *r, const struct tiles *map, struct picture *picture)
{
    picture->map = map;
    wn_render_params_init(&picture->params, sizeof picture->params);
    if (strcmp(r->group, "finalPlanet") != 0)
        return;
    double east_west = r->bounds[3] - r->bounds[2];
    double metres = (east_west / (double)r->size[0]) * (r->settings.circumference / 360.0);
    picture->params.gradient = picture->gradient;
    picture->params.gradient_count = wn_planet_gradient(&r->settings, picture->gradient, 16);
    picture->params.light = 1;
    picture->params.contrast = 1.0 / metres;
    picture->params.elevation = 45;
    picture->params.azimuth = 135;
    picture->params.brightness = BRIGHTNESS;
}

static bool render_row(void *context, size_t row, uint8_t *rgba)
{
    const struct picture *p = context;
    size_t width = p->map->size[0], height = p->map->size[1];
    return wn_render_rows(&p->params, height, width, p->map->narrow, width, height - 1 - row, 1,
                          rgba, width * 4) == WN_OK;
}

/* 1 if the settings make no picture, which is better known before the work: extreme elevations, for
 * instance, leave no distance between the colours. */
static bool no_picture(const struct request *r)
{
    struct picture picture;
    const float sample = 0;
    uint8_t rgba[4];
    picture_of(r, NULL, &picture);
    return wn_render_rows(&picture.params, 1, 1, &sample, 1, 0, 1, rgba, 4) != WN_OK;
}

static bool write_file(const struct request *r, const struct tiles *map, FILE *file)
{
    char message[128] = "cannot write";
    bool written;
    if (r->format == FORMAT_PNG) {
        struct picture picture;
        picture_of(r, map, &picture);
        written = picture_write(file, PICTURE_RGB8, r->size[0], r->size[1], render_row, &picture,
                                message, sizeof message);
    } else {
        written = tiles_write_numbers(map, r->format == FORMAT_NPY, file);
    }
    if (written)
        return output_commit();
    output_discard();
    args_complain(COMMAND, "%s: %s", r->path, message);
    return false;
}

/* ---- Command ---- */

/* The planet with the settings that are asked for; their errors are errors of usage. */
static int make_graph(const struct request *r, wn_graph **graph)
{
    char message[256];
    wn_status status = wn_graph_create(graph);
    if (status == WN_OK)
        status = wn_planet_build(*graph, &r->settings, message, sizeof message);
    if (status == WN_ERROR_PARAMETER)
        args_complain(COMMAND, "--set: %s", message);
    else if (status != WN_OK)
        args_complain(COMMAND, "%s", wn_status_string(status));
    if (status == WN_OK)
        return EXIT_SUCCESS;
    wn_graph_destroy(*graph);
    return status == WN_ERROR_PARAMETER ? EXIT_USAGE : EXIT_FAILURE;
}

static int write_graph(const struct request *r)
{
    char message[GRAPH_FILE_MESSAGE];
    const char *title = r->settings.variant == WN_PLANET_EXAMPLE
        ? "The complex planet, as SharpNoise's example has it"
        : "The complex planet, after libnoise's example";
    wn_graph *graph;
    int code = make_graph(r, &graph);
    if (code != EXIT_SUCCESS)
        return code;
    FILE *file = output_open(COMMAND, r->graph_path);
    wn_module output = wn_graph_find(graph, r->group);
    bool written = file &&
        graph_file_write(file, graph, title, 1, &output, NULL, message, sizeof message) == 0;
    wn_graph_destroy(graph);
    if (written)
        return output_commit() ? EXIT_SUCCESS : EXIT_FAILURE;
    if (file) {
        output_discard();
        args_complain(COMMAND, "%s: %s", r->graph_path, message);
    }
    return EXIT_FAILURE;
}

/* The plan of the group that is asked for. */
static int make_plan(const struct request *r, wn_plan **plan)
{
    char message[256];
    wn_graph *graph;
    wn_plan_options plan_options;
    int code = make_graph(r, &graph);
    if (code != EXIT_SUCCESS)
        return code;
    wn_plan_options_init(&plan_options, sizeof plan_options);
    plan_options.precision = (int32_t)r->precision;
    plan_options.isa = (int32_t)r->isa;
    wn_module output = wn_graph_find(graph, r->group);
    wn_status status = wn_plan_create(plan, graph, &output, 1, &plan_options, message,
                                      sizeof message);
    wn_graph_destroy(graph);
    if (status == WN_OK)
        return EXIT_SUCCESS;
    args_complain(COMMAND, "%s", message);
    return EXIT_FAILURE;
}

static int make_map(const struct request *r)
{
    wn_plan *plan;
    int code = make_plan(r, &plan);
    if (code != EXIT_SUCCESS)
        return code;
    if (r->format == FORMAT_PNG && no_picture(r)) {
        wn_plan_destroy(plan);
        args_complain(COMMAND,
                      "%s: these settings make no picture: its colours or its light are "
                      "out of range",
                      r->path);
        return EXIT_USAGE;
    }
    struct tiles map = { .kind = TILES_SPHERE,
                         .plan = plan,
                         .size = { r->size[0], r->size[1], 1 },
                         .bounds = { r->bounds[2], r->bounds[3], r->bounds[0], r->bounds[1] },
                         .axis = r->axis,
                         .threads = r->threads,
                         /* pictures: libnoise keeps its maps in float */
                         .bits = r->format == FORMAT_PNG ? 32 : (int)r->precision };
    FILE *file = tiles_make(&map, COMMAND, r->path);
    bool written = file && write_file(r, &map, file);
    tiles_free(&map);
    wn_plan_destroy(plan);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

int planet_command(int count, char **arguments)
{
    struct request request = { .size = { 2048, 1024 },
                               .bounds = { -90, 90, -180, 180 },
                               .group = "finalPlanet",
                               .precision = WN_F64,
                               .threads = option_threads_default(),
                               .isa = WN_ISA_AUTO,
                               .axis = WN_AXIS_ACCUMULATED,
                               .path = "planet.png",
                               .format = FORMAT_PNG };
    struct args args = { .command = COMMAND, .count = count, .values = arguments };
    uint64_t settings_given = 0;
    unsigned int given = 0;
    const char *value;
    int option;
    wn_planet_settings_init(&request.settings, sizeof request.settings);
    while ((option = args_next(&args, options, OPTION_COUNT, &value)) >= 0)
        if (given |= 1u << option,
            !parse_option(&request, &settings_given, (enum option)option, value))
            return EXIT_USAGE;
    if (option == ARGS_HELP) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (option == ARGS_ERROR)
        return EXIT_USAGE;
    if (request.graph_path) {
        /* a graph has no size, threads and the like */
        static const enum option of_maps[] = { OPTION_SIZE,    OPTION_BOUNDS, OPTION_PRECISION,
                                               OPTION_THREADS, OPTION_ISA,    OPTION_AXIS,
                                               OPTION_OUTPUT };
        for (size_t i = 0; i < sizeof of_maps / sizeof of_maps[0]; i++) {
            if (given >> of_maps[i] & 1) {
                args_complain(COMMAND, "%s: not with --graph, which writes no map",
                              options[of_maps[i]].name);
                return EXIT_USAGE;
            }
        }
        return write_graph(&request);
    }
    return make_map(&request);
}
