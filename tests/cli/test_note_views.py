"""A researched note on the screen: short, whole, and unable to act on a terminal."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from inquiro.cli.note_views import NoteView, show_note
from inquiro.core.types import (
    Contradiction,
    ContradictionSide,
    Loss,
    NoteResult,
    RelatedNote,
    Report,
    ReportSource,
    Topic,
    Written,
)

HEAD = "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,3 @@\n"
NOTE = ReportSource(id="src_1", type="vault", title="Heat pumps", url="file:///v/Projects/Heat%20pumps.md", snippet="")
PAGE = ReportSource(id="src_2", type="web", title="Noise rules", url="https://a.example/rules", snippet="")


def a_report(note: NoteResult, **changes) -> Report:
    return Report(**{"trace_id": "7f3a91c2-0", "question": "", "answer": "", "note": note} | changes)


def a_note(**changes) -> NoteResult:
    written = Written(outcome="written", path="Projects/Heat pumps.md", diff=HEAD + "+## Research\n")
    return NoteResult(**{"path": "Projects/Heat pumps.md", "topics_researched": 2, "written": written} | changes)


def shown(report: Report, undoing: str = "inquiro note x --undo", width: int = 100) -> str:
    screen = Console(width=width, highlight=False, markup=False, emoji=False)
    with screen.capture() as captured:
        screen.print(NoteView(report, undoing))
    return captured.get()


def test_topics_are_counted_by_type_and_listed_with_what_was_kept_here():
    topics = (
        Topic(id="t1", label="heat pump noise limit", type="claim"),
        Topic(id="t2", label="", type="question", redacted=("a person's name",)),
    )
    told = shown(a_report(a_note(topics=topics)))
    assert "Topics      2: 1 claim, 1 question" in told
    assert "claim    heat pump noise limit" in told
    assert "(in the vault only)  (kept here: a person's name)" in told


@pytest.mark.parametrize("cited", [(NOTE, PAGE), (PAGE,)])  # the note itself is not always among the sources
def test_a_contradiction_says_first_what_the_note_says(cited):
    sides = (
        ContradictionSide(statement="", value="35 dB", fact_id="f", document_id="d2", source_id="src_2"),
        ContradictionSide(
            statement="", value="40 dB", fact_id="f", document_id="d1", source_id="src_1", source_type="vault"
        ),
    )
    one = Contradiction(about="noise limit", kind="superseded", explanation="", sides=(*sides, *sides))  # nobody twice
    told = " ".join(shown(a_report(a_note(), sources=cited, contradictions=(one,))).split())
    assert "noise limit: your note says 40 dB; Noise rules says 35 dB (the newer one replaces the older)" in told


def test_another_note_that_contradicts_is_called_by_its_name():
    other = ReportSource(id="src_3", type="vault", title="Visit", url="file:///v/Visit.md", snippet="")
    side = ContradictionSide(statement="38 dB.", fact_id="f", document_id="d3", source_id="src_3", source_type="vault")
    one = Contradiction(about="noise", kind="scope", explanation="", sides=(side,))
    assert "noise: Visit says 38 dB" in shown(a_report(a_note(), sources=(other,), contradictions=(one,)))


def test_related_notes_and_what_left_the_machine():
    related = RelatedNote(path="Reading/Noise.md", title="Noise", link="[[Noise]]", says="A corner is louder.")
    told = shown(a_report(a_note(related=(related,), queries=("wikipedia: heat pump noise",))))
    assert "Related     [[Noise]]: A corner is louder." in told
    assert "1 query, and nothing else of the note" in told
    assert "→ wikipedia: heat pump noise" in told
    assert "nothing left this machine" in shown(a_report(a_note()))


def test_where_it_went_elsewhere_or_nowhere_it_says_why():
    aside = Written(outcome="sibling", path="x (research).md", diff=HEAD + "+a\n", reason="it was being edited")
    told = shown(a_report(a_note(written=aside)))
    assert "x (research).md" in told
    assert "it was being edited" in told
    assert "Not written" in shown(a_report(a_note(written=None, problems=("no topic was found",))))


def test_problems_are_told_once_and_not_without_end():
    lost = tuple(Loss(what=f"page {n}", reason="gone") for n in range(9))
    told = shown(a_report(a_note(problems=("slow",)), notices=("slow",), lost=lost))
    assert told.count("slow") == 1
    assert "5 more: inquiro runs show 7f3a91c2 --json" in told


def test_beside_the_evidence_nothing_is_told_twice():
    side = ContradictionSide(statement="38 dB.", fact_id="f", document_id="d3", source_id="src_3")
    one = Contradiction(about="noise", kind="scope", explanation="", sides=(side,))
    told = shown(a_report(a_note(problems=("slow",)), contradictions=(one,)), undoing="")
    assert "## Research added" in told
    assert "38 dB" not in told
    assert "slow" not in told


def test_a_run_that_was_stopped_says_how_to_go_on():
    told = shown(a_report(a_note(), partial=True, stop_reason="Out of time"))
    assert "Out of time; inquiro runs resume 7f3a91c2 goes on" in told


@pytest.mark.fault(35)
@given(st.text(alphabet=st.characters(), max_size=60))
def test_nothing_in_a_note_can_act_on_the_terminal(text):
    written = Written(outcome="dry_run", path=text, diff=f"{HEAD}+{text}\n", reason=text)
    topic = Topic(id="t1", label=text, type="claim", redacted=(text,))
    related = RelatedNote(path=text, title=text, link=text, says=text)
    note = NoteResult(
        path=text, written=written, topics=(topic,), queries=(text,), related=(related,), problems=(text,)
    )
    told = shown(a_report(note))
    assert {c for c in told if not c.isprintable()} <= {"\n"}


def test_a_dry_run_shows_every_line_of_the_diff_unbroken_and_without_controls(capsys):
    long = "word " * 60
    diff = f"{HEAD} keep\n-gone\n+{long}\x1b[2J\u202e end\n"
    show_note(a_report(a_note(written=Written(outcome="dry_run", path="x.md", diff=diff))))
    told = capsys.readouterr().out
    assert f"+{long}[2J end\n" in told
    assert "\n-gone\n" in told
