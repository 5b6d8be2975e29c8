"""`inquiro knowledge` over a real base: what was kept, found, shown, exported and taken back."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from inquiro.cli.main import commands
from inquiro.core.settings import Settings
from inquiro.core.types import ResearchFindings, ResearchRequest
from inquiro.core.types.modes import ImplementationResult
from inquiro.retrieval.embeddings import OFF
from inquiro.runtime import Runtime
from inquiro.runtime.knowing import KnowledgePipeline
from inquiro.testing import write_corpus

TEXTS = {
    "measured.md": "# Cooling measured\n\nStreet trees cooled the midday air in Varnholt by 1.6 °C in 2021. "
    "The Meridian Trust was founded by Odile Brandt.\n",
    "cost-2019.md": "# Costs\n\nThe lifetime cost of a street tree in Korvenau is 1,100 € per tree.\n",
    "cost-2023.md": "# Audit\n\nThe lifetime cost of a street tree in Korvenau is 2,400 € per tree.\n",
}
SECRET = {"oak.md": "# Oaks\n\nThe oak tree of Ada Lund cost 4,200 € in 2024.\n"}
CODE = "Counts them.\n\n```python\nif trees < 3:\n    print('few')\n```\n\nDependencies: none"


@pytest.fixture(scope="module")
def home(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("knowledge-home")


@pytest.fixture(scope="module")
def runs(home, tmp_path_factory) -> tuple[str, str]:
    """A public and a private run in the database; nothing of them is kept yet."""
    settings = Settings(home=home, database_url=f"sqlite:///{home / 'inquiro.db'}", embedding_model=OFF)
    opened = Runtime.open(settings)
    public = write_corpus(tmp_path_factory.mktemp("public"), TEXTS)
    private = write_corpus(tmp_path_factory.mktemp("private"), SECRET)
    asked = "What is the lifetime cost of a street tree in Korvenau, how much do street trees cool, who founded the Meridian Trust?"
    try:
        first, second = (
            asyncio.run(opened.ask(ResearchRequest(question=question, max_iterations=2, unattended=True, **folders)))
            for question, folders in (
                (asked, {"public_corpora": (str(public),)}),
                ("What did the oak tree of Ada Lund cost?", {"corpora": (str(private),)}),
            )
        )
    finally:
        opened.close()
    return first.trace_id, second.trace_id


@pytest.fixture
def inquiro(runs, home, tmp_path, monkeypatch):
    """The command line over a base that is empty at first."""
    monkeypatch.setenv("INQUIRO_HOME", str(home))
    monkeypatch.chdir(tmp_path)

    def run(*args: str) -> Result:
        return CliRunner().invoke(commands, ["knowledge", *args], prog_name="inquiro")

    yield run
    opened = Runtime.open(Settings.load())
    for giver in asyncio.run(opened.knowledge.givers()):
        asyncio.run(opened.knowledge.remove(giver.run_id or giver.key))
    opened.close()


def test_a_base_that_is_not_indexed_yet_is_told(inquiro, runs, monkeypatch):
    assert inquiro("add", runs[0]).exit_code == 0
    monkeypatch.setattr("inquiro.knowledge.lookup.SECONDS", 0.0)
    answer = inquiro("search", "street trees", "--json")
    assert json.loads(answer.stdout) == []
    assert "known things are not in the index yet: ask again in a moment" in answer.stderr
    assert "Nothing is known" not in inquiro("search", "street trees").stderr


def found(inquiro, *query: str) -> list[dict]:
    return json.loads(inquiro("search", *query, "--json").stdout)


def test_an_empty_base_says_how_to_fill_it(inquiro):
    for args in ((), ("search", "trees"), ("export", "--out", "known.graphml")):
        answer = inquiro(*args)
        assert answer.exit_code == 0
        assert "inquiro knowledge add RUN" in answer.output
    assert found(inquiro, "trees") == []


def test_add_says_what_was_new_and_what_does_not_fit_and_twice_changes_nothing(inquiro, runs):
    first, again = inquiro("add", runs[0][:8]), inquiro("add", runs[0][:8])
    assert first.exit_code == 0
    assert f"Run {runs[0][:8]}: " in first.stdout
    assert "new facts" in first.stdout
    assert "1 pair of facts that does not fit" in first.stdout
    assert f"inquiro knowledge remove {runs[0][:8]}" in first.stderr
    assert "nothing that was not known already" in again.stdout
    told = json.loads(inquiro("add", runs[1], "--json").stdout)
    assert (told["run_id"], told["facts"]) == (runs[1], 1)


def test_the_newest_run_is_called_latest(inquiro, runs):
    added, taken = (json.loads(inquiro(command, "latest", "--json").stdout) for command in ("add", "remove"))
    assert (added["run_id"], taken["run_id"]) == (runs[1], runs[1])


def test_the_base_alone_is_told_in_one_line(inquiro, runs):
    inquiro("add", runs[0])
    assert inquiro().stdout.rstrip().endswith("last added to today.")
    assert "3 pages" in inquiro().stdout


def test_search_lists_statements_with_how_sure_how_old_and_where_from(inquiro, runs):
    inquiro("add", runs[0])
    shown = inquiro("search", "street trees cooling", "--limit", "3").stdout
    known = next(one for one in found(inquiro, "street trees cooling") if "1.6 °C" in one.get("statement", ""))
    assert known["statement"] in " ".join(shown.split())
    for part in (known["id"], f"confidence {known['confidence']:.2f}", "1 origin", "read today", "measured.md"):
        assert part in shown
    assert len(found(inquiro, "street trees", "--limit", "1")) == 1


def test_search_marks_what_is_contradicted(inquiro, runs):
    inquiro("add", runs[0])
    known = {one["id"]: one for one in found(inquiro, "lifetime cost street tree") if one["kind"] == "fact"}
    disputed = [one for one in known.values() if one["opposed"]]
    assert len(disputed) == 2
    shown = inquiro("search", "lifetime cost street tree").stdout
    assert all(f"⚠ contradicted by {one['id']}" in shown for one in disputed)


def test_nothing_found_says_so_and_an_empty_query_is_refused(inquiro, runs):
    inquiro("add", runs[0])
    nothing = inquiro("search", "xylophone")
    assert (nothing.exit_code, nothing.stdout) == (0, "")
    assert "Nothing is known about that." in nothing.stderr
    assert inquiro("search", " ").exit_code == 2
    assert inquiro("search", "trees", "--limit", "0").exit_code == 2


def test_show_opens_a_fact_at_its_words_with_what_stands_against_it(inquiro, runs):
    inquiro("add", runs[0])
    fact = next(one for one in found(inquiro, "lifetime cost street tree") if one.get("opposed"))
    shown = " ".join(inquiro("show", fact["id"][:10]).stdout.split())
    other = json.loads(inquiro("show", fact["opposed"][0]["fact_id"], "--json").stdout)
    assert other["kind"] == "fact"
    for part in (
        fact["statement"], other["statement"], other["id"], "Contradicted by", "Read in", f"“{fact['proofs'][0]['quote']}”",
        f"read {datetime.now(UTC):%Y-%m-%d}, today", f"from run {runs[0][:8]}", ".md",
    ):  # fmt: skip
        assert part in shown


def test_show_opens_a_name_with_its_relations_and_their_words(inquiro, runs):
    inquiro("add", runs[0])
    names = [one for one in found(inquiro, "Meridian Trust") if one["kind"] == "entity"]
    trust = next(one for one in names if one["name"] == "Meridian Trust")
    shown = " ".join(inquiro("show", trust["id"]).stdout.split())
    assert "Meridian Trust (" in shown
    assert "Meridian Trust founded by Odile Brandt" in shown
    assert "“The Meridian Trust was founded by Odile Brandt.”" in shown


def test_show_opens_an_item_with_its_code_as_it_stands(inquiro):
    counting = ImplementationResult("https://trees.example/count", CODE)
    KnowledgePipeline().run(ResearchFindings("count trees", ["implementation"], 1, implementations=[counting]))
    (item,) = [one for one in found(inquiro, "counts") if one["kind"] == "item"]
    shown = inquiro("show", item["id"]).stdout
    assert "    print('few')" in shown
    assert "```" not in shown
    assert "https://trees.example/count" in shown
    assert "for “count trees”" in shown


@pytest.mark.parametrize("wrong", ["kf_nope", "", "k"])
def test_an_id_that_is_none_or_several_is_refused(inquiro, runs, wrong):
    inquiro("add", runs[0])
    answer = inquiro("show", wrong)
    assert answer.exit_code == 2
    assert answer.stdout == ""
    assert "inquiro knowledge search" in answer.stderr or "several ids" in answer.stderr


@pytest.mark.parametrize("command", ["add", "remove"])
def test_an_unknown_run_is_refused(inquiro, command):
    answer = inquiro(command, "zzzz")
    assert (answer.exit_code, answer.stdout) == (2, "")
    assert "inquiro runs list" in answer.stderr


def test_remove_takes_back_what_only_that_run_gave(inquiro, runs):
    inquiro("add", runs[0])
    inquiro("add", runs[1])
    before = json.loads(inquiro("export", "--format", "jsonld", "--all").stdout)["@graph"]
    answer = inquiro("remove", runs[0][:8])
    assert answer.exit_code == 0
    assert "taken back" in answer.stdout
    after = json.loads(inquiro("export", "--format", "jsonld", "--all").stdout)["@graph"]
    claims = [one["text"] for one in after if one["@type"] == "Claim"]
    assert len(after) < len(before)
    assert claims == ["The oak tree of Ada Lund cost 4,200 € in 2024."]
    assert inquiro("remove", runs[0][:8]).exit_code == 2


def test_export_leaves_what_is_private_out_unless_it_is_asked_for(inquiro, runs):
    inquiro("add", runs[0])
    inquiro("add", runs[1])
    shared = inquiro("export", "--format", "jsonld")
    assert "Ada Lund" not in shared.stdout
    assert "Varnholt" in shared.stdout
    assert "private entries are left out (--all adds them)" in shared.stderr
    everything = inquiro("export", "--format", "jsonld", "--all")
    assert "Ada Lund" in everything.stdout
    assert "left out" not in everything.stderr


def test_export_writes_graphml_to_a_pipe_and_whatever_the_suffix_says_to_a_file(inquiro, runs, tmp_path):
    inquiro("add", runs[0])
    assert ET.fromstring(inquiro("export").stdout_bytes).tag.endswith("graphml")
    written = inquiro("export", "--out", "known.jsonld")
    assert written.stdout == ""
    assert "Written: known.jsonld" in written.stderr
    assert json.loads((tmp_path / "known.jsonld").read_bytes())["@graph"]
    inquiro("export", "--out", "known.txt", "--format", "graphml")
    assert ET.fromstring((tmp_path / "known.txt").read_bytes()).tag.endswith("graphml")


def test_export_never_clutters_a_terminal(inquiro, runs, tmp_path, monkeypatch):
    inquiro("add", runs[0])
    monkeypatch.setattr("inquiro.cli.knowledge._to_a_terminal", lambda: True)
    written = inquiro("export")
    assert written.stdout == ""
    assert "Written: inquiro-knowledge.graphml" in written.stderr
    assert (tmp_path / "inquiro-knowledge.graphml").exists()


@pytest.mark.parametrize(
    ("args", "said"),
    [
        (("--format", "dot"), "known: graphml, jsonld"),
        (("--out", "known.dot"), "known: .graphml, .jsonld"),
        (("--out", "nowhere/known.jsonld"), "does not exist"),
    ],
)
def test_an_export_that_cannot_work_is_refused_first(inquiro, args, said):
    answer = inquiro("export", *args)
    assert answer.exit_code == 2
    assert said in answer.stderr


def test_what_a_deleted_run_gave_can_still_be_taken_back(inquiro, tmp_path):
    pages = write_corpus(
        tmp_path / "pages", {"lime.md": "# Limes\n\nA lime tree in Oster costs 410 € in its first year.\n"}
    )
    opened = Runtime.open(Settings.load())
    request = ResearchRequest(
        question="What does a lime tree in Oster cost?", public_corpora=(str(pages),), unattended=True
    )
    run_id = asyncio.run(opened.ask(request)).trace_id
    assert inquiro("add", run_id[:8]).exit_code == 0
    assert asyncio.run(opened.delete(run_id))
    opened.close()
    answer = inquiro("remove", run_id[:8])
    assert answer.exit_code == 0, answer.output
    assert run_id[:8] in answer.stdout
    assert found(inquiro, "lime tree") == []
