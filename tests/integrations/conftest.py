"""A real server on loopback over a scratch vault, with a source that writes down what leaves."""

from __future__ import annotations

import asyncio
import os
import shutil
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from inquiro.api.desk import Desk
from inquiro.api.server import Place, listen, make_server
from inquiro.core.settings import Settings
from inquiro.providers.search import registry
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runner, Runtime
from inquiro.testing import Page, ScriptedProvider, plugged_in

PAGES = [
    Page(title="Cooling by street trees", text="Street trees cooled the midday air by 1.6 °C in a study of 2021."),
    Page(title="Shade in summer", text="The shade of street trees lowers the temperature of the ground by 12 °C."),
    Page(
        title="Noise of heat pumps <img src=x onerror=window.hacked=1>",
        text="At night a heat pump may not be louder than 35 dB in front of a bedroom. It makes a noise of 50 dB by day.",
    ),
    Page(title="Distance of heat pumps", text="A heat pump must stand three metres away from the next house."),
]


@dataclass(frozen=True)
class Serving:
    url: str
    token: str
    read_token: str
    vault: Path
    source: ScriptedProvider


@pytest.fixture(scope="session")
def node() -> str:
    """Where a build has to prove something, not having it is a failure."""
    found = shutil.which("node")
    if found is None and os.environ.get("CI"):
        pytest.fail("node is needed to run the plugin, and is not installed")
    if found is None:
        pytest.skip("node is not installed")
    return found


@pytest.fixture
def serving(tmp_path: Path) -> Iterator[Serving]:
    home, vault = tmp_path / "home", tmp_path / "my vault"
    vault.mkdir()
    url = f"sqlite:///{home / 'inquiro.db'}"
    settings = Settings(home=home, database_url=url, embedding_model=OFF, vault=vault.resolve(), privacy="hybrid")
    runtime = Runtime.open(settings)
    _, token = asyncio.run(runtime.tokens.create("obsidian", "research"))
    _, read_token = asyncio.run(runtime.tokens.create("looker", "read"))
    desk, place = Desk(runtime, Runner(runtime, 2)), Place()
    source = ScriptedProvider("scripted", PAGES, leaves_machine="queries")
    with plugged_in(registry, scripted=lambda _context: source), listen(place) as bound:
        server = make_server(desk, place)
        thread = threading.Thread(target=server.run, args=([bound],), name="served")
        thread.start()
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.005)
        try:
            yield Serving(f"http://127.0.0.1:{bound.getsockname()[1]}", token, read_token, vault.resolve(), source)
        finally:
            server.should_exit = True
            thread.join(30)
            runtime.close()
