"""Cutting parts of a result to a size, and remembering what was left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import TypeVar

from inquiro.core.types import Json, Value
from inquiro.present.compact import Cut
from inquiro.text.display import bare

T = TypeVar("T")
V = TypeVar("V")


class Sizes(Value, frozen=True, kw_only=True):
    """How much of each part a result may hold, in characters; lists lose their tail."""

    answer: int
    sources: int
    lists: int
    code: int = 0
    line: int = 300


def clipped(text: str, longest: int) -> str:
    """Without characters that could hide words from the person that a model would read, and no longer than that."""
    kept = bare(text)
    return kept if len(kept) <= longest else kept[: longest - 1].rstrip() + "…"


class Parts:
    """Cuts each part to its size and remembers what was left out."""

    def __init__(self, sizes: Sizes) -> None:
        self.sizes = sizes
        self.left_out: dict[str, int] = {}

    def text(self, name: str, text: str) -> str:
        shown = clipped(text, self.sizes.answer)
        if len(text) > self.sizes.answer:
            self.left_out[f"{name} characters"] = len(text) - self.sizes.answer
        return shown

    def drawn(self, name: str, cut: Cut) -> str:
        """What was cut at whole statements already."""
        if cut.left:
            self.left_out[f"{name} characters"] = cut.left
        return bare(cut.text)

    def lines(self, name: str, lines: Iterable[str]) -> list[str]:
        return self.some(name, tuple(lines), clipped, self.sizes.lists)

    def some(self, name: str, items: tuple[T, ...], shown: Callable[[T, int], V], room: int) -> list[V]:
        """As many as there is room for, in their order."""
        kept: list[V] = []
        for number, item in enumerate(items):
            view = shown(item, self.sizes.line)
            room -= len(json.dumps(view, ensure_ascii=False))
            if room < 0:
                self.left_out[name] = len(items) - number
                break
            kept.append(view)
        return kept

    def whole(self, name: str, items: tuple[T, ...], shown: Callable[[T, int], V], room: int) -> list[V]:
        """Those there is room for, in their order: one that is too long makes way for those after it."""
        kept: list[V] = []
        for item in items:
            view = shown(item, self.sizes.line)
            size = len(json.dumps(view, ensure_ascii=False))
            if size <= room:
                kept.append(view)
                room -= size
        if len(kept) < len(items):
            self.left_out[name] = len(items) - len(kept)
        return kept

    def rest(self, run_id: str, *, full: bool) -> Json:
        if not self.left_out:
            return {}
        more = f"`inquiro runs export {run_id[:8]} --format json` gives everything"
        return {"left_out": self.left_out, "more": more if full else f"full=true shows more; {more}"}
