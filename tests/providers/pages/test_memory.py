from __future__ import annotations

import asyncio

import msgspec

from inquiro.core.snapshots import snapshot
from inquiro.core.types import ReadText, SourceResult
from inquiro.providers.pages.memory import NoMemory, Validators


def test_validators_survive_a_store():
    hit = SourceResult(url="https://a.example/", title="A", snippet="", source_name="web")
    kept = Validators(document=snapshot(hit, ReadText(text="text", media_type="text/html")), etag='W/"1"')
    assert msgspec.json.decode(msgspec.json.encode(kept), type=Validators) == kept
    assert asyncio.run(NoMemory().recall(hit.url)) is None
    assert asyncio.run(NoMemory().keep(hit.url, kept)) is None
