/* SPDX-License-Identifier: MIT */
/* What all maps have in common: points are made and evaluated chunk by chunk, on the stack. */
#ifndef WN_MAPS_CHUNK_H
#define WN_MAPS_CHUNK_H

#include "../include/widenoise/maps.h"

/* Points that are evaluated together, and outputs of a plan whose addresses lie on the stack. */
#define WN_CHUNK           256
#define WN_MAX_MAP_OUTPUTS 256

/* A plan and where its outputs go: one of the two, by the precision. */
struct wn_target {
    const wn_plan *plan;
    wn_workspace *workspace;
    wn_precision precision;
    double *const *wide;
    float *const *narrow;
    size_t outputs; /* set by wn_target_check() */
};

/* Points, and what the columns of a surface share among its rows. */
struct wn_chunk {
    size_t count;
    double sine[WN_CHUNK], cosine[WN_CHUNK];
    double x[WN_CHUNK], y[WN_CHUNK], z[WN_CHUNK];
};

/* Rows and columns with their axes; (row, column) goes to row * stride + column. */
struct wn_grid {
    size_t rows, columns, stride;
    const double *row_axis, *column_axis;
};

/* How a kind of map makes its points: columns() once for all rows of a chunk, from its part of the
 * column axis; then row() for each row, from the row's coordinate. */
struct wn_surface {
    void (*columns)(struct wn_chunk *chunk, const double *axis);
    void (*row)(struct wn_chunk *chunk, double position);
};

/* WN_OK if the plan has that precision, few enough outputs, and each has a place to go. */
wn_status wn_target_check(struct wn_target *target);

/* The same, and rows and columns are within limits and do not run into each other. */
wn_status wn_grid_check(const struct wn_grid *grid, struct wn_target *target);

/* WN_OK unless the outputs of so many grids, slice_stride apart, that were checked share memory. */
wn_status wn_outputs_check(const struct wn_grid *grid, size_t slices, size_t slice_stride,
                           const struct wn_target *target);

/* Evaluates the plan at the chunk's points; output k goes to its place + offset. */
wn_status wn_chunk_eval(const struct wn_chunk *chunk, const struct wn_target *target,
                        size_t offset);

/* Checks and maps a grid. */
wn_status wn_surface_map(const struct wn_surface *surface, const struct wn_grid *grid,
                         struct wn_target *target);

#endif
