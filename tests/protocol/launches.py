# SPDX-License-Identifier: Apache-2.0
"""How to launch the kernels of kernels/hopper*.cu, and the results to expect. hardware.py imports this on the
machine with the GPU."""

import collections

FILES = ("hopper", "hopper_rings", "hopper_clusters")
FLOAT16, FLOAT32 = 6, 7
STEPS, BLOCKS = 64, 264

# threads: threads per block; size: floats (or halves) of input per block and step; half: the input consists of
# halves; maps: tensor maps that follow the parameters, as (of "in" or "out", element type, columns, rows per step,
# box, swizzle), with 0 rows for a map of only the box; scratch: a buffer for tensor maps precedes them; dynamic:
# bytes of dynamic shared memory; same: the kernel that computes the same
Launch = collections.namedtuple("Launch", "threads size half maps scratch dynamic same", defaults=(False, (), False, 0, None))


def tile(of, rows=32):
    return (of, FLOAT32, 32, rows, (32, 32), 0)


LAUNCHES = {
    "bulk_ring": Launch(128, 1024),
    "bulk_store_ring": Launch(128, 1024),
    "bulk_sum": Launch(128, 1024),
    "tensor_tiles": Launch(128, 1024, maps=(tile("in"), tile("out"))),
    "tensor_replaced": Launch(128, 1024, maps=(tile("in", 0),), scratch=True),
    "multicast": Launch(128, 512),
    "remote_stores": Launch(128, 128),
    "named_barriers": Launch(256, 128),
    "wgmma_stored": Launch(128, 96 * 64, True),
    "wgmma_registers": Launch(128, 96 * 64, True, same="wgmma_stored"),
    "wgmma_specialized": Launch(384, 160 * 64, True, (("in", FLOAT16, 64, 160, (64, 160), 3),), dynamic=3 * 160 * 128),
    "registers_move": Launch(256, 256),
    "ring_specialized": Launch(256, 1024, same="bulk_ring"),
    "ring_copies": Launch(256, 1024, same="bulk_ring"),
    "phase_tokens": Launch(128, 1024, same="bulk_ring"),
    "store_ring": Launch(128, 4096),
    "tensor_sums": Launch(128, 1024, maps=(tile("out", 0),), same="bulk_sum"),
    "matrix_stored": Launch(128, 1024, True, (("out", FLOAT16, 16, 64, (16, 64), 0),)),
    "wgmma_copied": Launch(128, 96 * 64, True, same="wgmma_stored"),
    "named_ring": Launch(384, 128),
    "multicast_ring": Launch(160, 512, same="multicast"),
    "remote_ring": Launch(128, 128, same="remote_stores"),
    "remote_reads": Launch(128, 128, same="remote_stores"),
    "tensor_in_global": Launch(128, 1024, maps=(tile("in", 0),), scratch=True, same="tensor_replaced"),
    "tensor_ring": Launch(160, 1024, maps=(tile("in", 0),), scratch=True, same="tensor_replaced"),
}


def products(np, x, halved):
    """Returns the sums of A B^T of each step: rows of 64 numbers, the last 32 of which are B's; with `halved`,
    every eighth step halves the sums."""
    x = x.reshape(*x.shape[:2], -1, 64)
    product = x[:, :, :-32] @ x[:, :, -32:].transpose(0, 1, 3, 2)
    if not halved:
        return product.sum(1)
    acc = 0
    for i in range(x.shape[1]):
        acc = (acc * 0.5 if i % 8 == 7 else acc) + product[:, i]
    return acc


# np, data as blocks x steps x numbers -> the output
RESULTS = {
    "bulk_ring": lambda np, x: x.sum(1),
    "bulk_store_ring": lambda np, x: x * 2,
    "bulk_sum": lambda np, x: (x + 1).sum((0, 1)),
    "tensor_tiles": lambda np, x: x * 2 + 1,
    "tensor_replaced": lambda np, x: x + 1,
    "multicast": lambda np, x: np.repeat(x.reshape(len(x) // 2, -1, 1024).sum(1), 2, axis=0),
    "remote_stores": lambda np, x: x.sum(1).reshape(-1, 2, 128)[:, ::-1],
    "named_barriers": lambda np, x: 3 * x.sum(1)[:, np.arange(128) ^ 1],
    "wgmma_stored": lambda np, x: products(np, x, False),
    "wgmma_specialized": lambda np, x: products(np, x, True),
    "registers_move": lambda np, x: x.sum(1)[:, np.arange(256) ^ 128],
    "store_ring": lambda np, x: x[:, :1] + np.arange(x.shape[1]).reshape(1, -1, 1),
    "matrix_stored": lambda np, x: x * 2,
    "named_ring": lambda np, x: (2 * x + 1).sum(1),
}


def blocks_and_steps(entry):
    """Returns fewer blocks and steps if the input would be large."""
    return (BLOCKS // 2, STEPS // 2) if LAUNCHES[entry].size > 1024 else (BLOCKS, STEPS)


def data(np, entry):
    """Returns the input and the expected output. The numbers are small integers, so that sums are exact in any
    order."""
    launch, (blocks, steps) = LAUNCHES[entry], blocks_and_steps(entry)
    x = np.random.default_rng(1).integers(0, 4, (blocks, steps, launch.size)).astype(np.float16 if launch.half else np.float32)
    want = RESULTS[launch.same or entry](np, x.astype(np.float64))
    return x.ravel(), want.astype(np.float16 if entry == "matrix_stored" else np.float32).ravel()
