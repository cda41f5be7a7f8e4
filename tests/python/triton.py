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


def stand_in(**knobs):
    """A module with the parts of `knobs` that the hook uses."""
    triton = types.ModuleType("triton")
    triton.knobs = types.SimpleNamespace(compilation=types.SimpleNamespace(listener=None), **knobs)
    sys.modules["triton"] = triton
    return triton.knobs


def show(message, category, filename, line, *rest):
    print(f"{message}" if filename.endswith("triton.py") else f"{filename}:{line}: {message}")


def compiled(compilation, path, cache_hit):
    """What Triton says when it has compiled a kernel or found it in its cache."""
    group = {"k.ptx": path, "k.cubin": "/gone"}
    compilation.listener(src="k", metadata={}, metadata_group=group, cache_hit=cache_hit)


def old(path):
    """A release without hooks for stages."""
    import ptxcheck.triton

    compilation = stand_in().compilation
    compilation.listener = lambda src, metadata_group, **rest: print(f"before: {src}")
    uninstall = ptxcheck.triton.install()
    compiled(compilation, path, False)
    uninstall()
    compiled(compilation, path, False)


def new(path):
    """The stage that writes PTX is wrapped, and only what comes from the cache is left to the listener."""
    import ptxcheck.triton

    def other(*arguments):
        print(f"other hook: {len(arguments)} arguments")
        return "key", "hash"

    knobs = stand_in(runtime=types.SimpleNamespace(add_stages_inspection_hook=other))
    uninstall = ptxcheck.triton.install()
    hook = knobs.runtime.add_stages_inspection_hook
    print("key:", hook())
    stages = {"ttir": None, "ptx": lambda source, metadata: metadata.update(name="k") or source + PTX}
    hook("backend", stages, "options", "language", 90)
    print("stage:", stages["ptx"]("", {}) == PTX)
    hook("backend", {"hsaco": None}, "options", "language", 90)
    print("compiled:")
    compiled(knobs.compilation, path, False)
    print("cached:")
    compiled(knobs.compilation, path, True)
    print("unreadable:")
    compiled(knobs.compilation, "/gone/k.ptx", True)
    uninstall()
    print("uninstalled:", knobs.runtime.add_stages_inspection_hook is other, knobs.compilation.listener)
    knobs.runtime.add_stages_inspection_hook = None
    ptxcheck.triton.install()
    print("key:", knobs.runtime.add_stages_inspection_hook())


def main():
    warnings.showwarning = show
    warnings.simplefilter("always")
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "k.ptx")
        with open(path, "w", encoding="utf-8") as file:
            file.write(PTX)
        old(path)
        new(path)


main()
