"""Verb files and batches: put before a person as a whole, then carried out group by group."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from inquiro.core.errors import BadFile, Conflict, UsageError
from inquiro.core.settings import Settings
from inquiro.core.types import Json, LeiFinding, Payload, PrivacyMode, Problem, Review, VerbGroup, tighter
from inquiro.onboarding.batches.groups import groups_of, read_of
from inquiro.onboarding.batches.registry import TemplateRegistry
from inquiro.onboarding.batches.row_files import rows_from_file
from inquiro.onboarding.batches.rows import Row, rows_from_research
from inquiro.onboarding.batches.templates import BatchTemplate, TemplateRead, read_template
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.dsl.writing import format_program
from inquiro.onboarding.leis.checking import check_leis
from inquiro.onboarding.macros.folders import SUFFIXES
from inquiro.onboarding.reviewing.payloads import new_review
from inquiro.onboarding.suggesting import specs_digest
from inquiro.onboarding.verb_leis import check_verb_leis
from inquiro.onboarding.verbs.checking import check_program, check_text, leis_of
from inquiro.onboarding.verbs.definitions import read_verbs
from inquiro.onboarding.verbs.registry import VerbRegistry
from inquiro.providers.gleif.client import GleifRegister
from inquiro.runtime.executions import Executions
from inquiro.runtime.folders import BATCHES, VERBS, folders_of, text_of
from inquiro.runtime.known import ORGANISATION
from inquiro.runtime.outside import way_out
from inquiro.runtime.proposing import proposed_once
from inquiro.runtime.reviews import ReviewDesk
from inquiro.storage.store import SqlStore


class Planned(NamedTuple):
    """A batch before anybody has seen it; rows with errors have no group."""

    template: BatchTemplate
    groups: list[VerbGroup]
    problems: list[Problem]
    rows: list[Json]  # with what all of them share
    read: list[Json]  # what speaks for the LEIs in them
    origin: Review | None  # the approved result that they come from

    @property
    def told(self) -> Json:
        """How many rows there are, which of them are no part of it and why, and what is odd about the others."""
        return {"rows": len(self.rows), "left_out": self._lines("error"), "warnings": self._lines("warning")}

    def _lines(self, severity: str) -> list[str]:
        return [str(problem) for problem in self.problems if problem.severity == severity]


class Batches:
    def __init__(self, store: SqlStore, settings: Settings, reviews: ReviewDesk, executions: Executions) -> None:
        self._store = store
        self._settings = settings
        self._reviews = reviews
        self._executions = executions

    def verbs(self) -> VerbRegistry:
        return VerbRegistry.load(folders_of(self._settings, VERBS))

    def templates(self) -> TemplateRegistry:
        return TemplateRegistry(folders_of(self._settings, BATCHES), folders_of(self._settings, VERBS))

    def check_verbs(self, path: Path) -> tuple[int, list[Problem]]:
        """How many calls a file holds, or how many verbs a YAML file declares, and everything that is wrong with it."""
        if path.suffix.lower() in SUFFIXES:
            verbs, problems = read_verbs(text_of(path))
            return len(verbs), problems
        return check_text(text_of(path), self.verbs())

    def check_template(self, path: Path) -> TemplateRead:
        """The template of a file, and everything that is wrong with it."""
        return read_template(text_of(path), path.name, verb_folders=folders_of(self._settings, VERBS))

    def group_of_file(self, path: Path) -> VerbGroup:
        """A verb file as it would run; BadFile with every problem."""
        text = text_of(path)
        calls = read_program(text, str(path))
        if wrong := [one for one in check_program(calls, self.verbs()) if one.severity == "error"]:
            raise BadFile(str(path), wrong)
        if not calls:
            raise BadFile(str(path), [Problem(message="there are no verbs in it")])
        verbs = format_program(calls)
        return VerbGroup(key="", title=path.name, verbs=verbs, specs=specs_digest(verbs, self.verbs()))

    async def propose_verbs(self, path: Path) -> Review:
        """A verb file put before a person; once it has run, running it again is a decision of its own."""
        group = await asyncio.to_thread(self.group_of_file, path)
        payload = Payload(groups=(group,), leis=tuple(await self._leis([group])), origin=path.name)

        def made(review_id: str) -> Review:
            keyed = msgspec.structs.replace(payload, groups=(msgspec.structs.replace(group, key=review_id),))
            return new_review(keyed, kind="verbs", title=f"verbs: {path.name}", review_id=review_id)

        return await proposed_once(self._reviews, self._executions, payload, made)

    async def seen_verbs(self, path: Path, seen_hash: str) -> Review:
        """The review that an earlier call made of a file, waiting or approved; another one would have another hash."""
        verbs_now = (await asyncio.to_thread(self.group_of_file, path)).verbs
        for review in await self._reviews.store.with_hash(ORGANISATION, seen_hash):
            if review.kind == "verbs" and review.status in {"pending", "approved"}:
                if [group.verbs for group in review.payload.groups] != [verbs_now]:
                    raise UsageError(f"{path} says something else than review {review.id[:8]}, which has that hash")
                return review
        raise UsageError(
            f"no verbs with the hash {seen_hash} wait for a decision or are approved: `inquiro verbs run {path} --json` "
            "makes a review of them and gives its payload_hash"
        )

    async def plan(
        self,
        template: str,
        *,
        session_id: str = "",
        path: Path | None = None,
        rows: Sequence[Json] | None = None,
        shared: Mapping[str, Any] | None = None,
    ) -> Planned:
        """Rows from an approved result, from a file or as given; each becomes a group of verbs."""
        chosen = self.templates().get(template)
        origin = await self._approved(session_id) if session_id else None
        given, common, problems = await self._rows(chosen, origin, path, rows)
        everywhere = {**common, **(shared or {})}
        made = await asyncio.to_thread(groups_of, chosen, given, everywhere, found=bool(session_id))
        registry = self.verbs()
        sound, refused = [], []
        for group in made.groups:
            wrong = [one for one in check_program(read_program(group.verbs), registry) if one.severity == "error"]
            refused += [Problem(message=f"{group.title or group.key}: {one.message}") for one in wrong]
            meant = msgspec.structs.replace(group, specs=specs_digest(group.verbs, registry))
            sound += [] if wrong else [meant]
        whole = [{**everywhere, **row.values} for row in given]
        # A person has seen all of a result, and of a row only what becomes of it.
        read = whole if origin else await asyncio.to_thread(read_of, chosen, given, everywhere)
        return Planned(chosen, sound, [*problems, *made.problems, *refused], whole, read, origin)

    async def start(self, template: str, *, session_id: str = "", seen_hash: str = "", **given: Any) -> Review:
        """A batch put before a person; nothing is executed before they decided.

        The same again comes back to the review that waits, and with `seen_hash` to the approved one that has it.
        """
        planned = await self.plan(template, session_id=session_id, **given)
        if not planned.groups:
            told = "; ".join(str(problem) for problem in planned.problems) or "no row was given"
            raise UsageError(f"the batch '{template}' has nothing to do: {told}")
        origin = planned.origin  # asked for anew, it might be another, with another privacy
        privacy = self._reviews.privacy_of(origin) if origin else None
        payload = Payload(
            groups=tuple(planned.groups),
            leis=tuple(await self._leis(planned.groups, planned.read, privacy)),
            params=planned.told,
            origin=f"{planned.template.name} {planned.template.version}",
        )
        title = f"batch {planned.template.name}: {len(planned.groups)} row{'' if len(planned.groups) == 1 else 's'}"
        run_id = origin.run_id if origin else ""

        def made(review_id: str) -> Review:
            return new_review(payload, kind="batch", title=title, run_id=run_id, privacy=privacy, review_id=review_id)

        return await proposed_once(self._reviews, self._executions, payload, made, run_id=run_id, seen_hash=seen_hash)

    async def status(self, prefix: str) -> Json:
        """How far a batch is, row by row."""
        review = await self._reviews.get(prefix)
        run = await self._executions.find(review.id)
        steps = await self._executions.steps(review.id) if run else []
        report = await self._executions.report(review.id)
        ended = {group.key: group for group in report.groups} if report else {}
        done = {key: sum(s.group == key and s.status == "done" for s in steps) for key in {s.group for s in steps}}
        rows = [
            {
                "key": group.key,
                "title": group.title,
                "status": ended[group.key].status
                if group.key in ended
                else "running"
                if group.key in done
                else "waiting",
                "verbs_done": done.get(group.key, 0),
                "error": ended[group.key].error if group.key in ended else "",
            }
            for group in review.payload.groups
        ]
        counts = {state: sum(row["status"] == state for row in rows) for state in sorted({r["status"] for r in rows})}
        return {
            "batch_id": review.id,
            "review_id": review.id,
            "kind": review.kind,
            "title": review.title,
            "status": run.status if run else "waiting" if review.status == "pending" else review.status,
            "review_status": review.status,
            "run_id": run.id if run else None,
            "total": len(rows),
            "counts": counts,
            "left_out": review.payload.params.get("left_out", []),
            "warnings": review.payload.params.get("warnings", []),
            "rows": rows,
            "error": run.error_message if run else None,
        }

    async def _rows(
        self, template: BatchTemplate, origin: Review | None, path: Path | None, rows: Sequence[Json] | None
    ) -> tuple[list[Row], Json, list[Problem]]:
        if sum(bool(one) for one in (origin, path, rows)) != 1:
            raise UsageError("say where the rows come from: --from-research SESSION or --input FILE")
        if path is not None:
            read = await asyncio.to_thread(rows_from_file, path)
            return read.rows, {}, read.problems
        if rows:
            return [Row(dict(row), f"row {number}", number) for number, row in enumerate(rows, 1)], {}, []
        assert origin is not None
        decision = await self._reviews.approved(origin.id)
        seeds = rows_from_research(template, decision.payload.data)
        return seeds.rows, seeds.shared, seeds.problems

    async def _approved(self, session_id: str) -> Review:
        """The newest result of a session that a person approved."""
        for review in await self._reviews.list("approved", session_id, 1000):
            if review.payload.macro is not None:
                return review
        raise Conflict(f"session {session_id[:8]} has no approved result yet: approve one first")

    async def _leis(
        self, groups: Sequence[VerbGroup], rows: Sequence[Json] = (), privacy: PrivacyMode | None = None
    ) -> list[LeiFinding]:
        """Every LEI that the verbs name, looked up: under the name that its row or its call gives it."""
        named = {lei for group in groups for lei, _ in leis_of(read_program(group.verbs))}
        mode = tighter(privacy or self._settings.privacy, self._settings.privacy)
        async with way_out(self._settings, self._store, mode) as context:
            register = GleifRegister(context)
            found = [one for one in await check_leis({"rows": list(rows)}, register) if one.lei in named]
            return [*found, *await check_verb_leis(groups, register, found)]
