#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What test_command.sh and test_field.sh share: they look at the command widenoise from outside. To be
# sourced with the command as arguments; goes into an empty directory, next to which is scratch space.
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

tiers() { # prints the names of the instruction sets that can be used
    "${command[@]}" info | awk '/^WN_ISA/ { exit } $NF == "yes" { print $1 }'
}

finish() { # finish NAME: the result of all checks
    echo "$1: $passed passed, $failed failed"
    [ "$failed" -eq 0 ] && [ "$passed" -gt 100 ]
}
