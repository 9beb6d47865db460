/* SPDX-License-Identifier: MIT */
/*
 * The graph of complexplanet, from its description in docs/planet.md: S is the seed, to which each
 * noise adds its own number. Expressions keep the source's order, for the values are to be the same
 * bits.
 */
#include "libnoise_planet.h"

#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <utility>

namespace nm = noise::module;

/* Adds modules to a planet. Each function returns the module that it added. */
class LibnoisePlanet::Builder {
public:
    Builder(LibnoisePlanet &owner, const wn_planet_settings &settings)
        : planet(owner)
        , s(settings)
    {
        if (std::isnan(s.hills_amount))
            s.hills_amount = (1.0 + s.mountains_amount) / 2.0;
        if (std::isnan(s.continent_height_scale))
            s.continent_height_scale = (1.0 - s.sea_level) / 4.0;
    }

    void build(std::unique_ptr<Module> cells);

private:
    using Points = std::initializer_list<std::pair<double, double>>;

    template <class T> T &add(std::initializer_list<const Module *> sources = {})
    {
        auto made = std::make_unique<T>();
        T &module = *made;
        planet.owned.push_back(std::move(made));
        int slot = 0;
        for (const Module *source : sources)
            module.SetSourceModule(slot++, *source);
        return module;
    }

    /* A group's cache module. */
    const Module *cached(const char *name, const Module *source)
    {
        return planet.groups[name] = &add<nm::Cache>({ source });
    }

    int seed(std::uint32_t offset) const
    {
        return static_cast<int>(static_cast<std::uint32_t>(s.seed) + offset);
    }

    const Module *constant(double value)
    {
        auto &m = add<nm::Const>();
        m.SetConstValue(value);
        return &m;
    }

    template <class T>
    const Module *fractal(std::uint32_t offset, double frequency, double lacunarity, int octaves,
                          noise::NoiseQuality quality)
    {
        auto &m = add<T>();
        m.SetSeed(seed(offset));
        m.SetFrequency(frequency);
        m.SetPersistence(0.5);
        m.SetLacunarity(lacunarity);
        m.SetOctaveCount(octaves);
        m.SetNoiseQuality(quality);
        return &m;
    }

    const Module *perlin(std::uint32_t offset, double frequency, double lacunarity, int octaves)
    {
        return fractal<nm::Perlin>(offset, frequency, lacunarity, octaves, noise::QUALITY_STD);
    }

    const Module *billow(std::uint32_t offset, double frequency, double lacunarity, int octaves)
    {
        return fractal<nm::Billow>(offset, frequency, lacunarity, octaves, noise::QUALITY_BEST);
    }

    const Module *ridged(std::uint32_t offset, double frequency, double lacunarity, int octaves,
                         noise::NoiseQuality quality = noise::QUALITY_BEST)
    {
        auto &m = add<nm::RidgedMulti>();
        m.SetSeed(seed(offset));
        m.SetFrequency(frequency);
        m.SetLacunarity(lacunarity);
        m.SetOctaveCount(octaves);
        m.SetNoiseQuality(quality);
        return &m;
    }

    const Module *scale_bias(double scale, double bias, const Module *source)
    {
        auto &m = add<nm::ScaleBias>({ source });
        m.SetScale(scale);
        m.SetBias(bias);
        return &m;
    }

    const Module *clamp(double lower, double upper, const Module *source)
    {
        auto &m = add<nm::Clamp>({ source });
        m.SetBounds(lower, upper);
        return &m;
    }

    const Module *exponent(double value, const Module *source)
    {
        auto &m = add<nm::Exponent>({ source });
        m.SetExponent(value);
        return &m;
    }

    const Module *curve(Points points, const Module *source)
    {
        auto &m = add<nm::Curve>({ source });
        for (const auto &p : points)
            m.AddControlPoint(p.first, p.second);
        return &m;
    }

    const Module *terrace(std::initializer_list<double> points, const Module *source)
    {
        auto &m = add<nm::Terrace>({ source });
        for (double p : points)
            m.AddControlPoint(p);
        return &m;
    }

    template <class T> const Module *combine(const Module *source0, const Module *source1)
    {
        return &add<T>({ source0, source1 });
    }

    const Module *blend(const Module *source0, const Module *source1, const Module *control)
    {
        return &add<nm::Blend>({ source0, source1, control });
    }

    const Module *select(double lower, double upper, double falloff, const Module *source0,
                         const Module *source1, const Module *control)
    {
        auto &m = add<nm::Select>({ source0, source1, control });
        m.SetBounds(lower, upper);
        m.SetEdgeFalloff(falloff);
        return &m;
    }

    const Module *turbulence(std::uint32_t offset, double frequency, double power, int roughness,
                             const Module *source)
    {
        auto &m = add<nm::Turbulence>({ source });
        m.SetSeed(seed(offset));
        m.SetFrequency(frequency);
        m.SetPower(power);
        m.SetRoughness(roughness);
        return &m;
    }

    const Module *cells(std::unique_ptr<Module> replacement)
    {
        if (replacement) {
            planet.owned.push_back(std::move(replacement));
            return planet.owned.back().get();
        }
        auto &m = add<nm::Voronoi>();
        m.SetSeed(seed(81));
        m.SetFrequency(16183.25);
        m.SetDisplacement(0.0);
        m.EnableDistance(true);
        return &m;
    }

    /* Parts of the planet; each makes one group or a few that belong together. */
    void continents();
    void mountains();
    void hills_and_plains();
    void badlands(std::unique_ptr<Module> replacement);
    void rivers();
    void sea_floor();
    void surface();

    LibnoisePlanet &planet;
    wn_planet_settings s;

    /* Groups that others use. */
    const Module *continent = nullptr, *terrain_type = nullptr, *mountainous = nullptr,
                 *hilly = nullptr, *plains = nullptr, *bad = nullptr, *river = nullptr,
                 *shelf = nullptr;
};

void LibnoisePlanet::Builder::continents()
{
    const double cf = s.continent_frequency, lacunarity = s.continent_lacunarity, sea = s.sea_level;

    const Module *coarse = curve({ { -2.0 + sea, -1.625 + sea },
                                   { -1.0 + sea, -1.375 + sea },
                                   { 0.0 + sea, -0.375 + sea },
                                   { 0.0625 + sea, 0.125 + sea },
                                   { 0.125 + sea, 0.25 + sea },
                                   { 0.25 + sea, 1.0 + sea },
                                   { 0.5 + sea, 0.25 + sea },
                                   { 0.75 + sea, 0.25 + sea },
                                   { 1.0 + sea, 0.5 + sea },
                                   { 2.0 + sea, 0.5 + sea } },
                                 perlin(0, cf, lacunarity, 14));
    const Module *fine = scale_bias(0.375, 0.625, perlin(1, cf * 4.34375, lacunarity, 11));
    const Module *base = cached("baseContinentDef",
                                clamp(-1.0, 1.0, combine<nm::Min>(fine, coarse)));

    const Module *warped = turbulence(10, cf * 15.25, cf / 113.75, 13, base);
    warped = turbulence(11, cf * 47.25, cf / 433.75, 12, warped);
    warped = turbulence(12, cf * 95.25, cf / 1019.75, 11, warped);
    continent = cached("continentDef",
                       select(sea - 0.0375, sea + 1000.0375, 0.0625, base, warped, base));

    warped = turbulence(20, cf * 18.125, cf / 20.59375 * s.terrain_offset, 3, continent);
    terrain_type = cached("terrainTypeDef",
                          terrace({ -1.0, s.shelf_level + sea / 2.0, 1.0 }, warped));
}

void LibnoisePlanet::Builder::mountains()
{
    const double lacunarity = s.mountain_lacunarity, twist = s.mountains_twist;

    const Module *ridges = scale_bias(0.5, 0.375,
                                      ridged(30, 1723.0, lacunarity, 4, noise::QUALITY_STD));
    const Module *valleys = scale_bias(-2.0, -0.5, ridged(31, 367.0, lacunarity, 1));
    const Module *warped = blend(constant(-1.0), ridges, valleys);
    warped = turbulence(32, 1337.0, 1.0 / 6730.0 * twist, 4, warped);
    warped = turbulence(33, 21221.0, 1.0 / 120157.0 * twist, 6, warped);
    const Module *base = cached("mountainBaseDef", warped);

    const Module *peaks = combine<nm::Max>(ridged(40, 2371.0, lacunarity, 3),
                                           ridged(41, 2341.0, lacunarity, 3));
    const Module *high = cached("mountainousHigh",
                                turbulence(42, 31511.0, 1.0 / 180371.0 * twist, 4, peaks));
    const Module *low = cached("mountainousLow",
                               combine<nm::Multiply>(ridged(50, 1381.0, lacunarity, 8),
                                                     ridged(51, 1427.0, lacunarity, 8)));

    const Module *lifted = combine<nm::Add>(scale_bias(0.25, 0.25, high), base);
    const Module *either = select(-0.5, 999.5, 0.5, scale_bias(0.03125, -0.96875, low), lifted,
                                  base);
    const Module *terrain = cached("mountainousTerrain",
                                   exponent(s.mountain_glaciation, scale_bias(0.8, 0.0, either)));

    const Module *peak_height = exponent(1.25, perlin(110, 14.5, lacunarity, 6));
    mountainous = cached("scaledMountainousTerrain",
                         combine<nm::Multiply>(scale_bias(0.125, 0.125, terrain),
                                               scale_bias(0.25, 1.0, peak_height)));
}

void LibnoisePlanet::Builder::hills_and_plains()
{
    const double lacunarity = s.hills_lacunarity, twist = s.hills_twist;
    const Module *tops = scale_bias(0.5, 0.5, billow(60, 1663.0, lacunarity, 6));
    const Module *valleys = scale_bias(-2.0, -0.5, ridged(61, 367.5, lacunarity, 1));
    const Module *warped = scale_bias(0.75, -0.25, blend(constant(-1.0), valleys, tops));
    warped = exponent(1.375, warped);
    warped = turbulence(62, 1531.0, 1.0 / 16921.0 * twist, 4, warped);
    warped = turbulence(63, 21617.0, 1.0 / 117529.0 * twist, 6, warped);
    const Module *terrain = cached("hillyTerrain", warped);
    const Module *hill_height = exponent(1.25, perlin(120, 13.5, lacunarity, 6));
    hilly = cached("scaledHillyTerrain",
                   combine<nm::Multiply>(scale_bias(0.0625, 0.0625, terrain),
                                         scale_bias(0.5, 1.5, hill_height)));

    const Module *first = scale_bias(0.5, 0.5, billow(70, 1097.5, s.plains_lacunarity, 8));
    const Module *second = scale_bias(0.5, 0.5, billow(71, 1319.5, s.plains_lacunarity, 8));
    terrain = cached("plainsTerrain", scale_bias(2.0, -1.0, combine<nm::Multiply>(first, second)));
    plains = cached("scaledPlainsTerrain", scale_bias(0.00390625, 0.0078125, terrain));
}

void LibnoisePlanet::Builder::badlands(std::unique_ptr<Module> replacement)
{
    const double lacunarity = s.badlands_lacunarity, twist = s.badlands_twist;
    const Module *dunes = scale_bias(0.875, 0.0, ridged(80, 6163.5, lacunarity, 1));
    const Module *grain = scale_bias(0.25, 0.25, cells(std::move(replacement)));
    const Module *sand = cached("badlandsSand", combine<nm::Add>(dunes, grain));

    const Module *cliffs = curve({ { -2.0, -2.0 },
                                   { -1.0, -1.25 },
                                   { -0.0, -0.75 },
                                   { 0.5, -0.25 },
                                   { 0.625, 0.875 },
                                   { 0.75, 1.0 },
                                   { 2.0, 1.25 } },
                                 perlin(90, s.continent_frequency * 839.0, lacunarity, 6));
    cliffs = terrace({ -1.0, -0.875, -0.75, -0.5, 0.0, 1.0 }, clamp(-999.125, 0.875, cliffs));
    cliffs = turbulence(91, 16111.0, 1.0 / 141539.0 * twist, 3, cliffs);
    cliffs = turbulence(92, 36107.0, 1.0 / 211543.0 * twist, 3, cliffs);
    cliffs = cached("badlandsCliffs", cliffs);

    const Module *terrain = cached("badlandsTerrain",
                                   combine<nm::Max>(cliffs, scale_bias(0.25, -0.75, sand)));
    bad = cached("scaledBadlandsTerrain", scale_bias(0.0625, 0.0625, terrain));
}

void LibnoisePlanet::Builder::rivers()
{
    const double lacunarity = s.continent_lacunarity;
    const Module *large = curve({ { -2.0, 2.0 },
                                  { -1.0, 1.0 },
                                  { -0.125, 0.875 },
                                  { 0.0, -1.0 },
                                  { 1.0, -1.5 },
                                  { 2.0, -2.0 } },
                                ridged(100, 18.75, lacunarity, 1));
    const Module *small = curve({ { -2.0, 2.0 },
                                  { -1.0, 1.5 },
                                  { -0.125, 1.4375 },
                                  { 0.0, 0.5 },
                                  { 1.0, 0.25 },
                                  { 2.0, 0.0 } },
                                ridged(101, 43.25, lacunarity, 1));
    river = cached("riverPositions",
                   turbulence(102, 9.25, 1.0 / 57.75, 6, combine<nm::Min>(large, small)));
}

void LibnoisePlanet::Builder::sea_floor()
{
    const Module *drop = clamp(-0.75, s.sea_level,
                               terrace({ -1.0, -0.75, s.shelf_level, 1.0 }, continent));
    const Module *trenches = scale_bias(
        -0.125, -0.125, ridged(130, s.continent_frequency * 4.375, s.continent_lacunarity, 16));
    shelf = cached("continentalShelf", combine<nm::Add>(trenches, drop));
}

void LibnoisePlanet::Builder::surface()
{
    const double sea = s.sea_level, height = s.continent_height_scale;
    const Module *base = cached("baseContinentElev",
                                select(s.shelf_level - 1000.0, s.shelf_level, 0.03125,
                                       scale_bias(height, 0.0, continent), shelf, continent));

    const Module *land = cached("continentsWithPlains", combine<nm::Add>(base, plains));

    land = cached("continentsWithHills",
                  select(1.0 - s.hills_amount, 1001.0 - s.hills_amount, 0.25, land,
                         combine<nm::Add>(base, hilly), terrain_type));

    const Module *rise = curve(
        { { -1.0, -0.0625 }, { 0.0, 0.0 }, { 1.0 - s.mountains_amount, 0.0625 }, { 1.0, 0.25 } },
        continent);
    const Module *raised = combine<nm::Add>(combine<nm::Add>(base, mountainous), rise);
    land = cached("continentsWithMountains",
                  select(1.0 - s.mountains_amount, 1001.0 - s.mountains_amount, 0.25, land, raised,
                         terrain_type));

    const Module *places = perlin(140, 16.5, s.continent_lacunarity, 2);
    const Module *placed = select(1.0 - s.badlands_amount, 1001.0 - s.badlands_amount, 0.25, land,
                                  combine<nm::Add>(base, bad), places);
    land = cached("continentsWithBadlands", combine<nm::Max>(land, placed));

    const Module *cut = combine<nm::Add>(
        land, scale_bias(s.river_depth / 2.0, -s.river_depth / 2.0, river));
    land = cached("continentsWithRivers", select(sea, height + sea, height - sea, land, cut, land));

    const Module *unscaled = cached("unscaledFinalPlanet", land);
    const double half = (s.max_elevation - s.min_elevation) / 2.0;
    cached("finalPlanet", scale_bias(half, s.min_elevation + half, unscaled));
}

void LibnoisePlanet::Builder::build(std::unique_ptr<Module> replacement)
{
    continents();
    mountains();
    hills_and_plains();
    badlands(std::move(replacement));
    rivers();
    sea_floor();
    surface();
}

LibnoisePlanet::LibnoisePlanet(const wn_planet_settings &settings, std::unique_ptr<Module> cells)
{
    Builder(*this, settings).build(std::move(cells));
}
