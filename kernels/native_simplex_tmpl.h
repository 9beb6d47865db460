/* SPDX-License-Identifier: MIT */
/* Simplex and super simplex noise. Reference: scalar/native_simplex.c, which has the reasons. */

WN_LANE double simplex_skew(int n)
{
    return n == 2 ? WN_SKEW2 : n == 3 ? WN_SKEW3 : WN_SKEW4;
}

WN_LANE double simplex_unskew(int n)
{
    return n == 2 ? WN_UNSKEW2 : n == 3 ? WN_UNSKEW3 : WN_UNSKEW4;
}

WN_LANE vreal lanes_sum(int n, const vreal *x)
{
    vreal sum = x[0];
    UNROLL for (int k = 1; k < n; k++) sum = v_add(sum, x[k]);
    return sum;
}

/* The skew, or half a turn about the diagonal; nothing in 1D. */
WN_LANE void lanes_skew(int n, int turned, vreal *x)
{
    if (n == 1)
        return;
    const vreal s = v_mul(lanes_sum(n, x), v_set1(turned ? R(2.0 / 3) : R(simplex_skew(n))));
    UNROLL for (int k = 0; k < n; k++) x[k] = turned ? v_sub(s, x[k]) : v_add(x[k], s);
}

/*
 * Cell numbers of both lattice planes of each axis, and the way from the lower one, in skewed
 * coordinates. Below 2^29 the skew, which at most makes numbers sqrt(5) times as great, cannot lead
 * beyond 2^31, and nothing needs to be wrapped.
 */
WN_LANE void lanes_locate_skewed(const OCTAVE *o, int n, int turned, vreal *x, vint cell[][2])
{
    vreal far = v_zero();
    UNROLL for (int k = 0; k < n; k++)
    {
        x[k] = v_add(v_mul(x[k], v_set1(o->frequency)), v_set1(o->shift[k]));
        far = v_max(v_abs(x[k]), far); /* passes over NaN, as in lanes_lattice() */
    }
    if (m_any(v_ge(far, v_set1(R(0x1p29))))) {
        UNROLL for (int k = 0; k < n; k++) x[k] = lanes_wrapped_slow(x[k]);
        lanes_skew(n, turned, x);
        UNROLL for (int k = 0; k < n; k++) x[k] = lanes_wrapped_slow(x[k]);
    } else {
        lanes_skew(n, turned, x);
    }
    UNROLL for (int k = 0; k < n; k++)
    {
        const vreal floor = v_floor(x[k]);
        x[k] = v_sub(x[k], floor);
        cell[k][0] = lanes_cell_number(o, k, floor);
        cell[k][1] = vi_add(cell[k][0], vi_set1((int32_t)wn_cell_factor[k]));
    }
}

/* The gradient of a lattice point, times d. */
WN_LANE vreal lanes_dot_gradient(vint h, int n, const vreal *d)
{
    if (n == 2) {
        const vreal x = v_xor(d[0], lanes_sign(h, 0)), y = v_xor(d[1], lanes_sign(h, 1));
        const vmask swap = vi_gt(vi_set1(0), vi_shl(h, 2)); /* bit 29 */
        const vreal longer = v_select(swap, y, x), shorter = v_select(swap, x, y);
        const vreal slanted = v_add(v_mul(v_set1(R(WN_COS_30)), longer),
                                    v_mul(v_set1(R(0.5)), shorter));
        const vint fraction = vi_and(h, vi_set1(WN_FRACTION_MASK));
        return v_select(vi_gt(vi_set1(WN_BELOW_2_3), fraction), slanted, longer);
    }
    vreal g[4];
    lanes_gradients(h, n, g);
    vreal dot = v_mul(g[0], d[0]);
    UNROLL for (int k = 1; k < n; k++) dot = v_add(dot, v_mul(g[k], d[k]));
    return dot;
}

/* What a lattice point at -d adds; rest: R^2 - r^2. */
WN_LANE vreal lanes_contribution(vint a, int n, const vreal *d, vreal rest)
{
    const vreal t = v_max(rest, v_zero()), t2 = v_mul(t, t);
    return v_mul(v_mul(t2, t2), lanes_dot_gradient(lanes_cell_hash(a), n, d));
}

/* radius2 - |d|^2 */
WN_LANE vreal lanes_rest(real radius2, int n, const vreal *d)
{
    vreal sum = v_mul(d[0], d[0]);
    UNROLL for (int k = 1; k < n; k++) sum = v_add(sum, v_mul(d[k], d[k]));
    return v_sub(v_set1(radius2), sum);
}

WN_LANE real simplex_scale(int n)
{
    return n == 1 ? R(WN_SCALE_MARGIN / WN_BOUND_SIMPLEX1)
        : n == 2  ? R(WN_SCALE_MARGIN / WN_BOUND_SIMPLEX2)
        : n == 3  ? R(WN_SCALE_MARGIN / (2 * WN_BOUND_SIMPLEX3))
                  : R(WN_SCALE_MARGIN / WN_BOUND_SIMPLEX4);
}

WN_LANE vreal lanes_native_simplex1(const OCTAVE *o, vreal *x)
{
    vint cell[1][2];
    lanes_locate_skewed(o, 1, 0, x, cell);
    const vint seed = vi_set1((int32_t)o->seed);
    const vreal d0 = x[0], d1 = v_sub(d0, v_set1(1));
    const vreal sum = v_add(
        lanes_contribution(vi_xor(cell[0][0], seed), 1, &d0, lanes_rest(1, 1, &d0)),
        lanes_contribution(vi_xor(cell[0][1], seed), 1, &d1, lanes_rest(1, 1, &d1)));
    return v_mul(sum, v_set1(simplex_scale(1)));
}

/* at_least[r][k]: along axis k the fraction t[k] is greater than r others and more. */
WN_LANE void lanes_rank(int n, const vreal *t, vmask at_least[][4])
{
    vmask greater[4][4];
    UNROLL for (int k = 1; k < n; k++)
    {
        UNROLL for (int j = 0; j < k; j++)
        {
            greater[j][k] = v_gt(t[j], t[k]);
            greater[k][j] = m_not(greater[j][k]);
        }
    }
    /* counting in unary: bit r of an axis' count is at_least[r] */
    UNROLL for (int k = 0; k < n; k++)
    {
        const int a = k == 0, b = k <= 1 ? 2 : 1, c = k <= 2 ? 3 : 2; /* the other axes */
        at_least[0][k] = greater[k][a];
        if (n > 2) {
            const vmask m = greater[k][b];
            at_least[1][k] = m_and(at_least[0][k], m);
            at_least[0][k] = m_or(at_least[0][k], m);
        }
        if (n > 3) {
            const vmask m = greater[k][c];
            at_least[2][k] = m_and(at_least[1][k], m);
            at_least[1][k] = m_or(at_least[1][k], m_and(at_least[0][k], m));
            at_least[0][k] = m_or(at_least[0][k], m);
        }
    }
}

WN_LANE vreal lanes_native_simplex(const OCTAVE *o, int n, vreal *t)
{
    if (n == 1)
        return lanes_native_simplex1(o, t);
    vint cell[4][2], change[4]; /* of the hash' argument, by a step along an axis */
    vmask at_least[3][4];
    vreal first[4], d[4];
    lanes_locate_skewed(o, n, 0, t, cell);
    vint lowest = vi_set1((int32_t)o->seed), highest = lowest;
    const vreal s = v_mul(lanes_sum(n, t), v_set1(R(simplex_unskew(n))));
    UNROLL for (int k = 0; k < n; k++)
    {
        change[k] = vi_xor(cell[k][0], cell[k][1]);
        lowest = vi_xor(lowest, cell[k][0]);
        highest = vi_xor(highest, cell[k][1]);
        first[k] = v_sub(t[k], s);
    }
    lanes_rank(n, t, at_least);
    vreal sum = v_zero();
    UNROLL for (int corner = 0; corner <= n; corner++)
    {
        const double back = corner * simplex_unskew(n);
        const vreal step = v_set1(R(1 - back)), rest = v_set1(R(-back));
        vint a;
        if (corner == 0) {
            a = lowest;
        } else if (corner == n) {
            a = highest;
        } else if (corner == 1) { /* the one axis with the greatest fraction */
            a = change[n - 1];
            UNROLL for (int k = n - 2; k >= 0; k--) a = vi_select(at_least[n - 2][k], change[k], a);
            a = vi_xor(lowest, a);
        } else if (corner == n - 1) { /* all but the one axis with the least fraction */
            a = change[n - 1];
            UNROLL for (int k = n - 2; k >= 0; k--) a = vi_select(at_least[0][k], a, change[k]);
            a = vi_xor(highest, a);
        } else {
            a = lowest;
            UNROLL for (int k = 0; k < n; k++)
                a = vi_xor(a, vi_select(at_least[n - 1 - corner][k], change[k], vi_set1(0)));
        }
        UNROLL for (int k = 0; k < n; k++)
        {
            const vreal way = corner == 0 ? rest
                : corner == n             ? step
                                          : v_select(at_least[n - 1 - corner][k], step, rest);
            d[k] = v_sub(first[k], way);
        }
        const vreal v = lanes_contribution(a, n, d, lanes_rest(R(0.5), n, d));
        sum = corner ? v_add(sum, v) : v;
    }
    return v_mul(sum, v_set1(simplex_scale(n)));
}

WN_LANE vreal lanes_super_simplex2(const OCTAVE *o, vreal *t)
{
    vint cell[2][2], fourth[2];
    vreal first[2], d[2];
    lanes_locate_skewed(o, 2, 0, t, cell);
    const vreal s = v_mul(lanes_sum(2, t), v_set1(R(WN_UNSKEW2)));
    const vmask x_major = v_gt(t[0], t[1]);
    const vreal upper = v_sub(v_set1(1), v_max(t[0], t[1])), lower = v_min(t[0], t[1]);
    const vreal middle = v_abs(v_sub(t[0], t[1]));
    const vmask is_lower = v_lt(lower, upper);
    const vmask below = m_and(is_lower, v_lt(lower, middle));
    const vmask above = m_andnot(v_lt(upper, middle), is_lower);

    /* the fourth point's steps: 2 or 0 along the major axis, -1 or 1 along the minor one */
    UNROLL for (int k = 0; k < 2; k++)
    {
        const uint32_t factor = wn_cell_factor[k];
        const vint major = vi_select(above, vi_add(cell[k][1], vi_set1((int32_t)factor)),
                                     cell[k][0]);
        const vint minor = vi_select(below, vi_sub(cell[k][0], vi_set1((int32_t)factor)),
                                     cell[k][1]);
        fourth[k] = k ? vi_select(x_major, minor, major) : vi_select(x_major, major, minor);
        first[k] = v_sub(t[k], s);
    }
    const vreal to_major = v_select(
        below, v_set1(R(0 - -1 * WN_UNSKEW2)),
        v_select(above, v_set1(R(2 - 3 * WN_UNSKEW2)), v_set1(R(0 - 1 * WN_UNSKEW2))));
    const vreal to_minor = v_select(
        below, v_set1(R(-1 - -1 * WN_UNSKEW2)),
        v_select(above, v_set1(R(1 - 3 * WN_UNSKEW2)), v_set1(R(1 - 1 * WN_UNSKEW2))));
    const real radius2 = R(2.0 / 3);
    const vint seed = vi_set1((int32_t)o->seed);

    d[0] = v_sub(first[0], v_zero()), d[1] = v_sub(first[1], v_zero());
    vreal sum = lanes_contribution(vi_xor(seed, vi_xor(cell[0][0], cell[1][0])), 2, d,
                                   lanes_rest(radius2, 2, d));

    const vreal both = v_set1(R(1 - 2 * WN_UNSKEW2));
    d[0] = v_sub(first[0], both), d[1] = v_sub(first[1], both);
    sum = v_add(sum,
                lanes_contribution(vi_xor(seed, vi_xor(cell[0][1], cell[1][1])), 2, d,
                                   lanes_rest(radius2, 2, d)));

    const vreal one = v_set1(R(1 - WN_UNSKEW2)), other = v_set1(R(0 - WN_UNSKEW2));
    d[0] = v_sub(first[0], v_select(x_major, one, other));
    d[1] = v_sub(first[1], v_select(x_major, other, one));
    const vint third = vi_select(x_major, vi_xor(cell[0][1], cell[1][0]),
                                 vi_xor(cell[0][0], cell[1][1]));
    sum = v_add(sum, lanes_contribution(vi_xor(seed, third), 2, d, lanes_rest(radius2, 2, d)));

    d[0] = v_sub(first[0], v_select(x_major, to_major, to_minor));
    d[1] = v_sub(first[1], v_select(x_major, to_minor, to_major));
    sum = v_add(sum,
                lanes_contribution(vi_xor(seed, vi_xor(fourth[0], fourth[1])), 2, d,
                                   lanes_rest(radius2, 2, d)));
    return v_mul(sum, v_set1(R(WN_SCALE_MARGIN / WN_BOUND_SUPER_SIMPLEX2)));
}

/* The four points of one cubic lattice. a: the hash' argument of the nearest one; change[k]: what
 * going to the far side along an axis makes of it. */
WN_LANE vreal lanes_half_of_bcc(vint a, const vint *change, const vreal *d)
{
    vreal v[3], beyond[3], e[3];
    UNROLL for (int k = 0; k < 3; k++)
    {
        v[k] = v_sub(v_set1(1), v_mul(v_set1(2), v_abs(d[k])));
        beyond[k] = v_sub(d[k], v_copysign(v_set1(1), d[k])); /* d[k] is never -0 */
    }
    const vreal rest = lanes_rest(R(0.75), 3, d);
    const vint all = vi_xor(vi_xor(change[0], change[1]), change[2]);
    vreal sum = lanes_contribution(a, 3, d, rest);
    UNROLL for (int axis = 0; axis < 3; axis++)
    {
        const vreal others = v_add(v[(axis + 1) % 3], v[(axis + 2) % 3]);
        const vmask alone = v_lt(v[axis], others);
        UNROLL for (int k = 0; k < 3; k++) e[k] = k == axis ? v_select(alone, beyond[k], d[k])
                                                            : v_select(alone, d[k], beyond[k]);
        const vint to = vi_select(alone, change[axis], vi_xor(all, change[axis]));
        const vreal less = v_sub(rest, v_select(alone, v[axis], others));
        sum = v_add(sum, lanes_contribution(vi_xor(a, to), 3, e, less));
    }
    return sum;
}

WN_LANE vreal lanes_super_simplex3(const OCTAVE *o, vreal *t)
{
    vint cell[3][2], change[3], change2[3];
    vreal d[3], e[3];
    lanes_locate_skewed(o, 3, 1, t, cell);
    vint a = vi_set1((int32_t)o->seed), a2 = vi_set1((int32_t)(o->seed ^ WN_CELL_W));
    UNROLL for (int k = 0; k < 3; k++)
    {
        const vmask upper = v_ge(t[k], v_set1(R(0.5)));
        const vint below = vi_sub(cell[k][0], vi_set1((int32_t)wn_cell_factor[k]));
        a = vi_xor(a, vi_select(upper, cell[k][1], cell[k][0]));
        a2 = vi_xor(a2, cell[k][0]);
        change[k] = vi_xor(cell[k][0], cell[k][1]);
        change2[k] = vi_xor(cell[k][0], vi_select(upper, cell[k][1], below));
        d[k] = v_sub(t[k], v_select(upper, v_set1(1), v_zero()));
        e[k] = v_sub(t[k], v_set1(R(0.5)));
    }
    const vreal sum = v_add(lanes_half_of_bcc(a, change, d), lanes_half_of_bcc(a2, change2, e));
    return v_mul(sum, v_set1(R(WN_SCALE_MARGIN / (2 * WN_BOUND_SUPER_SIMPLEX3))));
}

POINTS_FUNCTION(native_simplex)

static void points_super_simplex(const OCTAVE *o, int dimensions, size_t n, const real *const *in,
                                 real *out)
{
    if (dimensions == 2) {
        FOR_POINTS(2, lanes_super_simplex2(o, x))
    } else {
        FOR_POINTS(3, lanes_super_simplex3(o, x))
    }
}
