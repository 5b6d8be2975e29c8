"""HTML: one self-contained file that makes no request; every citation opens at its quote."""

from __future__ import annotations

import base64
import hashlib
import re
from importlib.resources import files
from string import Template

from inquiro.core.types import Report
from inquiro.exports._display import PRIVACY, counted
from inquiro.exports._html_accord import accord, gaps
from inquiro.exports._html_answer import answer
from inquiro.exports._html_parts import coverage, labels, lost, method, notices, run, sources, statements
from inquiro.exports._html_result import result
from inquiro.exports._html_text import esc
from inquiro.exports._plot import plot

_LANGUAGE = re.compile(r"[A-Za-z]{2,8}(?:-[A-Za-z0-9]{1,8})*")


class HtmlExport:
    name = "html"
    suffix = ".html"
    media_type = "text/html; charset=utf-8"

    def render(self, report: Report) -> bytes:
        style, script = _asset("report.css"), _asset("report.js")
        page = Template(_asset("report.html")).substitute(
            language=report.language if _LANGUAGE.fullmatch(report.language) else "en",
            policy=_policy(style, script),
            title=esc(report.question) or "Report",
            style=style,
            script=script,
            glance=_glance(report),
            notices=notices(report),
            result=result(report),
            answer=answer(report, accord(report), gaps(report)),
            coverage=coverage(report),
            labels=labels(report),
            plot=plot(report),
            sources=sources(report),
            lost=lost(report),
            statements=statements(report),
            run=run(report),
            method=method(report),
        )
        return page.encode()


def _asset(name: str) -> str:
    return files("inquiro.exports").joinpath("assets", name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing loads and nothing runs but our own two inline blocks, named by their hashes."""
    return (
        f"default-src 'none'; style-src '{_hash(style)}'; script-src '{_hash(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()


def _glance(report: Report) -> str:
    done = sum(item.satisfied for item in report.checklist)
    parts = [
        counted(len(report.claims), "statement"),
        counted(len(report.sources), "source"),
        counted(report.iterations_used, "round"),
        f"{done} of {len(report.checklist)} points answered" if report.checklist else "",
        f"privacy: {PRIVACY[report.privacy]}",
        "partial report" if report.partial else "",
    ]
    return " · ".join(filter(None, parts))


plugin = HtmlExport
