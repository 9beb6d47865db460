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

#if defined(__GNUC__)
#define WN_NOINLINE __attribute__((noinline))
#else
#define WN_NOINLINE
#endif

struct context {
    const wn_plan *plan;
    wn_workspace *workspace;
    size_t n; /* points in this block */
    /* of grids: */
    size_t width, rows; /* of a full block; width is 0 where points are given one by one */
    uint32_t down;      /* the axis from row to row: 1 or 2 */
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

/* Lists the points of a mask. */
static void list_points(const wn_point_mask *mask, uint16_t *points)
{
    size_t count = 0;
    for (int w = 0; w < WN_MASK_WORDS; w++) {
        for (uint64_t bits = mask->word[w]; bits; bits &= bits - 1)
            points[count++] = (uint16_t)(64 * w + lowest_bit(bits));
    }
}

static size_t count_points(const wn_point_mask *mask)
{
    uint64_t sum = 0;
    for (int w = 0; w < WN_MASK_WORDS; w++) { /* of 2, 4 and 8 bits, then of all */
        uint64_t v = mask->word[w];
        v -= v >> 1 & 0x5555555555555555u;
        v = (v & 0x3333333333333333u) + (v >> 2 & 0x3333333333333333u);
        sum += ((v + (v >> 4)) & 0x0f0f0f0f0f0f0f0fu) * 0x0101010101010101u >> 56;
    }
    return (size_t)sum;
}

static wn_point_mask first_points(size_t n)
{
    wn_point_mask mask;
    for (size_t w = 0; w < WN_MASK_WORDS; w++)
        mask.word[w] = n >= 64 * w + 64 ? UINT64_MAX
            : n > 64 * w                ? (UINT64_C(1) << (n - 64 * w)) - 1
                                        : 0;
    return mask;
}

static void add_point(wn_point_mask *mask, size_t point)
{
    mask->word[point / 64] |= UINT64_C(1) << point % 64;
}

/* Whether a slot's values differ along the rows of a block, and from row to row. */
static int varies_across(const struct context *c, const struct wn_slot *slot)
{
    return !c->width || (slot->axes & 1);
}
static int varies_down(const struct context *c, const struct wn_slot *slot)
{
    return !c->width || (slot->axes >> c->down & 1);
}

/* The first point of a grid's block that has a slot's value at a point. */
static size_t first_like(const struct context *c, const struct wn_slot *slot, size_t point)
{
    const size_t column = point % c->width;
    return (varies_across(c, slot) ? column : 0) + (varies_down(c, slot) ? point - column : 0);
}

/* Of the points where a slot has the same value, one: not just any, for its sources will be asked
 * there, and must not be where points alone would not have asked them. */
static wn_point_mask representatives(const struct context *c, const struct wn_slot *slot,
                                     const wn_point_mask *points)
{
    const int across = varies_across(c, slot), down = varies_down(c, slot);
    if (across && down)
        return *points;
    if (!down && count_points(points) == c->n)
        return first_points(across ? c->width : 1);
    wn_point_mask chosen = { { 0 } }, seen = { { 0 } };
    for (size_t w = 0; w < WN_MASK_WORDS; w++) {
        for (uint64_t bits = points->word[w]; bits; bits &= bits - 1) {
            const size_t point = 64 * w + (size_t)lowest_bit(bits);
            const size_t first = first_like(c, slot, point);
            if (!(seen.word[first / 64] >> first % 64 & 1))
                add_point(&chosen, point);
            add_point(&seen, first);
        }
    }
    return chosen;
}

/* Gives the values of representatives to those they stand for, also in rows that this block lacks
 * and another with the same coordinates may have. */
static void repeat(const struct context *c, uint32_t s, const uint16_t *points, size_t count)
{
    const struct wn_slot *slot = &c->plan->slots[s];
    wn_point_mask *const valid = &c->workspace->valid[s];
    const int across = varies_across(c, slot);
    const size_t run = across ? 1 : varies_down(c, slot) ? c->width : WN_BLOCK;
    const size_t rows = across ? c->rows : 1;
    /* the whole first row, which is the usual case, at once */
    const int first_row = across && count == c->width && points[count - 1] + 1u == count;
    for (uint32_t k = 0; k < slot->entry->outputs; k++) {
        real *const values = value_array(c, slot->value + k);
        if (first_row)
            wn_fill_across(values + c->width, values, c->width, rows - 1);
        for (size_t p = 0; p < count && !first_row; p++) {
            const real value = values[points[p]];
            real *const to = values + first_like(c, slot, points[p]);
            for (size_t j = 0; j < rows; j++)
                wn_fill_down(to + j * c->width, &value, run, 1);
        }
    }
    if (first_row || run == WN_BLOCK) {
        *valid = first_points(WN_BLOCK);
        return;
    }
    for (size_t p = 0; p < count; p++) {
        const size_t first = first_like(c, slot, points[p]);
        for (size_t i = 0; i < rows * run; i++)
            add_point(valid, first + (across ? i * c->width : i));
    }
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

/* The tier's grid kernel for a generator at all its points of a block, if there is one and the
 * coordinates are still those of a grid; else NULL. */
static WN_NAME(wn_grid_kernel) *
    grid_kernel(const struct context *c, const struct wn_slot *slot, size_t count)
{
    if (!c->width || slot->entry->kind != WN_KIND_GENERATOR)
        return NULL;
    const struct wn_space *space = &c->plan->spaces[slot->space];
    for (uint32_t k = 0; k < 3; k++) {
        if (space->axes[k] & ~(1u << k))
            return NULL;
    }
    const size_t rows = c->n / c->width;
    if (count != (varies_across(c, slot) ? c->width : 1) * (varies_down(c, slot) ? rows : 1))
        return NULL;
    return c->plan->tier->WN_PASTE(f, WN_REAL)->grid[slot->entry - wn_entries];
}

/* Calls it with the coordinates of those points, and makes them the first of their like, where the
 * values then are. Not inlined for the sake of the stack, as run(). */
WN_NOINLINE static void compute_grid(const struct context *c, const struct wn_slot *slot,
                                     WN_NAME(wn_grid_kernel) * kernel, uint16_t *points,
                                     size_t count, const real *const *in, real *const *out)
{
    const int across = varies_across(c, slot), down = varies_down(c, slot);
    const size_t rows = c->n / c->width;
    real column[WN_BLOCK], row[WN_BLOCK];
    struct WN_NAME(wn_box) box = { .count = { across ? c->width : 1, 1, 1, 1 },
                                   .axis = { in[0], in[1], in[2], in[0] },
                                   .stride = { 1, c->width, c->width, c->n } };
    box.count[c->down] = down ? rows : 1;
    box.axis[c->down] = row;
    box.stride[2] = c->down == 2 ? c->width : c->n;
    if (across && down) {
        for (size_t j = 0; j < rows; j++)
            row[j] = in[c->down][j * c->width];
    } else {
        const uint32_t other = 3 - c->down;
        box.axis[0] = column;
        box.axis[other] = in[other] + points[0];
        for (size_t p = 0; p < count; p++) {
            const size_t first = first_like(c, slot, points[p]);
            column[first % c->width] = in[0][points[p]];
            row[first / c->width] = in[c->down][points[p]];
        }
        for (size_t p = 0; p < count; p++)
            points[p] = (uint16_t)(across ? p : p * c->width);
    }
    kernel(slot->prep, &box, out);
}

/* Computes a slot's values where they are needed; in[] are arrays over the block. Not inlined, for
 * its list of points would stand on the stack at each level of evaluate(). */
WN_NOINLINE static void run(const struct context *c, uint32_t s, const real *const *in,
                            const wn_point_mask *missing)
{
    const struct wn_slot *slot = &c->plan->slots[s];
    const struct wn_entry *entry = slot->entry;
    struct wn_work *work = &c->workspace->work[s];
    const uint64_t start = c->workspace->timed ? nanoseconds() : 0;
    real *out[WN_MAX_OUTPUTS] = { NULL };
    for (uint32_t k = 0; k < entry->outputs; k++)
        out[k] = value_array(c, slot->value + k);

    uint16_t points[WN_BLOCK];
    const int everywhere = varies_across(c, slot) && varies_down(c, slot);
    const size_t count = count_points(missing);
    if (!everywhere || count < c->n)
        list_points(missing, points);
    const int expensive = entry->type == WN_EXPONENT || entry->type == WN_POWER;
    /* what a cache remembers of a user module is not there to be copied again */
    const int remembered = slot->kept && slot->unsteady;
    const int cheap = entry->kind == WN_KIND_SELECTOR ||
        (entry->kind == WN_KIND_POINTWISE && !expensive && !remembered);
    /* 0, or the points from the first on that are, or may be, computed where they are */
    const size_t dense = everywhere       ? (cheap || count == c->n ? c->n : 0)
        : points[count - 1] + 1u == count ? count
                                          : 0;
    WN_NAME(wn_grid_kernel) *const kernel = grid_kernel(c, slot, count);
    if (kernel) {
        compute_grid(c, slot, kernel, points, count, in, out);
    } else if (dense) {
        compute(c, slot, dense, in, out);
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
    if (everywhere) {
        for (int w = 0; w < WN_MASK_WORDS; w++)
            c->workspace->valid[s].word[w] |= missing->word[w];
    } else {
        repeat(c, s, points, count);
    }
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
    missing = representatives(c, slot, &missing);
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
        c.n = n - i < WN_BLOCK ? n - i : WN_BLOCK;
        const real *const coordinates[3] = { x + i, y + i, z + i };
        begin_block(&c, coordinates);
        const wn_point_mask all = first_points(c.n);
        /* outputs may stand where coordinates are: write only when all are computed */
        for (size_t k = 0; k < plan->output_count; k++)
            evaluate(&c, plan->outputs[k], &all);
        for (size_t k = 0; k < plan->output_count; k++)
            memcpy(out[k] + i, value_array(&c, plan->slots[plan->outputs[k]].value),
                   c.n * sizeof(real));
    }
    return WN_OK;
}

/* ---- Grids ---- */

/* A block of a grid: where it begins along each axis, and its size. */
struct place {
    size_t at[3], width, rows;
};

/* Takes in the coordinates of a block. What depends on none that have changed stays valid. */
static void begin_grid_block(struct context *c, const struct WN_NAME(wn_box) * box,
                             const struct place *place, const struct place *before)
{
    const uint32_t down = c->down, other = 3 - down;
    uint32_t changed = 0;
    for (uint32_t k = 0; k < 3; k++)
        changed |= (uint32_t)(place->at[k] != before->at[k]) << k;
    if (place->width != c->width) { /* other points lie at the same places of the block */
        c->width = place->width;
        c->rows = WN_BLOCK / c->width;
        changed |= 1u | 1u << down;
    }
    c->n = place->width * place->rows;
    if (changed & 1)
        wn_fill_across(value_array(c, 0), box->axis[0] + place->at[0], c->width, c->rows);
    if (changed >> down & 1)
        wn_fill_down(value_array(c, down), box->axis[down] + place->at[down], c->width,
                     place->rows);
    if (changed >> other & 1)
        wn_fill_down(value_array(c, other), box->axis[other] + place->at[other], WN_BLOCK, 1);
    for (uint32_t s = 0; s < c->plan->slot_count; s++) {
        if (c->plan->slots[s].axes & changed)
            memset(&c->workspace->valid[s], 0, sizeof c->workspace->valid[s]);
    }
}

static void end_grid_block(const struct context *c, const struct WN_NAME(wn_box) * box,
                           const struct place *place, real *const *out)
{
    const size_t start = place->at[0] * box->stride[0] + place->at[1] * box->stride[1] +
        place->at[2] * box->stride[2];
    for (size_t k = 0; k < c->plan->output_count; k++) {
        const real *const values = value_array(c, c->plan->slots[c->plan->outputs[k]].value);
        for (size_t j = 0; j < place->rows; j++)
            memcpy(out[k] + start + j * box->stride[c->down], values + j * place->width,
                   place->width * sizeof(real));
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
    c.down = box.count[1] == 1 && box.count[2] > 1 ? 2 : 1;
    const uint32_t down = c.down, other = 3 - down;
    /* caches remember nothing of a grid, and what they remember is not of this one */
    workspace->last_n = 0;
    memset(workspace->valid, 0, plan->slot_count * sizeof *workspace->valid);
    struct place place = { { 0 }, 0, 0 }, before = { { SIZE_MAX, SIZE_MAX, SIZE_MAX }, 0, 0 };
    for (place.at[other] = 0; place.at[other] < box.count[other]; place.at[other]++) {
        for (place.at[0] = 0; place.at[0] < box.count[0]; place.at[0] += place.width) {
            const size_t right = box.count[0] - place.at[0];
            place.width = right < WN_BLOCK ? right : WN_BLOCK;
            for (place.at[down] = 0; place.at[down] < box.count[down];
                 place.at[down] += place.rows) {
                const size_t below = box.count[down] - place.at[down];
                place.rows = below < WN_BLOCK / place.width ? below : WN_BLOCK / place.width;
                begin_grid_block(&c, &box, &place, &before);
                const wn_point_mask all = first_points(c.n);
                for (size_t k = 0; k < plan->output_count; k++)
                    evaluate(&c, plan->outputs[k], &all);
                end_grid_block(&c, &box, &place, out);
                before = place;
            }
        }
    }
    return WN_OK;
}
