from __future__ import annotations

from datetime import UTC, datetime

from inquiro.core.types import Document, Finding
from inquiro.engine.notes.echoes import Echoes, without_echoes

NOTE = "# Trees\n\nStreet trees **cool** the pavement below them. Deep roots need [[Soil|loose soil]] to grow well.\n"


def page(text, name="d"):
    return Document(
        id=name, url="https://x.example/", title="T", text=text, sha256="0", media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC),
    )  # fmt: skip


def test_a_sentence_of_the_note_is_known_again_without_its_markup():
    echoes = Echoes(NOTE)
    assert echoes.repeats("Street trees cool the pavement below them.")
    assert echoes.repeats("Deep roots need loose soil to grow well")
    assert not echoes.repeats("Street trees cool the air around them.")
    assert not echoes.repeats("Street trees")  # too short to be anybody's


def test_a_copy_holds_most_of_the_note():
    echoes = Echoes(NOTE)
    copy = page("Mirror. Street trees cool the pavement below them. Deep roots need loose soil to grow well. More.")
    assert echoes.copied_in(copy)
    assert not echoes.copied_in(page("Street trees cool the pavement below them. So do awnings."))


def test_neither_is_a_finding():
    said = [
        Finding(document_id=name, statement=text, quote=text)
        for name, text in (
            ("copy", "Trees need water in summer."),
            ("page", "Street trees cool the pavement below them."),
            ("page", "Trees need water in summer."),
        )
    ]
    assert without_echoes(said, Echoes(NOTE), frozenset({"copy"})) == said[2:]
