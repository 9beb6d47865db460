#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs what is needed, builds the command, and computes a map of the planet: planet.png, or
# whatever the arguments of `widenoise planet` say (scripts/planet.sh --help).
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
# shellcheck source=scripts/packages.sh
source "$root/scripts/packages.sh"
packages_install "${packages_command[@]}"

# A tree that scripts/test.sh has configured keeps its tests and benchmarks.
options=()
[[ -e $root/build/release/CTestTestfile.cmake ]] || options=(-DWN_BUILD_TESTS=OFF -DWN_BUILD_BENCH=OFF)
(
  cd "$root"
  cmake --preset release "${options[@]}"
  cmake --build --preset release --parallel "$(nproc)" --target widenoise_command
)

[[ " $* " == *" -o "* || " $* " == *" --help "* ]] || set -- -o planet.png "$@"
echo "build/release/widenoise planet $*"
"$root/build/release/widenoise" planet "$@"
echo "done: look at the picture, or at --help for regions, seeds and settings"
