"""Describe what the bot finds on a page: diagnosis, recordings, and the profile in force.

The command line prints the lines, the window lists them; neither knows more of a page than this.
"""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from assistant import paths
from assistant.pokle_bot import (
    BotRequest,
    browser_options,
    make_player,
    open_site,
    profile_with_origins,
    profiles_dir,
    site_profile,
)
from automation.listener import Listener
from automation.state import row_words
from engine.cards import in_symbols, parse_cards
from engine.errors import Cancelled, InputError, UnavailableError
from engine.pokle.feedback import parse_row
from engine.pokle.rules import STREETS
from engine.words import counted

if TYPE_CHECKING:
    from automation.doctor import Diagnosis, PartFinding
    from automation.profiles import ProfileWithOrigins
    from automation.recording import Recording, Replayed
    from automation.repair import RepairStep
    from automation.site import PokleSite

    OnStep = Callable[[RepairStep], object]
    OnPhase = Callable[[PokleSite, str], object]


def examine_page(
    request: BotRequest, should_stop: Callable[[], bool] = lambda: False
) -> "Diagnosis":
    """Open the page and diagnose it."""
    from automation.doctor import examine
    from automation.site import PokleSite

    profile = site_profile(request.site)
    with open_site(request) as opened:
        site = PokleSite(opened.tabs.page, profile, should_stop=should_stop)
        return examine(site, opened.url)


def record_game(
    request: BotRequest, folder: Path, should_stop: Callable[[], bool] = lambda: False
) -> "tuple[Recording, str]":
    """Record a game: the bot plays it, or a person if it is headed; and why it ended early."""
    from automation.errors import TabLostError
    from automation.recording import Recording, record_by_hand
    from automation.site import PokleSite

    profile = site_profile(request.site)
    recording = Recording(folder, profile)
    try:
        if not request.headed:
            make_player(request, Listener(), _unless(should_stop, recording.keep)).run()
            return recording, ""
        with open_site(request.model_copy(update={"mode": "watch"})) as opened:
            site = PokleSite(opened.tabs.page, profile)
            record_by_hand(site, opened.url, recording, should_stop)
    except TabLostError:
        return recording, ""  # the person closed the window
    except UnavailableError as error:
        return recording, str(error)
    return recording, ""


def _unless(should_stop: Callable[[], bool], keep: "OnPhase") -> "OnPhase":
    """Keep phases until asked to stop: the player then leaves the game as it is."""

    def kept(site: "PokleSite", phase: str) -> None:
        if should_stop():
            raise Cancelled("the recording was stopped")
        keep(site, phase)

    return kept


def replay_game(request: BotRequest, folder: Path) -> "list[Replayed]":
    """Look at a recording again, without any site."""
    from automation.browser import Chrome
    from automation.recording import load_index, replay

    load_index(folder)  # before a browser is started for nothing
    options = browser_options(request.model_copy(update={"site": "practice", "url": ""}))
    with Chrome(options) as tabs:
        return list(replay(folder, tabs.page, site_profile(request.site)))


def repair_page(
    request: BotRequest,
    on_step: "OnStep" = lambda step: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    """Let a person repair the profile of a site by pointing at the parts of its page."""
    from automation.site import PokleSite

    is_file = request.site.endswith(".toml")
    file = Path(request.site) if is_file else profiles_dir() / f"{request.site}.toml"
    with open_site(request.model_copy(update={"mode": "watch", "headed": True})) as opened:
        site = PokleSite(opened.tabs.page, site_profile(request.site), should_stop=should_stop)
        folder = paths.data_dir() / "repaired"
        yield from repair_open_page(site, opened.url, folder, file, on_step, should_stop)


def repair_open_page(
    site: "PokleSite",
    url: str,
    folder: Path,
    file: Path,
    on_step: "OnStep" = lambda step: None,
    should_stop: Callable[[], bool] = lambda: False,
) -> Iterator[str]:
    """Ask for the parts, test the new profile on the recording, and save it."""
    from automation.profiles import read_profile
    from automation.recording import Recording, replay
    from automation.repair import ProfileRepairer
    from engine.files import make_folder, write_text

    recording = Recording(folder / "recording", site.profile)
    repairer = ProfileRepairer(site, recording, on_step, should_stop)
    try:
        repairer.run(url)
    except (InputError, UnavailableError) as error:
        yield f"Not repaired, nothing is saved: {error}"
        return
    repaired = repairer.draft.applied(site.profile)
    context = site.tab.page.context
    page = context.new_page()
    try:
        replayed = list(replay(recording.folder, page, repaired))
    finally:
        page.close()
        context.set_offline(False)
    for each in replayed:
        yield f"{each.phase.name}: {each.diagnosis.problem or _read_words(each.reads)}"
        yield from reading_lines(each.reads)
    n_rows = [len(each.reads["rows"]) if each.reads else -1 for each in replayed]
    if not n_rows or -1 in n_rows or n_rows[-1] <= n_rows[0]:
        yield "Not repaired, nothing is saved: the recording is not read with the new profile"
        return
    make_folder(file.parent)
    before: dict[str, Any] = {}
    if file.exists():
        before, kept = read_profile(file), file.with_name(f"{file.name}.before")
        write_text(kept, file.read_text("utf-8"))
        yield f"The previous profile is kept as {kept}."
    write_text(file, repairer.draft.as_toml(before))
    yield f"The profile is repaired and saved in {file}."


def diagnosis_lines(diagnosis: "Diagnosis") -> Iterator[str]:
    """Yield, part by part, each way that looks for it and what it found."""
    yield diagnosis.url
    for finding in diagnosis.findings:
        yield from _finding_lines(finding)
    yield from reading_lines(diagnosis.reads)
    yield diagnosis.verdict


def reading_lines(reads: dict[str, Any] | None) -> Iterator[str]:
    """Yield the puzzle and the rows as they are read, for a person to compare."""
    if reads is None:
        return
    yield "The page is read as:"
    hands = [in_symbols(parse_cards(hand)) for hand in reads["hole"]]
    table = [("", reads["names"]), ("hole", hands), *zip(STREETS, reads["places"], strict=True)]
    for heading, cells in table:
        yield f"{heading:<9}{''.join(f'{cell:<12}' for cell in cells)}".rstrip()
    for number, row in enumerate(reads["rows"], 1):
        yield f"guess {number}  {row_words(parse_row(row))}"


def _finding_lines(finding: "PartFinding") -> Iterator[str]:
    for number, way in enumerate(finding.ways):
        name = finding.part if number == 0 else ""
        count = f"{way.n_found}/{finding.n_expected}"
        yield f"{name:<14} {_mark(finding, number):<8} {count:>6}   {way.selector}"
        if way.problem and not finding.is_sound:
            yield f"{'':<31}{way.problem}"


def _mark(finding: "PartFinding", number: int) -> str:
    if number == finding.used:
        return "used"
    if not finding.ways[number].problem:
        return ""
    return "fails" if finding.is_sound else "MISSING"


def recording_lines(recording: "Recording") -> Iterator[str]:
    """Yield what was kept, phase by phase."""
    for phase in recording.phases:
        yield f"{phase.file}: {phase.problem or _read_words(phase.reads)}"
    yield f"{counted(len(recording.phases), 'phase')} kept in {recording.folder}"


def replay_lines(replayed: "list[Replayed]", repaired: bool = False) -> Iterator[str]:
    """Yield how each phase is read now; then the first that cannot be, part by part.

    With a profile of the user's own, what is read differently is what was repaired.
    """
    for each in replayed:
        now = each.diagnosis.problem or _read_words(each.reads)
        yield f"{each.phase.file}: {now}{_difference(each, repaired)}"
        if not each.is_same:
            yield from (f"    {line}" for line in reading_lines(each.reads))
    for broken in [each for each in replayed if each.reads is None][:1]:
        yield from diagnosis_lines(broken.diagnosis)
    n_new = sum(not each.is_same and each.reads is not None for each in replayed)
    if repaired and n_new and replay_is_sound(replayed, repaired):
        yield f"{counted(n_new, 'phase')} read differently than recorded: the profile helps."


def _difference(replayed: "Replayed", repaired: bool) -> str:
    if replayed.is_same:
        return ""
    if repaired and not replayed.is_worse:
        return "   now read" if replayed.phase.reads is None else "   read differently now"
    return "   NOT AS RECORDED"


def replay_is_sound(replayed: "list[Replayed]", repaired: bool) -> bool:
    """Return True if all is read as recorded; with a repaired profile, if nothing is read worse."""
    if repaired:
        return not any(each.is_worse for each in replayed)
    return all(each.is_same for each in replayed)


def has_own_profile(site: str) -> bool:
    """Return True if a file of the user's own is part of the profile in force."""
    origins = profile_with_origins(site).origins.values()
    return any(not origin.startswith("the program's") for origin in origins)


def _read_words(reads: dict[str, Any] | None) -> str:
    return f"read; {counted(len(reads['rows']) if reads else 0, 'coloured row')}"


def profile_values(sourced: "ProfileWithOrigins") -> dict[str, Any]:
    """Return the keys of a profile, "ways.submit", with their values."""
    values = sourced.profile.model_dump(mode="json")
    return {key: _value(values, key) for key in sourced.origins}


def _value(values: dict[str, Any], key: str) -> Any:
    table, dot, inner = key.partition(".")
    if not dot:
        return values[table]
    return values[table].get(inner, values[table].get(inner.strip().casefold()))


def profile_lines(sourced: "ProfileWithOrigins") -> Iterator[str]:
    """Yield the profile as TOML, with where each key comes from."""
    import json

    source = ""
    for key, value in profile_values(sourced).items():
        if sourced.origins[key] != source:
            source = sourced.origins[key]
            yield f"# from {source}"
        names = (part if part.isidentifier() else f'"{part}"' for part in key.split(".", 1))
        yield f"{'.'.join(names)} = {json.dumps(value, ensure_ascii=False)}"
    own = f"{profiles_dir() / sourced.profile.name}.toml"
    yield f"# To override keys: write them into {own}, or use --site FILE.toml"
