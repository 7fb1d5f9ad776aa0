"""The list of borders, each with its fuzzer."""

from tests.fuzz import commands, external, files, games, requests
from tests.fuzz.harness import Border

BORDERS: dict[str, Border] = {
    "cards": requests.cards,
    "ranges": requests.ranges,
    "agents": requests.agents,
    "pokle requests": requests.pokle,
    "holdem requests": requests.holdem,
    "kings-lows requests": requests.kings_lows,
    "konkan requests": requests.konkan,
    "slave requests": requests.slave,
    "command lines": commands.command_lines,
    "scenarios": files.scenarios,
    "settings": files.settings,
    "configuration": files.configuration,
    "store": files.store,
    "positions": games.positions,
    "saved games": games.records,
    "own record": games.own_record,
    "policies": files.policies,
    "checkpoints": files.checkpoints,
    "profiles": external.profiles,
    "page looks": external.looks,
    "practice server": external.practice_server,
    "native modules": external.native,
}
