#!/bin/bash
# SPDX-License-Identifier: MIT
# Every global symbol of the static library begins with wn_, and what it needs from outside is this
# little of the C library: nothing of libm (whose results differ), nothing that prints or ends.
# usage: symbols.sh ARCHIVE NM COMPILER
set -euo pipefail
archive=$1 nm=$2 compiler=$3

needed='_GLOBAL_OFFSET_TABLE_|__stack_chk_fail|(__)?(v?snprintf|mem(cpy|move|set))(_chk)?'
needed+='|aligned_alloc|bcmp|calloc|clock_gettime|free|getenv|malloc|memcmp|qsort|realloc|strcmp|strlen'
# what compilers make of atomics on AArch64
needed+='|__aarch64_[a-z0-9_]+|__getauxval'

offences() { # ARCHIVE
  "$nm" -g "$1" 2>/dev/null | awk -v needed="^($needed)\$" '
    NF < 2 { next }
    { name = $NF; kind = $(NF - 1) }
    kind ~ /^[Uw]$/ { wanted[name]; next }
    { defined[name]++ }
    name !~ /^wn_/ { print "defined without the prefix: " name }
    defined[name] == 2 { print "defined twice: " name }
    END {
      for (name in wanted)
        if (!(name in defined) && name !~ needed)
          print "needed from outside: " name
      for (name in defined)
        symbols++
      if (!symbols)
        print "no symbols"
    }'
}

# The check must be able to fail.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/probe.c" <<'C'
double pow(double, double);
int puts(const char *);
double helper(double a) { return puts("") + pow(a, a); }
C
"$compiler" -c "$scratch/probe.c" -o "$scratch/probe.o"
found=$(offences "$scratch/probe.o")
for name in helper pow puts; do
  [[ $found == *": $name"* ]] || { echo "the check itself fails to find $name"; exit 1; }
done

found=$(offences "$archive")
if [[ -n $found ]]; then
  echo "$found"
  exit 1
fi
echo "$("$nm" -g --defined-only "$archive" 2>/dev/null | grep -c ' wn_') symbols, all wn_"
