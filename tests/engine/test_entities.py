from __future__ import annotations

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Fact, Relation
from inquiro.engine.entities import acronyms, gather, kind_of, names, same_name


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
        ("Acme Ltd.", "organization"),
        ("World Health Organization", "organization"),
        ("Clean Air Act", "law"),
    ],
)
def test_some_names_tell_their_kind(name, kind):
    assert kind_of(name) == kind


def fact(number, *entities, source="a", private=False, statement="-"):
    return Fact(
        id=f"f{number}",
        statement=statement,
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


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Müller GmbH", "MULLER"),
        ("Acme, Inc.", "ACME Inc"),
        ("Nestlé S.A.", "Nestle"),
        ("The Hague Court", "Hague Court"),
        ("Siemens AG", "Siemens"),
    ],
)
def test_one_name_over_case_diacritics_articles_and_legal_forms(one, other):
    assert same_name(one) == same_name(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Siemens", "Simens"), ("AG", "SE"), ("Bank of Korvenau", "Bank of Halvik")]
)
def test_two_names_stay_two(one, other):
    assert same_name(one) != same_name(other)


@pytest.mark.parametrize(
    ("text", "known"),
    [
        ("The World Health Organization (WHO) said so.", {"WHO": "World Health Organization"}),
        ("In NASA (National Aeronautics and Space Administration) they", {"NASA": "National Aeronautics and Space Administration"}),
        ("Korvenau and the European Central Bank (ECB) agree", {"ECB": "European Central Bank"}),
        ("United States of America (USA)", {"USA": "United States of America"}),
        ("The Korvenau Arboretum (2021) said", {}),
        ("The Varnholt Institute (WHO)", {}),
    ],
)  # fmt: skip
def test_acronyms_are_what_the_text_spells_out(text, known):
    assert acronyms([text]) == known


def test_an_acronym_for_two_things_stands_for_none():
    assert acronyms(["Associated Press (AP)", "Action Plan (AP)"]) == {}


def test_an_acronym_and_its_expansion_are_one_entity():
    text = "The World Health Organization (WHO) advises cities."
    found = gather([fact(2, "WHO", source="b"), fact(1, "WHO"), fact(3, "World Health Organization")], [text])
    (who,) = found
    assert (who.name, who.aliases, who.mention_count) == ("World Health Organization", ("WHO",), 3)
    assert (who.entity_type, who.first_seen) == ("organization", 1)
    assert len(gather([fact(1, "WHO"), fact(3, "World Health Organization")])) == 2


@pytest.mark.parametrize(
    "statement",
    ["It rained, said Thora Lindqvar.", "Thora Lindqvar told the council.", "They asked Dr. Thora Lindqvar about it."],
)
def test_who_speaks_or_has_a_title_is_a_person(statement):
    (person,) = gather([fact(1, "Thora Lindqvar", statement=statement)])
    assert person.entity_type == "person"


def test_a_name_that_nobody_explains_is_a_name():
    (unknown,) = gather([fact(1, "Thora Lindqvar", statement="The Thora Lindqvar sails at noon.")])
    assert unknown.entity_type == "name"


@given(st.lists(st.lists(st.text(min_size=1, max_size=12), max_size=4), max_size=5), st.lists(st.text(), max_size=3))
def test_every_mention_is_counted_once(mentions, texts):
    facts = [fact(number, *named) for number, named in enumerate(mentions, 1)]
    found = gather(facts, texts)
    assert sum(entity.mention_count for entity in found) == sum(map(len, mentions))
    assert found == gather(facts[::-1], texts[::-1]) or len({e.sources for e in found}) > 1


def test_relations_are_told_of_both_ends_with_their_proof():
    said = "Nordlicht Rail, a subsidiary of Aldra Group, runs night trains."
    one = msgspec.structs.replace(fact(2, "Nordlicht Rail", "Aldra Group", statement=said), evidence=("e7", "e8"))
    group, rail = gather([one, fact(1, "Aldra Group")])
    expected = Relation(subject="Nordlicht Rail", predicate="subsidiary of", object="Aldra Group", evidence="e7")
    assert group.relations == rail.relations == (expected,)
    assert (group.entity_type, rail.entity_type) == ("organization", "organization")
    assert (group.mention_count, group.first_seen) == (2, 1)


def test_who_is_named_by_a_relation_alone_is_an_entity():
    (found,) = gather([fact(3, statement="Canberra is the capital of Australia.")])
    assert (found.name, found.entity_type, found.first_seen, found.mention_count) == ("Canberra", "place", 3, 1)
    assert [(one.predicate, one.object) for one in found.relations] == [("capital of", "Australia")]


def test_a_relation_of_a_private_fact_is_private():
    (found,) = gather([fact(1, statement="Canberra is the capital of Australia.", private=True)])
    assert found.private
    assert all(one.private for one in found.relations)
