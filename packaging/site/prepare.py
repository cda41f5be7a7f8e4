#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""prepare.py PROGRAM FOLDER: writes into FOLDER what MkDocs makes the site of: docs/ as it is, without links to files outside of it, the
pages that only the site has, and mkdocs.yml, whose navigation is that of docs/README.md."""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
DOCS = HERE.parent.parent / "docs"
LINK = re.compile(r"(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
FILTER = '<div id="isa-filter" hidden></div>\n\n'


def without_outer_links(page, text):
    """Links to files that are not part of the site become plain text."""
    def replace(match):
        path = match.group(2).split("#")[0]
        if not path or ":" in path or (page.parent / path).resolve().is_relative_to(DOCS):
            return match.group(0).replace("diagnostics/)", "diagnostics/README.md)")
        return match.group(1)
    fences = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else LINK.sub(replace, part) for part in fences)


def index_of_diagnostics(folder):
    """One row per page, with the first line of its title and of its summary."""
    rows = []
    for page in sorted(folder.glob("ptx-*.md")):
        title, _, summary = page.read_text(encoding="utf-8").partition("\n")
        code, name = title.lstrip("# ").split(" ", 1)
        severity, _, meaning = summary.strip().split("\n\n")[0].replace("\n", " ").partition(": ")
        rows.append(f"| [{code}]({page.name}) | {name} | {severity.strip('*')} | {meaning} |")
    return "\n".join(["# Diagnostics", "", "This page is for everyone who looks up a diagnostic: it lists every code that ptxcheck reports.", "",
                      "| code | name | | meaning |", "|---|---|---|---|", *rows, ""])


def navigation():
    """The sections of docs/README.md and the pages they link to, in their order."""
    sections = []
    for line in (DOCS / "README.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            sections.append((line[3:], []))
        for title, path in LINK.findall(line) if sections else []:
            path = path.rstrip("/") + ("" if path.endswith(".md") else "/README.md")
            sections[-1][1].append((title, path))
    return sections


def isa_data(program):
    """What site.js needs: for each instruction the first version, and which of `sets` has its targets."""
    def isa(*words):
        done = subprocess.run([program, "isa", *words, "--format=json"], capture_output=True, check=True)
        return json.loads(done.stdout)["instructions"]
    sets, instructions = [], {}
    for one in isa("list"):
        needs = one["needs"]
        if needs["targets"] not in sets:
            sets.append(needs["targets"])
        instructions[one["name"]] = [needs["version"], sets.index(needs["targets"])]
    targets = max(sets, key=len)
    versions = sorted({version for version, _ in instructions.values()}, key=lambda v: [int(part) for part in v.split(".")])
    return {"targets": targets, "versions": versions, "sets": sets, "instructions": instructions}


def main(program, folder):
    pages = folder / "docs"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(DOCS, pages)
    for source in DOCS.rglob("*.md"):
        text = without_outer_links(source, source.read_text(encoding="utf-8"))
        if source == DOCS / "isa" / "README.md":
            text = text.replace("\n## ", "\n" + FILTER + "## ", 1)
        (pages / source.relative_to(DOCS)).write_text(text, encoding="utf-8")
    (pages / "diagnostics" / "README.md").write_text(index_of_diagnostics(DOCS / "diagnostics"), encoding="utf-8")
    shutil.copytree(HERE / "docs", pages / "site")
    (pages / "site" / "isa.json").write_text(json.dumps(isa_data(program), separators=(",", ":")), encoding="utf-8")
    nav = [{"Home": "README.md"}, {"Playground": "playground/"}] + [{title: [{name: path} for name, path in links]} for title, links in navigation()]
    (folder / "mkdocs.yml").write_text(f"INHERIT: {HERE / 'mkdocs.yml'}\ndocs_dir: docs\nhooks: [{HERE / 'highlight.py'}]\nnav: {json.dumps(nav)}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
