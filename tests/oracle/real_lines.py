#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes real.tsv: the instructions of the tables that compilers really wrote, each once.
PTXAS=... real_lines.py FILE.ptx...: also reads FILE.ptx.xz. Registers and variables get the names that they have in
the oracle's module; what ptxas does not accept there, such as an unknown kind of name, is left out.
"""
import collections, lzma, re, sys

sys.dont_write_bytecode = True
import real
from near import Tables
from plan import TOP
from ptxas import Ptxas, find_programs

REGISTERS = {'pred': 'p', 'b8': 'b', 'b16': 'h', 'u16': 'uh', 's16': 'sh', 'b32': 'r', 'u32': 'u', 's32': 's',
             'b64': 'rd', 'u64': 'ud', 's64': 'sd', 'f16': 'hf', 'f16x2': 'hx', 'f32': 'f', 'f64': 'fd', 'b128': 'q'}
VARIABLES = {'global': 'gl', 'const': 'cm', 'shared': 'sm', 'local': 'lc', 'param': 'lp'}
MANY = {'r': 139, 'f': 139}   # registers of a type; 7 for other types
NAME = re.compile(r'(?<![\w.:$%])[A-Za-z_%$][\w$]*')


def declared(text):
    """Returns name, or name of a range such as %r -> its prefix or name in the oracle's module."""
    names = {}
    for type_, list_ in re.findall(r'\.reg\s+\.(\w+)\s+([^;]*);', text):
        for name in list_.split(','):
            names[name.split('<')[0].strip()] = REGISTERS.get(type_)
    for space, name in re.findall(r'\.(global|const|shared|local|param)\b[^;={]*?([\w$]+)\s*(?:\[[^]]*\])*\s*[;=,)\n]', text):
        names.setdefault(name, VARIABLES[space])
    return names


def renamed(statement, names):
    """Returns None if it contains a name of an unknown kind."""
    guard, head, operands = re.match(r'(@!?\S+ )?([\w.:]*)(.*)', statement).groups('')
    new, used = {}, collections.Counter()

    def rename(m):
        name = m.group()
        if name in new: return new[name]
        if re.match(r'%(tid|ctaid|ntid|laneid|clock|cluster)|_$|0|WARP_SZ$', name): return name
        kind = names.get(name) or names.get(re.sub(r'\d+$', '', name))
        if kind is None: raise KeyError(name)
        used[kind] += 1
        is_variable = kind in VARIABLES.values()
        new[name] = kind if is_variable else '%s%d' % (kind, (used[kind] - 1) % MANY.get(kind, 7) + 1)
        return new[name]

    try:
        text = NAME.sub(rename, guard) + head + ' ' + NAME.sub(rename, operands).strip()
    except KeyError:
        return None
    return text.strip() + ';'


def lines_of(text, opcode_of):
    text = re.sub(r'//[^\n]*|/\*.*?\*/', '', text, flags=re.S)
    target = re.search(r'\.target\s+(\w+)', text).group(1)
    names = declared(text)
    for statement in text.split(';'):
        statement = re.sub(r'\s+', ' ', re.sub(r'^(\s*([{}]|[\w$]+:(?!:)|\.loc[^\n]*\n))*', '', statement)).strip()
        if opcode_of(statement):
            line = renamed(statement, names)
            if line: yield target, line


def read(path):
    with lzma.open(path, 'rt') if path.endswith('.xz') else open(path, errors='replace') as f: return f.read()


def main(paths):
    opcode_of = Tables().opcode_of
    ptxas = Ptxas(find_programs()[-1])
    found = {}
    for path in sorted(paths):
        for target, line in lines_of(read(path), opcode_of): found.setdefault(line, target)
    with open(real.FILE, 'w') as f:
        for target in sorted(set(found.values())):
            some = sorted(x for x, t in found.items() if t == target)
            said = ptxas.judge(some, TOP[ptxas.release], target)
            for line, message in zip(some, said):
                if message: print('%s: %s' % (line, message))
                else: f.write('%s\t%s\n' % (target, line))


main(sys.argv[1:])
