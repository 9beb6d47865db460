/* SPDX-License-Identifier: MIT */
/*
 * The ISA unit: everything that is compiled once per instruction set and precision, with that
 * instruction set's flags. Defines one constant table and the kernels in it.
 */
#include "lanes.h"

#include "../scalar/gradient_table.h"
#include "../scalar/permutation.h"
#include "../scalar/reference.h"
#include "../scalar/sm_noise.h"
#include "table.h"

#include <string.h>

/* Loads a vector of which only the first `count` lanes are there; the others are 0. */
static inline vreal load_tail(const real *p, size_t count)
{
    real lanes[VL] = { 0 };
    memcpy(lanes, p, count * sizeof(real));
    return v_load(lanes);
}

static inline void store_tail(real *p, vreal v, size_t count)
{
    real lanes[VL];
    v_store(lanes, v);
    memcpy(p, lanes, count * sizeof(real));
}

#include "math_tmpl.h"

#include "lattice_tmpl.h"
#include "native_tmpl.h"
#include "native_simplex_tmpl.h"
#include "native_cellular_tmpl.h"
#include "native_points_tmpl.h"
#include "native_lattice_grid_tmpl.h"
#include "native_cellular_grid_tmpl.h"
#include "native_grid_tmpl.h"
#include "native_fractal_tmpl.h"
#include "lattice_grid_tmpl.h"
#include "pointwise_tmpl.h"
#include "points_tmpl.h"
#include "sm_noise_tmpl.h"
#include "voronoi_tmpl.h"

extern const struct WN_NAME(wn_table) WN_KERNEL_NAME(WN_NAME(wn_table), WN_UNIT);
const struct WN_NAME(wn_table) WN_KERNEL_NAME(WN_NAME(wn_table), WN_UNIT) = {
    VL,
    {
#define E(name, ...) WN_KERNEL(name),
        WN_REGISTRY(E)
#undef E
    },
    {
#define G(name) [WN_ENTRY_##name] = WN_KERNEL(grid_##name),
        WN_GRID_REGISTRY(G)
#undef G
    },
    &sm_table,
};
