"""CSL-JSON: one item per source, as citation processors read it."""

from __future__ import annotations

import json
import re

from inquiro.core.types import Json, Report, ReportSource, SourceType
from inquiro.exports._citing import ARTICLES, accessed, address, author_names, date_parts, is_organisation, remarks
from inquiro.exports._volatile import CSL_ACCESSED
from inquiro.present.wording import one_line, title_of

_KINDS: dict[SourceType, str] = {"web": "webpage", "registry": "dataset"}
# Processors set <i>, <sup> or <span> in a text; there is no escape for them but another sign.
_TAG = re.compile(r"<(?=[/!?A-Za-z])")


class CslExport:
    name = "csl"
    suffix = ".csl.json"
    media_type = "application/vnd.citationstyles.csl+json"

    def render(self, report: Report) -> bytes:
        items = [_item(source, accessed(report)) for source in report.sources]
        return (json.dumps(items, indent=2, ensure_ascii=False) + "\n").encode()


def _item(source: ReportSource, read_on: list[int]) -> Json:
    item: Json = {
        "id": _inert(source.id),
        "type": "article-journal" if source.type in ARTICLES else _KINDS.get(source.type, "document"),
        "title": _inert(title_of(source)),
        "author": [_name(name) for name in author_names(source.author)],
        "issued": _date(date_parts(source.published)),
        CSL_ACCESSED: _date(read_on),
        "DOI": _inert(source.doi or ""),
        "URL": address(source),
        "note": _inert(remarks(source)),
    }
    return {name: value for name, value in item.items() if value}


def _name(name: str) -> Json:
    """Only a comma tells the family name from the given one."""
    family, comma, given = (_inert(part) for part in name.partition(","))
    person = comma and family and given and not is_organisation(name)
    return {"family": family, "given": given} if person else {"literal": _inert(name)}


def _date(parts: list[int]) -> Json:
    return {"date-parts": [parts]} if parts else {}


def _inert(text: str) -> str:
    return _TAG.sub("‹", one_line(text))


plugin = CslExport
