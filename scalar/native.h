/* SPDX-License-Identifier: MIT */
/*
 * Native noise (include/widenoise/noise.h) in the precision being compiled: prepared parameters,
 * the lattice hash, and the reference at one point. Included by reference.h.
 */
#ifndef WN_SCALAR_NATIVE_H
#define WN_SCALAR_NATIVE_H

#include "../include/widenoise/noise.h"
#include "real.h"
#include "square_root.h"

#define WN_PREP(shape) WN_NAME(wn_prep_##shape)

#define WN_MAX_OCTAVES 30

/* One octave's lattice: X = c * frequency + shift, and `cell` is added to the number of its cell.
 * For lattices that are not cubic both are made so that they mean a step of whole cells. */
struct WN_NAME(wn_octave) {
    real frequency;
    real shift[4];
    uint32_t cell[4];
    uint32_t seed; /* well mixed, so that it can simply be xored */
};

/* What noise an octave is of. */
struct WN_NAME(wn_basis) {
    int32_t primitive, dimensions;
    int32_t metric, returns, raw; /* cellular */
    real jitter;
    real scale, bias; /* cellular: from distances to results */
};

/* From which input arrays the dimensions are read; 3: w, which is a constant of modules. */
struct WN_NAME(wn_inputs) {
    int32_t axis[4];
    int32_t constant_w;
    real w;
};

struct WN_PREP(noise) {
    struct WN_NAME(wn_basis) basis;
    struct WN_NAME(wn_inputs) inputs;
    struct WN_NAME(wn_octave) octave;
};

struct WN_PREP(noise_fractal) {
    struct WN_NAME(wn_basis) basis;
    struct WN_NAME(wn_inputs) inputs;
    int32_t fractal, octaves, bounding;
    real weighted_strength, ping_pong_strength;
    real amplitude[WN_MAX_OCTAVES]; /* bounding included, where it is linear in them */
    real other[WN_MAX_OCTAVES];     /* multi: what n is added to; hybrid_multi: damping */
    real scale, bias;               /* of the multifractals' result */
    struct WN_NAME(wn_octave) octave[WN_MAX_OCTAVES];
};

struct WN_PREP(warp) {
    struct WN_NAME(wn_basis) basis; /* of WN_WARP_NOISE */
    struct WN_NAME(wn_inputs) inputs;
    int32_t warp, mode, octaves;
    real amplitude[WN_MAX_OCTAVES];
    struct WN_NAME(wn_octave) octave[WN_MAX_OCTAVES];
    uint32_t axis_seed[WN_MAX_OCTAVES][3]; /* WN_WARP_NOISE: the seed of each axis' noise */
};

/* Multipliers of the lattice hash; odd, primes of xxHash. */
#define WN_CELL_X     0x9e3779b1u
#define WN_CELL_Y     0x85ebca77u
#define WN_CELL_Z     0xc2b2ae3du
#define WN_CELL_W     0x165667b1u
#define WN_CELL_FINAL 0x27d4eb2fu
#define WN_WARP_FINAL 0x2c1b3c6du /* of Wellons' search for integer hashes */
static const uint32_t wn_cell_factor[4] = { WN_CELL_X, WN_CELL_Y, WN_CELL_Z, WN_CELL_W };

/*
 * The end of the lattice hash, h = final(seed ^ x X ^ y Y ^ z Z ^ w W). Its upper bits depend on
 * all bits of its argument, the lowest ones on few: take from the top. docs/noise.md tells how it
 * was chosen.
 */
static inline uint32_t wn_cell_hash(uint32_t a)
{
    return (a ^ (a >> 15)) * WN_CELL_FINAL;
}

/* MurmurHash3's finalizer: a permutation of 32-bit numbers, with 0 -> 0. */
static inline uint32_t wn_mix32(uint32_t h)
{
    h = (h ^ (h >> 16)) * 0x85ebca6bu;
    h = (h ^ (h >> 13)) * 0xc2b2ae35u;
    return h ^ (h >> 16);
}

/*
 * The random vectors of WN_WARP_GRADIENT take all their components from one hash, which therefore
 * is mixed once more. Component k counts from bit 31 - k * wn_warp_field(n) down; that the bits
 * below it are the next component's matters less than its resolution.
 */
static inline uint32_t wn_warp_hash(uint32_t h)
{
    return (h ^ (h >> 15)) * WN_WARP_FINAL;
}

static inline int wn_warp_field(int n)
{
    return n == 2 ? 16 : 11;
}

/* 64 bits of seed to 32: those below 2^32 stand for themselves. */
static inline uint32_t wn_seed_fold(uint64_t seed)
{
    return (uint32_t)seed ^ wn_mix32((uint32_t)(seed >> 32));
}

/*
 * How many cells the lattice of octave i + 1 of a fractal lies beside that of octave i, along each
 * dimension, besides the offset: without it all lattices would meet at the origin and, with a whole
 * lacunarity, along every plane of the coarsest one, where Perlin noise is 0; billows and ridges
 * show that as straight lines. M. Roberts' R4 sequence: no two of 30 are near each other.
 */
static const double wn_octave_step[4] = { 0.85667488385450297, 0.73389185662712602,
                                          0.62870672103780874, 0.53859725722361008 };

/* The seed that enters the hash: of an octave, and of an axis of a warp. */
static inline uint32_t wn_octave_seed(uint32_t folded, int32_t octave, int32_t axis)
{
    return wn_mix32(folded + 0x9e3779b9u * (1u + (uint32_t)octave) + 0x7f4a7c15u * (uint32_t)axis);
}

/* Splits a step in cells (double, for both precisions): returns the fraction, 0 to 1. What is too
 * large for a fraction, or infinite, is a multiple of 2^32 and so no step at all. The fraction is
 * never -0, and so a coordinate to which it is added is never -0 either. */
static inline double wn_split_cells(double cells, uint32_t *whole)
{
    *whole = 0;
    if (!(cells > -0x1p84 && cells < 0x1p84))
        return 0;
    double floor = cells, fraction = 0;
    if (cells > -0x1p52 && cells < 0x1p52) {
        floor = (double)(int64_t)cells;
        floor = floor > cells ? floor - 1 : floor;
        fraction = (cells - floor) + 0;
    }
    const double turns = (double)(int64_t)(floor * 0x1p-32); /* towards zero */
    *whole = (uint32_t)(int64_t)(floor - turns * 0x1p32);    /* exact, within 2^32 */
    return fraction;
}

/*
 * Rounding may lift a result above its bound by some units in the last place. So all scales are
 * made smaller by this, which is more than the roundings of any primitive add up to.
 */
#define WN_SCALE_MARGIN (WN_REAL == 64 ? 1 - 0x1p-47 : 1 - 0x1p-18)

/* Greatest values of the unscaled primitives, rounded up in the last decimal; for gradients of unit
 * length in 2D, of components 0 and +-1 in 3D and 4D. tests/prove_bounds.c proves them. */
#define WN_BOUND_PERLIN1        0.5
#define WN_BOUND_PERLIN2        0.66081645401863310
#define WN_BOUND_PERLIN3        1.0363538112118031
#define WN_BOUND_PERLIN4        1.5365823340468203
#define WN_BOUND_CUBIC          1.25 /* to the power of the dimension */
#define WN_BOUND_SIMPLEX1       0.31640625
#define WN_BOUND_SIMPLEX2       0.0098371286287694350
#define WN_BOUND_SIMPLEX3       0.013007157182859352
#define WN_BOUND_SIMPLEX4       0.015929221459014988
#define WN_BOUND_SUPER_SIMPLEX2 0.053821680308179358
#define WN_BOUND_SUPER_SIMPLEX3 0.11054577528484346

/* Gradients of 2D: eight unit vectors, 22.5 degrees off the axes. By bits 31, 30, 29 of the hash:
 * sign of x, sign of y, which of the two is the longer. */
#define WN_COS_22_5 0.92387953251128674
#define WN_SIN_22_5 0.38268343236508977

/* Gradients of 3D: twice the middles of a cube's edges, (hash >> 16) * 12 >> 16. All components
 * are 0, 2 or -2, whose only byte that is not 0 is the highest one, in both precisions: lanes look
 * up that byte. The four vectors that the division favours by 1 in 5461 add up to zero. */
static const int8_t wn_gradient3[12][3] = {
    { 2, 2, 0 },  { 0, 2, 2 },   { 2, 0, 2 },   { -2, -2, 0 }, { 0, -2, 2 }, { 2, 0, -2 },
    { 2, -2, 0 }, { 0, -2, -2 }, { -2, 0, -2 }, { -2, 2, 0 },  { 0, 2, -2 }, { -2, 0, 2 },
};

/* Gradients of 4D: the middles of a tesseract's faces, three components +-1 and one 0. Bits 31 to
 * 28 of the hash are the signs of x, y, z, w (1: -1), bits 27 and 26 the component that is 0. */

/*
 * Gradients of simplex noise in 2D: twelve unit vectors at the multiples of 30 degrees. The lattice
 * has edges at 45, 105 and 165 degrees, so that each vector is 15 degrees off the nearest edge: all
 * are equivalent under the lattice's symmetries, which eight vectors cannot be. Bits 31, 30, 29 of
 * the hash are as above; the others, as a fraction, choose (sqrt(3/4), 1/2) if below 2/3, else
 * (1, 0).
 */
#define WN_COS_30        0.86602540378443865
#define WN_BELOW_2_3     0x15555555
#define WN_FRACTION_MASK 0x1fffffff

/* Skew of simplex lattices: F = (sqrt(n + 1) - 1) / n, and back: G = (1 - 1 / sqrt(n + 1)) / n. */
#define WN_SKEW2   0.36602540378443865
#define WN_SKEW3   (1.0 / 3)
#define WN_SKEW4   0.30901699437494742
#define WN_UNSKEW2 0.21132486540518712
#define WN_UNSKEW3 (1.0 / 6)
#define WN_UNSKEW4 0.13819660112501051

/*
 * Cellular noise. The feature point of a cell is at its centre, moved along each axis by jitter *
 * (field + 0.5) / 2^bits, with a field of the cell's hash, hashed once more by wn_cell_hash(), as a
 * signed number. In 2D fields are bits 31 to 16 (x) and 15 to 0, in 3D 31 to 21 (x), 20 to 10 and
 * 9 to 0. So the mean is the centre, and points of two cells are never the same. With its bits at
 * the top of 32, zeros below, a field is 2^32 times that fraction but for half a step, which is
 * this, and is added to the centre.
 */
#define WN_CELLULAR_HALF_STEP(n, k) ((n) == 2 ? 0x1p-17 : (k) < 2 ? 0x1p-12 : 0x1p-11)

/* The number of a cell, by its steps from the sample's own: less for the one that is the nearest
 * of two at equal distance. Steps are -64 to 63, and floats can hold it. */
#define WN_CELLULAR_NUMBER(x, y, z) (((z)*128 + (y)) * 128 + (x))

/* Edge distances of all borders that are not surely farther than this are computed: twice the
 * least so far + distance to the nearest point, and what covers all roundings. */
#define WN_CELLULAR_EDGE_REACH(edge, nearest) \
    ((((edge) + (edge)) + (nearest)) * R(1.015625) + R(0.015625))

/* The length of a vector by a metric; z = 0 in 2D. */
static inline double wn_cellular_length(int32_t metric, double x, double y, double z)
{
    const double squares = x * x + y * y + z * z, sum = x + y + z;
    const double greater = x > y ? x : y;
    switch (metric) {
    case WN_CELLULAR_EUCLIDEAN:
        return wn_square_root(squares);
    case WN_CELLULAR_EUCLIDEAN_SQUARED:
        return squares;
    case WN_CELLULAR_MANHATTAN:
        return sum;
    case WN_CELLULAR_CHEBYSHEV:
        return greater > z ? greater : z;
    default:
        return squares + sum;
    }
}

static inline double wn_greater(double a, double b)
{
    return a > b ? a : b;
}

/*
 * The least upper bound of what cellular noise returns, unscaled; 1 for what has no distance.
 *
 * Let a sample be at t in its cell, and M(c) the distance to the farthest point of the box in
 * which the feature point of cell c can be: along an axis |c + 0.5 - t| + h with h = jitter / 2.
 * The k-th nearest point is at most as far as the k-th least M, and that far when all points are
 * at those far corners. So Fk's bound is the greatest k-th least M of all t, and that of F1 + F2
 * and F1 * F2 likewise. By symmetry 0 <= t <= 0.5. M is convex in t, so that maxima are where
 * several M are equal:
 *   t = 0, a lattice point: 2^n cells at (a, a, a), a = 0.5 + h;
 *   t = 0.5, a centre: after the cell's own, 2 n neighbours at (1 + h, h, h);
 *   t = (0, 0.5, 0.5), a face: after two at (a, h, h), 4 (in 2D 2) at (a, 1 + h, h);
 *   2D, t = (s, s): after the cell's own and two others, (a + s, a + s) with the s that makes it
 *   equal to (1 + a - s, a - s): the fourth.
 * F2 - F1: the sample is at a feature point or, where its cell's box does not reach, as near to it
 * as can be: F1 is the distance from t to the box. t = 0, t = 0.5, or a corner of the box.
 * Edge: if p is the nearest point to t, q another, v = p - t, w = q - t, and the border is at e:
 * 2 e |w - v| = w^2 - v^2 = (w - v) (w + v) <= |w - v| |w + v|, so q is at least 2 e away from
 * t - v. So are all points but p, of which the second nearest is no farther than F2's bound.
 * Reached for jitter 1, in 2D for all.
 * tests/test_cellular.c maximises numerically and finds the same.
 */
static inline double wn_cellular_bound(int32_t dimensions, int32_t metric, int32_t returns,
                                       double jitter)
{
    const double h = jitter / 2, a = 0.5 + h, rest = 0.5 - h, solid = dimensions == 3;
    if (returns == WN_CELLULAR_EDGE)
        metric = WN_CELLULAR_EUCLIDEAN;
    const double corner = wn_cellular_length(metric, a, a, a * solid);
    const double centre = wn_cellular_length(metric, 1 + h, h, h * solid);
    const double face = wn_cellular_length(metric, a, 1 + h, h * solid);
    const double second = wn_greater(corner, centre), third = wn_greater(second, face);
    switch (returns) {
    case WN_CELLULAR_F1:
        return corner;
    case WN_CELLULAR_F2:
        return second;
    case WN_CELLULAR_F3:
        return third;
    case WN_CELLULAR_F4: {
        const double s = metric <= WN_CELLULAR_EUCLIDEAN_SQUARED ? (1 + 2 * a) / (8 * a + 2)
            : metric == WN_CELLULAR_MANHATTAN                    ? 0.25
            : metric == WN_CELLULAR_CHEBYSHEV                    ? 0
                                                                 : (1 + a) / (4 * a + 3);
        return solid ? third : wn_greater(third, wn_cellular_length(metric, a + s, a + s, 0));
    }
    case WN_CELLULAR_F2_MINUS_F1: {
        const double gap = wn_cellular_length(metric, rest, rest, rest * solid);
        const double box = wn_cellular_length(metric, 1, 2 * h, 2 * h * solid);
        return wn_greater(wn_greater(corner - gap, centre), box);
    }
    case WN_CELLULAR_F1_PLUS_F2:
        return 2 * corner;
    case WN_CELLULAR_F1_TIMES_F2:
        return corner * corner;
    case WN_CELLULAR_EDGE:
        return second / 2;
    default:
        return 1;
    }
}

/* ---- native.c: the cubic lattices, and the choice among primitives ---- */

/* Perlin's quintic, and linear interpolation as native noise does it. */
static inline real WN_NAME(wn_quintic)(real t)
{
    return ((t * 6 - 15) * t + 10) * ((t * t) * t);
}
static inline real WN_NAME(wn_mix)(real a, real b, real t)
{
    return a + t * (b - a);
}

/* Where a point is along one axis of a cubic lattice. */
struct WN_NAME(wn_position) {
    uint32_t cell; /* premultiplied for the hash */
    real t;        /* 0 to 1, from the lower lattice plane */
};
struct WN_NAME(wn_position)
    WN_NAME(wn_ref_locate)(const struct WN_NAME(wn_octave) * octave, int k, real c);

/* A lattice coordinate brought into the range of cell numbers, [-2^31, 2^31), modulo 2^32. */
real WN_NAME(wn_ref_wrapped)(real x);

/* The gradient of a lattice point of n dimensions. */
void WN_NAME(wn_ref_native_gradient)(uint32_t h, int n, real *g);

/* An octave of any primitive at a point of basis->dimensions coordinates. */
real WN_NAME(wn_ref_octave)(const struct WN_NAME(wn_basis) * basis,
                            const struct WN_NAME(wn_octave) * octave, const real *point);

/* The entries of the registry. */
real WN_NAME(wn_ref_noise1)(const struct WN_PREP(noise) * p, real x);
real WN_NAME(wn_ref_noise2)(const struct WN_PREP(noise) * p, real x, real y);
real WN_NAME(wn_ref_noise3)(const struct WN_PREP(noise) * p, real x, real y, real z);
real WN_NAME(wn_ref_noise4)(const struct WN_PREP(noise) * p, real x, real y, real z, real w);
real WN_NAME(wn_ref_noise)(const struct WN_PREP(noise) * p, real x, real y, real z);

/* The coordinates that a module or array call reads, from its inputs. */
static inline void WN_NAME(wn_choose_inputs)(const struct WN_NAME(wn_inputs) * inputs,
                                             int32_t dimensions, const real *in, real *point)
{
    for (int32_t k = 0; k < dimensions; k++)
        point[k] = inputs->axis[k] == 3 && inputs->constant_w ? inputs->w : in[inputs->axis[k]];
}

/* ---- native_simplex.c ---- */
real WN_NAME(wn_ref_simplex_octave)(const struct WN_NAME(wn_octave) * octave, int32_t dimensions,
                                    const real *point);
real WN_NAME(wn_ref_super_simplex_octave)(const struct WN_NAME(wn_octave) * octave,
                                          int32_t dimensions, const real *point);
/* An octave's shift and cells from offset * frequency (double), which it has in cells. */
void WN_NAME(wn_simplex_shift)(struct WN_NAME(wn_octave) * octave, int32_t super,
                               int32_t dimensions, const double *cells);

/* ---- native_cellular.c ---- */
/* Sets scale and bias of a basis whose other fields are set. */
void WN_NAME(wn_cellular_scale)(struct WN_NAME(wn_basis) * basis);
real WN_NAME(wn_ref_cellular_octave)(const struct WN_NAME(wn_basis) * basis,
                                     const struct WN_NAME(wn_octave) * octave, const real *point);

/* ---- native_fractal.c ---- */
real WN_NAME(wn_ref_fractal1)(const struct WN_PREP(noise_fractal) * p, real x);
real WN_NAME(wn_ref_fractal2)(const struct WN_PREP(noise_fractal) * p, real x, real y);
real WN_NAME(wn_ref_fractal3)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z);
real WN_NAME(wn_ref_fractal4)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z,
                              real w);
real WN_NAME(wn_ref_fractal)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z);
void WN_NAME(wn_ref_warp2)(const struct WN_PREP(warp) * p, real x, real y, real *displaced);
void WN_NAME(wn_ref_warp3)(const struct WN_PREP(warp) * p, real x, real y, real z, real *displaced);
void WN_NAME(wn_ref_warp)(const struct WN_PREP(warp) * p, real x, real y, real z, real *displaced);
/* Amplitudes and bounding; octaves, fractal and bounding are set. */
void WN_NAME(wn_fractal_amplitudes)(struct WN_PREP(noise_fractal) * p, double gain);
/* The range of a fractal's results, rigorous and finite, over noise from -1 to 1. */
void WN_NAME(wn_fractal_range)(const struct WN_PREP(noise_fractal) * p, double *lower,
                               double *upper);

#endif
