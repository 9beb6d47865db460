/* SPDX-License-Identifier: MIT */
/*
 * Which tier runs. One atomic pointer to a constant table is all the state there is; resolving it
 * twice is harmless, so there is no lock and no constructor.
 */
#include "table.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#if defined(__AVX__) && !defined(WN_NATIVE)
#error "compile the dispatcher without ISA flags: it must run on any CPU"
#endif

#define TABLES(isa)                                      \
    extern const struct wn_table_f32 wn_table_f32_##isa; \
    extern const struct wn_table_f64 wn_table_f64_##isa;
#define TIER(isa, ISA) [ISA] = { ISA, &wn_table_f32_##isa, &wn_table_f64_##isa }

TABLES(scalar)
#ifdef WN_HAVE_SSE41
TABLES(sse41)
#endif
#ifdef WN_HAVE_AVX2
TABLES(avx2)
#endif
#ifdef WN_HAVE_AVX512
TABLES(avx512)
#endif
#ifdef WN_HAVE_NEON
TABLES(neon)
#endif

/* The tiers compiled in, by wn_isa; the others have no tables. */
static const struct wn_tier tiers[WN_ISA_COUNT] = {
    TIER(scalar, WN_ISA_SCALAR),
#ifdef WN_HAVE_SSE41
    TIER(sse41, WN_ISA_SSE41),
#endif
#ifdef WN_HAVE_AVX2
    TIER(avx2, WN_ISA_AVX2),
#endif
#ifdef WN_HAVE_AVX512
    TIER(avx512, WN_ISA_AVX512),
#endif
#ifdef WN_HAVE_NEON
    TIER(neon, WN_ISA_NEON),
#endif
};

static const char *const names[WN_ISA_COUNT] = {
    "auto", "scalar", "sse41", "avx2", "avx512", "neon"
};

static int known(wn_isa isa)
{
    return (int)isa >= 0 && (int)isa < WN_ISA_COUNT;
}

const char *wn_isa_name(wn_isa isa)
{
    return known(isa) ? names[isa] : "unknown";
}

int32_t wn_isa_from_name(const char *name)
{
    for (int32_t i = 0; name && i < WN_ISA_COUNT; i++) {
        if (!strcmp(name, names[i]))
            return i;
    }
    return -1;
}

int32_t wn_isa_compiled(wn_isa isa)
{
    return known(isa) && tiers[isa].f64;
}

int32_t wn_isa_supported(wn_isa isa)
{
    return known(isa) && (wn_cpu_tiers() >> isa & 1);
}

/* The greatest tier that WN_ISA allows; it caps and never forces. */
static wn_isa isa_cap(void)
{
    /* cap + 1, 0 while unread: the environment counts once, so that a plan cannot change under way
     */
    static _Atomic int32_t read_cap;
    int32_t cap = atomic_load_explicit(&read_cap, memory_order_acquire);
    if (!cap) {
        cap = wn_isa_from_name(getenv("WN_ISA"));
        if (cap <= WN_ISA_AUTO || !wn_isa_compiled((wn_isa)cap))
            cap = WN_ISA_COUNT - 1; /* unknown here: no cap */
        cap++;
        atomic_store_explicit(&read_cap, cap, memory_order_release);
    }
    return (wn_isa)(cap - 1);
}

int32_t wn_isa_available(wn_isa isa)
{
    return wn_isa_compiled(isa) && wn_isa_supported(isa) && isa <= isa_cap();
}

int32_t wn_isa_lanes(wn_isa isa, wn_precision precision)
{
    if (!wn_isa_compiled(isa))
        return 0;
    return precision == WN_F64 ? tiers[isa].f64->lanes
        : precision == WN_F32  ? tiers[isa].f32->lanes
                               : 0;
}

static const struct wn_tier *widest(void)
{
    wn_isa isa = WN_ISA_COUNT - 1;
    while (isa > WN_ISA_SCALAR && !wn_isa_available(isa))
        isa--;
    return &tiers[isa];
}

static const struct wn_tier *_Atomic active;

const struct wn_tier *wn_tier_active(void)
{
    const struct wn_tier *tier = atomic_load_explicit(&active, memory_order_acquire);
    if (!tier) {
        const struct wn_tier *resolved = widest();
        /* a tier that another thread has set in the meantime stays */
        if (atomic_compare_exchange_strong(&active, &tier, resolved))
            tier = resolved;
    }
    return tier;
}

const struct wn_tier *wn_tier_get(wn_isa isa)
{
    if (isa == WN_ISA_AUTO)
        return wn_tier_active();
    return wn_isa_available(isa) ? &tiers[isa] : NULL;
}

wn_isa wn_isa_active(void)
{
    return wn_tier_active()->isa;
}

wn_status wn_isa_set(wn_isa isa)
{
    if (isa != WN_ISA_AUTO && !wn_isa_available(isa))
        return WN_ERROR_ISA;
    atomic_store_explicit(&active, isa == WN_ISA_AUTO ? widest() : &tiers[isa],
                          memory_order_release);
    return WN_OK;
}
