/* SPDX-License-Identifier: MIT */
/* A plan along a line: libnoise, model/line. */
#include "chunk.h"

wn_status wn_line_params_init(wn_line_params *params, size_t size)
{
    if (!params || size != sizeof *params)
        return WN_ERROR_ARGUMENT;
    *params = (wn_line_params) { .size = sizeof *params, .end = { 1, 1, 1 }, .attenuate = 1 };
    return WN_OK;
}

static double along(const wn_line_params *l, int axis, double position)
{
    return ((l->end[axis] - l->start[axis]) * position) + l->start[axis];
}

static double attenuated(double position, double value)
{
    return ((position * (1.0 - position)) * 4) * value;
}

static wn_status map_line(const wn_line_params *params, size_t n, const double *positions,
                          struct wn_target *t)
{
    struct wn_chunk c;
    wn_line_params line;
    wn_line_params_init(&line, sizeof line);
    if (params)
        line = *params;
    if (line.size != sizeof line || (n > 0 && !positions))
        return WN_ERROR_ARGUMENT;
    wn_status status = wn_target_check(t);
    if (status == WN_OK && line.attenuate != 0 && line.attenuate != 1)
        status = WN_ERROR_PARAMETER;
    for (size_t first = 0; first < n && status == WN_OK; first += WN_CHUNK) {
        const double *p = positions + first;
        c.count = n - first < WN_CHUNK ? n - first : WN_CHUNK;
        for (size_t i = 0; i < c.count; i++) {
            c.x[i] = along(&line, 0, p[i]);
            c.y[i] = along(&line, 1, p[i]);
            c.z[i] = along(&line, 2, p[i]);
        }
        status = wn_chunk_eval(&c, t, first);
        for (size_t k = 0; line.attenuate && status == WN_OK && k < t->outputs; k++)
            for (size_t i = 0; i < c.count; i++)
                if (t->wide)
                    t->wide[k][first + i] = attenuated(p[i], t->wide[k][first + i]);
                else
                    t->narrow[k][first + i] = (float)attenuated(p[i], t->narrow[k][first + i]);
    }
    return status;
}

wn_status wn_line_f64(const wn_plan *plan, wn_workspace *workspace, const wn_line_params *params,
                      size_t n, const double *positions, double *const *out)
{
    struct wn_target target = { plan, workspace, WN_F64, out, NULL, 0 };
    return map_line(params, n, positions, &target);
}

wn_status wn_line_f32(const wn_plan *plan, wn_workspace *workspace, const wn_line_params *params,
                      size_t n, const double *positions, float *const *out)
{
    struct wn_target target = { plan, workspace, WN_F32, NULL, out, 0 };
    return map_line(params, n, positions, &target);
}
