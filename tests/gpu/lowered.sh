#!/bin/sh
# SPDX-License-Identifier: Apache-2.0
# lowered.sh PTXCHECK NVCC INPUTS BUILD: converts the kernels in INPUTS to CUDA C++, compiles both, and runs
# lowered.cu, which compares their output. Without PTXCHECK ("-"), BUILD already contains the C++.
set -eu
ptxcheck=$1 nvcc=$2 inputs=$3 build=$4
gencode='-gencode arch=compute_90a,code=sm_90a'
mkdir -p "$build"
for name in replace gather parameters; do
    [ "$ptxcheck" = - ] || "$ptxcheck" emit --kernels "$inputs/$name.ptx" -o "$build/$name.cu"
    # shellcheck disable=SC2086
    "$nvcc" $gencode -cubin "$inputs/$name.ptx" -o "$build/$name.cubin"
    # shellcheck disable=SC2086
    "$nvcc" $gencode -cubin "$build/$name.cu" -o "$build/$name.lowered.cubin"
done
"$nvcc" -o "$build/lowered" "$(dirname "$0")/lowered.cu" "${LIBCUDA:--lcuda}"
"$build/lowered" "$build"
