/* SPDX-License-Identifier: MIT */
/* The gradient table in both precisions; rows of 4, aligned so that no row crosses a cache line. */
#ifndef WN_SCALAR_GRADIENT_TABLE_H
#define WN_SCALAR_GRADIENT_TABLE_H

#define WN_GRADIENT_ROWS 256
extern _Alignas(64) const double wn_gradient_table_f64[4 * WN_GRADIENT_ROWS];
extern _Alignas(64) const float wn_gradient_table_f32[4 * WN_GRADIENT_ROWS];

#endif
