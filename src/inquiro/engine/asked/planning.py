"""The plan of a run as a model makes it: question, scope, checklist and first queries in one call."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
import regex

from inquiro.core.models import Thinking
from inquiro.core.types import ChecklistItem, Plan, Query, Value
from inquiro.engine import question as questions
from inquiro.engine.asked.searching import Wanted, addressed
from inquiro.engine.asking_typed import Shown, Step, ask_typed
from inquiro.engine.checking.hosts import without_strange_hosts
from inquiro.engine.facets import asked as facets_asked
from inquiro.engine.fencing import fenced, safe
from inquiro.engine.harmless import as_words, shortened
from inquiro.engine.packing import tokens
from inquiro.engine.querying import distinct
from inquiro.engine.search_scope import SearchScope, described

PLAN = Step(name="plan", role="plan", room=2_400, output=4_096)
OUTLINE = 1_400  # tokens for what can be searched
LONGEST_QUESTION = 600
LONGEST_DESCRIPTION = 200
LONGEST_LABEL = 40
LONGEST_WORD = 60
MOST_TERMS = 6
MOST_KEY_TERMS = 12
MOST_SCOPE = 5
_LANGUAGE = regex.compile(r"[a-z]{2}")


class PlannedItem(Value, frozen=True, kw_only=True):
    description: str
    label: str = ""
    terms: list[str] = msgspec.field(default_factory=list)


class PlannedQuery(Value, frozen=True, kw_only=True):
    text: str
    kind: Wanted = "any"
    items: list[int] = msgspec.field(default_factory=list)


class Planned(Value, frozen=True, kw_only=True):
    question: str
    checklist: list[PlannedItem]
    queries: list[PlannedQuery]
    in_scope: list[str] = msgspec.field(default_factory=list)
    out_of_scope: list[str] = msgspec.field(default_factory=list)
    key_terms: list[str] = msgspec.field(default_factory=list)
    entities: list[str] = msgspec.field(default_factory=list)
    question_type: str = ""
    field: str = ""
    language: str = ""


async def plan_with(
    thinking: Thinking,
    question: str,
    context: str,
    answers: Sequence[str],
    embedded: Plan,
    *,
    scope: SearchScope | None = None,
) -> Plan:
    """What the model planned, completed from the embedded plan where it fell short."""
    seen = (scope or SearchScope()).seen(private=thinking.may_see_private(PLAN.role))

    def build(room: int) -> Shown:
        lines = [safe(question), *(f"The person added: {safe(answer)}" for answer in answers)]
        asked = shortened("\n".join(lines), room * 3)
        searchable = described(seen, min(OUTLINE, (room - tokens(asked)) * 2 // 3))
        left = (room - tokens("\n\n".join([asked, *searchable]))) * 3
        known = safe(context[: room * 8])
        shown = shortened(known, left) if known and left > 80 else ""
        parts = [f"Question: {asked}", *([fenced("context", [shown])] if shown else []), *searchable]
        dropped = "the end of the context that was given" if len(shown) < len(known) or len(context) > room * 8 else ""
        return Shown(text="\n\n".join(parts), left_out=dropped)

    said = await ask_typed(thinking, PLAN, build, Planned, private=seen.private, wrong=_useless, scope=seen)
    return planned(said, embedded, seen)


def planned(said: Planned, embedded: Plan, scope: SearchScope | None = None) -> Plan:
    scope = scope or SearchScope()
    language = said.language.strip().lower()
    language = language if _LANGUAGE.fullmatch(language) else embedded.language
    refined = as_words(said.question, LONGEST_QUESTION) or embedded.refined_query
    items, numbers = _checklist(said, refined, language, embedded.refined_query)
    items = items or embedded.checklist
    return msgspec.structs.replace(
        embedded,
        refined_query=refined,
        checklist=items,
        key_terms=cleaned_words(said.key_terms, MOST_KEY_TERMS) or embedded.key_terms,
        entities=cleaned_words(said.entities, MOST_KEY_TERMS) or embedded.entities,
        question_type=as_words(said.question_type, LONGEST_WORD) or embedded.question_type,
        domain=said.field if said.field in scope.fields else embedded.domain,
        language=language,
        in_scope=cleaned_words(said.in_scope, MOST_SCOPE, LONGEST_DESCRIPTION) or tuple(i.description for i in items),
        out_of_scope=cleaned_words(said.out_of_scope, MOST_SCOPE, LONGEST_DESCRIPTION),
        queries=_queries(said, items, numbers, embedded, scope),
    )


def _useless(said: Planned) -> str:
    return "" if any(as_words(item.description, 20) for item in said.checklist) else "$.checklist: it is empty"


def _checklist(
    said: Planned, refined: str, language: str, told: str
) -> tuple[tuple[ChecklistItem, ...], dict[int, str]]:
    """At most seven items with ids of our own, and which of the model's numbers became which id; sites only as they were told.

    Terms, subject and facet are what the embedded reasoner works with, should the model be lost later on.
    """
    subject = questions.analyse(refined, language).subject
    items: list[ChecklistItem] = []
    numbers: dict[int, str] = {}
    for number, one in enumerate(said.checklist, 1):
        description = without_strange_hosts(as_words(one.description, LONGEST_DESCRIPTION), told)
        if not description or len(items) == questions.MOST_ITEMS or _known(description, items):
            continue
        terms = cleaned_words(one.terms, MOST_TERMS) or questions.content_words(description, language) or (description,)
        own = {word.lower() for term in terms for word in term.split()}
        facets = facets_asked(description)
        numbers[number] = f"c{len(items) + 1}"
        items.append(
            ChecklistItem(
                id=numbers[number],
                description=description,
                label=without_strange_hosts(as_words(one.label, LONGEST_LABEL), told)
                or shortened(description, LONGEST_LABEL),
                terms=terms,
                about=tuple(word for word in subject if word.lower() not in own),
                facet=facets[0].id if facets else "",
            )
        )
    return tuple(items), numbers


def _known(description: str, items: Sequence[ChecklistItem]) -> bool:
    return any(item.description.lower() == description.lower() for item in items)


def _queries(
    said: Planned, items: Sequence[ChecklistItem], numbers: dict[int, str], embedded: Plan, scope: SearchScope
) -> tuple[Query, ...]:
    """What the model wants searched; what private titles led to stays here."""
    everything = tuple(item.id for item in items)
    wanted = (
        (one.text, one.kind, tuple(numbers[n] for n in one.items if n in numbers) or everything) for one in said.queries
    )
    spare = (msgspec.structs.replace(query, items=everything) for query in embedded.queries)
    made = distinct(addressed(wanted, spare, fewest=1, scope=scope), ())
    return tuple(msgspec.structs.replace(query, private=True) for query in made) if scope.private else made


def cleaned_words(said: Iterable[str], most: int, longest: int = LONGEST_WORD) -> tuple[str, ...]:
    cleaned = (as_words(one, longest) for one in said)
    return tuple(dict.fromkeys(one for one in cleaned if one))[:most]
