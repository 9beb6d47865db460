/* SPDX-License-Identifier: MIT */
/* Lanes of 128 bits through SIMDe: SSE4.1, and the base of lanes_neon.h. Included by lanes.h. */
#ifndef WN_KERNELS_LANES_SSE41_H
#define WN_KERNELS_LANES_SSE41_H

#if !defined(__SSE4_1__) && !defined(WN_LANES_NEON)
#error "lanes_sse41.h: compile with -msse4.1"
#endif

#include <simde/x86/sse4.1.h>

/*
 * lanes_neon.h defines WN_LANES_NEON and includes this file. What stands here under
 * `#if !defined(WN_LANES_NEON)` it replaces: there SIMDe 0.7.4 is slow or not exact on AArch64.
 * All the rest SIMDe maps onto one NEON instruction, or two.
 *
 * A vint of f64 is the low half of its register; the high half holds anything.
 * A vmask is all ones or all zeros in every lane.
 */

/* Forced, because a large kernel would use up the compiler's budget for inlining. */
#if defined(_MSC_VER) && !defined(__clang__)
#define WN_LANE static __forceinline
#else
#define WN_LANE static inline __attribute__((always_inline))
#endif

/* One operation a line, as in the list of lanes.h. */
/* clang-format off */

typedef simde__m128i vint;
typedef simde__m128i vbits;

/* Integers and bits, the same for both precisions */

WN_LANE vint vi_set1(int32_t a) { return simde_mm_set1_epi32(a); }
WN_LANE vint vi_add(vint a, vint b) { return simde_mm_add_epi32(a, b); }
WN_LANE vint vi_sub(vint a, vint b) { return simde_mm_sub_epi32(a, b); }
WN_LANE vint vi_mul(vint a, vint b) { return simde_mm_mullo_epi32(a, b); }
WN_LANE vint vi_and(vint a, vint b) { return simde_mm_and_si128(a, b); }
WN_LANE vint vi_or(vint a, vint b) { return simde_mm_or_si128(a, b); }
WN_LANE vint vi_xor(vint a, vint b) { return simde_mm_xor_si128(a, b); }
WN_LANE vint vi_andnot(vint a, vint b) { return simde_mm_andnot_si128(b, a); }
WN_LANE vbits vb_and(vbits a, vbits b) { return simde_mm_and_si128(a, b); }
WN_LANE vbits vb_or(vbits a, vbits b) { return simde_mm_or_si128(a, b); }
WN_LANE vbits vb_xor(vbits a, vbits b) { return simde_mm_xor_si128(a, b); }

#if !defined(WN_LANES_NEON)
/*
 * The count goes by register, which gcc and clang turn into the immediate that it is: SIMDe's
 * portable versions of the immediate forms insist on a literal.
 */
WN_LANE vint wn_count(int k) { return simde_mm_cvtsi32_si128(k); }
WN_LANE vint vi_shl(vint a, int k) { return simde_mm_sll_epi32(a, wn_count(k)); }
WN_LANE vint vi_shr(vint a, int k) { return simde_mm_srl_epi32(a, wn_count(k)); }
WN_LANE vint vi_sra(vint a, int k) { return simde_mm_sra_epi32(a, wn_count(k)); }
WN_LANE vint vi_mulhi_u(vint a, vint b)
{
    const vint even = simde_mm_mul_epu32(a, b);
    const vint odd = simde_mm_mul_epu32(simde_mm_srli_epi64(a, 32), simde_mm_srli_epi64(b, 32));
    return simde_mm_blend_epi16(simde_mm_srli_epi64(even, 32), odd, 0xcc);
}
#endif

WN_LANE vint vi_mulhi_u16(vint a, vint b) { return simde_mm_mulhi_epu16(a, b); }
WN_LANE vint wn_top_byte(const uint8_t *t, vint i) /* in 32-bit lanes */
{
    const vint others = simde_mm_set1_epi32(0x00808080); /* an index whose bit 7 is set gives 0 */
    return simde_mm_shuffle_epi8(simde_mm_loadu_si128((const void *)t), simde_mm_or_si128(i, others));
}

#if WN_REAL == 64

#define VL 2
typedef simde__m128d vreal;
typedef simde__m128d vmask;

/* Memory */

WN_LANE vreal v_load(const real *p) { return simde_mm_loadu_pd(p); }
WN_LANE void v_store(real *p, vreal a) { simde_mm_storeu_pd(p, a); }
WN_LANE vint vi_load(const int32_t *p) { return simde_mm_loadl_epi64((const void *)p); }
WN_LANE void vi_store(int32_t *p, vint a) { simde_mm_storel_epi64((void *)p, a); }
WN_LANE vreal v_set1(real a) { return simde_mm_set1_pd(a); }
WN_LANE vbits vb_set1(wn_bits a) { return simde_mm_set1_epi64x((int64_t)a); }
WN_LANE vreal v_zero(void) { return simde_mm_setzero_pd(); }

WN_LANE void v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
{
    const real *row0 = t + offset[0], *row1 = t + offset[1];
    const vreal xy0 = simde_mm_load_pd(row0), xy1 = simde_mm_load_pd(row1);
    *x = simde_mm_unpacklo_pd(xy0, xy1);
    *y = simde_mm_unpackhi_pd(xy0, xy1);
    *z = simde_mm_unpacklo_pd(simde_mm_load_pd(row0 + 2), simde_mm_load_pd(row1 + 2));
}

/* Arithmetic */

WN_LANE vreal v_add(vreal a, vreal b) { return simde_mm_add_pd(a, b); }
WN_LANE vreal v_sub(vreal a, vreal b) { return simde_mm_sub_pd(a, b); }
WN_LANE vreal v_mul(vreal a, vreal b) { return simde_mm_mul_pd(a, b); }
WN_LANE vreal v_div(vreal a, vreal b) { return simde_mm_div_pd(a, b); }
WN_LANE vreal v_sqrt(vreal a) { return simde_mm_sqrt_pd(a); }

/* Comparison */

WN_LANE vmask v_lt(vreal a, vreal b) { return simde_mm_cmplt_pd(a, b); }
WN_LANE vmask v_le(vreal a, vreal b) { return simde_mm_cmple_pd(a, b); }
WN_LANE vmask v_gt(vreal a, vreal b) { return simde_mm_cmpgt_pd(a, b); }
WN_LANE vmask v_ge(vreal a, vreal b) { return simde_mm_cmpge_pd(a, b); }
WN_LANE vmask v_eq(vreal a, vreal b) { return simde_mm_cmpeq_pd(a, b); }
WN_LANE vmask v_ne(vreal a, vreal b) { return simde_mm_cmpneq_pd(a, b); }

/* A mask of 32-bit lanes widened to the 64 bits of a real */
WN_LANE vmask wn_mask_from_vi(vint m)
{
    return simde_mm_castsi128_pd(simde_mm_unpacklo_epi32(m, m));
}
WN_LANE vmask vi_eq(vint a, vint b) { return wn_mask_from_vi(simde_mm_cmpeq_epi32(a, b)); }
WN_LANE vmask vi_gt(vint a, vint b) { return wn_mask_from_vi(simde_mm_cmpgt_epi32(a, b)); }
WN_LANE vmask vb_eq(vbits a, vbits b) { return simde_mm_castsi128_pd(simde_mm_cmpeq_epi64(a, b)); }

/* Masks */

WN_LANE vmask m_and(vmask a, vmask b) { return simde_mm_and_pd(a, b); }
WN_LANE vmask m_or(vmask a, vmask b) { return simde_mm_or_pd(a, b); }
WN_LANE vmask m_xor(vmask a, vmask b) { return simde_mm_xor_pd(a, b); }
WN_LANE vmask m_andnot(vmask a, vmask b) { return simde_mm_andnot_pd(b, a); }
WN_LANE vmask m_not(vmask a)
{
    return simde_mm_xor_pd(a, simde_mm_castsi128_pd(simde_mm_set1_epi32(-1)));
}
WN_LANE vmask m_from_bits(uint32_t bits)
{
    const vbits lane = simde_mm_set_epi64x(2, 1);
    return vb_eq(simde_mm_and_si128(simde_mm_set1_epi64x(bits), lane), lane);
}

/* Sign and bits */

WN_LANE vreal v_and(vreal a, vreal b) { return simde_mm_and_pd(a, b); }
WN_LANE vreal v_or(vreal a, vreal b) { return simde_mm_or_pd(a, b); }
WN_LANE vreal v_xor(vreal a, vreal b) { return simde_mm_xor_pd(a, b); }
WN_LANE vreal v_andnot(vreal a, vreal b) { return simde_mm_andnot_pd(b, a); }
WN_LANE vbits v_bits(vreal a) { return simde_mm_castpd_si128(a); }
WN_LANE vreal v_from_bits(vbits a) { return simde_mm_castsi128_pd(a); }
WN_LANE vbits vb_add(vbits a, vbits b) { return simde_mm_add_epi64(a, b); }
WN_LANE vbits vb_sub(vbits a, vbits b) { return simde_mm_sub_epi64(a, b); }
WN_LANE vbits vb_from_vi(vint a) { return simde_mm_cvtepi32_epi64(a); }

WN_LANE vreal v_permute(vreal t, vint i)
{
    const vbits one = simde_mm_sub_epi64(simde_mm_setzero_si128(), simde_mm_cvtepu32_epi64(i));
    const vreal m = simde_mm_castsi128_pd(one);
    return simde_mm_or_pd(simde_mm_and_pd(m, simde_mm_unpackhi_pd(t, t)),
                          simde_mm_andnot_pd(m, simde_mm_unpacklo_pd(t, t)));
}
WN_LANE vreal v_top_byte(const uint8_t *t, vint i)
{
    return simde_mm_castsi128_pd(simde_mm_unpacklo_epi32(simde_mm_setzero_si128(),
                                                         wn_top_byte(t, i)));
}

#if !defined(WN_LANES_NEON)

/* Two indices leave the vector in one move; >> is arithmetic on every compiler we know. */
WN_LANE vreal v_lookup(const real *t, vint i)
{
    const int64_t i01 = simde_mm_cvtsi128_si64(i);
    return simde_mm_loadh_pd(simde_mm_load_sd(t + (int32_t)i01), t + (i01 >> 32));
}

WN_LANE vreal v_neg(vreal a) { return simde_mm_xor_pd(a, simde_mm_set1_pd(-0.0)); }
WN_LANE vreal v_abs(vreal a) { return simde_mm_andnot_pd(simde_mm_set1_pd(-0.0), a); }
WN_LANE vreal v_max(vreal a, vreal b) { return simde_mm_max_pd(a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return simde_mm_min_pd(a, b); }
WN_LANE vreal v_floor(vreal a)
{
    return simde_mm_round_pd(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_trunc(vreal a)
{
    return simde_mm_round_pd(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_round(vreal a)
{
    return simde_mm_round_pd(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

/* pcmpgtq came with SSE4.2: a > b if its high half is, or that is equal and b - a borrows. */
WN_LANE vmask vb_gt(vbits a, vbits b)
{
    const vbits borrow = simde_mm_and_si128(simde_mm_cmpeq_epi32(a, b), simde_mm_sub_epi64(b, a));
    const vbits high = simde_mm_or_si128(simde_mm_cmpgt_epi32(a, b), borrow);
    return simde_mm_castsi128_pd(simde_mm_shuffle_epi32(high, 0xf5));
}

WN_LANE uint32_t m_bits(vmask m) { return (uint32_t)simde_mm_movemask_pd(m); }
WN_LANE int m_any(vmask m) { return simde_mm_movemask_pd(m) != 0; }
WN_LANE int m_all(vmask m) { return simde_mm_movemask_pd(m) == 3; }

WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return simde_mm_blendv_pd(b, a, m); }
WN_LANE vbits vb_select(vmask m, vbits a, vbits b)
{
    return simde_mm_blendv_epi8(b, a, simde_mm_castpd_si128(m));
}
WN_LANE vint vi_from_vb(vbits a) { return simde_mm_shuffle_epi32(a, 0x88); }
WN_LANE vint vi_select(vmask m, vint a, vint b)
{
    return simde_mm_blendv_epi8(b, a, vi_from_vb(simde_mm_castpd_si128(m)));
}

WN_LANE vreal v_copysign(vreal a, vreal b)
{
    const vreal sign = simde_mm_set1_pd(-0.0);
    return simde_mm_or_pd(simde_mm_andnot_pd(sign, a), simde_mm_and_pd(sign, b));
}
WN_LANE vbits vb_shl(vbits a, int k) { return simde_mm_sll_epi64(a, wn_count(k)); }
WN_LANE vbits vb_shr(vbits a, int k) { return simde_mm_srl_epi64(a, wn_count(k)); }

#if defined(SIMDE_X86_SSE2_NATIVE)
WN_LANE vint v_to_int(vreal a) { return simde_mm_cvttpd_epi32(a); }
#else /* SIMDE_NO_NATIVE, a test build, where SIMDe 0.7.4 takes 2147483647 for out of range */
WN_LANE vint v_to_int(vreal a)
{
    const vmask max = m_and(v_ge(a, v_set1(0x1p31 - 1)), v_lt(a, v_set1(0x1p31)));
    return vi_select(max, vi_set1(INT32_MAX), simde_mm_cvttpd_epi32(a));
}
#endif
WN_LANE vreal v_from_int(vint a) { return simde_mm_cvtepi32_pd(a); }

#endif /* !WN_LANES_NEON */

#else /* WN_REAL == 32 */

#define VL 4
typedef simde__m128 vreal;
typedef simde__m128 vmask;

/* Memory */

WN_LANE vreal v_load(const real *p) { return simde_mm_loadu_ps(p); }
WN_LANE void v_store(real *p, vreal a) { simde_mm_storeu_ps(p, a); }
WN_LANE vint vi_load(const int32_t *p) { return simde_mm_loadu_si128((const void *)p); }
WN_LANE void vi_store(int32_t *p, vint a) { simde_mm_storeu_si128((void *)p, a); }
WN_LANE vreal v_set1(real a) { return simde_mm_set1_ps(a); }
WN_LANE vbits vb_set1(wn_bits a) { return simde_mm_set1_epi32((int32_t)a); }
WN_LANE vreal v_zero(void) { return simde_mm_setzero_ps(); }

WN_LANE void v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
{
    const vreal row0 = simde_mm_load_ps(t + offset[0]), row1 = simde_mm_load_ps(t + offset[1]);
    const vreal row2 = simde_mm_load_ps(t + offset[2]), row3 = simde_mm_load_ps(t + offset[3]);
    const vreal xy01 = simde_mm_unpacklo_ps(row0, row1); /* x0 x1 y0 y1 */
    const vreal xy23 = simde_mm_unpacklo_ps(row2, row3);
    const vreal zw01 = simde_mm_unpackhi_ps(row0, row1);
    const vreal zw23 = simde_mm_unpackhi_ps(row2, row3);
    *x = simde_mm_movelh_ps(xy01, xy23);
    /* as movehl_ps, which SIMDe takes apart on AArch64 */
    *y = simde_mm_castpd_ps(
        simde_mm_unpackhi_pd(simde_mm_castps_pd(xy01), simde_mm_castps_pd(xy23)));
    *z = simde_mm_movelh_ps(zw01, zw23);
}

/* Arithmetic */

WN_LANE vreal v_add(vreal a, vreal b) { return simde_mm_add_ps(a, b); }
WN_LANE vreal v_sub(vreal a, vreal b) { return simde_mm_sub_ps(a, b); }
WN_LANE vreal v_mul(vreal a, vreal b) { return simde_mm_mul_ps(a, b); }
WN_LANE vreal v_div(vreal a, vreal b) { return simde_mm_div_ps(a, b); }
WN_LANE vreal v_sqrt(vreal a) { return simde_mm_sqrt_ps(a); }

/* Comparison */

WN_LANE vmask v_lt(vreal a, vreal b) { return simde_mm_cmplt_ps(a, b); }
WN_LANE vmask v_le(vreal a, vreal b) { return simde_mm_cmple_ps(a, b); }
WN_LANE vmask v_gt(vreal a, vreal b) { return simde_mm_cmpgt_ps(a, b); }
WN_LANE vmask v_ge(vreal a, vreal b) { return simde_mm_cmpge_ps(a, b); }
WN_LANE vmask v_eq(vreal a, vreal b) { return simde_mm_cmpeq_ps(a, b); }
WN_LANE vmask v_ne(vreal a, vreal b) { return simde_mm_cmpneq_ps(a, b); }
WN_LANE vmask vi_eq(vint a, vint b) { return simde_mm_castsi128_ps(simde_mm_cmpeq_epi32(a, b)); }
WN_LANE vmask vi_gt(vint a, vint b) { return simde_mm_castsi128_ps(simde_mm_cmpgt_epi32(a, b)); }
WN_LANE vmask vb_eq(vbits a, vbits b) { return vi_eq(a, b); }
WN_LANE vmask vb_gt(vbits a, vbits b) { return vi_gt(a, b); }

/* Masks */

WN_LANE vmask m_and(vmask a, vmask b) { return simde_mm_and_ps(a, b); }
WN_LANE vmask m_or(vmask a, vmask b) { return simde_mm_or_ps(a, b); }
WN_LANE vmask m_xor(vmask a, vmask b) { return simde_mm_xor_ps(a, b); }
WN_LANE vmask m_andnot(vmask a, vmask b) { return simde_mm_andnot_ps(b, a); }
WN_LANE vmask m_not(vmask a)
{
    return simde_mm_xor_ps(a, simde_mm_castsi128_ps(simde_mm_set1_epi32(-1)));
}
WN_LANE vmask m_from_bits(uint32_t bits)
{
    const vint lane = simde_mm_setr_epi32(1, 2, 4, 8);
    return vi_eq(simde_mm_and_si128(simde_mm_set1_epi32((int32_t)bits), lane), lane);
}

/* Sign and bits */

WN_LANE vreal v_and(vreal a, vreal b) { return simde_mm_and_ps(a, b); }
WN_LANE vreal v_or(vreal a, vreal b) { return simde_mm_or_ps(a, b); }
WN_LANE vreal v_xor(vreal a, vreal b) { return simde_mm_xor_ps(a, b); }
WN_LANE vreal v_andnot(vreal a, vreal b) { return simde_mm_andnot_ps(b, a); }
WN_LANE vbits v_bits(vreal a) { return simde_mm_castps_si128(a); }
WN_LANE vreal v_from_bits(vbits a) { return simde_mm_castsi128_ps(a); }
WN_LANE vbits vb_add(vbits a, vbits b) { return simde_mm_add_epi32(a, b); }
WN_LANE vbits vb_sub(vbits a, vbits b) { return simde_mm_sub_epi32(a, b); }
WN_LANE vint vi_from_vb(vbits a) { return a; }
WN_LANE vbits vb_from_vi(vint a) { return a; }

WN_LANE vreal v_permute(vreal t, vint i)
{
    const vint bytes = simde_mm_mullo_epi32(i, simde_mm_set1_epi32(0x04040404));
    return simde_mm_castsi128_ps(simde_mm_shuffle_epi8(
        simde_mm_castps_si128(t), simde_mm_add_epi32(bytes, simde_mm_set1_epi32(0x03020100))));
}
WN_LANE vreal v_top_byte(const uint8_t *t, vint i)
{
    return simde_mm_castsi128_ps(wn_top_byte(t, i));
}

#if !defined(WN_LANES_NEON)

/* As in f64: two indices in one move. */
WN_LANE vreal v_lookup(const real *t, vint i)
{
    const int64_t i01 = simde_mm_cvtsi128_si64(i), i23 = simde_mm_extract_epi64(i, 1);
    return simde_mm_setr_ps(t[(int32_t)i01], t[i01 >> 32], t[(int32_t)i23], t[i23 >> 32]);
}

WN_LANE vreal v_neg(vreal a) { return simde_mm_xor_ps(a, simde_mm_set1_ps(-0.0f)); }
WN_LANE vreal v_abs(vreal a) { return simde_mm_andnot_ps(simde_mm_set1_ps(-0.0f), a); }
WN_LANE vreal v_max(vreal a, vreal b) { return simde_mm_max_ps(a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return simde_mm_min_ps(a, b); }
WN_LANE vreal v_floor(vreal a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_trunc(vreal a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_round(vreal a)
{
    return simde_mm_round_ps(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

WN_LANE uint32_t m_bits(vmask m) { return (uint32_t)simde_mm_movemask_ps(m); }
WN_LANE int m_any(vmask m) { return simde_mm_movemask_ps(m) != 0; }
WN_LANE int m_all(vmask m) { return simde_mm_movemask_ps(m) == 15; }

WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return simde_mm_blendv_ps(b, a, m); }
WN_LANE vint vi_select(vmask m, vint a, vint b)
{
    return simde_mm_blendv_epi8(b, a, simde_mm_castps_si128(m));
}
WN_LANE vbits vb_select(vmask m, vbits a, vbits b) { return vi_select(m, a, b); }

WN_LANE vreal v_copysign(vreal a, vreal b)
{
    const vreal sign = simde_mm_set1_ps(-0.0f);
    return simde_mm_or_ps(simde_mm_andnot_ps(sign, a), simde_mm_and_ps(sign, b));
}
WN_LANE vbits vb_shl(vbits a, int k) { return vi_shl(a, k); }
WN_LANE vbits vb_shr(vbits a, int k) { return vi_shr(a, k); }

WN_LANE vint v_to_int(vreal a) { return simde_mm_cvttps_epi32(a); }
WN_LANE vreal v_from_int(vint a) { return simde_mm_cvtepi32_ps(a); }

#endif /* !WN_LANES_NEON */

#endif /* WN_REAL */

/* clang-format on */

#endif
