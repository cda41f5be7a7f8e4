# SPDX-License-Identifier: Apache-2.0
"""api.py FOLDER: installs the library there, builds examples/api with it in two ways, and runs the programs."""

import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples/api"
ENV = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL")}


def run(*command, status=0, **env):
    ran = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                         env={**ENV, **env})
    if ran.returncode != status:
        sys.exit(f"{command}: exit status {ran.returncode}\n{ran.stdout}")
    return ran.stdout


def expect(programs, **env):
    errors = run(programs / "list_errors", ROOT / "examples/broken.ptx", status=1, **env)
    words = run(programs / "complete_qualifier", "tcgen05.cp.cta_group::1", **env)
    for text, line in (errors, "13:34: missing ';' at the end of the instruction [ptx-203]\n"), (words, ".warpx4\n"):
        if line not in text:
            sys.exit(f"no {line!r} in\n{text}")


def main(folder):
    shutil.rmtree(folder, ignore_errors=True)
    prefix, linked = folder / "installed", folder / "pkg-config"
    run("make", "-s", "-C", ROOT, "install", f"PREFIX={prefix}")
    linked.mkdir()
    flags = run("pkg-config", "--cflags", "--libs", "ptxcheck", PKG_CONFIG_PATH=str(prefix / "lib/pkgconfig")).split()
    for name in "list_errors", "complete_qualifier":
        run("cc", "-std=c11", "-Wall", "-Wextra", "-Werror", "-o", linked / name, EXAMPLES / f"{name}.c", *flags)
    expect(linked, LD_LIBRARY_PATH=str(prefix / "lib"))
    for shared in "OFF", "ON":
        built = folder / f"cmake-{shared}"
        run("cmake", "-S", EXAMPLES, "-B", built, f"-Dptxcheck_DIR={prefix}/lib/cmake/ptxcheck",
            f"-DBUILD_SHARED_LIBS={shared}")
        run("cmake", "--build", built)
        expect(built)


main(pathlib.Path(sys.argv[1]))
