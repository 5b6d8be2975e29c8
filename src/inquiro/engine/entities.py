"""Names in text, found by how they are written: no model, any language with capitals, and katakana."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import regex

from inquiro.core.types import Entity, Fact
from inquiro.retrieval.words import fold, stop_words

_NAME = regex.compile(
    r"""
    (?<![\p{L}\p{N}])
    (?:\p{Lu}[\p{L}\p{M}\p{N}’'&.-]*\p{L}|\p{Lu}{2,}\p{N}*)
    (?:\s+(?:(?:of|the|for|and|de|del|la|von|der|für|du|des|am)\s+)?\p{Lu}[\p{L}\p{M}\p{N}’'&-]*[\p{L}\p{N}])*
    | [\p{Katakana}ー]{3,}(?:・[\p{Katakana}ー]+)*
    """,
    regex.VERBOSE,
)
_TYPES = {
    "organization": """institute university office council department company cooperative agency ministry union bank
        guild foundation commission gmbh ag inc ltd universität institut amt verein universidad ayuntamiento empresa""",
    "programme": "programme program scheme fund project programm projekt programa proyecto",
    "place": "street road avenue city river valley region straße strasse platz stadt calle ciudad",
}
_LOWER_HEAD = r"programme|program|scheme|fund|project|cooperative|institute|levy|act|law|rule|study|report"
_TRAILING = regex.compile(rf"\s+(?:{_LOWER_HEAD})\b")


def names(text: str, language: str = "en") -> tuple[str, ...]:
    """The names in a sentence, in order; a lone capital at its start counts only if it is not a common word."""
    common = stop_words(language)
    found: list[str] = []
    for match in _NAME.finditer(text):
        name = _without_lead(match[0], common)
        if not name or name.lower() in common or len(name) < 3:
            continue
        opens = match[0].startswith(name) and (
            match.start() == 0 or text[: match.start()].rstrip()[-1:] in ".!?:;“\"'(•-—"
        )
        single = " " not in name
        if single and (language == "de" or (opens and not name.isupper() and not regex.search(r"\p{Katakana}", name))):
            continue  # every German noun is capitalised, and so is every first word
        tail = _TRAILING.match(text, match.end())
        found.append(name + (tail[0] if tail and not opens else ""))
    return tuple(dict.fromkeys(found))


def _without_lead(name: str, common: frozenset[str]) -> str:
    words = name.split()
    while words and words[0].lower() in common:
        words.pop(0)
    return " ".join(words)


def kind_of(name: str) -> str:
    parts = set(name.lower().split())
    return next((kind for kind, heads in _TYPES.items() if parts & set(heads.split())), "name")


def gather(facts: Iterable[Fact]) -> list[Entity]:
    """One entity over its spellings, with who mentions it and since which round."""
    spellings: dict[str, Counter[str]] = {}
    urls: dict[str, dict[str, None]] = {}
    first: dict[str, int] = {}
    private: dict[str, bool] = {}
    for fact in facts:
        for name in fact.entities:
            key = fold(name)
            spellings.setdefault(key, Counter())[name] += 1
            urls.setdefault(key, {}).update(dict.fromkeys(fact.sources))
            first[key] = min(first.get(key, fact.round), fact.round)
            private[key] = private.get(key, False) or fact.private
    return [
        Entity(
            name=forms.most_common(1)[0][0],
            entity_type=kind_of(key),
            sources=tuple(urls[key]),
            first_seen=first[key],
            mention_count=forms.total(),
            aliases=tuple(sorted(form for form in forms if form != forms.most_common(1)[0][0])),
            private=private[key],
        )
        for key, forms in sorted(spellings.items())
    ]
