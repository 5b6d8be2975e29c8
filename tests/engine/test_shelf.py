"""Documents at hand: loaded once, in the order asked for."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from inquiro.engine.shelf import Shelf


class Store:
    def __init__(self, *known: str) -> None:
        self.known = known
        self.asked: list[list[str]] = []

    async def documents(self, ids: list[str]) -> list[SimpleNamespace]:
        self.asked.append(list(ids))
        return [SimpleNamespace(id=name) for name in sorted(ids) if name in self.known]


def test_a_document_is_loaded_once_and_comes_in_the_order_asked_for():
    store = Store("a", "b", "c")
    shelf = Shelf(store)

    async def scenario():
        first = await shelf.get(["b", "a"])
        second = await shelf.get(["c", "a", "b"])
        return [d.id for d in first], [d.id for d in second]

    assert asyncio.run(scenario()) == (["b", "a"], ["c", "a", "b"])
    assert store.asked == [["b", "a"], ["c"]]


def test_one_that_the_store_does_not_have_is_left_out():
    shelf = Shelf(Store("a"))
    assert [d.id for d in asyncio.run(shelf.get(["x", "a"]))] == ["a"]
