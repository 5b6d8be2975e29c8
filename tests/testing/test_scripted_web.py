"""A web that plays its answers."""

from __future__ import annotations

import asyncio

import pytest

from inquiro.core.errors import BadAnswer
from inquiro.core.web import WebAnswer, WebRequest
from inquiro.testing import ScriptedWeb


def test_a_scripted_web_streams_the_same_answers_in_pieces():
    async def scenario(web):
        async with web.stream(WebRequest(url="https://a.example/")) as stream:
            return stream.status, [chunk async for chunk in stream.chunks]

    answer = WebAnswer(url="https://a.example/", status=418, body=b"x" * 2_500)
    web = ScriptedWeb(answer, BadAnswer("torn"))
    status, chunks = asyncio.run(scenario(web))
    assert (status, [len(chunk) for chunk in chunks]) == (418, [1_000, 1_000, 500])
    with pytest.raises(BadAnswer, match="torn"):
        asyncio.run(scenario(web))
    assert len(web.requests) == 2
