#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh TARGET, for `make fuzz`: fuzzes build/fuzz/TARGET for FUZZ_SECONDS, or for FUZZ_RUNS inputs.
# New inputs are kept in build/fuzz/corpus-TARGET; an input that fails is stored as
# build/fuzz/TARGET-crash-* and should become a test.
set -u
cd "$(dirname "$0")/.." || exit
target=$1
dictionary=build/gen/ptx.dict length=16384 silent=0
case $target in
lsp) length=1024 ;; # a step of the server is a whole check
isagen) dictionary=build/gen/isa.dict length=4096 ;;
program) length=4096 silent=1 ;; # what it writes to standard output
rehearse) silent=1 ;;
esac
corpus=build/fuzz/corpus-$target seeds=build/fuzz/seeds-$target
mkdir -p "$corpus"
n=$(sh fuzz/seeds.sh "$target" "$seeds") || exit
echo "fuzz: $target, $n seeds$([ "$FUZZ_RUNS" = 0 ] || echo ", $FUZZ_SECONDS seconds")"

ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    nice "build/fuzz/$target" -max_total_time="$FUZZ_SECONDS" -runs="$FUZZ_RUNS" -seed="$FUZZ_SEED" \
    -dict=$dictionary -max_len="$length" -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -close_fd_mask=$silent -artifact_prefix="build/fuzz/$target-" "$corpus" "$seeds" >"build/fuzz/log-$target" 2>&1
status=$?
grep -E '^stat::|^SUMMARY|ERROR|Test unit written' "build/fuzz/log-$target"
[ $status -eq 0 ] || {
    tail -n 60 "build/fuzz/log-$target"
    echo "fuzz: FAILED (the input is build/fuzz/$target-*; the whole log is build/fuzz/log-$target)"
}
exit $status
