/* SPDX-License-Identifier: MIT */
/* widenoise render: a map of a graph, as a picture, numbers or terrain. */
#include "args.h"
#include "commands.h"
#include "graph_file.h"
#include "options.h"
#include "output.h"
#include "picture.h"
#include "terragen.h"
#include "tiles.h"

#include <widenoise/widenoise.h>

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "widenoise render"

enum format { FORMAT_PNG, FORMAT_NPY, FORMAT_RAW, FORMAT_TER };

/* A kind of map: what is special about its --size and --bounds. */
struct kind {
    const char *name;
    size_t size[3];           /* the default */
    double bounds[6];         /* the default, as on the command line */
    const char *form;         /* of the bounds */
    const char *limits[3][2]; /* the names of the bounds */
    int axis[3];              /* what they bound: 0 columns, 1 rows, 2 slices */
};

static const struct kind kinds[] = {
    [TILES_PLANE] = { "plane",
                      { 512, 512, 1 },
                      { 0, 4, 0, 4 },
                      "X0,X1,Z0,Z1",
                      { { "X0", "X1" }, { "Z0", "Z1" } },
                      { 0, 1 } },
    [TILES_SEAMLESS] = { "seamless",
                         { 512, 512, 1 },
                         { 0, 4, 0, 4 },
                         "X0,X1,Z0,Z1",
                         { { "X0", "X1" }, { "Z0", "Z1" } },
                         { 0, 1 } },
    [TILES_SPHERE] = { "sphere",
                       { 1024, 512, 1 },
                       { -90, 90, -180, 180 },
                       "S,N,W,E",
                       { { "south", "north" }, { "west", "east" } },
                       { 1, 0 } },
    [TILES_CYLINDER] = { "cylinder",
                         { 1024, 512, 1 },
                         { -180, 180, -1.5, 1.5 },
                         "A0,A1,H0,H1",
                         { { "A0", "A1" }, { "H0", "H1" } },
                         { 0, 1 } },
    [TILES_VOLUME] = { "volume",
                       { 64, 64, 64 },
                       { 0, 4, 0, 4, 0, 4 },
                       "X0,X1,Y0,Y1,Z0,Z1",
                       { { "X0", "X1" }, { "Y0", "Y1" }, { "Z0", "Z1" } },
                       { 0, 1, 2 } },
};

/* What the command line asks for. */
struct request {
    const char *graph, *output, *size_text, *bounds_text, *path; /* NULL if not given */
    enum tiles_kind map;
    size_t size[3];
    double bounds[6]; /* as on the command line */
    wn_precision precision;
    wn_axis axis;
    int threads;
    wn_isa isa;
    enum format format;
    bool terrain, light, normal, wrap;
    int bits;
    double range[2];
    double contrast, brightness, azimuth, elevation, bump, metres;
};

/* ---- Options ---- */

enum option {
    OPTION_OUTPUT,
    OPTION_MAP,
    OPTION_SIZE,
    OPTION_BOUNDS,
    OPTION_AXIS,
    OPTION_PRECISION,
    OPTION_THREADS,
    OPTION_ISA,
    OPTION_COLOR,
    OPTION_RANGE,
    OPTION_BITS,
    OPTION_LIGHT,
    OPTION_CONTRAST,
    OPTION_BRIGHTNESS,
    OPTION_AZIMUTH,
    OPTION_ELEVATION,
    OPTION_NORMAL,
    OPTION_WRAP,
    OPTION_METRES,
    OPTION_FILE,
    OPTION_COUNT
};

static const struct args_option options[OPTION_COUNT] = {
    [OPTION_OUTPUT] = { "--output", false },     [OPTION_MAP] = { "--map", false },
    [OPTION_SIZE] = { "--size", false },         [OPTION_BOUNDS] = { "--bounds", false },
    [OPTION_AXIS] = { "--axis", false },         [OPTION_PRECISION] = { "--precision", false },
    [OPTION_THREADS] = { "--threads", false },   [OPTION_ISA] = { "--isa", false },
    [OPTION_COLOR] = { "--color", false },       [OPTION_RANGE] = { "--range", false },
    [OPTION_BITS] = { "--bits", false },         [OPTION_LIGHT] = { "--light", false },
    [OPTION_CONTRAST] = { "--contrast", false }, [OPTION_BRIGHTNESS] = { "--brightness", false },
    [OPTION_AZIMUTH] = { "--azimuth", false },   [OPTION_ELEVATION] = { "--elevation", false },
    [OPTION_NORMAL] = { "--normal", false },     [OPTION_WRAP] = { "--wrap", false },
    [OPTION_METRES] = { "--metres", false },     [OPTION_FILE] = { "-o", false },
};

#define BIT(option) (UINT64_C(1) << (option))

/* What else was asked for, beside options that were given. */
#define IS_PNG     BIT(60)
#define IS_TER     BIT(61)
#define IS_TERRAIN BIT(62)

/* Options that need one of some others, or exclude them. */
static const struct rule {
    uint64_t options, needs, excludes;
    const char *why;
} rules[] = {
    { BIT(OPTION_COLOR) | BIT(OPTION_RANGE) | BIT(OPTION_BITS) | BIT(OPTION_LIGHT) |
          BIT(OPTION_CONTRAST) | BIT(OPTION_BRIGHTNESS) | BIT(OPTION_AZIMUTH) |
          BIT(OPTION_ELEVATION) | BIT(OPTION_NORMAL) | BIT(OPTION_WRAP),
      IS_PNG, 0, "only for a .png" },
    { BIT(OPTION_METRES), IS_TER, 0, "only for a .ter" },
    { BIT(OPTION_CONTRAST) | BIT(OPTION_BRIGHTNESS) | BIT(OPTION_AZIMUTH) | BIT(OPTION_ELEVATION),
      BIT(OPTION_LIGHT), 0, "only with --light" },
    { BIT(OPTION_WRAP), BIT(OPTION_LIGHT) | BIT(OPTION_NORMAL), 0,
      "only with --light or --normal" },
    { BIT(OPTION_NORMAL), 0,
      BIT(OPTION_COLOR) | BIT(OPTION_RANGE) | BIT(OPTION_BITS) | BIT(OPTION_LIGHT),
      "a normal map has no colours, light, range or 16 bits" },
    { BIT(OPTION_BITS), 0, BIT(OPTION_LIGHT) | IS_TERRAIN, "16 bits are for grey without light" },
    { BIT(OPTION_RANGE), 0, IS_TERRAIN, "only for grey" },
};

static void print_help(void)
{
    fputs("usage: widenoise render GRAPH [OPTION]... -o FILE\n"
          "\n"
          "Computes a map of a graph. GRAPH is a graph file, - is the standard input.\n"
          "\n"
          "  --output NAME      an output, or any module, of the graph [its only output]\n"
          "  --map NAME         plane, seamless, sphere, cylinder or volume, see below [plane]\n"
          "  --size WxH[xD]     points from west to east, from south to north, and slices\n"
          "  --bounds A,B,...   lower and upper bounds; the upper ones are not part of the map\n"
          "  --axis NAME        coordinates: accumulated, with libnoise's rounding errors, or\n"
          "                     even [accumulated]\n"
          "  --precision NAME   f64 or f32 [f64]\n"
          "  --threads N        [as many as there are processors]\n"
          "  --isa NAME         see widenoise info; the result is the same for all [auto]\n"
          "  -o FILE            .png, .npy, .raw or .ter\n"
          "\n"
          "maps:      --size     --bounds\n",
          stdout);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        const struct kind *k = &kinds[i];
        int axes = i == TILES_VOLUME ? 3 : 2;
        char size[32];
        snprintf(size, sizeof size, i == TILES_VOLUME ? "%zux%zux%zu" : "%zux%zu", k->size[0],
                 k->size[1], k->size[2]);
        printf("  %-8s [%s]%*s %s [", k->name, size, (int)(8 - strlen(size)), "", k->form);
        for (int b = 0; b < 2 * axes; b++)
            printf("%s%g", b > 0 ? "," : "", k->bounds[b]);
        puts("]");
    }
    fputs(
        "A plane has y = 0; seamless is a plane whose opposite edges fit; sphere and cylinder\n"
        "have the radius 1, and their degrees are latitude and longitude, and the angle.\n"
        "\n"
        "pictures (.png), the greatest z, latitude or height on top:\n"
        "  --color NAME       grey, or terrain: libnoise's, water at -1 to snow at 1 [grey]\n"
        "  --range LO,HI      values that are black and white [-1,1]\n"
        "  --bits N           8 or 16; with 16, a value beyond the range is an error, and with 8\n"
        "                     it is black or white [8]\n"
        "  --light            lights the map as a relief\n"
        "  --contrast C       of the light, more than 0 [1]\n"
        "  --brightness B     of the light; level ground gets 0.5 B at elevation 45 [1]\n"
        "  --azimuth A        of the light: degrees from east towards north [45]\n"
        "  --elevation E      of the light above the horizon: degrees [45]\n"
        "  --normal BUMP      a normal map instead: x, y, z as red, green, blue; BUMP is the\n"
        "                     height of 1 in points\n"
        "  --wrap             for --light and --normal: opposite edges are neighbours\n"
        "\n"
        ".npy (NumPy) and .raw (no header, little-endian) hold the values, of 8 bytes for f64 and\n"
        "4 for f32: H rows of W numbers from the top down as in a picture; of a volume D slices\n"
        "of H rows of W numbers from the lower bounds up, as [z][y][x].\n"
        "\n"
        ".ter (Terragen) holds the values as heights in metres, in steps of 0.5, from -16384 to\n"
        "16383.5; beyond is an error. Sides are at most 65535 points.\n"
        "  --metres M         from point to point, more than 1, up to 32768 [30]\n",
        stdout);
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

static bool parse_number(enum option option, const char *value, double *number)
{
    return (args_real(value, number) && isfinite(*number)) ||
        complain(option, value, "must be a number");
}

static bool parse_map(struct request *r, const char *value)
{
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++)
        if (strcmp(value, kinds[i].name) == 0) {
            r->map = (enum tiles_kind)i;
            return true;
        }
    return complain(OPTION_MAP, value, "must be plane, seamless, sphere, cylinder or volume");
}

static bool parse_color(struct request *r, const char *value)
{
    static const char *const names[] = { "grey", "terrain", NULL };
    int i = option_name(value, names);
    r->terrain = i == 1;
    return i >= 0 || complain(OPTION_COLOR, value, "must be grey or terrain");
}

static bool parse_bits(struct request *r, const char *value)
{
    static const char *const names[] = { "8", "16", NULL };
    int i = option_name(value, names);
    r->bits = i == 1 ? 16 : 8;
    return i >= 0 || complain(OPTION_BITS, value, "must be 8 or 16");
}

static bool parse_contrast(struct request *r, const char *value)
{
    return parse_number(OPTION_CONTRAST, value, &r->contrast) &&
        (r->contrast > 0 || complain(OPTION_CONTRAST, value, "must be more than 0"));
}

static bool parse_metres(struct request *r, const char *value)
{
    return parse_number(OPTION_METRES, value, &r->metres) &&
        ((r->metres > TERRAGEN_MIN_METRES && r->metres <= TERRAGEN_MAX_METRES) ||
         complain(OPTION_METRES, value, "must be more than 1, up to 32768"));
}

static bool parse_file(struct request *r, const char *value)
{
    static const char *const extensions[] = { ".png", ".npy", ".raw", ".ter", NULL };
    int format = option_extension(value, extensions);
    if (format < 0)
        return complain(OPTION_FILE, value, "the name must end in .png, .npy, .raw or .ter");
    r->path = value;
    r->format = (enum format)format;
    return true;
}

static bool parse_option(struct request *r, int option, const char *value)
{
    switch (option) {
    case ARGS_OPERAND:
        r->graph = value;
        return true;
    case OPTION_OUTPUT:
        r->output = value;
        return true;
    case OPTION_MAP:
        return parse_map(r, value);
    case OPTION_SIZE: /* these two depend on the map */
        r->size_text = value;
        return true;
    case OPTION_BOUNDS:
        r->bounds_text = value;
        return true;
    case OPTION_AXIS:
        return complain_if(OPTION_AXIS, value, option_axis(value, &r->axis));
    case OPTION_PRECISION:
        return complain_if(OPTION_PRECISION, value, option_precision(value, &r->precision));
    case OPTION_THREADS:
        return complain_if(OPTION_THREADS, value, option_threads(value, &r->threads));
    case OPTION_ISA:
        return complain_if(OPTION_ISA, value, option_isa(value, &r->isa));
    case OPTION_COLOR:
        return parse_color(r, value);
    case OPTION_RANGE:
        return complain_if(OPTION_RANGE, value, option_range(value, r->range));
    case OPTION_BITS:
        return parse_bits(r, value);
    case OPTION_LIGHT:
        r->light = true;
        return true;
    case OPTION_CONTRAST:
        return parse_contrast(r, value);
    case OPTION_BRIGHTNESS:
        return parse_number(OPTION_BRIGHTNESS, value, &r->brightness);
    case OPTION_AZIMUTH:
        return parse_number(OPTION_AZIMUTH, value, &r->azimuth);
    case OPTION_ELEVATION:
        return parse_number(OPTION_ELEVATION, value, &r->elevation);
    case OPTION_NORMAL:
        r->normal = true;
        return parse_number(OPTION_NORMAL, value, &r->bump);
    case OPTION_WRAP:
        r->wrap = true;
        return true;
    case OPTION_METRES:
        return parse_metres(r, value);
    case OPTION_FILE:
        return parse_file(r, value);
    default:
        return false;
    }
}

static bool parse_size_and_bounds(struct request *r)
{
    const struct kind *kind = &kinds[r->map];
    int axes = r->map == TILES_VOLUME ? 3 : 2;
    memcpy(r->size, kind->size, sizeof r->size);
    memcpy(r->bounds, kind->bounds, sizeof r->bounds);
    if (r->size_text &&
        !complain_if(OPTION_SIZE, r->size_text, option_size(r->size_text, axes, r->size)))
        return false;
    if (r->format == FORMAT_TER &&
        (r->size[0] > TERRAGEN_MAX_SIZE || r->size[1] > TERRAGEN_MAX_SIZE))
        return complain(OPTION_SIZE, r->size_text, "a .ter has at most 65535x65535 points");
    if (!r->bounds_text)
        return true;
    if (option_numbers(r->bounds_text, 2 * axes, r->bounds)) {
        args_complain(COMMAND, "--bounds %s: of a %s must be %s, %d numbers", r->bounds_text,
                      kind->name, kind->form, 2 * axes);
        return false;
    }
    return complain_if(OPTION_BOUNDS, r->bounds_text, option_bounds(r->bounds, axes, kind->limits));
}

/* Whether options fit together. */
static bool consistent(const struct request *r, uint64_t given)
{
    given |= (r->format == FORMAT_PNG ? IS_PNG : 0) | (r->format == FORMAT_TER ? IS_TER : 0) |
        (r->terrain ? IS_TERRAIN : 0);
    if (r->bits == 8 && r->format == FORMAT_PNG)
        given &= ~BIT(OPTION_BITS);
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        const struct rule *rule = &rules[i];
        if ((!rule->needs || (given & rule->needs)) && !(given & rule->excludes))
            continue;
        for (int option = 0; option < OPTION_COUNT; option++)
            if (rule->options & given & BIT(option)) {
                args_complain(COMMAND, "%s: %s", options[option].name, rule->why);
                return false;
            }
    }
    if (r->map == TILES_VOLUME && r->format != FORMAT_NPY && r->format != FORMAT_RAW)
        return complain(OPTION_FILE, r->path, "a volume goes to a .npy or a .raw");
    return true;
}

/* ---- File ---- */

struct picture {
    const struct request *request;
    const struct tiles *map;
    wn_render_params render;
    wn_normal_params normal;
    wn_gradient_point gradient[16];
};

static void picture_of(const struct request *r, const struct tiles *map, struct picture *p)
{
    p->request = r;
    p->map = map;
    wn_normal_params_init(&p->normal, sizeof p->normal);
    p->normal.bump_height = r->bump;
    p->normal.wrap = r->wrap;
    wn_render_params_init(&p->render, sizeof p->render);
    p->render.light = r->light;
    p->render.wrap = r->wrap;
    p->render.contrast = r->contrast;
    p->render.brightness = r->brightness;
    p->render.azimuth = r->azimuth;
    p->render.elevation = r->elevation;
    p->render.gradient = p->gradient;
    if (r->terrain) {
        p->render.gradient_count = wn_terrain_gradient(p->gradient, 16);
        return;
    }
    p->gradient[0] = (wn_gradient_point) { r->range[0], 0, 0, 0, 255 };
    p->gradient[1] = (wn_gradient_point) { r->range[1], 255, 255, 255, 255 };
    p->render.gradient_count = 2;
}

static bool colour_row(void *context, size_t row, uint8_t *rgba)
{
    const struct picture *p = context;
    size_t width = p->map->size[0], height = p->map->size[1];
    return wn_render_rows(&p->render, height, width, p->map->narrow, width, height - 1 - row, 1,
                          rgba, width * 4) == WN_OK;
}

static bool grey_row(void *context, size_t row, uint8_t *pixels)
{
    const struct picture *p = context;
    if (!colour_row(context, row, pixels))
        return false;
    for (size_t i = 0; i < p->map->size[0]; i++)
        pixels[i] = pixels[4 * i];
    return true;
}

static bool normal_row(void *context, size_t row, uint8_t *rgba)
{
    const struct picture *p = context;
    size_t width = p->map->size[0], height = p->map->size[1];
    return wn_render_normal_rows(&p->normal, height, width, p->map->narrow, width, height - 1 - row,
                                 1, rgba, width * 4) == WN_OK;
}

/* To the nearest of 65536 steps; the values are within the range. */
static bool deep_row(void *context, size_t row, uint8_t *pixels)
{
    const struct picture *p = context;
    size_t width = p->map->size[0], height = p->map->size[1];
    const float *values = p->map->narrow + (height - 1 - row) * width;
    const double *range = p->request->range;
    for (size_t i = 0; i < width; i++) {
        double part = ((double)values[i] - range[0]) / (range[1] - range[0]);
        part = part < 0 ? 0 : part > 1 ? 1 : part; /* the bounds themselves, rounded to float */
        unsigned int step = (unsigned int)(part * 65535 + 0.5);
        pixels[2 * i] = (uint8_t)(step >> 8);
        pixels[2 * i + 1] = (uint8_t)step;
    }
    return true;
}

/* With 16 bits nothing is cut off in silence: somebody wants to have the values back. */
static bool within_range(const struct request *r, const struct tiles *map, char *message,
                         size_t message_size)
{
    size_t points = map->size[0] * map->size[1], beyond = 0, nan = 0;
    /* the values are floats, and so must be what they are compared with */
    float lowest = (float)r->range[0], highest = (float)r->range[1];
    double least = HUGE_VAL, most = -HUGE_VAL;
    for (size_t i = 0; i < points; i++) {
        float value = map->narrow[i];
        nan += isnan(value);
        beyond += value < lowest || value > highest;
        least = value < least ? value : least;
        most = value > most ? value : most;
    }
    if (nan > 0)
        snprintf(message, message_size, "--bits 16: %zu of %zu values are not numbers", nan,
                 points);
    else if (beyond > 0)
        snprintf(message, message_size,
                 "--range %.9g,%.9g: %zu of %zu values are beyond; they are %.9g to %.9g",
                 r->range[0], r->range[1], beyond, points, least, most);
    return nan == 0 && beyond == 0;
}

static bool write_picture(const struct request *r, const struct tiles *map, FILE *file,
                          char *message, size_t message_size)
{
    struct picture picture;
    enum picture_format format = PICTURE_RGB8;
    picture_row *row = colour_row;
    picture_of(r, map, &picture);
    if (r->normal) {
        row = normal_row;
    } else if (r->bits == 16) {
        format = PICTURE_GREY16;
        row = deep_row;
        if (!within_range(r, map, message, message_size))
            return false;
    } else if (!r->terrain) {
        format = PICTURE_GREY8;
        row = grey_row;
    }
    return picture_write(file, format, map->size[0], map->size[1], row, &picture, message,
                         message_size);
}

static bool write_file(const struct request *r, const struct tiles *map, FILE *file)
{
    char message[256] = "cannot write";
    bool written = false;
    switch (r->format) {
    case FORMAT_PNG:
        written = write_picture(r, map, file, message, sizeof message);
        break;
    case FORMAT_TER:
        written = terragen_write(file, map->size[0], map->size[1], map->narrow, r->metres, message,
                                 sizeof message);
        break;
    case FORMAT_NPY:
    case FORMAT_RAW:
        written = tiles_write_numbers(map, r->format == FORMAT_NPY, file);
        break;
    }
    if (written)
        return output_commit();
    output_discard();
    args_complain(COMMAND, "%s: %s", r->path, message);
    return false;
}

/* ---- Command ---- */

static wn_plan *make_plan(const struct request *r)
{
    char message[GRAPH_FILE_MESSAGE] = "";
    wn_plan *plan = NULL;
    struct graph_file file;
    wn_plan_options plan_options;
    if (graph_file_read(r->graph, &file, message, sizeof message) != 0) {
        args_complain(COMMAND, "%s", message);
        return NULL;
    }
    wn_module module = graph_file_output(&file, r->output, message, sizeof message);
    wn_plan_options_init(&plan_options, sizeof plan_options);
    plan_options.precision = (int32_t)r->precision;
    plan_options.isa = (int32_t)r->isa;
    if (module == WN_MODULE_NONE)
        args_complain(COMMAND, "%s: %s%s", r->graph, r->output ? "" : "--output: ", message);
    else if (wn_plan_create(&plan, file.graph, &module, 1, &plan_options, message,
                            sizeof message) != WN_OK)
        args_complain(COMMAND, "%s: %s", r->graph, *message ? message : "cannot be compiled");
    graph_file_free(&file);
    return plan;
}

static int make_map(const struct request *r)
{
    const struct kind *kind = &kinds[r->map];
    wn_plan *plan = make_plan(r);
    if (!plan)
        return EXIT_FAILURE;
    /* pictures and terrain: libnoise keeps its maps in float */
    bool numbers = r->format == FORMAT_NPY || r->format == FORMAT_RAW;
    struct tiles map = { .kind = r->map,
                         .plan = plan,
                         .axis = r->axis,
                         .threads = r->threads,
                         .bits = numbers ? (int)r->precision : 32 };
    memcpy(map.size, r->size, sizeof map.size);
    for (int i = 0; i < (r->map == TILES_VOLUME ? 3 : 2); i++)
        memcpy(map.bounds + 2 * kind->axis[i], r->bounds + 2 * i, 2 * sizeof *map.bounds);
    FILE *file = tiles_make(&map, COMMAND, r->path);
    bool written = file && write_file(r, &map, file);
    tiles_free(&map);
    wn_plan_destroy(plan);
    return written ? EXIT_SUCCESS : EXIT_FAILURE;
}

int render_command(int count, char **arguments)
{
    struct request request = { .map = TILES_PLANE,
                               .precision = WN_F64,
                               .axis = WN_AXIS_ACCUMULATED,
                               .threads = option_threads_default(),
                               .isa = WN_ISA_AUTO,
                               .bits = 8,
                               .range = { -1, 1 },
                               .contrast = 1,
                               .brightness = 1,
                               .azimuth = 45,
                               .elevation = 45,
                               .bump = 1,
                               .metres = 30 };
    struct args args = { .command = COMMAND,
                         .count = count,
                         .values = arguments,
                         .flags = BIT(OPTION_LIGHT) | BIT(OPTION_WRAP),
                         .operands = 1 };
    const char *value;
    int option;
    while ((option = args_next(&args, options, OPTION_COUNT, &value)) >= 0 ||
           option == ARGS_OPERAND)
        if (!parse_option(&request, option, value))
            return EXIT_USAGE;
    if (option == ARGS_HELP) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (option == ARGS_ERROR)
        return EXIT_USAGE;
    if (!request.graph)
        args_complain(COMMAND, "GRAPH: which graph file? try --help");
    else if (!request.path)
        args_complain(COMMAND, "-o: where to? try --help");
    else if (parse_size_and_bounds(&request) && consistent(&request, args.given))
        return make_map(&request);
    return EXIT_USAGE;
}
