"""The lint finds each kind of fault, and none where there is none."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.features.check.reference_fields import Reference, reference_of
from inquiro.runtime.evaluating.figures import Task
from inquiro.runtime.evaluations import registry
from inquiro.runtime.evaluations.citations import BARE, NOWHERE, TWICE, UNCITED, UNMARKED, identity

CLEAN = """# Street trees

Street trees cool the air at midday [1]. They cost the city money [2].

## Sources

1. Measured. https://a.example/measured
2. Costs. https://a.example/costs
"""


def lint(tmp_path, settings, text):
    path = tmp_path / "report.md"
    path.write_text(text, "utf-8")
    return asyncio.run(registry.get("citations")().evaluate(Task(data=tmp_path, settings=settings, file=path)))


def kinds(done) -> Counter[str]:
    return Counter(problem.kind for problem in done.problems)


def test_a_clean_report_has_no_problem(tmp_path, settings):
    done = lint(tmp_path, settings, CLEAN)
    assert done.problems == ()
    assert [figure.value for figure in done.figures] == [1, 1, 1, 1, 0]
    assert done.figures[0].n == 2


@pytest.mark.parametrize(
    ("before", "after", "fault"),
    [
        ("money [2]", "money [2][7]", NOWHERE),
        ("money [2]", "money", UNMARKED),
        ("[1]", "[2]", UNCITED),
        ("money [2]", "money, see https://b.example [2]", BARE),
        ("a.example/costs", "www.a.example/measured/?utm_source=x", TWICE),
    ],
)
def test_each_fault_is_found_where_it_stands(tmp_path, settings, before, after, fault):
    done = lint(tmp_path, settings, CLEAN.replace(before, after))
    assert fault in kinds(done)
    [problem] = [problem for problem in done.problems if problem.kind == fault]
    assert problem.line in {3, 7, 8}
    assert any(figure.value != 1 for figure in done.figures[:4]) or done.figures[4].value == 1


def test_our_own_export_is_understood(tmp_path, settings):
    from inquiro.core.types import Citation, Claim, Report, ReportSource
    from inquiro.exports import registry as exports

    cited = Citation(source_id="src_1", quote="Trees cool the street.", start=0, end=22)
    text = "Trees cool the street."
    report = Report(
        trace_id="r",
        question="Do trees cool the street?",
        answer=f"{text} [1]",
        claims=(Claim(text=text, label="quoted", evidence=(cited,)),),
        sources=(
            ReportSource(id="src_1", type="web", title="Trees", url="https://a.example", snippet="", document_id="d"),
        ),
    )
    done = lint(tmp_path, settings, exports.get("md")().render(report).decode())
    assert done.problems == ()
    assert [figure.n for figure in done.figures] == [1, 1, 1, 1, 1]


def test_words_tell_sources_without_an_address_apart():
    def entry(text: str, number: str = "1") -> Reference:
        return reference_of(number, text, 1)

    assert identity(entry("The Trees, 2020.")) == identity(entry("the trees 2020", "2"))
    assert identity(entry("Trees")) != identity(entry("Tree"))
    assert identity(entry("x https://a.example/p?id=1")) != identity(entry("x https://a.example/p?id=2"))
    assert identity(entry("x http://[broken")) != identity(entry("x"))


def test_a_report_without_anything_has_nothing_to_count(tmp_path, settings):
    done = lint(tmp_path, settings, "")
    assert [figure.n for figure in done.figures] == [0, 0, 0, 0, 0]


def test_a_file_has_to_be_named_and_there(tmp_path, settings):
    evaluation = registry.get("citations")()
    with pytest.raises(UsageError, match="name the report"):
        asyncio.run(evaluation.evaluate(Task(data=tmp_path, settings=settings)))
    with pytest.raises(NotConfigured, match="cannot be read"):
        asyncio.run(evaluation.evaluate(Task(data=tmp_path, settings=settings, file=tmp_path / "no.md")))
