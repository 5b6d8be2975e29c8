"""What kinds of answer there are, and how each shows itself in a sentence, per language.

A facet names an aspect that a question can ask for. `asks` recognises it in a question, `cues` in a
source's sentence; `shape` is what the answer must contain to count as an answer at all.
"""

from __future__ import annotations

from typing import Literal

import regex

from inquiro.core.types import Value

Shape = Literal["any", "number", "money", "name", "date"]


class Facet(Value, frozen=True, kw_only=True):
    id: str
    asks: str  # pattern over a question, all languages together
    cues: str  # pattern over a sentence of a source
    shape: Shape = "any"
    labels: dict[str, str]  # what the checklist calls it, by language


FACETS: tuple[Facet, ...] = (
    Facet(
        id="payer",
        asks=r"\bwho (?:pays|paid|funds|finances|covers|bears)|\bfund(?:s|ed|ing)\b|\bfinanc|wer (?:be)?zahlt|"
        r"finanzier|quién (?:paga|financia)|qui (?:paie|finance)|誰が.*(?:払|負担)|負担するのは",
        cues=r"\bpa(?:y|ys|id|yer)\b|\bfund(?:s|ed|ing)?\b|\bfinanc\w+|\bbudget|\bsubsid\w+|\bsponsor\w*|\blev(?:y|ies)\b|"
        r"\bgrant|\bcovers?\b|zahl\w+|finanzier\w+|haushalt|förder\w+|zuschuss|paga\w*|financia\w*|presupuesto|"
        r"subvenci\w+|負担|補助|予算",
        labels={"en": "who pays", "de": "wer zahlt", "es": "quién paga", "fr": "qui paie", "ja": "誰が払うか"},
    ),
    Facet(
        id="cost",
        asks=r"\bhow much money\b|\bcosts?\b|\bprices?\b|\bexpensive\b|\bcheap|\bfees?\b|kost(?:et|en)|preis|teuer|cuest|coste|costo|precio|"
        r"coût|prix|費用|値段|いくら|コスト",
        cues=r"\bcosts?\b|\bprices?\b|\bfees?\b|[€$£¥]|\beuros?\b|\bdollars?\b|kost(?:et|en)|preis|cuest|coste|costo|precio|"
        r"coût|prix|費用|コスト|円|ユーロ",
        shape="money",
        labels={"en": "cost", "de": "Kosten", "es": "coste", "fr": "coût", "ja": "費用"},
    ),
    Facet(
        id="amount",
        asks=r"\bhow (?:much|many|large|big|long|far|high|often|strong)\b|wie ?viele?\b|wie (?:groß|hoch|lange|oft|stark)|"
        r"cuánt[oa]s?|qué (?:tan|cantidad)|combien|どれ(?:くらい|ぐらい|だけ|ほど)|何(?:度|人|本|件|年|％|パーセント)|いくつ",
        cues=r"\p{Nd}",
        shape="number",
        labels={"en": "figures", "de": "Zahlen", "es": "cifras", "fr": "chiffres", "ja": "数値"},
    ),
    Facet(
        id="when",
        asks=r"^\W*when\b|\b(?:since|until|till|by|from|and|or|but) when\b|"
        r"\bwhen (?:is|are|was|were|do|does|did|will|would|can|could|has|had|have|should|may|must)\b|\bwhat year\b|\bsince when\b|\bwann\b|\bseit wann\b|cuándo|quand|いつ",
        cues=r"\b(?:1[5-9]|20)\d\d\b|\p{Nd}年",
        shape="date",
        labels={"en": "when", "de": "wann", "es": "cuándo", "fr": "quand", "ja": "いつ"},
    ),
    Facet(
        id="who",
        asks=r"\bwho(?:se|m)?\b|\bwer\b|\bwem\b|\bwessen\b|quién|\bqui\b|誰|だれ",
        cues=r"\p{Lu}\p{Ll}+",
        shape="name",
        labels={"en": "who", "de": "wer", "es": "quién", "fr": "qui", "ja": "誰"},
    ),
    Facet(
        id="why",
        asks=r"\bwhy\b|\breasons?\b|\bcauses?\b|warum|weshalb|wieso|por qué|pourquoi|なぜ|どうして|理由",
        cues=r"\bbecause\b|\bsince\b|\bdue to\b|\breason|\bcaus\w+|\bthus\b|\btherefore\b|weil|wegen|grund|daher|porque|"
        r"debido|causa|parce|ため|理由|ので",
        labels={"en": "reasons", "de": "Gründe", "es": "razones", "fr": "raisons", "ja": "理由"},
    ),
    Facet(
        id="risk",
        asks=r"\bsafe(?:ty)?\b|\brisks?\b|\bdanger|\bharm|\bside effects?\b|sicher|risik|gefahr|segur|riesgo|peligro|"
        r"risque|danger|安全|危険|リスク",
        cues=r"\bsafe\w*|\brisks?\b|\bdanger\w*|\bharm\w*|\badverse\b|\bside effects?\b|\bfail\w*|sicher\w*|risik\w+|"
        r"gefahr|segur\w+|riesgo|peligro|安全|危険|リスク",
        labels={"en": "risks", "de": "Risiken", "es": "riesgos", "fr": "risques", "ja": "リスク"},
    ),
    Facet(
        id="how",
        asks=r"\bhow (?:do|does|did|can|is|are|to)\b|\bwie (?:funktioniert|kann|wird|werden|geht)|cómo|comment|どうやって|どのように",
        cues=r"\bby \w+ing\b|\busing\b|\bmethod|\bprocess|\bsteps?\b|durch|mittels|verfahren|mediante|proceso|方法|により",
        labels={"en": "how it works", "de": "wie es geht", "es": "cómo funciona", "fr": "comment", "ja": "仕組み"},
    ),
    Facet(
        id="limits",
        asks=r"\blimits?\b|\bdrawbacks?\b|\bdisadvantages?\b|\bexceptions?\b|nachteil|grenzen|límites|desventaja|限界|欠点",
        cues=r"\bhowever\b|\bbut\b|\bonly\b|\bexcept|\blimited\b|\bdepends?\b|\bunless\b|\balthough\b|\bsmall(?:er)?\b|"
        r"\bnot\b|\bno\b|jedoch|aber|\bnur\b|nicht|kein|hängt|sin embargo|pero|solo|depende|\bno\b|しかし|ただし|のみ|ない",
        labels={"en": "limits", "de": "Grenzen", "es": "límites", "fr": "limites", "ja": "限界"},
    ),
)  # fmt: skip
BY_ID = {facet.id: facet for facet in FACETS}

_ABSENCE = regex.compile(
    r"\bno (?:figures?|data|evidence|information|measurements?|results?|records?)\b|\bnot (?:yet )?(?:known|measured|"
    r"studied|examined|recorded|available)\b|\bdid not (?:measure|examine|study|consider)\b|\bunknown\b|\bopen question\b|\bunclear\b|keine (?:Zahlen|Daten|Angaben|"
    r"Messungen)|nicht bekannt|unbekannt|offene Frage|no hay (?:datos|cifras)|se desconoce|データはない|不明|分かっていない",
    regex.IGNORECASE,
)
_MONEY = regex.compile(r"[€$£¥円]|\b(?:euros?|dollars?|EUR|USD|pounds?|yen)\b|ユーロ", regex.IGNORECASE)
_NUMBER = regex.compile(
    r"\p{Nd}|\b(?:two|three|four|five|six|seven|eight|nine|ten|half|twice|zwei|drei|vier|halb|dos|tres|cuatro|mitad)\b",
    regex.IGNORECASE,
)
_NAME = regex.compile(r"(?<!^)(?<![.!?:]\s)\b\p{Lu}\p{Ll}+|[\p{Katakana}ー]{3,}|\p{Lu}{2,}")
_DATE = regex.compile(r"\b(?:1[5-9]|20)\d\d\b|\p{Nd}年|\p{Nd}{1,2}[./]\p{Nd}{1,2}[./]")
_ACRONYM = regex.compile(r"\b\p{Lu}{2,}\b")


def asked(question: str) -> tuple[Facet, ...]:
    """The facets that a question asks for, most specific first."""
    plain = question if question.isupper() else _ACRONYM.sub(" ", question)  # the WHO asks nobody who
    return tuple(facet for facet in FACETS if regex.search(facet.asks, plain, regex.IGNORECASE))


def cued(facet: Facet, sentence: str) -> bool:
    return regex.search(facet.cues, sentence, regex.IGNORECASE if facet.id != "who" else 0) is not None


def fits(shape: Shape, sentence: str) -> bool:
    """Whether a sentence holds the kind of thing that is asked for; one that says nobody knows does not."""
    if shape == "any":
        return True
    if _ABSENCE.search(sentence):
        return False
    pattern = {"money": _MONEY, "number": _NUMBER, "name": _NAME, "date": _DATE}[shape]
    return bool(pattern.search(sentence)) and (shape != "money" or bool(_NUMBER.search(sentence)))


def speaks_of(facet: Facet, sentence: str) -> bool:
    """Whether a sentence addresses the aspect at all; a shape shows itself, and how something is done is told in any words."""
    return facet.shape != "any" or facet.id == "how" or cued(facet, sentence)


def says_unknown(sentence: str) -> bool:
    """A source that states that something is not known: worth telling, never an answer."""
    return _ABSENCE.search(sentence) is not None
