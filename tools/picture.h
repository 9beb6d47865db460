/* SPDX-License-Identifier: MIT */
/* PNG files. */
#ifndef WN_TOOLS_PICTURE_H
#define WN_TOOLS_PICTURE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum picture_format {
    PICTURE_RGB8,  /* the row is RGBA, 4 bytes; alpha is left out */
    PICTURE_GREY8, /* 1 byte */
    PICTURE_GREY16 /* 2 bytes, the higher first */
};

/* Fills one row of pixels, for which there are always 4 bytes each; row 0 is the top. False if it
 * cannot be rendered: then nothing is written. */
typedef bool picture_row(void *context, size_t row, uint8_t *pixels);

/* Writes a picture. On failure message says why. */
bool picture_write(FILE *file, enum picture_format format, size_t width, size_t height,
                   picture_row *row, void *context, char *message, size_t message_size);

#endif
