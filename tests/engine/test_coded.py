from __future__ import annotations

from inquiro.core.types import CodeSpan
from inquiro.engine.coded import in_code
from inquiro.testing.stored import stored

TEXT = "Prose stands here. x = 1 Then prose again, much longer than the code is, and on and on."
CODE = CodeSpan(start=TEXT.index("x = 1"), end=TEXT.index("x = 1") + 5)


def test_a_span_in_code_is_code_and_one_beside_it_is_not():
    document = stored("https://a.example/", TEXT, code=(CODE,))
    assert in_code(document, CODE.start, CODE.end)
    assert in_code(document, CODE.start - 3, CODE.start + 1)
    assert not in_code(document, 0, 18)


def test_a_page_that_is_all_set_like_code_is_a_text():
    document = stored("https://a.example/", TEXT, code=(CodeSpan(start=0, end=len(TEXT)),))
    assert not in_code(document, 0, 18)


def test_most_pages_hold_no_code():
    assert not in_code(stored("https://a.example/", TEXT), 0, 18)
