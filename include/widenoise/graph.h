/* SPDX-License-Identifier: MIT */
/**
 * @file graph.h
 * Graphs of modules, plans compiled from them, and their evaluation over arrays.
 *
 * A graph is built once, a plan is compiled from it once per set of outputs and precision, and any
 * number of threads evaluate the plan, each with its own workspace:
 *
 *     wn_graph *g;
 *     wn_graph_create(&g);
 *     wn_fractal_params p;
 *     wn_params_init(WN_PERLIN, &p, sizeof p);
 *     p.frequency = 0.01;
 *     wn_module hills = wn_graph_add(g, WN_PERLIN, &p, NULL, 0);
 *     wn_module wavy = wn_graph_add(g, WN_TURBULENCE, NULL, &hills, 1);
 *     wn_plan *plan;
 *     wn_status s = wn_plan_create(&plan, g, &wavy, 1, NULL, message, sizeof message);
 *     wn_workspace *w;
 *     wn_workspace_create(&w, plan);
 *     wn_plan_eval_f64(plan, w, n, x, y, z, &out);
 *
 * Evaluation is as lazy as asking one point at a time: a source of a select is asked only for the
 * points that need it, and a module shared by several others is evaluated once per point and
 * coordinate space, whether or not a cache module stands before it.
 */
#ifndef WIDENOISE_GRAPH_H
#define WIDENOISE_GRAPH_H

#include "core.h"
#include "modules.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct wn_graph wn_graph;
typedef struct wn_plan wn_plan;
typedef struct wn_workspace wn_workspace;

/** A module of a graph: 1, 2, ... in the order of creation. 0 is no module. */
typedef uint32_t wn_module;
#define WN_MODULE_NONE 0u

/** The longest chain of modules, and the most (module, coordinate space) pairs, in a plan. Evaluation
 * is recursive: at the greatest depth it takes up to 512 KiB of stack, for the planet 64 KiB. */
#define WN_MAX_DEPTH 1024
#define WN_MAX_SLOTS 65536

/** The most points that a user module is asked for at once. */
#define WN_MAX_BLOCK 4096

/** The most sources that a user module may have. */
#define WN_MAX_USER_SOURCES 4

/**
 * WN_USER: a module of your own. It is given points and the values of its sources at these points,
 * and is evaluated for exactly the points that are asked for. wn_user_params u = { sizeof u }, then
 * the rest; wn_params_init() does not know it.
 *
 * batch_*: out[i] = value at (x[i], y[i], z[i]), sources[k][i] = value of source k there; n is 1 to
 * wn_plan_block() and differs from call to call; buffers made before there is a plan have
 * WN_MAX_BLOCK. The arrays do not overlap. On grids, points come in any order. point_*: the same for one point, sources[k] = value
 * of source k. At least one of the two is needed in each precision that is used; plans prefer
 * batch_*, wn_graph_point_*() prefers point_*. Callbacks are called from the threads that evaluate,
 * must not use the workspace they are called from, and return a value that depends on their
 * arguments alone if the promise of equal bits is to hold. data must outlive graph and plans.
 */
typedef struct wn_user_params {
    size_t size;         /**< sizeof this struct */
    void *data;          /**< passed on to the callbacks */
    size_t source_count; /**< 0 to WN_MAX_USER_SOURCES */
    void (*batch_f64)(void *data, size_t n, const double *x, const double *y, const double *z,
                      const double *const *sources, double *out);
    void (*batch_f32)(void *data, size_t n, const float *x, const float *y, const float *z,
                      const float *const *sources, float *out);
    double (*point_f64)(void *data, double x, double y, double z, const double *sources);
    float (*point_f32)(void *data, float x, float y, float z, const float *sources);
} wn_user_params;

/* ---- Graph. Building is for one thread at a time; a graph that is no longer changed may be read
 *      by any number of threads. ---- */

/** Creates an empty graph. *graph is NULL on failure. */
WN_API wn_status wn_graph_create(wn_graph **graph);

/** Frees a graph (NULL: nothing happens). Plans made from it stay valid. */
WN_API void wn_graph_destroy(wn_graph *graph);

/**
 * Adds a module. Parameters are copied.
 *
 * Sources by slot: modifiers 0 = source; combiners 0, 1; selectors 0, 1 = sources, 2 = control;
 * transformers 0 = source (displace: 1, 2, 3 = displacement of x, y, z); user modules as they say.
 * WN_MODULE_NONE leaves a slot open for wn_graph_connect().
 *
 * @param params   the type's parameter struct, or NULL for the defaults
 * @param sources  count modules of this graph; count is the type's number of sources, or 0 to leave
 *                 all open
 * @return the module, or WN_MODULE_NONE on error; the first error is kept in the graph
 *         (wn_graph_status(), wn_graph_message()) and makes wn_plan_create() fail, so that a chain
 *         of calls may be checked once at its end
 */
WN_API wn_module wn_graph_add(wn_graph *graph, wn_type type, const void *params,
                              const wn_module *sources, size_t count);

/** Connects slot @p slot of @p module to @p source (WN_MODULE_NONE disconnects). An error is kept in
 * the graph, as in wn_graph_add(). */
WN_API wn_status wn_graph_connect(wn_graph *graph, wn_module module, size_t slot, wn_module source);

/** Names a module; the name is copied, must not be empty and must be unique in the graph. An
 * error is kept in the graph, as in wn_graph_add(). */
WN_API wn_status wn_graph_set_name(wn_graph *graph, wn_module module, const char *name);

/** The module's name; "" if it has none or does not exist. Valid until the graph changes. */
WN_API const char *wn_graph_name(const wn_graph *graph, wn_module module);

/** The module with a name, WN_MODULE_NONE if there is none. */
WN_API wn_module wn_graph_find(const wn_graph *graph, const char *name);

/** Number of modules; they are 1 to this number. */
WN_API size_t wn_graph_count(const wn_graph *graph);

/** Type of a module, WN_NONE if it does not exist. */
WN_API wn_type wn_graph_type(const wn_graph *graph, wn_module module);

/**
 * Copies a module's parameter struct. Pointers to control points point into the graph and are valid
 * while it lives.
 * @param size  sizeof the struct
 * @return WN_ERROR_ARGUMENT if the module does not exist, has no parameters or the size differs
 */
WN_API wn_status wn_graph_params(const wn_graph *graph, wn_module module, void *params,
                                 size_t size);

/** Number of source slots of a module, and what stands in one. */
WN_API size_t wn_graph_source_count(const wn_graph *graph, wn_module module);
WN_API wn_module wn_graph_source(const wn_graph *graph, wn_module module, size_t slot);

/** The first error of the graph, and its text ("" if none), which names module and parameter. */
WN_API wn_status wn_graph_status(const wn_graph *graph);
WN_API const char *wn_graph_message(const wn_graph *graph);

/**
 * Evaluates a module at one point by plain recursion in scalar C, as libnoise does: the reference
 * that plans are tested against, and the right call for single points. Same bits as a plan, where a
 * plan can be made. A module shared by several is evaluated for each of them unless a cache stands
 * before it. Allocates memory if the graph has more than 32 cache modules.
 * @param evaluations  NULL, or wn_graph_count() counters; counter m - 1 is increased at each
 *                     evaluation of module m (a cache module remembers its last point in this call)
 */
WN_API wn_status wn_graph_point_f64(const wn_graph *graph, wn_module module, double x, double y,
                                    double z, double *value, uint64_t *evaluations);
WN_API wn_status wn_graph_point_f32(const wn_graph *graph, wn_module module, float x, float y,
                                    float z, float *value, uint64_t *evaluations);

/* ---- Plan: immutable, shared by any number of threads. ---- */

typedef struct wn_plan_options {
    size_t size;       /**< sizeof this struct */
    int32_t precision; /**< wn_precision; default WN_F64 */
    int32_t isa;       /**< wn_isa; default WN_ISA_AUTO: the active tier at creation */
} wn_plan_options;

/** Fills the options with their defaults. */
WN_API wn_status wn_plan_options_init(wn_plan_options *options, size_t size);

/**
 * Compiles a plan for some outputs, which share their work.
 * @param outputs  count modules, 1 to WN_MAX_SLOTS; the same module may stand twice
 * @param options  NULL for the defaults
 * @param message  NULL, or where the error's text goes: it names the module
 * @return WN_OK; on error *plan is NULL
 */
WN_API wn_status wn_plan_create(wn_plan **plan, const wn_graph *graph, const wn_module *outputs,
                                size_t count, const wn_plan_options *options, char *message,
                                size_t message_size);
WN_API void wn_plan_destroy(wn_plan *plan);

/** What a plan was made with, and how many (module, space) slots it has. */
WN_API wn_precision wn_plan_precision(const wn_plan *plan);
WN_API wn_isa wn_plan_isa(const wn_plan *plan);
WN_API size_t wn_plan_outputs(const wn_plan *plan);
WN_API size_t wn_plan_slots(const wn_plan *plan);

/** Points per block: evaluation goes through the arrays in steps of this many points, from 256 to
 * WN_MAX_BLOCK. The fewer modules a plan has, the longer its blocks. */
WN_API size_t wn_plan_block(const wn_plan *plan);

/** Memory for one thread's evaluations of a plan. The plan must outlive it. */
WN_API wn_status wn_workspace_create(wn_workspace **workspace, const wn_plan *plan);
WN_API void wn_workspace_destroy(wn_workspace *workspace);

/**
 * Evaluates the plan's outputs at n points: out[k][i] = output k at (x[i], y[i], z[i]).
 *
 * Any n, any alignment that the element type allows; nothing is allocated. out[k] may be one of x, y, z (same address); outputs
 * must not overlap each other. The workspace must not be used by two threads at once.
 *
 * Cache modules remember the points of the last block: the same block of coordinates again (same
 * bits) takes their values from memory and does not reach their sources. (A cache below a
 * transformer whose displacement comes from a user module does not: its coordinates may differ.)
 *
 * @return WN_OK, or WN_ERROR_ARGUMENT, WN_ERROR_PRECISION, WN_ERROR_WORKSPACE, WN_ERROR_OVERLAP and
 *         nothing was written
 */
WN_API wn_status wn_plan_eval_f64(const wn_plan *plan, wn_workspace *workspace, size_t n,
                                  const double *x, const double *y, const double *z,
                                  double *const *out);
WN_API wn_status wn_plan_eval_f32(const wn_plan *plan, wn_workspace *workspace, size_t n,
                                  const float *x, const float *y, const float *z,
                                  float *const *out);

/** Work done for a module by one workspace, over all coordinate spaces. */
typedef struct wn_profile {
    wn_module module; /**< of the graph; modules merged with it are counted here */
    wn_type type;
    uint64_t spaces;      /**< coordinate spaces in which the plan evaluates it */
    uint64_t points;      /**< points at which its value was asked for and not there yet */
    uint64_t nanoseconds; /**< time in the module itself, sources excluded; 0 unless timed */
} wn_profile;

/** Sets the workspace's counters to zero; timed = 1 also measures time from now on. */
WN_API wn_status wn_workspace_profile_start(wn_workspace *workspace, int32_t timed);

/**
 * Reads the counters of a workspace, a line per module in order of creation.
 * @param count  number of lines there are, also when capacity is smaller (then only so many are
 *               written; entries may be NULL if capacity is 0)
 */
WN_API wn_status wn_plan_profile(const wn_plan *plan, const wn_workspace *workspace,
                                 wn_profile *entries, size_t capacity, size_t *count);

#ifdef __cplusplus
}
#endif
#endif
