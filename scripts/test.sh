#!/bin/bash
# SPDX-License-Identifier: MIT
# Installs what is needed, then builds and tests each preset; release, with all of its tests, last.
# scripts/test.sh PRESET... does so for some presets only (CMakePresets.json).
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
# shellcheck source=scripts/packages.sh
source scripts/packages.sh
packages_install "${packages_tests[@]}"

presets=("$@")
((${#presets[@]})) || presets=(dev clang asan ubsan tsan aarch64 release)
logs=build/logs
mkdir -p "$logs"
jobs=$(nproc)
summary=() failed=()

# CTest's closing lines in one: passed, failed, skipped.
summarize() {
  local preset=$1 seconds=$2 line total=0 bad=0 skipped
  line=$(grep -E 'tests passed, [0-9]+ tests? failed out of' "$logs/$preset.txt") || true
  if [[ $line =~ ([0-9]+)\ tests?\ failed\ out\ of\ ([0-9]+) ]]; then
    bad=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
  fi
  ((total)) || { printf '%-8s no tests ran (%d s)' "$preset" "$seconds"; return; }
  skipped=$(grep -c '\*\*\*Skipped' "$logs/$preset.txt") || true
  printf '%-8s %3d passed, %d failed, %d skipped (%d s)' \
    "$preset" $((total - bad - skipped)) "$bad" "$skipped" "$seconds"
}

run() {
  local preset=$1 options=(-DWN_BUILD_TESTS=ON) selection=()
  if [[ $preset == release ]]; then
    options+=(-DWN_BUILD_BENCH=ON)
  else
    # tests of the sources, of the installation, and on emulated CPUs: once is enough
    selection=(--label-exclude 'source|slow')
  fi
  if [[ $preset == tsan ]]; then # what has one thread
    selection+=(--exclude-regex '^(lanes|math_lanes|kernels|golden|math|parity|command|determinism|field|hash|lattice_noise|fractal|simplex|cellular|grid)')
  fi
  cmake --preset "$preset" "${options[@]}" >"$logs/$preset-configure.txt" ||
    { cat "$logs/$preset-configure.txt"; return 1; }
  cmake --build --preset "$preset" --parallel "$jobs" >"$logs/$preset-build.txt" 2>&1 ||
    { cat "$logs/$preset-build.txt"; return 1; }
  ctest --preset "$preset" --parallel "$jobs" "${selection[@]}" --no-tests=error 2>&1 |
    tee "$logs/$preset.txt"
}

for preset in "${presets[@]}"; do
  # The last run ends the output with CTest's own closing lines, so the others are summed up here.
  if [[ $preset == "${presets[-1]}" ]] && ((${#summary[@]})); then
    printf '\n==== so far ====\n'
    printf '%s\n' "${summary[@]}"
  fi
  printf '\n==== %s ====\n' "$preset"
  : >"$logs/$preset.txt"
  SECONDS=0
  run "$preset" || failed+=("$preset")
  summary+=("$(summarize "$preset" "$SECONDS")")
done
if ((${#failed[@]})); then
  echo
  printf '%s\n' "${summary[@]}"
  printf '\nFAILED: %s\n' "${failed[*]}"
  exit 1
fi
