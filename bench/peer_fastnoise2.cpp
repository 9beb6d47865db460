/* SPDX-License-Identifier: MIT */
/* FastNoise2, from version 1.0 on. */
#include "noise_peers.h"

#include <FastNoise/FastNoise.h>

namespace {

class Noise : public PeerNoise {
public:
    Noise(const NoiseKind &kind, FastNoise::SmartNode<> root)
        : dimensions(kind.dimensions)
        , node(std::move(root))
    {
    }
    void take(size_t n, const float *const *in) override
    {
        size = static_cast<int>(n);
        for (int k = 0; k < dimensions; k++)
            coordinate[k] = in[k];
    }
    void points(float *out) override
    {
        const float *const *const c = coordinate;
        if (dimensions == 2)
            node->GenPositionArray2D(out, size, c[0], c[1], 0.0F, 0.0F, seed);
        else if (dimensions == 3)
            node->GenPositionArray3D(out, size, c[0], c[1], c[2], 0.0F, 0.0F, 0.0F, seed);
        else
            node->GenPositionArray4D(out, size, c[0], c[1], c[2], c[3], 0.0F, 0.0F, 0.0F, 0.0F,
                                     seed);
    }
    void grid(const size_t *count, float *out) override
    {
        int n[4];
        for (int k = 0; k < 4; k++)
            n[k] = static_cast<int>(count[k]);
        if (dimensions == 2)
            node->GenUniformGrid2D(out, 0.0F, 0.0F, n[0], n[1], 1.0F, 1.0F, seed);
        else if (dimensions == 3)
            node->GenUniformGrid3D(out, 0.0F, 0.0F, 0.0F, n[0], n[1], n[2], 1.0F, 1.0F, 1.0F, seed);
        else
            node->GenUniformGrid4D(out, 0.0F, 0.0F, 0.0F, 0.0F, n[0], n[1], n[2], n[3], 1.0F, 1.0F,
                                   1.0F, 1.0F, seed);
    }

private:
    static constexpr int seed = 1337;
    const int dimensions;
    const FastNoise::SmartNode<> node;
    int size = 0;
    const float *coordinate[4] = {};
};

/* Where AVX2 means AVX2 with FMA, the plain one is not compiled and would fall to SSE4.1. */
template <class Set> constexpr auto avx2(int) -> decltype(Set::AVX2_FMA)
{
    return Set::AVX2_FMA;
}
template <class Set> constexpr auto avx2(long) -> decltype(Set::AVX2)
{
    return Set::AVX2;
}

FastSIMD::FeatureSet features_of(wn_isa isa)
{
    using Set = FastSIMD::FeatureSet;
    switch (isa) {
    case WN_ISA_SCALAR:
        return Set::SCALAR;
    case WN_ISA_SSE41:
        return Set::SSE41;
    case WN_ISA_AVX2:
        return avx2<Set>(0);
    default:
        return Set::Max;
    }
}

/* Its nodes count scale, units per cell; a NULL node: not for these instructions. */
template <class T>
FastNoise::SmartNode<T> scaled(const NoiseKind &kind, FastSIMD::FeatureSet features)
{
    FastNoise::SmartNode<T> node = FastNoise::New<T>(features);
    if (node)
        node->SetScale(1 / kind.frequency);
    return node;
}

template <class T>
FastNoise::SmartNode<> cellular(const NoiseKind &kind, FastSIMD::FeatureSet features)
{
    FastNoise::SmartNode<T> node = scaled<T>(kind, features);
    if (node)
        node->SetDistanceFunction(FastNoise::DistanceFunction::Euclidean);
    return node;
}

FastNoise::SmartNode<> primitive(const NoiseKind &kind, FastSIMD::FeatureSet features)
{
    switch (kind.primitive) {
    case WN_PRIMITIVE_VALUE:
        return scaled<FastNoise::Value>(kind, features);
    case WN_PRIMITIVE_PERLIN:
        return scaled<FastNoise::Perlin>(kind, features);
    case WN_PRIMITIVE_SIMPLEX:
        return scaled<FastNoise::Simplex>(kind, features);
    case WN_PRIMITIVE_SUPER_SIMPLEX:
        return scaled<FastNoise::SuperSimplex>(kind, features);
    case WN_PRIMITIVE_CELLULAR:
        if (kind.returns == WN_CELLULAR_VALUE)
            return cellular<FastNoise::CellularValue>(kind, features);
        return cellular<FastNoise::CellularDistance>(kind, features);
    default: /* its white noise has no cells, so no scale */
        return {};
    }
}

template <class T>
FastNoise::SmartNode<> octaves(const NoiseKind &kind, FastSIMD::FeatureSet features,
                               const FastNoise::SmartNode<> &source)
{
    FastNoise::SmartNode<T> node = FastNoise::New<T>(features);
    if (node) {
        node->SetSource(source);
        node->SetOctaveCount(kind.octaves);
    }
    return node;
}

std::unique_ptr<PeerNoise> create(const NoiseKind &kind, wn_isa isa)
{
    const FastSIMD::FeatureSet features = features_of(isa);
    if (kind.dimensions < 2)
        return nullptr;
    FastNoise::SmartNode<> node = primitive(kind, features);
    if (node && kind.fractal >= 0) {
        if (kind.fractal == WN_FRACTAL_FBM)
            node = octaves<FastNoise::FractalFBm>(kind, features, node);
        else if (kind.fractal == WN_FRACTAL_RIDGED)
            node = octaves<FastNoise::FractalRidged>(kind, features, node);
        else
            return nullptr;
    }
    if (!node)
        return nullptr;
    return std::make_unique<Noise>(kind, node);
}

} // namespace

const Peer peer_fastnoise2 = { "FastNoise2", true, create };
