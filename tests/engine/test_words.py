from engine.words import counted, in_words, printable, with_spread


def test_one_is_singular() -> None:
    assert counted(1, "card") == "1 card"
    assert counted(0, "card") == "0 cards"
    assert counted(1_200, "try", "tries") == "1,200 tries"


def test_lists_end_with_and() -> None:
    assert [in_words(["Ann", "Bob", "Cleo"][:n]) for n in range(4)] == [
        "",
        "Ann",
        "Ann and Bob",
        "Ann, Bob and Cleo",
    ]


def test_a_spread_is_never_wider_than_the_interval() -> None:
    assert with_spread(0.5, None, None) == "50.00%"
    assert with_spread(0.612, 0.598, 0.626, 1) == "61.2% ± 1.4%"
    assert with_spread(1.0, 0.7225, 1.0) == "100.00%, 72.25 to 100.00%"
    assert with_spread(0.0, 0.0, 0.2, 0) == "0%, 0 to 20%"


def test_signs_that_steer_a_terminal_are_escaped() -> None:
    assert printable("\x1b[2J\x07 a\n\tb\u202e ä ♠") == "\\x1b[2J\\x07 a b\\u202e ä ♠"
