"""Games and positions from others: lines of text, saved games, and a person's own record."""

import json
import random
import sqlite3
from contextlib import closing, suppress
from functools import cache
from html.parser import HTMLParser
from typing import Any

from assistant.play.game import State
from assistant.play.position import position_line, read_position
from assistant.play.record import Record, read_record
from assistant.play.registry import find_game
from assistant.play.table import GameTable, run
from assistant.requests import Request
from assistant.review.decisions import as_dict, review
from assistant.review.exercises import ExerciseTable, due_set
from assistant.review.history import history_of
from assistant.review.page import as_html
from assistant.review.player_record import (
    Exercise,
    FinishedGame,
    PlayerRecord,
)
from assistant.review.replay import game_steps, line_at, record_of_line, try_again, whole_line
from engine.control import Budget, Control
from engine.errors import InputError
from tests.fuzz import odd
from tests.fuzz.files import folder, spoil

LINES = (
    "pokle JSKH/7C9S/9HQD 321/132/123 -",
    "pokle?suit_pardon=no JSKH/7C9S/9HQD 321/132/123 QC9DKSJDQS=yyeey",
    "pokle deal 7/2",
    "holdem AHKH/{22+,A2s+,KTs+}/QSQD/? QH7H2C - 100:20",
    "holdem {QQ+,AKs}/{TT+}/? - 2C2D -",
    "kings-lows You=KS4H+7D4CTH/Ann=+ADACQH/Bob=+5S6S8S KC3D a",
    "kings-lows?variant=baseball&extra_for_four=yes A=KS4H+7D4CTH9C/B=+ADACQHKD - a",
    "konkan 7S8S9SJKQHKHAHKDKCKS2C5D9D4C/?14/?5:87 cJSQSKS,cTCTDTH,c9C9D9H 3HJDTS ?61 pull 7 - 0",
    "konkan?threshold=90 QHKHAHKDKCKS[TD]JDQD2C5D9S4C4H7C/?14 - 3H8C ?75 act 5 TD 0",
    "slave?one_turn_each=yes 3C4D5H6S7C8D9HTSJCQDKHASAD/?13/[2S2H]?11/?13 - - KQSC give",
    "slave 4D5H6S7C8D9HTSJCQDKHASAD/?12/?13/?12 - - - play moves a: 3C; 5D; pass; 9C",
)
SEATS = {"konkan": 3, "slave": 4, "pokle": 2}
SEPARATORS = " /-?:+,=&[]{}^;|"
BUDGET_S = 0.2


@cache
def _record(game: str, seed: int) -> Record:
    """A game between AIs, played to its end, in which the first seat is a person's."""
    agents = ("random" if game == "pokle" else "greedy",) * SEATS[game]
    names = tuple(f"p{seat}" for seat in range(len(agents)))
    table = GameTable(find_game(game), agents, 1, seed, names)
    for _ in run(table, Control()):
        pass
    seats = ((names[0], "human"), *table.record.seats[1:])
    return table.record.model_copy(update={"seats": seats})


def _changed_line(rng: random.Random, line: str) -> str:
    """A line with a part or some letters changed."""
    kind = rng.random()
    if kind < 0.15:
        return line
    if kind < 0.45:
        parts = line.split(" ")
        place = rng.randrange(len(parts))
        others = [part for each in LINES for part in each.split(" ")]
        parts[place] = rng.choice((rng.choice(others), odd.text(rng), "-", ""))
        return " ".join(parts)
    if kind < 0.7:
        letters = list(line)
        for _ in range(rng.randrange(1, 4)):
            letter = rng.choice((rng.choice(SEPARATORS), odd.word(rng), rng.choice(line)))
            letters[rng.randrange(len(letters))] = letter
        return "".join(letters)
    return odd.changed(rng, line.encode()).decode("utf-8", "replace")


def positions(rng: random.Random) -> None:
    """A position as a line: what is read is written back to the same, and can be looked at."""
    game = rng.choice(("konkan", "slave"))
    record = _record(game, rng.randrange(4))
    n_moves = rng.randrange(len(record.decisions))
    line = rng.choice((*LINES, whole_line(record, n_moves), line_at(record, n_moves)))
    found = read_position(_changed_line(rng, line))
    if isinstance(found, State):
        if found.seat is not None:
            found.look([f"p{seat}" for seat in range(found.n_seats)], [""] * found.n_seats)
            found.choices()
            position_line(found.seen(found.seat).request())
        with suppress(InputError):
            record_of_line(line)
    else:
        assert isinstance(found, Request)
        again = read_position(position_line(found))
        assert position_line(again) == position_line(found)  # type: ignore[arg-type]


TAGS = (
    "html head meta title style body h1 p table thead tbody tr th td svg text line polyline a "
    "circle"
)


class _Tags(HTMLParser):
    """Collects the elements of a page."""

    def __init__(self) -> None:
        super().__init__()
        self.strange: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element or an attribute that no page of ours has."""
        if tag not in TAGS.split() or any(name.startswith("on") for name, _ in attrs):
            self.strange.append(f"{tag} {attrs}")


def records(rng: random.Random) -> None:
    """A saved game, changed: read, replayed, reviewed, written as a page and played on."""
    game = rng.choice(("konkan", "slave", "slave", "pokle"))
    values = json.loads(_record(game, rng.randrange(3)).to_json())
    kind = rng.random()
    if kind < 0.3:
        text = spoil(rng, json.dumps(values)).decode("utf-8", "replace")
    else:
        for _ in range(rng.randrange(3)):
            _change_value(rng, values)
        text = json.dumps(values)
    record = read_record(text)
    with suppress(InputError):
        game_steps(record)
    with suppress(InputError):
        n_moves = rng.randrange(20)
        line_at(record, n_moves)
        GameTable.of(try_again(record, n_moves, 0))
    with suppress(InputError):
        GameTable.of(record)
    PlayerRecord().add_finished(record)
    found = review(record, None, 1, Control(Budget(BUDGET_S)), 40)
    json.dumps(as_dict(found), allow_nan=False)
    tags = _Tags()
    tags.feed(as_html(found))
    assert not tags.strange, tags.strange


def _change_value(rng: random.Random, values: dict[str, Any]) -> None:
    key = rng.choice([*values])
    kind = rng.random()
    if key == "seats" and kind < 0.8:
        seat = rng.randrange(len(values["seats"]))
        strange = (
            "<script>x</script>",
            "<img src=/dev/zero>",
            "=1+1",
            "a\nb",
            "\x1b[2J",
            "konkan:x",
        )
        values["seats"][seat][rng.randrange(2)] = rng.choice((*strange, odd.text(rng)))
    elif key == "moves" and kind < 0.8:
        values["moves"] = _changed_line(rng, values["moves"])
    elif key in ("places", "points") and kind < 0.7:
        values[key] = rng.choice((values[key][:-1], [*values[key], 1], [odd.number(rng)] * 4, []))
    elif key == "start" and kind < 0.7:
        values["start"] = _changed_line(rng, rng.choice(LINES))
    else:
        values[key] = rng.choice((odd.value(rng), odd.number(rng), odd.text(rng)))


def own_record(rng: random.Random) -> None:
    """The database of one's own games and exercises: changed bytes, rows or tables."""
    path = folder() / f"{rng.randrange(10**9)}.sqlite"
    player = PlayerRecord(path)
    try:
        player.add_games(
            [FinishedGame("slave", "Ann", 1, 4, rated=True, agents='[["dao", 2]]') for _ in "123"]
        )
        line = whole_line(_record("slave", 1), 9)
        player.add_exercises([Exercise("slave", line, "pass", "3C", 0.2, "why")])
        _change_database(rng, path)
        history_of(player.games())
        player.to_csv()
        due_set("slave", player)
        for exercise in player.due_exercises():
            with suppress(InputError):
                table = ExerciseTable(exercise)
                table.state.choices()
                _ = table.best_text
            player.answer_exercise(exercise, rng.random() < 0.5)
        player.add_finished(_record("slave", 2))
    finally:
        for file in folder().glob(f"{path.name}*"):
            file.unlink()


def _change_database(rng: random.Random, path: Any) -> None:
    kind = rng.random()
    if kind < 0.35:
        path.write_bytes(odd.changed(rng, path.read_bytes()))
        return
    with closing(sqlite3.connect(path)) as db, suppress(sqlite3.Error):
        if kind < 0.9:
            table = rng.choice(("games", "exercises"))
            columns = [row[1] for row in db.execute(f"PRAGMA table_info({table})")]
            value = rng.choice(
                (odd.number(rng), odd.text(rng), rng.randbytes(9), json.dumps(odd.value(rng)))
            )
            db.execute(f"UPDATE {table} SET {rng.choice(columns)} = ?", (value,))
            db.commit()
        else:
            db.executescript(
                rng.choice(
                    (
                        "DROP TABLE exercises",
                        "CREATE TRIGGER t AFTER INSERT ON games BEGIN DELETE FROM games; END",
                        "ALTER TABLE games RENAME TO old; CREATE VIEW games AS SELECT * FROM old",
                        f"PRAGMA user_version = {rng.randrange(-1, 5)}",
                    )
                )
            )
