# SPDX-License-Identifier: Apache-2.0
"""all.py PROGRAM FOLDER: formats every PTX file in the folder. Only whitespace changes, the diagnostics stay the
same, and formatting again changes nothing."""
import json
import os
import subprocess
import sys

program, folder = sys.argv[1:]
BLANKS = b" \t\r\n\f\x1a"
failed = []


def run(*args, text):
    return subprocess.run([program, *args], input=text, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def codes(text):
    report = json.loads(run("--no-config", "--format=json", "-", text=text).stdout)
    return [(d["code"], d["rule"], d["severity"]) for d in report["diagnostics"]]


count = changed = 0
for path, _, names in sorted(os.walk(folder)):
    for name in sorted(names):
        if not name.endswith(".ptx") or os.path.getsize(os.path.join(path, name)) > 200_000:
            continue
        with open(os.path.join(path, name), "rb") as f:
            text = f.read()
        laid = run("format", "-", text=text).stdout
        count += 1
        changed += laid != text
        if laid.translate(None, BLANKS) != text.translate(None, BLANKS):
            failed.append(f"{path}/{name}: not only blanks changed")
        if run("format", "--check", "-", text=laid).returncode:
            failed.append(f"{path}/{name}: formatted twice it is another text")
        if b"ptxcheck: ignore" not in text and codes(laid) != codes(text):
            failed.append(f"{path}/{name}: other diagnostics")
if count < 300 or changed < 100:
    failed.append(f"only {count} files, {changed} changed")
sys.exit("\n".join(failed) if failed else 0)
