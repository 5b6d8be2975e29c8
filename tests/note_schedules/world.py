"""Research on a note in the middle of everything else that happens to it."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from copy import deepcopy
from hashlib import sha256
from pathlib import Path
from random import Random
from unittest.mock import patch

from inquiro.core.crash_points import armed
from inquiro.core.errors import UsageError
from inquiro.core.types import Written
from inquiro.vault.writing import POINTS, undo_section, write_section

from .model import MARK, Breach, Crash, Tally
from .notes import random_section
from .reader import Reader


class World(Reader):
    """What we do; after every step the note is compared with what it must be."""

    def renamed_meanwhile(self) -> None:
        """Research that was begun under the old name ends in the note, wherever that is now."""
        old = self.path
        self.rename()
        if self.here and not self.opened and old != self.path and self.data():  # empty notes are all alike
            new, self.path = self.path, old
            self.number += 1
            section = random_section(self.chance, self.number, self.said)
            written = self._write(section, self.number, sha256(self.data()).hexdigest())
            self.path = new
            if written.path != new:
                raise Breach(f"went to {written.path} instead of {new}: {written.reason}")
            self.tally["written under a new name"] += 1
            self._take_over()

    def research(self, action: Callable[[str, str], None] | None = None, *, again: bool = False) -> None:
        if not again:
            self.number += 1
            self.section = random_section(self.chance, self.number, self.said)
            self.said = [block for block in self.section.split("\n\n")[1:] if "\n" not in block]
        if self.opened or not self.here:
            self._elsewhere()
            return
        before = self.data()
        stale = sha256(b"stale").hexdigest() if self.chance.random() < 0.3 else sha256(before).hexdigest()
        with armed(action or (lambda _name, _detail: None)):
            written = self._write(self.section, self.number, stale)
        if written.outcome == "sibling" or written.path != self.path:
            raise Breach(f"went to {written.path}: {written.reason}")
        self._take_over()
        self._no_temporary()
        return

    def crash(self) -> None:
        """Die at a named moment; the note is the old or the new one; the same call again ends well."""
        point = self.chance.choice(POINTS)
        if self.opened or not self.here:
            return

        def die(name: str, _detail: str) -> None:
            if name == point:
                raise Crash

        try:
            self.research(die)
        except Crash:
            self.tally["crashes"] += 1
            self._take_over(maybe=True)
            if self.chance.random() < 0.4:
                self.chance.choice([self.edit_inside, self.edit_outside])()
                self.save()
            self.research(again=True)

    def torn(self) -> None:
        """A process that dies leaves its file behind, too."""
        if self.here:
            (self.vault / self.path).with_name(self._temporary() + "left").write_bytes(b"half a no")

    def _temporary(self) -> str:
        return f".inquiro-{sha256(os.fsencode(self.path.rpartition('/')[2])).hexdigest()[:12]}-"

    def typing(self) -> None:
        """The reader saves in the middle of a write."""
        point = self.chance.choice(["note.after_intent", "note.after_temporary", "note.before_rename"])
        done: list[str] = []

        def save(name: str, _detail: str) -> None:
            if name == point and not done:
                done.append(name)
                self.chance.choice([self.edit_inside, self.edit_outside, self.add_after])()
                self.save()

        if self.here and not self.opened:
            self.tally["saved in the middle of a write"] += 1
            self.research(save)

    def two_at_once(self) -> None:
        if self.opened or not self.here:
            return
        failed: list[BaseException] = []
        read = sha256(self.data()).hexdigest()
        jobs = []
        for _ in range(2):
            self.number += 1
            jobs.append((random_section(self.chance, self.number, []), self.number))

        def write(section: str, number: int) -> None:
            try:
                self._write(section, number, read)
            except BaseException as error:  # noqa: BLE001 - told below
                failed.append(error)

        threads = [threading.Thread(target=write, args=job) for job in jobs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failed:
            raise Breach(f"a second writer failed: {failed}")
        self.said = []
        self._take_over()

    def undo(self) -> None:
        if not self.here or self.opened:
            return
        written = undo_section(self.vault, self.state, self.path, quiet=0, patience=5, sleep=lambda _: None)
        self.tally[f"undo {written.outcome}"] += 1
        self._take_over(maybe=True)

    def undone_at_once(self) -> None:
        """A write and its undo: not a byte differs."""
        if self.opened or not self.here:
            return
        before, lines = deepcopy(self.segments), list(self.lines)
        self.research()
        undo_section(self.vault, self.state, self.path, quiet=0, patience=5, sleep=lambda _: None)
        self.segments, self.lines = before, lines
        if (self.vault / self.path).read_bytes() != self.data():
            raise Breach("undo gave other bytes back")

    def _elsewhere(self) -> None:
        """The note cannot be written, or is not there: it stays as it is."""
        read = sha256(b"gone").hexdigest()
        written = self._write(self.section, self.number, read)
        if written.outcome != "sibling" or "(research" not in written.path:
            raise Breach(f"{written.outcome} at {written.path}")
        if len(MARK.findall((self.vault / written.path).read_bytes())) != 1:
            raise Breach("two sections of ours in the sibling")
        self.tally["siblings"] += 1

    def _write(self, section: str, number: int, read: str) -> Written:
        return write_section(
            self.vault, self.state, self.path, section, read_sha256=read, run_id=f"run{number:05}-x",
            quiet=0, patience=20, sleep=lambda _: None,
        )  # fmt: skip

    def _no_temporary(self) -> None:
        left = [
            place.name
            for place in (self.vault / self.path).parent.iterdir()
            if place.name.startswith(self._temporary())
        ]
        if left:
            raise Breach(f"left behind: {left}")


USER = ("edit_outside", "edit_inside", "edit_inside", "edit_inside", "delete_section", "add_after", "synchronise")
OURS = ("research", "research", "research", "crash", "crash", "typing", "two_at_once", "undo", "undone_at_once")
PLACES = ("rename", "renamed_meanwhile", "take_away", "torn")


def run_schedule(folder: Path, chance: Random, tally: Tally) -> None:
    """One note through some steps; Breach with all of them where something happened that must not."""
    with patch("os.fsync"):  # no power is cut here, and a disk would take most of the time
        _steps(World(folder, chance, tally), chance, tally)


def _steps(world: World, chance: Random, tally: Tally) -> None:
    done: list[str] = []
    try:
        world.check()
        for _ in range(chance.randint(3, 12)):
            step = chance.choice(chance.choice([USER, OURS, OURS, PLACES]))
            done.append(step)
            _step(world, step)
            world.check()
            tally["steps"] += 1
    except (Breach, UsageError) as breach:
        raise Breach(f"{breach} after {done}") from breach
    tally["schedules"] += 1


def _step(world: World, step: str) -> None:
    if step in USER and not world.here:
        world.here = True  # it comes back
    getattr(world, step)()
    if step in USER:
        world.read = world.save()
    if world.here:
        world.snapshots.append(world._snapshot())
