"""Markdown: a document to hand on, inert in GitHub, Obsidian and every renderer between."""

from __future__ import annotations

from inquiro.core.types import Report
from inquiro.present.md import markdown
from inquiro.present.report import document


class MarkdownExport:
    name = "md"
    suffix = ".md"
    media_type = "text/markdown; charset=utf-8"

    def render(self, report: Report) -> bytes:
        return markdown(document(report)).encode()


plugin = MarkdownExport
