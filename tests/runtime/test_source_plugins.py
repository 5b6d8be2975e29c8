"""Sources that outside packages bring: the guide's own example works, and a broken one harms nobody else."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

from inquiro.core.errors import NotConfigured
from inquiro.core.protocols import ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import Availability, ResearchRequest
from inquiro.providers.search import registry
from inquiro.runtime import Runtime
from inquiro.runtime.source_plugins import source_named
from inquiro.testing import Page, ScriptedProvider, plugged_in

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "sources.md"
BOOK = {
    "url": "https://library.example/books/7",
    "title": "Street trees and heat",
    "text": "Street trees cool the street below them by 1.6 °C on summer days. " * 3,
    "year": "2021",
}


class Library(BaseHTTPRequestHandler):
    asked: ClassVar[list[tuple[str, str | None, Any]]] = []

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.asked.append((self.path, self.headers["x-api-key"], body))
        told = json.dumps({"books": [BOOK]}).encode()
        self.send_response(200)
        self.send_header("content-length", str(len(told)))
        self.end_headers()
        self.wfile.write(told)

    def log_message(self, *_words: Any) -> None:
        pass


@pytest.fixture
def library() -> Iterator[str]:
    Library.asked.clear()
    server = HTTPServer(("127.0.0.1", 0), Library)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


def example() -> Any:
    [code] = [
        one for one in re.findall(r"```python\n(.*?)```", GUIDE.read_text("utf-8"), re.DOTALL) if "Library" in one
    ]
    space: dict[str, Any] = {}
    exec(compile(code, str(GUIDE), "exec"), space)
    return space["LibrarySearch"]


def test_the_example_of_the_guide_works_as_it_stands(
    tmp_path: Path, library: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the key from the environment, and the text that came with the hit: its page is not fetched."""
    monkeypatch.setenv("LIBRARY_API_KEY", "a-key-of-the-library")
    env = {"INQUIRO_HOME": str(tmp_path), "INQUIRO_LIBRARY_URL": library}
    runtime = Runtime.open(Settings.load(env, tmp_path))
    try:
        with plugged_in(registry, library=example()):
            request = ResearchRequest(
                question="How much do street trees cool a street?", sources=("library",), max_iterations=1
            )
            report = asyncio.run(runtime.ask(request))
    finally:
        runtime.close()
    assert [(one.source_name, one.url) for one in report.sources] == [("library", BOOK["url"])]
    assert "1.6 °C" in report.answer
    assert {(path, key) for path, key, _ in Library.asked} == {("/search", "a-key-of-the-library")}
    assert report.lost == ()


def test_without_its_key_the_example_says_which_to_set(settings: Settings) -> None:
    with plugged_in(registry, library=example()):
        found = source_named(registry, "library", ProviderContext(settings=settings)).availability()
    assert found == Availability(available=False, reason="set LIBRARY_API_KEY")


class Sound:
    name = "odd"
    kind = "web"
    source_type = "web"
    requests_per_second = 1.0
    leaves_machine = "the query"
    keys: Any = ()

    def __init__(self, context: ProviderContext) -> None:
        pass

    def availability(self) -> Any:
        return Availability(available=True)

    async def search(self, query: str, max_results: int, filters: Any) -> Any:
        return []


def broken(**fields: Any) -> Any:
    return type("Odd", (Sound,), fields)


def fails(_self: Any, *_given: Any) -> None:
    raise TypeError("unexpected keyword argument 'proxies'")


BROKEN = [
    (broken(requests_per_second="2/s"), "its `requests_per_second` is '2/s'"),
    (broken(requests_per_second=None), "its `requests_per_second` is None"),
    (broken(keys="LIBRARY_API_KEY"), "its `keys` must be names"),
    (broken(keys=None), "its `keys` must be names"),
    (broken(kind="books"), "its `kind` is 'books'; it must be one of web, academic"),
    (broken(leaves_machine=None), "its `leaves_machine` must be text"),
    (broken(name="other"), "its `name` is 'other'"),
    (broken(search=lambda *_: []), "its `search` must be an `async def`"),
    (broken(availability=lambda _: True), "its `availability()` must return an Availability"),
    (broken(availability=fails), "TypeError: unexpected keyword argument 'proxies'"),
    (broken(__init__=fails), "TypeError: unexpected keyword argument 'proxies'"),
    (object, "TypeError"),
]


@pytest.mark.parametrize(("plugin", "why"), BROKEN)
def test_a_plug_in_that_breaks_the_protocol_is_named_with_its_field(settings: Settings, plugin: Any, why: str) -> None:
    with plugged_in(registry, odd=plugin), pytest.raises(NotConfigured, match=re.escape(why)) as caught:
        source_named(registry, "odd", ProviderContext(settings=settings))
    assert "source 'odd' of an installed package cannot be used" in str(caught.value)


@pytest.mark.parametrize("plugin", [broken(keys=None), broken(__init__=fails)])
def test_it_is_listed_as_unusable_and_runs_go_on_without_it(
    settings: Settings, pages: list[Page], plugin: Any, caplog: pytest.LogCaptureFixture
) -> None:
    runtime = Runtime.open(settings)
    try:
        with plugged_in(registry, odd=plugin, wiki=lambda _: ScriptedProvider("wiki", pages)):
            listed = {one.name: one for one in asyncio.run(runtime.sources())}
            report = asyncio.run(runtime.ask(ResearchRequest(question="What do street trees cost?", max_iterations=1)))
            with pytest.raises(NotConfigured, match="source 'odd' of an installed package"):
                asyncio.run(runtime.ask(ResearchRequest(question="What do trees cost?", sources=("odd",))))
    finally:
        runtime.close()
    assert not listed["odd"].available
    assert "source 'odd' of an installed package cannot be used" in listed["odd"].reason
    assert listed["wiki"].available
    assert {one.source_name for one in report.sources} == {"wiki"}
    assert "source 'odd'" in caplog.text


def test_the_keys_that_a_plug_in_declares_are_read_and_no_others(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[Settings] = []

    class Keyed(Sound):
        keys = ("READING_ROOM_PASS",)

        def __init__(self, context: ProviderContext) -> None:
            seen.append(context.settings)

    for name in ("READING_ROOM_PASS", "ODD_API_KEY", "SOMEBODY_ELSES_API_KEY"):
        monkeypatch.setenv(name, f"the secret of {name}")
    with plugged_in(registry, odd=Keyed):
        source_named(registry, "odd", ProviderContext(settings=settings))
    assert set(seen[0].keys) - set(settings.keys) == {"READING_ROOM_PASS", "ODD_API_KEY"}
    assert "the secret" not in str(msgspec.structs.asdict(seen[0]))
