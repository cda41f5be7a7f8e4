#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""replay.py PTXCHECK FILE...: runs ptxcheck on the calls that were recorded from the driver, and compares verdicts
and descriptors.
FILE is tiled, im2col or im2col_wide.tsv.xz: tab-separated tensorDataType, tensorRank, globalAddress, globalDim,
globalStrides, the parameters of the function that follow, elementStrides, interleave, (mode,) swizzle, l2Promotion,
oobFill, the driver's result, and the 16 words of the descriptor if they were kept."""
import json
import lzma
import os
import subprocess
import sys

SHAPES = {
    "tiled": ("cuTensorMapEncodeTiled", ["boxDim[]"]),
    "im2col": ("cuTensorMapEncodeIm2col",
               ["pixelBoxLowerCorner[]", "pixelBoxUpperCorner[]", "channelsPerPixel", "pixelsPerColumn"]),
    "im2col_wide": ("cuTensorMapEncodeIm2colWide",
                    ["pixelBoxLowerCornerWidth", "pixelBoxUpperCornerWidth", "channelsPerPixel",
                     "pixelsPerColumn"]),
}


def columns(kind):
    between = ["interleave", "mode", "swizzle"] if kind == "im2col_wide" else ["interleave", "swizzle"]
    return (["tensorDataType", "tensorRank", "globalAddress", "globalDim[]", "globalStrides[]"] +
            SHAPES[kind][1] + ["elementStrides[]"] + between + ["l2Promotion", "oobFill"])


def calls(path):
    """Yields (JSON of the call, accepted, descriptor or "") for each row."""
    kind = os.path.basename(path).split(".")[0]
    names = columns(kind)
    with lzma.open(path, "rt") as f:
        for line in f:
            fields = line.rstrip("\n").split("\t")
            call = {"function": SHAPES[kind][0]}
            for name, field in zip(names, fields):
                if name.endswith("[]"):
                    call[name[:-2]] = [int(x) for x in field.split(",")]
                else:
                    call[name] = field if field.startswith("0x") else int(field)
            rest = fields[len(names):]
            yield json.dumps(call), rest[0] == "0", rest[1] if len(rest) > 1 else ""


def ask(program, words, lines):
    run = subprocess.run([program] + words + ["--batch", "-"], input="\n".join(lines) + "\n",
                         stdout=subprocess.PIPE, text=True, check=False)
    return run.stdout.splitlines()


def replay(program, path):
    rows = list(calls(path))
    lines = [row[0] for row in rows]
    answers = ask(program, ["tensormap", "--profile=cc90"], lines)
    default = ask(program, ["tensormap"], lines)
    document = ask(program, ["tensormap", "--profile=document"], lines)
    differ = documented = 0
    for row, answer, both, by_document in zip(rows, answers, default, document):
        verdict = json.loads(answer)
        bad = (verdict["accepted"] != row[1] or verdict["accepted"] != (not verdict["violations"])
               or json.loads(both)["accepted"] != row[1])
        documented += json.loads(by_document)["accepted"] == row[1]
        if bad and not differ:
            print(row[0], answer, both, sep="\n")
        differ += bad
    kept = [row for row in rows if row[2]]
    made = ask(program, ["encode", "tensormap"], [row[0] for row in kept])
    decoded = ask(program, ["decode", "tensormap"], [row[2] for row in kept])
    again = ask(program, ["encode", "tensormap"], decoded)
    wrong = sum(row[2] != m or row[2] != a for row, m, a in zip(kept, made, again))
    short = len(answers) != len(rows) or len(made) != len(kept) or len(again) != len(kept)
    print(f"{os.path.basename(path)}: {len(rows)} calls, {differ} differ from the driver; "
          f"{documented} agree with the document; {len(kept)} descriptors, {wrong} differ")
    return differ or wrong or short


if __name__ == "__main__":
    sys.exit(1 if any([replay(sys.argv[1], path) for path in sys.argv[2:]]) else 0)
