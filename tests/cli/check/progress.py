# SPDX-License-Identifier: Apache-2.0
"""Checks 100 files on a terminal, of which one has an error. Lines about progress come and go around the report.
progress.py PROGRAM FOLDER
"""

import os
import pathlib
import pty
import sys


def run_on_terminal(command, term):
    """Returns what the command writes to a terminal."""
    child, terminal = pty.fork()
    if not child:
        os.execvpe(command[0], command, {**os.environ, "TERM": term, "NO_COLOR": "1"})
    written = b""
    try:
        while more := os.read(terminal, 65536):
            written += more
    except OSError:  # the other end is closed
        pass
    os.waitpid(child, 0)
    return written.decode()


def main(program, folder):
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    for i in range(100):
        text = 'asm("ad.u32 %0, 1;" : "=r"(x));\n' if i == 40 else 'asm("bar.sync 0;" ::: "memory");\n'
        pathlib.Path(folder, f"{i:02}.cu").write_text(text, encoding="utf-8")
    clear = "\r\033[K"
    shown = run_on_terminal([program, folder], "xterm")
    lines = [line for line in shown.replace(clear, "\n").splitlines() if line.endswith("files checked")]
    assert lines == [f"{n} of 100 files checked" for n in range(16, 100, 16)], shown
    # Without the lines that were removed, the report is that of a file.
    parts = shown.split("\n")
    left = "\n".join(part.rsplit(clear, 1)[-1] for part in parts).replace("\r", "")
    assert "files checked" not in left and "40.cu:1:6: error: PTX has no instruction 'ad'" in left, left
    for command, term in ([program, "-q", folder], "xterm"), ([program, folder], "dumb"), ([program, "--verbose", folder], "xterm"):
        assert "files checked" not in run_on_terminal(command, term), command


if __name__ == "__main__":
    main(*sys.argv[1:])
