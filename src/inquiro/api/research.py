"""/api/research: start a run, look at it, answer it, stop it, listen to it."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Header, Query, Response
from starlette.responses import JSONResponse
from starlette.websockets import WebSocket

from inquiro.api.desk import Desk, Reader, Researcher, TheDesk, desk_of
from inquiro.api.executing import ensure_room
from inquiro.api.feed import follow
from inquiro.api.refusal import NOT_FOUND, Refused
from inquiro.api.requests import Answer, Start, research_request
from inquiro.api.streams import EventStream, talk
from inquiro.api.views import WORKING, question_of, result_of, status_of, status_word
from inquiro.core.decoders import convert
from inquiro.core.errors import RunNotFound
from inquiro.core.events import Event
from inquiro.core.types import Json, Report, ResearchRequest, Run
from inquiro.exports.json import as_dict
from inquiro.runtime.following import EXECUTES
from inquiro.runtime.reviewed import reviewed

router = APIRouter(prefix="/api/research", tags=["research"])
NO_ANSWER = 1008
After = Annotated[int, Query(ge=0, le=2**31, description="Only messages with a larger seq.")]


@router.post("/start")
async def start(asked: Start, desk: TheDesk, _: Researcher) -> Json:
    """Start research in the background; it goes on when the client leaves."""
    return await begin(desk, research_request(asked, desk))


@router.get("/{session_id}/status")
async def status(session_id: str, desk: TheDesk, _: Reader) -> Json:
    """How far a run has come."""
    run = await desk.runtime.run(session_id)
    return status_of(run, await _events(desk, run))


@router.post("/{session_id}/stop")
async def stop(session_id: str, desk: TheDesk, _: Researcher) -> Json:
    """Stop gently: the run writes the report it has."""
    await desk.runtime.run(session_id)
    return _brief(await desk.runtime.stop(session_id))


@router.post("/{session_id}/resume")
async def resume(session_id: str, desk: TheDesk, caller: Researcher) -> Json:
    """Go on with a run that was stopped or left behind; a finished one stays finished."""
    run = await desk.runtime.run(session_id)
    if run.tool_name == EXECUTES and not caller.allows("review"):
        raise Refused(403, f"the run executes verbs; this token's scope is '{caller.scope}', 'review' is needed")
    if run.status == "waiting":
        raise Refused(409, f"the run waits for an answer: {question_of(run)}")
    desk.runner.submit(run.id, after=run.status not in WORKING)
    return _brief(run)


@router.post("/{session_id}/answer")
async def answer(session_id: str, said: Answer, desk: TheDesk, _: Researcher) -> Json:
    """Answer the question a run waits with; once this returns, the answer is written down."""
    run = await desk.runtime.run(session_id)
    if run.status != "waiting":
        raise Refused(409, f"the run is {status_word(run)}: it waits for no answer")
    return _brief(await desk.runner.accept(run.id, said.answer))


@router.get("/{session_id}")
async def result(session_id: str, desk: TheDesk, _: Reader) -> Any:
    """The finished report, as `inquiro ask --json` or `inquiro research --json` prints it."""
    run = await desk.runtime.run(session_id)
    if (built := result_of(run)) is not None:
        return JSONResponse(await _decided(desk, run, built))
    why = question_of(run) or run.error_message or f"the run is {status_word(run)} and has no result yet"
    return JSONResponse({"detail": why, **_brief(run)}, 409)


@router.get("/{session_id}/events", responses={200: {"content": {EventStream.media_type: {}}}})
async def events(
    session_id: str, desk: TheDesk, _: Reader, after: After = 0, last_event_id: Annotated[str | None, Header()] = None
) -> Response:
    """Server-sent events: what was said after a number, then what is said, until the run ends."""
    seen = int(last_event_id) if last_event_id and last_event_id.isdecimal() and len(last_event_id) < 10 else after
    new, ended = await desk.runtime.news(session_id, seen, 1)
    if ended and not new and seen:
        return Response(status_code=204)  # tells a browser not to come back
    return EventStream(follow(desk.runtime, session_id, seen, desk.limits, desk.closing), desk.room, desk.limits)


@router.websocket("/{session_id}/progress")
async def progress(socket: WebSocket, session_id: str, after: After = 0) -> None:
    """The same messages over a WebSocket."""
    desk = desk_of(socket)
    try:
        desk.room.take()
    except Refused as refused:
        await socket.send_denial_response(JSONResponse({"detail": refused.detail}, refused.status, refused.headers))
        return
    try:
        await socket.accept()
        if await _known(desk, session_id):
            messages = follow(desk.runtime, session_id, after, desk.limits, desk.closing)
            await talk(socket, messages, desk.limits, desk.closing)
        else:
            await socket.send_json({"type": "error", "message": NOT_FOUND})
            await socket.close(NO_ANSWER, NOT_FOUND)
    finally:
        desk.room.leave()


async def begin(desk: Desk, request: ResearchRequest) -> Json:
    """Write the request down and let the background take it up."""
    ensure_room(desk)
    run = await desk.runtime.start(request)
    desk.runner.submit(run.id)
    return {"session_id": run.id, "status": "started"}


async def _known(desk: Desk, session_id: str) -> bool:
    try:
        await desk.runtime.run(session_id)
    except RunNotFound:
        return False
    return True


async def _decided(desk: Desk, run: Run, built: Json) -> Json:
    """A macro's report with what people made of its result by now."""
    if not built.get("macro"):
        return built
    return as_dict(await reviewed(desk.runtime, convert(run.result, Report)))


async def _events(desk: Desk, run: Run) -> list[Event]:
    return await desk.runtime.events(run.id)


def _brief(run: Run) -> Json:
    return {"session_id": run.id, "status": status_word(run)}
