#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# The command widenoise from outside: exit codes, messages, files. usage: test_command.sh COMMAND...
# WN_READ_PNG: the program read_png, without which the pixels of pictures are not looked at.
set -u
golden=$(cd "$(dirname "$0")" && pwd)/golden
graphs=$(cd "$(dirname "$0")/../examples/graphs" && pwd)
# shellcheck source=tests/command_checks.sh
source "$(dirname "$0")/command_checks.sh"

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
isas=$(tiers)
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

# ---- Maps of graphs ----
cat >../perlin.json <<'JSON'
{ "widenoise": 1, "modules": { "noise": { "module": "perlin" } }, "outputs": { "n": "noise" } }
JSON
cat >../two.json <<'JSON'
{ "widenoise": 1,
  "modules": {
    "noise": { "module": "perlin" },
    "high": { "module": "scale_bias", "source": "noise", "scale": 1000, "bias": 16000 },
    "root": { "module": "power", "sources": ["noise", "half"] },
    "half": { "module": "constant", "value": 0.5 } },
  "outputs": { "n": "noise", "h": "high", "r": "root" } }
JSON
render=(render ../perlin.json)
run render --help
check "render --help: exit code $code: $(cat ../err)" [ "$code" -eq 0 ]
for name in GRAPH --output --map --size --bounds --axis --precision --threads --isa -o --color --range \
    --bits --light --contrast --brightness --azimuth --elevation --normal --wrap --metres \
    "[-90,90,-180,180]" "[64x64x64]"; do
    check "render --help does not tell of $name" contains ../out "$name"
done

# Usage errors
refuses 2 "GRAPH: which graph file?" render -o a.png
refuses 2 "-o: where to?" "${render[@]}"
refuses 2 "extra: unexpected argument" "${render[@]}" extra -o a.png
for name in a a.jpg .png ""; do
    refuses 2 "widenoise render: -o $name:" "${render[@]}" -o "$name"
done
refuses 2 "--map cube:" "${render[@]}" -o a.png --map cube
refuses 2 "-o a.png: a volume goes to" "${render[@]}" -o a.png --map volume
refuses 2 "-o a.ter: a volume goes to" "${render[@]}" -o a.ter --map volume
for size in 0x5 5 5x5x5 x5 "" 2147483648x1 2147483647x2147483647; do
    refuses 2 "--size $size:" "${render[@]}" -o a.png --size "$size"
done
for size in 5x5 5x5x5x5 5x5x0 2000000000x2000000000x2000000000; do
    refuses 2 "--size $size:" "${render[@]}" -o a.raw --map volume --size "$size"
done
refuses 2 "--size 65536x2: a .ter has" "${render[@]}" -o a.ter --size 65536x2
refuses 2 "--size 2x65536: a .ter has" "${render[@]}" -o a.ter --size 2x65536
for bounds in "" 1 0,1,0 0,1,0,1,0 1,0,0,1 0,1,1,1 nan,1,0,1 0,inf,0,1 -1e308,1e308,0,1; do
    for map in plane seamless sphere cylinder; do
        refuses 2 "--bounds $bounds:" "${render[@]}" -o a.png --map $map --bounds "$bounds"
    done
done
refuses 2 "of a volume must be X0,X1,Y0,Y1,Z0,Z1, 6 numbers" "${render[@]}" -o a.raw --map volume \
    --bounds 0,1,0,1
refuses 2 "south must be less than north" "${render[@]}" -o a.png --map sphere --bounds 1,0,0,1
refuses 2 "Z0 must be less than Z1" "${render[@]}" -o a.raw --map volume --bounds 0,1,0,1,1,0
refuses 2 "--axis odd:" "${render[@]}" -o a.png --axis odd
refuses 2 "--precision f16:" "${render[@]}" -o a.png --precision f16
refuses 2 "--threads 0:" "${render[@]}" -o a.png --threads 0
refuses 2 "--isa avx3:" "${render[@]}" -o a.png --isa avx3
refuses 2 "--color red:" "${render[@]}" -o a.png --color red
refuses 2 "--bits 12:" "${render[@]}" -o a.png --bits 12
for range in "" 1 1,0 1,1 0,1,2 nan,1 -1e308,1e308; do
    refuses 2 "--range $range:" "${render[@]}" -o a.png --range "$range"
done
for contrast in 0 -1 nan x 1e999; do
    refuses 2 "--contrast $contrast:" "${render[@]}" -o a.png --light --contrast "$contrast"
done
for option in --brightness --azimuth --elevation --normal; do
    refuses 2 "$option nan: must be a number" "${render[@]}" -o a.png $option nan
done
for metres in 1 0 -5 32769 nan x; do
    refuses 2 "--metres $metres:" "${render[@]}" -o a.ter --metres "$metres"
done
for option in --color=grey --range=0,1 --bits=8 --light --normal=1 --wrap --contrast=2; do
    refuses 2 "${option%=*}: only for a .png" "${render[@]}" -o a.npy "$option"
done
refuses 2 "--metres: only for a .ter" "${render[@]}" -o a.png --metres 5
for option in --contrast --brightness --azimuth --elevation; do
    refuses 2 "$option: only with --light" "${render[@]}" -o a.png $option 1
done
refuses 2 "--wrap: only with --light or --normal" "${render[@]}" -o a.png --wrap
refuses 2 "--normal: a normal map has no" "${render[@]}" -o a.png --normal 1 --light
refuses 2 "--bits: 16 bits are for grey" "${render[@]}" -o a.png --bits 16 --light
refuses 2 "--bits: 16 bits are for grey" "${render[@]}" -o a.png --color terrain --bits 16
refuses 2 "--range: only for grey" "${render[@]}" -o a.png --color terrain --range 0,1
refuses 2 "--light: takes no value" "${render[@]}" -o a.png --light=1

# Errors of the graph and of what it gives
small=(--size 13x9 "--bounds=2,6,1,5")
refuses 1 "nowhere.json" render nowhere.json -o a.png
refuses 1 "--output" render ../two.json -o a.png
refuses 1 "nothing" render ../two.json --output nothing -o a.png
refuses 1 "nowhere/a.png: No such file" "${render[@]}" -o nowhere/a.png --size 100000x100000
refuses 1 "a.png: --range -1,1: 4 of 117 values are beyond" "${render[@]}" "${small[@]}" --bits 16 \
    -o a.png
refuses 1 "--bits 16: " render ../two.json --output r "${small[@]}" --bits 16 --range=-9,9 -o a.png
refuses 1 "a.ter: height 16545.5 at column 1, row 0 from the south does not fit" \
    render ../two.json --output h "${small[@]}" -o a.ter
refuses 1 "does not fit" render ../two.json --output r "${small[@]}" -o a.ter

# libnoise's own pictures and terrain
pixels() { # pixels FILE: its rows from the south, as in golden/pictures.h
    "$WN_READ_PNG" "$1" | tail -n +2 | tac
}
golden_picture() { # golden_picture NAME
    sed -n "/ picture_$1\\[/,/^}/s/^ *\"\(.*\)\",/\1/p" "$golden/pictures.h"
}
lit=(--color terrain --light --contrast 3 --brightness 2)
if [ -n "${WN_READ_PNG-}" ]; then
    keep=grey.png makes a.png "${render[@]}" "${small[@]}" -o a.png
    check "grey is grey" [ "$("$WN_READ_PNG" ../grey.png | head -n 1)" = "13 9 8 1" ]
    check "grey" [ "$(pixels ../grey.png | sed 's/../&&&/g')" = "$(golden_picture grey)" ]
    keep=lit.png makes a.png "${render[@]}" "${small[@]}" "${lit[@]}" -o a.png
    check "light" [ "$(pixels ../lit.png)" = "$(golden_picture terrain_light)" ]
    keep=lit.png makes a.png "${render[@]}" "${small[@]}" "${lit[@]}" --wrap -o a.png
    check "light, wrap" [ "$(pixels ../lit.png)" = "$(golden_picture terrain_light_wrap)" ]
    keep=normal.png makes a.png "${render[@]}" "${small[@]}" --normal 2.5 -o a.png
    check "normal map" [ "$(pixels ../normal.png)" = "$(golden_picture normal)" ]
    keep=normal.png makes a.png "${render[@]}" "${small[@]}" --normal 2.5 --wrap -o a.png
    check "normal map, wrap" [ "$(pixels ../normal.png)" = "$(golden_picture normal_wrap)" ]
    # 16 bits: the values to the nearest step
    keep=deep.png makes a.png "${render[@]}" "${small[@]}" --bits 16 --range=-2,2.5 -o a.png
    keep=deep.raw makes a.raw "${render[@]}" "${small[@]}" -o a.raw
    check "16 bits" [ "$("$WN_READ_PNG" ../deep.png | head -n 1)" = "13 9 16 1" ]
    od -An -v -tf8 -w104 ../deep.raw | awk '{
        for (i = 1; i <= NF; i++) printf "%04x", int(($i + 2) / 4.5 * 65535 + 0.5)
        print "" }' >../steps
    check "16 bits: values" [ "$("$WN_READ_PNG" ../deep.png | tail -n +2)" = "$(cat ../steps)" ]
else
    echo "skipped: the pixels of pictures (WN_READ_PNG is not set)"
fi
makes a.ter "${render[@]}" "${small[@]}" -o a.ter
check "terrain" same ../a.ter "$golden/map.ter"
keep=big.ter makes a.ter "${render[@]}" "${small[@]}" --metres 45.5 -o a.ter
check "terrain of 45.5 m" [ "$(bytes ../big.ter 40 24)" = \
    5343414c000036420000364200003642414c5457d0020000 ]

# Numbers
keep=map.npy makes a.npy "${render[@]}" --size 7x5 -o a.npy
keep=map.raw makes a.raw "${render[@]}" --size 7x5 -o a.raw
keep=out.raw makes a.raw render ../two.json --output n --size 7x5 -o a.raw
check "npy header" contains ../map.npy "'shape': (5, 7), }"
tail -c +129 ../map.npy >../tail
check "raw is npy without its header" same ../tail ../map.raw
check "an output of several" same ../out.raw ../map.raw
"${command[@]}" render - --size 7x5 -o a.raw <../perlin.json && mv a.raw ../stdin.raw
check "the graph from standard input" same ../stdin.raw ../map.raw
makes v.npy "${render[@]}" --map volume --size 7x5x3 -o v.npy --precision f32
check "npy header of a volume" contains ../v.npy "'shape': (3, 5, 7), }"
check "npy size of a volume" [ "$(size_of ../v.npy)" -eq $((128 + 7 * 5 * 3 * 4)) ]
# The slice of a volume is made of rows of planes: z = 0 and y = 0 are its first row and the
# plane's last in the file.
keep=volume.raw makes a.raw "${render[@]}" --map volume --size 8x2x2 -o a.raw
keep=plane.raw makes a.raw "${render[@]}" --size 8x2 -o a.raw
for slice in 0 1; do
    dd if=../volume.raw bs=64 skip=$((2 * slice)) count=1 2>/dev/null >../row
    dd if=../plane.raw bs=64 skip=$((1 - slice)) count=1 2>/dev/null | cmp -s - ../row
    check "slice $slice of a volume" [ $? -eq 0 ]
done
keep=planet.raw makes a.raw planet --size 24x12 -o a.raw
"${command[@]}" planet --graph ../planet.json
keep=rendered.raw makes a.raw render ../planet.json --map sphere --size 24x12 -o a.raw
check "the planet's graph gives the planet" same ../planet.raw ../rendered.raw
keep=even.raw makes a.raw "${render[@]}" --size 100x3 --bounds 2,6.1,0,1 --axis even -o a.raw
keep=accumulated.raw makes a.raw "${render[@]}" --size 100x3 --bounds 2,6.1,0,1 -o a.raw
check "even axes differ" differ ../even.raw ../accumulated.raw

# Every map one point wide or high; the same bytes for any threads and tier
for map in plane seamless sphere cylinder; do
    for size in 1x1 1x70 300x1; do
        makes a.png "${render[@]}" --map $map --size $size "${lit[@]}" -o a.png
    done
    arguments=("${render[@]}" --map "$map" --size 300x130 -o a.raw)
    keep=reference makes a.raw "${arguments[@]}" --threads 1 --isa scalar
    keep=threads makes a.raw "${arguments[@]}" --threads 3
    check "$map: 3 threads" same ../reference ../threads
done
arguments=("${render[@]}" --map volume --size 260x70x3 -o a.raw)
keep=reference makes a.raw "${arguments[@]}" --threads 1 --isa scalar
keep=threads makes a.raw "${arguments[@]}" --threads 3
check "volume: 3 threads" same ../reference ../threads
makes a.raw "${render[@]}" --map volume --size 1x1x1 -o a.raw
check "one point" [ "$(size_of ../a.raw)" -eq 8 ]

# ---- list, verify ----
for arguments in "list --help" "eval --help" "eval -h" "verify --help" list "list perlin" "list pow" \
    "list --json" "list curve --json"; do
    run $arguments # the words apart
    check "$arguments: exit code $code" [ "$code" -eq 0 ]
    check "$arguments: no output" [ -s ../out ]
    check "$arguments: on stderr: $(cat ../err)" [ ! -s ../err ]
done
run list
check "list: perlin" grep -qE '^perlin +generator +' ../out
check "list: a range" grep -qE '^ +octaves +6 +1 to 30 +' ../out
check "list: sources" grep -qE '^ +displacement +3 modules$' ../out
run list noise
check "list: a seed" grep -qE '^ +seed +0 +any 64 bits +' ../out
check "list: axes" grep -qE '^ +axes +xyz +x, y, xy, .*, xyzw$' ../out
run list warp
check "list: axes of a warp" grep -qE '^ +axes +xyz +xy, xz, yz, xyz +' ../out
run list cell
check "list: metrics of cell" contains ../out "quadratic, manhattan, chebyshev, minkowski"
run list noise3 --json
check "list: kind of a seed" contains ../out '"kind": "seed"'
check "list: metrics of noise" contains ../out '"euclidean_squared"'
run list select
check "list select: $(cat ../out)" [ "$(awk '{ print $1 }' ../out | tr '\n' ' ')" = \
    "select sources control lower upper falloff " ]
refuses 2 "list: perlinn: no such primitive or module" list perlinn
refuses 2 "user: no such primitive or module" list user
refuses 2 "add: unexpected argument" list perlin add
refuses 2 "--all: no such option" list --all
refuses 2 "--json: takes no value" list --json=1
refuses 2 "verify: all: unexpected argument" verify all
run verify
check "verify: exit code $code: $(cat ../out ../err)" [ "$code" -eq 0 ]
for isa in $isas; do
    check "verify: $isa: $(cat ../out)" grep -qE "^$isa +ok$" ../out
done
WN_ISA=scalar run verify
check "verify under WN_ISA: $(cat ../out)" [ "$(grep -cE ' ok$' ../out)" -eq 1 ]

# ---- Graph files and eval ----
points=$'0.3 -0.2 0.7\n-1.5 0.25 2.75\n12.5 -7.125 0.0625\n'
values() { # values TEXT ARGUMENTS...: the values of points, on one line in $result
    local text=$1
    shift
    printf '%s' "$text" | "${command[@]}" eval "$@" >../out 2>../err
    code=$?
    result=$(tr '\n' ' ' <../out)
}
gives() { # gives RESULT TEXT ARGUMENTS...
    local expected=$1
    shift
    values "$@"
    check "eval ${*:2}: exit code $code: $(cat ../err)" [ "$code" -eq 0 -a ! -s ../err ]
    check "eval ${*:2}: $result, not $expected" [ "$result" = "$expected" ]
}
# refuses() with points on the standard input, and what may have been printed before
eval_refuses() { # eval_refuses CODE MESSAGE RESULT TEXT ARGUMENTS...
    local expected=$1 text=$2 printed=$3
    shift 3
    values "$@"
    check "eval ${*:2}: exit code $code, not $expected" [ "$code" -eq "$expected" ]
    check "eval ${*:2}: no '$text' in: $(cat ../err)" contains ../err "$text"
    check "eval ${*:2}: more than one line: $(cat ../err)" [ "$(wc -l <../err)" -eq 1 ]
    check "eval ${*:2}: printed $result" [ "$result" = "$printed" ]
    check "eval ${*:2}: left files: $(ls -A)" nothing_here
    rm -f -- * .widenoise-*
}
gives "0.68634705151269537 " $'1.25 0.75 0.5\n'
gives "0x1.5f68e177e7f6bp-1 " "0x1.4p+0 .75 5e-1" --hex
gives "0.686347067 " $'1.25 0.75 0.5\n' --precision f32
gives "" ""
gives "" $'\n  \n# nothing\n'
gives "0.68634705151269537 nan 0 " $'# x y z\r\n\t1.25  0.75 0.5 \r\n\n 1 inf 2\n1 2 3'
gives "0x1.be626fce27254p-1 0x1.67f1e1265565ap-1 0x1.cc3dd4a47e5a6p-1 " "$points" \
    "$graphs/jade.json" --hex
gives "0x1.be626fce27254p-1 0x1.67f1e1265565ap-1 0x1.cc3dd4a47e5a6p-1 " "$points" \
    "$graphs/jade.json" --hex --output jade
for isa in $isas; do
    gives "0x1.2ead5e3d63c61p-1 -0x1.3f651e5334c5bp-3 -0x1.fb133ae4de74dp-2 " "$points" --hex \
        "$graphs/slime.json" --isa "$isa"
done
values "$points" "$graphs/wood.json" --output grain
check "any module can be evaluated: $(cat ../err)" [ "$code" -eq 0 ]
eval_refuses 1 "standard input:2: must be three numbers, x y z, not '1 2'" "0 " $'1 2 3\n1 2\n4 5 6\n'
eval_refuses 1 "standard input:1: must be three numbers, x y z, not '1 2 3 4'" "" "1 2 3 4"
eval_refuses 1 "standard input:1: must be three numbers, x y z, not '1,2,3'" "" "1,2,3"
eval_refuses 1 "standard input:1: a number is too large" "" "1 2 1e999"
eval_refuses 1 "standard input:1: the line is longer than" "" "$(printf '1 2 3%70000s' '')"
eval_refuses 1 "standard input:3: must be" "" $'1 2 3\n\nx\n' -o values.txt
eval_refuses 1 "standard input:1: must be" "" x -o values.npy
refuses 1 "eval: nowhere.json: No such file or directory" eval nowhere.json
refuses 1 "eval: nowhere.txt: No such file or directory" eval --points nowhere.txt
refuses 1 "..: Is a directory" eval --points ..
refuses 1 "has no output or module \"oak\"; outputs: \"wood\"" eval "$graphs/wood.json" --output oak
refuses 2 "--output wood: there is no graph file" eval --output wood
refuses 2 "cannot both be the standard input" eval -
refuses 2 "--hex: only text has digits" eval --hex -o a.npy
refuses 2 "b.json: unexpected argument" eval a.json b.json
refuses 2 "eval: --precision f16: must be f64 or f32" eval --precision f16
refuses 2 "eval: --isa avx3:" eval --isa avx3
refuses 2 "-o : the name is empty" eval -o ""

# a broken graph: a message for a person, and no file
broken() { # broken MESSAGE JSON
    printf '%s' "$2" >../broken.json
    eval_refuses 1 "eval: ../broken.json:$1" "" "$points" ../broken.json -o values.npy
    printf '%s' "$2" >../broken.json
    eval_refuses 1 "eval: ../broken.json:$1" "" "$points" ../broken.json -o values.txt
}
broken '3: module "base" (perlin): parameter "octaves": 31 is out of range (1 to 30)' \
    $'{"widenoise": 1, "modules": {\n"base": {"module": "perlin",\n"octaves": 31}}}'
broken '2: module "a" (add): "sources": there is no module "b"' \
    $'{"widenoise": 1, "modules": {\n"a": {"module": "add", "sources": ["b", "b"]}}}'
broken '1: module "a" (abs): it is its own source' \
    '{"widenoise": 1, "modules": {"a": {"module": "abs", "source": "a"}}}'
broken '1: "widenoise": the file has version 2 of the format' '{"widenoise": 2, "x": 1}'
broken "2: \"widenoise\": '}' expected near" $'{"widenoise": 1\n"modules": {}}'
printf '{"widenoise": 1, "modules": {"a": {"module": "white"}, "b": {"module": "white"}}}' >../two.json
refuses 1 '../two.json: --output: the graph has several outputs, one must be chosen: "a" "b"' \
    eval ../two.json
"${command[@]}" eval - --points /dev/null <"$graphs/wood.json" >../out 2>../err
check "a graph on the standard input: $(cat ../err)" [ $? -eq 0 ]

# arrays of NumPy: planet makes one of three columns
keep=points.npy makes a.npy planet --size 3x1000 -o a.npy
keep=points4.npy makes a.npy planet --size 3x1000 --precision f32 -o a.npy
keep=two.npy makes a.npy planet --size 2x1000 -o a.npy
keep=values.npy makes a.npy eval --points ../points.npy -o a.npy
check "npy shape" contains ../values.npy "'descr': '<f8', 'fortran_order': False, 'shape': (1000,), }"
check "npy size" [ "$(size_of ../values.npy)" -eq $((128 + 1000 * 8)) ]
keep=values4.npy makes a.npy eval --points ../points4.npy --precision f32 -o a.npy
check "npy f32 shape" contains ../values4.npy "'descr': '<f4'"
check "npy f32 size" [ "$(size_of ../values4.npy)" -eq $((128 + 1000 * 4)) ]
# text gives the same values as arrays
od -An -v -tf8 -w24 -j128 ../points.npy >../points.txt
keep=exact.txt makes a.txt eval --points ../points.npy -o a.txt
keep=piped.txt makes a.txt eval --points - -o a.txt <../points.npy
check "an array through a pipe" same ../exact.txt ../piped.txt
"${command[@]}" eval --points ../points.txt >../rounded.txt
check "text in, text out" [ "$(wc -l <../rounded.txt)" -eq 1000 ]
od -An -v -tf8 -w8 -j128 ../values.npy | awk 'NR == FNR { a[NR] = $1; next }
    { d = a[FNR] - $1; if (d > 1e-12 || d < -1e-12) bad = 1 } END { exit bad || FNR != 1000 }' \
    - ../exact.txt
check "text and array have the same values" [ $? -eq 0 ]
keep=empty.npy makes a.npy eval --points /dev/null -o a.npy
check "no points" contains ../empty.npy "'shape': (0,)"
refuses 1 "../two.npy: the array's shape must be (n, 3)" eval --points ../two.npy
head -c 1000 ../points.npy >../cut.npy
eval_refuses 1 "../cut.npy: ends after 36 of 1000 points" "" "" --points ../cut.npy -o a.npy
(cat ../points.npy && echo) >../long.npy
eval_refuses 1 "../long.npy: there is more than the 1000 points" "" "" --points ../long.npy -o a.npy
head -c 100 ../points.npy >../short.npy
refuses 1 "../short.npy: the header is cut off" eval --points ../short.npy
sed "s/'<f8'/'>f8'/" ../points.npy >../big.npy
refuses 1 "../big.npy: the array must hold little-endian floats" eval --points ../big.npy
sed "s/False/True /" ../points.npy >../fortran.npy
refuses 1 "../fortran.npy: the array must be in C order" eval --points ../fortran.npy

# values come as points do
if command -v mkfifo >/dev/null; then
    mkfifo ../in ../values
    "${command[@]}" eval <../in >../values 2>../err &
    exec 3>../in 4<../values
    echo '1.25 0.75 0.5' >&3
    read -r -t 20 answer <&4
    check "the answer to the first line: ${answer:-}" [ "${answer:-}" = 0.68634705151269537 ]
    exec 3>&- 4<&-
    wait $!
fi

# the planets that are shipped are what planet writes
for variant in libnoise:planet example:planet_example; do
    name=${variant#*:}.json
    keep=planet.json makes "$name" planet --variant "${variant%:*}" --graph "$name"
    check "$name is old: widenoise planet --variant ${variant%:*} --graph examples/graphs/$name" \
        same ../planet.json "$graphs/$name"
done
keep=group.json makes a.json planet --group continentDef --set sea_level=0.25 --graph a.json
check "--graph has the group" contains ../group.json '"continentDef": "continentDef"'
refuses 1 "nowhere/a.json: No such file or directory" planet --graph nowhere/a.json
refuses 2 "--graph : the name is empty" planet --graph ""
refuses 2 "--set: sea_level = -0.5:" planet --graph a.json --set sea_level=-0.5
refuses 2 "-o: not with --graph" planet --graph a.json -o a.png
refuses 2 "--size: not with --graph" planet --size 8x4 --graph a.json

# ---- What was found by attack ----
refuses 2 "these settings make no picture" planet --size 8x4 --set min_elevation=1e18 \
    --set max_elevation=2e18 -o a.png
refuses 2 "these settings make no picture" planet --size 8x4 --bounds 0,1,0,1e-320 -o a.png
mkfifo pipe.raw
run planet --size 8x4 -o pipe.raw
check "a pipe is refused: exit code $code" [ "$code" -eq 1 ]
check "a pipe is refused: $(cat ../err)" contains ../err "pipe.raw: not a regular file"
check "the pipe is still there" [ -p pipe.raw ]
rm -f pipe.raw
touch private.raw && chmod 600 private.raw && ln -s private.raw link.raw
run planet --size 8x4 -o link.raw
check "through a link: exit code $code: $(cat ../err)" [ "$code" -eq 0 ]
check "the link is still there" [ -L link.raw ]
check "the file has its mode: $(ls -l)" [ "$(stat -c %a private.raw)" = 600 ]
check "the file has the map: $(ls -l)" [ "$(size_of private.raw)" = 256 ]
rm -f link.raw private.raw
printf '%s' '{"widenoise":1,"modules":{"p":{"module":"perlin"},' \
    '"c":{"module":"clamp","source":"p","lower":-0.1,"upper":0.1}}}' >../clamped.json
keep=clamped.png makes a.png render ../clamped.json --bits 16 --range=-0.1,0.1 --size 32x32 -o a.png
printf '\357\273\277%s' '{"widenoise":1,"modules":{"c":{"module":"constant","value":2}}}' >../mark.json
keep=mark.raw makes a.raw render ../mark.json --size 2x2 -o a.raw

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
    if [ "$signal" = TERM:15 ]; then # both commands that make maps
        "${command[@]}" render ../planet.json --map sphere --size 8192x4096 -o big.png \
            >../out 2>../err &
    else
        "${command[@]}" planet --size 8192x4096 -o big.png >../out 2>../err &
    fi
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

finish test_command
