# SPDX-License-Identifier: Apache-2.0
"""A kernel of CuTe DSL, compiled without a GPU: the PTX that it keeps. cute_kernel.py FOLDER"""
import glob
import os
import sys

os.environ.update(CUTE_DSL_ARCH="sm_100a", CUTE_DSL_KEEP_PTX="1", CUTE_DSL_LINEINFO="1", CUTE_DSL_DUMP_DIR=sys.argv[1])
import cutlass  # noqa: E402 (it reads the environment)
from cutlass import cute  # noqa: E402
from cutlass.cute.runtime import make_fake_compact_tensor  # noqa: E402

import ptxcheck  # noqa: E402


@cute.kernel
def increment(a: cute.Tensor):
    i, _, _ = cute.arch.thread_idx()
    a[i] = a[i] + cutlass.Float32(1)


@cute.jit
def launch(a: cute.Tensor):
    increment(a).launch(grid=[1, 1, 1], block=[32, 1, 1])


compiled = cute.compile(launch, make_fake_compact_tensor(cutlass.Float32, (128,)), options="--keep-ptx --gpu-arch sm_100a")
(path,) = glob.glob(os.path.join(sys.argv[1], "*.ptx"))
print("the same text:", open(path).read().rstrip("\0") == compiled.__ptx__.rstrip("\0"))
print("findings:", len(ptxcheck.check(compiled.__ptx__)))
(found,) = ptxcheck.check(compiled.__ptx__.replace("add.rn.f32", "add.rx.f32").replace("add.f32", "add.rx.f32"))
print(f"{found.source.file.rsplit('/', 1)[-1]}:{found.source.line}: {found.message}")
