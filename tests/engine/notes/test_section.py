"""The section of a note: by topic, with links to what was read, and nothing in it that acts."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest

from inquiro.core.types import (
    Citation,
    Claim,
    ClaimVerdict,
    Contradiction,
    ContradictionSide,
    RelatedNote,
    Report,
    ReportSource,
    Topic,
)
from inquiro.engine.notes.section import SectionMaterial, render_section
from inquiro.vault.inert import is_inert

PAGE = "https://noise.example/rules"
SOURCES = (
    ReportSource(id="src_1", type="web", title="Noise [rules](x)", url=PAGE, snippet="s", document_id="d1"),
    ReportSource(id="src_2", type="vault", title="House", url="file:///v/House.md", snippet="s", document_id="d2"),
    ReportSource(id="src_3", type="web", title="Snippets", url="https://s.example/", snippet="s", document_id="d3",
                 flags=("text as given by duckduckgo",)),
    ReportSource(id="src_4", type="vault", title="Heat", url="file:///v/Heat.md", snippet="s", document_id="note"),
)  # fmt: skip


def claim(text, section, *sources, label="quoted"):
    cited = tuple(Citation(source_id=s, quote="q", start=0, end=1, document_id="d") for s in sources)
    return Claim(text=text, label=label, evidence=cited, section=section)


def side(value, source, document):
    return ContradictionSide(
        statement=f"It is {value}.", fact_id="f", document_id=document, value=value, source_id=source
    )


def report(*claims, contradictions=(), language="en"):
    return Report(
        trace_id="abcdef1234567890", question="q", answer="", claims=claims, sources=SOURCES,
        contradictions=contradictions, language=language,
    )  # fmt: skip


def topic(label, kind="concept", context=""):
    return Topic(id="t", label=label, type=kind, context=context)


def material(*labels, topics=(), related=()):
    topics = topics or tuple(map(topic, labels))
    return SectionMaterial(
        note_id="note",
        links={"file:///v/House.md": "[[House]]", "file:///v/Heat.md": "[[Heat]]"},
        topics=topics,
        related=related,
        researched=datetime(2026, 11, 15, tzinfo=UTC),
    )


def test_findings_stand_by_topic_with_pages_as_links_and_notes_as_wikilinks():
    said = report(
        claim("At night 40 dB are allowed.", "noise limits", "src_1", "src_2"),
        claim("It may be louder.", "noise limits", "src_3", label="inferred"),
    )
    assert render_section(said, material("noise limits", "costs")).splitlines() == [
        "## Research",
        "",
        "### Noise limits",
        "",
        f"- At night 40 dB are allowed. — [Noise \\[rules\\](x)]({PAGE}), [[House]]",
        "- It may be louder. — [Snippets](https://s.example/) (snippet) *(inferred)*",
        "",
        "*Not found: Costs.*",
        "",
        "*Researched on 2026-11-15; inquiro runs show abcdef12 opens every quote.*",
    ]


@pytest.mark.parametrize(
    ("kind", "context", "heading"),
    [
        ("question", "How loud may it be?", "How loud may it be?"),
        ("claim", "It makes 35 dB.", "It makes 35 dB"),
        ("concept", "It makes 35 dB.", "Noise limits"),
        ("claim", "See [the **rules**](https://x.example/) of [[Noise|noise]].", "See the rules of noise"),
        (
            "claim",
            "It makes 35 dB at night " * 20,
            "It makes 35 dB at night It makes 35 dB at night It makes 35 dB at night It makes 35 dB…",
        ),
    ],
)
def test_a_topic_is_headed_in_the_words_of_the_note_without_markup(kind, context, heading):
    text = render_section(
        report(claim("x y.", "noise limits", "src_1")), material(topics=(topic("noise limits", kind, context),))
    )
    assert f"### {heading}" in text.splitlines()


def test_a_heading_of_the_note_heads_what_was_found_on_it():
    named = Topic(id="t", label="noise limits", type="concept", context="It is loud.", title="How **loud** may it be")
    text = render_section(report(claim("x y.", "noise limits", "src_1")), material(topics=(named,)))
    assert "### How loud may it be" in text.splitlines()


def test_what_others_say_otherwise_stands_first_under_its_claim():
    own = topic("noise at night", "claim", "It may make 35 dB.")
    sides = (side("35 dB", "src_4", "note"), side("40 dB", "src_1", "d1"), side("40 dB", "src_3", "d3"))
    mine = msgspec.structs.replace(sides[0], statement="It may make 35 dB.")
    differ = Contradiction(about="noise at night", kind="disagreement", explanation="", sides=(mine, *sides[1:]))
    said = report(claim("x y.", "noise at night", "src_1"), contradictions=(differ,))
    lines = render_section(said, material(topics=(own,))).splitlines()
    assert lines[2:6:2] == ["### It may make 35 dB", lines[4]]
    assert lines[4].startswith("- **Differs**: Your note says 35 dB; 2 sources say 40 dB ([Noise")
    assert "### Where your note and its sources differ" not in lines


def test_who_bears_a_claim_out_is_named():
    own = Topic(id="t", label="noise at night", type="claim", context="It may make 35 dB.")
    held = ClaimVerdict(topic="t", claim="It may make 35 dB.", verdict="borne_out", documents=("d3", "d1"))
    given = msgspec.structs.replace(material(topics=(own,)), verdicts=(held,))
    text = render_section(report(claim("x y.", "noise at night", "src_1")), given)
    assert f"- **Borne out**: [Snippets](https://s.example/) (snippet), [Noise \\[rules\\](x)]({PAGE})." in text


def test_all_that_was_not_found_is_one_line():
    text = render_section(
        report(claim("x y.", "a b", "src_1")), material("a b", "c d", "e f", "g h", "i j", "k l", "m n")
    )
    assert "*Not found: C d; E f; G h and 3 more.*" in text.splitlines()


def test_a_source_without_a_title_is_called_by_its_file():
    bare = msgspec.structs.replace(SOURCES[0], title="", url="https://noise.example/a/rules%20of%20noise.pdf")
    said = msgspec.structs.replace(report(claim("x y.", "t", "src_1")), sources=(bare,))
    assert "— [rules of noise.pdf](https://noise.example/a/rules%20of%20noise.pdf)" in render_section(
        said, material("t")
    )


def test_it_says_what_the_note_says_and_how_many_sources_say_otherwise():
    differ = Contradiction(
        about="noise at night",
        kind="disagreement",
        explanation="",
        sides=(side("35 dB", "src_4", "note"), side("40 dB", "src_1", "d1"), side("40 dB", "src_3", "d3")),
    )
    text = render_section(report(claim("x y.", "t", "src_1"), contradictions=(differ,)), material("t"))
    assert "### Where your note and its sources differ" in text
    line = next(line for line in text.splitlines() if "35 dB" in line)
    assert line.startswith("- **noise at night**: Your note says 35 dB; 2 sources say 40 dB ([Noise")
    assert "[[Heat]]" not in line


def test_what_concerns_the_note_stands_before_disputes_among_others():
    among = Contradiction(
        about="cost", kind="unit", explanation="", sides=(side("1", "src_1", "d1"), side("2", "src_3", "d3"))
    )
    own = Contradiction(
        about="noise", kind="unit", explanation="", sides=(side("3", "src_4", "note"), side("4", "src_1", "d1"))
    )
    lines = render_section(report(claim("x y.", "t", "src_1"), contradictions=(among, own)), material("t")).splitlines()
    first = {word: next(at for at, line in enumerate(lines) if word in line) for word in ("**noise**", "cost")}
    assert lines.index("### Where your note and its sources differ") < first["**noise**"]
    assert first["**noise**"] < lines.index("### Where sources disagree") < first["cost"]


def test_a_side_without_a_figure_is_quoted():
    denies = Contradiction(
        about="badgers", kind="disagreement", explanation="",
        sides=(side("", "src_4", "note"), side("", "src_1", "d1")),
    )  # fmt: skip
    text = render_section(report(claim("x y.", "t", "src_1"), contradictions=(denies,)), material("t"))
    assert "Your note says “It is .”" in text


def test_related_notes_are_named_with_what_they_say():
    related = RelatedNote(path="House.md", title="House", link="[[House]]", says="The house is loud ![[Secret]].")
    text = render_section(report(claim("x y.", "t", "src_1")), material("t", related=(related,)))
    line = next(line for line in text.splitlines() if line.startswith("- [[House]]: The house is loud"))
    assert "![[Secret]]" not in line
    assert "[[Secret]]" not in line.replace("\\[", "")


@pytest.mark.parametrize("language", ["en", "de", "es", "fr", "ja"])
def test_the_words_of_our_own_follow_the_language(language):
    text = render_section(report(claim("x y.", "t", "src_1"), language=language), material("t", "other"))
    assert text.startswith("## Research\n")
    assert "abcdef12" in text.splitlines()[-1]


@pytest.mark.fault(34)
@pytest.mark.parametrize(
    "hostile",
    [
        "See ![x](https://evil.example/p.png) now.",
        "Run ```dataviewjs\nalert(1)\n``` now.",
        "Read <% tp.file.move('x') %> now.",
        "Open obsidian://run?x=1 now.",
        "Read ![[secret]] now.",
        "Look <iframe src=https://evil.example></iframe> now.",
        "It is `= this.secret` now.",
        "## Own heading",
        "%% hidden %% #tag ^block key:: value",
    ],
)
def test_nothing_in_a_section_acts_whatever_sources_and_models_say(hostile):
    sides = (side(hostile, "src_4", "note"), side("40", "src_1", "d1"))
    differ = Contradiction(about=hostile, kind="unit", explanation="", sides=sides)
    related = RelatedNote(path="House.md", title=hostile, link="[[House]]", says=hostile)
    said = report(claim(hostile, hostile, "src_1"), contradictions=(differ,))
    text = render_section(said, material(hostile, related=(related,)))
    assert is_inert(text, {PAGE}, {"[[House]]"}) == []


def test_a_point_that_a_finding_above_speaks_of_is_not_called_missing_nor_a_long_one_named():
    said = claim("A diff tool opens when an approval test fails.", "tests", "src_1")
    own = Topic(id="t", label="fails", type="claim", context="When an approval test fails, a diff tool opens.")
    long = Topic(id="u", label="reminders", type="claim", context="Distinguish between reminders and due dates " * 3)
    text = render_section(report(said), material(topics=(topic("tests"), own)))
    assert "Not found" not in text
    assert "*Not found: 1/3.*" in render_section(report(said), material(topics=(topic("tests"), own, long)))
