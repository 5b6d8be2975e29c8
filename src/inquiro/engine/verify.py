"""Checking sentences against their evidence, and citations against the stored snapshots."""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

from inquiro.core.cited import cited
from inquiro.core.phrases import phrases
from inquiro.core.types import Citation, CitationCheck, Claim, ClaimLabel, Document, Report, ReportSource, Verification
from inquiro.engine.accounted import unaccounted_findings
from inquiro.engine.answer import render_answer, sentence, table_label
from inquiro.engine.checking import Excerpt, check, unrelated
from inquiro.engine.checking.arithmetic import accounted
from inquiro.engine.checking.excerpts import Excerpts, naming, number_named, shown
from inquiro.engine.checking.judge import relied_on
from inquiro.engine.checking.labels import label_grants
from inquiro.engine.extract import speaker
from inquiro.engine.label_words import claims_more
from inquiro.retrieval.words import detect_language
from inquiro.text.agreement import agrees
from inquiro.text.figures import Figure, figures
from inquiro.text.typography import flattened

RULES = 3  # version of the rules that give labels; to be raised with every change that takes a label away
MOST_COUNTED = 12

__all__ = ["check_citations", "label", "unrelated", "weighed"]


def label(text: str, quotes: Sequence[str | Excerpt], granted: Iterable[str] = ()) -> ClaimLabel:
    """What a sentence may call itself; `granted` are words that need no proof, such as who is quoted."""
    return weighed(text, quotes, granted)[0]


def weighed(text: str, quotes: Sequence[str | Excerpt], granted: Iterable[str] = ()) -> tuple[ClaimLabel, str]:
    """The label of a sentence, and what keeps it from a better one, in words."""
    found = check(text, quotes, granted)
    # What was worked out is no quote of anybody: the sentence says how, and may be told to keep to its evidence.
    worked_out = [f"it works out {how}" for how in found.computed]
    return found.label, next(iter([*(problem.text for problem in found.problems), *worked_out]), "")


def check_citations(report: Report, documents: Mapping[str, Document], withheld: Collection[str] = ()) -> Verification:
    """Re-read every citation of a report in the snapshot that it names; of a withheld one only the quote is known."""
    known = {source.id: source for source in report.sources}
    broken: list[CitationCheck] = []
    citations = 0
    for text, evidence in cited(report):
        for citation in evidence:
            citations += 1
            source = known.get(citation.source_id)
            problem = "names a source that is not in the report" if source is None else ""
            document = documents.get(source.document_id) if source else None
            if source and source.document_id in withheld:
                problem = "" if len(citation.quote) == citation.end - citation.start > 0 else "the quote has no place"
                if citation.before or citation.after:
                    problem = "shows words around the quote, and the text that would prove them was left out"
            elif source and document is None:
                problem = "its snapshot is missing"
            elif source and document:
                problem = _problem(document, source.sha256, citation)
            if problem:
                broken.append(CitationCheck(claim=text, source_id=citation.source_id, problem=problem))
    cut = Excerpts(documents, withheld)
    boasts = ((claim.text, _boast(claim, report, known, cut)) for claim in report.claims)
    broken.extend(CitationCheck(claim=text, source_id="", problem=problem) for text, problem in boasts if problem)
    broken.extend([*_unaccounted(report), *unaccounted_findings(report, documents, withheld)])
    broken.extend([*_altered_sides(report, documents), *_loose_labels(report, documents, withheld)])
    return Verification(
        run_id=report.trace_id,
        claims=len(report.claims),
        citations=citations,
        found=citations - sum(bool(check.source_id) for check in broken),
        snapshots=len({source.document_id for source in report.sources}),
        broken=tuple(broken),
    )


def _boast(claim: Claim, report: Report, sources: Mapping[str, ReportSource], cut: Excerpts) -> str:
    """A label that promises more than the cited words give.

    What a model judged is looked up again: the words it relied on, and whatever a rule is sure of. A label of an earlier
    release, or on a text that was left out, is held to what no version of the rules would have let pass.
    """
    if not claim.evidence:
        return "" if claim.label == "uncited" else f"called {claim.label}, cites nothing"
    if claim.label not in {"quoted", "supported"}:
        return ""
    cited = [source for c in claim.evidence if (source := sources.get(c.source_id))]
    granted = [word for source in cited for word in (*_who(source), (source.published or "")[:4]) if word]
    excerpts = [_excerpt(c, sources.get(c.source_id), cut) for c in claim.evidence]
    granted.append(phrases(report.language).according)
    granted += _label_grants(claim, report, sources, cut)
    whole = all(source.document_id in cut for source in cited)
    if report.rules < RULES or not whole:
        return _lie(claim, excerpts, granted)
    verdict = check(claim.statement, excerpts, granted)
    if verdict.label in {"quoted", claim.label}:
        return ""
    known = relied_on(claim.relied, claim.statement, excerpts)
    if claim.by == "model" and claim.label == "supported":
        verdict = accounted(verdict, claim.computed, known, shown(excerpts))
    if claim.by == "model" and claim.label == "supported" and not verdict.vetoed:
        return "" if known else "a model called it supported by words that its evidence does not hold"
    return f"called {claim.label}, is {verdict.label}"


def _label_grants(claim: Claim, report: Report, sources: Mapping[str, ReportSource], cut: Excerpts) -> list[str]:
    """What the row and column of a cell may name: never less than was granted when it was written.

    Of a text that was left out nobody can tell what stands beside its quotes.
    """
    if not claim.row and not claim.column:
        return []
    held = [report.question, *(f"{item.description} {item.label}" for item in report.checklist)]
    for one in claim.evidence:
        source = sources.get(one.source_id)
        document = cut.document(source.document_id) if source else None
        if source and document is None:
            return label_grants(claim.text, (claim.row, claim.column), ())
        held.append(naming(_excerpt(one, source, cut), document, one.start, one.end))
    return label_grants(claim.text, (claim.row, claim.column), ["\n".join(held)])


def _lie(claim: Claim, excerpts: Sequence[Excerpt], granted: Iterable[str]) -> str:
    """What no version of the rules would have let pass: a quote that is none, a figure that stands nowhere."""
    if claim.label == "quoted":
        quotes = {flattened(one.quote) for one in excerpts}
        return "" if flattened(claim.statement) in quotes else "called quoted, and stands nowhere word for word"
    strange = _strange_figures(claim.statement, "\n".join([shown(excerpts), *granted]))
    return f"called {claim.label}, and its evidence does not hold {', '.join(strange)}" if strange else ""


def _strange_figures(text: str, held: str) -> list[str]:
    known = figures(held, detect_language(held))
    said = [one for one in figures(text, detect_language(text)) if not _counted(one)]
    return [one.text for one in said if not any(agrees(one, other) for other in known)]


def _counted(one: Figure) -> bool:
    """`The two tests`: a sentence may count what it names."""
    return one.value <= MOST_COUNTED and not any(map(str.isdigit, one.text))


def _excerpt(cited: Citation, source: ReportSource | None, cut: Excerpts) -> Excerpt:
    """As it was shown to whoever gave the label; without the text, what the report itself tells of the source."""
    if source is None:
        return Excerpt(cited.quote)
    if (document := cut.document(source.document_id)) and document.text[cited.start : cited.end] == cited.quote:
        return cut.at(document, cited.start, cited.end)
    date, author = source.published or "", source.author or ""
    number = number_named(source.title, source.url)
    return Excerpt(
        cited.quote, heading=cited.heading or "", title=source.title, date=date, author=author, number=number
    )


def _who(source: ReportSource) -> tuple[str, str]:
    """As the source names its authors, and as a sentence does."""
    return source.author or "", speaker(source.author or "")


def _problem(document: Document, sha256: str, cited: Citation) -> str:
    if hashlib.sha256(document.text.encode()).hexdigest() != sha256:
        return "the snapshot is not the one that was cited"
    if not cited.quote or document.text[cited.start : cited.end] != cited.quote:
        return "the quote does not stand at its place in the snapshot"
    ahead = cited.start - len(cited.before)
    if ahead < 0 or not (
        document.text.startswith(cited.before, ahead) and document.text.startswith(cited.after, cited.end)
    ):
        return "the words shown around the quote are not those of the snapshot"
    return ""


def _altered_sides(report: Report, documents: Mapping[str, Document]) -> Iterator[CitationCheck]:
    """Sides of contradictions with a figure that their document does not hold; a model may have worded the rest."""
    for side in (side for found in report.contradictions for side in found.sides):
        document = documents.get(side.document_id)
        strange = _strange_figures(side.statement, document.text) if document else []
        if strange:
            problem = f"its source does not hold {', '.join(strange)}"
            yield CitationCheck(claim=side.statement, source_id="", problem=problem)


def _unaccounted(report: Report) -> list[CitationCheck]:
    """Claims that the answer does not hold word for word, and words in it that belong to no claim."""
    if report.answer == render_answer(report):
        return []
    rest, broken = report.answer, []
    for told in sorted({sentence(claim) for claim in report.claims}, key=len, reverse=True):
        if told not in rest:
            broken.append(CitationCheck(claim=told, source_id="", problem="the answer says it otherwise"))
        rest = rest.replace(told, "")
    strays = [
        line.strip()
        for line in rest.splitlines()
        if line.strip() and not line.startswith(("#", "- ")) and not (line.startswith("|") and _framing(line, report))
    ]
    problem = "stands in the answer and in no claim"
    return broken + [CitationCheck(claim=line, source_id="", problem=problem) for line in strays]


def _framing(line: str, report: Report) -> bool:
    """Whether a row of a table holds, beside its cells, nothing but names of rows and columns of the claims."""
    names = {table_label(name) for claim in report.claims for name in (claim.row, claim.column) if name}
    return all(not part or part in names or not part.strip("-") for part in map(str.strip, line.strip("|").split(" |")))


def _loose_labels(
    report: Report, documents: Mapping[str, Document], withheld: Collection[str]
) -> Iterator[CitationCheck]:
    """Headings, rows and columns that name or count what neither the question nor any cited document holds."""
    cited = {source.document_id for source in report.sources}
    answers = any(claim.part == "bottom_line" for claim in report.claims)
    if not answers or cited.intersection(withheld):
        return  # elsewhere headings are titles of what was found or checked; and of a text left out nobody can tell
    wording = phrases(report.language)
    ours = {"", wording.disagree, wording.near, *wording.parts.values(), *report.outline}
    names = (name for claim in report.claims for name in (claim.section, claim.row, claim.column))
    labels = [name for name in dict.fromkeys(names) if name not in ours]
    asked = [f"{item.description} {item.label}" for item in report.checklist]
    told = [f"{one.title} {one.author or ''} {one.published or ''}" for one in report.sources]
    read = [documents[one].text for one in sorted(cited) if one in documents]
    held = "\n".join([report.question, *asked, *told, *(claim.text for claim in report.claims), *read])
    for label in labels:
        if claims_more(label, held):
            problem = "is a heading or label that says more than any cited document"
            yield CitationCheck(claim=label, source_id="", problem=problem)
