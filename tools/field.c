/* SPDX-License-Identifier: MIT */
/* widenoise field: native noise over a grid, as a picture or as numbers. Its options for the noise
 * are the parameters of the registry. */
#include "args.h"
#include "commands.h"
#include "grid.h"
#include "numbers.h"
#include "options.h"
#include "output.h"
#include "parameters.h"
#include "picture.h"
#include "progress.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COMMAND "widenoise field"

enum { PLOT_HEIGHT = 256 };

enum format { FORMAT_PNG, FORMAT_NPY, FORMAT_RAW };

/* ---- Options ---- */

enum option {
    OPTION_GRID,
    OPTION_FROM,
    OPTION_STEP,
    OPTION_PRECISION,
    OPTION_THREADS,
    OPTION_ISA,
    OPTION_RANGE,
    OPTION_AUTO,
    OPTION_STATS,
    OPTION_FILE,
    OPTION_PARAMETERS, /* the first of those that the registry has */
    OPTION_MOST = 64
};

static struct args_option options[OPTION_MOST] = {
    [OPTION_GRID] = { "--grid", false },       [OPTION_FROM] = { "--from", false },
    [OPTION_STEP] = { "--step", false },       [OPTION_PRECISION] = { "--precision", false },
    [OPTION_THREADS] = { "--threads", false }, [OPTION_ISA] = { "--isa", false },
    [OPTION_RANGE] = { "--range", false },     [OPTION_AUTO] = { "--auto", false },
    [OPTION_STATS] = { "--stats", false },     [OPTION_FILE] = { "-o", false },
};
static int option_count = OPTION_PARAMETERS;

/* What an option from the registry sets. The parameters of noise are the first ones of fractal. */
enum group { GROUP_NOISE, GROUP_FRACTAL, GROUP_WARP };
static struct parameter {
    const wn_param *param; /* of fractal, or of warp */
    enum group group;
    char name[32];
    const char *text; /* NULL if it is not given */
} parameters[OPTION_MOST];

_Static_assert(offsetof(wn_noise_params, w) == offsetof(wn_noise_fractal_params, w),
               "the parameters of noise are the first ones of fractal");

/* Defaults of this command, where the registry's would show nothing: a step of 1 between points
 * wants cells of many points. */
static const struct {
    const char *name, *text;
} own_defaults[] = { { "frequency", "0.015625" }, { "amplitude", "16" } };

static const char *own_default(const wn_param *param)
{
    for (size_t i = 0; i < sizeof own_defaults / sizeof own_defaults[0]; i++)
        if (strcmp(param->name, own_defaults[i].name) == 0)
            return own_defaults[i].text;
    return NULL;
}

static void add_parameter(const wn_param *param, enum group group, const char *prefix)
{
    struct parameter *p = &parameters[option_count];
    if (option_count == OPTION_MOST)
        return;
    p->param = param;
    p->group = group;
    snprintf(p->name, sizeof p->name, "--%s%s", prefix, param->name);
    for (char *c = p->name; *c; c++)
        *c = *c == '_' ? '-' : *c;
    options[option_count++] = (struct args_option) { p->name, false };
}

/* --frequency, --octaves, --warp, --warp-frequency, ... The primitive is no option. */
static void add_parameters(void)
{
    const wn_param *param;
    for (size_t i = 0; (param = wn_type_param(WN_FRACTAL, i)) != NULL; i++)
        if (strcmp(param->name, "primitive") != 0)
            add_parameter(param,
                          parameter_find(WN_NOISE, param->name) ? GROUP_NOISE : GROUP_FRACTAL, "");
    for (size_t i = 0; (param = wn_type_param(WN_WARP, i)) != NULL; i++)
        add_parameter(param, GROUP_WARP, strcmp(param->name, "warp") == 0 ? "" : "warp-");
}

/* --fractal and --warp, which the other options of their group need. */
static bool is_key(const struct parameter *p)
{
    return (p->group == GROUP_FRACTAL && strcmp(p->name, "--fractal") == 0) ||
        (p->group == GROUP_WARP && strcmp(p->name, "--warp") == 0);
}

static struct parameter *find_parameter(const wn_param *param)
{
    for (int i = OPTION_PARAMETERS; i < option_count; i++)
        if (parameters[i].param == param)
            return &parameters[i];
    return NULL;
}

/* ---- Help ---- */

static void print_parameter(const struct parameter *p)
{
    char text[PARAMETER_NAMES + 128], names[PARAMETER_NAMES], initial[PARAMETER_DEFAULT];
    bool named = parameter_has_names(p->param);
    const char *value = own_default(p->param) ? own_default(p->param)
        : strcmp(p->param->name, "axes") == 0 ? "those of the grid"
        : is_key(p)                           ? "none"
                                              : parameter_default(p->param, initial);
    snprintf(text, sizeof text, "%s [%s]",
             named ? parameter_names(p->param, "", " or ", names, sizeof names) : p->param->doc,
             value);
    const char *kind = named              ? "NAME"
        : parameter_is_switch(p->param)   ? "BOOL"
        : p->param->kind == WN_PARAM_REAL ? "X"
                                          : "N";
    printf("  %-20s %-4s ", p->name, kind);
    args_print_words(text, 28);
}

static void print_parameters(enum group group)
{
    for (int i = OPTION_PARAMETERS; i < option_count; i++)
        if (parameters[i].group == group)
            print_parameter(&parameters[i]);
}

static void print_help(void)
{
    char names[PARAMETER_NAMES];
    fputs("usage: widenoise field PRIMITIVE [OPTION]... -o FILE\n"
          "\n"
          "Computes native noise over a grid of one to four dimensions. PRIMITIVE:\n"
          "  ",
          stdout);
    puts(parameter_names(parameter_find(WN_NOISE, "primitive"), "", ", ", names, sizeof names));
    fputs(
        "\n"
        "  --grid WxHxDxE     points along x, y, z and w; as many dimensions as are given, and as\n"
        "                     many has the noise [512x512]\n"
        "  --from X,Y,Z,W     the first point; beyond the grid's dimensions, where it lies "
        "[0,...]\n"
        "  --step S           from point to point, the same along all axes or SX,SY,... [1]\n"
        "  --precision NAME   f64 or f32 [f64]\n"
        "  --threads N        [as many as there are processors]\n"
        "  --isa NAME         see widenoise info; the result is the same for all [auto]\n"
        "  --range LO,HI      black and white in a picture [the bounds of the noise]\n"
        "  --auto             the least and the greatest value instead\n"
        "  --stats            prints least and greatest value, mean and root mean square\n"
        "  -o FILE            .png, .npy or .raw; may be left out with --stats\n"
        "\n"
        "noise:\n",
        stdout);
    print_parameters(GROUP_NOISE);
    puts("\noctaves; --fractal is needed for the others:");
    print_parameters(GROUP_FRACTAL);
    puts("\ncoordinates displaced before; --warp is needed for the others:");
    print_parameters(GROUP_WARP);
    fputs(
        "\n"
        "`widenoise list noise` (fractal, warp) has ranges and meanings.\n"
        "\n"
        "A picture (.png) of two dimensions is grey, the first y on top; of one dimension it is\n"
        "the curve. .npy (NumPy) and .raw (no header, little-endian) hold the values, of 8 bytes\n"
        "for f64 and 4 for f32, x fastest: [w][z][y][x].\n",
        stdout);
}

/* ---- Request ---- */

union noise_params {
    wn_noise_params noise;
    wn_noise_fractal_params fractal;
};

struct request {
    const char *primitive, *grid_text, *from_text, *step_text, *path; /* NULL if not given */
    enum format format;
    wn_precision precision;
    int threads;
    wn_isa isa;
    double range[2];
    bool has_range, automatic, stats;
    int dimensions;
    size_t size[4];
    double from[4], step[4];
    wn_type type; /* WN_NOISE or WN_FRACTAL */
    union noise_params noise;
    bool warped;
    wn_warp_params warp;
};

static bool complain(int option, const char *value, const char *why)
{
    args_complain(COMMAND, "%s %s: %s", options[option].name, value, why);
    return false;
}

static bool complain_if(int option, const char *value, const char *why)
{
    return !why || complain(option, value, why);
}

static bool parse_file(struct request *r, const char *value)
{
    static const char *const extensions[] = { ".png", ".npy", ".raw", NULL };
    int format = option_extension(value, extensions);
    if (format < 0)
        return complain(OPTION_FILE, value, "the name must end in .png, .npy or .raw");
    r->path = value;
    r->format = (enum format)format;
    return true;
}

static bool parse_option(struct request *r, int option, const char *value)
{
    switch (option) {
    case ARGS_OPERAND:
        r->primitive = value;
        return true;
    case OPTION_GRID:
        r->grid_text = value;
        return true;
    case OPTION_FROM: /* these two depend on the grid */
        r->from_text = value;
        return true;
    case OPTION_STEP:
        r->step_text = value;
        return true;
    case OPTION_PRECISION:
        return complain_if(OPTION_PRECISION, value, option_precision(value, &r->precision));
    case OPTION_THREADS:
        return complain_if(OPTION_THREADS, value, option_threads(value, &r->threads));
    case OPTION_ISA:
        return complain_if(OPTION_ISA, value, option_isa(value, &r->isa));
    case OPTION_RANGE:
        r->has_range = true;
        return complain_if(OPTION_RANGE, value, option_range(value, r->range));
    case OPTION_AUTO:
        r->automatic = true;
        return true;
    case OPTION_STATS:
        r->stats = true;
        return true;
    case OPTION_FILE:
        return parse_file(r, value);
    default: /* these depend on each other */
        parameters[option].text = value;
        return true;
    }
}

static bool parse_grid(struct request *r)
{
    const char *grid = r->grid_text ? r->grid_text : "512x512";
    char why[96];
    for (int i = 0; i < 4; i++) {
        r->size[i] = 1;
        r->step[i] = 1;
    }
    if (!complain_if(OPTION_GRID, grid, option_grid(grid, &r->dimensions, r->size)))
        return false;
    if (r->from_text) {
        int parts = option_parts(r->from_text, ','), most = r->dimensions > 3 ? 4 : 3;
        if (r->dimensions == most)
            snprintf(why, sizeof why, "must be %d numbers with commas between them", most);
        else
            snprintf(why, sizeof why, "must be %d to %d numbers with commas between them",
                     r->dimensions, most);
        if (parts < r->dimensions || parts > most || option_numbers(r->from_text, parts, r->from))
            return complain(OPTION_FROM, r->from_text, why);
    }
    if (r->step_text) {
        int parts = option_parts(r->step_text, ',');
        snprintf(why, sizeof why, "must be one number, or %d with commas between them",
                 r->dimensions);
        if ((parts != 1 && parts != r->dimensions) || option_numbers(r->step_text, parts, r->step))
            return complain(OPTION_STEP, r->step_text, why);
        for (int i = parts; i < r->dimensions; i++)
            r->step[i] = r->step[0];
    }
    return true;
}

/* The coordinate of a point along an axis. */
static double coordinate(const struct request *r, int axis, size_t i)
{
    return r->from[axis] + (double)i * r->step[axis];
}

static bool check_coordinates(const struct request *r)
{
    const double most = r->precision == WN_F32 ? (double)FLT_MAX : DBL_MAX;
    for (int k = 0; k < 4; k++)
        if (!(fabs(r->from[k]) <= most && fabs(coordinate(r, k, r->size[k] - 1)) <= most)) {
            args_complain(COMMAND, "--from, --step: the coordinates along %c are too large",
                          "xyzw"[k]);
            return false;
        }
    return true;
}

/* ---- Parameters ---- */

static void set_defaults(struct request *r)
{
    const int32_t axes = (1 << r->dimensions) - 1; /* WN_AXIS_X, WN_AXIS_X + WN_AXIS_Y, ... */
    const wn_param *param;
    r->type = WN_NOISE;
    for (int i = OPTION_PARAMETERS; i < option_count; i++) {
        if (parameters[i].text && parameters[i].group == GROUP_FRACTAL)
            r->type = WN_FRACTAL;
        if (parameters[i].text && parameters[i].group == GROUP_WARP)
            r->warped = true;
    }
    wn_params_init(r->type, &r->noise, wn_type_params_size(r->type));
    wn_params_init(WN_WARP, &r->warp, sizeof r->warp);
    for (size_t i = 0; i < sizeof own_defaults / sizeof own_defaults[0]; i++) {
        if ((param = parameter_find(r->type, own_defaults[i].name)) != NULL)
            parameter_parse(param, own_defaults[i].text, &r->noise);
        if ((param = parameter_find(WN_WARP, own_defaults[i].name)) != NULL)
            parameter_parse(param, own_defaults[i].text, &r->warp);
    }
    r->noise.noise.axes = axes;
    r->warp.axes = axes & (WN_AXIS_X | WN_AXIS_Y | WN_AXIS_Z);
}

/* Whether the option is there that others of its group need. */
static bool check_group(enum group group)
{
    const struct parameter *key = NULL, *other = NULL;
    for (int i = OPTION_PARAMETERS; i < option_count; i++) {
        const struct parameter *p = &parameters[i];
        if (p->group == group && is_key(p))
            key = p;
        else if (p->group == group && p->text && !other)
            other = p;
    }
    if (key->text || !other)
        return true;
    args_complain(COMMAND, "%s: only with %s", other->name, key->name);
    return false;
}

/* Whether a parameter has been set to what a float cannot hold. */
static bool is_too_large(const wn_param *param, const void *params)
{
    double value = 0;
    if (param->kind == WN_PARAM_REAL)
        memcpy(&value, (const char *)params + param->offset, sizeof value);
    return fabs(value) > (double)FLT_MAX;
}

static bool parse_parameters(struct request *r)
{
    const char *why = parameter_parse(parameter_find(WN_NOISE, "primitive"), r->primitive,
                                      &r->noise);
    if (why) {
        args_complain(COMMAND, "PRIMITIVE %s: %s", r->primitive, why);
        return false;
    }
    for (int i = OPTION_PARAMETERS; i < option_count; i++) {
        const struct parameter *p = &parameters[i];
        void *to = p->group == GROUP_WARP ? (void *)&r->warp : (void *)&r->noise;
        if (!p->text)
            continue;
        why = parameter_parse(p->param, p->text, to);
        if (!why && r->precision == WN_F32 && is_too_large(p->param, to))
            why = "is too large for f32";
        if (why)
            return complain(i, p->text, why);
    }
    const struct parameter *w = find_parameter(parameter_find(WN_FRACTAL, "w"));
    if (w->text && r->dimensions == 4) {
        args_complain(COMMAND, "--w: the grid has an axis w: see --from and --step");
        return false;
    }
    if (w->text && !(r->noise.noise.axes & WN_AXIS_W)) {
        args_complain(COMMAND, "--w: the noise does not read w: see --axes");
        return false;
    }
    if (r->warped && r->dimensions == 1) {
        args_complain(COMMAND, "--warp: a grid of one dimension cannot be warped");
        return false;
    }
    return true;
}

/* ---- Plan ---- */

/* What the library says of a parameter, in terms of the command line. */
static void complain_of(const struct request *r, wn_type type, const char *message)
{
    const char *why = message;
    const wn_param *param = parameter_of_message(type, message, &why);
    if (param && type != WN_WARP)
        param = parameter_find(WN_FRACTAL, param->name); /* as the options have it */
    const struct parameter *p = param ? find_parameter(param) : NULL;
    if (p)
        args_complain(COMMAND, "%s%s%s: %s", p->name, p->text ? " " : "", p->text ? p->text : "",
                      why);
    else
        args_complain(COMMAND, "PRIMITIVE %s: %s", r->primitive, why);
}

/* The plan of the noise at w; NULL if the parameters do not fit together. */
static wn_plan *make_plan(const struct request *r, double w)
{
    char message[256] = "";
    union noise_params params = r->noise;
    wn_graph *graph = NULL;
    wn_plan *plan = NULL;
    wn_plan_options plan_options;
    if (r->dimensions == 4)
        params.noise.w = w;
    wn_status status = wn_graph_create(&graph);
    wn_module noise = graph ? wn_graph_add(graph, r->type, &params, NULL, 0) : WN_MODULE_NONE;
    wn_module module = noise;
    if (noise != WN_MODULE_NONE && r->warped)
        module = wn_graph_add(graph, WN_WARP, &r->warp, &noise, 1);
    if (status == WN_OK && module == WN_MODULE_NONE) {
        complain_of(r, noise == WN_MODULE_NONE ? r->type : WN_WARP, wn_graph_message(graph));
    } else {
        wn_plan_options_init(&plan_options, sizeof plan_options);
        plan_options.precision = (int32_t)r->precision;
        plan_options.isa = (int32_t)r->isa;
        if (status == WN_OK)
            status = wn_plan_create(&plan, graph, &module, 1, &plan_options, message,
                                    sizeof message);
        if (status != WN_OK)
            args_complain(COMMAND, "%s", *message ? message : wn_status_string(status));
    }
    wn_graph_destroy(graph);
    return plan;
}

/* ---- Values ---- */

struct field {
    const struct request *request;
    size_t points;
    void *values; /* of the precision */
    double least, most, mean, rms;
    size_t nan;
    double scale[2]; /* of a picture: black and white */
    float *row;
};

static double value_at(const struct field *f, size_t i)
{
    return f->request->precision == WN_F64 ? ((const double *)f->values)[i]
                                           : (double)((const float *)f->values)[i];
}

/* The coordinates along an axis, in the precision; NULL without memory. */
static void *make_axis(const struct request *r, int axis)
{
    const size_t n = r->size[axis];
    void *values = malloc(n * ((size_t)r->precision / 8));
    for (size_t i = 0; values && i < n; i++) {
        double value = coordinate(r, axis, i);
        if (r->precision == WN_F64)
            ((double *)values)[i] = value;
        else
            ((float *)values)[i] = (float)value;
    }
    return values;
}

/* One volume for each w. */
static wn_status compute_volumes(struct field *f, struct grid *grid, struct progress *progress)
{
    const struct request *r = f->request;
    const size_t bytes = f->points / r->size[3] * ((size_t)r->precision / 8);
    wn_status status = WN_OK;
    for (size_t i = 0; i < r->size[3] && status == WN_OK; i++) {
        wn_plan *plan = make_plan(r, coordinate(r, 3, i));
        grid->plan = plan;
        status = plan ? grid_evaluate(grid, progress, (char *)f->values + i * bytes)
                      : WN_ERROR_PARAMETER;
        wn_plan_destroy(plan);
    }
    return status;
}

static bool compute(struct field *f)
{
    const struct request *r = f->request;
    struct grid grid = { .threads = r->threads };
    struct progress progress;
    void *axes[3];
    f->points = r->size[0] * r->size[1] * r->size[2] * r->size[3];
    f->values = malloc(f->points * ((size_t)r->precision / 8));
    wn_status status = f->values ? WN_OK : WN_ERROR_MEMORY;
    for (int k = 0; k < 3; k++) {
        grid.size[k] = r->size[k];
        /* not before there is room for the values: a long axis takes long to fill */
        grid.axis[k] = axes[k] = status == WN_OK ? make_axis(r, k) : NULL;
        if (!axes[k])
            status = WN_ERROR_MEMORY;
    }
    if (status == WN_OK) {
        progress_start(&progress, r->path ? r->path : "field", f->points);
        status = compute_volumes(f, &grid, &progress);
        if (status == WN_OK)
            progress_finish(&progress);
        else
            progress_clear(&progress);
    }
    for (int k = 0; k < 3; k++)
        free(axes[k]);
    if (status == WN_ERROR_MEMORY)
        complain(OPTION_GRID, r->grid_text ? r->grid_text : "512x512", "not enough memory");
    else if (status != WN_OK && status != WN_ERROR_PARAMETER) /* which has been explained */
        args_complain(COMMAND, "%s", wn_status_string(status));
    return status == WN_OK;
}

static void summarize(struct field *f)
{
    f->least = HUGE_VAL;
    f->most = -HUGE_VAL;
    for (size_t i = 0; i < f->points; i++) {
        double value = value_at(f, i);
        f->nan += isnan(value) ? 1 : 0;
        f->least = value < f->least ? value : f->least;
        f->most = value > f->most ? value : f->most;
    }
    /* relative to the greatest magnitude, so that no sum or square overflows or vanishes */
    const double greatest = fmax(fabs(f->least), fabs(f->most));
    const double unit = greatest > 0 && isfinite(greatest) ? greatest : 1;
    double sum = 0, squares = 0;
    for (size_t i = 0; i < f->points; i++) {
        double value = value_at(f, i) / unit;
        sum += isnan(value) ? 0 : value;
        squares += isnan(value) ? 0 : value * value;
    }
    const double count = (double)(f->points - f->nan);
    f->mean = sum / count * unit;
    f->rms = sqrt(squares / count) * unit;
}

static void print_stats(const struct field *f)
{
    if (f->nan < f->points)
        printf("min  %.9g\nmax  %.9g\nmean %.9g\nrms  %.9g\n", f->least, f->most, f->mean, f->rms);
    if (f->nan > 0)
        printf("nan  %zu of %zu\n", f->nan, f->points);
}

/* ---- Lattice points ---- */

/* Whether all coordinates along an axis are whole numbers of cells, or as good as that. */
static bool axis_is_whole(const struct request *r, int axis, double offset)
{
    const wn_noise_params *p = &r->noise.noise;
    for (size_t i = 0; i < r->size[axis]; i++) {
        double at = axis == 3 && r->dimensions < 4 ? p->w : coordinate(r, axis, i);
        double cells = (at + offset) * p->frequency;
        if (!(fabs(cells - nearbyint(cells)) < 1e-6))
            return false;
    }
    return true;
}

/* Gradient noise is 0 at its lattice points, whatever the seed: nearly always a slip. Simplex noise
 * has other lattice points than these in two dimensions and more, so the values must be alike. */
static void warn_of_lattice(const struct field *f)
{
    const struct request *r = f->request;
    const wn_noise_params *p = &r->noise.noise;
    const double offsets[4] = { p->offset_x, p->offset_y, p->offset_z, p->offset_w };
    if (p->primitive != WN_PRIMITIVE_PERLIN && p->primitive != WN_PRIMITIVE_SIMPLEX &&
        p->primitive != WN_PRIMITIVE_SUPER_SIMPLEX)
        return;
    if (f->points == 1 || f->nan > 0 || f->most - f->least > 1e-6)
        return;
    for (int k = 0; k < 4; k++)
        if ((p->axes >> k & 1) && !axis_is_whole(r, k, offsets[k]))
            return;
    args_complain(COMMAND,
                  "warning: %s noise is 0 at lattice points, and all samples are such: choose a "
                  "frequency or step that is not whole",
                  p->primitive == WN_PRIMITIVE_PERLIN ? "Perlin" : "simplex");
}

/* ---- File ---- */

static bool grey_row(void *context, size_t row, uint8_t *pixels)
{
    const struct field *f = context;
    const size_t width = f->request->size[0];
    const wn_gradient_point gradient[2] = { { f->scale[0], 0, 0, 0, 255 },
                                            { f->scale[1], 255, 255, 255, 255 } };
    wn_render_params render;
    wn_render_params_init(&render, sizeof render);
    render.gradient = gradient;
    render.gradient_count = 2;
    for (size_t i = 0; i < width; i++)
        f->row[i] = (float)value_at(f, row * width + i);
    if (wn_render_rows(&render, 1, width, f->row, width, 0, 1, pixels, 4 * width) != WN_OK)
        return false;
    for (size_t i = 0; i < width; i++)
        pixels[i] = pixels[4 * i];
    return true;
}

/* The row of a value in a plot; what is beyond the scale is at its ends. */
static double plot_row(const struct field *f, size_t i)
{
    double part = (f->scale[1] - value_at(f, i)) / (f->scale[1] - f->scale[0]);
    return floor((part < 0 ? 0 : part > 1 ? 1 : part) * (PLOT_HEIGHT - 1) + 0.5);
}

/* Black on white; each point is connected to the one before. */
static bool curve_row(void *context, size_t row, uint8_t *pixels)
{
    const struct field *f = context;
    for (size_t i = 0; i < f->points; i++) {
        double here = plot_row(f, i), before = i > 0 ? plot_row(f, i - 1) : here;
        before = isnan(before) ? here
            : before < here    ? before + 1
            : before > here    ? before - 1
                               : here;
        double low = here < before ? here : before, high = here < before ? before : here;
        pixels[i] = (double)row >= low && (double)row <= high ? 0 : 255;
    }
    return true;
}

static void set_scale(struct field *f)
{
    const struct request *r = f->request;
    f->scale[0] = r->range[0];
    f->scale[1] = r->range[1];
    if (!r->automatic)
        return;
    f->scale[0] = f->least;
    f->scale[1] = f->most;
    if (!(f->least < f->most)) { /* constant, or nothing: grey */
        f->scale[0] = (f->least <= f->most ? f->least : 0) - 1;
        f->scale[1] = f->scale[0] + 2;
    }
}

static bool write_picture(struct field *f, FILE *file, char *message, size_t message_size)
{
    const struct request *r = f->request;
    bool plot = r->dimensions == 1;
    set_scale(f);
    f->row = malloc(r->size[0] * sizeof *f->row);
    if (!f->row) {
        snprintf(message, message_size, "not enough memory");
        return false;
    }
    bool written = picture_write(file, PICTURE_GREY8, r->size[0], plot ? PLOT_HEIGHT : r->size[1],
                                 plot ? curve_row : grey_row, f, message, message_size);
    free(f->row);
    return written;
}

static bool write_numbers(const struct field *f, FILE *file)
{
    const struct request *r = f->request;
    size_t shape[4];
    for (int k = 0; k < r->dimensions; k++)
        shape[k] = r->size[r->dimensions - 1 - k];
    return (r->format == FORMAT_RAW ||
            numbers_npy_header(file, (int)r->precision, r->dimensions, shape)) &&
        numbers_write(file, (int)r->precision, f->values, f->points);
}

static bool write_file(struct field *f, FILE *file)
{
    char message[256] = "cannot write";
    if (f->request->format == FORMAT_PNG ? write_picture(f, file, message, sizeof message)
                                         : write_numbers(f, file))
        return output_commit();
    output_discard();
    args_complain(COMMAND, "%s: %s", f->request->path, message);
    return false;
}

/* ---- Command ---- */

/* Whether options fit together and to the file. */
static bool consistent(const struct request *r)
{
    bool picture = r->path && r->format == FORMAT_PNG;
    if (r->has_range && r->automatic) {
        args_complain(COMMAND, "--auto: not with --range");
        return false;
    }
    if ((r->has_range || r->automatic) && !picture) {
        args_complain(COMMAND, "--%s: only for a .png", r->has_range ? "range" : "auto");
        return false;
    }
    if (picture && r->dimensions > 2)
        return complain(OPTION_FILE, r->path, "three dimensions and more go to a .npy or a .raw");
    return true;
}

/* The scale of a picture, unless it comes from the values: what was asked for, or the bounds of the
 * noise. A warp does not change them. */
static bool choose_scale(struct request *r)
{
    const wn_status status = r->has_range || r->automatic ? WN_OK
        : r->type == WN_FRACTAL
        ? wn_fractal_bounds(&r->noise.fractal, 0, &r->range[0], &r->range[1])
        : wn_noise_bounds(&r->noise.noise, 0, &r->range[0], &r->range[1]);
    return (status == WN_OK && r->range[0] < r->range[1] && isfinite(r->range[1] - r->range[0])) ||
        complain(OPTION_FILE, r->path, "these values have no bounds: --range or --auto?");
}

static int make_field(struct request *r)
{
    struct field field = { .request = r };
    wn_plan *plan = make_plan(r, r->from[3]);
    if (!plan)
        return EXIT_USAGE;
    wn_plan_destroy(plan);
    if (r->path && r->format == FORMAT_PNG && !choose_scale(r))
        return EXIT_USAGE;
    FILE *file = r->path ? output_open(COMMAND, r->path) : NULL;
    if (r->path && !file)
        return EXIT_FAILURE;
    bool valid = compute(&field);
    if (valid) {
        summarize(&field);
        warn_of_lattice(&field);
        valid = !file || write_file(&field, file);
    } else if (file) {
        output_discard();
    }
    if (valid && r->stats)
        print_stats(&field);
    free(field.values);
    return valid ? EXIT_SUCCESS : EXIT_FAILURE;
}

int field_command(int count, char **arguments)
{
    struct request request = { .precision = WN_F64,
                               .threads = option_threads_default(),
                               .isa = WN_ISA_AUTO,
                               .range = { -1, 1 } };
    struct args args = { .command = COMMAND,
                         .count = count,
                         .values = arguments,
                         .flags = UINT64_C(1) << OPTION_AUTO | UINT64_C(1) << OPTION_STATS,
                         .operands = 1 };
    const char *value;
    int option;
    add_parameters();
    while ((option = args_next(&args, options, option_count, &value)) >= 0 ||
           option == ARGS_OPERAND)
        if (!parse_option(&request, option, value))
            return EXIT_USAGE;
    if (option == ARGS_HELP) {
        print_help();
        return EXIT_SUCCESS;
    }
    if (option == ARGS_ERROR)
        return EXIT_USAGE;
    if (!request.primitive) {
        args_complain(COMMAND, "PRIMITIVE: which noise? try --help");
        return EXIT_USAGE;
    }
    if (!request.path && !request.stats) {
        args_complain(COMMAND, "-o: where to? try --help");
        return EXIT_USAGE;
    }
    if (!parse_grid(&request) || !check_coordinates(&request) || !check_group(GROUP_FRACTAL) ||
        !check_group(GROUP_WARP))
        return EXIT_USAGE;
    set_defaults(&request);
    if (!parse_parameters(&request) || !consistent(&request))
        return EXIT_USAGE;
    return make_field(&request);
}
