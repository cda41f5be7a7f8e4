# SPDX-License-Identifier: Apache-2.0
"""What the oracle comparisons share: modules of one probe a line, asking ptxas and ptxcheck, and
verdicts that are written down for where there is no ptxas.

A line is accepted if ptxas parses and lowers it without an error (compute_*); all else is refused.
"""
import argparse, glob, json, lzma, os, re, subprocess, sys, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
ISAGEN = os.environ.get('ISAGEN', os.path.join(ROOT, 'build', 'host', 'isagen'))
TMP = '/dev/shm' if os.path.isdir('/dev/shm') else None

# ---- modules of one probe a line ----

GLOBALS = ('.global .align 128 .b8 gl[1024]; .const .align 128 .b8 cm[1024]; '
           '.global .align 128 .b64 glq[16]; .global .texref tx; '
           '.extern .shared .align 128 .b8 esm[]; .global .align 128 .b8 egl[1024];')
ENTRY = ('.visible .entry k(.param .align 128 .b8 pm[128], .param .b64 pp, .param .b32 pr){ '
         '.reg .pred p<8>; .reg .b8 b<8>; .reg .b16 h<8>; .reg .u16 uh<8>; .reg .s16 sh<8>; '
         '.reg .b32 r<140>; .reg .u32 u<8>; .reg .s32 s<8>; .reg .b64 rd<8>; .reg .u64 ud<8>; '
         '.reg .s64 sd<8>; .reg .f16 hf<8>; .reg .f16x2 hx<8>; .reg .f32 f<140>; .reg .f64 fd<8>; '
         '.reg .v4 .b32 v<4>; %s .shared .align 128 .b8 sm[1024]; .shared .align 8 .b64 mb; '
         '.shared .align 128 .b32 smw[64]; .local .align 128 .b8 lc[128]; '
         '.param .align 128 .b8 lp[128];')
FIRST_LINE = 6


def number(version):
    major, minor = version.split('.')
    return int(major) * 10 + int(minor)


def module(lines, version, target, extra=''):
    lines = [x.replace('nosuch', 'nosuch_%d_' % i) for i, x in enumerate(lines)]
    entry = ENTRY % ('.reg .b128 q<8>;' if number(version) >= 83 else '')
    return '.version %s\n.target %s\n.address_size 64\n%s\n%s%s\n%s\nret;\n}\n' % (
        version, target, GLOBALS, entry, extra, '\n'.join(lines))


# ---- operands of every kind ----

ATOMS = ('r1 u1 s1 rd1 ud1 sd1 h1 uh1 sh1 b1 q1 hf1 hx1 f1 fd1 p1 v1 v1.x gl sm mb glq cm pm pp pr '
         'lc lp tx esm k %tid.x %tid %clock64 %laneid nosuch 0 1 5 128 -1 1.5 0f3F800000 '
         '0d3FF0000000000000 WARP_SZ').split()
ODD = ('{r1,r2} {rd1,rd2} p1|p2 r1|r2 {r1,r2,r3,r4} (r1) "x" (1) 1+1 {1,2} [[r1]] [r1-4] [r1+r2] '
       '{} [r1+-4] _ [_] {_} !p1 !1 [rd1+0x10] [sm+128] ~0 4-4 (2+2)*1 1<<2 7/2 1?2:3').split()
def operand_zoo():
    for a in ATOMS:
        yield from (a, '[%s]' % a, '{%s}' % a)
        if not a[0].isdigit():
            yield from (p % a for p in ('%s+4', '[%s+4]', '!%s', '-%s', '%s[1]', '[%s+-4]'))
            yield from ('[%s,%s]' % (a, a), '[%s,{r1}]' % a)
    yield from ODD


def isagen(option):
    files = sorted(glob.glob(os.path.join(ROOT, 'grammar', 'isa', '*.isa')))
    return subprocess.run([ISAGEN, option] + files, check=True, text=True,
                          stdout=subprocess.PIPE).stdout.splitlines()


# ---- ptxas ----

MESSAGE = re.compile(r'^ptxas (?:(.*?), line (\d+); )?\s*(error|fatal|warning|info)\s*: (.*)$')
HEADER = re.compile(r'does not support|SM version|with .target|Unsupported .(target|version)')


class Ptxas:
    def __init__(self, program):
        self.program = program
        text = subprocess.run([program, '--version'], text=True, stdout=subprocess.PIPE).stdout
        self.release = re.search(r'release (\d+\.\d+)', text).group(1)
        self.file = tempfile.NamedTemporaryFile('w', suffix='.ptx', dir=TMP)

    def arch(self, target):
        n = target[3:]
        major = int(self.release.split('.')[0])
        if major >= 13:
            n = {'101': '110', '101a': '110a', '101f': '110f'}.get(n, n)
        old = float(self.release) < 12.9 and n[-1] in 'af'
        return ('sm_' if old else 'compute_') + n

    def run(self, text, target):
        """-> (exit status, {line: first error}, errors without a line)"""
        self.file.seek(0)
        self.file.truncate()
        self.file.write(text)
        self.file.flush()
        p = subprocess.run([self.program, '-arch=' + self.arch(target), self.file.name, '-o',
                            os.devnull], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                           text=True, errors='replace')
        lines, fatal, other = {}, None, []
        for row in p.stdout.splitlines():
            m = MESSAGE.match(row)
            if not m or m.group(3) not in ('error', 'fatal'): continue
            if m.group(2) and m.group(1) == self.file.name:
                lines.setdefault(int(m.group(2)), m.group(4))
                if m.group(3) == 'fatal': fatal = int(m.group(2))
            else:
                other.append(m.group(4))
        return p.returncode, lines, fatal, other

    def parse(self, lines, version, target, refused):
        """Adds what the parser's own checks refuse; an error up front keeps lowering away."""
        todo = list(lines)
        while todo:
            rc, errors, fatal, other = self.run(
                module(todo, version, target, ' add.s32 r1;'), target)
            if rc not in (0, 255):
                if len(todo) == 1:
                    refused.add(todo[0])
                    return
                half = len(todo) // 2
                self.parse(todo[:half], version, target, refused)
                todo = todo[half:]
                continue
            for at in errors:
                if FIRST_LINE <= at < FIRST_LINE + len(todo): refused.add(todo[at - FIRST_LINE])
            if fatal is None or fatal < FIRST_LINE: return
            todo = todo[fatal - FIRST_LINE + 1:]

    def lower(self, lines, version, target, refused):
        todo = list(lines)
        while todo:
            rc, errors, _, other = self.run(module(todo, version, target), target)
            if rc == 0 or any(HEADER.search(m) for m in other + list(errors.values())): return
            bad = sorted(at - FIRST_LINE for at in errors
                         if FIRST_LINE <= at < FIRST_LINE + len(todo))
            if rc == 255 and bad:
                refused.update(todo[i] for i in bad)
                todo = [x for i, x in enumerate(todo) if i > bad[0] and i not in bad]
            elif len(todo) == 1:
                refused.add(todo[0])
                return
            else:
                half = len(todo) // 2
                self.lower(todo[:half], version, target, refused)
                todo = todo[half:]

    def judge(self, lines, version, target):
        refused = set()
        # "Unknown symbol" comes late and is lost before a fatal error: so these go alone.
        for some in ([x for x in lines if 'nosuch' not in x], [x for x in lines if 'nosuch' in x]):
            for i in range(0, len(some), 3000):
                self.parse(some[i:i + 3000], version, target, refused)
        refused.update(x for x in lines if 'nosuch' in x)
        left = [x for x in lines if x not in refused]
        for i in range(0, len(left), 300):
            self.lower(left[i:i + 300], version, target, refused)
        return [x not in refused for x in lines]


# ---- ptxcheck ----

OF_A_KERNEL = 'ptx-416'   # an error of all lines together, not of one

def ask(check, modules, release):
    """-> for each module the set of lines with an error"""
    with tempfile.TemporaryDirectory(dir=TMP) as d:
        names = []
        for i, text in enumerate(modules):
            names.append(os.path.join(d, '%d.ptx' % i))
            with open(names[-1], 'w') as f: f.write(text)
        found = [set() for _ in modules]
        for i in range(0, len(names), 500):
            p = subprocess.run([check, '--format=json', '--toolkit=' + release] + names[i:i + 500],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            if p.returncode not in (0, 1): sys.exit('ptxcheck: ' + p.stderr)
            for diag in json.loads(p.stdout)['diagnostics']:
                if diag['severity'] == 'error' and diag['code'] != OF_A_KERNEL:
                    index = int(os.path.basename(diag['file'])[:-4])
                    found[index].update(range(diag['line'], diag['end_line'] + 1))
        return found


def ours(check, lines, version, target, release, alone=False):
    """What only the header can mend is said once for a module: then each line is one."""
    groups = [[x] for x in lines] if alone else [lines[i:i + 3000]
                                                 for i in range(0, len(lines), 3000)]
    found = ask(check, [module(g, version, target) for g in groups], release)
    return [FIRST_LINE + i not in bad for g, bad in zip(groups, found) for i in range(len(g))]


# ---- the comparison ----

def header_is_legal(ptxas, version, target):
    rc, errors, fatal, other = ptxas.run(module([], version, target), target)
    return rc == 0


TARGETS = ('75 80 86 87 88 89 90 90a 100 100a 100f 101 101a 101f 103 103a 103f 107 107a 107f 110 '
           '110a 110f 120 120a 120f 121 121a 121f').split()

TOP = {'12.3': '8.3', '12.4': '8.4', '12.6': '8.5', '12.8': '8.7', '12.9': '8.8', '13.0': '9.0',
       '13.1': '9.1', '13.2': '9.2', '13.3': '9.3', '13.4': '9.4', '13.5': '9.5'}


def compare(check, rows, release, version, target, alone, show, counts):
    lines = [x for x, _ in rows]
    differ = 0
    for (line, theirs), mine in zip(rows, ours(check, lines, version, target, release, alone)):
        counts[0] += 1
        counts[1] += theirs
        if mine == theirs: continue
        differ += 1
        counts[2] += 1
        if counts[2] <= show:
            print('%s %s %s: ptxas %s, ptxcheck %s: %s' % (
                release, version, target, 'accepts' if theirs else 'refuses',
                'accepts' if mine else 'refuses', line))
    return differ


def live(check, spaces, programs, record, show, counts):
    for program in programs:
        ptxas = Ptxas(program)
        top = TOP[ptxas.release]
        for lines, version, target, alone in spaces(ptxas.release, top):
            if not header_is_legal(ptxas, version, target): continue
            rows = list(zip(lines, ptxas.judge(lines, version, target)))
            if record is not None: record.append((ptxas.release, version, target, alone, rows))
            compare(check, rows, ptxas.release, version, target, alone, show, counts)
        print('ptxas %s: %d lines so far, %d accepted, %d differ' %
              ((ptxas.release,) + tuple(counts)))


def write_record(name, record):
    with lzma.open(name, 'wt', preset=9) as f:
        for release, version, target, alone, rows in record:
            f.write('\t'.join(('#', release, version, target, str(int(alone)))) + '\n')
            for line, ok in rows: f.write('%s\t%s\n' % ('A' if ok else 'R', line))


def read_record(name):
    head, rows = None, []
    with lzma.open(name, 'rt') as f:
        for row in f:
            cells = row.rstrip('\n').split('\t')
            if cells[0] == '#':
                if head: yield head, rows
                head, rows = cells[1:], []
            else:
                rows.append((cells[1], cells[0] == 'A'))
    if head: yield head, rows


def main(what, check, record_name, spaces):
    """spaces(release, newest version) yields (lines, version, target, each line alone)."""
    args = argparse.ArgumentParser(description=what.splitlines()[0])
    args.add_argument('--record', action='store_true', help='write down what ptxas says')
    args.add_argument('--show', type=int, default=30, metavar='N', help='print N differences')
    a = args.parse_args()
    counts = [0, 0, 0]
    programs = [p for p in os.environ.get('PTXAS', '').split(':') if p]
    if programs:
        record = [] if a.record else None
        live(check, spaces, programs, record, a.show, counts)
        if a.record: write_record(record_name, record)
    else:
        for (release, version, target, alone), rows in read_record(record_name):
            compare(check, rows, release, version, target, alone == '1', a.show, counts)
    print('%d lines, %d accepted by ptxas, %d differ' % tuple(counts))
    return counts[2]
