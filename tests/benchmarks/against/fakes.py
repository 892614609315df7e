"""Trees that are none: a git checkout with a `regolith` that prints what it was told."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from regolith.benchmarks.against.environments import Tree

OLD_HELP = "Options\n --json  one object\n --vector-games INTEGER  games side by side\n --rounds INTEGER\n"
NEW_HELP = OLD_HELP + " --figures TEXT  figures to measure: kernel, aec, cold_compile_s; default: all\n"

SCRIPT = """
import json, pathlib, sys
home, words = pathlib.Path(__file__).parent, sys.argv[1:]
told = json.loads((home / "told.json").read_text())
with open(home.parent / "log", "a") as log:
    log.write(json.dumps([told["name"], *words]) + "\\n")
if words == ["speed", "--help"]:
    print(told["help"])
elif words == ["games"]:
    print("\\n".join(game + "  (about it)\\n    --players" for game in told["games"]))
elif words[0] == "speed" and told["fails"]:
    sys.exit(told["fails"])
elif words[0] == "speed" and told["says"] is not None:
    print(told["says"])
elif words[0] == "speed":
    chosen = words[words.index("--figures") + 1].split(",") if "--figures" in words else told["figures"]
    counter = home / "count"
    turn = int(counter.read_text()) if counter.exists() else 0
    counter.write_text(str(turn + 1))
    print(json.dumps({name: told["figures"][name][turn % len(told["figures"][name])] for name in chosen}))
"""


def fake_tree(folder: Path, name: str, figures: dict[str, list[float | None]], **told: Any) -> Tree:
    """A tree whose runs of `regolith speed` give these figures, one after another and then from the start again."""
    home = folder / name.replace(" ", "_")
    home.mkdir()
    common = {"name": name, "figures": figures, "help": NEW_HELP, "games": ["chess"], "fails": None, "says": None}
    (home / "told.json").write_text(json.dumps(common | told))
    (home / "fake.py").write_text(SCRIPT)
    program = home / "regolith"
    program.write_text(
        f'#!/bin/sh\nexec {shlex.quote(sys.executable)} -I -S {shlex.quote(str(home / "fake.py"))} "$@"\n'
    )
    program.chmod(0o755)
    return Tree(name, home, home, dict(os.environ))


def calls(folder: Path) -> list[list[str]]:
    """What was run, by which tree, in order."""
    return [json.loads(line) for line in (folder / "log").read_text().splitlines()]


def repository(folder: Path) -> Path:
    """A git repository with one commit of a small project."""
    folder.mkdir()
    for name, text in {
        "pyproject.toml": '[project]\nname = "small"\ndependencies = ["numpy"]\n[build-system]\nrequires = ["setuptools"]\n',
        ".ci/constraints.txt": "numpy==2\n",
        "envs/rules.py": "ONE = 1\n",
        "envs/README.md": "Rules\n",
        ".gitignore": ".venv/\nbuild/\n*.tmp\n",
    }.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    git(folder, "init", "--quiet")
    commit(folder)
    return folder


def commit(folder: Path) -> str:
    """Commit everything; the hash."""
    git(folder, "add", "--all")
    git(folder, "-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "--quiet", "--message", "x")
    return git(folder, "rev-parse", "HEAD")


def git(folder: Path, *words: str) -> str:
    done = subprocess.run(["git", "-C", str(folder), *words], check=True, capture_output=True, text=True)
    return done.stdout.strip()
