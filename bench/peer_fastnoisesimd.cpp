/* SPDX-License-Identifier: MIT */
/*
 * FastNoiseSIMD: three dimensions. Its arrays must be aligned and padded as it wants them, so that
 * both coordinates and results are in arrays of its own.
 */
#include "noise_peers.h"

#include <FastNoiseSIMD.h>

#include <algorithm>

namespace {

struct Destroy {
    void operator()(float *set) const { FastNoiseSIMD::FreeNoiseSet(set); }
};
using NoiseSet = std::unique_ptr<float, Destroy>;

class Noise : public PeerNoise {
public:
    explicit Noise(std::unique_ptr<FastNoiseSIMD> chosen)
        : noise(std::move(chosen))
    {
    }
    void take(size_t n, const float *const *in) override
    {
        coordinates = std::make_unique<FastNoiseVectorSet>(static_cast<int>(n));
        std::copy_n(in[0], n, coordinates->xSet);
        std::copy_n(in[1], n, coordinates->ySet);
        std::copy_n(in[2], n, coordinates->zSet);
        reserve(n);
    }
    void points(float *) override { noise->FillNoiseSet(results.get(), coordinates.get()); }
    void grid(const size_t *count, float *) override
    {
        reserve(count[0] * count[1] * count[2]);
        noise->FillNoiseSet(results.get(), 0, 0, 0, static_cast<int>(count[0]),
                            static_cast<int>(count[1]), static_cast<int>(count[2]));
    }

private:
    void reserve(size_t n)
    {
        if (n <= reserved)
            return;
        results.reset(FastNoiseSIMD::GetEmptySet(static_cast<int>(n)));
        reserved = n;
    }

    std::unique_ptr<FastNoiseSIMD> noise;
    std::unique_ptr<FastNoiseVectorSet> coordinates;
    NoiseSet results;
    size_t reserved = 0;
};

/* Its noise type for a kind: {single, octaves}. */
bool choose(const NoiseKind &kind, FastNoiseSIMD &noise)
{
    const bool single = kind.fractal < 0;
    if (kind.dimensions != 3)
        return false;
    switch (kind.primitive) {
    case WN_PRIMITIVE_VALUE:
        noise.SetNoiseType(single ? FastNoiseSIMD::Value : FastNoiseSIMD::ValueFractal);
        break;
    case WN_PRIMITIVE_VALUE_CUBIC:
        noise.SetNoiseType(single ? FastNoiseSIMD::Cubic : FastNoiseSIMD::CubicFractal);
        break;
    case WN_PRIMITIVE_PERLIN:
        noise.SetNoiseType(single ? FastNoiseSIMD::Perlin : FastNoiseSIMD::PerlinFractal);
        break;
    case WN_PRIMITIVE_SIMPLEX:
        noise.SetNoiseType(single ? FastNoiseSIMD::Simplex : FastNoiseSIMD::SimplexFractal);
        break;
    case WN_PRIMITIVE_CELLULAR:
        if (!single)
            return false;
        noise.SetNoiseType(FastNoiseSIMD::Cellular);
        noise.SetCellularReturnType(kind.returns == WN_CELLULAR_VALUE ? FastNoiseSIMD::CellValue
                                                                      : FastNoiseSIMD::Distance);
        break;
    default:
        return false;
    }
    switch (kind.fractal) {
    case -1:
    case WN_FRACTAL_FBM:
        noise.SetFractalType(FastNoiseSIMD::FBM);
        break;
    case WN_FRACTAL_BILLOW:
        noise.SetFractalType(FastNoiseSIMD::Billow);
        break;
    case WN_FRACTAL_RIDGED:
        noise.SetFractalType(FastNoiseSIMD::RigidMulti);
        break;
    default:
        return false;
    }
    noise.SetFractalOctaves(kind.octaves);
    noise.SetFrequency(kind.frequency);
    return true;
}

/* Its levels: 0 none, 1 SSE2, 2 SSE4.1, 3 AVX2, 4 AVX-512, 5 NEON. */
int level_of(wn_isa isa)
{
    switch (isa) {
    case WN_ISA_SCALAR:
        return 0;
    case WN_ISA_SSE41:
        return 2;
    case WN_ISA_AVX2:
        return 3;
    case WN_ISA_AVX512:
        return 4;
    default:
        return 5;
    }
}

std::unique_ptr<PeerNoise> create(const NoiseKind &kind, wn_isa isa)
{
    static const int best = FastNoiseSIMD::GetSIMDLevel(); /* what the CPU has */
    FastNoiseSIMD::SetSIMDLevel(std::min(best, level_of(isa)));
    std::unique_ptr<FastNoiseSIMD> noise(FastNoiseSIMD::NewFastNoiseSIMD());
    if (!noise || !choose(kind, *noise))
        return nullptr;
    return std::make_unique<Noise>(std::move(noise));
}

} // namespace

const Peer peer_fastnoisesimd = { "FastNoiseSIMD", true, create };
