#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command widenoise from outside: exit codes, messages, files. usage: test_command.sh COMMAND...
set -u
command=("$@")
passed=0
failed=0
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/work" && cd "$scratch/work" || exit 1

check() { # check DESCRIPTION CONDITION...
    local description=$1
    shift
    if "$@"; then
        passed=$((passed + 1))
    else
        failed=$((failed + 1))
        echo "FAILED: $description"
    fi
}

run() { # run ARGUMENTS...: sets code, and leaves what was printed in ../out and ../err
    "${command[@]}" "$@" >../out 2>../err
    code=$?
}

nothing_here() { [ -z "$(ls -A)" ]; }
only_here() { [ "$(ls -A)" = "$1" ]; }
contains() { grep -qF -- "$2" "$1"; }
same() { cmp -s "$1" "$2"; }
differ() { ! cmp -s "$1" "$2"; }
bytes() { od -An -v -tx1 -j"$2" -N"$3" "$1" | tr -d ' \n'; }
size_of() { wc -c <"$1" | tr -d ' '; }

refuses() { # refuses CODE TEXT ARGUMENTS...: exits so, says so on stderr alone, leaves no file
    local expected=$1 text=$2
    shift 2
    run "$@"
    check "$*: exit code $code, not $expected" [ "$code" -eq "$expected" ]
    check "$*: no '$text' in: $(cat ../err)" contains ../err "$text"
    check "$*: more than one line: $(cat ../err)" [ "$(wc -l <../err)" -le "${lines:-1}" ]
    check "$*: printed on stdout" [ ! -s ../out ]
    check "$*: left files: $(ls -A)" nothing_here
    rm -f -- * .widenoise-*
}

makes() { # makes FILE ARGUMENTS...: exits with 0, says nothing, and leaves that file alone
    local file=$1
    shift
    run "$@"
    check "$*: exit code $code: $(cat ../err)" [ "$code" -eq 0 ]
    check "$*: printed: $(cat ../out ../err)" [ ! -s ../out -a ! -s ../err ]
    check "$*: files: $(ls -A)" only_here "$file"
    mv -f "$file" ../"${keep:-$file}" 2>/dev/null
}

# ---- The command itself ----
for arguments in --help -h --version info "info --help" "planet --help" "planet -h"; do
    run $arguments # the words apart
    check "$arguments: exit code $code" [ "$code" -eq 0 ]
    check "$arguments: no output" [ -s ../out ]
    check "$arguments: on stderr: $(cat ../err)" [ ! -s ../err ]
done
run --version
check "version: $(cat ../out)" grep -qxE 'widenoise [0-9]+\.[0-9]+\.[0-9]+' ../out
run planet --help
for name in --size --bounds --seed --set --variant --group --precision --threads --isa --axis -o \
    sea_level river_depth hills_amount baseContinentDef finalPlanet; do
    check "planet --help does not tell of $name" contains ../out "$name"
done
lines=20 refuses 2 "usage:"
refuses 2 "plant: no such command" plant
refuses 2 "--frobnicate: no such option" --frobnicate
refuses 2 "info: extra: unexpected argument" info extra

run info
check "info: scalar" grep -qE '^scalar .* yes +yes +yes$' ../out
check "info: active" grep -qE '^active +[a-z0-9]+$' ../out
isas=$(awk '/^WN_ISA/ { exit } $NF == "yes" { print $1 }' ../out)
check "info lists no tier" [ -n "$isas" ]

# ---- Usage errors: code 2, the argument named ----
for size in 0x5 5x0 -1x5 5x-1 x 5x x5 5 5x5x5 axb 5xb 1.5x2 " 5x5" "5x 5" 5,5 5X5 0x0 +5x5 \
    2147483648x1 1x2147483648 99999999999999999999x1 2147483647x2147483647 ""; do
    refuses 2 "widenoise planet: --size $size:" planet --size "$size"
done
for bounds in "" 1 1,2,3 1,2,3,4,5 a,b,c,d 0,0,0,1 1,0,0,1 0,1,0,0 0,1,1,0 nan,1,0,1 0,inf,0,1 \
    -90,90,-180,1e999 "0, 1,0,1" "0,1,0,1," -1e308,1e308,0,1 0,1,-1.7e308,1.7e308; do
    refuses 2 "widenoise planet: --bounds $bounds:" planet --bounds "$bounds"
done
for seed in "" x 1.5 2147483648 -2147483649 1e10 nan "1 "; do
    refuses 2 "widenoise planet: --seed $seed:" planet --seed "$seed"
done
for setting in "" =1 sea_level sea_level= sea_level=x sea_level=1,5 sea_level=2 sea_level=nan \
    sea_level=inf nonsense=1 seed=0.5 circumference=0 continent_lacunarity=4.1 variant=1 \
    "sea_level= 0" river_depth=-1; do
    refuses 2 "widenoise planet: --set $setting:" planet --set "$setting"
done
refuses 2 "must be 1 to 4" planet --set hills_lacunarity=5
refuses 2 "must be 1 or more" planet --set circumference=0.5
refuses 2 "--set: mountains_amount = 1:" planet --set mountains_amount=1
refuses 2 "--set: sea_level = -0.5:" planet --set sea_level=-0.5
refuses 2 "--set: shelf_level = -1:" planet --set shelf_level=-1
refuses 2 "--set: min_elevation = 9000:" planet --set min_elevation=9000
refuses 2 "--set sea_level=0.1: this setting was given before" planet --set sea_level=0 \
    --set sea_level=0.1
refuses 2 "--set seed=2: this setting was given before" planet --seed 1 --set seed=2
refuses 2 "--variant sharpnoise:" planet --variant sharpnoise
refuses 2 "--group finalplanet:" planet --group finalplanet
refuses 2 "--precision f16:" planet --precision f16
for threads in 0 -1 1.5 x "" 1025; do
    refuses 2 "--threads $threads:" planet --threads "$threads"
done
refuses 2 "--isa avx3:" planet --isa avx3
refuses 2 "available are: auto scalar" planet --isa mmx
refuses 2 "--axis odd:" planet --axis odd
for name in planet planet.jpg planet.png. .png "" dir/.npy ../work; do
    refuses 2 "-o $name:" planet -o "$name"
done
refuses 2 "--size: given twice" planet --size 4x4 --size=4x4
refuses 2 "-o: given twice" planet -o a.png -o b.png
refuses 2 "--size: needs a value" planet --size
refuses 2 "--size: needs a value" planet --size --seed 1
refuses 2 "-o: needs a value" planet -o
refuses 2 "--sizes: no such option" planet --sizes 4x4
refuses 2 "-x: no such option" planet -x
refuses 2 "4x4: unexpected argument" planet 4x4
WN_ISA=avx3 refuses 2 "WN_ISA=avx3: no such tier" planet --size 4x4
WN_ISA=avx3 refuses 2 "WN_ISA=avx3: no such tier" info
for isa in sse41 avx2 avx512 neon; do
    if ! grep -qx "$isa" <<<"$isas"; then
        refuses 2 "--isa $isa: not available; available are: auto scalar" planet --isa "$isa"
    fi
done
WN_ISA=scalar refuses 2 "--isa avx2: not available; available are: auto scalar" planet --isa avx2

# ---- Run-time errors: code 1, before anything is computed ----
huge=(--size 100000x100000)
refuses 1 "nowhere/planet.png: No such file or directory" planet "${huge[@]}" -o nowhere/planet.png
mkdir ../directory.png
refuses 1 "../directory.png: Is a directory" planet "${huge[@]}" -o ../directory.png
touch ../file
refuses 1 "../file/planet.png: Not a directory" planet "${huge[@]}" -o ../file/planet.png
if [ "$(id -u)" -ne 0 ]; then
    mkdir -m 555 ../closed
    refuses 1 "../closed/planet.png: Permission denied" planet "${huge[@]}" -o ../closed/planet.png
    touch ../locked.png && chmod 444 ../locked.png
    refuses 1 "../locked.png: Permission denied" planet "${huge[@]}" -o ../locked.png
fi
(ulimit -f 1 2>/dev/null && trap '' XFSZ && "${command[@]}" planet --size 64x64 -o big.raw 2>../err)
code=$?
check "file size limit: exit code $code: $(cat ../err)" [ "$code" -eq 1 ]
check "file size limit: $(cat ../err)" contains ../err "big.raw: "
check "file size limit: files: $(ls -A)" nothing_here

# ---- Pictures ----
small=(--size 40x20)
makes planet.png planet "${small[@]}"
check "PNG signature" [ "$(bytes ../planet.png 0 8)" = 89504e470d0a1a0a ]
check "PNG size, 8 bit RGB" [ "$(bytes ../planet.png 16 10)" = 00000028000000140802 ]
check "PNG end" [ "$(tail -c 12 ../planet.png | od -An -tx1 | tr -d ' \n')" = \
    0000000049454e44ae426082 ]
if command -v pngtopnm >/dev/null; then
    check "PNG decodes" pngtopnm ../planet.png >/dev/null
fi
keep=group.png makes planet.png planet "${small[@]}" --group continentDef
keep=seeded.png makes planet.png planet "${small[@]}" --seed 3
keep=example.png makes planet.png planet "${small[@]}" --variant=example
check "another group, another picture" differ ../planet.png ../group.png
check "another seed, another picture" differ ../planet.png ../seeded.png
check "another variant, another picture" differ ../planet.png ../example.png
keep=capitals.png makes P.PNG planet "${small[@]}" -o P.PNG
check "extensions in capitals" same ../planet.png ../capitals.png
keep=one.png makes planet.png planet --size 1x1
keep=thin.png makes planet.png planet --size 1x300
keep=flat.png makes planet.png planet --size 300x1

# ---- Numbers ----
makes a.npy planet "${small[@]}" -o a.npy
makes a.raw planet "${small[@]}" -o a.raw
keep=b.npy makes a.npy planet "${small[@]}" -o a.npy --precision f32
keep=b.raw makes a.raw planet "${small[@]}" -o a.raw --precision f32
header="{'descr': '<f8', 'fortran_order': False, 'shape': (20, 40), }"
check "npy magic" [ "$(bytes ../a.npy 0 10)" = 934e554d505901007600 ]
check "npy header" [ "$(head -c 128 ../a.npy | tail -c 118 | tr -s ' \n' '  ')" = "$header " ]
check "npy header ends with a newline" [ "$(bytes ../a.npy 127 1)" = 0a ]
check "npy f32 header" contains ../b.npy "'descr': '<f4'"
check "npy size" [ "$(size_of ../a.npy)" -eq $((128 + 40 * 20 * 8)) ]
check "npy f32 size" [ "$(size_of ../b.npy)" -eq $((128 + 40 * 20 * 4)) ]
check "raw f32 size" [ "$(size_of ../b.raw)" -eq $((40 * 20 * 4)) ]
tail -c +129 ../a.npy >../tail
check "raw is npy without its header" same ../tail ../a.raw
# Elevations: all within 10 km, and not all alike.
od -An -v -tf8 -w8 ../a.raw | awk '
    { n++; if ($1 > max) max = $1; if ($1 < min) min = $1 }
    END { exit !(n == 800 && max > 500 && max < 10000 && min < -3000 && min > -10000) }'
check "elevations in metres" [ $? -eq 0 ]
# The first row of the file is the northernmost: latitudes -90 and 0.
keep=two.raw makes a.raw planet --size 16x2 -o a.raw
keep=equator.raw makes a.raw planet --size 16x1 --bounds 0,90,-180,180 -o a.raw
head -c 128 ../two.raw >../first
check "the first row is the northernmost" same ../first ../equator.raw
# A part of the map is the same numbers (bounds and sizes are such that the steps are equal).
keep=part.raw makes a.raw planet --size 8x2 --bounds 0,90,0,180 -o a.raw
keep=whole.raw makes a.raw planet --size 16x4 -o a.raw
for row in 0 1; do
    dd if=../whole.raw bs=1 skip=$((row * 128 + 64)) count=64 2>/dev/null
done >../part
check "a part of the map" same ../part ../part.raw
keep=even.raw makes a.raw planet --size 16x4 --axis even -o a.raw
check "dyadic axes are the same both ways" same ../even.raw ../whole.raw
keep=accumulated.raw makes a.raw planet --size 1000x3 -o a.raw
keep=even.raw makes a.raw planet --size 1000x3 --axis even -o a.raw
check "other axes are not" differ ../even.raw ../accumulated.raw
keep=set.raw makes a.raw planet --size 16x4 --set seed=3 -o a.raw
keep=seed.raw makes a.raw planet --size 16x4 --seed 3 -o a.raw
check "--seed is --set seed" same ../set.raw ../seed.raw
keep=set.raw makes a.raw planet --size 16x4 --set sea_level=0.25 --set hills_amount=nan -o a.raw
check "--set changes the map" differ ../set.raw ../whole.raw

# An existing file is replaced, and kept when the command fails.
echo old >planet.npy
"${command[@]}" planet --size 4x4 --set sea_level=-0.5 -o planet.npy 2>/dev/null
check "an error keeps the old file" [ "$(cat planet.npy)" = old ]
keep=new.npy makes planet.npy planet --size 4x4 -o planet.npy
check "the old file is replaced" [ "$(size_of ../new.npy)" -eq 256 ]
check "mode $(stat -c %a ../new.npy)" [ "$(stat -c %a ../new.npy)" = \
    "$(printf %o $((0666 & ~$(umask))))" ]

# ---- The same bytes for any threads and tier (300 x 130: tiles of every kind) ----
for precision in f64 f32; do
    for file in a.png a.raw; do
        arguments=(planet --size 300x130 --precision "$precision" -o "$file")
        keep=reference makes "$file" "${arguments[@]}" --threads 1 --isa scalar
        for threads in 1 2 7; do
            keep=threads makes "$file" "${arguments[@]}" --threads $threads
            check "$precision $file: $threads threads" same ../reference ../threads
        done
        for isa in $isas; do
            keep=isa makes "$file" "${arguments[@]}" --isa "$isa"
            check "$precision $file: $isa" same ../reference ../isa
            WN_ISA=$isa keep=isa makes "$file" "${arguments[@]}"
            check "$precision $file: WN_ISA=$isa" same ../reference ../isa
        done
    done
done

# ---- Interrupted: no file, and the exit code tells of the signal ----
ignored() { # a signal that this script cannot pass on, because it inherited it as ignored
    [ -r /proc/self/status ] || return 1
    local mask
    mask=$(awk '/^SigIgn/ { print $2 }' /proc/$$/status)
    [ $((0x$mask >> ($1 - 1) & 1)) -eq 1 ]
}
set -m # background jobs then keep SIGINT's default action
for signal in INT:2 TERM:15 HUP:1; do
    number=${signal#*:}
    if ignored "$number"; then
        echo "skipped: SIG${signal%:*} is ignored here"
        continue
    fi
    "${command[@]}" planet --size 8192x4096 -o big.png >../out 2>../err &
    job=$!
    for _ in $(seq 200); do
        nothing_here || break
        sleep 0.05
    done
    check "SIG${signal%:*}: no temporary file: $(cat ../err)" eval ! nothing_here
    kill -"$number" "$job"
    wait "$job" 2>/dev/null
    code=$?
    check "SIG${signal%:*}: exit code $code" [ "$code" -eq $((128 + number)) ]
    check "SIG${signal%:*}: files: $(ls -A)" nothing_here
done
set +m

# ---- On a terminal ----
if command -v script >/dev/null && [ $# -eq 1 ]; then
    script -qec "$1 planet --size 512x512 -o a.npy" ../terminal </dev/null >/dev/null
    check "a terminal gets the rate: $(cat ../terminal)" grep -q 'points/s' ../terminal
    rm -f a.npy
fi

echo "test_command: $passed passed, $failed failed"
[ "$failed" -eq 0 ] && [ "$passed" -gt 100 ]
