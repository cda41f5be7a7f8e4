# SPDX-License-Identifier: Apache-2.0
"""Modules with one probe per line: registers and variables of every type and space, functions, labels and lists of
them; for old versions and targets, as many of these as they support."""
import re

GLOBALS = ('.global .align 128 .b8 gl[1024]; .const .align 128 .b8 cm[1024]; '
           '.global .align 128 .b64 glq[16]; .global .texref tx; .global .surfref sf; '
           '.extern .shared .align 128 .b8 esm[]; .global .align 128 .b8 egl[1024]; '
           '.global .u8 g_u8; .global .s16 g_s16; .global .b32 g_b32; .global .f32 g_f32; .global .f64 g_f64; '
           '.global .b64 g_b64; .global .f16 g_f16; .global .v4 .f32 g_v4; .global .v2 .b64 g_v2; '
           '.global .u32 g_a[8]; .global .f32 g_aa[4][4]; .const .u32 c_u32; .const .f64 c_a[4]; '
           '.shared .u32 s_u32; .shared .f32 s_a[4]; .shared .v4 .b32 s_v4; .extern .global .u32 e_u32; ')
FUNCTIONS = ('.func f_none { ret; } .func (.reg .b32 o) f_reg(.reg .b32 i, .reg .f32 j) { ret; } '
             '.func (.param .b32 o) f_par(.param .b32 i, .param .b64 j) { ret; } '
             '.func f_arr(.param .align 16 .b8 i[16]) { ret; } '
             '.extern .func (.param .b32 o) f_ext(.param .b32 i, .param .b64 j); ')
REGISTERS = ('.reg .pred p<8>; .reg .b8 b<8>; .reg .b16 h<8>; .reg .u16 uh<8>; .reg .s16 sh<8>; '
             '.reg .b32 r<140>; .reg .u32 u<8>; .reg .s32 s<8>; .reg .b64 rd<8>; .reg .u64 ud<8>; '
             '.reg .s64 sd<8>; .reg .f16 hf<8>; .reg .f16x2 hx<8>; .reg .f32 f<140>; .reg .f64 fd<8>; '
             '.reg .v4 .b32 v<4>; .reg .v2 .b32 w<4>; .reg .v4 .f32 vf<4>; .reg .v2 .b64 wd<4>; .reg .v4 .b16 vh<4>; '
             '.reg .v2 .f16 wh<4>; .reg .u8 ub<8>; .reg .s8 sb<8>; ')
LOCALS = ('.shared .align 128 .b8 sm[1024]; .shared .align 8 .b64 mb; '
          '.shared .align 128 .b32 smw[64]; .local .align 128 .b8 lc[128]; '
          '.local .u32 l_u32; .local .f64 l_a[4]; '
          '.param .align 128 .b8 lp[128]; .param .b32 lp_u; .param .b64 lp_d; .param .f32 lp_f; .param .b32 lp_a[2]; ')
LISTS = ('bt: .branchtargets lab, lab2; ct: .calltargets f_par, f_ext; '
         'pt: .callprototype (.param .b32 _) _ (.param .b32 _, .param .b64 _); ')
BLOCK = '.param .align 128 .b8 pm[128], .param .b64 pp, .param .b32 pr'
ENTRY = ('.visible .entry %s(' + BLOCK + ', .param .u8 p_u8, .param .s16 p_s16, .param .f32 p_f32, .param .f64 p_f64, '
         '.param .u64 .ptr .global .align 16 p_ptr){ ')
FUNCTION = '.func (.param .b32 po) %s(' + BLOCK + ', .param .f64 p_f64, .param .f32 p_f32){ '
FIRST_LINE = 6

FULL = 60, 53   # .version and target from which on all of this is valid, except .b128
B128 = 83, 70
OLD_GLOBALS = '.global .align 128 .b8 gl[1024]; .const .align 128 .b8 cm[1024]; .extern .shared .align 128 .b8 esm[]; '
OLD_REGISTERS = re.sub(r'\.reg \.f16x2 \S+; ', '', REGISTERS)
OLD_LOCALS = ('.shared .align 128 .b8 sm[1024]; .local .align 128 .b8 lc[128]; ')
OLD_BLOCK = '.param .align 8 .b8 pm[64]%s .param .b64 pp%s .param .b32 pr'
OLD_PARTS = [   # .version, target, and what they add
    (15, 10, 'globals', '.global .texref tx; .global .surfref sf; '),
    (20, 20, 'globals', FUNCTIONS),
    (20, 20, 'locals', '.param .align 128 .b8 lp[128]; .param .b32 lp_u; .param .b64 lp_d; '),
    (21, 20, 'locals', LISTS[LISTS.index('ct:'):]),
    (60, 30, 'locals', LISTS[:LISTS.index('ct:')])]

INDEPENDENT = ', texmode_independent'   # a target may end with this: samplers are then separate
SAMPLERS = ' .global .samplerref sa;'


def number(version):
    major, minor = version.split('.')
    return int(major) * 10 + int(minor)


def module(lines, version, target, extra='', name='k', kind='table'):
    """kind 'function' puts the lines in a function instead of an entry. Files that are passed to ptxas at once need
    distinct names for their entries, from k to the lines."""
    lines = [x.replace('nosuch', 'nosuch_%d_' % i) for i, x in enumerate(lines)]
    if name != 'k': lines = [re.sub(r'\bk\b', name, x) for x in lines]
    globals_, head, locals_ = whole(version, name, kind) if is_full(version, target) else old(version, target, name)
    samplers = SAMPLERS if target.endswith(INDEPENDENT) else ''
    size = '.address_size 64' if number(version) >= 23 else ''
    return '.version %s\n.target %s\n%s\n%s%s\n%s%slab:%s\n%s\nlab2: ret;\n}\n' % (
        version, target, size, globals_, samplers, head, locals_, extra, '\n'.join(lines))


def is_full(version, target):
    v, t = number(version), int(re.match(r'sm_(\d+)', target).group(1))
    return v >= FULL[0] and t >= FULL[1] and (v < B128[0] or t >= B128[1])


def whole(version, name, kind):
    head = (FUNCTION if kind == 'function' else ENTRY) % name + REGISTERS
    if number(version) >= B128[0]: head += '.reg .b128 q<8>; '
    return GLOBALS + FUNCTIONS, head, LOCALS + LISTS


def old(version, target, name):
    """Returns the declarations that lines of entries need, except those about textures or calls. Versions before
    1.4 declare parameters in the body."""
    v, t = number(version), int(re.match(r'sm_(\d+)', target).group(1))
    parts = {'globals': OLD_GLOBALS, 'locals': OLD_LOCALS}
    for first, lowest, part, text in OLD_PARTS:
        if v >= first and t >= lowest: parts[part] += text
    listed = '(%s) { ' % (OLD_BLOCK % (',', ',')) if v >= 14 else ' { %s; ' % (OLD_BLOCK % (';', ';'))
    return parts['globals'], '.entry ' + name + listed + OLD_REGISTERS, parts['locals']
