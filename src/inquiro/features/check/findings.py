"""What whoever signs the document has to know, the gravest first, and the verdict in one paragraph."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from inquiro.core.identity import canonical_url
from inquiro.core.types import CheckCounts, CheckFinding, FindingKind
from inquiro.features.check.cited_text import CitedText
from inquiro.features.check.reference_check import Examined
from inquiro.features.check.reference_fields import Reference, folded
from inquiro.features.check.sentence_check import Judged, Quoted

ORDER: tuple[FindingKind, ...] = (
    "invented_quote", "retracted", "not_found", "wrong_identifier", "contradicted", "swapped_reference", "dead_link",
    "moved", "unlisted", "mismatch", "concern", "unsupported", "corrected", "listed_twice", "never_cited",
    "open",
)  # fmt: skip
GRAVE = frozenset(ORDER[:9])
LONGEST_WORDS = 400


def all_findings(
    text: CitedText, examined: Sequence[Examined], judged: Sequence[Judged], source_ids: dict[str, str]
) -> tuple[CheckFinding, ...]:
    found = [
        *(one for each in examined for one in _of_reference(each, source_ids)),
        *(one for each in judged for one in _of_sentence(each, source_ids)),
        *_of_list(text, examined),
    ]
    return tuple(sorted(found, key=lambda one: (not one.grave, ORDER.index(one.kind), one.line)))


class Place(NamedTuple):
    """What a finding is about."""

    line: int = 0
    sentence: str = ""
    reference: str = ""
    source_id: str = ""


def _finding(
    kind: FindingKind, problem: str, advice: str, place: Place, *, words: str = "", grave: bool | None = None
) -> CheckFinding:
    return CheckFinding(
        kind=kind,
        grave=kind in GRAVE if grave is None else grave,
        problem=problem,
        advice=advice,
        line=place.line,
        sentence=place.sentence,
        reference=place.reference,
        source_id=place.source_id,
        source_words=words if len(words) <= LONGEST_WORDS else f"{words[:LONGEST_WORDS].rstrip()} …",
    )


# -- references -------------------------------------------------------------------------------------


def _of_reference(one: Examined, source_ids: dict[str, str]) -> Iterator[CheckFinding]:
    reference = one.reference
    link = "" if reference.listed else reference.text
    place = Place(reference.line, link, reference.number, source_ids.get(reference.number, ""))
    if one.state == "retracted":
        yield _finding("retracted", f"{_named(reference)} has been retracted: {one.told}.",
                       "Take it out, with every sentence that rests on it, or say in the text that it is retracted.", place=place)  # fmt: skip
    if one.stranger is not None:
        right = f" The work you mean has {one.record.doi}." if one.record and one.record.doi else ""
        yield _finding("wrong_identifier", f"{_named(reference)}: {one.told}.",
                       f"Correct the identifier, or the reference.{right}", words=one.stranger.title, place=place)  # fmt: skip
    elif one.state == "not_found":
        kind: FindingKind = "wrong_identifier" if reference.identifier and one.record else "not_found"
        yield _finding(kind, f"{_named(reference)} cannot be found: {one.told}.",
                       "Ask the author for the work itself; without it, take the reference out.", place=place)  # fmt: skip
    elif one.state == "mismatched" and one.record is not None and _other_identifier(one):
        yield _finding("wrong_identifier", f"{_named(reference)}: {reference.identifier} is not registered.",
                       f"Correct it: the work has the DOI {one.record.doi}.", words=one.record.title, place=place)  # fmt: skip
    elif one.differs:
        yield _finding("mismatch", f"{_named(reference)} is not quite what is stated: {'; '.join(one.differs)}.",
                       "Correct the reference, or find out which work was meant.",
                       words=one.record.title if one.record else one.page_title,
                       grave=one.record is None and bool(one.page_title), place=place)  # fmt: skip
    elif one.state == "mismatched":
        yield _finding("mismatch", f"{_named(reference)}: {one.told}.", "Correct the identifier.", place=place)
    yield from _of_link(one, place)
    yield from _of_notices(one, place)


def _of_link(one: Examined, place: Place) -> Iterator[CheckFinding]:
    link, reference = one.link, one.reference
    if link is None or not reference.url or link.url.startswith("https://doi.org/"):
        return
    if link.state == "dead":
        yield _finding("dead_link", f"The address of {_named(reference)} is dead: {link.told}.",
                       "Give an address that works, or an archived copy.", place=place)  # fmt: skip
    elif link.state == "moved":
        yield _finding("moved", f"The page of {_named(reference)} is gone: {link.told}.",
                       "Give the page's new address, or an archived copy.", place=place)  # fmt: skip


def _of_notices(one: Examined, place: Place) -> Iterator[CheckFinding]:
    if one.state != "retracted" and "expression of concern" in one.notices:
        yield _finding("concern", f"The publisher of {_named(one.reference)} has published an expression of concern.",
                       "Read it before you rely on the work, and mention it.", place=place)  # fmt: skip
    if "correction" in one.notices and one.state != "retracted":
        yield _finding("corrected", f"A correction to {_named(one.reference)} has been published.",
                       "See whether it touches what is cited.", place=place)  # fmt: skip


def _other_identifier(one: Examined) -> bool:
    record, reference = one.record, one.reference
    return bool(reference.doi and record and record.doi and record.doi != reference.doi)


def _of_list(text: CitedText, examined: Sequence[Examined]) -> Iterator[CheckFinding]:
    """Cited and not listed, listed and never cited, listed twice."""
    for line, mark, sentence in text.unlisted:
        yield _finding("unlisted", f"{mark} is cited, and the list of sources has no such entry.",
                       "Add the source, or take the sentence out.", place=Place(line, sentence, mark))  # fmt: skip
    for number, year in text.misdated:
        one = next(each.reference for each in examined if each.reference.number == number)
        yield _finding("mismatch", f"The text cites {_named(one)} as of {year}, the list says {one.year}.",
                       "Find out which year is right.", place=Place(one.line, "", number))  # fmt: skip
    counts = Counter(mark for sentence in text.sentences for mark in sentence.marks)
    listed = [one.reference for one in examined if one.reference.listed]
    for reference in listed if any(counts[one.number] for one in listed) else ():
        if not counts[reference.number]:
            yield _finding("never_cited", f"{_named(reference)} is listed and never cited.",
                           "Cite it where it belongs, or take it out.", place=Place(reference.line, "", reference.number))  # fmt: skip
    seen: dict[str, Reference] = {}
    for reference in listed:
        same = _identity(reference)
        if same in seen:
            yield _finding("listed_twice", f"{_named(reference)} is the same as {_named(seen[same])}.",
                           "Keep one of them.", place=Place(reference.line, "", reference.number))  # fmt: skip
        seen.setdefault(same, reference)


def _identity(reference: Reference) -> str:
    if reference.identifier:
        return reference.identifier
    return canonical_url(reference.url) if reference.url else folded(reference.text)


# -- sentences --------------------------------------------------------------------------------------


def _of_sentence(one: Judged, source_ids: dict[str, str]) -> Iterator[CheckFinding]:
    sentence, marks = one.sentence, _marks(one.cited)
    words = " … ".join(span.text for span in one.ground.spans[:2])
    source_id = source_ids.get(one.cited[0], "") if one.cited else ""
    place = Place(sentence.line, sentence.text, ", ".join(one.cited), source_id)
    for quoted in one.misquoted:
        yield _misquote(quoted, marks, place, words)
    if one.misquoted or one.outcome in {"borne_out", "uncited", "unopened"}:
        return
    why = (
        "; ".join(problem.text.replace("its evidence ", "it ") for problem in one.ground.problems)
        or "it says more than its source"
    )
    only = " Only its abstract could be read." if one.partly else ""
    if one.elsewhere:
        right = place._replace(source_id=source_ids.get(one.elsewhere, ""))
        yield _finding("swapped_reference", f"{marks} does not say this; {_marks([one.elsewhere])} does.",
                       f"Cite {_marks([one.elsewhere])} here, or find out what was meant.", words=one.instead, place=right)  # fmt: skip
    elif one.outcome == "contradicted":
        yield _finding("contradicted", f"{marks} says otherwise: {why}.{only}",
                       "Correct the sentence by its source, or take it out.", words=words, place=place)  # fmt: skip
    elif sentence.shared:
        return
    elif one.outcome == "open":
        yield _finding("open", f"{marks} may say this or not: {why}.{only}",
                       "Read both, side by side.", words=words, place=place)  # fmt: skip
    else:
        yield _finding("unsupported", f"{marks} could not be shown to say this: {why}.{only}",
                       "Read both, side by side.", words=words, place=place)  # fmt: skip


def _misquote(quoted: Quoted, marks: str, place: Place, words: str) -> CheckFinding:
    """`words` are what the source says about it, where nothing in it comes near the quotation."""
    if quoted.found_in:
        other = _marks([quoted.found_in])
        return _finding("swapped_reference", f"The words “{quoted.quote}” stand in {other}, not in {marks}.",
                        f"Cite {other} here.", place=place)  # fmt: skip
    if quoted.partly:
        return _finding("invented_quote", f"The words “{quoted.quote}” do not stand in what could be read of {marks}, its abstract.",
                        "Look them up in the full text.", grave=False, words=quoted.nearest or words, place=place)  # fmt: skip
    says = "; it says something near it" if quoted.nearest else ""
    return _finding("invented_quote", f"The words “{quoted.quote}” do not stand in {marks}{says}.",
                    "Quote the source as it is, or take the quotation marks and the words out.",
                    words=quoted.nearest or words, place=place)  # fmt: skip


# -- the verdict ------------------------------------------------------------------------------------


def counts_of(text: CitedText, examined: Sequence[Examined], judged: Sequence[Judged]) -> CheckCounts:
    states = Counter(one.state for one in examined)
    outcomes = Counter(one.outcome for one in judged if one.sentence.marks)
    return CheckCounts(
        sentences=len(text.sentences),
        cited=sum(bool(sentence.marks) for sentence in text.sentences),
        borne_out=outcomes["borne_out"],
        not_borne_out=outcomes["says_more"] + outcomes["contradicted"],
        open=outcomes["open"],
        unopened=outcomes["unopened"],
        references=len(examined),
        exist=sum(states[state] for state in ("exists", "at_hand", "corrected", "concern")),
        mismatched=states["mismatched"],
        retracted=states["retracted"],
        not_found=states["not_found"],
        dead=states["dead"] + states["moved"],
        unclear=sum(states[state] for state in ("blocked", "unreachable", "unchecked")),
    )


def verdict(counts: CheckCounts, findings: Sequence[CheckFinding]) -> str:
    """One paragraph: how many of what, and whether anything is grave."""
    grave = sum(one.grave for one in findings)
    sentences = (
        f"{_many(counts.sentences, 'sentence')}, {counts.cited} with a source: {counts.borne_out} borne out by it, "
        f"{counts.not_borne_out} not shown to be, {counts.open} left open by the rules, "
        f"{counts.unopened} whose source could not be read."
    )
    parts = [
        f"{counts.exist} exist",
        *_some(counts.mismatched, "other than stated"),
        *_some(counts.retracted, "retracted"),
        *_some(counts.not_found, "not to be found"),
        *_some(counts.dead, "with a dead link"),
        *_some(counts.unclear, "of which nothing can be said"),
    ]
    references = (
        f"{_many(counts.references, 'reference')}: {', '.join(parts)}."
        if counts.references
        else "No reference was found."
    )
    kinds = Counter(one.kind for one in findings if one.grave)
    told = ", ".join(f"{number} {_KINDS[kind][number > 1]}" for kind, number in kinds.items())
    end = f"{_many(grave, 'grave finding')}: {told}." if grave else "Nothing grave was found."
    return f"{end} {sentences} {references}"


_KINDS: dict[FindingKind, tuple[str, str]] = {
    "invented_quote": ("quotation that its source does not hold", "quotations that their sources do not hold"),
    "retracted": ("retracted work", "retracted works"),
    "not_found": ("work that cannot be found", "works that cannot be found"),
    "wrong_identifier": ("wrong identifier", "wrong identifiers"),
    "contradicted": ("sentence that its source contradicts", "sentences that their sources contradict"),
    "swapped_reference": ("sentence with the wrong source", "sentences with the wrong source"),
    "dead_link": ("dead link", "dead links"),
    "moved": ("page that is gone", "pages that are gone"),
    "unlisted": ("mark that leads nowhere", "marks that lead nowhere"),
    "mismatch": ("reference to something else", "references to something else"),
}


def _some(number: int, what: str) -> list[str]:
    return [f"{number} {what}"] if number else []


def _many(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _marks(numbers: Sequence[str]) -> str:
    return " ".join(number if number.startswith("link") else f"[{number}]" for number in numbers) or "its source"


def _named(reference: Reference) -> str:
    title = reference.title or reference.url or reference.text
    shown = title if len(title) <= 90 else f"{title[:88].rstrip()} …"
    return f"{_marks([reference.number])} “{shown}”"
