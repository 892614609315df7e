"""Arrows point one way: who may import whom, read from the sources."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LAYERS = (("cli",), ("viewer",), ("training", "benchmarks"), ("agents",), ("envs",))
"""Highest first. A folder imports itself and what is below it; those of one layer do not import each other. Not all need exist yet."""
FOLDERS = tuple(folder for layer in LAYERS for folder in layer if (ROOT / folder).is_dir())
GAMES = sorted(path.parent.name for path in (ROOT / "envs").glob("*/env.py"))
MODULES = {
    ".".join(("regolith", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__"): path
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.py"))
}
MACHINERY = {
    "regolith.envs.core.jit",
    "regolith.envs.core.linking",
    "regolith.envs.core.memory",
    "regolith.envs.core.ports",
    "regolith.envs.core.store",
}
"""What Numba is, nobody else needs to know; rules are compiled by `jit.kernel`."""
COMPILERS = {"njit", "jit_module", "vectorize", "guvectorize", "cfunc", "generated_jit", "overload"}
SAME_FILES = {
    "README.md",
    "__init__.py",
    "actions.py",
    "course.py",
    "env.py",
    "invariants.py",
    "observation.py",
    "options.py",
    "picture.py",
    "record_types.py",
    "redeal.py",
    "state.py",
    "view.py",
    "words.py",
}
VAGUE = {"utils", "util", "helpers", "helper", "common", "misc"}


def imports(source: str) -> set[str]:
    """Every module that a source may import, at its top or anywhere in it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            found |= {base} | {f"{base}.{alias.name}" for alias in node.names}
    return found


def imports_of(module: str) -> set[str]:
    return imports(MODULES[module].read_text(encoding="utf-8"))


def within(name: str, *packages: str) -> bool:
    return any(name == package or name.startswith(package + ".") for package in packages)


def game_of(name: str) -> str | None:
    """The game that a module belongs to, by its folder or as its versioned env."""
    parts = name.split(".")
    if parts[:2] != ["regolith", "envs"] or len(parts) < 3:
        return None
    return next((game for game in GAMES if parts[2] == game or parts[2].startswith(f"{game}_v")), None)


def modules_in(*packages: str) -> list[str]:
    return [module for module in MODULES if within(module, *packages)]


def test_the_reader_of_imports_reads_all_kinds() -> None:
    source = "import a.b\nfrom c import d\ndef f():\n    from e.f import g\nif TYPE_CHECKING:\n    import h\nfrom . import i\n"
    assert imports(source) == {"a.b", "c", "c.d", "e.f", "e.f.g", "h", ".", "..i"}
    assert game_of(f"regolith.envs.{GAMES[0]}.env") == GAMES[0]
    assert game_of(f"regolith.envs.{GAMES[0]}_v0") == GAMES[0]
    assert game_of("regolith.envs.core.jit") is None


def test_there_is_something_to_check() -> None:
    assert GAMES
    assert {"regolith.envs.core.jit", "regolith.agents.base", f"regolith.envs.{GAMES[0]}.env"} <= MODULES.keys()


@pytest.mark.parametrize("module", MODULES)
def test_imports_are_absolute(module: str) -> None:
    assert not [name for name in imports_of(module) if name.startswith(".")]
    assert not [name for name in imports_of(module) if within(name, *FOLDERS)], "installs as regolith.<folder>"


@pytest.mark.parametrize("module", modules_in("regolith.envs.core"))
def test_core_imports_no_game(module: str) -> None:
    assert not [name for name in imports_of(module) if game_of(name)]


@pytest.mark.parametrize("module", [module for module in MODULES if game_of(module)])
def test_a_game_imports_only_core_and_itself(module: str) -> None:
    allowed = {"regolith", "regolith.envs", "regolith.envs.core"}
    for name in imports_of(module):
        if within(name, "regolith") and name not in allowed:
            assert within(name, "regolith.envs.core") or game_of(name) == game_of(module), name


def allowed(folder: str) -> set[str]:
    """The folders that modules of this one may import: itself, and all of the layers below."""
    (layer,) = [number for number, folders in enumerate(LAYERS) if folder in folders]
    return {folder} | {lower for folders in LAYERS[layer + 1 :] for lower in folders}


def test_the_order_of_the_layers() -> None:
    assert allowed("cli") == {"cli", "viewer", "training", "benchmarks", "agents", "envs"}
    assert allowed("viewer") == {"viewer", "training", "benchmarks", "agents", "envs"}
    assert allowed("training") == {"training", "agents", "envs"}
    assert allowed("benchmarks") == {"benchmarks", "agents", "envs"}
    assert allowed("agents") == {"agents", "envs"}
    assert allowed("envs") == {"envs"}


@pytest.mark.parametrize("module", MODULES)
def test_a_module_imports_only_what_is_below_its_folder(module: str) -> None:
    reached = {name.split(".")[1] for name in imports_of(module) if name.startswith("regolith.")}
    assert reached <= allowed(module.split(".")[1])


@pytest.mark.parametrize("module", [module for module in MODULES if not within(module, "regolith.envs")])
def test_nothing_above_the_envs_imports_a_game(module: str) -> None:
    assert not [name for name in imports_of(module) if game_of(name)]


@pytest.mark.parametrize("module", MODULES)
def test_numba_is_used_only_by_the_machinery(module: str) -> None:
    assert module in MACHINERY or not [name for name in imports_of(module) if within(name, "numba")]


@pytest.mark.parametrize("module", MODULES)
def test_only_one_module_compiles(module: str) -> None:
    tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
    words = {getattr(node, "attr", None) or getattr(node, "id", None) for node in ast.walk(tree)}
    words |= {name.rpartition(".")[2] for name in imports_of(module) if within(name, "numba")}
    assert bool(words & COMPILERS) == (module == "regolith.envs.core.jit")


def test_no_module_has_a_vague_name() -> None:
    assert not [module for module in MODULES if module.rpartition(".")[2] in VAGUE]


def test_generic_code_names_no_game() -> None:
    above = [f"regolith.{folder}" for folder in FOLDERS if folder != "envs"]
    for module in modules_in("regolith.envs.core", *above):
        tree = ast.parse(MODULES[module].read_text(encoding="utf-8"))
        words = {
            node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
        }
        assert not words & set(GAMES), module


def test_every_folder_is_packaged() -> None:
    setuptools = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["setuptools"]
    folders = {".".join(("regolith", *path.parent.relative_to(ROOT).parts)) for path in MODULES.values()}
    assert set(setuptools["packages"]) == folders
    assert setuptools["package-dir"] == {f"regolith.{folder}": folder for folder in FOLDERS}


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files_and_a_versioned_module(game: str) -> None:
    """Equal parts have equal names; a game with many modules may keep them in folders. What a box of the game has is not the game's."""
    present = {path.name for path in (ROOT / "envs" / game).rglob("*") if not (path.parent / "box.py").exists()}
    assert present >= SAME_FILES, SAME_FILES - present
    assert list((ROOT / "envs").glob(f"{game}_v*.py"))
