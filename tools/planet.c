/* SPDX-License-Identifier: MIT */
/* widenoise planet: a map of the complex planet, as a picture or as numbers. */
#include "args.h"
#include "commands.h"
#include "numbers.h"
#include "output.h"
#include "picture.h"
#include "progress.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#ifdef _OPENMP
#include <omp.h>
#define PRAGMA(text)   _Pragma(#text)
#define OMP(directive) PRAGMA(omp directive)
#else
#define OMP(directive)
#endif

#define COMMAND "widenoise planet"

/* The light of libnoise falls on level ground with half its strength; see --help. */
#define BRIGHTNESS 2

/* A tile is what a thread takes at a time: as wide as wn_map_sphere_f64()'s chunks. */
#define TILE_ROWS    64
#define TILE_COLUMNS 256

enum format { FORMAT_PNG, FORMAT_NPY, FORMAT_RAW };

/* What the command line asks for. */
struct request {
    size_t width, height;
    double south, north, west, east;
    wn_planet_settings settings;
    const char *group;
    wn_precision precision;
    int threads;
    wn_isa isa;
    wn_axis axis;
    const char *path;
    enum format format;
};

/* The planet on its way to the file. Row 0 is the southernmost. */
struct map {
    const struct request *request;
    wn_plan *plan;
    double *latitudes, *longitudes;
    int bits;     /* of a value: 32 for pictures, as libnoise keeps its maps in float */
    double *wide; /* the values, one of the two */
    float *narrow;
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

static bool parse_size(struct request *r, const char *value)
{
    char width[16];
    int64_t w, h;
    const char *x = strchr(value, 'x');
    size_t length = x ? (size_t)(x - value) : 0;
    if (length >= sizeof width)
        length = 0;
    memcpy(width, value, length);
    width[length] = '\0';
    if (!args_integer(width, 1, INT32_MAX, &w) || !args_integer(x + 1, 1, INT32_MAX, &h))
        return complain(OPTION_SIZE, value, "must be WxH, two whole numbers from 1 to 2147483647");
    if ((uint64_t)w > (uint64_t)PTRDIFF_MAX / sizeof(double) / (uint64_t)h)
        return complain(OPTION_SIZE, value, "more points than memory can address");
    r->width = (size_t)w;
    r->height = (size_t)h;
    return true;
}

static bool parse_bounds(struct request *r, const char *value)
{
    double *const bounds[] = { &r->south, &r->north, &r->west, &r->east };
    char copy[256], *part = copy;
    bool valid = strlen(value) < sizeof copy;
    snprintf(copy, sizeof copy, "%s", value);
    for (int i = 0; i < 4 && valid; i++) {
        char *comma = strchr(part, ',');
        if (comma)
            *comma = '\0';
        valid = args_real(part, bounds[i]) && isfinite(*bounds[i]) && (comma != NULL) == (i < 3);
        part = comma ? comma + 1 : part;
    }
    if (!valid)
        return complain(OPTION_BOUNDS, value, "must be S,N,W,E, four numbers of degrees");
    if (!(r->south < r->north))
        return complain(OPTION_BOUNDS, value, "south must be less than north");
    if (!(r->west < r->east))
        return complain(OPTION_BOUNDS, value, "west must be less than east");
    if (!isfinite(r->north - r->south) || !isfinite(r->east - r->west))
        return complain(OPTION_BOUNDS, value, "too far apart");
    return true;
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

/* The index of a name in a list that ends with NULL, or -1. */
static int find(const char *name, const char *const *names)
{
    for (int i = 0; names[i]; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    return -1;
}

static bool parse_variant(struct request *r, const char *value)
{
    static const char *const names[] = { "libnoise", "example", NULL };
    int i = find(value, names);
    r->settings.variant = i == 1 ? WN_PLANET_EXAMPLE : WN_PLANET_LIBNOISE;
    return i >= 0 || complain(OPTION_VARIANT, value, "must be libnoise or example");
}

static bool parse_precision(struct request *r, const char *value)
{
    static const char *const names[] = { "f64", "f32", NULL };
    int i = find(value, names);
    r->precision = i == 1 ? WN_F32 : WN_F64;
    return i >= 0 || complain(OPTION_PRECISION, value, "must be f64 or f32");
}

static bool parse_axis(struct request *r, const char *value)
{
    static const char *const names[] = { "accumulated", "even", NULL };
    int i = find(value, names);
    r->axis = i == 1 ? WN_AXIS_EVEN : WN_AXIS_ACCUMULATED;
    return i >= 0 || complain(OPTION_AXIS, value, "must be accumulated or even");
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

static bool parse_isa(struct request *r, const char *value)
{
    char names[TIER_LIST_SIZE], why[TIER_LIST_SIZE + 64];
    int32_t isa = wn_isa_from_name(value);
    r->isa = isa < 0 ? WN_ISA_AUTO : (wn_isa)isa;
    if (isa >= 0 && (isa == WN_ISA_AUTO || wn_isa_available((wn_isa)isa)))
        return true;
    snprintf(why, sizeof why, "%s; available are: auto%s",
             isa < 0 ? "no such instruction set" : "not available",
             tier_list(true, names, sizeof names));
    return complain(OPTION_ISA, value, why);
}

static bool parse_threads(struct request *r, const char *value)
{
    int64_t threads;
    if (!args_integer(value, 1, 1024, &threads))
        return complain(OPTION_THREADS, value, "must be a whole number from 1 to 1024");
    r->threads = (int)threads;
    return true;
}

static bool parse_output(struct request *r, const char *value)
{
    static const char *const extensions[] = { ".png", ".npy", ".raw" };
    const char *slash = strrchr(value, '/');
    const char *name = slash ? slash + 1 : value;
    const char *dot = strrchr(name, '.');
    for (int i = 0; i < 3; i++)
        if (dot && dot > name && strcasecmp(dot, extensions[i]) == 0) {
            r->path = value;
            r->format = (enum format)i;
            return true;
        }
    return complain(OPTION_OUTPUT, value, "the name must end in .png, .npy or .raw");
}

static bool parse_option(struct request *r, uint64_t *given, enum option option, const char *value)
{
    switch (option) {
    case OPTION_SIZE:
        return parse_size(r, value);
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
        return parse_precision(r, value);
    case OPTION_THREADS:
        return parse_threads(r, value);
    case OPTION_ISA:
        return parse_isa(r, value);
    case OPTION_AXIS:
        return parse_axis(r, value);
    case OPTION_OUTPUT:
        return parse_output(r, value);
    case OPTION_COUNT:
        break;
    }
    return false;
}

/* ---- Map ---- */

/* One tile, counted along rows of tiles. scratch holds the tile where values change precision. */
static wn_status map_tile(const struct map *m, wn_workspace *workspace, double *scratch,
                          size_t tile, size_t *points)
{
    size_t width = m->request->width, height = m->request->height;
    size_t tiles_across = (width + TILE_COLUMNS - 1) / TILE_COLUMNS;
    size_t row = tile / tiles_across * TILE_ROWS, column = tile % tiles_across * TILE_COLUMNS;
    size_t rows = height - row < TILE_ROWS ? height - row : TILE_ROWS;
    size_t columns = width - column < TILE_COLUMNS ? width - column : TILE_COLUMNS;
    const double *latitudes = m->latitudes + row, *longitudes = m->longitudes + column;
    size_t offset = row * width + column;
    *points = rows * columns;
    if (m->request->precision == WN_F32) {
        float *out = m->narrow + offset;
        return wn_map_sphere_f32(m->plan, workspace, rows, latitudes, columns, longitudes, &out,
                                 width);
    }
    if (m->wide) {
        double *out = m->wide + offset;
        return wn_map_sphere_f64(m->plan, workspace, rows, latitudes, columns, longitudes, &out,
                                 width);
    }
    wn_status status = wn_map_sphere_f64(m->plan, workspace, rows, latitudes, columns, longitudes,
                                         &scratch, columns);
    for (size_t i = 0; i < rows && status == WN_OK; i++)
        for (size_t k = 0; k < columns; k++)
            m->narrow[offset + i * width + k] = (float)scratch[i * columns + k];
    return status;
}

static wn_status map_tiles(const struct map *m, struct progress *progress)
{
    const struct request *r = m->request;
    size_t tiles = ((r->width + TILE_COLUMNS - 1) / TILE_COLUMNS) *
        ((r->height + TILE_ROWS - 1) / TILE_ROWS);
    int threads = (size_t)r->threads < tiles ? r->threads : (int)tiles;
    wn_status status = WN_OK;
    (void)threads;
    OMP(parallel num_threads(threads))
    {
        wn_workspace *workspace;
        wn_status mine = wn_workspace_create(&workspace, m->plan);
        double *scratch = malloc(sizeof(double) * TILE_ROWS * TILE_COLUMNS);
        if (!scratch)
            mine = WN_ERROR_MEMORY;
        OMP(for schedule(dynamic, 1) nowait)
        for (size_t tile = 0; tile < tiles; tile++) {
            size_t points = 0;
            if (mine == WN_OK)
                mine = map_tile(m, workspace, scratch, tile, &points);
            progress_add(progress, points);
        }
        if (mine != WN_OK) {
            OMP(critical)
            status = mine;
        }
        free(scratch);
        wn_workspace_destroy(workspace);
    }
    return status;
}

/* ---- File ---- */

struct picture {
    const struct map *map;
    wn_render_params params;
    wn_gradient_point gradient[16];
};

static void picture_of(const struct map *m, struct picture *picture)
{
    const struct request *r = m->request;
    picture->map = m;
    wn_render_params_init(&picture->params, sizeof picture->params);
    if (strcmp(r->group, "finalPlanet") != 0)
        return;
    double metres = ((r->east - r->west) / (double)r->width) * (r->settings.circumference / 360.0);
    picture->params.gradient = picture->gradient;
    picture->params.gradient_count = wn_planet_gradient(&r->settings, picture->gradient, 16);
    picture->params.light = 1;
    picture->params.contrast = 1.0 / metres;
    picture->params.elevation = 45;
    picture->params.azimuth = 135;
    picture->params.brightness = BRIGHTNESS;
}

static void render_row(void *context, size_t row, uint8_t *rgba)
{
    const struct picture *p = context;
    size_t width = p->map->request->width, height = p->map->request->height;
    wn_render_rows(&p->params, height, width, p->map->narrow, width, height - 1 - row, 1, rgba,
                   width * 4);
}

static bool write_numbers(const struct map *m, FILE *file)
{
    const struct request *r = m->request;
    if (r->format == FORMAT_NPY && !numbers_npy_header(file, m->bits, r->height, r->width))
        return false;
    for (size_t row = r->height; row-- > 0;) {
        const void *values = m->wide ? (const void *)(m->wide + row * r->width)
                                     : (const void *)(m->narrow + row * r->width);
        if (!numbers_write(file, m->bits, values, r->width))
            return false;
    }
    return true;
}

static bool write_file(const struct map *m, FILE *file)
{
    char message[128] = "cannot write";
    bool written;
    if (m->request->format == FORMAT_PNG) {
        struct picture picture;
        picture_of(m, &picture);
        written = picture_write(file, m->request->width, m->request->height, render_row, &picture,
                                message, sizeof message);
    } else {
        written = write_numbers(m, file);
    }
    if (written)
        return output_commit();
    output_discard();
    args_complain(COMMAND, "%s: %s", m->request->path, message);
    return false;
}

/* ---- Command ---- */

/* The plan of the group that is asked for; an error of the settings is one of usage. */
static int make_plan(const struct request *r, wn_plan **plan)
{
    char message[256];
    wn_graph *graph;
    wn_plan_options plan_options;
    wn_status status = wn_graph_create(&graph);
    if (status == WN_OK)
        status = wn_planet_build(graph, &r->settings, message, sizeof message);
    if (status == WN_ERROR_PARAMETER) {
        args_complain(COMMAND, "--set: %s", message);
        wn_graph_destroy(graph);
        return EXIT_USAGE;
    }
    wn_plan_options_init(&plan_options, sizeof plan_options);
    plan_options.precision = (int32_t)r->precision;
    plan_options.isa = (int32_t)r->isa;
    if (status == WN_OK) {
        wn_module output = wn_graph_find(graph, r->group);
        status = wn_plan_create(plan, graph, &output, 1, &plan_options, message, sizeof message);
    } else {
        snprintf(message, sizeof message, "%s", wn_status_string(status));
    }
    wn_graph_destroy(graph);
    if (status == WN_OK)
        return EXIT_SUCCESS;
    args_complain(COMMAND, "%s", message);
    return EXIT_FAILURE;
}

/* Memory for the map, and its axes. */
static bool allocate(struct map *m)
{
    const struct request *r = m->request;
    size_t points = r->width * r->height;
    m->latitudes = malloc(r->height * sizeof *m->latitudes);
    m->longitudes = malloc(r->width * sizeof *m->longitudes);
    m->bits = r->format == FORMAT_PNG ? 32 : (int)r->precision;
    if (m->bits == 64)
        m->wide = malloc(points * sizeof *m->wide);
    else
        m->narrow = malloc(points * sizeof *m->narrow);
    if (!m->latitudes || !m->longitudes || (!m->wide && !m->narrow)) {
        args_complain(COMMAND, "--size %zux%zu: not enough memory", r->width, r->height);
        return false;
    }
    return true;
}

static int make_map(struct map *m)
{
    const struct request *r = m->request;
    int code = make_plan(r, &m->plan);
    if (code != EXIT_SUCCESS)
        return code;
    FILE *file = output_open(COMMAND, r->path);
    if (!file)
        return EXIT_FAILURE;
    if (!allocate(m)) {
        output_discard();
        return EXIT_FAILURE;
    }
    wn_axis_f64(r->axis, r->south, r->north, r->height, 0, r->height, m->latitudes);
    wn_axis_f64(r->axis, r->west, r->east, r->width, 0, r->width, m->longitudes);
    struct progress progress;
    progress_start(&progress, r->path, (uint64_t)r->width * r->height);
    wn_status status = map_tiles(m, &progress);
    if (status != WN_OK) {
        progress_clear(&progress);
        output_discard();
        args_complain(COMMAND, "%s", wn_status_string(status));
        return EXIT_FAILURE;
    }
    progress_finish(&progress);
    return write_file(m, file) ? EXIT_SUCCESS : EXIT_FAILURE;
}

int planet_command(int count, char **arguments)
{
    struct request request = { .width = 2048,
                               .height = 1024,
                               .south = -90,
                               .north = 90,
                               .west = -180,
                               .east = 180,
                               .group = "finalPlanet",
                               .precision = WN_F64,
                               .threads = 1,
                               .isa = WN_ISA_AUTO,
                               .axis = WN_AXIS_ACCUMULATED,
                               .path = "planet.png",
                               .format = FORMAT_PNG };
    struct args args = { .command = COMMAND, .count = count, .values = arguments };
    uint64_t settings_given = 0;
    const char *value;
    int option;
#ifdef _OPENMP
    request.threads = omp_get_max_threads();
#endif
    wn_planet_settings_init(&request.settings, sizeof request.settings);
    while ((option = args_next(&args, options, OPTION_COUNT, &value)) >= 0)
        if (!parse_option(&request, &settings_given, (enum option)option, value))
            return EXIT_USAGE;
    if (option == ARGS_HELP) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (option == ARGS_ERROR)
        return EXIT_USAGE;
    struct map map = { .request = &request };
    int code = make_map(&map);
    free(map.latitudes);
    free(map.longitudes);
    free(map.wide);
    free(map.narrow);
    wn_plan_destroy(map.plan);
    return code;
}
