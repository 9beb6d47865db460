/* SPDX-License-Identifier: MIT */
/**
 * @file maps.h
 * Coordinate axes; maps of plans over planes, spheres, cylinders, boxes and lines; pictures of maps
 * and maps in other sizes. No file formats: see tools/.
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

/* ---- Maps. Rows and columns are the caller's axes, in double for both precisions:
 *
 *     out[k][row * stride + column] = output k of the plan at (row_axis[row], column_axis[column])
 *
 * Points are computed in double and, for an f32 plan, rounded to float. Any rectangle of a larger
 * map is the same bits as that part of the whole map: pass parts of the axes. Nothing is allocated;
 * maps of one plan may be computed by several threads, each with its workspace. stride, in elements
 * from one row to the next, is at least columns; outputs must overlap neither each other nor the
 * axes.
 *
 * They return WN_OK; or, before anything is written, WN_ERROR_ARGUMENT for NULL pointers and
 * strides that do not fit, WN_ERROR_PRECISION, WN_ERROR_LIMIT, WN_ERROR_WORKSPACE. ---- */

/** Most samples that a map has in one direction; its plan has at most 256 outputs. */
#define WN_MAX_MAP_SIZE ((size_t)1 << 31)

/** Over the plane y = 0: rows are z, columns are x (libnoise, model/plane). */
WN_API wn_status wn_map_plane_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                  const double *zs, size_t columns, const double *xs,
                                  double *const *out, size_t stride);
WN_API wn_status wn_map_plane_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                  const double *zs, size_t columns, const double *xs,
                                  float *const *out, size_t stride);

/**
 * Over the plane y = 0, so that opposite edges of the bounds fit together (libnoise, noiseutils
 * NoiseMapBuilderPlane): a blend of four values, at x and x + X, z and z + Z, where X and Z are the
 * extents of the bounds. Costs as much as four maps. For an f32 plan, its values are blended in
 * double.
 * @param bounds  lower x, upper x, lower z, upper z, of the whole map also for a part of it:
 * finite, lower < upper
 */
WN_API wn_status wn_map_plane_seamless_f64(const wn_plan *plan, wn_workspace *workspace,
                                           const double *bounds, size_t rows, const double *zs,
                                           size_t columns, const double *xs, double *const *out,
                                           size_t stride);
WN_API wn_status wn_map_plane_seamless_f32(const wn_plan *plan, wn_workspace *workspace,
                                           const double *bounds, size_t rows, const double *zs,
                                           size_t columns, const double *xs, float *const *out,
                                           size_t stride);

/**
 * Over the sphere of radius 1: rows are latitudes, columns are longitudes, in degrees. With
 * D = pi / 180: x = cos(D lat) cos(D lon), y = sin(D lat), z = cos(D lat) sin(D lon) (libnoise,
 * model/sphere and latlon.cpp).
 */
WN_API wn_status wn_map_sphere_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                   const double *latitudes, size_t columns,
                                   const double *longitudes, double *const *out, size_t stride);
WN_API wn_status wn_map_sphere_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                   const double *latitudes, size_t columns,
                                   const double *longitudes, float *const *out, size_t stride);

/**
 * Over the cylinder of radius 1 around the y axis: rows are heights, columns are angles in degrees.
 * x = cos(D angle), y = height, z = sin(D angle) (libnoise, model/cylinder).
 */
WN_API wn_status wn_map_cylinder_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                     const double *heights, size_t columns, const double *angles,
                                     double *const *out, size_t stride);
WN_API wn_status wn_map_cylinder_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                                     const double *heights, size_t columns, const double *angles,
                                     float *const *out, size_t stride);

/**
 * Over a box: out[k][slice * slice_stride + row * row_stride + column] = output k at (xs[column],
 * ys[row], zs[slice]). Any box of a larger volume is the same bits as that part of the whole.
 * @param slice_stride  elements from one slice to the next: no less than a slice takes
 */
WN_API wn_status wn_map_volume_f64(const wn_plan *plan, wn_workspace *workspace, size_t slices,
                                   const double *zs, size_t rows, const double *ys, size_t columns,
                                   const double *xs, double *const *out, size_t slice_stride,
                                   size_t row_stride);
WN_API wn_status wn_map_volume_f32(const wn_plan *plan, wn_workspace *workspace, size_t slices,
                                   const double *zs, size_t rows, const double *ys, size_t columns,
                                   const double *xs, float *const *out, size_t slice_stride,
                                   size_t row_stride);

/**
 * A line through space (libnoise, model/line). Defaults: from (0, 0, 0) to (1, 1, 1), attenuated.
 */
typedef struct wn_line_params {
    size_t size;             /**< sizeof this struct */
    double start[3], end[3]; /**< x, y, z */
    int32_t attenuate;       /**< 1: values are multiplied by 4 p (1 - p), 0 at both ends */
} wn_line_params;

WN_API wn_status wn_line_params_init(wn_line_params *params, size_t size);

/**
 * Evaluates a plan along a line: out[k][i] = output k at (end - start) * positions[i] + start;
 * position 0 is the start, 1 the end, and others are beyond. The outputs must not overlap the
 * positions.
 * @param params  NULL for the defaults
 */
WN_API wn_status wn_line_f64(const wn_plan *plan, wn_workspace *workspace,
                             const wn_line_params *params, size_t n, const double *positions,
                             double *const *out);
WN_API wn_status wn_line_f32(const wn_plan *plan, wn_workspace *workspace,
                             const wn_line_params *params, size_t n, const double *positions,
                             float *const *out);

/**
 * Points of the sphere and of the cylinder that lie on no grid, for wn_plan_eval_f64() and its
 * like: the coordinates that the maps evaluate at the same degrees, bit for bit. (A point (x, z) of
 * the plane is (x, 0, z).) In f64, x, y and z may be the arrays of degrees and heights.
 */
WN_API wn_status wn_sphere_points_f64(size_t n, const double *latitudes, const double *longitudes,
                                      double *x, double *y, double *z);
WN_API wn_status wn_sphere_points_f32(size_t n, const double *latitudes, const double *longitudes,
                                      float *x, float *y, float *z);
WN_API wn_status wn_cylinder_points_f64(size_t n, const double *angles, const double *heights,
                                        double *x, double *y, double *z);
WN_API wn_status wn_cylinder_points_f32(size_t n, const double *angles, const double *heights,
                                        float *x, float *y, float *z);

/* ---- Maps in another size ---- */

/**
 * Computes rows first_row .. first_row + row_count - 1 of a map in another size, by bilinear
 * interpolation (SharpNoise, BilinearFilter).
 *
 * Sample i of n lies at (i + 0.5) * (source samples / n) - 0.5 of the source, computed in the
 * precision of the values. out[(row - first_row) * stride + column] are the results. Growing a map
 * interpolates; shrinking one to less than half its size leaves samples out. Rows may be computed
 * by different threads; source and out must not overlap.
 * Neighbours with weight 0 count too: next to an infinite or NaN one a result is NaN.
 * @param border  the value of samples beyond the edges; NULL: that of the nearest sample
 * @return WN_OK; WN_ERROR_ARGUMENT for wrong strides and row numbers, NULL pointers, and a source
 *         without samples if there is something to compute
 */
WN_API wn_status wn_resample_bilinear_f64(const double *border, size_t source_rows,
                                          size_t source_columns, const double *source,
                                          size_t source_stride, size_t rows, size_t columns,
                                          size_t first_row, size_t row_count, double *out,
                                          size_t stride);
WN_API wn_status wn_resample_bilinear_f32(const float *border, size_t source_rows,
                                          size_t source_columns, const float *source,
                                          size_t source_stride, size_t rows, size_t columns,
                                          size_t first_row, size_t row_count, float *out,
                                          size_t stride);

/**
 * The same for volumes: slices first_slice .. first_slice + slice_count - 1.
 * @param source_size, size  slices, rows and columns
 */
WN_API wn_status wn_resample_trilinear_f64(const double *border, const size_t *source_size,
                                           const double *source, size_t source_slice_stride,
                                           size_t source_row_stride, const size_t *size,
                                           size_t first_slice, size_t slice_count, double *out,
                                           size_t slice_stride, size_t row_stride);
WN_API wn_status wn_resample_trilinear_f32(const float *border, const size_t *source_size,
                                           const float *source, size_t source_slice_stride,
                                           size_t source_row_stride, const size_t *size,
                                           size_t first_slice, size_t slice_count, float *out,
                                           size_t slice_stride, size_t row_stride);

/* ---- Pictures ---- */

/** A colour of a gradient, at a value of the map. */
typedef struct wn_gradient_point {
    double position;
    uint8_t red, green, blue, alpha;
} wn_gradient_point;

/**
 * libnoise's gradient for terrain, deep water at -1 to snow at +1: fills points[0..8].
 * @param capacity  at least 9
 * @return the number of points, 0 if capacity is too small or points is NULL
 */
WN_API size_t wn_terrain_gradient(wn_gradient_point *points, size_t capacity);

/**
 * How a map becomes a picture (libnoise, noiseutils RendererImage). Defaults: grey from -1 (black)
 * to +1 (white), no light, no wrap; azimuth 45, elevation 45, contrast 1, brightness 1, white
 * light; background all white.
 */
typedef struct wn_render_params {
    size_t size;                       /**< sizeof this struct */
    const wn_gradient_point *gradient; /**< sorted by position, positions differ; NULL: grey */
    size_t gradient_count;             /**< 2 to WN_MAX_POINTS unless gradient is NULL */
    int32_t light;                     /**< 1: light the map as a relief */
    int32_t wrap;                      /**< 1: opposite edges are neighbours */
    double azimuth, elevation;         /**< of the light, degrees */
    double contrast;                   /**< > 0 */
    double brightness;                 /**< finite */
    uint8_t light_red, light_green, light_blue, light_alpha;
    const uint8_t
        *background;          /**< RGBA, as many rows and columns as the map; NULL: white, opaque */
    size_t background_stride; /**< bytes from one row to the next, >= 4 * columns */
} wn_render_params;

WN_API wn_status wn_render_params_init(wn_render_params *params, size_t size);

/**
 * Renders rows first_row .. first_row + row_count - 1 of a map into RGBA bytes.
 *
 * map[row * map_stride + column] is the whole map (the light looks at the neighbours of a sample),
 * row 0 south. rgba[(row - first_row) * rgba_stride + column * 4] are the bytes, in the same order
 * of rows. NaN and values beyond the gradient take the end colours. Colours that are not opaque let
 * the background through; it is lit as they are, and its alpha counts where it is greater. Reads
 * nothing outside the map, also for maps one sample wide or high. Row ranges may be rendered by
 * different threads, also onto the background itself.
 * @param rgba_stride  bytes from one row to the next, >= 4 * columns
 */
WN_API wn_status wn_render_rows(const wn_render_params *params, size_t rows, size_t columns,
                                const float *map, size_t map_stride, size_t first_row,
                                size_t row_count, uint8_t *rgba, size_t rgba_stride);

/** How a map becomes a normal map (libnoise, noiseutils RendererNormalMap). */
typedef struct wn_normal_params {
    size_t size;        /**< sizeof this struct */
    double bump_height; /**< height of 1 in samples; finite; default 1 */
    int32_t wrap;       /**< 1: opposite edges are neighbours; default 0 */
    uint8_t alpha;      /**< alpha of all pixels; default 0, as libnoise has it */
} wn_normal_params;

WN_API wn_status wn_normal_params_init(wn_normal_params *params, size_t size);

/**
 * Renders rows of a map into RGBA bytes, as wn_render_rows() does, with the normal in place of a
 * colour: red, green and blue are its x (east), y (north) and z (up), 0 for -1 and 255 for 1.
 * Samples whose slope is not a number are taken as level in that direction.
 * @param params  NULL for the defaults
 */
WN_API wn_status wn_render_normal_rows(const wn_normal_params *params, size_t rows, size_t columns,
                                       const float *map, size_t map_stride, size_t first_row,
                                       size_t row_count, uint8_t *rgba, size_t rgba_stride);

#ifdef __cplusplus
}
#endif
#endif
