/* SPDX-License-Identifier: MIT */
/*
 * What other libraries have for the same noise, in f32 on one thread: one source for each, compiled
 * where the library is installed. Nothing here knows how times are taken.
 */
#ifndef WN_BENCH_NOISE_PEERS_H
#define WN_BENCH_NOISE_PEERS_H

#include <widenoise/widenoise.h>

#include <cstddef>
#include <memory>

/* A noise that a peer may have. */
struct NoiseKind {
    wn_primitive primitive;
    wn_cellular_return returns;
    int dimensions;
    int fractal; /* wn_fractal_kind over the primitive; -1: the primitive itself */
    int octaves;
    float frequency;
};

/* A peer's function for a kind of noise, seeds and all else as it likes. */
class PeerNoise {
public:
    virtual ~PeerNoise() = default;
    /* Before points(): n coordinates of each dimension, for peers that copy them elsewhere. The
     * arrays stay. */
    virtual void take(size_t n, const float *const *in) = 0;
    virtual void points(float *out) = 0;
    /* The coordinates 0, 1, 2, ... along each axis; count[k] is 1 beyond the dimensions. */
    virtual void grid(const size_t *count, float *out) = 0;
};

struct Peer {
    const char *name;
    bool by_tier; /* has code for several instruction sets and lets one choose */
    /* NULL if the peer has no such noise; isa: the widest that it may use. */
    std::unique_ptr<PeerNoise> (*create)(const NoiseKind &kind, wn_isa isa);
};

extern const Peer peer_stb_perlin, peer_fastnoise2, peer_fastnoisesimd, peer_fastnoiselite;

/* A function of one point, f(x, y, z), z being 0 in two dimensions, called for each. */
template <class F> class PeerFunction : public PeerNoise {
public:
    PeerFunction(const NoiseKind &kind, F f)
        : dimensions(kind.dimensions)
        , function(f)
    {
    }
    void take(size_t n, const float *const *in) override
    {
        size = n;
        for (int k = 0; k < dimensions; k++)
            coordinate[k] = in[k];
    }
    void points(float *out) override
    {
        if (dimensions == 2) {
            for (size_t i = 0; i < size; i++)
                out[i] = function(coordinate[0][i], coordinate[1][i], 0.0F);
        } else {
            for (size_t i = 0; i < size; i++)
                out[i] = function(coordinate[0][i], coordinate[1][i], coordinate[2][i]);
        }
    }
    void grid(const size_t *count, float *out) override
    {
        for (size_t z = 0; z < count[2]; z++) {
            for (size_t y = 0; y < count[1]; y++) {
                for (size_t x = 0; x < count[0]; x++)
                    *out++ = function(static_cast<float>(x), static_cast<float>(y),
                                      static_cast<float>(z));
            }
        }
    }

private:
    int dimensions;
    F function;
    size_t size = 0;
    const float *coordinate[3] = {};
};

template <class F> std::unique_ptr<PeerNoise> peer_function(const NoiseKind &kind, F function)
{
    return std::make_unique<PeerFunction<F>>(kind, function);
}

#endif
