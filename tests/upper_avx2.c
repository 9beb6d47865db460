/* SPDX-License-Identifier: MIT */
/*
 * Whether upper halves of vector registers are in use, and putting them in and out of use. Apart
 * from check_kernels.c, and run only where there is AVX: no other object for any CPU may hold VEX
 * instructions (objcheck.sh).
 */
#include "upper_avx2.h"

int upper_in_use(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(1));
    return low >> 2 & 1;
}

void upper_clear(void)
{
    __asm__ volatile("vzeroupper");
}

/* Not every CPU and virtual machine keeps track. */
int upper_is_known(void)
{
    upper_clear();
    if (upper_in_use())
        return 0;
    __asm__ volatile("vcmptrueps %%ymm0, %%ymm0, %%ymm0" ::: "xmm0");
    const int known = upper_in_use();
    upper_clear();
    return known;
}
