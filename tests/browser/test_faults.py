"""What can happen to a page while the bot plays it: each fault in a real Chromium."""

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from automation.doctor import examine
from automation.errors import (
    NoBoardFitsError,
    NoGameShownError,
    PageRefusedError,
    PartNotFoundError,
)
from automation.profiles import load_profile
from automation.recording import Recording
from automation.site import Patience, PokleSite
from automation.state import GameState, Proposal
from engine.cards import format_cards
from tests.browser.stage import Stage

pytestmark = pytest.mark.browser

FOR_EVER_S = 10_000.0  # much longer than a test may take
LOG_SUBMITS = """
addEventListener("click", (event) => {
  if (event.target.id !== "submit-button") return;
  const cells = [...document.querySelectorAll('.guess-button[active="true"]')];
  console.info("SUBMIT " + cells.map((c) => c.textContent + c.getAttribute("suit")).join(" "));
}, true);
"""
COVER = """
setInterval(() => {
  const button = document.querySelector("#submit-button");
  if (!button || document.querySelector("#cover")) return;
  const cover = document.createElement("div");
  cover.id = "cover";
  cover.textContent = "Correct guesses are auto-selected";
  const box = button.getBoundingClientRect();
  cover.style = `position:fixed; z-index:9; background:#fff; left:${box.x - 5}px; ` +
    `top:${box.y - 5}px; width:${box.width + 10}px; height:${box.height + 10}px`;
  document.body.append(cover);
  %s
}, 20);
"""
REMOVE = """
setInterval(() => {
  if (document.querySelector(".stage-tag") && document.querySelector(".rank-button"))
    document.querySelectorAll(%r).forEach((part) => part.remove());
}, 5);
"""


def submits(stage: Stage) -> list[str]:
    """The guesses that were submitted. A page may reload just before a click: then its row is
    empty, and it takes no guess.
    """
    return [line for line in stage.tabs.log if line.startswith("SUBMIT") and "?" not in line]


def never(state: GameState) -> Proposal:
    raise AssertionError("a page that is refused must not be thought about")


def test_slow_colours_that_come_out_of_order(stage: Stage) -> None:
    url = stage.server.url(seed=5, pace=0.4, order="scattered")
    start_s = time.monotonic()
    outcome = stage.play(url=url, max_guesses=1)
    assert time.monotonic() - start_s > 1
    assert outcome.status == "out of guesses"
    assert len(stage.record.turns[0].row.colors) == 5


def test_reload_while_a_guess_is_typed(stage: Stage) -> None:
    stage.server.inject(LOG_SUBMITS)
    stage.server.inject("""
      setInterval(() => {
        const typed = document.querySelectorAll('.guess-button[active="true"]:not([suit=""])');
        if (typed.length < 3 || sessionStorage.reloaded) return;
        sessionStorage.reloaded = "yes";
        location.reload();
      }, 1);
    """)
    assert stage.play(max_guesses=1).n_guesses == 1
    assert len(set(submits(stage))) == len(submits(stage)) == len(stage.record.turns)


def test_reload_while_a_guess_is_typed_by_a_page_that_forgets_its_rows(stage: Stage) -> None:
    stage.server.inject(LOG_SUBMITS)
    stage.server.inject("""
      setInterval(() => {
        const typed = '#flop-table > tr:nth-child(3) [active="true"]:not([suit=""])';
        if (document.querySelectorAll(typed).length < 3 || sessionStorage.reloaded) return;
        localStorage.removeItem("gameString");
        sessionStorage.reloaded = "yes";
        location.reload();
      }, 1);
    """)
    assert stage.play(max_guesses=2).n_guesses == 2
    assert "the page was reloaded: reading it again" in stage.record.notes
    assert len(set(submits(stage))) == len(submits(stage)) == len(stage.record.turns)


@pytest.mark.parametrize("lost", ["", 'localStorage.removeItem("gameString")'])
def test_reload_between_a_typed_row_and_its_submission(stage: Stage, lost: str) -> None:
    stage.server.inject(LOG_SUBMITS)
    reloaded = []

    def reload_once(site: PokleSite, phase: str) -> None:
        if phase.startswith("filled") and stage.record.turns and not reloaded:
            reloaded.append(phase)
            stage.tabs.page.evaluate(lost)
            stage.tabs.page.reload()

    assert stage.play(max_guesses=2, on_phase=reload_once).n_guesses == 2
    assert reloaded == ["filled 2"]
    assert "the page was reloaded: reading it again" in stage.record.notes
    assert len(set(submits(stage))) == len(submits(stage)) == len(stage.record.turns)


def reload(stage: Stage) -> None:
    stage.tabs.page.reload()


def forget(stage: Stage) -> None:
    """The page loses its rows."""
    stage.tabs.page.evaluate("localStorage.clear()")
    stage.tabs.page.reload()


def crash(stage: Stage) -> None:
    stage.tabs.crash()


def outage(stage: Stage) -> None:
    """The server goes away, the tab with it, and comes back."""
    stage.server.stop()
    threading.Timer(0.4, stage.server.start).start()
    stage.tabs.crash()


@pytest.mark.parametrize("happens", [reload, forget, crash, outage])
def test_nothing_that_happens_between_two_guesses_costs_one(
    stage: Stage, happens: Callable[[Stage], None]
) -> None:
    stage.server.inject(LOG_SUBMITS)
    stage.record.after_turn = lambda turn: happens(stage) if turn.number == 1 else None
    outcome = stage.play(max_guesses=2, patience=Patience(retry_s=0.3))
    assert outcome.n_guesses == 2
    assert stage.record.turns[1].number == 2
    assert len(set(submits(stage))) == len(submits(stage)) == len(stage.record.turns)
    is_lost = happens in (crash, outage)
    assert any("restarting" in note for note in stage.record.notes) == is_lost


def test_server_that_is_away_at_the_start(stage: Stage) -> None:
    stage.server.stop()
    threading.Timer(0.4, stage.server.start).start()
    outcome = stage.play(max_guesses=1, patience=Patience(retry_s=0.3))
    assert outcome.status == "out of guesses"


def test_returning_visitor_sees_no_tutorial(stage: Stage) -> None:
    stage.server.inject("localStorage.tutorialSeen = 'true'")
    stage.server.inject("""
      setInterval(() => document.querySelector("dialog#intro[open]") && console.info("INTRO"), 5);
    """)
    assert stage.play(max_guesses=1).n_guesses == 1
    assert "INTRO" not in stage.tabs.log


@pytest.mark.parametrize("end", ["setTimeout(() => cover.style.display = 'none', 400);", ""])
def test_toast_over_the_submit_button(stage: Stage, end: str) -> None:
    stage.server.inject(COVER % end)
    patience = Patience(obstacle_s=2 if end else 0.3)
    assert stage.play(max_guesses=1, patience=patience).status == "out of guesses"
    assert len(stage.record.turns) == 1


def test_a_tutorial_that_stays_unseen_is_left_alone(stage: Stage) -> None:
    stage.server.inject("""
      localStorage.tutorialSeen = "true";
      addEventListener("DOMContentLoaded", () => {
        const intro = document.querySelector("#intro");
        intro.show();
        intro.style = "opacity: 0; pointer-events: none";
      });
    """)
    assert stage.play(max_guesses=1).status == "out of guesses"


def test_a_tutorial_that_comes_late(stage: Stage) -> None:
    stage.server.inject("""
      localStorage.tutorialSeen = "true";
      const watch = setInterval(() => {
        if (!document.querySelector('.guess-button[active="true"]:not([suit=""])')) return;
        clearInterval(watch);
        document.querySelector("#intro-end-button").onclick = (event) =>
          event.target.closest("dialog").close();
        document.querySelector("#intro").showModal();
      }, 1);
    """)
    assert stage.play(max_guesses=1).status == "out of guesses"
    assert len(stage.record.turns) == 1


AFTER_THE_TUTORIAL = """
const style = document.createElement("style");
style.textContent = "html:not(.seen) table { display: none !important }";
document.documentElement.append(style);
setInterval(() => localStorage.tutorialSeen === "true" &&
  document.documentElement.classList.add("seen"), 5);
"""
HASTY = Patience(draw_s=0.6, part_s=0.6, still_s=0.6)


def test_a_person_has_time_to_read_the_tutorial(stage: Stage) -> None:
    stage.server.inject(AFTER_THE_TUTORIAL)
    stage.server.inject("""
      setTimeout(() => setInterval(() =>
        document.querySelector("dialog[open] button")?.click(), 50), 3000);
    """)
    player = stage.player(mode="watch", patience=Patience(draw_s=2, part_s=2, still_s=2))
    stage.record.after_proposal = lambda state, proposal: player.stop()
    assert player.run().status == "stopped"
    assert len(stage.record.states) == 1


def test_the_doctor_says_that_the_tutorial_comes_first(stage: Stage) -> None:
    stage.server.inject(AFTER_THE_TUTORIAL)
    site = PokleSite(stage.tabs.page, load_profile("practice").profile, HASTY)
    url = stage.server.url(seed=5, pace=0)
    found = examine(site, url)
    assert "the tutorial covers the game" in found.problem
    assert not found.is_sound
    stage.play(mode="propose")
    assert examine(site, url).is_sound


def test_a_game_that_comes_after_the_tutorial_is_recorded(stage: Stage, tmp_path: Path) -> None:
    stage.server.inject(AFTER_THE_TUTORIAL)
    recording = Recording(tmp_path, load_profile("practice").profile)
    outcome = stage.play(max_guesses=1, on_phase=recording.keep)
    assert outcome.n_guesses == 1
    names = [phase.name for phase in recording.phases]
    assert names == ["first look", "start", "filled 1", "guess 1"]


def test_trophies_that_give_way_to_hand_names(stage: Stage) -> None:
    stage.server.inject("""
      setInterval(() => document.querySelector(".trophy-pic:not(:empty)") &&
        document.querySelectorAll(".trophy-pic").forEach((picture) => picture.remove()), 1);
    """)
    assert stage.play().status == "won"


SAMPLE = """
addEventListener("DOMContentLoaded", () => {
  const help = document.createElement("section");
  const trophies = ["gold", "silver", "bronze"].map((word) =>
    `<td><div class="trophy-pic" style='background-image: url("${word}.svg")'></div></td>`);
  const row = `<tr><td class="stage-tag">Turn</td>${trophies.join("")}</tr>`;
  const names = `<tr><td></td>${'<td class="name-tag">You</td>'.repeat(3)}</tr>`;
  help.innerHTML = `<table>${names}${row}</table>`;
  %s
  setInterval(() => {
    const table = document.querySelector("#board > tbody");
    if (table && !table.querySelector(".sample")) {
      table.insertAdjacentHTML("afterbegin", row);
      table.firstChild.className = "sample";
      table.firstChild.style.%s;
    }
  }, 1);
  document.body.prepend(help);
});
"""


@pytest.mark.parametrize(
    ("box", "row"),
    [
        ("help.hidden = true", "display = 'none'"),
        ("help.style.display = 'none'", "visibility = 'hidden'"),
        ("help.style = 'position: fixed; opacity: 0.5; pointer-events: none'", "display = 'none'"),
    ],
)
def test_samples_of_the_help_are_no_trophies(stage: Stage, box: str, row: str) -> None:
    stage.server.inject(SAMPLE % (box, row))
    shown = stage.play(mode="propose").state
    trophies = stage.tabs.page.locator("#board tr:not(.sample) .trophy-pic")
    pictures = trophies.evaluate_all("all => all.map((e) => e.style.backgroundImage)")
    places = [["gold", "silver", "bronze"].index(p[5:].partition(".")[0]) + 1 for p in pictures]
    assert shown is not None
    assert [place for street in shown.puzzle.places for place in street] == places
    assert "You" not in shown.names


def test_a_page_with_a_strict_content_policy(stage: Stage) -> None:
    policy = "default-src 'self'; script-src 'self'; style-src 'self'"
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy}">'
    stage.server.assets["/"] = stage.server.assets["/"].replace(
        b"<title>", meta.encode() + b"<title>"
    )
    assert stage.play(max_guesses=1).n_guesses == 1


def test_a_guess_that_the_page_refuses(stage: Stage) -> None:
    stage.server.inject("""
      addEventListener("click", (event) => {
        const cells = [...document.querySelectorAll('.guess-button[active="true"]')];
        const guess = cells.map((c) => c.textContent + c.getAttribute("suit")).join(" ");
        if (event.target.id !== "submit-button") return;
        window.refused ??= guess;
        if (guess === window.refused) event.stopPropagation();
      }, true);
    """)
    outcome = stage.play(max_guesses=1, patience=Patience(refusal_s=0.8))
    assert outcome.n_guesses == 1
    assert len(stage.record.notes) == 1
    refused = format_cards(stage.record.proposals[0].guess)
    assert refused not in {format_cards(row.guess) for row in outcome.state.rows}


def test_a_page_that_refuses_everything(stage: Stage) -> None:
    stage.server.inject("""
      addEventListener("click", (event) => {
        if (event.target.id === "submit-button") event.stopPropagation();
      }, true);
    """)
    first = Proposal(stage.play(mode="propose").proposal.guess, 1)
    with pytest.raises(PageRefusedError, match="refuses every guess"):
        stage.play(lambda state: first, patience=Patience(refusal_s=0.5))


def test_a_page_that_refuses_one_guess_after_the_other(stage: Stage) -> None:
    stage.server.inject(LOG_SUBMITS)
    stage.server.inject("""
      document.addEventListener("click", (event) => {
        if (event.target.id === "submit-button") event.stopPropagation();
      }, true);
    """)
    with pytest.raises(PageRefusedError, match=r"refused 3 guesses in a row, the last"):
        stage.play(patience=Patience(refusal_s=0.5))
    assert len(set(submits(stage))) == 3
    assert len(stage.record.notes) == 2


@pytest.mark.parametrize(
    ("selector", "part"),
    [
        ("#p2card1", "hole card 1 of player 2"),
        ("#board .trophy-pic", "flop trophy of player 1"),
        ("#river-table > tr", "card 5 of guess 1"),
        (".rank-button", "key 10"),
    ],
)
def test_changed_page(stage: Stage, tmp_path: Path, selector: str, part: str) -> None:
    stage.server.inject(REMOVE % selector)
    patience = Patience(part_s=1, obstacle_s=0.5)
    with stage.refusal(PartNotFoundError, f"{part}.* was not found") as caught:
        stage.play(evidence_dir=tmp_path / "evidence", patience=patience)
    assert str(tmp_path / "evidence") in str(caught.value)
    assert (tmp_path / "evidence" / "page.png").read_bytes().startswith(b"\x89PNG")
    assert "keyboard-table" in (tmp_path / "evidence" / "page.html").read_text()
    lines = (tmp_path / "evidence" / "error.txt").read_text().splitlines()
    assert part in lines[0]
    assert lines[1:] == [f"address: {stage.server.url(seed=5, pace=0)}", "profile: practice"]


def test_a_missing_part_ends_the_game_long_before_all_patience_is_spent(stage: Stage) -> None:
    stage.server.inject(REMOVE % "#submit-button")
    with stage.refusal(PartNotFoundError, "submit button was not found"):
        stage.play(patience=Patience(part_s=1, obstacle_s=0.5, total_s=FOR_EVER_S))
    assert len(stage.record.proposals) == 1
    assert not stage.record.turns


def test_another_page_altogether_is_given_up(stage: Stage) -> None:
    stage.server.assets["/"] = b"<!doctype html><title>Moved</title><p>We have moved."
    with stage.refusal(NoGameShownError, r'no game is visible, only "We have moved."'):
        stage.play(never, patience=Patience(draw_s=1, part_s=FOR_EVER_S, total_s=FOR_EVER_S))


def test_a_page_that_is_drawn_late(stage: Stage) -> None:
    stage.server.tamper = lambda puzzle: time.sleep(3)
    patience = Patience(part_s=2)
    assert stage.play(max_guesses=1, patience=patience).status == "out of guesses"


def test_colours_that_fit_no_board(stage: Stage, tmp_path: Path) -> None:
    lie = b"export const colours = () => [2, 2, 2, 2, 1];"  # a suit that would be pardoned
    stage.server.assets["/feedback.js"] = lie
    with pytest.raises(NoBoardFitsError, match=r"no board fits.*rows: .*🟩🟩🟩🟩🟨"):
        stage.play(evidence_dir=tmp_path, patience=Patience(still_s=0.8))
    assert stage.record.turns[-1].boards_left == 0
    assert (tmp_path / "page.png").exists()


@pytest.mark.parametrize("name", ["Ada" * 3000, "", "\u202e\x1b"])
def test_endless_text_or_nothing_in_a_name_is_refused(stage: Stage, name: str) -> None:
    stage.server.tamper = lambda puzzle: puzzle.update(names=[name, "Bruno", "Chloe"])
    with stage.refusal(PageRefusedError, "is not a name"):
        stage.play(never, patience=Patience(part_s=0.8))


@pytest.mark.parametrize(
    ("name", "read"),
    [
        ("<img src=x onerror=console.info('RUN')>", "<img src=x onerror=console.info('RUN')>"),
        ("A/B", "A/B"),
        ("Zoë 👍🏽", "Zoë 👍🏽"),
        ("a\u202e\x1b[31mb", "a[31mb"),
    ],
)
def test_a_name_stops_no_game(stage: Stage, name: str, read: str) -> None:
    stage.server.tamper = lambda puzzle: puzzle.update(names=[name, "Bruno", "Chloe"])
    assert stage.play(mode="propose").status == "proposed"
    assert stage.record.states[0].names[0] == read
    assert "RUN" not in stage.tabs.log


@pytest.mark.parametrize("rank", ["99", "1", "<b>K</b>", "K" * 9000, "10; alert(1)"])
def test_absurd_ranks_are_refused(stage: Stage, rank: str) -> None:
    stage.server.inject(
        f"setInterval(() => document.querySelector('#p1card1')?.replaceChildren({rank!r}), 5)"
    )
    with stage.refusal(PageRefusedError, "hole card 1 of player 1 shows"):
        stage.play(never, patience=Patience(part_s=0.8))


def test_places_that_are_no_ranking_are_refused(stage: Stage) -> None:
    stage.server.tamper = lambda puzzle: puzzle["places"].update(turn=[2, 3, 3])
    with stage.refusal(PageRefusedError, "no Pokle puzzle: The turn's places"):
        stage.play(never, patience=Patience(part_s=0.8))
