# SPDX-License-Identifier: Apache-2.0
"""Tests the pages of docs/diagnostics against the program.
pages.py PTXCHECK DOCS: every code has a page and every page a code, names and severities agree, `Before` gives
exactly the diagnostic of its page, and `After` gives none.
"""

import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).parents[2]  # files in options are relative to it
HEAD = re.compile(r"# ptx-(\d{3}) (\S+)\n\n\*\*(error|warning|note)\*\*: (.+)\n")
SECTION = re.compile(r"^## (.+)\n", re.M)
FENCE = re.compile(r"```(ptx|cuda|sh)\n(.*?)```", re.S)
OPTION = re.compile(r"`(-[^`]+)`")
SECTIONS = ["Why", "How to fix", "Before", "After"]

HOW_TO_ADD = """
A diagnostic is added with its page docs/diagnostics/ptx-NNN.md:
    # ptx-NNN NAME
    (empty line)
    **error**: SUMMARY            one sentence without a full stop; or warning, or note
    what it means ... ## Why ... ## How to fix ... ## Before ... ## After
Before and After hold one ```ptx block each, or ```cuda for inline PTX, or an ```sh block that prints the text. Options, such as
`--arch=sm_100a`, stand in backquotes before the block."""


def catalogue(program):
    """Returns {code: (name, severity)} of all diagnostics of the program."""
    listed = subprocess.run([program, "explain", "--list"], capture_output=True, text=True, check=True)
    rows = (line.split(None, 3) for line in listed.stdout.splitlines())
    return {int(code[4:]): (name, severity) for code, severity, name, *_ in rows}


def sections_of(text):
    parts = SECTION.split(text)
    return dict(zip(parts[1::2], parts[2::2])), parts[1::2]


def text_of(block):
    language, text = block
    if language == "sh":
        return subprocess.run(["sh", "-c", text], capture_output=True, check=True).stdout
    return text.encode()


REHEARSED = re.compile(r"ptx-7(5\d|6[67])")


def check(program, section):
    """Runs the program on the block of a section. Returns its exit status and diagnostics."""
    blocks = FENCE.findall(section)
    if len(blocks) != 1:
        raise ValueError(f"{len(blocks)} blocks, not 1")
    options = OPTION.findall(section[: section.index("```")])
    if blocks[0][0] == "cuda":
        options.append("--language=c++")
    verb = []
    if "--kernels" in options:
        options.remove("--kernels")
        verb = ["emit", "--kernels", "-o", "/dev/null", "--report=/dev/stdout"]
    if "--rehearse" in options:
        options.remove("--rehearse")
        verb = ["rehearse"]
    command = [program, *verb, "--format=json", *options, "-"]
    run = subprocess.run(command, input=text_of(blocks[0]), capture_output=True, timeout=60, cwd=ROOT)
    if run.returncode > (3 if verb == ["rehearse"] else 1) or run.stderr:
        raise ValueError(f"exit status {run.returncode}: {run.stderr.decode()}")
    found = json.loads(run.stdout)["diagnostics"]
    # A rehearsal also checks the kernel, which often reports the same problem earlier.
    if verb == ["rehearse"] and any(REHEARSED.match(d["code"]) for d in found):
        found = [d for d in found if d["severity"] == "error" or REHEARSED.match(d["code"])]
    return run.returncode, found


def describe(diagnostics):
    lines = [f"    {d['line']}:{d['column']}: {d['message']} [{d['code']}]" for d in diagnostics]
    return "\n".join(lines) or "    no diagnostic"


def problems_of(program, page, rows):
    text = page.read_text(encoding="utf-8")
    head = HEAD.match(text)
    if not head:
        yield "does not begin with '# ptx-NNN NAME' and '**SEVERITY**: SUMMARY'"
        return
    code, name, severity = int(head[1]), head[2], head[3]
    if page.name != f"ptx-{code}.md":
        yield f"is named for another code than {code}"
    if code not in rows:
        yield f"there is no diagnostic {code}"
    elif rows[code] != (name, severity):
        yield f"says {severity} {name}, the program {rows[code][1]} {rows[code][0]}"
    sections, order = sections_of(text)
    if order != SECTIONS:
        yield f"has the sections {order}, not {SECTIONS}"
        return
    if "Manual: " not in sections["Why"]:
        yield "'Why' names no section of the manual"
    for title, expected in ("Before", [f"ptx-{code}"]), ("After", []):
        try:
            status, found = check(program, sections[title])
        except ValueError as error:
            yield f"'{title}': {error}"
            continue
        if [d["code"] for d in found] != expected:
            yield f"'{title}' gives\n{describe(found)}"
        elif (status != 0) != bool(expected and (severity == "error" or "`--rehearse`" in text)):
            yield f"'{title}': exit status {status}"


def main(program, folder):
    rows = catalogue(program)
    pages = sorted(pathlib.Path(folder).glob("*.md"))
    failures = 0
    for page in pages:
        for problem in problems_of(program, page, rows):
            print(f"{page}: {problem}")
            failures += 1
    missing = sorted(set(rows) - {int(page.stem[4:]) for page in pages if page.stem[4:].isdigit()})
    if missing:
        print("no page for", ", ".join(f"ptx-{code}" for code in missing), HOW_TO_ADD)
    print(f"{len(pages)} pages, {failures} failures, {len(missing)} missing")
    return 1 if failures or missing else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
