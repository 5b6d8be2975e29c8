"""What a macro's run comes to: data in the declared shape, its evidence, its LEIs looked up, its verbs rendered."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec

from inquiro.core.types import (
    FieldSupport,
    Filled,
    Filling,
    Json,
    LeiFinding,
    Macro,
    MacroAsk,
    MacroResult,
    MacroSource,
    Payload,
    Report,
    SearchQuality,
    Value,
    VerbGroup,
)
from inquiro.effects import Paid
from inquiro.engine.deps import Deps
from inquiro.engine.filling.evidence import Read, supported
from inquiro.engine.filling.leaves import leaves
from inquiro.engine.filling.quality import measured
from inquiro.onboarding.discovering import Discovery, result_of
from inquiro.onboarding.handlebars import parse, render
from inquiro.onboarding.leis.checking import check_leis
from inquiro.onboarding.macros.schemas import validate
from inquiro.onboarding.register_journal import JournaledRegister
from inquiro.onboarding.register_texts import sentences_of
from inquiro.onboarding.suggesting import Suggested, suggested_verbs
from inquiro.onboarding.unfilled import unfilled
from inquiro.onboarding.verb_leis import check_verb_leis
from inquiro.workflows.sources import documents_of
from inquiro.workflows.state import ResearchState
from inquiro.workflows.thinking import think

FILL = "fill"
MOST_KNOWN = 100
_SUBJECTS = ("client_name", "entity_name", "company_name", "legal_name", "name")
_LEVELS: tuple[SearchQuality, ...] = ("HIGH", "MEDIUM", "LOW")


class Made(Value, frozen=True, kw_only=True):
    """A result before its sources have numbers."""

    result: MacroResult

    @property
    def counted(self) -> int:
        return sum(field.label != "unfilled" for field in self.result.fields)

    @property
    def proven(self) -> int:
        return sum(bool(field.evidence) for field in self.result.fields)

    @property
    def document_ids(self) -> list[str]:
        cited = (one.document_id for field in self.result.fields for one in field.evidence)
        return list(dict.fromkeys(cited))

    def numbered(self, numbers: Mapping[str, str], report: Report) -> MacroResult:
        """With the report's own source ids, and its sources beside."""
        sources = tuple(
            MacroSource(id=one.id, url=one.url, title=one.title, snippet=one.snippet) for one in report.sources
        )
        fields = tuple(_numbered(field, numbers) for field in self.result.fields)
        quality = measured(fields, self.result.leis, len(report.sources))
        return msgspec.structs.replace(self.result, fields=fields, sources=sources, measured_quality=quality)


async def researched(deps: Deps, state: ResearchState) -> Read:
    facts, evidence, documents = await asyncio.gather(
        deps.store.facts(deps.run_id), deps.store.evidence(deps.run_id), documents_of(deps, state)
    )
    return Read(
        facts={fact.id: fact for fact in facts},
        evidence={proof.id: proof for proof in evidence},
        documents={document.id: document for document in documents},
    )


async def filled(deps: Deps, state: ResearchState, ask: MacroAsk, known: Discovery, read: Read) -> Made:
    """Filled in by the model or from the register, then everything that code can say about it."""
    macro, schema = ask.macro, ask.macro.output.schema
    own = result_of(known, subject_of(ask), schema) if known.subject or macro.without_model else None
    records = [one for one in (known.subject, *(p.record for p in known.parents.values()), *known.children) if one]
    lines = [line for record in records for line in sentences_of(record)[:2]]
    prompt = await asyncio.to_thread(lambda: render(parse(macro.prompt), ask.params))
    filling = Filling(task=prompt, schema=schema, known=own, register=tuple(lines[:MOST_KNOWN]))
    facts = list(read.facts.values())

    def wrong(data: Any) -> list[str]:
        return [f"{one.path}: {one.message}" for one in validate(schema, data)]

    said = await think(deps, state, FILL, "write", lambda one: one.fill(filling, facts, wrong), returns=Filled)
    errors = await asyncio.to_thread(wrong, said.data)
    fields = await asyncio.to_thread(_fields, schema, said, read)
    verbs = await _verbs(deps, macro, said.data, ask.params)
    leis = await _leis(deps, said.data, verbs.text)
    quality = said.data.get("search_quality") if isinstance(said.data, dict) else None
    return Made(
        result=MacroResult(
            result_id=deps.run_id,
            session_id=ask.session_id,
            macro_name=macro.name,
            macro_version=macro.version,
            params=ask.params,
            data=said.data,
            schema_valid=not errors,
            validation_errors=tuple(errors),
            review_required=macro.output.review == "required",
            suggested_verbs=verbs.text if macro.suggested_verbs else None,
            verb_problems=verbs.problems,
            verb_warnings=verbs.warnings,
            verb_specs=verbs.specs,
            search_quality=next((one for one in _LEVELS if one == str(quality).upper()), None),
            fields=tuple(fields),
            leis=tuple(leis),
            created_at=state["started_at"],
        )
    )


def payload_of(macro: Macro, result: MacroResult) -> Payload:
    """Everything that a decision on this result is about."""
    verbs = result.suggested_verbs or ""
    return Payload(
        macro=macro,
        params=result.params,
        data=result.data,
        schema_valid=result.schema_valid,
        validation_errors=result.validation_errors,
        fields=result.fields,
        leis=result.leis,
        groups=(VerbGroup(key=result.result_id, title=macro.name, verbs=verbs, specs=result.verb_specs),)
        if verbs.strip()
        else (),
        problems=result.verb_problems,
        search_quality=result.search_quality,
        measured_quality=result.measured_quality,
        sources=result.sources,
        origin=f"{macro.name} {macro.version}",
    )


def _fields(schema: Json, said: Filled, read: Read) -> list[FieldSupport]:
    """What is there with its evidence, then what the schema knows and nobody filled in."""
    there = list(leaves(said.data))
    found = supported(there, said.cites, read)
    return [*found, *(FieldSupport(path=path, label="unfilled") for path in unfilled(schema, said.data))]


async def _leis(deps: Deps, data: Any, verbs: str) -> list[LeiFinding]:
    async def look() -> Paid:
        assert deps.onboarding is not None
        register = JournaledRegister(deps.effects, "leis/calls", deps.onboarding.register)
        found = await check_leis(data, register)
        return Paid(value=[*found, *await check_verb_leis([VerbGroup(key="", verbs=verbs)], register, found)])

    return await deps.effects.step("leis").settle("findings", look, list[LeiFinding])


async def _verbs(deps: Deps, macro: Macro, data: Any, params: Json) -> Suggested:
    """Settled: the user's own verbs may be other ones tomorrow."""

    async def look() -> Paid:
        folders = deps.onboarding.verb_folders if deps.onboarding else ()
        return Paid(value=await asyncio.to_thread(suggested_verbs, macro, data, params, folders))

    return await deps.effects.step("verbs").settle("suggested", look, Suggested)


def _numbered(field: FieldSupport, numbers: Mapping[str, str]) -> FieldSupport:
    cited = tuple(msgspec.structs.replace(one, source_id=numbers[one.document_id]) for one in field.evidence)
    return msgspec.structs.replace(field, evidence=cited)


def subject_of(ask: MacroAsk) -> str:
    """Whom the macro is about: the parameter that names them."""
    named = [ask.params.get(key) for key in _SUBJECTS]
    required = [ask.params.get(one.name) for one in ask.macro.parameters if one.required and one.type == "string"]
    return next((str(one) for one in (*named, *required) if isinstance(one, str) and one.strip()), ask.macro.name)
