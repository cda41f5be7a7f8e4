#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Would the tests notice if a line of the tables were missing? `make mutate` runs it.

  mutate.py [TEXT]...   mutants whose line of the list has one of the texts, such as `tma.isa`,
                        `: rule:` or `lowered`; none: all (an hour)
  options: --list       say which mutants there are
           --again      of the last run, those that no test noticed
           --tests      ask the tests alone, not the recorded verdicts of ptxas

mutants.py changes one thing of grammar/isa at a time. In a copy of the tree, the program is linked
with the changed tables, and the tests are asked, the quickest first, until one fails:

  test      a test with text and column
  verdicts  only the verdicts of ptxas on record; that will not do for a rule
  survived  nothing. Wanted: none
  refused   isagen does not take such tables
  same      the tables are what they were

A test is run only if the program prints something else than before: one that printed the same would
not fail. The list of all, with who noticed each, is written to build/mutants.tsv.
"""

import argparse
import collections
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import mutants  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LIST = os.path.join(ROOT, "build", "mutants.tsv")
RUN = re.compile(r"RUN: (.*)")
SIMPLE = re.compile(r"(?:not )?%ptxcheck ([^%|]*)%s \|[^|]*$")
DIAGNOSTIC = re.compile(rb"^(/[^:]+):(\d+):\d+: error:", re.M)
# Tests that ask more than what one file prints, and are not slow.
OTHERS = ("tests/check/instruction/target-repeated.test", "tests/check/module/arch-messages.test",
          "tests/check/module/version.test", "tests/check/module/targets.test")
LAYOUTS = ("tests/cli/decode.test", "tests/cli/encode.test")
# The recorded verdicts that are not of instructions.
MODULES = ("tests/oracle/module.test", "tests/oracle/targets.test")
SECONDS = 20  # a program that does not come back is noticed


class Tree:
    """A copy of the tree, built, whose tables are changed and changed back."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "tree")
        shutil.copytree(ROOT, self.folder, symlinks=True,
                        ignore=lambda path, names: {"build", ".git", "shared"} if path == ROOT else ())
        subprocess.run(["make", "-s", "-C", self.folder, "CFLAGS=-O1 -w", "all", "build/host/isagen"],
                       check=True)
        self.isagen = os.path.join(self.folder, "build/host/isagen")
        self.program = os.path.join(self.folder, "build/ptxcheck")
        objects = glob.glob(os.path.join(self.folder, "build/release/**/*.o"), recursive=True)
        self.object = os.path.join(self.folder, "build/release/gen/isa_tables.o")
        self.objects = [x for x in objects if x != self.object]
        self.json = next(iter(glob.glob("/usr/lib/*/libjansson.a")), "-ljansson")
        self.tables = sorted(glob.glob(os.path.join(self.folder, "grammar/isa/*.isa")))
        self.source, said = self.generate("--unverified")
        assert not said, said
        self.link(self.source)

    def generate(self, *options):
        """The tables in C without comments, and what isagen has against them."""
        out = os.path.join(self.folder, "tables.c")
        done = subprocess.run([self.isagen, *options, "-o", out, *self.tables], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return None, os.path.basename(done.stdout.split("error: ")[-1].strip())
        with open(out) as f:
            return re.sub(r"/\*.*?\*/", "", f.read()), ""

    def link(self, source):
        name = os.path.join(self.folder, "tables.c")
        with open(name, "w") as f:
            f.write(source)
        subprocess.run(["cc", "-w", "-O0", "-I" + self.folder + "/src", "-c", "-o", self.object, name], check=True)
        subprocess.run(["cc", "-o", self.program + ".new", *self.objects, self.object, self.json, "-lpthread"],
                       check=True)
        os.replace(self.program + ".new", self.program)

    def write(self, mutant, edits):
        with open(os.path.join(ROOT, "grammar/isa", mutant.file), encoding="utf-8") as f:
            text = f.read()
        with open(os.path.join(self.folder, "grammar/isa", mutant.file), "w", encoding="utf-8") as f:
            f.write(mutants.apply(text, edits))


def printed(command):
    """What it prints; None if it breaks or does not come back."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode in (0, 1) else None


class Tests:
    """The tests that judge text and column."""

    def __init__(self, tree):
        self.tree = tree
        self.batches = collections.defaultdict(list)  # options -> files
        for path in sorted(glob.glob(os.path.join(tree.folder, "tests/**/*.ptx"), recursive=True)):
            lines = [SIMPLE.search(line) for line in self.run_lines(path)]
            if lines and all(lines):
                for line in lines:
                    self.batches[line.group(1)].append(path)
        for options, paths in self.batches.items():
            with open(self.names(options), "w") as f:
                f.write("\n".join(paths))
        # A test that needs what is not here judges nothing.
        self.broken = set()
        self.broken = {path for paths in self.batches.values() for path in paths if self.fails(path)}
        self.others, self.layouts = ([os.path.join(tree.folder, name) for name in names]
                                     for names in (OTHERS, LAYOUTS))
        self.broken.update(path for path in self.others + self.layouts if self.fails(path))
        self.before = self.outputs()

    def names(self, options):
        return os.path.join(self.tree.folder, "names" + options.replace(" ", "_"))

    @staticmethod
    def run_lines(path):
        with open(path, encoding="utf-8", errors="replace") as f:
            return RUN.findall(f.read().replace("\\\n", ""))

    def outputs(self):
        """(options, file) -> what is printed about it"""
        found = collections.defaultdict(bytes)
        for options, paths in self.batches.items():
            text = printed([self.tree.program, *options.split(), "@" + self.names(options)])
            if text is None:
                return None
            at = paths[0]
            for line in text.split(b"\n"):
                name = line.split(b":", 1)[0]
                if name.endswith(b".ptx") and name.startswith(b"/"):
                    at = name.decode()
                found[options, at] += line + b"\n"
        return found

    def fails(self, path):
        if path in self.broken:
            return False
        here = os.path.dirname(path)
        words = {"%ptxcheck": self.tree.program, "%isagen": self.tree.isagen, "%python": sys.executable,
                 "%root": self.tree.folder, "%s": path, "%S": here,
                 "%t": os.path.join(self.tree.folder, "build", "temporary")}
        lines = [re.sub(r"%\w+", lambda m: words.get(m.group(), m.group()), line)
                 for line in self.run_lines(path)]
        llvm = [os.path.dirname(x) for x in sorted(glob.glob("/usr/lib/llvm-*/bin/FileCheck"))[-1:]]
        env = dict(os.environ, LC_ALL="C", PATH=os.pathsep.join(llvm + [os.environ["PATH"]]))
        try:
            done = subprocess.run(["bash", "-c", "set -eo pipefail\n" + "\n".join(lines)], env=env, timeout=60,
                                  stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0

    def noticed(self, mutant):
        """The test that fails, or None."""
        now = self.outputs()
        if now is None:
            return "it breaks"
        changed = {path for options, path in self.before.keys() | now.keys()
                   if self.before[options, path] != now[options, path]}
        heads = self.others if re.search("target|toolkit|version", mutant.kind) else []
        layouts = self.layouts if mutant.file == "descriptor.isa" else []
        for path in sorted(changed) + heads + layouts:
            if self.fails(path):
                return os.path.relpath(path, self.tree.folder)
        return None


class Verdicts:
    """What ptxas said, as tests/oracle has it on record: modules of one line for each question. Tables
    of one file are asked about the instructions of that file."""

    def __init__(self, tree, tests):
        self.tree, self.tests = tree, tests
        sys.path.insert(0, os.path.join(ROOT, "tests", "oracle"))
        import known
        import ptxas
        import record
        self.known = known.read()
        self.homes = {}  # instruction -> its file of tables
        for path in tree.tables:
            with open(path, encoding="utf-8") as f:
                self.homes.update(dict.fromkeys(re.findall(r"^insn (\S+)", f.read(), re.M), os.path.basename(path)))
        self.batches = collections.defaultdict(list)  # (release, file of tables) -> modules
        os.mkdir(os.path.join(tree.folder, "verdicts"))
        for release in record.releases(record.SAMPLE):
            for version, target, kind, rows in record.read(record.SAMPLE, release):
                if kind == "real":
                    continue  # so broken that each is a module: that takes too long
                homes = collections.defaultdict(list)
                for line, _ in rows:
                    homes[self.home(line)].append(line)
                for home, lines in homes.items():
                    for some in ptxas.chunks(lines, 3000):
                        path = self.names((release, home)) + f"-{len(self.batches[release, home])}.ptx"
                        self.batches[release, home].append(path)
                        with open(path, "w") as f:
                            f.write(ptxas.module(some, version, target))
        for batch, paths in self.batches.items():
            with open(self.names(batch), "w") as f:
                f.write("\n".join(paths))
        self.before = {batch: self.ask(batch) for batch in self.batches}

    def home(self, line):
        """The file of tables that has the instruction of a line; "" if none has."""
        words = re.sub(r"^@!?\w+ ", "", line).split(" ")[0].rstrip(";").split(".")
        names = (".".join(words[:n]) for n in range(len(words), 0, -1))
        return next((self.homes[name] for name in names if name in self.homes), "")

    def names(self, batch):
        return os.path.join(self.tree.folder, "verdicts", "-".join(batch))

    def ask(self, batch):
        return printed([self.tree.program, "-q", "-w", "--toolkit=" + batch[0], "@" + self.names(batch)])

    def noticed(self, mutant):
        """A line whose verdict is another one, or None."""
        shared = mutant.file == "ptx.isa"
        for batch in self.batches:
            if shared or batch[1] in ("", mutant.file):
                line = self.other_verdict(batch[0], self.before[batch], self.ask(batch))
                if line:
                    return batch[0] + " " + line
        for name in MODULES if mutant.kind not in ("class", "known") and shared else ():
            if self.tests.fails(os.path.join(self.tree.folder, name)):
                return name
        return None

    def other_verdict(self, release, before, now):
        if now is None:
            return "it breaks"
        differ = set(DIAGNOSTIC.findall(now)) ^ set(DIAGNOSTIC.findall(before)) if now != before else ()
        for path, number in sorted(differ):
            with open(path) as f:
                lines = f.read().split("\n")
            text = f"{lines[0][9:]} {lines[1][8:]}: {lines[int(number) - 1]}"
            if not any(e.is_about(release) and e.pattern.search(text) for e in self.known):
                return text
        return None


def judge(tree, tests, verdicts, mutant):
    """(what became of it, who noticed)"""
    tree.write(mutant, mutant.edits)
    try:
        source, said = tree.generate("--unverified")
        if said:
            return "refused", said
        if source == tree.source:
            return "same", ""
        tree.link(source)
        test = tests.noticed(mutant)
        if test:
            return "test", test
        line = verdicts.noticed(mutant) if verdicts else None
        if line:
            return "verdicts", line
        said = tree.generate()[1]
        return ("refused", said) if said else ("survived", "")
    finally:
        tree.write(mutant, ())


def title(mutant):
    return f"{mutant.file}:{mutant.line}: {mutant.kind}: {mutant.what}"


def listed():
    """What became of each mutant in the last run: without its line, which moves -> row of the list"""
    if not os.path.exists(LIST):
        return {}
    with open(LIST, encoding="utf-8") as f:
        rows = [row.rstrip("\n").split("\t") for row in f]
    return {without_line(row[1]): row for row in rows}


def without_line(text):
    return re.sub(r":\d+:", ":", text, count=1)


def run(found, rows, tests_alone):
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        tree = Tree(folder)
        tests = Tests(tree)
        verdicts = None if tests_alone else Verdicts(tree, tests)
        for mutant in found:
            row = [*judge(tree, tests, verdicts, mutant)]
            row.insert(1, title(mutant))
            rows[without_line(row[1])] = row
            if is_bad(row):
                print(*row, flush=True)
            with open(LIST + ".log", "a", encoding="utf-8") as f:
                print(*row, sep="\t", file=f)


def is_bad(row):
    return row[0] == "survived" or row[0] == "verdicts" and ": rule: " in row[1]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("text", nargs="*")
    options.add_argument("--list", action="store_true")
    options.add_argument("--again", action="store_true")
    options.add_argument("--tests", action="store_true")
    arguments = options.parse_args()
    every = [m for path in sorted(glob.glob(os.path.join(ROOT, "grammar/isa/*.isa"))) for m in mutants.of_file(path)]
    found = [m for m in every if not arguments.text or any(t in title(m) for t in arguments.text)]
    rows = {}
    if arguments.again:
        rows = listed()
        found = [m for m in found if rows.get(without_line(title(m)), ["survived"])[0] in ("verdicts", "survived")]
    if arguments.list:
        print("\n".join(map(title, found)))
        return 0
    os.makedirs(os.path.dirname(LIST), exist_ok=True)
    run(found, rows, arguments.tests)
    # In the order of the tables; of an older run only what is still a mutant.
    rows = [rows[name] for name in dict.fromkeys(without_line(title(m)) for m in every) if name in rows]
    with open(LIST, "w", encoding="utf-8") as f:
        for row in rows:
            print(*row, sep="\t", file=f)
    counts = collections.Counter(row[0] for row in rows)
    print(f"{len(rows)} mutants: {counts['test']} noticed by tests, {counts['verdicts']} by verdicts alone, "
          f"{counts['survived']} survived; {counts['refused']} refused, {counts['same']} the same")
    return 1 if any(map(is_bad, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
