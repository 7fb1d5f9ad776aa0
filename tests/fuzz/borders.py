"""The list of borders, each with its fuzzer."""

from tests.fuzz import asked, commands, kept, outside
from tests.fuzz.harness import Border

BORDERS: dict[str, Border] = {
    "cards": asked.cards,
    "ranges": asked.ranges,
    "agents": asked.agents,
    "pokle requests": asked.pokle,
    "holdem requests": asked.holdem,
    "kings-lows requests": asked.kings_lows,
    "konkan requests": asked.konkan,
    "slave requests": asked.slave,
    "command lines": commands.command_lines,
    "scenarios": kept.scenarios,
    "settings": kept.settings,
    "configuration": kept.configuration,
    "store": kept.store,
    "policies": kept.policies,
    "checkpoints": kept.checkpoints,
    "profiles": outside.profiles,
    "page looks": outside.looks,
    "practice server": outside.practice_server,
    "native modules": outside.native,
}
