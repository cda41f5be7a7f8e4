# SPDX-License-Identifier: Apache-2.0
"""The shared library: its structs, its functions, and its location.

The structs follow ``include/ptxcheck_*.h``; ``tests/python/layout.test`` compares them with the layout that the C
compiler gives the headers.
"""
import ctypes
import os
from ctypes import POINTER, c_bool, c_char, c_char_p, c_int32, c_size_t, c_uint16, c_uint32, c_uint64, c_void_p

OK, NO_MEMORY, BAD_ARGUMENT, TOO_LARGE, UNKNOWN_ARCH, UNKNOWN_TOOLKIT, UNKNOWN_WARNING, NOT_FOUND = range(8)


class Span(ctypes.Structure):
    _fields_ = [("start", c_uint32), ("end", c_uint32)]


class Set(ctypes.Structure):
    _fields_ = [("bits", c_uint64 * 4)]


class Avail(ctypes.Structure):
    _fields_ = [("version", c_uint32), ("targets", Set)]


class Allocator(ctypes.Structure):
    _fields_ = [("resize", c_void_p), ("user", c_void_p)]


class Warning_(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("action", c_uint32)]


class TensorMap(ctypes.Structure):
    _fields_ = [
        ("function", c_uint32), ("tensor_map", c_uint64), ("data_type", c_uint32), ("rank", c_uint32),
        ("address", c_uint64), ("dim", c_uint64 * 5), ("stride", c_uint64 * 4), ("box", c_uint32 * 5),
        ("lower", c_int32 * 3), ("upper", c_int32 * 3), ("channels", c_uint32), ("pixels", c_uint32),
        ("element_stride", c_uint32 * 5), ("interleave", c_uint32), ("mode", c_uint32), ("swizzle", c_uint32),
        ("l2_promotion", c_uint32), ("oob_fill", c_uint32),
    ]  # fmt: skip


class KnownMap(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("map", POINTER(TensorMap))]


class Options(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("allocator", Allocator), ("arch", c_char_p), ("toolkit", c_char_p),
        ("warnings", POINTER(Warning_)), ("warning_count", c_size_t), ("max_errors", c_uint32), ("syntax_only", c_bool),
        ("language", c_uint32), ("ignore_unknown", c_bool), ("emit_only", c_char_p), ("emit_namespace", c_char_p),
        ("rehearse", c_bool), ("maps", POINTER(KnownMap)), ("map_count", c_size_t), ("defines", POINTER(c_char_p)),
        ("define_count", c_size_t), ("prelude", c_char_p),
    ]  # fmt: skip


class Loc(ctypes.Structure):
    _fields_ = [("file", Span), ("line", c_uint32), ("column", c_uint32)]


class DiagRow(ctypes.Structure):
    _fields_ = [
        ("kind", c_uint32), ("severity", c_uint32), ("code", c_uint32), ("span", Span), ("line", c_uint32),
        ("column", c_uint32), ("end_line", c_uint32), ("end_column", c_uint32), ("text", Span), ("loc", Loc),
        ("name", c_void_p), ("rule", c_void_p),
    ]  # fmt: skip


class Asm(ctypes.Structure):
    _fields_ = [("span", Span), ("state", c_uint32), ("reason", c_char_p)]


class Style(ctypes.Structure):
    _fields_ = [
        ("size", c_size_t), ("indent", c_uint32), ("tabs", c_bool), ("operands", c_uint32), ("comments", c_uint32),
    ]  # fmt: skip


class VersionRange(ctypes.Structure):
    _fields_ = [("from_", c_uint16), ("to", c_uint16)]


class Insn(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("summary", c_char_p), ("manual", c_char_p), ("avail", Avail), ("releases", Set),
        ("distinct", c_size_t), ("form_count", c_size_t), ("rule_count", c_size_t), ("example_count", c_size_t),
        ("never_after", c_char_p),
    ]  # fmt: skip


class Form(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("syntax", c_char_p), ("avail", Avail), ("slot_count", c_size_t), ("operand_count", c_size_t),
    ]  # fmt: skip


class Operand(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("kind", c_char_p), ("also", c_char_p), ("optional", c_bool), ("inside", c_size_t),
        ("written", c_bool), ("updated", c_bool), ("meaning", c_char_p), ("layout", c_char_p),
    ]  # fmt: skip


class Example(ctypes.Structure):
    _fields_ = [("text", c_char_p), ("summary", c_char_p)]


class Layout(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("title", c_char_p), ("manual", c_char_p), ("qualifiers", c_char_p), ("width", c_uint32),
        ("field_count", c_uint32),
    ]  # fmt: skip


class Field(ctypes.Structure):
    _fields_ = [
        ("name", c_char_p), ("doc", c_char_p), ("low", c_uint32), ("high", c_uint32), ("factor", c_uint32),
        ("reserved", c_bool),
    ]  # fmt: skip


class FieldValue(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("number", c_uint64)]


class TensorMapOptions(ctypes.Structure):
    _fields_ = [("size", c_size_t), ("profile", c_uint32), ("use", c_uint32), ("target", c_uint32), ("suffix", c_char)]


class Violation(ctypes.Structure):
    _fields_ = [
        ("rule", c_uint32), ("param", c_uint32), ("index", c_int32), ("origin", c_uint32), ("severity", c_uint32),
        ("found", ctypes.c_int64), ("found_unsigned", c_bool), ("relation", c_uint32), ("a", ctypes.c_int64),
        ("b", ctypes.c_int64),
    ]  # fmt: skip


class TensorMapRule(ctypes.Structure):
    _fields_ = [("name", c_char_p), ("origin", c_uint32), ("quantity", c_char_p), ("because", c_char_p)]


STRUCTS = {
    "ptxc_span": Span, "ptxc_set": Set, "ptxc_isa_avail": Avail, "ptxc_allocator": Allocator, "ptxc_warning": Warning_,
    "ptxc_tensormap": TensorMap, "ptxc_known_map": KnownMap, "ptxc_options": Options, "ptxc_loc": Loc, "ptxc_diag_row": DiagRow,
    "ptxc_asm": Asm, "ptxc_style": Style, "ptxc_version_range": VersionRange, "ptxc_isa_insn": Insn,
    "ptxc_isa_form": Form, "ptxc_isa_operand": Operand, "ptxc_isa_example": Example, "ptxc_layout": Layout,
    "ptxc_field": Field, "ptxc_field_value": FieldValue, "ptxc_tm_options": TensorMapOptions,
    "ptxc_tm_violation": Violation, "ptxc_tm_rule": TensorMapRule,
}  # fmt: skip

_TEXT = [c_char_p, c_size_t]  # the buffer of a `_text` function, and its size
_MODULE = c_void_p
_PROTOTYPES = {  # name: (result, arguments); the result None is a ptxc_status
    "ptxc_status_message": (c_char_p, [c_uint32]),
    "ptxc_library_version": (c_char_p, []),
    "ptxc_target_set_text": (c_size_t, [POINTER(Set), POINTER(Set), *_TEXT]),
    "ptxc_module_open": (None, [c_char_p, c_size_t, POINTER(Options), POINTER(_MODULE)]),
    "ptxc_module_diag_count": (c_size_t, [_MODULE]),
    "ptxc_module_diag_rows": (c_size_t, [_MODULE, POINTER(DiagRow), c_size_t, *_TEXT, POINTER(c_size_t)]),
    "ptxc_module_asm_count": (c_size_t, [_MODULE]),
    "ptxc_module_asm_get": (None, [_MODULE, c_size_t, POINTER(Asm)]),
    "ptxc_module_format": (c_size_t, [_MODULE, POINTER(Style), *_TEXT]),
    "ptxc_isa_insn_count": (c_size_t, []),
    "ptxc_isa_insn_get": (None, [c_size_t, POINTER(Insn)]),
    "ptxc_isa_insn_find": (None, [c_char_p, c_size_t, POINTER(c_size_t)]),
    "ptxc_isa_form_get": (None, [c_size_t, c_size_t, POINTER(Form)]),
    "ptxc_isa_operand_get": (None, [c_size_t, c_size_t, c_size_t, POINTER(Operand)]),
    "ptxc_isa_example_get": (None, [c_size_t, c_size_t, POINTER(Example)]),
    "ptxc_layout_count": (c_size_t, []),
    "ptxc_layout_get": (None, [c_size_t, POINTER(Layout)]),
    "ptxc_layout_find": (None, [c_char_p, c_char_p, POINTER(c_size_t)]),
    "ptxc_layout_empty": (c_uint64, [c_size_t]),
    "ptxc_field_get": (None, [c_size_t, c_size_t, POINTER(Field)]),
    "ptxc_field_value_get": (None, [c_size_t, c_size_t, c_char_p, c_size_t, POINTER(FieldValue)]),
    "ptxc_field_decode": (None, [c_size_t, c_size_t, c_uint64, POINTER(c_uint64)]),
    "ptxc_field_encode": (None, [c_size_t, c_size_t, c_uint64, POINTER(c_uint64)]),
    "ptxc_field_problem_text": (c_size_t, [c_size_t, c_size_t, c_uint64, c_char_p, c_char_p, *_TEXT]),
    "ptxc_tensormap_check": (c_size_t, [POINTER(TensorMap), POINTER(TensorMapOptions), POINTER(Violation), c_size_t]),
    "ptxc_tm_violation_text": (c_size_t, [POINTER(Violation), *_TEXT]),
    "ptxc_tm_rule_get": (None, [c_size_t, POINTER(TensorMapRule)]),
    "ptxc_tm_param_name": (c_char_p, [c_uint32]),
    "ptxc_tensormap_encode": (c_bool, [POINTER(TensorMap), POINTER(c_uint64)]),
    "ptxc_tensormap_decode": (c_bool, [POINTER(c_uint64), POINTER(TensorMap)]),
}


def _candidates():
    """Yields the possible locations of the library: named by the user, in the wheel, or in the build of the source
    tree."""
    named = os.environ.get("PTXCHECK_LIBRARY")
    if named:
        yield named
        return
    here = os.path.dirname(os.path.abspath(__file__))
    for name in ("libptxcheck.so", "libptxcheck.dylib", "ptxcheck.dll"):
        yield os.path.join(here, name)
        yield os.path.join(here, "..", "..", "build", "release", name)


def _load():
    path = next(filter(os.path.exists, _candidates()), None)
    if path is None:
        raise ImportError(
            "the shared library of ptxcheck is missing: reinstall the package, run 'make shared' in the source tree, "
            "or set PTXCHECK_LIBRARY to the path of libptxcheck.so"
        )
    try:
        loaded = ctypes.CDLL(os.path.abspath(path))
    except OSError as error:
        raise ImportError(f"cannot load the shared library of ptxcheck: {error}") from error
    for name, (result, arguments) in _PROTOTYPES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result or c_uint32, arguments
    loaded.ptxc_module_close.restype, loaded.ptxc_module_close.argtypes = None, [_MODULE]
    loaded.ptxc_module_position.restype = None
    loaded.ptxc_module_position.argtypes = [_MODULE, c_uint32, POINTER(c_uint32), POINTER(c_uint32)]
    return loaded


library = _load()


class Buffer:
    """What `_text` functions write to. It grows when a text does not fit."""

    def __init__(self, room=256):
        self.memory = ctypes.create_string_buffer(room)

    def bytes_of(self, function, *arguments):
        """Returns what a `_text` function writes; it is called once if that fits."""
        length = function(*arguments, self.memory, len(self.memory))
        if length >= len(self.memory):
            self.memory = ctypes.create_string_buffer(length + 1)
            function(*arguments, self.memory, len(self.memory))
        return ctypes.string_at(self.memory, length)

    def text_of(self, function, *arguments):
        """Returns what a `_text` function writes, as a str."""
        return self.bytes_of(function, *arguments).decode("utf-8", "replace")


def text_of(function, *arguments):
    """Returns what a `_text` function writes, as a str."""
    return Buffer().text_of(function, *arguments)


def string(value):
    """Returns a C string as a str."""
    return (value or b"").decode("utf-8", "replace")


def records(kind, get, *arguments):
    """Yields each record that a `_get` function fills, up to the first index that does not exist."""
    index = 0
    record = kind()
    while get(*arguments, index, ctypes.byref(record)) == OK:
        yield record
        record = kind()
        index += 1
