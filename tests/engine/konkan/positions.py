"""Games of Konkan by the fields of their text, so that a test can set up what it wants."""

from dataclasses import replace

from engine.konkan.game import KonkanGame, View, make_view

MIDDLE = {
    "players": "2", "seat": "0", "phase": "act", "turn": "9", "rules": "81 1 0 0 0 25 400",
    "coming": "0", "taken": "-", "winner": "-", "down": "- -", "laid": "0 0", "hands": "/",
    "known": "/", "table": "", "trash": "", "deck": "", "rng": "1 2 3 4",
}  # fmt: skip


def fields_of(game: KonkanGame) -> dict[str, str]:
    return dict(field.strip().partition(" ")[::2] for field in game.text.split(";"))


def text_of(**fields: str) -> str:
    """The text of two players in the middle of a turn, but for the given fields."""
    return "; ".join(f"{name} {value}" for name, value in (MIDDLE | fields).items())


def game_of(**fields: str) -> KonkanGame:
    return KonkanGame.from_text(text_of(**fields))


def view_with(game: KonkanGame, turn: int | None = None, down_total: int | None = None) -> View:
    """What seat 0, who is to act, sees; but in another turn, or down."""
    assert game.seat == 0
    own, *others = game.seats
    return make_view(
        game.hand(0),
        [replace(own, down_total=down_total or own.down_total), *others],
        [(entry.owner, entry.meld) for entry in game.table],
        game.trash,
        phase=game.phase,
        turn=game.turn if turn is None else turn,
        taken=game.taken,
        coming=game.coming,
        rules=game.rules,
    )
