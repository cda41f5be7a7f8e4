# SPDX-License-Identifier: Apache-2.0
"""examples.py PTXCHECK NVCC FOLDER EXAMPLE...: each file compiles with the commands in its comment, and ptxcheck
reports nothing about the PTX."""
import pathlib
import re
import shutil
import subprocess
import sys

PTXCHECK, NVCC, FOLDER, *EXAMPLES = sys.argv[1:]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True, cwd=FOLDER)
    if done.returncode or done.stdout or done.stderr:
        sys.exit(f"{' '.join(command)}: {done.returncode}\n{done.stdout}{done.stderr}")


for example in map(pathlib.Path, EXAMPLES):
    text = example.read_text(encoding="utf-8")
    commands = re.sub(r"\\\n//\s*", "", text)
    emit = re.search(r"^//   ptxcheck (emit .*)$", commands, re.M).group(1)
    flags = re.search(r"^//   nvcc (.*) \S+$", commands, re.M).group(1)
    pathlib.Path(FOLDER).mkdir(parents=True, exist_ok=True)
    shutil.copy(example, FOLDER)
    run(PTXCHECK, *emit.split())
    run(NVCC, *flags.split(), "-std=c++17", "-cubin", "-o", example.stem + ".cubin", example.name)
    run(NVCC, *re.sub(r"code=sm_", "code=compute_", flags).split(), "-std=c++17", "-ptx", "-o", example.stem + ".ptx", example.name)
    run(PTXCHECK, "-q", example.stem + ".ptx")
    size = (pathlib.Path(FOLDER) / "ptx.cuh").stat().st_size
    print(f"{example.name}: a header of {size // 1000} kB, compiled and checked")
