/* SPDX-License-Identifier: MIT */
/*
 * Pictures of maps: a colour gradient, lit as a relief. libnoise, noiseutils RendererImage over a
 * white background, with the same roundings: channels are blended in float and truncated.
 */
#include "../include/widenoise/maps.h"
#include "../scalar/math.h"
#include "extent.h"

#include <math.h>

#define SQRT_2 0x1.6a09e667f3bcdp+0

static const wn_gradient_point grey[] = { { -1, 0, 0, 0, 255 }, { 1, 255, 255, 255, 255 } };

/* What the parameters come to for every sample. */
struct light {
    double flat;        /* intensity of a level surface */
    double east, north; /* change of it with the slope in both directions */
};

wn_status wn_render_params_init(wn_render_params *params, size_t size)
{
    if (!params || size != sizeof *params)
        return WN_ERROR_ARGUMENT;
    *params = (wn_render_params) { .size = sizeof *params,
                                   .azimuth = 45,
                                   .elevation = 45,
                                   .contrast = 1,
                                   .brightness = 1,
                                   .light_red = 255,
                                   .light_green = 255,
                                   .light_blue = 255,
                                   .light_alpha = 255 };
    return WN_OK;
}

static wn_status check_params(const wn_render_params *p)
{
    if (p->size != sizeof *p || (p->gradient && p->gradient_count < 2))
        return WN_ERROR_ARGUMENT;
    if (p->light < 0 || p->light > 1 || p->wrap < 0 || p->wrap > 1)
        return WN_ERROR_PARAMETER;
    if (!isfinite(p->azimuth) || !isfinite(p->elevation) || !isfinite(p->brightness) ||
        !isfinite(p->contrast) || !(p->contrast > 0))
        return WN_ERROR_PARAMETER;
    for (size_t i = 0; p->gradient && i < p->gradient_count; i++)
        if (!isfinite(p->gradient[i].position) ||
            (i > 0 && !(p->gradient[i - 1].position < p->gradient[i].position)))
            return WN_ERROR_PARAMETER;
    return WN_OK;
}

static struct light light_of(const wn_render_params *p)
{
    double sin_azimuth = wn_ref_sin_f64(p->azimuth * WN_DEG_TO_RAD);
    double cos_azimuth = wn_ref_cos_f64(p->azimuth * WN_DEG_TO_RAD);
    double sin_elevation = wn_ref_sin_f64(p->elevation * WN_DEG_TO_RAD);
    double cos_elevation = wn_ref_cos_f64(p->elevation * WN_DEG_TO_RAD);
    double flat = 1.0 * SQRT_2 * sin_elevation / 2.0;
    return (struct light) {
        .flat = flat,
        .east = (1.0 - flat) * p->contrast * SQRT_2 * cos_elevation * cos_azimuth,
        .north = (1.0 - flat) * p->contrast * SQRT_2 * cos_elevation * sin_azimuth,
    };
}

/* A neighbour of a sample; beyond the edge the opposite one or the sample itself. */
static size_t before(size_t i, size_t count, int32_t wrap)
{
    if (i > 0)
        return i - 1;
    return wrap ? count - 1 : i;
}

static size_t after(size_t i, size_t count, int32_t wrap)
{
    if (i + 1 < count)
        return i + 1;
    return wrap ? 0 : i;
}

static uint8_t blend_channel(uint8_t channel0, uint8_t channel1, float alpha)
{
    float c0 = (float)(channel0 / 255.0);
    float c1 = (float)(channel1 / 255.0);
    float blended = ((c1 * alpha) + (c0 * (1.0f - alpha))) * 255.0f;
    return (uint8_t)(blended < 255.0f ? blended : 255.0f);
}

/* NaN is below no point, and so has the last one's colour. */
static wn_gradient_point gradient_colour(const wn_gradient_point *points, size_t count,
                                         double position)
{
    size_t above = 0;
    while (above < count && !(position < points[above].position))
        above++;
    if (above == 0 || above == count)
        return points[above == 0 ? 0 : count - 1];
    const wn_gradient_point *p0 = &points[above - 1], *p1 = &points[above];
    float alpha = (float)((position - p0->position) / (p1->position - p0->position));
    return (wn_gradient_point) { .red = blend_channel(p0->red, p1->red, alpha),
                                 .green = blend_channel(p0->green, p1->green, alpha),
                                 .blue = blend_channel(p0->blue, p1->blue, alpha),
                                 .alpha = blend_channel(p0->alpha, p1->alpha, alpha) };
}

/* A channel of the gradient's colour over white, then lit; NaN (a relief of NaN) is black. */
static uint8_t shade(uint8_t source, double alpha, int32_t lit, double intensity, uint8_t light)
{
    double c = ((1.0 - alpha) * 1.0) + (alpha * (source / 255.0));
    if (lit)
        c *= intensity * light / 255.0;
    c = c > 0.0 ? c : 0.0;
    c = c < 1.0 ? c : 1.0;
    return (uint8_t)(c * 255.0);
}

static void render_row(const wn_render_params *p, const struct light *light, size_t columns,
                       const float *row, const float *below, const float *above, uint8_t *rgba)
{
    const wn_gradient_point *points = p->gradient ? p->gradient : grey;
    size_t count = p->gradient ? p->gradient_count : sizeof grey / sizeof grey[0];
    for (size_t i = 0; i < columns; i++, rgba += 4) {
        wn_gradient_point colour = gradient_colour(points, count, row[i]);
        double alpha = colour.alpha / 255.0;
        double intensity = 0;
        if (p->light) {
            double left = row[before(i, columns, p->wrap)];
            double right = row[after(i, columns, p->wrap)];
            double down = below[i], up = above[i];
            intensity = light->east * (left - right) + light->north * (down - up) + light->flat;
            intensity = (intensity < 0.0 ? 0.0 : intensity) * p->brightness;
        }
        rgba[0] = shade(colour.red, alpha, p->light, intensity, p->light_red);
        rgba[1] = shade(colour.green, alpha, p->light, intensity, p->light_green);
        rgba[2] = shade(colour.blue, alpha, p->light, intensity, p->light_blue);
        rgba[3] = 255; /* the greater of the colour's alpha and the white background's */
    }
}

wn_status wn_render_rows(const wn_render_params *params, size_t rows, size_t columns,
                         const float *map, size_t map_stride, size_t first_row, size_t row_count,
                         uint8_t *rgba, size_t rgba_stride)
{
    if (!params || first_row > rows || row_count > rows - first_row)
        return WN_ERROR_ARGUMENT;
    if (!wn_extent_valid(rows, columns, map_stride, sizeof(float)) || columns > SIZE_MAX / 4 ||
        !wn_extent_valid(row_count, columns * 4, rgba_stride, 1))
        return WN_ERROR_ARGUMENT;
    if (row_count > 0 && columns > 0 && (!map || !rgba))
        return WN_ERROR_ARGUMENT;
    wn_status status = check_params(params);
    if (status != WN_OK)
        return status;
    struct light light = light_of(params);
    if (columns == 0)
        row_count = 0; /* then map may be NULL, and no row of it can be named */
    for (size_t i = 0; i < row_count; i++) {
        size_t row = first_row + i;
        render_row(params, &light, columns, map + row * map_stride,
                   map + before(row, rows, params->wrap) * map_stride,
                   map + after(row, rows, params->wrap) * map_stride, rgba + i * rgba_stride);
    }
    return WN_OK;
}
