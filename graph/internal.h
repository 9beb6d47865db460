/* SPDX-License-Identifier: MIT */
/* What graphs, plans and workspaces are made of. */
#ifndef WN_GRAPH_INTERNAL_H
#define WN_GRAPH_INTERNAL_H

#include "../include/widenoise/graph.h"
#include "../kernels/table.h"

#define WN_MAX_SOURCES 4
#define WN_MAX_INPUTS  7 /* a user module: three coordinates and four sources */
#define WN_MAX_OUTPUTS 3

/* A module of a graph. */
struct wn_node {
    const struct wn_entry *entry;
    uint32_t sources; /* the entry's, or what a user module asks for */
    char *name;       /* NULL if it has none */
    wn_module source[WN_MAX_SOURCES];
    void *params; /* complete; control points are in `points` */
    void *points; /* NULL if there are none */
    void *prep_f64;
    void *prep_f32; /* NULL if a parameter does not fit float; a user module has neither */
    uint32_t cache; /* number of this cache module in the graph, 0 is the first */
};

struct wn_graph {
    struct wn_node *nodes; /* module m is nodes[m - 1] */
    size_t count, capacity;
    uint32_t caches;
    wn_status status; /* the first error */
    char message[256];
};

/* The module if it exists, else NULL. */
static inline const struct wn_node *wn_graph_node(const wn_graph *graph, wn_module module)
{
    return module && module <= graph->count ? &graph->nodes[module - 1] : NULL;
}

/*
 * Checks all that can be reached from some modules: every slot connected, no cycle, no chain longer
 * than WN_MAX_DEPTH. The message names the module.
 */
wn_status wn_graph_check(const wn_graph *graph, const wn_module *modules, size_t count,
                         char *message, size_t message_size);

/* Writes a message that may be NULL or too short. */
void wn_message(char *message, size_t size, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Points per block: a power of two from WN_MIN_BLOCK to WN_MAX_BLOCK. A mask has a bit for each: bit
 * i % 64 of word i / 64 is point i. */
#define WN_MIN_BLOCK   256
#define WN_LEVEL_MASKS 3 /* that evaluation needs on each level of the graph */

/*
 * A slot: a module in a coordinate space, or a transformer's coordinates (which open a space).
 * Equal modules over equal sources in the same space are one slot; a module that does not look at
 * coordinates has no space of its own.
 */
struct wn_slot {
    const struct wn_entry *entry;
    uint32_t inputs;                 /* arrays that it reads: coordinates, then source values */
    uint32_t space;                  /* of the coordinates that it reads; 0 is the caller's */
    uint32_t opens;                  /* the space of a transformer's coordinates, else 0 */
    uint32_t source[WN_MAX_SOURCES]; /* slots */
    size_t value;                    /* index of its first array of values in the workspace */
    const void *prep;                /* of a user module: its wn_user_params */
    int unsteady;  /* a user module takes part: the same coordinates may give another value */
    int kept;      /* a cache that keeps its values for the same block of coordinates */
    uint32_t axes; /* bit k: its value depends on coordinate k of the caller; of user modules all */
    uint32_t grid_gain; /* a grid of a block costs less than its points by this factor, or more */
    double cost;        /* of a point, roughly: 1 is that of a pointwise module */
    wn_module module;   /* the first module that it stands for */
};

/* A coordinate space: the outputs of a transformer slot. Space 0 has no slot. */
struct wn_space {
    uint32_t slot;
    size_t value;     /* index of its three arrays */
    int unsteady;     /* a user module moves its coordinates */
    uint32_t axes[3]; /* what each of its coordinates depends on, as in slots */
};

struct wn_plan {
    wn_precision precision;
    const struct wn_tier *tier;
    struct wn_slot *slots;
    uint32_t slot_count;
    struct wn_space *spaces;
    uint32_t space_count;
    uint32_t *outputs; /* slots */
    size_t output_count;
    size_t value_count;  /* arrays of values in a workspace */
    size_t block;        /* points per block: of these arrays and of masks */
    size_t depth;        /* of evaluation */
    size_t module_count; /* of the graph */
    wn_type *module_types;
    void **preps; /* what slots' prep point to; owned */
    size_t prep_count;
};

struct wn_work {
    uint64_t points, nanoseconds;
};

struct wn_workspace {
    const wn_plan *plan;
    void *values;         /* the three arrays of space 0 first */
    void *scratch;        /* arrays for compressed inputs and outputs */
    uint64_t *valid;      /* a mask per slot: points whose value is there */
    uint64_t *masks;      /* for each level of evaluation, and one before */
    uint16_t *points;     /* of the slot that is being computed */
    struct wn_work *work; /* per slot */
    size_t last_n;        /* points of the last block, whose coordinates space 0 still holds */
    int32_t timed;
};
#define WN_SCRATCH_ARRAYS (WN_MAX_INPUTS + WN_MAX_OUTPUTS)

#endif
