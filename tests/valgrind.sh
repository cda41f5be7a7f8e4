#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# valgrind.sh PROGRAM FOLDER: runs a sample of the tests under valgrind. FOLDER contains the programs of tests/api.
# AddressSanitizer and MemorySanitizer see all tests; valgrind also sees the release build and the libraries.
set -u
program=$1 folder=$2
command -v valgrind >/dev/null || {
    echo 'valgrind.sh: error: valgrind is not installed; run ./bootstrap --dev' >&2
    exit 1
}
out=build/valgrind
rm -rf $out
mkdir -p $out

stdin=/dev/null leaks=full
# check COMMAND...: adds a line to the list of runs. No word contains a blank.
check() { echo "$leaks $stdin $*"; }

list() {
    for input in examples/*.ptx $(find tests -path '*/corpus' -prune -o -name '*.ptx' -print | sort | awk 'NR % 16 == 1'); do
        check "$program" "$input"
    done
    for format in json sarif github; do check "$program" --format=$format examples/broken.ptx; done
    check "$program" -j 2 examples/*.ptx
    check "$program" -q tests/embed/cxx/*.cu tests/embed/cxx/Inputs/macros.ii
    check "$program" --dump-ast examples/gemm.ptx
    check "$program" explain ptx-203
    check "$program" tensormap --batch tests/tensormap/Inputs/unusable.jsonl
    check "$program" tensormap tests/tensormap/Inputs/bad.json
    check "$program" tensormap --show --at=20,13 examples/tensormap/outside.json
    check "$program" encode tensormap examples/tensormap/swizzled.json
    for test in cxx actions hover messages; do
        stdin=$out/$test.in
        python3 tests/lsp/script.py <tests/lsp/$test.test >"$stdin"
        check "$program" lsp --lit-test
    done
    stdin=/dev/null
    leaks=no # the table compiler leaves its memory to the system
    check build/host/isagen -o $out/tables.c grammar/isa/*.isa
    leaks=full
    check "$folder/api" all
    check "$folder/tensormap" all
}

# Runs one line of the list, and keeps its log if it failed.
# shellcheck disable=SC2016 # expanded by sh -c
run='
    leaks=$1 stdin=$2 log=$0/$$.log
    shift 2
    valgrind -q --error-exitcode=99 --leak-check=$leaks --show-leak-kinds=all --log-file=$log "$@" >/dev/null 2>&1 <$stdin
    [ $? -lt 99 ] && [ ! -s $log ] && rm -f $log && exit
    { echo "FAILED: $* <$stdin"; head -40 $log; } >$0/$$.failed
'
list >$out/list
# The longest runs are the last ones of the list.
tac $out/list | xargs -P "$(nproc)" -L 1 sh -c "$run" $out
failures=$(find $out -name '*.failed' | wc -l)
find $out -name '*.failed' -exec cat {} +
echo "valgrind: $(wc -l <$out/list) runs, $failures failed"
[ "$failures" -eq 0 ]
