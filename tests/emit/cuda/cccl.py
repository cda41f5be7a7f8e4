#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Uses the header of `ptxcheck emit` in place of cuda::ptx: one call of each overload that CCCL declares, with
arguments of exactly the declared types, compiled against the functions of ptxcheck.
cccl.py [--verbose] [--least=PERCENT] PTXCHECK NVCC INCLUDE FOLDER [PATTERN]: PATTERN selects functions by the start
of their names.
"""

import collections
import os
import re
import subprocess
import sys

OVERLOAD = re.compile(r"^template <((?:(?!template).)*?)>\n_CCCL_DEVICE_API (\S.*?)\s(\w+)\(((?:(?!_CCCL_DEVICE).)*?)\)\n\{(.*?)^\}",
                      re.S | re.M)
DECLARATION = re.compile(r"^_CCCL_DEVICE_API ", re.M)
NATIVE = {"_B8": "uint8_t", "_B16": "uint16_t", "_B32": "uint32_t", "_B64": "uint64_t", "_B128": "int4", "_B256": "wide",
          "_U32": "uint32_t", "_S32": "int32_t", "_U64": "uint64_t", "_S64": "int64_t", "_Tp": "uint32_t"}
SIZED = {"1": "uint8_t", "2": "uint16_t", "4": "uint32_t", "8": "uint64_t", "16": "int4", "32": "wide", None: "uint32_t"}
HEAD = """#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include "%s"
struct alignas(32) wide { int x[8]; };
template <typename T> __device__ T any();
"""


class Overload:
    def __init__(self, match, file):
        templates, self.result, self.name, parameters, body = match.groups()
        text = " ".join(templates.split())
        self.file = file
        self.types = dict(re.findall(r"typename (\w+), ::cuda::std::enable_if_t<\s*sizeof\(\w+\) == (\d+)", text))
        sizes = dict(re.findall(r"sizeof\((_\w+)\) == (\d+)", body))
        self.types = {name: NATIVE.get(name, SIZED.get(sizes.get(name))) for name in re.findall(r"typename (_\w+)", text)}
        self.numbers = dict(re.findall(r"int (_N32\w*) = (-?\d+)", text))
        self.tags = {name: (kind, self.words(kind, name, parameters, body)) for kind, name in re.findall(r"dot_(\w+) (_\w+)", text)}
        self.parameters = [self.clean(p) for p in self.split(parameters)]
        text = re.sub(r'(?<=[^"(, ])"\s*"(?!,)', "", re.sub(r"\\[nt]|//[^\n\"]*", "", body))
        lines = [s.strip() for literal in re.findall(r'"([^"\n]*)"', text) for s in literal.split(";")]
        self.ptx = [s for s in lines if re.match(r"[a-z]\w*(\.|$)", s) and not re.match(r"(setp|selp|memory|mov\.b128|cvt\.u32|[rlhnfdqC]$)", s)]

    @staticmethod
    def split(text):
        parts = re.split(r",\s*(?![^<(\[]*[>)\]])", " ".join(text.split()))
        return [p for p in parts if p]

    @staticmethod
    def words(kind, name, parameters, body):
        """Returns the first value of a tag that the function accepts."""
        argument = re.search(rf"\w+_t<{name}>\s+(\w+)", parameters)
        found = re.search(rf"{argument.group(1)} == (\w+)", body) if argument else None
        return found.group(1) if found else None

    def clean(self, parameter):
        p = parameter.replace("::cuda::std::", "").replace("::cuda::ptx::", "").strip()
        for name, native in self.types.items():
            p = re.sub(rf"\b{name}\b", native, p)
        for name, value in self.numbers.items():
            p = re.sub(rf"\b{name}\b", value, p)
        return p

    def argument(self, p):
        p = re.sub(r"\s*=[^=]*$", "", p)
        for name, (kind, value) in self.tags.items():
            if re.match(rf"\w+_t<{name}>", p):
                return f"ptx::{value}"
        tag = re.match(r"(\w+)_t$", p)
        if tag:
            return f"ptx::{tag.group(1)}"
        number = re.match(r"n32_t<(-?\d+)>", p)
        if number:
            return f"ptx::n32_t<{number.group(1)}>{{}}"
        array = re.match(r"(const )?([\w:]+) \(&(\w+)\)\[(\d+)\]$", p)
        if array:
            return f"any<{array.group(1) or ''}{array.group(2)} (&)[{array.group(4)}]>()"
        typed = re.match(r"(.*?)\s*\b__\w+$", p)
        kind = typed.group(1).strip() if typed else p
        if kind.endswith("&"):
            kind = kind[:-1].replace("const ", "").strip() if kind.startswith("const ") else kind
        return f"any<{kind}>()"

    def call(self):
        arguments = ", ".join(self.argument(p) for p in self.parameters)
        result = re.search(r"\b(_B\d+)\b", self.result)
        explicit = ""
        if result and result.group(1) in self.types and not any(re.search(rf"\b{result.group(1)}\b", p) for p in self.given):
            explicit = f"<{self.types[result.group(1)]}>"
        return f"ptx::{self.name}{explicit}({arguments});"


def overloads(include):
    folder = os.path.join(include, "cuda", "__ptx", "instructions", "generated")
    found, declared = [], 0
    for file in sorted(os.listdir(folder)):
        with open(os.path.join(folder, file), encoding="utf-8") as f:
            text = re.sub(r"/\*.*?\*/", "", f.read(), flags=re.S)
        declared += len(DECLARATION.findall(text))
        for match in OVERLOAD.finditer(text):
            o = Overload(match, file)
            o.given = Overload.split(match.group(4))
            found.append(o)
    return found, declared


def compiles(nvcc, folder, header, name, calls, target):
    """Returns the calls, by index, that fail, and the first reason for each."""
    source = os.path.join(folder, f"{name}.cu")
    with open(source, "w", encoding="utf-8") as f:
        f.write(HEAD % os.path.basename(header))
        first = len((HEAD % "").splitlines())
        for i, call in enumerate(calls):
            f.write(f"__device__ void k{i}() {{ {call} }}\n")
    made = subprocess.run([nvcc, "-ptx", f"-arch={target}", "-std=c++17", "-w", "-Xcudafe", "--error_limit=100000", "-o", os.devnull, source],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    wrong = {}
    for line, message in re.findall(rf"{re.escape(source)}\((\d+)\): (?:error|catastrophic error): ([^\n]*)", made.stdout):
        wrong.setdefault(int(line) - first - 1, message)
    # An error inside the header names the call later in its message.
    for block in re.split(r"\n(?=\S+\(\d+\): error)", made.stdout):
        at = re.search(rf"at line (\d+) of {re.escape(source)}", block)
        if at and "error" in block:
            wrong.setdefault(int(at.group(1)) - first - 1, block.split("error:")[1].split("\n")[0].strip())
    if made.returncode and not wrong:
        sys.exit(made.stdout[:3000])
    return wrong


def opcode(line):
    """Returns the words of an instruction in any order; `.shared` is `.shared::cta`."""
    words = re.sub(r"\.shared(?!::)", ".shared::cta", line.split()[0].rstrip(";")) if line.split() else ""
    return frozenset(words.split("."))


def instructions(nvcc, folder, header, name, calls, target):
    """Returns the opcodes of each call in PTX, or None if the compiler needs none, because nothing uses the result."""
    source = os.path.join(folder, f"{name}_good.cu")
    with open(source, "w", encoding="utf-8") as f:
        f.write(HEAD % os.path.basename(header))
        for i, call in enumerate(calls):
            f.write(f'extern "C" __device__ void k{i}() {{ {call} }}\n')
    out = source[:-3] + ".ptx"
    subprocess.run([nvcc, "-ptx", "-rdc=true", f"-arch={target}", "-std=c++17", "-w", "-o", out, source], check=True)
    with open(out, encoding="utf-8") as f:
        bodies = dict(re.findall(r"^\.visible \.func k(\d+)\(\)\n(.*?)^\}", f.read(), re.M | re.S))
    return [{opcode(line) for line in re.split(r"[;{}\n]\s*", bodies[str(i)])} if "inline asm" in bodies[str(i)] else None
            for i in range(len(calls))]


def main(*words):
    verbose = "--verbose" in words
    least = next((float(w.split("=")[1]) for w in words if w.startswith("--least=")), 0)
    ptxcheck, nvcc, include, folder, *pattern = [w for w in words if not w.startswith("--")]
    os.makedirs(folder, exist_ok=True)
    found, declared = overloads(include)
    by_file = collections.OrderedDict()
    for o in found:
        if not pattern or o.name.startswith(pattern[0]):
            by_file.setdefault(o.file, []).append(o)
    target = "sm_107a"
    good = total = 0
    reasons = collections.Counter()
    others = []
    for file, some in by_file.items():
        names = sorted({o.name for o in some})
        stem = file[:-2]
        header = os.path.join(folder, stem + ".cuh")
        made = None
        for _ in range(len(names) + 1):     # names that no function has are left out, one by one
            if not names:
                break
            made = subprocess.run([ptxcheck, "emit", "--all", f"--arch={target}", "--only=" + ",".join(names), "-o", header],
                                  stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            missing = re.search(r"--only=([\w*]+)'", made.stdout)
            if not missing:
                break
            names.remove(missing.group(1))
        has = [o for o in some if o.name in names]
        calls = [o.call() for o in has]
        wrong = compiles(nvcc, folder, header, stem, calls, target) if has else {}
        right = [i for i in range(len(has)) if i not in wrong]
        made_of = instructions(nvcc, folder, header, stem, [calls[i] for i in right], target) if right else []
        others += [f"{calls[i]}\n        {has[i].ptx[:1]}" for i, found in zip(right, made_of) 
                   if found is not None and not found & set(map(opcode, has[i].ptx))]
        total += len(some)
        good += len(has) - len(wrong)
        reasons["no function of that name"] += len(some) - len(has)
        for i, message in wrong.items():
            reasons[re.sub(r'".*"', '"..."', message)] += 1
        print(f"{stem}: {len(has) - len(wrong)} of {len(some)}", flush=True)
        if verbose:
            for o in some:
                if o.name not in names:
                    print(f"    no {o.name}: {o.ptx[:1]}")
            for i, message in sorted(wrong.items()):
                print(f"    {calls[i]}\n        {has[i].ptx[:1]}\n        {message}")
    print(f"cuda::ptx: {good} of {total} calls compile ({100 * good / total:.1f} %), {declared} overloads are declared")
    print(f"    {len(others):5} of them are another instruction")
    for other in others if verbose else []:
        print(f"    {other}")
    for reason, count in reasons.most_common():
        if count:
            print(f"    {count:5} {reason}")
    return 0 if 100 * good >= least * total else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
