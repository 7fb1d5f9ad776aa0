"""Why a move is good, in a few words of the table: what it gets rid of, keeps, or risks."""

from dataclasses import dataclass

from engine.cards import in_symbols
from engine.poker.hands import plural_of
from engine.slave import row as rounds
from engine.slave.actions import PASS_ACTION
from engine.slave.card import FULL_DECK, from_mask
from engine.slave.rules import KIND_NAMES, Play, all_of, decode_action, groups_of, valid_plays_of
from engine.slave.view import PlayerView
from engine.words import counted

HIGH_RANK = 11  # aces and twos in ranks counted from 3


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that a move does to the hand or the trick, in words."""

    kind: str  # two effects of one kind do not set two moves apart: "breaks", "keeps high"
    text: str
    is_cost: bool = False
    is_gain: bool = False


def group_text(held: int) -> str:
    """Return cards of one rank in words: "2♠", "the pair of nines", "the triple of kings"."""
    cards = from_mask(held)
    if len(cards) == 1:
        return cards[0].symbol
    return f"the {KIND_NAMES[len(cards)]} of {plural_of(cards[0].rank)}"


def cannot_be_beaten(view: PlayerView, play: Play) -> bool:
    """Return True if no unseen cards in opponents' hands can beat this play."""
    most = max(view.cards_left(s) for s in range(4) if s != view.seat)
    unseen = FULL_DECK & ~int(view.row[rounds.PLAYED]) & ~view.hand
    return not any(0 < answer.kind <= most for answer in valid_plays_of(unseen, play))


def explain_move(view: PlayerView, action: int) -> str:
    """Return one line on what a move does to the hand and to the trick."""
    if len(view.legal_actions()) == 1:
        return "nothing beats it" if action == PASS_ACTION else "the only legal move"
    return ", ".join(effect.text for effect in effects_of(view, action))


def contrast_moves(view: PlayerView, played: int, better: int) -> tuple[str, str]:
    """Return what a move costs that a better one does not, and what only the better one gains.

    Either may be "". A high card that is spent is named only if the better one gains nothing else.
    """
    first, second = (effects_of(view, action) for action in (played, better))
    same = {what for effect in first for what in (effect.kind, effect.text)}
    same |= {"keeps high"} if played == PASS_ACTION else set()
    kinds = {effect.kind for effect in second}
    costs = [effect for effect in first if effect.is_cost and effect.kind not in kinds]
    gains = [e.text for e in second if e.is_gain and not same & {e.kind, e.text}]
    named = [effect.text for effect in costs if effect.kind != "spends" or not gains]
    return " and ".join(named), " and ".join(gains)


def effects_of(view: PlayerView, action: int) -> list[Effect]:
    """Return what a move does, one effect or more, where there is a choice."""
    if action == PASS_ACTION:
        return [_effect_of_pass(view)]
    play = decode_action(action, view.hand)
    rest = view.hand & ~play.mask
    if not rest:
        return [Effect("out", "plays the last cards and is out", is_gain=True)]
    return [*_what_it_takes(view, play), *_what_it_does(view, play, rest)]


def _what_it_takes(view: PlayerView, play: Play) -> list[Effect]:
    held = view.hand & all_of(play.top // 4)
    if held != play.mask:
        return [Effect("breaks", f"breaks {group_text(held)}", is_cost=True)]
    if play.top >= 4 * HIGH_RANK and not cannot_be_beaten(view, play):
        return [Effect("spends", f"spends {group_text(held)}", is_cost=True)]
    if play.mask == groups_of(view.hand)[0]:
        return [Effect("lowest", f"gets rid of {_the_lowest(play)}", is_gain=True)]
    return []


def _the_lowest(play: Play) -> str:
    if len(play.cards) == 1:
        return "your lowest card"
    return f"your lowest {KIND_NAMES[len(play.cards)]}"


def _what_it_does(view: PlayerView, play: Play, rest: int) -> list[Effect]:
    effects = []
    if cannot_be_beaten(view, play):
        effects.append(Effect("leads", "cannot be beaten, so you lead next", is_gain=True))
    n_groups = len(groups_of(rest))
    if n_groups == 1:
        effects.append(Effect("last play", "leaves one last play", is_gain=True))
    kept = _high_groups(rest)
    if kept and n_groups > 1:
        effects.append(Effect("keeps high", f"keeps {kept} to win back the lead", is_gain=True))
    return effects or [Effect("plays left", f"leaves {counted(n_groups, 'play')}")]


def _high_groups(hand: int) -> str:
    high = [group for group in groups_of(hand) if group.bit_length() - 1 >= 4 * HIGH_RANK]
    return " and ".join(group_text(group) for group in reversed(high))


def _effect_of_pass(view: PlayerView) -> Effect:
    """Say what passing keeps: a play that breaks nothing if there is one, else a group."""
    plays = [decode_action(a, view.hand) for a in view.legal_actions() if a != PASS_ACTION]
    held = [view.hand & all_of(play.top // 4) for play in plays]
    whole = [cards for play, cards in zip(plays, held, strict=True) if cards == play.mask]
    if not whole:
        return Effect("keeps whole", f"beating it would break {group_text(held[0])}")
    cheapest = whole[0]
    if cheapest.bit_length() - 1 >= 4 * HIGH_RANK:
        text = f"keeps {group_text(cheapest)} to win back the lead"
        return Effect("passes high", text, is_gain=True)
    return Effect("passes", f"keeps {group_text(cheapest)} for a better moment", is_gain=True)


def explain_gift(hand: int, gift: int, incoming: int) -> str:
    """Return one line on what giving these cards does to the hand."""
    after = counted(len(groups_of(hand & ~gift | incoming)), "play")
    broken = [g for g in groups_of(hand) if g & gift and g & ~gift]
    if broken:
        return f"breaks {group_text(broken[0])}, leaves {after}"
    given = groups_of(gift)
    loose = "a loose card" if len(given) == 1 else "two loose cards"
    what = group_text(given[0]) if len(given) < gift.bit_count() else loose
    got = in_symbols(from_mask(incoming))
    return f"clears {what}, leaves {after} with {got}"
