#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# stack.sh SIZE PROGRAM FOLDER: runs commands with a stack of SIZE KB, and prints those that crash. FOLDER is that of large.py.
# shellcheck disable=SC3045 # dash and bash have it
ulimit -s "$1" || exit
program=$2 folder=$3
count=0
# The environment would lie on the stack.
check() {
    count=$((count + 1))
    env -i "$program" "$@" >"$folder/out" 2>&1
    status=$?
    [ $status -le 2 ] || echo "exit $status: $*"
}

for format in text json sarif github; do check --format=$format examples/broken.ptx; done
check -j 2 examples/*.ptx
for name in brackets parentheses signs conditions word braces; do check "$folder/$name.ptx"; done
check tests/embed/cxx/*.cu
check tests/flow/*.ptx
check -Wrehearse tests/rehearse/*.ptx
check rehearse --timeline --svg=/dev/null tests/rehearse/Inputs/ring.ptx
check --dump-ast --dump-flow examples/gemm.ptx
check -o "$folder/copy" examples/gemm.ptx
check explain ptx-203
check explain-log --ptx tests/cli/log/Inputs/kernel.ptx tests/cli/log/Inputs/kernel.13.5.log
check emit --all sm_100a
check emit --kernels examples/gemm.ptx
check pp examples/pp/wgmma_loop.cu
check format examples/gemm.ptx
for word in list 'show mma' 'show --format=json tcgen05.mma' 'example mma' 'page mma' 'page tex'; do
    # shellcheck disable=SC2086 # words on purpose
    check isa $word
done
for format in text json; do check matrix --format=$format examples/gemm.ptx; done
check tensormap --batch tests/tensormap/Inputs/unusable.jsonl
check tensormap --show --svg=/dev/null --at=20,13 examples/tensormap/outside.json
check encode tensormap examples/tensormap/swizzled.json
check decode wgmma-desc 0x4000004000010000
check --help
check --version --verbose
echo "$count commands"
