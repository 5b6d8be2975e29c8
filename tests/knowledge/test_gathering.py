from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import (
    Citation,
    Claim,
    ConfidenceTerms,
    Contradiction,
    ContradictionSide,
    IdeaResult,
    ImplementationResult,
    Report,
    ReportSource,
    ResearchFindings,
    ResearchReport,
    Snippet,
)
from inquiro.knowledge.gathering import PAPER, gathered, only_item

COOLS = "Street trees cool the midday air of Varnholt by 1.6 °C."
COSTS = "A street tree in Korvenau costs 1,100 € over thirty years."
FOUNDED = "The Meridian Trust was founded in 2009 and is based in Aldra."


def changed(run, **fields):
    return msgspec.structs.replace(run, **fields)


def test_a_fact_comes_with_where_and_when_it_was_read(tell):
    page = tell.page("varnholt", COOLS, published="2021-09-01")
    found = gathered(tell.finished("r1", (COOLS, [page])))
    [fact] = found.facts
    [proof] = fact.proofs
    assert (fact.statement, fact.private, fact.confidence) == (COOLS, False, 0.5)
    assert page.text[proof.start : proof.end] == proof.quote == COOLS
    assert (proof.url, proof.title, proof.fetched_at, proof.published) == (
        page.url,
        "Varnholt",
        page.fetched_at,
        "2021-09-01",
    )
    assert found.documents == (page.id,)
    assert found.skipped == ()


def resting(run, **told):
    """The run with a report that says so much."""
    sources = tuple(
        ReportSource(id=f"src_{n}", type="web", title="t", url=one.url, snippet="", document_id=one.id)
        for n, one in enumerate(run.documents, 1)
    )
    return changed(run, report=changed(run.report, sources=sources, **told))


def test_of_a_run_only_what_its_report_rests_on_is_kept(tell):
    page = tell.page("varnholt", COOLS, COSTS, FOUNDED)
    run = tell.finished("r1", (COOLS, [page]), (COSTS, [page]), (FOUNDED, [page]))
    at = page.text.index(COSTS)
    quoted = Citation(source_id="src_1", quote=COSTS, start=at, end=at + len(COSTS))
    claims = (
        Claim(text="It cools.", label="supported", facts=(run.facts[0].id,)),
        Claim(text="It costs.", label="supported", evidence=(quoted,)),
    )
    found = gathered(resting(run, claims=claims))
    assert {fact.statement for fact in found.facts} == {COOLS, COSTS}
    assert found.skipped == ("1 fact: the report does not rest on them (--all keeps them, too)",)
    assert len(gathered(resting(run, claims=claims), everything=True).facts) == 3


def test_both_sides_of_a_disagreement_are_what_a_report_rests_on(tell):
    page = tell.page("varnholt", COOLS, COSTS, FOUNDED)
    run = tell.finished("r1", (COOLS, [page]), (COSTS, [page]), (FOUNDED, [page]))
    sides = tuple(
        ContradictionSide(statement=fact.statement, fact_id=fact.id, document_id=page.id) for fact in run.facts[1:]
    )
    told = Contradiction(about="a", kind="disagreement", explanation="", sides=sides)
    assert {fact.statement for fact in gathered(resting(run, contradictions=(told,))).facts} == {COSTS, FOUNDED}


def test_a_quote_that_moved_is_found_again_and_one_that_is_gone_proves_nothing(tell):
    page = tell.page("varnholt", COOLS)
    run = tell.finished("r1", (COOLS, [page]), (COOLS, [page]))
    shifted = msgspec.structs.replace(page, text=f"A new line.\n{page.text}")
    assert gathered(changed(run, documents=(shifted,))).facts[0].proofs[0].start == run.evidence[0].start + 12
    without = gathered(changed(run, documents=(tell.page("varnholt", "Nothing of it."),)))
    assert without.facts == ()
    assert without.skipped == ("2 facts: their quotes are not in the stored documents",)


def test_what_rests_on_retracted_works_alone_is_not_taken_in(tell):
    sound, withdrawn = tell.page("sound", COOLS), tell.page("gone", COOLS, COSTS, retracted=True)
    found = gathered(tell.finished("r1", (COOLS, [withdrawn, sound]), (COSTS, [withdrawn])))
    assert [(fact.statement, [p.document_id for p in fact.proofs]) for fact in found.facts] == [(COOLS, ["sound"])]
    assert found.skipped == ("1 fact: they rest on retracted works only",)
    run = tell.finished("r2", (COSTS, [tell.page("elsewhere", COSTS)]))
    known_elsewhere = msgspec.structs.replace(run.facts[0], terms=ConfidenceTerms(origins=0, retracted=1))
    assert gathered(changed(run, facts=(known_elsewhere,))).facts == ()


def test_what_came_from_the_knowledge_base_proves_nothing_new(tell):
    again = tell.page("varnholt", COOLS, COSTS, source_type="knowledge")
    fresh = tell.page("fresh", COOLS)
    found = gathered(tell.finished("r1", (COOLS, [again, fresh]), (COSTS, [again])))
    assert [[p.document_id for p in fact.proofs] for fact in found.facts] == [["fresh"]]
    assert found.documents == ("fresh",)
    assert found.skipped == ("1 fact: they came from the knowledge base itself",)
    assert [entity.name for entity in found.entities] == ["Varnholt"]


def test_everything_from_a_private_document_is_private(tell):
    mine = tell.page("notes", FOUNDED, private=True)
    found = gathered(tell.finished("r1", (FOUNDED, [mine])))
    assert found.facts[0].private
    assert found.facts[0].proofs[0].private
    assert all(entity.private and all(one.private for one in entity.relations) for entity in found.entities)
    assert found.entities


def test_a_public_page_keeps_what_it_says_public(tell):
    mine, public = tell.page("notes", COOLS, private=True), tell.page("varnholt", COOLS)
    [fact] = gathered(tell.finished("r1", (COOLS, [public, mine]))).facts
    assert (fact.private, [p.private for p in fact.proofs]) == (False, [False, True])


def test_private_words_are_never_said_by_public_proofs(tell):
    """The statement is worded after its first source: a public page that says the like is quoted in its own words."""
    told = "Street trees cool the midday air of Varnholt by 1.6 °C, says our Nightingale file."
    mine, public = tell.page("notes", told, private=True), tell.page("varnholt", COOLS)
    run = tell.finished("r1", (told, [mine]), (COOLS, [public]))
    joined = msgspec.structs.replace(run.facts[0], evidence=("e1", "e2"))
    found = gathered(changed(run, facts=(joined,)))
    assert {(fact.statement, fact.private) for fact in found.facts} == {(told, True), (COOLS, False)}
    for fact in found.facts:
        assert {p.private for p in fact.proofs} == {fact.private}
    assert not any("Nightingale" in entity.name and not entity.private for entity in found.entities)


def test_the_contradictions_of_the_report_stand_on_both_sides(tell):
    a, b = tell.page("a", COSTS), tell.page("b", COOLS)
    found = {
        fact.statement: fact
        for fact in gathered(tell.finished("r1", (COSTS, [a]), (COOLS, [b]), contradictions=[(1, 2)])).facts
    }
    assert [one.fact_id for one in found[COSTS].opposed] == [found[COOLS].id]
    assert [one.fact_id for one in found[COOLS].opposed] == [found[COSTS].id]
    assert found[COSTS].opposed[0].explanation == "they were measured differently"


def test_the_reason_of_a_private_contradiction_stays_with_the_private_side(tell):
    a, b = tell.page("a", COSTS), tell.page("notes", COOLS, private=True)
    found = {
        fact.private: fact
        for fact in gathered(tell.finished("r1", (COSTS, [a]), (COOLS, [b]), contradictions=[(1, 2)])).facts
    }
    assert (found[False].opposed[0].explanation, found[False].opposed[0].private) == ("", True)
    assert (found[True].opposed[0].explanation, found[True].opposed[0].private) == (
        "they were measured differently",
        False,
    )


def test_things_and_what_they_are_to_each_other_come_with_their_proof(tell):
    page = tell.page("trust", FOUNDED)
    found = gathered(tell.finished("r1", (FOUNDED, [page])))
    trust = next(entity for entity in found.entities if entity.name == "Meridian Trust")
    assert [(one.subject, one.predicate, one.object) for one in trust.relations] == [
        ("The Meridian Trust", "founded in", "2009")
    ] or [one.predicate for one in trust.relations]
    assert all(one.proof and one.proof.document_id == page.id for one in trust.relations)


def with_items(tell, *, private=False, source_type="web"):
    page = tell.page("guide", COOLS, "Prune early and often.", private=private, source_type=source_type)
    at = page.text.index(COOLS)
    quote = Citation(source_id="src_1", quote=COOLS, start=at, end=at + len(COOLS))
    code = Snippet(code="prune()", origin="quoted", document_id=page.id, start=at, end=at + 5)
    findings = ResearchFindings(
        "How to cool a street?",
        ["idea", "implementation", "freeform"],
        5,
        ideas=[IdeaResult(page.url, COOLS, source_id="src_1", evidence=(quote,))],
        implementations=[ImplementationResult(page.url, "Prune.\n\n```python\nprune()\n```", snippets=(code,))],
        report=ResearchReport("## Abstract\n\nTrees."),
        trace_id="r1",
    )
    run = tell.finished("r1", (COOLS, [page]), ("Prune early and often.", [page]), findings=findings)
    source = ReportSource(id="src_1", type="web", title="Guide", url=page.url, snippet="", document_id=page.id)
    return page, changed(run, report=msgspec.structs.replace(run.report, sources=(source,)))


def test_ideas_and_implementations_keep_their_quotes_and_code(tell):
    page, run = with_items(tell)
    found = gathered(run)
    idea, code = sorted(found.items, key=lambda item: item.mode)
    assert (idea.mode, idea.query, idea.source, idea.private) == ("idea", "How to cool a street?", page.url, False)
    assert [p.quote for p in idea.proofs] == [COOLS]
    assert [snippet.document_id for snippet in code.snippets] == [page.id]
    assert found.skipped == (PAPER,)


@pytest.mark.parametrize("field", ["private", "url"])
def test_an_item_that_rests_on_something_private_is_private(tell, field):
    _, run = with_items(tell, private=field == "private")
    if field == "url":
        idea = msgspec.structs.replace(
            run.report.findings.ideas[0], source="file:///notes/a.md", source_id="", evidence=()
        )
        findings = msgspec.structs.replace(run.report.findings, ideas=[idea], implementations=[])
        run = changed(run, report=msgspec.structs.replace(run.report, findings=findings))
    assert {item.private for item in gathered(run).items} == {True}


def test_an_item_from_a_page_of_the_knowledge_base_brings_no_proof(tell):
    _, run = with_items(tell, source_type="knowledge")
    found = gathered(run)
    assert [(item.proofs, [s.document_id for s in item.snippets]) for item in found.items if item.snippets] == [
        ((), [""])
    ]
    assert all(item.proofs == () for item in found.items)
    assert found.documents == ()


def test_one_item_alone_brings_the_facts_it_cites_and_no_others(tell):
    _, run = with_items(tell)
    alone = ResearchFindings("", ["idea"], 1, ideas=run.report.findings.ideas)
    found = only_item(run, alone)
    assert [item.mode for item in found.items] == ["idea"]
    assert [fact.statement for fact in found.facts] == [COOLS]
    assert (
        only_item(run, ResearchFindings("", ["idea"], 1, ideas=[IdeaResult("https://x.example", "Else.")])).items == ()
    )


def test_a_run_without_anything_gives_nothing(tell):
    run = tell.finished("r1")
    assert gathered(changed(run, report=Report(trace_id="r1", question="q", answer=""))) == gathered(run)
    assert gathered(run).documents == ()
