# SPDX-License-Identifier: Apache-2.0
"""reviewdog.py PTXCHECK FOLDER: the recipe of docs/howto/ci.md, in a repository with an old and a new mistake."""
import json
import os
import subprocess
import sys

program, folder = sys.argv[1:]
OLD = """.version 9.0
.target sm_100a
.address_size 64
.visible .entry k()
{
    .reg .b32 %r<4>;
    mov.u32 %r1, %tid.x;
    ret;
    add.u32 %r1, %r1;
}
"""


def git(*words):
    subprocess.run(["git", "-C", folder, "-c", "user.name=t", "-c", "user.email=t@example.org", *words], check=True)


def write(text):
    with open(os.path.join(folder, "a.ptx"), "w", encoding="utf-8") as file:
        file.write(text)


def run(*options):
    pipe = f"{program} --format=sarif *.ptx | reviewdog -f=sarif -reporter=local {' '.join(options)}"
    return subprocess.run(["sh", "-c", pipe], cwd=folder, capture_output=True, text=True, check=False)


def show(name, ran):
    for line in ran.stdout.splitlines():
        result = json.loads(line)
        region = result["locations"][0]["physicalLocation"]["region"]
        fixes = [r["insertedContent"]["text"] for f in result.get("fixes", ()) for c in f["artifactChanges"] for r in c["replacements"]]
        replaced = f", replaced by {' '.join(fixes)}" if fixes else ""
        print(f"{name}: {region['startLine']}:{region['startColumn']} {result['ruleId']} {result['message']['text']}{replaced}")
    print("exit status", ran.returncode)


CHANGES = '-diff="git diff HEAD"'
git("init", "-q")
write(OLD)
git("add", "a.ptx")
git("commit", "-qm", "old")
write(OLD.replace("mov.u32", "mov.u23"))
show("changed", run(CHANGES))
show("everywhere", run("-filter-mode=nofilter"))
print("exit status with -fail-on-error:", run(CHANGES, "-fail-on-error").returncode)
write(OLD.replace("    add.u32 %r1, %r1;\n", ""))
print("exit status without findings:", run("-filter-mode=nofilter", "-fail-on-error").returncode)
