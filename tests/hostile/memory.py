# SPDX-License-Identifier: Apache-2.0
"""memory.py SHIM FOLDER -- COMMAND...: lets each allocation of the command fail, alone and with all that follow it.

The command must exit with 2 and a message and write no report, or a whole one that says that the file is not checked,
or it must end as if nothing had failed. The report is FOLDER/report if the command names that, else standard output."""
import json
import os
import subprocess
import sys

shim, folder, command = sys.argv[1], sys.argv[2], sys.argv[4:]
mark, report = os.path.join(folder, "mark"), os.path.join(folder, "report")


def run(fail_at, fail_on):
    """Returns exit status, report and messages, and whether an allocation failed."""
    for path in mark, report:
        if os.path.exists(path):
            os.remove(path)
    env = dict(os.environ, LD_PRELOAD=shim, FAIL_AT=str(fail_at), FAIL_ON=str(fail_on), FAIL_MARK=mark)
    ended = subprocess.run(command, env=env, capture_output=True, timeout=60)
    written = None
    if os.path.exists(report):
        with open(report, "rb") as f:
            written = f.read()
    left = sorted(set(os.listdir(folder)) - {"mark", "report"})
    return (ended.returncode, ended.stdout, written, ended.stderr), os.path.exists(mark), left


def is_unchecked(report):
    """Returns true for a whole document without findings."""
    try:
        document = json.loads(report)
    except ValueError:
        return False
    if "runs" in document:
        return not document["runs"][0]["results"] and not document["runs"][0]["invocations"][0]["executionSuccessful"]
    return document.get("diagnostics") == [] and document["summary"]["files"] == 0


named = any(report in word for word in command)
usual, _, kept = run(0, 0)
bad, runs = [], 0
for fail_on in 0, 1:
    fail_at, failed = 1, True
    while failed:
        got, failed, left = run(fail_at, fail_on)
        status, out, written, messages = got
        refused = status == 2 and b"ptxcheck: error: " in messages
        made = written if named else out
        refused = refused and (not made or is_unchecked(made))
        if left != kept or not (refused or got == usual):
            bad.append(f"allocation {fail_at}{' and later' * fail_on}: exit {status}, {len(out)} bytes, {left}, {messages[:200]}")
        runs += failed
        fail_at += 1
print("\n".join(bad[:10]))
print(f"{len(bad)} of {runs} bad: {' '.join(command)}" if bad else f"all of {runs} good" if runs > 3 else "no allocation failed")
