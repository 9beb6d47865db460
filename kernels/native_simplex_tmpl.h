/* SPDX-License-Identifier: MIT */
static void points_simplex(const OCTAVE *o, int dimensions, size_t n, const real *const *in,
                           real *out)
{
    for (size_t i = 0; i < n; i++) {
        real point[4];
        for (int k = 0; k < dimensions; k++)
            point[k] = in[k][i];
        out[i] = WN_NAME(wn_ref_simplex_octave)(o, dimensions, point);
    }
}

static void points_super_simplex(const OCTAVE *o, int dimensions, size_t n, const real *const *in,
                                 real *out)
{
    for (size_t i = 0; i < n; i++) {
        real point[4];
        for (int k = 0; k < dimensions; k++)
            point[k] = in[k][i];
        out[i] = WN_NAME(wn_ref_super_simplex_octave)(o, dimensions, point);
    }
}
