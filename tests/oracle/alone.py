#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compares the verdict on a line among thousands with the verdict on the line alone: runs PTXAS both ways on some
recorded lines."""
import random, sys

sys.dont_write_bytecode = True
import record
from plan import TOP
from ptxas import Ptxas, find_programs


def main():
    ptxas, rng = Ptxas(find_programs()[-1]), random.Random(1)
    lines = [x for version, target, _, rows in record.read(record.SAMPLE, ptxas.release)
             if (version, target) == (TOP[ptxas.release], 'sm_100a') for x, _ in rows]
    lines = rng.sample(lines, 4000)
    said = dict(zip(lines, ptxas.judge(lines, TOP[ptxas.release], 'sm_100a')))
    refused = [x for x in lines if said[x]]
    taken = [x for x in lines if not said[x]]
    some = rng.sample(refused, 60) + rng.sample(taken, 30)
    differ = [x for x in some
              if (ptxas.judge([x], TOP[ptxas.release], 'sm_100a')[0] is None) != (said[x] is None)]
    for x in differ: print('another verdict alone:', x)
    print('%d lines, %d differ' % (len(some), len(differ)))
    return 1 if differ else 0


sys.exit(main())
