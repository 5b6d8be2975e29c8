import pytest

from inquiro.core.errors import UnknownName
from inquiro.onboarding.verbs.registry import VerbRegistry, bundled_verbs

OURS = """
gleif.search gleif.get-record gleif.get-parent gleif.get-children gleif.enrich gleif.import-tree gleif.trace-ownership
gleif.get-managed-funds gleif.get-umbrella gleif.get-manager gleif.import-managed-funds gleif.resolve-successor gleif.refresh gleif.validate
entity.ensure entity.ensure-limited-company entity.set-ubo-terminus cbu.ensure cbu.assign-role
cbu.role:assign-ownership cbu.role:mark-ubo-terminus ubo.add-ownership ubo.create red-flag.raise
""".split()


def test_every_verb_that_comes_with_inquiro():
    assert sorted(spec.name for spec in bundled_verbs()) == sorted(OURS)


def test_every_verb_and_argument_says_what_it_is():
    for spec in bundled_verbs():
        assert spec.description.endswith("."), spec.name
        assert spec.yields != "nothing", spec.name
        for argument in spec.arguments:
            assert argument.description, f"{spec.name} :{argument.name}"


def test_only_one_verb_is_open():
    assert [spec.name for spec in bundled_verbs() if spec.open] == ["entity.ensure-limited-company"]


def test_verbs_of_the_users_own_come_on_top(tmp_path):
    (tmp_path / "visits.yaml").write_text("verbs:\n  kyc.visit: {record: visit}\n")
    registry = VerbRegistry.load([tmp_path, tmp_path / "nowhere"])
    assert len(registry) == len(OURS) + 1
    assert registry.get("kyc.visit").record == "visit"
    assert "gleif.enrich" in registry
    assert registry.faults == {}


def test_a_verb_that_is_there_already_is_refused_with_its_whole_file(tmp_path):
    (tmp_path / "a.yaml").write_text("verbs:\n  kyc.visit: {record: visit}\n  gleif.enrich: {record: x}\n")
    (tmp_path / "b.yml").write_text("verbs:\n  kyc.visit: {record: visit}\n")
    (tmp_path / "c.yaml").write_text("verbs:\n  kyc.visit: {record: other}\n")
    registry = VerbRegistry.load([tmp_path])
    assert registry.get("gleif.enrich").record == ""
    assert registry.get("kyc.visit").record == "visit"
    first, second = registry.faults.values()
    assert (first[0].line, first[0].message) == (3, "gleif.enrich is there already, from inquiro")
    assert "b.yml" in second[0].message


def test_a_file_that_cannot_be_read_hides_no_other(tmp_path):
    (tmp_path / "bad.yaml").write_bytes(b"verbs: \xff\xfe")
    (tmp_path / "good.yaml").write_text("verbs:\n  kyc.visit: {record: visit}\n")
    (tmp_path / "notes.txt").write_text("nothing")
    registry = VerbRegistry.load([tmp_path])
    assert "kyc.visit" in registry
    assert [path.rsplit("/")[-1] for path in registry.faults] == ["bad.yaml"]
    with pytest.raises(UnknownName, match=r"Files with problems: .*bad.yaml"):
        registry.get("kyc.other")


def test_an_unknown_verb_lists_the_known_ones():
    registry = VerbRegistry.load()
    with pytest.raises(UnknownName, match=r"unknown verb 'gleif.enrch'; known: cbu.assign-role"):
        registry.get("gleif.enrch")
    assert registry.find("gleif.enrch") is None
