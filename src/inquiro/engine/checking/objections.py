"""What a rule can object to in a sentence: each objection is certain enough to be told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from inquiro.engine.checking.alignment import Exchanged
from inquiro.engine.checking.computing import computed
from inquiro.engine.checking.dates import Date, borne_out
from inquiro.engine.checking.denial import negative, opposed
from inquiro.engine.checking.evidence import Grounds, Placed
from inquiro.engine.checking.figures import Figure, agrees
from inquiro.engine.checking.identifiers import Identifier, holds
from inquiro.engine.checking.letters import mixed
from inquiro.engine.checking.opposites import opposite, stretched
from inquiro.engine.checking.statement import Statement, measures
from inquiro.engine.checking.verdict import Problem, ProblemKind
from inquiro.engine.checking.weights import derived, names
from inquiro.retrieval.words import Word, content_tokens

NEAR = 0.8  # of the best overlap: evidence that is about the sentence as much as the best
SAME = 0.5  # of a sentence's words: a sentence of the evidence that holds fewer cannot say the opposite of it


def unfounded(said: Statement, known: Sequence[Statement], swapped: Exchanged) -> tuple[list[Figure], list[str]]:
    """The numbers that no evidence holds, and how those came about that were worked out of others."""
    if not said.figures:
        return [], []
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


def proofs(
    said: Statement, known: Sequence[Statement], missing: Sequence[Figure], swapped: Exchanged
) -> Iterable[Problem]:
    dates = [date for one in known for date in one.dates]
    years = frozenset(year for one in known for year in one.years)
    whole = "\n".join(one.text for one in known)
    wrong_dates = [date.text for date in said.dates if not _dated(date, dates, years, swapped)]
    wrong_codes = [one.text for one in said.identifiers if one.text in swapped.identifiers or not holds(whole, one)]
    for kind, found in (("number", [f.text for f in missing]), ("date", wrong_dates), ("identifier", wrong_codes)):
        if found:
            yield lacks(kind, found)  # type: ignore[arg-type]


def _dated(date: Date, dates: list[Date], years: frozenset[int], swapped: Exchanged) -> bool:
    return date.text not in swapped.dates and borne_out(date, dates, years)


def lacks(kind: ProblemKind, found: Iterable[str], what: str = "") -> Problem:
    distinct = tuple(dict.fromkeys(found))
    return Problem(kind=kind, text=f"its evidence does not hold {what}{', '.join(distinct)}", found=distinct)


def denial(said: Statement, wording: Sequence[Placed], swapped: Exchanged) -> Iterable[Problem]:
    terms = set(content_tokens(said.text, said.language))
    shares = [len(terms & one.sentence.terms) for one in wording]
    most = max(shares, default=0)
    close = [one.sentence.text for one, share in zip(wording, shares, strict=True) if share >= NEAR * most]
    about = most >= SAME * len(terms) or negative(said.text)
    if swapped.denials or (close and about and opposed(said.text, close)):
        yield Problem(kind="negation", text="its evidence says the opposite, or says it without the negation")


def strange_letters(text: str, evidence: Sequence[str]) -> Iterable[Problem]:
    if found := mixed(text, evidence):
        yield Problem(kind="letters", text=f"it mixes alphabets in {', '.join(found)}", found=found)


def strange_words(said: Statement, held: Collection[str]) -> list[Word]:
    """The words that the evidence does not hold, in any form of theirs."""
    return [word for word in said.words if any(t not in held for t in content_tokens(word.text, said.language))]


def wording(said: Statement, on: Grounds, granted: Collection[str], swapped: Exchanged) -> Iterable[Problem]:
    """What is no way to retell: other names, words put for others, opposites, more than is said, a lost condition."""
    held = {term for one in (*on.wording, *on.proving) for term in one.sentence.terms} | set(granted)
    if strange := [word.text for word in names(said) if not derived(word, said.language, held)]:
        yield lacks("name", strange, "the names ")
    if put_in := [word.text for word in strange_words(said, held) if word.text in swapped.added]:
        yield lacks("word", put_in, "the words ")
    if others := tuple(word for word in dict.fromkeys((*swapped.names, *swapped.words)) if word not in put_in):
        told = f"it says {', '.join(others)} where its evidence says something else"
        yield Problem(kind="name" if swapped.names else "word", text=told, found=others)
    if turned := _turned(said, on, held):
        yield Problem(kind="negation", text=f"its evidence says the opposite of {', '.join(turned)}", found=turned)
    if more := stretched(said.text, held):
        yield Problem(kind="word", text=f"its evidence does not say {', '.join(more)}", found=more)
    if swapped.limits:
        lost = tuple(dict.fromkeys(swapped.limits))
        yield Problem(kind="word", text=f"it leaves out {', '.join(lost)} of its evidence", found=lost)


def _turned(said: Statement, on: Grounds, held: Collection[str]) -> tuple[str, ...]:
    """Words that the evidence lacks, and whose opposite stands in the sentence of it that shares most."""
    terms = set(content_tokens(said.text, said.language))
    best = max((one.sentence.terms for one in on.wording), key=lambda some: len(terms & some), default=frozenset[str]())
    return tuple(word.text for word in said.words if opposite(content_tokens(word.text, said.language), held, best))
