from __future__ import annotations

import pytest

from inquiro.vault.researched_notes import FILE, Researched, ResearchedNotes

RUN = Researched(digest="d1", run_id="r1")


def test_what_was_put_is_there_for_the_same_text_alone(tmp_path):
    known = ResearchedNotes(tmp_path / "state")
    known.put("Bread.md", RUN)
    again = ResearchedNotes(tmp_path / "state")
    assert again.get("Bread.md", "d1") == RUN
    assert again.get("Bread.md", "d2") is None
    assert again.get("Oven.md", "d1") is None


@pytest.mark.parametrize("written", [b"", b"{", b"[]", b'{"Bread.md": 3}', b"\xff"])
def test_a_damaged_file_is_as_good_as_none(tmp_path, written):
    (tmp_path / FILE).write_bytes(written)
    known = ResearchedNotes(tmp_path)
    assert known.get("Bread.md", "d1") is None
    known.put("Bread.md", RUN)
    assert ResearchedNotes(tmp_path).get("Bread.md", "d1") == RUN
