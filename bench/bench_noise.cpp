/* SPDX-License-Identifier: MIT */
/*
 * Native noise at points and on grids, in both precisions on every available tier; beside it, where
 * they are installed, what other libraries have for the same work.
 *
 *     bench_noise [--size N] [Google Benchmark's options]
 *     bench_noise --ratio [--isa NAME] [--size N] [--repetitions N]
 *
 * Names: perlin/3D/grid/f32/avx2, perlin/3D/points/f32/stb_perlin. Points are random coordinates in
 * arrays; grids have the coordinates 0, 1, 2, ... along each axis and 50 of them in a lattice cell.
 * The 3D grid is N x N x N (64), the 2D grid 8 N x 8 N, and there are 1024 N points. Parameters not
 * in the name are the defaults.
 *
 * --ratio compares points, grids and peers in f32 on one tier, by default avx2 if the CPU has it:
 * all of them in turn, again and again, so that a machine that slows down slows all of them. It
 * prints medians of processor time and of the ratios of each turn, then whether the project's own
 * floors hold. It fails if a grid has other bits than its points, never for time.
 */
extern "C" {
#include "../kernels/table.h"
}
#include "noise_peers.h"

#include <benchmark/benchmark.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <functional>
#include <iterator>
#include <memory>
#include <new>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace {

void check(wn_status status, const std::string &what)
{
    if (status != WN_OK)
        throw std::runtime_error(what + ": " + wn_status_string(status));
}

/* ---- What there is to measure ---- */

constexpr int octaves = 5;
constexpr double samples_per_cell = 50;

enum class Shape { noise, fractal, warp };

struct Item {
    std::string name; /* perlin/3D */
    Shape shape;
    int dimensions;
    wn_primitive primitive;
    wn_cellular_return returns;
    int choice; /* wn_fractal_kind or wn_warp_kind */

    wn_type type() const
    {
        static const wn_type types[3][4] = {
            { WN_NOISE1, WN_NOISE2, WN_NOISE3, WN_NOISE4 },
            { WN_FRACTAL1, WN_FRACTAL2, WN_FRACTAL3, WN_FRACTAL4 },
            { WN_WARP2, WN_WARP2, WN_WARP3, WN_WARP3 },
        };
        return types[static_cast<int>(shape)][dimensions - 1];
    }
    NoiseKind kind(double frequency) const
    {
        return { primitive,  returns,
                 dimensions, shape == Shape::fractal ? choice : -1,
                 octaves,    static_cast<float>(frequency) };
    }
};

std::vector<Item> all_items()
{
    const struct {
        const char *name;
        wn_primitive primitive;
        wn_cellular_return returns;
        int lowest, highest;
    } primitives[] = {
        { "value", WN_PRIMITIVE_VALUE, WN_CELLULAR_F1, 1, 4 },
        { "value_cubic", WN_PRIMITIVE_VALUE_CUBIC, WN_CELLULAR_F1, 1, 4 },
        { "perlin", WN_PRIMITIVE_PERLIN, WN_CELLULAR_F1, 1, 4 },
        { "simplex", WN_PRIMITIVE_SIMPLEX, WN_CELLULAR_F1, 1, 4 },
        { "super_simplex", WN_PRIMITIVE_SUPER_SIMPLEX, WN_CELLULAR_F1, 2, 3 },
        { "cellular", WN_PRIMITIVE_CELLULAR, WN_CELLULAR_F1, 2, 3 },
        { "cellular_value", WN_PRIMITIVE_CELLULAR, WN_CELLULAR_VALUE, 2, 3 },
        { "white", WN_PRIMITIVE_WHITE, WN_CELLULAR_F1, 1, 4 },
    };
    const struct {
        const char *name;
        int kind;
        wn_primitive primitive;
    } fractals[] = {
        { "fbm", WN_FRACTAL_FBM, WN_PRIMITIVE_PERLIN },
        { "billow", WN_FRACTAL_BILLOW, WN_PRIMITIVE_PERLIN },
        { "ridged", WN_FRACTAL_RIDGED, WN_PRIMITIVE_PERLIN },
        { "ping_pong", WN_FRACTAL_PING_PONG, WN_PRIMITIVE_PERLIN },
        { "multi", WN_FRACTAL_MULTI, WN_PRIMITIVE_PERLIN },
        { "hybrid_multi", WN_FRACTAL_HYBRID_MULTI, WN_PRIMITIVE_PERLIN },
        { "fbm_value", WN_FRACTAL_FBM, WN_PRIMITIVE_VALUE },
        { "fbm_simplex", WN_FRACTAL_FBM, WN_PRIMITIVE_SIMPLEX },
    };
    std::vector<Item> items;
    const auto add = [&items](const char *name, Shape shape, int dimensions, wn_primitive primitive,
                              wn_cellular_return returns, int choice) {
        items.push_back({ std::string(name) + "/" + std::to_string(dimensions) + "D", shape,
                          dimensions, primitive, returns, choice });
    };
    for (const auto &p : primitives) {
        for (int d = p.lowest; d <= p.highest; d++)
            add(p.name, Shape::noise, d, p.primitive, p.returns, 0);
    }
    for (const auto &f : fractals) {
        for (int d = 1; d <= 4; d++)
            add(f.name, Shape::fractal, d, f.primitive, WN_CELLULAR_F1, f.kind);
    }
    for (int d = 2; d <= 3; d++) {
        add("warp", Shape::warp, d, WN_PRIMITIVE_PERLIN, WN_CELLULAR_F1, WN_WARP_GRADIENT);
        add("warp_noise", Shape::warp, d, WN_PRIMITIVE_PERLIN, WN_CELLULAR_F1, WN_WARP_NOISE);
    }
    return items;
}

Item item_named(const std::string &name)
{
    for (Item &item : all_items()) {
        if (item.name == name)
            return item;
    }
    throw std::runtime_error(name + ": no such noise");
}

/* ---- Coordinates ---- */

/* Arrays begin where a cache line does: both for peers that ask for it, and because it would
 * otherwise be chance which of them cross lines. */
template <class T> struct Aligned {
    using value_type = T;
    Aligned() = default;
    template <class U> Aligned(const Aligned<U> &) { }
    T *allocate(size_t n)
    {
        return static_cast<T *>(::operator new(n * sizeof(T), std::align_val_t(64)));
    }
    void deallocate(T *p, size_t) { ::operator delete(p, std::align_val_t(64)); }
    bool operator==(const Aligned &) const { return true; }
    bool operator!=(const Aligned &) const { return false; }
};
template <class T> using Array = std::vector<T, Aligned<T>>;

/* Coordinates of points, an array for each dimension. */
template <class Real> struct Points {
    size_t n;
    Array<Real> coordinate[4];
    const Real *in[4];

    explicit Points(size_t size)
        : n(size)
    {
        for (int k = 0; k < 4; k++) {
            coordinate[k].resize(n);
            in[k] = coordinate[k].data();
        }
    }
    Points(Points &&) = default; /* what in[] points to moves along */
    Points(const Points &) = delete;
    Points &operator=(const Points &) = delete;
};

template <class Real> Points<Real> random_points(size_t n)
{
    Points<Real> points(n);
    std::mt19937_64 random(1);
    std::uniform_real_distribution<double> uniform(-1000, 1000);
    for (auto &c : points.coordinate) {
        for (Real &v : c)
            v = static_cast<Real>(uniform(random));
    }
    return points;
}

struct GridSize {
    size_t count[4] = { 1, 1, 1, 1 };

    GridSize(int dimensions, size_t edge)
    {
        const size_t along[] = { 1024 * edge, 8 * edge, edge, (edge + 3) / 4 };
        for (int k = 0; k < dimensions; k++)
            count[k] = along[dimensions - 1];
    }
    size_t points() const { return count[0] * count[1] * count[2] * count[3]; }
};

/* The precisions: what differs by name alone. */
template <class Real> struct Precision;
template <> struct Precision<float> {
    using Kernel = wn_kernel_f32;
    using GridKernel = wn_grid_kernel_f32;
    using Box = wn_box_f32;
    static constexpr const char *name = "f32";
    static const wn_table_f32 &table(const wn_tier &tier) { return *tier.f32; }
    static wn_status prepare(const wn_entry &entry, const void *complete, void *prepared)
    {
        const char *what, *why;
        return wn_params_prepare_f32(&entry, complete, prepared, &what, &why);
    }
};
template <> struct Precision<double> {
    using Kernel = wn_kernel_f64;
    using GridKernel = wn_grid_kernel_f64;
    using Box = wn_box_f64;
    static constexpr const char *name = "f64";
    static const wn_table_f64 &table(const wn_tier &tier) { return *tier.f64; }
    static wn_status prepare(const wn_entry &entry, const void *complete, void *prepared)
    {
        wn_params_prepare_f64(&entry, complete, prepared);
        return WN_OK;
    }
};

/* A dense grid and its coordinates. */
template <class Real> struct Grid {
    const GridSize size;
    Array<Real> axis;
    typename Precision<Real>::Box box;

    explicit Grid(const GridSize &grid_size)
        : size(grid_size)
    {
        for (size_t i = 0; i < size.count[0]; i++) /* no axis is longer than the first */
            axis.push_back(static_cast<Real>(i));
        size_t stride = 1;
        for (int k = 0; k < 4; k++) {
            box.count[k] = size.count[k];
            box.axis[k] = axis.data();
            box.stride[k] = stride;
            stride *= size.count[k];
        }
    }
    Grid(const Grid &) = delete;
    Grid &operator=(const Grid &) = delete;
};

/* The grid's points one by one. */
template <class Real> Points<Real> points_of(const GridSize &size)
{
    Points<Real> points(size.points());
    for (size_t i = 0; i < points.n; i++) {
        size_t rest = i;
        for (int k = 0; k < 4; k++) {
            points.coordinate[k][i] = static_cast<Real>(rest % size.count[k]);
            rest /= size.count[k];
        }
    }
    return points;
}

/* Room for up to three outputs, and a little more for peers that write whole vectors. */
template <class Real> struct Outputs {
    Array<Real> values[3];
    Real *out[3];

    explicit Outputs(size_t n)
    {
        for (int k = 0; k < 3; k++) {
            values[k].resize(n + 64);
            out[k] = values[k].data();
        }
    }
    Outputs(const Outputs &) = delete;
    Outputs &operator=(const Outputs &) = delete;
};

/* ---- Ours ---- */

template <class Params> Params defaults(wn_type type, double frequency)
{
    Params params;
    check(wn_params_init(type, &params, sizeof params), wn_type_name(type));
    params.frequency = frequency;
    return params;
}

/* Calls use() with an item's parameters for a type. */
template <class Use>
void with_params(const Item &item, wn_type type, double frequency, const Use &use)
{
    switch (item.shape) {
    case Shape::noise: {
        auto params = defaults<wn_noise_params>(type, frequency);
        params.primitive = item.primitive;
        params.returns = item.returns;
        use(&params);
        break;
    }
    case Shape::fractal: {
        auto params = defaults<wn_noise_fractal_params>(type, frequency);
        params.primitive = item.primitive;
        params.fractal = item.choice;
        params.octaves = octaves;
        use(&params);
        break;
    }
    case Shape::warp: {
        auto params = defaults<wn_warp_params>(type, frequency);
        params.primitive = item.primitive;
        params.warp = item.choice;
        use(&params);
        break;
    }
    }
}

/* A noise on a tier, with its parameters prepared. */
template <class Real> class Noise {
public:
    Noise(const Item &item, const wn_tier &tier, double frequency)
        : entry(*wn_entry_find(item.type()))
    {
        const auto index = static_cast<size_t>(&entry - wn_entries);
        point_kernel = Precision<Real>::table(tier).kernel[index];
        grid_kernel = Precision<Real>::table(tier).grid[index];
        with_params(item, entry.type, frequency, [this](const void *params) { prepare(params); });
    }
    bool has_grid() const { return grid_kernel != nullptr; }
    size_t outputs() const { return entry.outputs; }
    void points(const Points<Real> &p, Outputs<Real> &o) const
    {
        point_kernel(prepared, p.n, p.in, o.out);
    }
    void grid(const Grid<Real> &g, Outputs<Real> &o) const { grid_kernel(prepared, &g.box, o.out); }

private:
    void prepare(const void *params)
    {
        alignas(std::max_align_t) char complete[WN_PARAMS_MAX];
        const char *what, *why;
        check(wn_params_check(&entry, params, complete, &what, &why), entry.name);
        check(Precision<Real>::prepare(entry, complete, prepared), entry.name);
    }

    const wn_entry &entry;
    typename Precision<Real>::Kernel *point_kernel;
    typename Precision<Real>::GridKernel *grid_kernel; /* NULL if the entry has none */
    alignas(64) char prepared[WN_PREP_MAX];            /* aligned as the library aligns it */
};

/* A noise of three dimensions as the only module of a plan. */
class PlannedNoise {
public:
    PlannedNoise(const Item &item, const wn_tier &tier, double frequency)
    {
        wn_graph *g;
        check(wn_graph_create(&g), "graph");
        const std::unique_ptr<wn_graph, decltype(&wn_graph_destroy)> graph(g, wn_graph_destroy);
        const wn_type type = item.shape == Shape::noise ? WN_NOISE : WN_FRACTAL;
        wn_module module = WN_MODULE_NONE;
        with_params(item, type, frequency, [&](const void *params) {
            module = wn_graph_add(g, type, params, nullptr, 0);
        });
        wn_plan_options options;
        check(wn_plan_options_init(&options, sizeof options), "options");
        options.precision = WN_F32;
        options.isa = tier.isa;
        wn_plan *p;
        check(wn_plan_create(&p, g, &module, 1, &options, nullptr, 0), "plan");
        plan.reset(p);
        wn_workspace *w;
        check(wn_workspace_create(&w, p), "workspace");
        workspace.reset(w);
    }
    void grid(const Grid<float> &g, Outputs<float> &o) const
    {
        wn_grid_f32 grid = {};
        grid.size = sizeof grid;
        for (int k = 0; k < 4; k++) {
            grid.count[k] = g.box.count[k];
            grid.axis[k] = g.box.axis[k];
        }
        check(wn_plan_grid_f32(plan.get(), workspace.get(), &grid, o.out), "plan");
    }

private:
    std::unique_ptr<wn_plan, decltype(&wn_plan_destroy)> plan { nullptr, wn_plan_destroy };
    std::unique_ptr<wn_workspace, decltype(&wn_workspace_destroy)> workspace {
        nullptr, wn_workspace_destroy
    };
};

/* ---- Google Benchmark's entries ---- */

/* Registers run(outputs), which evaluates n points; make() is called for each measurement. */
template <class Real, class Make> void add(const std::string &name, size_t n, Make make)
{
    benchmark::RegisterBenchmark(name.c_str(), [n, make](benchmark::State &state) {
        Outputs<Real> outputs(n);
        const auto run = make();
        for (auto _ : state) {
            run(outputs);
            benchmark::ClobberMemory();
        }
        state.SetItemsProcessed(state.iterations() * static_cast<int64_t>(n));
    });
}

std::string bench_name(const Item &item, const char *work, const char *precision,
                       const std::string &who)
{
    return item.name + "/" + work + "/" + precision + "/" + who;
}

/* Adds to `lacking` what has no kernel for grids. */
template <class Real>
void add_ours(const Item &item, const wn_tier &tier, size_t edge, std::string *lacking)
{
    const char *const precision = Precision<Real>::name;
    const std::string isa = wn_isa_name(tier.isa);
    const auto points = std::make_shared<Noise<Real>>(item, tier, 1);
    const size_t n = 1024 * edge;
    add<Real>(bench_name(item, "points", precision, isa), n, [points, n] {
        const auto coordinates = std::make_shared<Points<Real>>(random_points<Real>(n));
        return [points, coordinates](Outputs<Real> &o) { points->points(*coordinates, o); };
    });
    const auto grid = std::make_shared<Noise<Real>>(item, tier, 1 / samples_per_cell);
    if (!grid->has_grid()) {
        *lacking += std::string(" ") + precision + "/" + isa;
        return;
    }
    const GridSize size(item.dimensions, edge);
    add<Real>(bench_name(item, "grid", precision, isa), size.points(), [grid, size] {
        const auto coordinates = std::make_shared<Grid<Real>>(size);
        return [grid, coordinates](Outputs<Real> &o) { grid->grid(*coordinates, o); };
    });
}

void add_peer(const Item &item, const Peer &peer, wn_isa isa, size_t edge)
{
    if (item.shape == Shape::warp)
        return;
    std::shared_ptr<PeerNoise> noise = peer.create(item.kind(1), isa);
    if (!noise)
        return;
    std::string who = peer.name;
    if (peer.by_tier)
        who += std::string("/") + wn_isa_name(isa);
    const size_t n = 1024 * edge;
    add<float>(bench_name(item, "points", "f32", who), n, [noise, n] {
        const auto coordinates = std::make_shared<Points<float>>(random_points<float>(n));
        noise->take(n, coordinates->in);
        return [noise, coordinates](Outputs<float> &o) { noise->points(o.out[0]); };
    });
    noise = peer.create(item.kind(1 / samples_per_cell), isa);
    const GridSize size(item.dimensions, edge);
    add<float>(bench_name(item, "grid", "f32", who), size.points(), [noise, size] {
        return [noise, size](Outputs<float> &o) { noise->grid(size.count, o.out[0]); };
    });
}

using Peers = std::vector<const Peer *>;

/* Those that this program was built with; says which others are missing. */
Peers found_peers()
{
    Peers peers;
    const auto missing = [](const char *name) {
        fprintf(stderr, "%s: not found, skipped\n", name);
    };
#ifdef WN_HAVE_STB_PERLIN
    peers.push_back(&peer_stb_perlin);
#else
    missing("stb_perlin");
#endif
#ifdef WN_HAVE_FASTNOISE2
    peers.push_back(&peer_fastnoise2);
#else
    missing("FastNoise2");
#endif
#ifdef WN_HAVE_FASTNOISESIMD
    peers.push_back(&peer_fastnoisesimd);
#else
    missing("FastNoiseSIMD");
#endif
#ifdef WN_HAVE_FASTNOISELITE
    peers.push_back(&peer_fastnoiselite);
#else
    missing("FastNoiseLite");
#endif
    (void)missing;
    return peers;
}

void add_all(const Peers &peers, size_t edge)
{
    std::string scalar; /* the reference: points alone, which one line tells */
    for (const Item &item : all_items()) {
        std::string lacking;
        for (int isa = WN_ISA_SCALAR; isa < WN_ISA_COUNT; isa++) {
            if (const wn_tier *tier = wn_tier_get(static_cast<wn_isa>(isa))) {
                std::string *const to = isa == WN_ISA_SCALAR ? &scalar : &lacking;
                add_ours<float>(item, *tier, edge, to);
                add_ours<double>(item, *tier, edge, to);
            }
        }
        if (!lacking.empty())
            fprintf(stderr, "%s/grid: skipped, no grid kernel:%s\n", item.name.c_str(),
                    lacking.c_str());
        for (const Peer *peer : peers) {
            if (!peer->by_tier) {
                add_peer(item, *peer, WN_ISA_SCALAR, edge);
                continue;
            }
            for (int isa = WN_ISA_SSE41; isa < WN_ISA_COUNT; isa++) {
                if (wn_isa_available(static_cast<wn_isa>(isa)))
                    add_peer(item, *peer, static_cast<wn_isa>(isa), edge);
            }
        }
    }
    if (!scalar.empty())
        fprintf(stderr, "grids on scalar: skipped, no grid kernels\n");
}

/* ---- --ratio ---- */

double median(std::vector<double> v)
{
    std::sort(v.begin(), v.end());
    return (v[(v.size() - 1) / 2] + v[v.size() / 2]) / 2;
}

/* One way to do one work, and its times in nanoseconds a point, one for each turn. */
struct Contender {
    std::function<void()> run;
    size_t points;
    int runs = 1; /* in a turn, so that the clock's microsecond is little */
    std::vector<double> times;

    Contender(size_t n, std::function<void()> function)
        : run(std::move(function))
        , points(n)
    {
    }
    /* Processor time: waiting for other processes does not count. */
    double timed() const
    {
        const std::clock_t start = std::clock();
        for (int r = 0; r < runs; r++)
            run();
        return static_cast<double>(std::clock() - start) * (1e9 / CLOCKS_PER_SEC) / runs;
    }
    void calibrate()
    {
        constexpr double turn = 2e6;
        run(); /* warm */
        runs = std::max(1, static_cast<int>(turn / std::max(timed(), 1000.0)));
    }
    double median_time() const { return median(times); }
};

/* The median of how many times as long as b a takes, turn by turn. */
double median_ratio(const Contender &a, const Contender &b)
{
    std::vector<double> ratios;
    for (size_t turn = 0; turn < a.times.size(); turn++)
        ratios.push_back(a.times[turn] / b.times[turn]);
    return median(ratios);
}

/* A line of the table. NULL: there is no such function. */
struct Line {
    std::string noise, work;
    const Contender *ours, *points;
    std::vector<const Contender *> peers;
};

class Comparison {
public:
    Comparison(const wn_tier &compared, const Peers &others, size_t grid_edge)
        : tier(compared)
        , peers(others)
        , edge(grid_edge)
        , coordinates(random_points<float>(1024 * edge))
        , outputs(std::max({ 1024 * edge, GridSize(2, edge).points(), GridSize(3, edge).points() }))
    {
    }

    /* A line for points, and one for each density of the grid. */
    void add(const std::string &name, const std::vector<double> &densities)
    {
        const Item item = item_named(name);
        Line line = { name, "points", nullptr, nullptr, {} };
        const auto noise = std::make_shared<Noise<float>>(item, tier, 1);
        line.ours = line.points = contend(coordinates.n,
                                          [this, noise] { noise->points(coordinates, outputs); });
        for (const Peer *peer : peers)
            line.peers.push_back(contend_points(item, *peer));
        lines.push_back(line);

        const auto grid = std::make_shared<Grid<float>>(GridSize(item.dimensions, edge));
        for (const double density : densities) {
            line.work = grid_work(density);
            line.ours = nullptr;
            const auto sampled = std::make_shared<Noise<float>>(item, tier, 1 / density);
            if (sampled->has_grid()) {
                verify(line, *sampled, *grid);
                line.ours = contend(grid->size.points(),
                                    [this, sampled, grid] { sampled->grid(*grid, outputs); });
            }
            line.peers.clear();
            for (const Peer *peer : peers)
                line.peers.push_back(contend_grid(item, *peer, density, grid->size));
            lines.push_back(line);
        }
        if (item.dimensions != 3)
            return;
        const auto planned = std::make_shared<PlannedNoise>(item, tier, 1 / densities[0]);
        line.work = grid_work(densities[0]) + ", plan";
        verify(line, Noise<float>(item, tier, 1 / densities[0]), *grid, planned.get());
        line.ours = contend(grid->size.points(),
                            [this, planned, grid] { planned->grid(*grid, outputs); });
        line.peers.assign(peers.size(), nullptr);
        lines.push_back(line);
    }

    void run(int repetitions)
    {
        for (const auto &c : contenders)
            c->calibrate();
        for (int r = 0; r < repetitions; r++) {
            for (const auto &c : contenders)
                c->times.push_back(c->timed() / static_cast<double>(c->points));
        }
    }

    void print() const
    {
        printf("%-13s %-22s %11s %12s", "", "", "ns a point", "points / it");
        for (const Peer *peer : peers)
            printf(" %*s / it", peer_width, peer->name);
        printf("\n");
        for (const Line &line : lines) {
            printf("%-13s %-22s", line.noise.c_str(), line.work.c_str());
            if (!line.ours) {
                printf(" %11s   no grid kernel\n", "-");
                continue;
            }
            printf(" %11.3f %12.2f", line.ours->median_time(),
                   median_ratio(*line.points, *line.ours));
            for (const Contender *peer : line.peers) {
                if (peer)
                    printf(" %*.2f", peer_width + 5, median_ratio(*peer, *line.ours));
                else
                    printf(" %*s", peer_width + 5, "-");
            }
            printf("\n");
        }
    }

    /* What this library is to reach, whoever else is there. */
    void print_floors() const
    {
        if (tier.isa != WN_ISA_AVX2 || edge != default_edge) {
            printf("floors: for --isa avx2 --size %zu alone\n", default_edge);
            return;
        }
        const Line &perlin = line_of("perlin/3D", "points");
        const Line &perlin_grid = line_of("perlin/3D", grid_work(samples_per_cell));
        const Line &fbm_grid = line_of("fbm/3D", grid_work(samples_per_cell));
        printf("floors, avx2:\n");
        if (perlin_grid.ours)
            print_floor("perlin/3D grid, ns a point", perlin_grid.ours->median_time(), 0.45, false);
        print_points_floor(perlin_grid, 6);
        print_points_floor(fbm_grid, 3);
        for (size_t k = 0; k < peers.size(); k++) {
            if (!std::strcmp(peers[k]->name, "stb_perlin")) {
                print_floor("perlin/3D points, stb_perlin / it",
                            median_ratio(*perlin.peers[k], *perlin.ours), 10, true);
                return;
            }
        }
        printf("  %-36s not measured: no stb_perlin\n", "perlin/3D points, stb_perlin / it");
    }

    /* Prints the verdict; true if all grids have the bits of their points. */
    bool same_bits() const
    {
        for (const std::string &which : different)
            printf("%s: GRID AND POINTS DIFFER\n", which.c_str());
        if (different.empty())
            printf("grids: the same bits as their points, one by one\n");
        return different.empty();
    }

    static constexpr size_t default_edge = 64;

private:
    static constexpr int peer_width = 13;

    static std::string grid_work(double density)
    {
        char text[32];
        snprintf(text, sizeof text, "grid, %g a cell", density);
        return text;
    }

    const Contender *contend(size_t points, std::function<void()> run)
    {
        contenders.push_back(std::make_unique<Contender>(points, std::move(run)));
        return contenders.back().get();
    }

    const Contender *contend_points(const Item &item, const Peer &peer)
    {
        const std::shared_ptr<PeerNoise> noise = peer.create(item.kind(1), tier.isa);
        if (!noise)
            return nullptr;
        noise->take(coordinates.n, coordinates.in);
        return contend(coordinates.n, [this, noise] { noise->points(outputs.out[0]); });
    }

    const Contender *contend_grid(const Item &item, const Peer &peer, double density,
                                  const GridSize &size)
    {
        const std::shared_ptr<PeerNoise> noise = peer.create(item.kind(1 / density), tier.isa);
        if (!noise)
            return nullptr;
        return contend(size.points(),
                       [this, noise, size] { noise->grid(size.count, outputs.out[0]); });
    }

    void verify(const Line &line, const Noise<float> &noise, const Grid<float> &grid,
                const PlannedNoise *planned = nullptr)
    {
        Outputs<float> expected(grid.size.points());
        noise.points(points_of<float>(grid.size), expected);
        if (planned)
            planned->grid(grid, outputs);
        else
            noise.grid(grid, outputs);
        for (size_t k = 0; k < noise.outputs(); k++) {
            if (std::memcmp(expected.out[k], outputs.out[k], grid.size.points() * sizeof(float))) {
                different.push_back(line.noise + " " + line.work);
                return;
            }
        }
    }

    const Line &line_of(const std::string &noise, const std::string &work) const
    {
        for (const Line &line : lines) {
            if (line.noise == noise && line.work == work)
                return line;
        }
        throw std::runtime_error(noise + " " + work + ": not compared");
    }

    static void print_floor(const std::string &what, double value, double floor, bool at_least)
    {
        printf("  %-36s %6.2f, at %s %g: %s\n", what.c_str(), value, at_least ? "least" : "most",
               floor, (at_least ? value >= floor : value <= floor) ? "holds" : "MISSED");
    }

    void print_points_floor(const Line &grid, double floor) const
    {
        const std::string what = grid.noise + " grid, points / it";
        if (grid.ours)
            print_floor(what, median_ratio(*grid.points, *grid.ours), floor, true);
        else
            printf("  %-36s not measured: no grid kernel\n", what.c_str());
    }

    const wn_tier &tier;
    const Peers peers;
    const size_t edge;
    const Points<float> coordinates;
    Outputs<float> outputs;
    std::vector<std::unique_ptr<Contender>> contenders;
    std::vector<Line> lines;
    std::vector<std::string> different;
};

std::string cpu_name()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);) {
        const size_t colon = line.find(": ");
        if (line.compare(0, 10, "model name") == 0 && colon != std::string::npos)
            return line.substr(colon + 2);
    }
    return "unknown";
}

int print_ratios(const Peers &peers, wn_isa isa, size_t edge, int repetitions)
{
    const wn_tier *const tier = wn_tier_get(isa);
    if (!tier) {
        fprintf(stderr, "%s: not available\n", wn_isa_name(isa));
        return 2;
    }
    Comparison comparison(*tier, peers, edge);
    comparison.add("perlin/3D", { samples_per_cell, 12, 3, 1.1 });
    comparison.add("cellular/3D", { samples_per_cell, 12, 3, 1.1 });
    for (const char *name : { "fbm/3D", "value/3D", "simplex/3D", "perlin/2D", "fbm/2D", "value/2D",
                              "simplex/2D", "cellular/2D" })
        comparison.add(name, { samples_per_cell, 12 });
    printf("native noise, f32, %s, one thread; %s; CPU: %s\n", wn_isa_name(tier->isa), WN_COMPILER,
           cpu_name().c_str());
    printf(
        "%zu points, grids %zu x %zu x %zu and %zu x %zu; %d interleaved repetitions, medians of "
        "processor time\n",
        1024 * edge, edge, edge, edge, 8 * edge, 8 * edge, repetitions);
    if (!comparison.same_bits())
        return 1;
    comparison.run(repetitions);
    comparison.print();
    comparison.print_floors();
    return 0;
}

struct Options {
    wn_isa isa = wn_isa_available(WN_ISA_AVX2) ? WN_ISA_AVX2 : wn_isa_active();
    size_t edge = Comparison::default_edge;
    int repetitions = 15;
    bool ratio = false;

    /* Takes our options out of argv; false if one of them is wrong. */
    bool read(int *argc, char **argv)
    {
        int kept = 1;
        for (int i = 1; i < *argc; i++) {
            const bool more = i + 1 < *argc;
            if (!std::strcmp(argv[i], "--ratio")) {
                ratio = true;
            } else if (!std::strcmp(argv[i], "--isa") && more) {
                const int32_t found = wn_isa_from_name(argv[++i]);
                if (found < 0)
                    return false;
                isa = static_cast<wn_isa>(found);
            } else if (!std::strcmp(argv[i], "--size") && more) {
                if (std::sscanf(argv[++i], "%zu", &edge) != 1)
                    return false;
            } else if (!std::strcmp(argv[i], "--repetitions") && more) {
                repetitions = std::atoi(argv[++i]);
            } else {
                argv[kept++] = argv[i];
            }
        }
        *argc = kept;
        return repetitions >= 1 && edge >= 1 && edge <= 512;
    }
};

int run(int argc, char **argv)
{
    Options options;
    if (!options.read(&argc, argv)) {
        fprintf(stderr, "%s [--ratio] [--isa NAME] [--size N] [--repetitions N]\n", argv[0]);
        return 2;
    }
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    const Peers peers = found_peers();
    if (options.ratio)
        return print_ratios(peers, options.isa, options.edge, options.repetitions);
    add_all(peers, options.edge);
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
