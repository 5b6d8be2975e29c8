from __future__ import annotations

import msgspec
import pytest

from inquiro.core.phrases import phrases
from inquiro.core.types import (
    ChecklistItem,
    ConfidenceTerms,
    Contradiction,
    ContradictionSide,
    Document,
    Draft,
    DraftClaim,
    DraftSection,
    Fact,
    Plan,
    Report,
)
from inquiro.engine.draft_verdicts import objections
from inquiro.engine.extract import evidence_at
from inquiro.engine.material import Material
from inquiro.engine.repair import repaired
from inquiro.engine.synthesize import synthesize
from inquiro.engine.verify import check_citations
from inquiro.testing import stored

SAID = {
    "d1": "The lifetime cost of a street tree is 1,100 €.",
    "d2": "The Meridian programme pays 620 €.",
    "d3": "The lifetime cost of a street tree is 2,400 €.",
}
NOTICE = "Fictional document, written for the Inquiro demonstration."
ITEMS = (
    ChecklistItem(id="c1", description="Cost?", status="satisfied"),
    ChecklistItem(id="c2", description="Payer?", status="partial"),
    ChecklistItem(id="c3", description="Risks?"),
)


def document(name: str, said: str) -> Document:
    published = "2019-05-06" if name == "d1" else None
    text = f"{NOTICE}\n\n{said} More follows."
    return stored(name, text, url=f"https://{name}.example/", title=f"Title {name}", published=published)


DOCUMENTS = {name: document(name, said) for name, said in SAID.items()}
EVIDENCE = {
    f"e{n}": evidence_at(f"e{n}", one, len(NOTICE) + 2, len(NOTICE) + 2 + len(SAID[one.id]))
    for n, one in enumerate(DOCUMENTS.values(), start=1)
}
FACTS = {
    f"f{n}": Fact(
        id=f"f{n}",
        statement=said,
        evidence=(f"e{n}",),
        sources=(f"https://{name}.example/",),
        confidence=n / 10,
        said_by="City Treasury" if name == "d1" else "",
    )
    for n, (name, said) in enumerate(SAID.items(), start=1)
}
BASE = Report(trace_id="t", question="q", answer="", dropped={"quotes not found": 1})


def claim(*facts: str, text: str | None = None) -> DraftClaim:
    return DraftClaim(text=FACTS[facts[0]].statement if text is None else text, facts=facts)


MATERIAL = Material(
    plan=Plan(refined_query="q", checklist=ITEMS),
    checklist=ITEMS,
    facts=FACTS,
    evidence=EVIDENCE,
    documents=DOCUMENTS,
)


def made(*opening: DraftClaim, sections: tuple[DraftSection, ...] = (), strict: bool = False, **more) -> Report:
    language = more.pop("language", "en")
    material = Material(
        plan=Plan(refined_query="q", checklist=ITEMS, language=language, assumptions=("It is summer.",)),
        checklist=ITEMS,
        facts=FACTS,
        evidence=EVIDENCE,
        documents=DOCUMENTS,
        **more,
    )
    return synthesize(Draft(opening=opening, sections=sections), material, BASE, strict=strict)


def test_sources_are_numbered_by_first_citation():
    report = made(claim("f2"), sections=(DraftSection(heading="Cost?", claims=(claim("f1"), claim("f2"))),))
    assert [(source.id, source.document_id) for source in report.sources] == [("src_1", "d2"), ("src_2", "d1")]
    assert report.answer.startswith(f"{SAID['d2']} [1]\n\n## Cost?\n\n{SAID['d1']} [2] {SAID['d2']} [1]")
    assert check_citations(report, DOCUMENTS).holds


def test_a_claim_carries_its_quote_place_and_context():
    (found,) = made(claim("f1")).claims
    (citation,) = found.evidence
    text = DOCUMENTS["d1"].text
    assert text[citation.start : citation.end] == citation.quote == SAID["d1"]
    assert (citation.before, citation.after) == (NOTICE + "\n\n", " More follows.")
    assert (found.label, found.facts, found.confidence) == ("quoted", ("f1",), 0.1)


@pytest.mark.fault(10)
def test_invented_ids_are_dropped_and_counted():
    report = made(claim("f1", "f99", "src_7"), DraftClaim(text="Trees are free.", facts=("f98",)))
    assert report.dropped == {"quotes not found": 1, "invented ids": 3}
    assert [found.facts for found in report.claims] == [("f1",), ()]
    assert report.claims[1].label == "uncited"
    assert not any(invented in report.answer for invented in ("f99", "src_7", "f98"))
    assert [source.id for source in report.sources] == ["src_1"]


@pytest.mark.fault(10)
def test_an_address_in_a_sentence_becomes_no_source_and_no_link():
    report = made(claim("f1", text="Trees cost 1,100 € [see](https://invented.example)."))
    assert [source.url for source in report.sources] == ["https://d1.example/"]
    assert "[see]" not in report.answer.replace("\\[see\\]", "")


def test_strict_drops_what_no_source_supports_and_gives_it_no_number():
    drafted = (
        claim("f2", text="The Meridian programme is generous."),
        claim("f1"),
        claim("f3", text="The lifetime cost of a street tree is 9,999 €."),
        DraftClaim(text="Trees are free."),
    )
    loose, strict = made(*drafted), made(*drafted, strict=True)
    assert [found.label for found in loose.claims] == ["inferred", "quoted", "uncited", "uncited"]
    assert [found.text for found in strict.claims] == [SAID["d1"]]
    assert strict.dropped["unsupported sentences"] == 3
    assert [(source.id, source.document_id) for source in strict.sources] == [("src_1", "d1")]
    assert strict.answer.startswith(f"{SAID['d1']} [1]")


@pytest.mark.parametrize("language", ["en", "de", "es", "ja"])
def test_strict_still_says_that_nothing_was_found(language):
    nothing = phrases(language).nothing
    report = made(DraftClaim(text=nothing), strict=True, language=language)
    assert report.answer.startswith(nothing)
    assert "unsupported sentences" not in report.dropped


def test_who_says_so_is_supported():
    assert made(claim("f1", text=f"According to City Treasury, t{SAID['d1'][1:]}")).claims[0].label == "supported"


def test_what_cited_documents_say_about_themselves_is_told_once():
    assert made(claim("f1"), claim("f2")).notices == (NOTICE,)
    assert made().notices == ()


def test_coverage_says_what_is_open():
    coverage = made(claim("f1")).checklist_coverage
    assert coverage.satisfied == ("Cost?",)
    assert coverage.gaps == ("Payer? - partial coverage", "Risks?")


def dispute() -> Contradiction:
    sides = tuple(
        ContradictionSide(statement=SAID[d], fact_id=f, document_id=d, value=value, published=published)
        for d, f, value, published in (("d1", "f1", "1,100 €", "2019-05-06"), ("d3", "f3", "2,400 €", None))
    )
    return Contradiction(about="lifetime cost", kind="scope", explanation="-", sides=sides)


@pytest.mark.parametrize("strict", [False, True])
def test_disagreements_are_told_with_both_sources(strict):
    report = made(claim("f2"), contradictions=(dispute(),), strict=strict)
    told = report.claims[-1]
    assert told.section == phrases("en").disagree
    assert told.text == ("On lifetime cost the sources differ: 1,100 € (2019) against 2,400 €; different scope.")
    assert [side.source_id for side in report.contradictions[0].sides] == ["src_2", "src_3"]
    assert [citation.source_id for citation in told.evidence] == ["src_2", "src_3"]
    assert check_citations(report, DOCUMENTS).holds


@pytest.mark.parametrize(
    ("language", "kind", "told"),
    [
        ("en", "vault", "1,100 € (2019, your note) against 2,400 €"),
        ("de", "knowledge", "1,100 € (2019, frühere Recherche) gegen 2,400 €"),
        ("en", "web", "1,100 € (2019) against 2,400 €"),
    ],
)
def test_a_side_of_ones_own_is_marked_and_every_side_says_its_kind(language, kind, told):
    documents = DOCUMENTS | {"d1": msgspec.structs.replace(DOCUMENTS["d1"], source_type=kind)}
    plan = Plan(refined_query="q", checklist=ITEMS, language=language)
    material = msgspec.structs.replace(MATERIAL, plan=plan, documents=documents, contradictions=(dispute(),))
    report = synthesize(Draft(opening=(claim("f2"),)), material, BASE)
    assert told in report.claims[-1].text
    assert [side.source_type for side in report.contradictions[0].sides] == [kind, "web"]


def test_where_all_is_ones_own_it_goes_without_saying():
    documents = {name: msgspec.structs.replace(one, source_type="local") for name, one in DOCUMENTS.items()}
    material = msgspec.structs.replace(MATERIAL, documents=documents, contradictions=(dispute(),))
    report = synthesize(Draft(opening=(claim("f2"),)), material, BASE)
    assert "1,100 € (2019) against 2,400 €" in report.claims[-1].text


def test_the_rest_of_the_report_stays():
    report = made(claim("f1"))
    assert (report.trace_id, report.assumptions, report.checklist) == ("t", ("It is summer.",), ITEMS)
    assert msgspec.convert(report.to_dict(), Report) == report


def test_objections_name_what_fails_and_a_repair_replaces_cuts_or_leaves_it():
    fine, wrong, loose, odd = (
        claim("f1"),
        claim("f3", text="The lifetime cost of a street tree is 9,999 €."),
        claim("f3", text="A street tree is a bargain."),
        claim("f2", text="The moon is made of old cheese for 5 €."),
    )
    draft = Draft(opening=(fine,), sections=(DraftSection(heading="Cost", claims=(wrong, loose, odd)),))
    failed = objections(draft, MATERIAL)
    assert [one.claim for one in failed] == [wrong, odd]  # what is only not borne out gets another label
    assert "9,999" in failed[0].problem
    assert failed[0].grounds[0].title == "Title d3"
    assert "More follows." in failed[0].grounds[0].around
    better = claim("f3")
    mended = repaired(draft, failed, [better, odd], "en")
    assert mended.opening == (fine,)
    assert mended.sections[0].claims == (better, loose)
    assert (mended.strays, mended.cut) == (1, 0)
    emptied = repaired(draft, failed, [DraftClaim(text=""), odd], "en")
    assert emptied.sections[0].claims == (loose,)
    assert (emptied.strays, emptied.cut) == (1, 1)


def test_an_opening_that_is_cut_leaves_the_admission_that_nothing_answers():
    odd = claim("f2", text="The moon is made of old cheese for 5 €.")
    draft = Draft(opening=(odd,))
    assert repaired(draft, objections(draft, MATERIAL), [odd], "en").opening[0].text == phrases("en").indirect


def withdrawn(*names: str) -> Material:
    documents = {
        name: msgspec.structs.replace(one, retracted=name in names, text=one.text, title=one.title)
        for name, one in DOCUMENTS.items()
    }
    both = msgspec.structs.replace(FACTS["f1"], evidence=("e1", "e3"))
    return msgspec.structs.replace(MATERIAL, documents=documents, facts=FACTS | {"f1": both})


@pytest.mark.parametrize("strict", [False, True])
def test_a_sentence_that_rests_on_a_retracted_work_alone_is_not_called_quoted(strict):
    report = synthesize(Draft(opening=(claim("f2"),)), withdrawn("d2"), BASE, strict=strict)
    assert [found.label for found in report.claims] == ([] if strict else ["inferred"])
    assert [source.retracted for source in report.sources] == ([] if strict else [True])
    assert any("“Title d2”" in notice for notice in report.notices) is not strict


def test_a_sentence_is_cited_from_who_still_stands_by_it():
    report = synthesize(Draft(opening=(claim("f1", text=SAID["d3"]),)), withdrawn("d1"), BASE)
    (found,) = report.claims
    assert [citation.document_id for citation in found.evidence] == ["d3"]
    assert found.label == "quoted"
    assert not any(source.retracted for source in report.sources)


def test_a_claim_says_what_its_confidence_is_made_of():
    terms = ConfidenceTerms(origins=1, quality=(0.8,), support=0.72, newest="2024-05-01")
    sure = msgspec.structs.replace(FACTS["f1"], confidence=0.72, terms=terms, origins=2)
    material = msgspec.structs.replace(MATERIAL, facts=FACTS | {"f1": sure})
    report = synthesize(Draft(opening=(claim("f1"), DraftClaim(text="Trees are free."))), material, BASE)
    assert [found.basis for found in report.claims] == ["0.72 = 1 origin (quality 0.80), newest 2024", ""]
    assert [found.origins for found in report.claims] == [2, 0]


def test_a_refusal_names_the_nearest_places_and_quotes_none_of_them():
    draft = Draft(opening=(DraftClaim(text=phrases("en").unanswered),), nearest=("f2", "f1", "f99"))
    report = synthesize(draft, MATERIAL, BASE)
    assert [(place.source_id, place.document_id) for place in report.nearest] == [("src_1", "d2"), ("src_2", "d1")]
    assert [source.document_id for source in report.sources] == ["d2", "d1"]
    titles = [DOCUMENTS[name].title for name in ("d2", "d1")]
    listed = "\n".join(f"- {title} [{n}]" for n, title in enumerate(titles, 1))
    assert report.answer == f"{phrases('en').unanswered}\n\n## {phrases('en').nearest_places}\n\n{listed}"
    assert check_citations(report, DOCUMENTS).holds
