"""A decent answer to a question for ideas, implementations or a paper: from the listed evidence and nothing else."""

from __future__ import annotations

import re
from collections.abc import Sequence

from inquiro.testing.material import Entry, Material

ASKED_FOR = "<research_result>"  # in what the system says
_MODE = re.compile(r"^Mode: (\w+)$", re.MULTILINE)
_K = re.compile(r"^K: (\d+)$", re.MULTILINE)
_HEADINGS = ("Abstract", "Introduction", "Literature Review", "Methodology", "Implementations")


def research_result(material: Material) -> str:
    mode, most = _MODE.search(material.said), _K.search(material.said)
    told = [entry for entry in material.entries if re.fullmatch(r"e\d+", entry.label)]
    wanted = int(most[1]) if most else 5
    if mode and mode[1] == "freeform":
        body = _paper(told)
    elif mode and mode[1] == "implementation":
        body = _items(_implementations(material.entries)[:wanted])
    else:
        body = _items([(entry.label, entry.text) for entry in told[:wanted]])
    return f"{len(told)} statements were listed.\n\n<research_result>\n{body}\n</research_result>"


def _items(items: Sequence[tuple[str, str]]) -> str:
    return "\n".join(
        f"<research_item>\n<source>{source}</source>\n<content>\n{content}\n</content>\n</research_item>"
        for source, content in items
    )


def _implementations(entries: Sequence[Entry]) -> list[tuple[str, str]]:
    """Every listed block, introduced by the statement listed before it."""
    found: list[tuple[str, str]] = []
    before: Entry | None = None
    for entry in entries:
        if re.fullmatch(r"e\d+", entry.label):
            before = entry
        elif re.fullmatch(r"c\d+", entry.label) and entry.block == "evidence":
            words = before.text if before else "The page shows how it is done."
            found.append((entry.label, f"{words}\n\n```\n[{entry.label}]\n```\n\nDependencies: none"))
    return found


def _paper(told: Sequence[Entry]) -> str:
    parts = []
    for place, heading in enumerate(_HEADINGS):
        said = [f"{entry.text.rstrip('.')} [{entry.label}]." for entry in told[place :: len(_HEADINGS)][:4]]
        parts.append(f"## {heading}\n\n{' '.join(said) or 'The sources are silent on this.'}")
    return "\n\n".join(parts)
