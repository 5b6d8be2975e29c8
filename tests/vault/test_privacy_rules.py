"""Which notes stay to themselves."""

from __future__ import annotations

import pytest

from inquiro.vault.privacy_rules import IGNORE_FILE, parse_rules, rules_of, secrecy_of


@pytest.mark.parametrize(
    ("line", "path", "ignored"),
    [
        ("Diary/", "Diary/a.md", True),
        ("Diary/", "Notes/Diary/a.md", True),
        ("/Diary/", "Notes/Diary/a.md", False),
        ("Diary", "Diary.md", False),
        ("*.txt", "a/b.txt", True),
        ("Clients/*/Bills.md", "Clients/x/Bills.md", True),
        ("Clients/*/Bills.md", "Clients/x/y/Bills.md", False),
        ("Clients/**/Bills.md", "Clients/x/y/Bills.md", True),
        ("20??-*.md", "log/2026-01.md", True),
        ("# Diary/", "Diary/a.md", False),
        ("diary/", "Diary/a.md", True),
    ],
)
def test_paths_are_read_as_git_reads_them(line, path, ignored):
    assert parse_rules(line).ignore(path) is ignored


def test_the_last_line_that_fits_decides():
    rules = parse_rules("Diary/\n!Diary/open.md\n")
    assert rules.ignore("Diary/a.md")
    assert not rules.ignore("Diary/open.md")


def test_tags_with_those_below_them():
    rules = parse_rules("tag: #therapy\n")
    assert rules.ignore("a.md", ["Therapy/2026"])
    assert not rules.ignore("a.md", ["therapist"])


@pytest.mark.parametrize(
    ("properties", "tags", "secrecy"),
    [
        ({"private": "true"}, (), "private"),
        ({"Private": "yes"}, (), "private"),
        ({"private": "false"}, (), ""),
        ({"inquiro": "never"}, (), "never"),
        ({}, ("Vertraulich",), "private"),
        ({}, ("house",), ""),
    ],
)
def test_what_a_note_says_of_itself(properties, tags, secrecy):
    assert secrecy_of(properties, tags) == secrecy


def test_the_file_is_read_again_when_it_changes(tmp_path):
    assert not rules_of(tmp_path).ignore("a.md")
    (tmp_path / IGNORE_FILE).write_text("a.md\n")
    assert rules_of(tmp_path).ignore("a.md")
    (tmp_path / IGNORE_FILE).write_text("other.md\n")
    assert not rules_of(tmp_path).ignore("a.md")
