"""Where code stands in Markdown, and that it is given as it is written."""

from __future__ import annotations

from itertools import pairwise
from textwrap import dedent

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.fences import Fence, fence_mark, fences, least_width, without_fences

LINES = st.lists(
    st.sampled_from(["x = 1", "", "    y", "\tz ", "``", "# ~~", "> q", "- a", "\x0cform", "a\u2028b", "é"])
)
MARKUP = st.text(st.sampled_from("`~ \t\n\r>-1.ax\x0c\u2028"), max_size=60)


def codes(text):
    return [(fence.code, fence.language, fence.closed) for fence in fences(text)]


def test_code_its_language_and_its_place():
    text = "before\n```Python title=x\na = 1\n\n\tb \n```\nafter\n~~~\nc\n~~~"
    first, second = fences(text)
    assert first == Fence(7, 39, "a = 1\n\n\tb ", "python")
    assert text[first.start : first.end] == "```Python title=x\na = 1\n\n\tb \n```"
    assert (second.code, second.language, second.closed, second.end) == ("c", "", True, len(text))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("````md\n```py\nx\n```\n````", [("```py\nx\n```", "md", True)]),  # a longer one holds a shorter one
        ("```\n~~~\n```", [("~~~", "", True)]),  # another sign is code
        ("```py\nx\n`````", [("x", "py", True)]),  # a longer one closes
        ("```py\nx\n```py\ny\n```", [("x\n```py\ny", "py", True)]),  # with a language nothing is closed
        ("```py\nx", [("x", "py", False)]),
        ("```py", [("", "py", False)]),
        ("```\n```", [("", "", True)]),
        ("use ```x``` here", []),
        ("```x```", []),  # code within a line
        ("~~~ `x`\ny\n~~~", [("y", "", True)]),
        ("say ```\nx\n```", [("", "", False)]),  # only a line of its own opens
        ("```py\r\nx\r\ny\r\n```\r\nz", [("x\r\ny", "py", True)]),
        ("```\n\n\n```", [("\n", "", True)]),
        ("```c++\nx\n```", [("x", "c++", True)]),
    ],
)
def test_what_opens_and_what_closes(text, expected):
    assert codes(text) == expected


def test_a_fence_in_the_code_that_stands_further_right_is_code():
    text = dedent('''
        ```python
        def example():
            """Say:

            ```
            nested
            ```
            """
        ```
        after
    ''')
    (only,) = fences(text)
    assert only.closed
    assert only.code.endswith('    ```\n    nested\n    ```\n    """')
    assert without_fences(text) == "after"


def test_a_fence_further_right_closes_where_all_of_the_code_stands_there():
    """As in `<content>` that was written on the line of its fence, in markup that is indented."""
    assert codes("```python\n    x = 1\n\n    ```\nafter") == [("    x = 1\n", "python", True)]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("- item\n\n  ```py\n  if x:\n      y\n\n  z\n  ```\n", "if x:\n    y\n\nz"),
        ("- ```py\n  x\n    y\n  ```", "x\n  y"),
        ("12) ```py\n    x\n    ```", "x"),
        ("> ```py\n> x\n>\n>   y\n> ```", "x\n\n  y"),
        (">```py\n>x\n>```", "x"),
        ("> - ```py\n>   x\n>   ```", "x"),
        ("    ```py\n\tx\n\t\ty\n    ```", "x\n\ty"),  # a tab is as wide as four blanks
        ("  ```py\n\tx\n  ```", "  x"),  # what it is too wide by stays
        ("  ```py\nx\n  ```", "x"),
        ("  ```py\n  x\x0c  y\u2028  z\n  ```", "x\x0c  y\u2028  z"),  # these end no line
        ("```py\n>>> x\n> ```\n```", ">>> x\n> ```"),  # a quote of its own
        ("```md\n- ```\n```", "- ```"),
    ],
)
def test_code_in_lists_and_quotes(text, code):
    (only,) = fences(text)
    assert (only.code, only.closed) == (code, True)


def test_a_sign_without_a_blank_is_no_list():
    assert fences("-```py\nx\n") == []


def test_prose_alone():
    assert without_fences("a\n```\nx\n```\n\nb\n\n```\ny") == "a\n\nb"
    assert without_fences("") == ""
    assert without_fences("```\nx\n```") == ""


def test_least_width():
    assert least_width("    a\n\n\tb\n   ") == 4
    assert least_width("  a\n b") == 1
    assert least_width(" \n") > 10**6


def test_marks():
    mark = fence_mark("  > ````py ")
    assert mark
    assert (mark.lead, mark.mark, mark.info) == ("  > ", "````", "py ")
    assert fence_mark("``x") is None


@given(LINES, st.sampled_from(["", "  ", "\t", "> ", "- "]), st.sampled_from(["```", "~~~~", "`````"]))
def test_whatever_is_put_between_fences_is_what_is_found(lines, lead, mark):
    if lead == "> ":
        lines = [line for line in lines if line.strip()]  # a blank line in a quote may have lost its blank
    within = lead.replace("-", " ")
    text = "\n".join([f"{lead}{mark}py", *(within + line for line in lines), within + mark])
    assert codes(f"words\n\n{text}\n\nmore") == [("\n".join(lines), "py", True)]
    assert without_fences(f"words\n\n{text}\n\nmore") == "words\n\nmore"


@given(MARKUP)
def test_places_are_in_order_and_prose_holds_no_fence(text):
    found = fences(text)
    assert all(one.start < one.end <= len(text) for one in found)
    assert all(a.end <= b.start for a, b in pairwise(found))
    assert all(one.closed for one in found[:-1])
    assert fences(without_fences(text)) == []
