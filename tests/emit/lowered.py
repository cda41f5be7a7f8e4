# SPDX-License-Identifier: Apache-2.0
"""lowered.py PTXCHECK NVCC PTXAS FILE...: converts the kernels of each file (PTX, optionally compressed with xz) to
CUDA C++, compiles it for the file's target, and runs ptxcheck and ptxas on the PTX that nvcc generates. With
--sass=NVDISASM, also compares the machine code of both. A file may be one that cannot be converted; it is then
named."""
import lzma
import os
import re
import subprocess
import sys
import tempfile


def call(*command):
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    return done.returncode, done.stdout


def flags(target):
    if target[-1] in "af":
        return ["-gencode", f"arch=compute_{target[3:]},code={target}"]
    return [f"-arch={target}"]


def code(nvdisasm, cubin):
    """Returns the instructions of each kernel, without addresses and without differences in names."""
    _, text = call(nvdisasm, "-c", cubin)
    kernels, name = {}, None
    for line in text.splitlines():
        if section := re.match(r"\s*\.section\s+\.text\.(\S+),", line):
            name = section[1]
        elif instruction := re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?)\s*;", line):
            kernels.setdefault(name, []).append(re.sub(r"`\(.*?\)|\.L_x_\d+", "L", instruction[1]))
    for body in kernels.values():
        while body and body[-1].split()[0] in ("NOP", "BRA"):
            body.pop()
    return kernels


def lower(tools, path, folder):
    """Returns what goes wrong, or ""."""
    ptxcheck, nvcc, ptxas, nvdisasm = tools
    with (lzma.open if path.endswith(".xz") else open)(path, "rb") as f:
        text = f.read()
    ptx, cxx, again = (os.path.join(folder, name) for name in ("k.ptx", "k.cu", "again.ptx"))
    with open(ptx, "wb") as f:
        f.write(text)
    status, said = call(ptxcheck, "emit", "--kernels", "-q", ptx, "-o", cxx)
    if status:
        assert status == 1 and not os.path.exists(cxx), said
        return "not made: " + said.strip().splitlines()[0].split(": ", 1)[1]
    target = re.search(rb"\.target\b\W*(\w+)", text)[1].decode()
    status, said = call(nvcc, *flags(target), "-ptx", cxx, "-o", again)
    if status:
        return "nvcc: " + said
    status, said = call(ptxcheck, "-q", "-w", again)
    if status:
        return "ptxcheck: " + said
    cubin = os.path.join(folder, "k.cubin")
    status, said = call(ptxas, f"-arch={target}", again, "-c", "-o", cubin)
    if status:
        return "ptxas: " + said
    if not nvdisasm or re.search(rb"^\s*\.target.*debug", text, re.M):  # its code is not optimized
        return ""
    with open(ptx, "wb") as f:
        f.write(text.replace(b".reqntid", b".maxntid"))  # as in the converted kernel
    lowered = code(nvdisasm, cubin)
    status, said = call(ptxas, f"-arch={target}", ptx, "-c", "-o", cubin)
    original = code(nvdisasm, cubin)
    for name, body in original.items():
        if name in lowered and lowered[name] != body:
            return f"other code of {name}: {len(body)} and {len(lowered[name])} instructions"
    return ""


def main(ptxcheck, nvcc, ptxas, *paths):
    nvdisasm = None
    if paths[0].startswith("--sass="):
        nvdisasm, paths = paths[0][7:], paths[1:]
    results = {"": 0}
    for path in paths:
        with tempfile.TemporaryDirectory() as folder:
            result = lower((ptxcheck, nvcc, ptxas, nvdisasm), path, folder)
        if result:
            print(f"{path}: {result}", flush=True)
        kind = result.split(":")[0]
        results[kind] = results.get(kind, 0) + 1
    print(f"{results.pop('')} of {len(paths)} lowered" + "".join(f", {n} {kind}" for kind, n in results.items()))
    return 1 if set(results) - {"not made"} else 0


sys.exit(main(*sys.argv[1:]))
