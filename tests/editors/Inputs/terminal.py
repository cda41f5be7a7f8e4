#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""terminal.py TEST COMMAND...: runs an editor in a real terminal (tmux) and executes the lines `> STEP` of TEST:
    wait TEXT     until the screen shows it      gone TEXT   until it does not
    keys NAME...  C-x, Escape, ...               type TEXT   literally
    show          prints the screen              end         until the editor has exited
    picture NAME  draws the screen into $PICTURES/NAME.svg, if that is set
"""

import os
import re
import signal
import subprocess
import sys
import tempfile
import time

from screen import draw

COLUMNS, LINES = 92, 22
PATIENCE = 90  # seconds until a test fails; what passes never waits for time
CONFIG = """
set -g status off
set -s escape-time 0
set -g default-terminal tmux-256color
"""


class Terminal:
    def __init__(self, folder, command):
        config = os.path.join(folder, "tmux.conf")
        with open(config, "w") as f:
            f.write(CONFIG)
        self.tmux = ["tmux", "-S", os.path.join(folder, "socket"), "-f", config]
        self.call("new-session", "-d", "-x", str(COLUMNS), "-y", str(LINES), *command)

    def call(self, *arguments):
        done = subprocess.run(self.tmux + list(arguments), check=True, capture_output=True, encoding="utf-8",
                              stdin=subprocess.DEVNULL)
        return done.stdout

    def runs(self):
        return subprocess.run(self.tmux + ["has-session"], capture_output=True).returncode == 0

    def text(self):
        if not self.runs():
            sys.exit("terminal.py: the editor has ended")
        return self.call("capture-pane", "-p")

    def until(self, what, ready):
        end = time.monotonic() + PATIENCE
        while not ready():
            if time.monotonic() > end:
                sys.exit(f"terminal.py: not {what}:\n{self.text()}")
            time.sleep(0.05)

    def wait(self, text):
        self.until(f"seen: {text}", lambda: text in self.text())

    def gone(self, text):
        self.until(f"gone: {text}", lambda: text not in self.text())

    def keys(self, names):
        for name in names.split():
            self.call("send-keys", name)

    def type(self, text):
        self.call("send-keys", "-l", re.sub(";$", r"\;", text))  # a final `;` would separate tmux commands

    def show(self, _):
        print(self.text().rstrip(), flush=True)

    def end(self, _):
        self.until("ended", lambda: not self.runs())

    def picture(self, name):
        folder = os.environ.get("PICTURES")
        if not folder:
            return
        time.sleep(1)  # wait for late output
        x, y = map(int, self.call("display-message", "-p", "#{cursor_x} #{cursor_y}").split())
        with open(os.path.join(folder, name + ".svg"), "w") as f:
            f.write(draw(self.call("capture-pane", "-p", "-e", "-N").split("\n")[:LINES], COLUMNS, (x, y)))


def main(test, command):
    with open(test) as f:
        steps = re.findall(r"^> (\w+) ?(.*)", f.read(), re.MULTILINE)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("terminal.py: ended from outside"))  # do not leave a tmux running
    with tempfile.TemporaryDirectory() as folder:
        terminal = Terminal(folder, command)
        try:
            for name, argument in steps:
                getattr(terminal, name)(argument)
        finally:
            if terminal.runs():
                terminal.call("kill-server")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
