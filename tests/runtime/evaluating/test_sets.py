"""Sets are read from a folder, and one that is missing or broken says what to do."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from inquiro.core.errors import NotConfigured
from inquiro.core.settings import Settings
from inquiro.runtime.evaluating.sets import hotpotqa, place_of, pubmedqa, wice

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


def test_wice(tmp_path):
    lines = json.dumps(CLAIM) + "\n\n" + json.dumps(CLAIM | {"label": "supported"}) + "\n"
    found = wice(put(tmp_path, **{"claims_wice_dev__claims.jsonl": lines}))
    assert [one.label for one in found] == ["partially_supported", "supported"]
    assert found[0].evidence == ("X.", "Y.")


@pytest.mark.parametrize("load", [hotpotqa, pubmedqa, wice])
def test_a_missing_set_says_what_to_do(tmp_path, load):
    with pytest.raises(NotConfigured, match=r"is not in .*--data DIR or INQUIRO_EVAL_DATA"):
        load(tmp_path)


@pytest.mark.parametrize(
    ("load", "files"),
    [
        (hotpotqa, {"qa_hotpotqa__x.json": [HOP]}),
        (hotpotqa, {"qa_hotpotqa__x_corpus.json": {}}),
        (hotpotqa, {"qa_hotpotqa__x.json": [{"question": 1}], "qa_hotpotqa__x_corpus.json": {}}),
        (pubmedqa, {"qa_pubmedqa_dev__questions.json": "{"}),
        (pubmedqa, {"qa_pubmedqa_dev__questions.json": {"1": MEDICAL | {"final_decision": "perhaps"}}}),
        (wice, {"claims_wice_dev__claims.jsonl": '{"claim": "X."}\n'}),
        (wice, {"claims_wice_dev__claims.txt": ""}),
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
