"""Words that public sources of a run use may leave in its later searches; a recording source hears every one."""

from __future__ import annotations

import asyncio
import os

import pytest

from inquiro.core.crash_points import armed
from inquiro.core.types import NoteAsk, ResearchRequest
from inquiro.providers.search import registry as sources
from inquiro.testing import Page, ScriptedProvider, plugged_in

NOTE = """# Vines

Krause sprays trisulfazene on grape vines in wet summers against mildew. The vines at Dorrigo Hill are old.

How often may trisulfazene be sprayed on grape vines before harvest?
"""
PAGES = (
    Page(
        title="Mildew",
        text="Against mildew on grape vines growers spray trisulfazene. The vines must be dry. dorrigo. " * 2,
    ),
    Page(
        title="Harvest", text="Before harvest trisulfazene may be sprayed twice on grape vines. krause krause krause."
    ),
    Page(title="Wine", text="Grape vines that are sprayed with trisulfazene before harvest are tested."),
)


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "vault"
    folder.mkdir()
    note = folder / "Vines.md"
    note.write_text(NOTE)
    os.utime(note, (1_700_000_000, 1_700_000_000))
    return folder


def web(pages=PAGES):
    return ScriptedProvider("scripted", pages, leaves_machine="queries")


def asked(vault, **more):
    ask = NoteAsk(vault=str(vault), path="Vines.md", depth="deep", **more)
    return ResearchRequest(question="Research note: Vines.md", note=ask, sources=("scripted",), unattended=True)


def searched(runtime, vault, provider, **more):
    with plugged_in(sources, scripted=lambda _context: provider):
        return asyncio.run(runtime.ask(asked(vault, **more)))


def test_a_word_that_public_pages_use_leaves_in_a_second_search(runtime, vault):
    provider = web()
    report = searched(runtime, vault, provider)
    first, later = provider.searches[0], provider.searches[-1]
    assert "trisulfazene" not in first
    assert "trisulfazene" in later
    assert sorted(report.note.queries) == sorted(provider.searches)  # those of one round are sent at once
    heard = " ".join(provider.searches).lower()
    assert not {"krause", "dorrigo"} & set(heard.split())  # names of the note, whatever pages say


@pytest.mark.parametrize(
    "pages",
    [
        tuple(Page(title=page.title, text=page.text.replace("trisulfazene", "Trisulfazene")) for page in PAGES),
        tuple(Page(title=page.title, text=page.text, private=True) for page in PAGES),
        (PAGES[1], Page(title="Vines", text="Grape vines are sprayed before harvest.")),
    ],
    ids=["only as a name", "only in private documents", "once in one page"],
)
def test_nothing_else_leaves(runtime, vault, pages):
    provider = web(pages)
    searched(runtime, vault, provider)
    assert provider.searches
    assert "trisulfazene" not in " ".join(provider.searches).lower()


def test_who_agreed_to_searches_agreed_to_those(runtime, vault):
    provider = web()
    searched(runtime, vault, provider, queries=("spraying grape vines",))
    assert provider.searches == ["spraying grape vines"]


def test_it_is_decided_once_and_the_same_again_after_a_crash_and_in_a_replay(runtime, vault):
    class Died(BaseException):
        pass

    def die(point, *_):
        if point == "facts.after_settle":
            raise Died

    provider = web()
    with plugged_in(sources, scripted=lambda _context: provider):
        started = asyncio.run(runtime.start(asked(vault)))
        with armed(die), pytest.raises(Died):
            asyncio.run(runtime.execute(started.id))
        heard = list(provider.searches)
        asyncio.run(runtime.resume(started.id))
    assert provider.searches == heard
    replayed = asyncio.run(runtime.replay(started.id))
    assert replayed.identical, replayed.differences
