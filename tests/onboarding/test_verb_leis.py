"""LEIs of verbs: each once, under the name that its call gives it, and only those that nothing is known of."""

from __future__ import annotations

import asyncio

from inquiro.core.types import LeiFinding, VerbGroup
from inquiro.onboarding.verb_leis import check_verb_leis


def checked(gleif_server, text, known=()):
    register = gleif_server.register_of(gleif_server.nordwind())
    return asyncio.run(check_verb_leis([VerbGroup(key="k", verbs=text)], register, known))


def test_the_name_beside_an_lei_counts(gleif_server):
    call = '(entity.ensure-limited-company :name "{}" :lei "{}")'
    right = call.format("Nordwind Capital SE", gleif_server.APEX)
    wrong = call.format("Somebody Else AG", gleif_server.APEX)
    assert [one.verdict for one in checked(gleif_server, right)] == ["confirmed"]
    assert [one.verdict for one in checked(gleif_server, wrong)] == ["name_differs"]


def test_a_name_counts_by_whatever_argument_it_is_said(gleif_server):
    for beside in (':legal-name "Somebody Else AG"', ":legal-name Somebody", ":name Somebody"):
        found = checked(gleif_server, f'(entity.ensure {beside} :lei "{gleif_server.APEX}")')
        assert [one.verdict for one in found] == ["name_differs"], beside
    placed = f'(entity.ensure :name "Nordwind Capital SE" :country KY :lei "{gleif_server.APEX}")'
    assert [one.verdict for one in checked(gleif_server, placed)] == ["jurisdiction_differs"]


def test_a_right_call_hides_no_wrong_one_with_the_same_name(gleif_server):
    call = '(entity.ensure :name "Nordwind Capital SE" {} :lei "{}")'
    both = "\n".join(call.format(place, gleif_server.APEX) for place in (':jurisdiction "KY"', ""))
    assert [one.verdict for one in checked(gleif_server, both)] == ["jurisdiction_differs", "confirmed"]


def test_the_owners_lei_is_not_held_against_the_name_of_what_it_owns(gleif_server):
    text = f'(ubo.add-ownership :owner-lei "{gleif_server.APEX}" :owned-entity-name "Else AG" :percentage 10)'
    assert [one.verdict for one in checked(gleif_server, text)] == ["confirmed"]


def test_what_is_known_and_what_cannot_be_read_is_not_asked_for(gleif_server):
    known = [LeiFinding(path="apex.lei", lei=gleif_server.NOWHERE, verdict="not_found")]
    assert checked(gleif_server, f'(gleif.enrich :lei "{gleif_server.NOWHERE}")', known) == []
    assert checked(gleif_server, "(gleif.enrich :lei") == []
