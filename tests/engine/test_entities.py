from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Fact
from inquiro.engine.entities import gather, kind_of, names


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        (
            "en",
            "The Meridian programme pays 620 € to Korvenau, said Thora Lindqvar of the University of Sankt Orlen.",
            {"Meridian programme", "Korvenau", "Thora Lindqvar", "University of Sankt Orlen"},
        ),
        ("en", "Trees cool streets. It was Anna Berg who measured it for NASA.", {"Anna Berg", "NASA"}),
        (
            "de",
            "Die Stadt zahlt, sagte Anna Berg vom Institut für Stadtklima.",
            {"Anna Berg", "Institut für Stadtklima"},
        ),
        ("es", "El Ayuntamiento de Valdemora paga, dijo Ana Ruiz.", {"Ayuntamiento de Valdemora", "Ana Ruiz"}),
        ("ja", "調査はメリディアン・プログラムによる。", {"メリディアン・プログラム"}),
    ],
)
def test_names_are_found_by_how_they_are_written(language, text, expected):
    assert set(names(text, language)) == expected


@pytest.mark.parametrize("text", ["Trees cool the street.", "However, nobody asked.", "", "the cost of a tree"])
def test_a_first_word_is_no_name_for_being_first(text):
    assert names(text) == ()


def test_german_nouns_are_not_names():
    assert names("Der Baum spendet im Sommer viel Schatten.", "de") == ()


def test_a_name_is_given_once():
    assert names("We asked Korvenau, and Korvenau answered.") == ("Korvenau",)


@given(st.text(), st.sampled_from(["en", "de", "es", "ja", "xx"]))
def test_every_name_stands_in_the_text(text, language):
    flat = " ".join(text.split())
    assert all(" ".join(name.split()) in flat for name in names(text, language))


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("University of Sankt Orlen", "organization"),
        ("Meridian programme", "programme"),
        ("Tessin Street", "place"),
        ("Thora Lindqvar", "name"),
    ],
)
def test_some_names_tell_their_kind(name, kind):
    assert kind_of(name) == kind


def fact(number, *entities, source="a", private=False):
    return Fact(
        id=f"f{number}",
        statement="-",
        evidence=(),
        sources=(source,),
        entities=entities,
        round=number,
        private=private,
    )


def test_spellings_of_one_name_are_one_entity():
    found = gather(
        [
            fact(2, "MÜLLER GMBH", source="b"),
            fact(1, "Müller GmbH"),
            fact(3, "Müller GmbH", source="c"),
            fact(3, "Aldra"),
        ]
    )
    assert [entity.name for entity in found] == ["Aldra", "Müller GmbH"]
    company = found[1]
    assert (company.mention_count, company.first_seen, company.aliases) == (3, 1, ("MÜLLER GMBH",))
    assert set(company.sources) == {"a", "b", "c"}
    assert company.entity_type == "organization"


def test_one_private_mention_makes_the_entity_private():
    mentions = [fact(1, "Aldra"), fact(1, "Berg"), fact(2, "Berg", private=True), fact(3, "Berg")]
    for order in (mentions, mentions[::-1]):
        assert {entity.name: entity.private for entity in gather(order)} == {"Aldra": False, "Berg": True}


def test_nobody_is_named():
    assert gather([]) == []
