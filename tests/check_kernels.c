/* SPDX-License-Identifier: MIT */
/*
 * Every kernel of every tier against the scalar reference, bit for bit, as dav1d's checkasm does:
 * seeded random parameters and inputs with edges among them, all sizes around vectors, chunks and
 * blocks, any alignment, in place, between pages that must not be touched. What is checked comes
 * from the registry. Then the public calls that reach the kernels.
 *
 *   check_kernels [--isa NAME] [--function GLOB] [--seed N] [--repeat N] [--quick]
 *
 * Compiled once per precision (WN_REAL) into one program; main() is in the f64 part.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS, sigsetjmp, fnmatch */
#include "../scalar/real.h"
#include "options.h"
#include "random_points.h"

#include <widenoise/widenoise.h>

#include <fnmatch.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum {
    CHUNK = 128, /* the kernels' own, kernels/lattice_tmpl.h */
    BLOCK = 256, /* the plans', graph/internal.h */
    POINTS = 2 * BLOCK + 24,
    MARGIN = 128, /* bytes before an array that does not stand at the front page */
};

int check_kernels_f32(const struct check_options *o);
int check_kernels_f64(const struct check_options *o);

static uint64_t state;
static unsigned long entry_failures; /* of the entry being checked */

static uint64_t bits_of(real v)
{
#if WN_REAL == 64
    return check_bits64(v);
#else
    return check_bits32(v);
#endif
}

static uint64_t ulps(real a, real b)
{
#if WN_REAL == 64
    return check_ulps64(a, b);
#else
    if (a != a || b != b)
        return a != a && b != b ? 0 : UINT64_MAX;
    int64_t i = (int32_t)check_bits32(a), j = (int32_t)check_bits32(b);
    i = i < 0 ? INT32_MIN - i : i;
    j = j < 0 ? INT32_MIN - j : j;
    return (uint64_t)(i > j ? i - j : j - i);
#endif
}

/* ---- Buffers between pages without access ---- */

struct buffer {
    char *start;
    size_t size;
    char *kept; /* what is in it before a call */
};

enum place { FRONT, REAR, MIDDLE, PLACES };
static const char *const place_names[PLACES] = { "at the front page", "at the rear page", "amid" };

enum { BUFFERS = MAX_IN + MAX_OUT };
static struct buffer buffers[BUFFERS]; /* inputs, then outputs */
static struct buffer prep_buffer;

static struct buffer make_buffer(size_t size)
{
    const size_t page = (size_t)sysconf(_SC_PAGESIZE);
    struct buffer b = { .size = (size + page - 1) / page * page };
    b.start = mmap(NULL, b.size + 2 * page, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    b.kept = malloc(b.size);
    if (b.start == MAP_FAILED || !b.kept) {
        printf("no memory for the tests\n");
        exit(1);
    }
    b.start += page;
    mprotect(b.start, b.size, PROT_READ | PROT_WRITE);
    for (size_t i = 0; i < b.size; i++)
        b.start[i] = (char)check_random(&state);
    memcpy(b.kept, b.start, b.size);
    return b;
}

static real *place_at(const struct buffer *b, enum place place, size_t n, size_t offset)
{
    char *const at = place == FRONT ? b->start
        : place == REAR             ? b->start + b->size - n * sizeof(real)
                                    : b->start + MARGIN + offset * sizeof(real);
    return (real *)(void *)at;
}

/* ---- A call that may end in a signal ---- */

static sigjmp_buf jump;
static volatile sig_atomic_t inside;
static void *volatile fault;

static void on_signal(int number, siginfo_t *info, void *context)
{
    (void)context;
    fault = info->si_addr;
    if (inside)
        siglongjmp(jump, number);
    signal(number, SIG_DFL);
}

static void catch_signals(void)
{
    struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_NODEFER };
    sigemptyset(&action.sa_mask);
    static const int numbers[] = { SIGSEGV, SIGBUS, SIGILL, SIGFPE };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        sigaction(numbers[i], &action, NULL);
}

/* Runs f(argument); returns the signal that ended it, or 0. */
static int catch_signal(void (*f)(size_t), size_t argument)
{
    const int number = sigsetjmp(jump, 1);
    if (!number) {
        inside = 1;
        f(argument);
    }
    inside = 0;
    return number;
}

static const char *signal_text(int number)
{
    return number == SIGILL ? "illegal instruction"
        : number == SIGFPE  ? "floating-point exception"
                            : "access beyond its arrays";
}

/* The control bits of the floating-point environment: rounding, traps, flushing to zero. */
static uint64_t fp_control(void)
{
#if defined(__x86_64__)
    uint32_t mxcsr;
    __asm__ volatile("stmxcsr %0" : "=m"(mxcsr));
    return mxcsr & ~0x3fu; /* without the flags of what has happened */
#elif defined(__aarch64__)
    uint64_t fpcr;
    __asm__ volatile("mrs %0, fpcr" : "=r"(fpcr));
    return fpcr;
#else
    return 0;
#endif
}

/* Whether upper halves of vector registers are in use after a kernel: each SSE instruction of the
 * caller would be slow on some CPUs. Checked only where XGETBV says it truthfully. */
#if defined(__x86_64__)
#include "upper_avx2.h"
#include <cpuid.h>
static int has_upper_state(void)
{
    uint32_t a, b, c, d;
    return wn_isa_supported(WN_ISA_AVX2) && __get_cpuid_count(13, 1, &a, &b, &c, &d) && a & 4;
}
#else
#define upper_in_use()    0
#define upper_clear()     (void)0
#define upper_is_known()  0
#define has_upper_state() 0
#endif
static int upper_known;

/* Without optimisation gcc leaves them in use. */
#ifdef __OPTIMIZE__
enum { OPTIMIZED = 1 };
#else
enum { OPTIMIZED = 0 };
#endif

/* ---- The entry being checked, and its reference values ---- */

static struct {
    size_t entry;
    wn_isa isa;
    struct any_params params;
    const void *prep;
    real input[MAX_IN][POINTS], expected[MAX_OUT][POINTS];
} now;

static void print_context(const char *what)
{
    printf("FAILED %s/f%d/%s: %s\n", wn_entries[now.entry].name, WN_REAL, wn_isa_name(now.isa),
           what);
    printf("  parameters:");
    print_params(now.entry, &now.params);
}

/* Counts a failure; 1 if it is to be described, for there is no end to them once there is one. */
static int fail(const char *what)
{
    check_failed++;
    if (entry_failures++ >= 3)
        return 0;
    print_context(what);
    return 1;
}

static void set_params(void)
{
    _Alignas(max_align_t) char complete[WN_PARAMS_MAX];
    const struct wn_entry *const entry = &wn_entries[now.entry];
    const char *what, *why;
    const wn_status checked = wn_params_check(entry, now.params.bytes, complete, &what, &why);
    const size_t size = WN_NAME(wn_references)[now.entry].prep_size;
    /* at the very end of its buffer: a kernel may not read beyond its parameters either */
    void *const prep = prep_buffer.start + prep_buffer.size - size;
    now.prep = prep;
    if (checked && fail("the random parameters are not valid"))
        printf("  %s: %s\n", what, why);
    if (!checked) {
#if WN_REAL == 64
        wn_params_prepare_f64(entry, complete, prep);
#else
        if (wn_params_prepare_f32(entry, complete, prep, &what, &why) && fail("too large for f32"))
            printf("  %s: %s\n", what, why);
#endif
    }
    memcpy(prep_buffer.kept, prep_buffer.start, prep_buffer.size);
}

static void set_values(void)
{
    const struct wn_entry *const entry = &wn_entries[now.entry];
    for (size_t i = 0; i < POINTS; i++) {
        real point[MAX_IN], value[MAX_OUT];
        random_point(&state, &now.params, point, entry->inputs);
        for (uint32_t k = 0; k < entry->inputs; k++)
            now.input[k][i] = point[k];
        WN_NAME(wn_references)[now.entry].point(now.prep, point, value);
        for (uint32_t k = 0; k < entry->outputs; k++)
            now.expected[k][i] = value[k];
    }
}

/* ---- One call ---- */

struct call {
    size_t n, first;                 /* the points first .. first + n - 1 */
    real *in[MAX_IN], *out[MAX_OUT]; /* within buffers */
    const char *what;
};

/* The array of which a buffer is the home; NULL if none. */
static real *array_within(const struct buffer *b, real *const *arrays, uint32_t count,
                          uint32_t *index)
{
    for (uint32_t k = 0; k < count; k++) {
        const char *const p = (const char *)arrays[k];
        if (p >= b->start && p <= b->start + b->size) {
            *index = k;
            return arrays[k];
        }
    }
    return NULL;
}

static void describe_call(const struct call *c, size_t i)
{
    const struct wn_entry *const entry = &wn_entries[now.entry];
    printf("  %s, n = %zu, index %zu, inputs", c->what, c->n, i);
    for (uint32_t k = 0; k < entry->inputs; k++)
        printf(" %a", (double)now.input[k][c->first + i]);
    printf("\n");
}

/* Bytes outside of [from, to) that a call has changed. */
static size_t changed_bytes(const struct buffer *b, const char *from, const char *to)
{
    const size_t before = (size_t)(from - b->start), after = (size_t)(b->start + b->size - to);
    if (!memcmp(b->start, b->kept, before) && !memcmp(to, b->kept + b->size - after, after))
        return 0;
    size_t changed = 0;
    for (size_t i = 0; i < b->size; i++)
        changed += b->start[i] != b->kept[i] && (b->start + i < from || b->start + i >= to);
    return changed;
}

static void compare_outputs(const struct call *c)
{
    const struct wn_entry *const entry = &wn_entries[now.entry];
    for (uint32_t k = 0; k < entry->outputs; k++) {
        size_t wrong = 0;
        for (size_t i = 0; i < c->n; i++) {
            const real got = c->out[k][i], expected = now.expected[k][c->first + i];
            if (bits_of(got) == bits_of(expected) || wrong++)
                continue;
            if (fail("differs from the reference")) {
                describe_call(c, i);
                printf("  output %" PRIu32 ": %a, not %a (bits %0*" PRIx64 ", not %0*" PRIx64
                       "; %" PRIu64 " ulp)\n",
                       k, (double)got, (double)expected, WN_REAL / 4, bits_of(got), WN_REAL / 4,
                       bits_of(expected), ulps(got, expected));
            }
        }
        check_passed += !wrong;
    }
}

static const struct call *running;
static int left_dirty;

static void run_kernel(size_t unused)
{
    (void)unused;
    const real *in[MAX_IN];
    memcpy(in, running->in, sizeof in);
    const struct WN_NAME(wn_table) *const table = wn_tier_get(now.isa)->WN_PASTE(f, WN_REAL);
    if (upper_known)
        upper_clear();
    table->kernel[now.entry](now.prep, running->n, in, running->out);
    left_dirty = upper_known && upper_in_use();
}

static void describe_fault(const struct call *c)
{
    describe_call(c, 0);
    for (size_t b = 0; b < BUFFERS; b++) {
        const ptrdiff_t at = (const char *)fault - buffers[b].start;
        if (at >= -4096 && at < (ptrdiff_t)buffers[b].size + 4096)
            printf("  %td bytes from the start of %s %zu, which has %zu\n", at,
                   b < MAX_IN ? "input" : "output", b < MAX_IN ? b : b - MAX_IN, buffers[b].size);
    }
}

static void check_call(const struct call *c)
{
    const struct wn_entry *const entry = &wn_entries[now.entry];
    const uint32_t inputs = entry->inputs, outputs = entry->outputs;
    /* what a kernel leaves out must not be right by chance */
    for (uint32_t k = 0; k < outputs; k++)
        memset(c->out[k], 0xa5, c->n * sizeof(real));
    for (uint32_t k = 0; k < inputs; k++)
        memcpy(c->in[k], now.input[k] + c->first, c->n * sizeof(real));
    for (size_t b = 0; b < BUFFERS; b++)
        memcpy(buffers[b].kept, buffers[b].start, buffers[b].size);

    const uint64_t control = fp_control();
    running = c;
    const int number = catch_signal(run_kernel, 0);
    if (number) {
        if (fail(signal_text(number)))
            describe_fault(c);
        return;
    }

    if (left_dirty && fail("leaves upper halves of registers in use (no vzeroupper)"))
        describe_call(c, 0);
    if (control != fp_control() && fail("changes the floating-point environment"))
        describe_call(c, 0);
    if (memcmp(prep_buffer.start, prep_buffer.kept, prep_buffer.size) &&
        fail("changes its parameters"))
        describe_call(c, 0);
    for (size_t b = 0; b < BUFFERS; b++) {
        uint32_t index = 0;
        const real *const array = array_within(&buffers[b], c->out, outputs, &index);
        const char *const from = array ? (const char *)array : buffers[b].start;
        const char *const to = array ? from + c->n * sizeof(real) : from;
        const size_t changed = changed_bytes(&buffers[b], from, to);
        if (changed &&
            fail(array_within(&buffers[b], c->in, inputs, &index) ? "changes an input"
                                                                  : "writes beside its output")) {
            describe_call(c, 0);
            printf("  %zu bytes changed\n", changed);
        }
        check_passed += !changed;
    }
    compare_outputs(c);
}

/* ---- The calls of a parameter set ---- */

static size_t first_point(size_t n)
{
    return random_below(&state, (uint32_t)(POINTS - n + 1));
}

/* Inputs and outputs all at one place of their buffers, or each array at its own offset. */
static void check_places(size_t n)
{
    for (enum place place = FRONT; place < PLACES; place++) {
        struct call c = { .n = n, .first = first_point(n), .what = place_names[place] };
        for (size_t k = 0; k < MAX_IN; k++)
            c.in[k] = place_at(&buffers[k], place, n, random_below(&state, 20));
        for (size_t k = 0; k < MAX_OUT; k++)
            c.out[k] = place_at(&buffers[MAX_IN + k], place, n, random_below(&state, 20));
        check_call(&c);
    }
}

/* Every offset within a vector. */
static void check_offsets(size_t n)
{
    const size_t lanes = (size_t)wn_isa_lanes(now.isa, (wn_precision)WN_REAL);
    for (size_t offset = 0; offset <= lanes; offset++) {
        struct call c = { .n = n, .first = first_point(n), .what = "at an offset" };
        const int same = (int)random_below(&state, 2);
        for (size_t k = 0; k < MAX_IN; k++)
            c.in[k] = place_at(&buffers[k], MIDDLE, n, same ? offset : random_below(&state, 20));
        for (size_t k = 0; k < MAX_OUT; k++)
            c.out[k] = place_at(&buffers[MAX_IN + k], MIDDLE, n, offset);
        check_call(&c);
    }
}

/* Which inputs the outputs are: the first three in each of their orders, then any of them. */
static void random_order(uint32_t way, uint32_t inputs, unsigned char *order)
{
    static const unsigned char orders[6][MAX_IN] = { { 0, 1, 2 }, { 0, 2, 1 }, { 1, 0, 2 },
                                                     { 1, 2, 0 }, { 2, 0, 1 }, { 2, 1, 0 } };
    if (way < 6) {
        memcpy(order, orders[way], MAX_IN);
        return;
    }
    for (uint32_t k = 0; k < inputs; k++) {
        const uint32_t other = random_below(&state, k + 1);
        order[k] = order[other];
        order[other] = (unsigned char)k;
    }
}

/* Outputs that are inputs: each of them; for several outputs all of them in any order. */
static void check_in_place(size_t n)
{
    const struct wn_entry *const entry = &wn_entries[now.entry];
    const uint32_t ways = entry->outputs == 1 ? entry->inputs : entry->inputs == 3 ? 6 : 18;
    for (uint32_t way = 0; way < ways; way++) {
        const enum place place = (enum place)random_below(&state, PLACES);
        unsigned char order[MAX_IN] = { (unsigned char)way };
        if (entry->outputs > 1)
            random_order(way, entry->inputs, order);
        struct call c = { .n = n, .first = first_point(n), .what = "in place" };
        for (size_t k = 0; k < MAX_IN; k++)
            c.in[k] = place_at(&buffers[k], place, n, random_below(&state, 20));
        for (uint32_t k = 0; k < entry->outputs; k++)
            c.out[k] = c.in[order[k]];
        check_call(&c);
        if (entry->outputs == 1)
            continue;
        /* one of them in place, the others not */
        for (size_t k = 0; k < MAX_OUT; k++)
            c.out[k] = k == way % MAX_OUT ? c.in[order[0]]
                                          : place_at(&buffers[MAX_IN + k], place, n, 1);
        c.what = "partly in place";
        check_call(&c);
    }
}

/* All inputs the same array. */
static void check_same_inputs(size_t n)
{
    const struct wn_entry *const entry = &wn_entries[now.entry];
    const size_t first = first_point(n);
    for (size_t i = first; i < first + n; i++) {
        real point[MAX_IN], value[MAX_OUT];
        for (uint32_t k = 0; k < MAX_IN; k++)
            now.input[k][i] = point[k] = now.input[0][i];
        WN_NAME(wn_references)[now.entry].point(now.prep, point, value);
        for (uint32_t k = 0; k < entry->outputs; k++)
            now.expected[k][i] = value[k];
    }
    struct call c = { .n = n, .first = first, .what = "one array for all inputs" };
    for (size_t k = 0; k < MAX_IN; k++)
        c.in[k] = place_at(&buffers[0], REAR, n, 0);
    for (size_t k = 0; k < MAX_OUT; k++)
        c.out[k] = place_at(&buffers[MAX_IN + k], REAR, n, 0);
    check_call(&c);
}

static void check_calls(int every_size)
{
    static const size_t larger[] = { CHUNK - 1,     CHUNK,     CHUNK + 1,    BLOCK - 1,
                                     BLOCK,         BLOCK + 1, 300,          BLOCK + CHUNK + 1,
                                     2 * BLOCK - 1, 2 * BLOCK, 2 * BLOCK + 1 };
    const size_t lanes = (size_t)wn_isa_lanes(now.isa, (wn_precision)WN_REAL),
                 small = 3 * lanes + 1;
    if (every_size) {
        for (size_t n = 0; n <= small; n++)
            check_places(n);
        for (size_t k = 0; k < sizeof larger / sizeof *larger; k++)
            check_places(larger[k]);
        check_offsets(2 * lanes + 1);
        check_offsets(CHUNK + lanes);
    } else {
        check_places(random_below(&state, (uint32_t)small + 1));
        check_places(larger[random_below(&state, sizeof larger / sizeof *larger)]);
        check_places(POINTS);
    }
    check_in_place(1 + random_below(&state, (uint32_t)small));
    check_in_place(CHUNK + 1 + random_below(&state, BLOCK));
    check_same_inputs(random_below(&state, POINTS));
}

/* The random numbers of an entry do not depend on which others are checked. */
static uint64_t entry_seed(const char *name, uint64_t seed)
{
    uint64_t h = seed + WN_REAL;
    for (; *name; name++)
        h = (h ^ (unsigned char)*name) * 0x100000001b3u;
    return h;
}

static int is_asked(const struct check_options *o, size_t entry)
{
    return !o->function || !fnmatch(o->function, wn_entries[entry].name, 0);
}

static void check_entry(size_t entry, wn_isa isa, const struct check_options *o,
                        unsigned long round)
{
    const unsigned sets = o->quick ? 8 : 100, thorough = o->quick ? 2 : 20;
    const unsigned long passed = check_passed, failed = check_failed;
    state = entry_seed(wn_entries[entry].name, o->seed + round);
    now.entry = entry;
    now.isa = isa;
    entry_failures = 0;
    for (unsigned set = 0; set < sets; set++) {
        const struct random_source r = { &state, VALUE_MAX, set % 8 ? 8 : 30, 0 };
        if (set || !default_params(entry, &now.params))
            random_params(entry, &r, &now.params);
        set_params();
        set_values();
        check_calls(set < thorough);
    }
    if (passed == check_passed && failed == check_failed)
        fail("nothing was checked");
}

/* ---- The public calls ---- */

typedef wn_status apply(wn_type, const void *, size_t, const real *const *, real *const *);
static apply *const wn_apply_real = WN_NAME(wn_apply);

static real call_in[MAX_IN][POINTS], call_out[MAX_OUT][POINTS];
#define CALL_IN                                                                \
    (const real *[MAX_IN])                                                     \
    {                                                                          \
        call_in[0], call_in[1], call_in[2], call_in[3], call_in[4], call_in[5] \
    }
#define CALL_OUT                              \
    (real *[MAX_OUT])                         \
    {                                         \
        call_out[0], call_out[1], call_out[2] \
    }
#define UNTOUCHED R(-123.25)

static void clear_outputs(void)
{
    for (size_t k = 0; k < MAX_OUT; k++) {
        for (size_t i = 0; i < POINTS; i++)
            call_out[k][i] = UNTOUCHED;
    }
}

/* A call that must answer `wanted` and write nothing. */
static void refuse(const char *what, wn_status wanted, wn_type type, const void *params, size_t n,
                   const real *const *in, real *const *out)
{
    static real kept_in[MAX_IN][POINTS], kept_out[MAX_OUT][POINTS];
    memcpy(kept_in, call_in, sizeof kept_in);
    memcpy(kept_out, call_out, sizeof kept_out);
    const wn_status status = wn_apply_real(type, params, n, in, out);
    CHECK(status == wanted, "%s/f%d: %s: %s, not %s", wn_type_name(type) ? wn_type_name(type) : "?",
          WN_REAL, what, wn_status_string(status), wn_status_string(wanted));
    CHECK(!memcmp(kept_in, call_in, sizeof kept_in) && !memcmp(kept_out, call_out, sizeof kept_out),
          "%s/f%d: %s: something was written", wn_type_name(type) ? wn_type_name(type) : "?",
          WN_REAL, what);
}

static void refuse_param(const char *what, const struct wn_entry *entry, const void *params)
{
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    refuse(what, WN_ERROR_PARAMETER, entry->type, params, 9, in, out);
    refuse(what, WN_ERROR_PARAMETER, entry->type, params, 0, NULL, NULL);
}

static void set_real(struct any_params *params, size_t offset, double v)
{
    memcpy(params->bytes + offset, &v, sizeof v);
}

static void set_int(struct any_params *params, size_t offset, double v)
{
    const int32_t i = (int32_t)v;
    memcpy(params->bytes + offset, &i, sizeof i);
}

static void set_points(struct any_params *params, size_t offset, const void *points, size_t count)
{
    memcpy(params->bytes + offset, &points, sizeof points);
    memcpy(params->bytes + offset + sizeof points, &count, sizeof count);
}

static void make_points(struct any_params *params)
{
    for (size_t i = 0; i < WN_MAX_POINTS; i++) {
        params->values[i] = (double)i / 64 - 1;
        params->points[i] = (wn_control_point) { (double)i / 64 - 1, 1 / (double)(i + 1) };
    }
}

/* Every way in which control points can be wrong. */
static void refuse_points(const struct wn_entry *entry, const wn_param *p,
                          struct any_params *params)
{
    const size_t least = (size_t)p->minimum;
    double *const numbers = p->kind == WN_PARAM_POINTS ? &params->points[0].input : params->values;
    const size_t width = p->kind == WN_PARAM_POINTS ? 2 : 1;
    set_points(params, p->offset, NULL, least);
    refuse_param("no points", entry, params->bytes);
    set_points(params, p->offset, numbers, 0);
    refuse_param("no points", entry, params->bytes);
    set_points(params, p->offset, numbers, least - 1);
    refuse_param("too few points", entry, params->bytes);
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    set_points(params, p->offset, numbers, WN_MAX_POINTS + 1);
    refuse("too many points", WN_ERROR_LIMIT, entry->type, params->bytes, 9, in, out);
    set_points(params, p->offset, numbers, SIZE_MAX);
    refuse("too many points", WN_ERROR_LIMIT, entry->type, params->bytes, 9, in, out);
    set_points(params, p->offset, numbers, 9);
    for (size_t k = 0; k < 9 * width; k++) {
        const double kept = numbers[k];
        static const double wrong[] = { NAN, INFINITY, -INFINITY };
        for (size_t j = 0; j < 3; j++) {
            numbers[k] = wrong[j];
            refuse_param("a point is not finite", entry, params->bytes);
        }
        numbers[k] = kept;
    }
    const double kept = numbers[6 * width];
    numbers[6 * width] = numbers[1 * width];
    refuse_param("two equal points", entry, params->bytes);
    numbers[6 * width] = kept;
#if WN_REAL == 32
    numbers[width - 1] = -1e39;
    refuse_param("a point too large for f32", entry, params->bytes);
    numbers[width - 1] = -1;
#endif
    CHECK(wn_apply_real(entry->type, params->bytes, 0, NULL, NULL) == WN_OK, "%s: nine points",
          entry->name);
}

/* Each parameter on its own outside of its range. */
static void refuse_params(const struct wn_entry *entry)
{
    static struct any_params params;
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    const size_t index = (size_t)(entry - wn_entries);
    for (const wn_param *p = entry->params; p->name; p++) {
        default_params(index, &params);
        make_points(&params);
        /* points first: they have no default */
        for (const wn_param *q = entry->params; q->name; q++) {
            if (q->kind == WN_PARAM_POINTS || q->kind == WN_PARAM_VALUES)
                set_points(&params, q->offset,
                           q->kind == WN_PARAM_POINTS ? (void *)params.points : params.values, 9);
        }
        CHECK(wn_apply_real(entry->type, params.bytes, 0, NULL, NULL) == WN_OK, "%s: defaults",
              entry->name);
        if (p->kind == WN_PARAM_REAL) {
            set_real(&params, p->offset, NAN);
            refuse_param(p->name, entry, params.bytes);
            if (p->maximum <= DBL_MAX) {
                set_real(&params, p->offset, INFINITY);
                refuse_param(p->name, entry, params.bytes);
                set_real(&params, p->offset, p->maximum);
                if (WN_REAL == 32 && p->maximum > FLT_MAX)
                    refuse_param("too large for f32", entry, params.bytes);
                else
                    CHECK(wn_apply_real(entry->type, params.bytes, 0, NULL, NULL) == WN_OK,
                          "%s: greatest %s", entry->name, p->name);
            }
            if (p->minimum >= -DBL_MAX) {
                set_real(&params, p->offset, -INFINITY);
                refuse_param(p->name, entry, params.bytes);
            }
        } else if (p->kind == WN_PARAM_INT) {
            static const double ends[] = { INT32_MIN, INT32_MAX };
            const double tries[] = { p->minimum - 1, p->maximum + 1, ends[0], ends[1] };
            for (size_t i = 0; i < 4; i++) {
                if (tries[i] < ends[0] || tries[i] > ends[1] ||
                    (tries[i] >= p->minimum && tries[i] <= p->maximum))
                    continue;
                set_int(&params, p->offset, tries[i]);
                refuse_param(p->name, entry, params.bytes);
            }
            for (size_t i = 0; i < 2; i++) {
                set_int(&params, p->offset, i ? p->maximum : p->minimum);
                CHECK(wn_apply_real(entry->type, params.bytes, 0, NULL, NULL) == WN_OK,
                      "%s: limit of %s", entry->name, p->name);
            }
        } else if (p->kind != WN_PARAM_SEED) { /* all seeds are valid */
            refuse_points(entry, p, &params);
        }
        /* bounds the wrong way round, or equal */
        if (!strcmp(p->name, "lower")) {
            default_params(index, &params);
            set_real(&params, p->offset, 1);
            refuse_param("equal bounds", entry, params.bytes);
            set_real(&params, p->offset, 2);
            refuse_param("bounds the wrong way round", entry, params.bytes);
        }
    }
    default_params(index, &params);
    const size_t sizes[] = { 0, entry->params_size - 1, entry->params_size + 8, SIZE_MAX };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        memcpy(params.bytes, &sizes[i], sizeof sizes[i]);
        refuse("wrong size", WN_ERROR_ARGUMENT, entry->type, params.bytes, 9, in, out);
    }
}

static void refuse_arrays(const struct wn_entry *entry, const void *params)
{
    enum { N = 20 };
    const wn_type type = entry->type;
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    refuse("in is NULL", WN_ERROR_ARGUMENT, type, params, N, NULL, out);
    refuse("out is NULL", WN_ERROR_ARGUMENT, type, params, N, in, NULL);
    refuse("n is too large", WN_ERROR_ARGUMENT, type, params, SIZE_MAX / sizeof(real) + 1, in, out);
    for (uint32_t k = 0; k < entry->inputs; k++) {
        const real **const some_in = CALL_IN;
        some_in[k] = NULL;
        refuse("an input is NULL", WN_ERROR_ARGUMENT, type, params, N, some_in, out);
    }
    for (uint32_t k = 0; k < entry->outputs; k++) {
        real **const some_out = CALL_OUT;
        some_out[k] = NULL;
        refuse("an output is NULL", WN_ERROR_ARGUMENT, type, params, N, in, some_out);
        for (uint32_t j = 0; j < entry->inputs; j++) {
            static const ptrdiff_t shifts[] = { 1, -1, N - 1, 1 - N, N / 2 };
            for (size_t s = 0; s < sizeof shifts / sizeof *shifts; s++) {
                const real **const some_in = CALL_IN;
                some_in[j] = call_in[j] + N;
                some_out[k] = call_in[j] + N + shifts[s];
                refuse("partial overlap", WN_ERROR_OVERLAP, type, params, N, some_in, some_out);
            }
        }
        for (uint32_t j = 0; j < entry->outputs; j++) {
            if (j == k)
                continue;
            some_out[k] = some_out[j];
            refuse("two equal outputs", WN_ERROR_OVERLAP, type, params, N, in, some_out);
            some_out[k] = some_out[j] + 3;
            refuse("two outputs overlap", WN_ERROR_OVERLAP, type, params, N, in, some_out);
        }
    }
}

/* wn_apply and, where there is one, the call by name. */
static void check_public_values(size_t index, int by_name)
{
    const struct wn_entry *const entry = &wn_entries[index];
    const void *const params = now.params.bytes;
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    const real *const x = in[0], *const y = in[1], *const z = in[2];
    const size_t n = random_below(&state, POINTS);
    memcpy(call_in, now.input, sizeof call_in);
    clear_outputs();
    wn_status status = WN_ERROR_ARGUMENT;
    const char *what = "wn_apply";
    if (!by_name) {
        status = wn_apply_real(entry->type, params, n, in, out);
    } else {
        what = "the call by name";
        switch (entry->type) {
        case WN_GRADIENT3:
            status = WN_NAME(wn_gradient3)(params, n, x, y, z, out[0]);
            break;
        case WN_VALUE3:
            status = WN_NAME(wn_value3)(params, n, x, y, z, out[0]);
            break;
        case WN_PERLIN:
            status = WN_NAME(wn_perlin)(params, n, x, y, z, out[0]);
            break;
        case WN_BILLOW:
            status = WN_NAME(wn_billow)(params, n, x, y, z, out[0]);
            break;
        case WN_RIDGED_MULTI:
            status = WN_NAME(wn_ridged_multi)(params, n, x, y, z, out[0]);
            break;
        case WN_VORONOI:
            status = WN_NAME(wn_voronoi)(params, n, x, y, z, out[0]);
            break;
        case WN_POW:
            status = WN_NAME(wn_pow)(n, x, y, out[0]);
            break;
        case WN_SIN:
            status = WN_NAME(wn_sin)(n, x, out[0]);
            break;
        case WN_COS:
            status = WN_NAME(wn_cos)(n, x, out[0]);
            break;
        default:
            return; /* has none */
        }
    }
    if (status && fail(what))
        printf("  %s\n", wn_status_string(status));
    struct call c = { .n = n, .what = what };
    for (uint32_t k = 0; k < entry->outputs; k++) {
        c.out[k] = call_out[k];
        CHECK(bits_of(call_out[k][n]) == bits_of(UNTOUCHED), "%s: %s writes too much", entry->name,
              what);
    }
    compare_outputs(&c);
}

static void check_public_entry(size_t index)
{
    const struct wn_entry *const entry = &wn_entries[index];
    const struct random_source r = { &state, VALUE_MAX, 6, 0 };
    random_params(index, &r, &now.params);
    set_params();
    set_values();
    check_public_values(index, 0);
    check_public_values(index, 1);
    refuse_arrays(entry, now.params.bytes);
    refuse_params(entry);
    CHECK(wn_apply_real(entry->type, now.params.bytes, 0, NULL, NULL) == WN_OK, "%s: n = 0",
          entry->name);
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    if (!default_params(index, &now.params)) {
        refuse("no defaults", WN_ERROR_PARAMETER, entry->type, NULL, 9, in, out);
        return;
    }
    set_params();
    set_values();
    memcpy(call_in, now.input, sizeof call_in);
    CHECK(wn_apply_real(entry->type, NULL, POINTS, in, out) == WN_OK, "%s: defaults", entry->name);
    compare_outputs(
        &(struct call) { .n = POINTS, .out = { out[0], out[1], out[2] }, .what = "params = NULL" });
}

static void check_public(wn_isa isa, const struct check_options *o)
{
    CHECK(wn_isa_set(isa) == WN_OK && wn_isa_active() == isa, "wn_isa_set(%s)", wn_isa_name(isa));
    state = o->seed;
    now.isa = isa;
    for (size_t index = 0; index < WN_ENTRY_COUNT; index++) {
        if (!is_asked(o, index))
            continue;
        now.entry = index;
        entry_failures = 0;
        const int number = catch_signal(check_public_entry, index);
        if (number)
            fail(signal_text(number));
    }
    const real *const *const in = CALL_IN;
    real *const *const out = CALL_OUT;
    static const int32_t far[] = { 1000000, INT32_MIN, INT32_MAX };
    for (int32_t i = -2; i < 300; i++) {
        const wn_type type = (wn_type)(i < 297 ? i : far[i - 297]);
        if (!wn_entry_find(type))
            refuse("unknown type", WN_ERROR_ARGUMENT, type, NULL, 9, in, out);
    }
    wn_isa_set(WN_ISA_AUTO);
}

int WN_NAME(check_kernels)(const struct check_options *o)
{
    state = o->seed;
    for (size_t b = 0; b < BUFFERS; b++)
        buffers[b] = make_buffer(MARGIN + (POINTS + 40) * sizeof(real));
    prep_buffer = make_buffer(WN_PREP_MAX);
    upper_known = OPTIMIZED && has_upper_state() && upper_is_known();
    catch_signals();
    char name[64];
    int result = 0;
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        if (!check_wants(o, isa))
            continue;
        check_passed = check_failed = 0;
        size_t asked = 0;
        for (unsigned long round = 0; round < o->repeat; round++) {
            for (size_t entry = 0; entry < WN_ENTRY_COUNT; entry++) {
                if (is_asked(o, entry))
                    check_entry(entry, isa, o, round), asked++;
            }
        }
        CHECK(asked, "no entry is called %s", o->function ? o->function : "anything");
        check_public(isa, o);
        snprintf(name, sizeof name, "kernels/%s/f%d", wn_isa_name(isa), WN_REAL);
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
    const int f32 = check_kernels_f32(&o), f64 = check_kernels_f64(&o);
    return f32 | f64;
}
#endif
