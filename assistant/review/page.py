"""One self-contained HTML page of a review: the chance over the game, its marks, every decision."""

from html import escape

from assistant.review.decisions import Review, ReviewedDecision
from assistant.review.judgement import Judgement, Mark
from assistant.review.text import account_lines, accuracy_text, mark_text, shown, value_text

WIDTH, HEIGHT, MARGIN = 900, 260, 34
COLORS = {
    Mark.FORCED: "#8a8a8a",
    Mark.BEST: "#2e8b57",
    Mark.GOOD: "#6aa84f",
    Mark.INACCURACY: "#e0b000",
    Mark.MISTAKE: "#e07b00",
    Mark.BLUNDER: "#c62828",
}
STYLE = """
body { font: 15px/1.45 system-ui, sans-serif; margin: 2em auto; max-width: 60em; padding: 0 1em;
  color: #222; background: #fff; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; padding: .3em .6em; border-bottom: 1px solid #ddd; vertical-align: top; }
td.n, th.n { text-align: right; white-space: nowrap; }
td.m { white-space: nowrap; }
.reason td { color: #555; font-size: .9em; padding-top: 0; }
tr:has(+ .reason) td { border-bottom: 0; }
tr:target { background: #fff3c4; }
svg { width: 100%; height: auto; }
@media (prefers-color-scheme: dark) {
  body { color: #ddd; background: #1d1f21; } th, td { border-color: #444; }
  .reason td { color: #aaa; } tr:target { background: #4a4020; } }
"""
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def as_html(found: Review) -> str:
    """Return the page."""
    title = escape(f"Review: {found.game.capitalize()}, {found.names[found.seat]}")
    rows = "\n".join(_row(each, found.game, found.unit) for each in found.decisions)
    lines = [accuracy_text(found), *account_lines(found)]
    paragraphs = "".join(f"<p>{escape(line)}</p>" for line in lines)
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>{title}</title><style>{STYLE}</style></head>\n<body><h1>{title}</h1>\n{paragraphs}\n"
        f"{_chart(found)}\n<table><thead><tr><th>Move</th><th>Played</th>"
        f'<th class="n">{escape(found.unit.capitalize())}</th><th>Best</th>'
        '<th class="n">Its value</th><th class="n">Loss</th><th>Mark</th></tr></thead>\n'
        f"<tbody>\n{rows}\n</tbody></table></body></html>\n"
    )


def _row(each: ReviewedDecision, game: str, unit: str) -> str:
    color, found = COLORS[each.mark], each.judgement
    mark = f'<td class="m" style="color:{color}">{mark_text(each)}</td>'
    head = f'<tr id="m{each.number}"><td>{each.round_number}.{each.number + 1}</td>'
    if found is None:
        empty = '<td class="n"></td>'
        return f"{head}<td>{escape(each.played)}</td>{empty}<td></td>{empty}{empty}{mark}</tr>"
    texts = shown(found, game, unit)
    reason = (
        f'<tr class="reason"><td></td><td colspan="6">{escape(each.reason)}</td></tr>'
        if each.reason
        else ""
    )
    return (
        f"{head}<td>{escape(each.played)}</td>"
        f'<td class="n">{texts.value}</td><td>{escape(each.best)}</td>'
        f'<td class="n">{texts.best_value}</td>'
        f'<td class="n">{texts.loss_with_error}</td>{mark}</tr>{reason}'
    )


def _chart(found: Review) -> str:
    """Draw the value of every move played, with a dot in the colour of its mark."""
    free = [(each, each.judgement) for each in found.decisions if each.judgement is not None]
    if not free:
        return ""
    low, high = _range([judged for _, judged in free])
    step = (WIDTH - 2 * MARGIN) / max(1, len(free) - 1)
    points = [
        (
            MARGIN + place * step,
            HEIGHT - MARGIN - (judged.value - low) / (high - low) * (HEIGHT - 2 * MARGIN),
        )
        for place, (_, judged) in enumerate(free)
    ]
    line = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    dots = "".join(
        f'<a href="#m{each.number}"><circle cx="{x:.1f}" cy="{y:.1f}" r="6" '
        f"{_paint(each)}><title>{escape(_tip(each, judged, found.unit))}</title>"
        "</circle></a>"
        for (each, judged), (x, y) in zip(free, points, strict=True)
    )
    scale = "".join(
        f'<text x="2" y="{y}" font-size="12" fill="currentColor">'
        f"{value_text(value, found.unit)}</text>"
        f'<line x1="{MARGIN}" x2="{WIDTH - MARGIN}" y1="{y}" y2="{y}" stroke="#999" '
        'stroke-dasharray="2 4"/>'
        for value, y in ((high, MARGIN), (low, HEIGHT - MARGIN))
    )
    label = escape(f"{found.unit} over the game")
    return (
        f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{label}">{scale}'
        f'<polyline points="{line}" fill="none" stroke="#4477aa" stroke-width="2"/>{dots}</svg>'
    )


def _paint(each: ReviewedDecision) -> str:
    """Return how a dot is filled; that of a costly mark that is not certain is a ring."""
    color = COLORS[each.mark]
    if each.is_costly and not each.is_certain:
        return f'fill="#fff" stroke="{color}" stroke-width="3"'
    return f'fill="{color}"'


def _range(judged: list[Judgement]) -> tuple[float, float]:
    """Return the scale: 0 to 1, or for guesses what occurs."""
    values = [each.value for each in judged]
    if min(values) >= 0:
        return 0.0, 1.0
    return min(values) - 0.5, max(values) + 0.5


def _tip(each: ReviewedDecision, judged: Judgement, unit: str) -> str:
    return f"{each.played}: {value_text(judged.value, unit)}, {mark_text(each)}"
