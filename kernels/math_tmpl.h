/* SPDX-License-Identifier: MIT */
/*
 * pow, sin and cos on lanes: the steps of scalar/math.c, where method and error bounds are
 * described, in the same order on the same constants, so that every lane has the scalar's bits.
 *
 * The steps are taken for every lane. Lanes outside their domain (pow: x negative, zero, denormal,
 * infinite or NaN, or a result near or beyond the ends of the normal range; sin and cos: |x| not
 * below 2^20) hold rubbish then, and are overwritten lane by lane by the scalar function. Which
 * lanes these are depends on a lane's own argument alone, by the scalar's own comparison; a vector
 * without any pays one test.
 *
 * f32 kernels convert chunks to double and call the f64 kernels of the same instruction set.
 */
#ifndef WN_KERNELS_MATH_TMPL_H
#define WN_KERNELS_MATH_TMPL_H

#include "../scalar/math.h"
#include "../scalar/math_table.h"
#include "lanes.h"
#include <stddef.h>
#include <string.h>

/* Kernels with external linkage: f32 units call those of the f64 unit. */
void WN_KERNEL(pow)(const void *params, size_t n, const real *const *in, real *const *out);
void WN_KERNEL(sin)(const void *params, size_t n, const real *const *in, real *const *out);
void WN_KERNEL(cos)(const void *params, size_t n, const real *const *in, real *const *out);

/* Elements that wn_pow_chunk takes at most */
#define WN_POW_CHUNK 256

#if WN_REAL == 64

#if defined(_MSC_VER) && !defined(__clang__)
#define WN_MATH_RARE static __declspec(noinline)
#else
#define WN_MATH_RARE static __attribute__((noinline, cold))
#endif

static inline vreal wn_cut(vreal a, wn_bits mask)
{
    return v_and(a, v_from_bits(vb_set1(mask)));
}

/* c0 + c1 x */
static inline vreal wn_linear(double c0, double c1, vreal x)
{
    return v_add(v_set1(c0), v_mul(v_set1(c1), x));
}

/* ---------------------------------------------------------------------------------- pow */

/* The first part of pow_log2: (m - c) / (m + c) as *s cut + *sl, and k + log2 c as *kc + *kc_l. */
static inline void wn_pow_quotient(vreal x, vreal *s, vreal *sl, vreal *kc, vreal *kc_l)
{
    const vbits shifted = vb_add(v_bits(x), vb_set1(WN_POW_FROM_OFFSET));
    const vreal biased = v_from_bits(vb_or(vb_shr(shifted, 52), vb_set1(WN_POW_TWO52_BITS)));
    const vreal k = v_sub(biased, v_set1(WN_POW_TWO52_BIAS));
    const vreal m = v_from_bits(
        vb_add(vb_and(shifted, vb_set1(WN_POW_MANTISSA_BITS)), vb_set1(WN_POW_OFFSET_BITS)));
    const vmask low = v_lt(m, v_set1(WN_POW_SPLIT));
    const vreal c = v_select(low, v_set1(1.0), v_set1(WN_POW_C1));
    *kc = v_add(k, v_select(low, v_zero(), v_set1(WN_POW_LOG2_C1_H)));
    *kc_l = v_select(low, v_zero(), v_set1(WN_POW_LOG2_C1_L));

    const vreal f = v_sub(m, c);
    const vreal g = v_add(m, c);
    const vreal v = v_div(v_set1(1.0), g);
    *s = v_mul(f, v);
    const vreal sh = wn_cut(*s, WN_MATH_CUT);
    const vreal gh = wn_cut(g, WN_MATH_CUT);
    const vreal gl = v_sub(m, v_sub(gh, c));
    *sl = v_mul(v, v_sub(v_sub(f, v_mul(sh, gh)), v_mul(sh, gl)));
}

/* The second part: log2 x, with *sum, is *sum cut + *l. */
static inline void wn_pow_log2(vreal s, vreal sl, vreal kc, vreal kc_l, vreal *sum, vreal *l)
{
    const vreal sh = wn_cut(s, WN_MATH_CUT);
    const vreal u = v_mul(v_set1(WN_POW_CP_H), sh);
    const vreal w = v_add(v_mul(v_set1(WN_POW_CP_L), sh), v_mul(v_set1(WN_POW_CP), sl));
    const vreal sc = v_add(u, w);
    const vreal sch = wn_cut(sc, WN_MATH_CUT);
    const vreal scl = v_sub(w, v_sub(sch, u));

    const vreal z = v_mul(s, s);
    const vreal z2 = v_mul(z, z);
    const vreal z4 = v_mul(z2, z2);
    const vreal l01 = wn_linear(WN_POW_L0, WN_POW_L1, z);
    const vreal l23 = wn_linear(WN_POW_L2, WN_POW_L3, z);
    const vreal l45 = wn_linear(WN_POW_L4, WN_POW_L5, z);
    const vreal poly = v_add(l01, v_add(v_mul(z2, l23), v_mul(z4, l45)));
    const vreal r = v_add(v_mul(z2, poly), v_mul(sl, v_add(sh, s)));
    const vreal sh2 = v_mul(sh, sh);
    const vreal th = wn_cut(v_add(v_add(v_set1(3.0), sh2), r), WN_MATH_CUT);
    const vreal tl = v_sub(r, v_sub(v_sub(th, v_set1(3.0)), sh2));

    const vreal qh = v_mul(sch, th);
    const vreal ql = v_add(v_add(v_mul(scl, th), kc_l), v_mul(sc, tl));

    *sum = v_add(v_add(qh, ql), kc);
    const vreal h = wn_cut(*sum, WN_MATH_CUT);
    *l = v_sub(ql, v_sub(v_sub(h, kc), qh));
}

/* As pow_exp2 and the scalar's fast end: 2^(h + l), where h + l is about e. */
static inline vreal wn_pow_exp2(vreal e, vreal h, vreal l)
{
    const vreal grid = v_sub(v_add(e, v_set1(WN_MATH_TO_12)), v_set1(WN_MATH_TO_12));
    const vreal shifted = v_add(e, v_set1(WN_MATH_TO_0)); /* n in its low bits */
    const vreal n = v_sub(shifted, v_set1(WN_MATH_TO_0));
    const vreal t = v_sub(grid, n);
    const vreal tl = v_add(v_sub(h, grid), l);
    const vreal a = v_mul(t, v_set1(WN_POW_LN2_H));
    const vreal b = v_add(v_mul(tl, v_set1(WN_POW_LN2)), v_mul(t, v_set1(WN_POW_LN2_L)));
    const vreal w = v_add(a, b);
    const vreal w2 = v_mul(w, w);
    const vreal w4 = v_mul(w2, w2);
    const vreal e01 = wn_linear(WN_POW_E0, WN_POW_E1, w);
    const vreal e23 = wn_linear(WN_POW_E2, WN_POW_E3, w);
    const vreal e45 = wn_linear(WN_POW_E4, WN_POW_E5, w);
    const vreal e67 = wn_linear(WN_POW_E6, WN_POW_E7, w);
    const vreal e89 = wn_linear(WN_POW_E8, WN_POW_E9, w);
    const vreal p = v_add(v_add(e01, v_mul(w2, e23)),
                          v_mul(w4, v_add(v_add(e45, v_mul(w2, e67)), v_mul(w4, e89))));
    const vreal half = v_set1(0.5);
    const vreal one = v_set1(1.0);
    const vreal sum = v_add(v_add(one, a), v_mul(v_mul(half, a), a));
    const vreal rest = v_add(v_mul(b, v_add(one, v_mul(half, v_add(a, w)))),
                             v_mul(v_mul(w, w2), p));
    /* times 2^n in the exponent */
    return v_from_bits(vb_add(v_bits(v_add(sum, rest)), vb_shl(v_bits(shifted), 52)));
}

/* r with every lane that is not in `done` replaced by the scalar's result */
WN_MATH_RARE vreal wn_pow_rare(vreal x, vreal y, vreal r, vmask done)
{
    /* 0^y = 0, y > 0, is the one that is not so rare: a clamped noise is often at its bound */
    const vmask zero = m_and(vb_eq(v_bits(x), vb_set1(0)), v_gt(y, v_zero()));
    r = v_select(zero, v_zero(), r);
    done = m_or(done, zero);
    if (m_all(done))
        return r;
    const uint32_t lanes = m_bits(done);
    real xs[VL], ys[VL], rs[VL];
    v_store(xs, x);
    v_store(ys, y);
    v_store(rs, r);
    for (int i = 0; i < VL; i++)
        if (!(lanes >> i & 1))
            rs[i] = wn_ref_pow_f64(xs[i], ys[i]);
    return v_load(rs);
}

/* The rest of pow: x^y from log2 x */
static inline vreal wn_pow_finish(vreal x, vreal y, vreal sum, vreal l)
{
    const vreal h = wn_cut(sum, WN_MATH_CUT);
    const vreal yh = wn_cut(y, WN_MATH_CUT);
    const vreal e = v_mul(y, sum);
    const vreal eh = v_mul(yh, h);
    const vreal el = v_add(v_mul(v_sub(y, yh), h), v_mul(y, l));
    const vmask domain = m_and(v_ge(x, v_set1(WN_MATH_MIN_NORMAL)),
                               v_le(x, v_set1(WN_MATH_MAX_FINITE)));
    const vmask fast = m_and(domain, v_lt(v_abs(e), v_set1(WN_POW_FAST)));
    const vreal r = wn_pow_exp2(e, eh, el);
    return m_all(fast) ? r : wn_pow_rare(x, y, r, fast);
}

static inline vreal v_pow(vreal x, vreal y)
{
    vreal s, sl, kc, kc_l, sum, l;
    wn_pow_quotient(x, &s, &sl, &kc, &kc_l);
    wn_pow_log2(s, sl, kc, kc_l, &sum, &l);
    return wn_pow_finish(x, y, sum, l);
}

/* As wn_ref_log2_f64, of positive, normal, finite numbers. */
static inline vreal v_log2(vreal x)
{
    vreal s, sl, kc, kc_l, sum, l;
    wn_pow_quotient(x, &s, &sl, &kc, &kc_l);
    wn_pow_log2(s, sl, kc, kc_l, &sum, &l);
    return sum;
}

/* ------------------------------------------------------------------------------ sin, cos */

WN_MATH_RARE vreal wn_trig_rare(int first, vreal x, vreal r, vmask done)
{
    const uint32_t lanes = m_bits(done);
    real xs[VL], rs[VL];
    v_store(xs, x);
    v_store(rs, r);
    for (int i = 0; i < VL; i++)
        if (!(lanes >> i & 1))
            rs[i] = first ? wn_ref_cos_f64(xs[i]) : wn_ref_sin_f64(xs[i]);
    return v_load(rs);
}

/* As trig_kernel: sin(rh + rl), or cos in the lanes of odd. */
static inline vreal wn_trig_kernel(vmask odd, vreal rh, vreal rl)
{
    const vreal half = v_set1(0.5), one = v_set1(1.0);
    const vreal a = wn_cut(rh, WN_MATH_CUT_16);
    const vreal b = v_add(v_sub(rh, a), rl);
    const vreal ar = v_add(a, rh);
    const vreal d = v_mul(b, ar);
    const vreal a2 = v_mul(a, a);
    const vreal z = v_add(a2, d);
    const vreal z2 = v_mul(z, z);
    const vreal z4 = v_mul(z2, z2);

    const vreal c01 = wn_linear(WN_TRIG_C0, WN_TRIG_C1, z);
    const vreal c23 = wn_linear(WN_TRIG_C2, WN_TRIG_C3, z);
    const vreal c45 = wn_linear(WN_TRIG_C4, WN_TRIG_C5, z);
    const vreal c = v_add(c01, v_add(v_mul(z2, c23), v_mul(z4, c45)));
    const vreal half_a2 = v_mul(half, a2);
    const vreal head = v_sub(one, half_a2);
    const vreal error = v_sub(v_sub(one, head), half_a2);
    const vreal cosine = v_add(head, v_add(v_sub(v_mul(z2, c), v_mul(half, d)), error));

    const vreal s01 = wn_linear(WN_TRIG_S0, WN_TRIG_S1, z);
    const vreal s23 = wn_linear(WN_TRIG_S2, WN_TRIG_S3, z);
    const vreal s45 = wn_linear(WN_TRIG_S4, WN_TRIG_S5, z);
    const vreal s = v_add(s01, v_add(v_mul(z2, s23), v_mul(z4, s45)));
    const vreal s0h = v_set1(WN_TRIG_S0_H);
    const vreal cube = v_mul(v_mul(s0h, a2), a);
    const vreal rest = v_add(v_mul(b, v_mul(s0h, v_add(z, v_mul(a, ar)))), v_mul(v_mul(rh, z), s));
    const vreal sine = v_add(a, v_add(cube, v_add(b, rest)));

    return v_select(odd, cosine, sine);
}

/* As trig_reduce, of |x|; *shifted has the quadrant in its low bits. */
static inline void wn_trig_reduce(vreal x, vreal *shifted, vreal *rh, vreal *rl)
{
    const vreal ax = v_abs(x);
    *shifted = v_add(v_mul(ax, v_set1(WN_TRIG_2_PI)), v_set1(WN_MATH_TO_0));
    const vreal k = v_sub(*shifted, v_set1(WN_MATH_TO_0));
    const vreal r1 = v_sub(ax, v_mul(k, v_set1(WN_TRIG_P1)));
    const vreal t2 = v_mul(k, v_set1(WN_TRIG_P2));
    const vreal r2 = v_sub(r1, t2);
    const vreal b2 = v_sub(r2, r1);
    const vreal e2 = v_sub(v_sub(r1, v_sub(r2, b2)), v_add(t2, b2));
    const vreal t3 = v_mul(k, v_set1(WN_TRIG_P3));
    const vreal r3 = v_sub(r2, t3);
    const vreal b3 = v_sub(r3, r2);
    const vreal e3 = v_sub(v_sub(r2, v_sub(r3, b3)), v_add(t3, b3));
    const vreal tail = v_sub(v_add(e2, e3), v_mul(k, v_set1(WN_TRIG_P4)));
    *rh = v_add(r3, tail);
    *rl = v_add(v_sub(r3, *rh), tail);
}

/* The second half of sin(x + first pi / 2), first 0 or 1, as trig */
static inline vreal wn_trig_finish(int first, vreal x, vreal shifted, vreal rh, vreal rl)
{
    const vmask fast = v_lt(v_abs(x), v_set1(WN_TRIG_FAST));
    const vbits quadrant = vb_add(v_bits(shifted), vb_set1((wn_bits)first));
    const vmask odd = vb_eq(vb_and(quadrant, vb_set1(1)), vb_set1(1));
    const vreal magnitude = wn_trig_kernel(odd, rh, rl);
    const vbits sign_bit = vb_set1(UINT64_C(0x8000000000000000));
    const vbits sign = first ? vb_shl(quadrant, 62) : vb_xor(vb_shl(quadrant, 62), v_bits(x));
    const vreal r = v_xor(magnitude, v_from_bits(vb_and(sign, sign_bit)));
    return m_all(fast) ? r : wn_trig_rare(first, x, r, fast);
}

static inline vreal wn_trig(int first, vreal x)
{
    vreal shifted, rh, rl;
    wn_trig_reduce(x, &shifted, &rh, &rl);
    return wn_trig_finish(first, x, shifted, rh, rl);
}

static inline vreal v_sin(vreal x)
{
    return wn_trig(0, x);
}
static inline vreal v_cos(vreal x)
{
    return wn_trig(1, x);
}

/* --------------------------------------------------------------------------------- kernels */

/* The last vector of an array, its missing lanes 1 */
static inline vreal wn_math_load(const real *p, size_t count)
{
    if (count >= VL)
        return v_load(p);
    real lanes[VL];
    v_store(lanes, v_set1(1.0));
    memcpy(lanes, p, count * sizeof(real));
    return v_load(lanes);
}
static inline void wn_math_store(real *p, size_t count, vreal a)
{
    if (count >= VL) {
        v_store(p, a);
    } else {
        real lanes[VL];
        v_store(lanes, a);
        memcpy(p, lanes, count * sizeof(real));
    }
}

/*
 * Passes over chunks. The steps of a function are one long chain; with the chain cut in pieces,
 * more vectors are on their way at a time. That is worth the loads and stores between (30 to 50 %).
 */
#define WN_MATH_CHUNK 128

static inline void wn_pow_passes(size_t n, const real *x, const real *y, int one_y, real *out)
{
    real s[WN_MATH_CHUNK], sl[WN_MATH_CHUNK], kc[WN_MATH_CHUNK], kc_l[WN_MATH_CHUNK];
    real *const sum = s, *const l = sl; /* in the same place */
    for (size_t i = 0; i < n; i += WN_MATH_CHUNK) {
        const size_t count = n - i < WN_MATH_CHUNK ? n - i : WN_MATH_CHUNK;
        for (size_t k = 0; k < count; k += VL) {
            vreal a, b, c, d;
            wn_pow_quotient(wn_math_load(x + i + k, count - k), &a, &b, &c, &d);
            v_store(s + k, a);
            v_store(sl + k, b);
            v_store(kc + k, c);
            v_store(kc_l + k, d);
        }
        for (size_t k = 0; k < count; k += VL) {
            vreal a, b;
            wn_pow_log2(v_load(s + k), v_load(sl + k), v_load(kc + k), v_load(kc_l + k), &a, &b);
            v_store(sum + k, a);
            v_store(l + k, b);
        }
        for (size_t k = 0; k < count; k += VL) {
            const vreal xs = wn_math_load(x + i + k, count - k);
            const vreal ys = one_y ? v_set1(*y) : wn_math_load(y + i + k, count - k);
            const vreal r = wn_pow_finish(xs, ys, v_load(sum + k), v_load(l + k));
            wn_math_store(out + i + k, count - k, r);
        }
    }
}

static inline void wn_trig_passes(int first, size_t n, const real *x, real *out)
{
    real shifted[WN_MATH_CHUNK], rh[WN_MATH_CHUNK], rl[WN_MATH_CHUNK];
    for (size_t i = 0; i < n; i += WN_MATH_CHUNK) {
        const size_t count = n - i < WN_MATH_CHUNK ? n - i : WN_MATH_CHUNK;
        for (size_t k = 0; k < count; k += VL) {
            vreal s, h, l;
            wn_trig_reduce(wn_math_load(x + i + k, count - k), &s, &h, &l);
            v_store(shifted + k, s);
            v_store(rh + k, h);
            v_store(rl + k, l);
        }
        for (size_t k = 0; k < count; k += VL) {
            const vreal xs = wn_math_load(x + i + k, count - k);
            const vreal r = wn_trig_finish(first, xs, v_load(shifted + k), v_load(rh + k),
                                           v_load(rl + k));
            wn_math_store(out + i + k, count - k, r);
        }
    }
}

#ifndef WN_MATH_LANES_ONLY /* a test that includes this file uses the kernels of the library */

void WN_KERNEL(pow)(const void *params, size_t n, const real *const *in, real *const *out)
{
    (void)params;
    wn_pow_passes(n, in[0], in[1], 0, out[0]);
}

void WN_KERNEL(sin)(const void *params, size_t n, const real *const *in, real *const *out)
{
    (void)params;
    wn_trig_passes(0, n, in[0], out[0]);
}

void WN_KERNEL(cos)(const void *params, size_t n, const real *const *in, real *const *out)
{
    (void)params;
    wn_trig_passes(1, n, in[0], out[0]);
}

#endif

/* out[i] = pow(x[i], y), n <= WN_POW_CHUNK; out may be x */
static inline void wn_pow_chunk(size_t n, const real *x, real y, real *out)
{
    wn_pow_passes(n, x, &y, 1, out);
}

#else /* WN_REAL == 32 */

#define WN_POW_F64    WN_KERNEL_NAME(wn_k_pow_f64, WN_UNIT)
#define WN_SIN_F64    WN_KERNEL_NAME(wn_k_sin_f64, WN_UNIT)
#define WN_COS_F64    WN_KERNEL_NAME(wn_k_cos_f64, WN_UNIT)

typedef void wn_math_f64(const void *params, size_t n, const double *const *in, double *const *out);
wn_math_f64 WN_POW_F64, WN_SIN_F64, WN_COS_F64;

/* Elements converted at a time: the f64 kernels' chunk */
#define WN_MATH_CHUNK 128

/* Runs an f64 kernel of one or two inputs on floats. */
static inline void wn_math_by_f64(wn_math_f64 *kernel, int inputs, size_t n, const real *const *in,
                                  real *const *out)
{
    double x[WN_MATH_CHUNK], y[WN_MATH_CHUNK];
    const double *const from[2] = { x, y };
    double *const to[1] = { x };
    const real *const from_x = in[0], *const from_y = inputs == 2 ? in[1] : 0;
    real *const to_x = out[0];
    for (size_t i = 0; i < n; i += WN_MATH_CHUNK) {
        const size_t count = n - i < WN_MATH_CHUNK ? n - i : WN_MATH_CHUNK;
        for (size_t k = 0; k < count; k++)
            x[k] = from_x[i + k];
        if (inputs == 2)
            for (size_t k = 0; k < count; k++)
                y[k] = from_y[i + k];
        kernel(0, count, from, to);
        for (size_t k = 0; k < count; k++)
            to_x[i + k] = (float)x[k];
    }
}

#ifndef WN_MATH_LANES_ONLY /* a test that includes this file uses the kernels of the library */

void WN_KERNEL(pow)(const void *params, size_t n, const real *const *in, real *const *out)
{
    (void)params;
    wn_math_by_f64(WN_POW_F64, 2, n, in, out);
}

void WN_KERNEL(sin)(const void *params, size_t n, const real *const *in, real *const *out)
{
    (void)params;
    wn_math_by_f64(WN_SIN_F64, 1, n, in, out);
}

void WN_KERNEL(cos)(const void *params, size_t n, const real *const *in, real *const *out)
{
    (void)params;
    wn_math_by_f64(WN_COS_F64, 1, n, in, out);
}

#endif

/* out[i] = pow(x[i], y), n <= WN_POW_CHUNK; out may be x */
static inline void wn_pow_chunk(size_t n, const real *x, real y, real *out)
{
    double xs[WN_POW_CHUNK], ys[WN_POW_CHUNK];
    const double *const from[2] = { xs, ys };
    double *const to[1] = { xs };
    for (size_t k = 0; k < n; k++) {
        xs[k] = x[k];
        ys[k] = y;
    }
    WN_POW_F64(0, n, from, to);
    for (size_t k = 0; k < n; k++)
        out[k] = (float)xs[k];
}

#endif /* WN_REAL */

#endif
