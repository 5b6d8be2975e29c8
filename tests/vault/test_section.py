"""Where the section stands, and what may not be taken for it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import ReadFailed
from inquiro.vault.section import decoded, encoded, lead_for, line_break, sections_in, stands


def found(text: str) -> list[str]:
    return [text[section.start : section.end] for section in sections_in(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\n## Research\n\nb\n\n## Next\n", ["## Research\n\nb"]),
        ("## RESEARCH ##\nb\n### c\nd  \n \n# e", ["## RESEARCH ##\nb\n### c\nd  "]),
        ("Research\n---\nb", ["Research\n---\nb"]),
        ("a\nResearch\n---\nb", []),
        ("\ufeff## Research\r\nb\r\n", ["## Research\r\nb"]),
        ("## Research", ["## Research"]),
        ("## Research\n## Research\nb", ["## Research", "## Research\nb"]),
        ("# Research\n### Research\n## Researcher\n", []),
    ],
)
def test_sections(text, expected):
    assert found(text) == expected


@pytest.mark.fault(60)
@pytest.mark.parametrize(
    "around",
    [
        "```\n{}\n```\n",
        "~~~\n{}\n~~~\n",
        "    {}\n",
        "<!--\n{}\n-->\n",
        "%%\n{}\n%%\n",
        "a %% b\n{}\n%%\n",
        "> {}\n",
        "> [!info]\n> {}\n",
        "- {}\n",
        "- a\n  {}\n",
        "---\nx: |\n{}\n---\n",
        "$$\n{}\n$$\n",
        "<pre>\n{}\n</pre>\n",
    ],
)
def test_a_heading_inside_something_else_is_none(around):
    text = around.format("## Research")
    assert found(text) == []
    assert found(text + "\n## Research\nb") == ["## Research\nb"]


def test_the_line_break_is_the_one_used_most():
    assert line_break("a\r\nb\r\nc\n") == "\r\n"
    assert line_break("a\rb\r") == "\r"
    assert line_break("") == "\n"


@given(st.text(alphabet="a \t\r\n\ufeff", max_size=12))
def test_a_section_after_a_note_has_a_blank_line_before_it_and_nothing_more(text):
    lead = lead_for(text, "\n")
    assert stands(text + lead + "## Research", len(text + lead), "## Research")
    assert len(lead) <= 2
    assert not lead.strip("\n")


@given(
    st.binary(max_size=40).filter(lambda data: b"\0" not in data and not data.startswith((b"\xff\xfe", b"\xfe\xff")))
)
def test_bytes_survive(data):
    assert encoded(decoded(data)) == data


@pytest.mark.parametrize("data", ["## Research".encode("utf-16"), b"\xfe\xff\0a", b"a\0b"])
def test_what_is_no_utf8_text_is_refused(data):
    with pytest.raises(ReadFailed, match=r"UTF-16|NUL"):
        decoded(data)


@pytest.mark.parametrize("eol", ["\n", "\r\n", "\r"])
def test_one_line_break_is_no_blank_line(eol):
    assert lead_for(f"a{eol}", eol) == eol
    assert lead_for(f"a{eol}{eol}", eol) == ""
    assert lead_for("a", eol) == eol * 2
