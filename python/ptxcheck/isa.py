# SPDX-License-Identifier: Apache-2.0
"""The instruction set: what each instruction takes, and where it is available."""
import ctypes
from dataclasses import dataclass
from typing import Iterator, Tuple

from . import _library as c


@dataclass(frozen=True)
class Operand:
    """An operand of a form, in the order in which it is written."""

    name: str
    kind: str  #: "a 64-bit register or an integer in 0..4"
    meaning: str  #: what it is for, or "" if its name says it
    optional: bool
    written: bool  #: the instruction writes the register, or what the address points to


@dataclass(frozen=True)
class Form:
    """One way to write an instruction."""

    name: str  #: "" if it has none
    syntax: str  #: in the style of the manual
    version: str  #: the first ``.version`` that has it, such as "8.6", or "" for any
    targets: str  #: such as "sm_100a, sm_100f+"
    operands: Tuple[Operand, ...]


@dataclass(frozen=True)
class Example:
    """One or more typical instructions, which ptxas accepts."""

    text: str
    summary: str


@dataclass(frozen=True)
class Instruction:
    """An instruction of PTX."""

    name: str
    summary: str
    manual: str  #: the anchor in the page of the PTX ISA manual
    version: str
    targets: str
    forms: Tuple[Form, ...]
    examples: Tuple[Example, ...]


def _version(avail):
    return f"{avail.version // 10}.{avail.version % 10}" if avail.version else ""


def _targets(avail):
    return c.text_of(c.library.ptxc_target_set_text, ctypes.byref(avail.targets), None)


def _operands(insn, form):
    for o in c.records(c.Operand, c.library.ptxc_isa_operand_get, insn, form):
        yield Operand(c.string(o.name), c.string(o.kind), c.string(o.meaning), o.optional, o.written or o.updated)


def _forms(insn):
    for index, form in enumerate(c.records(c.Form, c.library.ptxc_isa_form_get, insn)):
        yield Form(
            c.string(form.name), c.string(form.syntax), _version(form.avail), _targets(form.avail),
            tuple(_operands(insn, index)),
        )  # fmt: skip


def _instruction(index):
    insn = c.Insn()
    c.library.ptxc_isa_insn_get(index, ctypes.byref(insn))
    examples = c.records(c.Example, c.library.ptxc_isa_example_get, index)
    return Instruction(
        name=c.string(insn.name),
        summary=c.string(insn.summary),
        manual=c.string(insn.manual),
        version=_version(insn.avail),
        targets=_targets(insn.avail),
        forms=tuple(_forms(index)),
        examples=tuple(Example(c.string(e.text), c.string(e.summary)) for e in examples),
    )


def find(opcode: str) -> Instruction:
    """Find the instruction of an opcode, with or without its qualifiers.

    Raises
    ------
    KeyError
        There is no such instruction.
    """
    if not isinstance(opcode, str):
        raise TypeError(f"opcode must be str, not {type(opcode).__name__}")
    chain, index = opcode.encode("utf-8", "surrogateescape"), ctypes.c_size_t()
    if c.library.ptxc_isa_insn_find(chain, len(chain), ctypes.byref(index)) != c.OK:
        raise KeyError(opcode)
    return _instruction(index.value)


def instructions() -> Iterator[Instruction]:
    """Yield every instruction, in the order of their names."""
    for index in range(c.library.ptxc_isa_insn_count()):
        yield _instruction(index)
