"""RIS: one record per source, as reference managers import it."""

from __future__ import annotations

from collections.abc import Iterator

from inquiro.core.types import Report, ReportSource, SourceType
from inquiro.exports._citing import ARTICLES, accessed, address, author_names, date_parts, remarks
from inquiro.exports._volatile import RIS_ACCESSED
from inquiro.present.wording import one_line, title_of

_LONGEST_NAME = 255  # the format's limit
_KINDS: dict[SourceType, str] = {"web": "ELEC", "registry": "DBASE"}


class RisExport:
    name = "ris"
    suffix = ".ris"
    media_type = "application/x-research-info-systems; charset=utf-8"

    def render(self, report: Report) -> bytes:
        read_on = "/".join(f"{part:02}" for part in accessed(report))
        records = ["".join(_lines(source, read_on)) for source in report.sources]
        return ("\r\n".join(records) or "\r\n").encode()


def _lines(source: ReportSource, read_on: str) -> Iterator[str]:
    for tag, value in _fields(source, read_on):
        if tag in {"TY", "ER"} or value:
            yield f"{tag}  - {value}\r\n"


def _fields(source: ReportSource, read_on: str) -> Iterator[tuple[str, str]]:
    """Every value is one line, so that none of them can begin a field or end a record."""
    published = date_parts(source.published)
    yield "TY", "JOUR" if source.type in ARTICLES else _KINDS.get(source.type, "GEN")
    yield "ID", one_line(source.id)
    yield "TI", title_of(source)
    for name in author_names(source.author):
        yield "AU", name.replace("*", "")[:_LONGEST_NAME].strip()  # an asterisk means something else in names
    yield "PY", str(published[0]) if published else ""
    yield "DA", "/".join(f"{part:02}" for part in published) + "/" * (4 - len(published)) if published else ""
    yield "DO", one_line(source.doi or "")
    yield "UR", address(source)
    yield RIS_ACCESSED, read_on
    yield "N1", remarks(source)
    yield "ER", ""


plugin = RisExport
