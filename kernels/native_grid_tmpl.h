/* SPDX-License-Identifier: MIT */
/*
 * Native noise over grids: chooses the kernel of a primitive and a dimension.
 *
 * Axis k of a box is dimension k of the noise here, and stride[0] need not be 1.
 */

/* Row by row with the point kernels, for those that have nothing to share along a row. */
WN_NOINLINE static void grid_rows(const BASIS *basis, const OCTAVE *o, const BOX *box, real *out)
{
    real constant[3][CHUNK], row[CHUNK];
    const size_t longest = box->count[0] < CHUNK ? box->count[0] : CHUNK;
    for (size_t outer = 0; outer < box->count[2] * box->count[3]; outer++) {
        const size_t z = outer % box->count[2], w = outer / box->count[2];
        if (basis->dimensions > 2)
            fill(constant[1], longest, box->axis[2][z]);
        if (basis->dimensions > 3)
            fill(constant[2], longest, box->axis[3][w]);
        for (size_t y = 0; y < box->count[1]; y++) {
            if (basis->dimensions > 1)
                fill(constant[0], longest, box->axis[1][y]);
            real *const to = out + y * box->stride[1] + z * box->stride[2] + w * box->stride[3];
            for (size_t x = 0; x < box->count[0]; x += CHUNK) {
                const size_t count = box->count[0] - x < CHUNK ? box->count[0] - x : CHUNK;
                const real *const points[4] = { box->axis[0] + x, constant[0], constant[1],
                                                constant[2] };
                native_octave(basis, o, count, points, box->stride[0] == 1 ? to + x : row);
                for (size_t i = 0; i < count && box->stride[0] != 1; i++)
                    to[(x + i) * box->stride[0]] = row[i];
            }
        }
    }
}

/* One octave over a box whose axes are the noise's dimensions; those beyond count 1. */
static void native_octave_grid(const BASIS *basis, const OCTAVE *o, const BOX *box, real *out)
{
    if (basis->dimensions == 1) { /* a row of its own has nothing to share */
        grid_rows(basis, o, box, out);
        return;
    }
    switch (basis->primitive) {
    case WN_PRIMITIVE_VALUE:
        grid_value_noise(o, basis->dimensions, box, out);
        break;
    case WN_PRIMITIVE_VALUE_CUBIC:
        grid_value_cubic(o, basis->dimensions, box, out);
        break;
    case WN_PRIMITIVE_PERLIN:
        grid_perlin_noise(o, basis->dimensions, box, out);
        break;
    case WN_PRIMITIVE_CELLULAR:
        grid_cellular(basis, o, box, out);
        break;
    default:
        grid_rows(basis, o, box, out);
    }
}

/* The axes of a box that a module or array call reads, as dimensions. Those that it does not read
 * have one point. */
static BOX native_box(const struct WN_NAME(wn_inputs) * inputs, int32_t dimensions, const BOX *box)
{
    BOX chosen = { { 1, 1, 1, 1 }, { NULL }, { 0 } };
    for (int32_t k = 0; k < dimensions; k++) {
        const int32_t axis = inputs->axis[k];
        if (axis == 3 && inputs->constant_w) {
            chosen.axis[k] = &inputs->w;
            continue;
        }
        chosen.count[k] = box->count[axis];
        chosen.axis[k] = box->axis[axis];
        chosen.stride[k] = box->stride[axis];
    }
    return chosen;
}

static void native_noise_grid(const void *prep, const BOX *box, real *const *out)
{
    const struct WN_PREP(noise) *const p = prep;
    const BOX chosen = native_box(&p->inputs, p->basis.dimensions, box);
    native_octave_grid(&p->basis, &p->octave, &chosen, out[0]);
}

#define NATIVE_GRID_KERNEL(name, function)                                                 \
    static void WN_KERNEL(grid_##name)(const void *prep, const BOX *box, real *const *out) \
    {                                                                                      \
        function(prep, box, out);                                                          \
    }
NATIVE_GRID_KERNEL(noise1, native_noise_grid)
NATIVE_GRID_KERNEL(noise2, native_noise_grid)
NATIVE_GRID_KERNEL(noise3, native_noise_grid)
NATIVE_GRID_KERNEL(noise4, native_noise_grid)
NATIVE_GRID_KERNEL(noise, native_noise_grid)
