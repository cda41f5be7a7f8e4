# SPDX-License-Identifier: Apache-2.0
"""Verdicts of nvcc and ptxas 13.5 on asm statements, recorded in verdicts.txt.
verdicts.py PROGRAM [NVCC]: compares ptxcheck with the record; with NVCC, also the record with nvcc (a second each).
"""

import pathlib
import subprocess
import sys
import tempfile

KERNEL = """__global__ void k(unsigned *p, unsigned long long *q, float f, double d, unsigned short h, bool b) {
    unsigned r = p[0], s = 0, x = 0; unsigned long long l = q[0];
    asm volatile(%s);
    p[1] = s + x; q[1] = l;
}
"""


def accepted(command):
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def main(program, nvcc=None):
    lines = (pathlib.Path(__file__).parent / "verdicts.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split(None, 2) for line in lines if line and line[0] != "#"]
    wrong = 0
    with tempfile.TemporaryDirectory() as scratch:
        path = f"{scratch}/k.cu"
        for verdict, arch, text in rows:
            pathlib.Path(path).write_text(KERNEL % text, encoding="utf-8")
            ours = [program, "-q", "-Werror=asm-target", f"--arch={arch}", "--toolkit=13.5", path]
            theirs = [nvcc, "-cubin", f"-arch={arch}", "-o", f"{scratch}/k.cubin", path]
            now = "accepts" if accepted(theirs if nvcc else ours) else "rejects"
            if now != verdict:
                print(f"{'nvcc' if nvcc else 'ptxcheck'} {now}, the record says {verdict}: {text}")
                wrong += 1
    print(f"{len(rows)} statements, {wrong} wrong")
    return wrong > 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
