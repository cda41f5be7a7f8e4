# SPDX-License-Identifier: Apache-2.0
"""ci.py ROOT PROGRAM FOLDER: runs the scripts of action.yml and examples/build/gitlab.yml in a small repository."""
import json
import os
import re
import subprocess
import sys
import textwrap

root, program, folder = sys.argv[1:]


def text_of(*path):
    with open(os.path.join(root, *path), encoding="utf-8") as file:
        return file.read()


def scripts(text, key):
    """Returns the blocks of text after `KEY |`, without their indentation."""
    return [textwrap.dedent(block) for block in re.findall(rf"^ *{re.escape(key)} \|\n((?:(?: {{6,}}.*)?\n)+)", text, re.MULTILINE)]


repository = os.path.join(folder, "repository")
os.makedirs(repository)
subprocess.run(["git", "init", "-q", repository], check=True)
with open(os.path.join(repository, "bad one.ptx"), "w", encoding="utf-8") as out:
    out.write(".version 9.0\n.target sm_100a\nnosuch\n")
subprocess.run(["git", "-C", repository, "add", "-A"], check=True)

# ---- GitHub ----

action = text_of("action.yml")
inputs = re.findall(r"^  (\w+):\n    description:", action.split("outputs:")[0], re.MULTILINE)
assert all(f"inputs.{name}" in action for name in inputs), inputs
for word in ("using: composite", "github/codeql-action/upload-sarif@v3", "value: ${{ steps.check.outputs.report }}"):
    assert word in action, word
check = scripts(action, "run:")[-1]
used = [name for name in inputs if f"${name.upper()}" in check]
place = os.path.join(folder, "ptxcheck", "bin")
os.makedirs(place)
os.symlink(program, os.path.join(place, "ptxcheck"))


def run_check(files, args=""):
    env = {**os.environ, "RUNNER_TEMP": folder, "GITHUB_OUTPUT": os.path.join(folder, "outputs"), "FILES": files, "ARGS": args}
    return subprocess.run(["bash", "-e", "-o", "pipefail", "-c", check], cwd=repository, env=env, capture_output=True, text=True, check=False)


ran = run_check("*.ptx *.cu", "-q --arch=sm_100a")
print(f"action: {len(used)} inputs of {len(inputs)} used by scripts, exit status {ran.returncode}")
annotation = re.search(r"^::error file=([^:]*?),line=(\d+)", ran.stdout, re.MULTILINE)
print(f"action: annotation {annotation.group(1)},{annotation.group(2)}")
with open(os.path.join(folder, "ptxcheck.sarif"), encoding="utf-8") as file:
    report = json.load(file)
print(f"action: {len(report['runs'][0]['results'])} results")
print(f"action without files: exit status {run_check('*.none').returncode}")
print(f"action with a wrong option: exit status {run_check('*.ptx', '--nosuch').returncode}")

# ---- GitLab ----

job = text_of("examples", "build", "gitlab.yml")
assert re.search(r"^  artifacts:\n    when: always\n    reports:\n      codequality: gl-code-quality-report.json$", job, re.MULTILINE)
env = {**os.environ, "PATH": place + os.pathsep + os.environ["PATH"], "PTXCHECK_FILES": "*.ptx", "PTXCHECK_ARGS": ""}
ran = subprocess.run(["bash", "-e", "-c", scripts(job, "-")[-1]], cwd=repository, env=env, capture_output=True, text=True, check=False)
with open(os.path.join(repository, "gl-code-quality-report.json"), encoding="utf-8") as file:
    findings = json.load(file)
for finding in findings:  # what GitLab requires
    assert all(isinstance(finding[key], str) and finding[key] for key in ("description", "check_name", "fingerprint", "severity"))
    assert finding["severity"] in ("info", "minor", "major", "critical", "blocker")
where = findings[0]["location"]
print(f"gitlab: exit status {ran.returncode}, {len(findings)} findings, the first in {where['path']}, line {where['lines']['begin']}")
