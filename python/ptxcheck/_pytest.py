# SPDX-License-Identifier: Apache-2.0
"""What ``pytest --ptxcheck`` does.

Kernels of Triton are seen without a word in the test. For other PTX, ask for the fixture ``ptxcheck_text`` and call it with the text.
"""
from typing import Generator

import pytest

from . import _check


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("ptxcheck")
    group.addoption("--ptxcheck", action="store_true", help="fail tests whose kernels compile to PTX with findings")
    group.addoption("--ptxcheck-ignore", action="append", default=[], metavar="NAME", help="ignore a warning or rule")


@pytest.fixture
def ptxcheck_findings(request):
    """Returns what has been found so far in the PTX of this test."""
    return request.node.stash.setdefault(_FINDINGS, [])


@pytest.fixture
def ptxcheck_text(request, ptxcheck_findings):
    """Returns a function that checks PTX if --ptxcheck is given. It takes the text and the arguments of
    ``ptxcheck.check``."""

    def check(text, name="PTX", **arguments):
        if request.config.getoption("--ptxcheck"):
            arguments.setdefault("warnings", _ignored(request.config))
            ptxcheck_findings.extend((name, d) for d in _check.check(text, **arguments))

    return check


_FINDINGS = pytest.StashKey()


def _ignored(config):
    return {name: "ignore" for name in config.getoption("--ptxcheck-ignore")}


def _line(kernel, d):
    where = f"{d.source.file}:{d.source.line}" if d.source else kernel
    return f"{where}: {d.severity}: {d.message} [{d.code} {d.rule}]"


def _lines(findings):
    return "\n".join(_line(*finding) for finding in findings)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    if not item.config.getoption("--ptxcheck"):
        return (yield)
    findings = item.stash.setdefault(_FINDINGS, [])
    try:
        from . import triton as hook

        uninstall = hook.install(lambda *finding: findings.append(finding), warnings=_ignored(item.config))
    except ImportError:
        uninstall = None
    try:
        result = yield
    except BaseException:
        # ptxas may have failed because of the findings.
        if findings:
            item.add_report_section("call", "ptxcheck", _lines(findings))
        raise
    finally:
        if uninstall:
            uninstall()
    if findings:
        pytest.fail("ptxcheck:\n" + _lines(findings), pytrace=False)
    return result
