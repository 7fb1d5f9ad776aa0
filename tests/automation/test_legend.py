"""Colours of a legend, read before the first guess."""

import pytest

from automation.errors import PageRefusedError
from automation.legend import ColourSample, Legend, parse_legends, unknown_legend
from automation.profiles import load_profile

PROFILE = load_profile("live").profile
TEAL, ORCHID, WHITE = "rgb(0, 128, 128)", "rgb(218, 112, 214)", "rgb(255, 255, 255)"
GREEN, GOLD = "rgb(0, 100, 0)", "rgb(255, 215, 0)"


def legend(*paints: str, cells: bool = False, mark: str = "") -> Legend:
    samples = tuple(ColourSample(mark=mark, paint=paint) for paint in paints)
    return Legend(text="Exact card, rank or suit", cells=cells, samples=samples)


@pytest.mark.parametrize(
    "shown",
    [
        legend(GREEN, GOLD, WHITE),
        legend(TEAL, TEAL),  # a box in the colour of the theme
        legend(TEAL, mark="darkgreen", cells=True),
        legend("#006400", GOLD),
    ],
)
def test_known_colours_are_no_obstacle(shown: Legend) -> None:
    assert unknown_legend([shown], PROFILE, ()) is None


def test_unknown_colours_are_named_with_the_lines_that_teach_them() -> None:
    problem = unknown_legend([legend(GREEN, GOLD), legend(GREEN, TEAL, ORCHID)], PROFILE, ())
    assert str(problem) == (
        "the page explains colours that the profile does not know, at "
        f'"Exact card, rank or suit" (painted "{TEAL}"; painted "{ORCHID}"): '
        "write a line for each under [colours] in your profile, such as "
        f'"{TEAL}" = "g" (y for yellow, e for grey)'
    )


def test_a_single_cell_shows_a_colour() -> None:
    problem = unknown_legend([legend(TEAL, cells=True, mark="hit")], PROFILE, ())
    assert f'attribute "hit", painted "{TEAL}"' in str(problem)
    assert 'such as "hit" = "g"' in str(problem)


def test_how_an_empty_cell_is_painted_is_not_a_colour() -> None:
    shown = legend(TEAL, ORCHID, cells=True)
    assert unknown_legend([shown], PROFILE, {TEAL, ORCHID}) is None


@pytest.mark.parametrize(
    "brought",
    [
        None,
        "x",
        [{}],
        [{"text": "x" * 61, "cells": False, "samples": []}],
        [{"samples": [{"a": 1}]}],
    ],
)
def test_anything_else_is_refused(brought: object) -> None:
    with pytest.raises(PageRefusedError, match="cannot be read"):
        parse_legends(brought)
