"""How long an answer a question wants, where its reader does not say: a few paragraphs, or a whole report."""

from __future__ import annotations

import regex

from inquiro.core.types import Plan, Style
from inquiro.engine.question import analyse

MANY_WORDS = 18  # of a question that has several parts

# Kinds of questions as a plan calls them, and words of a question, that ask for more than a fact.
_KINDS = regex.compile(
    r"compar|caus|how.?to|why|explan|advice|recommend|survey|overview|review|decision|analy|evaluat|explorat|trade",
    regex.IGNORECASE,
)
_WORDS = regex.compile(
    r"\b(?:compare[ds]?|comparison|differ\w*|versus|vs\.?|trade-?offs?|pros and cons|advantages|should|recommend\w*|why|"
    r"how (?:do|does|did|can|could|should|to|is|are|has|have)\b(?! (?:you|i) (?:spell|call|pronounce))|"
    r"overview|survey|state of|landscape|history of|explain|evaluate|assess|implications?|consequences|best way|"
    r"vergleich\w*|unterschied\w*|warum|wieso|weshalb|soll(?:te|ten|en)?|überblick|vor- und nachteile|"
    r"compar\w+|diferencias?|por qué|debería\w*|panorama|différences?|pourquoi|devrait|faut-il|aperçu)\b"
    r"|なぜ|比較|違い|どのように|べき",
    regex.IGNORECASE,
)


def style_for(plan: Plan) -> Style:
    """A plain question of fact is answered; what compares, explains, advises or surveys, or asks much, is reported on."""
    question = plan.refined_query
    asks = _KINDS.search(plan.question_type) or _WORDS.search(question)
    much = len(question.split()) >= MANY_WORDS and len(analyse(question).parts) > 1
    return "report" if asks or much else "answer"
