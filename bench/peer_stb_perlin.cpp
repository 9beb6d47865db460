/* SPDX-License-Identifier: MIT */
/* stb_perlin: Perlin noise of three coordinates, and sums of its octaves. */
#include "noise_peers.h"

#define STB_PERLIN_IMPLEMENTATION
#include <stb/stb_perlin.h>

static std::unique_ptr<PeerNoise> create(const NoiseKind &kind, wn_isa)
{
    if (kind.primitive != WN_PRIMITIVE_PERLIN || kind.dimensions != 3)
        return nullptr;
    const float f = kind.frequency;
    const int octaves = kind.octaves;
    switch (kind.fractal) {
    case -1:
        return peer_function(kind, [f](float x, float y, float z) {
            return stb_perlin_noise3(x * f, y * f, z * f, 0, 0, 0);
        });
    case WN_FRACTAL_FBM:
        return peer_function(kind, [f, octaves](float x, float y, float z) {
            return stb_perlin_fbm_noise3(x * f, y * f, z * f, 2.0F, 0.5F, octaves);
        });
    default: /* its ridges are Musgrave's, ours plain: other work */
        return nullptr;
    }
}

const Peer peer_stb_perlin = { "stb_perlin", false, create };
