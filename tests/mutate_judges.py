# SPDX-License-Identifier: Apache-2.0
"""Detects that the tables have changed: a copy of the tree with changed tables, its tests, and the recorded
verdicts of ptxas. Several mutants are tried at once if they concern different instructions: a change in the
output about a line is attributed to the mutant of its instruction."""

import collections
import glob
import os
import re
import shutil
import subprocess
import sys

import mutants

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests", "oracle"))
import known  # noqa: E402
import ptxas  # noqa: E402
import record  # noqa: E402
import telling  # noqa: E402

BUILT = {"release", "gen", "host", "ptxcheck"}  # parts of the build that go into a copy of the tree
RUN = re.compile(r"RUN: (.*)")
SIMPLE = re.compile(r"(not )?%ptxcheck ([^%|]*)%s \|([^|]*)$")
OTHERWISE = re.compile(r"--(format|dump|syntax|max)")  # options for tests of the program's options
DIAGNOSTIC = re.compile(rb"^(/[^:]+\.(?:ptx|cu)):(\d+):\d+: (?:error|warning):")
ERROR = re.compile(rb"^(/[^:]+):(\d+):\d+: error:", re.M)
# Tests that check more than the output for one file, and that are not slow.
TARGETS = ("tests/check/instruction/availability/target-repeated.test", "tests/check/module/header/arch-messages.test",
           "tests/check/module/header/version.test", "tests/check/module/header/targets.test")
LAYOUTS = ("tests/cli/tools/decode.test", "tests/cli/tools/encode.test")
# Recorded verdicts that are not about instructions.
MODULES = ("tests/oracle/module.test", "tests/oracle/targets.test")
EFFECTS = "tests/emit/effects.test"
PAGES = "docs/isa"
ELSEWHERE = re.compile(r"^## (?:Examples|See also)\n.*?(?=^## |^\[|\Z)", re.M | re.S)  # parts of a page that are also about other instructions
SECONDS = 180  # a program that hangs counts as noticed


def left_out(path, names):
    """Returns what a copy of the tree and its build does not need."""
    build = os.path.join(ROOT, "build")
    if path == ROOT:
        return {".git", "shared"}
    return set(names) - BUILT if path == build else {"tests"} if path == os.path.join(build, "release") else ()


class Tree:
    """A built copy of the tree whose tables are changed and restored."""

    def __init__(self, folder):
        self.folder = os.path.join(folder, "tree")
        subprocess.run(["make", "-s", "-C", ROOT, "all", "build/host/isagen"], check=True)
        shutil.copytree(ROOT, self.folder, symlinks=True, ignore=left_out)
        self.isagen = os.path.join(self.folder, "build/host/isagen")
        self.program = os.path.join(self.folder, "build/ptxcheck")
        objects = glob.glob(os.path.join(self.folder, "build/release/**/*.o"), recursive=True)
        self.object = os.path.join(self.folder, "build/release/gen/isa_tables.o")
        self.objects = [x for x in objects if x != self.object and self.has_source(x)]
        self.json = next(iter(glob.glob("/usr/lib/*/libjansson.a")), "-ljansson")
        self.tables = sorted(glob.glob(os.path.join(self.folder, "grammar/isa/*.isa")))
        self.texts = {}
        for path in self.tables:
            with open(path, encoding="utf-8") as f:
                self.texts[os.path.basename(path)] = f.read()
        self.homes = {name: file for file, text in self.texts.items()
                      for name in re.findall(r"^insn (\S+)", text, re.M)}
        self.source = self.generate("--unverified")[0]
        self.link(self.source)

    def has_source(self, path):
        """Returns whether the object belongs to the current tree."""
        name = os.path.relpath(path, self.path("build/release"))[:-1] + "c"
        return os.path.exists(self.path(name if name.startswith("src") else os.path.join("build", name)))

    def path(self, name):
        return os.path.join(self.folder, name)

    def generate(self, *options):
        """Returns the tables in C without comments, or the error of isagen: (place, message)."""
        out = self.path("tables.c")
        done = subprocess.run([self.isagen, *options, "-o", out, *self.tables], stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            return None, [line for line in done.stdout.splitlines() if ": error: " in line] or [done.stdout]
        with open(out) as f:
            return re.sub(r"/\*.*?\*/", "", f.read()), []

    def link(self, source):
        name = self.path("tables.c")
        with open(name, "w") as f:
            f.write(source)
        # The names of events must be those that the other objects were compiled with.
        subprocess.run(["cc", "-w", "-O0", "-I" + self.folder + "/src", "-I" + os.path.join(ROOT, "build/gen"), "-c", "-o",
                        self.object, name], check=True)
        subprocess.run(["cc", "-o", self.program + ".new", *self.objects, self.object, self.json, "-lpthread"],
                       check=True)
        os.replace(self.program + ".new", self.program)

    def change(self, some):
        """Writes the tables with these mutants."""
        edits = collections.defaultdict(list)
        for mutant in some:
            edits[mutant.file] += mutant.edits
        for file, text in self.texts.items():
            path = self.path("grammar/isa/" + file)
            new = mutants.apply(text, edits[file])
            with open(path, encoding="utf-8") as f:
                same = f.read() == new
            if not same:
                with open(path, "w", encoding="utf-8") as f:
                    f.write(new)

    def blamed(self, errors, some):
        """Returns the mutants in the items that the errors of isagen are about."""
        found = []
        for file, line in re.findall(r"([^/\s]+\.isa):(\d+):\d+: error", "\n".join(errors)):
            with open(self.path("grammar/isa/" + file), encoding="utf-8") as f:
                lines = f.read().split("\n")[:int(line)]
            heads = [re.match(r"insn (\S+)", x) for x in reversed(lines)]
            name = next((head.group(1) for head in heads if head), "")
            found += [m for m in some if m.about and name in m.about]
        return list(dict.fromkeys(found))

    def opcode(self, line):
        """Returns the instruction of a line, without a guard, or "" if it is not in the tables."""
        words = re.match(r"\s*(?:@!?\S+\s+)?([\w.:]*)", line).group(1).split(".")
        names = (".".join(words[:n]) for n in range(len(words), 0, -1))
        return next((name for name in names if name in self.homes), "")


def concerned(some, opcodes):
    """Returns the mutants that can affect these instructions."""
    return [m for m in some if m.about is None or not m.about.isdisjoint(opcodes)]


def printed(command):
    """Returns the output, or None if the program crashes or hangs."""
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=SECONDS)
    except subprocess.TimeoutExpired:
        return None
    return done.stdout if done.returncode in (0, 1) else None


def run_lines(path):
    with open(path, encoding="utf-8", errors="replace") as f:
        return RUN.findall(f.read().replace("\\\n", ""))


class Tests:
    """The tests that check text and column."""

    def __init__(self, tree):
        self.tree = tree
        self.batches = collections.defaultdict(dict)  # options -> file -> [(it fails, what reads the output)]
        paths = [path for name in ("*.ptx", "*.cu") for path in glob.glob(tree.path("tests/**/" + name), recursive=True)]
        for path in sorted(paths):
            lines = [SIMPLE.search(line) for line in run_lines(path)]
            if lines and all(lines) and not any(OTHERWISE.search(line.group(2)) for line in lines):
                for line in lines:
                    self.batches[line.group(2)].setdefault(path, []).append((bool(line.group(1)), line.group(3)))
        for options, paths in self.batches.items():
            with open(self.names(options), "w") as f:
                f.write("\n".join(paths))
        self.opcodes = {path: self.opcodes_of(path) for paths in self.batches.values() for path in paths}
        self.before = self.outputs()
        # A test that cannot run here detects nothing.
        self.broken = {key for key, chunks in self.before.items() if self.fails_with(key, chunks)}
        self.others = {name for name in TARGETS + LAYOUTS + MODULES if self.fails(name)}
        self.effects = self.ask_effects()

    def names(self, options):
        return self.tree.path("names" + options.replace(" ", "_"))

    def opcodes_of(self, path):
        """Returns line -> the instructions of its statements; for C++, all instructions named on it."""
        with open(path, encoding="utf-8", errors="replace") as f:
            text = re.sub(r"//[^\n]*", "", f.read())
        if path.endswith(".cu"):
            return {n: {self.tree.opcode(word) for word in re.findall(r"[a-z][\w.:]+", line)}
                    for n, line in enumerate(text.split("\n"), 1)}
        found, line = collections.defaultdict(set), 1
        for statement in re.split(r"(?<=[;{}])", text):
            last = line + statement.count("\n")
            opcode = self.tree.opcode(re.sub(r"^(\s*[\w$%]+:(?!:))+", "", statement))
            for n in range(line, last + 1):
                found[n].add(opcode)
            line = last
        return found

    def outputs(self):
        """Returns (options, file) -> line -> the output about it, or None if the program breaks."""
        found = collections.defaultdict(lambda: collections.defaultdict(bytes))
        for options, paths in self.batches.items():
            text = printed([self.tree.program, *options.split(), "@" + self.names(options)])
            if text is None:
                return None
            for path in paths:
                found[options, path][0] = b""
            at = found[options, next(iter(paths))], 0
            for line in text.splitlines(True):
                head = DIAGNOSTIC.match(line)
                if head:
                    at = found[options, head.group(1).decode()], int(head.group(2))
                elif re.match(rb"\d+ (error|warning)s? ", line):
                    path = line.split(b" in ")[-1].split(b":")[0].strip().decode(errors="replace")
                    at = found[options, path if path in paths else next(iter(paths))], 0
                at[0][at[1]] += line
        return found

    def fails_with(self, key, chunks):
        """Returns whether a test fails with this output."""
        options, path = key
        text = b"".join(chunks[n] for n in sorted(chunks, key=lambda n: (not n, n)))
        is_wrong = re.search(rb": error: ", text) is not None
        return any(fails != is_wrong or self.shell(reader, path, text) for fails, reader in self.batches[options][path])

    def shell(self, command, path, text=b""):
        """Returns whether it fails."""
        here = os.path.dirname(path)
        words = {"%ptxcheck": self.tree.program, "%isagen": self.tree.isagen, "%python": sys.executable,
                 "%root": self.tree.folder, "%exits": "sh " + self.tree.path("tests/cli/exits.sh"),
                 "%s": path, "%S": here, "%t": self.tree.path("build/temporary")}
        command = re.sub(r"%\w+", lambda m: words.get(m.group(), m.group()), command)
        llvm = [os.path.dirname(x) for x in sorted(glob.glob("/usr/lib/llvm-*/bin/FileCheck"))[-1:]]
        env = dict(os.environ, LC_ALL="C", PATH=os.pathsep.join(llvm + [os.environ["PATH"]]))
        try:
            done = subprocess.run(["bash", "-c", "set -eo pipefail\n" + command], env=env, timeout=SECONDS,
                                  input=text, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        except subprocess.TimeoutExpired:
            return True
        return done.returncode != 0

    def fails(self, name):
        path = self.tree.path(name)
        return self.shell("\n".join(run_lines(path)), path)

    def noticed(self, some):
        """Returns mutant -> the test that fails, or None if the program breaks."""
        now = self.outputs()
        if now is None:
            return None
        changed = collections.defaultdict(lambda: collections.defaultdict(set))  # mutant -> test -> lines
        for key in self.before.keys() - self.broken:
            for n in self.before[key].keys() | now[key].keys():
                if self.before[key][n] != now[key][n]:
                    touched = some if len(some) == 1 else concerned(some, self.opcodes[key[1]].get(n, ())) if n else ()
                    for mutant in touched:
                        changed[mutant][key].add(n)
        return {mutant: os.path.relpath(test, self.tree.folder) for mutant, tests in changed.items()
                for test in [self.first(tests, now)] if test}

    def first(self, tests, now):
        for key in sorted(tests):
            chunks = collections.defaultdict(bytes, self.before[key])
            for n in tests[key]:
                chunks[n] = now[key][n]
            if self.fails_with(key, chunks):
                return key[1]
        return None

    def noticed_alone(self, mutant):
        """Returns the test of another kind that fails, or None."""
        names = TARGETS if re.search("target|toolkit|version", mutant.kind) else ()
        names += LAYOUTS if mutant.file == "descriptor.isa" else ()
        names += MODULES if mutant.file in ("ptx.isa", "directives.isa") and mutant.kind not in ("class", "known") else ()
        return next((name for name in names if name not in self.others and self.fails(name)), None)

    def ask_effects(self):
        """Returns instruction -> the output of emit, or None if the program breaks."""
        path = self.tree.path(EFFECTS)
        command = run_lines(path)[0].split(">")[0].replace("%python", sys.executable)
        words = command.replace("%S", os.path.dirname(path)).replace("%ptxcheck", self.tree.program).split()
        text = printed(words)
        if text is None or b"Traceback" in text:
            return None
        return {part.split(":", 1)[0]: part for part in re.split(r"\n(?! )", text.decode())}

    def noticed_by_effects(self, some):
        now = self.ask_effects()
        if now is None:
            return None
        changed = {name for name in now.keys() | self.effects.keys() if now.get(name) != self.effects.get(name)}
        return dict.fromkeys(concerned(some, changed) if changed else (), EFFECTS)


class Pages:
    """The pages of docs/isa, which a test compares with the output of the program."""

    def __init__(self, tree):
        self.tree, self.before = tree, {}
        self.before = self.ask()

    def ask(self):
        """Returns instruction -> its page, or None if the program breaks."""
        folder = self.tree.path("build/pages")
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        if printed([self.tree.program, "isa", "pages", folder]) is None:
            return None
        found = {}
        for path in glob.glob(folder + "/*.md"):
            with open(path, encoding="utf-8", errors="replace") as f:
                text = f.read()
            title = re.search(r"^# (.*)", text, re.M).group(1)
            found[title] = ELSEWHERE.sub("", text)
        return found

    def noticed(self, some):
        """Returns mutant -> the page that changes, or None if the program breaks."""
        now = self.ask()
        if now is None:
            return None
        changed = sorted(name for name in now.keys() | self.before.keys() if now.get(name) != self.before.get(name))
        return {mutant: f"{PAGES}: {name}" for name in reversed(changed)
                for mutant in concerned(some, [name])}


class Verdicts:
    """The recorded verdicts of ptxas in tests/oracle: modules with one line per question. Tables of one file are
    tested with the instructions of that file."""

    def __init__(self, tree):
        self.tree, self.known = tree, known.read()
        self.batches = collections.defaultdict(list)  # (release, file of tables) -> modules
        self.examples = known.examples(self.known)
        self.strict = set()  # modules of lines without known differences
        os.mkdir(tree.path("verdicts"))
        for release in record.releases(record.SAMPLE):
            for version, target, kind, rows in record.read(record.SAMPLE, release):
                if kind != "real":  # broken lines need a module each, which takes too long
                    self.add(release, version, target, [line for line, _ in rows])
            for version, target, rows in telling.places(release):
                self.strict.update(self.add(release, version, target, [line for line, _ in rows]))
        for batch, paths in self.batches.items():
            with open(self.names(batch), "w") as f:
                f.write("\n".join(paths))
        self.before = {batch: self.ask(batch) for batch in self.batches}

    def add(self, release, version, target, lines):
        """Returns the paths of its modules."""
        homes, paths = collections.defaultdict(list), []
        for line in lines:
            homes[self.tree.homes.get(self.tree.opcode(line), "")].append(line)
        for home, of_home in homes.items():
            for some in ptxas.chunks(of_home, 3000):
                path = self.names((release, home)) + f"-{len(self.batches[release, home])}.ptx"
                self.batches[release, home].append(path)
                paths.append(path)
                with open(path, "w") as f:
                    f.write(ptxas.module(some, version, target))
        return paths

    def names(self, batch):
        return self.tree.path("verdicts/" + "-".join(batch))

    def ask(self, batch):
        """Returns {(module, rejected line)}, or None if the program breaks."""
        text = printed([self.tree.program, "-q", "-w", "--toolkit=" + batch[0], "@" + self.names(batch)])
        return None if text is None else set(ERROR.findall(text))

    def noticed(self, some):
        """Returns mutant -> a line whose verdict changes, or None if the program breaks."""
        homes = {self.tree.homes.get(name) for m in some for name in m.about or self.tree.homes} | {""}
        found = {}
        for batch in self.batches:
            if batch[1] in homes and len(found) < len(some):
                now = self.ask(batch)
                if now is None:
                    return None
                for line, text in self.told(batch[0], sorted(now ^ self.before[batch])):
                    for mutant in concerned(some, [self.tree.opcode(line)]):
                        found.setdefault(mutant, text)
        return found

    def told(self, release, places):
        """Returns the lines at these places with their headers, except known differences from ptxas."""
        texts = {}
        for path, number in places:
            if path not in texts:
                with open(path) as f:
                    texts[path] = f.read().split("\n")
            lines = texts[path]
            line = lines[int(number) - 1]
            text = f"{lines[0][9:]} {lines[1][8:]}: {line}"
            strict = path.decode() in self.strict and line not in self.examples
            if strict or not any(e.is_about(release) and e.pattern.search(text) for e in self.known):
                yield line, release + " " + text
