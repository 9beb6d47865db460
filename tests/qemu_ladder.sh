#!/bin/bash
# SPDX-License-Identifier: MIT
# Runs a program on an emulated CPU, where an instruction that the CPU lacks ends it.
# usage: qemu_ladder.sh CPU COMPILER PROGRAM [ARGUMENT]...
set -euo pipefail
cpu=$1 compiler=$2
shift 2
command -v qemu-x86_64 >/dev/null || { echo "skipped: qemu-x86_64 is missing"; exit 77; }

# The emulator must be able to tell: an instruction of the next rung ends the program there.
case $cpu in
  Conroe) next=(-msse4.1 'asm volatile("ptest %xmm0, %xmm0");') ;;
  Penryn) next=(-mavx 'asm volatile("vxorps %ymm0, %ymm0, %ymm0");') ;;
  Haswell) next=(-mavx512f 'asm volatile("vpxord %zmm0, %zmm0, %zmm0");') ;;
esac
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
echo "int main(void) { ${next[1]} return 0; }" |
  "$compiler" -std=gnu11 "${next[0]}" -x c - -o "$scratch/probe"
ulimit -c 0
if { qemu-x86_64 -cpu "$cpu" "$scratch/probe"; } 2>/dev/null; then
  echo "skipped: qemu-x86_64 runs ${next[0]} on $cpu"
  exit 77
fi
qemu-x86_64 -cpu "$cpu" "$@"
