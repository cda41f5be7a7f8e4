#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of `make bench`: docs/bench.md explains each row.
run.py PROGRAM FOLDER: FOLDER contains the programs bench, generate and tensormap. Exits with 1 if a goal is missed.
"""

import glob
import json
import os
import shutil
import subprocess
import sys

import protocol

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
DATA = os.path.join(ROOT, "build/bench")
MB = 1000 * 1000

ROUNDS = 25           # runs of two programs in turn
TIMES_PTXAS = {"tma": 20, "tcgen05": 60}   # how many times as fast as ptxas, at least
TIMES_ANY = 12                             # the same on any other input
TIMES_LEXER = 3.5     # times the lexer alone, at most
TIMES_PLAIN = 2       # times a check without -Wprotocol, at most, on files full of asynchronous code
EVENTS = 5000         # in one function, and four times as many
TIMES_PROGRAM = 1.3   # times a process of the program, at most, for a check in Python
MODULE_ERRORS = 0, 100, 500  # in the modules that Python checks
TEN_LINES_MS = 2      # at most, from start to end of the process
CHECKS = 2e6          # tensor maps per second, at least
OFFER_MS = 2          # median time from a request for completions to the answer, at most
LSP_MS = 15           # time from a change in 20,000 lines to its diagnostics, at most, in 99 of 100 cases
CXX = 300             # MB of C++ with an asm per second, at least
HOST = 500            # MB of a host language without PTX per second, at least
REHEARSE = 1000       # ms for 100,000 instructions of 384 threads, at most
REHEARSE_MB = 32      # in this much memory, however many instructions there are
REHEARSE_GROWTH = 1.3 # time per instruction: at most this factor for longer runs
REHEARSE_DRAWN = 1.5  # with a picture: at most this factor
PEAK = 5              # at most this factor of the size of the input
GROWTH = 1.3          # time per byte: at most this factor for larger kernels

# Input that is unlike any real file. Its cost must also be linear, apart from caches (quadratic cost would be 4 times
# as much per byte), and its errors may take more memory than its text.
ODD_COUNT = 1000000
ODD_GROWTH = 1.6
LOG_COUNT = 80000
EQUAL_LINES = 80000   # in the matrix of targets
ERRORS = 90000
ERROR_BYTES = 300     # of memory for an error that nobody prints, at most

missed = []


class Bench:
    def __init__(self, program, folder):
        self.program = program
        self.bench = os.path.join(folder, "bench")
        self.generate = os.path.join(folder, "generate")
        self.tensormap = os.path.join(folder, "tensormap")

    def input(self, kind, count):
        path = os.path.join(DATA, f"{kind}.ptx")
        with open(path, "wb") as f:
            subprocess.run([self.generate, kind, str(count)], stdout=f, check=True)
        return path

    def kinds(self):
        return subprocess.run([self.generate, "--list"], stdout=subprocess.PIPE, check=True,
                              text=True).stdout.split()

    def measure(self, *arguments):
        done = subprocess.run([self.bench, *map(str, arguments)], stdout=subprocess.PIPE,
                              check=True, text=True)
        return list(map(int, done.stdout.split()))

    def library(self, path, seconds):
        """Returns bytes, ns of the lexer alone, ns of open and close, and peak of the allocator."""
        return self.measure("library", path, seconds)

    def process(self, command, runs=1):
        """Returns ns of CPU time, ns of wall time, and peak resident bytes."""
        cpu, wall, peak, code = self.measure("process", runs, *command)
        if code not in (0, 1):
            sys.exit(f"error: exit status {code}: {' '.join(command)}")
        return cpu, wall, peak


def row(name, figure, goal, met=True):
    print(f"  {name:<50} {figure:>24}  {goal}{'' if met else '  MISSED'}", flush=True)
    if not met:
        missed.append(name)


def find_ptxas():
    fetched = os.path.join(ROOT, "build/cuda/13.5/ptxas")
    named = os.environ.get("PTXAS")
    return named or (fetched if os.path.exists(fetched) else shutil.which("ptxas"))


def find_nvcc():
    fetched = os.path.join(ROOT, "build/cuda/nvcc/nvidia/cu13/bin/nvcc")
    named = os.environ.get("NVCC")
    return named or (fetched if os.path.exists(fetched) else shutil.which("nvcc"))


def compiled():
    """About half a megabyte from nvcc: the kernels of bench/ for several targets, in one file."""
    nvcc = find_nvcc()
    if not nvcc:
        return None
    path = os.path.join(DATA, "nvcc.ptx")
    source = os.path.join(ROOT, "bench/kernels.cu")
    done = subprocess.run([nvcc, "-ptx", "-std=c++17", "-arch=sm_100a", "-o", path, source])
    if done.returncode:
        sys.exit(f"error: nvcc cannot compile {source}")
    return path


def against_ptxas(bench, name, path):
    ptxas = find_ptxas()
    if not ptxas:
        row(f"{name}: ptxas / ptxcheck", "not measured", "no ptxas: ./bootstrap --cuda")
        return
    ours = theirs = float("inf")
    for _ in range(ROUNDS):
        ours = min(ours, bench.process([bench.program, path])[0])
        theirs = min(theirs, bench.process(
            [ptxas, "-arch=compute_100a", "-o", "/dev/null", path])[0])
    ratio = theirs / ours
    least = TIMES_PTXAS.get(name.split(",")[0], TIMES_ANY)
    row(f"{name}: ptxas / ptxcheck", f"{theirs / 1e6:.1f} / {ours / 1e6:.1f} ms = {ratio:.1f}",
        f">= {least}", ratio >= least)


def against_lexer(bench, name, path):
    _, lexer, opened, _ = bench.library(path, 4)
    ratio = opened / lexer
    row(f"{name}: ptxc_module_open / bare lexer",
        f"{opened / 1e6:.2f} / {lexer / 1e6:.2f} ms = {ratio:.2f}",
        f"<= {TIMES_LEXER}", ratio <= TIMES_LEXER)


def speed(bench):
    print("Speed")
    inputs = [("nvcc", compiled()), ("generated", bench.input("kernels", 550000)),
              ("tma", bench.input("tma", 550000)), ("tcgen05", bench.input("tcgen05", 550000))]
    for name, path in inputs:
        if not path:
            row(f"{name} output", "not measured", "no nvcc: ./bootstrap --cuda")
            continue
        name = f"{name}, {os.path.getsize(path) / MB:.2f} MB"
        against_ptxas(bench, name, path)
        against_lexer(bench, name, path)
    ten = bench.process([bench.program, os.path.join(ROOT, "bench/ten-lines.ptx")], 100)[1]
    row("10 lines, whole process, wall time", f"{ten / 1e6:.2f} ms", f"<= {TEN_LINES_MS} ms",
        ten / 1e6 <= TEN_LINES_MS)


def protocol_cost(bench):
    """The analysis of asynchronous functions: the cost of it, and how it grows with the number of events."""
    print("Protocol")
    inputs = [("nvcc", compiled()), ("tma", bench.input("tma", 550000)), ("tcgen05", bench.input("tcgen05", 550000))]
    for name, path in inputs:
        if not path:
            row(f"{name}: with the analysis / without", "not measured", "no nvcc: ./bootstrap --cuda")
            continue
        both = [min(bench.process([bench.program, *option, path], 5)[0] for _ in range(3)) for option in ([], ["-Wno-protocol"])]
        row(f"{name}: with the analysis / without", f"{both[0] / 1e6:.1f} / {both[1] / 1e6:.1f} ms = {both[0] / both[1]:.2f}",
            f"<= {TIMES_PLAIN}", both[0] / both[1] <= TIMES_PLAIN)
    path = os.path.join(DATA, "events.ptx")
    for kind in protocol.KINDS:
        times = []
        for count in (EVENTS, 4 * EVENTS):
            with open(path, "w", encoding="utf-8") as f:
                f.write(protocol.kernel(kind, count))
            times.append(bench.process([bench.program, path], 5)[0])
        grown = times[1] / times[0] / 4
        row(f"{kind}: {EVENTS} and {4 * EVENTS} events", f"{times[0] / 1e6:.1f}, {times[1] / 1e6:.1f} ms",
            f"4 x {grown:.2f} <= 4 x {ODD_GROWTH}", grown <= ODD_GROWTH)
    os.remove(path)


def python_module(bench):
    """A check by the Python module in a running interpreter, and a process of the program on the same file."""
    path, runs = bench.input("kernels", 300000), 20
    written = 0
    for errors in MODULE_ERRORS:
        with open(path, "a", encoding="utf-8") as file:
            file.write(f".entry errors{errors}() {{\n.reg .b32 r;\n" + "add.u32 r, 1;\n" * (errors - written) + "}\n")
        written = errors
        module = os.path.join(ROOT, "bench/module.py")
        done = subprocess.run([sys.executable, module, path, str(runs)], stdout=subprocess.PIPE, check=True, text=True)
        check = int(done.stdout)
        ours = min(bench.process([bench.program, path])[0] for _ in range(runs))
        row(f"Python, 0.3 MB, {errors} errors: check / program", f"{check / 1e6:.1f} / {ours / 1e6:.1f} ms = {check / ours:.2f}",
            f"<= {TIMES_PROGRAM}", check / ours <= TIMES_PROGRAM)
    os.remove(path)


def tensormap(bench):
    done = subprocess.run([bench.tensormap], stdout=subprocess.PIPE, check=True, text=True)
    good, bad = map(float, done.stdout.split())
    row("tensor maps: checks a second, accepted / refused", f"{good / 1e6:.1f} / {bad / 1e6:.1f} million",
        f">= {CHECKS / 1e6:.0f} million", min(good, bad) >= CHECKS)


def cxx(bench):
    """C++ with one asm statement, and text without PTX in each host language: 64 MB of sources of the program."""
    sources = b"".join(open(p, "rb").read() for p in sorted(glob.glob(os.path.join(ROOT, "src/**/*.c"), recursive=True)))
    sources = sources.replace(b"asm", b"m").replace(b".version", b"version")
    asm = b'void f() { asm("nop;"); }\n'
    for name, suffix, end, least in (("C++, an asm at its end", "cpp", asm, CXX), ("C++, no asm", "cpp", b"", HOST), ("Python, no PTX", "py", b"", HOST),
                                     ("LLVM IR, no PTX", "ll", b"", HOST), ("Rust, no PTX", "rs", b"", HOST), ("Markdown, no PTX", "md", b"", HOST)):
        path = os.path.join(DATA, f"source.{suffix}")
        with open(path, "wb") as f:
            f.write(sources * (64 * MB // len(sources)) + end)
        rate = os.path.getsize(path) / bench.process([bench.program, path], 5)[0] * 1000
        os.remove(path)
        row(name, f"{rate:.0f} MB/s", f">= {least} MB/s", rate >= least)


def rehearse(bench):
    """Measures a loop of 20 instructions with 12 warps."""
    command = [bench.program, "rehearse", "--block=384", "--param=0=buffer:4096",
               os.path.join(ROOT, "bench/rehearse.ptx")]
    few, many, drawn = [float("inf")] * 3
    peak = 0
    for _ in range(5):
        few = min(few, bench.process([*command, "--param=1=u32:1000"])[0])
        cpu, _, memory = bench.process([*command, "--param=1=u32:5000"])
        many, peak = min(many, cpu), max(peak, memory)
        drawn = min(drawn, bench.process([*command, "--param=1=u32:5000", "--svg=/dev/null"])[0])
    row("rehearsal: 100,000 instructions of 384 threads", f"{many / 1e6:.0f} ms, {peak / MB:.0f} MB",
        f"<= {REHEARSE} ms, {REHEARSE_MB} MB", many / 1e6 <= REHEARSE and peak / MB <= REHEARSE_MB)
    grown = many / few / 5
    row("the same / 20,000 instructions", f"5 x {grown:.2f}", f"<= 5 x {REHEARSE_GROWTH}", grown <= REHEARSE_GROWTH)
    row("the same with a picture / without", f"{drawn / many:.2f}", f"<= {REHEARSE_DRAWN}", drawn / many <= REHEARSE_DRAWN)


def rehearse_ring(bench):
    """Measures a ring of tiles that one thread fills and 11 warps empty; each step is checked for races."""
    inputs = os.path.join(ROOT, "tests/rehearse/Inputs")
    with open(os.path.join(inputs, "ring.ptx"), encoding="utf-8") as f:
        text = f.read().replace(".reqntid 128", ".reqntid 384").replace("], 96;", "], 352;")
    with open(os.path.join(inputs, "ring.json"), encoding="utf-8") as f:
        launch = json.load(f)
    launch.update(grid=[1, 1, 1], block=[384, 1, 1], params=["map:tile", "u32:7500"])
    ptx, described = os.path.join(DATA, "ring.ptx"), os.path.join(DATA, "ring.json")
    with open(ptx, "w", encoding="utf-8") as f:
        f.write(text)
    with open(described, "w", encoding="utf-8") as f:
        json.dump(launch, f)
    cpu, _, memory = bench.process([bench.program, "rehearse", ptx, "--launch=" + described, "--max-steps=2000000"], 5)
    row("rehearsal: a ring of tiles, 1.2 million steps of warps", f"{cpu / 1e6:.0f} ms, {memory / MB:.0f} MB",
        f"<= {REHEARSE} ms, {REHEARSE_MB} MB", cpu / 1e6 <= REHEARSE and memory / MB <= REHEARSE_MB)
    os.remove(ptx)
    os.remove(described)


def language_server(bench):
    """Measures a change in 20,000 lines, the program's own check of them for comparison, and completions."""
    lines, whole = 20000, bench.input("kernels", 2 * MB)
    path = os.path.join(DATA, "lines.ptx")
    with open(whole, "rb") as f, open(path, "wb") as out:
        out.write(b"\n".join(f.read().split(b"\n")[:lines]) + b"\n")
    done = subprocess.run([sys.executable, os.path.join(ROOT, "bench/lsp.py"), bench.program, path, "1000"],
                          stdout=subprocess.PIPE, check=True, text=True)
    median, late, offer, late_offer = map(int, done.stdout.split())
    check = bench.process([bench.program, path], 20)[0]
    row(f"language server, {lines} lines: change to diagnostics, median / p99",
        f"{median / 1e6:.1f} / {late / 1e6:.1f} ms", f"p99 <= {LSP_MS} ms", late / 1e6 <= LSP_MS)
    row("the same / a check by the program", f"{median / 1e6:.1f} / {check / 1e6:.1f} ms = {median / check:.2f}",
        "<= 1.5", median / check <= 1.5)
    row(f"language server, {lines} lines: completions, median / p99", f"{offer / 1e6:.1f} / {late_offer / 1e6:.1f} ms",
        f"median <= {OFFER_MS} ms", offer / 1e6 <= OFFER_MS)
    os.remove(path)


def size(bench):
    print("Size")
    first = None
    for megabytes in (1, 4, 16, 64, 256):
        path = bench.input("kernels", megabytes * MB)
        length = os.path.getsize(path)
        cpu, _, peak = bench.process([bench.program, path], 5 if megabytes < 64 else 2)
        first = first or cpu / length
        grown, memory = cpu / length / first, peak / length
        row(f"{megabytes} MB: time per byte, peak memory / input",
            f"{cpu / length:.1f} ns, {memory:.1f}", f"<= {first * GROWTH:.1f} ns, <= {PEAK}",
            grown <= GROWTH and memory <= PEAK)
        os.remove(path)


def odd(bench):
    print(f"Hostile input: {ODD_COUNT // 4} and {ODD_COUNT} times something, time of each")
    for kind in bench.kinds():
        if kind in ("kernels", "tma", "tcgen05"):
            continue
        times = []
        for count in (ODD_COUNT // 4, ODD_COUNT):
            path = bench.input(kind, count)
            times.append(bench.process([bench.program, path], 2)[0])
            length = os.path.getsize(path)
            os.remove(path)
        # The time to start does not count as growth.
        grown = times[1] / max(times[0], 5e6) / 4
        row(f"{kind}, {length / MB:.0f} MB", f"{times[0] / 1e6:.0f}, {times[1] / 1e6:.0f} ms",
            f"4 x {grown:.2f} <= 4 x {ODD_GROWTH}", grown <= ODD_GROWTH)
    for kind, count in (("one-line", 4500000), ("open-comment", 16 * MB // 6),
                        ("open-string", 16 * MB // 2)):
        path = bench.input(kind, count)
        cpu, _, peak = bench.process([bench.program, path])
        length = os.path.getsize(path)
        row(f"{kind}, {length / MB:.0f} MB", f"{cpu / length:.1f} ns per byte", "")
        os.remove(path)


def logs(bench):
    """explain-log: one line of names and places, and messages that no diagnostic explains."""
    print(f"Logs: {LOG_COUNT // 4} and {LOG_COUNT} times something, time of each")
    kinds = [("names in one line", "ptxas", "\n"), ("places in one line", "ptxas k, line 1; ", "\n"),
             ("files in one line", "sm_90a a.cu ", "\n"), ("messages", "ptxas x.ptx, line 1; error   : Arguments mismatch\n", "")]
    path = os.path.join(DATA, "build.log")
    for name, words, end in kinds:
        times = []
        for count in (LOG_COUNT // 4, LOG_COUNT):
            with open(path, "w", encoding="utf-8") as f:
                f.write(words * count + end)
            times.append(bench.process([bench.program, "explain-log", "--report=/dev/null", path], 2)[0])
        grown = times[1] / max(times[0], 5e6) / 4
        row(f"explain-log: {name}", f"{times[0] / 1e6:.0f}, {times[1] / 1e6:.0f} ms",
            f"4 x {grown:.2f} <= 4 x {ODD_GROWTH}", grown <= ODD_GROWTH)
    os.remove(path)


def matrix(bench):
    """Equal lines in the matrix of targets."""
    times = []
    for count in (EQUAL_LINES // 4, EQUAL_LINES):
        path = os.path.join(DATA, "equal.ptx")
        with open(path, "w", encoding="utf-8") as f:
            f.write(".version 8.5\n.target sm_90a\n.address_size 64\n.entry k() {\n.reg .b32 r;\n" + "add.s32 r, r, 1;\n" * count + "}\n")
        times.append(bench.process([bench.program, "matrix", path], 2)[0])
        os.remove(path)
    grown = times[1] / max(times[0], 5e6) / 4
    row(f"matrix: {EQUAL_LINES // 4} and {EQUAL_LINES} equal lines", f"{times[0] / 1e6:.0f}, {times[1] / 1e6:.0f} ms",
        f"4 x {grown:.2f} <= 4 x {ODD_GROWTH}", grown <= ODD_GROWTH)


def memory_of_errors(bench):
    """Resident memory of the process for each of many equal errors, none of them printed."""
    path = os.path.join(DATA, "errors.ptx")
    peaks = []
    for count in (ERRORS // 4, ERRORS):
        with open(path, "w", encoding="utf-8") as f:
            f.write(".version 8.5\n.target sm_90a\n.address_size 64\n.entry k() {\n.reg .b32 r<9>;\n" + "cvt r1,r2;\n" * count + "}\n")
        peaks.append(bench.process([bench.program, "--max-errors=1", path])[2])
    os.remove(path)
    each = (peaks[1] - peaks[0]) / (ERRORS - ERRORS // 4)
    row(f"memory of {ERRORS} errors, text included", f"{each:.0f} bytes each", f"<= {ERROR_BYTES}", each <= ERROR_BYTES)


def main(program, folder):
    os.makedirs(DATA, exist_ok=True)
    bench = Bench(os.path.abspath(program), os.path.abspath(folder))
    speed(bench)
    protocol_cost(bench)
    python_module(bench)
    tensormap(bench)
    cxx(bench)
    rehearse(bench)
    rehearse_ring(bench)
    language_server(bench)
    size(bench)
    odd(bench)
    logs(bench)
    matrix(bench)
    memory_of_errors(bench)
    if missed:
        print(f"{len(missed)} goals missed: {'; '.join(missed)}")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
