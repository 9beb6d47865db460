/* SPDX-License-Identifier: MIT */
/* Boxes of elements within larger arrays. */
#ifndef WN_GRAPH_BOX_H
#define WN_GRAPH_BOX_H

#include <stddef.h>
#include <stdint.h>

/*
 * 1 if two boxes of the same shape share memory; distance: between their first elements, in bytes.
 * The elements of each box are apart: stride[k] is no less than the extent of the axes before k.
 * So the distance is that of some steps along the last axis, rounded down or up, and of a rest
 * within the other axes: rows of one box may stand between the rows of the other.
 */
static inline int wn_boxes_meet(int axes, const size_t *count, const size_t *stride,
                                size_t element_size, uintptr_t distance)
{
    if (axes == 1)
        return distance < count[0] * element_size;
    if (count[axes - 1] == 1) /* its stride is of no meaning, and may be any number */
        return wn_boxes_meet(axes - 1, count, stride, element_size, distance);
    const size_t step = stride[axes - 1] * element_size, steps = count[axes - 1] - 1;
    const uintptr_t quotient = distance / step, rest = distance % step;
    return (quotient <= steps && wn_boxes_meet(axes - 1, count, stride, element_size, rest)) ||
        (quotient < steps && wn_boxes_meet(axes - 1, count, stride, element_size, step - rest));
}

#endif
