/* SPDX-License-Identifier: MIT */
/*
 * sm.noise: the rows of tests/golden/sm_noise.csv, the published vectors of Philox4x32-10, each
 * tier's integer and random functions bit for bit against the scalar reference (those in the
 * registry's shape are checked by check_kernels too), what the header promises of values and
 * errors, and statistics at fixed seeds.
 *
 *   test_sm_noise [--isa NAME] [--seed N] [--repeat N] [--quick] [--print]
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64 part.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "../scalar/math.h"
#include "../scalar/sm_noise.h"
#include "options.h"

#include <widenoise/widenoise.h>

#include <float.h>
#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

int test_sm_noise_f32(const struct check_options *o);
int test_sm_noise_f64(const struct check_options *o);

#define call(name)  WN_NAME(wn_sm_##name)
#define point(name) WN_NAME(wn_sm_##name##_point)
#define TABLE(tier) ((tier)->WN_PASTE(f, WN_REAL)->sm)

enum { MOST = 700, EDGE = 8 }; /* elements of a call; elements before it that must not change */

static uint64_t state;
static const char *isa_name;

static uint64_t bits_of(real v)
{
#if WN_REAL == 64
    return check_bits64(v);
#else
    return check_bits32(v);
#endif
}

static uint32_t below(uint32_t n)
{
    return (uint32_t)((check_random(&state) >> 32) * n >> 32);
}

/* ---- Arrays that end where memory does ---- */

static char *rooms[6];
static size_t room_size;

static void make_rooms(void)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    room_size = ((MOST + 2 * EDGE) * sizeof(double) + page - 1) / page * page;
    for (size_t k = 0; k < 6; k++) {
        rooms[k] = mmap(NULL, room_size + page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (rooms[k] == MAP_FAILED || mprotect(rooms[k], room_size, PROT_READ | PROT_WRITE)) {
            printf("no memory for the tests\n");
            exit(1);
        }
    }
}

/* Room k for n elements, `gap` elements before its end; all of it set to a pattern. */
static void *room(size_t k, size_t n, size_t size, size_t gap)
{
    memset(rooms[k], 0xa5, room_size);
    return rooms[k] + room_size - (n + gap) * size;
}

/* Whether a room still has its pattern beside n elements. */
static int clean(size_t k, size_t n, size_t size, size_t gap)
{
    const size_t from = room_size - (n + gap) * size, to = room_size - gap * size;
    for (size_t i = 0; i < room_size; i++) {
        if ((i < from || i >= to) && (unsigned char)rooms[k][i] != 0xa5)
            return 0;
    }
    return 1;
}

/* Sizes around vectors and chunks, then any. */
static size_t size_of_call(size_t round)
{
    static const size_t sizes[] = { 127, 128, 129, 255, 256, 257, 384, 511, MOST };
    return round < 70    ? round
        : round < 70 + 9 ? sizes[round - 70]
        : round % 2      ? below(MOST + 1)
                         : below(70);
}

/* Where slices start: anywhere, where the block's number carries, and at the end of the stream. */
static uint64_t start_of_call(size_t n)
{
    const uint64_t length = UINT64_C(1) << WN_SM_INDEX_BITS;
    switch (below(5)) {
    case 0:
        return below(1000);
    case 1:
        return (UINT64_C(1) << (32 + below(3))) - below(600);
    case 2:
        return length - n - below(4);
    default:
        return check_random(&state) >> 2 > length - n ? 0 : check_random(&state) % (length - n);
    }
}

/* ---- Golden rows ---- */

static void golden_simplex(const char *function, const char *variant, const double *arg,
                           double expected)
{
    const int reported = strncmp(variant, "reported", 8) == 0;
    const real x = (real)arg[0], y = (real)arg[1];
    real got, one;
    if (!strcmp(function, "simplexNoise1d")) {
        one = point(simplex_noise1d)(x);
        CHECK(!call(simplex_noise1d)(1, &x, &got), "simplexNoise1d");
    } else {
        const wn_sm_simplex_params params = { sizeof params,
                                              reported ? WN_SM_SIMPLEX_REPORTED
                                                       : WN_SM_SIMPLEX_PUBLISHED };
        one = point(simplex_noise2d)(x, y, (wn_sm_simplex_variant)params.variant);
        CHECK(!call(simplex_noise2d)(&params, 1, &x, &y, &got), "simplexNoise2d");
    }
    CHECK(bits_of(got) == bits_of((real)expected), "%s %s(%g, %g): %a, not %a", function, variant,
          arg[0], arg[1], (double)got, expected);
    CHECK(bits_of(one) == bits_of(got), "%s: the point differs", function);
}

static void golden_range(const char *args, double expected)
{
    double min = 0, max = 0;
    unsigned random = 0;
    if (sscanf(args, "min=%lf max=%lf rnd=%u", &min, &max, &random) != 3) {
        CHECK(0, "cannot read %s", args);
        return;
    }
    const double limited = expected > max ? max : expected;
#if WN_REAL == 64
    const double got = wn_ref_sm_range_f64(random, min, max);
    CHECK(check_bits64(got) == check_bits64(limited), "randomRange %s: %a, not %a", args, got,
          limited);
#else /* rows are of double */
    const double got = (double)wn_ref_sm_range_f32(random, (float)min, (float)max);
    CHECK(fabs(got - limited) <= 2e-7 * (max - min) + 2e-7 * fabs(max), "randomRange %s: %a", args,
          got);
#endif
}

static void test_golden(void)
{
    FILE *file = fopen(WN_SOURCE_DIR "/tests/golden/sm_noise.csv", "r");
    char line[256];
    unsigned rows[4] = { 0 };
    while (file && fgets(line, sizeof line, file)) {
        char *const variant = strchr(line, ','), *const value = strrchr(line, ',');
        char *const args = variant ? strchr(variant + 1, ',') : NULL;
        if (!args || args == value || !strncmp(line, "function", 8))
            continue;
        *variant = *args = *value = 0;
        double arg[3] = { 0 };
        char *p = args + 1;
        for (size_t k = 0; k < 3; k++)
            arg[k] = strtod(p, &p);
        if (!strcmp(line, "intNoise2d")) {
            const int32_t x = (int32_t)arg[0], y = (int32_t)arg[1], seed = (int32_t)arg[2];
            int32_t got = -1;
            CHECK(!wn_sm_int_noise2d_i32(seed, 1, &x, &y, &got), "intNoise2d");
            CHECK(got == strtol(value + 1, NULL, 10), "intNoise2d(%s): %" PRId32 ", not %s",
                  args + 1, got, value + 1);
            CHECK(got == wn_sm_int_noise2d_point_i32(x, y, seed), "intNoise2d: the point differs");
            rows[0]++;
        } else if (!strcmp(line, "randomRange")) {
            golden_range(args + 1, strtod(value + 1, NULL));
            rows[1]++;
        } else {
            golden_simplex(line, variant + 1, arg, strtod(value + 1, NULL));
            rows[line[strlen(line) - 2] == '1' ? 2 : 3]++;
        }
    }
    if (file)
        fclose(file);
    CHECK(rows[0] == 9 && rows[1] == 20 && rows[2] == 6 && rows[3] == 12, "rows: %u %u %u %u",
          rows[0], rows[1], rows[2], rows[3]);
}

/* ---- Integers ---- */

#if WN_REAL == 32

/* Random123's kat_vectors for philox4x32 with 10 rounds. */
static void test_philox_known(const struct wn_tier *tier)
{
    static const struct {
        uint64_t seed, stream, block;
        uint32_t words[4];
    } known[] = {
        { 0, 0, 0, { 0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8 } },
        { UINT64_MAX, UINT64_MAX, UINT64_MAX, { 0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd } },
        { 0x299f31d0a4093822,
          0x0370734413198a2e,
          0x85a308d3243f6a88,
          { 0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1 } },
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        for (uint64_t before = 0; before < 40; before++) { /* in any lane */
            uint32_t words[4 * 41], one[4];
            tier->f32->sm->philox(known[i].seed, known[i].stream, known[i].block - before,
                                  (size_t)before + 1, words);
            CHECK(!memcmp(words + 4 * before, known[i].words, sizeof known[i].words),
                  "%s: vector %zu of philox, block %" PRIu64 " of the call", isa_name, i, before);
            wn_philox_block(known[i].seed, known[i].stream, known[i].block, one);
            CHECK(!memcmp(one, known[i].words, sizeof one), "vector %zu of philox", i);
        }
    }
}

static void test_philox(const struct wn_tier *tier, size_t rounds)
{
    for (size_t round = 0; round < rounds; round++) {
        const size_t n = size_of_call(round) / 4, gap = below(2) * below(EDGE);
        const uint64_t seed = check_random(&state), stream = check_random(&state);
        const uint64_t block = below(2) ? check_random(&state)
                                        : ((uint64_t)below(9) << 32) - below(200);
        uint32_t *const words = room(0, 4 * n, sizeof *words, gap);
        tier->f32->sm->philox(seed, stream, block, n, words);
        int same = 1;
        for (size_t i = 0; i < n; i++) {
            uint32_t w[4];
            wn_philox_block(seed, stream, block + i, w);
            same &= !memcmp(w, words + 4 * i, sizeof w);
        }
        CHECK(same, "%s: philox, %zu blocks from %" PRIu64, isa_name, n, block);
        CHECK(clean(0, 4 * n, sizeof *words, gap), "%s: philox writes beside", isa_name);
    }
}

static int32_t any_int(void)
{
    static const int32_t edges[] = { INT32_MIN, INT32_MAX, 0, -1, 1, 65536 };
    return below(4) ? (int32_t)(uint32_t)check_random(&state) : edges[below(6)];
}

static void test_int_noise(size_t rounds)
{
    for (size_t round = 0; round < rounds; round++) {
        const size_t n = size_of_call(round), gap = below(EDGE);
        const int32_t seed = any_int();
        int32_t expected[MOST];
        int32_t *const x = room(0, n, 4, below(2) * gap), *const y = room(1, n, 4, 0);
        int32_t *const apart = room(2, n, 4, gap);
        for (size_t i = 0; i < n; i++) {
            x[i] = any_int();
            y[i] = any_int();
            expected[i] = wn_sm_int_noise2d_point_i32(x[i], y[i], seed);
            CHECK(expected[i] >= 0, "intNoise2d(%" PRId32 ", %" PRId32 ") is negative", x[i], y[i]);
        }
        CHECK(!wn_sm_int_noise2d_i32(seed, n, x, y, apart), "intNoise2d");
        CHECK(!n || !memcmp(apart, expected, n * 4), "%s: intNoise2d, n = %zu", isa_name, n);
        CHECK(clean(2, n, 4, gap) && clean(1, n, 4, 0), "%s: intNoise2d writes beside", isa_name);
        int32_t *const in_place = below(2) ? x : y;
        CHECK(!wn_sm_int_noise2d_i32(seed, n, x, y, in_place), "intNoise2d in place");
        CHECK(!n || !memcmp(in_place, expected, n * 4), "%s: intNoise2d in place", isa_name);
    }
    int32_t a[8] = { 0 };
    CHECK(!wn_sm_int_noise2d_i32(0, 0, NULL, NULL, NULL), "n = 0");
    CHECK(wn_sm_int_noise2d_i32(0, 4, NULL, a, a) == WN_ERROR_ARGUMENT, "x is NULL");
    CHECK(wn_sm_int_noise2d_i32(0, 4, a, a, NULL) == WN_ERROR_ARGUMENT, "out is NULL");
    CHECK(wn_sm_int_noise2d_i32(0, 4, a, a, a + 1) == WN_ERROR_OVERLAP, "overlap");
}

#endif

/* ---- Random functions against the reference ---- */

enum { SAMPLES = 1 << 16 };
static real sample[SAMPLES], other[SAMPLES], third[SAMPLES];

static void test_random(const struct wn_tier *tier, size_t rounds)
{
    for (size_t round = 0; round < rounds; round++) {
        const size_t n = size_of_call(round), gap = below(2) * below(EDGE);
        const uint64_t first = start_of_call(n);
        const struct wn_sm_stream s = { check_random(&state),
                                        below(2) ? check_random(&state) : below(9), first };
        const real a = (real)check_uniform(&state, -100, 100);
        const real b = a + (below(8) ? (real)check_uniform(&state, 0, 1000) : 0);
        real *const out = room(0, n, sizeof *out, gap);
        TABLE(tier)->range(&s, n, a, b, out);
        int same = 1;
        for (size_t i = 0; i < n; i++)
            same &= bits_of(out[i]) ==
                bits_of(point(random_range)(s.seed, s.stream, first + i, a, b));
        CHECK(same, "%s/f%d: randomRange, n = %zu, first = %" PRIu64, isa_name, WN_REAL, n, first);
        CHECK(clean(0, n, sizeof *out, gap), "%s/f%d: randomRange writes beside", isa_name,
              WN_REAL);
        CHECK(!call(random_normal_distribution)(s.seed, s.stream, first, n, a, b, out), "normal");
        same = 1;
        for (size_t i = 0; i < n; i++)
            same &= bits_of(out[i]) ==
                bits_of(point(random_normal_distribution)(s.seed, s.stream, first + i, a, b));
        CHECK(same, "%s/f%d: normal, n = %zu, first = %" PRIu64, isa_name, WN_REAL, n, first);
        CHECK(clean(0, n, sizeof *out, gap), "%s/f%d: normal writes beside", isa_name, WN_REAL);
    }
}

/* One number of 32768 is beyond max before it is limited; this stream has some. */
static void test_stream_limit(void)
{
    CHECK(!call(random_range)(1, 2, 0, SAMPLES, 0, 1, sample), "randomRange");
    unsigned at_max = 0;
    real most = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        most = sample[i] > most ? sample[i] : most;
        at_max += sample[i] == 1;
    }
    CHECK(most == 1 && at_max, "%s/f%d: randomRange up to %.17g, %u times 1", isa_name, WN_REAL,
          (double)most, at_max);
}

/* The quantile at all its branches: the tails are too rare for a stream. */
static void test_quantile(void)
{
    static const double known[][2] = { { 0x1p-53, -8.2095361516013870 },
                                       { 0x1p-2, -0.67448975019608171 },
                                       { 0x1p-40, -7.0477002566644088 } };
    for (size_t i = 0; i < 3; i++) {
        const double got = wn_ref_sm_normal_quantile(known[i][0]);
        CHECK(fabs(got - known[i][1]) < 4e-15 * fabs(known[i][1]), "quantile(%a) = %.17g",
              known[i][0], got);
        CHECK(wn_ref_sm_normal_quantile(1 - known[i][0]) == -got, "the quantile is odd");
    }
    double before = -9;
    for (int i = 0; i < 20000; i++) {
        const double p = ldexp(1 + check_uniform(&state, 0, 1), -1 - (int)below(52));
        const double z = wn_ref_sm_normal_quantile(p), back = erfc(-z * sqrt(0.5)) / 2;
        if (p < 1)
            CHECK(fabs(back - p) < 1e-13 * p, "quantile(%a) = %a is at %a", p, z, back);
        const double u = (i + 0.5) / 20000, v = wn_ref_sm_normal_quantile(u);
        CHECK(v > before, "the quantile falls at %g", u);
        before = v;
        const double l = wn_ref_log2_f64(p);
        CHECK(check_ulps64(l, log2(p)) <= 2, "log2(%a) = %a", p, l);
    }
}

static real any_component(void)
{
    static const double edges[] = { 0, -0.0, 1, -1, 1e-30, INFINITY, NAN, 1e30, -1e-38, 1e38 };
    const double wide = WN_REAL == 64 ? ldexp(check_uniform(&state, -1, 1), (int)below(2090) - 1070)
                                      : ldexp(check_uniform(&state, -1, 1), (int)below(275) - 148);
    switch (below(4)) {
    case 0:
        return (real)edges[below(10)];
    case 1:
        return (real)wide;
    default:
        return (real)check_uniform(&state, -3, 3);
    }
}

static void test_spread(size_t rounds)
{
    static const unsigned char orders[7][3] = { { 3, 4, 5 }, { 0, 1, 2 }, { 2, 1, 0 }, { 1, 2, 0 },
                                                { 3, 1, 5 }, { 1, 4, 2 }, { 2, 0, 1 } };
    for (size_t round = 0; round < rounds; round++) {
        const size_t n = size_of_call(round);
        const uint64_t first = start_of_call(n), seed = check_random(&state);
        const uint64_t stream = check_random(&state);
        const real angle = below(4) ? (real)check_uniform(&state, 0, 60) : R(below(2) ? 180 : 0);
        const unsigned char *const order = orders[below(7)];
        static real expected[3][MOST];
        real *arrays[6];
        size_t gap[6];
        for (size_t k = 0; k < 6; k++) {
            gap[k] = below(2) * below(EDGE);
            arrays[k] = room(k, n, sizeof(real), gap[k]);
        }
        for (size_t i = 0; i < n; i++) {
            real d[3], v[3];
            for (size_t k = 0; k < 3; k++)
                arrays[k][i] = d[k] = any_component();
            point(gun_spread)(seed, stream, first + i, angle, d, v);
            for (size_t k = 0; k < 3; k++)
                expected[k][i] = v[k];
        }
        const real *const in[3] = { arrays[0], arrays[1], arrays[2] };
        real *const out[3] = { arrays[order[0]], arrays[order[1]], arrays[order[2]] };
        CHECK(!call(gun_spread)(seed, stream, first, n, angle, in, out), "gunSpread");
        int same = 1;
        for (size_t i = 0; i < n; i++)
            for (size_t k = 0; k < 3; k++)
                same &= bits_of(out[k][i]) == bits_of(expected[k][i]);
        CHECK(same, "%s/f%d: gunSpread, n = %zu, first = %" PRIu64, isa_name, WN_REAL, n, first);
        int all_clean = 1;
        for (size_t k = 0; k < 6; k++)
            all_clean &= clean(k, n, sizeof(real), gap[k]);
        CHECK(all_clean, "%s/f%d: gunSpread writes beside", isa_name, WN_REAL);
    }
}

/* ---- Hashes of fixed calls: the same for every tier, compiler and machine ---- */

static uint64_t hash_values(const real *v, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325); /* FNV-1a */
    for (size_t i = 0; i < n; i++) {
        for (int byte = 0; byte < WN_REAL / 8; byte++)
            h = (h ^ (bits_of(v[i]) >> 8 * byte & 255)) * UINT64_C(0x100000001b3);
    }
    return h;
}

static void check_frozen(const char *name, uint64_t got, uint64_t frozen, int print)
{
    if (print)
        printf("%s f%d 0x%016" PRIx64 "\n", name, WN_REAL, got);
    else
        CHECK(got == frozen, "%s/f%d: %s has the hash %016" PRIx64 ", not %016" PRIx64, isa_name,
              WN_REAL, name, got, frozen);
}

static void test_frozen(int print)
{
    enum { N = 1000 };
    static real v[3 * N];
    const uint64_t seed = UINT64_C(0x0123456789abcdef), stream = 42;
    const uint64_t first = (UINT64_C(1) << 34) - 501;
    CHECK(!call(random_range)(seed, stream, first, N, -1, 3, v), "randomRange");
    check_frozen("randomRange", hash_values(v, N),
                 WN_REAL == 64 ? UINT64_C(0xd2873a02243d7be7) : UINT64_C(0x07f099136a317be4),
                 print);
    CHECK(!call(random_normal_distribution)(seed, stream, first, N, 2, 5, v), "normal");
    check_frozen("randomNormalDistribution", hash_values(v, N),
                 WN_REAL == 64 ? UINT64_C(0x81fdffac4361d2c5) : UINT64_C(0x8858dcd9def50f81),
                 print);
    for (size_t i = 0; i < N; i++) {
        v[i] = (real)((int)(i % 7) - 3);
        v[N + i] = (real)((int)(i % 5) - 2);
        v[2 * N + i] = (real)((int)(i % 11) - 5);
    }
    const real *const in[3] = { v, v + N, v + 2 * N };
    real *const out[3] = { v, v + N, v + 2 * N };
    CHECK(!call(gun_spread)(seed, stream, first, N, 30, in, out), "gunSpread");
    check_frozen("gunSpread", hash_values(v, 3 * N),
                 WN_REAL == 64 ? UINT64_C(0x0871052131038a9b) : UINT64_C(0x9d7d12ee29d0d8dd),
                 print);
}

/* ---- What the header says of directions ---- */

static const double ulps_of_one = WN_REAL == 64 ? 0x1p-52 : 0x1p-23;

static void test_directions(void)
{
    static const double directions[][3] = { { 1, 0, 0 },       { 0, 0, 1 },
                                            { 0, 0, -1 },      { -2, 3, 0.5 },
                                            { 1e30, 1e30, 0 }, { 0, 1e-37, -1e-37 },
                                            { 0, -1e-40, 0 },  { 3e38, 3e38, 3e38 } };
    for (size_t k = 0; k < sizeof directions / sizeof *directions; k++) {
        const real d[3] = { (real)directions[k][0], (real)directions[k][1],
                            (real)directions[k][2] };
        const long double length = sqrtl((long double)d[0] * d[0] + (long double)d[1] * d[1] +
                                         (long double)d[2] * d[2]);
        real v[3];
        point(gun_spread)(1, 2, k, 0, d, v);
        for (size_t i = 0; i < 3; i++)
            CHECK(fabsl(v[i] - d[i] / length) <= 2 * ulps_of_one, "not normalized: %a of %a",
                  (double)v[i], (double)d[i]);
        for (uint64_t index = 0; index < 300; index++) {
            point(gun_spread)(1, 2, index, 180, d, v);
            const double size = sqrt((double)v[0] * (double)v[0] + (double)v[1] * (double)v[1] +
                                     (double)v[2] * (double)v[2]);
            CHECK(fabs(size - 1) < 8 * ulps_of_one, "length %.17g", size);
        }
    }
    real v[3], zero[3] = { 0, R(-0.0), 0 };
    point(gun_spread)(1, 2, 3, 30, zero, v);
    CHECK(v[0] == 0 && v[1] == 0 && v[2] == 0, "the zero vector");
    for (size_t axis = 0; axis < 3; axis++) {
        static const double bad[] = { INFINITY, -INFINITY, NAN };
        for (size_t k = 0; k < 3; k++) {
            real d[3] = { 1, 2, 3 };
            d[axis] = (real)bad[k];
            point(gun_spread)(1, 2, 3, 30, d, v);
            CHECK(v[0] != v[0] && v[1] != v[1] && v[2] != v[2], "a component is no number");
        }
    }
}

/* ---- Errors ---- */

static void test_errors(void)
{
    enum { N = 6 };
    static const real untouched = R(-7.25), big = R(WN_REAL == 64 ? DBL_MAX : FLT_MAX);
    real x[2 * N], y[2 * N], z[2 * N];
    real *const arrays[3] = { x, y, z };
    const real *const in[3] = { x, y, z };
    const uint64_t end = UINT64_C(1) << WN_SM_INDEX_BITS;
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 2 * N; i++)
            arrays[k][i] = untouched;
    const real ranges[][2] = { { 1, 0 },      { R(NAN), 1 }, { 0, R(NAN) },      { 0, R(INFINITY) },
                               { -big, big }, { 0, big },    { R(-INFINITY), 0 } };
    for (size_t k = 0; k < sizeof ranges / sizeof *ranges; k++) {
        const real a = ranges[k][0], b = ranges[k][1];
        CHECK(call(random_range)(1, 2, 0, N, a, b, x) == WN_ERROR_PARAMETER, "range %zu", k);
        CHECK(call(random_range)(1, 2, 0, 0, a, b, NULL) == WN_ERROR_PARAMETER, "range %zu", k);
        const real v = point(random_range)(1, 2, 0, a, b);
        CHECK(v != v, "range %zu of a point", k);
    }
    const real odd[] = { R(NAN), R(INFINITY), R(-INFINITY) };
    for (size_t k = 0; k < 3; k++) {
        const real v = point(random_normal_distribution)(1, 2, 3, 0, odd[k]);
        CHECK(v != v, "deviation of a point");
        CHECK(call(random_normal_distribution)(1, 2, 0, N, odd[k], 1, x) == WN_ERROR_PARAMETER,
              "mean");
        CHECK(call(random_normal_distribution)(1, 2, 0, N, 0, odd[k], x) == WN_ERROR_PARAMETER,
              "deviation");
    }
    const real angles[] = { R(NAN), R(INFINITY), -1, R(180.0001), R(-1e-30) };
    for (size_t k = 0; k < 5; k++) {
        real v[3] = { 0 };
        const real d[3] = { 1, 0, 0 };
        CHECK(call(gun_spread)(1, 2, 0, N, angles[k], in, arrays) == WN_ERROR_PARAMETER, "angle");
        point(gun_spread)(1, 2, 0, angles[k], d, v);
        CHECK(v[0] != v[0] && v[1] != v[1] && v[2] != v[2], "angle of a point");
    }
    CHECK(call(random_range)(1, 2, 0, N, 0, 1, NULL) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(call(random_normal_distribution)(1, 2, 0, N, 0, 1, NULL) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(call(gun_spread)(1, 2, 0, N, 1, NULL, arrays) == WN_ERROR_ARGUMENT, "NULL");
    CHECK(call(gun_spread)(1, 2, 0, N, 1, in, NULL) == WN_ERROR_ARGUMENT, "NULL");
    real *const shifted[3] = { x + 1, y, z }, *const twice[3] = { x, x, z };
    CHECK(call(gun_spread)(1, 2, 0, N, 1, in, shifted) == WN_ERROR_OVERLAP, "overlap");
    CHECK(call(gun_spread)(1, 2, 0, N, 1, in, twice) == WN_ERROR_OVERLAP, "an output twice");
    CHECK(call(random_range)(1, 2, end - N + 1, N, 0, 1, x) == WN_ERROR_LIMIT, "end of stream");
    CHECK(call(random_range)(1, 2, UINT64_MAX, N, 0, 1, x) == WN_ERROR_LIMIT, "end of stream");
    CHECK(call(random_normal_distribution)(1, 2, end, N, 0, 1, x) == WN_ERROR_LIMIT, "end");
    CHECK(call(gun_spread)(1, 2, end, N, 1, in, arrays) == WN_ERROR_LIMIT, "end of stream");
    const real beyond = point(random_range)(1, 2, end, 0, 1);
    CHECK(beyond != beyond, "a point beyond the stream");
    for (size_t k = 0; k < 3; k++)
        for (size_t i = 0; i < 2 * N; i++)
            CHECK(arrays[k][i] == untouched, "an error writes");
    CHECK(!call(random_range)(1, 2, end, 0, 0, 1, NULL), "n = 0");
    CHECK(!call(gun_spread)(1, 2, 0, 0, 1, NULL, NULL), "n = 0");
    CHECK(!call(random_range)(1, 2, end - N, N, 3, 3, x), "the end of a stream");
    for (size_t i = 0; i < N; i++)
        CHECK(x[i] == 3, "an empty range");
    const real noise = point(octave_noise2d)(1, 1, 65, 0);
    CHECK(noise != noise, "65 octaves");
    const real variant = point(simplex_noise2d)(1, 1, (wn_sm_simplex_variant)2);
    CHECK(variant != variant, "an unknown variant");
}

/* ---- Values of the noises ---- */

/* The limit of randomRange, at every random number. */
static void test_range_limit(void)
{
    const real ends[][2] = { { 0, 1 },
                             { -1, 1 },
                             { 0, 100 },
                             { 10, 20 },
                             { R(1e9), R(1e9 + 64) },
                             { R(-0.1), R(0.3) },
                             { 0, R(1e-38) },
                             { R(-1e30), R(1e30) } };
    for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
        const real min = ends[k][0], max = ends[k][1];
        real before = min;
        for (uint32_t random = 0; random < 32768; random++) {
            const real v = WN_NAME(wn_ref_sm_range)(random, min, max);
            CHECK(v >= before && v <= max, "randomRange: %a of %a to %a", (double)v, (double)min,
                  (double)max);
            before = v;
        }
        CHECK(WN_NAME(wn_ref_sm_range)(0, min, max) == min, "randomRange starts at %a",
              (double)min);
        CHECK(before == max || WN_REAL == 32, "randomRange ends at %a", (double)before);
    }
}

static real lattice(int32_t x, int32_t y, int32_t seed)
{
    return (real)wn_sm_int_noise2d_point_i32(x, y, seed) / R(1073741824) - 1;
}

static void test_noises(unsigned count)
{
    double least[5] = { 0 }, most[5] = { 0 }, sum[5] = { 0 };
    for (unsigned i = 0; i < count; i++) {
        const int32_t seed = (int32_t)(uint32_t)check_random(&state);
        const int32_t xi = (int32_t)below(2000) - 1000, yi = (int32_t)below(2000) - 1000;
        const real xr = (real)xi, yr = (real)yi, half = R(0.5);
        CHECK(point(float_noise2d)(xr, yr, seed) == lattice(xi, yi, seed), "at a lattice point");
        CHECK(point(perlin_noise2d)(xr, yr, seed) == 0, "at a lattice point");
        CHECK(point(simplex_noise1d)(xr) == 0, "at an integer");
        const double mean = ((double)lattice(xi, yi, seed) + (double)lattice(xi + 1, yi, seed) +
                             (double)lattice(xi, yi + 1, seed) +
                             (double)lattice(xi + 1, yi + 1, seed)) /
            4;
        CHECK(fabs((double)point(float_noise2d)(xr + half, yr + half, seed) - mean) <
                  4 * ulps_of_one,
              "in the middle of a cell");
        const real x = (real)check_uniform(&state, -1e4, 1e4);
        const real y = (real)check_uniform(&state, -1e4, 1e4);
        /* three octaves, written out */
        const uint32_t s = (uint32_t)seed;
        const real n0 = point(float_noise2d)(x, y, (int32_t)(0xd3491u + s));
        const real n1 = point(float_noise2d)(x / 2, y / 2, (int32_t)(0x1b313c4fu + s));
        const real n2 = point(float_noise2d)(x / 4, y / 4, (int32_t)(0x8713e4u + s));
        CHECK(bits_of(point(octave_noise2d)(x, y, 3, seed)) ==
                  bits_of(((n0 + n1 * 2) + n2 * 4) / 7),
              "three octaves");
        CHECK(bits_of(point(octave_noise2d)(x, y, 1, seed)) == bits_of(n0), "one octave");
        const real values[5] = { n0, point(octave_noise2d)(x, y, 1 + (int32_t)below(20), seed),
                                 point(perlin_noise2d)(x, y, seed), point(simplex_noise1d)(x),
                                 point(simplex_noise2d)(x, y, WN_SM_SIMPLEX_REPORTED) };
        for (size_t k = 0; k < 5; k++) {
            least[k] = fmin(least[k], (double)values[k]);
            most[k] = fmax(most[k], (double)values[k]);
            sum[k] += (double)values[k];
        }
        const real none = point(octave_noise2d)(x, y, -(int32_t)below(3), seed);
        CHECK(none != none, "no octaves");
    }
    static const char *const names[5] = { "floatNoise2d", "octaveNoise2d", "perlinNoise2d",
                                          "simplexNoise1d", "simplexNoise2d" };
    for (size_t k = 0; k < 5; k++) {
        CHECK(least[k] >= -1 && most[k] <= 1, "%s: %g to %g", names[k], least[k], most[k]);
        CHECK(least[k] < -0.6 && most[k] > 0.6, "%s: only %g to %g", names[k], least[k], most[k]);
        CHECK(fabs(sum[k] / count) < 3 / sqrt(count), "%s: mean %g", names[k], sum[k] / count);
    }
    static const double no[] = { INFINITY, -INFINITY, NAN };
    static const double far[] = { 0x1p30, 0x1p31, -0x1p31, 1e15, -3e38, 0x1p31 - 4 };
    for (size_t i = 0; i < 3; i++) {
        const real v = (real)no[i];
        const real values[] = { point(float_noise2d)(v, 1, 0),
                                point(float_noise2d)(1, v, 0),
                                point(perlin_noise2d)(v, 1, 0),
                                point(perlin_noise2d)(1, v, 0),
                                point(octave_noise2d)(v, 1, 3, 0),
                                point(simplex_noise1d)(v),
                                point(simplex_noise2d)(v, 1, WN_SM_SIMPLEX_REPORTED),
                                point(simplex_noise2d)(1, v, WN_SM_SIMPLEX_PUBLISHED) };
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            CHECK(values[k] != values[k], "%g gives %g", (double)v, (double)values[k]);
    }
    for (size_t i = 0; i < 6; i++) {
        const real v = (real)far[i];
        const real values[] = {
            point(float_noise2d)(v, R(0.3), 0), point(float_noise2d)(v, v, 0),
            point(perlin_noise2d)(v, v, 0),     point(octave_noise2d)(v, R(0.3), 3, 0),
            point(simplex_noise1d)(v),          point(simplex_noise2d)(v, v, WN_SM_SIMPLEX_REPORTED)
        };
        for (size_t k = 0; k < sizeof values / sizeof *values; k++)
            CHECK(values[k] >= -1 && values[k] <= 1, "%g gives %g", (double)v, (double)values[k]);
    }
}

/* The sharpest values that 16 gradients allow, each corner's best one, over a grid of a cell. */
static void test_perlin_bound(void)
{
    double most = 0;
    for (int i = 0; i <= 64; i++) {
        for (int j = 0; j <= 64; j++) {
            const double x = i / 64.0, y = j / 64.0;
            const double fx = ((6 * x - 15) * x + 10) * x * x * x;
            const double fy = ((6 * y - 15) * y + 10) * y * y * y;
            double sum = 0;
            for (int corner = 0; corner < 4; corner++) {
                const double dx = x - corner % 2, dy = y - corner / 2;
                double best = 0;
                for (int k = 0; k < 16; k++)
                    best = fmax(best,
                                (double)wn_sm_gradient[0][k] * dx +
                                    (double)wn_sm_gradient[1][k] * dy);
                sum += (corner % 2 ? fx : 1 - fx) * (corner / 2 ? fy : 1 - fy) * best;
            }
            most = fmax(most, sum);
        }
    }
    CHECK(most > 0.97 && most < 0.985, "perlinNoise2d reaches %g", most);
    double sum[2] = { 0 };
    for (int k = 0; k < 16; k++) {
        sum[0] += (double)wn_sm_gradient[0][k];
        sum[1] += (double)wn_sm_gradient[1][k];
        const double length = (double)wn_sm_gradient[0][k] * (double)wn_sm_gradient[0][k] +
            (double)wn_sm_gradient[1][k] * (double)wn_sm_gradient[1][k];
        CHECK(fabs(length - 2) < 4 * ulps_of_one, "gradient %d", k);
    }
    CHECK(fabs(sum[0]) + fabs(sum[1]) < 4 * ulps_of_one, "gradients have a mean");
}

/* ---- Statistics: at fixed seeds, so that what passes once passes always ---- */

static double sorted[SAMPLES];

static int compare_doubles(const void *a, const void *b)
{
    const double p = *(const double *)a, q = *(const double *)b;
    return (p > q) - (p < q);
}

/* Kolmogorov and Smirnov's statistic of sorted[] times sqrt(n): above 1.95 once in 1000. */
static double distance(double (*cdf)(double))
{
    qsort(sorted, SAMPLES, sizeof *sorted, compare_doubles);
    double most = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        const double p = cdf(sorted[i]);
        most = fmax(most, fmax(p - (double)i / SAMPLES, (double)(i + 1) / SAMPLES - p));
    }
    return most * sqrt(SAMPLES);
}

/* Chi-square in standard deviations from its mean, roughly normal for many bins. */
static double chi(const unsigned *counts, size_t bins)
{
    const double expected = (double)SAMPLES / (double)bins;
    double sum = 0;
    for (size_t i = 0; i < bins; i++)
        sum += ((double)counts[i] - expected) * ((double)counts[i] - expected) / expected;
    return (sum - (double)(bins - 1)) / sqrt(2 * (double)(bins - 1));
}

static double correlation(const real *a, const real *b, size_t n)
{
    double ma = 0, mb = 0, aa = 0, bb = 0, ab = 0;
    for (size_t i = 0; i < n; i++)
        ma += (double)a[i] / (double)n, mb += (double)b[i] / (double)n;
    for (size_t i = 0; i < n; i++) {
        const double p = (double)a[i] - ma, q = (double)b[i] - mb;
        aa += p * p, bb += q * q, ab += p * q;
    }
    return ab / sqrt(aa * bb) * sqrt((double)n);
}

static double normal_cdf(double z)
{
    return erfc(-z * sqrt(0.5)) / 2;
}

static double cut_normal_cdf(double t) /* of |z| / 3 */
{
    return erf(3 * t * sqrt(0.5)) / erf(3 * sqrt(0.5));
}

static void statistics_of_stream(uint64_t seed, uint64_t stream)
{
    static unsigned counts[1024];
    CHECK(!call(random_range)(seed, stream, 0, SAMPLES, 0, 1, sample), "randomRange");
    memset(counts, 0, sizeof counts);
    double mean = 0, square = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        counts[(unsigned)(sample[i] * R(1023.9999))]++;
        mean += (double)sample[i] / SAMPLES;
        square += (double)sample[i] * (double)sample[i] / SAMPLES;
    }
    CHECK(fabs(mean - 0.5) < 4 * sqrt(1.0 / 12 / SAMPLES), "randomRange: mean %g", mean);
    CHECK(fabs(square - mean * mean - 1.0 / 12) < 4 * sqrt(1.0 / 180 / SAMPLES), "variance %g",
          square - mean * mean);
    CHECK(fabs(chi(counts, 1024)) < 4, "randomRange: chi-square %g", chi(counts, 1024));
    /* pairs of neighbours in a 32 x 32 grid */
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < SAMPLES; i++) {
        const real next = sample[(i + 1) % SAMPLES];
        counts[32 * (unsigned)(sample[i] * R(31.9999)) + (unsigned)(next * R(31.9999))]++;
    }
    CHECK(fabs(chi(counts, 1024)) < 4, "randomRange: pairs %g", chi(counts, 1024));

    CHECK(!call(random_normal_distribution)(seed, stream, 0, SAMPLES, 0, 1, other), "normal");
    double moment[5] = { 0 };
    for (size_t i = 0; i < SAMPLES; i++) {
        const double z = sorted[i] = (double)other[i];
        moment[1] += z / SAMPLES, moment[2] += z * z / SAMPLES;
        moment[3] += z * z * z / SAMPLES, moment[4] += z * z * z * z / SAMPLES;
    }
    const double unit = 4 / sqrt(SAMPLES);
    CHECK(fabs(moment[1]) < unit, "normal: mean %g", moment[1]);
    CHECK(fabs(moment[2] - 1) < unit * sqrt(2), "normal: variance %g", moment[2]);
    CHECK(fabs(moment[3]) < unit * sqrt(15), "normal: third moment %g", moment[3]);
    CHECK(fabs(moment[4] - 3) < unit * sqrt(96), "normal: fourth moment %g", moment[4]);
    CHECK(distance(normal_cdf) < 1.95, "normal: distance %g", distance(normal_cdf));
    CHECK(fabs(correlation(other, other + 1, SAMPLES - 1)) < 4, "normal: lag 1");
    CHECK(fabs(correlation(sample, other, SAMPLES)) < 4, "randomRange and normal");

    /* neighbouring streams and seeds, the same elements */
    CHECK(!call(random_normal_distribution)(seed, stream + 1, 0, SAMPLES, 0, 1, third), "normal");
    CHECK(fabs(correlation(other, third, SAMPLES)) < 4, "neighbouring streams");
    CHECK(!call(random_normal_distribution)(seed + 1, stream, 0, SAMPLES, 0, 1, third), "normal");
    CHECK(fabs(correlation(other, third, SAMPLES)) < 4, "neighbouring seeds");
    CHECK(!call(random_range)(seed, stream + 1, 0, SAMPLES, 0, 1, third), "randomRange");
    memset(counts, 0, sizeof counts);
    for (size_t i = 0; i < SAMPLES; i++)
        counts[32 * (unsigned)(sample[i] * R(31.9999)) + (unsigned)(third[i] * R(31.9999))]++;
    CHECK(fabs(chi(counts, 1024)) < 4, "neighbouring streams: chi-square %g", chi(counts, 1024));
    /* one element of many streams */
    for (uint64_t i = 0; i < SAMPLES; i++) {
        other[i] = point(random_normal_distribution)(seed, stream + i, 5, 0, 1);
        sorted[i] = (double)other[i];
    }
    CHECK(distance(normal_cdf) < 1.95, "across streams: distance %g", distance(normal_cdf));
    CHECK(fabs(correlation(other, other + 1, SAMPLES - 1)) < 4, "across streams: lag 1");
}

static void statistics_of_spread(uint64_t seed, double angle, const double *direction)
{
    real *const arrays[3] = { sample, other, third };
    const real *const in[3] = { sample, other, third };
    double size = 0, mean[3] = { 0 };
    for (size_t k = 0; k < 3; k++)
        size += direction[k] * direction[k];
    size = sqrt(size);
    for (size_t i = 0; i < SAMPLES; i++)
        for (size_t k = 0; k < 3; k++)
            arrays[k][i] = (real)direction[k];
    CHECK(!call(gun_spread)(seed, 0, 0, SAMPLES, (real)angle, in, arrays), "gunSpread");
    /* any two vectors across the direction */
    const double d[3] = { direction[0] / size, direction[1] / size, direction[2] / size };
    const size_t small = fabs(d[0]) < fabs(d[1]) ? 0 : 1;
    double u[3] = { 0 };
    u[small] = 1;
    for (size_t k = 0; k < 3; k++)
        u[k] -= d[small] * d[k];
    const double ul = sqrt(u[0] * u[0] + u[1] * u[1] + u[2] * u[2]);
    for (size_t k = 0; k < 3; k++)
        u[k] /= ul;
    const double w[3] = { d[1] * u[2] - d[2] * u[1], d[2] * u[0] - d[0] * u[2],
                          d[0] * u[1] - d[1] * u[0] };
    static unsigned counts[64];
    memset(counts, 0, sizeof counts);
    const double pi = acos(-1);
    double most = 0;
    for (size_t i = 0; i < SAMPLES; i++) {
        double along = 0, p = 0, q = 0, length = 0;
        for (size_t k = 0; k < 3; k++) {
            const double v = (double)arrays[k][i];
            along += v * d[k], p += v * u[k], q += v * w[k], length += v * v;
            mean[k] += v / SAMPLES;
        }
        CHECK(fabs(sqrt(length) - 1) < 8 * ulps_of_one, "gunSpread: length %.17g", sqrt(length));
        const double degrees = atan2(hypot(p, q), along) * 180 / pi;
        most = fmax(most, degrees);
        sorted[i] = degrees / angle;
        const double turn = atan2(q, p) / (2 * pi);
        counts[(unsigned)((turn < 0 ? turn + 1 : turn) * 63.9999)]++;
    }
    CHECK(most <= angle + 200 * ulps_of_one && most > 0.98 * angle, "gunSpread: %g of %g degrees",
          most, angle);
    CHECK(distance(cut_normal_cdf) < 1.95, "gunSpread: distance %g", distance(cut_normal_cdf));
    CHECK(fabs(chi(counts, 64)) < 4, "gunSpread: sides %g", chi(counts, 64));
    const double across = mean[0] * u[0] + mean[1] * u[1] + mean[2] * u[2];
    CHECK(fabs(across) < 4 * angle / 3 * pi / 180 / sqrt(SAMPLES), "gunSpread: mean %g", across);
}

static void statistics(void)
{
    static const double directions[3][3] = { { 0, 0, 1 }, { -3, 0.5, -2 }, { 0, 5, 0 } };
    static const double angles[3] = { 8, 90, 0.25 };
    for (uint64_t k = 0; k < 3; k++) {
        statistics_of_stream(k * 0x123456789abcdefu, k << 40);
        statistics_of_spread(k, angles[k], directions[k]);
    }
}

/* ---- All of it ---- */

int WN_NAME(test_sm_noise)(const struct check_options *o)
{
    const size_t rounds = o->quick ? 100 : 400;
    int result = 0;
    state = o->seed;
    make_rooms();
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(o, isa))
            continue;
        const struct wn_tier *const tier = wn_tier_get(isa);
        isa_name = wn_isa_name(isa);
        check_passed = check_failed = 0;
        CHECK(wn_isa_set(isa) == WN_OK, "wn_isa_set");
        test_golden();
        test_frozen(o->print);
        for (unsigned long k = 0; k < o->repeat; k++) {
#if WN_REAL == 32
            test_philox_known(tier);
            test_philox(tier, rounds);
            test_int_noise(rounds);
#endif
            test_random(tier, rounds);
            test_spread(rounds);
        }
        test_stream_limit();
        test_errors();
        if (!o->quick || isa == WN_ISA_SCALAR)
            statistics();
        if (isa == WN_ISA_SCALAR) { /* what has no vectors in it */
            test_directions();
            test_range_limit();
            test_quantile();
            test_noises(20000);
            test_perlin_bound();
        }
        wn_isa_set(WN_ISA_AUTO);
        char name[64];
        snprintf(name, sizeof name, "sm_noise/%s/f%d", isa_name, WN_REAL);
        result |= check_done(name);
    }
    return result;
}

#if WN_REAL == 64
int main(int argc, char **argv)
{
    struct check_options o;
    int code;
    if (check_options(argc, argv, &o, &code))
        return code;
    setvbuf(stdout, NULL, _IOLBF, 0);
    const int f32 = test_sm_noise_f32(&o), f64 = test_sm_noise_f64(&o);
    return f32 | f64;
}
#endif
