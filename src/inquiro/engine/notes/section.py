"""The `## Research` section: what was found by topic, where the note and its sources differ, and related notes.

Every word of a source or a model is made inert; links are made of addresses that were read, and of notes that exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from urllib.parse import unquote

import regex

from inquiro.core.phrases import Phrases, phrases
from inquiro.core.snapshots import ABSTRACT_ONLY, AS_GIVEN
from inquiro.core.types import (
    Claim,
    ClaimVerdict,
    Contradiction,
    ContradictionSide,
    RelatedNote,
    Report,
    ReportSource,
    Topic,
    Value,
)
from inquiro.engine.answer import by_section
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.notes.planned import heading_of
from inquiro.retrieval.words import content_tokens
from inquiro.vault.inert import inert_text, is_inert, safe_link

HEADING = "## Research"
LONGEST_HEADING = 90
LONGEST_TITLE = 70
LONGEST_SAID = 160
MOST_DIFFERENCES = 8
MOST_MISSING = 3  # that are named; how many more there are is said
LONGEST_MISSING = 60  # characters of a point that is named as not found
TOLD = 0.6  # of a point's words in one statement
SHORT_ID = 8
_ALIASED = regex.compile(r"\[\[[^\[\]|\n]*\|([^\[\]\n]*)\]\]")


class SectionMaterial(Value, frozen=True, kw_only=True):
    """What a section is made of, beside the report."""

    note_id: str  # the document of the note itself
    links: Mapping[str, str]  # address of a note -> wikilink
    related: tuple[RelatedNote, ...] = ()
    topics: tuple[Topic, ...] = ()
    verdicts: tuple[ClaimVerdict, ...] = ()
    researched: datetime


def render_section(report: Report, material: SectionMaterial) -> str:
    """Markdown that begins with its heading and ends with a line break; lines are short, so that edits can be merged."""
    wording = phrases(report.language)
    cite = _Cite(report.sources, material.links, wording)
    claims = dict(by_section(report.claims))
    verdicts = {one.topic: one for one in material.verdicts}
    parts, missing = [HEADING], list[Topic]()
    shown: list[Contradiction] = []
    for topic in material.topics:
        against = [one for one in report.contradictions if one not in shown and _about(one, topic, material.note_id)]
        lines = [line for one in against for line in _verdict_lines(one, material, cite, wording)]
        shown += against
        held = verdicts.get(topic.id)
        if held and held.verdict == "borne_out" and (who := cite.documents(held.documents)):
            lines.append(f"- **{wording.borne_out}**: {who}.")
        lines += [_sentence(claim, cite, wording) for claim in claims.get(heading_of(topic), ())]
        if lines:
            parts += [f"### {inert_text(_title(topic))}", "\n".join(lines)]
        elif topic.label:
            missing.append(topic)
    rest = [one for one in report.contradictions if one not in shown]
    own = [one for one in rest if any(side.document_id == material.note_id for side in one.sides)]
    for heading, some in ((wording.differences, own), (wording.disagree, [one for one in rest if one not in own])):
        if differing := list(_differences(some, material, cite, wording)):
            parts += [f"### {heading}", "\n".join(differing[:MOST_DIFFERENCES])]
    if material.related:
        parts += [f"### {wording.related}", "\n".join(map(_related, material.related))]
    told = [claim.text for claim in report.claims]
    if silent := [topic for topic in missing if not _is_told(topic, told)]:
        parts.append(f"*{wording.missing}: {_listed(silent, len(material.topics), wording)}.*")
    run = report.trace_id[:SHORT_ID]
    parts.append(f"*{wording.researched.format(date=f'{material.researched:%Y-%m-%d}', run=run)}*")
    urls = {source.url for source in report.sources}
    return _gated("\n\n".join(parts) + "\n", urls, set(material.links.values()))


def _about(one: Contradiction, topic: Topic, note_id: str) -> bool:
    """Whether it is the topic's own words that others contradict."""
    return any(side.document_id == note_id and topic.context and side.statement == topic.context for side in one.sides)


def _verdict_lines(one: Contradiction, material: SectionMaterial, cite: _Cite, wording: Phrases) -> Iterator[str]:
    yield f"- **{wording.differs}**: {_told_apart(one, material, cite, wording)}."


def _is_told(topic: Topic, told: Sequence[str]) -> bool:
    """Whether what stands above, under whatever heading, has most of a topic's words."""
    words = set(content_tokens(topic.context or topic.title or topic.label))
    return any(len(words & set(content_tokens(text))) >= TOLD * len(words) for text in told) if words else False


def _listed(silent: Sequence[Topic], topics: int, wording: Phrases) -> str:
    """On one line, however many there are: those that a few words name, and how many more."""
    names = [inert_text(name) for topic in silent if len(name := _title(topic)) <= LONGEST_MISSING][:MOST_MISSING]
    if not names:
        return f"{len(silent)}/{topics}"
    more = len(silent) - len(names)
    told = "; ".join(names)
    return f"{told} {wording.and_more.format(n=more)}" if more > 0 else told


def _gated(section: str, urls: Collection[str], links: Collection[str]) -> str:
    """The last look: a line in which anything could act, whatever let it through, is not written."""
    while problems := is_inert(section, urls, links):
        bad = {int(problem.removeprefix("line ").partition(":")[0]) for problem in problems}
        section = "\n".join(line for number, line in enumerate(section.split("\n"), 1) if number not in bad)
    return section


def _title(topic: Topic) -> str:
    """In the note's words, without markup: its heading, or the sentence, cut where it is long; a label is for searching."""
    own = topic.title or (topic.context if topic.type != "concept" else "")
    said = as_words(_ALIASED.sub(r"\1", own), LONGEST_HEADING).rstrip(".。") or heading_of(topic)
    return said[:1].upper() + said[1:]


class _Cite:
    """Sources as links: pages by their address, notes by their names."""

    def __init__(self, sources: Sequence[ReportSource], links: Mapping[str, str], wording: Phrases) -> None:
        self._sources = {source.id: source for source in sources}
        self._links = links
        self._wording = wording

    def all(self, ids: Iterable[str]) -> str:
        return ", ".join(self.one(self._sources[one]) for one in dict.fromkeys(ids) if one in self._sources)

    def documents(self, ids: Iterable[str]) -> str:
        """The sources that are these documents."""
        wanted = list(dict.fromkeys(ids))
        found = sorted(
            (source for source in self._sources.values() if source.document_id in wanted),
            key=lambda source: wanted.index(source.document_id or ""),
        )
        return ", ".join(map(self.one, found))

    def one(self, source: ReportSource) -> str:
        if link := self._links.get(source.url):
            return link
        title = shortened(source.title or unquote(source.url.rstrip("/").rpartition("/")[2]), LONGEST_TITLE)
        if not source.url.startswith("http"):
            file = unquote(source.url.rpartition("/")[2])
            return inert_text(f"{title} · {file}" if file and file != title else title)
        part = any(flag.startswith((ABSTRACT_ONLY, AS_GIVEN)) for flag in source.flags)
        return safe_link(title, source.url) + (f" ({self._wording.snippet})" if part else "")


def _sentence(claim: Claim, cite: _Cite, wording: Phrases) -> str:
    doubts = {"inferred": wording.inferred, "uncited": wording.uncited}
    doubt = f" *({doubts[claim.label]})*" if claim.label in doubts else ""
    sources = cite.all(citation.source_id for citation in claim.evidence)
    return f"- {inert_text(claim.text)}{f' — {sources}' if sources else ''}{doubt}"


def _differences(
    found: Sequence[Contradiction], material: SectionMaterial, cite: _Cite, wording: Phrases
) -> Iterator[str]:
    """What concerns the note first: that is what its writer has to know."""
    own = [one for one in found if any(side.document_id == material.note_id for side in one.sides)]
    for one in (*own, *(one for one in found if one not in own)):
        if one in own:
            yield f"- **{inert_text(one.about)}**: {_told_apart(one, material, cite, wording)}."
            continue
        values = f" {wording.against} ".join(
            f"{value} ({cite.all(side.source_id for side in sides)})" for value, sides in _by_value(one.sides).items()
        )
        yield f"- {wording.differ.format(about=inert_text(one.about), values=values)}{_reason(one, wording)}."


def _told_apart(one: Contradiction, material: SectionMaterial, cite: _Cite, wording: Phrases) -> str:
    """What the note says, how many say otherwise, and what."""
    mine = [side for side in one.sides if side.document_id == material.note_id]
    same = {side.value for side in mine} - {""}
    theirs = _by_value([side for side in one.sides if side not in mine and side.value not in same])
    told = ", ".join(_others(value, sides, cite, wording) for value, sides in theirs.items())
    return wording.note_differs.format(mine=" / ".join(_by_value(mine)), theirs=told) + _reason(one, wording)


def _reason(one: Contradiction, wording: Phrases) -> str:
    return f"; {wording.kinds[one.kind]}" if one.kind != "disagreement" else ""


def _by_value(sides: Sequence[ContradictionSide]) -> dict[str, list[ContradictionSide]]:
    found: dict[str, list[ContradictionSide]] = {}
    for side in sides:
        said = side.value or f"“{shortened(side.statement, LONGEST_SAID)}”"
        found.setdefault(inert_text(said), []).append(side)
    return found


def _others(value: str, sides: Sequence[ContradictionSide], cite: _Cite, wording: Phrases) -> str:
    ids = list(dict.fromkeys(side.source_id for side in sides))
    says = wording.one_says if len(ids) == 1 else wording.many_say
    return f"{says.format(value=value, n=len(ids))} ({cite.all(ids)})"


def _related(note: RelatedNote) -> str:
    said = f": {inert_text(note.says)}" if note.says else ""
    return f"- {note.link}{said}"
