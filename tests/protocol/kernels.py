#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""`make protocol-kernels`: real kernels with asynchronous instructions, as PTX, from every producer that is found.
kernels.py [PRODUCER...]   files go to build/protocol/kernels and are kept for the next run; index.tsv describes each of them
    corpus   the files in tests/corpus/files, except the lists of intrinsics (llc.*), which are not kernels
    cuda     kernels/*.cu, with nvcc (./bootstrap --cuda)
    clang    kernels/hopper.cu, with clang 22 (apt: clang-22)
    triton   kernels/triton_kernels.py, and gluon: kernels/gluon_kernels.py; TRITON names a folder with triton 3.9.0 and numpy
    llc      kernels/*.ll, with llc 22 (apt: llvm-22)
    cutlass  examples of CUTLASS 4.2
    flashinfer  the generated kernels (cake_*) of FlashInfer 0.7.2 that compile by themselves; FLASHINFER names the unpacked wheel
CURAND names a folder with the package nvidia-curand, whose headers clang and CUTLASS include. A missing producer is
reported and skipped. Files that ptxas rejects are left out.
"""

import glob
import lzma
import os
import re
import shutil
import subprocess
import sys

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(os.path.dirname(HERE), "corpus"))
import make  # noqa: E402

OUT = os.path.join(make.ROOT, "build/protocol/kernels")
FAMILIES = ("cp.async.bulk", "cp.async", "mbarrier", "wgmma", "tcgen05", "setmaxnreg", "tensormap", "barrier.cluster",
            "st.async", "clusterlaunchcontrol")

# Folder of examples, name, target: those that differ in what they do, the quickest first (30 s to 6 minutes each).
CUTLASS = [("cute/tutorial/hopper", "wgmma_sm90", "90a"), ("cute/tutorial/hopper", "wgmma_tma_sm90", "90a"),
           ("cute/tutorial/blackwell", "01_mma_sm100", "100a"), ("cute/tutorial/blackwell", "02_mma_tma_sm100", "100a"),
           ("cute/tutorial/blackwell", "03_mma_tma_multicast_sm100", "100a"),
           ("cute/tutorial/blackwell", "04_mma_tma_2sm_sm100", "100a"), ("cute/tutorial/blackwell", "05_mma_tma_epi_sm100", "100a"),
           ("48_hopper_warp_specialized_gemm", "48_hopper_warp_specialized_gemm", "90a"),
           ("70_blackwell_gemm", "70_blackwell_fp16_gemm", "100a"),
           ("72_blackwell_narrow_precision_gemm", "72a_blackwell_nvfp4_bf16_gemm", "100a"),
           ("79_blackwell_geforce_gemm", "79a_blackwell_geforce_nvfp4_bf16_gemm", "120a"),
           ("52_hopper_gather_scatter_fusion", "52_hopper_gather_scatter_fusion", "90a"),
           ("63_hopper_gemm_with_weight_prefetch", "63_hopper_gemm_with_weight_prefetch", "90a"),
           ("61_hopper_gemm_with_topk_and_softmax", "61_hopper_gemm_with_topk_and_softmax", "90a"),
           ("57_hopper_grouped_gemm", "57_hopper_grouped_gemm", "90a"), ("70_blackwell_gemm", "70_blackwell_fp8_gemm", "100a"),
           ("67_hopper_fp8_warp_specialized_gemm_with_blockwise_scaling",
            "67_hopper_fp8_warp_specialized_gemm_with_blockwise_scaling", "90a"),
           ("74_blackwell_gemm_streamk", "blackwell_gemm_streamk", "100a"),
           ("54_hopper_fp8_warp_specialized_gemm", "54_hopper_fp8_warp_specialized_gemm", "90a"),
           ("62_hopper_sparse_gemm", "62_hopper_sparse_gemm", "90a")]


def write(path, text):
    with open(path, "w", newline="") as f:
        f.write(text)


def corpus():
    for path in sorted(glob.glob(f"{make.HERE}/files/*.xz")):
        with lzma.open(path, "rt", newline="") as f:
            text = f.read()
        to = f"{OUT}/corpus.{os.path.basename(path)[:-3]}"
        if families(text) and not os.path.exists(to) and "/llc." not in path:
            write(to, text)


def cuda_jobs():
    """Yields jobs of tests/corpus/make.py."""
    for source in sorted(glob.glob(f"{HERE}/kernels/*.cu")):
        with open(source) as f:
            targets, flags = re.search(r"// corpus: targets=(\S+)(?: flags=(.*))?", f.read()).groups()
        for target in targets.split(","):
            yield source, target, (flags or "").split(), f"cuda.{os.path.basename(source)[:-3]}.sm_{target}"


def cuda():
    nvcc = make.tool("nvcc", f"{make.FETCHED}/bin/nvcc")
    for job in cuda_jobs() if nvcc else missing("nvcc"):
        make.compile_one(nvcc, job, OUT)


def cutlass():
    nvcc = make.tool("nvcc", f"{make.FETCHED}/bin/nvcc")
    examples = f"{make.CUTLASS}/examples"
    include = [f"-I{make.CUTLASS}/{folder}" for folder in ("include", "tools/util/include", "examples/common")]
    include += curand()
    if not nvcc or not os.path.exists(examples):
        missing("nvcc or CUTLASS")
        return
    for folder, name, target in CUTLASS:
        options = ["--expt-relaxed-constexpr", "-DNDEBUG", f"-I{examples}/{folder}", *include]
        make.compile_one(nvcc, (f"{examples}/{folder}/{name}.cu", target, options, f"cutlass.{name}.sm_{target}"), OUT)


def curand():
    """The headers of cuRAND, which CUTLASS and clang include."""
    folder = os.environ.get("CURAND")
    found = glob.glob(f"{folder}/**/curand_kernel.h", recursive=True) if folder else []
    return [f"-I{os.path.dirname(path)}" for path in found]


def flashinfer():
    """Host code does not compile without other packages, and is left out."""
    folder, nvcc = os.environ.get("FLASHINFER"), make.tool("nvcc", f"{make.FETCHED}/bin/nvcc")
    sources = glob.glob(f"{folder}/flashinfer/**/*.cu", recursive=True) if folder and nvcc else missing("FlashInfer: FLASHINFER=FOLDER names it")
    for source in sorted(s for s in sources if "cake_" in s):
        with open(source) as f:
            text = f.read()
        if re.search(r"wgmma|tcgen05|cp\.async\.bulk|mbarrier", text) and not re.search(r"tvm_ffi|<mutex>|<vector>|<unordered_map>|_host", text):
            named = re.search(r"sm_(\d+a)", source)
            target = named[1] if named else "100a" if "tcgen05" in text else "90a" if "wgmma" in text else "120a"
            name = os.path.relpath(source, f"{folder}/flashinfer")[:-3].replace("/", "-")
            make.compile_one(nvcc, (source, target, [], f"flashinfer.{name}.sm_{target}"), OUT)


def clang():
    tool, nvcc = shutil.which("clang-22"), make.tool("nvcc", f"{make.FETCHED}/bin/nvcc")
    for level in ("O2", "O1") if tool and nvcc else missing("clang-22 or CUDA"):
        to = f"{OUT}/clang.hopper.{level}.sm_90a.ptx"
        if not os.path.exists(to):
            command([tool, "-x", "cuda", "--cuda-device-only", "--cuda-gpu-arch=sm_90a", "-w", f"-{level}", "-S", *curand(),
                     f"--cuda-path={os.path.dirname(os.path.dirname(nvcc))}", "-nocudalib", f"{HERE}/kernels/hopper.cu", "-o", to])


def llc():
    tool = shutil.which("llc-22")
    for source in sorted(glob.glob(f"{HERE}/kernels/*.ll")) if tool else missing("llc-22"):
        with open(source) as f:
            targets = re.search(r"; corpus: targets=(\S+)", f.read())[1].split(",")
        for target in targets:
            to = f"{OUT}/llc.{os.path.basename(source)[:-3]}.sm_{target}.ptx"
            if not os.path.exists(to):
                command([tool, "-mtriple=nvptx64", f"-mcpu=sm_{target}", source, "-o", to])


def triton(names=("triton", "gluon")):
    folder = os.environ.get("TRITON")
    for name in names if folder else missing("Triton: TRITON=FOLDER names it"):
        environment = {**os.environ, "PYTHONPATH": folder, "TRITON_HOME": f"{make.ROOT}/build/protocol"}
        subprocess.run([sys.executable, f"{HERE}/kernels/{name}_kernels.py", OUT], env=environment, stderr=subprocess.DEVNULL, check=False)


def missing(what):
    print(f"not found: {what}", flush=True)
    return []


def command(words):
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode:
        print(f"failed: {' '.join(words)}\n{done.stdout[:400]}", flush=True)


def families(text):
    return [f for f in FAMILIES if re.search(rf"(?<![\w.]){re.escape(f)}\.(?!bulk)" if f == "cp.async" else rf"(?<![\w.]){re.escape(f)}\.", text)]


def index():
    """Lists the files that ptxas accepts, one row each."""
    ptxas = make.tool("ptxas", f"{make.FETCHED}/bin/ptxas")
    rows = []
    for path in sorted(glob.glob(f"{OUT}/*.ptx")):
        with open(path, newline="") as f:
            text = f.read()
        target = re.search(r"^\s*\.target\s+(sm_\w+)", text, re.M)[1]
        if ptxas and subprocess.run([ptxas, "-w", "-c", f"-arch={target}".replace("sm_", "compute_"), "-o", os.devnull, path],
                                    stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False).returncode:
            print(f"ptxas refuses {path}", flush=True)
            os.rename(path, path + ".refused")
            continue
        entries = len(re.findall(r"^\s*(?:\.\w+\s+)*\.entry\b", text, re.M))
        rows.append((os.path.basename(path), os.path.basename(path).split(".")[0], target, str(entries), " ".join(families(text))))
    write(f"{OUT}/index.tsv", "".join("\t".join(row) + "\n" for row in rows))
    asynchronous = [row for row in rows if row[4]]
    print(f"{len(rows)} files, {sum(int(row[3]) for row in rows)} kernels; {len(asynchronous)} files with asynchronous instructions")


PRODUCERS = {"corpus": corpus, "cuda": cuda, "clang": clang, "triton": triton, "llc": llc, "cutlass": cutlass, "flashinfer": flashinfer}


def main(*names):
    os.makedirs(OUT, exist_ok=True)
    for name in names or PRODUCERS:
        PRODUCERS[name]()
    index()


if __name__ == "__main__":
    main(*sys.argv[1:])
