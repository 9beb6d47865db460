/* SPDX-License-Identifier: MIT */
/*
 * Kernels of sm.noise. Reference: scalar/sm_noise.c, whose steps are repeated lane for lane. What
 * is float or integer in both precisions is in the f32 unit, with twice the lanes, what is double
 * in both in the f64 unit; the other unit calls it.
 */

/* ---- Kernels with external linkage, for the other precision's unit ---- */

#define SM_F32(name)  WN_KERNEL_NAME(wn_k_##name##_f32, WN_UNIT)
#define SM_F64(name)  WN_KERNEL_NAME(wn_k_##name##_f64, WN_UNIT)
#define SM_PHILOX     SM_F32(sm_philox)
#define SM_SIMPLEX1   SM_F32(sm_simplex1)
#define SM_SIMPLEX2   SM_F32(sm_simplex2)
#define SM_NORMAL_F64 SM_F64(sm_standard_normal)
#define SM_SPREAD_F64 SM_F64(sm_gun_spread)

void SM_PHILOX(uint64_t seed, uint64_t stream, uint64_t block, size_t blocks, uint32_t *out);
void SM_SIMPLEX1(const void *prep, size_t n, const float *const *in, float *const *out);
void SM_SIMPLEX2(const void *prep, size_t n, const float *const *in, float *const *out);
void SM_NORMAL_F64(const struct wn_sm_stream *s, size_t n, double *out);
void SM_SPREAD_F64(const struct wn_sm_stream *s, size_t n, double limit, const double *const *in,
                   double *const *out);

/* Elements that go through arrays on the stack at a time */
#define SM_CHUNK 128

/* ---- Lattice noise ---- */

/* wn_sm_mix() on lanes. */
static inline vint lanes_sm_mix(vint k)
{
    k = vi_add(vi_xor(k, vi_set1(-1)), vi_shl(k, 15));
    k = vi_xor(k, vi_sra(k, 12));
    k = vi_add(k, vi_shl(k, 2));
    k = vi_xor(k, vi_sra(k, 4));
    k = vi_mul(k, vi_set1(2057));
    return vi_xor(k, vi_sra(k, 16));
}

/* wn_sm_hash() from mix(y) on. */
static inline vint lanes_sm_hash(vint x, vint mixed_y, vint seed)
{
    return lanes_sm_mix(vi_add(lanes_sm_mix(vi_add(mixed_y, x)), seed));
}

static inline vreal lanes_sm_lattice(vint x, vint mixed_y, vint seed)
{
    const vreal h = v_from_int(lanes_sm_hash(x, mixed_y, seed));
    return v_sub(v_mul(h, v_set1(R(1 / WN_INT_RANGE))), v_set1(1));
}

static inline vreal lanes_sm_float_noise(vreal x, vreal y, uint32_t seed)
{
    x = lanes_int_limit(x);
    y = lanes_int_limit(y);
    const vreal one = v_set1(1), fx = lanes_floor(x), fy = lanes_floor(y);
    const vint step = vi_set1(1), s = vi_set1((int32_t)seed);
    const vint x0 = v_to_int(fx), x1 = vi_add(x0, step), yi = v_to_int(fy);
    const vint y0 = lanes_sm_mix(yi), y1 = lanes_sm_mix(vi_add(yi, step));
    const vreal xs = lanes_fade(v_sub(x, fx), WN_QUALITY_STD), xt = v_sub(one, xs);
    const vreal ys = lanes_fade(v_sub(y, fy), WN_QUALITY_STD), yt = v_sub(one, ys);
    const vreal a = lanes_mix(lanes_sm_lattice(x0, y0, s), lanes_sm_lattice(x1, y0, s), xs, xt);
    const vreal b = lanes_mix(lanes_sm_lattice(x0, y1, s), lanes_sm_lattice(x1, y1, s), xs, xt);
    return lanes_mix(a, b, ys, yt);
}

static inline vreal lanes_sm_float2(const struct WN_PREP(sm_seed) * p, vreal x, vreal y)
{
    return lanes_sm_float_noise(x, y, p->seed);
}

static inline vreal lanes_sm_octave2(const struct WN_PREP(sm_octave) * p, vreal x, vreal y)
{
    real multiplier = 1;
    vreal total = v_zero();
    for (int32_t o = 0; o < p->octaves; o++) {
        const vreal inverse = v_set1(1 / multiplier);
        const vreal noise = lanes_sm_float_noise(v_mul(inverse, x), v_mul(inverse, y),
                                                 wn_sm_octave_seed(o) + p->seed);
        total = v_add(total, v_mul(noise, v_set1(multiplier)));
        multiplier += multiplier;
    }
    return v_div(total, v_set1(multiplier - 1));
}

static inline vreal lanes_sm_gradient(vint x, vint mixed_y, vint seed, vreal dx, vreal dy)
{
    const vint h = vi_and(lanes_sm_hash(x, mixed_y, seed), vi_set1(15));
    return v_add(v_mul(v_lookup(wn_sm_gradient[0], h), dx),
                 v_mul(v_lookup(wn_sm_gradient[1], h), dy));
}

static inline vreal lanes_sm_perlin2(const struct WN_PREP(sm_seed) * p, vreal x, vreal y)
{
    x = lanes_int_limit(x);
    y = lanes_int_limit(y);
    const vreal one = v_set1(1), fx = lanes_floor(x), fy = lanes_floor(y);
    const vint step = vi_set1(1), s = vi_set1((int32_t)p->seed);
    const vint x0 = v_to_int(fx), x1 = vi_add(x0, step), yi = v_to_int(fy);
    const vint y0 = lanes_sm_mix(yi), y1 = lanes_sm_mix(vi_add(yi, step));
    const vreal dx0 = v_sub(x, fx), dx1 = v_sub(dx0, one);
    const vreal dy0 = v_sub(y, fy), dy1 = v_sub(dy0, one);
    const vreal xs = lanes_fade(dx0, WN_QUALITY_BEST), xt = v_sub(one, xs);
    const vreal ys = lanes_fade(dy0, WN_QUALITY_BEST), yt = v_sub(one, ys);
    const vreal a = lanes_mix(lanes_sm_gradient(x0, y0, s, dx0, dy0),
                              lanes_sm_gradient(x1, y0, s, dx1, dy0), xs, xt);
    const vreal b = lanes_mix(lanes_sm_gradient(x0, y1, s, dx0, dy1),
                              lanes_sm_gradient(x1, y1, s, dx1, dy1), xs, xt);
    return lanes_mix(a, b, ys, yt);
}

/* Defines the kernel `name` from lanes_<name>(prep, x, y). */
#define OF_PLANE(linkage, name, shape)                                                            \
    linkage void WN_KERNEL(name)(const void *prep, size_t n, const real *const *in,               \
                                 real *const *out)                                                \
    {                                                                                             \
        const struct WN_PREP(shape) *const p = prep;                                              \
        size_t i = 0;                                                                             \
        for (; i + VL <= n; i += VL)                                                              \
            v_store(out[0] + i, lanes_##name(p, v_load(in[0] + i), v_load(in[1] + i)));           \
        if (i < n)                                                                                \
            store_tail(out[0] + i,                                                                \
                       lanes_##name(p, load_tail(in[0] + i, n - i), load_tail(in[1] + i, n - i)), \
                       n - i);                                                                    \
    }

OF_PLANE(static, sm_float2, sm_seed)
OF_PLANE(static, sm_octave2, sm_octave)
OF_PLANE(static, sm_perlin2, sm_seed)

/* ---- Simplex noise ---- */

#if WN_REAL == 32

static inline vreal lanes_sm_corner1(vint i, vreal x)
{
    const vint h = lanes_permute(i), eight = vi_set1(8);
    const vreal g = v_add(v_set1(1), v_from_int(vi_and(h, vi_set1(7))));
    const vreal slope = v_select(vi_eq(vi_and(h, eight), eight), v_neg(g), g);
    vreal t = v_sub(v_set1(1), v_mul(x, x));
    t = v_mul(t, t);
    return v_mul(v_mul(t, t), v_mul(slope, x));
}

static inline vreal lanes_sm_simplex1(vreal x)
{
    const vreal floor = lanes_floor(x), x0 = v_sub(x, floor), x1 = v_sub(x0, v_set1(1));
    const vint i = v_to_int(floor);
    const vreal n0 = lanes_sm_corner1(i, x0), n1 = lanes_sm_corner1(vi_add(i, vi_set1(1)), x1);
    return v_mul(v_set1(WN_SM_SIMPLEX_1), v_add(n0, n1));
}

void WN_KERNEL(sm_simplex1)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    (void)prep;
    size_t i = 0;
    for (; i + VL <= n; i += VL)
        v_store(out[0] + i, lanes_sm_simplex1(v_load(in[0] + i)));
    if (i < n)
        store_tail(out[0] + i, lanes_sm_simplex1(load_tail(in[0] + i, n - i)), n - i);
}

static inline vreal lanes_sm_corner2(vint i, vint j, vreal x, vreal y)
{
    const vint hash = lanes_permute(vi_add(i, lanes_permute(j)));
    const vint one = vi_set1(1), two = vi_set1(2);
    const vmask x_major = vi_gt(vi_set1(4), vi_and(hash, vi_set1(63)));
    const vreal u = v_select(x_major, x, y), v = v_mul(v_set1(2), v_select(x_major, y, x));
    const vreal slope = v_add(v_select(vi_eq(vi_and(hash, one), one), v_neg(u), u),
                              v_select(vi_eq(vi_and(hash, two), two), v_neg(v), v));
    const vreal t = v_sub(v_sub(v_set1(0.5f), v_mul(x, x)), v_mul(y, y)), t2 = v_mul(t, t);
    return v_select(v_lt(t, v_zero()), v_zero(), v_mul(v_mul(t2, t2), slope));
}

static inline vreal lanes_sm_simplex2(const struct WN_PREP(sm_simplex) * p, vreal x, vreal y)
{
    x = lanes_int_limit(x);
    y = lanes_int_limit(y);
    const vreal zero = v_zero(), one = v_set1(1), unskew = v_set1(WN_SM_UNSKEW);
    const vreal s = v_mul(v_add(x, y), v_set1(WN_SM_SKEW));
    const vreal ir = lanes_floor(v_add(x, s)), jr = lanes_floor(v_add(y, s));
    const vreal t = v_mul(v_add(ir, jr), unskew);
    const vreal x0 = v_sub(x, v_sub(ir, t)), y0 = v_sub(y, v_sub(jr, t));
    const vmask lower = v_gt(x0, y0);
    const vreal i1 = v_select(lower, one, zero), j1 = v_select(lower, zero, one);
    const vreal x1 = v_add(v_sub(x0, i1), unskew), y1 = v_add(v_sub(y0, j1), unskew);
    const vreal last = v_set1(WN_SM_LAST), back = v_set1(2.0f * WN_SM_UNSKEW);
    const int published = p->variant == WN_SM_SIMPLEX_PUBLISHED;
    const vreal x2 = published ? v_add(v_sub(x0, one), back) : v_sub(x0, last);
    const vreal y2 = published ? v_add(v_sub(y0, one), back) : v_sub(y0, last);
    const vint i = v_to_int(ir), j = v_to_int(jr), step = vi_set1(1);
    const vreal n0 = lanes_sm_corner2(i, j, x0, y0);
    const vreal n1 = lanes_sm_corner2(vi_add(i, v_to_int(i1)), vi_add(j, v_to_int(j1)), x1, y1);
    const vreal n2 = lanes_sm_corner2(vi_add(i, step), vi_add(j, step), x2, y2);
    return v_mul(v_set1(WN_SM_SIMPLEX_2), v_add(v_add(n0, n1), n2));
}

OF_PLANE(, sm_simplex2, sm_simplex)

#else

/* Runs an f32 kernel of one or two inputs on doubles. */
static inline void
sm_by_f32(void (*kernel)(const void *, size_t, const float *const *, float *const *),
          const void *prep, int inputs, size_t n, const real *const *in, real *const *out)
{
    float own[2][SM_CHUNK];
    const float *const from[2] = { own[0], own[1] };
    float *const to[1] = { own[0] };
    for (size_t i = 0; i < n; i += SM_CHUNK) {
        const size_t count = n - i < SM_CHUNK ? n - i : SM_CHUNK;
        for (int input = 0; input < inputs; input++)
            for (size_t k = 0; k < count; k++)
                own[input][k] = (float)in[input][i + k];
        kernel(prep, count, from, to);
        for (size_t k = 0; k < count; k++)
            out[0][i + k] = own[0][k];
    }
}

static void WN_KERNEL(sm_simplex1)(const void *prep, size_t n, const real *const *in,
                                   real *const *out)
{
    (void)prep;
    sm_by_f32(SM_SIMPLEX1, NULL, 1, n, in, out);
}

/* The parameters are one integer, the same in both precisions. */
static void WN_KERNEL(sm_simplex2)(const void *prep, size_t n, const real *const *in,
                                   real *const *out)
{
    sm_by_f32(SM_SIMPLEX2, prep, 2, n, in, out);
}

#endif

#undef OF_PLANE

/* ---- Integers ---- */

#if WN_REAL == 32

static void WN_KERNEL(sm_int_noise2)(uint32_t seed, size_t n, const int32_t *x, const int32_t *y,
                                     int32_t *out)
{
    const vint s = vi_set1((int32_t)seed);
    size_t i = 0;
    for (; i + VL <= n; i += VL)
        vi_store(out + i, lanes_sm_hash(vi_load(x + i), lanes_sm_mix(vi_load(y + i)), s));
    if (i < n) {
        int32_t tail[2][VL] = { { 0 } };
        memcpy(tail[0], x + i, (n - i) * sizeof *x);
        memcpy(tail[1], y + i, (n - i) * sizeof *y);
        vi_store(tail[0], lanes_sm_hash(vi_load(tail[0]), lanes_sm_mix(vi_load(tail[1])), s));
        memcpy(out + i, tail[0], (n - i) * sizeof *out);
    }
}

/* VL blocks from `block` on: word j of block k in w[j][k]. */
static inline void lanes_philox(uint64_t seed, uint64_t stream, uint64_t block, int32_t w[4][VL])
{
    static const int32_t lane[16] = { 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15 };
    const vint m0 = vi_set1((int32_t)WN_PHILOX_M0), m1 = vi_set1((int32_t)WN_PHILOX_M1);
    const vint top = vi_set1(INT32_MIN), low = vi_set1((int32_t)(uint32_t)block);
    uint32_t k0 = (uint32_t)seed, k1 = (uint32_t)(seed >> 32);
    const uint32_t high = (uint32_t)(block >> 32);
    vint c0 = vi_add(low, vi_load(lane));
    const vmask carried = vi_gt(vi_xor(low, top), vi_xor(c0, top)); /* unsigned */
    vint c1 = vi_select(carried, vi_set1((int32_t)(high + 1)), vi_set1((int32_t)high));
    vint c2 = vi_set1((int32_t)(uint32_t)stream), c3 = vi_set1((int32_t)(uint32_t)(stream >> 32));
    for (int round = 0; round < WN_PHILOX_ROUNDS; round++) {
        const vint h0 = vi_mulhi_u(m0, c0), l0 = vi_mul(m0, c0);
        const vint h1 = vi_mulhi_u(m1, c2), l1 = vi_mul(m1, c2);
        c0 = vi_xor(vi_xor(h1, c1), vi_set1((int32_t)k0));
        c1 = l1;
        c2 = vi_xor(vi_xor(h0, c3), vi_set1((int32_t)k1));
        c3 = l0;
        k0 += WN_PHILOX_W0;
        k1 += WN_PHILOX_W1;
    }
    vi_store(w[0], c0);
    vi_store(w[1], c1);
    vi_store(w[2], c2);
    vi_store(w[3], c3);
}

void WN_KERNEL(sm_philox)(uint64_t seed, uint64_t stream, uint64_t block, size_t blocks,
                          uint32_t *out)
{
    for (size_t i = 0; i < blocks; i += VL) {
        const size_t count = blocks - i < VL ? blocks - i : VL;
        int32_t w[4][VL];
        lanes_philox(seed, stream, block + i, w);
        for (size_t k = 0; k < count; k++)
            for (size_t j = 0; j < 4; j++)
                out[4 * (i + k) + j] = (uint32_t)w[j][k];
    }
}

#endif

/* ---- Random numbers ---- */

static void WN_KERNEL(sm_random_range)(const struct wn_sm_stream *s, size_t n, real min, real max,
                                       real *out)
{
    const vreal from = v_set1(min), width = v_set1(max - min), to = v_set1(max);
    uint32_t words[SM_CHUNK + 4 + VL] = { 0 };
    for (size_t i = 0; i < n; i += SM_CHUNK) {
        const size_t count = n - i < SM_CHUNK ? n - i : SM_CHUNK;
        const uint64_t index = s->first + i;
        const size_t skip = (size_t)(index & 3);
        SM_PHILOX(s->seed, s->stream, wn_sm_block(WN_SM_RANGE, index), (skip + count + 3) / 4,
                  words);
        for (size_t k = 0; k < count; k += VL) {
            int32_t random[VL];
            memcpy(random, words + skip + k, sizeof random);
            vreal v = v_from_int(vi_shr(vi_load(random), 17));
            v = v_add(v_mul(v_mul(v, width), v_set1(R(WN_SM_RANGE_UNIT))), from);
            store_some(out + i + k, v_select(v_gt(v, to), to, v), count - k);
        }
    }
}

#if WN_REAL == 64

static inline vreal lanes_sm_polynomial(const double *c, vreal x)
{
    vreal v = v_set1(c[0]);
    for (int k = 1; k < 8; k++)
        v = v_add(v_mul(v, x), v_set1(c[k]));
    return v;
}

static inline vreal lanes_sm_normal_quantile(vreal p)
{
    const vreal q = v_sub(p, v_set1(0.5));
    const vmask central = v_le(v_abs(q), v_set1(WN_SM_CENTRAL));
    const vreal rc = v_sub(v_set1(WN_SM_CENTRAL_2), v_mul(q, q));
    const vreal vc = v_div(v_mul(lanes_sm_polynomial(wn_sm_quantile[0][0], rc), q),
                           lanes_sm_polynomial(wn_sm_quantile[0][1], rc));
    if (m_all(central))
        return vc;
    const vmask negative = v_lt(q, v_zero());
    const vreal tail = v_select(negative, p, v_sub(v_set1(1), p));
    const vreal root = v_sqrt(v_mul(v_log2(tail), v_set1(WN_SM_MINUS_LN2)));
    vreal r = v_sub(root, v_set1(WN_SM_NEAR_MID));
    vreal v = v_div(lanes_sm_polynomial(wn_sm_quantile[1][0], r),
                    lanes_sm_polynomial(wn_sm_quantile[1][1], r));
    const vmask far = v_gt(root, v_set1(WN_SM_NEAR));
    if (m_any(far)) {
        r = v_sub(root, v_set1(WN_SM_NEAR));
        v = v_select(far,
                     v_div(lanes_sm_polynomial(wn_sm_quantile[2][0], r),
                           lanes_sm_polynomial(wn_sm_quantile[2][1], r)),
                     v);
    }
    return v_select(central, vc, v_select(negative, v_neg(v), v));
}

/* The numbers 1 + k 2^-52 of n pairs of words, `step` words from pair to pair. */
static inline void sm_units(size_t n, const uint32_t *words, size_t step, double *units)
{
    for (size_t k = 0; k < n; k++) {
        const uint64_t bits = wn_sm_unit_bits(words[step * k], words[step * k + 1]);
        memcpy(units + k, &bits, sizeof bits);
    }
}

void WN_KERNEL(sm_standard_normal)(const struct wn_sm_stream *s, size_t n, double *out)
{
    uint32_t words[2 * SM_CHUNK + 4];
    double units[SM_CHUNK + VL];
    for (size_t i = 0; i < n; i += SM_CHUNK) {
        const size_t count = n - i < SM_CHUNK ? n - i : SM_CHUNK;
        const uint64_t index = s->first + i;
        const size_t skip = (size_t)(index & 1);
        SM_PHILOX(s->seed, s->stream, wn_sm_block(WN_SM_NORMAL, index), (skip + count + 1) / 2,
                  words);
        sm_units(count, words + 2 * skip, 2, units);
        for (size_t k = count; k < count + VL; k++)
            units[k] = 1.5;
        for (size_t k = 0; k < count; k += VL) {
            const vreal p = v_add(v_sub(v_load(units + k), v_set1(1)), v_set1(0x1p-53));
            store_some(out + i + k, lanes_sm_normal_quantile(p), count - k);
        }
    }
}

/* sin and cos of 0 <= x < WN_TRIG_FAST, the steps up to the kernel done once. */
static inline void lanes_sm_sin_cos(vreal x, vreal *sine, vreal *cosine)
{
    vreal shifted, rh, rl;
    wn_trig_reduce(x, &shifted, &rh, &rl);
    *sine = wn_trig_finish(0, x, shifted, rh, rl);
    *cosine = wn_trig_finish(1, x, shifted, rh, rl);
}

static inline void lanes_sm_spread(vreal limit, vreal third, vreal unit0, vreal unit1, vreal d[3])
{
    const vreal zero = v_zero(), one = v_set1(1);
    const vreal p = v_add(v_set1(0.5), v_mul(v_sub(unit0, one), v_set1(WN_SM_SPREAD_HALF)));
    const vreal angle = v_min(v_mul(third, lanes_sm_normal_quantile(p)), limit);
    const vreal around = v_mul(v_sub(unit1, one), v_set1(WN_SM_TWO_PI));

    const vreal a = v_max(v_max(v_abs(d[0]), v_abs(d[1])), v_abs(d[2]));
    const vreal stretch = v_select(v_lt(a, v_set1(WN_SM_SHORT)), v_set1(WN_SM_STRETCH), one);
    const vreal scale = v_select(v_gt(a, v_set1(WN_SM_LONG)), v_set1(WN_SM_SHRINK), stretch);
    const vreal dx = v_mul(d[0], scale), dy = v_mul(d[1], scale), dz = v_mul(d[2], scale);
    const vreal length = v_sqrt(v_add(v_add(v_mul(dx, dx), v_mul(dy, dy)), v_mul(dz, dz)));
    const vreal x = v_div(dx, length), y = v_div(dy, length), z = v_div(dz, length);

    const vreal sign = v_select(v_lt(z, zero), v_set1(-1), one);
    const vreal f = v_div(v_set1(-1), v_add(sign, z)), xy = v_mul(v_mul(x, y), f);
    const vreal tx = v_add(one, v_mul(v_mul(v_mul(sign, x), x), f)), ty = v_mul(sign, xy);
    const vreal tz = v_neg(v_mul(sign, x));
    const vreal bx = xy, by = v_add(sign, v_mul(v_mul(y, y), f)), bz = v_neg(y);

    vreal aside, along, side, front;
    lanes_sm_sin_cos(angle, &aside, &along);
    lanes_sm_sin_cos(around, &side, &front);
    const vreal t = v_mul(aside, front), b = v_mul(aside, side);
    const vreal none = v_sub(length, length);
    const vmask nowhere = v_eq(length, zero);
    const vreal vx = v_add(v_add(v_mul(x, along), v_mul(tx, t)), v_mul(bx, b));
    const vreal vy = v_add(v_add(v_mul(y, along), v_mul(ty, t)), v_mul(by, b));
    const vreal vz = v_add(v_add(v_mul(z, along), v_mul(tz, t)), v_mul(bz, b));
    d[0] = v_select(nowhere, zero, v_add(vx, none));
    d[1] = v_select(nowhere, zero, v_add(vy, none));
    d[2] = v_select(nowhere, zero, v_add(vz, none));
}

void WN_KERNEL(sm_gun_spread)(const struct wn_sm_stream *s, size_t n, double limit,
                              const double *const *in, double *const *out)
{
    const vreal most = v_set1(limit), third = v_set1(limit / 3);
    uint32_t words[4 * SM_CHUNK];
    double units[2][SM_CHUNK + VL];
    for (size_t i = 0; i < n; i += SM_CHUNK) {
        const size_t count = n - i < SM_CHUNK ? n - i : SM_CHUNK;
        SM_PHILOX(s->seed, s->stream, wn_sm_block(WN_SM_SPREAD, s->first + i), count, words);
        for (size_t j = 0; j < 2; j++) {
            sm_units(count, words + 2 * j, 4, units[j]);
            for (size_t k = count; k < count + VL; k++)
                units[j][k] = 1;
        }
        for (size_t k = 0; k < count; k += VL) {
            vreal d[3];
            for (int axis = 0; axis < 3; axis++)
                d[axis] = load_some(in[axis] + i + k, count - k);
            lanes_sm_spread(most, third, v_load(units[0] + k), v_load(units[1] + k), d);
            for (int axis = 0; axis < 3; axis++)
                store_some(out[axis] + i + k, d[axis], count - k);
        }
    }
}

static void WN_KERNEL(sm_random_normal)(const struct wn_sm_stream *s, size_t n, real mean,
                                        real deviation, real *out)
{
    const vreal m = v_set1(mean), d = v_set1(deviation);
    WN_KERNEL(sm_standard_normal)(s, n, out);
    for (size_t i = 0; i < n; i += VL)
        store_some(out + i, v_add(v_mul(d, load_some(out + i, n - i)), m), n - i);
}

#else

static void WN_KERNEL(sm_random_normal)(const struct wn_sm_stream *s, size_t n, real mean,
                                        real deviation, real *out)
{
    const vreal m = v_set1(mean), d = v_set1(deviation);
    double z[SM_CHUNK];
    real narrow[SM_CHUNK + VL];
    for (size_t i = 0; i < n; i += SM_CHUNK) {
        const size_t count = n - i < SM_CHUNK ? n - i : SM_CHUNK;
        const struct wn_sm_stream slice = { s->seed, s->stream, s->first + i };
        SM_NORMAL_F64(&slice, count, z);
        for (size_t k = 0; k < count; k++)
            narrow[k] = (float)z[k];
        for (size_t k = count; k < count + VL; k++)
            narrow[k] = 0;
        for (size_t k = 0; k < count; k += VL)
            store_some(out + i + k, v_add(v_mul(d, v_load(narrow + k)), m), count - k);
    }
}

static void WN_KERNEL(sm_gun_spread)(const struct wn_sm_stream *s, size_t n, double limit,
                                     const real *const *in, real *const *out)
{
    double wide[3][SM_CHUNK];
    const double *const from[3] = { wide[0], wide[1], wide[2] };
    double *const to[3] = { wide[0], wide[1], wide[2] };
    for (size_t i = 0; i < n; i += SM_CHUNK) {
        const size_t count = n - i < SM_CHUNK ? n - i : SM_CHUNK;
        const struct wn_sm_stream slice = { s->seed, s->stream, s->first + i };
        for (int axis = 0; axis < 3; axis++)
            for (size_t k = 0; k < count; k++)
                wide[axis][k] = in[axis][i + k];
        SM_SPREAD_F64(&slice, count, limit, from, to);
        for (int axis = 0; axis < 3; axis++)
            for (size_t k = 0; k < count; k++)
                out[axis][i + k] = (real)wide[axis][k];
    }
}

#endif

/* The tier's functions that are not of the registry's shape. */
static const struct WN_NAME(wn_sm_table) sm_table = {
    WN_KERNEL(sm_random_range), WN_KERNEL(sm_random_normal), WN_KERNEL(sm_gun_spread),
#if WN_REAL == 32
    WN_KERNEL(sm_int_noise2),   WN_KERNEL(sm_philox),
#endif
};
