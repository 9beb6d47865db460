/* SPDX-License-Identifier: MIT */
static void points_cellular(const BASIS *basis, const OCTAVE *o, size_t n, const real *const *in,
                            real *out)
{
    for (size_t i = 0; i < n; i++) {
        real point[4];
        for (int k = 0; k < basis->dimensions; k++)
            point[k] = in[k][i];
        out[i] = WN_NAME(wn_ref_cellular_octave)(basis, o, point);
    }
}
