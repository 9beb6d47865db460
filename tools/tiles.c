/* SPDX-License-Identifier: MIT */
/* Maps of a plan on their way to a file, computed tile by tile by several threads. */
#include "tiles.h"
#include "args.h"
#include "numbers.h"
#include "output.h"
#include "progress.h"

#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#define PRAGMA(text)   _Pragma(#text)
#define OMP(directive) PRAGMA(omp directive)
#else
#define OMP(directive)
#endif

/* A tile is what a thread takes at a time, of one slice: as wide as the library's chunks. */
#define TILE_ROWS    64
#define TILE_COLUMNS 256

struct tile {
    size_t slice, row, rows, column, columns;
};

struct job {
    const struct tiles *tiles;
    double *axes[3]; /* columns, rows, slices */
    size_t across, down, count;
};

/* Tiles are counted along rows of tiles. */
static struct tile tile_at(const struct job *job, size_t index)
{
    const size_t *size = job->tiles->size;
    struct tile t;
    t.column = index % job->across * TILE_COLUMNS;
    t.row = index / job->across % job->down * TILE_ROWS;
    t.slice = index / job->across / job->down;
    t.columns = size[0] - t.column < TILE_COLUMNS ? size[0] - t.column : TILE_COLUMNS;
    t.rows = size[1] - t.row < TILE_ROWS ? size[1] - t.row : TILE_ROWS;
    return t;
}

static wn_status map_f64(const struct job *job, wn_workspace *workspace, const struct tile *t,
                         double *out, size_t stride)
{
    const wn_plan *plan = job->tiles->plan;
    const double *columns = job->axes[0] + t->column, *rows = job->axes[1] + t->row;
    switch (job->tiles->kind) {
    case TILES_PLANE:
        return wn_map_plane_f64(plan, workspace, t->rows, rows, t->columns, columns, &out, stride);
    case TILES_SEAMLESS:
        return wn_map_plane_seamless_f64(plan, workspace, job->tiles->bounds, t->rows, rows,
                                         t->columns, columns, &out, stride);
    case TILES_SPHERE:
        return wn_map_sphere_f64(plan, workspace, t->rows, rows, t->columns, columns, &out, stride);
    case TILES_CYLINDER:
        return wn_map_cylinder_f64(plan, workspace, t->rows, rows, t->columns, columns, &out,
                                   stride);
    case TILES_VOLUME:
        return wn_map_volume_f64(plan, workspace, 1, job->axes[2] + t->slice, t->rows, rows,
                                 t->columns, columns, &out, t->rows * stride, stride);
    }
    return WN_ERROR_ARGUMENT;
}

static wn_status map_f32(const struct job *job, wn_workspace *workspace, const struct tile *t,
                         float *out, size_t stride)
{
    const wn_plan *plan = job->tiles->plan;
    const double *columns = job->axes[0] + t->column, *rows = job->axes[1] + t->row;
    switch (job->tiles->kind) {
    case TILES_PLANE:
        return wn_map_plane_f32(plan, workspace, t->rows, rows, t->columns, columns, &out, stride);
    case TILES_SEAMLESS:
        return wn_map_plane_seamless_f32(plan, workspace, job->tiles->bounds, t->rows, rows,
                                         t->columns, columns, &out, stride);
    case TILES_SPHERE:
        return wn_map_sphere_f32(plan, workspace, t->rows, rows, t->columns, columns, &out, stride);
    case TILES_CYLINDER:
        return wn_map_cylinder_f32(plan, workspace, t->rows, rows, t->columns, columns, &out,
                                   stride);
    case TILES_VOLUME:
        return wn_map_volume_f32(plan, workspace, 1, job->axes[2] + t->slice, t->rows, rows,
                                 t->columns, columns, &out, t->rows * stride, stride);
    }
    return WN_ERROR_ARGUMENT;
}

/* scratch holds the tile where values change precision. */
static wn_status compute_tile(const struct job *job, wn_workspace *workspace, double *scratch,
                              const struct tile *t)
{
    const struct tiles *tiles = job->tiles;
    size_t width = tiles->size[0];
    size_t offset = (t->slice * tiles->size[1] + t->row) * width + t->column;
    if (wn_plan_precision(tiles->plan) == WN_F32)
        return map_f32(job, workspace, t, tiles->narrow + offset, width);
    if (tiles->wide)
        return map_f64(job, workspace, t, tiles->wide + offset, width);
    wn_status status = map_f64(job, workspace, t, scratch, t->columns);
    for (size_t i = 0; i < t->rows && status == WN_OK; i++)
        for (size_t k = 0; k < t->columns; k++)
            tiles->narrow[offset + i * width + k] = (float)scratch[i * t->columns + k];
    return status;
}

static wn_status compute(const struct job *job, struct progress *progress)
{
    size_t most = (size_t)job->tiles->threads;
    int threads = (int)(most < job->count ? most : job->count);
    wn_status status = WN_OK;
    (void)threads;
    OMP(parallel num_threads(threads))
    {
        wn_workspace *workspace;
        wn_status mine = wn_workspace_create(&workspace, job->tiles->plan);
        double *scratch = malloc(sizeof(double) * TILE_ROWS * TILE_COLUMNS);
        if (!scratch)
            mine = WN_ERROR_MEMORY;
        OMP(for schedule(dynamic, 1) nowait)
        for (size_t i = 0; i < job->count; i++) {
            struct tile tile = tile_at(job, i);
            if (mine == WN_OK)
                mine = compute_tile(job, workspace, scratch, &tile);
            progress_add(progress, tile.rows * tile.columns);
        }
        if (mine != WN_OK) {
            OMP(critical)
            status = mine;
        }
        free(scratch);
        wn_workspace_destroy(workspace);
    }
    return status;
}

/* Memory for values and axes, and the axes. */
static wn_status prepare(struct tiles *tiles, struct job *job)
{
    const size_t *size = tiles->size;
    size_t points = size[0] * size[1] * size[2];
    if (tiles->bits == 64)
        tiles->wide = malloc(points * sizeof *tiles->wide);
    else
        tiles->narrow = malloc(points * sizeof *tiles->narrow);
    if (!tiles->wide && !tiles->narrow)
        return WN_ERROR_MEMORY;
    for (int i = 0; i < (tiles->kind == TILES_VOLUME ? 3 : 2); i++) {
        job->axes[i] = malloc(size[i] * sizeof *job->axes[i]);
        if (!job->axes[i])
            return WN_ERROR_MEMORY;
        wn_status status = wn_axis_f64(tiles->axis, tiles->bounds[2 * i], tiles->bounds[2 * i + 1],
                                       size[i], 0, size[i], job->axes[i]);
        if (status != WN_OK)
            return status;
    }
    job->tiles = tiles;
    job->across = (size[0] + TILE_COLUMNS - 1) / TILE_COLUMNS;
    job->down = (size[1] + TILE_ROWS - 1) / TILE_ROWS;
    job->count = job->across * job->down * size[2];
    return WN_OK;
}

static void complain(const struct tiles *tiles, const char *command, wn_status status)
{
    const size_t *size = tiles->size;
    if (status != WN_ERROR_MEMORY)
        args_complain(command, "%s", wn_status_string(status));
    else if (tiles->kind == TILES_VOLUME)
        args_complain(command, "--size %zux%zux%zu: not enough memory", size[0], size[1], size[2]);
    else
        args_complain(command, "--size %zux%zu: not enough memory", size[0], size[1]);
}

FILE *tiles_make(struct tiles *tiles, const char *command, const char *path)
{
    struct job job = { 0 };
    struct progress progress;
    FILE *file = output_open(command, path);
    if (!file)
        return NULL;
    wn_status status = prepare(tiles, &job);
    if (status == WN_OK) {
        progress_start(&progress, path, (uint64_t)tiles->size[0] * tiles->size[1] * tiles->size[2]);
        status = compute(&job, &progress);
        if (status == WN_OK)
            progress_finish(&progress);
        else
            progress_clear(&progress);
    }
    for (int i = 0; i < 3; i++)
        free(job.axes[i]);
    if (status == WN_OK)
        return file;
    output_discard();
    complain(tiles, command, status);
    return NULL;
}

void tiles_free(struct tiles *tiles)
{
    free(tiles->wide);
    free(tiles->narrow);
    tiles->wide = NULL;
    tiles->narrow = NULL;
}

bool tiles_write_numbers(const struct tiles *tiles, bool npy, FILE *file)
{
    size_t columns = tiles->size[0], rows = tiles->size[1], slices = tiles->size[2];
    bool volume = tiles->kind == TILES_VOLUME;
    const size_t shape[] = { slices, rows, columns };
    if (npy && !numbers_npy_header(file, tiles->bits, volume ? 3 : 2, volume ? shape : shape + 1))
        return false;
    for (size_t i = 0; i < slices * rows; i++) {
        size_t row = volume ? i : rows - 1 - i;
        const void *values = tiles->wide ? (const void *)(tiles->wide + row * columns)
                                         : (const void *)(tiles->narrow + row * columns);
        if (!numbers_write(file, tiles->bits, values, columns))
            return false;
    }
    return true;
}
