# SPDX-License-Identifier: Apache-2.0
"""Tests the hook `ptxcheck-system` of .pre-commit-hooks.yaml in a repository with a valid file and an invalid one.
pre_commit.py PROGRAM
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(folder, *words):
    identity = ["-c", "user.name=test", "-c", "user.email=test@example.org", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", "-C", folder, *identity, *words], check=True, capture_output=True)


def repository(folder, files):
    folder.mkdir()
    git(folder, "init", "-q")
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "files")


def main(program):
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        head = ".version 9.0\n.target sm_100a\n"
        repository(folder / "hooks", {".pre-commit-hooks.yaml": (ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8")})
        repository(folder / "user", {"good one.ptx": head, "bad.ptx": head + "nosuch\n", "other.txt": "nosuch\n",
                                     "bad.hpp": 'inline __device__ void f(int &x) { asm("add.u32 %0, 1;" : "+r"(x)); }\n'})
        (folder / "bin").mkdir()
        shutil.copy(program, folder / "bin/ptxcheck")
        env = {**os.environ, "HOME": name, "PRE_COMMIT_HOME": f"{name}/cache", "PATH": f"{name}/bin:{os.environ['PATH']}"}
        run = ["pre-commit", "try-repo", folder / "hooks", "ptxcheck-system"]
        for files, status, words in (["good one.ptx", "other.txt"], 0, "Passed"), (["good one.ptx", "bad.ptx"], 1, "bad.ptx:3:1: error:"), \
                (["bad.hpp"], 1, "bad.hpp:1:"):
            ran = subprocess.run([*run, "--files", *files], cwd=folder / "user", env=env, stdout=subprocess.PIPE,
                                 stderr=subprocess.STDOUT, text=True)
            if ran.returncode != status or words not in ran.stdout:
                sys.exit(f"{files}: exit status {ran.returncode}\n{ran.stdout}")


main(os.path.abspath(sys.argv[1]))
