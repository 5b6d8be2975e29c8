"""Whether a text says yes or no: the words that deny, per language, and what only looks like them."""

from __future__ import annotations

from functools import cache

import regex

# Of a whole clause: `does not cool`, `no tree cools`.
DENYING = {
    "en": "not no never nor neither none nobody nothing cannot",
    "de": "nicht kein keine keinen keiner keinem keines nie niemals weder",
    "es": "no nunca jamás ningún ninguno ninguna ningunos ningunas tampoco nadie",
    "fr": "ne pas jamais aucun aucune aucuns aucunes",
    "ja": "ない ません なかった なく ずに",
    "zh": "没有 並非 并非 不是 从未 從未",
}
# Of one thing in it: who goes without a hat still goes.
LACKING = {"en": "without", "de": "ohne", "es": "sin", "fr": "sans"}
# Nearly a denial, in words that are none.
_HARDLY = (
    r"fail(?:s|ed|ing)?\s+to|failure\s+to|unable|hardly|barely|rarely|seldom|lack(?:s|ed|ing)?|refus(?:e[sd]?|ing)\s+to|"
    r"far\s+from|instead\s+of|rather\s+than|kaum|selten|verfehlt\w*|apenas|rara\s+vez|à\s+peine|rarement"
)
_UNSPACED = ("ja", "zh")  # written without blanks: no edges of words to look for
_SPACED = "|".join(f"{DENYING[at]} {LACKING[at]}".replace(" ", "|") for at in ("en", "de", "es", "fr"))
_DENIAL = regex.compile(
    rf"\b(?:{_SPACED})\b|n['’]t\b|\bn['’](?=\p{{L}})|{'|'.join(DENYING[at].replace(' ', '|') for at in _UNSPACED)}",
    regex.IGNORECASE,
)
_NEARLY = regex.compile(rf"\b(?:{_HARDLY})\b|(?-i:\bNS\b)|\bn\.s\.", regex.IGNORECASE)  # NS: not significant
_NO_DENIAL = regex.compile(  # number 5; more than this; one of several reasons
    r"\bNo\.?\s?\d|\b(?:not|nicht|no)\s+(?:only|just|merely|nur|s[oó]lo)\b|\bnon\s+seulement\b", regex.IGNORECASE
)
HALVED = regex.compile(  # half a denial, or none: both sides may be right
    r"\b(?:not|nicht|no)\s+(?:only|just|merely|necessarily|always|all|every|everyone|entirely|fully|completely|yet|until|nur|immer|alle|"
    r"jede[rsn]?|unbedingt|ganz|sólo|solo|siempre|todos|todas)\b|\bno\s+(?:more|less|fewer|later|sooner)\s+than\b|\bnone\s+of\b|\bno\.?\s?\d",
    regex.IGNORECASE,
)
NO_LONGER = regex.compile(
    r"\bno longer\b|\bnicht mehr\b|\bya no\b|\bkein\w* mehr\b|\bne\s\p{L}+\splus\b", regex.IGNORECASE
)
_CLAUSE = regex.compile(
    r"[,;:()—。、]\s*|\s[–-]\s|\s(?=(?:but|although|though|while|whereas|because|aber|sondern|obwohl|während|weil|pero|sino|"
    r"aunque|mientras|mais|tandis)\b)",
    regex.IGNORECASE,
)
# `was not finished until 1932`, `wurde erst 1932 fertig`: it was finished, and in 1932.
_NOT_UNTIL = regex.compile(
    r"\b(?P<help>do|does|did|is|are|was|were|would|will|has|have|had|could|can)(?:n['’]t|\s+not)\s+(?P<what>[^.,;]{1,120}?)\s+"
    r"(?:until|till)\s+(?=(?:the\s+)?(?:\p{L}+\s+){0,3}\d)",
    regex.IGNORECASE,
)
_ONLY_THEN = regex.compile(
    r"\b(?:erst(?:\s+(?:im\s+Jahre?|im|am|in))?|only\s+in|not\s+until)\s+(?=(?:\p{L}+\s+)?\d)", regex.IGNORECASE
)
_NO_HASTA = regex.compile(r"\bno\s+(?P<what>[^.,;]{1,120}?)\s+hasta\s+(?=(?:\p{L}+\s+){0,3}\d)", regex.IGNORECASE)
_NE_QUE = regex.compile(r"\bn(?:e\s+|['’])(?P<what>[^.,;]{1,120}?)\s+qu['’]en\s+(?=\d)", regex.IGNORECASE)


@cache
def denying_words() -> frozenset[str]:
    """The words that deny a whole clause, in languages that are written with blanks, in lower case."""
    return frozenset(word for at in ("en", "de", "es", "fr") for word in DENYING[at].split())


def denies(text: str) -> bool:
    return _DENIAL.search(text) is not None


def negative(text: str) -> bool:
    """Whether it says no, or hardly; what only looks so does not count."""
    plain = without_no_denials(happened(text))
    return denies(plain) or _NEARLY.search(plain) is not None


def without_no_denials(text: str) -> str:
    """Without words that only look like a denial."""
    return _NO_DENIAL.sub(" ", text)


def denied(text: str) -> str:
    """The clauses in which a statement says no, in its own words; empty where it says yes throughout."""
    clauses = (clause.strip(' .!?“”"') for clause in _CLAUSE.split(text))
    return " … ".join(clause for clause in clauses if clause and denies(without_no_denials(clause)))


def happened(text: str) -> str:
    """A text in which `not … until 1932` is said as what happened: `was finished in 1932`."""
    if "not" not in text and "n't" not in text and "n’t" not in text and not _HINT.search(text):
        return text
    text = _NOT_UNTIL.sub(lambda found: f"{found['help']} {found['what']} in ", text)
    text = _NO_HASTA.sub(lambda found: f"{found['what']} en ", text)
    text = _NE_QUE.sub(lambda found: f"{found['what']} en ", text)
    return _ONLY_THEN.sub("in ", text)


_HINT = regex.compile(r"\berst\b|\bonly\sin\b|\bhasta\b|\bqu['’]en\b|\bNot\suntil\b", regex.IGNORECASE)
