"""DOCX: a document to hand on and edit; nothing in it acts or is loaded from elsewhere."""

from __future__ import annotations

from inquiro.core.types import Report
from inquiro.present.docx import docx
from inquiro.present.report import document


class DocxExport:
    name = "docx"
    suffix = ".docx"
    media_type = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"

    def render(self, report: Report) -> bytes:
        return docx(document(report))


plugin = DocxExport
