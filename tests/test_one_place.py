"""A variant, an agent or a default is changed in one place; what is forgotten is named here."""

import importlib
import pkgutil
import re
from collections.abc import Callable
from dataclasses import asdict, dataclass
from inspect import signature
from pathlib import Path
from typing import Annotated

import pytest

from assistant.arena.league import LEAGUE
from assistant.arena.plan import SessionPlan, plan_match
from assistant.cli import konkan as konkan_command
from assistant.cli import slave as slave_command
from assistant.cli.app import load_command
from assistant.cli.main import run
from assistant.play.position import position_line, question_of
from assistant.play.record import HUMAN
from assistant.play.registry import find_game
from assistant.play.table import GameTable
from engine.kings_lows import wild
from engine.kings_lows.wild import VARIANT_RULES, rules_of
from engine.konkan.rules import DEFAULT_RULES, KonkanRules
from engine.rules import RuleOption
from engine.slave import agents
from engine.slave.agents.base_agent import BaseAgent
from engine.slave.agents.registry import AGENTS, make_agent
from engine.slave.kernels import players
from gui.actions import PANELS
from gui.felt.page import TablePage
from gui.guide import GUIDES
from gui.panels.kings_lows import KingsLowsPanel
from gui.panels.konkan import KonkanPanel
from gui.panels.slave import SlavePanel
from tests.gui.conftest import OpenPanel, open_panel, plain_theme

__all__ = ["open_panel", "plain_theme"]  # fixtures

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "pages" / "games"
TABLE_GAMES = ("slave", "konkan")


def _help(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert run(load_command("assistant.cli.main:app"), [*words, "--help"]) == 0
    return re.sub(r"[\s│|]+", " ", capsys.readouterr().out)


# -- variants of Kings and Lows --------------------------------------------------------------------


def test_every_rule_class_is_listed_as_a_variant() -> None:
    classes = {c for c in vars(wild).values() if isinstance(c, type) and hasattr(c, "variant")}
    forgotten = classes - set(VARIANT_RULES.values()) - {wild.WildRule}
    assert not forgotten, f"add to VARIANT_RULES: {forgotten}"


@pytest.mark.parametrize("variant", VARIANT_RULES)
def test_a_variant_has_a_title_and_words_of_its_own(variant: str) -> None:
    rules = rules_of(variant)
    others = [rules_of(name) for name in VARIANT_RULES if name != variant]
    assert rules.title
    assert rules.help
    assert rules.title not in [other.title for other in others]
    assert rules.words not in [other.words for other in others], f"words of {variant}"


@pytest.mark.parametrize("variant", VARIANT_RULES)
def test_a_variant_is_in_the_documentation_and_the_guide(variant: str) -> None:
    row = f"| `{variant}` | {VARIANT_RULES[variant].help}"
    assert row in (PAGES / "kings-lows.md").read_text("utf-8"), f"kings-lows.md has no row {row}"
    assert VARIANT_RULES[variant].help in GUIDES["kings-lows"].terms["Variant"]


def test_variants_are_in_the_commands_help(capsys: pytest.CaptureFixture[str]) -> None:
    text = _help("kings-lows", "odds", capsys=capsys).replace("- ", "-")
    missing = [variant for variant in VARIANT_RULES if variant not in text]
    assert not missing, f"the help of --variant lacks {missing}"


def test_variants_are_in_the_panels_menu(open_panel: OpenPanel) -> None:
    menu = open_panel(KingsLowsPanel).variant
    shown = {menu.itemText(i) for i in range(menu.count())}
    assert shown == {rules.title for rules in VARIANT_RULES.values()}


# -- agents ----------------------------------------------------------------------------------------


def test_every_agent_class_of_slave_is_registered() -> None:
    for name, kind in AGENTS.items():
        assert make_agent(name).name == (kind.plays.partition("?")[0] or name)
    for module in pkgutil.iter_modules(agents.__path__, f"{agents.__name__}."):
        importlib.import_module(module.name)
    classes = {c.name for c in BaseAgent.__subclasses__() if c.__module__.startswith("engine.")}
    assert classes <= set(AGENTS), f"add to AGENTS: {classes - set(AGENTS)}"


def test_kernels_play_an_agent_by_its_number() -> None:
    numbers = {name: kind.kernel for name, kind in AGENTS.items() if kind.kernel is not None}
    expected = {"random": players.RANDOM, "greedy": players.GREEDY, "heuristic": players.HEURISTIC}
    assert numbers == expected


@pytest.mark.parametrize("game", LEAGUE)
def test_every_agent_plays_in_the_league(game: str) -> None:
    playing = {text.partition("?")[0] for text in LEAGUE[game].agents}
    kinds = find_game(game).agents.items()  # named opponents have a ladder of their own
    missing = {name for name, kind in kinds if not kind.level} - playing
    assert not missing, f"LEAGUE of {game} lacks {missing}"


def test_agents_are_in_the_commands_help(capsys: pytest.CaptureFixture[str]) -> None:
    text = _help("slave", "tournament", capsys=capsys)
    missing = [name for name in AGENTS if name not in text]
    assert not missing, f"the help of `slave tournament` lacks {missing}"


@pytest.mark.parametrize("kind", [SlavePanel, KonkanPanel])
def test_every_agent_may_sit_down_at_the_table(
    open_panel: OpenPanel, kind: type[SlavePanel] | type[KonkanPanel]
) -> None:
    panel = open_panel(kind)
    panel.tabs.setCurrentIndex(1)
    [page] = panel.findChildren(TablePage)
    menu = page.seat_combos[-1]
    shown = {menu.itemData(i) for i in range(menu.count())}
    missing = set(find_game(panel.game).agents) - shown
    assert not missing, f"the table of {panel.game} lacks {missing}"


# -- panels ----------------------------------------------------------------------------------------


def test_every_panel_is_in_the_help_of_the_window(capsys: pytest.CaptureFixture[str]) -> None:
    text = _help("gui", capsys=capsys).replace("- ", "-")
    missing = [key for key, _ in PANELS if key not in text]
    assert not missing, f"the help of `gui --panel` lacks {missing}"


# -- defaults --------------------------------------------------------------------------------------


def test_rust_has_the_same_default_rules_of_konkan() -> None:
    source = (ROOT / "rust_meld" / "src" / "konkan" / "game.rs").read_text("utf-8")
    block = source.partition("impl Default for Rules")[2].partition("\n}\n")[0]
    values = {"true": True, "false": False}
    found = re.findall(r"^ +(\w+): (\w+),$", block, re.MULTILINE)
    rust = {name: values[text] if text in values else int(text) for name, text in found}
    other = {name for name, value in asdict(DEFAULT_RULES).items() if rust.get(name) != value}
    assert not other, f"rust_meld/src/konkan/game.rs has other defaults of {sorted(other)}"
    assert list(rust) == list(asdict(DEFAULT_RULES))  # `as_tuple` crosses in this order


def test_prose_has_the_threshold_of_the_rules() -> None:
    number = str(DEFAULT_RULES.threshold)
    assert number in GUIDES["konkan"].rules
    for page, words in (
        ("games/konkan.md", f"come down with {number} points"),
        ("glossary.md", f"the points needed to come down: {number}"),
    ):
        assert words in (PAGES.parent / page).read_text("utf-8"), f"docs/pages/{page}: {words}"


@pytest.mark.parametrize(
    ("game", "effort", "command", "option"),
    [
        ("konkan", "simulations", konkan_command.advise, "simulations"),
        ("slave", "n_playouts", slave_command.advise, "playouts"),
    ],
)
def test_a_question_has_one_effort(
    game: str, effort: str, command: Callable[..., None], option: str
) -> None:
    state = find_game(game).deal(5, find_game(game).n_seats[-1], 1)
    assert state.seat is not None
    asked = state.seen(state.seat).request()
    pasted = question_of(position_line(asked))
    default = type(asked).model_fields[effort].default
    assert getattr(asked, effort) == getattr(pasted, effort) == default
    assert signature(command).parameters[option].default.default == default


@pytest.mark.parametrize("name", TABLE_GAMES)
def test_a_stored_game_keeps_all_its_rules(name: str) -> None:
    game = find_game(name)
    n_seats = game.n_seats[-1]
    table = GameTable(game, [HUMAN] * n_seats, 1, 5)
    stored = table.record.rules
    missing = [option.key for option in game.rules_type.options() if f"{option.key}=" not in stored]
    assert not missing, f"the record of {name} lacks {missing}"
    assert GameTable.of(table.record).rules == table.rules


@pytest.mark.parametrize("name", TABLE_GAMES)
def test_a_stored_session_keeps_all_its_rules(name: str) -> None:
    game = find_game(name)
    plan = plan_match(["random"] * game.n_seats[-1], 1, 5, name)
    stored = plan.to_json()
    missing = [option.key for option in game.rules_type.options() if f"{option.key}=" not in stored]
    assert not missing, f"the plan of {name} lacks {missing}"
    assert SessionPlan.from_json(stored) == plan


def test_a_stored_default_survives_another_default() -> None:
    @dataclass(frozen=True, slots=True)
    class Later(KonkanRules):
        threshold: Annotated[int, RuleOption("Threshold", 1, 140)] = 71

    assert Later().threshold == 71
    assert Later.read(KonkanRules().full_text).threshold == DEFAULT_RULES.threshold
