"""How the parts of the felt are painted: cloth, name plates, cards, rings and words.

Each function paints one part of a layout and knows nothing of the game's course: the felt says what
is painted, and in which order. Every colour is one of the theme.
"""

from collections.abc import Sequence

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPen, QRadialGradient

from assistant.play import HIDDEN, Seat, TableView
from engine.words import counted
from gui.felt.cards import card_pixmap
from gui.felt.layout import LINE, PILES, PLATE_WIDTH, Layout, Placed
from gui.theme import SERIES, theme
from gui.widgets.faces import svg

SMOOTH = QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing
# A colour of a guess: its tile, and the share of the card that it covers.
MARKS = {"g": ("tile_green", 1.0), "y": ("tile_yellow", 0.5)}
GLOW, GLOOM = 116, 118  # percent by which the cloth is lighter in the middle, darker at its edge
SIGNS = {
    "King": ("kings-lows", "gold"),
    "Queen": ("kings-lows", "silver"),
    "Commoner": ("commoner", "bronze"),
    "Slave": ("chain", "pale_on_cloth"),
}  # a title's icon and its colour
DOT = 5.0  # radius of a seat's colour on its plate
BAR = 4.0  # height of the bar of a chance
LEAST_NAME = 4  # letters of a name that stay on a narrow plate
MESSAGE_PX = (14, 12, 11)  # letters of a message, the first size that fits


def letters() -> float:
    """Return how large letters are, of their common size."""
    return theme.settings.font_pt / 10


def n_cards_at(layout: Layout, place: str) -> int:
    """Return how many cards lie at a place."""
    return sum(card.place == place for card in layout.cards)


def draw_cloth(painter: QPainter, rect: QRectF) -> None:
    """Draw the table itself, lit from above."""
    cloth = theme.color("cloth")
    glow = QRadialGradient(rect.center(), max(rect.width(), rect.height()) * 0.62)
    glow.setColorAt(0, cloth.lighter(GLOW))
    glow.setColorAt(1, cloth.darker(GLOOM))
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(glow)
    painter.drawRoundedRect(rect, 12, 12)


def seat_colour(seat: int) -> QColor:
    """Return the colour of a seat, in charts and on the cloth."""
    return QColor(SERIES[seat % len(SERIES)])


def draw_titles(painter: QPainter, layout: Layout, view: TableView) -> None:
    """Draw the words under groups, and dashes where a pile is empty."""
    plays = [area for area in layout.areas if area.place.startswith("trick")]
    for area in layout.areas:
        if area in plays[:-1] and area.owner is not None:  # there is no room for names
            spot = QPointF(area.rect.x() + DOT + 2, area.rect.bottom() + DOT + 3)
            _draw_dot(painter, spot, area.owner)
            continue
        if area.place in PILES and not n_cards_at(layout, area.place):
            painter.setPen(QPen(theme.color("dashes"), 1.4, Qt.PenStyle.DashLine))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(area.rect, 6, 6)
        owner = "" if area.owner is None else view.seats[area.owner].name
        title = "to beat" if area in plays else area.title
        parts = (owner, title) if area in plays else (title, owner)
        words = " · ".join(part for part in parts if part)
        if words and not area.place.startswith("guess"):
            wide = area.rect.width() + (20 if area.place in PILES else 12)
            if area in plays:
                wide += 60
            left = area.rect.center().x() - wide / 2
            box = QRectF(left, area.rect.bottom() + 2, wide, layout.scale.title)
            ink = theme.color("pale_on_cloth")
            draw_text(painter, box, words, ink, 11, Qt.AlignmentFlag.AlignTop)


def draw_plates(
    painter: QPainter,
    layout: Layout,
    view: TableView,
    mover: int | None,
    thinking: str,
    chances: Sequence[float] = (),
) -> None:
    """Draw the name plates; those of the player to move, the last mover and the thinker stand out.

    Each has the colour of its seat, its title as a picture, and its chance to win if that is known.
    """
    for plate in layout.plates:
        seat = view.seats[plate.seat]
        wide = min(plate.rect.width(), PLATE_WIDTH * letters())
        left = plate.rect.center().x() - wide / 2
        box = QRectF(left, plate.rect.y(), wide, plate.rect.height())
        edge = theme.color("gold" if seat.to_move else "plate_edge")
        painter.setPen(QPen(edge, 2.4 if seat.to_move else 1.0))
        painter.setBrush(theme.color("plate"))
        painter.drawRoundedRect(box, 8, 8)
        ink = theme.color("mover" if mover == plate.seat else "on_cloth")
        thinks = "thinking…" if seat.to_move and thinking == seat.name else ""
        _draw_dot(painter, QPointF(box.x() + DOT + 7, box.center().y()), plate.seat)
        side = min(box.height() - 6, 26.0)
        if seat.title in SIGNS:
            name, token = SIGNS[seat.title]
            spot = QRectF(box.right() - side - 8, box.center().y() - side / 2, side, side)
            svg(f"icons/{name}", _opaque(theme.color(token))).render(painter, spot)
        words = [thinks]
        if chances:
            words.append(f"{chances[plate.seat]:.0%} to win")
            _draw_chance(painter, box, plate.seat, chances[plate.seat])
        edge_px = side + 12 if seat.title in SIGNS else 20
        inner = box.adjusted(edge_px, 4, -edge_px, -5)
        _draw_plate_words(painter, inner, seat, " · ".join(filter(None, words)), ink)


def _opaque(colour: QColor) -> str:
    return colour.name(QColor.NameFormat.HexRgb)


def _draw_dot(painter: QPainter, spot: QPointF, seat: int) -> None:
    painter.setPen(QPen(theme.color("on_cloth"), 1.2))
    painter.setBrush(seat_colour(seat))
    painter.drawEllipse(spot, DOT, DOT)


def _draw_chance(painter: QPainter, plate: QRectF, seat: int, chance: float) -> None:
    """Draw a bar along the foot of a plate, as long as the chance to win."""
    line = QRectF(plate.x() + 8, plate.bottom() - BAR - 1, plate.width() - 16, BAR)
    painter.fillRect(line, theme.color("dashes"))
    line.setWidth(line.width() * chance)
    painter.fillRect(line, seat_colour(seat).lighter(150))


def _draw_plate_words(painter: QPainter, box: QRectF, seat: Seat, state: str, ink: QColor) -> None:
    """Draw name and state, one below the other, or in one line where room is short."""
    name = f"▶ {seat.name}" if seat.to_move else seat.name
    n_cards = counted(len(seat.cards), "card") if seat.cards else ""
    words = " · ".join(filter(None, (n_cards, state, seat.note, seat.score)))
    if box.height() < 2 * LINE * letters() - 12:
        line = in_one_line(painter, name, words, int(box.width()))
        draw_text(painter, box, line, ink, 12, Qt.AlignmentFlag.AlignVCenter, bold=True)
    else:
        pale = theme.color("pale_on_cloth")
        draw_text(painter, box, name, ink, 13, Qt.AlignmentFlag.AlignTop, bold=True)
        draw_text(painter, box, words, pale, 11, Qt.AlignmentFlag.AlignBottom)


def in_one_line(painter: QPainter, name: str, words: str, width: int) -> str:
    """Return a name and its state; where both do not fit, the name is cut, then the state."""
    if not words:
        return name
    metrics = QFontMetrics(letter_font(painter, 12, bold=True))
    begun = name if len(name) <= LEAST_NAME else name[:LEAST_NAME] + "…"
    room = width - metrics.horizontalAdvance(f" · {words}") - 2
    cut = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, room)
    line = f"{begun if room < metrics.horizontalAdvance(begun) else cut} · {words}"
    return metrics.elidedText(line, Qt.TextElideMode.ElideRight, width)


def draw_card(painter: QPainter, card: Placed, rect: QRectF, ratio: float) -> None:
    """Draw a card, scaled to its rectangle."""
    pixmap = card_pixmap(card.shown, card.rect.size().toSize(), ratio, card.is_covered)
    if rect.size() == card.rect.size():
        painter.drawPixmap(rect.topLeft(), pixmap)
    else:
        painter.drawPixmap(rect, pixmap, QRectF(pixmap.rect()))
    if card.shown == HIDDEN:  # a back is green, too: its edge separates it from the cloth
        painter.setPen(QPen(theme.color("back_edge"), 1))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)


def draw_shade(painter: QPainter, rect: QRectF) -> None:
    """Shade a card that may not be played."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("shade"))
    painter.drawRoundedRect(rect, 6, 6)


def draw_marks(painter: QPainter, layout: Layout) -> None:
    """Draw the colours of guesses in a race: a whole bar is green, half a bar is yellow."""
    titles = {a.place: a.title for a in layout.areas if a.place.startswith("guess")}
    for card in layout.cards:
        token, share = MARKS.get(titles.get(card.place, "")[card.index :][:1], ("", 0.0))
        if token:
            inner = card.rect.adjusted(3, 3, -3, -3)  # green would not be visible on the cloth
            bar = QRectF(inner.x(), inner.bottom() - 6, inner.width() * share, 6)
            painter.fillRect(bar, theme.color(token))


def draw_message(painter: QPainter, words: str, felt: QRectF, layout: Layout) -> None:
    """Draw a rule, a hint or a message beside the near plate, or above it if it is long."""
    room = layout.message
    if room.isEmpty():  # nobody sits at the near side
        room = QRectF(felt.center().x() - 300, felt.bottom() - 2 * LINE, 600, 2 * LINE)
    flags = int(Qt.AlignmentFlag.AlignCenter | Qt.TextFlag.TextWordWrap)
    inner = int(room.width() - 24)
    for pixels in MESSAGE_PX:
        painter.setFont(letter_font(painter, pixels))
        need = painter.fontMetrics().boundingRect(0, 0, inner, 400, flags, words)
        if need.height() <= room.height() - 2:
            break
    wide, high = min(need.width() + 28.0, room.width()), max(need.height() + 4.0, room.height())
    box = QRectF(room.x(), room.bottom() - high, wide, high)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(theme.color("caption"))
    painter.drawRoundedRect(box, 10, 10)
    painter.setPen(theme.color("on_cloth"))
    painter.drawText(box.adjusted(12, 0, -12, 0), flags, words)


def draw_ring(painter: QPainter, rect: QRectF, token: str, width: float) -> None:
    """Draw a ring in a colour of the theme."""
    painter.setPen(QPen(theme.color(token), width))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRoundedRect(rect, 7, 7)


def draw_text(
    painter: QPainter,
    box: QRectF,
    words: str,
    ink: QColor,
    pixels: int,
    align: Qt.AlignmentFlag,
    bold: bool = False,
) -> None:
    """Draw one line of text, cut where its box ends; letters may hang below a low box."""
    painter.setFont(letter_font(painter, pixels, bold))
    painter.setPen(ink)
    shown = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, int(box.width()))
    flags = align | Qt.AlignmentFlag.AlignHCenter | Qt.TextFlag.TextDontClip
    painter.drawText(box, int(flags), shown)


def letter_font(painter: QPainter, pixels: int, bold: bool = False) -> QFont:
    """Return the font of letters of a common size, as large as the settings want them."""
    font = QFont(painter.font())
    font.setPixelSize(round(pixels * letters()))
    font.setBold(bold)
    return font
