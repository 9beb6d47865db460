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
    size_t n;     /* points in this block */
    size_t words; /* of its masks */
    /* Of grids: points are [third][second][x], in whole rows; of the last axis that has more than
     * one coordinate in a block, those that are left. */
    const real *axis[3];    /* this block's coordinates along x, y, z; NULL: points one by one */
    size_t count[3];        /* how many */
    size_t full[3];         /* how many there are in a full block of this width, */
    size_t full_n;          /* and points; room is left for all of them */
    uint32_t second, third; /* axes: y and z, or z and y */
    uint32_t inner;         /* one of them: that of the innermost loop over blocks */
    uint32_t last;          /* second, or third if a block has more than one coordinate of it */
    uint32_t filled;        /* axes whose coordinates stand in the arrays of space 0 */
};

static real *value_array(const struct context *c, size_t index)
{
    return (real *)c->workspace->values + index * c->plan->block;
}

static uint64_t *valid_points(const struct context *c, uint32_t slot)
{
    return c->workspace->valid + slot * (c->plan->block / 64);
}

/* The points of a demand that are not valid in a slot; 0 if there are none. */
static int missing_points(const struct context *c, const uint64_t *demand, const uint64_t *valid,
                          uint64_t *missing)
{
    uint64_t any = 0;
    for (size_t w = 0; w < c->words; w++) {
        missing[w] = demand[w] & ~valid[w];
        any |= missing[w];
    }
    return any != 0;
}

/* Lists the points of a mask. */
static void list_points(const struct context *c, const uint64_t *mask, uint16_t *points)
{
    size_t count = 0;
    for (size_t w = 0; w < c->words; w++) {
        for (uint64_t bits = mask[w]; bits; bits &= bits - 1)
            points[count++] = (uint16_t)(64 * w + (size_t)wn_lowest_bit(bits));
    }
}

static size_t count_points(const struct context *c, const uint64_t *mask)
{
    uint64_t sum = 0;
    for (size_t w = 0; w < c->words; w++) { /* of 2, 4 and 8 bits, then of all */
        uint64_t v = mask[w];
        v -= v >> 1 & 0x5555555555555555u;
        v = (v & 0x3333333333333333u) + (v >> 2 & 0x3333333333333333u);
        sum += ((v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56;
    }
    return (size_t)sum;
}

/* The first n points, and no others. */
static void set_first(const struct context *c, uint64_t *mask, size_t n)
{
    for (size_t w = 0; w < c->words; w++)
        mask[w] = n >= 64 * w + 64 ? UINT64_MAX
            : n > 64 * w           ? (UINT64_C(1) << (n - 64 * w)) - 1
                                   : 0;
}

static int has_point(const uint64_t *mask, size_t point)
{
    return mask[point / 64] >> point % 64 & 1;
}

static void add_point(uint64_t *mask, size_t point)
{
    mask[point / 64] |= UINT64_C(1) << point % 64;
}

/* ---- Slots that are the same along an axis of a grid ---- */

static int varies(const struct wn_slot *slot, uint32_t axis)
{
    return slot->axes >> axis & 1;
}

static int varies_everywhere(const struct context *c, const struct wn_slot *slot)
{
    return !c->axis[0] || (slot->axes & 7) == 7;
}

/* Steps from a coordinate to the next, in points. */
static size_t second_step(const struct context *c)
{
    return c->full[0];
}
static size_t third_step(const struct context *c)
{
    return c->full[0] * c->full[c->second];
}

/* Where a point lies along each axis. */
static void locate(const struct context *c, uint32_t point, size_t at[3])
{
    const uint32_t width = (uint32_t)c->full[0], rows = (uint32_t)c->full[c->second];
    at[0] = point % width;
    at[c->second] = point / width % rows;
    at[c->third] = point / width / rows;
}

/* The first point of a grid's block that has a slot's value at a point. */
static size_t first_like(const struct context *c, const struct wn_slot *slot, uint32_t point)
{
    size_t at[3];
    locate(c, point, at);
    return (varies(slot, 0) ? at[0] : 0) +
        (varies(slot, c->second) ? at[c->second] * second_step(c) : 0) +
        (varies(slot, c->third) ? at[c->third] * third_step(c) : 0);
}

/* How many coordinates of a block make a difference to a slot. */
static void different(const struct context *c, const struct wn_slot *slot, size_t count[3])
{
    for (uint32_t k = 0; k < 3; k++)
        count[k] = varies(slot, k) ? c->count[k] : 1;
}

static size_t different_points(const struct context *c, const struct wn_slot *slot)
{
    size_t count[3];
    different(c, slot, count);
    return count[0] * count[1] * count[2];
}

/* Of the points where a slot has the same value, one: not just any, for its sources will be asked
 * there, and must not be where points alone would not have asked them. Needs room for two masks. */
static void representatives(const struct context *c, const struct wn_slot *slot, uint64_t *points,
                            uint64_t *room)
{
    if (varies_everywhere(c, slot))
        return;
    if (count_points(c, points) == c->n) {
        size_t count[3];
        different(c, slot, count);
        memset(points, 0, c->words * sizeof *points);
        for (size_t k = 0; k < count[c->third]; k++) {
            for (size_t j = 0; j < count[c->second]; j++) {
                for (size_t i = 0; i < count[0]; i++)
                    add_point(points, i + j * second_step(c) + k * third_step(c));
            }
        }
        return;
    }
    uint64_t *const chosen = room, *const seen = room + c->words;
    memset(room, 0, 2 * c->words * sizeof *room);
    const uint32_t width = (uint32_t)c->full[0];
    uint32_t row = 0; /* its first point */
    size_t row_like = 0;
    for (size_t w = 0; w < c->words; w++) {
        for (uint64_t bits = points[w]; bits; bits &= bits - 1) {
            const uint32_t point = (uint32_t)(64 * w) + (uint32_t)wn_lowest_bit(bits);
            if (point >= row + width) {
                row = point - point % width;
                row_like = first_like(c, slot, row);
            }
            const size_t first = row_like + (varies(slot, 0) ? point - row : 0);
            if (!has_point(seen, first))
                add_point(chosen, point);
            add_point(seen, first);
        }
    }
    memcpy(points, chosen, c->words * sizeof *points);
}

/* Where the values of a slot are those of the box at the beginning of its array: repeats them along
 * the axes where they are the same, also in rows that this block lacks and another with the same
 * coordinates may have. */
static void spread_box(const struct context *c, uint32_t s)
{
    const struct wn_slot *slot = &c->plan->slots[s];
    const uint32_t second = c->second, third = c->third;
    size_t count[3];
    different(c, slot, count);
    for (uint32_t o = 0; o < slot->entry->outputs; o++) {
        real *const values = value_array(c, slot->value + o);
        for (size_t k = 0; k < count[third]; k++) {
            real *const plane = values + k * third_step(c);
            for (size_t j = 0; j < count[second] && !varies(slot, 0); j++) {
                real *const row = plane + j * second_step(c);
                wn_fill_down(row, &(const real) { row[0] }, c->full[0], 1);
            }
            if (!varies(slot, second))
                wn_fill_across(plane + second_step(c), plane, c->full[0], c->full[second] - 1);
        }
        if (!varies(slot, third))
            wn_fill_across(values + third_step(c), values, third_step(c), c->full[third] - 1);
    }
    set_first(c, valid_points(c, s), varies(slot, c->last) ? c->n : c->full_n);
}

/* The same from representatives. */
static void spread_points(const struct context *c, uint32_t s, const uint16_t *points, size_t count)
{
    const struct wn_slot *slot = &c->plan->slots[s];
    const size_t x = varies(slot, 0) ? 1 : c->full[0],
                 rows = varies(slot, c->second) ? 1 : c->full[c->second],
                 planes = varies(slot, c->third) ? 1 : c->full[c->third];
    uint64_t *const valid = valid_points(c, s);
    const int all = count == different_points(c, slot);
    for (size_t p = 0; p < count; p++) {
        const size_t first = first_like(c, slot, points[p]);
        for (uint32_t o = 0; o < slot->entry->outputs; o++) {
            real *const values = value_array(c, slot->value + o);
            values[first] = values[points[p]];
        }
        for (size_t k = 0; k < planes && !all; k++) {
            for (size_t j = 0; j < rows; j++) {
                const size_t start = first + j * second_step(c) + k * third_step(c);
                for (uint32_t o = 0; o < slot->entry->outputs; o++) {
                    real *const values = value_array(c, slot->value + o);
                    wn_fill_down(values + start, &(const real) { values[first] }, x, 1);
                }
                for (size_t i = start; i < start + x; i++)
                    add_point(valid, i);
            }
        }
    }
    if (all)
        spread_box(c, s);
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

/* The same at some points of the block, packed together. */
static void compute_packed(const struct context *c, const struct wn_slot *slot,
                           const uint16_t *points, size_t count, const real *const *in,
                           real *const *out)
{
    real *const scratch = c->workspace->scratch;
    const real *packed_in[WN_MAX_INPUTS] = { NULL };
    real *packed_out[WN_MAX_OUTPUTS] = { NULL };
    for (uint32_t k = 0; k < slot->inputs; k++) {
        real *const packed = scratch + k * c->plan->block;
        for (size_t i = 0; i < count; i++)
            packed[i] = in[k][points[i]];
        packed_in[k] = packed;
    }
    for (uint32_t k = 0; k < slot->entry->outputs; k++)
        packed_out[k] = scratch + (WN_MAX_INPUTS + k) * c->plan->block;
    compute(c, slot, count, packed_in, packed_out);
    for (uint32_t k = 0; k < slot->entry->outputs; k++) {
        for (size_t i = 0; i < count; i++)
            out[k][points[i]] = packed_out[k][i];
    }
}

/* The tier's grid kernel for a generator at its points of a block, if there is one, the coordinates
 * are still those of a grid, and the whole costs no more than those points; else NULL. */
static WN_NAME(wn_grid_kernel) *
    grid_kernel(const struct context *c, const struct wn_slot *slot, size_t count)
{
    if (!c->axis[0] || slot->entry->kind != WN_KIND_GENERATOR)
        return NULL;
    const struct wn_space *space = &c->plan->spaces[slot->space];
    for (uint32_t k = 0; k < 3; k++) {
        if (space->axes[k] & ~(1u << k))
            return NULL;
    }
    const size_t all = different_points(c, slot);
    if (count != all && (slot->space || count * slot->grid_gain < all))
        return NULL;
    return c->plan->tier->WN_PASTE(f, WN_REAL)->grid[slot->entry - wn_entries];
}

/* Calls it. Values are those of a box then. points: where the coordinates are valid, if they are not
 * those of the caller. */
static void compute_grid(const struct context *c, const struct wn_slot *slot,
                         WN_NAME(wn_grid_kernel) * kernel, const uint16_t *points, size_t count,
                         const real *const *in, real *const *out)
{
    struct WN_NAME(wn_box) box = { .count = { 1, 1, 1, 1 },
                                   .axis = { c->axis[0], c->axis[1], c->axis[2], c->axis[0] },
                                   .stride = { 1, 1, 1, c->full_n } };
    different(c, slot, box.count);
    box.stride[c->second] = second_step(c);
    box.stride[c->third] = third_step(c);
    if (slot->space) {
        real *axis[3];
        for (uint32_t k = 0; k < 3; k++)
            box.axis[k] = axis[k] = (real *)c->workspace->scratch + k * c->plan->block;
        for (size_t p = 0; p < count; p++) {
            size_t at[3];
            locate(c, points[p], at);
            for (uint32_t k = 0; k < 3; k++)
                axis[k][varies(slot, k) ? at[k] : 0] = in[k][points[p]];
        }
    }
    kernel(slot->prep, &box, out);
}

/* Has the coordinates of a grid's points in the arrays of space 0. */
static void fill_coordinates(struct context *c)
{
    const uint32_t second = c->second, third = c->third;
    if (!(c->filled & 1))
        wn_fill_across(value_array(c, 0), c->axis[0], c->full[0], c->full_n / c->full[0]);
    for (size_t k = 0; k < c->full[third] && !(c->filled >> second & 1); k++)
        wn_fill_down(value_array(c, second) + k * third_step(c), c->axis[second], c->full[0],
                     c->count[second]);
    if (!(c->filled >> third & 1))
        wn_fill_down(value_array(c, third), c->axis[third], third_step(c), c->count[third]);
    c->filled = 7;
}

/* Computes a slot's values where they are needed; in[] are arrays over the block. Not inlined, for
 * what it keeps would stand on the stack at each level of evaluate(). */
WN_NOINLINE static void run(struct context *c, uint32_t s, const real *const *in,
                            const uint64_t *missing)
{
    const struct wn_slot *slot = &c->plan->slots[s];
    const struct wn_entry *entry = slot->entry;
    struct wn_work *work = &c->workspace->work[s];
    const uint64_t start = c->workspace->timed ? nanoseconds() : 0;
    real *out[WN_MAX_OUTPUTS] = { NULL };
    for (uint32_t k = 0; k < entry->outputs; k++)
        out[k] = value_array(c, slot->value + k);

    const int everywhere = varies_everywhere(c, slot);
    const size_t count = count_points(c, missing);
    WN_NAME(wn_grid_kernel) *const kernel = grid_kernel(c, slot, count);
    uint16_t *const points = c->workspace->points;
    /* a kernel computes all of a box: where less is asked, that alone is spread */
    const int some = !everywhere && count < different_points(c, slot);
    if (kernel ? slot->space || some : !everywhere || count < c->n)
        list_points(c, missing, points);
    if (kernel) {
        compute_grid(c, slot, kernel, points, count, in, out);
        for (size_t p = 0; p < count && some; p++)
            points[p] = (uint16_t)first_like(c, slot, points[p]);
    } else {
        if (c->axis[0] && slot->space == 0 && slot->inputs && entry->kind != WN_KIND_POINTWISE &&
            entry->kind != WN_KIND_SELECTOR)
            fill_coordinates(c);
        const int expensive = entry->type == WN_EXPONENT || entry->type == WN_POWER;
        /* what a cache remembers of a user module is not there to be copied again */
        const int remembered = slot->kept && slot->unsteady;
        const int cheap = entry->kind == WN_KIND_SELECTOR ||
            (entry->kind == WN_KIND_POINTWISE && !expensive && !remembered);
        /* 0, or the points from the first on that are, or may be, computed where they are */
        const size_t dense = everywhere       ? (cheap || count == c->n ? c->n : 0)
            : points[count - 1] + 1u == count ? count
                                              : 0;
        if (dense)
            compute(c, slot, dense, in, out);
        else
            compute_packed(c, slot, points, count, in, out);
    }
    if (everywhere) { /* what nobody asked for does not count, whether it is there or not */
        uint64_t *const valid = valid_points(c, s);
        for (size_t w = 0; w < c->words; w++)
            valid[w] |= missing[w];
    } else if (kernel && !some) {
        spread_box(c, s);
    } else {
        spread_points(c, s, points, count);
    }
    work->points += count;
    if (c->workspace->timed)
        work->nanoseconds += nanoseconds() - start;
}

/* Splits the points of a select into those that need source 0 and those that need source 1. */
static void split(const struct context *c, const struct WN_PREP(select) * prep, const real *control,
                  const uint64_t *points, uint64_t *needs0, uint64_t *needs1)
{
    for (size_t w = 0; w < c->words; w++) {
        needs0[w] = needs1[w] = 0;
        for (uint64_t bits = points[w]; bits; bits &= bits - 1) {
            const int i = wn_lowest_bit(bits);
            const uint64_t need = WN_NAME(wn_select_needs)(prep, control[64 * w + (size_t)i]);
            needs0[w] |= (need & 1) << i;
            needs1[w] |= (need >> 1) << i;
        }
    }
}

/* Makes a slot's values valid for the demanded points. The depth is limited by WN_MAX_DEPTH; masks:
 * room for WN_LEVEL_MASKS masks on this level and each below. */
static void evaluate(struct context *c, uint32_t s, const uint64_t *demand, uint64_t *masks)
{
    uint64_t *const missing = masks, *const needs0 = masks + c->words,
                    *const needs1 = needs0 + c->words, *const below = needs1 + c->words;
    if (!missing_points(c, demand, valid_points(c, s), missing))
        return;
    const struct wn_slot *slot = &c->plan->slots[s];
    representatives(c, slot, missing, needs0);
    const enum wn_kind kind = slot->entry->kind;
    const real *in[WN_MAX_INPUTS] = { NULL };
    /* coordinates first, for those that look at them */
    uint32_t coordinates = 0;
    if (kind == WN_KIND_GENERATOR || kind == WN_KIND_TRANSFORMER || kind == WN_KIND_USER) {
        const struct wn_space *space = &c->plan->spaces[slot->space];
        if (slot->space)
            evaluate(c, space->slot, missing, below);
        for (; coordinates < 3; coordinates++)
            in[coordinates] = value_array(c, space->value + coordinates);
    }
    for (uint32_t k = coordinates; k < slot->inputs; k++)
        in[k] = value_array(c, c->plan->slots[slot->source[k - coordinates]].value);
    if (kind == WN_KIND_SELECTOR) {
        evaluate(c, slot->source[2], missing, below);
        split(c, slot->prep, in[2], missing, needs0, needs1);
        evaluate(c, slot->source[0], needs0, below);
        evaluate(c, slot->source[1], needs1, below);
    } else {
        for (uint32_t k = coordinates; k < slot->inputs; k++)
            evaluate(c, slot->source[k - coordinates], missing, below);
    }
    run(c, s, in, missing);
}

/* Evaluates all outputs at all points of a block. */
static void evaluate_outputs(struct context *c)
{
    uint64_t *const all = c->workspace->masks;
    set_first(c, all, c->n);
    for (size_t k = 0; k < c->plan->output_count; k++)
        evaluate(c, c->plan->outputs[k], all, all + c->words);
}

/* What is there of a slot no longer is. */
static void forget(const struct context *c, uint32_t s)
{
    memset(valid_points(c, s), 0, c->words * sizeof(uint64_t));
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
    for (uint32_t s = 0; s < c->plan->slot_count; s++) {
        if (!same || !c->plan->slots[s].kept)
            forget(c, s);
    }
}

static wn_status check_plan(const wn_plan *plan, const wn_workspace *workspace)
{
    if (!plan || !workspace)
        return WN_ERROR_ARGUMENT;
    if (plan->precision != WN_REAL)
        return WN_ERROR_PRECISION;
    return workspace->plan == plan ? WN_OK : WN_ERROR_WORKSPACE;
}

wn_status WN_NAME(wn_plan_eval)(const wn_plan *plan, wn_workspace *workspace, size_t n,
                                const real *x, const real *y, const real *z, real *const *out)
{
    wn_status status = check_plan(plan, workspace);
    if (status || n == 0)
        return status;
    const real *const in[3] = { x, y, z };
    status = wn_check_arrays(n, in, 3, out, plan->output_count);
    if (status)
        return status;
    struct context c = { .plan = plan, .workspace = workspace };
    for (size_t i = 0; i < n; i += c.n) {
        c.n = n - i < plan->block ? n - i : plan->block;
        c.words = (c.n + 63) / 64;
        const real *const coordinates[3] = { x + i, y + i, z + i };
        begin_block(&c, coordinates);
        /* outputs may stand where coordinates are: write only when all are computed */
        evaluate_outputs(&c);
        for (size_t k = 0; k < plan->output_count; k++)
            memcpy(out[k] + i, value_array(&c, plan->slots[plan->outputs[k]].value),
                   c.n * sizeof(real));
    }
    return WN_OK;
}

/* ---- Grids ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/*
 * Chooses the axis along which a block's rows follow each other, and the one along which blocks do.
 * What does not depend on the blocks' axis stays from block to block. What does not depend on the
 * other is computed anew in each block: at one row if the other is the rows' axis, at all of the
 * block if both are the same. Kernels are best with rows along y, which comes first among equals.
 */
static void choose_walk(struct context *c, const struct WN_NAME(wn_box) * box)
{
    static const struct {
        uint32_t second, inner;
    } ways[3] = { { 1, 1 }, { 1, 2 }, { 2, 1 } };
    const size_t rows = c->plan->block / least(box->count[0], c->plan->block);
    double best = 0;
    for (int way = 0; way < 3; way++) {
        const uint32_t second = ways[way].second, inner = ways[way].inner, outer = 3 - inner;
        const double parts = (double)((box->count[second] + rows - 1) / rows);
        double work = 0;
        for (uint32_t s = 0; s < c->plan->slot_count; s++) {
            const struct wn_slot *slot = &c->plan->slots[s];
            double points = slot->cost;
            for (uint32_t k = 0; k < 3; k++)
                points *= varies(slot, k) ? (double)box->count[k] : 1;
            /* again for each step of the outer loop, unless all of it is in one block */
            if (varies(slot, inner) && !varies(slot, outer))
                points *= outer == second ? parts : (double)box->count[outer];
            work += points;
        }
        if (way == 0 || work < best) {
            best = work;
            c->second = second, c->inner = inner;
        }
    }
    if (box->count[c->second] == 1 && box->count[3 - c->second] > 1)
        c->second = c->inner = 3 - c->second;
    c->third = 3 - c->second;
}

/* The shape of a full block of some width. */
static void choose_shape(struct context *c, const struct WN_NAME(wn_box) * box, size_t width)
{
    const size_t rows = c->plan->block / width;
    c->full[0] = width;
    c->full[c->second] = least(rows, box->count[c->second]);
    c->full[c->third] = least(rows / c->full[c->second], box->count[c->third]);
    if (c->full[c->second] < box->count[c->second]) /* whole planes or one */
        c->full[c->third] = 1;
    c->full_n = width * c->full[1] * c->full[2];
    c->last = c->full[c->third] > 1 ? c->third : c->second;
    c->words = (c->full_n + 63) / 64;
}

/* Goes to the block that begins at some point. What depends on no axis that has changed stays. */
static void begin_grid_block(struct context *c, const struct WN_NAME(wn_box) * box,
                             const size_t at[3])
{
    uint32_t changed = 0;
    const size_t width = least(box->count[0] - at[0], c->plan->block);
    if (width != c->full[0]) { /* other points lie at the same places of the block */
        choose_shape(c, box, width);
        changed = 1u << 3;
    }
    for (uint32_t k = 0; k < 3; k++) {
        const real *const axis = box->axis[k] + at[k];
        changed |= (uint32_t)(axis != c->axis[k]) << k;
        c->axis[k] = axis;
        c->count[k] = least(box->count[k] - at[k], c->full[k]);
    }
    c->n = c->count[0] * c->count[1] * c->count[2];
    c->filled &= changed >> 3 ? 0 : ~changed;
    for (uint32_t s = 0; s < c->plan->slot_count; s++) {
        if (changed >> 3 || (c->plan->slots[s].axes & changed))
            forget(c, s);
    }
}

static void end_grid_block(const struct context *c, const struct WN_NAME(wn_box) * box,
                           const size_t at[3], real *const *out)
{
    const size_t start = at[0] * box->stride[0] + at[1] * box->stride[1] + at[2] * box->stride[2];
    const size_t down = box->stride[c->second];
    size_t length = c->count[0], rows = c->count[c->second];
    if (down == length) { /* rows follow each other, here as there */
        length *= rows;
        rows = 1;
    }
    for (size_t o = 0; o < c->plan->output_count; o++) {
        const real *const values = value_array(c, c->plan->slots[c->plan->outputs[o]].value);
        for (size_t k = 0; k < c->count[c->third]; k++) {
            real *const to = out[o] + start + k * box->stride[c->third];
            for (size_t j = 0; j < rows; j++)
                memcpy(to + j * down, values + j * second_step(c) + k * third_step(c),
                       length * sizeof(real));
        }
    }
}

wn_status WN_NAME(wn_plan_grid)(const wn_plan *plan, wn_workspace *workspace,
                                const WN_NAME(wn_grid) * grid, real *const *out)
{
    struct WN_NAME(wn_box) box;
    wn_status status = check_plan(plan, workspace);
    if (!status)
        status = WN_NAME(wn_grid_box)(grid, 3, out, plan->output_count, &box);
    if (status || !box.count[0])
        return status;
    struct context c = { .plan = plan, .workspace = workspace };
    choose_walk(&c, &box);
    const uint32_t inner = c.inner, outer = 3 - inner;
    /* caches remember nothing of a grid, and what they remember is not of this one */
    workspace->last_n = 0;
    size_t at[3];
    for (at[0] = 0; at[0] < box.count[0]; at[0] += c.count[0]) {
        for (at[outer] = 0; at[outer] < box.count[outer]; at[outer] += c.count[outer]) {
            for (at[inner] = 0; at[inner] < box.count[inner]; at[inner] += c.count[inner]) {
                begin_grid_block(&c, &box, at);
                evaluate_outputs(&c);
                end_grid_block(&c, &box, at, out);
            }
        }
    }
    return WN_OK;
}
