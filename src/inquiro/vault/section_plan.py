"""A note with its new section in it, worked out before anything is written."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from inquiro.core.errors import BadAnswer
from inquiro.vault.blocks import split_lines
from inquiro.vault.history import NoteHistory, Record
from inquiro.vault.marks import Mark, digest_of, mark_for, marks_in, without_marks
from inquiro.vault.section import (
    LEVEL,
    TITLE,
    Section,
    fitted,
    lead_for,
    line_break,
    sections_in,
    stands,
    without_last_break,
)
from inquiro.vault.threeway import merge

HEADING = f"{'#' * LEVEL} {TITLE}"
_RESEARCHED = re.compile(r"^\*[^\n]*\binquiro runs show [0-9a-zA-Z]{1,16}[^\n]*\*[ \t]*$", re.MULTILINE)
Lookup = Callable[[Mark], Record | None]


class Generated(NamedTuple):
    """What a run has to say under the heading, with LF and no line break at its end."""

    body: str
    mark: Mark


class Plan(NamedTuple):
    """The whole note as it would be; `before` is None where there was no section."""

    text: str
    core: str
    before: str | None
    lead: str = ""
    kept: int = 0


def generated(section: str, run_id: str) -> Generated:
    """The section as a run gives it, checked to be one section and nothing that would swallow what follows it."""
    lines = [line.rstrip("\r\n") for line in split_lines(section)]
    body = without_marks("\n".join(lines[1:]))
    whole = f"{HEADING}\n{body}"
    if not lines or lines[0].strip() != HEADING or not stands(f"{whole}\n\n# End\n", 0, without_last_break(whole)):
        raise BadAnswer(f"what was generated is not one section under '{HEADING}': a heading or an open block is in it")
    return Generated(body, mark_for(run_id, body))


def planned(text: str, new: Generated, history: NoteHistory, lookup: Lookup) -> Plan | None:
    """None where the note is such that a section put into it would not be one: its end is inside code or a comment."""
    eol = line_break(text)
    sections, body = sections_in(text), fitted(new.body, text)
    if not sections:
        lead = lead_for(text, eol)
        core = f"{HEADING}\n{body}\n\n{new.mark}".replace("\n", eol)
        plan = Plan(f"{text}{lead}{core}{eol}", core, None, lead)
        return plan if stands(plan.text, len(text) + len(lead), core) else None
    section = _ours(text, sections, history, lookup)
    before = text[section.start : section.end]
    if not stands(f"{before}{eol}{eol}# End", 0, before):
        return None
    mine = without_marks(text[section.body : section.end])
    base = fitted(_base(before, mine, history, lookup), text)
    merged = merge(base, mine, body, eol=eol)
    marks = marks_in(before)
    nothing_new = bool(base) and marks and _lasting(base) == _lasting(body)
    if nothing_new or (merged.text == mine and marks and marks[-1].digest == new.mark.digest):
        return Plan(text, before, before, kept=merged.kept)
    core = f"{_heading(text, section, eol)}{merged.text}{eol}{eol}{new.mark}"
    return _in_place(text, section, core, merged.kept)


def without(text: str, record: Record, section: Section) -> Plan | None:
    """The note as it was before that write, with what its reader has edited in the section since."""
    before = text[section.start : section.end]
    after = record.after.decode("utf-8", "surrogateescape")
    earlier = record.before.decode("utf-8", "surrogateescape") if record.before is not None else None
    eol = line_break(text)
    if before == after and earlier is not None:
        return _in_place(text, section, earlier, 0)
    mine = without_marks(text[section.body : section.end])
    merged = merge(_under(after), mine, _under(earlier or ""), eol=eol)
    if earlier is None and not merged.text.strip():
        return _removed(text, section, record.lead.decode())
    marks = marks_in(earlier or "")[-1:]
    core = _heading(text, section, eol) + merged.text + "".join(f"{eol}{eol}{mark}" for mark in marks)
    return _in_place(text, section, without_last_break(core), merged.kept)


def ours(text: str, history: NoteHistory, lookup: Lookup) -> Section | None:
    """The section that was written last time, if it is still there."""
    sections = sections_in(text)
    found = _ours(text, sections, history, lookup) if sections else None
    if found is None:
        return None
    core = text[found.start : found.end]
    return found if marks_in(core) or (history.last and _overlap(core, history.last.base)) else None


def _ours(text: str, sections: list[Section], history: NoteHistory, lookup: Lookup) -> Section:
    marked = [(section, marks_in(text[section.start : section.end])) for section in sections]
    known = [section for section, marks in marked if any(history.by_mark(mark) or lookup(mark) for mark in marks)]
    if known or any(marks for _, marks in marked):
        return (known or [section for section, marks in marked if marks])[0]
    base = history.last.base if history.last else ""
    return max(sections, key=lambda section: _overlap(text[section.start : section.end], base))


def _base(core: str, mine: str, history: NoteHistory, lookup: Lookup) -> str:
    """What was generated last time; nothing where all of the section is its reader's own."""
    for mark in reversed(marks_in(core)):
        if record := history.by_mark(mark) or lookup(mark):
            return record.base
        if digest_of(mine) == mark.digest:
            return mine
        return ""
    last = history.last
    return last.base if last and _overlap(core, last.base) else ""


def _lasting(body: str) -> str:
    """Without the line that says when it was researched, and by which run: a run that found nothing new changes nothing."""
    return _RESEARCHED.sub("", body).strip()


def _overlap(core: str, base: str) -> int:
    """How many lines of what was generated are still there."""
    return len(
        {line.strip() for line in split_lines(core)} & {line.strip() for line in split_lines(base)} - {"", HEADING}
    )


def _heading(text: str, section: Section, eol: str) -> str:
    """As it is written in the note, with a line break."""
    heading = text[section.start : max(section.body, section.start)]
    return heading if heading.endswith(("\n", "\r")) else heading + eol


def _under(core: str) -> str:
    found = sections_in(core)
    return without_marks(core[found[0].body : found[0].end]) if found else ""


def _in_place(text: str, section: Section, core: str, kept: int) -> Plan | None:
    whole = text[: section.start] + core + text[section.end :]
    plan = Plan(whole, core, text[section.start : section.end], kept=kept)
    return plan if stands(whole, section.start, core) else None


def _removed(text: str, section: Section, lead: str) -> Plan:
    """Without the section; the blank line before it goes too where nothing follows that it keeps apart."""
    head = text[: section.start]
    tail = re.sub(r"\A(?:\r\n?|\n)", "", text[section.end :])
    return Plan(head + tail if tail else head.removesuffix(lead), "", text[section.start : section.end])
