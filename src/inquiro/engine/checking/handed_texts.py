"""Texts that somebody handed over, and the verdicts on sentences about them after a judge was heard."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec

from inquiro.core.types import Document
from inquiro.engine.checking.checker import check
from inquiro.engine.checking.excerpt import Excerpt
from inquiro.engine.checking.excerpts import BETWEEN, Excerpts
from inquiro.engine.checking.judge import Judge, Question, beyond_doubt, by_number, leaves_open, ruled
from inquiro.engine.checking.verdict import Verdict

MOST_EXCERPTS = 6  # for one sentence
NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # a text that was handed over was not fetched


class HandedText(NamedTuple):
    """A text and what was told beside it."""

    text: str
    title: str = ""
    url: str = ""
    heading: str = ""
    context: str = ""

    def document(self) -> Document:
        digest = hashlib.sha256(self.text.encode(errors="replace")).hexdigest()
        return Document(
            id=digest,
            url=self.url,
            title=self.title,
            text=self.text,
            sha256=digest,
            media_type="text/plain",
            fetched_at=NEVER,
        )

    def placed(self, one: Excerpt) -> Excerpt:
        """An excerpt of the text with what was told beside it."""
        heading = BETWEEN.join(part for part in (self.heading, one.heading) if part)
        return one._replace(heading=heading, columns=one.columns or self.context)


def heard(
    judge: Judge, verdicts: Sequence[Verdict], cited: Sequence[Sequence[int]], texts: Sequence[HandedText]
) -> list[Verdict]:
    """The verdicts after a judge was asked, once, about what rules leave open; `cited` are the texts of each sentence."""
    after = list(verdicts)
    shown = _shown(after, cited, texts)
    excerpts = [tuple(one for _, one in some) for some in shown]
    for at, verdict in enumerate(after):
        if excerpts[at] and not verdict.evidence:  # nothing to compare by words; figures can be compared all the same
            known = check(verdict.text, excerpts[at])
            after[at] = msgspec.structs.replace(known, evidence=()) if known.vetoed else verdict
    asked = [at for at, verdict in enumerate(after) if leaves_open(verdict, excerpts[at])]
    questions = [Question(number=at + 1, sentence=after[at].text, excerpts=excerpts[at]) for at in asked]
    rulings = by_number(judge(questions)) if questions else {}
    for at in asked:
        found = ruled(after[at], rulings.get(at + 1), excerpts[at])
        used = after[at].evidence or tuple(sorted({shown[at][place][0] for place in found.evidence}))
        after[at] = msgspec.structs.replace(found, evidence=used)
    return after


def _shown(
    verdicts: Sequence[Verdict], cited: Sequence[Sequence[int]], texts: Sequence[HandedText]
) -> list[list[tuple[int, Excerpt]]]:
    """For each sentence that may be asked about, the places of its texts that it can rest on."""
    documents = [one.document() for one in texts]
    cut = Excerpts({})
    return [
        [(at, texts[at].placed(one)) for at in places for one in cut.nearest(documents[at], verdict.text)][
            :MOST_EXCERPTS
        ]
        if verdict.label != "quoted" and not beyond_doubt(verdict)
        else []
        for verdict, places in zip(verdicts, cited, strict=True)
    ]
