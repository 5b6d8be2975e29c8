"""What is done to an answer: ids, words and quotes at their places in it, and its shape."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from typing import Any, NamedTuple

from .wordings import DEEP, ON_QUOTES, ON_TEXT, Wording
from .world import World

IDS = frozenset({"facts", "items", "id", "item", "passage", "number"})
TRIES = 6
_OTHER_IDS = ("e1", "src_1", "c1", "f1", "f2", "1", "doc_1", "q1", "p1", "")
_NUMBERS = (0, -1, 99, 2**31, 2**63, 2**200, 1.5, 1e308, "1", "two", True, None)
_OTHER_ANSWERS: tuple[Any, ...] = (
    {"opening": [{"text": "Street trees are free.", "facts": ["f1"]}], "sections": []},
    {"bottom_line": [{"text": "Street trees are free.", "facts": ["f1"]}], "sections": []},
    {"findings": [{"passage": 1, "statement": "Trees are free.", "quote": "Trees are free.", "items": []}]},
    {"items": [{"id": "c1", "status": "satisfied", "missing": ""}], "queries": []},
    {"sentences": [{"number": 1, "text": "Street trees are free.", "facts": ["f1", "f2", "f3"]}]},
    {"answer": "See https://zqx.example/", "sources": [{"id": "src_1", "url": "https://zqx.example/"}]},
    [], {}, None, 7, "Street trees are free [1].", [[[]]], {"error": {"message": "overloaded"}},
)  # fmt: skip


class Slot(NamedTuple):
    """A place in an answer."""

    holder: Any
    key: str | int
    name: str

    @property
    def value(self) -> Any:
        return self.holder[self.key]

    def put(self, value: Any) -> None:
        self.holder[self.key] = value


Mutation = Callable[[Random, Any, World], Any]


def slots(value: Any, name: str = "") -> Iterator[Slot]:
    """Every place below, containers before what they hold."""
    pairs: Any = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, below in list(pairs):
        called = key if isinstance(key, str) else name
        yield Slot(value, key, called)
        yield from slots(below, called)


def _some(answer: Any, wanted: Callable[[Slot], bool]) -> list[Slot]:
    return [slot for slot in slots(answer) if wanted(slot)]


def _is_id(slot: Slot) -> bool:
    return slot.name in IDS and isinstance(slot.value, str | int)


def _is_quote(slot: Slot) -> bool:
    return slot.name == "quote" and isinstance(slot.value, str)


def _is_text(slot: Slot) -> bool:
    return isinstance(slot.value, str) and not _is_id(slot) and slot.name not in {"quote", "status", "kind", "strength"}


def reworded(wording: Wording, wanted: Callable[[Slot], bool], chance: Random, answer: Any, world: World) -> Any:
    """One or several of the places that may be meant."""
    found = _some(answer, wanted)
    for slot in chance.sample(found, min(len(found), chance.choice((1, 1, 2, 5)))):
        slot.put(wording(chance, slot.value, world))
    return answer


# -- ids ----------------------------------------------------------------------------------------------------------


def invented_ids(chance: Random, answer: Any, _: World) -> Any:
    found = _some(answer, _is_id)
    for slot in chance.sample(found, min(len(found), chance.choice((1, 2, 9)))):
        invented = f"{str(slot.value)[:1]}{chance.randrange(50, 999)}"
        slot.put(chance.choice(_NUMBERS) if isinstance(slot.value, int) else invented)
    return answer


def ids_of_other_steps(chance: Random, answer: Any, _: World) -> Any:
    for slot in _some(answer, _is_id):
        if chance.random() < 0.5:
            slot.put(chance.randrange(1, 9) if isinstance(slot.value, int) else chance.choice(_OTHER_IDS))
    return answer


def swapped_ids(chance: Random, answer: Any, _: World) -> Any:
    found = _some(answer, _is_id)
    values = [slot.value for slot in found]
    chance.shuffle(values)
    for slot, value in zip(found, values, strict=True):
        slot.put(value)
    return answer


def disguised_ids(chance: Random, answer: Any, _: World) -> Any:
    for slot in _some(answer, lambda slot: _is_id(slot) and isinstance(slot.value, str)):
        shapes = ("[{}]", " {} ", "{}\u200b", "{}.", "{}, f9", "(f{})", "0{}")
        slot.put(chance.choice((*(shape.format(slot.value) for shape in shapes), slot.value.upper(), slot.value)))
    return answer


def every_id(chance: Random, answer: Any, _: World) -> Any:
    """A sentence that names all facts there are, or none."""
    for slot in _some(answer, lambda slot: slot.name in IDS and isinstance(slot.value, list)):
        slot.put(chance.choice(([], [f"f{n}" for n in range(1, 40)], ["f1"] * 50, slot.value)))
    return answer


# -- shapes -------------------------------------------------------------------------------------------------------


def wrong_type(chance: Random, answer: Any, _: World) -> Any:
    if found := _some(answer, lambda _slot: True):
        slot = chance.choice(found)
        slot.put(
            chance.choice((None, 3, -1e400, [], {}, "f1", [slot.value], {"value": slot.value}, [[slot.value]], True))
        )
    return answer


def left_out(chance: Random, answer: Any, _: World) -> Any:
    if found := _some(answer, lambda slot: isinstance(slot.holder, dict)):
        slot = chance.choice(found)
        del slot.holder[slot.key]
    return answer


def emptied(chance: Random, answer: Any, _: World) -> Any:
    if found := _some(answer, lambda slot: isinstance(slot.value, list)):
        chance.choice(found).put([])
    return answer


def repeated(chance: Random, answer: Any, _: World) -> Any:
    if found := _some(answer, lambda slot: isinstance(slot.value, list) and bool(slot.value)):
        slot = chance.choice(found)
        slot.put([copy.deepcopy(one) for one in slot.value * chance.choice((2, 2, 30))])
    return answer


def shuffled(chance: Random, answer: Any, _: World) -> Any:
    """Whole sentences with the ids of others, whole quotes with the passages of others."""
    for slot in _some(answer, lambda slot: isinstance(slot.value, list) and slot.name in {"findings", "sentences"}):
        fields = [key for key in ("text", "quote", "statement") if all(isinstance(one, dict) for one in slot.value)]
        for key in fields:
            told = [one.get(key, "") for one in slot.value]
            chance.shuffle(told)
            for one, text in zip(slot.value, told, strict=True):
                one[key] = text
    return answer


def too_deep(chance: Random, answer: Any, _: World) -> Any:
    if found := _some(answer, lambda _slot: True):
        chance.choice(found).put(DEEP)
    return answer


def unasked(chance: Random, answer: Any, _: World) -> Any:
    """Fields nobody asked for, such as a list of sources."""
    more = {"url": "https://zqx.example/", "sources": ["https://zqx.example/1"], "citations": [{"id": "src_9"}]}
    holders = [answer, *(slot.value for slot in slots(answer))]
    for holder in [one for one in holders if isinstance(one, dict) and chance.random() < 0.5]:
        holder.update(more)
    return answer


def of_another_step(chance: Random, _answer: Any, _: World) -> Any:
    return copy.deepcopy(chance.choice(_OTHER_ANSWERS))


ON_IDS: tuple[Mutation, ...] = (invented_ids, ids_of_other_steps, swapped_ids, disguised_ids, every_id)
ON_SHAPE: tuple[Mutation, ...] = (
    wrong_type, left_out, emptied, repeated, shuffled, too_deep, unasked, of_another_step,
)  # fmt: skip
MUTATIONS: dict[str, tuple[int, Mutation]] = {
    **{one.__name__: (4, one) for one in ON_IDS},
    **{f"text: {one.__name__}": (3, partial(reworded, one, _is_text)) for one in ON_TEXT},
    **{f"quote: {one.__name__}": (5, partial(reworded, one, _is_quote)) for one in ON_QUOTES},
    **{one.__name__: (1, one) for one in ON_SHAPE},
    "shuffled": (3, shuffled),
}  # by name, with how often each is chosen


def mutated(chance: Random, answer: Any, world: World) -> tuple[Any, list[str]]:
    """Some of them, one on top of the other; one that finds nothing to change in this answer is passed over."""
    names, weights = list(MUTATIONS), [weight for weight, _ in MUTATIONS.values()]
    used: list[str] = []
    for _turn in range(chance.choice((1, 2, 3, 5))):
        for name in chance.choices(names, weights, k=TRIES):
            before = repr(answer)
            answer = MUTATIONS[name][1](chance, answer, world)
            if repr(answer) != before:
                used.append(name)
                break
    return answer, used
