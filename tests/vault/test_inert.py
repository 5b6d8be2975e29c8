"""Words of others read the same in a note, and nothing of them acts: neither in Obsidian nor in a plain renderer."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from inquiro.text.display import visible_line
from inquiro.vault.inert import inert_text, is_inert, safe_address, safe_link
from inquiro.vault.notes import parse_note

ACTIVE = [
    "![x](http://trap.test/p.png)",
    "![[secret]]",
    "[[secret|shown]]",
    "[study](https://trap.test/?d=x)",
    "[a][1]\n\n[1]: https://trap.test",
    "<https://trap.test>",
    "https://trap.test/a_b?x==1",
    "HTTP://trap.test",
    "www.trap.test",
    "//trap.test/x",
    "me@trap.test",
    "obsidian://open?vault=x",
    "javascript:alert(1)",
    "file:///etc/passwd",
    "data:text/html,<b>",
    "<iframe src='https://trap.test'></iframe>",
    "<script>fetch('https://trap.test')</script>",
    "<img src=x onerror=alert(1)>",
    "<!-- hidden -->",
    "```dataviewjs\ndv.view('x')\n```",
    "~~~query\nx\n~~~",
    "`= this.file.name`",
    "`$= dv.current()`",
    "= this.x",
    "<% tp.system.prompt() %>",
    "<%* await tp.x() -%>",
    "{{date}}",
    "#tag #nested/tag",
    "text ^block-id",
    "# Heading",
    "Heading\n---\n",
    "---\ntitle: x\n---\n",
    "%%hidden%%",
    "> [!danger] callout",
    "- [ ] task 📅 2024-01-01",
    "1. item",
    "2) item",
    "+ item",
    "text[^1] and ^[inline]",
    "[^1]: note",
    "$\\alpha$ and $$x$$",
    "key:: value",
    "(key:: value) [key:: value]",
    "==marked==",
    "{++added++} {>>said<<}",
    "**bold** _thin_ ~~gone~~",
    "&lt;script&gt; &#91;&#91;x]]",
    "| a | b |\n|---|---|\n| 1 | 2 |",
    "\\[x](y) \\",
    "    indented",
    "<\u200b% tp %\u200b>",
    "![\u202e[secret]]",
    "\U000e0041\U000e0042tags",
    "[\ufeff[secret]]",
]
_RENDERER = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"])
_TAGS = re.compile(r"<(\w+)")


def _rendered(markdown: str) -> str:
    """The text that a reader sees; the renderer makes one paragraph of it, and nothing else."""
    html = _RENDERER.render(markdown).strip()
    assert set(_TAGS.findall(html)) <= {"p"}, html
    return unescape(html.removeprefix("<p>").removesuffix("</p>"))


def _check(text: str) -> None:
    shown = inert_text(text)
    assert _rendered(shown) == visible_line(text)
    assert is_inert(shown, set()) == []
    assert is_inert(f"- {shown}\n", set()) == []
    found = parse_note(f"Before {shown}\n\n{shown}\n", "x.md")
    assert not found.links
    assert not found.tags
    assert not found.blocks
    assert not found.headings
    assert not found.hidden
    assert not re.search(r"<%|%>|\{\{|%%|==|::|://|(?<!\\)`", shown)  # what plug-ins look for in the raw text


@pytest.mark.fault(34)
@pytest.mark.parametrize("text", ACTIVE)
def test_active_text_is_shown_and_does_nothing(text):
    _check(text)
    _check(f"Said: {text} and more")


NOT_SEEN = re.compile(
    r"me@|= this|\d[.)] |\+ |\*\*|&lt;|\| a|    ind|\{\+"
)  # lists, tables and emphasis are ours to use


@pytest.mark.fault(34)
@pytest.mark.parametrize("text", [text for text in ACTIVE if not NOT_SEEN.match(text)])
def test_the_gate_sees_it_where_it_was_not_made_inert(text):
    assert is_inert(f"## Research\n\n{text}\n", set())


@pytest.mark.fault(34)
@given(
    st.lists(st.one_of(st.sampled_from(ACTIVE), st.sampled_from([*"[]()!<>`$%#^=:{}|\\*_~-+&;/. \n1a"])), max_size=12)
)
def test_no_mixture_of_active_text_does_anything(parts):
    _check("".join(parts))


@given(st.text(max_size=60))
def test_any_text_is_shown_as_it_is(text):
    _check(text)


@pytest.mark.fault(34)
def test_the_injection_texts_are_inert(injections):
    from importlib import import_module

    goals = import_module(f"{injections.__name__}.goals")
    texts = [*goals.IN_THE_REPORT.values(), *(said for words in goals.EXFILTRATE.values() for said in words.values())]
    for text in texts:
        _check(text.format(trap="http://trap.test", host="trap.test"))


@pytest.mark.fault(35)
def test_nothing_is_hidden_and_a_look_alike_shows_what_it_is():
    assert inert_text("a\u200bb\u202ec\u2066d\ufeffe\U000e0041f\u00adg\x1b[31m") == "abcdefg\\[31m"
    assert (
        inert_text("👨\u200d👩\u200d👧 می\u200cخواهم") == "👨\u200d👩\u200d👧 می\u200cخواهم"
    )  # joiners that join stay
    assert safe_link("Bank", "https://раypal.com/") == "[Bank](https://xn--ypal-43d9g.com/)"


def test_plain_words_stay_as_they_are():
    for text in (
        "Up to 35 dB(A) at 3 m, i.e. 5 % less.",
        "R&D at C# level: a = b; snake_case",
        "e-mail, file.txt, 10:30",
    ):
        assert inert_text(text) == text


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://example.org/a b", "https://example.org/a%20b"),
        ("https://example.org/a(b)", "https://example.org/a%28b%29"),
        ("https://example.org/<x>\n[y]", "https://example.org/%3Cx%3E%5By%5D"),
        ("HTTPS://Example.ORG:8080", "https://example.org:8080"),
        ("https://example.org/?q=1==&lt;=2#a^b", "https://example.org/?q=1=%3D%26lt;=2#a%5Eb"),
        ("https://example.org/%41%zz", "https://example.org/%41%25zz"),
        ("https://exämple.org/ü", "https://xn--exmple-cua.org/%C3%BC"),
        ("http://127.0.0.1:80/x", "http://127.0.0.1:80/x"),
        ("javascript:alert(1)", None),
        ("file:///etc/passwd", None),
        ("obsidian://open", None),
        ("//example.org", None),
        ("https://user:pass@example.org", None),
        ("https://[::1]/", None),
        ("https://example.org:99999/", None),
        ("https://" + "a" * 300 + "/", None),
        ("https:///x", None),
        ("", None),
    ],
)
def test_addresses_that_cannot_break_out(url, address):
    assert safe_address(url) == address


@pytest.mark.fault(34)
@given(st.sampled_from(ACTIVE), st.sampled_from(ACTIVE), st.text(max_size=20))
def test_a_link_is_a_link_to_its_page_and_nothing_else(title, path, more):
    url = f"https://example.org/{path}{more}"
    link = safe_link(title, url)
    html = _RENDERER.render(link)
    assert html.count('<a href="https://example.org/') == 1
    assert set(_TAGS.findall(html)) == {"p", "a"}
    assert is_inert(link, {url}) == []
    assert is_inert(link, {"https://example.org/other"})


def test_a_link_that_may_not_be_followed_is_its_title():
    assert safe_link("A [b]", "javascript:alert(1)") == "A \\[b\\]"
    assert safe_link("", "javascript:alert(1)") == "javascript\\:alert(1)"
    assert safe_link("", "https://example.org") == "[https\\:\\/\\/example\\.org](https://example.org)"


SECTION = """## Research

Found on 2024-05-06 · run 1234

### Noise at night

- The limit is 35 dB ([Noise rules](https://example.org/noise)) · [[Heat pumps]]
> Quoted words
- **Differs**: your note says *40 dB*

| a | b |
|---|---|
| 1 | [Odd](odd%20name.md) |
"""


def test_a_whole_section_of_ours_passes_and_says_what_does_not():
    pages, links = {"https://example.org/noise"}, {"[[Heat pumps]]", "[Odd](odd%20name.md)"}
    assert is_inert(SECTION, pages, links) == []
    assert is_inert(SECTION, set(), links) == [
        "line 7: a link that is not one of ours",
        "line 7: an address that is not one of ours",
    ]
    assert is_inert(SECTION, pages, {"[Odd](odd%20name.md)"}) == ["line 7: a link to a note that is not one of ours"]
    for bad in ("```js\nx\n```\n", "<div>\n", "$$\nx\n$$\n", "%%\nx\n%%\n", "a\u202eb\n", "![[x]]\n", "- [x] done\n"):
        assert is_inert(f"{SECTION}\n{bad}", pages, links), bad


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("9.0 °C is the mean.", "9.0 °C is the mean."),
        ("-5 °C at night", "-5 °C at night"),
        ("9. The ninth", r"9\. The ninth"),
        ("9)", r"9\)"),
        ("- a list", r"\- a list"),
        ("--- a rule", r"\--- a rule"),
    ],
)
def test_a_figure_at_the_start_stays_a_figure_and_a_list_is_none(text, written):
    assert inert_text(text) == written
