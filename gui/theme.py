"""Every colour, font and icon of the window, for the light and the dark theme.

`theme.tokens` are the colours in force; widgets that paint themselves read them on each paint.
The palette is made from the same tokens, and the style sheet speaks of the palette alone, so that
nothing is left in a default grey on any platform, offscreen included.

Qt reads the palette's roles when a style sheet is put on, which takes a third of a millisecond for
each widget below it. So the window's parts and pages each put it on by `theme.style`, and a hidden
page does so when it is next shown.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from string import Template

from PySide6.QtCore import QByteArray, QObject, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontDatabase,
    QGuiApplication,
    QIcon,
    QPainter,
    QPalette,
    QPixmap,
)
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QWidget

from assistant.settings import Settings
from engine.cards import Suit
from gui.stylesheet import STYLESHEET
from resources import resource_path


@dataclass(frozen=True, slots=True)
class Tokens:
    """The colours of one theme, by what they are for; #aarrggbb is translucent."""

    window: str
    sidebar: str
    surface: str
    raised: str
    border: str
    field_border: str
    text: str
    muted: str
    accent: str
    on_accent: str
    accent_soft: str
    good: str
    warn: str
    bad: str
    info: str
    bar: str
    bar_back: str
    face: str
    face_edge: str
    slot: str
    black_suit: str
    red_suit: str
    club_four: str
    diamond_four: str
    tile_green: str
    tile_yellow: str
    tile_grey: str
    on_tile: str
    on_tile_yellow: str
    gold: str
    silver: str
    bronze: str
    on_medal: str
    cloth: str
    on_cloth: str
    pale_on_cloth: str
    mover: str
    last_ring: str
    free_ring: str
    dashes: str
    plate: str
    plate_edge: str
    caption: str
    shade: str
    back_edge: str


LIGHT = Tokens(
    window="#f3f1ec",
    sidebar="#17392f",
    surface="#fffefb",
    raised="#ece8df",
    border="#cfc9bc",
    field_border="#8b8578",
    text="#1d2420",
    muted="#5a625d",
    accent="#0f6b4c",
    on_accent="#ffffff",
    accent_soft="#d9ece3",
    good="#0c6b46",
    warn="#855400",
    bad="#b3261e",
    info="#1d5c94",
    bar="#2f8f6b",
    bar_back="#e3dfd4",
    face="#fffefa",
    face_edge="#b9b3a5",
    slot="#e6e2d8",
    black_suit="#1b1f24",
    red_suit="#c01f2e",
    club_four="#14703a",
    diamond_four="#1a56b0",
    tile_green="#1c7446",
    tile_yellow="#e3b341",
    tile_grey="#676d73",
    on_tile="#ffffff",
    on_tile_yellow="#1d1a10",
    gold="#e2b33c",
    silver="#c3c9cf",
    bronze="#cf8d55",
    on_medal="#1d1a10",
    cloth="#1d5b45",
    on_cloth="#ffffff",
    pale_on_cloth="#d2ffffff",
    mover="#ffe9a8",
    last_ring="#ffe08a",
    free_ring="#9be8c4",
    dashes="#46ffffff",
    plate="#5f000000",
    plate_edge="#28ffffff",
    caption="#e1000000",
    shade="#380a1914",
    back_edge="#96ebf0e6",
)

DARK = replace(
    LIGHT,  # cards and trophies look the same
    window="#12171a",
    sidebar="#0d2019",
    surface="#1a2125",
    raised="#242d32",
    border="#37434a",
    field_border="#71808a",
    text="#e9eeec",
    muted="#a3b0ac",
    accent="#46c793",
    on_accent="#06251a",
    accent_soft="#1d3b30",
    good="#58d3a0",
    warn="#edbb55",
    bad="#ff8f88",
    info="#86c1f5",
    bar="#37a67a",
    bar_back="#2a343a",
    face="#f7f4ec",
    face_edge="#05080a",
    slot="#20292e",
    tile_green="#1f7d4c",
    tile_grey="#646b71",
    cloth="#173f33",
)

TEXT_PAIRS = [
    *[(ink, back) for ink in ("text", "muted") for back in ("window", "surface", "raised")],
    *[(ink, "surface") for ink in ("accent", "good", "warn", "bad", "info")],
    *[(ink, "window") for ink in ("accent", "good", "warn", "bad", "info")],
    ("on_accent", "accent"),
    ("text", "accent_soft"),
    ("text", "bar_back"),
    ("muted", "slot"),
    *[(ink, "face") for ink in ("black_suit", "red_suit", "club_four", "diamond_four")],
    ("on_tile", "tile_green"),
    ("on_tile", "tile_grey"),
    ("on_tile_yellow", "tile_yellow"),
    *[("on_medal", medal) for medal in ("gold", "silver", "bronze")],
]
"""Which colours are written on which; the tests hold every pair to 4.5:1 in both themes."""

ON_SIDEBAR = "#eef5f1"
SERIES = ("#258a61", "#b0731a", "#3d7fc4", "#cc5a53", "#8c63c7", "#5f8a22", "#23808c")
"""Colours of the seats and of the lines of a chart; a label always stands beside them."""


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour, 0 black to 1 white (WCAG 2)."""
    channels = _channels(colour)
    red, green, blue = (
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink_on(colour: str) -> str:
    """Return black or white, whichever is easier to read on a colour."""
    return max("#000000", "#ffffff", key=lambda ink: contrast(ink, colour))


def blend(low: str, high: str, share: float) -> str:
    """Return the colour at `share` of the way from `low` to `high`."""
    share = min(max(share, 0.0), 1.0)
    pairs = zip(_channels(low), _channels(high), strict=True)
    return QColor.fromRgbF(*(a + (b - a) * share for a, b in pairs)).name()


def _channels(colour: str) -> tuple[float, float, float]:
    parsed = QColor(colour)
    return parsed.redF(), parsed.greenF(), parsed.blueF()


class ThemeState(QObject):
    """The theme in force; there is one, `theme`."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.settings = Settings()
        self.tokens = LIGHT
        self._sheet = ""

    @property
    def is_dark(self) -> bool:
        """True while the dark theme is in force."""
        return self.tokens is DARK

    def color(self, token: str) -> QColor:
        """Return the colour of a token as Qt wants it."""
        return QColor(getattr(self.tokens, token))

    def suit_color(self, suit: Suit) -> QColor:
        """Return the ink of a suit: two colours, or four if the user set a four-colour deck."""
        if self.settings.four_colour and suit in (Suit.C, Suit.D):
            return self.color("club_four" if suit is Suit.C else "diamond_four")
        return self.color("red_suit" if suit.is_red else "black_suit")

    def apply(self, settings: Settings) -> None:
        """Put the settings in force; what is on the screen follows by `changed`."""
        if not self._sheet:
            QApplication.setStyle("Fusion")  # the one style that looks the same everywhere
            load_fonts()
        self.settings = settings
        self.tokens = DARK if _wants_dark(settings) else LIGHT
        self._sheet = make_stylesheet(settings.font_pt, self.is_dark)
        QApplication.setPalette(make_palette(self.tokens))
        QApplication.setFont(make_font(settings.font_pt))
        self.changed.emit()

    def style(self, part: QWidget) -> None:
        """Apply the style sheet to a part of the window, unless it already has this one."""
        if part.styleSheet() != self._sheet:
            part.setStyleSheet(self._sheet)


def _wants_dark(settings: Settings) -> bool:
    if settings.theme != "system":
        return settings.theme == "dark"
    return QGuiApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark


def load_fonts() -> None:
    """Make the shipped font known to Qt."""
    for weight in ("Regular", "SemiBold", "Bold"):
        QFontDatabase.addApplicationFont(str(resource_path(f"fonts/Inter-{weight}.otf")))


def make_font(size_pt: int) -> QFont:
    """Return the font of the window; figures are of one width, so that columns line up."""
    font = QFont()
    font.setFamilies(["Inter", "Segoe UI", "SF Pro Text", "Noto Sans", "DejaVu Sans"])
    font.setPointSize(size_pt)
    font.setFeature(QFont.Tag("tnum"), 1)
    return font


def make_palette(tokens: Tokens) -> QPalette:
    """Return the tokens as a palette; `gui.stylesheet` says what the unusual roles are for."""
    role = QPalette.ColorRole
    colours = {
        role.Window: tokens.window,
        role.WindowText: tokens.text,
        role.Base: tokens.surface,
        role.AlternateBase: tokens.raised,
        role.Text: tokens.text,
        role.Button: tokens.raised,
        role.ButtonText: tokens.text,
        role.BrightText: tokens.bad,
        role.Highlight: tokens.accent,
        role.HighlightedText: tokens.on_accent,
        role.ToolTipBase: tokens.raised,
        role.ToolTipText: tokens.text,
        role.PlaceholderText: tokens.muted,
        role.Link: tokens.accent,
        role.LinkVisited: tokens.info,
        role.Light: tokens.bar_back,
        role.Midlight: tokens.accent_soft,
        role.Mid: tokens.border,
        role.Dark: tokens.field_border,
        role.Shadow: tokens.sidebar,
    }
    palette = QPalette()
    for key, colour in colours.items():
        palette.setColor(key, QColor(colour))
    for key in (role.WindowText, role.Text, role.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, key, QColor(tokens.muted))
    return palette


def make_stylesheet(font_pt: int, is_dark: bool) -> str:
    """Return the style sheet of the window; the pictures in it are drawn for a light or a dark
    background.
    """
    sizes = {"big": font_pt + 8, "head": font_pt + 3, "small": max(font_pt - 1, 7)}
    ink, tick = ("light", "dark") if is_dark else ("dark", "light")
    names = {"arrow": f"arrow-{ink}", "arrow_up": f"arrow-up-{ink}", "tick": f"tick-{tick}"}
    names["grip"] = f"grip-{ink}"
    images = {key: resource_path(f"icons/{name}.svg").as_posix() for key, name in names.items()}
    fixed = {"on_sidebar": ON_SIDEBAR, "gold": LIGHT.gold}
    return Template(STYLESHEET).substitute(**sizes, **images, **fixed)


def icon(name: str, colour: str | None = None, size: int = 24) -> QIcon:
    """Return one of the program's icons in one colour (that of text if none is given), sharp on any
    screen.
    """
    return QIcon(_tinted(name, colour or theme.tokens.text, size))


@lru_cache(maxsize=256)
def _tinted(name: str, colour: str, size: int) -> QPixmap:
    drawing = resource_path(f"icons/{name}.svg").read_text("utf-8").replace("currentColor", colour)
    pixmap = QPixmap(QSize(size, size) * 3)
    pixmap.fill(Qt.GlobalColor.transparent)
    painter = QPainter(pixmap)
    QSvgRenderer(QByteArray(drawing.encode())).render(painter)
    painter.end()
    pixmap.setDevicePixelRatio(3)
    return pixmap


theme = ThemeState()
