/* SPDX-License-Identifier: MIT */
/*
 * The precision being compiled. Sources that exist for both precisions are compiled twice, with
 * WN_REAL = 64 and WN_REAL = 32; `real` is then double or float, and WN_NAME(perlin) is
 * perlin_f64 or perlin_f32.
 *
 * Both precisions round every operation to `real`: no operation is fused, reassociated or kept in
 * a wider format. The build passes -ffp-contract=off everywhere; the checks below catch the rest.
 */
#ifndef WN_SCALAR_REAL_H
#define WN_SCALAR_REAL_H

#include <float.h>

#if defined(__FAST_MATH__)
#error "widenoise promises bits: compile without -ffast-math"
#endif
#if FLT_EVAL_METHOD != 0
#error "widenoise needs FLT_EVAL_METHOD 0 (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#endif

#define WN_PASTE_(a, b) a##b
#define WN_PASTE(a, b)  WN_PASTE_(a, b)

#if WN_REAL == 64
typedef double real;
#define WN_NAME(name) WN_PASTE(name, _f64)
#elif WN_REAL == 32
typedef float real;
#define WN_NAME(name) WN_PASTE(name, _f32)
#else
#error "define WN_REAL as 32 or 64"
#endif

/* A constant of the formulas, rounded to the precision being compiled. */
#define R(constant) ((real)(constant))

#endif
