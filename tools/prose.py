#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the prose that users read, with Vale and the rules in tools/prose/Ptxcheck.

prose.py [FILE...]: checks documents, the messages in src/diag/catalogue.def, the texts of grammar/isa and the comments
of public headers, or only the files given. Fails if a rule finds something. Code blocks and `code` do not count.
"""

import glob
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
VALE = "build/tools/vale"
COPIES = "build/prose"
TEXTS = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs/*.md", "docs/*/*.md", "grammar/isa/*.isa",
         "src/diag/catalogue.def", "include/*.h"]
MADE = "docs/isa/"  # from the tables, which are checked themselves

STRING = re.compile(r'"(?=[^"\n]* )(?:[^"\\\n]|\\.)*"')  # a single word is a name
COMMENT = re.compile(r"/\*.*?\*/|//[^\n]*", re.S)


def only(pattern, text):
    """The text with everything blank that the pattern does not match: lines and columns stay. Quotes, too, are blank."""
    kept, at = [], 0
    for found in pattern.finditer(text):
        kept += [re.sub(r"[^\n]", " ", text[at:found.start()]), re.sub(r'^"|"$|/\*|\*/|^ \*', " ", found.group(), flags=re.M)]
        at = found.end()
    return "".join(kept + [re.sub(r"[^\n]", " ", text[at:])])


def copy_of(path):
    """The file that Vale reads for this one: itself, or a copy of its prose."""
    if path.endswith(".md"):
        return path
    with open(path, encoding="utf-8") as f:
        text = f.read()
    text = only(COMMENT if path.endswith(".h") else STRING, text)
    copy = os.path.join(COPIES, path + ".txt")
    os.makedirs(os.path.dirname(copy), exist_ok=True)
    with open(copy, "w", encoding="utf-8") as f:
        f.write(text)
    return copy


def main(paths):
    os.chdir(ROOT)
    if not os.access(VALE, os.X_OK):
        sys.exit(f"prose.py: error: {VALE} is missing; run ./bootstrap --dev")
    if not paths:
        paths = [path for pattern in TEXTS for path in sorted(glob.glob(pattern)) if not path.startswith(MADE)]
    command = [VALE, "--config=tools/prose/vale.ini", "--output=line", "--no-global", *map(copy_of, paths)]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    for line in run.stdout.splitlines():
        print(re.sub(rf"^{COPIES}/(.*?)\.txt:", r"\1:", line), file=sys.stderr)
    return run.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
