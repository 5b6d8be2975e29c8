"""What every test gets: no network, a data directory of its own, a clean environment, and a small world to research."""

from __future__ import annotations

import asyncio
import gc
import importlib.util
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from types import ModuleType
from typing import Any
from uuid import uuid4

import pytest
from hypothesis import HealthCheck
from hypothesis import settings as hypothesis_settings

from inquiro.core.errors import InquiroError
from inquiro.core.settings import Settings
from inquiro.providers.browser.installed import why_unavailable
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime
from inquiro.storage import sqlite
from inquiro.storage.store import SqlStore
from inquiro.testing import Page, ScriptedProvider, forbid_network, plugged_in

hypothesis_settings.register_profile(
    "default", max_examples=30, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.register_profile(
    "ci-large", max_examples=500, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.register_profile(
    "fuzz", max_examples=5_000, deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
hypothesis_settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

Plug = Callable[..., None]


def pytest_collection_finish() -> None:
    """Thousands of collected tests outlive every one of them: the collector need not look at them each time."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


@pytest.fixture(scope="session", autouse=True)
def _no_network() -> Iterator[None]:
    """Only loopback and Unix sockets."""
    with forbid_network():
        yield


@pytest.fixture(scope="session")
def chromium_here(request: pytest.FixtureRequest) -> None:
    """Where a build has to prove something, a missing browser is a failure."""
    if "services" not in request.config.getoption("markexpr"):
        pytest.skip("Chromium is tested by: make test-services")
    if reason := why_unavailable(sandbox=False):
        if os.environ.get("CI"):
            pytest.fail(f"Chromium is needed and cannot be had: {reason}")
        pytest.skip(reason)


@pytest.fixture(autouse=True)
def _clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Nobody's keys, tracing or data directory; embeddings have tests of their own and would only cost time."""
    for name in list(os.environ):
        kept = name.startswith("INQUIRO_TEST_")
        ours = name.startswith(("INQUIRO_", "LANGSMITH_", "LANGCHAIN_"))
        if not kept and (ours or name.endswith(("_API_KEY", "UNPAYWALL_EMAIL"))):
            monkeypatch.delenv(name)
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.setenv("INQUIRO_EMBEDDING_MODEL", "off")


@pytest.fixture(autouse=True)
def _only_local_sources(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that names no source would ask every real service: only the tests of those see them."""
    from inquiro.providers.search import registry

    real = "providers" in request.path.parts or request.node.get_closest_marker("real_sources")
    if not real:
        monkeypatch.setattr(registry, "_modules", lambda: ["corpus", "knowledge", "vault"])


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A database without a row."""
    home = tmp_path_factory.mktemp("migrated")
    SqlStore.open(f"sqlite:///{home / 'inquiro.db'}", home).close()
    return (home / "inquiro.db").read_bytes()


@pytest.fixture(autouse=True)
def _light_databases(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, migrated: bytes) -> None:
    """A new file has its tables, and nothing is flushed, for no power is cut here; `from_nothing` tests do both."""

    def make(path: Path) -> None:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            whole = path.with_name(f"{path.name}.{uuid4()}")  # nobody finds half a file
            with os.fdopen(os.open(whole, os.O_CREAT | os.O_WRONLY, 0o600), "wb") as file:
                file.write(migrated)
            with suppress(FileExistsError):
                path.hardlink_to(whole)
            whole.unlink()

    if not request.node.get_closest_marker("from_nothing"):
        monkeypatch.setattr(sqlite, "_make_file", make)
        monkeypatch.setattr(sqlite, "SYNCHRONOUS", "OFF")


@pytest.fixture(scope="session")
def shared_data() -> Path:
    """Recorded data sets beside the checkout; not everyone has them."""
    folder = Path(__file__).resolve().parents[2] / "shared" / "data"
    if not folder.is_dir():
        pytest.skip("the shared data folder is not beside this checkout")
    return folder


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    home = tmp_path / "home"
    return Settings(home=home, database_url=f"sqlite:///{home / 'inquiro.db'}", embedding_model=OFF)


@pytest.fixture
def runtime(settings: Settings) -> Iterator[Runtime]:
    opened = Runtime.open(settings)
    yield opened
    opened.close()


@pytest.fixture
def plug() -> Iterator[Plug]:
    """Makes scripted providers known as sources, as an installed package would."""
    from inquiro.providers.search import registry

    with ExitStack() as stack:

        def known(*providers: ScriptedProvider) -> None:
            stack.enter_context(plugged_in(registry, **{p.name: lambda _context, p=p: p for p in providers}))

        yield known


@pytest.fixture(scope="session")
def pages() -> list[Page]:
    """Street trees: what was measured, two costs that differ, who pays, and a second hop to the Meridian Trust."""
    return [
        Page(
            title="Cooling measured in Varnholt",
            text="Street trees lowered the midday air temperature in Varnholt by 1.6 °C in the summer of 2021. "
            "The programme is run by the Meridian Trust.",
            published="2021-09-01",
        ),
        Page(
            title="Lifetime cost of a street tree, 2019",
            text="The lifetime cost of a street tree in Korvenau is 1,100 € per tree over thirty years.",
            published="2019-05-01",
        ),
        Page(
            title="Lifetime cost of a street tree, audited 2023",
            text="The lifetime cost of a street tree in Korvenau is 2,400 € per tree over thirty years.",
            published="2023-05-01",
        ),
        Page(
            title="Who pays for the trees",
            text="The city of Korvenau pays for street trees from its roads budget. "
            "Half of the cost is paid by the Meridian Trust.",
        ),
        Page(
            title="The Meridian Trust",
            text="The Meridian Trust was founded in 2009 by the engineer Odile Brandt. It has an office in Aldra.",
        ),
        Page(title="Water need", text="A young street tree needs 80 litres of water per week in a dry summer."),
    ]


@pytest.fixture
def wiki(plug: Plug, pages: list[Page]) -> ScriptedProvider:
    """A source that knows all the pages."""
    provider = ScriptedProvider("wiki", pages)
    plug(provider)
    return provider


def package_beside(name: str) -> ModuleType:
    """A package of tests that several folders use; there is no path on which it could be imported."""
    if name not in sys.modules:
        folder = Path(__file__).parent / name
        places = [str(folder)]
        spec = importlib.util.spec_from_file_location(name, folder / "__init__.py", submodule_search_locations=places)
        assert spec
        assert spec.loader
        sys.modules[name] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(sys.modules[name])
    return sys.modules[name]


@pytest.fixture(scope="session")
def small_internet() -> ModuleType:
    """Services and pages on loopback, for tests that ask over real sockets."""
    return package_beside("small_internet")


@pytest.fixture(scope="session")
def gleif_server(small_internet: ModuleType) -> ModuleType:
    """The register of legal entities on loopback."""
    return package_beside("gleif_server")


@pytest.fixture
def nordwind(gleif_server: ModuleType) -> Iterator[Any]:
    """A small invented group in a register on loopback."""
    made = gleif_server.nordwind()
    with made.server:
        yield made


@pytest.fixture(scope="session")
def proposed() -> ModuleType:
    """A result that waits for a person."""
    return package_beside("proposed")


@pytest.fixture(scope="session")
def terminal() -> ModuleType:
    """Commands on a real terminal."""
    return package_beside("terminal")


@pytest.fixture(scope="session")
def model_server() -> ModuleType:
    """Model servers on loopback, with any double behind them."""
    return package_beside("model_server")


@pytest.fixture(scope="session")
def model_home(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the model in it; where a build has to prove something, not having it is a failure."""
    if "services" not in request.config.getoption("markexpr"):
        pytest.skip("a real model is tested by: make test-services")
    from inquiro.providers.llm._local_models import missing_extra
    from inquiro.runtime.installing import install_model

    home = tmp_path_factory.mktemp("model")
    reason = missing_extra()
    try:
        asyncio.run(install_model(Settings(home=home, database_url=""), "smollm2", print))
    except InquiroError as error:
        reason = str(error)
    if reason and os.environ.get("CI"):
        pytest.fail(f"a real model is needed and cannot be had: {reason}")
    if reason:
        pytest.skip(reason)
    return home


@pytest.fixture(scope="session")
def sealed() -> ModuleType:
    """Recorders of whatever a process sends."""
    return package_beside("sealed")


@pytest.fixture(scope="session")
def injections(small_internet: ModuleType) -> ModuleType:
    """Hostile pages, and what counts as a breach."""
    return package_beside("injections")


@pytest.fixture(scope="session")
def fuzzed() -> ModuleType:
    """A model whose answers are mutated, and what an invented source would look like."""
    return package_beside("fuzzed")


@pytest.fixture(scope="session")
def note_schedules() -> ModuleType:
    """A note that its reader, a sync and research write in any order."""
    return package_beside("note_schedules")


@pytest.fixture(scope="session")
def review_schedules() -> Iterator[ModuleType]:
    """Results that two people decide on and execute in any order."""
    package = package_beside("review_schedules")
    yield package
    package.leave()


@pytest.fixture(scope="session")
def found() -> ModuleType:
    """Reports of research in its modes."""
    return package_beside("found")


@pytest.fixture
def moss(small_internet: ModuleType) -> Iterator[Any]:
    """Services and pages about one invented plant, listening on loopback."""
    world = small_internet.World()
    with world.server:
        yield small_internet.furnish(world)


@pytest.fixture
def report_world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """Pages and registers that a report cites, on loopback under their own names; `dialled` has every address asked."""
    from tests.report_world import Loopback, ReportWorld, names_of, transport_to
    from tests.report_world.sample import furnish

    from inquiro.core.pace import NoPace
    from inquiro.runtime import outside

    world = ReportWorld(furnish(tmp_path / "world"))
    with world.server:
        network = Loopback(lambda: world.server.port)
        monkeypatch.setattr(outside, "Transport", transport_to(names_of(world.hosts), network))
        monkeypatch.setattr(outside, "StorePace", lambda _: NoPace())
        world.dialled = network.dialled
        yield world
