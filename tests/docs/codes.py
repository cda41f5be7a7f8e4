# SPDX-License-Identifier: Apache-2.0
"""codes.py PROGRAM TESTS: each diagnostic has a test of its column, its text and its name."""
import pathlib
import re
import subprocess
import sys

CHECKED = re.compile(r":\d+: (error|warning|note): \S.*\[(ptx-\d{3}) ")


def main(program, folder):
    listed = subprocess.run([program, "explain", "--list"], capture_output=True, text=True, check=True)
    codes = {line.split()[0] for line in listed.stdout.splitlines()}
    tests = [p for p in pathlib.Path(folder).rglob("*") if p.suffix in (".ptx", ".cu", ".test")]
    checked = {code for p in tests for _, code in CHECKED.findall(p.read_text(errors="replace"))}
    if codes - checked:
        sys.exit("no test of column and text: " + ", ".join(sorted(codes - checked)))
    print(f"{len(codes)} codes")


main(*sys.argv[1:])
