"""Three versions of a text become one: what was written last time, what its reader made of it, what is new.

The reader's words always stay. What was generated and left alone gives way to what is new; where both changed the same
place, the reader's words come first and the new ones after them; what the reader deleted does not come back unchanged.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import NamedTuple

from inquiro.vault.blocks import lines_of, split_lines
from inquiro.vault.line_matches import line_matches
from inquiro.vault.section import without_last_break


class Merged(NamedTuple):
    """The text, without a line break at its end, and how many of the reader's edits are in it."""

    text: str
    kept: int


class _Part(NamedTuple):
    """A line with something on it, or a whole block of code, and the blank lines before it."""

    gap: str
    raw: str  # without the line break at its end
    ending: str
    text: str  # the same with LF

    @property
    def key(self) -> tuple[int, str]:
        return len(split_lines(self.gap)), self.text


_WHOLE = {"code", "comment", "html", "math"}  # half of such a block would swallow what follows
_TELLING = re.compile(r"\w.*\w.*\w")
_RUN_ON = "-*+|>0123456789"  # lines that go on with a list, a table or a quote without a blank one between
_HEADING = re.compile(r" {0,3}#{1,6}(?:\s|$)")


def merge(base: str, mine: str, theirs: str, *, eol: str = "\n") -> Merged:
    """`mine` is the text as it is now; a line break of another kind and blanks on an empty line are no edit."""
    old, now = _parts(base), _parts(mine)
    new = [
        part._replace(gap=eol * len(split_lines(part.gap)), raw=part.text.replace("\n", eol), ending=eol)
        for part in _parts(theirs)
    ]
    to_now = line_matches([part.text for part in old], [part.text for part in now])
    to_new = line_matches([part.text for part in old], [part.text for part in new])
    gone = _deleted(old, now)
    left_alone, repeated = set(to_now.values()), set(to_new.values())
    result: list[_Part] = []
    a = b = c = 0
    for anchor in [*(i for i in to_now if i in to_new), len(old)]:
        at_now, at_new = to_now.get(anchor, len(now)), to_new.get(anchor, len(new))
        before, here, coming = old[a:anchor], now[b:at_now], new[c:at_new]
        if _keys(coming) == _keys(before) or _keys(coming) == _keys(here):
            result += here
        elif _keys(here) == _keys(before):
            result += [part for part in coming if part.text not in gone]
        else:
            own = [now[j] for j in range(b, at_now) if j not in left_alone]
            fresh = [new[j] for j in range(c, at_new) if j not in repeated and new[j].text not in gone]
            added_last = b + _added_last(here, before)
            result += _side_by_side(own, fresh, eol, sum(j not in left_alone for j in range(b, added_last)))
        if anchor < len(old):
            result.append(_unchanged(old[anchor], now[at_now], new[at_new]))
        a, b, c = anchor + 1, at_now + 1, at_new + 1
    return Merged(_joined(result, eol), _edits(len(old), len(now), to_now))


def _parts(whole: str) -> list[_Part]:
    text = without_last_break(whole)
    parts: list[_Part] = []
    gap, before = "", "blank"
    for start, end, kind, _ in lines_of("\n" + text)[1:]:  # front matter is only at the very start
        line = text[start - 1 : end - 1]
        bare = line.rstrip("\r\n")
        if kind == before and kind in _WHOLE and not gap:
            last = parts.pop()
            raw = last.raw + last.ending + bare
            parts.append(_Part(last.gap, raw, line[len(bare) :], f"{last.text}\n{bare}"))
        elif not bare.strip():
            gap += line
        else:
            parts.append(_Part(gap, bare, line[len(bare) :], bare))
            gap = ""
        before = kind
    return parts


def _keys(parts: list[_Part]) -> list[tuple[int, str]]:
    return [part.key for part in parts]


def _deleted(old: list[_Part], now: list[_Part]) -> set[str]:
    """Lines that the reader took out or rewrote, wherever they come again; a bare mark such as a fence tells nothing."""
    there = {part.text for part in now}
    times = Counter(part.text for part in old)
    return {text for text, count in times.items() if count == 1 and text not in there and _TELLING.search(text)}


def _side_by_side(own: list[_Part], fresh: list[_Part], eol: str, first: int) -> list[_Part]:
    """The reader's words, then the new ones that are not among them already; only the first ones, if others end it."""
    there = Counter(part.text for part in own)
    added: list[_Part] = []
    for part in fresh:
        if there[part.text] and not _HEADING.match(part.text):
            there[part.text] -= 1
        else:
            added.append(part)
    if first and added and not added[0].gap and not _goes_on(own[first - 1].text, added[0].text):
        added[0] = added[0]._replace(gap=eol)
    return own[:first] + added + own[first:]


def _added_last(here: list[_Part], before: list[_Part]) -> int:
    """From where on paragraphs of the reader's own follow what was generated, which is all still there: they end it."""
    whole = bool(before) and _keys(here[: len(before)]) == _keys(before)
    return len(before) if whole and here[len(before)].gap else len(here)


def _goes_on(line: str, following: str) -> bool:
    first, second = line.lstrip()[0], following.lstrip()[0]
    return first in _RUN_ON and (first == second or (first.isdigit() and second.isdigit()))


def _unchanged(old: _Part, now: _Part, new: _Part) -> _Part:
    """A line that all three have; the blank lines before it follow whoever changed them."""
    return now._replace(gap=new.gap) if now.key == old.key != new.key else now


def _edits(old: int, now: int, to_now: dict[int, int]) -> int:
    """Places at which the reader added, changed or deleted something."""
    edits, a, b = 0, 0, 0
    for i, j in [*to_now.items(), (old, now)]:
        edits += i > a or j > b
        a, b = i + 1, j + 1
    return edits


def _joined(parts: list[_Part], eol: str) -> str:
    whole = "".join(f"{part.gap}{part.raw}{part.ending or eol}" for part in parts[:-1])
    return whole + (f"{parts[-1].gap}{parts[-1].raw}" if parts else "")
