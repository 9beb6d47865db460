/* SPDX-License-Identifier: MIT */
/*
 * Kernels of the modules that take values: lane for lane the formulas of scalar/modules.c. Full
 * vectors go straight over the caller's arrays, the rest through one padded vector on the stack.
 */

#define LANES_1(get) get(in[0], 0)
#define LANES_2(get) get(in[0], 0), get(in[1], 1)
#define LANES_3(get) get(in[0], 0), get(in[1], 1), get(in[2], 2)
#define FULL(p, k)   v_load((p) + i)
#define TAIL(p, k)   load_tail((p) + i, n - i)

/* Defines the kernel `name` from lanes_<name>(prep, vector...). */
#define POINTWISE(name, shape, inputs)                                             \
    static void WN_KERNEL(name)(const void *prep, size_t n, const real *const *in, \
                                real *const *out)                                  \
    {                                                                              \
        const struct WN_PREP(shape) *const p = prep;                               \
        size_t i = 0;                                                              \
        for (; i + VL <= n; i += VL)                                               \
            v_store(out[0] + i, lanes_##name(p, LANES_##inputs(FULL)));            \
        if (i < n)                                                                 \
            store_tail(out[0] + i, lanes_##name(p, LANES_##inputs(TAIL)), n - i);  \
    }

#define LANES_OF(name, shape, ...) \
    static inline vreal lanes_##name(const struct WN_PREP(shape) * p, __VA_ARGS__)

LANES_OF(scale_bias, scale_bias, vreal v)
{
    return v_add(v_mul(v, v_set1(p->scale)), v_set1(p->bias));
}
POINTWISE(scale_bias, scale_bias, 1)

LANES_OF(clamp, clamp, vreal v)
{
    const vreal lower = v_set1(p->lower), upper = v_set1(p->upper);
    return v_select(v_lt(v, lower), lower, v_select(v_gt(v, upper), upper, v));
}
POINTWISE(clamp, clamp, 1)

/* The number of sorted values that v has reached: the index of the first one above it. */
static inline vreal count_reached(const real *sorted, int32_t count, vreal v)
{
    const vreal one = v_set1(1);
    vreal reached = v_zero();
    for (int32_t k = 0; k < count; k++)
        reached = v_add(reached, v_select(v_lt(v, v_set1(sorted[k])), v_zero(), one));
    return reached;
}

/* Index m + offset, limited to the control points. */
static inline vint limited_index(vreal m, int offset, int32_t count)
{
    const vreal i = v_add(m, v_set1((real)offset));
    return v_to_int(v_min(v_max(i, v_zero()), v_set1((real)(count - 1))));
}

LANES_OF(curve, curve, vreal v)
{
    const vreal m = count_reached(p->input, p->count, v);
    const vint i0 = limited_index(m, -2, p->count), i1 = limited_index(m, -1, p->count);
    const vint i2 = limited_index(m, 0, p->count), i3 = limited_index(m, 1, p->count);
    const vreal n0 = v_lookup(p->output, i0), n1 = v_lookup(p->output, i1);
    const vreal n2 = v_lookup(p->output, i2), n3 = v_lookup(p->output, i3);
    const vreal from = v_lookup(p->input, i1), to = v_lookup(p->input, i2);
    const vreal a = v_div(v_sub(v, from), v_sub(to, from));
    const vreal d = v_sub(n0, n1);
    const vreal cp = v_sub(v_sub(n3, n2), d), cq = v_sub(d, cp), cr = v_sub(n2, n0);
    const vreal cubic = v_mul(v_mul(v_mul(cp, a), a), a), square = v_mul(v_mul(cq, a), a);
    const vreal spline = v_add(v_add(v_add(cubic, square), v_mul(cr, a)), n1);
    return v_select(vi_eq(i1, i2), n1, spline);
}
POINTWISE(curve, curve, 1)

static inline vreal lanes_lerp(vreal n0, vreal n1, vreal a)
{
    return v_add(v_mul(v_sub(v_set1(1), a), n0), v_mul(a, n1));
}

LANES_OF(terrace, terrace, vreal v)
{
    const vreal m = count_reached(p->value, p->count, v);
    const vint i0 = limited_index(m, -1, p->count), i1 = limited_index(m, 0, p->count);
    const vreal v0 = v_lookup(p->value, i0), v1 = v_lookup(p->value, i1);
    vreal a = v_div(v_sub(v, v0), v_sub(v1, v0));
    vreal step;
    if (p->inverted) {
        a = v_sub(v_set1(1), a);
        step = lanes_lerp(v1, v0, v_mul(a, a));
    } else {
        step = lanes_lerp(v0, v1, v_mul(a, a));
    }
    return v_select(vi_eq(i0, i1), v1, step);
}
POINTWISE(terrace, terrace, 1)

static void WN_KERNEL(exponent)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(exponent) *const p = prep;
    enum { BATCH = 64 };
    real base[BATCH], power[BATCH];
    for (size_t i = 0; i < n; i += BATCH) {
        const size_t count = n - i < BATCH ? n - i : BATCH;
        memset(base, 0, sizeof base);
        memcpy(base, in[0] + i, count * sizeof(real));
        for (size_t k = 0; k < count; k += VL) {
            const vreal v = v_load(base + k);
            v_store(base + k, v_abs(v_div(v_add(v, v_set1(1)), v_set1(2))));
        }
        wn_pow_chunk(count, base, p->exponent, power);
        for (size_t k = count; k < BATCH; k++)
            power[k] = 0;
        for (size_t k = 0; k < count; k += VL)
            v_store(power + k, v_sub(v_mul(v_load(power + k), v_set1(2)), v_set1(1)));
        memcpy(out[0] + i, power, count * sizeof(real));
    }
}

static void WN_KERNEL(cache)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    (void)prep;
    memmove(out[0], in[0], n * sizeof(real)); /* the same array is allowed */
}

static void WN_KERNEL(constant)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(constant) *const p = prep;
    (void)in;
    for (size_t i = 0; i < n; i++)
        out[0][i] = p->value;
}

LANES_OF(add, no, vreal a, vreal b)
{
    (void)p;
    return v_add(a, b);
}
POINTWISE(add, no, 2)

LANES_OF(multiply, no, vreal a, vreal b)
{
    (void)p;
    return v_mul(a, b);
}
POINTWISE(multiply, no, 2)

LANES_OF(max, no, vreal a, vreal b)
{
    (void)p;
    return v_max(a, b);
}
POINTWISE(max, no, 2)

LANES_OF(min, no, vreal a, vreal b)
{
    (void)p;
    return v_min(a, b);
}
POINTWISE(min, no, 2)

LANES_OF(abs, no, vreal v)
{
    (void)p;
    return v_abs(v);
}
POINTWISE(abs, no, 1)

LANES_OF(invert, no, vreal v)
{
    (void)p;
    return v_neg(v);
}
POINTWISE(invert, no, 1)

static void WN_KERNEL(power)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    WN_KERNEL(pow)(prep, n, in, out);
}

LANES_OF(blend, no, vreal v0, vreal v1, vreal control)
{
    (void)p;
    return lanes_lerp(v0, v1, v_div(v_add(control, v_set1(1)), v_set1(2)));
}
POINTWISE(blend, no, 3)

LANES_OF(select, select, vreal v0, vreal v1, vreal control)
{
    if (!p->soft) {
        const vmask outside = m_or(v_lt(control, v_set1(p->lower)),
                                   v_gt(control, v_set1(p->upper)));
        return v_select(outside, v0, v1);
    }
    const vreal rise_from = v_set1(p->rise_from), rise_to = v_set1(p->rise_to);
    const vreal fall_from = v_set1(p->fall_from), fall_to = v_set1(p->fall_to);
    const vmask below = v_lt(control, rise_from), rising = v_lt(control, rise_to);
    const vmask inside = v_lt(control, fall_from), falling = v_lt(control, fall_to);
    /* one interpolation serves both edges */
    const vreal from = v_select(rising, rise_from, fall_from);
    const vreal width = v_select(rising, v_sub(rise_to, rise_from), v_sub(fall_to, fall_from));
    const vreal a = v_div(v_sub(control, from), width);
    const vreal s = v_mul(v_mul(a, a), v_sub(v_set1(3), v_mul(v_set1(2), a)));
    const vreal edge = lanes_lerp(v_select(rising, v0, v1), v_select(rising, v1, v0), s);
    const vreal value = v_select(rising, edge, v_select(inside, v1, v_select(falling, edge, v0)));
    return v_select(below, v0, value);
}
POINTWISE(select, select, 3)

#undef LANES_1
#undef LANES_2
#undef LANES_3
#undef FULL
#undef TAIL
#undef POINTWISE
#undef LANES_OF
