"""A note researched as a plain call, for scripts and notebooks, and the request that every interface makes of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import Any, get_args

import msgspec

from inquiro.core.errors import NotConfigured, UnknownName, UsageError
from inquiro.core.events import Event
from inquiro.core.settings import Settings
from inquiro.core.types import NoteAsk, NoteDepth, NotePreview, NoteResult, Report, ResearchRequest, SendMode, Written
from inquiro.runtime.calls import ended, request_of
from inquiro.runtime.runtime import Runtime
from inquiro.runtime.wiring import checked
from inquiro.vault.accepted_words import accepted_words, forget_words
from inquiro.vault.places import find_vault, resolve_note
from inquiro.vault.state import state_of

NamedPath = str | PathLike[str]
Listener = Callable[[Event], None]
OPTIONS = frozenset(
    {"corpus", "public_corpus", "sources", "domain", "filters", "model", "privacy", "strict", "fresh"}
    | {"max_seconds", "max_cost", "max_tokens"}
)
LONGEST_FOCUS = 500
MOST_PROBLEMS = 10
WHICH_VAULT = "say which vault: --vault DIR, or set INQUIRO_VAULT"


async def aresearch_note(
    path: NamedPath,
    depth: NoteDepth = "shallow",
    focus: str | None = None,
    *,
    vault: NamedPath | None = None,
    dry_run: bool = False,
    quotes: bool = False,
    on_event: Listener | None = None,
    settings: Settings | None = None,
    **options: Any,
) -> NoteResult:
    """Research a note and write what was found into its section `## Research`; options as for `deep_research`."""
    settings = settings or Settings.load()
    request = note_request(
        path, depth, focus, vault=vault, dry_run=dry_run, quotes=quotes, settings=settings, **options
    )
    runtime = Runtime.open(settings)
    try:
        return result_of(await runtime.ask(request, on_event), request)
    finally:
        runtime.close()


def research_note(
    path: NamedPath, depth: NoteDepth = "shallow", focus: str | None = None, **options: Any
) -> NoteResult:
    """The plain twin of `aresearch_note`, with the same options."""
    return ended(lambda: aresearch_note(path, depth, focus, **options))


def note_request(
    path: NamedPath,
    depth: NoteDepth = "shallow",
    focus: str | None = None,
    *,
    vault: NamedPath | None = None,
    dry_run: bool = False,
    send: SendMode = "known",
    queries: Sequence[str] = (),
    quotes: bool = False,
    hold: bool = False,
    settings: Settings | None = None,
    **options: Any,
) -> ResearchRequest:
    """The request for a note; what is wrong with it is said here, before anything is opened or written."""
    for name in options:
        if name not in OPTIONS:
            raise UnknownName("option", name, OPTIONS)
    if depth not in get_args(NoteDepth):
        raise UnknownName("depth", str(depth), get_args(NoteDepth))
    folder, found = place_of(settings or Settings.load(), path, vault)
    asked = NoteAsk(
        vault=str(folder),
        path=found,
        depth=depth,
        focus=_focus(focus),
        dry_run=dry_run,
        send=send,
        queries=tuple(queries),
        quotes=quotes,
        hold=hold,
    )
    request = request_of(f"Research note: {found}", **options)
    if send == "ask":
        request = msgspec.structs.replace(request, unattended=False)
    return checked(msgspec.structs.replace(request, note=asked))


def preview_note(
    settings: Settings, path: NamedPath, focus: str | None = None, vault: NamedPath | None = None
) -> NotePreview:
    """The searches that research without a model would send, and what they leave out; nothing is sent or written."""
    from inquiro.engine.notes.agreement import held_words
    from inquiro.engine.notes.extractive import topics_of
    from inquiro.runtime.notebook import VaultNotebook

    folder, found = place_of(settings, path, vault)
    book, typed = VaultNotebook(folder, settings.home), _focus(focus)
    note = msgspec.structs.replace(book.read(found), accepted=(*((typed,) if typed else ()), *book.accepted()))
    topics = topics_of(note, typed)
    return NotePreview(
        path=note.path,
        queries=tuple(topic.label for topic in topics if topic.label),
        held=held_words(note, topics),
        withheld=note.withheld,
    )


def accepted_in(settings: Settings, vault: Path) -> tuple[str, ...]:
    """Words that may leave whenever a note of the vault holds them."""
    return accepted_words(state_of(settings.home, vault))


def forget_accepted(settings: Settings, vault: Path, words: Sequence[str] | None = None) -> tuple[str, ...]:
    """Those, or all; returns what is left."""
    return forget_words(state_of(settings.home, vault), words)


def undo_note(settings: Settings, path: NamedPath, vault: NamedPath | None = None, *, dry_run: bool = False) -> Written:
    """Put the section back as it stood before it was written last; the reader's own edits since then stay."""
    from inquiro.vault.writing import undo_section  # of no use to those who only start research

    folder, found = place_of(settings, path, vault)
    return undo_section(folder, state_of(settings.home, folder), found, dry_run=dry_run)


def place_of(settings: Settings, path: NamedPath, vault: NamedPath | None = None) -> tuple[Path, str]:
    """The vault and the note in it that a person means."""
    said = fspath(path)
    if not said.strip():
        raise UsageError("the path of the note is empty; give a path, a name or an alias")
    folder = _vault(settings, said, vault)
    return folder, resolve_note(folder, said)


def vault_of(settings: Settings, vault: NamedPath | None = None) -> Path:
    """The vault that is named, else the one that is set, else the one around the current folder."""
    return _vault(settings, ".", vault)


def result_of(report: Report, request: ResearchRequest) -> NoteResult:
    """What became of the note; of a run that could do nothing for it, the reasons."""
    if report.note is not None:
        return msgspec.structs.replace(report.note, run_id=report.trace_id)
    why = (
        f"the run ended without a result for the note: {report.stop_reason or report.status}",
        *report.notices,
        *(f"{loss.what}: {loss.reason}" for loss in report.lost),
    )
    path = request.note.path if request.note else ""
    return NoteResult(path=path, run_id=report.trace_id, problems=tuple(dict.fromkeys(why))[:MOST_PROBLEMS])


def _vault(settings: Settings, said: str, given: NamedPath | None) -> Path:
    """The one that is named, else the one that is set, else the one around the note or the current folder."""
    if given is not None or settings.vault is not None:
        folder = Path(given if given is not None else settings.vault or "").expanduser()
        if not folder.is_dir():
            raise NotConfigured(f"the vault {folder} is not a folder; {WHICH_VAULT}")
        return folder.resolve()
    here = Path(said).expanduser()
    found = find_vault(here.absolute() if here.exists() else Path.cwd())
    if found is None:
        raise NotConfigured(f"no vault is known and none is around the note; {WHICH_VAULT}")
    return found.resolve()


def _focus(focus: str | None) -> str | None:
    kept = " ".join((focus or "").split())
    if len(kept) > LONGEST_FOCUS:
        raise UsageError(f"the focus has {len(kept):,} characters; {LONGEST_FOCUS:,} are allowed: a few words will do")
    return kept or None
