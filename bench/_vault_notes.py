"""A generated vault: notes as long, as linked and as tagged as those that people keep, always the same ones."""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import date, timedelta
from pathlib import Path

VOCABULARY = 40_000
SENTENCES = 60_000
_LETTERS = "aeioulnrstmdkbgpvf"
_FOLDERS = 200
_TAGS = 300
_MEDIAN, _SPREAD = 1_500, 0.9  # characters of a note: half are shorter, one in a hundred is eight times as long
_LONGEST = 40_000


class Maker:
    """Draws words as unevenly common as those of real text."""

    def __init__(self, seed: int = 7) -> None:
        self.chance = random.Random(seed)
        made = {"".join(self.chance.choices(_LETTERS, k=self.chance.randint(3, 10))) for _ in range(VOCABULARY)}
        self.words = sorted(made)
        self.chance.shuffle(self.words)
        total = 0.0
        self._weights = [total := total + 1 / (rank + 10) for rank in range(len(self.words))]
        self._sentences = [self._sentence() for _ in range(SENTENCES)]

    def some(self, number: int) -> str:
        return " ".join(self.chance.choices(self.words, cum_weights=self._weights, k=number))

    def title(self, number: int) -> str:
        return f"{self.some(2).capitalize()} {number}"

    def note(self, titles: Sequence[str]) -> str:
        chance = self.chance
        wanted = min(_LONGEST, max(60, chance.lognormvariate(0, _SPREAD) * _MEDIAN))
        parts = [self._front()] if chance.random() < 0.5 else []
        length = 0
        while length < wanted:
            if length and chance.random() < 0.2:
                parts.append(f"## {self.some(3).capitalize()}\n")
            paragraph = " ".join(chance.choices(self._sentences, k=chance.randint(1, 5)))
            if chance.random() < 0.6:
                paragraph += f" See [[{chance.choice(titles)}]]."
            parts.append(paragraph + "\n")
            length += len(paragraph)
        if chance.random() < 0.4:
            parts.append(f"#topic/t{chance.randrange(_TAGS)}\n")
        return "\n".join(parts)

    def questions(self, number: int, seed: int = 11) -> list[str]:
        """Two to six words, neither the commonest nor the rarest."""
        chance = random.Random(seed)
        return [" ".join(chance.choices(self.words[50:5_000], k=chance.randint(2, 6))) for _ in range(number)]

    def _sentence(self) -> str:
        return self.some(self.chance.randint(6, 16)).capitalize() + "."

    def _front(self) -> str:
        day = date(2020, 1, 1) + timedelta(days=self.chance.randrange(2_000))
        kind = self.chance.randrange(20)
        return f"---\ntags: [kind/k{kind}]\naliases: [{self.some(2)}]\ncreated: {day}\n---\n"


def make_vault(folder: Path, notes: int, seed: int = 7) -> Maker:
    maker = Maker(seed)
    titles = [maker.title(number) for number in range(notes)]
    for number, title in enumerate(titles):
        part = number % _FOLDERS
        inside = folder / f"area {part % 20}" / f"part {part}"
        inside.mkdir(parents=True, exist_ok=True)
        (inside / f"{title}.md").write_text(maker.note(titles))
    return maker


def disturb(folder: Path, maker: Maker, changes: int = 100) -> None:
    """Of every 100 changes 50 edits, 20 renames, 15 new notes and 15 deletions."""
    notes = sorted(folder.rglob("*.md"))
    chosen = maker.chance.sample(notes, min(len(notes), changes * 85 // 100))
    edits, renames, removals = changes // 2, changes // 5, changes * 15 // 100
    for path in chosen[:edits]:
        path.write_text(path.read_text() + f"\n{maker.some(20)}\n")
    for path in chosen[edits : edits + renames]:
        path.rename(path.with_name(f"Renamed {path.name}"))
    for path in chosen[edits + renames : edits + renames + removals]:
        path.unlink()
    for number in range(changes - edits - renames - removals):
        (folder / f"New {len(notes)} {maker.title(number)}.md").write_text(maker.note(["Nothing"]))
