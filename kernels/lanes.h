/* SPDX-License-Identifier: MIT */
/*
 * Lanes: width-agnostic vectors of the precision being compiled (WN_REAL) for one instruction set.
 * This file is the one list of operations; kernels/lanes_<isa>.h implement them, and
 * tests/test_lanes.c checks every one against plain C at edge values.
 *
 * Types
 *   vreal  VL lanes of `real` (scalar/real.h)
 *   vint   VL lanes of int32_t, two's complement, wrapping (same lane COUNT as vreal, so that an
 *          f64 vint is half as wide as its vreal)
 *   vbits  VL lanes of an unsigned integer as wide as `real` (uint64_t or uint32_t; wn_bits)
 *   vmask  VL truth values
 *   VL     number of lanes (a preprocessor constant)
 * Lanes are numbered in memory order. Nothing here is fused: there is no multiply-add, no
 * reciprocal estimate and no reduction, so that a kernel is lane for lane the scalar formula.
 * Every operation is defined for every input, NaN included, and equal on all instruction sets.
 *
 * Memory (any alignment)
 *   vreal v_load(const real *p)              void v_store(real *p, vreal a)
 *   vint  vi_load(const int32_t *p)          void vi_store(int32_t *p, vint a)
 *   vreal v_set1(real a)                     vint vi_set1(int32_t a)       vbits vb_set1(wn_bits a)
 *   vreal v_zero(void)
 *   vreal v_lookup(const real *t, vint i)    t[i] per lane; every i must be a valid index
 *   void  v_lookup_rows(const real *t, const uint16_t *offset, vreal *x, vreal *y, vreal *z)
 *                                            lane k: t[offset[k]], t[offset[k] + 1], [.. + 2]. Rows
 *                                            are 4 reals, aligned to 4 reals (offset % 4 == 0);
 *                                            VL offsets are read
 *   vreal v_permute(vreal t, vint i)         lane i[k] of t; every i must be 0 to VL - 1
 *   vreal v_top_byte(const uint8_t *t, vint i)  lane k: the real with the highest byte t[i[k] >> 24]
 *                                            and all others 0. 16 bytes; every i >> 24 below 16
 * Arithmetic (IEEE 754, round to nearest even)
 *   v_add v_sub v_mul v_div (a, b)           v_sqrt v_neg v_abs (a): neg and abs touch the sign only
 *   v_max(a, b)                              a > b ? a : b   (b when either is NaN, or both zero)
 *   v_min(a, b)                              a < b ? a : b   (b when either is NaN, or both zero)
 *   v_floor v_trunc v_round (a)              to an integral value: down, towards zero, to nearest
 *                                            even; keep NaN, infinities and the sign of zero
 * Comparison (false when either is NaN, but v_ne true)
 *   vmask v_lt v_le v_gt v_ge v_eq v_ne (vreal a, vreal b)
 *   vmask vi_eq vi_gt (vint a, vint b)       signed
 *   vmask vb_eq (vbits a, vbits b)           vb_gt(a, b): a > b as SIGNED integers
 * Masks
 *   m_and m_or m_xor (a, b)   m_andnot(a, b): a and not b   m_not(a)
 *   int m_any(m)  int m_all(m)   uint32_t m_bits(m): bit k = lane k, bits VL and up are 0
 *   vmask m_from_bits(uint32_t bits)         bits VL and up are ignored
 *   v_select(m, a, b)  vi_select(m, a, b)  vb_select(m, a, b)     m ? a : b
 * Sign and bits
 *   v_and v_or v_xor (a, b)   v_andnot(a, b): a & ~b         bitwise, on vreal
 *   v_copysign(a, b)                         magnitude of a, sign of b
 *   vbits v_bits(vreal)   vreal v_from_bits(vbits)           reinterpretation
 *   vb_add vb_sub vb_and vb_or vb_xor (a, b)                 wrapping
 *   vb_shl(a, k)  vb_shr(a, k)               logical shifts, 0 <= k < 8 * sizeof(real)
 *   vint vi_from_vb(vbits)                   low 32 bits     vbits vb_from_vi(vint)  sign-extended
 * Integers (32 bit, wrapping)
 *   vi_add vi_sub vi_mul vi_and vi_or vi_xor (a, b)   vi_andnot(a, b): a & ~b
 *   vi_mulhi_u(a, b)                         upper half of the 64-bit product, UNSIGNED
 *   vi_mulhi_u16(a, b)                       the same for both 16-bit halves of each lane
 *   vi_shl(a, k)  vi_shr(a, k) logical  vi_sra(a, k) arithmetic; 0 <= k < 32
 * Conversion
 *   vint  v_to_int(vreal a)                  towards zero; INT32_MIN where a is NaN or out of range
 *   vreal v_from_int(vint a)                 exact in f64, round to nearest even in f32
 */
#ifndef WN_KERNELS_LANES_H
#define WN_KERNELS_LANES_H

#include "../scalar/real.h"
#include <stdint.h>

#if WN_REAL == 64
typedef uint64_t wn_bits;
#else
typedef uint32_t wn_bits;
#endif

#if defined(WN_UNIT_SSE41)
#define WN_UNIT sse41
#include "lanes_sse41.h"
#elif defined(WN_UNIT_AVX2)
#define WN_UNIT avx2
#include "lanes_avx2.h"
#elif defined(WN_UNIT_AVX512)
#define WN_UNIT avx512
#include "lanes_avx512.h"
#elif defined(WN_UNIT_NEON)
#define WN_UNIT neon
#include "lanes_neon.h"
#else
#error "compile units with one of WN_UNIT_SSE41, WN_UNIT_AVX2, WN_UNIT_AVX512, WN_UNIT_NEON"
#endif

/* WN_KERNEL(perlin) is wn_k_perlin_f64_avx2 and so on: operation, precision, ISA. */
#define WN_KERNEL(name)       WN_KERNEL_NAME(WN_NAME(wn_k_##name), WN_UNIT)
#define WN_KERNEL_NAME(a, b)  WN_KERNEL_NAME_(a, b)
#define WN_KERNEL_NAME_(a, b) a##_##b

#endif
