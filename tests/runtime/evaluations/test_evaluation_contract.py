"""What holds for every evaluation in the folder."""

from __future__ import annotations

import asyncio
import json

import msgspec
import pytest

from inquiro.core.errors import NotConfigured, UsageError
from inquiro.runtime.evaluating.figures import Evaluated, Task
from inquiro.runtime.evaluations import registry

SHIPS_ITS_OWN = "fields"


@pytest.fixture(params=registry.names())
def evaluation(request):
    return registry.get(request.param)()


@pytest.fixture
def report(tmp_path):
    path = tmp_path / "report.md"
    path.write_text("Trees cool the street by day [1].\n\n## Sources\n\n1. Measured\n", "utf-8")
    return path


@pytest.fixture
def files(report, folder_file, note_file):
    return {"citations": report, "folders": folder_file, "notes": note_file}


def test_it_goes_by_the_name_of_its_file_and_says_what_it_measures(evaluation):
    assert registry.get(evaluation.name) is type(evaluation)
    assert type(evaluation).__doc__.endswith(".")


def test_without_its_set_or_file_it_says_what_is_missing(evaluation, tmp_path, settings):
    if evaluation.name == SHIPS_ITS_OWN:
        return
    with pytest.raises(UsageError if evaluation.takes_file else NotConfigured, match=r"--data DIR|FILE\.(md|jsonl)"):
        asyncio.run(evaluation.evaluate(Task(data=tmp_path, settings=settings)))


def test_figures_lie_in_their_intervals_and_survive_json(evaluation, data, settings, files):
    file = files.get(evaluation.name)
    done = asyncio.run(evaluation.evaluate(Task(data=data, settings=settings, limit=1, file=file)))
    assert (done.name, done.n > 0, done.seconds > 0) == (evaluation.name, True, True)
    for figure in done.figures:
        assert figure.low is None or 0 <= figure.low <= figure.value <= figure.high <= 1 or figure.n == 0
    assert msgspec.convert(json.loads(json.dumps(done.to_dict())), Evaluated) == done
