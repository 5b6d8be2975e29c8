from __future__ import annotations

import pytest

from inquiro.core.types import IdeaResult, ImplementationResult, KnownItem, ResearchFindings, Snippet
from inquiro.knowledge.items import held_alone, is_private, known_item, told_items


@pytest.mark.parametrize(
    ("address", "documents", "private"),
    [
        ("https://a.example", [], False),
        ("file:///notes/a.md", [], True),
        ("e12", [], True),
        ("file:///declared/public.md", [False], False),
        ("https://intranet.example", [True], True),
        ("https://a.example", [False, True], True),
    ],
)
def test_documents_say_whether_it_is_private_and_else_the_address(tell, address, documents, private):
    read = [tell.page(f"p{at}", "A line.", private=hidden) for at, hidden in enumerate(documents)]
    assert is_private(address, read) is private


def test_code_names_only_pages_that_are_kept(tell):
    page, own = tell.page("a", "code()"), tell.page("b", "code()", source_type="knowledge")
    snippets = tuple(
        Snippet(code="code()", origin="quoted", document_id=name, start=0, end=6) for name in ("a", "b", "unknown", "")
    )
    item = KnownItem(id="ki_1", mode="implementation", query="q", source="s", content="c", snippets=snippets)
    kept = held_alone(item, {page.id: page, own.id: own}).snippets
    assert [(one.document_id, one.start) for one in kept] == [("a", 0), ("", -1), ("", -1), ("", 0)]
    assert all(one.code == "code()" for one in kept)


def test_an_item_keeps_its_words_and_its_code():
    code = ImplementationResult("https://a.example", "Do.\n\n```\n\tx\n```", title="T", snippets=(Snippet(code="\tx"),))
    item = known_item("implementation", code, "q", [], private=False)
    assert (item.content, item.title, item.snippets, item.id[:3]) == (code.content, "T", code.snippets, "ki_")
    idea = IdeaResult("https://a.example", "Do.")
    assert told_items(ResearchFindings("q", ["idea"], 1, [idea], [code])) == {
        (idea.source, idea.content),
        (code.source, code.content),
    }
