#!/bin/bash
# SPDX-License-Identifier: MIT
# All sources are as clang-format and shellcheck want them.
# usage: format.sh
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
for tool in clang-format shellcheck; do
  command -v "$tool" >/dev/null || { echo "skipped: $tool is missing"; exit 77; }
done
files() { # NAME...
  local name pattern=()
  for name in "$@"; do
    pattern+=(-o -name "$name")
  done
  find . \( -path './.git' -o -path './build' \) -prune -o -type f \( "${pattern[@]:1}" \) -print
}
status=0
mapfile -t sources < <(files '*.c' '*.h' '*.cpp')
clang-format --dry-run -Werror "${sources[@]}" || status=1
mapfile -t scripts < <(files '*.sh')
shellcheck -x "${scripts[@]}" .ci/run || status=1
echo "${#sources[@]} sources, ${#scripts[@]} scripts"
exit $status
