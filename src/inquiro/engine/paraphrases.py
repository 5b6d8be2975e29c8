"""Sentences in other words, true and false, made by rules that know nothing of how the checker reads.

A true one changes order, connectives, synonyms, or names what only the title names; a false one says the opposite, or
exchanges what is compared, in the same dress. Truth is known because no rule touches anything else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import regex

# Words that mean the same wherever they stand; the other way round they may not.
_SYNONYMS = {
    "about": "roughly", "approximately": "roughly", "also": "as well", "although": "even though", "because": "since",
    "began": "started", "begin": "start", "begins": "starts", "big": "large", "build": "construct", "built": "constructed",
    "buy": "purchase", "cannot": "is unable to", "children": "kids", "costs": "is priced at", "currently": "at present",
    "decreased": "fell", "during": "in the course of", "each": "every", "enough": "sufficient", "entire": "whole",
    "every": "each", "fell": "dropped", "first": "initially", "frequently": "often", "help": "assist", "helps": "assists",
    "however": "yet", "important": "significant", "increased": "rose", "large": "big", "many": "a lot of",
    "mainly": "chiefly", "nearly": "almost", "needs": "requires", "often": "frequently", "only": "solely",
    "people": "persons", "primarily": "mainly", "provides": "offers", "quickly": "rapidly", "reduced": "lowered",
    "remains": "stays", "required": "needed", "requires": "needs", "rose": "went up", "show": "demonstrate",
    "shows": "demonstrates", "small": "little", "started": "began", "therefore": "thus", "uses": "employs",
    "usually": "normally", "while": "whereas",
}  # fmt: skip
_OPPOSITES = {
    "more": "less", "less": "more", "higher": "lower", "lower": "higher", "increase": "decrease", "decrease": "increase",
    "increased": "decreased", "decreased": "increased", "increases": "decreases", "decreases": "increases",
    "rose": "fell", "fell": "rose", "before": "after", "after": "before", "first": "last", "last": "first", "all": "no",
    "always": "never", "never": "always", "largest": "smallest", "smallest": "largest", "above": "below",
    "below": "above", "allowed": "forbidden", "accepted": "rejected", "rejected": "accepted", "supported": "unsupported",
    "raised": "lowered", "lowered": "raised", "gained": "lost", "lost": "gained", "with": "without", "without": "with",
    "most": "few", "better": "worse", "worse": "better", "required": "optional", "optional": "required",
    "early": "late", "late": "early", "warmer": "cooler", "cooler": "warmer", "doubled": "halved", "won": "lost",
}  # fmt: skip
_LEADS = ("However, ", "In addition, ", "As it turns out, ", "In other words, ", "Notably, ")
_WORD = regex.compile(r"\b[a-z]+\b")
_AHEAD = regex.compile(
    r"^((?:In|At|On|By|Since|During|After|Before|Until|Under|For)\s[^,.;]{3,60}),\s+(\p{L}.*?)([.!?])$"
)
_BEHIND = regex.compile(
    r"^(\p{Lu}[^,;]{12,}?)\s((?:in|during|since|until|after|before)\s(?:\p{Lu}|\d|the\s)[^,;.]{2,50})([.!?])$"
)
_PASSIVE = regex.compile(
    r"^(?P<agent>The \w+(?: \w+)?) (?P<verb>built|approved|published|adopted|rejected|proposed|funded|signed|opened"
    r"|closed|reported|accepted|introduced|released|created|founded) (?P<what>(?:the|a|an) [^,.;]{3,60})(?P<stop>[.])$"
)
_UNSURE = regex.compile(r"^(?:It|This|That|They|These|Those|He|She)\b(?!\s+(?:that|who|which)\b)")

Change = Callable[[str, str, Random], str]  # a sentence and the title above it; "" where there is nothing to change


def truly(text: str, title: str, random: Random) -> str:
    """The sentence in other words; "" where no rule applies. Several changes at once: prose differs in more than one."""
    said = text
    for change in (_voiced, _reordered, _renamed, _synonyms):
        said = change(said, title, random) or said
    if random.random() < 0.5:
        said = _connected(said, title, random) or said
    return said if said != text else _connected(text, title, random)


def falsely(text: str, title: str, random: Random) -> str:
    """The same with one word turned into its opposite; "" where it holds none."""
    turned = _turned(text, random)
    return (truly(turned, title, random) or turned) if turned else ""


def _turned(text: str, random: Random) -> str:
    found = [match for match in _WORD.finditer(text) if match[0] in _OPPOSITES]
    if not found:
        return ""
    chosen = random.choice(found)
    return text[: chosen.start()] + _OPPOSITES[chosen[0]] + text[chosen.end() :]


def _synonyms(text: str, _title: str, random: Random) -> str:
    found = [match for match in _WORD.finditer(text) if match[0] in _SYNONYMS]
    for match in sorted(random.sample(found, min(2, len(found))), key=lambda one: -one.start()):
        text = text[: match.start()] + _SYNONYMS[match[0]] + text[match.end() :]
    return text if found else ""


def _reordered(text: str, _title: str, _random: Random) -> str:
    """When and where, from the front to the end or back."""
    if match := _AHEAD.match(text):
        return f"{_upper(match[2])} {_lower(match[1])}{match[3]}"
    if match := _BEHIND.match(text):
        return f"{_upper(match[2])}, {_begun(match[1])}{match[3]}"
    return ""


def _voiced(text: str, _title: str, _random: Random) -> str:
    if match := _PASSIVE.match(text):
        return f"{_upper(match['what'])} was {match['verb']} by {_lower(match['agent'])}{match['stop']}"
    return ""


def _renamed(text: str, title: str, _random: Random) -> str:
    """The subject by the name that only the title gives it."""
    named = title.partition(":")[0].strip()
    if not named or len(named) > 60 or named in text:
        return ""
    return f"According to {named}, {_begun(text)}" if not _UNSURE.match(text) else ""


def _connected(text: str, _title: str, random: Random) -> str:
    return f"{random.choice(_LEADS)}{_begun(text)}"


def _begun(text: str) -> str:
    """As the rest of a sentence: small, unless its first word is a name as far as anybody can tell."""
    first = text.split(" ", 1)[0]
    small = {"The", "A", "An", "In", "On", "At", "It", "This", "These", "Those", "Some", "Many", "Most", "All", "Every"}
    return _lower(text) if first in small else text


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lower(text: str) -> str:
    return text[:1].lower() + text[1:]


def paraphrased(quotes: Sequence[tuple[str, str]], random: Random) -> list[tuple[int, str, bool]]:
    """Of quotes with their titles: the place of the quote, the sentence made of it, and whether it is true."""
    found: list[tuple[int, str, bool]] = []
    for at, (quote, title) in enumerate(quotes):
        found += [(at, text, True)] if (text := truly(quote, title, random)) else []
        found += [(at, text, False)] if (text := falsely(quote, title, random)) else []
    return found
