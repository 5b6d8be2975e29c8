"""What is done to a research result: to its tags, its sources, its code, its surroundings, and to all of it.

A mutation marks the items that it touched; all others have to come out as if nothing had happened.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable
from random import Random

from .result_world import NEVER_RETRIEVED, PAGES, SOURCES, Answer, Part, answer

Mutation = Callable[[Random, Answer], None]
_TAG = re.compile(r"</?\s*(?:research_item|item|source|content)\b[^<>]*>", re.IGNORECASE)
_SOURCE = re.compile(r"(<source[^<>]*>)(.*?)(</source\s*>)", re.IGNORECASE | re.DOTALL)
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,}).*$", re.MULTILINE)
_LOOK_ALIKE = str.maketrans("aeopcxiy", "аеорсхіу")
_STRAY = (
    "<research_item>", "</research_item>", "<item>", "</item>", "<source>", "</source>", "<content>", "</content>", "<content/>",
    "<research_result>", "</research_result>", "<![CDATA[", "]]>", "<!--", "-->", "```", "```python", "~~~", "<think>", "&lt;research_item&gt;",
    "<source", "</content", "<", "&", "`", "<pre>", "</b>", "<research_item", "https://zqx.example/9", "<source>https://zqx.example/8</source>",
)  # fmt: skip
_ODD = (
    "\x00",
    "\x1b[31m",
    "\u202e",
    "\u200b",
    "\ud83d",
    "\ufffe",
    "\x0c",
    "\u2028",
    "\r",
    "\x85",
    "🜁",
    "é́́́",
    "\U000e0041",
    "\ufeff",
)


def _an_item(chance: Random, whole: Answer) -> Part:
    """One of them, which is touched from now on; a part that stands for nothing, if there is none."""
    numbers = whole.items()
    part = whole.parts[chance.choice(numbers)] if numbers else Part("")
    part.touched = True
    return part


def _between(chance: Random, whole: Answer, text: str) -> None:
    """Where no item is: before, behind or between them; in a report there is no such place within the block."""
    places = [0, len(whole.parts)] if whole.mode == "freeform" else range(1, len(whole.parts))
    whole.parts.insert(chance.choice(places), Part(text))


# -- tags ---------------------------------------------------------------------------------------------------------


def tag_deleted(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    if found := list(_TAG.finditer(part.text)):
        one = chance.choice(found)
        part.text = part.text[: one.start()] + part.text[one.end() :]


def tags_deleted(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    part.text = _TAG.sub(lambda tag: "" if chance.random() < 0.5 else tag[0], part.text)


def tag_doubled(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    if found := list(_TAG.finditer(part.text)):
        one = chance.choice(found)
        part.text = part.text[: one.end()] + one[0] * chance.choice((1, 2, 9)) + part.text[one.end() :]


def tags_swapped(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    if len(found := list(_TAG.finditer(part.text))) >= 2:
        one, other = sorted(chance.sample(found, 2), key=lambda tag: tag.start())
        text = part.text
        part.text = text[: one.start()] + other[0] + text[one.end() : other.start()] + one[0] + text[other.end() :]


def tag_broken(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    if found := list(_TAG.finditer(part.text)):
        one = chance.choice(found)
        at = chance.randrange(one.start(), one.end())
        part.text = part.text[:at] + chance.choice(("", "<", ">", " ", "/", "\n", "x")) + part.text[at + 1 :]


def stray_in_item(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    at = chance.randrange(len(part.text) + 1)
    part.text = part.text[:at] + chance.choice((*_STRAY, "</think>")) + part.text[at:]


def stray_between(chance: Random, whole: Answer) -> None:
    stray = chance.choice(_STRAY)
    _between(
        chance, whole, f"\n{stray}\n" if "`" in stray or stray == "<" else chance.choice(("{}", "\n{}\n")).format(stray)
    )


def lower_or_upper(chance: Random, whole: Answer) -> None:
    """The first and the last tags of every item: no item changes its meaning by it."""
    change = chance.choice((str.upper, str.title, str.swapcase))
    for part in (one for one in whole.parts if one.is_item and whole.mode != "freeform"):
        opened = re.match(r"<[\w_]+", part.text)
        if opened and not part.touched:
            part.text = change(opened[0]) + part.text[opened.end() :]


# -- sources ------------------------------------------------------------------------------------------------------


def _source_put(chance: Random, whole: Answer, source: str) -> None:
    part = _an_item(chance, whole)
    part.text = _SOURCE.sub(lambda found: f"{found[1]}{source}{found[3]}", part.text, count=1)


def foreign_source(chance: Random, whole: Answer) -> None:
    _source_put(chance, whole, chance.choice(NEVER_RETRIEVED))


def look_alike(chance: Random, whole: Answer) -> None:
    page = chance.choice(PAGES)
    at = chance.randrange(8, len(page))
    _source_put(chance, whole, page[:at] + page[at:].translate(_LOOK_ALIKE))


def percent_encoded(chance: Random, whole: Answer) -> None:
    page = chance.choice(PAGES)
    start = chance.choice((0, 8, 12, 20))
    written = "".join(f"%{ord(sign):02x}" if chance.random() < 0.3 else sign for sign in page[start:])
    _source_put(chance, whole, page[:start] + written)


def address_bent(chance: Random, whole: Answer) -> None:
    page = chance.choice(PAGES)
    at = chance.randrange(len(page))
    put = chance.choice(
        ("@", "\\", "/", "?", "#", ".", "..", " ", "zqx", "\u200b", ":", "%00", "[", "]", "//zqx.example/", "\n")
    )
    _source_put(chance, whole, page[:at] + put + page[at + chance.choice((0, 1)) :])


def id_bent(chance: Random, whole: Answer) -> None:
    name = chance.choice([one for one in SOURCES if "/" not in one])
    shapes = (
        "{}0",
        "0{}",
        "E{}",
        "{}.",
        "x{}",
        "{0} {0}",
        "page {} of zqx",
        "{}, https://zqx.example/",
        "src_{}",
        "⟦{}⟧",
        "{}\u0661",
        "e{}",
    )
    _source_put(chance, whole, chance.choice(shapes).format(name))


def many_addresses(chance: Random, whole: Answer) -> None:
    named = [chance.choice((*NEVER_RETRIEVED, *PAGES)) for _ in range(chance.choice((2, 5, 300)))]
    _source_put(chance, whole, chance.choice((" ", ",", "\n", " | ", "](")).join(named))


# -- code and characters ------------------------------------------------------------------------------------------


def fence_cut(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    if found := list(_FENCE.finditer(part.text)):
        one = chance.choice(found)
        part.text = part.text[: one.start()] + chance.choice(("", "``", "`")) + part.text[one.end() :]


def fence_put(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    at = chance.randrange(len(part.text) + 1)
    fence = chance.choice(
        ("```", "```python", "~~~", "````", "  ```", "> ```", "- ```", "&#96;&#96;&#96;", "<pre>", "<code>", "```x```")
    )
    part.text = f"{part.text[:at]}\n{fence}\n{part.text[at:]}"


def odd_characters(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    for _ in range(chance.choice((1, 3, 30))):
        at = chance.randrange(len(part.text) + 1)
        sign = chance.choice(_ODD) if chance.random() < 0.7 else chr(chance.randrange(0x11000))
        part.text = part.text[:at] + sign + part.text[at:]


def entities(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    old, new = chance.choice(
        (
            ("<", "&lt;"),
            (">", "&gt;"),
            ("`", "&#96;"),
            ("a", "&#x61;"),
            ("&", "&amp;amp;"),
            (" ", "&nbsp;"),
            ("/", "&#99999999;"),
        )
    )
    part.text = part.text.replace(old, new, chance.choice((1, 5, -1)))


def letters_shuffled(chance: Random, whole: Answer) -> None:
    part = _an_item(chance, whole)
    start = chance.randrange(len(part.text) + 1)
    cut = list(part.text[start : start + chance.choice((5, 40, 400))])
    chance.shuffle(cut)
    part.text = part.text[:start] + "".join(cut) + part.text[start + len(cut) :]


def repeated(chance: Random, whole: Answer) -> None:
    piece = chance.choice(
        (*_STRAY[:14], "```\n", "a", "\n", " ", "<source>e1</source>", "&lt;", "[e1]", "(", "`<content>`")
    )
    part = _an_item(chance, whole)
    at = chance.randrange(len(part.text) + 1)
    part.text = part.text[:at] + piece * chance.choice((50, 3_000)) + part.text[at:]


def repeated_between(chance: Random, whole: Answer) -> None:
    piece = chance.choice((*_STRAY[:11], "```\n", "a", "\n", " ", "<source>e1</source>", "<item>", "<research_item>\n"))
    _between(chance, whole, f"\n{piece * chance.choice((50, 3_000))}\n")


# -- all of it ----------------------------------------------------------------------------------------------------


def truncated(chance: Random, whole: Answer) -> None:
    _cut(whole, chance.randrange(len(whole.text) + 1), keep_front=True)


def beginning_lost(chance: Random, whole: Answer) -> None:
    """Only a list of items can be read without its beginning."""
    if whole.mode == "freeform":
        whole.parts[1].touched = True
    _cut(whole, chance.randrange(len(whole.text) + 1), keep_front=False)


def _cut(whole: Answer, at: int, keep_front: bool) -> None:
    kept, passed = [], 0
    for part in whole.parts:
        start, passed = passed, passed + len(part.text)
        if start < at < passed:
            part.touched = True
            part.text = part.text[: at - start] if keep_front else part.text[at - start :]
            kept.append(part)
        elif (passed <= at) == keep_front:
            kept.append(part)
    whole.parts = kept


def spliced(chance: Random, whole: Answer) -> None:
    """The front of this one and the back of another."""
    other = answer(chance, whole.mode)
    for part in other.parts:
        part.text = part.text.replace("think>", "b>")  # an end of thinking would undo all that stands before it
    if whole.mode == "freeform":
        for part in (*whole.parts, *other.parts):
            part.touched = True
    truncated(chance, whole)
    beginning_lost(chance, other)
    whole.parts += other.parts


def nested(chance: Random, whole: Answer) -> None:
    if whole.mode == "freeform" and chance.random() < 0.5:
        whole.parts[1:-1] = [Part("<research_result>"), *whole.parts[1:-1], Part("</research_result>")]
    else:
        for part in whole.parts if whole.mode == "freeform" and len(whole.parts) > 3 else ():
            part.touched = True  # what stood beside the report stands in it now
        whole.parts = [Part("<research_result>\n"), *whole.parts, Part("\n</research_result>")]


def said_twice(chance: Random, whole: Answer) -> None:
    """A draft, then all of it again."""
    text = whole.text if chance.random() < 0.5 else whole.text.partition("</research_result>")[0]
    if whole.mode == "freeform" or "think>" in text:
        text = whole.text if "</think>" not in whole.text else ""
    whole.parts = [Part(text + "\n"), *whole.parts]


def fenced(chance: Random, whole: Answer) -> None:
    mark = chance.choice(("```xml\n", "```\n", "~~~\n", "```html\n"))
    whole.parts = [Part(mark), *whole.parts, Part("\n" + mark.strip("xmlht"))]


def escaped(chance: Random, whole: Answer) -> None:
    for part in whole.parts:
        part.text = html.escape(part.text, quote=chance.random() < 0.5)


def thought_before(chance: Random, whole: Answer) -> None:
    """What is only thought counts as little as what stands in the code that it is thought about."""
    draft = answer(chance, whole.mode).text.replace("think>", "b>")
    whole.parts = [Part(f"<think>{draft[: chance.randrange(len(draft) + 1)]}</think>\n"), *whole.parts]


def text_around(chance: Random, whole: Answer) -> None:
    said = chance.choice(
        (
            "See https://zqx.example/4 ",
            "Here you are:\n\n",
            "```python\nprint(1)\n```\n",
            "[e1]: https://zqx.example/",
            "]]>\n",
        )
    )
    whole.parts = [Part(said), *whole.parts, Part(f"\n{said}")]


def nothing_left(chance: Random, whole: Answer) -> None:
    text = chance.choice(
        (
            "",
            " ",
            "I cannot help with that.",
            "null",
            "{}",
            "<research_result>",
            "</research_result>",
            "<research_item/>",
        )
    )
    whole.parts = [Part(text)]


TAGS = (tag_deleted, tags_deleted, tag_doubled, tags_swapped, tag_broken, stray_in_item, stray_between, lower_or_upper)
NAMES = (foreign_source, look_alike, percent_encoded, address_bent, id_bent, many_addresses)
CHARACTERS = (fence_cut, fence_put, odd_characters, entities, letters_shuffled, repeated, repeated_between)
ALL_OF_IT = (truncated, beginning_lost, spliced, nested, said_twice, fenced, thought_before, text_around, nothing_left)
LAST = (escaped,)  # of text that is escaped nothing else would find its tags
RESULT_MUTATIONS: dict[str, Mutation] = {
    one.__name__.replace("_", " "): one for one in (*TAGS, *NAMES, *CHARACTERS, *ALL_OF_IT, *LAST)
}


def mutated(chance: Random, whole: Answer) -> Answer:
    """One, two or three of them; what is done to all of it comes last, since it changes what a part is."""
    inner = chance.sample((*TAGS, *NAMES, *CHARACTERS), chance.choice((0, 1, 1, 2)))
    outer = chance.sample(ALL_OF_IT, chance.choice((0, 0, 1)) if inner else 1)
    for one in (*inner, *outer, *(LAST if chance.random() < 0.05 else ())):
        one(chance, whole)
        whole.changed.append(one.__name__.replace("_", " "))
    return whole
