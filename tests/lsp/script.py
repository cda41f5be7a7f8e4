# SPDX-License-Identifier: Apache-2.0
"""script.py [PROGRAM]: runs `PROGRAM lsp --lit-test` on the test in its standard input; without PROGRAM, it prints
the messages. docs/lsp.md#tests describes the format: documents have their own blocks, and requests name marks in
them."""
import json
import re
import subprocess
import sys

LANGUAGES = {"ptx": "ptx", "cu": "cuda-cpp", "cuh": "cuda-cpp", "cpp": "cpp"}
OPEN = re.compile(r"open (\S+)(?: language=(\S+))?(?: version=(\d+))?( no-newline)?$")
REQUEST = re.compile(r"(\d+) (\w+/[\w/]+) (@\w+|\S+:\S*)(?: (\{.*\}))?$")
MARK = re.compile(r"\^(\w+)\^")
PLACE = re.compile(r"@(\w+)(?:-@(\w+))?$")


class Script:
    def __init__(self):
        self.places = {}  # name of a mark -> (uri, position)

    def document(self, uri, lines, ending):
        """Returns the text without its marks, which are recorded."""
        text = []
        for number, line in enumerate(lines):
            plain = ""
            for i, part in enumerate(MARK.split(line)):
                if i % 2:
                    if not plain.isascii():
                        sys.exit(f"script.py: ^{part}^ stands after what is not ASCII")
                    if part in self.places:
                        sys.exit(f"script.py: ^{part}^ stands twice")
                    self.places[part] = uri, {"line": number, "character": len(plain)}
                else:
                    plain += part
            text.append(plain)
        return "\n".join(text) + ending

    def place(self, name):
        if name not in self.places:
            sys.exit(f"script.py: no document has a mark ^{name}^")
        return self.places[name]

    def resolved(self, value):
        """Returns JSON in which positions "@name" and ranges "@first-@last" are replaced by numbers."""
        if isinstance(value, dict):
            return {k: self.resolved(v) for k, v in value.items()}
        if isinstance(value, list):
            return [self.resolved(v) for v in value]
        named = PLACE.match(value) if isinstance(value, str) else None
        if not named:
            return value
        start, end = named.groups()
        return {"start": self.place(start)[1], "end": self.place(end)[1]} if end else self.place(start)[1]

    def opened(self, uri, language, version, no_newline, lines):
        language = language or LANGUAGES.get(uri.rsplit(".", 1)[-1], "")
        return {"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {
            "uri": uri, "languageId": language, "version": int(version or 1),
            "text": self.document(uri, lines, "" if no_newline else "\n")}}}

    def request(self, number, method, where, more):
        position = {}
        if where.startswith("@"):
            where, at = self.place(where[1:])
            position = {"position": at}
        params = {"textDocument": {"uri": where}, **position, **self.resolved(json.loads(more or "{}"))}
        return {"jsonrpc": "2.0", "id": int(number), "method": method, "params": params}

    def message(self, head, lines):
        """Returns the message that a part of the test sends, as text."""
        document, request = OPEN.match(head), REQUEST.match(head)
        if document:
            return json.dumps(self.opened(*document.groups(), lines))
        if request:
            return json.dumps(self.request(*request.groups()))
        if head:
            sys.exit(f"script.py: '--- {head}' is neither a document nor a request")
        return "\n".join(lines)

    def messages(self, text):
        head, lines = "", []
        for line in text.split("\n"):
            if re.match(r"\s*(?://\s*)?---", line):
                yield self.message(head, lines)
                head, lines = line.strip("/ -\t\r"), []
            else:
                lines.append(line)
        yield self.message(head, lines)


def main(program=None):
    script = sys.stdin.buffer.read().decode("utf-8", "surrogateescape")
    sent = "\n---\n".join(Script().messages(script)).encode("utf-8", "surrogateescape")
    if not program:
        sys.stdout.buffer.write(sent)
        return 0
    return subprocess.run([program, "lsp", "--lit-test"], input=sent).returncode


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
