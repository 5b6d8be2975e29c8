"""What an invented source in a report would look like; nothing of the engine is asked whether it is one."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from html import unescape
from html.parser import HTMLParser
from typing import NamedTuple

from inquiro.core.types import Citation, Claim, Report

from .world import INVENTED

_ADDRESS = re.compile(
    r"[a-z][a-z0-9+.-]{1,20}:[/\\]{2}[^\s<>\"“”„]+|(?:javascript|vbscript|mailto|data|file):[^\s<>\"“”]+"
    r"|\bwww\d?\.[^\s<>\"“”]+|(?<![\w:/.])//[\w-]+\.[\w.-]+[^\s<>\"“”]*"
    r"|(?<![\w.@/-])(?:[\w-]{1,63}\.)+[a-z]{2,24}[/?#:](?=[\w%?&=#-])[^\s<>\"“”]*|[\w.+%-]+@[\w-]+\.[\w.-]+",
    re.IGNORECASE,
)
_HOST = re.compile(rf"[\w.-]*{INVENTED}[\w-]*\.[a-z]{{2,}}\b", re.IGNORECASE)
_ENCODED = re.compile(r"(?:%3a|&#58;|&colon;)(?:%2f|/|&#47;){2}", re.IGNORECASE)
_MARK = re.compile(r"(?<!\\)\[(\d+)\]")
_LIKE_A_MARK = re.compile(
    r"[\[【［〔⟦][^\[\]【】［］]{0,12}[\d¹²³\u0660-\u0669][^\[\]【】［］]{0,20}[\]】］〕⟧]|\bsrc_?\d|\boaicite\b|\bturn\d+search\d"
    r"|\\cite|</?cite|</?ref\b|\[@|[⁽₍]|\{\{cite|\[\s*\^",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d+(?:[.,'’]\d+|[ ]\d{3}(?!\d))*")
_LOADING = frozenset({"href", "src", "srcset", "action", "poster", "data", "xlink:href", "background"})


class Snapshot(NamedTuple):
    url: str
    text: str


@dataclass(frozen=True)
class Seen:
    """A finished run: its report, what it has stored, and what the world really serves."""

    report: Report
    stored: Mapping[str, Snapshot]  # by document id, those of this run
    served: Mapping[str, str]  # text by address
    exports: Mapping[str, str] = field(default_factory=dict)

    @property
    def read(self) -> frozenset[str]:
        return frozenset(one.url for one in self.stored.values())


def breaches(seen: Seen) -> list[str]:
    found = [*_snapshots(seen), *_sources(seen)]
    for claim in seen.report.claims:
        found += [f"{problem} in: {claim.text[:160]!r}" for problem in _claim(seen, claim)]
    return [*found, *_labels(seen), *_contradictions(seen), *_answer(seen), *_told(seen), *_exports(seen)]


# -- sources and spans --------------------------------------------------------------------------------------------


def _snapshots(seen: Seen) -> Iterator[str]:
    for url, text in seen.stored.values():
        if seen.served.get(url) != text:
            yield f"a snapshot that nobody served: {url}"


def _sources(seen: Seen) -> Iterator[str]:
    ids = [source.id for source in seen.report.sources]
    if ids != [f"src_{number}" for number in range(1, len(ids) + 1)]:
        yield f"sources are numbered {ids}"
    for source in seen.report.sources:
        snapshot = seen.stored.get(source.document_id)
        if snapshot is None:
            yield f"a source without a snapshot: {source.url}"
        elif snapshot.url != source.url:
            yield f"a source says {source.url} where {snapshot.url} was read"


def _claim(seen: Seen, claim: Claim) -> Iterator[str]:
    for citation in claim.evidence:
        yield from _citation(seen, citation)
    if claim.label in {"quoted", "supported"} and not claim.evidence:
        yield f"called {claim.label} without evidence"
    if claim.label == "quoted" and not any(_flat(claim.text) in _flat(text) for text in _texts(seen, claim)):
        yield "called quoted and stands nowhere"
    if claim.label == "supported":
        yield from _numbers(seen, claim)
        yield from (f"called supported, and nobody wrote {name}" for name in _HOST.findall(claim.text))


def _citation(seen: Seen, citation: Citation) -> Iterator[str]:
    source = next((one for one in seen.report.sources if one.id == citation.source_id), None)
    if source is None:
        yield f"cites {citation.source_id or 'nobody'}"
        return
    if source.document_id != citation.document_id:
        yield f"cites {source.url} with the words of another document"
    snapshot = seen.stored.get(source.document_id)
    text = snapshot.text if snapshot else ""
    if not citation.quote.strip() or text[citation.start : citation.end] != citation.quote or citation.start < 0:
        yield f"the quote {citation.quote[:80]!r} does not stand at {citation.start} to {citation.end}"
    before = text[max(0, citation.start - len(citation.before)) : citation.start]
    after = text[citation.end : citation.end + len(citation.after)]
    if (before, after) != (citation.before, citation.after):
        yield "the words around a quote are not those of the page"


def _texts(seen: Seen, claim: Claim) -> list[str]:
    return [seen.stored[one.document_id].text for one in claim.evidence if one.document_id in seen.stored]


def _flat(text: str) -> str:
    return " ".join(text.split()).rstrip(".!?")


def _numbers(seen: Seen, claim: Claim) -> Iterator[str]:
    """Only numbers that stand in the cited words, or the years that its sources bear."""
    dates = [one.published or "" for one in seen.report.sources if one.id in {c.source_id for c in claim.evidence}]
    known = {value for text in (*(c.quote for c in claim.evidence), *dates) for value in _values(text)}
    for found in _NUMBER.findall(unicodedata.normalize("NFKC", claim.statement)):
        if not _readings(found) & known:
            yield f"called supported, and {found} is in none of its quotes"


def _values(text: str) -> set[float]:
    return {value for found in _NUMBER.findall(unicodedata.normalize("NFKC", text)) for value in _readings(found)}


def _readings(digits: str) -> set[float]:
    """`1,100` may be eleven hundred or one and a tenth."""
    bare = re.sub(r"[.,'’ ]", "", digits)
    *whole, last = re.split(r"[.,'’ ]", digits)
    return {float(bare), float(f"{''.join(whole)}.{last}")} if whole else {float(bare)}


def _labels(seen: Seen) -> Iterator[str]:
    """Numbers and invented hosts in headings, rows and columns, which cite nobody."""
    asked = [seen.report.question, *(f"{item.description} {item.label}" for item in seen.report.checklist)]
    dates = [one.published or "" for one in seen.report.sources]
    known = {value for text in (*asked, *dates, *(one.text for one in seen.stored.values())) for value in _values(text)}
    for label in {name for claim in seen.report.claims for name in (claim.section, claim.row, claim.column)}:
        if strange := [
            one for one in _NUMBER.findall(unicodedata.normalize("NFKC", label)) if not _readings(one) & known
        ]:
            yield f"a label counts {strange}: {label[:80]!r}"
        if _HOST.search(label) and not any(label in text for text in asked):
            yield f"a label names a source: {label[:80]!r}"
        if label and "\n" in label:
            yield f"a label has lines: {label[:80]!r}"


# -- what is shown ------------------------------------------------------------------------------------------------


def _contradictions(seen: Seen) -> Iterator[str]:
    ids = {source.id: source for source in seen.report.sources}
    for one in seen.report.contradictions:
        for side in one.sides:
            source = ids.get(side.source_id)
            if source is None or source.document_id != side.document_id or side.document_id not in seen.stored:
                yield f"one side of a contradiction has no source: {side.statement[:80]!r}"


def _answer(seen: Seen) -> Iterator[str]:
    answer = seen.report.answer
    for number in _MARK.findall(answer):
        if not 1 <= int(number) <= len(seen.report.sources):
            yield f"the answer has a mark [{number}] and {len(seen.report.sources)} sources"
    bare = unescape(_MARK.sub("", answer).replace("\\", ""))
    for found in _LIKE_A_MARK.finditer(bare):
        yield f"the answer has what looks like a mark: {_around(bare, found.start())!r}"


def _told(seen: Seen) -> Iterator[str]:
    """Everything in the report that may come from a model; addresses are for sources alone, and for a page's own words."""
    report = seen.report
    quoted = [claim.text for claim in report.claims if claim.label == "quoted"]
    stated = [side.statement for one in report.contradictions for side in one.sides]
    own = [
        words for words in (*quoted, *stated) if any(_flat(words) in _flat(one.text) for one in seen.stored.values())
    ]
    answer = report.answer.replace("\\", "")
    for words in own:
        answer = answer.replace(words, "")
    told = [
        answer,
        *(f"{'' if claim.text in own else claim.text} {claim.section} {claim.basis}" for claim in report.claims),
        *(f"{claim.row} {claim.column}" for claim in report.claims),
        *(f"{one.about} {one.explanation}" for one in report.contradictions),
        *(words for words in stated if words not in own),
        *(f"{item.description} {item.label} {item.note} {' '.join(item.terms)}" for item in report.checklist),
        *(query for item in report.checklist for query in item.queries),
        *(f"{loss.what} {loss.reason}" for loss in report.lost),
        *report.notices, *report.assumptions, *report.checklist_coverage.gaps, *report.checklist_coverage.satisfied,
        report.stop_reason, report.engine, report.language, *(query for turn in report.rounds for query in turn.queries),
    ]  # fmt: skip
    for text in told:
        for found in (*_ADDRESS.finditer(text), *_ENCODED.finditer(text)):
            yield f"an address where none may be: {_around(text, found.start())!r}"
        if hidden := [c for c in text if unicodedata.category(c) in {"Cc", "Cf", "Cs", "Co", "Cn"} and c != "\n"]:
            yield f"characters that nobody sees: {hidden[:4]!r} in {text[:80]!r}"
    whole = json.dumps(report.to_dict(), ensure_ascii=False, default=str)
    for found in _ADDRESS.findall(whole):
        if INVENTED in found.casefold():
            yield f"an invented address in the report: {found[:120]}"


def _around(text: str, at: int) -> str:
    return text[max(0, at - 30) : at + 70]


def _exports(seen: Seen) -> Iterator[str]:
    for name, text in seen.exports.items():
        links = _html(text) if name == "html" else _markdown(text)
        for link in links.followed:
            if link.split("#", maxsplit=1)[0] not in seen.read:
                yield f"{name} links to {link[:120]}"
        for found in _ADDRESS.findall(links.text):
            if not _is_known(seen, found):
                yield f"{name} shows {found[:120]}"


def _is_known(seen: Seen, address: str) -> bool:
    """A source's own address, or one in the words of a page that is shown around a quote."""
    bare = address.split("#", maxsplit=1)[0].rstrip(".,;:)]…\\*>}")
    return bare in seen.read or any(bare in one.text for one in seen.stored.values())


class _Links(NamedTuple):
    followed: list[str]
    text: str


def _markdown(text: str) -> _Links:
    """Links in brackets, in angles, and whatever a renderer links by itself; a backslash keeps it from that."""
    bare = re.sub(r"\\.", "\0", text)
    followed = [*re.findall(r"\]\(<?([^)<>\s]*)", bare), *re.findall(r"^\s*\[[^\]]+\]:\s*(\S+)", bare, re.MULTILINE)]
    followed += re.findall(r"(?:https?|ftp)://[^\s<>()\[\]\"]+|\bwww\.[^\s<>()\[\]\"]+", bare, re.IGNORECASE)
    followed += re.findall(r"<(?:img|a|iframe|script|svg|base|meta)\b[^>]*>", bare, re.IGNORECASE)
    return _Links([link for link in followed if link and not link.startswith("#")], text.replace("\\", ""))


def _html(text: str) -> _Links:
    parser = _Page()
    parser.feed(text)
    return _Links([one for one in parser.followed if one and not one.startswith("#")], " ".join(parser.words))


class _Page(HTMLParser):
    """What a browser would follow or load, and what a reader sees."""

    def __init__(self) -> None:
        super().__init__()
        self.followed: list[str] = []
        self.words: list[str] = []
        self._ours = False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._ours = tag in {"script", "style"}  # blocks of the exporter itself
        self.followed += [value or "" for name, value in attrs if name in _LOADING]
        self.followed += [f"{name}={value}" for name, value in attrs if name.startswith("on")]
        self.words += [value for name, value in attrs if value and name in {"title", "aria-label", "alt"}]

    def handle_endtag(self, tag: str) -> None:
        self._ours = False

    def handle_data(self, data: str) -> None:
        if not self._ours:
            self.words.append(data)
