from __future__ import annotations

from pathlib import Path

import pytest

from inquiro.core.types import Contradiction, Document, Fact
from inquiro.engine.contradictions import find_contradictions
from inquiro.engine.entities import names
from inquiro.engine.extract import evidence_at
from inquiro.engine.quotes import locate
from inquiro.readers import read
from inquiro.testing import stored

CORPUS = Path(__file__).resolve().parents[2] / "examples" / "corpus"


def document(name: str, text: str, published: str | None = None) -> Document:
    return stored(name, text, published=published)


def example(name: str) -> Document:
    content = read((CORPUS / name).read_bytes(), name)
    return document(name, content.text, content.published)


def compared(*said: tuple[Document, str]) -> list[Contradiction]:
    facts, evidence = [], {}
    for n, (source, quote) in enumerate(said, start=1):
        evidence[f"e{n}"] = evidence_at(f"e{n}", source, *locate(source.text, quote))
        statement = " ".join(quote.split())
        facts.append(
            Fact(id=f"f{n}", statement=statement, evidence=(f"e{n}",), sources=(source.url,), entities=names(statement))
        )
    return find_contradictions(facts, evidence, {source.id: source for source, _ in said})


def against(one: str, other: str, *dates: str) -> list[Contradiction]:
    first, second = (*dates, None, None)[:2]
    return compared((document("a", one, first), one), (document("b", other, second), other))


@pytest.mark.parametrize(
    ("older", "newer", "values", "kind"),
    [
        (
            ("lifetime-cost-korvenau-2019.md", "The lifetime cost of a street tree is 1,100 € according to the calculation of the Korvenau City Treasury."),
            ("lifetime-cost-audit-korvenau-2023.md", "The lifetime cost of a street tree is 2,400 € according to the calculation of the Korvenau Municipal Audit Office."),
            ["1,100 €", "2,400 €"],
            "scope",
        ),
        (
            ("heat-pump-noise-guide-2018.txt", "The permitted night-time noise level for heat pumps is 40 dB(A) at the nearest bedroom window in residential areas."),
            ("heat-pump-noise-rules-2024.md", "The permitted night-time noise level for heat pumps is 35 dB(A) at the nearest bedroom window in residential areas with effect from 1 January 2024."),
            ["40 dB(A)", "35 dB(A)"],
            "superseded",
        ),
        (
            ("nordlicht-press-release-brenmoor-portavel.txt", "In 2023, 86 per cent of the night trains between Brenmoor and Portavel arrived within 15 minutes of the timetable."),
            ("night-train-punctuality-analysis-2024.md", "Between June and September 2024, 61 per cent of the night trains between Brenmoor and Portavel arrived within 15 minutes of the timetable."),
            ["86 per cent", "61 per cent"],
            "scope",
        ),
    ],
    ids=["tree cost", "heat pump noise", "punctuality"],
)  # fmt: skip
def test_the_example_corpus_contradicts_itself_for_the_reasons_it_gives(older, newer, values, kind):
    for order in ((older, newer), (newer, older)):
        (found,) = compared(*((example(name), quote) for name, quote in order))
        assert found.kind == kind
        assert [side.value for side in found.sides] == values
        assert found.sides[0].published < found.sides[1].published
        assert found.explanation
        assert found.about


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Canopy shade lowers the surface temperature by 8 to 12 °C.", "Canopy shade lowers the surface temperature by 10 °C."),
        ("Canopy shade lowers the surface temperature by 8 to 12 °C.", "Canopy shade lowers the surface temperature by 11 to 15 °C."),
        ("The lifetime cost of a street tree is 1,100 €.", "The lifetime cost of a street tree is 1.100 €."),
        ("The lifetime cost of a street tree is 1,100 €.", "The lifetime cost of a street tree is 30 kg."),
        ("The lifetime cost of a street tree is 1,100 €.", "The yearly salary of a night train driver is 2,400 €."),
        ("The lifetime cost of a street tree is high.", "The lifetime cost of a street tree is low."),
    ],
)  # fmt: skip
def test_what_overlaps_or_speaks_of_something_else_does_not_contradict(one, other):
    assert against(one, other) == []


def test_one_document_does_not_contradict_itself():
    text = "The lifetime cost of a street tree is 1,100 €. The lifetime cost of a street tree is 2,400 €."
    source = document("a", text)
    assert compared((source, text[:46]), (source, text[47:])) == []


def test_two_values_of_one_document_are_not_sides_against_each_other():
    planting, upkeep = (f"The lifetime cost of a street tree is {value} €." for value in ("1,100", "2,400"))
    both, other = document("a", f"{planting} {upkeep}"), document("b", planting)
    (found,) = compared((both, planting), (both, upkeep), (other, planting))
    assert [side.fact_id for side in found.sides] == ["f2", "f3"]


def test_without_a_reason_it_is_a_disagreement():
    (found,) = against(
        "The lifetime cost of a street tree is 1,100 €.", "The lifetime cost of a street tree is 2,400 €."
    )
    assert (found.kind, found.explanation) == ("disagreement", "")


def test_other_places_are_another_scope():
    (found,) = against(
        "The planting cost of a street tree is 1,100 €, says Korvenau.",
        "The planting cost of a street tree is 2,400 €, says Halvik.",
    )
    assert found.kind == "scope"
    assert "Korvenau" in found.explanation


def test_three_values_are_one_contradiction():
    texts = [f"The lifetime cost of a street tree is {value} € in total." for value in (1100, 2400, 3000)]
    (found,) = compared(*((document(str(n), text, f"{2019 + n}"), text) for n, text in enumerate(texts)))
    assert [side.value for side in found.sides] == ["1100 €", "2400 €", "3000 €"]


def test_a_fact_without_proof_or_document_is_left_out():
    fact = Fact(id="f1", statement="It is 5 €.", evidence=("gone",), sources=())
    assert find_contradictions([fact], {}, {}) == []
