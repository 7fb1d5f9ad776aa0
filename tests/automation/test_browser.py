import os
import signal
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import Error

from automation import browser, tab
from automation.browser import BrowserOptions, at_low_priority, find_browser, translated
from automation.errors import PageError, PageReloadedError, SiteUnreachableError, TabLostError
from engine.errors import InputError, UnavailableError


def make_program(path: Path) -> Path:
    path.write_text("#!/bin/sh\n")
    path.chmod(0o755)
    return path


def test_a_given_browser_comes_first(tmp_path: Path) -> None:
    given, own = make_program(tmp_path / "given"), make_program(tmp_path / "own")
    assert find_browser(given, str(own)) == given
    assert find_browser(None, str(own)) == own


def test_then_one_on_the_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    program = make_program(tmp_path / "google-chrome")
    assert find_browser(None, str(tmp_path / "absent")) == program


def test_no_browser_says_how_to_get_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(browser, "PLACES", ())
    with pytest.raises(UnavailableError, match="playwright install chromium"):
        find_browser()


def test_a_given_browser_that_is_none(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="absent"):
        find_browser(tmp_path / "absent")


@pytest.mark.parametrize(("uid", "has_sandbox"), [(0, False), (1000, True)])
def test_the_sandbox_is_off_for_root_alone_who_is_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, uid: int, has_sandbox: bool
) -> None:
    asked: dict[str, object] = {}

    class Chromium:
        executable_path = str(make_program(tmp_path / "chromium"))

        def launch_persistent_context(self, folder: Path, **options: object) -> None:
            asked.update(options)
            raise Error("enough")

    class Driver:
        chromium = Chromium()

        def start(self) -> "Driver":
            return self

        def stop(self) -> None:
            return

    monkeypatch.setattr(browser, "sync_playwright", Driver)
    monkeypatch.setattr(browser.os, "geteuid", lambda: uid)
    with pytest.raises(UnavailableError, match="enough"), browser.Chrome(BrowserOptions()):
        pass
    assert asked["chromium_sandbox"] is has_sandbox
    assert ("--no-sandbox" in asked["args"]) is not has_sandbox  # type: ignore[operator]
    assert asked["accept_downloads"] is False
    assert bool(browser.sandbox_note()) is not has_sandbox


@pytest.mark.skipif(sys.platform != "linux", reason="other systems share their cores otherwise")
def test_a_browser_at_low_priority_leaves_the_cores_to_others(tmp_path: Path) -> None:
    program = make_program(tmp_path / "a browser")
    program.write_text('#!/bin/sh\nnice\ncat /proc/self/autogroup\nprintf "%s\\n" "$@"\n')
    command = [at_low_priority(program, tmp_path), "--flag", "two words"]
    output = subprocess.run(command, capture_output=True, text=True, start_new_session=True)
    nice, *group, flag, words = output.stdout.splitlines()
    assert int(nice) == min(19, os.nice(0) + browser.NICE)
    assert (flag, words) == ("--flag", "two words")
    assert not output.stderr or not group
    assert all(line.endswith(f"nice {browser.NICE}") for line in group)


def test_a_window_needs_a_display(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setattr(browser.sys, "platform", "linux")
    why = browser._why_not_started(Path("chrome"), "Target closed", BrowserOptions(headed=True))
    assert "`play` and `doctor` work without --headed" in why
    why = browser._why_not_started(Path("chrome"), "ProcessSingleton", BrowserOptions())
    assert "in use" in why
    no_sandbox = "[1:1:FATAL:zygote_host_impl_linux.cc] No usable sandbox! If you are running"
    why = browser._why_not_started(Path("chrome"), no_sandbox, BrowserOptions())
    assert "allow unprivileged user namespaces" in why


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("Target page, context or browser has been closed", TabLostError),
        ("Page.evaluate: Target crashed", TabLostError),
        ("Page.goto: net::ERR_CONNECTION_REFUSED at http://a/", SiteUnreachableError),
        ("Execution context was destroyed", PageReloadedError),
        ("something new", PageError),
    ],
)
def test_errors_are_translated(message: str, kind: type[Exception]) -> None:
    with pytest.raises(kind), translated():
        raise Error(message)


def test_a_browser_that_hangs_at_its_start_is_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = make_program(tmp_path / "chromium")
    program.write_text("#!/bin/sh\nexec sleep 60\n")
    monkeypatch.setattr(browser, "START_S", 1.0)
    with pytest.raises(UnavailableError) as caught, browser.Chrome(BrowserOptions(program)):
        pass
    assert str(caught.value).startswith(f"{program} did not start within 1 seconds: install")
    assert len(str(caught.value).splitlines()) == 1


def processes_with(words: str) -> list[int]:
    """The processes whose command has these words."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it may have ended meanwhile
            if words.encode() in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
    return found


@pytest.mark.browser
@pytest.mark.skipif(sys.platform != "linux", reason="processes are found in /proc")
def test_a_browser_that_answers_no_more_is_told_and_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(browser, "TAB_S", 1.0)
    monkeypatch.setattr(tab, "CLOSE_S", 1.0)
    with browser.Chrome(BrowserOptions()) as tabs:
        hung = processes_with(str(tabs.profile_dir))
        for process in hung:
            os.kill(process, signal.SIGSTOP)
        asking = tab.Tab(tabs.page)
        asking.call_s = 0.5
        with pytest.raises(TabLostError, match="did not answer"):
            asking.ask("1 + 1")
        page = tabs.revive()
        assert page.evaluate("1 + 1") == 2
        assert not set(hung) & set(processes_with(str(tabs.profile_dir)))
