# SPDX-License-Identifier: Apache-2.0
"""Kernels with many events of one kind, for the growth of the analysis of asynchronous functions."""

HEAD = """.version 8.7
.target {target}
.address_size 64
.visible .entry k(.param .u64 p)
{{
    .reg .pred %p<9>;
    .reg .b32 %r<40>;
    .reg .b64 %rd<9>;
    .reg .f32 %f<4>;
    .shared .align 1024 .b8 tile[65536];
    .shared .align 8 .b64 bar[4096];
"""
MAP = "fence.proxy.tensormap::generic.acquire.gpu [%rd1+{map}], 128; add.u64 %rd2, %rd1, {map};"
TENSOR = "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [tile], [%rd2, {{%r1, %r2}}], [bar];"
LOAD = "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile+{slot}], [%rd1], 16, [bar+{bar}];"
STORE = "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile+{slot}], 16;"

# For each kind: its target, how many events a line has, and the line.
KINDS = {
    "bar.sync": ("sm_90a", 2, "st.shared.b32 [tile+{slot}], %r1; bar.sync 0;" + LOAD),
    "bulk stores": ("sm_90a", 4, "st.shared.b32 [tile+{slot}], %r1; fence.proxy.async;" + STORE + "cp.async.bulk.commit_group;"
                                 "cp.async.bulk.wait_group.read 0;"),
    "bulk loads": ("sm_90a", 2, "mbarrier.arrive.expect_tx.shared::cta.b64 _, [bar+{bar}], 16;" + LOAD),
    "stores and bulk stores": ("sm_90a", 3, "st.shared.b32 [tile+{slot}], %r1;" + STORE + LOAD),
    "wgmma": ("sm_90a", 4, "wgmma.fence.sync.aligned; wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {{%f0, %f1, %f2, %f3}},"
                           " %rd1, %rd2, %p1, 1, 1, 0, 0; wgmma.commit_group.sync.aligned; wgmma.wait_group.sync.aligned 0;"),
    "tcgen05.alloc": ("sm_100a", 1, "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [tile+{slot}], 32;"),
    "tcgen05.ld": ("sm_100a", 2, "tcgen05.ld.sync.aligned.32x32b.x1.b32 {{%r2}}, [%r1+{column}]; tcgen05.wait::ld.sync.aligned;"),
    "tensor maps": ("sm_90a", 2, MAP + TENSOR),
    "branches": ("sm_90a", 3, "@%p1 bra L{i};" + STORE + "cp.async.bulk.commit_group; L{i}:"),
}


def kernel(kind, events):
    """Returns PTX with about that many events."""
    target, each, line = KINDS[kind]
    lines = [line.format(i=i, slot=i * 16 % 65536, bar=i * 8 % 32768, column=i % 512, map=i * 128) for i in range(events // each)]
    return HEAD.format(target=target) + "ld.param.u64 %rd1, [p];\n" + "\n".join(lines) + "\nret;\n}\n"
