/* SPDX-License-Identifier: MIT */
/*
 * Fractals over native noise, and domain warp, at one point; compiled once per precision.
 *
 * A fractal's amplitudes are powers of the gain, computed in double when parameters are prepared.
 * Bounding is a factor of them, so that no gain overflows: what is normalised are their ratios to
 * the greatest. Unbounded fractals whose range `real` could not hold are scaled down to LIMIT.
 */
#include "reference.h"

#define ref(name) WN_NAME(wn_ref_##name)
#define LIMIT     (WN_REAL == 64 ? 0x1p1022 : 0x1p126)
#define MAX_REAL  (WN_REAL == 64 ? DBL_MAX : FLT_MAX)

#define mix WN_NAME(wn_mix)

static real absolute(real v)
{
    return v < 0 ? -v : v;
}

static double magnitude(double v)
{
    return v < 0 ? -v : v;
}

/* ---- Preparation ---- */

/*
 * What the results of WN_BOUNDING_AMPLITUDE are kept below 1 by. Let u be half a unit in the last
 * place of 1. |n| <= 1 and weights are 0 to 1 exactly, as rounding is monotonic; so the magnitude
 * of an octave's term is at most that of its amplitude, and what may lift a sum are the roundings
 * of at most 29 additions, of as many in the sum by which amplitudes are divided, and 3 of that
 * quotient: 61 u. The margin is 64 u. One octave needs none, and is the noise itself.
 *
 * In hybrid_multi a term is at most twice the amplitude, which is 128 u; three margins are 192 u.
 */
static double sum_margin(int32_t octaves)
{
    return octaves > 1 ? WN_SCALE_MARGIN : 1;
}

static double hybrid_margin(int32_t octaves)
{
    return octaves > 1 ? WN_SCALE_MARGIN * WN_SCALE_MARGIN * WN_SCALE_MARGIN : 1;
}

/* Powers of the gain, and the same divided by the greatest magnitude among them. The former may
 * become infinite. */
static void powers(double gain, int32_t count, double *plain, double *relative)
{
    double a = 1;
    for (int32_t i = 0; i < count; i++) {
        plain[i] = relative[i] = a;
        a *= gain;
    }
    if (gain >= -1 && gain <= 1)
        return;
    a = gain < 0 && count % 2 == 0 ? -1 : 1;
    for (int32_t i = count - 1; i >= 0; i--) {
        relative[i] = a;
        a /= gain;
    }
}

static void prepare_sum(struct WN_PREP(noise_fractal) * p, int32_t bounding, const double *plain,
                        const double *relative)
{
    double sum = 0, relative_sum = 0;
    for (int32_t i = 0; i < p->octaves; i++) {
        sum += magnitude(plain[i]);
        relative_sum += magnitude(relative[i]);
    }
    const double to = bounding == WN_BOUNDING_NONE ? LIMIT : 1;
    const double scale = to * (sum_margin(p->octaves) / relative_sum);
    const int exact = bounding == WN_BOUNDING_NONE && sum <= LIMIT;
    for (int32_t i = 0; i < p->octaves; i++)
        p->amplitude[i] = (real)(exact ? plain[i] : relative[i] * scale);
}

/*
 * A factor 1 + a n divided by its greatest value is b + c n with b = 1 / (1 + |a|), |c| = 1 - b.
 * It is at most 1 after rounding too: 1 - b is exact or within u / 2 of it. So is their product,
 * and where no |a| is above 1 no factor is negative. Else the least value of the product is that
 * of the least factor, times ones.
 */
static void prepare_multi(struct WN_PREP(noise_fractal) * p, int32_t bounding, const double *plain)
{
    double greatest = 1;
    for (int32_t i = 0; i < p->octaves; i++)
        greatest *= 1 + magnitude(plain[i]);
    const int exact = bounding == WN_BOUNDING_NONE && greatest <= LIMIT;
    double least = 0;
    for (int32_t i = 0; i < p->octaves; i++) {
        const real b = exact ? 1 : (real)(1 / (1 + magnitude(plain[i]))), c = 1 - b;
        p->other[i] = b;
        p->amplitude[i] = exact ? (real)plain[i] : plain[i] < 0 ? -c : c;
        if ((double)(b - c) < least)
            least = (double)(b - c);
    }
    if (bounding == WN_BOUNDING_AMPLITUDE) {
        const double margin = least < 0 ? WN_SCALE_MARGIN : 1;
        p->scale = (real)(margin * 2 / (1 - least));
        p->bias = (real)(margin * -(1 + least) / (1 - least));
    } else if (!exact) {
        p->scale = R(LIMIT);
    }
}

/* The greatest weights are those of n = 1 everywhere, and weights times amplitudes the bounds. */
static void hybrid_range(const struct WN_PREP(noise_fractal) * p, const double *amplitude,
                         double *lower, double *upper)
{
    real weight = 1;
    *lower = *upper = 0;
    for (int32_t i = 0; i < p->octaves; i++) {
        const real level = weight * 2;
        *(amplitude[i] < 0 ? lower : upper) += (double)level * amplitude[i];
        weight = level * p->other[i] < 1 ? level * p->other[i] : 1;
    }
}

static void prepare_hybrid(struct WN_PREP(noise_fractal) * p, int32_t bounding, const double *plain,
                           const double *relative)
{
    const double most = MAX_REAL / 4; /* times a level of 2 it is no infinity */
    for (int32_t i = 0; i < p->octaves; i++) {
        const double a = magnitude(plain[i]);
        p->other[i] = (real)(a < most ? a : most);
    }
    double lower, upper, margin = hybrid_margin(p->octaves);
    hybrid_range(p, plain, &lower, &upper);
    const int exact = bounding == WN_BOUNDING_NONE && upper - lower <= LIMIT;
    hybrid_range(p, relative, &lower, &upper);
    const double scale = (bounding == WN_BOUNDING_NONE ? LIMIT : 2) * (margin / (upper - lower));
    for (int32_t i = 0; i < p->octaves; i++)
        p->amplitude[i] = (real)(exact ? plain[i] : relative[i] * scale);
    if (bounding == WN_BOUNDING_AMPLITUDE)
        p->bias = (real)(margin * -((upper + lower) / (upper - lower)));
}

void WN_NAME(wn_fractal_amplitudes)(struct WN_PREP(noise_fractal) * p, double gain)
{
    double plain[WN_MAX_OCTAVES], relative[WN_MAX_OCTAVES];
    powers(gain, p->octaves, plain, relative);
    p->scale = 1;
    p->bias = 0;
    if (p->fractal == WN_FRACTAL_MULTI)
        prepare_multi(p, p->bounding, plain);
    else if (p->fractal == WN_FRACTAL_HYBRID_MULTI)
        prepare_hybrid(p, p->bounding, plain, relative);
    else
        prepare_sum(p, p->bounding, plain, relative);
}

/* ---- Ranges ---- */

/* What roundings may add to a range, relative to its size: more than 128 u. */
#define SLACK (WN_REAL == 64 ? 0x1p-45 : 0x1p-16)

/*
 * Of a sum: octave i is a_i t + w (what follows), w and t growing together from -1 and 1 -
 * weighted_strength to 1 and 1, or up to the highest fold of ping_pong. So it is linear between
 * them, and the extremes are at the ends.
 */
static void sum_range(const struct WN_PREP(noise_fractal) * p, double *lower, double *upper)
{
    double fold = 1, sum = 0;
    if (p->fractal == WN_FRACTAL_PING_PONG && magnitude((double)p->ping_pong_strength) < 0.5)
        fold = 2 * magnitude((double)p->ping_pong_strength);
    const double low_weight = 1 - (double)p->weighted_strength;
    const double high = 2 * fold - 1, high_weight = 1 - (double)p->weighted_strength * (1 - fold);
    *lower = *upper = 0;
    for (int32_t i = p->octaves - 1; i >= 0; i--) {
        const double a = (double)p->amplitude[i];
        const double l0 = low_weight * *lower - a, l1 = high_weight * *lower + high * a;
        const double u0 = low_weight * *upper - a, u1 = high_weight * *upper + high * a;
        *lower = l0 < l1 ? l0 : l1;
        *upper = u0 > u1 ? u0 : u1;
        sum += magnitude(a);
    }
    /* the sum itself is a bound; normalised ones never leave -1..1, see sum_margin() */
    const double most = sum <= 1 || p->bounding == WN_BOUNDING_AMPLITUDE ? 1
                                                                         : sum / WN_SCALE_MARGIN;
    *lower = *lower - sum * SLACK < -most ? -most : *lower - sum * SLACK;
    *upper = *upper + sum * SLACK > most ? most : *upper + sum * SLACK;
}

static void multi_range(const struct WN_PREP(noise_fractal) * p, double *lower, double *upper)
{
    double low = 1, high = 1;
    for (int32_t i = 0; i < p->octaves; i++) {
        const double a = magnitude((double)p->amplitude[i]), b = (double)p->other[i];
        const double product[4] = { low * (b - a), low * (b + a), high * (b - a), high * (b + a) };
        low = high = product[0];
        for (int k = 1; k < 4; k++) {
            low = product[k] < low ? product[k] : low;
            high = product[k] > high ? product[k] : high;
        }
    }
    /* 0 is exact, for a factor of 0 is */
    *lower = (low - magnitude(low) * SLACK) * (double)p->scale;
    *upper = (high + magnitude(high) * SLACK) * (double)p->scale;
}

void WN_NAME(wn_fractal_range)(const struct WN_PREP(noise_fractal) * p, double *lower,
                               double *upper)
{
    if (p->fractal != WN_FRACTAL_MULTI && p->fractal != WN_FRACTAL_HYBRID_MULTI) {
        sum_range(p, lower, upper);
    } else if (p->bounding == WN_BOUNDING_AMPLITUDE) {
        *lower = -1, *upper = 1;
    } else if (p->fractal == WN_FRACTAL_MULTI) {
        multi_range(p, lower, upper);
    } else {
        double amplitude[WN_MAX_OCTAVES];
        for (int32_t i = 0; i < p->octaves; i++)
            amplitude[i] = (double)p->amplitude[i];
        hybrid_range(p, amplitude, lower, upper);
        const double slack = (*upper - *lower) * SLACK;
        *lower = *lower < 0 ? *lower - slack : 0; /* no negative amplitude: no negative term */
        *upper += slack;
    }
}

/* ---- Fractals ---- */

/* 0 to 1 and back for each 2 of |t|, exactly. */
static real fold(real t)
{
    const real m = absolute(t), rest = m - 2 * ref(floor)(m * R(0.5));
    return rest < 2 - rest ? rest : 2 - rest;
}

/* What a sum adds of an octave's noise; *level: 0 to 1, how high it is. */
static real shaped(const struct WN_PREP(noise_fractal) * p, real n, real *level)
{
    switch (p->fractal) {
    case WN_FRACTAL_BILLOW:
        *level = absolute(n);
        return 2 * *level - 1;
    case WN_FRACTAL_RIDGED:
        *level = 1 - absolute(n);
        return 1 - 2 * absolute(n);
    case WN_FRACTAL_PING_PONG:
        *level = fold((n + 1) * p->ping_pong_strength);
        return 2 * *level - 1;
    default: /* fbm; multi, as its factor */
        *level = (n + 1) * R(0.5);
        return n;
    }
}

static real fractal(const struct WN_PREP(noise_fractal) * p, const real *in)
{
    real point[4];
    WN_NAME(wn_choose_inputs)(&p->inputs, p->basis.dimensions, in, point);
    real sum = R(-0.0), product = 1, weight = 1; /* -0 + v is v, also if v is -0 */
    for (int32_t i = 0; i < p->octaves; i++) {
        const real n = ref(octave)(&p->basis, &p->octave[i], point);
        if (p->fractal == WN_FRACTAL_HYBRID_MULTI) {
            const real level = weight * (n + 1), next = level * p->other[i];
            sum = sum + level * p->amplitude[i];
            weight = next < 1 ? next : 1;
            continue;
        }
        real level;
        const real v = shaped(p, n, &level), a = p->amplitude[i] * weight;
        if (p->fractal == WN_FRACTAL_MULTI)
            product = product * (p->other[i] + a * v);
        else
            sum = sum + a * v;
        weight = weight * mix(1, level, p->weighted_strength);
    }
    if (p->fractal == WN_FRACTAL_HYBRID_MULTI)
        return sum + p->bias;
    return p->fractal == WN_FRACTAL_MULTI ? product * p->scale + p->bias : sum;
}

real ref(fractal1)(const struct WN_PREP(noise_fractal) * p, real x)
{
    return fractal(p, (const real[]) { x });
}

real ref(fractal2)(const struct WN_PREP(noise_fractal) * p, real x, real y)
{
    return fractal(p, (const real[]) { x, y });
}

real ref(fractal3)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z)
{
    return fractal(p, (const real[]) { x, y, z });
}

real ref(fractal4)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z, real w)
{
    return fractal(p, (const real[]) { x, y, z, w });
}

real ref(fractal)(const struct WN_PREP(noise_fractal) * p, real x, real y, real z)
{
    return fractal(p, (const real[]) { x, y, z });
}

/* ---- Warp ---- */

/* Component k of the random vector of a lattice point, times 2^31: never 0, its mean exactly 0. */
static real component(uint32_t h, int n, int k)
{
    const int shift = k * wn_warp_field(n);
    return (real)(int32_t)(h << shift | (shift ? 1u << (shift - 1) : 1));
}

/* The vectors at the corners of the cell, interpolated: the last axis first, x at the end. */
static void gradient_displacement(const struct WN_NAME(wn_octave) * octave, int n,
                                  const real *point, real *d)
{
    struct WN_NAME(wn_position) p[3];
    uint32_t h[8];
    real fade[3];
    for (int k = 0; k < n; k++) {
        p[k] = ref(locate)(octave, k, point[k]);
        fade[k] = WN_NAME(wn_quintic)(p[k].t);
    }
    for (unsigned corner = 0; corner < 1u << n; corner++) {
        uint32_t a = octave->seed;
        for (int k = 0; k < n; k++)
            a ^= p[k].cell + (corner >> k & 1 ? wn_cell_factor[k] : 0);
        h[corner] = wn_warp_hash(wn_cell_hash(a));
    }
    for (int j = 0; j < n; j++) {
        real v[8];
        for (unsigned corner = 0; corner < 1u << n; corner++)
            v[corner] = component(h[corner], n, j);
        for (int k = n - 1; k >= 0; k--) {
            for (unsigned corner = 0; corner < 1u << k; corner++)
                v[corner] = mix(v[corner], v[corner + (1u << k)], fade[k]);
        }
        d[j] = v[0] * R(WN_SCALE_MARGIN * 0x1p-31);
    }
}

/* One octave's displacement at a point, -1 to 1 along each axis. */
static void displacement(const struct WN_PREP(warp) * p, int32_t i, const real *point, real *d)
{
    if (p->warp == WN_WARP_GRADIENT) {
        gradient_displacement(&p->octave[i], p->basis.dimensions, point, d);
        return;
    }
    struct WN_NAME(wn_octave) octave = p->octave[i];
    for (int32_t k = 0; k < p->basis.dimensions; k++) {
        octave.seed = p->axis_seed[i][k];
        d[k] = ref(octave)(&p->basis, &octave, point);
    }
}

static void warp(const struct WN_PREP(warp) * p, const real *in, int inputs, real *out)
{
    const int32_t n = p->basis.dimensions;
    real point[4], total[3] = { R(-0.0), R(-0.0), R(-0.0) }, d[3];
    WN_NAME(wn_choose_inputs)(&p->inputs, n, in, point);
    for (int32_t i = 0; i < p->octaves; i++) {
        displacement(p, i, point, d);
        for (int32_t k = 0; k < n; k++) {
            real *const to = p->mode == WN_WARP_PROGRESSIVE ? &point[k] : &total[k];
            *to = *to + p->amplitude[i] * d[k];
        }
    }
    for (int k = 0; k < inputs; k++)
        out[k] = in[k];
    for (int32_t k = 0; k < n; k++)
        out[p->inputs.axis[k]] = p->mode == WN_WARP_PROGRESSIVE ? point[k] : point[k] + total[k];
}

void ref(warp2)(const struct WN_PREP(warp) * p, real x, real y, real *displaced)
{
    warp(p, (const real[]) { x, y }, 2, displaced);
}

void ref(warp3)(const struct WN_PREP(warp) * p, real x, real y, real z, real *displaced)
{
    warp(p, (const real[]) { x, y, z }, 3, displaced);
}

void ref(warp)(const struct WN_PREP(warp) * p, real x, real y, real z, real *displaced)
{
    warp(p, (const real[]) { x, y, z }, 3, displaced);
}
