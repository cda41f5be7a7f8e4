#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make corpus`: PTX from nvcc for many targets, checked by ptxcheck and by ptxas.
make.py PROGRAM [first|all]
    kernels/*.cu          for every second target, some with -G or -lineinfo (all: every target)
    <cuda/ptx>            every overload of CUDA's own wrappers of PTX instructions, as a function
                          pointer, for its first target (all: for every target it names)
    CUTLASS               kernels of its examples for Hopper and Blackwell, if it is found
                          (build/cuda/cutlass, or CUTLASS=...; a minute and 2 GB each)
Files and their sources go to build/corpus and are kept for the next run. Exits with 1 if a verdict on a whole file
differs.
"""

import concurrent.futures
import glob
import itertools
import os
import re
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
OUT = os.path.join(ROOT, "build/corpus")
FETCHED = os.path.join(ROOT, "build/cuda/nvcc/nvidia/cu13")
TARGETS = ("75 80 86 87 88 89 90 90a 100 100a 100f 103a 107a 110a 110f 120 120a 121a 121f").split()


def number(target):
    return int(re.match(r"\d+", target)[0])


# ---- kernels ----

def kernel_jobs(everything):
    """Yields (source, target, options, name)."""
    for k, source in enumerate(sorted(glob.glob(f"{HERE}/kernels/*.cu"))):
        name = os.path.basename(source)[:-3]
        with open(source) as f:
            settings = re.search(r"// corpus: min=(\d+)(?: flags=(.*))?", f.read())
        targets = [t for t in TARGETS if number(t) >= int(settings[1])]
        options = (settings[2] or "").split()
        for i, target in enumerate(targets):
            if not everything and (i + k) % 2:
                continue
            yield source, target, options, f"{name}.sm_{target}"
            if (i + k) % 8 == 0:
                yield source, target, options + ["-G"], f"{name}.sm_{target}.G"
            if (i + k) % 8 == 4:
                yield source, target, options + ["-lineinfo"], f"{name}.sm_{target}.lineinfo"


# ---- the wrappers of CUDA ----

# A comment that names targets, a guard, and the functions inside it.
BLOCK = re.compile(r"/\*\n(.*?)\*/\n#if ([^\n]*)\n(.*?)\n#endif", re.S)
FUNCTION = re.compile(r"template <(?P<template>(?:[^{}]|\n)*?)>\s*\n_CCCL_DEVICE_API(?P<result>[^(]*?)"
                      r"\b(?P<name>\w+)\((?P<parameters>.*?)\)\s*\n\{(?P<body>.*?)\n\}", re.S)

# What ptxas rejects although the headers provide it.
REFUSED = [
    ("kind_i8", lambda header, target: target not in ("100a", "110a")),
    ("mxf4", lambda header, target: header == "tcgen05_mma_sp" and target.endswith("f")),
]


def split(text):
    """Splits at the commas outside of brackets."""
    parts, depth, part = [], 0, ""
    for c in text:
        depth += c in "<(["
        depth -= c in ">)]"
        if c == "," and not depth:
            parts.append(part.strip())
            part = ""
        else:
            part += c
    return parts + [part.strip()] if part.strip() else parts


def wrapper_targets(comment, everything):
    named = []
    for line in re.findall(r"PTX\s+ISA\s+[\d-]+(.*?)(?=\n//|\ntemplate|\n__device__|\Z)", comment, re.S):
        named += [t for t in re.findall(r"SM_(\w+)", line) if t not in named]
    plain = [t for t in named or ["75"] if t.isdigit()]
    if plain:
        return [str(max(75, int(plain[0])))]
    if not everything:
        return named[:1]
    return [t for t in named if t.endswith("a") or t in ("100f", "107f", "120f")]


def template_values(header, parameter, assertions):
    """Returns the name of a template parameter and the arguments to try for it."""
    parameter = re.sub(r"\s+", " ", parameter)
    tag = re.match(r"::cuda::ptx::dot_\w+ (\w+)", parameter)
    if tag:
        low = "__" + tag[1].lstrip("_").lower()
        found = [v for a in assertions for v in re.findall(rf"\b{low} == (\w+)", a)]
        return tag[1], ["cuda::ptx::" + v for v in found]
    immediate = re.match(r"int (\w+)", parameter)
    if immediate:
        size = header.startswith("fence_proxy_tensormap") or header.startswith("tensormap_cp")
        return immediate[1], ["128" if size else "64" if header == "setmaxnreg" else "0"]
    name = re.match(r"typename (_\w+)$", parameter)
    if not name:
        return None
    if name[1] == "_Type":
        return name[1], ["uint32_t", "uint64_t"]
    bits = int(re.search(r"\d+", name[1])[0])
    sign = "" if name[1][1] == "S" else "u"
    return name[1], [{128: "ulonglong2", 256: "Wide"}.get(bits, f"{sign}int{bits}_t")]


def parameter_type(text):
    text = re.sub(r" = .*", "", text)
    if "(&" in text:
        return re.sub(r"\(& ?\w+\)", "(&)", text)
    if re.fullmatch(r"\w*::cuda::ptx::\w+_t(<\w+>)?", text) or text.endswith("_t"):
        return text
    return re.sub(r"__\w+$", "", text).strip()


def instances(header, function):
    """Yields each overload as an expression: a function pointer."""
    assertions = re.findall(r"static_assert\((.*?),\s*\"", function["body"], re.S)
    axes = [template_values(header, t, assertions) for t in split(function["template"])]
    axes = [axis for axis in axes if axis]
    types = map(parameter_type, split(re.sub(r"\s+", " ", function["parameters"])))
    result = re.sub(r"\b(static|inline)\b", "", function["result"]).strip()
    pattern = f"static_cast<{result} (*)({', '.join(types)})>(cuda::ptx::{function['name']})"
    for values in itertools.product(*[v for _, v in axes]):
        expression = pattern
        for (name, _), value in zip(axes, values):
            expression = re.sub(rf"\b{name}\b", value, expression)
        yield expression


def wrapper_jobs(include, everything):
    expressions = {}
    for path in sorted(glob.glob(f"{include}/cccl/cuda/__ptx/instructions/generated/*.h")):
        header = os.path.basename(path)[:-2]
        with open(path) as f:
            text = f.read()
        for comment, guard, code in BLOCK.findall(text):
            newest = re.search(r"__cccl_ptx_isa < (\d+)", guard)
            if newest and int(newest[1]) <= 950:
                continue
            for function, target in itertools.product(FUNCTION.finditer(code),
                                                      wrapper_targets(comment, everything)):
                expressions.setdefault((header, target), []).extend(
                    e for e in instances(header, function)
                    if not any(word in e and why(header, target) for word, why in REFUSED))
    for (header, target), list_ in sorted(expressions.items()):
        source = f"{OUT}/{header}.sm_{target}.cu"
        lines = [f"    out[{i}] = reinterpret_cast<Any>({e});\n" for i, e in enumerate(list_)]
        text = ("#include <cuda/ptx>\n#include <cuda_bf16.h>\n#include <cuda_fp16.h>\n"
                "using namespace cuda::std;\nstruct alignas(32) Wide { uint64_t word[4]; };\n"
                "typedef void (*Any)();\n__global__ void take(Any *out)\n{\n"
                + "".join(lines) + "}\n")
        if not os.path.exists(source) or open(source).read() != text:
            with open(source, "w") as f:
                f.write(text)
        yield source, target, [], f"{header}.sm_{target}"


# ---- CUTLASS ----

CUTLASS = os.environ.get("CUTLASS") or os.path.join(ROOT, "build/cuda/cutlass/cutlass_library/source")
EXAMPLES = [("cute/tutorial/hopper/wgmma_sm90", "90a"), ("cute/tutorial/hopper/wgmma_tma_sm90", "90a"),
            ("cute/tutorial/blackwell/01_mma_sm100", "100a"), ("cute/tutorial/blackwell/04_mma_tma_2sm_sm100", "100a"),
            ("cute/tutorial/blackwell/05_mma_tma_epi_sm100", "100a")]


def cutlass_jobs():
    include = [f"-I{CUTLASS}/{folder}" for folder in ("include", "tools/util/include", "examples/common")]
    for name, target in EXAMPLES:
        source = f"{CUTLASS}/examples/{name}.cu"
        if os.path.exists(source):
            yield (source, target, ["--expt-relaxed-constexpr", "-DNDEBUG", *include],
                   f"cutlass_{os.path.basename(name)}.sm_{target}")
    if not os.path.exists(CUTLASS):
        print("no CUTLASS: ./bootstrap --cuda fetches it, CUTLASS=... names it", flush=True)


# ---- running ----

def compile_one(nvcc, job, folder=OUT):
    """Returns the generated file, or None. If ptxas rejects the output of nvcc, nvcc fails and leaves the file."""
    source, target, options, name = job
    to = f"{folder}/{name}.ptx"
    if os.path.exists(to) and os.path.getmtime(to) > os.path.getmtime(source):
        return to
    done = subprocess.run([nvcc, "-ptx", "-std=c++17", "-w", f"-arch=sm_{target}", *options, source,
                           "-o", to], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if not os.path.exists(to):
        print(f"nvcc failed: {name}: {done.stdout[:300]}", flush=True)
        return None
    return to


def judge(program, ptxas, path):
    """Returns (accepted by ptxcheck, accepted by ptxas or None, first line of ptxcheck)."""
    # One kernel names each function of cuda::ptx, including both sizes of .cta_group, so no code is generated for it.
    arch = "-arch=compute_" + re.search(r"\.sm_(\w+)\.", os.path.basename(path))[1]
    ours = subprocess.run([program, "-q", "-" + arch, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          text=True)
    theirs = None
    if ptxas:
        theirs = subprocess.run([ptxas, "-w", arch, "-o", "/dev/null", path],
                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL).returncode == 0
    return ours.returncode == 0, theirs, ours.stdout.split("\n")[0]


def tool(name, fetched):
    return os.environ.get(name.upper()) or \
        (fetched if os.path.exists(fetched) else shutil.which(name))


def main(program, amount="first"):
    nvcc = tool("nvcc", f"{FETCHED}/bin/nvcc")
    ptxas = tool("ptxas", f"{FETCHED}/bin/ptxas")
    if not nvcc:
        sys.exit("make.py: error: no nvcc; ./bootstrap --cuda fetches it, NVCC=... names another")
    os.makedirs(OUT, exist_ok=True)
    include = os.path.join(os.path.dirname(os.path.dirname(nvcc)), "include")
    jobs = [*kernel_jobs(amount == "all"), *wrapper_jobs(include, amount == "all"), *cutlass_jobs()]
    print(f"{len(jobs)} files", flush=True)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        paths = [p for p in pool.map(lambda job: compile_one(nvcc, job), jobs) if p]
        verdicts = list(pool.map(lambda path: judge(os.path.abspath(program), ptxas, path), paths))
    differences = 0
    for path, (ours, theirs, first) in zip(paths, verdicts):
        if ours != (True if theirs is None else theirs):
            differences += 1
            print(f"{path}: ptxas {'accepts' if theirs else 'refuses'}: {first}")
    lines = sum(open(path, "rb").read().count(b"\n") for path in paths)
    print(f"{len(paths)} files, {lines} lines: {sum(v[0] for v in verdicts)} clean, "
          f"{differences} verdicts differ from ptxas" + ("" if ptxas else " (not found: expected clean)"))
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
