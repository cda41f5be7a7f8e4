# SPDX-License-Identifier: Apache-2.0
"""gaps.py PTXCHECK FOLDER: functions that the analysis gives up on, and graphs that must not slow it down."""

import subprocess
import sys

HEAD = ".version 8.6\n.target sm_90a\n.address_size 64\n.shared .b64 bar;\n.shared .align 16 .b8 tile[32];\n"
WAIT = "mbarrier.try_wait.parity.shared::cta.b64 p, [bar], 0;\n"


STORE = "st.shared.b32 [tile], 0;\n"
COPY = ("cp.async.bulk.global.shared::cta.bulk_group [g], [tile+16], 16;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile+16], [g], 16, [bar];\n")

MANY = "only partly checked: too many operations to compare all pairs"


def body(text, registers=".reg .pred p, q; .reg .b32 r;"):
    return f"{HEAD}.visible .entry k()\n{{\n{registers}\n{text}ret;\n}}\n"


def ladder(count):
    """Returns an irreducible graph: two entries into each loop."""
    text = "@q bra B0;\n"
    for i in range(count):
        text += f"A{i}:\n{WAIT}@p bra A{i + 1};\nB{i}:\n@q bra B{i + 1};\nbra A{i};\n"
    return text + f"A{count}:\nB{count}:\n"


CASES = {
    "nested": (body("{" * 70 + WAIT + "}" * 70), "not checked: too many nested blocks"),
    "registers": (body(WAIT, ".reg .pred p; .reg .b32 r<4000000000>;"), "not checked: too large"),
    "targets": (body(WAIT + "".join(f"L{i}: .branchtargets {', '.join(['e'] * 300)};\nbrx.idx r, L{i};\n"
                                    for i in range(300)) + "e:\n"), "not checked: too large"),
    "ladder": (body(ladder(20)), None),
    "long ladder": (body(ladder(20000)), MANY),
    "as many as are compared": (body(WAIT * 4096), None),
    "many": (body(WAIT * 4097), MANY),
    "stores": (body((STORE + COPY) * 1000, ".reg .pred p; .reg .b64 g;"), MANY),
    "blocks": (body(WAIT + "".join(f"@p bra L{i};\nL{i}:\n" for i in range(100000))), None),
    "empty": (body(WAIT + "l:\n"), None),
}


def main(program, folder):
    failures = 0
    for name, (text, reason) in CASES.items():
        path = f"{folder}.{name.split()[0]}.ptx"
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        run = subprocess.run([program, "-q", "--verbose", "--dump-flow", path], capture_output=True, text=True, timeout=60)
        said = f"asynchronous operations are {reason}" in run.stderr if reason else \
            "not checked" not in run.stderr and "function k" in run.stdout
        if run.returncode != 0 or not said:
            print(f"{name}: exit {run.returncode}\n{run.stderr[:300]}{run.stdout[:300]}")
            failures += 1
    return failures != 0


sys.exit(main(*sys.argv[1:]))
