"""Prove the bundle in a bare root: no Python, no Rust, no compiler, nothing but the C library.

`make bundle-check` unpacks the archive into an empty folder beside a shell and the C library, goes
into it with chroot, opens the window on an Xvfb and asks every game once. Then it plays Pokle with
the system's Chromium, in a view of this system in which Python and Rust are hidden. Root only.
"""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "card-table-assistant"
PROGRAMS = ("sh", "readlink", "dirname", "nice")
FIRST_ANSWER_S = 3.0
MAX_PACKED_MB = 400
DISPLAY = ":78"
PUZZLE = (
    'pokle solve --hole "KC JS" --hole "JC JH" --hole "10H 6S" --flop 1,2,3 --turn 1,3,2 '
    '--river 2,3,1 --guess "JD 10C QD KH 6C=eyyyy"'
)
COMMANDS = {
    'holdem "Ah As" --range "Kd Kc"': "81.2",
    'hand "Ah Kh Qh Jh 10h 2c 3d"': "oyal flush",
    'kings-lows --player "Ann: Kh 2d | 3c" --player "Bob: As | Ac"': "Ann",
    'konkan melds "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C"': "points",
    'konkan advise "7S 8S 9S JK QH KH AH KD KC KS 2C 5D 9D 4C" --trash "3H JD 10S"': "10♠",
    'slave advise --hand "4C 4H 6D 9S 9H JC KD AS 2C 2S" --last "8C 8D"': "9♥ 9♠",
    "arena run --game slave --agents policy heuristic greedy random --rounds 2 --seed 7": "policy",
    "arena show 1": "policy",
    PUZZLE: "boards",
    "--version": "assistant",
}


def main() -> None:
    """Unpack, check, and say what was seen; exit 1 if anything differs."""
    if os.geteuid() != 0:
        sys.exit("make bundle-check needs root, for chroot")
    (archive,) = (ROOT / "dist").glob(f"{NAME}-*.tar.xz")
    packed_mb = archive.stat().st_size / 1e6
    check(packed_mb <= MAX_PACKED_MB, f"{archive.name}: {packed_mb:.0f} MB packed")
    with tempfile.TemporaryDirectory() as folder:
        bare = Path(folder) / "bare"
        make_bare_root(bare)
        with tarfile.open(archive) as tar:
            tar.extractall(bare / "opt", filter="tar")
        with mounted(bare):
            check_commands(bare)
            check_window(bare)
        check_browser(bare / "opt" / NAME / NAME)
    sys.exit(bool(failures))


failures: list[str] = []


def check(is_met: bool, line: str) -> None:
    """Print a line, and remember it if it is bad."""
    print(f"{'ok    ' if is_met else 'FAILED'} {line}", flush=True)
    if not is_met:
        failures.append(line)


def make_bare_root(bare: Path) -> None:
    """Make a root with a shell, three small programs and the libraries they need: the C library."""
    for name in ("opt", "proc", "dev", "tmp", "home", "etc"):
        (bare / name).mkdir(parents=True)
    for program in PROGRAMS:
        path = Path(shutil.which(program) or "")
        copy_into(bare, path, "bin")
        for library in re.findall(r"(/\S+\.so\S*)", run("ldd", path).stdout):
            copy_into(bare, Path(library), str(Path(library).parent).lstrip("/"))
    for library in ("libpthread.so.0", "libdl.so.2", "libm.so.6", "librt.so.1", "libutil.so.1",
                    "libresolv.so.2"):  # fmt: skip
        copy_into(bare, Path("/lib/x86_64-linux-gnu") / library, "lib/x86_64-linux-gnu")


def copy_into(bare: Path, path: Path, folder: str) -> None:
    """Copy a file of this system, following links."""
    (bare / folder).mkdir(parents=True, exist_ok=True)
    shutil.copy2(path.resolve(), bare / folder / path.name)


@contextmanager
def mounted(bare: Path) -> Iterator[None]:
    """Mount /proc and /dev, as every system has them."""
    run("mount", "-t", "proc", "proc", bare / "proc")
    run("mount", "--bind", "/dev", bare / "dev")
    try:
        yield
    finally:
        run("umount", bare / "proc")
        run("umount", bare / "dev")


def enter(bare: Path, words: str) -> list[str]:
    """Return the call of the bundle's one file inside the bare root."""
    call = f"exec /opt/{NAME}/{NAME} {words}"
    clean = ["env", "-i", "PATH=/bin", "HOME=/home", f"DISPLAY={DISPLAY}", "LC_ALL=C.UTF-8"]
    chroot = shutil.which("chroot", path="/usr/sbin:/usr/bin") or "chroot"
    return [*clean, chroot, str(bare), "/bin/sh", "-c", call]


def check_commands(bare: Path) -> None:
    """Ask one question of each game; the very first start must answer within three seconds."""
    for place, (words, expected) in enumerate(COMMANDS.items()):
        started_s = time.monotonic()
        done = run(*enter(bare, words))
        took_s = time.monotonic() - started_s
        is_quick = place > 0 or took_s <= FIRST_ANSWER_S
        is_right = done.returncode == 0 and expected in done.stdout
        check(is_right and is_quick, f"{took_s:5.1f} s  {words[:70]}")
        if not is_right:
            print(done.stdout[-600:], done.stderr[-600:])


def check_window(bare: Path) -> None:
    """Check the window on an Xvfb: it opens, stays, and is closed by a signal."""
    server = subprocess.Popen(
        ["Xvfb", DISPLAY, "-screen", "0", "1280x800x24"], stderr=subprocess.DEVNULL
    )
    time.sleep(2)
    started_s = time.monotonic()
    window = subprocess.Popen(enter(bare, "gui --panel holdem"), stderr=subprocess.PIPE, text=True)
    search = ["xdotool", "search", "--name", "Card-table assistant"]
    environment = os.environ | {"DISPLAY": DISPLAY}
    while time.monotonic() - started_s < 30 and window.poll() is None:
        if subprocess.run(search, capture_output=True, env=environment).stdout:
            break
        time.sleep(0.05)
    took_s = time.monotonic() - started_s
    check(
        window.poll() is None and took_s <= FIRST_ANSWER_S, f"{took_s:5.1f} s  the window is shown"
    )
    time.sleep(5)
    picture = ROOT / "dist" / "bundle-window.png"
    subprocess.run(["import", "-window", "root", picture], env=environment)
    check(window.poll() is None, f"         it stays ({picture.name})")
    window.terminate()
    window.wait(20)
    server.terminate()


def check_browser(start: Path) -> None:
    """Play Pokle with the system's Chromium, where no Python and no Rust can be found."""
    hidden = [Path(p) for p in ("/root", "/usr/lib/python3", "/usr/lib/python3.11", "/usr/local")]
    mounts = "; ".join(f"mount -t tmpfs tmpfs {p}" for p in hidden if p.exists())
    play = f"exec {start} pokle play --site practice --seed 12"
    clean = ["env", "-i", "PATH=/usr/bin:/bin", "HOME=/root", "LC_ALL=C.UTF-8"]
    started_s = time.monotonic()
    done = run("unshare", "-m", *clean, "/bin/sh", "-c", f"{mounts}; {play}")
    took_s = time.monotonic() - started_s
    is_right = done.returncode == 0 and "won" in done.stdout.lower()
    check(is_right, f"{took_s:5.1f} s  a game of Pokle with the system's Chromium")
    if not is_right:
        print(done.stdout[-600:], done.stderr[-600:])


def run(*command: object) -> "subprocess.CompletedProcess[str]":
    """Run a command and return its output."""
    texts = list(map(str, command))
    return subprocess.run(texts, capture_output=True, text=True, timeout=300)


if __name__ == "__main__":
    main()
