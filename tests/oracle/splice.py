#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Splices real kernels with lines of each other and with unusual declarations, and compares the verdicts on whole
modules.
splice.py [--count N] [--seed N] [--keep FOLDER] FILE.ptx...
PTXAS names the assembler (default: the newest of build/cuda). Prints each module whose verdicts differ and keeps it
in FOLDER. What ptxas only notices when it links (extern functions without a body), or when it reads DWARF, does not count
as a verdict.
"""
import argparse, os, random, re, shutil, subprocess, sys, tempfile

sys.dont_write_bytecode = True
from oracle import CHECK
from ptxas import TMP, find_programs

ODD = '0x1p3 0d3FF0000000000000 0f3F800000 0xFFFFFFFFFFFFFFFFF 4294967296 -1 0 65536 08 1U 0b11 (1+2)*3 WARP_SZ nosuch'.split()
DECLARATIONS = [x.strip() for x in """
.reg .b128 %zz<3>; | .reg .v4 .f32 %zv; | .reg .b32 %zr<0>; | .reg .pred %zq; | .reg .f16x2 %zh; | .reg .bf16 %zh;
| .shared .align 3 .b8 za[4]; | .shared .align 256 .b8 zb[4]; | .shared .b32 zb = 1; | .extern .shared .b8 zs[]; | .local .align 16 .b8 zl[16];
| .global .align 8 .b32 zc[2] = {1, 2, 3}; | .global .b32 zd = 5/2; | .global .u64 ze = zd+4; | .global .b8 zg[4] = {0xff(zd), 1};
| .global .b32 zi[2][] = {1}; | .global .b32 zj[][2] = {{1,2},{3}}; | .global .f16 zh = 1.0; | .global .v4 .f32 zk = {1.0, 2.0};
| .global .u8 zn = 256; | .global .s8 zo = -129; | .global .u32 zp = generic(zd); | .global .texref ztx; | .global .attribute(.managed) .b32 zm;
| .const .f32 zf[] = {1.0, 2}; | .const .u64 zu[2] = {zd, generic(zd)+8}; | .visible .global .v2 .b64 zv2; | .weak .global .b32 zw;
| .common .global .b32 zco; | .param .align 8 .b8 zpa[12]; | .tex .u32 zold; | .alias zx, zy; | .pragma "nounroll"; | .loc 1 3 4
| .loc 1 3 4, function_name zfn, inlined_at 1 2 3 | .file 1 "a.cu" | .section .debug_str { zlab: .b8 1, 0 } | zt: .branchtargets za1, za2;
| zproto: .callprototype (.param .b32 _) _ (.param .b64 _); | .func (.reg .b32 r) zfi (.reg .b32 a) { ret; }
| .entry zen (.param .u64 .ptr .global .align 16 a) { ret; } | .maxntid 1, 1, 1 | .noreturn | .reqntid 0 | .maxnreg 256""".split('|')]
HEAD = 3   # lines of a module that stay
# What ptxas says when it links, and when it follows the references of debug sections, whose bytes ptxcheck does not read.
UNCOUNTED = 'Unresolved extern', 'Attempted to Dereference Out of Bounds'
TARGET = re.compile(r'^\s*\.target\s+(sm_(75|8\d|9\d|1\d\d)\w?)', re.M)
PATTERNS = [r'(?<![\w.])-?\d[\w.]*', r'[%$_A-Za-z][\w$]*', r'\.[a-z]\w*', r'[{};,\[\]():+]']   # numbers, names, words, punctuation


def exchanged(line, text, rng):
    """Replaces one number, name, word or punctuation mark of a line by another one of the module."""
    pattern = rng.choice(PATTERNS)
    found = list(re.finditer(pattern, line))
    if not found: return line
    one = rng.choice(found)
    others = ODD if pattern == PATTERNS[0] else re.findall(pattern, text)
    return line[:one.start()] + rng.choice(others + ['']) + line[one.end():]


def spliced(texts, rng):
    text = rng.choice(texts)
    lines = text.split('\n')
    for _ in range(rng.choice((1, 1, 2))):
        i, j = rng.randrange(HEAD, len(lines)), rng.randrange(HEAD, len(lines))
        kind = rng.randrange(7)
        if kind == 0: lines.insert(i, rng.choice(rng.choice(texts).split('\n')[HEAD:]))
        elif kind in (1, 2): lines.insert(i, rng.choice(DECLARATIONS))
        elif kind == 3: lines[i], lines[j] = lines[j], lines[i]
        elif kind == 4: lines.insert(i, lines[j])
        else: lines[i] = exchanged(lines[i], text, rng)
    return '\n'.join(lines)


def against(program, name, text):
    """Returns the error of ptxas about a module, or None if there is none, or only what does not count."""
    arch = TARGET.search(text)
    command = [program, '-arch=' + (arch.group(1) if arch else 'sm_90a'), '-O0', '-o', os.devnull, name]
    try: p = subprocess.run(command, capture_output=True, text=True, errors='replace', timeout=60)
    except subprocess.TimeoutExpired: return None
    said = [x for x in (p.stdout + p.stderr).splitlines() if 'error' in x or 'fatal' in x]
    return said[0] if p.returncode and said and not any(x in said[0] for x in UNCOUNTED) else None


def main():
    args = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    args.add_argument('--count', type=int, default=1000)
    args.add_argument('--seed', type=int, default=1)
    args.add_argument('--keep')
    args.add_argument('file', nargs='+')
    a = args.parse_args()
    rng, program, differ = random.Random(a.seed), find_programs()[-1], 0
    texts = [t for t in (open(f, errors='replace').read() for f in a.file) if TARGET.search(t) and t.count('\n') > 2 * HEAD]
    with tempfile.TemporaryDirectory(dir=TMP) as folder:
        for i in range(a.count):
            name, text = os.path.join(folder, '%d.ptx' % i), spliced(texts, rng)
            with open(name, 'w') as f: f.write(text)
            mine = subprocess.run([CHECK, '-q', '-w', name], capture_output=True, text=True, errors='replace')
            theirs = against(program, name, text)
            if (theirs is None) == (mine.returncode == 0): continue
            differ += 1
            print('%d: ptxas %s; ptxcheck %s' % (i, theirs or 'accepts', mine.stdout.split('\n')[0] or 'accepts'), flush=True)
            if a.keep: shutil.move(name, os.path.join(a.keep, '%d-%d.ptx' % (a.seed, i)))
    print('%d modules, %d differ' % (a.count, differ))


if __name__ == '__main__':
    main()
