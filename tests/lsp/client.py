# SPDX-License-Identifier: Apache-2.0
"""client.py PROGRAM WHAT [FOLDER]: talks to `PROGRAM lsp` as editors do, byte by byte where it matters."""
import json
import os
import subprocess
import sys

URI = "file:///nowhere/k.ptx"
TEXT = ".version 9.0\n.target sm_100a\n.address_size 64\n.entry k() { ret; }\n"


def frame(message, newline=b"\r\n"):
    body = message if isinstance(message, bytes) else json.dumps(message).encode()
    return b"Content-Length: %d" % len(body) + newline + newline + body


def request(number, method, **params):
    return {"jsonrpc": "2.0", "id": number, "method": method, "params": params}


def notification(method, **params):
    return {"jsonrpc": "2.0", "method": method, "params": params}


def initialize(**capabilities):
    return request(0, "initialize", capabilities=capabilities)


def opened(text=TEXT, version=1, language="ptx", uri=URI):
    return notification("textDocument/didOpen", textDocument={
        "uri": uri, "languageId": language, "version": version, "text": text})


def changed(version, line, start, end, text, uri=URI):
    return notification("textDocument/didChange", textDocument={"uri": uri, "version": version}, contentChanges=[{
        "range": {"start": {"line": line, "character": start}, "end": {"line": line, "character": end}}, "text": text}])


class Server:
    def __init__(self, program):
        self.process = subprocess.Popen([program, "lsp"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE)

    def send(self, *messages):
        self.write(b"".join(map(frame, messages)))

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def receive(self):
        length = None
        while (line := self.process.stdout.readline().strip()):
            name, _, value = line.partition(b":")
            if name.lower() == b"content-length":
                length = int(value)
        return json.loads(self.process.stdout.read(length)) if length is not None else None

    def until(self, method=None, number=None):
        """Returns the next message with a method, or the answer to a request."""
        while (message := self.receive()):
            if "method" in message and message["method"] == method:
                return message
            if number is not None and message.get("id") == number and "method" not in message:
                return message
        return None

    def end(self):
        """Returns all remaining messages, and the exit status."""
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            pass
        said = []
        while (message := self.receive()):
            said.append(message)
        self.process.stderr.read()
        return said, self.process.wait(timeout=60)


END = [request(1, "shutdown"), notification("exit")]


def exits(program):
    def status(name, *data):
        server = Server(program)
        server.write(b"".join(data))
        print(f"{name}: {server.end()[1]}", flush=True)

    start, shutdown, leave = map(frame, [initialize()] + END)
    status("exit after shutdown", start, shutdown, leave)
    status("exit without shutdown", start, leave)
    status("end of input after shutdown", start, shutdown)
    status("end of input", start)
    status("end of input in a message", start, shutdown[:-5])
    parent = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    server = Server(program)
    first = initialize()
    first["params"]["processId"] = parent.pid
    server.send(first)
    server.until(number=0)
    running = server.process.poll() is None
    parent.communicate(b"\n")
    print(f"end of the client's process: {running} {server.process.wait(timeout=60)}", flush=True)
    gone = initialize()
    gone["params"]["processId"] = parent.pid
    status("a process elsewhere", frame(gone), shutdown, leave)
    server = Server(program)
    server.process.stdout.close()
    server.send(initialize(), request(1, "no/such"))
    server.process.stdin.close()
    print(f"nobody reads: {server.process.wait(timeout=60)}")


def transport(program):
    start, shutdown, leave = map(frame, [initialize()] + END)

    def answers(name, data, pieces=None):
        server = Server(program)
        for i in range(0, len(data), pieces or len(data)):
            server.write(data[i:i + (pieces or len(data))])
        said, _ = server.end()
        print(f"{name}: answers {[m['id'] for m in said if 'method' not in m]}", flush=True)

    answers("in single bytes", start + shutdown + leave, 1)
    answers("all at once", start + shutdown + leave)
    body = json.dumps(initialize()).encode()
    odd = (b"\r\ncontent-LENGTH:%d  \nContent-Type: application/vscode-jsonrpc; charset=utf-8\n\n" % len(body)) + body
    answers("odd headers", odd + shutdown + leave)
    answers("no length", b"Content-Type: x\r\n\r\n" + start + shutdown + leave)
    answers("bad length", b"Content-Length: -5x\r\n\r\n" + start + b"Content-Length: \r\n\r\n" + shutdown + leave)
    length = b"Content-Length: %d\r\n" % len(body)
    twice = [first + second + b"\r\n" + body for first, second in (
        (length, length), (length, b"Content-Length: x\r\n"), (b"Content-Length: 3\r\n", length))]
    answers("two lengths", b"".join(twice) + shutdown + leave)
    large = (1 << 28) + 1
    server = Server(program)
    server.write(b"Content-Length: %d\r\n\r\n" % large)
    for _ in range(large >> 20):
        server.write(b" " * (1 << 20))
    server.write(b" " * (large % (1 << 20)) + start + shutdown + leave)
    said, _ = server.end()
    print(f"too large: answers {[m['id'] for m in said]}", flush=True)
    server = Server(program)
    try:
        server.write(b"x" * 100000)
    except BrokenPipeError:
        pass
    print(f"not a header: exit {server.end()[1]}", flush=True)
    text = TEXT + "// \u00e9\U0001f600 comment\n" * 400000
    answers("8 MB", start + frame(opened(text)) + shutdown + leave, 12345)


def queue(program):
    support = {"textDocument": {"publishDiagnostics": {"versionSupport": True}}}
    server = Server(program)
    server.send(initialize(**support), opened())
    versions = [server.until("textDocument/publishDiagnostics")["params"]["version"]]
    edits = [changed(n, 3, 11, 11, "\n") for n in range(2, 52)]
    hover = {"textDocument": {"uri": URI}, "position": {"line": 0, "character": 0}}
    ask = [request(i, "textDocument/hover", **hover) for i in (7, 8)] + [request("nine", "textDocument/hover", **hover)]
    stop = [notification("$/cancelRequest", id=i) for i in (7, "nine", 99)]
    server.send(*edits, *ask, *stop)
    answers = {}
    while len(answers) < 3:
        message = server.receive()
        if "method" in message:
            versions.append(message["params"]["version"])
        else:
            answers[message["id"]] = message
    versions += [server.until("textDocument/publishDiagnostics")["params"]["version"]] if len(versions) < 2 else []
    print(f"diagnostics of versions {versions}")
    print(f"cancelled: {answers[7]['error']['code']}")
    print(f"not cancelled: {'hover' if 'result' in answers[8] else answers[8]}")
    print(f"cancelled by a name: {answers['nine']['error']['code']}")
    server.send(notification("$/cancelRequest", id=8), *END)
    print(f"after it was answered: {'nothing' if server.receive()['id'] == 1 else 'something'}")
    server.end()


def interrupt(program):
    """A change interrupts requests that clients repeat after each change; the cancellation of a request interrupts it."""
    document = {"textDocument": {"uri": URI}}
    text = TEXT.replace("ret;", "add.s32 %r1, %r1, 1; ret;\n" + "add.s32 %r1, %r1, 1;\n" * 400000)
    server = Server(program)
    server.send(initialize(), opened(text))
    server.until("textDocument/publishDiagnostics")

    def code(answer):
        return answer["error"]["code"] if "error" in answer else "a result"

    for i, method in enumerate(("semanticTokens/full", "documentSymbol", "foldingRange", "inlayHint"), 10):
        asked = dict(document, range={"start": {"line": 0, "character": 0}, "end": {"line": 9, "character": 0}})
        server.send(request(i, "textDocument/" + method, **asked), changed(i, 4, 0, 0, " "))
        print(f"{method} before a change: {code(server.until(number=i))}")

    # The diagnostics come first, and the answer takes long: whoever reads them can still cancel it. Should the client be too
    # slow for that, it tries again.
    def cancelled(method, number):
        server.send(changed(number, 4, 0, 0, " "), request(number, "textDocument/" + method, options={}, **document))
        server.until("textDocument/publishDiagnostics")
        server.send(notification("$/cancelRequest", id=number))
        return code(server.until(number=number)) == -32800

    for i, method in enumerate(("semanticTokens/full", "documentSymbol", "foldingRange"), 2):
        print(f"{method} cancelled: {any(cancelled(method, 100 * i + k) for k in range(10))}")
    server.send(*END)
    server.end()


def progress(program):
    """For a large text, the client is told that the check takes a while, if it supports progress."""
    text = TEXT + "// a comment of a line\n" * 800000
    server = Server(program)
    server.send(initialize(window={"workDoneProgress": True}), opened(text))
    while (message := server.receive())["method" if "method" in message else "id"] != "textDocument/publishDiagnostics":
        if "method" in message:
            value = message["params"].get("value", {})
            print(message["method"], value.get("kind", ""), value.get("title", ""))
    server.send(*END)
    server.end()


def settings(program, folder):
    inner, config = os.path.join(folder, "in ner"), os.path.join(folder, ".ptxcheck")
    os.makedirs(inner, exist_ok=True)
    uri = "file://" + inner.replace(" ", "%20") + "/k.ptx"
    def configure(words):
        with open(config, "w") as f:
            f.write(words)

    def codes(server):
        shown = server.until("textDocument/publishDiagnostics")["params"]["diagnostics"]
        return [(d["code"], d["severity"]) for d in shown]

    text = ".version 9.0\n.target sm_100a, sm_103a\n"  # a warning: the second target counts
    server = Server(program)
    configure("# all of it\n\n  -Werror=second-target  # an error\n")
    server.send(initialize(workspace={
        "configuration": True, "didChangeWatchedFiles": {"dynamicRegistration": True},
        "didChangeConfiguration": {"dynamicRegistration": True}}))
    server.send(notification("initialized"))
    registered = server.until("client/registerCapability")["params"]["registrations"]
    print("registered", [r["method"] for r in registered])
    asked = server.until("workspace/configuration")
    print("asked for", asked["params"]["items"])
    server.send(opened(text, uri=uri))
    print(".ptxcheck", codes(server))
    configure("-Wno-second-target\n")
    server.send(notification("workspace/didChangeWatchedFiles", changes=[{"uri": "file://" + config, "type": 2}]))
    print("changed", codes(server))
    server.send({"jsonrpc": "2.0", "id": asked["id"], "result": [{"warnings": ["second-target"], "arch": ""}]})
    print("the client's win", codes(server))
    server.send({"jsonrpc": "2.0", "id": asked["id"], "result": [{"warnings": ["-Wsecond-target"], "arch": ""}]})
    for _ in range(2):
        server.send(notification("workspace/didChangeConfiguration", settings=None))
    again = [server.until("workspace/configuration")["id"] for _ in range(2)]
    print("asked again", len({asked["id"], *again}), "ids")
    server.send({"jsonrpc": "2.0", "id": again[1], "result": [{"warnings": ["no-second-target"]}]})
    print("the latest answer counts", codes(server))
    server.send({"jsonrpc": "2.0", "id": again[0], "result": [{"warnings": ["error=second-target"]}]})
    server.send(notification("workspace/didChangeConfiguration", settings={"ptxcheck": {"arch": "sm_90a"}}))
    print("pushed", codes(server))
    server.send(notification("workspace/didChangeConfiguration", settings={
        "ptxcheck": {"arch": "sm_9", "toolkit": "13.5", "warnings": ["nosuch", 7]}}))
    print("wrong", server.receive()["params"]["message"])
    print("wrong", server.receive()["params"]["message"])
    print("wrong", server.receive()["params"]["message"])
    print("the others stay", codes(server))
    kinds = {"arch": 90, "toolkit": [], "warnings": "second-target", "maxErrors": 1.5, "config": "no"}
    server.send(notification("workspace/didChangeConfiguration", settings={"ptxcheck": kinds}))
    for _ in kinds:
        print("type", server.receive()["params"]["message"])
    print("no setting is left", codes(server))
    # An empty table of Lua: nothing is said.
    server.send(notification("workspace/didChangeConfiguration", settings={"ptxcheck": []}))
    server.send({"jsonrpc": "2.0", "id": server.until("workspace/configuration")["id"], "result": [[]]})
    server.send(notification("workspace/didChangeConfiguration", settings={"ptxcheck": 7}))
    server.send({"jsonrpc": "2.0", "id": server.until("workspace/configuration")["id"], "result": [7]})
    print("type", server.until("window/showMessage")["params"]["message"])
    configure("--output=x\n")
    server.send(notification("workspace/didChangeWatchedFiles", changes=[]))
    message = server.until("window/showMessage")["params"]["message"].replace(folder, "FOLDER")
    print("bad file", message, codes(server))
    server.send(notification("workspace/didChangeConfiguration", settings={"ptxcheck": {"config": False}}))
    print("no file", codes(server))
    server.send(*END)
    server.end()
    server = Server(program)  # a client that does not watch files
    configure("-Wno-second-target\n")
    server.send(initialize(), opened(text, uri=uri))
    print("unwatched", codes(server))
    configure("-Werror\n")
    server.send(notification("textDocument/didSave", textDocument={"uri": uri}))
    print("saved", codes(server))
    server.end()


if __name__ == "__main__":
    {"exit": exits, "transport": transport, "queue": queue, "interrupt": interrupt, "progress": progress,
     "settings": settings}[sys.argv[2]](sys.argv[1], *sys.argv[3:])
