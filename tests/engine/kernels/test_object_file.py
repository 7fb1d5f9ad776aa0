"""The names of object files, compared with files that LLVM makes of a few lines."""

import llvmlite.binding as llvm
import pytest

from engine.kernels.object_file import symbols

TEXT = """
@counter = common global i64 0
declare i64 @from_elsewhere(i64)
define i64 @ours(i64 %x) {
    %y = call i64 @from_elsewhere(i64 %x)
    store i64 %y, i64* @counter
    ret i64 %y
}
"""


def compiled(text: str) -> bytes:
    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    machine = llvm.Target.from_default_triple().create_target_machine()
    code = machine.emit_object(llvm.parse_assembly(text.replace("i64*", "ptr")))
    assert isinstance(code, bytes)
    return code


def test_defined_and_expected_names() -> None:
    defined, expected = symbols(compiled(TEXT))
    assert {"ours", "counter"} <= defined
    assert expected == {"from_elsewhere"}


@pytest.mark.parametrize("code", [b"", b"MZ" * 100, b"\x7fELF\x01\x01" + bytes(100)])
def test_other_files_are_refused(code: bytes) -> None:
    with pytest.raises(ValueError, match="no ELF file"):
        symbols(code)


def test_a_file_without_a_table_is_refused() -> None:
    with pytest.raises(ValueError, match="unpack"):
        symbols(b"\x7fELF\x02\x01" + bytes(100))
