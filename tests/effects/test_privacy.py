from __future__ import annotations

import pytest

from inquiro.core.errors import PrivacyRefused
from inquiro.effects.privacy import check

KINDS = ("model", "search", "fetch", "registry")
ALLOWED = {  # by mode: which calls may leave, of public text and of private
    "local_only": ((), ()),
    "hybrid": (KINDS, ()),
    "cloud_allowed": (KINDS, ("model",)),
}


@pytest.mark.fault(69)
@pytest.mark.parametrize("mode", ALLOWED)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("private", [False, True])
def test_what_each_mode_lets_out(mode, kind, private):
    if kind in ALLOWED[mode][private]:
        check(mode, "someone", kind=kind, outside=True, private=private)
    else:
        with pytest.raises(PrivacyRefused, match="'someone'") as caught:
            check(mode, "someone", kind=kind, outside=True, private=private)
        assert caught.value.exit_code == 3


@pytest.mark.parametrize("mode", ALLOWED)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("private", [False, True])
def test_what_stays_here_is_always_allowed(mode, kind, private):
    check(mode, "corpus", kind=kind, outside=False, private=private)


def test_a_refusal_names_the_choices():
    with pytest.raises(PrivacyRefused, match="--privacy hybrid, or a local source"):
        check("local_only", "web", kind="search", outside=True, private=False)
    with pytest.raises(PrivacyRefused, match=r"local model, a public corpus .* or --privacy cloud_allowed"):
        check("hybrid", "openai", kind="model", outside=True, private=True)


@pytest.mark.parametrize("mode", ["hybrid", "cloud_allowed"])
def test_a_wider_mode_is_not_offered_where_it_would_not_help(mode):
    with pytest.raises(PrivacyRefused, match=r"local source, or a public corpus") as caught:
        check(mode, "tavily", kind="search", outside=True, private=True)
    assert "--privacy" not in str(caught.value)
