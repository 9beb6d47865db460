/* SPDX-License-Identifier: MIT */
/*
 * Evaluation of plans in the precision being compiled: block by block, and within a block only
 * where a value is needed. Every slot keeps the values of the block's points and a mask of those
 * that are valid; evaluate() computes what is demanded and missing. Cheap modules run over the
 * whole block (what they compute where nothing is demanded is never looked at); expensive ones on
 * the missing points alone, packed together.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "../scalar/reference.h"
#include "arrays.h"
#include "internal.h"
#include "user.h"

#include <string.h>
#include <time.h>

struct context {
    const wn_plan *plan;
    wn_workspace *workspace;
    size_t n; /* points in this block */
};

static real *value_array(const struct context *c, size_t index)
{
    return (real *)c->workspace->values + index * WN_BLOCK;
}

/* The points of a demand that are not valid in a slot; 0 if there are none. */
static int missing_points(const wn_point_mask *demand, const wn_point_mask *valid,
                          wn_point_mask *missing)
{
    uint64_t any = 0;
    for (int w = 0; w < WN_MASK_WORDS; w++) {
        missing->word[w] = demand->word[w] & ~valid->word[w];
        any |= missing->word[w];
    }
    return any != 0;
}

static int lowest_bit(uint64_t bits)
{
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int i = 0;
    while (!(bits >> i & 1))
        i++;
    return i;
#endif
}

/* Lists the points of a mask; returns their number. */
static size_t list_points(const wn_point_mask *mask, uint16_t *points)
{
    size_t count = 0;
    for (int w = 0; w < WN_MASK_WORDS; w++) {
        for (uint64_t bits = mask->word[w]; bits; bits &= bits - 1)
            points[count++] = (uint16_t)(64 * w + lowest_bit(bits));
    }
    return count;
}

static uint64_t nanoseconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (uint64_t)t.tv_sec * 1000000000u + (uint64_t)t.tv_nsec;
}

/* A slot's values at n points. */
static void compute(const struct context *c, const struct wn_slot *slot, size_t n,
                    const real *const *in, real *const *out)
{
    if (slot->entry->kind == WN_KIND_USER)
        wn_call_user(slot->prep, 0, n, in, out[0]);
    else
        c->plan->tier->WN_PASTE(f, WN_REAL)
            ->kernel[slot->entry - wn_entries](slot->prep, n, in, out);
}

/* Computes a slot's values where they are needed; in[] are arrays over the block. Not inlined, for
 * its list of points would stand on the stack at each level of evaluate(). */
#if defined(__GNUC__)
__attribute__((noinline))
#endif
static void
run(const struct context *c, uint32_t s, const real *const *in, const wn_point_mask *missing)
{
    const struct wn_slot *slot = &c->plan->slots[s];
    const struct wn_entry *entry = slot->entry;
    struct wn_work *work = &c->workspace->work[s];
    const uint64_t start = c->workspace->timed ? nanoseconds() : 0;
    real *out[WN_MAX_OUTPUTS] = { NULL };
    for (uint32_t k = 0; k < entry->outputs; k++)
        out[k] = value_array(c, slot->value + k);

    uint16_t points[WN_BLOCK];
    const size_t count = list_points(missing, points);
    const int expensive = entry->type == WN_EXPONENT || entry->type == WN_POWER;
    /* what a cache remembers of a user module is not there to be copied again */
    const int remembered = slot->kept && slot->unsteady;
    const int cheap = entry->kind == WN_KIND_SELECTOR ||
        (entry->kind == WN_KIND_POINTWISE && !expensive && !remembered);
    if (cheap || count == c->n) {
        compute(c, slot, c->n, in, out);
    } else {
        real *const scratch = c->workspace->scratch;
        const real *packed_in[WN_MAX_INPUTS] = { NULL };
        real *packed_out[WN_MAX_OUTPUTS] = { NULL };
        for (uint32_t k = 0; k < slot->inputs; k++) {
            real *packed = scratch + k * WN_BLOCK;
            for (size_t i = 0; i < count; i++)
                packed[i] = in[k][points[i]];
            packed_in[k] = packed;
        }
        for (uint32_t k = 0; k < entry->outputs; k++)
            packed_out[k] = scratch + (WN_MAX_INPUTS + k) * WN_BLOCK;
        compute(c, slot, count, packed_in, packed_out);
        for (uint32_t k = 0; k < entry->outputs; k++) {
            for (size_t i = 0; i < count; i++)
                out[k][points[i]] = packed_out[k][i];
        }
    }
    for (int w = 0; w < WN_MASK_WORDS; w++)
        c->workspace->valid[s].word[w] |= missing->word[w];
    work->points += count;
    if (c->workspace->timed)
        work->nanoseconds += nanoseconds() - start;
}

/* Splits the points of a select into those that need source 0 and those that need source 1. */
static void split(const struct WN_PREP(select) * prep, const real *control,
                  const wn_point_mask *points, wn_point_mask needs[2])
{
    memset(needs, 0, 2 * sizeof *needs);
    for (int w = 0; w < WN_MASK_WORDS; w++) {
        for (uint64_t bits = points->word[w]; bits; bits &= bits - 1) {
            const int i = lowest_bit(bits);
            const uint64_t need = WN_NAME(wn_select_needs)(prep, control[64 * w + i]);
            needs[0].word[w] |= (need & 1) << i;
            needs[1].word[w] |= (need >> 1) << i;
        }
    }
}

/* Makes a slot's values valid for the demanded points. The depth is limited by WN_MAX_DEPTH. */
static void evaluate(const struct context *c, uint32_t s, const wn_point_mask *demand)
{
    wn_point_mask missing;
    if (!missing_points(demand, &c->workspace->valid[s], &missing))
        return;
    const struct wn_slot *slot = &c->plan->slots[s];
    const enum wn_kind kind = slot->entry->kind;
    const real *in[WN_MAX_INPUTS] = { NULL };
    /* coordinates first, for those that look at them */
    uint32_t coordinates = 0;
    if (kind == WN_KIND_GENERATOR || kind == WN_KIND_TRANSFORMER || kind == WN_KIND_USER) {
        const struct wn_space *space = &c->plan->spaces[slot->space];
        if (slot->space)
            evaluate(c, space->slot, &missing);
        for (; coordinates < 3; coordinates++)
            in[coordinates] = value_array(c, space->value + coordinates);
    }
    for (uint32_t k = coordinates; k < slot->inputs; k++)
        in[k] = value_array(c, c->plan->slots[slot->source[k - coordinates]].value);
    if (kind == WN_KIND_SELECTOR) {
        wn_point_mask needs[2];
        evaluate(c, slot->source[2], &missing);
        split(slot->prep, in[2], &missing, needs);
        evaluate(c, slot->source[0], &needs[0]);
        evaluate(c, slot->source[1], &needs[1]);
    } else {
        for (uint32_t k = coordinates; k < slot->inputs; k++)
            evaluate(c, slot->source[k - coordinates], &missing);
    }
    run(c, s, in, &missing);
}

/* Takes in a block's coordinates. Where they are the last block's, caches keep their values. */
static void begin_block(const struct context *c, const real *const *coordinates)
{
    wn_workspace *w = c->workspace;
    int same = c->n == w->last_n;
    for (int k = 0; k < 3; k++) {
        real *own = value_array(c, (size_t)k);
        same = same && !memcmp(own, coordinates[k], c->n * sizeof(real));
        if (!same)
            memcpy(own, coordinates[k], c->n * sizeof(real));
    }
    w->last_n = c->n;
    if (!same) {
        memset(w->valid, 0, c->plan->slot_count * sizeof *w->valid);
        return;
    }
    for (uint32_t s = 0; s < c->plan->slot_count; s++) {
        if (!c->plan->slots[s].kept)
            memset(&w->valid[s], 0, sizeof w->valid[s]);
    }
}

wn_status WN_NAME(wn_plan_eval)(const wn_plan *plan, wn_workspace *workspace, size_t n,
                                const real *x, const real *y, const real *z, real *const *out)
{
    if (!plan || !workspace)
        return WN_ERROR_ARGUMENT;
    if (plan->precision != WN_REAL)
        return WN_ERROR_PRECISION;
    if (workspace->plan != plan)
        return WN_ERROR_WORKSPACE;
    if (n == 0)
        return WN_OK;
    const real *const in[3] = { x, y, z };
    const wn_status status = wn_check_arrays(n, in, 3, out, plan->output_count);
    if (status)
        return status;
    struct context c = { .plan = plan, .workspace = workspace };
    for (size_t i = 0; i < n; i += c.n) {
        c.n = n - i < WN_BLOCK ? n - i : WN_BLOCK;
        const real *const coordinates[3] = { x + i, y + i, z + i };
        begin_block(&c, coordinates);
        wn_point_mask all = { { 0 } };
        for (size_t p = 0; p < c.n; p++)
            all.word[p / 64] |= UINT64_C(1) << p % 64;
        /* outputs may stand where coordinates are: write only when all are computed */
        for (size_t k = 0; k < plan->output_count; k++)
            evaluate(&c, plan->outputs[k], &all);
        for (size_t k = 0; k < plan->output_count; k++)
            memcpy(out[k] + i, value_array(&c, plan->slots[plan->outputs[k]].value),
                   c.n * sizeof(real));
    }
    return WN_OK;
}
