# SPDX-License-Identifier: Apache-2.0
"""links.py ROOT: each link between the documents of the tree leads to a file, and to a heading if it names one."""
import os
import re
import sys

LINK = re.compile(r"(?<!\\)\]\(([^)\s]+)\)")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.S | re.M)


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def anchors(text):
    """The anchors that GitHub gives to headings."""
    found = {}
    for heading in re.findall(r"^#+ (.*)$", re.sub(r"^```.*?^```", "", text, flags=re.S | re.M), re.M):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        slug = re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")
        count = found.setdefault(slug, 0)
        found[slug] += 1
        if count:
            found[f"{slug}-{count}"] = 1
    return found


def problems_of(root, path):
    for target in LINK.findall(CODE.sub("", read(path))):
        if re.match(r"\w+:", target):
            continue
        name, _, anchor = target.partition("#")
        file = os.path.normpath(os.path.join(os.path.dirname(path), name)) if name else path
        if not os.path.exists(file):
            yield f"{os.path.relpath(path, root)}: no {target}"
        elif anchor and file.endswith(".md") and anchor not in anchors(read(file)):
            yield f"{os.path.relpath(path, root)}: no heading for {target}"


def main(root):
    listed = [os.path.join(folder, name) for folder, _, names in os.walk(root) for name in names if name.endswith(".md")]
    paths = [p for p in listed if not re.match(r"(build|shared|\.git)/|.*node_modules/", os.path.relpath(p, root))]
    problems = [problem for path in sorted(paths) for problem in problems_of(root, path)]
    print(len(paths), "documents")
    sys.exit("\n".join(problems) or 0)


main(*sys.argv[1:])
