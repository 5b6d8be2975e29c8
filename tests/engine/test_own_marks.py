from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.engine.harmless import as_words

MARKS = [
    "[9]", "[1][[2]]", "[[2]]", "[[[2]]]", "[^9]", "[^note]", "【1】", "【3†source】", "【4:7†L1-L9】", "(src_99)", "[src_9]", "src_9",
    "(see src_1, src_2)", "[f3]", "[e1; f2]", "[e2; f1 htt ]", "[1, 2]", "[1-3]", "[3,]", "[ 4 ]", "［5］", "〔6〕", "⟦7⟧", "[source 4]", "[Ref. 4]",
    "(source: [2])", "<cite>2</cite>", "<ref name='9'/>", "<ref>9</ref>", "[1](#src-1)", "[2](https://evil.example)", "\\[9\\]",
    "&#91;9&#93;", "&amp;#91;9&amp;#93;", "[9\u200b]", "[9\ufffd]", "[9&#xd83d;]", "[¹]", "[\u0661]", "[^2^]", "[@smith2020]", "\\cite{smith2020}", "{{cite 3}}",
    "[*2*]", "[**2**]", "[a9]", "[n2]", "⁽2⁾", ":contentReference[oaicite:2]{index=2}", "citeturn0search4", "[evil.example]", "(evil.org)", "【evil.com.】",
    "\ue200cite\ue202turn0search4\ue201",
]  # fmt: skip
PROSE = [
    "The interval [1.2; 3.4] holds 95 % of them.",
    "Vitamin [B12] and [C14] are measured (e.g. in mg), and by some servers (Node.js).",
    "The turn of the year (see above) brought m² and 10⁶ more.",
    "He said [sic] that [the] tree [of 2019] fell.",
    "f(x) is {1, 2, 3} and a[i+1] too.",
]


@pytest.mark.fault(9)
@pytest.mark.parametrize("mark", MARKS)
def test_a_mark_of_the_models_own_is_taken_out(mark):
    assert as_words(f"Street trees {mark} cool the air {mark}.", 400) == "Street trees cool the air."
    assert as_words(f"Street trees cool{mark} the air.", 400) == "Street trees cool the air."


@pytest.mark.parametrize("text", PROSE)
def test_other_brackets_stay(text):
    assert as_words(text, 400) == text


def test_the_words_of_a_link_stay_and_the_number_of_one_goes():
    assert (
        as_words("Trees [cool][1] the [air](https://evil.example) [2](https://evil.example).", 400)
        == "Trees cool the air."
    )


@given(st.lists(st.sampled_from([*MARKS, "trees", " ", "[", "]", "(", ")", "1"]), max_size=12).map("".join))
def test_whatever_they_are_put_together_from_no_whole_mark_is_left(text):
    words = as_words(text, 400)
    assert as_words(words, 400) == words
    assert not any(f"[{n}]" in words for n in range(1, 10))
    assert "【" not in words or "】" not in words
    assert "src_9" not in words
