"""What several tests need, and at the end how many records were compared and how many were left out."""

from __future__ import annotations

import pytest

from .checker import OWN_DATA, Checker
from .positions import PositionChecker
from .test_conformance import FILES


@pytest.fixture(scope="module")
def checker() -> Checker:
    """For the records kept here, with what they say about each other."""
    checker = Checker(OWN_DATA)
    for name in FILES:
        checker.learn(checker.read(name)[0])
    return checker


@pytest.fixture(scope="module")
def positions() -> PositionChecker:
    return PositionChecker()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    told = [str(value) for report in reports for name, value in report.user_properties if name == "conformance"]
    if told:
        terminalreporter.section("conformance")
        for line in sorted(told):
            terminalreporter.write_line(line)
