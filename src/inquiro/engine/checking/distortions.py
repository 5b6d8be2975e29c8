"""Sentences that say other than their source by the way they are told: swapped, wrapped, turned, widened.

Like the mutations of single words they know nothing of how the checker reads. A wrapper changes the source instead: what
it says of the sentence is then no proof of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from random import Random

_AMOUNT = re.compile(
    r"(?<![\w.,-])\d+(?:[.,]\d+)*(?:\s?%|\s(?:per cent|percent|million|billion|metres|km|kg|years|days|people|euros))?(?![\w-])"
)
_YEAR = re.compile(r"(?<![\w.,-])(?:1[89]|20)\d\d(?![\w-]|[.,]\d)")
_NAME = re.compile(r"(?<=[a-z,;] )[A-Z][a-zäöüß]{2,}(?: [A-Z][a-zäöüß]{2,})*")
_FIRST = re.compile(r"^(?:The |A |An |In |On |At |For )?")
_JOINT = re.compile(r",\s|;\s|\s(?:and|while|but|whereas)\s")

Wrapper = Callable[[str], str]


def _exchanged(text: str, one: re.Match[str], other: re.Match[str]) -> str:
    first, second = sorted((one, other), key=lambda match: match.start())
    return text[: first.start()] + second[0] + text[first.end() : second.start()] + first[0] + text[second.end() :]


def _parted(text: str, one: re.Match[str], other: re.Match[str]) -> bool:
    """Whether two places belong to different parts of a sentence: only then does it matter which stands where."""
    first, second = sorted((one, other), key=lambda match: match.start())
    between = text[first.end() : second.start()]
    return bool(_JOINT.search(between)) and len(between.split()) >= 3


def bound_number(text: str, random: Random, _names: Sequence[str]) -> str:
    """Two numbers of one kind that change places, and only the first half of what is said."""
    found = [match for match in _AMOUNT.finditer(text) if not _YEAR.fullmatch(match[0])]
    return _swapped(text, found, random)


def bound_date(text: str, random: Random, _names: Sequence[str]) -> str:
    return _swapped(text, list(_YEAR.finditer(text)), random)


def bound_name(text: str, random: Random, _names: Sequence[str]) -> str:
    return _swapped(text, list(_NAME.finditer(text)), random)


def _swapped(text: str, found: list[re.Match[str]], random: Random) -> str:
    pairs = [
        (one, other)
        for at, one in enumerate(found)
        for other in found[at + 1 :]
        if one[0] != other[0] and _kind(one[0]) == _kind(other[0]) and _parted(text, one, other)
    ]
    return _exchanged(text, *random.choice(pairs)) if pairs else ""


def _kind(written: str) -> str:
    return re.sub(r"[\d.,\s]+", "", written) if written[0].isdigit() else ""


def _turning(pairs: Sequence[tuple[str, str]]) -> Callable[[str, Random, Sequence[str]], str]:
    """Words put for others, in either direction where the table says so."""

    def turned(text: str, random: Random, _names: Sequence[str]) -> str:
        found = [
            text[: match.start()] + match.expand(new) + text[match.end() :]
            for old, new in pairs
            for match in re.finditer(rf"\b{old}\b", text)
        ]
        return random.choice(found) if found else ""

    return turned


denied = _turning(
    (
        (r"was able to", "failed to"),
        (r"were able to", "were unable to"),
        (r"failed to (\w+)", r"managed to \1"),
        (r"refused to (\w+)", r"agreed to \1"),
        (r"rejected", "approved"),
        (r"approved", "rejected"),
        (r"succeeded", "failed"),
        (r"supported", "opposed"),
        (r"opposed", "supported"),
        (r"allowed", "forbidden"),
        (r"won", "lost"),
        (r"includes", "excludes"),
        (r"included", "excluded"),
        (r"confirmed", "denied"),
        (r"accepted", "refused"),
        (r"can", "is unable to"),
    )
)
widened = _turning(
    (
        (r"[Ss]ome of", "all of"),
        (r"[Ss]ome", "all"),
        (r"[Ss]everal", "all"),
        (r"[Mm]any", "all"),
        (r"[Mm]ost of", "all of"),
        (r"a few", "all"),
        (r"[Oo]ften", "always"),
        (r"sometimes", "always"),
        (r"usually", "always"),
        (r"one of the (\w+est)", r"the \1"),
        (r"one of the most", "the most"),
        (r"second[- ](\w+est)", r"\1"),
    )
)
caused = _turning(
    (
        (r"(?:is|was|are|were) associated with", "causes"),
        (r"(?:is|was|are|were) correlated with", "causes"),
        (r"(?:is|was|are|were) linked (?:to|with)", "causes"),
        (r"coincided with", "was caused by"),
        (r"related to", "caused by"),
    )
)
compared = _turning(
    (
        (r"more than", "less than"),
        (r"less than", "more than"),
        (r"fewer than", "more than"),
        (r"higher", "lower"),
        (r"lower", "higher"),
        (r"larger", "smaller"),
        (r"smaller", "larger"),
        (r"faster", "slower"),
        (r"older", "younger"),
        (r"increased", "decreased"),
        (r"decreased", "increased"),
        (r"rose", "fell"),
        (r"fell", "rose"),
        (r"before", "after"),
        (r"after", "before"),
    )
)


def _lowered(text: str) -> str:
    """A sentence as the rest of another."""
    first, _, rest = text.partition(" ")
    plain = first.istitle() and first in {
        "The",
        "A",
        "An",
        "In",
        "On",
        "At",
        "For",
        "It",
        "This",
        "These",
        "Their",
        "Its",
        "He",
        "She",
        "They",
        "Some",
        "Most",
        "All",
    }
    return f"{first.lower() if plain else first} {rest}".rstrip(".!?")


# Eight ways in which a source mentions something and does not assert it.
WRAPPERS: dict[str, Wrapper] = {
    "myth": lambda text: f"It is a common myth that {_lowered(text)}.",
    "disputed": lambda text: f"Experts still dispute whether {_lowered(text)}.",
    "asked": lambda text: f"Is it true that {_lowered(text)}? No.",
    "tested": lambda text: f"The study was set up to test whether {_lowered(text)}.",
    "attributed": lambda text: f"According to the defendant, {_lowered(text)}.",
    "claimed": lambda text: f"Critics claim that {_lowered(text)}.",
    "conditional": lambda text: f"It would be good news if {_lowered(text)}.",
    "retracted": lambda text: f"{text.rstrip('.!?')}. This claim was later retracted.",
}
DISTORTIONS: dict[str, Callable[[str, Random, Sequence[str]], str]] = {
    "bound number": bound_number,
    "bound date": bound_date,
    "bound name": bound_name,
    "negation by meaning": denied,
    "scope": widened,
    "cause": caused,
    "comparison": compared,
}


def kept(text: str) -> dict[str, tuple[str, str]]:
    """True sentences with a source that mentions them the same way: by kind, the source and the sentence."""
    rest = _lowered(text)
    return {
        "attribution kept": (f"According to the defendant, {rest}.", f"The defendant says that {rest}."),
        "doubt kept": (f"Experts still dispute whether {rest}.", f"It is disputed whether {rest}."),
        "framed": (text, f"In fact, {rest}."),
        "connected": (text, f"However, {rest}."),
    }
