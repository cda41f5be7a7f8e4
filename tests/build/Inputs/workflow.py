# SPDX-License-Identifier: Apache-2.0
"""workflow.py GUIDE OUT: the workflow that the guide shows, with the action of this repository."""
import re
import sys

guide, out = sys.argv[1:]
with open(guide, encoding="utf-8") as file:
    shown = re.search(r"^```yaml\n(permissions:\n.*?)^```", file.read(), re.MULTILINE | re.DOTALL).group(1)
assert "OWNER/ptxcheck@v0.1.0" in shown
with open(out, "w", encoding="utf-8") as file:
    file.write("on: push\n" + shown.replace("OWNER/ptxcheck@v0.1.0", "./"))
