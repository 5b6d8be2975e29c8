"""The parser of research results: an example for each rule, and what holds for any text whatsoever."""

from __future__ import annotations

import html
import re

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.engine.modes.parsing import Accepted, RawItem, accepted, parse_research_result, read_result

A, B, C = "https://a.example/rag", "https://b.example/lora?x=1&y=2", "https://c.example/"
SOURCES = {"e1": A, "e12": B, A: A, B: B, "http://www.c.example": C}
CODE = '```python\nimport os\n\n\ndef main():\n\tif a &amp;&amp; b:   \n        return "<research_item>"\n```'


def item(source=A, content="Words."):
    return f"<research_item>\n<source>{source}</source>\n<content>\n{content}\n</content>\n</research_item>"


def result(*items):
    return "\n".join(["<research_result>", *items, "</research_result>"])


def pairs(raw, mode="implementation"):
    return [(one.source, one.content) for one in read_result(raw, mode).items]


def found(raw, mode="implementation", top_k=5, sources=SOURCES):
    findings = parse_research_result(raw, mode, "how?", top_k, sources)
    return [(one.source, one.content) for one in findings.ideas + findings.implementations], findings


# -- the seed's own samples ---------------------------------------------------------------------------------------

SEED_ITEMS = """I looked at several pages.

<research_result>
<research_item>
<source>https://docs.example/stream</source>
<content>
Description of the idea/implementation...

For implementation mode, includes code snippet and dependencies:
```python
# code here
```

Dependencies: pip install torch
</content>
</research_item>
<!-- more items... -->
</research_result>
"""
SEED_REPORT = "Notes.\n\n<research_result>\n## Abstract\n...\n\n## Introduction\n...\n</research_result>\n"
SEED_TEMPLATE = """<research_result>
<research_item>
<source>https://exact-url-where-you-found-this</source>
<content>
Clear, concise description of the idea or approach.
</content>
</research_item>
<research_item>
<source>...</source>
<content>...</content>
</research_item>
<!-- Repeat for up to 5 items, ranked best first -->
</research_result>"""


def test_the_seeds_items():
    findings = parse_research_result(SEED_ITEMS, "implementation", "How to stream?", 3)
    assert (findings.query, findings.modes, findings.top_k) == ("How to stream?", ["implementation"], 3)
    (only,) = findings.implementations
    assert only.source == "https://docs.example/stream"
    assert only.code_snippet == "# code here"
    assert only.dependencies == ["torch"]
    assert only.description.startswith("Description of the idea")
    assert (findings.ideas, findings.report, findings.problems, findings.dropped) == ([], None, [], {})


def test_the_seeds_report():
    findings = parse_research_result(SEED_REPORT, "freeform", "q", 5)
    assert findings.report
    assert findings.report.content == "## Abstract\n...\n\n## Introduction\n..."
    assert findings.ideas == findings.implementations == findings.problems == []


def test_the_seeds_template_given_back_unfilled():
    kept, findings = found(SEED_TEMPLATE, "idea")
    assert kept == []
    assert findings.dropped == {"sources that were not retrieved": 2}
    assert parse_research_result(SEED_TEMPLATE, "idea", "q", 5).dropped == {"sources that are no address": 1}


# -- what is asked ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "query", "top_k", "said"),
    [
        ("both", "q", 5, "use freeform"),
        ("ideas", "q", 5, "unknown mode 'ideas'"),
        ("idea", " \n", 5, "the query is empty"),
        ("idea", "q", 0, "at least 1"),
        ("freeform", "q", -1, "at least 1"),
        ("idea", "q", True, "at least 1"),
    ],
)
def test_a_wrong_request_is_refused(mode, query, top_k, said):
    with pytest.raises(UsageError, match=said):
        parse_research_result("", mode, query, top_k)


@pytest.mark.parametrize("mode", ["idea", "implementation", "freeform"])
@pytest.mark.parametrize(
    "raw", ["", "I found nothing.", "&lt;b&gt;", "</research_result>", "<items>", "<research_results>"]
)
def test_no_block_is_a_problem_and_no_error(raw, mode):
    findings = parse_research_result(raw, mode, "q", 5, SOURCES)
    assert (findings.ideas, findings.implementations, findings.report) == ([], [], None)
    assert findings.problems == ["the answer has no <research_result>"]
    assert read_result(raw, mode).blocks == 0


def test_an_empty_block():
    assert read_result("<research_result>\n</research_result>", "idea").problems == (
        "the <research_result> has no <research_item>",
    )
    assert read_result("<research_result/>", "freeform").problems == ("the <research_result> is empty",)
    assert parse_research_result("<research_result> </research_result>", "freeform", "q", 5).report is None


def test_at_most_top_k_and_the_rest_is_counted():
    raw = result(*(item(A, f"Number {number}.") for number in range(7)))
    kept, findings = found(raw, "idea", top_k=3)
    assert [content for _, content in kept] == ["Number 0.", "Number 1.", "Number 2."]
    assert findings.dropped == {"items beyond top_k": 4}


# -- sources ------------------------------------------------------------------------------------------------------


@pytest.mark.fault(10)
@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("e1", A),
        (" [e12] ", B),
        ("evidence e12", B),
        ("Evidence: e1", A),
        ("[e99], [e12]", B),
        ("e1 and e12", A),
        ("`e1`", A),
        (A, A),
        ("http://www.a.example/rag/#part", A),
        ("HTTPS://A.EXAMPLE/%72ag?utm_source=x", A),
        ("https://b.example/lora?y=2&amp;x=1", B),
        ("https://b.example/lora?y=2&x=1", B),
        (f"<{A}>", A),
        (f"[RAG, explained]({A})", A),
        (f"[{A}]({A})", A),
        (f"[https://evil.example/]({A})", A),
        (f"See {A}.", A),
        (f"https://evil.example/ , {B}", B),
        (f"https://evil.example/,{B}", B),
        (f"e1 ({A})", A),
        (f'"{C}"', C),
        (f"`{A}`", A),
        (f"({A})", A),
        (f"<![CDATA[{B}]]>", B),
        ("https://c.example", C),
    ],
)
def test_a_source_that_was_retrieved(written, shown):
    kept, findings = found(result(item(written)))
    assert (kept, findings.dropped) == ([(shown, "Words.")], {})


@pytest.mark.fault(10)
@pytest.mark.parametrize(
    "written",
    [
        "e2",
        "E1",
        "e01",
        "e1x",
        "page e1 of the book",
        "evidence",
        "https://evil.example/rag",
        "https://a.example/rag2",
        "https://a.example",
        "https://а.example/rag",  # with a Cyrillic letter
        "https://a.example.evil.example/rag",
        "https://a.example\\@evil.example/rag",
        "https://a.example@evil.example/rag",
        f"https://evil.example/?u={A}",
        f"https://web.archive.example/{A}",
        "https://a.example/r\u200bag",
        "ftp://a.example/rag",
        "javascript:alert(1)",
        "//a.example/rag",
        "a.example/rag",
        "https://",
        "https://...",
        "https://[::1",
        "https%3A%2F%2Fa.example%2Frag",
        "e\uff11",
        "https://a.example/%2frag",
    ],
)
def test_a_source_that_was_not_retrieved_is_dropped_and_counted(written):
    kept, findings = found(result(item(written), item(B, "Kept.")))
    assert kept == [(B, "Kept.")]
    assert findings.dropped == {"sources that were not retrieved": 1}


def test_without_a_list_any_address_or_evidence_id_is_a_source():
    written = [
        "https://x.example/a(b)",
        "see [this](https://y.example/?a=1&amp;b=2)!",
        "[e7]",
        "a book",
        "https://...",
        "file:///etc",
    ]
    kept, findings = found(result(*(item(one, one[:4]) for one in written)), sources=None, top_k=9)
    assert [source for source, _ in kept] == ["https://x.example/a(b)", "https://y.example/?a=1&b=2", "e7"]
    assert findings.dropped == {"sources that are no address": 3}


def test_accepted_stands_alone():
    assert accepted("e12", SOURCES) == B
    assert accepted("e13", SOURCES) is None
    assert accepted("", {}) is None
    assert accepted("notes/trees.md", {"notes/trees.md": "file:trees"}) == "file:trees"
    assert Accepted({A: "first", A + "/": "second"}).shown(A + "#x") == "first"


def test_two_spellings_of_one_source_make_no_second_item():
    kept, findings = found(result(item("e1"), item(A)))
    assert kept == [(A, "Words.")]
    assert findings.dropped == {"items said twice": 1}


# -- tags ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "raw",
    [
        f'<RESEARCH_RESULT><Research_Item id="1"><source type="url" >{A}</SOURCE ><content lang=en>Words.</ content></research_item></research_result>',
        f"<research-result><research-item>< source >{A}</source><content>Words.</content></research-item></research-result>",
        f"<research_result><item><source>{A}</source><content>Words.</content></item></research_result>",
        f"<research_result><item><source>{A}</source>Words.</item></research_result>",
        f"<research_result><research_item>Words.<!-- no content --><source>{A}</source></research_item></research_result>",
        f"<research_result><source>{A}</source><content>Words.</content></research_result>",
        f'<research_result><research_item><source href="{A}"/><content>Words.</content></research_item></research_result>',
        f"<research_item><source>{A}</source><content>Words.</content></research_item>",
        f"<research_result><research_item><content>Words.</content><source>{A}</source></research_item></research_result>",
        f"<research_result><research_item/>{item()}</research_result>",
        f"```xml\n{result(item())}\n```",
        f"<research_result>\n```xml\n{item()}\n```\n</research_result>",
        f"<research_result>\n<research_item>\n```xml\n<source>{A}</source>\n<content>Words.</content>\n```\n</research_item></research_result>",
        html.escape(result(item())),
        f"{result(item())}\n\nI hope that this helps! <content>More.</content>",
        f"I shall use `<research_result>` and `<source>…</source>`:\n{result(item())}",
        f"<research_result>{result(item())}</research_result>",
        f"<think>First <research_result><research_item><source>{B}</source>Draft.</research_item></think>{result(item())}",
        f"{result(item(B, 'Draft.'))}</think>\n{result(item())}",
        f"<thinking>So be it: {result(item())}",
        f"<think>{result(item())}</think>",
        f"<research_result>\n{item()}\n{item()}\n</research_result>",
    ],
)
def test_however_the_tags_are_written(raw):
    assert [
        (source.split('"')[1] if "href" in source else source, content) for source, content in pairs(raw, "idea")[:1]
    ] == [(A, "Words.")]
    assert found(raw, "idea")[0] == [(A, "Words.")]


@pytest.mark.fault(9)
@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        (f"<research_result><research_item><source>{A}</source><content>Words.</research_item></research_result>", "a <content> is never closed"),
        (f"<research_result><research_item><source>{A}</source><content>Words.", "a <content> is never closed"),
        (f"<research_result><research_item><source>{A}</source><content>Words.</cont", "the answer ends within a tag"),
        (f"<research_result><research_item><source>{A}<content>Words.</content></research_item></research_result>", "a <source> is never closed"),
        (f"<research_result><research_item><source>{A}\nWords.</research_item></research_result>", "a <source> is never closed"),
        (f"<research_result><research_item><source>{A}</source><source>{B}</source><content>Words.</content></research_item></research_result>", "two <source> in one item: the first counts"),
        (f"<research_result><research_item><source>{A}</source><content>Words.</content><source>{B}</source></research_item></research_result>", "two <source> in one item: the first counts"),
        (f"<research_result><research_item><source>{A}</source><content>Words.</content><content>More.</content></research_item></research_result>", "two <content> in one item: the first counts"),
        (f"<research_result><research_item><content>Lost.</content></research_item>{item()}</research_result>", "item 1 has no source: left out"),
        (f"<research_result>{item()}<research_item><source>{B}</source><content> </content></research_item></research_result>", "item 2 has no content: left out"),
        (f"<research_result><research_item><source>{A}</source><content><![CDATA[Words.</content></research_item></research_result>", "a CDATA section is never closed"),
        (html.escape(result(item())), "the tags were written as entities"),
    ],
)  # fmt: skip
def test_a_problem_is_said_in_words(raw, problem):
    read = read_result(raw, "idea")
    assert [(one.source, one.content) for one in read.items] == [(A, "Words.")]
    assert problem in read.problems


def test_an_item_reaches_to_the_next_one_or_to_the_end_of_its_block():
    raw = (
        f"<research_result><research_item><source>{A}</source><content>One."
        f"<research_item><source>{B}</source>Two.<research_item><source>{C}</source><content>Three."
        f"</research_result> and more"
    )
    assert pairs(raw) == [(A, "One."), (B, "Two."), (C, "Three.")]


def test_a_second_source_with_a_content_of_its_own_is_a_second_item():
    raw = f"<research_result><research_item><source>{A}</source><content>One.</content><source>{B}</source><content>Two.</content></research_item></research_result>"
    assert pairs(raw) == [(A, "One."), (B, "Two.")]


def test_tags_that_are_words():
    said = "Put <source> into <video>, wrap it in <content> or `<research_item>`, and close </content> yourself."
    assert pairs(result(item(A, said))) == [(A, said)]


def test_problems_are_few_however_many_there_are():
    read = read_result(result(*(item("", f"{number}") for number in range(999))), "idea")
    assert len(read.problems) == 21
    assert read.dropped == {"items without a source": 999}


# -- several blocks -----------------------------------------------------------------------------------------------


def test_items_of_several_blocks_are_joined_and_count_once():
    raw = f"{result(item(A, 'One.'))}\nBetter:\n{result(item(A, 'One.'), item(B, 'Two.'))}"
    read = read_result(raw, "idea")
    assert [(one.source, one.content) for one in read.items] == [(A, "One."), (B, "Two.")]
    assert (read.blocks, read.dropped) == (2, {"items said twice": 1})


def test_of_several_reports_the_last_that_is_no_fragment():
    draft, final = "## Abstract\n\nA draft of some length.", "## Abstract\n\nThe final words."
    wrapped = [f"<research_result>\n{one}\n</research_result>" for one in (draft, final, "Done.")]
    assert read_result("\n".join(wrapped), "freeform").report == final
    assert read_result(f"My <research_result> follows, {'and so on ' * 99}\n{wrapped[1]}", "freeform").report == final
    assert read_result(f"<think>{wrapped[0] * 9}</think>{wrapped[1]}", "freeform").report == final
    assert read_result(f"so, <research_result> {draft * 9}</think>{wrapped[1]}", "freeform").report == final


# -- code ---------------------------------------------------------------------------------------------------------


def test_code_keeps_its_formatting_to_the_byte():
    content = f"What &lt;it&gt; does &amp; when.\n\n{CODE}\n\nDependencies: none"
    assert pairs(result(item(A, content))) == [(A, content.replace("What &lt;it&gt; does &amp;", "What <it> does &"))]
    assert found(result(item(A, content)))[1].implementations[0].code_snippet == CODE[10:-4]


@pytest.mark.parametrize(
    "content",
    [
        CODE,
        f"```xml\n{result(item(B, 'An example.'))}\n```",
        "````markdown\n```python\nx = '</content>'\n```\n````\n\nThe end.",
        '```python\nSAMPLE = """\n</content>\n"""\nsplit("</content></research_item>")\n```\n\nAfter.',
        "~~~\n<research_item>\n~~~",
        "- first\n\n  ```python\n  if x:\n      y\n  ```\n\n- second",
        "    ```python\n    x\n    ```\nas in a list",
        '```python\ndef f():\n    """\n    ```\n    </content>\n    ```\n    """\n```',
        "`a &amp; b` and ``c ` d``",
        "one ` backtick",
        "```\n<![CDATA[ </content> ]]>\n```",
        "a[b[0]]>c ]]>",
        "x < y && y > z",
        "```diff\n- a\t\n+ b  \n```",
        "```python\nx = 1",
    ],
)
def test_markup_in_code_is_code(content):
    raw = result(item(B, "Before."), item(A, content), item(C, f"Behind.\n\n{CODE}"))
    assert pairs(raw) == [(B, "Before."), (A, content), (C, f"Behind.\n\n{CODE}")]
    assert read_result(f"<research_result>\n{content}\n</research_result>", "freeform").report == content


@pytest.mark.parametrize(
    ("content", "read"),
    [
        ("<content>```python\nx = 1\n```</content>", "```python\nx = 1\n```"),
        ("<content>  ```python\n    x = 1\n    ```  </content>", "```python\n    x = 1\n    ```"),
        ("<content>x\n```", "x\n```"),
        ("<content><![CDATA[a </content> &amp; b]]></content>", "a </content> &amp; b"),
        ("<content>\n<![CDATA[\na ]]]]><![CDATA[> b\n]]>\n</content>", "a ]]> b"),
        ("<content>see <![CDATA[&amp;]]> &amp; more</content>", "see &amp; & more"),
    ],
)
def test_code_and_characters_right_behind_a_tag(content, read):
    raw = f"<research_result><research_item><source>{A}</source>{content}</research_item>{item(C)}</research_result>"
    assert pairs(raw) == [(A, read), (C, "Words.")]


def test_a_fence_that_nobody_closes_does_not_swallow_the_items_behind_it():
    open_fence = "Does it.\n\n```python\nx = 1"
    raw = result(item(A, open_fence), item(B, CODE), item(C, "Words."))
    read = read_result(raw, "implementation")
    assert [(one.source, one.content) for one in read.items] == [(A, open_fence), (B, CODE), (C, "Words.")]
    assert read.problems == ("a code fence is never closed",)
    for lost in ("</content>\n", "</research_item>\n", "</content>\n</research_item>\n"):
        assert pairs(raw.replace(lost, "", 1))[1:] == [(B, CODE), (C, "Words.")]


def test_a_report_is_untouched():
    text = f"## Abstract\n\nA &amp; B ([1](https://x.example)).\n\n{CODE}\n\n```xml\n<research_result>\n```\n\n<source>x</source>"
    assert read_result(f"x <research_result>\n\n{text}\n\n</research_result> y", "freeform").report == text
    assert read_result(f"<research_result>{text}", "freeform").report == text
    assert read_result(f"<research_result><![CDATA[\n{text}\n]]></research_result>", "freeform").report == text
    assert read_result(f"<research_result>\n```markdown\n{text}\n```\n</research_result>", "freeform").report == text


# -- ideas --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "left", "blocks"),
    [
        (f"Use it.\n\n{CODE}\n\nThen stop.", "Use it.\n\nThen stop.", 1),
        ("Call `fit()` and <code>predict()</code>.", "Call `fit()` and `predict()`.", 0),
        ("One.\n<pre><code>x = 1\n</code></pre>\nTwo.", "One.\n\nTwo.", 1),
        ("One.\n<code>x = 1</code>\nTwo.", "One.\n\nTwo.", 1),
        ("One. <PRE class='x'>never closed", "One.", 1),
        ("One ```x = 1``` two.", "One   two.", 1),
        ("> ```\n> x\n> ```\nOne.", "One.", 1),
        ("- ~~~\n  x\n  ~~~\n- One.", "- One.", 1),
        ("One.\n&#96;&#96;&#96;python\nx\n&#96;&#96;&#96;", "One.", 1),
        ("One.\n```python\nx = 1", "One.", 1),
        ("The `<pre>` tag stays.", "The `<pre>` tag stays.", 0),
    ],
)
def test_ideas_hold_no_code(content, left, blocks):
    read = read_result(result(item(A, content)), "idea")
    assert [one.content for one in read.items] == [left]
    assert read.dropped == ({"code in ideas": blocks} if blocks else {})


def test_an_idea_of_code_alone_is_left_out():
    kept, findings = found(result(item(A, CODE), item(B)), "idea")
    assert kept == [(B, "Words.")]
    assert findings.dropped == {"code in ideas": 1, "items without content": 1}
    assert "item 1 has no content: left out" in findings.problems


# -- whatever comes -----------------------------------------------------------------------------------------------

PIECES = st.sampled_from(
    [
        "<research_result>", "</research_result>", "<research_item>", "</research_item>", "<item>", "</item>", "<source>",
        "</source>", "<content>", "</content>", "<source/>", "<content", "</content", "<think>", "</think>", "<![CDATA[", "]]>",
        "```python\n", "\n```\n", "```", "~~~\n", "\n", " ", "`", "<pre>", "</pre>", "<code>", "&lt;", "&amp;", "&#96;", "<!--", "-->",
        "&lt;research_result&gt;", "e1", A, f"[x]({B})", "https://evil.example/", "words", "\x00", "\ud800", "\u202e", "> ", "- ",
        "    ", "\r\n", "\u2028", "&#99999999999999;", "<", ">", "research_item",
    ]
)  # fmt: skip
ANYTHING = st.one_of(st.lists(PIECES, max_size=40).map("".join), st.text(max_size=80))
MODE = st.sampled_from(["idea", "implementation", "freeform"])
_MARKUP = re.compile(r"</?\s*(?:research|item|source|content|think)|<!|\]\]>|&[#\w]+;|```|~~~", re.IGNORECASE)
PROSE = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), min_size=1, max_size=60)
WORDS = PROSE.filter(lambda text: not _MARKUP.search(text))
LINES = st.lists(
    st.sampled_from(["x = 1", "\ty ", "", "</content>", "  <research_item>", "&amp;", "`z`", "é\x0c", "]]>", "~~~"])
)
SNIPPET = st.tuples(st.sampled_from(["", "python", "c++"]), LINES).map(
    lambda one: "\n".join([f"```{one[0]}", *one[1], "```"])
)
CONTENT = st.lists(st.one_of(WORDS, SNIPPET), min_size=1, max_size=4).map(lambda parts: "\n\n".join(parts).strip())
ITEMS = st.lists(st.tuples(st.sampled_from([A, B, "e1"]), CONTENT.filter(bool)), max_size=4, unique=True)


def rendered(items):
    """With CDATA, so that nothing in it can be taken for markup."""
    return result(*(item(source, _characters(content)) for source, content in items))


def _characters(text):
    inner = re.sub(r"(?i)\]\]>|<!\[CDATA\[", lambda mark: f"{mark[0][:2]}]]><![CDATA[{mark[0][2:]}", text)
    return f"<![CDATA[\n{inner}\n]]>"


@pytest.mark.fault(9)
@given(ANYTHING, MODE, st.integers(1, 3))
def test_nothing_raises_and_nothing_is_invented(raw, mode, top_k):
    findings = parse_research_result(raw, mode, "q", top_k, SOURCES)
    kept = findings.ideas + findings.implementations
    assert len(kept) <= top_k
    assert {one.source for one in kept} <= set(SOURCES.values())
    assert all(one.content == one.content.rstrip() != "" for one in kept)
    assert not any("```" in one.content or "~~~" in one.content for one in findings.ideas)
    assert msgspec.json.encode(findings)
    assert len(parse_research_result(raw, mode, "q", top_k).to_dict()) >= 3


@given(ITEMS)
def test_a_well_formed_result_is_read_as_it_was_written(items):
    raw = result(*(item(source.replace("&", "&amp;"), content) for source, content in items))
    read = read_result(f"Some analysis.\n\n{raw}\n", "implementation")
    assert [(one.source, one.content) for one in read.items] == items
    assert set(read.problems) <= {"the <research_result> has no <research_item>"}


@given(ITEMS)
def test_characters_are_read_as_they_were_written(items):
    assert pairs(rendered(items)) == items


@given(ANYTHING, st.sampled_from(["idea", "implementation"]))
def test_what_was_read_reads_the_same_again(raw, mode):
    once = read_result(raw, mode).items
    again = read_result(rendered([(one.source, one.content) for one in once]), mode)
    assert again.items == once


@given(ANYTHING)
def test_a_report_reads_the_same_again(raw):
    once = read_result(f"<research_result>{raw}", "freeform").report
    again = read_result(f"<research_result>\n{_characters(once)}\n</research_result>", "freeform").report
    assert again == once


@pytest.mark.parametrize(
    "piece", ["<research_item>", "```\n", "<![CDATA[", "<source>", "`<content>`", "<", "&#", "<!--"]
)
def test_a_long_answer_is_read_in_one_go(piece):
    """The time limit of a test is the check: anything but linear takes hours."""
    raw = f"<research_result><research_item><source>{A}</source>{piece * (1_000_000 // len(piece))}"
    for mode in ("idea", "freeform"):
        assert read_result(raw, mode).blocks == 1


def test_values_are_values():
    assert RawItem(source=A, content="x") == RawItem(source=A, content="x")
    assert read_result("", "idea").to_dict()["items"] == ()
