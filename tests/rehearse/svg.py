#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""svg.py FILE: parses the picture of a rehearsal; prints its <title> elements and its text."""
import pathlib
import sys
import xml.etree.ElementTree as tree

NAMESPACE = "{http://www.w3.org/2000/svg}"
SMALL = 200_000  # bytes

text = pathlib.Path(sys.argv[1]).read_bytes()
root = tree.fromstring(text)
assert root.get("role") == "img" and root.get("aria-labelledby") == "title about"
height, width = float(root.get("height")), float(root.get("width"))
print("title:", root.findtext(NAMESPACE + "title"))
assert root.findtext(NAMESPACE + "desc")
for element in root:
    title = element.findtext(NAMESPACE + "title")
    if title:
        print("stuck: " * (element.get("class") == "stuck") + title)
    if element.get("class") == "alarm" and " " in element.text and "warp" not in element.text:
        print("says:", element.text)
    if element.tag == NAMESPACE + "rect":
        x, y = float(element.get("x", 0)), float(element.get("y", 0))
        assert x >= 0 and x + float(element.get("width")) <= width + 0.1, tree.tostring(element)
        assert y >= 0 and y + float(element.get("height")) <= height + 0.1, tree.tostring(element)
print("size:", "small" if len(text) < SMALL else len(text))
