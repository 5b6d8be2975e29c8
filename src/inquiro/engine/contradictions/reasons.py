"""Why two statements differ, as far as their own words tell."""

from __future__ import annotations

import regex

from inquiro.core.types import ContradictionKind
from inquiro.engine.contradictions.alike import share
from inquiro.engine.contradictions.said import Said
from inquiro.engine.quantities import years
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import content_tokens

_REPLACED = regex.compile(
    r"with effect from|\breplac\w+|\bno longer\b|\bnew (?:rule|limit|law)|\bamended\b|\bsupersed\w+|\bsince \d|"
    r"\bseit \d|\bersetz\w+|\bneue[rsn]? (?:Regel|Grenzwert)|\bsustituy\w+|\breempla[zc]\w+|\ba partir del?\b|改正|から適用",
    regex.IGNORECASE,
)
_SCOPED = regex.compile(
    r"\bcovers?\b|\binclud\w+|\bexclud\w+|\bonly\b|\bwithout\b|\bper (?:year|tree|flat|person|passenger)\b|\bover \d+ years\b|"
    r"\benthält\b|\bnur\b|\bohne\b|\beinschließlich\b|\bumfasst\b|\bincluye\b|\bsolo\b|\bsin\b|含む|のみ",
    regex.IGNORECASE,
)
_DEFINED = regex.compile(
    r"\bdefin(?:ed|es|ition)\b|\bcounts? as\b|\brefers? to\b|\b(?:nominal|inflation-adjusted|seasonally adjusted)\b|"
    r"\b(?:net|gross) of\b|\bdefiniert\b|\bDefinition\b|\bgilt als\b|\b(?:netto|brutto)\b|\bse define\b|\bdefinición\b|定義",
    regex.IGNORECASE,
)
_MOVED = regex.compile(
    r"\bmoved\b|\brelocat\w+|\bformer(?:ly)?\b|\bnow\b|\bsince\b|\buntil\b|\bsucce(?:eded|ssor)\b|\bumgezogen\b|\behemal\w+|\bseit\b|"
    r"\bbis\b|\btraslad\w+|\bantes\b|\bdesde\b|\bhasta\b",
    regex.IGNORECASE,
)
SAID_ALIKE = 0.8  # of the words but the numbers
Reason = tuple[ContradictionKind, str]


def period(older: Said, newer: Said) -> Reason | None:
    told = [years(one.fact.statement) for one in (older, newer)]
    if all(told) and not set(told[0]) & set(told[1]):
        return "scope", f"{', '.join(told[0])} / {', '.join(told[1])}"
    return None


def replacement(newer: Said) -> Reason | None:
    replaced = _near(newer, _REPLACED)
    return ("superseded", replaced) if replaced else None


def moved(older: Said, newer: Said) -> Reason | None:
    """The words that tell a change, where the sources are of different dates."""
    if (
        not (older.document.published and newer.document.published)
        or older.document.published == newer.document.published
    ):
        return None
    told = list(filter(None, (_near(one, _MOVED) for one in (older, newer))))
    return ("superseded", " / ".join(told)) if told else None


def definition_or_scope(older: Said, newer: Said) -> Reason | None:
    if defined := _told_apart(older, newer, _DEFINED):
        return "definition", defined
    if scopes := _told_apart(older, newer, _SCOPED):
        return "scope", scopes
    places = [set(one.fact.entities) for one in (older, newer)]
    if all(places) and not places[0] & places[1]:
        return "scope", " / ".join(", ".join(sorted(found)) for found in places)
    return None


def _told_apart(older: Said, newer: Said, cue: regex.Pattern[str]) -> str:
    """The words with the cue; what both sides say alike does not explain why they differ."""
    told = [_near(one, cue) for one in (older, newer)]
    terms = [frozenset(t for t in content_tokens(text) if not t[:1].isdigit()) for text in told]
    same = all(told) and share(*terms) >= SAID_ALIKE
    return "" if same else " / ".join(filter(None, told))


def _near(said: Said, cue: regex.Pattern[str]) -> str:
    """The statement itself or the sentence right after it, where it names its scope or what it replaces."""
    text, proof = said.document.text, said.proof
    if cue.search(proof.quote):
        return proof.quote
    following = sentences(text, proof.end, min(proof.end + 400, len(text)))
    if not following or "\n\n" in text[proof.end : following[0][0]]:
        return ""
    after = text[slice(*following[0])]
    return after if cue.search(after) else ""
