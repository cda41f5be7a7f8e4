#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""copies.py PTXCHECK FILE...: compares the model of one copy with what tests/gpu/record.cu recorded on a GPU.
A line of a FILE (.xz): operation, tiled or im2col, tensorDataType, tensorRank, address, globalDim, globalStrides,
boxDim or lower;upper;channels;pixels, elementStrides, interleave, swizzle, oobFill, coordinates, im2col offsets,
address in shared memory, `ok` or the error, bytes, and runs (offset+length@address; z: zero, n: NaN). Compact
recordings (tests/tensormap) contain a hash of the runs.
copies.py --compact OUT.tsv.xz FILE...: makes one compact recording from many."""
import collections
import hashlib
import json
import lzma
import re
import subprocess
import sys

TF32 = (11, 12)
WIDTH = [1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4]


def numbers(field):
    return [int(x) for x in field.split(",")] if field else []


def request(f):
    """Returns the JSON of the copy."""
    rank = int(f[3])
    call = {"function": "cuTensorMapEncodeIm2col" if f[1] == "im2col" else "cuTensorMapEncodeTiled",
            "tensorDataType": int(f[2]), "tensorRank": rank, "globalAddress": int(f[4]),
            "globalDim": numbers(f[5]), "globalStrides": numbers(f[6])}
    if f[1] == "im2col":
        lower, upper, channels, pixels = f[7].split(";")
        call.update(pixelBoxLowerCorner=numbers(lower), pixelBoxUpperCorner=numbers(upper),
                    channelsPerPixel=int(channels), pixelsPerColumn=int(pixels))
    else:
        call["boxDim"] = numbers(f[7])
    call.update(elementStrides=numbers(f[8]), interleave=int(f[9]), swizzle=int(f[10]), l2Promotion=0,
                oobFill=int(f[11]))
    return json.dumps({"map": call, "at": numbers(f[12]), "offsets": numbers(f[13]), "op": f[0],
                       "shared": int(f[14])})


def seen_bytes(f):
    """Returns {offset in shared memory: address, or "z" or "n"} as recorded."""
    found = {}
    for offset, length, where in re.findall(r"(\d+)\+(\d+)@(\w+)", f[17]):
        for i in range(int(length)):
            found[int(offset) + i] = int(where) + i if where.isdigit() else where
    # A load as TFLOAT32 rounds, so the lower two of the four bytes do not identify their address.
    if f[0] == "load" and int(f[2]) in TF32:
        for at in list(found):
            if at % 4 < 2:
                high = found.get(at // 4 * 4 + 2)
                found[at] = high if isinstance(high, str) or high is None else high - 2 + at % 4
    return found


def runs_of(found):
    """Returns runs as `ptxcheck tensormap --access` prints them: [offset, length, address or fill]."""
    runs = []
    for at in sorted(found):
        where = found[at]
        last = runs[-1] if runs else None
        if last and last[0] + last[1] == at and (
                last[2] == where if isinstance(where, str) else
                not isinstance(last[2], str) and last[2] + last[1] == where):
            last[1] += 1
        else:
            runs.append([at, 1, where])
    return runs


def digest(runs):
    text = json.dumps([[o, n, None if isinstance(a, str) else a] for o, n, a in runs])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def rows(path):
    with lzma.open(path, "rt", errors="replace") as f:
        for line in f:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 18 and is_usable(fields):
                yield fields


def is_usable(f):
    """Excludes copies that store two elements to one address, operations that do not store what they read (inc),
    and copies beyond the shared memory of the recorder (error 700)."""
    if f[15] not in ("ok", "trap715") or f[0] == "inc":
        return False
    below = numbers(f[5])[0] * (16 * int(f[9]) or WIDTH[int(f[2])])
    for dim, stride in zip(numbers(f[5])[1:], numbers(f[6])):
        if stride < below and f[0] != "load":
            return False
        below = stride * dim
    return True


def judge(f, answer):
    """Returns "" if the model equals the recording, or the difference."""
    a = json.loads(answer)
    if "error" in a:
        return a["error"]["message"]
    if f[15] != "ok":
        return "" if a["trap"] else "trapped"
    if a["trap"]:
        return "did not trap: " + a["reason"]
    if f[17].startswith("#"):
        same = digest(a["runs"]) == f[17][1:]
    else:
        found = seen_bytes(f)
        fill = "n" if f[11] == "1" else "z"
        if any(isinstance(x, str) and x != fill for x in found.values()):
            return "filled with something else"
        same = digest(runs_of(found)) == digest(a["runs"])
    if not same:
        return "runs differ"
    return "" if f[16] in (str(a["bytes"]), "-") else f"bytes {f[16]}, not {a['bytes']}"


def compact(paths, out):
    """Writes recordings with a hash instead of the runs, except for the first few of each kind."""
    count = collections.Counter()
    with lzma.open(out, "wt", preset=9) as f:
        for path in paths:
            for row in rows(path):
                kind = row[0], row[1], row[9]
                count[kind] += row[15] == "ok"
                if row[15] == "ok" and count[kind] > 8 and not row[17].startswith("#"):
                    row[17] = "#" + digest(runs_of(seen_bytes(row)))
                f.write("\t".join(row) + "\n")


def main(program, paths):
    count, wrong, shown = collections.Counter(), collections.Counter(), 0
    for path in paths:
        for chunk in chunks(rows(path), 500):
            lines = "".join(request(f) + "\n" for f in chunk)
            run = subprocess.run([program, "tensormap", "--access", "--batch", "-"], input=lines,
                                 stdout=subprocess.PIPE, text=True, check=False)
            for f, answer in zip(chunk, run.stdout.splitlines()):
                kind = (f"{f[0] if f[0] in ('load', 'store') else 'reduce'} {f[1]}"
                        f" interleave {['none', '16B', '32B'][int(f[9])]}")
                reason = judge(f, answer)
                count[kind] += 1
                count[kind + " trapped"] += f[15] != "ok"
                wrong[kind] += bool(reason)
                if reason and shown < 5:
                    shown += 1
                    print(reason, request(f), "\t".join(f[15:])[:200], answer[:200], sep="\n  ")
    for kind in sorted(k for k in count if not k.endswith("trapped")):
        print(f"{kind}: {count[kind]} copies, {count[kind + ' trapped']} trapped, {wrong[kind]} differ")
    return 1 if sum(wrong.values()) or not count else 0


def chunks(items, size):
    chunk = []
    for item in items:
        chunk.append(item)
        if len(chunk) == size:
            yield chunk
            chunk = []
    if chunk:
        yield chunk


if __name__ == "__main__":
    if sys.argv[1] == "--compact":
        compact(sys.argv[3:], sys.argv[2])
    else:
        sys.exit(main(sys.argv[1], sys.argv[2:]))
