# SPDX-License-Identifier: Apache-2.0
"""long.py PROGRAM FOLDER: lines and logs that once took time proportional to the square of their size, from 20 s to
minutes each. The program reads each in a fraction of a second.
"""
import os
import subprocess
import sys

SECONDS = 60  # not a measurement: only a square of the size comes near it
program, folder = os.path.abspath(sys.argv[1]), sys.argv[2]
os.makedirs(folder, exist_ok=True)
os.chdir(folder)

MESSAGES = 40000
KERNEL = ".version 8.5\n.target sm_90\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r<9>;\n"
ARGUMENTS = "error   : Arguments mismatch for instruction 'add'\n"


def line(words):
    return words * (1000000 // len(words)) + "\n"


with open("errors.ptx", "w") as f:
    f.write(KERNEL + "add.s32 %r1 %r2;\n" * MESSAGES + "}\n")
with open("names.ptx", "w") as f:
    f.write(KERNEL + "".join(f"mov.u32 %r1, x{i}_;\n" for i in range(MESSAGES)) + "}\n")

LOGS = {
    "names without an end": line("ptxas"),
    "places without a severity": line("ptxas k, line 1; "),
    "files of C++": line("a.cu "),
    "files and targets": line("sm_90a compute_90a a.cu "),
    "codes of errors": 4 * line("error#"),
    "messages without a diagnostic": f"ptxas errors.ptx, line 1; {ARGUMENTS}" * MESSAGES,
    "syntax errors": "ptxas errors.ptx, line 5; fatal   : Parsing error near '%r2': syntax error\n" * MESSAGES,
    "uses of names": f"ptxas names.ptx, line 5; {ARGUMENTS}" * MESSAGES,
    "files that are not there": "".join(f"nvcc -c a{i}.cu\nptxas b{i}.ptx, line 3; {ARGUMENTS}" for i in range(MESSAGES)),
}

failed = []
for name, log in LOGS.items():
    try:
        done = subprocess.run([program, "explain-log", "-"], input=log.encode(), stdout=subprocess.DEVNULL,
                              timeout=SECONDS)
        if done.returncode not in (0, 1):
            failed.append(f"{name}: exit status {done.returncode}")
    except subprocess.TimeoutExpired:
        failed.append(f"{name}: more than {SECONDS} s")
sys.exit("\n".join(failed) or 0)
