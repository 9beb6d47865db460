/* SPDX-License-Identifier: MIT */
/*
 * Every lane operation of kernels/lanes.h against plain C: all pairs of edge values and seeded
 * random bit patterns, each in every lane with other values beside it. Compiled once per ISA and
 * precision (-DWN_UNIT_AVX2 -DWN_REAL=64 -mavx2 ...), with WN_SOURCE_DIR the root of the sources.
 *
 * The plain C side works on bits, in functions that are never inlined, so that the compiler cannot
 * turn it into the very instructions under test.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "../kernels/lanes.h"
#include "check.h"

#include <math.h>
#include <sys/mman.h>
#include <unistd.h>

#define PLAIN static __attribute__((noinline))

#define SIGN   ((wn_bits)1 << (WN_REAL - 1))
#define DIGITS (WN_REAL == 64 ? 52 : 23) /* of the stored significand */
#define INF    ((~(wn_bits)0 >> (DIGITS + 1) << DIGITS) & ~SIGN)

_Static_assert(sizeof(vreal) == VL * sizeof(real), "VL fills a vreal");
_Static_assert(sizeof(vbits) == sizeof(vreal), "vbits is as wide as vreal");
_Static_assert(sizeof(vint) >= VL * sizeof(int32_t), "vint holds VL integers");

static wn_bits bits_of(real a)
{
    wn_bits b;
    memcpy(&b, &a, sizeof b);
    return b;
}

static real real_of(wn_bits b)
{
    real a;
    memcpy(&a, &b, sizeof a);
    return a;
}

static int is_nan(wn_bits a)
{
    return (a & ~SIGN) > INF;
}

/* ---- Values ---- */

enum { RANDOM = 20000, MAX_EDGES = 400, MAX_PAIRS = MAX_EDGES * MAX_EDGES + RANDOM };

/* Pairs of operands. The first 2 * VL stand once more behind the last, for vectors over the end. */
static real real_a[MAX_PAIRS + 2 * VL], real_b[MAX_PAIRS + 2 * VL];
static int32_t int_a[MAX_PAIRS + 2 * VL], int_b[MAX_PAIRS + 2 * VL];
static size_t real_pairs, int_pairs;
static uint64_t state; /* of the random numbers */

/* With their two neighbours and both signs */
static const double real_edges[] = {
    0.0,        0x1p-1074,  0x1p-149,     DBL_MIN,      FLT_MIN,      0x1p-60,      0x1p-24,
    0x1p-53,    0.25,       0.5,          1.0,          1.5,          2.0,          2.5,
    3.0,        3.5,        255.0,        256.0,        32767.5,      0x1p22 + 0.5, 0x1p23,
    0x1p23 + 1, 0x1p24,     0x1p31 - 128, 0x1p31 - 1,   0x1p31 - 0.5, 0x1p31,       0x1p31 + 0.5,
    0x1p31 + 1, 0x1p32 - 1, 0x1p32,       0x1p51 + 0.5, 0x1p52,       0x1p53,       0x1p62,
    0x1p63,     0x1p64,     FLT_MAX,      1e300,        DBL_MAX,      HUGE_VAL
};

static const uint32_t int_edges[] = {
    0,          1,          2,          3,          9,          0x7f,       0x80,       0xff,
    0x7ffe,     0x7fff,     0x8000,     0x8001,     0xffff,     0x10000,    0x10001,    46341,
    0xffffff,   0x1000000,  0x1000001,  0x1000003,  0x2000002,  0x2000006,  0x12345678, 0x55555555,
    0x7fffff80, 0x7fffffbf, 0x7fffffc0, 0x7ffffffe, 0x7fffffff, 0x80000000, 0x80000001, 0x8000007f,
    0xaaaaaaaa, 0xfeffffff, 0xffff7fff, 0xffff8000, 0xfffffffe, 0xffffffff
};

static real random_real(void)
{
    const uint64_t r = check_random(&state);
    switch (r >> 61) {
    case 0:
        return (real)check_uniform(&state, -4, 4);
    case 1:
        return (real)check_uniform(&state, -0x1.1p31, 0x1.1p31);
    case 2: /* a half, or nearly one */
        return real_of(bits_of((real)((double)(r & 0xfffff) / 2)) + (wn_bits)(r >> 40) % 3 - 1);
    default:
        return real_of((wn_bits)check_random(&state));
    }
}

static void make_values(void)
{
    static wn_bits edges[MAX_EDGES];
    const size_t ints = sizeof int_edges / sizeof *int_edges;
    size_t n = 0;
    for (size_t i = 0; i < sizeof real_edges / sizeof *real_edges; i++) {
        const wn_bits b = bits_of((real)real_edges[i]); /* too large for f32: infinity */
        for (int k = -1; k <= 1; k++) {
            edges[n++] = b + (wn_bits)k;
            edges[n++] = (b + (wn_bits)k) ^ SIGN;
        }
    }
    /* NaN quiet and signalling, with payloads. (The neighbours of infinity were two more.) */
    edges[n++] = INF | (INF >> 1);
    edges[n++] = INF | (INF >> 1) | SIGN | 0x1234;
    edges[n++] = INF | 0x4321;
    edges[n++] = INF | SIGN | 1;
    edges[n++] = ~(wn_bits)0;
    /* As 64-bit integers: halves that are equal, and differ by sign or by one */
    static const uint32_t half[] = { 0, 1, 0x7fffffff, 0x80000000, 0x80000001, 0xffffffff };
    for (size_t i = 0; WN_REAL == 64 && i < 6; i++)
        for (size_t j = 0; j < 6; j++)
            edges[n++] = (wn_bits)((uint64_t)half[i] << 32 | half[j]);
    for (size_t i = 0; WN_REAL == 32 && i < ints; i++)
        edges[n++] = int_edges[i];

    real_pairs = n * n + RANDOM;
    for (size_t i = 0; i < real_pairs + 2 * VL; i++) {
        const size_t j = i % real_pairs;
        real_a[i] = i >= real_pairs ? real_a[j] : i < n * n ? real_of(edges[i % n]) : random_real();
        real_b[i] = i >= real_pairs ? real_b[j] : i < n * n ? real_of(edges[i / n]) : random_real();
    }
    int_pairs = ints * ints + RANDOM;
    for (size_t i = 0; i < int_pairs + 2 * VL; i++) {
        const size_t j = i % int_pairs;
        const int edge = j < ints * ints;
        const uint64_t r = check_random(&state);
        int_a[i] = i >= int_pairs ? int_a[j] : (int32_t)(edge ? int_edges[j % ints] : r);
        int_b[i] = i >= int_pairs ? int_b[j] : (int32_t)(edge ? int_edges[j / ints] : r >> 32);
    }
}

/* ---- Comparison ---- */

enum mode { EXACT, VALUE }; /* VALUE: any NaN will do */

PLAIN void compare(const char *name, enum mode mode, int lane, wn_bits a, wn_bits b, wn_bits got,
                   wn_bits want)
{
    CHECK(got == want || (mode == VALUE && is_nan(got) && is_nan(want)),
          "%s(%#" PRIx64 ", %#" PRIx64 ") in lane %d: got %#" PRIx64 ", expected %#" PRIx64, name,
          (uint64_t)a, (uint64_t)b, lane, (uint64_t)got, (uint64_t)want);
}

/* A mask is seen through each of the operations that read one. */
PLAIN void compare_mask(const char *name, vmask m, uint32_t want)
{
    const uint32_t all = (uint32_t)((UINT64_C(1) << VL) - 1);
    real a[VL], b[VL], r[VL], s[VL];
    int32_t c[VL], d[VL], t[VL];
    for (int k = 0; k < VL; k++) {
        const wn_bits payload = INF + 1 + (wn_bits)k;
        a[k] = real_of(payload), b[k] = real_of(~payload);
        c[k] = 1000 + k, d[k] = -1000 - k;
    }
    v_store(r, v_select(m, v_load(a), v_load(b)));
    v_store(s, v_from_bits(vb_select(m, v_bits(v_load(a)), v_bits(v_load(b)))));
    vi_store(t, vi_select(m, vi_load(c), vi_load(d)));
    CHECK(m_bits(m) == want, "%s: mask %#x, expected %#x", name, m_bits(m), want);
    CHECK(!m_any(m) == !want, "%s: m_any of mask %#x", name, want);
    CHECK(!m_all(m) == !(want == all), "%s: m_all of mask %#x", name, want);
    for (int k = 0; k < VL; k++) {
        const int yes = want >> k & 1;
        CHECK(bits_of(r[k]) == bits_of(yes ? a[k] : b[k]), "%s: v_select in lane %d", name, k);
        CHECK(bits_of(s[k]) == bits_of(yes ? a[k] : b[k]), "%s: vb_select in lane %d", name, k);
        CHECK(t[k] == (yes ? c[k] : d[k]), "%s: vi_select in lane %d", name, k);
    }
}

/* Every pair in every lane: blocks of VL pairs from each of the first VL on */
#define FOR_BLOCKS(j, pairs)                    \
    for (size_t first = 0; first < VL; first++) \
        for (size_t j = first; j < (pairs); j += VL)

/* Tests named test_<operation>, of operations on reals (and bits), ints, and both */
#define V(j, which) v_load(real_##which + (j))
#define B(j, which) v_bits(V(j, which))
#define I(j, which) vi_load(int_##which + (j))

#define TEST_REAL(name, mode, expression, reference)                                  \
    static void test_##name(void)                                                     \
    {                                                                                 \
        FOR_BLOCKS(j, real_pairs)                                                     \
        {                                                                             \
            real got[VL];                                                             \
            v_store(got, expression);                                                 \
            for (int k = 0; k < VL; k++) {                                            \
                const wn_bits a = bits_of(real_a[j + k]), b = bits_of(real_b[j + k]); \
                compare(#name, mode, k, a, b, bits_of(got[k]), reference(a, b));      \
            }                                                                         \
        }                                                                             \
    }
#define TEST_INT(name, expression, reference)                                          \
    static void test_##name(void)                                                      \
    {                                                                                  \
        FOR_BLOCKS(j, int_pairs)                                                       \
        {                                                                              \
            int32_t got[VL];                                                           \
            vi_store(got, expression);                                                 \
            for (int k = 0; k < VL; k++) {                                             \
                const uint32_t a = (uint32_t)int_a[j + k], b = (uint32_t)int_b[j + k]; \
                compare(#name, EXACT, k, a, b, (uint32_t)got[k], reference(a, b));     \
            }                                                                          \
        }                                                                              \
    }
#define TEST_MASK(name, pairs, expression, reference)    \
    static void test_##name(void)                        \
    {                                                    \
        FOR_BLOCKS(j, pairs)                             \
        {                                                \
            uint32_t want = 0;                           \
            for (size_t k = 0; k < VL; k++)              \
                want |= (uint32_t)reference(j + k) << k; \
            compare_mask(#name, expression, want);       \
        }                                                \
    }

/* The plain C: on bits, on integers, on the pairs at i, and on reals (volatile, to stay scalar) */
#define PLAIN_BITS(name, expression)         \
    PLAIN wn_bits name(wn_bits a, wn_bits b) \
    {                                        \
        (void)b;                             \
        return expression;                   \
    }
#define PLAIN_INT(name, expression)             \
    PLAIN uint32_t name(uint32_t a, uint32_t b) \
    {                                           \
        return expression;                      \
    }
#define PLAIN_MASK(name, expression) \
    PLAIN int name(size_t i)         \
    {                                \
        return expression;           \
    }

#define PLAIN_REAL(name, expression)                    \
    PLAIN wn_bits name(wn_bits a_, wn_bits b_)          \
    {                                                   \
        volatile real a = real_of(a_), b = real_of(b_); \
        (void)b;                                        \
        return bits_of(expression);                     \
    }

/* ---- Arithmetic ---- */

PLAIN_REAL(plain_add, a + b)
PLAIN_REAL(plain_sub, a - b)
PLAIN_REAL(plain_mul, (a * b))
PLAIN_REAL(plain_div, a / b)
PLAIN_REAL(plain_sqrt, (real)sqrt(a)) /* also f32: 53 bits round to 24 without harm */

PLAIN_BITS(plain_neg, (a ^ SIGN))
PLAIN_BITS(plain_abs, (a & ~SIGN))
PLAIN_BITS(plain_max, (real_of(a) > real_of(b) ? a : b))
PLAIN_BITS(plain_min, (real_of(a) < real_of(b) ? a : b))

PLAIN wn_bits plain_trunc(wn_bits a, wn_bits b)
{
    const int exponent = (int)(a >> DIGITS & (INF >> DIGITS)) - (int)(INF >> (DIGITS + 1));
    (void)b;
    if (exponent >= DIGITS) /* an integer, infinity or NaN */
        return a;
    return exponent < 0 ? a & SIGN : a & ~(((wn_bits)1 << (DIGITS - exponent)) - 1);
}

PLAIN wn_bits plain_floor(wn_bits a, wn_bits b)
{
    const wn_bits t = plain_trunc(a, b);
    return real_of(a) < real_of(t) ? bits_of(real_of(t) - 1) : t;
}

PLAIN wn_bits plain_round(wn_bits a, wn_bits b)
{
    const wn_bits t = plain_trunc(a, b), half = bits_of(real_of(t) / 2);
    const int odd = plain_trunc(half, b) != half;
    const real rest = real_of(bits_of(real_of(a) - real_of(t)) & ~SIGN); /* exact */
    if (a == t || rest < R(0.5) || (rest == R(0.5) && !odd))
        return t;
    return bits_of(real_of(t) + (a & SIGN ? -1 : 1));
}

TEST_REAL(v_add, VALUE, v_add(V(j, a), V(j, b)), plain_add)
TEST_REAL(v_sub, VALUE, v_sub(V(j, a), V(j, b)), plain_sub)
TEST_REAL(v_mul, VALUE, v_mul(V(j, a), V(j, b)), plain_mul)
TEST_REAL(v_div, VALUE, v_div(V(j, a), V(j, b)), plain_div)
TEST_REAL(v_sqrt, VALUE, v_sqrt(V(j, a)), plain_sqrt)
TEST_REAL(v_neg, EXACT, v_neg(V(j, a)), plain_neg)
TEST_REAL(v_abs, EXACT, v_abs(V(j, a)), plain_abs)
TEST_REAL(v_max, EXACT, v_max(V(j, a), V(j, b)), plain_max)
TEST_REAL(v_min, EXACT, v_min(V(j, a), V(j, b)), plain_min)
TEST_REAL(v_floor, VALUE, v_floor(V(j, a)), plain_floor)
TEST_REAL(v_trunc, VALUE, v_trunc(V(j, a)), plain_trunc)
TEST_REAL(v_round, VALUE, v_round(V(j, a)), plain_round)

/* ---- Comparison ---- */

PLAIN int64_t signed_of(wn_bits a)
{
    return WN_REAL == 64 ? (int64_t)a : (int32_t)(uint32_t)a;
}

PLAIN_MASK(plain_lt, (real_a[i] < real_b[i]))
PLAIN_MASK(plain_le, (real_a[i] <= real_b[i]))
PLAIN_MASK(plain_gt, (real_a[i] > real_b[i]))
PLAIN_MASK(plain_ge, (real_a[i] >= real_b[i]))
PLAIN_MASK(plain_eq, real_a[i] == real_b[i])
PLAIN_MASK(plain_ne, real_a[i] != real_b[i])
PLAIN_MASK(plain_vi_eq, int_a[i] == int_b[i])
PLAIN_MASK(plain_vi_gt, (int_a[i] > int_b[i]))
PLAIN_MASK(plain_vb_eq, bits_of(real_a[i]) == bits_of(real_b[i]))
PLAIN_MASK(plain_vb_gt, signed_of(bits_of(real_a[i])) > signed_of(bits_of(real_b[i])))

TEST_MASK(v_lt, real_pairs, v_lt(V(j, a), V(j, b)), plain_lt)
TEST_MASK(v_le, real_pairs, v_le(V(j, a), V(j, b)), plain_le)
TEST_MASK(v_gt, real_pairs, v_gt(V(j, a), V(j, b)), plain_gt)
TEST_MASK(v_ge, real_pairs, v_ge(V(j, a), V(j, b)), plain_ge)
TEST_MASK(v_eq, real_pairs, v_eq(V(j, a), V(j, b)), plain_eq)
TEST_MASK(v_ne, real_pairs, v_ne(V(j, a), V(j, b)), plain_ne)
TEST_MASK(vi_eq, int_pairs, vi_eq(I(j, a), I(j, b)), plain_vi_eq)
TEST_MASK(vi_gt, int_pairs, vi_gt(I(j, a), I(j, b)), plain_vi_gt)
TEST_MASK(vb_eq, real_pairs, vb_eq(B(j, a), B(j, b)), plain_vb_eq)
TEST_MASK(vb_gt, real_pairs, vb_gt(B(j, a), B(j, b)), plain_vb_gt)

/* ---- Masks ---- */

/* m_from_bits, m_bits, m_any, m_all and the selects, on every mask there is */
static void test_every_mask(void)
{
    for (uint32_t bits = 0; bits >> VL == 0; bits++) {
        const uint32_t above = (uint32_t)check_random(&state) >> VL << VL;
        compare_mask("m_from_bits", m_from_bits(bits), bits);
        compare_mask("m_from_bits", m_from_bits(bits | above), bits);
    }
}

/* All pairs of masks, or with 16 lanes a random selection of them */
#define TEST_MASKS(name, expression, reference)                             \
    static void test_##name(void)                                           \
    {                                                                       \
        const uint32_t all = (uint32_t)((UINT64_C(1) << VL) - 1);           \
        for (uint32_t i = 0; i >> 2 * (VL < 8 ? VL : 8) == 0; i++) {        \
            const uint32_t r = VL > 8 ? (uint32_t)check_random(&state) : i; \
            const uint32_t a = r & all, b = r >> VL & all;                  \
            const vmask m = m_from_bits(a), n = m_from_bits(b);             \
            (void)b, (void)n;                                               \
            compare_mask(#name, expression, all &(reference));              \
        }                                                                   \
    }
TEST_MASKS(m_and, m_and(m, n), (a & b))
TEST_MASKS(m_or, m_or(m, n), a | b)
TEST_MASKS(m_xor, m_xor(m, n), a ^ b)
TEST_MASKS(m_andnot, m_andnot(m, n), a & ~b)
TEST_MASKS(m_not, m_not(m), ~a)

/* The selects on all values; under a mask from a comparison */
PLAIN_BITS(plain_select, (real_of(a) < real_of(b) ? a : b))
PLAIN_INT(plain_vi_select, ((int32_t)a > (int32_t)b ? b : a))
TEST_REAL(v_select, EXACT, v_select(v_lt(V(j, a), V(j, b)), V(j, a), V(j, b)), plain_select)
TEST_REAL(vb_select, EXACT, v_from_bits(vb_select(v_lt(V(j, a), V(j, b)), B(j, a), B(j, b))),
          plain_select)
TEST_INT(vi_select, vi_select(vi_gt(I(j, a), I(j, b)), I(j, b), I(j, a)), plain_vi_select)

/* ---- Sign and bits ---- */

PLAIN_BITS(plain_first, a)
PLAIN_BITS(plain_and, (a & b))
PLAIN_BITS(plain_or, (a | b))
PLAIN_BITS(plain_xor, (a ^ b))
PLAIN_BITS(plain_andnot, (a & ~b))
PLAIN_BITS(plain_copysign, ((a & ~SIGN) | (b & SIGN)))
PLAIN_BITS(plain_vb_add, (a + b))
PLAIN_BITS(plain_vb_sub, (a - b))

TEST_REAL(v_and, EXACT, v_and(V(j, a), V(j, b)), plain_and)
TEST_REAL(v_or, EXACT, v_or(V(j, a), V(j, b)), plain_or)
TEST_REAL(v_xor, EXACT, v_xor(V(j, a), V(j, b)), plain_xor)
TEST_REAL(v_andnot, EXACT, v_andnot(V(j, a), V(j, b)), plain_andnot)
TEST_REAL(v_copysign, EXACT, v_copysign(V(j, a), V(j, b)), plain_copysign)
TEST_REAL(v_bits, EXACT, v_from_bits(v_bits(V(j, a))), plain_first)
TEST_REAL(vb_add, EXACT, v_from_bits(vb_add(B(j, a), B(j, b))), plain_vb_add)
TEST_REAL(vb_sub, EXACT, v_from_bits(vb_sub(B(j, a), B(j, b))), plain_vb_sub)
TEST_REAL(vb_and, EXACT, v_from_bits(vb_and(B(j, a), B(j, b))), plain_and)
TEST_REAL(vb_or, EXACT, v_from_bits(vb_or(B(j, a), B(j, b))), plain_or)
TEST_REAL(vb_xor, EXACT, v_from_bits(vb_xor(B(j, a), B(j, b))), plain_xor)

/* With an addition between, that v_bits and v_from_bits are not each other's mistake */
PLAIN_BITS(plain_successor, (a + 1))
TEST_REAL(v_from_bits, EXACT, v_from_bits(vb_add(B(j, a), vb_set1(1))), plain_successor)

/* ---- Integers ---- */

PLAIN_INT(plain_vi_add, (a + b))
PLAIN_INT(plain_vi_sub, (a - b))
PLAIN_INT(plain_vi_mul, (a * b))
PLAIN_INT(plain_vi_mulhi_u, ((uint32_t)((uint64_t)a * b >> 32)))
PLAIN_INT(plain_vi_mulhi_u16,
          (((a & 0xffff) * (b & 0xffff) >> 16) | ((a >> 16) * (b >> 16) & 0xffff0000u)))
PLAIN_INT(plain_vi_and, (a & b))
PLAIN_INT(plain_vi_or, (a | b))
PLAIN_INT(plain_vi_xor, (a ^ b))
PLAIN_INT(plain_vi_andnot, (a & ~b))

TEST_INT(vi_add, vi_add(I(j, a), I(j, b)), plain_vi_add)
TEST_INT(vi_sub, vi_sub(I(j, a), I(j, b)), plain_vi_sub)
TEST_INT(vi_mul, vi_mul(I(j, a), I(j, b)), plain_vi_mul)
TEST_INT(vi_mulhi_u, vi_mulhi_u(I(j, a), I(j, b)), plain_vi_mulhi_u)
TEST_INT(vi_mulhi_u16, vi_mulhi_u16(I(j, a), I(j, b)), plain_vi_mulhi_u16)
TEST_INT(vi_and, vi_and(I(j, a), I(j, b)), plain_vi_and)
TEST_INT(vi_or, vi_or(I(j, a), I(j, b)), plain_vi_or)
TEST_INT(vi_xor, vi_xor(I(j, a), I(j, b)), plain_vi_xor)
TEST_INT(vi_andnot, vi_andnot(I(j, a), I(j, b)), plain_vi_andnot)

/* ---- Shifts: every count, as a constant and as a variable ---- */

enum { SHIFTED = 1024 }; /* of the first values, edges, and of the last, random ones */
#define EIGHT(S, k)      S(k) S(k + 1) S(k + 2) S(k + 3) S(k + 4) S(k + 5) S(k + 6) S(k + 7)
#define THIRTY_TWO(S, k) EIGHT(S, k) EIGHT(S, k + 8) EIGHT(S, k + 16) EIGHT(S, k + 24)

PLAIN uint32_t plain_sra(uint32_t a, int k)
{
    return a >> 31 ? ~(~a >> k) : a >> k;
}

PLAIN void compare_vi_shift(const int32_t *from, int k, vint shl, vint shr, vint sra)
{
    int32_t l[VL], r[VL], s[VL];
    vi_store(l, shl), vi_store(r, shr), vi_store(s, sra);
    for (int i = 0; i < VL; i++) {
        const uint32_t a = (uint32_t)from[i];
        compare("vi_shl", EXACT, i, a, (wn_bits)k, (uint32_t)l[i], a << k);
        compare("vi_shr", EXACT, i, a, (wn_bits)k, (uint32_t)r[i], a >> k);
        compare("vi_sra", EXACT, i, a, (wn_bits)k, (uint32_t)s[i], plain_sra(a, k));
    }
}

PLAIN void compare_vb_shift(const real *from, int k, vbits shl, vbits shr)
{
    real l[VL], r[VL];
    v_store(l, v_from_bits(shl)), v_store(r, v_from_bits(shr));
    for (int i = 0; i < VL; i++) {
        const wn_bits a = bits_of(from[i]);
        compare("vb_shl", EXACT, i, a, (wn_bits)k, bits_of(l[i]), a << k);
        compare("vb_shr", EXACT, i, a, (wn_bits)k, bits_of(r[i]), a >> k);
    }
}

#define VI_SHIFT(k) compare_vi_shift(int_a + j, k, vi_shl(a, k), vi_shr(a, k), vi_sra(a, k));
#define VB_SHIFT(k) compare_vb_shift(real_a + j, k, vb_shl(a, k), vb_shr(a, k));

static void test_vi_shifts(void)
{
    FOR_BLOCKS(i, 2 * SHIFTED)
    {
        const size_t j = i < SHIFTED ? i : int_pairs - 2 * SHIFTED + i;
        const vint a = I(j, a);
        THIRTY_TWO(VI_SHIFT, 0)
        for (volatile int k = 0; k < 32; k++)
            VI_SHIFT(k)
    }
}

static void test_vb_shifts(void)
{
    FOR_BLOCKS(i, 2 * SHIFTED)
    {
        const size_t j = i < SHIFTED ? i : real_pairs - 2 * SHIFTED + i;
        const vbits a = B(j, a);
        THIRTY_TWO(VB_SHIFT, 0)
#if WN_REAL == 64
        THIRTY_TWO(VB_SHIFT, 32)
#endif
        for (volatile int k = 0; k < WN_REAL; k++)
            VB_SHIFT(k)
    }
}

/* ---- Conversion ---- */

PLAIN uint32_t plain_to_int(wn_bits a)
{
    const double v = real_of(a);
    return v > -0x1p31 - 1 && v < 0x1p31 ? (uint32_t)(int32_t)v : UINT32_C(1) << 31;
}

PLAIN wn_bits plain_from_int(int32_t a)
{
    volatile real r = (real)a;
    return bits_of(r);
}

static void test_v_to_int(void)
{
    FOR_BLOCKS(j, real_pairs)
    {
        int32_t got[VL], low[VL];
        vi_store(got, v_to_int(V(j, a)));
        vi_store(low, vi_from_vb(B(j, a)));
        for (int k = 0; k < VL; k++) {
            const wn_bits a = bits_of(real_a[j + k]);
            compare("v_to_int", EXACT, k, a, 0, (uint32_t)got[k], plain_to_int(a));
            compare("vi_from_vb", EXACT, k, a, 0, (uint32_t)low[k], (uint32_t)a);
        }
    }
}

static void test_v_from_int(void)
{
    FOR_BLOCKS(j, int_pairs)
    {
        real got[VL], wide[VL];
        v_store(got, v_from_int(I(j, a)));
        v_store(wide, v_from_bits(vb_from_vi(I(j, a))));
        for (int k = 0; k < VL; k++) {
            const wn_bits a = (uint32_t)int_a[j + k];
            compare("v_from_int", EXACT, k, a, 0, bits_of(got[k]), plain_from_int(int_a[j + k]));
            compare("vb_from_vi", EXACT, k, a, 0, bits_of(wide[k]), (wn_bits)int_a[j + k]);
        }
    }
}

/* ---- Memory ---- */

enum { SAMPLES = 4096 };

static void fill(void *p, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        ((unsigned char *)p)[i] = (unsigned char)check_random(&state);
}

/* From any byte to any byte, and not one byte more */
static void test_load_store(void)
{
    enum { ROOM = 192, REALS = VL * sizeof(real), INTS = VL * sizeof(int32_t) };
    unsigned char from[ROOM], to[ROOM], want[ROOM];
    for (size_t i = 0; i < 64; i++) {
        for (size_t j = 0; j < 64; j++) {
            fill(from, ROOM), fill(to, ROOM), memcpy(want, to, ROOM);
            memcpy(want + j, from + i, REALS);
            v_store((void *)(to + j), v_load((const void *)(from + i)));
            CHECK(!memcmp(to, want, ROOM), "v_load, v_store: byte %zu to byte %zu", i, j);

            fill(to, ROOM), memcpy(want, to, ROOM);
            memcpy(want + j, from + i, INTS);
            vi_store((void *)(to + j), vi_load((const void *)(from + i)));
            CHECK(!memcmp(to, want, ROOM), "vi_load, vi_store: byte %zu to byte %zu", i, j);
        }
    }
}

static void test_set(void)
{
    for (size_t i = 0; i < SAMPLES; i++) {
        real a[VL], b[VL], zero[VL];
        int32_t c[VL];
        v_store(a, v_set1(real_a[i]));
        v_store(b, v_from_bits(vb_set1(bits_of(real_a[i]))));
        v_store(zero, v_zero());
        vi_store(c, vi_set1(int_a[i]));
        for (int k = 0; k < VL; k++) {
            compare("v_set1", EXACT, k, bits_of(real_a[i]), 0, bits_of(a[k]), bits_of(real_a[i]));
            compare("vb_set1", EXACT, k, bits_of(real_a[i]), 0, bits_of(b[k]), bits_of(real_a[i]));
            compare("vi_set1", EXACT, k, 0, 0, (uint32_t)c[k], (uint32_t)int_a[i]);
            compare("v_zero", EXACT, k, 0, 0, bits_of(zero[k]), 0);
        }
    }
}

/* Indices of both signs, from the middle of a table */
static void test_v_lookup(void)
{
    static real table[256];
    static int32_t index[SAMPLES + 2 * VL];
    const real *middle = table + 128;
    fill(table, sizeof table);
    for (size_t i = 0; i < SAMPLES + 2 * VL; i++)
        index[i] = i < 256 ? (int32_t)i - 128 : (int32_t)(check_random(&state) >> 56) - 128;
    FOR_BLOCKS(j, SAMPLES)
    {
        real got[VL];
        v_store(got, v_lookup(middle, vi_load(index + j)));
        for (int k = 0; k < VL; k++)
            compare("v_lookup", EXACT, k, (wn_bits)index[j + k], 0, bits_of(got[k]),
                    bits_of(middle[index[j + k]]));
    }
}

static void test_v_permute(void)
{
    static int32_t index[SAMPLES + 2 * VL];
    for (size_t i = 0; i < SAMPLES + 2 * VL; i++)
        index[i] = (int32_t)(check_random(&state) >> 32) & (VL - 1);
    FOR_BLOCKS(j, SAMPLES)
    {
        real got[VL];
        v_store(got, v_permute(V(j, a), vi_load(index + j)));
        for (int k = 0; k < VL; k++)
            compare("v_permute", EXACT, k, (wn_bits)index[j + k], 0, bits_of(got[k]),
                    bits_of(real_a[j + (size_t)index[j + k]]));
    }
}

/* Every byte there is, and lower bytes of all kinds in the index */
static void test_v_top_byte(void)
{
    static int32_t index[SAMPLES + 2 * VL];
    for (size_t i = 0; i < SAMPLES + 2 * VL; i++)
        index[i] = (int32_t)(check_random(&state) >> 32) & 0x0fffffff;
    for (int lowest = 0; lowest < 256; lowest += 16) {
        uint8_t bytes[16];
        for (int k = 0; k < 16; k++)
            bytes[k] = (uint8_t)(lowest + k);
        FOR_BLOCKS(j, SAMPLES)
        {
            real got[VL];
            v_store(got, v_top_byte(bytes, vi_load(index + j)));
            for (int k = 0; k < VL; k++)
                compare("v_top_byte", EXACT, k, (wn_bits)index[j + k], 0, bits_of(got[k]),
                        (wn_bits)bytes[index[j + k] >> 24] << (8 * sizeof(real) - 8));
        }
    }
}

/* The table is aligned to 4 reals and no better. Offsets within 256 rows, then all there can be */
static void test_v_lookup_rows(void)
{
    static _Alignas(64) real room[4 + 65536];
    static uint16_t offset[SAMPLES + 2 * VL];
    const real *table = room + 4;
    fill(room, sizeof room);
    for (size_t i = 0; i < SAMPLES + 2 * VL; i++)
        offset[i] = (uint16_t)(check_random(&state) & (i < SAMPLES / 2 ? 0x3fc : 0xfffc));
    offset[SAMPLES - 1] = 0xfffc;
    FOR_BLOCKS(j, SAMPLES)
    {
        vreal x, y, z;
        real got[3][VL];
        v_lookup_rows(table, offset + j, &x, &y, &z);
        v_store(got[0], x), v_store(got[1], y), v_store(got[2], z);
        for (int k = 0; k < VL; k++)
            for (int i = 0; i < 3; i++)
                compare("v_lookup_rows", EXACT, k, offset[j + k], (wn_bits)i, bits_of(got[i][k]),
                        bits_of(table[offset[j + k] + i]));
    }
}

/* Nothing is read or written beside what is asked for: else the test dies at a guard page. */
static void test_bounds(void)
{
    const size_t size = (size_t)sysconf(_SC_PAGESIZE);
    unsigned char *p = mmap(NULL, 5 * size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    unsigned char *data = p + size, *more = p + 3 * size;
    if (p == MAP_FAILED || mprotect(data, size, PROT_READ | PROT_WRITE) ||
        mprotect(more, size, PROT_READ | PROT_WRITE)) {
        CHECK(0, "no guard pages");
        return;
    }
    for (int last = 0; last < 2; last++) { /* at the first byte of a page, and at the last */
        real *a = (real *)(last ? data + size - VL * sizeof(real) : data);
        int32_t *b = (int32_t *)(last ? more + size - VL * sizeof(int32_t) : more);
        v_store(a, V(0, a));
        vi_store(b, I(0, a));
        v_store(a, v_neg(v_load(a)));
        vi_store(b, vi_add(vi_load(b), vi_set1(1)));
        for (int k = 0; k < VL; k++) {
            compare("v_load", EXACT, k, 0, 0, bits_of(a[k]), bits_of(real_a[k]) ^ SIGN);
            compare("vi_load", EXACT, k, 0, 0, (uint32_t)b[k], (uint32_t)int_a[k] + 1);
        }

        real *row = (real *)(last ? data + size - 4 * sizeof(real) : data);
        uint16_t *offset = (uint16_t *)(last ? more + size - VL * sizeof(uint16_t) : more);
        real got[4][VL];
        vreal x, y, z;
        memcpy(row, real_a, 4 * sizeof(real));
        memset(offset, 0, VL * sizeof(uint16_t));
        v_lookup_rows(row, offset, &x, &y, &z);
        v_store(got[0], x), v_store(got[1], y), v_store(got[2], z);
        v_store(got[3], v_lookup(row, vi_set1(last * 3)));
        for (int k = 0; k < VL; k++) {
            for (int i = 0; i < 3; i++)
                compare("v_lookup_rows", EXACT, k, 0, (wn_bits)i, bits_of(got[i][k]),
                        bits_of(real_a[i]));
            compare("v_lookup", EXACT, k, 0, 0, bits_of(got[3][k]), bits_of(real_a[last * 3]));
        }
    }
    munmap(p, 5 * size);
}

/* ---- The list ---- */

/* Every operation and its test. Neighbours with the same test share one run of it. */
static const struct {
    const char *name;
    void (*test)(void);
} operations[] = {
    { "v_load", test_load_store },
    { "v_store", test_load_store },
    { "vi_load", test_load_store },
    { "vi_store", test_load_store },
    { "v_load", test_bounds },
    { "v_set1", test_set },
    { "vi_set1", test_set },
    { "vb_set1", test_set },
    { "v_zero", test_set },
    { "v_lookup", test_v_lookup },
    { "v_lookup_rows", test_v_lookup_rows },
    { "v_permute", test_v_permute },
    { "v_top_byte", test_v_top_byte },
    { "v_add", test_v_add },
    { "v_sub", test_v_sub },
    { "v_mul", test_v_mul },
    { "v_div", test_v_div },
    { "v_sqrt", test_v_sqrt },
    { "v_neg", test_v_neg },
    { "v_abs", test_v_abs },
    { "v_max", test_v_max },
    { "v_min", test_v_min },
    { "v_floor", test_v_floor },
    { "v_trunc", test_v_trunc },
    { "v_round", test_v_round },
    { "v_lt", test_v_lt },
    { "v_le", test_v_le },
    { "v_gt", test_v_gt },
    { "v_ge", test_v_ge },
    { "v_eq", test_v_eq },
    { "v_ne", test_v_ne },
    { "vi_eq", test_vi_eq },
    { "vi_gt", test_vi_gt },
    { "vb_eq", test_vb_eq },
    { "vb_gt", test_vb_gt },
    { "m_from_bits", test_every_mask },
    { "m_bits", test_every_mask },
    { "m_any", test_every_mask },
    { "m_all", test_every_mask },
    { "m_and", test_m_and },
    { "m_or", test_m_or },
    { "m_xor", test_m_xor },
    { "m_andnot", test_m_andnot },
    { "m_not", test_m_not },
    { "v_select", test_v_select },
    { "vi_select", test_vi_select },
    { "vb_select", test_vb_select },
    { "v_and", test_v_and },
    { "v_or", test_v_or },
    { "v_xor", test_v_xor },
    { "v_andnot", test_v_andnot },
    { "v_copysign", test_v_copysign },
    { "v_bits", test_v_bits },
    { "v_from_bits", test_v_from_bits },
    { "vb_add", test_vb_add },
    { "vb_sub", test_vb_sub },
    { "vb_and", test_vb_and },
    { "vb_or", test_vb_or },
    { "vb_xor", test_vb_xor },
    { "vb_shl", test_vb_shifts },
    { "vb_shr", test_vb_shifts },
    { "vi_add", test_vi_add },
    { "vi_sub", test_vi_sub },
    { "vi_mul", test_vi_mul },
    { "vi_mulhi_u", test_vi_mulhi_u },
    { "vi_mulhi_u16", test_vi_mulhi_u16 },
    { "vi_and", test_vi_and },
    { "vi_or", test_vi_or },
    { "vi_xor", test_vi_xor },
    { "vi_andnot", test_vi_andnot },
    { "vi_shl", test_vi_shifts },
    { "vi_shr", test_vi_shifts },
    { "vi_sra", test_vi_shifts },
    { "v_to_int", test_v_to_int },
    { "vi_from_vb", test_v_to_int },
    { "v_from_int", test_v_from_int },
    { "vb_from_vi", test_v_from_int },
};
enum { OPERATIONS = sizeof operations / sizeof *operations };

/* Every name in kernels/lanes.h that starts as an operation does is in the table, and back. */
static void check_list(void)
{
    static char text[65536];
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    int seen[OPERATIONS] = { 0 };
    FILE *file = fopen(WN_SOURCE_DIR "/kernels/lanes.h", "r");
    const size_t length = file ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file)
        fclose(file);
    CHECK(length > 0 && length < sizeof text - 1, "reading %s/kernels/lanes.h", WN_SOURCE_DIR);
    for (const char *s = text; *s; s += strcspn(s, letters)) {
        const size_t n = strspn(s, letters);
        char name[64] = "";
        if (n < sizeof name)
            memcpy(name, s, n);
        s += n;
        if (strncmp(name, "v_", 2) && strncmp(name, "vi_", 3) && strncmp(name, "vb_", 3) &&
            strncmp(name, "m_", 2))
            continue;
        int known = 0;
        for (int i = 0; i < OPERATIONS; i++)
            if (!strcmp(name, operations[i].name))
                known = seen[i] = 1;
        CHECK(known, "%s of kernels/lanes.h is not tested", name);
    }
    for (int i = 0; i < OPERATIONS; i++)
        CHECK(seen[i], "%s is not in kernels/lanes.h", operations[i].name);
}

/* ---- main ---- */

#define TEXT_(a) #a
#define TEXT(a)  TEXT_(a)
static const char isa[] = TEXT(WN_UNIT);

static int cpu_has_isa(void)
{
#if defined(WN_UNIT_SSE41)
    return __builtin_cpu_supports("sse4.1");
#elif defined(WN_UNIT_AVX2)
    return __builtin_cpu_supports("avx2");
#elif defined(WN_UNIT_AVX512)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") &&
        __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
#else
    return 1; /* NEON belongs to AArch64 */
#endif
}

/* Not inlined: main must not hold an instruction that the CPU may lack. */
PLAIN int run(int argc, char **argv)
{
    uint64_t seed = 1;
    if (argc == 3 && !strcmp(argv[1], "--seed")) {
        seed = strtoull(argv[2], NULL, 0);
    } else if (argc > 1) {
        fprintf(stderr, "usage: %s [--seed N]\n", argv[0]);
        return 2;
    }
    printf("test_lanes f%d %s --seed %" PRIu64 "\n", WN_REAL, isa, seed);
    state = seed;
    make_values();
    check_list();
    for (int i = 0; i < OPERATIONS; i++) {
        if (i && operations[i].test == operations[i - 1].test)
            continue;
        const unsigned long passed = check_passed, failed = check_failed;
        operations[i].test();
        CHECK(check_passed + check_failed > passed + failed, "%s: nothing checked",
              operations[i].name);
    }
    return check_done("test_lanes");
}

int main(int argc, char **argv)
{
    if (!cpu_has_isa()) {
        printf("skipped: the CPU lacks %s\n", isa);
        return CHECK_SKIPPED;
    }
    return run(argc, argv);
}
