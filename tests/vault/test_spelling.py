from __future__ import annotations

import pytest

from inquiro.core.errors import UsageError
from inquiro.vault import spelling
from inquiro.vault.spelling import has_suffix, refuse_unsafe


@pytest.mark.parametrize(
    "said", ["Conference.md", "con fused.md", "Aux armes", "etc.", "Nulls/x.md", "v1.2", "a…b", "…"]
)
def test_names_that_only_look_odd_are_fine(said):
    refuse_unsafe(said)


@pytest.mark.parametrize("said", [".hidden", "a\u2028b", "a\udc80b", "a .md/b "])
def test_names_that_mean_something_else_elsewhere_are_refused(said):
    with pytest.raises(UsageError):
        refuse_unsafe(said)


@pytest.mark.parametrize("said", ["aux", "AUX.md", "con .md", "com¹.md", "a/PRN/b.md", "nul.md"])
def test_devices_of_windows_are_names_elsewhere(said, monkeypatch):
    monkeypatch.setattr(spelling, "WINDOWS", False)
    refuse_unsafe(said)
    monkeypatch.setattr(spelling, "WINDOWS", True)
    with pytest.raises(UsageError, match="device"):
        refuse_unsafe(said)


def test_what_is_an_ending():
    assert has_suffix("paper.pdf")
    assert has_suffix("a.b.tar")
    assert not has_suffix("2024.01.05")
    assert not has_suffix("Dr. Jones and others")
    assert not has_suffix("plain")
