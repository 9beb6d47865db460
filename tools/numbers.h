/* SPDX-License-Identifier: MIT */
/* Files of plain numbers: NumPy's .npy and headerless little-endian arrays. */
#ifndef WN_TOOLS_NUMBERS_H
#define WN_TOOLS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the header of a .npy file, version 1.0, for floats of 32 or 64 bits. Of the shape, one to
 * four sizes, the last one is that of the rows in the file. It has the same length for all. */
bool numbers_npy_header(FILE *file, int bits, int dimensions, const size_t *shape);

/* Writes count floats of 32 or 64 bits in little-endian order. */
bool numbers_write(FILE *file, int bits, const void *values, size_t count);

#endif
