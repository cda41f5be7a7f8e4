#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every function of `ptxcheck emit`: nvcc must write the instruction that the function promises, and
ptxcheck and ptxas must accept it.
emit.py [--each=N] PTXCHECK NVCC PTXAS FOLDER [TARGET|FILE.ptx]...: all functions of each target, or the header of a
file. With --each, if an instruction has more than N functions, tests N of them, evenly from first to last, with one
choice of tags each; those of THOROUGH are tested completely.
"""

import itertools
import os
import re
import subprocess
import sys

TARGETS = ["sm_90a", "sm_100a", "sm_100f", "sm_103a", "sm_107a", "sm_110f", "sm_120f"]
PER_FILE = 400           # calls in one file of CUDA
THOROUGH = {"tcgen05", "wgmma", "cp", "mbarrier", "fence", "tensormap", "fabric", "createpolicy", "barrier", "st_async",
            "red_async", "clusterlaunchcontrol", "setmaxnreg", "griddepcontrol", "elect", "mapa", "getctarank"}
MOST = 64                # combinations of tags of one function; if there are more, each value is used once

FUNCTION = re.compile(r"^((?://[^\n]*\n)+)(?:#[^\n]*\n)*template <([^\n]*)>\n(?:PTXCHECK_NODISCARD\n)?__device__ __forceinline__ (\S+) (\w+)\((.*?)\)\n\{\n(.*?)^\}",
                      re.M | re.S)


class Function:
    def __init__(self, match):
        comment, template, self.result, self.name, parameters, self.body = match.groups()
        self.span = match.span()
        self.chain = re.match(r"// (\S+?)(?: .*)?;\n", comment).group(1)
        self.choices = [(name, values.split(", "))
                        for name, values in re.findall(r"^// (\.\S+) = \{ (.*) \}$", comment, re.M)]
        self.numbers = re.findall(r"\b(?:int|int64_t) (\w+)(?= =|,)", template)
        self.types = {name: f"bits{8 * int(size)}" for name, size in re.findall(r"typename (\w+), typename detail::enable<sizeof\(\w+\) == (\d+)>", template)}
        self.tags = re.findall(r"dot_(\w+) (\w+),", template)
        self.parameters = [self.native(" ".join(p.split())) for p in parameters.split(",")] if parameters.strip() else []
        self.result = self.native(self.result)
        self.asserts = re.findall(r"static_assert\((?!detail)(.*?),\n", self.body)

    def native(self, text):
        """Replaces a type of the template by one that it may be, and for which there is no other function."""
        for name, native in self.types.items():
            text = re.sub(rf"\b{name}\b", "int4" if native == "bits128" else native, text)
        return text

    def number(self, name):
        """Returns a value that the function accepts."""
        asserts = [a for a in self.asserts if re.search(rf"\b{name}\b", a)]
        for value in (-1, 0, 1, 4, 16, 24, 32, 128, 4294967295):
            if all(eval(re.sub(r"detail::\w+<Needs>\([^)]*\)", "True", a).replace("&&", " and ")
                        .replace("||", " or ").replace("true", "True"), {name: value}) for a in asserts):
                return value
        sys.exit(f"{self.name}: no number for {name}: {asserts}")

    def spellings(self):
        """Returns the words of the varying tags, for each choice."""
        values = [v for _, v in self.choices]
        count = 1
        for v in values:
            count *= len(v)
        if count <= MOST:
            return list(itertools.product(*values))
        return [tuple(v[i % len(v)] for v in values) for i in range(max(map(len, values)))]

    def count(self):
        n = 1
        for _, values in self.choices:
            n *= len(values)
        return n

    def chain_with(self, words):
        chain = self.chain
        for (name, _), word in zip(self.choices, words):
            chain = replace_word(chain, name, word)
        return chain.replace("\0", "")


def replace_word(chain, name, word):
    """Inserts the word for a choice; words inserted earlier start with NUL."""
    return re.sub(rf"(?<!\0){re.escape(name)}(?![\w:])", "\0" + word, chain, count=1)


ARGUMENTS = {"bool": "a->b", "uint8_t": "a->u8", "uint16_t": "a->u16", "uint32_t": "a->u32", "int32_t": "a->s32",
             "uint64_t": "a->u64", "int64_t": "a->s64", "int16_t": "a->s16",
             "float": "a->f", "double": "a->d", "int4": "a->q", "int8_t": "a->s8",
             "bits8": "a->b8", "bits16": "a->b16", "bits32": "a->b32", "bits64": "a->b64", "b128": "*reinterpret_cast<ptx::b128 *>(&a->q)"}


def argument(parameter, tag_of, k, numbers):
    array = re.match(r"(?:const )?(\w+) \(&\w+\)\[(\d+)\]$", parameter)
    if array:
        return f"array<{array.group(1)}, {array.group(2)}>(a)"
    number = re.match(r"n32_t<(\w+)>", parameter)
    if number:
        return f"ptx::n32_t<{numbers[number.group(1)]}>{{}}"
    pointer = re.match(r"((?:const )?\w+\*) ", parameter)
    if pointer:
        return f"reinterpret_cast<{pointer.group(1)}>(a->p[{k}])"
    if parameter.startswith("const b128&"):
        return "a->q"
    reference = re.match(r"(\w+)& ", parameter)
    if reference:
        return ARGUMENTS[reference.group(1)]
    fixed = re.match(r"(\w+)_t$", parameter)
    if fixed:
        return f"ptx::{fixed.group(1)}"
    varying = re.match(r"\w+_t<(\w+)>$", parameter)
    if varying:
        return tag_of[varying.group(1)]
    return ARGUMENTS[parameter.split()[0]]


HEAD = """#include <cuda_fp16.h>
#include <cuda_bf16.h>
#include "{header}"
struct bits8 {{ uint8_t v; }};
struct bits16 {{ uint16_t v; }};
struct bits32 {{ uint32_t v; }};
struct bits64 {{ uint64_t v; }};
struct args {{
    bits8 b8; bits16 b16; bits32 b32; bits64 b64;
    bool b; int8_t s8; uint8_t u8; uint16_t u16; uint32_t u32; int32_t s32; uint64_t u64; int64_t s64; int16_t s16; float f; double d;
    int4 q; void *p[8]; char memory[4096];
}};
template <typename T, int n> __device__ T (&array(args *a))[n] {{ return *reinterpret_cast<T (*)[n]>(a->memory); }}
"""


def call(function, words, tags):
    """`words` of the varying tags; `tags`: word -> name, by tag."""
    tag_of = {}
    for (tag, parameter), word in zip(function.tags, words):
        tag_of[parameter] = "ptx::" + tags[tag, word]
    arguments = [argument(p, tag_of, i % 8, {n: function.number(n) for n in function.numbers})
                 for i, p in enumerate(function.parameters)]
    given = {p.split("<")[1].split(">")[0] for p in function.parameters if p.startswith("n32_t<")}
    numbers = ", ".join(str(function.number(n)) for n in function.numbers if n not in given)
    template = f"<{numbers}>" if numbers else ""
    keep = "" if function.result == "void" else f"{ARGUMENTS[function.result]} = "
    return f"{keep}ptx::{function.name}{template}({', '.join(arguments)});"


def run(command, **more):
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)


def tags_of(header):
    """Maps (tag, word) to the name of the value."""
    return {(tag, word): f"{tag}_{name.replace(tag + '_', '', 1)}"
            for tag, name, word in re.findall(r"struct (\w+)_t<dot_\w+::(\w+)> \{ static constexpr char ptx\[\] = \"(.*?)\"", header)}


def check_file(tools, folder, header, target, functions, tags, part):
    """Compiles some calls. Returns the errors."""
    ptxcheck, nvcc, ptxas = tools
    source = os.path.join(folder, f"{target}_{part}.cu")
    wanted = []
    with open(source, "w", encoding="utf-8") as f:
        f.write(HEAD.format(header=os.path.basename(header)))
        for i, (function, words) in enumerate(functions):
            f.write(f'extern "C" __global__ void k{i}(args *a) {{ {call(function, words, tags)} }}\n')
            wanted.append(function.chain_with(words))
    out = source[:-3] + ".ptx"
    compiled = run([nvcc, "-ptx", f"-arch={target}", "-std=c++17", "-o", out, source])
    if compiled.returncode:
        return [compiled.stdout[:3000]]
    with open(out, encoding="utf-8") as f:
        bodies = dict(re.findall(r"\.entry k(\d+)\((.*?)^\}", f.read(), re.M | re.S))
    wrong = [f"{source}: k{i}: no {chain}\n{bodies.get(str(i))[-600:]}" for i, chain in enumerate(wanted)
             if not re.search(rf"(?:^|[\s;{{]){re.escape(chain)}[\s;]", bodies.get(str(i), ""))]
    for command in ([ptxcheck, "-q", out], [ptxas, "-arch=" + target.replace("sm_", "compute_"), "-o", "/dev/null", out]):
        judged = run(command)
        if judged.returncode:
            wrong.append(f"{' '.join(command)}\n{judged.stdout[:3000]}")
    return wrong


def sample(functions, each):
    """Yields functions, and how many combinations of tags to try for each."""
    of = {}
    for f in functions:
        of.setdefault(re.sub(r"_async.*", "_async", f.name) if f.name.startswith(("st_", "red_")) else f.name.split("_")[0], []).append(f)
    for name, some in of.items():
        few = each and name not in THOROUGH and len(some) > each
        for i in range(each if few else len(some)):
            yield (some[i * len(some) // each], 1) if few else (some[i], None)


def trim(header, text, kept):
    """Compiles the whole header; then reduces it to what is called, because that is faster."""
    parts, at = [], 0
    for function, is_kept in kept:
        if not is_kept:
            parts.append(text[at:function.span[0]])
            at = function.span[1] + len("\n#endif")
    with open(header, "w", encoding="utf-8") as f:
        f.write("".join(parts) + text[at:])


def includes(nvcc, folder, header, target):
    source = os.path.join(folder, f"{target}_all.cu")
    with open(source, "w", encoding="utf-8") as f:
        f.write(f'#include "{os.path.basename(header)}"\n')
    compiled = run([nvcc, "-ptx", f"-arch={target}", "-std=c++17", "-o", source[:-3] + ".ptx", source])
    return [compiled.stdout[:3000]] if compiled.returncode else []


def check(tools, folder, what, each):
    is_file = what.endswith(".ptx")
    header = os.path.join(folder, os.path.basename(what).replace(".ptx", "") + ".cuh")
    target = re.search(r"^\.target\s+(\w+)", open(what, encoding="utf-8").read(), re.M).group(1) if is_file else what
    made = run([tools[0], "emit", "-o", header] + ([what] if is_file else ["--all", f"--arch={what}"]))
    if made.returncode:
        sys.exit(made.stdout)
    with open(header, encoding="utf-8") as f:
        text = f.read()
    functions = [Function(m) for m in FUNCTION.finditer(text)]
    if len(functions) != len(re.findall("^__device__ __forceinline__", text, re.M)):
        sys.exit(f"{header}: a function is not understood")
    chosen = list(sample(functions, each))
    calls = [(f, words) for f, most in chosen for words in f.spellings()[:most]]
    wrong = []
    if len(chosen) < len(functions):
        wrong += includes(tools[1], folder, header, target)
        kept = {id(f) for f, _ in chosen}
        trim(header, text, [(f, id(f) in kept) for f in functions])
    for part, at in enumerate(range(0, len(calls), PER_FILE)):
        wrong += check_file(tools, folder, header, target, calls[at:at + PER_FILE], tags_of(text), part)
    print(f"{what}: {len(functions)} functions for {sum(f.count() for f in functions)} forms, {len(calls)} compiled, "
          f"{len(wrong)} wrong", flush=True)
    print("\n".join(wrong[:8]))
    return not wrong


def main(*words):
    each = int(words[0][len("--each="):]) if words[0].startswith("--each=") else 0
    ptxcheck, nvcc, ptxas, folder, *what = words[1:] if each else words
    os.makedirs(folder, exist_ok=True)
    results = [check((ptxcheck, nvcc, ptxas), folder, w, each) for w in what or TARGETS]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
