#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the tests with lit, says why some were skipped, and ends with one line: N passed, N failed.
run.py MODE [PATH]...: MODE is a build (release, asan, ...), PATH a test or a folder of tests.
"""

import collections
import glob
import json
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))

WHY = {
    "ptxas": "no ptxas: ./bootstrap --cuda fetches it, PTXAS=... names another",
    "nvcc": "no nvcc: ./bootstrap --cuda fetches it, NVCC=... names another",
    "check-cuda": "slow, with nvcc: make check-cuda runs them",
    "ptxas-releases": "no ptxas of several releases: ./bootstrap --cuda fetches them",
    "tensormap-records": "no records of the driver: TENSORMAP_RECORDS=... names their folder",
    "cmake": "no CMake: ./bootstrap --dev installs it",
    "pkg-config": "no pkg-config: ./bootstrap --dev installs it",
    "jq": "no jq: apt install jq",
    "node": "no Node.js: apt install nodejs",
    "fish": "no fish: ./bootstrap --release installs it",
    "zsh": "no zsh: ./bootstrap --release installs it",
    "eglot": "no Emacs with eglot: apt install emacs-nox elpa-eglot",
    "lsp-mode": "no Emacs with lsp-mode: apt install elpa-lsp-mode",
    "clangd": "no clangd: ./bootstrap --editors fetches it, for make check-editors",
    "vscode": "no VS Code: ./bootstrap --editors fetches it, for make check-editors",
    "tmgrammar": "no vscode-tmgrammar-test: ./bootstrap --editors fetches it, for make check-editors",
    "tmux": "editors in a terminal: ./bootstrap --editors fetches what is needed, for make check-editors",
    "nvim": "no Neovim: apt install neovim, NVIM=... names another",
    "pre-commit": "no pre-commit: ./bootstrap --dev fetches it",
    "check-jsonschema": "no check-jsonschema: ./bootstrap --dev fetches it",
    "hatchling": "no hatchling: ./bootstrap --dev fetches it",
    "pytest": "no pytest: ./bootstrap --dev fetches it",
    **{name: f"no {title}: ./bootstrap --packages fetches it, PACKAGES=... names an interpreter that has it"
       for name, title in (("triton", "Triton"), ("numba", "Numba"), ("cupy", "CuPy"), ("cute", "CuTe DSL"))},
    "gpu-9.0": "no GPU of compute capability 9.0",
    "root": "needs root",
    "linux": "needs Linux",
    "linux-x86-64": "needs Linux on x86-64: the baseline of the binary interface is for it alone",
    "release": "for the release build only",
    "asan || msan": "seeds of the fuzzers, for a sanitizer: make check-asan, make check-msan",
}

# What takes longest with a sanitizer, and is seen in another way: with AddressSanitizer, tests/fuzz formats the same
# files in one process; MemorySanitizer runs the tables of targets.
LEFT_OUT = {"asan": "cli/tools/format/all.test|header/targets.test",
            "msan": "api/memory/fail-all|api/emit/|cxx/cccl|matrix/matrix.test"}


def find_lit():
    scripts = sorted(glob.glob("/usr/lib/llvm-*/build/utils/lit/lit.py"))
    if scripts:
        return [sys.executable, scripts[-1]]
    if shutil.which("lit"):
        return ["lit"]
    sys.exit("run.py: error: lit is not installed; run ./bootstrap")


def reason(test):
    """Returns why a test was skipped."""
    missing = re.search(r"unavailable features: (.+)", test["output"])
    if not missing:
        return test["output"].strip() or "not supported"
    return "; ".join(WHY.get(name, name) for name in missing.group(1).split(", "))


def main(mode, paths):
    results = os.path.join(ROOT, "build", mode, "tests.json")
    if os.path.exists(results):
        os.remove(results)
    env = {k: v for k, v in os.environ.items() if k not in ("LIT_OPTS", "FILECHECK_OPTS")}
    left_out = ["--filter-out", LEFT_OUT[mode]] if mode in LEFT_OUT else []
    lit = subprocess.run(
        find_lit() + ["-q", "--param", "mode=" + mode, "-o", results] + left_out + paths, cwd=ROOT, env=env,
        stdout=subprocess.DEVNULL)
    if not os.path.exists(results):
        print("0 passed, 1 failed")
        return 1
    with open(results) as f:
        tests = json.load(f)["tests"]
    for test in tests:
        if test["code"] not in ("PASS", "XFAIL", "UNSUPPORTED", "SKIPPED"):
            print(f"---- {test['code']}: {test['name']}\n{test['output']}")
    codes = collections.Counter(test["code"] for test in tests)
    passed = codes["PASS"] + codes["XFAIL"]
    skipped = [test for test in tests if test["code"] in ("UNSUPPORTED", "SKIPPED")]
    failed = len(tests) - passed - len(skipped)
    for why, count in collections.Counter(map(reason, skipped)).most_common():
        print(f"skipped {count}: {why}")
    print(f"{passed} passed, {failed} failed", flush=True)
    return 1 if failed or lit.returncode or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:] or ["tests"]))
