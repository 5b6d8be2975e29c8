"""A draft with its wrong sentences mended: what a repair may not lose, and what is cut in the end."""

from __future__ import annotations

from collections.abc import Collection, Sequence

import msgspec

from inquiro.core.phrases import phrases
from inquiro.core.types import Draft, DraftClaim, DraftSection, Objection
from inquiro.core.types.claims import stated
from inquiro.engine.checking import Excerpt, check, unrelated
from inquiro.engine.checking.excerpts import shown
from inquiro.engine.checking.statement import statement
from inquiro.engine.checking.weights import names
from inquiro.engine.draft_verdicts import DraftVerdicts, is_wrong, placed_claims
from inquiro.retrieval.words import content_tokens, tokens

KEPT = 0.4  # of the words of a sentence that its evidence holds
_POINTING = frozenset(
    "it this that these those they he she such its their es er sie dies diese dieser dieses il elle ils elles cela ce "
    "cette ces este esta esto estos estas eso ese ello".split()
)


def repaired(draft: Draft, failed: Sequence[Objection], better: Sequence[DraftClaim], language: str) -> Draft:
    """The draft with its wrong sentences replaced; one without text, or about something else, is taken out.

    A repair that has lost what its sentence was about is none: the sentence stays, and stays wrong.
    """
    pairs = list(zip(failed, better, strict=False))
    instead = {one.claim: claim if is_repair(claim.text, one) else one.claim for one, claim in pairs}
    cut = {
        one.claim
        for one, claim in pairs
        if claim.text and not one.foreign and unrelated(claim.statement, [shown(excerpts_of(one))])
    }
    mended = {old: new for old, new in instead.items() if old not in cut and new.text.strip()}
    emptied = sum(not new.text.strip() for old, new in instead.items() if old not in cut)
    kept = _with(draft, mended, cut | (set(instead) - set(mended)), language)
    return msgspec.structs.replace(kept, strays=draft.strays + len(cut), cut=draft.cut + emptied)


def without_wrong(draft: Draft, verdicts: DraftVerdicts, tried: Collection[DraftClaim]) -> Draft:
    """The draft without what is still wrong after its repair; `tried` is what came of one.

    What a judge found contradicted goes in any case. A figure that only a rule objects to stays, labelled, where
    nobody could mend it, or where the writer stands by it after having seen the objection.
    """
    wrong = {
        claim
        for claim, part in placed_claims(draft)
        if is_wrong(verdict := verdicts.verdict(claim, part)) and (verdict.contradicted or claim in tried)
    }
    if not wrong:
        return draft
    kept = _with(draft, {}, wrong, verdicts.material.plan.language)
    return msgspec.structs.replace(kept, cut=draft.cut + len(wrong))


def is_repair(text: str, failed: Objection) -> bool:
    """Whether it may stand in for the failed sentence: none at all may, one that is wrong or says less of it may not."""
    if not text.strip() or text == failed.claim.text:
        return True
    excerpts, claim = excerpts_of(failed), failed.claim
    said = stated(text, claim.row, claim.column)
    return not is_wrong(check(said, excerpts, failed.granted)) and not loses_subject(claim.statement, said, excerpts)


def loses_subject(old: str, new: str, excerpts: Sequence[Excerpt]) -> bool:
    """Whether a sentence no longer says whom or what its forerunner was about, as far as the evidence knows it."""
    said, held, kept = statement(old), set(tokens(shown(excerpts))), set(tokens(new))
    first = next(iter(statement(new).words), None)
    begun = next(iter(said.words), None)
    if first and begun and first.text.casefold() in _POINTING and begun.text.casefold() not in _POINTING:
        return True
    named = [set(tokens(word.text)) for word in names(said)]
    named = [terms for terms in named if terms and terms <= held]
    if named and (not named[0] & kept or 2 * sum(bool(terms & kept) for terms in named) < len(named)):
        return True
    known = set(content_tokens(old, said.language)) & held
    return len(known & kept) < KEPT * len(known)


def excerpts_of(failed: Objection) -> tuple[Excerpt, ...]:
    if not failed.grounds:
        return tuple(Excerpt(quote) for quote in failed.quotes)
    return tuple(Excerpt(one.quote, one.around, one.heading, title=one.title) for one in failed.grounds)


def _with(draft: Draft, instead: dict[DraftClaim, DraftClaim], cut: Collection[DraftClaim], language: str) -> Draft:
    def mended(claims: Sequence[DraftClaim]) -> tuple[DraftClaim, ...]:
        return tuple(instead.get(claim, claim) for claim in claims if claim not in cut)

    def section(one: DraftSection) -> DraftSection:
        return msgspec.structs.replace(one, claims=mended(one.claims))

    opening = mended(draft.opening) or (DraftClaim(text=phrases(language).indirect),)
    sections = tuple(kept for one in draft.sections if (kept := section(one)).claims)
    return msgspec.structs.replace(draft, opening=opening, sections=sections)
