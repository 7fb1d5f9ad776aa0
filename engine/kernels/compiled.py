"""Kernels that run without numba if they were compiled before, and are compiled by numba if not.

`njit` and `intrinsic` are numba's, but importing numba takes longer than most answers: it is left
until a kernel is called with arguments of kinds that were not kept (`engine.kernels.kept`).
"""

import os
from collections.abc import Callable
from functools import cached_property
from types import FunctionType
from typing import Any

import numpy as np
from numpy import ndarray
from numpy.typing import NDArray

from engine.kernels import kept

MAX_INT = (1 << 63) - 1
NUMBERS = {np.dtype(name).type for name in ("i1", "i2", "i4", "i8", "u1", "u2", "u4", "u8")}
SCALARS = {bool, float, type(None), np.bool_, np.float32, np.float64, *NUMBERS}
PLAIN_DTYPES = "biuf"
Kinds = tuple[Any, ...] | None


class Kernel:
    """A function that is compiled for the kinds of arguments that it is called with."""

    def __init__(self, function: FunctionType, options: dict[str, Any]) -> None:
        self.py_func, self.targetoptions = function, options  # numba asks for these, too
        self.__doc__, self.__name__ = function.__doc__, function.__name__
        self.__module__, self.__qualname__ = function.__module__, function.__qualname__
        self._compiled: dict[Kinds, kept.Compiled] = {}

    def __call__(self, *args: Any, **named: Any) -> Any:
        """Call the compiled function."""
        compiled = self._compiled.get(kinds_of(args))
        if compiled is None or named:
            return self._call_first(args, named)
        return compiled(*args)

    def _call_first(self, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
        """Call with arguments of kinds that are new to this process."""
        if named:
            return self.dispatcher(*args, **named)
        names = names_of(args) if self.targetoptions.get("cache") else None
        found = kept.load(self.py_func, names) if names else None
        compiled = self._compiled[kinds_of(args)] = found or self.dispatcher
        result = compiled(*args)
        if names and not found:
            kept.keep(self.dispatcher, args, names)
        return result

    @cached_property
    def dispatcher(self) -> Any:
        """What numba makes of the function."""
        import numba

        return numba.njit(**self.targetoptions)(self.py_func)

    @property
    def _numba_type_(self) -> Any:
        """What numba takes a kernel for that another one calls."""
        return self.dispatcher._numba_type_


class Intrinsic:
    """A function that other kernels call, written in the compiler's own language."""

    def __init__(self, function: FunctionType) -> None:
        self.function = function
        self.__doc__ = function.__doc__

    @cached_property
    def _numba_type_(self) -> Any:
        """What numba takes it for in the kernels that call it."""
        from numba.core.registry import cpu_target
        from numba.extending import intrinsic as numba_intrinsic

        made = numba_intrinsic(self.function)
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(made)


def njit(**options: Any) -> Callable[[Any], Any]:
    """Compile a function as numba's `njit` with these options does, when it is first called."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return lambda function: function
    return lambda function: Kernel(function, options)


def intrinsic(function: Any) -> Any:
    """Numba's `intrinsic`, made when a kernel that calls it is compiled."""
    return Intrinsic(function)


def kinds_of(args: tuple[Any, ...]) -> Kinds:
    """What numba looks at in arguments, as a key; None if only numba knows.

    It is made at every call, so it is written to be quick.
    """
    kinds: list[Any] = []
    for arg in args:
        kind = type(arg)
        if kind is ndarray:
            kinds.append(arg.dtype)
            kinds.append(arg.ndim)
            kinds.append(arg.flags.num)
        elif (kind is int and -MAX_INT <= arg <= MAX_INT) or kind in SCALARS:
            kinds.append(kind)
        elif isinstance(arg, tuple):
            kinds.append(kind)
            kinds.append(kinds_of(arg))
        else:
            return None
    return tuple(kinds)


def names_of(args: tuple[Any, ...]) -> str | None:
    """The kinds of arguments in letters; None if only numba knows one of them."""
    names = [_name_of(arg) for arg in args]
    return None if None in names else f"({', '.join(map(str, names))})"


def _name_of(value: Any) -> str | None:
    name = f"{type(value).__module__}.{type(value).__qualname__}"
    if isinstance(value, ndarray):
        return _array_name(value)
    if isinstance(value, tuple):
        parts = names_of(value)
        return parts and name + parts
    return name if kinds_of((value,)) else None


def _array_name(array: NDArray[Any]) -> str | None:
    """One name for arrays that differ only in what compiled code ignores, such as their owner."""
    dtype = array.dtype
    if type(array) is not ndarray or dtype.kind not in PLAIN_DTYPES or not dtype.isnative:
        return None
    flags = array.flags
    order = "C" if flags.c_contiguous else "F" if flags.f_contiguous else "A"
    return f"{dtype.str} {array.ndim}{order} {flags.writeable:d}{flags.aligned:d}"
