"""Tells at the end how many records were compared and how many were left out."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    reports = [report for outcome in ("passed", "failed") for report in terminalreporter.getreports(outcome)]
    told = [str(value) for report in reports for name, value in report.user_properties if name == "conformance"]
    if told:
        terminalreporter.section("conformance")
        for line in sorted(told):
            terminalreporter.write_line(line)
