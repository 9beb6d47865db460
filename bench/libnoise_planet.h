/* SPDX-License-Identifier: MIT */
/*
 * The complex planet built from libnoise's own classes, cache modules included: what the parity
 * test compares with and what the benchmark is measured against. The same 128 modules as
 * wn_planet_build() with WN_PLANET_LIBNOISE, but written apart from it, so that an error in one is
 * not an error in both.
 */
#ifndef WN_BENCH_LIBNOISE_PLANET_H
#define WN_BENCH_LIBNOISE_PLANET_H

#include "../include/widenoise/planet.h"

#include <libnoise/noise.h>

#include <cstddef>
#include <map>
#include <memory>
#include <string>
#include <vector>

class LibnoisePlanet {
public:
    using Module = noise::module::Module;

    /*
     * cells, if given, stands in for the planet's one Voronoi module (frequency 16183.25,
     * displacement 0, seed + 81, distance on): Debian's libnoise is miscompiled there.
     */
    explicit LibnoisePlanet(const wn_planet_settings &settings,
                            std::unique_ptr<Module> cells = nullptr);

    /* The cache module of a group, named as by wn_planet_group_at(); throws if there is none. */
    const Module &group(const std::string &name) const { return *groups.at(name); }

    /* Elevation in metres. */
    const Module &final_planet() const { return group("finalPlanet"); }

    std::size_t modules() const { return owned.size(); }

private:
    class Builder;
    std::vector<std::unique_ptr<Module>> owned;
    std::map<std::string, const Module *> groups;
};

#endif
