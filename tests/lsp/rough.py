# SPDX-License-Identifier: Apache-2.0
"""rough.py PROGRAM: messages that no client should send. Prints the ids and error codes of the answers, and the
exit status."""
import sys

import client
from client import URI, frame, notification, opened, request

HERE = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
EVERY = ["hover", "definition", "declaration", "references", "documentHighlight", "prepareRename", "rename",
         "documentSymbol", "foldingRange", "selectionRange", "formatting", "rangeFormatting", "onTypeFormatting",
         "completion", "signatureHelp", "semanticTokens/full", "semanticTokens/range", "inlayHint", "codeAction",
         "diagnostic"]
NOTIFICATIONS = ["textDocument/didOpen", "textDocument/didChange", "textDocument/didClose", "textDocument/didSave",
                 "workspace/didChangeConfiguration", "workspace/didChangeWatchedFiles", "initialized", "$/setTrace",
                 "$/cancelRequest", "window/workDoneProgress/cancel"]


def place(line, character):
    return {"line": line, "character": character}


def change(*changes, version=2):
    return notification("textDocument/didChange", textDocument={"uri": URI, "version": version},
                        contentChanges=list(changes))


def part(start, end, text):
    return {"range": {"start": start, "end": end}, "text": text}


def without(params, *messages):
    return [{**m, "params": params} for m in messages]


def run(program, name, *messages, start=True, end=True):
    server = client.Server(program)
    data = frame(client.initialize(textDocument={"diagnostic": {}})) if start else b""
    data += b"".join(m if isinstance(m, bytes) else frame(m) for m in messages)
    try:
        server.write(data + (b"".join(map(frame, client.END)) if end else b""))
    except BrokenPipeError:
        pass
    said, status = server.end()
    answers = [f"{m['id']}:{m['error']['code']}" if "error" in m else str(m["id"]) for m in said if "method" not in m]
    print(f"{name}: {' '.join(answers)}: exit {status}", flush=True)
    return {m["id"]: m.get("result") for m in said if "method" not in m}


def main(program):
    every = {"range": {"start": place(0, 0), "end": place(0, 0)}, "positions": [place(0, 0)], "newName": "x",
             "options": {}, "context": {"diagnostics": []}}
    run(program, "before initialize", request(5, "textDocument/hover", **HERE), opened(), start=False)
    run(program, "initialize of nothing", *without(None, request(5, "initialize")), start=False)
    run(program, "initialize of null", request(5, "initialize", capabilities=None, rootUri=None, workspaceFolders=None,
                                               processId=None, initializationOptions=None), start=False)
    run(program, "initialize of odd things", request(5, "initialize", capabilities={
        "textDocument": [], "workspace": 3, "general": {"positionEncodings": [None]}}, rootUri=7, workspaceFolders=[{}],
        initializationOptions=[1]), start=False)
    run(program, "initialize twice", client.initialize())
    run(program, "not open", *[request(n, "textDocument/" + m, **HERE, **every) for n, m in enumerate(EVERY, 10)])
    run(program, "closed", opened(), notification("textDocument/didClose", **HERE), client.changed(2, 0, 0, 0, "x"),
        request(10, "textDocument/hover", **HERE))
    run(program, "empty", opened(""), *[request(n, "textDocument/" + m, **HERE, **every)
                                        for n, m in enumerate(EVERY, 10)])
    run(program, "no params", opened(), *without(None, *[request(n, "textDocument/" + m)
                                                         for n, m in enumerate(EVERY, 10)]))
    run(program, "params of no use", opened(), *[request(n, "textDocument/" + m, textDocument=7, position=[], range="x")
                                                 for n, m in enumerate(EVERY, 10)])
    run(program, "notifications of nothing", *without(None, *map(notification, NOTIFICATIONS)), *without(
        [], *map(notification, NOTIFICATIONS)), request(10, "no/such"))
    seen = run(program, "outside", opened(".version 9.0\n"), change(
        part(place(100, 0), place(200, 5), ".target sm_90\n"), part(place(0, 1000), place(0, 2000), " //"),
        part(place(1, 7), place(1, 0), ".target"), part(place(-1, 0), place(0, 0), "!")), change(
        part(place(1, 13), place(1 << 40, 0), "a"), version=1), request(10, "textDocument/diagnostic", **HERE), request(
        11, "textDocument/hover", textDocument={"uri": URI}, position=place(1 << 53, 1 << 62)), request(
        12, "textDocument/hover", textDocument={"uri": URI}, position=place(-1, 0)))
    print("  the text is that of the changes:", seen[10]["items"])
    numbers = [{"id": 1.5}, {"id": {}}, {"id": None}, {"id": True}]
    run(program, "no messages", b"Content-Length: 5\r\n\r\n{\"a\":", b"Content-Length: 0\r\n\r\n", *[
        b"Content-Length: %d\r\n\r\n" % len(text) + text for text in (b"null", b"[]", b"12", b"\xff\xfe\xfd", b"\"x\"")],
        *[{"jsonrpc": "2.0", "method": "textDocument/hover", **n} for n in numbers],
        {"jsonrpc": "1.0", "id": 3, "method": "x"}, {"id": 3, "method": "x"}, {"jsonrpc": "2.0", "id": 3},
        {"jsonrpc": "2.0"}, {"jsonrpc": "2.0", "id": 3, "method": 7},
        {"jsonrpc": "2.0", "id": 3, "method": "shutdown", "params": 3})
    run(program, "answers to nothing", *[{"jsonrpc": "2.0", "id": i, **what} for i in (77, "workspace/configuration/1")
                                         for what in ({"result": None}, {"result": [None]}, {"result": []},
                                                      {"error": {"code": 1, "message": "x"}})])
    run(program, "deep", b"Content-Length: 200000\r\n\r\n" + b"[" * 200000, request(10, "no/such"))
    run(program, "odd addresses", *[opened(uri=u) for u in (
        "", "untitled:Untitled-1", "file://", "file:///%00", "file:///a%ZZ.ptx", "vscode-notebook-cell:/x#y")],
        request(10, "textDocument/hover", textDocument={"uri": ""}, position=place(0, 0)))
    run(program, "requests as notifications", notification("textDocument/hover", **HERE), request(10, "exit"), request(
        11, "textDocument/didOpen", textDocument={}), request(12, "$/no"), notification("$/no"))
    run(program, "after shutdown", request(10, "shutdown"), request(11, "textDocument/hover", **HERE), opened())
    run(program, "one number twice", opened(), request(10, "textDocument/hover", **HERE), request(
        10, "textDocument/hover", **HERE))
    run(program, "gone in a header", b"Content-Le", end=False)
    run(program, "gone in a message", b"Content-Length: 100\r\n\r\n{\"json", end=False)


if __name__ == "__main__":
    main(*sys.argv[1:])
