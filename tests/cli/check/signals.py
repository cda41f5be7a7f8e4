# SPDX-License-Identifier: Apache-2.0
"""signals.py FOLDER -- COMMAND...: ends the command, which reads standard input, once it has opened a file in FOLDER
that has no name, or no longer has one."""
import glob
import os
import signal
import subprocess
import sys
import time

folder = os.path.realpath(sys.argv[1])


def has_opened(process):
    for file in glob.glob(f"/proc/{process.pid}/fd/*"):
        try:
            link = os.readlink(file)
            if link.startswith(folder) and link.endswith("(deleted)"):
                return True
        except FileNotFoundError:
            pass
    return False


for name in "SIGTERM", "SIGINT", "SIGKILL":
    process = subprocess.Popen(sys.argv[3:], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
    until = time.monotonic() + 30
    while not has_opened(process) and time.monotonic() < until:
        time.sleep(0.01)
    process.send_signal(getattr(signal, name))
    ended = signal.Signals(-process.wait(30)).name
    process.stdin.close()
    with open(os.path.join(folder, "report")) as f:
        print(f"ended by {ended}: {os.listdir(folder)} {f.read().strip()}")
