from __future__ import annotations

import pytest

from inquiro.core.errors import PrivacyRefused
from inquiro.effects.privacy import check

ALLOWED = {  # by mode: which pairs of outside and private may pass
    "local_only": {(False, False), (False, True)},
    "hybrid": {(False, False), (False, True), (True, False)},
    "cloud_allowed": {(False, False), (False, True), (True, False), (True, True)},
}


@pytest.mark.parametrize("mode", ALLOWED)
@pytest.mark.parametrize("outside", [False, True])
@pytest.mark.parametrize("private", [False, True])
def test_what_each_mode_lets_through(mode, outside, private):
    if (outside, private) in ALLOWED[mode]:
        check(mode, "tavily", outside=outside, private=private)
    else:
        with pytest.raises(PrivacyRefused, match="'tavily'") as caught:
            check(mode, "tavily", outside=outside, private=private)
        assert caught.value.exit_code == 3


def test_a_refusal_names_the_choices():
    with pytest.raises(PrivacyRefused, match="--privacy hybrid, or a local source"):
        check("local_only", "web", outside=True, private=False)
    with pytest.raises(PrivacyRefused, match=r"local model, a public corpus .* or --privacy cloud_allowed"):
        check("hybrid", "openai", outside=True, private=True)
