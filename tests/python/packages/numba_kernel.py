# SPDX-License-Identifier: Apache-2.0
"""A Numba kernel and the PTX that it compiles to, without a GPU; then the same with a mistake put into the PTX."""
from numba import cuda, types

import ptxcheck


def increment(a):
    i = cuda.grid(1)
    if i < a.size:
        a[i] += 1


text, _ = cuda.compile(increment, types.void(types.float32[::1]), cc=(9, 0), lineinfo=True, abi="c", output="ptx")
print("findings:", len(ptxcheck.check(text)))
(found,) = ptxcheck.check(text.replace("add.rn.f32", "add.rx.f32").replace("add.f32", "add.rx.f32"))
print(f"{found.source.file.rsplit('/', 1)[-1]}:{found.source.line}: {found.message}")
