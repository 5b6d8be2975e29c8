"""Numbers in words, nought to a hundred, and places from the third on, in English, German, Spanish and French."""

from __future__ import annotations

from functools import cache

import regex

_WORD = regex.compile(r"[\p{L}-]+")
SPOKEN = ("en", "de", "es", "fr")
# Words for one are left out: they are articles and pronouns more often than numbers.
_EN = "zero - two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen".split()
_EN_TENS = "twenty thirty forty fifty sixty seventy eighty ninety".split()
_DE = "null - zwei drei vier fünf sechs sieben acht neun zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
_DE_TENS = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()
_ES = (
    "cero - dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete dieciocho "
    "diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete veintiocho veintinueve"
).split()
_ES_TENS = "treinta cuarenta cincuenta sesenta setenta ochenta noventa".split()
_FR = (
    "zéro - deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize dix-sept dix-huit dix-neuf"
).split()
_FR_TENS = {20: "vingt", 30: "trente", 40: "quarante", 50: "cinquante", 60: "soixante"}


@cache
def number_words(language: str) -> dict[str, int]:
    """Every spelling in a language, hyphens as written; empty for a language that is not known."""
    makers = {"en": _english, "de": _german, "es": _spanish, "fr": _french}
    return makers[language]() if language in makers else {}


# Third and up: first and second are adverbs and units more often than places. Thirds of something are fractions.
_ORDINALS = {
    "en": "third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth fourteenth fifteenth sixteenth "
    "seventeenth eighteenth nineteenth twentieth",
    "fr": "troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième treizième quatorzième "
    "quinzième seizième dix-septième dix-huitième dix-neuvième vingtième",
}
_DE_ORDINALS = "dritt viert fünft sechst siebt acht neunt zehnt elft zwölft dreizehnt vierzehnt fünfzehnt sechzehnt siebzehnt achtzehnt neunzehnt zwanzigst"
_ES_ORDINALS = "tercer cuart quint sext séptim octav noven décim"


@cache
def ordinal_words(language: str) -> dict[str, int]:
    """Places in words, from the third to the twentieth."""
    if language == "de":
        return {
            f"{stem}{ending}": at
            for at, stem in enumerate(_DE_ORDINALS.split(), 3)
            for ending in ("e", "er", "en", "es", "em")
        }
    if language == "es":
        return {f"{stem}{end}": at for at, stem in enumerate(_ES_ORDINALS.split(), 3) for end in "oa"} | {"tercer": 3}
    return {word: at for at, word in enumerate(_ORDINALS.get(language, "").split(), 3)}


def says_place(text: str, place: int, language: str) -> bool:
    """Whether a text has a place in words: the third, where a sentence says 3rd."""
    known = ordinal_words("en") | ordinal_words(language)
    names = {word for word, value in known.items() if value == place}
    return bool(names) and any(
        word in names or not names.isdisjoint(word.split("-")) for word in _WORD.findall(text.lower())
    )


@cache
def digit_words() -> frozenset[str]:
    """The words for 0 to 9 in every language, those for one among them: a number may be spelled out digit by digit."""
    ones = frozenset("one eins un uno".split())
    return ones | {word for language in SPOKEN for word, value in number_words(language).items() if value < 10}


def _plain(words: list[str]) -> dict[str, int]:
    return {word: value for value, word in enumerate(words) if word != "-"}


def _english() -> dict[str, int]:
    found = _plain(_EN)
    for ten, word in enumerate(_EN_TENS, 2):
        found[word] = ten * 10
        for one, small in enumerate(["one", *_EN[2:10]], 1):
            found[f"{word}-{small}"] = found[f"{word} {small}"] = ten * 10 + one
    return found | {"hundred": 100, "a hundred": 100, "one hundred": 100, "a dozen": 12}


def _german() -> dict[str, int]:
    found = _plain(_DE)
    for ten, word in enumerate(_DE_TENS, 2):
        found[word] = ten * 10
        for one, small in enumerate(["ein", *_DE[2:10]], 1):
            found[f"{small}und{word}"] = ten * 10 + one
    return found | {"hundert": 100, "einhundert": 100}


def _spanish() -> dict[str, int]:
    found = _plain(_ES)
    for ten, word in enumerate(_ES_TENS, 3):
        found[word] = ten * 10
        for one, small in enumerate(["uno", *_ES[2:10]], 1):
            found[f"{word} y {small}"] = ten * 10 + one
    return found | {"cien": 100}


def _french() -> dict[str, int]:
    found = _plain(_FR)
    for ten, word in _FR_TENS.items():
        found[word] = ten
        for one, small in enumerate(["un", *_FR[2:10]], 1):
            found[f"{word} et un" if one == 1 else f"{word}-{small}"] = ten + one
    for value in range(10, 20):
        found["soixante et onze" if value == 11 else f"soixante-{_FR[value]}"] = 60 + value
    found |= {f"quatre-vingt-{word}": 80 + value for value, word in enumerate(_FR) if value > 1}
    return found | {"quatre-vingts": 80, "quatre-vingt": 80, "quatre-vingt-un": 81, "cent": 100}
