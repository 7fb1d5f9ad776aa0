"""The options that the arena's commands share."""

import typer

Agents = typer.Option(..., "--agents", help="The agents, such as slave:greedy; more may follow.")
More = typer.Argument(None, metavar="[AGENT]...", help="More agents.")
GameName = typer.Option("", "--game", help="The game, if the agents are named without it.")
Rounds = typer.Option(100, "--rounds", help="Deals; each is played in every seating.")
Seed = typer.Option(1, "--seed", help="The seed of all deals and agents.")
StopClear = typer.Option(False, "--stop-when-clear", help="End once all agents are told apart.")
WorkerCount = typer.Option(1, "--workers", help="Processes that play.")
Cluster = typer.Option(None, "--cluster", help="local:2, or a Dask scheduler: tcp://host:8786.")
StoreFile = typer.Option(None, "--store", help="Another file than the one in the data folder.")
SessionId = typer.Argument(None, metavar="[SESSION]", help="Its number; the newest if left out.")
AsJson = typer.Option(False, "--json", help="Print the answer as JSON.")
