/* SPDX-License-Identifier: MIT */
/* The values of a plan over a grid, computed box by box by several threads. */
#ifndef WN_TOOLS_GRID_H
#define WN_TOOLS_GRID_H

#include "progress.h"

#include <widenoise/widenoise.h>

#include <stddef.h>

struct grid {
    const wn_plan *plan;
    size_t size[3];      /* points along x, y and z */
    const void *axis[3]; /* their coordinates, floats or doubles as the plan has them */
    int threads;
};

/* Fills an array of the plan's floats or doubles, x fastest. Counts points as it goes. */
wn_status grid_evaluate(const struct grid *grid, struct progress *progress, void *values);

#endif
