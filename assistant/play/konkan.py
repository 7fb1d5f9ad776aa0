"""Konkan as a live game: rounds between two or three seats, with a scoreboard.

The seat that starts moves on from round to round. Moves are the engine's actions as text. Cards
dropped on the table become melds, several at once if they make several; on a meld they are added
to it or take its joker; on the trash they are thrown. In a game of one round the winner is first
and all others share the second place; a draw is a tie. Points are the deadwood left, below zero.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Self

from assistant.advisors import konkan as advisor
from assistant.advisors.konkan import KonkanAdvice, KonkanRequest, MoveAdvice
from assistant.advisors.konkan_words import in_hand, n_to_throw, suggested, words_of
from assistant.play.game import (
    DEALER,
    EARLIER_DEALER,
    Dealer,
    Decision,
    Game,
    Outcome,
    State,
    places_of,
    start_text,
)
from assistant.play.view import HIDDEN, Choice, Group, Hint, RoundStanding, Seat, TableView
from engine.agents import AgentSpec
from engine.cards import in_symbols
from engine.control import Control
from engine.errors import IllegalStateError, InputError
from engine.konkan.actions import Action, Verb
from engine.konkan.budget import QUESTION_TRIES
from engine.konkan.cards import Joker, KonkanCard, hand_order, parse_konkan_card
from engine.konkan.game import KonkanGame
from engine.konkan.melds import Layout, find_meld, solve
from engine.konkan.player_view import KonkanView
from engine.konkan.players import AGENTS, SearchPlayer, make_player
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.konkan.search import SearchResult
from engine.rules import Rules
from engine.split_mix import GOLDEN
from engine.words import capital, counted, figure_text, in_words

N_HINTS = 6
DRAW_FIRST = "draw from the deck or take the trash first"
JOKER_SUIT = 4  # after the four suits
SUIT_PLACES = (0, 1, 3, 2, JOKER_SUIT)  # clubs, diamonds, spades, hearts: reds do not touch
PAST = {"take": "took", "throw": "threw", "lay": "laid", "add": "added", "swap": "swapped"}
ORDER = ("pull", "swap", "sarf", "lay", "throw")  # order in which choices are listed


@dataclass(slots=True)
class SeatScore:
    """The results of a seat over the rounds."""

    wins: int = 0
    laid_points: int = 0
    deadwood: int = 0

    @property
    def net(self) -> int:
        """Points laid less points left in hand."""
        return self.laid_points - self.deadwood

    @property
    def rank(self) -> tuple[int, int]:
        """The sort key of the scoreboard: more rounds won, then more points."""
        return self.wins, self.net


class KonkanSeen(KonkanView):
    """A seat's view of the game, as a question to the advisor."""

    __slots__ = ()

    def request(self) -> KonkanRequest:
        """Return the question of this seat, which is seat 0 there."""
        order = [(self.seat + i) % self.players for i in range(self.players)]
        seats = [self.seats[seat] for seat in order]
        is_mine = self.seat == self.seat_to_act
        return KonkanRequest(
            hand=self.hand,
            opponents=tuple(
                advisor.SeatEntry(n_cards=s.n_cards, down_total=s.down_total, known=s.known)
                for s in seats[1:]
            ),
            table=tuple(
                advisor.TableEntry(owner=order.index(entry.owner), meld=entry.meld)
                for entry in self.table
            ),
            trash=self.trash,
            down_total=seats[0].down_total,
            phase="act" if self.phase == "act" and is_mine else "pull",
            taken=self.taken if is_mine else None,
            first_turn=self.turn == 0,
            turn=self.turn,
            known=seats[0].known,
            coming=self.coming if is_mine else 0,
            laid=tuple(s.laid_points for s in seats),
            rules=self.rules,
            simulations=QUESTION_TRIES,
        )


class KonkanState(State):
    """Rounds of Konkan; `game` is the one that is played."""

    def __init__(
        self, seed: int, n_seats: int, n_rounds: int, rules: KonkanRules, dealer: Dealer = DEALER
    ) -> None:
        self.seed, self.n_seats, self.n_rounds = seed, n_seats, n_rounds
        self.rules, self.dealer = rules, dealer
        self.start = start_text(seed, n_seats, n_rounds)
        self.round_number = 0
        self.scores = [SeatScore() for _ in range(n_seats)]
        self._deal()

    def _deal(self) -> None:
        self.round_number += 1
        starter = (self.round_number - 1) % self.n_seats
        self.game = KonkanGame.deal(self._round_seed(), self.n_seats, starter, self.rules)

    def _round_seed(self) -> int:
        if self.dealer == EARLIER_DEALER:
            return self.seed * 1_000 + self.round_number
        return (self.seed + (self.round_number - 1) * int(GOLDEN)) % 2**64

    @property
    def seat(self) -> int | None:
        """The seat to act."""
        return None if self.game.is_over else self.game.seat

    @property
    def is_over(self) -> bool:
        """True when the last round is played."""
        return self.game.is_over and self.round_number == self.n_rounds

    def copy(self) -> "KonkanState":
        """Return an independent copy."""
        twin = object.__new__(KonkanState)
        twin.__dict__.update(self.__dict__)
        twin.scores = [replace(score) for score in self.scores]
        twin.game = self.game.copy()
        return twin

    def seen(self, seat: int) -> KonkanSeen:
        """Return all that a seat may know of the round."""
        return KonkanSeen(self.game, seat)

    # -- moves ----------------------------------------------------------------------------------

    def legal(self) -> Sequence[str]:
        """Return every legal action."""
        return [] if self.seat is None else self.game.legal_actions()

    def _apply(self, move: str) -> None:
        self.game.apply(move)
        if self.game.is_over:
            self._count()

    def deal(self) -> None:
        """Deal the next round."""
        if self.is_over or not self.game.is_over:
            raise IllegalStateError("the round is not over yet")
        self._deal()

    def _count(self) -> None:
        result = self.game.result()
        for seat, score in enumerate(self.scores):
            score.wins += result.winner == seat
            score.laid_points += result.laid_points[seat]
            score.deadwood += result.deadwood[seat]

    def outcome(self) -> Outcome:
        """Return places by rounds won; points are the deadwood, below zero."""
        if self.n_rounds == 1:
            return round_outcome(self.game)
        scores = self.live_scores()
        places = places_of([score.wins for score in scores])
        return Outcome(places, tuple(0.0 - score.deadwood for score in scores))

    def live_scores(self, seat: int | None = None) -> list[SeatScore]:
        """Return the scores with the round that is played, as far as one seat may know them."""
        if self.game.is_over:
            return self.scores
        now = self.game.result()
        left = [n if seat in (None, i) else 0 for i, n in enumerate(now.deadwood)]
        return [
            SeatScore(s.wins, s.laid_points + now.laid_points[i], s.deadwood + left[i])
            for i, s in enumerate(self.scores)
        ]

    def words(self, move: str) -> str:
        """Return a move in words: "add 10♠ to 7♠ 8♠ 9♠"."""
        return words_of(self.game.read_action(move), self.game.trash)

    def past(self, move: str, is_known: bool = True) -> str:
        """Return what a player did: "threw 6♠", "added 10♠ to 7♠ 8♠ 9♠"."""
        verb, _, rest = self.words(move).partition(" ")
        if move == "pull deck":
            return "drew a card"
        return f"{PAST.get(verb, verb)} {rest}"

    def consequences(self, before: Self, humans: Sequence[int]) -> str:
        """Return where a natural four of a kind goes, and that the trash was shuffled."""
        game, earlier = self.game, before.game
        if game.deck_size > earlier.deck_size:
            return "The deck was empty: the trash is shuffled and becomes the deck"
        if earlier.phase == "act" and len(game.table) == len(earlier.table):
            n_under = len(game.trash) - len(earlier.trash)
            if n_under > 1:
                return "Four of a kind without a joker goes under the trash; its points count"
        return ""

    def prompt(self, chosen: Sequence[str] = ()) -> str:
        """Return what to do now, with the points of the chosen melds while coming down."""
        game = self.game
        if self.seat is None:
            return ""
        if game.phase == "pull":
            can_take = game.can("pull trash")
            return f"draw a card or take {game.trash[-1].symbol}" if can_take else "draw a card"
        if game.turn == 0:
            return f"throw one of your {len(game.hand(game.seat))} cards to start"
        if game.seats[game.seat].down_total is not None and not game.coming:
            return "lay cards, or throw one"
        wanted = game.threshold(game.seat)
        points = game.coming + self._meld_points(chosen)
        if points:
            return f"{points} of {wanted} points to come down"
        return f"throw a card, or come down with {wanted} points"

    def _meld_points(self, cards: Sequence[str]) -> int:
        """Return the points of the melds that cards of the hand make."""
        held = [in_hand(parse_konkan_card(card)) for card in cards]
        return solve(held, self.game.rules).most_points().points if len(held) > 2 else 0

    def target_words(self, place: str) -> str:
        """Return "Take" before the draw and "Throw" after it."""
        if place != "trash":
            return ""
        return "Take" if self.game.phase == "pull" else "Throw"

    def choices(self) -> tuple[Choice, ...]:
        """Return all melds that are suggested first, then every legal action."""
        if self.seat is None:
            return ()
        legal = self.game.actions()
        return (*self._whole_layout(legal), *map(self._choice, sorted(legal, key=_rank)))

    def choice_of(self, move: str) -> Choice:
        """Return a move with the cards that it moves and where they go."""
        return self._choice(self.game.read_action(move))

    def _choice(self, action: Action) -> Choice:
        if action.card is not None:
            cards: Sequence[KonkanCard] = (action.card,)
            target = "trash" if action.verb == "throw" else f"meld {action.number}"
        else:
            cards = () if action.meld is None else action.meld.cards
            target = action.pile or "table"
        return Choice((action.text,), words_of(action, self.game.trash), _plain(cards), target)

    def suggestion(self, seat: int) -> Layout:
        """Return the best melds of a hand: those that come down, or those of most points."""
        frontier = solve(self.game.hand(seat), self.game.rules)
        is_down = self.game.seats[seat].down_total is not None
        keep = n_to_throw(self.game.phase)
        return suggested(frontier, self.game.threshold(seat), is_down, keep)

    def _whole_layout(self, legal: Sequence[Action]) -> list[Choice]:
        """Return the choice to lay all suggested melds, where that is legal and more than one."""
        if not any(action.verb == "lay" for action in legal):
            return []
        layout = self.suggestion(self.game.seat)
        actions = tuple(f"lay {meld!r}" for meld in layout.melds)
        trial = _tried(self.game, actions)
        if len(actions) < 2 or trial is None or trial.must_lay:
            return []
        cards = _plain([card for meld in layout.melds for card in meld.cards])
        return [Choice(actions, f"lay all melds ({layout.points} points)", cards, "table")]

    def options_for(self, cards: Sequence[str], target: str) -> tuple[Choice, ...]:
        """Return what the jokers among the cards may stand for, if that is not clear."""
        held = [in_hand(parse_konkan_card(card)) for card in cards]
        if not any(isinstance(card, Joker) for card in held):
            return ()
        if target == "table":
            found = self._same_lays(held)
        elif target.startswith("meld ") and len(held) == 1:
            found = _fits(self.game, held[0], int(target.split()[1]))
        else:
            found = []
        return tuple(map(self._choice, found)) if len(found) > 1 else ()

    def _same_lays(self, held: Sequence[KonkanCard]) -> list[Action]:
        """Return the legal ways to lay cards as one meld, the most points first."""
        wanted = Counter(held)
        same = [
            (-action.meld.points, action)
            for action in self.game.actions()
            if action.verb == "lay"
            and action.meld is not None
            and Counter(map(in_hand, action.meld.cards)) == wanted
        ]
        return [action for _, action in sorted(same, key=lambda pair: pair[0])]

    def standings(self) -> tuple[RoundStanding, ...]:
        """Return the winner of the round first, then those with the fewest points in hand; at the
        end of the match by its places.
        """
        result = self.game.result()
        outcome = self.outcome() if self.is_over else round_outcome(self.game)
        found = []
        for seat, score in enumerate(self.scores):
            left = result.deadwood[seat]
            words = "Went out" if seat == result.winner else f"{left} points in hand"
            points = figure_text(result.laid_points[seat] - left, "+d")
            total = f"{counted(score.wins, 'win')}, {figure_text(score.net, '+d')}"
            found.append(RoundStanding(seat, outcome.places[seat], words, points, total))
        return tuple(sorted(found, key=lambda row: (row.place, self._behind(row.seat))))

    def _behind(self, seat: int) -> int:
        """Return the sort key of equal places: points in hand, or of the match, below zero."""
        return -self.scores[seat].net if self.is_over else self.game.result().deadwood[seat]

    @property
    def scoring(self) -> str:
        """How points are counted."""
        return "Points laid less points in hand. Rounds won decide the match."

    def moves_for(self, cards: Sequence[str], target: str) -> Decision:
        """Return the actions that bring cards to a place, or the rule against it."""
        held = [in_hand(parse_konkan_card(card)) for card in cards]
        if not held:
            return self._pull(target)
        if target == "trash":
            if len(held) > 1:
                raise IllegalStateError(f"{in_symbols(held)}: one card is thrown, not {len(held)}")
            self._verify_come_down()
            return self._verified(Action(f"throw {held[0]!r}", "throw", card=held[0]))
        if target == "table":
            if self.game.phase == "pull":
                raise IllegalStateError(DRAW_FIRST)
            return self._lays(held)
        if target.startswith("meld "):
            return self._additions(held, int(target.split()[1]))
        raise IllegalStateError(f"{in_symbols(held)} cannot go to the {target}")

    def _verify_come_down(self) -> None:
        """Raise with the points that are missing if coming down was begun."""
        game = self.game
        if game.must_lay:
            wanted = game.threshold(game.seat)
            raise IllegalStateError(
                f"{game.coming} of {wanted} points laid: lay {wanted - game.coming} more "
                "or take them back"
            )

    def _pull(self, target: str) -> Decision:
        """Draw or take, by the pile that was named; refuse any other place."""
        if target == "deck" and self.game.phase == "act":
            if self.game.turn == 0:
                n_cards = counted(len(self.game.hand(self.game.seat)), "card")
                raise IllegalStateError(f"you start with {n_cards}: throw one")
            raise IllegalStateError("you have drawn already: lay cards or throw one")
        if target == "deck" or (target == "trash" and self.game.phase == "pull"):
            return self._verified(self.game.read_action(f"pull {target}"))
        if self.game.phase == "pull":
            raise IllegalStateError(DRAW_FIRST)
        wanted = "a card to throw" if target == "trash" else "the cards to lay"
        raise IllegalStateError(f"choose {wanted}")

    def _verified(self, action: Action) -> Decision:
        self._verify(self.game, action)
        return (action.text,)

    def _verify(self, game: KonkanGame, action: Action) -> None:
        """Raise with the rule in words if an action is not legal."""
        try:
            game.verify(action.text)
        except IllegalStateError as error:
            reason = str(error).partition("': ")[2] or str(error)
            if "does not fit on" in reason:
                reason = "it does not fit there"
            words = words_of(action, game.trash)
            raise IllegalStateError(f"{words}: {reason}") from None

    def _lays(self, held: Sequence[KonkanCard]) -> Decision:
        """Lay cards as one meld, its jokers for the most points, or as several melds."""
        same = self._same_lays(held)
        if same:
            return (same[0].text,)
        layout = solve(held, self.game.rules).layout(len(held)) if len(held) > 5 else None
        try:
            melds = layout.melds if layout else (find_meld(held, self.game.rules),)
        except InputError:
            raise InputError(f"{in_symbols(held)} is not a run or a set") from None
        trial, actions = self.game.copy(), [Action(f"lay {m!r}", "lay", meld=m) for m in melds]
        for action in actions:
            self._verify(trial, action)
            trial.apply(action.text)
        return tuple(action.text for action in actions)

    def _additions(self, held: Sequence[KonkanCard], number: int) -> Decision:
        """Sarf cards one after the other, in any order that fits; or take the meld's joker."""
        trial, left, actions = self.game.copy(), list(held), list[str]()
        while left:
            fitting = [(card, a) for card in left for a in _fits(trial, card, number)]
            if not fitting:
                self._verify(trial, self._closest(trial, left[0], number))
            card, action = fitting[0]
            trial.apply(action.text)
            left.remove(card)
            actions.append(action.text)
        return tuple(actions)

    def _closest(self, game: KonkanGame, card: KonkanCard, number: int) -> Action:
        """Return the action that was probably meant, so that its rule can be named."""
        if not 0 <= number < len(game.table):
            raise InputError(f"there is no meld {number + 1}: {len(game.table)} are on the table")
        meld = game.table[number].meld
        jokers = [c for c in meld.cards if isinstance(c, Joker)]
        verb: Verb = "swap" if any(joker.stands_for == card for joker in jokers) else "sarf"
        return Action(f"{verb} {number} {card!r}", verb, card=card, number=number, meld=meld)

    # -- what is seen ---------------------------------------------------------------------------

    def look(self, names: Sequence[str], agents: Sequence[str]) -> TableView:
        """Return the table, with the score of the rounds before."""
        game, result = self.game, self.game.result()
        seats = []
        for seen, score in zip(game.seats, self.scores, strict=True):
            place = seen.seat
            down = "not down" if seen.down_total is None else f"down with {seen.down_total}"
            if game.is_over:
                down = "out" if place == game.winner else f"{result.deadwood[place]} points in hand"
            hand = tuple(card.symbol for card in sorted(game.hand(place), key=hand_order))
            total = (
                f"{score.wins} won, {figure_text(score.net, '+d')}" if self.round_number > 1 else ""
            )
            seats.append(Seat(names[place], agents[place], hand, down, total, place == self.seat))
        return TableView(self._headline(names), tuple(seats), _groups(game))

    def _match_words(self, names: Sequence[str]) -> str:
        """Return who won the match: "You win with 2 rounds", "Ann and Bo share first place …"."""
        first = [seat for seat, place in enumerate(self.outcome().places) if place == 1]
        won = counted(self.scores[first[0]].wins, "round")
        if len(first) > 1:
            return f"{in_words([names[seat] for seat in first])} share first place with {won} each"
        name = names[first[0]]
        return f"{'You win' if name == 'You' else f'{name} wins'} with {won}"

    def _headline(self, names: Sequence[str]) -> str:
        game, of = self.game, ""
        if 1 < self.n_rounds < 100:
            of = f"Round {self.round_number} of {self.n_rounds}"
        elif self.n_rounds > 1:
            of = f"Round {self.round_number}"
        if self.is_over and self.n_rounds > 1:
            return f"The match is over: {self._match_words(names)}"
        if game.is_over:
            winner = winner_words(game, names)
            return f"{of}: {winner}" if of else winner
        turn = f"turn {game.turn + 1}"
        above = [seat for seat in range(self.n_seats) if game.seats[seat].down_total is None]
        if above:
            turn += f" · {max(map(game.threshold, above))} points to come down"
        return f"{of} · {turn}" if of else capital(turn)


class SeatedKonkanPlayer:
    """One of the engine's players in its seat; every action has its own seed."""

    def __init__(self, spec: AgentSpec, seed: int) -> None:
        self._player, self._seed = make_player(spec), seed

    @property
    def thought(self) -> SearchResult | None:
        """The result of the last search."""
        return self._player.result if isinstance(self._player, SearchPlayer) else None

    def choose(self, seen: Any, control: Control) -> Decision:
        """Return the player's actions."""
        decision = self._player.choose(seen, self._seed + 1, control)
        self._seed += len(decision)
        return decision


class Konkan(Game):
    """Konkan."""

    name = "konkan"
    title = "Konkan"
    n_seats = (2, 3)
    max_rounds = 1
    agents = AGENTS
    example = ("search?simulations=64", "greedy")
    rules_type = KonkanRules
    weak_opponents = "greedy"
    orders = ("suit", "rank", "meld")
    largest_hand = 15
    targets = (("deck", "Draw", "D"), ("trash", "Throw", "T"), ("table", "Lay", "L"))

    def deal(
        self,
        seed: int,
        n_seats: int,
        n_rounds: int = 1,
        rules: Rules | None = None,
        dealer: Dealer = DEALER,
    ) -> KonkanState:
        """Return a match whose first round was just dealt."""
        given = rules or DEFAULT_RULES
        assert isinstance(given, KonkanRules)
        return KonkanState(seed, n_seats, n_rounds, given, dealer)

    def player(self, spec: AgentSpec, seed: int, seat: int) -> SeatedKonkanPlayer:
        """Return an agent that sits down."""
        return SeatedKonkanPlayer(spec, seed)

    def hints(self, advice: KonkanAdvice, state: State) -> tuple[Hint, ...]:
        """Return the best turn for each first action, best first."""
        assert isinstance(state, KonkanState)
        firsts: dict[str, MoveAdvice] = {}
        for move in advice.moves:
            firsts.setdefault(move.action, move)
        moves = list(firsts.values())[:N_HINTS]
        return tuple(_hint(move, moves, advice, state) for move in moves)

    def sort_key(self, card: str, by: str) -> tuple[int, int]:
        """Sort by suit or rank, ace low; black and red suits alternate, and jokers come last."""
        suit, rank = hand_order(parse_konkan_card(card))
        suit = SUIT_PLACES[suit]
        return (rank, suit) if by == "rank" and suit != JOKER_SUIT else (suit, rank)

    def arrange(self, cards: Sequence[str], by: str, rules: Rules) -> list[tuple[str, ...]]:
        """Return a hand by suit or rank, or with the melds of most points apart from the rest."""
        if by != "meld":
            return super().arrange(cards, by, rules)
        assert isinstance(rules, KonkanRules)
        held = [in_hand(parse_konkan_card(card)) for card in cards]
        melds = solve(held, rules).most_points().melds
        groups = [_plain(meld.cards) for meld in melds]
        rest = Counter(_plain(held)) - Counter(card for group in groups for card in group)
        loose = super().arrange(list(rest.elements()), by, rules)
        return [group for group in (*groups, *loose) if group]


def _hint(
    move: MoveAdvice, moves: Sequence[MoveAdvice], advice: KonkanAdvice, state: KonkanState
) -> Hint:
    """Return a turn by its first action, with its chance and what it is compared with."""
    is_best = move is moves[0]
    certain = is_best and advice.goes_out
    figure = "wins for certain" if certain else f"wins {move.win_share:.0%}"
    parts = []
    if is_best and advice.plan[1:]:
        parts.append("then " + ", ".join(advice.plan[1:]))
    elif len(move.turn) > 1:
        parts.append(move.words)
    if is_best and len(moves) > 1:
        other = state.words(moves[1].action)
        parts.append(f"{other} wins {moves[1].win_share:.0%}")
    why = "; ".join(parts) or f"tried {move.visits:,} times"
    return Hint(state.choice_of(move.action), figure, why)


def round_outcome(game: KonkanGame) -> Outcome:
    """Return the winner before all others; in a draw everybody is first."""
    result = game.result()
    places = [1 if result.winner in (None, seat) else 2 for seat in range(game.players)]
    return Outcome(tuple(places), tuple([0.0 - points for points in result.deadwood]))


def winner_words(game: KonkanGame, names: Sequence[str]) -> str:
    """Return who went out: "You go out and win!", "Greedy goes out and wins", "Nobody wins"."""
    if game.winner is None:
        return "Nobody wins"
    name = names[game.winner]
    return "You go out and win!" if name == "You" else f"{name} goes out and wins"


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
    """Return cards as they are in hand, in text."""
    return tuple(in_hand(card).symbol for card in cards)


def _fits(game: KonkanGame, card: KonkanCard, number: int) -> list[Action]:
    """Return the legal actions that bring a card to a meld, a swap before all others."""
    on_meld = (action for action in game.actions() if action.number == number)
    found = [a for a in on_meld if a.card is not None and in_hand(a.card) == card]
    return sorted(found, key=lambda action: action.verb == "sarf")


def _tried(game: KonkanGame, actions: Sequence[str]) -> KonkanGame | None:
    """Return the game after some actions, or None if one of them is not legal."""
    trial = game.copy()
    for action in actions:
        if not trial.can(action):
            return None
        trial.apply(action)
    return trial


def _rank(action: Action) -> tuple[int, tuple[int, int], str]:
    thrown = action.card if action.verb == "throw" else None
    order = (0, 0) if thrown is None else hand_order(thrown)
    return ORDER.index(action.verb), order, action.text


GAME = Konkan()
