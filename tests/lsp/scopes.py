# SPDX-License-Identifier: Apache-2.0
"""scopes.py PROGRAM: names that thousands of scopes declare, nested, side by side, and all in one. What a name
refers to is found, in a time that does not depend on their number."""
import sys
import time

import client

COUNT, MOST_SECONDS = 20000, 5  # a walk over all declarations of the name takes ten, without sanitizers
HEAD = ".version 9.0\n.target sm_100a\n.entry k()\n{\n.reg .b32 %r<9>, z;\n"
USE = "mov.b32 %r5, z;\n"
TEXTS = {
    "within": HEAD + "{ .reg .b32 %r<2>, z;\n" * COUNT + USE * COUNT + "}\n" * COUNT + USE * COUNT + "}\n",
    "beside": HEAD + ("{ .reg .b32 %r<2>, z;\n" + USE + "}\n") * COUNT + USE * COUNT + "}\n",
    "again": HEAD + ".reg .b32 %r<9>, z;\n" * COUNT + USE * 2 * COUNT + "}\n",
}
FUNCTION = 11  # in the legend
CALLS = ".version 9.0\n.target sm_100a\n.func f();\n" + ".func f();\n" * COUNT + ".entry k()\n{\n" + "call f;\n" * (
    2 * COUNT) + "}\n"


def ask(server, number, method, line, character):
    at = {"line": line, "character": character}
    server.send(client.request(number, "textDocument/" + method, textDocument={"uri": client.URI}, position=at, range={
        "start": {"line": 0, "character": 0}, "end": {"line": 1 << 20, "character": 0}}))
    return server.until(number=number)["result"]


def cpu(process):
    with open(f"/proc/{process.pid}/stat") as f:
        fields = f.read().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def in_time(program, seconds):
    return "in time" if seconds < MOST_SECONDS * (10 if "asan" in program else 1) else f"{seconds} s"


def main(program):
    server = client.Server(program)
    server.send(client.initialize())
    for name, text in TEXTS.items():
        server.send(client.opened(text))
        lines = text.count("\n")
        start = cpu(server.process)
        tokens = ask(server, 1, "semanticTokens/full", 0, 0)["data"]
        line = 6 if name == "beside" else 5 + COUNT
        inner, range_ = (ask(server, column, "definition", line, column) for column in (13, 9))
        last = ask(server, 4, "definition", lines - 2, 13)
        places = [place["range"]["start"]["line"] if place else None for place in (inner, range_, last)]
        print(name, len(tokens) // 5, places, in_time(program, cpu(server.process) - start), flush=True)
    server.send(client.opened(CALLS))
    start = cpu(server.process)
    tokens = ask(server, 5, "semanticTokens/full", 0, 0)["data"]
    functions = tokens[3::5].count(FUNCTION)
    print("functions", functions, in_time(program, cpu(server.process) - start))
    server.send(*client.END)
    server.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
