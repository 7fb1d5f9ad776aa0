"""The groups of options that several commands share.

A command takes a group as one value; `options` explains how. Most commands have their own groups.
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from assistant.cli.app import AsJson
from engine.cards import shorten
from engine.errors import InputError

SessionId = typer.Argument(None, metavar="SESSION", help="Its number; the newest if left out.")


def _option(name: str, help_text: str) -> Any:
    return typer.Option(name, help=help_text)


@dataclass(frozen=True)
class Players:
    """The players and the seed."""

    agents: Annotated[
        list[str],
        _option(
            "--agents", "The agents (computer players), such as slave:greedy; several may follow."
        ),
    ]
    more: Annotated[list[str] | None, typer.Argument(metavar="AGENT", help="More agents.")] = None
    game: Annotated[str, _option("--game", "The game, if the agents are named without it.")] = ""
    game_rounds: Annotated[
        int, _option("--game-rounds", "Rounds in each game, with an exchange between them (Slave).")
    ] = 1
    seed: Annotated[int, _option("--seed", "The seed of all deals and agents.")] = 1
    rule: Annotated[
        list[str] | None, _option("--rule", "A house rule, such as threshold=90; may be repeated.")
    ] = None

    @property
    def rules(self) -> list[str]:
        """The house rules that were given."""
        return self.rule or []

    @property
    def names(self) -> list[str]:
        """All agents that were named."""
        return [*self.agents, *(self.more or [])]


@dataclass(frozen=True)
class Length:
    """How long a session goes on."""

    rounds: Annotated[int, _option("--rounds", "Deals; each is played in every seating.")] = 100
    stop_when_clear: Annotated[
        bool, _option("--stop-when-clear", "Stop once it is clear who is stronger.")
    ] = False


@dataclass(frozen=True)
class WorkerOptions:
    """How many workers play, and where: processes, or a cluster with its certificates."""

    workers: Annotated[int, _option("--workers", "Processes that play.")] = 1
    cluster: Annotated[
        str | None, _option("--cluster", "local:2, or a Dask scheduler: tls://host:8786.")
    ] = None
    tls_ca: Annotated[Path | None, _option("--tls-ca", "The cluster's certificate (PEM).")] = None
    tls_cert: Annotated[Path | None, _option("--tls-cert", "Your certificate for it.")] = None
    tls_key: Annotated[Path | None, _option("--tls-key", "The key of your certificate.")] = None
    insecure: Annotated[
        bool, _option("--insecure", "Connect to another machine without TLS, readable by others.")
    ] = False
    dashboard: Annotated[
        bool, _option("--dashboard", "With local:2: show what it does at 127.0.0.1:8787.")
    ] = False

    def open_workers(self) -> Any:
        """Return the workers that were asked for."""
        from assistant.arena.cluster import Access, open_workers

        self._verify()
        access = Access(self.tls_ca, self.tls_cert, self.tls_key, self.insecure, self.dashboard)
        return open_workers(self.cluster, self.workers, access)

    def _verify(self) -> None:
        """Refuse an option that would have no effect."""
        is_local = (self.cluster or "").startswith("local:")
        tls = {"--tls-ca": self.tls_ca, "--tls-cert": self.tls_cert, "--tls-key": self.tls_key}
        for name, value in {**tls, "--insecure": self.insecure}.items():
            if value and (is_local or not self.cluster):
                raise _no_effect(name, "without a scheduler's address, --cluster tls://host:8786")
        if self.dashboard and not is_local:
            raise _no_effect(
                "--dashboard", "without a cluster that is started here, --cluster local:2"
            )
        if self.cluster and self.workers != 1:
            raise _no_effect(
                "--workers", f'with --cluster "{shorten(self.cluster)}", which has its own'
            )


def _no_effect(option: str, why: str) -> InputError:
    return InputError(f"{option} has no effect {why}: leave it out")


@dataclass(frozen=True)
class Output:
    """How the answer is printed."""

    as_json: AsJson = False


@dataclass(frozen=True)
class StoreOptions(Output):
    """The session file, and the form of the answer."""

    store: Annotated[
        Path | None,
        _option("--session-file", "Where sessions are kept, instead of the data folder."),
    ] = None


@dataclass(frozen=True)
class PlotOptions(StoreOptions):
    """The session file, the form of the answer, and the folder for plots."""

    plot: Annotated[
        Path | None, _option("--plot", "Also draw PNG and SVG pictures into this folder.")
    ] = None
