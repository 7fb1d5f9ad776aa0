"""The Rust core. Konkan's cards cross as bytes and its melds as cards with points; whole games and
moves may be text, as files have them. Pokle's boards cross as bytes, what the poker games count in
as arrays."""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

class EngineError(RuntimeError): ...
class RefusedError(ValueError): ...

_Rules = tuple[int, int, bool, bool, bool, int, int]
_Meld = tuple[bytes, int]
_Verb = Literal["pull", "lay", "sarf", "swap", "throw"]
_Pile = Literal["deck", "trash"]
_Action = tuple[str, _Verb, _Pile | None, int | None, int | None, _Meld | None]

class View:
    def __init__(
        self,
        hand: bytes,
        seats: Sequence[tuple[int, bytes, int | None, int]],
        table: Sequence[tuple[int, bytes]],
        trash: bytes,
        *,
        phase: str,
        turn: int,
        taken: int | None,
        coming: int,
        rules: _Rules,
    ) -> None: ...
    @property
    def me(self) -> int: ...
    @property
    def threshold(self) -> int: ...
    @property
    def deck_size(self) -> int: ...

class Game:
    def __init__(self, seed: int, players: int, starter: int, rules: _Rules) -> None: ...
    @staticmethod
    def from_text(text: str) -> Game: ...
    def text(self) -> str: ...
    def view(self, seat: int) -> View: ...
    def copy(self) -> Game: ...
    def shuffled(self, seed: int) -> Game: ...
    @property
    def players(self) -> int: ...
    @property
    def seat(self) -> int: ...
    @property
    def phase(self) -> str: ...
    @property
    def turn(self) -> int: ...
    @property
    def winner(self) -> int | None: ...
    @property
    def taken(self) -> int | None: ...
    @property
    def rules(self) -> _Rules: ...
    @property
    def must_lay(self) -> bool: ...
    @property
    def coming(self) -> int: ...
    @property
    def deck_size(self) -> int: ...
    @property
    def trash(self) -> bytes: ...
    @property
    def table(self) -> list[tuple[int, _Meld]]: ...
    def hand(self, seat: int) -> bytes: ...
    def hand_size(self, seat: int) -> int: ...
    def known(self, seat: int) -> bytes: ...
    def down(self, seat: int) -> int | None: ...
    def laid(self, seat: int) -> int: ...
    def deadwood(self, seat: int) -> int: ...
    def threshold(self, seat: int) -> int: ...
    def legal_actions(self) -> list[_Action]: ...
    def read_action(self, text: str) -> _Action: ...
    def turns(self) -> list[tuple[bytes, int, list[str]]]: ...
    def going_out(self) -> list[str] | None: ...
    def verify(self, action: str) -> None: ...
    def apply(self, action: str) -> None: ...
    def choose(self, player: str, seed: int) -> str: ...
    def reference_actions(self) -> list[str]: ...
    def play_out(self, players: list[str], seeds: list[int]) -> str: ...

class Search:
    def __init__(
        self,
        view: View,
        *,
        seed: int,
        threads: int,
        dirichlet_alpha: float,
        dirichlet_weight: float,
        opponent_priors: bool,
        opponents: str,
        flat: bool,
        horizon: int,
        trust: float,
        simulations: int,
        memory: int,
        candidates: int,
    ) -> None: ...
    def run(self, simulations: int, seconds: float) -> int: ...
    def choices(
        self,
    ) -> list[tuple[list[_Action], int, list[float], float, tuple[float, float], bool]]: ...
    def draws(self) -> list[tuple[int, int, bool]]: ...

class Trial:
    def __init__(
        self, view: View, moves: list[list[str]], *, seed: int, opponents: str
    ) -> None: ...
    def run(self, n_worlds: int, seconds: float) -> int: ...
    def winners(self) -> bytes: ...
    def replies(self) -> bytes: ...
    def draws(self, number: int) -> list[tuple[int, int, bool]]: ...

class PokleSearch:
    def __init__(
        self,
        boards: bytes,
        *,
        extra_winners: bytes,
        legal_cards: bytes,
        refused: bytes,
        suit_pardon: bool,
        boards_only: bool,
    ) -> None: ...
    def can_name_all(self) -> bool: ...
    def split_scores(self, guesses: bytes, wins_class: bool) -> list[tuple[float, int]]: ...
    def shortlist(
        self, guesses_left: int, count: int, keep_going: Callable[[], bool]
    ) -> list[tuple[bytes, float, list[bytes]]]: ...
    def rollout(
        self, guess: bytes, wins_class: bool, guesses_left: int
    ) -> tuple[int, int, int]: ...
    def evaluate(
        self,
        guess: bytes,
        wins_class: bool,
        guesses_left: int,
        budget: int,
        keep_going: Callable[[], bool],
    ) -> tuple[str, int, tuple[int, int, int]]: ...
    def solve(
        self,
        guesses_left: int,
        upper: tuple[int, int] | None,
        budget: int,
        keep_going: Callable[[], bool],
    ) -> tuple[str, int, tuple[bytes, tuple[int, int, int]] | None]: ...
    def lower_bound(self) -> int: ...
    def two_guess_bound(self, keep_going: Callable[[], bool]) -> int | None: ...
    def unfound(
        self, guesses_left: int, guess: bytes | None = None, wins_class: bool = False
    ) -> int: ...

class StudDeal:
    def __init__(
        self,
        known: NDArray[np.uint64],
        n_missing: NDArray[np.int64],
        deck: NDArray[np.uint8],
        code: int,
        floors: NDArray[np.uint16],
    ) -> None: ...
    @property
    def n_to_deal(self) -> int: ...
    def deal(
        self,
        seed: int,
        chunk: int,
        n_deals: int,
        stop: NDArray[np.uint8],
        results: NDArray[np.int64],
        kinds: NDArray[np.int64],
        lows: NDArray[np.int64],
    ) -> int: ...
    def record(self, seed: int, chunk: int, n_deals: int) -> list[bytes]: ...

class StudOpenDeal:
    def __init__(
        self,
        hidden: NDArray[np.uint64],
        n_hidden: NDArray[np.int64],
        opens: NDArray[np.int64],
        deck: NDArray[np.uint8],
        code: int,
        floors: NDArray[np.uint16],
        follows_queen: bool,
        extra_for_four: bool,
    ) -> None: ...
    @property
    def n_to_deal(self) -> int: ...
    def deal(
        self,
        seed: int,
        chunk: int,
        n_deals: int,
        stop: NDArray[np.uint8],
        results: NDArray[np.int64],
        kinds: NDArray[np.int64],
        lows: NDArray[np.int64],
    ) -> int: ...
    def record(self, seed: int, chunk: int, n_deals: int) -> list[bytes]: ...

class StudLastCard:
    def __init__(
        self,
        *,
        hero_hole: int,
        hero_open: int,
        known: list[int],
        n_missing: list[int],
        gone: int,
        code: int,
        bet: float,
        least_chance: float,
        floor: int,
    ) -> None: ...
    @property
    def n_cards(self) -> int: ...
    def weigh(
        self, worlds: NDArray[np.uint8], stop: NDArray[np.uint8], gains: NDArray[np.float64]
    ) -> int: ...

def poker_values(hands: NDArray[np.uint8], values: NDArray[np.uint16]) -> int: ...
def poker_count_sevens(first: int, stop: int) -> list[int]: ...
def poker_shuffles(
    seed: int, stream: int, deck: bytes, n_cards: int, n_deals: int
) -> list[bytes]: ...

class HoldemDeal:
    def __init__(
        self,
        board: bytes,
        deck: bytes,
        runouts: NDArray[np.uint8],
        *,
        starts: NDArray[np.int64],
        combos: NDArray[np.int64],
        chances: NDArray[np.float64],
        aliases: NDArray[np.int64],
        rows: NDArray[np.int64],
        row_sums: NDArray[np.float64],
    ) -> None: ...
    def sample(
        self,
        seed: int,
        chunk: int,
        n_deals: int,
        stop: NDArray[np.uint8],
        tally: NDArray[np.int64],
    ) -> int: ...
    def sample_random(
        self, seed: int, chunk: int, n_deals: int, tally: NDArray[np.int64]
    ) -> None: ...

class HoldemRunouts:
    def __init__(
        self,
        board: bytes,
        runouts: NDArray[np.uint8],
        *,
        starts: NDArray[np.int64],
        combos: NDArray[np.int64],
        weights: NDArray[np.float64],
    ) -> None: ...
    def enumerate(
        self, first: int, stop: int, flag: NDArray[np.uint8], tally: NDArray[np.float64]
    ) -> None: ...

class HoldemDuel:
    def __init__(
        self,
        board: bytes,
        runouts: NDArray[np.uint8],
        runout_weights: NDArray[np.float64],
        hero: NDArray[np.float64],
        opponent: NDArray[np.float64],
    ) -> None: ...
    def enumerate(
        self, first: int, stop: int, flag: NDArray[np.uint8], tally: NDArray[np.float64]
    ) -> None: ...
    def sweep(
        self,
        first: int,
        stop: int,
        flag: NDArray[np.uint8],
        by_hand: NDArray[np.float64],
        by_runout: NDArray[np.float64],
    ) -> None: ...

def holdem_known_hands(
    combos: list[int],
    gone: bytes,
    weight: float,
    flag: NDArray[np.uint8],
    tally: NDArray[np.float64],
) -> None: ...
def holdem_against_random(
    hero: int, gone: bytes, weight: float, flag: NDArray[np.uint8], tally: NDArray[np.float64]
) -> None: ...
def holdem_decks(
    seed: int,
    chunk: int,
    n_decks: int,
    flag: NDArray[np.uint8],
    counts: NDArray[np.int32],
    seated: NDArray[np.int64],
    splits: NDArray[np.int64],
) -> int: ...
def holdem_canonical_boards() -> tuple[bytes, bytes]: ...
def holdem_layout() -> list[int]: ...
def stud_starts(
    n_players: int, n_deals: int, seed: int, chunk: int, code: int, starts: NDArray[np.int64]
) -> None: ...
def stud_complete(
    known: int,
    n_missing: int,
    deck: NDArray[np.uint8],
    code: int,
    first: int,
    stop: NDArray[np.uint8],
    kinds: NDArray[np.int64],
    lows: NDArray[np.int64],
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
) -> int | None: ...
def stud_play_out(
    added: NDArray[np.uint64],
    values: NDArray[np.uint16],
    starts: NDArray[np.int64],
    first: int,
    end: int,
    stop: NDArray[np.uint8],
    results: NDArray[np.int64],
) -> int: ...
def stud_values_by_rule(
    hands: NDArray[np.uint8], code: int, values: NDArray[np.uint16]
) -> bool: ...
def stud_values_marked(
    hands: NDArray[np.uint8], wild: NDArray[np.uint8], values: NDArray[np.uint16]
) -> bool: ...
def pokle_patterns(guess: bytes, boards: bytes, wins_class: bool) -> bytes: ...
def pokle_tree_bound(class_sizes: list[int]) -> int: ...
def sample_hands(view: View, n_worlds: int, seed: int, opponents: str) -> list[list[bytes]]: ...
def search_bounds() -> list[tuple[str, float, float]]: ...
def frontier(hand: bytes, min_naturals: int = 1, joker_deadwood: int | None = None) -> bytes: ...
def layout(
    hand: bytes, n_cards: int, min_naturals: int = 1, joker_deadwood: int | None = None
) -> list[_Meld] | None: ...
def find_meld(cards: bytes, min_naturals: int = 1) -> _Meld: ...
def melds(hand: bytes, min_naturals: int = 1) -> list[_Meld]: ...
def deadwood(hand: bytes, joker_deadwood: int) -> int: ...
def _fail(in_worker: bool = False) -> None: ...
