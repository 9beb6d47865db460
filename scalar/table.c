/* SPDX-License-Identifier: MIT */
/*
 * The scalar tier in the precision being compiled: preparation of parameters, the references in
 * their uniform signature, and loops over them in the signature of kernels.
 */
#include "../kernels/table.h"
#include "reference.h"
#include "sm_noise.h"

#include "math.h"

#include <string.h>

#define ref(name) WN_NAME(wn_ref_##name)

/* ---- Preparation ---- */

/* dimensions: of a primitive, the number of its coordinates; 0: a module, which may have a choice */
#if defined(__GNUC__)
#define UNUSED __attribute__((unused))
#else
#define UNUSED
#endif
#define PREPARE(shape)                                                                           \
    static void prepare_##shape(const wn_##shape##_params *params, struct WN_PREP(shape) * prep, \
                                UNUSED int32_t dimensions)

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

/* ---- Native noise ---- */

static double limited(double v, double most)
{
    return v > most ? most : v < -most ? -most : v;
}

/* A product that float may not hold; a coordinate times the largest number counts as infinite. */
static real finite(double v)
{
    return (real)limited(v, WN_REAL == 64 ? DBL_MAX : FLT_MAX);
}

/* index: of the octave; 0 also where octaves keep to one lattice */
static void prepare_octave(struct WN_NAME(wn_octave) * octave,
                           const struct WN_NAME(wn_basis) * basis, const int32_t *axis,
                           double frequency, const double *offset, int32_t index, uint32_t seed)
{
    double cells[4] = { 0 };
    for (int32_t k = 0; k < basis->dimensions; k++) {
        uint32_t *const whole = &octave->cell[k];
        cells[k] = offset[axis[k]] * frequency + index * wn_octave_step[k];
        octave->shift[k] = (real)wn_split_cells(cells[k], whole);
    }
    if (basis->primitive == WN_PRIMITIVE_SIMPLEX || basis->primitive == WN_PRIMITIVE_SUPER_SIMPLEX)
        WN_NAME(wn_simplex_shift)
    (octave, basis->primitive == WN_PRIMITIVE_SUPER_SIMPLEX, basis->dimensions, cells);
    octave->frequency = finite(frequency);
    octave->seed = seed;
}

/* Which inputs are read: all of a primitive's, those of a module's axes. Returns their number. */
static int32_t prepare_inputs(struct WN_NAME(wn_inputs) * inputs, int32_t dimensions, int32_t axes,
                              double w)
{
    *inputs = (struct WN_NAME(wn_inputs)) { .constant_w = !dimensions, .w = (real)w };
    const int32_t read = dimensions ? (1 << dimensions) - 1 : axes;
    int32_t count = 0;
    for (int32_t k = 0; k < 4; k++) {
        if (read >> k & 1)
            inputs->axis[count++] = k;
    }
    return count;
}

/* X, Y, Z of a feature point are the caller's; from here on they are dimensions of the noise. */
static int32_t dimension_returned(const struct WN_NAME(wn_inputs) * inputs, int32_t returns)
{
    if (returns < WN_CELLULAR_X || returns > WN_CELLULAR_Z)
        return returns;
    for (int32_t k = 0; k < 3; k++) {
        if (inputs->axis[k] == returns - WN_CELLULAR_X)
            return WN_CELLULAR_X + k;
    }
    return WN_CELLULAR_X; /* no cellular noise, or the parameters would have been refused */
}

/* Of noise and noise_fractal, whose structs have these fields alike. */
#define PREPARE_BASIS(prep, params, given)                                                \
    do {                                                                                  \
        (prep)->basis.primitive = (params)->primitive;                                    \
        (prep)->basis.dimensions = prepare_inputs(&(prep)->inputs, given, (params)->axes, \
                                                  (params)->w);                           \
        (prep)->basis.metric = (params)->metric;                                          \
        (prep)->basis.returns = dimension_returned(&(prep)->inputs, (params)->returns);   \
        (prep)->basis.raw = (params)->raw;                                                \
        (prep)->basis.jitter = (real)(params)->jitter;                                    \
        WN_NAME(wn_cellular_scale)(&(prep)->basis);                                       \
    } while (0)

PREPARE(noise)
{
    memset(prep, 0, sizeof *prep);
    const double offset[4] = { params->offset_x, params->offset_y, params->offset_z,
                               params->offset_w };
    PREPARE_BASIS(prep, params, dimensions);
    prepare_octave(&prep->octave, &prep->basis, prep->inputs.axis, params->frequency, offset, 0,
                   wn_octave_seed(wn_seed_fold(params->seed), 0, 0));
}

PREPARE(noise_fractal)
{
    memset(prep, 0, sizeof *prep);
    const double offset[4] = { params->offset_x, params->offset_y, params->offset_z,
                               params->offset_w };
    PREPARE_BASIS(prep, params, dimensions);
    prep->fractal = params->fractal;
    prep->octaves = params->octaves;
    prep->bounding = params->bounding;
    prep->weighted_strength = (real)params->weighted_strength;
    /* times n + 1 it is no infinity */
    prep->ping_pong_strength = finite(params->ping_pong_strength * 2) / 2;
    WN_NAME(wn_fractal_amplitudes)(prep, params->gain);
    double frequency = params->frequency;
    for (int32_t i = 0; i < params->octaves; i++) {
        prepare_octave(&prep->octave[i], &prep->basis, prep->inputs.axis, frequency, offset, i,
                       wn_octave_seed(wn_seed_fold(params->seed), i, 0));
        frequency *= params->lacunarity;
    }
}

PREPARE(warp)
{
    memset(prep, 0, sizeof *prep);
    const double offset[4] = { params->offset_x, params->offset_y, params->offset_z, 0 };
    prep->basis.primitive = params->warp == WN_WARP_GRADIENT ? WN_PRIMITIVE_VALUE
                                                             : params->primitive;
    prep->basis.dimensions = prepare_inputs(&prep->inputs, dimensions, params->axes, 0);
    prep->warp = params->warp;
    prep->mode = params->mode;
    prep->octaves = params->octaves;
    /* 30 of these are less than half a unit in the last place of the greatest number, so that no
     * coordinate is displaced to infinity */
    const double most = WN_REAL == 64 ? 0x1p964 : 0x1p97;
    double frequency = params->frequency, amplitude = params->amplitude;
    for (int32_t i = 0; i < params->octaves; i++) {
        const uint32_t folded = wn_seed_fold(params->seed);
        prepare_octave(&prep->octave[i], &prep->basis, prep->inputs.axis, frequency, offset, 0,
                       wn_octave_seed(folded, i, 0));
        for (int32_t k = 0; k < 3; k++)
            prep->axis_seed[i][k] = wn_octave_seed(folded, i, 1 + k); /* not those of wn_noise */
        prep->amplitude[i] = (real)limited(amplitude, most);
        frequency *= params->lacunarity;
        amplitude *= params->gain;
    }
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
#define ARGUMENT_noise           prep,
#define ARGUMENT_noise_fractal   prep,
#define ARGUMENT_warp            prep,
#define ARGUMENT_sm_seed         prep,
#define ARGUMENT_sm_octave       prep,
#define ARGUMENT_sm_simplex      prep,
#define ARGUMENT_rotate_point    prep,
#define ARGUMENT_scale_point     prep,
#define ARGUMENT_translate_point prep,

#define CALL_1_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0])
#define CALL_2_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0], in[1])
#define CALL_3_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0], in[1], in[2])
#define CALL_4_1(name, shape) out[0] = ref(name)(ARGUMENT_##shape in[0], in[1], in[2], in[3])
#define CALL_2_2(name, shape) ref(name)(ARGUMENT_##shape in[0], in[1], out)
#define CALL_6_3(name, shape) \
    ref(name)(ARGUMENT_##shape in[0], in[1], in[2], in[3], in[4], in[5], out)
#define CALL_3_3(name, shape) ref(name)(ARGUMENT_##shape in[0], in[1], in[2], out)

#define DIMENSIONS_PRIMITIVE(inputs)   inputs
#define DIMENSIONS_GENERATOR(inputs)   0
#define DIMENSIONS_POINTWISE(inputs)   0
#define DIMENSIONS_SELECTOR(inputs)    0
#define DIMENSIONS_TRANSFORMER(inputs) 0

#define E(name, type, kind, inputs, outputs, sources, shape, doc)                                \
    static void prepare_any_##name(const void *params, void *prep)                               \
    {                                                                                            \
        prepare_##shape(params, prep, DIMENSIONS_##kind(inputs));                                \
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
    { NULL },
    &WN_PASTE(WN_NAME(wn_sm_table), _scalar),
};
