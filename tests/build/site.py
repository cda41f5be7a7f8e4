#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""site.py PREPARED DOCS: says which pages of DOCS the navigation misses, and what the filter of instructions knows of two."""
import json
import sys
from pathlib import Path

prepared, docs = map(Path, sys.argv[1:])
nav = (prepared / "mkdocs.yml").read_text(encoding="utf-8")
pages = [str(page.relative_to(docs)) for page in docs.rglob("*.md") if page.parent.name not in ("isa", "diagnostics")]
print("not in the navigation:", " ".join(sorted(page for page in pages if f'"{page}"' not in nav)) or "none")
data = json.loads((prepared / "docs" / "site" / "isa.json").read_text(encoding="utf-8"))
for name in ("wgmma.mma_async", "add"):
    version, number = data["instructions"][name]
    targets = data["sets"][number]
    print(f"{name}: since {version}, on", "all targets" if targets == data["targets"] else " ".join(targets))
