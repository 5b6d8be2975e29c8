from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from inquiro.core.errors import NotConfigured, UnknownName
from inquiro.core.registry import Registry

PACKAGE = "plants_for_test"


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A package of plug-ins on the path; what it imported is forgotten afterwards."""
    package = tmp_path / PACKAGE
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "oak.py").write_text("def plugin(): return 'an oak'\n")
    (package / "thorn.py").write_text("import a_library_nobody_has\n")
    (package / "_soil.py").write_text("")
    monkeypatch.syspath_prepend(str(tmp_path))
    yield package
    for name in [name for name in sys.modules if name.partition(".")[0] in {PACKAGE, "outsider_plants"}]:
        del sys.modules[name]


def plants(**declared: str) -> Registry[str]:
    return Registry("plant", PACKAGE, "inquiro.plants", declared)


def distribution(root, name: str, value: str) -> None:
    info = root / "outsider-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: outsider\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[inquiro.plants]\n{name} = {value}\n")
    (root / "outsider_plants.py").write_text("def willow(): return 'a willow'\n")


@pytest.mark.usefixtures("folder")
def test_a_file_in_the_folder_is_a_plugin_under_its_own_name():
    assert plants().names() == ["oak", "thorn"]
    assert plants().get("oak")() == "an oak"


@pytest.mark.usefixtures("folder")
def test_listing_names_imports_nothing():
    plants().names()
    assert f"{PACKAGE}.oak" not in sys.modules


def test_a_file_dropped_in_is_found_at_once(folder):
    (folder / "ash.py").write_text("def plugin(): return 'an ash'\n")
    assert "ash" in plants().names()


@pytest.mark.usefixtures("folder")
def test_an_unknown_name_lists_the_known_ones():
    with pytest.raises(UnknownName, match="unknown plant 'elm'; known: oak, thorn") as caught:
        plants().get("elm")
    assert caught.value.known == ("oak", "thorn")


@pytest.mark.usefixtures("folder")
def test_a_private_module_is_not_a_plugin():
    with pytest.raises(UnknownName):
        plants().get("_soil")


@pytest.mark.usefixtures("folder")
def test_a_declared_name_is_not_available_and_says_why():
    with pytest.raises(NotConfigured, match="plant 'palm' is declared but not available: too cold"):
        plants(palm="too cold").get("palm")
    assert plants(palm="too cold").declared() == {"palm": "too cold"}
    assert plants(oak="built meanwhile").declared() == {}


def test_an_outside_package_adds_a_name_by_entry_point(folder):
    distribution(folder.parent, "willow", "outsider_plants:willow")
    assert plants().names() == ["oak", "thorn", "willow"]
    assert plants().get("willow")() == "a willow"


def test_an_entry_point_cannot_take_the_place_of_a_builtin(folder):
    distribution(folder.parent, "oak", "outsider_plants:willow")
    assert plants().names() == ["oak", "thorn"]
    assert plants().get("oak")() == "an oak"


@pytest.mark.usefixtures("folder")
def test_a_plugin_with_a_missing_library_harms_nobody_else():
    with pytest.raises(ModuleNotFoundError, match="a_library_nobody_has"):
        plants().get("thorn")
    assert plants().get("oak")() == "an oak"


@pytest.mark.parametrize(
    ("made", "why"),
    [
        ("willow = None", "TypeError: 'NoneType' object is not callable"),
        ("def willow(soil): return 'a willow'", "TypeError: willow() missing 1"),
        ("def willow(): return 3", "its `upper` must be of type Callable"),
        ("import a_library_nobody_has", "ModuleNotFoundError"),
    ],
)
def test_what_a_package_brings_broken_is_named_and_the_others_go_on(folder, tmp_path, caplog, made, why):
    (folder / "thorn.py").unlink()
    distribution(tmp_path, "willow", "outsider_plants:willow")
    (tmp_path / "outsider_plants.py").write_text(f"{made}\n")
    assert plants().usable(upper=Callable) == {"oak": "an oak"}
    assert f"plant 'willow' of an installed package cannot be used: {why}" in caplog.text
    with pytest.raises(NotConfigured, match="plant 'willow' of an installed package cannot be used"):
        plants().made("willow", upper=Callable)


@pytest.mark.usefixtures("folder")
def test_one_of_our_own_that_cannot_be_made_is_no_secret():
    with pytest.raises(ImportError):
        plants().usable()
