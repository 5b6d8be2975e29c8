from __future__ import annotations

from inquiro.vault.state import state_of


def test_it_lies_in_the_data_directory_and_not_in_the_vault(tmp_path):
    vault = tmp_path / "vault"
    vault.mkdir()
    state = state_of(tmp_path / "home", vault)
    assert state.parent == tmp_path / "home" / "vaults"
    assert len(state.name) == 32
    assert not state.exists()


def test_one_vault_has_one_state_however_it_is_named(tmp_path, monkeypatch):
    vault, link, other = tmp_path / "vault", tmp_path / "link", tmp_path / "other"
    vault.mkdir()
    other.mkdir()
    link.symlink_to(vault)
    monkeypatch.chdir(tmp_path)
    names = [vault, link, vault / ".." / "vault", type(vault)("vault")]
    assert len({state_of(tmp_path, name) for name in names}) == 1
    assert state_of(tmp_path, other) != state_of(tmp_path, vault)
