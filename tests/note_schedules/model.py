"""The note as it must be: stretches outside the section, exact to the byte, and the reader's lines inside it."""

from __future__ import annotations

import re
from collections import Counter
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from random import Random

from .notes import Segment, random_note

MARK = re.compile(rb"^<!-- inquiro run \w+, text \w+ -->[ \t]*(?=[\r\n]|\Z)", re.MULTILINE)
OTHER = b"# Another note\n\n## Research\n\nnobody's business\n"


class Crash(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error to handle."""


class Breach(AssertionError):
    """Something that must never happen."""


class Tally(Counter[str]):
    """What happened in how many schedules."""


class Model:
    """One vault, and what its reader made of one note in it."""

    def __init__(self, folder: Path, chance: Random, tally: Tally) -> None:
        self.vault, self.state, self.outside = folder / "vault", folder / "state", folder / "outside"
        for place in (self.vault / "sub", self.outside):
            place.mkdir(parents=True)
        (self.outside / "file.md").write_bytes(OTHER)
        (self.vault / "other.md").write_bytes(OTHER)
        self.folder, self.chance, self.tally = folder, chance, tally
        self.path = "Heat pumps.md"
        self.number = 0
        self.segments, self.eol, self.open_end = random_note(chance, 0)
        self.lines = self._own_lines()
        self.here = True
        self.snapshots = [self._snapshot()]
        self.said: list[str] = []
        self.read = self.save()

    def data(self) -> bytes:
        return b"".join(segment.data for segment in self.segments)

    @property
    def opened(self) -> bool:
        """Its end is inside a block that nothing closes, so that nothing can be put there."""
        return self.open_end and not self._targets()

    def save(self) -> str:
        (self.vault / self.path).write_bytes(self.data())
        return sha256(self.data()).hexdigest()

    def check(self) -> None:
        others = {self.outside / "file.md", self.vault / "other.md"}
        for other in others:
            if other.read_bytes() != OTHER:
                raise Breach(f"{other.name} was changed")
        if not {place.name for place in self.folder.iterdir()} <= {"vault", "state", "outside"}:
            raise Breach("something outside was made")
        if not self.here:
            return
        data = (self.vault / self.path).read_bytes()
        if data != self.data():
            raise Breach("bytes outside the section changed")
        if len(MARK.findall(data)) > 1:
            raise Breach("two sections of ours")
        there = Counter(re.split("\r\n|\r|\n", data.decode("utf-8", "replace")))
        lost = [line for line in self.lines if not there[line]]
        if lost:
            raise Breach(f"lines of the reader are lost: {lost}")

    def _take_over(self, *, maybe: bool = False) -> None:
        """The file as it is now becomes the model, if only one section differs; `maybe`: or nothing does."""
        data = (self.vault / self.path).read_bytes()
        if data == self.data():
            return
        for target in self._targets():
            head = b"".join(segment.data for segment in self.segments[:target])
            tail = b"".join(segment.data for segment in self.segments[target + 1 :])
            middle = data[len(head) : len(data) - len(tail)]
            same = data.startswith(head) and data.endswith(tail) and len(data) >= len(head) + len(tail)
            if same and self._is_section(middle):
                self.segments[target] = Segment(middle, section=True)
                return
            if same and maybe and not middle.strip():
                self.segments[target] = Segment(middle)
                return
        self._appended(data, maybe=maybe)

    def _targets(self) -> list[int]:
        return [number for number, segment in enumerate(self.segments) if segment.section]

    def _appended(self, data: bytes, *, maybe: bool) -> None:
        """A section at the end; or one at the end that is no longer there, with the blank line before it."""
        old = self.data()
        added = data[len(old) :]
        if data.startswith(old) and added.endswith((b"\n", b"\r")) and self._is_section(added.strip()):
            lead = added[: len(added) - len(added.lstrip())]
            end = b"\r\n" if added.endswith(b"\r\n") else added[-1:]
            core = added[len(lead) : -len(end)]
            self.segments += [Segment(lead), Segment(core, section=True), Segment(end)]
            return
        if maybe and self._is_removed(data):
            return
        raise Breach(f"bytes outside the section changed: {old!r} -> {data!r}")

    def _is_removed(self, data: bytes) -> bool:
        for target in self._targets():
            head = b"".join(segment.data for segment in self.segments[:target])
            tail = b"".join(segment.data for segment in self.segments[target + 1 :])
            rest = re.sub(rb"\A(?:\r\n|\r|\n)", b"", tail)
            whole = head + rest if rest else head
            bare = head.rstrip(b"\r\n") if not rest else head
            if data == whole or (not rest and data.startswith(bare) and head.startswith(data)):
                self.segments = [*self.segments[:target], *self.segments[target + 1 :]]
                self.segments = [Segment(data)] if len(self._targets()) == 0 else self._repartitioned(data)
                return True
        return False

    def _repartitioned(self, data: bytes) -> list[Segment]:
        if b"".join(segment.data for segment in self.segments) == data:
            return self.segments
        for number, segment in enumerate(self.segments):
            if not segment.section:
                shorter = [
                    *self.segments[:number],
                    Segment(re.sub(rb"\A(?:\r\n|\r|\n)", b"", segment.data)),
                    *self.segments[number + 1 :],
                ]
                if b"".join(part.data for part in shorter) == data:
                    return shorter
        raise Breach("bytes outside the section changed by undo")

    @staticmethod
    def _is_section(data: bytes) -> bool:
        return (
            re.match(rb"(?i) {0,3}(?:##[ \t]+research[ \t#]*(?:[\r\n]|\Z)|research[ \t]*(?:\r\n|\r|\n) {0,3}-+)", data)
            is not None
        )

    def _snapshot(self) -> tuple[list[Segment], list[str]]:
        return deepcopy(self.segments), list(self.lines)

    def _own_lines(self) -> list[str]:
        sections = [segment.data.decode() for segment in self.segments if segment.section]
        return [line for section in sections for line in re.split("\r\n|\r|\n", section) if re.search(r"\d", line)]
