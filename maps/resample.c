/* SPDX-License-Identifier: MIT */
/*
 * Maps and volumes in another size, by linear interpolation between the centres of samples.
 * Compiled once per precision. The formulas are those of SharpNoise's BilinearFilter and
 * TrilinearFilter, whose maps are float.
 */
#include "../include/widenoise/maps.h"
#include "../scalar/real.h"
#include "extent.h"

/* Columns whose places are found once for all rows. */
#define CHUNK 256

/* The place of a sample: between two of the source, of which one may be outside. */
struct place {
    size_t index[2]; /* outside: the nearest that is inside */
    int outside[2];
    real weight; /* of the second */
};

/* Sizes that a float cannot count give rough places, but never one beyond the edges. */
static struct place find(size_t i, size_t count, size_t source_count)
{
    const size_t last = source_count - 1;
    const real u = ((real)i + R(0.5)) * ((real)source_count / (real)count) - R(0.5);
    if (u < 0) /* by one half at most */
        return (struct place) { { 0, 0 }, { 1, 0 }, u + 1 };
    const size_t below = (size_t)u < last ? (size_t)u : last;
    const real weight = u - (real)below;
    return (struct place) { { below, below < last ? below + 1 : last },
                            { 0, below == last },
                            weight < 1 ? weight : 1 };
}

static real blend(real v0, real v1, real alpha)
{
    return (1 - alpha) * v0 + alpha * v1;
}

/* Samples outside, by their column or by what the caller knows, are the border's value or, with
 * NULL, the nearest inside. */
static real linear(const real *row, const struct place *x, int outside, const real *border)
{
    real v[2];
    for (int i = 0; i < 2; i++)
        v[i] = border && (outside || x->outside[i]) ? *border : row[x->index[i]];
    return blend(v[0], v[1], x->weight);
}

static real bilinear(const real *slice, size_t stride, const struct place *x, const struct place *y,
                     int outside, const real *border)
{
    real v[2];
    for (int i = 0; i < 2; i++)
        v[i] = linear(slice + y->index[i] * stride, x, outside || y->outside[i], border);
    return blend(v[0], v[1], y->weight);
}

static real trilinear(const real *source, size_t slice_stride, size_t row_stride,
                      const struct place *x, const struct place *y, const struct place *z,
                      const real *border)
{
    real v[2];
    for (int i = 0; i < 2; i++)
        v[i] = bilinear(source + z->index[i] * slice_stride, row_stride, x, y, z->outside[i],
                        border);
    return blend(v[0], v[1], z->weight);
}

/* Finds the places of a chunk of columns; returns how many there are. */
static size_t find_columns(struct place *x, size_t first, size_t columns, size_t source_columns)
{
    const size_t count = columns - first < CHUNK ? columns - first : CHUNK;
    for (size_t i = 0; i < count; i++)
        x[i] = find(first + i, columns, source_columns);
    return count;
}

wn_status WN_NAME(wn_resample_bilinear)(const real *border, size_t source_rows,
                                        size_t source_columns, const real *source,
                                        size_t source_stride, size_t rows, size_t columns,
                                        size_t first_row, size_t row_count, real *out,
                                        size_t stride)
{
    struct place x[CHUNK];
    if (!wn_extent_valid(source_rows, source_columns, source_stride, sizeof(real)) ||
        !wn_extent_valid(row_count, columns, stride, sizeof(real)) || first_row > rows ||
        row_count > rows - first_row)
        return WN_ERROR_ARGUMENT;
    if (row_count == 0 || columns == 0)
        return WN_OK;
    if (source_rows == 0 || source_columns == 0 || !source || !out)
        return WN_ERROR_ARGUMENT;
    for (size_t first = 0; first < columns; first += CHUNK) {
        const size_t count = find_columns(x, first, columns, source_columns);
        for (size_t row = 0; row < row_count; row++) {
            const struct place y = find(first_row + row, rows, source_rows);
            for (size_t i = 0; i < count; i++)
                out[row * stride + first + i] = bilinear(source, source_stride, &x[i], &y, 0,
                                                         border);
        }
    }
    return WN_OK;
}

/* 1 if a volume's slices do not run into each other and end within what an object can hold. */
static int volume_valid(size_t slices, const size_t *size, size_t slice_stride, size_t row_stride)
{
    if (!wn_extent_valid(size[1], size[2], row_stride, sizeof(real)))
        return 0;
    if (size[1] == 0 || size[2] == 0)
        return 1;
    return wn_extent_valid(slices, (size[1] - 1) * row_stride + size[2], slice_stride,
                           sizeof(real));
}

wn_status WN_NAME(wn_resample_trilinear)(const real *border, const size_t *source_size,
                                         const real *source, size_t source_slice_stride,
                                         size_t source_row_stride, const size_t *size,
                                         size_t first_slice, size_t slice_count, real *out,
                                         size_t slice_stride, size_t row_stride)
{
    struct place x[CHUNK];
    if (!source_size || !size || first_slice > size[0] || slice_count > size[0] - first_slice ||
        !volume_valid(source_size[0], source_size, source_slice_stride, source_row_stride) ||
        !volume_valid(slice_count, size, slice_stride, row_stride))
        return WN_ERROR_ARGUMENT;
    if (slice_count == 0 || size[1] == 0 || size[2] == 0)
        return WN_OK;
    if (source_size[0] == 0 || source_size[1] == 0 || source_size[2] == 0 || !source || !out)
        return WN_ERROR_ARGUMENT;
    for (size_t first = 0; first < size[2]; first += CHUNK) {
        const size_t count = find_columns(x, first, size[2], source_size[2]);
        for (size_t slice = 0; slice < slice_count; slice++) {
            const struct place z = find(first_slice + slice, size[0], source_size[0]);
            for (size_t row = 0; row < size[1]; row++) {
                const struct place y = find(row, size[1], source_size[1]);
                real *to = out + slice * slice_stride + row * row_stride + first;
                for (size_t i = 0; i < count; i++)
                    to[i] = trilinear(source, source_slice_stride, source_row_stride, &x[i], &y, &z,
                                      border);
            }
        }
    }
    return WN_OK;
}
