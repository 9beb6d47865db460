/* SPDX-License-Identifier: MIT */
/* PNG files. */
#ifndef WN_TOOLS_PICTURE_H
#define WN_TOOLS_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Fills one row of RGBA pixels; row 0 is the top of the picture. */
typedef void picture_row(void *context, size_t row, uint8_t *rgba);

/* Writes a picture, 8 bits a channel without alpha. On failure message says why. */
bool picture_write(FILE *file, size_t width, size_t height, picture_row *row, void *context,
                   char *message, size_t message_size);

#endif
