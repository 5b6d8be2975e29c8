"""A browser at the door: which requests its cookie opens, and how it proves that our own page sent them."""

from __future__ import annotations

from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import Response
from starlette.types import Receive, Scope

from inquiro.api.bodies import FORM, READING, kind_of, replayed
from inquiro.api.browser_sessions import SESSION_SECONDS, Visitor
from inquiro.api.refusal import Refused

VISITOR = "inquiro.visitor"
COOKIE = "inquiro_session"
CSRF_HEADER = "x-inquiro-csrf"
CSRF_FIELD = "csrf"
MOST_FIELDS = 5_000
LOGIN = "/login"
PAGES = ("/reviews", LOGIN, "/logout")


def is_page(path: str) -> bool:
    """Whether a person's browser is shown this address; everything else is for programs."""
    return path == "/" or any(path == page or path.startswith(f"{page}/") for page in PAGES)


def opens(scope: Scope) -> bool:
    """A cookie is sent by itself: it opens pages, and beyond them only what comes with a proof."""
    return scope["type"] == "http" and (is_page(scope["path"]) or scope["method"] not in READING)


def session_secret(scope: Scope) -> str | None:
    """Read leniently: other servers on this host may have put anything beside it."""
    return cookie_parser("; ".join(Headers(scope=scope).getlist("cookie"))).get(COOKIE)


async def proven(scope: Scope, receive: Receive, visitor: Visitor) -> Receive:
    """The same request, if a page of ours sent it; 403 otherwise. Its body has been read and checked already."""
    headers = Headers(scope=scope)
    if "origin" not in headers:
        raise Refused(403, "a browser's request has to say where it comes from: Origin is missing")
    body: bytes = (await receive())["body"]
    proofs = headers.getlist(CSRF_HEADER)
    if not proofs and kind_of(headers) == FORM:
        proofs = fields_of(body).get(CSRF_FIELD, [])
    if len(proofs) != 1 or not visitor.sent(proofs[0]):
        raise Refused(403, "this was not sent by a page of this server: open the page again")
    return replayed(body, receive)


def fields_of(body: bytes) -> dict[str, list[str]]:
    """A form as a browser sends it."""
    try:
        return parse_qs(
            body.decode("utf-8"), keep_blank_values=True, strict_parsing=bool(body), max_num_fields=MOST_FIELDS
        )
    except ValueError:
        raise Refused(400, "the form cannot be read") from None


def keep(response: Response, secret: str, *, secure: bool) -> None:
    response.set_cookie(
        COOKIE, secret, max_age=SESSION_SECONDS, path="/", httponly=True, samesite="strict", secure=secure
    )


def forget(response: Response, *, secure: bool) -> None:
    response.delete_cookie(COOKIE, path="/", httponly=True, samesite="strict", secure=secure)
