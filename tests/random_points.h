/* SPDX-License-Identifier: MIT */
/* Seeded random coordinates and values in the precision being compiled, with edges among them. */
#ifndef WN_TESTS_RANDOM_POINTS_H
#define WN_TESTS_RANDOM_POINTS_H

#include "../scalar/real.h"
#include "random_params.h"

#define VALUE_MAX (WN_REAL == 64 ? DBL_MAX : (double)FLT_MAX)

static inline real random_bits(uint64_t *state)
{
    real v;
    const uint64_t bits = check_random(state);
    memcpy(&v, &bits, sizeof v);
    return v;
}

static inline real next_to(real v, int up)
{
#if WN_REAL == 64
    return nextafter(v, up ? INFINITY : -INFINITY);
#else
    return nextafterf(v, up ? INFINITY : -INFINITY);
#endif
}

/* Some representable numbers away from v. */
static inline real near(uint64_t *state, real v)
{
    const uint32_t steps = random_below(state, 4), up = random_below(state, 2);
    for (uint32_t k = 0; k < steps; k++)
        v = next_to(v, (int)up);
    return v;
}

static inline real ordinary(uint64_t *state)
{
    static const double scales[] = { 1, 1, 2, 10, 1000, 1e5 };
    const double scale = scales[random_below(state, sizeof scales / sizeof *scales)];
    return (real)check_uniform(state, -scale, scale);
}

/* Where lattices and comparisons turn, and small numbers. */
static inline real mild_edge(uint64_t *state, const struct any_params *p)
{
    const real whole = (real)((int32_t)random_below(state, 41) - 20);
    switch (random_below(state, 8)) {
    case 0:
        return whole;
    case 1:
        return whole + R(0.5);
    case 2:
    case 3:
        return near(state, whole);
    case 4:
        return random_below(state, 2) ? 0 : R(-0.0);
    case 5: /* denormal */
        return (real)(WN_REAL == 64 ? 0x1p-1074 : 0x1p-149) * (real)random_below(state, 1000) *
            (random_below(state, 2) ? 1 : -1);
    case 6: /* any exponent below 1 */
        return (real)ldexp(check_uniform(state, -1, 1), -(int)random_below(state, 300));
    default:
        return p->turns ? near(state, (real)p->turn[random_below(state, (uint32_t)p->turns)])
                        : near(state, whole / (real)p->frequency);
    }
}

/* Where the integers of the lattice end. */
static inline real far_edge(uint64_t *state, const struct any_params *p)
{
    static const double ends[] = { 0x1p30, 0x1p31, 0x1p31 - 4, 0x1p32, 1e15, 0x1p53, 0x1p24, 1e30 };
    double v = ends[random_below(state, sizeof ends / sizeof *ends)];
    switch (random_below(state, 4)) {
    case 0:
        v += (int32_t)random_below(state, 21) - 10;
        break;
    case 1:
        v += check_uniform(state, -8, 8);
        break;
    case 2:
        v = WN_REAL == 64 ? 1e300 : 1e38;
        break;
    }
    if (random_below(state, 2))
        v = -v;
    if (random_below(state, 2) && p->frequency != 0)
        v /= p->frequency;
    return v > VALUE_MAX ? (real)VALUE_MAX
        : v < -VALUE_MAX ? (real)-VALUE_MAX
                         : near(state, (real)v);
}

static inline real no_number(uint64_t *state)
{
    const uint32_t k = random_below(state, 4);
    return k == 0 ? (real)INFINITY
        : k == 1  ? (real)-INFINITY
        : k == 2  ? (real)NAN
                  : random_bits(state);
}

/* One point: ordinary, with some edges, or with one far or impossible coordinate, so that most
 * results are numbers and every lane has neighbours of all kinds. */
static inline void random_point(uint64_t *state, const struct any_params *p, real *point,
                                uint32_t count)
{
    const uint32_t kind = random_below(state, 20);
    for (uint32_t k = 0; k < count; k++)
        point[k] = kind >= 4 && kind < 14 && random_below(state, 2) ? mild_edge(state, p)
                                                                    : ordinary(state);
    const uint32_t odd = random_below(state, count);
    static const double corners[] = { 0.0, -0.0, 1, -1, 2, -2 };
    if (kind == 0)
        point[odd] = no_number(state);
    else if (kind < 4)
        point[odd] = far_edge(state, p);
    else if (kind == 4)
        for (uint32_t k = 0; k < count; k++)
            point[k] = random_bits(state);
    else if (kind == 5)
        for (uint32_t k = 0; k < count; k++)
            point[k] = R(corners[random_below(state, 6)]);
}

#endif
