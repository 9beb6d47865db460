#!/bin/bash
# SPDX-License-Identifier: MIT
# The command writes the same bytes on every tier, with any number of threads, and for a map put
# together from four; and they are the frozen ones.
# usage: determinism.sh WIDENOISE TEST_PLANET_HASH
set -euo pipefail
golden=$(cd "$(dirname "${BASH_SOURCE[0]}")/golden" && pwd)
command=$(realpath "$1") hash=$(realpath "$2")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"

planet() {
  "$command" planet --precision f64 "$@"
}

planet --size 256x128 -o whole.npy
planet --size 256x128 -o whole.raw
"$hash" "$golden/planet_hash.txt" 0 whole.raw
cmp whole.raw <(tail -c $((256 * 128 * 8)) whole.npy)

mapfile -t tiers < <("$command" info | awk '/^tier/ { table = 1; next } !NF { table = 0 }
  table && $NF == "yes" { print $1 }')
((${#tiers[@]}))
for tier in "${tiers[@]}"; do
  for threads in 1 2; do
    planet --size 256x128 --isa "$tier" --threads "$threads" -o part.npy
    cmp whole.npy part.npy
  done
done

# The steps of these axes are dyadic fractions, so that a quarter's own axes are the whole's.
quarter() { # NAME BOUNDS
  planet --size 128x64 --bounds "$2" -o part.raw
  split --bytes=$((128 * 8)) --numeric-suffixes --suffix-length=2 part.raw "$1."
}
quarter nw 0,90,-180,0
quarter ne 0,90,0,180
quarter sw -90,0,-180,0
quarter se -90,0,0,180
for half in n s; do
  for row in "$half"w.*; do
    cat "$row" "${half}e.${row#*.}"
  done
done >quarters.raw
cmp whole.raw quarters.raw
echo "same bytes: ${tiers[*]} on 1 and 2 threads, and in quarters"
