"""The BibTeX export gives every source one well-formed entry."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.types import Report, ReportSource
from inquiro.exports.bibtex import BibtexExport, latex


def source(number: int = 1, **more) -> ReportSource:
    defaults = {"title": "On Rain", "url": f"https://example.org/{number}", "snippet": "", "type": "web"}
    return ReportSource(id=f"src_{number}", **(defaults | more))


def render(*sources: ReportSource) -> str:
    return BibtexExport().render(Report(trace_id="t", question="q", answer="", sources=sources)).decode()


def keys(text: str) -> list[str]:
    return re.findall(r"^@\w+\{([^,\s]+),$", text, re.MULTILINE)


def test_an_article_carries_its_fields():
    text = render(source(type="academic", author="Ostrova, Lena", published="2023-04-01", sha256="ab" * 32))
    assert re.search(r"^@article\{ostrova2023-[0-9a-f]{6},$", text, re.MULTILINE)
    assert "  title = {{On Rain}},\n  author = {Ostrova, Lena},\n  year = {2023},\n" in text
    assert "  url = {https://example.org/1},\n" in text
    assert "snapshot sha256 abababababababab" in text


def test_a_retracted_source_says_so():
    assert re.search(
        r"note = \{src\\_1; RETRACTED; abstract only; ", render(source(retracted=True, flags=("abstract only",)))
    )


@pytest.mark.parametrize(
    ("author", "written"),
    [
        ("Lena Ostrova", "Lena Ostrova"),
        ("Ostrova, Lena; Berg, Ida", "Ostrova, Lena and Berg, Ida"),
        ("L. Ostrova, I. Berg, K. Aas", "L. Ostrova and I. Berg and K. Aas"),
    ],
)
def test_several_authors_are_joined_with_and(author, written):
    assert f"  author = {{{written}}}," in render(source(author=author))


def test_keys_are_unique_and_do_not_depend_on_the_order_of_other_sources():
    first, second = source(1), source(2)
    assert len(set(keys(render(first, second, source(3, url=first.url))))) == 3
    assert set(keys(render(first, second))) == set(keys(render(second, first)))


def test_special_characters_are_escaped():
    assert latex(r"50% of A&B_c #1 ${x}$ \input") == r"50\% of A\&B\_c \#1 \$\{x\}\$ \textbackslash{}input"


def test_an_unlinkable_address_is_only_mentioned():
    text = render(source(url="javascript:alert(1)"))
    assert "url = " not in text.replace("howpublished", "")
    assert "howpublished = {javascript:alert(1)}" in text


@given(
    st.text(alphabet='a{}\\"%@,=#~^ \n\u202e', max_size=40), st.sampled_from(["title", "author", "url", "published"])
)
def test_no_text_breaks_out_of_its_entry(text, field):
    value = f"https://example.org/{text}" if field == "url" else text
    written = render(source(**{field: value}))
    entry = written[written.index("@misc") :]
    assert len(keys(written)) == 1
    depth = 0
    for brace in re.findall(r"(?<!\\)[{}]", re.sub(r"\\\\", "", entry)):
        depth += 1 if brace == "{" else -1
        assert depth >= 0
    assert depth == 0
    assert entry.rstrip().endswith("\n}")
