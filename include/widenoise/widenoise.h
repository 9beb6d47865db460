/* SPDX-License-Identifier: MIT */
/**
 * @file widenoise.h
 * The one header to include: bulk noise generation over arrays of coordinates.
 *
 * Coordinates are structure-of-arrays: x[n], y[n], z[n] in, out[n] out. Everything exists for
 * double (`_f64`) and float (`_f32`), and every function returns the same bits on every
 * instruction set, compiler, thread count and split of the arrays. NaN results are NaN everywhere,
 * but their sign and payload are not promised. The caller's floating-point environment must be the
 * default one (round to nearest, no flush to zero).
 *
 * Five ways in, from the smallest to the largest:
 *  - wn_perlin_f64() and its like (modules.h): one noise over arrays, straight on your buffers;
 *  - wn_apply_f64() (modules.h): any module over arrays, by type;
 *  - wn_apply_grid_f64() and wn_plan_grid_f64() (grid.h): the same, and plans, over grids, at lower cost;
 *  - a graph of modules compiled to a plan (graph.h): wn_graph_add(), wn_plan_create(),
 *    wn_plan_eval_f64();
 *  - maps and pictures of a plan (maps.h), and the complex planet (planet.h).
 *
 * The library never prints, never aborts, never starts a thread. All functions are safe to call
 * from any thread unless their comment says otherwise.
 */
#ifndef WIDENOISE_WIDENOISE_H
#define WIDENOISE_WIDENOISE_H

#include "core.h"
#include "graph.h"
#include "grid.h"
#include "maps.h"
#include "modules.h"
#include "noise.h"
#include "planet.h"
#include "sm_noise.h"

#endif
