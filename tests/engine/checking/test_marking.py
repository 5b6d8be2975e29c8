from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.checking.marking import cited_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Trees cool [1]. Cars do not [2][3].", [("Trees cool.", (1,)), ("Cars do not.", (2, 3))]),
        ("Trees cool. [1] Cars do not. [2]", [("Trees cool.", (1,)), ("Cars do not.", (2,))]),
        ("Trees cool.[1] Cars do not.", [("Trees cool.", (1,)), ("Cars do not.", ())]),
        ("Trees cool [1, 3].", [("Trees cool.", (1, 3))]),
        ("Trees cool [1-3].", [("Trees cool.", (1, 2, 3))]),
        ("Trees cool [^2].", [("Trees cool.", (2,))]),
        ("Trees cool【4†source】.", [("Trees cool.", (4,))]),
        ("# Heading\n\n- **Trees** cool [src_1].\n\n```\ncode [1]\n```", [("Trees cool.", (1,))]),
        ("See [the guide](http://example.org/1).", [("See the guide.", ())]),
        ("The array a\\[1\\] is empty.", [("The array a[1] is empty.", ())]),
        ("", []),
        ("[1]", []),
    ],
)
def test_sentences_and_the_sources_they_name(text, expected):
    assert [tuple(one) for one in cited_sentences(text)] == expected


@given(st.text(alphabet=st.sampled_from("ab .[]1,-^#*`\n【】†\\()_"), max_size=60))
def test_no_text_breaks_it(text):
    assert all(one.text for one in cited_sentences(text))
