#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""requests.py PROGRAM FILE COUNT: measures each request of the language server COUNT times on a document, from the
request to the last byte of the answer, at random places. Prints the median, the 99th percentile and the largest answer.
"""
import json
import os
import random
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests/lsp"))
import client  # noqa: E402

DOCUMENT = {"textDocument": {"uri": client.URI}}
OPTIONS = {"options": {"tabSize": 4, "insertSpaces": True}}


def raw(server):
    """Returns the next message as bytes: to parse a large one takes longer than to make it."""
    length = 0
    while (line := server.process.stdout.readline().strip()):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return server.process.stdout.read(length)


def measure(server, messages, last):
    """Each item of `messages` is a list that is sent at once; the time is that to the last answer, which `last` holds."""
    times, size = [], 0
    for sent, answers in messages:
        data = b"".join(map(client.frame, sent))
        start = time.perf_counter_ns()
        server.write(data)
        got = [raw(server) for _ in range(answers)]
        times.append((time.perf_counter_ns() - start) / 1e6)
        size = max(size, len(got[-1]))
        last[:] = got[-1:]
    times.sort()
    return times[len(times) // 2], times[len(times) * 99 // 100], size


def main(program, path, count):
    with open(path) as f:
        text = f.read()
    lines = text.split("\n")
    code = [i for i, line in enumerate(lines) if line.startswith("\t") and line.endswith(";") and "%r" in line]
    numbers, count, last = random.Random(1), int(count), []
    server = client.Server(program)
    server.send(client.initialize(), client.opened(text))
    server.until("textDocument/publishDiagnostics")

    def changes():
        version = 1
        for i in range(count):
            version += 1
            if i % 2 == 0:
                line = numbers.choice(code)
            yield [client.changed(version, line, 0, i % 2, "" if i % 2 else " ")], 1

    def whole(method, **params):
        return (([client.request(5, method, **DOCUMENT, **params)], 1) for _ in range(count))

    def part(method):
        for _ in range(count):
            line = numbers.randrange(max(len(lines) - 60, 1))
            yield [client.request(5, method, **DOCUMENT, **OPTIONS, context={"diagnostics": []}, range={
                "start": {"line": line, "character": 0}, "end": {"line": line + 50, "character": 0}})], 1

    def place(method, **params):
        for _ in range(count):
            line = numbers.choice(code)
            position = {"line": line, "character": lines[line].index("%r") + 1}
            yield [client.request(5, method, **DOCUMENT, position=position, **params)], 1

    def deltas():
        """The delta after a change of one character; the diagnostics come first."""
        server.send(client.request(5, "textDocument/semanticTokens/full", **DOCUMENT))
        result, version = server.until(number=5)["result"]["resultId"], 1000
        for i in range(count):
            version += 1
            line = numbers.choice(code) if i % 2 == 0 else line
            server.send(client.changed(version, line, 0, i % 2, "" if i % 2 else " "))
            server.until("textDocument/publishDiagnostics")
            yield [client.request(5, "textDocument/semanticTokens/full/delta", previousResultId=result, **DOCUMENT)], 1
            result = json.loads(last[0])["result"]["resultId"]

    def anywhere(method, **params):
        return (([client.request(5, method, **params)], 1) for _ in range(count))

    rows = [("didChange to diagnostics", changes())]
    rows += [(name, whole("textDocument/" + name, **OPTIONS)) for name in (
        "semanticTokens/full", "documentSymbol", "foldingRange", "formatting", "diagnostic",
        "codeLens", "documentLink")]
    rows += [("semanticTokens/full/delta", deltas()), ("workspace/symbol", anywhere("workspace/symbol", query="k1"))]
    rows += [(name, part("textDocument/" + name)) for name in (
        "semanticTokens/range", "inlayHint", "codeAction", "rangeFormatting")]
    rows += [(name, place("textDocument/" + name, newName="%fresh", context={"includeDeclaration": True}))
             for name in ("hover", "definition", "references", "documentHighlight", "completion", "signatureHelp",
                          "prepareRename", "rename", "prepareCallHierarchy")]
    rows += [("selectionRange", (([client.request(5, "textDocument/selectionRange", **DOCUMENT, positions=[
        {"line": numbers.choice(code), "character": 5}])], 1) for _ in range(count)))]
    print("| request | p50 ms | p99 ms | largest answer, bytes |\n|---|---|---|---|")
    for name, messages in rows:
        print("| {} | {:.1f} | {:.1f} | {:,} |".format(name, *measure(server, messages, last)), flush=True)
    server.send(*client.END)
    server.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
