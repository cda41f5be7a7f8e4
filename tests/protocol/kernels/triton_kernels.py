# SPDX-License-Identifier: Apache-2.0
"""Triton kernels whose PTX `make protocol-kernels` collects, and the configurations they are compiled for.
triton_kernels.py OUT [PATTERN]: writes OUT/triton.NAME.sm_TARGET.ptx; existing files are kept. The kernels are what
Triton users write: matrix products, attention, normalizations; the compiler selects the asynchronous instructions
according to the target and the options.
"""

import os
import re
import sys

import triton
import triton.language as tl
from triton.backends.compiler import GPUTarget
from triton.compiler import ASTSource


@triton.jit
def matmul(a_ptr, b_ptr, c_ptr, m, n, k, stride_a, stride_b, stride_c,
           BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr, GROUP: tl.constexpr):
    pid = tl.program_id(0)
    rows, cols = tl.cdiv(m, BM), tl.cdiv(n, BN)
    group = pid // (GROUP * cols)
    height = min(rows - group * GROUP, GROUP)
    pid_m = group * GROUP + (pid % (GROUP * cols)) % height
    pid_n = (pid % (GROUP * cols)) // height
    offs_m = (pid_m * BM + tl.arange(0, BM)) % m
    offs_n = (pid_n * BN + tl.arange(0, BN)) % n
    offs_k = tl.arange(0, BK)
    a = a_ptr + offs_m[:, None] * stride_a + offs_k[None, :]
    b = b_ptr + offs_k[:, None] * stride_b + offs_n[None, :]
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        x = tl.load(a, mask=offs_k[None, :] < k - i * BK, other=0.0)
        y = tl.load(b, mask=offs_k[:, None] < k - i * BK, other=0.0)
        acc = tl.dot(x, y, acc)
        a += BK
        b += BK * stride_b
    offs_cm = pid_m * BM + tl.arange(0, BM)
    offs_cn = pid_n * BN + tl.arange(0, BN)
    mask = (offs_cm[:, None] < m) & (offs_cn[None, :] < n)
    tl.store(c_ptr + offs_cm[:, None] * stride_c + offs_cn[None, :], acc.to(c_ptr.dtype.element_ty), mask=mask)


@triton.jit
def matmul_bias_gelu(a_ptr, b_ptr, bias_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    pid_m, pid_n = tl.program_id(0), tl.program_id(1)
    offs_m = pid_m * BM + tl.arange(0, BM)
    offs_n = pid_n * BN + tl.arange(0, BN)
    offs_k = tl.arange(0, BK)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, k, BK):
        x = tl.load(a_ptr + offs_m[:, None] * k + (i + offs_k)[None, :])
        y = tl.load(b_ptr + (i + offs_k)[:, None] * n + offs_n[None, :])
        acc = tl.dot(x, y, acc)
    acc += tl.load(bias_ptr + offs_n)[None, :]
    acc = acc * tl.sigmoid(1.702 * acc)
    tl.store(c_ptr + offs_m[:, None] * n + offs_n[None, :], acc.to(c_ptr.dtype.element_ty))


@triton.jit
def split_k(a_desc, b_desc, c_desc, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    off_m, off_n = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(tl.program_id(2) * BK, k, BK * tl.num_programs(2)):
        acc = tl.dot(a_desc.load([off_m, i]), b_desc.load([off_n, i]).T, acc)
    c_desc.atomic_add([off_m, off_n], acc)


@triton.jit
def matmul_host_desc(a_desc, b_desc, c_desc, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
                     WS: tl.constexpr, SPLIT: tl.constexpr):
    off_m, off_n = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in tl.range(0, tl.cdiv(k, BK), warp_specialize=WS):
        acc = tl.dot(a_desc.load([off_m, i * BK]), b_desc.load([off_n, i * BK]).T, acc)
    if SPLIT:
        halves = tl.permute(tl.reshape(acc, (BM, 2, BN // 2)), (0, 2, 1))
        low, high = tl.split(halves)
        c_desc.store([off_m, off_n], low.to(c_desc.dtype))
        c_desc.store([off_m, off_n + BN // 2], high.to(c_desc.dtype))
    else:
        c_desc.store([off_m, off_n], acc.to(c_desc.dtype))


@triton.jit
def matmul_device_desc(a_ptr, b_ptr, c_ptr, m, n, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr):
    a_desc = tl.make_tensor_descriptor(a_ptr, shape=[m, k], strides=[k, 1], block_shape=[BM, BK])
    b_desc = tl.make_tensor_descriptor(b_ptr, shape=[n, k], strides=[k, 1], block_shape=[BN, BK])
    c_desc = tl.make_tensor_descriptor(c_ptr, shape=[m, n], strides=[n, 1], block_shape=[BM, BN])
    off_m, off_n = tl.program_id(0) * BM, tl.program_id(1) * BN
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        acc = tl.dot(a_desc.load([off_m, i * BK]), b_desc.load([off_n, i * BK]).T, acc)
    c_desc.store([off_m, off_n], acc.to(c_desc.dtype))


@triton.jit
def persistent(a_desc, b_desc, c_desc, m, n, k, SMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
               BK: tl.constexpr, WS: tl.constexpr, FLATTEN: tl.constexpr):
    cols = tl.cdiv(n, BN)
    tiles = tl.cdiv(m, BM) * cols
    for tile in tl.range(tl.program_id(0), tiles, SMS, flatten=FLATTEN, warp_specialize=WS):
        off_m, off_n = (tile // cols) * BM, (tile % cols) * BN
        acc = tl.zeros((BM, BN), dtype=tl.float32)
        for i in range(tl.cdiv(k, BK)):
            acc = tl.dot(a_desc.load([off_m, i * BK]), b_desc.load([off_n, i * BK]).T, acc)
        c_desc.store([off_m, off_n], acc.to(c_desc.dtype))


@triton.jit
def grouped(a_ptrs, b_ptrs, c_ptrs, sizes, count, SMS: tl.constexpr, BM: tl.constexpr, BN: tl.constexpr,
            BK: tl.constexpr):
    tile = tl.program_id(0)
    last = 0
    for g in range(count):
        m, n, k = tl.load(sizes + g * 3), tl.load(sizes + g * 3 + 1), tl.load(sizes + g * 3 + 2)
        cols = tl.cdiv(n, BN)
        tiles = tl.cdiv(m, BM) * cols
        if tile >= last and tile < last + tiles:
            a_desc = tl.make_tensor_descriptor(tl.load(a_ptrs + g).to(tl.pointer_type(tl.float16)), shape=[m, k],
                                               strides=[k, 1], block_shape=[BM, BK])
            b_desc = tl.make_tensor_descriptor(tl.load(b_ptrs + g).to(tl.pointer_type(tl.float16)), shape=[n, k],
                                               strides=[k, 1], block_shape=[BN, BK])
            c_desc = tl.make_tensor_descriptor(tl.load(c_ptrs + g).to(tl.pointer_type(tl.float16)), shape=[m, n],
                                               strides=[n, 1], block_shape=[BM, BN])
            while tile >= last and tile < last + tiles:
                off_m, off_n = ((tile - last) // cols) * BM, ((tile - last) % cols) * BN
                acc = tl.zeros((BM, BN), dtype=tl.float32)
                for i in range(0, tl.cdiv(k, BK)):
                    acc = tl.dot(a_desc.load([off_m, i * BK]), b_desc.load([off_n, i * BK]).T, acc)
                c_desc.store([off_m, off_n], acc.to(tl.float16))
                tile += SMS
        last += tiles


@triton.jit
def attention(q_ptr, k_ptr, v_ptr, o_ptr, length, scale, BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr,
              CAUSAL: tl.constexpr):
    start, head = tl.program_id(0) * BM, tl.program_id(1)
    base = head * length * D
    offs_m, offs_n, offs_d = start + tl.arange(0, BM), tl.arange(0, BN), tl.arange(0, D)
    q = tl.load(q_ptr + base + offs_m[:, None] * D + offs_d[None, :])
    best = tl.full([BM], float("-inf"), dtype=tl.float32)
    total = tl.zeros([BM], dtype=tl.float32)
    acc = tl.zeros([BM, D], dtype=tl.float32)
    end = length
    if CAUSAL:
        end = start + BM
    for i in range(0, end, BN):
        k = tl.load(k_ptr + base + (i + offs_n)[None, :] * D + offs_d[:, None])
        s = tl.dot(q, k) * scale
        if CAUSAL:
            s = tl.where(offs_m[:, None] >= (i + offs_n)[None, :], s, float("-inf"))
        now = tl.maximum(best, tl.max(s, 1))
        p = tl.math.exp2(s - now[:, None])
        alpha = tl.math.exp2(best - now)
        total = total * alpha + tl.sum(p, 1)
        v = tl.load(v_ptr + base + (i + offs_n)[:, None] * D + offs_d[None, :])
        acc = tl.dot(p.to(v.dtype), v, acc * alpha[:, None])
        best = now
    tl.store(o_ptr + base + offs_m[:, None] * D + offs_d[None, :], (acc / total[:, None]).to(o_ptr.dtype.element_ty))


@triton.jit
def attention_desc(q_desc, k_desc, v_desc, o_desc, length, scale, BM: tl.constexpr, BN: tl.constexpr,
                   D: tl.constexpr, WS: tl.constexpr):
    row = tl.program_id(1) * length
    start = row + tl.program_id(0) * BM
    q = q_desc.load([start, 0])
    best = tl.full([BM], float("-inf"), dtype=tl.float32)
    total = tl.zeros([BM], dtype=tl.float32)
    acc = tl.zeros([BM, D], dtype=tl.float32)
    for i in tl.range(0, length, BN, warp_specialize=WS):
        s = tl.dot(q, k_desc.load([row + i, 0]).T)
        now = tl.maximum(best, tl.max(s, 1) * scale)
        p = tl.math.exp2(s * scale - now[:, None])
        alpha = tl.math.exp2(best - now)
        total = total * alpha + tl.sum(p, 1)
        acc = acc * alpha[:, None]
        v = v_desc.load([row + i, 0])
        acc = tl.dot(p.to(v.dtype), v, acc)
        best = now
    o_desc.store([start, 0], (acc / total[:, None]).to(o_desc.dtype))


@triton.jit
def attention_backward(q_desc, k_desc, v_desc, do_desc, lse_ptr, delta_ptr, dk_desc, dv_desc, length, scale,
                       BM: tl.constexpr, BN: tl.constexpr, D: tl.constexpr):
    row = tl.program_id(1) * length
    start = row + tl.program_id(0) * BN
    k = k_desc.load([start, 0])
    v = v_desc.load([start, 0])
    dk = tl.zeros([BN, D], dtype=tl.float32)
    dv = tl.zeros([BN, D], dtype=tl.float32)
    for i in range(0, length, BM):
        q = q_desc.load([row + i, 0])
        do = do_desc.load([row + i, 0])
        offs = row + i + tl.arange(0, BM)
        p = tl.math.exp2(tl.dot(k, q.T) * scale - tl.load(lse_ptr + offs)[None, :])
        dv = tl.dot(p.to(do.dtype), do, dv)
        ds = p * (tl.dot(v, do.T) - tl.load(delta_ptr + offs)[None, :])
        dk = tl.dot(ds.to(q.dtype), q, dk)
    dv_desc.store([start, 0], dv.to(dv_desc.dtype))
    dk_desc.store([start, 0], (dk * scale).to(dk_desc.dtype))


@triton.jit
def scaled(a_desc, a_scale, b_desc, b_scale, c_desc, k, BM: tl.constexpr, BN: tl.constexpr, BK: tl.constexpr,
           FORMAT: tl.constexpr, PACK: tl.constexpr, VEC: tl.constexpr):
    off_m, off_n = tl.program_id(0) * BM, tl.program_id(1) * BN
    offs_m, offs_n = off_m + tl.arange(0, BM), off_n + tl.arange(0, BN)
    offs_s = tl.arange(0, BK // VEC)
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(0, tl.cdiv(k, BK)):
        a = a_desc.load([off_m, i * (BK // PACK)])
        b = b_desc.load([off_n, i * (BK // PACK)])
        sa = tl.load(a_scale + offs_m[:, None] * (k // VEC) + (i * (BK // VEC) + offs_s)[None, :])
        sb = tl.load(b_scale + offs_n[:, None] * (k // VEC) + (i * (BK // VEC) + offs_s)[None, :])
        acc = tl.dot_scaled(a, sa, FORMAT, b.T, sb, FORMAT, acc)
    c_desc.store([off_m, off_n], acc.to(c_desc.dtype))


@triton.jit
def gather(src_desc, index_ptr, dst_desc, BM: tl.constexpr, BN: tl.constexpr):
    rows = tl.load(index_ptr + tl.program_id(0) * BM + tl.arange(0, BM))
    data = src_desc.gather(rows, tl.program_id(1) * BN)
    dst_desc.scatter(data + 1.0, rows, tl.program_id(1) * BN)


@triton.jit
def transpose(src_desc, dst_desc, BM: tl.constexpr, BN: tl.constexpr):
    off_m, off_n = tl.program_id(0) * BM, tl.program_id(1) * BN
    dst_desc.store([off_n, off_m], src_desc.load([off_m, off_n]).T)


@triton.jit
def copy_loop(src_desc, dst_desc, rows, BM: tl.constexpr, BN: tl.constexpr):
    for i in tl.range(tl.program_id(0) * BM, rows, BM * tl.num_programs(0)):
        dst_desc.store([i, 0], src_desc.load([i, 0]) * 2)


@triton.jit
def layernorm(x_desc, w_ptr, b_ptr, y_desc, eps, BM: tl.constexpr, BN: tl.constexpr):
    row = tl.program_id(0) * BM
    x = x_desc.load([row, 0]).to(tl.float32)
    mean = tl.sum(x, 1) / BN
    centered = x - mean[:, None]
    scale = tl.rsqrt(tl.sum(centered * centered, 1) / BN + eps)
    cols = tl.arange(0, BN)
    y = centered * scale[:, None] * tl.load(w_ptr + cols)[None, :] + tl.load(b_ptr + cols)[None, :]
    y_desc.store([row, 0], y.to(y_desc.dtype))


@triton.jit
def softmax_rows(x_ptr, y_ptr, rows, cols, stride, BN: tl.constexpr):
    for row in tl.range(tl.program_id(0), rows, tl.num_programs(0), num_stages=4):
        offs = tl.arange(0, BN)
        x = tl.load(x_ptr + row * stride + offs, mask=offs < cols, other=float("-inf"))
        e = tl.exp(x - tl.max(x, axis=0))
        tl.store(y_ptr + row * stride + offs, e / tl.sum(e, axis=0), mask=offs < cols)


@triton.jit
def reduce_rows(x_desc, y_desc, rows, BM: tl.constexpr, BN: tl.constexpr, HOW: tl.constexpr):
    acc = tl.zeros((BM, BN), dtype=tl.float32)
    for i in range(tl.program_id(0) * BM, rows, BM * tl.num_programs(0)):
        acc += x_desc.load([i, 0])
    if HOW == "add":
        y_desc.atomic_add([0, 0], acc)
    elif HOW == "max":
        y_desc.atomic_max([0, 0], acc.to(y_desc.dtype))
    else:
        y_desc.atomic_xor([0, 0], acc.to(y_desc.dtype))


PTR = {"fp16": "*fp16", "bf16": "*bf16", "fp8": "*fp8e4nv", "fp32": "*fp32", "i8": "*i8"}


def desc(kind, *shape):
    return f"tensordesc<{PTR[kind][1:]}{list(shape)}>"


def source(fn, types, constants, options):
    names = fn.arg_names
    constants = {n: constants[n] for n in names if n in constants}
    signature = {n: types[n] for n in names if n not in constants}
    signature.update({n: "constexpr" for n in constants})
    aligned = {(names.index(n),): [["tt.divisibility", 16]] for n, t in signature.items()
               if t.startswith("*") or t == "i32" and n not in ("count",)}
    return ASTSource(fn, {n: signature[n] for n in names}, {(names.index(n),): v for n, v in constants.items()},
                     aligned), options


def configurations():
    """Yields (name, targets, (source, options))."""
    hopper, blackwell, tma = (90,), (100, 103), (90, 100, 103, 120)
    sizes = dict(m="i32", n="i32", k="i32")
    for kind, bm, bn, bk, stages, warps in (
            ("fp16", 128, 128, 64, 3, 4), ("fp16", 128, 256, 64, 4, 8), ("bf16", 64, 128, 32, 4, 4),
            ("fp8", 128, 128, 128, 3, 8), ("fp32", 128, 64, 32, 2, 4), ("fp16", 64, 64, 64, 5, 4)):
        ab = PTR[kind]
        yield (f"matmul_{kind}_{bm}x{bn}x{bk}s{stages}w{warps}", (80, 90, 100, 103, 120) if kind != "fp8" else tma,
               source(matmul, dict(a_ptr=ab, b_ptr=ab, c_ptr="*fp16" if kind == "fp8" else ab, stride_a="i32",
                                   stride_b="i32", stride_c="i32", **sizes),
                      dict(BM=bm, BN=bn, BK=bk, GROUP=8), dict(num_stages=stages, num_warps=warps)))
    yield ("matmul_gelu", (80, 90, 100), source(
        matmul_bias_gelu, dict(a_ptr="*fp16", b_ptr="*fp16", bias_ptr="*fp32", c_ptr="*fp16", **sizes),
        dict(BM=128, BN=128, BK=64), dict(num_stages=3, num_warps=4)))
    for kind, bm, bn, bk, stages, warps, ws, split in (
            ("fp16", 128, 128, 64, 3, 4, 0, 0), ("fp16", 128, 256, 64, 3, 8, 0, 1), ("bf16", 64, 64, 128, 4, 4, 0, 0),
            ("fp8", 128, 128, 128, 4, 4, 0, 0), ("fp16", 128, 128, 64, 3, 4, 1, 0), ("fp16", 128, 256, 64, 3, 8, 1, 1),
            ("fp8", 128, 256, 128, 3, 8, 1, 0), ("fp32", 128, 64, 32, 3, 4, 0, 0)):
        c = "fp32" if kind == "fp32" else "fp16"
        yield (f"matmul_desc_{kind}_{bm}x{bn}x{bk}s{stages}w{warps}{'_ws' * ws}{'_split' * split}", tma, source(
            matmul_host_desc, dict(a_desc=desc(kind, bm, bk), b_desc=desc(kind, bn, bk),
                                   c_desc=desc(c, bm, bn // (1 + split)), **sizes),
            dict(BM=bm, BN=bn, BK=bk, WS=bool(ws), SPLIT=bool(split)), dict(num_stages=stages, num_warps=warps)))
    for bm, bn, bk, stages, ctas in ((128, 128, 64, 3, 1), (64, 128, 64, 2, 1), (128, 128, 64, 3, 2)):
        yield (f"matmul_device_desc_{bm}x{bn}x{bk}s{stages}{'_cluster' * (ctas > 1)}", tma if ctas == 1 else (90, 100), source(
            matmul_device_desc, dict(a_ptr="*fp16", b_ptr="*fp16", c_ptr="*fp16", **sizes),
            dict(BM=bm, BN=bn, BK=bk), dict(num_stages=stages, num_warps=4, num_ctas=ctas)))
    for kind, bm, bn, bk, stages, warps, ws, flatten in (
            ("fp16", 128, 128, 64, 3, 4, 0, 1), ("fp16", 128, 128, 64, 3, 8, 0, 0), ("fp16", 128, 128, 64, 3, 4, 1, 1),
            ("fp8", 128, 256, 128, 3, 8, 1, 1), ("bf16", 128, 256, 64, 2, 8, 1, 0)):
        yield (f"persistent_{kind}_{bm}x{bn}x{bk}s{stages}w{warps}{'_ws' * ws}{'_flat' * flatten}", tma, source(
            persistent, dict(a_desc=desc(kind, bm, bk), b_desc=desc(kind, bn, bk), c_desc=desc("fp16", bm, bn), **sizes),
            dict(SMS=132, BM=bm, BN=bn, BK=bk, WS=bool(ws), FLATTEN=bool(flatten)),
            dict(num_stages=stages, num_warps=warps)))
    yield ("grouped", tma, source(
        grouped, dict(a_ptrs="*i64", b_ptrs="*i64", c_ptrs="*i64", sizes="*i32", count="i32"),
        dict(SMS=132, BM=128, BN=128, BK=64), dict(num_stages=3, num_warps=8)))
    yield ("split_k", tma, source(
        split_k, dict(a_desc=desc("fp16", 128, 64), b_desc=desc("fp16", 128, 64), c_desc=desc("fp32", 128, 128), k="i32"),
        dict(BM=128, BN=128, BK=64), dict(num_stages=3, num_warps=8)))
    for d, bm, bn, causal, warps in ((64, 128, 64, 0, 4), (128, 128, 64, 1, 8), (128, 128, 128, 0, 8)):
        yield (f"attention_d{d}_{bm}x{bn}{'_causal' * causal}", (80, 90, 100, 103, 120), source(
            attention, dict(q_ptr="*fp16", k_ptr="*fp16", v_ptr="*fp16", o_ptr="*fp16", length="i32", scale="fp32"),
            dict(BM=bm, BN=bn, D=d, CAUSAL=bool(causal)), dict(num_stages=3, num_warps=warps)))
    for kind, d, bm, bn, ws, warps in (("fp16", 64, 128, 64, 0, 4), ("fp16", 128, 128, 128, 0, 8),
                                       ("fp16", 128, 128, 128, 1, 4), ("bf16", 64, 128, 64, 1, 4)):
        yield (f"attention_desc_{kind}_d{d}_{bm}x{bn}{'_ws' * ws}", tma, source(
            attention_desc, dict(q_desc=desc(kind, bm, d), k_desc=desc(kind, bn, d), v_desc=desc(kind, bn, d),
                                 o_desc=desc(kind, bm, d), length="i32", scale="fp32"),
            dict(BM=bm, BN=bn, D=d, WS=bool(ws)), dict(num_stages=2 if d == 128 else 3, num_warps=warps)))
    yield ("attention_backward", tma, source(
        attention_backward, dict(q_desc=desc("fp16", 64, 64), k_desc=desc("fp16", 128, 64), v_desc=desc("fp16", 128, 64),
                                 do_desc=desc("fp16", 64, 64), lse_ptr="*fp32", delta_ptr="*fp32",
                                 dk_desc=desc("fp16", 128, 64), dv_desc=desc("fp16", 128, 64), length="i32", scale="fp32"),
        dict(BM=64, BN=128, D=64), dict(num_stages=2, num_warps=8)))
    for name, kind, pack, vec in (("e4m3", "fp8", 1, 32), ("e2m1", "i8", 2, 32)):
        yield (f"scaled_{name}", tma, source(
            scaled, dict(a_desc=desc(kind, 128, 128 // pack), b_desc=desc(kind, 128, 128 // pack), a_scale="*i8",
                         b_scale="*i8", c_desc=desc("fp16", 128, 128), k="i32"),
            dict(BM=128, BN=128, BK=128, FORMAT=name, PACK=pack, VEC=vec), dict(num_stages=3, num_warps=4)))
    yield ("gather", blackwell, source(
        gather, dict(src_desc=desc("fp32", 1, 64), index_ptr="*i32", dst_desc=desc("fp32", 1, 64)), dict(BM=32, BN=64),
        dict(num_warps=4)))
    yield ("transpose", tma, source(transpose, dict(src_desc=desc("fp16", 64, 64), dst_desc=desc("fp16", 64, 64)),
                                    dict(BM=64, BN=64), dict(num_warps=4)))
    yield ("copy_loop", tma, source(copy_loop, dict(src_desc=desc("fp32", 64, 32), dst_desc=desc("fp32", 64, 32), rows="i32"),
                                    dict(BM=64, BN=32), dict(num_stages=3, num_warps=4)))
    yield ("layernorm", tma, source(
        layernorm, dict(x_desc=desc("fp16", 16, 256), w_ptr="*fp32", b_ptr="*fp32", y_desc=desc("fp16", 16, 256), eps="fp32"),
        dict(BM=16, BN=256), dict(num_warps=4)))
    yield ("softmax_rows", (80, 90), source(
        softmax_rows, dict(x_ptr="*fp32", y_ptr="*fp32", rows="i32", cols="i32", stride="i32"), dict(BN=1024),
        dict(num_warps=4)))
    for how, kind in (("add", "fp32"), ("max", "fp16")):
        yield (f"reduce_{how}", hopper + (120,), source(
            reduce_rows, dict(x_desc=desc("fp32", 32, 32), y_desc=desc(kind, 32, 32), rows="i32"),
            dict(BM=32, BN=32, HOW=how), dict(num_stages=3, num_warps=4)))


def main(out, pattern="."):
    for name, targets, (ast, options) in configurations():
        for target in targets:
            path = f"{out}/triton.{name}.sm_{target}.ptx"
            if os.path.exists(path) or not re.search(pattern, path):
                continue
            try:
                made = triton.compile(ast, target=GPUTarget("cuda", target, 32), options=options)
                ptx = made.asm["ptx"]
            except Exception as error:  # not supported by a target or a release
                print(f"{os.path.basename(path)}: {type(error).__name__}: {str(error).strip()[:200]}", flush=True)
                continue
            with open(path, "w") as f:
                f.write(ptx)


if __name__ == "__main__":
    main(*sys.argv[1:])
