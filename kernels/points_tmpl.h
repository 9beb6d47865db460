/* SPDX-License-Identifier: MIT */
/*
 * Kernels of coordinates: the generators without a gradient table (checkerboard, cylinders,
 * spheres, simplex, white) and the transformers that move points. Reference: scalar/modules.c.
 */

/* Defines the kernel `name` from lanes_<name>(prep, x, y, z). */
#define OF_POINT(name, shape)                                                                    \
    static void WN_KERNEL(name)(const void *prep, size_t n, const real *const *in,               \
                                real *const *out)                                                \
    {                                                                                            \
        const struct WN_PREP(shape) *const p = prep;                                             \
        size_t i = 0;                                                                            \
        for (; i + VL <= n; i += VL)                                                             \
            v_store(out[0] + i,                                                                  \
                    lanes_##name(p, v_load(in[0] + i), v_load(in[1] + i), v_load(in[2] + i)));   \
        if (i < n)                                                                               \
            store_tail(out[0] + i,                                                               \
                       lanes_##name(p, load_tail(in[0] + i, n - i), load_tail(in[1] + i, n - i), \
                                    load_tail(in[2] + i, n - i)),                                \
                       n - i);                                                                   \
    }

static inline vreal lanes_checkerboard(const struct WN_PREP(checkerboard) * p, vreal x, vreal y,
                                       vreal z)
{
    const real limit = range_limit(p->range_reduction);
    const vint i = v_to_int(v_floor(lanes_reduced(x, limit)));
    const vint j = v_to_int(v_floor(lanes_reduced(y, limit)));
    const vint k = v_to_int(v_floor(lanes_reduced(z, limit)));
    const vint one = vi_set1(1);
    const vmask odd = vi_eq(vi_and(vi_xor(vi_xor(i, j), k), one), one);
    return v_select(odd, v_set1(-1), v_set1(1));
}
OF_POINT(checkerboard, checkerboard)

static inline vreal lanes_shells(vreal radius)
{
    const vreal one = v_set1(1);
    const vreal inner = v_sub(radius, v_floor(radius)), outer = v_sub(one, inner);
    return v_sub(one, v_mul(v_min(inner, outer), v_set1(4)));
}

static inline vreal lanes_cylinders(const struct WN_PREP(radial) * p, vreal x, vreal y, vreal z)
{
    (void)y;
    const vreal f = v_set1(p->frequency);
    x = v_mul(x, f);
    z = v_mul(z, f);
    return lanes_shells(v_sqrt(v_add(v_mul(x, x), v_mul(z, z))));
}
OF_POINT(cylinders, radial)

static inline vreal lanes_spheres(const struct WN_PREP(radial) * p, vreal x, vreal y, vreal z)
{
    const vreal f = v_set1(p->frequency);
    x = v_mul(x, f);
    y = v_mul(y, f);
    z = v_mul(z, f);
    return lanes_shells(v_sqrt(v_add(v_add(v_mul(x, x), v_mul(y, y)), v_mul(z, z))));
}
OF_POINT(spheres, radial)

static inline vreal lanes_white(const struct WN_PREP(white) * p, vreal x, vreal y, vreal z)
{
    const vreal scale = v_set1(p->scale);
    const vint i = v_to_int(lanes_int_limit(v_mul(x, scale)));
    const vint j = v_to_int(lanes_int_limit(v_mul(y, scale)));
    const vint k = v_to_int(lanes_int_limit(v_mul(z, scale)));
    const vint hxy = vi_add(vi_mul(i, vi_set1((int32_t)WN_HASH_X)),
                            vi_mul(j, vi_set1((int32_t)WN_HASH_Y)));
    const vint hz = vi_mul(k, vi_set1((int32_t)WN_HASH_Z));
    return lanes_value(vi_add(vi_add(hxy, hz), vi_set1((int32_t)(WN_HASH_SEED * p->seed))));
}
OF_POINT(white, white)

/* wn_permute() on lanes. */
static inline vint lanes_permute(vint i)
{
    return v_to_int(v_lookup(WN_NAME(wn_permutation), vi_and(i, vi_set1(255))));
}

static inline vreal lanes_simplex_corner(vreal x, vreal y, vreal z, vint i, vint j, vint k)
{
    const vint h = vi_and(vi_add(i, lanes_permute(vi_add(j, lanes_permute(k)))), vi_set1(255));
    const vreal gx = v_lookup(WN_NAME(wn_simplex_slope)[0], h);
    const vreal gy = v_lookup(WN_NAME(wn_simplex_slope)[1], h);
    const vreal gz = v_lookup(WN_NAME(wn_simplex_slope)[2], h);
    const vreal t = v_sub(v_sub(v_sub(v_set1(R(0.6)), v_mul(x, x)), v_mul(y, y)), v_mul(z, z));
    const vreal t2 = v_mul(t, t);
    const vreal dot = v_add(v_add(v_mul(gx, x), v_mul(gy, y)), v_mul(gz, z));
    return v_select(v_lt(t, v_zero()), v_zero(), v_mul(v_mul(t2, t2), dot));
}

static inline vreal lanes_simplex_noise(vreal x, vreal y, vreal z)
{
    const real unskew = R(1.0 / 6);
    const vreal zero = v_zero(), one = v_set1(1), g1 = v_set1(unskew);
    const vreal g2 = v_set1(2 * unskew), g3 = v_set1(3 * unskew);
    x = lanes_reduced(x, R(WN_INT_RANGE));
    y = lanes_reduced(y, R(WN_INT_RANGE));
    z = lanes_reduced(z, R(WN_INT_RANGE));
    const vreal s = v_mul(v_add(v_add(x, y), z), v_set1(R(1.0 / 3)));
    const vreal ir = lanes_floor(v_add(x, s)), jr = lanes_floor(v_add(y, s));
    const vreal kr = lanes_floor(v_add(z, s));
    const vreal t = v_mul(v_add(v_add(ir, jr), kr), g1);
    const vreal x0 = v_sub(x, v_sub(ir, t)), y0 = v_sub(y, v_sub(jr, t));
    const vreal z0 = v_sub(z, v_sub(kr, t));
    const vmask xy = v_ge(x0, y0), yz = v_ge(y0, z0), xz = v_ge(x0, z0);
    const vreal i1 = v_select(m_and(xy, xz), one, zero), j1 = v_select(m_andnot(yz, xy), one, zero);
    const vreal k1 = v_select(m_or(xz, yz), zero, one);
    const vreal i2 = v_select(m_or(xy, xz), one, zero), j2 = v_select(m_andnot(xy, yz), zero, one);
    const vreal k2 = v_select(m_and(xz, yz), zero, one);
    const vint i = v_to_int(ir), j = v_to_int(jr), k = v_to_int(kr), step = vi_set1(1);
    const vreal n0 = lanes_simplex_corner(x0, y0, z0, i, j, k);
    const vreal n1 = lanes_simplex_corner(v_add(v_sub(x0, i1), g1), v_add(v_sub(y0, j1), g1),
                                          v_add(v_sub(z0, k1), g1), vi_add(i, v_to_int(i1)),
                                          vi_add(j, v_to_int(j1)), vi_add(k, v_to_int(k1)));
    const vreal n2 = lanes_simplex_corner(v_add(v_sub(x0, i2), g2), v_add(v_sub(y0, j2), g2),
                                          v_add(v_sub(z0, k2), g2), vi_add(i, v_to_int(i2)),
                                          vi_add(j, v_to_int(j2)), vi_add(k, v_to_int(k2)));
    const vreal n3 = lanes_simplex_corner(v_add(v_sub(x0, one), g3), v_add(v_sub(y0, one), g3),
                                          v_add(v_sub(z0, one), g3), vi_add(i, step),
                                          vi_add(j, step), vi_add(k, step));
    return v_mul(v_set1(32), v_add(v_add(v_add(n0, n1), n2), n3));
}

static inline vreal lanes_simplex(const struct WN_PREP(simplex) * p, vreal x, vreal y, vreal z)
{
    const vreal f = v_set1(p->frequency), l = v_set1(p->lacunarity);
    vreal value = v_zero();
    real amplitude = 1;
    x = v_mul(x, f);
    y = v_mul(y, f);
    z = v_mul(z, f);
    for (int32_t o = 0; o < p->octaves; o++) {
        value = v_add(value, v_mul(lanes_simplex_noise(x, y, z), v_set1(amplitude)));
        x = v_mul(x, l);
        y = v_mul(y, l);
        z = v_mul(z, l);
        amplitude *= p->persistence;
    }
    return value;
}
OF_POINT(simplex, simplex)

#undef OF_POINT

/* Loads and stores up to VL points, so that one loop serves full vectors and the rest. */
static inline vreal load_some(const real *p, size_t count)
{
    return count >= VL ? v_load(p) : load_tail(p, count);
}

static inline void store_some(real *p, vreal v, size_t count)
{
    if (count >= VL)
        v_store(p, v);
    else
        store_tail(p, v, count);
}

static void WN_KERNEL(displace)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    (void)prep;
    for (size_t i = 0; i < n; i += VL) {
        const size_t count = n - i;
        vreal moved[3];
        for (int axis = 0; axis < 3; axis++)
            moved[axis] = v_add(load_some(in[axis] + i, count), load_some(in[3 + axis] + i, count));
        for (int axis = 0; axis < 3; axis++)
            store_some(out[axis] + i, moved[axis], count);
    }
}

static void WN_KERNEL(rotate_point)(const void *prep, size_t n, const real *const *in,
                                    real *const *out)
{
    const struct WN_PREP(rotate_point) *const p = prep;
    for (size_t i = 0; i < n; i += VL) {
        const size_t count = n - i;
        const vreal x = load_some(in[0] + i, count), y = load_some(in[1] + i, count);
        const vreal z = load_some(in[2] + i, count);
        for (int axis = 0; axis < 3; axis++) {
            const vreal xy = v_add(v_mul(v_set1(p->m[axis][0]), x),
                                   v_mul(v_set1(p->m[axis][1]), y));
            store_some(out[axis] + i, v_add(xy, v_mul(v_set1(p->m[axis][2]), z)), count);
        }
    }
}

static void WN_KERNEL(scale_point)(const void *prep, size_t n, const real *const *in,
                                   real *const *out)
{
    const struct WN_PREP(scale_point) *const p = prep;
    const vreal factor[3] = { v_set1(p->x), v_set1(p->y), v_set1(p->z) };
    for (size_t i = 0; i < n; i += VL) {
        vreal moved[3];
        for (int axis = 0; axis < 3; axis++)
            moved[axis] = v_mul(load_some(in[axis] + i, n - i), factor[axis]);
        for (int axis = 0; axis < 3; axis++)
            store_some(out[axis] + i, moved[axis], n - i);
    }
}

static void WN_KERNEL(translate_point)(const void *prep, size_t n, const real *const *in,
                                       real *const *out)
{
    const struct WN_PREP(translate_point) *const p = prep;
    const vreal offset[3] = { v_set1(p->x), v_set1(p->y), v_set1(p->z) };
    for (size_t i = 0; i < n; i += VL) {
        vreal moved[3];
        for (int axis = 0; axis < 3; axis++)
            moved[axis] = v_add(load_some(in[axis] + i, n - i), offset[axis]);
        for (int axis = 0; axis < 3; axis++)
            store_some(out[axis] + i, moved[axis], n - i);
    }
}
