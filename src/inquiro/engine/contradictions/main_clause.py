"""The clause in which a sentence says what it says, if it says it as so and of something that it names itself."""

from __future__ import annotations

from functools import lru_cache

import regex

from inquiro.engine.contradictions.said import Said
from inquiro.engine.contradictions.subjects import anaphoric, of_one_thing

_OPEN = regex.compile(  # it is asked, supposed or planned, not said
    r"\?\s*$|\b(?:(?-i:may)|might|could|would|should|whether|if|unless|except|perhaps|possibly|potentially|hypothes\w+|unclear|unknown|aim\w*|"
    r"objective|purpose|those|whom|whose|determine|assess|evaluate|investigate|examine|expected|planned|some|sometimes|often|can|könnten?|sollten?|ob|"
    r"falls|vielleicht|manche|podría\w*|debería\w*|si|quizás?|algun[oa]s)\b",
    regex.IGNORECASE,
)
_FRAME = regex.compile(
    r"^(?:According to [^,]{2,80},\s|(?:In contrast|However|Moreover|Furthermore|Overall|In conclusion|Also|Indeed|Thus|Therefore|Conversely"
    r"|Laut [^,]{2,60}|Según [^,]{2,60}),?\s|(?:[\w-]+\s){0,6}(?:found|finds?|shows?|showed|suggests?|suggested|says?|said|concludes?|"
    r"concluded|reports?|reported|indicates?|indicated|demonstrates?|demonstrated|confirms?|confirmed)\s(?:\w+\s)?that\s)",
    regex.IGNORECASE,
)
_ASIDE = regex.compile(r"\s?\([^()]*\)|\s?\[[^\[\]]*\]")
_CLAUSE = regex.compile(
    r",(?!\s\d{4}\b|\d)|[;:()—]|\s[–-]\s|\s(?=(?:but|although|though|while|whereas|because|which|who|when|where|aber|sondern|obwohl|während|"
    r"weil|wenn|pero|sino|aunque|mientras|porque|cuando)\b)",
    regex.IGNORECASE,
)
_LEAD = regex.compile(  # “In 1999, the city …”
    r"^(?:in|on|at|during|for|with|by|from|between|within|under|against|among|near|throughout|across|despite|nach|seit|bei|während|en|durante|con|desde)\b",
    regex.IGNORECASE,
)
_DEPENDENT = regex.compile(
    r"^(?:although|though|while|whereas|because|when|where|after|before|since|as|there|no|none|both|obwohl|während|weil|wenn|nachdem|es|"
    r"aunque|mientras|cuando)\b",
    regex.IGNORECASE,
)


def settled(a: Said, b: Said) -> bool:
    """Whether the clauses name what they speak of, or leave the same thing unsaid."""
    leans = any(anaphoric(_unframed(one.fact.statement)) for one in (a, b))
    return not leans or of_one_thing(a, b)


@lru_cache(maxsize=8_192)
def _unframed(statement: str) -> str:
    return _FRAME.sub("", _ASIDE.sub("", statement), count=1).strip()


@lru_cache(maxsize=8_192)
def main_clause(statement: str) -> str:
    """Without what frames it; empty where the sentence asks or supposes."""
    text = _unframed(statement)
    first, *others = _CLAUSE.split(text, maxsplit=2)
    if others and _LEAD.search(first):
        first = f"{first} {others[0].lstrip()}"
    first = first.strip().strip(" .!").strip()
    left_open = _DEPENDENT.search(first) or _OPEN.search(first) or statement.rstrip().endswith("?")
    return "" if left_open else first
