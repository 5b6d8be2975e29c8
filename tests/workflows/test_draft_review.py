"""A draft of a real run on its way through judge and repair, with a model that plays each part."""

from __future__ import annotations

import asyncio
import json
import re

import pytest

from inquiro.core.errors import Unavailable
from inquiro.core.models import Capabilities, ModelAnswer, ModelUsage, Price
from inquiro.core.types import ResearchRequest
from inquiro.effects.retrying import RetryPolicy
from inquiro.engine import asking
from inquiro.engine.checking.judge import Question, Ruling
from inquiro.providers.llm import registry as models
from inquiro.testing import DiligentModel, plugged_in
from inquiro.workflows.draft_review import Sheet

QUESTION = "How much do street trees cool the air, what do they cost and who pays for them?"
REQUEST = ResearchRequest(question=QUESTION, sources=("wiki",), model="double:x", max_iterations=1)
LOOSE = "Planting along roads is, all things considered, a worthwhile thing."


@pytest.fixture(autouse=True)
def _impatient(monkeypatch):
    quick = RetryPolicy(attempts=1, outage_attempts=1, timeout_attempts=1, first_wait=0.0, longest_wait=0.0)
    monkeypatch.setattr(asking, "MID_RUN", quick)


class Writer(DiligentModel):
    """Adds a sentence that rules leave open to its opening, and judges it as it was told to."""

    def __init__(self, verdict: str, *, words: bool = True, down: bool = False, mends: str = "") -> None:
        capabilities = Capabilities(schema=True, web_search=False, local=True)
        super().__init__(provider="double", model="x", capabilities=capabilities, price=Price(input=1.0, output=2.0))
        self.says, self.words, self.down, self.mends = verdict, words, down, mends
        self.asked: list[str] = []

    async def complete(self, request, heard=None):
        self.asked.append(request.schema_name)
        if request.schema_name == "judge":
            if self.down:
                raise Unavailable("the judge is away")
            return self._told(self._rulings(request.messages[-1].text))
        if request.schema_name == "repair":
            numbers = re.findall(r"(?m)^(\d+)\. Sentence", request.messages[-1].text)
            return self._told({"sentences": [{"number": int(n), "text": self.mends, "facts": []} for n in numbers]})
        if request.schema_name == "canary":
            numbers = [int(n) for n in re.findall(r"(?m)^(\d+)\. In:", request.messages[-1].text)]
            return self._told({"sentences": [_canary(number) for number in numbers]})
        answer = await super().complete(request, heard)
        if request.schema_name == "write":
            said = json.loads(answer.text)
            said["bottom_line"].append({"text": LOOSE, "facts": said["bottom_line"][0]["facts"]})
            return self._told(said)
        return answer

    def _rulings(self, prompt: str) -> dict:
        quotes = dict(re.findall(r"(?m)^(E\d+) In: .*\n   Quote: (.*)$", prompt))
        sentences = re.findall(r"(?m)^(\d+)\. \((E\d+)[^)]*\) ", prompt)
        return {
            "rulings": [
                {
                    "number": int(number),
                    "verdict": self.says,
                    "words": [quotes[name] if self.words else "what nobody ever wrote anywhere"],
                    "wrong": "" if self.says == "supported" else "No source says so.",
                }
                for number, name in sentences
            ]
        }

    def _told(self, said: dict) -> ModelAnswer:
        return ModelAnswer(text=json.dumps(said), finish="stop", usage=ModelUsage(input=100, output=50))


def _canary(number: int) -> dict:
    """In words that no source has: rules leave both to the judge."""
    kind = ("pleasant", "sensible", "welcome", "decent", "agreeable", "likeable")[number % 6]
    return {
        "number": number,
        "true": f"Planting along roads is, taken as a whole, a {kind} thing.",
        "false": f"Planting along roads is, taken as a whole, anything but {kind}.",
    }


def run(runtime, writer: Writer, **changes):
    async def scenario():
        started = await runtime.start(ResearchRequest(**{**_fields(REQUEST), **changes}))
        report = await runtime.execute(started.id)
        return report, await runtime.replay(started.id)

    with plugged_in(models, double=lambda _context, _model: writer):
        return asyncio.run(scenario())


def _fields(request: ResearchRequest) -> dict:
    return {name: getattr(request, name) for name in request.__struct_fields__}


def loose(report):
    return next((claim for claim in report.claims if claim.text == LOOSE), None)


def test_an_inference_is_labelled_by_the_model_counted_and_replayed(runtime, wiki):
    writer = Writer("inference")
    report, replayed = run(runtime, writer)
    assert "judge" in writer.asked
    assert (loose(report).label, loose(report).by) == ("inferred", "model")
    assert report.judged.inferred >= 1
    assert report.judged.calls >= 1
    assert report.judged.tokens >= 150
    assert "repair" not in writer.asked
    assert replayed.identical, replayed.differences


def test_words_that_stand_nowhere_leave_the_rules_labels(runtime, wiki):
    report, _ = run(runtime, Writer("supported", words=False))
    assert loose(report).by == "rule"
    assert loose(report).label in {"inferred", "uncited"}
    assert report.judged.void >= 1


def test_a_judge_that_is_away_leaves_the_rules_labels_and_is_told(runtime, wiki):
    report, replayed = run(runtime, Writer("supported", down=True))
    assert loose(report).by == "rule"
    assert report.judged is None
    assert any("judge" in loss.what for loss in report.lost)
    assert replayed.identical, replayed.differences


def test_a_contradicted_sentence_is_mended_once_else_cut(runtime, wiki):
    writer = Writer("contradicted")
    report, replayed = run(runtime, writer)
    assert writer.asked.count("repair") == 1
    assert loose(report) is None
    assert report.dropped["sentences that were wrong by their evidence"] >= 1
    assert replayed.identical, replayed.differences


def test_a_judge_that_says_yes_to_everything_is_not_believed(runtime, wiki):
    report, replayed = run(runtime, Writer("supported"))
    assert report.judged.tested >= 4
    assert not report.judged.trusted
    assert not [claim for claim in report.claims if claim.by == "model"]
    assert replayed.identical, replayed.differences


def test_canaries_in_the_model_s_own_words_go_through_the_same_judge(runtime, wiki):
    writer = Writer("supported")
    report, _ = run(runtime, writer)
    kinds = {one.kind: one for one in report.canaries.kinds}
    assert kinds["model"].known_true > 0
    assert kinds["model"].missed == kinds["model"].known_false  # this one calls everything supported
    assert {"changed", "reworded", "model"} >= set(kinds)
    assert report.judged.fooled == report.judged.tested > 0
    assert report.canaries.runs == 1


def test_nothing_tells_tests_from_sentences_of_the_draft_and_rulings_find_their_way_back():
    def asked(some: list[str]) -> list[Question]:
        return [Question(number=at, sentence=text, excerpts=()) for at, text in enumerate(some, 1)]

    draft, tests = asked([f"Claim {at}." for at in range(8)]), asked([f"Test {at}." for at in range(8)])
    sheet = Sheet(draft, tests)
    assert [one.number for one in sheet.questions] == list(range(1, 17))
    kinds = "".join(one.sentence[0] for one in sheet.questions)
    assert kinds not in {"CT" * 8, "TC" * 8, "C" * 8 + "T" * 8}
    assert Sheet(list(reversed(draft)), tests).questions == sheet.questions  # whatever order they came in
    rulings = [Ruling(number=one.number, verdict="supported", wrong=one.sentence) for one in sheet.questions]
    of_draft, of_tests = sheet.dealt(rulings)
    assert {one.wrong: one.number for one in of_draft} == {one.sentence: one.number for one in draft}
    assert {one.wrong: one.number for one in of_tests} == {one.sentence: one.number for one in tests}
