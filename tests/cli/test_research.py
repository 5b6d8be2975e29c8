"""`inquiro research`: modes become a request, wrong ones are refused in words, and the findings are shown."""

from __future__ import annotations

import json

import pytest


def test_the_defaults_are_the_contract(runtime, inquiro):
    assert inquiro("research", "  How to retry? ").exit_code == 0
    [request] = runtime.requests
    assert (request.question, request.modes) == ("How to retry?", ("idea", "implementation", "freeform"))
    assert (request.top_k, request.depth, request.max_iterations) == (5, "deep", 10)


def test_modes_and_the_options_of_ask_reach_the_request(runtime, inquiro, tmp_path):
    (tmp_path / "a").mkdir()
    flags = "--mode implementation --mode idea --mode IDEA --top-k 3 --depth light --corpus a --public-corpus a"
    more = (
        "--source web --domain medical --max-rounds 2 --max-seconds 9 --max-cost 0.5 --max-tokens 90 --privacy hybrid"
    )
    last = "--model openai:x --since 2024 --site a.org --language de --strict --fresh --follow 7f3a --context why"
    done = inquiro("research", "How to retry?", *flags.split(), *more.split(), *last.split())
    assert done.exit_code == 0, done.stderr
    [request] = runtime.requests
    assert (request.modes, request.top_k, request.depth) == (("implementation", "idea"), 3, "light")
    assert (request.corpora, request.public_corpora, request.sources) == (("a",), ("a",), ("web",))
    assert (request.max_iterations, request.max_cost, request.follow) == (2, 0.5, "7f3a")
    assert request.strict
    assert request.fresh


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (["  "], "the query is empty"),
        (["q", "--mode", "both"], "unknown mode 'both'; known: idea, implementation, freeform; for what 'both' did, use freeform"),
        (["q", "--mode", "poem"], "unknown mode 'poem'"),
        (["q", "--top-k", "0"], "x>=1"),
        (["q", "--depth", "bottomless"], "'light', 'deep'"),
        (["q", "--json", "--events"], "both want stdout"),
        (["q", "--format", "papyrus"], "known: "),
    ],
)  # fmt: skip
def test_wrong_usage_is_2_before_any_work(args, said, runtime, inquiro):
    done = inquiro("research", *args)
    assert (done.exit_code, done.stdout, runtime.requests) == (2, "", [])
    assert said in " ".join(done.stderr.split())


def test_json_is_the_report_with_its_findings_and_nothing_else(runtime, inquiro, found):
    runtime.reports = [found.a_research()]
    built = json.loads(inquiro("research", "q", "--json").stdout)
    assert [idea["content"] for idea in built["ideas"]] == [found.BACKOFF, found.JITTER]
    assert built["report"]["content"] == found.PAPER
    assert {"trace_id", "answer", "sources", "claims", "status"} <= set(built)


@pytest.mark.parametrize("command", [("research", "q"), ("runs", "show", "latest")])
def test_a_terminal_shows_ideas_code_and_the_paper(command, runtime, inquiro, found):
    runtime.reports = [found.a_research()]
    text = inquiro(*command).stdout
    assert (
        text.index("  Ideas\n")
        < text.index("  Implementations\n")
        < text.index("  Report\n")
        < text.index("  Sources\n")
    )
    assert "  1. Waiting twice" in text
    assert "Report saved: run 7f3a91c2" in text


@pytest.mark.parametrize("name", ["md", "html", "json", "bibtex"])
def test_a_research_is_exported_like_any_run(name, runtime, inquiro, found, tmp_path):
    runtime.reports = [found.a_research()]
    out = tmp_path / f"out.{name}"
    assert inquiro("runs", "export", "latest", "--format", name, "--out", str(out)).exit_code == 0
    assert ("Backing off" in out.read_text()) is True
    assert inquiro("research", "q", "--format", name).stdout.rstrip("\n") == out.read_text().rstrip("\n")


def test_help_says_what_the_modes_are(inquiro):
    said = inquiro("research", "--help").stdout
    assert "idea|implementation|freeform" in said
    assert "checked without being run" in " ".join(said.split())
