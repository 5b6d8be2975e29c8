"""Mutated model answers: 500 here and 10,000 in `make fuzz`; and proof that an invented source would be seen."""

from __future__ import annotations

import json
from random import Random
from unittest.mock import patch

import msgspec
import pytest

from inquiro.core.types import Citation, Claim, Contradiction, ContradictionSide, Evidence, Report, ReportSource
from inquiro.engine.checking import Verdict

PAGE = "https://moss.example/roofs"
TEXT = "Moss cools a roof by 3.9 degrees. It costs 36 euros per square metre. See https://other.example/x for more."
INNER, WHOLE = 18, 4  # runs of one test
LEAST = {"inner": 85, "whole": 15}  # mutated answers in them: five of each are 500


# -- runs ---------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.fault(9, 10, 32)
@pytest.mark.parametrize("batch", range(5))
def test_no_invented_source_survives_the_reasoning(fuzzed, batch):
    check(fuzzed.inner(range(batch * INNER, (batch + 1) * INNER)), LEAST["inner"])


@pytest.mark.slow
@pytest.mark.fault(9, 10, 32)
@pytest.mark.parametrize("batch", range(5))
def test_no_invented_source_survives_a_whole_run(fuzzed, batch):
    check(fuzzed.whole(range(batch * WHOLE, (batch + 1) * WHOLE)), LEAST["whole"])


def check(outcomes, least):
    found = list(outcomes)
    assert [f"{one.way}:{one.seed}: {breach}" for one in found for breach in one.breaches] == []
    assert [one.refused for one in found if one.refused] == []
    assert sum(one.spoiled for one in found) >= least
    assert sum(one.citations for one in found) > len(found)  # mutated, and yet there is something to look at


def unclean(text, most):
    return text


def believed(label, held):
    return False


def quoted(text, excerpts, granted=()):
    return Verdict(text=text, label="quoted")


def supported(text, excerpts, granted=()):
    return Verdict(text=text, label="supported")


def beside_the_words(name, document, start, end):
    return Evidence(id=name, document_id=document.id, start=start, end=end + 1, quote=document.text[start:end])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("guard", "opened", "expected", "known"),
    [
        (
            "asked.kept_sentences.as_words",
            unclean,
            {"an address where none may be", "looks like a mark", "nobody sees"},
            [80, 123],
        ),
        ("asked.report_draft.claims_more", believed, {"a label counts"}, []),
        ("draft_verdicts.check", quoted, {"called quoted and stands nowhere"}, [1]),
        ("draft_verdicts.check", supported, {"is in none of its quotes"}, [2]),
        ("extract.evidence_at", beside_the_words, {"does not stand at"}, [0]),
    ],
)
def test_without_its_guards_the_same_answers_do_harm(fuzzed, guard, opened, expected, known):
    """Their silence above means something; `known` are answers that did, tried before all the others."""
    with patch(f"inquiro.engine.{guard}", opened):
        for one in fuzzed.inner([*known, *range(200)]):
            expected = {word for word in expected if not any(word in breach for breach in one.breaches)}
            if not expected:
                return
    pytest.fail(f"nobody noticed: {expected}")


def test_a_run_can_be_had_again_alone(fuzzed):
    (first,), (second,) = (list(fuzzed.inner([7])) for _ in range(2))
    assert first.report == second.report
    assert (first.outputs, first.kinds) == (second.outputs, second.kinds)


def test_a_crash_is_a_breach(fuzzed):
    with patch("inquiro.engine.reasoners.llm.write_with", side_effect=RecursionError("too deep")):
        (one,) = fuzzed.inner([1])
    assert "RecursionError" in one.breaches[0]


# -- the mutations ------------------------------------------------------------------------------------------------


def test_every_mutation_changes_something_and_is_used(fuzzed):
    answer = {
        "findings": [
            {"passage": n, "statement": f"Trees cost {n} euros.", "quote": f"Trees cost {n} euros in Korvenau.", "items": ["c1"]}
            for n in (1, 2, 3)
        ]
    }  # fmt: skip
    before = json.dumps(answer)
    for name, (weight, mutate) in fuzzed.MUTATIONS.items():
        made = {json.dumps(mutate(Random(seed), json.loads(before), fuzzed.World())) for seed in range(12)}
        assert weight > 0
        assert made - {before}, name
    used = {name for one in fuzzed.inner(range(8)) for name in one.kinds}
    assert len(used) > len(fuzzed.MUTATIONS) / 3


# -- what counts as a breach --------------------------------------------------------------------------------------


def report(**changes):
    source = ReportSource(id="src_1", type="web", title="Moss", url=PAGE, snippet="", document_id="d1")
    cited = Citation(source_id="src_1", quote=TEXT[:33], start=0, end=33, document_id="d1", after=TEXT[33:40])
    claims = (
        Claim(text="Moss cools a roof by 3.9 degrees.", label="quoted", evidence=(cited,)),
        Claim(text="A roof is cooled by 3.9 degrees by moss.", label="supported", evidence=(cited,)),
    )
    answer = " ".join(f"{claim.text} [1]" for claim in claims)
    whole = Report(trace_id="1", question="?", answer=answer, sources=(source,), claims=claims)
    return msgspec.structs.replace(whole, **changes)


def claim(text="Moss cools a roof by 3.9 degrees.", label="supported", **changes):
    cited = {"source_id": "src_1", "quote": TEXT[:33], "start": 0, "end": 33, "document_id": "d1"} | changes
    return report(claims=(Claim(text=text, label=label, evidence=(Citation(**cited),)),))


def side(**changes):
    one = {"statement": "Moss cools.", "fact_id": "f1", "document_id": "d1", "source_id": "src_1"} | changes
    sides = (ContradictionSide(**one),)
    return report(contradictions=(Contradiction(about="moss", kind="scope", explanation="", sides=sides),))


def source(**changes):
    known = {"id": "src_1", "type": "web", "title": "", "url": PAGE, "snippet": "", "document_id": "d1"} | changes
    return report(sources=(ReportSource(**known),))


def seen(fuzzed, whole, exports=(), text=TEXT):
    stored = {"d1": fuzzed.Snapshot(PAGE, text)}
    return fuzzed.breaches(fuzzed.Seen(whole, stored, {PAGE: TEXT}, dict(exports)))


def test_a_clean_report_has_none(fuzzed):
    shown = {
        "md": f"Moss cools. [1]({PAGE}#:~:text=Moss)\nsee https:\\//other.example/x",
        "html": f'<a href="{PAGE}">1</a><a href="#top">^</a><p>https://other.example/x</p>',
    }
    assert seen(fuzzed, report(), shown) == []
    assert seen(fuzzed, side()) == []
    assert seen(fuzzed, claim("Moss cools a roof by 3.90 degrees.")) == []


@pytest.mark.parametrize(
    ("whole", "word"),
    [
        (claim(source_id="src_2"), "cites src_2"),
        (claim(source_id=""), "cites nobody"),
        (claim(document_id="d2"), "the words of another document"),
        (claim(start=1, end=34), "does not stand at"),
        (claim(quote="Moss heats a roof by 3.9 degrees."), "does not stand at"),
        (claim(quote="", start=0, end=0), "does not stand at"),
        (claim(before="x"), "the words around a quote"),
        (claim(text="Moss cools a roof by 4.9 degrees."), "4.9 is in none"),
        (claim(text="Moss cools a roof by 3.9 degrees, as zqx7.com says."), "nobody wrote zqx7.com"),
        (claim(text="Moss cools a roof by 39 degrees.", label="quoted"), "stands nowhere"),
        (report(claims=(Claim(text="Moss cools.", label="supported"),)), "without evidence"),
        (source(url="https://zqx.example/"), "a source says"),
        (source(document_id="d9"), "without a snapshot"),
        (source(id="src_7"), "numbered"),
        (side(source_id="src_4"), "no source"),
        (side(document_id="d4"), "no source"),
        (report(answer="Moss cools. [2]"), "a mark [2]"),
        *(
            (report(answer=f"Moss cools {mark}."), "looks like a mark")
            for mark in ("\\[9\\]", "[^2]", "【3】", "(src_99)", "[f3]", "［1］", "&#91;9&#93;", "[1, 2]", "[source 4]", "⁽2⁾")
        ),
        *(
            (report(answer=f"Moss cools {link}."), "an address where none may be")
            for link in ("https://zqx.example", "www.zqx.org", "zqx.world/1", PAGE, "https://other.example/x", "a@zqx.com",
                         "https%3A%2F%2Fzqx.example", "javascript:alert(1)", "//zqx.net/1")
        ),
        (report(answer="Moss \u202ecools."), "nobody sees"),
        (report(notices=("see http://zqx.example/",)), "an address where none may be"),
        (source(title="http://zqx.example/1"), "an invented address"),
    ],
)  # fmt: skip
def test_a_breach_is_seen(fuzzed, whole, word):
    found = seen(fuzzed, whole)
    assert any(word in breach for breach in found), found


@pytest.mark.parametrize(
    ("exports", "word"),
    [
        ({"md": "[1](https://zqx.example/)"}, "md links to"),
        ({"md": "[1]: https://other.example/x"}, "md links to"),
        ({"md": "<img src=x>"}, "md links to"),
        ({"md": "see https://other.example/x"}, "md links to"),
        ({"md": "see https:\\//zqx.example/"}, "md shows"),
        ({"html": '<a href="https://other.example/x">1</a>'}, "html links to"),
        ({"html": '<p onclick="go()">1</p>'}, "html links to"),
        ({"html": '<p title="https://zqx.example/">1</p>'}, "html shows"),
        ({"html": "<p>zqx.world/7</p>"}, "html shows"),
    ],
)
def test_a_breach_in_an_export_is_seen(fuzzed, exports, word):
    found = seen(fuzzed, report(), exports)
    assert any(word in breach for breach in found), found


def test_a_snapshot_that_nobody_served_is_seen(fuzzed):
    assert "nobody served" in seen(fuzzed, report(), text=TEXT + " ")[0]
