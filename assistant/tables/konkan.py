"""A table of Konkan: rounds between two or three seats, with a scoreboard; the starter moves on.

Moves are the engine's actions as text. Cards dropped on the table become melds, several at once
if they make several; on a meld they are sarf or take its joker; on the trash they are thrown.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, Literal

from assistant.advisors.konkan_words import in_hand, n_to_throw, suggested, turn_words, words_of
from assistant.tables.table import DEAL, Table
from assistant.tables.view import HIDDEN, HUMAN, Choice, Group, Hint, Seat, TableView
from engine.control import Budget, Control
from engine.errors import IllegalStateError, InputError
from engine.konkan.cards import Joker, KonkanCard, hand_order, parse_konkan_card
from engine.konkan.game import KonkanGame
from engine.konkan.melds import Layout, parse_meld, solve
from engine.konkan.players import AGENTS, Player, SearchPlayer, parse_player
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchConfig, SearchResult, TurnValue, search
from engine.words import counted

HINT_SECONDS = 1.5
HINT_SIMULATIONS = 4_000
N_HINTS = 6
WEAK_AGENTS = {"greedy", "random"}
JOKER_SUIT = 4  # after the four suits
ORDER = ("pull", "swap", "sarf", "lay", "throw")  # of the choices


@dataclass(slots=True)
class Score:
    """What a seat gathered over the rounds."""

    wins: int = 0
    laid_points: int = 0
    deadwood: int = 0

    @property
    def net(self) -> int:
        """Points laid less points left in hand."""
        return self.laid_points - self.deadwood

    @property
    def rank(self) -> tuple[int, int]:
        """Who leads: more rounds won, then more points."""
        return self.wins, self.net


def options_of(rules: KonkanRules) -> tuple[str, ...]:
    """House rules as a table's options: those that differ, "threshold=90"."""
    changed = {name: value for name, value in asdict(rules).items()
               if value != getattr(DEFAULT_RULES, name)}  # fmt: skip
    return tuple(f"{name}={int(value)}" for name, value in changed.items())


def rules_of(options: Sequence[str]) -> KonkanRules:
    """The house rules that a table's options ask for."""
    given: dict[str, Any] = {}
    for option in options:
        name, _, value = option.partition("=")
        default = asdict(DEFAULT_RULES).get(name)
        if default is None or not re.fullmatch(r"[0-9]{1,6}", value):
            raise InputError(
                f"{option!r} is no house rule of Konkan: expected such as threshold=90"
            )
        given[name] = type(default)(int(value))
    return KonkanRules(**given)


class KonkanTable(Table):
    """Two or three seats."""

    game_name = "konkan"
    n_seats = (2, 3)
    kinds = AGENTS
    targets = (("deck", "Draw", "D"), ("trash", "Take or throw", "T"), ("table", "Lay", "L"))

    def _open(self) -> None:
        self.rules = rules_of(self.options)
        self._round, self._step = 0, 0
        self.scores = [Score() for _ in self.agents]
        self.thought: SearchResult | None = None  # what the last search said
        self._deal()

    def _deal(self) -> None:
        self._round += 1
        self._players: list[Player | None] = [
            None if agent == HUMAN else parse_player(agent) for agent in self.agents
        ]
        n_seats = len(self.agents)
        starter = (self._round - 1) % n_seats
        self.game = KonkanGame.deal(self.seed * 1_000 + self._round, n_seats, starter, self.rules)

    @property
    def seat(self) -> int | None:
        """Whose turn it is."""
        return None if self.game.is_over else self.game.seat

    @property
    def round_number(self) -> int:
        """The round that is played, from 1."""
        return self._round

    @property
    def is_over(self) -> bool:
        """True when the last round is played."""
        return self.game.is_over and self._round == self.n_rounds

    # -- moves ----------------------------------------------------------------------------------

    def _apply(self, move: str) -> None:
        if move == DEAL:
            if not self.waits_for_deal:
                raise IllegalStateError("the round is not over yet")
            self._deal()
            return
        self.game.apply(move)
        self._step += 1
        if self.game.is_over:
            self._count()

    def _count(self) -> None:
        result = self.game.result()
        for seat, score in enumerate(self.scores):
            score.wins += result.winner == seat
            score.laid_points += result.laid_points[seat]
            score.deadwood += result.deadwood[seat]

    @staticmethod
    def sort_key(card: str, by: str) -> tuple[int, int]:
        """By suit or rank, ace low; jokers last."""
        suit, rank = hand_order(parse_konkan_card(card))
        return (suit, rank) if by == "suit" or suit == JOKER_SUIT else (rank, suit)

    def live_scores(self, seat: int) -> list[Score]:
        """The scores with the round that is played, as far as one seat may know them."""
        if self.game.is_over:
            return self.scores
        now = self.game.result()
        left = [points if i == seat else 0 for i, points in enumerate(now.deadwood)]
        return [
            Score(s.wins, s.laid_points + now.laid_points[i], s.deadwood + left[i])
            for i, s in enumerate(self.scores)
        ]

    def words(self, move: str) -> str:
        """A move in words: "sarf 10♠ on 7♠ 8♠ 9♠"."""
        return words_of(move, self.game)

    def think(self, control: Control) -> str:
        """The move of the AI whose turn it is."""
        game = self.game
        player = self._players[game.seat]
        assert player is not None
        move = player.choose(game, self.seed + self._step, control)
        if isinstance(player, SearchPlayer):
            self.thought = player.result
        return move

    def choices(self) -> tuple[Choice, ...]:
        """All melds that are suggested first, then every legal action."""
        if self.seat is None:
            return ()
        legal = self.game.legal_actions()
        return (*self._whole_layout(legal), *map(self.choice_of, sorted(legal, key=_rank)))

    def choice_of(self, action: str) -> Choice:
        """An action with the cards that it moves and where they go."""
        return _choice(action, self.game)

    def suggestion(self, seat: int) -> Layout:
        """The best melds of a hand: those that come down, or those of most points."""
        frontier = solve(self.game.hand(seat), self.game.rules)
        is_down = self.game.seats[seat].down_total is not None
        keep = n_to_throw(self.game.phase)
        return suggested(frontier, self.game.threshold(seat), is_down, keep)

    def _whole_layout(self, legal: Sequence[str]) -> list[Choice]:
        """To lay all suggested melds, where that is legal and more than one."""
        if not any(action.startswith("lay") for action in legal):
            return []
        layout = self.suggestion(self.game.seat)
        actions = tuple(f"lay {meld!r}" for meld in layout.melds)
        trial = _tried(self.game, actions)
        if len(actions) < 2 or trial is None or trial.must_lay:
            return []
        cards = _plain([card for meld in layout.melds for card in meld.cards])
        return [Choice(actions, f"lay all melds ({layout.points} points)", cards, "table")]

    def moves_for(self, cards: Sequence[str], target: str) -> tuple[str, ...]:
        """The actions that bring cards to a place, or the rule against it."""
        held = [in_hand(parse_konkan_card(card)) for card in cards]
        if not held and target != "deck" and self.game.phase != "pull":
            wanted = "a card to throw" if target == "trash" else "the cards to lay"
            raise IllegalStateError(f"choose {wanted}")
        if not held:
            return self._verified(f"pull {'deck' if target == 'deck' else 'trash'}")
        if target == "trash":
            if len(held) > 1:
                raise IllegalStateError(f"{_names(held)}: one card is thrown, not {len(held)}")
            return self._verified(f"throw {held[0]!r}")
        if target == "table":
            return self._lays(held)
        if target.startswith("meld "):
            return self._additions(held, int(target.split()[1]))
        raise IllegalStateError(f"{_names(held)} cannot go to the {target}")

    def _verified(self, action: str) -> tuple[str, ...]:
        self._verify(self.game, action)
        return (action,)

    def _verify(self, game: KonkanGame, action: str) -> None:
        """Raise with the rule in words if an action is not legal."""
        try:
            game.verify(action)
        except IllegalStateError as error:
            reason = str(error).partition("': ")[2] or str(error)
            raise IllegalStateError(f"{self.words(action)}: {reason}") from None

    def _lays(self, held: Sequence[KonkanCard]) -> tuple[str, ...]:
        """Lay cards as one meld, its jokers for the most points, or as several melds."""
        wanted = Counter(held)
        same = [a for a in self.game.legal_actions() if a.startswith("lay ") and _uses(a) == wanted]
        if same:
            return (max(same, key=lambda action: parse_meld(action[4:]).points),)
        layout = solve(held, self.game.rules).layout(len(held)) if len(held) > 5 else None
        if layout is None:
            return self._verified(f"lay {parse_meld(' '.join(map(repr, held)), self.game.rules)!r}")
        actions = tuple(f"lay {meld!r}" for meld in layout.melds)
        trial = self.game.copy()
        for action in actions:
            self._verify(trial, action)
            trial.apply(action)
        return actions

    def _additions(self, held: Sequence[KonkanCard], number: int) -> tuple[str, ...]:
        """Sarf cards one after the other, in any order that fits; or take the meld's joker."""
        trial, left, actions = self.game.copy(), list(held), list[str]()
        while left:
            fitting = [(card, a) for card in left for a in _fits(trial, card, number)]
            if not fitting:
                self._verify(trial, self._closest(trial, left[0], number))
            card, action = fitting[0]
            trial.apply(action)
            left.remove(card)
            actions.append(action)
        return tuple(actions)

    def _closest(self, game: KonkanGame, card: KonkanCard, number: int) -> str:
        """The action that was probably meant, so that its rule can be told."""
        if not 0 <= number < len(game.table):
            raise InputError(f"there is no meld {number + 1}: {len(game.table)} are on the table")
        jokers = [c for c in game.table[number].meld.cards if isinstance(c, Joker)]
        if any(joker.stands_for == card for joker in jokers):
            return f"swap {number} {card!r}"
        return f"sarf {number} {card!r}"

    # -- advice ---------------------------------------------------------------------------------

    def rivals_of(self, seat: int) -> Literal["equal", "greedy"]:
        """Whom a seat's chances hold against: weak agents if there are only such."""
        others = {agent.partition("?")[0] for i, agent in enumerate(self.agents) if i != seat}
        return "greedy" if others <= WEAK_AGENTS else "equal"

    def hints(self, control: Control) -> tuple[Hint, ...]:
        """What the search would do from what the seat to act sees."""
        if self.seat is None:
            return ()
        game = self.game.copy()  # a person may move on meanwhile
        limited = Control(Budget(HINT_SECONDS), control.cancel)
        config = SearchConfig(
            simulations=HINT_SIMULATIONS,
            seed=self.seed + self._step,
            rivals=self.rivals_of(game.seat),
        )
        result = search(game.observation(game.seat), config, limited)
        firsts = {turn.action: turn for turn in reversed(result.actions)}  # the best of each
        turns = sorted(firsts.values(), key=result.actions.index)[:N_HINTS]
        return tuple(_hint(turn, turns, result.me, game) for turn in turns)

    # -- what is seen ---------------------------------------------------------------------------

    def _look(self) -> TableView:
        scores = [f"{s.wins} won, {s.net:+d}" if self._round > 1 else "" for s in self.scores]
        return konkan_view(self.game, self.names, self.agents, self._headline(), scores)

    def _headline(self) -> str:
        game, of = self.game, f"Round {self._round}"
        if self.n_rounds < 100:
            of += f" of {self.n_rounds}"
        if self.is_over and self.n_rounds > 1:
            leader = max(range(len(self.agents)), key=lambda seat: self.scores[seat].rank)
            won = counted(self.scores[leader].wins, "round")
            return f"The match is over: {self.names[leader]} won {won}"
        if game.is_over:
            return f"{of}: {winner_words(game, self.names)}"
        return f"{of} · turn {game.turn + 1} · {game.threshold(game.seat)} points to come down"


def _choice(action: str, game: KonkanGame) -> Choice:
    """An action with the cards that it moves and where they go."""
    verb, _, rest = action.partition(" ")
    text = words_of(action, game)
    if verb == "pull":
        return Choice((action,), text, (), rest)
    if verb == "lay":
        return Choice((action,), text, _plain(parse_meld(rest).cards), "table")
    if verb == "throw":
        return Choice((action,), text, _plain([parse_konkan_card(rest)]), "trash")
    number, card, *_ = rest.split()
    return Choice((action,), text, _plain([parse_konkan_card(card)]), f"meld {number}")


def _hint(turn: TurnValue, turns: Sequence[TurnValue], me: int, game: KonkanGame) -> Hint:
    """A turn by its first action, with its chance and what it is compared with."""
    figure = "wins for certain" if turn.wins else f"wins {turn.values[me]:.0%}"
    parts = []
    if len(turn.turn) > 1:
        parts.append("then " + ", ".join(turn_words(turn, game.trash)[1:]))
    if turn is turns[0] and len(turns) > 1:
        parts.append(f"{words_of(turns[1].action, game)} wins {turns[1].values[me]:.0%}")
    why = "; ".join(parts) or f"tried {turn.visits:,} times"
    return Hint(_choice(turn.action, game), figure, why)


def winner_words(game: KonkanGame, names: Sequence[str]) -> str:
    """Who went out: "you go out and win", "Greedy goes out and wins", "nobody wins"."""
    if game.winner is None:
        return "nobody wins"
    name = names[game.winner]
    return "you go out and win" if name == "You" else f"{name} goes out and wins"


def konkan_view(
    game: KonkanGame,
    names: Sequence[str],
    agents: Sequence[str],
    headline: str,
    scores: Sequence[str],
) -> TableView:
    """A game of Konkan as a table to paint."""
    to_move = None if game.is_over else game.seat
    seats = []
    for seen in game.seats:
        place = seen.seat
        down = "not down" if seen.down_total is None else f"down with {seen.down_total}"
        if game.is_over:
            down = "out" if place == game.winner else f"{game.result().deadwood[place]} left"
        hand = tuple(card.symbol for card in sorted(game.hand(place), key=hand_order))
        seats.append(Seat(names[place], agents[place], hand, down, scores[place], place == to_move))
    return TableView(headline, tuple(seats), _groups(game))


def _groups(game: KonkanGame) -> tuple[Group, ...]:
    deck = Group("deck", f"deck, {game.deck_size}", (HIDDEN,) * game.deck_size)
    trash = Group("trash", "trash", tuple(card.symbol for card in game.trash))
    melds = (
        Group(
            f"meld {m.number}",
            f"{m.meld.points}",
            tuple(card.symbol for card in m.meld.cards),
            m.owner,
        )
        for m in game.table
    )
    return (deck, trash, *melds)


def _plain(cards: Sequence[KonkanCard]) -> tuple[str, ...]:
    """Cards as they are in hand, in text."""
    return tuple(in_hand(card).symbol for card in cards)


def _names(cards: Sequence[KonkanCard]) -> str:
    return " ".join(card.symbol for card in cards)


def _uses(action: str) -> Counter[KonkanCard]:
    """The cards of the hand that a lay takes."""
    return Counter(map(in_hand, parse_meld(action[4:]).cards))


def _fits(game: KonkanGame, card: KonkanCard, number: int) -> list[str]:
    """The legal actions that bring a card to a meld, a swap before all others."""
    head = (f"swap {number} ", f"sarf {number} ")
    found = [
        a
        for a in game.legal_actions()
        if a.startswith(head) and in_hand(parse_konkan_card(a.split()[2])) == card
    ]
    return sorted(found, key=lambda action: action.startswith("sarf"))


def _tried(game: KonkanGame, actions: Sequence[str]) -> KonkanGame | None:
    """The game after some actions, or None if one of them is not legal."""
    trial = game.copy()
    for action in actions:
        if not trial.can(action):
            return None
        trial.apply(action)
    return trial


def _rank(action: str) -> tuple[int, tuple[int, int], str]:
    verb, _, rest = action.partition(" ")
    if verb != "throw":
        return ORDER.index(verb), (0, 0), action
    return ORDER.index(verb), hand_order(parse_konkan_card(rest)), action
