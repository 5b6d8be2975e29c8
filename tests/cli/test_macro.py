"""Macros at the command line: listed, explained, checked, run against a register on loopback."""

from __future__ import annotations

import json

import pytest

from inquiro.providers.llm import registry as models
from inquiro.testing import MoodyModel, plugged_in

pytestmark = pytest.mark.real_sources  # named by the macro, and never asked

SMALL = """\
name: small-check
version: "1.0"
description: Check one thing\x20
parameters:
  - name: subject
    type: string
    required: true
  - name: limit
    type: integer
    default: 3
prompt: "Check {{subject}}"
output:
  schema:
    type: object
    required: [apex]
    properties:
      apex: {type: object, required: [name], properties: {name: {type: string}, lei: {type: string}}}
suggested_verbs: |
  (entity.ensure :entity-type "limited-company" :name "{{apex.name}}" :as @apex)
"""


@pytest.fixture
def own(tmp_path, monkeypatch):
    """A folder of the user's own macros."""
    monkeypatch.setenv("INQUIRO_HOME", str(tmp_path / "home"))
    folder = tmp_path / "home" / "macros"
    folder.mkdir(parents=True)
    return folder


def test_macros_are_listed_with_what_they_take_and_where_they_come_from(inquiro, own):
    (own / "small.yaml").write_text(SMALL)
    (own / "broken.yaml").write_text("name: broken\nprompt: [\n")
    done = inquiro("macro", "list")
    assert "client-discovery  built in" in done.stdout
    assert "small-check" in done.stdout
    assert "subject, [limit]" in done.stdout
    assert "broken.yaml:" in done.stderr
    assert "inquiro macro check" in done.stderr
    told = {one["name"]: one for one in json.loads(inquiro("macro", "list", "--json").stdout)}
    assert told["client-discovery"]["built_in"]
    assert not told["small-check"]["built_in"]


def test_a_search_finds_by_words(inquiro):
    found = json.loads(inquiro("macro", "list", "--search", "beneficial owner", "--json").stdout)
    assert found[0]["name"] == "ubo-investigation"
    nothing = inquiro("macro", "list", "--search", "xylophone")
    assert (nothing.exit_code, nothing.stdout, "No macro fits" in nothing.stderr) == (0, "", True)


def test_one_is_shown_whole(inquiro):
    shown = inquiro("macro", "show", "client-discovery").stdout
    for words in ("client_name", "[max_entities] integer (default 25)", "{{client_name}}", "(gleif.enrich", "funds[]"):
        assert words in shown
    assert "inquiro macro run client-discovery" in shown
    assert json.loads(inquiro("macro", "show", "client-discovery", "--json").stdout)["output"]["schema"]
    assert inquiro("macro", "show", "nothing").exit_code == 2


def test_a_sound_file_has_no_problems(inquiro, tmp_path):
    (tmp_path / "small.yaml").write_text(SMALL)
    done = inquiro("macro", "check", "small.yaml")
    assert (done.exit_code, done.stdout) == (0, "small.yaml: no problems\n")
    assert json.loads(inquiro("macro", "check", "small.yaml", "--json").stdout) == {"problems": []}


@pytest.mark.fault(43)
def test_every_problem_has_its_place_and_strictness_makes_errors_of_warnings(inquiro, tmp_path):
    (tmp_path / "bad.yaml").write_text(SMALL.replace("entity.ensure ", "entity.make ").replace("integer", "whole"))
    done = inquiro("macro", "check", "bad.yaml")
    assert done.exit_code == 1
    places = [line.split(": ", 1)[0].split(":") for line in done.stdout.splitlines()]
    assert [int(line) for _, line, _ in places] == sorted(int(line) for _, line, _ in places)
    assert "bad.yaml:9:" in done.stdout
    assert "entity.make" in done.stdout
    (tmp_path / "odd.yaml").write_text(SMALL + "colour: red\n")
    assert inquiro("macro", "check", "odd.yaml").exit_code == 0
    assert "warning: " in inquiro("macro", "check", "odd.yaml").stdout
    strict = inquiro("macro", "check", "odd.yaml", "--strict", "--json")
    assert (strict.exit_code, json.loads(strict.stdout)["problems"][0]["severity"]) == (1, "error")


def test_a_folder_is_checked_at_once_with_a_summary(inquiro, tmp_path):
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "good.yaml").write_text(SMALL)
    (folder / "odd.yaml").write_text(SMALL.replace("small-check", "odd").replace("apex.name}}", "apex.nmae}}"))
    done = inquiro("macro", "check", "mine")
    assert done.exit_code == 0
    warning, summary = done.stdout.splitlines()
    assert warning.startswith("mine/odd.yaml:19:")
    assert "warning: the template uses 'nmae' of apex, which has no such field; did you mean 'name'?" in warning
    assert summary == "2 macro files, 1 warning"
    (tmp_path / "bad.yaml").write_text("name: x\n")
    both = inquiro("macro", "check", "mine", "bad.yaml")
    assert both.exit_code == 1
    assert both.stdout.splitlines()[-1].startswith("3 macro files (1 cannot be used), ")
    told = json.loads(inquiro("macro", "check", "mine", "bad.yaml", "--json").stdout)
    assert {one["file"] for one in told["problems"]} == {"mine/odd.yaml", "bad.yaml"}


def test_past_decisions_are_held_against_a_changed_macro(inquiro, kept, person, proposed, tmp_path):
    review = kept.put()
    person("review", "approve", "aldra", types=review.payload_hash[:8])
    text = SMALL.replace("small-check", proposed.MACRO.name).replace("required: [apex]", "required: [apex, note]")
    (tmp_path / "now.yaml").write_text(text.replace("required: true", "required: false"))
    changed = inquiro("macro", "check", "now.yaml", "--history")
    assert "1 past decision" in changed.stdout
    (tmp_path / "stricter.yaml").write_text(text.replace("[apex, note]", "[apex, regulator]"))
    broken = inquiro("macro", "check", "stricter.yaml", "--history", "--json")
    assert broken.exit_code == 1
    [told] = json.loads(broken.stdout)["history"]
    assert told["outcome"] == "broken"
    assert any("regulator" in problem for problem in told["problems"])


def test_without_a_model_the_register_fills_the_result_and_it_waits(inquiro, world):
    done = inquiro("macro", "run", "client-discovery", "client_name=Nordwind Kapitalverwaltung")
    assert done.exit_code == 0, done.output
    assert "Pending review: 1 apex, 1 management company, 1 subsidiary, 1 fund; " in done.stdout
    assert "the register knows Nordwind" in done.stderr
    assert done.stdout.index("  Apex\n") < done.stdout.index("  Funds (1)\n") < done.stdout.index("Pending review")
    [waiting] = json.loads(inquiro("review", "list", "--json").stdout)
    assert f"inquiro review show {waiting['id'][:8]}" in done.stdout
    assert "Standing    waits for a person's decision" in inquiro("runs", "show", waiting["id"]).stdout
    exported = json.loads(inquiro("runs", "export", waiting["id"], "--format", "json").stdout)
    assert (exported["review"]["status"], exported["review"]["result"]) == ("pending", None)
    again = inquiro(
        "macro", "run", "client-discovery", "client_name=@name", "--session", waiting["session_id"], "--json"
    )
    assert again.exit_code == 2  # there is no such file


def test_for_programs_it_is_the_result_with_its_run(inquiro, world, gleif_server, tmp_path):
    (tmp_path / "name").write_text("Nordwind Kapitalverwaltung\n")
    told = json.loads(inquiro("macro", "run", "client-discovery", "client_name=@name", "--json").stdout)
    assert told["data"]["apex"]["lei"] == gleif_server.APEX
    assert (told["schema_valid"], told["state"], told["status"]) == (True, "pending_review", "completed")
    assert told["trace_id"] == told["result_id"] == told["review_id"]
    assert told["command"].startswith("inquiro review show ")
    assert {"usage", "lost", "session_id", "fields", "leis", "sources"} <= told.keys()


def test_what_is_wrong_with_the_parameters_is_said_at_once(inquiro):
    done = inquiro("macro", "run", "client-discovery", "max_entities=many", "colour=red")
    assert done.exit_code == 2
    for words in ("client_name", "max_entities", "colour"):
        assert words in done.stderr
    assert inquiro("macro", "run", "client-discovery", "client_name").exit_code == 2
    assert inquiro("macro", "run", "client-discovery", "client_name=a", "client_name=b").exit_code == 2
    assert inquiro("macro", "run", "client-discovery", "client_name=a", "--json", "--events").exit_code == 2


def test_a_macro_that_needs_a_model_says_what_to_set(inquiro):
    done = inquiro("macro", "run", "ubo-investigation", "entity_name=Nordwind")
    assert done.exit_code == 3
    assert "INQUIRO_MODEL" in done.stderr


def test_an_unknown_session(inquiro):
    done = inquiro("macro", "run", "client-discovery", "client_name=x", "--session", "nowhere")
    assert (done.exit_code, "Session not found" in done.stderr) == (2, True)


@pytest.mark.fault(57)
def test_an_lei_that_the_model_invented_is_stopped_with_a_reason(inquiro, world, gleif_server, tmp_path, person):
    invented = {"apex": {"name": "Nordwind Capital SE", "lei": gleif_server.NOWHERE}, "search_quality": "HIGH"}
    model = MoodyModel(lambda request: json.dumps(invented) if request.schema_name == "fill" else None)
    (tmp_path / "corpus").mkdir()
    (tmp_path / "corpus" / "a.md").write_text("Nordwind Capital SE is the parent of the Nordwind group.")
    with plugged_in(models, double=lambda _context, _model: model):
        words = ("client_name=Nordwind", "--model", "double:x", "--source", "corpus", "--public-corpus", "corpus")
        told = json.loads(inquiro("macro", "run", "client-discovery", *words, "--max-rounds", "1", "--json").stdout)
    assert told["data"]["apex"]["lei"] == gleif_server.NOWHERE
    short = told["result_id"][:8]
    shown = inquiro("review", "show", short).stdout
    assert f'? apex.lei "{gleif_server.NOWHERE}"' in shown
    assert "✗ cannot run" in shown
    at_once = person("review", "approve", short, "--execute", types=told["payload_hash"][:8])
    assert (at_once.exit_code, gleif_server.NOWHERE in at_once.stderr) == (1, True)
    assert person("review", "approve", short, types=told["payload_hash"][:8]).exit_code == 0
    assert json.loads(inquiro("review", "execute", short, "--json").stdout)["counts"] == {}
