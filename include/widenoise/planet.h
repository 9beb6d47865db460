/* SPDX-License-Identifier: MIT */
/**
 * @file planet.h
 * The complex planet: a graph of 128 modules after libnoise's example of that name.
 */
#ifndef WIDENOISE_PLANET_H
#define WIDENOISE_PLANET_H

#include "core.h"
#include "graph.h"
#include "maps.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum wn_planet_variant {
    WN_PLANET_LIBNOISE = 0, /**< the graph of libnoise's complexplanet */
    WN_PLANET_EXAMPLE = 1,  /**< SharpNoise's example: five differences, see docs/planet.md */
} wn_planet_variant;

/**
 * Settings and their limits. Elevations in metres; levels in planetary units, -1 lowest, +1
 * highest. hills_amount and continent_height_scale depend on other settings unless they are set:
 * NaN, their initial value, means "derived". Besides the limits below, shelf_level + sea_level / 2
 * must not be -1 or 1, and products of settings must stay finite.
 */
typedef struct wn_planet_settings {
    size_t size;                 /**< sizeof this struct */
    int32_t variant;             /**< wn_planet_variant */
    int32_t seed;                /**< default 0 */
    double circumference;        /**< metres, >= 1; default 44236800 */
    double min_elevation;        /**< < max_elevation; default -8192 */
    double max_elevation;        /**< default 8192 */
    double continent_frequency;  /**< >= 1; default 1 */
    double continent_lacunarity; /**< 1 to 4, as all lacunarities; default 2.208984375 */
    double mountain_lacunarity;  /**< default 2.142578125 */
    double hills_lacunarity;     /**< default 2.162109375 */
    double plains_lacunarity;    /**< default 2.314453125 */
    double badlands_lacunarity;  /**< default 2.212890625 */
    double mountains_twist;      /**< >= 0, as all twists; default 1 */
    double hills_twist;          /**< default 1 */
    double badlands_twist;       /**< default 1 */
    double sea_level;           /**< above -0.75, at most 1 (below 1 while continent_height_scale is
                                     derived), > shelf_level; default 0 */
    double shelf_level;         /**< -1 to 1, not -1 or -0.75; default -0.375 */
    double mountains_amount;    /**< above 0, < hills_amount; default 0.5 */
    double hills_amount;        /**< 0 to 1; derived: (1 + mountains_amount) / 2 */
    double badlands_amount;     /**< 0 to 1; default 0.03125 */
    double terrain_offset;      /**< finite; default 1 */
    double mountain_glaciation; /**< >= 1; default 1.375 */
    double continent_height_scale; /**< > 0; derived: (1 - sea_level) / 4 */
    double river_depth;            /**< >= 0; default 0.0234375 */
} wn_planet_settings;

/** Fills the settings with their defaults. */
WN_API wn_status wn_planet_settings_init(wn_planet_settings *settings, size_t size);

/** A setting's description, for command lines and user interfaces. */
typedef struct wn_planet_setting {
    const char *name;        /**< as in the struct: "sea_level" */
    double minimum, maximum; /**< -DBL_MAX or DBL_MAX where there is none */
    const char *doc;
} wn_planet_setting;

/** Setting number index (all but variant, in the struct's order), NULL beyond the last. */
WN_API const wn_planet_setting *wn_planet_setting_at(size_t index);

/**
 * Sets a setting by name ("seed" included: an integral value).
 * @return WN_ERROR_ARGUMENT for an unknown name, WN_ERROR_PARAMETER outside its own range
 */
WN_API wn_status wn_planet_set(wn_planet_settings *settings, const char *name, double value);

/**
 * Adds the planet's modules to a graph. Each group's cache module carries the group's name
 * ("baseContinentDef" ... "unscaledFinalPlanet"), the last module "finalPlanet" (metres).
 * @param settings  NULL for the defaults
 * @param message   NULL, or where the error's text goes: it names the setting
 * @return WN_OK; WN_ERROR_PARAMETER, WN_ERROR_ARGUMENT (also if the graph has one of the names
 *         already) or the graph's own error, and then the graph is unchanged; WN_ERROR_MEMORY
 */
WN_API wn_status wn_planet_build(wn_graph *graph, const wn_planet_settings *settings, char *message,
                                 size_t message_size);

/** Name of group number index, NULL beyond the last. */
WN_API const char *wn_planet_group_at(size_t index);

/**
 * The planet's colours by elevation in metres (complexplanet's image stage): fills points[0..9].
 * @param capacity  at least 10
 * @return the number of points, 0 if capacity is too small or an argument is NULL
 */
WN_API size_t wn_planet_gradient(const wn_planet_settings *settings, wn_gradient_point *points,
                                 size_t capacity);

#ifdef __cplusplus
}
#endif
#endif
