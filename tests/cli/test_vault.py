from __future__ import annotations

import json

import numpy as np
import pytest
from click.testing import CliRunner

from inquiro.cli.main import commands
from inquiro.retrieval.vectors import VectorStore, Waiting
from inquiro.runtime import vault as module


class Flat:
    name = "flat"
    dimensions = 8
    batch = at_once = 1

    def embed(self, texts):
        return np.full((len(texts), 8), 8**-0.5, dtype=np.float32)


@pytest.fixture
def vault(tmp_path, monkeypatch):
    folder = tmp_path / "vault"
    (folder / "garden").mkdir(parents=True)
    (folder / ".obsidian").mkdir()
    (folder / "Compost.md").write_text("# Compost\n\nLeaves and peelings make compost. [[Worms]] #garden/soil\n")
    (folder / "garden/Roses.md").write_text("Roses like compost. See [[Compost]] and [[Nowhere]].\n")
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home"))
    monkeypatch.delenv("INQUIRO_VAULT", raising=False)
    store = VectorStore(tmp_path / "home" / "vectors.db", "flat", Flat)
    monkeypatch.setattr(module, "vectors_of", lambda settings: store)
    monkeypatch.chdir(folder / "garden")
    yield folder
    store.close()


@pytest.fixture
def run(vault):
    return lambda *words: CliRunner(env={"COLUMNS": "80"}).invoke(commands, ["vault", *words])


def test_index_says_what_it_did(run, vault):
    done = run("index")
    assert done.exit_code == 0, done.output
    assert done.stdout.splitlines() == [
        "2 notes: 2 added.",
        "3 links, 2 of them lead nowhere.",
        "2 of 2 passages can be found by meaning.",
    ]
    assert "2 notes, searchable now by their words." in " ".join(done.stderr.split())
    (vault / "Compost.md").rename(vault / "Humus.md")
    assert run("index").stdout.splitlines()[0] == "2 notes: 1 renamed."
    assert run("index").stdout.splitlines()[0] == "2 notes: nothing changed."


def test_index_lists_broken_links(run):
    assert run("index", "--broken").stdout.splitlines()[-2:] == [
        "Compost.md: [[Worms]]",
        "garden/Roses.md: [[Nowhere]]",
    ]


def test_index_without_embeddings(run):
    assert run("index", "--no-embeddings").stdout.splitlines()[-1] == "Found by words only: no embeddings were made."


def test_index_as_json(run, vault):
    (vault / "odd.md").write_bytes(b"\0")
    found = json.loads(run("index", str(vault), "--json").stdout)
    assert found["refreshed"]["added"] == 3
    assert found["refreshed"]["skipped"][0][0] == "odd.md"
    assert found["links"]["broken"] == [["Compost.md", "Worms"], ["garden/Roses.md", "Nowhere"]]
    assert "Left out: odd.md" in run("index").stdout


def test_an_interrupted_index_says_how_to_go_on(run, monkeypatch):
    def interrupted(self, texts):
        raise KeyboardInterrupt

    monkeypatch.setattr(Waiting, "embed", interrupted)
    done = run("index")
    assert done.exit_code == 130
    assert "what is done is kept. To go on: inquiro vault index" in " ".join(done.stderr.split())
    assert "Compost.md" in run("search", "peelings", "--mode", "keyword").stdout


def test_search_shows_notes_best_first(run):
    done = run("search", "compost")
    assert done.exit_code == 0, done.output
    lines = done.stdout.splitlines()
    assert lines[0] == "Compost.md"
    assert lines[1].startswith("  Leaves and peelings make compost.")
    assert lines[2].endswith("#garden/soil")
    assert "garden/Roses.md" in lines
    assert max(map(len, lines)) <= 80


def test_search_narrows(run):
    assert "Compost.md" not in run("search", "compost", "--folder", "garden").stdout
    assert "Roses" not in run("search", "compost", "--tag", "garden").stdout
    near = run("search", "compost", "--near", "Roses", "--distance", "1", "--json")
    assert {note["path"] for note in json.loads(near.stdout)} == {"Compost.md", "garden/Roses.md"}
    assert "No note answers that." in run("search", "compost", "--until", "1999").stderr


def test_search_as_json(run):
    (found,) = json.loads(run("search", "roses", "--mode", "keyword", "--json").stdout)
    assert (found["path"], found["link"], found["title"]) == ("garden/Roses.md", "[[Roses]]", "Roses")
    assert json.loads(run("search", "platypus", "--json").stdout) == []


@pytest.mark.parametrize(
    ("words", "said", "code"),
    [
        (("search", " "), "empty", 2),
        (("search", "x", "--near", "Unknown"), "no note", 2),
        (("search", "x", "--since", "soon"), "no date", 2),
        (("index", "nowhere"), "no vault at", 2),
    ],
)
def test_what_is_wrong_is_said_in_a_line(run, words, said, code):
    done = run(*words)
    assert (done.exit_code, len(done.stderr.splitlines())) == (code, 1), done.output
    assert said in done.stderr


def test_without_a_vault_it_says_how_to_name_one(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("search", "x")
    assert done.exit_code == 3
    assert "--vault DIR, or set INQUIRO_VAULT" in done.stderr


@pytest.mark.fault(35)
def test_nothing_in_a_note_can_act_on_the_terminal(run, vault):
    (vault / "evil\x1b[2J.md").write_text("zebra \x1b]0;owned\x07 \u202etxt\n# \x1b[31mred")
    assert "\x1b" not in run("search", "zebra").output
    assert "\u202e" not in run("search", "zebra").output


def test_words_that_were_let_through_are_listed_and_forgotten(inquiro, tmp_path, monkeypatch):
    from inquiro.vault.accepted_words import accept_words
    from inquiro.vault.state import state_of

    home, folder = tmp_path / "home", tmp_path / "words"
    folder.mkdir()
    monkeypatch.setenv("INQUIRO_HOME", str(home))
    accept_words(state_of(home, folder), ["Vaillant", "Bosch"])
    assert inquiro("vault", "words", "--vault", str(folder)).stdout.split() == ["bosch", "vaillant"]
    assert inquiro("vault", "words", "--vault", str(folder), "--forget", "Bosch").stdout.split() == ["vaillant"]
    assert inquiro("vault", "words", "--vault", str(folder), "--forget-all", "--json").stdout.strip() == "[]"
