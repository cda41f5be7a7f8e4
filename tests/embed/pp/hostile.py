# SPDX-License-Identifier: Apache-2.0
"""hostile.py PROGRAM: blocks that are truncated, broken or huge. pp must not crash or hang, and writes either C++
or errors, never both."""
import pathlib
import random
import subprocess
import sys
import time

HERE = pathlib.Path(__file__).parent
SEEDS = [(HERE / name).read_bytes() for name in ("expand.cu", "errors.cu")]
BYTES = b"\"'\\/*()#:;{}[]<>=@!%$.,_|+- \nRaptx0\x00\xff"


def block(body):
    return b'void f() { asm volatile(R"ptx(' + body + b')ptx"); }\n'


LARGE = [
    block(b"{" * 300000 + b"}" * 300000), block(b".reg .b32 " + b",".join(b"r%d" % i for i in range(200000)) + b";"),
    block(b"mov.b32 a, b;" * 60000), block(b"".join(b"mov.b32 a%d, b%d;" % (i, i) for i in range(60000))),
    block(b"$(" * 200000), block(b"mov.b32 a, $(" + b"(" * 200000 + b")" * 200000 + b");"), block(b"mov.b32 a" + b"[0]" * 200000 + b", b;"),
    block(b"".join(b"L%d: bra L%d;" % (i, i) for i in range(1500)) + b"mov.b32 a, b;"), block(b"mov.b32 {" + b"a," * 100000 + b"a}, b;"),
    block(b"bra L;" * 60000 + b"L:"), block(b"//" * 300000), block(b"@" * 300000), block(b"/* */" * 100000), block(b"mov.b32 a, b.c" * 60000),
    block(b"{.reg .b32 x; mov.b32 a, x;}" * 20000), block(b"mov.b32 a, 1;") * 20000, b'asm(R"ptx(' * 40000,
]


def run(text):
    start = time.monotonic()
    ran = subprocess.run([sys.argv[1], "pp", "-q", "-w", "--arch=sm_90a", "-"], input=text, capture_output=True, timeout=120)
    if ran.returncode not in (0, 1) or bool(ran.stderr) != (ran.returncode == 1) or (ran.stdout and ran.returncode):
        sys.exit(f"{text[:300]!r}: exit status {ran.returncode}\n{ran.stdout[:300]!r}\n{ran.stderr[:500]!r}")
    return time.monotonic() - start


def main():
    rng = random.Random(1)
    for seed in SEEDS:
        for _ in range(40):
            run(seed[: rng.randrange(len(seed))])
    for _ in range(300):
        broken = bytearray(SEEDS[0])
        for _ in range(rng.randrange(1, 4)):
            broken[rng.randrange(len(broken))] = rng.choice(BYTES)
        run(bytes(broken))
    slowest = max((run(text), text[:60]) for text in LARGE)
    if slowest[0] > 10:
        sys.exit(f"{slowest[1]!r} takes {slowest[0]:.0f} s")


main()
