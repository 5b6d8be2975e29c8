"""The report in the formats that travel in a pack."""

from __future__ import annotations

from inquiro.core.protocols import RunExport
from inquiro.core.types import Report
from inquiro.exports import registry
from inquiro.exports._pack_files import REPORT, REPORT_HTML, REPORT_MD

VIEWS = {REPORT: "json", REPORT_MD: "md", REPORT_HTML: "html"}


def rendered(report: Report) -> dict[str, bytes]:
    """By the registry: plug-ins never see each other."""
    exports = {name: registry.get(format_name)() for name, format_name in VIEWS.items()}
    return {name: export.render(report) for name, export in exports.items() if not isinstance(export, RunExport)}
