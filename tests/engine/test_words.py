from engine.words import counted, in_words


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
