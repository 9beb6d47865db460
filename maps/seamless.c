/* SPDX-License-Identifier: MIT */
/* Maps of a plan over the plane y = 0 whose opposite edges fit: libnoise, noiseutils
 * NoiseMapBuilderPlane, seamless. */
#include "chunk.h"

#include <math.h>

/* Values on the stack: of all outputs at the four corners of a piece of a row. */
#define CORNER_VALUES 2048

static double blend(double v0, double v1, double alpha)
{
    return ((1.0 - alpha) * v0) + (alpha * v1);
}

/* Blends the corners' values (south-west, south-east, north-west, north-east, count of each). */
static double blend_corners(const double v[4], double east, double north)
{
    return blend(blend(v[0], v[1], east), blend(v[2], v[3], east), north);
}

/* Four points for each of count columns, corner by corner. */
static void set_corners(struct wn_chunk *c, size_t count, const double *xs, double z,
                        const double extent[2])
{
    c->count = 4 * count;
    for (size_t corner = 0; corner < 4; corner++)
        for (size_t i = 0; i < count; i++) {
            size_t at = corner * count + i;
            c->x[at] = corner & 1 ? xs[i] + extent[0] : xs[i];
            c->y[at] = 0;
            c->z[at] = corner & 2 ? z + extent[1] : z;
        }
}

/* The values of all outputs at the four corners, and how they are combined into one. */
struct corners {
    double wide[CORNER_VALUES];
    float narrow[CORNER_VALUES];
    double *wide_at[WN_MAX_MAP_OUTPUTS];
    float *narrow_at[WN_MAX_MAP_OUTPUTS];
    double east[WN_CHUNK / 4], north;
};

static void combine(const struct corners *s, const struct wn_target *t, size_t count, size_t offset)
{
    for (size_t k = 0; k < t->outputs; k++)
        for (size_t i = 0; i < count; i++) {
            double v[4];
            for (size_t corner = 0; corner < 4; corner++) {
                size_t at = (k * 4 + corner) * count + i;
                v[corner] = t->wide ? s->wide[at] : (double)s->narrow[at];
            }
            double value = blend_corners(v, s->east[i], s->north);
            if (t->wide)
                t->wide[k][offset + i] = value;
            else
                t->narrow[k][offset + i] = (float)value;
        }
}

/* The blend factors are 1 at the lower bounds, where the far corners alone count. */
static wn_status map_seamless(const struct wn_grid *g, struct wn_target *t, const double *bounds)
{
    struct wn_chunk c;
    struct corners s;
    wn_status status = bounds ? wn_grid_check(g, t) : WN_ERROR_ARGUMENT;
    if (status == WN_OK)
        status = wn_outputs_check(g, 1, 0, t);
    if (status != WN_OK)
        return status;
    double extent[2] = { bounds[1] - bounds[0], bounds[3] - bounds[2] };
    for (int i = 0; i < 2; i++)
        if (!isfinite(bounds[2 * i]) || !isfinite(extent[i]) || !(extent[i] > 0))
            return WN_ERROR_ARGUMENT;
    size_t most = CORNER_VALUES / (4 * t->outputs);
    most = most < WN_CHUNK / 4 ? most : WN_CHUNK / 4;
    struct wn_target corners = *t;
    corners.wide = t->wide ? s.wide_at : NULL;
    corners.narrow = t->wide ? NULL : s.narrow_at;
    for (size_t first = 0; first < g->columns; first += most) {
        size_t count = g->columns - first < most ? g->columns - first : most;
        for (size_t k = 0; k < t->outputs; k++) {
            s.wide_at[k] = s.wide + k * 4 * count;
            s.narrow_at[k] = s.narrow + k * 4 * count;
        }
        for (size_t i = 0; i < count; i++)
            s.east[i] = 1.0 - ((g->column_axis[first + i] - bounds[0]) / extent[0]);
        for (size_t row = 0; row < g->rows; row++) {
            double z = g->row_axis[row];
            s.north = 1.0 - ((z - bounds[2]) / extent[1]);
            set_corners(&c, count, g->column_axis + first, z, extent);
            status = wn_chunk_eval(&c, &corners, 0);
            if (status != WN_OK)
                return status;
            combine(&s, t, count, row * g->stride + first);
        }
    }
    return WN_OK;
}

wn_status wn_map_plane_seamless_f64(const wn_plan *plan, wn_workspace *workspace,
                                    const double *bounds, size_t rows, const double *zs,
                                    size_t columns, const double *xs, double *const *out,
                                    size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, zs, xs };
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return map_seamless(&grid, &target, bounds);
}

wn_status wn_map_plane_seamless_f32(const wn_plan *plan, wn_workspace *workspace,
                                    const double *bounds, size_t rows, const double *zs,
                                    size_t columns, const double *xs, float *const *out,
                                    size_t stride)
{
    struct wn_grid grid = { rows, columns, stride, zs, xs };
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return map_seamless(&grid, &target, bounds);
}
