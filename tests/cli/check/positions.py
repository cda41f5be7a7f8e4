# SPDX-License-Identifier: Apache-2.0
"""positions.py PTXCHECK: lines and columns in long texts, with lines of all lengths, are the ones counted here."""
import json
import random
import re
import subprocess
import sys


def text_of(rng):
    parts = [".version 9.0\n.target sm_90\n.address_size 64\n.entry k()\n{\n.reg .b32 %r<4>;\n"]
    for i in range(rng.randrange(3, 400)):
        pad = rng.choice((0, 0, 1, 5, 30, 200, 1000, 1023, 1024, 1025, 5000))
        parts.append(rng.choice(("\n", "\r\n", "\n" * 50, " " * pad, "/*" + "\n" * (pad % 70) + "*/",
                                 "/*" + " " * pad + "*/", f"mov.b32 %r1, nosuch{i};")))
    return "".join(parts) + "\nret;\n}\n"


def expected(text):
    for match in re.finditer("nosuch", text):
        before = text[:match.start()]
        yield before.count("\n") + 1, match.start() - (before.rfind("\n") + 1) + 1


def main(program):
    rng = random.Random(1)
    total = 0
    for _ in range(60):
        text = text_of(rng)
        run = subprocess.run([program, "--format=json", "--max-errors=0", "-"], input=text.encode(),
                             stdout=subprocess.PIPE, check=False)
        found = [(d["line"], d["column"]) for d in json.loads(run.stdout)["diagnostics"]]
        if found != list(expected(text)):
            sys.exit(f"positions.py: error: {found} for {text!r}")
        total += len(found)
    print(f"{total} positions")


main(sys.argv[1])
