/* SPDX-License-Identifier: MIT */
/*
 * The complex planet as a sphere map: libnoise itself, with its cache modules, and the plan on each
 * tier, on one thread in one process.
 *
 *     bench_planet [--size COLUMNSxROWS] [Google Benchmark's options]
 *     bench_planet --ratio [--size COLUMNSxROWS] [--repetitions N]
 *
 * --ratio runs all of them in turn, again and again, so that a machine that slows down slows all of
 * them, and prints medians of processor time and of the ratio libnoise / plan of each turn.
 */
#include <widenoise/widenoise.h>

#ifdef WN_HAVE_LIBNOISE
#include "libnoise_planet.h"
#endif

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace {

void check(wn_status status, const char *what)
{
    if (status != WN_OK)
        throw std::runtime_error(std::string(what) + ": " + wn_status_string(status));
}

/* The sphere's points: libnoise's own choice of latitudes and longitudes. */
struct Sphere {
    std::vector<double> latitudes, longitudes;

    Sphere(size_t columns, size_t rows)
        : latitudes(rows)
        , longitudes(columns)
    {
        check(wn_axis_f64(WN_AXIS_ACCUMULATED, -90, 90, rows, 0, rows, latitudes.data()), "axis");
        check(wn_axis_f64(WN_AXIS_ACCUMULATED, -180, 180, columns, 0, columns, longitudes.data()),
              "axis");
    }
    size_t size() const { return latitudes.size() * longitudes.size(); }
};

/* One way to compute the map. */
class Contender {
public:
    explicit Contender(std::string contender_name)
        : name(std::move(contender_name))
    {
    }
    virtual ~Contender() = default;
    virtual void run() = 0;
    virtual double at(size_t point) const = 0;

    const std::string name;
};

#ifdef WN_HAVE_LIBNOISE
class Libnoise : public Contender {
public:
    Libnoise(const Sphere &points, const wn_planet_settings &settings)
        : Contender("planet/libnoise")
        , sphere(points)
        , planet(settings)
        , model(planet.final_planet())
        , map(points.size())
    {
    }
    void run() override
    {
        double *out = map.data();
        for (double latitude : sphere.latitudes) {
            for (double longitude : sphere.longitudes)
                *out++ = model.GetValue(latitude, longitude);
        }
    }
    double at(size_t point) const override { return map[point]; }

private:
    const Sphere &sphere;
    LibnoisePlanet planet;
    noise::model::Sphere model;
    std::vector<double> map;
};
#endif

wn_status sphere_map(const wn_plan *plan, wn_workspace *workspace, const Sphere &s, double *out)
{
    return wn_map_sphere_f64(plan, workspace, s.latitudes.size(), s.latitudes.data(),
                             s.longitudes.size(), s.longitudes.data(), &out, s.longitudes.size());
}

wn_status sphere_map(const wn_plan *plan, wn_workspace *workspace, const Sphere &s, float *out)
{
    return wn_map_sphere_f32(plan, workspace, s.latitudes.size(), s.latitudes.data(),
                             s.longitudes.size(), s.longitudes.data(), &out, s.longitudes.size());
}

template <class Real> class Plan : public Contender {
public:
    Plan(const Sphere &points, const wn_graph *graph, wn_isa isa)
        : Contender(std::string(sizeof(Real) == 4 ? "planet/f32/" : "planet/f64/") +
                    wn_isa_name(isa))
        , sphere(points)
        , map(points.size())
    {
        wn_plan_options options;
        check(wn_plan_options_init(&options, sizeof options), "options");
        options.precision = sizeof(Real) == 4 ? WN_F32 : WN_F64;
        options.isa = isa;
        const wn_module output = wn_graph_find(graph, "finalPlanet");
        check(wn_plan_create(&plan, graph, &output, 1, &options, nullptr, 0), "plan");
        check(wn_workspace_create(&workspace, plan), "workspace");
    }
    ~Plan() override
    {
        wn_workspace_destroy(workspace);
        wn_plan_destroy(plan);
    }
    Plan(const Plan &) = delete;
    Plan &operator=(const Plan &) = delete;

    void run() override { check(sphere_map(plan, workspace, sphere, map.data()), "map"); }
    double at(size_t point) const override { return static_cast<double>(map[point]); }

private:
    const Sphere &sphere;
    wn_plan *plan = nullptr;
    wn_workspace *workspace = nullptr;
    std::vector<Real> map;
};

using Contenders = std::vector<std::unique_ptr<Contender>>;

/* libnoise first, where there is one; then each precision, tier by tier. */
Contenders contenders(const Sphere &sphere)
{
    Contenders found;
    wn_planet_settings settings;
    check(wn_planet_settings_init(&settings, sizeof settings), "settings");
#ifdef WN_HAVE_LIBNOISE
    found.push_back(std::make_unique<Libnoise>(sphere, settings));
#else
    fprintf(stderr, "planet/libnoise: skipped: libnoise not found\n");
#endif
    wn_graph *graph;
    check(wn_graph_create(&graph), "graph");
    check(wn_planet_build(graph, &settings, nullptr, 0), "planet");
    for (int precision : { 64, 32 }) {
        for (int i = WN_ISA_SCALAR; i < WN_ISA_COUNT; i++) {
            const auto isa = static_cast<wn_isa>(i);
            if (!wn_isa_available(isa))
                continue;
            if (precision == 64)
                found.push_back(std::make_unique<Plan<double>>(sphere, graph, isa));
            else
                found.push_back(std::make_unique<Plan<float>>(sphere, graph, isa));
        }
    }
    wn_graph_destroy(graph);
    return found;
}

/* ---- --ratio ---- */

/* Nanoseconds of processor time: waiting for other processes does not count. */
double timed(Contender &c)
{
    const std::clock_t start = std::clock();
    c.run();
    return static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC);
}

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return (v[(v.size() - 1) / 2] + v[v.size() / 2]) / 2;
}

/*
 * How far a map is from the first one: a fast wrong planet is no planet. Debian's libnoise errs in
 * its Voronoi cells, which are in the sand of badlands.
 */
void print_agreement(const Contender &base, const Contender &c, size_t points)
{
    size_t equal = 0, near = 0;
    double most = 0;
    for (size_t i = 0; i < points; i++) {
        const double d = std::fabs(base.at(i) - c.at(i));
        equal += d == 0;
        near += d <= 1;
        most = std::max(most, d);
    }
    const double percent = 100.0 / static_cast<double>(points);
    printf(
        "%s is within 1 m of %s at %.2f %% of the points (equal at %.2f %%), at most %.1f m off\n",
        c.name.c_str(), base.name.c_str(), static_cast<double>(near) * percent,
        static_cast<double>(equal) * percent, most);
}

/* 1 if all f64 plans made the same map. */
int same_on_all_tiers(const Contenders &all, size_t points)
{
    const Contender *first = nullptr;
    for (const auto &c : all) {
        if (c->name.compare(0, 11, "planet/f64/") != 0)
            continue;
        if (!first)
            first = c.get();
        for (size_t i = 0; i < points; i++) {
            const double a = first->at(i), b = c->at(i);
            if (std::memcmp(&a, &b, sizeof a) != 0)
                return 0;
        }
    }
    return 1;
}

int print_ratios(const Sphere &sphere, const Contenders &all, int repetitions)
{
    const auto points = static_cast<double>(sphere.size());
    for (const auto &c : all)
        c->run(); /* warm */
    std::vector<std::vector<double>> time(all.size()), ratio(all.size());
    for (int r = 0; r < repetitions; r++) {
        for (size_t k = 0; k < all.size(); k++)
            time[k].push_back(timed(*all[k]) / points);
        for (size_t k = 0; k < all.size(); k++)
            ratio[k].push_back(time[0].back() / time[k].back());
    }
    printf("complex planet, %zu x %zu points, one thread, %d interleaved repetitions, processor "
           "time\n",
           sphere.longitudes.size(), sphere.latitudes.size(), repetitions);
    printf("%-20s %12s   %s\n", "", "ns per point", (all[0]->name + " / it (range)").c_str());
    for (size_t k = 0; k < all.size(); k++)
        printf("%-20s %12.1f   %6.2f (%.2f to %.2f)\n", all[k]->name.c_str(), median(time[k]),
               median(ratio[k]), *std::min_element(ratio[k].begin(), ratio[k].end()),
               *std::max_element(ratio[k].begin(), ratio[k].end()));
    for (const char *last : { "planet/f64/", "planet/f32/" }) {
        const Contender *widest = nullptr;
        for (const auto &c : all) {
            if (c->name.compare(0, std::strlen(last), last) == 0)
                widest = c.get();
        }
        if (widest && widest != all[0].get())
            print_agreement(*all[0], *widest, sphere.size());
    }
    const int same = same_on_all_tiers(all, sphere.size());
    printf("f64 plans: %s\n", same ? "the same bits on every tier" : "TIERS DIFFER");
    return same ? 0 : 1;
}

struct Options {
    size_t columns = 512, rows = 256;
    int repetitions = 7;
    bool ratio = false;

    /* Takes our options out of argv; false if one of them is wrong. */
    bool read(int *argc, char **argv)
    {
        int kept = 1;
        for (int i = 1; i < *argc; i++) {
            const bool more = i + 1 < *argc;
            if (!std::strcmp(argv[i], "--ratio")) {
                ratio = true;
            } else if (!std::strcmp(argv[i], "--size") && more) {
                if (std::sscanf(argv[++i], "%zux%zu", &columns, &rows) != 2 || !columns || !rows)
                    return false;
            } else if (!std::strcmp(argv[i], "--repetitions") && more) {
                repetitions = std::atoi(argv[++i]);
            } else {
                argv[kept++] = argv[i];
            }
        }
        *argc = kept;
        return repetitions >= 1 && columns <= 65536 && rows <= 65536;
    }
};

int run(int argc, char **argv)
{
    Options options;
    if (!options.read(&argc, argv)) {
        fprintf(stderr, "%s [--ratio] [--size COLUMNSxROWS] [--repetitions N]\n", argv[0]);
        return 2;
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    const Sphere sphere(options.columns, options.rows);
    const Contenders all = contenders(sphere);
    if (options.ratio)
        return print_ratios(sphere, all, options.repetitions);
    for (const auto &c : all) {
        Contender *const contender = c.get();
        benchmark::RegisterBenchmark(
            contender->name.c_str(),
            [contender, &sphere](benchmark::State &state) {
                for (auto _ : state)
                    contender->run();
                state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(sphere.size()));
            })
            ->Unit(benchmark::kMillisecond);
    }
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
    return 0;
}

} // namespace

int main(int argc, char **argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception &e) {
        fprintf(stderr, "%s: %s\n", argv[0], e.what());
        return 1;
    }
}
