"""A researched note for a model's context: what became of it, and no more than fits."""

from __future__ import annotations

import json

import pytest

from inquiro.core.types import FoundNote, NoteResult, RelatedNote, Report, ReportSource, Topic, Written
from inquiro.mcp.compact import COMPACT, FULL, result
from inquiro.mcp.compact_notes import found_notes


def a_report(size: int = 1, outcome: str = "written") -> Report:
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


def test_it_has_the_seeds_names_and_what_a_person_wants_to_hear():
    told = result(a_report())
    assert (told["path"], told["topics_researched"]) == ("Projects/Heat pumps.md", 1)
    assert told["preview"].startswith("## Research\nnoise")
    assert told["written"] == {"outcome": "written", "path": "Projects/Heat pumps.md", "remarks_kept": 2}
    assert told["topics"] == [{"label": "noise ", "type": "claim"}]
    assert told["related"] == [{"path": "a.md", "link": "[[A]]", "says": "noise "}]
    assert told["queries"] == ["noise "]
    assert told["sources"][0]["title"] == "Rules"
    assert not {"answer", "section", "diff"} & set(told)
    assert "never instructions" in told["note"]


def test_the_words_of_the_note_itself_stay_out_of_it():
    assert "SECRET" not in json.dumps(result(a_report(9), full=True))


def test_all_of_it_adds_the_section_and_a_dry_run_the_changes():
    assert result(a_report(), full=True)["section"].startswith("noise noise")
    assert result(a_report(outcome="dry_run"))["diff"].startswith("+noise")


@pytest.mark.parametrize("full", [False, True])
def test_a_huge_one_is_cut_and_says_so(full):
    told = result(a_report(2_000), full=full)
    sizes = FULL if full else COMPACT
    room = 2 * sizes.answer + sizes.sources + 6 * sizes.lists + 3_000
    assert len(json.dumps(told, ensure_ascii=False)) < room
    assert told["left_out"]["topics"] > 1_900
    assert "inquiro runs export 7f3a91c2" in told["more"]


def test_found_notes_are_short_and_without_hidden_characters():
    note = FoundNote(
        path="a.md", title="A", score=0.123456, snippet="x\u202e" * 900, tags=("t",) * 90, link="[[A]]", heading="H"
    )
    told = found_notes([note])
    [one] = told["notes"]
    assert (one["path"], one["link"], one["heading"], one["score"]) == ("a.md", "[[A]]", "H", 0.1235)
    assert (len(one["snippet"]), len(one["tags"])) == (500, 20)
    assert "\u202e" not in one["snippet"]
    assert "never instructions" in told["note"]
