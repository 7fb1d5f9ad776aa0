"""The start of the bundle: one folder that brings Python, Qt, libraries and compiled kernels.

`card-table-assistant` calls it before anything else is imported. Libraries that this system lacks
are loaded from the bundle, those it has are its own (they know its drivers). Compiled kernels are
copied to where numba looks for them; if they were not made for this processor, code for any
processor answers while the window lets the right code be compiled behind it.
"""

import ctypes
import hashlib
import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from engine.kernels import cache_name

ROOT = Path(sys.prefix).parent
PACKAGES = Path(__file__).resolve().parent.parent
BASELINE = {"NUMBA_CPU_NAME": "x86-64-v2", "NUMBA_CPU_FEATURES": ""}  # any processor since 2009
COMPILE = "--compile-kernels"
READY = "processors"  # in the kernels' folder: those that all kernels were compiled for


def main() -> None:
    """Run the command line; without arguments, open the window."""
    if sys.argv[1:] == [COMPILE]:
        compile_kernels()
        return
    opens_window = sys.argv[1:2] in ([], ["gui"])
    load_libraries("qt" if opens_window else "any")
    is_native = use_kernels(kernel_cache(), ROOT / "kernels")
    if opens_window and not is_native:
        compile_behind()
    sys.argv[1:] = sys.argv[1:] or ["gui"]
    from assistant.cli.start import assistant

    assistant()


def load_libraries(purpose: str) -> None:
    """Load the system libraries that this system lacks; a list says which, and in which order."""
    folder = ROOT / "lib"
    for line in (folder / f"{purpose}.txt").read_text().split():
        try:
            ctypes.CDLL(line, ctypes.RTLD_GLOBAL)
        except OSError:
            ctypes.CDLL(str(folder / line), ctypes.RTLD_GLOBAL)
    if purpose == "qt":
        _offer("FONTCONFIG_FILE", Path("/etc/fonts/fonts.conf"), ROOT / "share/fonts/fonts.conf")
        _offer("XKB_CONFIG_ROOT", Path("/usr/share/X11/xkb"), ROOT / "share/xkb")


def _offer(variable: str, usual: Path, own: Path) -> None:
    if not usual.exists() and own.exists():
        os.environ.setdefault(variable, str(own))


def kernel_cache() -> Path:
    """Where numba looks for compiled kernels: a folder of the user's."""
    import engine  # noqa: F401 - names the folder

    return Path(os.environ["NUMBA_CACHE_DIR"])


def use_kernels(cache: Path, kernels: Path) -> bool:
    """Put the bundle's kernels into the cache once; True if they fit this processor."""
    ready = cache / READY
    with suppress(OSError):  # no room for them: they are compiled as elsewhere, or told
        if not ready.exists():
            copy_kernels(kernels, cache)
    is_native = ready.exists() and processor() in ready.read_text().split()
    if not is_native:
        os.environ.update(BASELINE)
    return is_native


def copy_kernels(kernels: Path, cache: Path) -> None:
    """Copy each package's compiled kernels to the folder that numba gives to its sources."""
    for file in sorted(kernels.rglob("*.nb?")):
        target = cache / cache_name(PACKAGES / file.parent.relative_to(kernels))
        target.mkdir(parents=True, exist_ok=True)
        shutil.copy2(file, target)
    shutil.copy2(kernels / READY, cache / READY)


def processor() -> str:
    """A short name for this processor: what it is called and what it can do."""
    lines = Path("/proc/cpuinfo").read_text().split("\n\n")[0].splitlines()
    kept = [line for line in lines if line.startswith(("vendor_id", "model", "flags"))]
    return hashlib.sha256("\n".join(kept).encode()).hexdigest()[:16]


def compile_behind() -> None:
    """Compile the kernels for this processor in a process of its own, for the next start."""
    own = {name: value for name, value in os.environ.items() if name not in BASELINE}
    with suppress(OSError):
        subprocess.Popen(
            ["nice", "-n", "19", sys.executable, "-m", "assistant.bundled", COMPILE],
            env=own,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )


def compile_kernels() -> None:
    """Compile all kernels for this processor, and say so beside them when they are whole."""
    from assistant.warm_up import main as warm_up

    load_libraries("any")
    cache = kernel_cache()
    warm_up()
    with (cache / READY).open("a") as ready:
        ready.write(processor() + "\n")


if __name__ == "__main__":
    main()
