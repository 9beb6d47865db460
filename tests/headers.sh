#!/bin/bash
# SPDX-License-Identifier: MIT
# Each public header compiles alone, as C11 and as C++17, without a warning.
# usage: headers.sh C_COMPILER [CXX_COMPILER]
set -euo pipefail
include=$(cd "$(dirname "${BASH_SOURCE[0]}")/../include" && pwd)
flags=(-fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror -I"$include")
checked=0
for header in "$include"/widenoise/*.h; do
  line="#include <widenoise/${header##*/}>"
  "$1" -std=c11 -Wstrict-prototypes "${flags[@]}" -x c - <<<"$line"
  [[ -z ${2-} ]] || "$2" -std=c++17 -Wold-style-cast "${flags[@]}" -x c++ - <<<"$line"
  checked=$((checked + 1))
done
echo "$checked headers"
((checked))
[[ -n ${2-} ]] || { echo "skipped: C++, for want of a compiler"; exit 77; }
