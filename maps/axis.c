/* SPDX-License-Identifier: MIT */
/* Coordinate axes of maps, with libnoise's rounding errors or without. */
#include "../include/widenoise/maps.h"

#include <math.h>

/* Steps as libnoise's builders do; each coordinate holds the errors of all before it, and so the
 * only way to the middle of the axis is to walk there. */
static void accumulated(double lower, double delta, size_t first, size_t count, double *out)
{
    double c = lower;
    for (size_t i = 0; i < first; i++)
        c += delta;
    for (size_t i = 0; i < count; i++) {
        out[i] = c;
        c += delta;
    }
}

static void even(double lower, double delta, size_t first, size_t count, double *out)
{
    for (size_t i = 0; i < count; i++)
        out[i] = lower + (double)(first + i) * delta;
}

wn_status wn_axis_f64(wn_axis kind, double lower, double upper, size_t total, size_t first,
                      size_t count, double *out)
{
    /* The distance of two finite bounds may overflow; no axis of finite steps lies between them. */
    double distance = upper - lower;
    if (!isfinite(lower) || !isfinite(upper) || !(lower < upper) || !isfinite(distance))
        return WN_ERROR_ARGUMENT;
    if (total == 0 || first > total || count > total - first || (count > 0 && !out))
        return WN_ERROR_ARGUMENT;
    double delta = distance / (double)total;
    switch (kind) {
    case WN_AXIS_ACCUMULATED:
        accumulated(lower, delta, first, count, out);
        return WN_OK;
    case WN_AXIS_EVEN:
        even(lower, delta, first, count, out);
        return WN_OK;
    }
    return WN_ERROR_ARGUMENT;
}
