#!/bin/bash
# SPDX-License-Identifier: MIT
# What an embedder does. This build is installed; a project that embeds the sources builds the
# shared library, which is installed too. With each of them the examples are built, through
# find_package and through pkg-config, and must print the same.
# usage: install.sh BUILD_DIR COMPILER NM
set -euo pipefail
build=$1 compiler=$2 nm=$3
source=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

quietly() {
  "$@" >"$scratch/log" 2>&1 || { cat "$scratch/log"; echo "failed: $*"; exit 1; }
}

first=
run() { # DIRECTORY WHAT
  local output
  output=$("$1/minimal" && "$1/graph" && "$1/grid" && "$1/terrain") || { echo "$2: $output"; exit 1; }
  [[ -n $first ]] || first=$output
  [[ $output == "$first" ]] || { echo "$2 prints something else: $output"; exit 1; }
  echo "$2: $(wc -l <<<"$output") lines, the same"
}

examples() { # DIRECTORY OPTION...
  quietly cmake -S "$source/examples" -B "$1" -DCMAKE_C_COMPILER="$compiler" \
    -DCMAKE_BUILD_TYPE=Release "${@:2}"
  quietly cmake --build "$1" --parallel 2
}

consume() { # PREFIX WHAT: the prefix is used at another place than it was installed to
  local prefix=$1.moved what=$2 flags
  mv "$1" "$prefix"
  examples "$1.cmake" -DCMAKE_PREFIX_PATH="$prefix"
  run "$1.cmake" "$what, find_package"
  command -v pkg-config >/dev/null || { echo "skipped: pkg-config is missing"; return; }
  mkdir "$1.pc"
  PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name widenoise.pc)")
  export PKG_CONFIG_PATH
  read -r -a flags < <(pkg-config --cflags --libs widenoise)
  for example in minimal graph grid terrain; do
    quietly "$compiler" -std=c11 "$source/examples/$example.c" -o "$1.pc/$example" \
      "${flags[@]}" -pthread -Wl,-rpath,"$(pkg-config --variable=libdir widenoise)"
  done
  run "$1.pc" "$what, pkg-config"
}

quietly cmake --install "$build" --prefix "$scratch/built"
consume "$scratch/built" "this build"

examples "$scratch/embed" -DWIDENOISE_SOURCE_DIR="$source" -DBUILD_SHARED_LIBS=ON -DWN_INSTALL=ON
run "$scratch/embed" "embedded, shared"
quietly cmake --install "$scratch/embed" --prefix "$scratch/shared"
library=$(find "$scratch/shared" -name libwidenoise.so)
consume "$scratch/shared" "shared"

# The README's program is the example.
awk '/^```c$/ { program = 1; next } /^```$/ { if (program) exit } program' "$source/README.md" |
  diff - <(sed '/^\/\* .* \*\/$/d' "$source/examples/minimal.c") ||
  { echo "above: < README.md, > examples/minimal.c"; exit 1; }

# The shared library exports what the headers declare, all of it and nothing else.
library=${library/"$scratch/shared"/"$scratch/shared.moved"}
diff <(grep -ohE '\bwn_[a-z0-9_]+\(' "$source"/include/widenoise/*.h | tr -d '(' | sort -u) \
  <("$nm" -D --defined-only "$library" | awk '{ print $3 }' | sort -u) ||
  { echo "above: < declared only, > exported only"; exit 1; }
