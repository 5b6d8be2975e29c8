from __future__ import annotations

import hashlib
from datetime import UTC, datetime

import pytest

from inquiro.core.types import Document
from inquiro.engine.checking import check
from inquiro.engine.checking.excerpts import Excerpts
from inquiro.engine.checking.verdict import Verdict
from inquiro.engine.extract import evidence_at
from inquiro.engine.nearby_citations import MOST, nearby

TEXT = (
    "Street trees in Varnholt\n\nIn 2018 the city counted its trees. There were 4,310 of them along the streets. "
    "Watering them takes 90 litres a tree each week. The plan is renewed every five years."
)
PAGE = Document(
    id="d1", url="https://example.org/trees", title="Street trees", text=TEXT, media_type="text/plain",
    sha256=hashlib.sha256(TEXT.encode()).hexdigest(), fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
)  # fmt: skip
QUOTE = "There were 4,310 of them along the streets."


def cited(verdict: Verdict, quote: str = QUOTE) -> list[str]:
    at = TEXT.index(quote)
    proof = evidence_at("e1", PAGE, at, at + len(quote))
    found = nearby(verdict, [proof], [Excerpts({"d1": PAGE}).of(proof)], {"d1": PAGE})
    assert all(TEXT[one.start : one.end] == one.quote for one in found)
    return [one.quote for one in found]


def said(text: str, *relied: str) -> Verdict:
    return Verdict(text=text, label="supported", evidence=(0,), relied=relied)


def test_a_figure_from_the_sentence_before_is_cited_where_it_stands():
    assert cited(said("In 2018 Varnholt counted 4,310 street trees.")) == ["In 2018 the city counted its trees."]


def test_what_the_quote_holds_needs_nothing_beside_it():
    assert cited(said("Varnholt counted 4,310 street trees.")) == []
    assert cited(said("Varnholt counted its street trees.")) == []


def test_words_that_a_judge_relied_on_are_cited():
    verdict = said("Trees are watered weekly.", "takes 90 litres a tree each week")
    assert cited(verdict) == ["Watering them takes 90 litres a tree each week."]
    assert cited(said("There were many.", "There were 4,310 of them")) == []


def test_there_is_an_end_to_it():
    every = said("4,310 trees, 90 litres, five years, 2018.")
    assert len(cited(every)) <= MOST


@pytest.mark.parametrize("text", ["", "No figure at all."])
def test_a_sentence_without_figures_gets_none(text):
    assert cited(said(text)) == []


def test_a_whole_check_leads_there():
    at = TEXT.index(QUOTE)
    excerpt = Excerpts({"d1": PAGE}).of(evidence_at("e1", PAGE, at, at + len(QUOTE)))
    assert not check("In 2018 there were 4,310 trees along the streets.", [excerpt]).vetoed
