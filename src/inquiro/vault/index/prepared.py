"""A file of the vault made ready for the index: what its note says, where, and in which words."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence

import msgspec

from inquiro.core.errors import ReadFailed
from inquiro.core.types import Anchor
from inquiro.index.documents import Entry, Rows, State, digest
from inquiro.retrieval.words import tokens
from inquiro.vault.files import stem_of
from inquiro.vault.index.link_lists import is_link_list
from inquiro.vault.index.passages import passages_of
from inquiro.vault.index.rows import NoteContent, note_content
from inquiro.vault.marks import marks_in
from inquiro.vault.names import folded
from inquiro.vault.notes import ParsedNote, parse_note
from inquiro.vault.own_section import research_sections
from inquiro.vault.reading import decoded_text

LONGEST = 2_000_000  # characters of one note that are looked at: 400,000 words
LONGEST_BYTES = 4 * LONGEST
_NAMED = 3  # a word of the title, an alias or a tag counts as so many of the body
_HEADED = 2
_MARKED = "<!-- inquiro run "  # quicker to look for than the whole mark


def prepared(data: bytes, path: str, state: State) -> Entry:
    """A note with what is to be found of it."""
    try:
        text = decoded_text(data, path, whole=len(data) < LONGEST_BYTES).text.replace("\r\n", "\n").replace("\r", "\n")
    except ReadFailed as error:
        return Entry(path, state._replace(reason=str(error)))
    if len(text) > LONGEST:
        text = text[:LONGEST]
        state = state._replace(reason=f"is longer than {LONGEST:,} characters: the rest cannot be found")
    note, text = _own_words(text, path)
    content = _content(text, note)
    return Entry(
        path,
        state,
        msgspec.msgpack.encode(content),
        _terms(content, path, text[: note.body]),
        [digest(f"{heading_above(content, start)}\n{content.text[start:end]}") for start, end in content.passages],
        {
            "called": _called(note),
            "tags": [(tag,) for tag in {*map(folded, note.tags)}],
            "links": _links(note),
            "dates": [(day,) for day in {*note.dates.values()}],
            "secrets": [()] if note.secrecy else [],
            "lists": [()] if is_link_list(content.text) else [],
        },
    )


def embedded_texts(encoded: bytes, places: Sequence[int]) -> list[str]:
    """Passages of a stored note with what they are about, for a model of meaning."""
    content = note_content(encoded)
    return [embedded_text(content, at) for at in places]


def embedded_text(content: NoteContent, at: int) -> str:
    """A passage with what it is about, for a model of meaning."""
    start, end = content.passages[at]
    heading = heading_above(content, start)
    about = content.title if heading in ("", content.title) else f"{content.title}\n{heading}"
    return f"{about}\n{content.text[start:end]}"


def heading_above(content: NoteContent, position: int) -> str:
    at = bisect_right(content.headings, position, key=lambda anchor: anchor.offset) - 1
    return content.headings[at].label if at >= 0 else ""


def _own_words(text: str, path: str) -> tuple[ParsedNote, str]:
    """Without what research wrote into the note: it would come back as the writer's own thoughts."""
    note = parse_note(text, path)
    if _MARKED not in text:
        return note, text
    kept, at = "", 0
    for start, end in research_sections(note, len(text)):
        if marks_in(text[start:end]):
            kept, at = kept + text[at:start], end
    kept += text[at:]
    return parse_note(kept, path), kept


def _content(text: str, note: ParsedNote) -> NoteContent:
    body = text[note.body :]
    headings = tuple(Anchor(offset=h.start - note.body, label=h.text) for h in note.headings)
    # A note without a word in it is found by its title.
    spans = passages_of(body, [anchor.offset for anchor in headings]) or [(0, 0)]
    return NoteContent(
        text=body,
        title=note.title,
        aliases=note.aliases,
        tags=note.tags,
        published=note.published,
        headings=headings,
        passages=tuple(spans),
        secrecy=note.secrecy,
    )


def _called(note: ParsedNote) -> Rows:
    """Folded: its title, its file's name, and its aliases, these also as they are written."""
    own = {folded(name): "" for name in (note.title, stem_of(note.path))}
    return list((own | {folded(alias): alias for alias in note.aliases}).items())


def _links(note: ParsedNote) -> Rows:
    """The folded last name of each target, and the target as it is written."""
    targets = dict.fromkeys(link.path for link in note.links if link.path)
    return [(last_name(target), target) for target in targets]


def last_name(target: str) -> str:
    return folded(target.rpartition("/")[2].strip())


def _terms(content: NoteContent, path: str, front: str) -> list[Counter[str]]:
    named = tokens("\n".join(dict.fromkeys((content.title, stem_of(path), *content.aliases, *content.tags))))
    common = Counter({term: _NAMED * often for term, often in Counter(named).items()})
    found = [_passage_terms(content, span, common) for span in content.passages]
    found[0].update(tokens(front))
    return found


def _passage_terms(content: NoteContent, span: tuple[int, int], common: Counter[str]) -> Counter[str]:
    counts = Counter(tokens(content.text[slice(*span)]))
    counts.update(common)
    for heading in {heading_above(content, span[0]), *_headings_in(content, span)} - {"", content.title}:
        for term in tokens(heading):
            counts[term] += _HEADED
    return counts


def _headings_in(content: NoteContent, span: tuple[int, int]) -> Iterator[str]:
    at = bisect_left(content.headings, span[0], key=lambda anchor: anchor.offset)
    while at < len(content.headings) and content.headings[at].offset < span[1]:
        yield content.headings[at].label
        at += 1
