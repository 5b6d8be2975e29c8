"""Private-looking notes through whole runs: a search service on loopback writes down all that it is asked."""

from __future__ import annotations

import asyncio
import json
import os

import pytest
from tests.private_notes import examples, leaks

from inquiro.runtime.notes import note_request

pytestmark = [pytest.mark.real_sources, pytest.mark.usefixtures("hurried")]
ONE_IN = 3  # of the notes; the rest goes through the engine alone


def test_the_service_hears_nothing_private(opened, moss, tmp_path):
    runtime = opened(keys={"TAVILY_API_KEY": "tvly-CANARY-6b1f"})
    vault = tmp_path / "vault"
    heard = 0
    for example in examples("private")[::ONE_IN]:
        note = vault / example.path
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(example.text, encoding="utf-8")
        os.utime(note, (1_700_000_000, 1_700_000_000))
        before = len(moss.server.asked)
        request = note_request(
            example.path, vault=vault, settings=runtime.settings, sources=("tavily",), max_seconds=20.0
        )
        report = asyncio.run(runtime.ask(request))
        asked = [json.loads(one.body)["query"] for one in moss.server.asked[before:] if "tavily" in one.path]
        assert set(asked) == set(report.note.queries)
        assert leaks(example, asked) == []
        heard += len(asked)
    assert heard > len(examples("private")) // ONE_IN // 2
