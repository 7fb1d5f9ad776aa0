from engine.words import counted


def test_one_is_singular() -> None:
    assert counted(1, "card") == "1 card"
    assert counted(0, "card") == "0 cards"
    assert counted(1_200, "try", "tries") == "1,200 tries"
