"""Bad input to commands, as it was found: one line that quotes it, never "unexpected"."""

import re
import shlex
from pathlib import Path

import pytest

from tests.assistant.cli.conftest import Call

HUGE = 2**64
HAND = "'AS KS QS JS 10S 2H 3H 4H 5H 6H 7H 8H 9H 10H'"
HAND_15 = "'7S 8S 9S JK QD KD AD 4H 4D 4C 2C 2D 3H 9H 10H'"
THIRTY_FOUR = "".join(f"{rank}{suit}" for rank in "23456789" for suit in "cdhs") + "TcTd"
SLAVE = "--game slave --agents greedy random random random"
HANDS = "--hole '8H 7S' --hole 'JD 10D' --hole '3H 5C'"
STREETS = "--flop 3,1,2 --turn 3,2,1"
PUZZLE = f"{HANDS} {STREETS} --river 2,3,1"


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("whist", "whist"),
        ("gui --panel chess", '"chess"'),
        ("hand 'Ah Kh'", "2 cards"),
        ("hand 'Ah Kh Qh Jh Xx'", '"Xx"'),
        ("hand 'Ah Ah Qh Jh 2c'", "A♥ is given twice"),
        ("arena run", "--agents"),
        ("arena run --agents slave:strong", "there are: random, greedy, heuristic, search"),
        ("arena run --agents chess:x", "there are: pokle, slave"),
        ("arena run --agents 'slave:search?depth=1'", "there are: rollouts (a whole number"),
        ("arena run --agents slave:greedy", "slave needs 4 agents, not 1"),
        ("arena run --agents konkan:random --workers 1000000 konkan:random", "1000000"),
        (f"arena run {SLAVE} --rounds 0", "0 rounds cannot be played"),
        (f"arena run {SLAVE} --game-rounds 0", "0 rounds in a game of slave: expected 1 to 100"),
        (f"arena run {SLAVE} --workers -1", "-1 workers cannot play"),
        (f"arena run {SLAVE} --cluster moon", '"moon" is not a cluster'),
        (f"arena run {SLAVE} --tls-ca a.pem", "--tls-ca has no effect without a scheduler's"),
        (f"arena run {SLAVE} --dashboard", "--dashboard has no effect without a cluster"),
        (f"arena run {SLAVE} --insecure --cluster local:2", "--insecure has no effect"),
        (f"arena run {SLAVE} --dashboard --cluster tls://a:1", "--dashboard has no effect"),
        (f"arena run {SLAVE} --workers 2 --cluster local:2", "--workers has no effect with"),
        (f"arena show {HUGE}", str(HUGE)),
        ("arena show --session-file no/such.sqlite", 'there is no session file "no/such.sqlite"'),
        ("arena resume --session-file no/such.sqlite", 'there is no session file "no/such.sqlite"'),
        (f"arena show --store={'9' * 5000}", "too large"),
        ("arena show 3", "no session 3: `assistant arena run` plays one"),
        ("arena replay 1 1", "no session 1"),
        ("holdem AhKh --threads 5000", "error: Threads: expected at most 1024 (given: 5000)"),
        (f"konkan advise {HAND} --opponent 99", "error: Opponent 1, cards: expected at most 15"),
        ("arena export --out x.csv", "No session is stored"),
        ("arena agents go", 'there is no game "go"'),
        ("arena league --scale inf", "--scale"),
        ("holdem Ah", '"Ah"'),
        ("holdem 'Ah Kh Qh'", '"Ah Kh Qh"'),
        ("holdem 'Ah Kx'", '"Kx"'),
        ("holdem 'Ah Ah'", "A♥ is given twice"),
        ("holdem AhKh --board 'Ah 2c 3c'", "A♥ is given twice"),
        ("holdem AhKh --board 2c", "1 card:"),
        ("holdem AhKh --board '2c 3c 4c 5c 6c 7c'", "6 cards"),
        ("holdem AhKh --opponents 0", "between 1 and 9"),
        ("holdem AhKh --opponents 10", "between 1 and 9"),
        ("holdem AhKh --range QQ --range JJ --opponents 1", "2 ranges"),
        ("holdem AhKh --range ZZ", '"ZZ"'),
        ("holdem AhKh --range AhQs,AhJs", "impossible"),
        ("holdem AhKh --range AA:1e-300", '"AA:1e-300"'),
        ("holdem AhKh --config /dev/zero", "cannot read the configuration"),
        ("holdem AhKh --range @button", 'here is no range "@button"'),
        ("holdem AhKh --study 2", "there is no player 2"),
        ("holdem AhKh --mode slow", "slow"),
        ("holdem AhKh --config absent.json", "absent.json"),
        ("holdem AhKh --opponents 3 --exact", "out of reach"),
        (f"holdem AhKh --opponents 6 --dead {THIRTY_FOUR}", "the deck has 16 cards left"),
        (f"holdem AhKh --opponents 2 --samples {10**18}", "expected 1 to 1,000,000,000"),
        ("holdem AhKh --threads 1000000000", "1000000000"),
        ("holdem AhKh --seconds nan", "nan seconds"),
        ("holdem AhKh --seconds 0", "0.0 seconds"),
        ("kings-lows", "--player"),
        ("kings-lows --player 'a: Kh 2d 3c' --player b:", "3 hole cards"),
        ("kings-lows --player 'a: | 2c 3c 4c 5c 6c' --player b:", "5 open cards"),
        ("kings-lows --player 'a: Kh' --player 'b: Kh'", "K♥"),
        ("kings-lows --player 'a: Kh' --player b: --dead Kh", "K♥"),
        ("kings-lows --player 'a: Kh' --player b: --variant omaha", "omaha"),
        ("kings-lows --player 'a: Kh' --player b: --time 0", "0.0 seconds"),
        ("kings-lows --player 'a: Kh' --player b: --viewer c", '"c"'),
        ("kings-lows --player 'a: Kh' --player b: --last-up c", '"c"'),
        ("kings-lows --player 'a: Kh' --player b: --fold-below nothing", '"nothing"'),
        ("kings-lows --player 'a: Kh' --player b: --extra-for-four", "only to baseball"),
        ("kings-lows --player 'a Kh' --player b:", "a Kh"),
        ("kings-lows --player 'a: | | 2c 3c' --player b:", "a: | | 2c 3c"),
        ("kings-lows --player 'a: Zz' --player b:", "Zz"),
        ("kings-lows --player 'a: Kh'", "1 player:"),
        ("kings-lows --player a: --player b: --variant baseball --king-required", "king"),
        ("kings-lows odds --player 'a: Kh 2d' --threads 999999999", "999999999"),
        ("kings-lows hand 'Kh 2d'", "Kh 2d"),
        ("kings-lows five 'Kh Kh'", "K♥"),
        ("kings-lows analyse --players 9", "9 players"),
        ("konkan melds 'JK JK JK'", "joker is given 3 times"),
        ("konkan melds '7S 8Q'", '"8Q"'),
        ("konkan melds '7S 8S JK=10S'", "stands for nothing yet"),
        ("konkan melds 'AH 2H 3H' --threshold 0", "Threshold: 0 cannot be used"),
        (f"konkan advise {HAND} --opponent ²", '"²"'),
        (f"konkan advise {HAND} --seed -1", "--seed"),
        (f"konkan advise {HAND_15} --phase pull", "15 cards: expected 14"),
        (f"konkan advise {HAND_15} --table '7S 8S 9S'", "expected its owner"),
        (f"konkan advise {HAND_15} --opponent 5:83 --table '1: 7S 8S 10S'", "is not a run"),
        (f"konkan advise {HAND_15} --opponent many", '"many"'),
        (f"konkan advise {HAND_15} --took '3: 5S'", "no opponent 3"),
        (f"konkan advise {HAND_15} --taken 3H --phase act", "3♥ was taken from the trash"),
        (f"konkan advise {HAND_15} --min-naturals 3", "Natural cards in a meld: 3 cannot be used"),
        ("konkan-play play", "needs a terminal"),
        ("konkan play", "needs a terminal"),
        ("konkan-play benchmark --baseline deep", "deep"),
        ("konkan-play benchmark --rounds 1000000000000", "1000000000000 rounds"),
        ("konkan-play benchmark --rounds 1 --workers 5000", "5000 workers"),
        ("konkan-play benchmark --rounds 1 --dirichlet-alpha inf", "inf"),
        ("konkan-play benchmark --rounds 1 --seconds inf", "inf seconds"),
        ("konkan-play benchmark --rounds 1 --seconds 0", "0.0 seconds"),
        (f"pokle solve --hole '3H 5C' {STREETS} --river 2,3,1", "give --hole three times"),
        (f"pokle solve {PUZZLE} --guess '3D 5D 7D 3C 3S'", "3D 5D 7D 3C 3S"),
        (f"pokle solve {PUZZLE} --guess '3D 5D 7D 3C 3S=ggg5'", "ggg5"),
        (f"pokle solve {PUZZLE} --guess '3D 5D 7D 3C 3S=eeeee'", "guess 1"),
        (f"pokle solve {PUZZLE} --own '2C 2D'", "expected five"),
        (f"pokle solve {PUZZLE} --rule none", "none"),
        (f"pokle solve {PUZZLE} --seconds 0", "0.0 seconds"),
        (f"pokle solve {HANDS} {STREETS} --river 2,3,3", "2 3 3"),
        (f"pokle solve {HANDS} {STREETS} --river first", "first"),
        (f"pokle skill {PUZZLE}", "no guess"),
        ("pokle doctor --record a --replay b", "expected one of them"),
        ("pokle doctor --replay no-such", '"no-such" is not a recording'),
        ("pokle profile --site mars", 'no site "mars"'),
        ("pokle profile --site no.toml", 'cannot read the profile "no.toml"'),
        ("pokle play --site mars", 'no site "mars"'),
        ("pokle play --site no/such.toml", 'cannot read the profile "no/such.toml"'),
        ("pokle play --url poklegame.com", "is not an address"),
        ("pokle play --url 'http://[/]'", "is not an address"),
        ("pokle play --url https://:99999/", "is not an address"),
        ("pokle play --max-guesses 9", "--max-guesses"),
        ("pokle play --site practice --browser no-such", "no-such"),
        ("slave advise --hand 3X", "3X"),
        ("slave advise --hand 3C --left a,b", "a,b"),
        ("slave advise --hand 3C --left 1,1", '--left "1,1" has 2 numbers: expected three'),
        ("slave advise --hand 3C --last-by 7", "--last-by"),
        ("slave advise --hand 3C --leader 7", "--leader"),
        ("slave advise --hand 3C --playouts 5", "--playouts"),
        ("slave advise --hand 3C --titles King,Bob", '--titles "King,Bob"'),
        ("slave advise --hand 3C --history 3C,x", 'move 1 of the history, "3C" by you'),
        ("slave advise --hand 3C --last 5D --passed 4", '--passed "4"'),
        (f"slave advise --hand '3C 4C' --seed {HUGE}", str(HUGE)),
        ("slave eval nobody --games 1", "nobody"),
        ("slave tournament greedy --games 1", "needs 4 agents"),
        ("slave watch greedy greedy", "expected 4"),
        ("slave play greedy", "expected three"),
        ("slave strength --games 4 --seed -1", "--seed"),
        ("slave train --recipe huge --out unused", "huge"),
    ],
)
def test_a_line_that_quotes_it(call: Call, line: str, word: str) -> None:
    error = call.refusal(*shlex.split(line))
    assert word.lower() in error.lower()
    assert "unexpected" not in error.lower()


def test_names_are_no_markup(call: Call) -> None:
    seats = "--player '[/]: KH 2D | 3C 4C 5C 6C | 7C' --player '[bold]: 3D 4D | 5D 6D 7D 8D | 9D'"
    code, _, error = call.run(*shlex.split(f"kings-lows odds {seats}"))
    assert (code, error) == (0, "")


@pytest.mark.parametrize("command", ["frequencies", "analyse"])
def test_a_folder_that_is_a_device_is_refused_before_anything_is_computed(
    call: Call, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    for name in ("count_hands", "analyse"):
        monkeypatch.delattr(f"assistant.cli.kings_lows.{name}")
    error = call.refusal("kings-lows", command, "--plots", "/dev/null", code=1)
    assert error == 'error: Cannot write "/dev/null": File exists\n'


@pytest.mark.parametrize("text", ["[" * 100_000, '{"simulation_settings": ' * 5000, "9" * 5000])
def test_a_nested_configuration_is_one_line(call: Call, tmp_path: Path, text: str) -> None:
    (tmp_path / "holdem.json").write_text(text)
    assert "holdem.json" in call.refusal(
        "holdem", "AhKh", "--config", str(tmp_path / "holdem.json")
    )


@pytest.mark.parametrize(
    "command",
    ["benchmark --rounds 9999999 --baseline random --challenger greedy", "strength --games 9999"],
)
def test_a_long_match_ends_when_its_time_is_up(call: Call, command: str) -> None:
    """A loaded machine may not finish one game in that time: then it says so in one line."""
    code, _, error = call.run("konkan-play", *command.split(), "--seconds", "0.5")
    if code or error:
        assert code == 1
        assert re.fullmatch("error: .*first game ended\n", error)
