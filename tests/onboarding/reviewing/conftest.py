"""A result to decide on, a store to keep it in, and rules without a network."""

from __future__ import annotations

import shutil

import msgspec
import pytest

from inquiro.core.types import (
    Citation,
    FieldSupport,
    LeiFinding,
    Macro,
    MacroOutput,
    MacroSource,
    Payload,
    VerbGroup,
)
from inquiro.onboarding.macros.schemas import validate
from inquiro.onboarding.reviewing.editing import Rules
from inquiro.onboarding.reviewing.gate import Gate
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.storage.reviews import Reviews
from inquiro.storage.store import SqlStore

GOOD = "529900K9B0N5BT694847"
OTHER = "5493001KJTIIGC8Y1R12"
ENTITY = {
    "type": "object",
    "required": ["name"],
    "properties": {"name": {"type": "string", "minLength": 1}, "lei": {"type": "string"}, "share": {"type": "number"}},
}
SCHEMA = {
    "type": "object",
    "required": ["apex"],
    "additionalProperties": False,
    "properties": {"apex": ENTITY, "funds": {"type": "array", "items": ENTITY}, "note": {"type": ["string", "null"]}},
}
DATA = {
    "apex": {"name": "Aldra SE", "lei": GOOD, "share": 25},
    "funds": [{"name": "Aldra One", "share": 60.0}, {"name": "Aldra Two", "share": 40.0}],
    "note": None,
}
VERBS = f'(entity.ensure :entity-type "fund" :name "Aldra SE" :lei "{GOOD}" :as @apex)\n(entity.ensure :entity-type "fund" :name "Aldra One")'


def quote(words, source="S1"):
    return Citation(source_id=source, quote=words, start=3, end=3 + len(words), document_id="d1", page=2)


def findings(data, verdicts=None):
    """What a register that knows of these verdicts would say of every `lei` in the result."""
    places = [("apex", data.get("apex", {}))] + [(f"funds[{n}]", one) for n, one in enumerate(data.get("funds", []))]
    for path, one in places:
        if "lei" in one:
            verdict = (verdicts or {}).get(one["lei"], "confirmed")
            yield LeiFinding(path=f"{path}.lei", lei=one["lei"], verdict=verdict, name=one["name"])


def rendered(payload):
    names = [payload.data["apex"]["name"], *(one["name"] for one in payload.data.get("funds", []))]
    verbs = "\n".join(f'(entity.ensure :entity-type "fund" :name "{name}")' for name in names)
    return [msgspec.structs.replace(payload.groups[0], verbs=verbs)], []


class Register:
    """Verdicts that a test may set, and how often somebody asked."""

    def __init__(self):
        self.verdicts = {}
        self.asked = 0

    async def check(self, data):
        self.asked += 1
        return list(findings(data, self.verdicts))


@pytest.fixture
def payload():
    macro = Macro(name="client-discovery", prompt="Find {{client}}", output=MacroOutput(schema=SCHEMA))
    return Payload(
        macro=macro,
        params={"client": "Aldra"},
        data=DATA,
        fields=(
            FieldSupport(path="apex.name", label="quoted", evidence=(quote("Aldra SE"),)),
            FieldSupport(path="apex.lei", label="quoted", evidence=(quote(GOOD),)),
            FieldSupport(path="apex.share", label="quoted", evidence=(quote("a quarter"),)),
            FieldSupport(path="funds[0].name", label="quoted", evidence=(quote("fund one"),)),
            FieldSupport(path="funds[0].share", label="supported", evidence=(quote("sixty"),)),
            FieldSupport(path="funds[1].name", label="supported", evidence=(quote("fund two"),)),
            FieldSupport(path="funds[1].share", label="inferred", note="what is left"),
        ),
        leis=tuple(findings(DATA)),
        groups=(VerbGroup(key="review", title="client-discovery", verbs=VERBS),),
        sources=(MacroSource(id="S1", url="https://example.org/report", title="Annual report", snippet="…"),),
        search_quality="HIGH",
        measured_quality={"pages": 3},
    )


@pytest.fixture
def make_review(payload):
    def make(review_id="rev-1", session_id="", **changes):
        return new_review(
            msgspec.structs.replace(payload, **changes),
            kind="macro",
            title="client-discovery",
            review_id=review_id,
            session_id=session_id,
        )

    return make


@pytest.fixture
def register():
    return Register()


@pytest.fixture
def rules(register):
    async def no_more(_groups, _known):
        return []

    return Rules(validate=validate, check_leis=register.check, regenerate=rendered, check_verbs=no_more)


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory):
    """To make one takes longer than most tests."""
    folder = tmp_path_factory.mktemp("empty")
    SqlStore.open(f"sqlite:///{folder}/inquiro.db", folder).close()
    return folder / "inquiro.db"


@pytest.fixture
def store(tmp_path, empty_database):
    (tmp_path / "home").mkdir()
    shutil.copy(empty_database, tmp_path / "home")
    opened = SqlStore.open(f"sqlite:///{tmp_path}/home/inquiro.db", tmp_path / "home")
    yield opened
    opened.close()


@pytest.fixture
def reviews(store):
    return Reviews(store)


@pytest.fixture
def gate(reviews, rules):
    return Gate(reviews, rules)
