/* SPDX-License-Identifier: MIT */
/*
 * The complex planet: settings, and the graph of 128 modules that they describe.
 *
 * Source of the numbers: libnoise 1.0.0, examples/complexplanet.cpp, and the planet example of
 * SharpNoise for the second variant. docs/planet.md describes the groups; here each has one
 * function, which adds its modules and returns the last. Expressions keep the source's order, for
 * the values are to be the same bits.
 */
#include "../include/widenoise/planet.h"
#include "internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Settings ---- */

struct setting {
    wn_planet_setting description;
    size_t offset;
};

#define ANY_INT     INT32_MIN, INT32_MAX
#define ANY_REAL    -DBL_MAX, DBL_MAX
#define LACUNARITY  1, 4
#define AMOUNT      0, 1
#define LEVEL       -1, 1
#define FROM(least) least, DBL_MAX
#define SETTING(name, limits, doc)                                 \
    {                                                              \
        { #name, limits, doc }, offsetof(wn_planet_settings, name) \
    }

/* In the struct's order. Seed is the one int32_t, and stands first. */
static const struct setting settings[] = {
    SETTING(seed, ANY_INT, "whole number; seeds 65536 apart give nearly the same planet"),
    SETTING(circumference, FROM(1), "metres around the equator; only pictures use it"),
    SETTING(min_elevation, ANY_REAL, "metres of the deepest sea floor"),
    SETTING(max_elevation, ANY_REAL, "metres of the highest summit"),
    SETTING(continent_frequency, FROM(1), "higher: more and smaller continents"),
    SETTING(continent_lacunarity, LACUNARITY, "roughness of coastlines"),
    SETTING(mountain_lacunarity, LACUNARITY, "roughness of mountains"),
    SETTING(hills_lacunarity, LACUNARITY, "roughness of hills"),
    SETTING(plains_lacunarity, LACUNARITY, "roughness of plains"),
    SETTING(badlands_lacunarity, LACUNARITY, "roughness of badlands"),
    SETTING(mountains_twist, FROM(0), "how far mountain ridges are bent"),
    SETTING(hills_twist, FROM(0), "how far hills are bent"),
    SETTING(badlands_twist, FROM(0), "how far cliffs of badlands are bent"),
    SETTING(sea_level, LEVEL, "between lowest (-1) and highest (+1) ground; above shelf_level"),
    SETTING(shelf_level, LEVEL, "where the continental shelves end, in the same units"),
    SETTING(mountains_amount, AMOUNT, "share of mountainous terrain; below hills_amount"),
    SETTING(hills_amount, AMOUNT, "share of hilly and mountainous terrain; nan: derived"),
    SETTING(badlands_amount, AMOUNT, "share of badlands"),
    SETTING(terrain_offset, ANY_REAL, "how loosely the kind of terrain follows the elevation"),
    SETTING(mountain_glaciation, FROM(1), "higher: valleys are broader and flatter"),
    SETTING(continent_height_scale, ANY_REAL,
            "height of the continents, more than 0; nan: derived"),
    SETTING(river_depth, FROM(0), "depth of the rivers, in units of elevation"),
};
#define SETTING_COUNT (sizeof settings / sizeof settings[0])

wn_status wn_planet_settings_init(wn_planet_settings *s, size_t size)
{
    if (!s || size != sizeof *s)
        return WN_ERROR_ARGUMENT;
    *s = (wn_planet_settings) {
        .size = sizeof *s,
        .variant = WN_PLANET_LIBNOISE,
        .circumference = 44236800,
        .min_elevation = -8192,
        .max_elevation = 8192,
        .continent_frequency = 1,
        .continent_lacunarity = 2.208984375,
        .mountain_lacunarity = 2.142578125,
        .hills_lacunarity = 2.162109375,
        .plains_lacunarity = 2.314453125,
        .badlands_lacunarity = 2.212890625,
        .mountains_twist = 1,
        .hills_twist = 1,
        .badlands_twist = 1,
        .sea_level = 0,
        .shelf_level = -0.375,
        .mountains_amount = 0.5,
        .hills_amount = NAN,
        .badlands_amount = 0.03125,
        .terrain_offset = 1,
        .mountain_glaciation = 1.375,
        .continent_height_scale = NAN,
        .river_depth = 0.0234375,
    };
    return WN_OK;
}

const wn_planet_setting *wn_planet_setting_at(size_t index)
{
    return index < SETTING_COUNT ? &settings[index].description : NULL;
}

static int is_seed(const struct setting *setting)
{
    return setting->offset == offsetof(wn_planet_settings, seed);
}

static double setting_value(const wn_planet_settings *s, const struct setting *setting)
{
    double value;
    if (is_seed(setting))
        return s->seed;
    memcpy(&value, (const char *)s + setting->offset, sizeof value);
    return value;
}

/* 1 if a value is within the setting's own limits; a NaN is none, but derives two of them. */
static int setting_allows(const struct setting *setting, double value)
{
    if (isnan(value))
        return setting->offset == offsetof(wn_planet_settings, hills_amount) ||
            setting->offset == offsetof(wn_planet_settings, continent_height_scale);
    return value >= setting->description.minimum && value <= setting->description.maximum &&
        (!is_seed(setting) || value == (double)(int32_t)value);
}

wn_status wn_planet_set(wn_planet_settings *s, const char *name, double value)
{
    if (!s || s->size != sizeof *s || !name)
        return WN_ERROR_ARGUMENT;
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        if (strcmp(name, settings[i].description.name) != 0)
            continue;
        if (!setting_allows(&settings[i], value))
            return WN_ERROR_PARAMETER;
        if (is_seed(&settings[i]))
            s->seed = (int32_t)value;
        else
            memcpy((char *)s + settings[i].offset, &value, sizeof value);
        return WN_OK;
    }
    return WN_ERROR_ARGUMENT;
}

static double derived_height_scale(const wn_planet_settings *s)
{
    return (1.0 - s->sea_level) / 4.0;
}

/* The step between the kinds of terrain of the sea floor and of the land. */
static double terrain_middle(const wn_planet_settings *s)
{
    return s->shelf_level + (s->sea_level / 2.0);
}

/* Copies settings and gives the derived ones their values. */
static wn_planet_settings resolved(const wn_planet_settings *given)
{
    wn_planet_settings s = *given;
    if (isnan(s.hills_amount))
        s.hills_amount = (1.0 + s.mountains_amount) / 2.0;
    if (isnan(s.continent_height_scale))
        s.continent_height_scale = derived_height_scale(&s);
    return s;
}

/* ---- Validation: all of it before the first module is added ---- */

struct message {
    char *text;
    size_t size;
};

#define FAIL(m, status, ...) (wn_message((m)->text, (m)->size, __VA_ARGS__), (status))

static wn_status check_own_limits(const wn_planet_settings *s, const struct message *m)
{
    for (size_t i = 0; i < SETTING_COUNT; i++) {
        const wn_planet_setting *d = &settings[i].description;
        double value = setting_value(s, &settings[i]);
        if (setting_allows(&settings[i], value))
            continue;
        if (d->minimum == -DBL_MAX)
            return FAIL(m, WN_ERROR_PARAMETER, "%s = %.9g: must be finite", d->name, value);
        if (d->maximum == DBL_MAX)
            return FAIL(m, WN_ERROR_PARAMETER, "%s = %.9g: must be %g or more, and finite", d->name,
                        value, d->minimum);
        return FAIL(m, WN_ERROR_PARAMETER, "%s = %.9g: must be from %g to %g", d->name, value,
                    d->minimum, d->maximum);
    }
    return WN_OK;
}

/* What libnoise asks of pairs of settings. */
static wn_status check_pairs(const wn_planet_settings *s, const struct message *m)
{
    if (!(s->min_elevation < s->max_elevation))
        return FAIL(m, WN_ERROR_PARAMETER,
                    "min_elevation = %.9g: must be less than max_elevation (%.9g)",
                    s->min_elevation, s->max_elevation);
    if (!isfinite(s->max_elevation - s->min_elevation))
        return FAIL(m, WN_ERROR_PARAMETER,
                    "max_elevation = %.9g: too far from min_elevation (%.9g)", s->max_elevation,
                    s->min_elevation);
    if (!(s->sea_level > s->shelf_level))
        return FAIL(m, WN_ERROR_PARAMETER,
                    "sea_level = %.9g: must be greater than shelf_level (%.9g)", s->sea_level,
                    s->shelf_level);
    if (!(s->mountains_amount < s->hills_amount))
        return FAIL(m, WN_ERROR_PARAMETER,
                    "mountains_amount = %.9g: must be less than hills_amount (%.9g)",
                    s->mountains_amount, s->hills_amount);
    return WN_OK;
}

/* What the modules ask beyond that: points that must differ, bounds in order, finite numbers. */
static wn_status check_modules(const wn_planet_settings *s, const struct message *m)
{
    double middle = terrain_middle(s);
    if (!(s->sea_level > -0.75))
        return FAIL(m, WN_ERROR_PARAMETER,
                    "sea_level = %.9g: must be greater than -0.75, where the shelves are cut off",
                    s->sea_level);
    if (s->shelf_level == -1.0 || s->shelf_level == -0.75)
        return FAIL(m, WN_ERROR_PARAMETER,
                    "shelf_level = %.9g: must not be -1 or -0.75, which are other terraces of the "
                    "sea floor",
                    s->shelf_level);
    if (middle == -1.0 || middle == 1.0)
        return FAIL(m, WN_ERROR_PARAMETER,
                    "shelf_level = %.9g: shelf_level + sea_level / 2 must not be -1 or 1 "
                    "(sea_level is %.9g)",
                    s->shelf_level, s->sea_level);
    if (1.0 - s->mountains_amount == 1.0)
        return FAIL(m, WN_ERROR_PARAMETER, "mountains_amount = %.9g: must be greater than 0",
                    s->mountains_amount);
    if (!(s->sea_level < s->continent_height_scale + s->sea_level)) {
        if (s->continent_height_scale == derived_height_scale(s))
            return FAIL(m, WN_ERROR_PARAMETER,
                        "sea_level = %.9g: must be less than 1, or continent_height_scale set",
                        s->sea_level);
        return FAIL(m, WN_ERROR_PARAMETER, "continent_height_scale = %.9g: must be greater than 0",
                    s->continent_height_scale);
    }
    if (!isfinite(s->continent_frequency * 839.0))
        return FAIL(m, WN_ERROR_PARAMETER, "continent_frequency = %.9g: too large",
                    s->continent_frequency);
    if (!isfinite((s->continent_frequency / 20.59375) * s->terrain_offset))
        return FAIL(m, WN_ERROR_PARAMETER,
                    "terrain_offset = %.9g: too large with continent_frequency = %.9g",
                    s->terrain_offset, s->continent_frequency);
    return WN_OK;
}

/* ---- Building ---- */

enum group {
    BASE_CONTINENT_DEF,
    CONTINENT_DEF,
    TERRAIN_TYPE_DEF,
    MOUNTAIN_BASE_DEF,
    MOUNTAINOUS_HIGH,
    MOUNTAINOUS_LOW,
    MOUNTAINOUS_TERRAIN,
    HILLY_TERRAIN,
    PLAINS_TERRAIN,
    BADLANDS_SAND,
    BADLANDS_CLIFFS,
    BADLANDS_TERRAIN,
    RIVER_POSITIONS,
    SCALED_MOUNTAINOUS_TERRAIN,
    SCALED_HILLY_TERRAIN,
    SCALED_PLAINS_TERRAIN,
    SCALED_BADLANDS_TERRAIN,
    CONTINENTAL_SHELF,
    BASE_CONTINENT_ELEV,
    CONTINENTS_WITH_PLAINS,
    CONTINENTS_WITH_HILLS,
    CONTINENTS_WITH_MOUNTAINS,
    CONTINENTS_WITH_BADLANDS,
    CONTINENTS_WITH_RIVERS,
    UNSCALED_FINAL_PLANET,
    FINAL_PLANET,
    GROUP_COUNT
};

struct build {
    wn_graph *graph;
    wn_planet_settings s;         /* resolved */
    int example;                  /* the variant */
    wn_module group[GROUP_COUNT]; /* the cache modules of the groups added so far */
};

/*
 * One helper per module type. A module that could not be added is WN_MODULE_NONE, which leaves a
 * slot of the next one open, and the graph keeps the error: so it is asked once, at the end.
 * No call takes two new modules as arguments: C leaves their order open, and the numbers of the
 * modules would depend on the compiler.
 */

static wn_module constant(struct build *b, double value)
{
    wn_constant_params p = { sizeof p, value };
    return wn_graph_add(b->graph, WN_CONSTANT, &p, NULL, 0);
}

static int32_t seed(const struct build *b, uint32_t offset)
{
    return (int32_t)((uint32_t)b->s.seed + offset);
}

static wn_module fractal(struct build *b, wn_type type, uint32_t seed_offset, double frequency,
                         double lacunarity, int32_t octaves, wn_quality quality)
{
    wn_fractal_params p = { .size = sizeof p,
                            .frequency = frequency,
                            .lacunarity = lacunarity,
                            .persistence = 0.5,
                            .octaves = octaves,
                            .quality = (int32_t)quality,
                            .seed = seed(b, seed_offset),
                            .range_reduction = 1 };
    return wn_graph_add(b->graph, type, &p, NULL, 0);
}

static wn_module perlin(struct build *b, uint32_t seed_offset, double frequency, double lacunarity,
                        int32_t octaves)
{
    return fractal(b, WN_PERLIN, seed_offset, frequency, lacunarity, octaves, WN_QUALITY_STD);
}

static wn_module billow(struct build *b, uint32_t seed_offset, double frequency, double lacunarity,
                        int32_t octaves)
{
    return fractal(b, WN_BILLOW, seed_offset, frequency, lacunarity, octaves, WN_QUALITY_BEST);
}

static wn_module ridged(struct build *b, uint32_t seed_offset, double frequency, double lacunarity,
                        int32_t octaves, wn_quality quality)
{
    wn_ridged_multi_params p = { .size = sizeof p,
                                 .frequency = frequency,
                                 .lacunarity = lacunarity,
                                 .octaves = octaves,
                                 .quality = (int32_t)quality,
                                 .seed = seed(b, seed_offset),
                                 .range_reduction = 1 };
    return wn_graph_add(b->graph, WN_RIDGED_MULTI, &p, NULL, 0);
}

static wn_module scale_bias(struct build *b, double scale, double bias, wn_module source)
{
    wn_scale_bias_params p = { sizeof p, scale, bias };
    return wn_graph_add(b->graph, WN_SCALE_BIAS, &p, &source, 1);
}

static wn_module clamp(struct build *b, double lower, double upper, wn_module source)
{
    wn_clamp_params p = { sizeof p, lower, upper };
    return wn_graph_add(b->graph, WN_CLAMP, &p, &source, 1);
}

static wn_module curve(struct build *b, const wn_control_point *points, size_t count,
                       wn_module source)
{
    wn_curve_params p = { sizeof p, points, count };
    return wn_graph_add(b->graph, WN_CURVE, &p, &source, 1);
}

static wn_module terrace(struct build *b, const double *points, size_t count, wn_module source)
{
    wn_terrace_params p = { sizeof p, points, count, 0 };
    return wn_graph_add(b->graph, WN_TERRACE, &p, &source, 1);
}

static wn_module exponent(struct build *b, double power, wn_module source)
{
    wn_exponent_params p = { sizeof p, power };
    return wn_graph_add(b->graph, WN_EXPONENT, &p, &source, 1);
}

static wn_module combine(struct build *b, wn_type type, wn_module source0, wn_module source1)
{
    wn_module sources[] = { source0, source1 };
    return wn_graph_add(b->graph, type, NULL, sources, 2);
}

static wn_module blend(struct build *b, wn_module source0, wn_module source1, wn_module control)
{
    wn_module sources[] = { source0, source1, control };
    return wn_graph_add(b->graph, WN_BLEND, NULL, sources, 3);
}

static wn_module select_by(struct build *b, double lower, double upper, double falloff,
                           wn_module source0, wn_module source1, wn_module control)
{
    wn_select_params p = { sizeof p, lower, upper, falloff };
    wn_module sources[] = { source0, source1, control };
    return wn_graph_add(b->graph, WN_SELECT, &p, sources, 3);
}

static wn_module turbulence(struct build *b, uint32_t seed_offset, double frequency, double power,
                            int32_t roughness, wn_module source)
{
    wn_turbulence_params p = { .size = sizeof p,
                               .frequency = frequency,
                               .power = power,
                               .roughness = roughness,
                               .seed = seed(b, seed_offset),
                               .range_reduction = 1 };
    return wn_graph_add(b->graph, WN_TURBULENCE, &p, &source, 1);
}

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* ---- Groups: continents ---- */

/* Land and sea in outline; a finer noise carves pieces out of it. */
static wn_module base_continent_def(struct build *b)
{
    double cf = b->s.continent_frequency, lacunarity = b->s.continent_lacunarity;
    double sea = b->s.sea_level;
    const wn_control_point points[] = {
        { -2.0 + sea, -1.625 + sea },  { -1.0 + sea, -1.375 + sea }, { 0.0 + sea, -0.375 + sea },
        { 0.0625 + sea, 0.125 + sea }, { 0.125 + sea, 0.25 + sea },  { 0.25 + sea, 1.0 + sea },
        { 0.5 + sea, 0.25 + sea },     { 0.75 + sea, 0.25 + sea },   { 1.0 + sea, 0.5 + sea },
        { 2.0 + sea, 0.5 + sea },
    };
    wn_module outline = curve(b, points, COUNT(points), perlin(b, 0, cf, lacunarity, 14));
    wn_module carver = scale_bias(b, 0.375, 0.625, perlin(b, 1, cf * 4.34375, lacunarity, 11));
    return clamp(b, -1.0, 1.0, combine(b, WN_MIN, carver, outline));
}

/* The same with ragged coasts: displaced coarse to fine, but only from just below the sea up. */
static wn_module continent_def(struct build *b)
{
    double cf = b->s.continent_frequency, sea = b->s.sea_level;
    wn_module base = b->group[BASE_CONTINENT_DEF];
    wn_module bent = turbulence(b, 10, cf * 15.25, cf / 113.75, b->example ? 12 : 13, base);
    bent = turbulence(b, 11, cf * 47.25, cf / 433.75, 12, bent);
    bent = turbulence(b, 12, cf * 95.25, cf / 1019.75, 11, bent);
    return select_by(b, sea - 0.0375, sea + 1000.0375, 0.0625, base, bent, base);
}

/* Where plains, hills and mountains lie: the higher the continent, the rougher. */
static wn_module terrain_type_def(struct build *b)
{
    double cf = b->s.continent_frequency;
    const double points[] = { -1.0, terrain_middle(&b->s), 1.0 };
    wn_module bent = turbulence(b, 20, cf * 18.125, (cf / 20.59375) * b->s.terrain_offset, 3,
                                b->group[CONTINENT_DEF]);
    return terrace(b, points, COUNT(points), bent);
}

/* ---- Groups: kinds of terrain, about -1 to 1 ---- */

/* Ridges, with valleys cut between them, bent. */
static wn_module mountain_base_def(struct build *b)
{
    double lacunarity = b->s.mountain_lacunarity, twist = b->s.mountains_twist;
    wn_module ridges = ridged(b, 30, 1723.0, lacunarity, 4, WN_QUALITY_STD);
    wn_module valleys = ridged(b, 31, 367.0, lacunarity, 1, WN_QUALITY_BEST);
    wn_module ground = constant(b, -1.0);
    ridges = scale_bias(b, 0.5, 0.375, ridges);
    valleys = scale_bias(b, -2.0, -0.5, valleys);
    wn_module bent = blend(b, ground, ridges, valleys);
    bent = turbulence(b, 32, 1337.0, (1.0 / 6730.0) * twist, 4, bent);
    return turbulence(b, 33, 21221.0, (1.0 / 120157.0) * twist, b->example ? 3 : 6, bent);
}

/* Detail of the high mountains: the greater of two ridged noises, so that ridges are many. */
static wn_module mountainous_high(struct build *b)
{
    double lacunarity = b->s.mountain_lacunarity;
    wn_module first = ridged(b, 40, 2371.0, lacunarity, 3, WN_QUALITY_BEST);
    wn_module second = ridged(b, 41, 2341.0, lacunarity, 3, WN_QUALITY_BEST);
    return turbulence(b, 42, 31511.0, (1.0 / 180371.0) * b->s.mountains_twist, 4,
                      combine(b, WN_MAX, first, second));
}

/* Detail of the low mountains: the product of two, so that high ground is rare. */
static wn_module mountainous_low(struct build *b)
{
    double lacunarity = b->s.mountain_lacunarity;
    wn_module first = ridged(b, 50, 1381.0, lacunarity, 8, WN_QUALITY_BEST);
    wn_module second = ridged(b, 51, 1427.0, lacunarity, 8, WN_QUALITY_BEST);
    return combine(b, WN_MULTIPLY, first, second);
}

/* Low detail in the valleys, high detail on the ridges; glaciers flatten the valleys. */
static wn_module mountainous_terrain(struct build *b)
{
    wn_module base = b->group[MOUNTAIN_BASE_DEF];
    wn_module low = scale_bias(b, 0.03125, -0.96875, b->group[MOUNTAINOUS_LOW]);
    wn_module high = scale_bias(b, 0.25, 0.25, b->group[MOUNTAINOUS_HIGH]);
    high = combine(b, WN_ADD, high, base);
    wn_module either = b->example ? select_by(b, -1.0, 1.0, 0.0, low, high, base)
                                  : select_by(b, -0.5, 999.5, 0.5, low, high, base);
    return exponent(b, b->s.mountain_glaciation, scale_bias(b, 0.8, 0.0, either));
}

/* Round hills with river valleys between them. */
static wn_module hilly_terrain(struct build *b)
{
    double lacunarity = b->s.hills_lacunarity, twist = b->s.hills_twist;
    wn_module hills = billow(b, 60, 1663.0, lacunarity, 6);
    wn_module valleys = ridged(b, 61, 367.5, lacunarity, 1, WN_QUALITY_BEST);
    wn_module ground = constant(b, -1.0);
    hills = scale_bias(b, 0.5, 0.5, hills);
    valleys = scale_bias(b, -2.0, -0.5, valleys);
    wn_module bent = scale_bias(b, 0.75, -0.25, blend(b, ground, valleys, hills));
    bent = exponent(b, 1.375, bent);
    bent = turbulence(b, 62, 1531.0, (1.0 / 16921.0) * twist, 4, bent);
    return turbulence(b, 63, 21617.0, (1.0 / 117529.0) * twist, 6, bent);
}

/* Nearly level: the product of two noises is mostly low. */
static wn_module plains_terrain(struct build *b)
{
    double lacunarity = b->s.plains_lacunarity;
    wn_module first = scale_bias(b, 0.5, 0.5, billow(b, 70, 1097.5, lacunarity, 8));
    wn_module second = scale_bias(b, 0.5, 0.5, billow(b, 71, 1319.5, lacunarity, 8));
    return scale_bias(b, 2.0, -1.0, combine(b, WN_MULTIPLY, first, second));
}

/* Dunes, with the grain of small cells. */
static wn_module badlands_sand(struct build *b)
{
    wn_voronoi_params cells = { .size = sizeof cells,
                                .frequency = 16183.25,
                                .displacement = 0.0,
                                .seed = seed(b, 81),
                                .distance = 1 };
    wn_module dunes = ridged(b, 80, 6163.5, b->s.badlands_lacunarity, 1, WN_QUALITY_BEST);
    wn_module grain = wn_graph_add(b->graph, WN_VORONOI, &cells, NULL, 0);
    dunes = scale_bias(b, 0.875, 0.0, dunes);
    grain = scale_bias(b, 0.25, 0.25, grain);
    return combine(b, WN_ADD, dunes, grain);
}

/* Mesas: the curve makes steep walls, the terraces steps in them, bending makes canyons. */
static wn_module badlands_cliffs(struct build *b)
{
    double twist = b->s.badlands_twist;
    const wn_control_point points[] = {
        { -2.0, -2.0 },   { -1.0, -1.25 }, { 0.0, -0.75 }, { 0.5, -0.25 },
        { 0.625, 0.875 }, { 0.75, 1.0 },   { 2.0, 1.25 },
    };
    const double steps[] = { -1.0, -0.875, -0.75, -0.5, 0.0, 1.0 };
    wn_module cliffs = perlin(b, 90, b->s.continent_frequency * 839.0, b->s.badlands_lacunarity, 6);
    cliffs = clamp(b, -999.125, 0.875, curve(b, points, COUNT(points), cliffs));
    cliffs = terrace(b, steps, COUNT(steps), cliffs);
    cliffs = turbulence(b, 91, 16111.0, (1.0 / 141539.0) * twist, 3, cliffs);
    return turbulence(b, 92, 36107.0, (1.0 / 211543.0) * twist, 3, cliffs);
}

/* Cliffs that rise from the sand. */
static wn_module badlands_terrain(struct build *b)
{
    wn_module sand = scale_bias(b, 0.25, -0.75, b->group[BADLANDS_SAND]);
    return combine(b, WN_MAX, b->group[BADLANDS_CLIFFS], sand);
}

/* Beds of large and small rivers: there the value is low. */
static wn_module river_positions(struct build *b)
{
    double lacunarity = b->s.continent_lacunarity;
    const wn_control_point large[] = {
        { -2.0, 2.0 }, { -1.0, 1.0 }, { -0.125, 0.875 },
        { 0.0, -1.0 }, { 1.0, -1.5 }, { 2.0, -2.0 },
    };
    const wn_control_point small[] = {
        { -2.0, 2.0 }, { -1.0, 1.5 }, { -0.125, 1.4375 }, { 0.0, 0.5 }, { 1.0, 0.25 }, { 2.0, 0.0 },
    };
    wn_module rivers = ridged(b, 100, 18.75, lacunarity, 1, WN_QUALITY_BEST);
    wn_module streams = ridged(b, 101, 43.25, lacunarity, 1, WN_QUALITY_BEST);
    rivers = curve(b, large, COUNT(large), rivers);
    streams = curve(b, small, COUNT(small), streams);
    return turbulence(b, 102, 9.25, 1.0 / 57.75, 6, combine(b, WN_MIN, rivers, streams));
}

/* ---- Groups: terrains in planetary units; how high mountains and hills are varies by place ----
 */

static wn_module scaled_mountainous_terrain(struct build *b)
{
    wn_module base = scale_bias(b, 0.125, 0.125, b->group[MOUNTAINOUS_TERRAIN]);
    wn_module height = exponent(b, 1.25, perlin(b, 110, 14.5, b->s.mountain_lacunarity, 6));
    return combine(b, WN_MULTIPLY, base, scale_bias(b, 0.25, 1.0, height));
}

static wn_module scaled_hilly_terrain(struct build *b)
{
    wn_module base = scale_bias(b, 0.0625, 0.0625, b->group[HILLY_TERRAIN]);
    wn_module height = exponent(b, 1.25, perlin(b, 120, 13.5, b->s.hills_lacunarity, 6));
    return combine(b, WN_MULTIPLY, base, scale_bias(b, 0.5, 1.5, height));
}

static wn_module scaled_plains_terrain(struct build *b)
{
    return scale_bias(b, 0.00390625, 0.0078125, b->group[PLAINS_TERRAIN]);
}

static wn_module scaled_badlands_terrain(struct build *b)
{
    return scale_bias(b, 0.0625, 0.0625, b->group[BADLANDS_TERRAIN]);
}

/* ---- Groups: the planet, from the sea floor up ---- */

/* The drop from the shelves to the deep sea, with trenches. The example swaps the two noises. */
static wn_module continental_shelf(struct build *b)
{
    const double points[] = { -1.0, -0.75, b->s.shelf_level, 1.0 };
    wn_module drop = terrace(b, points, COUNT(points), b->group[CONTINENT_DEF]);
    wn_module trenches = ridged(b, 130, b->s.continent_frequency * 4.375, b->s.continent_lacunarity,
                                16, WN_QUALITY_BEST);
    wn_module scaled = scale_bias(b, -0.125, -0.125, b->example ? drop : trenches);
    wn_module limited = clamp(b, -0.75, b->s.sea_level, b->example ? trenches : drop);
    return combine(b, WN_ADD, scaled, limited);
}

/* Continents without terrain, and the shelves around them. */
static wn_module base_continent_elev(struct build *b)
{
    wn_module continents = b->group[CONTINENT_DEF];
    wn_module scaled = scale_bias(b, b->s.continent_height_scale, 0.0, continents);
    return select_by(b, b->s.shelf_level - 1000.0, b->s.shelf_level, 0.03125, scaled,
                     b->group[CONTINENTAL_SHELF], continents);
}

static wn_module continents_with_plains(struct build *b)
{
    return combine(b, WN_ADD, b->group[BASE_CONTINENT_ELEV], b->group[SCALED_PLAINS_TERRAIN]);
}

static wn_module continents_with_hills(struct build *b)
{
    double amount = b->s.hills_amount;
    wn_module hills = combine(b, WN_ADD, b->group[BASE_CONTINENT_ELEV],
                              b->group[SCALED_HILLY_TERRAIN]);
    return select_by(b, 1.0 - amount, 1001.0 - amount, 0.25, b->group[CONTINENTS_WITH_PLAINS],
                     hills, b->group[TERRAIN_TYPE_DEF]);
}

/* Mountains, raised the more the higher their continent is. */
static wn_module continents_with_mountains(struct build *b)
{
    double amount = b->s.mountains_amount;
    const wn_control_point points[] = {
        { -1.0, -0.0625 },
        { 0.0, 0.0 },
        { 1.0 - amount, 0.0625 },
        { 1.0, 0.25 },
    };
    wn_module mountains = combine(b, WN_ADD, b->group[BASE_CONTINENT_ELEV],
                                  b->group[SCALED_MOUNTAINOUS_TERRAIN]);
    wn_module rise = curve(b, points, COUNT(points), b->group[CONTINENT_DEF]);
    mountains = combine(b, WN_ADD, mountains, rise);
    return select_by(b, 1.0 - amount, 1001.0 - amount, 0.25, b->group[CONTINENTS_WITH_HILLS],
                     mountains, b->group[TERRAIN_TYPE_DEF]);
}

/* Badlands in places of their own, where they are higher than what is there. */
static wn_module continents_with_badlands(struct build *b)
{
    double amount = b->s.badlands_amount;
    wn_module others = b->group[CONTINENTS_WITH_MOUNTAINS];
    wn_module badlands = combine(b, WN_ADD, b->group[BASE_CONTINENT_ELEV],
                                 b->group[SCALED_BADLANDS_TERRAIN]);
    wn_module places = perlin(b, 140, 16.5, b->s.continent_lacunarity, 2);
    wn_module placed = select_by(b, 1.0 - amount, 1001.0 - amount, 0.25, others, badlands, places);
    return combine(b, WN_MAX, others, placed);
}

/* Rivers, cut into land between the sea and what continents rise to. */
static wn_module continents_with_rivers(struct build *b)
{
    double sea = b->s.sea_level, height = b->s.continent_height_scale, depth = b->s.river_depth;
    wn_module land = b->group[CONTINENTS_WITH_BADLANDS];
    wn_module beds = scale_bias(b, depth / 2.0, -depth / 2.0, b->group[RIVER_POSITIONS]);
    wn_module cut = combine(b, WN_ADD, land, beds);
    return select_by(b, sea, height + sea, b->example ? sea : height - sea, land, cut, land);
}

static wn_module unscaled_final_planet(struct build *b)
{
    return b->group[CONTINENTS_WITH_RIVERS];
}

/* From planetary units to metres. */
static wn_module final_planet(struct build *b)
{
    double half = (b->s.max_elevation - b->s.min_elevation) / 2.0;
    return scale_bias(b, half, b->s.min_elevation + half, b->group[UNSCALED_FINAL_PLANET]);
}

/* Every group comes after those that it uses. */
static const struct {
    const char *name;
    wn_module (*add)(struct build *b);
} groups[GROUP_COUNT] = {
    [BASE_CONTINENT_DEF] = { "baseContinentDef", base_continent_def },
    [CONTINENT_DEF] = { "continentDef", continent_def },
    [TERRAIN_TYPE_DEF] = { "terrainTypeDef", terrain_type_def },
    [MOUNTAIN_BASE_DEF] = { "mountainBaseDef", mountain_base_def },
    [MOUNTAINOUS_HIGH] = { "mountainousHigh", mountainous_high },
    [MOUNTAINOUS_LOW] = { "mountainousLow", mountainous_low },
    [MOUNTAINOUS_TERRAIN] = { "mountainousTerrain", mountainous_terrain },
    [HILLY_TERRAIN] = { "hillyTerrain", hilly_terrain },
    [PLAINS_TERRAIN] = { "plainsTerrain", plains_terrain },
    [BADLANDS_SAND] = { "badlandsSand", badlands_sand },
    [BADLANDS_CLIFFS] = { "badlandsCliffs", badlands_cliffs },
    [BADLANDS_TERRAIN] = { "badlandsTerrain", badlands_terrain },
    [RIVER_POSITIONS] = { "riverPositions", river_positions },
    [SCALED_MOUNTAINOUS_TERRAIN] = { "scaledMountainousTerrain", scaled_mountainous_terrain },
    [SCALED_HILLY_TERRAIN] = { "scaledHillyTerrain", scaled_hilly_terrain },
    [SCALED_PLAINS_TERRAIN] = { "scaledPlainsTerrain", scaled_plains_terrain },
    [SCALED_BADLANDS_TERRAIN] = { "scaledBadlandsTerrain", scaled_badlands_terrain },
    [CONTINENTAL_SHELF] = { "continentalShelf", continental_shelf },
    [BASE_CONTINENT_ELEV] = { "baseContinentElev", base_continent_elev },
    [CONTINENTS_WITH_PLAINS] = { "continentsWithPlains", continents_with_plains },
    [CONTINENTS_WITH_HILLS] = { "continentsWithHills", continents_with_hills },
    [CONTINENTS_WITH_MOUNTAINS] = { "continentsWithMountains", continents_with_mountains },
    [CONTINENTS_WITH_BADLANDS] = { "continentsWithBadlands", continents_with_badlands },
    [CONTINENTS_WITH_RIVERS] = { "continentsWithRivers", continents_with_rivers },
    [UNSCALED_FINAL_PLANET] = { "unscaledFinalPlanet", unscaled_final_planet },
    [FINAL_PLANET] = { "finalPlanet", final_planet },
};

const char *wn_planet_group_at(size_t index)
{
    return index < GROUP_COUNT ? groups[index].name : NULL;
}

static wn_status check(const wn_graph *graph, const wn_planet_settings *given,
                       const struct message *m)
{
    if (given->size != sizeof *given)
        return FAIL(m, WN_ERROR_ARGUMENT, "the settings' size is not one that this library knows");
    if (given->variant != WN_PLANET_LIBNOISE && given->variant != WN_PLANET_EXAMPLE)
        return FAIL(m, WN_ERROR_ARGUMENT, "variant = %d: no such variant", (int)given->variant);
    if (wn_graph_status(graph) != WN_OK)
        return FAIL(m, wn_graph_status(graph), "the graph already has an error: %s",
                    wn_graph_message(graph));
    for (size_t i = 0; i < GROUP_COUNT; i++)
        if (wn_graph_find(graph, groups[i].name) != WN_MODULE_NONE)
            return FAIL(m, WN_ERROR_ARGUMENT, "the graph already has a module named %s",
                        groups[i].name);
    wn_status status = check_own_limits(given, m);
    wn_planet_settings s = resolved(given);
    if (status == WN_OK)
        status = check_pairs(&s, m);
    if (status == WN_OK)
        status = check_modules(&s, m);
    return status;
}

wn_status wn_planet_build(wn_graph *graph, const wn_planet_settings *given, char *text,
                          size_t text_size)
{
    struct message m = { text, text_size };
    wn_planet_settings defaults;
    wn_message(text, text_size, "%s", ""); /* so that a caller may always print it */
    if (!graph)
        return FAIL(&m, WN_ERROR_ARGUMENT, "the graph is NULL");
    wn_planet_settings_init(&defaults, sizeof defaults);
    if (!given)
        given = &defaults;
    wn_status status = check(graph, given, &m);
    if (status != WN_OK)
        return status;

    struct build b = { .graph = graph,
                       .s = resolved(given),
                       .example = given->variant == WN_PLANET_EXAMPLE };
    for (size_t i = 0; i < GROUP_COUNT; i++) {
        wn_module last = groups[i].add(&b);
        b.group[i] = wn_graph_add(graph, WN_CACHE, NULL, &last, 1);
        status = wn_graph_set_name(graph, b.group[i], groups[i].name);
        if (wn_graph_status(graph) != WN_OK)
            return FAIL(&m, wn_graph_status(graph), "%s: %s", groups[i].name,
                        wn_graph_message(graph));
        if (status != WN_OK)
            return FAIL(&m, status, "%s: %s", groups[i].name, wn_status_string(status));
    }
    return WN_OK;
}

size_t wn_planet_gradient(const wn_planet_settings *s, wn_gradient_point *points, size_t capacity)
{
    static const wn_gradient_point colours[] = {
        { -16384, 0, 0, 0, 255 },     { -256, 6, 58, 127, 255 },    { -1, 14, 112, 192, 255 },
        { 0, 70, 120, 60, 255 },      { 1024, 110, 140, 75, 255 },  { 2048, 160, 140, 111, 255 },
        { 3072, 184, 163, 141, 255 }, { 4096, 255, 255, 255, 255 }, { 6144, 128, 255, 255, 255 },
        { 16384, 0, 0, 255, 255 },
    };
    if (!s || s->size != sizeof *s || !points || capacity < COUNT(colours))
        return 0;
    double sea = (((s->sea_level + 1.0) / 2.0) * (s->max_elevation - s->min_elevation)) +
        s->min_elevation;
    for (size_t i = 0; i < COUNT(colours); i++) {
        points[i] = colours[i];
        points[i].position = colours[i].position + sea;
    }
    return COUNT(colours);
}
