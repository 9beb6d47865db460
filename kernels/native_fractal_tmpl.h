/* SPDX-License-Identifier: MIT */
/*
 * Fractals over native noise, and domain warp, at points and over grids. Reference:
 * scalar/native_fractal.c.
 *
 * A chunk of points goes through all octaves before the next one. The loops that put an octave to
 * the others are compiled once for each kind, with and without weights: a weight of 1 changes no
 * bits, and where mix() would turn NaN into NaN the sum is NaN already.
 */

#define FRACTAL struct WN_PREP(noise_fractal)

/* Samples that go through all octaves together: `sum`, `weight` and `signal` of them are at home in
 * the first-level cache. A multiple of all VL. */
#define FRACTAL_TILE (8192 / sizeof(real))

struct fractal_buffers {
    real *sum, *weight, *signal;
};

static inline vreal lanes_fold(vreal t)
{
    const vreal m = v_abs(t), two = v_set1(2);
    const vreal rest = v_sub(m, v_mul(two, v_floor(v_mul(m, v_set1(R(0.5))))));
    return v_min(rest, v_sub(two, rest));
}

/* kind is a constant of the caller; *level: as in the reference. */
static inline vreal lanes_shaped(int kind, const FRACTAL *p, vreal n, vreal *level)
{
    const vreal one = v_set1(1), two = v_set1(2);
    switch (kind) {
    case WN_FRACTAL_BILLOW:
        *level = v_abs(n);
        return v_sub(v_mul(two, *level), one);
    case WN_FRACTAL_RIDGED:
        *level = v_sub(one, v_abs(n));
        return v_sub(one, v_mul(two, v_abs(n)));
    case WN_FRACTAL_PING_PONG:
        *level = lanes_fold(v_mul(v_add(n, one), v_set1(p->ping_pong_strength)));
        return v_sub(v_mul(two, *level), one);
    default:
        *level = v_mul(v_add(n, one), v_set1(R(0.5)));
        return n;
    }
}

/* Puts octave i to the others; kind and weighted are constants of the caller. Buffers hold whole
 * vectors. */
static inline void fractal_add(int kind, int weighted, const FRACTAL *p, int32_t i, size_t count,
                               const struct fractal_buffers *b)
{
    const vreal amplitude = v_set1(p->amplitude[i]), other = v_set1(p->other[i]), one = v_set1(1);
    const vreal strength = v_set1(p->weighted_strength);
    for (size_t k = 0; k < count; k += VL) {
        const vreal n = v_load(b->signal + k), sum = v_load(b->sum + k);
        if (kind == WN_FRACTAL_HYBRID_MULTI) {
            const vreal level = v_mul(v_load(b->weight + k), v_add(n, one));
            v_store(b->sum + k, v_add(sum, v_mul(level, amplitude)));
            v_store(b->weight + k, v_min(v_mul(level, other), one));
            continue;
        }
        vreal level, a = amplitude;
        const vreal v = lanes_shaped(kind, p, n, &level);
        if (weighted) {
            const vreal weight = v_load(b->weight + k);
            a = v_mul(amplitude, weight);
            v_store(b->weight + k, v_mul(weight, lanes_interpolate(one, level, strength)));
        }
        v_store(b->sum + k,
                kind == WN_FRACTAL_MULTI ? v_mul(sum, v_add(other, v_mul(a, v)))
                                         : v_add(sum, v_mul(a, v)));
    }
}

static void fractal_octave(const FRACTAL *p, int32_t i, size_t count,
                           const struct fractal_buffers *b)
{
#define KIND(kind)                                \
    case kind:                                    \
        if (p->weighted_strength == 0)            \
            fractal_add(kind, 0, p, i, count, b); \
        else                                      \
            fractal_add(kind, 1, p, i, count, b); \
        break;
    switch (p->fractal) {
        KIND(WN_FRACTAL_FBM)
        KIND(WN_FRACTAL_BILLOW)
        KIND(WN_FRACTAL_RIDGED)
        KIND(WN_FRACTAL_PING_PONG)
        KIND(WN_FRACTAL_MULTI)
    default:
        fractal_add(WN_FRACTAL_HYBRID_MULTI, 1, p, i, count, b);
    }
#undef KIND
}

/* What sums and products begin with. The signal is set for the lanes after the last sample. */
static void fractal_begin(const FRACTAL *p, size_t count, const struct fractal_buffers *b)
{
    fill(b->sum, count, p->fractal == WN_FRACTAL_MULTI ? R(1) : R(-0.0));
    fill(b->weight, count, 1);
    v_store(b->signal + (count - 1) / VL * VL, v_zero());
}

static void fractal_end(const FRACTAL *p, size_t count, const struct fractal_buffers *b)
{
    const vreal scale = v_set1(p->scale), bias = v_set1(p->bias);
    if (p->fractal == WN_FRACTAL_MULTI) {
        for (size_t k = 0; k < count; k += VL)
            v_store(b->sum + k, v_add(v_mul(v_load(b->sum + k), scale), bias));
    } else if (p->fractal == WN_FRACTAL_HYBRID_MULTI) {
        for (size_t k = 0; k < count; k += VL)
            v_store(b->sum + k, v_add(v_load(b->sum + k), bias));
    }
}

/* ---- Fractals at points ---- */

static void native_fractal(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const FRACTAL *const p = prep;
    const int32_t dimensions = p->basis.dimensions;
    real w_array[CHUNK], sum[CHUNK], weight[CHUNK], signal[CHUNK];
    const real *const w = native_constant_w(&p->inputs, dimensions, w_array);
    const struct fractal_buffers b = { sum, weight, signal };
    FOR_CHUNKS(i, count, n)
    {
        const real *chosen[4];
        native_choose(&p->inputs, dimensions, in, i, w, chosen);
        fractal_begin(p, count, &b);
        for (int32_t k = 0; k < p->octaves; k++) {
            native_octave(&p->basis, &p->octave[k], count, chosen, signal);
            fractal_octave(p, k, count, &b);
        }
        fractal_end(p, count, &b);
        memcpy(out[0] + i, sum, count * sizeof(real));
    }
}

NATIVE_KERNEL(fractal1, native_fractal)
NATIVE_KERNEL(fractal2, native_fractal)
NATIVE_KERNEL(fractal3, native_fractal)
NATIVE_KERNEL(fractal4, native_fractal)
NATIVE_KERNEL(fractal, native_fractal)

/* ---- Fractals over grids ---- */

/* The part of a box that a tile covers, with rows close to each other. Returns its samples. */
static size_t fractal_tile(const BOX *box, const size_t *most, const size_t *first, BOX *tile)
{
    size_t samples = 1;
    for (int k = 0; k < 4; k++) {
        const size_t left = box->count[k] - first[k];
        tile->count[k] = left < most[k] ? left : most[k];
        tile->axis[k] = box->axis[k] ? box->axis[k] + first[k] : NULL;
        tile->stride[k] = samples;
        samples *= tile->count[k];
    }
    return samples;
}

static void fractal_write(const BOX *box, const size_t *first, const BOX *tile, const real *sum,
                          real *out)
{
    for (int k = 0; k < 4; k++)
        out += first[k] * box->stride[k];
    for (size_t w = 0; w < tile->count[3]; w++) {
        for (size_t z = 0; z < tile->count[2]; z++) {
            for (size_t y = 0; y < tile->count[1]; y++) {
                real *const row = out + y * box->stride[1] + z * box->stride[2] +
                    w * box->stride[3];
                if (box->stride[0] == 1) {
                    memcpy(row, sum, tile->count[0] * sizeof(real));
                } else {
                    for (size_t x = 0; x < tile->count[0]; x++)
                        row[x * box->stride[0]] = sum[x];
                }
                sum += tile->count[0];
            }
        }
    }
}

static void native_fractal_grid(const void *prep, const BOX *whole, real *const *out)
{
    const FRACTAL *const p = prep;
    const BOX box = native_box(&p->inputs, p->basis.dimensions, whole);
    ALIGNED real sum[FRACTAL_TILE], weight[FRACTAL_TILE], signal[FRACTAL_TILE];
    const struct fractal_buffers b = { sum, weight, signal };
    size_t most[4], room = FRACTAL_TILE;
    for (int k = 0; k < 4; k++) {
        const size_t limit = k == 0 && room > TILE ? TILE : room;
        most[k] = box.count[k] < limit ? box.count[k] : limit;
        room /= most[k];
    }
    size_t first[4] = { 0 };
    while (first[3] < box.count[3]) {
        BOX tile;
        const size_t samples = fractal_tile(&box, most, first, &tile);
        fractal_begin(p, samples, &b);
        for (int32_t k = 0; k < p->octaves; k++) {
            native_octave_grid(&p->basis, &p->octave[k], &tile, signal);
            fractal_octave(p, k, samples, &b);
        }
        fractal_end(p, samples, &b);
        fractal_write(&box, first, &tile, sum, out[0]);
        for (int k = 0; k < 4; k++) { /* the next tile */
            first[k] += most[k];
            if (k == 3 || first[k] < box.count[k])
                break;
            first[k] = 0;
        }
    }
}

NATIVE_GRID_KERNEL(fractal1, native_fractal_grid)
NATIVE_GRID_KERNEL(fractal2, native_fractal_grid)
NATIVE_GRID_KERNEL(fractal3, native_fractal_grid)
NATIVE_GRID_KERNEL(fractal4, native_fractal_grid)
NATIVE_GRID_KERNEL(fractal, native_fractal_grid)

/* ---- Warp ---- */

/* One octave of the gradient warp: x are n coordinates, d the displacement. */
WN_LANE void lanes_warp(const OCTAVE *o, int n, const vreal *x, vreal *d)
{
    vint cell[4][2], h[8];
    vreal t[4];
    UNROLL for (int k = 0; k < n; k++) t[k] = x[k];
    lanes_locate(o, n, t, cell);
    UNROLL for (int k = 0; k < n; k++) t[k] = lanes_quintic(t[k]);
    lanes_corners(o, n, cell, h);
    UNROLL for (int i = 0; i < 1 << n; i++)
        h[i] = vi_mul(vi_xor(h[i], vi_shr(h[i], 15)), vi_set1((int32_t)WN_WARP_FINAL));
    UNROLL for (int j = 0; j < n; j++)
    {
        const int shift = j * wn_warp_field(n);
        vreal v[8];
        UNROLL for (int i = 0; i < 1 << n; i++)
        {
            const vint half = vi_set1(shift ? 1 << (shift - 1) : 1);
            v[i] = v_from_int(vi_or(vi_shl(h[i], shift), half));
        }
        UNROLL for (int k = n - 1; k >= 0; k--)
        {
            UNROLL for (int i = 0; i < 1 << k; i++)
                v[i] = lanes_interpolate(v[i], v[i + (1 << k)], t[k]);
        }
        d[j] = v_mul(v[0], v_set1(R(WN_SCALE_MARGIN * 0x1p-31)));
    }
}

#define WARP struct WN_PREP(warp)

/* Points of a chunk by dimension, and the sum of displacements. Whole vectors of them are valid. */
struct warp_chunk {
    real point[3][CHUNK], total[3][CHUNK];
};

/* All octaves of the gradient warp in registers; n is a constant of the caller. */
WN_LANE void warp_gradient(const WARP *p, int n, size_t count, struct warp_chunk *c)
{
    for (size_t i = 0; i < count; i += VL) {
        vreal x[3], total[3], d[3];
        UNROLL for (int k = 0; k < n; k++)
        {
            x[k] = v_load(c->point[k] + i);
            total[k] = v_set1(R(-0.0));
        }
        if (p->mode == WN_WARP_PROGRESSIVE) {
            for (int32_t o = 0; o < p->octaves; o++) {
                lanes_warp(&p->octave[o], n, x, d);
                UNROLL for (int k = 0; k < n; k++)
                    x[k] = v_add(x[k], v_mul(v_set1(p->amplitude[o]), d[k]));
            }
        } else {
            for (int32_t o = 0; o < p->octaves; o++) {
                lanes_warp(&p->octave[o], n, x, d);
                UNROLL for (int k = 0; k < n; k++)
                    total[k] = v_add(total[k], v_mul(v_set1(p->amplitude[o]), d[k]));
            }
            UNROLL for (int k = 0; k < n; k++) x[k] = v_add(x[k], total[k]);
        }
        UNROLL for (int k = 0; k < n; k++) v_store(c->point[k] + i, x[k]);
    }
}

/* to[k] += amplitude * d[k] */
static void warp_add(size_t count, real amplitude, real *to, const real *d)
{
    for (size_t i = 0; i < count; i += VL)
        v_store(to + i, v_add(v_load(to + i), v_mul(v_set1(amplitude), v_load(d + i))));
}

static void warp_noise(const WARP *p, size_t count, struct warp_chunk *c)
{
    const int32_t n = p->basis.dimensions;
    const int progressive = p->mode == WN_WARP_PROGRESSIVE;
    const real *const in[3] = { c->point[0], c->point[1], c->point[2] };
    real d[3][CHUNK];
    for (int32_t k = 0; k < n; k++) {
        v_store(d[k] + (count - 1) / VL * VL, v_zero());
        fill(c->total[k], count, R(-0.0));
    }
    for (int32_t o = 0; o < p->octaves; o++) {
        OCTAVE octave = p->octave[o];
        for (int32_t k = 0; k < n; k++) {
            octave.seed = p->axis_seed[o][k];
            native_octave(&p->basis, &octave, count, in, d[k]);
        }
        for (int32_t k = 0; k < n; k++)
            warp_add(count, p->amplitude[o], progressive ? c->point[k] : c->total[k], d[k]);
    }
    if (!progressive) {
        for (int32_t k = 0; k < n; k++)
            warp_add(count, 1, c->point[k], c->total[k]);
    }
}

static inline void native_warp(const WARP *p, int arrays, size_t n, const real *const *in,
                               real *const *out)
{
    const int32_t dimensions = p->basis.dimensions;
    struct warp_chunk c;
    real passed[3][CHUNK];
    FOR_CHUNKS(i, count, n)
    {
        const real *from[3] = { NULL, NULL, NULL };
        for (int32_t k = 0; k < dimensions; k++) {
            v_store(c.point[k] + (count - 1) / VL * VL, v_zero());
            memcpy(c.point[k], in[p->inputs.axis[k]] + i, count * sizeof(real));
            from[p->inputs.axis[k]] = c.point[k];
        }
        for (int axis = 0; axis < arrays; axis++) {
            if (!from[axis])
                from[axis] = memcpy(passed[axis], in[axis] + i, count * sizeof(real));
        }
        if (p->warp == WN_WARP_NOISE)
            warp_noise(p, count, &c);
        else if (dimensions == 2)
            warp_gradient(p, 2, count, &c);
        else
            warp_gradient(p, 3, count, &c);
        for (int axis = 0; axis < arrays; axis++)
            memcpy(out[axis] + i, from[axis], count * sizeof(real));
    }
}

#define WARP_KERNEL(name, arrays)                                                  \
    static void WN_KERNEL(name)(const void *prep, size_t n, const real *const *in, \
                                real *const *out)                                  \
    {                                                                              \
        native_warp(prep, arrays, n, in, out);                                     \
    }
WARP_KERNEL(warp2, 2)
WARP_KERNEL(warp3, 3)
WARP_KERNEL(warp, 3)
