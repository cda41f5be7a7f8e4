# SPDX-License-Identifier: Apache-2.0
"""short.py: shortens answers of `ptxcheck lsp --lit-test`: one line for each item in a result, ranges as 9:10-9:15
(line:character, from 0)."""
import json
import sys

sys.stdin.reconfigure(encoding="utf-8")
sys.stdout.reconfigure(encoding="utf-8")


def short(value):
    if isinstance(value, list):
        return [short(v) for v in value]
    if not isinstance(value, dict):
        return value
    if set(value) == {"start", "end"}:
        return "-".join(f"{p['line']}:{p['character']}" for p in (value["start"], value["end"]))
    return {k: short(v) for k, v in value.items() if k not in ("uri", "children") or k == "children" and v}


def write(name, value):
    print(f"{name}:", json.dumps(value, ensure_ascii=False))


text, at, decoder = sys.stdin.read(), 0, json.JSONDecoder()
while (at := text.find("{", at)) >= 0:
    message, at = decoder.raw_decode(text, at)
    if "id" not in message or message["id"] in (0, 99):
        continue
    result = short(message.get("result", message.get("error")))
    if isinstance(result, list):
        for item in result or ["none"]:
            write(message["id"], item)
    else:
        write(message["id"], result)
