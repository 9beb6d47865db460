/* SPDX-License-Identifier: MIT */
/* The complex planet: its modules, its values against libnoise and SharpNoise, its settings. */
#include "check.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

enum { GROUPS = 26, MODULES = 128, POINTS = 6 };

static wn_graph *planet(int32_t variant)
{
    wn_graph *graph;
    wn_planet_settings s;
    char message[256];
    wn_graph_create(&graph);
    wn_planet_settings_init(&s, sizeof s);
    s.variant = variant;
    CHECK(wn_planet_build(graph, &s, message, sizeof message) == WN_OK, "%s", message);
    CHECK(message[0] == '\0', "%s", message);
    return graph;
}

/* ---- Modules ---- */

static void test_modules(void)
{
    static const struct {
        wn_type type;
        size_t count;
    } expected[] = {
        { WN_CACHE, 26 },   { WN_SCALE_BIAS, 25 }, { WN_TURBULENCE, 12 }, { WN_RIDGED_MULTI, 11 },
        { WN_ADD, 9 },      { WN_SELECT, 7 },      { WN_PERLIN, 6 },      { WN_CURVE, 5 },
        { WN_MULTIPLY, 4 }, { WN_EXPONENT, 4 },    { WN_TERRACE, 3 },     { WN_MAX, 3 },
        { WN_CLAMP, 3 },    { WN_BILLOW, 3 },      { WN_MIN, 2 },         { WN_CONSTANT, 2 },
        { WN_BLEND, 2 },    { WN_VORONOI, 1 },
    };
    for (int32_t variant = 0; variant < 2; variant++) {
        wn_graph *graph = planet(variant);
        CHECK(wn_graph_count(graph) == MODULES, "%zu modules", wn_graph_count(graph));
        for (size_t i = 0; i < COUNT(expected); i++) {
            size_t count = 0;
            for (wn_module m = 1; m <= wn_graph_count(graph); m++)
                count += wn_graph_type(graph, m) == expected[i].type;
            CHECK(count == expected[i].count, "%zu %s", count, wn_type_name(expected[i].type));
        }
        for (size_t i = 0; i < GROUPS; i++) {
            const char *name = wn_planet_group_at(i);
            wn_module m = wn_graph_find(graph, name);
            CHECK(wn_graph_type(graph, m) == WN_CACHE, "%s", name);
        }
        CHECK(wn_graph_find(graph, "finalPlanet") == MODULES, "the last module");
        wn_graph_destroy(graph);
    }
    CHECK(wn_planet_group_at(GROUPS) == NULL && wn_planet_group_at(SIZE_MAX) == NULL, "groups");
}

/* ---- Values ---- */

struct golden {
    double xyz[POINTS][3], value[GROUPS][POINTS];
};

static size_t group_number(const char *name)
{
    size_t i = 0;
    while (wn_planet_group_at(i) && strcmp(wn_planet_group_at(i), name) != 0)
        i++;
    return i;
}

/* Lines "group,parameters,x,y,z,value", six of each group in the same order of points. */
static void read_golden(const char *path, struct golden *g)
{
    char line[256], name[64];
    size_t seen[GROUPS] = { 0 }, lines = 0;
    FILE *file = fopen(path, "r");
    CHECK(file, "%s", path);
    while (file && fgets(line, sizeof line, file)) {
        double x, y, z, value;
        if (sscanf(line, "%63[^,],%*[^,],%la,%la,%la,%la", name, &x, &y, &z, &value) != 5)
            continue;
        size_t group = group_number(name);
        CHECK(group < GROUPS, "%s: group %s", path, name);
        if (group >= GROUPS || seen[group] >= POINTS)
            continue;
        size_t point = seen[group]++;
        g->xyz[point][0] = x;
        g->xyz[point][1] = y;
        g->xyz[point][2] = z;
        g->value[group][point] = value;
        lines++;
    }
    CHECK(lines == GROUPS * POINTS, "%s: %zu lines", path, lines);
    if (file)
        fclose(file);
}

/* Exact: where libnoise's exponents go through the C library's pow, ours gave the same bits at
 * these points, and our bits do not change. */
static void test_values(int32_t variant, const char *path)
{
    static struct golden g;
    double x[POINTS], y[POINTS], z[POINTS], point[GROUPS][POINTS], plan_value[GROUPS][POINTS];
    double *out[GROUPS];
    wn_module outputs[GROUPS];
    wn_graph *graph = planet(variant);
    read_golden(path, &g);
    for (size_t i = 0; i < POINTS; i++) {
        x[i] = g.xyz[i][0];
        y[i] = g.xyz[i][1];
        z[i] = g.xyz[i][2];
    }
    for (size_t k = 0; k < GROUPS; k++) {
        outputs[k] = wn_graph_find(graph, wn_planet_group_at(k));
        out[k] = plan_value[k];
        for (size_t i = 0; i < POINTS; i++) {
            CHECK(wn_graph_point_f64(graph, outputs[k], x[i], y[i], z[i], &point[k][i], NULL) ==
                      WN_OK,
                  "%s", wn_planet_group_at(k));
            CHECK(check_bits64(point[k][i]) == check_bits64(g.value[k][i]),
                  "%s, point %zu: %.17g, not %.17g", wn_planet_group_at(k), i, point[k][i],
                  g.value[k][i]);
        }
    }
    for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        wn_plan *plan;
        wn_workspace *workspace;
        wn_plan_options options;
        char message[256] = "";
        if (!wn_isa_available((wn_isa)isa))
            continue;
        wn_plan_options_init(&options, sizeof options);
        options.isa = isa;
        CHECK(wn_plan_create(&plan, graph, outputs, GROUPS, &options, message, sizeof message) ==
                  WN_OK,
              "%s: %s", wn_isa_name((wn_isa)isa), message);
        CHECK(wn_workspace_create(&workspace, plan) == WN_OK, "workspace");
        CHECK(wn_plan_eval_f64(plan, workspace, POINTS, x, y, z, out) == WN_OK, "evaluation");
        for (size_t k = 0; k < GROUPS; k++)
            for (size_t i = 0; i < POINTS; i++)
                CHECK(check_bits64(plan_value[k][i]) == check_bits64(point[k][i]),
                      "%s, %s, point %zu: %a, not %a", wn_isa_name((wn_isa)isa),
                      wn_planet_group_at(k), i, plan_value[k][i], point[k][i]);
        wn_workspace_destroy(workspace);
        wn_plan_destroy(plan);
    }
    wn_graph_destroy(graph);
}

/* ---- Settings ---- */

/* Sets a field without the limits of wn_planet_set(), in the table's order. */
static void force(wn_planet_settings *s, const char *name, double value)
{
#define FIELD(field)               \
    if (strcmp(name, #field) == 0) \
        s->field = value;
    FIELD(circumference)
    FIELD(min_elevation)
    FIELD(max_elevation)
    FIELD(continent_frequency)
    FIELD(continent_lacunarity)
    FIELD(mountain_lacunarity)
    FIELD(hills_lacunarity)
    FIELD(plains_lacunarity)
    FIELD(badlands_lacunarity)
    FIELD(mountains_twist)
    FIELD(hills_twist)
    FIELD(badlands_twist)
    FIELD(sea_level)
    FIELD(shelf_level)
    FIELD(mountains_amount)
    FIELD(hills_amount)
    FIELD(badlands_amount)
    FIELD(terrain_offset)
    FIELD(mountain_glaciation)
    FIELD(continent_height_scale)
    FIELD(river_depth)
#undef FIELD
}

/* Settings that must be refused: the message begins with the setting's name and holds why, and the
 * graph, which has a module already, stays as it was. */
static void refused(const wn_planet_settings *s, const char *name, const char *why)
{
    wn_graph *graph;
    char message[256] = "", begin[64];
    snprintf(begin, sizeof begin, "%s = ", name);
    wn_graph_create(&graph);
    wn_graph_set_name(graph, wn_graph_add(graph, WN_PERLIN, NULL, NULL, 0), "before");
    CHECK(wn_planet_build(graph, s, message, sizeof message) == WN_ERROR_PARAMETER, "%s", name);
    CHECK(strncmp(message, begin, strlen(begin)) == 0 && strstr(message, ": ") != NULL &&
              strstr(message, why) != NULL,
          "the message for %s is: %s", name, message);
    CHECK(wn_graph_count(graph) == 1 && wn_graph_status(graph) == WN_OK &&
              wn_graph_find(graph, "before") == 1,
          "%s: the graph has changed", name);
    wn_graph_destroy(graph);
}

static void test_own_limits(void)
{
    const wn_planet_setting *setting;
    wn_planet_settings defaults, s;
    char limit[32];
    wn_planet_settings_init(&defaults, sizeof defaults);
    size_t count = 0;
    for (; (setting = wn_planet_setting_at(count)) != NULL; count++) {
        const char *name = setting->name;
        int derived = strcmp(name, "hills_amount") == 0 ||
            strcmp(name, "continent_height_scale") == 0;
        double values[] = { nextafter(setting->minimum, -HUGE_VAL),
                            nextafter(setting->maximum, HUGE_VAL), HUGE_VAL, -HUGE_VAL,
                            (double)NAN };
        CHECK(setting->doc && *setting->doc, "%s has no doc", name);
        for (size_t i = 0; i < COUNT(values) - (derived ? 1 : 0); i++) {
            s = defaults;
            CHECK(wn_planet_set(&s, name, values[i]) == WN_ERROR_PARAMETER, "%s = %g", name,
                  values[i]);
            CHECK(memcmp(&s, &defaults, sizeof s) == 0, "%s: changed in spite of an error", name);
            if (strcmp(name, "seed") == 0)
                continue;
            force(&s, name, values[i]);
            snprintf(limit, sizeof limit, "%g", setting->minimum);
            refused(&s, name, setting->minimum == -DBL_MAX ? "finite" : limit);
        }
        s = defaults;
        CHECK(wn_planet_set(&s, name, setting->minimum) == WN_OK, "%s", name);
        CHECK(wn_planet_set(&s, name, setting->maximum) == WN_OK, "%s", name);
        CHECK(wn_planet_set(&s, name, 1.25) ==
                  (setting->minimum <= 1.25 && setting->maximum >= 1.25 && strcmp(name, "seed") != 0
                       ? WN_OK
                       : WN_ERROR_PARAMETER),
              "%s", name);
    }
    CHECK(count == 22 && wn_planet_setting_at(SIZE_MAX) == NULL, "%zu settings", count);
    CHECK(wn_planet_set(&s, "sea", 0) == WN_ERROR_ARGUMENT, "unknown name");
    CHECK(wn_planet_set(&s, "variant", 1) == WN_ERROR_ARGUMENT, "variant is no number");
    CHECK(wn_planet_set(&s, NULL, 0) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(wn_planet_set(NULL, "seed", 0) == WN_ERROR_ARGUMENT, "NULL");
    s.size--;
    CHECK(wn_planet_set(&s, "seed", 0) == WN_ERROR_ARGUMENT, "size");
    CHECK(wn_planet_settings_init(&s, sizeof s + 1) == WN_ERROR_ARGUMENT, "size");
    CHECK(wn_planet_settings_init(NULL, sizeof s) == WN_ERROR_ARGUMENT, "NULL");
}

static void test_set(void)
{
    wn_planet_settings s;
    wn_planet_settings_init(&s, sizeof s);
    CHECK(wn_planet_set(&s, "seed", INT32_MIN) == WN_OK && s.seed == INT32_MIN, "seed");
    CHECK(wn_planet_set(&s, "sea_level", -0.25) == WN_OK && s.sea_level == -0.25, "sea_level");
    CHECK(wn_planet_set(&s, "river_depth", 0.5) == WN_OK && s.river_depth == 0.5, "river_depth");
    CHECK(wn_planet_set(&s, "hills_amount", 0.75) == WN_OK && s.hills_amount == 0.75, "hills");
    CHECK(wn_planet_set(&s, "hills_amount", (double)NAN) == WN_OK && isnan(s.hills_amount),
          "derived again");
    /* the whole struct lies in the table: every setting changes its own eight bytes */
    const wn_planet_setting *setting;
    for (size_t i = 1; (setting = wn_planet_setting_at(i)) != NULL; i++) {
        wn_planet_settings a, b;
        wn_planet_settings_init(&a, sizeof a);
        b = a;
        CHECK(wn_planet_set(&a, setting->name, 1) == WN_OK, "%s", setting->name);
        force(&b, setting->name, 1);
        CHECK(memcmp(&a, &b, sizeof a) == 0, "%s sets another field", setting->name);
    }
}

static void test_related_limits(void)
{
    static const struct {
        const char *blamed, *name[3];
        double value[3];
    } cases[] = {
        { "min_elevation", { "min_elevation" }, { 8192 } },
        { "min_elevation", { "max_elevation" }, { -9000 } },
        { "max_elevation", { "min_elevation", "max_elevation" }, { -DBL_MAX, DBL_MAX } },
        { "sea_level", { "sea_level" }, { -0.375 } },
        { "sea_level", { "shelf_level" }, { 0 } },
        { "sea_level", { "sea_level", "shelf_level" }, { -0.75, -0.875 } },
        { "sea_level", { "sea_level", "shelf_level" }, { -0.8, -0.9 } },
        { "sea_level", { "sea_level" }, { 1 } },
        { "shelf_level", { "shelf_level" }, { -1 } },
        { "shelf_level", { "shelf_level" }, { -0.75 } },
        { "shelf_level", { "shelf_level", "sea_level" }, { -0.875, -0.25 } },
        { "shelf_level", { "shelf_level", "sea_level" }, { 0.625, 0.75 } },
        { "mountains_amount", { "mountains_amount" }, { 0 } },
        { "mountains_amount", { "mountains_amount" }, { 1e-20 } },
        { "mountains_amount", { "mountains_amount" }, { 1 } },
        { "mountains_amount", { "mountains_amount", "hills_amount" }, { 0.5, 0.5 } },
        { "mountains_amount", { "hills_amount" }, { 0.25 } },
        { "continent_height_scale", { "continent_height_scale" }, { 0 } },
        { "continent_height_scale", { "continent_height_scale" }, { -1 } },
        { "continent_height_scale", { "continent_height_scale", "sea_level" }, { 1e-20, 0.5 } },
        { "continent_frequency", { "continent_frequency" }, { 1e306 } },
        { "terrain_offset", { "terrain_offset", "continent_frequency" }, { 1e300, 1e20 } },
    };
    for (size_t i = 0; i < COUNT(cases); i++) {
        wn_planet_settings s;
        wn_planet_settings_init(&s, sizeof s);
        for (size_t k = 0; k < 3 && cases[i].name[k]; k++)
            CHECK(wn_planet_set(&s, cases[i].name[k], cases[i].value[k]) == WN_OK, "%s",
                  cases[i].name[k]);
        refused(&s, cases[i].blamed, "");
        s.variant = WN_PLANET_EXAMPLE;
        refused(&s, cases[i].blamed, "");
    }
}

/* What the checks let through, the modules take: random and extreme settings. */
static void test_no_half_planets(void)
{
    uint64_t random = 7;
    unsigned built = 0, turned_down = 0;
    for (int repeat = 0; repeat < 3000; repeat++) {
        const wn_planet_setting *setting;
        wn_planet_settings s;
        wn_graph *graph;
        wn_plan *plan;
        char message[256];
        wn_planet_settings_init(&s, sizeof s);
        s.variant = repeat & 1;
        for (size_t i = 0; (setting = wn_planet_setting_at(i)) != NULL; i++) {
            double lower = setting->minimum, upper = setting->maximum, value;
            if (check_random(&random) % 4)
                continue;
            switch (check_random(&random) % 4) {
            case 0:
                value = check_random(&random) % 2 ? lower : upper;
                break;
            case 1:
                value = (double)(check_random(&random) % 17) / 8 - 1;
                break;
            case 2:
                value = check_random(&random) % 2 ? nextafter(lower, upper)
                                                  : nextafter(upper, lower);
                break;
            default:
                value = check_uniform(&random, lower < -2 ? -2 : lower, upper > 5 ? 5 : upper);
            }
            wn_planet_set(&s, setting->name, value);
        }
        wn_graph_create(&graph);
        wn_status status = wn_planet_build(graph, &s, message, sizeof message);
        wn_module last = wn_graph_find(graph, "finalPlanet");
        if (status == WN_OK) {
            built++;
            CHECK(wn_graph_count(graph) == MODULES, "%zu modules", wn_graph_count(graph));
            CHECK(wn_plan_create(&plan, graph, &last, 1, NULL, message, sizeof message) == WN_OK,
                  "%s", message);
            wn_plan_destroy(plan);
        } else {
            turned_down++;
            CHECK(status == WN_ERROR_PARAMETER && wn_graph_count(graph) == 0, "%s", message);
            CHECK(wn_graph_status(graph) == WN_OK, "%s", wn_graph_message(graph));
        }
        wn_graph_destroy(graph);
    }
    CHECK(built > 300 && turned_down > 300, "%u built, %u refused", built, turned_down);
}

static void test_build_errors(void)
{
    wn_planet_settings s;
    char message[256], narrow[8] = "xxxxxxx";
    wn_planet_settings_init(&s, sizeof s);

    CHECK(wn_planet_build(NULL, &s, message, sizeof message) == WN_ERROR_ARGUMENT, "NULL");
    wn_graph *graph;
    wn_graph_create(&graph);
    s.size = 8;
    CHECK(wn_planet_build(graph, &s, message, sizeof message) == WN_ERROR_ARGUMENT, "size");
    wn_planet_settings_init(&s, sizeof s);
    s.variant = 2;
    CHECK(wn_planet_build(graph, &s, message, sizeof message) == WN_ERROR_ARGUMENT, "variant");
    CHECK(strncmp(message, "variant", 7) == 0, "%s", message);
    s.variant = 0;
    s.sea_level = 3;
    CHECK(wn_planet_build(graph, &s, NULL, 0) == WN_ERROR_PARAMETER, "no message");
    CHECK(wn_planet_build(graph, &s, narrow, 4) == WN_ERROR_PARAMETER, "short message");
    CHECK(memcmp(narrow, "sea\0xxx", 7) == 0, "short message: %s", narrow);
    CHECK(wn_graph_count(graph) == 0, "changed");

    /* names are unique in a graph: a second planet does not fit in, and says so first */
    CHECK(wn_planet_build(graph, NULL, message, sizeof message) == WN_OK, "%s", message);
    CHECK(wn_planet_build(graph, NULL, message, sizeof message) == WN_ERROR_ARGUMENT, "twice");
    CHECK(strstr(message, "baseContinentDef") != NULL, "%s", message);
    CHECK(wn_graph_count(graph) == MODULES && wn_graph_status(graph) == WN_OK, "changed");
    wn_graph_destroy(graph);

    wn_graph_create(&graph);
    wn_graph_add(graph, (wn_type)12345, NULL, NULL, 0);
    wn_status first = wn_graph_status(graph);
    CHECK(wn_planet_build(graph, NULL, message, sizeof message) == first && first != WN_OK,
          "a graph with an error");
    CHECK(wn_graph_count(graph) == 0, "changed");
    wn_graph_destroy(graph);
}

/* Seeds wrap. Gradient noise looks at their low 16 bits only, so that the least seed is like 0
 * where there are no badlands, and the greatest like -1. */
static void test_seeds(void)
{
    static const int32_t seeds[] = { 0, 1, 32767, INT32_MAX, INT32_MIN, -1 };
    double values[COUNT(seeds)];
    for (size_t i = 0; i < COUNT(seeds); i++) {
        wn_graph *graph;
        wn_planet_settings s;
        wn_planet_settings_init(&s, sizeof s);
        s.seed = seeds[i];
        wn_graph_create(&graph);
        CHECK(wn_planet_build(graph, &s, NULL, 0) == WN_OK, "seed %d", (int)seeds[i]);
        wn_graph_point_f64(graph, wn_graph_find(graph, "finalPlanet"), 0.6, 0.48, 0.64, &values[i],
                           NULL);
        CHECK(fabs(values[i]) <= 10000, "seed %d: %g m", (int)seeds[i], values[i]);
        for (size_t k = 0; k < i; k++)
            CHECK((values[i] == values[k]) == ((seeds[i] & 0xffff) == (seeds[k] & 0xffff)),
                  "seeds %d and %d", (int)seeds[i], (int)seeds[k]);
        wn_graph_destroy(graph);
    }
}

static void test_gradient(void)
{
    wn_planet_settings s;
    wn_gradient_point points[11];
    wn_planet_settings_init(&s, sizeof s);
    CHECK(wn_planet_gradient(&s, points, 11) == 10, "points");
    CHECK(points[0].position == -16384 && points[3].position == 0 && points[9].position == 16384,
          "positions");
    s.sea_level = 0.5;
    CHECK(wn_planet_gradient(&s, points, 10) == 10 && points[3].position == 4096, "sea at 4096 m");
    CHECK(points[3].green == 120 && points[2].blue == 192 && points[9].alpha == 255, "colours");
    CHECK(wn_planet_gradient(&s, points, 9) == 0, "capacity");
    CHECK(wn_planet_gradient(NULL, points, 10) == 0, "NULL");
    CHECK(wn_planet_gradient(&s, NULL, 10) == 0, "NULL");
}

int main(void)
{
    test_modules();
    test_values(WN_PLANET_LIBNOISE, WN_SOURCE_DIR "/tests/golden/planet_libnoise.csv");
    test_values(WN_PLANET_EXAMPLE, WN_SOURCE_DIR "/tests/golden/planet_sharpnoise_example.csv");
    test_own_limits();
    test_set();
    test_related_limits();
    test_no_half_planets();
    test_build_errors();
    test_seeds();
    test_gradient();
    return check_done("test_planet");
}
