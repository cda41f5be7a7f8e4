# SPDX-License-Identifier: Apache-2.0
"""The asm statements in the headers and sources of a package: how many there are, how many are checked, and the
results.
headers.py PROGRAM TRUE FOLDER...: exits with 1 if any has an error that TRUE does not list (public.py). Each folder
is checked for all targets at once and for some individually.
"""

import collections
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import public

TARGETS = ["", "sm_90a", "sm_100a", "sm_103a", "sm_120f"]
KINDS = public.KINDS | {""}
ERROR = re.compile(r"(.*):\d+:\d+: error: .* \[ptx-\d+ (.*)\]")


def count(program, files, target):
    """Returns the numbers of checked and other statements, the reasons of those not checked, and the errors."""
    options = ["--language=c++", "-q", "-Wno-all", "--verbose"] + ([f"--arch={target}"] if target else [])
    with tempfile.NamedTemporaryFile("w", suffix=".txt", encoding="utf-8") as names:
        names.write("".join(f'"{f}"\n' for f in files))
        names.flush()
        ran = subprocess.run([program, *options, f"@{names.name}"], capture_output=True, text=True, errors="replace", check=False)
    found = [tuple(map(int, m)) for m in re.findall(r"bytes, (\d+) asm statements, (\d+) checked", ran.stderr)]
    reasons = collections.Counter(re.findall(r"asm not checked: (.*)", ran.stderr))
    errors = list(filter(None, map(ERROR.fullmatch, ran.stdout.splitlines())))
    return sum(n for n, _ in found), sum(n for _, n in found), reasons, errors


def main(program, true, *folders):
    bad, known = False, public.known_errors(true)
    for folder in folders:
        files = sorted(p for p in pathlib.Path(folder).rglob("*") if p.is_file() and p.suffix in KINDS)
        print(f"{folder}: {len(files)} files, {sum(p.stat().st_size for p in files) / 1e6:.1f} MB")
        for target in TARGETS:
            every, checked, reasons, errors = count(os.path.abspath(program), files, target)
            why = "".join(f", {n} {reason}" for reason, n in reasons.most_common())
            new = [e[0] for e in errors if public.reason_of(known, e[1], e[2]) is None]
            print(f"  {target or 'any target':10} {every} asm statements: {checked} checked{why}, "
                  f"{every - checked - sum(reasons.values())} others; {len(errors)} errors, {len(new)} not listed")
            print("".join(f"    {e}\n" for e in new[:10]), end="")
            bad |= bool(new) or not every
    return bad


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
