"""Sets are read from a folder, and one that is missing or broken says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Settings
from inquiro.runtime.evaluating.sets import claims, hotpotqa, place_of, pubmedqa

HOP = {"question": "Who?", "answer": "Odile", "supporting_facts": [["A", 0], ["A", 1], ["B", 0]], "level": "easy"}
MEDICAL = {"QUESTION": "Does it?", "CONTEXTS": ["It was.", "So."], "final_decision": "maybe", "LONG_ANSWER": "Perhaps."}
CLAIM = {"claim": "X.", "evidence": ["X.", "Y."], "label": "partially_supported", "supporting_sentences": [[0]]}


def put(folder: Path, **files: object) -> Path:
    for name, content in files.items():
        path = folder / name.replace("__", "/")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return folder


def test_hotpotqa(tmp_path):
    put(
        tmp_path,
        **{"qa_hotpotqa__x.json": [HOP], "qa_hotpotqa__x_corpus.json": {"A": ["One.", " Two."], "B": ["Three."]}},
    )
    found = hotpotqa(tmp_path)
    assert found.questions[0].gold == {"A", "B"}
    assert found.questions[0].answer == "Odile"
    assert [(paper.title, paper.text) for paper in found.papers] == [("A", "One. Two."), ("B", "Three.")]
    assert found.first(0).questions == ()
    assert found.first(None) == found
    assert found.first(1).papers == found.papers


def test_pubmedqa_does_not_give_the_question_away(tmp_path):
    found = pubmedqa(put(tmp_path, **{"qa_pubmedqa_dev__questions.json": {"17": MEDICAL}}))
    assert (found.questions[0].answer, found.questions[0].gold) == ("maybe", {"17"})
    assert found.papers[0].text == "It was.\n\nSo."
    assert "Does it?" not in found.papers[0].title + found.papers[0].text


LINES = json.dumps(CLAIM) + "\n\n" + json.dumps(CLAIM | {"label": "supported"}) + "\n"
QUOTED = {"document": "a.txt", "title": "A", "heading": "B", "quote": "X.", "passage": "X. Y."}
SENTENCE = {"id": "s1", "sentence": "X.", "evidence": [QUOTED], "verdict": "inference", "kind": "conclusion"}


@pytest.mark.parametrize("name", ["claims_wice_dev__claims.jsonl", "anything__claims.jsonl", "claims.jsonl"])
def test_claims_may_be_in_any_folder(tmp_path, name):
    found = claims(put(tmp_path, **{name: LINES}))
    assert [one.label for one in found.claims] == ["partially_supported", "supported"]
    assert found.claims[0].evidence == ("X.", "Y.")
    assert found.name == (name.split("__")[0] if "__" in name else tmp_path.name)


def test_sentences_with_verdicts_are_claims_with_what_stands_around_their_quotes(tmp_path):
    lines = "\n".join(
        json.dumps(SENTENCE | {"verdict": verdict}) for verdict in ("supported", "inference", "contradicted")
    )
    found = claims(put(tmp_path, **{"sentences.jsonl": lines})).claims
    assert [one.label for one in found] == ["supported", "partially_supported", "not_supported"]
    assert found[0].evidence == ("X. Y.",)
    assert (found[0].cited[0].quote, found[0].cited[0].around, found[0].cited[0].title) == ("X.", "X. Y.", "A")


def test_of_several_folders_of_claims_none_is_guessed(tmp_path):
    put(tmp_path, **{"one__claims.jsonl": LINES, "two__claims.jsonl": LINES})
    with pytest.raises(NotConfigured, match="no claims are in"):
        claims(tmp_path)


@pytest.mark.parametrize("load", [hotpotqa, pubmedqa, claims])
def test_a_missing_set_says_what_to_do(tmp_path, load):
    with pytest.raises(NotConfigured, match=r"(?:is not|are) in .*--data DIR or INQUIRO_EVAL_DATA"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("load", "files"),
    [
        (hotpotqa, {"qa_hotpotqa__x.json": [HOP]}),
        (hotpotqa, {"qa_hotpotqa__x_corpus.json": {}}),
        (hotpotqa, {"qa_hotpotqa__x.json": [{"question": 1}], "qa_hotpotqa__x_corpus.json": {}}),
        (pubmedqa, {"qa_pubmedqa_dev__questions.json": "{"}),
        (pubmedqa, {"qa_pubmedqa_dev__questions.json": {"1": MEDICAL | {"final_decision": "perhaps"}}}),
        (claims, {"claims_wice_dev__claims.jsonl": '{"claim": "X."}\n'}),
        (claims, {"claims_wice_dev__claims.txt": ""}),
        (claims, {"claims_new__sentences.jsonl": '{"sentence": "X."}'}),
    ],
)
def test_a_broken_set_is_named(tmp_path, load, files):
    with pytest.raises(NotConfigured, match=r"qa_|claims_"):
        load(put(tmp_path, **files))


def test_where_the_sets_are():
    settings = Settings(home=Path("home"), database_url="")
    assert place_of(None, settings) == Path("data")
    told = msgspec.structs.replace(settings, eval_data=Path("set"))
    assert place_of(None, told) == Path("set")
    assert place_of(Path("said"), told) == Path("said")


def test_the_environment_names_the_folder(tmp_path):
    settings = Settings.load({"INQUIRO_HOME": str(tmp_path), "INQUIRO_EVAL_DATA": "~/sets"}, tmp_path)
    assert settings.eval_data == Path("~/sets").expanduser()
