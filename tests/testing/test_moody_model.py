"""A model in a mood: its own answer, a wait, or the diligent one's."""

from __future__ import annotations

import asyncio

from inquiro.core.models import Message, ModelRequest
from inquiro.testing import MoodyModel

ASKED = ModelRequest(messages=(Message(role="user", text="Question: why?"),), schema_name="why")


def test_it_says_what_its_mood_says_and_remembers_the_question():
    model = MoodyModel(lambda request: f"no {request.schema_name}", local=False)
    assert asyncio.run(model.complete(ASKED)).text == "no why"
    assert (model.asked, model.prompts, model.student.requests) == (["why"], ["Question: why?"], [])
    assert not model.capabilities.local


def test_without_a_mood_or_after_a_wait_it_works_as_ever():
    waited = []

    async def wait():
        waited.append(True)

    plain = asyncio.run(MoodyModel().complete(ASKED))
    assert asyncio.run(MoodyModel(lambda _: wait()).complete(ASKED)) == plain
    assert waited == [True]
