from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Given, Giver, KnownEntity, KnownProof, KnownRelation
from inquiro.knowledge.naming import merged_entity, same_things, spellings
from inquiro.knowledge.sameness import entity_id


def told(key, name, *aliases, private=False, mentions=1, kind="name", relations=()):
    return Given(
        key=key,
        entity=KnownEntity(
            id=entity_id(name, private=private),
            name=name,
            aliases=aliases,
            entity_type=kind,
            mentions=mentions,
            private=private,
            relations=relations,
        ),
    )


def names_of(groups):
    return {frozenset((row.key, row.entity.name) for row in group) for group in groups}


def test_spellings_and_short_forms_meet():
    rows = [
        told("a", "Meridian Trust"),
        told("b", "The Meridian Trust Ltd."),
        told("c", "World Tree Council", "WTC"),
        told("d", "WTC"),
    ]
    assert names_of(same_things(rows)) == {
        frozenset({("a", "Meridian Trust"), ("b", "The Meridian Trust Ltd.")}),
        frozenset({("c", "World Tree Council"), ("d", "WTC")}),
    }


def test_a_short_form_of_two_things_belongs_to_neither():
    rows = [told("a", "World Tree Council", "WTC"), told("b", "Wood Trade Company", "WTC"), told("c", "WTC")]
    assert len(same_things(rows)) == 3


@given(
    st.permutations(
        [told("a", "World Tree Council", "WTC"), told("b", "WTC"), told("c", "Aldra"), told("d", "aldra", private=True)]
    )
)
def test_the_order_does_not_matter(rows):
    groups = same_things(rows)
    assert names_of(groups) == names_of(same_things(sorted(rows, key=lambda row: row.key)))
    assert {merged_entity(group, {}) for group in groups} == {merged_entity(group[::-1], {}) for group in groups}


def test_it_is_called_what_it_is_mostly_called_and_spelled_out():
    rows = [told("a", "WTC", mentions=9), told("b", "World Tree Council", "WTC", kind="organization", mentions=2)]
    entity = merged_entity(rows, {key: Giver(key=key, run_id=key) for key in "ab"})
    assert (entity.name, entity.aliases, entity.entity_type, entity.mentions) == (
        "World Tree Council",
        ("WTC",),
        "organization",
        11,
    )
    assert entity.runs == ("a", "b")


def test_what_only_private_sources_call_it_stays_with_them():
    rows = [told("a", "Nightingale", "Project N", private=True, mentions=5), told("b", "nightingale")]
    entity = merged_entity(rows, {})
    assert (entity.name, entity.aliases, entity.mentions, entity.private) == ("nightingale", (), 1, False)
    assert merged_entity(rows[:1], {}).private
    assert spellings(rows[0].entity) == {"nightingale", "project n"}


def test_a_relation_stands_once_by_its_public_proof():
    proofs = [
        KnownProof(document_id=name, start=0, end=1, quote="x", url="u", private=name == "p")
        for name in ("p", "a", "b")
    ]
    relations = [
        KnownRelation(
            subject="Meridian Trust", predicate="based in", object="Aldra", proof=proof, private=proof.private
        )
        for proof in proofs
    ]
    rows = [
        told("a", "Meridian Trust", relations=tuple(relations)),
        told("b", "Meridian Trust", relations=(relations[1],)),
    ]
    [relation] = merged_entity(rows, {}).relations
    assert (relation.private, relation.proof.document_id) == (False, "a")
