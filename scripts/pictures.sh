#!/bin/bash
# SPDX-License-Identifier: MIT
# Makes the pictures of docs/noise.md: scripts/pictures.sh [COMMAND], after scripts/planet.sh or
# scripts/test.sh has built the command.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
command=${1:-build/release/widenoise}
mkdir -p docs/noise

picture() { # NAME ARGUMENT...
  "$command" field "${@:2}" --grid 256x256 --seed 1 -o "docs/noise/$1.png"
}

for primitive in value value_cubic perlin simplex super_simplex white cellular; do
  picture "$primitive" "$primitive" --frequency 0.0625
done
for returns in f2_minus_f1 value edge; do
  picture "cellular_$returns" cellular --returns "$returns" --frequency 0.0625
done
for fractal in fbm billow ridged ping_pong multi hybrid_multi; do
  picture "$fractal" perlin --fractal "$fractal" --frequency 0.015625
done
picture warp_gradient perlin --fractal fbm --warp gradient --warp-amplitude 30 \
  --warp-frequency 0.02 --frequency 0.015625
picture warp_noise perlin --fractal fbm --warp noise --warp-mode progressive --warp-octaves 3 \
  --warp-amplitude 40 --warp-frequency 0.01 --frequency 0.015625
