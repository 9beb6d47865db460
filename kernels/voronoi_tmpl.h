/* SPDX-License-Identifier: MIT */
/* Voronoi cells: scalar/modules.c's voronoi and cell on lanes, all 125 cells in the same order. */

/* The true floor of a coordinate within int range, as an integer of the lattice. */
static inline vint lanes_floor_int(vreal v)
{
    return v_to_int(v_floor(v));
}

static inline vreal lanes_square(vreal x, vreal y, vreal z)
{
    return v_add(v_add(v_mul(x, x), v_mul(y, y)), v_mul(z, z));
}

/* pow with one exponent, for a vector: through the chunk function, for f32 has no pow of its own.
 */
static inline vreal lanes_pow(vreal x, real y)
{
    real lanes[VL];
    v_store(lanes, x);
    wn_pow_chunk(VL, lanes, y, lanes);
    return v_load(lanes);
}

/* metric_distance; the metric is a constant where the cells are searched. */
static inline vreal lanes_metric(const struct WN_PREP(cell) * p, int metric, vreal dx, vreal dy,
                                 vreal dz)
{
    const vreal ax = v_abs(dx), ay = v_abs(dy), az = v_abs(dz);
    switch (metric) {
    case WN_METRIC_QUADRATIC:
        return v_add(v_add(v_add(lanes_square(dx, dy, dz), v_mul(dx, dy)), v_mul(dx, dz)),
                     v_mul(dy, dz));
    case WN_METRIC_MANHATTAN:
        return v_add(v_add(ax, ay), az);
    case WN_METRIC_CHEBYSHEV:
        return v_max(ax, v_max(ay, az));
    case WN_METRIC_MINKOWSKI:
        return lanes_pow(v_add(v_add(lanes_pow(ax, p->minkowski), lanes_pow(ay, p->minkowski)),
                               lanes_pow(az, p->minkowski)),
                         p->minkowski_root);
    default:
        return lanes_square(dx, dy, dz);
    }
}

static inline vreal lanes_cell_value(const struct WN_PREP(cell) * p, int metric, real limit,
                                     vreal x, vreal y, vreal z)
{
    const vreal f = v_set1(p->voronoi.frequency);
    x = lanes_int_limit(v_mul(x, f));
    y = lanes_int_limit(v_mul(y, f));
    z = lanes_int_limit(v_mul(z, f));
    if (metric == WN_METRIC_CHEBYSHEV) {
        const vreal sum = v_add(v_add(x, y), z), none = v_sub(sum, sum);
        x = v_add(x, none);
        y = v_add(y, none);
        z = v_add(z, none);
    }
    const vint two = vi_set1(2), one = vi_set1(1);
    const vint x0 = vi_sub(v_to_int(lanes_lattice_floor(x)), two);
    const vint y0 = vi_sub(v_to_int(lanes_lattice_floor(y)), two);
    const vint z0 = vi_sub(v_to_int(lanes_lattice_floor(z)), two);
    const vint hx = vi_set1((int32_t)WN_HASH_X), hy = vi_set1((int32_t)WN_HASH_Y);
    const vint hz = vi_set1((int32_t)WN_HASH_Z), hseed = vi_set1((int32_t)WN_HASH_SEED);
    vreal nearest = v_set1(limit);
    vreal cx = v_zero(), cy = v_zero(), cz = v_zero();
    /* the linear part of the hash, advanced from cell to cell */
    vint hash_z = vi_add(vi_add(vi_mul(x0, hx), vi_mul(y0, hy)), vi_mul(z0, hz));
    hash_z = vi_add(hash_z, vi_set1((int32_t)(WN_HASH_SEED * p->voronoi.seed)));
    vint k = z0;
    for (int nz = 0; nz < 5; nz++, k = vi_add(k, one), hash_z = vi_add(hash_z, hz)) {
        const vreal kr = v_from_int(k);
        vint j = y0, hash_y = hash_z;
        for (int ny = 0; ny < 5; ny++, j = vi_add(j, one), hash_y = vi_add(hash_y, hy)) {
            const vreal jr = v_from_int(j);
            vint i = x0, hash = hash_y;
            for (int nx = 0; nx < 5; nx++, i = vi_add(i, one), hash = vi_add(hash, hx)) {
                const vint hash1 = vi_add(hash, hseed), hash2 = vi_add(hash1, hseed);
                const vreal px = v_add(v_from_int(i), lanes_value(hash));
                const vreal py = v_add(jr, lanes_value(hash1));
                const vreal pz = v_add(kr, lanes_value(hash2));
                const vreal distance = lanes_metric(p, metric, v_sub(px, x), v_sub(py, y),
                                                    v_sub(pz, z));
                const vmask nearer = v_lt(distance, nearest);
                nearest = v_select(nearer, distance, nearest);
                cx = v_select(nearer, px, cx);
                cy = v_select(nearer, py, cy);
                cz = v_select(nearer, pz, cz);
            }
        }
    }
    vreal value = v_zero();
    if (p->voronoi.distance) {
        const vreal dx = v_sub(cx, x), dy = v_sub(cy, y), dz = v_sub(cz, z);
        vreal distance = p->metric_distance ? lanes_metric(p, metric, dx, dy, dz)
                                            : lanes_square(dx, dy, dz);
        if (!p->metric_distance || metric <= WN_METRIC_QUADRATIC)
            distance = v_sqrt(distance);
        value = v_sub(v_mul(distance, v_set1(R(WN_SQRT3))), v_set1(1));
    }
    const vint cell = vi_add(
        vi_add(vi_mul(lanes_floor_int(cx), hx), vi_mul(lanes_floor_int(cy), hy)),
        vi_mul(lanes_floor_int(cz), hz));
    return v_add(value, v_mul(v_set1(p->voronoi.displacement), lanes_value(cell)));
}

/* The points in vectors, the rest through a padded one. */
static inline void cell_loop(const struct WN_PREP(cell) * p, int metric, real limit, size_t n,
                             const real *const *in, real *const *out)
{
    size_t i = 0;
    for (; i + VL <= n; i += VL)
        v_store(out[0] + i,
                lanes_cell_value(p, metric, limit, v_load(in[0] + i), v_load(in[1] + i),
                                 v_load(in[2] + i)));
    if (i < n)
        store_tail(out[0] + i,
                   lanes_cell_value(p, metric, limit, load_tail(in[0] + i, n - i),
                                    load_tail(in[1] + i, n - i), load_tail(in[2] + i, n - i)),
                   n - i);
}

static void WN_KERNEL(voronoi)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(voronoi) *const p = prep;
    const struct WN_PREP(cell) cell = { .voronoi = *p, .metric = WN_METRIC_EUCLIDEAN };
    cell_loop(&cell, WN_METRIC_EUCLIDEAN, R(2147483647.0), n, in, out);
}

static void WN_KERNEL(cell)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(cell) *const p = prep;
    const real limit = R(WN_REAL == 64 ? DBL_MAX : FLT_MAX);
    switch (p->metric) {
    case WN_METRIC_QUADRATIC:
        cell_loop(p, WN_METRIC_QUADRATIC, limit, n, in, out);
        break;
    case WN_METRIC_MANHATTAN:
        cell_loop(p, WN_METRIC_MANHATTAN, limit, n, in, out);
        break;
    case WN_METRIC_CHEBYSHEV:
        cell_loop(p, WN_METRIC_CHEBYSHEV, limit, n, in, out);
        break;
    case WN_METRIC_MINKOWSKI:
        cell_loop(p, WN_METRIC_MINKOWSKI, limit, n, in, out);
        break;
    default:
        cell_loop(p, WN_METRIC_EUCLIDEAN, limit, n, in, out);
    }
}
