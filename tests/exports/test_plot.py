"""The drawings of what was found and what may be left: right heights, words for those who cannot see them."""

from __future__ import annotations

import re
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import ChecklistItem, FactEstimate, Report, RoundRecord
from inquiro.exports._plot import plot

ITEMS = (
    ChecklistItem(id="c1", description="How much do they cool?", label="cooling"),
    ChecklistItem(id="c2", description="Who <b>pays</b> & why?"),
)
SOME = FactEstimate(found=20, mentions=40, once=6, documents=9, coverage=0.85, unseen=10.0, low=4.0, high=25.0)
NOW = FactEstimate(found=30, mentions=80, once=5, documents=19, coverage=0.9, unseen=4.0, low=1.0, high=12.0)
BY_ITEM = (
    FactEstimate(item="c1", found=12, coverage=0.9, unseen=6.0, low=2.0, high=20.0),
    FactEstimate(item="c2", found=3),
)


def drawn(*estimates: FactEstimate | None, **more) -> str:
    rounds = tuple(RoundRecord(iteration=n, new_facts=5, estimate=told) for n, told in enumerate(estimates, 1))
    made = {"checklist": ITEMS, "item_estimates": BY_ITEM, "estimate": estimates[-1] if estimates else None} | more
    return plot(Report(trace_id="t", question="", answer="", rounds=rounds, **made))


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


def test_every_drawing_is_told_in_words():
    course, items = labels(drawn(SOME, NOW))
    assert course == "Facts found so far, round 1: 20, round 2: 30; about 4 more are estimated to exist, 1–12"
    assert items == (
        "Facts by point: cooling: 12 facts, about 6 more (2–20); Who <b>pays</b> & why?: 3 facts, too few to estimate more"
    )


def test_the_bars_are_as_long_as_the_counts():
    text = drawn(SOME, NOW)
    found = [float(width) for width in re.findall(r'class="bar" [^>]*?width="([\d.]+)"', text)]
    more = [float(width) for width in re.findall(r'class="more" [^>]*?width="([\d.]+)"', text)]
    assert found[0] == pytest.approx(4 * found[1], abs=0.2)
    assert more == [pytest.approx(found[0] / 2, abs=0.2), 0]
    assert "12 + 6" in text
    assert "3 + ?" in text


def test_one_round_has_no_course_but_points_and_words():
    text = drawn(NOW, stop_reason="All <i>done</i>")
    assert len(labels(text)) == 1
    assert "30 different facts in 19 documents, 25 of them in more than one source; about 4 more" in text
    assert "<b>Why it stopped:</b> All &lt;i&gt;done&lt;/i&gt;" in text


def test_rounds_before_the_first_estimate_are_drawn_without_one():
    text = drawn(FactEstimate(found=2, documents=1), SOME, item_estimates=())
    assert len(points(text, "found")) == 2
    assert '<rect class="band"' in text
    assert '<line class="total"' in text
    lonely = drawn(FactEstimate(found=2), FactEstimate(found=9, coverage=0.0, low=20.0), item_estimates=())
    assert "band" not in lonely
    assert "total" not in lonely
    assert "at least 20 more are likely to exist" in labels(lonely)[0]


def test_a_report_from_before_there_were_estimates_keeps_its_bars():
    assert "What each round added" in drawn(None, None)
    assert drawn() == ""


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
    text = drawn(*estimates, item_estimates=tuple(FactEstimate(item="c1", found=e.found) for e in estimates[:1]))
    parsed(text)
    coordinates = [float(n) for pair in re.findall(r'points="([^"]+)"', text) for n in re.split("[ ,]", pair)]
    assert all(0 <= number <= 300 for number in coordinates)
    assert all(float(size) >= 0 for size in re.findall(r'(?:width|height)="(-?[\d.]+)"', text))
