/* SPDX-License-Identifier: MIT */
/* Points as text, three numbers a line, or as a NumPy array; read as they come. */
#ifndef WN_TOOLS_POINTS_H
#define WN_TOOLS_POINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define POINTS_BUFFER 65536 /* the longest line and the longest header */

struct points {
    const char *label; /* the file's name in messages */
    int descriptor;
    bool regular; /* a file on disk: reading never waits for somebody to write */
    bool end;     /* of the file */
    bool npy;
    int bits;      /* of a coordinate in a .npy file */
    uint64_t rows; /* of a .npy file, and how many of them were read */
    uint64_t row;
    uint64_t line;      /* the last one that was read of a text */
    size_t begin, used; /* what is in the buffer */
    char buffer[POINTS_BUFFER + 1];
    char message[512];
};

/*
 * Opens a file, "-" is the standard input, and finds out what it is. Like points_read() it returns
 * false, and says why in message, if it fails. points_close() is always needed.
 */
bool points_open(struct points *points, const char *path);

/*
 * Reads up to capacity points, fewer only at the end of the file or where more would have to be
 * waited for; none at the end. *count is valid on failure, too: the points before.
 */
bool points_read(struct points *points, size_t capacity, double *x, double *y, double *z,
                 size_t *count);

void points_close(struct points *points);

#endif
