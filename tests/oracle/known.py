# SPDX-License-Identifier: Apache-2.0
"""Known differences between ptxcheck and ptxas: known.txt."""
import os, re

from ptxas import number

FILE = os.path.join(os.path.dirname(os.path.abspath(__file__)), 'known.txt')
EXAMPLE = re.compile(r'(\d+\.\d+) (sm_\w+)(, function)?: (.*)$')
ROW = re.compile(r'(accepts|refuses) (all|[\d.]+|[\d.]*-[\d.]*) (\S.*)$')


class Entry:
    """`accepts 13.1-13.3 PATTERN`: the verdict of ptxas of these releases on lines that match PATTERN, as `VERSION
    TARGET: LINE`, or `VERSION TARGET, function: LINE` in a function."""

    def __init__(self, verdict, releases, pattern, reason):
        self.accepts, self.releases, self.reason = verdict == 'accepts', releases, reason
        self.pattern, self.count, self.example = re.compile(pattern), 0, None   # example: a place and a line
        first, dash, last = releases.partition('-')
        if not dash: last = first
        if releases == 'all': first = last = ''
        self.first, self.last = number(first or '0.0'), number(last or '99.9')

    def is_about(self, release):
        return self.first <= number(release) <= self.last

    def fits(self, release, accepted, line):
        return (accepted == self.accepts and self.is_about(release)
                and self.pattern.search(line) is not None)


def read(path=FILE):
    entries, reason = [], ''
    with open(path) as f:
        for n, row in enumerate(map(str.strip, f), 1):
            m, example = ROW.match(row), EXAMPLE.match(row)
            if row.startswith('#'): reason = row.lstrip('# ')
            elif m and reason: entries.append(Entry(*m.groups(), reason))
            elif example and entries:
                version, target, function, line = example.groups()
                entries[-1].example = version, target, 'function' if function else 'table', line
            elif row: raise SystemExit('%s:%d: error: neither a reason nor an entry' % (path, n))
    return entries


def find(entries, release, accepted, line):
    """Returns the first entry that matches, and counts it, or None."""
    for e in entries:
        if e.fits(release, accepted, line):
            e.count += 1
            return e
    return None


def examples(entries):
    """Returns the example lines of the entries."""
    return {e.example[-1] for e in entries if e.example}
