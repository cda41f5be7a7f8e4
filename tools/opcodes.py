#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""opcodes.py PTXCHECK GRAMMAR [--write]: the opcodes of several words, such as `tcgen05.cp`, in the grammar of TextMate.

The grammar knows the shapes of PTX, not its instructions. Only the tables know which words of `tcgen05.cp.cta_group::1` are the
opcode, so the grammar has one rule with these opcodes. Without it, words would change their color when the tokens of the
language server arrive. This program prints what is missing or superfluous; --write updates the rule.
"""

import json
import re
import subprocess
import sys

RULE = re.compile(r'("opcode": \{\n\s*"name": "[^"]*",\n\s*"match": ")[^"]*(")')


def tree_of(names):
    tree = {}
    for name in names:
        node = tree
        for word in name.split("."):
            node = node.setdefault(word, {})
        node[""] = {}
    return tree


def pattern(tree):
    """Returns a regular expression of what may follow a word. Longer opcodes come first."""
    ends = "" in tree
    parts = [re.escape(word).replace(r"\:", ":") + pattern(below) for word, below in sorted(tree.items()) if word]
    if not parts:
        return ""
    inner = "(?:" + "|".join(parts) + ")" + r"(?![\w:])"
    return rf"(?:\.{inner})" + ("?" if ends else "")


def expression(names):
    """Returns a regular expression of all opcodes of several words; what precedes and follows is not part of it."""
    tree = tree_of(names)
    return "|".join(f"{word}{pattern(below)}" for word, below in sorted(tree.items()))


def main(program, path, write):
    listed = json.loads(subprocess.run([program, "isa", "--format=json", "list"], check=True, capture_output=True).stdout)
    names = sorted(name for name in (row["name"] for row in listed["instructions"]) if "." in name and "`" not in name)
    wanted = (r"(?<![\w$%.])(?:" + expression(names) + r")(?![\w:])").replace("\\", "\\\\")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if not RULE.search(text):
        sys.exit(f"opcodes.py: error: {path} has no rule 'opcode'")
    changed = RULE.sub(lambda m: m[1] + wanted + m[2], text)
    if changed == text:
        return
    if not write:
        sys.exit(f"opcodes.py: error: the opcodes of {path} are not those of the tables; run make isa-pages")
    with open(path, "w", encoding="utf-8") as file:
        file.write(changed)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], "--write" in sys.argv[3:])
