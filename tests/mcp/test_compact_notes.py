"""A found note for a model's context: no more than fits."""

from __future__ import annotations

from inquiro.core.types import FoundNote
from inquiro.mcp.compact_notes import found_notes


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
