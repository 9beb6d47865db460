/* SPDX-License-Identifier: MIT */
/**
 * @file grid.h
 * Evaluation over grids: one coordinate array for each axis instead of one for each point.
 *
 * A grid of count[0] * count[1] * ... points has the coordinates axis[0][i], axis[1][j], ... and
 * gives the same bits as its points would one by one, for most noises at a fraction of their cost. Axes
 * are any numbers in any order: ascending ones are fast, the others merely slower. Since the coordinates
 * are given and not computed from an origin and a step, chunks, sub-boxes and coarser levels of
 * detail sample exactly the same numbers.
 *
 * Results are stored x fastest: point (i, j, k, l) at
 * out[i + j * stride[1] + k * stride[2] + l * stride[3]], that is [l][k][j][i], or [z][y][x] in
 * three dimensions. A box within a larger array: point out at its first element and give the larger
 * array's strides.
 */
#ifndef WIDENOISE_GRID_H
#define WIDENOISE_GRID_H

#include "graph.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * A grid in f32. Axes beyond a type's inputs are ignored: WN_NOISE2 writes one plane, whatever
 * count[2] is. (A module that reads fewer of its inputs, such as WN_NOISE with axes = x, z, fills the
 * whole box.)
 * Zero the struct and set the size: strides that are 0 then are those of a dense array.
 */
typedef struct wn_grid_f32 {
    size_t size;          /**< sizeof this struct */
    size_t count[4];      /**< points along x, y, z, w; 0 along any: nothing is done */
    const float *axis[4]; /**< count[k] coordinates each; any alignment of the element type */
    size_t stride[4]; /**< in elements; stride[0] must be 0 or 1, and stride[k] at least as large
                               as the box of the axes before; 0: just as large */
} wn_grid_f32;

/** A grid in f64. */
typedef struct wn_grid_f64 {
    size_t size;
    size_t count[4];
    const double *axis[4];
    size_t stride[4];
} wn_grid_f64;

/**
 * Evaluates a primitive or module over a grid with the active tier: as wn_apply_f32() would at each
 * point, with wn_type_inputs() axes (at most four, so not displace) and wn_type_outputs() outputs,
 * all with the grid's strides. Elements between rows are left alone. All axes of the type's inputs
 * must be there, also those that the module does not read; these cost no more than copies.
 *
 * Nothing is allocated; any number of threads; up to 128 KiB of the stack. Outputs must share no element with each other (rows
 * of one may stand between rows of another), and no axis may lie anywhere between an output's first
 * and last element.
 * @return WN_OK; WN_ERROR_ARGUMENT (also for sizes that no memory holds), WN_ERROR_PARAMETER,
 *         WN_ERROR_LIMIT or WN_ERROR_OVERLAP, and nothing was written
 */
WN_API wn_status wn_apply_grid_f32(wn_type type, const void *params, const wn_grid_f32 *grid,
                                   float *const *out);
WN_API wn_status wn_apply_grid_f64(wn_type type, const void *params, const wn_grid_f64 *grid,
                                   double *const *out);

/**
 * Evaluates the plan's outputs over a grid of three axes, none of them NULL, in the plan's precision
 * (wn_plan_options; default f64). count[3], axis[3] and stride[3] are ignored. Results have the bits
 * of wn_plan_eval_f32() at the same points.
 *
 * A module whose value does not depend on an axis, since neither it nor its sources look at it, is
 * evaluated once for each line or plane; wn_plan_profile() tells how often. If some modules lack y
 * alone and others lack z alone, those that cost less in all are evaluated anew for each block, at
 * one row. Modules whose values are not needed are not evaluated. User modules are taken to depend
 * on all axes.
 *
 * Nothing is allocated; the stack is that of wn_apply_grid_f32() and of evaluation (WN_MAX_DEPTH)
 * together. A grid call empties the cache modules and leaves nothing in them. The workspace must not
 * be used by two threads at once; outputs as for wn_apply_grid_f32().
 * @return WN_OK, or WN_ERROR_ARGUMENT, WN_ERROR_PRECISION, WN_ERROR_WORKSPACE, WN_ERROR_OVERLAP and
 *         nothing was written
 */
WN_API wn_status wn_plan_grid_f32(const wn_plan *plan, wn_workspace *workspace,
                                  const wn_grid_f32 *grid, float *const *out);
WN_API wn_status wn_plan_grid_f64(const wn_plan *plan, wn_workspace *workspace,
                                  const wn_grid_f64 *grid, double *const *out);

#ifdef __cplusplus
}
#endif
#endif
