/* SPDX-License-Identifier: MIT */
/* How far the rows of a map reach in memory. */
#ifndef WN_MAPS_EXTENT_H
#define WN_MAPS_EXTENT_H

#include <stddef.h>
#include <stdint.h>

/*
 * 1 if rows of `columns` elements, `stride` elements apart, do not run into each other and end
 * within what an object can hold; so row * stride + column may then be computed freely.
 */
static inline int wn_extent_valid(size_t rows, size_t columns, size_t stride, size_t element_size)
{
    size_t most = (size_t)PTRDIFF_MAX / element_size;
    if (stride < columns)
        return 0;
    if (rows == 0 || columns == 0)
        return 1;
    return columns <= most && rows - 1 <= (most - columns) / stride;
}

#endif
