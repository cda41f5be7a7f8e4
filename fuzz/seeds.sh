#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# seeds.sh TARGET FOLDER: writes the seeds of a fuzz target into a new folder and prints their number.
set -eu
cd "$(dirname "$0")/.."
target=$1 seeds=$2
rm -rf "$seeds"
mkdir -p "$seeds"

n=0
# Only small files: a fuzzer learns more from many quick runs.
add_ptx() {
    for file in $(find tests examples bench \( -name '*.ptx' -o -name '*.test' -o -name '*.cu' \) -size -16k | sort); do
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

# Commands with their files: fuzz/program.txt.
add_commands() {
    grep -v '^#' fuzz/program.txt | while IFS='|' read -r command name files; do
        for file in $files; do
            [ "$(wc -c <"$file")" -lt 4000 ] || continue
            printf '%s\n@@@ %s\n' "$command" "$name" | cat - "$file" >"$seeds/$(echo "$command $name $file" | tr ' /' '__')"
        done
    done
}

case $target in
isagen) add_tables ;;
program) add_commands ;;
*) add_ptx ;;
esac
find "$seeds" -type f | wc -l
