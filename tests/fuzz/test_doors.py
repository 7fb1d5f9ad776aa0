"""Every native function and every public array function refuses what it cannot take."""

import pytest

import rust_meld
from tests.fuzz.doors import (
    Call,
    array_names,
    attack_apart,
    group_of,
    native_names,
    odd_values,
    tries_of,
)
from tests.fuzz.native_rows import ARRAYS, NATIVE, NO_DOORS

GROUPS = sorted({group_of(name) for name in NATIVE})


def names_of(group: str) -> list[str]:
    return [name for name in NATIVE if group_of(name) == group]


def test_every_native_function_has_a_row() -> None:
    missing = set(native_names(rust_meld)) - set(NATIVE) - NO_DOORS
    assert not missing, f"add rows to tests/fuzz/native_rows.py for {sorted(missing)}"


def test_every_public_array_function_has_a_row() -> None:
    missing = set(array_names()) - set(ARRAYS)
    assert not missing, f"add rows to tests/fuzz/native_rows.py for {sorted(missing)}"


@pytest.mark.parametrize("group", GROUPS)
def test_nearly_valid_arguments_are_answered_or_refused(group: str) -> None:
    found = attack_apart(names_of(group))
    assert not found.problems, "\n".join(found.problems[:3])
    assert found.n_tries >= 1 or group in ("functions", "View")  # a view has only properties


@pytest.mark.parametrize("name", sorted(ARRAYS))
def test_nearly_valid_arrays_are_answered_or_refused(name: str) -> None:
    found = attack_apart([name])
    assert not found.problems, "\n".join(found.problems[:3])
    assert found.n_refused >= 10


def test_a_process_that_dies_or_hangs_is_a_problem() -> None:
    (died,) = attack_apart(["no such door"]).problems
    assert "the process died" in died
    (late,) = attack_apart([*NATIVE], seconds=0.01).problems
    assert "it does not end" in late


def test_odd_values_hold_the_usual_mistakes() -> None:
    assert {-1, 256, 2**64} <= {value for value in odd_values(7) if isinstance(value, int)}
    assert b"" in odd_values(b"12")
    call = Call(max, (1, 2))
    assert call.with_value(1, 9)() == 9
    assert len(list(tries_of(NATIVE["frontier"]))) > 50
