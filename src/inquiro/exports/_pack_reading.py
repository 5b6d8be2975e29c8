"""Reading a pack that came from elsewhere: everything in it is doubted until it fits the rest."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.types import Document, Report, ReportSource
from inquiro.core.version import __version__
from inquiro.exports._json_findings import read_report
from inquiro.exports._pack_crate import crate, packed_by
from inquiro.exports._pack_files import (
    CRATE,
    DOCUMENTS,
    EVENTS,
    FORMAT,
    JOURNAL,
    MANIFEST,
    REPORT,
    SPANS,
    VERSION,
    Manifest,
    manifest,
    spans,
)
from inquiro.exports._pack_views import rendered
from inquiro.exports._pack_zip import OpenedPack

_UNKNOWN = datetime(1970, 1, 1, tzinfo=UTC)


class Snapshots(Mapping[str, Document]):
    """The stored texts by document id, one of them in memory at a time."""

    def __init__(self, pack: OpenedPack, sources: Mapping[str, ReportSource]) -> None:
        self._pack, self._sources = pack, sources
        self._last: Document | None = None

    def __getitem__(self, document_id: str) -> Document:
        if self._last is None or self._last.id != document_id:
            self._last = self._read(document_id)
        return self._last

    def __iter__(self) -> Iterator[str]:
        return iter(self._sources)

    def __len__(self) -> int:
        return len(self._sources)

    def _read(self, document_id: str) -> Document:
        data = self._pack.snapshot(f"snapshots/{document_id}.txt")
        if data is None:
            raise KeyError(document_id)
        source = self._sources[document_id]
        return Document(
            id=document_id,
            url=source.url,
            title=source.title,
            text=data.decode("utf-8", "replace"),
            sha256=source.sha256,
            media_type=source.media_type,
            fetched_at=_UNKNOWN,
        )


class ReadPack:
    """What a pack says, and what is wrong with how it says it."""

    def __init__(self, pack: OpenedPack) -> None:
        self._pack = pack
        self.problems: list[str] = []
        self.files = pack.digests()
        self.report = self._report()
        self.manifest = self._manifest()
        if self.report and self.manifest and not self.problems:  # else it is told already what was changed
            self._derive(self.report, self.manifest)

    @property
    def snapshots(self) -> Snapshots:
        sources = self.report.sources if self.report else ()
        return Snapshots(self._pack, {source.document_id: source for source in sources})

    def _report(self) -> Report | None:
        try:
            return read_report(json.loads(self._pack.held(REPORT)))
        except (ValueError, RecursionError, msgspec.ValidationError) as error:
            self.problems.append(f"{REPORT} is no report: {_short(error)}")
            return None

    def _manifest(self) -> Manifest | None:
        try:
            found = from_json(self._pack.held(MANIFEST), Manifest)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.problems.append(f"{MANIFEST} is no manifest: {_short(error)}")
            return None
        if (found.format, found.version) != (FORMAT, VERSION):
            self.problems.append(f"{MANIFEST} is of a format that this version does not know")
            return None
        self.problems += [f"{name} is not in the manifest" for name in sorted(self.files.keys() - found.files.keys())]
        self.problems += [f"{name[:80]!r} is missing" for name in sorted(found.files.keys() - self.files.keys())]
        self.problems += [
            f"{name} was changed: its hash is not the one in the manifest"
            for name, file in self.files.items()
            if found.files.get(name, file) != file
        ]
        return found

    def _derive(self, report: Report, found: Manifest) -> None:
        """What follows from the report must be as it would be written again."""
        pack = self._pack
        if pack.held(MANIFEST) != manifest(report, found.texts, self.files):
            self.problems.append(f"{MANIFEST} does not fit the files")
        if pack.held(SPANS) != spans(report):
            self.problems.append(f"{SPANS} does not say what {REPORT} says")
        behind = frozenset(found.withheld)
        expected = {f"snapshots/{s.document_id}.txt" for s in report.sources if s.document_id not in behind}
        present = {name for name in self.files if name.startswith("snapshots/")}
        if expected != present:
            self.problems.append("the snapshots are not those of the cited documents")
        for name in (DOCUMENTS, EVENTS, JOURNAL):
            self._read_lines(name)
        if packed_by(pack.held(CRATE)) == __version__:  # another version may word the same report otherwise
            self._render_again(report)

    def _render_again(self, report: Report) -> None:
        again = rendered(report)
        sizes = {name: file.bytes for name, file in self.files.items() if name != CRATE}
        again[CRATE] = crate(report, sizes, __version__)
        self.problems += [
            f"{name} does not say what {REPORT} says" for name, data in again.items() if data != self._pack.held(name)
        ]

    def _read_lines(self, name: str) -> None:
        data = self._pack.held(name)
        try:
            for line in data.splitlines() if name.endswith(".jsonl") else [data]:
                json.loads(line)
        except (ValueError, RecursionError) as error:
            self.problems.append(f"{name} is not what it should be: {_short(error)}")


def _short(error: Exception) -> str:
    return " ".join(str(error).split())[:200]
