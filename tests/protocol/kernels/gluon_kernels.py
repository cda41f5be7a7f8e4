# SPDX-License-Identifier: Apache-2.0
"""Gluon kernels whose PTX `make protocol-kernels` collects: here, the author writes each barrier, copy and fence.
gluon_kernels.py OUT [PATTERN]: writes OUT/gluon.NAME.sm_TARGET.ptx; existing files are kept.
"""

import os
import re
import sys

import triton
from triton.backends.compiler import GPUTarget
from triton.experimental import gluon
from triton.experimental.gluon import language as gl
from triton.experimental.gluon._runtime import GluonASTSource
from triton.experimental.gluon.language.nvidia.ampere import async_copy
from triton.experimental.gluon.language.nvidia.blackwell import (TensorMemoryLayout, allocate_tensor_memory, clc,
                                                                 tcgen05_commit, tcgen05_mma)
from triton.experimental.gluon.language.nvidia.blackwell import tma as tma_blackwell
from triton.experimental.gluon.language.nvidia.hopper import (fence_async_shared, mbarrier, tma, warpgroup_mma,
                                                              warpgroup_mma_init, warpgroup_mma_wait)


# ---- copies ----

@gluon.jit
def copy_tile(src, dst, BM: gl.constexpr, BN: gl.constexpr):
    smem = gl.allocate_shared_memory(src.dtype, src.block_type.shape, src.layout)
    bar = mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    fence_async_shared()
    x, y = gl.program_id(0) * BM, gl.program_id(1) * BN
    mbarrier.expect(bar, src.block_type.nbytes)
    tma.async_load(src, [x, y], bar, smem)
    mbarrier.wait(bar, phase=0)
    mbarrier.invalidate(bar)
    tma.async_store(dst, [x, y], smem)
    tma.store_wait(pendings=0)


@gluon.jit
def scale_tile(src, dst, BM: gl.constexpr, BN: gl.constexpr, LAYOUT: gl.constexpr):
    smem = gl.allocate_shared_memory(src.dtype, src.block_type.shape, src.layout)
    bar = mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    x, y = gl.program_id(0) * BM, gl.program_id(1) * BN
    mbarrier.expect(bar, src.block_type.nbytes)
    tma.async_load(src, [x, y], bar, smem)
    mbarrier.wait(bar, phase=0)
    value = smem.load(LAYOUT)
    smem.store(value * 2)
    fence_async_shared()
    tma.async_store(dst, [x, y], smem)
    tma.store_wait(pendings=0)
    mbarrier.invalidate(bar)


@gluon.jit
def copy_ring(src, dst, rows, BM: gl.constexpr, STAGES: gl.constexpr, LAYOUT: gl.constexpr):
    """Loads run STAGES ahead; each store reads from a buffer of its own ring."""
    inp = gl.allocate_shared_memory(src.dtype, [STAGES] + src.block_type.shape, src.layout)
    out = gl.allocate_shared_memory(dst.dtype, [2] + dst.block_type.shape, dst.layout)
    bars = mbarrier.allocate_mbarrier(batch=STAGES)
    for s in gl.static_range(STAGES):
        mbarrier.init(bars.index(s), count=1)
    steps = gl.cdiv(rows, BM)
    for s in gl.static_range(STAGES - 1):
        mbarrier.expect(bars.index(s), src.block_type.nbytes)
        tma.async_load(src, [s * BM, 0], bars.index(s), inp.index(s))
    for i in range(steps):
        ahead = i + STAGES - 1
        mbarrier.expect(bars.index(ahead % STAGES), src.block_type.nbytes, pred=ahead < steps)
        tma.async_load(src, [ahead * BM, 0], bars.index(ahead % STAGES), inp.index(ahead % STAGES), pred=ahead < steps)
        mbarrier.wait(bars.index(i % STAGES), (i // STAGES) & 1)
        value = inp.index(i % STAGES).load(LAYOUT)
        tma.store_wait(pendings=1)
        out.index(i % 2).store(value + 1)
        fence_async_shared()
        tma.async_store(dst, [i * BM, 0], out.index(i % 2))
    tma.store_wait(pendings=0)
    for s in gl.static_range(STAGES):
        mbarrier.invalidate(bars.index(s))


@gluon.jit
def reduce_tile(src_ptr, dst, BM: gl.constexpr, BN: gl.constexpr, LAYOUT: gl.constexpr, HOW: gl.constexpr):
    rows = gl.arange(0, BM, gl.SliceLayout(1, LAYOUT))
    cols = gl.arange(0, BN, gl.SliceLayout(0, LAYOUT))
    value = gl.load(src_ptr + (gl.program_id(0) * BM + rows)[:, None] * BN + cols[None, :])
    smem = gl.allocate_shared_memory(dst.dtype, dst.block_type.shape, dst.layout)
    smem.store(value)
    fence_async_shared()
    if HOW == "add":
        tma.async_atomic_add(dst, [0, 0], smem)
    else:
        tma.async_atomic_max(dst, [0, 0], smem)
    tma.store_wait(pendings=0, read_only=False)


@gluon.jit
def ampere_pipeline(src_ptr, dst_ptr, steps, BN: gl.constexpr, LAYOUT: gl.constexpr):
    """cp.async that arrives on an mbarrier."""
    SHARED: gl.constexpr = gl.SwizzledSharedLayout(1, 1, 1, order=[0])
    smem = gl.allocate_shared_memory(gl.float32, [2, BN], SHARED)
    bars = mbarrier.allocate_mbarrier(batch=2)
    for s in gl.static_range(2):
        mbarrier.init(bars.index(s), count=1)
    offs = gl.arange(0, BN, LAYOUT)
    async_copy.async_load(smem.index(0), src_ptr + offs)
    async_copy.mbarrier_arrive(bars.index(0), increment_count=True)
    mbarrier.arrive(bars.index(0), count=1)
    total = gl.zeros([BN], gl.float32, LAYOUT)
    for i in range(steps):
        if i + 1 < steps:
            async_copy.async_load(smem.index((i + 1) % 2), src_ptr + (i + 1) * BN + offs)
            async_copy.mbarrier_arrive(bars.index((i + 1) % 2), increment_count=True)
            mbarrier.arrive(bars.index((i + 1) % 2), count=1)
        mbarrier.wait(bars.index(i % 2), (i // 2) & 1)
        total += smem.index(i % 2).load(LAYOUT)
        gl.barrier()
    gl.store(dst_ptr + offs, total)


# ---- Hopper matrix products ----

@gluon.jit
def wgmma_ring(a, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, STAGES: gl.constexpr, WARPS: gl.constexpr):
    """One wgmma in flight while the next tiles are loaded."""
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    LAYOUT: gl.constexpr = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[WARPS, 1], instr_shape=[16, BN, 16])
    abuf = gl.allocate_shared_memory(a.dtype, [STAGES] + a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, [STAGES] + b.block_type.shape, b.layout)
    bars = mbarrier.allocate_mbarrier(batch=STAGES)
    for s in gl.static_range(STAGES):
        mbarrier.init(bars.index(s), count=1)
    steps = gl.cdiv(k, BK)
    for s in gl.static_range(STAGES - 2):
        mbarrier.expect(bars.index(s), a.block_type.nbytes + b.block_type.nbytes)
        tma.async_load(a, [off_m, s * BK], bars.index(s), abuf.index(s))
        tma.async_load(b, [off_n, s * BK], bars.index(s), bbuf.index(s))
    acc = warpgroup_mma_init(gl.zeros([BM, BN], gl.float32, LAYOUT))
    for i in range(steps):
        ahead = i + STAGES - 2
        slot = ahead % STAGES
        mbarrier.expect(bars.index(slot), a.block_type.nbytes + b.block_type.nbytes, pred=ahead < steps)
        tma.async_load(a, [off_m, ahead * BK], bars.index(slot), abuf.index(slot), pred=ahead < steps)
        tma.async_load(b, [off_n, ahead * BK], bars.index(slot), bbuf.index(slot), pred=ahead < steps)
        mbarrier.wait(bars.index(i % STAGES), (i // STAGES) & 1)
        acc = warpgroup_mma_wait(num_outstanding=0, deps=(acc, ))
        acc = warpgroup_mma(abuf.index(i % STAGES), bbuf.index(i % STAGES).permute((1, 0)), acc, is_async=True)
    value = warpgroup_mma_wait(num_outstanding=0, deps=(acc, ))
    for s in gl.static_range(STAGES):
        mbarrier.invalidate(bars.index(s))
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(value.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def wgmma_registers(a_ptr, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, LOAD: gl.constexpr):
    """A comes from registers."""
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    LAYOUT: gl.constexpr = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[4, 1], instr_shape=[16, BN, 16])
    OPERAND: gl.constexpr = gl.DotOperandLayout(0, LAYOUT, 2)
    bbuf = gl.allocate_shared_memory(b.dtype, b.block_type.shape, b.layout)
    bar = mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    rows = off_m + gl.arange(0, BM, gl.SliceLayout(1, LOAD))
    cols = gl.arange(0, BK, gl.SliceLayout(0, LOAD))
    acc = gl.zeros([BM, BN], gl.float32, LAYOUT)
    phase = 0
    for i in range(0, k, BK):
        mbarrier.expect(bar, b.block_type.nbytes)
        tma.async_load(b, [i, off_n], bar, bbuf)
        value = gl.load(a_ptr + rows[:, None] * k + (i + cols)[None, :])
        operand = gl.convert_layout(value * 2, OPERAND)
        mbarrier.wait(bar, phase)
        token = warpgroup_mma(operand, bbuf, acc, is_async=True)
        acc = warpgroup_mma_wait(num_outstanding=0, deps=(token, ))
        phase ^= 1
    mbarrier.invalidate(bar)
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(acc.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def ws_load(a, b, abuf, bbuf, full, empty, off_m, off_n, steps, BK: gl.constexpr, STAGES: gl.constexpr):
    for i in range(steps):
        slot = i % STAGES
        mbarrier.wait(empty.index(slot), ((i // STAGES) & 1) ^ 1)
        mbarrier.expect(full.index(slot), a.block_type.nbytes + b.block_type.nbytes)
        tma.async_load(a, [off_m, i * BK], full.index(slot), abuf.index(slot))
        tma.async_load(b, [off_n, i * BK], full.index(slot), bbuf.index(slot))


@gluon.jit
def ws_wgmma(c, abuf, bbuf, full, empty, off_m, off_n, steps, BM: gl.constexpr, BN: gl.constexpr, STAGES: gl.constexpr,
             WARPS: gl.constexpr):
    LAYOUT: gl.constexpr = gl.NVMMADistributedLayout(version=[3, 0], warps_per_cta=[WARPS, 1], instr_shape=[16, BN, 16])
    acc = gl.zeros([BM, BN], gl.float32, LAYOUT)
    for i in range(steps):
        slot = i % STAGES
        mbarrier.wait(full.index(slot), (i // STAGES) & 1)
        token = warpgroup_mma(abuf.index(slot), bbuf.index(slot).permute((1, 0)), acc, is_async=True)
        acc = warpgroup_mma_wait(num_outstanding=0, deps=(token, ))
        mbarrier.arrive(empty.index(slot), count=1)
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(acc.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def wgmma_specialized(a, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, STAGES: gl.constexpr,
                      WARPS: gl.constexpr):
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    abuf = gl.allocate_shared_memory(a.dtype, [STAGES] + a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, [STAGES] + b.block_type.shape, b.layout)
    full = mbarrier.allocate_mbarrier(batch=STAGES)
    empty = mbarrier.allocate_mbarrier(batch=STAGES)
    for s in gl.static_range(STAGES):
        mbarrier.init(full.index(s), count=1)
        mbarrier.init(empty.index(s), count=1)
    steps = gl.cdiv(k, BK)
    gl.warp_specialize([(ws_wgmma, (c, abuf, bbuf, full, empty, off_m, off_n, steps, BM, BN, STAGES, WARPS)),
                        (ws_load, (a, b, abuf, bbuf, full, empty, off_m, off_n, steps, BK, STAGES))], [4], [24])
    for s in gl.static_range(STAGES):
        mbarrier.invalidate(full.index(s))
        mbarrier.invalidate(empty.index(s))


# ---- Blackwell matrix products ----

@gluon.jit
def umma_tile(a, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr):
    """Load, multiply, wait; one buffer."""
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    abuf = gl.allocate_shared_memory(a.dtype, a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, b.block_type.shape, b.layout)
    loaded = mbarrier.allocate_mbarrier()
    done = mbarrier.allocate_mbarrier()
    mbarrier.init(loaded, count=1)
    mbarrier.init(done, count=1)
    acc = allocate_tensor_memory(gl.float32, [BM, BN], TensorMemoryLayout([BM, BN], col_stride=1))
    phase = 0
    use = False
    for i in range(0, k, BK):
        mbarrier.expect(loaded, a.block_type.nbytes + b.block_type.nbytes)
        tma.async_load(a, [off_m, i], loaded, abuf)
        tma.async_load(b, [off_n, i], loaded, bbuf)
        mbarrier.wait(loaded, phase)
        tcgen05_mma(abuf, bbuf.permute((1, 0)), acc, use_acc=use)
        tcgen05_commit(done)
        mbarrier.wait(done, phase)
        phase ^= 1
        use = True
    mbarrier.invalidate(loaded)
    mbarrier.invalidate(done)
    value = acc.load(acc.get_reg_layout())
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(value.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def umma_ring(a, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, STAGES: gl.constexpr):
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    abuf = gl.allocate_shared_memory(a.dtype, [STAGES] + a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, [STAGES] + b.block_type.shape, b.layout)
    full = mbarrier.allocate_mbarrier(batch=STAGES)
    free = mbarrier.allocate_mbarrier(batch=STAGES)
    for s in gl.static_range(STAGES):
        mbarrier.init(full.index(s), count=1)
        mbarrier.init(free.index(s), count=1)
    acc = allocate_tensor_memory(gl.float32, [BM, BN], TensorMemoryLayout([BM, BN], col_stride=1))
    steps = gl.cdiv(k, BK)
    for s in gl.static_range(STAGES - 1):
        mbarrier.expect(full.index(s), a.block_type.nbytes + b.block_type.nbytes)
        tma.async_load(a, [off_m, s * BK], full.index(s), abuf.index(s))
        tma.async_load(b, [off_n, s * BK], full.index(s), bbuf.index(s))
    use = False
    for i in range(steps):
        mbarrier.wait(full.index(i % STAGES), (i // STAGES) & 1)
        tcgen05_mma(abuf.index(i % STAGES), bbuf.index(i % STAGES).permute((1, 0)), acc, use_acc=use,
                    mbarriers=[free.index(i % STAGES)])
        use = True
        ahead = i + STAGES - 1
        slot = ahead % STAGES
        mbarrier.wait(free.index(slot), ((i - 1) // STAGES) & 1, pred=i > 0)
        mbarrier.expect(full.index(slot), a.block_type.nbytes + b.block_type.nbytes, pred=ahead < steps)
        tma.async_load(a, [off_m, ahead * BK], full.index(slot), abuf.index(slot), pred=ahead < steps)
        tma.async_load(b, [off_n, ahead * BK], full.index(slot), bbuf.index(slot), pred=ahead < steps)
    mbarrier.wait(free.index((steps - 1) % STAGES), ((steps - 1) // STAGES) & 1)
    for s in gl.static_range(STAGES):
        mbarrier.invalidate(full.index(s))
        mbarrier.invalidate(free.index(s))
    value = acc.load(acc.get_reg_layout())
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(value.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def ws_umma(abuf, bbuf, full, empty, acc, ready, steps, STAGES: gl.constexpr):
    use = False
    for i in range(steps):
        slot = i % STAGES
        mbarrier.wait(full.index(slot), (i // STAGES) & 1)
        tcgen05_mma(abuf.index(slot), bbuf.index(slot).permute((1, 0)), acc, use_acc=use, mbarriers=[empty.index(slot)])
        use = True
    tcgen05_commit(ready)


@gluon.jit
def ws_epilogue(c, acc, ready, off_m, off_n):
    mbarrier.wait(ready, 0)
    value = acc.load(acc.get_reg_layout())
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(value.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def umma_specialized(a, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, STAGES: gl.constexpr):
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    abuf = gl.allocate_shared_memory(a.dtype, [STAGES] + a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, [STAGES] + b.block_type.shape, b.layout)
    full = mbarrier.allocate_mbarrier(batch=STAGES)
    empty = mbarrier.allocate_mbarrier(batch=STAGES)
    ready = mbarrier.allocate_mbarrier()
    for s in gl.static_range(STAGES):
        mbarrier.init(full.index(s), count=1)
        mbarrier.init(empty.index(s), count=1)
    mbarrier.init(ready, count=1)
    acc = allocate_tensor_memory(gl.float32, [BM, BN], TensorMemoryLayout([BM, BN], col_stride=1))
    steps = gl.cdiv(k, BK)
    gl.warp_specialize([(ws_epilogue, (c, acc, ready, off_m, off_n)),
                        (ws_load, (a, b, abuf, bbuf, full, empty, off_m, off_n, steps, BK, STAGES)),
                        (ws_umma, (abuf, bbuf, full, empty, acc, ready, steps, STAGES))], [1, 1], [24, 24])


# A persistent kernel with two accumulators, so that the epilogue of a tile overlaps the products of the next.

@gluon.jit
def ps_load(a, b, abuf, bbuf, full, empty, tiles, cols, steps, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr,
            STAGES: gl.constexpr):
    n = 0
    for tile in range(gl.program_id(0), tiles, gl.num_programs(0)):
        off_m, off_n = (tile // cols) * BM, (tile % cols) * BN
        for i in range(steps):
            slot = n % STAGES
            mbarrier.wait(empty.index(slot), ((n // STAGES) & 1) ^ 1)
            mbarrier.expect(full.index(slot), a.block_type.nbytes + b.block_type.nbytes)
            tma.async_load(a, [off_m, i * BK], full.index(slot), abuf.index(slot))
            tma.async_load(b, [off_n, i * BK], full.index(slot), bbuf.index(slot))
            n += 1


@gluon.jit
def ps_umma(abuf, bbuf, full, empty, accs, ready, drained, tiles, steps, STAGES: gl.constexpr):
    n = 0
    t = 0
    for tile in range(gl.program_id(0), tiles, gl.num_programs(0)):
        mbarrier.wait(drained.index(t % 2), ((t // 2) & 1) ^ 1)
        use = False
        for i in range(steps):
            slot = n % STAGES
            mbarrier.wait(full.index(slot), (n // STAGES) & 1)
            tcgen05_mma(abuf.index(slot), bbuf.index(slot).permute((1, 0)), accs.index(t % 2), use_acc=use,
                        mbarriers=[empty.index(slot)])
            use = True
            n += 1
        tcgen05_commit(ready.index(t % 2))
        t += 1


@gluon.jit
def ps_epilogue(c, accs, ready, drained, tiles, cols, BM: gl.constexpr, BN: gl.constexpr):
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    t = 0
    for tile in range(gl.program_id(0), tiles, gl.num_programs(0)):
        mbarrier.wait(ready.index(t % 2), (t // 2) & 1)
        acc = accs.index(t % 2)
        value = acc.load(acc.get_reg_layout())
        mbarrier.arrive(drained.index(t % 2), count=1)
        tma.store_wait(pendings=0)
        out.store(value.to(c.dtype))
        fence_async_shared()
        tma.async_store(c, [(tile // cols) * BM, (tile % cols) * BN], out)
        t += 1
    tma.store_wait(pendings=0)


@gluon.jit
def umma_persistent(a, b, c, m, n, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr, STAGES: gl.constexpr):
    abuf = gl.allocate_shared_memory(a.dtype, [STAGES] + a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, [STAGES] + b.block_type.shape, b.layout)
    full = mbarrier.allocate_mbarrier(batch=STAGES)
    empty = mbarrier.allocate_mbarrier(batch=STAGES)
    ready = mbarrier.allocate_mbarrier(batch=2)
    drained = mbarrier.allocate_mbarrier(batch=2)
    for s in gl.static_range(STAGES):
        mbarrier.init(full.index(s), count=1)
        mbarrier.init(empty.index(s), count=1)
    for s in gl.static_range(2):
        mbarrier.init(ready.index(s), count=1)
        mbarrier.init(drained.index(s), count=1)
    accs = allocate_tensor_memory(gl.float32, [2, BM, BN], TensorMemoryLayout([BM, BN], col_stride=1))
    cols, steps = gl.cdiv(n, BN), gl.cdiv(k, BK)
    tiles = gl.cdiv(m, BM) * cols
    gl.warp_specialize([(ps_epilogue, (c, accs, ready, drained, tiles, cols, BM, BN)),
                        (ps_load, (a, b, abuf, bbuf, full, empty, tiles, cols, steps, BM, BN, BK, STAGES)),
                        (ps_umma, (abuf, bbuf, full, empty, accs, ready, drained, tiles, steps, STAGES))], [1, 1], [24, 24])


@gluon.jit
def umma_rescaled(a, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr):
    """The accumulator is read, scaled and written back between products, as in attention."""
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    abuf = gl.allocate_shared_memory(a.dtype, a.block_type.shape, a.layout)
    bbuf = gl.allocate_shared_memory(b.dtype, b.block_type.shape, b.layout)
    bars = mbarrier.allocate_mbarrier(batch=2)
    mbarrier.init(bars.index(0), count=1)
    mbarrier.init(bars.index(1), count=1)
    acc = allocate_tensor_memory(gl.float32, [BM, BN], TensorMemoryLayout([BM, BN], col_stride=1))
    LAYOUT: gl.constexpr = acc.get_reg_layout()
    acc.store(gl.zeros([BM, BN], gl.float32, LAYOUT))
    phase = 0
    for i in range(0, k, BK):
        mbarrier.expect(bars.index(0), a.block_type.nbytes + b.block_type.nbytes)
        tma.async_load(a, [off_m, i], bars.index(0), abuf)
        tma.async_load(b, [off_n, i], bars.index(0), bbuf)
        mbarrier.wait(bars.index(0), phase)
        acc.store(acc.load(LAYOUT) * 0.5)
        tcgen05_mma(abuf, bbuf.permute((1, 0)), acc, use_acc=True, mbarriers=[bars.index(1)])
        mbarrier.wait(bars.index(1), phase)
        phase ^= 1
    value = acc.load(LAYOUT)
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(value.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def umma_from_tmem(a_ptr, b, c, k, BM: gl.constexpr, BN: gl.constexpr, BK: gl.constexpr):
    """A is in Tensor Memory."""
    off_m, off_n = gl.program_id(0) * BM, gl.program_id(1) * BN
    bbuf = gl.allocate_shared_memory(b.dtype, b.block_type.shape, b.layout)
    bars = mbarrier.allocate_mbarrier(batch=2)
    mbarrier.init(bars.index(0), count=1)
    mbarrier.init(bars.index(1), count=1)
    acc = allocate_tensor_memory(gl.float32, [BM, BN], TensorMemoryLayout([BM, BN], col_stride=1))
    left = allocate_tensor_memory(b.dtype, [BM, BK], TensorMemoryLayout([BM, BK], col_stride=1))
    LAYOUT: gl.constexpr = left.get_reg_layout()
    rows = off_m + gl.arange(0, BM, gl.SliceLayout(1, LAYOUT))
    cols = gl.arange(0, BK, gl.SliceLayout(0, LAYOUT))
    phase = 0
    use = False
    for i in range(0, k, BK):
        mbarrier.expect(bars.index(0), b.block_type.nbytes)
        tma.async_load(b, [i, off_n], bars.index(0), bbuf)
        left.store(gl.load(a_ptr + rows[:, None] * k + (i + cols)[None, :]))
        mbarrier.wait(bars.index(0), phase)
        tcgen05_mma(left, bbuf, acc, use_acc=use, mbarriers=[bars.index(1)])
        mbarrier.wait(bars.index(1), phase)
        phase ^= 1
        use = True
    value = acc.load(acc.get_reg_layout())
    out = gl.allocate_shared_memory(c.dtype, c.block_type.shape, c.layout)
    out.store(value.to(c.dtype))
    fence_async_shared()
    tma.async_store(c, [off_m, off_n], out)
    tma.store_wait(pendings=0)


@gluon.jit
def launch_control(x_ptr, BN: gl.constexpr, LAYOUT: gl.constexpr):
    """Blocks take over the work of blocks that have not been launched."""
    result = gl.allocate_shared_memory(gl.int64, [2], gl.SwizzledSharedLayout(1, 1, 1, order=[0]))
    bar = mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    offs = gl.arange(0, BN, LAYOUT)
    tile = gl.program_id(0)
    running = True
    phase = 0
    while running:
        mbarrier.expect(bar, 16)
        clc.try_cancel(result, bar)
        value = gl.load(x_ptr + tile * BN + offs)
        gl.store(x_ptr + tile * BN + offs, value + 1)
        mbarrier.wait(bar, phase)
        answer = clc.load_result(result)
        running = answer.is_canceled()
        tile = answer.program_id(0)
        phase ^= 1
        fence_async_shared()
        gl.barrier()
    mbarrier.invalidate(bar)


@gluon.jit
def gather_rows(src, dst, index_ptr, BM: gl.constexpr, BN: gl.constexpr, LAYOUT: gl.constexpr):
    rows = gl.load(index_ptr + gl.program_id(0) * BM + gl.arange(0, BM, LAYOUT))
    smem = gl.allocate_shared_memory(src.dtype, [BM, BN], src.layout)
    bar = mbarrier.allocate_mbarrier()
    mbarrier.init(bar, count=1)
    mbarrier.expect(bar, BM * src.block_type.nbytes)
    tma_blackwell.async_gather(src, rows, 0, bar, smem)
    mbarrier.wait(bar, 0)
    tma_blackwell.async_scatter(dst, rows, 0, smem)
    tma.store_wait(pendings=0)
    mbarrier.invalidate(bar)


BITS = {"fp16": 16, "bf16": 16, "fp32": 32, "fp8e4nv": 8, "i8": 8}


def desc(kind, *shape):
    width = min(128, shape[-1] * BITS[kind] // 8)
    layout = gl.NVMMASharedLayout(swizzle_byte_width=width if width >= 32 else 0, element_bitwidth=BITS[kind], rank=len(shape))
    return f"tensordesc<{kind}[{','.join(map(str, shape))}],{layout!r}>"


def configurations():
    """Yields (name, targets, function, types, constants, options)."""
    tma_targets, blackwell = (90, 100, 103, 120), (100, 103)
    tile = gl.BlockedLayout([1, 4], [4, 8], [4, 1], [1, 0])
    row = gl.BlockedLayout([1], [32], [4], [0])
    for kind, bm, bn in (("fp32", 64, 32), ("fp16", 128, 64)):
        pair = dict(src=desc(kind, bm, bn), dst=desc(kind, bm, bn))
        yield f"copy_tile_{kind}", tma_targets, copy_tile, pair, dict(BM=bm, BN=bn), dict(num_warps=4)
        yield f"scale_tile_{kind}", tma_targets, scale_tile, pair, dict(BM=bm, BN=bn, LAYOUT=tile), dict(num_warps=4)
        for stages in (2, 4):
            yield (f"copy_ring_{kind}_s{stages}", tma_targets, copy_ring, dict(rows="i32", **pair),
                   dict(BM=bm, STAGES=stages, LAYOUT=tile), dict(num_warps=4))
    for how, kind in (("add", "fp32"), ("max", "fp16")):
        yield (f"reduce_tile_{how}", tma_targets, reduce_tile, dict(src_ptr="*" + kind, dst=desc(kind, 64, 32)),
               dict(BM=64, BN=32, LAYOUT=tile, HOW=how), dict(num_warps=4))
    yield ("ampere_pipeline", (80, 90, 100), ampere_pipeline, dict(src_ptr="*fp32", dst_ptr="*fp32", steps="i32"),
           dict(BN=128, LAYOUT=row), dict(num_warps=4))
    for kind, bm, bn, bk, stages, warps in (("fp16", 128, 128, 64, 4, 4), ("bf16", 64, 128, 64, 5, 4), ("fp16", 128, 256, 64, 4, 8)):
        abc = dict(a=desc(kind, bm, bk), b=desc(kind, bn, bk), c=desc(kind, bm, bn), k="i32")
        shape = dict(BM=bm, BN=bn, BK=bk, STAGES=stages)
        name = f"{kind}_{bm}x{bn}x{bk}s{stages}w{warps}"
        yield f"wgmma_ring_{name}", (90, ), wgmma_ring, abc, dict(WARPS=warps, **shape), dict(num_warps=warps)
        yield f"wgmma_specialized_{name}", (90, ), wgmma_specialized, abc, dict(WARPS=warps, **shape), dict(num_warps=warps)
    yield ("wgmma_registers", (90, ), wgmma_registers,
           dict(a_ptr="*fp16", b=desc("fp16", 64, 128), c=desc("fp16", 64, 128), k="i32"),
           dict(BM=64, BN=128, BK=64, LOAD=gl.BlockedLayout([1, 8], [4, 8], [4, 1], [1, 0])), dict(num_warps=4))
    for kind, bm, bn, bk, stages in (("fp16", 128, 128, 64, 3), ("bf16", 128, 64, 64, 4), ("fp16", 128, 256, 64, 2), ("fp16", 64, 128, 64, 3)):
        abc = dict(a=desc(kind, bm, bk), b=desc(kind, bn, bk), c=desc(kind, bm, bn), k="i32")
        shape = dict(BM=bm, BN=bn, BK=bk)
        name = f"{kind}_{bm}x{bn}x{bk}"
        yield f"umma_tile_{name}", blackwell, umma_tile, abc, shape, dict(num_warps=4)
        yield f"umma_rescaled_{name}", blackwell, umma_rescaled, abc, shape, dict(num_warps=4)
        yield f"umma_ring_{name}s{stages}", blackwell, umma_ring, abc, dict(STAGES=stages, **shape), dict(num_warps=4)
        yield (f"umma_specialized_{name}s{stages}", blackwell, umma_specialized, abc, dict(STAGES=stages, **shape),
               dict(num_warps=4))
        yield (f"umma_persistent_{name}s{stages}", blackwell, umma_persistent, dict(m="i32", n="i32", **abc),
               dict(STAGES=stages, **shape), dict(num_warps=4))
        yield (f"umma_from_tmem_{name}", blackwell, umma_from_tmem,
               dict(a_ptr="*" + kind, b=desc(kind, bk, bn), c=desc(kind, bm, bn), k="i32"), shape, dict(num_warps=4))
    yield ("launch_control", blackwell, launch_control, dict(x_ptr="*fp32"), dict(BN=128, LAYOUT=row), dict(num_warps=4))
    yield ("gather_rows", blackwell, gather_rows, dict(src=desc("fp32", 1, 32), dst=desc("fp32", 1, 32), index_ptr="*i32"),
           dict(BM=32, BN=32, LAYOUT=gl.SliceLayout(0, gl.BlockedLayout([1, 4], [32, 1], [1, 4], [1, 0]))), dict(num_warps=4))


def main(out, pattern="."):
    for name, targets, fn, types, constants, options in configurations():
        for target in targets:
            path = f"{out}/gluon.{name}.sm_{target}.ptx"
            if os.path.exists(path) or not re.search(pattern, path):
                continue
            names = fn.arg_names
            signature = {n: "constexpr" if n in constants else types[n] for n in names}
            aligned = {(names.index(n), ): [["tt.divisibility", 16]] for n, t in types.items() if t[0] == "*" or t == "i32"}
            try:
                ast = GluonASTSource(fn, signature, {(names.index(n), ): v for n, v in constants.items()}, aligned)
                ptx = triton.compile(ast, target=GPUTarget("cuda", target, 32), options=options).asm["ptx"]
            except Exception as error:  # not supported by a target or a release
                print(f"{os.path.basename(path)}: {type(error).__name__}: {str(error).strip()[:300]}", flush=True)
                continue
            with open(path, "w") as f:
                f.write(ptx)


if __name__ == "__main__":
    main(*sys.argv[1:])
