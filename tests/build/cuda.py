# SPDX-License-Identifier: Apache-2.0
"""A CMake project for CUDA whose sources ptxcheck generates: nvcc compiles blocks of PTX, a header of functions,
and kernels of PTX.
cuda.py PROGRAM NVCC FOLDER
"""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROJECT = """cmake_minimum_required(VERSION 3.18)
project(kernels LANGUAGES CUDA)
include(%s/cmake/Ptxcheck.cmake)
add_library(kernels OBJECT main.cu)
set_target_properties(kernels PROPERTIES CUDA_ARCHITECTURES 90a CUDA_STANDARD 17)
ptxcheck_pp(kernels SOURCES wgmma_loop.cu)
target_compile_definitions(kernels PRIVATE SCALE=2 OTHER)
ptxcheck_emit(kernels HEADER ptx.cuh ARCH sm_90a ONLY mbarrier.init elect)
ptxcheck_emit(kernels KERNELS copy.ptx)
ptxcheck_add_check(kernels)
"""
MAIN = """#include "ptx.cuh"
__global__ void init(int *p) {
    __shared__ uint64_t bar;
    if (ptx::elect_sync(~0u)) ptx::mbarrier_init(&bar, 1);
    *p = 1;
}
"""
# The definitions of the target leave it out.
LEFT_OUT = """
#if SCALE != 2
__global__ void other() {
    asm volatile(R"ptx(
        nosuch.b32 x, 1;
    )ptx");
}
#endif
"""
COPY = """.version 8.0
.target sm_90a
.address_size 64
.visible .entry copy(.param .u64 p) { .reg .b64 %a; ld.param.u64 %a, [p]; st.b64 [%a], %a; ret; }
"""


def main(program, nvcc, folder):
    folder = pathlib.Path(folder)
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(PROJECT % ROOT, encoding="utf-8")
    (folder / "main.cu").write_text(MAIN, encoding="utf-8")
    (folder / "copy.ptx").write_text(COPY, encoding="utf-8")
    loop = (ROOT / "examples/pp/wgmma_loop.cu").read_text(encoding="utf-8")
    (folder / "wgmma_loop.cu").write_text(loop + LEFT_OUT, encoding="utf-8")
    env = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CUDAARCHS")}
    for command in (["cmake", "-S", folder, "-B", folder / "build", f"-DCMAKE_CUDA_COMPILER={nvcc}", f"-DPTXCHECK_EXECUTABLE={program}"],
                    ["cmake", "--build", folder / "build"]):
        ran = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=env)
        if ran.returncode:
            sys.exit(f"{command}: exit status {ran.returncode}\n{ran.stdout}")
    print(*sorted(p.name for p in (folder / "build").rglob("*.cu.o")))


main(*sys.argv[1:])
