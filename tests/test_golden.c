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
#include "../scalar/math.h"
#include "../scalar/permutation.h"
#include "../scalar/reference.h"
#include "options.h"
#include "random_params.h"

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
/* the last parameter is range_reduction */
#define FRACTAL(...) SIZED(wn_fractal_params, __VA_ARGS__, 1)
#define RIDGED(...)  SIZED(wn_ridged_multi_params, __VA_ARGS__, 1)
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
      SIZED(wn_turbulence_params, 9.25, 1 / 57.75, 6, 12, 1) },
    { "Abs", "src=A", WN_ABS, "A", NULL },
    { "Invert", "src=A", WN_INVERT, "A", NULL },
    { "Power", "A;B", WN_POWER, "AB", NULL },
    { "Power", "Abs(A);B", WN_POWER, "aB", NULL },
    { "Checkerboard", "", WN_CHECKERBOARD, "", NULL },
    { "Cylinders", "default", WN_CYLINDERS, "", NULL },
    { "Cylinders", "freq=2.5", WN_CYLINDERS, "", SIZED(wn_radial_params, 2.5) },
    { "Spheres", "default", WN_SPHERES, "", NULL },
    { "Spheres", "freq=2.5", WN_SPHERES, "", SIZED(wn_radial_params, 2.5) },
    { "Displace", "src=A;dx=B;dy=C;dz=A", WN_DISPLACE, "ABCA", NULL },
    { "RotatePoint", "A;default", WN_ROTATE_POINT, "A", NULL },
    { "RotatePoint", "A;11;-37.5;123.25", WN_ROTATE_POINT, "A",
      SIZED(wn_rotate_point_params, 11, -37.5, 123.25) },
    { "ScalePoint", "A;1.5;-2.25;0.1", WN_SCALE_POINT, "A",
      SIZED(wn_scale_point_params, 1.5, -2.25, 0.1) },
    { "TranslatePoint", "A;0.1;-20.7;3.3", WN_TRANSLATE_POINT, "A",
      SIZED(wn_translate_point_params, 0.1, -20.7, 3.3) },
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

/* libnoise's models ask the source A at a point that they compute. */
static double source_a(double x, double y, double z)
{
    static const struct wn_prep_fractal_f64 a = { .frequency = 1,
                                                  .lacunarity = 2,
                                                  .persistence = 0.5,
                                                  .octaves = 6,
                                                  .quality = WN_QUALITY_STD,
                                                  .range_reduction = 1,
                                                  .seed = 1 };
    return wn_ref_perlin_f64(&a, x, y, z);
}

static double on_line(double p)
{
    return source_a(((-4.0 - 1.0) * p) + 1.0, ((0.5 - 2.0) * p) + 2.0, ((9.0 - 3.0) * p) + 3.0);
}

static double sine(double degrees)
{
    return wn_ref_sin_f64(degrees * WN_DEG_TO_RAD);
}

static double cosine(double degrees)
{
    return wn_ref_cos_f64(degrees * WN_DEG_TO_RAD);
}

FUNCTION(plane, source_a(x, 0, z))
FUNCTION(line, on_line(x))
FUNCTION(attenuated_line, ((x * (1.0 - x)) * 4) * on_line(x))
FUNCTION(sphere, source_a(cosine(x) * cosine(y), sine(x), cosine(x) * sine(y)))
FUNCTION(cylinder, source_a(cosine(x), y, sine(x)))

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
    { "model.Plane", "A;x;z", plane },
    { "model.Line", "A;(1 2 3)-(-4 0.5 9);p=x;noattenuate", line },
    { "model.Line", "A;(1 2 3)-(-4 0.5 9);p=x;attenuate", attenuated_line },
    { "model.Sphere", "A;lat=x;lon=y", sphere },
    { "model.Cylinder", "A;angle=x;height=y", cylinder },
};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

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

/* libnoise's power is its libm's. So are its sines and cosines; but at the angles of these rows, in
 * RotatePoint and the models, ours have the same bits, and so everything that follows from them. */
static uint64_t tolerance_of(const struct recipe *recipe)
{
    return recipe->type == WN_EXPONENT || recipe->type == WN_POWER;
}

/* A is Perlin noise with seed 1; B with seed 2 and 3 octaves; C with seed 3 and frequency 0.5; a is
 * the absolute value of A. */
static wn_module add_source(wn_graph *graph, char letter)
{
    if (letter == 'a') {
        const wn_module source = add_source(graph, 'A');
        return wn_graph_add(graph, WN_ABS, NULL, &source, 1);
    }
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
    wn_module sources[4];
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
    int used[FUNCTIONS] = { 0 };
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
        CHECK(known, "%s %s: not checked", rows[i].module, rows[i].params);
    }
    for (int f = 0; f < FUNCTIONS; f++)
        CHECK(used[f], "%s %s: no row", functions[f].module, functions[f].params);
}

/* ---- The gradient table ---- */

#define PICK(array, j) (array)[(j) % (sizeof(array) / sizeof *(array))]

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

/* ---- Models of what libnoise does not have, written from SharpNoise's formulas for this test ----
 */

/* Frozen when the SHA-256 of these 256 bytes was
 * 3682c3d0020436c45462995a4f64438c144bbfeba725b00de5906ab322b6b915, as that of K. Perlin's table.
 */
static void check_permutation(void)
{
    uint64_t h = HASH_START;
    for (size_t i = 0; i < 256; i++) {
        h = hash_bits(h, wn_permutation[i], 1);
        CHECK(wn_permutation_f64[i] == wn_permutation[i] &&
                  (double)wn_permutation_f32[i] == wn_permutation[i],
              "permutation, number %zu", i);
    }
    CHECK(h == UINT64_C(0xa4d5c624dc06c7d5), "the permutation's hash is %016" PRIx64, h);
}

/* MakeInt32Range, but from a limit on. */
static double model_range(double c, double limit)
{
    const double range = 1073741824.0;
    if (c >= limit)
        return (2.0 * fmod(c, range)) - range;
    return c <= -limit ? (2.0 * fmod(c, range)) + range : c;
}

static const double model_limit[2] = { 2147483644.0, 1073741824.0 }; /* range_reduction */

static double model_lattice(int64_t x, int64_t y, int64_t z, uint32_t seed)
{
    uint32_t n = 1619u * (uint32_t)x + 31337u * (uint32_t)y + 6971u * (uint32_t)z + 1013u * seed;
    n &= 0x7fffffffu;
    n ^= n >> 13;
    n = (n * (n * n * 60493u + 19990303u) + 1376312589u) & 0x7fffffffu;
    return 1.0 - (double)n / 1073741824.0;
}

static double model_checkerboard(const void *params, const double *point)
{
    const wn_checkerboard_params *const p = params;
    int odd = 0;
    for (size_t k = 0; k < 3; k++)
        odd ^= fmod(floor(model_range(point[k], model_limit[p->range_reduction])), 2.0) != 0.0;
    return odd ? -1.0 : 1.0;
}

static double model_white(const void *params, const double *point)
{
    const wn_white_params *const p = params;
    int64_t cell[3];
    for (size_t k = 0; k < 3; k++)
        cell[k] = (int64_t)model_range(point[k] * p->scale, model_limit[0]);
    return model_lattice(cell[0], cell[1], cell[2], (uint32_t)p->seed);
}

static double model_metric(const wn_cell_params *p, int32_t metric, const double *d)
{
    const double a = fabs(d[0]), b = fabs(d[1]), c = fabs(d[2]), m = p->minkowski;
    const double squares = d[0] * d[0] + d[1] * d[1] + d[2] * d[2];
    switch (metric) {
    case WN_METRIC_QUADRATIC:
        return squares + d[0] * d[1] + d[0] * d[2] + d[1] * d[2];
    case WN_METRIC_MANHATTAN:
        return a + b + c;
    case WN_METRIC_CHEBYSHEV:
        return fmax(a, fmax(b, c));
    case WN_METRIC_MINKOWSKI:
        return wn_ref_pow_f64(wn_ref_pow_f64(a, m) + wn_ref_pow_f64(b, m) + wn_ref_pow_f64(c, m),
                              1.0 / m);
    default:
        return squares;
    }
}

static double model_cell(const void *params, const double *point)
{
    const wn_cell_params *const p = params;
    const uint32_t seed = (uint32_t)p->seed;
    double at[3], best[3] = { 0, 0, 0 }, least = DBL_MAX;
    int64_t first[3], cell[3];
    for (size_t k = 0; k < 3; k++) {
        at[k] = model_range(point[k] * p->frequency, model_limit[0]);
        first[k] = (int64_t)at[k] - (at[k] > 0.0 ? 2 : 3);
    }
    for (int n = 0; n < 125; n++) {
        double seed_point[3], d[3];
        const int64_t offset[3] = { n % 5, n / 5 % 5, n / 25 };
        for (size_t k = 0; k < 3; k++)
            cell[k] = first[k] + offset[k];
        for (size_t k = 0; k < 3; k++) {
            seed_point[k] = (double)cell[k] +
                model_lattice(cell[0], cell[1], cell[2], seed + (uint32_t)k);
            d[k] = seed_point[k] - at[k];
        }
        const double distance = model_metric(p, p->metric, d);
        if (distance < least) {
            least = distance;
            memcpy(best, seed_point, sizeof best);
        }
    }
    double value = 0, d[3];
    for (size_t k = 0; k < 3; k++)
        d[k] = best[k] - at[k];
    if (p->distance) {
        const int32_t metric = p->metric_distance ? p->metric : WN_METRIC_EUCLIDEAN;
        const double distance = model_metric(p, metric, d);
        const int square = metric == WN_METRIC_EUCLIDEAN || metric == WN_METRIC_QUADRATIC;
        value = (square ? sqrt(distance) : distance) * sqrt(3.0) - 1.0;
    }
    return value +
        p->displacement *
        model_lattice((int64_t)floor(best[0]), (int64_t)floor(best[1]), (int64_t)floor(best[2]), 0);
}

/* A corner of simplex noise: d is the way from it to the point. */
static double model_corner(const int64_t *corner, const double *d)
{
    static const double edges[12][3] = { { 1, 1, 0 }, { -1, 1, 0 }, { 1, -1, 0 }, { -1, -1, 0 },
                                         { 1, 0, 1 }, { -1, 0, 1 }, { 1, 0, -1 }, { -1, 0, -1 },
                                         { 0, 1, 1 }, { 0, -1, 1 }, { 0, 1, -1 }, { 0, -1, -1 } };
    const uint8_t *const perm = wn_permutation;
    const int hash = perm[(corner[0] + perm[(corner[1] + perm[corner[2] & 255]) & 255]) & 255];
    const double *const g = edges[hash % 12];
    double t = 0.6 - d[0] * d[0] - d[1] * d[1] - d[2] * d[2];
    if (t < 0)
        return 0;
    t *= t;
    return t * t * (g[0] * d[0] + g[1] * d[1] + g[2] * d[2]);
}

static double model_simplex_noise(const double *point)
{
    double at[3], d[3];
    int64_t cell[3];
    for (size_t k = 0; k < 3; k++)
        at[k] = model_range(point[k], model_limit[1]);
    const double skew = (at[0] + at[1] + at[2]) * (1.0 / 3.0);
    for (size_t k = 0; k < 3; k++)
        cell[k] = (int64_t)floor(at[k] + skew);
    const double unskew = (double)(cell[0] + cell[1] + cell[2]) * (1.0 / 6.0);
    for (size_t k = 0; k < 3; k++)
        d[k] = at[k] - ((double)cell[k] - unskew);
    /* the axes in order of the distance, ties as in the published code */
    static const int ways[6][6] = { { 1, 0, 0, 1, 1, 0 }, { 1, 0, 0, 1, 0, 1 },
                                    { 0, 0, 1, 1, 0, 1 }, { 0, 0, 1, 0, 1, 1 },
                                    { 0, 1, 0, 0, 1, 1 }, { 0, 1, 0, 1, 1, 0 } };
    const int *step;
    if (d[0] >= d[1])
        step = d[1] >= d[2] ? ways[0] : d[0] >= d[2] ? ways[1] : ways[2];
    else
        step = d[1] < d[2] ? ways[3] : d[0] < d[2] ? ways[4] : ways[5];
    double sum = model_corner(cell, d);
    for (int corner = 1; corner <= 3; corner++) {
        double moved[3];
        int64_t other[3];
        for (int k = 0; k < 3; k++) {
            const int by = corner == 3 ? 1 : step[3 * (corner - 1) + k];
            moved[k] = d[k] - by + corner * (1.0 / 6.0);
            other[k] = cell[k] + by;
        }
        sum += model_corner(other, moved);
    }
    return 32.0 * sum;
}

static double model_simplex(const void *params, const double *point)
{
    const wn_simplex_params *const p = params;
    double at[3], value = 0, amplitude = 1;
    for (size_t k = 0; k < 3; k++)
        at[k] = point[k] * p->frequency;
    for (int32_t octave = 0; octave < p->octaves; octave++) {
        value += model_simplex_noise(at) * amplitude;
        for (size_t k = 0; k < 3; k++)
            at[k] *= p->lacunarity;
        amplitude *= p->persistence;
    }
    return value;
}

/* Finite coordinates of all sizes, many of them on borders. */
static double model_coordinate(uint64_t *random)
{
    static const double edges[] = { 0.0, -0.0, 0x1p30, -0x1p30, 0x1p31 - 4, 0x1p31, 1e15, -1e300 };
    switch (check_random(random) % 8) {
    case 0:
        return PICK(edges, check_random(random));
    case 1:
        return floor(check_uniform(random, -9, 9));
    case 2:
        return floor(check_uniform(random, -40, 40)) / 6;
    case 3:
        return check_uniform(random, -0x1p31, 0x1p31);
    default:
        return check_uniform(random, -20, 20);
    }
}

/* No seed point is nearest to a NaN, by any metric: the origin's value is left. */
static void check_cell_of_nan(void)
{
    for (int32_t metric = WN_METRIC_EUCLIDEAN; metric <= WN_METRIC_MINKOWSKI; metric++) {
        for (int k = 0; k < 6; k++) {
            const wn_cell_params p = { sizeof p, 1, 0.5, 7, k > 2, metric, 4, k % 2 };
            double point[3] = { 1.5, -2.25, 3 }, value = 5, *const out = &value;
            point[k % 3] = k % 2 ? NAN : -INFINITY;
            const double *const in[3] = { &point[0], &point[1], &point[2] };
            CHECK(!wn_apply_f64(WN_CELL, &p, 1, in, &out) &&
                      (k > 2 ? isnan(value) : value == 0.5 * -0x1.208dd0dp-2),
                  "metric %d, %d: %a", (int)metric, k, value);
        }
    }
}

/* Parameters of a model as the check of kernels has them, but none so great that all overflows. */
static void check_models(wn_isa isa, unsigned sets)
{
    static const struct {
        wn_type type;
        double (*value)(const void *params, const double *point);
    } models[] = { { WN_CHECKERBOARD, model_checkerboard },
                   { WN_WHITE, model_white },
                   { WN_CELL, model_cell },
                   { WN_SIMPLEX, model_simplex } };
    enum { N = 61 };
    uint64_t random = 571;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        const size_t entry = (size_t)(wn_entry_find(models[m].type) - wn_entries);
        for (unsigned set = 0; set < sets; set++) {
            static struct any_params params;
            double x[N], y[N], z[N], found[N];
            const double *const in[3] = { x, y, z };
            double *const out = found;
            const struct random_source source = { &random, DBL_MAX, 12, 1 };
            random_params(entry, &source, &params);
            for (size_t i = 0; i < N; i++) {
                x[i] = model_coordinate(&random), y[i] = model_coordinate(&random);
                z[i] = model_coordinate(&random);
            }
            CHECK(!wn_apply_f64(models[m].type, params.bytes, N, in, &out), "%s",
                  wn_entries[entry].name);
            size_t wrong = 0;
            for (size_t i = 0; i < N; i++) {
                const double point[3] = { x[i], y[i], z[i] };
                const double value = models[m].value(params.bytes, point);
                wrong += check_bits64(value) != check_bits64(found[i]);
                CHECK(check_bits64(value) == check_bits64(found[i]) || wrong > 1,
                      "%s/%s and its model at (%a, %a, %a): %a, not %a", wn_entries[entry].name,
                      wn_isa_name(isa), x[i], y[i], z[i], found[i], value);
            }
            if (wrong && set < 3)
                print_params(entry, &params);
        }
    }
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
SWEEP(sm_seed)
{
    p->seed = PICK(sweep_seeds, j);
}
SWEEP(sm_octave)
{
    static const int32_t octaves[] = { 1, 2, 15, 16, 17, 6, 64, 0, -1, INT32_MIN, 30, 54 };
    p->octaves = PICK(octaves, j);
    p->seed = PICK(sweep_seeds, j);
}
SWEEP(sm_simplex)
{
    p->variant = j % 2;
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
    p->range_reduction = 1;
}
SWEEP(ridged_multi)
{
    p->frequency = PICK(sweep_factors, j);
    p->lacunarity = PICK(sweep_factors, 5 * j + 1);
    p->octaves = j == 11 ? -3 : PICK(sweep_octaves, j);
    p->quality = (int32_t)j % 3;
    p->seed = PICK(sweep_seeds, j);
    p->range_reduction = 1;
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
    p->range_reduction = 1;
}
SWEEP(checkerboard)
{
    p->range_reduction = j % 2;
}
SWEEP(radial)
{
    p->frequency = PICK(sweep_factors, j);
}
SWEEP(cell)
{
    p->frequency = PICK(sweep_factors, 5 * j);
    p->displacement = PICK(sweep_factors, 7 * j);
    p->seed = PICK(sweep_seeds, j);
    p->distance = j % 4 != 3;
    p->metric = (int32_t)j % 5;
    p->minkowski = 1 + (int32_t)(j * j) % 64;
    p->metric_distance = j / 2 % 2;
}
SWEEP(simplex)
{
    p->frequency = PICK(sweep_factors, j);
    p->lacunarity = PICK(sweep_factors, 5 * j + 1);
    p->persistence = PICK(sweep_factors, 7 * j + 5);
    p->octaves = PICK(sweep_octaves, j);
}
SWEEP(white)
{
    static const int32_t scales[] = { 256, 1, 0, -3, 1000, INT32_MAX, INT32_MIN, 16777217 };
    p->scale = PICK(scales, j);
    p->seed = PICK(sweep_seeds, j);
}
static const uint64_t sweep_seeds64[] = {
    0,          1,          UINT64_MAX,        UINT64_C(1) << 32,
    0x9e3779b9, UINT32_MAX, UINT64_C(3) << 62, 2473794698767688778
};
static const double sweep_offsets[] = { 0, 0.375, -20.6875, 1e6, -0x1p40, 0.1, 24000000, -0x1p70 };
#define SWEEP_NOISE(p)                                                     \
    do {                                                                   \
        static const int32_t sets[] = { 7, 5, 3, 6, 15, 9, 2, 14, 13, 4 }; \
        (p)->seed = PICK(sweep_seeds64, j);                                \
        (p)->frequency = PICK(sweep_factors, j);                           \
        (p)->offset_x = PICK(sweep_offsets, j);                            \
        (p)->offset_y = PICK(sweep_offsets, 3 * j + 1);                    \
        (p)->offset_z = PICK(sweep_offsets, 5 * j + 2);                    \
        (p)->offset_w = PICK(sweep_offsets, 7 * j + 3);                    \
        (p)->primitive = (int32_t)(j % (WN_PRIMITIVE_WHITE + 1));          \
        (p)->metric = (int32_t)(j / 2 % (WN_CELLULAR_HYBRID + 1));         \
        (p)->returns = (int32_t)(3 * j % (WN_CELLULAR_EDGE + 1));          \
        (p)->raw = j / 3 % 2;                                              \
        (p)->jitter = j % 4 == 1 ? 0.3 : 1;                                \
        (p)->axes = PICK(sets, j);                                         \
        (p)->w = PICK(sweep_levels, j);                                    \
    } while (0)
SWEEP(noise)
{
    SWEEP_NOISE(p);
}
SWEEP(noise_fractal)
{
    SWEEP_NOISE(p);
    p->fractal = (int32_t)(j % (WN_FRACTAL_HYBRID_MULTI + 1));
    p->octaves = PICK(sweep_octaves, j);
    p->lacunarity = PICK(sweep_factors, 5 * j + 1);
    p->gain = PICK(sweep_factors, 7 * j + 5);
    p->weighted_strength = j % 3 * 0.375;
    p->ping_pong_strength = PICK(sweep_factors, 3 * j + 2);
    p->bounding = j / 2 % 2;
}
SWEEP(warp)
{
    p->seed = PICK(sweep_seeds64, j);
    p->frequency = PICK(sweep_factors, j);
    p->offset_x = PICK(sweep_offsets, j);
    p->offset_y = PICK(sweep_offsets, 3 * j + 1);
    p->offset_z = PICK(sweep_offsets, 5 * j + 2);
    p->amplitude = PICK(sweep_factors, 3 * j + 1);
    p->warp = j % 2;
    p->primitive = (int32_t)(j / 2 % (WN_PRIMITIVE_WHITE + 1));
    p->mode = j / 2 % 2;
    p->octaves = PICK(sweep_octaves, j);
    p->lacunarity = PICK(sweep_factors, 5 * j + 1);
    p->gain = PICK(sweep_factors, 7 * j + 5);
    p->axes = j % 3 ? 7 : 3 + (int32_t)(j % 4);
}
SWEEP(rotate_point)
{
    static const double degrees[] = { 0,     11,  -37.5,   123.25, 90,       -90, 180,
                                      359.5, 720, 0x1p-20, 1e6,    -0x1p100, 45,  -0.0 };
    p->x = PICK(degrees, j);
    p->y = PICK(degrees, 3 * j + 1);
    p->z = PICK(degrees, 5 * j + 2);
}
SWEEP(scale_point)
{
    p->x = PICK(sweep_factors, j);
    p->y = PICK(sweep_factors, 5 * j + 1);
    p->z = PICK(sweep_factors, 7 * j + 5);
}
SWEEP(translate_point)
{
    p->x = PICK(sweep_levels, j);
    p->y = PICK(sweep_factors, 5 * j + 1);
    p->z = PICK(sweep_levels, 7 * j + 5);
}

#define E(name, type, kind, inputs, outputs, sources, shape, doc) \
    static void sweep_any_##name(unsigned j, void *p)             \
    {                                                             \
        sweep_##shape(j, p);                                      \
        fit_params(WN_ENTRY_##name, p);                           \
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

/* The fourth to sixth inputs are the first three again, in another order. */
static double points[3][SWEEP_POINTS];

static uint64_t sweep_f64(const struct wn_tier *tier, size_t entry, const void *complete,
                          uint64_t h)
{
    static double results[3][SWEEP_POINTS];
    _Alignas(64) char prep[WN_PREP_MAX];
    wn_params_prepare_f64(&wn_entries[entry], complete, prep);
    const double *const in[6] = {
        points[0], points[1], points[2], points[1], points[2], points[0]
    };
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
    const float *const in[6] = { own[0], own[1], own[2], own[1], own[2], own[0] };
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
    check_permutation();
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(&o, isa))
            continue;
        CHECK(wn_isa_set(isa) == WN_OK, "wn_isa_set(%s)", wn_isa_name(isa));
        for (size_t i = 0; i < RECIPES; i++)
            check_recipe(&recipes[i], isa);
        check_cell_of_nan();
        check_models(isa, o.quick ? 20 : 200);
        check_sweeps(isa);
        check_selftest(isa);
    }
    return check_done("golden");
}
