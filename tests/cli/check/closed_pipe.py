# SPDX-License-Identifier: Apache-2.0
"""closed_pipe.py COMMAND...: the reader closes the pipe; the command must end silently with exit status 2."""

import os
import subprocess
import sys

reader, writer = os.pipe()
os.close(reader)
run = subprocess.run(sys.argv[1:], stdout=writer, stderr=subprocess.PIPE, timeout=60)
if run.returncode != 2 or run.stderr:
    sys.exit(f"exit status {run.returncode}, standard error {run.stderr!r}")
