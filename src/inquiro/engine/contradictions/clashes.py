"""What two statements about one thing cannot both be right in, told in other words: rules for pairs that meaning brought together."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import regex

from inquiro.core.types import Contradiction, ContradictionKind
from inquiro.engine.contradictions.bounds import bounded
from inquiro.engine.contradictions.candidates import Judge, Pair
from inquiro.engine.contradictions.events import AGAIN
from inquiro.engine.contradictions.main_clause import main_clause, settled
from inquiro.engine.contradictions.poles import pointed
from inquiro.engine.contradictions.reasons import period
from inquiro.engine.contradictions.said import Said, age, contradiction, in_words
from inquiro.engine.contradictions.subjects import dates_near, of_a_sample, same_names, share_a_name
from inquiro.engine.dating import stated_dates
from inquiro.engine.relations import related
from inquiro.retrieval.words import content_tokens, detect_language, stop_words, words
from inquiro.text.agreement import agrees
from inquiro.text.dates import dates
from inquiro.text.figures import Figure, figures
from inquiro.text.identifiers import identifiers
from inquiro.text.polarity import happened
from inquiro.text.units import NONE

ALIKE = 0.6  # of the shorter clause's terms, where one side says no
FEWEST = 3  # terms that both clauses share
LEEWAY = 0.05  # of an amount: rounded, counted a little later
NAMED, UNNAMED = 3, 5  # terms that both statements share beside the figure, with a name among them and without
CLOSE = 0.6  # closeness below which no figures are held against each other

_RANKED = regex.compile(
    r"\b(?:(?P<nth>second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|\d{1,2}(?:nd|rd|th))[-\s])?"
    r"(?P<best>(?:most|least)\s\p{L}{4,}|\p{L}{3,}est)\b",
    regex.IGNORECASE,
)
_AMONG = regex.compile(r"\b(?:one\sof|among|some\sof)(?:\s\p{L}+){0,2}\s$", regex.IGNORECASE)
_NO_RANK = frozenset(
    "rest west forest interest request test latest honest harvest invest guest protest suggest contest arrest priest".split()
)
_CAUSE = regex.compile(
    r"\b(?:(?:was|were|is|are|been)\s(?:\p{L}+ly\s)?(?:caused|triggered)\sby|(?:because\sof|due\sto|resulted\sfrom|results\sfrom))\s(?P<why>[^,.;]{3,80})",
    regex.IGNORECASE,
)
_EVENTS = {
    form: event
    for event, forms in {
        "begin": "began begun started commenced",
        "found": "founded established",
        "open": "opened inaugurated",
        "build": "built constructed erected",
        "complete": "completed finished",
        "introduce": "introduced launched",
        "discover": "discovered",
        "end": "ended concluded",
        "close": "closed",
        "sign": "signed",
        "adopt": "adopted ratified enacted",
        "publish": "published",
        "die": "died",
        "born": "born",
        "win": "won",
    }.items()
    for form in forms.split()
}
_OPENERS = frozenset(  # what a sentence can begin with, besides names and function words
    "every each half all most many several few some any both during after before since until against among while although because "
    "however today nearly almost about around over under two three four five six seven eight nine ten hundreds thousands".split()
)
_PASSIVE = regex.compile(r"\b(?:was|were|been|is|are|wurde|wurden|fue|fueron)\s(?:\p{L}+ly\s)?$", regex.IGNORECASE)
_TO_SOMETHING = frozenset("found open build complete introduce discover close sign adopt publish win".split())
_LABEL = regex.compile(
    r"(?:^|(?-i:\p{Lu})[\p{L}.-]*\s|\b(?:no|nr|number|page|chapter|figure|table|version|step|type|phase|pep|rfc)\.?\s)$",
    regex.IGNORECASE,
)
_THAN = regex.compile(r"\s(?:than|als|que)\s", regex.IGNORECASE)


class Clash(NamedTuple):
    kind: ContradictionKind
    values: tuple[str, str]
    explanation: str = ""


def clashes(pairs: Sequence[Pair], judge: Judge | None = None) -> list[Contradiction]:
    """By rule, and where no rule can tell, by the judge."""
    by_rule = [(pair, clash_of(pair)) for pair in pairs]
    found = [_told(pair, clash) for pair, clash in by_rule if clash]
    left = [pair for pair, clash in by_rule if not clash]
    if judge and left:
        for pair, ruling in zip(left, judge(left), strict=True):
            if ruling and ruling.contradicts:
                sides = (pair.one.fact.statement, pair.other.fact.statement)
                found.append(_told(pair, Clash(ruling.kind, sides, ruling.explanation)))
    return found


def clash_of(pair: Pair) -> Clash | None:
    """The first rule that finds them apart; None where each may be right, or they may speak of two things."""
    a, b = pair.one, pair.other
    if any(main_clause(one.fact.statement) == "" or one.fact.statement[:1].islower() for one in (a, b)):
        return None  # asked or supposed, or cut from a sentence
    rules = (_ranks, _denials, _events, _causes, _amounts)
    found = next((clash for rule in rules if (clash := rule(pair))), None)
    # Whole documents are read for this, so it comes last.
    one_thing = found and settled(a, b) and same_names(a, b, _named(a, b), _named(b, a))
    return found if one_thing else None


def _named(said: Said, other: Said) -> str:
    """The statement, with a first word that either document also writes small put in small letters: it is no name."""
    text = said.fact.statement
    first = next(iter(words(text)), None)
    if first is None or not first.text[:1].isupper():
        return text
    small = first.text.lower()
    known = (
        small in _OPENERS
        or small in stop_words(detect_language(text))
        or any(
            regex.search(rf"(?<!\p{{L}}){regex.escape(small)}(?!\p{{L}})", one.document.text) for one in (said, other)
        )
    )
    return text[: first.start] + small + text[first.end :] if known else text


def _ranks(pair: Pair) -> Clash | None:
    """The deadliest, and the second-deadliest."""
    mine, theirs = (_ranked(one.fact.statement) for one in (pair.one, pair.other))
    for best in mine.keys() & theirs.keys():
        if mine[best] != theirs[best] and len(best) > 3:
            values = tuple(f"{nth} {best}".strip() for nth in (mine[best], theirs[best]))
            return Clash("disagreement", (values[0], values[1]))
    return None


@lru_cache(maxsize=8_192)
def _ranked(statement: str) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for match in _RANKED.finditer(statement):
        shared = _AMONG.search(statement[: match.start()])  # one of the largest may be the second
        found.setdefault(match["best"].lower(), set()).add("?" if shared else (match["nth"] or "").lower())
    return {best: nth.pop() for best, nth in found.items() if best not in _NO_RANK and len(nth) == 1 and "?" not in nth}


def _denials(pair: Pair) -> Clash | None:
    a, b = (pointed(main_clause(happened(one.fact.statement))) for one in (pair.one, pair.other))
    if a is None or b is None:
        return None
    mine, theirs = set(a.terms), set(b.terms)
    shared = mine & theirs
    only = [term for term in mine ^ theirs if term.startswith("±")]
    if only or len(shared) < FEWEST or len(shared) < ALIKE * max(len(mine), len(theirs)):
        return None
    swapped = _swapped(a.text, b.text)
    if (a.sign == b.sign) is not swapped:
        return None
    if found := period(pair.one, pair.other):
        return Clash(found[0], (a.text, b.text), found[1])
    return Clash("disagreement" if swapped else "negation", (a.text, b.text))


def _swapped(one: str, other: str) -> bool:
    """`A is larger than B` and `B is larger than A`."""
    mine, theirs = (_THAN.split(text, maxsplit=1) for text in (one, other))
    if len(mine) < 2 or len(theirs) < 2:
        return False
    (head, tail), (their_head, their_tail) = ([content_tokens(part)[:2] for part in sides] for sides in (mine, theirs))
    return bool(set(head) & set(their_tail)) and bool(set(tail) & set(their_head)) and head[:1] != their_head[:1]


def _events(pair: Pair) -> Clash | None:
    """What happens once to what is named, in two years, where no side knows the other's."""
    told = [_dated(one.fact.statement) for one in (pair.one, pair.other)]
    if not all(told):
        return None
    one, other = (each for each in told if each)
    if one.event != other.event or one.year == other.year or one.subject[:1] != other.subject[:1]:
        return None
    if all(_is_relation(each.fact.statement) for each in (pair.one, pair.other)):
        return None  # what names have one of is compared as such
    if not share_a_name(pair.one, pair.other) or dates_near(pair.one, other.year) or dates_near(pair.other, one.year):
        return None
    return Clash("disagreement", (one.year, other.year))


class _Dated(NamedTuple):
    event: str
    year: str
    subject: tuple[str, ...]


@lru_cache(maxsize=8_192)
def _dated(statement: str) -> _Dated | None:
    plain = main_clause(happened(statement))
    if AGAIN.search(plain):
        return None
    years = {date.iso[:4] for date in stated_dates(plain) if date.iso}
    events = [word for word in words(plain) if word.text.lower() in _EVENTS]
    if len(years) != 1 or len(events) != 1:
        return None
    event = _EVENTS[events[0].text.lower()]
    before, after = plain[: events[0].start], plain[events[0].end :]
    active = event in _TO_SOMETHING and not _PASSIVE.search(before)
    subject, object_ = (
        tuple(term for term in content_tokens(part, detect_language(plain)) if not term[:1].isdigit())
        for part in (before, after)
    )
    told = object_ if active and object_ else subject
    return _Dated(event, years.pop(), told) if told else None


@lru_cache(maxsize=8_192)
def _is_relation(statement: str) -> bool:
    return any(one.object[:4].isdigit() for one in related(statement))


def _causes(pair: Pair) -> Clash | None:
    found = [_CAUSE.search(one.fact.statement) for one in (pair.one, pair.other)]
    if not all(found):
        return None
    one, other = (match for match in found if match)
    mine, theirs = (frozenset(content_tokens(match["why"])) for match in (one, other))
    heads = [frozenset(content_tokens(match.string[: match.start()])) for match in (one, other)]
    same = len(heads[0] & heads[1]) >= ALIKE * max(len(heads[0]), len(heads[1]), 1)
    if not mine or not theirs or mine & theirs or not same or len(heads[0] & heads[1]) < 2:
        return None
    return Clash("disagreement", (one["why"].strip(), other["why"].strip()))


def _amounts(pair: Pair) -> Clash | None:
    """The one figure of its kind on either side, where both say what it is of in the same words."""
    a, b = pair.one, pair.other
    if pair.closeness < CLOSE or any(of_a_sample(one.fact.statement) for one in (a, b)) or period(a, b):
        return None
    said = [{t for t in content_tokens(one.fact.statement) if not t[:1].isdigit()} for one in (a, b)]
    if len(said[0] & said[1]) < (NAMED if share_a_name(a, b) else UNNAMED):
        return None
    mine, theirs = (_by_measure(one.fact.statement) for one in (a, b))
    for kind in sorted(mine.keys() & theirs.keys()):
        if len(mine[kind]) == len(theirs[kind]) == 1:
            one, other = mine[kind][0], theirs[kind][0]
            if not _fit(a.fact.statement, one, b.fact.statement, other):
                return Clash("disagreement", (one.text, other.text))
    return None


@lru_cache(maxsize=8_192)
def _by_measure(statement: str) -> dict[str, tuple[Figure, ...]]:
    """Amounts by what they measure, and counts by what is counted."""
    found: dict[str, list[Figure]] = {}
    taken = [(one.start, one.end) for one in identifiers(statement)]
    taken += [(one.start, one.end) for one in dates(statement)]
    for figure in figures(statement, detect_language(statement)):
        if figure.ordinal or any(start < figure.end and figure.start < end for start, end in taken):
            continue
        kind = figure.unit.measure or _thing(statement, figure)
        if kind:
            found.setdefault(kind, []).append(figure)
    return {kind: tuple(some) for kind, some in found.items()}


def _thing(statement: str, figure: Figure) -> str:
    if figure.unit != NONE or figure.value % 1 or (len(figure.text) == 4 and figure.text.isdecimal()):
        return ""
    if _LABEL.search(statement[: figure.start]):
        return ""  # Python 2, No. 5, the number of an item in a list
    after = words(statement[figure.end : figure.end + 40])[:3]
    terms = next((found for word in after if (found := content_tokens(word.text))), [])
    return f"number of {terms[0]}" if terms and not terms[0][:1].isdigit() else ""


def _fit(text: str, one: Figure, other_text: str, other: Figure) -> bool:
    if agrees(one, other) or agrees(other, one):
        return True
    spans = []
    for where, figure in ((text, one), (other_text, other)):
        value = (figure.value + (0.0 if figure.change else figure.unit.offset)) * figure.unit.factor
        low, high = bounded(value, value, where[: figure.start])
        slack = LEEWAY * abs(value)
        spans.append((low - slack, high + slack))
    (low, high), (other_low, other_high) = spans
    return low <= other_high and other_low <= high


def _told(pair: Pair, clash: Clash) -> Contradiction:
    sides = sorted(zip((pair.one, pair.other), clash.values, strict=True), key=lambda side: age(_Side(side[0])))
    newer = sides[-1][0].fact.statement
    shared = set(content_tokens(sides[0][0].fact.statement)) & set(content_tokens(newer))
    about = in_words(newer, shared) or newer
    return contradiction(list(sides), about=about, kind=clash.kind, explanation=clash.explanation)


class _Side(NamedTuple):
    said: Said
