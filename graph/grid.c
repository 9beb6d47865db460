/* SPDX-License-Identifier: MIT */
/* Direct evaluation over grids, in the precision being compiled. */
#include "arrays.h"
#include "box.h"
#include "internal.h"

typedef struct WN_NAME(wn_box) box;

/* Points that are evaluated together where there is no grid kernel. */
#define BLOCK 256

wn_status WN_NAME(wn_grid_box)(const WN_NAME(wn_grid) * grid, uint32_t axes, real *const *out,
                               size_t out_count, struct WN_NAME(wn_box) * to)
{
    static const real nowhere = 0;
    const size_t most = (size_t)PTRDIFF_MAX / sizeof(real);
    size_t extent = 1; /* elements from the first to the last */
    *to = (box) { .count = { 0 } };
    if (!grid || grid->size != sizeof *grid)
        return WN_ERROR_ARGUMENT;
    for (uint32_t k = 0; k < axes; k++) {
        if (!grid->count[k])
            return WN_OK;
    }
    if (!out || grid->stride[0] > 1)
        return WN_ERROR_ARGUMENT;
    box b;
    for (uint32_t k = 0; k < 4; k++) {
        b.count[k] = k < axes ? grid->count[k] : 1;
        b.axis[k] = k < axes ? grid->axis[k] : &nowhere;
        b.stride[k] = k < axes && grid->stride[k] ? grid->stride[k] : extent;
        if (!b.axis[k] || b.stride[k] < extent || b.count[k] - 1 > (most - extent) / b.stride[k])
            return WN_ERROR_ARGUMENT;
        extent += (b.count[k] - 1) * b.stride[k];
    }
    for (size_t i = 0; i < out_count; i++) {
        if (!out[i])
            return WN_ERROR_ARGUMENT;
    }
    for (size_t i = 0; i < out_count; i++) {
        const uintptr_t first = (uintptr_t)out[i], end = first + extent * sizeof(real);
        for (uint32_t k = 0; k < axes; k++) {
            const uintptr_t axis = (uintptr_t)b.axis[k];
            if (axis < end && first < axis + b.count[k] * sizeof(real))
                return WN_ERROR_OVERLAP;
        }
        for (size_t j = 0; j < i; j++) {
            const uintptr_t other = (uintptr_t)out[j];
            if (wn_boxes_meet(4, b.count, b.stride, sizeof(real),
                              first < other ? other - first : first - other))
                return WN_ERROR_OVERLAP;
        }
    }
    *to = b;
    return WN_OK;
}

/* The offset of a point's value. */
static size_t offset(const box *b, const size_t point[4])
{
    return point[0] * b->stride[0] + point[1] * b->stride[1] + point[2] * b->stride[2] +
        point[3] * b->stride[3];
}

/* Evaluates blocks of rows one after another with the batch kernel: rows along y, or along the first
 * axis after it of more than one coordinate if y has one alone. */
WN_NOINLINE static void by_points(const struct wn_entry *entry, const void *prep, const box *b,
                                  real *const *out)
{
    WN_NAME(wn_kernel) *const kernel =
        wn_tier_active()->WN_PASTE(f, WN_REAL)->kernel[entry - wn_entries];
    real coordinates[4][BLOCK], values[WN_MAX_OUTPUTS][BLOCK];
    const real *const in[4] = { coordinates[0], coordinates[1], coordinates[2], coordinates[3] };
    uint32_t down = 1;
    while (down < 3 && b->count[down] == 1)
        down++;
    const uint32_t next = down == 1 ? 2 : 1, last = down == 3 ? 2 : 3;
    size_t at[4];
    for (at[last] = 0; at[last] < b->count[last]; at[last]++) {
        wn_fill_down(coordinates[last], &b->axis[last][at[last]], BLOCK, 1);
        for (at[next] = 0; at[next] < b->count[next]; at[next]++) {
            wn_fill_down(coordinates[next], &b->axis[next][at[next]], BLOCK, 1);
            size_t width, rows;
            for (at[0] = 0; at[0] < b->count[0]; at[0] += width) {
                const size_t right = b->count[0] - at[0];
                width = right < BLOCK ? right : BLOCK;
                const size_t most = BLOCK / width;
                wn_fill_across(coordinates[0], b->axis[0] + at[0], width, most);
                for (at[down] = 0; at[down] < b->count[down]; at[down] += rows) {
                    const size_t below = b->count[down] - at[down];
                    rows = below < most ? below : most;
                    wn_fill_down(coordinates[down], b->axis[down] + at[down], width, rows);
                    const size_t start = offset(b, at);
                    real *to[WN_MAX_OUTPUTS] = { NULL };
                    for (uint32_t k = 0; k < entry->outputs; k++)
                        to[k] = rows == 1 ? out[k] + start : values[k];
                    kernel(prep, width * rows, in, to);
                    for (uint32_t k = 0; rows > 1 && k < entry->outputs; k++) {
                        for (size_t j = 0; j < rows; j++)
                            memcpy(out[k] + start + j * b->stride[down], values[k] + j * width,
                                   width * sizeof(real));
                    }
                }
            }
        }
    }
}

/* Repeats the values of a box that has one coordinate along an axis `count` times along it. */
static void repeat(const box *b, uint32_t axis, size_t count, real *out)
{
    size_t at[4] = { 0 };
    for (at[3] = 0; at[3] < b->count[3]; at[3]++) {
        for (at[2] = 0; at[2] < b->count[2]; at[2]++) {
            for (at[1] = 0; at[1] < b->count[1]; at[1]++) {
                real *const row = out + offset(b, at);
                if (axis == 0)
                    wn_fill_down(row, &(const real) { row[0] }, count, 1);
                for (size_t i = 1; axis && i < count; i++)
                    memcpy(row + i * b->stride[axis], row, b->count[0] * sizeof(real));
            }
        }
    }
}

wn_status WN_NAME(wn_apply_grid)(wn_type type, const void *params, const WN_NAME(wn_grid) * grid,
                                 real *const *out)
{
    const struct wn_entry *entry = wn_entry_find(type);
    if (!entry || entry->inputs > 4)
        return WN_ERROR_ARGUMENT;
    struct wn_prepared prep;
    box whole;
    wn_status status = WN_NAME(wn_prepare)(entry, params, &prep);
    if (!status)
        status = WN_NAME(wn_grid_box)(grid, entry->inputs, out, entry->outputs, &whole);
    if (status || !whole.count[0])
        return status;
    box part = whole; /* once along the axes that it does not read */
    for (uint32_t k = 0; k < entry->inputs; k++) {
        if (!(prep.axes >> k & 1))
            part.count[k] = 1;
    }
    WN_NAME(wn_grid_kernel) *const kernel =
        wn_tier_active()->WN_PASTE(f, WN_REAL)->grid[entry - wn_entries];
    if (kernel)
        kernel(prep.bytes, &part, out);
    else
        by_points(entry, prep.bytes, &part, out);
    for (uint32_t k = 0; k < entry->inputs; k++) {
        if (part.count[k] == whole.count[k])
            continue;
        for (uint32_t i = 0; i < entry->outputs; i++)
            repeat(&part, k, whole.count[k], out[i]);
        part.count[k] = whole.count[k];
    }
    return WN_OK;
}
