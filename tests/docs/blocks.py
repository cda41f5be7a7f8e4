# SPDX-License-Identifier: Apache-2.0
"""blocks.py PROGRAM FILE...: every code block of the documents is true.

Each document is followed in a folder of its own, which shows the tree through links, from its first block to its last:
  console       each line `$ COMMAND` is run, and the lines up to the next `$` must be its output; a line of dots stands for any lines
  LANGUAGE NAME the block becomes the file NAME in that folder
  ptx, cuda     ptxcheck accepts it; whole modules of PTX without a warning
  json, python, make, cmake, sh, and indented blocks     the syntax is right, ptxcheck has the options, named files of the tree exist
  text          output or syntax, which nothing can run; c, diff, isa, lua, elisp and yaml are tested elsewhere
Sections that example.py follows, with their own files and commands, are left out: FOLLOWED.
"""
import json
import os
import re
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
FENCED = re.compile(r"^```(\S*) ?(\S*)\n(.*?)^```$", re.S | re.M)
INDENTED = re.compile(r"(?:^|\n\n)((?:    .*\n)+)")
OPTION = re.compile(r"(?<![\w-])--?[A-Za-z][\w-]*")
ELSEWHERE = {"text", "c", "diff", "lua", "elisp", "yaml", "isa"}  # tests/api, protocol.py, tests/editors, tests/build


FOLLOWED = re.compile(r"^## Tutorial\n.*?(?=^## )", re.S | re.M)  # of docs/tables.md


def matches(shown, printed):
    parts = [re.escape(part) for part in re.split(r"^\.\.\.\n", shown, flags=re.M)]
    return re.fullmatch(r"(?:.*\n)*".join(parts), printed)


def run(command, where, program, text=None):
    path = f"{os.path.dirname(program)}:{os.environ['PATH']}"
    return subprocess.run(command, shell=isinstance(command, str), cwd=where, env={**os.environ, "PATH": path}, text=True,
                          input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)


def console(text, where, program):
    commands = re.findall(r"^\$ (.*)\n((?:[^$\n].*\n|\n)*)", text, re.M)
    for command, shown in commands:
        printed = run(command, where, program).stdout
        if not matches(shown, printed):
            yield f"$ {command}\nprints\n{printed}not\n{shown}"
    if not commands:
        yield f"no command in\n{text}"


def known_options(program):
    verbs = ["", "emit", "explain-log", "isa", "matrix", "pp", "tensormap", "rehearse", "format", "decode"]
    texts = [run([program, *verb.split(), "--help"], ROOT, program).stdout for verb in verbs]
    with open(os.path.join(ROOT, "docs/cli.md"), encoding="utf-8") as f:
        return set(OPTION.findall("\n".join(texts + [f.read()])))


def shell(text, where, program, options):
    syntax = run(["sh", "-n"], where, program, text)
    if syntax.returncode:
        yield syntax.stdout
    for call in re.findall(r"\bptxcheck((?: [^|;&#\n]*)?)", text):
        for option in OPTION.findall(re.sub(r"'[^']*'", "", call)):
            if option not in options and not option.startswith(("-W", "-D")):
                yield f"ptxcheck has no {option}"
    for name in re.findall(r"\b(?:examples|tests|editors|docs)/[\w./-]+", text):
        if not os.path.exists(os.path.join(where, name)):
            yield f"no {name}"


def judged(language, text, where, program):
    options = ["--language=c++", "-w"] if language == "cuda" else ["-w"]
    if language == "ptx" and ".version" not in text:
        text = f".version 9.0\n.target sm_100a\n.address_size 64\n.func f() {{\n{text}}}\n"
    elif language == "ptx":
        options = ["-Werror"]
    said = run([program, "-q", *options, "-"], where, program, text)
    if said.returncode:
        yield said.stdout + text


def plain(language, text, where, program):
    """Blocks of which only the syntax can be checked."""
    if language == "python":
        said = run([sys.executable, "-c", "import ast, sys; ast.parse(sys.stdin.read())"], ROOT, program, text)
        if said.returncode:
            yield said.stdout + text
    elif language == "json":
        try:
            json.loads(text)
        except ValueError as error:
            yield f"{error}:\n{text}"
    elif language == "make":
        said = run(["make", "-f", "-", "-q", "-p"], where, program, text + "\nnothing:\n")
        if said.returncode > 1:
            yield said.stdout[-500:]
    elif language == "cmake":
        with open(os.path.join(ROOT, "cmake/Ptxcheck.cmake"), encoding="utf-8") as f:
            defined = f.read()
        for name in re.findall(r"^(ptxcheck_\w+)", text, re.M):
            if f"function({name} " not in defined:
                yield f"no function {name}"
    elif language not in ELSEWHERE:
        yield f"a block of the language '{language}', which nothing tests:\n{text}"


def blocks_of(text):
    """(language, name, text) in order: fenced blocks, and indented ones as commands"""
    found = [(m.start(), m.group(1), m.group(2), m.group(3)) for m in FENCED.finditer(text)]
    blank = FENCED.sub(lambda m: re.sub(r"[^\n]", "x", m.group()), text)
    found += [(m.start(), "sh", "", m.group(1)) for m in INDENTED.finditer(blank)]
    return [block[1:] for block in sorted(found)]


def problems_of(document, program, options):
    with open(document, encoding="utf-8") as f:
        text = FOLLOWED.sub("", f.read())
    with tempfile.TemporaryDirectory() as where:
        for name in os.listdir(ROOT):
            os.symlink(os.path.join(ROOT, name), os.path.join(where, name))
        for language, name, block in blocks_of(text):
            if "/" in name:
                continue  # of a section that another test follows: example.py, protocol.py
            if name:
                with open(os.path.join(where, name), "w", encoding="utf-8") as f:
                    f.write(block)
            elif language == "console":
                yield from console(block, where, program)
            elif language == "sh":
                yield from shell(block, where, program, options)
            elif language in ("ptx", "cuda"):
                yield from judged(language, block, where, program)
            else:
                yield from plain(language, block, where, program)


def main(program, *documents):
    options = known_options(program)
    problems = [f"{document}: {problem}" for document in documents for problem in problems_of(document, program, options)]
    print(len(documents), "documents")
    sys.exit("\n".join(problems) or 0)


main(*sys.argv[1:])
