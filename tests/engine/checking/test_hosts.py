from __future__ import annotations

import pytest

from inquiro.engine.checking import check
from inquiro.engine.checking.hosts import without_strange_hosts

QUOTE = "A tree costs 1,900 € over thirty years in Korvenau, as korvenau.example says, e.g. for planting."


@pytest.mark.parametrize(
    "said",
    [
        "A tree costs 1,900 € over thirty years in Korvenau, see zqx95.example.",
        "A tree costs 1,900 € over thirty years in Korvenau, as invented-source.org says.",
        "A tree costs 1,900 € over thirty years in Korvenau, as korvenau.example.com says.",
    ],
)
def test_a_site_that_no_source_names_is_no_evidence(said):
    found = check(said, [QUOTE])
    assert found.label == "uncited"
    assert "identifier" in {problem.kind for problem in found.problems}


@pytest.mark.parametrize(
    ("said", "granted"),
    [
        ("In Korvenau a tree costs 1,900 € over thirty years, as korvenau.example says, e.g. for planting.", ()),
        ("A tree costs 1,900 € over thirty years in Korvenau, as korvenau.example says, i.e. for planting.", ()),
        ("A tree costs 1,900 € over thirty years in Korvenau, as audit.example says.", ("https://audit.example/x",)),
    ],
)
def test_one_that_a_source_names_is_fine(said, granted):
    assert "identifier" not in {problem.kind for problem in check(said, [QUOTE], granted).problems}


@pytest.mark.parametrize("name", ["upsd.conf", "os.urandom", "node.js", "ups.status", "setup.py", "README.md"])
def test_files_and_names_of_code_are_no_sites(name):
    quote = "The server reads its configuration from a file when it starts, and once more when it is told to reload."
    found = check(f"The server reads its configuration from {name} when it starts.", [quote])
    assert "identifier" not in {problem.kind for problem in found.problems}
    assert found.label == "inferred"  # and yet nobody said so
    assert (
        check(f"The server reads its configuration from {name} when it starts.", [quote], [name]).label == "supported"
    )


@pytest.mark.parametrize("name", ["nut-help.io", "upsd.de", "www.nut.conf", "status.cloud"])
def test_a_site_by_its_ending_has_to_be_named(name):
    found = check(f"Trees cost 1,900 € over thirty years in Korvenau, as {name} says.", [QUOTE])
    assert found.label == "uncited"


@pytest.mark.parametrize(
    ("text", "held", "left"),
    [
        ("zqx5.example. What about street trees?", "Who pays?", "What about street trees?"),
        ("What does Example.org say?", "See example.org", "What does Example.org say?"),
        ("Is os.path older than node.js?", "", "Is os.path older than node.js?"),
    ],
)
def test_a_site_that_nobody_told_is_taken_out(text, held, left):
    assert without_strange_hosts(text, held) == left
