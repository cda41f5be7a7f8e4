# SPDX-License-Identifier: Apache-2.0
"""Runs ptxas on single lines, thousands per second.
A line is accepted if ptxas parses and lowers it without an error (compute_*); all others are rejected. ptxas
accepts many files at once, and starting it costs as much as a hundred of them. It checks a file up to the point
where it stops; what follows goes into the next round. Two passes:
parse   an error before the lines keeps ptxas from lowering; it stops at a syntax error
lower   what the parser accepted; it stops at the first error
"""
import concurrent.futures, glob, os, re, shutil, subprocess, tempfile

from scene import FIRST_LINE, INDEPENDENT, module, number

TMP = '/dev/shm' if os.path.isdir('/dev/shm') else None
MESSAGE = re.compile(r'^ptxas (?:(.*?), line (\d+); )?\s*(error|fatal)\s*: (.*)$')
HEADER = re.compile(r'does not support|SM version|with .target|Unsupported .(target|version)')
SYNTAX = 'Parsing error'   # after any other fatal error, ptxas is confused: what follows is tested again
ABORTED = 'Ptx assembly aborted due to errors'
OLDEST = 75   # a target for which all releases generate code
ERROR_AHEAD = ' add.s32 r1;'

def chunks(some, size):
    return [some[i:i + size] for i in range(0, len(some), size)]


# ---- running ptxas ----

def find_programs():
    """Returns the programs, oldest first."""
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    named = [p for p in os.environ.get('PTXAS', '').split(':') if p]
    built = sorted(glob.glob(os.path.join(root, 'build', 'cuda', '[0-9]*', 'ptxas')))
    return named or built or [p for p in [shutil.which('ptxas')] if p]


class Ptxas:
    def __init__(self, program, jobs=1):
        self.program, self.jobs = program, jobs
        text = subprocess.run([program, '--version'], text=True, stdout=subprocess.PIPE).stdout
        self.release, self.version = re.search(r'release (\d+\.\d+), V([\d.]+)', text).groups()
        self.headers = {}

    def arch(self, target):
        """Returns a target that ptxas parses and lowers for without generating code: compute_*."""
        n = target[3:].replace(INDEPENDENT, '')
        if number(self.release) >= 130: n = re.sub('^101', '110', n)
        if number(self.release) < 129: n = n.rstrip('af')   # otherwise, it reports an error of the header at the end
        if int(re.match(r'\d+', n).group()) < OLDEST: n = str(OLDEST)
        return 'compute_' + n

    def run(self, texts, target, arch=None):
        """Returns (exit status, for each text [(line, message, fatal)], messages without a text)."""
        with tempfile.TemporaryDirectory(dir=TMP) as folder:
            names = [os.path.join(folder, '%d.ptx' % i) for i in range(len(texts))]
            for name, text in zip(names, texts):
                with open(name, 'w') as f: f.write(text)
            p = subprocess.run([self.program, '-arch=' + (arch or self.arch(target)), '-o', os.devnull] + names,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors='replace')
        of_name, rest = {name: [] for name in names}, []
        for m in filter(None, map(MESSAGE.match, p.stdout.splitlines())):
            if m.group(1) in of_name:
                of_name[m.group(1)].append((int(m.group(2)), m.group(4), m.group(3) == 'fatal'))
            elif m.group(4) != ABORTED:
                rest.append(m.group(4))
        return p.returncode, list(of_name.values()), rest

    def header_is_legal(self, version, target):
        key = version, target
        if key not in self.headers:
            arch = target if number(self.release) < 129 else None
            self.headers[key] = self.run([module([], version, target)], target, arch)[0] == 0
        return self.headers[key]

    def judge(self, lines, version, target, doubtful=(), kind='table'):
        """Returns for each line the message of ptxas, or None if it accepts the line. If many lines fail, few are
        tested at once. Which lines are doubtful is a guess; the verdict does not depend on it."""
        said, place = {}, (version, target, kind)
        # "Unknown symbol" is reported late and lost before a syntax error, so such lines are tested alone.
        self.rounds([x for x in lines if 'nosuch' in x], 1, 100, ERROR_AHEAD, place, said)
        self.rounds([x for x in lines if 'nosuch' not in x], 6, 100, ERROR_AHEAD, place, said)
        left = [x for x in lines if x not in said]
        self.rounds([x for x in left if x not in doubtful], 30, 100, '', place, said)
        self.rounds([x for x in left if x in doubtful], 1, 8, '', place, said)
        return [said.get(x) for x in lines]

    def rounds(self, lines, size, files, ahead, place, said):
        """Tests `files` times `size` lines at once, until all have a verdict."""
        todo = list(dict.fromkeys(lines))
        with concurrent.futures.ThreadPoolExecutor(self.jobs) as pool:
            while todo:
                left = pool.map(lambda groups: self.ask(groups, place, ahead, said),
                                chunks(chunks(todo, size), files))
                todo = [x for some in left for x in some]

    def ask(self, groups, place, ahead, said):
        """Records the messages about the lines of each group. Returns the lines without a verdict."""
        version, target, kind = place
        texts = [module(g, version, target, ahead, 'k%d_' % i, kind) for i, g in enumerate(groups)]
        status, errors, rest = self.run(texts, target)
        if any(map(HEADER.search, rest)): rest, status = [], 0
        if status not in (0, 255) or rest or status and not any(errors):
            return self.halves(groups, place, ahead, said, rest)
        left, spoilt = [], False
        for lines, found in zip(groups, errors):
            if spoilt:
                left += lines
                continue
            spoilt = any(fatal and not message.startswith(SYNTAX) for _, message, fatal in found)
            here = [(at - FIRST_LINE, message, fatal) for at, message, fatal in found
                    if FIRST_LINE <= at < FIRST_LINE + len(lines)]
            for i, message, _ in here: said.setdefault(lines[i], message)
            stops = [i for i, _, fatal in here if fatal or not ahead]
            if stops: left += [x for x in lines[min(stops) + 1:] if x not in said]
            elif found and (not ahead or found[-1][2]):   # after the lines: one of them is not terminated
                left += self.halves([lines], place, ahead, said, [found[-1][1]])
        return left

    def halves(self, groups, place, ahead, said, messages):
        """Something in them makes all of them fail."""
        if len(groups) == 1 and len(groups[0]) == 1:
            said[groups[0][0]] = (messages or ['(it crashes)'])[0]
            return []
        if len(groups) == 1: groups = chunks(groups[0], 1)
        half = len(groups) // 2
        return (self.ask(groups[:half], place, ahead, said) +
                self.ask(groups[half:], place, ahead, said))
