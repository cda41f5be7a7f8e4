#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# run.sh TARGET [SURFACE], for `make fuzz`: fuzzes build/fuzz/TARGET for FUZZ_SECONDS, or for FUZZ_RUNS inputs, with the
# seeds of one surface of the target `program`, or with all. New inputs are kept in build/fuzz/corpus-TARGET-SURFACE; an
# input that fails is stored as build/fuzz/TARGET-crash-* and should become a test.
set -u
cd "$(dirname "$0")/.." || exit
target=$1 surface=${2:-}
name=$target${surface:+-$surface}
dictionary=build/gen/ptx.dict length=16384 silent=0
case $target in
lsp) length=1024 ;; # a step of the server is a whole check
isagen) dictionary=build/gen/isa.dict length=4096 ;;
program) length=8192 silent=1 ;; # what it writes to standard output
rehearse) silent=1 ;;
esac
corpus=build/fuzz/corpus-$name seeds=build/fuzz/seeds-$name
mkdir -p "$corpus"
n=$(sh fuzz/seeds.sh "$target" "$seeds" "$surface") || exit
echo "fuzz: $name, $n seeds$([ "$FUZZ_RUNS" = 0 ] || echo ", $FUZZ_SECONDS seconds")"

ASAN_OPTIONS=allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1 \
    nice "build/fuzz/$target" -max_total_time="$FUZZ_SECONDS" -runs="$FUZZ_RUNS" -seed="$FUZZ_SEED" \
    -dict=$dictionary -max_len="$length" -timeout=120 -rss_limit_mb=2048 -print_final_stats=1 -verbosity=0 \
    -close_fd_mask=$silent -artifact_prefix="build/fuzz/$name-" "$corpus" "$seeds" >"build/fuzz/log-$name" 2>&1
status=$?
grep -E '^stat::|^SUMMARY|ERROR|Test unit written' "build/fuzz/log-$name"
[ $status -eq 0 ] || {
    tail -n 60 "build/fuzz/log-$name"
    echo "fuzz: FAILED (the input is build/fuzz/$name-*; the whole log is build/fuzz/log-$name)"
}
exit $status
