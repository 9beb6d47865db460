/* SPDX-License-Identifier: MIT */
/* The square root of a double. IEEE 754 defines every bit of it, but in C without optimisation it
 * is a call into libm; so it is the instruction where there is one. */
#ifndef WN_SCALAR_SQUARE_ROOT_H
#define WN_SCALAR_SQUARE_ROOT_H

#if defined(__SSE2__)
#include <emmintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#else
#include <math.h>
#endif

static inline double wn_square_root(double v)
{
#if defined(__SSE2__)
    const __m128d a = _mm_set_sd(v);
    return _mm_cvtsd_f64(_mm_sqrt_sd(a, a));
#elif defined(__aarch64__)
    return vget_lane_f64(vsqrt_f64(vdup_n_f64(v)), 0);
#else
    return sqrt(v);
#endif
}

#endif
