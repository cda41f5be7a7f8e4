# SPDX-License-Identifier: Apache-2.0
"""Findings do not depend on how much of the module stands before them: the tree lies in blocks of 256 nodes, and nodes that belong
together may lie in different ones.

shifted.py PTXCHECK DIRECTORY
"""
import os
import re
import subprocess
import sys

MODULE = """.version 8.6
.target sm_90a
.address_size 64
{padding}.visible .entry k(.param .u64 p)
{{
    .reg .b32 %r<4>;
    .reg .b64 %rd<4>;
    .reg .f32 %f<5>;
    .reg .pred q;
    .shared .align 128 .b8 tile[256];
    .shared .align 8 .b64 bar[2];
    ld.param.u64 %rd1, [p];
    mov.u32 %r1, tile;
    mbarrier.init.shared.b64 [bar+8], 1;
    fence.proxy.async.shared::cta;
    mbarrier.arrive.expect_tx.shared.b64 _, [bar+8], 64;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1], 128, [bar+8];
    ld.shared.u32 %r3, [tile];
    wgmma.fence.sync.aligned;
    wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {{%f1, %f2, %f3, %f4}}, %rd2, %rd3, 1, 1, 1, 0, 0;
    wgmma.commit_group.sync.aligned;
    add.f32 %f4, %f4, %f4;
    ret;
}}
"""


def padding(nodes):
    """Declarations of so many nodes: 2 for the space and the type, 2 for each name."""
    names = ", ".join(f"pad{i}" for i in range((nodes - 2) // 2))
    return f".global {'.b8' if nodes % 2 else '.align 4 .b8'} {names};\n" if names else ""


def findings(program, paths):
    run = subprocess.run([program, "-q", *paths], capture_output=True, text=True, check=False)
    by_file = {path: [] for path in paths}
    for line in run.stdout.splitlines():
        path, rest = line.split(":", 1)
        by_file[path].append(re.sub(r"^\d+:", "", rest))
    return [by_file[path] for path in paths]


def main(program, directory):
    paths = []
    for nodes in range(2, 522):
        paths.append(os.path.join(directory, f"{nodes}.ptx"))
        with open(paths[-1], "w", encoding="ascii") as file:
            file.write(MODULE.format(padding=padding(nodes)))
    found = findings(program, paths)
    for line in found[0]:
        print(line)
    different = [os.path.basename(path) for path, lines in zip(paths, found) if lines != found[0]]
    print(f"{len(paths)} modules, {len(different)} differ {' '.join(different)}".rstrip())


main(*sys.argv[1:])
