/* SPDX-License-Identifier: MIT */
/*
 * Frozen numbers. libnoise's own, module by module (tests/golden/libnoise_*.csv, which say what
 * each column is): the scalar reference, the recursion and plans of a tier must return the same
 * bits. And hashes of large sweeps over every entry of the registry (tests/golden/hashes.txt), the
 * gradient table, and the self-test: the same on every tier, compiler and architecture.
 *
 *   test_golden [--isa NAME] [--quick]
 *   test_golden --print     prints hashes.txt and the self-test's table, to freeze them
 */
#include "../graph/selftest.h"
#include "../scalar/gradient_table.h"
#define WN_REAL 64
#include "../scalar/reference.h"
#include "options.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>

/* ---- What the rows of the CSV files are ---- */

#define SIZED(type, ...)          \
    &(const type)                 \
    {                             \
        sizeof(type), __VA_ARGS__ \
    }
#define LATTICE(...) SIZED(wn_lattice_params, __VA_ARGS__)
#define FRACTAL(...) SIZED(wn_fractal_params, __VA_ARGS__)
#define RIDGED(...)  SIZED(wn_ridged_multi_params, __VA_ARGS__)
#define VORONOI(...) SIZED(wn_voronoi_params, __VA_ARGS__)
#define SELECT(...)  SIZED(wn_select_params, __VA_ARGS__)

static const wn_control_point curve[] = { { -2, -1.625 }, { -1, -1.375 }, { 0, -0.375 },
                                          { 0.25, 1 },    { 1, 0.5 },     { 2, 0.5 } };
static const double steps[] = { -1, -0.75, -0.375, 0, 1 };
static double even_steps[7]; /* MakeControlPoints(7), see main() */

/* Modules: their sources by letter, for which see add_source(). */
static const struct recipe {
    const char *module, *params;
    wn_type type;
    const char *sources;
    const void *own; /* parameters, NULL for the defaults */
} recipes[] = {
#define GRADIENT(seed, quality)                                                          \
    {                                                                                    \
        "GradientCoherentNoise3D", "seed=" #seed ";quality=" #quality, WN_GRADIENT3, "", \
            LATTICE(quality, seed)                                                       \
    }
    GRADIENT(0, 0),
    GRADIENT(0, 1),
    GRADIENT(0, 2),
    GRADIENT(1, 0),
    GRADIENT(1, 1),
    GRADIENT(1, 2),
    GRADIENT(-1, 0),
    GRADIENT(-1, 1),
    GRADIENT(-1, 2),
    GRADIENT(65536, 0),
    GRADIENT(65536, 1),
    GRADIENT(65536, 2),
    GRADIENT(2147483647, 0),
    GRADIENT(2147483647, 1),
    GRADIENT(2147483647, 2),
    { "ValueCoherentNoise3D", "seed=0;quality=0", WN_VALUE3, "", LATTICE(0, 0) },
    { "ValueCoherentNoise3D", "seed=0;quality=1", WN_VALUE3, "", LATTICE(1, 0) },
    { "ValueCoherentNoise3D", "seed=0;quality=2", WN_VALUE3, "", LATTICE(2, 0) },
    { "Perlin", "default", WN_PERLIN, "", NULL },
    { "Perlin", "oct=1", WN_PERLIN, "", FRACTAL(1, 2, 0.5, 1, 1, 0) },
    { "Perlin", "seed=-3;oct=30;q=FAST", WN_PERLIN, "", FRACTAL(1, 2, 0.5, 30, 0, -3) },
    { "Perlin", "seed=42;freq=1.7;lac=2.208984375;pers=0.45;oct=14;q=BEST", WN_PERLIN, "",
      FRACTAL(1.7, 2.208984375, 0.45, 14, 2, 42) },
    { "Billow", "default", WN_BILLOW, "", NULL },
    { "Billow", "oct=30", WN_BILLOW, "", FRACTAL(1, 2, 0.5, 30, 1, 0) },
    { "Billow", "seed=60;freq=16.63;lac=2.162109375;q=BEST", WN_BILLOW, "",
      FRACTAL(16.63, 2.162109375, 0.5, 6, 2, 60) },
    { "RidgedMulti", "default", WN_RIDGED_MULTI, "", NULL },
    { "RidgedMulti", "oct=0", WN_RIDGED_MULTI, "", RIDGED(1, 2, 0, 1, 0) },
    { "RidgedMulti", "oct=1", WN_RIDGED_MULTI, "", RIDGED(1, 2, 1, 1, 0) },
    { "RidgedMulti", "seed=130;freq=4.375;lac=2.208984375;oct=16;q=BEST", WN_RIDGED_MULTI, "",
      RIDGED(4.375, 2.208984375, 16, 2, 130) },
    { "Voronoi", "default", WN_VORONOI, "", NULL },
    { "Voronoi", "distance=1", WN_VORONOI, "", VORONOI(1, 1, 0, 1) },
    { "Voronoi", "distance=1;disp=0;seed=81;freq=161.8325", WN_VORONOI, "",
      VORONOI(161.8325, 0, 81, 1) },
    { "Voronoi", "seed=-5;disp=0.25", WN_VORONOI, "", VORONOI(1, 0.25, -5, 0) },
    { "Const", "default", WN_CONSTANT, "", NULL },
    { "Const", "-1.5", WN_CONSTANT, "", SIZED(wn_constant_params, -1.5) },
    { "ScaleBias", "A;0.375;0.625", WN_SCALE_BIAS, "A", SIZED(wn_scale_bias_params, 0.375, 0.625) },
    { "Clamp", "A;default", WN_CLAMP, "A", NULL },
    { "Clamp", "A;-0.25;0.25", WN_CLAMP, "A", SIZED(wn_clamp_params, -0.25, 0.25) },
    { "Curve", "A;(-2:-1.625)(-1:-1.375)(0:-0.375)(0.25:1)(1:0.5)(2:0.5)", WN_CURVE, "A",
      SIZED(wn_curve_params, curve, 6) },
    { "Terrace", "A;-1;-0.75;-0.375;0;1", WN_TERRACE, "A", SIZED(wn_terrace_params, steps, 5, 0) },
    { "Terrace", "A;-1;-0.75;-0.375;0;1;invert", WN_TERRACE, "A",
      SIZED(wn_terrace_params, steps, 5, 1) },
    { "Terrace", "A;MakeControlPoints(7)", WN_TERRACE, "A",
      SIZED(wn_terrace_params, even_steps, 7, 0) },
    { "Exponent", "A;default", WN_EXPONENT, "A", NULL },
    { "Exponent", "A;1.375", WN_EXPONENT, "A", SIZED(wn_exponent_params, 1.375) },
    { "Cache", "A", WN_CACHE, "A", NULL },
    { "Add", "A;B", WN_ADD, "AB", NULL },
    { "Multiply", "A;B", WN_MULTIPLY, "AB", NULL },
    { "Max", "A;B", WN_MAX, "AB", NULL },
    { "Min", "A;B", WN_MIN, "AB", NULL },
    { "Blend", "A;B;ctl=C", WN_BLEND, "ABC", NULL },
    { "Select", "A;B;ctl=C;default", WN_SELECT, "ABC", NULL },
    { "Select", "A;B;ctl=C;bounds=-0.2:0.9;falloff=0.25", WN_SELECT, "ABC",
      SELECT(-0.2, 0.9, 0.25) },
    { "Select", "A;B;ctl=C;bounds=-0.2:0.9;falloff=10(->0.55)", WN_SELECT, "ABC",
      SELECT(-0.2, 0.9, 10) },
    { "Turbulence", "A;default", WN_TURBULENCE, "A", NULL },
    { "Turbulence", "A;seed=12;freq=9.25;power=1/57.75;rough=6", WN_TURBULENCE, "A",
      SIZED(wn_turbulence_params, 9.25, 1 / 57.75, 6, 12) },
};
enum { RECIPES = sizeof recipes / sizeof *recipes };

static double cell(double v)
{
    return wn_ref_lattice_floor_f64(v);
}

static uint32_t cell_int(double v)
{
    return (uint32_t)wn_ref_to_int_f64(cell(v));
}

/* Functions of the noise basis, which have no module: scalar/noise.c. */
#define FUNCTION(name, expression)                   \
    static double name(double x, double y, double z) \
    {                                                \
        (void)x, (void)y, (void)z;                   \
        return expression;                           \
    }
FUNCTION(int_value_0, wn_ref_int_value_f64(cell_int(x), cell_int(y), cell_int(z), 0))
FUNCTION(int_value_m7, wn_ref_int_value_f64(cell_int(x), cell_int(y), cell_int(z), (uint32_t)-7))
FUNCTION(value_0, wn_ref_lattice_value_f64(cell_int(x), cell_int(y), cell_int(z), 0))
FUNCTION(value_big, wn_ref_lattice_value_f64(cell_int(x), cell_int(y), cell_int(z), 123456789))
FUNCTION(gradient_0, wn_ref_gradient_f64(x, y, z, cell(x), cell(y), cell(z), 0))
FUNCTION(gradient_m1,
         wn_ref_gradient_f64(x, y, z, cell(x) + 1, cell(y) + 1, cell(z) + 1, (uint32_t)-1))
FUNCTION(linear, wn_ref_lerp_f64(x, y, z))
FUNCTION(cubic, wn_ref_cubic_f64(x, y, z, 0.3, 0.7))
FUNCTION(scurve3, wn_ref_scurve3_f64(x))
FUNCTION(scurve5, wn_ref_scurve5_f64(x))

static const struct {
    const char *module, *params;
    double (*value)(double x, double y, double z);
} functions[] = {
    { "IntValueNoise3D", "seed=0;args=floor'(x;y;z)", int_value_0 },
    { "IntValueNoise3D", "seed=-7;args=floor'(x;y;z)", int_value_m7 },
    { "ValueNoise3D", "seed=0;args=floor'(x;y;z)", value_0 },
    { "ValueNoise3D", "seed=123456789;args=floor'(x;y;z)", value_big },
    { "GradientNoise3D", "seed=0;corner=floor'(x;y;z)", gradient_0 },
    { "GradientNoise3D", "seed=-1;corner=floor'(x;y;z)+1", gradient_m1 },
    { "LinearInterp", "n0=x;n1=y;a=z", linear },
    { "CubicInterp", "n0=x;n1=y;n2=z;n3=0.3;a=0.7", cubic },
    { "SCurve3", "a=x", scurve3 },
    { "SCurve5", "a=x", scurve5 },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

/* Modules of libnoise that are not here yet. */
static const char *const not_yet[] = {
    "Abs",         "Invert",     "Power",          "Checkerboard", "Cylinders",
    "Spheres",     "Displace",   "RotatePoint",    "ScalePoint",   "TranslatePoint",
    "model.Plane", "model.Line", "model.Cylinder", "model.Sphere",
};
enum { NOT_YET = sizeof not_yet / sizeof *not_yet };

/* ---- Reading them ---- */

enum { MAX_ROWS = 2000 };

static struct row {
    char module[32], params[80];
    double point[3], value;
    int recipe; /* -1 if there is none */
} rows[MAX_ROWS];
static size_t row_count;

static int find_recipe(const struct row *row)
{
    for (int i = 0; i < RECIPES; i++) {
        if (!strcmp(recipes[i].module, row->module) && !strcmp(recipes[i].params, row->params))
            return i;
    }
    return -1;
}

/* A row is module,params,x,y,z,value; params may be empty. */
static void read_rows(const char *name, size_t expected)
{
    char path[1024], line[512];
    snprintf(path, sizeof path, "%s/tests/golden/%s", WN_SOURCE_DIR, name);
    FILE *const file = fopen(path, "r");
    CHECK(file, "cannot open %s", path);
    size_t count = 0;
    while (file && fgets(line, sizeof line, file) && row_count < MAX_ROWS) {
        struct row *const row = &rows[row_count];
        memset(row, 0, sizeof *row);
        char *field = line, *fields[6] = { line };
        size_t n = 1;
        while (n < 6 && (field = strchr(field, ',')))
            *field++ = 0, fields[n++] = field;
        if (!count++) /* the heading */
            continue;
        char *end = line;
        for (size_t k = 0; n == 6 && k < 4; k++) {
            const double v = strtod(fields[2 + k], &end);
            if (k < 3)
                row->point[k] = v;
            else
                row->value = v;
        }
        CHECK(n == 6 && *end == '\n' && strlen(fields[0]) < sizeof row->module &&
                  strlen(fields[1]) < sizeof row->params,
              "%s:%zu", name, count);
        snprintf(row->module, sizeof row->module, "%s", fields[0]);
        snprintf(row->params, sizeof row->params, "%s", fields[1]);
        row->recipe = find_recipe(row);
        row_count++;
    }
    if (file)
        fclose(file);
    CHECK(count == expected + 1, "%s: %zu lines", name, count);
}

/* ---- Checking them ---- */

static void check_value(const struct row *row, const char *by, double value, uint64_t tolerance)
{
    CHECK(check_ulps64(value, row->value) <= tolerance &&
              (tolerance || check_bits64(value) == check_bits64(row->value)),
          "%s %s at (%a, %a, %a) by %s: %a, not %a", row->module, row->params, row->point[0],
          row->point[1], row->point[2], by, value, row->value);
}

/* libnoise's power is its libm's. */
static uint64_t tolerance_of(const struct recipe *recipe)
{
    return recipe->type == WN_EXPONENT;
}

/* A is Perlin noise with seed 1; B with seed 2 and 3 octaves; C with seed 3 and frequency 0.5. */
static wn_module add_source(wn_graph *graph, char letter)
{
    wn_fractal_params p;
    wn_params_init(WN_PERLIN, &p, sizeof p);
    p.seed = letter - 'A' + 1;
    if (letter == 'B')
        p.octaves = 3;
    if (letter == 'C')
        p.frequency = 0.5;
    return wn_graph_add(graph, WN_PERLIN, &p, NULL, 0);
}

/* A primitive, or a module without sources: the scalar reference, and the kernel. */
static void check_entry(const struct recipe *recipe, const struct row *row)
{
    const struct wn_entry *const entry = wn_entry_find(recipe->type);
    _Alignas(max_align_t) char complete[WN_PARAMS_MAX];
    _Alignas(64) char prep[WN_PREP_MAX];
    const char *what, *why;
    double value = 0;
    CHECK(!wn_params_check(entry, recipe->own, complete, &what, &why), "%s", row->params);
    wn_params_prepare_f64(entry, complete, prep);
    wn_references_f64[entry - wn_entries].point(prep, row->point, &value);
    check_value(row, "the reference", value, tolerance_of(recipe));
    const double *const in[3] = { &row->point[0], &row->point[1], &row->point[2] };
    double *const out = &value;
    value = 0;
    CHECK(!wn_apply_f64(recipe->type, recipe->own, 1, in, &out), "%s", row->params);
    check_value(row, "the kernel", value, tolerance_of(recipe));
}

/* All rows of a recipe, point by point and together. */
static void check_recipe(const struct recipe *recipe, wn_isa isa)
{
    static double points[3][MAX_ROWS], values[MAX_ROWS];
    static const struct row *chosen[MAX_ROWS];
    size_t n = 0;
    for (size_t i = 0; i < row_count; i++) {
        if (rows[i].recipe == recipe - recipes) {
            for (size_t k = 0; k < 3; k++)
                points[k][n] = rows[i].point[k];
            chosen[n++] = &rows[i];
        }
    }
    CHECK(n, "%s %s: no row", recipe->module, recipe->params);
    if (!*recipe->sources) {
        for (size_t i = 0; i < n; i++)
            check_entry(recipe, chosen[i]);
    }
    const double *const in[3] = { points[0], points[1], points[2] };
    double *const out = values;
    if (wn_entry_find(recipe->type)->kind == WN_KIND_PRIMITIVE) {
        CHECK(!wn_apply_f64(recipe->type, recipe->own, n, in, &out), "%s", recipe->params);
        for (size_t i = 0; i < n; i++)
            check_value(chosen[i], "the kernel", values[i], 0);
        return;
    }
    wn_graph *graph;
    wn_graph_create(&graph);
    wn_module sources[3];
    const size_t count = strlen(recipe->sources);
    for (size_t k = 0; k < count; k++)
        sources[k] = add_source(graph, recipe->sources[k]);
    const wn_module module = wn_graph_add(graph, recipe->type, recipe->own, sources, count);
    for (size_t i = 0; i < n; i++) {
        double value = 0;
        CHECK(!wn_graph_point_f64(graph, module, points[0][i], points[1][i], points[2][i], &value,
                                  NULL),
              "%s", wn_graph_message(graph));
        check_value(chosen[i], "recursion", value, tolerance_of(recipe));
    }
    wn_plan_options options;
    wn_plan *plan;
    wn_workspace *workspace;
    char message[256];
    wn_plan_options_init(&options, sizeof options);
    options.isa = isa;
    CHECK(!wn_plan_create(&plan, graph, &module, 1, &options, message, sizeof message), "%s",
          message);
    wn_workspace_create(&workspace, plan);
    CHECK(!wn_plan_eval_f64(plan, workspace, n, in[0], in[1], in[2], &out), "%s", recipe->params);
    for (size_t i = 0; i < n; i++)
        check_value(chosen[i], "the plan", values[i], tolerance_of(recipe));
    for (size_t i = 0; i < n; i++) {
        values[i] = 0;
        double *const one = &values[i];
        wn_plan_eval_f64(plan, workspace, 1, in[0] + i, in[1] + i, in[2] + i, &one);
        check_value(chosen[i], "the plan alone", values[i], tolerance_of(recipe));
    }
    wn_workspace_destroy(workspace);
    wn_plan_destroy(plan);
    wn_graph_destroy(graph);
}

static void check_functions(void)
{
    int used[FUNCTIONS] = { 0 }, used_later[NOT_YET] = { 0 };
    for (size_t i = 0; i < row_count; i++) {
        int known = rows[i].recipe >= 0;
        for (int f = 0; f < FUNCTIONS; f++) {
            if (!strcmp(functions[f].module, rows[i].module) &&
                !strcmp(functions[f].params, rows[i].params)) {
                const double *const p = rows[i].point;
                check_value(&rows[i], "the reference", functions[f].value(p[0], p[1], p[2]), 0);
                known = used[f] = 1;
            }
        }
        for (int k = 0; k < NOT_YET; k++) {
            if (!strcmp(not_yet[k], rows[i].module))
                known += 1 + !(used_later[k] = 1);
        }
        CHECK(known == 1, "%s %s: neither checked nor in the list", rows[i].module, rows[i].params);
    }
    for (int f = 0; f < FUNCTIONS; f++)
        CHECK(used[f], "%s %s: no row", functions[f].module, functions[f].params);
    for (int k = 0; k < NOT_YET; k++)
        CHECK(used_later[k], "%s: no row", not_yet[k]);
}

/* ---- The gradient table ---- */

/* FNV-1a of the least significant bytes, which come first. */
static uint64_t hash_bits(uint64_t h, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++)
        h = (h ^ (bits >> 8 * i & 255)) * 0x100000001b3u;
    return h;
}
#define HASH_START UINT64_C(0xcbf29ce484222325)

/* Frozen when the SHA-256 of these 8192 bytes was
 * 783b86db486276222defdc756c4542dae60caa36fbdad4316d 523055459e7ba0, as that of libnoise's table.
 */
static void check_table(void)
{
    uint64_t h = HASH_START;
    for (size_t i = 0; i < 4 * WN_GRADIENT_ROWS; i++) {
        h = hash_bits(h, check_bits64(wn_gradient_table_f64[i]), 8);
        CHECK(check_bits32(wn_gradient_table_f32[i]) ==
                  check_bits32((float)wn_gradient_table_f64[i]),
              "gradient table, number %zu", i);
    }
    CHECK(h == UINT64_C(0x01c70c70dd4db2f5), "the gradient table's hash is %016" PRIx64, h);
}

/* ---- Sweeps: hashes of each entry over many parameters and points, all made of integers ---- */

enum { SWEEP_SETS = 12, SWEEP_POINTS = 997 };

static const int32_t sweep_seeds[] = { 0, -1, INT32_MIN, 123456789, INT32_MAX, 65537 };
static const double sweep_factors[] = { 1,     2,       0.71875, 2.208984375, -1.5, 0.5,
                                        16.25, 0x1p-20, 0,       0x1p12,      3,    0x1p100 };
static const double sweep_levels[] = {
    -0.75, 0.25, -1, 1.5, 0, 0.625, -2, 0.0625, 2, -0.5, 0.875, 1
};
static const int32_t sweep_octaves[] = { 6, 1, 3, 30, 9, 2, 12, 4 };
#define PICK(array, j) (array)[(j) % (sizeof(array) / sizeof *(array))]

static wn_control_point curve_points[WN_MAX_POINTS];
static double terrace_points[WN_MAX_POINTS];

#define SWEEP(shape) static void sweep_##shape(unsigned j, wn_##shape##_params *p)

SWEEP(no)
{
    (void)j, (void)p;
}
SWEEP(lattice)
{
    p->quality = (int32_t)j % 3;
    p->seed = PICK(sweep_seeds, j / 2);
}
SWEEP(constant)
{
    p->value = PICK(sweep_levels, j);
}
SWEEP(fractal)
{
    p->frequency = PICK(sweep_factors, j);
    p->lacunarity = PICK(sweep_factors, 5 * j + 1);
    p->persistence = PICK(sweep_factors, 7 * j + 5);
    p->octaves = PICK(sweep_octaves, j);
    p->quality = (int32_t)j % 3;
    p->seed = PICK(sweep_seeds, j);
}
SWEEP(ridged_multi)
{
    p->frequency = PICK(sweep_factors, j);
    p->lacunarity = PICK(sweep_factors, 5 * j + 1);
    p->octaves = j == 11 ? -3 : PICK(sweep_octaves, j);
    p->quality = (int32_t)j % 3;
    p->seed = PICK(sweep_seeds, j);
}
SWEEP(voronoi)
{
    p->frequency = PICK(sweep_factors, j);
    p->displacement = PICK(sweep_factors, 7 * j);
    p->seed = PICK(sweep_seeds, j);
    p->distance = j / 2 % 2;
}
SWEEP(scale_bias)
{
    p->scale = PICK(sweep_factors, j);
    p->bias = PICK(sweep_levels, 5 * j);
}
SWEEP(clamp)
{
    p->lower = j == 1 ? -INFINITY : PICK(sweep_levels, j) - 2;
    p->upper = j == 2 ? INFINITY : PICK(sweep_levels, 5 * j) + 3;
}
SWEEP(curve)
{
    p->points = curve_points;
    p->count = j == 11 ? WN_MAX_POINTS : 4 + j;
    for (unsigned i = 0; i < p->count; i++) {
        const unsigned at = i * 7 % (unsigned)p->count; /* in no order */
        curve_points[i].input = (at + j) * 0.1875 - 2;
        curve_points[i].output = PICK(sweep_levels, i * 5 + j);
        if (p->count % 7 == 0)
            curve_points[i].input = i * -0.28125 + 1;
    }
}
SWEEP(terrace)
{
    p->points = terrace_points;
    p->count = j == 11 ? WN_MAX_POINTS : 2 + j;
    p->inverted = j % 2;
    for (unsigned i = 0; i < p->count; i++)
        terrace_points[i] = (p->count % 5 ? i * 5 % (unsigned)p->count : i) * 0.4375 - 1;
}
SWEEP(exponent)
{
    static const double exponents[] = { 1,    1.375, 0.5,    2,        -1,  0,
                                        3.25, 17,    -0.125, 0.015625, 100, 400 };
    p->exponent = PICK(exponents, j);
}
SWEEP(select)
{
    static const double falloffs[] = { 0, 0.25, 0.03125, 10, -0.5, 0.4375 };
    p->lower = j == 5 ? -INFINITY : PICK(sweep_levels, j) - 1;
    p->upper = j == 7 ? INFINITY : PICK(sweep_levels, 5 * j) + 2.5;
    p->falloff = PICK(falloffs, j);
}
SWEEP(turbulence)
{
    p->frequency = PICK(sweep_factors, j);
    p->power = PICK(sweep_factors, 5 * j + 2);
    p->roughness = PICK(sweep_octaves, j);
    p->seed = PICK(sweep_seeds, j);
}

#define E(name, type, kind, inputs, outputs, sources, shape, doc) \
    static void sweep_any_##name(unsigned j, void *p)             \
    {                                                             \
        sweep_##shape(j, p);                                      \
    }
WN_REGISTRY(E)
#undef E
static void (*const sweeps[WN_ENTRY_COUNT])(unsigned, void *) = {
#define E(name, ...) sweep_any_##name,
    WN_REGISTRY(E)
#undef E
};

/* Coordinates and values: 24 bits within powers of two, and each 16th an edge. */
static double sweep_number(uint64_t *random)
{
    static const double edges[] = { 0.0,        -0.0,     1,         -1,       0.5,       -2,
                                    3,          -7.5,     0x1p30,    -0x1p30,  0x1p31,    -0x1p31,
                                    0x1p31 - 4, 0x1p40,   0x1p100,   -0x1p120, 0x1p-149,  -0x1p-20,
                                    0x1p-126,   INFINITY, -INFINITY, NAN,      0x1p-60,   1e15,
                                    255,        -256,     65536,     0x1.8p23, -0x1.8p24, 0x1.8p52,
                                    0x1p-10,    1.25 };
    static const double units[] = { 0x1p-23, 0x1p-22, 0x1p-22, 0x1p-22,
                                    0x1p-20, 0x1p-20, 0x1p-14, 0x1p-6 };
    const uint64_t r = check_random(random);
    if (r % 16 == 0)
        return PICK(edges, r >> 4);
    return (double)((int32_t)(r >> 40) - 0x800000) * PICK(units, r >> 4);
}

/* A coordinate of a lattice point. */
static double sweep_corner(uint64_t *random)
{
    static const double corners[] = { 0.0, -0.0, 1, -1, 2, -2, 0.0, -7 };
    return PICK(corners, check_random(random) >> 32);
}

static double points[3][SWEEP_POINTS];

static uint64_t sweep_f64(const struct wn_tier *tier, size_t entry, const void *complete,
                          uint64_t h)
{
    static double results[3][SWEEP_POINTS];
    _Alignas(64) char prep[WN_PREP_MAX];
    wn_params_prepare_f64(&wn_entries[entry], complete, prep);
    const double *const in[3] = { points[0], points[1], points[2] };
    double *const out[3] = { results[0], results[1], results[2] };
    tier->f64->kernel[entry](prep, SWEEP_POINTS, in, out);
    for (uint32_t k = 0; k < wn_entries[entry].outputs; k++) {
        for (size_t i = 0; i < SWEEP_POINTS; i++)
            h = hash_bits(h, check_bits64(results[k][i]), 8);
    }
    return h;
}

static uint64_t sweep_f32(const struct wn_tier *tier, size_t entry, const void *complete,
                          uint64_t h)
{
    static float own[3][SWEEP_POINTS], results[3][SWEEP_POINTS];
    _Alignas(64) char prep[WN_PREP_MAX];
    const char *what, *why;
    CHECK(!wn_params_prepare_f32(&wn_entries[entry], complete, prep, &what, &why), "%s", what);
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < SWEEP_POINTS; i++)
            own[k][i] = (float)points[k][i];
    }
    const float *const in[3] = { own[0], own[1], own[2] };
    float *const out[3] = { results[0], results[1], results[2] };
    tier->f32->kernel[entry](prep, SWEEP_POINTS, in, out);
    for (uint32_t k = 0; k < wn_entries[entry].outputs; k++) {
        for (size_t i = 0; i < SWEEP_POINTS; i++)
            h = hash_bits(h, check_bits32(results[k][i]), 4);
    }
    return h;
}

static uint64_t sweep_hash(const struct wn_tier *tier, wn_precision precision, size_t entry)
{
    uint64_t h = HASH_START, random = 1914;
    for (unsigned j = 0; j < SWEEP_SETS; j++) {
        _Alignas(max_align_t) char params[WN_PARAMS_MAX] = { 0 }, complete[WN_PARAMS_MAX];
        const char *what = "", *why = "";
        memcpy(params, &wn_entries[entry].params_size, sizeof(size_t));
        sweeps[entry](j, params);
        CHECK(!wn_params_check(&wn_entries[entry], params, complete, &what, &why),
              "%s, set %u: %s: %s", wn_entries[entry].name, j, what, why);
        for (size_t i = 0; i < SWEEP_POINTS; i++) {
            for (size_t k = 0; k < 3; k++)
                points[k][i] = i % 16 ? sweep_number(&random) : sweep_corner(&random);
        }
        h = precision == WN_F64 ? sweep_f64(tier, entry, complete, h)
                                : sweep_f32(tier, entry, complete, h);
    }
    return h;
}

static const wn_precision precisions[2] = { WN_F32, WN_F64 };

/* hashes.txt has a line per entry and precision: name, f32 or f64, hash. */
static void check_sweeps(wn_isa isa)
{
    int seen[WN_ENTRY_COUNT][2] = { { 0 } };
    FILE *const file = fopen(WN_SOURCE_DIR "/tests/golden/hashes.txt", "r");
    CHECK(file, "cannot open hashes.txt");
    char name[32];
    unsigned bits;
    uint64_t frozen;
    while (file && fscanf(file, "%31s f%u %" SCNx64, name, &bits, &frozen) == 3) {
        const struct wn_entry *const entry = wn_entry_find(wn_type_from_name(name));
        CHECK(entry && (bits == 32 || bits == 64), "hashes.txt: %s f%u", name, bits);
        if (!entry)
            continue;
        const uint64_t hash = sweep_hash(wn_tier_get(isa), (wn_precision)bits,
                                         (size_t)(entry - wn_entries));
        CHECK(hash == frozen, "%s/f%u/%s: the sweep's hash is %016" PRIx64 ", not %016" PRIx64,
              name, bits, wn_isa_name(isa), hash, frozen);
        seen[entry - wn_entries][bits == 64]++;
    }
    if (file) {
        CHECK(feof(file), "hashes.txt: a line that is none, after %s", name);
        fclose(file);
    }
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        CHECK(seen[entry][0] == 1 && seen[entry][1] == 1, "%s: not (or twice) in hashes.txt",
              wn_entries[entry].name);
    }
}

/* ---- The self-test ---- */

static void check_selftest(wn_isa isa)
{
    char message[200] = "?", tiny[8] = "???????";
    CHECK(wn_selftest(message, sizeof message) == WN_OK && !*message, "%s", message);
    CHECK(wn_selftest(NULL, 0) == WN_OK, "without a message");
    CHECK(wn_selftest(tiny, 1) == WN_OK && !*tiny && tiny[1] == '?', "a message of one byte");
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        for (int k = 0; k < 2; k++) {
            const uint64_t hash = wn_selftest_hash(wn_tier_get(isa), precisions[k], entry);
            CHECK(hash && hash == wn_selftest_frozen(precisions[k], entry),
                  "%s/f%d/%s: the self-test's hash is %016" PRIx64, wn_entries[entry].name,
                  (int)precisions[k], wn_isa_name(isa), hash);
        }
    }
}

static void print_values(const struct wn_tier *tier)
{
    printf("tests/golden/hashes.txt\n");
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
        for (int k = 0; k < 2; k++)
            printf("%s f%d %016" PRIx64 "\n", wn_entries[entry].name, (int)precisions[k],
                   sweep_hash(tier, precisions[k], entry));
    }
    printf("graph/selftest.c\n");
    for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++)
        printf("    [WN_ENTRY_%s] = { 0x%016" PRIx64 ", 0x%016" PRIx64 " },\n",
               wn_entries[entry].name, wn_selftest_hash(tier, WN_F32, entry),
               wn_selftest_hash(tier, WN_F64, entry));
}

int main(int argc, char **argv)
{
    struct check_options o;
    int code;
    if (check_options(argc, argv, &o, &code))
        return code;
    if (o.print) {
        print_values(wn_tier_get(WN_ISA_SCALAR));
        return 0;
    }
    double step = -1;
    for (size_t i = 0; i < 7; i++, step += 2.0 / 6)
        even_steps[i] = step;
    read_rows("libnoise_modules.csv", 252);
    read_rows("libnoise_edges.csv", 799);
    check_functions();
    check_table();
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(&o, isa))
            continue;
        CHECK(wn_isa_set(isa) == WN_OK, "wn_isa_set(%s)", wn_isa_name(isa));
        for (size_t i = 0; i < RECIPES; i++)
            check_recipe(&recipes[i], isa);
        check_sweeps(isa);
        check_selftest(isa);
    }
    return check_done("golden");
}
