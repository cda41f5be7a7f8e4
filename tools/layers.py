#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the folders of src/ depend on each other in only one direction.
layers.py [--src SRC] [BUILD]: reads the #include lines of SRC (src/) and, if a BUILD folder such as build/release
is given, the symbol tables of its objects. Prints the layers with what each one uses. An edge that points upward, a
cycle between folders, a folder that is in no layer, or a folder with more than 25 files is an error.
"""

import argparse
import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Lower layers first; folders of one layer must not use each other. A group may use the groups that USES names.
GROUPS = {
    "base": [["base"]],
    "library": [["isa"], ["diag"], ["syntax"], ["symbols"], ["chain"], ["match"], ["check"], ["flow"],
                ["flow/value"], ["flow/threads"], ["flow/check"], ["flow/mbarrier"], ["flow/may"], ["flow/run"], ["flow/relate"], ["rehearse/program"], ["rehearse/race"], ["rehearse"], ["rehearse/launch"], ["emit"], ["emit/kernel"], ["embed/scan"], ["embed"], ["embed/host"], ["query"], ["api"]],
    "program": [["program/io"], ["program/text"], ["program/map"], ["program/fat"], ["program/options"], ["program/isa"]],
    "lsp": [["lsp/wire"], ["lsp/session"], ["lsp/card", "lsp/refactor"], ["lsp/feature"], ["lsp/navigate", "lsp/workspace"], ["lsp"]],
    "cli": [["cli/check", "cli/isa", "cli/tensormap"], ["cli/emit", "cli/log", "cli/matrix", "cli/rehearse", "cli/tools"], ["cli/ptxas"], ["cli"]],
    "tensormap": [["tensormap"]],
    "shim": [["shim"]],
}
USES = {"library": {"base", "tensormap"}, "tensormap": {"base"}, "lsp": {"program"}, "cli": {"program", "lsp"}}
RANK = {folder: (group, height) for group, layers in GROUPS.items()
        for height, layer in enumerate(layers) for folder in layer}
MOST_FILES = 25
GENERATED = {"ptx.tab": "syntax", "ptx.lex": "syntax", "isa_tables": "isa", "pages": "program/text"}


def allowed(user, used):
    (group, height), (other, other_height) = RANK[user], RANK[used]
    if group != other:
        return other in USES.get(group, ())
    return user == used or other_height < height


def includes(src):
    """Yields (using folder, used folder, where) for each #include of a header of src/."""
    for folder, _, names in sorted(os.walk(src)):
        for name in sorted(names):
            if not name.endswith((".c", ".h", ".def")):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="utf-8") as f:
                for number, line in enumerate(f, 1):
                    found = re.match(r'#include "([^"]+)"', line)
                    if found and os.path.exists(os.path.join(src, found.group(1))):
                        where = f"{os.path.relpath(path, os.path.dirname(src))}:{number}: #include \"{found.group(1)}\""
                        yield os.path.relpath(folder, src), os.path.dirname(found.group(1)), where


def objects(build):
    """Yields each object with its folder."""
    for folder, _, names in os.walk(build):
        for name in names:
            stem, end = os.path.splitext(name)
            if end != ".o":
                continue
            inside = os.path.relpath(folder, build)
            if inside == "gen" and stem in GENERATED:
                yield os.path.join(folder, name), GENERATED[stem]
            elif inside.startswith("src/") and os.path.exists(os.path.join(ROOT, inside, stem + ".c")):
                yield os.path.join(folder, name), inside[len("src/"):]


def symbols(build):
    """Yields (using folder, used folder, where) for each symbol that one object takes from another."""
    homes = dict(objects(build))
    listing = subprocess.run(["nm", "-A", "-P", *sorted(homes)], stdout=subprocess.PIPE, check=True, text=True).stdout
    defined, wanted = {}, []
    for line in listing.splitlines():
        path, symbol, kind = re.match(r"(.+?): (\S+) (\S)", line).groups()
        if kind == "U":
            wanted.append((path, symbol))
        elif kind.isupper():
            defined[symbol] = homes[path]
    for path, symbol in wanted:
        public = symbol.startswith("ptxc_") and RANK[homes[path]][0] != "library"
        if symbol in defined and not public:
            yield homes[path], defined[symbol], f"{os.path.relpath(path, ROOT)}: uses '{symbol}'"


def cycle(edges):
    """Returns folders that use each other in a cycle, or []."""
    state, path = {}, []

    def visit(folder):
        state[folder] = "open"
        path.append(folder)
        for used in sorted(edges[folder]):
            if state.get(used) == "open":
                return path[path.index(used):] + [used]
            if used not in state:
                found = visit(used)
                if found:
                    return found
        state[folder] = "done"
        path.pop()
        return []

    for folder in sorted(edges):
        if folder not in state:
            found = visit(folder)
            if found:
                return found
    return []


def crowded(src):
    """Yields folders with too many files."""
    for folder, _, names in sorted(os.walk(src)):
        if len(names) > MOST_FILES:
            yield f"{os.path.relpath(folder, os.path.dirname(src))}: {len(names)} files (at most {MOST_FILES})"


def main(src, build):
    upward, unknown = [], []
    edges = collections.defaultdict(set)
    for user, used, where in [*includes(src), *(symbols(build) if build else ())]:
        missing = [folder for folder in (user, used) if folder not in RANK]
        if missing:
            unknown.append(f"{where}: no layer has the folder '{missing[0]}'")
            continue
        if user != used:
            edges[user].add(used)
        if not allowed(user, used):
            upward.append(f"{where}: '{user}' must not use '{used}'")
    for group, layers in GROUPS.items():
        print(f"{group}:")
        for folder in (folder for layer in layers for folder in layer):
            print(f"  {folder:16} uses {' '.join(sorted(edges[folder])) or 'nothing'}")
    around = cycle(edges)
    too_full = list(crowded(src))
    for line in sorted(set(upward + unknown)) + too_full:
        print(f"layers: error: {line}", file=sys.stderr)
    if around:
        print(f"layers: error: a cycle between folders: {' -> '.join(around)}", file=sys.stderr)
    print(f"layers: {sum(map(len, edges.values()))} edges between folders, {len(set(upward))} upward, "
          f"{1 if around else 0} cycles")
    return 1 if upward or unknown or around or too_full else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--src", default=os.path.join(ROOT, "src"))
    parser.add_argument("build", nargs="?")
    given = parser.parse_args()
    sys.exit(main(os.path.abspath(given.src), given.build and os.path.abspath(given.build)))
