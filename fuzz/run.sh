#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# `make fuzz`: fuzzes build/fuzz/module for FUZZ_SECONDS. New inputs are kept in build/fuzz/corpus;
# an input that fails is left as build/fuzz/crash-*, to be made a test in tests/regress.
set -u
cd "$(dirname "$0")/.." || exit
corpus=build/fuzz/corpus seeds=build/fuzz/seeds
rm -rf $seeds
mkdir -p $corpus $seeds

# Small files only: a fuzzer learns more from many quick runs.
n=0
for file in $(find tests examples bench \( -name '*.ptx' -o -name '*.test' -o -name '*.cu' \) -size -16k | sort); do
    n=$((n + 1))
    cp "$file" "$seeds/$n.ptx"
done
for file in $(find tests/corpus/files -name '*.xz' -size -3k | sort); do
    n=$((n + 1))
    xz -dc "$file" >"$seeds/$n.ptx"
done
echo "fuzz: $n seeds, ${FUZZ_SECONDS} seconds"

ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    nice build/fuzz/module -max_total_time="$FUZZ_SECONDS" -seed="$FUZZ_SEED" -dict=build/gen/ptx.dict \
    -max_len=16384 -timeout=20 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -artifact_prefix=build/fuzz/ $corpus $seeds >build/fuzz/log 2>&1
status=$?
grep -E '^stat::|^SUMMARY|ERROR|Test unit written' build/fuzz/log
[ $status -eq 0 ] || {
    tail -n 60 build/fuzz/log
    echo "fuzz: FAILED (the input is build/fuzz/crash-*, timeout-* or oom-*; the whole log is build/fuzz/log)"
}
exit $status
