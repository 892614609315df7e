"""The one decorator that compiles rules: Numba, with an on-disk cache that notices every change that matters.

Numba's own cache looks only at the file of the function it stores and forgets that callees were compiled into it; it also
cannot store a function that closes over other compiled functions, because their pickles differ in each process. Here the cache
key is a hash of the module that defines the function, of every module of ours that it imports (directly or not), and of the same
for each compiled function it closes over. A card catalogue is not imported by any rule (it reaches the rules as a table), so editing a
card recompiles nothing.

Environment variables: `NUMBA_DISABLE_JIT=1` runs the same source as plain Python; `REGOLITH_BOUNDSCHECK=1` compiles with
index checks (the test suite does); `REGOLITH_CACHE=DIR` moves the cache; `REGOLITH_LINKING=0` compiles with plain Numba, without
`linking.py`: the same games, but compilation takes longer. That also happens by itself, with a warning, where `linking.py` does not work.
"""

from __future__ import annotations

import contextlib
import gc
import hashlib
import importlib.util
import os
import re
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
from numba.core import caching, config, sigutils, types
from numba.core.compiler import Compiler
from numba.core.compiler_lock import global_compiler_lock

from regolith.envs.core.store import Damaged, KernelFiles, cache_folder, read_checked, take_turn, write_checked

BOUNDSCHECK = os.environ.get("REGOLITH_BOUNDSCHECK", "0") == "1"
PACKAGE = "regolith"
LOOK_AGAIN = 0.1
"""Seconds between two looks at what another process, which has its turn to compile, has stored."""
F = TypeVar("F", bound=Callable[..., Any])


@cache
def _source_file(module: str) -> Path | None:
    """The file of a module of ours (`regolith.folder.name`) or of a loaded one, or None when the name is no module."""
    if not module.startswith(PACKAGE + "."):
        origin = getattr(sys.modules.get(module), "__file__", None)
        return None if origin is None else Path(origin)
    _, folder, *names = module.split(".")
    found = importlib.util.find_spec(f"{PACKAGE}.{folder}")
    if found is None:
        return None
    path = Path((found.submodule_search_locations or [""])[0], *names)
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if candidate.is_file():
            return candidate
    return None


_IMPORT = re.compile(
    rf"^[ \t]*(?:from[ \t]+({PACKAGE}[\w.]*)[ \t]+import[ \t]+(\([^)]*\)|.*)|import[ \t]+(.*))$", re.MULTILINE
)
"""An import statement; reading the sources with it takes a tenth of the time that parsing them would."""


@cache
def _imports(module: str) -> frozenset[str]:
    """Our modules that this one imports, anywhere in its source."""
    path = _source_file(module)
    if path is None:
        return frozenset()
    found: set[str] = set()
    for package, names, plain in _IMPORT.findall(path.read_text(encoding="utf-8")):
        found.add(package)
        found.update(f"{package}.{name}" for name in re.findall(r"\w+", names))
        found.update(re.findall(r"[\w.]+", plain))
    return frozenset(name for name in found if name.startswith(PACKAGE + ".") and _source_file(name) is not None)


@cache
def source_stamp(modules: frozenset[str], linking: bool = True) -> str:
    """A hash of the sources of these modules and of all that they import from this package, and of how they are compiled."""
    todo, reached = list(modules), set(modules)
    while todo:
        for name in _imports(todo.pop()) - reached:
            reached.add(name)
            todo.append(name)
    digest = hashlib.sha256(f"{numba.__version__} {BOUNDSCHECK} {linking}".encode())
    for name in sorted(reached):
        path = _source_file(name)
        if path is not None:
            digest.update(name.encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _modules_of(function: Callable[..., Any]) -> frozenset[str]:
    """The modules whose source a compiled function depends on: its own and those of the kernels it closes over."""
    todo, reached = [function], {function}
    while todo:
        for cell in todo.pop().__closure__ or ():
            inner = getattr(cell.cell_contents, "py_func", None)
            if inner is not None and inner not in reached:
                reached.add(inner)
                todo.append(inner)
    return frozenset(f.__module__ for f in reached)


def _closure_text(function: Callable[..., Any]) -> str:
    """What a function closes over, in words that are the same in every process."""
    cells = []
    for cell in function.__closure__ or ():
        inner = getattr(cell.cell_contents, "py_func", None)
        cells.append(
            repr(cell.cell_contents)
            if inner is None
            else f"{inner.__module__}.{inner.__qualname__}{_closure_text(inner)}"
        )
    return f"({', '.join(cells)})"


def _game_of(function: Callable[..., Any]) -> str:
    """The game whose rule this is, or whose rules a loop calls: processes take turns to compile for it. What all games share is "core"."""
    todo: list[Any] = [function]
    while todo:
        known = todo.pop()
        if found := re.match(rf"{PACKAGE}\.envs\.(?!core\.)(\w+)\.", known.__module__):
            return found[1]
        for cell in known.__closure__ or ():
            rule = getattr(cell.cell_contents, "stands_for", cell.cell_contents)
            if hasattr(rule, "py_func"):
                todo.append(rule.py_func)
    return "core"


class _Locator(caching._CacheLocator):
    """Tells Numba's cache where a kernel is stored and what it depends on."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._py_file = function.__code__.co_filename
        self._stamp = source_stamp(_modules_of(function), _linking is not False)

    def get_cache_path(self) -> str:
        return str(cache_folder())

    def get_source_stamp(self) -> str:
        return self._stamp

    def get_disambiguator(self) -> str:
        return self._stamp[:16]


class _Entry(caching.CompileResultCacheImpl):
    def __init__(self, function: Callable[..., Any]) -> None:
        self._lineno = function.__code__.co_firstlineno
        self._locator = _Locator(function)
        name = f"{function.__module__}.{function.__qualname__}".removeprefix(PACKAGE + ".")
        self._filename_base = self.get_filename_base(name, getattr(sys, "abiflags", ""))


class _KernelCache(caching.FunctionCache):
    """Numba's function cache with our locator, a key that is equal in every process, and a word to the user."""

    _impl_class = _Entry

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function)
        locator = self._impl.locator
        self._cache_file = KernelFiles(cache_folder(), self._impl.filename_base, locator.get_source_stamp())

    def _index_key(self, sig: Any, codegen: Any) -> Any:
        return sig, codegen.magic_tuple(), _closure_text(self._py_func)


_announced = 0
_waited_for: set[str] = set()


def _announce(name: str) -> None:
    """Say on the terminal that rules are being compiled, once in a pipe, as a running line on a terminal."""
    global _announced
    _announced += 1
    if sys.stderr.isatty():
        _running_line(f"compiling the rules (once after each change): {_announced} {name}")
    elif _announced == 1:
        sys.stderr.write("compiling the rules (once after each change) ...\n")


def _announce_wait(game: str) -> None:
    """The same of waiting for what another process compiles."""
    text = f"waiting for the rules of {game}: another process compiles them"
    if sys.stderr.isatty():
        _running_line(text)
    elif game not in _waited_for:
        sys.stderr.write(text + " ...\n")
    _waited_for.add(game)


def _running_line(text: str) -> None:
    sys.stderr.write(f"\r\x1b[K{text}")
    sys.stderr.flush()


def compiled_count() -> int:
    """How many functions this process had to compile, i.e. did not find in the cache."""
    return _announced


def end_announcement() -> None:
    """Finish the running line of `_announce`."""
    if (_announced or _waited_for) and sys.stderr.isatty():
        _running_line("")


_turn: Callable[[], object] | None = None
"""Ends this process's turn to compile for a game, if it has one: taken where something is missing, ended when that is stored."""


class _LazyCache(caching.NullCache):
    """Opens the cache of a function when it is first needed, so that importing a game hashes nothing."""

    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function
        self._opened: dict[bool, _KernelCache] = {}

    def _open(self) -> _KernelCache:
        """The cache for code that is compiled with, or without, our linking."""
        linked = _linking is not False
        if linked not in self._opened:
            self._opened[linked] = _KernelCache(self._function)
        return self._opened[linked]

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """What is stored; if nothing is, this process compiles it, unless another one is about to."""
        found = None
        if not _inner_code:
            found = self._stored(sig, target_context)
        if found is None and _linking is None:
            # Only now, when there is something to compile, does it matter whether our linking works; and if not, there is another cache.
            _try_linking()
            if not (_linking or _inner_code):
                found = self._stored(sig, target_context)
        if found is None and not _inner_code and _turn is None:
            found = self._wait_for_turn(sig, target_context)
        if found is None:
            _warn_of_plain_numba()
            _announce(self._function.__name__)
        return found

    def _stored(self, sig: Any, target_context: Any) -> Any:
        """What is stored, if it can be read: a damaged file (a full disk, a killed process) is thrown away and written anew."""
        try:
            return self._open().load_overload(sig, target_context)
        except Exception as problem:
            warnings.warn(f"compiled rules could not be read and are compiled again: {problem!r}", stacklevel=2)
            with contextlib.suppress(OSError):
                self._open().flush()
        return None

    def _wait_for_turn(self, sig: Any, target_context: Any) -> Any:
        """Wait until another process has stored the function, or until it is this one's turn to compile it (then None)."""
        global _turn
        game = _game_of(self._function)
        while (_turn := take_turn(game)) is None:
            _announce_wait(game)
            time.sleep(LOOK_AGAIN)
            if (found := self._stored(sig, target_context)) is not None:
                return found
        return self._stored(sig, target_context)

    def save_overload(self, sig: Any, cres: Any) -> None:
        if _inner_code:
            return
        try:
            self._open().save_overload(sig, cres)
        except OSError as problem:
            warnings.warn(f"compiled rules are not kept: {problem}; set REGOLITH_CACHE", stacklevel=2)


def _plain(type_: Any) -> Any:
    """Integers of all sizes, literals and enum members are one type to a kernel: otherwise it is compiled for each mixture of them."""
    if isinstance(type_, types.IntEnumMember):
        return types.int64
    if isinstance(type_, types.BooleanLiteral):
        return types.boolean
    if isinstance(type_, types.Integer) and type_ != types.uint64:
        return types.int64
    return type_


_inner_code = False
"""Is what is being compiled called by compiled code only? Then it gets neither an entry for Python nor machine code, and is not stored."""


_switch = os.environ.get("REGOLITH_LINKING", "1")
if _switch not in ("0", "1"):
    warnings.warn(f"REGOLITH_LINKING is {_switch!r}, which means nothing: it is 0 (plain Numba) or 1", stacklevel=1)
_linking: bool | None = False if _switch == "0" else None
"""Whether our linking is used; None until it was tried, which is when something must be compiled for the first time."""
_linking_fault: str | None = None
"""Why it is not used, until that was told."""


class _KernelCompiler(Compiler):
    """Numba's compiler; with our linking, code goes where `linking.py` wants it."""

    def compile_extra(self, function: Any) -> Any:
        if _linking:
            from regolith.envs.core.linking import library_for

            self.state.library = library_for(self.state.targetctx.codegen(), function.__qualname__, _inner_code)
        return super().compile_extra(function)


def _try_linking() -> None:
    """Find out whether our linking works here. That it does not is remembered beside the compiled rules: no other process tries again."""
    global _linking, _linking_fault
    stamp, python = source_stamp(frozenset({__name__}))[:16], "".join(map(str, sys.version_info[:2]))
    path = cache_folder() / f"plain-numba-{stamp}.py{python}"
    if path.exists():
        with contextlib.suppress(OSError, Damaged):
            _linking_fault, _linking = f"{read_checked(path)}; to try again, delete {path}", False
            return
    _linking = True
    try:
        _linking_fault = _fault_of_linking()
    except BaseException:
        _linking = None
        raise
    if _linking_fault is not None:
        _linking = False
        with contextlib.suppress(OSError):
            path.parent.mkdir(parents=True, exist_ok=True)
            write_checked(path, _linking_fault)


def _fault_of_linking() -> str | None:
    """What is wrong with our linking. A machine without memory or disk says nothing about it, and fails by itself."""
    try:
        from regolith.envs.core.linking import fault

        with _compiling(inner=False):
            return fault(_without_cache)
    except (MemoryError, OSError):
        raise
    except Exception as problem:
        return repr(problem)


def _warn_of_plain_numba() -> None:
    """Once, and only if something really is compiled."""
    global _linking_fault
    if _linking_fault is not None:
        text = f"linking.py does not work with Numba {numba.__version__} ({_linking_fault}): compiling with plain Numba, which takes longer"
        _linking_fault = None
        warnings.warn(text, stacklevel=2)


_LEVEL = config.OPT if "NUMBA_OPT" in os.environ else type(config.OPT)(2)
"""How hard LLVM tries: at 3, as Numba asks it to, it takes longer, and what it makes is no faster."""


@contextlib.contextmanager
def _compiling(inner: bool) -> Iterator[None]:
    """Numba's trees are large and hold no garbage: with the collector at work compilation takes a quarter longer.

    A turn to compile that is taken in here ends here, also if compilation fails.
    """
    global _inner_code, _turn
    outer, collecting, turn_before, level = _inner_code, gc.isenabled(), _turn, config.OPT
    _inner_code, config.OPT = inner, _LEVEL
    gc.disable()
    try:
        yield
    finally:
        _inner_code, config.OPT = outer, level
        if _turn is not None and turn_before is None:
            _turn()
            _turn = None
        if collecting:
            gc.enable()


def _compile_sparingly(dispatcher: Any) -> None:
    """Make a Numba function compile once for all integers, and with an entry for Python only when Python calls it."""
    find, compile_, add = dispatcher.get_call_template, dispatcher.compile, dispatcher.add_overload
    without_entry: set[Any] = set()
    taken_as_plain: set[Any] = set()

    # Numba's own lock keeps what one thread compiles for Python apart from what another compiles for compiled code.
    def called_from_compiled_code(args: Any, kws: Any) -> Any:
        with global_compiler_lock, _compiling(inner=True):
            return find(tuple(_plain(a) for a in args), kws)

    def compile_for(sig: Any) -> Any:
        args = tuple(sigutils.normalize_signature(sig)[0])
        plain = tuple(_plain(a) for a in args)
        if plain != args:
            # Python hands over an enum member or a small NumPy integer: the code for plain integers takes it as it is.
            entry = compile_for(plain)
            if args not in taken_as_plain:
                # Twice the same would be none: Numba would look for the better one at every call.
                taken_as_plain.add(args)
                dispatcher._insert([a._code for a in args], entry, False)
            return entry
        with global_compiler_lock, _compiling(_inner_code):
            if not _inner_code and args in without_entry:
                without_entry.remove(args)
                del dispatcher.overloads[args]
            return compile_(sig)

    def add_overload(compiled: Any) -> None:
        if _inner_code:
            args = tuple(compiled.signature.args)
            without_entry.add(args)
            dispatcher.overloads[args] = compiled
        else:
            add(compiled)

    def flags_for(flags: Any) -> Any:
        flags.no_cpython_wrapper = _inner_code
        return flags

    dispatcher.get_call_template = called_from_compiled_code
    dispatcher.compile = compile_for
    dispatcher.add_overload = add_overload
    dispatcher._compiler._customize_flags = flags_for


def kernel(function: F) -> F:
    """Compile a rule. Nobody calls `numba.njit` directly."""
    if config.DISABLE_JIT:
        return function
    dispatcher = _without_cache(function)
    dispatcher._cache = _LazyCache(function)
    return cast(F, dispatcher)


def _without_cache(function: Callable[..., Any]) -> Any:
    options = {"nogil": True, "error_model": "numpy", "boundscheck": BOUNDSCHECK, "no_cfunc_wrapper": True}
    dispatcher = numba.njit(pipeline_class=_KernelCompiler, **options)(function)
    _compile_sparingly(dispatcher)
    return dispatcher


def fixed(function: F, *arguments: Any) -> F:
    """The compiled code of a kernel for these argument types, without Numba's look at what it is given.

    For calls in an inner loop of Python that always pass the same types: it saves a third of the call, and wrong types are not noticed.
    """
    if config.DISABLE_JIT:
        return function
    dispatcher: Any = function
    dispatcher.compile(arguments)
    return cast(F, dispatcher.overloads[arguments].entry_point)
