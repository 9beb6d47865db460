/* SPDX-License-Identifier: MIT */
/* Axes, maps, lines and volumes, other sizes, and pictures. */
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

/* ---- Maps ---- */

/* Two outputs: perlin noise, and a bent ridged noise, whose plan has more than one space. */
struct noise {
    wn_plan *plan;
    wn_workspace *workspace;
};

static struct noise noise_create_of(wn_precision precision, wn_isa isa, size_t count)
{
    struct noise s = { NULL, NULL };
    wn_graph *graph;
    wn_plan_options options;
    wn_graph_create(&graph);
    wn_module outputs[300];
    wn_module ridged = wn_graph_add(graph, WN_RIDGED_MULTI, NULL, NULL, 0);
    wn_module perlin = wn_graph_add(graph, WN_PERLIN, NULL, NULL, 0);
    wn_module bent = wn_graph_add(graph, WN_TURBULENCE, NULL, &ridged, 1);
    for (size_t i = 0; i < count; i++)
        outputs[i] = i % 2 ? bent : perlin;
    wn_plan_options_init(&options, sizeof options);
    options.precision = (int32_t)precision;
    options.isa = (int32_t)isa;
    wn_plan_create(&s.plan, graph, outputs, count, &options, NULL, 0);
    CHECK(s.plan && wn_workspace_create(&s.workspace, s.plan) == WN_OK, "no plan");
    wn_graph_destroy(graph);
    return s;
}

static struct noise noise_create(wn_precision precision, wn_isa isa)
{
    return noise_create_of(precision, isa, 2);
}

static void noise_destroy(struct noise *s)
{
    wn_workspace_destroy(s->workspace);
    wn_plan_destroy(s->plan);
}

/* Both outputs at one point, in either precision. */
static void noise_at(const struct noise *s, const double xyz[3], double value[2])
{
    if (wn_plan_precision(s->plan) == WN_F64) {
        double *const to[2] = { &value[0], &value[1] };
        wn_plan_eval_f64(s->plan, s->workspace, 1, &xyz[0], &xyz[1], &xyz[2], to);
    } else {
        float point[3] = { (float)xyz[0], (float)xyz[1], (float)xyz[2] }, narrow[2];
        float *const to[2] = { &narrow[0], &narrow[1] };
        wn_plan_eval_f32(s->plan, s->workspace, 1, &point[0], &point[1], &point[2], to);
        value[0] = (double)narrow[0];
        value[1] = (double)narrow[1];
    }
}

enum { ROWS = 9, COLUMNS = 300, STRIDE = 303 };

/* Of the seamless plane: other than its axes, so that a map may be a part of a larger one. */
static const double seamless_bounds[4] = { -180, 190, -91, 90.25 };

static wn_status map_seamless_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                  const double *zs, size_t columns, const double *xs,
                                  double *const *out, size_t stride)
{
    return wn_map_plane_seamless_f64(plan, workspace, seamless_bounds, rows, zs, columns, xs, out,
                                     stride);
}

static wn_status map_seamless_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                  const double *zs, size_t columns, const double *xs,
                                  float *const *out, size_t stride)
{
    return wn_map_plane_seamless_f32(plan, workspace, seamless_bounds, rows, zs, columns, xs, out,
                                     stride);
}

/* The specification, written plainly: both outputs at a row's and a column's coordinate. */
static void plane_at(const struct noise *s, double row, double column, double value[2])
{
    noise_at(s, (double[3]) { column, 0, row }, value);
}

static void seamless_at(const struct noise *s, double row, double column, double value[2])
{
    const double *b = seamless_bounds;
    double x_extent = b[1] - b[0], z_extent = b[3] - b[2];
    double x_blend = 1.0 - ((column - b[0]) / x_extent), z_blend = 1.0 - ((row - b[2]) / z_extent);
    double sw[2], se[2], nw[2], ne[2];
    plane_at(s, row, column, sw);
    plane_at(s, row, column + x_extent, se);
    plane_at(s, row + z_extent, column, nw);
    plane_at(s, row + z_extent, column + x_extent, ne);
    for (int k = 0; k < 2; k++) {
        double south = ((1.0 - x_blend) * sw[k]) + (x_blend * se[k]);
        double north = ((1.0 - x_blend) * nw[k]) + (x_blend * ne[k]);
        value[k] = ((1.0 - z_blend) * south) + (z_blend * north);
        if (wn_plan_precision(s->plan) == WN_F32)
            value[k] = (double)(float)value[k];
    }
}

static double sine_of(double degrees)
{
    double radians = 0x1.1df46a2529d39p-6 * degrees, sine;
    wn_sin_f64(1, &radians, &sine);
    return sine;
}

static double cosine_of(double degrees)
{
    double radians = 0x1.1df46a2529d39p-6 * degrees, cosine;
    wn_cos_f64(1, &radians, &cosine);
    return cosine;
}

static void sphere_at(const struct noise *s, double row, double column, double value[2])
{
    double r = cosine_of(row);
    noise_at(s, (double[3]) { r * cosine_of(column), sine_of(row), r * sine_of(column) }, value);
}

static void cylinder_at(const struct noise *s, double row, double column, double value[2])
{
    noise_at(s, (double[3]) { cosine_of(column), row, sine_of(column) }, value);
}

static const struct surface {
    const char *name;
    wn_status (*map_f64)(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                         const double *row_axis, size_t columns, const double *column_axis,
                         double *const *out, size_t stride);
    wn_status (*map_f32)(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                         const double *row_axis, size_t columns, const double *column_axis,
                         float *const *out, size_t stride);
    void (*at)(const struct noise *s, double row, double column, double value[2]);
} surfaces[] = {
    { "plane", wn_map_plane_f64, wn_map_plane_f32, plane_at },
    { "seamless", map_seamless_f64, map_seamless_f32, seamless_at },
    { "sphere", wn_map_sphere_f64, wn_map_sphere_f32, sphere_at },
    { "cylinder", wn_map_cylinder_f64, wn_map_cylinder_f32, cylinder_at },
};

static double row_axis[ROWS], column_axis[COLUMNS];

static void make_axes(void)
{
    wn_axis_f64(WN_AXIS_ACCUMULATED, -90, 90, ROWS, 0, ROWS, row_axis);
    wn_axis_f64(WN_AXIS_ACCUMULATED, -180, 181.7, COLUMNS, 0, COLUMNS, column_axis);
}

static void test_surface_f64(const struct surface *surface, wn_isa isa)
{
    static double whole[2][ROWS * STRIDE], part[2][ROWS * STRIDE];
    struct noise s = noise_create(WN_F64, isa);
    double *const out[2] = { whole[0], whole[1] };
    for (size_t i = 0; i < ROWS * STRIDE; i++)
        whole[0][i] = whole[1][i] = GUARD64;
    CHECK(surface->map_f64(s.plan, s.workspace, ROWS, row_axis, COLUMNS, column_axis, out,
                           STRIDE) == WN_OK,
          "%s, %s", surface->name, wn_isa_name(isa));
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < STRIDE; column++) {
            double value[2] = { GUARD64, GUARD64 };
            size_t i = row * STRIDE + column;
            if (column < COLUMNS)
                surface->at(&s, row_axis[row], column_axis[column], value);
            CHECK(check_bits64(whole[0][i]) == check_bits64(value[0]) &&
                      check_bits64(whole[1][i]) == check_bits64(value[1]),
                  "%s, %s: row %zu, column %zu", surface->name, wn_isa_name(isa), row, column);
        }
    for (int repeat = 0; repeat < 15; repeat++) {
        size_t row = below(ROWS), column = below(COLUMNS);
        size_t rows = below(ROWS - row + 1), columns = below(COLUMNS - column + 1);
        size_t stride = columns + below(3);
        double *const to[2] = { part[0], part[1] };
        for (size_t i = 0; i < ROWS * STRIDE; i++)
            part[0][i] = part[1][i] = GUARD64;
        CHECK(surface->map_f64(s.plan, s.workspace, rows, row_axis + row, columns,
                               column_axis + column, to, stride) == WN_OK,
              "%s, %s", surface->name, wn_isa_name(isa));
        for (size_t i = 0; i < ROWS * STRIDE; i++) {
            size_t r = stride ? i / stride : rows, c = stride ? i % stride : 0;
            for (size_t k = 0; k < 2; k++) {
                double expected = r < rows && c < columns
                    ? whole[k][(row + r) * STRIDE + column + c]
                    : GUARD64;
                CHECK(check_bits64(part[k][i]) == check_bits64(expected),
                      "%s, %s: %zu rows from %zu, %zu columns from %zu, output %zu", surface->name,
                      wn_isa_name(isa), rows, row, columns, column, k);
            }
        }
    }
    noise_destroy(&s);
}

static void test_surface_f32(const struct surface *surface, wn_isa isa)
{
    static float whole[2][ROWS * STRIDE], part[2][ROWS * STRIDE];
    struct noise s = noise_create(WN_F32, isa);
    float *const out[2] = { whole[0], whole[1] };
    for (size_t i = 0; i < ROWS * STRIDE; i++)
        whole[0][i] = whole[1][i] = GUARD32;
    CHECK(surface->map_f32(s.plan, s.workspace, ROWS, row_axis, COLUMNS, column_axis, out,
                           STRIDE) == WN_OK,
          "%s, %s", surface->name, wn_isa_name(isa));
    for (size_t row = 0; row < ROWS; row++)
        for (size_t column = 0; column < STRIDE; column++) {
            double value[2] = { (double)GUARD32, (double)GUARD32 };
            size_t i = row * STRIDE + column;
            if (column < COLUMNS)
                surface->at(&s, row_axis[row], column_axis[column], value);
            CHECK(check_bits32(whole[0][i]) == check_bits32((float)value[0]) &&
                      check_bits32(whole[1][i]) == check_bits32((float)value[1]),
                  "%s, %s: row %zu, column %zu", surface->name, wn_isa_name(isa), row, column);
        }
    float *const to[2] = { part[0], part[1] };
    CHECK(surface->map_f32(s.plan, s.workspace, 5, row_axis + 3, 150, column_axis + 131, to, 150) ==
              WN_OK,
          "%s, %s", surface->name, wn_isa_name(isa));
    for (size_t i = 0; i < 5 * 150; i++)
        CHECK(check_bits32(part[1][i]) ==
                  check_bits32(whole[1][(3 + i / 150) * STRIDE + 131 + i % 150]),
              "%s, %s", surface->name, wn_isa_name(isa));
    noise_destroy(&s);
}

static void test_surface_edges(const struct surface *surface)
{
    struct noise s = noise_create(WN_F64, WN_ISA_AUTO), other = noise_create(WN_F64, WN_ISA_AUTO);
    struct noise narrow = noise_create(WN_F32, WN_ISA_AUTO);
    double a[6] = { GUARD64, GUARD64, GUARD64, GUARD64, GUARD64, GUARD64 }, b[6];
    float f[6];
    double *const out[2] = { a, b };
    double *const half[2] = { a, NULL };
    float *const out32[2] = { f, f + 3 };
    double odd[3] = { (double)NAN, HUGE_VAL, 30 };
    double even[2] = { 10, -HUGE_VAL };

#define MAP       surface->map_f64
#define BAD(text) surface->name, text
    CHECK(MAP(NULL, s.workspace, 2, even, 3, odd, out, 3) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("plan"));
    CHECK(MAP(s.plan, NULL, 2, even, 3, odd, out, 3) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("workspace"));
    CHECK(MAP(s.plan, s.workspace, 2, NULL, 3, odd, out, 3) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("rows"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, NULL, out, 3) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("columns"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, NULL, 3) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("out"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, half, 3) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("out[1]"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, out, 2) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("stride 2"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, out, SIZE_MAX) == WN_ERROR_ARGUMENT, "%s: %s",
          BAD("stride SIZE_MAX"));
    CHECK(MAP(s.plan, s.workspace, WN_MAX_MAP_SIZE + 1, even, 3, odd, out, 3) == WN_ERROR_LIMIT,
          "%s: %s", BAD("many rows"));
    CHECK(MAP(s.plan, s.workspace, 2, even, WN_MAX_MAP_SIZE + 1, odd, out, WN_MAX_MAP_SIZE + 1) ==
              WN_ERROR_LIMIT,
          "%s: %s", BAD("many columns"));
    CHECK(MAP(s.plan, other.workspace, 2, even, 3, odd, out, 3) == WN_ERROR_WORKSPACE, "%s: %s",
          BAD("foreign"));
    CHECK(MAP(narrow.plan, narrow.workspace, 2, even, 3, odd, out, 3) == WN_ERROR_PRECISION,
          "%s: %s", BAD("f32"));
    CHECK(surface->map_f32(s.plan, s.workspace, 2, even, 3, odd, out32, 3) == WN_ERROR_PRECISION,
          "%s: %s", BAD("f64"));
    for (size_t i = 0; i < 6; i++)
        CHECK(a[i] == GUARD64, "%s: written in spite of an error", surface->name);
    CHECK(MAP(s.plan, s.workspace, 0, NULL, 3, odd, out, 3) == WN_OK, "%s: %s", BAD("no rows"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 0, NULL, out, 0) == WN_OK, "%s: %s", BAD("no columns"));
    CHECK(MAP(s.plan, s.workspace, 2, even, 3, odd, out, 3) == WN_OK, "%s: %s", BAD("NaN"));
    for (size_t i = 0; i < 6; i++)
        CHECK(i == 2 ? isfinite(a[i]) : isnan(a[i]), "%s: value %zu is %g", surface->name, i, a[i]);
    noise_destroy(&s);
    noise_destroy(&other);
    noise_destroy(&narrow);

    /* The most outputs, and one more */
    static double wide[256][2 * 70];
    double *many[257] = { NULL };
    double columns[70];
    struct noise most = noise_create_of(WN_F64, WN_ISA_AUTO, 256);
    struct noise more = noise_create_of(WN_F64, WN_ISA_AUTO, 257);
    struct noise two = noise_create(WN_F64, WN_ISA_AUTO);
    for (size_t k = 0; k < 256; k++)
        many[k] = wide[k];
    many[256] = wide[0];
    for (size_t i = 0; i < 70; i++)
        columns[i] = 0.13 * (double)i;
    even[1] = 11;
    CHECK(MAP(more.plan, more.workspace, 2, even, 70, columns, many, 70) == WN_ERROR_LIMIT,
          "%s: %s", BAD("257 outputs"));
    CHECK(MAP(most.plan, most.workspace, 2, even, 70, columns, many, 70) == WN_OK, "%s: %s",
          BAD("256 outputs"));
    for (size_t i = 0; i < 2 * 70; i++) {
        double value[2];
        surface->at(&two, even[i / 70], columns[i % 70], value);
        for (size_t k = 0; k < 256; k++)
            CHECK(check_bits64(wide[k][i]) == check_bits64(value[k % 2]),
                  "%s: output %zu of 256, value %zu", surface->name, k, i);
    }
    noise_destroy(&two);
    noise_destroy(&most);
    noise_destroy(&more);
#undef BAD
#undef MAP
}

static void test_seamless(void)
{
    enum { SIZE = 16 };
    struct noise s = noise_create(WN_F64, WN_ISA_AUTO);
    double map[2][(SIZE + 1) * (SIZE + 1)], x[SIZE + 1], z[SIZE + 1], bounds[4] = { 2, 6, 1, 3.5 };
    double *const out[2] = { map[0], map[1] };
    for (size_t i = 0; i <= SIZE; i++) {
        x[i] = 2 + 4.0 / SIZE * (double)i;
        z[i] = 1 + 2.5 / SIZE * (double)i;
    }
#define MAP(bounds) \
    wn_map_plane_seamless_f64(s.plan, s.workspace, bounds, SIZE + 1, z, SIZE + 1, x, out, SIZE + 1)
    CHECK(MAP(bounds) == WN_OK, "seamless");
    for (size_t i = 0; i <= SIZE; i++)
        for (size_t k = 0; k < 2; k++) {
            const double *m = map[k];
            CHECK(m[i] == m[SIZE * (SIZE + 1) + i], "output %zu: column %zu", k, i);
            CHECK(m[i * (SIZE + 1)] == m[i * (SIZE + 1) + SIZE], "output %zu: row %zu", k, i);
        }
    static const double wrong[] = { 6, 7, -HUGE_VAL, HUGE_VAL };
    CHECK(MAP(NULL) == WN_ERROR_ARGUMENT, "bounds");
    for (size_t i = 0; i <= COUNT(wrong); i++) {
        double lower[4] = { 2, 6, 1, 3.5 };
        lower[i % 2 * 2] = i < COUNT(wrong) ? wrong[i] : (double)NAN;
        CHECK(MAP(lower) == WN_ERROR_ARGUMENT, "lower bound %g", lower[i % 2 * 2]);
    }
    bounds[2] = -DBL_MAX;
    bounds[3] = DBL_MAX;
    CHECK(MAP(bounds) == WN_ERROR_ARGUMENT, "too far apart");
#undef MAP
    noise_destroy(&s);
}

/* The numbers of libnoise's own builders, float maps of perlin noise, every one in the file. */
static void test_builders_golden(void)
{
    enum { MOST = 64 };
    static const struct {
        const char *name;
        size_t columns, rows;
        double bounds[4]; /* of columns and of rows */
    } maps[] = {
        { "plane", 7, 5, { 2, 6.1, 1, 5.3 } },
        { "plane_seamless", 7, 5, { 2, 6.1, 1, 5.3 } },
        { "sphere", 8, 4, { -180, 180, -90, 90 } },
        { "cylinder", 8, 4, { -180, 180, -3.3, 2.9 } },
    };
    double map[COUNT(maps)][2][MOST], columns[8], rows[5];
    struct noise s = noise_create(WN_F64, WN_ISA_AUTO);
    for (size_t i = 0; i < COUNT(maps); i++) {
        const double *b = maps[i].bounds;
        size_t height = maps[i].rows, width = maps[i].columns;
        double *const out[2] = { map[i][0], map[i][1] };
        wn_axis_f64(WN_AXIS_ACCUMULATED, b[0], b[1], width, 0, width, columns);
        wn_axis_f64(WN_AXIS_ACCUMULATED, b[2], b[3], height, 0, height, rows);
        wn_status status = i == 1
            ? wn_map_plane_seamless_f64(s.plan, s.workspace, b, height, rows, width, columns, out,
                                        width)
            : surfaces[i].map_f64(s.plan, s.workspace, height, rows, width, columns, out, width);
        CHECK(status == WN_OK, "%s", maps[i].name);
    }
    char line[256], name[32];
    size_t points = 0, lines = 0;
    FILE *file = fopen(WN_SOURCE_DIR "/tests/golden/libnoise_builders.csv", "r");
    CHECK(file && fgets(line, sizeof line, file), "libnoise_builders.csv");
    while (file && fgets(line, sizeof line, file)) {
        size_t column, row;
        float expected;
        lines++;
        if (sscanf(line, "%31[^,],%*[^,],%zu,%zu,%a", name, &column, &row, &expected) != 4)
            continue;
        for (size_t i = 0; i < COUNT(maps); i++) {
            if (strcmp(name, maps[i].name) != 0 || row >= maps[i].rows || column >= maps[i].columns)
                continue;
            float value = (float)map[i][0][row * maps[i].columns + column];
            CHECK(check_bits32(value) == check_bits32(expected),
                  "%s: row %zu, column %zu: %a, not %a", name, row, column, (double)value,
                  (double)expected);
            points++;
        }
    }
    CHECK(points == 2 * 7 * 5 + 2 * 8 * 4 && points == lines, "%zu points in %zu lines", points,
          lines);
    if (file)
        fclose(file);
    noise_destroy(&s);
}

static void test_points(void)
{
    enum { N = 300 };
    double a[N], b[N], x[N], y[N], z[N];
    float xf[N], yf[N], zf[N];
    for (size_t i = 0; i < N; i++) {
        a[i] = check_uniform(&seed, -400, 400);
        b[i] = check_uniform(&seed, -400, 400);
    }
    a[3] = (double)NAN;
    b[5] = HUGE_VAL;
    for (int cylinder = 0; cylinder < 2; cylinder++) {
        wn_status status = cylinder ? wn_cylinder_points_f64(N, a, b, x, y, z)
                                    : wn_sphere_points_f64(N, a, b, x, y, z);
        wn_status narrow = cylinder ? wn_cylinder_points_f32(N, a, b, xf, yf, zf)
                                    : wn_sphere_points_f32(N, a, b, xf, yf, zf);
        CHECK(status == WN_OK && narrow == WN_OK, "cylinder %d", cylinder);
        for (size_t i = 0; i < N; i++) {
            double r = cylinder ? 1 : cosine_of(a[i]), angle = cylinder ? a[i] : b[i];
            double px = r * cosine_of(angle), py = cylinder ? b[i] : sine_of(a[i]);
            double pz = r * sine_of(angle);
            CHECK(check_bits64(x[i]) == check_bits64(px) &&
                      check_bits64(y[i]) == check_bits64(py) &&
                      check_bits64(z[i]) == check_bits64(pz),
                  "cylinder %d, point %zu", cylinder, i);
            CHECK(check_bits32(xf[i]) == check_bits32((float)px) &&
                      check_bits32(yf[i]) == check_bits32((float)py) &&
                      check_bits32(zf[i]) == check_bits32((float)pz),
                  "cylinder %d, f32, point %zu", cylinder, i);
        }
        memcpy(xf, a, sizeof xf); /* any bits */
        double p[N], q[N];
        memcpy(p, a, sizeof p);
        memcpy(q, b, sizeof q);
        status = cylinder ? wn_cylinder_points_f64(N, p, q, p, q, a)
                          : wn_sphere_points_f64(N, p, q, p, q, a);
        CHECK(status == WN_OK && check_bits64(p[7]) == check_bits64(x[7]) &&
                  check_bits64(q[7]) == check_bits64(y[7]) &&
                  check_bits64(a[7]) == check_bits64(z[7]),
              "cylinder %d, in place", cylinder);
    }
    CHECK(wn_sphere_points_f64(0, NULL, NULL, NULL, NULL, NULL) == WN_OK, "none");
    CHECK(wn_sphere_points_f64(1, a, b, x, y, NULL) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_sphere_points_f32(1, NULL, b, xf, yf, zf) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_cylinder_points_f64(1, a, NULL, x, y, z) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_cylinder_points_f32(1, a, b, NULL, yf, zf) == WN_ERROR_ARGUMENT, "NULL");
}

/* ---- Volumes ---- */

enum { SLICES = 3, LINES = 5, LENGTH = 270, LINE_STRIDE = 271, SLICE_STRIDE = 5 * 271 + 2 };

static void test_volume(wn_precision precision, wn_isa isa)
{
    static double whole[2][SLICES * SLICE_STRIDE], part[2][SLICES * SLICE_STRIDE];
    static float narrow[2][SLICES * SLICE_STRIDE];
    double xs[LENGTH], ys[LINES], zs[SLICES];
    struct noise s = noise_create(precision, isa);
    wn_axis_f64(WN_AXIS_ACCUMULATED, -3, 7.7, LENGTH, 0, LENGTH, xs);
    wn_axis_f64(WN_AXIS_ACCUMULATED, 0, 1, LINES, 0, LINES, ys);
    wn_axis_f64(WN_AXIS_EVEN, 2, 3.1, SLICES, 0, SLICES, zs);
    for (int repeat = 0; repeat < 10; repeat++) {
        /* The first is the whole volume, the others are boxes of it. */
        double(*to)[SLICES * SLICE_STRIDE] = repeat ? part : whole;
        size_t z = repeat ? below(SLICES) : 0, slices = repeat ? below(SLICES - z + 1) : SLICES;
        size_t y = repeat ? below(LINES) : 0, rows = repeat ? below(LINES - y + 1) : LINES;
        size_t x = repeat ? below(LENGTH) : 0, columns = repeat ? below(LENGTH - x + 1) : LENGTH;
        size_t stride = repeat ? columns + below(3) : LINE_STRIDE;
        size_t slice_stride = repeat ? rows * stride + below(3) : SLICE_STRIDE;
        for (size_t i = 0; i < SLICES * SLICE_STRIDE; i++) {
            to[0][i] = to[1][i] = (double)GUARD32;
            narrow[0][i] = narrow[1][i] = GUARD32;
        }
        double *const out[2] = { to[0], to[1] };
        float *const out32[2] = { narrow[0], narrow[1] };
        wn_status status = precision == WN_F64
            ? wn_map_volume_f64(s.plan, s.workspace, slices, zs + z, rows, ys + y, columns, xs + x,
                                out, slice_stride, stride)
            : wn_map_volume_f32(s.plan, s.workspace, slices, zs + z, rows, ys + y, columns, xs + x,
                                out32, slice_stride, stride);
        CHECK(status == WN_OK, "%s", wn_isa_name(isa));
        for (size_t k = 0; k < 2 && precision == WN_F32; k++)
            for (size_t i = 0; i < SLICES * SLICE_STRIDE; i++)
                to[k][i] = (double)narrow[k][i];
        size_t inside = 0;
        for (size_t k = 0; k < 2; k++)
            for (size_t i = 0; i < SLICES * SLICE_STRIDE; i++) {
                size_t slice = slice_stride ? i / slice_stride : slices;
                size_t row = stride ? i % (slice_stride + !slice_stride) / stride : rows;
                size_t column = stride ? i % (slice_stride + !slice_stride) % stride : columns;
                double value[2] = { (double)GUARD32, (double)GUARD32 };
                if (slice < slices && row < rows && column < columns) {
                    double point[3] = { xs[x + column], ys[y + row], zs[z + slice] };
                    size_t at = (z + slice) * SLICE_STRIDE + (y + row) * LINE_STRIDE + x + column;
                    inside++;
                    if (repeat)
                        value[k] = whole[k][at];
                    else
                        noise_at(&s, point, value);
                }
                CHECK(check_bits64(to[k][i]) == check_bits64(value[k]),
                      "%s, f%d, box %d: %zu, %zu, %zu", wn_isa_name(isa), (int)precision, repeat,
                      slice, row, column);
            }
        CHECK(inside == 2 * slices * rows * columns, "%zu points inside", inside);
    }
    noise_destroy(&s);
}

static void test_volume_errors(void)
{
    struct noise s = noise_create(WN_F64, WN_ISA_AUTO);
    double axis[3] = { 0.5, 1.5, 2.25 }, a[40], b[40];
    double *const out[2] = { a, b };
    for (size_t i = 0; i < 40; i++)
        a[i] = GUARD64;
#define MAP(slices, zs, rows, ys, columns, xs, slice_stride, row_stride)                         \
    wn_map_volume_f64(s.plan, s.workspace, slices, zs, rows, ys, columns, xs, out, slice_stride, \
                      row_stride)
    CHECK(MAP(2, NULL, 2, axis, 3, axis, 6, 3) == WN_ERROR_ARGUMENT, "zs");
    CHECK(MAP(2, axis, 2, NULL, 3, axis, 6, 3) == WN_ERROR_ARGUMENT, "ys");
    CHECK(MAP(2, axis, 2, axis, 3, NULL, 6, 3) == WN_ERROR_ARGUMENT, "xs");
    CHECK(MAP(2, axis, 2, axis, 3, axis, 6, 2) == WN_ERROR_ARGUMENT, "row_stride");
    CHECK(MAP(2, axis, 2, axis, 3, axis, 5, 3) == WN_ERROR_ARGUMENT, "slice_stride");
    CHECK(MAP(2, axis, 2, axis, 3, axis, SIZE_MAX, 3) == WN_ERROR_ARGUMENT, "slice_stride");
    CHECK(MAP(2, axis, 2, axis, 3, axis, 6, SIZE_MAX) == WN_ERROR_ARGUMENT, "row_stride");
    CHECK(MAP(SIZE_MAX, axis, 2, axis, 3, axis, 6, 3) == WN_ERROR_LIMIT, "slices");
    CHECK(MAP(WN_MAX_MAP_SIZE, axis, WN_MAX_MAP_SIZE, axis, 3, axis, WN_MAX_MAP_SIZE * 3, 3) ==
              WN_ERROR_ARGUMENT,
          "more than memory can address");
    CHECK(wn_map_volume_f64(s.plan, s.workspace, 2, axis, 2, axis, 3, axis, NULL, 6, 3) ==
              WN_ERROR_ARGUMENT,
          "out");
    for (size_t i = 0; i < 40; i++)
        CHECK(a[i] == GUARD64, "written in spite of an error");
    CHECK(MAP(0, NULL, 2, axis, 3, axis, 6, 3) == WN_OK, "no slices");
    CHECK(MAP(2, axis, 0, NULL, 3, axis, 0, 3) == WN_OK, "no rows");
    CHECK(MAP(2, axis, 2, axis, 0, NULL, 0, 0) == WN_OK, "no columns");
    CHECK(MAP(3, axis, 2, axis, 3, axis, 8, 5) == WN_OK, "the last row needs no padding");
#undef MAP
    noise_destroy(&s);
}

/* ---- Lines ---- */

static void test_line(void)
{
    enum { N = 600 };
    double p[N], map[2][N + 1];
    float narrow[2][N + 1];
    double *const out[2] = { map[0], map[1] };
    float *const out32[2] = { narrow[0], narrow[1] };
    struct noise wide = noise_create(WN_F64, WN_ISA_AUTO),
                 small = noise_create(WN_F32, WN_ISA_AUTO);
    wn_line_params line;
    CHECK(wn_line_params_init(NULL, sizeof line) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_line_params_init(&line, sizeof line + 1) == WN_ERROR_ARGUMENT, "size");
    CHECK(wn_line_params_init(&line, sizeof line) == WN_OK, "init");
    CHECK(line.attenuate == 1 && line.start[1] == 0 && line.end[1] == 1, "defaults");
    for (size_t i = 0; i < N; i++)
        p[i] = i % 7 ? (double)i / N : check_uniform(&seed, -2, 3);
    p[9] = (double)NAN;
    p[10] = HUGE_VAL;
    for (int kind = 0; kind < 3; kind++) { /* the defaults, another line, and it without ends */
        for (int axis = 0; axis < 3 && kind > 0; axis++) {
            line.start[axis] = check_uniform(&seed, -10, 10);
            line.end[axis] = check_uniform(&seed, -10, 10);
        }
        line.attenuate = kind < 2;
        map[0][N] = map[1][N] = GUARD64;
        narrow[0][N] = narrow[1][N] = GUARD32;
        CHECK(wn_line_f64(wide.plan, wide.workspace, kind ? &line : NULL, N, p, out) == WN_OK, "%d",
              kind);
        CHECK(wn_line_f32(small.plan, small.workspace, kind ? &line : NULL, N, p, out32) == WN_OK,
              "%d", kind);
        for (size_t i = 0; i < N; i++) {
            double xyz[3], value[2], value32[2];
            for (int axis = 0; axis < 3; axis++)
                xyz[axis] = ((line.end[axis] - line.start[axis]) * p[i]) + line.start[axis];
            noise_at(&wide, xyz, value);
            noise_at(&small, xyz, value32);
            for (int k = 0; k < 2; k++) {
                if (line.attenuate) {
                    value[k] = ((p[i] * (1.0 - p[i])) * 4) * value[k];
                    value32[k] = ((p[i] * (1.0 - p[i])) * 4) * value32[k];
                }
                CHECK(check_bits64(map[k][i]) == check_bits64(value[k]), "line %d, f64, %zu", kind,
                      i);
                CHECK(check_bits32(narrow[k][i]) == check_bits32((float)value32[k]),
                      "line %d, f32, %zu", kind, i);
            }
        }
        CHECK(map[1][N] == GUARD64 && narrow[1][N] == GUARD32, "line %d: beyond the end", kind);
    }
    CHECK(wn_line_f64(wide.plan, wide.workspace, NULL, 3, NULL, out) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_line_f64(wide.plan, wide.workspace, NULL, 3, p, NULL) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_line_f64(NULL, wide.workspace, NULL, 3, p, out) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_line_f64(small.plan, small.workspace, NULL, 3, p, out) == WN_ERROR_PRECISION, "f32");
    CHECK(wn_line_f64(wide.plan, wide.workspace, NULL, 0, NULL, out) == WN_OK, "nothing");
    line.attenuate = 2;
    CHECK(wn_line_f64(wide.plan, wide.workspace, &line, 3, p, out) == WN_ERROR_PARAMETER, "2");
    line.size = 0;
    CHECK(wn_line_f64(wide.plan, wide.workspace, &line, 3, p, out) == WN_ERROR_ARGUMENT, "size");
    noise_destroy(&wide);
    noise_destroy(&small);
}

/* ---- Maps in another size ---- */

/* Where sample i of n lies, as it is written in the specification. */
static float place32(size_t i, size_t n, size_t source)
{
    return ((float)i + 0.5f) * ((float)source / (float)n) - 0.5f;
}

static double place64(size_t i, size_t n, size_t source)
{
    return ((double)i + 0.5) * ((double)source / (double)n) - 0.5;
}

/* Sample number i of a direction with n, or -1 for the border. */
static int64_t clamp_index(double i, size_t n, int clamp)
{
    if (i < 0)
        return clamp ? 0 : -1;
    if (i >= (double)n)
        return clamp ? (int64_t)n - 1 : -1;
    return (int64_t)i;
}

/* Naive, and for all dimensions: a volume of one slice is a map. */
struct resampled {
    size_t source_size[3], source_strides[2], size[3];
    int clamp;
};

static float naive32(const struct resampled *r, const float *source, float border, size_t z,
                     size_t y, size_t x)
{
    size_t at[3] = { z, y, x };
    float weight[3], v[8];
    double first[3];
    for (int d = 0; d < 3; d++) {
        float u = place32(at[d], r->size[d], r->source_size[d]);
        first[d] = floor((double)u);
        weight[d] = u - (float)first[d];
    }
    for (int i = 0; i < 8; i++) {
        int64_t k = clamp_index(first[0] + (i >> 2), r->source_size[0], r->clamp);
        int64_t j = clamp_index(first[1] + (i >> 1 & 1), r->source_size[1], r->clamp);
        int64_t h = clamp_index(first[2] + (i & 1), r->source_size[2], r->clamp);
        v[i] = k < 0 || j < 0 || h < 0 ? border
                                       : source[(size_t)k * r->source_strides[0] +
                                                (size_t)j * r->source_strides[1] + (size_t)h];
    }
    for (int d = 2, n = 4; d >= 0; d--, n /= 2)
        for (int i = 0; i < n; i++)
            v[i] = (1 - weight[d]) * v[2 * i] + weight[d] * v[2 * i + 1];
    return v[0];
}

static double naive64(const struct resampled *r, const double *source, double border, size_t z,
                      size_t y, size_t x)
{
    size_t at[3] = { z, y, x };
    double weight[3], v[8], first[3];
    for (int d = 0; d < 3; d++) {
        double u = place64(at[d], r->size[d], r->source_size[d]);
        first[d] = floor(u);
        weight[d] = u - first[d];
    }
    for (int i = 0; i < 8; i++) {
        int64_t k = clamp_index(first[0] + (i >> 2), r->source_size[0], r->clamp);
        int64_t j = clamp_index(first[1] + (i >> 1 & 1), r->source_size[1], r->clamp);
        int64_t h = clamp_index(first[2] + (i & 1), r->source_size[2], r->clamp);
        v[i] = k < 0 || j < 0 || h < 0 ? border
                                       : source[(size_t)k * r->source_strides[0] +
                                                (size_t)j * r->source_strides[1] + (size_t)h];
    }
    for (int d = 2, n = 4; d >= 0; d--, n /= 2)
        for (int i = 0; i < n; i++)
            v[i] = (1 - weight[d]) * v[2 * i] + weight[d] * v[2 * i + 1];
    return v[0];
}

/* In arrays of just the size that is needed, so that a sanitizer sees what is read and written. */
static void test_resample(void)
{
    static const size_t sizes[] = { 1, 2, 3, 5, 8, 13, 300 };
    for (int repeat = 0; repeat < 400; repeat++) {
        int map = repeat % 2, clamp = repeat / 2 % 2;
        struct resampled r = { .clamp = clamp };
        size_t *from = r.source_size, *to = r.size;
        for (int d = 0; d < 3; d++) {
            from[d] = sizes[below(COUNT(sizes) - (d < 2))];
            to[d] = sizes[below(COUNT(sizes) - (d < 2))];
        }
        if (map)
            from[0] = to[0] = 1;
        r.source_strides[1] = from[2] + below(2);
        r.source_strides[0] = (from[1] - 1) * r.source_strides[1] + from[2] + below(2);
        size_t stride = to[2] + below(2), slice_stride = (to[1] - 1) * stride + to[2] + below(2);
        size_t n = (from[0] - 1) * r.source_strides[0] + (from[1] - 1) * r.source_strides[1] +
            from[2];
        /* A part, which is the same as that of the whole */
        size_t all = to[map ? 1 : 0], first = below(all), count = below(all - first) + 1;
        size_t slices = map ? 1 : count, rows = map ? count : to[1];
        size_t outs = (slices - 1) * slice_stride + (rows - 1) * stride + to[2];
        double *source = malloc(n * sizeof *source), *out = malloc(outs * sizeof *out);
        float *source32 = malloc(n * sizeof *source32), *out32 = malloc(outs * sizeof *out32);
        double border = -7.25;
        float border32 = -7.25f;
        for (size_t i = 0; i < n; i++) {
            source[i] = check_uniform(&seed, -1, 1);
            source32[i] = (float)source[i];
        }
        for (size_t i = 0; i < outs; i++) {
            out[i] = GUARD64;
            out32[i] = GUARD32;
        }
        const double *b = clamp ? NULL : &border;
        const float *b32 = clamp ? NULL : &border32;
        wn_status status = map
            ? wn_resample_bilinear_f64(b, from[1], from[2], source, r.source_strides[1], to[1],
                                       to[2], first, count, out, stride)
            : wn_resample_trilinear_f64(b, from, source, r.source_strides[0], r.source_strides[1],
                                        to, first, count, out, slice_stride, stride);
        wn_status status32 = map
            ? wn_resample_bilinear_f32(b32, from[1], from[2], source32, r.source_strides[1], to[1],
                                       to[2], first, count, out32, stride)
            : wn_resample_trilinear_f32(b32, from, source32, r.source_strides[0],
                                        r.source_strides[1], to, first, count, out32, slice_stride,
                                        stride);
        CHECK(status == WN_OK && status32 == WN_OK, "%d", repeat);
        size_t inside = 0;
        for (size_t i = 0; i < outs; i++) {
            size_t z = i / slice_stride, y = i % slice_stride / stride,
                   x = i % slice_stride % stride;
            double expected = GUARD64;
            float expected32 = GUARD32;
            if (map) {
                z = 0;
                y = i / stride;
                x = i % stride;
            }
            if (y < rows && x < to[2]) {
                size_t slice = map ? 0 : first + z, row = map ? first + y : y;
                expected = naive64(&r, source, border, slice, row, x);
                expected32 = naive32(&r, source32, border32, slice, row, x);
                inside++;
            }
            CHECK(check_bits64(out[i]) == check_bits64(expected) &&
                      check_bits32(out32[i]) == check_bits32(expected32),
                  "%d: %zux%zux%zu to %zux%zux%zu: %zu, %zu, %zu: %a, not %a", repeat, from[2],
                  from[1], from[0], to[2], to[1], to[0], x, y, z, out[i], expected);
        }
        CHECK(inside == slices * rows * to[2], "%d: %zu inside", repeat, inside);
        free(source);
        free(source32);
        free(out);
        free(out32);
    }
}

static void test_resample_errors(void)
{
    /* The same size is the same map, but for the sign of zero. */
    float map[12], out[12];
    size_t size[3] = { 1, 3, 4 }, none[3] = { 1, 0, 4 };
    for (size_t i = 0; i < 12; i++)
        map[i] = (float)i - 5;
    CHECK(wn_resample_bilinear_f32(NULL, 3, 4, map, 4, 3, 4, 0, 3, out, 4) == WN_OK, "same");
    CHECK(memcmp(map, out, sizeof map) == 0, "the same size is the same map");
#define RESAMPLE(...) wn_resample_bilinear_f32(NULL, __VA_ARGS__)
    CHECK(RESAMPLE(3, 4, map, 3, 3, 4, 0, 3, out, 4) == WN_ERROR_ARGUMENT, "source_stride");
    CHECK(RESAMPLE(3, 4, map, SIZE_MAX, 3, 4, 0, 3, out, 4) == WN_ERROR_ARGUMENT, "source_stride");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 4, 0, 3, out, 3) == WN_ERROR_ARGUMENT, "stride");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 4, 0, 3, out, SIZE_MAX) == WN_ERROR_ARGUMENT, "stride");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 4, 1, 3, out, 4) == WN_ERROR_ARGUMENT, "row_count");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 4, 4, 0, out, 4) == WN_ERROR_ARGUMENT, "first_row");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 4, 1, SIZE_MAX, out, 4) == WN_ERROR_ARGUMENT, "row_count");
    CHECK(RESAMPLE(3, 4, NULL, 4, 3, 4, 0, 3, out, 4) == WN_ERROR_ARGUMENT, "source");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 4, 0, 3, NULL, 4) == WN_ERROR_ARGUMENT, "out");
    CHECK(RESAMPLE(0, 4, map, 4, 3, 4, 0, 3, out, 4) == WN_ERROR_ARGUMENT, "no source rows");
    CHECK(RESAMPLE(3, 0, map, 4, 3, 4, 0, 3, out, 4) == WN_ERROR_ARGUMENT, "no source columns");
    CHECK(RESAMPLE(0, 0, NULL, 0, 3, 4, 2, 0, NULL, 4) == WN_OK, "no rows");
    CHECK(RESAMPLE(3, 4, map, 4, 3, 0, 0, 3, NULL, 4) == WN_OK, "no columns");
#undef RESAMPLE
#define RESAMPLE(...) wn_resample_trilinear_f32(NULL, __VA_ARGS__)
    CHECK(RESAMPLE(size, map, 12, 4, size, 0, 1, out, 12, 4) == WN_OK, "same");
    CHECK(memcmp(map, out, sizeof map) == 0, "the same size is the same volume");
    CHECK(RESAMPLE(NULL, map, 12, 4, size, 0, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "source_size");
    CHECK(RESAMPLE(size, map, 12, 4, NULL, 0, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "size");
    CHECK(RESAMPLE(none, map, 12, 4, size, 0, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "no source");
    CHECK(RESAMPLE(size, map, 12, 3, size, 0, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "stride");
    CHECK(RESAMPLE(size, map, 11, 4, size, 0, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "slice stride");
    CHECK(RESAMPLE(size, map, 12, 4, size, 0, 1, out, 12, 3) == WN_ERROR_ARGUMENT, "stride");
    CHECK(RESAMPLE(size, map, 12, 4, size, 0, 1, out, 11, 4) == WN_ERROR_ARGUMENT, "slice stride");
    CHECK(RESAMPLE(size, map, 12, 4, size, 1, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "slices");
    CHECK(RESAMPLE(size, map, 12, 4, size, 2, 0, out, 12, 4) == WN_ERROR_ARGUMENT, "slices");
    CHECK(RESAMPLE(size, NULL, 12, 4, size, 0, 1, out, 12, 4) == WN_ERROR_ARGUMENT, "source");
    CHECK(RESAMPLE(size, map, 12, 4, size, 0, 1, NULL, 12, 4) == WN_ERROR_ARGUMENT, "out");
    CHECK(RESAMPLE(none, NULL, 0, 4, none, 0, 1, NULL, 0, 4) == WN_OK, "nothing");
#undef RESAMPLE
    /* One row of more samples than a float can count: rough, but within the source. */
    enum { LONG = (1 << 24) + 3 };
    float *row = malloc(LONG * sizeof *row), *same = malloc(LONG * sizeof *same);
    for (size_t i = 0; row && i < LONG; i++)
        row[i] = (float)(i & 1023);
    if (row && same) {
        CHECK(wn_resample_bilinear_f32(NULL, 1, LONG, row, LONG, 1, LONG, 0, 1, same, LONG) ==
                  WN_OK,
              "long");
        CHECK(same[0] == 0 && same[5000] == (5000 & 1023), "long: %g", (double)same[5000]);
        for (size_t i = 0; i < LONG; i += 1021)
            CHECK(same[i] >= 0 && same[i] <= 1023, "long: %g", (double)same[i]);
    }
    free(row);
    free(same);
}

/* ---- Pictures ---- */

enum { WIDTH = 13, HEIGHT = 9 };

static wn_gradient_point terrain[9];

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

static void compare_pixels(const char *name, const uint8_t *rgba, int alpha,
                           const char *const *expected)
{
    for (size_t i = 0; i < HEIGHT * WIDTH; i++) {
        char hexadecimal[7];
        snprintf(hexadecimal, sizeof hexadecimal, "%02x%02x%02x", rgba[4 * i], rgba[4 * i + 1],
                 rgba[4 * i + 2]);
        CHECK(strncmp(hexadecimal, expected[i / WIDTH] + i % WIDTH * 6, 6) == 0,
              "%s: row %zu, column %zu: %s, not %.6s", name, i / WIDTH, i % WIDTH, hexadecimal,
              expected[i / WIDTH] + i % WIDTH * 6);
        CHECK(rgba[4 * i + 3] == alpha, "%s: alpha %d", name, rgba[4 * i + 3]);
    }
}

static void compare(const char *name, const wn_render_params *params, const float *map,
                    const char *const *expected)
{
    uint8_t rgba[HEIGHT * WIDTH * 4];
    CHECK(wn_render_rows(params, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, rgba, 4 * WIDTH) == WN_OK,
          "%s", name);
    compare_pixels(name, rgba, 255, expected);
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
    CHECK(wn_terrain_gradient(terrain, 8) == 0 && wn_terrain_gradient(NULL, 9) == 0, "gradient");
    CHECK(wn_terrain_gradient(terrain, COUNT(terrain)) == COUNT(terrain), "gradient");
    wn_render_params_init(&p, sizeof p);
    compare("grey", &p, map, picture_grey);
    p = lit_params();
    compare("terrain, light", &p, map, picture_terrain_light);
    p.wrap = 1;
    compare("terrain, light, wrap", &p, map, picture_terrain_light_wrap);

    uint8_t rgba[HEIGHT * WIDTH * 4];
    wn_normal_params n;
    wn_normal_params_init(&n, sizeof n);
    n.bump_height = 2.5;
    for (n.wrap = 0; n.wrap < 2; n.wrap++) {
        CHECK(wn_render_normal_rows(&n, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, rgba, 4 * WIDTH) ==
                  WN_OK,
              "normal");
        compare_pixels("normal", rgba, 0, n.wrap ? picture_normal_wrap : picture_normal);
    }
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

/* Colours that are not opaque over a background, also onto the background itself. */
static void test_render_background(void)
{
    enum { BYTES = 4 * WIDTH + 3 };
    static const wn_gradient_point clear[] = { { -1, 200, 10, 0, 0 }, { 1, 0, 100, 255, 255 } };
    float map[HEIGHT * WIDTH];
    uint8_t background[HEIGHT * BYTES], rgba[HEIGHT * BYTES], other[HEIGHT * BYTES];
    wn_render_params p, plain;
    make_plane(map);
    for (size_t i = 0; i < sizeof background; i++)
        background[i] = (uint8_t)check_random(&seed);
    for (int light = 0; light < 2; light++) {
        p = lit_params();
        p.light = light;
        p.gradient = clear;
        p.gradient_count = 2;
        plain = p;
        plain.light = 0;
        p.background = background;
        p.background_stride = BYTES;
        memset(rgba, 0xa5, sizeof rgba);
        CHECK(wn_render_rows(&p, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, rgba, BYTES) == WN_OK,
              "background");
        for (size_t i = 0; i < HEIGHT * WIDTH; i++) {
            /* What the gradient gives is seen with a colour that is opaque: trust that, and blend.
             */
            size_t at = i / WIDTH * BYTES + i % WIDTH * 4;
            float a = (float)(((double)map[i] + 1) / 2);
            a = map[i] < -1 ? 0 : map[i] < 1 ? a : 1;
            int alpha = (int)(a * 255.0f);
            double expected[3] = { floor((1 - (double)a) * 200), 0, floor((double)a * 255) };
            expected[1] = floor((1 - (double)a) * 10 + (double)a * 100);
            for (int c = 0; c < 3 && !light; c++) {
                double over = expected[c] * alpha / 255 +
                    background[at + (size_t)c] * (1 - alpha / 255.0);
                CHECK(fabs(rgba[at + (size_t)c] - over) <= 2, "pixel %zu: %d, not %g", i,
                      rgba[at + (size_t)c], over);
            }
            int greater = alpha > background[at + 3] ? alpha : background[at + 3];
            CHECK(rgba[at + 3] == greater, "pixel %zu: alpha %d, not %d", i, rgba[at + 3], greater);
        }
        for (size_t row = 0; row < HEIGHT; row++)
            CHECK(memcmp(rgba + row * BYTES + 4 * WIDTH, "\xa5\xa5\xa5", 3) == 0, "row %zu", row);
        memcpy(other, background, sizeof other);
        p.background = other;
        for (size_t row = HEIGHT; row-- > 0;)
            CHECK(wn_render_rows(&p, HEIGHT, WIDTH, map, WIDTH, row, 1, other + row * BYTES,
                                 BYTES) == WN_OK,
                  "onto the background");
        for (size_t row = 0; row < HEIGHT; row++)
            CHECK(memcmp(rgba + row * BYTES, other + row * BYTES, 4 * WIDTH) == 0,
                  "onto the background: row %zu", row);
        /* White is what there is without a background. */
        memset(background, 255, sizeof background);
        p.background = background;
        plain = p;
        plain.background = NULL;
        wn_render_rows(&p, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, rgba, BYTES);
        wn_render_rows(&plain, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, other, BYTES);
        for (size_t row = 0; row < HEIGHT; row++)
            CHECK(memcmp(rgba + row * BYTES, other + row * BYTES, 4 * WIDTH) == 0, "white");
    }
    p.background_stride = 4 * WIDTH - 1;
    CHECK(wn_render_rows(&p, HEIGHT, WIDTH, map, WIDTH, 0, HEIGHT, rgba, BYTES) ==
              WN_ERROR_ARGUMENT,
          "background_stride");
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

/* ---- Normal maps ---- */

/* Maps of all small sizes, in arrays of just their size: each row by itself is that of the whole,
 * which is what the specification says; odd values convert without undefined behaviour. */
static void test_normal(void)
{
    static const float odd[] = { NAN, HUGE_VALF, -HUGE_VALF, FLT_MAX, -FLT_MAX, 1e-40f };
    for (int repeat = 0; repeat < 1000; repeat++) {
        size_t rows = 1 + below(4), columns = 1 + below(4);
        wn_normal_params p;
        wn_normal_params_init(&p, sizeof p);
        p.wrap = repeat & 1;
        p.bump_height = repeat % 3 ? check_uniform(&seed, -3, 3) : repeat % 2 ? 1e300 : -1e300;
        p.alpha = (uint8_t)repeat;
        float *map = malloc(rows * columns * sizeof *map);
        uint8_t *rgba = malloc(rows * columns * 4), *row = malloc(columns * 4);
        for (size_t i = 0; i < rows * columns; i++)
            map[i] = repeat % 5 || below(2) ? (float)check_uniform(&seed, -1, 1)
                                            : odd[below(COUNT(odd))];
        CHECK(wn_render_normal_rows(&p, rows, columns, map, columns, 0, rows, rgba, columns * 4) ==
                  WN_OK,
              "%d", repeat);
        for (size_t i = 0; i < rows * columns; i++) {
            size_t x = i % columns, y = i / columns;
            size_t right = x + 1 < columns ? i + 1 : p.wrap ? i - x : i;
            size_t up = y + 1 < rows ? i + columns : p.wrap ? x : i;
            double here = (double)map[i] * p.bump_height;
            double east = here - (double)map[right] * p.bump_height;
            double north = here - (double)map[up] * p.bump_height;
            double d = sqrt(((north * north) + (east * east)) + 1);
            double normal[3] = { east / d, north / d, 1.0 / d };
            for (int c = 0; c < 3; c++) {
                double byte = isnan(normal[c]) ? 127 : floor((normal[c] + 1.0) * 127.5);
                CHECK(rgba[4 * i + (size_t)c] == byte, "%d: pixel %zu, channel %d: %d, not %g",
                      repeat, i, c, rgba[4 * i + (size_t)c], byte);
            }
            CHECK(rgba[4 * i + 3] == (uint8_t)repeat, "%d: alpha %d", repeat, rgba[4 * i + 3]);
        }
        for (size_t y = 0; y < rows; y++) {
            wn_render_normal_rows(&p, rows, columns, map, columns, y, 1, row, columns * 4);
            CHECK(memcmp(row, rgba + y * columns * 4, columns * 4) == 0, "%d: row %zu", repeat, y);
        }
        /* The other renderer on the same arrays: nothing beyond them is read. */
        wn_render_params lit = lit_params();
        lit.wrap = p.wrap;
        CHECK(wn_render_rows(&lit, rows, columns, map, columns, 0, rows, rgba, columns * 4) ==
                  WN_OK,
              "%d", repeat);
        free(map);
        free(rgba);
        free(row);
    }
}

static void test_normal_errors(void)
{
    float map[6] = { 0 };
    uint8_t rgba[24];
    wn_normal_params good, p;
    CHECK(wn_normal_params_init(NULL, sizeof good) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_normal_params_init(&good, 0) == WN_ERROR_ARGUMENT, "size");
    CHECK(wn_normal_params_init(&good, sizeof good) == WN_OK && good.bump_height == 1 &&
              good.wrap == 0 && good.alpha == 0,
          "defaults");
    memset(rgba, 0xa5, sizeof rgba);
#define RENDER(p, rows, columns, map, stride, first, count, rgba, bytes) \
    wn_render_normal_rows(p, rows, columns, map, stride, first, count, rgba, bytes)
    p = good;
    p.size = 0;
    CHECK(RENDER(&p, 2, 3, map, 3, 0, 2, rgba, 12) == WN_ERROR_ARGUMENT, "size");
    p = good;
    p.wrap = 2;
    CHECK(RENDER(&p, 2, 3, map, 3, 0, 2, rgba, 12) == WN_ERROR_PARAMETER, "wrap");
    p = good;
    p.bump_height = HUGE_VAL;
    CHECK(RENDER(&p, 2, 3, map, 3, 0, 2, rgba, 12) == WN_ERROR_PARAMETER, "bump_height");
    CHECK(RENDER(NULL, 2, 3, NULL, 3, 0, 2, rgba, 12) == WN_ERROR_ARGUMENT, "map");
    CHECK(RENDER(NULL, 2, 3, map, 3, 0, 2, NULL, 12) == WN_ERROR_ARGUMENT, "rgba");
    CHECK(RENDER(NULL, 2, 3, map, 2, 0, 2, rgba, 12) == WN_ERROR_ARGUMENT, "map_stride");
    CHECK(RENDER(NULL, 2, 3, map, 3, 0, 2, rgba, 11) == WN_ERROR_ARGUMENT, "rgba_stride");
    CHECK(RENDER(NULL, 2, 3, map, 3, 1, 2, rgba, 12) == WN_ERROR_ARGUMENT, "rows");
    for (size_t i = 0; i < sizeof rgba; i++)
        CHECK(rgba[i] == 0xa5, "written in spite of an error");
    CHECK(RENDER(NULL, 0, 3, NULL, 3, 0, 0, NULL, 12) == WN_OK, "no rows");
    CHECK(RENDER(NULL, 2, 0, NULL, 0, 0, 2, NULL, 0) == WN_OK, "no columns");
    CHECK(RENDER(NULL, 2, 3, map, 3, 0, 2, rgba, 12) == WN_OK, "the defaults");
    CHECK(memcmp(rgba, "\x7f\x7f\xff", 4) == 0, "level: %d %d %d %d", rgba[0], rgba[1], rgba[2],
          rgba[3]);
#undef RENDER
}

/* Two outputs of one map: apart, row between row, or in each other's way. */
static void check_output_overlap(void)
{
    wn_graph *graph;
    wn_plan *plan;
    wn_workspace *workspace;
    static double values[4096];
    double axis[16];
    wn_graph_create(&graph);
    const wn_module noise = wn_graph_add(graph, WN_PERLIN, NULL, NULL, 0);
    const wn_module both[2] = { noise, wn_graph_add(graph, WN_ABS, NULL, &noise, 1) };
    CHECK(wn_plan_create(&plan, graph, both, 2, NULL, NULL, 0) == WN_OK, "no plan");
    CHECK(wn_workspace_create(&workspace, plan) == WN_OK, "no workspace");
    wn_axis_f64(WN_AXIS_EVEN, 0, 1, 16, 0, 16, axis);
    static const struct {
        size_t distance, stride;
        wn_status status;
    } cases[] = {
        { 256, 16, WN_OK },
        { 16, 32, WN_OK },
        { 255, 16, WN_ERROR_OVERLAP },
        { 0, 16, WN_ERROR_OVERLAP },
        { 15, 32, WN_ERROR_OVERLAP },
        { 17, 32, WN_ERROR_OVERLAP },
        { 16, 16, WN_ERROR_OVERLAP },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double *out[2] = { values, values + cases[i].distance };
        CHECK(wn_map_sphere_f64(plan, workspace, 16, axis, 16, axis, out, cases[i].stride) ==
                  cases[i].status,
              "distance %zu, stride %zu", cases[i].distance, cases[i].stride);
        CHECK(wn_map_plane_f64(plan, workspace, 16, axis, 16, axis, out, cases[i].stride) ==
                  cases[i].status,
              "plane: distance %zu, stride %zu", cases[i].distance, cases[i].stride);
    }
    /* volumes: also slice between slice */
    static const struct {
        size_t distance, stride, slice_stride;
        wn_status status;
    } volumes[] = {
        { 192, 16, 64, WN_OK },
        { 16, 32, 128, WN_OK },
        { 64, 16, 128, WN_OK },
        { 64, 16, 64, WN_ERROR_OVERLAP },
        { 128, 16, 64, WN_ERROR_OVERLAP },
        { 191, 16, 64, WN_ERROR_OVERLAP },
        { 63, 16, 128, WN_ERROR_OVERLAP },
        { 143, 32, 128, WN_ERROR_OVERLAP },
    };
    for (size_t i = 0; i < sizeof volumes / sizeof *volumes; i++) {
        double *out[2] = { values, values + volumes[i].distance };
        CHECK(wn_map_volume_f64(plan, workspace, 3, axis, 4, axis, 16, axis, out,
                                volumes[i].slice_stride, volumes[i].stride) == volumes[i].status,
              "volume %zu", i);
    }
    double *onto_axis[2] = { values, axis + 15 };
    CHECK(wn_map_plane_f64(plan, workspace, 16, axis, 16, axis, onto_axis, 16) == WN_ERROR_OVERLAP,
          "a plane over its axis");
    wn_workspace_destroy(workspace);
    wn_plan_destroy(plan);
    wn_graph_destroy(graph);
}

int main(void)
{
    test_axis();
    test_axis_errors();
    make_axes();
    for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!wn_isa_available((wn_isa)isa))
            continue;
        for (size_t i = 0; i < COUNT(surfaces); i++) {
            test_surface_f64(&surfaces[i], (wn_isa)isa);
            test_surface_f32(&surfaces[i], (wn_isa)isa);
        }
        test_volume(WN_F64, (wn_isa)isa);
        test_volume(WN_F32, (wn_isa)isa);
    }
    for (size_t i = 0; i < COUNT(surfaces); i++)
        test_surface_edges(&surfaces[i]);
    test_builders_golden();
    test_seamless();
    test_points();
    test_volume_errors();
    test_line();
    test_resample();
    test_resample_errors();
    test_render_golden();
    test_render_rows();
    test_render_values();
    test_render_background();
    test_render_thin();
    test_render_errors();
    test_normal();
    test_normal_errors();
    check_output_overlap();
    return check_done("test_maps");
}
