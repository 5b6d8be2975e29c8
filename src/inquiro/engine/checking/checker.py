"""One sentence against its evidence: what is certain is checked by rule, and every objection is told."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from inquiro.core.types import ClaimLabel
from inquiro.engine.checking.alignment import Exchanged, exchanged
from inquiro.engine.checking.evidence import FEW, Grounds, Placed, Read, grounds, near, read
from inquiro.engine.checking.excerpt import Excerpt, block_of, context_of, heading_of, quote_of
from inquiro.engine.checking.hosts import strange_hosts
from inquiro.engine.checking.locality import scattered
from inquiro.engine.checking.objections import (
    bound,
    denial,
    mentioned,
    nearest,
    numbers_a_name,
    proofs,
    strange_letters,
    strange_words,
    unfounded,
    widened,
    wording,
)
from inquiro.engine.checking.statement import Statement, counts, statement
from inquiro.engine.checking.strength import stronger
from inquiro.engine.checking.support import CLOSE, DOUBT, ENOUGH, Embeds, closeness, doubted, support
from inquiro.engine.checking.verdict import CERTAIN, FATAL, Problem, Verdict
from inquiro.engine.checking.weights import particles, weights
from inquiro.engine.checking.word_match import held, missing, spelled_out
from inquiro.retrieval.words import content_tokens, detect_language, tokens
from inquiro.text.agreement import agrees
from inquiro.text.typography import flattened

FEW_WORDS = 3
ALIKE = 0.4  # of all words: far fewer than an alignment needs
RELATED = 0.25  # of a sentence's words that stand in its evidence
FOREIGN = 0.5  # of its words: of two languages fewer are the same
APART = "rules cannot tell, for its words stand in several places of its evidence, not in one sentence"
OTHER_TONGUE = "it is in another language than its evidence: only numbers, names and identifiers were compared"


def check(
    text: str, cited: Sequence[str | Excerpt], granted: Iterable[str] = (), embedder: Embeds | None = None
) -> Verdict:
    """What a sentence may call itself; `granted` are words that need no proof, such as who is quoted.

    A few quotes count as a whole. Of longer texts only the sentences count that a sentence can rest on.
    """
    quotes = [quote_of(one) for one in cited]
    if not any(quote.strip() for quote in quotes):
        nothing = Problem(kind="evidence", text="it names no fact that it rests on")
        return Verdict(text=text, label="uncited", problems=(nothing,))
    texts = [read(block_of(one)) for one in cited]
    headings = tuple(heading_of(one) for one in cited)
    flat = flattened(text)
    equal = tuple(at for at, quote in enumerate(quotes) if len(quote) >= len(flat) and flattened(quote) == flat)
    if equal and (found := quoted(text, equal, texts, headings)):
        return found
    context = tuple(word for one in cited for word in context_of(one))
    if sum(len(one.sentences) for one in texts) > FEW:
        on = grounds(weights(statement(text)), texts)
    else:
        every = near({}, texts)
        on = Grounds(every, every)
    return judged(text, on._replace(context=context, headings=headings), tuple(granted), embedder)


def quoted(text: str, equal: tuple[int, ...], texts: Sequence[Read], headings: Sequence[str]) -> Verdict | None:
    """The verdict on a sentence that stands word for word in its evidence, unless the evidence takes it back there."""
    flat = flattened(text)
    placed = [Placed(at, one) for at in equal for one in texts[at].sentences if flat in flattened(one.text)]
    if any(mentioned(text, placed, headings)):
        return None
    return Verdict(text=text, label="quoted", evidence=equal, support=1.0)


def judged(text: str, on: Grounds, granted: Sequence[str] = (), embedder: Embeds | None = None) -> Verdict:
    """The verdict on a sentence that stands nowhere word for word."""
    said = statement(text)
    given = (*granted, *on.context)
    told = [one.sentence.text for one in on.wording]
    wanted = weights(said)
    short = spelled_out(text, [*told, *given])
    named = [tokens(word) for word in given]
    there = held([*(one.sentence.terms for one in on.wording), *named], short)
    lacking = missing(wanted, there)
    if _foreign(said, told, wanted, lacking):
        return _abroad(said, on, given, embedder)
    swapped = exchanged(said, [statement(one.sentence.text) for one in _alike(text, on.proving)])
    swapped = swapped._replace(numbers=tuple(one for one in swapped.numbers if not numbers_a_name(one, said, given)))
    wrong, worked_out = _proven(said, on, given, swapped)
    close_by = nearest(said, on.wording)
    problems = [
        *wrong,
        *mentioned(text, close_by, on.headings),
        *denial(said, on.wording, close_by, swapped),
        *bound(said, on, close_by),
        *stronger(text, [one.sentence.text for one in close_by], told, said.language, _counted(on)),
        *widened(said, on.wording),
        *strange_letters(text, told),
        *strange_hosts(text, [*told, *given]),
        *wording(said, on, {term for some in named for term in some}, swapped, lacking),
    ]
    if unrelated(text, told) and not _related(wanted, lacking):
        problems.append(Problem(kind="topic", text="its evidence is about something else"))
    close = closeness(text, told, embedder) if embedder else None
    own = lacking | particles(said, there.terms)
    apart = scattered(said, wanted, on.wording, {*short, *(term for some in named for term in some)})
    score = support(wanted, own, apart, any(problem.kind in CERTAIN for problem in problems), close)
    unsaid = strange_words(said, there.terms)
    final = round(doubted(score) if problems or worked_out else score, 3)
    if not problems and score < ENOUGH:
        problems.append(_undecided(said, own))
    return Verdict(
        text=text,
        label=_label(problems, worked_out),
        problems=tuple(problems),
        evidence=_used(said, on),
        computed=tuple(worked_out),
        support=final,
        unsaid=tuple(dict.fromkeys(word.text for word in unsaid)),
    )


def _counted(on: Grounds) -> list[str]:
    return [one.sentence.text for one in on.proving if counts(one.sentence.text)]


def _undecided(said: Statement, own: Mapping[str, float]) -> Problem:
    """That rules cannot tell, and why: no fault of the sentence."""
    words = [word.text for word in said.words if any(own.get(term) for term in tokens(word.text))]
    if not words:
        return Problem(kind="open", text=APART)
    distinct = tuple(dict.fromkeys(words))
    return Problem(
        kind="open", text=f"rules cannot tell, for it has words of its own: {', '.join(distinct)}", found=distinct
    )


def _foreign(said: Statement, told: Sequence[str], wanted: dict[str, float], lacking: dict[str, float]) -> bool:
    if not told or said.language == detect_language(" ".join(told)):
        return False
    return sum(lacking.values()) > FOREIGN * sum(wanted.values())


def _abroad(said: Statement, on: Grounds, given: Sequence[str], embedder: Embeds | None) -> Verdict:
    """A sentence in another language than its evidence: its words cannot be compared, what is written the same can."""
    told = [one.sentence.text for one in on.wording]
    wrong, worked_out = _proven(said, on, given, Exchanged())
    problems = [*wrong, *strange_letters(said.text, told), *strange_hosts(said.text, [*told, *given])]
    close = closeness(said.text, told, embedder) if embedder else 0.0
    if close < CLOSE:
        problems.append(Problem(kind="open", text=OTHER_TONGUE))
    return Verdict(
        text=said.text,
        label=_label(problems, worked_out),
        problems=tuple(problems),
        evidence=_used(said, on) or tuple(sorted({one.place for one in on.wording})),
        computed=tuple(worked_out),
        support=round(min(DOUBT, close or DOUBT / 2) if problems else close, 3),
    )


def _proven(
    said: Statement, on: Grounds, granted: Sequence[str], swapped: Exchanged
) -> tuple[list[Problem], list[str]]:
    """What is wrong with the numbers, dates and identifiers of a sentence, and which of them were worked out."""
    wrong: list[Problem] = []
    worked_out: list[str] = []
    if not counts(said.text):
        return wrong, worked_out
    for some in (on.wording, on.proving):  # mostly the first will do, and reading takes long
        held = [one.sentence.text for one in some if counts(one.sentence.text)]
        known = [statement(written) for written in (*held, *granted)]
        terms = {term for one in some for term in one.sentence.terms}
        missing, worked_out = unfounded(said, known, swapped, terms)
        wrong = list(proofs(said, known, missing, swapped))
        if not wrong and not worked_out:
            break
    return wrong, worked_out


def _alike(text: str, some: Sequence[Placed]) -> list[Placed]:
    """What it is worth to lay a sentence beside."""
    mine = frozenset(tokens(text))
    return [one for one in some if len(mine & one.sentence.terms) >= ALIKE * len(mine)]


def unrelated(text: str, quotes: Sequence[str]) -> bool:
    """Whether a sentence is about something else than its evidence, as far as words of one language can tell."""
    said = set(content_tokens(text))
    if len(said) < FEW_WORDS or not quotes:
        return False
    return len(said & {term for quote in quotes for term in content_tokens(quote)}) < RELATED * len(said)


def _related(wanted: dict[str, float], lacking: dict[str, float]) -> bool:
    """Whether enough of it stands there in other words, or in the title."""
    return sum(lacking.values()) <= (1 - RELATED) * sum(wanted.values())


def _label(problems: Sequence[Problem], worked_out: Sequence[str]) -> ClaimLabel:
    if any(problem.kind in FATAL for problem in problems):
        return "uncited"
    return "inferred" if problems or worked_out else "supported"


def _used(said: Statement, on: Grounds) -> tuple[int, ...]:
    """The places of the evidence that shares most with the sentence, and of what holds one of its numbers."""
    terms = set(content_tokens(said.text, said.language))
    shares: dict[int, set[str]] = {}
    proves: set[int] = set()
    for one in {*on.wording, *on.proving}:
        shares.setdefault(one.place, set()).update(terms & one.sentence.terms)
        if said.figures and any(agrees(f, h) for f in said.figures for h in statement(one.sentence.text).figures):
            proves.add(one.place)
    best = max(map(len, shares.values()), default=0)
    return tuple(
        sorted(place for place, share in shares.items() if share and (len(share) >= best / 2 or place in proves))
    )
