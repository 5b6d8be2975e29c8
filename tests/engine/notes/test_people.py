from __future__ import annotations

import pytest

from inquiro.engine.notes.people import people_in


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("Dr. Ilse Quandtner changed it.", {"Ilse Quandtner"}),
        ("We met with Ravi Chandrasek and left.", {"Ravi Chandrasek"}),
        ("My wife Annika thinks so.", {"Annika"}),
        ("Das kam von Markus Dreyhaupt.", {"Markus Dreyhaupt"}),
        ("Ask [[Jane Doe]] about the permit.", {"Jane Doe"}),
        ("See [[People/Odile Brandt|Odi]].", {"Odile Brandt", "Odi"}),
        ("- [[Yara Solberg]] #person", {"Yara Solberg"}),
        ("ping @kvist", {"kvist"}),
        ("Aisha: it works. Lena (4) hatte Fieber, Tom's boiler leaks.", {"Aisha", "Lena", "Tom"}),
        ("鈴木先生に聞く。", {"鈴木"}),
    ],
)
def test_private_people_are_known_by_what_stands_beside_them(text, names):
    assert people_in(text) == names


@pytest.mark.parametrize(
    "text",
    [
        "Vaillant aroTHERM is quiet.",
        "We met with Deutsche Bank about the loan.",
        "A call with the Meridian Institute.",
        "Marie Curie found radium in 1898.",
        "The book by Daniel Kahneman is long.",
        "Das Buch von Daniel Kahneman ist lang.",
        "Client Server Architecture",
        "Patient Safety Act",
        "write to me@example.org",
        "```\n@jest-environment jsdom\n```",
        "Drove from Berlin to Hamburg.",
        "Julia 1.10 is fast. Will it rain? Anna Karenina is long. Saint Peter stands there.",
    ],
)
def test_what_is_public_is_nobody(text):
    assert not people_in(text)


def test_folders_and_types_say_who_is_a_person():
    assert "Jorvik Ames" in people_in("He sails.", path="Contacts/Jorvik Ames.md", title="Jorvik Ames")
    assert people_in("He sails.", linked=("People/Jorvik Ames.md", "Boats/Sloop.md")) == {"Jorvik Ames"}
    assert "Jorvik Ames" in people_in("---\ntype: person\n---\nHe sails.", path="a.md", title="Jorvik Ames")
