# SPDX-License-Identifier: Apache-2.0
"""Tests GitHub's problem matchers on real reports.
matcher.py PROGRAM FILE LOG: FILE has errors for ptxcheck, LOG is a log of ptxas.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
MATCHERS = json.loads((ROOT / "examples/build/problem-matcher.json").read_text(encoding="utf-8"))["problemMatcher"]


def matches(line):
    """Returns what GitHub reads from a line: for each matcher, the numbered groups by name."""
    for matcher in MATCHERS:
        pattern = matcher["pattern"][0]
        m = re.match(pattern["regexp"], line)
        if m:
            yield {"severity": matcher.get("severity"), **{k: m[g] for k, g in pattern.items() if k != "regexp"}}


def main(program, path, log):
    text = subprocess.run([program, path], capture_output=True, text=True, check=False).stdout
    shown = [m for line in text.splitlines() for m in matches(line)]
    report = subprocess.run([program, "--format=json", path], capture_output=True, text=True, check=False).stdout
    wanted = [{**{k: str(d[k]) for k in ("file", "line", "column", "severity", "message", "code")}}
              for d in json.loads(report)["diagnostics"] if d["severity"] != "note"]
    if not wanted or shown != wanted:
        sys.exit(f"of the report:\n{shown}\nnot\n{wanted}")
    lines = pathlib.Path(log).read_text(encoding="utf-8").splitlines() + \
        ["ptxas k.ptx, line 3; fatal   : Parsing error near 'x': syntax error"]
    found = [m for line in lines for m in matches(line)]
    named = [line for line in lines if ", line " in line]
    if len(found) != len(named) or {m["severity"] for m in found} != {"error"}:
        sys.exit(f"of the log: {found}")
    if any(re.search(r"[\\](?![dx\[\]])", m["pattern"][0]["regexp"]) for m in MATCHERS):
        sys.exit("an escape that JavaScript may read otherwise")


main(*sys.argv[1:])
