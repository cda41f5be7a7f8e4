#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""lsp.py PROGRAM FILE COUNT: measures, COUNT times each, the time from a didChange of one character to its
diagnostics, and from a request for completions (of an opcode, a qualifier and an operand in turn) to the answer.
Prints the medians and the 99th percentiles in nanoseconds; they include the client's own work.
"""

import os
import random
import re
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/lsp"))
import client  # noqa: E402


# What each target supports; wgmma.mma_async can be followed by the most words.
TYPED = {"sm_100a": ["tc", "tcgen05.mma.cta_group::1.", "cp.async.bulk.tensor.", "mov.u32 %r"],
         "sm_90a": ["wgmma.mma_async.sync.aligned.", "wgmma.mma_async.and."]}


def late(times):
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100]


def completions(server, text, target, count):
    """The typed text is on its own line, and is checked before completions are requested."""
    times, version, line = [], 2, text[:text.rindex(";")].count("\n")
    server.send(client.opened(re.sub(r"\.target \w+", ".target " + target, text, count=1)))
    server.until("textDocument/publishDiagnostics")
    for number in range(count):
        typed = TYPED[target][number % len(TYPED[target])]
        server.send(client.changed(version + 2 * number, line, 0, 0, typed + "\n"))
        server.until("textDocument/publishDiagnostics")
        message = client.frame(client.request(1000 + number, "textDocument/completion", textDocument={
            "uri": client.URI}, position={"line": line, "character": len(typed)}))
        start = time.perf_counter_ns()
        server.write(message)
        answer = server.until(number=1000 + number)
        times.append(time.perf_counter_ns() - start)
        assert answer["result"]["items"], typed
        back = client.changed(version + 2 * number + 1, line, 0, 0, "")
        back["params"]["contentChanges"][0]["range"]["end"] = {"line": line + 1, "character": 0}
        server.send(back)
        server.until("textDocument/publishDiagnostics")
    return times


def main(program, path, count):
    with open(path) as f:
        text = f.read()
    lines = text.count("\n")
    server = client.Server(program)
    server.send(client.initialize(), client.opened(text))
    server.until("textDocument/publishDiagnostics")
    numbers, times = random.Random(1), []
    for version in range(2, 2 + int(count)):
        # A space appears at the start of a line and disappears with the next change.
        line, there = (numbers.randrange(lines), 0) if version % 2 == 0 else (line, 1)
        message = client.frame(client.changed(version, line, 0, there, "" if there else " "))
        start = time.perf_counter_ns()
        server.write(message)
        server.until("textDocument/publishDiagnostics")
        times.append(time.perf_counter_ns() - start)
    asked = [time for target in TYPED for time in completions(server, text, target, max(int(count) // 10, 8))]
    server.send(*client.END)
    server.end()
    print(*late(times), *late(asked))


if __name__ == "__main__":
    main(*sys.argv[1:])
