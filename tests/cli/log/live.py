# SPDX-License-Identifier: Apache-2.0
"""Explains logs of every installed ptxas about all modules of tests/check that it rejects.
live.py PROGRAM: messages without a diagnostic must be of the kinds below, and the exit status must be that of
ptxas.
"""

import concurrent.futures
import glob
import json
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))
# What ptxcheck does not check, and what is not an error in the module.
FOREIGN = re.compile(
    r"is not defined for option|^Pragma|^Unresolved extern|SM version specified by .target|\(C\d+\)|non-ASCII character"
    r"|Internal compiler error|32-Bit ABI")
UNJUDGED = {
    "syntax/lex/digit-words": "words of instructions that are in no table", "check/module/options/suppress": "comments silence",
    "syntax/lex/preprocessor-line-ok": "ptxas names the file that the preprocessor names",
    "check/module/initializers/undeclared": "releases differ", "syntax/lex/unterminated-comment": "a name in what is a comment",
    "check/instruction/warp/lowered": "ptxas reports errors in text that it writes itself",
}
EVERY = 7  # one in so many modules, different ones for each release


def explain(program, ptxas, release, path):
    with open(path, encoding="utf-8", errors="replace") as f:
        target = re.search(r"^\.target *(\w+)", f.read(), re.M)
    arch = target[1] if target else "sm_100a"
    log = subprocess.run([ptxas, f"-arch={arch}", "-o", os.devnull, path], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said = subprocess.run([program, "explain-log", f"--toolkit={release}", "--format=json", "--ptx", path],
                          input=log.stdout, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    wrong = [f"{path}: {release}: exit status {said.returncode}, ptxas {log.returncode}"] \
        if log.returncode in (0, 255) and bool(said.returncode) != bool(log.returncode) else []
    left = [d for d in json.loads(said.stdout)["diagnostics"] if d["code"] == "ptxas" and d["severity"] == "error"
            and d["file"] != "<builtin>" and not FOREIGN.search(d["message"])]
    if os.path.relpath(path, ROOT)[len("tests/"):-len(".ptx")] not in UNJUDGED:
        wrong += [f"{path}:{d['line']}: {release}: {d['message']}" for d in left]
    return log.stdout.count(b"\n"), wrong


def main(program):
    modules = sorted(p for folder in ("check", "syntax/recover", "syntax/lex")
                     for p in glob.glob(f"{ROOT}/tests/{folder}/**/*.ptx", recursive=True))
    jobs = [(program, ptxas, os.path.basename(os.path.dirname(ptxas)), path)
            for i, ptxas in enumerate(sorted(glob.glob(f"{ROOT}/build/cuda/[0-9]*/ptxas")))
            for path in modules[i % EVERY::EVERY]]
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda job: explain(*job), jobs))
    wrong = [w for _, some in results for w in some]
    print(f"{len(jobs)} logs, {sum(n for n, _ in results)} lines, {len(wrong)} wrong")
    print("\n".join(wrong[:40]))
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(os.path.abspath(sys.argv[1])))
