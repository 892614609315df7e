"""Every command line that a README prints, runs."""

from __future__ import annotations

import importlib
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest
import typer
from benchmarks.test_speed import quick  # noqa: F401  (a fixture)

from regolith import envs
from regolith.envs.core.replay import Replay

from .printed import PAGES, ROOT, Block, blocks_of, filled, lowered
from .running import run_command

BLOCKS = [block for page in PAGES for block in blocks_of(page.read_text("utf-8"), str(page.relative_to(ROOT)))]
OURS = ".venv/bin/"
"""How the Makefile calls what is installed."""
IN_CI = re.findall(r"^make (\S+)$", (ROOT / ".ci" / "run").read_text("utf-8"), re.MULTILINE)
"""These are the test run itself: of their recipes only what `regolith` does is done here."""
TESTS = [f"{OURS}python", "-m", "pytest"]
"""A part of the test run is in it."""
WEIGHTS = "last_mc = 0.05\npace.oxygen = 1.4\n"
_done: set[tuple[str, ...]] = set()
"""What writes nothing and is printed several times is run once."""


class Runner:
    """Runs the commands of one block, each in the same folder, so that one finds what another has written."""

    def __init__(
        self, block: Block, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        self.block, self.folder, self.monkeypatch, self.capsys = block, folder, monkeypatch, capsys
        self.known: set[str] = set()
        self.count = 0

    def run(self, command: str) -> None:
        self.count += 1
        names = {"GAME": "terror_below", "DIR": f"out{self.count}", "FILE": "game.rgl", "N": "2", "COMMIT": "HEAD"}
        program, *words = filled(shlex.split(command, comments=True), names)
        if program == "make":
            self.make(words)
        else:
            self.regolith(words)

    def regolith(self, words: list[str], into: Path | None = None) -> None:
        words, known = lowered(words, self.block.lowered)
        self.known |= known
        if "--out" not in words:
            if tuple(words) in _done:
                return
            _done.add(tuple(words))
        outcome = run_command(self.monkeypatch, self.capsys, *words)
        assert outcome.code == 0, f"regolith {shlex.join(words)}: {outcome.err}"
        assert "Traceback" not in outcome.err
        if into is not None:
            into.write_text(outcome.out)

    def make(self, words: list[str]) -> None:
        """What `make` would do, line by line, with the environment taken as ready."""
        shown = [
            "make",
            "--dry-run",
            "--no-print-directory",
            "--directory",
            ROOT,
            "--assume-old",
            ".venv/ready",
            *words,
        ]
        done = subprocess.run(shown, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stdout.strip(), f"make {shlex.join(words)} does nothing"
        for line in done.stdout.replace("\\\n", " ").splitlines():
            self.recipe_line(line, words[0])

    def recipe_line(self, line: str, target: str) -> None:
        words = [word for word in shlex.split(line) if not re.match("REGOLITH_[A-Z]+=", word)]
        if words[:1] == [f"{OURS}regolith"]:
            *words, sign, file = words if ">" in words else [*words, "", ""]
            self.regolith(words[1:], self.folder / file if sign else None)
        elif words[:2] == [f"{OURS}python", "-m"] and words[2].startswith("regolith."):
            # These work in an environment of another commit, which takes minutes to make: it must suffice that they can be read.
            app = importlib.import_module(words[2]).app
            typer.main.get_command(app).make_context(words[2], words[3:])
        elif target not in IN_CI and words[:3] != TESTS:
            assert words[:1] in (["echo"], ["mkdir"]) or words[:3] == ["rm", "-rf", "runs/demo"], (
                f"not understood: {line}"
            )
            subprocess.run(line, shell=True, cwd=self.folder, check=True, stdout=subprocess.DEVNULL)


@pytest.mark.parametrize("block", BLOCKS, ids=[block.place for block in BLOCKS])
@pytest.mark.usefixtures("quick")
def test_printed_commands_run(
    block: Block, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("builtins.input", lambda prompt="": "1")
    shutil.copy(ROOT / "envs" / "terror_below" / "deck.toml", tmp_path / "my_deck.toml")
    (tmp_path / "my_weights.toml").write_text(WEIGHTS)
    (tmp_path / "usual.toml").write_text("")
    (tmp_path / "rich.toml").write_text("[seats]\nmc = [0, 8]\n")
    game = envs.game("tinyforming_mars")
    Replay.record(game, 3, game.new(3).legal_actions()[:1], ["a", "b"]).save(tmp_path / "game.rgl")
    runner = Runner(block, tmp_path, monkeypatch, capsys)
    for command in block.commands:
        runner.run(command)
    assert set(block.lowered) == runner.known, "the marker names numbers that no command here has"


def test_the_pages_print_commands() -> None:
    commands = {shlex.split(command)[1] for block in BLOCKS for command in block.commands}
    assert {"arena", "train", "solo", "play", "replay", "soak", "speed", "warmup", "games", "peers"} <= commands
    assert {"demo", "test", "test-browser", "lint"} <= commands
    pages = {block.place.split(":")[0] for block in BLOCKS}
    assert {"README.md", "CONTRIBUTING.md", "benchmarks/README.md"} <= pages
    assert {f"benchmarks/studies/{name}.md" for name in envs.games()} <= pages


PAGE = """
Text with `regolith games` and
`regolith solo GAME`, but not `regolith/Id-v0`.

<!-- test: deals=2 -->
```
regolith arena GAME a b --deals 50   # why
make demo
```
| <!-- test: rounds=1 --> `regolith speed GAME` | `other` |

```python
regolith = 1
```
"""


def test_commands_are_found_with_their_markers() -> None:
    found = [(block.commands, block.lowered) for block in blocks_of(PAGE, "page")]
    assert found == [
        (["regolith games", "regolith solo GAME"], {}),
        (["regolith arena GAME a b --deals 50   # why", "make demo"], {"deals": 2}),
        (["regolith speed GAME"], {"rounds": 1}),
    ]


@pytest.mark.parametrize(
    "page",
    [
        "```\nbake demo\n```",
        "<!-- test: skip=1 -->\n`regolith games`",
        "`regolith games`\n\n<!-- test: deals=1 -->",
        "```\nmake demo\n",
    ],
)
def test_what_is_not_understood_fails(page: str) -> None:
    with pytest.raises(AssertionError):
        blocks_of(page, "page")


def test_unknown_placeholders_fail() -> None:
    assert filled(["arena", "GAME", "BASE=COMMIT"], {"GAME": "mars", "COMMIT": "HEAD"}) == [
        "arena",
        "mars",
        "BASE=HEAD",
    ]
    with pytest.raises(AssertionError, match="PLANET"):
        filled(["arena", "PLANET"], {"GAME": "mars"})


@pytest.mark.parametrize(
    ("line", "numbers", "wanted"),
    [
        ("arena x --deals 50 greedy", {"deals": 2}, "arena x --deals 2 greedy"),
        ("arena x --deals=50 greedy", {"deals": 2}, "arena x --deals=2 greedy"),
        ("arena x --deals 50 greedy", {"deals": 70}, "arena x --deals 50 greedy"),
        ("arena x mcts:simulations=400 greedy", {"simulations": 3}, "arena x mcts:simulations=3 greedy"),
        ("arena x mcts:simulations=400,playout=0", {"simulations": 3}, "arena x mcts:simulations=3,playout=0"),
        ("solo x", {"deals": 2}, "solo x --deals 2"),
        ("solo x", {"deals": 2000}, "solo x"),
        ("train x --minutes 20", {"minutes": 0.05, "envs": 4}, "train x --minutes 0.05 --set envs=4"),
        ("train x --set evaluation_games=100", {"evaluation_games": 4}, "train x --set evaluation_games=4"),
        ("speed x --vector-games 256", {"vector_games": 8}, "speed x --vector-games 8"),
    ],
)
def test_numbers_are_lowered_and_never_raised(line: str, numbers: dict[str, float], wanted: str) -> None:
    assert lowered(line.split(), numbers) == (wanted.split(), set(numbers))


def test_a_number_that_a_command_has_not_is_not_known() -> None:
    assert lowered(["games"], {"deals": 2}) == (["games"], set())
