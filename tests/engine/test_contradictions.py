from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The night train between Brenmoor and Portavel covers 620 km.", "The night train between Brenmoor and Portavel covers 385 miles."),
        ("The mean temperature of the river in July was 20 °C.", "The mean temperature of the river in July was 68 °F."),
        ("Crown shade cooled the pavement of the square by 10 °C.", "Crown shade cooled the pavement of the square by 18 °F."),
        ("The lifetime cost of a street tree is 2,400 €.", "The lifetime cost of a street tree is 2.4 k€."),
        ("The budget of the planting programme is 1.2 million €.", "The budget of the planting programme is 1,200 k€."),
        ("The share of night trains that arrived late was 40 %.", "The share of night trains that arrived late was 0.4."),
        ("The root ball of a young street tree weighs 70 kg.", "The root ball of a young street tree weighs 154 lbs."),
    ],
)  # fmt: skip
def test_one_amount_in_two_units_is_no_contradiction(one, other):
    assert against(one, other) == against(other, one) == []


@pytest.mark.parametrize(
    ("one", "other", "explanation"),
    [
        ("The night train between Brenmoor and Portavel covers 620 km.", "The night train between Brenmoor and Portavel covers 620 miles.", "620 km = 385.3 mi"),
        ("The mean temperature of the river in July was 20 °C.", "The mean temperature of the river in July was 75 °F.", "20 °C = 68 °F"),
        ("The share of night trains that arrived late was 40 %.", "The share of night trains that arrived late was 0.04.", "40 % = 0.4"),
    ],
)  # fmt: skip
def test_other_amounts_in_other_units_are_one(one, other, explanation):
    (found,) = against(one, other, "2019", "2020")
    assert (found.kind, found.explanation) == ("unit", explanation)
    assert [side.published for side in found.sides] == ["2019", "2020"]


def test_another_definition_is_told():
    (found,) = against(
        "The share of night trains that arrived on time was 86 %.",
        "The share of night trains that arrived on time was 61 %, where a delay is defined as more than 5 minutes.",
    )
    assert found.kind == "definition"
    assert "defined as" in found.explanation


def test_other_people_and_other_places_do_not_contradict_each_other():
    minutes = "The average daily exercise in the trial was {} minutes for {}."
    assert against(minutes.format(30, "children"), minutes.format(55, "adults")) == []
    cost = "The planting cost of a street tree in {} is {} €."
    assert against(cost.format("Korvenau", 1100), cost.format("Halvik", 2400)) == []


VALUES = ("1,100 €", "1.1 k€", "2,400 €", "2.4 k€", "3 million €", "5 kg")
SAID = [f"The lifetime cost of a street tree is {value} in total." for value in VALUES]


@given(st.lists(st.sampled_from(SAID), max_size=6), st.randoms(use_true_random=False))
def test_the_order_of_facts_changes_nothing(said, rng):
    sources = [document(f"d{n}", text, f"{2010 + n}") for n, text in enumerate(said)]
    evidence = {f"e{n}": evidence_at(f"e{n}", one, 0, len(one.text)) for n, one in enumerate(sources, 1)}
    facts = [Fact(id=f"f{n}", statement=text, evidence=(f"e{n}",), sources=()) for n, text in enumerate(said, 1)]
    shuffled = facts[:]
    rng.shuffle(shuffled)
    by_id = {one.id: one for one in sources}
    found = find_contradictions(facts, evidence, by_id)
    assert found == find_contradictions(shuffled, evidence, by_id)
    assert all(len({side.document_id for side in one.sides}) > 1 for one in found)


@given(st.sampled_from(SAID), st.sampled_from(SAID))
def test_contradicting_is_symmetric(one, other):
    assert bool(against(one, other)) == bool(against(other, one))
