/* SPDX-License-Identifier: MIT */
/*
 * Grids of noise on libnoise's lattice: the bits of lattice_tmpl.h's kernels.
 *
 * libnoise fixes the order of operations, so nothing can be factored out of its sums; but most
 * operands serve many points of a grid. A grid goes brick by brick, and a brick octave by octave:
 *
 * - What one axis decides (cell, distances, s-curve) is computed once for each of its coordinates.
 * - Rows whose y and z lie in the same cells form a block. Vectors of samples go along x, and the
 *   gradients of their corners are looked up once for the whole block and multiplied by the way in
 *   x; the way in z comes once for each slice. What a row costs is then 30 multiplications and 23
 *   additions for a vector, wherever the cells of x begin and end: as little as with gradients
 *   broadcast along a cell, without any case for vectors that span several cells.
 * - Blocks of one row, where cells are hardly larger than samples, cost as much as points, less what
 *   the axes decide.
 */

/* Points of a brick, and the most along an axis: multiples of 32. A block shall have many rows, so a
 * brick is no wider in x than BRICK_WIDTH as long as there are rows to fill it. (1024 or 4096
 * points, or twice the width, are as fast.) */
#define BRICK       2048
#define BRICK_WIDTH 32
#define BRICK_LINE  128

/* The points of a brick along one axis: at[] are coordinates, scaled from octave to octave, and the
 * rest is of the octave. Whole vectors are valid. */
struct brick_axis {
    size_t count;
    real at[BRICK_LINE];
    real d0[BRICK_LINE], d1[BRICK_LINE]; /* distances to the lattice planes */
    real s[BRICK_LINE], t[BRICK_LINE];   /* s-curve of d0, and 1 - s */
    int32_t hash[BRICK_LINE];            /* the cell's part of the hash */
};

/* A part of a box that is evaluated at once. */
struct brick {
    const struct WN_NAME(wn_box) * box;
    size_t from[3], step[3]; /* where in the box it begins, and its largest size */
    struct brick_axis x, y, z;
    size_t width;                     /* x.count, rounded up to vectors */
    uint16_t hash[BRICK_LINE];        /* the bits of x.hash that count */
    uint16_t offset[8][BRICK_LINE];   /* table offsets of corner 4 z + 2 y + x in a block */
    real signal[BRICK], value[BRICK]; /* [z][y][x] with rows of `width` */
};

/* Some rows of a brick whose y and z lie in the same cells. */
struct block {
    size_t y0, y1, z0, z1;
};

static void axis_cells(struct brick_axis *a, uint32_t factor, int quality, real limit)
{
    const vreal one = v_set1(1);
    for (size_t i = 0; i < a->count; i += VL) {
        const vreal x = lanes_reduced(v_load(a->at + i), limit);
        const vint cell = v_to_int(lanes_cell(x, a->d0 + i, a->d1 + i));
        vi_store(a->hash + i, vi_mul(cell, vi_set1((int32_t)factor)));
        const vreal s = lanes_fade(v_load(a->d0 + i), quality);
        v_store(a->s + i, s);
        v_store(a->t + i, v_sub(one, s));
    }
}

static void axis_scale(struct brick_axis *a, real lacunarity)
{
    for (size_t i = 0; i < a->count; i += VL)
        v_store(a->at + i, v_mul(v_load(a->at + i), v_set1(lacunarity)));
}

/* What each axis decides in an octave. Reducing axis by axis is as good as all at once: it leaves
 * near coordinates alone. */
static void brick_cells(struct brick *brick, int quality, real limit)
{
    axis_cells(&brick->x, WN_HASH_X, quality, limit);
    axis_cells(&brick->y, WN_HASH_Y, quality, limit);
    axis_cells(&brick->z, WN_HASH_Z, quality, limit);
}

static void brick_scale(struct brick *brick, real lacunarity)
{
    axis_scale(&brick->x, lacunarity);
    axis_scale(&brick->y, lacunarity);
    axis_scale(&brick->z, lacunarity);
}

/* The end of the run of equal cells that begins at i. (Factors of the hash are odd, so that other
 * cells have other hashes.) */
static inline size_t axis_run(const struct brick_axis *a, size_t i)
{
    const int32_t hash = a->hash[i];
    do {
        i++;
    } while (i < a->count && a->hash[i] == hash);
    return i;
}

/* The first block of a brick, and the one after *b; 0 if there is none. */
static inline struct block block_first(const struct brick *brick)
{
    return (struct block) { 0, axis_run(&brick->y, 0), 0, axis_run(&brick->z, 0) };
}

static inline int block_next(const struct brick *brick, struct block *b)
{
    b->y0 = b->y1;
    if (b->y0 == brick->y.count) {
        b->y0 = 0;
        b->z0 = b->z1;
        if (b->z0 == brick->z.count)
            return 0;
        b->z1 = axis_run(&brick->z, b->z0);
    }
    b->y1 = axis_run(&brick->y, b->y0);
    return 1;
}

/* What y, z and the seed add to the hash. */
static inline uint32_t block_hash(const struct brick *brick, const struct block *b, uint32_t seed)
{
    return (uint32_t)brick->y.hash[b->y0] + (uint32_t)brick->z.hash[b->z0] + WN_HASH_SEED * seed;
}

/* Table offsets of a block's corners, given block_hash(). */
static inline void brick_offsets(struct brick *brick, uint32_t hash)
{
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
    const size_t n = (brick->width + 31) / 32 * 32;
    for (int k = 0; k < 8; k++) {
        const uint16_t rest = (uint16_t)(hash + corner[k]);
        for (size_t i = 0; i < n; i++) {
            const uint16_t h = (uint16_t)(brick->hash[i] + rest);
            brick->offset[k][i] = (uint16_t)(((h ^ (h >> 8)) & 255) * 4);
        }
    }
}

/* A block of one row: gradients are used as they come. */
static inline void brick_row_gradient(struct brick *brick, size_t j, size_t k)
{
    const struct brick_axis *const x = &brick->x, *const y = &brick->y, *const z = &brick->z;
    const vreal dy[2] = { v_set1(y->d0[j]), v_set1(y->d1[j]) };
    const vreal dz[2] = { v_set1(z->d0[k]), v_set1(z->d1[k]) };
    const vreal ys = v_set1(y->s[j]), yt = v_set1(y->t[j]);
    const vreal zs = v_set1(z->s[k]), zt = v_set1(z->t[k]);
    for (size_t i = 0; i < brick->width; i += VL) {
        const vreal dx0 = v_load(x->d0 + i), dx1 = v_load(x->d1 + i);
        const vreal xs = v_load(x->s + i), xt = v_load(x->t + i);
        vreal edge[4];
        UNROLL for (int e = 0; e < 4; e++)
        {
            edge[e] = lanes_mix(
                lanes_gradient(brick->offset[2 * e] + i, dx0, dy[e & 1], dz[e >> 1]),
                lanes_gradient(brick->offset[2 * e + 1] + i, dx1, dy[e & 1], dz[e >> 1]), xs, xt);
        }
        const vreal low = lanes_mix(edge[0], edge[1], ys, yt);
        const vreal high = lanes_mix(edge[2], edge[3], ys, yt);
        v_store(brick->signal + i + (j + k * y->count) * brick->width,
                lanes_mix(low, high, zs, zt));
    }
}

static inline void block_gradient(struct brick *brick, const struct block *b)
{
    const struct brick_axis *const x = &brick->x, *const y = &brick->y, *const z = &brick->z;
    const vreal scale = v_set1(R(WN_GRADIENT_SCALE));
    for (size_t i = 0; i < brick->width; i += VL) {
        const vreal xs = v_load(x->s + i), xt = v_load(x->t + i);
        vreal px[8], gy[8], gz[8];
        UNROLL for (int c = 0; c < 8; c++)
        {
            v_lookup_rows(WN_NAME(wn_gradient_table), brick->offset[c] + i, &px[c], &gy[c], &gz[c]);
            px[c] = v_mul(px[c], v_load((c & 1 ? x->d1 : x->d0) + i));
        }
        for (size_t k = b->z0; k < b->z1; k++) {
            const vreal zs = v_set1(z->s[k]), zt = v_set1(z->t[k]);
            const vreal dz[2] = { v_set1(z->d0[k]), v_set1(z->d1[k]) };
            vreal pz[8];
            UNROLL for (int c = 0; c < 8; c++) pz[c] = v_mul(gz[c], dz[c >> 2]);
            for (size_t j = b->y0; j < b->y1; j++) {
                const vreal ys = v_set1(y->s[j]), yt = v_set1(y->t[j]);
                const vreal dy[2] = { v_set1(y->d0[j]), v_set1(y->d1[j]) };
                vreal edge[4], face[2];
                UNROLL for (int e = 0; e < 4; e++)
                {
                    vreal n[2];
                    UNROLL for (int c = 0; c < 2; c++)
                    {
                        const int corner = 2 * e + c;
                        const vreal xy = v_add(px[corner], v_mul(gy[corner], dy[e & 1]));
                        n[c] = v_mul(v_add(xy, pz[corner]), scale);
                    }
                    edge[e] = lanes_mix(n[0], n[1], xs, xt);
                }
                face[0] = lanes_mix(edge[0], edge[1], ys, yt);
                face[1] = lanes_mix(edge[2], edge[3], ys, yt);
                v_store(brick->signal + i + (j + k * y->count) * brick->width,
                        lanes_mix(face[0], face[1], zs, zt));
            }
        }
    }
}

/*
 * Whether gradient noise of the brick is cheaper as points: where rows fill their vectors badly and
 * blocks are small. In units of an eighth of a vector of points a row's vector costs 2 and one of a
 * block 5 (measured on a Zen 4).
 */
static inline int brick_prefers_points(const struct brick *brick)
{
    size_t y = 0, z = 0; /* runs of equal cells */
    for (size_t i = 0; i < brick->y.count; y++)
        i = axis_run(&brick->y, i);
    for (size_t i = 0; i < brick->z.count; z++)
        i = axis_run(&brick->z, i);
    const size_t rows = brick->y.count * brick->z.count;
    return brick->x.count <= CHUNK - VL &&
        8 * brick->x.count * rows < brick->width * (2 * rows + 5 * y * z);
}

/* A walk over rows of points, y before z. */
struct row_walk {
    const real *x, *y, *z; /* x can be read up to a whole vector */
    size_t nx, ny;
    size_t j, k; /* the next row */
};

static inline void row_walk_advance(struct row_walk *w)
{
    if (++w->j == w->ny)
        w->j = 0, w->k++;
}

/* The points of the next `count` rows, one after the other, and a vector of zeros. What is written
 * too much at the end of a row is the next one's place. */
static inline void row_walk_points(struct row_walk *w, size_t count, real *x, real *y, real *z)
{
    for (; count; count--, row_walk_advance(w), x += w->nx, y += w->nx, z += w->nx) {
        const vreal yv = v_set1(w->y[w->j]), zv = v_set1(w->z[w->k]);
        for (size_t i = 0; i < w->nx; i += VL) {
            v_store(x + i, v_load(w->x + i));
            v_store(y + i, yv);
            v_store(z + i, zv);
        }
    }
    v_store(x, v_zero());
    v_store(y, v_zero());
    v_store(z, v_zero());
}

/* The brick's points without the gaps at the ends of rows. */
static void brick_gradient_points(struct brick *brick, uint32_t seed, int quality, real limit)
{
    struct chunk c;
    struct row_walk w = {
        brick->x.at, brick->y.at, brick->z.at, brick->x.count, brick->y.count, 0, 0
    };
    const size_t rows = brick->y.count * brick->z.count;
    size_t count = (CHUNK - VL) / w.nx; /* at once, with room for the zeros */
    memset(c.hash, 0, sizeof c.hash);
    for (size_t row = 0; row < rows; row += count) {
        count = rows - row < count ? rows - row : count;
        row_walk_points(&w, count, c.x, c.y, c.z);
        chunk_gradient(&c, count * w.nx, seed, quality, limit);
        for (size_t r = 0; r < count; r++) {
            for (size_t i = 0; i < w.nx; i += VL)
                v_store(brick->signal + (row + r) * brick->width + i,
                        v_load(c.signal + r * w.nx + i));
        }
    }
}

/* Gradient-coherent noise of the brick into brick->signal. */
static void brick_gradient(struct brick *brick, uint32_t seed, int quality, real limit)
{
    brick_cells(brick, quality, limit);
    if (brick_prefers_points(brick)) {
        brick_gradient_points(brick, seed, quality, limit);
        return;
    }
    for (size_t i = 0; i < BRICK_LINE; i++)
        brick->hash[i] = (uint16_t)brick->x.hash[i];
    struct block b = block_first(brick);
    do {
        brick_offsets(brick, block_hash(brick, &b, seed));
        if (b.y1 - b.y0 == 1 && b.z1 - b.z0 == 1)
            brick_row_gradient(brick, b.y0, b.z0);
        else
            block_gradient(brick, &b);
    } while (block_next(brick, &b));
}

/* Value-coherent noise: the interpolations over x are the same for all rows of a block. */
static inline void block_value(struct brick *brick, const struct block *b, uint32_t hash)
{
    const struct brick_axis *const x = &brick->x, *const y = &brick->y, *const z = &brick->z;
    static const uint32_t corner[4] = { 0, WN_HASH_Y, WN_HASH_Z, WN_HASH_Z + WN_HASH_Y };
    for (size_t i = 0; i < brick->width; i += VL) {
        const vreal xs = v_load(x->s + i), xt = v_load(x->t + i);
        vreal edge[4];
        UNROLL for (int e = 0; e < 4; e++)
        {
            const vint h0 = vi_add(vi_load(x->hash + i), vi_set1((int32_t)(hash + corner[e])));
            const vint h1 = vi_add(h0, vi_set1((int32_t)WN_HASH_X));
            edge[e] = lanes_mix(lanes_value(h0), lanes_value(h1), xs, xt);
        }
        for (size_t k = b->z0; k < b->z1; k++) {
            const vreal zs = v_set1(z->s[k]), zt = v_set1(z->t[k]);
            for (size_t j = b->y0; j < b->y1; j++) {
                const vreal ys = v_set1(y->s[j]), yt = v_set1(y->t[j]);
                const vreal low = lanes_mix(edge[0], edge[1], ys, yt);
                const vreal high = lanes_mix(edge[2], edge[3], ys, yt);
                v_store(brick->signal + i + (j + k * y->count) * brick->width,
                        lanes_mix(low, high, zs, zt));
            }
        }
    }
}

static void brick_value(struct brick *brick, uint32_t seed, int quality)
{
    brick_cells(brick, quality, R(WN_INT_LIMIT));
    struct block b = block_first(brick);
    do
        block_value(brick, &b, block_hash(brick, &b, seed));
    while (block_next(brick, &b));
}

/* ---- Bricks of a box ---- */

/* The first brick of the box, whose rows are not empty. First it is cut along x, then as nearly
 * square in y and z as they allow. */
static inline void brick_first(struct brick *brick, const struct WN_NAME(wn_box) * box)
{
    const size_t nx = box->count[0], ny = box->count[1], nz = box->count[2];
    brick->box = box;
    memset(brick->from, 0, sizeof brick->from);
    memset(brick->x.hash, 0, sizeof brick->x.hash); /* whose end is read, for nothing */
    size_t most = BRICK_WIDTH;
    while (most < BRICK_LINE && ny < BRICK / most && nz < BRICK / most / ny)
        most += BRICK_WIDTH;
    const size_t width = most < nx ? most : (nx + VL - 1) / VL * VL;
    const size_t rows = BRICK / width;
    size_t side = 1;
    while ((side + 1) * (side + 1) <= rows)
        side++;
    size_t deep = ny < side ? rows / ny : side;
    deep = deep < BRICK_LINE ? deep : BRICK_LINE;
    brick->step[0] = width;
    brick->step[2] = deep < nz ? deep : nz;
    brick->step[1] = rows / brick->step[2] < BRICK_LINE ? rows / brick->step[2] : BRICK_LINE;
}

/* The brick after, x first; 0 if there is none. */
static inline int brick_next(struct brick *brick)
{
    for (int k = 0; k < 3; k++) {
        brick->from[k] += brick->step[k];
        if (brick->from[k] < brick->box->count[k])
            return 1;
        brick->from[k] = 0;
    }
    return 0;
}

static inline void brick_axis_load(const struct brick *brick, struct brick_axis *a, int k,
                                   double offset, real frequency)
{
    const size_t rest = brick->box->count[k] - brick->from[k];
    a->count = rest < brick->step[k] ? rest : brick->step[k];
    chunk_load(a->at, brick->box->axis[k] + brick->from[k], a->count, R(offset), frequency);
}

/* The coordinates, as chunk_points(). */
static inline void brick_load(struct brick *brick, const double *offset, real frequency)
{
    brick_axis_load(brick, &brick->x, 0, offset[0], frequency);
    brick_axis_load(brick, &brick->y, 1, offset[1], frequency);
    brick_axis_load(brick, &brick->z, 2, offset[2], frequency);
    brick->width = (brick->x.count + VL - 1) / VL * VL;
}

static inline size_t brick_size(const struct brick *brick)
{
    return brick->width * brick->y.count * brick->z.count;
}

/* The brick's noise to its place in the box. */
static inline void brick_store(const struct brick *brick, const real *noise, real *out)
{
    const size_t *const stride = brick->box->stride;
    out += brick->from[0] + brick->from[1] * stride[1] + brick->from[2] * stride[2];
    for (size_t k = 0; k < brick->z.count; k++) {
        for (size_t j = 0; j < brick->y.count; j++, noise += brick->width)
            memcpy(out + j * stride[1] + k * stride[2], noise, brick->x.count * sizeof(real));
    }
}

static void brick_fractal(struct brick *brick, const struct WN_PREP(fractal) * p, uint32_t seed,
                          int billow)
{
    const size_t n = brick_size(brick);
    real amplitude = 1;
    fill(brick->value, n, 0);
    for (int32_t o = 0; o < p->octaves; o++) {
        if (o)
            brick_scale(brick, p->lacunarity);
        brick_gradient(brick, seed + (uint32_t)o, p->quality, range_limit(p->range_reduction));
        signal_add(brick->value, brick->signal, n, amplitude, billow);
        amplitude *= p->persistence;
    }
}

static void brick_ridged_multi(struct brick *brick, const struct WN_PREP(ridged_multi) * p)
{
    const size_t n = brick_size(brick);
    real weight[BRICK];
    fill(brick->value, n, 0);
    fill(weight, n, 1);
    for (int32_t o = 0; o < p->octaves; o++) {
        if (o)
            brick_scale(brick, p->lacunarity);
        brick_gradient(brick, p->seed + (uint32_t)o, p->quality, range_limit(p->range_reduction));
        signal_add_ridged(brick->value, weight, brick->signal, n, p->weight[o]);
    }
    ridged_finish(brick->value, n);
}

/*
 * A box whose rows fill at most half a vector, as points; returns 0 if it is another. Bricks would
 * be slower even with large cells.
 */
static int box_narrow(WN_NAME(wn_kernel) * kernel, const void *prep, size_t outputs,
                      const struct WN_NAME(wn_box) * box, real *const *out)
{
    if (2 * box->count[0] > VL)
        return 0;
    real point[3][4 * CHUNK], result[3][4 * CHUNK], x[VL];
    const real *const in[3] = { point[0], point[1], point[2] };
    real *const to[3] = { result[0], result[1], result[2] };
    v_store(x, load_tail(box->axis[0], box->count[0]));
    struct row_walk w = { x, box->axis[1], box->axis[2], box->count[0], box->count[1], 0, 0 };
    const size_t rows = box->count[1] * box->count[2];
    size_t count = (4 * CHUNK - VL) / w.nx;
    for (size_t row = 0; row < rows; row += count) {
        count = rows - row < count ? rows - row : count;
        struct row_walk back = w;
        row_walk_points(&w, count, point[0], point[1], point[2]);
        kernel(prep, count * w.nx, in, to);
        for (size_t p = 0; p < count * w.nx; row_walk_advance(&back)) {
            const size_t place = back.j * box->stride[1] + back.k * box->stride[2];
            for (size_t i = 0; i < w.nx; i++, p++) {
                for (size_t o = 0; o < outputs; o++)
                    out[o][place + i] = result[o][p];
            }
        }
    }
    return 1;
}

/* ---- Entries ---- */

static void WN_KERNEL(grid_gradient3)(const void *prep, const struct WN_NAME(wn_box) * box,
                                      real *const *out)
{
    const struct WN_PREP(lattice) *const p = prep;
    struct brick brick;
    if (box_narrow(WN_KERNEL(gradient3), prep, 1, box, out))
        return;
    brick_first(&brick, box);
    do {
        brick_load(&brick, no_offset, 1);
        brick_gradient(&brick, p->seed, p->quality, R(WN_INT_LIMIT));
        brick_store(&brick, brick.signal, out[0]);
    } while (brick_next(&brick));
}

static void WN_KERNEL(grid_value3)(const void *prep, const struct WN_NAME(wn_box) * box,
                                   real *const *out)
{
    const struct WN_PREP(lattice) *const p = prep;
    struct brick brick;
    if (box_narrow(WN_KERNEL(value3), prep, 1, box, out))
        return;
    brick_first(&brick, box);
    do {
        brick_load(&brick, no_offset, 1);
        brick_value(&brick, p->seed, p->quality);
        brick_store(&brick, brick.signal, out[0]);
    } while (brick_next(&brick));
}

static void WN_KERNEL(grid_perlin)(const void *prep, const struct WN_NAME(wn_box) * box,
                                   real *const *out)
{
    const struct WN_PREP(fractal) *const p = prep;
    struct brick brick;
    if (box_narrow(WN_KERNEL(perlin), prep, 1, box, out))
        return;
    brick_first(&brick, box);
    do {
        brick_load(&brick, no_offset, p->frequency);
        brick_fractal(&brick, p, p->seed, 0);
        brick_store(&brick, brick.value, out[0]);
    } while (brick_next(&brick));
}

static void WN_KERNEL(grid_billow)(const void *prep, const struct WN_NAME(wn_box) * box,
                                   real *const *out)
{
    const struct WN_PREP(fractal) *const p = prep;
    struct brick brick;
    if (box_narrow(WN_KERNEL(billow), prep, 1, box, out))
        return;
    brick_first(&brick, box);
    do {
        brick_load(&brick, no_offset, p->frequency);
        brick_fractal(&brick, p, p->seed, 1);
        billow_finish(brick.value, brick_size(&brick));
        brick_store(&brick, brick.value, out[0]);
    } while (brick_next(&brick));
}

static void WN_KERNEL(grid_ridged_multi)(const void *prep, const struct WN_NAME(wn_box) * box,
                                         real *const *out)
{
    const struct WN_PREP(ridged_multi) *const p = prep;
    struct brick brick;
    if (box_narrow(WN_KERNEL(ridged_multi), prep, 1, box, out))
        return;
    brick_first(&brick, box);
    do {
        brick_load(&brick, no_offset, p->frequency);
        brick_ridged_multi(&brick, p);
        brick_store(&brick, brick.value, out[0]);
    } while (brick_next(&brick));
}

/* value = coordinate + value * power, where the brick's axes are as the box has them. */
static inline void brick_displace(struct brick *brick, int axis, real power)
{
    real *value = brick->value;
    for (size_t k = 0; k < brick->z.count; k++) {
        for (size_t j = 0; j < brick->y.count; j++, value += brick->width) {
            const vreal yz = v_set1(axis == 1 ? brick->y.at[j] : brick->z.at[k]);
            for (size_t i = 0; i < brick->width; i += VL) {
                const vreal from = axis ? yz : v_load(brick->x.at + i);
                v_store(value + i, v_add(from, v_mul(v_load(value + i), v_set1(power))));
            }
        }
    }
}

static void WN_KERNEL(grid_turbulence)(const void *prep, const struct WN_NAME(wn_box) * box,
                                       real *const *out)
{
    const struct WN_PREP(turbulence) *const p = prep;
    struct brick brick;
    if (box_narrow(WN_KERNEL(turbulence), prep, 3, box, out))
        return;
    brick_first(&brick, box);
    do {
        for (int axis = 0; axis < 3; axis++) {
            brick_load(&brick, wn_turbulence_offset[axis], p->perlin.frequency);
            brick_fractal(&brick, &p->perlin, p->perlin.seed + (uint32_t)axis, 0);
            brick_load(&brick, no_offset, 1);
            brick_displace(&brick, axis, p->power);
            brick_store(&brick, brick.value, out[axis]);
        }
    } while (brick_next(&brick));
}
