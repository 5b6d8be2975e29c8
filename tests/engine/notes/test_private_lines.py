from __future__ import annotations

import pytest

from inquiro.engine.notes.private_lines import body_of, split_lines, value_of


@pytest.mark.parametrize(
    "line",
    [
        "Confidential: they buy it",
        "> **Private** - they buy it",
        "They buy it #confidential",
        "They buy it, do not share this.",
        "password: hunter2",
        "- [ ] **Phone**: 0171 234",
        "The wifi password is hunter2",
        "Vertraulich! Sie kaufen es.",
        "mot de passe : grenouille",
        "パスワード：かえる",
        "The door code is 4471",
        "wifi FritzBox pw Sonnenblume77",
        "Attendees: Jorvik, Petra",
    ],
)
def test_marked_lines(line):
    assert split_lines(f"Boilers need a drain.\n{line}\n").marked == (line,)


@pytest.mark.parametrize(
    "line",
    [
        "A private alley in Gion.",
        "Boilers are not secret.",
        "The passwords rotate weekly.",
        "Ein Geheimnis ist geheim.",
    ],
)
def test_lines_that_speak_of_it_are_wary(line):
    found = split_lines(f"Boilers need a drain.\n{line}\n")
    assert (found.marked, found.wary, found.open) == ((), (line,), ("Boilers need a drain.",))


@pytest.mark.parametrize(
    "line",
    [
        "The phone rings: pick it up.",
        "Privacy law: see below",
        "Names are long.",
        "Secretary birds run.",
        "Pinning: yes",
    ],
)
def test_other_lines_are_open(line):
    assert split_lines(f"Boilers need a drain.\n{line}\n").open == ("Boilers need a drain.", line)


def test_a_private_section_ends_with_the_next_heading_of_its_level():
    note = "# A\nopen\n## Private\nhidden\n### more\nhidden too\n## B\nopen again\n"
    assert split_lines(note).marked == ("## Private", "hidden", "### more", "hidden too")


def test_front_matter_is_private_by_its_keys_and_never_open():
    note = "---\nclients:\n  - Bertram\n  - Hollis\ntitle: Boilers\nphone: 0171\n---\nopen\n"
    found = split_lines(note)
    assert [line.strip() for line in found.marked] == ["- Bertram", "- Hollis", "0171"]
    assert found.open == ("open",)
    assert body_of(note) == "open\n"
    assert body_of("open") == "open"


def test_a_mark_that_is_the_subject_marks_nothing():
    note = "A password manager keeps each password.\nIt fills them in.\n"
    assert split_lines(note, "Password managers").wary == ()
    assert split_lines(note, "Tools").wary


def test_a_whole_note_can_be_private():
    for note, title in (
        ("---\ntags: [private]\n---\nopen\n", "A"),
        ("---\nconfidential: true\n---\nopen\n", "A"),
        ("open", "Private"),
    ):
        assert split_lines(note, title).open == ()
    assert split_lines("---\nprivate: false\n---\nopen\n", "A").open == ("open",)


def test_the_mark_itself_is_no_secret():
    assert value_of("password: hunter2").strip() == "hunter2"
    assert "buy" in value_of("Confidential: they buy it")
    assert "onfidential" not in value_of("Confidential: they buy it")


def test_a_key_that_is_explained_gives_nothing_away():
    line = "Token: the unit that a language model reads and writes, about four letters."
    assert split_lines(f"{line}\n").open == (line,)
    assert split_lines("Token: 4471 box\n").marked == ("Token: 4471 box",)
