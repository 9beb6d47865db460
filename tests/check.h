/* SPDX-License-Identifier: MIT */
/*
 * The little that tests share: counted checks, a seeded generator, exact comparison. Own code
 * instead of a test framework because the same tests also run cross-compiled under an emulator,
 * where no packaged framework is installed.
 */
#ifndef WN_TESTS_CHECK_H
#define WN_TESTS_CHECK_H

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CHECK_SKIPPED 77 /* CTest's SKIP_RETURN_CODE */

static unsigned long check_passed, check_failed;

/* Counts a check; prints the first failures with their reason. */
#define CHECK(condition, ...)                                             \
    do {                                                                  \
        if (condition) {                                                  \
            check_passed++;                                               \
        } else if (check_failed++ < 20) {                                 \
            printf("FAILED %s:%d: %s: ", __FILE__, __LINE__, #condition); \
            printf(__VA_ARGS__);                                          \
            printf("\n");                                                 \
        }                                                                 \
    } while (0)

/* The closing line and exit code of a test: a test that checked nothing has failed. */
static inline int check_done(const char *name)
{
    printf("%s: %lu passed, %lu failed\n", name, check_passed, check_failed);
    return check_failed || !check_passed ? 1 : 0;
}

/* SplitMix64 (Steele, Lea, Flood 2014): every seed is a good one. */
static inline uint64_t check_random(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Uniform in [lower, upper). */
static inline double check_uniform(uint64_t *state, double lower, double upper)
{
    return lower + (upper - lower) * ((double)(check_random(state) >> 11) * 0x1p-53);
}

/* Bits with every NaN made one, for the contract says "NaN is NaN". */
static inline uint64_t check_bits64(double v)
{
    uint64_t b;
    memcpy(&b, &v, sizeof b);
    return v != v ? UINT64_C(0x7ff8000000000000) : b;
}
static inline uint32_t check_bits32(float v)
{
    uint32_t b;
    memcpy(&b, &v, sizeof b);
    return v != v ? UINT32_C(0x7fc00000) : b;
}

/* Distance in units in the last place; 0 means the same bits (or both NaN). */
static inline uint64_t check_ulps64(double a, double b)
{
    int64_t i = (int64_t)check_bits64(a), j = (int64_t)check_bits64(b);
    if (i == j)
        return 0;
    if (a != a || b != b)
        return UINT64_MAX;
    if (i < 0)
        i = INT64_MIN - i;
    if (j < 0)
        j = INT64_MIN - j;
    return i > j ? (uint64_t)i - (uint64_t)j : (uint64_t)j - (uint64_t)i;
}

#endif
