"""Which documents speak with one voice: copies, parts of one another, one work, one upstream work, one publisher."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from inquiro.core.types import Document, Evidence, Value
from inquiro.engine.citing import works_cited, works_of
from inquiro.engine.likeness import alike_pairs, likeness, shingles
from inquiro.engine.publishers import host_of, publisher_of, registrable

COPY = 0.5  # this much of the shorter text stands in the other: one origin
NEAR_IDENTICAL = 0.8  # of all word runs of both
FEWEST_RUNS = 4  # of eight words: two short statements of one thing may be alike by chance
AROUND = 240  # characters to either side of a quote: who takes over a passage may quote another sentence of it
WIRE_COPY = 0.15  # is enough where both credit the same agency: papers shorten what they take over
# Their hosts hold the works of many: two papers of one journal are two voices.
_MANY_VOICES = frozenset({"index", "preprint", "journal", "code", "qa", "blog", "farm"})
_AGENCY = r"Reuters|AFP|AP|dpa|ANSA|EFE|UPI|TASS|Xinhua|Kyodo|PTI|APA|Keystone-SDA|Bloomberg|Europa Press"
_CREDIT = re.compile(
    rf"\((?:{_AGENCY})(?:/[\w-]+)?\)|^\s*(?:{_AGENCY})\s*$|\b(?:[Ss]ource|Quelle|Fuente|By|Mit Material von)\s*:?\s*"
    rf"(?:the\s+)?(?:{_AGENCY}|Associated Press)\b|\bThe Associated Press\b|^\s*By (?:[\w.]+ ){{1,3}}\| AP\b",
    re.MULTILINE,
)
_NAME = re.compile(rf"{_AGENCY}|Associated Press")


class Origin(Value, frozen=True, kw_only=True):
    """Documents that count once, in the order they were read, and what ties them together, in words."""

    documents: tuple[str, ...]
    reasons: tuple[str, ...] = ()


class Origins:
    """Over all documents of a run; built once, asked for every fact."""

    def __init__(self, documents: Iterable[Document]) -> None:
        self._documents = {document.id: document for document in documents}
        ids = list(self._documents)
        pairs = alike_pairs([document.text for document in self._documents.values()])
        self._alike = {frozenset((ids[a], ids[b])) for a, b in pairs}
        self._firsts = self._first_copies(ids)

    def of(self, proofs: Sequence[Evidence]) -> tuple[Origin, ...]:
        """The independent origins of quotes, in the order of the quotes."""
        groups: list[tuple[list[Evidence], dict[str, None]]] = []
        for proof in proofs:
            if proof.document_id not in self._documents:
                continue
            tied = [(group, why) for group in groups if (why := self._tie(proof, group[0])) is not None]
            if not tied:
                groups.append(([proof], {}))
                continue
            home, reasons = tied[0][0]
            for (members, known), why in tied:
                reasons |= {**known, why: None} if why else known
                if members is not home:
                    home.extend(members)
            home.append(proof)
            absorbed = [group for group, _ in tied[1:]]
            groups = [group for group in groups if not any(group is gone for gone in absorbed)]
        return tuple(
            Origin(documents=tuple(dict.fromkeys(p.document_id for p in members)), reasons=tuple(reasons))
            for members, reasons in groups
        )

    def first(self, document_id: str) -> str:
        """The document that stands for all copies of this one: the first that was read."""
        return self._firsts.get(document_id, document_id)

    def copies(self, one: str, other: str) -> bool:
        """Whether two documents are one work: the same text, or the same identifier."""
        a, b = self._documents.get(one), self._documents.get(other)
        return a is not None and b is not None and bool(self._same_work(a, b) or self._same_text(a, b))

    def _tie(self, proof: Evidence, group: Sequence[Evidence]) -> str | None:
        """Why a quote has the origin of a group; nothing to say for a second quote of one document; None: it has not."""
        if any(proof.document_id == other.document_id for other in group):
            return ""
        ties = (self._why(proof, other) for other in group)
        return next((why for why in ties if why), None)

    def _why(self, proof: Evidence, other: Evidence) -> str:
        a, b = self._documents[proof.document_id], self._documents[other.document_id]
        return (
            self._same_work(a, b)
            or self._same_text(a, b)
            or _same_words(a, proof, b, other)
            or _same_upstream(a, proof, b, other)
            or _same_publisher(a, b)
        )

    def _same_work(self, a: Document, b: Document) -> str:
        shared = sorted(works_of(a) & works_of(b))
        named = [name for name in shared if not name.startswith("url:")]
        return f"same work ({_spoken(named[0])})" if named else "same address" if shared else ""

    def _same_text(self, a: Document, b: Document) -> str:
        if a.text == b.text and len(a.text) > 200:
            return "the same text"
        if frozenset((a.id, b.id)) not in self._alike:
            return ""
        like = likeness(a.text, b.text)
        if like.shared >= NEAR_IDENTICAL:
            return f"near-identical text ({like.shared:.2f})"
        if like.contained > COPY:
            return f"one holds the text of the other ({like.contained:.2f})"
        agencies = _credits(a.text) & _credits(b.text)
        if agencies and like.contained >= WIRE_COPY:
            return f"the same report of {min(agencies)} ({like.contained:.2f})"
        return ""

    def _first_copies(self, ids: Sequence[str]) -> dict[str, str]:
        """Only documents that look alike or share an identifier are compared."""
        order = {document_id: place for place, document_id in enumerate(ids)}
        pairs = {tuple(sorted(pair, key=order.__getitem__)) for pair in self._alike if len(pair) == 2}
        known: dict[str, str] = {}
        for document_id in ids:
            for name in works_of(self._documents[document_id]):
                if (first := known.setdefault(name, document_id)) != document_id:
                    pairs.add((first, document_id))
        firsts: dict[str, str] = {}
        for one, other in sorted(pairs, key=lambda pair: (order[pair[1]], order[pair[0]])):
            if other not in firsts and self.copies(one, other):
                firsts[other] = one
        return firsts


def _same_words(a: Document, near: Evidence, b: Document, near_other: Evidence) -> str:
    """Two documents that differ, with a passage that one took from the other: there they speak with one voice."""
    for reach in (0, AROUND):
        one, other = (
            text[max(0, proof.start - reach) : proof.end + reach]
            for text, proof in ((a.text, near), (b.text, near_other))
        )
        if min(shingles(one), shingles(other)) >= FEWEST_RUNS and likeness(one, other).contained >= COPY:
            return f"the same words in both ({likeness(one, other).contained:.2f})"
    return ""


def _same_upstream(a: Document, near: Evidence, b: Document, near_other: Evidence) -> str:
    mine, theirs = works_cited(a, near.start, near.end), works_cited(b, near_other.start, near_other.end)
    if cited := sorted((mine & works_of(b)) | (theirs & works_of(a))):
        return f"one cites the other ({_spoken(cited[0])})"
    if shared := sorted(mine & theirs):
        return f"both cite {_spoken(shared[0])}"
    return ""


def _same_publisher(a: Document, b: Document) -> str:
    owner = _owner(a.url)
    return f"same publisher ({owner})" if owner and owner == _owner(b.url) else ""


def _owner(url: str) -> str:
    owner = registrable(host_of(url))
    if not owner or publisher_of(host_of(url)).kind in _MANY_VOICES - {"blog"}:
        return ""
    lends = publisher_of(owner).kind == "blog" and owner.count(".") == 1  # everybody's posts under one name
    return "" if lends else owner


def _spoken(name: str) -> str:
    kind, _, value = name.partition(":")
    return {"doi": f"DOI {value}", "arxiv": f"arXiv {value}", "pmid": f"PMID {value}"}.get(kind, value)


@lru_cache(maxsize=2_048)
def _credits(text: str) -> frozenset[str]:
    """The agencies that a page credits, where credits stand: in its head or at its end."""
    ends = text if len(text) < 4_000 else f"{text[:2_000]}\n{text[-2_000:]}"
    named = (_NAME.search(match[0]) for match in _CREDIT.finditer(ends))
    return frozenset("AP" if name[0] == "Associated Press" else name[0] for name in named if name)
