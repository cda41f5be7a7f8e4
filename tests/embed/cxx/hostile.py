# SPDX-License-Identifier: Apache-2.0
"""Runs ptxcheck on C++ that is unusual, truncated or not C++ at all: it must not crash, hang or find errors."""

import random
import resource
import subprocess
import sys

WHOLE = b"""#if 1 // x
#define A(x) asm volatile("tcgen05.wait::ld.sync.aligned;" :: "r"(x) : "memory")
__device__ void f(int r) { /* c */ int n = 1'000;
  asm volatile("{.reg .pred p;\\n\\t" R"x( mbarrier.try_wait.parity.shared.b64 p, [%0], %[q];)x" \\
     "}" :: "r"(r), [q] "r"((r)) : "memory"); }
# 7 "a.cu"
#endif
"""

TEXTS = [
    b"asm", b"asm(", b'asm("', b'asm("tcgen05.nosuch;', b'asm(R"(tcgen05.nosuch;)', b'asm(R"x(tcgen05.nosuch;)y")',
    b'asm("tcgen05.nosuch;"', b'asm("tcgen05.nosuch;" : ', b'asm("tcgen05.nosuch;" : "=r"', b'asm("tcgen05.nosuch;" : "=r"(x',
    b'asm("tcgen05.nosuch;" : "=r"(x;)', b'asm("tcgen05.nosuch;" :: [', b'asm("tcgen05.nosuch;\n")', b'asm("tcgen05.nosuch;\\',
    b'asm("tcgen05.nosuch;\\x', b'asm("tcgen05.nosuch;\\0"', b'asm goto("tcgen05.nosuch;" ::::l);', b"asm('tcgen05.nosuch;');",
    b"__asm { tcgen05.nosuch; }", b"__asm__", b"__asm_(\"tcgen05.nosuch;\")", b"/* asm(\"tcgen05.nosuch;\")", b"// asm(\"tcgen05.nosuch;\") \\\n asm(\"tcgen05.nosuch;\")",
    b'"asm(\\"tcgen05.nosuch;\\")', b"#if\n#endif\n#endif\n#else\n#elif\nasm(\"\");", b'#line\n# 1 "x\n#line 99999999999 "y"\nasm("");',
    b'#define asm("tcgen05.nosuch;', b"'asm", b"asm(\"\" \"\" : : : \"memory\", \"x\");", b"\xff\xfe\x00asm(\"tcgen05.wait::ld\x00", bytes(range(256)) * 40,
]
LARGE = [
    b"asm(" * 60000, b'asm("":"r"(' * 30000, b'asm("fence.sc.cta;"' * 30000, b"1'" * 200000, b"#if (\n" * 60000 + b'asm("fence.sc.cta;");' * 20000,
    b"#ifndef A\n" * 60000 + b'asm("");', 
    b"(" * 400000 + b'asm("");', b'asm("' + b"%" * 400000 + b'");', b'asm("' + b"{" * 400000 + b'");', b'R"(' * 100000 + b"asm",
    b'asm("tcgen05.fence::before_thread_sync;");' * 20000, b'asm("cp.async.bulk.wait_group 0;");' * 30000, b"asm(\"fence.sc.cta;\" :: " + b'"r"(x),' * 50000 + b'"r"(x) : "memory");',
]


def child_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def run(text):
    """Returns the CPU time, which other work on the machine hardly changes."""
    start = child_seconds()
    ran = subprocess.run([sys.argv[1], "-q", "--language=c++", "-w", "-"], input=text, capture_output=True, timeout=120)
    # Only a missing end is an error.
    if ran.returncode not in (0, 1) or ran.stderr or any(b"asm-unterminated" not in line for line in ran.stdout.splitlines()):
        sys.exit(f"{text[:200]!r}: exit status {ran.returncode}\n{ran.stdout[:500]!r}\n{ran.stderr[:500]!r}")
    return child_seconds() - start


def main():
    random.seed(1)
    for text in TEXTS:
        run(text)
    for length in range(0, len(WHOLE), 3):
        run(WHOLE[:length])
    for _ in range(100):
        broken = bytearray(WHOLE)
        for _ in range(3):
            broken[random.randrange(len(broken))] = random.choice(b"\"'\\/*()#:;{}[] \nR%")
        subprocess_ok(bytes(broken))
    slowest = max((run(text), text[:30]) for text in LARGE)
    if slowest[0] > 20:
        sys.exit(f"{slowest[1]!r} takes {slowest[0]:.0f} s")


def subprocess_ok(text):
    """Here, errors may be correct."""
    ran = subprocess.run([sys.argv[1], "-q", "--language=c++", "-"], input=text, capture_output=True, timeout=60)
    if ran.returncode not in (0, 1) or ran.stderr:
        sys.exit(f"{text!r}: exit status {ran.returncode}\n{ran.stderr!r}")


main()
