"""A real server on loopback, with a scripted source that can be held."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import httpx2
import pytest
from resiliparse.parse.html import HTMLTree

from inquiro.api.desk import Desk
from inquiro.api.exposure import first_token
from inquiro.api.limits import Limits
from inquiro.api.server import Place, listen, make_server
from inquiro.core.access import Scope
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import (
    Lease,
    Review,
    Run,
)
from inquiro.providers.search import corpus, registry
from inquiro.runtime import Runner, Runtime, wiring
from inquiro.testing import Page, ScriptedProvider, plugged_in
from inquiro.web.pages import WebPages

PAGES = [
    Page(title="Cooling in Varnholt", text="Street trees cooled the midday air in Varnholt by 1.6 °C in 2021."),
    Page(title="Cost in Korvenau", text="A street tree costs the city of Korvenau 1,100 € over thirty years."),
]


@dataclass
class Served:
    """One server and everything a test may want to reach behind it."""

    runtime: Runtime
    desk: Desk
    token: str
    port: int = 0
    app: Any = None
    gate: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def bearer(self, token: str | None = None) -> dict[str, str]:
        return {"Authorization": f"Bearer {token or self.token}"}

    def client(self, **headers: str) -> httpx2.Client:
        return httpx2.Client(
            base_url=self.url, headers=self.bearer() | headers, timeout=20, trust_env=False, verify=False
        )

    def ws(self, run_id: str, query: str = "") -> str:
        return f"ws://127.0.0.1:{self.port}/api/research/{run_id}/progress{query}"

    def start(self, query: str = "How much do street trees cool and cost?", **more: Any) -> str:
        with self.client() as client:
            done = client.post("/api/research/start", json={"query": query, **more})
        assert done.status_code == 200, done.text
        return str(done.json()["session_id"])

    def until(self, run_id: str, *words: str) -> dict[str, Any]:
        """The status once it is one of these."""
        deadline = time.monotonic() + 30
        with self.client() as client:
            while (status := client.get(f"/api/research/{run_id}/status").json())["status"] not in words:
                assert time.monotonic() < deadline, status
                time.sleep(0.02)
        return status

    def token_of(self, scope: Scope, name: str = "") -> str:
        return asyncio.run(self.runtime.tokens.create(name or f"the {scope} token", scope))[1]

    @contextmanager
    def browser(self) -> Iterator[Browser]:
        """A browser that came in through a link."""
        with httpx2.Client(
            base_url=self.url, timeout=20, trust_env=False, verify=False, headers={"Origin": self.url}
        ) as client:
            browser = Browser(client)
            with self.client() as known:
                path = known.post("/api/browser/codes").json()["path"]
            browser.shown = client.get(path, follow_redirects=True)
            assert browser.shown.status_code == 200, browser.shown.text
            yield browser

    def release(self) -> None:
        """Let held searches go on."""
        self.desk.runner._loop.call_soon_threadsafe(self.gate.set)


@dataclass
class Browser:
    """What a person can do without a script: look at a page, fill in its form, press a button."""

    client: httpx2.Client
    shown: httpx2.Response | None = None

    def look(self, path: str) -> httpx2.Response:
        self.shown = self.client.get(path)
        return self.shown

    def press(self, path: str, wish: str, **typed: str) -> httpx2.Response:
        """The form as the page that is shown has it, with what a person typed over it."""
        assert self.shown is not None
        fields = form_of(self.shown.text, path) | typed | {"do": wish}
        self.shown = self.client.post(path, data=fields, follow_redirects=True)
        return self.shown


def form_of(page: str, action: str) -> dict[str, str]:
    """What a browser would send: the fields that belong to the form with this address."""
    tree = HTMLTree.parse(page)
    form = next(one for one in tree.document.query_selector_all("form") if one.getattr("action") == action)
    own = form.getattr("id")
    inner = [one for name in ("input", "textarea", "select") for one in form.query_selector_all(name)]
    outer = [one for one in tree.document.query_selector_all("[form]") if own and one.getattr("form") == own]
    fields = {}
    for one in (*inner, *outer):
        chosen = one.query_selector("option[selected]") if one.tag == "select" else None
        text = chosen.getattr("value") if chosen else one.text if one.tag == "textarea" else one.getattr("value")
        fields[one.getattr("name")] = text or ""
    return fields


class Written:
    """A run written straight into the store, event by event."""

    def __init__(self, runtime: Runtime, run_id: str) -> None:
        self.store, self.id, self.seq = runtime._store, run_id, 0
        self.done(self.store.create_run(Run(id=run_id, tool_name="deep_research", input_params={"question": "Why?"})))
        self.lease: Lease = self.done(self.store.acquire(run_id, "elsewhere:1:x", 60))
        self.done(self.store.update_run(self.lease, status="in_progress"))

    def say(self, count: int = 1, stage: str = "search", size: int = 0) -> None:
        first = self.seq + 1
        self.seq += count
        told = [
            Event(run_id=self.id, seq=n, stage=stage, message=f"event {n}", data={"filling": "x" * size})
            for n in range(first, self.seq + 1)
        ]
        self.done(self.store.append_events(self.lease, told))

    def finish(self, status: str = "completed") -> None:
        self.done(
            self.store.update_run(self.lease, status=status, error_message=None if status == "completed" else "!")
        )
        self.say(stage="done" if status == "completed" else "failed")
        self.done(self.store.release(self.lease))

    @staticmethod
    def done(work: Coroutine[Any, Any, Any]) -> Any:
        return asyncio.run(work)


@pytest.fixture(scope="module", autouse=True)
def _words_only() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(wiring, "vectors_of", lambda _settings: None)
        patch.setattr(corpus, "vectors_of", lambda _settings: None)
        yield


def settings_in(home: Path, **more: Any) -> Settings:
    return Settings(home=home, database_url=f"sqlite:///{home / 'inquiro.db'}", **more)


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return settings_in(tmp_path / "home")


@contextmanager
def running(
    settings: Settings, limits: Limits, *, held: bool = False, at_once: int = 2, leaves_machine: str = ""
) -> Iterator[Served]:
    runtime = Runtime.open(settings)
    file = asyncio.run(first_token(settings.home, runtime.tokens))
    assert file is not None
    desk = Desk(runtime, Runner(runtime, at_once), limits=limits, pages=WebPages())
    served = Served(runtime, desk, file.read_text().strip())
    source = ScriptedProvider("scripted", PAGES, gate=served.gate if held else None, leaves_machine=leaves_machine)
    place = Place()
    bound = listen(place)
    served.port = bound.getsockname()[1]
    server = make_server(desk, place)
    served.app = server.config.app
    with plugged_in(registry, scripted=lambda _context: source), bound:
        thread = threading.Thread(target=server.run, args=([bound],), name="served")
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        try:
            yield served
        finally:
            server.should_exit = True
            thread.join(30)
            runtime.close()
    assert not thread.is_alive()


@pytest.fixture
def serve(settings: Settings) -> Iterator[Callable[..., Served]]:
    """Starts a server with these limits; quick polling unless told otherwise."""
    with ExitStack() as stack:

        def start(*, held: bool = False, at_once: int = 2, leaves_machine: str = "", **limits: Any) -> Served:
            bounds = Limits(**{"poll_seconds": 0.02, **limits})
            return stack.enter_context(
                running(settings, bounds, held=held, at_once=at_once, leaves_machine=leaves_machine)
            )

        yield start


@pytest.fixture(scope="module")
def served(
    request: pytest.FixtureRequest, _words_only: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Served]:
    """One server for all tests of a file that do not mind each other's runs; the file's SETTINGS are its own."""
    settings = settings_in(tmp_path_factory.mktemp("served") / "home", **getattr(request.module, "SETTINGS", {}))
    with running(settings, Limits(poll_seconds=0.02)) as one:
        yield one


@pytest.fixture
def run_server() -> Any:
    """A server for the length of a block."""
    return running


@pytest.fixture
def written() -> Callable[..., Written]:
    return Written


@pytest.fixture
def propose(served: Served, proposed: ModuleType) -> Callable[..., Review]:
    """Puts a result before people, under an id of the test's choice."""

    def put(review_id: str, **changes: Any) -> Review:
        return asyncio.run(served.runtime.reviews.store.propose(proposed.review(review_id, **changes)))

    return put
