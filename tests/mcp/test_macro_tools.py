"""The macro tools through the official client: nothing is decided without a person, whatever a client says."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any

import msgspec
import pytest
from mcp_types import ElicitResult, Implementation

from inquiro.core.settings import Settings
from inquiro.mcp.desk import Folders
from inquiro.mcp.server import ResearchServer, build
from inquiro.onboarding.reviewing.viewing import view
from inquiro.runtime import Runtime
from mcp import Client

pytestmark = pytest.mark.real_sources  # named by the macro, and never asked
TRUSTED = Implementation(name="desk-client", version="1")
ASKED = {"client_name": "Nordwind Kapitalverwaltung"}


@pytest.fixture
def settings(settings: Settings, nordwind: Any) -> Settings:
    """The operator trusts the forms of one client; `Client` calls itself that unless a test says otherwise."""
    return msgspec.structs.replace(
        settings, provider_urls={"gleif": nordwind.url}, elicit_decisions=("another", "Desk-Client")
    )


@pytest.fixture
def client(request: pytest.FixtureRequest, server: ResearchServer) -> Any:
    """Of the newer protocol, unless a test wants both."""
    mode = getattr(request, "param", "auto")
    return lambda **options: Client(server, mode=mode, **{"client_info": TRUSTED} | options)


async def call(client: Client, name: str, **arguments: Any) -> dict[str, Any]:
    answered = await client.call_tool(name, arguments)
    assert not answered.is_error, answered.content[0].text
    return answered.structured_content


async def researched(client: Client) -> dict[str, Any]:
    return await call(client, "research_execute", macro_name="client-discovery", params=ASKED, wait_seconds=50)


def typing(shown: list[str], settings: Settings, answer: str | None = None) -> Any:
    """A person who reads the form, looks the code up where it is shown and types it, or types something else."""

    async def fill(_context: Any, form: Any) -> ElicitResult:
        shown.append(form.message)
        [word] = re.findall(r"type the word (\w+)", form.message)
        [command] = re.findall(r"`(inquiro review show \w+)`", form.message)
        code = await asyncio.to_thread(code_of, settings, command.split()[-1])
        return ElicitResult(action="accept", content={"confirm": answer or f"{word} {code}"})

    return fill


def code_of(settings: Settings, review: str) -> str:
    runtime = Runtime.open(settings)
    try:
        return view(asyncio.run(runtime.reviews.get(review))).short_hash
    finally:
        runtime.close()


def play(client: Any, scenario: Any, **options: Any) -> Any:
    async def scene() -> Any:
        async with client(**options) as connected:
            return await scenario(connected)

    return asyncio.run(scene())


def decisions(settings: Settings) -> list[Any]:
    runtime = Runtime.open(settings)
    try:
        return list(asyncio.run(runtime.reviews.store.decisions("local")))
    finally:
        runtime.close()


def test_macros_are_listed_searched_and_explained(client):
    async def scenario(connected: Client) -> Any:
        return (
            await call(connected, "research_list", search=None),
            await call(connected, "research_list", search="beneficial owner"),
            await call(connected, "research_get", macro_name="client-discovery"),
        )

    all_of_them, some, one = play(client, scenario)
    assert {macro["name"] for macro in all_of_them["macros"]} >= {"client-discovery", "regulatory-check"}
    assert some["macros"][0]["name"] == "ubo-investigation"
    assert one["output"]["schema"]["required"] == ["apex"]
    assert one["example"]["params"]["client_name"]


def test_a_result_waits_and_says_where(client):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        return done, await call(connected, "research_status", session_id=done["session_id"])

    done, status = play(client, scenario)
    assert done["state"] == "pending_review"
    assert done["data"]["apex"]["name"] == "Nordwind Capital SE"
    assert done["review"]["command"].startswith("inquiro review show")
    assert (status["state"], status["has_pending"]) == ("pending_review", True)


def test_a_client_that_cannot_ask_the_person_gets_the_link_and_decides_nothing(client, settings):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        return await call(connected, "research_approve", session_id=done["session_id"], execute_verbs=True)

    told = play(client, scenario)
    assert told["approved"] is False
    assert "/reviews/" in told["review"]["link"]
    assert "a person has to decide" in told["message"]
    assert decisions(settings) == []


@pytest.mark.fault(51)
def test_a_client_that_asks_again_gets_the_same_answer(client, settings):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        first = await call(connected, "research_approve", session_id=done["session_id"], execute_verbs=True)
        return first, await call(connected, "research_approve", session_id=done["session_id"], execute_verbs=True)

    first, again = play(client, scenario, elicitation_callback=typing([], settings))
    assert first == again
    assert first["state"] == "executed"
    assert first["execution"]["counts"]["created"] > 0
    assert len(decisions(settings)) == 1


@pytest.mark.parametrize("client", ["legacy", "auto"], indirect=True)
def test_a_person_who_types_the_hash_of_what_they_read_approves_it(client, settings):
    shown: list[str] = []

    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        approved = await call(connected, "research_approve", session_id=done["session_id"], execute_verbs=True)
        run_id = approved["execution"]["run_id"]
        await call(connected, "run_result", run_id=run_id, wait_seconds=50)
        return approved, await call(connected, "research_status", session_id=done["session_id"])

    approved, status = play(client, scenario, elicitation_callback=typing(shown, settings))
    assert approved["approved"] is True
    assert "gleif.enrich" in approved["generated_verbs"]
    assert status["state"] == "executed"
    assert "529900NORDWINDSE0108" in shown[0]
    assert "(gleif.enrich" in shown[0]
    [decision] = decisions(settings)
    assert (decision.channel, decision.verdict) == ("elicitation (unverified)", "approve")


@pytest.mark.parametrize("answer", ["yes", "00000000"])
def test_anything_but_the_hash_approves_nothing(client, settings, answer):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        return await call(connected, "research_approve", session_id=done["session_id"])

    assert play(client, scenario, elicitation_callback=typing([], settings, answer))["approved"] is False
    assert decisions(settings) == []


def test_what_is_asked_for_is_said_and_typed(client, settings):
    """The same result, three different deeds: none is confirmed by the words for another."""
    shown: list[str] = []

    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        session = done["session_id"]
        await call(connected, "research_approve", session_id=session)
        await call(connected, "research_approve", session_id=session, execute_verbs=True)
        await call(connected, "research_reject", session_id=session, reason="another group")

    play(client, scenario, elicitation_callback=typing(shown, settings, "no"))
    assert [message.splitlines()[0] for message in shown] == [
        "APPROVE this result. Its verbs do not run yet.",
        "APPROVE this result AND EXECUTE its verbs now.",
        "REJECT this result. Reason that will be kept: another group",
    ]
    assert len({message.splitlines()[-1] for message in shown}) == 3
    assert decisions(settings) == []


def test_an_agents_edit_leaves_nothing_behind_unless_a_person_confirms_it(client, settings):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        edits = {"apex": {"name": "Suedlicht AG"}}
        told = await call(connected, "research_approve", session_id=done["session_id"], edits=edits)
        return done, told

    done, told = play(client, scenario, elicitation_callback=typing([], settings, "no"))
    assert (told["approved"], told["edits_saved"]) == (False, False)
    assert told["message"].startswith("what was typed is not what the form asks for")
    runtime = Runtime.open(settings)
    try:
        review = asyncio.run(runtime.reviews.get(done["result_id"]))
    finally:
        runtime.close()
    assert (review.version, review.draft) == (1, None)
    assert review.payload.data["apex"]["name"] == "Nordwind Capital SE"


def test_a_person_who_declines_leaves_it_undecided(client, settings):
    async def decline(_context: Any, _form: Any) -> ElicitResult:
        return ElicitResult(action="decline")

    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        return await call(connected, "research_reject", session_id=done["session_id"], reason="wrong company")

    told = play(client, scenario, elicitation_callback=decline)
    assert told["rejected"] is False
    assert told["message"].startswith("the person saw it and left it undecided; a person has to decide")
    assert decisions(settings) == []


def test_edits_are_shown_with_verbs_made_anew_and_a_bad_one_is_refused(client, settings):
    shown: list[str] = []

    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        bad = await connected.call_tool("research_approve", {"session_id": done["session_id"], "edits": {"apex": 7}})
        edits = {"apex": {"name": "Suedlicht AG", "jurisdiction": "DE"}}
        approved = await call(connected, "research_approve", session_id=done["session_id"], edits=edits)
        assert await call(connected, "research_approve", session_id=done["session_id"], edits=edits) == approved
        return bad, approved

    bad, approved = play(client, scenario, elicitation_callback=typing(shown, settings))
    assert bad.is_error
    assert "apex" in bad.content[0].text
    assert approved["approved"] is True
    assert '"Suedlicht AG"' in approved["generated_verbs"]
    assert "Nordwind" not in approved["generated_verbs"]
    assert "Suedlicht AG" in shown[-1]


@pytest.mark.parametrize("named", [(), ("another",)])
def test_a_client_that_the_operator_did_not_name_is_shown_no_form(settings, trees, named):
    shown: list[str] = []
    closed = build(Folders(), msgspec.structs.replace(settings, elicit_decisions=named))

    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        return await call(connected, "research_approve", session_id=done["session_id"], execute_verbs=True)

    told = play(
        lambda **options: Client(closed, client_info=TRUSTED, **options),
        scenario,
        elicitation_callback=typing(shown, settings),
    )
    assert told["approved"] is False
    assert "inquiro review approve" in told["review"]["command"]
    assert shown == []
    assert decisions(settings) == []


@pytest.mark.parametrize("client", ["legacy", "auto"], indirect=True)
def test_a_client_that_answers_its_own_form_approves_nothing(client, settings):
    """Whatever it reads in the form and in the answers of the tools, the code is not among it."""
    seen: list[str] = []
    guesses: list[str] = []

    async def fill(_context: Any, form: Any) -> ElicitResult:
        seen.append(form.message)
        return ElicitResult(action="accept", content={"confirm": guesses.pop(0)})

    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        asked = {"session_id": done["session_id"], "execute_verbs": True}
        seen.extend(
            json.dumps(one) for one in (done, await call(connected, "research_status", session_id=asked["session_id"]))
        )
        guesses[:] = ["execute", "approve"]
        seen.append(json.dumps(await call(connected, "research_approve", **asked)))
        found = dict.fromkeys(re.findall(r"\b[0-9a-f]{8,64}\b", " ".join(seen)))
        told = []
        for word in list(found)[:40]:
            guesses[:] = [f"execute {word[:8]}"]
            told.append(await call(connected, "research_approve", **asked))
        return done, told

    done, told = play(client, scenario, elicitation_callback=fill)
    assert code_of(settings, done["result_id"]) not in " ".join(seen)
    assert told
    assert not any(one["approved"] for one in told)
    assert decisions(settings) == []


def test_a_rejected_session_is_free_again(client, settings):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        gone = await call(connected, "research_reject", session_id=done["session_id"], reason="another group")
        return gone, await call(connected, "research_status", session_id=done["session_id"])

    gone, status = play(client, scenario, elicitation_callback=typing([], settings))
    assert (gone["rejected"], gone["state"], gone["reason"]) == (True, "idle", "another group")
    assert (status["state"], status["history"][0]["status"]) == ("idle", "rejected")


def test_unknown_sessions_and_sessions_without_anything_to_decide_are_refused(client, settings):
    async def scenario(connected: Client) -> Any:
        unknown = await connected.call_tool("research_status", {"session_id": "no-such-session"})
        done = await researched(connected)
        await call(connected, "research_reject", session_id=done["session_id"])
        again = await connected.call_tool("research_approve", {"session_id": done["session_id"]})
        return unknown, again

    unknown, again = play(client, scenario, elicitation_callback=typing([], settings))
    assert "Session not found" in unknown.content[0].text
    assert "waits with nothing" in again.content[0].text


def test_a_batch_is_proposed_from_an_approved_result_and_waits(client, settings):
    async def scenario(connected: Client) -> Any:
        done = await researched(connected)
        early = await connected.call_tool(
            "batch_start", {"template_id": "onboard-fund-cbu", "session_id": done["session_id"], "from_research": True}
        )
        await call(connected, "research_approve", session_id=done["session_id"])
        nothing = await connected.call_tool("batch_start", {"template_id": "onboard-fund-cbu"})
        assert "either from_research=true with a session_id, or rows" in nothing.content[0].text
        begun = await call(
            connected, "batch_start", template_id="onboard-fund-cbu", session_id=done["session_id"], from_research=True
        )
        return early, begun, await call(connected, "batch_status", batch_id=begun["batch_id"])

    early, begun, status = play(client, scenario, elicitation_callback=typing([], settings))
    assert "no approved result yet" in early.content[0].text
    assert (begun["total"], begun["review_status"]) == (1, "pending")
    assert status["rows"][0]["status"] == "waiting"
    assert "inquiro review" in begun["review"]["command"]
