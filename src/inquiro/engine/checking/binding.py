"""Whether numbers, dates and names belong to the same things in a sentence as in its evidence.

"Revenue rose 12 %, staff costs 7 %" holds every word of "Revenue rose 7 %" and does not prove it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import regex

from inquiro.engine.checking.opposites import opposed_terms, sided
from inquiro.engine.checking.parts import Anchor, Owned, alike, kind, owned, parts
from inquiro.engine.checking.statement import Statement
from inquiro.engine.checking.synonyms import meanings, retold
from inquiro.engine.checking.word_match import related
from inquiro.retrieval.words import content_tokens, tokens
from inquiro.text.agreement import agrees
from inquiro.text.dates import Date, borne_out
from inquiro.text.figures import Figure

SIDES = 3  # words to either side that can be what is turned
MOST = 12  # anchors of one sentence that are compared
REACH = 9  # words between the two sides of what they are turned round
LONGEST = 60  # characters within which two runs can have changed places
FEWEST = 2  # distinctive terms of another part: one can be chance where nothing else speaks
_FLAGS = regex.IGNORECASE | regex.VERSION1
_CONTRASTED = regex.compile(
    r"(?:,\s*|\s[–—]\s|\()(?:(?:and\s+|but\s+|et\s+|y\s+)?(?:not|never|rather\s+than|instead\s+of|unlike|as\s+opposed\s+to|nicht|anders\s+als|statt|non(?:\s+pas)?|contrairement\s+à|no|a\s+diferencia\s+de))\s+"
    r"(?:by\s+|from\s+|in\s+|to\s+)?(?P<other>[^,;.)–—]{2,60}?)(?=[,;.)–—]|\s(?:who|that|which|is|was|has|did)\b|$)|"
    r"(?P<other>[\p{Han}\p{Hiragana}\p{Katakana}]{1,6})ではなく|(?:而非|而不是|不是)(?P<other>[\p{Han}]{1,6})",
    _FLAGS,
)
_CONTRASTS = regex.compile(
    r"\b(?:not|never|unlike|rather|instead|than|nicht|statt|anders|non|pas|no|sino|neither)\b|n['’]t\b|不|非|なく|ない",
    _FLAGS,
)
_PASSIVE = regex.compile(
    r"\b(?:is|are|was|were|been|being|be|becomes?|became|gets?|got|wurden?|wird|werden|worden|été|est|sont|fut|furent|fue|fueron|es|son|sido)\b.{0,60}?\b(?:by|von|vom|durch|par|por)\b|から.{0,20}(?:され|れた)",
    _FLAGS,
)
_TURNING = frozenset(
    tokens(
        "before after until than from to unlike above below vor nach bevor nachdem von bis als gegen avant après à al antes después"
    )
)
_PASSIVE_VERB = regex.compile(
    r"\b(?:is|are|was|were|been|being|becomes?|became|est|sont|été|fut|furent|fue|fueron|sido)\s+(?:\p{L}+ly\s+)?(?P<verb>\p{L}+)",
    _FLAGS,
)
_OBJECT_FIRST = regex.compile(r"^(?:Den|Dem|Einen|Einem|Ihn|Ihm|Des)\b")  # German may put it there
_RELATIVE = regex.compile(
    r"\s*(?:who|which|whose|whom|where|that|der|die|das|dessen|deren|wonach|qui|que|dont|où|cuyo|quien|donde)\b", _FLAGS
)
_DEGREE = frozenset(tokens("more less fewer mehr weniger plus moins más menos"))
_THAN = regex.compile(r"\b(?:than|als|que|de)\b", _FLAGS)
_PHRASE = regex.compile(r"\s*(?:votes?\s+)?(?:to|of|out\s+of|bis|von|zu|à|a|sur|de|-|–|:)?\s*", _FLAGS)
_FRONTED = regex.compile(  # `Before A, B` is `B before A`
    r"(?:before|after|when|while|if|once|since|because|as|until|bevor|nachdem|wenn|während|weil|avant|après|quand|lorsqu\w*|antes|después|cuando|para|pour)\b",
    _FLAGS,
)
_CJK = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}]")
_JOINING = regex.compile(
    r"\b(?:and|or|both|with|between|und|oder|sowie|zwischen|et|ou|entre|y|o|e)\b|[和与及]|と", _FLAGS
)


def misbound(said: Statement, evidence: Sequence[Statement]) -> list[str]:
    """Numbers and dates that belong to something else in every sentence of the evidence that holds them."""
    found: list[str] = []
    mine = owned(said)[:MOST]
    held = [owned(other) for other in evidence]
    for one in mine:
        if any(_beside(said, one, other) for other in mine):
            continue  # several in one breath: nobody can tell what goes with what
        verdicts = [
            _elsewhere(one, own, theirs[:MOST])
            for theirs in held
            if len(theirs) > 1
            for own in theirs[:MOST]
            if _same(one.anchor, own.anchor)
        ]
        alone = any(_same(one.anchor, own.anchor) for theirs in held if len(theirs) == 1 for own in theirs)
        if verdicts and not alone and all(verdicts):
            found.append(one.anchor.text)
    return found


def _beside(said: Statement, one: Owned, other: Owned) -> bool:
    """Whether another number that could be meant stands in the same part, and not in the same phrase (`318 to 226`)."""
    if one.anchor is other.anchor or one.part != other.part or not alike(one.anchor, other.anchor):
        return False
    first, second = sorted((one.anchor, other.anchor), key=lambda anchor: anchor.start)
    return _PHRASE.fullmatch(said.text[first.end : second.start]) is None


def _same(claimed: Anchor, held: Anchor) -> bool:
    if isinstance(claimed, Figure) and isinstance(held, Figure):
        return agrees(claimed, held)
    if isinstance(claimed, Date):
        return isinstance(held, Date) and borne_out(claimed, [held], frozenset())
    return isinstance(held, Date) and claimed.value == held.year


def _elsewhere(claimed: Owned, own: Owned, theirs: Sequence[Owned]) -> bool:
    """Whether what the sentence says of a number stands beside another number of the same sentence."""
    return any(
        _belongs(claimed.terms, own, rival)
        for rival in theirs
        if rival.anchor is not own.anchor and rival.terms != own.terms and rival.aside == own.aside
    )


def _belongs(mine: frozenset[str], own: Owned, rival: Owned) -> bool:
    """Whether what is said of a number is what its evidence says of the rival.

    A later part leaves out what an earlier one has said ("wheat yields 7.9 t and barley 6.3 t"): words that only the
    earlier one holds tell little of the later, and words that only the later one holds tell much of the earlier.
    """
    ours, others = own.terms - rival.terms, rival.terms - own.terms
    shared, foreign = _shared(mine, ours), _shared(mine, others)
    if _exchanged(foreign, ours - shared):
        return True
    if not alike(own.anchor, rival.anchor) or not foreign:
        return False
    if not ours:
        return _measured(own.anchor) and not _measured(rival.anchor) and foreign == others
    if own.anchor.start < rival.anchor.start:
        return bool(ours - shared)
    if not shared:
        return 2 * len(foreign) >= len(others)
    return len(foreign) >= len(shared) and len(own.terms) >= len(rival.terms) - 1


def _measured(anchor: Anchor) -> bool:
    return isinstance(anchor, Figure) and bool(anchor.unit.measure)


def _shared(mine: frozenset[str], some: frozenset[str]) -> frozenset[str]:
    """The terms of a part that a sentence holds, in this form, in another or by a synonym."""
    known = meanings(mine)
    return frozenset(
        term
        for term in some
        if term in mine or any(related(term, other) for other in mine) or not meanings([term]).isdisjoint(known)
    )


def _exchanged(foreign: frozenset[str], ours: frozenset[str]) -> bool:
    """Whether a year or an ordinal stands in the place of another."""
    kinds = {kind(term) for term in foreign} - {""}
    return bool(kinds & {kind(term) for term in ours})


def swapped(said: Statement, evidence: Sequence[Statement]) -> str:
    """How the sides of a sentence are exchanged, in words; empty where nothing says so, or where some evidence agrees."""
    first = ""
    for other in evidence:
        how = next(_swaps(said, other), "")
        if not how:
            return ""
        first = first or how
    return first


def _swaps(said: Statement, other: Statement) -> Iterator[str]:
    if contrasted := _contrasted(said, other):
        yield contrasted
    if _CJK.search(said.text):
        if traded := _traded_characters(said.text, other.text):
            yield traded
        return
    mine, theirs = _line(said), _line(other)
    content = {term for term in content_tokens(said.text, said.language) if term.isalpha()}
    if any(not _known(term, theirs) for term in content):
        return  # told in other words: who does what is no longer read off the order
    fronted = (_FRONTED.match(said.text) is None) != (_FRONTED.match(other.text) is None)
    if not (fronted or _OBJECT_FIRST.match(said.text) or _OBJECT_FIRST.match(other.text)):
        yield from _turned_round(said, other, mine, theirs)
    yield from _crossed(said, other)


def _traded_characters(said: str, other: str) -> str:
    """Two runs of characters that stand in each other's place."""
    start = 0
    while start < min(len(said), len(other)) and said[start] == other[start]:
        start += 1
    end = 0
    while end < min(len(said), len(other)) - start and said[-1 - end] == other[-1 - end]:
        end += 1
    mine, theirs = said[start : len(said) - end], other[start : len(other) - end]
    if len(mine) != len(theirs) or not 3 <= len(mine) <= LONGEST:
        return ""
    for first in range(1, len(mine) - 1):
        for last in range(1, len(mine) - first):
            middle = mine[first : len(mine) - last]
            if mine[-last:] + middle + mine[:first] == theirs:
                return f"{mine[:first]} … {mine[-last:]}"
    return ""


def _line(said: Statement) -> list[str]:
    return [term for word in said.words for term in (tokens(word.text) or [word.text.casefold()])]


def _known(term: str, line: Sequence[str]) -> bool:
    return term in line or any(related(term, other) for other in line)


def _contrasted(said: Statement, other: Statement) -> str:
    """`A, not B` says nothing of B."""
    if _CONTRASTS.search(said.text):
        return ""
    mine = set(_line(said))
    for match in _CONTRASTED.finditer(other.text):
        denied = tokens(match["other"])
        rest = set(tokens(other.text[: match.start()] + " " + other.text[match.end() :]))
        held = [term for term in denied if term in mine and term not in rest and len(term) > 1]
        if held:
            return match["other"].strip()
    return ""


def _turned_round(said: Statement, other: Statement, mine: list[str], theirs: list[str]) -> Iterator[str]:
    """Two things that stand on the other's side of the same verb or preposition; a passive turns them once more."""
    content = set(content_tokens(said.text, said.language))
    at_mine = {term: mine.index(term) for term in mine if mine.count(term) == 1}
    at_theirs = {term: theirs.index(term) for term in theirs if theirs.count(term) == 1}
    sided = [term for term in at_mine if term in at_theirs and term in content]
    named = _capitalised(said) | _capitalised(other)
    passive = {term for one in (said, other) if _PASSIVE.search(one.text) for term in _passive_verbs(one)}
    voiced = (_PASSIVE.search(said.text) is None) != (_PASSIVE.search(other.text) is None)
    for pivot in (t for t in at_mine if t in at_theirs and t not in named and (t in sided or t in _TURNING)):
        if voiced and pivot not in passive:
            continue
        p, q = at_mine[pivot], at_theirs[pivot]
        before = [t for t in sided if t != pivot and 0 < p - at_mine[t] <= REACH]
        after = [t for t in sided if t != pivot and 0 < at_mine[t] - p <= REACH]
        for one in before[-SIDES:]:
            for two in after[:SIDES]:
                kept = at_theirs[one] < q < at_theirs[two]
                turned = at_theirs[two] < q < at_theirs[one]
                if (kept if voiced else turned) and not _joined(mine[at_mine[one] : at_mine[two]]):
                    yield f"{one} … {two}"


def _capitalised(said: Statement) -> set[str]:
    return {term for word in said.words[1:] if word.text[:1].isupper() for term in tokens(word.text)}


def _passive_verbs(said: Statement) -> set[str]:
    return {term for match in _PASSIVE_VERB.finditer(said.text) for term in tokens(match["verb"])}


def _joined(between: Sequence[str]) -> bool:
    return any(_JOINING.fullmatch(term) for term in between)


def _crossed(said: Statement, other: Statement) -> Iterator[str]:
    """Half of one part and half of a parallel one, where the sentence itself joins nothing."""
    if _JOINING.search(said.text) or "," in said.text or ";" in said.text:
        return
    every = [part for part in parts(other) if len(part.terms) > 1 and not _RELATIVE.match(other.text[part.start :])]
    mine = frozenset(content_tokens(said.text, said.language))
    for at, one in enumerate(every):
        for two in every[at + 1 :]:
            left, right = mine & one.terms - two.terms, mine & two.terms - one.terms
            rest = mine - one.terms - two.terms
            if left and right and not rest and (one.terms - two.terms - mine) and (two.terms - one.terms - mine):
                yield f"{min(left)} … {min(right)}"


def turned(said: Statement, evidence: Sequence[Statement]) -> tuple[str, ...]:
    """Words whose opposite stands in all of the nearest evidence, with the sides left where they were."""
    first: tuple[str, ...] = ()
    for other in evidence:
        found = tuple(_opposites(said, other))
        if not found:
            return ()
        first = first or found
    return first


def _opposites(said: Statement, other: Statement) -> Iterator[str]:
    mine, theirs = _line(said), _line(other)
    content = set(content_tokens(said.text, said.language))
    named = _capitalised(said) & _capitalised(other)
    known = meanings(theirs)
    for word in said.words:
        for term in tokens(word.text):
            opposed = opposed_terms(term)
            facing = next((t for t in theirs if t in opposed), "") if opposed else ""
            if not facing or term in theirs or facing in mine or (retold(term, known) and term not in _TURNING):
                continue
            p, q = mine.index(term), theirs.index(facing)
            sides = [t for t in mine if t in content and t in theirs and t not in (term, facing)]
            sides = [t for t in sides if t in named] or sides
            before = next((t for t in reversed(sides) if mine.index(t) < p), "")
            after = next((t for t in sides if mine.index(t) > p), "")
            # `A is heavier than B` is `B is lighter than A`.
            exchanged = [bool(before) and theirs.index(before) > q, bool(after) and theirs.index(after) < q]
            if not sides or (any(exchanged) and sided(term)):
                continue
            if term in _DEGREE and not (_THAN.search(said.text) and _THAN.search(other.text)):
                continue
            yield word.text
