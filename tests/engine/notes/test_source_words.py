from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.types import Document, NoteText
from inquiro.engine.notes.extractive import topics_of
from inquiro.engine.notes.known_words import NAME, TITLE, UNKNOWN, gate_of
from inquiro.engine.notes.source_words import later_searches, source_words

NOTE = NoteText(
    path="Vines.md", title="Vines", sha256="0",
    text="How often may trisulfazene be sprayed on grape vines before harvest? Krause sprays twice.",
)  # fmt: skip


def page(text, number=1, **more):
    given = {"source_type": "web", "url": f"https://p{number}.example/"} | more
    return Document(
        id=f"d{number}", title="T", text=text, sha256="0", media_type="text/plain",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC), **given,
    )  # fmt: skip


def test_two_pages_or_one_that_keeps_saying_it_make_a_word_public():
    assert source_words(NOTE, [page("It uses trisulfazene."), page("Some trisulfazene.", 2)]) == ("trisulfazene",)
    assert source_words(NOTE, [page("trisulfazene and trisulfazene and trisulfazene")]) == ("trisulfazene",)
    assert source_words(NOTE, [page("It uses trisulfazene.")]) == ()


@pytest.mark.parametrize(
    "more", [{"private": True}, {"source_type": "local"}, {"source_type": "vault"}, {"url": "file:///x"}]
)
def test_documents_of_the_reader_make_nothing_public(more):
    assert source_words(NOTE, [page("trisulfazene " * 9, **more)]) == ()


def test_a_name_stays_one_whatever_pages_say():
    pages = [page("krause krause krause", 1), page("krause", 2)]
    assert source_words(NOTE, pages) == ()
    allowed = msgspec.structs.replace(NOTE, source_words=("Krause", "trisulfazene"))
    assert gate_of(allowed).held("Krause") == NAME
    assert gate_of(NOTE).held("trisulfazene") == UNKNOWN
    assert gate_of(allowed).held("trisulfazene") == ""


def test_what_a_note_about_somebody_is_called_stays():
    person = msgspec.structs.replace(
        NOTE, path="People/Trisulfazene.md", title="Trisulfazene", source_words=("trisulfazene",)
    )
    assert gate_of(person).held("Trisulfazene") == TITLE


def test_topics_gain_a_search_that_says_more():
    topics = topics_of(NOTE, None)
    assert all("trisulfazene" not in topic.label for topic in topics)
    found = later_searches(NOTE, topics, ["trisulfazene"])
    assert found
    assert all("trisulfazene" in label for _, label in found)
    assert later_searches(NOTE, topics, []) == []
