"""The names in an object file: what it defines, and what it expects the process to define.

Linking a file that lacks a name ends the process, so the names are looked up before. Only ELF files
of 64 bits are read, as Linux has them.
"""

from typing import Any

import numpy as np

MAGIC = b"\x7fELF\x02\x01"  # 64 bits, the lowest byte first
N_HEADER_BYTES = 64
SECTION = np.dtype(
    [
        *(("name", "u4"), ("type", "u4"), ("flags", "u8"), ("address", "u8"), ("at", "u8")),
        *(("size", "u8"), ("link", "u4"), ("info", "u4"), ("align", "u8"), ("entry_size", "u8")),
    ]
)
SYMBOL = np.dtype(
    [
        *(("name", "u4"), ("info", "u1"), ("other", "u1"), ("section", "u2")),
        *(("value", "u8"), ("size", "u8")),
    ]
)
SYMBOL_TABLE = 2  # the type of a section
NOWHERE = 0  # the section of a symbol that others define


def symbols(code: bytes) -> tuple[set[str], set[str]]:
    """The names that an object file defines and those it expects; ValueError if it is none."""
    if len(code) < N_HEADER_BYTES or not code.startswith(MAGIC):
        raise ValueError("no ELF file of 64 bits")
    start, n_sections = _number(code, 40, 8), _number(code, 60, 2)
    sections = np.frombuffer(code, SECTION, n_sections, start)
    (table,) = sections[sections["type"] == SYMBOL_TABLE]
    found = np.frombuffer(_content(code, table), SYMBOL)
    texts = _content(code, sections[table["link"]])
    named = found[found["name"] > 0]
    is_expected = named["section"] == NOWHERE
    return _names(texts, named[~is_expected]), _names(texts, named[is_expected])


def _number(code: bytes, start: int, size: int) -> int:
    return int.from_bytes(code[start : start + size], "little")


def _content(code: bytes, section: Any) -> bytes:
    return code[int(section["at"]) : int(section["at"] + section["size"])]


def _names(texts: bytes, found: Any) -> set[str]:
    return {texts[i : texts.index(b"\0", i)].decode() for i in found["name"].tolist()}
