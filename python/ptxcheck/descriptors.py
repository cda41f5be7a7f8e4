# SPDX-License-Identifier: Apache-2.0
"""The descriptors of ``wgmma`` and ``tcgen05``: their fields, decoded and encoded."""
import ctypes
from dataclasses import dataclass
from typing import Mapping, Optional, Tuple, Union

from . import _library as c
from ._arguments import optional_word, word


@dataclass(frozen=True)
class Field:
    """A field of a descriptor."""

    name: str  #: "" for reserved or unused bits
    doc: str
    low: int  #: its first bit
    high: int  #: its last bit
    number: int  #: its bits times the factor of the field
    meaning: str  #: the name of the number, such as "BF16", or ""
    problem: str  #: what is wrong with it, or ""


def _layout(name, qualifiers):
    index = ctypes.c_size_t()
    words = optional_word("qualifiers", qualifiers or None)
    if c.library.ptxc_layout_find(word("layout", name), words, ctypes.byref(index)) != c.OK:
        known = sorted({c.string(layout.name) for layout in c.records(c.Layout, c.library.ptxc_layout_get)})
        if name in known:
            raise ValueError(f"{name!r} differs between instructions: give qualifiers such as '.kind::f16'")
        raise ValueError(f"{name!r} is not a layout (known: {', '.join(known)})")
    return index.value, words


def _values(layout, field, words):
    return {
        value.number: c.string(value.name)
        for value in c.records(c.FieldValue, c.library.ptxc_field_value_get, layout, field, words)
    }


def decode(layout: str, value: int, *, qualifiers: Optional[str] = None, arch: Optional[str] = None) -> Tuple[Field, ...]:
    """Decode a descriptor.

    Parameters
    ----------
    layout : str
        Such as ``"idesc"`` or ``"smem-desc"``.
    value : int
        The descriptor.
    qualifiers : str, optional
        Qualifiers of the instruction, such as ``".kind::f16"``, if the layout depends on them.
    arch : str, optional
        The target, if the problems depend on it.
    """
    index, words = _layout(layout, qualifiers)
    if not isinstance(value, int) or not 0 <= value < 1 << 64:
        raise ValueError(f"the descriptor must be an integer of 64 bits, not {value!r}")
    target, fields = optional_word("arch", arch or None), []
    for number, field in enumerate(c.records(c.Field, c.library.ptxc_field_get, index)):
        bits = ctypes.c_uint64()
        c.library.ptxc_field_decode(index, number, value, ctypes.byref(bits))
        problem = c.text_of(
            c.library.ptxc_field_problem_text, index, number, value, words, target
        )
        meaning = _values(index, number, words).get(bits.value, "")
        fields.append(
            Field(c.string(field.name), c.string(field.doc), field.low, field.high, bits.value, meaning, problem)
        )
    return tuple(fields)


def encode(layout: str, fields: Mapping[str, Union[int, str]], *, qualifiers: Optional[str] = None) -> int:
    """Build a descriptor from its fields, by number or by name, such as ``{"m": 128, "a_format": "BF16"}``.

    Raises
    ------
    ValueError
        A field does not exist, or does not hold the value.
    """
    if not isinstance(fields, Mapping):
        raise TypeError(f"fields must be a mapping of names, not {type(fields).__name__}")
    index, words = _layout(layout, qualifiers)
    value = ctypes.c_uint64(c.library.ptxc_layout_empty(index))
    known = {c.string(f.name): i for i, f in enumerate(c.records(c.Field, c.library.ptxc_field_get, index)) if f.name}
    for name, number in fields.items():
        if name not in known:
            raise ValueError(f"{layout!r} does not have a field {name!r} (it has {', '.join(known)})")
        if isinstance(number, str):
            values = {meaning: n for n, meaning in _values(index, known[name], words).items()}
            if number not in values:
                raise ValueError(f"{number!r} is not a value of {name!r} (it has {', '.join(values)})")
            number = values[number]
        if not isinstance(number, int) or not 0 <= number < 1 << 64 or c.library.ptxc_field_encode(index, known[name], number, ctypes.byref(value)) != c.OK:
            raise ValueError(f"the field {name!r} cannot hold {number!r}")
    return value.value
