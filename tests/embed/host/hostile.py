# SPDX-License-Identifier: Apache-2.0
"""Runs ptxcheck on host files that are made to be slow: names that stand for names, and very many of everything.
hostile.py PROGRAM: a case that takes quadratic time or memory runs into the time limit."""

import subprocess
import sys

N = 20000
CALL = "inline_asm_elementwise({}, '=r', [])\n"
VALUE = "'mov.u32 $0, 1;'"
SOURCE = '__global__ void f() { asm("mov.u32 %0, 1;" : "=r"(x)); }'


def python_bomb(join):
    """Names of names: 300 to the power of 4 pieces."""
    names = "a = 'x'\n"
    for name, inner in zip("bcd", "abc", strict=True):
        names += f"{name} = {join(inner)}\n"
    return names + CALL.format(f"'mov.u32 $0, 1; //' + {join('d')}")


def macro_bomb():
    lines = ['#define A0 "mov.u32 %0, 1;' + " " * 5000 + '"\n']
    lines += [f"#define A{i} A{i - 1} A{i - 1} A{i - 1}\n" for i in range(1, 15)]
    return "".join(lines) + 'asm(A12 : "=r"(x));\n' * 100


CASES = {
    "python": [
        python_bomb(lambda n: f"f'{{{n}}}' " * 300),
        python_bomb(lambda n: " + ".join([n] * 300)),
        "".join(f"def w{i}(t):\n    return inline_asm_elementwise(t, '=r', [])\n" for i in range(N)) + "".join(f"w{i}({VALUE})\n" for i in range(N)),
        "".join(f"x{i} = {VALUE}\n" for i in range(N)) + "".join(CALL.format(f"x{i}") for i in range(N)),
        "".join(f"def f{i}():\n    x = {VALUE}\n    {CALL.format('x')}" for i in range(N)),
        CALL.format("f'" + "".join(f"mov.u32 $0, {{x.y{i}}};" for i in range(N)) + "'"),
        f"m = '''{SOURCE}'''\n" * N,
    ],
    "markdown": ["~\n" * 1000000, "`\n" * 1000000, f"```cuda\n{SOURCE}\n```\n" * N],
    "c++": [
        macro_bomb(),
        "".join(f'#define M{i} "mov.u32 %0, {i};"\n' for i in range(N)) + "".join(f'asm(M{i} : "=r"(x));\n' for i in range(N)),
        "".join(f'#define M{i} "=r"\n' for i in range(N)) + "".join(f'asm("mov.u32 %0, 1;" : M{i}(x));\n' for i in range(N)),
        '#if A\n#define M "// "\n#else\n#define M "// "\n#endif\n' * N + 'asm(M "mov.u32 %0, 1;" : "=r"(x));\n' * N,
        "#define A A A\n#define B(x) B(B(x))\n" + 'asm(A B(1) : "=r"(x));\n' * N,
        'asm("x;" f(' * N,
        'asm("mov.u32 %0, 1;"\n#if X\n' * N,
        'asm("mov.u32 %0, 1;"\n#if X\n""\n#else\n' * N,
        "asm(" + "".join(f'"mov.u32 %0, " X{i} ";"' for i in range(N)) + ': "=r"(x));',
        'asm("add.%1 %0, 1, 1;" : "=r"(x) : "C"(y));\n' * N,
        f'const char *s = R"({SOURCE})";\n' * N,
    ],
}


def main():
    for language, texts in CASES.items():
        for text in texts:
            ran = subprocess.run([sys.argv[1], "-q", f"--language={language}", "-w", "-"], input=text.encode(), capture_output=True, timeout=60, check=False)
            if ran.returncode or ran.stdout or ran.stderr:
                sys.exit(f"{language}: {text[:200]!r}: exit status {ran.returncode}\n{ran.stdout[:500]!r}\n{ran.stderr[:500]!r}")


main()
