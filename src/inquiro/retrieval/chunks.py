"""Passages: about a paragraph or two out of whole blocks, headings and lead-ins kept with what they announce."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import Block, Document, ReadText
from inquiro.retrieval.document_blocks import blocks_of
from inquiro.retrieval.sentences import sentences

VERSION = 2  # part of what an index is built with: raise it when cuts change
TARGET = 800  # characters
LARGEST = 2_400  # of a list, steps, a table or code: what belongs together is not cut before that
Span = tuple[int, int]


def chunk(document: Document | ReadText, target: int = TARGET) -> list[Span]:
    """Spans of passages of about `target` characters, in order, without overlaps; nothing that says anything is left out.

    A passage begins with the headings above it, never ends with one, and holds a list or table together with the
    sentence that announces it. What is much larger than a passage is cut between its sentences, items or rows.
    """
    found: list[Span] = []
    begin = end = -1
    headed = False  # so far there are only headings
    for start, stop, heading in _units(document, target):
        full = begin >= 0 and not headed and (stop - begin > target or (heading and end - begin >= target // 3))
        if full:
            found.append((begin, end))
            begin = -1
        if begin < 0:
            begin, headed = start, True
        headed = headed and heading
        end = stop
    if begin >= 0:
        if headed and found:  # a heading without anything below it closes the passage before it
            found[-1] = (found[-1][0], end)
        else:
            found.append((begin, end))
    return found


def _units(document: Document | ReadText, target: int) -> Iterator[tuple[int, int, bool]]:
    """What is not cut: start, end, and whether it is a heading."""
    waiting: Block | None = None  # a paragraph that may announce the next block
    for block in blocks_of(document):
        lead = waiting if waiting and block.lead is not None and block.lead >= waiting.start else None
        if waiting and not lead:
            yield from _pieces(document.text, waiting, waiting.start, target)
        if block.kind == "paragraph" and not lead:
            waiting = block
            continue
        waiting = None
        if block.kind == "heading":
            yield block.start, block.end, True
        else:
            yield from _pieces(document.text, block, lead.start if lead else block.start, target)
    if waiting:
        yield from _pieces(document.text, waiting, waiting.start, target)


def _pieces(text: str, block: Block, start: int, target: int) -> Iterator[tuple[int, int, bool]]:
    """The block from `start` on, whole or cut where it can be cut."""
    longest = target if block.kind in {"paragraph", "quote", "caption"} else max(LARGEST, target)
    if block.end - start <= longest:
        yield start, block.end, False
        return
    cuts = [part[0] for part in block.parts] or [span[0] for span in sentences(text, block.start, block.end)]
    if block.kind == "code" or not cuts:
        cuts = [at + 1 for at in range(block.start, block.end) if text[at] == "\n"]
    begin, last = start, start
    for cut in (*(one for one in cuts if one > start), block.end):
        if cut - begin > target and last > begin:
            yield begin, _trimmed(text, begin, last), False
            begin = last
        last = cut
    yield begin, _trimmed(text, begin, block.end), False


def _trimmed(text: str, start: int, end: int) -> int:
    while end > start + 1 and text[end - 1].isspace():
        end -= 1
    return end
