"""Which note a person means, and that it lies inside the vault: no way out by dots, links or spelling."""

from __future__ import annotations

import os
import posixpath
import re
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from inquiro.core.errors import NoteNotFound, UsageError
from inquiro.vault.files import NOTE_SUFFIXES, files_of, is_note
from inquiro.vault.likeness import nearest
from inquiro.vault.names import VaultNames, folded
from inquiro.vault.properties import aliases_in
from inquiro.vault.spelling import has_suffix, refuse_other_kinds, refuse_unsafe

_BRACKETS = re.compile(r"\s*!?\[\[(.+?)\]\]\s*")
_MOST_LISTED = 8


def find_vault(path: Path) -> Path | None:
    """The nearest folder upwards that Obsidian made a vault of."""
    at = Path(os.path.abspath(path))  # noqa: PTH100 - a link in the way is not followed: the vault is where it is said to be
    return next((folder for folder in (at, *at.parents) if (folder / ".obsidian").is_dir()), None)


def names_of(vault: Path) -> VaultNames:
    """Every file of a vault by its name, without aliases: for those, each note has to be opened."""
    return VaultNames((path, ()) for path in files_of(vault))


def resolve_note(vault: Path, said: str, *, names: VaultNames | None = None) -> str:
    """The path inside the vault, with slashes, of the note that is meant; UsageError where there is none, or several."""
    if not vault.is_dir():
        raise UsageError(f"there is no vault at {vault}")
    bracketed = _BRACKETS.fullmatch(said)
    meant = bracketed[1].partition("|")[0].removesuffix("\\") if bracketed else said
    if not meant.strip():
        raise UsageError("say which note: a path inside the vault, or its name")
    for written in _with_and_without_heading(meant, linked=bracketed is not None):
        found = _found(vault, written, names)
        if found:
            return _checked(vault, found)
    raise NoteNotFound(no_such_note(vault, meant, names))


def _with_and_without_heading(meant: str, *, linked: bool) -> Iterable[str]:
    """A name may hold a hash; what is linked to is more often a heading."""
    bare = meant.partition("#")[0].rstrip() if "#" in meant else meant
    ways = (bare, meant) if linked else (meant, bare)
    return [way for way in dict.fromkeys(ways) if way.strip()]


def _found(vault: Path, written: str, names: VaultNames | None) -> list[str]:
    """Files that the words can mean, by the first rule that finds any."""
    path = _inside(vault, written)
    refuse_unsafe(path)
    if found := _spelled_alike(vault, path):
        return found
    if (here := _from_current_folder(vault, written)) and (found := _spelled_alike(vault, here)):
        return found
    if has_suffix(path) and not is_note(path) and (vault / path).exists():
        refuse_other_kinds(path)
    known = names if names is not None else names_of(vault)
    for tail in (path, *(path + suffix for suffix in NOTE_SUFFIXES[1:])):
        found = [p for p in known.ending_in(tail) if (vault / p).exists()]  # what is known may be old
        if notes := [p for p in found if is_note(p)]:
            return _shortest(notes)
        if found:
            refuse_other_kinds(found[0])
    if found := [p for p in known.with_alias(written) if (vault / p).exists()]:
        return found
    return _by_alias(vault, written) if names is None else []


def _inside(vault: Path, written: str) -> str:
    """The path from the vault, lexically; UsageError for one that leads out of it."""
    slashed = written.replace("\\", "/") if os.sep == "\\" or re.match(r"[A-Za-z]:\\", written) else written
    if re.match(r"[A-Za-z]:/", slashed) and os.sep == "/":
        raise UsageError(f"'{written}' is a path of another system; write it from the vault")
    if slashed.startswith(("/", "~/")) or Path(slashed).is_absolute():
        return _of_absolute(vault, os.path.expanduser(slashed))  # noqa: PTH111 - a Path would drop what is refused below
    if "\\" in slashed:
        raise UsageError(f"'{written}' has a backslash in it; write folders with slashes")
    path = posixpath.normpath(slashed)
    if path == ".." or path.startswith("../"):
        here = _from_current_folder(vault, written)
        if here is None:
            raise UsageError(f"'{written}' leads out of the vault; write the path from the vault's own folder")
        return here
    return path


def _of_absolute(vault: Path, written: str) -> str:
    inside = _below(vault, written)
    if inside is None:
        raise UsageError(f"'{written}' is outside the vault; write the path from the vault's own folder")
    return inside


def _from_current_folder(vault: Path, written: str) -> str | None:
    """The path from the vault of what is meant as seen from where the person is, if that is inside."""
    try:
        here = Path.cwd()
    except FileNotFoundError:  # the folder was removed under our feet
        return None
    return _below(vault, str(here / written))


def _below(vault: Path, written: str) -> str | None:
    """The path from the vault of an absolute one, by whatever name the vault is reached; links below it stay in it."""
    normal = Path(os.path.normpath(written))
    for folder in reversed(normal.parents):
        with suppress(OSError, ValueError):  # one that is not there, or that nobody may look at
            if folder.samefile(vault):
                return normal.relative_to(folder).as_posix()
    return None


def _spelled_alike(vault: Path, path: str) -> list[str]:
    """Files there whose path is this one, with or without a suffix, but for case and composition."""
    for written in (
        (path, *(path + suffix for suffix in NOTE_SUFFIXES))
        if is_note(path)
        else (path + suffix for suffix in NOTE_SUFFIXES)
    ):
        found = [""]
        for name in written.split("/"):
            key = folded(name)
            found = [f"{at}/{e}" if at else e for at in found for e in _listed(vault / at) if folded(e) == key]
            if not found:
                break
        if found:
            return sorted(found)
    return []


def _listed(folder: Path) -> list[str]:
    try:
        return [entry.name for entry in folder.iterdir()]
    except (NotADirectoryError, FileNotFoundError):
        return []
    except OSError as error:
        raise UsageError(f"{folder} cannot be read: {error.strerror}") from error


def _shortest(found: list[str]) -> list[str]:
    """One in the vault's root before those in folders, as a link would mean it."""
    root = [path for path in found if "/" not in path]
    return root or sorted(found)


def _by_alias(vault: Path, written: str) -> list[str]:
    key = folded(written.strip())
    return [path for path in files_of(vault) if is_note(path) and key in map(folded, aliases_in(vault / path))]


def _checked(vault: Path, found: list[str]) -> str:
    """The one note; UsageError for several, for a link in the path, and for what is no plain file."""
    if len(found) > 1:
        shown = ", ".join(f"'{path}'" for path in found[:_MOST_LISTED])
        more = f" and {len(found) - _MOST_LISTED} more" if len(found) > _MOST_LISTED else ""
        alike = len({folded(path) for path in found}) == 1
        reason = "differ only in case or in how letters are composed; rename one" if alike else "fit; write the path"
        raise UsageError(f"several notes {reason}: {shown}{more}")
    path = found[0]
    refuse_unsafe(path)
    at = vault
    for name in path.split("/"):
        at /= name
        mode = at.lstat().st_mode
        if stat.S_ISLNK(mode) or getattr(at, "is_junction", bool)():
            raise UsageError(f"'{path}': {at} is a link{_leading(vault, at)}; links are not followed")
    if not stat.S_ISREG(mode):
        raise UsageError(f"'{path}' is no file")
    return path


def _leading(vault: Path, link: Path) -> str:
    inside = Path(os.path.realpath(link)).is_relative_to(os.path.realpath(vault))
    return "" if inside else " that leads out of the vault"


def no_such_note(vault: Path, meant: str, names: VaultNames | None) -> str:
    """Says so, with the names that come nearest."""
    known = names if names is not None else names_of(vault)
    near = nearest(meant, (path for path in known if is_note(path)))
    hint = f"; the nearest names: {', '.join(repr(path) for path in near)}" if near else "; the vault holds no notes"
    return f"there is no note '{meant}' in {vault}{hint}"
