/* SPDX-License-Identifier: MIT */
/*
 * pow, sin and cos as fixed sequences of + - * / and bit operations, so that they have the same
 * bits everywhere: libm's differ between C libraries. kernels/math_tmpl.h holds the same steps on
 * lanes. f64: at most 1 ulp over all finite arguments; special values as C99 Annex F. f32: the f64
 * result rounded to float.
 */
#ifndef WN_SCALAR_MATH_H
#define WN_SCALAR_MATH_H

double wn_ref_pow_f64(double x, double y);
double wn_ref_sin_f64(double x);
double wn_ref_cos_f64(double x);
float wn_ref_pow_f32(float x, float y);
float wn_ref_sin_f32(float x);
float wn_ref_cos_f32(float x);

/* Internal: log2 of a positive, normal, finite number by pow's first half, 1 ulp. */
double wn_ref_log2_f64(double x);

/* Degrees to radians as libnoise does it: one multiplication by pi / 180. */
#define WN_DEG_TO_RAD 0x1.1df46a2529d39p-6

#endif
