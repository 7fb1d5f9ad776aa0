"""Entry points of the console scripts: quiet on Ctrl-C from the first moment to the last.

They call `assistant.cli.main.run`, and adapt the output to its terminal: one that cannot show a
sign gets plain letters, and one that is gone causes no traceback. Nothing in the current folder is
run or configures the program: neither here nor in its children.
"""

import codecs
import gc
import os
import signal
import sys

# Imports create a hundred thousand lasting objects: collecting garbage among them takes longer than
# many an answer.
NEW_OBJECTS = 100_000  # between two collections

# NumPy starts threads for large matrices, which wait for work in a busy loop: a power of 2.
IDLE_CYCLES = "20"  # under a millisecond; the default is 2^26

# Numba reads this file in the current folder whenever it compiles; that cannot be switched off.
NUMBA_SETTINGS = ".numba_config.yaml"
NUMBA_REASON = (
    f'The current folder holds "{NUMBA_SETTINGS}", which would change how the program computes: '
    "start it from another folder, or rename the file"
)

PLAIN_ASCII = "plain_ascii"
PLAIN = str.maketrans(
    {
        "♠": "S", "♥": "H", "♦": "D", "♣": "C", "♤": "S", "♡": "H", "♢": "D", "♧": "C",
        "\N{VARIATION SELECTOR-16}": "", "🟩": "g", "🟨": "y", "⬛": "e", "🃏": "*", "★": "*",
        "…": "...", "±": "+-", "×": "x", "·": "-", "–": "-", "—": "-", "−": "-", "→": "->",
        "≤": "<=", "≥": ">=", "“": '"', "”": '"', "‘": "'", "’": "'", "█": "#", "●": "*", "•": "*",
        "│": "|", "─": "-", "┌": "+", "┐": "+", "└": "+", "┘": "+", "├": "+", "┤": "+", "┬": "+",
        "┴": "+", "┼": "+", "━": "-", "┃": "|",
    }
)  # fmt: skip


PROGRAMS = {"assistant": "assistant.cli.main:app", "konkan-play": "assistant.cli.konkan_play:app"}
"""The commands by the names of their scripts."""


def assistant() -> None:
    """Run the script `assistant`."""
    _run("assistant")


def konkan_play() -> None:
    """Run the script `konkan-play`."""
    _run("konkan-play")


def _run(name: str) -> None:
    signal.signal(signal.SIGINT, _leave)
    _ignore_current_folder()
    _skip_slow_startup()
    from assistant.cli.app import load_command
    from assistant.cli.interrupts import handle_interrupts
    from assistant.cli.main import run, stopped

    _open_closed()
    use_plain_letters()
    try:
        handle_interrupts()
        code = run(load_command(PROGRAMS[name]), sys.argv[1:] or ["--help"], name)
    except KeyboardInterrupt:
        code = stopped()
    finally:
        signal.signal(signal.SIGINT, _leave)
    gc.freeze()  # the exit would collect garbage again and again
    sys.exit(_flush(code))


def _ignore_current_folder() -> None:
    """Import nothing from the current folder, unless the program itself stands there."""
    os.environ["PYTHONSAFEPATH"] = "1"  # for processes that are started from here
    here, ours = os.getcwd(), os.path.abspath(f"{__file__}/../../..")  # noqa: PTH100, PTH109
    if here != ours:
        sys.path[:] = [place for place in sys.path if place not in ("", here)]
    if os.path.exists(NUMBA_SETTINGS):  # noqa: PTH110
        os.write(2, f"error: {NUMBA_REASON}\n".encode())
        os._exit(1)


def _skip_slow_startup() -> None:
    """Skip work that does not pay off in a process that lives for about a second."""
    gc.set_threshold(NEW_OBJECTS)
    os.environ.setdefault("OPENBLAS_THREAD_TIMEOUT", IDLE_CYCLES)
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # looked for in every installed package


def _leave(*_: object) -> None:
    os.write(2, b"error: Stopped\n")
    os._exit(1)


def _open_closed() -> None:
    """Give streams that are closed (`assistant … >&-`) somewhere to go."""
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            setattr(sys, name, open(os.devnull, mode))  # noqa: PTH123, SIM115 - for good


def use_plain_letters() -> None:
    """Write suits and lines as letters where the terminal's encoding has no sign for them."""
    codecs.register_error("plain", _plain)
    codecs.register(_find_plain_ascii)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            is_ascii = codecs.lookup(stream.encoding).name == "ascii"
            stream.reconfigure(encoding=PLAIN_ASCII if is_ascii else None, errors="plain")


def _find_plain_ascii(name: str) -> codecs.CodecInfo | None:
    """Return ASCII under another name: Typer mistakes the real one and writes UTF-8."""
    ascii_ = codecs.lookup("ascii")
    if name != PLAIN_ASCII:
        return None
    return codecs.CodecInfo(
        ascii_.encode,
        ascii_.decode,
        incrementalencoder=ascii_.incrementalencoder,
        incrementaldecoder=ascii_.incrementaldecoder,
        name=PLAIN_ASCII,
    )


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    signs = error.object[error.start : error.end].translate(PLAIN)
    return "".join(sign if sign.isascii() else "?" for sign in signs), error.end


def _flush(code: int) -> int:
    """Write what is left; a closed reader or a full disk must not raise again at exit."""
    try:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
    except (OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        return code or 1
    return code


if __name__ == "__main__":
    assistant()
