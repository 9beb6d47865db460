/* SPDX-License-Identifier: MIT */
/* Upper halves of vector registers: see upper_avx2.c. */
#ifndef WN_TESTS_UPPER_AVX2_H
#define WN_TESTS_UPPER_AVX2_H

#include <stdint.h>

int upper_in_use(void);
void upper_clear(void);
int upper_is_known(void);

#endif
