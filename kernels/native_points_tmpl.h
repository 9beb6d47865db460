/* SPDX-License-Identifier: MIT */
/* Native noise of all primitives at points: the choice among them, and the registry's kernels. */

/* One octave at n points: in[k] are the coordinates of dimension k. out may be one of them. */
static void native_octave(const BASIS *basis, const OCTAVE *o, size_t n, const real *const *in,
                          real *out)
{
    switch (basis->primitive) {
    case WN_PRIMITIVE_VALUE:
        points_value_noise(o, basis->dimensions, n, in, out);
        break;
    case WN_PRIMITIVE_VALUE_CUBIC:
        points_value_cubic_noise(o, basis->dimensions, n, in, out);
        break;
    case WN_PRIMITIVE_PERLIN:
        points_perlin_noise(o, basis->dimensions, n, in, out);
        break;
    case WN_PRIMITIVE_SIMPLEX:
        points_native_simplex(o, basis->dimensions, n, in, out);
        break;
    case WN_PRIMITIVE_SUPER_SIMPLEX:
        points_super_simplex(o, basis->dimensions, n, in, out);
        break;
    case WN_PRIMITIVE_CELLULAR:
        points_cellular(basis, o, n, in, out);
        break;
    default:
        points_white_noise(o, basis->dimensions, n, in, out);
    }
}

/* An array of the constant fourth coordinate, if a module reads it; else NULL. */
static const real *native_constant_w(const struct WN_NAME(wn_inputs) * inputs, int32_t dimensions,
                                     real *w)
{
    if (!inputs->constant_w || inputs->axis[dimensions - 1] != 3)
        return NULL;
    fill(w, CHUNK, inputs->w);
    return w;
}

/* The dimensions' arrays from input i on; w: as native_constant_w() returned it. */
static void native_choose(const struct WN_NAME(wn_inputs) * inputs, int32_t dimensions,
                          const real *const *in, size_t i, const real *w, const real **chosen)
{
    for (int32_t k = 0; k < dimensions; k++)
        chosen[k] = w && inputs->axis[k] == 3 ? w : in[inputs->axis[k]] + i;
}

static void native_noise(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(noise) *const p = prep;
    const int32_t dimensions = p->basis.dimensions;
    real w_array[CHUNK];
    const real *const w = native_constant_w(&p->inputs, dimensions, w_array);
    const size_t step = w ? CHUNK : n;
    for (size_t i = 0; i < n; i += step) {
        const real *chosen[4];
        native_choose(&p->inputs, dimensions, in, i, w, chosen);
        native_octave(&p->basis, &p->octave, n - i < step ? n - i : step, chosen, out[0] + i);
    }
}

#define NATIVE_KERNEL(name, function)                                              \
    static void WN_KERNEL(name)(const void *prep, size_t n, const real *const *in, \
                                real *const *out)                                  \
    {                                                                              \
        function(prep, n, in, out);                                                \
    }
NATIVE_KERNEL(noise1, native_noise)
NATIVE_KERNEL(noise2, native_noise)
NATIVE_KERNEL(noise3, native_noise)
NATIVE_KERNEL(noise4, native_noise)
NATIVE_KERNEL(noise, native_noise)
