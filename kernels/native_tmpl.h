/* SPDX-License-Identifier: MIT */
/*
 * Native noise on cubic lattices: value, value cubic, Perlin, white; and the kernels of all native
 * primitives at points. Reference: scalar/native.c. Grids: native_grid_tmpl.h.
 */

/* Loops over corners, of which the compiler is to know the number: unrolled at any level. */
#if defined(__clang__)
#define UNROLL _Pragma("unroll")
#elif defined(__GNUC__)
#define UNROLL _Pragma("GCC unroll 64")
#else
#define UNROLL
#endif

#define OCTAVE struct WN_NAME(wn_octave)
#define BASIS  struct WN_NAME(wn_basis)

/* scalar/native.c's wrapped(), where |x| >= 2^31 happens at all. */
static vreal lanes_wrapped_slow(vreal x)
{
    const vreal turn = v_set1(R(0x1p32)), half = v_set1(R(0x1p31));
    const vreal rest = v_sub(x, v_mul(v_trunc(v_mul(x, v_set1(R(0x1p-32)))), turn));
    vreal folded = v_select(v_ge(rest, half), v_sub(rest, turn), rest);
    folded = v_select(v_lt(rest, v_neg(half)), v_add(rest, turn), folded);
    const vreal most = v_set1(WN_REAL == 64 ? R(DBL_MAX) : R(FLT_MAX));
    folded = v_select(v_gt(v_abs(x), most), v_zero(), folded);
    return v_select(v_ge(v_abs(x), half), folded, x); /* NaN stays */
}

/* Lattice coordinates of n axes: scaled, shifted, wrapped. */
WN_LANE void lanes_lattice(const OCTAVE *o, int n, vreal *x)
{
    vreal far = v_zero();
    UNROLL for (int k = 0; k < n; k++)
    {
        x[k] = v_add(v_mul(x[k], v_set1(o->frequency)), v_set1(o->shift[k]));
        far = v_max(v_abs(x[k]), far); /* passes over NaN, which stays NaN in any way */
    }
    if (m_any(v_ge(far, v_set1(R(0x1p31))))) {
        UNROLL for (int k = 0; k < n; k++) x[k] = lanes_wrapped_slow(x[k]);
    }
}

/* The cell number along axis k, premultiplied for the hash, of a whole lattice coordinate. */
WN_LANE vint lanes_cell_number(const OCTAVE *o, int k, vreal floor)
{
    return vi_mul(vi_add(v_to_int(floor), vi_set1((int32_t)o->cell[k])),
                  vi_set1((int32_t)wn_cell_factor[k]));
}

WN_LANE vint lanes_cell_hash(vint a)
{
    return vi_mul(vi_xor(a, vi_shr(a, 15)), vi_set1((int32_t)WN_CELL_FINAL));
}

WN_LANE vreal lanes_quintic(vreal t)
{
    const vreal p = v_add(v_mul(v_sub(v_mul(t, v_set1(6)), v_set1(15)), t), v_set1(10));
    return v_mul(p, v_mul(v_mul(t, t), t));
}

WN_LANE vreal lanes_interpolate(vreal a, vreal b, vreal t)
{
    return v_add(a, v_mul(t, v_sub(b, a)));
}

WN_LANE vreal lanes_signed_unit(vint h, real scale)
{
    return v_mul(v_from_int(vi_or(h, vi_set1(1))), v_set1(scale * R(0x1p-31)));
}

/* ---- The four noises at one vector of points; n is a constant of the caller ---- */

/* Cell numbers of both lattice planes of each axis, and the way from the lower one. */
WN_LANE void lanes_locate(const OCTAVE *o, int n, vreal *x, vint cell[][2])
{
    lanes_lattice(o, n, x);
    UNROLL for (int k = 0; k < n; k++)
    {
        const vreal floor = v_floor(x[k]);
        x[k] = v_sub(x[k], floor);
        cell[k][0] = lanes_cell_number(o, k, floor);
        cell[k][1] = vi_add(cell[k][0], vi_set1((int32_t)wn_cell_factor[k]));
    }
}

/* a[corner] = the hash of a corner of the cell; bit k of its number is the step along axis k. */
WN_LANE void lanes_corners(const OCTAVE *o, int n, vint cell[][2], vint *a)
{
    const vint seed = vi_set1((int32_t)o->seed);
    a[0] = vi_xor(cell[n - 1][0], seed);
    a[1] = vi_xor(cell[n - 1][1], seed);
    UNROLL for (int k = n - 2; k >= 0; k--)
    {
        UNROLL for (int i = (1 << (n - 1 - k)) - 1; i >= 0; i--)
        {
            a[2 * i + 1] = vi_xor(a[i], cell[k][1]);
            a[2 * i] = vi_xor(a[i], cell[k][0]);
        }
    }
    UNROLL for (int i = 0; i < 1 << n; i++) a[i] = lanes_cell_hash(a[i]);
}

WN_LANE vreal lanes_value_noise(const OCTAVE *o, int n, vreal *t)
{
    vint cell[4][2], h[16];
    vreal v[16];
    lanes_locate(o, n, t, cell);
    lanes_corners(o, n, cell, h);
    UNROLL for (int i = 0; i < 1 << n; i++) v[i] = lanes_signed_unit(h[i], R(WN_SCALE_MARGIN));
    UNROLL for (int k = n - 1; k >= 0; k--)
    {
        const vreal u = lanes_quintic(t[k]);
        UNROLL for (int i = 0; i < 1 << k; i++) v[i] = lanes_interpolate(v[i], v[i + (1 << k)], u);
    }
    return v[0];
}

WN_LANE void lanes_cubic_weights(vreal t, vreal *w)
{
    const vreal h = v_mul(t, v_set1(R(0.5))), one = v_set1(1), two = v_set1(2), three = v_set1(3);
    w[0] = v_mul(v_sub(v_mul(v_sub(two, t), t), one), h);
    w[1] = v_add(v_mul(v_mul(v_sub(v_mul(three, t), v_set1(5)), t), h), one);
    w[2] = v_mul(v_add(v_mul(v_sub(v_set1(4), v_mul(three, t)), t), one), h);
    w[3] = v_mul(v_mul(v_sub(t, one), t), h);
}

WN_LANE vreal lanes_cubic(const vreal *w, vreal v0, vreal v1, vreal v2, vreal v3)
{
    return v_add(v_add(v_add(v_mul(w[0], v0), v_mul(w[1], v1)), v_mul(w[2], v2)), v_mul(w[3], v3));
}

static inline real cubic_scale(int n)
{
    real scale = R(WN_SCALE_MARGIN);
    for (int k = 0; k < n; k++)
        scale *= R(1 / WN_BOUND_CUBIC);
    return scale;
}

/* Loops over the outer axes, since 256 corners are too many to unroll. */
WN_LANE vreal lanes_value_cubic_noise(const OCTAVE *o, int n, vreal *t)
{
    vint cell[4][2], plane[4][4];
    vreal w[4][4], v[4][4]; /* v[k]: of the four planes of axis k */
    const real scale = cubic_scale(n);
    lanes_locate(o, n, t, cell);
    UNROLL for (int k = 0; k < n; k++)
    {
        UNROLL for (int i = 0; i < 4; i++) plane[k][i] = vi_add(
            cell[k][0], vi_set1((int32_t)((uint32_t)(i - 1) * wn_cell_factor[k])));
        lanes_cubic_weights(t[k], w[k]);
    }
    const vint seed = vi_set1((int32_t)o->seed);
    const unsigned outer = 1u << 2 * (n - 1);
    /*
     * The fold must go over the last axis first, so the loop counts the last axis fastest: digit
     * 0 of i is the last axis, and a fold happens when a digit is full. The innermost axis of the
     * count is thus n - 1, the outermost x.
     */
    for (unsigned i = 0; i < 4 * outer; i++) {
        vint a = seed;
        for (int k = 0; k < n; k++)
            a = vi_xor(a, plane[k][i >> 2 * (n - 1 - k) & 3]);
        vreal folded = lanes_signed_unit(lanes_cell_hash(a), scale);
        unsigned count = i;
        int k = n - 1;
        for (; k >= 0; k--, count >>= 2) {
            v[k][count & 3] = folded;
            if ((count & 3) != 3)
                break;
            folded = lanes_cubic(w[k], v[k][0], v[k][1], v[k][2], v[k][3]);
        }
        if (k < 0)
            return folded;
    }
    return v_zero(); /* not reached */
}

WN_LANE vreal lanes_white_noise(const OCTAVE *o, int n, vreal *t)
{
    vint cell[4][2];
    lanes_locate(o, n, t, cell);
    vint a = vi_set1((int32_t)o->seed);
    vreal nothing = v_zero();
    UNROLL for (int k = 0; k < n; k++)
    {
        a = vi_xor(a, cell[k][0]);
        nothing = v_add(nothing, v_mul(t[k], v_zero()));
    }
    return v_add(lanes_signed_unit(lanes_cell_hash(a), R(WN_SCALE_MARGIN)), nothing);
}

/* wn_gradient3's columns: the highest bytes of 2, 0 and -2. */
static const uint8_t gradient3_byte[3][16] = {
    { 0x40, 0, 0x40, 0xc0, 0, 0x40, 0x40, 0, 0xc0, 0xc0, 0, 0xc0 },
    { 0x40, 0x40, 0, 0xc0, 0xc0, 0, 0xc0, 0xc0, 0, 0x40, 0x40, 0 },
    { 0, 0x40, 0x40, 0, 0x40, 0xc0, 0, 0xc0, 0xc0, 0, 0xc0, 0x40 },
};

WN_LANE vreal lanes_sign(vint h, int k) /* the sign bit alone, of bit 31 - k */
{
    vbits b = vb_from_vi(h);
    b = vb_shl(b, k + (WN_REAL == 64 ? 32 : 0));
    return v_and(v_from_bits(b), v_set1(R(-0.0)));
}

/* Gradients of lattice points: scalar/native.c's gradient(). */
WN_LANE void lanes_gradients(vint h, int n, vreal *g)
{
    if (n == 1) {
        g[0] = lanes_signed_unit(h, 1);
    } else if (n == 2) {
        const vreal c = v_set1(R(WN_COS_22_5)), s = v_set1(R(WN_SIN_22_5));
        const vmask swap = vi_gt(vi_and(h, vi_set1(1 << 29)), vi_set1(0));
        g[0] = v_or(v_select(swap, s, c), lanes_sign(h, 0));
        g[1] = v_or(v_select(swap, c, s), lanes_sign(h, 1));
    } else if (n == 3) {
        /* the upper half times 12 << 8: its highest byte is the index */
        const vint index = vi_mulhi_u16(h, vi_set1(0x0c000000));
        UNROLL for (int k = 0; k < 3; k++) g[k] = v_top_byte(gradient3_byte[k], index);
    } else {
        const vint zero = vi_and(vi_shr(h, 26), vi_set1(3));
        UNROLL for (int k = 0; k < 4; k++)
            g[k] = v_select(vi_eq(zero, vi_set1(k)), v_zero(), v_or(v_set1(1), lanes_sign(h, k)));
    }
}

static inline real perlin_scale(int n)
{
    return n == 1 ? R(WN_SCALE_MARGIN / WN_BOUND_PERLIN1)
        : n == 2  ? R(WN_SCALE_MARGIN / WN_BOUND_PERLIN2)
        : n == 3  ? R(WN_SCALE_MARGIN / (2 * WN_BOUND_PERLIN3))
                  : R(WN_SCALE_MARGIN / WN_BOUND_PERLIN4);
}

WN_LANE vreal lanes_perlin_noise(const OCTAVE *o, int n, vreal *t)
{
    vint cell[4][2], h[16];
    vreal g[16][4], rest[16], d[4][2], u[4];
    const vreal scale = v_set1(perlin_scale(n));
    lanes_locate(o, n, t, cell);
    UNROLL for (int k = 0; k < n; k++)
    {
        u[k] = lanes_quintic(t[k]);
        d[k][0] = v_mul(t[k], scale);
        d[k][1] = v_sub(d[k][0], scale);
    }
    lanes_corners(o, n, cell, h);
    UNROLL for (int i = 0; i < 1 << n; i++) lanes_gradients(h[i], n, g[i]);
    UNROLL for (int k = n - 1; k >= 0; k--)
    {
        UNROLL for (int a = 0; a < 1 << k; a++)
        {
            const int b = a + (1 << k);
            vreal dot0 = v_mul(g[a][k], d[k][0]), dot1 = v_mul(g[b][k], d[k][1]);
            if (k < n - 1)
                dot0 = v_add(dot0, rest[a]), dot1 = v_add(dot1, rest[b]);
            rest[a] = lanes_interpolate(dot0, dot1, u[k]);
            UNROLL for (int j = 0; j < k; j++) g[a][j] = lanes_interpolate(g[a][j], g[b][j], u[k]);
        }
    }
    return rest[0];
}

/* ---- Arrays of points ---- */

/* Runs an expression of x[], one vector of each coordinate, over n points of `dimensions` arrays.
 * The output may be one of the inputs. One loop with a branch for the tail, so that the expression
 * is compiled once. */
#define FOR_POINTS(dimensions, expression)                                             \
    for (size_t i_ = 0; i_ < n; i_ += VL) {                                            \
        const size_t left_ = n - i_;                                                   \
        vreal x[4];                                                                    \
        UNROLL for (int k_ = 0; k_ < (dimensions); k_++)                               \
            x[k_] = left_ >= VL ? v_load(in[k_] + i_) : load_tail(in[k_] + i_, left_); \
        const vreal result_ = expression;                                              \
        if (left_ >= VL)                                                               \
            v_store(out + i_, result_);                                                \
        else                                                                           \
            store_tail(out + i_, result_, left_);                                      \
    }

#define POINTS_FUNCTION(name)                                                                   \
    static void points_##name(const OCTAVE *o, int dimensions, size_t n, const real *const *in, \
                              real *out)                                                        \
    {                                                                                           \
        switch (dimensions) {                                                                   \
        case 1:                                                                                 \
            FOR_POINTS(1, lanes_##name(o, 1, x))                                                \
            break;                                                                              \
        case 2:                                                                                 \
            FOR_POINTS(2, lanes_##name(o, 2, x))                                                \
            break;                                                                              \
        case 3:                                                                                 \
            FOR_POINTS(3, lanes_##name(o, 3, x))                                                \
            break;                                                                              \
        default:                                                                                \
            FOR_POINTS(4, lanes_##name(o, 4, x))                                                \
        }                                                                                       \
    }
POINTS_FUNCTION(value_noise)
POINTS_FUNCTION(value_cubic_noise)
POINTS_FUNCTION(perlin_noise)
POINTS_FUNCTION(white_noise)
