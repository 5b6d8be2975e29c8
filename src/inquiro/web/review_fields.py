"""Fields of a result: value, label, LEI mark, what speaks for them, and where wanted a place to change them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from inquiro.core.field_risks import Risk
from inquiro.core.types import Review
from inquiro.onboarding.reviewing.form_fields import FormField, form_fields
from inquiro.onboarding.reviewing.views import EvidenceView, FieldView, LeiView
from inquiro.web.markup import Html, joined, link, tag

TONES = {
    "quoted": "chip good",
    "supported": "chip good",
    "inferred": "chip warn",
    "edited": "chip warn",
    "unsupported": "chip bad",
}
FOLDED_FROM = 40  # that many fields that need no look are folded away
Inputs = Mapping[str, tuple[FormField, str]]  # path -> the field, and what stands in it


def inputs_of(review: Review, typed: Mapping[str, str]) -> Inputs:
    """Places to change single values; two fields whose paths read alike have none."""
    if review.payload.macro is None:
        return {}
    found = form_fields(review.payload.data)
    seen = Counter(one.path for one in found)
    return {one.path: (one, typed.get(one.name, one.text)) for one in found if seen[one.path] == 1}


def fields(shown: Sequence[FieldView], inputs: Inputs, form: str) -> Html:
    looks = [one for one in shown if one.needs_look]
    rest = [one for one in shown if not one.needs_look]
    first = joined(_card(one, inputs, form) for one in looks)
    others = joined(_card(one, inputs, form) for one in rest)
    if len(rest) < FOLDED_FROM:
        return joined((first, others))
    return joined((first, tag("details", tag("summary", f"{len(rest)} fields that need no look"), others)))


def _card(one: FieldView, inputs: Inputs, form: str) -> Html:
    tone = "card stop" if one.risk <= Risk.STOPPED_FOR_NOW else "card look" if one.needs_look else "card"
    marks = joined(_mark(lei) for lei in one.leis)
    head = tag(
        "div",
        tag("span", one.path or "all of it", class_="path"),
        tag("span", one.label, class_=TONES.get(one.label, "chip")),
        marks,
        class_="head",
    )
    return tag("div", head, *_body(one, inputs, form), class_=tone)


def _body(one: FieldView, inputs: Inputs, form: str) -> Iterator[Html]:
    yield tag("div", one.value, class_="value")
    if one.value != one.whole:
        yield tag("details", tag("summary", "all of it"), tag("pre", one.whole, class_="wrap"))
    if one.to_do:
        yield tag("p", one.to_do, class_="todo")
    yield from (tag("p", note, class_="small") for note in one.notes)
    for lei in one.leis:
        said = "; ".join(part for part in (lei.reason, lei.told) if part)
        yield tag("p", f"LEI {lei.verdict}{': ' if said else ''}{said}", class_="small")
    yield from (_evidence(proof) for proof in one.evidence)
    if one.path in inputs:
        yield _input(*inputs[one.path], form)


def _mark(lei: LeiView) -> Html:
    tone = "chip good" if lei.mark == "✓" else "chip bad"
    return tag("span", f"{lei.mark} {lei.verdict}", class_=tone)


def _evidence(proof: EvidenceView) -> Html:
    words = tag("p", proof.before, tag("mark", proof.quote), proof.after)
    where = tag("p", link(proof.url, proof.source), f" · {proof.place}" if proof.place else "", class_="small")
    return tag("blockquote", words, where)


def _input(field: FormField, stands: str, form: str) -> Html:
    name = f"Change {field.path}"
    if isinstance(field.value, bool):
        options = (tag("option", word, value=word, selected=word == stands) for word in ("true", "false"))
        inner = tag("select", joined(options), name=field.name, form=form, aria_label=name)
    else:
        inner = tag(
            "input", type="text", name=field.name, value=stands, form=form, aria_label=name, autocomplete="off",
            spellcheck="false",
        )  # fmt: skip
    return inner
