"""How compiled functions become machine code: once, where Python or a port enters, and not again for every function on the way.

Numba optimises each function together with all that it calls and makes machine code of it, although most of our functions are only
ever called by others, into which their code is then copied, optimised and translated again. Here a function that only compiled code
calls (`InnerCode`) stays as it is. A function that is entered from outside (`EntryCode`) collects everything below it, once each, and
that is optimised and translated as a whole.
"""

from __future__ import annotations

from typing import Any

from llvmlite.binding import Linkage
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler


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


def compiler_for(is_inner: Any) -> type[Compiler]:
    """A Numba compiler that makes inner code when `is_inner()` says so, and entries otherwise."""

    class KernelCompiler(Compiler):
        def compile_extra(self, function: Any) -> Any:
            kind = InnerCode if is_inner() else EntryCode
            self.state.library = kind(self.state.targetctx.codegen(), function.__qualname__)
            self.state.library.enable_object_caching()
            return super().compile_extra(function)

    return KernelCompiler
