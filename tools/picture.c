/* SPDX-License-Identifier: MIT */
/* PNG files, with libpng. */
#include "picture.h"

#include <png.h>
#include <setjmp.h>
#include <stdlib.h>

struct failure {
    char *message;
    size_t size;
};

static void on_error(png_structp png, png_const_charp text)
{
    struct failure *failure = png_get_error_ptr(png);
    snprintf(failure->message, failure->size, "%s", text);
    png_longjmp(png, 1);
}

static void on_warning(png_structp png, png_const_charp text)
{
    (void)png;
    (void)text;
}

/* libpng's errors jump back into this function, so it keeps no variable that it changes. */
static bool write_png(png_structp png, png_infop info, FILE *file, enum picture_format format,
                      size_t width, size_t height, picture_row *row, void *context, uint8_t *pixels)
{
    if (setjmp(png_jmpbuf(png)))
        return false;
    png_init_io(png, file);
    png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
    png_set_IHDR(png, info, (png_uint_32)width, (png_uint_32)height,
                 format == PICTURE_GREY16 ? 16 : 8,
                 format == PICTURE_RGB8 ? PNG_COLOR_TYPE_RGB : PNG_COLOR_TYPE_GRAY,
                 PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT, PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (format == PICTURE_RGB8)
        png_set_filler(png, 0, PNG_FILLER_AFTER);
    for (size_t i = 0; i < height; i++) {
        if (!row(context, i, pixels))
            png_error(png, "its colours or its light are out of range");
        png_write_row(png, pixels);
    }
    png_write_end(png, info);
    return true;
}

bool picture_write(FILE *file, enum picture_format format, size_t width, size_t height,
                   picture_row *row, void *context, char *message, size_t message_size)
{
    struct failure failure = { message, message_size };
    bool written = false;
    snprintf(message, message_size, "not enough memory");
    png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure, on_error,
                                              on_warning);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    uint8_t *pixels = width <= SIZE_MAX / 4 ? malloc(width * 4) : NULL;
    if (info && pixels)
        written = write_png(png, info, file, format, width, height, row, context, pixels);
    png_destroy_write_struct(&png, &info);
    free(pixels);
    return written;
}
