"""A report of a research in every format: everything once, code as it was found, nothing live."""

from __future__ import annotations

import io
import json
import re
import zipfile
from html import unescape
from html.parser import HTMLParser

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.fences import fence_for, fences
from inquiro.core.phrases import phrases
from inquiro.core.protocols import WholeRun
from inquiro.core.types import Claim, Document, ResearchFindings, ResearchReport
from inquiro.exports import registry, strip_volatile
from inquiro.exports.json import as_dict
from inquiro.exports.pack import OpenedPack, PackExport, ReadPack
from inquiro.present.claim_text import clean_code
from inquiro.present.modes import language_tag
from inquiro.readers import registry as readers

EVIL = (
    "<script>alert(1)</script> ![x](http://evil.example/p.png) [a](javascript:alert(1)) ```dataviewjs\ndv.pages()\n``` "
    "<img src=http://evil.example/i> ![[secret]] obsidian://open www.evil.example <!-- /run --> <!-- run --> "
    "\u202egnp.exe\u202c \u200bzero\u200b \ud800 \x1b[31m\x00 ~~~ ````"
)
PEOPLE = ["md", "html", "pdf", "docx"]


def render(name: str, report) -> str:
    return registry.get(name)().render(report).decode()


def told(name: str, report) -> str:
    """What a reader of the format sees, on one line."""
    data = registry.get(name)().render(report)
    if name == "html":
        body = data.decode().partition("<body>")[2].partition("<script>")[0]
        return " ".join(unescape(re.sub(r'<span class="card".*?sources</a></span>|<[^>]+>', " ", body)).split())
    return " ".join(readers.get("markdown" if name == "md" else name)().read(data, f"report.{name}").text.split())


def modes_only(found, *modes: str):
    kept = found.FINDINGS
    return found.a_research(
        findings=ResearchFindings(
            kept.query,
            list(modes),
            3,
            kept.ideas if "idea" in modes else [],
            kept.implementations if "implementation" in modes else [],
            kept.report if "freeform" in modes else None,
        )
    )


# -- what every format for people shows ------------------------------------------------------------


@pytest.mark.parametrize("name", ["html", "pdf", "docx"])
def test_every_item_stands_there_once_with_its_words_its_code_and_its_rank(name, found):
    text = told(name, modes_only(found, "idea", "implementation")).partition("Sources")[0]
    for words in (found.BACKOFF, found.JITTER, found.LOOP, found.LIBRARY):
        assert text.count(words) == 1, words  # a quote in a card has no full stop
    for code in ("def retry(call, times=3):", "return np.zeros(3)", "def retry(:", "retry --times 3"):
        assert text.count(code) == 1, code
    for fact in (
        "relevance 0.82 · authority 0.90",
        "completeness 1.00",
        "quoted from [2]",
        "adapted from [2]",
        "written by the model",
        "not valid Python: line 1: invalid syntax",
        "imports that are not stated: numpy",
        "licence, as the page states it: MIT",
        "needs: tenacity",
    ):
        assert fact in text, fact


@pytest.mark.parametrize("name", PEOPLE)
def test_a_mode_that_nobody_asked_for_is_not_mentioned(name, found):
    text = told(name, modes_only(found, "idea"))
    assert "Ideas" in text
    assert "Implementations" not in text
    assert "Abstract" not in text


@pytest.mark.parametrize("name", PEOPLE)
def test_a_mode_that_found_nothing_says_so(name, found):
    findings = ResearchFindings("q", ["idea", "implementation"], 3, ideas=found.IDEAS)
    text = told(name, found.a_research(findings=findings))
    assert "Implementations Nothing that was read gives any." in text


@pytest.mark.parametrize("name", PEOPLE)
def test_a_research_that_found_nothing_shows_what_its_answer_says_and_why(name, found):
    text = told(name, found.nothing())
    assert "Nothing was found." in text
    assert "no source answered" in text
    assert "Ideas" not in text


@pytest.mark.parametrize("name", PEOPLE)
def test_the_paper_stands_in_sections_and_its_references_are_the_reports_sources(name, found):
    text = told(name, modes_only(found, "freeform")).partition("Sources")[0]
    assert text.index("Report") < text.index("Abstract") < text.index("Introduction") < text.index("Implementations")
    assert "References" not in text
    assert "no source" in text  # of its guess


@pytest.mark.parametrize("name", ["bibtex", "ris", "csl"])
def test_lists_of_sources_are_as_ever(name, found):
    assert render(name, found.a_research()) == render(name, found.a_research(findings=None))


@pytest.mark.parametrize("name", ["md", "html", "json"])
def test_the_run_is_named_in_the_volatile_block_alone(name, found):
    one = found.a_research()
    other = msgspec.structs.replace(
        one, trace_id="another", created_at=None, findings=msgspec.structs.replace(one.findings, trace_id="another")
    )
    assert render(name, one) != render(name, other)
    assert strip_volatile(render(name, one), name) == strip_volatile(render(name, other), name)
    assert found.RUN not in strip_volatile(render(name, one), name)


# -- markdown --------------------------------------------------------------------------------------


def test_markdown_numbers_ideas_and_links_their_sources(found):
    text = render("md", found.a_research())
    assert f"\n## Ideas\n\n1. {found.BACKOFF} \\[[1](#src-1)\\]\n   - Backing off \\[[1](#src-1)\\] · quoted · " in text
    assert f"\n2. {found.JITTER} \\[[3](#src-3), [1](#src-1)\\]\n" in text


def test_markdown_gives_code_exactly_between_fences_that_it_cannot_close(found):
    blocks = [fence.code for fence in fences(render("md", found.a_research()))]
    assert blocks == [found.QUOTED, found.ADAPTED, found.BROKEN, found.NESTED.rstrip("\n"), found.QUOTED]


@given(st.text(alphabet="`~ab\n \t", max_size=60))
def test_no_code_closes_its_fence(code):
    fence = fence_for(code)
    block = f"{fence}\n{code}\n{fence}\n\nAfter."
    [found] = fences(block)
    assert (found.code, block[found.end :]) == (code, "\n\nAfter.")


@pytest.mark.fault(34)
@pytest.mark.parametrize(("language", "tag"), [("Python", "python"), ("dataviewjs", ""), ("mermaid", ""), ("x y", "")])
def test_only_languages_that_nobody_runs_are_named(language, tag):
    assert language_tag(language) == tag


@pytest.mark.fault(32, 34)
def test_hostile_words_are_text_outside_fences_and_code_inside(found):
    text = render("md", found.hostile(EVIL))
    outside, at = [], 0
    for fence in fences(text):
        assert text[fence.start :].startswith("`")
        assert fence.language == ""
        outside.append(text[at : fence.start])
        at = fence.end
    prose = "".join([*outside, text[at:]])
    assert not re.search(
        r"<(?!https?:|file:|!-- /?run -->|!--|/?details>$|/?summary>)", prose.replace("(<", "("), re.MULTILINE
    )
    assert prose.count("<summary>") == prose.count("</summary>\n") == prose.count("<details>\n") == 2
    assert not re.search(r"(?<!\\)\]\((?!#src|<https://example.org/|<file:///corpus/)", prose)
    assert "![" not in prose
    assert "::" not in prose
    assert prose.count("<!-- run -->") == prose.count("<!-- /run -->") == 1
    assert "x\n" in strip_volatile(text, "md")  # code between forged markers stays


# -- html ------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Tags and attributes, and the text of every block of code."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.code: list[str] = []
        self._inside = False
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))
        if tag == "code":
            self._inside = True
            self.code.append("")

    def handle_endtag(self, tag):
        self._inside = self._inside and tag != "code"

    def handle_data(self, data):
        if self._inside:
            self.code[-1] += data


def test_html_gives_code_exactly_and_as_text(found):
    page = Page(render("html", found.a_research()))
    assert page.code == [found.QUOTED, found.ADAPTED, found.BROKEN, found.NESTED.rstrip("\n"), found.QUOTED]


@pytest.mark.fault(32)
def test_hostile_words_add_nothing_live_to_the_page(found):
    text = render("html", found.hostile(EVIL))
    page = Page(text)
    assert [tag for tag, _ in page.tags].count("script") == 1
    assert not {tag for tag, _ in page.tags} & {"img", "iframe", "link", "base", "form", "input", "object", "embed"}
    for _, attributes in page.tags:
        assert not [name for name in attributes if name.startswith("on") or name in {"src", "style"}]
        assert (attributes.get("href") or "#").startswith(("#", "https://example.org/", "file:///corpus/"))
    assert text.count("<!-- run -->") == text.count("<!-- /run -->") == 1


@pytest.mark.fault(35)
@pytest.mark.parametrize("name", ["md", "html", "json"])
def test_nothing_invisible_reaches_the_reader(name, found):
    assert not set(render(name, found.hostile(EVIL))) & set("\u202e\u202c\u200b\x00\x1b\ud800")


def test_marks_of_an_item_carry_the_quotes(found):
    text = render("html", modes_only(found, "idea"))
    assert text.count('<span class="card"') == 3  # of sentences; the sources of items are links to the list
    assert f"<mark>{found.BACKOFF.rstrip('.')}</mark>" in text


@pytest.mark.parametrize("name", ["pdf", "docx"])
@pytest.mark.parametrize("kind", ["full", "hostile"])
def test_a_binary_format_is_the_same_each_time(name, kind, found):
    report = found.a_research() if kind == "full" else found.hostile(EVIL)
    assert registry.get(name)().render(report) == registry.get(name)().render(report)


def test_docx_keeps_the_lines_and_indents_of_code(found):
    with zipfile.ZipFile(io.BytesIO(registry.get("docx")().render(found.a_research()))) as package:
        body = package.read("word/document.xml").decode()
    assert '<w:br/><w:t xml:space="preserve">    for attempt in range(times):</w:t><w:br/>' in body


@pytest.mark.parametrize("text", ["a\r\nb", "a\rb"])
def test_code_has_one_kind_of_line_end(text):
    assert clean_code(text) == "a\nb"


# -- json and packs --------------------------------------------------------------------------------


def test_json_has_the_findings_beside_the_contract_and_not_twice(found):
    built = as_dict(found.a_research())
    assert "findings" not in built
    assert (built["query"], built["modes"], built["top_k"]) == (found.QUERY, ["idea", "implementation", "freeform"], 3)
    assert [idea["source"] for idea in built["ideas"]] == [idea.source for idea in found.IDEAS]
    second = built["implementations"][1]
    assert (second["description"], second["dependencies"]) == (found.LIBRARY, ["tenacity"])
    assert [one["code"] for one in second["snippets"]] == [found.ADAPTED, found.BROKEN]
    assert built["report"]["content"] == found.PAPER
    assert built["problems"] == found.FINDINGS.problems
    assert built["items_dropped"] == found.FINDINGS.dropped


def test_what_was_not_asked_for_is_there_and_empty_and_a_plain_report_has_none_of_it(found):
    built = as_dict(modes_only(found, "idea"))
    assert (built["implementations"], built["report"]) == ([], None)
    plain = as_dict(found.a_research(findings=None))
    assert not {"findings", "query", "modes", "top_k", "ideas", "implementations", "report"} & set(plain)


def whole(report) -> WholeRun:
    """With texts that hold the quotes where they are said to stand."""
    documents = []
    for source in report.sources:
        quotes = [c for claim in report.claims for c in claim.evidence if c.source_id == source.id]
        text = "." * 10 + (quotes[0].quote if quotes else "")
        documents.append(
            Document(
                id=source.document_id,
                url=source.url,
                title=source.title,
                text=text,
                sha256=source.sha256,
                media_type="text/plain",
                fetched_at=report.created_at,
                private=source.private,
            )
        )
    return WholeRun(report=report, documents=tuple(documents))


def test_a_pack_of_a_research_reads_back_as_the_same_report(found, tmp_path):
    data = PackExport().render_run(whole(found.a_research()))
    path = tmp_path / "pack.zip"
    path.write_bytes(data)
    with OpenedPack(path) as opened:
        read = ReadPack(opened)
        assert read.problems == []
        assert read.report.findings.implementations == found.IMPLEMENTATIONS
        assert read.report.findings.trace_id == found.RUN


def test_a_pack_names_no_folder_and_leaves_out_words_around_quotes_of_private_texts(found, tmp_path):
    secret = "what stands near a private quote "
    private = [c for claim in found.CLAIMS for c in claim.evidence if c.source_id == "src_3"]
    cited = tuple(msgspec.structs.replace(c, before=secret) for c in private)
    idea = msgspec.structs.replace(found.IDEAS[1], evidence=cited)
    paper = ResearchReport(f"## Abstract\n\nAs told (file:///corpus/deep/notes.md).\n\n{found.block('open(1)')}")
    findings = msgspec.structs.replace(found.FINDINGS, ideas=[idea], report=paper)
    path = tmp_path / "pack.zip"
    path.write_bytes(PackExport().render_run(whole(found.a_research(findings=findings))))
    with zipfile.ZipFile(path) as package:
        text = package.read("report.json").decode()
    assert "/corpus/deep" not in text
    assert secret not in text
    built = json.loads(text)
    assert (built["ideas"][0]["source"], built["ideas"][0]["evidence"][0]["quote"]) == ("notes.md", private[0].quote)
    assert "(notes.md)" in built["report"]["content"]


def test_our_own_words_that_nothing_was_found_need_no_label(found):
    silent = phrases("en").silent
    claims = (*found.CLAIMS, Claim(text=silent, label="uncited", section="Methodology"))
    findings = msgspec.structs.replace(found.FINDINGS, report=ResearchReport(f"## Methodology\n\n{silent}"))
    text = render("md", found.a_research(claims=claims, findings=findings))
    assert f"### Methodology\n\n{silent}\n\n" in text
