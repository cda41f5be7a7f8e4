#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# profile.sh: builds build/optimized/ptxcheck for this machine with link-time optimization and a profile of checks of
# the committed corpus. The result depends only on the sources and the compiler.
set -eu
cd "$(dirname "$0")/.."
trained=build/profile inputs=build/profile/inputs
# The profile names sources by their place in the tree, and everything has the name that it has in the tree.
flags="-O2 -ffile-prefix-map=$PWD=. -fprofile-update=single"

rm -rf $trained build/optimized
mkdir -p $inputs
make -s -j"${JOBS:-$(getconf _NPROCESSORS_ONLN)}" B=$trained PROGRAM=$trained/ptxcheck CFLAGS="$flags -fprofile-generate" program
for f in tests/corpus/files/*.ptx.xz; do xz -dc "$f" > "$inputs/$(basename "$f" .xz)"; done
# Findings are no failure: the corpus has some.
$trained/ptxcheck --no-config -q "$inputs"/*.ptx examples/*.ptx > $trained/log || [ $? -eq 1 ]
$trained/ptxcheck --no-config -q examples/*.cu bench/*.cu > $trained/log || [ $? -eq 1 ]

mkdir -p build/optimized
(cd $trained && find . -name '*.gcda' | tar -cf - -T -) | tar -xf - -C build/optimized
# gcc warns of each call to a function that the profile does not know.
make -s -j"${JOBS:-$(getconf _NPROCESSORS_ONLN)}" B=build/optimized PROGRAM=build/optimized/ptxcheck CFLAGS="$flags -flto=2 -fprofile-use -fprofile-partial-training -Wno-missing-profile" program 2> build/optimized/log || {
    cat build/optimized/log >&2
    exit 1
}
strip build/optimized/ptxcheck
