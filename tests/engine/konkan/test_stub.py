"""The typed stub of the Rust module says what is there, no more and no less."""

import ast
import inspect
from pathlib import Path

import rust_meld

STUB = Path(__file__).parents[3] / "rust_meld" / "rust_meld.pyi"


def public(names: object) -> set[str]:
    return {name for name in names if not name.startswith("_")}  # type: ignore[attr-defined]


def test_the_stub_has_the_names_of_the_module() -> None:
    tree = ast.parse(STUB.read_text())
    defined = {node.name: node for node in tree.body if hasattr(node, "name")}
    there = public(vars(rust_meld)) - {"rust_meld"}
    assert public(defined) == there
    for name, node in defined.items():
        if isinstance(node, ast.ClassDef):
            methods = public(item.name for item in node.body if isinstance(item, ast.FunctionDef))
            assert methods == public(vars(getattr(rust_meld, name))), name


def test_the_stub_has_the_parameters_of_the_functions() -> None:
    for node in ast.parse(STUB.read_text()).body:
        if isinstance(node, ast.FunctionDef):
            real = inspect.signature(getattr(rust_meld, node.name)).parameters
            assert [argument.arg for argument in node.args.args] == list(real), node.name
