# SPDX-License-Identifier: Apache-2.0
"""index.py PROGRAM [--write]: writes tests/INDEX.md, which maps diagnostics and named rules to the tests that check
them. Without --write, it fails if the page is out of date. A diagnostic or a rule that no test names is an
error."""
import collections
import pathlib
import re
import subprocess
import sys

TESTS = pathlib.Path(__file__).resolve().parent
PAGE = TESTS / "INDEX.md"
NAMED = re.compile(r"[A-Z][A-Z0-9-]*(?<!-NOT):.*\[(ptx-\d{3}) ([\w.-]+)\]")
MOST = 5  # tests per line: those that name the fewest other diagnostics
ITEM = re.compile(r"(insn|ruleset|layout) (\S+)")
RULE = re.compile(r"\s+(rule|warn) (\S+)")
GATE = re.compile(r"\bavail\b")  # rules about availability are reported by ptx-440 to ptx-442, without their names
HEAD = """<!-- Made by 'make test-index': do not edit. -->
# Which tests judge what

For contributors: the tests that expect a diagnostic or a rule of an instruction, at most five of each, the most specific
first. `grep -rl 'ptx-320' tests` finds all.

"""


def expected():
    """Returns (code, name) -> the tests with a CHECK line for it; test -> how many it names."""
    tests, names = collections.defaultdict(set), collections.Counter()
    for path in TESTS.rglob("*"):
        if path.suffix in (".ptx", ".cu", ".test", ".cpp") and path.is_file():
            found = set(NAMED.findall(path.read_text(encoding="utf-8", errors="replace")))
            names[path] = len(found)
            for key in found:
                tests[key].add(path)
    return tests, names


def statements(path):
    """Yields the lines of a table without comments, each with its continuation lines, which are indented more."""
    some = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        indent = len(line) - len(line.lstrip())
        if some and line.strip() and indent > 4 and indent > some[-1][0]:
            some[-1][1] += " " + line.strip()
        elif line.strip() and not line.lstrip().startswith("#"):
            some.append([indent, line])
    return [line for _, line in some]


def rules(tables):
    """Returns (file, kind of item, its name) -> names of its rules except availability; name of a ruleset -> items
    that use it."""
    named, users = collections.defaultdict(list), collections.defaultdict(list)
    for path in tables:
        item = None
        for line in statements(path):
            start, rule, used = ITEM.match(line), RULE.match(line), re.match(r"\s+use (\S+)", line)
            item = start.groups() if start else item
            if used:
                users[used[1]].append(item[1])
            if rule and rule[2] not in named[path.name, *item] and not GATE.search(line):
                named[path.name, *item].append(rule[2])
    return named, users


def dashed(item, rule):
    return re.sub(r"[._:]+", "-", f"{item}-{rule}")


def main(program, *options):
    tests, names = expected()
    by_code, by_name = collections.defaultdict(set), collections.defaultdict(set)
    for (code, name), paths in tests.items():
        by_code[code] |= paths
        by_name[name] |= paths
    missing = []

    def links(what, paths, stem):
        best = sorted(paths, key=lambda p: (p.stem != stem, names[p], p.as_posix()))[:MOST]
        if not best:
            missing.append(what)
        return ", ".join(f"[{p.relative_to(TESTS).with_suffix('')}]({p.relative_to(TESTS)})" for p in best)

    listed = subprocess.run([program, "explain", "--list"], capture_output=True, text=True, check=True).stdout
    page = [HEAD + "## Diagnostics\n\n| diagnostic | tests |\n|---|---|"]
    for code, _, name in (line.split()[:3] for line in listed.splitlines()):
        page.append(f"| {code} {name} | {links(f'{code} {name}', by_code[code], name)} |")
    page.append("\n## Rules of instructions\n\n"
                "A set of rules that instructions share is tested where one of them breaks it. Rules that only say since when and\n"
                "where something is available have no name in a message: see ptx-440, ptx-441 and ptx-442.\n")
    named, users = rules(sorted((TESTS.parent / "grammar/isa").glob("*.isa")))
    for file in sorted({key[0] for key in named}):
        page.append(f"### {file}\n\n| item | rule | tests |\n|---|---|---|")
        for (_, kind, item) in (key for key in named if key[0] == file):
            for rule in named[file, kind, item]:
                items = users[item] if kind == "ruleset" else [item]
                paths = set().union(*(by_name[dashed(x, rule)] for x in items))
                page.append(f"| {item} | {rule} | {links(f'rule {rule} of {item} ({file})', paths, rule)} |")
        page.append("")
    text = "\n".join(page).rstrip("\n") + "\n"
    if missing:
        sys.exit("no test expects: " + "\n  ".join(["", *missing]).lstrip("\n"))
    if "--write" in options:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("tests/INDEX.md is out of date: run 'make test-index' and commit it")


main(*sys.argv[1:])
