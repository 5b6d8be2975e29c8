"""Results for a model's context: small, honest about what was left out, and free of hidden characters."""

from __future__ import annotations

import json
import unicodedata

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import (
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Coverage,
    IdeaResult,
    ImplementationResult,
    Loss,
    NoteResult,
    RelatedNote,
    Report,
    ReportSource,
    ResearchFindings,
    ResearchReport,
    Snippet,
    Topic,
    Written,
)
from inquiro.present.compact_result import CLAIMS, COMPACT, FULL
from inquiro.present.compact_result import compact_result as result
from inquiro.present.size_limits import clipped

RUN = "7f3a91c2-0000-4000-8000-000000000001"


def a_report(size: int) -> Report:
    """Everything `size` times over."""
    word = "trees " * size
    sides = tuple(ContradictionSide(statement=word, fact_id="f", document_id="d", source_id="src_1") for _ in "ab")
    quote = Citation(source_id="src_1", quote=word, start=0, end=len(word))
    return Report(
        trace_id=RUN,
        question="Do trees cool?",
        answer=word * 20,
        sources=tuple(
            ReportSource(id=f"src_{n}", type="web", title=word, url=f"https://a.example/{n}", snippet=word)
            for n in range(size)
        ),
        claims=tuple(Claim(text=word, label="quoted", evidence=(quote,) * 9) for _ in range(size)),
        checklist_coverage=Coverage(satisfied=(word,) * size, gaps=(word,) * size),
        contradictions=(Contradiction(about=word, kind="scope", explanation=word, sides=sides),) * size,
        lost=(Loss(what=word, reason=word),) * size,
        notices=(word,) * size,
        stop_reason=word,
    )


def length(built: object) -> int:
    return len(json.dumps(built, ensure_ascii=False))


def test_a_small_report_is_whole_and_needs_no_hint():
    told = result(a_report(1))
    assert (told["answer"], len(told["sources"]), told["lost"]) == ("trees", 1, 1)
    assert not {"left_out", "more"} & set(told)


def test_a_huge_report_is_cut_and_says_how_to_get_the_rest():
    told = result(a_report(2_000))
    assert length(told) < COMPACT.answer + COMPACT.sources + 5 * COMPACT.lists + 2_000
    assert told["answer"].endswith("…")
    assert told["left_out"]["sources"] == 2_000 - len(told["sources"])
    assert len(told["answer"]) <= COMPACT.answer
    assert told["left_out"]["answer characters"] > 2_000 * 1_999 * 6
    assert "full=true" in told["more"]
    assert "inquiro runs export 7f3a91c2 --format json" in told["more"]


def test_the_full_result_has_a_limit_too():
    told = result(a_report(2_000), full=True)
    assert length(told) < FULL.answer + FULL.sources + 6 * FULL.lists + CLAIMS + 2_000
    assert told["left_out"]["claims"] == 2_000 - len(told["claims"])
    assert len(told["claims"][0]["evidence"]) <= 4
    assert "full=true" not in told["more"]


def test_the_first_sources_are_kept():
    kept = [source["id"] for source in result(a_report(300))["sources"]]
    assert kept == [f"src_{n}" for n in range(len(kept))]
    assert len(kept) > 10


@given(st.text())
def test_nothing_invisible_reaches_a_model(text):
    shown = clipped(f"a\u202e{text}\U000e0041\u200bb", 10_000)
    hidden = {c for c in shown if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn"}} - {"\n", "\t"}
    assert (shown[0], shown[-1], hidden) == ("a", "b", set())


@given(st.text(min_size=1), st.integers(1, 50))
def test_a_text_is_never_longer_than_asked(text, longest):
    assert len(clipped(text, longest)) <= longest


# -- research in its modes ------------------------------------------------------------------------------------


def a_research(size: int) -> Report:
    """A page of code, then a little, `size` times over; and a paper of a paragraph and a page of code each time."""
    code = "x = 1\n" * 800
    paper = "\n\n".join(f"Paragraph {n}.\n\n```python\n{code}\n```" for n in range(size))
    long = ImplementationResult("https://a.example", f"Long.\n\n```python\n{code}\n```", snippets=(Snippet(code=code),))
    short = ImplementationResult("https://a.example", "Short.\n\n```python\ny = 2\n```\n\nDependencies: numpy")
    idea = IdeaResult("https://a.example", "An idea. " * 20, source_id="src_1", label="quoted")
    found = ResearchFindings(
        "q", ["idea", "implementation", "freeform"], 5, [idea] * size, [long, short] * size, ResearchReport(paper)
    )
    return msgspec.structs.replace(a_report(1), findings=found)


def test_a_small_research_is_whole_and_has_no_second_answer(found):
    told = result(found.a_research())
    assert "answer" not in told
    assert (told["query"], told["modes"], told["top_k"]) == (found.QUERY, ["idea", "implementation", "freeform"], 3)
    assert [idea["content"] for idea in told["ideas"]] == [found.BACKOFF, found.JITTER]
    first, second, third = told["implementations"]
    assert (first["snippets"][0]["code"], first["snippets"][0]["origin"]) == (found.QUOTED, "quoted")
    assert second["snippets"][1] | {"code": ""} == {
        "code": "",
        "language": "python",
        "origin": "adapted",
        "checked": "python",
        "valid": False,
        "problem": "line 1: invalid syntax",
    }
    assert second["dependencies"] == ["tenacity"]
    assert third["snippets"][0]["code"] == found.NESTED
    content = told["report"]["content"]
    assert content.startswith("## Abstract\n\nCalls over a network fail for reasons that pass. [1]")
    assert found.QUOTED in content
    assert "## References" not in content  # they are its sources
    assert told["problems"] == found.FINDINGS.problems
    assert "left_out" not in told


def test_a_research_that_found_nothing_gives_its_answer(found):
    told = result(found.nothing())
    assert (told["answer"], told["ideas"], told["report"]) == ("Nothing was found.", [], None)


@pytest.mark.parametrize(("full", "sizes"), [(False, COMPACT), (True, FULL)])
def test_code_is_left_out_whole_and_counted(full, sizes):
    told = result(a_research(40), full=full)
    assert {one["snippets"][0]["code"] for one in told["implementations"]} == {"x = 1\n" * 800, "y = 2"}
    assert told["left_out"]["implementations"] == 80 - len(told["implementations"]) > 0
    assert length(told["implementations"]) <= sizes.code + 200
    content = told["report"]["content"]
    assert len(content) <= sizes.answer
    assert content.count("```") % 2 == 0
    assert told["left_out"]["report characters"] > 0
    assert length(told["ideas"]) <= sizes.answer + 200


@given(st.text())
def test_nothing_invisible_is_in_code_either(text):
    code = f"a\u202e{text}\u200b"
    one = ImplementationResult("s", "x", snippets=(Snippet(code=code, licence=code, problem=code),))
    report = msgspec.structs.replace(a_report(1), findings=ResearchFindings("q", ["implementation"], 1, [], [one]))
    told = json.dumps(result(report)["implementations"], ensure_ascii=False)
    assert not {c for c in told if unicodedata.category(c) in {"Cf", "Cc", "Co", "Cn", "Cs"}}


def a_noted_report(size: int = 1, outcome: str = "written") -> Report:
    word = "noise " * size
    note = NoteResult(
        path="Projects/Heat pumps.md",
        topics_researched=size,
        preview=("## Research\n" + word * 90)[:500],
        run_id="r",
        written=Written(outcome=outcome, path="Projects/Heat pumps.md", diff=f"+{word}\n" * 99, section=word, kept=2),
        topics=tuple(Topic(id=f"t{n}", label=word, type="claim", context="SECRET") for n in range(size)),
        queries=(word,) * size,
        related=(RelatedNote(path="a.md", title="A", link="[[A]]", says=word),) * size,
        section=word * 100,
        problems=(word,) * size,
    )
    source = ReportSource(id="src_1", type="web", title="Rules", url="https://a.example/", snippet="")
    return Report(trace_id="7f3a91c2-0", question="Research note", answer="…", note=note, sources=(source,))


def test_a_note_has_the_seeds_names_and_what_a_person_wants_to_hear():
    told = result(a_noted_report())
    assert (told["path"], told["topics_researched"]) == ("Projects/Heat pumps.md", 1)
    assert told["preview"].startswith("## Research\nnoise")
    assert told["written"] == {"outcome": "written", "path": "Projects/Heat pumps.md", "remarks_kept": 2}
    assert told["topics"] == [{"label": "noise ", "type": "claim"}]
    assert told["related"] == [{"path": "a.md", "link": "[[A]]", "says": "noise "}]
    assert told["queries"] == ["noise "]
    assert told["sources"][0]["title"] == "Rules"
    assert not {"answer", "section", "diff"} & set(told)


def test_it_says_what_of_a_note_was_held_back():
    assert result(a_noted_report())["held_back"] == "nothing"
    assert result(a_noted_report(), held_back="2 words")["held_back"] == "2 words"


def test_the_words_of_the_note_itself_stay_out_of_it():
    assert "SECRET" not in json.dumps(result(a_noted_report(9), full=True))


def test_all_of_a_note_adds_the_section_and_a_dry_run_the_changes():
    assert result(a_noted_report(), full=True)["section"].startswith("noise noise")
    assert result(a_noted_report(outcome="dry_run"))["diff"].startswith("+noise")


@pytest.mark.parametrize("full", [False, True])
def test_a_huge_note_is_cut_and_says_so(full):
    told = result(a_noted_report(2_000), full=full)
    sizes = FULL if full else COMPACT
    room = 2 * sizes.answer + sizes.sources + 6 * sizes.lists + 3_000
    assert len(json.dumps(told, ensure_ascii=False)) < room
    assert told["left_out"]["topics"] > 1_900
    assert "inquiro runs export 7f3a91c2" in told["more"]
