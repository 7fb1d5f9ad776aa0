"""The pages of the coach; each is imported when it is first shown."""

from typing import Any


def make_coach_page(name: str) -> Any:
    """Return a page: "review", "practice" or "you"."""
    if name == "review":
        from gui.coach.review_page import ReviewPage

        return ReviewPage()
    if name == "practice":
        from gui.coach.practice_page import PracticePage

        return PracticePage()
    from gui.coach.you_page import YouPage

    return YouPage()
