/* SPDX-License-Identifier: MIT */
/*
 * Live parity with the libnoise installed on this machine: the same random parameters and points
 * through its classes and through plans, on every tier. Equal bits, NaN equal to NaN; where a power
 * is taken, one unit of the power's last place; where a point is rotated, what one unit of a sine's
 * or cosine's last place makes of it.
 *
 * Debian's libnoise lacks the last mask of its integer hash (the compiler deleted it, since signed
 * integers do not overflow), so that about half of its value noise is 2 too great. Models of value
 * noise and of the Voronoi search, written here apart from the library, show both: with that error
 * they equal the installed libnoise, without it they equal widenoise.
 */
#include "../bench/libnoise_planet.h"
#include "check.h"

#include <widenoise/widenoise.h>

#include <libnoise/latlon.h>
#include <libnoise/noise.h>

#include <algorithm>
#include <array>
#include <cfloat>
#include <cmath>
#include <deque>
#include <initializer_list>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace {

namespace nm = noise::module;
using nm::Module;

/* ---- Random numbers ---- */

class Random {
public:
    explicit Random(uint64_t seed)
        : state(seed)
    {
    }

    double uniform(double lower, double upper) { return check_uniform(&state, lower, upper); }
    bool chance(double probability) { return uniform(0, 1) < probability; }

    /* A whole number from lower to upper. */
    int32_t whole(int32_t lower, int32_t upper)
    {
        const auto span = static_cast<uint64_t>(static_cast<int64_t>(upper) - lower + 1);
        return static_cast<int32_t>(lower + static_cast<int64_t>(check_random(&state) % span));
    }

    int32_t bits() { return whole(INT32_MIN, INT32_MAX); }

    template <size_t N> double one_of(const double (&values)[N]) { return values[whole(0, N - 1)]; }

    /* Either sign, every magnitude equally likely. */
    double magnitude(double lower, double upper)
    {
        const double v = std::exp(uniform(std::log(lower), std::log(upper)));
        return chance(0.5) ? v : -v;
    }

    /* A seed, with those on which seed + 1 overflows among them. */
    int32_t seed()
    {
        static const double edges[] = { INT32_MIN, INT32_MAX, INT32_MAX - 1, 0, -1, 65536 };
        return chance(0.1) ? static_cast<int32_t>(one_of(edges)) : bits();
    }

    /* Few octaves mostly, 30 at most. */
    int32_t octaves() { return 1 + static_cast<int32_t>(29.99 * std::pow(uniform(0, 1), 6)); }

    int32_t quality() { return whole(WN_QUALITY_FAST, WN_QUALITY_BEST); }

    double frequency()
    {
        static const double plain[] = { 1, 2, 0.5, -1, 0, 1024, 0.015625, 3 };
        return chance(0.3) ? one_of(plain)
            : chance(0.05) ? magnitude(1e-300, 1e300)
                           : magnitude(1e-4, 1e5);
    }

    double lacunarity()
    {
        static const double plain[] = { 2, 1, 0.5, -2, 4, 0, 2.208984375, 3 };
        return chance(0.3) ? one_of(plain) : chance(0.1) ? magnitude(1e-3, 1e12) : uniform(1, 4);
    }

    double persistence()
    {
        static const double plain[] = { 0.5, 0, 1, -1, 0.25 };
        return chance(0.3) ? one_of(plain) : chance(0.1) ? magnitude(1e-9, 1e9) : uniform(0, 1);
    }

    /* Coordinates of all sizes that libnoise takes, with those among them where a cell begins. */
    double coordinate()
    {
        static const double edges[] = { 0.0, -0.0, 0x1p30, -0x1p30, 0x1p31, 1e15, -1e300 };
        switch (whole(0, 11)) {
        case 0:
            return uniform(-2e9, 2e9);
        case 1:
            return whole(-2000000000, 2000000000);
        case 2:
            return whole(-8, 8);
        case 3:
            return whole(-64, 64) / 8.0;
        case 4:
            return std::nextafter(whole(-1000, 1000), uniform(-1, 1) < 0 ? -DBL_MAX : DBL_MAX);
        case 5:
            return magnitude(1e-12, 2e9);
        case 6:
            return chance(0.1) ? one_of(edges) : magnitude(1, 0x1p31);
        case 7:
        case 8:
            return uniform(-1e5, 1e5);
        default:
            return uniform(-50, 50);
        }
    }

    /* Different numbers of about -2 to 2, in any order, sometimes close together. */
    std::vector<double> levels(int32_t least, int32_t most)
    {
        std::vector<double> found;
        const auto count = static_cast<size_t>(whole(least, most));
        while (found.size() < count) {
            const double v = chance(0.3) ? whole(-16, 16) / 8.0
                : chance(0.1)            ? magnitude(1e-3, 1e3)
                                         : uniform(-2, 2);
            if (std::find(found.begin(), found.end(), v) == found.end())
                found.push_back(v);
        }
        return found;
    }

    /* Bounds in order; rarely infinite. */
    std::pair<double, double> bounds()
    {
        std::vector<double> b = levels(2, 2);
        std::sort(b.begin(), b.end());
        if (chance(0.05))
            b[0] = -INFINITY;
        if (chance(0.05))
            b[1] = INFINITY;
        return { b[0], b[1] };
    }

private:
    uint64_t state;
};

/* ---- Counting ---- */

std::vector<wn_isa> available_tiers()
{
    std::vector<wn_isa> tiers;
    for (int isa = WN_ISA_COUNT - 1; isa > WN_ISA_AUTO; isa--) {
        if (wn_isa_available(static_cast<wn_isa>(isa)))
            tiers.push_back(static_cast<wn_isa>(isa));
    }
    return tiers; /* the widest first */
}

/* Where a comparison stands. */
struct Place {
    wn_isa isa;
    double x, y, z;
};

/* One kind of comparison: how many there were and how many differed. */
class Tally {
public:
    explicit Tally(std::string what)
        : name(std::move(what))
    {
    }

    void count(bool same, double theirs, double ours, const Place &at)
    {
        compared++;
        if (!same && different++ < 3)
            printf("  %s, %s at (%a, %a, %a): libnoise %a, widenoise %a, %" PRIu64 " ulp\n",
                   name.c_str(), wn_isa_name(at.isa), at.x, at.y, at.z, theirs, ours,
                   check_ulps64(theirs, ours));
    }

    void equal(double theirs, double ours, const Place &at)
    {
        count(check_bits64(theirs) == check_bits64(ours), theirs, ours, at);
    }

    /*
     * ours must be 2p - 1 for a p within one unit of the last place of libnoise's power of
     * |(value + 1) / 2|.
     */
    void exponent(double value, double power, double theirs, double ours, const Place &at)
    {
        const auto result = [](double p) { return (p * 2.0) - 1.0; };
        const double p = std::pow(std::fabs((value + 1.0) / 2.0), power);
        bool same = check_bits64(theirs) == check_bits64(ours);
        if (check_bits64(theirs) != check_bits64(result(p))) {
            same = false; /* then this test does not know what it compares */
        } else if (!same && std::isfinite(p)) {
            one_ulp++;
            same = ours == result(std::nextafter(p, INFINITY)) ||
                ours == result(std::nextafter(p, 0));
        }
        count(same, theirs, ours, at);
    }

    /* A power itself, within one unit of its last place. */
    void power(double theirs, double ours, const Place &at)
    {
        const uint64_t ulps = check_ulps64(theirs, ours);
        one_ulp += ulps == 1;
        count(ulps <= 1, theirs, ours, at);
    }

    /* Not farther apart than a bound. */
    void within(double bound, double theirs, double ours, const Place &at)
    {
        const bool equal = check_bits64(theirs) == check_bits64(ours);
        inexact += !equal;
        count(equal || std::fabs(theirs - ours) <= bound, theirs, ours, at);
    }

    /* Prints the line and makes it a check. */
    void close(uint64_t least) const
    {
        printf("%-34s %9" PRIu64 " compared, %" PRIu64 " differ", name.c_str(), compared,
               different);
        if (one_ulp)
            printf(", %" PRIu64 " by 1 ulp of the power", one_ulp);
        if (inexact)
            printf(", %" PRIu64 " are within the bound, but not equal", inexact);
        printf("\n");
        CHECK(different == 0 && compared >= least,
              "%s: %" PRIu64 " of %" PRIu64 " differ (at least %" PRIu64 " asked)", name.c_str(),
              different, compared, least);
    }

private:
    std::string name;
    uint64_t compared = 0, different = 0, one_ulp = 0, inexact = 0;
};

/* Runs body(isa) with each tier as the active one, the widest first. */
template <class F> void on_each_tier(F body)
{
    for (wn_isa isa : available_tiers()) {
        CHECK(wn_isa_set(isa) == WN_OK, "%s", wn_isa_name(isa));
        body(isa);
    }
    wn_isa_set(WN_ISA_AUTO);
}

/* ---- Models of value noise and Voronoi cells, correct and as Debian's build has them ---- */

using Value = double (*)(int32_t x, int32_t y, int32_t z, int32_t seed);

uint32_t hash(int32_t x, int32_t y, int32_t z, int32_t seed)
{
    uint32_t n = 1619u * static_cast<uint32_t>(x) + 31337u * static_cast<uint32_t>(y) +
        6971u * static_cast<uint32_t>(z) + 1013u * static_cast<uint32_t>(seed);
    n &= 0x7fffffffu;
    n ^= n >> 13;
    return n * (n * n * 60493u + 19990303u) + 1376312589u;
}

double correct_value(int32_t x, int32_t y, int32_t z, int32_t seed)
{
    return 1.0 - static_cast<double>(hash(x, y, z, seed) & 0x7fffffffu) / 1073741824.0;
}

/* Without the last mask bit 31 is a sign: where it is set, the value is 2 greater. */
double defective_value(int32_t x, int32_t y, int32_t z, int32_t seed)
{
    return correct_value(x, y, z, seed) + (hash(x, y, z, seed) >> 31 ? 2.0 : 0.0);
}

/* libnoise's floor: one lower than floor() at 0 and the negative integers. */
int32_t cell(double v)
{
    return v > 0.0 ? static_cast<int32_t>(v) : static_cast<int32_t>(v) - 1;
}

double mix(double a, double b, double t)
{
    return ((1.0 - t) * a) + (t * b);
}

double fade(double t, int32_t quality)
{
    if (quality == WN_QUALITY_FAST)
        return t;
    if (quality == WN_QUALITY_STD)
        return (t * t) * (3.0 - (2.0 * t));
    const double t3 = t * t * t, t4 = t3 * t, t5 = t4 * t;
    return ((6.0 * t5) - (15.0 * t4)) + (10.0 * t3);
}

double value_model(Value value, double x, double y, double z, int32_t seed, int32_t quality)
{
    const int32_t x0 = cell(x), y0 = cell(y), z0 = cell(z);
    const double tx = fade(x - x0, quality), ty = fade(y - y0, quality), tz = fade(z - z0, quality);
    const auto along_x = [&](int32_t j, int32_t k) {
        return mix(value(x0, y0 + j, z0 + k, seed), value(x0 + 1, y0 + j, z0 + k, seed), tx);
    };
    const auto plane = [&](int32_t k) { return mix(along_x(0, k), along_x(1, k), ty); };
    return mix(plane(0), plane(1), tz);
}

struct VoronoiParams {
    double frequency, displacement;
    int32_t seed;
    bool distance;
};

double voronoi_model(Value value, const VoronoiParams &p, double x, double y, double z)
{
    x *= p.frequency, y *= p.frequency, z *= p.frequency;
    const int32_t seed1 = static_cast<int32_t>(static_cast<uint32_t>(p.seed) + 1);
    const int32_t seed2 = static_cast<int32_t>(static_cast<uint32_t>(p.seed) + 2);
    const int32_t x0 = cell(x), y0 = cell(y), z0 = cell(z);
    double least = 2147483647.0;
    std::array<double, 3> nearest = {};
    const auto squared = [&](const std::array<double, 3> &q) {
        const double dx = q[0] - x, dy = q[1] - y, dz = q[2] - z;
        return ((dx * dx) + (dy * dy)) + (dz * dz);
    };
    for (int32_t k = z0 - 2; k <= z0 + 2; k++) {
        for (int32_t j = y0 - 2; j <= y0 + 2; j++) {
            for (int32_t i = x0 - 2; i <= x0 + 2; i++) {
                const std::array<double, 3> point = { i + value(i, j, k, p.seed),
                                                      j + value(i, j, k, seed1),
                                                      k + value(i, j, k, seed2) };
                const double d = squared(point);
                if (d < least)
                    least = d, nearest = point;
            }
        }
    }
    const double v = p.distance ? (std::sqrt(squared(nearest)) * std::sqrt(3.0)) - 1.0 : 0.0;
    return v +
        (p.displacement *
         value(static_cast<int32_t>(std::floor(nearest[0])),
               static_cast<int32_t>(std::floor(nearest[1])),
               static_cast<int32_t>(std::floor(nearest[2])), 0));
}

/* The model as a module of libnoise. */
class CorrectVoronoi : public Module {
public:
    explicit CorrectVoronoi(const VoronoiParams &params)
        : Module(0)
        , p(params)
    {
    }
    int GetSourceModuleCount() const override { return 0; }
    double GetValue(double x, double y, double z) const override
    {
        return voronoi_model(correct_value, p, x, y, z);
    }

private:
    VoronoiParams p;
};

/* The model that the installed libnoise follows. */
Value installed_value = correct_value;

void test_integer_noise(Random &r, uint64_t points)
{
    uint64_t correct = 0, defective = 0;
    for (uint64_t i = 0; i < points; i++) {
        const int32_t x = r.bits(), y = r.bits(), z = r.bits(), seed = r.seed();
        const double theirs = noise::ValueNoise3D(x, y, z, seed);
        correct += theirs == correct_value(x, y, z, seed);
        defective += theirs == defective_value(x, y, z, seed);
    }
    installed_value = defective == points ? defective_value : correct_value;
    CHECK(correct == points || defective == points,
          "libnoise's ValueNoise3D is the correct one at %" PRIu64 ", the defective one at %" PRIu64
          " of %" PRIu64 " points",
          correct, defective, points);
    printf("ValueNoise3D: the installed libnoise %s (%" PRIu64 " of %" PRIu64 " points correct)\n",
           installed_value == defective_value ? "lacks the last mask" : "is correct", correct,
           points);
}

/* Greatest magnitude that libnoise's noise functions convert to an int without overflow. */
const double int_limit = 2147483000.0;

struct Points {
    std::vector<double> x, y, z;

    /* Random points; times a factor they stay below a limit. */
    Points(Random &r, size_t n, double factor = 0, double limit = INFINITY)
    {
        for (std::vector<double> *axis : { &x, &y, &z }) {
            while (axis->size() < n) {
                const double v = r.coordinate();
                if (std::fabs(v * factor) < limit)
                    axis->push_back(v);
            }
        }
    }
    size_t size() const { return x.size(); }
    Place place(wn_isa isa, size_t i) const { return { isa, x[i], y[i], z[i] }; }
};

/* Gradient and value-coherent noise by their functions. */
void test_primitives(Random &r, uint64_t points)
{
    Tally gradient("gradient3"), value("value3 and correct model"),
        defect("installed value noise and model");
    for (uint64_t done = 0; done < points;) {
        const Points p(r, static_cast<size_t>(r.whole(1, 95)), 1, int_limit);
        wn_lattice_params params = { sizeof params, r.quality(), r.seed() };
        const auto quality = static_cast<noise::NoiseQuality>(params.quality);
        std::vector<double> out(p.size()), theirs(p.size()), model(p.size());
        for (size_t i = 0; i < p.size(); i++) {
            theirs[i] = noise::GradientCoherentNoise3D(p.x[i], p.y[i], p.z[i], params.seed,
                                                       quality);
            model[i] = value_model(correct_value, p.x[i], p.y[i], p.z[i], params.seed,
                                   params.quality);
            defect.equal(
                noise::ValueCoherentNoise3D(p.x[i], p.y[i], p.z[i], params.seed, quality),
                value_model(installed_value, p.x[i], p.y[i], p.z[i], params.seed, params.quality),
                p.place(WN_ISA_SCALAR, i));
        }
        on_each_tier([&](wn_isa isa) {
            wn_gradient3_f64(&params, p.size(), p.x.data(), p.y.data(), p.z.data(), out.data());
            for (size_t i = 0; i < p.size(); i++)
                gradient.equal(theirs[i], out[i], p.place(isa, i));
            wn_value3_f64(&params, p.size(), p.x.data(), p.y.data(), p.z.data(), out.data());
            for (size_t i = 0; i < p.size(); i++)
                value.equal(model[i], out[i], p.place(isa, i));
        });
        done += p.size();
    }
    gradient.close(points);
    value.close(points);
    defect.close(points);
}

void test_voronoi(Random &r, uint64_t points)
{
    Tally ours("voronoi and correct model"), theirs("installed Voronoi and model");
    for (uint64_t done = 0; done < points;) {
        const VoronoiParams v = { r.chance(0.3) ? 1.0 : r.magnitude(1e-4, 1e5),
                                  r.chance(0.2) ? 0.0 : r.uniform(-3, 3), r.seed(), r.chance(0.5) };
        const Points p(r, static_cast<size_t>(r.whole(1, 95)), v.frequency, int_limit);
        wn_voronoi_params params = { sizeof params, v.frequency, v.displacement, v.seed,
                                     v.distance };
        nm::Voronoi module;
        module.SetFrequency(v.frequency);
        module.SetDisplacement(v.displacement);
        module.SetSeed(v.seed);
        module.EnableDistance(v.distance);
        std::vector<double> model(p.size()), out(p.size());
        for (size_t i = 0; i < p.size(); i++) {
            model[i] = voronoi_model(correct_value, v, p.x[i], p.y[i], p.z[i]);
            theirs.equal(module.GetValue(p.x[i], p.y[i], p.z[i]),
                         voronoi_model(installed_value, v, p.x[i], p.y[i], p.z[i]),
                         p.place(WN_ISA_SCALAR, i));
        }
        on_each_tier([&](wn_isa isa) {
            wn_voronoi_f64(&params, p.size(), p.x.data(), p.y.data(), p.z.data(), out.data());
            for (size_t i = 0; i < p.size(); i++)
                ours.equal(model[i], out[i], p.place(isa, i));
        });
        done += p.size();
    }
    ours.close(points);
    theirs.close(points);
}

/* ---- Modules, each in two graphs ---- */

/* A module of libnoise and its twin. */
struct Twin {
    const Module *theirs;
    wn_module ours;
};

/* The kinds of module compared; the index of their tallies. */
enum Kind {
    PERLIN,
    BILLOW,
    RIDGED_MULTI,
    TURBULENCE,
    CURVE,
    TERRACE,
    SELECT,
    BLEND,
    SCALE_BIAS,
    CLAMP,
    EXPONENT,
    ADD,
    MULTIPLY,
    MAX,
    MIN,
    CONST,
    CACHE,
    ABS,
    INVERT,
    POWER,
    CHECKERBOARD,
    CYLINDERS,
    SPHERES,
    DISPLACE,
    ROTATE_POINT,
    SCALE_POINT,
    TRANSLATE_POINT,
    KIND_COUNT
};

/* The random parameters of everything that takes source values. */
struct PointwiseParams {
    std::vector<wn_control_point> curve;
    std::vector<double> terrace;
    int32_t inverted;
    wn_select_params select;
    wn_clamp_params clamp;
    wn_scale_bias_params scale_bias;
    wn_exponent_params exponent;

    explicit PointwiseParams(Random &r)
        : terrace(r.levels(2, 12))
        , inverted(r.chance(0.5))
    {
        for (double input : r.levels(4, 12))
            curve.push_back({ input, r.chance(0.1) ? r.magnitude(1e-3, 1e3) : r.uniform(-2, 2) });
        const std::pair<double, double> s = r.bounds(), c = r.bounds();
        const double width = std::isfinite(s.second - s.first) ? s.second - s.first : 1.0;
        const double falloff = r.chance(0.2) ? 0.0
            : r.chance(0.2)                  ? r.uniform(-1, 0)
            : r.chance(0.2)                  ? width / 2
                                             : width * r.uniform(0, 0.75);
        select = { sizeof select, s.first, s.second, falloff };
        clamp = { sizeof clamp, c.first, c.second };
        scale_bias = { sizeof scale_bias, r.chance(0.1) ? r.magnitude(1e-6, 1e6) : r.uniform(-3, 3),
                       r.uniform(-1, 1) };
        static const double powers[] = { 1, 1.25, 1.375, 2, 0.5, 0, -1 };
        exponent = { sizeof exponent, r.chance(0.3) ? r.one_of(powers) : r.uniform(-4, 8) };
    }

    wn_curve_params curve_params() const
    {
        return { sizeof(wn_curve_params), curve.data(), curve.size() };
    }
    wn_terrace_params terrace_params() const
    {
        return { sizeof(wn_terrace_params), terrace.data(), terrace.size(), inverted };
    }
};

class Modules {
public:
    template <class T> T &add(std::initializer_list<const Module *> sources = {})
    {
        auto made = std::make_unique<T>();
        T &module = *made;
        owned.push_back(std::move(made));
        int slot = 0;
        for (const Module *source : sources)
            module.SetSourceModule(slot++, *source);
        return module;
    }

    const Module *curve(const PointwiseParams &p, const Module *source)
    {
        auto &m = add<nm::Curve>({ source });
        for (const wn_control_point &c : p.curve)
            m.AddControlPoint(c.input, c.output);
        return &m;
    }

    const Module *terrace(const PointwiseParams &p, const Module *source)
    {
        auto &m = add<nm::Terrace>({ source });
        for (double v : p.terrace)
            m.AddControlPoint(v);
        m.InvertTerraces(p.inverted != 0);
        return &m;
    }

    const Module *select(const PointwiseParams &p, const Module *source0, const Module *source1,
                         const Module *control)
    {
        auto &m = add<nm::Select>({ source0, source1, control });
        m.SetBounds(p.select.lower, p.select.upper);
        m.SetEdgeFalloff(p.select.falloff);
        return &m;
    }

    const Module *clamp(const PointwiseParams &p, const Module *source)
    {
        auto &m = add<nm::Clamp>({ source });
        m.SetBounds(p.clamp.lower, p.clamp.upper);
        return &m;
    }

    const Module *scale_bias(const PointwiseParams &p, const Module *source)
    {
        auto &m = add<nm::ScaleBias>({ source });
        m.SetScale(p.scale_bias.scale);
        m.SetBias(p.scale_bias.bias);
        return &m;
    }

    const Module *exponent(const PointwiseParams &p, const Module *source)
    {
        auto &m = add<nm::Exponent>({ source });
        m.SetExponent(p.exponent.exponent);
        return &m;
    }

    const Module *turbulence(const wn_turbulence_params &p, const Module *source)
    {
        auto &m = add<nm::Turbulence>({ source });
        m.SetFrequency(p.frequency);
        m.SetPower(p.power);
        m.SetRoughness(p.roughness);
        m.SetSeed(p.seed);
        return &m;
    }

private:
    std::vector<std::unique_ptr<Module>> owned;
};

wn_turbulence_params random_turbulence(Random &r)
{
    return { sizeof(wn_turbulence_params),
             r.frequency(),
             r.chance(0.2) ? 1.0 : r.magnitude(1e-6, 1e3),
             r.octaves(),
             r.seed(),
             1 };
}

wn_rotate_point_params random_rotation(Random &r)
{
    const auto degrees = [&r] {
        return r.chance(0.2) ? 90.0 * r.whole(-5, 5)
            : r.chance(0.1)  ? r.magnitude(1e-9, 1e9)
                             : r.uniform(-360, 360);
    };
    return { sizeof(wn_rotate_point_params), degrees(), degrees(), degrees() };
}

/* The point that our rotate_point asks its source at. */
std::array<double, 3> rotated(const wn_rotate_point_params &rotation, double x, double y, double z)
{
    std::array<double, 3> moved = {};
    const double *const in[] = { &x, &y, &z };
    double *const out[] = { &moved[0], &moved[1], &moved[2] };
    CHECK(wn_apply_f64(WN_ROTATE_POINT, &rotation, 1, in, out) == WN_OK, "rotate_point");
    return moved;
}

/* One round: two graphs with every kind of module, compared at a few dozen points. */
class Round {
public:
    explicit Round(Random &random)
        : r(random)
    {
        CHECK(wn_graph_create(&graph) == WN_OK, "graph");
        build();
        CHECK(wn_graph_status(graph) == WN_OK, "%s", wn_graph_message(graph));
    }
    ~Round() { wn_graph_destroy(graph); }
    Round(const Round &) = delete;
    Round &operator=(const Round &) = delete;

    void compare(const Points &p, bool all_tiers, std::deque<Tally> &tallies);

private:
    struct Output {
        Kind kind;
        Twin twin;
        Twin source; /* of an exponent */
    };

    Twin join(const Module *theirs, wn_type type, const void *params,
              std::initializer_list<Twin> sources = {})
    {
        std::vector<wn_module> ours;
        for (const Twin &source : sources)
            ours.push_back(source.ours);
        return { theirs, wn_graph_add(graph, type, params, ours.data(), ours.size()) };
    }

    template <class T> Twin fractal(wn_type type, int32_t octaves)
    {
        const wn_fractal_params p = { sizeof p, r.frequency(), r.lacunarity(), r.persistence(),
                                      octaves,  r.quality(),   r.seed(),       1 };
        auto &m = modules.add<T>();
        m.SetFrequency(p.frequency);
        m.SetLacunarity(p.lacunarity);
        m.SetPersistence(p.persistence);
        m.SetOctaveCount(p.octaves);
        m.SetNoiseQuality(static_cast<noise::NoiseQuality>(p.quality));
        m.SetSeed(p.seed);
        return join(&m, type, &p);
    }

    Twin ridged_multi()
    {
        const wn_ridged_multi_params p = { sizeof p,
                                           r.frequency(),
                                           r.lacunarity(),
                                           r.chance(0.05) ? r.whole(-3, 0) : r.octaves(),
                                           r.quality(),
                                           r.seed(),
                                           1 };
        auto &m = modules.add<nm::RidgedMulti>();
        m.SetFrequency(p.frequency);
        m.SetLacunarity(p.lacunarity);
        m.SetOctaveCount(p.octaves);
        m.SetNoiseQuality(static_cast<noise::NoiseQuality>(p.quality));
        m.SetSeed(p.seed);
        return join(&m, WN_RIDGED_MULTI, &p);
    }

    /* A cached perlin noise with values of about -2 to 2, for modules to work on. */
    Twin source()
    {
        const Twin twin = fractal<nm::Perlin>(WN_PERLIN, 1);
        PointwiseParams p(r);
        p.scale_bias.scale = 2;
        const Twin scaled = join(modules.scale_bias(p, twin.theirs), WN_SCALE_BIAS, &p.scale_bias,
                                 { twin });
        return join(&modules.add<nm::Cache>({ scaled.theirs }), WN_CACHE, nullptr, { scaled });
    }

    void output(Kind kind, const Twin &twin, const Twin &of = {})
    {
        outputs.push_back({ kind, twin, of });
    }

    template <class T> Twin shells(wn_type type)
    {
        const wn_radial_params p = { sizeof p, r.frequency() };
        auto &m = modules.add<T>();
        m.SetFrequency(p.frequency);
        return join(&m, type, &p);
    }

    void build();
    void build_transformers(const Twin &dx, const Twin &dy, const Twin &dz);
    void compare_on(wn_isa isa, const Points &p, const std::vector<std::vector<double>> &theirs,
                    std::deque<Tally> &tallies);

    Random &r;
    Modules modules;
    wn_graph *graph = nullptr;
    std::vector<Output> outputs;
    double exponent = 1;
    wn_rotate_point_params rotation = {};
};

void Round::build()
{
    output(PERLIN, fractal<nm::Perlin>(WN_PERLIN, r.octaves()));
    output(BILLOW, fractal<nm::Billow>(WN_BILLOW, r.octaves()));
    output(RIDGED_MULTI, ridged_multi());

    const wn_turbulence_params bend = random_turbulence(r);
    const Twin bent = fractal<nm::Perlin>(WN_PERLIN, r.whole(1, 2));
    output(TURBULENCE, join(modules.turbulence(bend, bent.theirs), WN_TURBULENCE, &bend, { bent }));

    const PointwiseParams p(r);
    const Twin a = source(), b = source(), c = source();
    output(CACHE, a);
    const wn_curve_params curve = p.curve_params();
    output(CURVE, join(modules.curve(p, a.theirs), WN_CURVE, &curve, { a }));
    const wn_terrace_params terrace = p.terrace_params();
    output(TERRACE, join(modules.terrace(p, b.theirs), WN_TERRACE, &terrace, { b }));
    output(
        SELECT,
        join(modules.select(p, a.theirs, b.theirs, c.theirs), WN_SELECT, &p.select, { a, b, c }));
    output(BLEND,
           join(&modules.add<nm::Blend>({ b.theirs, c.theirs, a.theirs }), WN_BLEND, nullptr,
                { b, c, a }));
    output(SCALE_BIAS, join(modules.scale_bias(p, c.theirs), WN_SCALE_BIAS, &p.scale_bias, { c }));
    output(CLAMP, join(modules.clamp(p, a.theirs), WN_CLAMP, &p.clamp, { a }));
    output(EXPONENT, join(modules.exponent(p, b.theirs), WN_EXPONENT, &p.exponent, { b }), b);
    exponent = p.exponent.exponent;
    output(ADD, join(&modules.add<nm::Add>({ a.theirs, b.theirs }), WN_ADD, nullptr, { a, b }));
    output(
        MULTIPLY,
        join(&modules.add<nm::Multiply>({ b.theirs, c.theirs }), WN_MULTIPLY, nullptr, { b, c }));
    output(MAX, join(&modules.add<nm::Max>({ c.theirs, a.theirs }), WN_MAX, nullptr, { c, a }));
    output(MIN, join(&modules.add<nm::Min>({ a.theirs, c.theirs }), WN_MIN, nullptr, { a, c }));
    auto &constant = modules.add<nm::Const>();
    const wn_constant_params value = { sizeof value, r.magnitude(1e-9, 1e9) };
    constant.SetConstValue(value.value);
    output(CONST, join(&constant, WN_CONSTANT, &value));

    const Twin positive = join(&modules.add<nm::Abs>({ a.theirs }), WN_ABS, nullptr, { a });
    output(ABS, positive);
    output(INVERT, join(&modules.add<nm::Invert>({ b.theirs }), WN_INVERT, nullptr, { b }));
    output(POWER,
           join(&modules.add<nm::Power>({ positive.theirs, c.theirs }), WN_POWER, nullptr,
                { positive, c }));
    output(CHECKERBOARD, join(&modules.add<nm::Checkerboard>(), WN_CHECKERBOARD, nullptr));
    output(CYLINDERS, shells<nm::Cylinders>(WN_CYLINDERS));
    output(SPHERES, shells<nm::Spheres>(WN_SPHERES));
    build_transformers(a, b, c);
}

void Round::build_transformers(const Twin &dx, const Twin &dy, const Twin &dz)
{
    const Twin moved = fractal<nm::Perlin>(WN_PERLIN, r.whole(1, 3));
    auto &displace = modules.add<nm::Displace>({ moved.theirs, dx.theirs, dy.theirs, dz.theirs });
    output(DISPLACE, join(&displace, WN_DISPLACE, nullptr, { moved, dx, dy, dz }));

    /* libnoise's source, which compare() asks at our rotated points: the sines and cosines of
     * libnoise's are the C library's, and differ by 1 ulp now and then */
    rotation = random_rotation(r);
    output(ROTATE_POINT, join(moved.theirs, WN_ROTATE_POINT, &rotation, { moved }));

    const wn_scale_point_params factors = { sizeof factors, r.lacunarity(), r.frequency(),
                                            r.uniform(-3, 3) };
    auto &scale = modules.add<nm::ScalePoint>({ moved.theirs });
    scale.SetScale(factors.x, factors.y, factors.z);
    output(SCALE_POINT, join(&scale, WN_SCALE_POINT, &factors, { moved }));

    const wn_translate_point_params offsets = { sizeof offsets, r.coordinate(), r.coordinate(),
                                                r.uniform(-3, 3) };
    auto &translate = modules.add<nm::TranslatePoint>({ moved.theirs });
    translate.SetTranslation(offsets.x, offsets.y, offsets.z);
    output(TRANSLATE_POINT, join(&translate, WN_TRANSLATE_POINT, &offsets, { moved }));
}

void Round::compare_on(wn_isa isa, const Points &p, const std::vector<std::vector<double>> &theirs,
                       std::deque<Tally> &tallies)
{
    wn_plan_options options;
    wn_plan_options_init(&options, sizeof options);
    options.isa = isa;
    std::vector<wn_module> wanted;
    std::vector<std::vector<double>> ours(outputs.size(), std::vector<double>(p.size()));
    std::vector<double *> out;
    for (size_t k = 0; k < outputs.size(); k++) {
        wanted.push_back(outputs[k].twin.ours);
        out.push_back(ours[k].data());
    }
    char message[200] = "";
    wn_plan *plan;
    wn_workspace *workspace = nullptr;
    wn_status status = wn_plan_create(&plan, graph, wanted.data(), wanted.size(), &options, message,
                                      sizeof message);
    if (status == WN_OK)
        status = wn_workspace_create(&workspace, plan);
    if (status == WN_OK)
        status = wn_plan_eval_f64(plan, workspace, p.size(), p.x.data(), p.y.data(), p.z.data(),
                                  out.data());
    CHECK(status == WN_OK, "%s: %s", wn_status_string(status), message);
    for (size_t k = 0; k < outputs.size() && status == WN_OK; k++) {
        const Output &o = outputs[k];
        for (size_t i = 0; i < p.size(); i++) {
            const Place at = p.place(isa, i);
            if (o.kind == EXPONENT)
                tallies[o.kind].exponent(o.source.theirs->GetValue(at.x, at.y, at.z), exponent,
                                         theirs[k][i], ours[k][i], at);
            else if (o.kind == POWER)
                tallies[o.kind].power(theirs[k][i], ours[k][i], at);
            else
                tallies[o.kind].equal(theirs[k][i], ours[k][i], at);
        }
    }
    wn_workspace_destroy(workspace);
    wn_plan_destroy(plan);
}

void Round::compare(const Points &p, bool all_tiers, std::deque<Tally> &tallies)
{
    std::vector<std::vector<double>> theirs(outputs.size(), std::vector<double>(p.size()));
    for (size_t i = 0; i < p.size(); i++) { /* point by point: their caches keep one point */
        for (size_t k = 0; k < outputs.size(); k++) {
            std::array<double, 3> at = { p.x[i], p.y[i], p.z[i] };
            if (outputs[k].kind == ROTATE_POINT)
                at = rotated(rotation, at[0], at[1], at[2]);
            theirs[k][i] = outputs[k].twin.theirs->GetValue(at[0], at[1], at[2]);
        }
    }
    for (wn_isa isa : available_tiers()) {
        compare_on(isa, p, theirs, tallies);
        if (!all_tiers)
            break;
    }
}

/* Every kind of module, in plans. */
void test_modules(Random &r, uint64_t points)
{
    std::deque<Tally> tallies;
    for (const char *name : { "perlin",       "billow",      "ridged_multi",
                              "turbulence",   "curve",       "terrace",
                              "select",       "blend",       "scale_bias",
                              "clamp",        "exponent",    "add",
                              "multiply",     "max",         "min",
                              "constant",     "cache",       "abs",
                              "invert",       "power",       "checkerboard",
                              "cylinders",    "spheres",     "displace",
                              "rotate_point", "scale_point", "translate_point" })
        tallies.emplace_back(name);
    CHECK(tallies.size() == KIND_COUNT, "a kind without a name");
    uint64_t rounds = 0;
    for (uint64_t done = 0; done < points; rounds++) {
        const Points p(r, static_cast<size_t>(r.whole(1, 95)));
        Round(r).compare(p, rounds % 8 == 0, tallies);
        done += p.size();
    }
    printf("plans, %" PRIu64 " sets of parameters:\n", rounds);
    for (const Tally &t : tallies)
        t.close(points);
}

/* ---- Modules fed with chosen values, by wn_apply_f64() ---- */

/* One coordinate as it is: what libnoise's modules get as source here. */
template <int Axis> class Coordinate : public Module {
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
using X = Coordinate<0>;
using Y = Coordinate<1>;
using Z = Coordinate<2>;

/* Values at which a formula changes, their neighbours, special values, ordinary ones. */
std::vector<double> chosen_values(Random &r, const PointwiseParams &p, size_t n)
{
    const wn_select_params &s = p.select;
    const double e = std::min(s.falloff, (s.upper - s.lower) / 2);
    std::vector<double> turns = { s.lower - e, s.lower,     s.lower + e,   s.upper - e,
                                  s.upper,     s.upper + e, p.clamp.lower, p.clamp.upper };
    for (const wn_control_point &c : p.curve)
        turns.push_back(c.input);
    turns.insert(turns.end(), p.terrace.begin(), p.terrace.end());
    static const double special[] = { 0.0, -0.0, NAN, INFINITY, -INFINITY, 1e300, -1e300, 5e-324 };
    std::vector<double> values;
    while (values.size() < n) {
        const double turn = turns[static_cast<size_t>(r.whole(0, (int32_t)turns.size() - 1))];
        switch (r.whole(0, 5)) {
        case 0:
            values.push_back(turn);
            break;
        case 1:
            values.push_back(std::nextafter(turn, r.chance(0.5) ? INFINITY : -INFINITY));
            break;
        case 2:
            values.push_back(r.one_of(special));
            break;
        default:
            values.push_back(r.uniform(-2.5, 2.5));
        }
    }
    return values;
}

void test_values(Random &r, uint64_t points)
{
    Modules sources;
    const Module *x = &sources.add<X>(), *y = &sources.add<Y>(), *z = &sources.add<Z>();
    std::deque<Tally> tallies;
    for (uint64_t done = 0; done < points;) {
        const PointwiseParams p(r);
        const wn_curve_params curve = p.curve_params();
        const wn_terrace_params terrace = p.terrace_params();
        Modules m;
        const struct {
            wn_type type;
            const void *params;
            const Module *theirs;
        } cases[] = {
            { WN_CURVE, &curve, m.curve(p, x) },
            { WN_TERRACE, &terrace, m.terrace(p, x) },
            { WN_SELECT, &p.select, m.select(p, x, y, z) },
            { WN_BLEND, nullptr, &m.add<nm::Blend>({ x, y, z }) },
            { WN_SCALE_BIAS, &p.scale_bias, m.scale_bias(p, x) },
            { WN_CLAMP, &p.clamp, m.clamp(p, x) },
            { WN_EXPONENT, &p.exponent, m.exponent(p, x) },
            { WN_ADD, nullptr, &m.add<nm::Add>({ x, y }) },
            { WN_MULTIPLY, nullptr, &m.add<nm::Multiply>({ x, y }) },
            { WN_MAX, nullptr, &m.add<nm::Max>({ x, y }) },
            { WN_MIN, nullptr, &m.add<nm::Min>({ x, y }) },
            { WN_ABS, nullptr, &m.add<nm::Abs>({ x }) },
            { WN_INVERT, nullptr, &m.add<nm::Invert>({ x }) },
            { WN_POWER, nullptr, &m.add<nm::Power>({ x, y }) },
        };
        const auto n = static_cast<size_t>(r.whole(1, 95));
        const std::vector<double> vx = chosen_values(r, p, n), vy = chosen_values(r, p, n),
                                  vz = chosen_values(r, p, n);
        const double *const in[] = { vx.data(), vy.data(), vz.data() };
        std::vector<double> ours(n);
        double *const out = ours.data();
        size_t index = 0;
        for (const auto &c : cases) {
            if (index == tallies.size())
                tallies.emplace_back(std::string(wn_type_name(c.type)) + " of chosen values");
            Tally &tally = tallies[index++];
            on_each_tier([&](wn_isa isa) {
                CHECK(wn_apply_f64(c.type, c.params, n, in, &out) == WN_OK, "apply");
                for (size_t i = 0; i < n; i++) {
                    const Place at = { isa, vx[i], vy[i], vz[i] };
                    const double theirs = c.theirs->GetValue(vx[i], vy[i], vz[i]);
                    if (c.type == WN_EXPONENT)
                        tally.exponent(vx[i], p.exponent.exponent, theirs, ours[i], at);
                    else if (c.type == WN_POWER)
                        tally.power(theirs, ours[i], at);
                    else
                        tally.equal(theirs, ours[i], at);
                }
            });
        }
        done += n;
    }
    for (const Tally &t : tallies)
        t.close(points);
}

/* The coordinates that turbulence displaces to, each by itself. */
void test_displacement(Random &r, uint64_t points)
{
    Tally tally("turbulence's coordinates");
    for (uint64_t done = 0; done < points;) {
        const wn_turbulence_params params = random_turbulence(r);
        const Points p(r, static_cast<size_t>(r.whole(1, 95)));
        Modules m;
        const Module *theirs[] = { m.turbulence(params, &m.add<X>()),
                                   m.turbulence(params, &m.add<Y>()),
                                   m.turbulence(params, &m.add<Z>()) };
        std::array<std::vector<double>, 3> ours;
        const double *const in[] = { p.x.data(), p.y.data(), p.z.data() };
        double *out[3];
        for (size_t k = 0; k < 3; k++) {
            ours[k].resize(p.size());
            out[k] = ours[k].data();
        }
        std::array<std::vector<double>, 3> expected;
        for (size_t k = 0; k < 3; k++) {
            for (size_t i = 0; i < p.size(); i++)
                expected[k].push_back(theirs[k]->GetValue(p.x[i], p.y[i], p.z[i]));
        }
        on_each_tier([&](wn_isa isa) {
            CHECK(wn_apply_f64(WN_TURBULENCE, &params, p.size(), in, out) == WN_OK, "apply");
            for (size_t k = 0; k < 3; k++) {
                for (size_t i = 0; i < p.size(); i++)
                    tally.equal(expected[k][i], ours[k][i], p.place(isa, i));
            }
        });
        done += p.size();
    }
    tally.close(points);
}

/* The coordinates of the other transformers: of rotate_point within the bound that 1 ulp of a sine
 * or cosine leaves, of the others exactly. */
void test_moved_points(Random &r, uint64_t points)
{
    Tally rotation("rotate_point's coordinates"), scale("scale_point's coordinates"),
        translation("translate_point's coordinates"), displacement("displace's coordinates");
    for (uint64_t done = 0; done < points;) {
        const Points p(r, static_cast<size_t>(r.whole(1, 95)));
        Modules m;
        const Module *const axes[] = { &m.add<X>(), &m.add<Y>(), &m.add<Z>() };
        const wn_rotate_point_params degrees = random_rotation(r);
        const wn_scale_point_params factors = { sizeof factors, r.frequency(), r.lacunarity(),
                                                r.uniform(-3, 3) };
        const wn_translate_point_params offsets = { sizeof offsets, r.coordinate(), r.coordinate(),
                                                    r.uniform(-3, 3) };
        std::array<const Module *, 3> rotate, scaled, translated, displaced;
        for (size_t k = 0; k < 3; k++) {
            auto &by_rotation = m.add<nm::RotatePoint>({ axes[k] });
            by_rotation.SetAngles(degrees.x, degrees.y, degrees.z);
            rotate[k] = &by_rotation;
            auto &by_scale = m.add<nm::ScalePoint>({ axes[k] });
            by_scale.SetScale(factors.x, factors.y, factors.z);
            scaled[k] = &by_scale;
            auto &by_translation = m.add<nm::TranslatePoint>({ axes[k] });
            by_translation.SetTranslation(offsets.x, offsets.y, offsets.z);
            translated[k] = &by_translation;
            displaced[k] = &m.add<nm::Displace>({ axes[k], axes[1], axes[2], axes[0] });
        }
        const double *const in[] = { p.x.data(), p.y.data(), p.z.data(),
                                     p.y.data(), p.z.data(), p.x.data() };
        std::array<std::vector<double>, 3> ours;
        double *out[3];
        for (size_t k = 0; k < 3; k++) {
            ours[k].resize(p.size());
            out[k] = ours[k].data();
        }
        const auto each = [&](wn_type type, const void *params,
                              const std::array<const Module *, 3> &theirs, Tally &tally) {
            on_each_tier([&](wn_isa isa) {
                CHECK(wn_apply_f64(type, params, p.size(), in, out) == WN_OK, "apply");
                for (size_t k = 0; k < 3; k++) {
                    for (size_t i = 0; i < p.size(); i++) {
                        const double size = std::fabs(p.x[i]) + std::fabs(p.y[i]) +
                            std::fabs(p.z[i]);
                        const double value = theirs[k]->GetValue(p.x[i], p.y[i], p.z[i]);
                        if (type == WN_ROTATE_POINT)
                            tally.within(0x1p-50 * size, value, ours[k][i], p.place(isa, i));
                        else
                            tally.equal(value, ours[k][i], p.place(isa, i));
                    }
                }
            });
        };
        each(WN_ROTATE_POINT, &degrees, rotate, rotation);
        each(WN_SCALE_POINT, &factors, scaled, scale);
        each(WN_TRANSLATE_POINT, &offsets, translated, translation);
        each(WN_DISPLACE, nullptr, displaced, displacement);
        done += p.size();
    }
    rotation.close(points);
    scale.close(points);
    translation.close(points);
    displacement.close(points);
}

/* ---- The planet ---- */

/* What stands between two planets. */
struct Difference {
    double least = 0; /* smaller values, which are what is left of greater ones, count as this */
    double relative = 0, absolute = 0;
    uint64_t points = 0;

    void add(double theirs, double ours)
    {
        if (check_bits64(theirs) == check_bits64(ours))
            return;
        points++;
        const double d = std::fabs(theirs - ours);
        absolute = std::max(absolute, d);
        relative = std::max(relative, d / std::max({ std::fabs(theirs), std::fabs(ours), least }));
        if (std::isnan(d))
            relative = absolute = INFINITY;
    }
};

wn_planet_settings default_settings()
{
    wn_planet_settings s;
    wn_planet_settings_init(&s, sizeof s);
    return s;
}

wn_planet_settings random_settings(Random &r)
{
    wn_planet_settings s = default_settings();
    s.seed = r.seed();
    s.min_elevation = r.uniform(-10000, -1000);
    s.max_elevation = r.uniform(1000, 10000);
    s.continent_frequency = r.uniform(1, 4);
    for (double *lacunarity : { &s.continent_lacunarity, &s.mountain_lacunarity,
                                &s.hills_lacunarity, &s.plains_lacunarity, &s.badlands_lacunarity })
        *lacunarity = r.uniform(1.5, 3);
    for (double *twist : { &s.mountains_twist, &s.hills_twist, &s.badlands_twist })
        *twist = r.uniform(0, 3);
    s.sea_level = r.uniform(-0.3, 0.4);
    s.shelf_level = s.sea_level - r.uniform(0.1, 0.4);
    s.mountains_amount = r.uniform(0.1, 0.6);
    if (r.chance(0.5))
        s.hills_amount = r.uniform(s.mountains_amount + 0.01, 1);
    s.badlands_amount = r.uniform(0, 0.5);
    s.terrain_offset = r.uniform(0, 2);
    s.mountain_glaciation = r.uniform(1, 2);
    if (r.chance(0.5))
        s.continent_height_scale = r.uniform(0.1, 0.5);
    s.river_depth = r.uniform(0, 0.1);
    return s;
}

std::unique_ptr<Module> correct_cells(const wn_planet_settings &s)
{
    const auto seed = static_cast<int32_t>(static_cast<uint32_t>(s.seed) + 81);
    return std::make_unique<CorrectVoronoi>(VoronoiParams { 16183.25, 0.0, seed, true });
}

/* The points of a sphere map, as libnoise computes them. */
struct Sphere {
    static constexpr size_t columns = 64, rows = 32;
    std::vector<double> latitudes, longitudes, x, y, z;

    Sphere()
        : latitudes(rows)
        , longitudes(columns)
    {
        wn_axis_f64(WN_AXIS_ACCUMULATED, -90, 90, rows, 0, rows, latitudes.data());
        wn_axis_f64(WN_AXIS_ACCUMULATED, -180, 180, columns, 0, columns, longitudes.data());
        for (double latitude : latitudes) {
            for (double longitude : longitudes) {
                double px, py, pz;
                noise::LatLonToXYZ(latitude, longitude, px, py, pz);
                x.push_back(px), y.push_back(py), z.push_back(pz);
            }
        }
    }
    size_t size() const { return x.size(); }
};

/* Groups whose values no power reaches: there every bit is the same. */
bool exact_group(const std::string &name)
{
    for (const char *powered :
         { "mountainousTerrain", "hillyTerrain", "scaledMountainousTerrain", "scaledHillyTerrain",
           "continentsWithHills", "continentsWithMountains", "continentsWithBadlands",
           "continentsWithRivers", "unscaledFinalPlanet", "finalPlanet" })
        if (name == powered)
            return false;
    return true;
}

/* Our plan of all groups, on a tier. */
class PlanetPlan {
public:
    PlanetPlan(const wn_planet_settings &settings, wn_isa isa)
    {
        char message[200] = "";
        wn_graph *graph;
        wn_graph_create(&graph);
        wn_status status = wn_planet_build(graph, &settings, message, sizeof message);
        CHECK(status == WN_OK, "%s", message);
        CHECK(wn_graph_count(graph) == 128, "%zu modules", wn_graph_count(graph));
        std::vector<wn_module> wanted;
        for (size_t k = 0; const char *name = wn_planet_group_at(k); k++)
            wanted.push_back(wn_graph_find(graph, name));
        groups = wanted.size();
        wn_plan_options options;
        wn_plan_options_init(&options, sizeof options);
        options.isa = isa;
        if (status == WN_OK) {
            status = wn_plan_create(&plan, graph, wanted.data(), groups, &options, message,
                                    sizeof message);
            CHECK(status == WN_OK, "%s", message);
        }
        wn_graph_destroy(graph);
        if (plan)
            CHECK(wn_workspace_create(&workspace, plan) == WN_OK, "workspace");
    }
    ~PlanetPlan()
    {
        wn_workspace_destroy(workspace);
        wn_plan_destroy(plan);
    }
    PlanetPlan(const PlanetPlan &) = delete;
    PlanetPlan &operator=(const PlanetPlan &) = delete;

    /* Values of each group at the sphere's points; by the map function if asked. */
    std::vector<std::vector<double>> values(const Sphere &sphere, bool map) const
    {
        std::vector<std::vector<double>> found(groups, std::vector<double>(sphere.size()));
        std::vector<double *> out;
        for (std::vector<double> &f : found)
            out.push_back(f.data());
        const wn_status status = map
            ? wn_map_sphere_f64(plan, workspace, Sphere::rows, sphere.latitudes.data(),
                                Sphere::columns, sphere.longitudes.data(), out.data(),
                                Sphere::columns)
            : wn_plan_eval_f64(plan, workspace, sphere.size(), sphere.x.data(), sphere.y.data(),
                               sphere.z.data(), out.data());
        CHECK(status == WN_OK, "%s", wn_status_string(status));
        return found;
    }

private:
    wn_plan *plan = nullptr;
    wn_workspace *workspace = nullptr;
    size_t groups = 0;
};

/* Values of each group of a libnoise planet. */
std::vector<std::vector<double>> libnoise_values(const LibnoisePlanet &planet, const Sphere &sphere)
{
    std::vector<std::vector<double>> found;
    std::vector<const Module *> modules;
    for (size_t k = 0; const char *name = wn_planet_group_at(k); k++)
        modules.push_back(&planet.group(name));
    found.resize(modules.size());
    for (size_t i = 0; i < sphere.size(); i++) {
        for (size_t k = 0; k < modules.size(); k++)
            found[k].push_back(modules[k]->GetValue(sphere.x[i], sphere.y[i], sphere.z[i]));
    }
    return found;
}

void test_planet(Random &r, int planets)
{
    const Sphere sphere;
    Difference at_points, by_map, defect;
    uint64_t compared = 0;
    for (int n = 0; n < planets; n++) {
        const wn_planet_settings settings = n ? random_settings(r) : default_settings();
        const LibnoisePlanet planet(settings, correct_cells(settings));
        CHECK(planet.modules() == 128, "%zu modules", planet.modules());
        const std::vector<std::vector<double>> theirs = libnoise_values(planet, sphere);
        for (wn_isa isa : available_tiers()) {
            const PlanetPlan plan(settings, isa);
            const std::vector<std::vector<double>> ours = plan.values(sphere, false);
            for (size_t k = 0; k < ours.size(); k++) {
                const char *const name = wn_planet_group_at(k);
                Difference d;
                d.least = !strcmp(name, "finalPlanet") ? 1 : 1e-4; /* metres; planetary units */
                for (size_t i = 0; i < sphere.size(); i++)
                    d.add(theirs[k][i], ours[k][i]);
                CHECK(exact_group(name) ? d.points == 0 : d.relative <= 1e-12,
                      "planet %d, %s, %s: %" PRIu64 " points differ, by %g (relative %g)", n, name,
                      wn_isa_name(isa), d.points, d.absolute, d.relative);
                at_points.points += d.points;
                at_points.relative = std::max(at_points.relative, d.relative);
                compared += sphere.size();
            }
            if (n == 0) {
                const std::vector<double> map = plan.values(sphere, true).back();
                for (size_t i = 0; i < sphere.size(); i++)
                    by_map.add(theirs.back()[i], map[i]);
            }
        }
        const LibnoisePlanet as_installed(settings);
        const std::vector<double> elevation = libnoise_values(as_installed, sphere).back();
        for (size_t i = 0; i < sphere.size(); i++)
            defect.add(theirs.back()[i], elevation[i]);
    }
    printf("planet: %d sets of settings, %" PRIu64 " values of groups: %" PRIu64
           " differ, by at most %g (relative)\n",
           planets, compared, at_points.points, at_points.relative);
    /* the map's sines and cosines may differ by 1 ulp, which mountains make more of */
    CHECK(by_map.absolute <= 1e-3, "sphere maps differ by %g m", by_map.absolute);
    printf("planet: sphere map: %" PRIu64 " points differ from libnoise's, by at most %g m\n",
           by_map.points, by_map.absolute);
    printf("planet: the installed Voronoi changes %" PRIu64 " of %zu points, by at most %g m\n",
           defect.points, static_cast<size_t>(planets) * sphere.size(), defect.absolute);
}

} // namespace

int main(int argc, char **argv)
{
    uint64_t seed = 1, points = 1000000;
    for (int i = 1; i < argc; i++) {
        const std::string option = argv[i];
        if (i + 1 < argc && option == "--seed") {
            seed = strtoull(argv[++i], nullptr, 0);
        } else if (i + 1 < argc && option == "--points") {
            points = strtoull(argv[++i], nullptr, 0);
        } else {
            fprintf(stderr, "%s [--seed N] [--points N]\n", argv[0]);
            return 2;
        }
    }
    printf("--seed %" PRIu64 " --points %" PRIu64 ", widest tier %s\n", seed, points,
           wn_isa_name(wn_isa_active()));
    Random r(seed);
    test_integer_noise(r, points);
    test_primitives(r, points / 2);
    test_voronoi(r, points / 10);
    test_modules(r, points);
    test_values(r, points / 10);
    test_displacement(r, points / 10);
    test_moved_points(r, points / 10);
    test_planet(r, 8);
    return check_done("parity");
}
