/* SPDX-License-Identifier: MIT */
/*
 * Terrain of voxels, chunk by chunk, from one plan: a height map of (x, z), minus the height, plus
 * some detail, and tunnels where another noise is near 0. Prints what is solid, and at how many
 * points each module was evaluated, in the order of their creation: the height map once for each
 * column, the detail outside of tunnels.
 */
#include <inttypes.h>
#include <stdio.h>
#include <widenoise/widenoise.h>

enum { N = 16, CHUNKS = 8 };

/* A module of our own: minus the height above sea level. */
static void minus_y(void *data, size_t n, const float *x, const float *y, const float *z,
                    const float *const *sources, float *out)
{
    (void)data, (void)x, (void)z, (void)sources;
    for (size_t i = 0; i < n; i++)
        out[i] = -y[i];
}

static wn_module scaled(wn_graph *g, wn_module source, double scale)
{
    wn_scale_bias_params p;
    wn_params_init(WN_SCALE_BIAS, &p, sizeof p);
    p.scale = scale;
    return wn_graph_add(g, WN_SCALE_BIAS, &p, &source, 1);
}

static wn_plan *make_plan(void)
{
    wn_graph *g;
    if (wn_graph_create(&g))
        return NULL;
    wn_noise_fractal_params fractal;
    wn_params_init(WN_FRACTAL, &fractal, sizeof fractal);
    fractal.frequency = 0.01;
    fractal.axes = WN_AXIS_X | WN_AXIS_Z;
    const wn_module height = wn_graph_add(g, WN_FRACTAL, &fractal, NULL, 0);
    fractal.seed = 1;
    fractal.frequency = 0.04;
    fractal.axes = WN_AXIS_X | WN_AXIS_Y | WN_AXIS_Z;
    const wn_module detail = wn_graph_add(g, WN_FRACTAL, &fractal, NULL, 0);
    wn_noise_params noise;
    wn_params_init(WN_NOISE, &noise, sizeof noise);
    noise.seed = 2;
    noise.frequency = 0.05;
    const wn_module tunnels = wn_graph_add(g, WN_NOISE, &noise, NULL, 0);
    const wn_user_params user = { .size = sizeof user, .batch_f32 = minus_y };
    const wn_module down = wn_graph_add(g, WN_USER, &user, NULL, 0);

    wn_module sum = wn_graph_add(g, WN_ADD, NULL, (wn_module[]) { scaled(g, height, 24), down }, 2);
    sum = wn_graph_add(g, WN_ADD, NULL, (wn_module[]) { sum, scaled(g, detail, 8) }, 2);
    wn_constant_params air;
    wn_params_init(WN_CONSTANT, &air, sizeof air);
    air.value = -1;
    wn_select_params where;
    wn_params_init(WN_SELECT, &where, sizeof where);
    where.lower = -0.15;
    where.upper = 0.15;
    const wn_module density = wn_graph_add(
        g, WN_SELECT, &where,
        (wn_module[]) { sum, wn_graph_add(g, WN_CONSTANT, &air, NULL, 0), tunnels }, 3);

    wn_plan_options options;
    wn_plan_options_init(&options, sizeof options);
    options.precision = WN_F32;
    char message[256]; /* of the first call above that failed, too */
    wn_plan *plan;
    if (wn_plan_create(&plan, g, &density, 1, &options, message, sizeof message))
        fprintf(stderr, "%s\n", message);
    wn_graph_destroy(g);
    return plan;
}

int main(void)
{
    static float x[N], y[N], z[N], density[N][N][N]; /* [z][y][x] */
    wn_plan *plan = make_plan();
    wn_workspace *workspace; /* one for each thread */
    if (!plan || wn_workspace_create(&workspace, plan))
        return 1;
    wn_workspace_profile_start(workspace, 0);
    long solid = 0;
    wn_status status = WN_OK;
    for (int chunk = 0; chunk < CHUNKS && !status; chunk++) {
        for (int i = 0; i < N; i++) {
            x[i] = (float)(chunk * N + i);
            y[i] = (float)(i - N / 2);
            z[i] = (float)i;
        }
        const wn_grid_f32 grid = { sizeof grid, { N, N, N }, { x, y, z }, { 0 } };
        float *out = &density[0][0][0];
        status = wn_plan_grid_f32(plan, workspace, &grid, &out);
        for (int i = 0; i < N * N * N; i++)
            solid += out[i] > 0;
    }
    printf("%s, %ld of %d voxels are solid\n", wn_status_string(status), solid, CHUNKS * N * N * N);
    wn_profile lines[16];
    size_t count;
    if (!wn_plan_profile(plan, workspace, lines, 16, &count)) {
        for (size_t k = 0; k < count; k++)
            printf("%-12s %6" PRIu64 " points\n", wn_type_name(lines[k].type), lines[k].points);
    }
    wn_workspace_destroy(workspace);
    wn_plan_destroy(plan);
    return status != WN_OK;
}
