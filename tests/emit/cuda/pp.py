# SPDX-License-Identifier: Apache-2.0
"""pp.py PTXCHECK NVCC PTXAS FOLDER ROOT: the output of `ptxcheck pp` compiles, the PTX that nvcc generates from it
contains the instructions of the blocks and is accepted, and line numbers refer to the original."""
import pathlib
import re
import subprocess
import sys

PTXCHECK, NVCC, PTXAS, FOLDER, ROOT = sys.argv[1:]
FILES = [("examples/pp/tma_pipeline.cu", "sm_90a"), ("examples/pp/wgmma_loop.cu", "sm_90a"), ("examples/pp/tcgen05_tile.cu", "sm_100a"),
         ("tests/emit/cuda/Inputs/pp_operands.cu", "sm_90a"), ("tests/emit/cuda/Inputs/pp_operands.cu", "sm_100a"),
         ("tests/emit/cuda/Inputs/pp_ordinary.cu", "sm_100a")]
BLOCK = re.compile(r'R"ptx\((.*?)\)ptx"', re.S)
OPCODE = re.compile(r"(?:^|;|\{)\s*(?:@!?\S+\s+)?([a-z][\w.:]*\.[\w.:]+)(?=[\s;])")
PROBE = """__device__ void f(unsigned bar, unsigned phase, bool done, short narrow) {
    asm volatile(R"ptx(
        mbarrier.try_wait.parity.shared::cta.b64 done,
            [bar],
            %s;
    )ptx");
}
#define PASS(x) x
__global__ void g(unsigned bar, unsigned n) {
    PASS(if (n) asm volatile(R"ptx(mbarrier.inval.shared::cta.b64
        [bar];)ptx"); else n = 1;)
    int line_of_this = __LINE__; static_assert(__LINE__ == 12, "moved");
    asm volatile(R"ptx(st.shared.b32 [bar], n;)ptx");
}
"""


def run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=300)


def expand(source, arch):
    expanded = pathlib.Path(FOLDER) / (source.stem + ".pp.cu")
    done = run(PTXCHECK, "pp", f"--arch={arch}", source, "-o", expanded)
    if done.returncode or done.stdout or done.stderr:
        sys.exit(f"{source}: {done.returncode}\n{done.stdout}{done.stderr}")
    return expanded


def instructions(ptx):
    """Counts each opcode. Newer compilers put a .loc before each line of an asm statement."""
    ptx = re.sub(r"//[^\n]*|/\*.*?\*/|\.loc[^\n]*", " ", ptx, flags=re.S)
    return sorted(OPCODE.findall(ptx))


def compiled(expanded, arch):
    ptx = expanded.with_suffix(".ptx")
    done = run(NVCC, f"-arch={arch}", "-ptx", "-lineinfo", "-o", ptx, expanded)
    if done.returncode or done.stderr:
        sys.exit(f"{expanded}:\n{done.stdout}{done.stderr}")
    for tool in ([PTXAS, f"-arch={arch}", "-o", "/dev/null"], [PTXCHECK]):
        done = run(*tool, ptx)
        if done.returncode:
            sys.exit(f"{ptx}: {tool[0]}\n{done.stdout}{done.stderr}")
    return ptx.read_text()


def check_file(name, arch):
    source = pathlib.Path(ROOT) / name
    wanted = instructions("\n".join(BLOCK.findall(source.read_text())))
    inline = re.findall(r"// begin inline asm(.*?)// end inline asm", compiled(expand(source, arch), arch), re.S)
    found = instructions("\n".join(inline))
    missing = [opcode for opcode in set(wanted) if found.count(opcode) < wanted.count(opcode)]
    print(f"{name} {arch}: {len(wanted)} instructions in blocks, {len(missing)} missing {missing or ''}".rstrip())


def check_places(arch):
    """Newer compilers state the location of each line of an asm statement; the same instruction must be there."""
    lines = (pathlib.Path(ROOT) / "examples/pp/tcgen05_tile.cu").read_text().splitlines()
    ptx = pathlib.Path(FOLDER, "tcgen05_tile.pp.ptx").read_text()
    places = re.findall(r"\.loc\s+1 (\d+) 1\n\s+((?:tcgen05|mbarrier)\.\S+)", ptx)
    print(f"{arch}: {len(places)} places in blocks, {sum(opcode not in lines[int(line) - 1] for line, opcode in places)} wrong")


def check_lines():
    """Returns the messages of nvcc about the expanded file, and where .loc points."""
    source = pathlib.Path(FOLDER) / "probe.cu"
    for name, message in ("phse", 'identifier "phse" is undefined'), ("narrow", "'narrow' must have 32 bits"), ("phase", None):
        source.write_text(PROBE % name)
        expanded = expand(source, "sm_90a")
        done = run(NVCC, "-arch=sm_90a", "-ptx", "-lineinfo", "-o", FOLDER + "/probe.ptx", expanded)
        if message:
            said = [line for line in done.stderr.splitlines() if message in line]
            print(f"{name}: {said[0].split('/')[-1] if said else done.stderr}")
        else:
            text = pathlib.Path(FOLDER, "probe.ptx").read_text()
            print("locs:", *re.findall(r"\.loc\s+1 (\d+) \d+(?:, [^\n]*)?\n(?:\s*(?:ld|cvta|mov|setp|@|\$|bra)[^\n]*\n)*\s*// begin inline asm", text))
            print("nvcc:", done.returncode, done.stderr.count("error"))


def check_sorts():
    """Swaps integers and floating-point numbers, and returns the messages of nvcc about each."""
    source = pathlib.Path(ROOT) / "tests/emit/cuda/Inputs/pp_sorts.cu"
    expanded = expand(source, "sm_100a")
    for wrong in [""] + re.findall(r"#ifdef (W\d)", source.read_text()):
        done = run(NVCC, "-arch=sm_100a", "-ptx", "-DNONE" if not wrong else f"-D{wrong}", "-o", FOLDER + "/sorts.ptx", expanded)
        said = re.findall(r'\((\d+)\): error: (.*)', done.stderr)
        print("sorts:", wrong or "none", *[f"{line}: {text}" for line, text in said])


pathlib.Path(FOLDER).mkdir(parents=True, exist_ok=True)
for file, target in FILES:
    check_file(file, target)
check_places("sm_100a")
check_lines()
check_sorts()
