/* SPDX-License-Identifier: MIT */
/* The registry at run time: names, parameter descriptions, defaults, checks, preparation. */
#include "../include/widenoise/graph.h"
#include "../include/widenoise/noise.h"
#include "../kernels/table.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define P(field, kind, initial, ...) PARAM(field, kind, initial, __VA_ARGS__)
#define PARAM(field, kind, initial, minimum, maximum, doc) \
    { #field, WN_PARAM_##kind, offsetof(SHAPE, field), initial, minimum, maximum, doc },

/* A closing line without a name, since an array must not be empty. */
#define END                                   \
    {                                         \
        NULL, WN_PARAM_REAL, 0, 0, 0, 0, NULL \
    }

#define SHAPE wn_no_params
static const wn_param params_no[] = { WN_PARAMS_no(P) END };
#undef SHAPE
#define SHAPE wn_lattice_params
static const wn_param params_lattice[] = { WN_PARAMS_lattice(P) END };
#undef SHAPE
#define SHAPE wn_constant_params
static const wn_param params_constant[] = { WN_PARAMS_constant(P) END };
#undef SHAPE
#define SHAPE wn_fractal_params
static const wn_param params_fractal[] = { WN_PARAMS_fractal(P) END };
#undef SHAPE
#define SHAPE wn_ridged_multi_params
static const wn_param params_ridged_multi[] = { WN_PARAMS_ridged_multi(P) END };
#undef SHAPE
#define SHAPE wn_voronoi_params
static const wn_param params_voronoi[] = { WN_PARAMS_voronoi(P) END };
#undef SHAPE
#define SHAPE wn_scale_bias_params
static const wn_param params_scale_bias[] = { WN_PARAMS_scale_bias(P) END };
#undef SHAPE
#define SHAPE wn_clamp_params
static const wn_param params_clamp[] = { WN_PARAMS_clamp(P) END };
#undef SHAPE
#define SHAPE wn_curve_params
static const wn_param params_curve[] = { WN_PARAMS_curve(P) END };
#undef SHAPE
#define SHAPE wn_terrace_params
static const wn_param params_terrace[] = { WN_PARAMS_terrace(P) END };
#undef SHAPE
#define SHAPE wn_exponent_params
static const wn_param params_exponent[] = { WN_PARAMS_exponent(P) END };
#undef SHAPE
#define SHAPE wn_select_params
static const wn_param params_select[] = { WN_PARAMS_select(P) END };
#undef SHAPE
#define SHAPE wn_turbulence_params
static const wn_param params_turbulence[] = { WN_PARAMS_turbulence(P) END };
#undef SHAPE
#define SHAPE wn_checkerboard_params
static const wn_param params_checkerboard[] = { WN_PARAMS_checkerboard(P) END };
#undef SHAPE
#define SHAPE wn_radial_params
static const wn_param params_radial[] = { WN_PARAMS_radial(P) END };
#undef SHAPE
#define SHAPE wn_cell_params
static const wn_param params_cell[] = { WN_PARAMS_cell(P) END };
#undef SHAPE
#define SHAPE wn_simplex_params
static const wn_param params_simplex[] = { WN_PARAMS_simplex(P) END };
#undef SHAPE
#define SHAPE wn_white_params
static const wn_param params_white[] = { WN_PARAMS_white(P) END };
#undef SHAPE
#define SHAPE wn_noise_params
static const wn_param params_noise[] = { WN_PARAMS_noise(P) END };
#undef SHAPE
#define SHAPE wn_noise_fractal_params
static const wn_param params_noise_fractal[] = { WN_PARAMS_noise_fractal(P) END };
#undef SHAPE
#define SHAPE wn_warp_params
static const wn_param params_warp[] = { WN_PARAMS_warp(P) END };
#undef SHAPE
#define SHAPE wn_sm_seed_params
static const wn_param params_sm_seed[] = { WN_PARAMS_sm_seed(P) END };
#undef SHAPE
#define SHAPE wn_sm_octave_params
static const wn_param params_sm_octave[] = { WN_PARAMS_sm_octave(P) END };
#undef SHAPE
#define SHAPE wn_sm_simplex_params
static const wn_param params_sm_simplex[] = { WN_PARAMS_sm_simplex(P) END };
#undef SHAPE
#define SHAPE wn_rotate_point_params
static const wn_param params_rotate_point[] = { WN_PARAMS_rotate_point(P) END };
#undef SHAPE
#define SHAPE wn_scale_point_params
static const wn_param params_scale_point[] = { WN_PARAMS_scale_point(P) END };
#undef SHAPE
#define SHAPE wn_translate_point_params
static const wn_param params_translate_point[] = { WN_PARAMS_translate_point(P) END };
#undef SHAPE

const struct wn_entry wn_entries[WN_ENTRY_COUNT] = {
#define E(name, type, kind, inputs, outputs, sources, shape, doc) \
    { type,                                                       \
      #name,                                                      \
      WN_KIND_##kind,                                             \
      inputs,                                                     \
      outputs,                                                    \
      sources,                                                    \
      sizeof(wn_##shape##_params),                                \
      params_##shape,                                             \
      sizeof params_##shape / sizeof *params_##shape - 1,         \
      doc },
    WN_REGISTRY(E)
#undef E
};

const struct wn_entry wn_user_entry = { WN_USER, "user",    WN_KIND_USER,           3,
                                        1,       0,         sizeof(wn_user_params), params_no,
                                        0,       "your own" };
_Static_assert(sizeof(wn_user_params) <= WN_PARAMS_MAX, "WN_PARAMS_MAX is too small");

#define FITS(shape) \
    _Static_assert(sizeof(wn_##shape##_params) <= WN_PARAMS_MAX, "WN_PARAMS_MAX is too small");
#define FITS_SHAPE(shape) FITS(shape)
WN_SHAPES(FITS_SHAPE)

const struct wn_entry *wn_entry_find(wn_type type)
{
    for (size_t i = 0; i < WN_ENTRY_COUNT; i++) {
        if (wn_entries[i].type == type)
            return &wn_entries[i];
    }
    return NULL;
}

const char *wn_type_name(wn_type type)
{
    const struct wn_entry *entry = type == WN_USER ? &wn_user_entry : wn_entry_find(type);
    return entry ? entry->name : NULL;
}

wn_type wn_type_from_name(const char *name)
{
    for (size_t i = 0; name && i < WN_ENTRY_COUNT; i++) {
        if (!strcmp(wn_entries[i].name, name))
            return wn_entries[i].type;
    }
    return WN_NONE;
}

size_t wn_type_inputs(wn_type type)
{
    const struct wn_entry *entry = wn_entry_find(type);
    return entry ? entry->inputs : 0;
}

size_t wn_type_outputs(wn_type type)
{
    const struct wn_entry *entry = wn_entry_find(type);
    return entry ? entry->outputs : 0;
}

const wn_param *wn_type_param(wn_type type, size_t index)
{
    const struct wn_entry *entry = wn_entry_find(type);
    return entry && index < entry->param_count ? &entry->params[index] : NULL;
}

size_t wn_type_params_size(wn_type type)
{
    const struct wn_entry *entry = wn_entry_find(type);
    return entry && entry->param_count ? entry->params_size : 0;
}

const char *wn_type_doc(wn_type type)
{
    const struct wn_entry *entry = wn_entry_find(type);
    return entry ? entry->doc : NULL;
}

wn_type wn_type_at(size_t index)
{
    return index < WN_ENTRY_COUNT ? wn_entries[index].type : WN_NONE;
}

int32_t wn_type_is_module(wn_type type)
{
    const struct wn_entry *entry = wn_entry_find(type);
    return type == WN_USER || (entry && entry->kind != WN_KIND_PRIMITIVE);
}

/* ---- Fields of parameter structs by description ---- */

static double get_real(const void *params, const wn_param *p)
{
    double v;
    memcpy(&v, (const char *)params + p->offset, sizeof v);
    return v;
}

static int32_t get_int(const void *params, const wn_param *p)
{
    int32_t v;
    memcpy(&v, (const char *)params + p->offset, sizeof v);
    return v;
}

/* The pointer and count of control points, seen as runs of `width` doubles. */
static const double *get_points(const void *params, const wn_param *p, size_t *count, size_t *width)
{
    const void *points;
    memcpy(&points, (const char *)params + p->offset, sizeof points);
    memcpy(count, (const char *)params + p->offset + sizeof points, sizeof *count);
    *width = p->kind == WN_PARAM_POINTS ? 2 : 1;
    return points;
}

_Static_assert(sizeof(wn_control_point) == 2 * sizeof(double), "a control point is two doubles");
_Static_assert(offsetof(wn_curve_params, count) ==
                   offsetof(wn_curve_params, points) + sizeof(void *),
               "count follows points");
_Static_assert(offsetof(wn_terrace_params, count) ==
                   offsetof(wn_terrace_params, points) + sizeof(void *),
               "count follows points");

static void set_defaults(const struct wn_entry *entry, void *params)
{
    memset(params, 0, entry->params_size);
    memcpy(params, &entry->params_size, sizeof(size_t));
    for (const wn_param *p = entry->params; p->name; p++) {
        if (p->kind == WN_PARAM_REAL) {
            memcpy((char *)params + p->offset, &p->initial, sizeof p->initial);
        } else if (p->kind == WN_PARAM_INT) {
            const int32_t v = (int32_t)p->initial;
            memcpy((char *)params + p->offset, &v, sizeof v);
        } /* a seed is 0, as the struct */
    }
}

wn_status wn_params_init(wn_type type, void *params, size_t size)
{
    const struct wn_entry *entry = wn_entry_find(type);
    if (!entry || !entry->params->name || !params || size != entry->params_size)
        return WN_ERROR_ARGUMENT;
    set_defaults(entry, params);
    return WN_OK;
}

/* Control points: enough and not too many, finite, inputs different. */
static wn_status check_points(const void *params, const wn_param *p, const char **why)
{
    size_t count, width;
    const double *v = get_points(params, p, &count, &width);
    *why = "there are too few control points (or none given)";
    if (!v || count < (size_t)p->minimum)
        return WN_ERROR_PARAMETER;
    *why = "there are too many control points";
    if (count > (size_t)p->maximum)
        return WN_ERROR_LIMIT;
    for (size_t i = 0; i < count; i++) {
        *why = "a control point is not finite";
        for (size_t k = 0; k < width; k++) {
            if (!(v[i * width + k] >= -DBL_MAX && v[i * width + k] <= DBL_MAX))
                return WN_ERROR_PARAMETER;
        }
        *why = "two control points have the same input";
        for (size_t j = 0; j < i; j++) {
            if (v[i * width] == v[j * width])
                return WN_ERROR_PARAMETER;
        }
    }
    return WN_OK;
}

/* What native noise asks of several parameters together. */
static wn_status check_native(const struct wn_entry *entry, const void *complete, const char **what,
                              const char **why)
{
    int32_t primitive, axes, returns = WN_CELLULAR_F1, within_fractal = 0, displaces = 0;
    if (entry->params == params_noise) {
        const wn_noise_params *p = complete;
        primitive = p->primitive, axes = p->axes, returns = p->returns;
    } else if (entry->params == params_noise_fractal) {
        const wn_noise_fractal_params *p = complete;
        primitive = p->primitive, axes = p->axes, returns = p->returns;
        within_fractal = 1;
        *what = "raw";
        *why = "a fractal is of noise that is scaled to -1..1";
        if (primitive == WN_PRIMITIVE_CELLULAR && p->raw)
            return WN_ERROR_PARAMETER;
    } else if (entry->params == params_warp) {
        const wn_warp_params *p = complete;
        primitive = p->warp == WN_WARP_NOISE ? p->primitive : (int32_t)WN_PRIMITIVE_VALUE;
        axes = p->axes;
        displaces = 1;
    } else {
        return WN_OK;
    }
    const int32_t dimensions = entry->kind == WN_KIND_PRIMITIVE ? (int32_t)entry->inputs
                                                                : wn_axes_count(axes);
    *what = "axes";
    *why = "a warp has two or three axes";
    if (displaces && dimensions < 2)
        return WN_ERROR_PARAMETER;
    *what = "primitive";
    *why = "cellular noise does not displace";
    if (displaces && primitive == WN_PRIMITIVE_CELLULAR)
        return WN_ERROR_PARAMETER;
    *why = "it exists in two and three dimensions only";
    if ((dimensions == 1 || dimensions == 4) &&
        (primitive == WN_PRIMITIVE_SUPER_SIMPLEX || primitive == WN_PRIMITIVE_CELLULAR))
        return WN_ERROR_PARAMETER;
    if (primitive != WN_PRIMITIVE_CELLULAR)
        return WN_OK;
    *what = "returns";
    *why = "it is none of the coordinates that are read";
    const int32_t read = entry->kind == WN_KIND_PRIMITIVE ? (1 << dimensions) - 1 : axes;
    if (returns >= WN_CELLULAR_X && returns <= WN_CELLULAR_Z &&
        !(read >> (returns - WN_CELLULAR_X) & 1))
        return WN_ERROR_PARAMETER;
    *why = "a fractal is of noise that is scaled to -1..1";
    if (within_fractal && returns >= WN_CELLULAR_ID && returns <= WN_CELLULAR_Z)
        return WN_ERROR_PARAMETER;
    return WN_OK;
}

wn_status wn_params_check(const struct wn_entry *entry, const void *params, void *complete,
                          const char **what, const char **why)
{
    set_defaults(entry, complete);
    *what = "size";
    *why = "it is not the size of the parameter struct";
    if (params) {
        size_t size;
        memcpy(&size, params, sizeof size);
        if (size != entry->params_size)
            return WN_ERROR_ARGUMENT;
        memcpy(complete, params, size);
    }
    double bounds[2] = { -1, 1 }; /* lower and upper, where there are such parameters */
    for (const wn_param *p = entry->params; p->name; p++) {
        *what = p->name;
        *why = "it is out of range";
        if (p->kind == WN_PARAM_SEED)
            continue;
        if (p->kind == WN_PARAM_POINTS || p->kind == WN_PARAM_VALUES) {
            const wn_status status = check_points(complete, p, why);
            if (status)
                return status;
            continue;
        }
        const double v = p->kind == WN_PARAM_REAL ? get_real(complete, p)
                                                  : (double)get_int(complete, p);
        if (!(v >= p->minimum && v <= p->maximum)) /* NaN too */
            return WN_ERROR_PARAMETER;
        if (!strcmp(p->name, "lower"))
            bounds[0] = v;
        if (!strcmp(p->name, "upper"))
            bounds[1] = v;
    }
    const wn_status status = check_native(entry, complete, what, why);
    if (status)
        return status;
    if (!(bounds[0] < bounds[1])) {
        *what = "lower";
        *why = "it is not below upper";
        return WN_ERROR_PARAMETER;
    }
    return WN_OK;
}

uint32_t wn_axes_read(const struct wn_entry *entry, const void *complete)
{
    if (entry->type == WN_CONSTANT)
        return 0;
    if (entry->type == WN_CYLINDERS)
        return WN_AXIS_X | WN_AXIS_Z;
    const uint32_t all = (1u << entry->inputs) - 1;
    if (entry->type == WN_NOISE)
        return (uint32_t)((const wn_noise_params *)complete)->axes & all;
    if (entry->type == WN_FRACTAL)
        return (uint32_t)((const wn_noise_fractal_params *)complete)->axes & all;
    return all;
}

/* ---- Preparation ---- */

void wn_params_prepare_f64(const struct wn_entry *entry, const void *complete, void *prep)
{
    wn_references_f64[entry - wn_entries].prepare(complete, prep);
}

/* Finite, but beyond the range of float. */
static int overflows_float(double v)
{
    const double magnitude = v < 0 ? -v : v;
    return magnitude > FLT_MAX && magnitude <= DBL_MAX;
}

wn_status wn_params_prepare_f32(const struct wn_entry *entry, const void *complete, void *prep,
                                const char **what, const char **why)
{
    for (const wn_param *p = entry->params; p->name; p++) {
        *what = p->name;
        *why = "it is too large for f32";
        if (p->kind == WN_PARAM_REAL && overflows_float(get_real(complete, p)))
            return WN_ERROR_PARAMETER;
        if (p->kind == WN_PARAM_POINTS || p->kind == WN_PARAM_VALUES) {
            size_t count, width;
            const double *v = get_points(complete, p, &count, &width);
            for (size_t i = 0; i < count * width; i++) {
                if (overflows_float(v[i]))
                    return WN_ERROR_PARAMETER;
            }
        }
    }
    wn_references_f32[entry - wn_entries].prepare(complete, prep);
    return WN_OK;
}
