"""The option that writes the stored games anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--write-playthroughs",
        action="store_true",
        help="store new games in tests/playthroughs (after a change of the rules or of the record that is meant)",
    )
