"""The HTML export: every mark opens the right quote, and the page's own script is the only one that may run."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Report,
    ReportSource,
    RoundRecord,
)
from inquiro.exports.html import HtmlExport


def source(number: int, **more) -> ReportSource:
    defaults = {"title": f"Title {number}", "url": f"https://example.org/{number}", "snippet": "", "type": "web"}
    return ReportSource(id=f"src_{number}", **(defaults | more))


def cite(number: int, quote: str, start: int = 0, **more) -> Citation:
    return Citation(source_id=f"src_{number}", quote=quote, start=start, end=start + len(quote), **more)


def render(answer: str = "", **more) -> str:
    return HtmlExport().render(Report(trace_id="t", question="Why?", answer=answer, **more)).decode()


def marks(text: str) -> list[dict[str, str]]:
    return [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) for tag in re.findall(r'<a class="mark"([^>]*)>', text)]


def quoted(text: str, identity: str) -> str:
    found = re.search(rf'id="{identity}">.*?<mark>(.*?)</mark>', text)
    assert found
    return found[1]


CLAIMS = (
    Claim(text="It rains.", label="supported", evidence=(cite(1, "rain fell", 50), cite(2, "wet streets"))),
    Claim(text="It pours.", label="quoted", evidence=(cite(1, "It pours.", 10),)),
)


def test_a_mark_opens_the_quotes_of_its_own_sentence_at_its_own_source():
    text = render("It rains. [1][2] It pours. [1]", sources=(source(1), source(2)), claims=CLAIMS)
    first, second, third = marks(text)
    assert first["data-quotes"] == second["data-quotes"]
    assert [quoted(text, q) for q in first["data-quotes"].split()] == ["rain fell", "wet streets"]
    assert (first["data-at"], second["data-at"]) == ("0", "1")
    assert [quoted(text, q) for q in third["data-quotes"].split()] == ["It pours."]
    assert third["data-claim"] == "claim-2"
    assert second["href"] == "#src-2"


def test_a_mark_without_a_known_sentence_opens_all_quotes_of_its_source():
    text = render("Something else [1].", sources=(source(1), source(2)), claims=CLAIMS)
    (mark,) = marks(text)
    assert [quoted(text, q) for q in mark["data-quotes"].split()] == ["It pours.", "rain fell"]
    assert "data-claim" not in mark


def test_a_mark_without_any_quote_is_a_plain_link():
    (mark,) = marks(render("Something else [1].", sources=(source(1),)))
    assert mark["href"] == "#src-1"
    assert "data-quotes" not in mark


def test_every_quote_a_mark_names_exists_once():
    text = render("It rains. [1][2] It pours. [1]", sources=(source(1), source(2)), claims=CLAIMS)
    named = {identity for mark in marks(text) for identity in mark["data-quotes"].split()}
    assert all(text.count(f'id="{identity}"') == 1 for identity in named)


def test_a_quote_is_highlighted_in_its_context():
    cited = cite(1, "a <b> c", before="left ", after=", right", page=3, heading="Rain")
    text = render(sources=(source(1),), claims=(Claim(text="x", label="quoted", evidence=(cited,)),))
    assert (
        "…\u00a0left <mark>a &lt;b&gt; c</mark>, right\u00a0…</blockquote><figcaption>page 3, under “Rain”</figcaption>"
        in text
    )


@pytest.mark.parametrize("label", ["inferred", "uncited"])
def test_weak_statements_carry_a_chip(label):
    text = render("It rains.", claims=(Claim(text="It rains.", label=label),))
    assert f'<span class="claim {label}"' in text
    assert f'</span> <span class="chip {label}">' in text


def test_coverage_shows_each_state_with_words_for_screen_readers():
    items = tuple(
        ChecklistItem(id=status, description=status, status=status)
        for status in ("satisfied", "partial", "unsatisfied")
    )
    found = re.findall(r'role="img" aria-label="([^"]+)">(.)</span>', render(checklist=items))
    assert found == [("answered", "✓"), ("partly answered", "◐"), ("open", "○")]


def test_a_side_of_a_disagreement_names_its_value_date_and_source():
    side = ContradictionSide(
        statement="It is < 5.", fact_id="f", document_id="", source_id="src_2", value="<5", published="2024"
    )
    text = render(
        sources=(source(1), source(2)),
        contradictions=(Contradiction(about="Count", kind="unit", explanation="", sides=(side,)),),
    )
    assert '<p class="value">&lt;5</p><p dir="auto">It is &lt; 5.</p>' in text
    assert '<time>2024</time> · <a href="#src-2">[2] Title 2</a>' in text


def test_rounds_are_drawn_and_described():
    text = render(rounds=tuple(RoundRecord(iteration=n, new_facts=facts) for n, facts in ((1, 8), (2, 4))))
    assert 'aria-label="New facts per round: round 1: 8, round 2: 4"' in text
    heights = [float(h) for h in re.findall(r'<rect [^>]*height="([\d.]+)"', text)]
    assert heights[0] == 2 * heights[1] > 0


@pytest.mark.fault(32)
@pytest.mark.parametrize("tag", ["style", "script"])
def test_the_policy_names_exactly_our_own_blocks(tag):
    text = render()
    (block,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(block.encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert f"{tag}-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none';")
    assert "unsafe" not in policy[1]
    assert not re.search(r"https?:|//[a-z]|url\(|@import|innerHTML|eval", block)
