# SPDX-License-Identifier: Apache-2.0
"""The source of a CuPy RawModule: its asm statements, and the PTX that NVRTC compiles it to, as CuPy does. No GPU is needed."""
from cupy.cuda import nvrtc

import ptxcheck

CODE = r'''
extern "C" __global__ void saturate(unsigned *a) {
    asm volatile("add.sat.u32 %0, %0, 7;" : "+r"(a[threadIdx.x]));
}
'''


def ptx_of(code, name):
    program = nvrtc.createProgram(code, name, (), ())
    nvrtc.compileProgram(program, ("-arch=compute_90", "-lineinfo"))
    return nvrtc.getPTX(program)


for d in ptxcheck.check(CODE, language="c++", arch="sm_90"):
    print(f"source: {d.line}:{d.column}: {d.message}")
for d in ptxcheck.check(ptx_of(CODE, "saturate.cu")):
    print(f"PTX: {d.source.file.rsplit('/', 1)[-1]}:{d.source.line}: {d.message}")
print("without the mistake:", len(ptxcheck.check(ptx_of(CODE.replace(".sat", ""), "saturate.cu"))))
