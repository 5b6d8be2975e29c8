"""What a rule can object to in a sentence: each objection is certain enough to be told."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

import regex

from inquiro.engine.checking.alignment import Exchanged
from inquiro.engine.checking.binding import misbound
from inquiro.engine.checking.binding import swapped as sides_swapped
from inquiro.engine.checking.binding import turned as turned_words
from inquiro.engine.checking.denial import clauses, denied_terms, turned
from inquiro.engine.checking.evidence import Grounds, Placed
from inquiro.engine.checking.listed import lists_as_many
from inquiro.engine.checking.opposites import stretched
from inquiro.engine.checking.standing import Told, unproven
from inquiro.engine.checking.statement import Statement, counts, measures, statement
from inquiro.engine.checking.strength import unmatched_all
from inquiro.engine.checking.support import A_WORD
from inquiro.engine.checking.verdict import Problem, ProblemKind
from inquiro.engine.checking.weights import derived, names, weights
from inquiro.retrieval.words import Word, content_tokens, detect_language
from inquiro.text.agreement import agrees
from inquiro.text.computed import computed
from inquiro.text.dates import Date, borne_out
from inquiro.text.figures import Figure
from inquiro.text.identifiers import Identifier, holds
from inquiro.text.lookalikes import mixed_beside
from inquiro.text.number_words import says_place

A_FEW = 4
_POINTING = regex.compile(
    r"(?<!\p{L})(?:the|these|those|other|its|their|our|die|der|den|diesen?|dieser|les|ces|leurs|los|las|estos|estas|sus)"
    r"(?:\s+(?:other|anderen?|autres|otros|otras))?\s+\Z",
    regex.IGNORECASE,
)
NEAR = 0.8  # of the best overlap: evidence that is about the sentence as much as the best
ANSWERED = 0.5  # of what a question shares with a sentence
FEWEST = 2  # words of a clause
HEADING = 12  # words: a line of fewer without a full stop is none
SAME = 0.5  # of a sentence's words: a sentence of the evidence that holds fewer cannot say the opposite of it

# Two things are spoken of where no number stands.
_BOTH = regex.compile(r"(?i)\b(?:both|either|neither|beide[nrs]?|les deux|ambos|ambas|entrambi|beiden)\b")


def unfounded(
    said: Statement, known: Sequence[Statement], swapped: Exchanged, terms: Collection[str] = ()
) -> tuple[list[Figure], list[str]]:
    """The numbers that no evidence holds, and how those came about that were worked out of others.

    `terms` are those of all the evidence: a sentence may count things that it lists itself, and that stand there.
    """
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
        how = "" if figure.text in swapped.numbers else computed(figure, said, known)
        if _numbered(figure, said, known) or _versioned(figure, known) or _pointed(figure, said):
            continue
        if figure.text not in swapped.numbers and lists_as_many(figure, said, terms):
            continue
        if figure.value == 2 and not figure.ordinal and any(_BOTH.search(one.text) for one in known):
            continue
        if figure.ordinal and any(says_place(one.text, int(figure.value), one.language) for one in known):
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


def numbers_a_name(number: str, said: Statement, given: Sequence[str]) -> bool:
    """`PEP 810` where the title says so: it was put in place of no number of the evidence."""
    names = [
        said.text[: one.start].rstrip().rpartition(" ")[2].strip("(\"'“") for one in said.figures if one.text == number
    ]
    return bool(names) and all(
        name[:1].isupper() and any(_holds_name(f"{name} {number}", text) for text in given) for name in names
    )


def _holds_name(name: str, text: str) -> bool:
    return regex.search(rf"(?i)(?<!\w){regex.escape(name)}(?![\w.,]*\d)", text) is not None


def _versioned(figure: Figure, known: Sequence[Statement]) -> bool:
    """`CPython 3.14` where the evidence writes version 3.14."""
    return "." in figure.text and any(
        code.kind == "version" and code.text.rpartition(" ")[2] == figure.text
        for one in known
        for code in one.identifiers
    )


def _pointed(figure: Figure, said: Statement) -> bool:
    """`the two designs`: they were named before, and nobody counts them."""
    few = figure.unit.measure == "" and figure.value <= A_FEW and figure.text.isalpha()
    return few and _POINTING.search(said.text, endpos=figure.start) is not None


def proofs(
    said: Statement, known: Sequence[Statement], missing: Sequence[Figure], swapped: Exchanged
) -> Iterable[Problem]:
    dates = [date for one in known for date in one.dates]
    years = frozenset(year for one in known for year in one.years)
    whole = "\n".join(one.text for one in known)
    wrong_dates = [date.text for date in said.dates if not _dated(date, dates, years, swapped)]
    wrong_codes = [one.text for one in said.identifiers if one.text in swapped.identifiers or not holds(whole, one)]
    follows = [f for f in missing if f.text not in swapped.numbers and computed(f, said, known, unsaid=True)]
    nowhere = [f.text for f in missing if f not in follows]
    for kind, found in (("number", nowhere), ("date", wrong_dates), ("identifier", wrong_codes)):
        if found:
            yield lacks(kind, found)  # type: ignore[arg-type]
    if follows:
        texts = tuple(dict.fromkeys(f.text for f in follows))
        told = f"its evidence does not hold {', '.join(texts)}, though it can be worked out"
        yield Problem(kind="computed", text=told, found=texts)


def _dated(date: Date, dates: list[Date], years: frozenset[int], swapped: Exchanged) -> bool:
    return date.text not in swapped.dates and borne_out(date, dates, years)


def lacks(kind: ProblemKind, found: Iterable[str], what: str = "") -> Problem:
    distinct = tuple(dict.fromkeys(found))
    return Problem(kind=kind, text=f"its evidence does not hold {what}{', '.join(distinct)}", found=distinct)


def denial(said: Statement, wording: Sequence[Placed], near: Sequence[Placed], swapped: Exchanged) -> Iterable[Problem]:
    """That the evidence which a clause is about says no where the clause says yes, or the other way round."""
    full = [one for one in wording if _told(one.sentence.text)]
    there = frozenset(term for one in near for term in denied_terms(one.sentence.text, said.language))
    if swapped.denials or any(_opposed(clause, said.language, full, there) for clause in clauses(said.text)):
        yield Problem(kind="negation", text="its evidence says the opposite, or says it without the negation")


def _told(text: str) -> bool:
    """Whether it is a sentence that says something: no question, no heading."""
    return not text.endswith("?") and (len(text.split()) > HEADING or text[-1:] in ".!。！")


def _opposed(clause: str, language: str, wording: Sequence[Placed], there: frozenset[str]) -> bool:
    terms = frozenset(content_tokens(clause, language))
    if len(terms) < FEWEST or (denied_terms(clause, language) and terms & there):
        return False
    shares = [len(terms & one.sentence.terms) for one in wording]
    most = max(shares, default=0)
    if most < SAME * len(terms):
        return False
    close = [one.sentence.text for one, share in zip(wording, shares, strict=True) if share >= NEAR * most]
    return all(turned(clause, one, language) for one in close)


def nearest(said: Statement, wording: Sequence[Placed]) -> list[Placed]:
    """The evidence that is about the sentence as much as the best of it."""
    terms = frozenset(content_tokens(said.text, said.language))
    shares = [len(terms & one.sentence.terms) for one in wording]
    most = max(shares, default=0)
    # A question or a heading is what its answer or its text is about, and no proof: where there is one, that counts.
    told = [(one, share) for one, share in zip(wording, shares, strict=True) if _told(one.sentence.text)]
    answered = max((share for _, share in told), default=0)
    if answered and answered >= ANSWERED * most:
        return [one for one, share in told if share >= NEAR * answered]
    return [one for one, share in zip(wording, shares, strict=True) if most and share >= NEAR * most]


def mentioned(text: str, near: Sequence[Placed], headings: Sequence[str]) -> Iterable[Problem]:
    """That the evidence only mentions what the sentence asserts."""
    if found := unproven(text, [_placed(one, headings) for one in near]):
        kind: ProblemKind = "hedge" if found.kind in {"hypothetical", "planned"} else "standing"
        words = f"its evidence does not assert it ({found.kind}: {found.by.strip(' |')})"
        yield Problem(kind=kind, text=words, found=(found.by,))


def _placed(one: Placed, headings: Sequence[str]) -> Told:
    return Told(one.sentence.text, one.sentence.before, one.sentence.after, headings[one.place] if headings else "")


def bound(said: Statement, on: Grounds, near: Sequence[Placed]) -> Iterable[Problem]:
    """Numbers, dates and names that belong to something else in the evidence, and comparisons turned round."""
    if counts(said.text):
        proving = [statement(one.sentence.text) for one in on.proving if counts(one.sentence.text)]
        if found := tuple(dict.fromkeys(misbound(said, proving))):
            words = f"in its evidence {', '.join(found)} belongs to something else"
            yield Problem(kind="binding", text=words, found=found)
    read = [statement(one.sentence.text) for one in near]
    if read and (how := sides_swapped(said, read)):
        yield Problem(kind="binding", text=f"its evidence says it the other way round: {how}", found=(how,))
    if read and (words_turned := turned_words(said, read)):
        listed = ", ".join(words_turned)
        yield Problem(kind="negation", text=f"its evidence says the opposite of {listed}", found=words_turned)


def widened(said: Statement, wording: Sequence[Placed]) -> Iterable[Problem]:
    """`All` of something that the evidence which the clause is about does not say of all of it."""
    for clause in clauses(said.text):
        terms = frozenset(content_tokens(clause, said.language))
        shares = [len(terms & one.sentence.terms) for one in wording]
        most = max(shares, default=0)
        close = [one.sentence.text for one, share in zip(wording, shares, strict=True) if most and share >= NEAR * most]
        if found := unmatched_all(clause, close, said.language):
            yield Problem(kind="scope", text=f"its evidence does not say {found} of the same thing", found=(found,))


def strange_letters(text: str, evidence: Sequence[str]) -> Iterable[Problem]:
    if found := mixed_beside(text, evidence):
        yield Problem(kind="letters", text=f"it mixes alphabets in {', '.join(found)}", found=found)


def strange_words(said: Statement, held: Collection[str]) -> list[Word]:
    """The words that the evidence does not hold, in any form of theirs."""
    return [word for word in said.words if any(t not in held for t in content_tokens(word.text, said.language))]


def wording(
    said: Statement, on: Grounds, granted: Collection[str], swapped: Exchanged, lacking: Mapping[str, float]
) -> Iterable[Problem]:
    """What is no way to retell: other names, words put for others, opposites, more than is said, a lost condition."""
    held = {term for one in (*on.wording, *on.proving) for term in one.sentence.terms} | set(granted)
    if strange := [word.text for word in names(said) if not derived(word, said.language, held)]:
        # Names of places have other names in other languages: only within one is a missing one certain.
        alike = said.language == detect_language(" ".join(one.sentence.text for one in on.wording))
        yield lacks("name" if alike else "word", strange, "the names ")
    put_in = [
        word.text
        for word in strange_words(said, held)
        if word.text in swapped.added
        and any(lacking.get(t, 0.0) >= A_WORD for t in content_tokens(word.text, said.language))
    ]
    if put_in:
        yield lacks("word", put_in, "the words ")
    named = {word.text for word in names(said)}
    exchanged_words = [word for word in dict.fromkeys((*swapped.names, *swapped.words)) if word not in put_in]
    weighed = weights(said)
    telling = {word for word in exchanged_words if any(t in weighed for t in content_tokens(word, said.language))}
    if others := tuple(word for word in exchanged_words if word in named or (word[:1].islower() and word in telling)):
        told = f"it says {', '.join(others)} where its evidence says something else"
        yield Problem(kind="binding" if named.intersection(others) else "word", text=told, found=others)
    if more := stretched(said.text, held):
        yield Problem(kind="word", text=f"its evidence does not say {', '.join(more)}", found=more)
    if swapped.limits:
        lost = tuple(dict.fromkeys(swapped.limits))
        yield Problem(kind="word", text=f"it leaves out {', '.join(lost)} of its evidence", found=lost)
