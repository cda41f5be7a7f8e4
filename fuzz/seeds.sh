#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# seeds.sh TARGET FOLDER [SURFACE]: writes the seeds of a fuzz target into a new folder and prints their number.
# SURFACE: only those of the target `program` that belong to it.
set -eu
cd "$(dirname "$0")/.."
target=$1 seeds=$2 surface=${3:-}
rm -rf "$seeds"
mkdir -p "$seeds"

n=0
# Only small files: a fuzzer learns more from many quick runs.
add_ptx() {
    for file in $(find tests examples bench fuzz/rare.ptx \( -name '*.ptx' -o -name '*.test' -o -name '*.cu' \) -size -16k | sort); do
        n=$((n + 1))
        cp "$file" "$seeds/$n.ptx"
    done
    for file in $(find tests/corpus/files -name '*.xz' -size -3k | sort); do
        n=$((n + 1))
        xz -dc "$file" >"$seeds/$n.ptx"
    done
}

# Tests of the table compiler, and tables split into single instructions.
add_tables() {
    for file in tests/isagen/*.isa tests/isagen/limits/*.isa; do
        n=$((n + 1))
        cp "$file" "$seeds/$n.isa"
    done
    for file in grammar/isa/*.isa; do
        awk -v to="$seeds/$(basename "$file")" '/^insn / { n++ } { print > (to "." n + 0) }' "$file"
    done
}

# The same files for each language that contains PTX: fuzz/host.c reads the language from the first byte.
add_hosts() {
    for file in $(find tests/embed examples bench -type f -size -16k | sort); do
        for language in $(language_bytes "$file"); do
            n=$((n + 1))
            printf '%s\n' "$language" | cat - "$file" >"$seeds/$n.$(basename "$file")"
        done
    done
}

# Prints the first bytes that stand for the language of a file: with default options, and the printable ones.
language_bytes() {
    case $1 in
    *.cu | *.cpp) echo A ;;
    *.py) echo B ;;
    *.ll | *.mlir) echo C ;;
    *.rs) echo D ;;
    *.md | *.test) echo E A ;;
    esac
}

# Commands with their files: fuzz/program.txt.
add_commands() {
    python3 tests/cli/check/fat.py "$seeds.fat"
    grep "^${surface:-[a-z]*}|" fuzz/program.txt | while IFS='|' read -r group words names paths; do
        for path in $(echo "$paths" | sed "s,%fat,$seeds.fat,g"); do
            if [ -f "$path" ] && [ "$(wc -c <"$path")" -lt 8000 ]; then
                add_command "$seeds/$(echo "$group $words $names $path" | tr ' /' '__' | tail -c 200)" "$words" "$path" "$names"
            fi
        done
    done
    rm -rf "$seeds.fat"
}

# add_command SEED COMMAND FILE NAMES: writes a seed with the file under each of the names.
add_command() {
    printf '%s' "$2" >"$1"
    for given in $4; do
        printf '\n@@@ %s\n' "$given" | cat - "$3" >>"$1"
    done
}

# Rehearsals: with no options, with each of those that fuzz/rehearse.c selects by a byte, and with launch files.
add_rehearsals() {
    for file in tests/rehearse/*.ptx tests/rehearse/Inputs/*.ptx; do
        for byte in 012 013 011 022 035 052 112 032; do
            n=$((n + 1))
            # shellcheck disable=SC2059 # an octal number
            { cat "$file" && printf "//\\$byte"; } >"$seeds/$n"
        done
        grep -o 'entry [a-z_0-9]*' "$file" | cut -c7- | while read -r kernel; do
            { cat "$file" && printf '//\013@@@ launch\n{"entry": "%s", "block": [64]}\n' "$kernel"; } >"$seeds/$n.$kernel"
        done
    done
    for launch in tests/rehearse/Inputs/*.json; do
        n=$((n + 1))
        { cat tests/rehearse/Inputs/ring.ptx && printf '\n@@@ launch\n' && cat "$launch"; } >"$seeds/$n"
    done
    for params in '"in:64","out:64","u32:7","map:t"' '"tmap:t","tmapz:t:2","s32:-1","map:t"' '"zeros:8","words:1,2","b32:1",{"0":"f32:1.5","64":"u64:1"}'; do
        n=$((n + 1))
        { cat fuzz/launch.ptx && printf '@@@ launch\n' && sed "s/\"params\": \[\]/\"params\": [$params]/" fuzz/launch.json; } >"$seeds/$n"
    done
}

case $target in
rehearse) add_rehearsals ;;
isagen) add_tables ;;
program) add_commands ;;
host) add_hosts ;;
*) add_ptx ;;
esac
find "$seeds" -type f | wc -l
