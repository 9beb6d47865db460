/* SPDX-License-Identifier: MIT */
/**
 * @file maps.h
 * Coordinate axes, maps of plans, and pictures of maps. No file formats: see tools/.
 */
#ifndef WIDENOISE_MAPS_H
#define WIDENOISE_MAPS_H

#include "core.h"
#include "graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How the coordinates of a map's axis are laid out between its bounds. */
typedef enum wn_axis {
    WN_AXIS_ACCUMULATED = 0, /**< libnoise's builders: c[0] = lower, c[i + 1] = c[i] + delta */
    WN_AXIS_EVEN = 1,        /**< c[i] = lower + i * delta: no error accumulates */
} wn_axis;

/**
 * Coordinates first .. first + count - 1 of an axis of total samples: delta = (upper - lower) /
 * total, so that the upper bound is not sampled (libnoise, noiseutils builders). Any part of an
 * axis has the same bits as the same part of the whole.
 * @return WN_ERROR_ARGUMENT if total is 0, first + count exceeds it, or the bounds or their
 * distance are not finite with lower < upper
 */
WN_API wn_status wn_axis_f64(wn_axis kind, double lower, double upper, size_t total, size_t first,
                             size_t count, double *out);

/** Most samples that wn_map_sphere_f64() takes in one direction; it takes at most 256 outputs. */
#define WN_MAX_MAP_SIZE ((size_t)1 << 31)

/**
 * Evaluates a plan on a sphere of radius 1 over a grid of latitudes and longitudes in degrees.
 *
 * With D = pi / 180: x = cos(D lat) cos(D lon), y = sin(D lat), z = cos(D lat) sin(D lon)
 * (libnoise, model/sphere and latlon.cpp), computed in double and, for an f32 plan, rounded to
 * float. out[k][row * stride + column] = output k at (latitudes[row], longitudes[column]).
 * Any rectangle of a larger map is the same bits as that part of the whole map: pass parts of the
 * axes. Allocates nothing. The output must not overlap the axes.
 * @param stride  elements from one row to the next, >= columns
 */
WN_API wn_status wn_map_sphere_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                   const double *latitudes, size_t columns,
                                   const double *longitudes, double *const *out, size_t stride);
WN_API wn_status wn_map_sphere_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                   const double *latitudes, size_t columns,
                                   const double *longitudes, float *const *out, size_t stride);

/** A colour of a gradient, at a value of the map. */
typedef struct wn_gradient_point {
    double position;
    uint8_t red, green, blue, alpha;
} wn_gradient_point;

/**
 * How a map becomes a picture (libnoise, noiseutils RendererImage). Defaults: grey from -1 (black)
 * to +1 (white), no light, no wrap; azimuth 45, elevation 45, contrast 1, brightness 1, white
 * light.
 */
typedef struct wn_render_params {
    size_t size;                       /**< sizeof this struct */
    const wn_gradient_point *gradient; /**< sorted by position, positions differ; NULL: grey */
    size_t gradient_count;             /**< at least 2 unless gradient is NULL */
    int32_t light;                     /**< 1: light the map as a relief */
    int32_t wrap;                      /**< 1: opposite edges are neighbours */
    double azimuth, elevation;         /**< of the light, degrees */
    double contrast;                   /**< > 0 */
    double brightness;                 /**< finite */
    uint8_t light_red, light_green, light_blue, light_alpha;
} wn_render_params;

WN_API wn_status wn_render_params_init(wn_render_params *params, size_t size);

/**
 * Renders rows first_row .. first_row + row_count - 1 of a map into RGBA bytes.
 *
 * map[row * map_stride + column] is the whole map (the light looks at the neighbours of a sample),
 * row 0 south. rgba[(row - first_row) * rgba_stride + column * 4] are the bytes, in the same order
 * of rows. NaN and values beyond the gradient take the end colours. Reads nothing outside the map,
 * also for maps one sample wide or high. Row ranges may be rendered by different threads.
 * @param rgba_stride  bytes from one row to the next, >= 4 * columns
 */
WN_API wn_status wn_render_rows(const wn_render_params *params, size_t rows, size_t columns,
                                const float *map, size_t map_stride, size_t first_row,
                                size_t row_count, uint8_t *rgba, size_t rgba_stride);

#ifdef __cplusplus
}
#endif
#endif
