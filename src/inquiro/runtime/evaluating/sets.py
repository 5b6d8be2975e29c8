"""The sets that evaluations read: questions, documents and claims from a folder of the user's."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Settings
from inquiro.core.types import Value

HOTPOTQA, PUBMEDQA, WICE = "qa_hotpotqa", "qa_pubmedqa_dev", "claims_wice_dev"
USUAL_PLACE = Path("data")
CORPUS = "_corpus.json"
T = TypeVar("T")

Decision = Literal["yes", "no", "maybe"]
Support = Literal["supported", "partially_supported", "not_supported"]


class Paper(Value, frozen=True, kw_only=True):
    """A document of a corpus."""

    title: str
    text: str


class Question(Value, frozen=True, kw_only=True):
    """A question, its answer, and the documents that the answer rests on."""

    text: str
    answer: str
    gold: frozenset[str]  # titles
    long_answer: str = ""


class QuestionSet(Value, frozen=True, kw_only=True):
    """Questions over one corpus."""

    name: str
    questions: tuple[Question, ...]
    papers: tuple[Paper, ...]

    def first(self, limit: int | None) -> QuestionSet:
        """Fewer questions over the same corpus."""
        return msgspec.structs.replace(self, questions=self.questions[:limit])


class GivenClaim(Value, frozen=True, kw_only=True):
    """A sentence, the sentences of the page that it cites, and whether people found it supported."""

    claim: str
    evidence: tuple[str, ...]
    label: Support
    supporting_sentences: tuple[tuple[int, ...], ...] = ()


class _Hop(msgspec.Struct):
    question: str
    supporting_facts: list[tuple[str, int]]
    answer: str = ""


class _Medical(msgspec.Struct):
    question: str = msgspec.field(name="QUESTION")
    contexts: list[str] = msgspec.field(name="CONTEXTS")
    final_decision: Decision
    long_answer: str = msgspec.field(name="LONG_ANSWER", default="")


def place_of(given: Path | None, settings: Settings) -> Path:
    """Where the sets are: what was said now, what was set, or the usual place."""
    return given or settings.eval_data or USUAL_PLACE


def hotpotqa(data: Path) -> QuestionSet:
    """`X.json` with the questions and `X_corpus.json` with the documents, as HotpotQA has them."""
    folder = _folder(data, HOTPOTQA, "hotpotqa_train.json and hotpotqa_train_corpus.json")
    corpora = sorted(folder.glob(f"*{CORPUS}"))
    if not corpora:
        raise NotConfigured(f"the set '{HOTPOTQA}' in {data} has no file *{CORPUS} with its documents")
    asked = _decoded(corpora[0].with_name(corpora[0].name.removesuffix(CORPUS) + ".json"), list[_Hop])
    corpus = _decoded(corpora[0], dict[str, list[str]])
    questions = tuple(
        Question(text=one.question, answer=one.answer, gold=frozenset(title for title, _ in one.supporting_facts))
        for one in asked
    )
    papers = tuple(Paper(title=title, text="".join(sentences)) for title, sentences in corpus.items())
    return QuestionSet(name=HOTPOTQA, questions=questions, papers=papers)


def pubmedqa(data: Path) -> QuestionSet:
    """The abstracts are the corpus; they go by their number, for their titles are the questions."""
    folder = _folder(data, PUBMEDQA, "questions.json")
    found = _decoded(folder / "questions.json", dict[str, _Medical])
    questions = tuple(
        Question(text=one.question, answer=one.final_decision, gold=frozenset({key}), long_answer=one.long_answer)
        for key, one in found.items()
    )
    papers = tuple(Paper(title=key, text="\n\n".join(one.contexts)) for key, one in found.items())
    return QuestionSet(name=PUBMEDQA, questions=questions, papers=papers)


def wice(data: Path) -> tuple[GivenClaim, ...]:
    path = _folder(data, WICE, "claims.jsonl") / "claims.jsonl"
    lines = [line for line in _bytes(path).splitlines() if line.strip()]
    return tuple(_typed(path, line, GivenClaim) for line in lines)


def _folder(data: Path, name: str, files: str) -> Path:
    folder = data / name
    if not folder.is_dir():
        raise NotConfigured(
            f"the set '{name}' is not in {data}: put its folder there ({files}), or name the folder that holds it "
            "with --data DIR or INQUIRO_EVAL_DATA"
        )
    return folder


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise NotConfigured(f"{path} cannot be read: {error.strerror or error}") from error


def _decoded(path: Path, kind: type[T]) -> T:
    return _typed(path, _bytes(path), kind)


def _typed(path: Path, data: bytes, kind: type[T]) -> T:
    try:
        value: T = from_json(data, kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise NotConfigured(f"{path} is not what the set should hold: {error}") from error
    return value
