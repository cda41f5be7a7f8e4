# SPDX-License-Identifier: Apache-2.0
"""What a rehearsal says of the mutants that hardware.py ran: `hardware.py rehearse FOLDER PROGRAM`."""

import collections
import json
import os
import subprocess

import launches

TYPES = {launches.FLOAT16: ("FLOAT16", 2), launches.FLOAT32: ("FLOAT32", 4)}
HARM = ("HANG", "WRONG", "OK")


def tensor_map(kind, columns, rows, box, swizzle):
    name, width = TYPES[kind]
    return {"function": "cuTensorMapEncodeTiled", "tensorDataType": f"CU_TENSOR_MAP_DATA_TYPE_{name}", "tensorRank": 2,
            "globalAddress": 1 << 40, "globalDim": [columns, rows], "globalStrides": [columns * width], "boxDim": list(box),
            "elementStrides": [1, 1], "interleave": "CU_TENSOR_MAP_INTERLEAVE_NONE",
            "swizzle": "CU_TENSOR_MAP_SWIZZLE_" + ("NONE", "32B", "64B", "128B")[swizzle],
            "l2Promotion": "CU_TENSOR_MAP_L2_PROMOTION_NONE", "oobFill": "CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE"}


def launch_of(entry):
    """The launch of launches.py, as a rehearsal takes it"""
    launch, (blocks, steps) = launches.LAUNCHES[entry], launches.blocks_and_steps(entry)
    size = blocks * steps * launch.size * 4
    made = {"entry": entry, "grid": [blocks], "block": [launch.threads], "shared": launch.dynamic,
            "params": [f"in:{size}", f"out:{size}", f"u32:{steps}"], "maps": {}}
    if launch.scratch:
        made["params"].append(f"zeros:{blocks * 256}")
    for i, (_, kind, columns, rows, box, swizzle) in enumerate(launch.maps):
        made["maps"][f"m{i}"] = tensor_map(kind, columns, rows * blocks * steps or box[1], box, swizzle)
        made["params"].append(f"map:m{i}")
    return made


def rehearse(program, folder, job, options):
    path = f"{folder}/{job.entry}.launch.json"
    if not os.path.exists(path):
        with open(path, "w") as f:
            json.dump(launch_of(job.entry), f, indent=1)
    words = [program, "rehearse", f"{folder}/{job.entry}.{job.number}.ptx", f"--launch={path}", "--format=json", *options]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    try:
        return json.loads(done.stdout)
    except json.JSONDecodeError:
        return {"outcome": f"refused: {done.stdout[:300]}", "diagnostics": []}


def verdict(result):
    if result["outcome"] == "undecided" and len(result["diagnostics"]) == 1:
        return "undecided"
    return "found" if result["diagnostics"] else "not found"


def judge(made, program, folder, options):
    """made: (job, what it did). Prints a row for each that is not judged as it should be, and a table by kind."""
    table = collections.defaultdict(collections.Counter)
    for job, answer in made:
        result = rehearse(program, folder, job, options)
        says, first = verdict(result), next(iter(result["diagnostics"]), {"line": 0, "message": ""})
        if (says == "not found") != (answer == "OK") or not job.number:
            print(f"{job.entry}.{job.number}\t{job.kind}\tline {job.line}\t{answer}\t{result['outcome']}\t{first['line']}: {first['message']}",
                  flush=True)
        table[job.kind][answer, says] += 1
    total = collections.Counter()
    for kind, row in sorted(table.items()):
        print(f"| {kind} | " + " | ".join(f"{row[h, 'found']} of {sum(n for (a, _), n in row.items() if a == h)}" for h in HARM) + " |")
        total += row if kind != "(original)" else {}
    print("all mutants:", *(f"{a} {s} {n}" for (a, s), n in sorted(total.items())), sep="\n  ")
