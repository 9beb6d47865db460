/* SPDX-License-Identifier: MIT */
/*
 * Native noise on cubic lattices at one point, compiled once per precision: value, value cubic,
 * Perlin and white noise in one to four dimensions, and the choice among all primitives.
 *
 * Interpolation folds one axis after the other, the last first and x at the very end. Before the
 * fold over x only the cell of x is needed, not x itself. So all points of a row share these
 * numbers in each column of the lattice, and a grid computes them once (kernels/native_grid_tmpl.h).
 */
#include "reference.h"

#include <string.h>

#define ref(name) WN_NAME(wn_ref_##name)
#define MAX_REAL  (WN_REAL == 64 ? DBL_MAX : FLT_MAX)

real ref(wrapped)(real x)
{
    const real turn = R(0x1p32), half = R(0x1p31);
    if (x > -half && x < half)
        return x;
    if (!(x >= -R(MAX_REAL) && x <= R(MAX_REAL)))
        return x != x ? x : 0;
    const real q = x * R(0x1p-32), whole = R(WN_REAL == 64 ? 0x1p52 : 0x1p23);
    const real turns = q > -whole && q < whole ? (real)(int64_t)q : q;
    const real rest = x - turns * turn; /* exact */
    return rest >= half ? rest - turn : rest < -half ? rest + turn : rest;
}

#define position WN_NAME(wn_position)
#define locate   ref(locate)
#define fade     WN_NAME(wn_quintic)
#define mix      WN_NAME(wn_mix)

struct position locate(const struct WN_NAME(wn_octave) * octave, int k, real c)
{
    const real x = ref(wrapped)(c * octave->frequency + octave->shift[k]);
    const real floor = ref(floor)(x);
    const uint32_t cell = (uint32_t)ref(to_int)(floor) + octave->cell[k];
    return (struct position) { cell * wn_cell_factor[k], x - floor };
}

/* -1 to 1, never 0, so that its mean is exactly 0. */
static real signed_unit(uint32_t h, real scale)
{
    return (real)(int32_t)(h | 1u) * (scale * R(0x1p-31));
}

/* The hash of a corner of the cell: bit k of corner is the step along axis k. */
static uint32_t corner_hash(const struct WN_NAME(wn_octave) * octave, int n,
                            const struct position *p, unsigned corner)
{
    uint32_t a = octave->seed;
    for (int k = 0; k < n; k++)
        a ^= p[k].cell + (corner >> k & 1 ? wn_cell_factor[k] : 0);
    return wn_cell_hash(a);
}

static real value_noise(const struct WN_NAME(wn_octave) * octave, int n, const real *point)
{
    struct position p[4];
    real v[16];
    for (int k = 0; k < n; k++)
        p[k] = locate(octave, k, point[k]);
    for (unsigned corner = 0; corner < 1u << n; corner++)
        v[corner] = signed_unit(corner_hash(octave, n, p, corner), R(WN_SCALE_MARGIN));
    for (int k = n - 1; k >= 0; k--) {
        const real u = fade(p[k].t);
        for (unsigned corner = 0; corner < 1u << k; corner++)
            v[corner] = mix(v[corner], v[corner + (1u << k)], u);
    }
    return v[0];
}

/* Catmull-Rom: the cubic through v[1] (t = 0) and v[2] (t = 1) with the slopes (v[2] - v[0]) / 2
 * and (v[3] - v[1]) / 2. */
static real cubic(const real *v, real t)
{
    const real h = t * R(0.5);
    const real w0 = ((2 - t) * t - 1) * h;
    const real w1 = ((3 * t - 5) * t) * h + 1;
    const real w2 = ((4 - 3 * t) * t + 1) * h;
    const real w3 = ((t - 1) * t) * h;
    return ((w0 * v[0] + w1 * v[1]) + w2 * v[2]) + w3 * v[3];
}

static real value_cubic_noise(const struct WN_NAME(wn_octave) * octave, int n, const real *point)
{
    struct position p[4];
    real v[256];
    real scale = R(WN_SCALE_MARGIN);
    for (int k = 0; k < n; k++) {
        p[k] = locate(octave, k, point[k]);
        scale *= R(1 / WN_BOUND_CUBIC);
    }
    /* digit k of i, to base 4, is the lattice plane of axis k: the cell's own is number 1 */
    for (unsigned i = 0; i < 1u << 2 * n; i++) {
        uint32_t a = octave->seed;
        for (int k = 0; k < n; k++)
            a ^= p[k].cell + ((i >> 2 * k & 3) - 1) * wn_cell_factor[k];
        v[i] = signed_unit(wn_cell_hash(a), scale);
    }
    for (int k = n - 1; k >= 0; k--) {
        const unsigned step = 1u << 2 * k;
        for (unsigned i = 0; i < step; i++) {
            const real four[4] = { v[i], v[i + step], v[i + 2 * step], v[i + 3 * step] };
            v[i] = cubic(four, p[k].t);
        }
    }
    return v[0];
}

static real white_noise(const struct WN_NAME(wn_octave) * octave, int n, const real *point)
{
    struct position p[4];
    real nothing = 0; /* NaN if a coordinate is */
    for (int k = 0; k < n; k++) {
        p[k] = locate(octave, k, point[k]);
        nothing += p[k].t * 0;
    }
    return signed_unit(corner_hash(octave, n, p, 0), R(WN_SCALE_MARGIN)) + nothing;
}

void ref(native_gradient)(uint32_t h, int n, real *g)
{
    switch (n) {
    case 1:
        g[0] = signed_unit(h, 1);
        break;
    case 2: {
        const real longer = R(WN_COS_22_5), shorter = R(WN_SIN_22_5);
        const real x = h >> 29 & 1 ? shorter : longer, y = h >> 29 & 1 ? longer : shorter;
        g[0] = h >> 31 & 1 ? -x : x;
        g[1] = h >> 30 & 1 ? -y : y;
        break;
    }
    case 3:
        for (int k = 0; k < 3; k++)
            g[k] = wn_gradient3[(h >> 16) * 12 >> 16][k];
        break;
    default:
        for (unsigned k = 0; k < 4; k++)
            g[k] = (h >> 26 & 3) == k ? R(0) : h >> (31 - k) & 1 ? R(-1) : R(1);
    }
}

/* 1 over the greatest value that the gradients could reach. */
static real perlin_scale(int n)
{
    switch (n) {
    case 1:
        return R(WN_SCALE_MARGIN / WN_BOUND_PERLIN1);
    case 2:
        return R(WN_SCALE_MARGIN / WN_BOUND_PERLIN2);
    case 3:
        return R(WN_SCALE_MARGIN / (2 * WN_BOUND_PERLIN3));
    default:
        return R(WN_SCALE_MARGIN / WN_BOUND_PERLIN4);
    }
}

static real perlin_noise(const struct WN_NAME(wn_octave) * octave, int n, const real *point)
{
    struct position p[4];
    real g[16][4], rest[16]; /* gradients, and what the axes folded so far have given */
    for (int k = 0; k < n; k++)
        p[k] = locate(octave, k, point[k]);
    for (unsigned corner = 0; corner < 1u << n; corner++)
        ref(native_gradient)(corner_hash(octave, n, p, corner), n, g[corner]);
    const real scale = perlin_scale(n);
    for (int k = n - 1; k >= 0; k--) {
        /* the distances to the two lattice planes, in units that make the bound 1 */
        const real d0 = p[k].t * scale, d1 = d0 - scale, u = fade(p[k].t);
        for (unsigned a = 0; a < 1u << k; a++) {
            const unsigned b = a + (1u << k);
            const real dot0 = g[a][k] * d0, dot1 = g[b][k] * d1;
            rest[a] = k == n - 1 ? mix(dot0, dot1, u) : mix(dot0 + rest[a], dot1 + rest[b], u);
            for (int j = 0; j < k; j++)
                g[a][j] = mix(g[a][j], g[b][j], u);
        }
    }
    return rest[0];
}

real ref(octave)(const struct WN_NAME(wn_basis) * basis, const struct WN_NAME(wn_octave) * octave,
                 const real *point)
{
    switch (basis->primitive) {
    case WN_PRIMITIVE_VALUE:
        return value_noise(octave, basis->dimensions, point);
    case WN_PRIMITIVE_VALUE_CUBIC:
        return value_cubic_noise(octave, basis->dimensions, point);
    case WN_PRIMITIVE_PERLIN:
        return perlin_noise(octave, basis->dimensions, point);
    case WN_PRIMITIVE_SIMPLEX:
        return ref(simplex_octave)(octave, basis->dimensions, point);
    case WN_PRIMITIVE_SUPER_SIMPLEX:
        return ref(super_simplex_octave)(octave, basis->dimensions, point);
    case WN_PRIMITIVE_CELLULAR:
        return ref(cellular_octave)(basis, octave, point);
    default:
        return white_noise(octave, basis->dimensions, point);
    }
}

/* ---- The entries of the registry ---- */

static real noise(const struct WN_PREP(noise) * p, const real *in)
{
    real point[4];
    WN_NAME(wn_choose_inputs)(&p->inputs, p->basis.dimensions, in, point);
    return ref(octave)(&p->basis, &p->octave, point);
}

real ref(noise1)(const struct WN_PREP(noise) * p, real x)
{
    return noise(p, (const real[]) { x });
}

real ref(noise2)(const struct WN_PREP(noise) * p, real x, real y)
{
    return noise(p, (const real[]) { x, y });
}

real ref(noise3)(const struct WN_PREP(noise) * p, real x, real y, real z)
{
    return noise(p, (const real[]) { x, y, z });
}

real ref(noise4)(const struct WN_PREP(noise) * p, real x, real y, real z, real w)
{
    return noise(p, (const real[]) { x, y, z, w });
}

real ref(noise)(const struct WN_PREP(noise) * p, real x, real y, real z)
{
    return noise(p, (const real[]) { x, y, z });
}
