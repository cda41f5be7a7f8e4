# SPDX-License-Identifier: Apache-2.0
"""memory_lsp.py SHIM FOLDER PROGRAM: lets each allocation of the language server fail, alone and with all that follow.

Each message that the server writes must be whole, and the same as without the failure, or an error that answers a
request. Either every request is answered, or the server ends with status 2 and a message."""
import json
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "lsp"))
from client import END, URI, changed, frame, initialize, notification, opened, request

shim, folder, program = sys.argv[1:]
mark = os.path.join(folder, "mark")
TEXT = ".version 9.0\n.target sm_100a\n.address_size 64\n.entry k() {\n.reg .b32 %r<3>;\nL: mvo.b32 %r1, 1;\nadd.s32 %r2, %r1;\nret;\n}\n"
WHERE = {"textDocument": {"uri": URI}, "position": {"line": 6, "character": 2}}
WHOLE = {"textDocument": {"uri": URI}, "range": {"start": {"line": 0, "character": 0}, "end": {"line": 8, "character": 0}}}
ASKED = [
    ("hover", WHERE), ("completion", WHERE), ("signatureHelp", WHERE), ("documentSymbol", WHOLE), ("foldingRange", WHOLE), ("formatting", dict(WHOLE, options={})),
    ("semanticTokens/full", WHOLE), ("inlayHint", WHOLE), ("codeAction", dict(WHOLE, context={"diagnostics": []})), ("selectionRange", dict(WHOLE, positions=[WHERE["position"]])),
    ("references", dict(WHERE, context={"includeDeclaration": True})), ("rename", dict(WHERE, newName="x")), ("documentHighlight", WHERE),
    ("definition", WHERE), ("codeLens", WHOLE), ("documentLink", WHOLE), ("prepareCallHierarchy", WHERE),
]  # fmt: skip
TALK = [initialize(textDocument={"publishDiagnostics": {"relatedInformation": True}}), notification("initialized"), opened(TEXT)]
TALK += [changed(2, 6, 0, 0, " "), notification("textDocument/didSave", textDocument={"uri": URI})]
TALK += [request(number, "textDocument/" + method, **params) for number, (method, params) in enumerate(ASKED, 2)] + END
REQUESTS = {m["id"] for m in TALK if "id" in m}


# A file: what comes through a pipe may come in parts, and then there are diagnostics after each part.
talk = os.path.join(folder, "talk")
with open(talk, "wb") as f:
    f.write(b"".join(map(frame, TALK)))


def messages(data):
    """Returns the messages of the server as texts; raises ValueError if one is not whole."""
    found = []
    while data:
        head, _, rest = data.partition(b"\r\n\r\n")
        length = int(head.removeprefix(b"Content-Length: "))
        if len(rest) < length:
            raise ValueError("cut")
        found.append(json.dumps(json.loads(rest[:length]), sort_keys=True))
        data = rest[length:]
    return found


def run(fail_at, fail_on):
    if os.path.exists(mark):
        os.remove(mark)
    env = dict(os.environ, LD_PRELOAD=shim, FAIL_AT=str(fail_at), FAIL_ON=str(fail_on), FAIL_MARK=mark)
    with open(talk, "rb") as stdin:
        ended = subprocess.run([program, "lsp"], stdin=stdin, env=env, capture_output=True, timeout=60)
    return ended, os.path.exists(mark)


def wrong(ended, usual):
    """Returns what is wrong with a run, or None."""
    try:
        said = messages(ended.stdout)
    except ValueError as error:
        return f"a broken message: {error}"
    read = [json.loads(m) for m in said]
    other = [m for m, text in zip(read, said) if text not in usual and "error" not in m]
    if other:
        return f"another message: {json.dumps(other[0])[:200]}"
    if ended.returncode == 2 and b"out of memory" in ended.stderr:
        return None
    missing = REQUESTS - {m.get("id") for m in read if "method" not in m}
    if ended.returncode or missing:
        return f"exit {ended.returncode}, without an answer: {sorted(missing)}"
    return None if len(said) == len(usual) else "a message is missing"


usual = messages(run(0, 0)[0].stdout)
bad, runs = [], 0
for fail_on in 0, 1:
    fail_at, failed = 1, True
    while failed:
        ended, failed = run(fail_at, fail_on)
        problem = wrong(ended, usual)
        if problem:
            bad.append(f"allocation {fail_at}{' and later' * fail_on}: {problem}; {ended.stderr[:200]}")
        runs += failed
        fail_at += int(os.environ.get("STEP", "7"))
print("\n".join(bad[:10]))
print(f"{len(bad)} of {runs} bad" if bad else f"all of {runs} good" if runs > 3 else "no allocation failed")
