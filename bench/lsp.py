#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lsp.py PROGRAM FILE COUNT: the time from a didChange of one character to its diagnostics, COUNT times.

Prints the median and the 99th percentile, in nanoseconds; the client's own work is a part of them.
"""

import os
import random
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/lsp"))
import client  # noqa: E402


def main(program, path, count):
    with open(path) as f:
        text = f.read()
    lines = text.count("\n")
    server = client.Server(program)
    server.send(client.initialize(), client.opened(text))
    server.until("textDocument/publishDiagnostics")
    numbers, times = random.Random(1), []
    for version in range(2, 2 + int(count)):
        # A blank at the start of a line comes, and goes with the next change.
        line, there = (numbers.randrange(lines), 0) if version % 2 == 0 else (line, 1)
        message = client.frame(client.changed(version, line, 0, there, "" if there else " "))
        start = time.perf_counter_ns()
        server.write(message)
        server.until("textDocument/publishDiagnostics")
        times.append(time.perf_counter_ns() - start)
    server.send(*client.END)
    server.end()
    times.sort()
    print(times[len(times) // 2], times[len(times) * 99 // 100])


if __name__ == "__main__":
    main(*sys.argv[1:])
