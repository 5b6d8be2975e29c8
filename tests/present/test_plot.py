"""The drawings of what was found and what may be left: right heights, words for those who cannot see them."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import FactEstimate
from inquiro.present.blocks import Figure
from inquiro.present.plot import plot

SOME = FactEstimate(found=20, mentions=40, once=6, documents=9, coverage=0.85, unseen=10.0, low=4.0, high=25.0)
NOW = FactEstimate(found=30, mentions=80, once=5, documents=19, coverage=0.9, unseen=4.0, low=1.0, high=12.0)
VAGUE = FactEstimate(found=30, coverage=0.1, unseen=900.0, low=100.0, high=4_000.0)


def drawn(*estimates: FactEstimate) -> str:
    return plot(Figure(points=tuple(enumerate(estimates, 1)), caption=""))


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text.replace("&nbsp;", " ").replace("<br>", "<br/>"))


def points(text: str, name: str) -> list[tuple[float, float]]:
    found = re.search(rf'class="{name}" points="([^"]+)"', text)
    assert found
    return [(float(x), float(y)) for x, y in (pair.split(",") for pair in found[1].split())]


def labels(text: str) -> list[str]:
    return [svg.attrib["aria-label"] for svg in parsed(text).iter("svg")]


def test_the_course_rises_with_what_was_found_inside_its_range():
    text = drawn(SOME, NOW)
    (x1, first), (x2, second) = points(text, "found")
    (_, total1), (_, total2) = points(text, "total")
    low1, low2, high2, high1 = (y for _, y in points(text, "band"))
    assert x1 < x2
    assert second < first  # y grows downwards
    assert high1 <= total1 < low1 < first
    assert high2 <= total2 < low2 < second


def test_the_drawing_is_told_in_words():
    assert labels(drawn(SOME, NOW)) == [
        "Facts found so far, round 1: 20, round 2: 30; about 4 more are estimated to exist, 1–12"
    ]


def test_an_estimate_that_says_nothing_is_not_drawn():
    text = drawn(VAGUE, VAGUE)
    assert len(points(text, "found")) == 2
    assert "estimated" not in text
    assert "band" not in text


def test_rounds_before_the_first_estimate_are_drawn_without_one():
    text = drawn(FactEstimate(found=2, documents=1), SOME)
    assert len(points(text, "found")) == 2
    assert '<rect class="band"' in text
    assert '<line class="total"' in text


def test_nothing_in_it_runs_loads_or_sets_colours_of_its_own():
    text = drawn(SOME, NOW)
    assert not re.search(r"<script|style=|href|url\(|\son\w+=|(?:fill|stroke)=", text)


ESTIMATES = st.builds(
    lambda found, rest: FactEstimate(
        found=found,
        documents=found,
        coverage=None if rest is None else 0.5,
        unseen=rest and rest[0],
        low=rest and rest[0] / 2,
        high=rest and rest[0] + rest[1],
    ),
    st.integers(0, 10_000),
    st.none() | st.tuples(st.floats(0, 1e6), st.floats(0, 1e9)),
)


@given(st.lists(ESTIMATES, min_size=1, max_size=20))
def test_whatever_is_estimated_stays_inside_the_frame(estimates):
    text = drawn(*estimates)
    parsed(text)
    coordinates = [float(n) for pair in re.findall(r'points="([^"]+)"', text) for n in re.split("[ ,]", pair)]
    assert all(0 <= number <= 300 for number in coordinates)
    assert all(float(size) >= 0 for size in re.findall(r'(?:width|height)="(-?[\d.]+)"', text))
