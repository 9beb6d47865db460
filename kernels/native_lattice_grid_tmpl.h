/* SPDX-License-Identifier: MIT */
/*
 * Value, value cubic and Perlin noise over grids: the bits of the point kernels at a fraction of their
 * cost. The outer axes are folded first, so along a row only the fold over x is left, of numbers
 * that belong to the columns of the lattice. Reference: scalar/native.c.
 *
 * Axis k of a box is dimension k of the noise here, and stride[0] need not be 1.
 */

#define BOX     struct WN_NAME(wn_box)
#define ALIGNED _Alignas(64)

/* Samples along an axis of a tile, for which the numbers of the axis are kept: a multiple of all
 * VL. */
#define TILE (512 / sizeof(real))
/* Lattice columns that they can touch: two each, four for value cubic noise. Whole vectors are read
 * from any of them. */
#define PAIRS   (2 * TILE + VL)
#define COLUMNS (4 * TILE + VL)

/* Coordinates of one axis, up to TILE of them, in the lattice. */
struct places {
    ALIGNED real distance[TILE], fade[TILE]; /* way from the lower lattice plane: scaled, faded */
    int32_t cell[TILE];                      /* number of the plane, premultiplied */
};

static void places_prepare(struct places *to, const OCTAVE *o, int k, const real *axis,
                           size_t count, real scale)
{
    /* an octave of one axis */
    const OCTAVE own = { .frequency = o->frequency, .shift = { o->shift[k] } };
    for (size_t i = 0; i < count; i += VL) {
        vreal x[1] = { count - i >= VL ? v_load(axis + i) : load_tail(axis + i, count - i) };
        lanes_lattice(&own, 1, x);
        const vreal floor = v_floor(x[0]), t = v_sub(x[0], floor);
        vi_store(to->cell + i, lanes_cell_number(o, k, floor));
        v_store(to->distance + i, v_mul(t, v_set1(scale)));
        v_store(to->fade + i, lanes_quintic(t));
    }
}

static size_t at_most_tile(size_t count)
{
    return count < TILE ? count : TILE;
}

/* The columns of the lattice that the samples of a tile along x need. */
struct columns {
    ALIGNED int32_t of[TILE];  /* each sample's lowest one */
    int32_t number[COLUMNS];   /* for the hash */
    uint8_t spread[TILE / VL]; /* of each vector: ONE_COLUMN and so on */
    int32_t count;
};
enum { ONE_COLUMN, FEW_COLUMNS, MANY_COLUMNS };

/*
 * Lists the columns of count <= TILE samples in cells with such numbers. Each needs those of `planes`
 * lattice planes: the lower one of its cell, for more than two the one below it, and so on upwards. Columns are listed
 * run by run, so that their indices never go down, whatever the axis does; where it goes up by a
 * single cell, a run shares all but one with the run before. Returns for how many samples there is
 * room if at most so many columns are wanted.
 */
static size_t list_columns(struct columns *to, const int32_t *number, size_t count, int planes,
                           int32_t most)
{
    int32_t columns = 0;
    for (size_t i = 0; i < count; i++) {
        if (!i || number[i] != number[i - 1]) {
            const uint32_t lowest = (uint32_t)number[i] - (planes > 2 ? WN_CELL_X : 0);
            int known = planes - 1;
            if (!i || number[i] != (int32_t)((uint32_t)number[i - 1] + WN_CELL_X))
                known = 0;
            if (columns + planes - known > most) {
                count = i;
                break;
            }
            for (int k = known; k < planes; k++)
                to->number[columns++] = (int32_t)(lowest + (uint32_t)k * WN_CELL_X);
        }
        to->of[i] = columns - planes;
    }
    to->count = columns;
    for (int32_t c = columns; c % VL; c++)
        to->number[c] = 0; /* so that whole vectors can be hashed */
    size_t padded = count;
    for (; padded % (2 * VL); padded++)
        to->of[padded] = columns - planes;
    for (size_t i = 0; i < padded; i += VL) {
        const int32_t span = to->of[i + VL - 1] - to->of[i];
        to->spread[i / VL] = span == 0 ? ONE_COLUMN : span < VL ? FEW_COLUMNS : MANY_COLUMNS;
    }
    return count;
}

/* The samples of a tile along x. */
struct tile {
    struct places at;
    struct columns columns;
};

static void tile_prepare(struct tile *tile, const OCTAVE *o, const real *axis, size_t count,
                         real scale, int planes)
{
    places_prepare(&tile->at, o, 0, axis, count, scale);
    list_columns(&tile->columns, tile->at.cell, count, planes, COLUMNS);
}

/* Where an axis stands: cell numbers of its two planes, way from the lower one. */
struct outer {
    uint32_t cell[2];
    real t;
};

static struct outer grid_locate(const OCTAVE *o, int k, real c)
{
    const struct WN_NAME(wn_position) p = WN_NAME(wn_ref_locate)(o, k, c);
    return (struct outer) { { p.cell, p.cell + wn_cell_factor[k] }, p.t };
}

/* What stands in `column` for each sample of a vector that spans several; step: which of a sample's
 * columns. */
WN_LANE vreal gather_columns(const struct columns *columns, size_t i, const real *column, int step)
{
    const vint index = vi_load(columns->of + i);
    if (columns->spread[i / VL] == MANY_COLUMNS)
        return v_lookup(column + step, index);
    const int32_t base = columns->of[i];
    return v_permute(v_load(column + base + step), vi_sub(index, vi_set1(base)));
}

/* ---- Value and Perlin noise ---- */

/* What belongs to the lattice's columns at a corner of a cell of y and z, with w folded: values (x
 * alone), or the gradients' components along x, y and z and what w gives. */
struct corner {
    ALIGNED real x[PAIRS], y[PAIRS], z[PAIRS], rest[PAIRS];
};

/* plane: seed and cell numbers of the corner, those of x left out. */
WN_LANE vint column_hash(const struct tile *tile, int32_t c, uint32_t plane)
{
    return lanes_cell_hash(vi_xor(vi_load(tile->columns.number + c), vi_set1((int32_t)plane)));
}

WN_LANE void value_corner(const struct tile *tile, uint32_t plane, int n, const struct outer *w,
                          struct corner *to)
{
    const uint32_t lower = n > 3 ? plane ^ w->cell[0] : plane, upper = plane ^ w->cell[1];
    const vreal fade = lanes_quintic(v_set1(w->t));
    for (int32_t c = 0; c < tile->columns.count; c += VL) {
        vreal v = lanes_signed_unit(column_hash(tile, c, lower), R(WN_SCALE_MARGIN));
        if (n > 3)
            v = lanes_interpolate(
                v, lanes_signed_unit(column_hash(tile, c, upper), R(WN_SCALE_MARGIN)), fade);
        v_store(to->x + c, v);
    }
}

WN_LANE void perlin_corner(const struct tile *tile, uint32_t plane, int n, const struct outer *w,
                           struct corner *to)
{
    const uint32_t lower = n > 3 ? plane ^ w->cell[0] : plane, upper = plane ^ w->cell[1];
    const vreal scale = v_set1(perlin_scale(n)), t = v_set1(w->t), fade = lanes_quintic(t);
    const vreal d0 = v_mul(t, scale), d1 = v_sub(d0, scale);
    for (int32_t c = 0; c < tile->columns.count; c += VL) {
        vreal g[4], h[4];
        lanes_gradients(column_hash(tile, c, lower), n, g);
        if (n > 3) {
            lanes_gradients(column_hash(tile, c, upper), n, h);
            v_store(to->rest + c, lanes_interpolate(v_mul(g[3], d0), v_mul(h[3], d1), fade));
            UNROLL for (int k = 0; k < 3; k++) g[k] = lanes_interpolate(g[k], h[k], fade);
        }
        v_store(to->x + c, g[0]);
        v_store(to->y + c, g[1]);
        if (n > 2)
            v_store(to->z + c, g[2]);
    }
}

/* The four corners of a cell of y and z; of two dimensions, two. */
struct cell {
    struct corner room[4], *at[2][2]; /* [y][z] */
    uint32_t y, z;                    /* the cell's numbers, if it is filled */
    int filled;
};

WN_LANE void cell_corner(struct cell *cell, const struct tile *tile, const OCTAVE *o, int n,
                         int perlin, const struct outer *w, int y, int z)
{
    uint32_t plane = o->seed ^ (cell->y + (y ? WN_CELL_Y : 0));
    if (n > 2)
        plane ^= cell->z + (z ? WN_CELL_Z : 0);
    if (perlin)
        perlin_corner(tile, plane, n, w, cell->at[y][z]);
    else
        value_corner(tile, plane, n, w, cell->at[y][z]);
}

static inline void swap_corners(struct corner **a, struct corner **b)
{
    struct corner *const before = *a;
    *a = *b;
    *b = before;
}

/* Goes to a cell. What is there already stays: the upper side of one is the lower of the next. */
WN_LANE void cell_move(struct cell *cell, const struct tile *tile, const OCTAVE *o, int n,
                       int perlin, const struct outer *w, uint32_t y, uint32_t z)
{
    const int same_y = cell->filled && y == cell->y, same_z = cell->filled && z == cell->z;
    if (same_y && same_z)
        return;
    const int up_y = same_z && y == cell->y + WN_CELL_Y, up_z = same_y && z == cell->z + WN_CELL_Z;
    cell->y = y, cell->z = z;
    cell->filled = 1;
    for (int k = 0; k < 2; k++) {
        if (up_y)
            swap_corners(&cell->at[0][k], &cell->at[1][k]);
        else if (up_z)
            swap_corners(&cell->at[k][0], &cell->at[k][1]);
    }
    for (int j = up_y; j < 2; j++) {
        for (int k = up_z; k < (n > 2 ? 2 : 1); k++)
            cell_corner(cell, tile, o, n, perlin, w, j, k);
    }
}

/* A side of the cell with z folded: the columns' values, or slopes along x and y and the rest. */
struct side {
    ALIGNED real x[PAIRS], y[PAIRS], rest[PAIRS];
};

/* The fold over z, of three and four dimensions. */
WN_LANE void cell_fold(const struct tile *tile, int n, int perlin, struct corner *const *at,
                       real distance, real faded, struct side *to)
{
    const struct corner *const a = at[0], *const b = at[1];
    const vreal fade = v_set1(faded);
    const vreal d0 = v_set1(distance), d1 = v_sub(d0, v_set1(perlin_scale(n)));
    for (int32_t c = 0; c < tile->columns.count; c += VL) {
        v_store(to->x + c, lanes_interpolate(v_load(a->x + c), v_load(b->x + c), fade));
        if (!perlin)
            continue;
        vreal dot0 = v_mul(v_load(a->z + c), d0), dot1 = v_mul(v_load(b->z + c), d1);
        if (n > 3) {
            dot0 = v_add(dot0, v_load(a->rest + c));
            dot1 = v_add(dot1, v_load(b->rest + c));
        }
        v_store(to->rest + c, lanes_interpolate(dot0, dot1, fade));
        v_store(to->y + c, lanes_interpolate(v_load(a->y + c), v_load(b->y + c), fade));
    }
}

/* The columns' numbers on both sides of a cell of y. */
struct sides {
    const real *x[2], *y[2], *rest[2];
};

/* The fold over y: a row's columns as values, or as slope and offset. */
WN_LANE void value_fold(const struct tile *tile, real faded, const struct sides *at, real *value)
{
    const vreal fade = v_set1(faded);
    for (int32_t c = 0; c < tile->columns.count; c += VL)
        v_store(value + c, lanes_interpolate(v_load(at->x[0] + c), v_load(at->x[1] + c), fade));
}

WN_LANE void perlin_fold(const struct tile *tile, int n, real distance, real faded,
                         const struct sides *at, real *slope, real *offset)
{
    const vreal d0 = v_set1(distance), d1 = v_sub(d0, v_set1(perlin_scale(n)));
    const vreal fade = v_set1(faded);
    for (int32_t c = 0; c < tile->columns.count; c += VL) {
        vreal dot0 = v_mul(v_load(at->y[0] + c), d0), dot1 = v_mul(v_load(at->y[1] + c), d1);
        if (n > 2) {
            dot0 = v_add(dot0, v_load(at->rest[0] + c));
            dot1 = v_add(dot1, v_load(at->rest[1] + c));
        }
        v_store(offset + c, lanes_interpolate(dot0, dot1, fade));
        v_store(slope + c, lanes_interpolate(v_load(at->x[0] + c), v_load(at->x[1] + c), fade));
    }
}

/* A vector of a row: the fold over x of the columns' values. */
WN_LANE vreal value_vector(const struct tile *tile, const real *v, size_t i)
{
    const int32_t c = tile->columns.of[i];
    const int one = tile->columns.spread[i / VL] == ONE_COLUMN;
    const vreal v0 = one ? v_set1(v[c]) : gather_columns(&tile->columns, i, v, 0);
    const vreal v1 = one ? v_set1(v[c + 1]) : gather_columns(&tile->columns, i, v, 1);
    return lanes_interpolate(v0, v1, v_load(tile->at.fade + i));
}

/* A vector of a row: slope * distance + offset of both planes, and the fold over x. */
WN_LANE vreal perlin_vector(const struct tile *tile, int n, const real *slope, const real *offset,
                            size_t i)
{
    const int32_t c = tile->columns.of[i];
    vreal s0, s1, o0, o1;
    if (tile->columns.spread[i / VL] == ONE_COLUMN) {
        s0 = v_set1(slope[c]), s1 = v_set1(slope[c + 1]);
        o0 = v_set1(offset[c]), o1 = v_set1(offset[c + 1]);
    } else {
        s0 = gather_columns(&tile->columns, i, slope, 0),
        s1 = gather_columns(&tile->columns, i, slope, 1);
        o0 = gather_columns(&tile->columns, i, offset, 0),
        o1 = gather_columns(&tile->columns, i, offset, 1);
    }
    const vreal d0 = v_load(tile->at.distance + i), d1 = v_sub(d0, v_set1(perlin_scale(n)));
    return lanes_interpolate(v_add(v_mul(s0, d0), o0), v_add(v_mul(s1, d1), o1),
                             v_load(tile->at.fade + i));
}

/* Rows that are folded before their samples are computed: a vector that is loaded from where two
 * were just stored waits for the cache. */
#define FOLDED 8

/* Some rows of a plane of z within a cell of y: count of them, from the one at `places`[first] on. */
WN_LANE void lattice_rows(const struct tile *tile, int n, int perlin, const struct sides *sides,
                          const struct places *places, size_t first, size_t count, size_t nx,
                          real *out, size_t stride_x, size_t stride_y)
{
    ALIGNED real slope[FOLDED][PAIRS], offset[FOLDED][PAIRS], packed[TILE];
    const size_t direct = stride_x == 1 ? nx / VL * VL : 0;
    for (size_t row = 0; row < count; row += FOLDED) {
        const size_t rows = count - row < FOLDED ? count - row : FOLDED;
        const size_t y = first + row;
        for (size_t j = 0; j < rows; j++) {
            if (perlin)
                perlin_fold(tile, n, places->distance[y + j], places->fade[y + j], sides, slope[j],
                            offset[j]);
            else
                value_fold(tile, places->fade[y + j], sides, slope[j]);
        }
        for (size_t j = 0; j < rows; j++) {
            real *const to = out + (row + j) * stride_y;
            for (size_t i = 0; i < nx; i += VL) {
                const vreal v = perlin ? perlin_vector(tile, n, slope[j], offset[j], i)
                                       : value_vector(tile, slope[j], i);
                v_store((i < direct ? to : packed) + i, v);
            }
            for (size_t i = direct; i < nx; i++)
                to[i * stride_x] = packed[i];
        }
    }
}

/* How many places from `first` on lie in its cell. */
static size_t same_cell(const int32_t *cell, size_t first, size_t count)
{
    size_t i = first + 1;
    while (i < count && cell[i] == cell[first])
        i++;
    return i - first;
}

/* The part of a box that is a tile along x, y and z, at one place of w: rows of one cell of y at a
 * time, through all z, so that corners are looked up once for each cell of y and z. */
WN_LANE void lattice_tile(const struct tile *tile, const struct places *at_y,
                          const struct places *at_z, const struct outer *w, const OCTAVE *o, int n,
                          int perlin, const size_t *count, const size_t *stride, real *out)
{
    struct cell cell;
    struct side folded[2];
    struct sides sides;
    cell.filled = 0;
    for (int j = 0; j < 2; j++) {
        for (int k = 0; k < 2; k++)
            cell.at[j][k] = &cell.room[2 * j + k];
        sides.x[j] = folded[j].x, sides.y[j] = folded[j].y, sides.rest[j] = folded[j].rest;
    }
    for (size_t y = 0, rows; y < count[1]; y += rows) {
        rows = same_cell(at_y->cell, y, count[1]);
        for (size_t z = 0; z < count[2]; z++) {
            cell_move(&cell, tile, o, n, perlin, w, (uint32_t)at_y->cell[y],
                      n > 2 ? (uint32_t)at_z->cell[z] : 0);
            for (int j = 0; j < 2; j++) {
                if (n > 2)
                    cell_fold(tile, n, perlin, cell.at[j], at_z->distance[z], at_z->fade[z],
                              &folded[j]);
                else
                    sides.x[j] = cell.at[j][0]->x, sides.y[j] = cell.at[j][0]->y;
            }
            lattice_rows(tile, n, perlin, &sides, at_y, y, rows, count[0],
                         out + y * stride[1] + z * stride[2], stride[0], stride[1]);
        }
    }
}

/* Value or Perlin noise of n >= 2 dimensions; n and perlin are constants of the caller. */
WN_LANE void grid_lattice(const OCTAVE *o, int n, int perlin, const BOX *box, real *out)
{
    struct tile tile;
    struct places at_y, at_z;
    struct outer at_w = { { 0 }, 0 };
    const real scale = perlin ? perlin_scale(n) : 1;
    const size_t *const stride = box->stride;
    size_t at[4], count[3];
    for (at[0] = 0; at[0] < box->count[0]; at[0] += count[0]) {
        count[0] = at_most_tile(box->count[0] - at[0]);
        tile_prepare(&tile, o, box->axis[0] + at[0], count[0], scale, 2);
        for (at[1] = 0; at[1] < box->count[1]; at[1] += count[1]) {
            count[1] = at_most_tile(box->count[1] - at[1]);
            places_prepare(&at_y, o, 1, box->axis[1] + at[1], count[1], scale);
            for (at[2] = 0; at[2] < box->count[2]; at[2] += count[2]) {
                count[2] = at_most_tile(box->count[2] - at[2]);
                if (n > 2)
                    places_prepare(&at_z, o, 2, box->axis[2] + at[2], count[2], scale);
                for (at[3] = 0; at[3] < box->count[3]; at[3]++) {
                    if (n > 3)
                        at_w = grid_locate(o, 3, box->axis[3][at[3]]);
                    lattice_tile(&tile, &at_y, &at_z, &at_w, o, n, perlin, count, stride,
                                 out + at[0] * stride[0] + at[1] * stride[1] + at[2] * stride[2] +
                                     at[3] * stride[3]);
                }
            }
        }
    }
}

#define GRID_LATTICE(name, perlin)                                                       \
    WN_NOINLINE static void grid_##name(const OCTAVE *o, int dimensions, const BOX *box, \
                                        real *out)                                       \
    {                                                                                    \
        if (dimensions == 2)                                                             \
            grid_lattice(o, 2, perlin, box, out);                                        \
        else if (dimensions == 3)                                                        \
            grid_lattice(o, 3, perlin, box, out);                                        \
        else                                                                             \
            grid_lattice(o, 4, perlin, box, out);                                        \
    }
GRID_LATTICE(value_noise, 0)
GRID_LATTICE(perlin_noise, 1)

/* ---- Value cubic noise ---- */

/* Values of the columns in plane j (0 to 3) of y, with the axes beyond y folded; the lower planes
 * of their cells are at[k].cell[0], their weights w[k]. */
WN_LANE void cubic_columns(const struct tile *tile, const OCTAVE *o, int n, const struct outer *at,
                           vreal w[][4], int j, real *v)
{
    const real scale = cubic_scale(n);
    const uint32_t row = o->seed ^ (at[1].cell[0] + (uint32_t)(j - 1) * WN_CELL_Y);
    for (int32_t c = 0; c < tile->columns.count; c += VL) {
        const vint x = vi_load(tile->columns.number + c);
        vreal z[4], folded = v_zero();
        for (uint32_t iz = 0; iz < (n > 2 ? 4 : 1); iz++) {
            const uint32_t plane = n > 2 ? row ^ (at[2].cell[0] + (iz - 1) * WN_CELL_Z) : row;
            vreal u[4];
            for (uint32_t iw = 0; iw < (n > 3 ? 4 : 1); iw++) {
                const uint32_t a = n > 3 ? plane ^ (at[3].cell[0] + (iw - 1) * WN_CELL_W) : plane;
                u[iw] = lanes_signed_unit(lanes_cell_hash(vi_xor(x, vi_set1((int32_t)a))), scale);
            }
            z[iz] = n > 3 ? lanes_cubic(w[3], u[0], u[1], u[2], u[3]) : u[0];
        }
        folded = n > 2 ? lanes_cubic(w[2], z[0], z[1], z[2], z[3]) : z[0];
        v_store(v + c, folded);
    }
}

/* Four lattice rows; those of a cell are but one those of the cell before. */
struct cubic_rows {
    ALIGNED real at[4][COLUMNS], *row[4];
    uint32_t cell;
    int filled;
};

/* Brings the rows to a cell of y. */
static void cubic_move(struct cubic_rows *rows, const struct tile *tile, const OCTAVE *o, int n,
                       const struct outer *at, vreal w[][4])
{
    const uint32_t cell = at[1].cell[0];
    if (rows->filled && cell == rows->cell)
        return;
    const int next = rows->filled && cell == rows->cell + WN_CELL_Y;
    real *const lowest = next ? rows->row[0] : rows->at[0];
    for (int j = 0; j < 3; j++)
        rows->row[j] = next ? rows->row[j + 1] : rows->at[j];
    rows->row[3] = next ? lowest : rows->at[3];
    for (int j = next ? 3 : 0; j < 4; j++)
        cubic_columns(tile, o, n, at, w, j, rows->row[j]);
    rows->cell = cell;
    rows->filled = 1;
}

/* The samples of a row from its columns' values. */
static void cubic_samples(const struct tile *tile, real weight[][TILE], const real *folded,
                          size_t count, real *out, size_t stride)
{
    ALIGNED real packed[TILE];
    const size_t direct = stride == 1 ? count / VL * VL : 0;
    for (size_t i = 0; i < count; i += VL) {
        const int32_t c = tile->columns.of[i];
        const int one = tile->columns.spread[i / VL] == ONE_COLUMN;
        vreal v[4], w[4];
        UNROLL for (int k = 0; k < 4; k++)
        {
            v[k] = one ? v_set1(folded[c + k]) : gather_columns(&tile->columns, i, folded, k);
            w[k] = v_load(weight[k] + i);
        }
        v_store((i < direct ? out : packed) + i, lanes_cubic(w, v[0], v[1], v[2], v[3]));
    }
    for (size_t i = direct; i < count; i++)
        out[i * stride] = packed[i];
}

WN_NOINLINE static void grid_value_cubic(const OCTAVE *o, int n, const BOX *box, real *out)
{
    struct tile tile;
    struct cubic_rows rows;
    ALIGNED real folded[FOLDED][COLUMNS], weight[4][TILE];
    for (size_t x = 0; x < box->count[0]; x += TILE) {
        const size_t nx = at_most_tile(box->count[0] - x);
        tile_prepare(&tile, o, box->axis[0] + x, nx, 1, 4);
        for (size_t i = 0; i < nx; i += VL) {
            vreal w[4];
            lanes_cubic_weights(v_load(tile.at.distance + i), w);
            for (int k = 0; k < 4; k++)
                v_store(weight[k] + i, w[k]);
        }
        for (size_t outer = 0; outer < box->count[2] * box->count[3]; outer++) {
            const size_t index[4] = { 0, 0, outer % box->count[2], outer / box->count[2] };
            struct outer at[4] = { { { 0 }, 0 } };
            vreal w[4][4];
            for (int k = 2; k < n; k++) {
                at[k] = grid_locate(o, k, box->axis[k][index[k]]);
                lanes_cubic_weights(v_set1(at[k].t), w[k]);
            }
            real *const plane = out + x * box->stride[0] + index[2] * box->stride[2] +
                index[3] * box->stride[3];
            rows.filled = 0;
            for (size_t y = 0, some; y < box->count[1]; y += some) {
                some = box->count[1] - y < FOLDED ? box->count[1] - y : FOLDED;
                for (size_t j = 0; j < some; j++) {
                    at[1] = grid_locate(o, 1, box->axis[1][y + j]);
                    cubic_move(&rows, &tile, o, n, at, w);
                    lanes_cubic_weights(v_set1(at[1].t), w[1]);
                    for (int32_t c = 0; c < tile.columns.count; c += VL)
                        v_store(folded[j] + c,
                                lanes_cubic(w[1], v_load(rows.row[0] + c), v_load(rows.row[1] + c),
                                            v_load(rows.row[2] + c), v_load(rows.row[3] + c)));
                }
                for (size_t j = 0; j < some; j++)
                    cubic_samples(&tile, weight, folded[j], nx, plane + (y + j) * box->stride[1],
                                  box->stride[0]);
            }
        }
    }
}
