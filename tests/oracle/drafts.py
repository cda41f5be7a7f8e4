#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare the drafts of hard rows (grammar/isa/draft) with ptxas, as seeds.py does for the seeds.

The program is one that is linked with the tables of the drafts (PTXCHECK_DRAFT).
A few odd spellings are known to differ: KNOWN says how many, and why.
"""
import os, sys

sys.dont_write_bytecode = True
from oracle import HERE, ROOT, isagen, main, number, operand_zoo

CHECK = os.environ.get('PTXCHECK_DRAFT', os.path.join(ROOT, 'build/release/ptxcheck-draft'))

# Not said by the drafts: components as idesc.
KNOWN = 2

MMA = 'tcgen05.mma.cta_group::1.kind::f16'
PLACES = """tcgen05.ld.sync.aligned.32x32b.x2.b32 @, [r1];
tcgen05.ld.sync.aligned.32x32b.x2.b32 {r1,@}, [r1];
tcgen05.ld.sync.aligned.32x32b.x1.b32 {r1}, @;
tcgen05.ld.sync.aligned.16x32bx2.x1.b32 {r1}, [r1], @;
tcgen05.dealloc.cta_group::1.sync.aligned.b32 @, 32;
tcgen05.dealloc.cta_group::1.sync.aligned.b32 r1, @;
tcgen05.dealloc.exclusive.cta_group::1.sync.aligned.b32 r1, @;
$MMA @, rd1, rd2, r1, p1;
$MMA [r1], @, rd2, r1, p1;
$MMA [r1], rd1, rd2, @, p1;
$MMA [r1], rd1, rd2, r1, @;
$MMA [r1], rd1, rd2, r1, @, p1;
$MMA [r1], rd1, rd2, r1, p1, @;
$MMA [r1], rd1, rd2, r1, {r1,r2,r3,@}, p1;
tcgen05.mma.sp.cta_group::1.kind::mxf8f6f4.block_scale [r1], rd1, rd2, @, r1, [r2], [r3], p1;"""


def lines():
    found = [x for x in isagen('--spellings', 'draft')
             if x.startswith(('tcgen05.ld', 'tcgen05.dealloc', 'tcgen05.mma'))]
    for place in PLACES.replace('$MMA', MMA).splitlines():
        found += [place.replace('@', a) for a in operand_zoo()]
    return list(dict.fromkeys(found))


def spaces(release, top):
    if number(top) < 86: return
    some = lines() if release == '13.5' else lines()[::16]
    targets = ['sm_100a', 'sm_110a', 'sm_120a', 'sm_100'] + (['sm_107a'] if number(top) > 93 else [])
    yield some, top, targets[-1] if number(top) > 93 else 'sm_100a', True
    for i, target in enumerate(targets):
        yield some[i::9], top, target, True
    yield some[::9], '8.6', 'sm_100a', True


if __name__ == '__main__':
    sys.exit(main(__doc__, CHECK, os.path.join(HERE, 'drafts.tsv.xz'), spaces) > KNOWN)
