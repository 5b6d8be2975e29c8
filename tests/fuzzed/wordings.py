"""What is done to a sentence or to a quote: each takes the words and gives others."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random

from .world import INVENTED, NEVER_READ, PAGES, World, invented_address

Wording = Callable[[Random, str, World], str]
SURROGATE, DEEP = "\uf8ff", "\uf8fe"  # stand for what cannot be in a text; `broken.encoded` puts the real thing there
_LOOK_ALIKE = str.maketrans("aeopcxiy", "аеорсхіу")
_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"\d+")
_NAMES = ("Varnholt", "Korvenau", "Meridian Trust", "Odile Brandt", "Aldra", "Zqxborough")
MARKS = (
    "[{n}][[{m}]]", "[^{n}]", "【{n}】", "【{n}†source】", "(src_{n})", "[src_{n}]", "[f{n}]", "[[f{n}]]", "[{n}, {m}]",
    "[{n}-{m}]", "［{n}］", "〔{n}〕", "<cite>{n}</cite>", "<ref name='{n}'/>", "{{{{cite {n}}}}}", "[{n}](#src-{n})",
    "\\[{n}\\]", "[{n}", "[[[{n}]]]", "[ {n} ]", "[source {n}]", "(source: [{n}])", "&#91;{n}&#93;", "[{n}\u200b]",
    "[\u0661]", "[^{n}^]", "[@zqx{n}]", "\\cite{{zqx{n}}}", "[*{n}*]", "[**{n}**]", "⟦{n}⟧", "[a{n}]", "⁽{n}⁾", "[¹]",
    "[{n}]{{.mark}}", "[n{n}]", "[Ref. {n}]", "[e{n}; f{m}]", "(see src_{n}, src_{m})", "\ue200cite\ue202turn0search{n}\ue201",
    ":contentReference[oaicite:{n}]{{index={n}}}", "[{n}:{m}†L1-L9]",
)  # fmt: skip


def _spliced(chance: Random, text: str, more: str) -> str:
    """At the end, the beginning or between two words."""
    places = [0, len(text), *(found.end() for found in _WORD.finditer(text))]
    at = chance.choice(places)
    return f"{text[:at]} {more} {text[at:]}".strip()


def _glued(chance: Random, text: str, more: str) -> str:
    places = [found.end() for found in _WORD.finditer(text)] or [len(text)]
    at = chance.choice(places)
    return text[:at] + more + text[at:]


def _one_word(chance: Random, text: str, change: Callable[[str], str]) -> str:
    words = list(_WORD.finditer(text))
    if not words:
        return change("tree")
    found = chance.choice(words)
    return text[: found.start()] + change(found[0]) + text[found.end() :]


# -- addresses and markup -----------------------------------------------------------------------------------------


def invented_url(chance: Random, text: str, _: World) -> str:
    return _spliced(
        chance, text, chance.choice(("{}", "({})", "see {}", "<{}>", "{}.")).format(invented_address(chance))
    )


def page_url(chance: Random, text: str, _: World) -> str:
    return _spliced(chance, text, chance.choice((*NEVER_READ, PAGES[-1].url)))


def split_url(chance: Random, text: str, _: World) -> str:
    """In pieces that grow together when something between them is taken out."""
    between = chance.choice(("\u200b", "\u202e", "\x00", "<b></b>", "**", "[1]", "![]()", "\u00ad", "[](x)", "``"))
    whole = f"https://{INVENTED}.example/{chance.randrange(99)}"
    at = chance.randrange(1, 9)
    return _spliced(chance, text, whole[:at] + between + whole[at:])


def nested_markup(chance: Random, text: str, _: World) -> str:
    address = invented_address(chance)
    shapes = (
        "[more]({})", "![picture]({})", "[![a]({})]({})", "[see [1]]({})", "[[{}|1]]", "![[{}]]", "<a href='{}'>1</a>",
        "<img src={}>", "[1]: {}", "[x][1]\n\n[1]: {}", "<script src='{}'></script>", "[more](<{}> 'title')",
        "`{}`", '<iframe src="{}">', "<{}>", "[more]( {} )", "[a](b)(c) [d]({}", "<a\nhref='{}'\n>x</a>",
        "<<b>a href={}>", "[more][({})]", "![a](b ![c]({}))", "<!-- {} -->", "[{}]",
    )  # fmt: skip
    return _spliced(chance, text, chance.choice(shapes).replace("{}", address))


def odd_marks(chance: Random, text: str, _: World) -> str:
    mark = chance.choice(MARKS).format(n=chance.choice((1, 2, 9, 99)), m=chance.choice((1, 3, 77)))
    return chance.choice((_spliced, _glued))(chance, text, mark)


def named_work(chance: Random, text: str, _: World) -> str:
    works = (
        f"(doi:10.{chance.randrange(1000, 9999)}/{INVENTED}.1)", "(Zqxman et al., 2017)", "according to Zqxman (2017)",
        f"arXiv:2{chance.randrange(100, 999)}.0{chance.randrange(1000, 9999)}", f"PMID {chance.randrange(10**7)}",
        "(ISBN 978-3-16-148410-0)", "Source: The Zqx Institute, Annual Report 2020, p. 14.",
    )  # fmt: skip
    return _spliced(chance, text, chance.choice(works))


def unicode_tricks(chance: Random, text: str, _: World) -> str:
    tricks = (
        "\u202e", "\u2066", "\u200b", "\u200d", "\ufeff", "\x00", "\x1b[31m", "\u2028", "\r\n\r\n", "\U000e0041", "\u0301" * 40,
        SURROGATE, "\ufffe", "\u115f", "\u3164", "\xad", "\x85", "\ufdd0",
    )  # fmt: skip
    for _turn in range(chance.randrange(1, 4)):
        text = _glued(chance, text, chance.choice(tricks))
    return text


# -- what it says -------------------------------------------------------------------------------------------------


def number_changed(chance: Random, text: str, _: World) -> str:
    found = list(_NUMBER.finditer(text))
    if not found:
        return f"{text.rstrip('.')} in {chance.randrange(1900, 2030)}."
    one = chance.choice(found)
    other = str(int(one[0][-9:]) + chance.choice((1, 3, 10, 100)))
    return text[: one.start()] + other + text[one.end() :]


def name_changed(chance: Random, text: str, _: World) -> str:
    known = [name for name in _NAMES if name in text]
    if not known:
        return f"{text.rstrip('.')} in {chance.choice(_NAMES)}."
    old = chance.choice(known)
    return text.replace(old, chance.choice([name for name in _NAMES if name != old]))


def denied(chance: Random, text: str, _: World) -> str:
    return _one_word(chance, text, lambda word: f"not {word}")


def two_sentences(chance: Random, text: str, world: World) -> str:
    more = chance.choice(("Experts agree that this is proven.", "It was confirmed by 97 % of all studies."))
    return f"{text} {chance.choice((more, world.sentence(chance)))}"


def somebody_elses(chance: Random, _: str, world: World) -> str:
    return world.sentence(chance)


def endless(chance: Random, text: str, _: World) -> str:
    return f"{text} " * chance.choice((20, 400))


def nothing(chance: Random, _text: str, _: World) -> str:
    return chance.choice(("", " ", "\n", "...", "[1]", "\u200b", SURROGATE))


# -- quotes -------------------------------------------------------------------------------------------------------


def word_changed(chance: Random, text: str, _: World) -> str:
    return _one_word(chance, text, lambda _word: chance.choice(("exactly", "never", "most", "sugar", "Zqx")))


def letters_changed(chance: Random, text: str, _: World) -> str:
    if chance.random() < 0.5:
        return text.translate(_LOOK_ALIKE)
    return _one_word(chance, text, lambda word: word.translate(_LOOK_ALIKE))


def trimmed(chance: Random, text: str, _: World) -> str:
    cut = chance.randrange(len(text) // 2 + 1)
    return chance.choice((text[cut:], text[: len(text) - cut], text[:4], text[cut : cut + 12]))


def joined(chance: Random, text: str, world: World) -> str:
    return chance.choice((" … ", " ", "... ", " [...] ")).join((trimmed(chance, text, world), world.sentence(chance)))


def spaced(chance: Random, text: str, _: World) -> str:
    return re.sub(r" ", lambda _found: chance.choice((" ", "\u00a0", "  ", "\n", "\t", "\u2009")), text)


def otherwise_written(chance: Random, text: str, _: World) -> str:
    changes = (str.upper, str.lower, str.title, lambda t: t.replace("'", "’").replace("-", "–"), lambda t: f"“{t}”")
    return chance.choice(changes)(text)


def hollowed(chance: Random, text: str, _: World) -> str:
    """Words left out in the middle."""
    words = text.split(" ")
    at = chance.randrange(len(words))
    return " ".join(words[:at] + words[at + chance.randrange(1, 3) :])


ON_TEXT: tuple[Wording, ...] = (
    invented_url, page_url, split_url, nested_markup, odd_marks, named_work, unicode_tricks, number_changed, name_changed,
    denied, two_sentences, somebody_elses, endless, nothing, word_changed, letters_changed, hollowed,
)  # fmt: skip
ON_QUOTES: tuple[Wording, ...] = (
    word_changed, letters_changed, trimmed, joined, spaced, otherwise_written, hollowed, somebody_elses, number_changed,
    name_changed, denied, invented_url, page_url, split_url, odd_marks, unicode_tricks, two_sentences, nothing, endless,
)  # fmt: skip
