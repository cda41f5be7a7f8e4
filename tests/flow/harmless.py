# SPDX-License-Identifier: Apache-2.0
"""harmless.py PROGRAM FILE KIND...: prints for each mutant of these kinds why it is harmless, or `needed`."""

import os
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "protocol"))
import mutations  # noqa: E402
import needed  # noqa: E402

program, path, *kinds = sys.argv[1:]
with open(path) as f:
    text = f.read()
for m in mutations.mutations(text, mutations.events_of(program)):
    if m.kind in kinds:
        print(f"{m.line} {m.kind}: {needed.why_not(text, m) or 'needed'}")
