"""PDF: a document to hand on and print, with its own letters; nothing in it is loaded from elsewhere."""

from __future__ import annotations

from inquiro.core.types import Report
from inquiro.present.pdf import pdf
from inquiro.present.report import document


class PdfExport:
    name = "pdf"
    suffix = ".pdf"
    media_type = "application/pdf"

    def render(self, report: Report) -> bytes:
        return pdf(document(report))


plugin = PdfExport
