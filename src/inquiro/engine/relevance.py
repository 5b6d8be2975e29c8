"""How well a sentence speaks to a checklist item, from words alone."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import regex

from inquiro.core.types import ChecklistItem
from inquiro.engine.answer_form import AnswerForm, enumerates, faint_terms
from inquiro.engine.facets import Facet, asked, cued, fits, says_unknown
from inquiro.engine.meaning import meaning, neighbours
from inquiro.engine.question import facet_of
from inquiro.engine.statements import Stated
from inquiro.retrieval.context import BETWEEN
from inquiro.retrieval.words import words

NEAREST = 0.35  # from here on a sentence may be shown where nothing answers
ENOUGH = 0.5  # below this a sentence says nothing on an item
STRONG = 0.7  # from here on it may answer it
HEADING_SHARE, TITLE_SHARE = 0.75, 0.6  # what a term counts that only a heading or the title above supplies,
BESIDE_SHARE, READ_SHARE = 0.4, 0.25  # only the sentence before or after, only something else in the document
ALIKE_SHARE = 0.8  # or only a word that is made from the same one
ABOUT_SHARE = 0.5  # a word of the subject counts this much,
FAINT_SHARE = 0.35  # one that says little this much,
NAMED_SHARE = 1.2  # and a name this much
OWN_SHARE = 0.2  # of the whole is what stands in the sentence itself
FEWEST_OWN = 0.2  # of what is asked must stand there, or nearly all of it above it
ONLY_ABOVE = 0.7
TOO_LITTLE = 0.4  # else this is left of it
OPENS_WITH_IT = 0.05  # a sentence that begins with what is asked is about it
DEFINES = 0.15  # and so is one that explains it
DENSE, FEW_TERMS = 0.15, 8  # a short statement that says just that is better than a long one that says it, too
TOGETHER = 0.2  # words that stand next to each other in the question and here
SCATTERED = 0.85  # what is left where no two of them do
CUED = 0.05  # a sentence has the words of an answer of the asked-for kind
OTHER_NAME = 0.6  # what is left of a sentence that is not about what the question names
NOT_LISTED = 0.85  # and of one that tells of one thing where several are asked for
NOT_COUNTED = 0.6  # and of a figure that counts something else
NOT_MEASURED, APART = 0.7, 4  # and of one whose figure stands so many words from what it shall measure
NO_REASON = 0.8  # and of one that gives no reason where one is asked for
ONLY_REFERS, FEW_WORDS = 0.7, 5  # and of an entry that only sends on to another one
ONLY_AIMS = 0.4  # and of one that says what somebody set out to find
OTHER_QUESTION = 0.6  # and of one that stands under a question which is not this one
OTHER_SHAPE = 0.6  # and of one that has no date where one is asked for
HINTS = 2  # terms that earlier findings taught us
LEARNED_SHARE = 0.25  # are worth this much
SHORT, LIKE = 4, 5  # letters that words have in common which are made from the same one
LOWEST, SPREAD = 0.15, 0.75  # so much of what is asked, from none to all, lies between nothing and a full answer

_LEANS_BACK = regex.compile(
    r"^(?:it|its|they|their|this|that|these|those|he|she|his|her|such|here|there|the (?:former|latter|same)|after that|"
    r"both|as a result|therefore|thus|so|but|and|also|"
    r"er|sie|es|dies\w*|jene\w*|dabei|dadurch|daher|sein|ihre?|"
    r"est[eoa]s?|ell[oa]s?|él|ella|esto|eso|ainsi|cel[ai]|ils|elles)\b|^(?:それ|これ|その|この)",
    regex.IGNORECASE,
)

# `After a pause it lets one call through`: whom it means stands in the sentence before.
_POINTS_BACK = regex.compile(r"(?:\w+ ){1,4}(?:it|they)\b(?! (?:possible|eas\w+|hard\w*|clear|difficult|necessary))")
# A sentence that goes on from the one before it says only half of something.
_GOES_ON = regex.compile(
    r"(?:however|furthermore|moreover|instead|similarly|likewise|in addition|additionally|for (?:example|instance)|then|"
    r"finally|another|otherwise|consequently|hence|in particular|note that|as (?:shown|mentioned|noted|described)|"
    r"given (?:that|this)|in this case|jedoch|außerdem|zum Beispiel|allerdings|sin embargo|además|cependant|par exemple)\b",
    regex.IGNORECASE,
)

# What somebody wanted or how they went about it, not what came of it.
_METHOD = regex.compile(
    r"^(?:the|our|its) (?:\w+ )?(?:goal|aim|purpose|objective)s?\b|"
    r"\b(?:was|were) (?:gathered|collected|recruited|randomi[sz]ed|carried out|conducted|surveyed|interviewed|sampled|"
    r"measured (?:with|by|using|every))\b|\bwe (?:chose|placed|selected|installed|collected|conducted|recruited|performed|searched|surveyed|interviewed)\b|"
    r"\b(?:wurden|wurde) (?:erhoben|befragt|durchgeführt)\b",
    regex.IGNORECASE,
)


_ASKS = regex.compile(
    r"\bwhether\b|\b(?:explained|examined|asked) (?:who|what|how|why)\b|\basked\b|\bfragte\b|\bob\b|\bpreguntó\b|\bsi (?:el|la|los|las)\b",
    regex.IGNORECASE,
)


_AIMS = regex.compile(
    r"\b(?:we|authors?) (?:sought|aimed?|set out|want(?:ed)?|attempt(?:ed)?|tried|wish(?:ed)?) to\b|"
    r"\b(?:this|the|our) (?:study|paper|article|work|report|review|survey|trial) (?:aim|seek|attempt|investigat|examin|explor)\w*|"
    r"\b(?:aim|goal|purpose|objective)s? of (?:this|the|our) (?:study|paper|article|work|report|review|survey|trial)\b|"
    r"\bwe (?:investigat|examin|explor|stud(?:y|ied)|hypothesi[sz])\w* (?:whether|if|how|the)\b|"
    r"\b(?:diese|die vorliegende) (?:Studie|Arbeit) (?:untersucht|zielt)\b|\bcette étude (?:vise|cherche)\b|"
    r"\beste (?:estudio|trabajo) (?:busca|pretende)\b",
    regex.IGNORECASE,
)
_ASKS_AIM = regex.compile(
    r"\b(?:aim|goal|purpose|objective|hypothesis|method|design|Ziel|Methode|but|objetivo|método)", regex.IGNORECASE
)


class Need(NamedTuple):
    """A checklist item made ready for scoring."""

    item: ChecklistItem
    terms: frozenset[str]
    about: frozenset[str]
    learned: frozenset[str]
    facet: Facet | None
    language: str = "en"


class Weights:
    """How telling each term is within what the run has read: common to every passage means little."""

    def __init__(self, texts: Iterable[Iterable[str]]) -> None:
        self._seen: Counter[str] = Counter()
        self._texts = 0
        self._sums: dict[frozenset[str], float] = {}
        self._rarest: dict[frozenset[str], str | None] = {}
        self._alike: dict[str, int] = {}
        for tokens in texts:
            self._texts += 1
            self._seen.update(set(tokens))

    def __call__(self, term: str) -> float:
        return 0.4 + math.log1p((self._texts + 1) / (self._count(term) + 0.5))

    def _count(self, term: str) -> int:
        """In how many texts it stands; of one that stands nowhere, those with words that are made from the same one."""
        if term not in self._alike:
            alike = [other for other in self._seen if is_alike(term, other)] if not self._seen[term] else []
            self._alike[term] = self._seen[term] or max((self._seen[other] for other in alike), default=0)
        return self._alike[term]

    def share(self, found: frozenset[str], wanted: Need) -> float:
        """How much of what is wanted was found; the shared subject counts for less than what is asked about it."""
        total = self._sum(wanted.terms) + ABOUT_SHARE * self._sum(wanted.about)
        have = self._sum(wanted.terms & found) + ABOUT_SHARE * self._sum(wanted.about & found)
        return have / total if total else 0.0

    def rarest(self, terms: frozenset[str]) -> str | None:
        """The most telling of some terms: without it, a sentence is about something else."""
        if terms not in self._rarest:
            self._rarest[terms] = max(sorted(terms), key=self, default=None)
        return self._rarest[terms]

    def _sum(self, terms: frozenset[str]) -> float:
        if terms not in self._sums:  # few sets, asked for with every sentence
            self._sums[terms] = sum(map(self, sorted(terms)))
        return self._sums[terms]


def need(item: ChecklistItem, language: str, learned: Iterable[str] = ()) -> Need:
    terms = meaning(" ".join(item.terms), language)
    about = meaning(" ".join(item.about), language) - terms
    led = meaning(" ".join(item.hints), language)
    return Need(item, terms, about, (frozenset(learned) | led) - terms - about, facet_of(item), language)


class Above(NamedTuple):
    """Terms that a statement may leave unsaid, because they stand above or around it."""

    title: frozenset[str] = frozenset()
    heading: str = ""  # the title as it is written
    read: frozenset[str] = frozenset()  # anywhere in what was read of its document


def score(one: Stated, above: Above, wanted: Need, weights: Weights, form: AnswerForm) -> float:
    """0 to about 1.2: how much of what is wanted a statement says by its words, where it stands."""
    sides = [wanted._replace(terms=wanted.terms - other) for other in form.sides if wanted.terms - other]
    value = max((_held(one, above, side, weights, form) for side in sides or [wanted]), default=0.0)
    if not value:
        return 0.0
    hints = len(wanted.learned & one.terms)
    value += LEARNED_SHARE * min(1.0, hints / HINTS)
    if wanted.terms & meaning(one.statement[:60], wanted.language):
        value += OPENS_WITH_IT
    term = one.path.rpartition(BETWEEN)[2] if one.kind == "definition" else ""
    if term and any(side & meaning(term) for side in form.sides or (wanted.terms,)) and one.statement.startswith(term):
        value += DEFINES
    value += DENSE * len(wanted.terms & one.terms) / max(len(one.terms), FEW_TERMS)
    if form.pairs:
        together = len(form.pairs & (one.pairs | neighbours(one.path)))
        value = value + TOGETHER * together / len(form.pairs) if together else SCATTERED * value
    if wanted.facet and cued(wanted.facet, one.statement):
        value += CUED
    return LOWEST + SPREAD * value


def fitness(one: Stated, above: Above, wanted: Need, form: AnswerForm) -> float:
    """0 to 1: what a statement is worth of its score, be it by words or by meaning.

    Less where it is not about what the question names, counts something else, has no date where one is asked for,
    or takes another sentence to understand.
    """
    fit = 1.0 if one.whole else readability(one.statement)
    if (is_aim(one.statement) or one.prepares) and not _ASKS_AIM.search(wanted.item.description):
        fit *= ONLY_AIMS
    if named := form.named & wanted.terms:
        fit *= OTHER_NAME ** (len(named - _around(one, above)) / len(named))
    if form.numbered and not any(number in _placed(one, above) for number in form.numbered):
        fit *= OTHER_NAME
    if form.listed and not one.whole and not enumerates(one.statement):
        fit *= NOT_LISTED
    if form.counted and not form.counted & _around(one, above):
        fit *= NOT_COUNTED
    if form.measured & one.terms and not _measures(one.statement, form.measured):
        fit *= NOT_MEASURED
    if wanted.facet and wanted.facet.id == "why" and not cued(wanted.facet, one.statement):
        fit *= NO_REASON
    if one.kind == "definition" and len(one.statement.rpartition(": ")[2].split()) < FEW_WORDS:
        fit *= ONLY_REFERS
    fit *= OTHER_QUESTION + (1 - OTHER_QUESTION) * _answers_this(one, wanted)
    if wanted.facet and not _shaped(wanted, one.statement) and not says_unknown(one.statement):
        fit *= OTHER_SHAPE
    return fit


def _answers_this(one: Stated, wanted: Need) -> float:
    """How much of the question above a statement is what is asked: under `does it cool at night?` stands the night."""
    heading = one.path.rpartition(BETWEEN)[2]
    above = meaning(heading, wanted.language) - faint_terms() if heading.rstrip().endswith(("?", "？")) else frozenset()
    return len(above & (wanted.terms | wanted.about)) / len(above) if above else 1.0


def _shaped(wanted: Need, statement: str) -> bool:
    """Whether it holds the kind of thing that is asked for; of `cool and cost`, one of the two will do."""
    asked_for = asked(wanted.item.description) if " and " in wanted.item.description else ()
    return any(fits(facet.shape, statement) for facet in (wanted.facet, *asked_for) if facet)


def _measures(statement: str, what: frozenset[str]) -> bool:
    """Whether a figure stands within a few words of what it shall measure."""
    said = words(statement)
    things = [at for at, word in enumerate(said) if what & meaning(word.text)]
    figures = [at for at, word in enumerate(said) if any(map(str.isdigit, word.text))]
    return any(abs(thing - figure) <= APART for thing in things for figure in figures)


def _placed(one: Stated, above: Above) -> str:
    return f"{above.heading} {one.path} {one.statement}".casefold()


def _around(one: Stated, above: Above) -> frozenset[str]:
    return one.terms | one.beside | above.title | above.read | meaning(one.path)


def _held(one: Stated, above: Above, wanted: Need, weights: Weights, form: AnswerForm) -> float:
    """The share of what is asked that a statement holds, itself or by what stands above it."""
    path = meaning(one.path)
    total = own = held = 0.0
    speaks = not wanted.about  # of what is asked, not of the subject alone
    for term in sorted(wanted.terms | wanted.about):
        weight = weights(term) * (ABOUT_SHARE if term in wanted.about else 1.0)
        weight *= FAINT_SHARE if term in form.faint else NAMED_SHARE if term in form.named else 1.0
        total += weight
        if term in one.terms or _alike(term, one.terms):
            share = 1.0 if term in one.terms else ALIKE_SHARE
            own += share * weight
        elif term in path or _alike(term, path):
            share = HEADING_SHARE
        elif term in above.title:
            share = TITLE_SHARE
        else:
            share = BESIDE_SHARE if term in one.beside else READ_SHARE if term in above.read else 0.0
        held += share * weight
        speaks = speaks or (term in wanted.terms and share >= BESIDE_SHARE)
    if not total or not own + held:
        return 0.0
    value = (held + OWN_SHARE * (own - held)) / total
    enough = speaks and (own >= FEWEST_OWN * total or held >= ONLY_ABOVE * total)
    return value if enough else TOO_LITTLE * value


def _alike(term: str, terms: frozenset[str]) -> bool:
    return len(term) >= SHORT and any(is_alike(term, other) for other in terms)


def is_alike(term: str, other: str) -> bool:
    """`importance` and `important`, `read` and `reader`: long words with one beginning, or a short one that goes on."""
    if len(term) == SHORT:
        return len(other) <= SHORT + 2 and other.startswith(term)
    return len(term) >= LIKE and len(other) >= LIKE and other.startswith(term[: max(LIKE, len(term) - 3)])


def answers(item: ChecklistItem, statement: str) -> bool:
    """Whether a statement has the shape that the item asks for."""
    facet = facet_of(item)
    return not says_unknown(statement) and (facet is None or fits(facet.shape, statement))


def learned_terms(statements: Sequence[str], language: str, weights: Weights, known: frozenset[str]) -> list[str]:
    """Terms that the findings on an item share and the question did not have, most telling first."""
    counts: Counter[str] = Counter()
    for statement in statements:
        counts.update(meaning(statement, language))
    scored = {t: n * weights(t) for t, n in counts.items() if t not in known and len(t) > 1 and not t[0].isdigit()}
    return _best(scored, 8)


def _best(scored: Mapping[str, float], limit: int) -> list[str]:
    return [term for term, _ in sorted(scored.items(), key=lambda pair: (-pair[1], pair[0]))[:limit]]


def is_aim(sentence: str) -> bool:
    """Whether it says what somebody set out to find, and not what they found."""
    return _AIMS.search(sentence) is not None


def is_method(sentence: str) -> bool:
    """Whether it says how somebody went about it, and not what came of it."""
    return _METHOD.search(sentence) is not None


def leans_back(sentence: str) -> bool:
    """Whether it takes an earlier sentence to understand this one."""
    return _LEANS_BACK.match(sentence) is not None


def stands_alone(text: str) -> bool:
    """Whether a sentence can be read without the one before it, and is a whole one."""
    points = leans_back(text) or _GOES_ON.match(text) or _POINTS_BACK.match(text)
    return not (points or text[:1].islower() or text[:1] in "(（")


def readability(sentence: str) -> float:
    """A quote must stand on its own: leaning back on an earlier sentence, or asking, makes it worth less."""
    factor = 0.85 if leans_back(sentence) else 1.0
    if sentence.rstrip().endswith(("?", "？")):
        factor *= 0.3
    if _ASKS.search(sentence):
        factor *= 0.7
    if sentence.lstrip().startswith(("|", "-", "*", "•")) or len(sentence) < 20:
        factor *= 0.75
    return factor * (0.8 if len(sentence) > 350 else 1.0)
