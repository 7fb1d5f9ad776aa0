"""Why a move is good, in a few words of the table: what it gets rid of, keeps, or risks."""

from engine.slave import row as rounds
from engine.slave.actions import PASS_ACTION
from engine.slave.card import FULL_DECK, from_mask
from engine.slave.rules import KIND_NAMES, Play, all_of, decode_action, groups_of, valid_plays_of
from engine.slave.view import PlayerView

HIGH_RANK = 11  # aces and twos in ranks counted from 3


def group_text(held: int) -> str:
    """Cards of one rank in words: "2♠", "the pair of 9s", "the triple of Ks"."""
    cards = from_mask(held)
    if len(cards) == 1:
        return cards[0].symbol
    return f"the {KIND_NAMES[len(cards)]} of {cards[0].rank_name}s"


def cannot_be_beaten(view: PlayerView, play: Play) -> bool:
    """True if no unseen cards in rivals' hands can beat this play."""
    most = max(view.cards_left(s) for s in range(4) if s != view.seat)
    unseen = FULL_DECK & ~int(view.row[rounds.PLAYED]) & ~view.hand
    return not any(0 < answer.kind <= most for answer in valid_plays_of(unseen, play))


def explain_move(view: PlayerView, action: int) -> str:
    """One line on what a move does to the hand and to the trick."""
    if len(view.legal_actions()) == 1:
        return "the only legal move"
    if action == PASS_ACTION:
        return _explain_pass(view)
    play = decode_action(action, view.hand)
    rest = view.hand & ~play.mask
    if not rest:
        return "plays the last cards and is out"
    parts = [_what_it_takes(view, play), *_what_it_does(view, play, rest)]
    return ", ".join(part for part in parts if part)


def _what_it_takes(view: PlayerView, play: Play) -> str:
    held = view.hand & all_of(play.top // 4)
    if held != play.mask:
        return f"breaks {group_text(held)}"
    if play.top >= 4 * HIGH_RANK and not cannot_be_beaten(view, play):
        return f"spends {group_text(held)}"
    if play.mask == groups_of(view.hand)[0]:
        return (
            "gets rid of the lowest group" if len(play.cards) > 1 else "gets rid of the lowest card"
        )
    return ""


def _what_it_does(view: PlayerView, play: Play, rest: int) -> list[str]:
    parts = []
    if cannot_be_beaten(view, play):
        parts.append("cannot be beaten, so you lead next")
    n_groups = len(groups_of(rest))
    if n_groups == 1:
        parts.append("leaves one last play")
    kept = _high_groups(rest)
    if kept and n_groups > 1:
        parts.append(f"keeps {kept} for the lead")
    if not parts:
        parts.append(f"leaves {n_groups} groups to play")
    return parts


def _high_groups(hand: int) -> str:
    high = [group for group in groups_of(hand) if group.bit_length() - 1 >= 4 * HIGH_RANK]
    return " and ".join(group_text(group) for group in reversed(high))


def _explain_pass(view: PlayerView) -> str:
    cheapest = decode_action(view.legal_actions()[1], view.hand)
    held = view.hand & all_of(cheapest.top // 4)
    if held != cheapest.mask:
        return f"beating it would break {group_text(held)}"
    if cheapest.top >= 4 * HIGH_RANK:
        return f"keeps {group_text(held)} for the lead"
    return f"keeps {group_text(held)} for a better moment"


def explain_gift(hand: int, gift: int, incoming: int) -> str:
    """One line on what giving these cards does to the hand."""
    after = hand & ~gift | incoming
    broken = [g for g in groups_of(hand) if g & gift and g & ~gift]
    if broken:
        return f"breaks {group_text(broken[0])}, leaves {len(groups_of(after))} groups"
    fewer = len(groups_of(hand)) - len(groups_of(hand & ~gift))
    lead = "a group" if fewer == 1 else f"{fewer} groups"
    got = " ".join(card.symbol for card in from_mask(incoming))
    return f"rids the hand of {lead}, leaves {len(groups_of(after))} with {got}"
