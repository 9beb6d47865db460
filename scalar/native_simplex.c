/* SPDX-License-Identifier: MIT */
/*
 * Simplex noise in one to four dimensions and super simplex noise in two and three at one point,
 * compiled once per precision.
 *
 * Both are sums over lattice points of (R^2 - r^2)^4 (g . d), where d is the way from the lattice
 * point, r its length and g the lattice point's gradient, as far as r < R. The kernel has three
 * continuous derivatives, and so has the noise, since every lattice point within R is in the sum.
 *
 * The lattice is A_n* (K. Perlin, "Noise hardware", 2001; S. Gustavson, "Simplex noise
 * demystified", 2005): the skew x + F (x + y + ...) makes it the cubic lattice, of which sorting
 * the coordinates splits each cell into n! simplices. In 1D it is the whole numbers. Coordinates
 * are skewed, then split into cell and fraction, and all the rest is of the fractions alone. So far
 * from the origin, where coordinates are coarse, the noise is still continuous across cells.
 */
#include "reference.h"

#define ref(name) WN_NAME(wn_ref_##name)

/* A point in the cells of its lattice. */
struct place {
    uint32_t cell[4]; /* not yet multiplied for the hash */
    real t[4];        /* 0 to 1, from the cell's lowest corner */
};

static real skew_factor(int n)
{
    return n == 2 ? R(WN_SKEW2) : n == 3 ? R(WN_SKEW3) : R(WN_SKEW4);
}

static real unskew_factor(int n)
{
    return n == 2 ? R(WN_UNSKEW2) : n == 3 ? R(WN_UNSKEW3) : R(WN_UNSKEW4);
}

static real sum_of(int n, const real *x)
{
    real sum = x[0];
    for (int k = 1; k < n; k++)
        sum += x[k];
    return sum;
}

/* turned: half a turn round the diagonal x = y = z instead of the skew. */
static struct place locate(const struct WN_NAME(wn_octave) * octave, int n, int turned,
                           const real *point)
{
    struct place p = { 0 };
    real x[4] = { 0 };
    for (int k = 0; k < n; k++)
        x[k] = ref(wrapped)(point[k] * octave->frequency + octave->shift[k]);
    const real s = sum_of(n, x) * (turned ? R(2.0 / 3) : skew_factor(n));
    for (int k = 0; k < n; k++) {
        /* wrapped once more, for the skew makes numbers greater */
        const real c = n == 1 ? x[k] : ref(wrapped)(turned ? s - x[k] : x[k] + s);
        const real floor = ref(floor)(c);
        p.cell[k] = (uint32_t)ref(to_int)(floor) + octave->cell[k];
        p.t[k] = c - floor;
    }
    return p;
}

static uint32_t vertex_hash(const struct WN_NAME(wn_octave) * octave, int n, const uint32_t *cell)
{
    uint32_t a = octave->seed;
    for (int k = 0; k < n; k++)
        a ^= cell[k] * wn_cell_factor[k];
    return wn_cell_hash(a);
}

static real square_length(int n, const real *d)
{
    real sum = d[0] * d[0];
    for (int k = 1; k < n; k++)
        sum += d[k] * d[k];
    return sum;
}

/* A lattice point's gradient, times d. Those of 2D are simplex noise's own, the others Perlin
 * noise's. */
static real dot_gradient(uint32_t h, int n, const real *d)
{
    if (n == 2) {
        const real x = h >> 31 & 1 ? -d[0] : d[0], y = h >> 30 & 1 ? -d[1] : d[1];
        const real longer = h >> 29 & 1 ? y : x, shorter = h >> 29 & 1 ? x : y;
        const int slanted = (h & WN_FRACTION_MASK) < WN_BELOW_2_3;
        return slanted ? R(WN_COS_30) * longer + R(0.5) * shorter : longer;
    }
    real g[4];
    ref(native_gradient)(h, n, g);
    real dot = g[0] * d[0];
    for (int k = 1; k < n; k++)
        dot += g[k] * d[k];
    return dot;
}

/* What a lattice point at -d adds; rest: R^2 - r^2. */
static real contribution(uint32_t h, int n, const real *d, real rest)
{
    const real t = rest > 0 ? rest : 0, t2 = t * t;
    return (t2 * t2) * dot_gradient(h, n, d);
}

static real simplex_scale(int n)
{
    switch (n) {
    case 1:
        return R(WN_SCALE_MARGIN / WN_BOUND_SIMPLEX1);
    case 2:
        return R(WN_SCALE_MARGIN / WN_BOUND_SIMPLEX2);
    case 3:
        return R(WN_SCALE_MARGIN / (2 * WN_BOUND_SIMPLEX3));
    default:
        return R(WN_SCALE_MARGIN / WN_BOUND_SIMPLEX4);
    }
}

/* R^2 = 1: both neighbours. */
static real simplex1(const struct WN_NAME(wn_octave) * octave, const real *point)
{
    const struct place p = locate(octave, 1, 0, point);
    real sum = 0;
    for (uint32_t i = 0; i < 2; i++) {
        const uint32_t cell = p.cell[0] + i;
        const real d = p.t[0] - (real)i;
        const real v = contribution(vertex_hash(octave, 1, &cell), 1, &d, 1 - d * d);
        sum = i ? sum + v : v;
    }
    return sum * simplex_scale(1);
}

/*
 * R^2 = 1/2: the corners of the simplex that a point is in. No other lattice point is near enough:
 * the simplices around a lattice point fill what lies between the hyperplanes s_i = +-1 and
 * s_i - s_j = +-1 of the skewed coordinates s from there. In real space all of them are at the
 * distance sqrt(1/2), since s_i = x . (e_i + F 1), a vector of the length sqrt(1 + 2F + n F^2) =
 * sqrt(2), and s_i - s_j = x_i - x_j. For the same reason it is of no importance how equal
 * coordinates are sorted: the corner that one or the other order adds is at this distance.
 */
real ref(simplex_octave)(const struct WN_NAME(wn_octave) * octave, int32_t dimensions,
                         const real *point)
{
    const int n = dimensions;
    if (n == 1)
        return simplex1(octave, point);
    const struct place p = locate(octave, n, 0, point);
    const real s = sum_of(n, p.t) * unskew_factor(n);
    real first[4];
    int rank[4] = { 0 };
    for (int k = 0; k < n; k++) {
        first[k] = p.t[k] - s;
        for (int j = 0; j < k; j++)
            p.t[j] > p.t[k] ? rank[j]++ : rank[k]++;
    }
    real sum = 0;
    /* from corner to corner one step along each axis, in the order of the fractions */
    for (int corner = 0; corner <= n; corner++) {
        const double back = corner * (n == 2 ? WN_UNSKEW2 : n == 3 ? WN_UNSKEW3 : WN_UNSKEW4);
        uint32_t cell[4];
        real d[4] = { 0 };
        for (int k = 0; k < n; k++) {
            const int step = rank[k] >= n - corner;
            cell[k] = p.cell[k] + (step ? 1 : 0);
            d[k] = first[k] - (step ? R(1 - back) : R(-back));
        }
        const real v = contribution(vertex_hash(octave, n, cell), n, d,
                                    R(0.5) - square_length(n, d));
        sum = corner ? sum + v : v;
    }
    return sum * simplex_scale(n);
}

/*
 * R^2 = 2/3, the length of the triangles' edges squared: the three corners of the triangle that a
 * point is in, and the corner of at most one of its three neighbours. For the circle around the
 * corner beyond an edge passes through the edge's ends, where it makes an angle of 30 degrees with
 * the edge and so touches the circle of the next edge: what the circles cut off from the triangle
 * is apart, and in each piece the barycentric coordinate that is 0 on that edge is the least. All
 * further lattice points are an edge's length away at least.
 *
 * In the cell's half t0 > t1 the corners are (0, 0), (1, 0), (1, 1), the barycentric coordinates
 * 1 - t0, t0 - t1, t1, and the corners beyond the opposite edges (2, 1), (0, 1), (0, -1). The other
 * half is the same with the axes exchanged.
 */
static real super_simplex2(const struct WN_NAME(wn_octave) * octave, const real *point)
{
    const struct place p = locate(octave, 2, 0, point);
    const real s = sum_of(2, p.t) * unskew_factor(2);
    const int major = p.t[0] > p.t[1] ? 0 : 1, minor = 1 - major;
    const real upper = 1 - p.t[major], middle = p.t[major] - p.t[minor], lower = p.t[minor];
    const int far = lower < upper ? (lower < middle ? -1 : 0) : (upper < middle ? 1 : 0);
    /* steps along the major and the minor axis */
    const int steps[4][2] = {
        { 0, 0 },
        { 1, 1 },
        { 1, 0 },
        { far > 0 ? 2 : 0, far < 0 ? -1 : 1 },
    };
    real sum = 0;
    for (int i = 0; i < 4; i++) {
        const int a = steps[i][0], b = steps[i][1];
        const double back = (a + b) * WN_UNSKEW2;
        uint32_t cell[2];
        real d[2];
        cell[major] = p.cell[major] + (uint32_t)a;
        cell[minor] = p.cell[minor] + (uint32_t)b;
        d[major] = (p.t[major] - s) - R(a - back);
        d[minor] = (p.t[minor] - s) - R(b - back);
        const real v = contribution(vertex_hash(octave, 2, cell), 2, d,
                                    R(2.0 / 3) - square_length(2, d));
        sum = i ? sum + v : v;
    }
    return sum * R(WN_SCALE_MARGIN / WN_BOUND_SUPER_SIMPLEX2);
}

static real magnitude(real x)
{
    return x < 0 ? -x : x;
}

/*
 * One of the two cubic lattices that the body-centred cubic lattice consists of, R^2 = 3/4: `near`
 * is its point that is nearest along each axis, `far` the next one on the other side; d is the way
 * from `near`, with |d_k| <= 1/2; second: the number of the lattice.
 *
 * All else is beyond R, and of the eight points at near_k or far_k four are enough. With v_k =
 * 1 - 2 |d_k|, which is 0 to 1, and S the axes along which a point is far,
 *     2 (R^2 - r^2) = (sum of the v not in S) - (sum of the v in S) - (v . v) / 2.
 * This is positive for S or for its complement, never for both. It is not for all axes, so their
 * complement, the nearest point, is one of the four; and for each axis there is the point that is
 * far along it or the one that is far along the other two, whichever is less far.
 */
static real half_of_bcc(const struct WN_NAME(wn_octave) * octave, const uint32_t *near,
                        const uint32_t *far, uint32_t second, const real *d)
{
    struct WN_NAME(wn_octave) lattice = *octave;
    lattice.seed ^= second * WN_CELL_W; /* it is numbered along a fourth axis */
    real v[3], beyond[3];
    for (int k = 0; k < 3; k++) {
        v[k] = 1 - 2 * magnitude(d[k]);
        beyond[k] = d[k] - (d[k] < 0 ? R(-1) : R(1));
    }
    const real rest = R(0.75) - square_length(3, d);
    real sum = contribution(vertex_hash(&lattice, 3, near), 3, d, rest);
    for (int axis = 0; axis < 3; axis++) {
        const real others = v[(axis + 1) % 3] + v[(axis + 2) % 3];
        const int alone = v[axis] < others;
        uint32_t cell[3];
        real e[3];
        for (int k = 0; k < 3; k++) {
            const int is_far = (k == axis) == alone;
            cell[k] = is_far ? far[k] : near[k];
            e[k] = is_far ? beyond[k] : d[k];
        }
        sum += contribution(vertex_hash(&lattice, 3, cell), 3, e,
                            rest - (alone ? v[axis] : others));
    }
    return sum;
}

/*
 * The body-centred cubic lattice, which is A_3*: points at whole numbers, and points at whole
 * numbers and a half. It is turned half way round the diagonal (OpenSimplex2S, K.jpg 2017), which
 * maps x, y, z to 2/3 (x + y + z) - x and so on, so that no plane of two coordinates is one of the
 * lattice. Gradients are of the turned coordinates.
 */
static real super_simplex3(const struct WN_NAME(wn_octave) * octave, const real *point)
{
    const struct place p = locate(octave, 3, 1, point);
    uint32_t near[3], far[3], beyond[3];
    real d[3], e[3];
    for (int k = 0; k < 3; k++) {
        const int upper = p.t[k] >= R(0.5);
        near[k] = p.cell[k] + (upper ? 1 : 0);
        far[k] = p.cell[k] + (upper ? 0 : 1);
        d[k] = p.t[k] - (upper ? R(1) : R(0));
        beyond[k] = p.cell[k] + (upper ? 1 : UINT32_MAX);
        e[k] = p.t[k] - R(0.5);
    }
    const real sum = half_of_bcc(octave, near, far, 0, d) +
        half_of_bcc(octave, p.cell, beyond, 1, e);
    return sum * R(WN_SCALE_MARGIN / (2 * WN_BOUND_SUPER_SIMPLEX3));
}

real ref(super_simplex_octave)(const struct WN_NAME(wn_octave) * octave, int32_t dimensions,
                               const real *point)
{
    return dimensions == 2 ? super_simplex2(octave, point) : super_simplex3(octave, point);
}

/*
 * The offset is skewed (or turned) as coordinates are. Whole steps there are steps of the lattice
 * and enter the cells; the fraction is turned back into a shift in real space. This may be negative
 * by less than one step along all axes at once, which is one of (1 - n G) in real space: it is
 * added to all of them then. No shift is -0, and none is there without an offset.
 */
void WN_NAME(wn_simplex_shift)(struct WN_NAME(wn_octave) * octave, int32_t super,
                               int32_t dimensions, const double *cells)
{
    const int n = dimensions, turned = super && n == 3;
    if (n == 1) {
        octave->shift[0] = (real)wn_split_cells(cells[0], &octave->cell[0]);
        return;
    }
    const double skew = n == 2 ? WN_SKEW2 : n == 3 ? WN_SKEW3 : WN_SKEW4;
    const double unskew = n == 2 ? WN_UNSKEW2 : n == 3 ? WN_UNSKEW3 : WN_UNSKEW4;
    double sum = 0, rest[4], rest_sum = 0;
    for (int k = 0; k < n; k++)
        sum += cells[k];
    for (int k = 0; k < n; k++) {
        rest[k] = wn_split_cells(turned ? sum * (2.0 / 3) - cells[k] : cells[k] + sum * skew,
                                 &octave->cell[k]);
        rest_sum += rest[k];
    }
    int negative = 0;
    for (int k = 0; k < n; k++) {
        rest[k] = turned ? rest_sum * (2.0 / 3) - rest[k] : rest[k] - rest_sum * unskew;
        negative |= rest[k] < 0;
    }
    for (int k = 0; k < n; k++) {
        octave->cell[k] -= negative ? 1 : 0;
        const double shift = rest[k] + (negative ? turned ? 1 : 1 - n * unskew : 0);
        octave->shift[k] = (real)(shift > 0 ? shift : 0);
    }
}
