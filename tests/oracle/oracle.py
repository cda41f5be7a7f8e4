# SPDX-License-Identifier: Apache-2.0
"""Runs ptxcheck on single lines, and isagen on its tables: shared by the oracle comparisons."""
import glob, json, os, subprocess, sys, tempfile

from ptxas import TMP, chunks
from scene import FIRST_LINE, module

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
CHECK = os.environ.get('PTXCHECK', os.path.join(ROOT, 'build', 'ptxcheck'))
ISAGEN = os.environ.get('ISAGEN', os.path.join(ROOT, 'build', 'host', 'isagen'))


def isagen(option):
    files = sorted(glob.glob(os.path.join(ROOT, 'grammar', 'isa', '*.isa')))
    return subprocess.run([ISAGEN, option] + files, check=True, text=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


OF_A_KERNEL = 'ptx-416'   # an error of all lines together, not of one


def ask(check, modules, release):
    """Returns for each module {line with an error: the message}."""
    with tempfile.TemporaryDirectory(dir=TMP) as d:
        names = []
        for i, text in enumerate(modules):
            names.append(os.path.join(d, '%d.ptx' % i))
            with open(names[-1], 'w') as f: f.write(text)
        found = [{} for _ in modules]
        for i in range(0, len(names), 500):
            p = subprocess.run([check, '--format=json', '--toolkit=' + release] + names[i:i + 500],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if p.returncode not in (0, 1): sys.exit('ptxcheck: ' + p.stderr)
            for diag in json.loads(p.stdout)['diagnostics']:
                if diag['severity'] == 'error' and diag['code'] != OF_A_KERNEL:
                    index = int(os.path.basename(diag['file'])[:-4])
                    for line in range(diag['line'], diag['end_line'] + 1):
                        found[index].setdefault(line, '%(message)s [%(code)s]' % diag)
        return found


def ours(lines, version, target, release, kind='table'):
    """Returns for each line the message of ptxcheck, or None if it accepts the line. Broken real text could affect
    its neighbors, so each of these lines gets its own module."""
    groups = chunks(lines, 1 if kind == 'real' else 3000)
    found = ask(CHECK, [module(g, version, target, kind=kind) for g in groups], release)
    return [bad.get(FIRST_LINE + i) for g, bad in zip(groups, found) for i in range(len(g))]
