/* SPDX-License-Identifier: MIT */
/*
 * The self-test: each entry of the registry over fixed points, edges among them, on each available
 * tier; the hashes of the results are frozen here. Points and parameters are made of integers and
 * powers of two, so that nothing before the kernels can round.
 */
#include "selftest.h"

#include "internal.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* ---- Parameters: two sets for each shape; the first the defaults where there are any ---- */

static const wn_control_point curve_points[] = {
    { 1, -0.75 }, { -1, 0.5 }, { 0.25, 0.875 }, { -0.5, -1.25 }, { 2, 1 }, { 0, 0.0625 },
};
static const double terrace_points[] = { 0.25, -1, 1.5, -0.375, 0 };

#define SIZE(shape) sizeof(wn_##shape##_params)
static const wn_no_params no_params = { SIZE(no) };
static const wn_lattice_params lattice_params = { SIZE(lattice), WN_QUALITY_BEST, -1234567 };
static const wn_constant_params constant_params = { SIZE(constant), -1.375 };
static const wn_fractal_params fractal_params = { SIZE(fractal), 0.78125, 2.208984375,
                                                  0.625,         9,       WN_QUALITY_BEST,
                                                  INT32_MIN,     1 };
static const wn_ridged_multi_params ridged_multi_params = {
    SIZE(ridged_multi), 1.28125, 2.142578125, 7, WN_QUALITY_FAST, 130, 1
};
static const wn_voronoi_params voronoi_params = { SIZE(voronoi), 0.71875, -0.25, 81, 1 };
static const wn_scale_bias_params scale_bias_params = { SIZE(scale_bias), -0.6875, 0.3125 };
static const wn_clamp_params clamp_params = { SIZE(clamp), -0.5, 40 };
static const wn_curve_params curve_params = { SIZE(curve), curve_points,
                                              sizeof curve_points / sizeof *curve_points };
static const wn_terrace_params terrace_params = { SIZE(terrace), terrace_points,
                                                  sizeof terrace_points / sizeof *terrace_points,
                                                  1 };
static const wn_exponent_params exponent_params = { SIZE(exponent), 1.375 };
static const wn_select_params select_params = { SIZE(select), -0.75, 1.5, 0.4375 };
static const wn_turbulence_params turbulence_params = { SIZE(turbulence), 3.25, 0.21875, 5, -7, 1 };
static const wn_checkerboard_params checkerboard_params = { SIZE(checkerboard), 0 };
static const wn_radial_params radial_params = { SIZE(radial), 1.71875 };
static const wn_cell_params cell_params = { SIZE(cell),          0.71875, -0.25, 81, 1,
                                            WN_METRIC_MINKOWSKI, 3,       1 };
static const wn_simplex_params simplex_params = { SIZE(simplex), 0.78125, 2.208984375, 0.625, 9 };
static const wn_white_params white_params = { SIZE(white), -77, INT32_MIN };
static const wn_noise_params noise_params = {
    .size = SIZE(noise),
    .seed = UINT64_C(0xfedcba9876543210),
    .frequency = 0.78125,
    .offset_x = 0.375,
    .offset_y = -1000000.25,
    .offset_z = 5.5,
    .offset_w = -0.125,
    .primitive = WN_PRIMITIVE_SIMPLEX,
    .axes = WN_AXIS_X | WN_AXIS_Z | WN_AXIS_W,
    .w = -2.625,
};
static const wn_noise_fractal_params noise_fractal_params = {
    .size = SIZE(noise_fractal),
    .seed = 77,
    .frequency = 1.28125,
    .offset_x = -3.5,
    .offset_z = 20.125,
    .primitive = WN_PRIMITIVE_VALUE,
    .axes = WN_AXIS_X | WN_AXIS_Y,
    .fractal = WN_FRACTAL_RIDGED,
    .octaves = 7,
    .lacunarity = 2.142578125,
    .gain = 0.625,
    .weighted_strength = 0.25,
};
static const wn_warp_params warp_params = {
    .size = SIZE(warp),
    .seed = UINT64_C(1) << 40,
    .frequency = 0.71875,
    .offset_y = 12.25,
    .amplitude = 1.5,
    .warp = WN_WARP_NOISE,
    .primitive = WN_PRIMITIVE_SIMPLEX,
    .mode = WN_WARP_PROGRESSIVE,
    .octaves = 3,
    .lacunarity = 2,
    .gain = 0.5,
    .axes = WN_AXIS_X | WN_AXIS_Z,
};
static const wn_sm_seed_params sm_seed_params = { SIZE(sm_seed), -1234567 };
static const wn_sm_octave_params sm_octave_params = { SIZE(sm_octave), 18, INT32_MAX };
static const wn_sm_simplex_params sm_simplex_params = { SIZE(sm_simplex), WN_SM_SIMPLEX_PUBLISHED };
static const wn_rotate_point_params rotate_point_params = { SIZE(rotate_point), 11, -37.5, 123.25 };
static const wn_scale_point_params scale_point_params = { SIZE(scale_point), 1.5, -2.25, 0.09375 };
static const wn_translate_point_params translate_point_params = { SIZE(translate_point), 0.125,
                                                                  -20.6875, 3.3125 };

static const void *const second_params[WN_ENTRY_COUNT] = {
#define E(name, type, kind, inputs, outputs, sources, shape, doc) &shape##_params,
    WN_REGISTRY(E)
#undef E
};

/* The parameters of a pass, 0 or 1. Control points have no defaults; there the first pass takes a
 * few of the points, and does not invert. */
static const void *pass_params(size_t entry, int pass, wn_curve_params *curve,
                               wn_terrace_params *terrace)
{
    if (pass)
        return second_params[entry];
    if (wn_entries[entry].type == WN_CURVE) {
        *curve = curve_params;
        curve->count = 4;
        return curve;
    }
    if (wn_entries[entry].type == WN_TERRACE) {
        *terrace = terrace_params;
        terrace->count = 2;
        terrace->inverted = 0;
        return terrace;
    }
    return NULL;
}

/* ---- Points ---- */

/* Each with both signs: lattice points, denormals, the ends of the lattice's integers and of the
 * integers that each precision has, and the last numbers before and behind 1. */
static const double edges[] = { 0.0,        1.0,         2.0,          3.0,          0.5,
                                1.5,        0.25,        0x1p-30,      0x1p-149,     0x1p-1074,
                                0x1p24,     0x1p30,      0x1p30 - 64,  0x1p30 + 192, 0x1p31 - 128,
                                0x1p31 - 4, 0x1p31,      0x1p31 + 512, 0x1p53,       1e15,
                                0x1p100,    1 - 0x1p-24, 1 + 0x1p-23,  1 - 0x1p-53,  1 + 0x1p-52,
                                INFINITY,   NAN };
enum {
    EDGES = 6 * (sizeof edges / sizeof *edges), /* with both signs as each of the coordinates */
    CORNERS = EDGES + 27,                       /* lattice points */
    COUNT = CORNERS + 190,                      /* ordinary points */
};

/* A number of 24 bits, within a power of two that changes from number to number. */
static double ordinary(uint64_t *state)
{
    uint64_t z = (*state += 0x9e3779b97f4a7c15u); /* SplitMix64 */
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
    static const double units[4] = { 0x1p-23, 0x1p-22, 0x1p-19, 0x1p-12 };
    return (double)((int32_t)(z & 0xffffff) - 0x800000) * units[z >> 62];
}

static void make_points(double points[3][COUNT])
{
    uint64_t state = 20020810;
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < 3; k++)
            points[k][i] = ordinary(&state);
        if (i < EDGES)
            points[i % 3][i] = i % 2 ? -edges[i / 6] : edges[i / 6];
        for (size_t k = 0, n = i - EDGES; k < 3 && i >= EDGES && i < CORNERS; k++, n /= 3)
            points[k][i] = (double)(n % 3) - 1;
    }
}

/* ---- Hashes: FNV-1a over the results' bits, every NaN made one ---- */

static uint64_t hash_bits(uint64_t h, uint64_t bits, int bytes)
{
    for (int i = 0; i < bytes; i++)
        h = (h ^ (bits >> 8 * i & 255)) * 0x100000001b3u;
    return h;
}

/* The fourth to sixth inputs are the first three again, in another order. */
#define E(name, type, kind, inputs, outputs, ...) \
    _Static_assert(inputs <= 6 && outputs <= 3, "the self-test has not as many arrays");
WN_REGISTRY(E)
#undef E

static uint64_t hash_f64(const struct wn_tier *tier, size_t entry, const void *prep,
                         double points[3][COUNT], uint64_t h)
{
    double results[3][COUNT];
    const double *const in[6] = {
        points[0], points[1], points[2], points[1], points[2], points[0]
    };
    double *const out[3] = { results[0], results[1], results[2] };
    tier->f64->kernel[entry](prep, COUNT, in, out);
    for (uint32_t k = 0; k < wn_entries[entry].outputs; k++) {
        for (size_t i = 0; i < COUNT; i++) {
            uint64_t bits;
            memcpy(&bits, &results[k][i], sizeof bits);
            h = hash_bits(h, results[k][i] != results[k][i] ? 0x7ff8000000000000u : bits, 8);
        }
    }
    return h;
}

static uint64_t hash_f32(const struct wn_tier *tier, size_t entry, const void *prep,
                         double points[3][COUNT], uint64_t h)
{
    float own[3][COUNT], results[3][COUNT];
    for (size_t k = 0; k < 3; k++) {
        for (size_t i = 0; i < COUNT; i++)
            own[k][i] = (float)points[k][i];
    }
    const float *const in[6] = { own[0], own[1], own[2], own[1], own[2], own[0] };
    float *const out[3] = { results[0], results[1], results[2] };
    tier->f32->kernel[entry](prep, COUNT, in, out);
    for (uint32_t k = 0; k < wn_entries[entry].outputs; k++) {
        for (size_t i = 0; i < COUNT; i++) {
            uint32_t bits;
            memcpy(&bits, &results[k][i], sizeof bits);
            h = hash_bits(h, results[k][i] != results[k][i] ? 0x7fc00000u : bits, 4);
        }
    }
    return h;
}

uint64_t wn_selftest_hash(const struct wn_tier *tier, wn_precision precision, size_t entry)
{
    double points[3][COUNT];
    make_points(points);
    uint64_t h = 0xcbf29ce484222325u;
    for (int pass = 0; pass < 2; pass++) {
        _Alignas(max_align_t) char complete[WN_PARAMS_MAX];
        _Alignas(64) char prep[WN_PREP_MAX];
        wn_curve_params curve;
        wn_terrace_params terrace;
        const char *what, *why;
        const void *params = pass_params(entry, pass, &curve, &terrace);
        if (wn_params_check(&wn_entries[entry], params, complete, &what, &why))
            return 0;
        if (precision == WN_F64) {
            wn_params_prepare_f64(&wn_entries[entry], complete, prep);
            h = hash_f64(tier, entry, prep, points, h);
        } else {
            if (wn_params_prepare_f32(&wn_entries[entry], complete, prep, &what, &why))
                return 0;
            h = hash_f32(tier, entry, prep, points, h);
        }
    }
    return h;
}

/* ---- What the hashes were (tests/test_golden --print prints these lines) ---- */

static const struct {
    uint64_t f32, f64;
} frozen[WN_ENTRY_COUNT] = {
    [WN_ENTRY_gradient3] = { 0xa7c107b8ce691382, 0xbec725bda8c58253 },
    [WN_ENTRY_value3] = { 0xd3ed2bdc379bf4cf, 0xc18fde34d6cd3aab },
    [WN_ENTRY_pow] = { 0x852e749074625ea5, 0xc25b675ef0ad9049 },
    [WN_ENTRY_sin] = { 0x24a78aa7cbfa5cc5, 0xc955a6a7dfd26085 },
    [WN_ENTRY_cos] = { 0x589f52836bc66af1, 0xff89db87110fb261 },
    [WN_ENTRY_sm_float2] = { 0xa72aeabcc2db9463, 0x190656aeb11b33cc },
    [WN_ENTRY_sm_octave2] = { 0x44ff44c017ad77f6, 0xcd9a146a0a5f033f },
    [WN_ENTRY_sm_perlin2] = { 0x80fcfc6d7bdfd217, 0x7c4b90b9ffbbbeb1 },
    [WN_ENTRY_sm_simplex1] = { 0xd1e2783851051e6d, 0xc265a63d53f0e625 },
    [WN_ENTRY_sm_simplex2] = { 0x90155a5885e8271f, 0x9dcb0b029b201d3d },
    [WN_ENTRY_noise1] = { 0x943c604b33f15f87, 0xd8218a33e1f72ff4 },
    [WN_ENTRY_noise2] = { 0xfeee0cbb9854d0b7, 0x67e5eb44e4f81d19 },
    [WN_ENTRY_noise3] = { 0x9b4a8475f8ada140, 0xac25ace4ecde80d7 },
    [WN_ENTRY_noise4] = { 0xcaa87350159f4ed8, 0x196dfb0e96cc4ec9 },
    [WN_ENTRY_fractal1] = { 0x8b57bf9c770407d1, 0xd7b5bfe873eca5f2 },
    [WN_ENTRY_fractal2] = { 0x9cb76ea1d7e62717, 0xfbbb34335a0799a9 },
    [WN_ENTRY_fractal3] = { 0xabfcd00ff247ea73, 0xa58cb86d4aca465e },
    [WN_ENTRY_fractal4] = { 0xbc8135e106128b1c, 0xc501f369c0ff32db },
    [WN_ENTRY_warp2] = { 0x145aaf8d0a9ce5c8, 0xba391a5dad4c10f6 },
    [WN_ENTRY_warp3] = { 0x8155225e38f8e97e, 0xb0d8528f03eeb271 },
    [WN_ENTRY_constant] = { 0x304d647294ece3a8, 0x376ae1dfd0810076 },
    [WN_ENTRY_perlin] = { 0x774669f7fb8c6f1c, 0xdbd49e677a88f399 },
    [WN_ENTRY_billow] = { 0x418fc48f5ced4839, 0xb20dc2c578dfb784 },
    [WN_ENTRY_ridged_multi] = { 0xa3d7d94993bc9473, 0x2039587655eece92 },
    [WN_ENTRY_voronoi] = { 0x6529d2fc262e1534, 0x1cc13b62aca4274c },
    [WN_ENTRY_checkerboard] = { 0x844e34dc5ea07f95, 0x0c9b91fe62a3e705 },
    [WN_ENTRY_cylinders] = { 0x927c0dff65c4e514, 0x4e6a9aeb8e633748 },
    [WN_ENTRY_spheres] = { 0x90369cb38f5e1375, 0xf95913d8ed3fd97e },
    [WN_ENTRY_cell] = { 0x11888510c2203e29, 0xe92127e266022b91 },
    [WN_ENTRY_simplex] = { 0x8541baca6e1c1937, 0x01007f0ca5675eed },
    [WN_ENTRY_white] = { 0xb410c11a9d712fd3, 0xcc4d5edee70799cd },
    [WN_ENTRY_noise] = { 0x39e532f52d17c239, 0xb54126588fac04d6 },
    [WN_ENTRY_fractal] = { 0xd9b83177f76f4cef, 0xdce4b39207a03050 },
    [WN_ENTRY_scale_bias] = { 0x94b98ac3262547d0, 0xbd224a3462fe7027 },
    [WN_ENTRY_clamp] = { 0x785d387001cdf9b9, 0xf69e7da17791f5b3 },
    [WN_ENTRY_curve] = { 0x3299c80dc531d711, 0xf7345e43abf919a3 },
    [WN_ENTRY_terrace] = { 0x426cf5b594e891d6, 0x7f5c4f37229683cc },
    [WN_ENTRY_exponent] = { 0xaaef1cc4c23f4b6e, 0xc7d010c6224c6e68 },
    [WN_ENTRY_cache] = { 0x0d9cf0445fc740cd, 0x947eca7c746f6209 },
    [WN_ENTRY_abs] = { 0x161b842a2e3212cd, 0x66179e1ca7373d09 },
    [WN_ENTRY_invert] = { 0xd3921fa7ac343acd, 0x4d895eda2c5c8409 },
    [WN_ENTRY_add] = { 0xe029d667ca63880d, 0x3d647b39f16b6979 },
    [WN_ENTRY_multiply] = { 0x89fa426bacf904d1, 0xc3db551b5df382e9 },
    [WN_ENTRY_max] = { 0xaacb8d492730d45d, 0x8edeef8df8844ee5 },
    [WN_ENTRY_min] = { 0x8ccd711f69dc1cd1, 0x02b35d9417e54505 },
    [WN_ENTRY_power] = { 0x852e749074625ea5, 0xc25b675ef0ad9049 },
    [WN_ENTRY_blend] = { 0xefd6768bd31ae391, 0x03a916da8f9fd6f1 },
    [WN_ENTRY_select] = { 0x39254efb6fd70f5a, 0xaf5fb2cc9a18afa0 },
    [WN_ENTRY_turbulence] = { 0x97a737b2487cc088, 0xb7f1b291439e7f26 },
    [WN_ENTRY_warp] = { 0x6d1317f072a2de1c, 0x4fbaf177919b53bf },
    [WN_ENTRY_displace] = { 0xb34f7129db948e21, 0xe6e85dbbe12248f9 },
    [WN_ENTRY_rotate_point] = { 0x151e719b726b4881, 0x73aefe1e9a6f7b43 },
    [WN_ENTRY_scale_point] = { 0xf02c6d2917b94bd6, 0x50892d226d6fc3be },
    [WN_ENTRY_translate_point] = { 0xfd355a459daf9887, 0xd0e2bc65423910b7 },
};

uint64_t wn_selftest_frozen(wn_precision precision, size_t entry)
{
    return precision == WN_F64 ? frozen[entry].f64 : frozen[entry].f32;
}

/* Rounding to nearest, denormals kept: what C starts a program with. volatile, so that the additions
 * are made now and not by the compiler. */
static int default_environment(void)
{
    volatile double one = 1, half_ulp = 0x1p-53, more = 0x1.8p-53, tiny = DBL_MIN, half = 0.5;
    volatile float tiny_f32 = FLT_MIN, half_f32 = 0.5f;
    return one + half_ulp == 1 && one + more > 1 && tiny * half != 0 && tiny_f32 * half_f32 != 0;
}

wn_status wn_selftest(char *message, size_t message_size)
{
    static const wn_precision precisions[2] = { WN_F32, WN_F64 };
    wn_message(message, message_size, "%s", "");
    if (!default_environment()) {
        wn_message(message, message_size,
                   "this thread flushes denormals to zero or does not round to nearest "
                   "(was the program linked with -ffast-math?)");
        return WN_ERROR_SELFTEST;
    }
    for (wn_isa isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
        const struct wn_tier *tier = wn_tier_get(isa);
        for (size_t entry = 0; tier && entry < WN_ENTRY_COUNT; entry++) {
            for (int k = 0; k < 2; k++) {
                if (wn_selftest_hash(tier, precisions[k], entry) ==
                    wn_selftest_frozen(precisions[k], entry))
                    continue;
                wn_message(message, message_size,
                           "%s in f%d on tier %s differs from its frozen values",
                           wn_entries[entry].name, (int)precisions[k], wn_isa_name(isa));
                return WN_ERROR_SELFTEST;
            }
        }
    }
    return WN_OK;
}
