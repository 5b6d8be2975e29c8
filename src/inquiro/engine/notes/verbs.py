"""Words of an English sentence that say what is done rather than what it is done to: a search does without them."""

from __future__ import annotations

from collections.abc import Iterator

import regex

_WORD = regex.compile(r"[\p{L}\p{M}]+(?:[-'’][\p{L}\p{M}]+)*|[.,;:!?()]")
_BEFORE = frozenset(
    """
    to can could will would should must may might shall not cannot you we i they it he she who let's please don't doesn't didn't
    won't can't couldn't shouldn't wouldn't don’t doesn’t didn’t won’t can’t
    """.split()
)
_TURNED = frozenset("can could will would should must may might shall".split())  # in a question who does it comes next
_BE = frozenset(
    "is are was were be been being isn't aren't wasn't weren't isn’t aren’t has have had gets get got".split()
)
_DETERMINERS = frozenset("a an the your this that these those any each every our my its their his her some no".split())
_NOUN_BEFORE = _DETERMINERS | frozenset(
    "of in on at for with from by about into over under between per and or as".split()
)
_ADVERB = regex.compile(r"\p{Ll}{3,}ly")
_NO_ADVERBS = frozenset(
    "family supply assembly reply early daily weekly monthly yearly anomaly apply imply comply rely multiply only jelly".split()
)
_PARTICIPLE = regex.compile(r"\p{Ll}{2,}(?:ed|en)")


def verbs_in(sentence: str) -> frozenset[str]:
    """In small letters, with adverbs; only what its neighbours give away, since most English verbs are nouns too."""
    words = [word.lower() for word in _WORD.findall(sentence)]
    adverbs = {word for word in words if _ADVERB.fullmatch(word) and word not in _NO_ADVERBS}
    return frozenset(adverbs | set(_acting([word for word in words if word not in adverbs])))


def _acting(words: list[str]) -> Iterator[str]:
    leading = _BEFORE - _TURNED if words[-1:] == ["?"] else _BEFORE
    for before, word, follows in zip(["", *words], words, [*words[1:], ""], strict=False):
        if not word[0].isalpha() or word in _DETERMINERS | _BEFORE | _BE:
            continue
        asked = before in leading and not word.endswith(("ing", "ed"))
        done = before in _BE and _PARTICIPLE.fullmatch(word)
        takes = follows in _DETERMINERS and before[-1:].isalpha() and before not in _NOUN_BEFORE
        if asked or done or (takes and not word.endswith(("ing", "tion", "ment"))):
            yield word
