/* SPDX-License-Identifier: MIT */
/*
 * Function tables: what a tier offers, and the scalar reference of each entry. All functions of
 * one precision have one signature, so that the registry alone decides what exists.
 */
#ifndef WN_KERNELS_TABLE_H
#define WN_KERNELS_TABLE_H

#include "../include/widenoise/core.h"
#include "../include/widenoise/noise.h"
#include "registry.h"

/* A parameter shape without parameters. */
typedef struct wn_no_params {
    size_t size;
} wn_no_params;

/*
 * A batch kernel: in[] and out[] as in wn_apply_f64(); any n, any alignment; an output may be
 * exactly one of the inputs. prep is the entry's prepared parameters.
 */
typedef void wn_kernel_f64(const void *prep, size_t n, const double *const *in, double *const *out);
typedef void wn_kernel_f32(const void *prep, size_t n, const float *const *in, float *const *out);

/* For functions whose arrays would stand on the stack also where they are not called. */
#if defined(__GNUC__)
#define WN_NOINLINE __attribute__((noinline))
#else
#define WN_NOINLINE
#endif

/* The lowest of bits that are not all 0. */
static inline int wn_lowest_bit(uint64_t bits)
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

/*
 * A box of a grid: count[k] coordinates along axis k; point (i, j, k, l) goes to
 * out[i + j * stride[1] + k * stride[2] + l * stride[3]]. Axes that an entry does not have count 1.
 */
struct wn_box_f64 {
    size_t count[4];
    const double *axis[4];
    size_t stride[4];
};
struct wn_box_f32 {
    size_t count[4];
    const float *axis[4];
    size_t stride[4];
};

/* A kernel for grids, where an entry has one: the bits of its batch kernel. No count is 0; outputs
 * overlap nothing. */
typedef void wn_grid_kernel_f64(const void *prep, const struct wn_box_f64 *box, double *const *out);
typedef void wn_grid_kernel_f32(const void *prep, const struct wn_box_f32 *box, float *const *out);

/* The scalar reference at one point. out may be in. */
typedef void wn_point_f64(const void *prep, const double *in, double *out);
typedef void wn_point_f32(const void *prep, const float *in, float *out);

/* An entry's reference and the preparation of its parameters (already checked) for a precision. */
struct wn_reference_f64 {
    size_t prep_size;
    void (*prepare)(const void *params, void *prep);
    wn_point_f64 *point;
};
struct wn_reference_f32 {
    size_t prep_size;
    void (*prepare)(const void *params, void *prep);
    wn_point_f32 *point;
};
extern const struct wn_reference_f64 wn_references_f64[WN_ENTRY_COUNT];
extern const struct wn_reference_f32 wn_references_f32[WN_ENTRY_COUNT];

/* ---- sm.noise: what is not of the registry's shape ---- */

/* Part of a stream of random numbers, from element `first` on. */
struct wn_sm_stream {
    uint64_t seed, stream, first;
};

/* Arrays of n, as with kernels; two numbers: minimum and maximum, or mean and deviation. */
typedef void wn_sm_random_f64(const struct wn_sm_stream *s, size_t n, double a, double b,
                              double *out);
typedef void wn_sm_random_f32(const struct wn_sm_stream *s, size_t n, float a, float b, float *out);
/* Three arrays of directions; limit: the greatest angle, in radians. */
typedef void wn_sm_spread_f64(const struct wn_sm_stream *s, size_t n, double limit,
                              const double *const *in, double *const *out);
typedef void wn_sm_spread_f32(const struct wn_sm_stream *s, size_t n, double limit,
                              const float *const *in, float *const *out);
typedef void wn_sm_int_noise2(uint32_t seed, size_t n, const int32_t *x, const int32_t *y,
                              int32_t *out);
/* Blocks block, block + 1, ... of Philox4x32-10: 4 words each (scalar/sm_noise.h). */
typedef void wn_sm_philox(uint64_t seed, uint64_t stream, uint64_t block, size_t blocks,
                          uint32_t *out);

struct wn_sm_table_f64 {
    wn_sm_random_f64 *range, *normal;
    wn_sm_spread_f64 *spread;
};
struct wn_sm_table_f32 {
    wn_sm_random_f32 *range, *normal;
    wn_sm_spread_f32 *spread;
    wn_sm_int_noise2 *int_noise2; /* integers, once for both precisions */
    wn_sm_philox *philox;
};

/* A tier in one precision: the kernel of each entry, and sm.noise's others. */
struct wn_table_f64 {
    int32_t lanes;
    wn_kernel_f64 *kernel[WN_ENTRY_COUNT];
    wn_grid_kernel_f64 *grid[WN_ENTRY_COUNT]; /* NULL: row by row with the batch kernel */
    const struct wn_sm_table_f64 *sm;
};
struct wn_table_f32 {
    int32_t lanes;
    wn_kernel_f32 *kernel[WN_ENTRY_COUNT];
    wn_grid_kernel_f32 *grid[WN_ENTRY_COUNT];
    const struct wn_sm_table_f32 *sm;
};

/* A tier. */
struct wn_tier {
    wn_isa isa;
    const struct wn_table_f32 *f32;
    const struct wn_table_f64 *f64;
};

/* The tier that wn_isa_active() names; never NULL. */
const struct wn_tier *wn_tier_active(void);

/* A tier by ISA (WN_ISA_AUTO: the active one), NULL if it is not available. */
const struct wn_tier *wn_tier_get(wn_isa isa);

/* Bit (1 << isa) for each tier that CPU and operating system support. */
uint32_t wn_cpu_tiers(void);

/* ---- Registry at run time (graph/registry.c) ---- */

enum wn_kind {
    WN_KIND_PRIMITIVE,
    WN_KIND_GENERATOR,
    WN_KIND_POINTWISE,
    WN_KIND_SELECTOR,
    WN_KIND_TRANSFORMER,
    WN_KIND_USER /* not in the registry: wn_user_entry */
};

struct wn_entry {
    wn_type type;
    const char *name;
    enum wn_kind kind;
    uint32_t inputs, outputs, sources;
    size_t params_size; /* sizeof (wn_no_params) if there are none */
    const wn_param *params;
    uint32_t param_count;
    const char *doc;
};

extern const struct wn_entry wn_entries[WN_ENTRY_COUNT];

/* User modules: an entry of the same form, but outside the table, for it has no kernels. */
extern const struct wn_entry wn_user_entry;

/* How many coordinates a sum of wn_axes names. */
static inline int32_t wn_axes_count(int32_t axes)
{
    return (axes & 1) + (axes >> 1 & 1) + (axes >> 2 & 1) + (axes >> 3 & 1);
}

/* The entry of a type, NULL if unknown. Its index is entry - wn_entries. */
const struct wn_entry *wn_entry_find(wn_type type);

/* Room for any parameter struct, and for any prepared one. */
#define WN_PARAMS_MAX 192
#define WN_PREP_MAX   (2 * WN_MAX_POINTS * sizeof(double) + 64)

/*
 * Checks params (NULL: defaults) against the registry and copies them to complete, a parameter
 * struct of this library's size. On error *what names the parameter and *why says what is asked.
 */
wn_status wn_params_check(const struct wn_entry *entry, const void *params, void *complete,
                          const char **what, const char **why);

/* Bit k for each input k that an entry with these (complete) parameters reads. Nothing depends on the
 * others: not even a NaN among them shows. */
uint32_t wn_axes_read(const struct wn_entry *entry, const void *complete);

/* Prepares checked parameters; in f32 WN_ERROR_PARAMETER if one does not fit float. */
void wn_params_prepare_f64(const struct wn_entry *entry, const void *complete, void *prep);
wn_status wn_params_prepare_f32(const struct wn_entry *entry, const void *complete, void *prep,
                                const char **what, const char **why);

#endif
