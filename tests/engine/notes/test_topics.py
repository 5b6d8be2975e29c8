from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.core.types import MOST_TOPICS, NoteText, Topic
from inquiro.engine.notes.topics import require_words, topics_ready

NOTE = NoteText(
    send="all",
    path="House/Boilers.md",
    title="Boilers",
    text="Condensing boilers need a drain.\nPassword: hunter2\n",
    sha256="",
    linked=("People/Jorvik Ames.md",),
)


def topic(label: str, context: str = "", **more) -> Topic:
    return Topic(id="t9", label=label, type="claim", context=context, **more)


def test_labels_are_cleaned_and_what_went_is_told():
    (ready,) = topics_ready([topic("boiler drain Jorvik hunter2", redacted=("a date",))], NOTE)
    assert (ready.id, ready.label) == ("t1", "boiler drain")
    assert set(ready.redacted) == {"a date", "a person's name", "a word of a private line"}


def test_the_same_label_twice_is_one_topic_and_ten_are_the_most():
    same = [topic("boiler drain"), topic("Drain boilers"), topic("boiler drain hunter2"), topic("condensing boiler")]
    assert [(one.id, one.label) for one in topics_ready(same, NOTE)] == [
        ("t1", "boiler drain"),
        ("t2", "condensing boiler"),
    ]
    many = [topic(f"boiler part{'abcdefghijklmno'[n]} drain") for n in range(15)]
    assert [one.id for one in topics_ready(many, NOTE)] == [f"t{n}" for n in range(1, MOST_TOPICS + 1)]


def test_a_topic_without_a_label_is_kept_for_what_it_says():
    found = [
        topic("hunter2", "Condensing boilers"),
        topic("hunter2", "Condensing  boilers"),
        topic("hunter2"),
        topic("Jorvik Ames", "need"),
    ]
    assert [(one.id, one.label, one.context) for one in topics_ready(found, NOTE)] == [
        ("t1", "", "Condensing boilers"),
        ("t2", "", "need"),
    ]


def test_again_changes_nothing():
    once = topics_ready([topic("boiler drain Jorvik"), topic("hunter2", "need")], NOTE)
    assert topics_ready(once, NOTE) == once


def test_a_note_has_to_have_words():
    require_words(NOTE)
    with pytest.raises(UsageError, match=r"House/Empty\.md has no words"):
        require_words(NoteText(path="House/Empty.md", title="Empty", text="- \n", sha256=""))
