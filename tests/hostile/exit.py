# SPDX-License-Identifier: Apache-2.0
"""exit.py STATUS[,STATUS]... -- COMMAND...: the command must exit by itself with one of these statuses."""
import subprocess
import sys

wanted = [int(s) for s in sys.argv[1].split(",")]
status = subprocess.run(sys.argv[3:], timeout=300).returncode
sys.exit(0 if status in wanted else f"exit status {status}, not {sys.argv[1]}")
