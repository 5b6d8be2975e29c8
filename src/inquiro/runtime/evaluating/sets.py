"""The sets that evaluations read: questions, documents and claims from a folder of the user's."""

from __future__ import annotations

from pathlib import Path
from typing import Literal, TypeVar

import msgspec

from inquiro.core.decoders import from_json
from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Settings
from inquiro.core.types import Value
from inquiro.engine.checking import Excerpt

HOTPOTQA, PUBMEDQA, WICE = "qa_hotpotqa", "qa_pubmedqa_dev", "claims_wice_dev"
USUAL_PLACE = Path("data")
CORPUS = "_corpus.json"
CLAIM_FILES = ("claims.jsonl", "sentences.jsonl")
T = TypeVar("T")

Decision = Literal["yes", "no", "maybe"]
Support = Literal["supported", "partially_supported", "not_supported"]
MEANT: dict[str, Support] = {
    "supported": "supported",
    "inference": "partially_supported",
    "unsupported": "not_supported",
    "contradicted": "not_supported",
}


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
    """A sentence, the sentences of the page that it cites, and whether people found it supported.

    `cited` are quotes with what stands around them, where a set knows them.
    """

    claim: str
    evidence: tuple[str, ...]
    label: Support
    supporting_sentences: tuple[tuple[int, ...], ...] = ()
    cited: tuple[Excerpt, ...] = ()


class ClaimSet(Value, frozen=True, kw_only=True):
    """Claims of one folder."""

    name: str
    claims: tuple[GivenClaim, ...]


class _Hop(msgspec.Struct):
    question: str
    supporting_facts: list[tuple[str, int]]
    answer: str = ""


class _Medical(msgspec.Struct):
    question: str = msgspec.field(name="QUESTION")
    contexts: list[str] = msgspec.field(name="CONTEXTS")
    final_decision: Decision
    long_answer: str = msgspec.field(name="LONG_ANSWER", default="")


class _Quoted(msgspec.Struct):
    quote: str
    passage: str = ""
    title: str = ""
    heading: str = ""


class _Sentence(msgspec.Struct):
    sentence: str
    evidence: list[_Quoted]
    verdict: Literal["supported", "inference", "unsupported", "contradicted"]


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


def claims(data: Path) -> ClaimSet:
    """The claims of a folder, whatever its name: `claims.jsonl` as WiCE has them, or `sentences.jsonl` with verdicts.

    A folder of sets will do where it holds WiCE, or no more than one set of claims.
    """
    for folder in (data, data / WICE, *_only(data)):
        if (path := folder / "claims.jsonl").is_file():
            return ClaimSet(name=_named(folder), claims=tuple(_typed(path, line, GivenClaim) for line in _lines(path)))
        if (path := folder / "sentences.jsonl").is_file():
            found = (_judged(_typed(path, line, _Sentence)) for line in _lines(path))
            return ClaimSet(name=_named(folder), claims=tuple(found))
    raise NotConfigured(
        f"no claims are in {data}: name a folder with claims.jsonl or sentences.jsonl, or the folder that holds it as "
        f"'{WICE}', with --data DIR or INQUIRO_EVAL_DATA"
    )


def _only(data: Path) -> list[Path]:
    """The one folder of claims among the sets, where there is no more than one."""
    held = [one for one in sorted(data.glob("*/")) if any((one / name).is_file() for name in CLAIM_FILES)]
    return held if len(held) == 1 else []


def _named(folder: Path) -> str:
    return folder.resolve().name


def _lines(path: Path) -> list[bytes]:
    return [line for line in _bytes(path).splitlines() if line.strip()]


def _judged(one: _Sentence) -> GivenClaim:
    """A sentence with a verdict as a claim: what no passage states counts as supported in part."""
    return GivenClaim(
        claim=one.sentence,
        evidence=tuple(quoted.passage or quoted.quote for quoted in one.evidence),
        label=MEANT[one.verdict],
        cited=tuple(
            Excerpt(quoted.quote, around=quoted.passage, heading=quoted.heading, title=quoted.title)
            for quoted in one.evidence
        ),
    )


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
