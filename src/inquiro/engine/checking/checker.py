"""One sentence against its evidence: what is certain is checked by rule, and every objection is told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from inquiro.core.types import ClaimLabel
from inquiro.engine.checking.alignment import Exchanged, exchanged
from inquiro.engine.checking.evidence import FEW, Grounds, Placed, flattened, grounds, near, read
from inquiro.engine.checking.figures import agrees
from inquiro.engine.checking.hosts import strange_hosts
from inquiro.engine.checking.objections import denial, lacks, proofs, strange_letters, strange_words, unfounded, wording
from inquiro.engine.checking.statement import Statement, counts, statement
from inquiro.engine.checking.support import ENOUGH, Embeds, closeness, doubted, support
from inquiro.engine.checking.verdict import CERTAIN, FATAL, Problem, ProblemKind, Verdict
from inquiro.engine.checking.weights import names, weights
from inquiro.retrieval.words import content_tokens, detect_language, tokens

FEW_WORDS = 3
ALIKE = 0.4  # of all words: far fewer than an alignment needs
RELATED = 0.25  # of a sentence's words that stand in its evidence


def check(text: str, quotes: Sequence[str], granted: Iterable[str] = (), embedder: Embeds | None = None) -> Verdict:
    """What a sentence may call itself; `granted` are words that need no proof, such as who is quoted.

    A few quotes count as a whole. Of longer texts only the sentences count that a sentence can rest on.
    """
    if not any(quote.strip() for quote in quotes):
        nothing = Problem(kind="evidence", text="it names no fact that it rests on")
        return Verdict(text=text, label="uncited", problems=(nothing,))
    flat = flattened(text)
    if equal := tuple(at for at, quote in enumerate(quotes) if len(quote) >= len(flat) and flattened(quote) == flat):
        return Verdict(text=text, label="quoted", evidence=equal, support=1.0)
    texts = [read(quote) for quote in quotes]
    if sum(len(one.sentences) for one in texts) > FEW:
        return judged(text, grounds(weights(statement(text)), texts), tuple(granted), embedder)
    every = near({}, texts)
    return judged(text, Grounds(every, every), tuple(granted), embedder)


def judged(text: str, on: Grounds, granted: Sequence[str] = (), embedder: Embeds | None = None) -> Verdict:
    """The verdict on a sentence that stands nowhere word for word."""
    said = statement(text)
    wanted = weights(said)
    told = [one.sentence.text for one in on.wording]
    swapped = exchanged(said, [statement(one.sentence.text) for one in _alike(text, on.proving)])
    allowed = {term for word in granted for term in tokens(word)}
    held = {term for one in on.wording for term in one.sentence.terms} | allowed
    wrong, worked_out = _proven(said, on, granted, swapped)
    problems = [
        *wrong,
        *denial(said, on.wording, swapped),
        *strange_letters(text, told),
        *strange_hosts(text, [*told, *granted]),
        *wording(said, on, allowed, swapped),
    ]
    if unrelated(text, told) and detect_language(text) == detect_language(" ".join(told)):
        problems.append(Problem(kind="topic", text="its evidence is about something else"))
    close = closeness(text, told, embedder) if embedder else None
    score = support(wanted, held, any(problem.kind in CERTAIN for problem in problems), close)
    unsaid = strange_words(said, held)
    told_already = {text for problem in problems for text in problem.found}
    rest = [word for word in unsaid if word.text not in told_already]
    if rest and (problems or score < ENOUGH):
        kind: ProblemKind = "name" if set(rest) <= set(names(said)) else "word"
        problems.append(lacks(kind, [word.text for word in rest], "the words "))
    return Verdict(
        text=text,
        label=_label(problems, worked_out),
        problems=tuple(problems),
        evidence=_used(said, on),
        computed=tuple(worked_out),
        support=round(doubted(score) if problems or worked_out else score, 3),
        unsaid=tuple(dict.fromkeys(word.text for word in unsaid)),
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
        missing, worked_out = unfounded(said, known, swapped)
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
