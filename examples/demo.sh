#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# demo.sh PROGRAM: shows the output of ptxcheck for a valid kernel and for one with errors. Run it from the top folder.
set -u

show() {
    printf '$ ptxcheck %s\n' "$*"
    "$program" "$@"
    status=$?
    printf '(exit status %s)\n\n' "$status"
}

program=$1
echo 'A real kernel, compiled by nvcc from examples/gemm.cu:'
show --arch=sm_100a examples/gemm.ptx
good=$status
[ "$good" -ne 0 ] || printf 'Nothing is wrong with it.\n\n'
echo 'Typical mistakes:'
show examples/broken.ptx
if [ "$good" -ne 0 ] || [ "$status" -ne 1 ]; then
    echo 'demo.sh: error: expected exit status 0, then 1' >&2
    exit 1
fi
