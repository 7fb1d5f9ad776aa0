"""Answers about Hold'em for people: tables, the map of hands, lines of words."""

from typing import TYPE_CHECKING

from assistant.advisors.holdem import HoldemAdvice, HoldemPlayer, type_in_words
from assistant.advisors.holdem_study import HoldemStudy
from assistant.cli.app import print_table
from engine.cards import in_symbols, parse_cards
from engine.errors import CardError
from engine.holdem.combos import CLASS_NAMES, GRID_RANKS, RANK_LETTERS
from engine.holdem.study import PartOdds, Spread
from engine.words import counted, sentence, with_spread

if TYPE_CHECKING:
    from rich.console import Console

N_NEXT_CARDS = 8  # how many of the best and worst next cards are printed
BAR = 40  # letters of a whole bar


def print_advice(advice: HoldemAdvice) -> None:
    """Print everybody's chances as tables, the reason, the call, and the study of a range."""
    from rich.console import Console

    console = Console()
    print_table(("", "hand", "win", "tie", "loss", "equity"), map(_player_cells, advice.players))
    categories = (
        (type_in_words(name), _percent(own), _percent(advice.field_categories[name]))
        for name, own in reversed(advice.hero_categories.items())
    )
    print_table(("", "you", "an opponent"), categories)
    if advice.next_cards:
        console.print(_next_cards(advice), soft_wrap=True)
    console.print(sentence(advice.why), highlight=False, soft_wrap=True)
    if advice.call is not None:
        console.print(sentence(advice.call.words), highlight=False, soft_wrap=True)
    if advice.study is not None:
        _print_study(console, advice.study)
    console.print(f"[dim]({_how(advice)})[/]", highlight=False, soft_wrap=True)


def _next_cards(advice: HoldemAdvice) -> str:
    ranked = sorted(advice.next_cards, key=lambda item: -item.equity)
    best, worst = ranked[:N_NEXT_CARDS], ranked[-N_NEXT_CARDS:]
    return "\n".join(
        f"{name} next cards: " + "  ".join(f"{n.card.symbol} {n.equity:.0%}" for n in cards)
        for name, cards in (("Best", best), ("Worst", worst))
    )


def _player_cells(player: HoldemPlayer) -> tuple[str, ...]:
    shares = map(_percent, (player.win, player.tie, player.loss))
    return player.name, _hand(player.hand), *shares, _equity(player)


def _hand(text: str) -> str:
    """Return known cards with suits as symbols; a range stays as it is written."""
    try:
        cards = parse_cards(text)
    except CardError:
        return text
    return in_symbols(cards) if len(cards) == 2 else text


def _percent(share: float) -> str:
    return f"{share:.2%}"


def _equity(player: HoldemPlayer) -> str:
    if player.low is None or player.high is None:
        return _percent(player.equity)
    return with_spread(player.equity, player.low, player.high)


def _how(advice: HoldemAdvice) -> str:
    count = ", " + counted(advice.n_samples, "case" if advice.exact else "deal")
    if not advice.n_samples:
        count = ""
    precision = "Exact" if advice.exact else f"Sampled, seed {advice.seed}"
    if advice.method == "preflop table":
        precision = "From the preflop table" + (", exact" if advice.exact else "")
    cached = ", remembered" if advice.from_cache else ""
    return f"{precision}{count}, {advice.elapsed_s * 1000:.0f} ms{cached}"


def _print_study(console: "Console", study: HoldemStudy) -> None:
    whose = "Your range" if study.player == "You" else f"The range of {study.player}"
    console.print(f"{whose}, equity of each hand in percent (suited hands right of the pairs):")
    equities = {part.name: part.equity for part in study.hands}
    ranks = [RANK_LETTERS[rank] for rank in GRID_RANKS]
    console.print("  " + "".join(f"{rank:>4}" for rank in ranks), highlight=False)
    for row, rank in enumerate(ranks):
        names = CLASS_NAMES[13 * row : 13 * row + 13]
        console.print(f" {rank}" + "".join(_cell(equities.get(n)) for n in names), highlight=False)
    for title, parts in (("made hand", study.made), ("draw", study.draws)):
        if parts:
            print_table((title, "combos", "of the range", "equity"), map(_part_cells, parts))
    if study.spread is not None:
        console.print(_spread_text(study.spread), highlight=False)


def _cell(equity: float | None) -> str:
    return f"{'·' if equity is None else f'{equity * 100:.0f}':>4}"


def _part_cells(part: PartOdds) -> tuple[str, ...]:
    equity = "–" if part.equity is None else with_spread(part.equity, part.low, part.high, 1)
    return part.name, f"{part.n_combos:g}", f"{part.share:.1%}", equity


def _spread_text(spread: Spread) -> str:
    low, middle, high = (f"{share:.0%}" for share in spread.quartiles)
    how = "all" if spread.exact else "sampled"
    over = f"Equity over {how} {spread.n:,} {spread.over}"
    lines = [f"{over}: median {middle}, middle half {low} to {high}"]
    for place, share in enumerate(spread.bins):
        bar = "#" * round(share * BAR)
        lines.append(f"{place * 10:>3} to {place * 10 + 10:>3}%  {share:>6.1%} {bar}".rstrip())
    return "\n".join(lines)
