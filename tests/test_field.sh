#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# widenoise field from outside. usage: test_field.sh COMMAND...
# WN_READ_PNG: the program read_png, without which the pixels of pictures are not looked at.
set -u
# shellcheck source=tests/command_checks.sh
source "$(dirname "$0")/command_checks.sh"

primitives="value value_cubic perlin simplex super_simplex cellular white"
fractals="fbm billow ridged ping_pong multi hybrid_multi"

# ---- Help: every parameter that the registry has ----
run field --help
check "field --help: exit code $code: $(cat ../err)" [ "$code" -eq 0 -a ! -s ../err ]
cp ../out ../help
for name in PRIMITIVE --grid --from --step --precision --threads --isa --range --auto --stats -o; do
    check "field --help does not tell of $name" contains ../help "$name"
done
for type in fractal warp; do
    "${command[@]}" list "$type" --json >../described
    sed -n 's/.*"parameters"//; s/^ *"name": "\(.*\)",$/\1/p' ../described | tail -n +2 >../names
    check "parameters of $type" [ "$(wc -l <../names)" -gt 10 ]
    while read -r name; do
        option=--${name//_/-}
        [ "$type" = warp ] && [ "$name" != warp ] && option=--warp-${name//_/-}
        [ "$type" = fractal ] && [ "$name" = primitive ] && continue
        check "field --help does not tell of $option" grep -qE "^  $option " ../help
    done <../names
done
for name in $primitives $fractals f1_over_f2 euclidean_squared gradient progressive amplitude xyzw; do
    check "field --help does not tell of $name" grep -qw -- "$name" ../help
done

# ---- Usage errors ----
refuses 2 "PRIMITIVE: which noise?" field
refuses 2 "PRIMITIVE: which noise?" field -o a.png
refuses 2 "-o: where to?" field perlin
for name in "" Perlin worley 7 2.0; do
    refuses 2 "PRIMITIVE $name: " field -o a.png "$name"
done
refuses 2 "must be value, value_cubic, perlin, simplex, super_simplex, cellular or white" \
    field worley -o a.png
refuses 2 "value: unexpected argument" field perlin value -o a.png
field=(field perlin)
for grid in "" 0 x 5x 0x5 5x5x5x5x5 2147483648 -5 5,5 1e3 2000000000x2000000000x2000000000; do
    refuses 2 "--grid $grid:" "${field[@]}" -o a.npy --grid "$grid"
done
for from in "" x "1," 1,2,3,4 nan,0 inf,0 1e999,0; do
    refuses 2 "--from $from:" "${field[@]}" -o a.npy --from "$from"
done
refuses 2 "--from 1: must be 2 to 3 numbers" "${field[@]}" -o a.npy --from 1
refuses 2 "--from 1,2: must be 3 numbers" "${field[@]}" -o a.npy --grid 5x5x5 --from 1,2
refuses 2 "--from 1,2,3: must be 4 numbers" "${field[@]}" -o a.npy --grid 5x5x5x5 --from 1,2,3
for step in "" x 1,2,3 nan inf 1e999; do
    refuses 2 "--step $step:" "${field[@]}" -o a.npy --step "$step"
done
refuses 2 "--from, --step: the coordinates along y are too large" \
    "${field[@]}" -o a.npy --step 1,1e306 --from=0,1.79e308
refuses 2 "--from, --step: the coordinates along x are too large" \
    "${field[@]}" -o a.npy --step 1e38 --precision f32
refuses 2 "--precision f16:" "${field[@]}" -o a.npy --precision f16
refuses 2 "--threads 0:" "${field[@]}" -o a.npy --threads 0
refuses 2 "--isa avx3:" "${field[@]}" -o a.npy --isa avx3
for name in a a.jpg a.ter .png "" -; do
    refuses 2 "widenoise field: -o $name:" "${field[@]}" -o "$name"
done
refuses 2 "-o a.png: three dimensions and more" "${field[@]}" -o a.png --grid 5x5x5
for range in "" 1 1,0 1,1 0,1,2 nan,1 -1e308,1e308; do
    refuses 2 "--range $range:" "${field[@]}" -o a.png --range "$range"
done
refuses 2 "--auto: not with --range" "${field[@]}" -o a.png --auto --range 0,1
refuses 2 "--auto: only for a .png" "${field[@]}" -o a.npy --auto
refuses 2 "--range: only for a .png" "${field[@]}" --stats --range 0,1
refuses 2 "--auto: takes no value" "${field[@]}" -o a.png --auto=1
for name in x y; do
    refuses 2 "-o a.png: these values have no bounds: --range or --auto?" field cellular \
        --returns $name -o a.png
done

# Parameters: names, ranges, what does not fit together
for seed in "" x 1.5 0x 0x0x1 -0x1 +1 "1 " 18446744073709551616 -9223372036854775809 \
    0x10000000000000000; do
    refuses 2 "--seed $seed: must be a whole number from -2^63" "${field[@]}" -o a.npy --seed "$seed"
done
for option in --frequency --offset-x --offset-w --jitter --gain --warp-amplitude; do
    for value in "" x nan 1e999 1,5; do
        refuses 2 "$option $value: must be a number" "${field[@]}" -o a.npy --fractal fbm \
            --warp noise "$option" "$value"
    done
done
refuses 2 "--jitter 1.5: is out of range (0 to 1)" field cellular -o a.npy --jitter 1.5
refuses 2 "--frequency -inf: must be a number" "${field[@]}" -o a.npy --frequency=-inf
refuses 2 "--octaves 31: is out of range (1 to 30)" "${field[@]}" --fractal fbm --octaves 31 -o a.npy
refuses 2 "--octaves 2.5: must be a whole number" "${field[@]}" --fractal fbm --octaves 2.5 -o a.npy
refuses 2 "--raw maybe: must be true or false" field cellular --raw maybe -o a.npy
refuses 2 "--metric minkowski: must be euclidean, euclidean_squared, manhattan, chebyshev or hybrid" \
    field cellular --metric minkowski -o a.npy
refuses 2 "--returns f5: must be f1, f2, " field cellular --returns f5 -o a.npy
refuses 2 "--fractal fBm: must be fbm, billow, " "${field[@]}" --fractal fBm -o a.npy
refuses 2 "--bounding 2: is out of range (0 to 1)" "${field[@]}" --fractal fbm --bounding 2 -o a.npy
refuses 2 "--warp true: must be gradient or noise" "${field[@]}" --warp true -o a.npy
refuses 2 "--warp-mode x: must be independent or progressive" "${field[@]}" --warp noise \
    --warp-mode x -o a.npy
refuses 2 "--axes yx: must be x, y, xy, " "${field[@]}" --axes yx -o a.npy
refuses 2 "--warp-axes z: must be xy, xz, yz or xyz" "${field[@]}" --warp noise --warp-axes z -o a.npy
refuses 2 "--warp-axes 4: a warp has two or three axes" "${field[@]}" --warp noise --warp-axes 4 \
    -o a.npy
refuses 2 "--primitive: no such option" "${field[@]}" --primitive value -o a.npy
refuses 2 "--amplitude: no such option" "${field[@]}" --amplitude 3 -o a.npy
refuses 2 "--octaves: only with --fractal" "${field[@]}" --octaves 3 -o a.npy
refuses 2 "--warp-seed: only with --warp" "${field[@]}" --warp-seed 3 -o a.npy
refuses 2 "--warp: a grid of one dimension" "${field[@]}" --grid 5 --warp noise -o a.npy
refuses 2 "--warp-primitive cellular: cellular noise does not displace" "${field[@]}" --warp noise \
    --warp-primitive cellular -o a.npy
for grid in 5 5x5x5x5; do
    for name in cellular super_simplex; do
        refuses 2 "PRIMITIVE $name: it exists in two and three dimensions only" field $name \
            --grid $grid -o a.npy
    done
done
refuses 2 "--returns z: it is none of the coordinates that are read" field cellular --returns z -o a.png
refuses 2 "--returns id: a fractal is of noise that is scaled" field cellular --fractal fbm \
    --returns id -o a.npy
refuses 2 "--raw true: a fractal is of noise that is scaled" field cellular --fractal fbm --raw true \
    -o a.npy
refuses 2 "--w: the grid has an axis w" "${field[@]}" --grid 5x5x5x5 --w 3 -o a.npy
refuses 2 "--w: the noise does not read w" "${field[@]}" --w 3 -o a.npy
refuses 2 "--frequency 1e39: is too large for f32" "${field[@]}" --frequency 1e39 --precision f32 \
    -o a.npy
refuses 2 "--offset-x: given twice" "${field[@]}" --offset-x 1 --offset_x 1 -o a.npy
refuses 2 "--frequency: needs a value" "${field[@]}" --frequency
refuses 2 "--frequency: needs a value" "${field[@]}" --frequency --seed 1

# ---- Run-time errors ----
refuses 1 "nowhere/a.npy: No such file or directory" "${field[@]}" --grid 100000x100000 \
    -o nowhere/a.npy
# AddressSanitizer ends a program that asks for so much
huge=1000000000x1000000000
if grep -q __asan_init "${command[0]}"; then
    echo "skipped: more than memory, under AddressSanitizer"
    huge=100000x0
else
    refuses 1 "--grid $huge: not enough memory" "${field[@]}" -o a.npy --grid $huge
fi
echo old >a.npy
"${command[@]}" "${field[@]}" --grid $huge -o a.npy 2>/dev/null
check "an error keeps the old file" [ "$(cat a.npy)" = old ]
rm -f a.npy

# ---- Pictures ----
for primitive in $primitives; do
    for fractal in "" $fractals; do
        makes a.png field "$primitive" ${fractal:+--fractal "$fractal"} --grid 20x10 -o a.png
        check "$primitive $fractal: PNG size, 8 bit grey" \
            [ "$(bytes ../a.png 16 10)" = 000000140000000a0800 ]
    done
done
makes a.png "${field[@]}" --grid 300 -o a.png
check "a curve" [ "$(bytes ../a.png 16 10)" = 0000012c000001000800 ]
makes a.png "${field[@]}" --grid 1 --auto -o a.png
makes a.png "${field[@]}" --grid 1x1 --auto -o a.png
makes a.png "${field[@]}" -o a.png
check "512x512 without --grid" [ "$(bytes ../a.png 16 8)" = 0000020000000200 ]
makes a.png field cellular --returns x --auto --grid 20x10 -o a.png
makes a.png field cellular --returns x --range=-100,100 --grid 20x10 -o a.png
makes a.png field cellular --returns id --grid 20x10 -o a.png
makes a.png field cellular --raw true --grid 20x10 -o a.png
makes a.png "${field[@]}" --fractal fbm --bounding none --grid 20x10 -o a.png
if [ -n "${WN_READ_PNG-}" ]; then
    # the pixels are render's for the same values and range; auto uses black and white
    keep=field.raw makes a.raw "${field[@]}" --grid 40x30 -o a.raw
    keep=grey.png makes a.png "${field[@]}" --grid 40x30 -o a.png
    keep=auto.png makes a.png "${field[@]}" --grid 40x30 --auto -o a.png
    "$WN_READ_PNG" ../grey.png | tail -n +2 | fold -w 2 | sed 's/^/0x/' | xargs printf '%d\n' >../pixels
    od -An -v -tf8 -w8 ../field.raw | awk '{ print int(($1 + 1) / 2 * 255) }' >../grey
    # libnoise's blend of two colours rounds in its own way
    paste ../pixels ../grey | awk '
        { d = $1 - $2; if (d < -1 || d > 1) bad = 1 } END { exit bad || NR != 1200 }'
    check "grey" [ $? -eq 0 ]
    "$WN_READ_PNG" ../auto.png | tail -n +2 | fold -w 2 | sort | sed -n '1p;$p' >../ends
    check "auto: $(tr '\n' ' ' <../ends)" [ "$(tr '\n' ' ' <../ends)" = "00 ff " ]
    # a curve has a black pixel in each column, and no more than it needs
    keep=curve.png makes a.png "${field[@]}" --grid 50 --frequency 0.1 -o a.png
    "$WN_READ_PNG" ../curve.png | tail -n +2 | awk '
        { for (i = 0; i < 50; i++) if (substr($0, 2 * i + 1, 2) == "00") n[i]++ }
        END { for (i = 0; i < 50; i++) if (n[i] < 1 || n[i] > 100) exit 1 }'
    check "each column of a curve" [ $? -eq 0 ]
else
    echo "skipped: the pixels of pictures (WN_READ_PNG is not set)"
fi

# ---- Numbers: shapes ----
for shape in "7:(7,)" "7x5:(5, 7)" "7x5x3:(3, 5, 7)" "7x5x3x2:(2, 3, 5, 7)"; do
    makes a.npy "${field[@]}" --grid "${shape%%:*}" -o a.npy
    check "shape of ${shape%%:*}" contains ../a.npy "'<f8', 'fortran_order': False, 'shape': ${shape#*:}, }"
    makes a.raw "${field[@]}" --grid "${shape%%:*}" -o a.raw
    tail -c +129 ../a.npy >../tail
    check "raw is npy without its header" same ../tail ../a.raw
done
makes a.npy "${field[@]}" --grid 7x5 --precision f32 -o a.npy
check "npy f32" contains ../a.npy "'descr': '<f4'"
check "npy f32 size" [ "$(size_of ../a.npy)" -eq $((128 + 7 * 5 * 4)) ]

# ---- The values are those of a graph ----
# equals GRID FROM STEP JSON [WARP_JSON] -- ARGUMENTS...: field's values are eval's of the module JSON
equals() {
    local grid=$1 from=$2 step=$3 json=$4 warp='' output=n w precision
    shift 4
    [ "$1" = -- ] || { warp=$1 && output=w && shift; }
    shift
    awk -v grid="$grid" -v from="$from" -v step="$step" 'BEGIN {
        n = split(grid, size, "x"); split(from, first, ","); split(step, by, ",")
        for (k = 1; k <= 4; k++) {
            if (k > n) size[k] = 1
            if (by[k] == "") by[k] = by[1]
        }
        for (l = 0; l < size[4]; l++) printf "%.17g\n", first[4] + l * by[4] >"../w"
        for (k = 0; k < size[3]; k++) for (j = 0; j < size[2]; j++) for (i = 0; i < size[1]; i++)
            printf "%.17g %.17g %.17g\n", first[1] + i * by[1], first[2] + j * by[2],
                first[3] + k * by[3] >"../points" }'
    for precision in f64 f32; do
        : >../expected
        while read -r w; do
            printf '{ "widenoise": 1, "modules": { "n": %s%s }, "outputs": { "o": "%s" } }' \
                "${json//@w@/$w}" "${warp:+, \"w\": $warp}" "$output" >../graph.json
            keep=slice.npy makes a.npy eval ../graph.json --points ../points --precision $precision \
                -o a.npy
            tail -c +129 ../slice.npy >>../expected
        done <../w
        keep=values.raw makes a.raw field "$@" --grid "$grid" --from="$from" --step="$step" \
            --precision $precision -o a.raw
        check "$precision: field $* --grid $grid: not eval's" same ../values.raw ../expected
    done
}
for primitive in $primitives; do
    equals 13x9 -3,2 0.37 "{ \"module\": \"noise\", \"axes\": \"xy\", \"primitive\": \"$primitive\" }" \
        -- "$primitive" --frequency 1
    equals 6x5x4 0.1,-0.2,7 0.3,-0.2,0.11 \
        "{ \"module\": \"noise\", \"primitive\": \"$primitive\", \"seed\": 5, \"frequency\": 0.7 }" \
        -- "$primitive" --frequency 0.7 --seed 5
    equals 13x9 -3,2 0.37 \
        "{ \"module\": \"fractal\", \"axes\": 3, \"primitive\": \"$primitive\", \"octaves\": 3 }" \
        -- "$primitive" --frequency 1 --fractal fbm --octaves 3
done
for fractal in $fractals; do
    equals 9x3x2 1,2,3 0.41 '{ "module": "fractal", "fractal": "'"$fractal"'", "primitive": "value",
        "octaves": 4, "lacunarity": 1.9, "gain": 0.6, "weighted_strength": 0.3,
        "ping_pong_strength": 1.7, "bounding": "none" }' -- value --frequency 1 --fractal "$fractal" \
        --octaves 4 --lacunarity 1.9 --gain 0.6 --weighted-strength 0.3 --ping-pong-strength 1.7 \
        --bounding none
done
equals 500 -5 0.013 '{ "module": "noise", "axes": "x", "offset_x": 1e6, "seed": -3 }' \
    -- perlin --frequency 1 --offset-x 1e6 --seed -3
equals 5x4x3x2 0,1,2,3 0.4,0.3,0.2,0.6 '{ "module": "noise", "axes": "xyzw", "w": @w@,
    "offset_x": 0.5, "offset_y": -7, "offset_z": 0.25, "offset_w": 1e3, "primitive": "white" }' \
    -- white --frequency 1 --offset_x 0.5 --offset_y -7 --offset_z 0.25 --offset_w 1e3
equals 5x4x3x3 0,1,2,3 0.4,0.3,0.2,0.6 '{ "module": "fractal", "axes": "xyzw", "w": @w@ }' \
    -- perlin --frequency 1 --fractal fbm
equals 11x7 0.5,0.25,0.125 0.2 '{ "module": "noise", "axes": "xyzw", "w": 2.5 }' \
    -- perlin --frequency 1 --axes xyzw --w 2.5
equals 11x7 1,2 0.21 '{ "module": "noise", "axes": "xy", "primitive": "cellular", "raw": true,
    "metric": "hybrid", "returns": "f2_minus_f1", "jitter": 0.5 }' \
    -- cellular --frequency 1 --raw true --metric hybrid --returns f2_minus_f1 --jitter 0.5
equals 11x7 1,2 0.21 '{ "module": "noise", "axes": "xy" }' \
    '{ "module": "warp", "source": "n", "axes": "xy", "amplitude": 0.4, "frequency": 2, "seed": 9 }' \
    -- perlin --frequency 1 --warp gradient --warp-amplitude 0.4 --warp-frequency 2 --warp-seed 9
equals 7x5x3 1,2,3 0.21 '{ "module": "fractal", "fractal": "ridged", "seed": "0xfedcba9876543210" }' \
    '{ "module": "warp", "source": "n", "warp": "noise", "mode": "progressive", "octaves": 3,
       "primitive": "value", "frequency": 1, "amplitude": 1, "offset_x": 1, "offset_y": 2,
       "offset_z": 3, "lacunarity": 2.5, "gain": 0.4, "axes": "xz" }' \
    -- perlin --frequency 1 --fractal ridged --seed 0xfedcba9876543210 --warp noise --warp-octaves 3 \
    --warp-mode progressive --warp-primitive value --warp-frequency 1 --warp-amplitude 1 \
    --warp-offset-x 1 --warp-offset-y 2 --warp-offset-z 3 --warp-lacunarity 2.5 --warp-gain 0.4 \
    --warp-axes xz

# ---- Seeds ----
values() { # values FILE ARGUMENTS...
    local file=$1
    shift
    keep=$file makes a.raw "${field[@]}" --grid 30x20 --frequency 0.1 "$@" -o a.raw
}
values ones.raw --seed 0xffffffffffffffff
for seed in -1 18446744073709551615 0XFFFFFFFFFFFFFFFF; do
    values seed.raw --seed "$seed"
    check "--seed $seed" same ../ones.raw ../seed.raw
done
for seed in 0 0x7fffffffffffffff 0xfffffffffffffffe 0xffffffff 0xffffffff00000000; do
    values seed.raw --seed $seed
    check "--seed $seed is another" differ ../ones.raw ../seed.raw
done
values zero.raw
values seed.raw --seed=0
check "--seed 0 is the default" same ../zero.raw ../seed.raw

# ---- The same bits for any threads, tier and part of the grid ----
isas=$(tiers)
check "info lists no tier" [ -n "$isas" ]
for precision in f64 f32; do
    arguments=(field perlin --grid 300x70x3 --frequency 0.03 --precision "$precision" -o a.raw)
    keep=reference makes a.raw "${arguments[@]}" --threads 1 --isa scalar
    for threads in 1 2 7; do
        keep=threads makes a.raw "${arguments[@]}" --threads $threads
        check "$precision: $threads threads" same ../reference ../threads
    done
    for isa in $isas; do
        keep=isa makes a.raw "${arguments[@]}" --isa "$isa"
        check "$precision: $isa" same ../reference ../isa
    done
done
keep=long.raw makes a.raw "${field[@]}" --grid 9000x2 --threads 3 -o a.raw
keep=row.raw makes a.raw "${field[@]}" --grid 9000x1 --from 0,1 -o a.raw
tail -c 72000 ../long.raw >../row
check "the second row" same ../row ../row.raw
keep=end.raw makes a.raw "${field[@]}" --grid 1000x1 --from 8000,1 -o a.raw
tail -c 8000 ../long.raw >../row
check "its end" same ../row ../end.raw

# ---- Statistics ----
run field perlin --grid 30x20 --stats
check "--stats: exit code $code: $(cat ../err)" [ "$code" -eq 0 -a ! -s ../err ]
check "--stats left files: $(ls -A)" nothing_here
check "--stats: $(cat ../out)" [ "$(awk '{ print $1 }' ../out | tr '\n' ' ')" = "min max mean rms " ]
mv ../out ../printed
keep=stats.raw makes a.raw field perlin --grid 30x20 -o a.raw
od -An -v -tf8 -w8 ../stats.raw | awk '
    NR == 1 { min = max = $1 } { sum += $1; squares += $1 * $1; min = $1 < min ? $1 : min
    max = $1 > max ? $1 : max } END { printf "%.6g %.6g %.6g %.6g", min, max, sum / NR,
    sqrt(squares / NR) }' >../stats
check "--stats: $(cat ../stats)" [ "$(cat ../stats)" = \
    "$(awk '{ printf "%s%.6g", (NR > 1 ? " " : ""), $2 }' ../printed)" ]
run field perlin --grid 4x4 --stats -o a.npy
check "--stats with a file" [ "$code" -eq 0 -a -s a.npy ]
rm -f a.npy

# ---- Only lattice points ----
warns() { # warns yes|no ARGUMENTS...
    local expected=$1
    shift
    run field "$@" --stats
    check "field $*: exit code $code" [ "$code" -eq 0 ]
    if [ "$expected" = yes ]; then
        check "field $*: no warning: $(cat ../err)" contains ../err \
            "is 0 at lattice points, and all samples are such: choose a frequency or step that is not whole"
        check "field $*: more than one line" [ "$(wc -l <../err)" -eq 1 ]
    else
        check "field $*: $(cat ../err)" [ ! -s ../err ]
    fi
}
warns yes perlin --grid 16x16 --frequency 1
warns yes perlin --grid 16x16x4 --frequency 1 --precision f32 --seed 7
warns yes perlin --grid 16x16 --frequency 0.5 --step 2
warns yes perlin --grid 50 --frequency 10 --step 0.1 --from 3
warns yes perlin --grid 4x4x4x4 --frequency 1
warns yes perlin --grid 16x16 --frequency 1 --offset-x 3
warns yes simplex --grid 50 --frequency 1
warns yes perlin --grid 16x16 --frequency 1 --fractal fbm --octaves 1
warns no perlin --grid 16x16 --frequency 1 --fractal fbm # octaves lie apart
warns no perlin --grid 1x1
warns no perlin --grid 16x16 --frequency 0.3
warns no perlin --grid 16x16 --step 1,0.5 --frequency 1
warns no perlin --grid 16x16 --frequency 1 --offset-x 0.5
warns no perlin --grid 16x16 --frequency 1 --from 0.25,0
warns no perlin --grid 16x16 --frequency 1 --axes xyz --from 0,0,0.5
warns no perlin --grid 16x16 --frequency 1 --axes xyw --w 0.5
warns no value --grid 16x16 --frequency 1
warns no white --grid 16x16 --frequency 1

finish test_field
