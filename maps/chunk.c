/* SPDX-License-Identifier: MIT */
/* What all maps have in common: points are made and evaluated chunk by chunk, on the stack. */
#include "chunk.h"
#include "../graph/box.h"
#include "extent.h"

wn_status wn_target_check(struct wn_target *t)
{
    if (!t->plan || !t->workspace)
        return WN_ERROR_ARGUMENT;
    if (wn_plan_precision(t->plan) != t->precision)
        return WN_ERROR_PRECISION;
    t->outputs = wn_plan_outputs(t->plan);
    if (t->outputs > WN_MAX_MAP_OUTPUTS)
        return WN_ERROR_LIMIT;
    if (t->precision == WN_F64 ? !t->wide : !t->narrow)
        return WN_ERROR_ARGUMENT;
    for (size_t k = 0; k < t->outputs; k++)
        if (t->wide ? !t->wide[k] : !t->narrow[k])
            return WN_ERROR_ARGUMENT;
    return WN_OK;
}

wn_status wn_outputs_check(const struct wn_grid *g, size_t slices, size_t slice_stride,
                           const struct wn_target *t)
{
    const size_t element_size = t->precision == WN_F64 ? sizeof(double) : sizeof(float);
    const size_t count[3] = { g->columns, g->rows, slices };
    const size_t stride[3] = { 1, g->stride, slice_stride };
    if (g->rows == 0 || g->columns == 0 || slices == 0)
        return WN_OK;
    for (size_t k = 1; k < t->outputs; k++) {
        for (size_t j = 0; j < k; j++) {
            uintptr_t a = t->wide ? (uintptr_t)t->wide[k] : (uintptr_t)t->narrow[k];
            uintptr_t b = t->wide ? (uintptr_t)t->wide[j] : (uintptr_t)t->narrow[j];
            if (wn_boxes_meet(slices > 1 ? 3 : 2, count, stride, element_size,
                              a < b ? b - a : a - b))
                return WN_ERROR_OVERLAP;
        }
    }
    return WN_OK;
}

wn_status wn_grid_check(const struct wn_grid *g, struct wn_target *t)
{
    size_t element_size = t->precision == WN_F64 ? sizeof(double) : sizeof(float);
    if ((!g->row_axis && g->rows > 0) || (!g->column_axis && g->columns > 0))
        return WN_ERROR_ARGUMENT;
    wn_status status = wn_target_check(t);
    if (status != WN_OK)
        return status;
    if (g->rows > WN_MAX_MAP_SIZE || g->columns > WN_MAX_MAP_SIZE)
        return WN_ERROR_LIMIT;
    return wn_extent_valid(g->rows, g->columns, g->stride, element_size) ? WN_OK
                                                                         : WN_ERROR_ARGUMENT;
}

wn_status wn_chunk_eval(const struct wn_chunk *c, const struct wn_target *t, size_t offset)
{
    if (t->wide) {
        double *at[WN_MAX_MAP_OUTPUTS];
        for (size_t k = 0; k < t->outputs; k++)
            at[k] = t->wide[k] + offset;
        return wn_plan_eval_f64(t->plan, t->workspace, c->count, c->x, c->y, c->z, at);
    }
    float *at[WN_MAX_MAP_OUTPUTS], x[WN_CHUNK], y[WN_CHUNK], z[WN_CHUNK];
    for (size_t k = 0; k < t->outputs; k++)
        at[k] = t->narrow[k] + offset;
    for (size_t i = 0; i < c->count; i++) {
        x[i] = (float)c->x[i];
        y[i] = (float)c->y[i];
        z[i] = (float)c->z[i];
    }
    return wn_plan_eval_f32(t->plan, t->workspace, c->count, x, y, z, at);
}

/* Maps a grid that was checked. */
static wn_status map(const struct wn_surface *surface, const struct wn_grid *g,
                     const struct wn_target *t)
{
    struct wn_chunk c;
    for (size_t first = 0; first < g->columns; first += WN_CHUNK) {
        c.count = g->columns - first < WN_CHUNK ? g->columns - first : WN_CHUNK;
        surface->columns(&c, g->column_axis + first);
        for (size_t row = 0; row < g->rows; row++) {
            surface->row(&c, g->row_axis[row]);
            wn_status status = wn_chunk_eval(&c, t, row * g->stride + first);
            if (status != WN_OK)
                return status;
        }
    }
    return WN_OK;
}

wn_status wn_surface_map(const struct wn_surface *surface, const struct wn_grid *grid,
                         struct wn_target *target)
{
    wn_status status = wn_grid_check(grid, target);
    if (status == WN_OK)
        status = wn_outputs_check(grid, 1, 0, target);
    return status == WN_OK ? map(surface, grid, target) : status;
}
