"""`inquiro runs`: every subcommand, for people and as JSON."""

from __future__ import annotations

import json
import zipfile
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest

from inquiro.cli.run_views import going_on
from inquiro.core.types import CitationCheck, EffectRow, Entity, Evidence, Fact, Relation, StatedDate, Usage
from inquiro.runtime.learned import Learned


@pytest.fixture
def two_runs(runtime, make_run):
    older = runtime.known[0]
    newer = make_run(
        id="a1b2c3d4-0000-4000-8000-000000000002",
        status="in_progress",
        result=None,
        progress=0.4,
        current_stage="collect",
        input_params={"question": "Newer \x1b[2J question"},
        created_at=older.created_at + timedelta(hours=1),
    )
    runtime.known = [newer, older]
    return runtime


def test_the_list_as_json_is_newest_first(two_runs, inquiro):
    listed = json.loads(inquiro("runs", "list", "--json").stdout)
    assert [run["id"][:8] for run in listed] == ["a1b2c3d4", "7f3a91c2"]
    assert (listed[0]["status"], listed[1]["question"]) == ("in_progress", "Do trees cool?")


def test_the_list_for_people(two_runs, inquiro):
    lines = inquiro("runs", "list").stdout.splitlines()
    assert lines[0].split() == ["run", "when", "status", "question"]
    assert lines[1].startswith("a1b2c3d4")
    assert "in progress" in lines[1]
    assert "Newer [2J question" in lines[1]
    assert "completed" in lines[2]


def test_the_list_can_be_narrowed(two_runs, inquiro):
    assert len(json.loads(inquiro("runs", "list", "--json", "--limit", "1").stdout)) == 1
    [only] = json.loads(inquiro("runs", "list", "--json", "--status", "completed").stdout)
    assert only["id"].startswith("7f3a")


def test_an_empty_list_says_how_to_begin(runtime, inquiro):
    runtime.known = []
    assert "inquiro demo" in inquiro("runs", "list").stdout
    assert json.loads(inquiro("runs", "list", "--json").stdout) == []
    done = inquiro("runs", "show")
    assert (done.exit_code, done.stderr) == (2, 'inquiro: there is no run yet; start one: inquiro ask "…"\n')


def test_show_prints_the_report_like_ask(runtime, inquiro):
    assert "Trees cool streets" in inquiro("runs", "show", "7f3a").stdout
    assert "Trees cool streets" in inquiro("runs", "show").stdout
    assert json.loads(inquiro("runs", "show", "7f3a", "--json").stdout)["status"] == "completed"


def test_show_of_a_running_run_tells_how_far_it_is(two_runs, inquiro):
    shown = inquiro("runs", "show", "a1b2").stdout
    assert "in progress (40%, collect)" in shown
    assert "✓ cooling effect" in shown
    assert "inquiro runs watch a1b2c3d4" in shown
    told = json.loads(inquiro("runs", "show", "a1b2", "--json").stdout)
    assert told["checklist"][2] == {"label": "water use", "status": "unsatisfied"}


def test_a_run_whose_process_died_is_called_interrupted(two_runs, inquiro, make_run):
    newer = two_runs.known[0]
    two_runs.known[0] = msgspec.structs.replace(newer, lease_until=newer.created_at)
    assert "interrupted" in inquiro("runs", "list").stdout
    assert "inquiro runs resume a1b2c3d4" in inquiro("runs", "show").stdout


def test_a_round_under_way_says_how_far_it_is(two_runs, inquiro, events):
    two_runs.told = events[:9]
    assert "Round 1/10  ▸ 2 queries, 1 document read so far" in inquiro("runs", "show").stdout


def test_show_of_a_failed_run_fails_with_its_error(runtime, inquiro, make_run):
    runtime.known = [make_run(status="failed", result=None, error_message="no space left")]
    done = inquiro("runs", "show")
    assert done.exit_code == 1
    assert "no space left" in done.stdout


def test_show_of_a_waiting_run_says_how_to_answer(runtime, inquiro, make_run):
    runtime.known = [make_run(status="waiting", result=None)]
    assert 'inquiro runs answer 7f3a91c2 "…"' in inquiro("runs", "show").stdout


def test_an_unknown_id_is_wrong_usage(runtime, inquiro):
    done = inquiro("runs", "show", "ffff")
    assert (done.exit_code, done.stderr) == (2, "inquiro: no run starts with 'ffff'\n")


def test_watch_follows_and_ends_with_the_report(runtime, inquiro):
    done = inquiro("runs", "watch", "7f3a")
    assert done.exit_code == 0
    assert "round 2/10" in done.stderr
    assert "Trees cool streets" in done.stdout
    told = inquiro("runs", "watch", "7f3a", "--events").stdout.splitlines()
    assert json.loads(told[-1])["stage"] == "done"


def test_watching_a_run_that_fails_fails_with_its_error(runtime, inquiro, make_run):
    runtime.known = [make_run(status="failed", result=None, error_message="no space left")]
    done = inquiro("runs", "watch")
    assert done.exit_code == 1
    assert done.stderr.endswith("inquiro: no space left\n")


def test_answer_goes_on(runtime, inquiro):
    done = inquiro("runs", "answer", "7f3a", " Varnholt ", "--json")
    assert (done.exit_code, runtime.answers) == (0, ["Varnholt"])
    assert json.loads(done.stdout)["trace_id"] == runtime.known[0].id
    assert inquiro("runs", "answer", "7f3a", " ").exit_code == 2


def test_resume_with_and_without_an_id(runtime, inquiro):
    assert json.loads(inquiro("runs", "resume", "--json").stdout)["status"] == "completed"
    inquiro("runs", "resume", "7f3a")
    assert runtime.resumed == [None, runtime.known[0].id]


def test_stop(runtime, inquiro, make_run):
    assert "has already ended (completed)" in inquiro("runs", "stop", "7f3a").stdout
    runtime.known = [make_run(status="in_progress", result=None)]
    assert "asked to stop" in inquiro("runs", "stop", "7f3a").stdout
    assert json.loads(inquiro("runs", "stop", "7f3a", "--json").stdout)["id"] == runtime.known[0].id
    assert runtime.stopped == [runtime.known[0].id] * 3


def test_verify_in_one_sentence(runtime, inquiro):
    done = inquiro("runs", "verify", "7f3a")
    assert (done.exit_code, done.stdout) == (0, "42 citations, 42 spans found in 17 snapshots, 0 broken.\n")


def test_verify_lists_what_is_broken_and_fails(runtime, inquiro, monkeypatch):
    broken = CitationCheck(claim="Trees cool by 80 °C.", source_id="src_1", problem="quote not found")
    runtime.verification = type(runtime.verification)(
        run_id="r", claims=1, citations=2, found=1, snapshots=1, broken=(broken,)
    )
    done = inquiro("runs", "verify", "7f3a")
    assert done.exit_code == 1
    assert done.stdout.splitlines() == [
        "2 citations, 1 span found in 1 snapshot, 1 broken.",
        "  src_1: quote not found: Trees cool by 80 °C.",
    ]
    told = inquiro("runs", "verify", "7f3a", "--json")
    assert (told.exit_code, json.loads(told.stdout)["holds"]) == (1, False)


def test_export(runtime, inquiro):
    assert inquiro("runs", "export", "7f3a", "--format", "md").stdout.startswith("# Do trees cool?")
    done = inquiro("runs", "export", "7f3a", "--out", "r.html", "--json")
    assert json.loads(done.stdout)["file"] == "r.html"
    assert Path("r.html").exists()


def test_export_writes_a_pack(runtime, inquiro):
    assert inquiro("runs", "export", "7f3a", "--out", "evidence.zip").exit_code == 0
    with zipfile.ZipFile("evidence.zip") as pack:
        assert {"report.json", "manifest.json", "snapshots/d1.txt"} <= set(pack.namelist())


def test_a_pack_of_private_documents_says_what_it_leaves_out(runtime, inquiro):
    report = runtime.reports[0]
    sources = tuple(msgspec.structs.replace(source, private=True) for source in report.sources)
    runtime.reports = [msgspec.structs.replace(report, sources=sources)]
    done = inquiro("runs", "export", "7f3a", "--format", "pack", "--out", "quotes.zip")
    assert "--texts all" in done.stderr
    assert inquiro("runs", "export", "7f3a", "--out", "texts.zip", "--texts", "all").exit_code == 0
    with zipfile.ZipFile("quotes.zip") as quotes, zipfile.ZipFile("texts.zip") as texts:
        assert set(texts.namelist()) - set(quotes.namelist()) == {"snapshots/d1.txt", "snapshots/d2.txt"}


@pytest.mark.parametrize(("args", "code"), [([], 2), (["--format", "papyrus"], 2), (["--out", "a.papyrus"], 2)])
def test_export_refuses_what_it_cannot(args, code, runtime, inquiro):
    assert inquiro("runs", "export", "7f3a", *args).exit_code == code


@pytest.mark.parametrize(
    ("changes", "code", "said"),
    [
        ({}, 0, "identical: 3 sentences, 2 sources, from 33 journaled effects, nothing was asked outside\n"),
        (
            {"identical": False, "differences": ("answer", "claims")},
            1,
            "different: answer, claims; from 33 journaled effects, nothing was asked outside\n",
        ),
    ],
)
def test_replay_says_whether_the_report_is_the_same(runtime, inquiro, changes, code, said):
    runtime.replayed = msgspec.structs.replace(runtime.replayed, **changes)
    done = inquiro("runs", "replay", "7f3a")
    assert (done.exit_code, done.stdout) == (code, said)
    told = inquiro("runs", "replay", "7f3a", "--json")
    assert (told.exit_code, json.loads(told.stdout)["identical"]) == (code, code == 0)
    assert json.loads(told.stdout)["differences"] == list(changes.get("differences", ()))


def test_replay_from_an_effect_runs_the_fork_and_prints_its_report(runtime, inquiro):
    done = inquiro("runs", "replay", "7f3a", "--from", "12", "--model", "openai:m")
    assert (done.exit_code, runtime.forks) == (0, [(runtime.known[0].id, 12, "openai:m")])
    assert "Run f0f0f0f0 goes its own way from effect 12 of 7f3a91c2." in done.stderr
    assert "Trees cool streets" in done.stdout
    told = inquiro("runs", "replay", "7f3a", "--from", "12", "--json")
    assert json.loads(told.stdout)["status"] == "completed"


@pytest.mark.parametrize("option", [("--model", "openai:m"), ("--events",), ("--format", "md")])
def test_what_only_a_fork_can_do_needs_from(runtime, inquiro, option):
    done = inquiro("runs", "replay", "7f3a", *option)
    assert (done.exit_code, "go with --from EFFECT" in done.stderr) == (2, True)


def test_show_effects_lists_the_journal_with_its_numbers(runtime, inquiro):
    def effect(number: int, **changes: object) -> EffectRow:
        row = EffectRow(
            run_id="r", step="collect/1", key=f"k{number}", occurrence=0, kind="search", name="web",
            request={"query": "tree \x1b[2Jcooling"}, status="done", seconds=1.25, seq=number,
        )  # fmt: skip
        return msgspec.structs.replace(row, **changes)

    runtime.journal = [
        effect(1),
        effect(2, cached=True),
        effect(3, kind="fetch", request={"url": "file:///data/a%20b.md"}, status="failed", error={"type": "TimedOut"}),
        effect(4, kind="clock", name="now", request={}, status="intent"),
    ]
    lines = inquiro("runs", "show", "7f3a", "--effects").stdout.splitlines()
    assert lines[0].split() == ["no", "step", "kind", "name", "request", "status", "seconds"]
    assert lines[1].split() == ["1", "collect/1", "search", "web", "tree", "[2Jcooling", "done", "1.25"]
    assert [line.split()[-2] for line in lines[1:]] == ["done", "cached", "failed", "intent"]
    assert "a b.md" in lines[3]
    told = json.loads(inquiro("runs", "show", "7f3a", "--effects", "--json").stdout)
    assert [one["seq"] for one in told] == [1, 2, 3, 4]
    assert (told[2]["error"], told[1]["cached"]) == ({"type": "TimedOut"}, True)


def test_a_models_effects_show_its_name_what_it_took_and_why_it_failed(runtime, inquiro):
    def asked(number: int, **changes: object) -> EffectRow:
        row = EffectRow(
            run_id="r", step="model/extract/1", key=f"k{number}", occurrence=0, kind="model", name="openai:org/gpt-6",
            request={"messages": [{"role": "user", "text": "a very long prompt"}]}, status="done", seconds=2.5,
            usage=Usage(calls=1, tokens=1_200, cost=0.004), seq=number,
        )  # fmt: skip
        return msgspec.structs.replace(row, **changes)

    failed = {"type": "Unavailable", "message": "gone"}
    runtime.journal = [asked(1), asked(2, status="failed", error=failed, usage=Usage())]
    lines = inquiro("runs", "show", "7f3a", "--effects").stdout.splitlines()
    assert lines[1].split() == "1 model/extract/1 model gpt-6 $0.0040 1,200 to… done 2.50".split()
    assert lines[2].split() == "2 model/extract/1 model gpt-6 gone failed 2.50".split()
    told = json.loads(inquiro("runs", "show", "7f3a", "--effects", "--json").stdout)
    assert (told[0]["name"], told[0]["tokens"], told[0]["cost"]) == ("openai:org/gpt-6", 1_200, 0.004)


def test_a_run_without_effects_says_so(runtime, inquiro):
    assert inquiro("runs", "show", "7f3a", "--effects").stdout == "No effects yet.\n"


def test_show_facts_lists_what_was_learned_and_resolves_its_ids(runtime, inquiro):
    relation = Relation(subject="Nordlicht", predicate="subsidiary of", object="Aldra \x1b[2JGroup", evidence="e1")
    runtime.learnt = Learned(
        [
            Fact(
                id="f1", statement="Nordlicht does \x1b[2Jnot pay since 2024.", evidence=("e1",), sources=("a",), origins=2,
                confidence=0.8, verified=True, said_by="Treasury", contradictions=("-",),
                dates=(StatedDate(text="2024", iso="2024"),), denies="Nordlicht does not pay since 2024",
            )
        ],
        [Entity(name="Nordlicht", entity_type="organization", aliases=("NL",), relations=(relation,), mention_count=3)],
        [Evidence(id="e1", document_id="d", start=0, end=9, quote="Nordlicht")],
    )  # fmt: skip
    shown = inquiro("runs", "show", "7f3a", "--facts").stdout
    assert "\x1b" not in shown
    assert "0.80 verified, 2 independent · by Treasury · 2024 · denies: Nordlicht does" in shown
    assert "Nordlicht (organization, also NL): 3×, since round 0; Nordlicht subsidiary" in shown
    told = json.loads(inquiro("runs", "show", "7f3a", "--facts", "--json").stdout)
    assert told["facts"][0]["dates"] == [{"text": "2024", "iso": "2024"}]
    assert told["entities"][0]["relations"][0]["evidence"] == told["evidence"][0]["id"] == "e1"


def test_a_run_without_facts_says_so(runtime, inquiro):
    assert inquiro("runs", "show", "7f3a", "--facts").stdout == "No facts yet.\n"


def test_facts_and_effects_are_shown_one_at_a_time(inquiro):
    done = inquiro("runs", "show", "7f3a", "--facts", "--effects")
    assert (done.exit_code, "one at a time" in done.stderr) == (2, True)


def test_verbs_that_were_cut_off_go_on_by_their_review(make_run):
    cut_off = make_run(tool_name="verbs_execute", input_params={"review_id": "59a5e435-cedd"}, status="failed")
    assert going_on(cut_off) == "inquiro review execute 59a5e435"
    assert going_on(make_run(id="7f3a91c2-0000")) == "inquiro runs resume 7f3a91c2"
