"""Research results as models write them, in parts: every item knows what has to come of it, if nobody touches it."""

from __future__ import annotations

import html
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from .world import INVENTED

Mode = Literal["idea", "implementation", "freeform"]
MODES: tuple[Mode, ...] = ("idea", "implementation", "freeform")
PAGES = (
    "https://varnholt.example/cooling", "https://korvenau.example/council/minutes?meeting=41&part=2",
    "https://docs.example/lib/stream_(api)", "http://audit.example/reports/2023/trees", "https://forest.example/",
)  # fmt: skip
SOURCES = {f"e{number * 7 + 1}": page for number, page in enumerate(PAGES)} | {page: page for page in PAGES}
SHOWN = frozenset(SOURCES.values())
NEVER_RETRIEVED = (
    f"https://{INVENTED}.example/1", f"http://www.{INVENTED}.org/?q=1", "https://varnholt.example/cooling2", "e2", "e99999",
    "https://vаrnholt.example/cooling", "https://varnholt.example.zqx.example/cooling", "javascript:alert(1)", "a book by Zqx",
    "https://varnholt.example%2ecooling/", "https://zqx.example/?u=https://varnholt.example/cooling", "", "e 1", "[e]",
    "https://varnholt.example\\@zqx.example/cooling", "https://varnholt.example:8443/cooling", "ftp://varnholt.example/cooling",
)  # fmt: skip
_WAYS: tuple[Callable[[str], str], ...] = (
    str, str, str, "<{}>".format, "[The page]({})".format, " {} ".format, "`{}`".format, "{}#top".format,
    lambda page: html.escape(page, quote=False), lambda page: page.replace("e/c", "e/%63").replace("/lib", "/%6Cib"),
    lambda page: page.replace("://", "://www.") if page.count(".") == 1 else page,
    lambda page: f"https://{INVENTED}.example/ and {page}",
)  # fmt: skip
_SNIPPETS = (
    '```python\nimport torch\n\n\ndef run(x):\n\tif x &amp;&amp; 1:   \n        return "<research_item>"\n```',
    (
        '```python\nSAMPLE = """<research_result>\n<research_item>\n<source>https://zqx.example/7</source>\n<content>\nx\n'
        '</content>\n</research_item>\n</research_result>"""\nprint(SAMPLE.split("</content>")[0])\n```'
    ),
    "````markdown\n```bash\npip install x\n```\n````",
    '~~~json\n{"a": [1, 2, {"b": "<source>"}]}\n~~~',
    '```python\ndef f():\n    """Say:\n\n    ```\n    nested\n    ```\n    """\n```',
    "- like this:\n\n  ```sh\n  a | b  \n\n  c\n  ```",
    "```js\nconst a = `<content>${b}</content>`; // x[y[0]]>3\n```",
    "```\n```",
    "```xml\n<rss><item><source url='x'/></item></rss>\n<![CDATA[ x ]]>\n```",
)
_WORDS = (
    "Street trees cool the air; mark {}.", "Use `fit()` at {} & stop.", "A plan, {}: *first* this, then that.",
    "Measure x < y at {}.", "Naïve “quotes” — {} – and 日本語.", "- one {}\n- two\n  - three", "The <video> element, {}, has a `<source>`.",
)  # fmt: skip


@dataclass
class Part:
    """A piece of an answer; `content` and `shown` are what an item must become, unless it was `touched`."""

    text: str
    content: str = ""
    shown: str = ""  # empty: not an item that may be kept
    touched: bool = False

    @property
    def is_item(self) -> bool:
        return bool(self.content)


@dataclass
class Answer:
    mode: Mode
    parts: list[Part]
    changed: list[str] = field(default_factory=list)  # what was done to it

    @property
    def text(self) -> str:
        return "".join(part.text for part in self.parts)

    def items(self) -> list[int]:
        return [number for number, part in enumerate(self.parts) if part.is_item]


def answer(chance: Random, mode: Mode) -> Answer:
    head = chance.choice(
        ("", "Some analysis.\n\n", "I looked at:\n\n- https://zqx.example/2\n\n```python\nx = 1\n```\n\n", "As asked, in `<research_result>`:\n",
         "<think>Should I write <research_result>? Yes.</think>\n", "\ufeff")
    )  # fmt: skip
    tail = chance.choice(("", "\n", "\n\nI hope that this helps!", "\n```\n", "\n\nSources: https://zqx.example/3"))
    if mode == "freeform":
        body = "\n\n".join(
            [f"## {name}\n\n{_content(chance, True)}" for name in ("Abstract", "Introduction", "Methods")]
        )
        parts = [Part(f"{head}<research_result>\n"), Part(body, content=body), Part(f"\n</research_result>{tail}")]
        return Answer(mode, parts)
    parts = [Part(f"{head}<research_result>\n")]
    for _ in range(chance.randrange(1, 6)):
        parts += [_item(chance, mode), Part(chance.choice(("\n", "", "\n\n", "\n<!-- more -->\n", "  ")))]
    return Answer(mode, [*parts, Part(f"</research_result>{tail}")])


def _item(chance: Random, mode: Mode) -> Part:
    content = _content(chance, code=mode == "implementation")
    page = chance.choice(PAGES)
    known = chance.random() < 0.8
    name = chance.choice([name for name, shown in SOURCES.items() if shown == page])
    if not known:
        name = chance.choice(NEVER_RETRIEVED)
    elif name == page:
        name = chance.choice(_WAYS)(name)
    elif chance.random() < 0.5:
        name = chance.choice(("[{}]", "evidence {}", " {}\n")).format(name)
    return Part(_markup(chance, name, content), content, page if known else "")


def _content(chance: Random, code: bool) -> str:
    words = [one.format(f"k{chance.randrange(10**9)}") for one in chance.sample(_WORDS, chance.randrange(1, 3))]
    if code:
        words[1:1] = chance.sample(_SNIPPETS, chance.randrange(3))
        words.append(chance.choice(("Dependencies: none", "Dependencies: pip install torch", "The end.")))
    return "\n\n".join(words)


def _markup(chance: Random, source: str, content: str) -> str:
    """An item the way that one model or another writes it."""
    style = chance.randrange(6)
    if style == 1:  # all that stands in it is characters
        inner = content.replace("]]>", "]]]]><![CDATA[>").replace("<![CDATA[ ", "<![CD]]><![CDATA[ATA[ ")
        return (
            f"<research_item>\n<source>{source}</source>\n<content><![CDATA[\n{inner}\n]]></content>\n</research_item>"
        )
    if style == 2:
        return f'<Research_Item id="3">\n<SOURCE type="url">{source}</SOURCE >\n<content lang=en>\n{content}\n</Content>\n</RESEARCH_ITEM>'
    if style == 3:
        return f"<research_item><source>{source}</source><content>{content}</content></research_item>"
    if style == 4:
        return f"<item>\n<source>{source}</source>\n<content>\n{content}\n</content>\n</item>"
    return f"<research_item>\n<source>{source}</source>\n<content>\n{content}\n</content>\n</research_item>"
