/* SPDX-License-Identifier: MIT */
/*
 * A graph of modules, evaluated by two threads: mountains where a slow noise is high, plains
 * elsewhere, and everything bent by turbulence. Prints a digest of the heights, which is the same
 * with one thread, and on every machine.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <widenoise/widenoise.h>

enum { SIDE = 64, POINTS = SIDE * SIDE, THREADS = 2 };

static double x[POINTS], y[POINTS], z[POINTS], height[POINTS];

static wn_plan *make_plan(void)
{
    wn_graph *g;
    if (wn_graph_create(&g) != WN_OK)
        return NULL;

    wn_fractal_params fractal;
    wn_params_init(WN_PERLIN, &fractal, sizeof fractal);
    fractal.frequency = 0.25;
    wn_module regions = wn_graph_add(g, WN_PERLIN, &fractal, NULL, 0);
    wn_module mountains = wn_graph_add(g, WN_RIDGED_MULTI, NULL, NULL, 0);
    wn_module hills = wn_graph_add(g, WN_BILLOW, NULL, NULL, 0);
    wn_scale_bias_params low;
    wn_params_init(WN_SCALE_BIAS, &low, sizeof low);
    low.scale = 0.125;
    low.bias = -0.75;
    wn_module plains = wn_graph_add(g, WN_SCALE_BIAS, &low, &hills, 1);

    wn_select_params where;
    wn_params_init(WN_SELECT, &where, sizeof where);
    where.lower = 0;
    where.upper = 1000;
    where.falloff = 0.125;
    wn_module terrain = wn_graph_add(g, WN_SELECT, &where,
                                     (wn_module[]) { plains, mountains, regions }, 3);
    wn_module bent = wn_graph_add(g, WN_TURBULENCE, NULL, &terrain, 1);

    /* A failed call above shows here, with the module's name in the message. */
    char message[256];
    wn_plan *plan;
    if (wn_plan_create(&plan, g, &bent, 1, NULL, message, sizeof message) != WN_OK)
        fprintf(stderr, "%s\n", message);
    wn_graph_destroy(g);
    return plan;
}

struct job {
    pthread_t thread;
    const wn_plan *plan; /* shared */
    size_t first, count;
    wn_status status;
};

static void *evaluate(void *argument)
{
    struct job *job = argument;
    wn_workspace *workspace; /* each thread has its own */
    job->status = wn_workspace_create(&workspace, job->plan);
    if (job->status == WN_OK)
        job->status = wn_plan_eval_f64(job->plan, workspace, job->count, x + job->first,
                                       y + job->first, z + job->first,
                                       (double *[]) { height + job->first });
    wn_workspace_destroy(workspace);
    return NULL;
}

int main(void)
{
    wn_plan *plan = make_plan();
    if (!plan)
        return EXIT_FAILURE;
    for (size_t i = 0; i < POINTS; i++) {
        x[i] = (double)(i % SIDE) / 16;
        z[i] = (double)(i / SIDE) / 16;
    }
    struct job jobs[THREADS];
    for (size_t t = 0; t < THREADS; t++) {
        jobs[t] = (struct job) { .plan = plan, .first = t * POINTS / THREADS };
        jobs[t].count = (t + 1) * POINTS / THREADS - jobs[t].first;
        if (pthread_create(&jobs[t].thread, NULL, evaluate, &jobs[t]) != 0)
            return EXIT_FAILURE;
    }
    wn_status status = WN_OK;
    for (size_t t = 0; t < THREADS; t++) {
        pthread_join(jobs[t].thread, NULL);
        if (jobs[t].status != WN_OK)
            status = jobs[t].status;
    }
    wn_plan_destroy(plan);

    uint64_t digest = UINT64_C(0xcbf29ce484222325); /* FNV-1a, a value at a time */
    for (size_t i = 0; i < POINTS; i++) {
        uint64_t bits;
        memcpy(&bits, &height[i], sizeof bits);
        digest = (digest ^ bits) * UINT64_C(0x100000001b3);
    }
    printf("%s, %016" PRIx64 "\n", wn_status_string(status), digest);
    return status == WN_OK ? EXIT_SUCCESS : EXIT_FAILURE;
}
