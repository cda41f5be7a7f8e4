#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the texts of diagnostics are only in src/diag/catalogue.def.
phrases.py [FILE...]: fails on a string literal with two English words in the folders that report diagnostics, or in
the given files. Such a phrase should become a row of the catalogue.
"""

import glob
import os
import re
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FOLDERS = ["syntax", "symbols", "chain", "match", "check", "embed", "diag"]
FILES = ["src/emit/kernel/check.c", "src/api/cxx.c"]
GENERATES = {"src/embed/pp_expand.c"}  # its literals are the C++ that it writes

TOKEN = re.compile(r'/\*.*?\*/|//[^\n]*|\'(?:[^\'\\\n]|\\.)+\'|^[ \t]*#include[^\n]*|"(?:[^"\\\n]|\\.)*"', re.S | re.M)
ENGLISH = re.compile(r"[A-Za-z][',.:;)]* [('%]*[A-Za-z]|^ [a-z]{2,} |%[0-9]'? [a-z]{2}")


def english(path):
    """Yields (line, literal) for each literal that reads as English."""
    with open(path, encoding="utf-8") as f:
        text = f.read()
    for found in TOKEN.finditer(text):
        literal = found.group()
        if literal[0] == '"' and ENGLISH.search(literal[1:-1]) and literal != '" or "':
            yield text.count("\n", 0, found.start()) + 1, literal


def main(paths):
    os.chdir(ROOT)
    if not paths:
        paths = sorted(p for folder in FOLDERS for p in glob.glob(f"src/{folder}/*.[ch]")) + FILES
    bad = [f"{path}:{line}: {literal} belongs into src/diag/catalogue.def"
           for path in paths if path not in GENERATES for line, literal in english(path)]
    for message in bad:
        print(message, file=sys.stderr)
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
