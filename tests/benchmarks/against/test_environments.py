"""Work trees of commits and their environments; how programs are run and ended."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from regolith.benchmarks.against import environments
from regolith.benchmarks.against.environments import ComparisonError, commit_of, content_of, run, this_tree, tree_of

from .fakes import commit, git, repository

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def repo(tmp_path: Path) -> Path:
    return repository(tmp_path / "repo")


@pytest.fixture
def installed(monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """Installing makes an empty environment; what each one shares."""
    asked: list[list[str]] = []

    def install(folder: Path, venv: Path, shared: list[str]) -> None:
        asked.append(shared)
        shutil.rmtree(venv, ignore_errors=True)
        venv.mkdir()

    monkeypatch.setattr(environments, "_install", install)
    return asked


def gone(process: int) -> bool:
    """Whether a process has ended, within a second."""
    for _ in range(100):
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            return True
        state = Path(f"/proc/{process}/stat")
        if state.exists() and state.read_text().rpartition(")")[2].split()[0] == "Z":
            return True
        time.sleep(0.01)
    return False


def test_the_content_of_a_tree_is_its_sources_committed_or_not(repo: Path) -> None:
    before = content_of(repo)
    for name in ("envs/README.md", "envs/junk.tmp", "notes.txt"):
        (repo / name).write_text("new\n")
        assert content_of(repo) == before, name
    seen = {before}
    for name, text in (("envs/rules.py", "ONE = 2\n"), ("envs/more.py", ""), ("pyproject.toml", "")):
        (repo / name).write_text(text)
        seen.add(content_of(repo))
    assert len(seen) == 4
    for name in ("envs/more.py", "pyproject.toml"):
        (repo / name).unlink()
    git(repo, "checkout", "--quiet", ".")
    assert content_of(repo) == before


def test_what_is_no_checkout_cannot_be_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, repo: Path) -> None:
    for folder in (tmp_path, repo / "envs"):
        monkeypatch.setattr(environments, "HERE", folder)
        with pytest.raises(ComparisonError, match="not a git checkout"):
            this_tree()
    with pytest.raises(ComparisonError, match="not a git checkout"):
        content_of(tmp_path)
    monkeypatch.setattr(environments, "HERE", repo)
    assert this_tree().root == repo


def test_a_commit_is_found_by_any_name_and_others_are_refused(repo: Path) -> None:
    head = git(repo, "rev-parse", "HEAD")
    assert commit_of(repo, "HEAD") == commit_of(repo, head[:7]) == head
    for name in ("nowhere", "0" * 40, "HEAD~9", "--help", "HEAD:envs"):
        with pytest.raises(ComparisonError, match="there is no commit"):
            commit_of(repo, name)
    with pytest.raises(ComparisonError, match="BASE=COMMIT"):
        commit_of(repo, "")


def test_without_git_one_is_told(monkeypatch: pytest.MonkeyPatch, repo: Path) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ComparisonError, match="git cannot be run"):
        commit_of(repo, "HEAD")


def test_a_commit_gets_a_work_tree_once(repo: Path, installed: list[list[str]]) -> None:
    first = git(repo, "rev-parse", "HEAD")
    (repo / "envs" / "rules.py").write_text("ONE = 2\n")
    said: list[str] = []
    tree = tree_of(repo, first, said.append)
    assert tree.root == repo / "build" / "trees" / first
    assert (tree.root / "envs" / "rules.py").read_text() == "ONE = 1\n"
    assert tree.bin == tree.root / ".venv" / "bin"
    assert Path(tree.variables["REGOLITH_CACHE"]).is_relative_to(tree.root)
    assert len(said) == 2
    assert tree_of(repo, first, said.append) == tree
    assert len(said) == 2
    assert len(installed) == 1
    assert git(repo, "status", "--porcelain") == "M envs/rules.py"


def test_a_deleted_work_tree_is_made_anew(repo: Path, installed: list[list[str]]) -> None:
    first = git(repo, "rev-parse", "HEAD")
    shutil.rmtree(tree_of(repo, first).root)
    assert (tree_of(repo, first).root / "envs" / "rules.py").exists()
    assert len(installed) == 2


def test_an_edited_work_tree_is_not_measured(repo: Path, installed: list[list[str]]) -> None:
    first = git(repo, "rev-parse", "HEAD")
    tree = tree_of(repo, first)
    (tree.root / "envs" / "rules.py").write_text("ONE = 3\n")
    with pytest.raises(ComparisonError, match="delete it"):
        tree_of(repo, first)
    commit(tree.root)
    with pytest.raises(ComparisonError, match="delete it"):
        tree_of(repo, first)


def test_an_interrupted_installation_is_begun_again(
    repo: Path, monkeypatch: pytest.MonkeyPatch, installed: list[list[str]]
) -> None:
    first, install = git(repo, "rev-parse", "HEAD"), environments._install

    def interrupted(folder: Path, venv: Path, shared: list[str]) -> None:
        (folder / "envs" / "rules.py").unlink()
        raise KeyboardInterrupt

    monkeypatch.setattr(environments, "_install", interrupted)
    with pytest.raises(KeyboardInterrupt):
        tree_of(repo, first)
    monkeypatch.setattr(environments, "_install", install)
    assert (tree_of(repo, first).root / "envs" / "rules.py").exists()


def test_packages_are_shared_while_both_trees_ask_for_the_same(repo: Path, installed: list[list[str]]) -> None:
    first = git(repo, "rev-parse", "HEAD")
    tree_of(repo, first)
    assert installed[-1]
    assert all(Path(path).name == "site-packages" for path in installed[-1])
    (repo / ".ci" / "constraints.txt").write_text("numpy==3\n")
    tree_of(repo, first)
    assert installed[-1] == []
    assert len(installed) == 2
    (repo / ".ci" / "constraints.txt").write_text("numpy==2\n")
    project = (repo / "pyproject.toml").read_text()
    (repo / "pyproject.toml").write_text(project.replace("numpy", "scipy"))
    tree_of(repo, first)
    assert len(installed) == 2
    (repo / "pyproject.toml").write_text(project)
    tree_of(repo, first)
    assert installed[-1]


def test_a_commit_without_a_project_cannot_be_installed(repo: Path, installed: list[list[str]]) -> None:
    (repo / "pyproject.toml").rename(repo / "setup.cfg")
    old = commit(repo)
    git(repo, "checkout", "--quiet", "HEAD~1")
    with pytest.raises(ComparisonError, match="cannot be installed"):
        tree_of(repo, old)
    assert installed == []


def test_a_failed_installation_is_one_line(repo: Path) -> None:
    """The small project has no version, so that it cannot be built."""
    with pytest.raises(ComparisonError, match="failed: ") as caught:
        tree_of(repo, git(repo, "rev-parse", "HEAD"))
    assert "\n" not in str(caught.value)
    assert not list(repo.glob("build/trees/*/.venv/ready"))


def test_variables_that_change_how_rules_run_are_not_handed_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("PYTHONPATH", "REGOLITH_BOUNDSCHECK", "NUMBA_DISABLE_JIT", "VIRTUAL_ENV", "ANYTHING"):
        monkeypatch.setenv(name, "1")
    found = environments.variables_with(tmp_path)
    assert {key for key in found if key.startswith(("PYTHON", "REGOLITH", "NUMBA", "VIRTUAL"))} == {"REGOLITH_CACHE"}
    assert found["ANYTHING"] == "1"


def test_a_program_that_hangs_is_ended_with_all_that_it_started() -> None:
    with pytest.raises(ComparisonError, match=r"has not ended after 0\.5 seconds"):
        run(["sh", "-c", "sleep 600 & echo $! >&2; wait"], seconds=0.5)
    done = run(["sh", "-c", "sleep 600 >/dev/null 2>&1 & echo $!"])
    assert done.returncode == 0
    assert gone(int(done.stdout))


def test_an_interrupt_ends_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[subprocess.Popen[str]] = []

    def interrupted(self: subprocess.Popen[str], timeout: float) -> None:
        started.append(self)
        raise KeyboardInterrupt

    monkeypatch.setattr(subprocess.Popen, "communicate", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(["sleep", "600"])
    assert gone(started[0].pid)


def test_a_real_environment(tmp_path: Path, long: bool) -> None:
    if not long:
        pytest.skip("makes a second environment, which takes long where packages are not shared: --long")
    clone = tmp_path / "clone"
    subprocess.run(["git", "clone", "--quiet", "--shared", str(ROOT), str(clone)], check=True)
    tree = tree_of(clone, git(clone, "rev-parse", "HEAD"))
    done = tree.run("python", "-c", "import numba, regolith.envs; print(regolith.envs.__file__)")
    assert Path(done.stdout.strip()) == tree.root / "envs" / "__init__.py", done.stderr
    assert tree.run("regolith", "games").returncode == 0
    assert str(tree.root) not in "".join(sys.path)
