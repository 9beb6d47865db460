/* SPDX-License-Identifier: MIT */
/*
 * Every line of the registry in both precisions on every available tier, over arrays of random
 * inputs that fit in the cache; beside them, where they are installed, what others offer for the
 * same work. Names: perlin/f32/avx2/4096, perlin/f64/libnoise/4096. Parameters are the defaults.
 */
extern "C" {
#include "../kernels/table.h"
}

#include <benchmark/benchmark.h>

#ifdef WN_HAVE_LIBNOISE
#include <libnoise/noise.h>
#endif
#ifdef WN_HAVE_STB_PERLIN
#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>
#endif

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr size_t points = 4096;

/* What has no defaults: a curve and a terrace of usual size. */
const wn_control_point curve_points[] = {
    { -2.0, -1.625 }, { -1.0, -1.375 }, { 0.0, -0.375 }, { 0.0625, 0.125 }, { 0.125, 0.25 },
    { 0.25, 1.0 },    { 0.5, 0.25 },    { 0.75, 0.25 },  { 1.0, 0.5 },      { 2.0, 0.5 },
};
const double terrace_points[] = { -1.0, -0.875, -0.75, -0.5, 0.0, 1.0 };
const wn_curve_params curve_params = { sizeof curve_params, curve_points,
                                       sizeof curve_points / sizeof *curve_points };
const wn_terrace_params terrace_params = { sizeof terrace_params, terrace_points,
                                           sizeof terrace_points / sizeof *terrace_points, 0 };

const void *params_of(wn_type type)
{
    return type == WN_CURVE  ? static_cast<const void *>(&curve_params)
        : type == WN_TERRACE ? static_cast<const void *>(&terrace_params)
                             : nullptr;
}

/* The inputs of an entry and room for its outputs. */
template <class Real> struct Arrays {
    std::array<std::vector<Real>, 6> inputs;
    std::array<std::vector<Real>, 3> outputs;

    explicit Arrays(const wn_entry &entry)
    {
        double lower = -1000, upper = 1000; /* coordinates */
        if (entry.kind == WN_KIND_POINTWISE || entry.kind == WN_KIND_SELECTOR)
            lower = -1.25, upper = 1.25; /* values of a source */
        if (entry.type == WN_POW || entry.type == WN_POWER)
            lower = 0, upper = 4;
        else if (entry.type == WN_SIN || entry.type == WN_COS)
            lower = -10, upper = 10;
        std::mt19937_64 random(1);
        std::uniform_real_distribution<double> uniform(lower, upper);
        for (std::vector<Real> &v : inputs) {
            for (size_t i = 0; i < points; i++)
                v.push_back(static_cast<Real>(uniform(random)));
        }
        for (std::vector<Real> &v : outputs)
            v.resize(points);
    }
};

template <class Real> std::string bench_name(const char *function, const char *who)
{
    return std::string(function) + (sizeof(Real) == 4 ? "/f32/" : "/f64/") + who + "/" +
        std::to_string(points);
}

/* Registers a benchmark; run(arrays) does the work of one iteration. */
template <class Real, class Run> void add(const wn_entry &entry, const char *who, Run run)
{
    const auto measure = [&entry, run](benchmark::State &state) {
        Arrays<Real> arrays(entry);
        for (auto _ : state) {
            run(arrays);
            benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(points));
    };
    benchmark::RegisterBenchmark(bench_name<Real>(entry.name, who).c_str(), measure);
}

/* ---- Ours ---- */

wn_status prepare(const wn_entry &entry, const void *complete, void *prep, double)
{
    wn_params_prepare_f64(&entry, complete, prep);
    return WN_OK;
}

wn_status prepare(const wn_entry &entry, const void *complete, void *prep, float)
{
    const char *what, *why;
    return wn_params_prepare_f32(&entry, complete, prep, &what, &why);
}

wn_kernel_f64 *kernel_of(const wn_tier &tier, size_t index, double)
{
    return tier.f64->kernel[index];
}

wn_kernel_f32 *kernel_of(const wn_tier &tier, size_t index, float)
{
    return tier.f32->kernel[index];
}

/* Prepared parameters, aligned as the library aligns them. */
struct Prepared {
    alignas(64) char bytes[WN_PREP_MAX];
};

template <class Real> void add_kernel(size_t index, const wn_tier &tier)
{
    const wn_entry &entry = wn_entries[index];
    const auto prepared = std::make_shared<Prepared>();
    alignas(std::max_align_t) char complete[WN_PARAMS_MAX];
    const char *what, *why;
    wn_status status = wn_params_check(&entry, params_of(entry.type), complete, &what, &why);
    if (status == WN_OK)
        status = prepare(entry, complete, prepared->bytes, Real());
    if (status != WN_OK) {
        fprintf(stderr, "%s: %s\n", entry.name, wn_status_string(status));
        std::exit(1);
    }
    auto *const kernel = kernel_of(tier, index, Real());
    add<Real>(entry, wn_isa_name(tier.isa), [kernel, prepared](Arrays<Real> &a) {
        const Real *const in[] = { a.inputs[0].data(), a.inputs[1].data(), a.inputs[2].data(),
                                   a.inputs[3].data(), a.inputs[4].data(), a.inputs[5].data() };
        Real *const out[] = { a.outputs[0].data(), a.outputs[1].data(), a.outputs[2].data() };
        kernel(prepared->bytes, points, in, out);
    });
}

/* ---- Others ---- */

/* A function of up to three inputs, point by point. */
template <class Real, class F> void add_function(const wn_entry &entry, const char *who, F function)
{
    add<Real>(entry, who, [function](Arrays<Real> &a) {
        for (size_t i = 0; i < points; i++)
            a.outputs[0][i] = function(a.inputs[0][i], a.inputs[1][i], a.inputs[2][i]);
    });
}

template <class Real> void add_libm(const wn_entry &entry)
{
    if (entry.type == WN_POW)
        add_function<Real>(entry, "libm", [](Real x, Real y, Real) { return std::pow(x, y); });
    else if (entry.type == WN_SIN)
        add_function<Real>(entry, "libm", [](Real x, Real, Real) { return std::sin(x); });
    else if (entry.type == WN_COS)
        add_function<Real>(entry, "libm", [](Real x, Real, Real) { return std::cos(x); });
}

#ifdef WN_HAVE_LIBNOISE
namespace nm = noise::module;

/* One coordinate as it is: the cheapest source that a module of libnoise can have. */
template <int Axis> class Coordinate : public nm::Module {
public:
    Coordinate()
        : Module(0)
    {
    }
    int GetSourceModuleCount() const override { return 0; }
    double GetValue(double x, double y, double z) const override
    {
        return Axis == 0 ? x : Axis == 1 ? y : z;
    }
};

/* A module whose sources are the coordinates. */
template <class T> std::shared_ptr<T> over_coordinates(int sources)
{
    static const Coordinate<0> x;
    static const Coordinate<1> y;
    static const Coordinate<2> z;
    const nm::Module *const coordinates[] = { &x, &y, &z, &x };
    const auto module = std::make_shared<T>();
    for (int slot = 0; slot < sources; slot++)
        module->SetSourceModule(slot, *coordinates[slot]);
    return module;
}

/* libnoise's module for an entry, with its defaults; none for primitives. */
std::shared_ptr<nm::Module> libnoise_module(wn_type type)
{
    switch (type) {
    case WN_CONSTANT:
        return std::make_shared<nm::Const>();
    case WN_PERLIN:
        return std::make_shared<nm::Perlin>();
    case WN_BILLOW:
        return std::make_shared<nm::Billow>();
    case WN_RIDGED_MULTI:
        return std::make_shared<nm::RidgedMulti>();
    case WN_VORONOI:
        return std::make_shared<nm::Voronoi>();
    case WN_CHECKERBOARD:
        return std::make_shared<nm::Checkerboard>();
    case WN_CYLINDERS:
        return std::make_shared<nm::Cylinders>();
    case WN_SPHERES:
        return std::make_shared<nm::Spheres>();
    case WN_SCALE_BIAS:
        return over_coordinates<nm::ScaleBias>(1);
    case WN_CLAMP:
        return over_coordinates<nm::Clamp>(1);
    case WN_CURVE: {
        const auto curve = over_coordinates<nm::Curve>(1);
        for (const wn_control_point &p : curve_points)
            curve->AddControlPoint(p.input, p.output);
        return curve;
    }
    case WN_TERRACE: {
        const auto terrace = over_coordinates<nm::Terrace>(1);
        for (double p : terrace_points)
            terrace->AddControlPoint(p);
        return terrace;
    }
    case WN_EXPONENT:
        return over_coordinates<nm::Exponent>(1);
    case WN_CACHE:
        return over_coordinates<nm::Cache>(1);
    case WN_ABS:
        return over_coordinates<nm::Abs>(1);
    case WN_INVERT:
        return over_coordinates<nm::Invert>(1);
    case WN_ADD:
        return over_coordinates<nm::Add>(2);
    case WN_MULTIPLY:
        return over_coordinates<nm::Multiply>(2);
    case WN_MAX:
        return over_coordinates<nm::Max>(2);
    case WN_MIN:
        return over_coordinates<nm::Min>(2);
    case WN_POWER:
        return over_coordinates<nm::Power>(2);
    case WN_BLEND:
        return over_coordinates<nm::Blend>(3);
    case WN_SELECT:
        return over_coordinates<nm::Select>(3);
    case WN_TURBULENCE:
        return over_coordinates<nm::Turbulence>(1);
    case WN_DISPLACE:
        return over_coordinates<nm::Displace>(4);
    case WN_ROTATE_POINT:
        return over_coordinates<nm::RotatePoint>(1);
    case WN_SCALE_POINT:
        return over_coordinates<nm::ScalePoint>(1);
    case WN_TRANSLATE_POINT:
        return over_coordinates<nm::TranslatePoint>(1);
    default:
        return nullptr;
    }
}

void add_libnoise(const wn_entry &entry)
{
    const std::shared_ptr<nm::Module> module = libnoise_module(entry.type);
    if (module)
        add_function<double>(entry, "libnoise", [module](double x, double y, double z) {
            return module->GetValue(x, y, z);
        });
    else if (entry.type == WN_GRADIENT3)
        add_function<double>(entry, "libnoise", [](double x, double y, double z) {
            return noise::GradientCoherentNoise3D(x, y, z);
        });
    else if (entry.type == WN_VALUE3)
        add_function<double>(entry, "libnoise", [](double x, double y, double z) {
            return noise::ValueCoherentNoise3D(x, y, z);
        });
}
#else
void add_libnoise(const wn_entry &) { }
#endif

void add_stb(const wn_entry &entry)
{
    (void)entry;
#ifdef WN_HAVE_STB_PERLIN
    if (entry.type == WN_GRADIENT3)
        add_function<float>(entry, "stb_perlin", [](float x, float y, float z) {
            return stb_perlin_noise3(x, y, z, 0, 0, 0);
        });
#endif
}

void report_skipped()
{
#ifndef WN_HAVE_LIBNOISE
    fprintf(stderr, "libnoise: skipped: libnoise not found\n");
#endif
#ifndef WN_HAVE_STB_PERLIN
    fprintf(stderr, "stb_perlin: skipped: stb_perlin not found\n");
#endif
}

} // namespace

int main(int argc, char **argv)
{
    for (size_t index = 0; index < WN_ENTRY_COUNT; index++) {
        const wn_entry &entry = wn_entries[index];
        for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
            if (const wn_tier *tier = wn_tier_get(static_cast<wn_isa>(isa)))
                add_kernel<float>(index, *tier);
        }
        for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
            if (const wn_tier *tier = wn_tier_get(static_cast<wn_isa>(isa)))
                add_kernel<double>(index, *tier);
        }
        add_libm<float>(entry);
        add_libm<double>(entry);
        add_libnoise(entry);
        add_stb(entry);
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    report_skipped();
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}
