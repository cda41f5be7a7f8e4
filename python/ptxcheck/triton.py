# SPDX-License-Identifier: Apache-2.0
"""Check every kernel that Triton compiles.

>>> import ptxcheck.triton
>>> ptxcheck.triton.install()  # doctest: +SKIP

From then on each finding is a Python warning of the category ``PtxWarning``, at the line of the kernel that it comes from. To have
errors of ptxas explained as well, set ``TRITON_PTXAS_PATH`` to ``ptxas-checked`` (and ``TRITON_PTXAS_BLACKWELL_PATH``, where Triton uses
another ptxas for Blackwell).
"""
import warnings as _warnings
from typing import Callable, Mapping, Optional

from ._check import Diagnostic, check


class PtxWarning(UserWarning):
    """A finding in the PTX that Triton generated for a kernel."""


def _say(kernel: str, diagnostic: Diagnostic) -> None:
    source = diagnostic.source
    message = f"{kernel}: {diagnostic.message} [{diagnostic.code} {diagnostic.rule}]"
    if source:
        _warnings.warn_explicit(message, PtxWarning, source.file, source.line)
    else:
        _warnings.warn(message, PtxWarning, stacklevel=2)


def _ptx_of(metadata_group):
    for name, path in metadata_group.items():
        if name.endswith(".ptx"):
            with open(path, "rb") as file:
                yield name[: -len(".ptx")], file.read()


def install(
    on_finding: Callable[[str, Diagnostic], None] = _say, *, warnings: Optional[Mapping[str, str]] = None
) -> Callable[[], None]:
    """Check the PTX of each kernel when Triton has compiled it or found it in its cache.

    Parameters
    ----------
    on_finding : callable, optional
        Called with the name of the kernel and a Diagnostic; by default it warns.
    warnings : mapping of str to str, optional
        As for ``ptxcheck.check``.

    Returns
    -------
    callable
        Call it to stop checking.
    """
    import triton

    before = triton.knobs.compilation.listener

    def listener(**event):
        if before:
            before(**event)
        for kernel, text in _ptx_of(event["metadata_group"]):
            for diagnostic in check(text, warnings=warnings):
                on_finding(kernel, diagnostic)

    def uninstall():
        triton.knobs.compilation.listener = before

    triton.knobs.compilation.listener = listener
    return uninstall
