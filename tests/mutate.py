#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Finds out whether the tests would notice if a line of the tables were missing. `make mutate` runs it.
mutate.py [TEXT]...   mutants whose line in the list contains one of the texts, such as `tma.isa`,
                      `: rule:` or `lowered`; none: all (an hour)
options: --list       list the mutants
         --again      only those that no test noticed in the last run
         --tests      use only the tests, not the recorded verdicts of ptxas or the pages
mutants.py makes one change of grammar/isa at a time. In a copy of the tree, the program is linked with the changed
tables, and the tests are run, the quickest first, until one fails. Mutants of different instructions are tried at
once; mutate_judges.py attributes a failure to one of them by the line whose output changed. Results:
    test      a test with text and column notices it
    verdicts  only the recorded verdicts of ptxas; not sufficient for a rule
    page      only a page of docs/isa, which `make check` compares; also not sufficient
    survived  nothing notices it. There should be none
    refused   isagen rejects the tables
    same      the tables do not change
A test is run only if the program prints something else than before; otherwise it could not fail. For the mutants
left over, mutate_find.py finds lines. The list of all mutants, with what noticed each, is written to
build/mutants.tsv.
"""

import argparse
import collections
import glob
import os
import re
import sys
import tempfile

sys.dont_write_bytecode = True
import mutants  # noqa: E402
from mutate_judges import ROOT, Pages, Tests, Tree, Verdicts  # noqa: E402

LIST = os.path.join(ROOT, "build", "mutants.tsv")
FOR_CXX = ("writes", "updates", "effect", "generic", "named", "implied", "called", "name in C++")


class Judge:
    def __init__(self, folder, tests_alone, done):
        """done: called with a mutant, its result, and what noticed it."""
        self.tree = Tree(folder)
        self.tests = Tests(self.tree)
        self.verdicts = None if tests_alone else Verdicts(self.tree)
        self.pages = None if tests_alone else Pages(self.tree)
        self.done = done

    def judge(self, some):
        """Tries these mutants at once."""
        some = self.taken(some, "--unverified")
        if not some:
            return
        source = self.tree.generate("--unverified")[0]
        if source == self.tree.source:
            for mutant in some:
                self.done(mutant, "same", "")
            return
        self.tree.link(source)
        left = self.without(some, "test", self.tests.noticed)
        if any(m.kind in FOR_CXX for m in left):
            left = self.without(left, "test", self.tests.noticed_by_effects)
        if left and self.verdicts:
            left = self.without(left, "verdicts", self.verdicts.noticed)
        if len(some) == 1 and left:
            test = self.tests.noticed_alone(left[0])
            if test:
                self.done(left[0], "test", test)
                return
        if left and self.pages:
            left = self.without(left, "page", self.pages.noticed)
        for mutant in left:
            if not self.is_refused(mutant, ()):
                self.done(mutant, *self.survived(mutant))

    def survived(self, mutant):
        self.tree.change([mutant])
        return ("same", "") if self.tree.generate("--unverified")[0] == self.tree.source else ("survived", "")

    def without(self, some, how, noticed):
        """Returns those that are not noticed. If the program breaks, they are tried in halves."""
        found = noticed(some)
        if found is None and len(some) == 1:
            found = {some[0]: "it breaks"}
        if found is None:
            half = len(some) // 2
            self.judge(some[:half])
            self.judge(some[half:])
            return []
        for mutant, who in found.items():
            self.done(mutant, how, who)
        return [m for m in some if m not in found]

    def taken(self, some, *options):
        """Returns those that isagen accepts all at once, and leaves the tables in that state."""
        while some:
            self.tree.change(some)
            errors = self.tree.generate(*options)[1]
            if not errors:
                return some
            blamed = self.tree.blamed(errors, some) if len(some) > 1 else some
            refused = [m for m in blamed if self.is_refused(m, options)]
            if not refused:  # another mutant is wrong, or two are incompatible
                half = len(some) // 2
                first = self.taken(some[:half], *options)
                self.judge(self.taken(some[half:], *options))
                some = first
            some = [m for m in some if m not in refused]
        return some

    def is_refused(self, mutant, options):
        self.tree.change([mutant])
        errors = self.tree.generate(*options)[1]
        if errors:
            self.done(mutant, "refused", os.path.basename(errors[0].split("error: ")[-1].strip()))
        return bool(errors)


def rounds(found):
    """Groups mutants of different instructions. Mutants for C++ come first, because testing them takes long; then
    those of many instructions, then those of one; mutants that may affect all are tried one by one."""
    left = sorted((m for m in found if m.about is not None), key=lambda m: (m.kind not in FOR_CXX, -len(m.about)))
    while left:
        some, used = [], set()
        for mutant in left:
            if used.isdisjoint(mutant.about):
                some.append(mutant)
                used |= mutant.about
        yield some
        left = [m for m in left if m not in some]
    yield from ([m] for m in found if m.about is None)


def tables():
    return glob.glob(os.path.join(ROOT, "grammar/isa/*.isa"))


def title(mutant):
    return f"{mutant.file}:{mutant.line}: {mutant.kind}: {mutant.what}"


def listed():
    """Returns the result of each mutant in the last run, as a row of the list by title without line number, because
    lines move."""
    if not os.path.exists(LIST):
        return {}
    with open(LIST, encoding="utf-8") as f:
        rows = [row.rstrip("\n").split("\t") for row in f]
    return {without_line(row[1]): row for row in rows}


def without_line(text):
    return re.sub(r":\d+:", ":", text, count=1)


def run(found, rows, tests_alone):
    def done(mutant, how, who):
        row = [how, title(mutant), who]
        rows[without_line(row[1])] = row
        if is_bad(row):
            print(*row, flush=True)
        with open(LIST + ".log", "a", encoding="utf-8") as f:
            print(*row, sep="\t", file=f)
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.path.isdir("/dev/shm") else None) as folder:
        judge = Judge(folder, tests_alone, done)
        for some in rounds(found):
            judge.judge(some)


def is_bad(row):
    return row[0] == "survived" or row[0] in ("verdicts", "page") and ": rule: " in row[1]


def main():
    options = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    options.add_argument("text", nargs="*")
    options.add_argument("--list", action="store_true")
    options.add_argument("--again", action="store_true")
    options.add_argument("--tests", action="store_true")
    arguments = options.parse_args()
    every = list(mutants.of_files(tables()))
    found = [m for m in every if not arguments.text or any(t in title(m) for t in arguments.text)]
    rows = {}
    if arguments.again:
        rows = listed()
        found = [m for m in found if rows.get(without_line(title(m)), ["survived"])[0] in ("verdicts", "page", "survived")]
    if arguments.list:
        print("\n".join(map(title, found)))
        return 0
    os.makedirs(os.path.dirname(LIST), exist_ok=True)
    run(found, rows, arguments.tests)
    # In the order of the tables; only rows of an older run that are still mutants.
    rows = [rows[name] for name in dict.fromkeys(without_line(title(m)) for m in every) if name in rows]
    with open(LIST, "w", encoding="utf-8") as f:
        for row in rows:
            print(*row, sep="\t", file=f)
    counts = collections.Counter(row[0] for row in rows)
    print(f"{len(rows)} mutants: {counts['test']} noticed by tests, {counts['verdicts']} by verdicts alone, "
          f"{counts['page']} by pages alone, {counts['survived']} survived; {counts['refused']} refused, {counts['same']} the same")
    return 1 if any(map(is_bad, rows)) else 0


if __name__ == "__main__":
    sys.exit(main())
