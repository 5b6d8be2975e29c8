"""Where a redirect leads and what may go along: every hop is a new decision, and nothing secret changes origin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal

from inquiro.core.errors import BadAnswer, UnsafeAddress
from inquiro.core.settings import Secret
from inquiro.core.web import WebRequest
from inquiro.providers.http.dialing import is_operators
from inquiro.providers.http.targets import Target, parse_target, without_params

REDIRECTS = frozenset({301, 302, 303, 307, 308})
# What a stranger may see of a request that was meant for somebody else.
_HARMLESS = frozenset({"accept", "accept-language", "if-modified-since", "if-none-match", "range"})
_ABOUT_THE_BODY = frozenset({"content-type", "content-length", "content-encoding", "content-language"})


@dataclass(frozen=True, kw_only=True)
class Hop:
    """One request of a chain; `operator_origin` is set only while the chain has not left it."""

    target: Target
    method: Literal["GET", "POST", "HEAD"]
    headers: Mapping[str, str] = field(default_factory=dict)
    body: bytes | None = None
    credentials: Mapping[str, Secret] = field(default_factory=dict)
    secret_params: Mapping[str, Secret] = field(default_factory=dict)
    operator_origin: str = ""


def first_hop(request: WebRequest) -> Hop:
    target = parse_target(request.url)
    theirs = is_operators(target.host, target.port, request.operator_origin)
    return Hop(
        target=target,
        method=request.method,
        headers={name.lower(): value for name, value in request.headers.items()},
        body=request.body,
        credentials=request.credentials,
        secret_params=request.secret_params,
        operator_origin=request.operator_origin if theirs else "",
    )


def next_hop(hop: Hop, status: int, location: str, request: WebRequest) -> Hop:
    """The request that follows a redirect; raises UnsafeAddress or BadAnswer where none may."""
    target = parse_target(location.strip(" "), base=hop.target)
    echoed = frozenset((name, secret.reveal()) for name, secret in request.secret_params.items())
    following = replace(hop, target=without_params(target, echoed))
    if hop.method == "POST" and status in {301, 302, 303}:
        kept = {name: value for name, value in hop.headers.items() if name not in _ABOUT_THE_BODY}
        following = replace(following, method="GET", body=None, headers=kept)
    return following if target.origin == hop.target.origin else _stripped(following, hop, request)


def _stripped(following: Hop, hop: Hop, request: WebRequest) -> Hop:
    here, there = hop.target, following.target
    if following.body is not None:
        raise BadAnswer(f"{here.host} wants the request's body sent on to {there.host}")
    # Many honest sites pass through one unencrypted hop, and a page read there is reported under its http address.
    # A request with a key was meant for a service, and no service has a reason to leave https.
    if (here.scheme, there.scheme) == ("https", "http") and (request.credentials or request.secret_params):
        raise UnsafeAddress(f"{here.host} redirects a request with a key to an unencrypted address")
    kept = {name: value for name, value in following.headers.items() if name in _HARMLESS}
    return replace(following, headers=kept, credentials={}, secret_params={}, operator_origin="")
