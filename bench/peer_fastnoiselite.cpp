/* SPDX-License-Identifier: MIT */
/* FastNoiseLite, its C header: one point at a time. */
#include "noise_peers.h"

#define FNL_IMPL
#include <FastNoiseLite.h>

static bool choose(const NoiseKind &kind, fnl_state *state)
{
    switch (kind.primitive) {
    case WN_PRIMITIVE_VALUE:
        state->noise_type = FNL_NOISE_VALUE;
        break;
    case WN_PRIMITIVE_VALUE_CUBIC:
        state->noise_type = FNL_NOISE_VALUE_CUBIC;
        break;
    case WN_PRIMITIVE_PERLIN:
        state->noise_type = FNL_NOISE_PERLIN;
        break;
    case WN_PRIMITIVE_SIMPLEX:
        state->noise_type = FNL_NOISE_OPENSIMPLEX2;
        break;
    case WN_PRIMITIVE_SUPER_SIMPLEX:
        state->noise_type = FNL_NOISE_OPENSIMPLEX2S;
        break;
    case WN_PRIMITIVE_CELLULAR:
        state->noise_type = FNL_NOISE_CELLULAR;
        state->cellular_distance_func = FNL_CELLULAR_DISTANCE_EUCLIDEAN;
        state->cellular_return_type = kind.returns == WN_CELLULAR_VALUE
            ? FNL_CELLULAR_RETURN_TYPE_CELLVALUE
            : FNL_CELLULAR_RETURN_TYPE_DISTANCE;
        break;
    default:
        return false;
    }
    switch (kind.fractal) {
    case -1:
        state->fractal_type = FNL_FRACTAL_NONE;
        break;
    case WN_FRACTAL_FBM:
        state->fractal_type = FNL_FRACTAL_FBM;
        break;
    case WN_FRACTAL_RIDGED:
        state->fractal_type = FNL_FRACTAL_RIDGED;
        break;
    case WN_FRACTAL_PING_PONG:
        state->fractal_type = FNL_FRACTAL_PINGPONG;
        break;
    default:
        return false;
    }
    state->frequency = kind.frequency;
    state->octaves = kind.octaves;
    return kind.dimensions == 2 || kind.dimensions == 3;
}

static std::unique_ptr<PeerNoise> create(const NoiseKind &kind, wn_isa)
{
    fnl_state state = fnlCreateState();
    if (!choose(kind, &state))
        return nullptr;
    if (kind.dimensions == 2)
        return peer_function(kind, [state](float x, float y, float) mutable {
            return static_cast<float>(fnlGetNoise2D(&state, x, y));
        });
    return peer_function(kind, [state](float x, float y, float z) mutable {
        return static_cast<float>(fnlGetNoise3D(&state, x, y, z));
    });
}

const Peer peer_fastnoiselite = { "FastNoiseLite", false, create };
