/* SPDX-License-Identifier: MIT */
/* Files of plain numbers: NumPy's .npy and headerless little-endian arrays. */
#include "numbers.h"

#include <stdint.h>
#include <string.h>

bool numbers_npy_header(FILE *file, int bits, int dimensions, const size_t *shape)
{
    /* Magic, version 1.0, length of the rest; the rest is a Python literal, padded with spaces and
     * a final newline so that the numbers begin at a multiple of 64. */
    enum { MAGIC = 10, TOTAL = 128 };
    char header[TOTAL + 1], tuple[96] = "";
    size_t used = 0;
    for (int i = 0; i < dimensions && used < sizeof tuple; i++) /* "(5,)", but "(5, 7)" */
        used += (size_t)snprintf(tuple + used, sizeof tuple - used, "%zu%s", shape[i],
                                 i + 1 < dimensions   ? ", "
                                     : dimensions > 1 ? ""
                                                      : ",");
    memcpy(header, "\x93NUMPY\x01\x00\x76\x00", MAGIC);
    int length = snprintf(header + MAGIC, sizeof header - MAGIC,
                          "{'descr': '<f%d', 'fortran_order': False, 'shape': (%s), }", bits / 8,
                          tuple);
    if (length < 0 || length >= TOTAL - MAGIC)
        return false;
    memset(header + MAGIC + length, ' ', (size_t)(TOTAL - MAGIC - length));
    header[TOTAL - 1] = '\n';
    return fwrite(header, 1, TOTAL, file) == TOTAL;
}

static uint64_t bits_of(int bits, const void *values, size_t i)
{
    uint64_t wide;
    uint32_t narrow;
    if (bits == 64) {
        memcpy(&wide, (const char *)values + i * sizeof wide, sizeof wide);
        return wide;
    }
    memcpy(&narrow, (const char *)values + i * sizeof narrow, sizeof narrow);
    return narrow;
}

bool numbers_write(FILE *file, int bits, const void *values, size_t count)
{
    uint8_t bytes[4096];
    size_t size = (size_t)bits / 8, used = 0;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = bits_of(bits, values, i);
        for (size_t k = 0; k < size; k++)
            bytes[used++] = (uint8_t)(value >> (8 * k));
        if (used == sizeof bytes || i + 1 == count) {
            if (fwrite(bytes, 1, used, file) != used)
                return false;
            used = 0;
        }
    }
    return true;
}
