# SPDX-License-Identifier: Apache-2.0
"""opcodes_in_code.py TABLES ROOT: no code names an instruction. What an instruction does is stated in its row
(`does`), so that a new instruction needs no C code. Fails on each string literal in ROOT/src, and in the grammar
of PTX, that is the name of an instruction of TABLES, the first word of one, or either with qualifiers.
"""
import pathlib
import re
import sys

# Starts of file names, literals that happen to be words of PTX, and what they mean there.
ALLOWED = {
    ("src/cli/check/dump.c", "not"): "a kind of operand in the output of --dump-ast",
    ("src/cli/", "tensormap"): "a command",
    ("src/embed/cxx_run.c", "ld.param."): "PTX that is written, so that registers have values",
    ("src/lsp/", "exit"): "a method of the language server protocol",
}
ALLOWED.update({("src/cli/tensormap/", word): "what a reducing copy computes"
                for word in ("add", "min", "max", "and", "or", "xor")})
ALLOWED.update({("src/emit/name.c", word): "a keyword of C++"
                for word in ("and", "not", "or", "xor")})

INSN = re.compile(r"^insn (\S+)", re.M)
COMMENT_OR_LITERAL = re.compile(r'//[^\n]*|/\*.*?\*/|\'(?:[^\'\\\n]|\\.)\'|"((?:[^"\\\n]|\\.)*)"', re.S)


def opcodes(tables):
    names = {name for p in pathlib.Path(tables).glob("*.isa") for name in INSN.findall(p.read_text())}
    return names | {name.split(".")[0] for name in names}


def sources(root):
    yield from sorted(p for p in (root / "src").rglob("*") if p.suffix in (".c", ".h", ".def"))
    yield from sorted((root / "grammar").glob("ptx.*"))


def literals(text):
    for m in COMMENT_OR_LITERAL.finditer(text):
        if m.group(1) is not None:
            yield text.count("\n", 0, m.start()) + 1, m.group(1)


def main(tables, root):
    known, root, used, failed = opcodes(tables), pathlib.Path(root), set(), False
    for path in sources(root):
        name = path.relative_to(root).as_posix()
        for line, literal in literals(path.read_text()):
            first = literal.split(".")[0]
            if first not in known or not re.fullmatch(r"[\w.:]+", literal):
                continue
            allowed = [a for a in ALLOWED if name.startswith(a[0]) and literal == a[1]]
            used.update(allowed)
            if allowed:
                continue
            print(f'{name}:{line}: error: "{literal}" names an instruction: say in its row what it does')
            failed = True
    for name, literal in sorted(set(ALLOWED) - used if used else ()):
        print(f'{name}: error: "{literal}" is not there any more: drop it from ALLOWED')
        failed = True
    sys.exit(failed)


main(*sys.argv[1:])
