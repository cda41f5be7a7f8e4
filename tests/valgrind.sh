#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# valgrind.sh PROGRAM FOLDER: runs a sample of the tests under valgrind. FOLDER contains the programs of tests/api.
set -u
program=$1 folder=$2
command -v valgrind >/dev/null || {
    echo 'valgrind.sh: error: valgrind is not installed; run ./bootstrap --dev' >&2
    exit 1
}

runs=0 failures=0 stdin=/dev/null leaks=full
check() {
    runs=$((runs + 1))
    valgrind -q --error-exitcode=99 --leak-check=$leaks --show-leak-kinds=all \
        --log-file=build/valgrind.log "$@" >build/valgrind.out 2>&1 <"$stdin"
    [ $? -lt 99 ] && [ ! -s build/valgrind.log ] && return
    failures=$((failures + 1))
    echo "FAILED: $* <$stdin"
    head -40 build/valgrind.log
}

for input in examples/*.ptx $(find tests -path '*/corpus' -prune -o -name '*.ptx' -print | sort | awk 'NR % 8 == 1'); do
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
stdin=build/valgrind.in
for test in cxx actions hover messages; do
    python3 tests/lsp/script.py <tests/lsp/$test.test >$stdin
    check "$program" lsp --lit-test
done
stdin=/dev/null
leaks=no # the table compiler leaves its memory to the system
check build/host/isagen -o build/valgrind.c grammar/isa/*.isa
leaks=full
check "$folder/api" all
check "$folder/tensormap" all
echo "valgrind: $runs runs, $failures failed"
[ $failures -eq 0 ]
