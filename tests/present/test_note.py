"""What became of a note as a tree: counted changes, names beside values, nothing told twice."""

from __future__ import annotations

import pytest

from inquiro.core.types import NoteResult, Report, Topic, Written
from inquiro.present.blocks import Chip, Table, plain
from inquiro.present.compact import compact
from inquiro.present.note import changed, researched, taken_back, undone
from inquiro.present.terminal import Piece, ScreenLine, screen

HEAD = "--- a/x.md\n+++ b/x.md\n@@ -1,2 +1,3 @@\n"


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (Written(outcome="written", path="x", diff=HEAD + "+## Research\n+\n+New.\n"), "## Research added, 3 lines"),
        (Written(outcome="written", path="x", diff=HEAD + "-Old.\n+New.\n+More.\n"), "## Research updated: +2 −1"),
        (Written(outcome="merged", path="x", diff=HEAD + "-a\n+b\n", kept=2), "updated: +1 −1, your 2 remarks kept"),
        (Written(outcome="merged", path="x", diff=HEAD + "-a\n+b\n", kept=1), "updated: +1 −1, your remark kept"),
        (Written(outcome="written", path="x", diff=HEAD + "----\n+++\n"), "## Research updated: +1 −1"),
        (Written(outcome="unchanged", path="x"), "nothing to change"),
    ],
)
def test_a_change_is_counted_in_lines(written, said):
    assert changed(written).endswith(said)


@pytest.mark.parametrize(
    ("written", "said"),
    [
        (Written(outcome="written", path="x", diff=HEAD + "-## Research\n-Old.\n"), "x: ## Research removed, 2 lines"),
        (Written(outcome="written", path="x", diff=HEAD + "-New.\n+Old.\n", kept=1), "x: +1 −1, your remark kept"),
        (Written(outcome="unchanged", path="x"), "x: nothing to change"),
    ],
)
def test_an_undo_is_counted_in_lines(written, said):
    assert undone(written) == said


def a_report(**changes) -> Report:
    written = Written(outcome="written", path="Heat.md", diff=HEAD + "+## Research\n", reason="it was being edited")
    topic = Topic(id="t1", label="noise limit", type="claim")
    known = {"path": "Heat.md", "topics_researched": 1, "written": written, "topics": (topic,), "queries": ("noise",)}
    return Report(trace_id="7f3a91c2-0", question="", answer="", note=NoteResult(**known | changes))


def test_it_is_one_table_of_names_and_values():
    [table] = researched(a_report(problems=("slow",)))
    assert isinstance(table, Table)
    assert table.kind == "facts"
    told = [(plain(name), plain(value)) for name, value in table.rows]
    assert told == [
        ("Written", "Heat.md: ## Research added, 1 line"),
        ("", "it was being edited"),
        ("Topics", "1: 1 claim"),
        ("", "claim noise limit"),
        ("Sent", "1 query, and nothing else of the note:"),
        ("", "→ noise"),
        ("Note", "slow"),
    ]
    assert isinstance(table.rows[-1][1][0], Chip)
    [beside] = researched(a_report(problems=("slow",)), beside_evidence=True)
    assert isinstance(beside, Table)
    assert beside.rows == table.rows[:-1]


def test_a_screen_has_its_names_as_labels_and_a_model_gets_it_short():
    first, second, *_ = screen(researched(a_report()))
    assert first == ScreenLine((Piece("Heat.md: ## Research added, 1 line"),), label="Written")
    assert second == ScreenLine((Piece("it was being edited", "warn"),), label="")
    assert compact(researched(a_report()), 500).text.startswith("| Written | Heat.md: ## Research added, 1 line |")


def test_a_report_without_a_note_has_none_and_an_undo_says_what_it_did():
    assert list(researched(Report(trace_id="t", question="", answer=""))) == []
    [table] = taken_back(Written(outcome="dry_run", path="x", diff=HEAD + "-a\n", reason="edited since"))
    assert isinstance(table, Table)
    assert [plain(row[0]) for row in table.rows] == ["Would undo", ""]
