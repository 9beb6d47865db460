/* SPDX-License-Identifier: MIT */
/* Lanes of 512 bits, AVX-512 F + DQ + BW + VL. Included by lanes.h. */
#ifndef WN_KERNELS_LANES_AVX512_H
#define WN_KERNELS_LANES_AVX512_H

#if !defined(__AVX512F__) || !defined(__AVX512DQ__) || !defined(__AVX512BW__) || \
    !defined(__AVX512VL__)
#error "lanes_avx512.h: compile with -mavx512f -mavx512dq -mavx512bw -mavx512vl"
#endif

/* Native: SIMDe 0.7.4 (Debian 12) lacks AVX-512 gathers, conversions and operations on masks. */
#include <immintrin.h>

/*
 * A vint of f64 is a 256-bit register, one of f32 a 512-bit one.
 * Operations on masks are intrinsics, not & and |, to keep gcc from moving them to general
 * registers and back.
 */

/* Forced, because a large kernel would use up the compiler's budget for inlining. */
#if defined(_MSC_VER) && !defined(__clang__)
#define WN_LANE static __forceinline
#else
#define WN_LANE static inline __attribute__((always_inline))
#endif

/* One operation a line, as in the list of lanes.h. */
/* clang-format off */

typedef __m512i vbits;

/* Bits, the same for both precisions */

WN_LANE vbits vb_and(vbits a, vbits b) { return _mm512_and_si512(a, b); }
WN_LANE vbits vb_or(vbits a, vbits b) { return _mm512_or_si512(a, b); }
WN_LANE vbits vb_xor(vbits a, vbits b) { return _mm512_xor_si512(a, b); }

/* Truth table of sign ? b : a per bit, in the order (sign, b, a) */
#define WN_BIT_SELECT 0xca

/* In 32-bit lanes; an index whose bit 7 is set gives 0 */
#define WN_OTHER_BYTES 0x00808080

#if WN_REAL == 64

#define VL 8
typedef __m512d vreal;
typedef __m256i vint;
typedef __mmask8 vmask;

/* Memory */

WN_LANE vreal v_load(const real *p) { return _mm512_loadu_pd(p); }
WN_LANE void v_store(real *p, vreal a) { _mm512_storeu_pd(p, a); }
WN_LANE vint vi_load(const int32_t *p) { return _mm256_loadu_si256((const void *)p); }
WN_LANE void vi_store(int32_t *p, vint a) { _mm256_storeu_si256((void *)p, a); }
WN_LANE vreal v_set1(real a) { return _mm512_set1_pd(a); }
WN_LANE vint vi_set1(int32_t a) { return _mm256_set1_epi32(a); }
WN_LANE vbits vb_set1(wn_bits a) { return _mm512_set1_epi64((int64_t)a); }
WN_LANE vreal v_zero(void) { return _mm512_setzero_pd(); }

/*
 * Scalar loads and not a gather: on a Zen 4 0.25 to 0.33 instead of 0.40 ns a lane (0.30 instead of
 * 0.36 in f32). Two indices leave the vector in one move; >> of a negative number is arithmetic.
 */
WN_LANE __m128d wn_lookup2(const real *t, int64_t i01)
{
    return _mm_loadh_pd(_mm_load_sd(t + (int32_t)i01), t + (i01 >> 32));
}
WN_LANE __m256d wn_lookup4(const real *t, __m128i i)
{
    const __m128d low = wn_lookup2(t, _mm_cvtsi128_si64(i));
    return _mm256_insertf128_pd(_mm256_castpd128_pd256(low), wn_lookup2(t, _mm_extract_epi64(i, 1)),
                                1);
}
WN_LANE vreal v_lookup(const real *t, vint i)
{
    const __m256d low = wn_lookup4(t, _mm256_castsi256_si128(i));
    const __m256d high = wn_lookup4(t, _mm256_extracti128_si256(i, 1));
    return _mm512_insertf64x4(_mm512_castpd256_pd512(low), high, 1);
}

/* Two rows, the second in the high half. (A broadcast under a mask is no faster.) */
WN_LANE vreal wn_two_rows(const real *low, const real *high)
{
    return _mm512_insertf64x4(_mm512_castpd256_pd512(_mm256_load_pd(low)), _mm256_load_pd(high), 1);
}
WN_LANE void v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
{
    const vreal row02 = wn_two_rows(t + offset[0], t + offset[2]);
    const vreal row13 = wn_two_rows(t + offset[1], t + offset[3]);
    const vreal row46 = wn_two_rows(t + offset[4], t + offset[6]);
    const vreal row57 = wn_two_rows(t + offset[5], t + offset[7]);
    const vreal xz0123 = _mm512_unpacklo_pd(row02, row13); /* x0 x1 z0 z1 x2 x3 z2 z3 */
    const vreal xz4567 = _mm512_unpacklo_pd(row46, row57);
    const vreal yw0123 = _mm512_unpackhi_pd(row02, row13);
    const vreal yw4567 = _mm512_unpackhi_pd(row46, row57);
    *x = _mm512_shuffle_f64x2(xz0123, xz4567, 0x88);
    *y = _mm512_shuffle_f64x2(yw0123, yw4567, 0x88);
    *z = _mm512_shuffle_f64x2(xz0123, xz4567, 0xdd);
}

WN_LANE vreal v_permute(vreal t, vint i)
{
    return _mm512_permutexvar_pd(_mm512_cvtepi32_epi64(i), t);
}
WN_LANE vreal v_top_byte(const uint8_t *t, vint i)
{
    const vint index = _mm256_or_si256(i, _mm256_set1_epi32(WN_OTHER_BYTES));
    const vint bytes = _mm256_broadcastsi128_si256(_mm_loadu_si128((const void *)t));
    const __m512i top = _mm512_cvtepi32_epi64(_mm256_shuffle_epi8(bytes, index));
    return _mm512_castsi512_pd(_mm512_slli_epi64(top, 32));
}

/* Arithmetic */

WN_LANE vreal v_add(vreal a, vreal b) { return _mm512_add_pd(a, b); }
WN_LANE vreal v_sub(vreal a, vreal b) { return _mm512_sub_pd(a, b); }
WN_LANE vreal v_mul(vreal a, vreal b) { return _mm512_mul_pd(a, b); }
WN_LANE vreal v_div(vreal a, vreal b) { return _mm512_div_pd(a, b); }
WN_LANE vreal v_sqrt(vreal a) { return _mm512_sqrt_pd(a); }
WN_LANE vreal v_neg(vreal a) { return _mm512_xor_pd(a, _mm512_set1_pd(-0.0)); }
WN_LANE vreal v_abs(vreal a) { return _mm512_andnot_pd(_mm512_set1_pd(-0.0), a); }
WN_LANE vreal v_max(vreal a, vreal b) { return _mm512_max_pd(a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return _mm512_min_pd(a, b); }
WN_LANE vreal v_floor(vreal a)
{
    return _mm512_roundscale_pd(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
WN_LANE vreal v_trunc(vreal a)
{
    return _mm512_roundscale_pd(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
WN_LANE vreal v_round(vreal a)
{
    return _mm512_roundscale_pd(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

/* Comparison */

WN_LANE vmask v_lt(vreal a, vreal b) { return _mm512_cmp_pd_mask(a, b, _CMP_LT_OQ); }
WN_LANE vmask v_le(vreal a, vreal b) { return _mm512_cmp_pd_mask(a, b, _CMP_LE_OQ); }
WN_LANE vmask v_gt(vreal a, vreal b) { return _mm512_cmp_pd_mask(a, b, _CMP_GT_OQ); }
WN_LANE vmask v_ge(vreal a, vreal b) { return _mm512_cmp_pd_mask(a, b, _CMP_GE_OQ); }
WN_LANE vmask v_eq(vreal a, vreal b) { return _mm512_cmp_pd_mask(a, b, _CMP_EQ_OQ); }
WN_LANE vmask v_ne(vreal a, vreal b) { return _mm512_cmp_pd_mask(a, b, _CMP_NEQ_UQ); }
WN_LANE vmask vi_eq(vint a, vint b) { return _mm256_cmpeq_epi32_mask(a, b); }
WN_LANE vmask vi_gt(vint a, vint b) { return _mm256_cmpgt_epi32_mask(a, b); }
WN_LANE vmask vb_eq(vbits a, vbits b) { return _mm512_cmpeq_epi64_mask(a, b); }
WN_LANE vmask vb_gt(vbits a, vbits b) { return _mm512_cmpgt_epi64_mask(a, b); }

/* Masks */

WN_LANE vmask m_and(vmask a, vmask b) { return _kand_mask8(a, b); }
WN_LANE vmask m_or(vmask a, vmask b) { return _kor_mask8(a, b); }
WN_LANE vmask m_xor(vmask a, vmask b) { return _kxor_mask8(a, b); }
WN_LANE vmask m_andnot(vmask a, vmask b) { return _kandn_mask8(b, a); }
WN_LANE vmask m_not(vmask a) { return _knot_mask8(a); }
WN_LANE uint32_t m_bits(vmask m) { return _cvtmask8_u32(m); }
WN_LANE int m_any(vmask m) { return !_kortestz_mask8_u8(m, m); }
WN_LANE int m_all(vmask m) { return _kortestc_mask8_u8(m, m); }
WN_LANE vmask m_from_bits(uint32_t bits) { return _cvtu32_mask8(bits); }
WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return _mm512_mask_blend_pd(m, b, a); }
WN_LANE vint vi_select(vmask m, vint a, vint b) { return _mm256_mask_blend_epi32(m, b, a); }
WN_LANE vbits vb_select(vmask m, vbits a, vbits b) { return _mm512_mask_blend_epi64(m, b, a); }

/* Sign and bits */

WN_LANE vreal v_and(vreal a, vreal b) { return _mm512_and_pd(a, b); }
WN_LANE vreal v_or(vreal a, vreal b) { return _mm512_or_pd(a, b); }
WN_LANE vreal v_xor(vreal a, vreal b) { return _mm512_xor_pd(a, b); }
WN_LANE vreal v_andnot(vreal a, vreal b) { return _mm512_andnot_pd(b, a); }
WN_LANE vbits v_bits(vreal a) { return _mm512_castpd_si512(a); }
WN_LANE vreal v_from_bits(vbits a) { return _mm512_castsi512_pd(a); }
WN_LANE vreal v_copysign(vreal a, vreal b)
{
    const vbits sign = v_bits(v_set1(-0.0));
    return v_from_bits(_mm512_ternarylogic_epi64(sign, v_bits(b), v_bits(a), WN_BIT_SELECT));
}
WN_LANE vbits vb_add(vbits a, vbits b) { return _mm512_add_epi64(a, b); }
WN_LANE vbits vb_sub(vbits a, vbits b) { return _mm512_sub_epi64(a, b); }
/* The count may be a variable; once inlined, a constant becomes the immediate. */
WN_LANE vbits vb_shl(vbits a, int k) { return _mm512_slli_epi64(a, (unsigned)k); }
WN_LANE vbits vb_shr(vbits a, int k) { return _mm512_srli_epi64(a, (unsigned)k); }
WN_LANE vint vi_from_vb(vbits a) { return _mm512_cvtepi64_epi32(a); }
WN_LANE vbits vb_from_vi(vint a) { return _mm512_cvtepi32_epi64(a); }

/* Integers */

WN_LANE vint vi_add(vint a, vint b) { return _mm256_add_epi32(a, b); }
WN_LANE vint vi_sub(vint a, vint b) { return _mm256_sub_epi32(a, b); }
WN_LANE vint vi_mul(vint a, vint b) { return _mm256_mullo_epi32(a, b); }
WN_LANE vint vi_mulhi_u(vint a, vint b)
{
    const vint even = _mm256_mul_epu32(a, b);
    const vint odd = _mm256_mul_epu32(_mm256_srli_epi64(a, 32), _mm256_srli_epi64(b, 32));
    return _mm256_mask_blend_epi32(0xaa, _mm256_srli_epi64(even, 32), odd);
}
WN_LANE vint vi_mulhi_u16(vint a, vint b) { return _mm256_mulhi_epu16(a, b); }
WN_LANE vint vi_and(vint a, vint b) { return _mm256_and_si256(a, b); }
WN_LANE vint vi_or(vint a, vint b) { return _mm256_or_si256(a, b); }
WN_LANE vint vi_xor(vint a, vint b) { return _mm256_xor_si256(a, b); }
WN_LANE vint vi_andnot(vint a, vint b) { return _mm256_andnot_si256(b, a); }
WN_LANE vint vi_shl(vint a, int k) { return _mm256_slli_epi32(a, k); }
WN_LANE vint vi_shr(vint a, int k) { return _mm256_srli_epi32(a, k); }
WN_LANE vint vi_sra(vint a, int k) { return _mm256_srai_epi32(a, k); }

/* Conversion */

WN_LANE vint v_to_int(vreal a) { return _mm512_cvttpd_epi32(a); }
WN_LANE vreal v_from_int(vint a) { return _mm512_cvtepi32_pd(a); }

#else /* WN_REAL == 32 */

#define VL 16
typedef __m512 vreal;
typedef __m512i vint;
typedef __mmask16 vmask;

/* Memory */

WN_LANE vreal v_load(const real *p) { return _mm512_loadu_ps(p); }
WN_LANE void v_store(real *p, vreal a) { _mm512_storeu_ps(p, a); }
WN_LANE vint vi_load(const int32_t *p) { return _mm512_loadu_si512(p); }
WN_LANE void vi_store(int32_t *p, vint a) { _mm512_storeu_si512(p, a); }
WN_LANE vreal v_set1(real a) { return _mm512_set1_ps(a); }
WN_LANE vint vi_set1(int32_t a) { return _mm512_set1_epi32(a); }
WN_LANE vbits vb_set1(wn_bits a) { return _mm512_set1_epi32((int32_t)a); }
WN_LANE vreal v_zero(void) { return _mm512_setzero_ps(); }

WN_LANE __m128 wn_lookup4(const real *t, __m128i i) /* as in f64 */
{
    const int64_t i01 = _mm_cvtsi128_si64(i), i23 = _mm_extract_epi64(i, 1);
    return _mm_setr_ps(t[(int32_t)i01], t[i01 >> 32], t[(int32_t)i23], t[i23 >> 32]);
}
WN_LANE __m256 wn_lookup8(const real *t, __m256i i)
{
    const __m128 low = wn_lookup4(t, _mm256_castsi256_si128(i));
    const __m128 high = wn_lookup4(t, _mm256_extracti128_si256(i, 1));
    return _mm256_insertf128_ps(_mm256_castps128_ps256(low), high, 1);
}
WN_LANE vreal v_lookup(const real *t, vint i)
{
    const __m256 low = wn_lookup8(t, _mm512_castsi512_si256(i));
    const __m256 high = wn_lookup8(t, _mm512_extracti64x4_epi64(i, 1));
    return _mm512_insertf32x8(_mm512_castps256_ps512(low), high, 1);
}

/* Rows 0, 4, 8 and 12 after offset. By halves, which is shorter than three inserts in a chain. */
WN_LANE vreal wn_four_rows(const real *t, const uint16_t *offset)
{
    const __m256 row0 = _mm256_castps128_ps256(_mm_load_ps(t + offset[0]));
    const __m256 row04 = _mm256_insertf128_ps(row0, _mm_load_ps(t + offset[4]), 1);
    const __m256 row8 = _mm256_castps128_ps256(_mm_load_ps(t + offset[8]));
    const __m256 row8c = _mm256_insertf128_ps(row8, _mm_load_ps(t + offset[12]), 1);
    return _mm512_insertf32x8(_mm512_castps256_ps512(row04), row8c, 1);
}
WN_LANE vreal wn_unpacklo2(vreal a, vreal b) /* a0 a1 b0 b1 of all quarters */
{
    return _mm512_castpd_ps(_mm512_unpacklo_pd(_mm512_castps_pd(a), _mm512_castps_pd(b)));
}
WN_LANE vreal wn_unpackhi2(vreal a, vreal b) /* a2 a3 b2 b3 of all quarters */
{
    return _mm512_castpd_ps(_mm512_unpackhi_pd(_mm512_castps_pd(a), _mm512_castps_pd(b)));
}
WN_LANE void v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
{
    const vreal row0 = wn_four_rows(t, offset), row1 = wn_four_rows(t, offset + 1);
    const vreal row2 = wn_four_rows(t, offset + 2), row3 = wn_four_rows(t, offset + 3);
    const vreal xy01 = _mm512_unpacklo_ps(row0, row1); /* x0 x1 y0 y1, x4 x5 y4 y5, ... */
    const vreal xy23 = _mm512_unpacklo_ps(row2, row3);
    *x = wn_unpacklo2(xy01, xy23);
    *y = wn_unpackhi2(xy01, xy23);
    *z = wn_unpacklo2(_mm512_unpackhi_ps(row0, row1), _mm512_unpackhi_ps(row2, row3));
}

WN_LANE vreal v_permute(vreal t, vint i) { return _mm512_permutexvar_ps(i, t); }
WN_LANE vreal v_top_byte(const uint8_t *t, vint i)
{
    const vint index = _mm512_or_si512(i, _mm512_set1_epi32(WN_OTHER_BYTES));
    const vint bytes = _mm512_broadcast_i32x4(_mm_loadu_si128((const void *)t));
    return _mm512_castsi512_ps(_mm512_shuffle_epi8(bytes, index));
}

/* Arithmetic */

WN_LANE vreal v_add(vreal a, vreal b) { return _mm512_add_ps(a, b); }
WN_LANE vreal v_sub(vreal a, vreal b) { return _mm512_sub_ps(a, b); }
WN_LANE vreal v_mul(vreal a, vreal b) { return _mm512_mul_ps(a, b); }
WN_LANE vreal v_div(vreal a, vreal b) { return _mm512_div_ps(a, b); }
WN_LANE vreal v_sqrt(vreal a) { return _mm512_sqrt_ps(a); }
WN_LANE vreal v_neg(vreal a) { return _mm512_xor_ps(a, _mm512_set1_ps(-0.0f)); }
WN_LANE vreal v_abs(vreal a) { return _mm512_andnot_ps(_mm512_set1_ps(-0.0f), a); }
WN_LANE vreal v_max(vreal a, vreal b) { return _mm512_max_ps(a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return _mm512_min_ps(a, b); }
WN_LANE vreal v_floor(vreal a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
}
WN_LANE vreal v_trunc(vreal a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}
WN_LANE vreal v_round(vreal a)
{
    return _mm512_roundscale_ps(a, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

/* Comparison */

WN_LANE vmask v_lt(vreal a, vreal b) { return _mm512_cmp_ps_mask(a, b, _CMP_LT_OQ); }
WN_LANE vmask v_le(vreal a, vreal b) { return _mm512_cmp_ps_mask(a, b, _CMP_LE_OQ); }
WN_LANE vmask v_gt(vreal a, vreal b) { return _mm512_cmp_ps_mask(a, b, _CMP_GT_OQ); }
WN_LANE vmask v_ge(vreal a, vreal b) { return _mm512_cmp_ps_mask(a, b, _CMP_GE_OQ); }
WN_LANE vmask v_eq(vreal a, vreal b) { return _mm512_cmp_ps_mask(a, b, _CMP_EQ_OQ); }
WN_LANE vmask v_ne(vreal a, vreal b) { return _mm512_cmp_ps_mask(a, b, _CMP_NEQ_UQ); }
WN_LANE vmask vi_eq(vint a, vint b) { return _mm512_cmpeq_epi32_mask(a, b); }
WN_LANE vmask vi_gt(vint a, vint b) { return _mm512_cmpgt_epi32_mask(a, b); }
WN_LANE vmask vb_eq(vbits a, vbits b) { return vi_eq(a, b); }
WN_LANE vmask vb_gt(vbits a, vbits b) { return vi_gt(a, b); }

/* Masks */

WN_LANE vmask m_and(vmask a, vmask b) { return _kand_mask16(a, b); }
WN_LANE vmask m_or(vmask a, vmask b) { return _kor_mask16(a, b); }
WN_LANE vmask m_xor(vmask a, vmask b) { return _kxor_mask16(a, b); }
WN_LANE vmask m_andnot(vmask a, vmask b) { return _kandn_mask16(b, a); }
WN_LANE vmask m_not(vmask a) { return _knot_mask16(a); }
WN_LANE uint32_t m_bits(vmask m) { return _cvtmask16_u32(m); }
WN_LANE int m_any(vmask m) { return !_kortestz_mask16_u8(m, m); }
WN_LANE int m_all(vmask m) { return _kortestc_mask16_u8(m, m); }
WN_LANE vmask m_from_bits(uint32_t bits) { return _cvtu32_mask16(bits); }
WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return _mm512_mask_blend_ps(m, b, a); }
WN_LANE vint vi_select(vmask m, vint a, vint b) { return _mm512_mask_blend_epi32(m, b, a); }
WN_LANE vbits vb_select(vmask m, vbits a, vbits b) { return vi_select(m, a, b); }

/* Sign and bits */

WN_LANE vreal v_and(vreal a, vreal b) { return _mm512_and_ps(a, b); }
WN_LANE vreal v_or(vreal a, vreal b) { return _mm512_or_ps(a, b); }
WN_LANE vreal v_xor(vreal a, vreal b) { return _mm512_xor_ps(a, b); }
WN_LANE vreal v_andnot(vreal a, vreal b) { return _mm512_andnot_ps(b, a); }
WN_LANE vbits v_bits(vreal a) { return _mm512_castps_si512(a); }
WN_LANE vreal v_from_bits(vbits a) { return _mm512_castsi512_ps(a); }
WN_LANE vreal v_copysign(vreal a, vreal b)
{
    const vbits sign = v_bits(v_set1(-0.0f));
    return v_from_bits(_mm512_ternarylogic_epi32(sign, v_bits(b), v_bits(a), WN_BIT_SELECT));
}
WN_LANE vbits vb_add(vbits a, vbits b) { return _mm512_add_epi32(a, b); }
WN_LANE vbits vb_sub(vbits a, vbits b) { return _mm512_sub_epi32(a, b); }
/* The count may be a variable; once inlined, a constant becomes the immediate. */
WN_LANE vbits vb_shl(vbits a, int k) { return _mm512_slli_epi32(a, (unsigned)k); }
WN_LANE vbits vb_shr(vbits a, int k) { return _mm512_srli_epi32(a, (unsigned)k); }
WN_LANE vint vi_from_vb(vbits a) { return a; }
WN_LANE vbits vb_from_vi(vint a) { return a; }

/* Integers */

WN_LANE vint vi_add(vint a, vint b) { return _mm512_add_epi32(a, b); }
WN_LANE vint vi_sub(vint a, vint b) { return _mm512_sub_epi32(a, b); }
WN_LANE vint vi_mul(vint a, vint b) { return _mm512_mullo_epi32(a, b); }
WN_LANE vint vi_mulhi_u(vint a, vint b)
{
    const vint even = _mm512_mul_epu32(a, b);
    const vint odd = _mm512_mul_epu32(_mm512_srli_epi64(a, 32), _mm512_srli_epi64(b, 32));
    return _mm512_mask_blend_epi32(0xaaaa, _mm512_srli_epi64(even, 32), odd);
}
WN_LANE vint vi_mulhi_u16(vint a, vint b) { return _mm512_mulhi_epu16(a, b); }
WN_LANE vint vi_and(vint a, vint b) { return _mm512_and_si512(a, b); }
WN_LANE vint vi_or(vint a, vint b) { return _mm512_or_si512(a, b); }
WN_LANE vint vi_xor(vint a, vint b) { return _mm512_xor_si512(a, b); }
WN_LANE vint vi_andnot(vint a, vint b) { return _mm512_andnot_si512(b, a); }
WN_LANE vint vi_shl(vint a, int k) { return _mm512_slli_epi32(a, (unsigned)k); }
WN_LANE vint vi_shr(vint a, int k) { return _mm512_srli_epi32(a, (unsigned)k); }
WN_LANE vint vi_sra(vint a, int k) { return _mm512_srai_epi32(a, (unsigned)k); }

/* Conversion */

WN_LANE vint v_to_int(vreal a) { return _mm512_cvttps_epi32(a); }
WN_LANE vreal v_from_int(vint a) { return _mm512_cvtepi32_ps(a); }

#endif /* WN_REAL */

/* clang-format on */

#endif
