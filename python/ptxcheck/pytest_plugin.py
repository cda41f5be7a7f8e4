# SPDX-License-Identifier: Apache-2.0
"""``pytest --ptxcheck``: a test fails if the PTX that its kernels compile to has findings.

pytest loads this module in each of its runs, so that it must also load where pytest is too old for it.
"""
import inspect

import pytest

if hasattr(pytest, "StashKey") and "wrapper" in inspect.signature(pytest.hookimpl).parameters:
    from ._pytest import ptxcheck_findings, ptxcheck_text, pytest_addoption, pytest_runtest_call

    __all__ = ["ptxcheck_findings", "ptxcheck_text", "pytest_addoption", "pytest_runtest_call"]
else:

    def pytest_addoption(parser) -> None:
        parser.getgroup("ptxcheck").addoption("--ptxcheck", action="store_true", help="requires pytest 7 and pluggy 1.2 or newer")

    def pytest_configure(config) -> None:
        if config.getoption("--ptxcheck"):
            raise pytest.UsageError("--ptxcheck requires pytest 7 and pluggy 1.2 or newer")
