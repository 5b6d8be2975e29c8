from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from inquiro.core.errors import UnknownName
from inquiro.onboarding.dsl.reading import read_program
from inquiro.onboarding.macros.parameters import fill
from inquiro.onboarding.macros.registry import BUILT_IN, MacroRegistry, bundled_macros
from inquiro.onboarding.macros.schemas import validate
from inquiro.onboarding.suggesting import suggested_verbs

RESULTS = Path(__file__).parent / "results"
BUNDLED = ["client-discovery", "regulatory-check", "ubo-investigation"]
MINE = """name: {name}
description: {description}
prompt: x
output: {{schema: {{}}}}
"""


def write(folder: Path, file: str, name: str = "mine", description: str = "d") -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / file
    path.write_text(MINE.format(name=name, description=description))
    return path


def later(path: Path) -> None:
    """As if it had been written a second later: some file systems count time in larger steps."""
    status = path.stat()
    os.utime(path, ns=(status.st_atime_ns, status.st_mtime_ns + 1_000_000_000))


def names(registry: MacroRegistry, search: str = "") -> list[str]:
    return [macro.name for macro in registry.list(search)]


def test_what_comes_with_inquiro(tmp_path):
    registry = MacroRegistry([tmp_path / "nowhere"])
    assert names(registry) == BUNDLED
    assert registry.held("client-discovery").origin == BUILT_IN
    assert registry.problems() == ()


def test_an_unknown_name_lists_the_known_ones(tmp_path):
    (tmp_path / "broken.yaml").write_text("name: [")
    with pytest.raises(UnknownName, match=r"unknown macro 'nope'; known: client-discovery.*broken\.yaml"):
        MacroRegistry([tmp_path]).get("nope")


def test_files_come_change_and_go(tmp_path):
    registry = MacroRegistry([tmp_path])
    assert "mine" not in names(registry)
    path = write(tmp_path, "a.yaml")
    assert registry.get("mine").description == "d"
    path.write_text(MINE.format(name="mine", description="changed"))
    later(path)
    assert registry.get("mine").description == "changed"
    path.unlink()
    assert names(registry) == BUNDLED


def test_unchanged_files_are_not_read_again(tmp_path):
    path = write(tmp_path, "a.yaml")
    registry = MacroRegistry([tmp_path])
    first = registry.get("mine")
    path.chmod(0)
    assert registry.get("mine") is first


def test_a_file_that_breaks_keeps_its_last_good_version_and_says_so(tmp_path):
    path = write(tmp_path, "a.yaml")
    registry = MacroRegistry([tmp_path])
    registry.list()
    path.write_text("name: mine\nprompt: '{{#if'\n")
    later(path)
    held = registry.held("mine")
    assert held.outdated
    assert held.macro.description == "d"
    assert any("has errors; the last version without any is used" in note for note in held.notes())
    assert any("a.yaml: line 1, column 1: output is missing" in note for note in held.notes())
    path.write_text(MINE.format(name="mine", description="mended"))
    later(path)
    later(path)
    assert not registry.held("mine").outdated
    assert registry.get("mine").description == "mended"


def test_a_broken_file_hides_nobody(tmp_path):
    write(tmp_path, "a.yaml")
    (tmp_path / "b.yaml").write_text("name: b\nprompt: x\noutput: {schema: {type: strin}}\n")
    registry = MacroRegistry([tmp_path])
    assert names(registry) == sorted([*BUNDLED, "mine"])
    (unusable,) = registry.problems()
    assert unusable.path.endswith("b.yaml")
    assert "b.yaml: line 3, column 19: output.schema: 'strin' is no type" in str(unusable)


def test_the_users_macro_takes_the_place_of_a_bundled_one(tmp_path):
    path = write(tmp_path, "own.yaml", name="client-discovery")
    held = MacroRegistry([tmp_path]).held("client-discovery")
    assert held.macro.description == "d"
    assert held.replaces == BUILT_IN
    assert held.notes() == [f"{path}: takes the place of the built in macro 'client-discovery'"]


def test_a_later_folder_wins_and_one_folder_may_not_have_two(tmp_path):
    write(tmp_path / "one", "a.yaml", description="first")
    write(tmp_path / "two", "a.yaml", description="second")
    write(tmp_path / "two", "b.yaml", description="third")
    registry = MacroRegistry([tmp_path / "one", tmp_path / "two"])
    assert registry.get("mine").description == "second"
    assert registry.held("mine").replaces.endswith("a.yaml")
    (unusable,) = registry.problems()
    assert "is in" in str(unusable)
    assert unusable.path.endswith("b.yaml")


def test_links_out_of_the_folder_are_refused(tmp_path):
    outside = write(tmp_path / "outside", "a.yaml")
    folder = tmp_path / "macros"
    folder.mkdir()
    (folder / "link.yaml").symlink_to(outside)
    registry = MacroRegistry([folder])
    assert "mine" not in names(registry)
    assert "it is a link" in str(registry.problems()[0])


def test_other_verbs_make_templates_good_again(tmp_path):
    verbs = tmp_path / "verbs"
    verbs.mkdir()
    folder = tmp_path / "macros"
    path = write(folder, "a.yaml")
    path.write_text(path.read_text() + "suggested_verbs: '(visit.record :place 1)'\n")
    registry = MacroRegistry([folder], [verbs])
    assert "unknown verb" in str(registry.problems()[0])
    (verbs / "v.yaml").write_text(
        "verbs:\n  visit.record:\n    description: A visit\n    record: visit\n    arguments: {place: integer}\n"
    )
    assert registry.problems() == ()
    assert registry.get("mine")


def test_search_goes_over_phrases():
    assert names(MacroRegistry(), "beneficial owners")[0] == "ubo-investigation"
    assert names(MacroRegistry(), "research Allianz for onboarding")[0] == "client-discovery"
    assert names(MacroRegistry(), "sanctions licensed") == ["regulatory-check"]


@pytest.mark.parametrize("macro", bundled_macros(), ids=lambda macro: macro.name)
def test_bundled_macros_are_complete_and_their_examples_run(macro):
    assert macro.description
    assert macro.tags
    assert len(macro.hints.triggers) > 2
    assert macro.hints.not_for
    assert fill(macro, macro.hints.example)
    assert macro.output.review == "required"


@pytest.mark.parametrize("macro", bundled_macros(), ids=lambda macro: macro.name)
def test_results_of_bundled_macros_are_valid_and_their_verbs_can_run(macro):
    data = json.loads((RESULTS / f"{macro.name}.json").read_text("utf-8"))
    assert validate(macro.output.schema, data) == []
    suggested = suggested_verbs(macro, data, fill(macro, macro.hints.example))
    assert suggested.problems == ()
    assert (
        len(read_program(suggested.text))
        == {"client-discovery": 17, "ubo-investigation": 10, "regulatory-check": 3}[macro.name]
    )


def test_an_apex_alone_is_a_result():
    macro = MacroRegistry().get("client-discovery")
    lei = "529900K9B0N5BT694847"
    data = {"apex": {"name": "Test Client SE", "jurisdiction": "DE", "lei": lei}, "search_quality": "HIGH"}
    assert validate(macro.output.schema, data) == []
    (call,) = read_program(suggested_verbs(macro, data, {}).text)
    assert (call.verb, call.arguments) == ("gleif.enrich", {"lei": lei})


def test_words_of_a_result_never_become_verbs():
    macro = MacroRegistry().get("client-discovery")
    data = json.loads((RESULTS / "client-discovery.json").read_text("utf-8"))
    calls = read_program(suggested_verbs(macro, data, {}).text)
    hostile = [call for call in calls if "Example Fonds" in str(call.arguments.get("name"))]
    assert {call.arguments["name"] for call in hostile} == {'Example Fonds; (cbu.ensure :name "x")'}
    owned = [call.arguments["owned-entity-id"].name for call in calls if call.verb == "ubo.add-ownership"]
    assert owned == ["manco_0", "manager_0", "subsidiary_0"]
