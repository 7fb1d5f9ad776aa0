"""A session between AIs as a question and an answer, so that a window can treat it like advice.

`advise` plays a new session, or plays on with a stored one, until it is done or cancelled; what
was played stays in the store, so a cancelled session is a paused one.
"""

from typing import Annotated, ClassVar, Literal

from pydantic import AfterValidator, Field

from assistant.arena import (
    SessionPlan,
    Snapshot,
    new_session,
    plan_match,
    plan_round_robin,
    play_session,
)
from assistant.arena.cluster import MAX_WORKERS
from assistant.play.registry import find_game
from assistant.requests import Request
from engine.control import Control

GameName = Annotated[str, AfterValidator(lambda name: find_game(name).name)]
"""A game of the arena's list."""


class ArenaRequest(Request):
    """A session to play: agents against each other all at once, or two by two."""

    game: ClassVar[str] = "arena"

    game_name: GameName  # which game is played
    style: Literal["match", "round robin"] = "match"
    agents: tuple[str, ...] = ()
    rounds: Annotated[int, Field(ge=1, le=1_000_000)] = 100
    game_rounds: Annotated[int, Field(ge=1)] = 1  # rounds within one game (Slave)
    seed: Annotated[int, Field(ge=0)] = 7
    options: tuple[str, ...] = ()  # house rules, such as "threshold=90"
    stop_when_clear: bool = False
    workers: Annotated[int, Field(ge=1, le=MAX_WORKERS)] = 1
    session: int | None = None  # play on with this stored session


def advise(request: ArenaRequest, control: Control) -> Snapshot:
    """Play the session until it is done, cancelled or out of time."""
    session = new_session(_plan(request)) if request.session is None else request.session
    return play_session(session, control, workers=request.workers)


def _plan(request: ArenaRequest) -> SessionPlan:
    make = plan_match if request.style == "match" else plan_round_robin
    return make(
        request.agents,
        rounds=request.rounds,
        seed=request.seed,
        game=request.game_name,
        stop_when_clear=request.stop_when_clear,
        game_rounds=request.game_rounds,
        options=request.options,
    )
