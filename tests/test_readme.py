"""What the README shows, runs; what it names, exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.parametrize("number", range(len(EXAMPLES)))
def test_examples_run(number: int) -> None:
    exec(compile(EXAMPLES[number], f"README example {number}", "exec"), {})


def test_there_are_examples() -> None:
    assert len(EXAMPLES) == 4


@pytest.mark.parametrize("target", re.findall(r"\]\(([^)#]+)\)", README))
def test_links_lead_somewhere(target: str) -> None:
    assert (ROOT / target).exists(), target


@pytest.mark.parametrize("command", re.findall(r"`make (\w+)`|^make (\w+)", README, re.MULTILINE))
def test_make_targets_exist(command: tuple[str, str]) -> None:
    assert re.search(rf"^{''.join(command)}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
