"""What a person says about a note becomes a request; a typo is told before a run is started."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, NoteNotFound, UnknownName, UsageError
from inquiro.core.settings import Secret, Settings
from inquiro.core.types import Loss, NoteAsk, NoteResult, Report, ResearchRequest
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import notes as called
from inquiro.runtime.notes import aresearch_note, note_request, place_of, research_note, result_of
from inquiro.runtime.runtime import Runtime
from inquiro.testing import DiligentModel, write_corpus

NOTE = "# Heat pumps\n\nThe permitted night-time noise level for heat pumps is 40 dB(A) at the window.\n"
RULES = "# Noise rules of 2024\n\nThe permitted night-time noise level for heat pumps is 35 dB(A) at the window.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / ".obsidian").mkdir(parents=True)
    (folder / "Projects").mkdir()
    (folder / "Projects" / "Heat pumps.md").write_text("---\naliases: [Heating]\n---\nThe limit is 40 dB.\n")
    (folder / "picture.png").write_bytes(b"\x89PNG")
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(
        home=tmp_path / "home", database_url=f"sqlite:///{tmp_path / 'home' / 'inquiro.db'}", embedding_model=OFF
    )


def set_to(settings: Settings, vault: Path) -> Settings:
    return msgspec.structs.replace(settings, vault=vault)


@pytest.mark.parametrize("said", ["Projects/Heat pumps.md", "Heat pumps", "heating", "[[Heat pumps#Noise]]"])
def test_the_request_names_the_note_by_its_path_in_the_vault(said, vault, settings):
    request = note_request(said, "deep", "  noise\n rules ", vault=vault, settings=settings, max_cost=0.5, dry_run=True)
    asked = NoteAsk(vault=str(vault), path="Projects/Heat pumps.md", depth="deep", focus="noise rules", dry_run=True)
    assert request.note == asked
    assert request.question == "Research note: Projects/Heat pumps.md"
    assert (request.max_cost, request.unattended) == (0.5, True)


def test_the_defaults_are_the_contract(vault, settings):
    asked = note_request("Heat pumps", settings=set_to(settings, vault)).note
    assert asked is not None
    assert (asked.depth, asked.focus, asked.dry_run) == ("shallow", None, False)


def test_the_vault_is_the_named_one_else_the_set_one_else_the_one_around(vault, settings, tmp_path, monkeypatch):
    other = tmp_path / "other"
    other.mkdir()
    (other / "Heat pumps.md").write_text("Other.")
    note = vault / "Projects" / "Heat pumps.md"
    monkeypatch.chdir(tmp_path)
    assert place_of(set_to(settings, vault), "Heat pumps", other) == (other, "Heat pumps.md")
    assert place_of(set_to(settings, vault), "Heat pumps") == (vault, "Projects/Heat pumps.md")
    assert place_of(settings, str(note)) == (vault, "Projects/Heat pumps.md")
    assert place_of(settings, note.relative_to(tmp_path)) == (vault, "Projects/Heat pumps.md")
    monkeypatch.chdir(vault / "Projects")
    assert place_of(settings, "Heat pumps") == (vault, "Projects/Heat pumps.md")


def test_without_any_vault_it_says_how_to_name_one(settings, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(NotConfigured, match="say which vault: --vault DIR, or set INQUIRO_VAULT"):
        note_request("Heat pumps", settings=settings)
    with pytest.raises(NotConfigured, match="is not a folder; say which vault"):
        note_request("Heat pumps", vault=tmp_path / "none", settings=settings)


@pytest.mark.parametrize(
    ("wrong", "kind", "said"),
    [
        ({"path": "Heat pomps"}, NoteNotFound, "Projects/Heat pumps.md"),
        ({"path": "picture.png"}, UsageError, "md"),
        ({"path": "../home/inquiro.db"}, UsageError, "out of the vault"),
        ({"path": " "}, UsageError, "the path of the note is empty"),
        ({"depth": "bottomless"}, UnknownName, "unknown depth 'bottomless'; known: deep, shallow"),
        ({"focus": "x" * 501}, UsageError, "500 are allowed"),
        ({"follow": "7f3a"}, UnknownName, "unknown option 'follow'"),
        ({"max_seconds": 0}, UsageError, "more than 0"),
        ({"privacy": "open"}, UsageError, "unknown privacy 'open'; known: "),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_opened(wrong, kind, said, vault, settings):
    with pytest.raises(kind, match=said):
        research_note(**({"path": "Heat pumps", "vault": vault, "settings": settings} | wrong))
    assert not settings.home.exists()


def test_a_run_without_a_result_for_its_note_says_why():
    request = ResearchRequest(question="Research note: a.md", note=NoteAsk(vault="/v", path="a.md"))
    report = Report(
        trace_id="r", question="", answer="", status="stopped", stop_reason="Out of time",
        notices=("Slow.",), lost=(Loss(what="page", reason="gone"),),
    )  # fmt: skip
    result = result_of(report, request)
    assert (result.path, result.run_id, result.topics_researched, result.written) == ("a.md", "r", 0, None)
    assert [*result.problems[1:]] == ["Slow.", "page: gone"]
    assert "Out of time" in result.problems[0]
    done = NoteResult(path="a.md", topics_researched=3)
    assert result_of(msgspec.structs.replace(report, note=done), request).topics_researched == 3


def test_the_calls_start_a_run_and_return_its_note(vault, settings, monkeypatch):
    asked: list[ResearchRequest] = []

    async def ask(_self: Runtime, request: ResearchRequest, on_event: object = None) -> Report:
        asked.append(request)
        return Report(trace_id="r", question="", answer="", note=NoteResult(path="a.md", topics_researched=2))

    monkeypatch.setattr(Runtime, "ask", ask)
    result = research_note("Heat pumps", "deep", vault=vault, settings=settings, corpus="papers", strict=True)
    assert (result.topics_researched, result.run_id) == (2, "r")
    [request] = asked
    assert (request.corpora, request.strict) == (("papers",), True)

    async def inside() -> NoteResult:
        assert research_note("Heat pumps", vault=vault, settings=settings).topics_researched == 2
        return await aresearch_note("Heat pumps", vault=vault, settings=settings)

    assert asyncio.run(inside()).topics_researched == 2


def test_undoing_goes_to_the_note_that_is_meant_with_the_state_of_its_vault(vault, settings, monkeypatch):
    from inquiro.vault import writing

    told: list[tuple[object, ...]] = []
    monkeypatch.setattr(writing, "undo_section", lambda *given, dry_run: told.append((*given, dry_run)))
    called.undo_note(settings, "heating", vault, dry_run=True)
    [(folder, state, path, dry_run)] = told
    assert (folder, path, dry_run) == (vault, "Projects/Heat pumps.md", True)
    assert state.parent == settings.home / "vaults"


def test_a_note_is_researched_written_updated_and_taken_back_to_the_byte(settings, tmp_path):
    """The whole way, over documents of this machine and without a model."""
    vault, papers = tmp_path / "vault", tmp_path / "papers"
    vault.mkdir()
    write_corpus(papers, {"rules.md": RULES})
    note = vault / "Heat pumps.md"
    before = NOTE.replace("\n", "\r\n").encode("utf-8-sig")
    note.write_bytes(before)
    os.utime(note, (0, 0))  # a note that changes right now is waited for
    (vault / "Courtyards.md").write_text("The night-time noise level of heat pumps is higher in a courtyard corner.\n")
    told: list[str] = []
    asked = {"vault": vault, "settings": settings, "corpus": papers, "privacy": "local_only"}

    dry = research_note("heat pumps", dry_run=True, **asked)
    assert dry.written is not None
    assert (dry.written.outcome, note.read_bytes()) == ("dry_run", before)
    assert "+## Research" in dry.written.diff

    done = research_note("heat pumps", on_event=lambda event: told.append(event.stage), **asked)
    assert done.written is not None
    assert (done.path, done.written.outcome, done.queries) == ("Heat pumps.md", "written", ())
    assert {"note", "topics", "write", "done"} <= set(told)
    assert note.read_bytes().startswith(before)
    section = note.read_bytes()[len(before) :].decode()
    assert "35 dB" in section
    assert "[[Courtyards]]" in section
    assert done.preview == done.written.section[:500]

    os.utime(note, (0, 0))
    again = research_note("heat pumps", **asked)
    assert again.written is not None
    assert again.written.path == "Heat pumps.md"
    assert note.read_bytes().count(b"## Research\r\n") == 1

    called.undo_note(settings, "heat pumps", vault)
    called.undo_note(settings, "heat pumps", vault)
    assert note.read_bytes() == before


VENDORS = {
    "openai:gpt-6-sol": "OPENAI_API_KEY",
    "anthropic:claude-sonnet-5": "ANTHROPIC_API_KEY",
    "groq:llama": "GROQ_API_KEY",
    "ollama:llama3.2": "",
    "llamacpp:any": "",
}


@pytest.mark.parametrize("depth", ["shallow", "deep"])
@pytest.mark.parametrize("model", VENDORS)
def test_every_vendor_s_client_researches_a_note(model_server, vault, settings, model, depth):
    """On loopback, with the real clients; private text may be seen, since the user says so."""
    documents = write_corpus(
        vault.parent / "documents",
        {
            "noise.md": "# Noise\n\nThe permitted night-time noise level for heat pumps is 35 dB(A) at the window since 2024.\n"
        },
    )
    note = vault / "Projects" / "Heat pumps.md"
    note.write_text(NOTE)
    os.utime(note, (1_700_000_000, 1_700_000_000))
    keys = {VENDORS[model]: Secret("a key of nobody")} if VENDORS[model] else {}
    with model_server.ModelServer(DiligentModel()) as server:
        told = msgspec.structs.replace(settings, provider_urls={model.partition(":")[0]: server.url}, keys=keys)
        result = research_note(
            "Heat pumps",
            depth,
            vault=vault,
            public_corpus=documents,
            model=model,
            privacy="cloud_allowed",
            settings=told,
        )
    assert 1 <= len(server.asked) <= 3
    assert result.topics_researched
    assert result.written.outcome == "written"
    assert "35 dB" in result.section
