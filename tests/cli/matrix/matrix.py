# SPDX-License-Identifier: Apache-2.0
"""matrix.py PTXCHECK [TRIPLES]: `ptxcheck matrix` gives the same verdict on an instruction as ptxcheck on the file
with another header, for random targets, versions and releases."""
import json
import lzma
import os
import random
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(ROOT, "tests", "oracle"))
import oracle  # noqa: E402
import ptxas  # noqa: E402

program = sys.argv[1]
triples = int(sys.argv[2]) if len(sys.argv) > 2 else 80
rng = random.Random(1)


def ptxcheck(text, *arguments):
    p = subprocess.run([program, *arguments, "-"], input=text, text=True, stdout=subprocess.PIPE,
                       stderr=subprocess.PIPE)
    if p.returncode == 2 and "does not support the architecture" in p.stderr:
        return None
    if p.returncode not in (0, 1):
        sys.exit(p.stderr)
    return json.loads(p.stdout)


def with_head(text, version, target):
    text = re.sub(r"^(\s*\.version\s+)\d+\.\d+", rf"\g<1>{version}", text, count=1, flags=re.M)
    return re.sub(r"^(\s*\.target\s+)\w+", rf"\g<1>{target}", text, count=1, flags=re.M)


def accepts(accepted, target, version, release):
    versions = accepted.get(target, {}).get(release)
    return bool(versions) and ptxas.number(versions[0]) <= ptxas.number(version) <= ptxas.number(versions[1])


def head_end(text):
    """Returns the first line after the header."""
    return text[:text.index(".address_size")].count("\n") + 1


def compare(name, text, count, whole):
    """Returns how many verdicts were compared, and how many of them accept."""
    matrix = ptxcheck(text, "matrix", "--format=json")["files"][0]
    uses = [use for use in matrix["uses"] if use["kind"] == "instruction"]
    # A special register has a row of its own, and its error is on the line of the instruction.
    words = {}
    for use in matrix["uses"]:
        if use["kind"] != "instruction":
            words.setdefault(use["line"], []).append(use.get("accepted", {}))
    compared = accepted = 0
    for target, release, version in rng.choices(TRIPLES, k=count):
        report = ptxcheck(with_head(text, version, target), "--format=json", "--arch=" + target,
                          "--toolkit=" + release)
        errors = [d for d in report["diagnostics"] if d["severity"] == "error"] if report else []
        head = not report or any(d["line"] < head_end(text) for d in errors)
        # Two .cta_group conflict in a kernel, not in a line, and have a row of their own.
        bad = {line for d in errors if d["code"] != "ptx-416" for line in range(d["line"], d["end_line"] + 1)}
        asked = [([use["accepted"], *words.get(use["line"], [])], not head and use["line"] not in bad, use["line"])
                 for use in uses]
        if whole:
            asked.append(([matrix["accepted"]], not head and not errors, "all"))
        for rows, is_fine, line in asked:
            compared += 1
            accepted += is_fine
            if all(accepts(row, target, version, release) for row in rows) != is_fine:
                sys.exit(f"{name}:{line}: {target} {version} {release}: ptxcheck "
                         f"{'accepts' if is_fine else 'refuses'}, matrix does not agree")
    return compared, accepted


def spellings(tried, bad):
    """Returns a module of lines that isagen generates: some that are accepted somewhere, and some others."""
    lines = [line for line in oracle.isagen("--spellings") if not re.search(r"\bq1\b", line)]
    lines = sorted(set(rng.sample(lines, tried)))
    uses = ptxcheck(ptxas.module(lines, "8.2", "sm_90a"), "matrix", "--format=json")["files"][0]["uses"]
    taken = {use["line"] - ptxas.FIRST_LINE for use in uses if use.get("accepted")}
    chosen = [line for i, line in enumerate(lines) if i in taken]
    chosen += rng.sample([line for i, line in enumerate(lines) if i not in taken], bad)
    return ptxas.module(sorted(chosen), "8.2", "sm_90a")


def corpus(count):
    folder = os.path.join(ROOT, "tests", "corpus", "files")
    for name in rng.sample(sorted(os.listdir(folder)), count):
        with lzma.open(os.path.join(folder, name), "rt") as f:
            yield name, f.read()


heads = ptxcheck(".version 9.5\n.target sm_75\n.address_size 64\n.func f() { ret; }\n", "matrix",
                 "--format=json")["files"][0]["accepted"]
RELEASES = sorted({r for releases in heads.values() for r in releases}, key=lambda r: [*map(int, r.split("."))])
VERSIONS = [f"{v // 10}.{v % 10}" for v in (*range(60, 66), *range(70, 79), *range(80, 89), *range(90, 96))]
# Half of the triples are valid headers; nearly all of the others are not.
LEGAL = [(t, r, v) for t in heads for r in heads[t] for v in VERSIONS
         if int(re.search(r"\d+", t)[0]) >= 80 and accepts(heads, t, v, r)]
TRIPLES = rng.choices(LEGAL, k=5000) + [
    (rng.choice([*heads, "sm_82", "sm_35"]), rng.choice(RELEASES), rng.choice(VERSIONS)) for _ in range(2000)]

total = [compare("spellings", spellings(6000, 150), triples, False)]
total += [compare(name, text, 12, True) for name, text in corpus(12)]
compared, accepted = map(sum, zip(*total))
print(f"{compared} verdicts compared, {accepted} accept")
if compared < 10000 or not 0.05 < accepted / compared < 0.95:
    sys.exit("the sample says too little")
