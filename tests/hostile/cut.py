# SPDX-License-Identifier: Apache-2.0
"""cut.py PROGRAM FILE HOW: truncates the file at every byte, or replaces every byte with an unusual one. The
program must exit with 0 or 1 on each result, and print a position for each error.
"""
import concurrent.futures
import os
import re
import subprocess
import sys

program, path, how = sys.argv[1:]
with open(path, "rb") as f:
    whole = f.read()
POSITION = re.compile(rb"<stdin>:\d+:\d+: error: .+ \[ptx-\d{3} \S+\]$")


def texts():
    for i in range(len(whole)):
        if how == "cut":
            yield whole[:i]
        else:
            yield whole[:i] + bytes([int(how)]) + whole[i + 1:]


def judge(text):
    done = subprocess.run([program, "-q", "-"], input=text, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, timeout=300)
    lines = done.stdout.splitlines()
    sound = done.returncode == bool(lines) and not done.stderr and all(map(POSITION.match, lines))
    return None if sound else (text, done)


with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
    for failure in filter(None, pool.map(judge, texts())):
        text, done = failure
        print(text[-200:], done.returncode, done.stdout, done.stderr, sep="\n")
        sys.exit(1)
