/* SPDX-License-Identifier: MIT */
/*
 * The lattice hash of native noise (scalar/native.h) by statistics, all at fixed seeds: avalanche,
 * independence of neighbouring lattice points and of octaves, balance of the gradients. The limits
 * are those of random numbers: at 6 standard deviations a good hash fails once in 500 million.
 */
#define WN_REAL 64
#include "../scalar/native.h"
#include "check.h"

#include <math.h>
#include <string.h>

static uint32_t hash(uint32_t seed, const int32_t *cell)
{
    uint32_t a = seed;
    for (int k = 0; k < 4; k++)
        a ^= (uint32_t)cell[k] * wn_cell_factor[k];
    return wn_cell_hash(a);
}

static uint32_t seed_of(uint64_t seed, int32_t octave)
{
    return wn_octave_seed(wn_seed_fold(seed), octave, 0);
}

/* What a change of one bit does to the upper 16 bits of the hash, from which gradients are taken:
 * each is to change in half of the cases. `flip` changes one bit of a seed or of a cell. */
static void check_avalanche(const char *what, int bits, uint64_t *state,
                            uint32_t (*flipped)(uint64_t *state, int bit, uint32_t *before))
{
    enum { TRIALS = 40000 };
    double worst = 0;
    for (int bit = 0; bit < bits; bit++) {
        int changes[16] = { 0 };
        for (int i = 0; i < TRIALS; i++) {
            uint32_t before;
            const uint32_t difference = flipped(state, bit, &before) ^ before;
            for (int k = 0; k < 16; k++)
                changes[k] += difference >> (16 + k) & 1;
        }
        for (int k = 0; k < 16; k++) {
            const double off = fabs((double)changes[k] / TRIALS - 0.5);
            worst = off > worst ? off : worst;
        }
    }
    /* A single multiplication is not a cryptographic hash: what matters is that no bit stays, and
     * none always changes. */
    printf("avalanche of %s: at most %.3f off one half\n", what, worst);
    CHECK(worst < 0.02, "%s: an output bit changes in %.3f of the cases", what, 0.5 + worst);
}

static uint32_t flip_seed(uint64_t *state, int bit, uint32_t *before)
{
    const uint64_t seed = check_random(state);
    const int32_t cell[4] = { (int32_t)check_random(state) >> 12,
                              (int32_t)check_random(state) >> 12,
                              (int32_t)check_random(state) >> 12, 0 };
    *before = hash(seed_of(seed, 0), cell);
    return hash(seed_of(seed ^ UINT64_C(1) << bit, 0), cell);
}

/* Cells within 2^16 of the origin; bits 0 to 15 of x, y, z, w. */
static uint32_t flip_cell(uint64_t *state, int bit, uint32_t *before)
{
    const uint32_t seed = seed_of(check_random(state), 0);
    int32_t cell[4];
    for (int k = 0; k < 4; k++)
        cell[k] = (int32_t)(check_random(state) >> 48) - 32768;
    *before = hash(seed, cell);
    cell[bit / 16] ^= 1 << bit % 16;
    return hash(seed, cell);
}

/* Pairs of 12 gradients at two points: chi-square with 143 degrees of freedom, as its distance from
 * the mean in standard deviations. */
struct pairs {
    int64_t count[12][12], total;
};

static void add_pair(struct pairs *p, uint32_t a, uint32_t b)
{
    p->count[(a >> 16) * 12 >> 16][(b >> 16) * 12 >> 16]++;
    p->total++;
}

static double deviation(const struct pairs *p)
{
    const double expected = (double)p->total / 144;
    double chi = 0;
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 12; k++) {
            const double d = (double)p->count[i][k] - expected;
            chi += d * d / expected;
        }
    }
    return (chi - 143) / sqrt(2 * 143);
}

/* Every neighbour within two cells, over blocks of cells around the origin and far from it, each
 * with a seed of its own: one point of a block counts, so that pairs are independent. */
static void check_neighbours(uint64_t *state)
{
    double worst = 0;
    int steps = 0;
    for (int32_t dx = -2; dx <= 2; dx++) {
        for (int32_t dy = -2; dy <= 2; dy++) {
            for (int32_t dz = 0; dz <= 2; dz++) {
                if (!dx && !dy && !dz)
                    continue;
                struct pairs p = { { { 0 } }, 0 };
                for (int i = 0; i < 60000; i++) {
                    const uint32_t seed = seed_of((uint64_t)i, 0); /* seeds in a row, as users do */
                    const int32_t range = i % 2 ? 100 : 1000000;
                    int32_t cell[4] = { 0 };
                    for (int k = 0; k < 3; k++)
                        cell[k] = (int32_t)(check_random(state) >> 40) % range - range / 2;
                    const uint32_t h = hash(seed, cell);
                    cell[0] += dx, cell[1] += dy, cell[2] += dz;
                    add_pair(&p, h, hash(seed, cell));
                }
                const double z = deviation(&p);
                steps++;
                worst = fabs(z) > worst ? fabs(z) : worst;
                CHECK(fabs(z) < 6, "step (%d, %d, %d): chi-square is %.1f deviations off", dx, dy,
                      dz, z);
            }
        }
    }
    printf("%d neighbours: at most %.1f deviations\n", steps, worst);
}

/* The same within one seed, over a whole block: a user looks at one seed. Pairs overlap here, which
 * the limit allows for. */
static void check_block(uint64_t *state)
{
    double worst = 0;
    for (int s = 0; s < 24; s++) {
        const uint32_t seed = seed_of(check_random(state), s % 3);
        static const int32_t steps[][3] = { { 1, 0, 0 },  { 0, 1, 0 }, { 0, 0, 1 }, { 1, 1, 0 },
                                            { 1, -1, 0 }, { 0, 1, 1 }, { 1, 1, 1 }, { 2, 0, 0 } };
        for (size_t d = 0; d < sizeof steps / sizeof *steps; d++) {
            struct pairs p = { { { 0 } }, 0 };
            for (int32_t z = -16; z < 16; z++) {
                for (int32_t y = -32; y < 32; y++) {
                    for (int32_t x = -32; x < 32; x++) {
                        const int32_t a[4] = { x, y, z, 0 };
                        const int32_t b[4] = { x + steps[d][0], y + steps[d][1], z + steps[d][2],
                                               0 };
                        add_pair(&p, hash(seed, a), hash(seed, b));
                    }
                }
            }
            const double z = deviation(&p);
            worst = fabs(z) > worst ? fabs(z) : worst;
            CHECK(fabs(z) < 12, "seed %d, step %zu: chi-square is %.1f deviations off", s, d, z);
        }
    }
    printf("blocks of one seed: at most %.1f deviations\n", worst);
}

/* Octaves at the same cell, and seeds that follow each other. */
static void check_octaves(uint64_t *state)
{
    for (int32_t other = 1; other <= 4; other++) {
        struct pairs octaves = { { { 0 } }, 0 }, seeds = { { { 0 } }, 0 };
        for (int i = 0; i < 60000; i++) {
            const uint64_t seed = i % 2 ? check_random(state) : (uint64_t)i;
            int32_t cell[4] = { 0 };
            for (int k = 0; k < 4; k++)
                cell[k] = (int32_t)(check_random(state) >> 40) % 1000 - 500;
            const uint32_t h = hash(seed_of(seed, 0), cell);
            add_pair(&octaves, h, hash(seed_of(seed, other), cell));
            add_pair(&seeds, h, hash(seed_of(seed + (uint64_t)other, 0), cell));
        }
        CHECK(fabs(deviation(&octaves)) < 6, "octaves 0 and %d: %.1f deviations", other,
              deviation(&octaves));
        CHECK(fabs(deviation(&seeds)) < 6, "seeds %d apart: %.1f deviations", other,
              deviation(&seeds));
    }
}

/* The gradients of 3D add up to zero, also weighted by how often the division chooses each. */
static void check_gradients(void)
{
    int32_t sum[3] = { 0 }, weighted[3] = { 0 }, square[3][3] = { { 0 } };
    for (uint32_t h = 0; h < 65536; h++) {
        for (int k = 0; k < 3; k++)
            weighted[k] += wn_gradient3[h * 12 >> 16][k];
    }
    for (int i = 0; i < 12; i++) {
        for (int k = 0; k < 3; k++) {
            sum[k] += wn_gradient3[i][k];
            for (int j = 0; j < 3; j++)
                square[k][j] += wn_gradient3[i][k] * wn_gradient3[i][j];
        }
    }
    for (int k = 0; k < 3; k++) {
        CHECK(!sum[k] && !weighted[k], "component %d: sum %d, weighted %d", k, sum[k], weighted[k]);
        for (int j = 0; j < 3; j++)
            CHECK(square[k][j] == (j == k ? 32 : 0), "components %d and %d: %d", k, j,
                  square[k][j]);
    }
}

/* Seeds below 2^32 stand for themselves, all others for something else than their low half. */
static void check_fold(uint64_t *state)
{
    for (int i = 0; i < 100000; i++) {
        const uint64_t seed = check_random(state);
        CHECK(wn_seed_fold(seed & UINT32_MAX) == (uint32_t)seed, "%" PRIu64, seed & UINT32_MAX);
        CHECK(!(seed >> 32) || wn_seed_fold(seed) != (uint32_t)seed, "%" PRIu64, seed);
    }
    CHECK(wn_seed_fold(UINT64_MAX) != wn_seed_fold(UINT32_MAX), "-1 in 64 and in 32 bits");
}

/* Steps in cells: fraction and whole number, for any double. */
static void check_split(void)
{
    static const struct {
        double cells, fraction;
        uint32_t whole;
    } cases[] = {
        { 0.0, 0, 0 },
        { -0.0, 0, 0 },
        { 1, 0, 1 },
        { -1, 0, UINT32_MAX },
        { 2.75, 0.75, 2 },
        { -2.75, 0.25, UINT32_MAX - 2 },
        { 0x1p31, 0, 0x80000000u },
        { -0x1p31, 0, 0x80000000u },
        { 0x1p32 + 0.5, 0.5, 0 },
        { 0x1p40 + 3.25, 0.25, 3 },
        { -0x1p40 - 3.25, 0.75, UINT32_MAX - 3 },
        { 0x1p53 + 2, 0, 2 },
        { 0x1p83 + 0x1p31, 0, 0x80000000u },
        { 0x1p84, 0, 0 },
        { -DBL_MAX, 0, 0 },
        { INFINITY, 0, 0 },
        { NAN, 0, 0 },
        { -0x1p-60, 1, UINT32_MAX }, /* all of a cell, rounded */
        { -0.3, 1 - 0.3, UINT32_MAX },
        { 24000000.125, 0.125, 24000000 },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        uint32_t whole = 77;
        const double fraction = wn_split_cells(cases[i].cells, &whole);
        CHECK(fraction == cases[i].fraction && !signbit(fraction) && whole == cases[i].whole,
              "%a: %a and %" PRIu32, cases[i].cells, fraction, whole);
    }
}

int main(void)
{
    uint64_t state = 20020810;
    check_avalanche("seeds", 64, &state, flip_seed);
    check_avalanche("cells", 64, &state, flip_cell);
    check_neighbours(&state);
    check_block(&state);
    check_octaves(&state);
    check_gradients();
    check_fold(&state);
    check_split();
    return check_done("hash");
}
