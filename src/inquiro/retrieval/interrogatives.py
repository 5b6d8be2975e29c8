"""How each language asks: `how long` and `in which year` say what kind of answer is wanted, never what about."""

from __future__ import annotations

import regex

_AFTER_DEGREE = (  # `how large are` asks for a size, `how large language models learn` does not
    r"(?=\s*[?.,;]|\s+(?:is|are|was|were|be|do|does|did|has|have|had|can|could|may|might|must|shall|should|will|would|a|"
    r"an|the|this|that|these|those|my|our|your|his|her|its|their|it|they|we|you|i|he|she|ago|before|after|until|of)\b)"
)
_COUNTS = r"many|much|often|frequently|quickly|recently|soon|come"
_LONG = r"long(?![ -](?:covid|term|range|distance|haul|lived?)\b)"
_SIZES = r"far|big|large|high|tall|old|deep|wide|fast|strong|heavy|small|late|early"
_PHRASES: dict[str, str] = {
    "en": rf"how (?:(?:{_COUNTS}|{_LONG})\b|(?:{_SIZES})\b{_AFTER_DEGREE})|(?:what|which) (?:kinds?|sorts?|types?) of|"
    r"(?:in |since |by |at )?(?:what|which) (?:year|time)|what happens|(?:what|which) (?:number|amount) of|which ones?",
    "de": r"wie (?:lange?|viele?|oft|weit|groß|hoch|alt|tief|breit|schnell|stark|schwer|häufig|spät|früh|sehr)\b|"
    r"wie ?viele?|was für(?: eine?[nrms]?)?|(?:seit|bis|ab) wann|"
    r"(?:in )?welche[ms] jahr|welche art(?:en)? von|was passiert",
    "fr": r"(?:depuis |pendant |en )?combien(?: de (?:temps|fois))?|(?:qu['’]est[- ]ce|est[- ]ce) que?|"
    r"(?:à|a) quelle (?:fréquence|distance|vitesse)|(?:en )?quelle année|quel(?:le)?s? (?:types?|sortes?) de|"
    r"(?:à partir de|depuis) quand",
    "es": r"(?:durante )?cu[áa]nto tiempo|cu[áa]ntas veces|cada cu[áa]nto|con qu[ée] frecuencia|"
    r"(?:desde|hasta) cu[áa]ndo|(?:en )?qu[ée] año|qu[ée] (?:tipos?|clases?) de|cu[áa]nt[oa]s?",
    "it": r"(?:da |per )?quanto tempo|quante volte|ogni quanto|con (?:che|quale) frequenza|(?:in )?(?:che|quale) anno|"
    r"(?:che|quali|quale) tip[oi] di|quant[oaie]|da quando",
    "pt": r"(?:há |por |durante )?quanto tempo|quantas vezes|com (?:que|qual) frequência|(?:em )?que ano|"
    r"(?:que|quais|qual) tipos? de|quant[oa]s?|desde quando",
    "nl": r"hoe (?:lang|veel|vaak|ver|groot|hoog|oud|diep|breed|snel|sterk|zwaar)\b|hoeveel|"
    r"wat voor(?: (?:een|soort))?|(?:in )?welk jaar|(?:sinds|vanaf) wanneer|"
    r"welke soorten",
}  # fmt: skip
_PATTERNS = {
    language: regex.compile(rf"(?<![\p{{L}}\p{{N}}])(?:{phrase})(?![\p{{L}}\p{{N}}])", regex.IGNORECASE)
    for language, phrase in _PHRASES.items()
}


def without_interrogatives(text: str, language: str) -> str:
    """The text with blanks where its language only asks; every other character keeps its place."""
    pattern = _PATTERNS.get(language)
    return pattern.sub(lambda found: " " * len(found[0]), text) if pattern else text
