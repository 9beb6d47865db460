/* SPDX-License-Identifier: MIT */
#include "reference.h"

#define ref(name) WN_NAME(wn_ref_##name)

real ref(simplex_octave)(const struct WN_NAME(wn_octave) * octave, int32_t dimensions,
                         const real *point)
{
    (void)octave, (void)dimensions;
    return point[0] * 0;
}

real ref(super_simplex_octave)(const struct WN_NAME(wn_octave) * octave, int32_t dimensions,
                               const real *point)
{
    (void)octave, (void)dimensions;
    return point[0] * 0;
}

void WN_NAME(wn_simplex_shift)(struct WN_NAME(wn_octave) * octave, int32_t super,
                               int32_t dimensions, const double *cells)
{
    (void)super;
    for (int32_t k = 0; k < dimensions; k++) {
        octave->shift[k] = (real)cells[k];
        octave->cell[k] = 0;
    }
}
