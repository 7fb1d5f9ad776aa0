"""The set-up script: what is missing is named with its remedy, and nothing is done twice."""

import importlib.util
import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

SCRIPT = Path(__file__).resolve().parent.parent / ".ci" / "setup.py"


@pytest.fixture
def setup(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The script as a module, at work in an empty project."""
    spec = importlib.util.spec_from_file_location("setup_script", SCRIPT)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    for name in ("requirements", "rust_meld/src", "engine", ".venv/bin"):
        (tmp_path / name).mkdir(parents=True)
    crate = ("rust_meld/Cargo.toml", "rust_meld/Cargo.lock", "rust_meld/rust_meld.pyi")
    for name in ("pyproject.toml", *crate):
        (tmp_path / name).touch()
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "VENV", tmp_path / ".venv")
    monkeypatch.setattr(module, "STAMPS", tmp_path / ".venv/stamps")
    monkeypatch.setattr(module, "LOG", tmp_path / ".venv/setup.log")
    return module


def test_missing_rust_is_named_with_its_remedy(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(setup.SetupError, match="cargo is not on the PATH; install Rust"):
        setup.build()


def test_a_changed_table_is_built_in(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    commands: list[object] = []
    monkeypatch.setattr(setup, "run", lambda command, *_: commands.append(command))
    monkeypatch.setattr(setup.shutil, "which", lambda _: "/usr/bin/cargo")
    table = tmp_path / "rust_meld/src/poker/tables.bin"
    table.parent.mkdir()
    for content in (b"old", b"old", b"new"):
        table.write_bytes(content)
        setup.build()
    assert len(commands) == 2


def test_without_root_or_apt_the_command_to_run_is_named(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup, "missing_system_packages", lambda _: ["chromium", "libegl1"])
    monkeypatch.setattr(setup, "apt_prefix", lambda: None)
    with pytest.raises(setup.SetupError, match=r"as root, run: apt-get install .*chromium libegl1"):
        setup.install_system_packages("run")


def test_an_interrupted_set_up_says_how_to_go_on(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "argv", ["setup.py", "run"])
    monkeypatch.setattr(setup, "make_venv", interrupt)
    with pytest.raises(SystemExit, match="run the same command again to continue"):
        setup.main()


@pytest.fixture
def with_sudo(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> list[list[str]]:
    """A machine where sudo works and two packages are missing; the commands that were run."""
    commands: list[list[str]] = []
    monkeypatch.setattr(setup, "missing_system_packages", lambda _: ["chromium", "libegl1"])
    monkeypatch.setattr(setup, "apt_prefix", lambda: ["sudo", "-n"])
    monkeypatch.setattr(setup, "run", lambda command, *_: commands.append(command))
    return commands


@pytest.mark.parametrize("answer", ["", "y", "YES "])
def test_a_person_is_asked_before_sudo(
    setup: ModuleType,
    with_sudo: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    answer: str,
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    shown: list[str] = []

    def ask(_: str) -> str:
        shown.append(capsys.readouterr().out)
        return answer

    monkeypatch.setattr("builtins.input", ask)
    setup.install_system_packages("run")
    assert shown == ["system packages to install (2): chromium libegl1\n"]
    assert with_sudo[1][-2:] == ["chromium", "libegl1"]


def test_a_person_may_say_no(
    setup: ModuleType, with_sudo: list[list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("sys.stdout.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: "n")
    with pytest.raises(setup.SetupError, match=r"sudo apt-get install .* chromium libegl1"):
        setup.install_system_packages("run")
    assert with_sudo == []


@pytest.mark.parametrize("prefix", [["sudo", "-n"], []])
def test_without_a_terminal_or_as_root_it_goes_on(
    setup: ModuleType,
    with_sudo: list[list[str]],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    prefix: list[str],
) -> None:
    monkeypatch.setattr(setup, "apt_prefix", lambda: prefix)
    monkeypatch.setattr("sys.stdin.isatty", lambda: not prefix, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: pytest.fail("nobody is there"))
    setup.install_system_packages("run")
    assert len(with_sudo) == 2
    assert "chromium libegl1" in capsys.readouterr().out


def test_python_packages_are_shown_with_their_versions(setup: ModuleType) -> None:
    pins = setup.ROOT / "requirements/run.txt"
    pins.write_text(
        "numpy==2.0.1 \\\n    --hash=sha256:0\n    # via x==1\nb==3 ; python_version > '3'\n"
        "c==1 ; python_version < '3' \\\n    --hash=sha256:0\n"
    )
    assert setup.pinned(pins, sys.executable) == ["numpy==2.0.1", "b==3"]


def test_without_apt_nothing_may_be_installed(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "")
    assert setup.apt_prefix() is None


def test_a_missing_library_is_seen(setup: ModuleType, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(setup.system_libraries, "QT", {"libnone1": "libnone.so.99"})
    assert "libnone1" in setup.missing_system_packages("run")


def test_tests_ask_for_a_display_and_a_bus_for_screen_readers(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(setup.shutil, "which", lambda _: None)
    wanted = {"xvfb", "dbus", "at-spi2-core"}
    assert wanted <= set(setup.missing_system_packages("test"))
    assert not wanted & set(setup.missing_system_packages("run"))


def test_a_failed_step_tells_the_last_line_and_the_remedy(setup: ModuleType) -> None:
    with pytest.raises(setup.SetupError, match=r"no such index.*; is the index reachable"):
        setup.run(["sh", "-c", "echo no such index; exit 3"], "is the index reachable?")


def test_a_step_is_done_again_only_when_its_files_change(setup: ModuleType) -> None:
    pins = setup.ROOT / "requirements/run.txt"
    pins.write_text("numpy==2.0")
    assert not setup.is_done("packages-run", [pins])
    setup.mark_done("packages-run", [pins])
    assert setup.is_done("packages-run", [pins])
    pins.write_text("numpy==2.1")
    assert not setup.is_done("packages-run", [pins])


def test_an_old_python_is_refused_in_one_line(
    setup: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 9, 2, "final", 0))
    with pytest.raises(setup.SetupError, match=r"Python 3\.9\.2 is too old"):
        setup.check_python()


def test_the_script_needs_only_the_standard_library() -> None:
    command = [sys.executable, "-I", "-S", str(SCRIPT), "nonsense"]
    done = subprocess.run(command, capture_output=True, text=True, env=os.environ | {"PATH": ""})
    assert done.returncode == 2
    assert "nonsense" in done.stderr
