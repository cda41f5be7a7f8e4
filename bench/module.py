#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the least CPU time, in ns, of some checks by the Python module. module.py FILE RUNS"""

import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "python"))
import ptxcheck  # noqa: E402


def main(path, runs):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    least = float("inf")
    for _ in range(int(runs)):
        start = time.process_time_ns()
        ptxcheck.check(text)
        least = min(least, time.process_time_ns() - start)
    print(least)


main(*sys.argv[1:])
