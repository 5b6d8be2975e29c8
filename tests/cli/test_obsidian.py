from __future__ import annotations

import json

import pytest

from inquiro.cli.obsidian import FILES, plugin_folder


@pytest.fixture
def vault(tmp_path):
    folder = tmp_path / "my vault"
    (folder / ".obsidian").mkdir(parents=True)
    return folder


def test_the_plugin_is_copied_and_what_comes_next_is_said(inquiro, vault):
    done = inquiro("vault", "plugin", str(vault))
    target = vault / ".obsidian" / "plugins" / "inquiro"
    assert sorted(file.name for file in target.iterdir()) == sorted(FILES)
    assert json.loads((target / "manifest.json").read_text())["id"] == target.name
    assert (target / "main.js").read_bytes() == (plugin_folder() / "main.js").read_bytes()
    assert f'inquiro serve --vault "{vault}"' in done.stdout
    assert "inquiro tokens create obsidian --scope research" in done.stdout


def test_settings_stay_when_it_is_brought_up_to_date(inquiro, vault):
    target = vault / ".obsidian" / "plugins" / "inquiro"
    target.mkdir(parents=True)
    (target / "data.json").write_text('{"send": "known"}')
    (target / "main.js").write_text("old")
    inquiro("vault", "plugin", str(vault))
    assert (target / "data.json").read_text() == '{"send": "known"}'
    assert (target / "main.js").read_text() != "old"


@pytest.mark.parametrize("link", [".obsidian", ".obsidian/plugins", ".obsidian/plugins/inquiro"])
def test_nothing_is_written_through_a_link(inquiro, vault, tmp_path, link):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    place = vault / link
    if place.exists():
        place.rmdir()
    place.parent.mkdir(parents=True, exist_ok=True)
    place.symlink_to(elsewhere)
    done = inquiro("vault", "plugin", str(vault))
    assert done.exit_code == 2
    assert "symbolic link" in done.stderr
    assert list(elsewhere.iterdir()) == []


def test_a_folder_that_obsidian_does_not_know_is_left_alone(inquiro, tmp_path):
    (tmp_path / "plain").mkdir()
    done = inquiro("vault", "plugin", str(tmp_path / "plain"))
    assert done.exit_code == 2
    assert "open it there once" in done.stderr
    assert list((tmp_path / "plain").iterdir()) == []
