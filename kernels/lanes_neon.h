/* SPDX-License-Identifier: MIT */
/* Lanes of 128 bits for AArch64: lanes_sse41.h with the weak spots of SIMDe written natively. */
#ifndef WN_KERNELS_LANES_NEON_H
#define WN_KERNELS_LANES_NEON_H

#if !defined(__aarch64__) || !defined(__ARM_NEON)
#error "lanes_neon.h: needs AArch64 (32-bit NEON has no f64 and flushes denormals)"
#endif

#define WN_LANES_NEON
#include "lanes_sse41.h"
#include <arm_neon.h>

/*
 * SIMDe 0.7.4 on AArch64 is not exact in
 *   f64 min and max    fmin and fmax, which differ for NaN and for zeros of two signs
 *   f64 to nearest     frinta: halves away from zero
 *   f64 to int         lane by lane, and INT32_MIN for 2147483647
 * and slow where x86 looks at sign bits (blendv, movemask) or lacks an operation (64-bit compare).
 */

/* One operation a line, as in the list of lanes.h. */
/* clang-format off */

/* SIMDe's types are NEON's own: reals are float64x2_t or float32x4_t, all integers int64x2_t. */
WN_LANE int32x4_t wn_s32(vint a) { return vreinterpretq_s32_s64(a); }
WN_LANE uint32x4_t wn_u32(vint a) { return vreinterpretq_u32_s64(a); }
WN_LANE uint64x2_t wn_u64(vint a) { return vreinterpretq_u64_s64(a); }

/* Operators, because gcc folds a constant count into them but not into vshlq. */
WN_LANE vint vi_shl(vint a, int k) { return vreinterpretq_s64_u32(wn_u32(a) << k); }
WN_LANE vint vi_shr(vint a, int k) { return vreinterpretq_s64_u32(wn_u32(a) >> k); }
WN_LANE vint vi_sra(vint a, int k) { return vreinterpretq_s64_s32(wn_s32(a) >> k); }
WN_LANE vint vi_mulhi_u(vint a, vint b)
{
    const uint32x4_t low = vreinterpretq_u32_u64(
        vmull_u32(vget_low_u32(wn_u32(a)), vget_low_u32(wn_u32(b))));
    const uint32x4_t high = vreinterpretq_u32_u64(vmull_high_u32(wn_u32(a), wn_u32(b)));
    return vreinterpretq_s64_u32(vuzp2q_u32(low, high));
}

#if WN_REAL == 64

WN_LANE vreal v_lookup(const real *t, vint i)
{
    const int64_t i01 = vgetq_lane_s64(i, 0);
    return vld1q_lane_f64(t + (i01 >> 32), vld1q_dup_f64(t + (int32_t)i01), 1);
}

/* Arithmetic */

WN_LANE vreal v_neg(vreal a) { return vnegq_f64(a); }
WN_LANE vreal v_abs(vreal a) { return vabsq_f64(a); }
WN_LANE vreal v_max(vreal a, vreal b) { return vbslq_f64(vcgtq_f64(a, b), a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return vbslq_f64(vcltq_f64(a, b), a, b); }
WN_LANE vreal v_floor(vreal a) { return vrndmq_f64(a); }
WN_LANE vreal v_trunc(vreal a) { return vrndq_f64(a); }
WN_LANE vreal v_round(vreal a) { return vrndnq_f64(a); }

/* Comparison and masks */

WN_LANE uint64x2_t wn_m(vmask m) { return vreinterpretq_u64_f64(m); }
WN_LANE vmask vb_gt(vbits a, vbits b) { return vreinterpretq_f64_u64(vcgtq_s64(a, b)); }
WN_LANE uint32_t m_bits(vmask m)
{
    const uint64_t low = vgetq_lane_u64(wn_m(m), 0), high = vgetq_lane_u64(wn_m(m), 1);
    return (uint32_t)((low & 1) | (high & 2));
}
WN_LANE int m_any(vmask m) { return vmaxvq_u32(vreinterpretq_u32_f64(m)) != 0; }
WN_LANE int m_all(vmask m) { return vminvq_u32(vreinterpretq_u32_f64(m)) != 0; }
WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return vbslq_f64(wn_m(m), a, b); }
WN_LANE vbits vb_select(vmask m, vbits a, vbits b) { return vbslq_s64(wn_m(m), a, b); }
WN_LANE vint wn_narrow(int64x2_t a) /* the low 32 bits of both lanes */
{
    return vreinterpretq_s64_s32(vcombine_s32(vmovn_s64(a), vdup_n_s32(0)));
}
WN_LANE vint vi_select(vmask m, vint a, vint b)
{
    const uint32x2_t half = vmovn_u64(wn_m(m));
    return vbslq_s64(vreinterpretq_u64_u32(vcombine_u32(half, half)), a, b);
}

/* Sign and bits */

WN_LANE vreal v_copysign(vreal a, vreal b)
{
    return vbslq_f64(vdupq_n_u64(UINT64_C(1) << 63), b, a);
}
WN_LANE vbits vb_shl(vbits a, int k) { return vreinterpretq_s64_u64(wn_u64(a) << k); }
WN_LANE vbits vb_shr(vbits a, int k) { return vreinterpretq_s64_u64(wn_u64(a) >> k); }
WN_LANE vint vi_from_vb(vbits a) { return wn_narrow(a); }

/* Conversion */

/* |a| < 2^31 leaves out NaN, and -2^31 too, which becomes INT32_MIN in either way. */
WN_LANE vint v_to_int(vreal a)
{
    const uint64x2_t inside = vcaltq_f64(a, vdupq_n_f64(0x1p31));
    return wn_narrow(vbslq_s64(inside, vcvtq_s64_f64(a), vdupq_n_s64(INT32_MIN)));
}
WN_LANE vreal v_from_int(vint a) { return vcvtq_f64_s64(vmovl_s32(vget_low_s32(wn_s32(a)))); }

#else /* WN_REAL == 32 */

WN_LANE vreal v_lookup(const real *t, vint i)
{
    const int64_t i01 = vgetq_lane_s64(i, 0), i23 = vgetq_lane_s64(i, 1);
    vreal a = vld1q_dup_f32(t + (int32_t)i01);
    a = vld1q_lane_f32(t + (i01 >> 32), a, 1);
    a = vld1q_lane_f32(t + (int32_t)i23, a, 2);
    return vld1q_lane_f32(t + (i23 >> 32), a, 3);
}

/* Arithmetic */

WN_LANE vreal v_neg(vreal a) { return vnegq_f32(a); }
WN_LANE vreal v_abs(vreal a) { return vabsq_f32(a); }
WN_LANE vreal v_max(vreal a, vreal b) { return vbslq_f32(vcgtq_f32(a, b), a, b); }
WN_LANE vreal v_min(vreal a, vreal b) { return vbslq_f32(vcltq_f32(a, b), a, b); }
WN_LANE vreal v_floor(vreal a) { return vrndmq_f32(a); }
WN_LANE vreal v_trunc(vreal a) { return vrndq_f32(a); }
WN_LANE vreal v_round(vreal a) { return vrndnq_f32(a); }

/* Masks */

WN_LANE uint32x4_t wn_m(vmask m) { return vreinterpretq_u32_f32(m); }
WN_LANE uint32_t m_bits(vmask m)
{
    const uint32x4_t lane = { 1, 2, 4, 8 };
    return vaddvq_u32(vandq_u32(wn_m(m), lane));
}
WN_LANE int m_any(vmask m) { return vmaxvq_u32(wn_m(m)) != 0; }
WN_LANE int m_all(vmask m) { return vminvq_u32(wn_m(m)) != 0; }
WN_LANE vreal v_select(vmask m, vreal a, vreal b) { return vbslq_f32(wn_m(m), a, b); }
WN_LANE vint vi_select(vmask m, vint a, vint b)
{
    return vbslq_s64(vreinterpretq_u64_f32(m), a, b);
}
WN_LANE vbits vb_select(vmask m, vbits a, vbits b) { return vi_select(m, a, b); }

/* Sign and bits */

WN_LANE vreal v_copysign(vreal a, vreal b)
{
    return vbslq_f32(vdupq_n_u32(UINT32_C(1) << 31), b, a);
}
WN_LANE vbits vb_shl(vbits a, int k) { return vi_shl(a, k); }
WN_LANE vbits vb_shr(vbits a, int k) { return vi_shr(a, k); }

/* Conversion */

/* |a| < 2^31 leaves out NaN, and -2^31 too, which becomes INT32_MIN in either way. */
WN_LANE vint v_to_int(vreal a)
{
    const uint32x4_t inside = vcaltq_f32(a, vdupq_n_f32(0x1p31f));
    return vreinterpretq_s64_s32(vbslq_s32(inside, vcvtq_s32_f32(a), vdupq_n_s32(INT32_MIN)));
}
WN_LANE vreal v_from_int(vint a) { return vcvtq_f32_s32(wn_s32(a)); }

#endif /* WN_REAL */

/* clang-format on */

#endif
