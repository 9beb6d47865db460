/* SPDX-License-Identifier: MIT */
/* The values of a plan over a grid, computed box by box by several threads. */
#include "grid.h"

#include <stdint.h>
#ifdef _OPENMP
#include <omp.h>
#define PRAGMA(text)   _Pragma(#text)
#define OMP(directive) PRAGMA(omp directive)
#else
#define OMP(directive)
#endif

/* What a thread takes at a time, of one slice: long rows, which share most work. */
enum { BOX_COLUMNS = 4096, BOX_ROWS = 16 };

struct box {
    size_t column, row, slice, columns, rows;
};

static wn_status evaluate_box(const struct grid *grid, wn_workspace *workspace,
                              const struct box *box, void *values)
{
    const size_t width = grid->size[0], height = grid->size[1];
    const size_t offset = (box->slice * height + box->row) * width + box->column;
    if (wn_plan_precision(grid->plan) == WN_F64) {
        wn_grid_f64 part = { .size = sizeof part,
                             .count = { box->columns, box->rows, 1 },
                             .axis = { (const double *)grid->axis[0] + box->column,
                                       (const double *)grid->axis[1] + box->row,
                                       (const double *)grid->axis[2] + box->slice },
                             .stride = { 1, width, width * height } };
        double *out = (double *)values + offset;
        return wn_plan_grid_f64(grid->plan, workspace, &part, &out);
    }
    wn_grid_f32 part = { .size = sizeof part,
                         .count = { box->columns, box->rows, 1 },
                         .axis = { (const float *)grid->axis[0] + box->column,
                                   (const float *)grid->axis[1] + box->row,
                                   (const float *)grid->axis[2] + box->slice },
                         .stride = { 1, width, width * height } };
    float *out = (float *)values + offset;
    return wn_plan_grid_f32(grid->plan, workspace, &part, &out);
}

/* Boxes are counted along rows of boxes. */
static struct box box_at(const struct grid *grid, size_t across, size_t down, size_t index)
{
    struct box b;
    b.column = index % across * BOX_COLUMNS;
    b.row = index / across % down * BOX_ROWS;
    b.slice = index / across / down;
    b.columns = grid->size[0] - b.column < BOX_COLUMNS ? grid->size[0] - b.column : BOX_COLUMNS;
    b.rows = grid->size[1] - b.row < BOX_ROWS ? grid->size[1] - b.row : BOX_ROWS;
    return b;
}

wn_status grid_evaluate(const struct grid *grid, struct progress *progress, void *values)
{
    const size_t across = (grid->size[0] + BOX_COLUMNS - 1) / BOX_COLUMNS;
    const size_t down = (grid->size[1] + BOX_ROWS - 1) / BOX_ROWS;
    const size_t count = across * down * grid->size[2];
    int threads = count < (size_t)grid->threads ? (int)count : grid->threads;
    wn_status status = WN_OK;
    (void)threads;
    OMP(parallel num_threads(threads))
    {
        wn_workspace *workspace;
        wn_status mine = wn_workspace_create(&workspace, grid->plan);
        OMP(for schedule(dynamic, 1) nowait)
        for (size_t i = 0; i < count; i++) {
            struct box box = box_at(grid, across, down, i);
            if (mine == WN_OK)
                mine = evaluate_box(grid, workspace, &box, values);
            progress_add(progress, box.columns * box.rows);
        }
        if (mine != WN_OK) {
            OMP(critical)
            status = mine;
        }
        wn_workspace_destroy(workspace);
    }
    return status;
}
