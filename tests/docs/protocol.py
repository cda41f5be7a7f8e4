# SPDX-License-Identifier: Apache-2.0
"""protocol.py ROOT PTXCHECK [PTXAS]: the guide docs/protocol.md, its kernels and its pictures agree.
Each diff of the guide is the complete difference between a broken and a correct kernel: ptxcheck reports no error
in either, nothing in the correct one, and in the broken one the code that its section names. With PTXAS, the
assembler must accept both."""
import difflib
import os
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

SNIPPET = re.compile(r"```diff (tests/docs/Inputs/protocol/(\w+))\n(.*?)```", re.DOTALL)
CONSOLE = re.compile(r"```console\n\$ (.*)\n((?:.*\n)*?)```")


def read(root, name):
    with open(os.path.join(root, name), encoding="utf-8") as f:
        return f.read()


def changes(lines):
    return sorted(line for line in lines if line[:1] in "+-" and line[:3] not in ("+++", "---"))


def faults_of_kernels(root, name, snippet):
    broken, correct = (read(root, f"{name}.{kind}.ptx") for kind in ("broken", "correct"))
    difference = difflib.unified_diff(broken.splitlines(), correct.splitlines(), n=0)
    if changes(difference) != changes(snippet.splitlines()):
        yield "the kernels do not differ as the guide says"
    for sign, text, kind in ("-", broken, "broken"), ("+", correct, "correct"):
        part = "".join(line[1:] + "\n" for line in snippet.splitlines() if line[0] in " " + sign)
        if part not in text:
            yield f"the {kind} kernel does not have the lines of the guide"


def code_of_section(guide, name):
    """Returns the diagnostic that the section with these kernels names, or ""."""
    section = next(part for part in guide.split("\n## ") if f"{name}\n" in part)
    found = re.search(r"\[(ptx-\d+)\]", section)
    return found.group(1) if found else ""


def faults_of_programs(root, name, code, program, ptxas):
    for kind in "broken", "correct":
        path = os.path.join(root, f"{name}.{kind}.ptx")
        arch = re.search(r"\.target (\w+)", read(root, path)).group(1)
        done = subprocess.run([program, "-q", path], stdout=subprocess.PIPE, text=True)
        if done.returncode or (kind == "correct" and done.stdout):
            yield f"{path}: {done.stdout}"
        if kind == "broken" and code not in done.stdout:
            yield f"{path}: {code} is not reported"
        if ptxas and subprocess.run([ptxas, f"-arch={arch}", "-o", os.devnull, path]).returncode:
            yield f"{path}: ptxas rejects it"


def faults_of_picture(root, name):
    tags = [element.tag.rpartition("}")[2] for element in xml.fromstring(read(root, f"docs/images/{name}.svg")).iter()]
    if "title" not in tags or "desc" not in tags or "image" in tags or "script" in tags:
        yield f"{name}.svg must have a title and a description, and nothing from elsewhere"


def main(root, program, ptxas=None):
    guide, faults = read(root, "docs/protocol.md"), []
    snippets = SNIPPET.findall(guide)
    pictures = re.findall(r"!\[[^\]]+\]\(images/([\w-]+)\.svg\)", guide)
    if pictures != [f"protocol-{short}" for _, short, _ in snippets] or len(pictures) != 5:
        faults.append("docs/protocol.md: five patterns, each with its picture")
    for name, _, snippet in snippets:
        faults += [f"{name}: {fault}" for fault in faults_of_kernels(root, name, snippet)]
        faults += faults_of_programs(root, name, code_of_section(guide, name), program, ptxas)
    for picture in pictures:
        faults += faults_of_picture(root, picture)
    for command, output in CONSOLE.findall(guide):
        done = subprocess.run(command.replace("ptxcheck", program, 1), shell=True, stdout=subprocess.PIPE, text=True)
        if done.stdout != output:
            faults.append(f"docs/protocol.md: '{command}' prints\n{done.stdout}")
    sys.exit("\n".join(faults) or 0)


main(*sys.argv[1:])
