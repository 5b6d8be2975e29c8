"""Whatever notes embed, the text is bounded, and nothing is embedded in itself."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inquiro.core.errors import UsageError
from inquiro.vault.embeds import DEEPEST, MOST_EMBEDS, Expansion, Opened
from inquiro.vault.names import VaultNames
from inquiro.vault.notes import parse_note


def expanded(texts: dict[str, str], path: str, most: int = 10_000) -> tuple[str, Expansion]:
    def opened(wanted: str) -> Opened:
        if wanted not in texts:
            raise UsageError("it is gone")
        return Opened(texts[wanted], parse_note(texts[wanted], wanted))

    expansion = Expansion(opened, VaultNames((name, ()) for name in [*texts, "Gone.md", "p.pdf"]), most)
    return expansion.whole(opened(path)), expansion


def test_an_embed_gives_way_to_what_it_shows():
    text, expansion = expanded({"A.md": "1 ![[B]] 2 ![[p.pdf#page=2]] ![[Gone]] 3", "B.md": "b"}, "A.md")
    assert text == "1 b 2 (p.pdf)  3"
    assert list(expansion.problems) == ["![[Gone]] in 'A.md': it is gone"]


def test_code_that_looks_like_an_embed_stays():
    text, expansion = expanded({"A.md": "`![[B]]`\n```\n![[B]]\n```\n", "B.md": "b"}, "A.md")
    assert "b" not in text.replace("B", "")
    assert not expansion.embedded


@pytest.mark.parametrize("most", [0, 1, 7, 50])
def test_the_text_is_never_longer_than_asked(most):
    text, expansion = expanded({"A.md": "12345 ![[B]] 67890 ![[B]]", "B.md": "bbbbbbbbbb\ncc"}, "A.md", most)
    assert len(text) <= most + 4  # line breaks around what is embedded
    assert (expansion.left < 0) == (most < 50)


_NAMES = ("A", "B", "C", "D")
_TEXT = st.lists(
    st.one_of(
        st.sampled_from(["word ", "\n", "# One\n", "text ^b\n", "%%x%%", "## Research\n", "> ", "- "]),
        st.builds("![[{}{}]]".format, st.sampled_from(_NAMES), st.sampled_from(["", "#One", "#^b", "#none"])),
    ),
    max_size=10,
).map("".join)


@given(st.fixed_dictionaries({f"{name}.md": _TEXT for name in _NAMES}))
def test_any_web_of_embeds_ends(texts):
    text, expansion = expanded(texts, "A.md", 2_000)
    assert expansion.embeds <= MOST_EMBEDS
    assert len(text) <= 2_000 + 2 * MOST_EMBEDS * DEEPEST
    assert "%%" not in text
    assert set(expansion.embedded) <= set(texts)
