#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the mutants of the kernels of kernels/hopper*.cu on an H100 or H200.
hardware.py build FOLDER [PROGRAM]    with ptxcheck, nvcc and ptxas (build/cuda): writes cubins of each kernel and each mutant, and a list of them
hardware.py run FOLDER [--repeat N]   on the machine with the GPU (Python and NumPy, no toolkit): runs each of them, prints a
                                      table, and writes FOLDER/results.tsv; does not repeat what is there already
hardware.py judge FOLDER PROGRAM      prints the results of ptxcheck for the same mutants, as counts and as a row each
hardware.py rehearse FOLDER PROGRAM   rehearses them and prints a table by kind, and a row for each unexpected verdict
A kernel's result is compared with what NumPy computes. OK: each launch was right. WRONG: some were not. HANG: a
wait of the kernel took too long (it traps), or the process had to be ended. ERROR: the driver reports something
else. Each runs in a process that is abandoned after an error.
"""

import argparse
import collections
import ctypes
import multiprocessing
import os
import subprocess
import sys
import tempfile
import time

sys.dont_write_bytecode = True
HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)
import launches  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(HERE))
Job = collections.namedtuple("Job", "entry number check kind line")
TOO_LONG = 4    # seconds for a mutant; a new process and new data take longer


# ---- building ----

def cut(text, mutations, entry):
    """Returns the module with only that kernel: its header, and the kernel."""
    bodies = list(mutations.functions(mutations.blank_comments(text)))
    _, start, end = next(b for b in bodies if b[0] == entry)
    return text[:min(b[1] for b in bodies)], text[start:end]


def kernels(folder, nvcc, mutations):
    """Yields (name, header of the module, kernel) for each."""
    for name in launches.FILES:
        whole = f"{folder}/{name}.ptx"
        subprocess.run([nvcc, "-ptx", "-std=c++17", "-arch=sm_90a", f"{HERE}/kernels/{name}.cu", "-o", whole], check=True)
        with open(whole) as f:
            text = f.read()
        for entry, *_ in mutations.functions(mutations.blank_comments(text)):
            yield entry, *cut(text, mutations, entry)


def build(folder, program, most):
    import hangs
    import mutations
    events = mutations.events_of(program)
    os.makedirs(folder, exist_ok=True)
    nvcc = os.environ.get("NVCC", f"{ROOT}/build/cuda/nvcc/nvidia/cu13/bin/nvcc")
    ptxas = os.environ.get("PTXAS", f"{ROOT}/build/cuda/13.5/ptxas")
    jobs = []
    for entry, head, body in kernels(folder, nvcc, mutations):
        kinds = collections.defaultdict(list)
        for m in mutations.mutations(head + body, events, mutations.KINDS + hangs.KINDS):
            kinds[m.kind].append(m)
        chosen = [None, *(m for some in kinds.values() for m in mutations.spread(some, most))]
        for i, m in enumerate(chosen):
            path = f"{folder}/{entry}.{i}"
            with open(path + ".ptx", "w") as f:
                f.write(mutations.apply(head + body, m) if m else head + body)
            done = subprocess.run([ptxas, "-arch=sm_90a", path + ".ptx", "-o", path + ".cubin"], stdout=subprocess.PIPE,
                                  stderr=subprocess.STDOUT, text=True, check=False)
            if done.returncode:
                print(f"{entry}.{i}: {done.stdout.strip()[:200]}")
                continue
            jobs.append(Job(entry, i, m.check if m else "", m.kind if m else "(original)", m.line if m else 0))
    with open(f"{folder}/jobs.tsv", "w") as f:
        f.writelines("\t".join(map(str, j)) + "\n" for j in jobs)
    print(f"{len(jobs)} kernels in {folder}")


# ---- running: the driver ----

class Driver:
    def __init__(self):
        self.cuda = ctypes.CDLL("libcuda.so.1")
        self.call("cuInit", 0)
        self.device, self.context = ctypes.c_int(), ctypes.c_void_p()
        self.call("cuDeviceGet", ctypes.byref(self.device), 0)
        self.call("cuDevicePrimaryCtxRetain", ctypes.byref(self.context), self.device)
        self.call("cuCtxSetCurrent", self.context)

    def call(self, name, *arguments):
        code = getattr(self.cuda, name)(*arguments)
        if code:
            text = ctypes.c_char_p()
            self.cuda.cuGetErrorName(code, ctypes.byref(text))
            raise RuntimeError((text.value or b"?").decode().replace("CUDA_ERROR_", ""))

    def buffer(self, size):
        at = ctypes.c_uint64()
        self.call("cuMemAlloc_v2", ctypes.byref(at), ctypes.c_size_t(size))
        return at

    def upload(self, array):
        at = self.buffer(array.nbytes)
        self.call("cuMemcpyHtoD_v2", at, array.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(array.nbytes))
        return at

    def tensor_map(self, kind, at, columns, rows, width, box, swizzle):
        raw = ctypes.create_string_buffer(256)
        start = -ctypes.addressof(raw) % 128
        encoded = (ctypes.c_char * 128).from_buffer(raw, start)
        self.call("cuTensorMapEncodeTiled", ctypes.byref(encoded), kind, 2, at, (ctypes.c_uint64 * 2)(columns, rows),
                  (ctypes.c_uint64 * 1)(columns * width), (ctypes.c_uint32 * 2)(*box), (ctypes.c_uint32 * 2)(1, 1), 0, swizzle, 0, 0)
        return encoded


# ---- running: the kernels ----

class Prepared:
    """The data of a kernel on the device, kept for its mutants."""

    def __init__(self, driver, np, kept, entry):
        self.launch = launches.LAUNCHES[entry]
        self.blocks, steps = launches.blocks_and_steps(entry)
        data, self.want = self.data(np, kept, entry)
        source, self.out = driver.upload(data), driver.buffer(self.want.nbytes)
        self.arguments = [source, self.out, ctypes.c_int(steps)]
        if self.launch.scratch:
            self.arguments.append(driver.buffer(self.blocks * 256))
        for of, kind, columns, rows, box, swizzle in self.launch.maps:
            rows = rows * self.blocks * steps or box[1]
            width = 2 if kind == launches.FLOAT16 else 4
            self.arguments.append(driver.tensor_map(kind, source if of == "in" else self.out, columns, rows, width, box, swizzle))

    @staticmethod
    def data(np, kept, entry):
        """They take a while to compute, and each hang costs the process."""
        path = f"{kept}/{entry}.npz"
        if not os.path.exists(path):
            data, want = launches.data(np, entry)
            np.savez(path, data=data, want=want)
        with np.load(path) as made:
            return made["data"], made["want"]


def run_one(driver, np, folder, job, ready, repeat):
    module, function = ctypes.c_void_p(), ctypes.c_void_p()
    driver.call("cuModuleLoad", ctypes.byref(module), f"{folder}/{job.entry}.{job.number}.cubin".encode())
    driver.call("cuModuleGetFunction", ctypes.byref(function), module, job.entry.encode())
    threads, dynamic = ready.launch.threads, ready.launch.dynamic
    if dynamic:
        driver.call("cuFuncSetAttribute", function, 8, dynamic)
    pointers = (ctypes.c_void_p * len(ready.arguments))(*(ctypes.addressof(a) for a in ready.arguments))
    wrong = 0
    for _ in range(repeat):
        driver.call("cuMemsetD8_v2", ready.out, 0, ctypes.c_size_t(ready.want.nbytes))
        driver.call("cuLaunchKernel", function, ready.blocks, 1, 1, threads, 1, 1, dynamic, None, pointers, None)
        driver.call("cuCtxSynchronize")
        got = np.empty_like(ready.want)
        driver.call("cuMemcpyDtoH_v2", got.ctypes.data_as(ctypes.c_void_p), ready.out, ctypes.c_size_t(got.nbytes))
        wrong += not np.array_equal(got, ready.want)
    driver.call("cuModuleUnload", module)
    return f"WRONG {wrong}/{repeat}" if wrong else "OK"


def work(pipe, folder, repeat, kept):
    import numpy as np
    try:
        driver, entry, ready = Driver(), None, None
    except (OSError, RuntimeError) as error:
        pipe.send(str(error))
        return
    pipe.send("")
    while True:
        job = pipe.recv()
        if job is None:
            return
        begin = time.time()
        try:
            if entry != job.entry:
                entry, ready = job.entry, Prepared(driver, np, kept, job.entry)
            pipe.send(run_one(driver, np, folder, job, ready, repeat))
        except RuntimeError as error:
            trapped = str(error) in ("LAUNCH_FAILED", "ILLEGAL_INSTRUCTION", "ASSERT", "LAUNCH_TIMEOUT")
            pipe.send(f"HANG (trap, {time.time() - begin:.1f} s)" if trapped else f"ERROR {error}")
            return


class Worker:
    def __init__(self, *arguments):
        self.arguments, self.process, self.entry = arguments, None, None

    def ask(self, job):
        if not self.process or not self.process.is_alive():
            self.pipe, theirs = multiprocessing.Pipe()
            self.process = multiprocessing.Process(target=work, args=(theirs, *self.arguments), daemon=True)
            self.process.start()
            theirs.close()
            said = self.pipe.recv() if self.pipe.poll(8 * TOO_LONG) else "the driver does not answer"
            if said:
                sys.exit(f"hardware.py: error: {said}")
        try:
            self.pipe.send(job)
            fresh, self.entry = self.entry != job.entry, job.entry
            if self.pipe.poll(TOO_LONG * (3 if fresh else 1)):
                answer = self.pipe.recv()
                if not answer.startswith(("OK", "WRONG")):
                    self.process.join(5)
                    self.stop()
                return answer
        except (EOFError, OSError):
            self.stop()
            return "ERROR (the process ended)"
        self.stop()
        return f"HANG (ended after {TOO_LONG} s)"

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.join(10)
        self.process = self.entry = None


def run(folder, repeat, seconds):
    multiprocessing.set_start_method("spawn")
    with open(f"{folder}/jobs.tsv") as f:
        jobs = [Job(*(int(v) if i in (1, 4) else v for i, v in enumerate(row.rstrip("\n").split("\t")))) for row in f]
    results, counts, end = f"{folder}/results.tsv", collections.Counter(), time.time() + seconds
    done = open(results).read().count("\n") if os.path.exists(results) else 0
    with tempfile.TemporaryDirectory() as kept, open(results, "a") as out:
        worker = Worker(folder, repeat, kept)
        for job in jobs[done:]:
            if time.time() > end:
                print(f"{len(jobs) - done - sum(counts.values())} are left")
                break
            answer = worker.ask(job)
            print(*job, answer, sep="\t", file=out, flush=True)
            counts[("original " if not job.number else "mutant ") + answer.split()[0]] += 1
            print(f"{job.entry:18} {job.check:4} {job.kind:24} line {job.line:4}  {answer}", flush=True)
        worker.stop()
    print(", ".join(f"{n} {what}" for what, n in sorted(counts.items())))
    return 1 if any(k.startswith("original") and not k.endswith("OK") for k in counts) else 0


# ---- judging ----

def results(folder):
    """(job, what it did) of each that ran"""
    with open(f"{folder}/results.tsv") as f:
        for row in f:
            *fields, answer = row.rstrip("\n").split("\t")
            yield Job(fields[0], int(fields[1]), *fields[2:4], int(fields[4])), answer.split()[0]


def judge(folder, program):
    import mutants
    made, answers = [], {}
    for job, answer in results(folder):
        made.append((job, f"{folder}/{job.entry}.{job.number}.ptx"))
        answers[made[-1][1]] = answer
    paths = [path for _, path in made]
    default, any_ = (mutants.ask(program, paths, options)[0] for options in (mutants.DEFAULT, mutants.any_tier(program)))
    original, counts = None, collections.defaultdict(collections.Counter)
    for job, path in made:
        if not job.number:
            original = path
            print(f"{job.entry:18} {job.kind:24} {answers[path]:6} {len(default[path])} findings")
            continue
        tier = "default" if default[path] - default[original] else "any tier" if any_[path] - any_[original] else "not found"
        counts[answers[path]][tier] += 1
        print(f"{job.entry:18} {job.kind:24} line {job.line:4} {answers[path]:6} {tier}")
    for answer, tiers in sorted(counts.items()):
        print(f"{answer:6} {sum(tiers.values()):4}: " + ", ".join(f"{n} {tier}" for tier, n in sorted(tiers.items())))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("what", choices=("build", "run", "judge", "rehearse"))
    parser.add_argument("folder")
    parser.add_argument("program", nargs="?", default=f"{ROOT}/build/ptxcheck")
    parser.add_argument("--most", type=int, default=2, help="mutants of a kind and a kernel")
    parser.add_argument("--repeat", type=int, default=10, help="launches of each")
    parser.add_argument("--seconds", type=int, default=86400, help="stop then; the next run goes on")
    parser.add_argument("--option", action="append", default=[], help="of the rehearsals, such as --option=--explore")
    options = parser.parse_args()
    folder = os.path.abspath(options.folder)
    if options.what == "run":
        return run(folder, options.repeat, options.seconds)
    program = os.path.abspath(options.program)
    if options.what == "rehearse":
        import rehearsed
        return rehearsed.judge(results(folder), program, folder, options.option)
    return build(folder, program, options.most) if options.what == "build" else judge(folder, program)


if __name__ == "__main__":
    sys.exit(main())
