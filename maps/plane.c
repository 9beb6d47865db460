/* SPDX-License-Identifier: MIT */
/* Maps of a plan over the plane y = 0, and over boxes: both are grids. */
#include "../include/widenoise/grid.h"
#include "chunk.h"
#include "extent.h"

/* A grid for wn_plan_grid_f64(), whatever the precision of its values. */
struct box {
    size_t count[3], stride[3];
    const double *axis[3];
};

static wn_status map_wide(const struct box *b, const struct wn_target *t)
{
    wn_grid_f64 grid = { .size = sizeof grid };
    for (int k = 0; k < 3; k++) {
        grid.count[k] = b->count[k];
        grid.axis[k] = b->axis[k];
        grid.stride[k] = b->stride[k];
    }
    return wn_plan_grid_f64(t->plan, t->workspace, &grid, t->wide);
}

/* The part of an axis from `first` on that fits. */
static void round_axis(const struct box *b, int axis, size_t first, wn_grid_f32 *grid,
                       float *narrow)
{
    const size_t rest = b->count[axis] - first, count = rest < WN_CHUNK ? rest : WN_CHUNK;
    for (size_t i = 0; i < count; i++)
        narrow[i] = (float)b->axis[axis][first + i];
    grid->axis[axis] = narrow;
    grid->count[axis] = count;
    grid->stride[axis] = b->stride[axis];
}

/* The rounded axes lie on the stack, in pieces. */
static wn_status map_narrow(const struct box *b, const struct wn_target *t)
{
    wn_grid_f32 grid = { .size = sizeof grid };
    float x[WN_CHUNK], y[WN_CHUNK], z[WN_CHUNK], *at[WN_MAX_MAP_OUTPUTS];
    for (size_t k = 0; k < b->count[2]; k += grid.count[2]) {
        round_axis(b, 2, k, &grid, z);
        for (size_t j = 0; j < b->count[1]; j += grid.count[1]) {
            round_axis(b, 1, j, &grid, y);
            for (size_t i = 0; i < b->count[0]; i += grid.count[0]) {
                round_axis(b, 0, i, &grid, x);
                for (size_t o = 0; o < t->outputs; o++)
                    at[o] = t->narrow[o] + k * b->stride[2] + j * b->stride[1] + i;
                wn_status status = wn_plan_grid_f32(t->plan, t->workspace, &grid, at);
                if (status != WN_OK)
                    return status;
            }
        }
    }
    return WN_OK;
}

static wn_status map_box(const struct box *b, const struct wn_target *t)
{
    return t->wide ? map_wide(b, t) : map_narrow(b, t);
}

/* ---- Plane ---- */

static wn_status map_plane(const struct wn_grid *g, struct wn_target *t)
{
    static const double y = 0;
    const struct box box = { { g->columns, 1, g->rows },
                             { 1, g->stride, g->stride },
                             { g->column_axis, &y, g->row_axis } };
    wn_status status = wn_grid_check(g, t);
    if (status == WN_OK)
        status = wn_outputs_check(g, 1, 0, t);
    return status == WN_OK ? map_box(&box, t) : status;
}

wn_status wn_map_plane_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                           const double *zs, size_t columns, const double *xs, double *const *out,
                           size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, zs, xs };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return map_plane(&grid, &target);
}

wn_status wn_map_plane_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                           const double *zs, size_t columns, const double *xs, float *const *out,
                           size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, zs, xs };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return map_plane(&grid, &target);
}

/* ---- Volume ---- */

static wn_status map_volume(const struct wn_grid *g, struct wn_target *t, size_t slices,
                            const double *zs, size_t slice_stride)
{
    const struct box box = { { g->columns, g->rows, slices },
                             { 1, g->stride, slice_stride },
                             { g->column_axis, g->row_axis, zs } };
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
    status = wn_outputs_check(g, slices, slice_stride, t);
    return status == WN_OK ? map_box(&box, t) : status;
}

wn_status wn_map_volume_f64(const wn_plan *plan, wn_workspace *workspace, size_t slices,
                            const double *zs, size_t rows, const double *ys, size_t columns,
                            const double *xs, double *const *out, size_t slice_stride,
                            size_t row_stride)
{
    struct wn_grid grid = { rows, columns, row_stride, ys, xs };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return map_volume(&grid, &target, slices, zs, slice_stride);
}

wn_status wn_map_volume_f32(const wn_plan *plan, wn_workspace *workspace, size_t slices,
                            const double *zs, size_t rows, const double *ys, size_t columns,
                            const double *xs, float *const *out, size_t slice_stride,
                            size_t row_stride)
{
    struct wn_grid grid = { rows, columns, row_stride, ys, xs };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return map_volume(&grid, &target, slices, zs, slice_stride);
}
