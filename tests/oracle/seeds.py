#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compare ptxcheck with ptxas on the seed instructions, line by line.

  PTXAS=/path/to/ptxas[:...] tests/oracle/seeds.py      generate lines, ask both, print counts
  PTXAS=... tests/oracle/seeds.py --record              ... and write down what ptxas said
  tests/oracle/seeds.py                                 no ptxas: compare with what is written down
"""
import itertools, os, random, sys

sys.dont_write_bytecode = True
from oracle import HERE, ROOT, TARGETS, isagen, main, number, operand_zoo

CHECK = os.environ.get('PTXCHECK', os.path.join(ROOT, 'build', 'ptxcheck'))

# ---- what to try ----

VALUES = (list(range(-3, 18)) + [31, 127, 128, 129, 255, 256, 2**31 - 1, 2**31, 2**32 - 1, 2**32,
          2**32 + 1, 2**32 + 128, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 2**64 + 1, 2**64 + 128,
          2**65 + 3, '0x80', '0b10', '010', '4U', '0x4U', '1.0', '-0', '- 1', '(3)', '2+2', '5-1'])
CP = 'tcgen05.cp.cta_group::1.128x256b '
TM = 'tensormap.replace.tile.'
FP = 'tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned '
FIELD1 = ['global_address', 'rank']
FIELD2 = ['box_dim', 'global_dim', 'global_stride', 'element_stride']
FIELD3 = ['elemtype', 'interleave_layout', 'swizzle_mode', 'swizzle_atomicity', 'fill_mode']
FIELDS = FIELD1 + FIELD2 + FIELD3


def wide(field):
    return field in ('global_address', 'global_stride')


def replace(field, space='', address='[rd1]', ord_='0', value=None):
    value = value or ('rd2' if wide(field) else '1' if field in FIELD3 else 'r2')
    ords = ord_ + ', ' if field in FIELD2 else ''
    return '%s%s%s.b1024.%s %s, %s%s;' % (TM, field, space, 'b64' if wide(field) else 'b32',
                                          address, ords, value)


def operand_lines():
    for z in operand_zoo():
        yield CP + '%s, rd1;' % z
        yield CP + '[r1], %s;' % z
        for space in ('', '.global', '.shared::cta'):
            yield replace('rank', space, address=z)
        for field in FIELDS:
            yield replace(field, value=z)
        yield replace('box_dim', ord_=z)
        yield FP + '%s, [sm], 128;' % z
        yield FP + '[gl], %s, 128;' % z
        yield FP + '[gl], [sm], %s;' % z
    for v in VALUES:
        for field in FIELDS:
            yield replace(field, value=str(v))
        for field in FIELD2:
            yield replace(field, ord_=str(v))
        yield FP + '[gl], [sm], %s;' % v
        yield CP + '[r1], %s;' % v
    for head, all_ in ((CP, ['[r1]', 'rd1', 'rd2', '1']), (FP, ['[gl]', '[sm]', '128', '1']),
                       (TM + 'rank.b1024.b32 ', ['[rd1]', 'r1', '1', 'r2']),
                       (TM + 'box_dim.b1024.b32 ', ['[rd1]', '1', 'r1', '2', '3']),
                       (TM + 'elemtype.b1024.b32 ', ['[rd1]', '1', '2', '3'])):
        for n in range(len(all_) + 1):
            yield head + ', '.join(all_[:n]) + ';'
        for p in itertools.permutations(all_[:3]):
            yield head + ', '.join(p) + ';'


def choices(*options):
    for words in itertools.product(*options):
        yield [w for part in words for w in part.split()]


def qualifier_lines(rng):
    for w in choices(['', '.cta_group::1', '.cta_group::2', '.cta_group::1 .cta_group::2',
                      '.cta_group::1 .cta_group::1', '.cta_group::3'],
                     ['', '.128x256b', '.4x256b', '.128x128b', '.64x128b', '.32x128b',
                      '.128x256b .4x256b', '.32x128b .32x128b', '.16x64b'],
                     ['', '.warpx2::02_13', '.warpx2::01_23', '.warpx4', '.warpx4 .warpx4',
                      '.warpx2::02_13 .warpx2::01_23', '.warpx4 .warpx2::02_13'],
                     ['', '.b8x16', '.b6x16_p32', '.b4x16_p64', '.b8x16 .b6x16_p32',
                      '.b8x16 .b4x16_p64', '.b6x16_p32 .b8x16', '.b8x16 .b8x16 .b4x16_p64',
                      '.b8x16 .b6x16_p32 .b4x16_p64', '.b8x16 .b8x16']):
        yield 'tcgen05.cp%s [r1], rd1;' % ''.join(w)
        rng.shuffle(w)
        if rng.random() < .5:
            yield 'tcgen05.cp%s [r1], rd1;' % ''.join(w)
    for w in choices(['', '.tile', '.tile .tile'],
                     [''] + ['.' + f for f in FIELDS] + ['.rank .rank', '.rank .elemtype'],
                     ['', '.global', '.shared::cta', '.shared', '.shared::cluster', '.const',
                      '.global .shared::cta', '.global .global'],
                     ['', '.b1024', '.b1024 .b1024'],
                     ['', '.b32', '.b64', '.b16', '.u32', '.b32 .b64']):
        field = next((x[1:] for x in w if x[1:] in FIELDS), 'rank')
        operands = replace(field).split(' ', 1)[1]
        if '.b64' in w and not wide(field): operands = operands.replace('r2', 'rd2')
        for _ in range(1 + (rng.random() < .3)):
            yield 'tensormap.replace%s %s' % (''.join(w), operands)
            rng.shuffle(w)
    for w in choices(['.global .shared::cta', '', '.global', '.shared::cta', '.shared::cta .global',
                      '.global .shared', '.global .global', '.shared::cta .shared::cta',
                      '.global .shared::cluster', '.global .shared::cta .global'],
                     ['', '.tensormap::generic', '.async::generic', '.tensormap::generic ' * 2],
                     ['', '.release', '.acquire', '.acq_rel', '.relaxed', '.release .release',
                      '.release .acquire', '.weak'],
                     ['', '.cta', '.cluster', '.gpu', '.sys', '.gpu .gpu', '.gpu .sys'],
                     ['', '.sync', '.sync .sync'], ['', '.aligned', '.aligned .aligned']):
        if rng.random() < .3:
            yield 'tensormap.cp_fenceproxy%s [gl], [sm], 128;' % ''.join(w)
        if rng.random() < .1:
            rng.shuffle(w)
            yield 'tensormap.cp_fenceproxy%s [gl], [sm], 128;' % ''.join(w)


def foreign_lines():
    words = [w.strip().strip('"') for w in isagen('--dict')]
    words = [w for w in words if w.startswith('.')] + ['.foo', '.cta_group', '.Tile', '.GPU', '.6d',
                                                       '.b1024x', '.rank2', '.global::cta']
    for w in words:
        for line in (CP + '[r1], rd1;', replace('rank'), replace('swizzle_mode'),
                     FP + '[gl], [sm], 128;'):
            head, rest = line.split(' ', 1)
            at = [i for i, c in enumerate(head) if c == '.']
            yield head + w + ' ' + rest
            yield head[:at[2]] + w + head[at[2]:] + ' ' + rest
    yield from ('tcgen05.cp .cta_group::1 .128x256b [r1], rd1;', 'tensormap.foo [rd1], r1;',
                'tcgen05.cp/**/.cta_group::1/* . */.128x256b [r1], rd1;', 'tensormap [rd1], r1;',
                'tensormap.tile.replace.rank.b1024.b32 [rd1], r1;', 'tensormap.replac.tile [rd1];')
    for guard in ('@p1 ', '@!p1 ', '@r1 '):
        yield guard + CP + '[r1], rd1;'
        yield guard + replace('rank')


def main_lines():
    rng = random.Random(1)
    lines = list(operand_lines()) + list(qualifier_lines(rng)) + list(foreign_lines())
    lines += [x for x in isagen('--spellings') if x.split('.')[0] in ('tcgen05', 'tensormap')]
    return list(dict.fromkeys(lines))


def gate_lines():
    """Lines whose verdict the header decides: each field, each value with a gate of its own."""
    yield CP + '[r1], rd1;'
    yield 'tcgen05.cp.cta_group::2.64x128b.warpx2::01_23.b8x16.b4x16_p64 [r1], rd1;'
    for field in FIELDS:
        yield replace(field)
    for v in (0, 12, 13, 14, 15, 16):
        yield replace('elemtype', value=str(v))
    for v in (3, 4, 5):
        yield replace('swizzle_mode', value=str(v))
    yield replace('rank', '.global')
    yield replace('rank', '.shared::cta')
    yield from (FP.replace('.gpu', s) + '[gl], [sm], 128;' for s in ('.cta', '.cluster', '.gpu'))


VERSIONS = ['7.8'] + ['8.%d' % i for i in range(9)] + ['9.%d' % i for i in range(6)]

def spaces(release, top):
    """(lines, version, target, alone) of everything that is compared for one release."""
    lines = main_lines()
    if release == '13.5':
        yield lines, top, 'sm_100a', False
        yield lines[::7], top, 'sm_103f', False
        yield lines[3::7], '8.6', 'sm_101a', False
        tm = [x for x in lines if 'tensormap' in x]
        yield tm[::5], top, 'sm_120a', False
        yield tm[2::5], '8.3', 'sm_90a', False
    elif number(top) >= 86:
        yield lines[::5], top, 'sm_100a', False
    else:
        yield [x for x in lines if 'tensormap' in x][::5], top, 'sm_90a', False
    versions = VERSIONS if release == '13.5' else [v for v in ('8.3', '8.6', '8.8', top)]
    for version in dict.fromkeys(v for v in versions if number(v) <= number(top)):
        for target in TARGETS:
            yield list(gate_lines()), version, 'sm_' + target, True


if __name__ == '__main__':
    sys.exit(main(__doc__, CHECK, os.path.join(HERE, 'seeds.tsv.xz'), spaces) != 0)
