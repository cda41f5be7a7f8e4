# SPDX-License-Identifier: Apache-2.0
"""terminal.py PTXCHECK FILE: output on a terminal is colored, except with NO_COLOR or TERM=dumb."""

import os
import pty
import subprocess
import sys


def on_terminal(settings):
    reader, terminal = pty.openpty()
    environment = {"PATH": os.environ["PATH"], "TERM": "xterm", **settings}
    subprocess.run(sys.argv[1:], stdout=terminal, env=environment, timeout=60, check=False)
    os.close(terminal)
    output = b""
    try:
        while part := os.read(reader, 65536):
            output += part
    except OSError:  # Linux reports a closed terminal this way
        pass
    os.close(reader)
    return output


for settings, colored in (
    ({}, True),
    ({"NO_COLOR": ""}, True),
    ({"NO_COLOR": "1"}, False),
    ({"TERM": "dumb"}, False),
    ({"TERM": ""}, False),
):
    output = on_terminal(settings)
    if b"error: " not in output or (b"\033[" in output) != colored:
        sys.exit(f"{settings}: {output!r}")
