/* SPDX-License-Identifier: MIT */
/* Voronoi cells: scalar/modules.c's voronoi on lanes, all 125 cells in the same order. */

/* The true floor of a coordinate within int range, as an integer of the lattice. */
static inline vint lanes_floor_int(vreal v)
{
    return v_to_int(v_floor(v));
}

static inline vreal lanes_square(vreal x, vreal y, vreal z)
{
    return v_add(v_add(v_mul(x, x), v_mul(y, y)), v_mul(z, z));
}

static inline vreal lanes_voronoi(const struct WN_PREP(voronoi) * p, vreal x, vreal y, vreal z)
{
    const vreal f = v_set1(p->frequency);
    x = lanes_int_limit(v_mul(x, f));
    y = lanes_int_limit(v_mul(y, f));
    z = lanes_int_limit(v_mul(z, f));
    const vint two = vi_set1(2), one = vi_set1(1);
    const vint x0 = vi_sub(v_to_int(lanes_lattice_floor(x)), two);
    const vint y0 = vi_sub(v_to_int(lanes_lattice_floor(y)), two);
    const vint z0 = vi_sub(v_to_int(lanes_lattice_floor(z)), two);
    const vint hx = vi_set1((int32_t)WN_HASH_X), hy = vi_set1((int32_t)WN_HASH_Y);
    const vint hz = vi_set1((int32_t)WN_HASH_Z), hseed = vi_set1((int32_t)WN_HASH_SEED);
    vreal nearest = v_set1(R(2147483647.0));
    vreal cx = v_zero(), cy = v_zero(), cz = v_zero();
    /* the linear part of the hash, advanced from cell to cell */
    vint hash_z = vi_add(vi_add(vi_mul(x0, hx), vi_mul(y0, hy)), vi_mul(z0, hz));
    hash_z = vi_add(hash_z, vi_set1((int32_t)(WN_HASH_SEED * p->seed)));
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
                const vreal distance = lanes_square(v_sub(px, x), v_sub(py, y), v_sub(pz, z));
                const vmask nearer = v_lt(distance, nearest);
                nearest = v_select(nearer, distance, nearest);
                cx = v_select(nearer, px, cx);
                cy = v_select(nearer, py, cy);
                cz = v_select(nearer, pz, cz);
            }
        }
    }
    vreal value = v_zero();
    if (p->distance) {
        const vreal square = lanes_square(v_sub(cx, x), v_sub(cy, y), v_sub(cz, z));
        value = v_sub(v_mul(v_sqrt(square), v_set1(R(WN_SQRT3))), v_set1(1));
    }
    const vint cell = vi_add(
        vi_add(vi_mul(lanes_floor_int(cx), hx), vi_mul(lanes_floor_int(cy), hy)),
        vi_mul(lanes_floor_int(cz), hz));
    return v_add(value, v_mul(v_set1(p->displacement), lanes_value(cell)));
}

static void WN_KERNEL(voronoi)(const void *prep, size_t n, const real *const *in, real *const *out)
{
    const struct WN_PREP(voronoi) *const p = prep;
    size_t i = 0;
    for (; i + VL <= n; i += VL)
        v_store(out[0] + i,
                lanes_voronoi(p, v_load(in[0] + i), v_load(in[1] + i), v_load(in[2] + i)));
    if (i < n)
        store_tail(out[0] + i,
                   lanes_voronoi(p, load_tail(in[0] + i, n - i), load_tail(in[1] + i, n - i),
                                 load_tail(in[2] + i, n - i)),
                   n - i);
}
