"""The line by which a section of ours is known again."""

from __future__ import annotations

from inquiro.vault.marks import digest_of, mark_for, marks_in, without_marks


def test_a_mark_is_found_again_and_names_the_run():
    mark = mark_for("0f3a9c21-77aa-4bcd", "words")
    assert mark.run == "0f3a9c21"
    assert marks_in(f"a\r\n{mark}\r\nb\r{mark}  ") == [mark, mark]
    assert marks_in(f"a {mark}") == marks_in(f"{mark} mine") == []
    assert mark_for("--", "words").run.isalnum()


def test_the_digest_does_not_depend_on_line_breaks():
    assert digest_of("\na\n\nb\n") == digest_of("a\r\n\r\nb") == digest_of("a\r\rb")
    assert digest_of("a\nb") != digest_of("a\n\nb")


def test_the_blank_line_that_came_with_a_mark_goes_with_it():
    mark = mark_for("1", "a")
    assert without_marks(f"a\n\n{mark}\n") == "a"
    assert without_marks(f"a\n\n{mark}\n\nmine\n") == "a\n\nmine"
    assert without_marks(f"a\n\n{mark}\nmine") == "a\n\nmine"  # a paragraph of its own
    assert without_marks("a  \n\n \n") == "a  "
