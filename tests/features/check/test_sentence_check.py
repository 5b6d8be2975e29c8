"""What becomes of a sentence by the text that it cites."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from inquiro.core.types import Document
from inquiro.features.check.cited_text import CitedText, Sentence
from inquiro.features.check.findings import all_findings, counts_of, verdict
from inquiro.features.check.reference_check import Examined
from inquiro.features.check.reference_fields import Reference
from inquiro.features.check.sentence_check import Library, judged

SOURCE = """The council of Korvenau planted forty lime trees on the market square in spring.

Visitors counted eleven benches there. A nursery near Varnholt gave the trees away.
"""
OWN = "Since spring the square has offered passers-by some welcome shelter from the glare."


def library():
    document = Document(
        id="d1", url="https://a.example/square", title="The square", text=SOURCE, sha256="", media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip
    reference = Reference(number="1", text="The square", line=9)
    return Library({"1": Examined(reference=reference, state="exists", read="whole")}, {"1": document})


def found(text):
    return judged(Sentence(text=text, line=3, marks=("1",)), library())


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("In spring the council of Korvenau planted forty lime trees on the market square.", "borne_out"),
        (OWN, "open"),
        ("A nursery from Varnholt handed over whatever the gardeners of the market square desired.", "open"),
        ("The council of Ellmarsh planted forty lime trees on the market square in spring.", "says_more"),
        ("Somebody in Korvenau spent 9,100 € on a fountain and a bandstand.", "says_more"),
        ("The council of Korvenau planted 70 lime trees on the market square in spring.", "contradicted"),
    ],
)
def test_words_of_its_own_leave_a_sentence_open_and_what_stands_nowhere_does_not(text, outcome):
    assert found(text).outcome == outcome


def test_what_is_open_is_counted_apart_and_shown_beside_its_source_without_alarm():
    one = found(OWN)
    text = CitedText(sentences=(one.sentence,), references=())
    [finding] = all_findings(text, [], [one], {})
    assert (finding.kind, finding.grave, finding.line) == ("open", False, 3)
    assert finding.problem.startswith("[1] may say this or not: rules cannot tell")
    assert "market square" in finding.source_words
    counts = counts_of(text, [], [one])
    assert (counts.open, counts.not_borne_out, counts.borne_out) == (1, 0, 0)
    assert "0 not shown to be, 1 left open by the rules" in verdict(counts, [finding])


def test_a_figure_that_stands_elsewhere_in_its_source_is_not_told_to_be_missing():
    [problem] = found(
        "Eleven benches were what the gardeners of the fair nursery in Varnholt had hoped for."
    ).ground.problems
    assert problem.kind == "open"
