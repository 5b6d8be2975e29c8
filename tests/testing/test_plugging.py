"""Doubles where a run finds them."""

from __future__ import annotations

import pytest

from inquiro.core.errors import UnknownName
from inquiro.providers.search import registry
from inquiro.testing import Page, ScriptedProvider, plugged_in, write_corpus


def test_a_registry_knows_it_for_a_while():
    provider = ScriptedProvider("wiki", [Page(title="Trees", text="Trees cool.")])
    with plugged_in(registry, wiki=lambda _context: provider), plugged_in(registry, second=lambda _context: provider):
        assert {"corpus", "wiki", "second"} <= set(registry.names())
        assert registry.get("wiki")(None) is provider
    with pytest.raises(UnknownName):
        registry.get("wiki")


def test_a_corpus_is_written_with_its_subfolders(tmp_path):
    folder = write_corpus(tmp_path / "papers", {"a.md": "ä", "deep/er/b.bin": b"\xff\x00"})
    assert folder == tmp_path / "papers"
    assert (folder / "a.md").read_text("utf-8") == "ä"
    assert (folder / "deep" / "er" / "b.bin").read_bytes() == b"\xff\x00"
