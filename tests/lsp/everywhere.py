# SPDX-License-Identifier: Apache-2.0
"""everywhere.py PROGRAM: sends requests at any byte of any prefix of a text, in each encoding. Each is answered,
and the only error is that a name cannot be renamed. Formatting a formatted prefix changes nothing."""
import json
import subprocess
import sys

program = sys.argv[1]
PTX = """.version 9.0
.target sm_100a
/* é */.entry k(.param .u64 p)
{
.reg .b32 %r<4>,x; // 😀
@x bra L;ld.shared.v2.b32 {%r1,x},[p+4];
L:{ tcgen05.cp.cta_group::1 [%r1],p; }
}
"""
CXX = """void f(int x) { /* é */
asm("{ .reg .b32 %%t; /* 😀 */\\n" "L: mov.b32 %%t, %0; bra L; }" :: "r"(x)); }
"""
AT = ("definition", "declaration", "references", "documentHighlight", "prepareRename", "rename", "onTypeFormatting",
      "hover", "implementation", "prepareCallHierarchy")
WHOLE = ("documentSymbol", "foldingRange", "selectionRange", "formatting", "rangeFormatting", "codeLens",
         "documentLink")
RENAMING_FAILED = -32803


def frame(message):
    body = json.dumps(message).encode()
    return b"Content-Length: %d\r\n\r\n" % len(body) + body


def answers(data):
    while data:
        head, _, data = data.partition(b"\r\n\r\n")
        length = int(head.split(b":")[1])
        yield json.loads(data[:length])
        data = data[length:]


def units(text, encoding):
    return len(text.encode({"utf-8": "utf-8", "utf-16": "utf-16-le", "utf-32": "utf-32-le"}[encoding])) // {
        "utf-8": 1, "utf-16": 2, "utf-32": 4}[encoding]


def position(text, at, encoding):
    line = text.count("\n", 0, at)
    return {"line": line, "character": units(text[text.rfind("\n", 0, at) + 1:at], encoding)}


def offset(text, place, encoding):
    at = 0
    for _ in range(place["line"]):
        at = text.index("\n", at) + 1
    while units(text[:at][text.rfind("\n", 0, at) + 1:], encoding) < place["character"]:
        at += 1
    return at


def edited(text, edits, encoding):
    for edit in reversed(edits):
        start, end = (offset(text, edit["range"][k], encoding) for k in ("start", "end"))
        text = text[:start] + edit["newText"] + text[end:]
    return text


def talk(encoding, messages):
    first = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"capabilities": {
        "general": {"positionEncodings": [encoding]}, "textDocument": {"diagnostic": {}}}}}
    last = [{"jsonrpc": "2.0", "id": -1, "method": "shutdown"}, {"jsonrpc": "2.0", "method": "exit"}]
    done = subprocess.run([program, "lsp"], input=b"".join(map(frame, [first, *messages, *last])),
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    if done.returncode or done.stderr:
        sys.exit(f"{done.returncode}: {done.stderr}")
    return {m["id"]: m for m in answers(done.stdout) if "id" in m and "method" not in m}


def opened(text, language, version):
    return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
        "uri": "file:///k", "languageId": language, "version": version, "text": text}}}


def check(language, whole, encoding):
    messages, formats = [], {}
    for end in range(len(whole) + 1):
        text = whole[:end]
        messages.append(opened(text, language, end))
        places = {end, end // 2, max(0, end - 1), end * 7 % (end + 1), end * 31 % (end + 1)}
        for method, place in [(m, p) for m in AT for p in places] + [(m, end) for m in WHOLE]:
            here, number = position(text, place, encoding), len(messages)
            if method == "formatting":
                formats[number] = text
            messages.append({"jsonrpc": "2.0", "id": number, "method": "textDocument/" + method, "params": {
                "textDocument": {"uri": "file:///k"}, "position": here, "positions": [here], "newName": "%n",
                "range": {"start": {"line": 0, "character": 0}, "end": here}, "ch": ";",
                "options": {"tabSize": 4, "insertSpaces": True}}})
        messages.append({"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {
            "textDocument": {"uri": "file:///k"}}})
    found = talk(encoding, messages)
    for number, message in enumerate(messages):
        if "id" not in message:
            continue
        answer = found.get(number)
        if answer is None or answer.get("error", {}).get("code", RENAMING_FAILED) != RENAMING_FAILED:
            sys.exit(f"{encoding}: {message}: {answer}")
    laid = [edited(text, found[number]["result"], encoding) for number, text in formats.items()]
    messages = []
    for text in laid:
        messages += [opened(text, language, 1), {
            "jsonrpc": "2.0", "id": len(messages) + 1, "method": "textDocument/formatting", "params": {
                "textDocument": {"uri": "file:///k"}, "options": {"tabSize": 4, "insertSpaces": True}}}]
    again = talk(encoding, messages)
    if not laid or any(again[n + 1]["result"] for n in range(0, len(messages), 2)):
        sys.exit(f"{encoding}: formatting twice is not formatting once")


for name in ("utf-8", "utf-16", "utf-32"):
    check("ptx", PTX, name)
    check("cuda-cpp", CXX, name)
