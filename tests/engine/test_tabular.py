"""Answers as text, as HTML and as a frame."""

from engine.tabular import Row, Tabular


class Answer(Tabular):
    def rows(self) -> list[Row]:
        return [{"who": "A<b>", "win": 0.25, "cards": 3}, {"who": "B", "win": None, "cards": 12}]

    def footnote(self) -> str:
        return "sampled & counted"


def test_text_is_aligned():
    assert repr(Answer()) == (
        "who      win  cards\nA<b>  25.00%      3\nB                12\nsampled & counted"
    )


def test_html_is_escaped():
    html = Answer()._repr_html_()
    assert "<td>A&lt;b&gt;</td><td>25.00%</td>" in html
    assert "sampled &amp; counted" in html


def test_a_frame_keeps_numbers():
    frame = Answer().to_frame()
    assert list(frame["cards"]) == [3, 12]
    assert frame["win"][0] == 0.25
