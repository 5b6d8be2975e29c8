"""The application: routes behind the door, and the background work that lives as long as the server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from fastapi.telemetry import TelemetryConfig
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp

from inquiro import __version__
from inquiro.api import batches, browser, checks, macros, modes, notes, research, review_pages, reviews, traces
from inquiro.api.access_log import AccessLog
from inquiro.api.callers import Callers
from inquiro.api.desk import Desk
from inquiro.api.guard import Guard
from inquiro.api.hosts import Hosts
from inquiro.api.pages import refusal_page
from inquiro.api.refusal import Refused, explained, status_of
from inquiro.core.errors import InquiroError
from inquiro.runtime.vault import vault_followed

# Nothing is told to a collector: what a run sends outside is the gateway's business alone.
UNTRACED: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}


def create_app(desk: Desk, hosts: Hosts) -> ASGIApp:
    """Everything but `/healthz` needs a token, the description of the routes included."""
    app = FastAPI(
        title="Inquiro",
        version=__version__,
        docs_url=None,  # its page would load scripts from elsewhere
        redoc_url=None,
        redirect_slashes=False,
        lifespan=_working,
        telemetry=UNTRACED,
    )
    app.state.desk = desk
    for routes in (research, modes, notes, checks, macros, reviews, batches, traces):
        app.include_router(routes.router)
    app.include_router(browser.programs)
    if desk.pages is not None:
        app.include_router(browser.people)
        app.include_router(review_pages.router)
    app.add_exception_handler(InquiroError, _engine_error)
    app.add_exception_handler(Refused, _refusal)
    app.add_exception_handler(RequestValidationError, _invalid)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(Exception, _unexpected)
    callers = Callers(desk.runtime.tokens, desk.tickets, desk.browsers)
    return AccessLog(Guard(app, hosts=hosts, callers=callers, limits=desk.limits, pages=desk.pages))


@asynccontextmanager
async def _working(app: FastAPI) -> AsyncIterator[None]:
    """Runs that an earlier server left behind go on; those under way at the end stay resumable. The vault is followed."""
    desk: Desk = app.state.desk
    desk.runner.start()
    try:
        await desk.runner.recover()
        async with vault_followed(desk.runtime.settings):
            yield
    finally:
        desk.closing.set()
        desk.runner.close()


async def _engine_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, InquiroError)
    return _as_page(request, Refused(status_of(error), str(error))) or explained(error)


async def _refusal(request: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    return _as_page(request, error) or JSONResponse({"detail": error.detail}, error.status, error.headers)


def _as_page(request: Request, refused: Refused) -> Response | None:
    desk: Desk = request.app.state.desk
    return refusal_page(desk.pages, request.scope, refused)


async def _invalid(_: Request, error: Exception) -> Response:
    """What is wrong and where; what was sent is not repeated."""
    assert isinstance(error, RequestValidationError)
    problems: list[dict[str, Any]] = [
        {"where": ".".join(str(part) for part in found["loc"][1:]) or str(found["loc"][0]), "problem": found["msg"]}
        for found in error.errors()
    ]
    detail = "; ".join(f"{problem['where']}: {problem['problem']}" for problem in problems)
    return JSONResponse({"detail": detail, "problems": problems}, 422)


async def _http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if (shown := _as_page(request, Refused(error.status_code, error.detail))) is not None:
        return shown
    return JSONResponse({"detail": error.detail}, error.status_code, error.headers)


async def _unexpected(_: Request, __: Exception) -> Response:
    return JSONResponse({"detail": "unexpected error; the server's log has it"}, 500)
