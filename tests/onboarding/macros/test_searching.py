from __future__ import annotations

import pytest

from inquiro.core.types import AgentHints, Macro
from inquiro.onboarding.macros.searching import search

MACROS = [
    Macro(name="zeta-owners", description="Who owns a company", tags=("ubo",)),
    Macro(name="client-discovery", description="Group of a client", hints=AgentHints(triggers=("find the structure",))),
    Macro(name="licence-check", description="Licences of a société", tags=("client",)),
]


def names(asked: str) -> list[str]:
    return [macro.name for macro in search(MACROS, asked)]


def test_nothing_asked_is_everything_by_name():
    assert names("") == names(" - ") == ["client-discovery", "licence-check", "zeta-owners"]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("CLIENT", ["client-discovery", "licence-check"]),
        ("discovery client", ["client-discovery"]),
        ("Societe", ["licence-check"]),
        ("structure", ["client-discovery"]),
        ("lic", ["licence-check"]),
        ("ubo", ["zeta-owners"]),
        ("nonsense", []),
        ("find the structure of Allianz", ["client-discovery"]),
        ("a of", ["client-discovery", "licence-check"]),
    ],
)
def test_words_find_macros(asked, found):
    assert names(asked) == found
