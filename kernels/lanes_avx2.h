/* SPDX-License-Identifier: MIT */
/* Lanes of 256 bits, AVX2 through SIMDe. Included by lanes.h. */
#ifndef WN_KERNELS_LANES_AVX2_H
#define WN_KERNELS_LANES_AVX2_H

#if !defined(__AVX2__)
#error "lanes_avx2.h: compile with -mavx2"
#endif

#include <simde/x86/avx2.h>

/*
 * A vint of f64 is a whole 128-bit register, one of f32 a 256-bit one.
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

typedef simde__m256i vbits;

/* Bits, the same for both precisions */

WN_LANE vbits vb_and(vbits a, vbits b) { return simde_mm256_and_si256(a, b); }
WN_LANE vbits vb_or(vbits a, vbits b) { return simde_mm256_or_si256(a, b); }
WN_LANE vbits vb_xor(vbits a, vbits b) { return simde_mm256_xor_si256(a, b); }

/* In 32-bit lanes; an index whose bit 7 is set gives 0 */
#define WN_OTHER_BYTES 0x00808080

#if WN_REAL == 64

#define VL 4
typedef simde__m256d vreal;
typedef simde__m256d vmask;
typedef simde__m128i vint;

/* Memory */

WN_LANE vreal v_load(const real *p) { return simde_mm256_loadu_pd(p); }
WN_LANE void v_store(real *p, vreal a) { simde_mm256_storeu_pd(p, a); }
WN_LANE vint vi_load(const int32_t *p) { return simde_mm_loadu_si128((const void *)p); }
WN_LANE void vi_store(int32_t *p, vint a) { simde_mm_storeu_si128((void *)p, a); }
WN_LANE vreal v_set1(real a) { return simde_mm256_set1_pd(a); }
WN_LANE vint vi_set1(int32_t a) { return simde_mm_set1_epi32(a); }
WN_LANE vbits vb_set1(wn_bits a) { return simde_mm256_set1_epi64x((int64_t)a); }
WN_LANE vreal v_zero(void) { return simde_mm256_setzero_pd(); }

/*
 * Scalar loads and not a gather: on a Zen 4 0.33 instead of 0.40 ns a lane (0.31 instead of 0.36 in
 * f32). Two indices leave the vector in one move; >> of a negative number is arithmetic.
 */
WN_LANE simde__m128d wn_lookup2(const real *t, int64_t i01)
{
    return simde_mm_loadh_pd(simde_mm_load_sd(t + (int32_t)i01), t + (i01 >> 32));
}
WN_LANE vreal v_lookup(const real *t, vint i)
{
    const simde__m128d low = wn_lookup2(t, simde_mm_cvtsi128_si64(i));
    const simde__m128d high = wn_lookup2(t, simde_mm_extract_epi64(i, 1));
    return simde_mm256_insertf128_pd(simde_mm256_castpd128_pd256(low), high, 1);
}

/*
 * Per 4 lanes 4 loads of rows and 7 shuffles. Inserting half rows from memory takes 8 loads and 3
 * shuffles; a Zen 4, busy loading offsets too, is slower with it (0.40 against 0.31 ns a lane).
 */
WN_LANE void v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
{
    const vreal row0 = simde_mm256_load_pd(t + offset[0]);
    const vreal row1 = simde_mm256_load_pd(t + offset[1]);
    const vreal row2 = simde_mm256_load_pd(t + offset[2]);
    const vreal row3 = simde_mm256_load_pd(t + offset[3]);
    const vreal xz01 = simde_mm256_unpacklo_pd(row0, row1); /* x0 x1 z0 z1 */
    const vreal xz23 = simde_mm256_unpacklo_pd(row2, row3);
    const vreal yw01 = simde_mm256_unpackhi_pd(row0, row1);
    const vreal yw23 = simde_mm256_unpackhi_pd(row2, row3);
    *x = simde_mm256_permute2f128_pd(xz01, xz23, 0x20);
    *y = simde_mm256_permute2f128_pd(yw01, yw23, 0x20);
    *z = simde_mm256_permute2f128_pd(xz01, xz23, 0x31);
}

WN_LANE vreal v_permute(vreal t, vint i)
{
    /* as pairs of 32-bit lanes, of which there is a variable permutation */
    const vbits even = simde_mm256_slli_epi64(simde_mm256_cvtepi32_epi64(i), 1);
    const vbits odd = simde_mm256_add_epi64(even, simde_mm256_set1_epi64x(1));
    const vbits both = simde_mm256_or_si256(even, simde_mm256_slli_epi64(odd, 32));
    return simde_mm256_castps_pd(
        simde_mm256_permutevar8x32_ps(simde_mm256_castpd_ps(t), both));
}
WN_LANE vreal v_top_byte(const uint8_t *t, vint i)
{
    const vint index = simde_mm_or_si128(i, simde_mm_set1_epi32(WN_OTHER_BYTES));
    const vint top = simde_mm_shuffle_epi8(simde_mm_loadu_si128((const void *)t), index);
    return simde_mm256_castsi256_pd(simde_mm256_slli_epi64(simde_mm256_cvtepi32_epi64(top), 32));
}

/* Arithmetic */

WN_LANE vreal v_add(vreal a, vreal b) { return simde_mm256_add_pd(a, b); }
WN_LANE vreal v_sub(vreal a, vreal b) { return simde_mm256_sub_pd(a, b); }
WN_LANE vreal v_mul(vreal a, vreal b) { return simde_mm256_mul_pd(a, b); }
WN_LANE vreal v_div(vreal a, vreal b) { return simde_mm256_div_pd(a, b); }
WN_LANE vreal v_sqrt(vreal a) { return simde_mm256_sqrt_pd(a); }
WN_LANE vreal v_neg(vreal a) { return simde_mm256_xor_pd(a, simde_mm256_set1_pd(-0.0)); }
WN_LANE vreal v_abs(vreal a) { return simde_mm256_andnot_pd(simde_mm256_set1_pd(-0.0), a); }
WN_LANE vreal v_max(vreal a, vreal b) { return simde_mm256_max_pd(a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return simde_mm256_min_pd(a, b); }
WN_LANE vreal v_floor(vreal a)
{
    return simde_mm256_round_pd(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_trunc(vreal a)
{
    return simde_mm256_round_pd(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_round(vreal a)
{
    return simde_mm256_round_pd(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

/* Comparison */

WN_LANE vmask v_lt(vreal a, vreal b) { return simde_mm256_cmp_pd(a, b, SIMDE_CMP_LT_OQ); }
WN_LANE vmask v_le(vreal a, vreal b) { return simde_mm256_cmp_pd(a, b, SIMDE_CMP_LE_OQ); }
WN_LANE vmask v_gt(vreal a, vreal b) { return simde_mm256_cmp_pd(a, b, SIMDE_CMP_GT_OQ); }
WN_LANE vmask v_ge(vreal a, vreal b) { return simde_mm256_cmp_pd(a, b, SIMDE_CMP_GE_OQ); }
WN_LANE vmask v_eq(vreal a, vreal b) { return simde_mm256_cmp_pd(a, b, SIMDE_CMP_EQ_OQ); }
WN_LANE vmask v_ne(vreal a, vreal b) { return simde_mm256_cmp_pd(a, b, SIMDE_CMP_NEQ_UQ); }

/* A mask of 32-bit lanes widened to the 64 bits of a real, and the way back */
WN_LANE vmask wn_mask_from_vi(vint m)
{
    return simde_mm256_castsi256_pd(simde_mm256_cvtepi32_epi64(m));
}
WN_LANE vint wn_low_halves(vreal a)
{
    const simde__m256 f = simde_mm256_castpd_ps(a);
    const simde__m128 low = simde_mm256_castps256_ps128(f);
    return simde_mm_castps_si128(simde_mm_shuffle_ps(low, simde_mm256_extractf128_ps(f, 1), 0x88));
}
WN_LANE vmask vi_eq(vint a, vint b) { return wn_mask_from_vi(simde_mm_cmpeq_epi32(a, b)); }
WN_LANE vmask vi_gt(vint a, vint b) { return wn_mask_from_vi(simde_mm_cmpgt_epi32(a, b)); }
WN_LANE vmask vb_eq(vbits a, vbits b)
{
    return simde_mm256_castsi256_pd(simde_mm256_cmpeq_epi64(a, b));
}
WN_LANE vmask vb_gt(vbits a, vbits b)
{
    return simde_mm256_castsi256_pd(simde_mm256_cmpgt_epi64(a, b));
}

/* Masks */

WN_LANE vmask m_and(vmask a, vmask b) { return simde_mm256_and_pd(a, b); }
WN_LANE vmask m_or(vmask a, vmask b) { return simde_mm256_or_pd(a, b); }
WN_LANE vmask m_xor(vmask a, vmask b) { return simde_mm256_xor_pd(a, b); }
WN_LANE vmask m_andnot(vmask a, vmask b) { return simde_mm256_andnot_pd(b, a); }
WN_LANE vmask m_not(vmask a)
{
    return simde_mm256_xor_pd(a, simde_mm256_castsi256_pd(simde_mm256_set1_epi32(-1)));
}
WN_LANE uint32_t m_bits(vmask m) { return (uint32_t)simde_mm256_movemask_pd(m); }
WN_LANE int m_any(vmask m) { return simde_mm256_movemask_pd(m) != 0; }
WN_LANE int m_all(vmask m) { return simde_mm256_movemask_pd(m) == 15; }
WN_LANE vmask m_from_bits(uint32_t bits)
{
    const vbits lane = simde_mm256_set_epi64x(8, 4, 2, 1);
    return vb_eq(simde_mm256_and_si256(simde_mm256_set1_epi64x(bits), lane), lane);
}
WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return simde_mm256_blendv_pd(b, a, m); }
WN_LANE vint vi_select(vmask m, vint a, vint b)
{
    return simde_mm_blendv_epi8(b, a, wn_low_halves(m));
}
WN_LANE vbits vb_select(vmask m, vbits a, vbits b)
{
    return simde_mm256_blendv_epi8(b, a, simde_mm256_castpd_si256(m));
}

/* Sign and bits */

WN_LANE vreal v_and(vreal a, vreal b) { return simde_mm256_and_pd(a, b); }
WN_LANE vreal v_or(vreal a, vreal b) { return simde_mm256_or_pd(a, b); }
WN_LANE vreal v_xor(vreal a, vreal b) { return simde_mm256_xor_pd(a, b); }
WN_LANE vreal v_andnot(vreal a, vreal b) { return simde_mm256_andnot_pd(b, a); }
WN_LANE vreal v_copysign(vreal a, vreal b)
{
    const vreal sign = simde_mm256_set1_pd(-0.0);
    return simde_mm256_or_pd(simde_mm256_andnot_pd(sign, a), simde_mm256_and_pd(sign, b));
}
WN_LANE vbits v_bits(vreal a) { return simde_mm256_castpd_si256(a); }
WN_LANE vreal v_from_bits(vbits a) { return simde_mm256_castsi256_pd(a); }
WN_LANE vbits vb_add(vbits a, vbits b) { return simde_mm256_add_epi64(a, b); }
WN_LANE vbits vb_sub(vbits a, vbits b) { return simde_mm256_sub_epi64(a, b); }
/* The count may be a variable; once inlined, a constant becomes the immediate. */
WN_LANE vbits vb_shl(vbits a, int k) { return simde_mm256_slli_epi64(a, k); }
WN_LANE vbits vb_shr(vbits a, int k) { return simde_mm256_srli_epi64(a, k); }
WN_LANE vint vi_from_vb(vbits a) { return wn_low_halves(simde_mm256_castsi256_pd(a)); }
WN_LANE vbits vb_from_vi(vint a) { return simde_mm256_cvtepi32_epi64(a); }

/* Integers */

WN_LANE vint vi_add(vint a, vint b) { return simde_mm_add_epi32(a, b); }
WN_LANE vint vi_sub(vint a, vint b) { return simde_mm_sub_epi32(a, b); }
WN_LANE vint vi_mul(vint a, vint b) { return simde_mm_mullo_epi32(a, b); }
WN_LANE vint vi_mulhi_u(vint a, vint b)
{
    const vint even = simde_mm_mul_epu32(a, b);
    const vint odd = simde_mm_mul_epu32(simde_mm_srli_epi64(a, 32), simde_mm_srli_epi64(b, 32));
    return simde_mm_blend_epi16(simde_mm_srli_epi64(even, 32), odd, 0xcc);
}
WN_LANE vint vi_mulhi_u16(vint a, vint b) { return simde_mm_mulhi_epu16(a, b); }
WN_LANE vint vi_and(vint a, vint b) { return simde_mm_and_si128(a, b); }
WN_LANE vint vi_or(vint a, vint b) { return simde_mm_or_si128(a, b); }
WN_LANE vint vi_xor(vint a, vint b) { return simde_mm_xor_si128(a, b); }
WN_LANE vint vi_andnot(vint a, vint b) { return simde_mm_andnot_si128(b, a); }
WN_LANE vint vi_shl(vint a, int k) { return simde_mm_slli_epi32(a, k); }
WN_LANE vint vi_shr(vint a, int k) { return simde_mm_srli_epi32(a, k); }
WN_LANE vint vi_sra(vint a, int k) { return simde_mm_srai_epi32(a, k); }

/* Conversion */

WN_LANE vint v_to_int(vreal a) { return simde_mm256_cvttpd_epi32(a); }
WN_LANE vreal v_from_int(vint a) { return simde_mm256_cvtepi32_pd(a); }

#else /* WN_REAL == 32 */

#define VL 8
typedef simde__m256 vreal;
typedef simde__m256 vmask;
typedef simde__m256i vint;

/* Memory */

WN_LANE vreal v_load(const real *p) { return simde_mm256_loadu_ps(p); }
WN_LANE void v_store(real *p, vreal a) { simde_mm256_storeu_ps(p, a); }
WN_LANE vint vi_load(const int32_t *p) { return simde_mm256_loadu_si256((const void *)p); }
WN_LANE void vi_store(int32_t *p, vint a) { simde_mm256_storeu_si256((void *)p, a); }
WN_LANE vreal v_set1(real a) { return simde_mm256_set1_ps(a); }
WN_LANE vint vi_set1(int32_t a) { return simde_mm256_set1_epi32(a); }
WN_LANE vbits vb_set1(wn_bits a) { return simde_mm256_set1_epi32((int32_t)a); }
WN_LANE vreal v_zero(void) { return simde_mm256_setzero_ps(); }

WN_LANE simde__m128 wn_lookup4(const real *t, simde__m128i i) /* as in f64 */
{
    const int64_t i01 = simde_mm_cvtsi128_si64(i), i23 = simde_mm_extract_epi64(i, 1);
    return simde_mm_setr_ps(t[(int32_t)i01], t[i01 >> 32], t[(int32_t)i23], t[i23 >> 32]);
}
WN_LANE vreal v_lookup(const real *t, vint i)
{
    const simde__m128 low = wn_lookup4(t, simde_mm256_castsi256_si128(i));
    const simde__m128 high = wn_lookup4(t, simde_mm256_extracti128_si256(i, 1));
    return simde_mm256_insertf128_ps(simde_mm256_castps128_ps256(low), high, 1);
}

/* Two rows, the second in the high half */
WN_LANE vreal wn_two_rows(const real *low, const real *high)
{
    const vreal row = simde_mm256_castps128_ps256(simde_mm_load_ps(low));
    return simde_mm256_insertf128_ps(row, simde_mm_load_ps(high), 1);
}
WN_LANE vreal wn_unpacklo2(vreal a, vreal b) /* a0 a1 b0 b1 of both halves */
{
    return simde_mm256_castpd_ps(
        simde_mm256_unpacklo_pd(simde_mm256_castps_pd(a), simde_mm256_castps_pd(b)));
}
WN_LANE vreal wn_unpackhi2(vreal a, vreal b) /* a2 a3 b2 b3 of both halves */
{
    return simde_mm256_castpd_ps(
        simde_mm256_unpackhi_pd(simde_mm256_castps_pd(a), simde_mm256_castps_pd(b)));
}
WN_LANE void v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
{
    const vreal row04 = wn_two_rows(t + offset[0], t + offset[4]);
    const vreal row15 = wn_two_rows(t + offset[1], t + offset[5]);
    const vreal row26 = wn_two_rows(t + offset[2], t + offset[6]);
    const vreal row37 = wn_two_rows(t + offset[3], t + offset[7]);
    const vreal xy01 = simde_mm256_unpacklo_ps(row04, row15); /* x0 x1 y0 y1, x4 x5 y4 y5 */
    const vreal xy23 = simde_mm256_unpacklo_ps(row26, row37);
    *x = wn_unpacklo2(xy01, xy23);
    *y = wn_unpackhi2(xy01, xy23);
    *z = wn_unpacklo2(simde_mm256_unpackhi_ps(row04, row15), simde_mm256_unpackhi_ps(row26, row37));
}

WN_LANE vreal v_permute(vreal t, vint i) { return simde_mm256_permutevar8x32_ps(t, i); }
WN_LANE vreal v_top_byte(const uint8_t *t, vint i)
{
    const vint index = simde_mm256_or_si256(i, simde_mm256_set1_epi32(WN_OTHER_BYTES));
    const vint bytes = simde_mm256_broadcastsi128_si256(simde_mm_loadu_si128((const void *)t));
    return simde_mm256_castsi256_ps(simde_mm256_shuffle_epi8(bytes, index));
}

/* Arithmetic */

WN_LANE vreal v_add(vreal a, vreal b) { return simde_mm256_add_ps(a, b); }
WN_LANE vreal v_sub(vreal a, vreal b) { return simde_mm256_sub_ps(a, b); }
WN_LANE vreal v_mul(vreal a, vreal b) { return simde_mm256_mul_ps(a, b); }
WN_LANE vreal v_div(vreal a, vreal b) { return simde_mm256_div_ps(a, b); }
WN_LANE vreal v_sqrt(vreal a) { return simde_mm256_sqrt_ps(a); }
WN_LANE vreal v_neg(vreal a) { return simde_mm256_xor_ps(a, simde_mm256_set1_ps(-0.0f)); }
WN_LANE vreal v_abs(vreal a) { return simde_mm256_andnot_ps(simde_mm256_set1_ps(-0.0f), a); }
WN_LANE vreal v_max(vreal a, vreal b) { return simde_mm256_max_ps(a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return simde_mm256_min_ps(a, b); }
WN_LANE vreal v_floor(vreal a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_NEG_INF | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_trunc(vreal a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_ZERO | SIMDE_MM_FROUND_NO_EXC);
}
WN_LANE vreal v_round(vreal a)
{
    return simde_mm256_round_ps(a, SIMDE_MM_FROUND_TO_NEAREST_INT | SIMDE_MM_FROUND_NO_EXC);
}

/* Comparison */

WN_LANE vmask v_lt(vreal a, vreal b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LT_OQ); }
WN_LANE vmask v_le(vreal a, vreal b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_LE_OQ); }
WN_LANE vmask v_gt(vreal a, vreal b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_GT_OQ); }
WN_LANE vmask v_ge(vreal a, vreal b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_GE_OQ); }
WN_LANE vmask v_eq(vreal a, vreal b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_EQ_OQ); }
WN_LANE vmask v_ne(vreal a, vreal b) { return simde_mm256_cmp_ps(a, b, SIMDE_CMP_NEQ_UQ); }
WN_LANE vmask vi_eq(vint a, vint b)
{
    return simde_mm256_castsi256_ps(simde_mm256_cmpeq_epi32(a, b));
}
WN_LANE vmask vi_gt(vint a, vint b)
{
    return simde_mm256_castsi256_ps(simde_mm256_cmpgt_epi32(a, b));
}
WN_LANE vmask vb_eq(vbits a, vbits b) { return vi_eq(a, b); }
WN_LANE vmask vb_gt(vbits a, vbits b) { return vi_gt(a, b); }

/* Masks */

WN_LANE vmask m_and(vmask a, vmask b) { return simde_mm256_and_ps(a, b); }
WN_LANE vmask m_or(vmask a, vmask b) { return simde_mm256_or_ps(a, b); }
WN_LANE vmask m_xor(vmask a, vmask b) { return simde_mm256_xor_ps(a, b); }
WN_LANE vmask m_andnot(vmask a, vmask b) { return simde_mm256_andnot_ps(b, a); }
WN_LANE vmask m_not(vmask a)
{
    return simde_mm256_xor_ps(a, simde_mm256_castsi256_ps(simde_mm256_set1_epi32(-1)));
}
WN_LANE uint32_t m_bits(vmask m) { return (uint32_t)simde_mm256_movemask_ps(m); }
WN_LANE int m_any(vmask m) { return simde_mm256_movemask_ps(m) != 0; }
WN_LANE int m_all(vmask m) { return simde_mm256_movemask_ps(m) == 255; }
WN_LANE vmask m_from_bits(uint32_t bits)
{
    const vint lane = simde_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
    return vi_eq(simde_mm256_and_si256(simde_mm256_set1_epi32((int32_t)bits), lane), lane);
}
WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return simde_mm256_blendv_ps(b, a, m); }
WN_LANE vint vi_select(vmask m, vint a, vint b)
{
    return simde_mm256_blendv_epi8(b, a, simde_mm256_castps_si256(m));
}
WN_LANE vbits vb_select(vmask m, vbits a, vbits b) { return vi_select(m, a, b); }

/* Sign and bits */

WN_LANE vreal v_and(vreal a, vreal b) { return simde_mm256_and_ps(a, b); }
WN_LANE vreal v_or(vreal a, vreal b) { return simde_mm256_or_ps(a, b); }
WN_LANE vreal v_xor(vreal a, vreal b) { return simde_mm256_xor_ps(a, b); }
WN_LANE vreal v_andnot(vreal a, vreal b) { return simde_mm256_andnot_ps(b, a); }
WN_LANE vreal v_copysign(vreal a, vreal b)
{
    const vreal sign = simde_mm256_set1_ps(-0.0f);
    return simde_mm256_or_ps(simde_mm256_andnot_ps(sign, a), simde_mm256_and_ps(sign, b));
}
WN_LANE vbits v_bits(vreal a) { return simde_mm256_castps_si256(a); }
WN_LANE vreal v_from_bits(vbits a) { return simde_mm256_castsi256_ps(a); }
WN_LANE vbits vb_add(vbits a, vbits b) { return simde_mm256_add_epi32(a, b); }
WN_LANE vbits vb_sub(vbits a, vbits b) { return simde_mm256_sub_epi32(a, b); }
/* The count may be a variable; once inlined, a constant becomes the immediate. */
WN_LANE vbits vb_shl(vbits a, int k) { return simde_mm256_slli_epi32(a, k); }
WN_LANE vbits vb_shr(vbits a, int k) { return simde_mm256_srli_epi32(a, k); }
WN_LANE vint vi_from_vb(vbits a) { return a; }
WN_LANE vbits vb_from_vi(vint a) { return a; }

/* Integers */

WN_LANE vint vi_add(vint a, vint b) { return simde_mm256_add_epi32(a, b); }
WN_LANE vint vi_sub(vint a, vint b) { return simde_mm256_sub_epi32(a, b); }
WN_LANE vint vi_mul(vint a, vint b) { return simde_mm256_mullo_epi32(a, b); }
WN_LANE vint vi_mulhi_u(vint a, vint b)
{
    const vint even = simde_mm256_mul_epu32(a, b);
    const vint a1 = simde_mm256_srli_epi64(a, 32), b1 = simde_mm256_srli_epi64(b, 32);
    const vint odd = simde_mm256_mul_epu32(a1, b1);
    return simde_mm256_blend_epi16(simde_mm256_srli_epi64(even, 32), odd, 0xcc);
}
WN_LANE vint vi_mulhi_u16(vint a, vint b) { return simde_mm256_mulhi_epu16(a, b); }
WN_LANE vint vi_and(vint a, vint b) { return simde_mm256_and_si256(a, b); }
WN_LANE vint vi_or(vint a, vint b) { return simde_mm256_or_si256(a, b); }
WN_LANE vint vi_xor(vint a, vint b) { return simde_mm256_xor_si256(a, b); }
WN_LANE vint vi_andnot(vint a, vint b) { return simde_mm256_andnot_si256(b, a); }
WN_LANE vint vi_shl(vint a, int k) { return simde_mm256_slli_epi32(a, k); }
WN_LANE vint vi_shr(vint a, int k) { return simde_mm256_srli_epi32(a, k); }
WN_LANE vint vi_sra(vint a, int k) { return simde_mm256_srai_epi32(a, k); }

/* Conversion */

WN_LANE vint v_to_int(vreal a) { return simde_mm256_cvttps_epi32(a); }
WN_LANE vreal v_from_int(vint a) { return simde_mm256_cvtepi32_ps(a); }

#endif /* WN_REAL */

/* clang-format on */

#endif
