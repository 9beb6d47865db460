/* SPDX-License-Identifier: MIT */
/* Maps of a plan over the unit sphere and the unit cylinder, and points on them. */
#include "../scalar/math.h"
#include "chunk.h"

/* The columns of both are angles around the axis. */
static void set_angles(struct wn_chunk *c, const double *degrees)
{
    for (size_t i = 0; i < c->count; i++) {
        double radians = WN_DEG_TO_RAD * degrees[i];
        c->cosine[i] = wn_ref_cos_f64(radians);
        c->sine[i] = wn_ref_sin_f64(radians);
    }
}

static void set_latitude(struct wn_chunk *c, double latitude)
{
    double radians = WN_DEG_TO_RAD * latitude;
    double r = wn_ref_cos_f64(radians);
    double y = wn_ref_sin_f64(radians);
    for (size_t i = 0; i < c->count; i++) {
        c->x[i] = r * c->cosine[i];
        c->y[i] = y;
        c->z[i] = r * c->sine[i];
    }
}

static void set_height(struct wn_chunk *c, double height)
{
    for (size_t i = 0; i < c->count; i++) {
        c->x[i] = c->cosine[i];
        c->y[i] = height;
        c->z[i] = c->sine[i];
    }
}

static const struct wn_surface sphere = { set_angles, set_latitude };
static const struct wn_surface cylinder = { set_angles, set_height };

wn_status wn_map_sphere_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                            const double *latitudes, size_t columns, const double *longitudes,
                            double *const *out, size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, latitudes, longitudes };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return wn_surface_map(&sphere, &grid, &target);
}

wn_status wn_map_sphere_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                            const double *latitudes, size_t columns, const double *longitudes,
                            float *const *out, size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, latitudes, longitudes };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return wn_surface_map(&sphere, &grid, &target);
}

wn_status wn_map_cylinder_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                              const double *heights, size_t columns, const double *angles,
                              double *const *out, size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, heights, angles };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return wn_surface_map(&cylinder, &grid, &target);
}

wn_status wn_map_cylinder_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                              const double *heights, size_t columns, const double *angles,
                              float *const *out, size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, heights, angles };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return wn_surface_map(&cylinder, &grid, &target);
}

/* ---- Points, wherever they are ---- */

/* A point's coordinates are read before any of it is written: x, y, z may stand in their place. */
wn_status wn_sphere_points_f64(size_t n, const double *latitudes, const double *longitudes,
                               double *x, double *y, double *z)
{
    if (n > 0 && (!latitudes || !longitudes || !x || !y || !z))
        return WN_ERROR_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        double latitude = WN_DEG_TO_RAD * latitudes[i], longitude = WN_DEG_TO_RAD * longitudes[i];
        double r = wn_ref_cos_f64(latitude);
        x[i] = r * wn_ref_cos_f64(longitude);
        y[i] = wn_ref_sin_f64(latitude);
        z[i] = r * wn_ref_sin_f64(longitude);
    }
    return WN_OK;
}

wn_status wn_sphere_points_f32(size_t n, const double *latitudes, const double *longitudes,
                               float *x, float *y, float *z)
{
    if (n > 0 && (!latitudes || !longitudes || !x || !y || !z))
        return WN_ERROR_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        double point[3];
        wn_sphere_points_f64(1, &latitudes[i], &longitudes[i], &point[0], &point[1], &point[2]);
        x[i] = (float)point[0];
        y[i] = (float)point[1];
        z[i] = (float)point[2];
    }
    return WN_OK;
}

wn_status wn_cylinder_points_f64(size_t n, const double *angles, const double *heights, double *x,
                                 double *y, double *z)
{
    if (n > 0 && (!angles || !heights || !x || !y || !z))
        return WN_ERROR_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        double radians = WN_DEG_TO_RAD * angles[i], height = heights[i];
        x[i] = wn_ref_cos_f64(radians);
        y[i] = height;
        z[i] = wn_ref_sin_f64(radians);
    }
    return WN_OK;
}

wn_status wn_cylinder_points_f32(size_t n, const double *angles, const double *heights, float *x,
                                 float *y, float *z)
{
    if (n > 0 && (!angles || !heights || !x || !y || !z))
        return WN_ERROR_ARGUMENT;
    for (size_t i = 0; i < n; i++) {
        double point[3];
        wn_cylinder_points_f64(1, &angles[i], &heights[i], &point[0], &point[1], &point[2]);
        x[i] = (float)point[0];
        y[i] = (float)point[1];
        z[i] = (float)point[2];
    }
    return WN_OK;
}
