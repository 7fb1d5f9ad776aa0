"""The help of the games: rules in short, with pictures, an example, the numbers, the terms.

`guide_html` makes a panel's help page from it; `tip_of` is the tip of a heading or of a "?".
"""

from dataclasses import dataclass
from html import escape

from engine.kings_lows.wild import describe_variants
from engine.konkan.rules import DEFAULT_RULES
from gui.widgets.faces import read_face

PICTURE_PX = 36  # width of a card in a picture: seven of them stand side by side


@dataclass(frozen=True, slots=True)
class Picture:
    """Cards that a help page shows, such as "3♥:wild 5♣ | K♠" with a gap, and words below them."""

    cards: str
    words: str

    @property
    def html(self) -> str:
        """The picture as HTML; a card's address is `card:` and its text, its name is the alt."""
        groups = ["".join(map(_card_html, group.split())) for group in self.cards.split("|")]
        return f"<p>{'&nbsp; &nbsp; '.join(groups)}<br><i>{escape(self.words, False)}</i></p>"


def _card_html(card: str) -> str:
    name = read_face(card).spoken
    return f'<img src="card:{card}" width="{PICTURE_PX}" alt="{name}">&thinsp;'


@dataclass(frozen=True, slots=True)
class Guide:
    """The help of one panel; `terms` are explained on the page and wherever they stand."""

    rules: str
    example: str
    numbers: str
    terms: dict[str, str]
    pictures: tuple[Picture, ...] = ()  # of the rules


GUIDES = {
    "pokle": Guide(
        rules="Three players hold two cards each. Trophies show who was first, second and third "
        "after the flop, the turn and the river. Find the five cards of the board in six guesses. "
        "Green: the right card in its place (on the flop, any of the three places). Yellow: its "
        "rank or its suit is right. Grey: neither.",
        example="The example has the hands J♠ K♥, 7♣ 9♠ and 9♥ Q♦ and one coloured guess. Type the "
        "next guess, then its colours (g green, y yellow, e grey), or click the tiles.",
        numbers="The list shows for each guess how often it wins at once, how many guesses the "
        "game then takes on average, this one included, and how many it takes at worst.",
        terms={
            "Wins now": "The chance that this guess is the board.",
            "Expected": "Guesses until the board is found, on average, this one included.",
            "Worst": "The most guesses the game can take with this one, if all goes wrong.",
            "Suit pardon": "With the flop right, turn and river count as right if their ranks are: "
            "the site pardons a wrong suit there. Flop suits are never pardoned.",
            "Boards": "Which boards are possible. No kickers, as in the live game: each board "
            "card has the rank of a hole card, or lies in a straight that is a player's best hand.",
            "Left": "How many boards were possible after this guess.",
            "Luck": "How many guesses the colours saved (+) or cost (−) against the average.",
            "Cost": "How many more guesses than the best guess, on average.",
        },
        pictures=(
            Picture(
                "Q♣:green 9♦:yellow K♠:grey",
                "Q♣ is green: the right card in its place. 9♦ is yellow: its rank or suit is "
                "right. K♠ is grey: neither.",
            ),
        ),
    ),
    "holdem": Guide(
        rules="Each player has two cards, and five lie on the table: three on the flop, then turn "
        "and river. The best five of the seven win.",
        example="The example is A♥ K♥ on Q♥ 7♥ 2♣ against a range, a pair of queens and any two "
        "cards. Change an opponent to Range and drag over the grid to paint what it may hold.",
        numbers="Equity is your share of the pot if all cards are dealt and nobody folds. Exact "
        "answers counted every deal; others were sampled, and ± says how far they may be off.",
        terms={
            "Equity": "Your share of the pot on average: wins, and your part of the ties.",
            "Range": "All hands that an opponent may hold, such as QQ+, AKs, A5s-A2s. "
            "s is suited, o is not, :0.5 is held half of the time.",
            "Dead": "Cards that are known to be out of play: folded or shown.",
            "Random": "Any two cards.",
            "Top hands": "The best hands by their equity against one random hand: 15% of all "
            "1,326 combinations, for example.",
            "Saved ranges": "Type a name and press Save to keep the range; choose a name to use "
            "it.",
            "Value of a call": "With the pot (your opponents' bet included) and what a call costs: "
            "the equity that a call needs, and what it gains on average if nobody bets after it.",
            "Minimum defence": "The share of your hands to go on with against this bet, so that a "
            "bluff with any two cards gains nothing: the pot before the bet by the pot with it.",
            "Preset": "Usual ranges of a six-handed table with 100 big blinds, by position and "
            "action: open, call, defend, 3-bet. Written for this program, not by a solver.",
            "Weight": "How often a hand that you paint is held: 50% is half of the time.",
            "Combos": "Combinations of two cards: a pair has 6, a suited hand 4, an offsuit 12.",
            "Study": "One player's range hand by hand: what each hand is worth, what it has made, "
            "and how the equity spreads over the cards to come.",
            "Of the range": "The share of the range's combinations, by their weight.",
        },
        pictures=(Picture("A♥ K♥ | Q♥ 7♥ 2♣", "A♥ K♥ on Q♥ 7♥ 2♣: one more heart makes a flush."),),
    ),
    "kings-lows": Guide(
        rules="Seven cards each: two in the hole, four open, the last up or down; the best five "
        "count. All kings are wild, and so are all cards of the lowest value in your own hand, ace "
        "being high: with 3♥ 3♦ 5♣ 8♠ K♥ the threes and the king are wild, and a two that comes "
        "later takes the threes' place. Where lows need a king, low cards are wild only in a "
        "hand that has a king: without one, nothing is. A wild card stands for any card; five of a "
        "kind beats everything. The other variants are dealt the same way, with other wild cards.",
        example="The example has four players with open cards. Empty places are dealt at random; "
        "choose who looks at the table to hide what that player cannot see. With both your hole "
        "cards and four open cards of everybody it says how to take the last card.",
        numbers="The bars show each player's share of the pot over all deals that are still "
        "possible; choose whose wild cards to see. Up or down: the others see your open cards, "
        "think of all hands you may hold, and call a bet of half the pot if they win at least one "
        "time in four; the figures are what you gain on average, in pots.",
        terms={
            "Improved": "How often wild cards make a better kind of hand than the cards alone.",
            "Lows need a king": "A house rule: your lowest cards are wild only if you hold a king. "
            "With no king in the hand, no card of it is wild.",
            "Extra card for a four": "A rule of Baseball: whoever is dealt a four face up gets one "
            "more card, face down, while the deck lasts; enter it with the hole cards.",
            "Others fold": "The others stay to the end, or throw away a finished hand below this "
            "kind; whoever looks at the table (or the first player) always stays.",
            "Five of a kind": "Five cards of one rank, with wild cards; the best hand there is.",
            "Point of view": "Hides what this player cannot see: the others' face-down cards.",
            "Variant": f"Which cards are wild: {describe_variants()}. Open cards are dealt in the "
            "order of the seats.",
        },
        pictures=(
            Picture(
                "3♥:wild 3♦:wild 5♣ 8♠ K♥:wild",
                "3♥ 3♦ are the lowest and wild, and so is K♥; 5♣ 8♠ are what they are.",
            ),
            Picture("2♠:wild 3♥ 3♦ 5♣ 8♠ K♥:wild", "2♠ takes the place of the threes."),
        ),
    ),
    "konkan": Guide(
        rules="Two decks and two jokers, fourteen cards each. Draw from the deck or take the trash "
        "card, lay melds, throw one card. To come down for the first time the melds must be worth "
        f"at least {DEFAULT_RULES.threshold} points, or more than the best so far. The first to "
        "get rid of every card wins. Four of a kind without a joker counts when it is laid, then "
        "goes under the trash.",
        example="The example holds a hand that can come down with the trash card. The plan lists "
        "the whole turn, step by step.",
        numbers="The bars show how often each way to play won in simulated games, with hidden "
        "cards dealt as they fit what the others did. Chances are against equal players unless "
        "you choose greedy ones. The turns are compared in the same deals: what one is behind, "
        "with its ±, is more exact than the chance itself. The ± covers the sampling; the model's "
        "own error is 1 to 2 points while nobody is down and up to 8 afterwards.",
        terms={
            "Meld": "A run of one suit or a set of one rank, at least three cards; jokers are "
            "wild.",
            "Chance to win": "Against equal players unless you choose greedy ones. The ± covers "
            "the sampling; the model's own error is 1 to 2 points while nobody is down, up to 8 "
            "afterwards.",
            "Turns played": "By all players so far. Without it they are counted by the cards "
            "thrown: enter the whole trash, or the number.",
            "Came down with": "The points of a player's first melds; the next one needs more.",
            "Deadwood": "The points of the cards that are in no meld.",
            "Add": "Put cards on melds on the table once you are down (sarf, laying off).",
            "Trash": "The cards thrown; the top one may be taken.",
        },
        pictures=(
            Picture(
                "4♠ 5♠ 6♠ | 9♠ 9♥ 9♣", "4♠ 5♠ 6♠ are a run of one suit, 9♠ 9♥ 9♣ a set of one rank."
            ),
            Picture("7♥ JK 9♥", "A joker is wild: between 7♥ and 9♥ it is the 8♥."),
        ),
    ),
    "slave": Guide(
        rules="Thirteen cards each, from 3 (low) to 2 (high). Beat the last play with a higher one "
        "of the same kind, or pass. A triple beats any single, four of a kind any pair. First out "
        "is King, then Queen, Commoner and Slave; in the next round the best cards go up.",
        example="The example is a hand in the middle of a round in which you lead.",
        numbers="The bars show how often each move ended as King, Queen, Commoner or Slave in "
        "simulated rounds; the place is the average. Moves are ranked by what these are worth: a "
        "King counts 1, a Queen ½, a Commoner 0.2, a Slave nothing. All moves "
        "are compared in the same deals; one that is clearly worse is dropped early. Chances are "
        "against equal players unless you choose weaker ones; the ± covers the sampling. The "
        "model's own error is 1 to 4 points.",
        terms={
            "Exchange": "Before a round, Slave and Commoner give their best cards, King and Queen "
            "give back what they like.",
            "First lead": "The first play of the game: it contains the three of clubs.",
            "One turn each": "A house rule: everyone plays at most once in a trick.",
            "Made the play": "Who made the play that is to be beaten.",
            "Last round": "The titles of the round before; they decide the exchange.",
        },
        pictures=(
            Picture("3♣ 4♦ 10♥ K♠ A♣ 2♥", "From low to high: 3♣ 4♦ 10♥ K♠ A♣ 2♥."),
            Picture("5♥ 5♣ | 9♦ 9♠", "9♦ 9♠ beat 5♥ 5♣: a higher pair."),
            Picture("2♠ | 4♣ 4♦ 4♥", "4♣ 4♦ 4♥ beat 2♠: a triple beats any single."),
        ),
    ),
    "arena": Guide(
        rules="Agents play many games against each other. All of them play the same deals from "
        "every seat, so that chance is shared fairly.",
        example="The example lets four agents play Slave. Pause at any time: what was played is "
        "kept and can be resumed.",
        numbers="Each figure has its ±. Two agents whose intervals overlap may be equally strong.",
        terms={
            "Rating": "Strength as one number, as in chess: 400 more means ten wins to one.",
            "First places": "The share of games that the agent won.",
            "Mean place": "The average place at the end of a game, 1 being best.",
            "Seed": "The number that the deals are made from: the same seed, the same deals.",
            "Workers": "How many games are played at the same time.",
        },
    ),
}
_TIPS = {term.casefold(): tip for guide in GUIDES.values() for term, tip in guide.terms.items()}


def tip_of(words: str) -> str:
    """Return the explanation of a term, however it is written, or ""."""
    return _TIPS.get(words.strip().casefold(), "")


def guide_html(game: str, title: str) -> str:
    """Return the help page of a panel."""
    guide = GUIDES[game]
    pictures = "".join(picture.html for picture in guide.pictures)
    rules = f"<h3>In short</h3><p>{escape(guide.rules, False)}</p>{pictures}"
    parts = (("Try it", guide.example), ("The numbers", guide.numbers))
    text = rules + "".join(f"<h3>{name}</h3><p>{escape(words, False)}</p>" for name, words in parts)
    terms = "".join(
        f"<tr><td><b>{escape(term, False)}</b></td><td>{escape(tip, False)}</td></tr>"
        for term, tip in sorted(guide.terms.items())
    )
    return (
        f"<h2>{escape(title, False)}</h2>{text}<h3>Terms</h3><table cellspacing=6>{terms}</table>"
    )
