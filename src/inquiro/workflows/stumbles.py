"""Steps that a model did not do: which, why, whether it is asked again, and how a reader is told."""

from __future__ import annotations

from inquiro.core.decoders import convert
from inquiro.core.errors import AccessDenied, BudgetExhausted, EffectError, RateLimited, TimedOut, Unavailable
from inquiro.core.types import Value
from inquiro.workflows.state import ResearchState

MOST_STUMBLES = 3  # steps that a model may decline before it is no longer asked
GONE = (AccessDenied, Unavailable, TimedOut, RateLimited)  # asking again in the next step would only cost time
IN_WORDS = {"plan": "planning", "extract": "reading", "assess": "judging", "write": "writing", "repair": "mending",
            "judge": "checking sentences", "canary": "testing the checker", "perspectives": "looking from other sides",
            "outline": "comparing outlines", "critic": "criticising the draft", "patch": "answering the critics"}  # fmt: skip


class Stumble(Value, frozen=True, kw_only=True):
    """A step that a model did not do."""

    model: str
    step: str
    reason: str
    lasting: bool = False
    unaffordable: bool = False  # by the budget: the model may be asked again, for less
    stopped: bool = False  # nobody wanted to wait any longer: a resume may ask it again


def lost_models(state: ResearchState) -> dict[str, Stumble]:
    """Models that this run asks no more, and what the last straw was."""
    found: dict[str, Stumble] = {}
    for stumble in stumbles_of(state):
        if stumble.lasting:
            found.setdefault(stumble.model, stumble)
    return found


def stumbles_of(state: ResearchState) -> list[Stumble]:
    return convert(state.get("stumbles", []), list[Stumble])


def without_models(state: ResearchState) -> tuple[str, ...]:
    """What a reader of the report has to know about models that did not do their part."""
    lost = lost_models(state)
    gone = [
        f"The model {s.model} was lost while {_in_words(s.step)}: {s.reason}. The rest was done without it."
        for s in lost.values()
    ]
    left: dict[str, list[Stumble]] = {}
    for s in stumbles_of(state):
        if s not in lost.values():  # one sentence for all that a limit forbade, since its figures differ every time
            left.setdefault(s.model if s.unaffordable else f"{s.model} {s.step}", []).append(s)
    return (*gone, *(_done_without(stumbles) for stumbles in left.values()))


def _counts(stumble: Stumble) -> bool:
    """Whether it was the model's own doing."""
    return not (stumble.unaffordable or stumble.stopped)


def _done_without(stumbles: list[Stumble]) -> str:
    *others, last = dict.fromkeys(_in_words(s.step) for s in stumbles)
    steps = f"{', '.join(others)} and {last}" if others else last
    return f"Done without the model {stumbles[-1].model}: {steps} ({stumbles[-1].reason})."


def _in_words(step: str) -> str:
    name, _, number = step.partition("/")
    told = number and name not in {
        "write",
        "repair",
        "judge",
        "canary",
        "outline",
        "critic",
        "patch",
    }  # once in most runs
    return IN_WORDS.get(name, name) + (f" in round {number}" if told else "")


def stumbled(state: ResearchState, name: str, step: str, error: Exception, *, banned: bool) -> Stumble:
    """`banned`: the run was resumed in a mode in which the model may not be asked any more."""
    if isinstance(error, BudgetExhausted):
        return Stumble(model=name, step=step, reason=str(error).rstrip("."), unaffordable=True)
    if isinstance(error, TimeoutError):
        return Stumble(model=name, step=step, reason=str(error), stopped=True)
    earlier = sum(stumble.model == name and _counts(stumble) for stumble in stumbles_of(state))
    declined = isinstance(error, EffectError) and earlier + 1 >= MOST_STUMBLES
    lasting = isinstance(error, GONE) or declined or banned
    return Stumble(model=name, step=step, reason=str(error).rstrip("."), lasting=lasting)


def told(stumble: Stumble) -> str:
    after = "; it is asked no more" if stumble.lasting else ""
    return f"{_in_words(stumble.step)} without the model {stumble.model}: {stumble.reason}{after}"
