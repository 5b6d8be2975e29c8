"""JSON: the contract of `--json` on `ask`, `research` and `note`, of the server and of the tools of the same names."""

from __future__ import annotations

import json
import re

import msgspec

from inquiro.core.types import Json, Report
from inquiro.exports._json_findings import FINDINGS, findings_keys
from inquiro.text.display import HIDING

CONTRACT = (
    "trace_id",
    "question",
    "answer",
    "sources",
    "claims",
    "checklist_coverage",
    "contradictions",
    "saturation",
    "lost",
    "iterations_used",
    "stop_reason",
    "status",
    "usage",
    "engine",
    "privacy",
)

NOTE = ("path", "topics_researched", "preview")  # what `research_note` returns; the rest of it stands under `note`
CHECK = ("verdict", "counts")  # of a checked document; `check` has findings, references and sentences, too

_TRICKY = re.compile(f"[{HIDING}\u0085\u2028\u2029]")


def as_dict(report: Report) -> Json:
    """The report as plain values: the contract's keys first, the rest in the order of their definition."""
    structured = report.to_dict() | {"dropped": dict(sorted(report.dropped.items()))}
    structured.pop("findings")
    if report.findings:
        structured |= findings_keys(report.findings)
    if report.check:
        structured |= {name: msgspec.to_builtins(getattr(report.check, name)) for name in CHECK}
    if report.note:
        structured |= {name: getattr(report.note, name) for name in NOTE}
    built: Json = json.loads(json.dumps(structured), parse_constant=lambda _: None)  # lists, and no NaN
    first = (
        *(CHECK if report.check else ()),
        *(NOTE if report.note else ()),
        *CONTRACT,
        *(FINDINGS if report.findings else ()),
    )
    return {name: built.pop(name) for name in first} | built


class JsonExport:
    name = "json"
    suffix = ".json"
    media_type = "application/json"

    def render(self, report: Report) -> bytes:
        text = json.dumps(as_dict(report), indent=2, ensure_ascii=False)
        return f"{_TRICKY.sub(_escaped, text)}\n".encode()


def _escaped(found: re.Match[str]) -> str:
    """Quotes stay exact, yet nothing in the file can reorder or hide what a person reads."""
    return json.dumps(found[0])[1:-1]


plugin = JsonExport
