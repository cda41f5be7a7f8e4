# SPDX-License-Identifier: Apache-2.0
"""Arguments of Python as the library takes them. A wrong one raises TypeError or ValueError with its name."""
from typing import Mapping, Optional, TypeVar

Value = TypeVar("Value")


def word(name: str, value: str, kind: str = "str") -> bytes:
    """Returns a C string."""
    if not isinstance(value, str):
        raise TypeError(f"{name} must be {kind}, not {type(value).__name__}")
    if "\0" in value:
        raise ValueError(f"{name} must not contain a NUL character: {value!r}")
    return value.encode("utf-8", "surrogateescape")


def optional_word(name: str, value: Optional[str]) -> Optional[bytes]:
    """Returns a C string, or None for None."""
    return None if value is None else word(name, value, "str or None")


def choice(name: str, value: str, known: Mapping[str, Value]) -> Value:
    """Returns what one of the known words stands for."""
    if not isinstance(value, str) or value not in known:
        raise ValueError(f"{name} must be one of {', '.join(map(repr, known))}, not {value!r}")
    return known[value]


def columns(name: str, value: int) -> int:
    """Returns a number of columns that the library accepts; it would use its default for others."""
    if not isinstance(value, int):
        raise TypeError(f"{name} must be int, not {type(value).__name__}")
    if not 1 <= value <= 200:
        raise ValueError(f"{name} must be in 1..200, not {value}")
    return value
