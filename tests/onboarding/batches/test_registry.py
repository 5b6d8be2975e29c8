import pytest

from inquiro.core.errors import UnknownName
from inquiro.onboarding.batches.registry import TemplateRegistry

OWN = "template: {}\nversion: '9'\nverbs: (cbu.ensure :name {{{{name}}}})\n"


def test_what_comes_with_inquiro():
    registry = TemplateRegistry()
    assert [template.name for template in registry] == ["onboard-fund-cbu"]
    assert registry.faults == {}


def test_templates_of_the_users_own_come_on_top_and_may_take_a_place(tmp_path):
    (tmp_path / "visit.yaml").write_text(OWN.format("visit"))
    (tmp_path / "fund.yml").write_text(OWN.format("onboard-fund-cbu"))
    registry = TemplateRegistry([tmp_path, tmp_path / "nowhere"])
    assert len(registry) == 2
    assert registry.get("onboard-fund-cbu").version == "9"


def test_a_bad_file_hides_no_other(tmp_path):
    (tmp_path / "a.yaml").write_text(OWN.format("visit"))
    (tmp_path / "b.yaml").write_text(OWN.format("visit"))
    (tmp_path / "c.yaml").write_text("template: x\n")
    (tmp_path / "d.yaml").write_bytes(b"\xff")
    registry = TemplateRegistry([tmp_path])
    assert [path.rsplit("/")[-1] for path in registry.faults] == ["b.yaml", "c.yaml", "d.yaml"]
    with pytest.raises(
        UnknownName, match=r"unknown batch template 'x'; known: onboard-fund-cbu, visit. Files with problems"
    ):
        registry.get("x")
