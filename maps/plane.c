/* SPDX-License-Identifier: MIT */
/* Maps of a plan over the plane y = 0, and over boxes. */
#include "chunk.h"
#include "extent.h"

static void set_x(struct wn_chunk *c, const double *axis)
{
    for (size_t i = 0; i < c->count; i++)
        c->x[i] = axis[i];
}

static void set_plane_row(struct wn_chunk *c, double z, double slice)
{
    (void)slice;
    for (size_t i = 0; i < c->count; i++) {
        c->y[i] = 0;
        c->z[i] = z;
    }
}

static void set_volume_row(struct wn_chunk *c, double y, double z)
{
    for (size_t i = 0; i < c->count; i++) {
        c->y[i] = y;
        c->z[i] = z;
    }
}

static const struct wn_surface plane = { set_x, set_plane_row };
static const struct wn_surface slice = { set_x, set_volume_row };

wn_status wn_map_plane_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                           const double *zs, size_t columns, const double *xs, double *const *out,
                           size_t stride)
{
    struct wn_grid grid = { rows, columns, 0, stride, zs, xs, 0 };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return wn_surface_map(&plane, &grid, &target);
}

wn_status wn_map_plane_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                           const double *zs, size_t columns, const double *xs, float *const *out,
                           size_t stride)
{
    struct wn_grid grid = { rows, columns, 0, stride, zs, xs, 0 };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return wn_surface_map(&plane, &grid, &target);
}

/* ---- Volume ---- */

static wn_status map_volume(struct wn_grid *g, struct wn_target *t, size_t slices, const double *zs,
                            size_t slice_stride)
{
    size_t element_size = t->precision == WN_F64 ? sizeof(double) : sizeof(float);
    if (!zs && slices > 0)
        return WN_ERROR_ARGUMENT;
    wn_status status = wn_grid_check(g, t);
    if (status != WN_OK)
        return status;
    if (slices > WN_MAX_MAP_SIZE)
        return WN_ERROR_LIMIT;
    if (g->rows == 0 || g->columns == 0)
        return WN_OK;
    if (!wn_extent_valid(slices, (g->rows - 1) * g->stride + g->columns, slice_stride,
                         element_size))
        return WN_ERROR_ARGUMENT;
    if (slices > 0)
        status = wn_outputs_check(g, t);
    for (size_t i = 0; i < slices && status == WN_OK; i++) {
        g->offset = i * slice_stride;
        g->slice = zs[i];
        status = wn_surface_eval(&slice, g, t);
    }
    return status;
}

wn_status wn_map_volume_f64(const wn_plan *plan, wn_workspace *workspace, size_t slices,
                            const double *zs, size_t rows, const double *ys, size_t columns,
                            const double *xs, double *const *out, size_t slice_stride,
                            size_t row_stride)
{
    struct wn_grid grid = { rows, columns, 0, row_stride, ys, xs, 0 };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return map_volume(&grid, &target, slices, zs, slice_stride);
}

wn_status wn_map_volume_f32(const wn_plan *plan, wn_workspace *workspace, size_t slices,
                            const double *zs, size_t rows, const double *ys, size_t columns,
                            const double *xs, float *const *out, size_t slice_stride,
                            size_t row_stride)
{
    struct wn_grid grid = { rows, columns, 0, row_stride, ys, xs, 0 };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return map_volume(&grid, &target, slices, zs, slice_stride);
}
