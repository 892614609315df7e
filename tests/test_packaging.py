"""The package as others get it: a wheel with everything in it, which runs where there is no checkout."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("envs", "agents", "training", "benchmarks", "cli")
JUNK = ("__pycache__", "*.pyc", "*.part")
STUDIES = ROOT / "benchmarks" / "studies"
"""Pages and plots for readers of the repository; nothing that runs needs them."""

PLAY = """
import sys
wheel, sites = sys.argv[1], sys.argv[2:]
sys.meta_path[:] = [finder for finder in sys.meta_path if "__editable__" not in getattr(finder, "__module__", "") + repr(finder)]
sys.path[:0] = [wheel]
sys.path += sites
from regolith import agents, benchmarks, envs
for package in (agents, benchmarks, envs):
    assert package.__file__.startswith(wheel), package.__file__
import regolith
assert list(regolith.__path__) == [wheel + "/regolith"], list(regolith.__path__)
for name in envs.games():
    game = envs.game(name)
    state = game.new(seed=1)
    while not state.is_terminal:
        legal = state.legal_actions()
        state.apply(legal[state.decisions % len(legal)])
    print(name, state.decisions, *state.scores())
"""


def settings() -> dict[str, object]:
    found: dict[str, object] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    return found


def bare_name(requirement: str) -> str:
    """The name of a required package, without its version."""
    return re.split(r"[<>=!~;\[ ]", requirement)[0]


def packages() -> dict[str, Path]:
    """Every folder that is a package, by the name it is installed as."""
    return {
        ".".join(["regolith", *path.parent.relative_to(ROOT).parts]): path.parent
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("__init__.py")
        if "__pycache__" not in path.parts
    }


def package_files() -> set[str]:
    """Everything that belongs into the wheel."""
    return {
        f"regolith/{path.relative_to(ROOT).as_posix()}"
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and not path.is_relative_to(STUDIES)
        and not any(path.match(pattern) or part == "__pycache__" for pattern in JUNK for part in path.parts)
        and not any(part.startswith(".") for part in path.relative_to(ROOT).parts)
    }


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A wheel, built from a copy so that nothing that lies about in the checkout gets into it."""
    for needed in ("setuptools", "build"):
        if find_spec(needed) is None:
            pytest.skip(f"{needed} is not installed here, so no wheel can be built")
    source = tmp_path_factory.mktemp("source")
    for folder in FOLDERS:
        shutil.copytree(ROOT / folder, source / folder, ignore=shutil.ignore_patterns(*JUNK))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    out = tmp_path_factory.mktemp("dist")
    done = subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(source)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (found,) = out.glob("*.whl")
    return found


@pytest.fixture(scope="module")
def names(wheel: Path) -> set[str]:
    """The files in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name for name in archive.namelist() if not name.endswith("/")}


def test_every_package_is_listed() -> None:
    tool = settings()["tool"]
    assert isinstance(tool, dict)
    listed = tool["setuptools"]["packages"]
    assert sorted(listed) == sorted(packages())
    assert len(listed) == len(set(listed))


def test_every_folder_with_code_is_a_package() -> None:
    folders = {
        path.parent for folder in FOLDERS for path in (ROOT / folder).rglob("*.py") if "__pycache__" not in path.parts
    }
    assert folders == set(packages().values())


def test_the_wheel_has_every_file_and_nothing_else(names: set[str]) -> None:
    inside = {name for name in names if ".dist-info/" not in name}
    assert inside == package_files()
    assert all(name.startswith("regolith/") for name in inside)
    assert not any(name.startswith("regolith/tests") for name in inside)


def test_the_wheel_has_its_licence_its_command_and_its_requirements(wheel: Path, names: set[str]) -> None:
    with zipfile.ZipFile(wheel) as archive:
        text = {name.rpartition("/")[2]: archive.read(name).decode() for name in names if ".dist-info/" in name}
    assert text["LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "regolith = regolith.cli.entry:main" in text["entry_points.txt"]
    project = settings()["project"]
    assert isinstance(project, dict)
    required = [line.partition(": ")[2] for line in text["METADATA"].splitlines() if line.startswith("Requires-Dist: ")]
    plain = [line for line in required if "extra ==" not in line]
    assert sorted(map(bare_name, plain)) == sorted(map(bare_name, project["dependencies"]))
    assert f"Version: {project['version']}" in text["METADATA"].splitlines()


def test_a_game_runs_from_the_wheel_far_from_the_checkout(wheel: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    sites = [path for path in sys.path if path.endswith("site-packages")]
    assert sites
    kept = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "REGOLITH_"))}
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", PLAY, str(unpacked), *sites],
        cwd=tmp_path,
        env={**kept, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    from regolith import envs

    wanted = []
    for name in envs.games():
        state = envs.game(name).new(seed=1)
        while not state.is_terminal:
            legal = state.legal_actions()
            state.apply(legal[state.decisions % len(legal)])
        wanted.append(" ".join(map(str, [name, state.decisions, *state.scores()])))
    assert done.stdout.splitlines() == wanted


def test_the_command_runs_from_the_wheel(wheel: Path, tmp_path: Path) -> None:
    unpacked = tmp_path / "installed"
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(unpacked)
    sites = [path for path in sys.path if path.endswith("site-packages")]
    code = "import sys; sys.path[:0] = sys.argv[1:2]; sys.path += sys.argv[2:]; sys.argv[1:] = ['games']\n"
    code += "from regolith.cli import app; print(app.__file__); app.main()"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code, str(unpacked), *sites],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    where, *lines = done.stdout.splitlines()
    assert Path(where).is_relative_to(unpacked)
    assert any(line.startswith("tinyforming_mars ") for line in lines)
