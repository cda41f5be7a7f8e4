# SPDX-License-Identifier: Apache-2.0
"""Functions of JAX and kernels of Pallas, compiled without a GPU for the one that gpu.txtpb describes. XLA and Mosaic GPU
write their PTX to FOLDER, and run ptxas-checked as ptxas. jax_kernels.py FOLDER right|wrong PTXCHECK PTXAS"""
import glob
import os
import sys

FOLDER, KIND, PTXCHECK, PTXAS = sys.argv[1:]
CUDA = os.path.join(FOLDER, "cuda")
os.makedirs(os.path.join(CUDA, "bin"))
os.symlink(PTXCHECK, os.path.join(CUDA, "bin", "ptxas"))
TOOLS = os.path.dirname(os.path.realpath(PTXAS))
os.symlink(os.path.join(TOOLS, "nvlink"), os.path.join(CUDA, "bin", "nvlink"))
os.symlink(os.path.join(TOOLS, "..", "nvvm"), os.path.join(CUDA, "nvvm"))
os.environ.update(
    CUDA_ROOT=CUDA,
    PATH=os.path.join(CUDA, "bin") + os.pathsep + os.environ["PATH"],  # Mosaic GPU asks for the version of ptxas
    PTXCHECK_PTXAS=PTXAS,
    JAX_SKIP_CUDA_CONSTRAINTS_CHECK="1",  # it loads the driver
    XLA_FLAGS=f"--xla_dump_to={FOLDER}",
    MOSAIC_GPU_DUMP_PTX="1",
    MOSAIC_GPU_DUMP_TO=FOLDER,
)
import jax  # noqa: E402 (it reads the environment)
import jax.numpy as jnp  # noqa: E402
import numpy as np  # noqa: E402
from jax.experimental import pallas, topologies  # noqa: E402
from jax.experimental.pallas import mosaic_gpu, triton  # noqa: E402

import ptxcheck  # noqa: E402

HERE = os.path.dirname(os.path.abspath(__file__))
with open(os.path.join(HERE, "gpu.txtpb"), encoding="utf-8") as file:
    GPU = topologies.get_topology_desc(platform="cuda", topology_name="", topology="1x1x1", target_config=file.read())
SHARDING = jax.sharding.NamedSharding(jax.sharding.Mesh(np.array(GPU.devices[:1]), ("x",)), jax.sharding.PartitionSpec())
SHAPE = jax.ShapeDtypeStruct((128,), jnp.float32)


def double(x_ref, o_ref):
    o_ref[...] = x_ref[...] * 2


def saturate(x_ref, o_ref):
    (o_ref[...],) = triton.elementwise_inline_asm(
        "add.sat.u32 $0, $1, 7;", args=[x_ref[...]], constraints="=r,r", pack=1, result_shape_dtypes=[SHAPE]
    )


def plain(x):
    return jnp.sin(x) + x.sum()


def with_triton(x, kernel=double):
    return pallas.pallas_call(kernel, out_shape=SHAPE, compiler_params=triton.CompilerParams(num_warps=4))(x)


def with_mosaic(x):
    return pallas.pallas_call(double, out_shape=SHAPE, compiler_params=mosaic_gpu.CompilerParams())(x)


def wrong(x):
    return with_triton(x, saturate)


def compiled(function):
    return jax.jit(function, in_shardings=SHARDING, out_shardings=SHARDING).lower(SHAPE).compile()


try:
    for function in (plain, with_triton, with_mosaic) if KIND == "right" else (wrong,):
        compiled(function)
except jax.errors.JaxRuntimeError as error:
    print(f"{type(error).__name__}: {error}")
for path in sorted(glob.glob(os.path.join(FOLDER, "*.ptx"))):
    if os.path.getsize(path):  # XLA also writes the PTX of a module without code
        with open(path, "rb") as file:
            found = ptxcheck.check(file.read())
        print(f"{os.path.basename(path)}:", *(found or ["no findings"]))
