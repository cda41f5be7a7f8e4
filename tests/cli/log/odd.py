# SPDX-License-Identifier: Apache-2.0
"""Unusual logs: prefixes, colors, line endings, no log at all. Text that is not from ptxas passes unchanged.
odd.py PROGRAM
"""

import os
import subprocess
import sys
import tempfile

PTX = b".version 9.0\n.target sm_100a\n.entry k() {\n.reg .b32 r;\nmov.b32 r, a\nret;\n}\n"
SAYS = b"ptxas k.ptx, line 6; fatal   : Parsing error near 'ret': syntax error"
OURS = b"k.ptx:5:13: error: missing ';'"
END = b"ptxas fatal   : Ptx assembly aborted due to errors\n"


def run(log, *options):
    ran = subprocess.run([sys.argv[1], "explain-log", "-q", *options], input=log, capture_output=True, timeout=60)
    if ran.stderr:
        sys.exit(f"{log[:100]!r}: {ran.stderr[:300]!r}")
    return ran.returncode, ran.stdout


def expect(log, code, out, exact=True):
    got = run(log)
    if got[0] != code or (got[1] != out if exact else out not in got[1]):
        sys.exit(f"{log[:200]!r}: exit status {got[0]}, not {code}\n{got[1][:500]!r}\nnot {out[:500]!r}")


def main():
    with open("k.ptx", "wb") as f:
        f.write(PTX)
    # Unchanged: there is nothing to explain.
    for log in (b"", b"\n", b"no end of line", b"a\r\nb\r\n", b"\0\xff\n\x1b[31mx\x1b[0m", bytes(range(256)) * 5000,
                b"x" * 3000000, b"x" * (1 << 20) + b"\ny", b"notptxas k.ptx, line 6; warning : no\n",
                b"ptxas info    : Used 16 registers\n", b"g++ -Werror: x\n"):
        expect(log, 0, log)
    # Errors of other programs.
    for log in (b"c.cu(3): error: identifier\n", b"nvcc fatal   : Unknown option\n", b"FAILED: k.o\n", b"make: *** [Makefile:1: all] Error 1\n",
                b"k.cu(1): error #20011-D: x\n", b"LINK : fatal error LNK1104: x\n", b"ninja: build stopped: subcommand failed.\n",
                b"ptxas k.ptx, line x; error   : no\n", b"ptxas , line 1; error : no\n"):
        expect(log, 1, log)
    # Whatever a build does to the line.
    for log in (SAYS + b"\n" + END, SAYS, SAYS + b"\r\n" + END.replace(b"\n", b"\r\n"), b"\x1b[1;31m" + SAYS + b"\x1b[0m\n" + END,
                b"2026-11-21T22:54:00.1234567Z " + SAYS + b"\n", b"#12 3.456 " + SAYS + b"\n", b"> " + SAYS + b"\n",
                SAYS.replace(b"k.ptx", os.path.abspath("k.ptx").encode()) + b"\n" + END, SAYS.replace(b"k.ptx", b"./k.ptx"),
                SAYS + b"\n" + SAYS + b"\n" + END + END):
        expect(log, 1, OURS, exact=False)
        if b"ptxas" in run(log)[1]:
            sys.exit(f"{log!r}: {run(log)[1]!r}")
    # The final message counts if there are no others.
    expect(END, 1, END)
    expect(b"ptxas fatal   : Value 'sm_1' is not defined for option 'gpu-name'\n", 1, b"ptxas fatal   : Value 'sm_1' is not defined for option 'gpu-name'\n")
    # A large number of everything.
    many = b"".join(b"ptxas k%d.ptx, line %d; error   : Unknown symbol 'x'\n" % (i % 5000, i) for i in range(20000))
    if run(many)[1].count(b"\n") != 20000:
        sys.exit("lines are lost")
    with open("many.ptx", "wb") as f:
        f.write(PTX[:PTX.index(b"mov")] + b"mov.b32 r, a\n" * 20000 + b"}\n")
    many = b"".join(b"ptxas many.ptx, line %d; error   : Unknown symbol 'x'\n" % i for i in range(1, 20100))
    run(many)
    for i in range(0, len(SAYS)):
        run(SAYS[:i])
        run(SAYS[i:] + b"\n" + SAYS[:i])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    main()
