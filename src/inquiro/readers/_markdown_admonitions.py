"""Boxes that some Markdown sites write with marks of their own: `!!! note "Title"` above indented lines."""

from __future__ import annotations

import re

_BOX = re.compile(r"(?P<indent>[ \t]*)(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?:[\w -]+)?(?:\"(?P<title>[^\"]*)\")?[ \t]*$")


def lines_without_boxes(text: str) -> list[str]:
    """The lines of a text, each box as its title and what it holds, no longer indented."""
    lines = text.split("\n")
    if "!!! " not in text and "???" not in text and '=== "' not in text:
        return lines
    plain: list[str] = []
    inside: list[str] = []  # the indentation of every box that is open
    for line in lines:
        bare = line[4 * len(inside) :] if line.strip() else line
        while inside and line.strip() and not line.startswith("    " * len(inside)):
            inside.pop()
            bare = line[4 * len(inside) :]
        if box := _BOX.match(bare):
            plain += ["", box["title"] or "", ""]
            inside.append(box["indent"])
        else:
            plain.append(bare)
    return plain
