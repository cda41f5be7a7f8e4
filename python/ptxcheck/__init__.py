# SPDX-License-Identifier: Apache-2.0
"""Check NVIDIA PTX before ptxas does, from Python.

>>> import ptxcheck
>>> for d in ptxcheck.check(".version 8.6\\n.target sm_100a\\n.addres_size 64\\n"):
...     print(d)
3:1: error: unknown directive '.addres_size' [ptx-207 unknown-directive]

``check`` finds what is wrong with a module, ``format`` formats one, ``isa`` describes the instructions, ``tensormap`` checks the
arguments of tensor maps, and ``descriptors`` reads and builds the descriptors of ``wgmma`` and ``tcgen05``. Everything runs in this
process, in the shared library of ptxcheck; the functions may be called from several threads, and release the GIL while they check.
"""
from . import descriptors, isa, tensormap
from ._check import Diagnostic, Fix, Note, Place, Source, check, format
from ._errors import Error, UnknownArch, UnknownToolkit, UnknownWarning
from ._library import library as _loaded

__version__ = _loaded.ptxc_library_version().decode()

__all__ = [
    "Diagnostic", "Error", "Fix", "Note", "Place", "Source", "UnknownArch", "UnknownToolkit", "UnknownWarning",
    "check", "descriptors", "format", "isa", "tensormap",
]  # fmt: skip
