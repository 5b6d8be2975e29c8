"""Reviews at the command line: shown from the payload, decided by a person only, executed once."""

from __future__ import annotations

import json

import msgspec
import pytest

ID = "aldra001"
HOSTILE = "Aldra\x1b[31m SE\n\u202erev \u200bx"


def hash_of(review) -> str:
    return review.payload_hash[:8]


def edited(data, **changes):
    return {**data, **changes}


@pytest.fixture
def waiting(kept):
    return kept.put()


def test_what_waits_is_listed_and_what_was_decided_on_request(inquiro, kept, waiting, person):
    kept.put("beta0001")
    person("review", "reject", "beta", types=hash_of(kept.review("beta")))
    assert [line[:8] for line in inquiro("review", "list").stdout.splitlines()[1:]] == [ID]
    everything = json.loads(inquiro("review", "list", "--all", "--json").stdout)
    assert [(one["id"], one["status"]) for one in everything] == [(ID, "pending"), ("beta0001", "rejected")]


def test_nothing_waits(inquiro, kept):
    assert "Nothing waits" in inquiro("review", "list").stdout
    assert json.loads(inquiro("review", "list", "--json").stdout) == []


def test_a_review_shows_the_riskiest_first_with_quote_source_verbs_and_hash(inquiro, waiting):
    shown = inquiro("review", "show", "aldra").stdout
    order = ["need a look", "funds[0].share 60.0", "apex.name", "Verbs as they will run", "Annual report"]
    places = [shown.index(words) for words in order]
    assert places == sorted(places)
    assert f"hash {hash_of(waiting)}" in shown
    assert '✓ apex.lei "529900K9B0N5BT694847"' in shown
    assert '[S1] "Aldra SE"' in shown
    assert '(entity.ensure :entity-type "fund" :name "Aldra One" :as @fund_0)' in shown
    assert "inquiro review approve aldra001" in shown


@pytest.mark.parametrize("width", [60, 80])
def test_it_fits_on_the_screen(inquiro, waiting, monkeypatch, width):
    monkeypatch.setenv("COLUMNS", str(width))
    for options in ([], ["--full"]):
        lines = inquiro("review", "show", ID, *options).stdout.splitlines()
        assert [line for line in lines if len(line) > width] == []


def test_for_programs_it_is_the_payload_with_its_hash(inquiro, waiting):
    told = json.loads(inquiro("review", "show", ID, "--json").stdout)
    assert told["payload_hash"] == waiting.payload_hash == told["view"]["hash"]
    assert told["payload"]["data"]["apex"]["name"] == "Aldra SE"
    assert told["short_hash"] == hash_of(waiting)


@pytest.mark.parametrize("options", [(), ("--full",), ("--json",)])
def test_no_name_from_outside_reaches_the_terminal_raw(inquiro, kept, proposed, options):
    data = edited(proposed.DATA, apex={"name": HOSTILE}, note=HOSTILE)
    kept.put(data=data, params={"client": HOSTILE}, leis=(), origin=HOSTILE)
    done = inquiro("review", "show", ID, *options)
    assert done.exit_code == 0
    assert not {"\x1b", "\u202e", "\u200b"} & set(done.output)
    assert "\\u001b" in done.stdout  # it is there, as what it is


def test_a_title_from_outside_is_shown_as_data_too(inquiro, kept, person, proposed):
    review = msgspec.structs.replace(proposed.review(ID), title=HOSTILE)
    kept.of(lambda runtime: runtime.reviews.store.propose(review))
    for done in (inquiro("review", "list"), person("review", "approve", ID, types=hash_of(review))):
        assert done.exit_code == 0
        assert not {"\x1b", "\u202e", "\u200b"} & set(done.output)


def test_what_cannot_run_is_said_where_it_stands(inquiro, kept):
    kept.put(verdict="name_differs")
    shown = inquiro("review", "show", ID).stdout
    assert "≠ apex.lei" in shown
    assert "LEIs that no verb may name" in shown
    assert "✗ cannot run" in shown
    assert "needs @apex" in shown


@pytest.mark.parametrize("command", ["approve", "reject"])
def test_only_a_person_can_decide(inquiro, kept, waiting, monkeypatch, command):
    """Neither a pipe nor the environment nor an option counts."""
    monkeypatch.setenv("INQUIRO_HASH", waiting.payload_hash)
    done = inquiro("review", command, ID, stdin=f"{hash_of(waiting)}\n")
    assert done.exit_code == 3
    assert f"/reviews/{ID}" in done.stderr
    assert "inquiro review approve aldra001" in done.stderr
    assert inquiro("review", command, ID, "--hash", waiting.payload_hash, stdin=hash_of(waiting)).exit_code == 2
    assert (kept.review().status, kept.decision()) == ("pending", None)


def test_edits_of_a_program_change_nothing_without_a_person(inquiro, kept, waiting, tmp_path):
    (tmp_path / "edits.json").write_text('{"apex": {"name": "Aldra AG"}}')
    assert inquiro("review", "approve", ID, "--edits", "edits.json").exit_code == 3
    assert kept.review().version == 1


def test_a_person_types_the_hash_of_what_they_see(kept, waiting, person):
    done = person("review", "approve", ID, "--reason", "as filed", "--as", "Ada", types=hash_of(waiting))
    assert done.exit_code == 0, done.output
    decision = kept.decision()
    assert (decision.who, decision.channel, decision.reason) == ("Ada", "terminal", "as filed")
    assert decision.seen_hash == decision.payload_hash == waiting.payload_hash
    assert done.stderr.index("Verbs as they will run") < done.stderr.index("type the hash")
    assert kept.entities() == []


@pytest.mark.parametrize("types", ["", "deadbeef\nno\n1234567", "y"])
def test_anything_else_decides_nothing(kept, waiting, person, types):
    done = person("review", "approve", ID, "--execute", "--json", types=types)
    assert done.exit_code == 0
    assert json.loads(done.stdout)["status"] == "waiting"
    assert kept.decision() is None


def test_edits_are_a_version_whose_own_hash_is_typed(kept, waiting, person, proposed, tmp_path):
    funds = [{"name": "Aldra Two", "share": 35.0}]
    (tmp_path / "edits.json").write_text(json.dumps(edited(proposed.DATA, funds=funds)))
    refused = person("review", "approve", ID, "--edits", "edits.json", types=hash_of(waiting))  # of what it was
    assert "is not its hash" in refused.stderr
    assert '"Aldra One"' in refused.stderr  # removed
    newest = kept.review()
    assert (newest.version, kept.decision()) == (2, None)
    done = person("review", "approve", ID, types=hash_of(newest))
    decision = kept.decision()
    assert done.exit_code == 0
    assert decision.edits_made
    assert decision.payload.data["funds"] == funds
    assert "Aldra One" not in decision.payload.groups[0].verbs  # the verbs follow the edit


def test_a_merge_patch_changes_what_it_names(kept, waiting, person, tmp_path):
    (tmp_path / "patch.yaml").write_text("funds: []\nnote: seen\n")
    person("review", "approve", ID, "--edits", "patch.yaml", "--merge", types="")
    data = kept.review().payload.data
    assert (data["funds"], data["note"], data["apex"]["name"]) == ([], "seen", "Aldra SE")


@pytest.mark.fault(54)
def test_an_edit_that_breaks_the_schema_is_refused_field_by_field_and_kept(kept, waiting, person, tmp_path):
    (tmp_path / "edits.json").write_text('{"apex": {"name": ""}, "funds": [{"share": "much"}]}')
    done = person("review", "approve", ID, "--edits", "edits.json", types=hash_of(waiting))
    assert done.exit_code == 2
    assert "  apex.name: " in done.stderr
    assert "  funds[0].share: " in done.stderr
    newest = kept.review()
    assert (newest.version, newest.draft["apex"]) == (1, {"name": ""})


@pytest.mark.fault(53)
def test_what_somebody_else_changed_meanwhile_is_shown_and_nothing_is_decided(
    kept, waiting, person, proposed, monkeypatch
):
    def meanwhile(view, _doing):
        changed = edited(proposed.DATA, note="changed")
        kept.of(
            lambda runtime: runtime.reviews.revise(
                ID, changed, seen_hash=waiting.payload_hash, version=1, who="somebody else"
            )
        )
        return view.short_hash

    monkeypatch.setattr("inquiro.cli.approving.typed_hash", meanwhile)
    done = person("review", "approve", ID, types="")
    assert done.exit_code == 1
    assert "is not what you saw" in done.stderr
    assert '"changed"' in done.stderr
    assert kept.decision() is None


@pytest.mark.fault(51)
def test_the_same_approval_again_is_the_first_one(inquiro, kept, waiting, person):
    person("review", "approve", ID, types=hash_of(waiting))
    first = kept.decision()
    again = inquiro("review", "approve", ID, "--json")
    assert again.exit_code == 0
    assert json.loads(again.stdout)["id"] == first.id
    assert "already" in again.stderr


@pytest.mark.fault(52)
def test_a_decision_is_final(inquiro, kept, waiting, person):
    person("review", "reject", ID, "--reason", "the wrong client", types=hash_of(waiting))
    assert kept.decision().reason == "the wrong client"
    for command in (["approve", ID], ["execute", ID], ["approve", ID, "--execute"]):
        assert inquiro("review", *command).exit_code == 1
    assert inquiro("review", "reject", ID).exit_code == 0  # the same again
    assert kept.entities() == []


def test_execution_shows_the_tree_and_happens_once(inquiro, kept, waiting, person):
    done = person("review", "approve", ID, "--execute", types=hash_of(waiting))
    assert done.exit_code == 0, done.output
    assert "5 created" in done.stdout
    assert "├── 60 % Aldra One [fund]" in done.stdout
    before = kept.entities()
    assert {one.name for one in before} == {"Aldra SE", "Aldra One", "Aldra Two"}
    again = inquiro("review", "execute", ID, "--json")
    told = json.loads(again.stdout)
    assert (again.exit_code, told["already"], told["status"]) == (0, True, "done")
    assert kept.entities() == before
    assert "nothing was done again" in inquiro("review", "execute", ID).stdout
    assert "Its verbs have run." in inquiro("review", "approve", ID).stderr
    assert "5 created" in inquiro("runs", "show", told["run_id"]).stdout
    assert json.loads(inquiro("runs", "show", told["run_id"], "--json").stdout)["counts"] == told["counts"]


def test_what_was_created_can_be_drawn(inquiro, waiting, person, tmp_path):
    assert inquiro("review", "tree", ID).exit_code == 1
    person("review", "approve", ID, "--execute", types=hash_of(waiting))
    for form, sign in {"text": "── ", "mermaid": "graph TD", "graphml": "<graphml "}.items():
        assert sign in inquiro("review", "tree", ID, "--format", form).stdout
    inquiro("review", "tree", ID, "--format", "graphml", "--out", "tree.graphml")
    assert "<graphml " in (tmp_path / "tree.graphml").read_text()


def test_only_a_verb_that_is_held_can_be_settled(inquiro, kept, waiting, person):
    person("review", "approve", ID, "--execute", types=hash_of(waiting))
    done = inquiro("review", "execute", ID, "--settle", "done")
    assert (done.exit_code, "waits to be settled" in done.stderr) == (1, True)
    assert inquiro("review", "execute", ID, "--settle", "perhaps").exit_code == 2


def test_execution_without_a_decision_says_who_has_to_decide(inquiro, waiting):
    done = inquiro("review", "execute", ID)
    assert done.exit_code == 3
    assert "nobody has decided" in done.stderr


def test_an_lei_that_is_uncertain_runs_only_when_it_is_overridden(kept, person):
    review = kept.put(verdict="lapsed")
    stopped = person("review", "approve", ID, "--execute", types=hash_of(review))
    assert stopped.exit_code == 1
    assert "cannot run" in stopped.stderr
    assert kept.entities() == []
    second = kept.put("beta0001", verdict="lapsed")
    lei = second.payload.leis[0].lei
    done = person(
        "review", "approve", "beta", "--execute", "--override", f"{lei}=renewal was filed", types=hash_of(second)
    )
    assert done.exit_code == 0, done.output
    assert kept.decision("beta").overrides == {lei: "renewal was filed"}
    assert len(kept.entities()) == 3


@pytest.mark.parametrize("given", ["nothing", "=x", "5299="])
def test_an_override_needs_its_reason(inquiro, given):
    assert inquiro("review", "approve", ID, "--override", given).exit_code == 2
