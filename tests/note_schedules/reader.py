"""What the reader of a note does to it, and what a sync does."""

from __future__ import annotations

import re
from copy import deepcopy

from .model import Model
from .notes import Segment, encode


class Reader(Model):
    """Every edit changes the model; whoever calls it saves the note."""

    def edit_outside(self) -> None:
        places = [segment for segment in self.segments if not segment.section and segment.data.strip()]
        if not places or self.open_end:
            return
        segment = self.chance.choice(places)
        new = encode(f"# Reader {self._next()}\n\nwrote this.\n\n", self.eol)
        if segment is self.segments[0]:
            cut = 3 if segment.data.startswith(b"\xef\xbb\xbf") else 0
            if segment.data[cut:].startswith(b"---"):
                return
            segment.data = segment.data[:cut] + new + segment.data[cut:]
        elif segment.data.endswith((b"\n", b"\r")):
            segment.data += encode("\n", self.eol) + new

    def edit_inside(self) -> None:
        sections = [segment for segment in self.segments if segment.section]
        if not sections:
            return
        segment = self.chance.choice(sections)
        text = segment.data.decode()
        eol = "\r\n" if "\r\n" in text else "\r" if "\r" in text else "\n"
        lines = text.split(eol)
        body = self._heading_lines(lines)
        line = f"mine {self._next()}"
        free = [n for n in range(body, len(lines)) if self._is_free(lines, n)]
        kind = self.chance.choice(["add", "add", "end", "change", "tick", "delete", "blank"])
        if kind == "add" and free:
            at = self.chance.choice(free)
            lines[at:at] = [line, ""] if self.chance.random() < 0.5 else [line]
            self.lines.append(line)
        elif kind == "end":
            lines += ["", line]
            self.lines.append(line)
        elif kind in {"change", "tick"} and free:
            at = self.chance.choice(free)
            self._forget(lines[at])
            lines[at] = f"{lines[at].replace('[ ]', '[x]')} {line}" if lines[at].strip() else line
            self.lines.append(lines[at])
        elif kind == "delete" and free:
            at = self.chance.choice(free)
            self._forget(lines[at])
            del lines[at]
        elif kind == "blank" and free:
            lines.insert(self.chance.choice(free), "")
        while not lines[-1].strip() and len(lines) > body:
            del lines[-1]
        segment.data = eol.join(lines).encode()

    def delete_section(self) -> None:
        for number, segment in enumerate(self.segments):
            if segment.section:
                for line in re.split("\r\n|\r|\n", segment.data.decode()):
                    self._forget(line)
                del self.segments[number]
                return

    def add_after(self) -> None:
        if self.open_end or not self.segments[-1].data.strip(b"\r\n"):
            return
        self.segments.append(Segment(encode(f"\n\n## Next {self._next()}\n\nwords after\n", self.eol)))

    def synchronise(self) -> None:
        """Another device had an older note, or one that differs."""
        self.segments, self.lines = deepcopy(self.chance.choice(self.snapshots))
        if self.chance.random() < 0.3:
            self.edit_outside()

    def rename(self) -> None:
        new = self.chance.choice([f"sub/Heat pumps {self._next()}.md", "sub/Heat pumps.md", "Heat pumps.md"])
        if self.here and not (self.vault / new).exists():
            (self.vault / self.path).rename(self.vault / new)
            self.path = new

    def take_away(self) -> None:
        (self.vault / self.path).unlink(missing_ok=True)
        self.here = False

    def _next(self) -> int:
        self.tally["edits"] += 1
        return self.tally["edits"]

    def _forget(self, line: str) -> None:
        if line in self.lines:
            self.lines.remove(line)

    @staticmethod
    def _heading_lines(lines: list[str]) -> int:
        return 1 if lines[0].lstrip().startswith("#") else 2

    def _is_free(self, lines: list[str], number: int) -> bool:
        """Not in the middle of a fence, and not our own last line."""
        if "```" in lines[number] or "Research quoted" in lines[number] or lines[number].startswith("<!-- inquiro"):
            return False
        return sum(line.startswith("```") for line in lines[:number]) % 2 == 0
