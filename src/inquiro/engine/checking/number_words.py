"""Numbers in words, nought to a hundred, in English, German, Spanish and French."""

from __future__ import annotations

from functools import cache

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
