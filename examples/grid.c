/* SPDX-License-Identifier: MIT */
/* The density of a chunk of voxels: fBm over a grid, minus the height. Prints what is solid. */
#include <stdio.h>
#include <widenoise/widenoise.h>

enum { N = 64 };

int main(void)
{
    static float x[N], y[N], z[N], density[N][N][N]; /* [z][y][x] */
    const int chunk[3] = { 2, 0, 5 };
    for (int i = 0; i < N; i++) {
        /* world coordinates, so that chunks fit together without a seam */
        x[i] = (float)(chunk[0] * N + i);
        y[i] = (float)(chunk[1] * N + i);
        z[i] = (float)(chunk[2] * N + i);
    }
    wn_noise_fractal_params params;
    wn_params_init(WN_FRACTAL3, &params, sizeof params);
    params.seed = 2473794698767688778u;
    params.frequency = 0.02;
    const wn_grid_f32 grid = { sizeof grid, { N, N, N }, { x, y, z }, { 0 } };
    float *out = &density[0][0][0];
    const wn_status status = wn_apply_grid_f32(WN_FRACTAL3, &params, &grid, &out);
    if (status) {
        fprintf(stderr, "%s\n", wn_status_string(status));
        return 1;
    }
    long solid = 0;
    for (int k = 0; k < N; k++) {
        for (int j = 0; j < N; j++) {
            for (int i = 0; i < N; i++)
                solid += density[k][j][i] - y[j] / 64 > 0;
        }
    }
    printf("%ld of %d voxels are solid\n", solid, N * N * N);
    return 0;
}
