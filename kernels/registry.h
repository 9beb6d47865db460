/* SPDX-License-Identifier: MIT */
/*
 * The registry: one line names a primitive or module, and everything else comes from these lines:
 * kernel tables, scalar tables, names, parameter descriptions, the check harness, the bench names.
 *
 * E(name, TYPE, kind, inputs, outputs, sources, shape, doc)
 *   name     as in wn_type_name(), wn_ref_<name>_<real>, wn_k_<name>_<real>_<isa>
 *   TYPE     its wn_type
 *   kind     PRIMITIVE    not a module
 *            GENERATOR    coordinates -> value
 *            POINTWISE    source values -> value
 *            SELECTOR     pointwise, but lazy: select alone (wn_select_needs)
 *            TRANSFORMER  coordinates -> coordinates
 *   inputs   arrays that a kernel reads; outputs: arrays that it writes
 *   sources  source modules in a graph
 *   shape    its parameters: wn_<shape>_params outside, struct wn_prep_<shape>_<real> prepared
 */
#ifndef WN_KERNELS_REGISTRY_H
#define WN_KERNELS_REGISTRY_H

#define WN_REGISTRY(E)                                                                            \
    E(gradient3, WN_GRADIENT3, PRIMITIVE, 3, 1, 0, lattice, "gradient-coherent noise")            \
    E(value3, WN_VALUE3, PRIMITIVE, 3, 1, 0, lattice, "value-coherent noise")                     \
    E(pow, WN_POW, PRIMITIVE, 2, 1, 0, no, "power")                                               \
    E(sin, WN_SIN, PRIMITIVE, 1, 1, 0, no, "sine of radians")                                     \
    E(cos, WN_COS, PRIMITIVE, 1, 1, 0, no, "cosine of radians")                                   \
    E(sm_float2, WN_SM_FLOAT2, PRIMITIVE, 2, 1, 0, sm_seed, "sm.noise's floatNoise2d")            \
    E(sm_octave2, WN_SM_OCTAVE2, PRIMITIVE, 2, 1, 0, sm_octave, "sm.noise's octaveNoise2d")       \
    E(sm_perlin2, WN_SM_PERLIN2, PRIMITIVE, 2, 1, 0, sm_seed, "sm.noise's perlinNoise2d")         \
    E(sm_simplex1, WN_SM_SIMPLEX1, PRIMITIVE, 1, 1, 0, no, "sm.noise's simplexNoise1d")           \
    E(sm_simplex2, WN_SM_SIMPLEX2, PRIMITIVE, 2, 1, 0, sm_simplex, "sm.noise's simplexNoise2d")   \
    E(noise1, WN_NOISE1, PRIMITIVE, 1, 1, 0, noise, "native noise of one coordinate")             \
    E(noise2, WN_NOISE2, PRIMITIVE, 2, 1, 0, noise, "native noise of two coordinates")            \
    E(noise3, WN_NOISE3, PRIMITIVE, 3, 1, 0, noise, "native noise of three coordinates")          \
    E(noise4, WN_NOISE4, PRIMITIVE, 4, 1, 0, noise, "native noise of four coordinates")           \
    E(fractal1, WN_FRACTAL1, PRIMITIVE, 1, 1, 0, noise_fractal, "octaves of noise1")              \
    E(fractal2, WN_FRACTAL2, PRIMITIVE, 2, 1, 0, noise_fractal, "octaves of noise2")              \
    E(fractal3, WN_FRACTAL3, PRIMITIVE, 3, 1, 0, noise_fractal, "octaves of noise3")              \
    E(fractal4, WN_FRACTAL4, PRIMITIVE, 4, 1, 0, noise_fractal, "octaves of noise4")              \
    E(warp2, WN_WARP2, PRIMITIVE, 2, 2, 0, warp, "two coordinates displaced by native noise")     \
    E(warp3, WN_WARP3, PRIMITIVE, 3, 3, 0, warp, "three coordinates displaced by native noise")   \
    E(constant, WN_CONSTANT, GENERATOR, 3, 1, 0, constant, "one value everywhere")                \
    E(perlin, WN_PERLIN, GENERATOR, 3, 1, 0, fractal, "octaves of gradient noise (fBm)")          \
    E(billow, WN_BILLOW, GENERATOR, 3, 1, 0, fractal, "octaves of absolute gradient noise")       \
    E(ridged_multi, WN_RIDGED_MULTI, GENERATOR, 3, 1, 0, ridged_multi, "ridged multifractal")     \
    E(voronoi, WN_VORONOI, GENERATOR, 3, 1, 0, voronoi, "Voronoi cells of random seed points")    \
    E(checkerboard, WN_CHECKERBOARD, GENERATOR, 3, 1, 0, checkerboard, "unit cubes of +1 and -1") \
    E(cylinders, WN_CYLINDERS, GENERATOR, 3, 1, 0, radial, "concentric cylinders around y")       \
    E(spheres, WN_SPHERES, GENERATOR, 3, 1, 0, radial, "concentric spheres")                      \
    E(cell, WN_CELL, GENERATOR, 3, 1, 0, cell, "Voronoi cells by a choice of metrics")            \
    E(simplex, WN_SIMPLEX, GENERATOR, 3, 1, 0, simplex, "octaves of simplex noise")               \
    E(white, WN_WHITE, GENERATOR, 3, 1, 0, white, "an independent value in each small cube")      \
    E(noise, WN_NOISE, GENERATOR, 3, 1, 0, noise, "native noise of a choice of axes")             \
    E(fractal, WN_FRACTAL, GENERATOR, 3, 1, 0, noise_fractal, "octaves of native noise")          \
    E(scale_bias, WN_SCALE_BIAS, POINTWISE, 1, 1, 1, scale_bias, "value * scale + bias")          \
    E(clamp, WN_CLAMP, POINTWISE, 1, 1, 1, clamp, "value limited to a range")                     \
    E(curve, WN_CURVE, POINTWISE, 1, 1, 1, curve, "cubic spline through control points")          \
    E(terrace, WN_TERRACE, POINTWISE, 1, 1, 1, terrace, "parabolic steps between control points") \
    E(exponent, WN_EXPONENT, POINTWISE, 1, 1, 1, exponent, "power of the value mapped to 0..1")   \
    E(cache, WN_CACHE, POINTWISE, 1, 1, 1, no, "its source, remembered across calls")             \
    E(abs, WN_ABS, POINTWISE, 1, 1, 1, no, "absolute value")                                      \
    E(invert, WN_INVERT, POINTWISE, 1, 1, 1, no, "value with the other sign")                     \
    E(add, WN_ADD, POINTWISE, 2, 1, 2, no, "sum of two sources")                                  \
    E(multiply, WN_MULTIPLY, POINTWISE, 2, 1, 2, no, "product of two sources")                    \
    E(max, WN_MAX, POINTWISE, 2, 1, 2, no, "greater of two sources")                              \
    E(min, WN_MIN, POINTWISE, 2, 1, 2, no, "lesser of two sources")                               \
    E(power, WN_POWER, POINTWISE, 2, 1, 2, no, "first source to the power of the second")         \
    E(blend, WN_BLEND, POINTWISE, 3, 1, 3, no, "linear blend of two sources by a control")        \
    E(select, WN_SELECT, SELECTOR, 3, 1, 3, select, "one of two sources by a control's range")    \
    E(turbulence, WN_TURBULENCE, TRANSFORMER, 3, 3, 1, turbulence,                                \
      "coordinates displaced by perlin noise")                                                    \
    E(warp, WN_WARP, TRANSFORMER, 3, 3, 1, warp, "coordinates displaced by native noise")         \
    E(displace, WN_DISPLACE, TRANSFORMER, 6, 3, 4, no, "coordinates displaced by three sources")  \
    E(rotate_point, WN_ROTATE_POINT, TRANSFORMER, 3, 3, 1, rotate_point, "coordinates rotated")   \
    E(scale_point, WN_SCALE_POINT, TRANSFORMER, 3, 3, 1, scale_point, "coordinates scaled")       \
    E(translate_point, WN_TRANSLATE_POINT, TRANSFORMER, 3, 3, 1, translate_point,                 \
      "coordinates translated")

/*
 * Parameters of each entry: P(field, kind, default, minimum, maximum, doc), in the order of its
 * parameter struct. kind: REAL (double), INT (int32_t), POINTS (pointer to control points, then
 * size_t count; minimum and maximum are of the count), VALUES (the same with plain doubles).
 */
#define WN_ANY_REAL -DBL_MAX, DBL_MAX
#define WN_ANY_INT  INT32_MIN, INT32_MAX

#define WN_RANGE_REDUCTION(P) \
    P(range_reduction, INT, 1, 0, 1, "1: libnoise's range reduction, 0: as late as int allows")

#define WN_PARAMS_lattice(P)                                          \
    P(quality, INT, WN_QUALITY_STD, WN_QUALITY_FAST, WN_QUALITY_BEST, \
      "0 linear, 1 cubic, 2 quintic")                                 \
    P(seed, INT, 0, WN_ANY_INT, "seed of the lattice hash")
#define WN_PARAMS_no(P)
#define WN_PARAMS_sm_seed(P) P(seed, INT, 0, WN_ANY_INT, "seed of the lattice hash")
#define WN_PARAMS_sm_octave(P)                                                     \
    P(octaves, INT, 1, INT32_MIN, 64, "number of octaves; none and less give NaN") \
    P(seed, INT, 0, WN_ANY_INT, "added to the seed of each octave")
#define WN_PARAMS_sm_simplex(P)                                                              \
    P(variant, INT, WN_SM_SIMPLEX_REPORTED, WN_SM_SIMPLEX_REPORTED, WN_SM_SIMPLEX_PUBLISHED, \
      "0 as reported of the game, 1 as published by S. Rombauts")
#define WN_PARAMS_constant(P) P(value, REAL, 0, WN_ANY_REAL, "the value")
#define WN_PARAMS_fractal(P)                                                         \
    P(frequency, REAL, 1, WN_ANY_REAL, "lattice cells per unit in the first octave") \
    P(lacunarity, REAL, 2, WN_ANY_REAL, "frequency ratio of successive octaves")     \
    P(persistence, REAL, 0.5, WN_ANY_REAL, "amplitude ratio of successive octaves")  \
    P(octaves, INT, 6, 1, 30, "number of octaves")                                   \
    P(quality, INT, WN_QUALITY_STD, WN_QUALITY_FAST, WN_QUALITY_BEST,                \
      "0 linear, 1 cubic, 2 quintic")                                                \
    P(seed, INT, 0, WN_ANY_INT, "seed of the first octave")                          \
    WN_RANGE_REDUCTION(P)
#define WN_PARAMS_ridged_multi(P)                                                    \
    P(frequency, REAL, 1, WN_ANY_REAL, "lattice cells per unit in the first octave") \
    P(lacunarity, REAL, 2, WN_ANY_REAL, "frequency ratio of successive octaves")     \
    P(octaves, INT, 6, INT32_MIN, 30, "number of octaves; none and less give -1")    \
    P(quality, INT, WN_QUALITY_STD, WN_QUALITY_FAST, WN_QUALITY_BEST,                \
      "0 linear, 1 cubic, 2 quintic")                                                \
    P(seed, INT, 0, WN_ANY_INT, "seed of the first octave")                          \
    WN_RANGE_REDUCTION(P)
#define WN_PARAMS_voronoi(P)                                                     \
    P(frequency, REAL, 1, WN_ANY_REAL, "cells per unit")                         \
    P(displacement, REAL, 1, WN_ANY_REAL, "scale of the random value of a cell") \
    P(seed, INT, 0, WN_ANY_INT, "seed of the points")                            \
    P(distance, INT, 0, 0, 1, "1: add the distance to the nearest seed point")
#define WN_PARAMS_scale_bias(P)              \
    P(scale, REAL, 1, WN_ANY_REAL, "factor") \
    P(bias, REAL, 0, WN_ANY_REAL, "added after scaling")
#define WN_PARAMS_clamp(P)                                          \
    P(lower, REAL, -1, -INFINITY, INFINITY, "lower bound, < upper") \
    P(upper, REAL, 1, -INFINITY, INFINITY, "upper bound")
#define WN_PARAMS_curve(P) P(points, POINTS, 0, 4, WN_MAX_POINTS, "control points")
#define WN_PARAMS_terrace(P)                                 \
    P(points, VALUES, 0, 2, WN_MAX_POINTS, "control points") \
    P(inverted, INT, 0, 0, 1, "1: parabolas open the other way")
#define WN_PARAMS_exponent(P) P(exponent, REAL, 1, WN_ANY_REAL, "exponent")
#define WN_PARAMS_select(P)                                                        \
    P(lower, REAL, -1, -INFINITY, INFINITY, "lower bound of the control, < upper") \
    P(upper, REAL, 1, -INFINITY, INFINITY, "upper bound of the control")           \
    P(falloff, REAL, 0, WN_ANY_REAL, "half-width of the blend at each bound")
#define WN_PARAMS_turbulence(P)                                         \
    P(frequency, REAL, 1, WN_ANY_REAL, "frequency of the displacement") \
    P(power, REAL, 1, WN_ANY_REAL, "scale of the displacement")         \
    P(roughness, INT, 3, 1, 30, "octaves of the displacement")          \
    P(seed, INT, 0, WN_ANY_INT, "seed of the x displacement")           \
    WN_RANGE_REDUCTION(P)
#define WN_PARAMS_checkerboard(P) WN_RANGE_REDUCTION(P)
#define WN_PARAMS_radial(P)       P(frequency, REAL, 1, WN_ANY_REAL, "shells per unit")
#define WN_PARAMS_cell(P)                                                             \
    WN_PARAMS_voronoi(P)                                                              \
        P(metric, INT, WN_METRIC_EUCLIDEAN, WN_METRIC_EUCLIDEAN, WN_METRIC_MINKOWSKI, \
          "0 Euclidean, 1 quadratic, 2 Manhattan, 3 Chebyshev, 4 Minkowski")          \
            P(minkowski, INT, 4, 1, 64, "exponent of the Minkowski metric")           \
                P(metric_distance, INT, 0, 0, 1,                                      \
                  "1: the distance added is the metric's, not Euclidean")
#define WN_PARAMS_simplex(P)                                                        \
    P(frequency, REAL, 1, WN_ANY_REAL, "frequency of the first octave")             \
    P(lacunarity, REAL, 2, WN_ANY_REAL, "frequency ratio of successive octaves")    \
    P(persistence, REAL, 0.5, WN_ANY_REAL, "amplitude ratio of successive octaves") \
    P(octaves, INT, 6, 1, 30, "number of octaves")
#define WN_PARAMS_white(P)                           \
    P(scale, INT, 256, WN_ANY_INT, "cubes per unit") \
    P(seed, INT, 0, WN_ANY_INT, "seed of the values")
#define WN_PARAMS_rotate_point(P)                           \
    P(x, REAL, 0, WN_ANY_REAL, "degrees around the x axis") \
    P(y, REAL, 0, WN_ANY_REAL, "degrees around the y axis") \
    P(z, REAL, 0, WN_ANY_REAL, "degrees around the z axis")
#define WN_PARAMS_scale_point(P)              \
    P(x, REAL, 1, WN_ANY_REAL, "factor of x") \
    P(y, REAL, 1, WN_ANY_REAL, "factor of y") \
    P(z, REAL, 1, WN_ANY_REAL, "factor of z")
#define WN_PARAMS_translate_point(P)         \
    P(x, REAL, 0, WN_ANY_REAL, "added to x") \
    P(y, REAL, 0, WN_ANY_REAL, "added to y") \
    P(z, REAL, 0, WN_ANY_REAL, "added to z")

/* clang-format off */

/* What noise and noise_fractal share. */
#define WN_PARAMS_noise(P)                                                                   \
    P(seed, SEED, 0, 0, 0, "seed; all 64 bits count")                                        \
    P(frequency, REAL, 1, WN_ANY_REAL, "lattice cells per unit")                             \
    P(offset_x, REAL, 0, WN_ANY_REAL, "added to x")                                          \
    P(offset_y, REAL, 0, WN_ANY_REAL, "added to y")                                          \
    P(offset_z, REAL, 0, WN_ANY_REAL, "added to z")                                          \
    P(offset_w, REAL, 0, WN_ANY_REAL, "added to w")                                          \
    P(primitive, INT, WN_PRIMITIVE_PERLIN, WN_PRIMITIVE_VALUE, WN_PRIMITIVE_WHITE,           \
      "0 value, 1 value_cubic, 2 perlin, 3 simplex, 4 super_simplex, 5 cellular, 6 white")   \
    P(metric, INT, WN_CELLULAR_EUCLIDEAN, WN_CELLULAR_EUCLIDEAN, WN_CELLULAR_HYBRID,         \
      "cellular: 0 Euclidean, 1 squared, 2 Manhattan, 3 Chebyshev, 4 hybrid")                \
    P(returns, INT, WN_CELLULAR_F1, WN_CELLULAR_F1, WN_CELLULAR_EDGE,                        \
      "cellular: 0 to 3 F1 to F4, 4 F2 - F1, 5 F1 + F2, 6 F1 F2, 7 F1 / F2, 8 value, 9 id, " \
      "10 to 12 x to z of the point, 13 distance to the edge")                               \
    P(raw, INT, 0, 0, 1, "cellular: 1: distances in cells, 0: scaled to -1..1")              \
    P(jitter, REAL, 1, 0, 1, "cellular: how far points leave the centres of their cells")    \
    P(axes, INT, 7, 1, 15, "module: the coordinates read: 1 x + 2 y + 4 z + 8 w")            \
    P(w, REAL, 0, WN_ANY_REAL, "module: the fourth coordinate")
#define WN_PARAMS_noise_fractal(P)                                                           \
    WN_PARAMS_noise(P)                                                                       \
    P(fractal, INT, WN_FRACTAL_FBM, WN_FRACTAL_FBM, WN_FRACTAL_HYBRID_MULTI,                 \
      "0 fbm, 1 billow, 2 ridged, 3 ping_pong, 4 multi, 5 hybrid_multi")                     \
    P(octaves, INT, 5, 1, 30, "number of octaves")                                           \
    P(lacunarity, REAL, 2, WN_ANY_REAL, "frequency ratio of successive octaves")             \
    P(gain, REAL, 0.5, WN_ANY_REAL, "amplitude ratio of successive octaves")                 \
    P(weighted_strength, REAL, 0, 0, 1, "how much low values damp later octaves")            \
    P(ping_pong_strength, REAL, 2, WN_ANY_REAL, "ping_pong: number of folds")                \
    P(bounding, INT, WN_BOUNDING_AMPLITUDE, WN_BOUNDING_NONE, WN_BOUNDING_AMPLITUDE,         \
      "0 none, 1 mapped from the bounds to -1..1")
#define WN_PARAMS_warp(P)                                                                 \
    P(seed, SEED, 0, 0, 0, "seed; all 64 bits count")                                     \
    P(frequency, REAL, 1, WN_ANY_REAL, "lattice cells per unit in the first octave")      \
    P(offset_x, REAL, 0, WN_ANY_REAL, "added to x for the displacement")                  \
    P(offset_y, REAL, 0, WN_ANY_REAL, "added to y for the displacement")                  \
    P(offset_z, REAL, 0, WN_ANY_REAL, "added to z for the displacement")                  \
    P(amplitude, REAL, 1, WN_ANY_REAL, "largest displacement of the first octave")        \
    P(warp, INT, WN_WARP_GRADIENT, WN_WARP_GRADIENT, WN_WARP_NOISE,                       \
      "0 random vectors, 1 a noise for each axis")                                        \
    P(primitive, INT, WN_PRIMITIVE_PERLIN, WN_PRIMITIVE_VALUE, WN_PRIMITIVE_WHITE,        \
      "the noise: 0 value, 1 value_cubic, 2 perlin, 3 simplex, 4 super_simplex, 6 white") \
    P(mode, INT, WN_WARP_INDEPENDENT, WN_WARP_INDEPENDENT, WN_WARP_PROGRESSIVE,           \
      "0 independent octaves, 1 progressive")                                             \
    P(octaves, INT, 1, 1, 30, "number of octaves")                                        \
    P(lacunarity, REAL, 2, WN_ANY_REAL, "frequency ratio of successive octaves")          \
    P(gain, REAL, 0.5, WN_ANY_REAL, "amplitude ratio of successive octaves")              \
    P(axes, INT, 7, 3, 7, "module: the coordinates read and displaced: 1 x + 2 y + 4 z")

/* Each parameter shape once. */
#define WN_SHAPES(S)                                                                            \
    S(lattice) S(no) S(constant) S(fractal) S(ridged_multi) S(voronoi) S(scale_bias) S(clamp)   \
    S(curve) S(terrace) S(exponent) S(select) S(turbulence) S(checkerboard) S(radial) S(cell) S(simplex) \
    S(white) S(noise) S(noise_fractal) S(warp) S(sm_seed) S(sm_octave) S(sm_simplex) S(rotate_point) S(scale_point) S(translate_point)

/* Entries that have a kernel for grids, WN_KERNEL(grid_<name>). */
#define WN_GRID_REGISTRY(G) G(noise1) G(noise2) G(noise3) G(noise4) G(noise)                     \
    G(fractal1) G(fractal2) G(fractal3) G(fractal4) G(fractal)                                   \
    G(gradient3) G(value3) G(perlin) G(billow) G(ridged_multi) G(turbulence)

/* Dense index of an entry. */
enum wn_entry_index {
#define E(name, ...) WN_ENTRY_##name,
    WN_REGISTRY(E)
#undef E
    WN_ENTRY_COUNT
};

/* clang-format on */

#endif
