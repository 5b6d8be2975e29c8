"""Names in text, found by how they are written: no model, any language with capitals, and katakana."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

import regex

from inquiro.core.types import Entity, Fact, Relation
from inquiro.engine.relations import related
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
        guild foundation commission organization organisation association authority committee court press
        universität institut amt verein ministerium behörde universidad ayuntamiento empresa ministerio""",
    "law": """act law directive regulation ordinance statute treaty constitution gesetz verordnung richtlinie grundgesetz
        ley reglamento directiva""",
    "programme": "programme program scheme fund project programm projekt programa proyecto",
    "place": "street road avenue city river valley region straße strasse platz stadt calle ciudad",
}
_LEGAL = frozenset(
    "inc incorporated corp corporation ltd limited llc llp lp plc gmbh ag kg kgaa se sa sas sarl srl spa nv bv ab as aps "
    "oy oyj kk pty pte sl slu eg".split()
)
_TITLE = r"(?:Mr|Mrs|Ms|Dr|Prof|Professor|Herr|Frau|Dra?|Sra?|Señora?|President|Minister|Mayor|Judge)\.?"
_SPEAKS = "said|says|told|wrote|writes|argues|argued|replied|sagte|sagt|schrieb|erklärte|dijo|dice|escribió"
_LOWER_HEAD = r"programme|program|scheme|fund|project|cooperative|institute|levy|act|law|rule|study|report"
_EXPANDED = regex.compile(  # World Health Organization (WHO)
    r"(?P<full>\p{Lu}[\p{L}\p{M}’'&-]*(?:\s(?:\p{Lu}[\p{L}\p{M}’'&-]*|of|the|for|and|on|in|de|del|la|für|der|des|und)){1,9})"
    r"\s\((?P<short>\p{Lu}[\p{L}\p{N}]*\p{Lu})\)"
)
_ABBREVIATED = regex.compile(  # WHO (World Health Organization)
    r"\b(?P<short>\p{Lu}[\p{L}\p{N}]*\p{Lu})\s\("
    r"(?P<full>\p{Lu}[\p{L}\p{M}’'&-]*(?:\s(?:\p{Lu}[\p{L}\p{M}’'&-]*|of|the|for|and|on|in|de|del|la|für|der|des|und)){1,9})\)"
)
_RELATED = {  # what a relation tells of either end
    ("born in", "subject"): "person", ("died in", "subject"): "person", ("mayor of", "subject"): "person",
    ("president of", "subject"): "person", ("director of", "subject"): "person", ("designed by", "object"): "person",
    ("capital of", "subject"): "place", ("capital of", "object"): "place", ("based in", "object"): "place",
    ("subsidiary of", "subject"): "organization", ("subsidiary of", "object"): "organization",
}  # fmt: skip
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
    """What a name tells of itself."""
    parts = name.lower().replace(".", "").replace(",", "").split()
    if len(parts) > 1 and parts[-1] in _LEGAL:
        return "organization"
    return next((kind for kind, heads in _TYPES.items() if set(parts) & set(heads.split())), "name")


def gather(facts: Iterable[Fact], texts: Iterable[str] = ()) -> list[Entity]:
    """One entity over its spellings, with who mentions it and since which round; `texts` may spell acronyms out."""
    facts = list(facts)
    statements = [fact.statement for fact in facts]
    expansions = acronyms([*statements, *texts])
    found: dict[str, _Mentions] = {}
    for fact in facts:
        for name in fact.entities:
            full = expansions.get(name.strip("."), name)
            found.setdefault(same_name(full), _Mentions()).add(name, full, fact)
    for fact in facts:
        _relate(fact, expansions, found)
    return [found[key].entity(statements) for key in sorted(found)]


def _relate(fact: Fact, expansions: Mapping[str, str], found: dict[str, _Mentions]) -> None:
    """What the fact says that names are to each other, told of both; who is named in no other way is named by it."""
    for said in related(fact.statement):
        ends = [expansions.get(name, name) for name in (said.subject, said.object)]
        known = [key for key in dict.fromkeys(map(same_name, ends)) if key in found]
        if not known:
            known = [same_name(ends[0])]
            found[known[0]] = _Mentions()
            found[known[0]].add(said.subject, ends[0], fact)
        told = Relation(
            subject=said.subject,
            predicate=said.predicate,
            object=said.object,
            evidence=next(iter(fact.evidence), ""),
            private=fact.private,
        )
        for key in known:
            found[key].relations[told] = "subject" if key == same_name(ends[0]) else "object"


def same_name(name: str) -> str:
    """What the spellings of one name share: no case, diacritics, article or legal form."""
    words = [word for word in fold(name).replace(".", "").replace(",", " ").split() if word]
    while len(words) > 1 and words[0] in {"the", "der", "die", "das", "el", "la", "le"}:
        words.pop(0)
    while len(words) > 1 and words[-1] in _LEGAL | {"&", "co"}:
        words.pop()
    return " ".join(words) or fold(name)


def acronyms(texts: Iterable[str]) -> dict[str, str]:
    """Acronyms that the texts spell out, and as what; one that stands for two things stands for none."""
    found: dict[str, dict[str, str]] = {}
    for text in texts:
        for short, full in _spelled_out(text):
            found.setdefault(short, {}).setdefault(same_name(full), full)
    return {short: next(iter(fulls.values())) for short, fulls in found.items() if len(fulls) == 1}


@lru_cache(maxsize=1_024)  # every text in every round
def _spelled_out(text: str) -> tuple[tuple[str, str], ...]:
    found = [(match["short"], match["full"]) for match in _EXPANDED.finditer(text)]
    found += [(match["short"], match["full"]) for match in _ABBREVIATED.finditer(text)]
    fitting = ((short, _fitting(short, full)) for short, full in found)
    return tuple((short, full) for short, full in fitting if full)


def _fitting(short: str, full: str) -> str:
    """The last words of `full` whose initials are the acronym: what stands before them is another name."""
    words = full.split()
    for start in range(len(words) - 1, -1, -1):
        heads = [part for word in words[start:] for part in word.split("-") if part]
        capitals = "".join(head[0] for head in heads if head[0].isupper())
        if words[start][0].isupper() and fold(short) in {fold(capitals), fold("".join(head[0] for head in heads))}:
            return " ".join(words[start:])
    return ""


class _Mentions:
    """What is said of one entity, spelling by spelling."""

    def __init__(self) -> None:
        self.forms: Counter[str] = Counter()
        self.fulls: Counter[str] = Counter()
        self.urls: dict[str, None] = {}
        self.first: int | None = None
        self.private = False
        self.relations: dict[Relation, str] = {}

    def add(self, name: str, full: str, fact: Fact) -> None:
        self.forms[name] += 1
        self.fulls[full] += 1
        self.urls |= dict.fromkeys(fact.sources)
        self.first = fact.round if self.first is None else min(self.first, fact.round)
        self.private = self.private or fact.private

    def entity(self, statements: Sequence[str]) -> Entity:
        """Named as it is written most, spelled out where that is known."""
        name = min(self.fulls, key=lambda full: (-self.fulls[full], full.isupper(), full))
        forms = sorted({*self.forms, *self.fulls} - {name})
        kinds = [kind for form in (name, *forms) if (kind := kind_of(form)) != "name"]
        kinds += filter(None, (_RELATED.get((one.predicate, end)) for one, end in self.relations.items()))
        return Entity(
            name=name,
            entity_type=next(iter(kinds), "person" if _is_person((name, *forms), statements) else "name"),
            sources=tuple(self.urls),
            first_seen=self.first or 0,
            mention_count=self.forms.total(),
            aliases=tuple(forms),
            private=self.private,
            relations=tuple(self.relations),
        )


def _is_person(forms: Sequence[str], statements: Sequence[str]) -> bool:
    """Whether the text gives one of the names a title, or lets it speak as people do."""
    names = [form for form in forms if 1 < len(form.split()) < 4 or regex.match(_TITLE, form)]
    return any(name in said and _speaks(name).search(said) for name in names for said in statements)


@lru_cache(maxsize=4_096)
def _speaks(name: str) -> regex.Pattern[str]:
    written = regex.escape(name)
    return regex.compile(
        rf"\b{_TITLE}\s+{written}\b|^{_TITLE}\s|\b{written},?\s+(?:{_SPEAKS})\b|\b(?:{_SPEAKS})\s+{written}\b"
    )
