# SPDX-License-Identifier: Apache-2.0
"""Tensor maps: what is wrong with the arguments of ``cuTensorMapEncodeTiled``, and the 128 bytes that it builds."""
import ctypes
from dataclasses import dataclass
from typing import Optional, Sequence, Tuple

from . import _library as c

_ORIGINS = ("document", "driver", "document-only")
_TYPES = (
    "uint8", "uint16", "uint32", "int32", "uint64", "int64", "float16", "float32", "float64", "bfloat16", "float32_ftz",
    "tfloat32", "tfloat32_ftz", "16u4_align8b", "16u4_align16b", "16u6_align16b",
)  # fmt: skip
_INTERLEAVES = ("none", "16b", "32b")
_SWIZZLES = ("none", "32b", "64b", "128b", "128b_atom_32b", "128b_atom_32b_flip_8b", "128b_atom_64b")
_PROMOTIONS = ("none", "l2_64b", "l2_128b", "l2_256b")
_FILLS = ("none", "nan_request_zero_fma")


@dataclass(frozen=True)
class TensorMap:
    """The arguments of ``cuTensorMapEncodeTiled``; the words are the ends of the enumerators in cuda.h, in lower case.

    Parameters
    ----------
    data_type : str
        Such as ``"float16"`` or ``"bfloat16"``.
    dims : sequence of int
        ``globalDim``, in elements, innermost first. Its length is the rank, 1 to 5.
    strides : sequence of int
        ``globalStrides``, in bytes: one fewer than the rank.
    box : sequence of int
        ``boxDim``, in elements.
    address : int, optional
        ``globalAddress``.
    element_strides : sequence of int, optional
        ``elementStrides``; by default all 1.
    interleave, swizzle, l2_promotion, oob_fill : str, optional
        Such as ``swizzle="128b"`` and ``l2_promotion="l2_256b"``; by default ``"none"``.
    """

    data_type: str
    dims: Sequence[int]
    strides: Sequence[int]
    box: Sequence[int]
    address: int = 0
    element_strides: Optional[Sequence[int]] = None
    interleave: str = "none"
    swizzle: str = "none"
    l2_promotion: str = "none"
    oob_fill: str = "none"


@dataclass(frozen=True)
class Violation:
    """What is wrong with one argument."""

    rule: str  #: "box-max", which never changes its meaning
    parameter: str  #: as in cuda.h: "boxDim"
    index: Optional[int]  #: of the element of an array
    severity: str  #: "error" if the driver rejects the call, else "warning"
    origin: str  #: "document", "driver" or "document-only"
    message: str


def _index(name, value, words):
    if value not in words:
        raise ValueError(f"{name} must be one of {', '.join(words)}, not {value!r}")
    return words.index(value)


def _fill(target, name, values, most, kind):
    values = tuple(values)
    if len(values) > most:
        raise ValueError(f"{name} has {len(values)} values; at most {most} fit")
    for i, value in enumerate(values):
        size = 8 * ctypes.sizeof(kind)
        if not isinstance(value, int) or not 0 <= value < 1 << size:
            raise ValueError(f"{name}[{i}] must be an integer of {size} bits, not {value!r}")
        target[i] = value


def _record(m):
    if not isinstance(m, TensorMap):
        raise TypeError(f"the map must be a TensorMap, not {type(m).__name__}")
    rank = len(tuple(m.dims))
    record = c.TensorMap(
        data_type=_index("data_type", m.data_type, _TYPES), rank=rank,
        interleave=_index("interleave", m.interleave, _INTERLEAVES), swizzle=_index("swizzle", m.swizzle, _SWIZZLES),
        l2_promotion=_index("l2_promotion", m.l2_promotion, _PROMOTIONS), oob_fill=_index("oob_fill", m.oob_fill, _FILLS),
    )  # fmt: skip
    if not isinstance(m.address, int) or not 0 <= m.address < 1 << 64:
        raise ValueError(f"address must be an integer of 64 bits, not {m.address!r}")
    record.address = m.address
    _fill(record.dim, "dims", m.dims, 5, ctypes.c_uint64)
    _fill(record.stride, "strides", m.strides, 4, ctypes.c_uint64)
    _fill(record.box, "box", m.box, 5, ctypes.c_uint32)
    steps = [1] * rank if m.element_strides is None else m.element_strides
    _fill(record.element_stride, "element_strides", steps, 5, ctypes.c_uint32)
    return record


def _violation(record):
    rule = c.TensorMapRule()
    c.library.ptxc_tm_rule_get(record.rule, ctypes.byref(rule))
    return Violation(
        rule=c.string(rule.name),
        parameter=c.string(c.library.ptxc_tm_param_name(record.param)),
        index=record.index if record.index >= 0 else None,
        severity=("warning", "error")[record.severity],
        origin=_ORIGINS[record.origin],
        message=c.text_of(c.library.ptxc_tm_violation_text, ctypes.byref(record)),
    )


def check(tensor_map: TensorMap) -> Tuple[Violation, ...]:
    """Check the arguments of a call, without a GPU.

    Returns
    -------
    tuple of Violation
        What is wrong, in the order of the parameters; empty if nothing is.
    """
    found = (c.Violation * 64)()
    options = c.TensorMapOptions(size=ctypes.sizeof(c.TensorMapOptions))
    count = c.library.ptxc_tensormap_check(
        ctypes.byref(_record(tensor_map)), ctypes.byref(options), found, len(found)
    )
    return tuple(_violation(record) for record in found[:count])


def encode(tensor_map: TensorMap) -> bytes:
    """Build the 128 bytes that the driver builds for a call.

    Raises
    ------
    ValueError
        The driver rejects the call.
    """
    words = (ctypes.c_uint64 * 16)()
    if not c.library.ptxc_tensormap_encode(ctypes.byref(_record(tensor_map)), words):
        wrong = [v.message for v in check(tensor_map) if v.severity == "error"]
        raise ValueError("; ".join(wrong) or "no descriptor can hold this call")
    return b"".join(word.to_bytes(8, "little") for word in words)


def decode(descriptor: bytes) -> TensorMap:
    """Read the 128 bytes of a tiled tensor map back into the call that builds them.

    Raises
    ------
    ValueError
        The bytes are not a tiled tensor map.
    """
    if not isinstance(descriptor, (bytes, bytearray, memoryview)):
        raise TypeError(f"the descriptor must be bytes, not {type(descriptor).__name__}")
    if len(descriptor) != 128:
        raise ValueError(f"a tensor map has 128 bytes, not {len(descriptor)}")
    words = (ctypes.c_uint64 * 16)(*(int.from_bytes(descriptor[i : i + 8], "little") for i in range(0, 128, 8)))
    record = c.TensorMap()
    if not c.library.ptxc_tensormap_decode(words, ctypes.byref(record)) or record.function != 0:
        raise ValueError("the bytes are not a tiled tensor map")
    rank = record.rank
    return TensorMap(
        data_type=_TYPES[record.data_type], dims=tuple(record.dim[:rank]), strides=tuple(record.stride[: rank - 1]),
        box=tuple(record.box[:rank]), address=record.address, element_strides=tuple(record.element_stride[:rank]),
        interleave=_INTERLEAVES[record.interleave], swizzle=_SWIZZLES[record.swizzle],
        l2_promotion=_PROMOTIONS[record.l2_promotion], oob_fill=_FILLS[record.oob_fill],
    )  # fmt: skip
