"""From the lines of a PDF page, as they were set, back to the paragraphs that the author wrote."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple


class Line(NamedTuple):
    """One printed line; distances in points, `y` grows upwards."""

    text: str
    left: float
    right: float
    y: float
    size: float
    bold: bool = False
    hyphenated: bool = False  # its last word goes on in the next line
    tabular: bool = False  # wide gaps between its cells, written as bars


class Paragraph(NamedTuple):
    text: str
    heading: bool = False
    size: float = 0.0  # of its letters
    dense: bool = False  # list items and table rows follow each other without a blank line


class Setting(NamedTuple):
    """What the whole document is set in, and the words it uses: they decide which hyphens are real."""

    size: float
    bold: bool
    words: frozenset[str]


_LIST_MARK = re.compile(r"(?:[•‣◦▪●■–*-]|\(?\d{1,2}[.)]|\(?[a-z]\))\s+\S")
_BULLET = re.compile(r"[•‣◦▪●■]\s*")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_ENDS = (".", "!", "?", ":", ".”", '."', ".)", "。", "…")
_WINDOW = 25
_KEEP_HYPHEN = frozenset(
    {
        "well",
        "self",
        "non",
        "ex",
        "half",
        "all",
        "cross",
        "long",
        "short",
        "high",
        "low",
        "mid",
        "semi",
        "quasi",
        "co",
        "multi",
        "anti",
        "pre",
        "post",
    }
)


def setting_of(lines: Sequence[Line]) -> Setting:
    """The size and weight that most characters have."""
    sizes: Counter[float] = Counter()
    bold = 0
    for line in lines:
        sizes[round(line.size, 1)] += len(line.text)
        bold += len(line.text) if line.bold else 0
    size = sizes.most_common(1)[0][0] if sizes else 0.0
    return Setting(size, bold * 2 > sizes.total(), _vocabulary(lines))


def _vocabulary(lines: Sequence[Line]) -> frozenset[str]:
    """Every whole word; the halves on both sides of a line-end hyphen are none."""
    words: set[str] = set()
    open_word = False
    for line in lines:
        text = re.sub(r"^\S+", "", line.text) if open_word else line.text
        text = re.sub(r"\S+$", "", text) if line.hyphenated else text
        words.update(word.lower() for word in _WORD.findall(text))
        open_word = line.hyphenated
    return frozenset(words)


def without_running_lines(pages: Sequence[Sequence[Line]]) -> list[list[Line]]:
    """Pages without the numbers and titles that stand at the same edge of most of them."""
    kept = [list(page) for page in pages]
    for edge in (0, -1):
        seen = Counter(_pattern(page[edge]) for page in kept if page)
        repeated = {pattern for pattern, count in seen.items() if count >= max(2, len(pages) / 2)} - {""}
        first_of = {pattern for pattern in repeated if any(char.isalpha() for char in pattern)}
        for page in kept:
            pattern = _pattern(page[edge]) if page else ""
            if pattern in first_of:
                first_of.remove(pattern)  # a title that later pages repeat stays where it stood first
            elif pattern in repeated:
                del page[edge]
    return kept


def _pattern(line: Line) -> str:
    """The line with its numbers blanked; table rows differ only in numbers and are never furniture."""
    return "" if line.tabular else re.sub(r"\d+", "#", line.text)


def paragraphs(lines: Sequence[Line], setting: Setting) -> list[Paragraph]:
    """Lines joined where the line break was the printer's, kept apart where it was the author's."""
    spacing = _line_spacing(lines)
    groups: list[list[Line]] = []
    for index, line in enumerate(lines):
        if index and not _breaks(lines, index, spacing):
            groups[-1].append(line)
        else:
            groups.append([line])
    return [_paragraph(group, setting) for group in groups]


def gap_between(above: Paragraph | None, below: Paragraph, *, new_page: bool) -> str:
    """A blank line, except in lists and tables, and where a sentence goes on from the page above."""
    if above is None or above.heading or below.heading or above.dense != below.dense:
        return "\n\n"
    if below.dense:
        return "\n"
    return " " if new_page and below.text[:1].islower() and not above.text.endswith(_ENDS) else "\n\n"


def joined(texts: Sequence[tuple[str, bool]], words: frozenset[str]) -> str:
    """One string from (text, hyphenated) lines."""
    result = ""
    open_word = False
    for text, hyphenated in texts:
        if open_word:
            result += _seam(result, text, words) + text
        else:
            result += (" " if result else "") + text
        open_word = hyphenated
    return result + ("-" if open_word else "")


def _seam(before: str, after: str, words: frozenset[str]) -> str:
    """Nothing where a word was only split, a hyphen where the document or the spelling speaks for one."""
    left, right = re.search(r"[\w-]*$", before), re.match(r"\w*", after)
    first, second = (left[0].lower() if left else ""), (right[0].lower() if right else "")
    if f"{first}{second}" in words:
        return ""
    if f"{first}-{second}" in words or first in _KEEP_HYPHEN or not after[:1].islower():
        return "-"
    return "-" if first in words and second in words and len(first) > 3 and len(second) > 3 else ""


def _line_spacing(lines: Sequence[Line]) -> float:
    """The usual distance of baselines, in units of the letter size."""
    pairs = pairwise(lines)
    gaps = [(a.y - b.y) / a.size for a, b in pairs if a.size and _same_size(a, b) and 0 < a.y - b.y < 3 * a.size]
    return median(gaps) if gaps else 1.5


def _same_size(a: Line, b: Line) -> bool:
    return abs(a.size - b.size) <= 0.08 * max(a.size, b.size)


def _breaks(lines: Sequence[Line], index: int, spacing: float) -> bool:
    """Whether a paragraph ends before this line."""
    above, line = lines[index - 1], lines[index]
    if above.hyphenated:
        return False
    if above.tabular or line.tabular:
        return True
    if not _same_size(above, line) or above.bold != line.bold or _LIST_MARK.match(line.text):
        return True
    gap = above.y - line.y
    if gap < 0:  # the next column
        return above.text.endswith(_ENDS)
    if gap > 1.3 * spacing * above.size:
        return True
    return _had_room(lines, index)


def _had_room(lines: Sequence[Line], index: int) -> bool:
    """The first word of this line would have fitted on the line above, so the break was meant."""
    above, line = lines[index - 1], lines[index]
    nearby = lines[max(0, index - _WINDOW) : index + _WINDOW]
    margin = max(
        (n.right for n in nearby if _same_size(n, above) and abs(n.left - above.left) < 3 * above.size),
        default=above.right,
    )
    first_word = len(line.text.split(" ", 1)[0]) + 1
    letter = (line.right - line.left) / max(1, len(line.text))
    return margin - above.right > first_word * letter + above.size


def _paragraph(group: Sequence[Line], setting: Setting) -> Paragraph:
    text = joined([(line.text, line.hyphenated) for line in group], setting.words)
    listed = bool(_LIST_MARK.match(text))
    tabular = group[0].tabular
    stands_out = not tabular and (group[0].size >= 1.12 * setting.size or (group[0].bold and not setting.bold))
    heading = stands_out and len(group) <= 4 and len(text) <= 250 and not text.endswith((".", ",", ";"))
    shown = _BULLET.sub("- ", text, count=1) if listed and _BULLET.match(text) else text
    return Paragraph(shown, heading, group[0].size, listed or tabular)
