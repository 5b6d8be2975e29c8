"""Whether a sentence says yes or no of something the way its evidence does.

What is denied is the word that a negation points at: "did not break the clients" denies breaking, and is no denial of
"the clients go on working". A word can deny by itself, as in "failed to" or "ruled out".
"""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.engine.checking.synonyms import meanings, retold
from inquiro.engine.checking.word_match import related
from inquiro.retrieval.words import content_tokens, tokens
from inquiro.text.polarity import denies, without_no_denials

_FLAGS = regex.IGNORECASE | regex.VERSION1
# Words that say no by what they mean; what follows them is denied.
_IMPLICIT = (
    r"fail(?:s|ed|ing)?\s+to|failure\s+to|unable\s+to|inability\s+to|refus(?:e|es|ed|al|ing)\s+to|declin(?:e|es|ed|ing)\s+to|hardly(?:\s+any)?|barely|scarcely|rarely|seldom|"
    r"lack(?:s|ed|ing)?(?:\s+of)?|absence\s+of|far\s+from|instead\s+of|rather\s+than|stop(?:s|ped)?\s+short\s+of|narrowly\s+miss(?:es|ed)|miss(?:es|ed)\s+(?=\p{L}+ing)|"
    r"rul(?:e|es|ed|ing)\s+out|exclud(?:e|es|ed|ing)|prevent(?:s|ed|ing)?(?:\s+\p{L}+)?\s+from|free\s+(?:of|from)|ceas(?:e|es|ed)\s+to|avoid(?:s|ed|ing)?|"
    r"no\s+longer|collapsed\s+before|without\s+having|neither|"
    r"kaum|selten|verfehlt\w*|verzichte\w*\s+darauf|scheiter\w*|gescheitert|lehn(?:t|te|ten)\s+\p{L}*\s*ab|schloss(?:en)?|unfähig|nicht\s+gelungen|gelang\s+es\s+nicht|"
    r"à\s+peine|rarement|échou\w+\s+à|refus\w+\s+de|écart\w+|exclu\w*|renonc\w+\s+à|faute\s+de|pas\s+réussi\s+à|"
    r"apenas|rara\s+vez|no\s+logr\w+|fracas\w+|rechaz\w+|descart\w+|desestim\w+|dej(?:ó|a|aron)\s+de|renunci\w+\s+a|"
    r"未能|无法|没能|并非|拒绝|排除|至らな\p{L}*|できな\p{L}*"
)
_EXPLICIT = r"not|no|never|nor|neither|none|nobody|nothing|cannot|nicht|kein\w*|nie|niemals|weder|nunca|jamás|ningun\w*|ningún|tampoco|nadie|pas|jamais|aucun\w*|without|ohne|sin|sans"
_DENYING = regex.compile(
    rf"(?<![\p{{Latin}}_])(?:{_IMPLICIT}|{_EXPLICIT})(?![\p{{Latin}}_])|n['’]t(?!\p{{L}})|[不未没無无非]|ない|なかった|ません|ず(?:に)?(?=、)",
    _FLAGS,
)
_IMPLIED = regex.compile(
    rf"(?<![\p{{Latin}}_])(?:{_IMPLICIT}|non-?significant(?:ly)?|insignificant(?:ly)?|(?<=p\s?=\s?)NS|unchanged|forbid\w*|forbade|prohibit\w*|ban(?:s|ned)?|den(?:y|ies|ied)|reject\w*|dismiss\w*|block\w*|acquit\w*|exempt\w*|lost|loses?|missing|absent|except|all\s+but|"
    rf"but\s+(?:one|two|three|for)|un(?!i|der|til|less|like|ion)\p{{L}}{{4,}}|in(?:effective|compatible|correct|complete)\w*|verbot\w*|hob\s.+\sauf|aufgehoben|interdi\w+|prohib\w+|suprim\w+)(?!\p{{Latin}})|禁止|否认|拒|失败",
    _FLAGS,
)
_CLAUSE = regex.compile(
    r"[,;:()—。，、]\s*|\s[–-]\s|(?<!\p{L})(?:but|although|though|while|whereas|because|and|aber|sondern|obwohl|während|weil|und|pero|sino|aunque|"
    r"mientras|mais|tandis|bien|et|y)(?!\p{L})",
    _FLAGS,
)
_NO_DENIAL = regex.compile(
    r"(?<!\p{L})(?:(?:no|without|beyond|kein\w*|ohne|sin|sans(?:\s+aucun)?|no\s+hay|pas\s+de|il\s+n['’]y\s+a\s+pas\s+de)\s+(?:a\s+)?(?:doubt|question|zweifel|duda|doute)|"
    r"(?:not|nicht|pas|no)\s+(?:entirely\s+|ganz\s+)?(?:un|im|in)(?=\p{L}{4})|(?:not|nicht|no|n['’]t|never)(?=\s[^,;.]{0,60}\b(?:until|till|bis|erst|hasta)\b)|no\s+fewer\s+than|no\s+less\s+than|not\s+less\s+than|nothing\s+but)",
    _FLAGS,
)
# Between a negation and what it denies: `was not able to cool`.
_LIGHT = frozenset(
    tokens(
        "able manage managed succeed succeeded seem appear even longer yet ever been being any all every only simply réussi réussir parvenu logró pudo gelungen"
    )
)
_TRAILING = regex.compile(r"nicht|ない|なかった|ません|mehr", _FLAGS)
ABOUT = 0.8  # of the words that a clause shares with its evidence: a part that holds them is the part meant
REACH = 2  # content words after a negation that it can point at


def _plain(text: str) -> str:
    """Without what only looks like a denial: no doubt, not uncommon, not finished until 1932."""
    return _NO_DENIAL.sub(" ", without_no_denials(text))


def negative(text: str) -> bool:
    """Whether a text says no, openly or by the meaning of a word."""
    plain = _plain(text)
    return denies(plain) or _IMPLIED.search(plain) is not None


@lru_cache(maxsize=8_192)
def denied_terms(text: str, language: str) -> frozenset[str]:
    """The words that the negations of a text point at."""
    plain = _plain(text)
    found: set[str] = set()
    for match in _DENYING.finditer(plain):
        clause = _CLAUSE.split(plain[match.end() :], maxsplit=1)[0]
        after = [term for term in content_tokens(clause, language) if term not in _LIGHT]
        found.update(after[:REACH])
        if language in {"de", "ja"} and _TRAILING.fullmatch(match[0]):
            before = content_tokens(_CLAUSE.split(plain[: match.start()])[-1], language)
            found.update(before[-REACH:])
    return frozenset(found)


@lru_cache(maxsize=8_192)
def clauses(text: str) -> tuple[str, ...]:
    return tuple(part for part in _CLAUSE.split(text) if part and part.strip())


@lru_cache(maxsize=8_192)
def _denying(text: str) -> bool:
    return _DENYING.search(_plain(text)) is not None


def turned(clause: str, evidence: str, language: str) -> bool:
    """Whether a clause denies what a sentence of its evidence says, or says what it denies."""
    mine, theirs = denied_terms(clause, language), denied_terms(evidence, language)
    said, told = set(content_tokens(clause, language)), set(content_tokens(evidence, language))
    if mine:
        known = meanings(told)
        pointed = {term for term in (_nearest(clause, language) or mine) if _in(term, told) or retold(term, known)}
        return bool(pointed) and not negative(evidence)
    if _denying(clause) or _asserted(said, evidence, language):
        return False
    # `No tree fell here` and `the tree fell`: the first word after the negation has to be what is said.
    return (
        bool(theirs)
        and all(_in(term, said) for term in _nearest(evidence, language) if term in told)
        and _first(evidence, said, language)
    )


def _asserted(said: set[str], evidence: str, language: str) -> bool:
    """Whether a part of the evidence that denies nothing holds as good as all that it shares with a clause."""
    shared = len(said & set(content_tokens(evidence, language)))
    return any(
        not _denying(part) and len(said & set(content_tokens(part, language))) >= ABOUT * shared
        for part in clauses(evidence)
    )


@lru_cache(maxsize=8_192)
def _nearest(text: str, language: str) -> frozenset[str]:
    """Of each negation the first word that it points at."""
    plain = _plain(text)
    found: set[str] = set()
    for match in _DENYING.finditer(plain):
        clause = _CLAUSE.split(plain[match.end() :], maxsplit=1)[0]
        found.update([term for term in content_tokens(clause, language) if term not in _LIGHT][:1])
    return frozenset(found)


def _first(evidence: str, said: set[str], language: str) -> bool:
    pointed = _nearest(evidence, language) or denied_terms(evidence, language)
    return any(_in(term, said) for term in pointed)


def _in(term: str, some: set[str]) -> bool:
    return term in some or any(related(term, other) for other in some)
