# SPDX-License-Identifier: Apache-2.0
"""Checking a text: ``check`` and what it returns."""
import ctypes
import struct
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Mapping, Optional, Sequence, Tuple, Union

from . import _library as c
from ._arguments import choice, columns, optional_word, word
from ._errors import Error, UnknownArch, UnknownToolkit, UnknownWarning

Text = Union[str, bytes]
Severity = Literal["error", "warning", "note"]
_SEVERITIES: Tuple[Severity, ...] = ("warning", "error", "note")
_ACTIONS = {"show": 0, "ignore": 1, "error": 2}
_LANGUAGES = {"ptx": 0, "c++": 1, "python": 2, "llvm": 3, "rust": 4, "markdown": 5}


@dataclass(frozen=True)
class Place:
    """A range of the text. Lines and columns count from 1, columns in bytes of UTF-8; the end is exclusive."""

    line: int
    column: int
    end_line: int
    end_column: int
    start: int  #: the offset of the first byte
    end: int  #: the offset past the last byte


@dataclass(frozen=True)
class Source:
    """The line that the PTX was compiled from, as its ``.loc`` directives say. The column is 0 if it is unknown."""

    file: str
    line: int
    column: int


@dataclass(frozen=True)
class Note:
    """A note of a diagnostic, with its place if it has one."""

    message: str
    place: Optional[Place] = None


@dataclass(frozen=True)
class Fix:
    """Replaces the bytes at ``place`` with ``text``. Apply all fixes of a diagnostic together."""

    place: Place
    text: str


@dataclass(frozen=True)
class Diagnostic:
    """One finding. ``str(diagnostic)`` is the line that ``ptxcheck -q`` prints, without a file name."""

    place: Place
    severity: Severity
    code: str  #: "ptx-440", which never changes its meaning
    name: str  #: "needs-target"
    rule: str  #: the rule of the instruction that is violated, or the same as ``name``
    message: str
    notes: Tuple[Note, ...] = ()
    fixes: Tuple[Fix, ...] = ()
    source: Optional[Source] = None

    @property
    def line(self) -> int:
        return self.place.line

    @property
    def column(self) -> int:
        return self.place.column

    def __str__(self) -> str:
        return f"{self.line}:{self.column}: {self.severity}: {self.message} [{self.code} {self.rule}]"


def _bytes(text: Text) -> bytes:
    if isinstance(text, str):
        return text.encode("utf-8", "surrogateescape")
    if isinstance(text, (bytes, bytearray, memoryview)):
        return bytes(text)
    raise TypeError(f"text must be str or bytes, not {type(text).__name__}")


def _warnings(settings: Mapping[str, str]):
    """An array of ptxc_warning."""
    if not isinstance(settings, Mapping):
        raise TypeError(f"warnings must be a mapping of names, not {type(settings).__name__}")
    records = (c.Warning_ * len(settings))()
    for record, (name, action) in zip(records, settings.items()):
        record.name = None if name == "all" else word("the name of a warning", name)
        record.action = choice(f"the action of warning {name!r}", action, _ACTIONS)
    return records


def _options(arch, toolkit, warnings, language, defines, rehearse):
    settings = _warnings(warnings)
    if isinstance(defines, (str, bytes)) or not isinstance(defines, Sequence):
        raise TypeError(f"defines must be a sequence of str, not {type(defines).__name__}")
    words = (ctypes.c_char_p * len(defines))(*(word("a definition", value) for value in defines))
    return c.Options(
        size=ctypes.sizeof(c.Options), arch=optional_word("arch", arch), toolkit=optional_word("toolkit", toolkit),
        warnings=settings, warning_count=len(settings), language=choice("language", language, _LANGUAGES),
        defines=words, define_count=len(words), rehearse=bool(rehearse),
    )  # fmt: skip


def _unknown_warning(warnings):
    """The first name that the library does not know."""
    for name in warnings:
        try:
            with module(b"", warnings={name: "show"}):
                pass
        except UnknownWarning:
            return name
    return ""


def _raise(status, arch, toolkit, warnings):
    if status == c.NO_MEMORY:
        raise MemoryError("ptxcheck is out of memory")
    if status == c.UNKNOWN_ARCH:
        raise UnknownArch(f"ptxas {toolkit or 'of the newest release'} does not support the architecture {arch!r}")
    if status == c.UNKNOWN_TOOLKIT:
        raise UnknownToolkit(f"{toolkit!r} is not a known release of the CUDA toolkit")
    if status == c.UNKNOWN_WARNING:
        name = next(iter(warnings)) if len(warnings) == 1 else _unknown_warning(warnings)
        raise UnknownWarning(f"{name!r} is not the name of a warning or rule")
    raise Error(c.string(c.library.ptxc_status_message(status)))


@contextmanager
def module(text: Text, arch=None, toolkit=None, warnings=None, language="ptx", defines=(), rehearse=False):
    """Opens a module of the library for the duration of a ``with`` block; yields its handle and the text as bytes."""
    data, handle, warnings = _bytes(text), ctypes.c_void_p(), warnings or {}
    options = _options(arch, toolkit, warnings, language, defines, rehearse)
    status = c.library.ptxc_module_open(data, len(data), ctypes.byref(options), ctypes.byref(handle))
    if status != c.OK:
        _raise(status, arch, toolkit, warnings)
    try:
        yield handle, data
    finally:
        c.library.ptxc_module_close(handle)


_ROW = struct.Struct("@15I2P")  # ptxc_diag_row
_DIAG, _NOTE, _FIX = range(3)


def _rows(handle):
    """Returns the rows of the diagnostics of a module, and the bytes of their texts, from one call if they have the usual size."""
    count, length = 3 * c.library.ptxc_module_diag_count(handle), ctypes.c_size_t()
    size = 64 * count
    while True:
        rows, texts = (c.DiagRow * count)(), ctypes.create_string_buffer(size)
        needed = c.library.ptxc_module_diag_rows(handle, rows, count, texts, size, ctypes.byref(length))
        if needed <= count and length.value <= size:
            return memoryview(rows).cast("B")[: needed * _ROW.size], texts.raw[: length.value]
        count, size = needed, length.value


def _diagnostics(handle, data) -> "list[Diagnostic]":
    rows, texts = _rows(handle)
    ascii_texts = texts.decode("ascii") if texts.isascii() else None
    found, words = [], {}
    values: "dict[str, Any]" = {}  # those of the diagnostic to which notes and fixes belong
    # The constructor of a frozen dataclass sets each member by a call, which would take longer than the check of a module with
    # many errors.
    new, assign = object.__new__, object.__setattr__
    for row in _ROW.iter_unpack(rows):
        kind, severity, code, start, end, line, column, end_line, end_column, text, text_end, file, file_end, loc, loc_column, name, rule = row
        message = ascii_texts[text:text_end] if ascii_texts is not None else texts[text:text_end].decode("utf-8", "replace")
        place = None
        if line:
            place = new(Place)
            assign(place, "__dict__", {"line": line, "column": column, "end_line": end_line, "end_column": end_column, "start": start, "end": end})
        if kind == _NOTE:
            values["notes"] += (Note(message, place),)
        elif kind == _FIX:
            values["fixes"] += (Fix(place, message),)
        else:
            if (code, rule) not in words:
                words[code, rule] = f"ptx-{code:03}", *(ctypes.string_at(word).decode("utf-8", "replace") for word in (name, rule))
            code_word, name_word, rule_word = words[code, rule]
            source = Source(data[file:file_end].decode("utf-8", "replace"), loc, loc_column) if loc else None
            values = {"place": place, "severity": _SEVERITIES[severity], "code": code_word, "name": name_word, "rule": rule_word,
                      "message": message, "notes": (), "fixes": (), "source": source}  # fmt: skip
            diagnostic = new(Diagnostic)
            assign(diagnostic, "__dict__", values)
            found.append(diagnostic)
    return found


def check(
    text: Text,
    *,
    arch: Optional[str] = None,
    toolkit: Optional[str] = None,
    warnings: Optional[Mapping[str, str]] = None,
    language: Literal["ptx", "c++", "python", "llvm", "rust", "markdown"] = "ptx",
    defines: Sequence[str] = (),
    rehearse: bool = False,
) -> "list[Diagnostic]":
    """Check PTX, or the inline PTX of C++.

    Parameters
    ----------
    text : str or bytes
        The whole module, or the whole C++ file.
    arch : str, optional
        The GPU to check for, such as ``"sm_100a"``; by default the ``.target`` of the module alone decides.
    toolkit : str, optional
        The release of ptxas to agree with, such as ``"12.9"``; by default the newest that is known.
    warnings : mapping of str to str, optional
        What to do with warnings, by name or rule: ``"show"``, ``"ignore"`` or ``"error"``. The name ``"all"`` stands for all
        of them. Later entries override earlier ones.
    language : {"ptx", "c++", "python", "llvm", "rust", "markdown"}, optional
        What the text is. In C++, asm statements are checked.
    defines : sequence of str, optional
        Macros of C++, ``"NAME"`` or ``"NAME=VALUE"``. Each ``#if`` that they decide is evaluated.
    rehearse : bool, optional
        Also run the synchronization of each kernel with an assumed launch, and report what goes wrong.

    Returns
    -------
    list of Diagnostic
        The findings, sorted by place. An error is what ptxas rejects; a warning is what the PTX ISA forbids and ptxas accepts.

    Raises
    ------
    UnknownArch, UnknownToolkit, UnknownWarning
        An argument is not one that the library knows.
    """
    with module(text, arch, toolkit, warnings, language, defines, rehearse) as (handle, data):
        return _diagnostics(handle, data)


def format(text: Text, *, indent: int = 4, operands: int = 16, comments: int = 40, tabs: bool = False) -> str:
    """Format PTX: indent blocks, and align operands and comments.

    Parameters
    ----------
    text : str or bytes
        The module, which may have errors.
    indent, operands, comments : int, optional
        The columns of a block, of operands from the opcode, and of comments after code, each in 1..200.
    tabs : bool, optional
        Indent each block by a tab.

    Returns
    -------
    str
        The formatted text; only the whitespace between words differs.
    """
    style = c.Style(
        size=ctypes.sizeof(c.Style), indent=columns("indent", indent), tabs=bool(tabs),
        operands=columns("operands", operands), comments=columns("comments", comments),
    )  # fmt: skip
    with module(text) as (handle, data):
        buffer = c.Buffer(2 * len(data) + 1024)
        formatted = buffer.bytes_of(c.library.ptxc_module_format, handle, ctypes.byref(style))
    return formatted.decode("utf-8", "surrogateescape")
