/* SPDX-License-Identifier: MIT */
/* Files of plain numbers: NumPy's .npy and headerless little-endian arrays. */
#ifndef WN_TOOLS_NUMBERS_H
#define WN_TOOLS_NUMBERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Writes the header of a .npy file, version 1.0, for rows x columns floats of 32 or 64 bits; with
 * columns = 0 for a plain row of numbers. It has the same length for all. */
bool numbers_npy_header(FILE *file, int bits, size_t rows, size_t columns);

/* The same for slices x rows x columns. */
bool numbers_npy_volume_header(FILE *file, int bits, size_t slices, size_t rows, size_t columns);

/* Writes count floats of 32 or 64 bits in little-endian order. */
bool numbers_write(FILE *file, int bits, const void *values, size_t count);

#endif
