/* SPDX-License-Identifier: MIT */
#include "reference.h"

#define ref(name) WN_NAME(wn_ref_##name)

static real fractal(const struct WN_PREP(noise_fractal) * p, const real *in)
{
    (void)p;
    return in[0] * 0;
}

real ref(fractal1)(const struct WN_PREP(noise_fractal) * p, real x)
{
    return fractal(p, (const real[]) { x });
}

real ref(fractal2)(const struct WN_PREP(noise_fractal) * p, real x, real y)
{
    return fractal(p, (const real[]) { x, y });
}

real ref(fractal3)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z)
{
    return fractal(p, (const real[]) { x, y, z });
}

real ref(fractal4)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z, real w)
{
    return fractal(p, (const real[]) { x, y, z, w });
}

real ref(fractal)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z)
{
    return fractal(p, (const real[]) { x, y, z });
}

void ref(warp2)(const struct WN_PREP(warp) * p, real x, real y, real *displaced)
{
    (void)p;
    displaced[0] = x, displaced[1] = y;
}

void ref(warp3)(const struct WN_PREP(warp) * p, real x, real y, real z, real *displaced)
{
    (void)p;
    displaced[0] = x, displaced[1] = y, displaced[2] = z;
}

void ref(warp)(const struct WN_PREP(warp) * p, real x, real y, real z, real *displaced)
{
    ref(warp3)(p, x, y, z, displaced);
}

void WN_NAME(wn_fractal_range)(const struct WN_PREP(noise_fractal) * p, double *lower,
                               double *upper)
{
    (void)p;
    *lower = -1, *upper = 1;
}
