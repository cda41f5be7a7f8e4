# SPDX-License-Identifier: Apache-2.0
"""A CMake project that checks its PTX and CUDA with an installed ptxcheck, for each available generator.
cmake.py MODE: the build to install.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
ENV = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MFLAGS", "MAKELEVEL", "CUDAARCHS")}
GOOD = ".version 9.0\n.target sm_100a\n.address_size 64\n.entry k() {\n.reg .b32 r;\nmov.b32 r, 1;\nret;\n}\n"
BAD = GOOD.replace("1;", "1")
ASM = 'void f(unsigned t, unsigned long long d) {\n  asm volatile("tcgen05.cp.cta_group::1.%s [%%0], %%1;" :: "r"(t), "l"(d) : "memory");\n}\n'
PROJECT = """cmake_minimum_required(VERSION 3.15)
project(kernels LANGUAGES C)
find_package(ptxcheck 0.1 REQUIRED)
add_executable(app main.c "one kernel.ptx" sub/two.cu ${CMAKE_CURRENT_BINARY_DIR}/made.ptx)
set_source_files_properties(sub/two.cu PROPERTIES HEADER_FILE_ONLY TRUE)
set_target_properties(app PROPERTIES CUDA_ARCHITECTURES "90a-real;100a;native")
target_link_libraries(app PRIVATE ptxcheck::ptxcheck)
add_executable(app_shared main.c)
target_link_libraries(app_shared PRIVATE ptxcheck::shared)
add_custom_command(OUTPUT made.ptx COMMAND ${CMAKE_COMMAND} -E copy ${CMAKE_CURRENT_SOURCE_DIR}/made.in made.ptx DEPENDS made.in)
ptxcheck_add_check(app OPTIONS -Werror=asm-target)
add_custom_target(all_kernels)
ptxcheck_add_check(all_kernels ARCH sm_100a SOURCES sub/two.cu OPTIONS -Werror)
add_executable(made main.c tools.hpp)
target_link_libraries(made PRIVATE ptxcheck::static)
set_target_properties(made PROPERTIES CUDA_ARCHITECTURES 100a)
ptxcheck_pp(made SOURCES sub/block.cu)
ptxcheck_emit(made HEADER some.cuh ARCH sm_100a ONLY elect mbarrier.init OPTIONS --namespace=mine)
ptxcheck_emit(made HEADER file.cuh FILE "sub/a kernel.ptx")
ptxcheck_emit(made KERNELS "sub/a kernel.ptx")
ptxcheck_add_check(made)
"""
BLOCK = 'void f(int n) {\n  asm volatile(R"ptx(add.u32 n, n, %s;)ptx");\n}\n'
MAIN = '#include <ptxcheck.h>\nint main(void) { return !ptxc_library_version(); }\n'


def run(command, fails=False):
    ran = subprocess.run([str(c) for c in command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=ENV)
    if (ran.returncode != 0) != fails:
        sys.exit(f"{command}: exit status {ran.returncode}\n{ran.stdout}")
    return ran.stdout


def expect(output, *words, without=()):
    for word in words:
        if word not in output:
            sys.exit(f"'{word}' is not in\n{output}")
    for word in without:
        if word in output:
            sys.exit(f"'{word}' is in\n{output}")


def change(path, text):
    """On some file systems, make compares only whole seconds."""
    path.write_text(text, encoding="utf-8")
    later = time.time() + 2
    os.utime(path, (later, later))


def made_file(binary, name):
    found = list(binary.glob(f"ptxcheck/made/*/{name}"))
    if len(found) != 1:
        sys.exit(f"{name}: {found}")
    return found[0].read_text(encoding="utf-8")


def sources(source, binary, build):
    """What ptxcheck generates from PTX is regenerated when the PTX changes, and is not generated if the PTX has an
    error."""
    expect(made_file(binary, "block.pp.cu"), f'#line 1 "{source}/sub/block.cu"', '"+r"')
    expect(made_file(binary, "some.cuh"), "namespace mine", " elect_sync(", " mbarrier_init(")
    expect(made_file(binary, "file.cuh"), " mov(")
    expect(made_file(binary, "a kernel.cu"), "__global__ void\nk()")
    build = build + ["--target", "made"]
    expect(run(build), without=["Making"])
    change(source / "sub/block.cu", BLOCK % "m n")
    expect(run(build, fails=True), "block.cu:2:")
    change(source / "sub/block.cu", BLOCK % 2)
    expect(run(build), "Making block.pp.cu", without=["Making some.cuh"])
    change(source / "tools.hpp", ASM % "32x128b")
    expect(run(build, fails=True), "tools.hpp:2:", "requires '.warpx4'")
    change(source / "tools.hpp", ASM % "128x256b")
    run(build)


def project(folder, prefix, generator):
    source, binary = folder / "source dir", folder / f"build {generator}"
    shutil.rmtree(source, ignore_errors=True)
    (source / "sub").mkdir(parents=True)
    for name, text in {"CMakeLists.txt": PROJECT, "main.c": MAIN, "one kernel.ptx": GOOD, "made.in": GOOD,
                       "sub/block.cu": BLOCK % 1, "sub/a kernel.ptx": GOOD, "tools.hpp": ASM % "128x256b",
                       "sub/two.cu": "#if __CUDA_ARCH__ >= 1000\n" + ASM % "128x256b" + "#endif\n"}.items():
        (source / name).write_text(text, encoding="utf-8")
    run(["cmake", "-S", source, "-B", binary, "-G", generator, f"-Dptxcheck_DIR={prefix}/lib/cmake/ptxcheck"])
    build = ["cmake", "--build", binary]
    expect(run(build), "Checking one kernel.ptx", "Checking two.cu", "Checking made.ptx")
    run([binary / "app"])
    run([binary / "app_shared"])
    expect(run(build), without=["Checking"])
    change(source / "one kernel.ptx", BAD)
    expect(run(build, fails=True), "one kernel.ptx:6:13: error: missing ';'", without=["Checking two.cu"])
    run(build, fails=True)
    change(source / "one kernel.ptx", GOOD)
    expect(run(build), "Checking one kernel.ptx")
    change(source / "made.in", BAD)
    expect(run(build, fails=True), "made.ptx:6:13: error: missing ';'")
    change(source / "made.in", GOOD)
    run(build)
    change(source / "sub/two.cu", ASM % "128x256b")
    expect(run(build, fails=True), "two.cu:2:17: error: 'tcgen05.cp' needs target")
    expect(run(build + ["--target", "all_kernels"]), "Checking two.cu")
    sources(source, binary, build)
    change(source / "sub/two.cu", ASM % "32x128b")
    expect(run(build + ["--target", "all_kernels_ptxcheck"], fails=True), "requires '.warpx4'")


def main(mode):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        prefix = folder / "installed"
        run(["make", "-s", "-C", ROOT, f"MODE={mode}", "install", f"PREFIX={prefix}"])
        generators = ["Unix Makefiles"] + ["Ninja"] * bool(shutil.which("ninja"))
        for generator in generators:
            project(folder, prefix, generator)
        run(["make", "-s", "-C", ROOT, f"MODE={mode}", "uninstall", f"PREFIX={prefix}"])
        left = [p for p in prefix.rglob("*") if p.is_symlink() or p.is_file()]
        if left:
            sys.exit(f"uninstall leaves {left}")
    print(", ".join(generators))


main(sys.argv[1])
