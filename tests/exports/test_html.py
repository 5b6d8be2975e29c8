"""The HTML export: every mark opens the right quote, and the page's own script is the only one that may run."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from inquiro.core.types import (
    ChecklistItem,
    Citation,
    Claim,
    Contradiction,
    ContradictionSide,
    Report,
    ReportSource,
)
from inquiro.exports.html import HtmlExport


def source(number: int, **more) -> ReportSource:
    defaults = {"title": f"Title {number}", "url": f"https://example.org/{number}", "snippet": "", "type": "web"}
    return ReportSource(id=f"src_{number}", **(defaults | more))


def cite(number: int, quote: str, start: int = 0, **more) -> Citation:
    return Citation(source_id=f"src_{number}", quote=quote, start=start, end=start + len(quote), **more)


def render(answer: str = "", **more) -> str:
    return HtmlExport().render(Report(trace_id="t", question="Why?", answer=answer, **more)).decode()


def cards(text: str) -> list[tuple[str, str]]:
    """Each mark with the card that stands beside it."""
    found = re.findall(
        r'<span class="cite"><a class="mark([^>]*)>(\d+)</a>(<span class="card".*?In the list of sources</a></span>|'
        r'<span class="card".*?more in the list of sources</a></span>)</span>',
        text,
    )
    return [(number, card) for _, number, card in found]


def highlighted(card: str) -> list[str]:
    return re.findall("<mark>(.*?)</mark>", card)


CLAIMS = (
    Claim(text="It rains.", label="supported", evidence=(cite(1, "rain fell", 50), cite(2, "wet streets"))),
    Claim(text="It pours.", label="quoted", evidence=(cite(1, "It pours.", 10),)),
)


def test_a_mark_shows_what_its_own_sentence_cites_from_its_own_source():
    text = render("It rains. [1][2] It pours. [1]", sources=(source(1), source(2)), claims=CLAIMS)
    assert [(number, highlighted(card)) for number, card in cards(text)] == [
        ("1", ["rain fell"]),
        ("2", ["wet streets"]),
        ("1", ["It pours."]),
    ]


def test_a_mark_without_a_known_sentence_leads_to_its_source():
    text = render("Something else [1].", sources=(source(1),))
    assert cards(text) == []
    assert 'Something else&nbsp;<span class="marks"><a class="ref" href="#src-1">[1]</a></span>.' in text


def test_a_card_shows_a_few_quotes_and_says_how_many_more_there_are():
    claim = Claim(text="x", label="quoted", evidence=tuple(cite(1, f"quote {n}", n * 50) for n in range(5)))
    [(_, card)] = cards(render(sources=(source(1),), claims=(claim,)))
    assert len(highlighted(card)) == 3
    assert '<a href="#src-1">2 more in the list of sources</a>' in card


def test_every_mark_can_be_focused_and_is_described_by_its_card():
    text = render("It rains. [1][2] It pours. [1]", sources=(source(1), source(2)), claims=CLAIMS)
    described = re.findall(r'<a class="mark" role="button" tabindex="0" aria-describedby="(card-\d+)"', text)
    assert len(described) == len(set(described)) == 3
    assert all(text.count(f'id="{identity}"') == 1 for identity in described)


def test_a_card_says_how_firmly_the_sentence_stands_and_why():
    claim = Claim(
        text="It rains.", label="supported", evidence=(cite(1, "rain <fell>"),), basis="0.93 = 2 origins (<b>)"
    )
    [(_, card)] = cards(render("It rains. [1]", sources=(source(1),), claims=(claim,)))
    assert '<span class="chip good">supported</span>' in card
    assert "how sure: 0.93 = 2 origins (&lt;b&gt;)" in card


def test_a_quote_is_highlighted_in_its_context_with_a_link_to_the_live_words():
    cited = cite(1, "a <b> c", before="left ", after=", right", page=3, heading="Rain")
    text = render(sources=(source(1),), claims=(Claim(text="x", label="quoted", evidence=(cited,)),))
    assert (
        "…\u00a0left <mark>a &lt;b&gt; c</mark>, right\u00a0…</blockquote><figcaption>page 3, under “Rain” · " in text
    )
    assert 'href="https://example.org/1#:~:text=left-,a%20%3Cb%3E%20c" rel="noreferrer noopener"' in text


def test_a_local_file_has_no_live_page_and_is_named_without_its_folders():
    local = source(1, url="file:///shelf/someone/a.md", type="local")
    text = render(sources=(local,), claims=(Claim(text="x", label="quoted", evidence=(cite(1, "a"),)),))
    assert ":~:text" not in text
    assert '<span class="source-facts" dir="auto">a.md</span>' in text


def test_a_card_keeps_its_context_short_and_whole_words():
    cited = cite(1, "rain fell", before="before " * 60, after=" after" * 60)
    text = render("x [1]", sources=(source(1),), claims=(Claim(text="x", label="quoted", evidence=(cited,)),))
    [(_, card)] = cards(text)
    assert 20 < card.count("before") < 40
    assert set(re.findall(r"[a-z]*fore\b|\baft[a-z]*", card)) == {"before", "after"}


def test_a_retracted_source_is_flagged_at_every_mark_and_in_the_list():
    bad = source(1, retracted=True)
    side = ContradictionSide(statement="s", fact_id="f", document_id="", source_id="src_1")
    text = render(
        "It pours. [1]",
        sources=(bad,),
        claims=(Claim(text="It pours.", label="inferred", evidence=(cite(1, "It pours."),), origins=2),),
        contradictions=(Contradiction(about="a", kind="unit", explanation="", sides=(side,)),),
    )
    assert 'class="mark retracted"' in text
    assert 'aria-label="Source 1, retracted"' in text
    assert text.count('<span class="chip bad">retracted</span>') == 2  # card and list of sources
    assert text.count('<a class="ref retracted" href="#src-1">[1]</a> retracted') == 3  # sides, agreement, statements


def test_agreement_and_disagreement_are_told_only_where_there_are_any():
    agreed = Claim(text="It <rains>.", label="supported", evidence=(cite(1, "a"), cite(2, "b")), origins=2)
    alone = Claim(text="It pours.", label="supported", evidence=(cite(1, "c"),), origins=1)
    text = render(sources=(source(1), source(2)), claims=(agreed, alone))
    section = text.partition('id="agreement"')[2].partition('class="rest"')[0]
    assert 'It &lt;rains&gt;.&nbsp;<span class="marks"><a class="ref" href="#src-1">[1]</a>' in section
    assert "(2 independent origins)" in section
    assert "It pours." not in section
    assert "disagree" not in text
    assert 'id="agreement"' not in render(sources=(source(1),), claims=(alone,))


def test_every_sentence_has_its_label_and_its_basis_in_a_table():
    claims = (
        Claim(text="It rains.", label="quoted", evidence=(cite(1, "a"),), basis="0.72 = 1 origin"),
        Claim(text="It pours.", label="uncited"),
    )
    table = render(sources=(source(1),), claims=claims).partition('<details id="statements">')[2]
    assert (
        '>It rains.</td><td dir="auto"><span class="chip good">quoted</span></td><td dir="auto">0.72 = 1 origin'
        in table
    )
    assert '>It pours.</td><td dir="auto"><span class="chip bad">no source</span></td><td dir="auto">–</td>' in table


def test_what_is_missing_is_told_once_and_in_a_line():
    item = ChecklistItem(id="c", description="Night", status="partial", tried=2, queries=("night <heat>", "dusk"))
    text = render("Opening.\n\n## Not found\n\n- Night", checklist=(item,), engine="llm (a:b)")
    assert 'Night <span class="note ">(only in part)</span>' in text
    assert "Searched for" not in text
    assert text.count(">Not found</h2>") == 1


def test_what_is_told_of_a_whole_section_is_not_underlined_sentence_by_sentence():
    place = {"part": "recommendations", "section": "To do"}
    claims = (Claim(text="Measure.", label="inferred", **place), Claim(text="So it is.", label="inferred", section="A"))
    text = render(sources=(source(1),), claims=claims)
    assert '<span class="claim inferred told" id="claim-1"' in text
    assert '<span class="claim inferred" id="claim-2"' in text


def test_a_source_gives_the_reasons_for_its_quality():
    text = render(sources=(source(1, quality=0.55, quality_reasons=("starts at 0.40", "peer reviewed +0.15")),))
    assert "quality 0.55: starts at 0.40 · peer reviewed +0.15" in text
    assert (
        "quality"
        not in render(sources=(source(1, type="local", quality_reasons=("starts at 0.40",)),)).partition("<body>")[2]
    )


@pytest.mark.parametrize("label", ["inferred", "uncited"])
def test_weak_statements_are_told_in_words(label):
    text = render(sources=(source(1),), claims=(Claim(text="It rains.", label=label),))
    told = {"inferred": ("warn", "inferred"), "uncited": ("bad", "no source")}[label]
    assert f'<span class="claim {label}"' in text
    assert '</span> <span class="note {}">({})</span>'.format(*told) in text


def test_what_was_asked_for_is_told_once_above_or_with_how_it_was_made():
    items = tuple(
        ChecklistItem(id=status, description=f"Point {status}", status=status)
        for status in ("satisfied", "partial", "unsatisfied")
    )
    claim = Claim(text="x", label="quoted", evidence=(cite(1, "a"),), section="Point partial")
    text = render(checklist=items, sources=(source(1),), claims=(claim,))
    above, _, made = text.partition("How this report was made")
    assert 'Point satisfied<span class="soft"> (✓ answered)</span>' in made
    assert 'Point partial<span class="soft"> (◐ answered in part)</span>' in made
    assert "Point unsatisfied" in above.partition('id="missing"')[2]
    assert text.count("Point unsatisfied") == text.count("Point satisfied") == 1


def test_a_side_of_a_disagreement_names_its_value_date_and_source():
    side = ContradictionSide(
        statement="It is < 5.", fact_id="f", document_id="", source_id="src_2", value="<5", published="2024"
    )
    text = render(
        sources=(source(1), source(2)),
        contradictions=(Contradiction(about="Count", kind="unit", explanation="", sides=(side,)),),
    )
    assert '<p class="value">&lt;5</p><p dir="auto">It is &lt; 5.</p>' in text
    assert '<footer>2024&nbsp;<span class="marks"><a class="ref" href="#src-2">[2]</a></span></footer>' in text


@pytest.mark.fault(32)
@pytest.mark.parametrize("tag", ["style", "script"])
def test_the_policy_names_exactly_our_own_blocks(tag):
    text = render()
    (block,) = re.findall(rf"<{tag}>(.*?)</{tag}>", text, re.DOTALL)
    digest = base64.b64encode(hashlib.sha256(block.encode()).digest()).decode()
    policy = re.search(r'Content-Security-Policy" content="([^"]+)"', text)
    assert policy
    assert f"{tag}-src 'sha256-{digest}'" in policy[1]
    assert policy[1].startswith("default-src 'none';")
    assert "unsafe" not in policy[1]
    assert not re.search(r"https?:|//[a-z]|url\(|@import|innerHTML|eval", block)
