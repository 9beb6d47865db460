/* SPDX-License-Identifier: MIT */
/* Terragen's terrain files (.ter), as libnoise writes them. */
#ifndef WN_TOOLS_TERRAGEN_H
#define WN_TOOLS_TERRAGEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Most points in both directions, and metres between two: more than the first, up to the second.
 * The height scale in the file would not fit, or be 0, otherwise. */
#define TERRAGEN_MAX_SIZE   65535
#define TERRAGEN_MIN_METRES 1
#define TERRAGEN_MAX_METRES 32768

/*
 * Writes heights in metres, row 0 first, which is the south. They are kept in steps of half a
 * metre, rounded down; one that does not fit is an error. On failure message says why.
 */
bool terragen_write(FILE *file, size_t width, size_t height, const float *heights,
                    double metres_per_point, char *message, size_t message_size);

#endif
