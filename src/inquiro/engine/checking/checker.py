"""One sentence against its evidence: what is certain is checked by rule, and every objection is told."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence

import regex

from inquiro.core.types import ClaimLabel
from inquiro.engine.checking.alignment import Exchanged, exchanged
from inquiro.engine.checking.computing import computed
from inquiro.engine.checking.dates import Date, borne_out
from inquiro.engine.checking.denial import opposed
from inquiro.engine.checking.figures import Figure, agrees
from inquiro.engine.checking.identifiers import Identifier, holds
from inquiro.engine.checking.statement import Statement, measures, statement
from inquiro.engine.checking.verdict import FATAL, Problem, ProblemKind, Verdict
from inquiro.retrieval.sentences import sentences
from inquiro.retrieval.words import content_tokens, detect_language

FEW_WORDS = 3
RELATED = 0.25  # of a sentence's words that stand in its evidence
NEAR = 0.8  # of the best overlap: evidence that is about the sentence as much as the best
_TYPOGRAPHY = str.maketrans({**dict.fromkeys("‘’‚‛′", "'"), **dict.fromkeys("“”„‟″«»", '"'), **dict.fromkeys("‐‑‒–—−", "-"),
                             "\u00ad": "", "\u200b": "", "\ufeff": ""})  # fmt: skip
_LATIN = regex.compile(r"\p{Latin}")
_OTHER = regex.compile(r"[\p{Cyrillic}\p{Greek}]")
_WORDS = regex.compile(r"[\p{L}\p{M}\p{N}]+")
_UNITS_OF_SCIENCE = frozenset("µμαβγδΔΩπ")


def check(text: str, quotes: Sequence[str], granted: Iterable[str] = ()) -> Verdict:
    """What a sentence may call itself; `granted` are words that need no proof, such as who is quoted."""
    if not any(quote.strip() for quote in quotes):
        nothing = Problem(kind="evidence", text="it names no fact that it rests on")
        return Verdict(text=text, label="uncited", problems=(nothing,))
    flat = flattened(text)
    if equal := tuple(at for at, quote in enumerate(quotes) if flattened(quote) == flat):
        return Verdict(text=text, label="quoted", evidence=equal)
    said, allowed = statement(text), tuple(granted)
    parts = [statement(quote[start:end]) for quote in quotes for start, end in sentences(quote)]
    swapped = exchanged(said, parts)
    known = [statement(quote) for quote in (*quotes, *allowed)]
    missing, worked_out = _unfounded(said, known, swapped)
    problems = [
        *_problems(said, known, missing, swapped),
        *_denial(text, [part.text for part in parts], swapped),
        *_strange_letters(text, quotes),
        *_words(said, quotes, allowed, swapped),
    ]
    if unrelated(text, quotes) and detect_language(text) == detect_language(" ".join(quotes)):
        problems.append(Problem(kind="topic", text="its evidence is about something else"))
    return Verdict(
        text=text,
        label=_label(problems, worked_out),
        problems=tuple(problems),
        evidence=_used(said, quotes),
        computed=tuple(worked_out),
    )


def flattened(text: str) -> str:
    """White space and typography aside: a wrapped line of a text file is still the same sentence."""
    return " ".join(text.translate(_TYPOGRAPHY).split())


def unrelated(text: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence is about something else than its evidence, as far as words of one language can tell."""
    said = set(content_tokens(text))
    if len(said) < FEW_WORDS or not quotes:
        return False
    return len(said & {term for quote in quotes for term in content_tokens(quote)}) < RELATED * len(said)


def _label(problems: Sequence[Problem], worked_out: Sequence[str]) -> ClaimLabel:
    if any(problem.kind in FATAL for problem in problems):
        return "uncited"
    return "inferred" if problems or worked_out else "supported"


def _unfounded(said: Statement, known: Sequence[Statement], swapped: Exchanged) -> tuple[list[Figure], list[str]]:
    """The numbers that no evidence holds, and how those came about that were worked out of others."""
    held = [figure for one in known for figure in one.figures]
    years = {year for one in known for year in one.years}
    units = frozenset(unit for one in known for unit in measures(one.text))
    missing: list[Figure] = []
    worked_out: list[str] = []
    for figure in said.figures:
        if figure.text not in swapped.numbers and (
            figure.value in years or any(agrees(figure, h, units) for h in held)
        ):
            continue
        how = "" if figure.text in swapped.numbers else computed(figure, held, said.text)
        if _numbered(figure, said, known):
            continue
        if how:
            worked_out.append(how)
        else:
            missing.append(figure)
    return missing, worked_out


def _numbered(figure: Figure, said: Statement, known: Sequence[Statement]) -> bool:
    """`COVID 19` where the evidence writes COVID-19."""
    before = said.text[: figure.start].rstrip().rpartition(" ")[2]
    if not before[:1].isupper() or not figure.text.isdecimal():
        return False
    name = Identifier("code", f"{before}-{figure.text}", figure.start, figure.end)
    return any(holds(code.text, name) for one in known for code in one.identifiers)


def _problems(
    said: Statement, known: Sequence[Statement], missing: Sequence[Figure], swapped: Exchanged
) -> Iterable[Problem]:
    dates = [date for one in known for date in one.dates]
    years = frozenset(year for one in known for year in one.years)
    whole = "\n".join(one.text for one in known)
    wrong_dates = [date.text for date in said.dates if not _dated(date, dates, years, swapped)]
    wrong_codes = [one.text for one in said.identifiers if one.text in swapped.identifiers or not holds(whole, one)]
    for kind, found in (("number", [f.text for f in missing]), ("date", wrong_dates), ("identifier", wrong_codes)):
        if found:
            yield _lacks(kind, found)  # type: ignore[arg-type]


def _dated(date: Date, dates: list[Date], years: frozenset[int], swapped: Exchanged) -> bool:
    return date.text not in swapped.dates and borne_out(date, dates, years)


def _lacks(kind: ProblemKind, found: Iterable[str], what: str = "") -> Problem:
    distinct = tuple(dict.fromkeys(found))
    return Problem(kind=kind, text=f"its evidence does not hold {what}{', '.join(distinct)}", found=distinct)


def _denial(text: str, parts: Sequence[str], swapped: Exchanged) -> Iterable[Problem]:
    terms = set(content_tokens(text))
    shares = [len(terms & set(content_tokens(part))) for part in parts]
    near = [part for part, share in zip(parts, shares, strict=True) if share >= NEAR * max(shares, default=0)]
    if swapped.denials or (near and opposed(text, near)):
        yield Problem(kind="negation", text="its evidence says the opposite, or says it without the negation")


def _strange_letters(text: str, quotes: Sequence[str]) -> Iterable[Problem]:
    """Words of two alphabets look like other words: what the evidence does not hold as it stands is told."""
    held = {word for quote in quotes for word in _WORDS.findall(quote)}
    mixed = [
        word
        for word in _WORDS.findall(unicodedata.normalize("NFC", text))
        if _LATIN.search(word) and set(_OTHER.findall(word)) - _UNITS_OF_SCIENCE and word not in held
    ]
    if mixed:
        found = tuple(dict.fromkeys(mixed))
        yield Problem(kind="letters", text=f"it mixes alphabets in {', '.join(found)}", found=found)


def _words(said: Statement, quotes: Sequence[str], granted: Sequence[str], swapped: Exchanged) -> Iterable[Problem]:
    allowed = {term for known in (*quotes, *granted) for term in content_tokens(known)}
    strange = [word.text for word in said.words if set(content_tokens(word.text, said.language)) - allowed]
    names = [word for word in strange if word[:1].isupper()]
    if strange:
        yield _lacks("name" if len(names) == len(strange) else "word", strange, "the words ")
    if others := [word for word in (*swapped.names, *swapped.words) if word not in strange]:
        told = f"it says {', '.join(dict.fromkeys(others))} where its evidence says something else"
        yield Problem(kind="name" if swapped.names else "word", text=told, found=tuple(dict.fromkeys(others)))
    if swapped.limits:
        lost = tuple(dict.fromkeys(swapped.limits))
        yield Problem(kind="word", text=f"it leaves out {', '.join(lost)} of its evidence", found=lost)


def _used(said: Statement, quotes: Sequence[str]) -> tuple[int, ...]:
    """The places of the evidence that shares most with the sentence, and of what holds one of its numbers."""
    terms = set(content_tokens(said.text))
    shares = [len(terms & set(content_tokens(quote))) for quote in quotes]
    best = max(shares, default=0)
    return tuple(
        at
        for at, (quote, share) in enumerate(zip(quotes, shares, strict=True))
        if share and (share >= best / 2 or any(agrees(f, h) for f in said.figures for h in statement(quote).figures))
    )
