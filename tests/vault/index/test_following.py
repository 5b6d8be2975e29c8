"""Whatever happens to a vault, and wherever indexing is cut off: in the end the index is as if it were built anew."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from tests.vault.index.conftest import Notions

from inquiro.index import store as store_module
from inquiro.index import update
from inquiro.vault.index import VaultIndex

PATHS = st.sampled_from(["a.md", "b.md", "x/a.md", "x/c.md", "x/y/d.txt", "Ä.md", "pic.png"])
WORDS = (
    "oak",
    "train",
    "oven",
    "[[a]]",
    "#tag/sub",
    "[[c|see]]",
    "![[pic.png]]",
    "\n\n",
    "## Oak\n\n",
    "---\n",
    "字字",
)
TEXTS = st.lists(st.sampled_from(WORDS), max_size=8).map(" ".join)


class _CutOff(Exception):
    """What ends a refresh between two of its transactions."""


class Followed(RuleBasedStateMachine):
    @initialize()
    def begin(self):
        self._place = tempfile.TemporaryDirectory()
        self.vault, self.state = Path(self._place.name, "vault"), Path(self._place.name, "state")
        self.vault.mkdir()
        self.time = 1_000_000_000
        self.notions = Notions()
        self.index = VaultIndex(self.vault, self.state, self.notions)
        self.fresh = 0

    def _stamp(self, path):
        self.time += 1
        os.utime(self.vault / path, (self.time, self.time))

    @rule(path=PATHS, text=TEXTS)
    def write(self, path, text):
        (self.vault / path).parent.mkdir(parents=True, exist_ok=True)
        (self.vault / path).write_text(text)
        self._stamp(path)

    @rule(path=PATHS, other=PATHS)
    def rename(self, path, other):
        if (self.vault / path).exists():
            (self.vault / other).parent.mkdir(parents=True, exist_ok=True)
            (self.vault / path).rename(self.vault / other)

    @rule(path=PATHS)
    def remove(self, path):
        (self.vault / path).unlink(missing_ok=True)

    @rule(after=st.integers(0, 3))
    def refresh_cut_off(self, after):
        left = [after]

        def cut(*_):
            left[0] -= 1
            if left[0] < 0:
                raise _CutOff

        try:
            self.index.refresh(cut, embed=True)
        except _CutOff:
            self.index = VaultIndex(self.vault, self.state, self.notions)

    @rule()
    def refresh(self):
        told = self.index.refresh(embed=True)
        notes = sorted(
            p.relative_to(self.vault).as_posix() for p in self.vault.rglob("*") if p.suffix in {".md", ".txt"}
        )
        assert told.notes == len(notes)
        assert told.not_embedded == 0
        again = self.index.refresh()
        assert (again.added, again.changed, again.renamed, again.removed) == (0, 0, 0, 0)
        self.fresh += 1
        anew = VaultIndex(self.vault, self.state.with_name(f"fresh {self.fresh}"), Notions())
        anew.refresh(embed=True)
        for mode in ("keyword", "semantic"):
            for query in ("oak", "train oven", "字字", "a", "tag"):
                assert _answers(self.index, query, mode) == _answers(anew, query, mode)
        for path in notes:
            assert self.index.links(path) == anew.links(path)
            assert self.index.backlinks(path) == anew.backlinks(path)
        assert self.index.broken_links() == anew.broken_links()
        assert set(self.index.names()) == set(anew.names())

    @invariant()
    def searching_never_fails(self):
        if hasattr(self, "index"):
            self.index.search("oak train", "hybrid")

    def teardown(self):
        if hasattr(self, "_place"):
            self._place.cleanup()


def _answers(index, query, mode):
    if mode == "semantic" and not index.refresh().passages:
        return []
    return sorted(note.path for note in index.search(query, mode, 50))


class TestFollowed(Followed.TestCase):
    settings = settings(max_examples=min(100, settings.default.max_examples // 4), stateful_step_count=12)

    def setup_method(self, _):
        self._before = update._MOST, store_module._SPARE
        update._MOST, store_module._SPARE = 1, 3

    def teardown_method(self, _):
        update._MOST, store_module._SPARE = self._before
