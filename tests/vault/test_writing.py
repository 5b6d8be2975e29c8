"""The section is written into the note as it is at that moment, and nothing else of it is touched."""

from __future__ import annotations

import os
import sys
import threading
from hashlib import sha256
from pathlib import Path
from time import sleep, time

import pytest

from inquiro.core.crash_points import armed
from inquiro.core.errors import BadAnswer, StoreFull, UsageError
from inquiro.vault import safe_folder
from inquiro.vault.note_lock import note_lock
from inquiro.vault.writing import POINTS, undo_section, write_section

FIRST = "## Research\n\n### Noise\n\nIt is 35 dB.\n\n- [ ] measure it\n"
SECOND = "## Research\n\n### Noise\n\nIt is 40 dB.\n\n- [ ] measure it\n\n### Cost\n\nIt costs 900.\n"
NOTE = b"# Heat pumps\n\nWords.\n"


class Crash(BaseException):
    """Not an Exception, so that nothing on the way takes it for an error to handle."""


class Desk:
    """A vault with one note, and a clock that only sleeping moves."""

    def __init__(self, folder: Path) -> None:
        self.vault, self.state = folder / "vault", folder / "state"
        self.vault.mkdir()
        self.now = 2_000_000_000.0
        self.while_asleep = lambda: None

    def sleep(self, seconds: float) -> None:
        self.now += seconds
        self.while_asleep()

    def put(self, data: bytes, path: str = "a.md", age: float = 1_000.0) -> None:
        file = self.vault / path
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(data)
        os.utime(file, (self.now - age, self.now - age))

    def get(self, path: str = "a.md") -> bytes:
        return (self.vault / path).read_bytes()

    def write(
        self, section: str = FIRST, run: str = "11111111-run", path: str = "a.md", read: bytes | None = None, **more
    ):
        file = self.vault / path
        seen = read if read is not None else file.read_bytes() if file.exists() else b""
        timing = {"clock": lambda: self.now, "sleep": self.sleep} | more
        shown = sha256(seen).hexdigest()
        return write_section(self.vault, self.state, path, section, read_sha256=shown, run_id=run, **timing)

    def undo(self, path: str = "a.md", **more):
        return undo_section(self.vault, self.state, path, clock=lambda: self.now, sleep=self.sleep, **more)

    def names(self) -> list[str]:
        return sorted(place.name for place in self.vault.rglob("*"))


@pytest.fixture
def desk(tmp_path):
    return Desk(tmp_path)


def test_a_section_is_appended_replaced_and_left_alone(desk):
    desk.put(NOTE)
    first = desk.write()
    assert (first.outcome, first.path, first.kept) == ("written", "a.md", 0)
    assert desk.get().startswith(NOTE + b"\n## Research\n\n### Noise\n")
    assert first.diff.startswith("--- a.md\n+++ a.md\n@@ -1,3 +1,13 @@\n")
    second = desk.write(SECOND, "22222222-run")
    assert second.outcome == "written"
    assert desk.get().count(b"## Research") == 1
    assert b"35 dB" not in desk.get()
    touched = (desk.vault / "a.md").stat().st_mtime_ns
    assert desk.write(SECOND, "33333333-run").outcome == "unchanged"
    assert (desk.vault / "a.md").stat().st_mtime_ns == touched


@pytest.mark.fault(60)
@pytest.mark.parametrize(
    "note",
    [
        b"",
        b"\xef\xbb\xbf",
        b"no end",
        b"\r\n",
        b"\xef\xbb\xbf---\r\na: 1\r\n---\r\nCRLF\r\n",
        b"mixed\r\nends\nhere\r\n\r\n",
        b"old\rmac\r",
        b"---\nbroken: front\n\ntext",
        b"```\n## Research\n```\n",
        b"<!--\n## Research\n-->\ntail  ",
        b"> ## Research\n",
        b"not utf-8: \xff\xfe\xc3\n",
        "— 漢字 🌲\u2028\n".encode(),
    ],
)
def test_the_rest_of_the_note_is_the_same_to_the_byte_and_so_is_all_of_it_after_undo(desk, note):
    desk.put(note)
    desk.write()
    assert desk.get().startswith(note)
    eol = b"\r\n" if note.count(b"\r\n") else b"\r" if b"\r" in note else b"\n"
    added = desk.get()[len(note) :]
    assert added.replace(eol, b"").count(b"\r") + added.replace(eol, b"").count(b"\n") == 0
    desk.write(SECOND, "22222222-run")
    assert desk.get().startswith(note)
    assert desk.undo().outcome == desk.undo().outcome == "written"
    assert desk.get() == note
    assert desk.undo().outcome == "nothing"


@pytest.mark.fault(60)
@pytest.mark.timeout(110)
def test_a_note_of_fifty_megabytes(desk):
    note = b"# T\r\n\r\n" + (b"Words and words, and then some more of them. " * 5 + b"\r\n\r\n") * 225_000
    desk.put(note)
    written = desk.write()
    data = desk.get()
    assert data.startswith(note)
    assert len(data) - len(note) < 300
    assert len(written.diff) < 1_000


@pytest.mark.fault(60)
@pytest.mark.parametrize("end", [b"```\nopen\n", b"<!-- open\n", b"%% open", b"## Research\n\n```\nopen\n"])
def test_a_note_that_ends_inside_an_open_block_is_left_alone(desk, end):
    desk.put(NOTE + end)
    written = desk.write()
    assert (written.outcome, written.path) == ("sibling", "a (research).md")
    assert "nothing closes" in written.reason
    assert desk.get() == NOTE + end


def test_a_section_that_the_reader_wrote_stays_on_top(desk):
    desk.put(b"## Research\n\nMy own words.\n\n## Next\n")
    assert desk.write().kept == 1
    assert desk.get().startswith(b"## Research\n\nMy own words.\n\n### Noise\n")
    desk.write(SECOND, "22222222-run")
    assert desk.get().startswith(b"## Research\n\nMy own words.\n\n### Noise\n\nIt is 40 dB.\n")
    assert desk.get().endswith(b" -->\n\n## Next\n")


def test_of_several_sections_ours_is_written(desk):
    desk.put(NOTE)
    desk.write()
    desk.put(b"## Research\n\nAnother.\n\n" + desk.get())
    desk.write(SECOND, "22222222-run")
    assert desk.get().startswith(b"## Research\n\nAnother.\n\n" + NOTE)
    assert desk.get().count(b"<!-- inquiro") == 1


def test_edits_of_the_reader_are_kept_and_counted(desk):
    desk.put(NOTE)
    desk.write()
    desk.put(desk.get().replace(b"[ ]", b"[x]").replace(b"### Noise\n", b"### Noise\n\nNot here!\n"))
    written = desk.write(SECOND, "22222222-run")
    assert (written.outcome, written.kept) == ("merged", 2)
    assert b"[x] measure it" in desk.get()
    assert b"Not here!" in desk.get()
    assert b"[ ] measure it" not in desk.get()
    assert b"It costs 900." in desk.get()


def test_another_machine_that_knows_nothing_replaces_what_nobody_touched(desk):
    desk.put(NOTE)
    desk.write()
    desk.state = desk.state.with_name("another")
    desk.write(SECOND, "22222222-run")
    assert b"35 dB" not in desk.get()
    desk.state = desk.state.with_name("third")
    desk.put(desk.get().replace(b"900", b"901"))
    desk.write(FIRST, "33333333-run")
    assert b"901" in desk.get()
    assert desk.get().count(b"<!-- inquiro") == 1


@pytest.mark.fault(59)
def test_a_note_that_changed_during_the_research_is_merged(desk):
    desk.put(NOTE + b"Added meanwhile.\n")
    written = desk.write(read=NOTE)
    assert written.outcome == "merged"
    assert desk.get().startswith(NOTE + b"Added meanwhile.\n\n## Research\n")


@pytest.mark.fault(59)
@pytest.mark.parametrize("now", [None, b"a\0b", "x".encode("utf-16")])
def test_a_note_that_was_deleted_or_is_no_text_any_more_gets_a_sibling(desk, now):
    if now is not None:
        desk.put(now)
    written = desk.write(read=NOTE)
    assert (written.outcome, written.path) == ("sibling", "a (research).md")
    assert desk.get("a (research).md").startswith(b"Research for [[a]], which could not be written: ")
    again = desk.write(SECOND, "22222222-run", read=NOTE)
    assert again.path == "a (research).md"
    assert desk.get(again.path).count(b"## Research") == 1
    assert b"900" in desk.get(again.path)
    assert now is None or desk.get() == now


@pytest.mark.fault(59)
def test_a_sibling_never_takes_the_place_of_a_note_of_the_readers(desk):
    desk.put(b"## Research\n\nmine\n", "a (research).md")
    written = desk.write(path="gone/a.md", read=NOTE)
    assert written.path == "a (research 2).md"
    assert desk.get("a (research).md") == b"## Research\n\nmine\n"
    assert b"[[gone/a|a]]" in desk.get(written.path)
    assert desk.undo("gone/a.md").path == written.path
    assert desk.names() == ["a (research).md"]


@pytest.mark.fault(59)
def test_a_note_that_was_moved_or_renamed_is_found_by_what_is_in_it(desk):
    desk.put(NOTE, "b.md")
    desk.put(NOTE, "sub/a.md")
    assert desk.write(read=NOTE).path == "sub/a.md"  # of two with the same text the one of the same name
    desk.put(desk.get("sub/a.md") + b"\n## More\n\nwritten after it was renamed\n", "c.md")
    (desk.vault / "sub/a.md").unlink()
    moved = desk.write(SECOND, "22222222-run", path="sub/a.md", read=b"?")
    assert moved.path == "c.md"
    assert "moved" in moved.reason
    assert b"35 dB" not in desk.get("c.md")
    assert desk.undo("c.md").outcome == "written"
    assert b"35 dB" in desk.get("c.md")


@pytest.mark.fault(59)
@pytest.mark.parametrize("name", ["a (Jo's conflicted copy 2024-05-01).md", "a.sync-conflict-20240501-101010-ABC.md"])
def test_copies_of_a_conflict_are_never_written(desk, name):
    desk.put(NOTE, name)
    with pytest.raises(UsageError, match="conflict"):
        desk.write(path=name)
    assert desk.write(read=NOTE).outcome == "sibling"  # not taken for a.md that was renamed
    assert desk.get(name) == NOTE


@pytest.mark.fault(62)
def test_a_note_is_not_written_while_somebody_types(desk):
    desk.put(NOTE, age=1.0)
    typed = iter([b"one\n", b"two\n"])

    def typing():
        more = next(typed, None)
        if more:
            desk.put(desk.get() + more, age=0.0)

    desk.while_asleep = typing
    began = desk.now
    assert desk.write(read=NOTE).outcome == "merged"
    assert desk.get().startswith(NOTE + b"one\ntwo\n\n## Research")
    assert desk.now - began >= 3.0


@pytest.mark.fault(62)
def test_a_note_that_never_rests_gets_a_sibling(desk):
    desk.put(NOTE, age=0.0)
    desk.while_asleep = lambda: desk.put(NOTE + str(desk.now).encode(), age=0.0)
    written = desk.write(patience=20.0)
    assert (written.outcome, "kept changing" in written.reason) == ("sibling", True)
    assert b"## Research" not in desk.get()


def test_a_clock_that_is_wrong_does_not_block_for_ever(desk):
    desk.put(NOTE, age=-1_000_000.0)
    assert desk.write().outcome == "written"


@pytest.mark.fault(62)
@pytest.mark.parametrize("point", POINTS)
@pytest.mark.parametrize("sibling", [False, True])
def test_a_crash_between_any_two_steps_leaves_the_old_note_or_the_new_one(desk, point, sibling):
    path = "a (research).md" if sibling else "a.md"
    if not sibling:
        desk.put(NOTE)
    reached = []

    def die(name, _detail):
        reached.append(name)
        if name == point:
            raise Crash

    if sibling and point == "note.before_rename":
        return  # a new note takes no other's place
    with armed(die), pytest.raises(Crash):
        desk.write(read=NOTE)
    between = (desk.vault / path).read_bytes() if (desk.vault / path).exists() else None
    again = desk.write(read=NOTE)
    assert again.path == path
    after = desk.get(path)
    assert between in {after, None if sibling else NOTE}
    assert desk.names() == [path]
    assert desk.write(SECOND, "22222222-run", read=NOTE).path == path
    assert desk.undo().path == path
    assert desk.get(path) == after
    desk.undo()
    assert desk.names() == ([] if sibling else [path])
    assert sibling or desk.get() == NOTE


@pytest.mark.fault(62)
@pytest.mark.skipif(sys.platform == "win32", reason="needs fork")
@pytest.mark.parametrize("point", POINTS[1:5])
def test_a_process_that_dies_leaves_nothing_for_long(desk, point):
    desk.put(NOTE)

    def die(name, _detail):
        if name == point:
            os._exit(9)

    child = os.fork()
    if not child:
        with armed(die):
            desk.write()
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    between = desk.get()
    desk.write(read=NOTE)
    assert between in {NOTE, desk.get()}
    assert desk.names() == ["a.md"]
    assert desk.get().count(b"## Research") == 1


@pytest.mark.fault(62)
def test_the_new_note_is_on_disk_before_it_takes_the_place_of_the_old_one(desk, monkeypatch):
    desk.put(NOTE)
    steps = []
    monkeypatch.setattr(os, "fsync", lambda _descriptor: steps.append("fsync"))
    with armed(lambda name, _detail: steps.append(name)):
        desk.write()
    assert steps.index("fsync") < steps.index("note.after_intent")
    between = steps[steps.index("note.after_intent") : steps.index("note.after_temporary")]
    assert "fsync" in between
    assert "fsync" in steps[steps.index("note.before_rename") : steps.index("note.after_rename")]  # of the folder


@pytest.mark.fault(62)
@pytest.mark.parametrize("point", ["note.after_intent", "note.after_temporary", "note.before_rename"])
@pytest.mark.parametrize("renaming", [False, True])
def test_what_is_saved_in_the_middle_of_a_write_is_not_lost(desk, point, renaming):
    desk.put(NOTE)
    saved = NOTE + b"Saved just now.\n"

    def save(name, _detail):
        if name == point and desk.get() == NOTE:
            if renaming:
                desk.put(saved, "new.tmp")
                (desk.vault / "new.tmp").replace(desk.vault / "a.md")
            else:
                desk.put(saved)

    with armed(save):
        assert desk.write().outcome == "merged"
    assert desk.get().startswith(saved + b"\n## Research\n")


@pytest.mark.fault(61)
def test_two_writers_of_one_note_come_one_after_the_other(desk):
    desk.put(NOTE)
    ways = [(FIRST, "11111111-run"), (SECOND, "22222222-run")] * 3
    threads = [
        threading.Thread(target=desk.write, args=way, kwargs={"read": NOTE, "clock": time, "sleep": sleep, "quiet": 0})
        for way in ways
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert desk.get().count(b"## Research") == desk.get().count(b"<!-- inquiro") == 1
    assert desk.get().startswith(NOTE)


@pytest.mark.fault(61)
def test_a_second_writer_gives_up_with_a_reason(desk):
    desk.put(NOTE)
    with note_lock(desk.state, "a.md", patience=0), pytest.raises(UsageError, match="written by another run"):
        desk.write(patience=5.0)
    assert desk.get() == NOTE


def test_a_dry_run_shows_the_diff_and_leaves_no_trace(desk):
    desk.put(NOTE)
    shown = desk.write(dry_run=True)
    assert (shown.outcome, "+## Research" in shown.diff) == ("dry_run", True)
    assert desk.get() == NOTE
    assert not desk.state.exists()
    gone = desk.write(path="b.md", read=b"?", dry_run=True)
    assert (gone.outcome, gone.path) == ("dry_run", "b (research).md")
    desk.write()
    taken_back = desk.undo(dry_run=True)
    assert (taken_back.outcome, "-## Research" in taken_back.diff) == ("dry_run", True)
    assert desk.get() != NOTE
    assert desk.names() == ["a.md"]


@pytest.mark.fault(58)
@pytest.mark.parametrize(
    "path", ["../a.md", "/a.md", "x/../a.md", "a\\b.md", "", ".obsidian/a.md", "a.pdf", "a\0.md", "x//a.md"]
)
def test_paths_that_lead_elsewhere_are_refused(desk, path):
    with pytest.raises(UsageError):
        desk.write(path=path, read=NOTE)
    assert desk.names() == []


@pytest.mark.fault(58)
@pytest.mark.parametrize("where", ["note", "folder"])
def test_links_are_not_followed(desk, tmp_path, where):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "a.md").write_bytes(NOTE)
    if where == "note":
        (desk.vault / "a.md").symlink_to(outside / "a.md")
    else:
        (desk.vault / "sub").symlink_to(outside)
    with pytest.raises(UsageError, match="link"):
        desk.write(path="a.md" if where == "note" else "sub/a.md", read=NOTE)
    assert [place.name for place in outside.iterdir()] == ["a.md"]
    assert (outside / "a.md").read_bytes() == NOTE


def test_a_second_hard_link_stays_one(desk, tmp_path):
    desk.put(NOTE)
    os.link(desk.vault / "a.md", tmp_path / "other.md")
    desk.write()
    assert (tmp_path / "other.md").samefile(desk.vault / "a.md")
    assert b"## Research" in (tmp_path / "other.md").read_bytes()
    assert [place.name for place in desk.vault.iterdir() if place.name.startswith(".inquiro-")] == []


@pytest.mark.parametrize("written", [0, 1, 30, 10_000])
@pytest.mark.parametrize("longer", [True, False])
def test_a_crash_while_a_linked_note_is_written_in_place_leaves_the_old_one(desk, tmp_path, written, longer):
    old, new = (NOTE, NOTE + b"more " * 9) if longer else (NOTE + b"more " * 9, NOTE)
    note = desk.vault / "a.md"
    desk.put(old)
    os.link(note, tmp_path / "other.md")
    beside = desk.vault / f"{safe_folder._temporary_start('a.md')}{safe_folder._WHOLE}x"
    beside.write_bytes(safe_folder._both(old, new))
    torn = new[:written] + old[min(written, len(new)) :]
    with note.open("r+b") as file:
        file.write(torn)
        file.truncate()
    desk.write()
    assert note.read_bytes().startswith(new if torn == new else old)
    assert (tmp_path / "other.md").samefile(note)
    assert not beside.exists()


def test_what_somebody_wrote_after_such_a_crash_stays(desk, tmp_path):
    note = desk.vault / "a.md"
    desk.put(b"quite another text\n")
    beside = desk.vault / f"{safe_folder._temporary_start('a.md')}{safe_folder._WHOLE}x"
    beside.write_bytes(safe_folder._both(NOTE, NOTE + b"more"))
    desk.write()
    assert note.read_bytes().startswith(b"quite another text\n")


def test_a_note_in_latin_1_stays_in_it(desk):
    text = "# Café\n\nDer Grenzwert für Lärm ist 35 dB.\n".encode("latin-1")
    note = desk.vault / "a.md"
    desk.put(text)
    told = FIRST.replace("\n\n", "\n\nLärm — “laut” ≤ 40 dB, Dvořák 🔥\n\n", 1)
    desk.write(told)
    written = note.read_bytes()
    assert written.startswith(text)
    assert "Lärm — “laut” <= 40 dB, Dvorák ?".encode("cp1252") in written
    assert desk.write(told, "22222222-run").outcome == "unchanged"
    assert note.read_bytes() == written


def test_a_note_in_utf_8_with_a_stray_byte_stays_as_it_is(desk):
    note = desk.vault / "a.md"
    desk.put("# Café\n".encode() + b"\xe9\n")
    desk.write(FIRST.replace("\n\n", "\n\nLärm\n\n", 1))
    assert note.read_bytes().startswith("# Café\n".encode() + b"\xe9\n")
    assert "Lärm".encode() in note.read_bytes()


def test_a_run_that_found_nothing_new_changes_no_byte(desk):
    told = "{}*Researched on 2026-11-{}; inquiro runs show {} opens every quote.*\n"
    note = desk.vault / "a.md"
    desk.put(NOTE)
    desk.write(told.format(FIRST, 15, "11111111"), "11111111-run")
    before = note.read_bytes()
    assert desk.write(told.format(FIRST, 16, "22222222"), "22222222-run").outcome == "unchanged"
    assert note.read_bytes() == before
    assert desk.write(told.format(f"{FIRST}- and more\n\n", 17, "33333333"), "33333333-run").outcome == "written"
    assert b"33333333 opens" in note.read_bytes()


@pytest.mark.skipif(sys.platform == "win32", reason="no such modes")
def test_the_mode_of_a_note_is_kept_and_a_protected_one_is_not_written(desk):
    desk.put(NOTE)
    (desk.vault / "a.md").chmod(0o640)
    desk.write()
    assert (desk.vault / "a.md").stat().st_mode & 0o777 == 0o640
    (desk.vault / "a.md").chmod(0o440)
    assert desk.write(SECOND, "22222222-run").outcome == "sibling"


def test_what_is_known_is_private(desk):
    desk.put(NOTE)
    desk.write()
    for place in desk.state.rglob("*"):
        assert place.stat().st_mode & 0o077 == 0


def test_a_full_disk_leaves_the_note_as_it_was(desk, monkeypatch):
    desk.put(NOTE)
    monkeypatch.setattr("inquiro.vault.safe_folder._dress", _full)
    with pytest.raises(StoreFull, match="No space"):
        desk.write()
    assert desk.get() == NOTE
    assert desk.names() == ["a.md"]


def _full(*_):
    raise OSError(28, "No space left on device")


@pytest.mark.parametrize(
    "section", ["", "words", "## Research\n\n## Other\n", "## Research\n\n```\nopen\n", "## Research\n%% a\n"]
)
def test_what_is_not_one_section_is_not_written(desk, section):
    desk.put(NOTE)
    with pytest.raises(BadAnswer, match="one section"):
        desk.write(section)
    assert desk.get() == NOTE
