/* SPDX-License-Identifier: MIT */
/*
 * Native noise over grids: the bits of the point kernels at a fraction of their cost. Value and
 * Perlin noise fold the outer axes first, so along a row only the fold over x is left, of numbers
 * that belong to the columns of the lattice. Reference: scalar/native.c.
 *
 * In this file axis k of a box is dimension k of the noise, and stride[0] need not be 1.
 */

#define BOX struct WN_NAME(wn_box)

/* Samples along x of a tile, for which the numbers of the axis are kept: a multiple of all VL. */
#define TILE 128
/* Lattice columns that they can touch: two each. Whole vectors are read from any of them. */
#define COLUMNS (2 * TILE + VL)

/* What the samples of a tile have from their x alone. */
struct tile {
    real t[TILE], d0[TILE], fade[TILE]; /* way from the lower lattice plane, scaled, faded */
    int32_t column[TILE];               /* the lower lattice plane among the columns */
    int32_t base[TILE / VL + 1];        /* per vector: the first of its columns */
    uint8_t spread[TILE / VL + 1];      /* per vector: ONE_COLUMN and so on */
    int32_t cell[COLUMNS];              /* per column: its number for the hash */
    int32_t columns;
};
enum { ONE_COLUMN, FEW_COLUMNS, MANY_COLUMNS };

/* Where an outer axis stands: cell numbers of its two planes, way from the lower one. */
struct outer {
    uint32_t cell[2];
    real t;
};

static struct outer grid_locate(const OCTAVE *o, int k, real c)
{
    const real x = WN_NAME(wn_ref_wrapped)(c * o->frequency + o->shift[k]);
    const real floor = WN_NAME(wn_ref_floor)(x);
    const uint32_t cell = ((uint32_t)WN_NAME(wn_ref_to_int)(floor) + o->cell[k]) *
        wn_cell_factor[k];
    return (struct outer) { { cell, cell + wn_cell_factor[k] }, x - floor };
}

/* Prepares count <= TILE samples of the x axis. Columns are listed run by run: a run's lower plane
 * is the last one's upper plane where the axis goes up by single cells. */
static void tile_prepare(struct tile *tile, const OCTAVE *o, const real *axis, size_t count,
                         real scale)
{
    int32_t number[TILE];
    for (size_t i = 0; i < count; i += VL) {
        vreal x[1] = { count - i >= VL ? v_load(axis + i) : load_tail(axis + i, count - i) };
        vint cell[1][2];
        lanes_lattice(o, 1, x);
        const vreal floor = v_floor(x[0]), t = v_sub(x[0], floor);
        cell[0][0] = lanes_cell_number(o, 0, floor);
        vi_store(number + i, cell[0][0]);
        v_store(tile->t + i, t);
        v_store(tile->d0 + i, v_mul(t, v_set1(scale)));
        v_store(tile->fade + i, lanes_quintic(t));
    }
    int32_t columns = 0;
    for (size_t i = 0; i < count; i++) {
        if (i && number[i] == number[i - 1]) {
            tile->column[i] = columns - 2;
            continue;
        }
        if (!columns || number[i] != tile->cell[columns - 1])
            tile->cell[columns++] = number[i];
        tile->cell[columns++] = (int32_t)((uint32_t)number[i] + WN_CELL_X);
        tile->column[i] = columns - 2;
    }
    tile->columns = columns;
    for (int32_t c = columns; c % VL; c++)
        tile->cell[c] = 0; /* so that whole vectors can be hashed */
    for (size_t i = count; i % VL; i++)
        tile->column[i] = columns - 2;
    for (size_t i = 0; i < count; i += VL) {
        const int32_t base = tile->column[i], span = tile->column[i + VL - 1] - base;
        tile->base[i / VL] = base;
        tile->spread[i / VL] = span == 0 ? ONE_COLUMN : span < VL ? FEW_COLUMNS : MANY_COLUMNS;
    }
}

/* The numbers of `column` for each sample of a vector that spans several; step 1: of the upper
 * lattice planes. */
static inline vreal tile_gather(const struct tile *tile, size_t i, const real *column, int step)
{
    const vint index = vi_load(tile->column + i);
    if (tile->spread[i / VL] == MANY_COLUMNS)
        return v_lookup(column + step, index);
    const int32_t base = tile->base[i / VL];
    return v_permute(v_load(column + base + step), vi_sub(index, vi_set1(base)));
}

/* A row's results to where they belong. */
static inline void row_store(real *out, size_t stride, size_t i, vreal v, size_t count)
{
    if (stride != 1) {
        real lanes[VL];
        v_store(lanes, v);
        for (size_t k = 0; k < VL && i + k < count; k++)
            out[(i + k) * stride] = lanes[k];
    } else if (i + VL <= count) {
        v_store(out + i, v);
    } else {
        store_tail(out + i, v, count - i);
    }
}

/* ---- Value noise ---- */

/* Values of the columns with the axes from y on folded: corner j of y, the outer ones folded. */
static inline void value_columns(const struct tile *tile, const OCTAVE *o, int n,
                                 const struct outer *at, int j, real *v)
{
    const int outer = n - 2; /* axes beyond y */
    vreal fade[2];
    for (int k = 0; k < outer; k++)
        fade[k] = lanes_quintic(v_set1(at[2 + k].t));
    for (int32_t c = 0; c < tile->columns; c += VL) {
        const vint x = vi_load(tile->cell + c);
        vreal corner[4];
        UNROLL for (int i = 0; i < 1 << outer; i++)
        {
            uint32_t a = o->seed ^ at[1].cell[j];
            UNROLL for (int k = 0; k < outer; k++) a ^= at[2 + k].cell[i >> k & 1];
            corner[i] = lanes_signed_unit(lanes_cell_hash(vi_xor(x, vi_set1((int32_t)a))),
                                          R(WN_SCALE_MARGIN));
        }
        UNROLL for (int k = outer - 1; k >= 0; k--)
        {
            UNROLL for (int i = 0; i < 1 << k; i++)
                corner[i] = lanes_interpolate(corner[i], corner[i + (1 << k)], fade[k]);
        }
        v_store(v + c, corner[0]);
    }
}

/* A row: the fold over x of the columns' values. */
static inline void value_row(const struct tile *tile, const real *v, real *out, size_t stride,
                             size_t count)
{
    for (size_t i = 0; i < count; i += VL) {
        vreal v0, v1;
        if (tile->spread[i / VL] == ONE_COLUMN) {
            v0 = v_set1(v[tile->base[i / VL]]);
            v1 = v_set1(v[tile->base[i / VL] + 1]);
        } else {
            v0 = tile_gather(tile, i, v, 0);
            v1 = tile_gather(tile, i, v, 1);
        }
        row_store(out, stride, i, lanes_interpolate(v0, v1, v_load(tile->fade + i)), count);
    }
}

/* ---- Perlin noise ---- */

/* Per column: the gradient's components along x and y, and what the axes beyond y give. */
struct gradients {
    real x[COLUMNS], y[COLUMNS], rest[COLUMNS];
};

static inline void perlin_columns(const struct tile *tile, const OCTAVE *o, int n,
                                  const struct outer *at, int j, struct gradients *to)
{
    const int outer = n - 2;
    const vreal scale = v_set1(perlin_scale(n));
    vreal fade[2], d[2][2];
    UNROLL for (int k = 0; k < outer; k++)
    {
        const vreal t = v_set1(at[2 + k].t);
        fade[k] = lanes_quintic(t);
        d[k][0] = v_mul(t, scale);
        d[k][1] = v_sub(d[k][0], scale);
    }
    for (int32_t c = 0; c < tile->columns; c += VL) {
        const vint x = vi_load(tile->cell + c);
        vreal g[4][4], rest[4];
        UNROLL for (int i = 0; i < 1 << outer; i++)
        {
            uint32_t a = o->seed ^ at[1].cell[j];
            UNROLL for (int k = 0; k < outer; k++) a ^= at[2 + k].cell[i >> k & 1];
            lanes_gradients(lanes_cell_hash(vi_xor(x, vi_set1((int32_t)a))), n, g[i]);
        }
        UNROLL for (int k = outer - 1; k >= 0; k--)
        {
            UNROLL for (int a = 0; a < 1 << k; a++)
            {
                const int b = a + (1 << k);
                vreal dot0 = v_mul(g[a][2 + k], d[k][0]), dot1 = v_mul(g[b][2 + k], d[k][1]);
                if (k < outer - 1)
                    dot0 = v_add(dot0, rest[a]), dot1 = v_add(dot1, rest[b]);
                rest[a] = lanes_interpolate(dot0, dot1, fade[k]);
                UNROLL for (int m = 0; m < 2 + k; m++)
                    g[a][m] = lanes_interpolate(g[a][m], g[b][m], fade[k]);
            }
        }
        v_store(to->x + c, g[0][0]);
        v_store(to->y + c, g[0][1]);
        if (n > 2)
            v_store(to->rest + c, rest[0]);
    }
}

/* The fold over y: a row's columns as slope and offset. */
static inline void perlin_fold(const struct tile *tile, int n, real t, struct gradients *const *at,
                               real *slope, real *offset)
{
    const vreal scale = v_set1(perlin_scale(n)), d0 = v_mul(v_set1(t), scale);
    const vreal d1 = v_sub(d0, scale), fade = lanes_quintic(v_set1(t));
    for (int32_t c = 0; c < tile->columns; c += VL) {
        vreal dot0 = v_mul(v_load(at[0]->y + c), d0), dot1 = v_mul(v_load(at[1]->y + c), d1);
        if (n > 2) {
            dot0 = v_add(dot0, v_load(at[0]->rest + c));
            dot1 = v_add(dot1, v_load(at[1]->rest + c));
        }
        v_store(offset + c, lanes_interpolate(dot0, dot1, fade));
        v_store(slope + c, lanes_interpolate(v_load(at[0]->x + c), v_load(at[1]->x + c), fade));
    }
}

/* A row: slope * distance + offset of both planes, and the fold over x. */
static inline void perlin_row(const struct tile *tile, int n, const real *slope, const real *offset,
                              real *out, size_t stride, size_t count)
{
    const vreal scale = v_set1(perlin_scale(n));
    for (size_t i = 0; i < count; i += VL) {
        vreal s0, s1, o0, o1;
        if (tile->spread[i / VL] == ONE_COLUMN) {
            const int32_t c = tile->base[i / VL];
            s0 = v_set1(slope[c]), s1 = v_set1(slope[c + 1]);
            o0 = v_set1(offset[c]), o1 = v_set1(offset[c + 1]);
        } else {
            s0 = tile_gather(tile, i, slope, 0), s1 = tile_gather(tile, i, slope, 1);
            o0 = tile_gather(tile, i, offset, 0), o1 = tile_gather(tile, i, offset, 1);
        }
        const vreal d0 = v_load(tile->d0 + i);
        const vreal dot0 = v_add(v_mul(s0, d0), o0);
        const vreal dot1 = v_add(v_mul(s1, v_sub(d0, scale)), o1);
        row_store(out, stride, i, lanes_interpolate(dot0, dot1, v_load(tile->fade + i)), count);
    }
}

/* ---- Both: over the rows of a box ---- */

/* Two lattice rows (corners of y), of values or gradients; the second of one cell is the first of
 * the next. */
struct lattice_rows {
    struct gradients at[2];
    struct gradients *row[2];
    struct outer outer[4];
    int filled; /* for the cell of outer[1] */
};

static inline void rows_columns(const struct tile *tile, const OCTAVE *o, int n, int perlin,
                                struct lattice_rows *rows, int j)
{
    if (perlin)
        perlin_columns(tile, o, n, rows->outer, j, rows->row[j]);
    else
        value_columns(tile, o, n, rows->outer, j, rows->row[j]->x);
}

/* Brings the rows to a cell of y; what is there already stays. */
static inline void rows_move(const struct tile *tile, const OCTAVE *o, int n, int perlin,
                             struct lattice_rows *rows, struct outer y)
{
    const uint32_t was = rows->outer[1].cell[0];
    rows->outer[1] = y;
    if (rows->filled && y.cell[0] == was)
        return;
    const int next = rows->filled && y.cell[0] == was + WN_CELL_Y;
    if (next) {
        struct gradients *const lower = rows->row[0];
        rows->row[0] = rows->row[1];
        rows->row[1] = lower;
    } else {
        rows_columns(tile, o, n, perlin, rows, 0);
    }
    rows_columns(tile, o, n, perlin, rows, 1);
    rows->filled = 1;
}

/* Value or Perlin noise of n >= 2 dimensions; n and perlin are constants of the caller. */
static inline void grid_lattice(const OCTAVE *o, int n, int perlin, const BOX *box, real *out)
{
    struct tile tile;
    struct lattice_rows rows;
    real slope[COLUMNS], offset[COLUMNS];
    for (size_t first = 0; first < box->count[0]; first += TILE) {
        const size_t count = box->count[0] - first < TILE ? box->count[0] - first : TILE;
        tile_prepare(&tile, o, box->axis[0] + first, count, perlin ? perlin_scale(n) : 1);
        rows.row[0] = &rows.at[0], rows.row[1] = &rows.at[1];
        for (size_t w = 0; w < box->count[3]; w++) {
            if (n > 3)
                rows.outer[3] = grid_locate(o, 3, box->axis[3][w]);
            for (size_t z = 0; z < box->count[2]; z++) {
                if (n > 2)
                    rows.outer[2] = grid_locate(o, 2, box->axis[2][z]);
                rows.filled = 0;
                real *const plane = out + first * box->stride[0] + z * box->stride[2] +
                    w * box->stride[3];
                for (size_t y = 0; y < box->count[1]; y++) {
                    const struct outer at_y = grid_locate(o, 1, box->axis[1][y]);
                    rows_move(&tile, o, n, perlin, &rows, at_y);
                    real *const row = plane + y * box->stride[1];
                    if (perlin) {
                        perlin_fold(&tile, n, at_y.t, rows.row, slope, offset);
                        perlin_row(&tile, n, slope, offset, row, box->stride[0], count);
                    } else {
                        const vreal fade = lanes_quintic(v_set1(at_y.t));
                        for (int32_t c = 0; c < tile.columns; c += VL)
                            v_store(slope + c,
                                    lanes_interpolate(v_load(rows.row[0]->x + c),
                                                      v_load(rows.row[1]->x + c), fade));
                        value_row(&tile, slope, row, box->stride[0], count);
                    }
                }
            }
        }
    }
}

#define GRID_LATTICE(name, perlin)                                                      \
    static void grid_##name(const OCTAVE *o, int dimensions, const BOX *box, real *out) \
    {                                                                                   \
        if (dimensions == 2)                                                            \
            grid_lattice(o, 2, perlin, box, out);                                       \
        else if (dimensions == 3)                                                       \
            grid_lattice(o, 3, perlin, box, out);                                       \
        else                                                                            \
            grid_lattice(o, 4, perlin, box, out);                                       \
    }
GRID_LATTICE(value_noise, 0)
GRID_LATTICE(perlin_noise, 1)

/* ---- All primitives ---- */

/* Row by row with the point kernels, for those that have nothing to share along a row. */
static void grid_rows(const BASIS *basis, const OCTAVE *o, const BOX *box, real *out)
{
    real constant[3][CHUNK], row[CHUNK];
    for (size_t w = 0; w < box->count[3]; w++) {
        for (size_t z = 0; z < box->count[2]; z++) {
            for (size_t y = 0; y < box->count[1]; y++) {
                const size_t index[3] = { y, z, w };
                for (int k = 1; k < basis->dimensions; k++) {
                    for (size_t i = 0; i < CHUNK && i < box->count[0]; i++)
                        constant[k - 1][i] = box->axis[k][index[k - 1]];
                }
                real *const to = out + y * box->stride[1] + z * box->stride[2] + w * box->stride[3];
                for (size_t x = 0; x < box->count[0]; x += CHUNK) {
                    const size_t count = box->count[0] - x < CHUNK ? box->count[0] - x : CHUNK;
                    const real *const in[4] = { box->axis[0] + x, constant[0], constant[1],
                                                constant[2] };
                    native_octave(basis, o, count, in, row);
                    for (size_t i = 0; i < count; i++)
                        to[(x + i) * box->stride[0]] = row[i];
                }
            }
        }
    }
}

/* One octave over a box whose axes are the noise's dimensions; those beyond count 1. */
static void native_octave_grid(const BASIS *basis, const OCTAVE *o, const BOX *box, real *out)
{
    if (basis->dimensions == 1) { /* a row of its own has nothing to share */
        grid_rows(basis, o, box, out);
        return;
    }
    switch (basis->primitive) {
    case WN_PRIMITIVE_VALUE:
        grid_value_noise(o, basis->dimensions, box, out);
        break;
    case WN_PRIMITIVE_PERLIN:
        grid_perlin_noise(o, basis->dimensions, box, out);
        break;
    default:
        grid_rows(basis, o, box, out);
    }
}

/* The axes of a box that a module or array call reads, as dimensions. Those that it does not read
 * have one point. */
static BOX native_box(const struct WN_NAME(wn_inputs) * inputs, int32_t dimensions, const BOX *box)
{
    BOX chosen = { { 1, 1, 1, 1 }, { NULL }, { 0 } };
    for (int32_t k = 0; k < dimensions; k++) {
        const int32_t axis = inputs->axis[k];
        if (axis == 3 && inputs->constant_w) {
            chosen.axis[k] = &inputs->w;
            continue;
        }
        chosen.count[k] = box->count[axis];
        chosen.axis[k] = box->axis[axis];
        chosen.stride[k] = box->stride[axis];
    }
    return chosen;
}

static void native_noise_grid(const void *prep, const BOX *box, real *const *out)
{
    const struct WN_PREP(noise) *const p = prep;
    const BOX chosen = native_box(&p->inputs, p->basis.dimensions, box);
    native_octave_grid(&p->basis, &p->octave, &chosen, out[0]);
}

#define NATIVE_GRID_KERNEL(name, function)                                                 \
    static void WN_KERNEL(grid_##name)(const void *prep, const BOX *box, real *const *out) \
    {                                                                                      \
        function(prep, box, out);                                                          \
    }
NATIVE_GRID_KERNEL(noise1, native_noise_grid)
NATIVE_GRID_KERNEL(noise2, native_noise_grid)
NATIVE_GRID_KERNEL(noise3, native_noise_grid)
NATIVE_GRID_KERNEL(noise4, native_noise_grid)
NATIVE_GRID_KERNEL(noise, native_noise_grid)
