# SPDX-License-Identifier: Apache-2.0
"""The results of the mutants: the table, the verdicts of ptxas, and which of them have the same machine code."""

import collections
import hashlib
import os
import re
import subprocess
import tempfile

ADVISED = {"701", "745", "746"}   # codes for which ptxas also has advisories (C7506 to C7519)


# ---- the table ----

def percent(part, whole):
    return f"{100 * part / max(1, whole):.1f} %"


def table(mutants, new, same):
    """Returns one row per kind: all mutants, those that are not needed, what is found of the others, and how many
    of the others have the same machine code."""
    counts, reasons, changed = collections.defaultdict(collections.Counter), collections.Counter(), collections.Counter()
    for r in mutants:
        default, any_ = (bool(found) for found in new[r.name])
        c = counts[int(r.check[1:]), r.kind]
        c["all"] += 1
        if r.why:
            c.update(unneeded=1, anyway=default or any_)
            reasons[r.why] += 1
            continue
        found = {"needed": 1, "default": default, "any": default or any_}
        c.update(found, same=r.name in same)
        changed.update(found if r.name not in same else {})
    print(f"{'':5} {'kind':26} {'mutants':>7} {'unneeded':>8} {'needed':>7} {'default':>8} {'any tier':>9} {'same code':>10}")
    total = collections.Counter()
    for (check, kind), c in sorted(counts.items()):
        total.update(c)
        print(row(f"P{check}", kind, c))
    print(row("", "all", total))
    print(f"needed: {shares(total)}; needed, and not the same code: {shares(changed)}; of the unneeded ones {total['anyway']} are reported")
    for why, n in reasons.most_common():
        print(f"{n:6} unneeded: {why}")


def row(check, kind, c):
    return f"{check:5} {kind:26} {c['all']:7} {c['unneeded']:8} {c['needed']:7} {c['default']:8} {c['any']:9} {c['same']:10}"


def shares(c):
    return f"{percent(c['default'], c['needed'])} by default, {percent(c['any'], c['needed'])} at any tier"


# ---- ptxas ----

def code_of(cubin):
    """Returns a digest of the executed code: the sections .text.* of a 64-bit ELF file."""
    def word(at, size):
        return int.from_bytes(cubin[at:at + size], "little")
    start, size, count, names = word(40, 8), word(58, 2), word(60, 2), word(62, 2)
    heads = [start + i * size for i in range(count)]
    strings = word(heads[names] + 24, 8)
    digest = hashlib.sha256()
    for head in heads:
        name = cubin[strings + word(head, 4):].split(b"\0", 1)[0]
        if name.startswith(b".text"):
            digest.update(cubin[word(head + 24, 8):][:word(head + 32, 8)])
    return digest.hexdigest()[:16]


def compile_all(folder, rows, ptxas, slow):
    """Appends what is missing to code.tsv, the small files first: name, digest of the code (- if rejected), codes
    of the advisories with their counts."""
    known = {name for name, *_ in read(folder)}
    wanted = {name for r in rows for name in (r.base, r.name)} - known
    sizes = {name: os.path.getsize(f"{folder}/{name}") for name in wanted}
    with open(f"{folder}/code.tsv", "a") as f, tempfile.TemporaryDirectory() as scratch:
        for name in sorted(wanted, key=lambda n: (sizes[n], n)):
            digest, said = compile_one(ptxas, f"{folder}/{name}", f"{scratch}/cubin") if sizes[name] < slow else (None, "")
            if digest:
                f.write(f"{name}\t{digest}\t{said}\n")
                f.flush()


def compile_one(ptxas, path, cubin):
    with open(path, newline="") as source:
        target = re.search(r"^\s*\.target\s+(sm_\w+)", source.read(), re.M)[1]
    try:
        done = subprocess.run([ptxas, f"-arch={target}", "-o", cubin, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, errors="replace", check=False, timeout=300)
    except subprocess.TimeoutExpired:
        return None, ""
    said = collections.Counter(re.findall(r"\((C75\d\d)\)", done.stdout))
    text = " ".join(f"{code}:{n}" for code, n in sorted(said.items()))
    if done.returncode:
        return "-", text
    with open(cubin, "rb") as made:
        return code_of(made.read()), text


def read(folder):
    if not os.path.exists(f"{folder}/code.tsv"):
        return []
    with open(f"{folder}/code.tsv") as f:
        return [line.rstrip("\n").split("\t") for line in f]


def original(name):
    return name.rsplit(".", 2)[0] + ".0.ptx"


def same_code(folder):
    """Returns the mutants that ptxas compiles to the code of the original."""
    code = {name: digest for name, digest, _ in read(folder)}
    return {name for name, digest in code.items() if digest != "-" and name != original(name) and code.get(original(name)) == digest}


def compare(folder, mutants, codes):
    """Compares verdicts: whether each tool reports something about the mutant that it does not report about the
    original."""
    said = {name: collections.Counter({c.split(":")[0]: int(c.split(":")[1]) for c in text.split()})
            for name, digest, text in read(folder) if digest != "-"}
    counts = collections.defaultdict(collections.Counter)
    for r in mutants:
        if r.name not in said or r.base not in said:
            continue
        # The advisory about a kernel without a bound depends on how many registers ptxas allocates: protocol-may
        # reports it.
        theirs, ours = said[r.name] - said[r.base], codes[r.name] & (ADVISED | {"790"} if r.kind == "register bound" else ADVISED)
        counts[r.kind]["same" if bool(theirs) == bool(ours) else "differs"] += 1
        if bool(theirs) != bool(ours):
            print(f"{r.name}:{r.line}: {r.kind}: ptxas: {' '.join(sorted(theirs)) or 'silent'}; ptxcheck: {' '.join(sorted(codes[r.name])) or 'silent'}")
    for kind, c in sorted(counts.items()):
        print(f"{kind:24} {c['same']:5} same {c['differs']:5} differ")
    same, all_ = (sum(c[k] for c in counts.values() for k in keys) for keys in (("same",), ("same", "differs")))
    print(f"{same} of {all_} verdicts agree with ptxas ({percent(same, all_)})")
    return 0
