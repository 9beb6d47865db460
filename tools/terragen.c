/* SPDX-License-Identifier: MIT */
/* Terragen's terrain files: libnoise, noiseutils WriterTER. Numbers are little-endian. */
#include "terragen.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

static void put16(FILE *file, int32_t value)
{
    putc(value & 0xff, file);
    putc(value >> 8 & 0xff, file);
}

static void put_float(FILE *file, float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    put16(file, (int32_t)(bits & 0xffff));
    put16(file, (int32_t)(bits >> 16));
}

/* A chunk of one number and two bytes of padding. */
static void put_size(FILE *file, const char *name, size_t value)
{
    fputs(name, file);
    put16(file, (int32_t)value);
    put16(file, 0);
}

/* The height in the file's steps; NaN fits nowhere. */
static double steps(float height)
{
    return floor((double)height * 2.0);
}

static bool fits(double steps)
{
    return steps >= INT16_MIN && steps <= INT16_MAX;
}

bool terragen_write(FILE *file, size_t width, size_t height, const float *heights,
                    double metres_per_point, char *message, size_t message_size)
{
    for (size_t i = 0; i < width * height; i++)
        if (!fits(steps(heights[i]))) {
            snprintf(message, message_size,
                     "height %.9g at column %zu, row %zu from the south does not fit; a .ter file "
                     "has -16384 to 16383.5",
                     (double)heights[i], i % width, i / width);
            return false;
        }
    fputs("TERRAGENTERRAIN ", file);
    put_size(file, "SIZE", (width < height ? width : height) - 1);
    put_size(file, "XPTS", width);
    put_size(file, "YPTS", height);
    fputs("SCAL", file);
    for (int i = 0; i < 3; i++)
        put_float(file, (float)metres_per_point);
    fputs("ALTW", file);
    put16(file, (int32_t)floor(32768.0 / metres_per_point));
    put16(file, 0); /* height of 0 */
    for (size_t i = 0; i < width * height; i++)
        put16(file, (int32_t)steps(heights[i]));
    snprintf(message, message_size, "cannot write");
    return !ferror(file);
}
