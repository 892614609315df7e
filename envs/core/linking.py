"""How compiled functions become machine code: once, where Python or a port enters, and not again for every function on the way.

Numba optimises each function together with all that it calls and makes machine code of it, although most of our functions are only
ever called by others, into which their code is then copied, optimised and translated again. Here a function that only compiled code
calls (`InnerCode`) stays as it is. A function that is entered from outside (`EntryCode`) collects everything below it, once each, and
that is optimised and translated as a whole.

All this is inside Numba, where names may change with any release. So `fault` looks whether they are there, and tries a small kernel, before
this module is used at all; if something is wrong, rules are compiled by plain Numba (`jit.py`).
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.types import Record


class InnerCode(JITCodeLibrary):
    """A function without machine code of its own."""

    _shared_module: Any

    def __init__(self, codegen: Any, name: str) -> None:
        super().__init__(codegen, name)
        self.environments: list[tuple[str, Any]] = []

    @property
    def codegen(self) -> InnerCode:
        """Where Numba leaves the function's environment: it must wait until there is machine code that uses it."""
        return self

    def set_env(self, name: str, environment: Any) -> None:
        self.environments.append((name, environment))

    def get_pointer_to_function(self, name: str) -> int:
        return 0

    def finalize(self) -> None:
        self._finalized = True

    def _optimize_functions(self, module: Any) -> None:
        module.data_layout = self._codegen._data_layout

    def _get_module_for_linking(self) -> Any:
        """For functions of others (a user's own `numba.njit`) that call this one: the code with everything below it."""
        if self._shared_module is None:
            module = self._final_module.clone()
            inner, others = everything_below(self)
            for library in inner:
                module.link_in(library._final_module, preserve=True)
            for function in module.functions:
                if not function.is_declaration and function.linkage == Linkage.external:
                    function.linkage = "linkonce_odr"
            for library in others:
                module.link_in(library._get_module_for_linking(), preserve=True)
            self._shared_module = module
        return self._shared_module


def everything_below(library: Any) -> tuple[list[InnerCode], list[Any]]:
    """Every library that this one needs, itself left out: inner functions, and what others bring."""
    found: dict[Any, None] = {}
    todo = list(library._linking_libraries)
    while todo:
        below = todo.pop()
        if below not in found:
            found[below] = None
            if isinstance(below, InnerCode):
                todo += below._linking_libraries
    inner = [below for below in found if isinstance(below, InnerCode)]
    return inner, [below for below in found if not isinstance(below, InnerCode)]


class EntryCode(JITCodeLibrary):
    """A function that is entered from outside, with all that it calls."""

    _inner: list[InnerCode]

    def finalize(self) -> None:
        self._inner, others = everything_below(self)
        for library in self._inner:
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._final_module, preserve=True)
        # What others bring is linked only if something refers to it already, so they come last.
        self._linking_libraries = others
        super().finalize()
        for library in self._inner:
            for name, environment in library.environments:
                self._set_environment(name, environment)

    def _optimize_final_module(self) -> None:
        """Inner functions are nobody else's business: the same name may mean another function in code that another process compiled."""
        inner = {function.name for library in self._inner for function in library.get_defined_functions()}
        for function in self._final_module.functions:
            if function.name in inner:
                function.linkage = "internal"
        super()._optimize_final_module()

    def _set_environment(self, name: str, environment: Any) -> None:
        """Tell the code below its environment, unless the optimiser found that nothing uses it."""
        if self._codegen._engine.get_global_value_address(name):
            self._codegen.set_env(name, environment)


def library_for(codegen: Any, name: str, inner: bool) -> JITCodeLibrary:
    """Where the code of a function goes."""
    library = (InnerCode if inner else EntryCode)(codegen, name)
    library.enable_object_caching()
    return library


_written_out = Record.__repr__


def written_once(record: Any) -> str:
    """Numba writes out the types of all arguments at every pass: with hundreds of fields a tenth of all compilation."""
    text: str | None = record.__dict__.get("written")
    if text is None:
        text = record.__dict__["written"] = _written_out(record)
    return text


Record.__repr__ = written_once  # type: ignore[method-assign]

OVERRIDDEN = (
    "finalize",
    "get_pointer_to_function",
    "_get_module_for_linking",
    "_optimize_final_module",
    "_optimize_functions",
)
"""Of `JITCodeLibrary`. Were one of these renamed, ours would not fail: nobody would call it."""
READ = ("_codegen", "_final_module", "_finalized", "_linking_libraries", "_reload_init", "_shared_module")
"""Attributes of a `JITCodeLibrary`."""


def fault(kernel: Callable[[Any], Any]) -> str | None:
    """What keeps this module from working with the Numba that is installed: names that are missing, or what happens to a small kernel."""
    missing = [name for name in OVERRIDDEN if not callable(getattr(JITCodeLibrary, name, None))]
    if missing:
        return f"JITCodeLibrary has no {', '.join(missing)}"

    @kernel
    def checked(x: int) -> int:
        if x < 0:
            raise ValueError(x)
        return x // 2

    @kernel
    def entered(x: int) -> int:
        return checked(x) + checked(x + 1)

    try:
        if entered(6) != 6 // 2 + 7 // 2:
            return "a small kernel computes something else"
        with contextlib.suppress(ValueError):
            entered(-1)
            return "a small kernel does not raise its exception"
        return _fault_of(*(kernel.overloads.popitem()[1].library for kernel in (entered, checked)))
    except (MemoryError, OSError):
        raise
    except Exception as problem:
        return f"a small kernel fails with {problem!r}"


def _fault_of(entry: Any, inner: Any) -> str | None:
    """What is wrong with the code of the kernel that was tried."""
    if not (isinstance(entry, EntryCode) and isinstance(inner, InnerCode)):
        return "code is made elsewhere"
    missing = [name for name in READ if not hasattr(entry, name)]
    if missing:
        return f"JITCodeLibrary has no {', '.join(missing)}"
    below = {function.name for function in inner.get_defined_functions()}
    if any(
        function.name in below and function.linkage != Linkage.internal for function in entry.get_defined_functions()
    ):
        return "inner functions can be seen from outside"
    entry.serialize_using_object_code()
    return None
