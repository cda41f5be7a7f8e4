# SPDX-License-Identifier: Apache-2.0
"""fixes.py PROGRAM FOLDER...: applies quick fixes to the files in the folders, some for each code. After a fix, its
diagnostic is gone, and valid text is still valid; after all safe fixes, there are no more errors than before."""
import collections
import os
import sys

import client

MOST = 25  # for each code
ALL = {"start": {"line": 0, "character": 0}, "end": {"line": 1 << 20, "character": 0}}


class Editor:
    def __init__(self, program):
        self.server, self.number = client.Server(program), 0
        self.server.send(client.initialize(general={"positionEncodings": ["utf-32"]}, textDocument={
            "codeAction": {"codeActionLiteralSupport": {}}}))

    def check(self, text, language):
        self.server.send(client.opened(text, 1, language))
        return self.server.until("textDocument/publishDiagnostics")["params"]["diagnostics"]

    def actions(self):
        self.number += 1
        self.server.send(client.request(self.number, "textDocument/codeAction", textDocument={"uri": client.URI},
                                        range=ALL, context={"diagnostics": []}))
        return self.server.until(number=self.number)["result"]


def edited(text, action):
    lines = text.split("\n")
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line) + 1)
    places = [tuple(starts[edit["range"][end]["line"]] + edit["range"][end]["character"] for end in ("start", "end"))
              + (edit["newText"],) for edit in action["edit"]["changes"][client.URI]]
    for start, end, new in sorted(places, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def errors(diagnostics):
    return sum(d["severity"] == 1 for d in diagnostics)


def alike(diagnostics, one):
    return sum(d["code"] == one["code"] and d["message"] == one["message"] for d in diagnostics)


def is_thrice(text, one):
    """A word that appears three times appears twice when one is removed."""
    word = one["message"].split("'")[1] if one["code"] == "ptx-405" else ""
    line = text.split("\n")[one["range"]["start"]["line"]]
    return word and line.split()[0].count(word) > 2


def problem_of(before, after, action, text):
    if action["kind"] != "quickfix":
        return "there are more errors" if errors(after) > errors(before) else None
    one = action["diagnostics"][0]
    if not is_thrice(text, one) and alike(after, one) >= alike(before, one):
        return "the diagnostic is still there"
    return "an error instead of a warning" if one["severity"] != 1 and errors(after) > errors(before) else None


def main(program, *folders):
    editor, tried = Editor(program), collections.Counter()
    paths = [os.path.join(at, name) for folder in folders for at, _, names in os.walk(folder) for name in names]
    for path in sorted(p for p in paths if p.endswith((".ptx", ".cu"))):
        with open(path, "rb") as f:
            data = f.read()
        if len(data) > 100000 or b"\r" in data:
            continue
        text, language = data.decode(errors="replace"), "ptx" if path.endswith(".ptx") else "cuda-cpp"
        before = editor.check(text, language)
        for action in editor.actions():
            code = action["diagnostics"][0]["code"] if "diagnostics" in action else "all"
            tried[code] += 1
            if tried[code] > MOST:
                continue
            after = editor.check(edited(text, action), language)
            if problem := problem_of(before, after, action, text):
                print(f"{path}: {code}, {action['title']}: {problem}")
    print(f"{len(tried)} codes:", *sorted(tried))
    editor.server.send(*client.END)
    editor.server.end()


if __name__ == "__main__":
    main(*sys.argv[1:])
