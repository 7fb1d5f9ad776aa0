import pytest

from engine.errors import InputError
from engine.slave.agents.registry import AGENTS, make_agent
from engine.slave.game_state import Title
from engine.slave.kernels import rounds
from engine.slave.match import SlaveMatch

FAST = ("search?rollouts=30", "heuristic", "greedy", "random")


def play(seed: int, n_rounds: int, specs: tuple[str, ...] = FAST) -> SlaveMatch:
    match = SlaveMatch(seed, n_rounds)
    agents = [make_agent(spec, seed + i) for i, spec in enumerate(specs)]
    while not match.is_over:
        seat = match.current_seat
        action = agents[seat].act(match.view(seat), match.phase)
        assert action in match.legal_actions()
        match.apply(action)
    return match


def test_a_match_is_repeated_by_its_seed() -> None:
    first, second = play(4, 3), play(4, 3)
    assert first.moves == second.moves
    assert first.rounds_completed == 3
    assert sorted(first.places()) == [0, 1, 2, 3]
    assert first.points() == second.points()
    assert play(5, 3).moves != first.moves


def test_moves_have_words() -> None:
    match = play(6, 2)
    texts = {move.text for move in match.moves}
    assert "pass" in texts
    assert sum(text.startswith("gives ") for text in texts) == 3


def test_a_view_shows_the_own_hand_alone() -> None:
    match = SlaveMatch(9)
    for seat in range(4):
        row = match.view(seat).row
        assert [int(row[s]) for s in range(4)] == [
            match.game.hands[s] if s == seat else 0 for s in range(4)
        ]


def test_past_rows_hold_no_hands() -> None:
    match = SlaveMatch(9)
    while not match.is_over:
        view = match.view(match.current_seat)
        assert not view.past[:, :4].any()
        assert len(view.past) == len(view.laid)
        match.apply(match.legal_actions()[-1])


def test_king_and_queen_choose_in_the_exchange_and_know_what_they_gave() -> None:
    match = SlaveMatch(3, 2)
    while match.phase == "play":
        match.apply(match.legal_actions()[-1])
    titles = match.game.titles
    assert titles is not None
    king, slave = titles.index(Title.KING), titles.index(Title.SLAVE)
    dealt, incoming = match.game.hands[king], match.game.incoming()[Title.KING]
    assert match.current_seat == king
    view = match.view(king)
    assert int(view.known[slave]) == incoming
    assert not match.view(slave).known.any()
    match.apply(match.legal_actions()[3])
    with pytest.raises(InputError, match="cannot be given"):
        match.apply(match.moves[-1].action)
    assert match.view(king).hand.bit_count() == 12
    match.apply(match.legal_actions()[0])
    match.apply(match.legal_actions()[0])
    assert match.phase == "play"
    assert match.current_seat == slave
    given = dealt & match.game.hands[slave]
    assert given.bit_count() == 2
    assert int(match.view(king).known[slave]) == given
    assert int(match.view(slave).known[king]) == incoming
    assert match.game.hands[king] == dealt & ~given | incoming


def test_an_illegal_action_names_the_rule() -> None:
    match = SlaveMatch(1)
    with pytest.raises(InputError, match="leader must play"):
        match.apply(0)
    over = play(1, 1)
    with pytest.raises(InputError, match="over"):
        over.apply(0)
    assert over.legal_actions() == []
    with pytest.raises(InputError, match="at least 1"):
        SlaveMatch(1, 0)


def test_view_and_match_agree_on_legal_actions() -> None:
    match = SlaveMatch(12, 2)
    while not match.is_over:
        if match.phase == "play":
            view = match.view(match.current_seat)
            assert view.legal_actions() == match.legal_actions()
            assert int(view.row[rounds.CUR]) == match.current_seat
        match.apply(match.legal_actions()[0])


@pytest.mark.parametrize(
    ("spec", "quoted"),
    [
        ("gredy", "gredy"),
        ("search?rollouts=x", 'rollouts="x"'),
        ("search?rollouts", "rollouts"),
        ("search?depth=3", "depth"),
        ("greedy?rollouts=3", "rollouts"),
        ("search?rollouts=0", 'rollouts="0"'),
    ],
)
def test_unknown_agents_and_settings_are_quoted(spec: str, quoted: str) -> None:
    with pytest.raises(InputError, match=quoted):
        make_agent(spec)


@pytest.mark.parametrize("name", AGENTS)
def test_every_agent_plays_legally_from_observations_too(name: str) -> None:
    agent = make_agent(f"{name}?rollouts=20" if name == "search" else name, 3)
    match = SlaveMatch(7)
    while not match.is_over:
        view = match.view(match.current_seat)
        action = agent.select_action(view.observation(), view.action_mask())
        assert action in match.legal_actions()
        match.apply(action)
