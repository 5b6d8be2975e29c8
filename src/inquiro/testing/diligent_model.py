"""A model that does its work decently: it answers in the asked-for form, from nothing but what it was given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from inquiro.core.models import FREE, Capabilities, Heard, ModelAnswer, ModelRequest, ModelUsage, Price
from inquiro.core.types import Availability
from inquiro.testing.by_schema import NOTHING, Place, fill, schema_of
from inquiro.testing.material import Entry, Material, names_in, plain_words, shared, split
from inquiro.testing.research_results import ASKED_FOR, research_result

ITEMS = 4  # of a checklist
QUERIES = 4
FINDINGS = 24
TOKEN = 4  # characters
LEAST_SAID = 2  # words of a note's sentence that is worth a topic
LINK = "[link]"  # what a prompt shows instead of an address
_ANGLES = ("measurements", "costs", "history", "criticism", "comparison", "regulation", "trials", "surveys")


class DiligentModel:
    """Plans by the question's words, quotes whole sentences, calls answered what has facts, writes a sentence a fact.

    Before its `rounds_needed`-th judgement it finds every answer partial and asks for more. It knows the layout of
    our prompts and not their wording; four characters are a token. `requests` keeps what it was asked.
    """

    def __init__(
        self,
        *,
        provider: str = "diligent",
        model: str = "model",
        capabilities: Capabilities | None = None,
        price: Price | None = FREE,
        rounds_needed: int = 1,
    ) -> None:
        self.provider = provider
        self.model = model
        self.capabilities = capabilities or Capabilities(schema=True, web_search=False, local=True)
        self.price = price
        self.rounds_needed = rounds_needed
        self.requests: list[ModelRequest] = []
        self._judged = 0

    def availability(self) -> Availability:
        return Availability(available=True)

    async def complete(self, request: ModelRequest, heard: Heard | None = None) -> ModelAnswer:
        self.requests.append(request)
        text = self.answer(request)
        read = sum(len(message.text) for message in request.messages)
        usage = ModelUsage(input=-(-read // TOKEN), output=-(-len(text) // TOKEN))
        if heard is not None:
            heard(text)
        return ModelAnswer(text=text, finish="stop", usage=usage, model=self.model)

    def answer(self, request: ModelRequest) -> str:
        schema = schema_of(request)
        work = self.work_on(request)
        if schema is None:
            asked_for_block = ASKED_FOR in work.material.told
            return research_result(work.material) if asked_for_block else work.in_prose()
        return msgspec.json.encode(fill(schema, work)).decode()

    def work_on(self, request: ModelRequest) -> Work:
        """What it makes of one prompt; the n-th judgement is the n-th round."""
        material = Material.of(request)
        judges = '"status"' in msgspec.json.encode(schema_of(request) or {}).decode()
        self._judged += judges and not material.turn
        return Work(material, round_number=max(self._judged, 1), content=self._judged >= self.rounds_needed)


class Work:
    """Fills one answer; a `Filler` of inquiro.testing.by_schema."""

    def __init__(self, material: Material, *, round_number: int = 1, content: bool = True) -> None:
        self.material = material
        self._round = round_number
        self._content = content
        self._words = plain_words(material.question)

    def in_prose(self) -> str:
        found = [sentence for entry in self.material.entries for sentence in entry.sentences]
        return found[0] if found else f"Nothing is known about: {self.material.question}"

    # -- what an array's elements are about

    def subjects(self, place: Place) -> Sequence[Any] | None:
        fields = place.fields
        if "quote" in fields:
            return self._findings()
        if "status" in fields:
            return self.material.items
        if "topic" in fields:
            return self._said_in_note()
        if fields & {"description", "label"}:
            return self._goals()
        if "number" in fields:
            return self.material.numbered
        if place.name == "paragraphs":
            return [place.subject]  # all that is said of an entry
        if fields & {"paragraphs", "sentences", "claims"}:
            return [item for item in self.material.items if self._left_to_say(item)]
        return self._by_name(place)

    def _by_name(self, place: Place) -> Sequence[Any] | None:
        subject, fields = place.subject, place.fields
        match place.name:
            case "queries":
                return self._queries()
            case "contradictions" | "conflicts" | "out_of_scope" | "assumptions" | "columns" | "rows":
                return ()
            case "words" if isinstance(subject, Entry):
                return self._cited(subject)[:1]
            case "opening" | "bottom_line":
                return self.material.facts[:1]
            case "sentences" | "claims" if isinstance(subject, Entry):
                return self._left_to_say(subject)
            case "facts" | "fact_ids" | "evidence":
                return self._facts_for(subject, most=2 if "contradictions" in place.path else 1)
            case "items" | "item_ids":
                return self._items_for(subject, place.number)
            case "entities" | "names":
                return names_in(_text(subject) or self.material.question)
            case "terms" | "key_terms" | "in_scope":
                return (plain_words(_text(subject)) or self._words)[:6]
        return None if not fields else (self.material.entries[:1] or None)

    def _left_to_say(self, item: Entry) -> list[Entry]:
        """The opening has said the first fact."""
        return [fact for fact in self.material.facts_of(item) if fact not in self.material.facts[:1]]

    def _findings(self) -> list[Entry]:
        """Whole sentences of the passages: the best of each passage before a second of any."""
        wanted = " ".join([self.material.question, *(item.text for item in self.material.items)])
        ranked = []
        for passage in self.material.numbered:
            fitting = sorted(enumerate(passage.sentences), key=lambda one: (-shared(one[1], wanted), one[0]))
            good = [text for place, text in fitting if shared(text, wanted) or not place]
            ranked += [(turn, msgspec.structs.replace(passage, text=text)) for turn, text in enumerate(good[:3])]
        return [entry for _, entry in sorted(ranked, key=lambda one: one[0])][:FINDINGS]

    def _said_in_note(self) -> list[Entry]:
        """Its first sentences of some length, title and fence left out."""
        lines = [line for line in self.material.said.splitlines() if not line.startswith(("<<<", "Title:", "#"))]
        said = [one for line in lines for one in split(line) if LINK not in one]
        good = [one for one in said if len(plain_words(one)) >= LEAST_SAID and one[-1] in ".?!。？"]
        return [Entry(label=str(number), text=one) for number, one in enumerate(good[:ITEMS], 1)]

    def _goals(self) -> list[Entry]:
        """The question's words in their order, dealt to four entries; an angle where there are too few."""
        words = list(self._words) or ["subject"]
        share = max(-(-len(words) // ITEMS), 1)
        groups = [words[at : at + share] for at in range(0, len(words), share)]
        groups += [[words[0], angle] for angle in _ANGLES[: ITEMS - len(groups)]]
        return [Entry(label=str(n), text=f"What about {' '.join(group)}?") for n, group in enumerate(groups, 1)]

    def _queries(self) -> list[Entry]:
        """For what is still open; never the same words twice, in any round."""
        if not self.material.items:
            about = " ".join(self._words[:2])
            made = [Entry(label=goal.label, text=_once(f"{about} {_topic(goal)}")) for goal in self._goals()]
            return [Entry(label="1", text=" ".join(self._words[:8]) or "subject"), *made][:QUERIES]
        learned = [name for fact in self.material.facts for name in names_in(fact.text)]
        fresh = [name for name in dict.fromkeys(learned) if name.lower() not in self.material.question.lower()]
        turn = (self._round - 1) * QUERIES
        found = []
        for number, item in enumerate(self._open()[:QUERIES]):
            angle = _ANGLES[(turn + number) % len(_ANGLES)]
            new = [fresh[(turn + number) % len(fresh)]] if fresh else []
            found.append(Entry(label=item.label, text=_once(" ".join([_topic(item), *new, angle]))))
        return found

    def _open(self) -> list[Entry]:
        return [item for item in self.material.items if self._status(item) != "satisfied"]

    def _facts_for(self, subject: Any, most: int) -> tuple[str, ...]:
        if not isinstance(subject, Entry):
            return tuple(fact.label for fact in self.material.facts[:most])
        if subject.is_fact:
            return (subject.label,)
        named = tuple(one for one in subject.ids if one.startswith("f"))
        return named or tuple(fact.label for fact in self.material.facts_of(subject))

    def _items_for(self, subject: Any, number: int) -> Sequence[Entry]:
        """The entry that something speaks to best, and one more in turn, so that each has something in the end."""
        items = self.material.items
        if isinstance(subject, Entry) and (subject.is_item or not items):
            return (subject,)
        if not items:
            return ()
        best = max(items, key=lambda item: shared(item.text, _text(subject)))
        return tuple(dict.fromkeys([best, items[number % len(items)]]))

    # -- single values

    def value(self, place: Place) -> Any:
        subject, numeric = place.subject, place.schema.get("type") in {"integer", "number"}
        match place.name:
            case "question" | "refined_query":
                return self.material.question
            case "question_type":
                return "factual"
            case "language":
                return "en"
            case "kind":
                return "findings" if "paragraphs" in place.path or "sections" in place.path else "any"
            case "status":
                return self._status(subject) if isinstance(subject, Entry) else "partial"
            case "missing" | "note":
                satisfied = isinstance(subject, Entry) and self._status(subject) == "satisfied"
                return "" if satisfied else "Independent figures are still needed."
            case "strength":
                return "direct" if place.number == 1 else "related"
            case "topic":
                return " ".join(plain_words(_text(subject))[:5])
            case "verdict" if isinstance(subject, Entry):
                return self._verdict(subject)
            case "wrong" if isinstance(subject, Entry):
                return "" if self._verdict(subject) == "supported" else "The evidence does not say so."
            case "true" | "false" if isinstance(subject, Entry):
                return f"{'It is said' if place.name == 'true' else 'Nobody says'} that {self._quoted(subject)}"
            case "type" if _text(subject).endswith("?"):
                return "question"
            case "label":
                return " ".join(plain_words(_text(subject))[-2:]) or "answer"
            case "passage" | "number" | "id" | "item" | "items" | "facts" | "fact_ids" | "evidence":
                return _label(subject, numeric=numeric)
            case "text" if "sentences" in place.path and isinstance(subject, Entry) and not subject.is_fact:
                return self._corrected(subject)
        if numeric or isinstance(subject, str):
            return NOTHING if numeric else subject
        return _text(subject) or self.material.question or NOTHING

    def _status(self, item: Entry) -> str:
        if not self.material.facts_of(item):
            return "unsatisfied"
        return "satisfied" if self._content else "partial"

    def _cited(self, sentence: Entry) -> list[str]:
        """The quotes under the ids that a sentence to judge names."""
        ids = sentence.about.strip("()").split()
        lines = self.material.said.splitlines()
        heads = [at for at, line in enumerate(lines) if line.split(" ", 1)[0] in ids]
        told = (line.strip() for at in heads for line in lines[at + 1 : at + 4])
        return [line.partition(":")[2].strip() for line in told if line.startswith("Quote:")]

    def _verdict(self, sentence: Entry) -> str:
        """Whatever shares half of its words with its quotes is as good as said."""
        words = plain_words(sentence.text)
        return (
            "supported" if 2 * shared(sentence.text, " ".join(self._cited(sentence))) >= len(words) else "unsupported"
        )

    def _quoted(self, entry: Entry) -> str:
        lines = (line.strip() for line in entry.text.splitlines())
        return next((line.partition(":")[2].strip() for line in lines if line.startswith("Quote:")), entry.text)

    def _corrected(self, objection: Entry) -> str:
        """The first sentence of its evidence; without any it is taken out."""
        quotes = [line.partition(":")[2] for line in objection.text.splitlines() if line.lower().startswith("quote")]
        return next((sentence for quote in quotes for sentence in split(quote.strip(" “”\"'"))), "")


def _text(subject: Any) -> str:
    if isinstance(subject, Entry):
        return subject.text.partition("\n")[0] if subject.is_fact else subject.text
    return subject if isinstance(subject, str) else ""


def _topic(item: Entry) -> str:
    return " ".join(plain_words(item.text)[-4:])


def _once(words: str) -> str:
    return " ".join(dict.fromkeys(words.split()))


def _label(subject: Any, *, numeric: bool) -> Any:
    if isinstance(subject, Entry):
        return subject.number if numeric else subject.label
    return NOTHING if numeric or subject is None else str(subject)
