#!/bin/bash
# SPDX-License-Identifier: MIT
# Disassembles every object of a build. No object may fuse a multiplication with an addition, and
# none may hold instructions beyond its tier: what is not in a tier's unit runs on any CPU.
# usage: objcheck.sh BUILD_DIR OBJDUMP COMPILER
set -euo pipefail
build=$1 objdump=$2 compiler=$3

# Reads disassembly; prints the offences of each object, by the tier that its target's name states.
# A VEX or EVEX instruction is known by its encoding (c4, c5, 62 after segment and address prefixes)
# whatever its name is, so that BMI and mask instructions are found too.
read -r -d '' program <<'AWK' || true
function offence(why) {
  if (count[object]++ < 5)
    printf "%s (%s): %s: %s %s\n", object, tier, why, $3, $4
  bad = 1
}
/file format/ {
  object = $0
  sub(/: +file format.*/, "", object)
  objects++
  target = object
  sub(/.*CMakeFiles\//, "", target)
  tier = match(target, /(sse41|avx2|avx512|neon)/) ? substr(target, RSTART, RLENGTH) : "any CPU"
  seen[tier]++
  x86 = ($0 ~ /x86-64|i386/)
}
NF >= 3 {
  name = $3
  sub(/^(data16|addr32|rep|repz|repnz|lock|bnd|notrack|cs|ds|es|fs|gs|ss) +/, "", name)
  operands = name
  sub(/ .*/, "", name)
  instructions++
  if (!x86) {
    if (name ~ /^(fmla|fmls|bfmla|fcmla|fmadd|fmsub|fnmadd|fnmsub)/)
      offence("fused")
    next
  }
  if (name ~ /^vf(n?m(add|sub)|maddsub|msubadd)/)
    offence("fused")
  vex = $2 ~ /^ *((2e|36|3e|26|64|65|67) )*(c4|c5|62) /
  if (tier == "any CPU") {
    if (vex)
      offence("VEX")
    else if (name ~ later_than_sse2)
      offence("later than SSE2")
  } else if (tier == "sse41") {
    if (vex)
      offence("VEX")
    else if (name ~ later_than_sse41)
      offence("later than SSE4.1")
  } else if (tier == "avx2") {
    if ($2 ~ /^ *((2e|36|3e|26|64|65|67) )*62 / || operands ~ /%(zmm|k[0-7])/)
      offence("EVEX")
    else if (name ~ /^(andn|bextr|bls|bzhi|mulx|pdep|pext|rorx|sarx|shlx|shrx|vcvtph|vcvtps2ph)/)
      offence("later than AVX2")
  }
}
BEGIN {
  FS = "\t"
  later_than_sse41 = "^(pcmpgtq|pcmp[ei]str|crc32|popcnt|lzcnt|movbe|aes|pclmul|sha[12]|adcx|adox)"
  later_than_sse2 = later_than_sse41 "|^(round[ps][ds]|blend|pblend|ptest|pshufb|pmulld|pmuldq|" \
    "pmulhrsw|pmaddubsw|pm(in|ax)(s[bd]|u[wd])|pmov[sz]x|p(insr|extr)[bdq]|insertps|extractps|" \
    "dpp[sd]|pcmpeqq|packusdw|phm|mpsadbw|palignr|pabs|psign|ph(add|sub)|h(add|sub)p|addsubp|" \
    "lddqu|mov(ddup|shdup|sldup)|movntdqa)"
}
END {
  if (!instructions) {
    print "no instructions found"
    exit 1
  }
  if (!quiet) {
    printf "%d instructions in %d objects", instructions, objects
    for (tier in seen)
      printf "; %s: %d", tier, seen[tier]
    print ""
  }
  exit bad
}
AWK

check() { # QUIET OBJECT...
  local quiet=$1
  shift
  "$objdump" -dw --insn-width=16 "$@" | awk -v quiet="$quiet" "$program"
}

# The check must be able to fail: each line compiles the probe with some flags as a part of some
# target, and says what the check has to find.
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cat >"$scratch/probe.c" <<'C'
void f(double *restrict a, const double *b)
{
    for (int i = 0; i < 64; i++)
        a[i] = a[i] * b[i] + (double)i;
}
double g(double a) { return __builtin_floor(a); }
C
probe() { # EXPECTED TARGET FLAG...
  local expected=$1 object="$scratch/CMakeFiles/$2.dir/probe.o" found
  shift 2
  mkdir -p "${object%/*}"
  "$compiler" -O3 "$@" -c "$scratch/probe.c" -o "$object"
  found=$(check 1 "$object") && found=clean
  if [[ $found != *"$expected"* ]]; then
    echo "the check itself fails: ${object#"$scratch/"} with $* must be $expected, is: $found"
    exit 1
  fi
}
case $("$compiler" -dumpmachine) in
  x86_64*)
    probe clean plain -ffp-contract=off
    probe clean unit_sse41 -ffp-contract=off -msse4.1
    probe clean unit_avx2 -ffp-contract=off -mavx2
    probe clean unit_avx512 -ffp-contract=off -mavx512f
    probe fused unit_avx2 -ffp-contract=fast -mavx2 -mfma
    probe fused unit_avx512 -ffp-contract=fast -mavx512f
    probe VEX plain -ffp-contract=off -mavx
    probe VEX unit_sse41 -ffp-contract=off -mavx
    probe EVEX unit_avx2 -ffp-contract=off -mavx512f -mprefer-vector-width=512
    probe 'later than SSE2' plain -ffp-contract=off -msse4.1
    ;;
  aarch64*)
    probe clean unit_neon -ffp-contract=off
    probe fused unit_neon -ffp-contract=fast
    probe fused plain -ffp-contract=fast
    ;;
esac

mapfile -t objects < <(find "$build" -path '*/CMakeFiles/*.dir/*.o' | sort)
((${#objects[@]})) || { echo "no objects in $build"; exit 1; }
check 0 "${objects[@]}"
