import pytest

from engine import slave
from engine.control import Control
from engine.errors import InputError
from engine.slave.match import SlaveMatch
from engine.slave.rules import SlaveRules
from engine.slave.solver import RankedMoves, best_move, rank_moves

HAND = "5H 7S 7H JC KS AS 2C 2S"


def ask(**fields: object) -> RankedMoves:
    return best_move(HAND, "10D", left=(9, 9, 9), passed=[1], n_playouts=600, **fields)  # type: ignore[arg-type]


def test_moves_are_a_table() -> None:
    found = ask()
    assert found.moves[0] is found.best
    assert {"pass", "J♣"} <= {str(move) for move in found.moves}
    frame = found.to_frame()
    assert list(frame["move"]) == [str(move) for move in found.moves]
    titles = frame[["King", "Queen", "Commoner", "Slave"]].sum(axis=1)
    assert titles.tolist() == pytest.approx([1.0] * len(frame))
    text = repr(found)
    assert text.splitlines()[0].split()[:3] == ["move", "King", "Queen"]
    assert text.splitlines()[-1] == found.footnote()
    assert "playouts, King ±" in found.footnote()
    html = found._repr_html_()
    assert html.startswith("<table><tr><th>move</th>")
    assert html.count("<tr>") == 1 + len(found.moves)


def test_the_same_question_gets_the_same_answer() -> None:
    assert ask() == ask()
    assert ask(seed=2) != ask()
    assert slave.best_move is best_move


def test_rules_and_history_are_heard() -> None:
    history = "3C, 5D, p, 9H, JD, KS, p, p, 4C 4D, 6C 6D, p, p, p"
    hand = "4S 6S 7C 7D 8H 10C 10D QC QD AC 2H"
    found = best_move(hand, history=history, leader=2, n_playouts=200)
    assert "pass" not in {str(move) for move in found.moves}
    lead = {"first_lead": True, "n_playouts": 100}
    assert {str(m) for m in best_move("3C 5C", **lead).moves} == {"3♣"}  # type: ignore[arg-type]
    free = best_move("3C 5C", rules=SlaveRules(first_lead_contains_3c=False), **lead)  # type: ignore[arg-type]
    assert {str(move) for move in free.moves} == {"3♣", "5♣"}
    titles = "queen, king, slave, commoner"
    assert best_move("3C 5C", titles=titles, gave="4C", left=(2, 2, 2), n_playouts=100).moves


@pytest.mark.parametrize(
    ("fields", "quoted"),
    [
        ({"passed": [4]}, "(4,)"),
        ({"left": (5, 5)}, "5, 5"),
        ({"n_playouts": 0}, "0 playouts"),
        ({"titles": "king"}, "King"),
        ({"last": "7C 8C"}, "is not a play"),
    ],
)
def test_what_cannot_be_is_quoted(fields: dict[str, object], quoted: str) -> None:
    with pytest.raises(InputError) as caught:
        best_move(**{"hand": HAND, "left": (9, 9, 9)} | fields)  # type: ignore[arg-type]
    assert quoted in str(caught.value)


def test_a_match_is_ranked_by_its_view_and_hears_of_rankings() -> None:
    match = SlaveMatch(3)
    heard: list[object] = []
    control = Control(on_progress=lambda progress: heard.append(progress.partial))
    found = rank_moves(match.view(match.current_seat), 2_000, control=control)
    assert {move.action for move in found.moves} <= set(match.legal_actions())
    *early, last = heard  # the first slice is reported at once, however long it takes
    assert early
    assert all(isinstance(partial, RankedMoves) for partial in early)
    assert last is None  # all is done: the answer itself comes now


@pytest.mark.parametrize("left", [(2, 2, 2), (0, 2, 2), (2, 0, 1), (3, 0, 0)])
@pytest.mark.parametrize(
    "titles", ["", "King, Queen, Commoner, Slave", "Slave, King, Queen, Commoner"]
)
def test_the_last_cards_make_the_title_certain(left: tuple[int, ...], titles: str) -> None:
    found = best_move("3C 3D", left=left, titles=titles, n_playouts=400)
    out = next(move for move in found.moves if str(move) == "3♣ 3♦")
    assert sorted(out.titles.counts)[:3] == [0, 0, 0]
    assert out.certain_title is not None
    assert all(move.certain_title is None for move in found.moves if move is not out)
    if left == (2, 2, 2):
        assert found.footnote().endswith("playouts, King for certain")


def test_nothing_comes_before_the_first_lead() -> None:
    for extra in ({"last": "5H"}, {"played": "5H"}, {"passed": [1]}):
        with pytest.raises(InputError, match="before the first lead"):
            best_move("3C 4C", first_lead=True, left=(4, 4, 4), **extra)  # type: ignore[arg-type]
