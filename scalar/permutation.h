/* SPDX-License-Identifier: MIT */
/* K. Perlin's permutation, and the gradients of simplex noise that it chooses. */
#ifndef WN_SCALAR_PERMUTATION_H
#define WN_SCALAR_PERMUTATION_H

#include <stdint.h>

/* The permutation of "Improving Noise", 2002; for lanes as reals. */
extern const uint8_t wn_permutation[256];
extern const double wn_permutation_f64[256];
extern const float wn_permutation_f32[256];

/* Component [axis] of the gradient chosen by permutation[byte] mod 12. */
extern const double wn_simplex_slope_f64[3][256];
extern const float wn_simplex_slope_f32[3][256];

/* The permutation, repeated. */
static inline uint32_t wn_permute(uint32_t i)
{
    return wn_permutation[i & 255];
}

#endif
