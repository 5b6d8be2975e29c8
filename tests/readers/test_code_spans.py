from __future__ import annotations

import asyncio
from html import escape

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.protocols import Corpus, ProviderContext
from inquiro.core.settings import Settings
from inquiro.core.types import CodeSpan, Filters, ReadText
from inquiro.providers.pages.disguises import undisguised
from inquiro.readers import read
from inquiro.readers._worker import MAX_HEADINGS, capped
from inquiro.readers.html import HtmlReader
from inquiro.readers.markdown import MarkdownReader
from inquiro.readers.pool import ReadingPool

FILLER = "<p>" + "A sentence about reading files with a parser that is quick and small. " * 6 + "</p>"
LOOP = "import os\n\nfor name in os.listdir():\n    if name:\n        print(name)"


def page(inner: str) -> ReadText:
    return HtmlReader().read(f"<html><body><main>{FILLER}{inner}{FILLER}</main></body></html>".encode(), "page.html")


def code(result: ReadText) -> list[tuple[str, str]]:
    return [(span.language, result.text[span.start : span.end]) for span in result.code]


def tokens(text: str) -> str:
    """As highlighters write it: every word in a span of its own."""
    return "".join(f'<span class="n">{escape(part)}</span>' if part.strip() else part for part in text.partition("os"))


HIGHLIGHTED = {
    "bare": ("", f"<pre>{LOOP}</pre>"),
    "prism": ("python", f'<pre class="language-python line-numbers"><code class="language-python">{LOOP}</code></pre>'),
    "highlight.js": ("python", f'<pre><code class="hljs python">{tokens(LOOP)}</code></pre>'),
    "a question and its answer": ("py", f'<pre class="lang-py s-code-block"><code>{LOOP}\n</code></pre>'),
    "a readme": (
        "python",
        (
            f'<div class="highlight highlight-source-python"><pre>{tokens(LOOP)}</pre>'
            '<div class="zeroclipboard-container"><clipboard-copy class="ClipboardButton">Copy</clipboard-copy></div></div>'
        ),
    ),
    "docs": (
        "python3",
        f'<div class="highlight-python3 notranslate"><div class="highlight"><pre><span></span>{tokens(LOOP)}\n</pre></div></div>',
    ),
    "docs without a language": (
        "",
        f'<div class="highlight-default notranslate"><div class="highlight"><pre>{LOOP}</pre></div></div>',
    ),
    "pandoc": (
        "python",
        f'<div class="sourceCode" id="cb1"><pre class="sourceCode python"><code class="sourceCode python">{LOOP}</code></pre></div>',
    ),
    "brush": ("python", f'<pre class="brush: python; gutter: false">{LOOP}</pre>'),
    "data-lang": ("python", f'<div class="chroma"><pre><code data-lang="python">{LOOP}</code></pre></div>'),
    "a static site": (
        "python",
        f'<div class="language-python highlighter-rouge"><div class="highlight"><pre class="highlight"><code>{LOOP}</code></pre></div></div>',
    ),
    "gatsby": ("python", f'<div class="gatsby-highlight" data-language="python"><pre>{LOOP}</pre></div>'),
    "an editor's theme": (
        "py",
        '<div class="language-py"><button class="copy">Copy</button><pre class="shiki"><code>'
        + "\n".join(f'<span class="line">{escape(line)}</span>' for line in LOOP.split("\n"))
        + "</code></pre></div>",
    ),
    "lines that only the style breaks": (
        "python",
        '<pre class="language-python"><code>'
        + "".join(f'<span class="token-line">{escape(line)}</span>' for line in LOOP.split("\n"))
        + "</code></pre>",
    ),
    "lines as boxes": (
        "python",
        '<pre data-language="python"><code>'
        + "".join(f'<div class="ec-line"><div class="code">{escape(line)}</div></div>' for line in LOOP.split("\n"))
        + "</code></pre>",
    ),
    "lines as a list": (
        "",
        '<pre class="prettyprint linenums"><ol class="linenums">'
        + "".join(f'<li class="L0"><span class="pln">{escape(line)}</span></li>' for line in LOOP.split("\n"))
        + "</ol></pre>",
    ),
    "line breaks as elements": ("", f"<pre>{LOOP.replace(chr(10), '<br>')}</pre>"),
    "hard spaces": ("", f"<pre>{LOOP.replace('  ', '&nbsp; ')}</pre>"),
    "a wrapper with a title": (
        "python",
        f'<figure class="code"><figcaption>list.py</figcaption><div class="highlight"><pre class="highlight python">{LOOP}</pre></div></figure>',
    ),
}
NUMBERS = "\n".join(str(number) for number in range(1, 6))
NUMBERED = {
    "pygments": '<div class="highlight"><table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>'
    f'{NUMBERS}</pre></div></td><td class="code"><div class="highlight"><pre>{LOOP}\n</pre></div></td></tr></table></div>',
    "pygments in the line": "<pre>"
    + "\n".join(f'<span class="linenos">{at}</span>{escape(line)}' for at, line in enumerate(LOOP.split("\n"), 1))
    + "</pre>",
    "a repository's file": '<table class="highlight js-file-line-container"><tbody>'
    + "\n".join(
        f'<tr><td id="L{at}" class="blob-num js-line-number" data-line-number="{at}"></td>\n'
        f'<td id="LC{at}" class="blob-code blob-code-inner js-file-line">{tokens(line)}</td></tr>'
        for at, line in enumerate(LOOP.split("\n"), 1)
    )
    + "</tbody></table>",
    "hexo": '<figure class="highlight"><table><tr><td class="gutter"><pre>'
    + "".join(f'<span class="line">{number}</span><br>' for number in range(1, 6))
    + '</pre></td><td class="code"><pre>'
    + "".join(f'<span class="line">{escape(line)}</span><br>' for line in LOOP.split("\n"))
    + "</pre></td></tr></table></figure>",
    "rouge": '<table class="rouge-table"><tbody><tr><td class="rouge-gutter gl"><pre class="lineno">'
    f'{NUMBERS}\n</pre></td><td class="rouge-code"><pre>{LOOP}</pre></td></tr></tbody></table>',
    "hugo": '<div class="highlight"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code>'
    + "".join(f'<span class="lnt">{number}\n</span>' for number in range(1, 6))
    + f'</code></pre></td><td class="lntd"><pre class="chroma"><code>{LOOP}</code></pre></td></tr></table></div>',
    "numbers inside the code": "<pre><code><table class='hljs-ln'>"
    + "".join(
        f'<tr><td class="hljs-ln-numbers" data-line-number="{at}"><div class="hljs-ln-n">{at}</div></td>'
        f'<td class="hljs-ln-code">{escape(line)}</td></tr>'
        for at, line in enumerate(LOOP.split("\n"), 1)
    )
    + "</table></code></pre>",
    "numbers beside the code": f'<div class="language-x"><pre>{LOOP}</pre><div class="line-numbers-wrapper">'
    + "".join(f'<span class="line-number">{number}</span><br>' for number in range(1, 6))
    + "</div></div>",
    "a gutter of its own": f'<div class="box"><div class="gutter"><pre>{NUMBERS}</pre></div><div class="code"><pre>{LOOP}</pre></div></div>',
    "linked numbers": "<pre>"
    + "\n".join(f'<a id="L{at}" href="#L{at}">{at}</a>{escape(line)}' for at, line in enumerate(LOOP.split("\n"), 1))
    + "</pre>",
}


@pytest.mark.parametrize(("language", "markup"), HIGHLIGHTED.values(), ids=HIGHLIGHTED)
def test_code_keeps_its_lines_and_its_indentation(language, markup):
    assert code(page(markup)) == [(language, LOOP)]


@pytest.mark.parametrize("markup", NUMBERED.values(), ids=NUMBERED)
def test_line_numbers_are_no_code(markup):
    result = page(markup)
    assert [text for _, text in code(result)] == [LOOP]
    assert not any(line.strip().isdigit() for line in result.text.split("\n"))
    assert " | " not in result.text


def test_comments_in_code_are_not_taken_for_readers_comments():
    marked = (
        '<pre><code><span class="hljs-comment"># first</span>\n<span class="token comment"># second</span></code></pre>'
    )
    assert code(page(marked)) == [("", "# first\n# second")]


def test_the_first_line_keeps_its_indentation():
    assert code(page("<pre>\n    a = 1\n    b = 2\n\n</pre>")) == [("", "    a = 1\n    b = 2")]


def test_what_surrounds_the_code_stays_as_it_was():
    result = page(f"<p>Install it:</p><pre>{LOOP}</pre><ul><li>one</li><li>two<pre>x = 1</pre></li></ul>")
    assert f"Install it:\n\n{LOOP}\n\n- one\n- two\n\nx = 1\n\nA sentence" in result.text


def test_copy_buttons_and_marked_prompts_are_left_out():
    marked = '<div class="highlight"><pre><a class="copybtn o-tooltip">Copy</a><span class="gp">$ </span>pip install x\n</pre></div>'
    assert code(page(marked)) == [("", "pip install x")]


def test_a_transcript_with_its_output_keeps_its_prompts():
    marked = '<pre><span class="gp">&gt;&gt;&gt; </span>1 + 1\n<span class="go">2</span>\n</pre>'
    assert code(page(marked)) == [("", ">>> 1 + 1\n2")]


def test_the_same_example_in_two_languages_is_two_blocks():
    marked = '<pre><code class="language-js mjs">import fs from "fs";</code><code class="language-js cjs">const fs = 1;</code><button class="copy-button">copy</button></pre>'
    assert code(page(marked)) == [("js", 'import fs from "fs";'), ("js", "const fs = 1;")]


def test_code_of_several_lines_breaks_a_table_row_and_code_of_one_line_stays_in_it():
    row = "<table><tr><th>Call</th><th>Use</th></tr><tr><td><pre>open(name)</pre></td><td>reads</td></tr></table>"
    result = page(row)
    assert "Call | Use\nopen(name) | reads" in result.text
    assert code(result) == [("", "open(name)")]
    assert code(page(f"<table><tr><td>Loop</td><td><pre>{LOOP}</pre></td></tr></table>")) == [("", LOOP)]


def test_output_that_the_page_calls_so_is_named():
    assert code(page('<div class="cell_output"><div class="output"><pre>3 rows</pre></div></div>')) == [
        ("output", "3 rows")
    ]


def test_a_table_of_values_is_no_code():
    result = page("<table><tr><td>1</td><td>Berlin</td></tr><tr><td>2</td><td>Paris</td></tr></table>")
    assert "1 | Berlin\n2 | Paris" in result.text
    assert result.code == ()


def test_a_text_field_is_no_code():
    assert page("<textarea>secret = 1</textarea>").code == ()


def test_declarations_before_the_main_part_are_kept():
    words = "The function writes a value to a place without reading or dropping what was there before. " * 20
    html = f"<html><body><div><h1>write</h1><pre class='rust'>pub fn write(x: T)</pre><div class='doc'><p>{words}</p></div></div></body></html>"
    assert code(HtmlReader().read(html.encode(), "a.html")) == [("rust", "pub fn write(x: T)")]


lines = st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S", "Zs")), max_size=30)


@given(st.lists(lines, min_size=1, max_size=8))
def test_any_code_comes_out_as_it_went_in(written):
    source = "\n".join(written)
    expected = "\n".join(source.split("\n")).rstrip()
    while expected and not expected.split("\n")[0].strip():
        expected = expected.partition("\n")[2]
    found = code(page(f"<pre>\n{escape(source)}</pre>"))
    assert [text for _, text in found] == ([expected] if expected else [])


@given(st.lists(st.sampled_from(
    ["<pre>", "</pre>", "<code class='language-x'>", "</code>", "<table>", "<tr>", "<td class='linenos'>", "<td class=code>", "1\n2", "a = 1\n",
     "</td>", "</tr>", "</table>", "<span class=line>", "</span>", "<div class=gutter>", "</div>", "<br>", "<li>", "<p>words of a sentence that goes on</p>"]
), max_size=40))  # fmt: skip
def test_any_markup_around_code_leaves_spans_in_order(parts):
    result = page("".join(parts))
    at = 0
    for span in result.code:
        assert at <= span.start < span.end <= len(result.text)
        assert result.text[span.start : span.end].strip()
        at = span.end


# Markdown


def markdown(text: str) -> ReadText:
    return MarkdownReader().read(text.encode(), "note.md")


def test_fenced_code_is_what_stands_between_the_fences():
    text = f"# Lists\n\nList them:\n\n```python title=x\n{LOOP}\n```\n\nDone.\n\n~~~\nplain\n~~~"
    result = markdown(text)
    assert result.text == text.replace("# Lists", "Lists")
    assert code(result) == [("python", LOOP), ("", "plain")]


def test_indented_code_is_one_block_over_blank_lines():
    result = markdown("Call it:\n\n    a = 1\n\n    b = 2\n\nAfter.\n")
    assert code(result) == [("", "    a = 1\n\n    b = 2")]


def test_what_is_indented_under_a_list_is_no_code():
    assert markdown("- one\n\n    more about one\n\n- two\n").code == ()
    assert code(markdown("- one\n\n        x = 1\n")) == [("", "        x = 1")]


def test_a_fence_in_a_list_keeps_its_code():
    result = markdown("1. Make it:\n    ```py\n    class A:\n        def __init__(self): ...\n    ```\n2. Next\n")
    assert code(result) == [("py", "    class A:\n        def __init__(self): ...")]


def test_a_fence_in_a_quotation_keeps_its_code():
    result = markdown("> Note:\n>\n> ```sh\n> ls __all__\n> ```\n>\n> more\n\nAfter.")
    assert code(result) == [("sh", "ls __all__")]
    assert code(markdown("> ```\n> a\nb")) == [("", "a")]


def test_a_fence_that_nobody_closes_reaches_to_the_end():
    assert code(markdown("Text\n\n```js\nlet a = 1;\n\n")) == [("js", "let a = 1;")]


def test_a_fence_within_a_longer_one_is_code():
    assert code(markdown("````md\n```py\nx\n```\n````")) == [("md", "```py\nx\n```")]


@given(st.text(st.sampled_from("`~> -*1.\n\tab#|"), max_size=200))
def test_markdown_spans_lie_in_the_text(text):
    if not text.strip("> -*1.\n\t#|`~"):
        return
    result = markdown(f"word\n\n{text}")
    for span in result.code:
        assert result.text[span.start : span.end].strip()


@given(
    st.lists(
        st.text(st.characters(codec="ascii", categories=("L", "N", "P", "S", "Zs"), exclude_characters="`~")),
        min_size=1,
        max_size=6,
    )
)
def test_any_fenced_code_comes_out_as_it_went_in(written):
    body = "\n".join(written)
    kept = [line for line in body.split("\n") if line.strip()]
    found = code(markdown(f"Text\n\n```x\n{body}\n```\n\nEnd"))
    assert [[line for line in text.split("\n") if line.strip()] for _, text in found] == ([kept] if kept else [])


# on the way to a document


def test_a_source_file_is_code_as_a_whole():
    result = read(LOOP.encode(), "https://example.org/raw/list.py", "text/plain")
    assert code(result) == [("python", LOOP)]
    assert read(LOOP.encode(), "list.txt").code == ()


def test_spans_survive_the_reading_process():
    html = f'<html><body><main>{FILLER}<pre class="language-python">{LOOP}</pre><footer>Licensed under the MIT License.</footer></main></body></html>'

    async def apart():
        pool = ReadingPool(workers=1)
        try:
            return await pool.read(html.encode(), "page.html", "text/html")
        finally:
            await pool.aclose()

    result = asyncio.run(apart())
    assert code(result) == [("python", LOOP)]
    assert result.licence == "MIT"
    assert result == read(html.encode(), "page.html", "text/html")


def test_spans_beyond_the_cap_are_left_out():
    spans = tuple(CodeSpan(start=at, end=at + 2) for at in range(0, 100, 10))
    content = ReadText(text="x" * 100, media_type="text/html", code=spans)
    assert capped(content, 51).code == spans[:5]
    many = msgspec.structs.replace(content, code=spans * 3_000)
    assert len(capped(many, 1_000).code) == MAX_HEADINGS


def test_spans_move_with_hidden_characters():
    text = "a\u200bb\n\nx\u200b = 1"
    content = ReadText(text=text, media_type="text/html", code=(CodeSpan(start=5, end=len(text), language="py"),))
    shown = undisguised(content)
    assert code(shown) == [("py", "x = 1")]


def test_spans_survive_the_corpus(tmp_path):
    folder = tmp_path / "notes"
    folder.mkdir()
    (folder / "list.md").write_text(
        f"# Listing\n\nListing files is short.\n\n```python\n{LOOP}\n```\n\n## License\n\nMIT\n"
    )
    from inquiro.providers.search.corpus import CorpusSearch

    async def opened():
        context = ProviderContext(settings=Settings.load({}, tmp_path / "home"), corpora=(Corpus(path=str(folder)),))
        search = CorpusSearch(context)
        return await search.open((await search.search("listing files", 1, Filters()))[0])

    document = asyncio.run(opened())
    assert [document.text[span.start : span.end] for span in document.code] == [LOOP]
    assert document.licence == "MIT"
