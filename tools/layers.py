#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that the rooms of src/ depend on each other in one direction only.

layers.py [BUILD]: reads the #include lines of src/ and, where a BUILD folder such as build/release is given, the
symbol tables of its objects. Prints the layers with what each uses; an edge that points upward, a cycle between
folders and an #include of a folder that no layer names fail the run.
"""

import collections
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

# Lower layers first. Folders of one layer do not know each other.
LIBRARY = [["base"], ["isa"], ["diag"], ["syntax"], ["match"], ["check"], ["emit"], ["emit/kernel"], ["embed"],
           ["query"], ["api"]]
LIBRARY_ROOMS = {folder for layer in LIBRARY for folder in layer}
# These see of the library its public headers alone.
PROGRAM = [["program/io"], ["program/text"], ["program/options"], ["program/isa"],
           ["cli/check", "cli/isa", "cli/tensormap", "lsp/wire"], ["cli/log", "cli/matrix", "cli/emit", "cli/tools"],
           ["lsp/session"], ["lsp/feature"], ["lsp"], ["cli"]]
# A library of its own, and what explains the driver's refusals by it.
APART = [["tensormap"], ["shim"]]
GENERATED = {"ptx.tab": "syntax", "ptx.lex": "syntax", "isa_tables": "isa", "pages": "program/text"}


def ranks():
    """folder -> (group, height)"""
    return {folder: (group, height)
            for group, layers in (("library", LIBRARY), ("program", PROGRAM), ("apart", APART))
            for height, layer in enumerate(layers) for folder in layer}


def allowed(rank, user, used):
    (group, height), (other, other_height) = rank[user], rank[used]
    return user == used or (group == other and other_height < height)


def includes(src):
    """(user's folder, used folder, where) for each #include of a header of src/."""
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
    """object -> its folder"""
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
    """(user's folder, used folder, where) for each symbol that one object takes from another."""
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
        if symbol in defined and not (symbol.startswith("ptxc_") and homes[path] not in LIBRARY_ROOMS):
            yield homes[path], defined[symbol], f"{os.path.relpath(path, ROOT)}: uses '{symbol}'"


def cycle(edges):
    """Folders that use each other in a circle, [] if none do."""
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


def main(src, build):
    rank, upward, unknown = ranks(), [], []
    edges = collections.defaultdict(set)
    for user, used, where in [*includes(src), *(symbols(build) if build else ())]:
        missing = [folder for folder in (user, used) if folder not in rank]
        if missing:
            unknown.append(f"{where}: no layer has the folder '{missing[0]}'")
            continue
        if user != used:
            edges[user].add(used)
        if not allowed(rank, user, used):
            upward.append(f"{where}: '{user}' must not use '{used}'")
    for layers in LIBRARY, PROGRAM, APART:
        for folder in (folder for layer in layers for folder in layer):
            print(f"  {folder:16} uses {' '.join(sorted(edges[folder])) or 'nothing'}".rstrip())
    around = cycle(edges)
    for line in sorted(set(upward + unknown)):
        print(f"layers: error: {line}", file=sys.stderr)
    if around:
        print(f"layers: error: a cycle between folders: {' -> '.join(around)}", file=sys.stderr)
    print(f"layers: {sum(map(len, edges.values()))} edges between folders, {len(set(upward))} upward, "
          f"{1 if around else 0} cycles")
    return 1 if upward or unknown or around else 0


if __name__ == "__main__":
    sys.exit(main(os.path.join(ROOT, "src"), os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else None))
