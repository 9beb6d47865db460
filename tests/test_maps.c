/* SPDX-License-Identifier: MIT */
/* Axes, maps over the sphere, and pictures. */
#include "check.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* Written where nothing may be written. */
#define GUARD64 (-12345.678)
#define GUARD32 (-12345.678f)

static uint64_t seed = 20240607;

static size_t below(size_t n)
{
    return (size_t)(check_random(&seed) % n);
}

/* ---- Axes ---- */

static const struct {
    double lower, upper;
    size_t total;
} axes[] = {
    { -90, 90, 512 },      { -180, 180, 1000 },       { 2, 6.1, 256 },
    { 1, 5.3, 5 },         { -3.3, 2.9, 4 },          { 0, 1e-300, 7 },
    { -1e300, 1e300, 33 }, { 1, 1 + DBL_EPSILON, 3 }, { 0, 1, 1 },
};

static void test_axis(void)
{
    static double whole[1000], part[1002];
    size_t differ = 0;
    for (size_t a = 0; a < COUNT(axes); a++) {
        double lower = axes[a].lower, upper = axes[a].upper;
        size_t total = axes[a].total;
        double delta = (upper - lower) / (double)total, c = lower;

        CHECK(wn_axis_f64(WN_AXIS_ACCUMULATED, lower, upper, total, 0, total, whole) == WN_OK,
              "axis %zu", a);
        for (size_t i = 0; i < total; i++, c += delta) {
            CHECK(check_bits64(whole[i]) == check_bits64(c), "axis %zu[%zu]: %a, not %a", a, i,
                  whole[i], c);
            differ += check_bits64(whole[i]) != check_bits64(lower + (double)i * delta);
        }
        for (int kind = WN_AXIS_ACCUMULATED; kind <= WN_AXIS_EVEN; kind++) {
            wn_axis_f64((wn_axis)kind, lower, upper, total, 0, total, whole);
            for (int repeat = 0; repeat < 50; repeat++) {
                size_t first = below(total + 1), count = below(total - first + 1);
                for (size_t i = 0; i < count + 2; i++)
                    part[i] = GUARD64;
                CHECK(wn_axis_f64((wn_axis)kind, lower, upper, total, first, count, part + 1) ==
                          WN_OK,
                      "part of axis %zu", a);
                CHECK(memcmp(part + 1, whole + first, count * sizeof(double)) == 0,
                      "axis %zu, kind %d, %zu + %zu", a, kind, first, count);
                CHECK(part[0] == GUARD64 && part[count + 1] == GUARD64, "axis %zu", a);
            }
        }
        for (size_t i = 0; i < total; i++)
            CHECK(check_bits64(whole[i]) == check_bits64(lower + (double)i * delta),
                  "even axis %zu[%zu]", a, i);
    }
    CHECK(differ > 1000, "accumulated and even differ in %zu places only", differ);
}

static void test_axis_errors(void)
{
    double out[4] = { GUARD64, GUARD64, GUARD64, GUARD64 };
    static const struct {
        int kind;
        double lower, upper;
        size_t total, first, count;
    } bad[] = {
        { 0, 0, 1, 0, 0, 0 },
        { 0, 0, 1, 3, 0, 4 },
        { 0, 0, 1, 3, 4, 0 },
        { 1, 0, 1, 3, 2, 2 },
        { 1, 0, 1, 3, 2, SIZE_MAX },
        { 1, 0, 1, 3, SIZE_MAX, 2 },
        { 0, 1, 1, 3, 0, 3 },
        { 0, 2, 1, 3, 0, 3 },
        { 0, (double)NAN, 1, 3, 0, 3 },
        { 0, 0, (double)NAN, 3, 0, 3 },
        { 0, -HUGE_VAL, 1, 3, 0, 3 },
        { 0, 0, HUGE_VAL, 3, 0, 3 },
        { 0, -DBL_MAX, DBL_MAX, 3, 0, 3 },
        { 2, 0, 1, 3, 0, 3 },
        { -1, 0, 1, 3, 0, 3 },
    };
    for (size_t i = 0; i < COUNT(bad); i++)
        CHECK(wn_axis_f64((wn_axis)bad[i].kind, bad[i].lower, bad[i].upper, bad[i].total,
                          bad[i].first, bad[i].count, out) == WN_ERROR_ARGUMENT,
              "bad axis %zu", i);
    for (size_t i = 0; i < COUNT(out); i++)
        CHECK(out[i] == GUARD64, "written in spite of an error");
    CHECK(wn_axis_f64(WN_AXIS_EVEN, 0, 1, 3, 0, 3, NULL) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_axis_f64(WN_AXIS_EVEN, 0, 1, 3, 3, 0, NULL) == WN_OK, "nothing wanted");
}

/* ---- Sphere ---- */

/* Two outputs: perlin noise, and a bent ridged noise, whose plan has more than one space. */
struct sphere {
    wn_plan *plan;
    wn_workspace *workspace;
};

static struct sphere sphere_create(wn_precision precision, wn_isa isa)
{
    struct sphere s = { NULL, NULL };
    wn_graph *graph;
    wn_plan_options options;
    wn_graph_create(&graph);
    wn_module outputs[2];
    wn_module ridged = wn_graph_add(graph, WN_RIDGED_MULTI, NULL, NULL, 0);
    outputs[0] = wn_graph_add(graph, WN_PERLIN, NULL, NULL, 0);
    outputs[1] = wn_graph_add(graph, WN_TURBULENCE, NULL, &ridged, 1);
    wn_plan_options_init(&options, sizeof options);
    options.precision = (int32_t)precision;
    options.isa = (int32_t)isa;
    wn_plan_create(&s.plan, graph, outputs, 2, &options, NULL, 0);
    CHECK(s.plan && wn_workspace_create(&s.workspace, s.plan) == WN_OK, "no plan");
    wn_graph_destroy(graph);
    return s;
}

static void sphere_destroy(struct sphere *s)
{
    wn_workspace_destroy(s->workspace);
    wn_plan_destroy(s->plan);
}

enum { ROWS = 37, COLUMNS = 600, STRIDE = 603 };
static double latitudes[ROWS], longitudes[COLUMNS];

static void make_axes(void)
{
    wn_axis_f64(WN_AXIS_ACCUMULATED, -90, 90, ROWS, 0, ROWS, latitudes);
    wn_axis_f64(WN_AXIS_ACCUMULATED, -180, 181.7, COLUMNS, 0, COLUMNS, longitudes);
}

/* The specification, written plainly: x, y, z of a point of the sphere. */
static void on_sphere(double latitude, double longitude, double *xyz)
{
    double radians[2] = { 0x1.1df46a2529d39p-6 * latitude, 0x1.1df46a2529d39p-6 * longitude };
    double sine[2], cosine[2];
    wn_sin_f64(2, radians, sine);
    wn_cos_f64(2, radians, cosine);
    xyz[0] = cosine[0] * cosine[1];
    xyz[1] = sine[0];
    xyz[2] = cosine[0] * sine[1];
}

static void test_sphere_f64(wn_isa isa)
{
    static double whole[2][ROWS * STRIDE], part[2][ROWS * STRIDE];
    struct sphere s = sphere_create(WN_F64, isa);
    double *const out[2] = { whole[0], whole[1] };
    for (size_t i = 0; i < ROWS * STRIDE; i++)
        whole[0][i] = whole[1][i] = GUARD64;
    CHECK(wn_map_sphere_f64(s.plan, s.workspace, ROWS, latitudes, COLUMNS, longitudes, out,
                            STRIDE) == WN_OK,
          "%s", wn_isa_name(isa));
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < STRIDE; column++) {
            double xyz[3], value[2] = { GUARD64, GUARD64 };
            double *const to[2] = { &value[0], &value[1] };
            size_t i = row * STRIDE + column;
            if (column < COLUMNS) {
                on_sphere(latitudes[row], longitudes[column], xyz);
                wn_plan_eval_f64(s.plan, s.workspace, 1, &xyz[0], &xyz[1], &xyz[2], to);
            }
            CHECK(check_bits64(whole[0][i]) == check_bits64(value[0]) &&
                      check_bits64(whole[1][i]) == check_bits64(value[1]),
                  "%s: row %zu, column %zu", wn_isa_name(isa), row, column);
        }
    for (int repeat = 0; repeat < 30; repeat++) {
        size_t row = below(ROWS), column = below(COLUMNS);
        size_t rows = below(ROWS - row + 1), columns = below(COLUMNS - column + 1);
        size_t stride = columns + below(3);
        double *const to[2] = { part[0], part[1] };
        for (size_t i = 0; i < ROWS * STRIDE; i++)
            part[0][i] = part[1][i] = GUARD64;
        CHECK(wn_map_sphere_f64(s.plan, s.workspace, rows, latitudes + row, columns,
                                longitudes + column, to, stride) == WN_OK,
              "%s", wn_isa_name(isa));
        for (size_t i = 0; i < ROWS * STRIDE; i++) {
            size_t r = stride ? i / stride : rows, c = stride ? i % stride : 0;
            for (size_t k = 0; k < 2; k++) {
                double expected = r < rows && c < columns
                    ? whole[k][(row + r) * STRIDE + column + c]
                    : GUARD64;
                CHECK(check_bits64(part[k][i]) == check_bits64(expected),
                      "%s: %zu rows from %zu, %zu columns from %zu, output %zu", wn_isa_name(isa),
                      rows, row, columns, column, k);
            }
        }
    }
    sphere_destroy(&s);
}

/* The numbers of libnoise's own sphere builder, a float map of perlin noise. */
static void test_sphere_golden(void)
{
    enum { GOLDEN_ROWS = 4, GOLDEN_COLUMNS = 8 };
    double map[2][GOLDEN_ROWS * GOLDEN_COLUMNS], lat[GOLDEN_ROWS], lon[GOLDEN_COLUMNS];
    double *const out[2] = { map[0], map[1] };
    char line[256];
    size_t points = 0;
    struct sphere s = sphere_create(WN_F64, WN_ISA_AUTO);
    wn_axis_f64(WN_AXIS_ACCUMULATED, -90, 90, GOLDEN_ROWS, 0, GOLDEN_ROWS, lat);
    wn_axis_f64(WN_AXIS_ACCUMULATED, -180, 180, GOLDEN_COLUMNS, 0, GOLDEN_COLUMNS, lon);
    CHECK(wn_map_sphere_f64(s.plan, s.workspace, GOLDEN_ROWS, lat, GOLDEN_COLUMNS, lon, out,
                            GOLDEN_COLUMNS) == WN_OK,
          "map");
    FILE *file = fopen(WN_SOURCE_DIR "/tests/golden/libnoise_builders.csv", "r");
    CHECK(file, "libnoise_builders.csv");
    while (file && fgets(line, sizeof line, file)) {
        size_t column, row;
        float expected;
        if (sscanf(line, "sphere,%*[^,],%zu,%zu,%a", &column, &row, &expected) != 3)
            continue;
        float value = (float)map[0][row * GOLDEN_COLUMNS + column];
        CHECK(check_bits32(value) == check_bits32(expected), "row %zu, column %zu: %a, not %a", row,
              column, (double)value, (double)expected);
        points++;
    }
    CHECK(points == GOLDEN_ROWS * GOLDEN_COLUMNS, "%zu points", points);
    if (file)
        fclose(file);
    sphere_destroy(&s);
}

static void test_sphere_f32(wn_isa isa)
{
    static float whole[2][ROWS * STRIDE], part[2][ROWS * STRIDE];
    struct sphere s = sphere_create(WN_F32, isa);
    float *const out[2] = { whole[0], whole[1] };
    for (size_t i = 0; i < ROWS * STRIDE; i++)
        whole[0][i] = whole[1][i] = GUARD32;
    CHECK(wn_map_sphere_f32(s.plan, s.workspace, ROWS, latitudes, COLUMNS, longitudes, out,
                            STRIDE) == WN_OK,
          "%s", wn_isa_name(isa));
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < STRIDE; column++) {
            double xyz[3];
            float value[2] = { GUARD32, GUARD32 };
            float *const to[2] = { &value[0], &value[1] };
            size_t i = row * STRIDE + column;
            if (column < COLUMNS) {
                on_sphere(latitudes[row], longitudes[column], xyz);
                float x = (float)xyz[0], y = (float)xyz[1], z = (float)xyz[2];
                wn_plan_eval_f32(s.plan, s.workspace, 1, &x, &y, &z, to);
            }
            CHECK(check_bits32(whole[0][i]) == check_bits32(value[0]) &&
                      check_bits32(whole[1][i]) == check_bits32(value[1]),
                  "%s: row %zu, column %zu", wn_isa_name(isa), row, column);
        }
    float *const to[2] = { part[0], part[1] };
    CHECK(wn_map_sphere_f32(s.plan, s.workspace, 20, latitudes + 7, 300, longitudes + 131, to,
                            300) == WN_OK,
          "%s", wn_isa_name(isa));
    for (size_t i = 0; i < 20 * 300; i++)
        CHECK(check_bits32(part[1][i]) ==
                  check_bits32(whole[1][(7 + i / 300) * STRIDE + 131 + i % 300]),
              "%s", wn_isa_name(isa));
    sphere_destroy(&s);
}

static void test_sphere_edges(void)
{
    struct sphere s = sphere_create(WN_F64, WN_ISA_AUTO),
                  other = sphere_create(WN_F64, WN_ISA_AUTO);
    struct sphere narrow = sphere_create(WN_F32, WN_ISA_AUTO);
    double a[6] = { GUARD64, GUARD64, GUARD64, GUARD64, GUARD64, GUARD64 }, b[6];
    float f[6];
    double *const out[2] = { a, b };
    double *const half[2] = { a, NULL };
    float *const out32[2] = { f, f + 3 };
    double odd[3] = { (double)NAN, HUGE_VAL, 30 };
    double even[2] = { 10, -HUGE_VAL };

    /* shorthand: everything right but for the arguments named */
#define MAP(plan, workspace, rows, lat, columns, lon, out, stride) \
    wn_map_sphere_f64(plan, workspace, rows, lat, columns, lon, out, stride)
    CHECK(MAP(NULL, s.workspace, 2, even, 3, odd, out, 3) == WN_ERROR_ARGUMENT, "plan");
    CHECK(MAP(s.plan, NULL, 2, even, 3, odd, out, 3) == WN_ERROR_ARGUMENT, "workspace");
    CHECK(MAP(s.plan, s.workspace, 2, NULL, 3, odd, out, 3) == WN_ERROR_ARGUMENT, "latitudes");
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, NULL, out, 3) == WN_ERROR_ARGUMENT, "longitudes");
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, NULL, 3) == WN_ERROR_ARGUMENT, "out");
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, half, 3) == WN_ERROR_ARGUMENT, "out[1]");
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, out, 2) == WN_ERROR_ARGUMENT, "stride");
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, out, SIZE_MAX) == WN_ERROR_ARGUMENT, "stride");
    CHECK(MAP(s.plan, s.workspace, WN_MAX_MAP_SIZE + 1, even, 3, odd, out, 3) == WN_ERROR_LIMIT,
          "rows");
    CHECK(MAP(s.plan, s.workspace, 2, even, WN_MAX_MAP_SIZE + 1, odd, out, WN_MAX_MAP_SIZE + 1) ==
              WN_ERROR_LIMIT,
          "columns");
    CHECK(MAP(s.plan, other.workspace, 2, even, 3, odd, out, 3) == WN_ERROR_WORKSPACE, "foreign");
    CHECK(MAP(narrow.plan, narrow.workspace, 2, even, 3, odd, out, 3) == WN_ERROR_PRECISION, "f32");
    CHECK(wn_map_sphere_f32(s.plan, s.workspace, 2, even, 3, odd, out32, 3) == WN_ERROR_PRECISION,
          "f64");
    for (size_t i = 0; i < 6; i++)
        CHECK(a[i] == GUARD64, "written in spite of an error");
    CHECK(MAP(s.plan, s.workspace, 0, NULL, 3, odd, out, 3) == WN_OK, "no rows");
    CHECK(MAP(s.plan, s.workspace, 2, even, 0, NULL, out, 0) == WN_OK, "no columns");
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, out, 3) == WN_OK, "NaN on the axes");
    for (size_t i = 0; i < 6; i++)
        CHECK(i == 2 ? isfinite(a[i]) : isnan(a[i]), "value %zu is %g", i, a[i]);
#undef MAP
    sphere_destroy(&s);
    sphere_destroy(&other);
    sphere_destroy(&narrow);
}

/* ---- Pictures ---- */

enum { WIDTH = 13, HEIGHT = 9 };

static const wn_gradient_point terrain[] = {
    { -1.00, 0, 0, 128, 255 },     { -0.20, 32, 64, 128, 255 },  { -0.04, 64, 96, 192, 255 },
    { -0.02, 192, 192, 128, 255 }, { 0.00, 0, 192, 0, 255 },     { 0.25, 192, 192, 0, 255 },
    { 0.50, 160, 96, 64, 255 },    { 0.75, 128, 255, 255, 255 }, { 1.00, 255, 255, 255, 255 },
};

/* libnoise's own pictures of perlin noise on a plane, x 2 to 6, z 1 to 5. In each string a row of
 * pixels, row 0 first, red, green and blue in hexadecimal. */
#include "golden/pictures.h"

static void make_plane(float *map)
{
    double x[WIDTH], z[HEIGHT], ys[WIDTH] = { 0 }, zs[WIDTH], value[WIDTH];
    wn_axis_f64(WN_AXIS_ACCUMULATED, 2, 6, WIDTH, 0, WIDTH, x);
    wn_axis_f64(WN_AXIS_ACCUMULATED, 1, 5, HEIGHT, 0, HEIGHT, z);
    for (size_t row = 0; row < HEIGHT; row++) {
        for (size_t i = 0; i < WIDTH; i++)
            zs[i] = z[row];
        wn_perlin_f64(NULL, WIDTH, x, ys, zs, value);
        for (size_t i = 0; i < WIDTH; i++)
            map[row * WIDTH + i] = (float)value[i];
    }
}

static void compare(const char *name, const wn_render_params *params, const float *map,
                    const char *const *expected)
{
    uint8_t rgba[HEIGHT * WIDTH * 4];
    CHECK(wn_render_rows(params, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, rgba, 4 * WIDTH) == WN_OK,
          "%s", name);
    for (size_t i = 0; i < HEIGHT * WIDTH; i++) {
        char hexadecimal[7];
        snprintf(hexadecimal, sizeof hexadecimal, "%02x%02x%02x", rgba[4 * i], rgba[4 * i + 1],
                 rgba[4 * i + 2]);
        CHECK(strncmp(hexadecimal, expected[i / WIDTH] + i % WIDTH * 6, 6) == 0,
              "%s: row %zu, column %zu: %s, not %.6s", name, i / WIDTH, i % WIDTH, hexadecimal,
              expected[i / WIDTH] + i % WIDTH * 6);
        CHECK(rgba[4 * i + 3] == 255, "%s: alpha %d", name, rgba[4 * i + 3]);
    }
}

static wn_render_params lit_params(void)
{
    wn_render_params p;
    wn_render_params_init(&p, sizeof p);
    p.gradient = terrain;
    p.gradient_count = COUNT(terrain);
    p.light = 1;
    p.contrast = 3;
    p.brightness = 2;
    return p;
}

static void test_render_golden(void)
{
    float map[HEIGHT * WIDTH];
    wn_render_params p;
    make_plane(map);
    wn_render_params_init(&p, sizeof p);
    compare("grey", &p, map, picture_grey);
    p = lit_params();
    compare("terrain, light", &p, map, picture_terrain_light);
    p.wrap = 1;
    compare("terrain, light, wrap", &p, map, picture_terrain_light_wrap);
}

/* Any rows, any strides: the bytes of the whole picture, and no others are touched or looked at. */
static void test_render_rows(void)
{
    enum { PADDED = WIDTH + 3, BYTES = 4 * WIDTH + 5 };
    float map[HEIGHT * WIDTH], padded[HEIGHT * PADDED];
    uint8_t whole[HEIGHT][4 * WIDTH], part[HEIGHT][BYTES];
    make_plane(map);
    for (size_t i = 0; i < HEIGHT * PADDED; i++)
        padded[i] = NAN;
    for (size_t i = 0; i < HEIGHT * WIDTH; i++)
        padded[i / WIDTH * PADDED + i % WIDTH] = map[i];
    for (int wrap = 0; wrap < 2; wrap++) {
        wn_render_params p = lit_params();
        p.wrap = wrap;
        wn_render_rows(&p, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, whole[0], 4 * WIDTH);
        for (size_t first = 0; first <= HEIGHT; first++)
            for (size_t count = 0; count <= HEIGHT - first; count++) {
                memset(part, 0xa5, sizeof part);
                CHECK(wn_render_rows(&p, HEIGHT, WIDTH, padded, PADDED, first, count, part[0],
                                     BYTES) == WN_OK,
                      "%zu rows from %zu", count, first);
                for (size_t row = 0; row < HEIGHT; row++)
                    for (size_t i = 0; i < BYTES; i++)
                        CHECK(part[row][i] ==
                                  (row < count && i < 4 * WIDTH ? whole[first + row][i] : 0xa5),
                              "%zu rows from %zu: row %zu, byte %zu", count, first, row, i);
            }
    }
}

static void test_render_values(void)
{
    static const wn_gradient_point ends[] = { { -1, 10, 20, 30, 255 },
                                              { 0, 200, 100, 0, 255 },
                                              { 2, 40, 50, 60, 255 } };
    static const wn_gradient_point clear[] = { { -1, 10, 20, 30, 0 }, { 1, 10, 20, 30, 0 } };
    static const struct {
        float value;
        uint8_t rgb[3];
    } cases[] = {
        { -1, { 10, 20, 30 } },      { -1.5f, { 10, 20, 30 } }, { -HUGE_VALF, { 10, 20, 30 } },
        { 2, { 40, 50, 60 } },       { 3, { 40, 50, 60 } },     { HUGE_VALF, { 40, 50, 60 } },
        { FLT_MAX, { 40, 50, 60 } }, { NAN, { 40, 50, 60 } },   { 0, { 200, 100, 0 } },
        { -0.0f, { 200, 100, 0 } },
    };
    wn_render_params p;
    wn_render_params_init(&p, sizeof p);
    p.gradient = ends;
    p.gradient_count = COUNT(ends);
    for (size_t i = 0; i < COUNT(cases); i++) {
        uint8_t rgba[4];
        CHECK(wn_render_rows(&p, 1, 1, &cases[i].value, 1, 0, 1, rgba, 4) == WN_OK, "%zu", i);
        CHECK(memcmp(rgba, cases[i].rgb, 3) == 0 && rgba[3] == 255, "value %g: %d %d %d %d",
              (double)cases[i].value, rgba[0], rgba[1], rgba[2], rgba[3]);
    }
    uint8_t rgba[4];
    p.gradient = clear;
    p.gradient_count = 2;
    wn_render_rows(&p, 1, 1, &cases[0].value, 1, 0, 1, rgba, 4);
    CHECK(memcmp(rgba, "\xff\xff\xff\xff", 4) == 0, "a clear colour shows the white background");

    /* Whatever the map and the light, no undefined conversion (this is for the sanitizer) and the
     * same picture row by row. */
    float odd[6 * 4];
    const float values[] = { NAN, HUGE_VALF, -HUGE_VALF, FLT_MAX, -FLT_MAX, 0, 1, -1, 1e-40f };
    for (int repeat = 0; repeat < 200; repeat++) {
        uint8_t whole[6][16], row[16];
        for (size_t i = 0; i < COUNT(odd); i++)
            odd[i] = values[below(COUNT(values))];
        p = lit_params();
        p.wrap = repeat & 1;
        p.azimuth = check_uniform(&seed, -720, 720);
        p.elevation = check_uniform(&seed, -90, 90);
        p.contrast = repeat % 3 ? 1e300 : DBL_MIN;
        p.brightness = repeat % 5 ? -1e300 : 1e300;
        CHECK(wn_render_rows(&p, 6, 4, odd, 4, 0, 6, whole[0], 16) == WN_OK, "%d", repeat);
        for (size_t i = 0; i < 6; i++) {
            wn_render_rows(&p, 6, 4, odd, 4, i, 1, row, 16);
            CHECK(memcmp(row, whole[i], 16) == 0, "%d: row %zu", repeat, i);
        }
    }
}

/* Light on maps one sample wide or high: what is missing is the sample itself, or opposite. */
static void test_render_thin(void)
{
    static const float line[3] = { 0, 1, 0.25f };
    wn_render_params p;
    wn_render_params_init(&p, sizeof p);
    p.light = 1;
    p.elevation = 30;
    for (int wrap = 0; wrap < 2; wrap++)
        for (int upright = 0; upright < 2; upright++) {
            uint8_t rgba[12];
            size_t rows = upright ? 3 : 1, columns = upright ? 1 : 3;
            p.wrap = wrap;
            CHECK(wn_render_rows(&p, rows, columns, line, columns, 0, rows, rgba, 4 * columns) ==
                      WN_OK,
                  "%zux%zu", columns, rows);
            for (size_t i = 0; i < 3; i++) {
                /* azimuth 45: the light comes as much along x as along y */
                double before = line[i > 0 ? i - 1 : wrap ? 2 : i];
                double after = line[i < 2 ? i + 1 : wrap ? 0 : i];
                double flat = 0.35355339059327378, slope = (1 - flat) * 0.86602540378443865;
                double intensity = fmax(0, slope * (before - after) + flat);
                double colour = floor((line[i] + 1) / 2 * 255) / 255;
                double expected = fmin(1, colour * intensity) * 255;
                CHECK(fabs(rgba[4 * i] - expected) <= 1, "%zux%zu, wrap %d, %zu: %d, not %g",
                      columns, rows, wrap, i, rgba[4 * i], expected);
            }
        }
    uint8_t one[4];
    float flat = -0.5f;
    p.wrap = 1;
    CHECK(wn_render_rows(&p, 1, 1, &flat, 1, 0, 1, one, 4) == WN_OK && one[0] == 22,
          "one sample: %d", one[0]);
}

static void test_render_errors(void)
{
    float map[6] = { 0 };
    uint8_t rgba[24];
    wn_render_params good, p;
    CHECK(wn_render_params_init(NULL, sizeof good) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_render_params_init(&good, sizeof good - 1) == WN_ERROR_ARGUMENT, "size");
    CHECK(wn_render_params_init(&good, sizeof good) == WN_OK, "init");

#define RENDER(p) wn_render_rows(p, 2, 3, map, 3, 0, 2, rgba, 12)
#define BAD(status, field, value)                         \
    do {                                                  \
        p = good;                                         \
        p.field = value;                                  \
        CHECK(RENDER(&p) == status, #field " = " #value); \
    } while (0)
    memset(rgba, 0xa5, sizeof rgba);
    CHECK(RENDER(NULL) == WN_ERROR_ARGUMENT, "NULL");
    BAD(WN_ERROR_ARGUMENT, size, 0);
    BAD(WN_ERROR_PARAMETER, light, 2);
    BAD(WN_ERROR_PARAMETER, light, -1);
    BAD(WN_ERROR_PARAMETER, wrap, 2);
    BAD(WN_ERROR_PARAMETER, azimuth, (double)NAN);
    BAD(WN_ERROR_PARAMETER, elevation, HUGE_VAL);
    BAD(WN_ERROR_PARAMETER, brightness, HUGE_VAL);
    BAD(WN_ERROR_PARAMETER, brightness, (double)NAN);
    BAD(WN_ERROR_PARAMETER, contrast, 0);
    BAD(WN_ERROR_PARAMETER, contrast, -1);
    BAD(WN_ERROR_PARAMETER, contrast, HUGE_VAL);
    BAD(WN_ERROR_PARAMETER, contrast, (double)NAN);
    static const double positions[][3] = { { 0, 0, 1 },           { 0, 1, 1 },
                                           { 1, 0, 2 },           { 0, 2, 1 },
                                           { -0.0, 0.0, 1 },      { (double)NAN, 0, 1 },
                                           { 0, (double)NAN, 1 }, { -HUGE_VAL, 0, 1 },
                                           { 0, 1, HUGE_VAL } };
    for (size_t i = 0; i < COUNT(positions); i++) {
        wn_gradient_point points[3] = { { 0 } };
        for (size_t k = 0; k < 3; k++)
            points[k].position = positions[i][k];
        p = good;
        p.gradient = points;
        p.gradient_count = 3;
        CHECK(RENDER(&p) == WN_ERROR_PARAMETER, "gradient %zu", i);
    }
    p = good;
    p.gradient = terrain;
    p.gradient_count = 1;
    CHECK(RENDER(&p) == WN_ERROR_ARGUMENT, "gradient of one point");

    p = good;
#define ROWS_(rows, columns, map, stride, first, count, rgba, bytes) \
    wn_render_rows(&p, rows, columns, map, stride, first, count, rgba, bytes)
    CHECK(ROWS_(2, 3, NULL, 3, 0, 2, rgba, 12) == WN_ERROR_ARGUMENT, "map");
    CHECK(ROWS_(2, 3, map, 3, 0, 2, NULL, 12) == WN_ERROR_ARGUMENT, "rgba");
    CHECK(ROWS_(2, 3, map, 2, 0, 2, rgba, 12) == WN_ERROR_ARGUMENT, "map_stride");
    CHECK(ROWS_(2, 3, map, SIZE_MAX, 0, 2, rgba, 12) == WN_ERROR_ARGUMENT, "map_stride");
    CHECK(ROWS_(2, 3, map, 3, 0, 2, rgba, 11) == WN_ERROR_ARGUMENT, "rgba_stride");
    CHECK(ROWS_(2, 3, map, 3, 0, 2, rgba, SIZE_MAX) == WN_ERROR_ARGUMENT, "rgba_stride");
    CHECK(ROWS_(2, 3, map, 3, 0, 3, rgba, 12) == WN_ERROR_ARGUMENT, "rows");
    CHECK(ROWS_(2, 3, map, 3, 3, 0, rgba, 12) == WN_ERROR_ARGUMENT, "first_row");
    CHECK(ROWS_(2, 3, map, 3, 1, SIZE_MAX, rgba, 12) == WN_ERROR_ARGUMENT, "row_count");
    CHECK(ROWS_(1, SIZE_MAX / 2, map, SIZE_MAX, 0, 1, rgba, SIZE_MAX) == WN_ERROR_ARGUMENT,
          "columns");
    for (size_t i = 0; i < sizeof rgba; i++)
        CHECK(rgba[i] == 0xa5, "written in spite of an error");
    CHECK(ROWS_(0, 3, NULL, 3, 0, 0, NULL, 12) == WN_OK, "no rows");
    CHECK(ROWS_(2, 0, NULL, 0, 0, 2, NULL, 0) == WN_OK, "no columns");
    CHECK(RENDER(&good) == WN_OK, "good");
#undef ROWS_
#undef BAD
#undef RENDER
}

int main(void)
{
    test_axis();
    test_axis_errors();
    make_axes();
    for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++)
        if (wn_isa_available((wn_isa)isa)) {
            test_sphere_f64((wn_isa)isa);
            test_sphere_f32((wn_isa)isa);
        }
    test_sphere_golden();
    test_sphere_edges();
    test_render_golden();
    test_render_rows();
    test_render_values();
    test_render_thin();
    test_render_errors();
    return check_done("test_maps");
}
