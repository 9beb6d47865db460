/* SPDX-License-Identifier: MIT */
/* Prints a PNG file for test_command.sh: width, height, bits and channels, then the rows in
 * hexadecimal. usage: read_png FILE */
#include <png.h>
#include <setjmp.h>
#include <stdio.h>

static void print(png_structp png, png_infop info)
{
    png_bytepp rows = png_get_rows(png, info);
    printf("%u %u %d %d\n", (unsigned int)png_get_image_width(png, info),
           (unsigned int)png_get_image_height(png, info), png_get_bit_depth(png, info),
           png_get_channels(png, info));
    for (png_uint_32 i = 0; i < png_get_image_height(png, info); i++) {
        for (size_t k = 0; k < png_get_rowbytes(png, info); k++)
            printf("%02x", rows[i][k]);
        putchar('\n');
    }
}

int main(int argc, char **argv)
{
    FILE *file = argc == 2 ? fopen(argv[1], "rb") : NULL;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, NULL, NULL);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (!file || !info || setjmp(png_jmpbuf(png)))
        return 1;
    png_init_io(png, file);
    png_read_png(png, info, PNG_TRANSFORM_IDENTITY, NULL);
    print(png, info);
    png_destroy_read_struct(&png, &info, NULL);
    fclose(file);
    return 0;
}
