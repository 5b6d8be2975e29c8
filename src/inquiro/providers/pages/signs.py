"""The signs by which pages that are not content give themselves away, with what each is worth.

No sign but a header decides alone: articles write about captchas, and ordinary pages carry log-in forms, consent
banners and the scripts of bot guards. How much is enough depends on how little else the page says, see `classify`.
Everything is looked for in lower case.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from inquiro.core.types import PageKind

Place = Literal["header", "title", "text", "markup", "url"]
DECISIVE = 10


@dataclass(frozen=True)
class Sign:
    kind: PageKind
    worth: int
    place: Place
    label: str
    pattern: re.Pattern[str]


def sign(kind: PageKind, worth: int, place: Place, label: str, *patterns: str) -> Sign:
    joined = "|".join(patterns)
    return Sign(kind, worth, place, label, re.compile(f"^(?:{joined})$" if place == "title" else joined))
