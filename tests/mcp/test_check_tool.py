"""`check_document` as a client sees it."""

from __future__ import annotations

import asyncio
import json

from mcp import Client

DRAFT = "The pilot coated 412 roofs in two towns [1]. Nobody counted the bees [4].\n\nSources\n\n[1] Pilot of roofs, a report. 2023.\n"


def call(server, **arguments):
    async def scenario():
        async with Client(server) as client:
            return await client.call_tool("check_document", arguments)

    return asyncio.run(scenario())


def test_a_text_is_checked_and_comes_back_small(server):
    told = json.loads(call(server, text=DRAFT, privacy="local_only", wait_seconds=50).content[0].text)
    assert told["verdict"].startswith("1 grave finding")
    assert [one["kind"] for one in told["findings"]] == ["unlisted"]
    assert told["references"][0]["state"] == "unchecked"
    assert "answer" not in told


def test_a_document_has_to_be_given_once(server):
    assert call(server).is_error
    assert call(server, text=DRAFT, url="https://a.example/x").is_error
    assert call(server, url="file:///etc/passwd").is_error
