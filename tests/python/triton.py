# SPDX-License-Identifier: Apache-2.0
"""The hook of Triton, with a stand-in for the package; docs/python.md says how it was tried with the real one."""
import os
import sys
import tempfile
import types
import warnings

PTX = """.version 8.7
.target sm_90
.address_size 64
.entry k() {
.reg .b32 r;
.loc 1 7 3
mov.b32 r, x;
ret;
}
.file 1 "/src/kernel.py"
"""


def stand_in():
    """A module with `knobs.compilation.listener`, which is all that the hook uses."""
    triton = types.ModuleType("triton")
    triton.knobs = types.SimpleNamespace(compilation=types.SimpleNamespace(listener=None))
    sys.modules["triton"] = triton
    return triton.knobs.compilation


def show(message, category, filename, line, *rest):
    print(f"{filename}:{line}: {message}")


def main():
    compilation = stand_in()
    compilation.listener = lambda src, metadata_group, **rest: print(f"before: {src}")
    import ptxcheck.triton

    warnings.showwarning = show
    uninstall = ptxcheck.triton.install()
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.ptx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PTX)
        event = {"src": "k", "metadata": {}, "metadata_group": {"k.ptx": path, "k.cubin": "/gone"}, "cache_hit": False}
        compilation.listener(**event)
        uninstall()
        compilation.listener(**event)


main()
