"""Related notes: what speaks of a topic and is not linked yet."""

from __future__ import annotations

from datetime import UTC, datetime

from inquiro.core.types import Document, Evidence, Fact, NoteText, Query
from inquiro.engine.notes.related import MOST_RELATED, related_notes

NOTE = NoteText(path="Heat.md", title="Heat", text="x", sha256="0", linked=("Linked.md",), embedded=("Embedded.md",))
QUERIES = (Query(text="heat pump noise", items=("t1",)), Query(text="secret words", items=("t2",), private=True))


def note(name, text="The heat pump makes noise. Nobody cares."):
    return Document(
        id=name, url=f"file:///v/{name}.md", title=name, text=text, sha256=name, media_type="text/markdown",
        fetched_at=datetime(2026, 1, 1, tzinfo=UTC), source_name="vault", source_type="vault", private=True,
    )  # fmt: skip


def related(notes, facts=(), evidence=(), *, quotes=True):
    return related_notes(
        NOTE, notes, QUERIES, facts, {one.id: one for one in evidence},
        path_of=lambda url: url.removeprefix("file:///v/"),
        links={one.url: f"[[{one.id}]]" for one in notes if one.id != "Unnamed"},
        quotes=quotes,
    )  # fmt: skip


def test_what_is_linked_or_embedded_is_known_already():
    found = related([note(name) for name in ("Linked", "Embedded", "Heat", "New heat", "Unnamed")])
    assert [one.link for one in found] == ["[[New heat]]"]


def test_whoever_says_most_comes_first_in_its_own_words_with_the_topics_it_serves():
    proofs = [
        Evidence(id="e1", document_id="page", start=0, end=1, quote="The pump is loud, says the page."),
        Evidence(id="e2", document_id="Loud", start=0, end=1, quote="My pump\nis loud."),
    ]
    fact = Fact(id="f1", statement="The pump is loud, says the page.", evidence=("e1", "e2"), sources=(),
                scores={"t1": 0.8, "t2": 0.4})  # fmt: skip
    notes = [note("Quiet pump"), note("Loud", "My heat pump is full of noise. A secret of many words.")]
    first, second = related(notes, [fact], proofs)
    assert (first.link, first.says, first.topics) == ("[[Loud]]", "My pump is loud.", ("heat pump noise",))
    assert (second.link, second.topics) == ("[[Quiet pump]]", ("heat pump noise",))
    assert "heat pump makes noise" in second.says


def test_they_are_named_by_their_links_alone_unless_quotes_are_wanted():
    [found] = related([note("Loud pump")], quotes=False)
    assert (found.link, found.says) == ("[[Loud pump]]", "")


def test_there_are_a_few():
    assert len(related([note(f"Pump {number}") for number in range(20)])) == MOST_RELATED


def test_better_none_than_one_that_shares_a_word():
    assert (
        related([note("Shed", "The shed is full. A pump is there."), note("Diary", "It was hot. So much noise.")]) == ()
    )
    assert (
        related([note("Diary", "The pump is full of noise.")]) == ()
    )  # one topic, in passing, under a name of its own
    assert related([note("Diary")])


def test_what_every_note_of_the_vault_speaks_of_makes_none_of_them_related():
    crowd = [note(f"Plan {number}", "The heat pump is a pump. It has noise too.") for number in range(8)]
    assert related(crowd) == ()


def test_a_giant_note_of_everything_comes_after_a_short_one():
    found = related([note("Pump list", "The heat pump makes noise. " + "Word after word. " * 300), note("Pump")])
    assert [one.link for one in found] == ["[[Pump]]", "[[Pump list]]"]


def test_what_comes_far_behind_the_nearest_is_left_out():
    found = related([note("Pump list", "The heat pump makes noise. " + "Word after word. " * 9_000), note("Pump")])
    assert [one.link for one in found] == ["[[Pump]]"]
