/* SPDX-License-Identifier: MIT */
/*
 * Pictures of maps: a colour gradient, lit as a relief, over a background; and normal maps.
 * libnoise, noiseutils RendererImage and RendererNormalMap, with the same roundings: channels are
 * blended in float and truncated.
 */
#include "../include/widenoise/maps.h"
#include "../scalar/math.h"
#include "../scalar/square_root.h"
#include "extent.h"

#include <math.h>

#define SQRT_2 0x1.6a09e667f3bcdp+0

static const wn_gradient_point grey[] = { { -1, 0, 0, 0, 255 }, { 1, 255, 255, 255, 255 } };
static const uint8_t white[] = { 255, 255, 255, 255 };

static const wn_gradient_point terrain[] = {
    { -1.00, 0, 0, 128, 255 },     { -0.20, 32, 64, 128, 255 },  { -0.04, 64, 96, 192, 255 },
    { -0.02, 192, 192, 128, 255 }, { 0.00, 0, 192, 0, 255 },     { 0.25, 192, 192, 0, 255 },
    { 0.50, 160, 96, 64, 255 },    { 0.75, 128, 255, 255, 255 }, { 1.00, 255, 255, 255, 255 },
};
#define TERRAIN_COUNT (sizeof terrain / sizeof terrain[0])

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

size_t wn_terrain_gradient(wn_gradient_point *points, size_t capacity)
{
    if (!points || capacity < TERRAIN_COUNT)
        return 0;
    for (size_t i = 0; i < TERRAIN_COUNT; i++)
        points[i] = terrain[i];
    return TERRAIN_COUNT;
}

static wn_status check_params(const wn_render_params *p)
{
    if (p->size != sizeof *p || (p->gradient && p->gradient_count < 2))
        return WN_ERROR_ARGUMENT;
    if (p->gradient && p->gradient_count > WN_MAX_POINTS)
        return WN_ERROR_LIMIT;
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

/* A channel of the gradient's colour over the background, then lit; NaN (a relief of NaN) is black.
 */
static uint8_t shade(uint8_t source, uint8_t background, double alpha, int32_t lit,
                     double intensity, uint8_t light)
{
    double c = ((1.0 - alpha) * (background / 255.0)) + (alpha * (source / 255.0));
    if (lit)
        c *= intensity * light / 255.0;
    c = c > 0.0 ? c : 0.0;
    c = c < 1.0 ? c : 1.0;
    return (uint8_t)(c * 255.0);
}

static void render_row(const wn_render_params *p, const struct light *light, size_t columns,
                       const float *row, const float *below, const float *above,
                       const uint8_t *background, uint8_t *rgba)
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
        const uint8_t *b = background ? background + 4 * i : white;
        rgba[0] = shade(colour.red, b[0], alpha, p->light, intensity, p->light_red);
        rgba[1] = shade(colour.green, b[1], alpha, p->light, intensity, p->light_green);
        rgba[2] = shade(colour.blue, b[2], alpha, p->light, intensity, p->light_blue);
        rgba[3] = colour.alpha > b[3] ? colour.alpha : b[3];
    }
}

/* What both kinds of pictures need to be true of their arrays. */
static wn_status check_arrays(size_t rows, size_t columns, const float *map, size_t map_stride,
                              size_t first_row, size_t row_count, const uint8_t *rgba,
                              size_t rgba_stride)
{
    if (first_row > rows || row_count > rows - first_row)
        return WN_ERROR_ARGUMENT;
    if (!wn_extent_valid(rows, columns, map_stride, sizeof(float)) || columns > SIZE_MAX / 4 ||
        !wn_extent_valid(row_count, columns * 4, rgba_stride, 1))
        return WN_ERROR_ARGUMENT;
    if (row_count > 0 && columns > 0 && (!map || !rgba))
        return WN_ERROR_ARGUMENT;
    return WN_OK;
}

wn_status wn_render_rows(const wn_render_params *params, size_t rows, size_t columns,
                         const float *map, size_t map_stride, size_t first_row, size_t row_count,
                         uint8_t *rgba, size_t rgba_stride)
{
    if (!params)
        return WN_ERROR_ARGUMENT;
    wn_status status = check_arrays(rows, columns, map, map_stride, first_row, row_count, rgba,
                                    rgba_stride);
    if (status == WN_OK)
        status = check_params(params);
    if (status != WN_OK)
        return status;
    const uint8_t *background = params->background;
    if (background && !wn_extent_valid(rows, columns * 4, params->background_stride, 1))
        return WN_ERROR_ARGUMENT;
    struct light light = light_of(params);
    if (columns == 0)
        row_count = 0; /* then map may be NULL, and no row of it can be named */
    for (size_t i = 0; i < row_count; i++) {
        size_t row = first_row + i;
        render_row(params, &light, columns, map + row * map_stride,
                   map + before(row, rows, params->wrap) * map_stride,
                   map + after(row, rows, params->wrap) * map_stride,
                   background ? background + row * params->background_stride : NULL,
                   rgba + i * rgba_stride);
    }
    return WN_OK;
}

/* ---- Normal maps ---- */

wn_status wn_normal_params_init(wn_normal_params *params, size_t size)
{
    if (!params || size != sizeof *params)
        return WN_ERROR_ARGUMENT;
    *params = (wn_normal_params) { .size = sizeof *params, .bump_height = 1 };
    return WN_OK;
}

/* A component of a normal, -1 to 1, as a byte; NaN (differences of infinities) as none. */
static uint8_t component(double v)
{
    return (uint8_t)(((v == v ? v : 0.0) + 1.0) * 127.5);
}

static void normal_row(const wn_normal_params *p, size_t columns, const float *row,
                       const float *above, uint8_t *rgba)
{
    for (size_t i = 0; i < columns; i++, rgba += 4) {
        double here = row[i] * p->bump_height;
        double right = row[after(i, columns, p->wrap)] * p->bump_height;
        double up = above[i] * p->bump_height;
        double east = here - right, north = here - up;
        double length = wn_square_root(((north * north) + (east * east)) + 1);
        rgba[0] = component(east / length);
        rgba[1] = component(north / length);
        rgba[2] = component(1.0 / length);
        rgba[3] = p->alpha;
    }
}

wn_status wn_render_normal_rows(const wn_normal_params *params, size_t rows, size_t columns,
                                const float *map, size_t map_stride, size_t first_row,
                                size_t row_count, uint8_t *rgba, size_t rgba_stride)
{
    wn_normal_params p;
    wn_normal_params_init(&p, sizeof p);
    if (params)
        p = *params;
    if (p.size != sizeof p)
        return WN_ERROR_ARGUMENT;
    wn_status status = check_arrays(rows, columns, map, map_stride, first_row, row_count, rgba,
                                    rgba_stride);
    if (status != WN_OK)
        return status;
    if (!isfinite(p.bump_height) || p.wrap < 0 || p.wrap > 1)
        return WN_ERROR_PARAMETER;
    if (columns == 0)
        row_count = 0;
    for (size_t i = 0; i < row_count; i++) {
        size_t row = first_row + i;
        normal_row(&p, columns, map + row * map_stride, map + after(row, rows, p.wrap) * map_stride,
                   rgba + i * rgba_stride);
    }
    return WN_OK;
}
