/* SPDX-License-Identifier: MIT */
/* What the CPU and the operating system support. Runs before anything is known: baseline flags. */
#include "table.h"

#if defined(__AVX__) && !defined(WN_NATIVE)
#error "compile CPU detection without ISA flags: it must run on any CPU"
#endif

#if defined(__x86_64__) || defined(__i386__)
#include <cpuid.h>

/* XCR0: which register states the operating system saves. */
static uint64_t read_xcr0(void)
{
    uint32_t low, high;
    __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    return (uint64_t)high << 32 | low;
}

uint32_t wn_cpu_tiers(void)
{
    const uint32_t scalar = 1u << WN_ISA_SCALAR;
    uint32_t tiers = scalar, a, b, c, d;
    if (!__get_cpuid(1, &a, &b, &c, &d))
        return tiers;
    const uint32_t sse41 = 1u << 19, osxsave = 1u << 27, avx = 1u << 28;
    if (!(c & sse41))
        return tiers;
    tiers |= 1u << WN_ISA_SSE41;
    if (!(c & osxsave) || !(c & avx))
        return tiers;
    const uint64_t xcr0 = read_xcr0();
    const uint64_t ymm = 0x06, zmm = 0xe6; /* SSE and AVX; opmask and both halves of ZMM too */
    if ((xcr0 & ymm) != ymm || !__get_cpuid_count(7, 0, &a, &b, &c, &d))
        return tiers;
    const uint32_t avx2 = 1u << 5;
    if (!(b & avx2))
        return tiers;
    tiers |= 1u << WN_ISA_AVX2;
    const uint32_t f = 1u << 16, dq = 1u << 17, bw = 1u << 30, vl = 1u << 31;
    const uint32_t all = f | dq | bw | vl;
    if ((xcr0 & zmm) == zmm && (b & all) == all)
        tiers |= 1u << WN_ISA_AVX512;
    return tiers;
}

#elif defined(__aarch64__)

uint32_t wn_cpu_tiers(void)
{
    return 1u << WN_ISA_SCALAR | 1u << WN_ISA_NEON; /* NEON is part of the base ISA */
}

#else

uint32_t wn_cpu_tiers(void)
{
    return 1u << WN_ISA_SCALAR;
}

#endif
