"""HTML: one self-contained file that makes no request; every citation opens at its quote."""

from __future__ import annotations

from inquiro.core.types import Report
from inquiro.present.html import page
from inquiro.present.report import document


class HtmlExport:
    name = "html"
    suffix = ".html"
    media_type = "text/html; charset=utf-8"

    def render(self, report: Report) -> bytes:
        return page(document(report), report.claims).encode()


plugin = HtmlExport
