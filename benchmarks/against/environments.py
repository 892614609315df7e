"""Trees to compare, each installed in an environment of its own: the checkout at hand, and work trees of its commits.

A commit's work tree stands in `build/trees/COMMIT` and is kept, so that a second comparison starts at once. If it asks for the same
packages as this tree, it uses those that are installed here, which takes seconds; otherwise it gets its own.
"""

from __future__ import annotations

import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from regolith.envs.core.errors import RegolithError

HERE = Path(__file__).resolve().parents[2]
SOURCES = ("envs", "agents", "training", "benchmarks", "cli", "pyproject.toml", ".ci/constraints.txt")
TEXTS = (".md", ".png")
"""Files among the sources that change nothing when they are edited."""
CONSTRAINTS = Path(".ci", "constraints.txt")
MOST_SECONDS = 3600.0
"""No step of a comparison takes longer; what does, hangs."""


class ComparisonError(RegolithError):
    """Two trees that cannot be compared, or a process of one of them that failed."""


@dataclass(frozen=True)
class Tree:
    """A checkout and the environment that it is installed in."""

    name: str
    root: Path
    bin: Path
    """Where its `python` and `regolith` are."""
    variables: Mapping[str, str]
    """The environment variables of its processes."""

    def run(self, command: str, *words: str) -> subprocess.CompletedProcess[str]:
        """Run one of its commands to the end."""
        return run([str(self.bin / command), *words], self.variables)


def this_tree() -> Tree:
    """The checkout that this code is part of, as it is now."""
    top = git(HERE, "rev-parse", "--show-toplevel")
    if top is None or Path(top) != HERE:
        raise ComparisonError(f"{HERE} is not a git checkout: trees are compared in a clone of the repository")
    return Tree("this tree", HERE, Path(sys.executable).parent, variables_with(HERE / "build" / "kernels"))


def content_of(root: Path) -> str:
    """A hash of all sources of a checkout, committed or not."""
    names = git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *SOURCES)
    if names is None:
        raise ComparisonError(f"{root} is not a git checkout, so its sources are not known")
    digest = hashlib.sha256()
    for name in sorted(filter(None, names.split("\0"))):
        path = root / name
        if path.is_file() and path.suffix not in TEXTS:
            digest.update(name.encode() + b"\0" + hashlib.sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def commit_of(root: Path, name: str) -> str:
    """The full hash of a commit that is named somehow."""
    if not name:
        raise ComparisonError("name the commit to compare with: BASE=COMMIT")
    found = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")
    if found is None:
        raise ComparisonError(f"there is no commit {name!r} in {root}")
    return found


def tree_of(root: Path, commit: str, say: Callable[[str], None] = lambda text: None) -> Tree:
    """The work tree of a commit, installed; made if there is none yet."""
    folder = root / "build" / "trees" / commit
    venv, short = folder / ".venv", commit[:7]
    with _one_at_a_time(folder.with_name(commit + ".lock")):
        if not (venv / "ready").exists():
            say(f"checking out {short}")
            _check_out(root, folder, commit)
        elif git(folder, "rev-parse", "HEAD") != commit or git(folder, "status", "--porcelain", "-uno") != "":
            raise ComparisonError(f"{folder} is no longer what {short} was: delete it, and it is made anew")
        shared = _shared_packages(root, folder)
        recipe = json.dumps({"python": sys.version, "shared": shared})
        if not (venv / "ready").exists() or (venv / "ready").read_text(encoding="utf-8") != recipe:
            say(f"installing {short}" + ("" if shared else " and all that it needs"))
            _install(folder, venv, shared)
            (venv / "ready").write_text(recipe, encoding="utf-8")
    return Tree(short, folder, venv / "bin", variables_with(folder / "build" / "kernels"))


def variables_with(cache: Path) -> dict[str, str]:
    """The variables of this process without those that change how Python or the rules run, and with a cache of compiled rules."""
    foreign = ("PYTHON", "REGOLITH_", "NUMBA_", "VIRTUAL_ENV")
    kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
    return kept | {"REGOLITH_CACHE": str(cache)}


def run(
    words: Sequence[str], variables: Mapping[str, str] | None = None, seconds: float = MOST_SECONDS
) -> subprocess.CompletedProcess[str]:
    """Run a program to its end; whatever happens here, neither it nor a process that it started outlives this call."""
    streams = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with start(words, variables, **streams) as process:
        try:
            out, err = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            raise ComparisonError(f"{' '.join(words)} has not ended after {seconds:g} seconds") from None
        finally:
            end(process)
    return subprocess.CompletedProcess(list(words), process.returncode, out, err)


def start(words: Sequence[str], variables: Mapping[str, str] | None, **streams: Any) -> subprocess.Popen[str]:
    """Start a program in a process group of its own, so that an interrupt is handled here and all of it can be ended."""
    try:
        return subprocess.Popen(words, env=variables, text=True, encoding="utf-8", start_new_session=True, **streams)
    except OSError as problem:
        raise ComparisonError(f"{words[0]} cannot be run: {problem.strerror}") from None


def end(process: subprocess.Popen[str]) -> None:
    """End a program, if it still runs, and all that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def last_line(text: str) -> str:
    """What a failed program said last, which is where the reason stands."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "it says nothing"


def git(root: Path, *words: str) -> str | None:
    """What a git command prints, None if it fails."""
    done = run(["git", "-C", str(root), *words])
    return done.stdout.strip() if done.returncode == 0 else None


@contextmanager
def _one_at_a_time(path: Path) -> Iterator[None]:
    """Hold a lock that the operating system takes back when this process ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _check_out(root: Path, folder: Path, commit: str) -> None:
    """A work tree at that commit, in place of whatever an interrupted attempt has left."""
    shutil.rmtree(folder, ignore_errors=True)
    _must(["git", "-C", str(root), "worktree", "add", "--force", "--detach", str(folder), commit])


def _shared_packages(root: Path, folder: Path) -> list[str]:
    """Folders of packages installed here that the tree in `folder` can use, because it asks for the same; none if it does not."""
    if _requirements(root) != _requirements(folder) or not all(map(find_spec, ("pip", "setuptools"))):
        return []
    return [path for path in sys.path if Path(path).name in ("site-packages", "dist-packages")]


def _requirements(root: Path) -> Any:
    """All that a tree says about the packages it needs."""
    try:
        settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
        constraints = (root / CONSTRAINTS).read_text(encoding="utf-8")
        project = settings["project"]
        return project["dependencies"], project.get("optional-dependencies"), settings["build-system"], constraints
    except (OSError, ValueError, KeyError):
        raise ComparisonError(f"{root} cannot be installed: it has no pyproject.toml, or no {CONSTRAINTS}") from None


def _install(folder: Path, venv: Path, shared: list[str]) -> None:
    shutil.rmtree(venv, ignore_errors=True)
    create = [sys.executable, "-m", "venv", str(venv)]
    pip = [str(venv / "bin" / "python"), "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    if shared:
        # Without a pip of its own: the setuptools that come with one would hide the newer ones that are shared.
        _must([*create, "--without-pip"])
        (packages,) = venv.glob("lib/python*/site-packages")
        (packages / "shared.pth").write_text("\n".join(shared) + "\n", encoding="utf-8")
        alone = ["--no-deps", "--no-build-isolation", "--ignore-installed"]
        _must([*pip, *alone, "--editable", str(folder)])
    else:
        _must(create)
        _must([*pip, "--upgrade", "pip", "setuptools>=77", "wheel"])
        _must([*pip, "--constraint", str(folder / CONSTRAINTS), "--editable", f"{folder}[dev]"])


def _must(words: list[str]) -> None:
    """Run a step that everything after it needs."""
    done = run(words)
    if done.returncode != 0:
        raise ComparisonError(f"{' '.join(words)} failed: {last_line(done.stderr)}")
