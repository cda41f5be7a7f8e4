# SPDX-License-Identifier: Apache-2.0
"""round_trip.py PROGRAM: encode, decode and encode again, by number and by name."""
import json
import random
import subprocess
import sys

KINDS = ["f16", "tf32", "f8f6f4", "i8", "ti16", "mxf8f6f4", "mxf4", "mxf4nvf4"]
LAYOUTS = [("idesc", [f"--kind={k}"]) for k in KINDS] + [(n, []) for n in ("smem-desc", "wgmma-desc", "zero-mask")]


def run(*words):
    out = subprocess.run([sys.argv[1], *words, "--format=json"], capture_output=True, text=True)
    if out.returncode > 1:
        sys.exit(f"{words}: {out.stderr}")
    return json.loads(out.stdout)


random.seed(1)
for layout, options in LAYOUTS:
    shape = run("encode", layout, *options)
    for _ in range(8):
        numbers, names = [], []
        for f in shape["fields"]:
            if not f["name"]:
                continue
            step = {"n": 8, "start_address": 16, "leading_offset": 16, "stride_offset": 16}.get(f["name"], 1)
            if f["name"] == "m":
                step = 16 if f["low"] == 24 else 128
            numbers.append(f"{f['name']}={random.randrange(2 ** (f['high'] - f['low'] + 1)) * step}")
        made = run("encode", layout, *options, *numbers)
        seen = run("decode", layout, *options, made["descriptor"])
        if made != seen:
            sys.exit(f"{layout} {numbers}: {made} {seen}")
        for f in seen["fields"]:
            if f["name"]:
                names.append(f"{f['name']}={f.get('meaning', f['number'])}")
        if [f"{f['name']}={f['number']}" for f in seen["fields"] if f["name"]] != numbers:
            sys.exit(f"{layout} {numbers}: {seen}")
        if run("encode", layout, *options, *names) != made:
            sys.exit(f"{layout} {names}")
