"""A runtime on a fresh database, and a small world of pages that fit together."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from inquiro.core.settings import Settings
from inquiro.providers.search import registry
from inquiro.runtime import Runtime
from inquiro.testing import Page, ScriptedProvider, plugged_in

Plug = Callable[..., None]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """Embeddings have tests of their own; here they would only cost time."""
    home = tmp_path / "home"
    return Settings(home=home, database_url=f"sqlite:///{home / 'inquiro.db'}", embedding_model=Path("off"))


@pytest.fixture
def runtime(settings: Settings) -> Iterator[Runtime]:
    opened = Runtime.open(settings)
    yield opened
    opened.close()


@pytest.fixture
def plug() -> Iterator[Plug]:
    """Makes scripted providers known as sources, as an installed package would."""
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
