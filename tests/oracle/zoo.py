# SPDX-License-Identifier: Apache-2.0
"""Operands of every kind for which the module of scene.py has names: registers, variables, numbers, addresses,
vectors."""

NUMBERS = ('-2 -1 0 1 2 3 4 5 6 7 8 9 12 13 14 15 16 17 24 25 31 32 33 63 64 96 127 128 129 255 256 '
           '257 264 511 512 513 544 608 1023 1024 65535 65536 70000 99999 1048560 1048575 1048576 '
           '2147483647 2147483648 4294967295 4294967296 4294967297 4294967328 4294967424 '
           '9223372036854775808 18446744073709551615 18446744073709551616 18446744073709551617 '
           '0x10 0b10 010 4U 0x4U 1.0 0.5 0.0 1.5 -0.5 0f3F800000 0f00000000 0f40000000 2+2 5-1 64+64 (3)').split()
SPELLED = ('0x7fffffff 0xFFFFFFFF 0xffffffffffffffff 0b1010 0B11 017 08 0X1F 0u 1e5 1.e3 1.5e-3 1E+2 1e400 .5 '
           '0D3ff0000000000000 0d7FF0000000000000 0f7f800000 0f7fc00000 0F3f800000 0f3F8 0dABC -0f3F800000 '
           '-0d3FF0000000000000 -0x1 +1 !0 !1 (-1) -(1) - (1+2)*3 (1==1) 1<2 1&&0 3%2 7&3 1|2 1^3 3>2 8>>1 1!=2 '
           '(.s64)1 (.u64)-1 (.s32)1 1.5+1.5 1+1.5 1.5*2 WARP_SZ+1 WARP_SZ*2 -WARP_SZ ~WARP_SZ 1/0 1%0 0x10U 0x '
           '0b2 1_0 99999999999999999999999 -32768 32767 32768 -32769 -128 -129 -2147483648 -2147483649 '
           '-9223372036854775808 -9223372036854775809 1.0f nan inf -1.5 3.0e38 1.0e39 1.0e-50').split()
ATOMS = ('r1 u1 s1 rd1 ud1 sd1 h1 uh1 sh1 b1 q1 hf1 hx1 f1 fd1 p1 v1 v1.x gl sm mb glq cm pm pp pr '
         'lc lp tx sf sa esm k %tid.x %tid %clock64 %laneid nosuch 0 1 5 128 -1 1.5 0f3F800000 '
         '0d3FF0000000000000 WARP_SZ').split()
NAMED = ('g_u8 g_s16 g_b32 g_f32 g_f64 g_b64 g_f16 g_v4 g_v2 g_a g_aa c_u32 c_a s_u32 s_a s_v4 e_u32 l_u32 l_a '
         'lp_u lp_d lp_f lp_a p_u8 p_s16 p_f32 p_f64 p_ptr f_none f_reg f_par f_arr f_ext lab bt ct pt '
         'w1 vf1 wd1 vh1 wh1 ub1 sb1 w1.x w1.y vf1.w wd1.x vh1.z wh1.y v1.r v1.a v1.w v1.q w1.z r1.x').split()
ODD = ('{r1,r2} {rd1,rd2} p1|p2 r1|r2 {r1,r2,r3,r4} (r1) "x" (1) 1+1 {1,2} [[r1]] [r1-4] [r1+r2] '
       '{} [r1+-4] _ [_] {_} !p1 !1 [rd1+0x10] [sm+128] ~0 4-4 (2+2)*1 1<<2 7/2 1?2:3').split()
ADDRESSES = ('[rd1+4] [rd1-4] [gl-4] [gl+rd1] [rd1+gl] [4] [0x1000] [-4] [1.5] [rd1+4+4] [rd1+(4*2)] [rd1+r1] '
             '[rd1*2] [rd1+1.5] [rd1+0x7fffffff] [rd1+2147483648] [rd1+-2147483649] [rd1+4294967296] '
             '[rd1+99999999999999999999] [gl[4]] [gl[4]+4] gl[4] gl[r1] gl[rd1] gl[-1] gl[1024] gl[2000] gl[4]+4 '
             'g_a[3] g_a[8] g_a[-1] g_a[1+1] g_aa[1] g_aa[1][2] g_u8[0] [g_a+4] [WARP_SZ] [rd1]+4 [rd1,4] [!rd1] '
             '[~rd1] [-rd1] [(rd1)] ([rd1]) *rd1 &gl r1-4 r1*2 rd1+4 4+gl gl+gl gl-gl generic(gl) generic(gl)+4 '
             'mask(0xFF00) 0xFF(gl) gl+0x7fffffffffffffff [gl+r1+4] [rd1+4,r1] {[rd1]} [{r1}] [{r1,r2}]').split()
VECTORS = ('{r1,r2,r3} {r1,r2,r3,r4,r5} {r1,r2,r3,r4,r5,r6,r7,r8} {_,_} {r1,_} {_,r1} {_,_,_,_} {_,r1,_,r2} {rd1,_} '
           '{h1,_} {h1,h2} {h1,h2,h3,h4} {h1,h2,h3,h4,h5,h6,h7,h1} {b1,b2} {b1,b2,b3,b4} {f1,f2} {f1,f2,f3,f4} '
           '{f1,f2,f3,f4,f5,f6,f7,f8} {rd1,rd2,rd3,rd4} {fd1,fd2} {fd1,fd2,fd3,fd4} {q1,q2} {p1,p2} {hf1,hf2} '
           '{hf1,hf2,hf3,hf4} {hx1,hx2} {hx1,hx2,hx3,hx4} {u1,u2} {s1,s2} {1,2,3,4} {1.5,2.5} {r1,1} {1,r1} {r1,f1} '
           '{r1,u1} {u1,s1} {hf1,h1} {hx1,r1} {r1,rd1} {h1,r1} {r1,1.5} {-1,r1} {r1,-r2} {{r1,r2},r3} {w1,w2} {v1,v2} '
           '{w1.x,w1.y} {v1.x,v1.y,v1.z,v1.w} {%tid.x,%tid.y} {gl,gl} {gl} {pr,pr} {r1,r1} {r1,r2}.x {r1,,r2} {,r1} '
           '{r1,} !{r1,r2} -{r1,r2} ({r1,r2}) {r1,r2}|p1 {r1,r2}+4 {r1+4,r2} {WARP_SZ,r1}').split()
PREDICATES = '!!p1 p1|p2 !p1|p2 p1|!p2 p1|_ _|p1 _|_ p1|r1 r1|p1 p1|p2|p3 p1| |p1 p1&p2 -p1 p1.x p1+4 p1[0] !r1'.split()


def around(a):
    """Yields an operand, and what can be written around it."""
    yield from (a, '[%s]' % a, '{%s}' % a)
    if a[0].isdigit(): return
    yield from (p % a for p in ('%s+4', '[%s+4]', '!%s', '-%s', '%s[1]', '[%s+-4]'))
    yield from ('[%s,%s]' % (a, a), '[%s,{r1}]' % a)


def make_zoo(specials):
    for a in ATOMS + NAMED: yield from around(a)
    for a in specials: yield from (a, a + '.x', a + '.w', '{%s}' % a, '[%s]' % a)
    for some in (ODD, SPELLED, ADDRESSES, VECTORS, PREDICATES): yield from some


# A register of each type, to replace all operands of an instruction at once.
CLASSES = 'r1 u1 s1 f1 rd1 ud1 sd1 fd1 h1 uh1 sh1 hf1 hx1 b1 ub1 sb1 p1 q1 v1 w1 vf1 wd1 v1.x vh1.x w1.y %tid.x pr 1 1.5 -1 gl _'.split()
GUARDS = '@!p1 @r1 @!r1 @v1.x @%is_explicit_cluster @!%is_explicit_cluster @%tid.x @nosuch @1 @!!p1 @gl @f1 @k @lab @pr @_'.split()
