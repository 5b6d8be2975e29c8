"""The tools for a vault through the official client."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path
from typing import Any

import msgspec
import pytest

from inquiro.core.settings import Settings
from inquiro.runtime import Runtime
from mcp import Client

NOTE = "Street trees lowered the midday air temperature in Varnholt by 3.2 °C in the summer of 2021.\n"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "secret place" / "vault"
    folder.mkdir(parents=True)
    (folder / "Street trees.md").write_text(NOTE)
    os.utime(folder / "Street trees.md", (0, 0))  # a note that changes right now is waited for
    (folder / "Watering.md").write_text("The street trees of Varnholt are watered by volunteers.\n")
    (folder / "Diary.md").write_text("---\nprivate: true\n---\nI watered the street trees of Varnholt.\n")
    return folder


@pytest.fixture
def settings(settings: Settings, vault: Path) -> Settings:
    return msgspec.structs.replace(settings, vault=vault)


async def call(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    answered = await client.call_tool(name, arguments)
    assert not answered.is_error, answered.content[0].text
    return answered.structured_content


def refusal(client: Any, name: str, **arguments: Any) -> str:
    async def scenario() -> str:
        async with client() as connected:
            answered = await connected.call_tool(name, arguments)
        assert answered.is_error
        return answered.content[0].text

    return asyncio.run(scenario())


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("research_note", {}, "research_note: path: Field required. It takes: path, depth, focus"),
        ("research_note", {"path": "Street treas"}, "Street trees.md"),
        ("research_note", {"path": "../../home/inquiro.db"}, "out of the vault"),
        ("research_note", {"path": "Watering", "vault": "/etc"}, "vault: Extra inputs are not permitted"),
        ("research_note", {"path": "Watering", "depth": "light"}, "depth: Input should be 'shallow' or 'deep'"),
        ("research_note", {"path": "Watering", "privacy": "cloud_allowed"}, "wider than this server's"),
        ("find_notes", {"query": "trees", "mode": "vibes"}, "mode: Input should be"),
        ("find_notes", {"query": "trees", "n_results": 99}, "n_results: Input should be less"),
        ("find_notes", {"query": "trees", "since": "yesterday"}, "'yesterday' is no date"),
        ("read_note", {"path": "Street treas"}, "Street trees.md"),
        ("read_note", {"path": "../../home/inquiro.db"}, "out of the vault"),
        ("read_note", {"path": "Diary"}, "there is no note 'Diary' in the vault"),
        ("read_note", {"path": "Watering", "length": 60_000}, "length: Input should be less"),
    ],
)
@pytest.mark.fault(58)
def test_what_cannot_be_done_is_refused_and_costs_no_run(tool, arguments, said, client, settings):
    told = refusal(client, tool, **arguments)
    assert said in told
    assert "secret place" not in told
    runtime = Runtime.open(settings)
    listed = asyncio.run(runtime.runs())
    runtime.close()
    assert listed == []


def test_notes_are_found_at_once(client):
    async def scenario() -> dict[str, Any]:
        async with client() as connected:
            return await call(connected, "find_notes", query="watered by volunteers", n_results=1)

    [found] = asyncio.run(scenario())["notes"]
    assert (found["path"], "volunteers" in found["snippet"]) == ("Watering.md", True)


def test_notes_are_found_by_tag_folder_and_date(client, vault):
    (vault / "old").mkdir()
    (vault / "old" / "Pruning.md").write_text(
        "---\ndate: 2019-04-01\ntags: [work]\n---\nThe street trees are pruned.\n"
    )

    async def scenario() -> list[list[str]]:
        async with client() as connected:
            asked = [{"tags": ["work"]}, {"folder": "old"}, {"until": "2019", "since": "2019-04"}, {"tags": ["x"]}, {}]
            found = [await call(connected, "find_notes", query="street trees", **narrowed) for narrowed in asked]
            return [sorted(note["path"] for note in one["notes"]) for one in found]

    *narrowed, everything = asyncio.run(scenario())
    assert narrowed == [["old/Pruning.md"], ["old/Pruning.md"], ["old/Pruning.md"], []]
    assert everything == ["Street trees.md", "Watering.md", "old/Pruning.md"]


def test_a_note_is_read_part_by_part(client, vault):
    (vault / "Long.md").write_text("A line about trees.\n" * 30)

    async def scenario() -> list[dict[str, Any]]:
        async with client() as connected:
            first = await call(connected, "read_note", path="long", length=400)
            return [first, await call(connected, "read_note", path="long", offset=first["next_offset"])]

    first, rest = asyncio.run(scenario())
    assert (first["path"], first["characters"], "next_offset" in rest) == ("Long.md", 600, False)
    assert first["text"] + rest["text"] == (vault / "Long.md").read_text()


def test_a_note_is_researched_behind_and_run_result_says_what_was_written(client, gate, vault):
    async def scenario() -> tuple[dict[str, Any], dict[str, Any]]:
        gate.close()
        async with client() as connected:
            started = await call(connected, "research_note", path="street trees")
            assert started["status"] in {"pending", "in_progress"}
            assert "run_result" in started["next"]
            gate.open()
            done = await call(connected, "run_result", run_id=started["run_id"], wait_seconds=50)
            return done, await call(connected, "run_status", run_id=started["run_id"])

    done, status = asyncio.run(scenario())
    assert (done["path"], done["written"]["outcome"]) == ("Street trees.md", "written")
    assert done["topics_researched"] == len(done["topics"]) > 0
    assert done["preview"].startswith("## Research")
    assert (status["path"], status["topics_researched"]) == ("Street trees.md", done["topics_researched"])
    assert "preview" not in status
    text = (vault / "Street trees.md").read_text()
    assert text.startswith(NOTE)
    assert "## Research" in text


def test_a_dry_run_shows_the_change_and_makes_none(client, vault):
    async def scenario() -> dict[str, Any]:
        async with client() as connected:
            return await call(connected, "research_note", path="Street trees", dry_run=True, wait_seconds=50)

    done = asyncio.run(scenario())
    assert done["written"]["outcome"] == "dry_run"
    assert "+## Research" in done["diff"]
    assert (vault / "Street trees.md").read_text() == NOTE
