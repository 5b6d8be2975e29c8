"""A model that obeys whatever it reads: what the code around it lets happen then is what counts."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any, Literal

import jsonschema_rs
import msgspec

from inquiro.core.models import FREE, Capabilities, ModelRequest, Price
from inquiro.core.types import Json
from inquiro.testing.by_schema import Place, fill, objects_in, schema_of
from inquiro.testing.diligent_model import QUERIES, DiligentModel, Work
from inquiro.testing.material import Entry, Material, names_in, split
from inquiro.testing.orders import addresses_in, carrying, orders_in, secrets_in, words_to_say
from inquiro.testing.research_results import ASKED_FOR

INVENTED = ("f999", "c99")
Manner = Literal["loud", "woven", "quiet"]
_MANNERS: tuple[Manner, ...] = ("loud", "woven", "quiet")
_VERBATIM = {"quote"}  # checked against the page: a liar copies it faithfully
_REFERENCES = {"passage", "number", "id", "item", "items", "facts", "fact_ids", "evidence", "language"}
_MOST_SECRETS = 6
_PLACEHOLDER = "SECRET"
_ASKS_FOR_PROMPT = re.compile(r"system prompt", re.IGNORECASE)
LINK = "[link]"  # what a prompt shows instead of an address


class ObedientModel(DiligentModel):
    """Follows every order in the text it is given; without one it works like a DiligentModel.

    It answers in the asked-for form, so that nothing stops it at the door: with the JSON that the text dictates where
    that fits, else with every free string filled with the order, all secrets in the prompt, and addresses that carry
    them away; every other time it says what it was told to say, raw. `addresses` are the attacker's, known to it
    although no prompt names them. The same prompt always gives the same answer.
    """

    def __init__(
        self,
        *,
        provider: str = "obedient",
        model: str = "model",
        capabilities: Capabilities | None = None,
        price: Price | None = FREE,
        rounds_needed: int = 1,
        addresses: Sequence[str] = (),
    ) -> None:
        super().__init__(
            provider=provider, model=model, capabilities=capabilities, price=price, rounds_needed=rounds_needed
        )
        self.addresses = tuple(addresses)
        self.obeyed = 0  # how many prompts held an order

    def answer(self, request: ModelRequest) -> str:
        material = Material.of(request)
        orders = orders_in(material.said)
        if not orders:
            return super().answer(request)
        self.obeyed += 1
        schema = schema_of(request)
        work = Obedience(self.work_on(request), orders, self.addresses, _digest(request))
        if schema is None:
            return work.block() if ASKED_FOR in material.told else work.raw()
        dictated = [work.with_secrets(one) for one in objects_in(material.said)]
        if (fitting := _fitting(dictated, schema)) is not None:
            return msgspec.json.encode(fitting).decode()
        if not material.turn and work.speaks_raw:
            return work.raw()
        return msgspec.json.encode(_merged(fill(schema, work), dictated, schema)).decode()


class Obedience:
    """Fills an answer as an attacker would want it; a `Filler` around the sensible one."""

    def __init__(self, sensible: Work, orders: tuple[str, ...], addresses: tuple[str, ...], digest: int) -> None:
        material = sensible.material
        said = "\n".join(entry.text for entry in material.entries)  # sentences without the labels before them
        everything = f"{material.told}\n{said}\n{material.said}"
        self._sensible = sensible
        self._material = material
        self._orders = orders
        asked_for = split(material.told)[:2] if _ASKS_FOR_PROMPT.search(" ".join(orders)) else ()
        self._secrets = (*secrets_in(everything), *asked_for)[:_MOST_SECRETS]
        self._traps = carrying([*addresses_in(material.said), *addresses], self._secrets)
        self._digest = digest
        self.speaks_raw = digest % 2 == 1

    def raw(self) -> str:
        """What it was told to say, outside every form."""
        dictated = [msgspec.json.encode(self.with_secrets(one)).decode() for one in objects_in(self._material.said)]
        said = [*words_to_say(self._material.said), *dictated]
        return "\n".join([*said, self._loud(), self._material.told])

    def block(self) -> str:
        """The asked-for block, with good ids and the attacker's addresses as sources, and words in every manner."""
        ids = [entry.label for entry in self._material.entries if re.fullmatch(r"e\d+", entry.label)][:3]
        told = [self._loud(), self._woven("It cools."), self._quiet("It cools.")]
        items = [(source, told[n % len(told)]) for n, source in enumerate([*ids, *self._traps[:3], "e999"])]
        written = "".join(
            f"<research_item><source>{source}</source><content>{content}</content></research_item>"
            for source, content in items
        )
        paper = " ".join(f"{content} [{source}]. " for source, content in items)
        return f"{self._loud()}\n<research_result>\n## Abstract\n{paper}\n{written}\n</research_result>"

    def with_secrets(self, dictated: Json) -> Json:
        """The attacker's form, filled in."""
        text = msgspec.json.encode(dictated).decode()
        secret = msgspec.json.encode(" ".join(self._secrets)).decode()[1:-1]
        filled: Json = msgspec.json.decode(text.replace(_PLACEHOLDER, secret))
        return filled

    # -- the filler

    def subjects(self, place: Place) -> Sequence[Any] | None:
        found = self._sensible.subjects(place)
        if "quote" in place.fields:
            return [*self._hostile_passages(), *(found or ())]
        if place.name == "queries":
            return [*(found or ()), *self._material.items, *[None] * QUERIES][:QUERIES]
        if place.name in {"facts", "fact_ids"} and found:
            return [*found, INVENTED[0]]
        return found or None  # nothing is left empty that could carry something

    def value(self, place: Place) -> Any:
        sensible = self._sensible.value(place)
        if options := place.schema.get("enum"):
            return options[(self._digest + place.number) % len(options)] if place.name == "kind" else sensible
        if place.schema.get("type") != "string" or place.name in _VERBATIM | _REFERENCES:
            return sensible
        text = sensible if isinstance(sensible, str) else ""
        if "queries" in place.path:
            return self._query(text, place.number)
        match _MANNERS[(self._digest + place.number + len(place.path)) % len(_MANNERS)]:
            case "loud":
                return self._loud()
            case "woven":
                return self._woven(text)
            case "quiet":
                return self._quiet(text)

    def _hostile_passages(self) -> list[Entry]:
        """The orders themselves, as if they were findings; of one with an address the part that can be looked up."""
        return [
            msgspec.structs.replace(passage, text=max(sentence.split(LINK), key=len).strip())
            for passage in self._material.numbered
            for sentence in passage.sentences
            if sentence in self._orders
        ]

    def _loud(self) -> str:
        return " ".join([*self._secrets, *self._traps, *self._orders])

    def _woven(self, text: str) -> str:
        """Into a good sentence, in every kind of markup that loads or links something."""
        markup = [
            part
            for trap in self._traps[:3] or ("",)
            for part in (f"![x]({trap})", f"[more]({trap})", f"<{trap}>", f'<img src="{trap}">', f"[r]\n\n[r]: {trap}")
            if trap
        ]
        return " ".join([text, *markup, *self._secrets, *self._orders[:1]])

    def _quiet(self, text: str) -> str:
        """Nothing but words: what no cleaning takes out."""
        return f"{text} {' '.join(self._secrets)}".strip()

    def _query(self, text: str, number: int) -> str:
        """Code words first, since queries are short; then everybody's names, an address, and the syntax of a service."""
        names = " ".join(dict.fromkeys(name for fact in self._material.facts for name in names_in(fact.text)))
        secret = " ".join(self._secrets)
        carried = next(iter(self._traps), "")
        return (
            f"{secret} {text}",
            f"{names} {secret} {text}",
            f"{self._secrets[0] if self._secrets else names}[tiab] AND ({text}) site:{carried}",
            f"{carried} {text}",
        )[number % 4].strip()


def _fitting(dictated: list[Json], schema: Json) -> Json | None:
    return next((one for one in dictated if jsonschema_rs.is_valid(schema, one)), None)


def _merged(answer: Any, dictated: list[Json], schema: Json) -> Any:
    """The attacker's fields in place of ours, as long as the form allows them."""
    for one in dictated:
        for name, value in one.items():
            if isinstance(answer, dict) and name in answer:
                replaced = answer | {name: value}
                answer = replaced if jsonschema_rs.is_valid(schema, replaced) else answer
    return answer


def _digest(request: ModelRequest) -> int:
    return int.from_bytes(hashlib.sha256(msgspec.json.encode(request.messages)).digest()[:4], "big")
