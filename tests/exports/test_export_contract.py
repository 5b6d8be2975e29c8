"""Every registered export: renders anything, the same way each time, inert, with volatile data in one block."""

from __future__ import annotations

from datetime import UTC, datetime
from html.parser import HTMLParser

import msgspec
import pytest

from inquiro.core.errors import UnknownName
from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Coverage,
    FactEstimate,
    Loss,
    Report,
    ReportSource,
    RoundRecord,
    SaturationMetrics,
    Usage,
)
from inquiro.exports import registry, strip_volatile
from inquiro.readers import registry as readers

FORMATS = registry.names()
WHOLE = ["pack"]  # of a whole run, not of a report
BINARY = ["docx", "pdf"]  # their own tests look into them
TEXTS = [name for name in FORMATS if name not in {*WHOLE, *BINARY}]
TRACE = "6f1d9a52-3b7e-4c1b-9c55-7f2f0a9be101"


def cite(number: int, quote: str, start: int = 100, **more) -> Citation:
    return Citation(source_id=f"src_{number}", quote=quote, start=start, end=start + len(quote), **more)


def source(number: int, title: str, published: str | None, kind: str = "local", **more) -> ReportSource:
    defaults = {"url": f"file:///corpus/document-{number}.md", "snippet": f"About {title}.", "quality": 0.7}
    return ReportSource(
        id=f"src_{number}",
        type=kind,
        title=title,
        published=published,
        document_id=f"doc_{number}",
        sha256=f"{number:064x}",
        **(defaults | more),
    )


SOURCES = (
    source(1, "Measurements in Varnholt, summer 2021", "2021-09-30", author="Ostrova, Lena", quality=0.82),
    source(2, "Radiant temperature under street trees", "2023", "academic", url="https://example.org/radiant?a=1&b=2"),
    source(3, "Council minutes of Tessenbrück", "2023-04-18", quality=0.6),
    source(4, "Lifetime cost audit, Korvenau", "2023-11-02", author="City audit office; Planning office"),
    source(5, "Lifetime cost, Korvenau", "2019-05-01", quality=0.55),
    source(6, "Heat emergency calls", None, "web", url="https://example.org/heat-calls"),
)

CLAIMS = (
    Claim(
        text="Mature street trees lower the felt temperature on hot afternoons by 9 to 12 degrees.",
        label="supported",
        evidence=(
            cite(
                1,
                "The felt temperature under the crowns was 9 to 12 degrees below that of the open street",
                before="Readings were taken on eleven afternoons above 30 degrees. ",
                after=", with the largest difference at about three o'clock.",
                heading="Results",
            ),
            cite(
                2,
                "mean radiant temperature fell by 11.4 K beneath closed canopies",
                before="Across the four streets, ",
                after=" while air temperature changed by less than one degree.",
                page=4,
                heading="3.2 Radiant load",
            ),
        ),
    ),
    Claim(
        text="Air temperature itself changes by less than one degree.",
        label="supported",
        evidence=(cite(2, "air temperature changed by less than one degree", start=200, page=4),),
        section="Cooling effect",
    ),
    Claim(
        text="“The avenue is the only place where the market can stay open after noon.”",
        label="quoted",
        evidence=(
            cite(
                3, "The avenue is the only place where the market can stay open after noon.", page=2, heading="Item 7"
            ),
        ),
        section="Cooling effect",
    ),
    Claim(
        text="Trees planted in open verges reach that effect in about fifteen years.",
        label="supported",
        evidence=(cite(1, "verges reached full shade after fourteen to sixteen years", start=400, heading="Growth"),),
        section="Time to effect",
    ),
    Claim(text="Trees in narrow pits probably take considerably longer.", label="inferred", section="Time to effect"),
    Claim(
        text="The audit puts the cost of a street tree over fifty years at 5,400 crowns.",
        label="supported",
        evidence=(
            cite(
                4,
                "5,400 crowns per tree over fifty years",
                before="Including watering and replacement, the audit arrives at ",
                after=".",
            ),
        ),
        section="Cost",
    ),
    Claim(
        text="An earlier estimate was 3,100 crowns.",
        label="supported",
        evidence=(
            cite(5, "about 3,100 crowns per tree", before="We estimate ", after=" without replacement planting."),
        ),
        section="Cost",
    ),
    Claim(
        text="Watering in the first five years is the largest single item.",
        label="quoted",
        evidence=(cite(4, "Watering in the first five years is the largest single item.", start=900),),
        section="Cost",
    ),
    Claim(
        text="Emergency calls for heat fell by a fifth in the replanted quarter.",
        label="supported",
        evidence=(
            cite(6, "calls in the replanted quarter fell by 21 percent"),
            cite(3, "a fifth fewer calls", start=50),
        ),
        section="Health",
    ),
    Claim(text="Most cities will see similar results.", label="uncited", section="Health"),
)

ANSWER = """\
{} [1][2]

## Cooling effect

{} [2] {} [3]

## Time to effect

{} [1] {}

## Cost

- {} [4]
- {} [5]
- {} [4]

## Health

{} [6][3] {} More in general [6] than in **detail**.

## Not found

- Nothing read says how the effect holds up at night.
""".format(*(claim.text for claim in CLAIMS))

FULL = Report(
    trace_id=TRACE,
    question="How much do street trees cool a city street, and what do they cost over their lifetime?",
    answer=ANSWER,
    sources=SOURCES,
    claims=CLAIMS,
    checklist=(
        ChecklistItem(id="c1", description="Size of the cooling effect", status="satisfied"),
        ChecklistItem(
            id="c2", description="Time until the effect is reached", status="partial", note="only open verges"
        ),
        ChecklistItem(id="c3", description="Cost over the lifetime", status="satisfied"),
        ChecklistItem(id="c4", description="Effect at night", status="unsatisfied"),
    ),
    checklist_coverage=Coverage(satisfied=("c1", "c3"), gaps=("Effect at night",)),
    contradictions=(
        Contradiction(
            about="Cost of a street tree in Korvenau",
            kind="superseded",
            explanation="The audit of 2023 includes replacement planting; the estimate of 2019 does not.",
            sides=(
                ContradictionSide(
                    statement="5,400 crowns over fifty years",
                    fact_id="f1",
                    document_id="doc_4",
                    source_id="src_4",
                    value="5,400 crowns",
                    published="2023-11-02",
                ),
                ContradictionSide(
                    statement="about 3,100 crowns", fact_id="f2", document_id="doc_5", published="2019-05-01"
                ),
            ),
        ),
    ),
    saturation=SaturationMetrics(
        new_entities_ratio=0.1, new_facts_ratio=0.08, citation_circularity=0.2, source_coverage=0.75
    ),
    lost=(Loss(what="old-scan.pdf", reason="no text layer", source="local"),),
    rounds=tuple(
        RoundRecord(
            iteration=number,
            queries=("street tree cooling measurement", "lifetime cost street tree"),
            results_count=20,
            documents=8,
            new_facts=facts,
            saturation=SaturationMetrics(
                new_entities_ratio=0.5, new_facts_ratio=ratio, citation_circularity=0.1, source_coverage=0.5
            ),
        )
        for number, facts, ratio in ((1, 24, 1.0), (2, 9, 0.3), (3, 2, 0.08))
    ),
    iterations_used=3,
    stop_reason="Two rounds in a row added almost nothing.",
    usage=Usage(calls=0, tokens=0, cost=0.0, seconds=12.345, pages=24, searches=6),
    privacy="local_only",
    notices=("The sources are fictional documents written for the demonstration.",),
    dropped={"uncited": 2},
    created_at=datetime(2026, 11, 14, 9, 30, tzinfo=UTC),
)

EVIL = (
    "<script>alert(1)</script></script></style>]]> ![x](http://evil.example/p.png) [a](javascript:alert(1)) "
    "<img src=http://evil.example/i onerror=x> ```dataviewjs\n dv.pages()\n``` `= this` <% tp.file %> {{title}} "
    "![[secret]] obsidian://open?vault=x https://evil.example/auto www.evil.example <!-- /run --> <!-- run --> "
    "\u202egnp.exe\u202c \u200bzero\u200b %%hidden%% \ud800 $x$ ${answer} $answer | # tag #tag \x1b[31m\x00 \\ @misc{x, }} "
    "<base href=//evil> <meta http-equiv=refresh content=0;url=http://evil.example> key:: value"
)


def hostile() -> Report:
    evidence = (cite(1, EVIL + "q" * 10_000, before=EVIL, after=EVIL, heading=EVIL),)
    return Report(
        trace_id=TRACE + EVIL,
        question=EVIL,
        answer=f"{EVIL}\n\n## {EVIL}\n\n{EVIL} [1] [99]\n\n- {EVIL} [1]\n\nPlain. [2]\n",
        sources=(
            source(1, EVIL, EVIL, url="javascript:alert(1)", author=EVIL, source_name=EVIL, retracted=True),
            source(
                2,
                EVIL,
                None,
                url='https://ok.example/"><script>alert(1)</script>\u202e}{ \\',
                quality_reasons=(EVIL,),
                flags=(EVIL,),
                doi=EVIL,
            ),
        ),
        claims=(
            Claim(text=EVIL, label="quoted", evidence=evidence, basis=EVIL, origins=2),
            Claim(text="Plain.", label="supported", evidence=(cite(2, EVIL, before=EVIL),), basis=EVIL, origins=2),
        ),
        checklist=(ChecklistItem(id="c1", description=EVIL, note=EVIL, tried=2, queries=(EVIL, "<b>")),),
        checklist_coverage=Coverage(gaps=(EVIL,)),
        contradictions=(
            Contradiction(
                about=EVIL,
                kind="unit",
                explanation=EVIL,
                sides=(
                    ContradictionSide(statement=EVIL, fact_id="f", document_id="doc_1", published=EVIL, value=EVIL),
                    ContradictionSide(statement=EVIL, fact_id="g", document_id="doc_2", earlier=EVIL),
                ),
            ),
        ),
        lost=(Loss(what=EVIL, reason=EVIL, source=EVIL),),
        rounds=tuple(RoundRecord(iteration=n, queries=(EVIL,), estimate=FactEstimate(found=n)) for n in (1, 2)),
        estimate=FactEstimate(found=2),
        item_estimates=(FactEstimate(item="c1", found=2), FactEstimate(item=EVIL)),
        stop_reason=EVIL,
        engine=EVIL,
        notices=(EVIL,),
        assumptions=(EVIL,),
        dropped={EVIL: 1},
        clarification=EVIL,
        language='en" onload="x',
    )


REPORTS = {"empty": Report(trace_id=TRACE, question="", answer=""), "full": FULL, "hostile": hostile()}


def rendered(name: str, report: Report) -> str:
    return registry.get(name)().render(report).decode("utf-8")


def test_the_formats_of_this_version_are_registered():
    assert {"md", "html", "pdf", "docx", "json", "bibtex", "ris", "csl", "pack"} <= set(FORMATS)
    assert not registry.declared()


def test_an_unknown_format_lists_the_known_ones():
    with pytest.raises(UnknownName, match=r"bibtex.*html.*json.*md"):
        registry.get("word-perfect")


@pytest.mark.parametrize("name", FORMATS)
def test_a_plugin_describes_itself(name):
    export = registry.get(name)()
    assert export.name == name
    assert export.suffix.startswith(".")
    assert "/" in export.media_type


@pytest.mark.parametrize("kind", REPORTS)
@pytest.mark.parametrize("name", TEXTS)
def test_rendering_is_deterministic_utf8_and_ends_with_a_newline(name, kind):
    text = rendered(name, REPORTS[kind])
    assert text == rendered(name, REPORTS[kind])
    assert text.endswith("\n")


@pytest.mark.parametrize("kind", REPORTS)
@pytest.mark.parametrize("name", BINARY)
def test_a_binary_format_is_deterministic_too(name, kind):
    export = registry.get(name)()
    assert export.render(REPORTS[kind]) == export.render(REPORTS[kind])


@pytest.mark.parametrize("name", BINARY)
def test_a_binary_format_tells_every_source_and_keeps_the_run_to_its_last_line_and_its_date(name):
    def told(report: Report) -> str:
        data = registry.get(name)().render(report)
        return " ".join(readers.get(name)().read(data, f"report.{name}").text.split())

    text = told(FULL)
    assert all(source.title in text for source in SOURCES)
    assert text.count(TRACE) == 1
    other = msgspec.structs.replace(FULL, trace_id="another-run", created_at=None)
    assert told(other).partition("Run: ")[0] == text.replace("2026-11-14 · ", "", 1).partition("Run: ")[0]
    assert text.index("Mature street trees") < text.index("Where sources disagree") < text.index("Measurements in")


@pytest.mark.parametrize("name", TEXTS)
def test_every_source_of_the_report_is_named(name):
    text = rendered(name, FULL)
    assert all(source.title in text for source in SOURCES)


@pytest.mark.parametrize("kind", REPORTS)
@pytest.mark.parametrize("name", TEXTS)
def test_volatile_data_stays_in_its_block(name, kind):
    report = REPORTS[kind]
    other = msgspec.structs.replace(
        report,
        trace_id="another-run",
        created_at=datetime(2031, 1, 2, 3, 4, 5, tzinfo=UTC),
        usage=msgspec.structs.replace(report.usage, seconds=987.654),
    )
    if report.sources or name not in {"ris", "csl"}:  # they are lists of sources: of nothing, nothing is told
        assert rendered(name, report) != rendered(name, other)
    assert strip_volatile(rendered(name, report), name) == strip_volatile(rendered(name, other), name)
    assert TRACE not in strip_volatile(rendered(name, report), name)


@pytest.mark.parametrize("name", TEXTS)
def test_stripping_keeps_everything_else(name):
    changed = msgspec.structs.replace(FULL, sources=SOURCES[:-1])
    assert strip_volatile(rendered(name, FULL), name) != strip_volatile(rendered(name, changed), name)


@pytest.mark.fault(35)
@pytest.mark.parametrize("name", TEXTS)
def test_nothing_invisible_reaches_the_reader(name):
    text = rendered(name, hostile())
    assert not set(text) & set("\u202e\u202c\u200b\x00\x1b\ud800")


# -- html ------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Collects what a browser would act on."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.comments: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_comment(self, data):
        self.comments.append(data.strip())


LOADING = {
    "img",
    "iframe",
    "object",
    "embed",
    "link",
    "base",
    "audio",
    "video",
    "source",
    "image",
    "use",
    "form",
    "input",
}
SAFE_LINKS = ("#", "https://example.org/", "https://ok.example/", "file:///corpus/")


@pytest.mark.fault(32)
@pytest.mark.parametrize("kind", REPORTS)
def test_html_loads_nothing_and_links_only_to_its_sources(kind):
    text = rendered("html", REPORTS[kind])
    page = Page(text)
    assert not {tag for tag, _ in page.tags} & LOADING
    assert [tag for tag, _ in page.tags].count("script") == 1
    for tag, attributes in page.tags:
        assert not {"src", "srcset", "style", "action", "background"} & set(attributes), tag
        assert not [name for name in attributes if name.startswith("on")]
        assert (attributes.get("href") or "#").startswith(SAFE_LINKS)
    assert page.comments == ["run", "/run"]


@pytest.mark.fault(32)
@pytest.mark.parametrize("kind", REPORTS)
def test_html_has_the_same_elements_whatever_the_sources_say(kind):
    tags = {tag for tag, _ in Page(rendered("html", REPORTS[kind])).tags}
    assert tags <= {
        *("html", "head", "meta", "title", "style", "body", "a", "header", "p", "h1", "h2", "h3", "div", "main"),
        *("aside", "section", "span", "button", "script", "ul", "ol", "li", "strong", "details", "summary", "figure"),
        *("blockquote", "mark", "figcaption", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td", "svg"),
        *("line", "rect", "text", "polyline", "polygon", "g", "circle", "article", "footer", "time", "b", "br"),
    }


@pytest.mark.fault(32)
@pytest.mark.fault(34)
@pytest.mark.parametrize("name", ["md", "html"])
def test_text_cannot_forge_the_run_markers(name):
    text = rendered(name, hostile())
    assert text.count("<!-- run -->") == text.count("<!-- /run -->") == 1
