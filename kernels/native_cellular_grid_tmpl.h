/* SPDX-License-Identifier: MIT */
/*
 * Cellular noise over grids. Reference: scalar/native_cellular.c.
 *
 * The feature points of the cells around a tile of samples are computed once for each cell of the
 * outer axes, a list for each row of cells, with an entry for each column of the lattice. For a few
 * rows of samples at a time those are chosen that can be among the nearest to any of a column's
 * samples: of each point the least and the greatest distance to them are known, and no sample's k-th
 * nearest point is farther than the k-th least of the greatest ones. Since rounding keeps order, this
 * is true of computed distances too. The 3^n cells around a sample's own are looked at in this way;
 * where that is not enough, the rings beyond are searched as for points.
 *
 * Axis k of a box is dimension k of the noise here, and stride[0] need not be 1.
 */

enum {
    CELLULAR_COLUMNS = 384 / sizeof(real),     /* of a tile: a multiple of all VL */
    CELLULAR_ROOM = CELLULAR_COLUMNS + 2 * VL, /* whole vectors are read from any column on */
    CELLULAR_ROWS = 8,                         /* of samples at a time */
    CELLULAR_PAIR = 2 * VL,                    /* samples at a time */
};

/* Coordinates of an axis in the lattice, as in struct cellular_place. */
struct cellular_axis {
    ALIGNED real t[TILE];
    real floor[TILE], nothing[TILE];
    int32_t cell[TILE];
};

/* A value for each column, for each row of cells around: row 3 (z + 1) + y + 1, or y + 1. */
typedef real cellular_lists[9][CELLULAR_ROOM];

struct cellular_grid {
    const BASIS *basis;
    const OCTAVE *octave;
    cellular_rings_function *rings;
    struct cellular_lattice lattice;
    real centre[3];
    int dimensions, rows; /* of cells: 3 or 9 */
    int32_t number[27];   /* of the cells around: 3 row + x + 1 */
    struct cellular_axis axis[3];
    struct columns columns;
    ALIGNED real least[CELLULAR_ROOM];
    real most[CELLULAR_ROOM]; /* t of the samples that begin with a column */
    /* feature points, from the middles of their boxes, of the cells y and z of samples */
    cellular_lists x, y, z;
    uint32_t cell_y, cell_z;
    int filled;
    /* what is computed at a time: count samples of n rows, from y[first] on, at z[plane] */
    size_t count, first, n, plane;
    cellular_lists rest[CELLULAR_ROWS];    /* of the rows; then sums, by the hybrid metric */
    ALIGNED int32_t choice[CELLULAR_ROOM]; /* bits as in number[] */
    uint32_t chosen[TILE / CELLULAR_PAIR]; /* by any of a pair's samples */
    real *out;
    size_t stride[2];
};

/* Fills the rest of a pair like its last sample, not to be in its way. */
static void cellular_axis_pad(struct cellular_axis *axis, size_t count)
{
    for (size_t i = count; i % CELLULAR_PAIR; i++) {
        axis->t[i] = axis->t[count - 1];
        axis->floor[i] = axis->floor[count - 1];
        axis->nothing[i] = axis->nothing[count - 1];
        axis->cell[i] = axis->cell[count - 1];
    }
}

static void cellular_axis_prepare(struct cellular_axis *to, const OCTAVE *o, int k,
                                  const real *axis, size_t count)
{
    /* an octave of one axis */
    const OCTAVE own = { .frequency = o->frequency, .shift = { o->shift[k] } };
    for (size_t i = 0; i < count; i += VL) {
        vreal x[1] = { count - i >= VL ? v_load(axis + i) : load_tail(axis + i, count - i) };
        const struct cellular_place p = cellular_place(&own, 1, x);
        v_store(to->t + i, p.t[0]);
        v_store(to->floor + i, p.floor[0]);
        v_store(to->nothing + i, p.nothing);
        vi_store(to->cell + i, lanes_cell_number(o, k, p.floor[0]));
    }
}

/* Prepares samples along x. Returns how many of them if they need too many columns. */
static size_t cellular_tile(struct cellular_grid *g, const real *axis, size_t count)
{
    struct cellular_axis *const x = &g->axis[0];
    cellular_axis_prepare(x, g->octave, 0, axis, count);
    count = list_columns(&g->columns, x->cell, count, 3, CELLULAR_COLUMNS);
    cellular_axis_pad(x, count);
    for (int32_t c = 0; c < g->columns.count; c++)
        g->least[c] = 1, g->most[c] = 0;
    for (size_t i = 0; i < count; i++) {
        const int32_t c = g->columns.of[i];
        g->least[c] = x->t[i] < g->least[c] ? x->t[i] : g->least[c];
        g->most[c] = x->t[i] > g->most[c] ? x->t[i] : g->most[c];
    }
    g->filled = 0;
    return count;
}

static int cellular_step_y(const struct cellular_grid *g, int row)
{
    return g->dimensions == 3 ? row % 3 - 1 : row - 1;
}
static int cellular_step_z(const struct cellular_grid *g, int row)
{
    return g->dimensions == 3 ? row / 3 - 1 : 0;
}

/* Has the feature points around some cell of y and z. */
static void cellular_fill(struct cellular_grid *g, uint32_t y, uint32_t z)
{
    if (g->filled && y == g->cell_y && z == g->cell_z)
        return;
    g->filled = 1;
    g->cell_y = y, g->cell_z = z;
    for (int row = 0; row < g->rows; row++) {
        uint32_t a = g->octave->seed ^ (y + (uint32_t)cellular_step_y(g, row) * WN_CELL_Y);
        if (g->dimensions == 3)
            a ^= z + (uint32_t)cellular_step_z(g, row) * WN_CELL_Z;
        for (int32_t c = 0; c < g->columns.count; c += VL) {
            const vint h = vi_xor(vi_load(g->columns.number + c), vi_set1((int32_t)a));
            vreal offset[3];
            if (g->dimensions == 3) {
                cellular_offsets(&g->lattice, 3, lanes_cell_hash(lanes_cell_hash(h)), offset);
                v_store(g->z[row] + c, offset[2]);
            } else {
                cellular_offsets(&g->lattice, 2, lanes_cell_hash(lanes_cell_hash(h)), offset);
            }
            v_store(g->x[row] + c, offset[0]);
            v_store(g->y[row] + c, offset[1]);
        }
    }
}

/* cellular_base() of one sample. */
static real cellular_way(const struct cellular_grid *g, int k, int steps, real t)
{
    return ((real)steps + g->centre[k]) - t;
}

/* Least and greatest of what lies between two numbers, without their signs. */
WN_LANE void cellular_between(vreal lower, vreal upper, vreal *gap, vreal *reach)
{
    *gap = v_max(v_max(lower, v_neg(upper)), v_zero());
    *reach = v_max(v_abs(lower), v_abs(upper));
}

/* Along z; two dimensions are as three where this is 0. */
WN_LANE vreal cellular_along_z(const struct cellular_grid *g, int row, int32_t c)
{
    if (g->dimensions == 2)
        return v_zero();
    const real way = cellular_way(g, 2, cellular_step_z(g, row), g->axis[2].t[g->plane]);
    return v_add(v_set1(way), v_load(g->z[row] + c));
}

/* Chooses for each column; metric and keep are constants of the caller. */
WN_LANE void cellular_choose(struct cellular_grid *g, int metric, int keep)
{
    const real *const t = g->axis[1].t + g->first;
    real least_t = t[0], most_t = t[0];
    for (size_t j = 1; j < g->n; j++) {
        least_t = t[j] < least_t ? t[j] : least_t;
        most_t = t[j] > most_t ? t[j] : most_t;
    }
    for (int32_t c = 0; c < g->columns.count; c += VL) {
        struct cellular_nearest greatest = cellular_none();
        vreal least[27];
        for (int i = 0; i < 3 * g->rows; i++) {
            const int row = i / 3, x = i % 3, y = cellular_step_y(g, row);
            const vreal middle = v_add(v_set1((real)(x - 1)), g->lattice.centre[0]);
            const vreal fx = v_load(g->x[row] + c + x), fy = v_load(g->y[row] + c + x);
            vreal gap[3], reach[3];
            cellular_between(v_add(v_sub(middle, v_load(g->most + c)), fx),
                             v_add(v_sub(middle, v_load(g->least + c)), fx), &gap[0], &reach[0]);
            cellular_between(v_add(v_set1(cellular_way(g, 1, y, most_t)), fy),
                             v_add(v_set1(cellular_way(g, 1, y, least_t)), fy), &gap[1], &reach[1]);
            gap[2] = reach[2] = cellular_along_z(g, row, c + x);
            least[i] = cellular_distance(3, metric, gap);
            cellular_insert(keep ? keep : 1, &greatest, cellular_distance(3, metric, reach), 0);
        }
        const vreal limit = cellular_limit(keep, &greatest);
        vint choice = vi_set1(0);
        for (int i = 0; i < 3 * g->rows; i++)
            choice = vi_or(choice, vi_select(v_le(least[i], limit), vi_set1(1 << i), vi_set1(0)));
        vi_store(g->choice + c, choice);
    }
    for (size_t i = 0; i < g->count; i += CELLULAR_PAIR) {
        uint32_t chosen = 0;
        for (int32_t c = g->columns.of[i]; c <= g->columns.of[i + CELLULAR_PAIR - 1]; c++)
            chosen |= (uint32_t)g->choice[c];
        g->chosen[i / CELLULAR_PAIR] = chosen;
    }
}

/* What y and z give to the distances of each row. */
WN_LANE void cellular_rests(struct cellular_grid *g, int metric)
{
    for (size_t j = 0; j < g->n; j++) {
        const real t = g->axis[1].t[g->first + j];
        for (int row = 0; row < g->rows; row++) {
            const vreal way = v_set1(cellular_way(g, 1, cellular_step_y(g, row), t));
            for (int32_t c = 0; c < g->columns.count; c += VL) {
                vreal sum;
                const vreal r[3] = { v_zero(), v_add(way, v_load(g->y[row] + c)),
                                     cellular_along_z(g, row, c) };
                v_store(g->rest[j][row] + c, cellular_rest(3, metric, r, &sum));
                if (metric == WN_CELLULAR_HYBRID)
                    v_store(g->rest[CELLULAR_ROWS / 2 + j][row] + c, sum);
            }
        }
    }
}

/* A list's entries for a vector of samples, x columns on; spread: of all vectors at hand. */
WN_LANE vreal cellular_entries(const struct columns *columns, int spread, size_t i,
                               const real *list, int x)
{
    const int32_t first = columns->of[i];
    if (spread == ONE_COLUMN)
        return v_set1(list[first + x]);
    const vint index = vi_load(columns->of + i);
    if (spread == MANY_COLUMNS)
        return v_lookup(list + x, index);
    return v_permute(v_load(list + first + x), vi_sub(index, vi_set1(first)));
}

/* The nearest of the chosen points to a pair of vectors of row j. */
WN_LANE void cellular_among(const struct cellular_grid *g, int metric, int keep, int spread,
                            size_t j, size_t i, struct cellular_nearest *to)
{
    struct cellular_nearest found[2] = { cellular_none(), cellular_none() };
    const vreal t[2] = { v_load(g->axis[0].t + i), v_load(g->axis[0].t + i + VL) };
    for (uint32_t bits = g->chosen[i / CELLULAR_PAIR]; bits; bits &= bits - 1) {
        const int at = wn_lowest_bit(bits), row = at / 3, x = at % 3;
        const vreal middle = v_add(v_set1((real)(x - 1)), g->lattice.centre[0]);
        UNROLL for (int k = 0; k < 2; k++)
        {
            const size_t p = spread == ONE_COLUMN ? i : i + (size_t)k * VL;
            const vreal offset = cellular_entries(&g->columns, spread, p, g->x[row], x);
            const vreal rest = cellular_entries(&g->columns, spread, p, g->rest[j][row], x);
            const vreal sum = metric == WN_CELLULAR_HYBRID
                ? cellular_entries(&g->columns, spread, p, g->rest[CELLULAR_ROWS / 2 + j][row], x)
                : rest;
            const vreal dx = v_add(v_sub(middle, t[k]), offset);
            cellular_insert(keep, &found[k], cellular_joined(metric, dx, rest, sum),
                            keep ? 0 : g->number[at]);
        }
    }
    to[0] = found[0], to[1] = found[1];
}

/* From the nearest of the cells around to results. */
WN_LANE void cellular_finish(const struct cellular_grid *g, int n, int metric, int keep, size_t i,
                             struct cellular_place *place, vreal nothing,
                             struct cellular_nearest *found, real *out)
{
    const size_t left = g->count - i;
    place->t[0] = v_load(g->axis[0].t + i);
    place->floor[0] = v_load(g->axis[0].floor + i);
    place->cell[0] = vi_load(g->axis[0].cell + i);
    place->nothing = v_add(v_load(g->axis[0].nothing + i), nothing);
    const vreal gap[3] = { cellular_ring_gap(&g->lattice, place, n, 2), v_zero(), v_zero() };
    if (cellular_matters(n, metric, keep, gap, found))
        g->rings(&g->lattice, place, 2, found);
    const vreal v = cellular_result(g->basis, g->octave, &g->lattice, place, n, metric, keep,
                                    found);
    if (g->stride[0] == 1 && left >= VL) {
        v_store(out + i, v);
    } else if (g->stride[0] == 1) {
        store_tail(out + i, v, left);
    } else {
        real lanes[VL];
        v_store(lanes, v);
        for (size_t k = 0; k < VL && k < left; k++)
            out[(i + k) * g->stride[0]] = lanes[k];
    }
}

/* Some rows of samples; metric and keep are constants of the caller. */
WN_LANE void cellular_rows(struct cellular_grid *g, int metric, int keep)
{
    if (g->n * g->count >= (size_t)g->columns.count * 4) {
        cellular_choose(g, metric, keep);
    } else { /* to choose would cost more than to look at all */
        for (size_t i = 0; i < g->count; i += CELLULAR_PAIR)
            g->chosen[i / CELLULAR_PAIR] = (UINT32_C(1) << 3 * g->rows) - 1;
    }
    cellular_rests(g, metric);
    struct cellular_place place;
    for (size_t j = 0; j < g->n; j++) {
        vreal nothing = v_zero();
        for (int k = 1; k < g->dimensions; k++) {
            const size_t at = k == 1 ? g->first + j : g->plane;
            place.t[k] = v_set1(g->axis[k].t[at]);
            place.floor[k] = v_set1(g->axis[k].floor[at]);
            place.cell[k] = vi_set1(g->axis[k].cell[at]);
            nothing = v_add(nothing, v_set1(g->axis[k].nothing[at]));
        }
        real *const out = g->out + j * g->stride[1];
        for (size_t i = 0; i < g->count; i += CELLULAR_PAIR) {
            struct cellular_nearest found[2];
            const int first = g->columns.spread[i / VL], second = g->columns.spread[i / VL + 1];
            if (g->columns.of[i] == g->columns.of[i + CELLULAR_PAIR - 1])
                cellular_among(g, metric, keep, ONE_COLUMN, j, i, found);
            else if (first == MANY_COLUMNS || second == MANY_COLUMNS)
                cellular_among(g, metric, keep, MANY_COLUMNS, j, i, found);
            else
                cellular_among(g, metric, keep, FEW_COLUMNS, j, i, found);
            for (size_t k = 0; k < 2 && i + k * VL < g->count; k++) {
                if (g->dimensions == 2)
                    cellular_finish(g, 2, metric, keep, i + k * VL, &place, nothing, &found[k],
                                    out);
                else
                    cellular_finish(g, 3, metric, keep, i + k * VL, &place, nothing, &found[k],
                                    out);
            }
        }
    }
}

#define CELLULAR_ROWS_OF(metric, keep)                                \
    static void cellular_rows_##metric##keep(struct cellular_grid *g) \
    {                                                                 \
        cellular_rows(g, WN_CELLULAR_##metric, keep);                 \
    }
#define CELLULAR_ROWS_OF_METRIC(metric) \
    CELLULAR_ROWS_OF(metric, 0)         \
    CELLULAR_ROWS_OF(metric, 1)         \
    CELLULAR_ROWS_OF(metric, 2)         \
    CELLULAR_ROWS_OF(metric, 4)
CELLULAR_ROWS_OF_METRIC(EUCLIDEAN_SQUARED)
CELLULAR_ROWS_OF_METRIC(MANHATTAN)
CELLULAR_ROWS_OF_METRIC(CHEBYSHEV)
CELLULAR_ROWS_OF_METRIC(HYBRID)

typedef void cellular_rows_function(struct cellular_grid *g);
#define CELLULAR_ROWS_ENTRIES(metric)                                                    \
    {                                                                                    \
        cellular_rows_##metric##0, cellular_rows_##metric##1, cellular_rows_##metric##2, \
            cellular_rows_##metric##4,                                                   \
    }
static cellular_rows_function *const cellular_rows_functions[4][4] = {
    CELLULAR_ROWS_ENTRIES(EUCLIDEAN_SQUARED),
    CELLULAR_ROWS_ENTRIES(MANHATTAN),
    CELLULAR_ROWS_ENTRIES(CHEBYSHEV),
    CELLULAR_ROWS_ENTRIES(HYBRID),
};

/* All places of the axes beyond x for the samples of a tile; out: of its first sample. */
static void cellular_tile_rows(struct cellular_grid *g, struct cellular_kind kind, const BOX *box,
                               real *out)
{
    const int hybrid = kind.metric == WN_CELLULAR_HYBRID - WN_CELLULAR_EUCLIDEAN_SQUARED;
    const size_t most = hybrid ? CELLULAR_ROWS / 2 : CELLULAR_ROWS;
    const struct cellular_axis *const y = &g->axis[1], *const z = &g->axis[2];
    size_t at[3], count[3];
    for (at[1] = 0; at[1] < box->count[1]; at[1] += count[1]) {
        count[1] = at_most_tile(box->count[1] - at[1]);
        cellular_axis_prepare(&g->axis[1], g->octave, 1, box->axis[1] + at[1], count[1]);
        for (at[2] = 0; at[2] < box->count[2]; at[2] += count[2]) {
            count[2] = at_most_tile(box->count[2] - at[2]);
            if (g->dimensions == 3)
                cellular_axis_prepare(&g->axis[2], g->octave, 2, box->axis[2] + at[2], count[2]);
            for (size_t first = 0, same; first < count[1]; first += same) {
                same = same_cell(y->cell, first, count[1]);
                for (g->plane = 0; g->plane < count[2]; g->plane++) {
                    cellular_fill(g, (uint32_t)y->cell[first],
                                  g->dimensions == 3 ? (uint32_t)z->cell[g->plane] : 0);
                    for (size_t j = 0; j < same; j += g->n) {
                        g->first = first + j;
                        g->n = same - j < most ? same - j : most;
                        g->out = out + (at[1] + g->first) * box->stride[1] +
                            (at[2] + g->plane) * box->stride[2];
                        cellular_rows_functions[kind.metric][kind.keep](g);
                    }
                }
            }
        }
    }
}

WN_NOINLINE static void grid_cellular(const BASIS *basis, const OCTAVE *o, const BOX *box,
                                      real *out)
{
    const struct cellular_kind kind = cellular_kind(basis);
    struct cellular_grid g; /* large: set where it is used */
    g.basis = basis;
    g.octave = o;
    g.rings = cellular_search(basis, kind)->rings;
    g.dimensions = basis->dimensions;
    g.rows = g.dimensions == 3 ? 9 : 3;
    g.lattice = basis->dimensions == 3 ? cellular_lattice(basis, o, 3)
                                       : cellular_lattice(basis, o, 2);
    for (int k = 0; k < g.dimensions; k++)
        g.centre[k] = cellular_centre(basis, g.dimensions, k);
    for (int i = 0; i < 3 * g.rows; i++)
        g.number[i] = WN_CELLULAR_NUMBER(i % 3 - 1, cellular_step_y(&g, i / 3),
                                         cellular_step_z(&g, i / 3));
    g.stride[0] = box->stride[0], g.stride[1] = box->stride[1];
    for (size_t x = 0; x < box->count[0]; x += g.count) {
        g.count = cellular_tile(&g, box->axis[0] + x, at_most_tile(box->count[0] - x));
        cellular_tile_rows(&g, kind, box, out + x * box->stride[0]);
    }
}
