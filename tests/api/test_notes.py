"""/api/notes, over a real server whose operator has a vault."""

from __future__ import annotations

import asyncio
import os
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest

from inquiro.api.notes import NoteSearch, filter_of
from inquiro.core.settings import Settings
from inquiro.core.types import NoteFilter
from inquiro.retrieval.embeddings import OFF

NOTE = "---\ntags: [trees]\n---\nStreet trees cooled the midday air in Varnholt by 3.2 °C in 2021.\n"
OTHER = "The street trees of Varnholt are watered by volunteers.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "secret place" / "vault"
    (folder / "Projects").mkdir(parents=True)
    (folder / "Projects" / "Street trees.md").write_text(NOTE)
    os.utime(folder / "Projects" / "Street trees.md", (0, 0))  # a note that changes right now is waited for
    (folder / "Watering.md").write_text(OTHER)
    return folder


@pytest.fixture
def settings(settings: Settings, vault: Path) -> Settings:
    return msgspec.structs.replace(settings, vault=vault, embedding_model=OFF)


@pytest.fixture
def in_vault(served, vault: Path, monkeypatch: pytest.MonkeyPatch):
    """The server that all tests of the file share, as if its operator had this vault."""
    settings = msgspec.structs.replace(served.runtime.settings, vault=vault, embedding_model=OFF)
    monkeypatch.setattr(served.runtime, "settings", settings)
    return served


def post(served, **body):
    with served.client() as client:
        return client.post("/api/notes", json=body)


def get(served, **asked):
    with served.client() as client:
        return client.get("/api/notes", params=asked)


def test_every_wish_reaches_the_request_and_no_folder_leaves_the_server(serve, vault):
    served = serve(held=True)
    wishes = {"max_seconds": 9, "max_cost": 0.5, "sources": ["scripted"], "strict": True, "since": "2020"}
    body = {"path": "street trees", "depth": "deep", "focus": "cooling", "dry_run": True, "privacy_mode": "local_only"}
    started = post(served, **body, **wishes)
    assert started.status_code == 200, started.text
    assert started.json() == {"session_id": started.json()["session_id"], "status": "started"}
    run = asyncio.run(served.runtime.run(started.json()["session_id"]))
    asked = {"path": "Projects/Street trees.md", "depth": "deep", "focus": "cooling", "dry_run": True}
    asked |= {"send": "known", "queries": [], "quotes": False, "hold": False}
    assert run.input_params["note"] == {"vault": str(vault), **asked}
    assert (run.privacy, run.input_params["max_cost"], run.input_params["strict"]) == ("local_only", 0.5, True)
    with served.client() as client:
        trace = client.get(f"/api/traces/{run.id}").json()
    assert trace["input_params"]["note"] == {"vault": "vault", **asked}
    served.release()


@pytest.mark.parametrize(
    ("body", "status", "said"),
    [
        ({"path": "Street treas"}, 404, "Projects/Street trees.md"),
        ({"path": "../../home/inquiro.db"}, 422, "out of the vault"),
        ({"path": "/etc/hostname"}, 422, "outside the vault"),
        ({"path": ""}, 422, "path: String should have at least 1 character"),
        ({"path": "Watering", "vault": "/etc"}, 422, "vault: Extra inputs are not permitted"),
        ({"path": "Watering", "depth": "light"}, 422, "depth: Input should be 'shallow' or 'deep'"),
        ({"path": "Watering", "focus": "x" * 501}, 422, "focus"),
        ({"path": "Watering", "sources": ["nowhere"]}, 422, "unknown source 'nowhere'"),
        ({"path": "Watering", "privacy_mode": "cloud_allowed"}, 403, "can only tighten"),
    ],
)
@pytest.mark.fault(58, 69)
def test_what_cannot_be_researched_is_refused_in_words_and_costs_no_run(body, status, said, in_vault):
    answer = post(in_vault, **body)
    assert answer.status_code == status, answer.text
    assert said in answer.json()["detail"]
    assert "secret place" not in answer.text
    assert asyncio.run(in_vault.runtime.runs()) == []


def test_a_server_without_a_vault_says_who_can_set_one(served):
    for answer in (post(served, path="Watering"), get(served, query="trees")):
        assert answer.status_code == 409
        assert "its operator sets INQUIRO_VAULT" in answer.json()["detail"]


def test_they_need_a_token_and_a_scope(served):
    with served.client(Authorization="Bearer wrong") as client:
        assert client.post("/api/notes", json={"path": "Watering"}).status_code == 401
        assert client.get("/api/notes", params={"query": "trees"}).status_code == 401
        assert client.get("/api/notes/text", params={"path": "Watering"}).status_code == 401
    _, secret = asyncio.run(served.runtime.tokens.create("reader", "read"))
    with served.client(**served.bearer(secret)) as client:
        assert client.post("/api/notes", json={"path": "Watering"}).status_code == 403


def test_the_filter_of_a_search_is_what_was_asked():
    asked = NoteSearch(query="x", tag=["a", "b"], folder="F", since="2024", near="N", distance=3)
    assert filter_of(asked) == NoteFilter(tags=("a", "b"), folder="F", since="2024", near="N", distance=3)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({}, "query: Field required"),
        ({"query": "x", "mode": "vibes"}, "mode"),
        ({"query": "x", "n_results": 0}, "n_results"),
        ({"query": "x", "since": "yesterday"}, "since"),
        ({"query": "x", "vault": "/etc"}, "vault: Extra inputs are not permitted"),
    ],
)
def test_a_search_that_cannot_be_made_is_refused_in_words(asked, said, served):
    answer = get(served, **asked)
    assert answer.status_code == 422
    assert said in answer.json()["detail"]


def test_notes_are_found_by_their_words_and_narrowed(in_vault):
    served = in_vault
    found = get(served, query="street trees Varnholt", mode="keyword").json()
    assert {note["path"] for note in found} == {"Projects/Street trees.md", "Watering.md"}
    assert "Varnholt" in found[0]["snippet"]
    assert [n["path"] for n in get(served, query="Varnholt", tag="trees").json()] == ["Projects/Street trees.md"]
    assert [n["path"] for n in get(served, query="Varnholt", folder="Projects").json()] == ["Projects/Street trees.md"]
    assert len(get(served, query="Varnholt", n_results=1).json()) == 1


def read(served, **asked):
    with served.client() as client:
        return client.get("/api/notes/text", params=asked)


def test_a_note_is_read_part_by_part(in_vault, vault):
    (vault / "Long.md").write_text("A line about trees.\n" * 30)
    first = read(in_vault, path="long", length=400).json()
    assert (first["path"], first["characters"]) == ("Long.md", 600)
    rest = read(in_vault, path="long", offset=first["next_offset"]).json()
    assert rest["next_offset"] is None
    assert first["text"] + rest["text"] == (vault / "Long.md").read_text()


@pytest.mark.fault(58)
@pytest.mark.parametrize(
    ("asked", "status", "said"),
    [
        ({"path": "Wattering"}, 404, "Watering.md"),
        ({"path": "Diary"}, 404, "there is no note 'Diary' in the vault"),
        ({"path": "../../home/inquiro.db"}, 422, "out of the vault"),
        ({"path": "Watering", "offset": 9_999}, 422, "there is nothing at 9,999"),
        ({"path": "Watering", "length": 10}, 422, "length"),
        ({}, 422, "path: Field required"),
    ],
)
def test_what_cannot_be_read_is_refused_in_words(asked, status, said, in_vault, vault):
    (vault / "Diary.md").write_text("---\nprivate: true\n---\nThe code is 4711.\n")
    answer = read(in_vault, **asked)
    assert (answer.status_code, said in answer.json()["detail"]) == (status, True), answer.text
    assert "secret place" not in answer.text
    assert "4711" not in answer.text


def test_a_note_is_researched_in_the_background_and_its_result_says_what_was_written(serve, vault):
    served = serve()
    run_id = post(served, path="Street trees", sources=["scripted"]).json()["session_id"]
    status = served.until(run_id, "completed", "failed")
    assert (status["status"], status["query"]) == ("completed", "Research note: Projects/Street trees.md"), status
    with served.client() as client:
        result = client.get(f"/api/research/{run_id}").json()
        assert client.get(f"/api/traces/{run_id}").json()["tool_name"] == "research_note"
        assert client.get(f"/api/research/{run_id}/events").status_code == 200
    note = result["note"]
    assert (note["path"], note["written"]["outcome"]) == ("Projects/Street trees.md", "written")
    assert note["topics_researched"] == len(note["topics"]) > 0
    assert note["preview"].startswith("## Research")
    text = (vault / "Projects" / "Street trees.md").read_text()
    assert text.startswith(NOTE)
    assert "## Research" in text[len(NOTE) :]
    assert (vault / "Watering.md").read_text() == OTHER


def test_a_preview_lists_what_would_leave_and_what_is_held_back_and_starts_nothing(in_vault, vault):
    (vault / "Visit.md").write_text("Dr. Baker said paroxetine weakens tamoxifen. How long is tamoxifen taken?\n")
    with in_vault.client() as client:
        found = client.post("/api/notes/preview", json={"path": "visit"})
    assert found.status_code == 200, found.text
    told = found.json()
    assert told["path"] == "Visit.md"
    assert any("tamoxifen" in query for query in told["queries"])
    assert {"word": "Baker", "why": "a name"} in told["held"]
    assert "baker" not in " ".join(told["queries"]).lower()


def test_a_preview_of_a_private_note_is_empty(in_vault, vault):
    (vault / "Mine.md").write_text(
        "---\nprivate: true\n---\nTamoxifen and paroxetine interact. How long is it taken?\n"
    )
    with in_vault.client() as client:
        told = client.post("/api/notes/preview", json={"path": "mine"}).json()
    assert (told["queries"], told["withheld"]) == ([], "it is marked private")


def held(served, **more):
    run_id = post(served, path="Street trees", sources=["scripted"], hold=True, **more).json()["session_id"]
    served.until(run_id, "completed", "failed")
    return run_id


def accept(served, run_id, **more):
    with served.client() as client:
        return client.post("/api/notes/accept", json={"session_id": run_id, **more})


def test_a_held_section_is_written_when_it_is_accepted_and_keeps_what_was_edited_meanwhile(serve, vault):
    served, file = serve(), vault / "Projects" / "Street trees.md"
    run_id = held(served)
    assert file.read_text() == NOTE
    with served.client() as client:
        assert client.get(f"/api/research/{run_id}").json()["note"]["written"]["outcome"] == "held"
    seen = accept(served, run_id, dry_run=True).json()
    assert (seen["outcome"], file.read_text()) == ("held", NOTE)
    assert "+## Research" in seen["diff"]
    edited = f"{NOTE}\nA thought of my own.\n"
    file.write_text(edited)
    os.utime(file, (0, 0))
    done = accept(served, run_id)
    assert (done.status_code, done.json()["outcome"]) == (200, "merged"), done.text
    after = file.read_text()
    assert after.startswith(edited)
    assert "## Research" in after[len(edited) :]
    with served.client() as client:
        assert client.get(f"/api/research/{run_id}").json()["note"]["written"]["outcome"] == "merged"
        shown = client.post("/api/notes/undo", json={"path": "street trees", "dry_run": True}).json()
        assert "-## Research" in shown["diff"]
        assert file.read_text() == after
        assert accept(served, run_id).json()["outcome"] == "unchanged"
        client.post("/api/notes/undo", json={"path": "street trees"})
    assert file.read_text() == edited


def test_what_is_not_held_cannot_be_accepted(serve, vault):
    served = serve(held=True)
    run_id = post(served, path="Street trees", sources=["scripted"], hold=True).json()["session_id"]
    other = post(served, path="Watering", sources=["scripted"]).json()["session_id"]
    assert "has no section yet" in accept(served, run_id).json()["detail"]
    assert accept(served, other).status_code == 409
    assert accept(served, "nothing").status_code == 404
    with served.client() as client:
        client.post(f"/api/research/{run_id}/stop")
        client.post(f"/api/research/{other}/stop")
    served.release()
    served.until(run_id, "completed", "cancelled")
    assert accept(served, run_id).status_code == 409
    assert (vault / "Projects" / "Street trees.md").read_text() == NOTE


def test_a_run_over_another_vault_is_not_accepted_here(serve, vault, tmp_path, monkeypatch):
    served = serve()
    run_id = held(served)
    (tmp_path / "other").mkdir()
    elsewhere = msgspec.structs.replace(served.runtime.settings, vault=tmp_path / "other")
    monkeypatch.setattr(served.runtime, "settings", elsewhere)
    refused = accept(served, run_id)
    assert (refused.status_code, "another vault" in refused.json()["detail"]) == (404, True)
    assert "secret place" not in refused.text
    assert (vault / "Projects" / "Street trees.md").read_text() == NOTE


def test_a_run_that_asks_waits_with_its_searches_and_only_agreed_ones_leave(serve, vault):
    served = serve(leaves_machine="queries")
    asked = {"path": "Street trees", "sources": ["scripted"], "send": "ask", "hold": True}
    run_id = post(served, **asked).json()["session_id"]
    status = served.until(run_id, "waiting", "completed", "failed")
    assert status["status"] == "waiting"
    assert status["searches"]
    assert all("Varnholt" not in one for one in status["searches"])
    with served.client() as client:
        client.post(f"/api/research/{run_id}/answer", json={"answer": "1 shade of street trees"})
    status = served.until(run_id, "completed", "failed")
    assert status["searches"] == []
    with served.client() as client:
        assert client.get(f"/api/research/{run_id}").json()["note"]["queries"] == ["shade of street trees"]


def test_everything_cannot_be_let_out_from_here(in_vault):
    assert post(in_vault, path="Watering", send="all").status_code == 422


def related(served, **asked):
    with served.client() as client:
        return client.get("/api/notes/related", params=asked)


def test_related_notes_are_named_and_not_quoted(in_vault, vault):
    for name in ("surgeon", "violin", "glacier", "invoice", "sourdough", "marathon"):
        (vault / f"{name}.md").write_text(f"The {name} was late again.\n")
    (vault / "Watering.md").write_text("At midday volunteers water the street trees, and the air cooled. #trees\n")
    (vault / "Secret trees.md").write_text("---\nprivate: true\n---\nStreet trees of Varnholt, mine alone.\n")
    (vault / "Never.md").write_text("---\ninquiro: never\n---\nStreet trees of Varnholt.\n")
    found = related(in_vault, path="Projects/Street trees.md")
    assert found.status_code == 200, found.text
    told = found.json()
    assert [one["path"] for one in told["related"]] == ["Watering.md"]
    assert set(told["related"][0]) == {"path", "title", "link", "score", "linked"}
    assert "volunteers" not in found.text
    assert not told["related"][0]["linked"]
    mine = related(in_vault, path="Secret trees").json()
    assert (mine["related"], mine["withheld"]) == ([], "it is marked private")
    assert related(in_vault, path="Never").status_code == 422


@pytest.mark.parametrize("path", ["../x.md", "/etc/hostname", "a/../../x.md", "\x00.md"])
@pytest.mark.fault(58)
def test_no_path_leads_out_of_the_vault(path, in_vault):
    with in_vault.client() as client:
        undone = client.post("/api/notes/undo", json={"path": path})
    for answer in (undone, related(in_vault, path=path)):
        assert answer.status_code in {404, 422}, answer.text
        assert "secret place" not in answer.text


def test_a_program_inside_the_vault_knows_it_by_its_id(in_vault, vault):
    with in_vault.client() as client:
        told = client.get("/api/notes/vault").json()
    assert told == {"name": "vault", "id": sha256(str(vault).encode()).hexdigest()[:32]}


def test_accepting_and_taking_back_need_more_than_reading(served):
    _, secret = asyncio.run(served.runtime.tokens.create("looker", "read"))
    with served.client(**served.bearer(secret)) as client:
        assert client.post("/api/notes/accept", json={"session_id": "x"}).status_code == 403
        assert client.post("/api/notes/undo", json={"path": "x"}).status_code == 403
        assert client.get("/api/notes/vault").status_code == 409
