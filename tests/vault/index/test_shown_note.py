from __future__ import annotations

import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import NoteNotFound, UsageError
from inquiro.vault.index import shown_note as module
from inquiro.vault.index.shown_note import shown_note

SECRET = "The code of the safe is 4711."


@pytest.fixture
def read(index, vault):
    def reading(said, offset=0, longest=1_000):
        index.refresh()
        return shown_note(index, said, offset, longest)

    return reading


@pytest.mark.parametrize("said", ["Street trees", "street trees.md", "Urban trees", "[[Street trees#Oaks|oaks]]"])
def test_a_note_is_read_by_any_of_its_names(read, vault, said):
    os.utime(vault / "Street trees.md", (1e9, 1e9))
    part = read(said)
    assert (part.path, part.title, part.tags, part.link) == (
        "Street trees.md",
        "Street trees",
        ("city/green",),
        "[[Street trees]]",
    )
    assert part.text == (vault / "Street trees.md").read_text()
    assert (part.offset, part.characters, part.next_offset) == (0, len(part.text), None)
    assert part.modified.startswith("2001-09-")


def test_it_is_read_as_it_is_now_and_not_as_it_was_indexed(read, index, vault):
    index.refresh()
    (vault / "Bread.md").write_text("---\ndate: 2024-05-06\n---\nRye.\n")
    part = shown_note(index, "Bread", 0, 500)
    assert part.text.endswith("Rye.\n")
    assert part.dated == "2024-05-06"


@given(longest=st.integers(200, 3_000), lines=st.lists(st.text("ab \n", max_size=400), max_size=20))
def test_the_parts_of_a_note_put_together_are_the_note(longest, lines):
    text = "\n".join(lines)
    parts, at = [], 0
    while at < len(text):
        end = module._end(text, at, longest)
        assert 0 < end - at <= longest
        parts.append(text[at:end])
        at = end
    assert "".join(parts) == text


def test_a_long_note_goes_on_where_it_was_left(read, vault):
    (vault / "long.md").write_text("".join(f"line {number}\n" for number in range(500)))
    first = read("long", 0, 1_000)
    assert first.text.endswith("\n")
    assert first.next_offset == len(first.text)
    assert read("long", first.next_offset, 1_000).text.startswith(f"line {first.text.count('line')}\n")
    with pytest.raises(UsageError, match="there is nothing at 9,999"):
        read("long", 9_999)


def test_comments_are_not_shown(read, vault):
    (vault / "open.md").write_text(f"Before %% {SECRET} %% after.\n\n<!-- {SECRET} -->\n\n%%\n{SECRET}\n%%\nEnd.\n")
    text = read("open").text
    assert SECRET not in text
    assert all(word in text for word in ("Before", "after.", "End."))


@pytest.mark.parametrize(
    ("path", "text", "ignored"),
    [
        ("Diary.md", f"---\nprivate: true\naliases: [Tagebuch]\n---\n{SECRET}", ""),
        ("Diary.md", f"---\ninquiro: never\n---\n{SECRET}", ""),
        ("Diary.md", f"{SECRET} #private", ""),
        ("Diary.md", SECRET, "Diary.md"),
        ("in/Diary.md", SECRET, "in/"),
        ("Diary.md", f"{SECRET} #therapy/2026", "tag: therapy"),
    ],
)
def test_a_note_that_stays_to_itself_is_not_there(read, vault, path, text, ignored):
    (vault / path).parent.mkdir(exist_ok=True)
    (vault / path).write_text(text)
    (vault / ".inquiroignore").write_text(ignored)
    refusals = []
    for said in (path, "Diary", "Diarx"):
        with pytest.raises(NoteNotFound) as refused:
            read(said)
        refusals.append(str(refused.value))
    assert not any(SECRET in told for told in refusals)
    assert "Diary" not in refusals[2]  # nor is it among the nearest names


def test_one_that_turned_private_since_it_was_indexed_is_not_there(read, index, vault):
    index.refresh()
    (vault / "Bread.md").write_text(f"---\nprivate: true\n---\n{SECRET}")
    with pytest.raises(NoteNotFound):
        shown_note(index, "Bread", 0, 500)


@pytest.mark.fault(58)
@pytest.mark.parametrize("said", ["../outside", "/etc/hostname", "Link", "loaf.png"])
def test_nothing_but_notes_of_the_vault_is_read(read, vault, said):
    (vault.parent / "outside.md").write_text(SECRET)
    (vault / "Link.md").symlink_to(vault.parent / "outside.md")
    with pytest.raises(UsageError):
        read(said)
