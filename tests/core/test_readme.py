"""The tables in the games' READMEs are those of the code."""

import pytest

from regolith import envs
from regolith.envs.core.readme import readme_of, renewed

HEADINGS = (
    "## Usage",
    "## Rules covered",
    "## Provenance of card data",
    "## Observation",
    "## Actions",
    "## Rewards",
    "## Version history",
)


@pytest.mark.parametrize("name", envs.games())
def test_readme_tables_are_up_to_date(name: str) -> None:
    text = readme_of(envs.spec(name)).read_text(encoding="utf-8")
    assert text == renewed(text, envs.spec(name)), f"run: python -m regolith.envs.core.readme {name}"


@pytest.mark.parametrize("name", envs.games())
def test_readme_has_the_usual_headings(name: str) -> None:
    text = readme_of(envs.spec(name)).read_text(encoding="utf-8")
    assert [h for h in HEADINGS if h not in text] == []
