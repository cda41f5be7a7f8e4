# SPDX-License-Identifier: Apache-2.0
"""A Triton kernel with an instruction that its target does not have, compiled without a GPU.
triton_kernel.py hook: with the hook of the module. triton_kernel.py plain: without."""
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def saturate(x):
    i = tl.arange(0, 128)
    value = tl.load(x + i)
    value = tl.inline_asm_elementwise("add.sat.u32 $0, $1, 7;", "=r,r", [value], dtype=tl.uint32, is_pure=True, pack=1)
    tl.store(x + i, value)


@triton.jit
def double(x):
    i = tl.arange(0, 128)
    tl.store(x + i, tl.load(x + i) * 2)


def compiled(kernel):
    return triton.compile(ASTSource(kernel, signature={"x": "*u32"}), target=GPUTarget("cuda", 90, 32))


def main(how):
    uninstall = None
    if how == "hook":
        import ptxcheck.triton

        def say(kernel, d):
            print(f"{kernel}: {d.source.file.rsplit('/', 1)[-1]}:{d.source.line}: {d.message} [{d.code}]")

        uninstall = ptxcheck.triton.install(say)
    print("double:", "ptx" in compiled(double).asm)
    try:
        compiled(saturate)
    except Exception as error:
        print(f"{type(error).__name__}: {str(error).splitlines()[0]}")
        print(next(line for line in str(error).splitlines() if "error" in line and ":" in line and "PTXAS" not in line))
    if uninstall:
        uninstall()
        print("hooks left:", triton.knobs.compilation.listener, triton.knobs.runtime.add_stages_inspection_hook)


main(sys.argv[1])
