"""Editing a result in one's own editor: a new version, nothing decided, no typing lost."""

from __future__ import annotations

import json

import msgspec
import pytest

ID = "aldra001"


@pytest.fixture
def waiting(kept):
    return kept.put()


@pytest.fixture
def editor(monkeypatch, tmp_path):
    """An editor that replaces words, each time by the next ones."""

    def changing(*swaps: tuple[str, str]) -> None:
        script = tmp_path / "editor.sh"
        lines = [f"if [ ! -e {tmp_path}/{n} ]; then touch {tmp_path}/{n}; sed -i 's/{a}/{b}/' \"$1\"; exit; fi"
                 for n, (a, b) in enumerate(swaps)]  # fmt: skip
        script.write_text("\n".join(["#!/bin/sh", f'stat -c %a "$1" > {tmp_path}/mode', *lines]))
        script.chmod(0o755)
        monkeypatch.setenv("VISUAL", str(script))

    return changing


def test_it_saves_a_version_and_decides_nothing(inquiro, kept, waiting, editor, tmp_path):
    editor(("Aldra One", "Aldra Uno"))
    done = inquiro("review", "edit", ID, "--as", "Ada", "--json")
    assert done.exit_code == 0, done.output
    newest = kept.review()
    assert (newest.version, newest.edited_by, newest.status) == (2, "Ada", "pending")
    assert newest.payload.data["funds"][0]["name"] == "Aldra Uno"
    assert 'funds[0].name: added "Aldra Uno"' in done.stderr
    assert "verbs: +" in done.stderr
    assert json.loads(done.stdout)["version"] == 2
    assert (tmp_path / "mode").read_text().strip() == "600"


def test_the_editor_opens_again_with_what_was_typed(kept, waiting, editor, person):
    editor(("Aldra SE", ""), ('"listed"', '"name": 1, "name"'), ('"name": 1, "name"', '"listed"'), ('""', '"A"'))
    done = person("review", "edit", ID, types="y\ny\ny\ny")
    assert done.exit_code == 0, done.output
    assert "  apex.name: " in done.stderr
    assert "is there twice" in done.stderr
    assert kept.review().payload.data["apex"]["name"] == "A"


def test_without_a_person_a_bad_edit_ends_it_and_the_draft_waits(inquiro, kept, waiting, editor, monkeypatch):
    editor(("Aldra SE", ""))
    assert inquiro("review", "edit", ID).exit_code == 2
    assert kept.review().version == 1
    assert "an edit was refused: inquiro review edit aldra001 --draft" in inquiro("review", "show", ID).stdout
    monkeypatch.setenv("VISUAL", 'sed -i s/\\"\\"/\\"Aldra.AG\\"/')
    assert inquiro("review", "edit", ID, "--draft").exit_code == 0
    assert kept.review().payload.data["apex"]["name"] == "Aldra.AG"


@pytest.mark.parametrize(("editor_command", "code"), [("true", 0), ("false", 1), ("no-such-editor-here", 3)])
def test_nothing_changes_when_nothing_was_edited(inquiro, kept, waiting, monkeypatch, *, editor_command, code):
    monkeypatch.setenv("VISUAL", editor_command)
    assert inquiro("review", "edit", ID).exit_code == code
    assert kept.review().version == 1


def test_only_results_of_macros_can_be_edited(inquiro, kept, waiting):
    verbs = msgspec.structs.replace(waiting, id="verbs001", kind="verbs")
    kept.of(lambda runtime: runtime.reviews.store.propose(verbs))
    assert inquiro("review", "edit", "verbs").exit_code == 2
