/* SPDX-License-Identifier: MIT */
/* Fractals over native noise, and domain warp. Reference: scalar/native_fractal.c. */

#define BY_REFERENCE(name, inputs, outputs)                                        \
    static void WN_KERNEL(name)(const void *prep, size_t n, const real *const *in, \
                                real *const *out)                                  \
    {                                                                              \
        for (size_t i = 0; i < n; i++) {                                           \
            real a[inputs], v[outputs];                                            \
            for (int k = 0; k < (inputs); k++)                                     \
                a[k] = in[k][i];                                                   \
            WN_NAME(wn_references)[WN_ENTRY_##name].point(prep, a, v);             \
            for (int k = 0; k < (outputs); k++)                                    \
                out[k][i] = v[k];                                                  \
        }                                                                          \
    }
BY_REFERENCE(fractal1, 1, 1)
BY_REFERENCE(fractal2, 2, 1)
BY_REFERENCE(fractal3, 3, 1)
BY_REFERENCE(fractal4, 4, 1)
BY_REFERENCE(fractal, 3, 1)
BY_REFERENCE(warp2, 2, 2)
BY_REFERENCE(warp3, 3, 3)
BY_REFERENCE(warp, 3, 3)
