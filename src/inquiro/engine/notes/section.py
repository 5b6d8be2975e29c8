"""The `## Research` section: what was found by topic, where the note and its sources differ, and related notes.

Every word of a source or a model is made inert; links are made of addresses that were read, and of notes that exist.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import datetime

from inquiro.core.phrases import Phrases, phrases
from inquiro.core.snapshots import ABSTRACT_ONLY, AS_GIVEN
from inquiro.core.types import Claim, Contradiction, ContradictionSide, RelatedNote, Report, ReportSource, Topic, Value
from inquiro.engine.answer import by_section
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.notes.planned import heading_of
from inquiro.vault.inert import inert_text, is_inert, safe_link

HEADING = "## Research"
LONGEST_HEADING = 90
LONGEST_TITLE = 70
LONGEST_SAID = 160
MOST_DIFFERENCES = 8
SHORT_ID = 8


class SectionMaterial(Value, frozen=True, kw_only=True):
    """What a section is made of, beside the report."""

    note_id: str  # the document of the note itself
    links: Mapping[str, str]  # address of a note -> wikilink
    related: tuple[RelatedNote, ...] = ()
    topics: tuple[Topic, ...] = ()
    researched: datetime


def render_section(report: Report, material: SectionMaterial) -> str:
    """Markdown that begins with its heading and ends with a line break; lines are short, so that edits can be merged."""
    wording = phrases(report.language)
    cite = _Cite(report.sources, material.links, wording)
    claims = dict(by_section(report.claims))
    parts = [HEADING]
    for topic in material.topics:
        if told := claims.get(heading_of(topic)):
            parts += [f"### {inert_text(_title(topic))}", "\n".join(_sentence(claim, cite, wording) for claim in told)]
    if differing := list(_differences(report.contradictions, material, cite, wording)):
        parts += [f"### {wording.differences}", "\n".join(differing[:MOST_DIFFERENCES])]
    if material.related:
        parts += [f"### {wording.related}", "\n".join(map(_related, material.related))]
    if missing := [inert_text(topic.label) for topic in material.topics if topic.label and topic.label not in claims]:
        parts.append(f"*{wording.missing}: {'; '.join(missing)}.*")
    run = report.trace_id[:SHORT_ID]
    parts.append(f"*{wording.researched.format(date=f'{material.researched:%Y-%m-%d}', run=run)}*")
    urls = {source.url for source in report.sources}
    return _gated("\n\n".join(parts) + "\n", urls, set(material.links.values()))


def _gated(section: str, urls: Collection[str], links: Collection[str]) -> str:
    """The last look: a line in which anything could act, whatever let it through, is not written."""
    while problems := is_inert(section, urls, links):
        bad = {int(problem.removeprefix("line ").partition(":")[0]) for problem in problems}
        section = "\n".join(line for number, line in enumerate(section.split("\n"), 1) if number not in bad)
    return section


def _title(topic: Topic) -> str:
    """As its writer put it, where that is short; a label is made for searching."""
    said = as_words(topic.context, 2 * LONGEST_HEADING)
    if topic.type != "concept" and 0 < len(said) <= LONGEST_HEADING:
        return said.rstrip(".。")
    label = heading_of(topic)
    return label[:1].upper() + label[1:]


class _Cite:
    """Sources as links: pages by their address, notes by their names."""

    def __init__(self, sources: Sequence[ReportSource], links: Mapping[str, str], wording: Phrases) -> None:
        self._sources = {source.id: source for source in sources}
        self._links = links
        self._wording = wording

    def all(self, ids: Iterable[str]) -> str:
        return ", ".join(self.one(self._sources[one]) for one in dict.fromkeys(ids) if one in self._sources)

    def one(self, source: ReportSource) -> str:
        if link := self._links.get(source.url):
            return link
        title = shortened(source.title, LONGEST_TITLE)
        if not source.url.startswith("http"):
            return inert_text(title)
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
        about = inert_text(one.about)
        reason = f"; {wording.kinds[one.kind]}" if one.kind != "disagreement" else ""
        mine = [side for side in one.sides if side.document_id == material.note_id]
        theirs = _by_value([side for side in one.sides if side not in mine])
        if mine:
            told = ", ".join(_others(value, sides, cite, wording) for value, sides in theirs.items())
            said = wording.note_differs.format(mine=" / ".join(_by_value(mine)), theirs=told)
            yield f"- **{about}**: {said}{reason}."
        else:
            values = f" {wording.against} ".join(
                f"{value} ({cite.all(side.source_id for side in sides)})" for value, sides in theirs.items()
            )
            yield f"- {wording.differ.format(about=about, values=values)}{reason}."


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
