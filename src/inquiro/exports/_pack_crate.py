"""The pack described for research archives: RO-Crate 1.1."""

from __future__ import annotations

import json
from collections.abc import Mapping

from inquiro.core.types import Json, Report
from inquiro.exports._pack_files import (
    CRATE,
    DOCUMENTS,
    EVENTS,
    JOURNAL,
    MANIFEST,
    REPORT_HTML,
    REPORT_MD,
    SPANS,
    encoded,
)
from inquiro.exports._pack_files import REPORT as REPORT_JSON
from inquiro.present.wording import one_line

_SPECIFICATION = "https://w3id.org/ro/crate/1.1"
_TOOL, _RIGHTS = "#inquiro", "#rights"
_NAMES = {
    REPORT_JSON: "The report, for programs",
    REPORT_MD: "The report in Markdown",
    REPORT_HTML: "The report as a page that needs no network",
    DOCUMENTS: "The cited documents",
    SPANS: "Every citation: sentence, quote and place",
    EVENTS: "What the run told while it worked",
    JOURNAL: "Every call of the run to the outside, without its content",
    MANIFEST: "The sha256 of every other file",
}
_TYPES = {".json": "application/json", ".jsonl": "application/jsonl", ".md": "text/markdown", ".html": "text/html"}


def crate(report: Report, sizes: Mapping[str, int], version: str) -> bytes:
    """A pure function of the report, the sizes of the other files and who packed them."""
    parts = [*sorted(sizes), MANIFEST]
    titles = {f"snapshots/{source.document_id}.txt": one_line(source.title) for source in report.sources}
    graph: list[Json] = [
        {
            "@id": CRATE,
            "@type": "CreativeWork",
            "about": {"@id": "./"},
            "conformsTo": {"@id": _SPECIFICATION},
        },
        {
            "@id": "./",
            "@type": "Dataset",
            "name": one_line(report.question) or "Report",
            "description": "An answer, the words of the sources it rests on, and what is needed to check both.",
            "datePublished": f"{report.created_at:%Y-%m-%d}" if report.created_at else "1970-01-01",
            "identifier": report.trace_id,
            "license": {"@id": _RIGHTS},
            "hasPart": [{"@id": name} for name in parts],
            "mentions": {"@id": "#run"},
        },
        {
            "@id": "#run",
            "@type": "CreateAction",
            "name": "Research",
            "instrument": {"@id": _TOOL},
            "result": {"@id": REPORT_JSON},
        },
        {"@id": _TOOL, "@type": "SoftwareApplication", "name": "Inquiro", "softwareVersion": version},
        {
            "@id": _RIGHTS,
            "@type": "CreativeWork",
            "name": "Rights of the sources",
            "description": "Texts and quotes of the cited documents remain under the terms of their publishers.",
        },
        *(_file(name, _NAMES.get(name) or titles.get(name, name), sizes.get(name)) for name in parts),
    ]
    return encoded({"@context": f"{_SPECIFICATION}/context", "@graph": graph})


def packed_by(data: bytes) -> str:
    """The version that wrote the metadata, or nothing."""
    try:
        graph = json.loads(data)["@graph"]
        return next(str(node["softwareVersion"]) for node in graph if node["@id"] == _TOOL)
    except (ValueError, LookupError, TypeError, StopIteration, RecursionError):
        return ""


def _file(name: str, title: str, size: int | None) -> Json:
    suffix = f".{name.rpartition('.')[2]}"
    known = {"@id": name, "@type": "File", "name": title, "encodingFormat": _TYPES.get(suffix, "text/plain")}
    return known if size is None else known | {"contentSize": str(size)}
