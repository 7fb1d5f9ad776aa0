"""The real program through AT-SPI, as Orca and other screen readers of Linux see it."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.gui.screen_reader import ScreenReader

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
NEEDED = ("Xvfb", "dbus-daemon", LAUNCHER)  # `make test` installs them where it may
SPACE = 0x20  # X11's symbol of the key
NAMED_ROLES = {"push button", "check box", "text", "combo box", "spin button", "table", "page tab"}


def choose_a_card(reader: "ScreenReader") -> None:
    """Choose a card with the keys, as soon as the cards are dealt."""
    words = ""
    while not words.endswith("chosen"):
        reader.type(SPACE)
        words = reader.hear(r"\d+ of \d+")


@pytest.mark.skipif(not all(map(shutil.which, NEEDED)), reason="needs Xvfb, D-Bus and AT-SPI")
def test_a_screen_reader_finds_every_control_and_hears_answers_errors_and_moves(
    tmp_path: Path,
) -> None:
    from tests.gui.screen_reader import listening_to_the_window

    with listening_to_the_window(tmp_path) as reader:
        reader.press("Ask about Hold'em")
        reader.hear("Call. You need 25.0% equity. Calling")
        parts = list(reader.parts())
        assert [part for part in parts if part.role in NAMED_ROLES and not part.name] == []
        assert (
            reader.describe("Best move", "label") == "Call"
        )  # what a label says, not only its name
        assert reader.describe("Range", "combo box") == "Opponent 1 kind"
        reader.write("Board", "AH")
        assert reader.hear("Board") == "Board: You already hold A♥."
        reader.press("Show Home")
        reader.press("Play Konkan")
        reader.hear("Your turn: throw one of your 15 cards to start")
        choose_a_card(reader)
        reader.press("Throw")
        reader.hear("You threw")
