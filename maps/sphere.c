/* SPDX-License-Identifier: MIT */
/* Maps of a plan over the unit sphere. */
#include "../include/widenoise/maps.h"
#include "../scalar/math.h"
#include "extent.h"

/* Columns that are evaluated together. */
#define CHUNK 256

/* Outputs of a plan that a map takes: their addresses lie on the stack. */
#define MAX_OUTPUTS 256

/* A piece of one row: the sines and cosines that its rows share, and its points. */
struct chunk {
    size_t columns;
    double cosine[CHUNK], sine[CHUNK]; /* of the longitudes */
    double x[CHUNK], y[CHUNK], z[CHUNK];
};

static void set_longitudes(struct chunk *c, const double *longitudes, size_t columns)
{
    c->columns = columns;
    for (size_t i = 0; i < columns; i++) {
        double radians = WN_DEG_TO_RAD * longitudes[i];
        c->cosine[i] = wn_ref_cos_f64(radians);
        c->sine[i] = wn_ref_sin_f64(radians);
    }
}

static void set_latitude(struct chunk *c, double latitude)
{
    double radians = WN_DEG_TO_RAD * latitude;
    double r = wn_ref_cos_f64(radians);
    double y = wn_ref_sin_f64(radians);
    for (size_t i = 0; i < c->columns; i++) {
        c->x[i] = r * c->cosine[i];
        c->y[i] = y;
        c->z[i] = r * c->sine[i];
    }
}

static wn_status check(const wn_plan *plan, const wn_workspace *workspace, wn_precision precision,
                       size_t element_size, size_t rows, const double *latitudes, size_t columns,
                       const double *longitudes, size_t stride)
{
    if (!plan || !workspace || (!latitudes && rows > 0) || (!longitudes && columns > 0))
        return WN_ERROR_ARGUMENT;
    if (wn_plan_precision(plan) != precision)
        return WN_ERROR_PRECISION;
    if (rows > WN_MAX_MAP_SIZE || columns > WN_MAX_MAP_SIZE || wn_plan_outputs(plan) > MAX_OUTPUTS)
        return WN_ERROR_LIMIT;
    return wn_extent_valid(rows, columns, stride, element_size) ? WN_OK : WN_ERROR_ARGUMENT;
}

wn_status wn_map_sphere_f64(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                            const double *latitudes, size_t columns, const double *longitudes,
                            double *const *out, size_t stride)
{
    struct chunk c;
    double *at[MAX_OUTPUTS];
    wn_status status = check(plan, workspace, WN_F64, sizeof(double), rows, latitudes, columns,
                             longitudes, stride);
    size_t outputs = status == WN_OK ? wn_plan_outputs(plan) : 0;
    for (size_t k = 0; k < outputs; k++)
        if (!out || !out[k])
            status = WN_ERROR_ARGUMENT;
    for (size_t first = 0; first < columns && status == WN_OK; first += CHUNK) {
        size_t left = columns - first;
        set_longitudes(&c, longitudes + first, left < CHUNK ? left : CHUNK);
        for (size_t row = 0; row < rows && status == WN_OK; row++) {
            set_latitude(&c, latitudes[row]);
            for (size_t k = 0; k < outputs; k++)
                at[k] = out[k] + row * stride + first;
            status = wn_plan_eval_f64(plan, workspace, c.columns, c.x, c.y, c.z, at);
        }
    }
    return status;
}

wn_status wn_map_sphere_f32(const wn_plan *plan, wn_workspace *workspace, size_t rows,
                            const double *latitudes, size_t columns, const double *longitudes,
                            float *const *out, size_t stride)
{
    struct chunk c;
    float x[CHUNK], y[CHUNK], z[CHUNK];
    float *at[MAX_OUTPUTS];
    wn_status status = check(plan, workspace, WN_F32, sizeof(float), rows, latitudes, columns,
                             longitudes, stride);
    size_t outputs = status == WN_OK ? wn_plan_outputs(plan) : 0;
    for (size_t k = 0; k < outputs; k++)
        if (!out || !out[k])
            status = WN_ERROR_ARGUMENT;
    for (size_t first = 0; first < columns && status == WN_OK; first += CHUNK) {
        size_t left = columns - first;
        set_longitudes(&c, longitudes + first, left < CHUNK ? left : CHUNK);
        for (size_t row = 0; row < rows && status == WN_OK; row++) {
            set_latitude(&c, latitudes[row]);
            for (size_t i = 0; i < c.columns; i++) {
                x[i] = (float)c.x[i];
                y[i] = (float)c.y[i];
                z[i] = (float)c.z[i];
            }
            for (size_t k = 0; k < outputs; k++)
                at[k] = out[k] + row * stride + first;
            status = wn_plan_eval_f32(plan, workspace, c.columns, x, y, z, at);
        }
    }
    return status;
}
