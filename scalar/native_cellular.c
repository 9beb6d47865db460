/* SPDX-License-Identifier: MIT */
/*
 * Cellular noise at one point, compiled once per precision. Which cells it searches is of no
 * consequence: all that can matter are searched. Feature points are relative to the sample, whose
 * cell has the number 0, so that they are as precise far away as they are at the origin.
 */
#include "reference.h"

#define ref(name) WN_NAME(wn_ref_##name)
#define MAX_REAL  (WN_REAL == 64 ? DBL_MAX : FLT_MAX)

static real absolute(real x)
{
    return x < 0 ? -x : x;
}

static real greater(real a, real b)
{
    return a > b ? a : b;
}

static real lesser(real a, real b)
{
    return a < b ? a : b;
}

static real square_root(real x)
{
    return (real)wn_square_root(x); /* of a float: rounding twice is rounding once */
}

/* A sample, and what is to be found of it. */
struct sample {
    int n;
    real scale;       /* from a field to a feature point */
    real half;        /* half the width of the box in which feature points are */
    real centre[3];   /* of such a box, and half a step of its field */
    real t[3];        /* 0 to 1, from the lower lattice planes */
    real floor[3];    /* the lower lattice planes */
    uint32_t cell[3]; /* premultiplied for the hash */
    uint32_t seed;
};

struct feature {
    uint32_t hash;
    real at[3];       /* from the centre of its cell */
    real relative[3]; /* from the sample */
};

/* The feature point of the cell that is d steps away. */
static struct feature feature_of(const struct sample *s, const int32_t *d)
{
    struct feature f;
    uint32_t a = s->seed;
    for (int k = 0; k < s->n; k++)
        a ^= s->cell[k] + (uint32_t)d[k] * wn_cell_factor[k];
    const uint32_t h = f.hash = wn_cell_hash(wn_cell_hash(a));
    const uint32_t plane[2] = { h & 0xffff0000, h << 16 };
    const uint32_t solid[3] = { h & 0xffe00000, h << 11 & 0xffe00000, h << 22 };
    for (int k = 0; k < s->n; k++) {
        f.at[k] = (real)(int32_t)(s->n == 2 ? plane[k] : solid[k]) * s->scale;
        f.relative[k] = (((real)d[k] + s->centre[k]) - s->t[k]) + f.at[k];
    }
    return f;
}

static real sum_of_squares(int n, const real *r)
{
    return n == 2 ? r[0] * r[0] + r[1] * r[1] : r[0] * r[0] + (r[1] * r[1] + r[2] * r[2]);
}

/* The distance by a metric, Euclidean ones squared. */
static real distance(int n, int32_t metric, const real *r)
{
    const real x = absolute(r[0]), y = absolute(r[1]), z = n == 3 ? absolute(r[2]) : 0;
    switch (metric) {
    case WN_CELLULAR_MANHATTAN:
        return x + (y + z);
    case WN_CELLULAR_CHEBYSHEV:
        return greater(x, greater(y, z));
    case WN_CELLULAR_HYBRID:
        return sum_of_squares(n, r) + (x + (y + z));
    default:
        return sum_of_squares(n, r);
    }
}

/* How near the cells of a ring (radius steps away along one axis at least) can be, along an axis.
 * Since rounding keeps order, no distance computed of such a cell is less than one of this. */
static real ring_nearest(const struct sample *s, int32_t radius)
{
    real nearest = MAX_REAL;
    for (int k = 0; k < s->n; k++) {
        const real upper = ((real)radius + s->centre[k]) - s->t[k];
        const real lower = ((real)-radius + s->centre[k]) - s->t[k];
        nearest = lesser(lesser(upper - s->half, -lower - s->half), nearest);
    }
    return nearest;
}

/* The next cell of a ring. Ring 1 is the 3^n cells around the sample, the others are hollow. */
static int next_cell(int n, int32_t radius, int32_t *d)
{
    do {
        int k = 0;
        while (k < n && d[k] == radius)
            d[k++] = -radius;
        if (k == n)
            return 0;
        d[k]++;
    } while (radius > 1 && d[0] > -radius && d[0] < radius && d[1] > -radius && d[1] < radius &&
             d[2] > -radius && d[2] < radius);
    return 1;
}

#define FIRST_CELL(n, radius)                          \
    {                                                  \
        -(radius), -(radius), (n) == 3 ? -(radius) : 0 \
    }

/* The nearest points: four distances, and the first one's cell. */
struct nearest {
    real d[4];
    int32_t cell[3];
};

static struct nearest find_nearest(const struct sample *s, int32_t metric, int count)
{
    struct nearest found = { { MAX_REAL, MAX_REAL, MAX_REAL, MAX_REAL }, { 0 } };
    for (int32_t radius = 1;; radius++) {
        int32_t d[3] = FIRST_CELL(s->n, radius);
        do {
            const struct feature f = feature_of(s, d);
            real v = distance(s->n, metric, f.relative);
            const int32_t *const best = found.cell;
            if (v < found.d[0] ||
                (v == found.d[0] &&
                 WN_CELLULAR_NUMBER(d[0], d[1], d[2]) <
                     WN_CELLULAR_NUMBER(best[0], best[1], best[2])))
                for (int k = 0; k < 3; k++)
                    found.cell[k] = d[k];
            for (int i = 0; i < count; i++) {
                const real worse = greater(v, found.d[i]);
                found.d[i] = lesser(v, found.d[i]);
                v = worse;
            }
        } while (next_cell(s->n, radius, d));
        const real next = ring_nearest(s, radius + 1), along[3] = { next };
        if (!(found.d[count - 1] >= distance(s->n, metric, along)))
            return found;
    }
}

/* The distance from the sample to the nearest border of the cell that it is in; borders are half
 * way between the nearest point and each other one. */
static real edge_distance(const struct sample *s)
{
    const struct nearest found = find_nearest(s, WN_CELLULAR_EUCLIDEAN, 1);
    const struct feature p = feature_of(s, found.cell);
    const real nearest = square_root(found.d[0]);
    real least = MAX_REAL; /* squared */
    for (int32_t radius = 1;; radius++) {
        int32_t d[3] = FIRST_CELL(s->n, radius);
        do {
            if (d[0] == found.cell[0] && d[1] == found.cell[1] && d[2] == found.cell[2])
                continue;
            const struct feature q = feature_of(s, d);
            real between[3] = { 0 };
            for (int k = 0; k < s->n; k++)
                between[k] = q.relative[k] - p.relative[k];
            const real a = (sum_of_squares(s->n, q.relative) - found.d[0]) * R(0.5);
            least = lesser((a * a) / sum_of_squares(s->n, between), least);
        } while (next_cell(s->n, radius, d));
        const real edge = square_root(least);
        if (!(WN_CELLULAR_EDGE_REACH(edge, nearest) >= ring_nearest(s, radius + 1)))
            return edge;
    }
}

/* Of the nearest point's cell: its value, its id, or where its point is along an axis. */
static real cell_result(const struct WN_NAME(wn_basis) * basis,
                        const struct WN_NAME(wn_octave) * octave, const struct sample *s)
{
    const struct nearest found = find_nearest(s, basis->metric, 1);
    const struct feature f = feature_of(s, found.cell);
    const uint32_t h = wn_cell_hash(f.hash);
    if (basis->returns == WN_CELLULAR_VALUE)
        return (real)(int32_t)(h | 1u) * (R(WN_SCALE_MARGIN) * R(0x1p-31));
    if (basis->returns == WN_CELLULAR_ID)
        return (real)(int32_t)(h >> 8);
    /* From the lattice plane, not from the sample, so that all of a cell get the same number. */
    const int k = basis->returns - WN_CELLULAR_X;
    const real x = (s->floor[k] + (real)found.cell[k]) + (s->centre[k] + f.at[k]);
    if (octave->frequency == 0)
        return 0;
    const real coordinate = (x - octave->shift[k]) / octave->frequency;
    return greater(lesser(coordinate, R(MAX_REAL)), -R(MAX_REAL));
}

static real result(const struct WN_NAME(wn_basis) * basis, const struct WN_NAME(wn_octave) * octave,
                   const struct sample *s)
{
    const int32_t returns = basis->returns;
    if (returns >= WN_CELLULAR_VALUE && returns <= WN_CELLULAR_Z)
        return cell_result(basis, octave, s);
    real v;
    if (returns == WN_CELLULAR_EDGE) {
        v = edge_distance(s);
    } else {
        const int count = returns == WN_CELLULAR_F1                  ? 1
            : returns == WN_CELLULAR_F3 || returns == WN_CELLULAR_F4 ? 4
                                                                     : 2;
        struct nearest f = find_nearest(s, basis->metric, count);
        if (basis->metric == WN_CELLULAR_EUCLIDEAN) {
            for (int i = 0; i < count; i++)
                f.d[i] = square_root(f.d[i]);
        }
        v = returns == WN_CELLULAR_F2_MINUS_F1   ? f.d[1] - f.d[0]
            : returns == WN_CELLULAR_F1_PLUS_F2  ? f.d[0] + f.d[1]
            : returns == WN_CELLULAR_F1_TIMES_F2 ? f.d[0] * f.d[1]
            : returns != WN_CELLULAR_F1_OVER_F2  ? f.d[returns]
            : f.d[1] == 0                        ? 1
                                                 : f.d[0] / f.d[1];
    }
    return v * basis->scale + basis->bias;
}

real ref(cellular_octave)(const struct WN_NAME(wn_basis) * basis,
                          const struct WN_NAME(wn_octave) * octave, const real *point)
{
    struct sample s = { .n = basis->dimensions, .seed = octave->seed };
    real nothing = 0; /* NaN if a coordinate is */
    s.scale = basis->jitter * R(0x1p-32);
    s.half = s.scale * R(0x1p31);
    for (int k = 0; k < s.n; k++) {
        const real x = ref(wrapped)(point[k] * octave->frequency + octave->shift[k]);
        s.floor[k] = ref(floor)(x);
        s.t[k] = x - s.floor[k];
        s.cell[k] = ((uint32_t)ref(to_int)(s.floor[k]) + octave->cell[k]) * wn_cell_factor[k];
        s.centre[k] = R(0.5) + basis->jitter * R(WN_CELLULAR_HALF_STEP(s.n, k));
        nothing += s.t[k] * 0;
    }
    return nothing != nothing ? nothing : result(basis, octave, &s) + nothing;
}

void WN_NAME(wn_cellular_scale)(struct WN_NAME(wn_basis) * basis)
{
    const int32_t returns = basis->returns;
    basis->scale = 1;
    basis->bias = 0;
    if (basis->primitive != WN_PRIMITIVE_CELLULAR || basis->raw ||
        (returns >= WN_CELLULAR_VALUE && returns <= WN_CELLULAR_Z))
        return;
    const double bound = wn_cellular_bound(basis->dimensions, basis->metric, returns,
                                           basis->jitter);
    /* a quotient of two rounded numbers of which the first is not greater needs no margin */
    const double margin = returns == WN_CELLULAR_F1_OVER_F2 ? 1 : WN_SCALE_MARGIN;
    basis->scale = (real)(2 / bound * margin);
    basis->bias = -1;
}
