from __future__ import annotations

import msgspec
import pytest

from inquiro.core.types import CodeDraft, ItemDraft, ModeDraft, Report, Worded
from inquiro.engine.modes.assembling import BEYOND, NO_CODE, REPEATED, Assembly
from inquiro.engine.modes.extractive import ideas, implementations
from inquiro.engine.modes.findings import UNPROVEN, fenced_code, findings_of
from inquiro.engine.modes.papers import paper
from inquiro.engine.verify import check_citations

BASE = Report(trace_id="run", question="How to cache function results in Python?", answer="")
MODES = ("idea", "implementation", "freeform")


def assembled(pool, drafts, top_k=5, *, strict=False):
    assembly = Assembly(drafts, pool, top_k)
    report = assembly.report(assembly.draft, assembly.material(()), BASE, strict=strict)
    return report, findings_of(assembly, report, [draft.mode for draft in drafts], top_k)


@pytest.fixture
def everything(pool):
    return assembled(pool, [ideas(pool, 5), implementations(pool, 5), paper(pool)])


def idea(document, text, *facts):
    return ItemDraft(document_id=document, sentences=(Worded(text=text, facts=facts, documents=(document,)),))


def test_all_modes_make_one_report_whose_citations_hold(pool, everything):
    report, findings = everything
    verified = check_citations(report, {document.id: document for document in pool.documents})
    assert verified.holds, verified.broken
    assert {idea.source for idea in findings.ideas} == {document.url for document in pool.documents}
    assert len(findings.implementations) == 2
    assert findings.modes == list(MODES)
    assert findings.trace_id == "run"


def test_items_are_ranked_and_say_why(everything):
    _, findings = everything
    scores = [idea.ranking.score for idea in findings.ideas]
    assert scores == sorted(scores, reverse=True)
    assert findings.ideas[0].source == "https://guide.example/page"
    for item in findings.implementations:
        assert item.ranking.completeness is not None
        assert item.ranking.reasons


def test_every_idea_has_its_source_label_and_proofs(everything):
    report, findings = everything
    numbers = {source.id: source.url for source in report.sources}
    for one in findings.ideas:
        assert numbers[one.source_id] == one.source
        assert one.label == "quoted"
        assert all(proof.quote in one.content for proof in one.evidence)


def test_quoted_code_is_the_page_s_and_opens_at_its_place(pool, everything, code):
    _, findings = everything
    best = next(one for one in findings.implementations if one.source.startswith("https://guide"))
    (snippet,) = best.snippets
    assert (snippet.origin, snippet.checked, snippet.valid, snippet.licence) == ("quoted", "python", True, "MIT")
    assert best.code_snippet == code["guide"]
    assert any(proof.quote == code["guide"] for proof in best.evidence)
    other = next(one for one in findings.implementations if one.source.startswith("https://disk"))
    assert other.dependencies == ["diskcache"]
    assert other.snippets[0].undeclared == ()


def test_the_paper_reads_alone(everything):
    report, findings = everything
    content = findings.report.content
    for heading in ("## Abstract", "## Literature Review", "## Implementations"):
        assert heading in content
    assert f"[1]({report.sources[0].url})" in content
    assert f"[1] {report.sources[0].title}: {report.sources[0].url}" in content


def test_at_most_top_k_and_the_rest_is_counted(pool):
    _, findings = assembled(pool, [ideas(pool, 5)], top_k=1)
    assert len(findings.ideas) == 1
    assert findings.dropped[BEYOND] >= 1


def test_an_idea_that_repeats_a_better_one_is_left_out(pool):
    text = "The decorator lru_cache of functools keeps the last 128 results."
    draft = ModeDraft(mode="idea", items=(idea("essay", text), idea("guide", text, "f1")))
    _, findings = assembled(pool, [draft])
    assert [one.source for one in findings.ideas] == ["https://guide.example/page"]
    assert findings.dropped == {REPEATED: 1}


def test_code_of_the_model_is_adapted_and_code_that_a_page_holds_is_quoted_wherever_it_came_from(pool, code):
    written = CodeDraft(code="import requests\nrequests.get('https://elsewhere.net/')\n", language="python")
    copied = CodeDraft(code="\n".join(f"    {line}" for line in code["guide"].splitlines()), language="python")
    draft = ModeDraft(
        mode="implementation",
        items=tuple(
            ItemDraft(
                document_id="disk",
                code=(one,),
                dependencies=(),
                sentences=(Worded(text="It works.", documents=("disk",)),),
            )
            for one in (written, copied)
        ),
    )
    _, findings = assembled(pool, [draft])
    snippets = {one.snippets[0].origin: one.snippets[0] for one in findings.implementations}
    assert snippets["adapted"].undeclared == ("requests",)
    assert snippets["adapted"].strange_hosts == ("elsewhere.net",)
    assert snippets["quoted"].document_id == "guide"


def test_an_implementation_without_code_is_none(pool):
    draft = ModeDraft(mode="implementation", items=(idea("guide", "The decorator lru_cache keeps 128 results.", "f1"),))
    _, findings = assembled(pool, [draft])
    assert findings.implementations == []
    assert findings.dropped == {NO_CODE: 1}


def test_a_sentence_with_a_wrong_figure_is_not_supported(pool):
    draft = ModeDraft(mode="idea", items=(idea("guide", "The decorator lru_cache keeps the last 256 results.", "f1"),))
    _, findings = assembled(pool, [draft])
    assert findings.ideas[0].label in {"inferred", "uncited"}


def test_strict_leaves_such_a_sentence_out_and_with_it_an_idea_of_nothing_else(pool):
    draft = ModeDraft(mode="idea", items=(idea("guide", "The decorator lru_cache keeps the last 256 results.", "f1"),))
    report, findings = assembled(pool, [draft], strict=True)
    assert findings.ideas == []
    assert findings.dropped == {UNPROVEN: 1}
    assert report.dropped["unsupported sentences"] == 1


def test_the_page_of_code_without_a_word_about_it_is_a_source_all_the_same(pool, code):
    start = pool.documents[0].text.index(code["guide"])
    block = CodeDraft(
        code=code["guide"], language="python", document_id="guide", start=start, end=start + len(code["guide"])
    )
    draft = ModeDraft(mode="implementation", items=(ItemDraft(document_id="guide", code=(block,)),))
    report, findings = assembled(pool, [draft])
    assert report.sources[0].document_id == "guide"
    assert findings.implementations[0].source_id == "src_1"


def test_a_page_s_second_idea_comes_after_what_others_say(pool):
    equal = tuple(msgspec.structs.replace(document, quality=0.6) for document in pool.documents)
    pool = msgspec.structs.replace(pool, documents=equal)
    told = [fact.statement for fact in pool.facts]
    items = (idea("guide", told[0]), idea("guide", told[1]), idea("disk", told[2]))
    _, findings = assembled(pool, [ModeDraft(mode="idea", items=items)])
    assert [one.source for one in findings.ideas][:2] == ["https://guide.example/page", "https://disk.example/page"]
    assert "1 more from the same page" in findings.ideas[2].ranking.reasons


def test_the_order_in_which_modes_came_back_changes_nothing_within_them(pool):
    one = assembled(pool, [ideas(pool, 5), paper(pool)])[1]
    other = assembled(pool, [paper(pool), ideas(pool, 5)])[1]
    assert [idea.content for idea in one.ideas] == [idea.content for idea in other.ideas]


def test_a_fence_is_longer_than_any_in_the_code(everything):
    _, findings = everything
    snippet = msgspec.structs.replace(findings.implementations[0].snippets[0], code="x = '''\n````\n'''")
    assert fenced_code(snippet).startswith("`````")
