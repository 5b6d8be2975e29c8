"""What a thorough run will take: questions to the model, tokens, dollars and minutes, as far as they can be told before."""

from __future__ import annotations

from collections.abc import Mapping

from inquiro.core.models import ModelClient, ModelRole
from inquiro.core.types import Value
from inquiro.engine import allowance

# Questions of each role, tokens shown in each beside what is read, and tokens of its answer: as two runs over long documents had them.
QUESTIONS: dict[ModelRole, tuple[int, int, int]] = {
    "plan": (2, 1_500, 1_200),
    "extract": (8, 1_500, 2_500),
    "judge": (14, 4_000, 1_000),
    "write": (6, 11_000, 2_500),
}
A_QUESTION = 40.0  # seconds of a large model; half of the questions are asked beside others
AT_ONCE = 2


class RunCost(Value, frozen=True, kw_only=True):
    questions: int
    tokens: int
    dollars: float | None  # None: nobody told the price of a model
    minutes: float
    most_minutes: float

    def in_words(self) -> str:
        money = "at a price that is not known" if self.dollars is None else f"about ${self.dollars:.2f}"
        if self.dollars == 0.0:
            money = "at no cost"
        return (
            f"A thorough run asks the model about {self.questions} times: some {self.tokens // 1000:,},000 tokens, "
            f"{money}, about {self.minutes:.0f} minutes (at most {self.most_minutes:.0f}; --max-seconds and --max-cost "
            "set limits)"
        )


def expected(models: Mapping[ModelRole, ModelClient], most_seconds: float) -> RunCost:
    """By role, since each may have a model of its own."""
    questions, tokens, dollars = 0, 0, 0.0
    known = True
    for role, (many, shown, said) in QUESTIONS.items():
        client = models[role]
        reads = allowance.of_run("thorough", client.capabilities.context, criticised=True) if role == "extract" else 0
        read, answered = many * shown + reads, many * said
        questions += many
        tokens += read + answered
        if client.price is None:
            known = False
        else:
            dollars += (read * client.price.input + answered * client.price.output) / 1_000_000
    minutes = questions / AT_ONCE * A_QUESTION / 60
    return RunCost(
        questions=questions,
        tokens=tokens,
        dollars=dollars if known else None,
        minutes=min(minutes, most_seconds / 60),
        most_minutes=most_seconds / 60,
    )
