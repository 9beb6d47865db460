/* SPDX-License-Identifier: MIT */
/*
 * Kernels on libnoise's lattice: gradient- and value-coherent noise, and the fractals over gradient
 * noise. Reference: scalar/noise.c and scalar/modules.c.
 *
 * Gradient noise goes in passes over a chunk of points: cells and distances, then the table offsets
 * of all corners (only bits 0 to 15 of the hash matter, so that is 16-bit arithmetic), then
 * look-ups and interpolation. In one pass the look-ups would wait for the long chain of the hash.
 */

/* Points in a chunk: a multiple of all VL; its arrays and the table fit a 32 KiB cache. */
#define CHUNK 128

/* The floor, never -0: scalar/noise.c's floor. */
static inline vreal lanes_floor(vreal x)
{
    return v_add(v_floor(x), v_zero());
}

/* F(x), the lattice cell as a real: scalar/noise.c's lattice_floor. */
static inline vreal lanes_lattice_floor(vreal x)
{
    const vreal t = v_trunc(x);
    return v_select(v_gt(x, v_zero()), t, v_sub(t, v_set1(1)));
}

/* int_range where |n| >= limit, for vectors in which that happens at all. */
static inline vreal lanes_reduced_slow(vreal n, vreal limit)
{
    const vreal range = v_set1(R(WN_INT_RANGE));
    const vreal rest = v_sub(n, v_mul(v_trunc(v_mul(n, v_set1(R(1 / WN_INT_RANGE)))), range));
    const vreal twice = v_mul(v_set1(2), rest);
    const vreal low = v_select(v_le(n, v_neg(limit)), v_add(twice, range), n);
    return v_select(v_ge(n, limit), v_sub(twice, range), low);
}

/* int_range, or int_limit: by the limit from which on a coordinate is reduced. */
static inline vreal lanes_reduced(vreal n, real limit)
{
    return m_any(v_ge(v_abs(n), v_set1(limit))) ? lanes_reduced_slow(n, v_set1(limit)) : n;
}

static inline vreal lanes_int_limit(vreal n)
{
    return lanes_reduced(n, R(WN_INT_LIMIT));
}

static inline vreal lanes_fade(vreal a, int quality)
{
    if (quality == WN_QUALITY_FAST)
        return a;
    if (quality == WN_QUALITY_STD)
        return v_mul(v_mul(a, a), v_sub(v_set1(3), v_mul(v_set1(2), a)));
    const vreal a3 = v_mul(v_mul(a, a), a), a4 = v_mul(a3, a), a5 = v_mul(a4, a);
    return v_add(v_sub(v_mul(v_set1(6), a5), v_mul(v_set1(15), a4)), v_mul(v_set1(10), a3));
}

/* Linear interpolation with 1 - a given, since all of a level share it. */
static inline vreal lanes_mix(vreal n0, vreal n1, vreal a, vreal one_minus_a)
{
    return v_add(v_mul(one_minus_a, n0), v_mul(a, n1));
}

struct chunk {
    real x[CHUNK], y[CHUNK], z[CHUNK]; /* coordinates, scaled from octave to octave */
    real dx0[CHUNK], dx1[CHUNK], dy0[CHUNK], dy1[CHUNK], dz0[CHUNK], dz1[CHUNK];
    real signal[CHUNK];
    int32_t hash[CHUNK];
    uint16_t offset[8][CHUNK]; /* table offsets of corner 4 z + 2 y + x */
};

/* Distances to the lower and upper lattice planes; returns the lower one. */
static inline vreal lanes_cell(vreal x, real *d0, real *d1)
{
    const vreal x0 = lanes_lattice_floor(x);
    v_store(d0, v_sub(x, x0));
    v_store(d1, v_sub(x, v_add(x0, v_set1(1))));
    return x0;
}

/* Passes 1 and 2: cells, distances and table offsets of n points (rounded up to vectors). */
static inline void chunk_cells(struct chunk *c, size_t n, uint32_t seed, real limit)
{
    const vint hx = vi_set1((int32_t)WN_HASH_X), hy = vi_set1((int32_t)WN_HASH_Y);
    const vint hz = vi_set1((int32_t)WN_HASH_Z), hs = vi_set1((int32_t)(WN_HASH_SEED * seed));
    for (size_t i = 0; i < n; i += VL) {
        vreal x = v_load(c->x + i), y = v_load(c->y + i), z = v_load(c->z + i);
        /* a NaN may hide a large coordinate here: then the noise is NaN either way */
        const vreal far = v_max(v_max(v_abs(x), v_abs(y)), v_abs(z));
        if (m_any(v_ge(far, v_set1(limit)))) {
            x = lanes_reduced_slow(x, v_set1(limit));
            y = lanes_reduced_slow(y, v_set1(limit));
            z = lanes_reduced_slow(z, v_set1(limit));
        }
        const vint ix = v_to_int(lanes_cell(x, c->dx0 + i, c->dx1 + i));
        const vint iy = v_to_int(lanes_cell(y, c->dy0 + i, c->dy1 + i));
        const vint iz = v_to_int(lanes_cell(z, c->dz0 + i, c->dz1 + i));
        const vint hxy = vi_add(vi_mul(ix, hx), vi_mul(iy, hy));
        vi_store(c->hash + i, vi_add(hxy, vi_add(vi_mul(iz, hz), hs)));
    }
    static const uint32_t corner[8] = {
        0,
        WN_HASH_X,
        WN_HASH_Y,
        WN_HASH_Y + WN_HASH_X,
        WN_HASH_Z,
        WN_HASH_Z + WN_HASH_X,
        WN_HASH_Z + WN_HASH_Y,
        WN_HASH_Z + WN_HASH_Y + WN_HASH_X,
    };
    /* plain C on purpose: compilers vectorise it, and integers have no rounding to disagree about
     */
    const size_t padded = (n + 31) / 32 * 32;
    uint16_t hash[CHUNK];
    for (size_t i = 0; i < padded; i++)
        hash[i] = (uint16_t)c->hash[i];
    for (int k = 0; k < 8; k++) {
        for (size_t i = 0; i < padded; i++) {
            const uint16_t h = (uint16_t)(hash[i] + corner[k]);
            c->offset[k][i] = (uint16_t)(((h ^ (h >> 8)) & 255) * 4);
        }
    }
}

/* The gradient of a corner, dotted with the way from there. */
static inline vreal lanes_gradient(const uint16_t *offset, vreal dx, vreal dy, vreal dz)
{
    vreal gx, gy, gz;
    v_lookup_rows(WN_NAME(wn_gradient_table), offset, &gx, &gy, &gz);
    const vreal dot = v_add(v_add(v_mul(gx, dx), v_mul(gy, dy)), v_mul(gz, dz));
    return v_mul(dot, v_set1(R(WN_GRADIENT_SCALE)));
}

/* Pass 3: look-ups and interpolation into c->signal. */
static inline void chunk_interpolate(struct chunk *c, size_t n, int quality)
{
    const vreal one = v_set1(1);
    for (size_t i = 0; i < n; i += VL) {
        const vreal dx0 = v_load(c->dx0 + i), dx1 = v_load(c->dx1 + i);
        const vreal dy0 = v_load(c->dy0 + i), dy1 = v_load(c->dy1 + i);
        const vreal dz0 = v_load(c->dz0 + i), dz1 = v_load(c->dz1 + i);
        const vreal xs = lanes_fade(dx0, quality), xt = v_sub(one, xs);
        const vreal ys = lanes_fade(dy0, quality), yt = v_sub(one, ys);
        const vreal zs = lanes_fade(dz0, quality), zt = v_sub(one, zs);
        const vreal a = lanes_mix(lanes_gradient(c->offset[0] + i, dx0, dy0, dz0),
                                  lanes_gradient(c->offset[1] + i, dx1, dy0, dz0), xs, xt);
        const vreal b = lanes_mix(lanes_gradient(c->offset[2] + i, dx0, dy1, dz0),
                                  lanes_gradient(c->offset[3] + i, dx1, dy1, dz0), xs, xt);
        const vreal ab = lanes_mix(a, b, ys, yt);
        const vreal d = lanes_mix(lanes_gradient(c->offset[4] + i, dx0, dy0, dz1),
                                  lanes_gradient(c->offset[5] + i, dx1, dy0, dz1), xs, xt);
        const vreal e = lanes_mix(lanes_gradient(c->offset[6] + i, dx0, dy1, dz1),
                                  lanes_gradient(c->offset[7] + i, dx1, dy1, dz1), xs, xt);
        const vreal de = lanes_mix(d, e, ys, yt);
        v_store(c->signal + i, lanes_mix(ab, de, zs, zt));
    }
}

/* Gradient-coherent noise of the chunk's points into c->signal. */
static void chunk_gradient(struct chunk *c, size_t n, uint32_t seed, int quality, real limit)
{
    chunk_cells(c, n, seed, limit);
    switch (quality) { /* a constant for each loop */
    case WN_QUALITY_FAST:
        chunk_interpolate(c, n, WN_QUALITY_FAST);
        break;
    case WN_QUALITY_STD:
        chunk_interpolate(c, n, WN_QUALITY_STD);
        break;
    default:
        chunk_interpolate(c, n, WN_QUALITY_BEST);
    }
}

/* to[i] = (from[i] + offset) * factor for i < n, and some number up to the end of the last vector.
 * An offset of -0 changes nothing, not even the sign of a zero. */
static inline void chunk_load(real *to, const real *from, size_t n, real offset, real factor)
{
    const vreal o = v_set1(offset), f = v_set1(factor);
    size_t i = 0;
    for (; i + VL <= n; i += VL)
        v_store(to + i, v_mul(v_add(v_load(from + i), o), f));
    if (i < n)
        v_store(to + i, v_mul(v_add(load_tail(from + i, n - i), o), f));
}

/* The chunk's points: n of the caller's from point i on. */
static inline void chunk_points(struct chunk *c, const real *const *in, size_t i, size_t n,
                                const double *offset, real frequency)
{
    chunk_load(c->x, in[0] + i, n, R(offset[0]), frequency);
    chunk_load(c->y, in[1] + i, n, R(offset[1]), frequency);
    chunk_load(c->z, in[2] + i, n, R(offset[2]), frequency);
}

static const double no_offset[3] = { -0.0, -0.0, -0.0 };

static inline void chunk_scale(struct chunk *c, size_t n, real lacunarity)
{
    const vreal l = v_set1(lacunarity);
    for (size_t i = 0; i < n; i += VL) {
        v_store(c->x + i, v_mul(v_load(c->x + i), l));
        v_store(c->y + i, v_mul(v_load(c->y + i), l));
        v_store(c->z + i, v_mul(v_load(c->z + i), l));
    }
}

static inline real range_limit(int32_t range_reduction)
{
    return range_reduction ? R(WN_INT_RANGE) : R(WN_INT_LIMIT);
}

/*
 * What fractals make of an octave's signal: n values, rounded up to vectors. Chunks of points and
 * tiles of grids share these.
 */
static inline void signal_add(real *value, const real *signal, size_t n, real amplitude, int billow)
{
    const vreal one = v_set1(1), two = v_set1(2), w = v_set1(amplitude);
    for (size_t i = 0; i < n; i += VL) {
        vreal s = v_load(signal + i);
        if (billow)
            s = v_sub(v_mul(two, v_abs(s)), one);
        v_store(value + i, v_add(v_load(value + i), v_mul(s, w)));
    }
}

static inline void signal_add_ridged(real *value, real *weight, const real *signal, size_t n,
                                     real spectral)
{
    const vreal zero = v_zero(), one = v_set1(1), two = v_set1(2);
    for (size_t i = 0; i < n; i += VL) {
        vreal s = v_sub(one, v_abs(v_load(signal + i)));
        s = v_mul(v_mul(s, s), v_load(weight + i));
        vreal w = v_mul(s, two);
        w = v_select(v_gt(w, one), one, w);
        v_store(weight + i, v_select(v_lt(w, zero), zero, w));
        v_store(value + i, v_add(v_load(value + i), v_mul(s, v_set1(spectral))));
    }
}

static inline void ridged_finish(real *value, size_t n)
{
    for (size_t i = 0; i < n; i += VL)
        v_store(value + i, v_sub(v_mul(v_load(value + i), v_set1(R(1.25))), v_set1(1)));
}

static inline void billow_finish(real *value, size_t n)
{
    for (size_t i = 0; i < n; i += VL)
        v_store(value + i, v_add(v_load(value + i), v_set1(R(0.5))));
}

static inline void fill(real *to, size_t n, real value)
{
    for (size_t i = 0; i < n; i += VL)
        v_store(to + i, v_set1(value));
}

/* Perlin or billow noise of the chunk's points, whose coordinates are already multiplied by the
 * frequency, into value[]. */
static inline void chunk_fractal(struct chunk *c, size_t n, const struct WN_PREP(fractal) * p,
                                 uint32_t seed, int billow, real *value)
{
    real amplitude = 1;
    fill(value, n, 0);
    for (int32_t o = 0; o < p->octaves; o++) {
        if (o)
            chunk_scale(c, n, p->lacunarity);
        chunk_gradient(c, n, seed + (uint32_t)o, p->quality, range_limit(p->range_reduction));
        signal_add(value, c->signal, n, amplitude, billow);
        amplitude *= p->persistence;
    }
}

static inline void chunk_ridged_multi(struct chunk *c, size_t n,
                                      const struct WN_PREP(ridged_multi) * p, real *value)
{
    real weight[CHUNK];
    fill(value, n, 0);
    fill(weight, n, 1);
    for (int32_t o = 0; o < p->octaves; o++) {
        if (o)
            chunk_scale(c, n, p->lacunarity);
        chunk_gradient(c, n, p->seed + (uint32_t)o, p->quality, range_limit(p->range_reduction));
        signal_add_ridged(value, weight, c->signal, n, p->weight[o]);
    }
    ridged_finish(value, n);
}

/* Loops over the caller's arrays in chunks: all inputs of a chunk are read before its outputs are
 * written, so that they may be the same arrays. */
#define FOR_CHUNKS(i, count, n) \
    for (size_t i = 0, count; count = (n)-i < CHUNK ? (n)-i : CHUNK, i < (n); i += count)

static void WN_KERNEL(perlin)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(fractal) *const p = prep;
    struct chunk c;
    real value[CHUNK];
    memset(c.hash, 0, sizeof c.hash);
    FOR_CHUNKS(i, count, n)
    {
        chunk_points(&c, in, i, count, no_offset, p->frequency);
        chunk_fractal(&c, count, p, p->seed, 0, value);
        memcpy(out[0] + i, value, count * sizeof(real));
    }
}

static void WN_KERNEL(billow)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(fractal) *const p = prep;
    struct chunk c;
    real value[CHUNK];
    memset(c.hash, 0, sizeof c.hash);
    FOR_CHUNKS(i, count, n)
    {
        chunk_points(&c, in, i, count, no_offset, p->frequency);
        chunk_fractal(&c, count, p, p->seed, 1, value);
        billow_finish(value, count);
        memcpy(out[0] + i, value, count * sizeof(real));
    }
}

static void WN_KERNEL(ridged_multi)(const void *prep, size_t n, const real *const *in,
                                    real *const *out)
{
    const struct WN_PREP(ridged_multi) *const p = prep;
    struct chunk c;
    real value[CHUNK];
    memset(c.hash, 0, sizeof c.hash);
    FOR_CHUNKS(i, count, n)
    {
        chunk_points(&c, in, i, count, no_offset, p->frequency);
        chunk_ridged_multi(&c, count, p, value);
        memcpy(out[0] + i, value, count * sizeof(real));
    }
}

static void WN_KERNEL(turbulence)(const void *prep, size_t n, const real *const *in,
                                  real *const *out)
{
    const struct WN_PREP(turbulence) *const p = prep;
    struct chunk c;
    real displaced[3][CHUNK];
    memset(c.hash, 0, sizeof c.hash);
    FOR_CHUNKS(i, count, n)
    {
        for (int axis = 0; axis < 3; axis++) {
            chunk_points(&c, in, i, count, wn_turbulence_offset[axis], p->perlin.frequency);
            chunk_fractal(&c, count, &p->perlin, p->perlin.seed + (uint32_t)axis, 0,
                          displaced[axis]);
        }
        for (int axis = 0; axis < 3; axis++) {
            memcpy(c.x, in[axis] + i, count * sizeof(real));
            for (size_t k = 0; k < count; k += VL) {
                const vreal d = v_mul(v_load(displaced[axis] + k), v_set1(p->power));
                v_store(displaced[axis] + k, v_add(v_load(c.x + k), d));
            }
        }
        for (int axis = 0; axis < 3; axis++)
            memcpy(out[axis] + i, displaced[axis], count * sizeof(real));
    }
}

static void WN_KERNEL(gradient3)(const void *prep, size_t n, const real *const *in,
                                 real *const *out)
{
    const struct WN_PREP(lattice) *const p = prep;
    struct chunk c;
    memset(c.hash, 0, sizeof c.hash);
    FOR_CHUNKS(i, count, n)
    {
        chunk_points(&c, in, i, count, no_offset, 1);
        chunk_gradient(&c, count, p->seed, p->quality, R(WN_INT_LIMIT));
        memcpy(out[0] + i, c.signal, count * sizeof(real));
    }
}

/* ValueNoise3D from the hash's linear part: see scalar/noise.c's int_value. */
static inline vreal lanes_value(vint n)
{
    n = vi_and(n, vi_set1(0x7fffffff));
    n = vi_xor(vi_shr(n, 13), n);
    const vint square = vi_add(vi_mul(vi_mul(n, n), vi_set1(60493)), vi_set1(19990303));
    n = vi_and(vi_add(vi_mul(n, square), vi_set1(1376312589)), vi_set1(0x7fffffff));
    return v_sub(v_set1(1), v_mul(v_from_int(n), v_set1(R(1 / WN_INT_RANGE))));
}

static inline vreal lanes_value_coherent(vreal x, vreal y, vreal z, uint32_t seed, int quality)
{
    const vreal one = v_set1(1);
    const vreal x0 = lanes_lattice_floor(x), y0 = lanes_lattice_floor(y),
                z0 = lanes_lattice_floor(z);
    const vreal xs = lanes_fade(v_sub(x, x0), quality), xt = v_sub(one, xs);
    const vreal ys = lanes_fade(v_sub(y, y0), quality), yt = v_sub(one, ys);
    const vreal zs = lanes_fade(v_sub(z, z0), quality), zt = v_sub(one, zs);
    const vint hx = vi_set1((int32_t)WN_HASH_X), hy = vi_set1((int32_t)WN_HASH_Y);
    const vint hz = vi_set1((int32_t)WN_HASH_Z), hs = vi_set1((int32_t)(WN_HASH_SEED * seed));
    const vint hxy = vi_add(vi_mul(v_to_int(x0), hx), vi_mul(v_to_int(y0), hy));
    const vint h00 = vi_add(hxy, vi_add(vi_mul(v_to_int(z0), hz), hs));
    const vint h10 = vi_add(h00, hy), h01 = vi_add(h00, hz), h11 = vi_add(h10, hz);
    const vreal a = lanes_mix(lanes_value(h00), lanes_value(vi_add(h00, hx)), xs, xt);
    const vreal b = lanes_mix(lanes_value(h10), lanes_value(vi_add(h10, hx)), xs, xt);
    const vreal c = lanes_mix(lanes_value(h01), lanes_value(vi_add(h01, hx)), xs, xt);
    const vreal d = lanes_mix(lanes_value(h11), lanes_value(vi_add(h11, hx)), xs, xt);
    return lanes_mix(lanes_mix(a, b, ys, yt), lanes_mix(c, d, ys, yt), zs, zt);
}

static void WN_KERNEL(value3)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(lattice) *const p = prep;
    struct chunk c;
    FOR_CHUNKS(i, count, n)
    {
        chunk_points(&c, in, i, count, no_offset, 1);
        for (size_t k = 0; k < count; k += VL) {
            const vreal x = lanes_int_limit(v_load(c.x + k)), y = lanes_int_limit(v_load(c.y + k));
            const vreal z = lanes_int_limit(v_load(c.z + k));
            v_store(c.signal + k,
                    p->quality == WN_QUALITY_FAST
                        ? lanes_value_coherent(x, y, z, p->seed, WN_QUALITY_FAST)
                        : p->quality == WN_QUALITY_STD
                        ? lanes_value_coherent(x, y, z, p->seed, WN_QUALITY_STD)
                        : lanes_value_coherent(x, y, z, p->seed, WN_QUALITY_BEST));
        }
        memcpy(out[0] + i, c.signal, count * sizeof(real));
    }
}
