"""A plan seen from other sides: what people with other stakes in a question would also want settled."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from inquiro.core.models import Thinking
from inquiro.core.types import ChecklistItem, Plan, Value
from inquiro.engine import question as questions
from inquiro.engine.asked.listing import item_line, question_line
from inquiro.engine.asked.planning import LONGEST_DESCRIPTION, LONGEST_LABEL, MOST_TERMS, cleaned_words
from inquiro.engine.asked.searching import Wanted, addressed
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.facets import asked as facets_asked
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.querying import MOST_QUERIES, distinct
from inquiro.engine.search_scope import SearchScope
from inquiro.retrieval.words import content_tokens

PERSPECTIVES = Step(name="perspectives", role="plan", room=2_400, output=4_096)
MOST = 4  # entries that other sides add
ALIKE = 0.7  # of its words: an entry says no more than one that is there
LONGEST_WHO = 40


class Perspective(Value, frozen=True, kw_only=True):
    who: str
    question: str
    label: str = ""
    terms: list[str] = msgspec.field(default_factory=list)
    query: str = ""


class Perspectives(Value, frozen=True, kw_only=True):
    perspectives: list[Perspective]


async def perspectives_with(thinking: Thinking, plan: Plan, scope: SearchScope) -> Plan:
    """The plan with what others would ask too, and a search for each of it."""
    private = any(item.private for item in plan.checklist) or any(query.private for query in plan.queries)
    if private and not thinking.may_see_private(PERSPECTIVES.role):
        return plan

    def build(room: int) -> Shown:
        scoped = [f"{name}: {'; '.join(map(safe, said))}" for name, said in _scope(plan) if said]
        body = "\n".join([*map(item_line, plan.checklist), *scoped])
        return Shown(text=f"{question_line(plan)}\n\nChecklist:\n{fenced('checklist', [shortened(body, room * 3)])}")

    said = await ask_typed(thinking, PERSPECTIVES, build, Perspectives, private=private, scope=scope)
    return widened(plan, said.perspectives, scope, private=private)


def widened(plan: Plan, said: Sequence[Perspective], scope: SearchScope, *, private: bool = False) -> Plan:
    items = list(plan.checklist)
    wanted: list[tuple[str, Wanted, tuple[str, ...]]] = []
    for one in said:
        item = asked_too(one.question, one.label, one.terms, items, plan, asker=as_words(one.who, LONGEST_WHO))
        if item is None:
            continue
        items.append(msgspec.structs.replace(item, private=private))
        wanted.append((one.query or one.question, "any", (item.id,)))
        if len(wanted) == MOST:
            break
    queries = [*plan.queries, *addressed(wanted, (), fewest=0, scope=scope)]
    here = [msgspec.structs.replace(query, private=query.private or private) for query in queries]
    return msgspec.structs.replace(plan, checklist=tuple(items), queries=distinct(here, (), most=MOST_QUERIES + MOST))


def asked_too(
    question: str, label: str, terms: Sequence[str], items: Sequence[ChecklistItem], plan: Plan, *, asker: str
) -> ChecklistItem | None:
    """A further entry of the checklist; None where it is empty or one says the same already."""
    description = as_words(question, LONGEST_DESCRIPTION)
    own = set(content_tokens(description, plan.language))
    if not own or any(_alike(own, item, plan.language) for item in items):
        return None
    facets = facets_asked(description)
    known = cleaned_words(terms, MOST_TERMS) or questions.content_words(description, plan.language) or (description,)
    used = {word.lower() for term in known for word in term.split()}
    subject = questions.analyse(plan.refined_query, plan.language).subject
    return ChecklistItem(
        id=f"c{len(items) + 1}",
        description=description,
        label=as_words(label, LONGEST_LABEL) or shortened(description, LONGEST_LABEL),
        terms=known,
        about=tuple(word for word in subject if word.lower() not in used),
        facet=facets[0].id if facets else "",
        asker=asker,
    )


def _alike(own: set[str], item: ChecklistItem, language: str) -> bool:
    theirs = set(content_tokens(item.description, language))
    return len(own & theirs) >= ALIKE * len(own)


def _scope(plan: Plan) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return ("In scope", plan.in_scope), ("Out of scope", plan.out_of_scope)
