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
            kernel = name[: -len(".ptx")]
            try:
                with open(path, "rb") as file:
                    text = file.read()
            except OSError as error:
                _warnings.warn(f"{kernel}: not checked, because its PTX cannot be read: {error}", PtxWarning, stacklevel=2)
            else:
                yield kernel, text


def _before_ptxas(runtime, report):
    """Wraps the stage of Triton that writes PTX, so that findings come even if ptxas then fails. Returns a function that
    ends it."""
    before = runtime.add_stages_inspection_hook

    def hook(backend=None, stages=None, *rest):
        if stages is None:  # Triton asks for a part of the cache's key; ours changes nothing
            return before() if before else ("", "0")
        if before:
            before(backend, stages, *rest)
        make_ptx = stages.get("ptx")
        if make_ptx:

            def checked(source, metadata):
                text = make_ptx(source, metadata)
                report(metadata.get("name", "kernel"), text)
                return text

            stages["ptx"] = checked

    def uninstall():
        runtime.add_stages_inspection_hook = before

    runtime.add_stages_inspection_hook = hook
    return uninstall


def install(
    on_finding: Callable[[str, Diagnostic], None] = _say, *, warnings: Optional[Mapping[str, str]] = None
) -> Callable[[], None]:
    """Check the PTX of each kernel before Triton runs ptxas, and when Triton finds the kernel in its cache.

    A release of Triton without ``knobs.runtime.add_stages_inspection_hook`` has no place before ptxas; there, the PTX is
    checked when ptxas has accepted it. If the PTX in the cache cannot be read, a warning says so, and the kernel is not checked.

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

    runtime = getattr(triton.knobs, "runtime", None)
    has_stages = hasattr(runtime, "add_stages_inspection_hook")
    before = triton.knobs.compilation.listener

    def report(kernel, text):
        for diagnostic in check(text, warnings=warnings):
            on_finding(kernel, diagnostic)

    def listener(**event):
        if before:
            before(**event)
        if has_stages and not event.get("cache_hit"):
            return  # reported before ptxas
        for kernel, text in _ptx_of(event["metadata_group"]):
            report(kernel, text)

    uninstall_stages = _before_ptxas(runtime, report) if has_stages else None

    def uninstall():
        triton.knobs.compilation.listener = before
        if uninstall_stages:
            uninstall_stages()

    triton.knobs.compilation.listener = listener
    return uninstall
