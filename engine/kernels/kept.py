"""Object code that numba compiled, kept beside numba's cache in a form that runs without numba.

To call a kernel that is in its cache, numba first imports itself, scipy and all that compiling
needs: most of a second. What runs in the end is an object file, a function in it that takes Python
values, and numba's small C libraries. `keep` copies the object file out of numba's cache, `load`
links it through llvmlite, as numba does. The name of a file is made of all that its code depends
on, and `load` answers None for whatever is not as it was when the code was kept: numba decides.
"""

import builtins
import ctypes
import hashlib
import importlib.util
import os
import pickle
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from importlib.machinery import PathFinder
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

import llvmlite  # type: ignore[import-untyped]
import llvmlite.binding as llvm  # type: ignore[import-untyped]

from engine.kernels import cache_folder
from engine.kernels.object_file import symbols

Compiled = Callable[..., Any]
FORMAT = 1  # of the files
SUFFIX = ".nbo"  # beside numba's own .nbi and .nbc
_loading = threading.RLock()


@dataclass(frozen=True, slots=True)
class Kept:
    """One kernel for one kind of arguments."""

    code: bytes
    wrapper: str  # the function that takes Python values
    constants: dict[str, list[Any]]  # of each function of ours or numba's, by its symbol
    needs: set[str]  # symbols that the code takes from the process


@dataclass(frozen=True, slots=True)
class Libraries:
    """Numba's C libraries, which know nothing of its compiler."""

    functions: ModuleType
    helpers: ModuleType
    runtime: ModuleType


def load(function: FunctionType, kinds: str) -> Compiled | None:
    """A kernel for arguments of these kinds, if it was kept and all is as it was then."""
    try:
        kept = pickle.loads(_file(function, kinds).read_bytes())
        with _loading:
            return _link(function, kept)
    except Exception:  # whatever it is, numba can do it, and says what is wrong
        return None


def keep(dispatcher: Any, args: tuple[Any, ...], kinds: str) -> None:
    """Keep the code that numba has cached for these arguments, if it can run without numba."""
    with suppress(Exception):  # a copy that cannot be made costs time and nothing else
        signature = tuple(map(dispatcher.typeof_pyval, args))
        cached, codegen = dispatcher._cache, dispatcher.targetctx.codegen()
        found = cached._cache_file.load(cached._index_key(signature, codegen))
        if signature in dispatcher.overloads and found:
            _write(_file(dispatcher.py_func, kinds), pickle.dumps(_extract(found)))


def _extract(found: tuple[Any, ...]) -> Kept:
    """What is needed to run, of all that numba keeps of a kernel."""
    library, description, environment, _, is_object_mode, lifted, _, to_run_first, others = found
    _, form, (code, _) = library
    wrapper = description.llvm_cpython_wrapper_name
    constants = {used.env_name: used.consts for used in (environment, *others)}
    defined, needed = symbols(code)
    if form != "object" or is_object_mode or lifted or to_run_first:
        raise ValueError("only numba can run it")
    if not defined.issuperset([wrapper, *constants]):
        raise ValueError("a symbol is missing")
    return Kept(code, wrapper, constants, needed)


def _write(path: Path, content: bytes) -> None:
    """Write a file at once: a reader finds all of it or nothing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f"{path.name}.{os.getpid()}-{threading.get_ident()}")
    part.write_bytes(content)
    part.replace(path)


def _link(function: FunctionType, kept: Kept) -> Compiled | None:
    """Link object code in an engine of its own, and make a Python function of its wrapper."""
    libraries = _libraries()
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(""), _target_machine())
    if not all(map(llvm.address_of_symbol, kept.needs)):  # linking would end the process
        return None
    engine.add_object_file(llvm.ObjectFileRef.from_data(kept.code))
    engine.finalize_object()
    environments = []
    for symbol, constants in kept.constants.items():
        environment = libraries.functions.Environment({})  # globals are for code with Python in it
        environment.consts[:] = constants
        address = engine.get_global_value_address(symbol)
        ctypes.c_void_p.from_address(address).value = id(environment)
        environments.append(environment)
    compiled: Compiled = libraries.functions.make_function(
        sys.modules[function.__module__],
        function.__name__,
        function.__doc__,
        engine.get_function_address(kept.wrapper),
        environments[0],
        (engine, environments),  # which live as long as the function
    )
    return compiled


def _target_machine() -> Any:
    return llvm.Target.from_triple(llvm.get_process_triple()).create_target_machine(jit=True)


@cache
def _libraries() -> Libraries:
    """Load numba's C libraries without numba, and tell LLVM the names of what is in them."""
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    libraries = Libraries(
        _library("numba._dynfunc"),
        _library("numba._helperlib"),
        _library("numba.core.runtime._nrt_python"),
    )
    libraries.runtime.memsys_use_cpython_allocator()  # as numba does: memory may pass between them
    for name, address in _symbols(libraries).items():
        llvm.add_symbol(name, address)
    return libraries


def _symbols(libraries: Libraries) -> dict[str, int]:
    """The names under which compiled code knows what is in the libraries, and their addresses."""
    errors = [kind for kind in vars(builtins).values() if _is_error(kind)]
    return {
        "_Py_NoneStruct": id(None),
        **{f"PyExc_{kind.__name__}": id(kind) for kind in errors},
        **{f"numba_{name}": at for name, at in libraries.helpers.c_helpers.items()},
        **{f"numba_{name}": at for name, at in libraries.functions.c_helpers.items()},
        **{f"NRT_{name}": at for name, at in libraries.runtime.c_helpers.items()},
    }


def _is_error(value: object) -> bool:
    return isinstance(value, type) and issubclass(value, BaseException)


def _library(name: str) -> ModuleType:
    """One of numba's C libraries, under the name by which numba finds it if it comes later."""
    if name in sys.modules:
        return sys.modules[name]
    folder = _numba_folder().joinpath(*name.split(".")[1:-1])
    spec = PathFinder.find_spec(name, [str(folder)])
    if spec is None or spec.loader is None:
        raise ImportError(name)
    library = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(library)
    return sys.modules.setdefault(name, library)


def _file(function: FunctionType, kinds: str) -> Path:
    """Where the code of a kernel for these kinds of arguments is kept."""
    source = Path(function.__code__.co_filename).absolute()
    built_from = (_circumstances(), _digest(source), str(function.__code__.co_code), kinds)
    digest = hashlib.sha256("\n".join(built_from).encode()).hexdigest()[:24]
    kernel = f"{source.stem}.{function.__qualname__}-{function.__code__.co_firstlineno}"
    return cache_folder(source.parent) / f"{kernel}.{digest}{SUFFIX}"


@cache
def _digest(source: Path) -> str:
    return hashlib.sha256(source.read_bytes()).hexdigest()


@cache
def _circumstances() -> str:
    """All that decides how numba compiles, but for the kernel and its arguments."""
    if Path(".numba_config.yaml").exists():
        raise ValueError("numba has settings that are not read here")
    settings = {k: v for k, v in os.environ.items() if k.startswith("NUMBA_")}
    settings.pop("NUMBA_CACHE_DIR", None)
    processor = settings.get("NUMBA_CPU_NAME") or llvm.get_host_cpu_name()
    features = settings.get("NUMBA_CPU_FEATURES", llvm.get_host_cpu_features().flatten())
    parts = (
        FORMAT,
        sys.implementation.cache_tag,
        (_numba_folder() / "_version.py").read_text(),
        llvmlite.__version__,
        processor,
        features,
        sorted(settings.items()),
    )
    return "\n".join(map(str, parts))


@cache
def _numba_folder() -> Path:
    spec = importlib.util.find_spec("numba")
    if spec is None or spec.origin is None:
        raise ImportError("numba")
    return Path(spec.origin).parent
