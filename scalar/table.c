/* SPDX-License-Identifier: MIT */
/*
 * The scalar tier in the precision being compiled: preparation of parameters, the references in
 * their uniform signature, and loops over them in the signature of kernels.
 */
#include "../kernels/table.h"
#include "reference.h"
#include "sm_noise.h"

#include "math.h"

#define ref(name) WN_NAME(wn_ref_##name)

/* ---- Preparation ---- */

#define PREPARE(shape) \
    static void prepare_##shape(const wn_##shape##_params *params, struct WN_PREP(shape) * prep)

PREPARE(no)
{
    (void)params;
    prep->unused = 0;
}

PREPARE(lattice)
{
    prep->quality = params->quality;
    prep->seed = (uint32_t)params->seed;
}

PREPARE(constant)
{
    prep->value = (real)params->value;
}

PREPARE(fractal)
{
    prep->frequency = (real)params->frequency;
    prep->lacunarity = (real)params->lacunarity;
    prep->persistence = (real)params->persistence;
    prep->octaves = params->octaves;
    prep->quality = params->quality;
    prep->range_reduction = params->range_reduction;
    prep->seed = (uint32_t)params->seed;
}

PREPARE(ridged_multi)
{
    prep->frequency = (real)params->frequency;
    prep->lacunarity = (real)params->lacunarity;
    prep->octaves = params->octaves;
    prep->quality = params->quality;
    prep->range_reduction = params->range_reduction;
    prep->seed = (uint32_t)params->seed;
    real frequency = 1;
    for (int i = 0; i < 30; i++) {
        prep->weight[i] = 1 / frequency;
        frequency *= prep->lacunarity;
    }
}

PREPARE(voronoi)
{
    prep->frequency = (real)params->frequency;
    prep->displacement = (real)params->displacement;
    prep->seed = (uint32_t)params->seed;
    prep->distance = params->distance;
}

PREPARE(scale_bias)
{
    prep->scale = (real)params->scale;
    prep->bias = (real)params->bias;
}

PREPARE(clamp)
{
    prep->lower = (real)params->lower;
    prep->upper = (real)params->upper;
}

/* Control points are sorted by insertion: they are few and mostly sorted already, and the C
 * library's qsort may allocate. */
PREPARE(curve)
{
    wn_control_point sorted[WN_MAX_POINTS];
    for (size_t i = 0; i < params->count; i++) {
        size_t k = i;
        for (; k > 0 && sorted[k - 1].input > params->points[i].input; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = params->points[i];
    }
    prep->count = (int32_t)params->count;
    for (size_t i = 0; i < params->count; i++) {
        prep->input[i] = (real)sorted[i].input;
        prep->output[i] = (real)sorted[i].output;
    }
}

PREPARE(terrace)
{
    double sorted[WN_MAX_POINTS];
    for (size_t i = 0; i < params->count; i++) {
        size_t k = i;
        for (; k > 0 && sorted[k - 1] > params->points[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = params->points[i];
    }
    prep->count = (int32_t)params->count;
    prep->inverted = params->inverted;
    for (size_t i = 0; i < params->count; i++)
        prep->value[i] = (real)sorted[i];
}

PREPARE(exponent)
{
    prep->exponent = (real)params->exponent;
}

PREPARE(select)
{
    const real lower = (real)params->lower, upper = (real)params->upper;
    const real half = (upper - lower) / 2;
    const real falloff = (real)params->falloff > half ? half : (real)params->falloff;
    prep->lower = lower;
    prep->upper = upper;
    prep->soft = falloff > 0;
    prep->rise_from = lower - falloff;
    prep->rise_to = lower + falloff;
    prep->fall_from = upper - falloff;
    prep->fall_to = upper + falloff;
}

PREPARE(turbulence)
{
    prep->perlin.frequency = (real)params->frequency;
    prep->perlin.lacunarity = 2;
    prep->perlin.persistence = R(0.5);
    prep->perlin.octaves = params->roughness;
    prep->perlin.quality = WN_QUALITY_STD;
    prep->perlin.range_reduction = params->range_reduction;
    prep->perlin.seed = (uint32_t)params->seed;
    prep->power = (real)params->power;
}

PREPARE(checkerboard)
{
    prep->range_reduction = params->range_reduction;
}

PREPARE(radial)
{
    prep->frequency = (real)params->frequency;
}

PREPARE(cell)
{
    prep->voronoi.frequency = (real)params->frequency;
    prep->voronoi.displacement = (real)params->displacement;
    prep->voronoi.seed = (uint32_t)params->seed;
    prep->voronoi.distance = params->distance;
    prep->metric = params->metric;
    prep->metric_distance = params->metric_distance;
    prep->minkowski = (real)params->minkowski;
    prep->minkowski_root = 1 / prep->minkowski;
}

PREPARE(simplex)
{
    prep->frequency = (real)params->frequency;
    prep->lacunarity = (real)params->lacunarity;
    prep->persistence = (real)params->persistence;
    prep->octaves = params->octaves;
}

PREPARE(white)
{
    prep->scale = (real)params->scale;
    prep->seed = (uint32_t)params->seed;
}

PREPARE(sm_seed)
{
    prep->seed = (uint32_t)params->seed;
}

PREPARE(sm_octave)
{
    prep->octaves = params->octaves;
    prep->seed = (uint32_t)params->seed;
}

PREPARE(sm_simplex)
{
    prep->variant = params->variant;
}

/* libnoise's matrix; computed in double for both precisions. */
PREPARE(rotate_point)
{
    const double ax = params->x * WN_DEG_TO_RAD, ay = params->y * WN_DEG_TO_RAD;
    const double az = params->z * WN_DEG_TO_RAD;
    const double cx = wn_ref_cos_f64(ax), cy = wn_ref_cos_f64(ay), cz = wn_ref_cos_f64(az);
    const double sx = wn_ref_sin_f64(ax), sy = wn_ref_sin_f64(ay), sz = wn_ref_sin_f64(az);
    prep->m[0][0] = (real)(((sy * sx) * sz) + (cy * cz));
    prep->m[0][1] = (real)(cx * sz);
    prep->m[0][2] = (real)((sy * cz) - ((cy * sx) * sz));
    prep->m[1][0] = (real)(((sy * sx) * cz) - (cy * sz));
    prep->m[1][1] = (real)(cx * cz);
    prep->m[1][2] = (real)((((-cy) * sx) * cz) - (sy * sz));
    prep->m[2][0] = (real)((-sy) * cx);
    prep->m[2][1] = (real)sx;
    prep->m[2][2] = (real)(cy * cx);
}

PREPARE(scale_point)
{
    prep->x = (real)params->x;
    prep->y = (real)params->y;
    prep->z = (real)params->z;
}

PREPARE(translate_point)
{
    prep->x = (real)params->x;
    prep->y = (real)params->y;
    prep->z = (real)params->z;
}

/* ---- Uniform signatures ---- */

/* Entries without parameters have references without a first argument for them. */
#define ARGUMENT_no
#define ARGUMENT_lattice         prep,
#define ARGUMENT_constant        prep,
#define ARGUMENT_fractal         prep,
#define ARGUMENT_ridged_multi    prep,
#define ARGUMENT_voronoi         prep,
#define ARGUMENT_scale_bias      prep,
#define ARGUMENT_clamp           prep,
#define ARGUMENT_curve           prep,
#define ARGUMENT_terrace         prep,
#define ARGUMENT_exponent        prep,
#define ARGUMENT_select          prep,
#define ARGUMENT_turbulence      prep,
#define ARGUMENT_checkerboard    prep,
#define ARGUMENT_radial          prep,
#define ARGUMENT_cell            prep,
#define ARGUMENT_simplex         prep,
#define ARGUMENT_white           prep,
#define ARGUMENT_sm_seed         prep,
#define ARGUMENT_sm_octave       prep,
#define ARGUMENT_sm_simplex      prep,
#define ARGUMENT_rotate_point    prep,
#define ARGUMENT_scale_point     prep,
#define ARGUMENT_translate_point prep,

#define CALL_1_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0])
#define CALL_2_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0], in[1])
#define CALL_3_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0], in[1], in[2])
#define CALL_6_3(name, shape) \
    ref(name)(ARGUMENT_##shape in[0], in[1], in[2], in[3], in[4], in[5], out)
#define CALL_3_3(name, shape) ref(name)(ARGUMENT_##shape in[0], in[1], in[2], out)

#define E(name, type, kind, inputs, outputs, sources, shape, doc)                                \
    static void prepare_any_##name(const void *params, void *prep)                               \
    {                                                                                            \
        prepare_##shape(params, prep);                                                           \
    }                                                                                            \
    static void point_##name(const void *prep, const real *in, real *out)                        \
    {                                                                                            \
        (void)prep;                                                                              \
        CALL_##inputs##_##outputs(name, shape);                                                  \
    }                                                                                            \
    static void loop_##name(const void *prep, size_t n, const real *const *in, real *const *out) \
    {                                                                                            \
        for (size_t i = 0; i < n; i++) {                                                         \
            real a[inputs], v[outputs];                                                          \
            for (int k = 0; k < inputs; k++)                                                     \
                a[k] = in[k][i];                                                                 \
            point_##name(prep, a, v);                                                            \
            for (int k = 0; k < outputs; k++)                                                    \
                out[k][i] = v[k];                                                                \
        }                                                                                        \
    }
WN_REGISTRY(E)
#undef E

const struct WN_NAME(wn_reference) WN_NAME(wn_references)[WN_ENTRY_COUNT] = {
#define E(name, type, kind, inputs, outputs, sources, shape, doc) \
    { sizeof(struct WN_PREP(shape)), prepare_any_##name, point_##name },
    WN_REGISTRY(E)
#undef E
};

const struct WN_NAME(wn_table) WN_PASTE(WN_NAME(wn_table), _scalar) = {
    1,
    {
#define E(name, ...) loop_##name,
        WN_REGISTRY(E)
#undef E
    },
    &WN_PASTE(WN_NAME(wn_sm_table), _scalar),
};
