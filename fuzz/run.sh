#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh TARGET, for `make fuzz`: fuzzes build/fuzz/TARGET for FUZZ_SECONDS, or for FUZZ_RUNS inputs.
# New inputs are kept in build/fuzz/corpus-TARGET; an input that fails is stored as
# build/fuzz/TARGET-crash-* and should become a test.
set -u
cd "$(dirname "$0")/.." || exit
target=$1
dictionary=build/gen/ptx.dict length=16384
case $target in
lsp) length=1024 ;; # a step of the server is a whole check
isagen) dictionary=build/gen/isa.dict length=4096 ;;
esac
corpus=build/fuzz/corpus-$target seeds=build/fuzz/seeds
rm -rf $seeds
mkdir -p "$corpus" $seeds

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
    n=$(find "$seeds" -type f | wc -l)
}

if [ "$target" = isagen ]; then add_tables; else add_ptx; fi
echo "fuzz: $target, $n seeds$([ "$FUZZ_RUNS" = 0 ] || echo ", $FUZZ_SECONDS seconds")"

ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    nice "build/fuzz/$target" -max_total_time="$FUZZ_SECONDS" -runs="$FUZZ_RUNS" -seed="$FUZZ_SEED" \
    -dict=$dictionary -max_len="$length" -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix="build/fuzz/$target-" "$corpus" $seeds >"build/fuzz/log-$target" 2>&1
status=$?
grep -E '^stat::|^SUMMARY|ERROR|Test unit written' "build/fuzz/log-$target"
[ $status -eq 0 ] || {
    tail -n 60 "build/fuzz/log-$target"
    echo "fuzz: FAILED (the input is build/fuzz/$target-*; the whole log is build/fuzz/log-$target)"
}
exit $status
