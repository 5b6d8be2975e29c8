"""A research is held to its report: a changed word of an item, of the paper or of quoted code is found."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.phrases import nearest_line, phrases
from inquiro.core.types import Claim, Document, ResearchFindings, ResearchReport
from inquiro.engine.accounted import unaccounted_findings
from inquiro.engine.verify import check_citations

PAGE = ">>> import time\n>>> time.time()\n1.5\n>>>   time.sleep(\t1)\n"
CODE = "import time\ntime.time()\ntime.sleep( 1)"


def page(text: str, number: int = 2) -> Document:
    at = datetime(2026, 1, 1, tzinfo=UTC)
    return Document(
        id=f"doc_{number}", url="u", title="t", text=text, sha256="", media_type="text/plain", fetched_at=at
    )


def problems(report, documents=(), withheld=()) -> list[str]:
    known = {document.id: document for document in documents}
    return [f"{one.claim}: {one.problem}" for one in unaccounted_findings(report, known, withheld)]


@pytest.fixture
def sound(found):
    """Everything in it is a claim, and every block of code is known."""
    first, second, _ = found.IMPLEMENTATIONS
    content = found.PAPER.replace("More is said elsewhere (https://example.org/2).", "").replace(
        "- First [2]\n- Second\n", ""
    )
    paper = msgspec.structs.replace(found.FINDINGS.report, content=content)
    kept = msgspec.structs.replace(found.FINDINGS, implementations=[first, second], report=paper)
    return found.a_research(findings=kept)


def changed(whole, /, **parts):
    return msgspec.structs.replace(whole, findings=msgspec.structs.replace(whole.findings, **parts))


def test_a_sound_research_has_nothing_to_answer_for(sound):
    assert problems(sound) == []


def test_an_answer_to_a_question_has_no_findings(found):
    assert problems(found.a_research(findings=None)) == []


def test_a_word_that_was_put_into_an_item_is_found(sound, found):
    idea = msgspec.structs.replace(found.IDEAS[0], content=f"{found.BACKOFF} Buy now.")
    assert problems(changed(sound, ideas=[idea])) == ["Buy now.: stands in an item and in no claim"]
    made = sound.findings.implementations[0]
    other = msgspec.structs.replace(made, content=made.content.replace("enough", "best"))
    [told] = problems(changed(sound, implementations=[other]))
    assert told.endswith("stands in an item and in no claim")


def test_a_word_that_was_put_into_the_paper_is_found_and_headings_and_references_are_ours(sound):
    paper = sound.findings.report
    more = paper.content.replace("## Implementations", "It is cheap [1].\n\n- Very.\n\n## Implementations")
    assert problems(changed(sound, report=msgspec.structs.replace(paper, content=more))) == [
        "It is cheap .: stands in the paper and in no claim",
        "Very.: stands in the paper and in no claim",
    ]


def test_code_in_an_idea_and_code_that_nobody_knows_are_found(sound, found):
    idea = msgspec.structs.replace(found.IDEAS[0], content=f"{found.BACKOFF}\n\n{found.block('x = 1')}")
    assert problems(changed(sound, ideas=[idea])) == ["x = 1: is code in an idea"]
    made = sound.findings.implementations[0]
    more = msgspec.structs.replace(made, content=f"{made.content}\n\n{found.block('rm()')}")
    assert problems(changed(sound, implementations=[more])) == ["rm(): is code of which nothing is said"]


@pytest.mark.parametrize(
    ("code", "holds"), [(CODE, True), (CODE.replace("1)", "9)"), False), ("time.time()\nimport time", False)]
)
def test_quoted_code_stands_at_its_place_in_the_snapshot(code, holds, sound, found):
    quoted = found.snippet(code, origin="quoted", document_id="doc_2", start=0, end=len(PAGE))
    content = f"{found.LOOP}\n\n{found.block(code)}"
    made = msgspec.structs.replace(found.IMPLEMENTATIONS[0], content=content, snippets=(quoted,))
    report = changed(sound, implementations=[made], report=None)
    assert (problems(report, [page(PAGE)]) == []) == holds
    assert problems(report, [page(PAGE)], withheld={"doc_2"}) == []


def test_it_is_part_of_checking_a_reports_citations(sound, found):
    idea = msgspec.structs.replace(found.IDEAS[0], content="Buy now.")
    told = [one.problem for one in check_citations(changed(sound, ideas=[idea]), {}).broken]
    assert "stands in an item and in no claim" in told


def test_links_and_cells_belong_to_claims_and_others_are_found(sound):
    claim = sound.claims[0]
    cell = msgspec.structs.replace(claim, row="Backoff", column="Does")
    whole = msgspec.structs.replace(sound, claims=(*sound.claims, cell))
    source = sound.sources[0]
    number = source.id.removeprefix("src_")
    table = f"| | Does |\n|---|---|\n| Backoff | {claim.text} [{number}]({source.url}) |"
    paper = msgspec.structs.replace(sound.findings.report, content=table, snippets=())
    assert problems(changed(whole, report=paper)) == []
    strange = msgspec.structs.replace(
        paper, content=table.replace(source.url, "https://evil.example/").replace("| Backoff", "| Buy")
    )
    told = problems(changed(whole, report=strange))
    assert [one.partition(":")[0] for one in told] == ["Buy", "(https"]


def test_a_paper_that_could_not_be_written_may_name_the_nearest_titles_and_no_others(found):
    words = phrases("en")
    content = f"{words.nothing}\n\n{nearest_line(['On [caches]'], 'en')}\n\n{words.no_model}"
    paper = ResearchReport(content, nearest=("On [caches]",))
    findings = ResearchFindings("q", ["freeform"], 1, report=paper)
    claims = (Claim(text=words.nothing, label="uncited"),)
    assert problems(found.a_research(findings=findings, claims=claims, sources=())) == []
    other = msgspec.structs.replace(paper, nearest=("On caches",))
    assert problems(found.a_research(findings=msgspec.structs.replace(findings, report=other), claims=claims))
