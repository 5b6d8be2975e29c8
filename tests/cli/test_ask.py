"""`inquiro ask`: options become a request, wrong ones are refused before any work."""

from __future__ import annotations

import json
import zipfile

import pytest

from inquiro.core.errors import NotConfigured, RunNotFound, UnknownName, UsageError


def test_the_defaults_are_the_contract(runtime, inquiro):
    assert inquiro("ask", "  Do trees cool? ").exit_code == 0
    [request] = runtime.requests
    assert request.question == "Do trees cool?"
    assert (request.max_iterations, request.max_seconds, request.depth) == (10, None, "deep")
    assert (request.max_cost, request.max_tokens, request.privacy, request.model) == (None, None, None, None)
    assert not (request.strict)
    assert not (request.fresh)
    assert not (request.unattended)
    assert runtime.closed


def test_every_option_reaches_the_request(runtime, inquiro, tmp_path):
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    flags = "--corpus a --public-corpus b --source local --source web --domain medical --depth light --max-rounds 3"
    more = "--max-seconds 30 --max-cost 0.5 --max-tokens 900 --privacy local_only --model openai:x --since 2024-05"
    last = "--site Example.org --site b.org --language de --strict --fresh --context why"
    done = inquiro("ask", "Do trees cool?", *flags.split(), *more.split(), *last.split())
    assert done.exit_code == 0, done.stderr
    [request] = runtime.requests
    assert (request.corpora, request.public_corpora, request.sources) == (("a",), ("b",), ("local", "web"))
    assert (request.domain, request.depth, request.max_iterations) == ("medical", "light", 3)
    assert (request.max_seconds, request.max_cost, request.max_tokens) == (30, 0.5, 900)
    assert (request.privacy, request.model, request.context) == ("local_only", "openai:x", "why")
    assert (request.filters.since, request.filters.language) == ("2024-05-01", "de")
    assert request.filters.sites == ("example.org", "b.org")
    assert request.strict
    assert request.fresh


def test_how_it_is_written_reaches_the_request(runtime, inquiro, tmp_path):
    (tmp_path / "outline.md").write_text("# Costs\n\n2. Who pays?\n- Costs\n")
    assert inquiro("ask", "q", "--style", "answer", "--outline", "outline.md").exit_code == 0
    assert inquiro("ask", "q", "--brief").exit_code == 0
    told, brief = runtime.requests
    assert (told.style, told.brief, told.outline) == ("answer", False, ("Costs", "Who pays?"))
    assert (brief.style, brief.brief, brief.outline) == (None, True, ())


def test_an_outline_that_cannot_be_followed_is_refused_before_any_work(runtime, inquiro, tmp_path):
    (tmp_path / "empty.md").write_text("\n#\n")
    (tmp_path / "many.md").write_text("\n".join(f"Heading {n}" for n in range(21)))
    (tmp_path / "good.md").write_text("Costs")
    (tmp_path / "binary.md").write_bytes(b"\xff\xfe\x00")
    for name, words in [
        ("empty.md", "no heading"),
        ("many.md", "21 headings"),
        ("binary.md", "UTF-8"),
        ("no.md", "no.md"),
    ]:
        done = inquiro("ask", "q", "--outline", name)
        assert (done.exit_code, words in done.stderr) == (2, True), done.stderr
    assert inquiro("ask", "q", "--outline", "good.md", "--brief").exit_code == 2
    assert runtime.requests == []


def test_a_dash_reads_the_question_from_standard_input(runtime, inquiro):
    assert inquiro("ask", "-", stdin="Do trees cool?\n").exit_code == 0
    assert runtime.requests[0].question == "Do trees cool?"
    assert inquiro("ask", "-", stdin=" \n").exit_code == 2


@pytest.mark.parametrize(("given", "since"), [("2024", "2024-01-01"), ("2024-05-31", "2024-05-31")])
def test_a_year_is_its_first_day(given, since, runtime, inquiro):
    inquiro("ask", "q", "--since", given)
    assert runtime.requests[0].filters.since == since


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ([], "Missing argument"),
        (["  "], "the question is empty"),
        (["q", "--max-rounds", "0"], "x>=1"),
        (["q", "--max-seconds", "0"], "x>0"),
        (["q", "--max-seconds", "nan"], "give a number"),
        (["q", "--max-seconds", "inf"], "give a number"),
        (["q", "--max-cost", "-1"], "x>=0"),
        (["q", "--max-tokens", "0"], "x>=1"),
        (["q", "--since", "yesterday"], "is not a date"),
        (["q", "--since", "2024-13"], "is not a date"),
        (["q", "--site", "https://example.org/a"], "is not a host"),
        (["q", "--language", "german language"], "is not a language code"),
        (["q", "--privacy", "open"], "'local_only', 'hybrid', 'cloud_allowed'"),
        (["q", "--depth", "bottomless"], "'light', 'deep'"),
        (["q", "--corpus", "missing"], "'missing' does not exist"),
        (["q", "--out", "missing/report.md"], "does not exist"),
        (["q", "--out", "report.xyz"], "no format has the ending '.xyz'"),
        (["q", "--format", "papyrus"], "known: "),
        (["q", "--json", "--events"], "both want stdout"),
        (["q", "--json", "--format", "md"], "--out FILE"),
    ],
)
def test_wrong_usage_is_2_before_any_work(args, said, runtime, inquiro):
    done = inquiro("ask", *args)
    assert done.exit_code == 2
    assert said in " ".join(done.stderr.split())
    assert done.stdout == ""
    assert runtime.requests == []


def test_a_question_may_follow_a_run(runtime, inquiro):
    assert inquiro("ask", "and what do they cost?", "--follow", "7f3a").exit_code == 0
    assert runtime.requests[0].follow == "7f3a"
    assert runtime.followed == ["7f3a"]
    assert inquiro("ask", "Do trees cool?").exit_code == 0
    assert (runtime.requests[1].follow, runtime.followed) == (None, ["7f3a"])


def test_latest_follows_the_newest_run(runtime, inquiro):
    assert inquiro("ask", "and what do they cost?", "--follow", "latest").exit_code == 0
    assert runtime.followed == [runtime.known[0].id]


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (RunNotFound("no run id starts with '7f3a'"), 2),
        (UsageError("run 7f3a91c2 is in_progress and has no report to follow"), 2),
        (NotConfigured("run 7f3a91c2 is another owner's and cannot be followed"), 3),
    ],
)
def test_a_run_that_cannot_be_followed_is_said_before_any_work(error, code, runtime, inquiro):
    runtime.failure = error
    done = inquiro("ask", "and what do they cost?", "--follow", "7f3a")
    assert (done.exit_code, done.stderr, runtime.requests) == (code, f"inquiro: {error}\n", [])


def test_a_pack_of_the_run_can_be_asked_for(runtime, inquiro):
    assert inquiro("ask", "q", "--format", "pack", "--out", "evidence.zip").exit_code == 0
    assert zipfile.is_zipfile("evidence.zip")


def test_an_unknown_source_lists_the_known_ones(runtime, inquiro):
    runtime.failure = UnknownName("source", "nowhere", ["local", "web"])
    done = inquiro("ask", "q", "--source", "nowhere")
    assert (done.exit_code, done.stderr) == (2, "inquiro: unknown source 'nowhere'; known: local, web\n")


@pytest.mark.parametrize(
    ("status", "code"),
    [("completed", 0), ("max_iterations_reached", 0), ("stopped", 4), ("error", 1)],
)
def test_the_exit_code_tells_how_it_ended(status, code, runtime, inquiro, make_report):
    runtime.reports = [make_report(status=status)]
    done = inquiro("ask", "q")
    assert done.exit_code == code
    assert "Trees cool streets" in done.stdout


def test_json_is_the_only_thing_on_stdout(runtime, inquiro):
    done = inquiro("ask", "q", "--json")
    assert json.loads(done.stdout)["trace_id"] == runtime.known[0].id
    assert "round 1/10" in done.stderr


def test_events_are_json_lines(runtime, inquiro):
    done = inquiro("ask", "q", "--events")
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [event["stage"] for event in told] == [event.stage for event in runtime.told]
    assert done.stdout.isascii()


@pytest.mark.parametrize(
    ("many", "said"),
    [
        (0, ""),
        (1, "1 unfinished run: inquiro runs resume 00000000\n"),
        (3, "3 unfinished runs, the newest: inquiro runs resume 22222222\n"),
    ],
)
def test_unfinished_work_is_mentioned_in_one_line_on_stderr(runtime, inquiro, make_run, many, said):
    runtime.left_over = [make_run(id=str(number) * 8 + "-x", status="in_progress") for number in range(many)]
    done = inquiro("ask", "Do trees cool?", "--json")
    assert ("unfinished" in done.stderr, done.stderr.startswith(said)) == (bool(many), True)
    assert json.loads(done.stdout)["status"] == "completed"
