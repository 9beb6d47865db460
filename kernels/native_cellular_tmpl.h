/* SPDX-License-Identifier: MIT */
/*
 * Cellular noise on lanes, at points. Reference: scalar/native_cellular.c, which
 * searches all cells of a ring; here those are passed over that are too far for all lanes.
 *
 * Searches are compiled for each dimension, metric and number of distances that are kept; 0 stands
 * for the nearest one and its cell. What they are made of is WN_LANE, forced inline, for left alone
 * compilers make one function of them all.
 */

/* What all lanes share. */
struct cellular_lattice {
    vreal scale;     /* from a field to a feature point */
    vreal half;      /* half the width of the box in which feature points are */
    vreal centre[3]; /* of such a box, and half a step of its field */
    vint seed;
};

/* Where a vector of samples is. */
struct cellular_place {
    vreal t[3];     /* 0 to 1, from the lower lattice planes */
    vreal floor[3]; /* the lower lattice planes */
    vint cell[3];   /* premultiplied for the hash */
    vreal nothing;  /* 0, or NaN where a coordinate is; t is 0 then, so that searches end */
};

struct cellular_nearest {
    vreal d[4];   /* Euclidean ones squared */
    vreal number; /* of the cell of the first one: a whole number, for vreals select faster */
};

static inline real cellular_centre(const BASIS *basis, int n, int k)
{
    return R(0.5) + basis->jitter * R(WN_CELLULAR_HALF_STEP(n, k));
}

WN_LANE struct cellular_lattice cellular_lattice(const BASIS *basis, const OCTAVE *o, int n)
{
    struct cellular_lattice l;
    l.scale = v_set1(basis->jitter * R(0x1p-32));
    l.half = v_set1(basis->jitter * R(0x1p-32) * R(0x1p31));
    for (int k = 0; k < 3; k++)
        l.centre[k] = v_set1(k < n ? cellular_centre(basis, n, k) : 0);
    l.seed = vi_set1((int32_t)o->seed);
    return l;
}

WN_LANE struct cellular_place cellular_place(const OCTAVE *o, int n, vreal *x)
{
    struct cellular_place p = { { v_zero(), v_zero(), v_zero() },
                                { v_zero(), v_zero(), v_zero() },
                                { vi_set1(0), vi_set1(0), vi_set1(0) },
                                v_zero() };
    lanes_lattice(o, n, x);
    UNROLL for (int k = 0; k < n; k++)
    {
        p.floor[k] = v_floor(x[k]);
        p.cell[k] = lanes_cell_number(o, k, p.floor[k]);
        const vreal t = v_sub(x[k], p.floor[k]);
        p.nothing = v_add(p.nothing, v_mul(t, v_zero()));
        p.t[k] = v_select(v_eq(t, t), t, v_zero());
    }
    return p;
}

/* From samples to the middle of a box that is d steps away along axis k. */
WN_LANE vreal cellular_base(const struct cellular_lattice *l, const struct cellular_place *p, int k,
                            int d)
{
    return v_sub(v_add(v_set1((real)d), l->centre[k]), p->t[k]);
}

/* To the box itself. */
WN_LANE vreal cellular_gap(const struct cellular_lattice *l, vreal base, int d)
{
    return d ? v_max(v_sub(v_abs(base), l->half), v_zero()) : v_zero();
}

WN_LANE vint cellular_step(int k, int d)
{
    return vi_set1((int32_t)((uint32_t)d * wn_cell_factor[k]));
}

/* The fields of a hash, scaled: how far the feature point is from the middle of its box. */
WN_LANE void cellular_offsets(const struct cellular_lattice *l, int n, vint h, vreal *to)
{
    vint field[3];
    if (n == 2) {
        field[0] = vi_and(h, vi_set1((int32_t)0xffff0000));
        field[1] = vi_shl(h, 16);
    } else {
        const vint upper = vi_set1((int32_t)0xffe00000);
        field[0] = vi_and(h, upper);
        field[1] = vi_and(vi_shl(h, 11), upper);
        field[2] = vi_shl(h, 22);
    }
    UNROLL for (int k = 0; k < n; k++) to[k] = v_mul(v_from_int(field[k]), l->scale);
}

/* x and what y and z give already, put together. */
WN_LANE vreal cellular_joined(int metric, vreal x, vreal rest, vreal rest_sum)
{
    switch (metric) {
    case WN_CELLULAR_MANHATTAN:
        return v_add(v_abs(x), rest);
    case WN_CELLULAR_CHEBYSHEV:
        return v_max(v_abs(x), rest);
    case WN_CELLULAR_HYBRID:
        return v_add(v_add(v_mul(x, x), rest), v_add(v_abs(x), rest_sum));
    default:
        return v_add(v_mul(x, x), rest);
    }
}

/* What all axes but x give; sum: for the hybrid metric, which needs both. */
WN_LANE vreal cellular_rest(int n, int metric, const vreal *r, vreal *sum)
{
    const vreal y = v_abs(r[1]), z = n == 3 ? v_abs(r[2]) : v_zero();
    *sum = n == 3 ? v_add(y, z) : y;
    switch (metric) {
    case WN_CELLULAR_MANHATTAN:
        return *sum;
    case WN_CELLULAR_CHEBYSHEV:
        return n == 3 ? v_max(y, z) : y;
    default:
        return n == 3 ? v_add(v_mul(y, y), v_mul(z, z)) : v_mul(y, y);
    }
}

WN_LANE vreal cellular_distance(int n, int metric, const vreal *r)
{
    vreal sum;
    const vreal rest = cellular_rest(n, metric, r, &sum);
    return cellular_joined(metric, r[0], rest, sum);
}

WN_LANE struct cellular_nearest cellular_none(void)
{
    const vreal most = v_set1(WN_REAL == 64 ? R(DBL_MAX) : R(FLT_MAX));
    return (struct cellular_nearest) { { most, most, most, most }, v_zero() };
}

/* The distance from which on a feature point does not count. */
WN_LANE vreal cellular_limit(int keep, const struct cellular_nearest *found)
{
    return found->d[keep ? keep - 1 : 0];
}

WN_LANE void cellular_insert(int keep, struct cellular_nearest *found, vreal d, int number)
{
    if (!keep) {
        const vreal it = v_set1((real)number);
        const vmask first = m_and(v_eq(d, found->d[0]), v_lt(it, found->number));
        const vmask nearer = m_or(v_lt(d, found->d[0]), first);
        found->number = v_select(nearer, it, found->number);
    }
    if (keep == 4) {
        found->d[3] = v_min(v_max(d, found->d[2]), found->d[3]);
        found->d[2] = v_min(v_max(d, found->d[1]), found->d[2]);
    }
    if (keep >= 2)
        found->d[1] = v_min(v_max(d, found->d[0]), found->d[1]);
    found->d[0] = v_min(d, found->d[0]);
}

/* One cell: base is the way to the middle of its box, a its hash to be finished. */
WN_LANE void cellular_visit(const struct cellular_lattice *l, int n, int metric, int keep,
                            const vreal *base, vint a, int number, struct cellular_nearest *found)
{
    vreal r[3];
    cellular_offsets(l, n, lanes_cell_hash(lanes_cell_hash(a)), r);
    UNROLL for (int k = 0; k < n; k++) r[k] = v_add(base[k], r[k]);
    cellular_insert(keep, found, cellular_distance(n, metric, r), number);
}

/* Whether cells with such gaps along the axes can matter to a lane. */
WN_LANE int cellular_matters(int n, int metric, int keep, const vreal *gap,
                             const struct cellular_nearest *found)
{
    return m_any(v_ge(cellular_limit(keep, found), cellular_distance(n, metric, gap)));
}

/* How near the cells of a ring can be, along an axis: of a radius of 2 or more. */
WN_LANE vreal cellular_ring_gap(const struct cellular_lattice *l, const struct cellular_place *p,
                                int n, int radius)
{
    vreal nearest = v_set1(WN_REAL == 64 ? R(DBL_MAX) : R(FLT_MAX));
    UNROLL for (int k = 0; k < n; k++)
    {
        const vreal upper = v_sub(cellular_base(l, p, k, radius), l->half);
        const vreal lower = v_sub(v_neg(cellular_base(l, p, k, -radius)), l->half);
        nearest = v_min(v_min(upper, lower), nearest);
    }
    return nearest;
}

/* The ring of cells that are `radius` steps away along one axis at least, and those beyond, as long
 * as they matter. */
WN_LANE void cellular_rings(const struct cellular_lattice *l, const struct cellular_place *p, int n,
                            int metric, int keep, int radius, struct cellular_nearest *found)
{
    for (;; radius++) {
        vreal gap[3] = { cellular_ring_gap(l, p, n, radius), v_zero(), v_zero() };
        if (!cellular_matters(n, metric, keep, gap, found))
            return;
        gap[0] = v_zero();
        const int from_z = n == 3 ? -radius : 0;
        for (int z = from_z; z <= -from_z; z++) {
            vreal base[3] = { v_zero(), v_zero(), v_zero() };
            vint hash_z = l->seed;
            gap[1] = v_zero();
            if (n == 3) {
                base[2] = cellular_base(l, p, 2, z);
                gap[0] = v_zero();
                gap[2] = cellular_gap(l, base[2], z);
                if (!cellular_matters(n, metric, keep, gap, found))
                    continue;
                hash_z = vi_xor(hash_z, vi_add(p->cell[2], cellular_step(2, z)));
            }
            for (int y = -radius; y <= radius; y++) {
                base[1] = cellular_base(l, p, 1, y);
                gap[0] = v_zero();
                gap[1] = cellular_gap(l, base[1], y);
                if (!cellular_matters(n, metric, keep, gap, found))
                    continue;
                const vint hash_y = vi_xor(hash_z, vi_add(p->cell[1], cellular_step(1, y)));
                const int outside = y == -radius || y == radius || z == -radius || z == radius;
                for (int x = -radius; x <= radius; x += outside ? 1 : 2 * radius) {
                    base[0] = cellular_base(l, p, 0, x);
                    gap[0] = cellular_gap(l, base[0], x);
                    if (!cellular_matters(n, metric, keep, gap, found))
                        continue;
                    const vint a = vi_xor(hash_y, vi_add(p->cell[0], cellular_step(0, x)));
                    cellular_visit(l, n, metric, keep, base, a, WN_CELLULAR_NUMBER(x, y, z), found);
                }
            }
        }
    }
}

/* The 3^n cells around each sample. */
WN_LANE void cellular_around(const struct cellular_lattice *l, const struct cellular_place *p,
                             int n, int metric, int keep, struct cellular_nearest *found)
{
    vreal base_x[3];
    vint hash_x[3];
    UNROLL for (int i = 0; i < 3; i++)
    {
        base_x[i] = cellular_base(l, p, 0, i - 1);
        hash_x[i] = vi_add(p->cell[0], cellular_step(0, i - 1));
    }
    if (n == 2) {
        UNROLL for (int j = 0; j < 3; j++)
        {
            const vreal y = cellular_base(l, p, 1, j - 1);
            const vint hash = vi_xor(l->seed, vi_add(p->cell[1], cellular_step(1, j - 1)));
            UNROLL for (int i = 0; i < 3; i++)
            {
                const vreal base[3] = { base_x[i], y };
                cellular_visit(l, n, metric, keep, base, vi_xor(hash, hash_x[i]),
                               WN_CELLULAR_NUMBER(i - 1, j - 1, 0), found);
            }
        }
        return;
    }
    /* rows along x, the nearest first: in samples that are close together some do not matter */
    static const int8_t rows[9][2] = { { 0, 0 },   { -1, 0 }, { 1, 0 },  { 0, -1 }, { 0, 1 },
                                       { -1, -1 }, { 1, -1 }, { -1, 1 }, { 1, 1 } };
    vreal base_y[3], base_z[3], gap_y[3], gap_z[3];
    vint hash_y[3], hash_z[3];
    UNROLL for (int i = 0; i < 3; i++)
    {
        base_y[i] = cellular_base(l, p, 1, i - 1);
        base_z[i] = cellular_base(l, p, 2, i - 1);
        gap_y[i] = cellular_gap(l, base_y[i], i - 1);
        gap_z[i] = cellular_gap(l, base_z[i], i - 1);
        hash_y[i] = vi_add(p->cell[1], cellular_step(1, i - 1));
        hash_z[i] = vi_xor(l->seed, vi_add(p->cell[2], cellular_step(2, i - 1)));
    }
    for (int row = 0; row < 9; row++) {
        const int y = rows[row][0], z = rows[row][1];
        const vreal gap[3] = { v_zero(), gap_y[y + 1], gap_z[z + 1] };
        if (row && !cellular_matters(n, metric, keep, gap, found))
            continue;
        const vint hash = vi_xor(hash_y[y + 1], hash_z[z + 1]);
        UNROLL for (int i = 0; i < 3; i++)
        {
            const vreal base[3] = { base_x[i], base_y[y + 1], base_z[z + 1] };
            cellular_visit(l, n, metric, keep, base, vi_xor(hash, hash_x[i]),
                           WN_CELLULAR_NUMBER(i - 1, y, z), found);
        }
    }
}

/* ---- From the nearest points to results ---- */

/* The feature points of the cells with these numbers. */
struct cellular_feature {
    vint hash;
    vreal steps[3], offset[3], relative[3];
};

WN_LANE struct cellular_feature cellular_feature(const struct cellular_lattice *l,
                                                 const struct cellular_place *p, int n,
                                                 vreal number)
{
    struct cellular_feature f;
    const vint up = vi_set1(WN_CELLULAR_NUMBER(64, 64, 64)), low = vi_set1(127);
    const vint all = vi_add(v_to_int(number), up);
    const vint digit[3] = { vi_and(all, low), vi_and(vi_shr(all, 7), low), vi_shr(all, 14) };
    vint a = l->seed;
    UNROLL for (int k = 0; k < n; k++)
    {
        const vint steps = vi_sub(digit[k], vi_set1(64));
        const vint factor = vi_set1((int32_t)wn_cell_factor[k]);
        f.steps[k] = v_from_int(steps);
        a = vi_xor(a, vi_add(p->cell[k], vi_mul(steps, factor)));
    }
    f.hash = lanes_cell_hash(lanes_cell_hash(a));
    cellular_offsets(l, n, f.hash, f.offset);
    UNROLL for (int k = 0; k < n; k++)
    {
        const vreal base = v_sub(v_add(f.steps[k], l->centre[k]), p->t[k]);
        f.relative[k] = v_add(base, f.offset[k]);
    }
    return f;
}

/* The squared distance to the nearest border; rings as in cellular_rings(). */
WN_LANE vreal cellular_edge(const struct cellular_lattice *l, const struct cellular_place *p, int n,
                            const struct cellular_nearest *found)
{
    const struct cellular_feature f = cellular_feature(l, p, n, found->number);
    const vreal nearest = v_sqrt(found->d[0]), most = cellular_none().d[0];
    vreal least = most, reach = most;
    for (int radius = 1;; radius++) {
        if (radius > 1) {
            const vreal edge = v_sqrt(least);
            reach = v_add(v_add(edge, edge), nearest);
            reach = v_add(v_mul(reach, v_set1(R(1.015625))), v_set1(R(0.015625)));
            if (!m_any(v_ge(reach, cellular_ring_gap(l, p, n, radius))))
                return least;
            reach = v_mul(reach, reach);
        }
        const int from_z = n == 3 ? -radius : 0;
        for (int z = from_z; z <= -from_z; z++) {
            for (int y = -radius; y <= radius; y++) {
                vreal base[3] = { v_zero(), v_zero(), v_zero() }, gap[3];
                vint hash = vi_xor(l->seed, vi_add(p->cell[1], cellular_step(1, y)));
                base[1] = cellular_base(l, p, 1, y);
                gap[0] = v_zero();
                gap[1] = cellular_gap(l, base[1], y);
                if (n == 3) {
                    base[2] = cellular_base(l, p, 2, z);
                    gap[2] = cellular_gap(l, base[2], z);
                    hash = vi_xor(hash, vi_add(p->cell[2], cellular_step(2, z)));
                }
                const int metric = WN_CELLULAR_EUCLIDEAN_SQUARED;
                if (!m_any(v_ge(reach, cellular_distance(n, metric, gap))))
                    continue;
                const int outside = radius == 1 || y == -radius || y == radius || z == -radius ||
                    z == radius;
                for (int x = -radius; x <= radius; x += outside ? 1 : 2 * radius) {
                    vreal q[3], between[3];
                    base[0] = cellular_base(l, p, 0, x);
                    gap[0] = cellular_gap(l, base[0], x);
                    if (!m_any(v_ge(reach, cellular_distance(n, metric, gap))))
                        continue;
                    const vint a = vi_xor(hash, vi_add(p->cell[0], cellular_step(0, x)));
                    cellular_offsets(l, n, lanes_cell_hash(lanes_cell_hash(a)), q);
                    UNROLL for (int k = 0; k < n; k++)
                    {
                        q[k] = v_add(base[k], q[k]);
                        between[k] = v_sub(q[k], f.relative[k]);
                    }
                    const vreal half = v_mul(v_sub(cellular_distance(n, metric, q), found->d[0]),
                                             v_set1(R(0.5)));
                    const vreal edge = v_div(v_mul(half, half),
                                             cellular_distance(n, metric, between));
                    const vreal number = v_set1((real)WN_CELLULAR_NUMBER(x, y, z));
                    const vmask other = v_ne(number, found->number);
                    least = v_select(other, v_min(edge, least), least);
                }
            }
        }
    }
}

/* Of the nearest point's cell: its value, its id, or where its point is along an axis. */
WN_LANE vreal cellular_cell(const BASIS *basis, const OCTAVE *o, const struct cellular_lattice *l,
                            const struct cellular_place *p, int n,
                            const struct cellular_nearest *found)
{
    const struct cellular_feature f = cellular_feature(l, p, n, found->number);
    const vint h = lanes_cell_hash(f.hash);
    if (basis->returns == WN_CELLULAR_VALUE)
        return lanes_signed_unit(h, R(WN_SCALE_MARGIN));
    if (basis->returns == WN_CELLULAR_ID)
        return v_from_int(vi_shr(h, 8));
    const int k = basis->returns - WN_CELLULAR_X;
    if (o->frequency == 0)
        return v_zero();
    const vreal most = cellular_none().d[0];
    const vreal x = v_add(v_add(p->floor[k], f.steps[k]), v_add(l->centre[k], f.offset[k]));
    const vreal coordinate = v_div(v_sub(x, v_set1(o->shift[k])), v_set1(o->frequency));
    return v_max(v_min(coordinate, most), v_neg(most));
}

/* Once for each dimension, since they are large. */
static vreal cellular_edge_2(const struct cellular_lattice *l, const struct cellular_place *p,
                             const struct cellular_nearest *found)
{
    return cellular_edge(l, p, 2, found);
}

static vreal cellular_edge_3(const struct cellular_lattice *l, const struct cellular_place *p,
                             const struct cellular_nearest *found)
{
    return cellular_edge(l, p, 3, found);
}

static vreal cellular_cell_2(const BASIS *basis, const OCTAVE *o, const struct cellular_lattice *l,
                             const struct cellular_place *p, const struct cellular_nearest *found)
{
    return cellular_cell(basis, o, l, p, 2, found);
}

static vreal cellular_cell_3(const BASIS *basis, const OCTAVE *o, const struct cellular_lattice *l,
                             const struct cellular_place *p, const struct cellular_nearest *found)
{
    return cellular_cell(basis, o, l, p, 3, found);
}

/* What is asked for, from the nearest points. */
WN_LANE vreal cellular_result(const BASIS *basis, const OCTAVE *o, const struct cellular_lattice *l,
                              const struct cellular_place *p, int n, int metric, int keep,
                              struct cellular_nearest *found)
{
    vreal v;
    if (!keep && basis->returns != WN_CELLULAR_EDGE)
        return v_add(n == 2 ? cellular_cell_2(basis, o, l, p, found)
                            : cellular_cell_3(basis, o, l, p, found),
                     p->nothing);
    if (!keep) {
        v = v_sqrt(n == 2 ? cellular_edge_2(l, p, found) : cellular_edge_3(l, p, found));
    } else {
        vreal *const d = found->d;
        if (metric == WN_CELLULAR_EUCLIDEAN_SQUARED && basis->metric == WN_CELLULAR_EUCLIDEAN) {
            for (int i = 0; i < keep; i++)
                d[i] = v_sqrt(d[i]);
        }
        v = d[keep - 1];
        if (keep == 4 && basis->returns == WN_CELLULAR_F3) {
            v = d[2];
        } else if (keep == 2) {
            switch (basis->returns) {
            case WN_CELLULAR_F2_MINUS_F1:
                v = v_sub(d[1], d[0]);
                break;
            case WN_CELLULAR_F1_PLUS_F2:
                v = v_add(d[0], d[1]);
                break;
            case WN_CELLULAR_F1_TIMES_F2:
                v = v_mul(d[0], d[1]);
                break;
            case WN_CELLULAR_F1_OVER_F2:
                v = v_select(v_eq(d[1], v_zero()), v_set1(1), v_div(d[0], d[1]));
                break;
            default:
                break;
            }
        }
    }
    v = v_add(v_mul(v, v_set1(basis->scale)), v_set1(basis->bias));
    return v_add(v, p->nothing);
}

/* ---- A dimension, a metric and what is kept ---- */

typedef void cellular_rings_function(const struct cellular_lattice *l,
                                     const struct cellular_place *p, int radius,
                                     struct cellular_nearest *found);

WN_LANE vreal cellular_point(const BASIS *basis, const OCTAVE *o, const struct cellular_lattice *l,
                             int n, int metric, int keep, cellular_rings_function *rings, vreal *x)
{
    const struct cellular_place p = cellular_place(o, n, x);
    struct cellular_nearest found = cellular_none();
    cellular_around(l, &p, n, metric, keep, &found);
    const vreal gap[3] = { cellular_ring_gap(l, &p, n, 2), v_zero(), v_zero() };
    if (cellular_matters(n, metric, keep, gap, &found)) {
        const struct cellular_place in_memory = p; /* p itself is to stay in registers */
        struct cellular_nearest further = found;
        rings(l, &in_memory, 2, &further);
        found = further;
    }
    return cellular_result(basis, o, l, &p, n, metric, keep, &found);
}

WN_LANE void cellular_points(const BASIS *basis, const OCTAVE *o, int dimensions, int metric,
                             int keep, cellular_rings_function *rings, size_t n,
                             const real *const *in, real *out)
{
    const struct cellular_lattice l = cellular_lattice(basis, o, dimensions);
    for (size_t i = 0; i < n; i += VL) { /* FOR_POINTS would have the search twice */
        const size_t left = n - i;
        vreal x[3];
        UNROLL for (int k = 0; k < dimensions; k++) x[k] = left >= VL ? v_load(in[k] + i)
                                                                      : load_tail(in[k] + i, left);
        const vreal v = cellular_point(basis, o, &l, dimensions, metric, keep, rings, x);
        if (left >= VL)
            v_store(out + i, v);
        else
            store_tail(out + i, v, left);
    }
}

/* The searches of a dimension, a metric and what is kept. */
typedef void cellular_points_function(const BASIS *basis, const OCTAVE *o, size_t n,
                                      const real *const *in, real *out);
struct cellular_search {
    cellular_points_function *points;
    cellular_rings_function *rings;
};

#define CELLULAR_SEARCH(n, metric, keep)                                                           \
    static void cellular_rings_##n##metric##keep(const struct cellular_lattice *l,                 \
                                                 const struct cellular_place *p, int radius,       \
                                                 struct cellular_nearest *found)                   \
    {                                                                                              \
        cellular_rings(l, p, n, WN_CELLULAR_##metric, keep, radius, found);                        \
    }                                                                                              \
    static void cellular_points_##n##metric##keep(const BASIS *basis, const OCTAVE *o,             \
                                                  size_t count, const real *const *in, real *out)  \
    {                                                                                              \
        cellular_points(basis, o, n, WN_CELLULAR_##metric, keep, cellular_rings_##n##metric##keep, \
                        count, in, out);                                                           \
    }
#define CELLULAR_ALL(metric, keep)   \
    CELLULAR_SEARCH(2, metric, keep) \
    CELLULAR_SEARCH(3, metric, keep)
#define CELLULAR_METRIC(metric) \
    CELLULAR_ALL(metric, 0)     \
    CELLULAR_ALL(metric, 1)     \
    CELLULAR_ALL(metric, 2)     \
    CELLULAR_ALL(metric, 4)
CELLULAR_METRIC(EUCLIDEAN_SQUARED)
CELLULAR_METRIC(MANHATTAN)
CELLULAR_METRIC(CHEBYSHEV)
CELLULAR_METRIC(HYBRID)

#define CELLULAR_ENTRY(n, metric, keep)                                      \
    {                                                                        \
        cellular_points_##n##metric##keep, cellular_rings_##n##metric##keep, \
    }
#define CELLULAR_ENTRIES(n, metric)                                                               \
    {                                                                                             \
        CELLULAR_ENTRY(n, metric, 0), CELLULAR_ENTRY(n, metric, 1), CELLULAR_ENTRY(n, metric, 2), \
            CELLULAR_ENTRY(n, metric, 4),                                                         \
    }
#define CELLULAR_DIMENSION(n)                                                   \
    {                                                                           \
        CELLULAR_ENTRIES(n, EUCLIDEAN_SQUARED), CELLULAR_ENTRIES(n, MANHATTAN), \
            CELLULAR_ENTRIES(n, CHEBYSHEV), CELLULAR_ENTRIES(n, HYBRID),        \
    }
static const struct cellular_search cellular_searches[2][4][4] = {
    CELLULAR_DIMENSION(2),
    CELLULAR_DIMENSION(3),
};

/* What is searched for: indices into tables by metric, and by what is kept. */
struct cellular_kind {
    int metric, keep;
};

/* Edge distances are Euclidean by any metric. */
static struct cellular_kind cellular_kind(const BASIS *basis)
{
    const int returns = basis->returns;
    const int metric = returns == WN_CELLULAR_EDGE || basis->metric == WN_CELLULAR_EUCLIDEAN
        ? WN_CELLULAR_EUCLIDEAN_SQUARED
        : basis->metric;
    return (struct cellular_kind) {
        metric - WN_CELLULAR_EUCLIDEAN_SQUARED,
        returns >= WN_CELLULAR_VALUE                                 ? 0
            : returns == WN_CELLULAR_F1                              ? 1
            : returns == WN_CELLULAR_F3 || returns == WN_CELLULAR_F4 ? 3
                                                                     : 2,
    };
}

static const struct cellular_search *cellular_search(const BASIS *basis, struct cellular_kind kind)
{
    return &cellular_searches[basis->dimensions - 2][kind.metric][kind.keep];
}

static void points_cellular(const BASIS *basis, const OCTAVE *o, size_t n, const real *const *in,
                            real *out)
{
    cellular_search(basis, cellular_kind(basis))->points(basis, o, n, in, out);
}
