from __future__ import annotations

import sqlite3

import pytest

from inquiro.core.errors import StoreBusy, StoreCorrupt, StoreError, StoreFull
from inquiro.retrieval import rebuildable
from inquiro.retrieval.rebuildable import Rebuildable

SCHEMA = "CREATE TABLE things (name TEXT);\nCREATE VIRTUAL TABLE words USING fts5(word)\n"


@pytest.fixture
def make(tmp_path):
    return lambda built_with="1": Rebuildable(tmp_path / "file.db", SCHEMA, built_with, {"model": "none"})


def things(file):
    with file.read() as connection:
        return [row[0] for row in connection.execute("SELECT name FROM things")]


def meta(file):
    with file.read() as connection:
        return dict(connection.execute("SELECT name, value FROM meta"))


def add(file, name):
    with file.write() as connection:
        connection.execute("INSERT INTO things VALUES (?)", (name,))


def test_it_keeps_what_is_written_and_counts_generations(make):
    add(make(), "one")
    assert things(make()) == ["one"]
    assert meta(make()) == {"built_with": "1", "generation": "1", "model": "none"}


def test_nothing_is_kept_of_a_write_that_fails(make):
    file = make()

    def interrupted():
        with file.write() as connection:
            connection.execute("INSERT INTO things VALUES ('one')")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert things(file) == []
    assert meta(file)["generation"] == "0"


def test_what_is_built_with_something_else_starts_empty(make):
    add(make(), "one")
    assert things(make("2")) == []
    assert meta(make("2")) == {"built_with": "2", "generation": "0", "model": "none"}


def test_it_can_be_thrown_away(make):
    file = make()
    add(file, "one")
    file.discard()
    assert things(file) == []


@pytest.mark.fault(47)
def test_damage_is_told_from_other_trouble(make, tmp_path, monkeypatch):
    file = make()
    add(file, "one")
    with pytest.raises(StoreError, match="no such table"), file.read() as connection:
        connection.execute("SELECT * FROM absent")
    monkeypatch.setattr(rebuildable, "BUSY_SECONDS", 0.01)
    holder = sqlite3.connect(file.path, isolation_level=None)
    holder.execute("BEGIN EXCLUSIVE")
    with pytest.raises(StoreBusy, match="another process"):
        things(file)
    holder.close()
    file.path.write_bytes(b"no database at all, but long enough to be looked at")
    with pytest.raises(StoreCorrupt):
        things(file)
    file.discard()
    file.path.mkdir()
    with pytest.raises(StoreFull):
        things(file)
