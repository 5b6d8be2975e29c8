"""What one name is to another, where a sentence says it in one of the ways that sentences say it in."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, lru_cache
from typing import NamedTuple

import regex

from inquiro.engine.dating import stated_dates
from inquiro.retrieval.words import stop_words

LONGEST = 600  # characters of a statement that are looked at

_WORD = r"(?>(?:\p{Lu}\.){1,3}(?=\s?\p{Lu})|\p{Lu}[\p{L}\p{M}\p{N}’'&-]*+(?:\.(?=\p{Lu}))?)"  # an initial, or a word
_PLAIN = r"\p{Lu}[\p{L}\p{M}’']*+"
_LINK = r"(?:of|the|for|and|de|del|la|las|los|von|der|für|du|des|am|&)"
_NAME = rf"(?>{_WORD}(?:\s(?:(?:{_LINK}\s){{1,2}})?{_WORD}){{0,7}})"
_ASIDE = r"(?:\s?\([^()]{0,120}\))?"
_S = rf"(?P<s>{_NAME}){_ASIDE}"
_O = rf"(?:the\s|der\s|die\s|das\s|dem\s|den\s|la\s|el\s|los\s)?(?P<o>{_NAME})"
_BE = r",?\s(?:is|was|were|are)\s(?:originally\s|first\s|now\s|currently\s)?"
_TURN = (  # from here on it is about something else
    r"(?:of|about|by|in|from|with|for|that|which|who|to|on|at|and|when|where|after|before|as|while|since|whose|the)\b"
)
_IS_A = rf"{_BE}(?:an?|the)\s(?:(?!{_TURN})[\p{{L}}-]+,?\s){{1,7}}"
_WHEN = r"(?:in|on|im\sJahre?|am|en)?\s?(?P<when>(?:\p{L}+\s)?[\p{N}.,]{1,6}\s?(?:de\s)?(?:\p{L}+,?\s(?:de\s)?)?\d{4}|(?:\p{L}+\s)?\d{4})(?!\p{N}|[.,]\d|s)"
_KIND = rf"(?:(?!{_TURN})\p{{Ll}}[\p{{L}}-]*\s){{0,4}}"
_MADE = {
    "designed by": r"designed|entworfen|diseñad[oa]",
    "written by": r"written|geschrieben|verfasst|escrit[oa]",
    "directed by": r"directed|dirigid[oa]",
    "composed by": r"composed|komponiert|compuest[oa]",
    "invented by": r"invented|erfunden|inventad[oa]",
    "owned by": r"owned",
    "founded by": r"founded|established|set\sup|gegründet|fundad[oa]",
}
_BEGAN = {
    "founded in": r"founded|established|set\sup|gegründet|fundad[oa]",
    "opened in": r"opened|inaugurated|eröffnet|inaugurad[oa]",
    "completed in": r"completed|fertiggestellt",
}
_OFFICE = (
    r"(?P<office>(?:\p{Ll}[\p{L}-]*\s)?(?:director|president|chief\sexecutive|CEO|mayor|"
    r"head|chair(?:man|woman|person)?|founder|co-founder|minister|chancellor|professor|editor|spokes(?:man|woman|person)))"
)
_OFFICES = {
    "direktorin": "director", "direktor": "director", "leiterin": "head", "leiter": "head", "geschäftsführerin": "chief executive",
    "geschäftsführer": "chief executive", "bürgermeisterin": "mayor", "bürgermeister": "mayor", "präsidentin": "president",
    "präsident": "president", "directora": "director", "director": "director", "presidenta": "president",
    "presidente": "president", "alcaldesa": "mayor", "alcalde": "mayor", "ceo": "chief executive",
    "chairman": "chair", "chairwoman": "chair", "chairperson": "chair",
}  # fmt: skip
_FOREIGN_OFFICE = "|".join(word.capitalize() + "|" + word for word in _OFFICES if word not in ("ceo", "director"))


class Related(NamedTuple):
    """A relation as a sentence states it: names, or a name and a date in ISO."""

    subject: str
    predicate: str
    object: str
    text: str  # the words that say so


class _Rule(NamedTuple):
    predicate: str
    pattern: regex.Pattern[str]
    turned: bool = False  # the sentence names the object first


def _rule(predicate: str, pattern: str, *, turned: bool = False) -> _Rule:
    return _Rule(predicate, regex.compile(rf"(?<![\p{{L}}\p{{N}}.]){pattern}"), turned)


@cache  # compiled when the first text needs them: they take a quarter of a second
def _all_rules() -> tuple[_Rule, ...]:
    return tuple(_rules())


def _rules() -> Iterator[_Rule]:
    yield _rule("subsidiary of", rf"{_S}(?:,|{_BE})\s?(?:an?\s|the\s)?{_KIND}(?:subsidiary|division|branch)\sof\s{_O}")
    yield _rule(
        "subsidiary of",
        rf"{_S},?\s(?:ist\s)?(?:eine\s)?(?:{_KIND})Tochter(?:gesellschaft|firma)?\s(?:von|der|des)\s{_O}",
    )
    yield _rule("subsidiary of", rf"{_S},?\s(?:es\s)?(?:una\s)?filial\sde\s{_O}")
    yield _rule("part of", rf"{_S}(?:,|{_BE})\s?(?:a\s)?part\sof\s{_O}")
    yield _rule("part of", rf"(?P<s>{_NAME})\s\(part\sof\s{_O}\)")
    yield _rule("part of", rf"{_S}\sist\s(?:ein\s)?Teil\s(?:von|der|des)\s{_O}")
    yield _rule("part of", rf"{_S}\s(?:forma\sparte|es\sparte)\sde(?:l|\sla)?\s{_O}")
    yield _rule(
        "capital of",
        rf"{_S}(?:,\s|\sis\s)(?:the\s)?(?:national\s)?capital(?:\scity)?(?:\sand\s(?:\p{{Ll}}+\s){{1,3}}city)?\sof\s{_O}",
    )
    yield _rule("capital of", rf"{_S}(?:,\s|\sist\s)(?:die\s)?Hauptstadt\s(?:von|der|des)\s{_O}")
    yield _rule("capital of", rf"{_S}(?:,\s|\ses\s)(?:la\s)?capital\sde(?:l|\sla)?\s{_O}")
    yield _rule("capital of", rf"[Tt]he\scapital\sof\s{_O}\sis\s(?P<s>{_NAME})")
    yield _rule("capital of", rf"[Dd]ie\sHauptstadt\s(?:von|der|des)\s{_O}\sist\s(?P<s>{_NAME})")
    yield _rule("capital of", rf"[Ll]a\scapital\sde\s{_O}\ses\s(?P<s>{_NAME})")
    yield _rule(
        "acquired", rf"{_S}\s(?:has\s)?(?:acquired|bought|purchased|took\sover|übernahm|kaufte|adquirió|compró)\s{_O}"
    )
    yield _rule(
        "acquired",
        rf"{_S}(?:{_BE}|\sfue\s)(?:later\s)?(?:(?:acquired|bought|taken\sover)\sby|(?:adquirid|comprad)[oa]\spor)\s{_O}",
        turned=True,
    )
    yield _rule("acquired", rf"{_S}\swurde\s(?:{_WHEN}\s)?von\s{_O}\s(?:übernommen|gekauft)", turned=True)
    yield _rule("based in", rf"(?P<o>(?:{_PLAIN}\s)?{_PLAIN})-based\s(?:{_KIND})(?P<s>{_NAME})")
    yield _rule("based in", rf"{_S}(?:{_BE}|,\s|{_IS_A})(?:headquartered|based)\sin\s{_O}")
    yield _rule("based in", rf"{_S}\s(?:has|had)\sits\sheadquarters\sin\s{_O}")
    yield _rule("based in", rf"{_S}(?:\shat\s(?:seinen|ihren)|,?\smit)\s(?:Haupts|S)itz\sin\s{_O}")
    yield _rule("based in", rf"{_S}(?:\stiene\ssu|,?\scon)\ssede\sen\s{_O}")
    for predicate, verb in _MADE.items():
        yield _rule(predicate, rf"{_S}(?:{_BE}|,\s|\sfue\s|{_IS_A})(?:{verb})\s(?:{_WHEN}\s)?(?:by|por)\s{_O}")
        yield _rule(predicate, rf"{_S}\swurde\s(?:{_WHEN}\s)?von\s{_O}\s(?:{verb})\b")
    for predicate, verb in _BEGAN.items():
        yield _rule(predicate, rf"{_S}(?:{_BE}|,\s|\sfue\s|\s(?=opened)|{_IS_A})(?:{verb})\s(?:by\s{_NAME}\s)?{_WHEN}")
        yield _rule(predicate, rf"{_S}\swurde\s{_WHEN}\s(?:von\s{_NAME}\s)?(?:{verb})\b")
    yield _rule("born in", rf"{_S}(?:{_BE}|,\s|\swurde\s)(?:born|geboren)\s{_WHEN}")
    yield _rule("born in", rf"(?P<s>{_NAME})\s\((?:[^()]{{0,80}};\s)?(?:born|geboren\sam|\*|nacid[oa]\sel)\s?{_WHEN}")
    yield _rule("born in", rf"{_S}\swurde\s{_WHEN}\s(?:in\s{_NAME}\s)?geboren\b")
    yield _rule("died in", rf"{_S}\s(?:died|starb|murió)\s{_WHEN}")
    yield _rule("", rf"{_S},\s(?:the\s)?{_OFFICE}\s(?:of|at)\s{_O}")
    yield _rule("", rf"{_S}\s(?:is|was)\sthe\s{_OFFICE}\s(?:of|at)\s{_O}")
    yield _rule(
        "",
        rf"{_S},?\s(?:ist\s|es\s|la\s|el\s|die\s|der\s)*(?P<office>{_FOREIGN_OFFICE}|director)\s(?:von|der|des|del|de\sla|de)\s{_O}",
    )


_CUE = regex.compile(
    r"subsidiary|division|branch|part|parte|Teil|capital|Hauptstadt|acquired|bought|purchased|took\sover|taken\sover|übern|kauft|adqui|"
    r"compr|-based|based\sin|headquarter|[Ss]itz\sin|sede\sen|filial|Tochter|(?:ed|ten|up)\s(?:\p{L}*\s?[\p{N}.,]+\s(?:\p{L}+\s\d{4}\s)?)?by\s|"
    r"\spor\s|\swurde\s|found|establish|set\sup|opened|inaugur|completed|fundad|born|died|starb|murió|\(\*|nacid|"
    r"director|president|executive|CEO|mayor|head|chair|minister|chancellor|professor|editor|spokes|[Dd]irek|[Ll]eiter|"
    r"[Gg]eschäft|ürgermeister|räsident|alcald"
)
_WITHIN = regex.compile(r"\b(?:in|at|near|of|from|en|bei|aus)\s(?:the\s)?$")  # “in Australia, founded in 1999”
_NO_RANK = frozenset("became current is longtime new present then the was".split())
_LOOSE = frozenset("in by".split())  # what a predicate ends with that such a name is not the subject of
_FIRM = regex.compile(r"^(?:Die|Der|Das|La|El)\s(?:Firma|Gesellschaft|Konzern|Unternehmen|Stadt|Empresa|Compañía)\s")
_LEADS = frozenset(
    "the this that these those it he she they we i a an in on at its his her their our but and when while".split()
)


@lru_cache(maxsize=8_192)
def related(statement: str) -> tuple[Related, ...]:
    """Every relation that a statement gives, each once, in the order of the rules."""
    text = " ".join(statement[:LONGEST].split())
    if not _CUE.search(text):
        return ()
    found = (one for rule in _all_rules() for match in rule.pattern.finditer(text) if (one := _read(rule, match)))
    return tuple(dict.fromkeys(found))


def _read(rule: _Rule, match: regex.Match[str]) -> Related | None:
    groups = match.groupdict()
    subject, told = _name(match["s"]), groups.get("o")
    if told is None:
        dates = stated_dates(groups.get("when") or "")
        thing = dates[0].iso if dates else ""
    else:
        thing = _name(told)
    if not subject or not thing or subject == thing:
        return None
    if rule.predicate[-2:] in _LOOSE and not _leads(match):
        return None
    if rule.turned:
        subject, thing = thing, subject
    office = groups.get("office")
    return Related(subject, _office(office) if office else rule.predicate, thing, match[0])


def _leads(match: regex.Match[str]) -> bool:
    """Whether the name is what the words after it speak of: “in Australia, founded in 1999” speaks of something else."""
    if match.string[match.end("s") :].startswith(",") and match.start() > len("The "):
        return False
    return not _WITHIN.search(match.string[: match.start()])


def _office(told: str) -> str:
    words = [word for word in told.lower().split() if word not in _NO_RANK]
    return f"{' '.join(_OFFICES.get(word, word) for word in words)} of"


def _name(text: str) -> str:
    """A name without what leads into it; nothing where it is only a pronoun or a common word."""
    words = _FIRM.sub("", text).strip(" .,'’-").split()
    while words and words[0].lower() in _LEADS:
        words.pop(0)
    name = " ".join(words)
    if name.endswith(("'s", "’s")):
        return ""  # it owns what is spoken of
    return "" if name.lower() in stop_words("en") | stop_words("de") | stop_words("es") or len(name) < 2 else name
