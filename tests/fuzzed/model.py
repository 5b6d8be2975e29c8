"""A model whose decent answers are mutated before anybody reads them, each by chance and the same way every time."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec

from inquiro.core.models import Finish, Heard, ModelAnswer, ModelRequest
from inquiro.testing import DiligentModel
from inquiro.testing.material import Material

from .broken import BREAKINGS, encoded
from .mutations import mutated
from .world import World

LEFT_ALONE = 0.12  # of the answers, so that runs get far enough for the next mutation to matter
BROKEN = 0.12
DISPUTED = 0.6
COMPARED = 0.7
PARTS = ("findings", "comparison", "timeline", "analysis", "recommendations", "caveats", "summary")
KINDS = ("disagreement", "superseded", "unit", "scope", "definition", "other")


class FuzzedModel(DiligentModel):
    """`outputs` counts its answers, `spoiled` those that were mutated, `kinds` how."""

    def __init__(self, seed: str, world: World) -> None:
        super().__init__(provider="fuzzed", model="model", rounds_needed=Random(seed).choice((1, 2, 2)))
        self.outputs = 0
        self.spoiled = 0
        self.kinds: Counter[str] = Counter()
        self._seed = seed
        self._world = world

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        decent = await super().complete(request)
        self.outputs += 1
        text, finish = self._spoilt(request, decent.text) if request.schema else (decent.text, decent.finish)
        if heard is not None:
            heard(text)
        return msgspec.structs.replace(decent, text=text, finish=finish)

    def _spoilt(self, request: ModelRequest, decent: str) -> tuple[str, Finish]:
        """By what was asked, not by when: questions that are asked at the same time may come in any order."""
        asked = "\n".join(message.text for message in request.messages)
        chance = Random(f"{self._seed}\n{request.schema_name}\n{asked}")
        if chance.random() < LEFT_ALONE:
            return decent, "stop"
        answer = msgspec.json.decode(decent)
        _dispute(chance, answer, Material.of(request))
        _compare(chance, answer, Material.of(request))
        _patch(chance, answer, Material.of(request))
        answer, names = mutated(chance, answer, self._world)
        text, finish = encoded(answer), "stop"
        if chance.random() < BROKEN:
            name = chance.choice(list(BREAKINGS))
            text, finish = BREAKINGS[name](chance, text)
            names.append(name)
        self.spoiled += text != decent or finish != "stop"
        self.kinds.update(names)
        return text, finish


def _dispute(chance: Random, answer: Any, material: Material) -> None:
    """A decent model would find none; a fuzzed one calls any facts a contradiction."""
    if "contradictions" not in answer or len(material.facts) < 2 or chance.random() > DISPUTED:
        return
    sides = chance.sample(material.facts, 2)
    about = chance.choice((sides[0].text, "lifetime cost of a street tree", "what https://zqx.example/ says [3]"))
    answer["contradictions"].append(
        {
            "facts": [side.label for side in sides],
            "about": about,
            "kind": chance.choice(KINDS),
            "explanation": f"One says {sides[0].text} and the other does not.",
        }
    )


def _patch(chance: Random, answer: Any, material: Material) -> None:
    """Any sentence of a draft, in any way, with words of any fact."""
    if "patches" not in answer or not material.facts:
        return
    for _ in range(chance.randint(0, 5)):
        fact = chance.choice(material.facts)
        answer["patches"].append(
            {
                "finding": chance.randint(0, 4),
                "action": chance.choice(("replace", "remove", "add", "add")),
                "sentence": chance.randint(0, 12),
                "section": chance.choice(("", "What the sources say", "Costs of https://zqx.example/ [3]")),
                "text": f"{chance.choice(('', 'Besides, ', 'In 2071, '))}{fact.text.partition(chr(10))[0]}",
                "facts": [fact.label],
            }
        )


def _compare(chance: Random, answer: Any, material: Material) -> None:
    """A decent model writes plain findings; a fuzzed one adds a table and reasoning in any kind of section."""
    facts = [(fact.label, fact.text.partition("\n")[0]) for fact in material.facts]
    if "bottom_line" not in answer or len(facts) < 2 or chance.random() > COMPARED:
        return
    some = chance.sample(facts, min(len(facts), 3))
    cells = [{"text": text, "facts": [name]} for name, text in some]
    rows = [{"name": " ".join(one["text"].split()[:3]), "cells": [one, cells[0]]} for one in cells]
    reasons = {"text": f"So {some[0][1]}", "facts": [name for name, _ in some]}
    answer["sections"].append(
        {
            "kind": chance.choice(PARTS),
            "heading": "What the sources say",
            "paragraphs": [{"sentences": [reasons]}],
            "table": {"columns": ["Statement", "In 2020"], "rows": rows},
        }
    )
