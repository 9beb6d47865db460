/* SPDX-License-Identifier: MIT */
/* Maps of a plan on their way to a file, computed tile by tile by several threads. */
#ifndef WN_TOOLS_TILES_H
#define WN_TOOLS_TILES_H

#include <widenoise/widenoise.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum tiles_kind { TILES_PLANE, TILES_SEAMLESS, TILES_SPHERE, TILES_CYLINDER, TILES_VOLUME };

/* What to compute, and then the values: sample (slice, row, column) at (slice * rows + row) *
 * columns + column. Row 0 is at the lower bound, which is the south. */
struct tiles {
    enum tiles_kind kind;
    const wn_plan *plan;
    size_t size[3];   /* columns, rows, slices: 1 unless it is a volume */
    double bounds[6]; /* lower and upper of each, in the same order */
    wn_axis axis;
    int threads;
    int bits;     /* of a value: 32, or 64 if the plan is f64 */
    double *wide; /* the values, one of the two; set by tiles_make() */
    float *narrow;
};

/*
 * Opens the output file, then computes the values and shows the progress. NULL on failure; it has
 * then explained itself on stderr and left nothing behind. tiles_free() is needed in both cases.
 */
FILE *tiles_make(struct tiles *tiles, const char *command, const char *path);
void tiles_free(struct tiles *tiles);

/* Writes the values to a .npy file or, without header, a .raw file: maps from the uppermost row
 * down, as pictures are, volumes from the lower bounds up. */
bool tiles_write_numbers(const struct tiles *tiles, bool npy, FILE *file);

#endif
