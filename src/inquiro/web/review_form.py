"""The form to decide with: bound to the version and the hash of what the page shows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from inquiro.core.types import LeiFinding
from inquiro.onboarding.reviewing.form_fields import data_text
from inquiro.runtime.screens import ReviewScreen
from inquiro.web.markup import Html, joined, tag

FORM = "decide"
LONGEST = 150_000  # characters of data: a form is sent whole, six bytes for many a character, and a request is bounded


def form(screen: ReviewScreen, csrf: str, typed: Mapping[str, str]) -> Html:
    """The first button is the harmless one: it is what the Enter key presses."""
    review = screen.review
    return tag(
        "form",
        tag("h2", "Decide"),
        hidden(csrf=csrf, version=str(review.version), hash=review.payload_hash),
        *_editing(screen, typed),
        *_overriding(screen.overridable, typed),
        _cannot_run(screen),
        tag("label", "Reason, if you want to give one", for_="reason"),
        tag("input", type="text", id="reason", name="reason", value=typed.get("reason", ""), autocomplete="off"),
        _buttons(editable=review.payload.macro is not None, verbs=bool(review.payload.groups)),
        method="post",
        action=f"/reviews/{review.id}",
        id=FORM,
        class_="decide",
        autocomplete="off",
    )


def _cannot_run(screen: ReviewScreen) -> Html:
    stopped = sum(bool(group.problems) for group in screen.view.groups)
    if not stopped and not screen.view.problems:
        return Html("")
    some = "The verbs" if len(screen.view.groups) == 1 else f"Those of {stopped} groups"
    return tag("p", f"{some} cannot run as they are: approving does not change that.", class_="todo")


def hidden(**values: str) -> Html:
    return joined(tag("input", type="hidden", name=name, value=value) for name, value in values.items())


def _editing(screen: ReviewScreen, typed: Mapping[str, str]) -> Iterator[Html]:
    review = screen.review
    if review.payload.macro is None:
        yield tag("p", "Verbs are decided on as they are: change the file they come from and start again.")
        return
    whole = data_text(review.payload.data)
    if len(whole) > LONGEST:
        command = f"inquiro review edit {review.id[:8]}"
        yield tag("p", "The data are too large to be changed here: ", tag("code", command), class_="small")
        return
    stands = typed.get("data", whole)
    told = (
        "Change single fields above, or the whole data here. A change becomes a new version, with its verbs made anew."
    )
    yield tag("p", told, class_="small")
    changed = stands.replace("\r\n", "\n").strip() != whole.strip()
    yield tag(
        "details",
        tag("summary", "Change the whole data (JSON)"),
        tag("textarea", stands, name="data", aria_label="The whole data as JSON", spellcheck="false"),
        open=changed,
    )
    if screen.view.draft:
        yield tag(
            "details", tag("summary", "A draft that was not accepted"), tag("pre", screen.view.draft, class_="wrap")
        )


def _overriding(findings: tuple[LeiFinding, ...], typed: Mapping[str, str]) -> Iterator[Html]:
    for number, one in enumerate(findings):
        name = f"override:{one.lei}"
        why = one.verdict.replace("_", " ")
        yield tag("label", f"{one.lei} is {why}. Its verbs run only with a reason:", for_=f"override{number}")
        yield tag(
            "input", type="text", id=f"override{number}", name=name, value=typed.get(name, ""), autocomplete="off"
        )


def _buttons(*, editable: bool, verbs: bool) -> Html:
    shown = [_button("show", "Show the change")] if editable else []
    shown += [_button("approve", "Approve", "go")]
    shown += [_button("execute", "Approve and execute", "go")] if verbs else []
    return tag("div", *shown, _button("reject", "Reject", "no"), class_="buttons")


def _button(wish: str, label: str, tone: str | None = None) -> Html:
    return tag("button", label, name="do", value=wish, class_=tone)
